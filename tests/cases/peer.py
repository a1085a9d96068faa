# SPDX-FileCopyrightText: 2026 The parley authors
# SPDX-License-Identifier: BSL-1.0
"""A probe server and a client that knows nothing but bytes: pipes, or sockets with HTTP written out.

Whatever comes back is first held against the rules that every message of a server keeps (`vet`); a case then asks for
what is special to it.
"""

import base64
import contextlib
import json
import os
import pathlib
import re
import select
import socket
import subprocess
import sys
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "outside"))

import serving  # noqa: E402

SECONDS = 20  # the longest wait for anything that is not late by design

# ---- what is sent ----------------------------------------------------------------------------------------------------

VERSION = "2026-07-28"
KEY = "io.modelcontextprotocol/"
META = {
    KEY + "protocolVersion": VERSION,
    KEY + "clientInfo": {"name": "probe", "version": "0"},
    KEY + "clientCapabilities": {"elicitation": {"form": {}, "url": {}}},
}


def meta(capabilities=None, **more):
    """`_meta` of a client with other capabilities, or with more to say."""
    own = META if capabilities is None else META | {KEY + "clientCapabilities": capabilities}
    return own | more


def dump(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def request(identity, method, about=META, **params):
    params["_meta"] = about
    return dump({"jsonrpc": "2.0", "id": identity, "method": method, "params": params})


def call(tool, arguments=None, identity=1, about=META, **extra):
    """A tools/call. `arguments` of bytes are put in as they are, for JSON that no library writes."""
    raw = arguments if isinstance(arguments, bytes) else None
    if raw is None:
        extra = {"arguments": {} if arguments is None else arguments} | extra
    text = request(identity, "tools/call", about, name=tool, **extra)
    return text if raw is None else text.replace(b'"params":{', b'"params":{"arguments":' + raw + b",", 1)


def listening(identity, about=META, **wanted):
    """A subscriptions/listen for the members of its filter."""
    return request(identity, "subscriptions/listen", about, notifications=wanted)


def cancelled(identity, **more):
    return dump({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": identity} | more})


def answers(**by_key):
    """`inputResponses`; an answer that is no dictionary with an action is a form that was accepted with it."""
    return {
        key: one if isinstance(one, dict) and "action" in one else {"action": "accept", "content": one}
        for key, one in by_key.items()
    }


# ---- what comes back -------------------------------------------------------------------------------------------------

NOTIFICATIONS = {"notifications/progress", "notifications/message"}  # of a request that runs
ACKNOWLEDGED = "notifications/subscriptions/acknowledged"
CANCELLED = "notifications/cancelled"
LISTS = {f"notifications/{each}/list_changed" for each in ("tools", "prompts", "resources")}
CHANGES = {ACKNOWLEDGED, CANCELLED, "notifications/resources/updated"} | LISTS  # of a subscription
CODES = {-32700, -32600, -32601, -32602, -32603, -32020, -32021, -32022}
ASKS = {"elicitation/create", "sampling/createMessage", "roots/list"}


class Fault(Exception):
    """The server did not do what it should."""


def expect(held, what, *facts):
    if not held:
        shown = ", ".join(fact if isinstance(fact, str) else repr(fact)[:1000] for fact in facts)
        raise Fault(f"{what}: {shown}" if facts else what)


def no_name_twice(pairs):
    names = [name for name, _ in pairs]
    expect(len(names) == len(set(names)), "a name stands twice in one object", names)
    return dict(pairs)


def parse(raw):
    """A message, as far as it is one in any revision [BASE-01]."""
    expect(b"\n" not in raw and b"\r" not in raw, "a message is one line", raw)
    try:
        message = json.loads(raw.decode("utf-8"), object_pairs_hook=no_name_twice)
    except ValueError as error:
        raise Fault(f"not JSON in UTF-8: {error}: {raw[:200]!r}") from None
    expect(isinstance(message, dict) and message.get("jsonrpc") == "2.0", "not JSON-RPC", raw)
    return message


def vet(raw):
    """Parses a message after the rules for all of them [BASE-01][BASE-06][BASE-07][BASE-11][BASE-13][BASE-19]."""
    message = parse(raw)
    if "method" in message:
        expect("id" not in message, "a server sends no requests", raw)
        if message["method"] in CHANGES:
            vet_change(message, raw)
        else:
            expect(message["method"] in NOTIFICATIONS, "not a notification of this revision", raw)
        return message
    expect(("result" in message) != ("error" in message), "not one of result and error", raw)
    expect(message.get("id", 0) is not None, "an id that could not be read is left out", raw)
    if "error" in message:
        error = message["error"]
        expect(error["code"] in CODES and isinstance(error["message"], str) and error["message"], "a bad error", raw)
        return message
    result = message["result"]
    expect("id" in message and result["resultType"] in ("complete", "input_required"), "a bad result", raw)
    if result["resultType"] == "input_required":
        vet_questions(result, raw)
    return message


def tag_of(message):
    """The subscription that a message belongs to; None: to none."""
    body = message.get("params", message.get("result", {}))
    return body.get("_meta", {}).get(KEY + "subscriptionId")


def same(one, other):
    """Whether two ids are equal, with their type. [BASE-02][SUB-04]"""
    return type(one) is type(other) and one == other


def vet_change(message, raw):
    """[SUB-04][SUB-06]"""
    method, params = message["method"], message["params"]
    own = {ACKNOWLEDGED: {"notifications"}, CANCELLED: {"requestId"}, "notifications/resources/updated": {"uri"}}
    expect(set(message) == {"jsonrpc", "method", "params"}, "a member too many", raw)
    expect(set(params) == own.get(method, set()) | {"_meta"} and set(params["_meta"]) == {KEY + "subscriptionId"},
           "members that do not belong there", raw)  # fmt: skip
    expect(isinstance(tag_of(message), (str, int)), "no tag", raw)
    if method == CANCELLED:
        expect(same(params["requestId"], tag_of(message)), "ends another subscription", raw)
    if method == ACKNOWLEDGED:
        expect(all(one is True or (name == "resourceSubscriptions" and one) for name, one in
                   params["notifications"].items()), "named, but not honoured", raw)  # fmt: skip


def vet_questions(result, raw):
    """[MRTR-02][MRTR-04][MRTR-21][ELF-03]"""
    expect({"resultType"} < set(result) <= {"resultType", "inputRequests", "requestState", "_meta"}, "a bad ask", raw)
    expect("requestState" not in result or result["requestState"], "an empty state", raw)
    if "inputRequests" not in result:
        return
    expect(result["inputRequests"], "no question", raw)
    for one in result["inputRequests"].values():
        expect(set(one) <= {"method", "params"} and one["method"] in ASKS, "a bad question", raw)
        if one["method"] != "elicitation/create":
            continue
        form = one["params"].get("mode", "form") == "form"
        members = {"mode", "message", "requestedSchema" if form else "url"}
        expect(members - {"mode"} <= set(one["params"]) <= members, "members that do not belong there", raw)
        expect(one["params"]["message"], "nothing to read", raw)


class Reply:
    """One answer: the message's bytes, what they mean, and what came before and around."""

    def __init__(self, raw, before=(), status=None, fields=()):
        self.raw = raw
        self.before = list(before)  # notifications
        self.status = status  # None on a pipe
        self.fields = list(fields)
        self.message = vet(raw) if raw else {}

    def __repr__(self):
        return f"{'' if self.status is None else f'{self.status} '}{self.raw.decode('utf-8', 'replace')[:600]}"

    def field(self, name):
        found = [value for each, value in self.fields if each.lower() == name.lower()]
        expect(len(found) <= 1, f"{name} came twice", found)
        return found[0] if found else None

    @property
    def identity(self):
        return self.message.get("id")

    @property
    def code(self):
        return self.message.get("error", {}).get("code")

    @property
    def result(self):
        expect("result" in self.message, "no result", self)
        return self.message["result"]

    @property
    def asks(self):
        """The questions by key; empty when nothing is asked."""
        return self.message.get("result", {}).get("inputRequests", {})

    @property
    def state(self):
        expect("requestState" in self.result, "no state", self)
        return self.result["requestState"]

    @property
    def text(self):
        """The text of a result that is not an error."""
        expect(self.result["resultType"] == "complete" and not self.result.get("isError"), "not a good result", self)
        return "".join(block["text"] for block in self.result["content"])

    @property
    def failed(self):
        """The text of a result that is an error."""
        expect(self.result["resultType"] == "complete" and self.result.get("isError") is True, "did not fail", self)
        expect("structuredContent" not in self.result, "a failure has no structured content", self)
        return "".join(block["text"] for block in self.result["content"])

    @property
    def ran(self):
        """Whether the tool came to its end in peace."""
        result = self.message.get("result", {})
        return result.get("resultType") == "complete" and not result.get("isError")


# ---- the server ------------------------------------------------------------------------------------------------------


class Process:
    """A running probe server. Its standard error is kept, for a case may ask for what it logged."""

    def __init__(self, program, options, environment, stdin, stdout):
        self.program = program
        self.child = subprocess.Popen(
            [str(program), *options], stdin=stdin, stdout=stdout, stderr=subprocess.PIPE,
            env=os.environ | environment, bufsize=0,
        )  # fmt: skip
        self.lines = []
        self.grown = threading.Condition()
        self.reader = threading.Thread(target=self.drain, daemon=True)
        self.reader.start()

    def drain(self):
        for line in self.child.stderr:
            with self.grown:
                self.lines.append(line.decode("utf-8", "replace").rstrip("\n"))
                self.grown.notify_all()
        with self.grown:
            self.lines.append(None)  # the end
            self.grown.notify_all()

    def line_with(self, words):
        """Waits for a line on standard error."""
        with self.grown:
            self.grown.wait_for(lambda: any(x is None or words in x for x in self.lines), SECONDS)
            found = [line for line in self.lines if line is not None and words in line]
        expect(found, f"nothing says {words!r} on standard error", self.lines)
        return found[0]

    def status_of(self, name):
        """A number of /proc/PID/status."""
        return int(re.search(rf"^{name}:\s*(\d+)", self.proc("status").read_text(), re.MULTILINE)[1])

    def descriptors(self):
        return len(list(self.proc("fd").iterdir()))

    def proc(self, name):
        return pathlib.Path("/proc") / str(self.child.pid) / name

    def exit_code(self):
        try:
            return self.child.wait(SECONDS)
        except subprocess.TimeoutExpired:
            raise Fault("the server does not end") from None

    def end(self):
        if self.child.poll() is None:
            serving.end(self.child)
        self.reader.join(SECONDS)
        self.child.stderr.close()


class Client:
    """What a case gets: a server on one transport, and short ways to talk to it."""

    def __init__(self, program, options=(), environment=None):
        self.program = program
        self.options, self.environment = list(options), environment or {}
        self.others = contextlib.ExitStack()
        self.start(self.options, self.environment)

    def another(self, *options, environment=None):
        """One more server of the same kind, which ends with the case."""
        return self.others.enter_context(type(self)(self.program, options, environment))

    @property
    def is_plain(self):
        """Whether memory and threads are the server's own, and not in part a sanitizer's."""
        program = self.program.read_bytes()
        return b"__asan_init" not in program and b"__tsan_init" not in program

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.end_others()
        self.end()

    def end_others(self):
        self.others.close()

    def call(self, tool, arguments=None, **more):
        return self.ask(call(tool, arguments, **more))

    def retry(self, before, tool, arguments=None, **by_key):
        """The same call again, with answers."""
        extra = {"requestState": before.result["requestState"]} if "requestState" in before.result else {}
        return self.call(tool, arguments, inputResponses=answers(**by_key), **extra)

    def check_alive(self):
        """LIVE: the server still serves."""
        reply = self.ask_afresh(call("noargs", identity=999))
        expect(reply.identity == 999 and reply.text == "ok", "the server does not serve any more", reply)


def wait_until(server, held, what):
    """Asks until it is so; each round is a call, so nothing is slept through."""
    deadline = time.monotonic() + SECONDS
    while not held():
        expect(time.monotonic() < deadline, what)
        server.check_alive()


def settled(server, descriptors, threads):
    """Waits until the server has let go of everything but the threads that it keeps, and those of a sanitizer."""
    most = threads + (4 if server.is_plain else 5)

    def held():
        return server.process.descriptors() <= descriptors and server.process.status_of("Threads") <= most

    try:
        wait_until(server, held, "")
    except Fault:
        raise Fault(f"descriptors {descriptors} -> {server.process.descriptors()}, "
                    f"threads {threads} -> {server.process.status_of('Threads')}") from None  # fmt: skip


class Stdio(Client):
    """A server on pipes."""

    name = "stdio"

    def start(self, options, environment):
        self.process = Process(self.program, ["--stdio", *options], environment, subprocess.PIPE, subprocess.PIPE)
        self.unread = b""
        self.set_aside = []  # lines that were read while something else was waited for
        os.set_blocking(self.process.child.stdout.fileno(), False)
        os.set_blocking(self.process.child.stdin.fileno(), False)

    def end(self):
        self.process.child.stdin.close()
        code = self.process.exit_code() if self.process.child.poll() is None else self.process.child.returncode
        self.process.end()
        self.process.child.stdout.close()
        expect(code == 0, "the server ended with a fault", code, self.process.lines[-20:])

    def send(self, data):
        """Writes all of it, and reads what comes meanwhile, as neither side may wait for the other."""
        view = memoryview(data)
        deadline = time.monotonic() + SECONDS
        inward, outward = self.process.child.stdin.fileno(), self.process.child.stdout.fileno()
        while view:
            readable, writable, _ = select.select([outward], [inward], [], max(0, deadline - time.monotonic()))
            expect(readable or writable, "the server does not read")
            if writable:
                view = view[os.write(inward, view) :]
            if readable and not self.read_some():
                raise Fault(f"the server has gone: {self.process.lines[-20:]}")

    def read_some(self):
        data = os.read(self.process.child.stdout.fileno(), 1 << 20)
        self.unread += data
        return data

    def line(self, seconds=SECONDS):
        """The next line as it came, without the LF; None when there is none in time or at the end."""
        deadline = time.monotonic() + seconds
        searched = 0
        while (end := self.unread.find(b"\n", searched)) < 0:
            searched = len(self.unread)
            readable, _, _ = select.select([self.process.child.stdout], [], [], max(0, deadline - time.monotonic()))
            if not readable or not self.read_some():
                expect(readable or not self.unread, "half a line", self.unread)
                return None
        line, self.unread = self.unread[:end], self.unread[end + 1 :]
        return line

    def wanted_line(self, wanted, seconds=SECONDS):
        """The first line whose message is wanted; None when there is none in time. Others wait for those who are."""
        for at, line in enumerate(self.set_aside):
            if wanted(json.loads(line)):
                return self.set_aside.pop(at)
        while (line := self.line(seconds)) is not None:
            if wanted(vet(line)):
                return line
            self.set_aside.append(line)
        return None

    def reply(self):
        """The next response, and the notifications before it; those of subscriptions are not its own."""
        before = []
        while True:
            line = self.wanted_line(lambda message: tag_of(message) is None)
            expect(line is not None, "no answer", self.process.lines[-5:])
            if "method" not in vet(line):
                return Reply(line, before)
            before.append(line)

    def listen(self, identity, about=META, **wanted):
        self.send(listening(identity, about, **wanted) + b"\n")
        return PipeSubscription(self, identity)

    def ask(self, message):
        self.send(message + b"\n")
        return self.reply()

    ask_afresh = ask


class Subscription:
    """A stream of changes. The first of them must be the acknowledgement [SUB-02][SUB-03]."""

    def begin(self, identity):
        self.identity = identity
        first = self.next()
        expect(first is not None and first.get("method") == ACKNOWLEDGED, "not acknowledged first", first)
        self.honoured = first["params"]["notifications"]

    def hears(self, method, **params):
        """The next message is that notification."""
        found = self.next()
        expect(found is not None and found.get("method") == "notifications/" + method, f"not {method}", found)
        expect({name: one for name, one in found["params"].items() if name != "_meta"} == params, "not that", found)

    def hears_end(self):
        """The next message is the result with which the server ends it [SUB-08]."""
        found = self.next()
        expect(found is not None and "result" in found, "not the end", found)
        expect(same(found["id"], self.identity) and found["result"]["resultType"] == "complete", "a bad end", found)


class PipeSubscription(Subscription):
    def __init__(self, client, identity):
        self.client = client
        self.begin(identity)

    def next(self, seconds=SECONDS):
        line = self.client.wanted_line(lambda message: same(tag_of(message), self.identity), seconds)
        return None if line is None else json.loads(line)

    def leave(self):
        """Nothing more comes then, not even a response [SUB-09][CAN-04]."""
        self.client.send(cancelled(self.identity) + b"\n")
        self.client.check_alive()
        late = [line for line in self.client.set_aside if same(tag_of(json.loads(line)), self.identity)]
        expect(not any(b'"result"' in line for line in late), "answered all the same", late)
        self.client.set_aside = [line for line in self.client.set_aside if line not in late]


class HttpSubscription(Subscription):
    def __init__(self, connection, message, identity, **options):
        self.connection = connection
        self.waiting = []
        connection.send_post(message, **options)
        status, fields = connection.head()
        expect(status == 200 and ("Content-Type", "text/event-stream") in fields, "not a stream", status, fields)
        expect(("X-Accel-Buffering", "no") in fields, "a proxy may hold it back", fields)
        self.begin(identity)

    def next(self):
        while not self.waiting:
            chunk = self.connection.chunk()
            if not chunk:
                return None
            self.waiting = read_events(chunk)
        message = vet(self.waiting.pop(0))
        expect(same(tag_of(message), self.identity), "not of this subscription", message)
        expect(message.get("method") != CANCELLED, "on a stream the end of it is enough", message)
        return message

    def leave(self):
        self.connection.close()


class Http(Client):
    """A server on a port of its own, reached by sockets of our own."""

    name = "http"

    def start(self, options, environment):
        self.process = Process(
            self.program, ["--http", "127.0.0.1:0", *options], environment, subprocess.DEVNULL, subprocess.DEVNULL
        )
        url = re.search(r"http://127\.0\.0\.1:(\d+)/mcp$", self.process.line_with("listening on"))
        self.port = int(url[1])
        self.kept = None
        self.token = None  # sent as a bearer token

    def end(self):
        self.forget_connection()
        self.process.end()
        code = self.process.child.returncode
        expect(code == 0, "the server ended with a fault", code, self.process.lines[-20:])

    def connect(self):
        return Connection(self.port)

    def forget_connection(self):
        if self.kept is not None:
            self.kept.close()
        self.kept = None

    def ask(self, message, **options):
        """Posts a message. The connection is kept for the next one."""
        if self.kept is None or self.kept.ended():
            self.forget_connection()
            self.kept = self.connect()
        reply = None
        try:
            reply = self.kept.post(message, **{"token": self.token} | options)
            return reply
        finally:
            if reply is None or reply.field("Connection") == "close":
                self.forget_connection()

    def listen(self, identity, about=META, **wanted):
        connection = self.others.enter_context(self.connect())
        return HttpSubscription(connection, listening(identity, about, **wanted), identity, token=self.token)

    def ask_afresh(self, message, **options):
        with self.connect() as connection:
            return connection.post(message, **{"token": self.token} | options)


# ---- HTTP ------------------------------------------------------------------------------------------------------------


def header_value(text):
    """The text as Mcp-Name has it."""
    plain = text.isascii() and text.isprintable() and text == text.strip() and not text.startswith("=?base64?")
    return text if plain else f"=?base64?{base64.b64encode(text.encode('utf-8', 'surrogatepass')).decode()}?="


def mirror_of(message):
    """The headers that repeat what the body says, as far as it says something."""
    fields = {"MCP-Protocol-Version": VERSION}
    with contextlib.suppress(ValueError, AttributeError, RecursionError):
        read = json.loads(message)
        if isinstance(read.get("method"), str):
            fields["Mcp-Method"] = read["method"]
        params = read.get("params")
        if isinstance(params, dict) and read.get("method") in ("tools/call", "prompts/get", "resources/read"):
            name = params.get("uri" if read["method"] == "resources/read" else "name")
            if isinstance(name, str):
                fields["Mcp-Name"] = header_value(name)
    return fields


def post_head(message, fields=None, without=(), path="/mcp", token=None, length=True):
    """The head of a POST. `fields` replace those that are usual, or join them; a list stands for several lines."""
    usual = {
        "Host": "127.0.0.1",
        "Content-Type": "application/json",
        "Accept": "application/json, text/event-stream",
        **mirror_of(message),
    }
    if token is not None:
        usual["Authorization"] = f"Bearer {token}"
    if length:
        usual["Content-Length"] = str(len(message))
    for name, value in (fields or {}).items():
        usual = {each: kept for each, kept in usual.items() if each.lower() != name.lower()} | {name: value}
    lines = [f"POST {path} HTTP/1.1"]
    for name, value in usual.items():
        if name not in without:
            lines += [f"{name}: {one}" for one in (value if isinstance(value, list) else [value])]
    return "\r\n".join(lines).encode("latin-1") + b"\r\n\r\n"


EVENT = re.compile(rb"event: message\ndata: ([^\n]*)\n\n")
COMMENT = re.compile(rb":[^\n]*\n\n")


class Connection:
    """One TCP connection. Every wait has an end."""

    allowed = set()  # header names, of those that no answer has in 2026-07-28

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=SECONDS)
        self.unread = b""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self.socket.close()

    def reset(self):
        """Closes so that the other side sees a reset and not an end."""
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        self.socket.close()

    def send(self, data):
        """As much as the server takes: it may refuse a body before it has all of it."""
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            self.socket.sendall(data)

    def read_some(self, seconds=SECONDS):
        self.socket.settimeout(seconds)
        try:
            data = self.socket.recv(1 << 20)
        except ConnectionResetError:
            data = b""
        except socket.timeout:
            raise Fault(f"nothing came within {seconds} s; before it: {self.unread[-300:]!r}") from None
        self.unread += data
        return data

    def ended(self):
        """Whether the server has closed a connection on which nothing is under way."""
        readable, _, _ = select.select([self.socket], [], [], 0)
        return bool(readable)

    def ends(self, seconds=SECONDS):
        """Waits for the end of the connection; what came before it."""
        while self.read_some(seconds):
            pass
        return self.unread

    def until(self, mark, seconds=SECONDS):
        while (end := self.unread.find(mark)) < 0:
            expect(self.read_some(seconds), "the connection ended too early", self.unread[:300])
        taken, self.unread = self.unread[: end + len(mark)], self.unread[end + len(mark) :]
        return taken

    def exactly(self, size):
        while len(self.unread) < size:
            expect(self.read_some(), "the connection ended too early", self.unread[:300])
        taken, self.unread = self.unread[:size], self.unread[size:]
        return taken

    def head(self, seconds=SECONDS):
        """(status, fields) of a response."""
        raw = self.until(b"\r\n\r\n", seconds)
        lines = raw[:-4].decode("latin-1").split("\r\n")
        expect(not any("\n" in line or "\r" in line for line in lines), "lone line breaks in the head", raw)
        status = re.fullmatch(r"HTTP/1\.1 (\d{3}) [ -~]*", lines[0])
        expect(status, "a bad status line", lines[0])
        fields = [tuple(line.split(": ", 1)) for line in lines[1:]]
        expect(all(len(field) == 2 for field in fields), "a bad header line", raw)
        names = {name.lower() for name, _ in fields}
        expect(not {"mcp-session-id", "server", "x-powered-by"} & names - self.allowed, "a header too many", raw)
        expect(not {"content-length", "transfer-encoding"} <= names, "two lengths", raw)
        return int(status[1]), fields

    def chunk(self):
        """The next chunk of a body; empty at its end."""
        size = self.until(b"\r\n")[:-2]
        expect(re.fullmatch(rb"[0-9a-fA-F]+", size), "a bad chunk", size)
        data = self.exactly(int(size, 16))
        expect(self.exactly(2) == b"\r\n", "a bad chunk end", data)
        return data

    def body(self, status, fields):
        named = {name.lower(): value for name, value in fields}
        if status in (204, 304):
            return b""
        if named.get("transfer-encoding") == "chunked":
            return b"".join(iter(self.chunk, b""))
        expect("content-length" in named, "a body without a length", fields)
        return self.exactly(int(named["content-length"]))

    def response(self, seconds=SECONDS):
        """Reads one response and takes its body apart."""
        status, fields = self.head(seconds)
        return read_reply(status, fields, self.body(status, fields))

    def send_post(self, message, **options):
        self.send(post_head(message, **options) + message)

    def post(self, message, **options):
        self.send_post(message, **options)
        return self.response()


def read_events(body):
    """The messages of a stream, whose framing is checked to the byte [HTTP-06][HTTP-08]."""
    messages, at = [], 0
    while at < len(body):
        if found := EVENT.match(body, at):
            messages.append(found[1])
        else:
            found = COMMENT.match(body, at)
        expect(found, "neither an event nor a comment", body[at : at + 200])
        at = found.end()
    return messages


def read_reply(status, fields, body):
    kind = {name.lower(): value for name, value in fields}.get("content-type")
    if kind == "text/event-stream":
        messages = read_events(body)
        expect(messages, "a stream without an answer", body)
        expect(all("method" in vet(one) for one in messages[:-1]), "the answer is not the last event", messages)
        expect(all(tag_of(vet(one)) is None for one in messages[:-1]), "of a subscription", messages)
        return Reply(messages[-1], messages[:-1], status, fields)
    if kind == "application/json" and status != 401:  # whose body belongs to OAuth
        return Reply(body, (), status, fields)
    reply = Reply(b"", (), status, fields)
    reply.body = body
    return reply
