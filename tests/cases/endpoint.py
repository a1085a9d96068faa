# SPDX-FileCopyrightText: 2026 The parley authors
# SPDX-License-Identifier: BSL-1.0
"""The HTTP endpoint: what it takes, whom it lets in, and what it says to those who ask wrongly."""

import base64
import socket
import subprocess

from cases import case
from peer import META, SECONDS, VERSION, call, dump, expect, header_value, post_head, request

NOARGS = call("noargs")


def get(server, line, fields=("Host: 127.0.0.1",), head=False):
    """A request without a body: (status, fields by lower-case name, body)."""
    with server.connect() as connection:
        connection.send("\r\n".join([line, *fields]).encode("latin-1") + b"\r\n\r\n")
        status, got = connection.head()
        body = b"" if head else connection.body(status, got)
        expect(connection.unread == b"", "more than the answer", connection.unread)
        return status, {name.lower(): value for name, value in got}, body


def post(server, message=NOARGS, **options):
    return server.ask_afresh(message, **options)


def expect_served(reply, *facts):
    expect(reply.status == 200 and reply.text == "ok", "not served", reply, *facts)


def expect_refused(reply, status, *facts):
    """Refused by its head: an error without an id, and nothing was run."""
    expect(reply.status == status and b'"ok"' not in reply.raw, f"not {status}", reply, *facts)
    if reply.raw:
        expect(reply.code is not None and "id" not in reply.message, "another body", reply, *facts)


# ---- kinds of content ------------------------------------------------------------------------------------------------


@case("C-38", over="http")
def accept_is_read_as_http_means_it(server):
    """Wildcards, weights, letter case, several lines, or none at all. [HTTP-02][HTTP-04]"""
    for accept in (
        "*/*", "application/*, text/event-stream;q=0.9", "Application/JSON,TEXT/EVENT-STREAM",
        ["application/json", "text/event-stream"], "application/json", "application/json;q=0.001",
        "text/html, */*;q=0.1", "application/json;charset=utf-8", "text/event-stream;q=0.5, application/json",
        "application/json, text/event-stream,", "*/*;q=0.8, text/html",
        "application/json; q=1.0 , text/event-stream; q=0.5", ["text/html", "*/*;q=0.1"],
        "text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2",  # what java.net.HttpURLConnection sends
    ):  # fmt: skip
        reply = post(server, fields={"Accept": accept})
        expect_served(reply, accept)
        expect(reply.field("Content-Type") == "application/json", "a stream", accept, reply)
    expect_served(post(server, without=("Accept",)))
    for accept in (
        "text/event-stream",
        "text/*",
        "text/event-stream, application/json;q=0",
        "*/*, application/json;q=0",
    ):
        reply = post(server, fields={"Accept": accept})
        expect_served(reply, accept)
        expect(reply.field("Content-Type") == "text/event-stream", "no stream", accept, reply)


@case("C-38", over="http")
def a_client_that_takes_nothing_of_ours_is_told_what_there_is(server):
    """[HTTP-02][HTTP-13]"""
    for accept in (
        "text/html",
        "application/xml, image/*",
        "application/json;q=0",
        "application/json;q=0.0, text/event-stream;q=0",
        "",
        "json",
        "application",
        "*/json",
    ):
        reply = post(server, fields={"Accept": accept})
        expect_refused(reply, 406, accept)
        words = reply.message["error"]["message"]
        expect("application/json" in words and "text/event-stream" in words, "does not say", reply)


@case("C-38", over="http")
def content_type_is_read_as_http_means_it(server):
    """[HTTP-13]"""
    for kind in (
        "application/json; charset=utf-8", "Application/JSON", 'application/json;charset="UTF-8"',
        "application/json ; charset=UTF-8", "application/json;charset=Utf-8;x=y", "APPLICATION/JSON",
        "application/json;", "application/json; profile=\"x;y\"",
    ):  # fmt: skip
        expect_served(post(server, fields={"Content-Type": kind}), kind)
    for kind in (
        "text/plain", "text/json", "application/json-seq", "application/jsonx", "application/x-www-form-urlencoded",
        "*/*", "", "multipart/form-data; boundary=x", "application/json; charset=utf-16",
        "application/json, text/plain", "json", "text/plain;charset=utf-8", ["application/json", "application/json"],
    ):  # fmt: skip
        reply = post(server, fields={"Content-Type": kind})
        expect_refused(reply, 415, kind)
        expect("application/json" in reply.message["error"]["message"], "does not say", reply)
    expect_refused(post(server, without=("Content-Type",)), 415)


# ---- who may come ----------------------------------------------------------------------------------------------------

BAD_ORIGINS = [
    "http://evil.example", "null", "http://localhost.evil.example", "http://127.0.0.1.evil.example",
    "https://evil.example:8080", "http://localhost@evil.example", "http://evil.example#localhost",
    "http://evil.example/localhost", "localhost", "127.0.0.1", "file://", "chrome-extension://abcdef", "http://", "",
    "http://localhost/", "http://localhost:80/x", "ftp://localhost", "http://[::2]", "http://127.0.0.1.",
    "http://0.0.0.0", "http://2130706433", "http://[::ffff:127.0.0.1]", "http://localhost, http://evil.example",
]  # fmt: skip
GOOD_ORIGINS = [
    "HTTP://LOCALHOST:8080", "http://[::1]:8080", "http://localhost", "https://localhost", "http://127.0.0.1",
    "http://127.0.0.1:65535", "http://[::1]", "https://127.0.0.1:8443", "http://LocalHost:3000",
]  # fmt: skip
BAD_HOSTS = [
    "evil.example", "evil.example:80", "localhost.evil.example", "127.0.0.1.evil.example:8080", "[::2]", "0.0.0.0",
    "localhost@evil.example", "evil.example@localhost", "localhost:x", "localhost:8080:1", "::1", "[::1",
    "127.0.0.1/x", "localhost,evil.example", "http://localhost",
]  # fmt: skip
GOOD_HOSTS = [
    "127.0.0.1",
    "localhost:8080",
    "LOCALHOST:8080",
    "[::1]:8080",
    "[::1]",
    "127.0.0.1:1",
    "localhost",
    "127.1.2.3:80",
]


@case("C-39", over="http")
def a_web_page_of_somebody_else_is_turned_away(server):
    """Before its message is looked at, on every method and path. [SEC-01][SEC-02][SEC-05]"""
    for origin in BAD_ORIGINS:
        reply = post(server, fields={"Origin": origin})
        expect_refused(reply, 403, origin)
        expect(reply.field("Access-Control-Allow-Origin") is None, "granted", origin, reply)
        expect_refused(post(server, b"{", fields={"Origin": origin}), 403, origin)
    expect_refused(post(server, fields={"Origin": ["http://localhost", "http://localhost"]}), 403)
    expect_refused(post(server, fields={"Origin": ["http://localhost", "http://evil.example"]}), 403)
    asks = ("Host: 127.0.0.1", "Origin: http://evil.example", "Access-Control-Request-Method: POST")
    for method in ("OPTIONS", "GET", "DELETE", "PUT", "HEAD", "PATCH"):
        for path in (
            "/mcp",
            "/other",
            "/.well-known/oauth-protected-resource",
            "/.well-known/oauth-protected-resource/mcp",
        ):
            status, fields, _ = get(server, f"{method} {path} HTTP/1.1", asks, head=method == "HEAD")
            expect(
                status == 403 and "access-control-allow-origin" not in fields, "let in", method, path, status, fields
            )


@case("C-39", over="http")
def honest_pages_and_programs_are_let_in(server):
    """[SEC-01][SEC-02][HDR-29]"""
    for origin in GOOD_ORIGINS:
        reply = post(server, fields={"Origin": origin})
        expect_served(reply, origin)
        expect(reply.field("Access-Control-Allow-Origin") == origin and reply.field("Vary") == "Origin", "CORS", reply)
        asks = ("Host: 127.0.0.1", f"Origin: {origin}", "Access-Control-Request-Method: POST",
                "Access-Control-Request-Headers: content-type, mcp-method, x-evil, mcp-param-region")  # fmt: skip
        status, fields, _ = get(server, "OPTIONS /mcp HTTP/1.1", asks)
        expect(status == 204 and fields["access-control-allow-origin"] == origin, "preflight", status, fields)
        expect(
            fields["access-control-allow-headers"] == "content-type, mcp-method, mcp-param-region", "granted", fields
        )
        expect("access-control-allow-credentials" not in fields, "cookies", fields)
    reply = post(server)
    expect_served(reply)
    expect(reply.field("Access-Control-Allow-Origin") is None, "CORS without a page", reply)


@case("C-39", over="http")
def the_host_must_be_this_machine(server):
    """A page that rebinds a name of its own sends that name. [SEC-03]"""
    for host in GOOD_HOSTS:
        expect_served(post(server, fields={"Host": host}), host)
    for host in BAD_HOSTS:
        reply = post(server, fields={"Host": host})
        expect(400 <= reply.status < 500 and b'"ok"' not in reply.raw, "let in", host, reply)
    expect_refused(post(server, without=("Host",)), 400)
    expect_refused(post(server, fields={"Host": ""}), 400)
    expect_refused(post(server, fields={"Host": ["localhost", "localhost"]}), 400)
    expect_refused(post(server, fields={"Host": ["localhost", "evil.example"]}), 400)
    for method in ("GET", "OPTIONS", "DELETE"):
        for path in ("/mcp", "/other", "/.well-known/oauth-protected-resource"):
            status, _, _ = get(server, f"{method} {path} HTTP/1.1", ["Host: evil.example"])
            expect(status == 403, "let in", method, path, status)
    expect_refused(post(server, path="http://evil.example/mcp"), 403)
    expect_served(post(server, path="http://localhost/mcp"))


@case("C-39", over="http", options=["--allow-host", "mcp.example.com", "--allow-origin", "https://app.example.com"])
def names_of_a_proxy_can_be_allowed(server):
    """[SEC-03][SEC-04]"""
    for host in ("mcp.example.com", "MCP.example.com:443", "localhost"):
        expect_served(post(server, fields={"Host": host}), host)
    for host in ("example.com", "x.mcp.example.com", "mcp.example.com.evil.example"):
        expect_refused(post(server, fields={"Host": host}), 403, host)
    for origin in ("https://app.example.com", "https://APP.example.com:443", "http://localhost"):
        expect_served(post(server, fields={"Origin": origin}), origin)
    for origin in ("http://app.example.com", "https://app.example.com:8443", "https://x.app.example.com"):
        expect_refused(post(server, fields={"Origin": origin}), 403, origin)


@case("C-39", over="http")
def only_a_server_that_was_told_to_listens_to_other_machines(server):
    """[SEC-04]"""
    for address in ("0.0.0.0:0", "[::]:0"):
        run = subprocess.run([server.program, "--http", address], capture_output=True, timeout=SECONDS)
        expect(run.returncode in (1, 2) and b"--allow-host" in run.stderr, "it starts", address, run)
    with open("/proc/net/tcp", encoding="ascii") as table:
        mine = [row.split()[1] for row in table if f":{server.port:04X} " in row and row.split()[3] == "0A"]
    expect(mine == [f"0100007F:{server.port:04X}"], "listens elsewhere", mine)


# ---- methods and paths -----------------------------------------------------------------------------------------------


@case("C-41", over="http", options=["--handshake", "none"])
def other_methods_are_told_which_there_is(server):
    """At once, and without a stream. What sessions need of them is in sessions.py. [HTTP-09][VER-08]"""
    more = ["Host: 127.0.0.1", "Accept: text/event-stream", "Last-Event-ID: 5", "Mcp-Session-Id: x"]
    for method in ("GET", "HEAD", "DELETE", "PUT", "PATCH", "TRACE", "PROPFIND", "post", "OPTIONS"):
        for fields in (more, more[:1]):
            status, got, body = get(server, f"{method} /mcp HTTP/1.1", fields, head=method == "HEAD")
            expect(status == 405 and "POST" in got["allow"], "another answer", method, status, got)
            expect("location" not in got and b"\n" not in body.rstrip(b"\n"), "another answer", got, body)


@case("C-41", over="http")
def head_has_no_body(server):
    """The next answer on the connection is whole. [HTTP-09]"""
    with server.connect() as connection:
        connection.send(b"HEAD /mcp HTTP/1.1\r\nHost: localhost\r\n\r\n")
        status, fields = connection.head()
        expect(status == 405, "another status", status)
        if ("Connection", "close") in fields:
            expect(connection.ends() == b"", "a body")
        else:
            expect_served(connection.post(NOARGS))


@case("C-41", over="http")
def there_is_one_path_and_no_way_around(server):
    """Never a redirect, which would lose the body or the token. [HTTP-01][HTTP-20]"""
    expect_served(post(server, path="/mcp"))
    expect_served(post(server, path="/mcp?x=1"))
    for path in (
        "/mcp/", "//mcp", "/MCP", "/other", "/", "/mcp/x", "/mcp;x", "/./mcp", "/x/../mcp", "/%6dcp", "/mcp%2f",
        "/mcp%00", "/mcpx", "/mcp#x", "*", "mcp", "/?/mcp", "/.well-known/oauth-protected-resource", "/sse",
        "/messages",
    ):  # fmt: skip
        reply = post(server, path=path)
        expect(
            reply.status in (400, 404) and reply.field("Location") is None and not reply.raw.count(b'"ok"'),
            "served",
            path,
            reply,
        )
        status, fields, _ = get(server, f"GET {path} HTTP/1.1")
        expect(status in (400, 404) and "location" not in fields, "another answer", path, status)


@case("C-41", over="http")
def sessions_and_resumption_are_of_the_past(server):
    """[HTTP-06][HTTP-18][VER-08][T29]"""
    reply = post(server, fields={"Mcp-Session-Id": "x", "Last-Event-ID": "5"})
    expect_served(reply)
    expect(b"Session" not in repr(reply.fields).encode(), "a session", reply.fields)


# ---- the headers that repeat the body --------------------------------------------------------------------------------


def expect_mismatch(reply, *facts):
    expect(reply.status == 400 and reply.code == -32020 and reply.identity == 1, "not seen", reply, *facts)


@case("HDR-05", over="http")
def headers_that_say_something_else_than_the_body_are_refused(server):
    """A proxy may have let the request through for what the headers say.
    [HDR-01][HDR-02][HDR-03][HDR-05][HDR-06]"""
    before = server.ask(call("charge_count")).raw
    for name, values in {
        "MCP-Protocol-Version": ["2025-11-25", "2026-07-2", "2026-07-28, 2026-07-28", [VERSION] * 2, [VERSION, "x"]],
        "Mcp-Method": [
            "tools/list", "TOOLS/CALL", "", "tools/call, tools/list", ["tools/call"] * 2, "=?base64?dG9vbHMvY2FsbA==?=",
        ],
        "Mcp-Name": [
            "charge", "Noargs", "", "noargs, charge", ["noargs"] * 2, ["noargs", "charge"], "=?base64?bm9hcmdzIA==?=",
        ],
    }.items():  # fmt: skip
        for value in values:
            expect_mismatch(post(server, fields={name: value}), name, value)
        expect_mismatch(post(server, without=(name,)), name)
    # The other way round: a body that does what its headers hide.
    for message in (call("shift_clock", {"ms": 1}), request(1, "tools/list")):
        reply = post(server, message, fields={"Mcp-Method": "tools/call", "Mcp-Name": "noargs"})
        expect_mismatch(reply)
    expect(server.ask(call("charge_count")).raw == before, "something was run")


@case("HDR-05", over="http")
def a_state_does_not_pass_under_the_name_of_another_tool(server):
    """[HDR-05][MRTR-13]"""
    before = server.ask(call("charge_count")).result["structuredContent"]
    state = server.ask(call("charge", {"amount": 5})).state
    yes = {"inputResponses": {"confirm": {"action": "accept", "content": {"ok": True}}}, "requestState": state}
    for header, tool in (("charge", "charge_twice"), ("noargs", "charge"), ("charge_twice", "charge")):
        expect_mismatch(post(server, call(tool, {"amount": 5}, **yes), fields={"Mcp-Name": header}), header, tool)
    expect(server.ask(call("charge_count")).result["structuredContent"] == before, "somebody was charged")


@case("HDR-10", over="http")
def headers_may_be_spelled_in_every_way_that_http_allows(server):
    """Node sends lower-case names; names outside ASCII go in base64.
    [HDR-04][HDR-08][HDR-10][HDR-11][HDR-12][HDR-13]"""
    head = post_head(NOARGS)
    for each in (
        head.lower().replace(b"post /mcp http/1.1", b"POST /mcp HTTP/1.1"),
        head.replace(b": ", b":"),
        head.replace(b": ", b":  \t"),
    ):
        with server.connect() as connection:
            connection.send(each + NOARGS)
            expect_served(connection.response(), each)
    expect(
        post(server, request(1, "tools/list"), fields={"Mcp-Name": "whatever"}).status == 200,
        "a name where none is needed",
    )
    encoded = "=?base64?" + base64.b64encode(b"noargs").decode() + "?="
    expect_served(post(server, fields={"Mcp-Name": encoded}))
    for name in ("nöargs", "noargs ", "名前", "=?base64?x?=", "a\nb", ""):
        reply = post(server, call(name), fields={"Mcp-Name": header_value(name)})
        expect(reply.status == 200 and reply.code == -32602, "not the name that it is", repr(name), reply)
    for name in (
        "=?base64?bm9hcmdz",
        "=?BASE64?bm9hcmdz?=",
        "=?base64?bm9hcmdz?",
        "=?base64?bm9hcmdzA?=",
        "=?base64?bm9hcmdz=?=",
        "=?base64?/w==?=",
    ):
        expect_mismatch(post(server, fields={"Mcp-Name": name}), name)


@case("T-08", over="http")
def the_first_thing_that_is_wrong_is_what_is_said(server):
    """[VER-02][HTTP-19]"""
    old = META | {"io.modelcontextprotocol/protocolVersion": "2025-11-25"}
    bare = dump({"jsonrpc": "2.0", "id": 1, "method": "tools/list"})
    other = {"MCP-Protocol-Version": "2025-11-25", "Mcp-Method": "x"}
    for message, options, status, code in (
        (request(1, "tools/list", {}), {}, 400, -32602), (request(1, "tools/list", old), {}, 400, -32020),
        (request(1, "no/method", old), {"fields": other}, 400, -32022),
        (request(1, "no/method"), {"fields": {"Mcp-Method": "tools/list"}}, 400, -32020),
        (request(1, "no/method"), {}, 404, -32601),
        (request(1, "tools/list"), {"without": ("MCP-Protocol-Version",)}, 400, -32020),
        (bare, {"without": ("MCP-Protocol-Version",)}, 400, -32600),  # it may be of an older revision,
        (bare, {"fields": {"MCP-Protocol-Version": "2025-06-18"}}, 400, -32600),  # or is: its session is missing
        (call("missing", {}), {"fields": {"Mcp-Name": "noargs"}}, 400, -32020),
        (call("missing", {}), {}, 200, -32602), (b"{", {"fields": {"Content-Type": "text/plain"}}, 415, -32600),
        (b"{", {"fields": {"Accept": "text/html"}}, 406, -32600),
        (b"{", {"fields": {"Origin": "null", "Content-Type": "text/plain"}}, 403, -32600),
    ):  # fmt: skip
        reply = post(server, message, **options)
        expect((reply.status, reply.code) == (status, code), "something else", message, options, reply)


@case("T-08", over="http", options=["--handshake", "none"])
def where_there_is_no_handshake_the_headers_are_what_is_wrong(server):
    """[VER-06][HDR-01][HTTP-03]"""
    bare = dump({"jsonrpc": "2.0", "id": 1, "method": "tools/list"})
    for options, code in (
        ({"without": ("MCP-Protocol-Version",)}, -32020),
        ({"fields": {"MCP-Protocol-Version": "2025-06-18"}}, -32022),
    ):
        reply = post(server, bare, **options)
        expect((reply.status, reply.code) == (400, code), "something else", options, reply)
    for without in ((), ("MCP-Protocol-Version", "Mcp-Method")):
        reply = post(server, dump({"jsonrpc": "2.0", "method": "notifications/initialized"}), without=without)
        expect(reply.status == 202 and not reply.raw and not reply.body, "not just taken", reply)


# ---- bodies ----------------------------------------------------------------------------------------------------------


def chunks(data, size, extension=b"", trailer=b""):
    pieces = [data[at : at + size] for at in range(0, len(data), size)]
    return b"".join(b"%x%s\r\n%s\r\n" % (len(one), extension, one) for one in pieces) + b"0\r\n" + trailer + b"\r\n"


CHUNKED = {"fields": {"Transfer-Encoding": "chunked"}, "length": False}


@case("C-42", over="http")
def a_body_may_come_in_every_way_that_http_has(server):
    """[HTTP-21]"""
    with server.connect() as connection:
        for data in (
            post_head(NOARGS) + NOARGS, post_head(NOARGS, **CHUNKED) + chunks(NOARGS, 1),
            post_head(NOARGS, **CHUNKED) + chunks(NOARGS, 1000),
            post_head(NOARGS, **CHUNKED) + chunks(NOARGS, 99, b";name=value;x", b"X-T: 1\r\nHost: evil.example\r\n"),
            post_head(NOARGS, {"Transfer-Encoding": "Chunked"}, length=False) + chunks(NOARGS, 7, b' ; q="a;b"'),
        ):  # fmt: skip
            connection.send(data)
            expect_served(connection.response(), data)
        head = post_head(NOARGS, **CHUNKED)
        for at, each in enumerate((head + chunks(NOARGS, 50))):
            connection.send(bytes([each]))
            expect(at < len(head) or connection.unread == b"", "answered early", connection.unread)
        expect_served(connection.response(), "in single bytes")


@case("C-42", over="http")
def a_client_that_asks_first_is_told_to_go_on(server):
    """Or told no, before it has sent anything. [HTTP-12]"""
    for options in (
        {"fields": {"Expect": "100-continue"}},
        {"fields": {"Expect": "100-Continue", "Transfer-Encoding": "chunked"}, "length": False},
    ):
        with server.connect() as connection:
            connection.send(post_head(NOARGS, **options))
            expect(connection.until(b"\r\n\r\n") == b"HTTP/1.1 100 Continue\r\n\r\n", "not told to go on")
            connection.send(NOARGS if options.get("length", True) else chunks(NOARGS, 100))
            expect_served(connection.response())
    for more, status in (
        ({"Content-Type": "text/plain"}, 415),
        ({"Content-Length": str(1 << 30)}, 413),
        ({"Host": "evil.example"}, 403),
    ):
        with server.connect() as connection:
            connection.send(post_head(NOARGS, {"Expect": "100-continue"} | more))
            expect_refused(connection.response(), status)


@case("C-42", over="http")
def the_limit_of_a_body_is_one_for_all_kinds(server):
    """4 MiB; the refusal can be read although the client still sends. [HTTP-13][HTTP-22]"""
    most = 4 << 20
    for size in (1_048_575, 1_048_577, most):
        message = call("opt", {"a": "x" * (size - len(call("opt", {"a": ""})))})
        for framed in (post_head(message) + message, post_head(message, **CHUNKED) + chunks(message, 65_536)):
            with server.connect() as connection:
                connection.send(framed)
                expect(connection.response().ran, "refused", size)
    for size in (most + 1, 5 << 20, 64 << 20):
        message = b" " * size
        for framed in (post_head(message) + message, post_head(message, **CHUNKED) + chunks(message, 65_536)):
            with server.connect() as connection:
                connection.send(framed)
                expect_refused(connection.response(), 413, size)
    with server.connect() as connection:  # announced, and not sent
        connection.send(post_head(b"", {"Content-Length": "99999999999"}))
        expect_refused(connection.response(), 413)
        connection.ends()


@case("C-42", over="http")
def a_body_whose_end_is_in_doubt_is_refused(server):
    """Or two readers of the same bytes would see different requests in them. [HTTP-12][SEC-15]"""
    size = str(len(NOARGS))
    smuggled = post_head(call("finish_page")) + call("finish_page")
    for fields, body in (
        ({"Content-Length": size, "Transfer-Encoding": "chunked"}, chunks(NOARGS, 100)),
        ({"Content-Length": [size, size]}, NOARGS), ({"Content-Length": [size, "0"]}, NOARGS + smuggled),
        ({"Content-Length": ["0", size]}, NOARGS), ({"Content-Length": f"{size}, 0"}, NOARGS),
        ({"Content-Length": f"0, {size}"}, NOARGS), ({"Content-Length": "+" + size}, NOARGS),
        ({"Content-Length": "-1"}, NOARGS), ({"Content-Length": "0x10"}, NOARGS), ({"Content-Length": ""}, NOARGS),
        ({"Content-Length": "18446744073709551617"}, NOARGS), ({"Content-Length": size + " 1"}, NOARGS),
        ({"Transfer-Encoding": "gzip, chunked"}, chunks(NOARGS, 100)),
        ({"Transfer-Encoding": "chunked, chunked"}, chunks(NOARGS, 100)), ({"Transfer-Encoding": "identity"}, NOARGS),
        ({"Transfer-Encoding": "xchunked"}, chunks(NOARGS, 100)),
        ({"Transfer-Encoding": ["chunked", "identity"]}, NOARGS),
    ):  # fmt: skip
        with server.connect() as connection:
            connection.send(post_head(NOARGS, fields, length=False) + body + smuggled)
            got = connection.ends()
        expect(got.startswith((b"HTTP/1.1 400 ", b"HTTP/1.1 501 ", b"HTTP/1.1 413 ")), "not refused", fields, got)
        expect(got.count(b"HTTP/1.1") == 1 and b"finished" not in got, "goes on", fields, got)
    for broken in (
        b"zz\r\n" + NOARGS,
        b"-1\r\n" + NOARGS,
        b"%x\n%s\r\n0\r\n\r\n" % (len(NOARGS), NOARGS),
        b"5\r\nabcdefg\r\n0\r\n\r\n",
        b"\r\n\r\n",
        b"fffffffffffffffff\r\n",
    ):
        with server.connect() as connection:
            connection.send(post_head(NOARGS, **CHUNKED) + broken + smuggled)
            connection.socket.shutdown(socket.SHUT_WR)
            got = connection.ends()
        expect(b'"ok"' not in got and b"finished" not in got, "served", broken, got)
    expect(server.ask(call("ask_url")).asks, "a smuggled request was run")


@case("C-42", over="http")
def an_empty_or_coded_body_is_refused(server):
    """[HTTP-12][HTTP-13]"""
    reply = post(server, b"", fields={"Mcp-Method": "tools/list"})
    expect(reply.status == 400 and reply.code == -32700 and "id" not in reply.message, "another answer", reply)
    with server.connect() as connection:
        connection.send(post_head(b"", length=False))
        expect(connection.response().status in (400, 411), "taken without a length")
    for coding in ("gzip", "br", "deflate", "GZIP", "identity, gzip", ["identity", "gzip"]):
        expect_refused(post(server, fields={"Content-Encoding": coding}), 415, coding)
    expect_served(post(server, fields={"Content-Encoding": "identity"}))


@case("C-42", over="http")
def a_client_that_ends_too_early_leaves_nothing_behind(server):
    """It closes its sending side with the body still short, or the head. [HTTP-22]"""
    head = post_head(NOARGS)
    for data in (
        head + NOARGS[:-1],
        head,
        head[:-1],
        head[:40],
        b"POST",
        b"",
        post_head(NOARGS, **CHUNKED) + b"5\r\nab",
    ):
        with server.connect() as connection:
            connection.send(data)
            connection.socket.shutdown(socket.SHUT_WR)
            expect(b'"ok"' not in connection.ends(), "served", data)


@case("C-42", over="http")
def a_client_that_closes_only_its_sending_side_gets_its_answer(server):
    """Scripts with netcat do so. [HTTP-21]"""
    with server.connect() as connection:
        connection.send(post_head(NOARGS, {"Connection": "close"}) + NOARGS)
        connection.socket.shutdown(socket.SHUT_WR)
        expect_served(connection.response())


@case("C-42", over="http")
def requests_may_follow_each_other_without_waiting(server):
    """[HTTP-21]"""
    messages = [call("noargs", identity=each) for each in range(20)]
    with server.connect() as connection:
        connection.send(b"".join(post_head(one) + one for one in messages))
        for each in range(20):
            expect(connection.response().identity == each, "another order")


@case("C-42", over="http")
def a_line_break_behind_a_body_is_not_the_next_request(server):
    """Old clients send one that no length counts. [HTTP-21]"""
    with server.connect() as connection:
        for more in (b"\r\n", b"\r\n\r\n", b""):
            expect_served(connection.post(NOARGS))
            connection.send(more)
        connection.send(b"\r")
        expect(connection.unread == b"" and not connection.ended(), "half a line break ends it")


@case("C-42", over="http")
def heads_that_are_too_large_or_none_at_all_are_refused(server):
    """[HTTP-22][SEC-15]"""
    big = {"X-Big": "x" * 40_000}
    for data, statuses in (
        (post_head(NOARGS, big), (431,)), (post_head(NOARGS, {f"X-{each}": "y" for each in range(200)}), (431,)),
        (post_head(NOARGS, path="/mcp?" + "x" * 40_000), (414, 431)),
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\0" * 100, (400,)), (b"nonsense\r\n\r\n", (400,)),
        (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", (400, 505)), (b"POST /mcp HTTP/3.0\r\nHost: x\r\n\r\n", (400, 505)),
        (b"POST /mcp\r\n\r\n", (400, 505)), (post_head(NOARGS, {"X": "a\0b"}), (400,)),
        (post_head(NOARGS).replace(b"Host:", b"Host :"), (400,)),
        (post_head(NOARGS).replace(b"Accept:", b" Accept:"), (400, 415)), (post_head(NOARGS, {"X Y": "z"}), (400,)),
        (b"x" * 100_000, (400, 431)),
    ):  # fmt: skip
        with server.connect() as connection:
            connection.send(data)
            status, _ = connection.head()
            expect(status in statuses, "another status", data[:100], status)


@case("C-42", over="http")
def what_other_clients_send_along_does_no_harm(server):
    """Java asks for HTTP/2, browsers and Node send all sorts of things. [HDR-24]"""
    for fields in (
        {"Connection": "Upgrade, HTTP2-Settings", "Upgrade": "h2c", "HTTP2-Settings": "AAEAAEAAAAIAAAABAAMAAABkAAQBAA"},
        {"Accept-Encoding": "gzip, deflate, br, zstd", "Accept-Language": "*", "Sec-Fetch-Mode": "cors"},
        {"Connection": "keep-alive", "Keep-Alive": "timeout=5", "Cookie": "a=b", "User-Agent": "node"},
        {"Forwarded": "for=1.2.3.4;host=evil.example", "X-Forwarded-Host": "evil.example", "X-Original-URL": "/other"},
        {"X-HTTP-Method-Override": "DELETE", "Via": "1.1 proxy", "Range": "bytes=0-1", "If-None-Match": "*"},
        {"traceparent": "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", "Authorization": "Bearer unasked"},
        {"Mcp-Param-Region": "eu"},
    ):  # fmt: skip
        reply = post(server, fields=fields)
        expect_served(reply, fields)
        expect(
            reply.field("Content-Encoding") is None and reply.field("Upgrade") is None, "does as they say", reply.fields
        )
    expect(post(server).field("Date"), "no date")
