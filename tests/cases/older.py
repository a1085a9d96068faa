# SPDX-FileCopyrightText: 2026 The parley authors
# SPDX-License-Identifier: BSL-1.0
"""A client of the revisions before 2026-07-28, which begin with a handshake, and which a server sends requests to.

    with older.session(server) as client:
        asked = client.begin(older.call("ask_name"))
        asked.accept({"firstName": "Ada", "lastName": "King"})
        expect(asked.answer().text == "Ada King", …)

It knows nothing but bytes, as that of peer.py does, and holds each message against the rules of its revision.
On a pipe a session is the pipe, so each gets a server of its own; over HTTP all sessions share the server of the case.
"""

import json
import re
import select
import time

import peer
from older_messages import (  # noqa: F401 (what cases take from here)
    ALL, FORMS, NEWEST, OVER, UNASKED, VERSIONS, OlderReply, call, hello, notification, request, response, vet,
)  # fmt: skip
from peer import SECONDS, Reply, dump, expect, same

# ---- where messages come from ----------------------------------------------------------------------------------------


class Item:
    """A message that has come and that nobody has taken yet."""

    def __init__(self, raw, source, version, event=None):
        self.raw, self.source, self.event = raw, source, event
        self.message = vet(raw, version)

    @property
    def method(self):
        return self.message.get("method")

    @property
    def is_question(self):
        return self.method is not None and "id" in self.message


class Pipe:
    """The output of a server."""

    def __init__(self, process):
        self.process = process  # a peer.Stdio
        self.ended = False

    def fileno(self):
        return self.process.process.child.stdout.fileno()

    @property
    def has_more(self):
        return b"\n" in self.process.unread

    def read(self):
        """What has come since, as (bytes, id of the event)."""
        line = self.process.line(SECONDS)
        self.ended = line is None
        return [] if line is None else [(line, None)]


# What a stream of these revisions has: a message, with its place when it can be gone back to, the event that says where
# the stream begins [LEG-35], or a comment.
EVENT = re.compile(rb"event: message\n(?:id: (?P<id>[!-~]+)\n)?data: (?P<data>[^\n]+)\n\n")
PRIMING = re.compile(rb"id: (?P<id>[!-~]+)\n(?:retry: (?P<retry>\d+)\n)?data: \n\n")
COMMENT = re.compile(rb":[^\n]*\n\n")


class Connection(peer.Connection):
    allowed = {"mcp-session-id"}


class Stream:
    """What a POST or a GET is answered with: a body, or events as they come."""

    def __init__(self, connection):
        self.connection = connection
        self.status, self.fields, self.ended = None, {}, False
        self.unparsed = b""
        self.last_event, self.primed, self.retry, self.comments = None, None, None, 0

    def fileno(self):
        return self.connection.socket.fileno()

    @property
    def has_more(self):
        return bool(self.connection.unread)

    @property
    def is_events(self):
        return self.fields.get("content-type") == "text/event-stream"

    def head(self):
        if self.status is None:
            self.status, fields = self.connection.head()
            self.fields = {name.lower(): value for name, value in fields}
        return self.status

    def read(self):
        """What has come since, as (bytes, id of the event)."""
        is_new = self.status is None
        self.head()
        if not self.is_events:
            self.ended = True
            self.unparsed = self.connection.body(self.status, list(self.fields.items()))
            self.connection.close()
            return [(self.unparsed, None)] if self.fields.get("content-type") == "application/json" else []
        if is_new and not self.has_more:
            return []
        chunk = self.connection.chunk()
        self.ended = not chunk
        self.unparsed += chunk
        if self.ended:
            self.connection.close()
            expect(not self.unparsed, "half an event", self.unparsed)
        return list(self.events())

    def events(self):
        """[LEG-34][LEG-35][HTTP-08]"""
        while b"\n\n" in self.unparsed:
            if found := PRIMING.match(self.unparsed):
                expect(self.last_event is None, "a stream begins once", self.unparsed)
                self.primed, self.retry = found["id"], found["retry"] and int(found["retry"])
                self.last_event = found["id"].decode()
            elif found := EVENT.match(self.unparsed):
                self.last_event = found["id"].decode() if found["id"] else self.last_event
                yield found["data"], self.last_event
            else:
                found = COMMENT.match(self.unparsed)
                self.comments += 1
            expect(found, "neither an event nor a comment", self.unparsed[:200])
            self.unparsed = self.unparsed[found.end() :]

    def close(self):
        self.connection.close()
        self.ended = True


# ---- sessions --------------------------------------------------------------------------------------------------------


class Call:
    """A request under way. Its questions are answered one by one; on a pipe they cannot be told from another call's."""

    def __init__(self, session, identity, stream=None, shared=False):
        self.session, self.identity, self.stream = session, identity, stream
        self.shared = shared or stream is None  # whether other answers may come there
        self.before = []  # notifications

    def is_mine(self, item):
        if self.stream is not None and item.source is not self.stream:
            return False
        if item.method is not None:
            return item.method not in UNASKED
        return not self.shared or same(item.message.get("id"), self.identity)

    def next(self, seconds=SECONDS):
        """The next message of this call; None when there is none in time, or none will come."""
        return self.session.wait_for(self.is_mine, seconds, self.stream)

    def question(self):
        """The next request of the server's, whose parameters have been vetted."""
        while (item := self.next()) is not None and not item.is_question:
            expect(item.method is not None, "answered without a question", item.raw)
            self.before.append(item.raw)
        expect(item is not None, "no question", self.before)
        return item.message

    def respond(self, result=None, error=None, to=None):
        """Answers the next question, or that one. Gives the question."""
        question = to or self.question()
        self.session.respond(question["id"], result, error)
        return question

    def accept(self, content=None):
        return self.respond({"action": "accept"} | ({} if content is None else {"content": content}))

    def decline(self):
        return self.respond({"action": "decline"})

    def answer(self):
        """The response. A question on the way is a fault."""
        while (item := self.next()) is not None and item.method is not None:
            expect(not item.is_question, "an unexpected question", item.raw)
            self.before.append(item.raw)
        expect(item is not None, "no answer", self.before)
        if self.stream is not None and not self.shared:  # which ends with it [LEG-22]
            more = self.next()
            expect(more is None and self.stream.ended, "more after the answer", more and more.raw)
        status, fields = (self.stream.status, list(self.stream.fields.items())) if self.stream else (None, ())
        return OlderReply(item.raw, self.session.version, self.before, status, fields)


class Session:
    """What both transports have. `version` is what was agreed on."""

    def __init__(self, server, version, capabilities, sources):
        self.server, self.version = server, version
        self.sources, self.inbox = sources, []
        self.opening = self.ask(hello(version, capabilities))
        self.version = self.opening.result["protocolVersion"]
        self.opened()
        self.notify("initialized")

    def opened(self):
        """What is special to a transport once `initialize` was answered, before the client says that it is ready."""

    def __enter__(self):
        return self

    def wait_for(self, wanted, seconds=SECONDS, source=None):
        """The first message that is wanted, of all that have come or come in time; None when there is none, or when the
        source that it would come from has ended."""
        deadline = time.monotonic() + seconds
        while True:
            for at, item in enumerate(self.inbox):
                if wanted(item):
                    return self.inbox.pop(at)
            self.sources = [one for one in self.sources if not one.ended]
            if not self.sources or (source is not None and source.ended):
                return None
            ready = [one for one in self.sources if one.has_more]
            if not ready:
                ready, _, _ = select.select(self.sources, [], [], max(0, deadline - time.monotonic()))
            if not ready:
                return None
            for one in ready:
                for raw, event in one.read():
                    self.inbox += [Item(each, one, self.version, event) for each in self.split(raw)]

    def split(self, raw):
        """The messages of a batch, or the message [LEG-61]."""
        if not raw.startswith(b"["):
            return [raw]
        messages = json.loads(raw)
        expect(self.version == "2025-03-26" and messages, "an array", raw)
        return [dump(one) for one in messages]

    def ask(self, message):
        """Sends a request, which must be answered without a question."""
        return self.begin(message).answer()

    def call(self, tool, arguments=None, **more):
        return self.ask(call(tool, arguments, **more))

    def hears(self, method, **params):
        """That notification comes, of all that are told unasked or with any call."""
        item = self.wait_for(lambda one: one.method == f"notifications/{method}" and not one.is_question)
        expect(item is not None, f"not told: {method}", [one.raw for one in self.inbox])
        expect(item.message.get("params", {}) == params, "not that", item.raw)
        return item

    def hears_of_withdrawal(self, identity):
        """Whether the server says that it no longer waits for the answer to that request of its own [LEG-56]."""
        found = self.wait_for(lambda one: one.method == "notifications/cancelled")
        return found is not None and found.message["params"]["requestId"] == identity

    def hears_nothing(self):
        """Nothing has been said that nobody has asked for: what is on the way comes before the answer to a ping."""
        expect(self.ask(request("mark", "ping")).result == {}, "no answer to a ping")
        while self.wait_for(lambda one: False, 0.05) is not None:
            pass
        expect(not self.inbox, "told all the same", [item.raw for item in self.inbox])

    def check_alive(self):
        """LIVE, in this session and for the clients of 2026-07-28."""
        expect(self.ask(request("alive", "ping")).result == {}, "no answer to a ping")
        expect(self.call("noargs", identity="alive").text == "ok", "the session does not go on")
        self.check_newer()


def ids_of(messages):
    """The ids of the requests among them."""
    read = [json.loads(one) for one in messages]
    return [one["id"] for one in read if isinstance(one, dict) and {"id", "method"} <= set(one)]


class PipeSession(Session):
    """A server of its own, as a pipe has one session."""

    name = "stdio"

    def __init__(self, server, version, capabilities):
        self.process = server.another(*server.options, environment=server.environment)
        self.pipe = Pipe(self.process)
        super().__init__(server, version, capabilities, [self.pipe])

    def __exit__(self, *_):
        pass  # the server ends with the case

    def send(self, message):
        self.process.send(message + b"\n")

    def begin(self, message):
        self.send(message)
        return Call(self, json.loads(message)["id"])

    def begin_batch(self, messages):
        self.send(b"[" + b",".join(messages) + b"]")
        return [Call(self, identity) for identity in ids_of(messages)]

    def notify(self, method, **params):
        self.send(notification(method, **params))

    def respond(self, identity, result=None, error=None):
        self.send(response(identity, result, error))

    def check_newer(self):
        self.process.send(peer.call("noargs", identity=999) + b"\n")
        while True:
            line = self.process.line()
            expect(line is not None, "a client of 2026-07-28 is not served any more")
            if same(json.loads(line).get("id"), 999):
                break
            self.inbox.append(Item(line, self.pipe, self.version))
        expect(Reply(line).text == "ok", "a client of 2026-07-28 is not served any more", line)


class HttpSession(Session):
    """Each message on a connection of its own, and one that listens for what nobody has asked for."""

    name = "http"

    def __init__(self, server, version, capabilities, listens=True):
        self.id, self.agreed, self.token = None, None, server.token
        super().__init__(server, version, capabilities, [])
        self.unasked = self.listen() if listens and self.id else None

    def __exit__(self, *_):
        if self.id:
            self.end()
        for one in self.sources:
            one.close()

    def opened(self):
        self.id = self.opening.field("Mcp-Session-Id")
        self.agreed = self.version
        expect(self.id is None or re.fullmatch(r"[!-~]{22,128}", self.id), "an id that can be guessed", self.id)

    def head(self, method, fields=None, without=()):
        """The head of a request in this session."""
        usual = {"Host": "127.0.0.1", "Accept": "application/json, text/event-stream"}
        if method == "GET":
            usual["Accept"] = "text/event-stream"
        if self.id:
            usual["Mcp-Session-Id"] = self.id
        if self.agreed in VERSIONS[:2]:  # who spoke the others did not know that header
            usual["MCP-Protocol-Version"] = self.agreed
        if self.token:
            usual["Authorization"] = f"Bearer {self.token}"
        usual |= fields or {}
        lines = [f"{name}: {value}" for name, value in usual.items() if name not in without]
        return "\r\n".join([f"{method} /mcp HTTP/1.1", *lines]).encode("latin-1") + b"\r\n\r\n"

    def open(self, data):
        """Sends that on a new connection."""
        stream = Stream(Connection(self.server.port))
        stream.connection.send(data)
        self.sources.append(stream)
        return stream

    def post(self, message, fields=None, without=()):
        usual = {"Content-Type": "application/json", "Content-Length": str(len(message))}
        return self.open(self.head("POST", usual | (fields or {}), without) + message)

    def begin(self, message, fields=None, without=()):
        return Call(self, json.loads(message)["id"], self.post(message, fields, without))

    def begin_batch(self, messages):
        stream = self.post(b"[" + b",".join(messages) + b"]")
        return [Call(self, identity, stream, shared=True) for identity in ids_of(messages)]

    def said(self, message):
        """Posts what is answered with nothing but a status [LEG-21]."""
        stream = self.post(message)
        expect(stream.head() == 202, "not just taken", stream.status, message)
        expect(not stream.read() and stream.ended and not stream.unparsed, "more than taken", stream.unparsed)
        stream.close()

    def notify(self, method, **params):
        self.said(notification(method, **params))

    def respond(self, identity, result=None, error=None):
        self.said(response(identity, result, error))

    def get(self, fields=None, without=()):
        return self.open(self.head("GET", fields, without))

    def listen(self):
        stream = self.get()
        expect(stream.head() == 200 and stream.is_events, "no stream", stream.status, stream.fields)
        return stream

    def resume(self, last_event):
        """The stream that this event was on, from behind it."""
        stream = self.get({"Last-Event-ID": last_event})
        expect(stream.head() == 200 and stream.is_events, "not resumed", stream.status, stream.fields)
        return stream

    def end(self):
        """The status of a DELETE."""
        stream = self.open(self.head("DELETE"))
        status = stream.head()
        stream.close()
        return status

    def check_newer(self):
        self.server.check_alive()


def session(server, version=NEWEST, capabilities=None, **options):
    """A client that has shaken hands."""
    kind = PipeSession if server.name == "stdio" else HttpSession
    return kind(server, version, capabilities, **options)


def check_alive(server):
    """LIVE for clients of older revisions, over HTTP."""
    with HttpSession(server, NEWEST, None, listens=False) as client:
        expect(client.call("noargs", identity="alive").text == "ok", "clients of older revisions are not served")
