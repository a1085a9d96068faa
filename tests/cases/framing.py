# SPDX-FileCopyrightText: 2026 The parley authors
# SPDX-License-Identifier: BSL-1.0
"""Where one message ends and the next begins: lines on pipes, events on streams, and messages of any length."""

import json
import time

from cases import case
from peer import SECONDS, Reply, call, expect, meta, post_head

MIB = 1 << 20


# ---- lines -----------------------------------------------------------------------------------------------------------


@case("C-31", over="stdio")
def lines_may_end_as_on_windows(server):
    """[STDIO-01]"""
    server.send(
        call("noargs", identity=1)
        + b"\r\n"
        + call("noargs", identity=2)
        + b"\n\n\r\n  \n"
        + call("noargs", identity=3)
        + b"\r\n"
    )
    for identity in (1, 2, 3):
        line = server.line()
        expect(line is not None and b"\r" not in line and Reply(line).identity == identity, "another line", line)


@case("C-31", over="stdio", alone=True)
def the_last_line_needs_no_end(server):
    """The end of the input is the end of the session, once everything is answered. [STDIO-01][STDIO-05]"""
    other = server.another()
    other.send(call("noargs", identity=1) + b"\n" + call("awkward", identity=2))
    other.process.child.stdin.close()
    expect({other.reply().identity, other.reply().identity} == {1, 2}, "not answered")
    expect(other.line() is None and other.process.exit_code() == 0, "no clean end")


@case("C-31", over="stdio")
def an_answer_is_one_line_whatever_stands_in_it(server):
    """[STDIO-01][STDIO-03]"""
    server.send(call("awkward", identity=1) + b"\n")
    line = server.line()
    expect(
        b"one\\ntwo\\r\\nthree" in line and Reply(line).text == "one\ntwo\r\nthree\u2028four 😀", "another line", line
    )


@case("C-31", over="stdio")
def a_message_in_pieces_is_one_message(server):
    """[STDIO-01]"""
    text = call("opt", {"a": "😀é"}, identity=1) + b"\r\n"
    for at in range(len(text)):
        server.send(text[at : at + 1])
    expect(server.reply().text == "😀é|-", "another text")


# ---- long messages ---------------------------------------------------------------------------------------------------


@case("C-33")
def messages_of_some_mebibytes_go_both_ways(server):
    """[SEC-15]"""
    limit = 4 * MIB if server.name == "http" else 8 * MIB  # of a body, and of a line
    for size in (65_535, 65_536, 65_537, MIB - 1, MIB, MIB + 1, 3 * MIB, 5 * MIB):
        text = call("opt", {"a": "x" * size})
        if len(text) > limit:
            continue
        reply = server.ask(text)
        expect(reply.text == "x" * size + "|-", "another text", size)
    for size in (65_535, 65_536, MIB, 5 * MIB):
        expect(server.call("blob", {"bytes": size}).text == "x" * size, "another text", size)


@case("C-33", over="stdio")
def the_longest_line_is_taken_and_one_byte_more_is_not(server):
    """[STDIO-09]"""
    room = 8 * MIB - len(call("opt", {"a": ""}))
    expect(len(server.call("opt", {"a": "x" * room}).text) == room + 2, "refused")
    reply = server.call("opt", {"a": "x" * (room + 1)})
    expect(reply.code == -32600 and "id" not in reply.message, "taken", reply)
    expect(server.call("noargs", identity="next").identity == "next", "one answer too many")


@case("C-33", over="stdio", alone=True)
def a_line_without_an_end_costs_one_error_and_no_memory(server):
    """256 MiB, with small calls before and after it in the same write. [STDIO-09][SEC-15]"""
    server.call("noargs")
    before = server.process.status_of("VmRSS")
    head, tail = call("noargs", identity="before") + b"\n", b"\n" + call("noargs", identity="after") + b"\n"
    piece = b"x" * MIB
    server.send(head + piece)
    for _ in range(254):
        server.send(piece)
    server.send(piece + tail)
    expect(server.reply().identity == "before", "the call before it")
    reply = server.reply()
    expect(reply.code == -32600 and "id" not in reply.message, "no error", reply)
    expect(server.reply().identity == "after", "the call after it")
    if server.is_plain:  # a sanitizer keeps what was freed
        # In KiB. The limit of a line is 8 MiB, and a string that grows holds up to three times as much for a moment.
        most, now = server.process.status_of("VmHWM"), server.process.status_of("VmRSS")
        expect(most < before + 64 * 1024 and now < before + 16 * 1024, "it was kept", before, most, now)


@case("C-33", over="stdio")
def a_reader_that_is_slow_gets_everything(server):
    """Answers wait for their reader, and nobody else's are lost. [STDIO-03]"""
    count = 40
    server.send(b"".join(call("blob", {"bytes": MIB // 2}, identity=each) + b"\n" for each in range(count)))
    seen = [server.reply() for _ in range(count)]
    expect({reply.identity for reply in seen} == set(range(count)), "not all of them")
    expect(all(len(reply.text) == MIB // 2 for reply in seen), "not all of it")


# ---- events ----------------------------------------------------------------------------------------------------------

STREAM = {"Accept": "text/event-stream"}


def expect_stream(status, fields):
    """[HTTP-07]"""
    named = {name.lower(): value for name, value in fields}
    expect(status == 200 and named.get("content-type") == "text/event-stream", "no stream", status, fields)
    expect("no-cache" in named.get("cache-control", "") and named.get("x-accel-buffering") == "no", "held back", fields)
    expect(named.get("transfer-encoding") == "chunked" and "content-encoding" not in named, "other coding", fields)


def stream(server, message):
    """The bytes of a stream, whose head is as it should be."""
    with server.connect() as connection:
        connection.send(post_head(message, STREAM) + message)
        status, fields = connection.head()
        expect_stream(status, fields)
        return connection.body(status, fields)


@case("C-45", over="http")
def a_stream_is_events_and_nothing_else(server):
    """Raw: LF only, one data line for each event, no byte-order mark, no id, no retry. [HTTP-05][HTTP-06][HTTP-08]"""
    body = stream(server, call("awkward", identity=7))
    start, end = b'event: message\ndata: {"jsonrpc":"2.0","id":7,', b"}\n\n"
    expect(
        body.startswith(start) and body.endswith(end) and body.count(b"\n") == 3 and b"\r" not in body, "framing", body
    )
    expect("one\\ntwo\\r\\nthree\u2028four 😀".encode() in body, "another text", body)
    body = stream(server, call("slow", {"ms": 1000}, about=meta(progressToken="p")))
    events = body.split(b"\n\n")
    expect(events.pop() == b"" and all(one.startswith(b"event: message\ndata: {") for one in events), "framing", body)
    expect(len(events) == 11 and b"slept" in events[-1] and b"slept" not in b"".join(events[:-1]), "order", events)
    expect([json.loads(one[21:])["params"]["progress"] for one in events[:3]][0] < 200, "another start", events[:3])


@case("C-45", over="http")
def a_large_result_is_one_event(server):
    """[HTTP-05]"""
    body = stream(server, call("blob", {"bytes": 5 * MIB}))
    expect(body.count(b"\n") == 3 and len(body) > 5 * MIB and b"x" * 5 * MIB in body, "another body", len(body))


@case("C-45", over="http")
def progress_comes_while_the_tool_still_runs(server):
    """[HTTP-14][PRG-02]"""
    begin = time.monotonic()
    message = call("slow", {"ms": 60_000}, about=meta(progressToken="p"))
    with server.connect() as connection:
        connection.send(post_head(message) + message)
        expect_stream(*connection.head())
        first = connection.chunk()
        expect(
            first.startswith(b'event: message\ndata: {"jsonrpc":"2.0","method":"notifications/progress"'),
            "no progress",
            first,
        )
    expect(time.monotonic() - begin < SECONDS, "held back")


@case("C-45", over="http")
def without_a_stream_there_is_no_progress(server):
    """A client that takes only JSON gets the answer, whole. [HTTP-14]"""
    reply = server.ask_afresh(
        call("slow", {"ms": 250}, about=meta(progressToken="p")), fields={"Accept": "application/json"}
    )
    expect(
        reply.field("Content-Type") == "application/json" and reply.text == "slept" and not reply.before,
        "another",
        reply,
    )


@case("C-45", over="http")
def an_error_that_has_a_status_keeps_it_though_a_stream_was_asked_for(server):
    """[HTTP-11][HTTP-15]"""
    reply = server.ask_afresh(call("noargs", about={}), fields=STREAM)
    expect(reply.status == 400 and reply.code == -32602, "another status", reply)
    reply = server.ask_afresh(call("missing"), fields=STREAM)
    expect(reply.status == 200 and reply.code == -32602, "another status", reply)


@case("C-45", over="http")
def a_stream_to_a_client_of_http_1_0_ends_with_its_connection(server):
    """[HTTP-04]"""
    message = call("awkward")
    with server.connect() as connection:
        connection.send(post_head(message, STREAM).replace(b"HTTP/1.1", b"HTTP/1.0", 1) + message)
        head, _, body = connection.ends().partition(b"\r\n\r\n")
        expect(b"chunked" not in head.lower() and b"Connection: close" in head, "another head", head)
        expect(body.startswith(b"event: message\ndata: {") and body.endswith(b"}\n\n"), "another body", body)


@case("C-45", over="http")
def the_connection_serves_on_after_a_stream(server):
    """[HTTP-21]"""
    with server.connect() as connection:
        for each in range(3):
            reply = connection.post(call("awkward", identity=each), fields=STREAM)
            expect(reply.identity == each, "another answer", reply)
            expect(connection.post(call("noargs", identity="j")).field("Content-Type") == "application/json", "no JSON")
