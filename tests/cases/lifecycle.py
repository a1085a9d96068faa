# SPDX-FileCopyrightText: 2026 The parley authors
# SPDX-License-Identifier: BSL-1.0
"""Calls that take their time, clients that go away, and servers that are told to end."""

import contextlib
import resource
import signal
import time

from cases import case
from peer import Reply, Stdio, call, cancelled, expect, meta, post_head, request, settled, wait_until

LONG = 120_000  # ms: nobody waits for a call that takes so long
QUICK = 10  # seconds: far less than that, and room enough for a machine that is busy
MOST = 64  # calls under way at once


def saw_cancellation(server):
    return server.ask_afresh(call("slow_status")).text == "cancelled"


# ---- pipes -----------------------------------------------------------------------------------------------------------


@case("C-35", over="stdio")
def a_slow_call_holds_nobody_up_and_can_be_cancelled(server):
    """All in one write; nothing is said any more for the call that was cancelled.
    [STDIO-11][CAN-01][CAN-04]"""
    about = meta(progressToken="p")
    messages = [
        call("slow", {"ms": LONG}, identity=1, about=about),
        call("noargs", identity=2),
        call("echo_int", {"n": 5}, identity=3),
        request(4, "tools/list"),
        cancelled(1, reason="enough"),
    ]
    server.send(b"".join(message + b"\n" for message in messages))
    begin = time.monotonic()
    seen = {server.reply().identity for _ in range(3)}
    expect(seen == {2, 3, 4} and time.monotonic() < begin + QUICK, "held up", seen)
    for identity in ("a", "b"):
        reply = server.call("noargs", identity=identity)
        expect(reply.identity == identity and not reply.before, "still talks", reply, reply.before)


@case("C-35", over="stdio")
def a_tool_that_runs_hears_that_it_was_cancelled(server):
    """And its progress ends at once. [CAN-03][CAN-04][PRG-02]"""
    server.send(call("slow", {"ms": LONG}, identity=1, about=meta(progressToken="p")) + b"\n")
    expect(b"notifications/progress" in server.line(), "it does not run")
    server.send(cancelled(1) + b"\n" + call("noargs", identity="mark") + b"\n")
    expect(server.reply().identity == "mark", "answered")
    wait_until(server, lambda: saw_cancellation(server), "the tool does not hear of it")
    for identity in ("a", "b"):
        reply = server.call("noargs", identity=identity)
        expect(reply.identity == identity and not reply.before, "still talks", reply, reply.before)


@case("C-35", over="stdio")
def only_the_call_that_is_named_is_cancelled(server):
    """[CAN-05][BASE-02]"""
    server.send(call("slow", {"ms": 300, "tag": "done"}, identity="1") + b"\n")
    for other in (1, "2", None, "", 1.5, {}, [], "1 "):
        server.send(cancelled(other) + b"\n")
    server.send(b'{"jsonrpc":"2.0","method":"notifications/canceled","params":{"requestId":"1"}}\n')
    expect(server.reply().text == "done", "cancelled")
    server.send(cancelled("1") + b"\n")  # too late
    expect(server.call("noargs", identity="1").text == "ok", "a later call of that id is cancelled")


@case("C-35", over="stdio", alone=True)
def more_calls_than_the_server_takes_are_refused_and_not_queued(server):
    """[HTTP-22]"""
    server.send(b"".join(call("slow", {"ms": LONG}, identity=each) + b"\n" for each in range(MOST)))
    reply = server.call("echo_int", {"n": 1}, identity="more")
    expect(
        reply.code == -32603 and "busy" in reply.message["error"]["message"] and reply.identity == "more",
        "taken",
        reply,
    )
    for message in (call("noargs", identity="q"), request("q", "server/discover"), request("q", "tools/list")):
        expect(server.ask(message).result["resultType"] == "complete", "what needs no thread is refused")
    server.send(b"".join(cancelled(each) + b"\n" for each in range(MOST)))
    wait_until(server, lambda: server.call("echo_int", {"n": 1}).ran, "no room is made")


@case("STDIO-05", over="stdio", alone=True)
def the_end_of_the_input_ends_the_server_whatever_still_runs(server):
    """Calls that are nearly done are answered; the others are cancelled. [STDIO-05][STDIO-07]"""
    other = server.another()
    other.send(call("slow", {"ms": 100}, identity=1) + b"\n" + call("slow", {"ms": LONG}, identity=2) + b"\n")
    begin = time.monotonic()
    other.process.child.stdin.close()
    expect(other.reply().identity == 1 and other.line() is None, "not answered")
    expect(other.process.exit_code() == 0 and time.monotonic() < begin + QUICK, "does not end")


@case("STDIO-03", over="stdio", alone=True)
def a_reader_that_goes_away_ends_the_server(server):
    """And not by a signal. [STDIO-03][STDIO-05]"""
    other = server.another()
    other.process.child.stdout.close()
    other.process.child.stdin.write(call("noargs") + b"\n" + call("slow", {"ms": LONG}) + b"\n")
    expect(other.process.exit_code() == 0, "ended by a signal", other.process.child.returncode)
    other.end = lambda: (other.process.child.stdin.close(), other.process.end())  # nothing is left to read


@case("STDIO-02", over="stdio")
def the_log_is_not_in_the_way(server):
    """[STDIO-02][STDIO-08]"""
    server.call("boom")
    server.call("noargs", requestState="x")
    expect(server.process.line_with("tool_failed") and server.process.line_with("state_rejected"), "nothing is logged")


# ---- HTTP ------------------------------------------------------------------------------------------------------------


@contextlib.contextmanager
def slow_calls(server, count, **arguments):
    """So many connections, each with a long call under way."""
    message = call("slow", {"ms": LONG} | arguments, about=meta(progressToken=1))
    with contextlib.ExitStack() as stack:
        connections = [stack.enter_context(server.connect()) for _ in range(count)]
        for one in connections:
            one.send(post_head(message) + message)
        for one in connections:
            expect(one.head()[0] == 200, "not under way")  # its first progress: it runs
        yield connections


@case("C-35", over="http")
def slow_calls_hold_no_other_client_up(server):
    """More than threads stay when there is nothing to do. [STDIO-11][HTTP-22]"""
    with slow_calls(server, 9):
        begin = time.monotonic()
        for message in (
            call("noargs"),
            request(1, "server/discover"),
            call("echo_int", {"n": 1}),
            call("charge", {"amount": 1}),
        ):
            expect("result" in server.ask_afresh(message).message, "refused")
        expect(time.monotonic() < begin + QUICK, "held up")
    wait_until(server, lambda: saw_cancellation(server), "the tool does not hear of it")


@case("C-35", over="http", alone=True)
def more_calls_than_the_server_takes_get_a_status_that_says_so(server):
    """[HTTP-22]"""
    with slow_calls(server, MOST):
        reply = server.ask_afresh(call("echo_int", {"n": 1}, identity="more"))
        expect(reply.status == 503 and reply.field("Retry-After") and reply.identity == "more", "taken", reply)
        expect(server.ask_afresh(request(1, "server/discover")).status == 200, "what needs no thread is refused")
        server.check_alive()
    wait_until(server, lambda: server.ask_afresh(call("echo_int", {"n": 1})).ran, "no room is made")


@case("C-35", over="http")
def closing_the_stream_cancels_the_call_and_a_message_does_not(server):
    """[CAN-02][CAN-08][HTTP-16]"""
    with slow_calls(server, 1) as (connection,):
        reply = server.ask_afresh(cancelled(1))
        expect(reply.status == 202 and not reply.body, "another answer", reply)
        connection.chunk()
        connection.chunk()
        expect(not saw_cancellation(server), "cancelled by a message")
    wait_until(server, lambda: saw_cancellation(server), "the tool does not hear of it")


@case("C-35", over="http")
def a_client_that_goes_away_before_the_answer_began_cancels_too(server):
    """[CAN-02][HTTP-16]"""
    message = call("slow", {"ms": LONG})  # no progress: nothing has been sent yet
    for leave in ("close", "reset"):
        expect(server.ask_afresh(call("slow", {"ms": 1})).text == "slept" and not saw_cancellation(server), "not reset")
        with server.connect() as connection:
            connection.send(post_head(message) + message)
            is_running = lambda: server.ask_afresh(call("slow_status")).text == "running"  # noqa: E731
            wait_until(server, is_running, "it does not run")
            getattr(connection, leave)()
        wait_until(server, lambda: saw_cancellation(server), f"the tool does not hear of it: {leave}")


@case("C-49", over="http", alone=True)
def a_server_that_is_told_to_end_ends(server):
    """With calls under way, connections that say nothing, and streams that are open. [HTTP-16]"""
    for number in (signal.SIGTERM, signal.SIGINT):
        other = server.another()
        with slow_calls(other, 5) as running, other.connect() as silent, other.connect() as half:
            half.send(b"POST /mcp HTTP/1.1\r\nHost: lo")
            other.check_alive()
            begin = time.monotonic()
            other.process.child.send_signal(number)
            expect(other.process.exit_code() == 0, "another end", other.process.child.returncode)
            expect(time.monotonic() < begin + 2 * QUICK, "takes too long")
            expect(silent.ends() == b"" and half.ends() is not None, "still open")
            for one in running:
                one.ends()


@case("C-49", over="stdio", alone=True)
def a_server_on_a_pipe_that_is_told_to_end_ends(server):
    """[STDIO-07]"""
    for number in (signal.SIGTERM, signal.SIGINT):
        other = Stdio(server.program)
        with other:
            other.send(call("slow", {"ms": LONG}, identity=1) + b"\n")
            other.check_alive()
            other.process.child.send_signal(number)
            expect(other.process.exit_code() == 0, "another end", other.process.child.returncode)


# ---- churn -----------------------------------------------------------------------------------------------------------


def breaks(count):
    """Places to break off, the same in each run: a full-period generator."""
    state = 1
    for _ in range(count):
        state = (state * 1_103_515_245 + 12_345) % (1 << 31)
        yield state >> 8


@case("C-49", over="http", alone=True)
def connections_that_break_off_leave_nothing_behind(server):
    """In the middle of a head, of a body, and right behind either; by a reset or an end. [HTTP-22]"""
    server.check_alive()
    descriptors, threads = server.process.descriptors(), server.process.status_of("Threads")
    message = call("opt", {"a": "x" * 500})
    data = post_head(message) + message
    for each in breaks(600):
        connection = server.connect()
        connection.send(data[: each % (len(data) + 1)])
        connection.reset() if each % 3 else connection.close()
    settled(server, descriptors, threads)


@case("C-49", over="http", alone=True)
def streams_that_break_off_leave_nothing_behind(server):
    """[CAN-02][HTTP-16]"""
    server.check_alive()
    descriptors, threads = server.process.descriptors(), server.process.status_of("Threads")
    message = call("slow", {"ms": 300}, about=meta(progressToken=1))
    before = 0
    for each in breaks(300):
        connection = server.connect()
        connection.send(post_head(message) + message)
        if each % 4 == 0:
            status, fields = connection.head()
            if ("Content-Type", "text/event-stream") in fields and each % 8 == 0:
                connection.chunk()
            before += status == 200
        connection.reset() if each % 3 else connection.close()
    expect(before > 0, "nothing was ever served")
    settled(server, descriptors, threads)
    # And memory: the same once more costs nothing. In KiB.
    if server.is_plain:
        first = server.process.status_of("VmRSS")
        for _ in breaks(300):
            with server.connect() as connection:
                connection.send(post_head(message) + message)
        settled(server, descriptors, threads)
        expect(
            server.process.status_of("VmRSS") < first + 16 * 1024, "it grows", first, server.process.status_of("VmRSS")
        )


@case("C-49", over="http", alone=True)
def who_always_sends_a_part_of_the_next_request_along_costs_no_memory(server):
    """What was read and used is let go of, though the input never runs empty. [HTTP-21][HTTP-22]"""
    message = call("noargs")
    data = post_head(message, {"X-Padding": "x" * 14_000}) + message
    with server.connect() as connection:
        connection.send(data + data[:50])
        expect(connection.response().text == "ok", "not served")
        first = server.process.status_of("VmRSS")
        for _ in range(1_500):
            connection.send(data[50:] + data[:50])
            expect(connection.response().text == "ok", "not served")
    grown = server.process.status_of("VmRSS") - first
    expect(not server.is_plain or grown < 10 * 1024, "it grows, in KiB", grown)


@case("C-49", over="http", alone=True)
def a_server_without_descriptors_waits_for_some(server):
    """It takes connections again as soon as others have ended, and can say so. [HTTP-22]"""
    server.check_alive()
    pid = server.process.child.pid
    limits = resource.prlimit(pid, resource.RLIMIT_NOFILE)
    room = server.process.descriptors() + 8
    resource.prlimit(pid, resource.RLIMIT_NOFILE, (room, limits[1]))
    with contextlib.ExitStack() as stack:
        for _ in range(40):
            stack.enter_context(server.connect())
        server.process.line_with("accept_failed")
    server.check_alive()


@case("C-49", over="http", alone=True)
def more_connections_than_the_server_takes_are_told_so(server):
    """[HTTP-22]"""
    most = 1024
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = most + 200
    expect(hard >= wanted, "this machine allows too few descriptors", hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, wanted), hard))
    resource.prlimit(server.process.child.pid, resource.RLIMIT_NOFILE, (max(soft, wanted), hard))
    server.check_alive()  # what the first call opens is not to be counted as left behind
    descriptors, threads = server.process.descriptors(), server.process.status_of("Threads")
    with contextlib.ExitStack() as stack:
        for _ in range(most):
            stack.enter_context(server.connect())
        with server.connect() as one_more:
            reply = one_more.response()
            expect(
                reply.status == 503 and reply.field("Retry-After") and reply.field("Connection") == "close",
                "taken",
                reply,
            )
    settled(server, descriptors, threads)


@case("C-49", seconds=300, alone=True)
def a_server_may_be_started_and_ended_any_number_of_times(server):
    """With a call under way each time."""
    for _ in range(25):
        with type(server)(server.program) as other:
            other.check_alive()
            if other.name == "stdio":
                other.send(call("slow", {"ms": 50}, identity=1) + b"\n")
            else:
                with other.connect() as connection:
                    message = call("slow", {"ms": LONG})
                    connection.send(post_head(message) + message)
                    other.check_alive()


@case("C-49", over="stdio")
def thousands_of_calls_in_one_write_are_all_answered(server):
    """Half of them cancelled before they are read. [STDIO-03][CAN-04]"""
    count = 2000
    lines = [call("noargs", identity=each) for each in range(count)] + [cancelled(each) for each in range(0, count, 2)]
    server.send(b"".join(line + b"\n" for line in lines) + call("echo_int", {"n": 1}, identity="last") + b"\n")
    seen = []
    while "last" not in seen:
        line = server.line()
        expect(line is not None, "no answer")
        seen.append(Reply(line).identity)
    expect(len(seen) == len(set(seen)), "answered twice")
    expect(set(range(1, count, 2)) <= set(seen), "not answered")
