# SPDX-FileCopyrightText: 2026 The parley authors
# SPDX-License-Identifier: BSL-1.0
"""One yes runs one action, once: whoever sends it how often, to whichever process, and whatever breaks."""

import os
import signal
import tempfile
import threading
import time

from cases import case
from flows import ask, charges, confirmed, key
from peer import answers, call, expect

COPIES = 200
SLOWLY = {"amount": 5, "ms": 1500}


def retry(state, tool="charge", arguments=None, identity=1, **answer):
    """The line of a second round; it says yes when nothing else is said."""
    given = answers(confirm=answer or {"ok": True})
    return call(tool, arguments or {"amount": 5}, identity=identity, inputResponses=given, requestState=state)


def at_once(servers, lines):
    """Sends each line on a connection of its own, one server after the other, all at the same time."""
    replies = [None] * len(lines)
    gate = threading.Barrier(len(lines))

    def send(at, line):
        with servers[at % len(servers)].connect() as connection:
            gate.wait()
            replies[at] = connection.post(line)

    threads = [threading.Thread(target=send, args=each) for each in enumerate(lines)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    expect(all(replies), "not all were answered")
    return replies


def expect_answered_otherwise(reply):
    found = reply.message.get("error", {})
    expect(found.get("code") == -32602 and found.get("data") == {"reason": "already_answered"}, "not refused", reply)


# ---- one process -----------------------------------------------------------------------------------------------------


@case("once-05")
def an_answer_that_is_sent_again_gets_the_same_result(server):
    """[MRTR-14]"""
    state, before = ask(server).state, charges(server)
    first = confirmed(server, state)
    for identity in (2, "three", -4):
        again = confirmed(server, state, identity=identity)
        expect(again.identity == identity and again.result == first.result, "another result", again)
    expect(charges(server) == before + 1, "charged twice")
    expect_answered_otherwise(server.ask(retry(state, action="decline")))


@case("once-05")
def a_no_is_final(server):
    """[MRTR-14]"""
    for no in ("decline", "cancel"):
        state, before = ask(server).state, charges(server)
        expect(server.ask(retry(state, action=no)).failed, "not a failure")
        expect_answered_otherwise(confirmed(server, state))
        expect(charges(server) == before, "charged after a no")


@case("once-04", over="http", alone=True)
def of_many_copies_of_an_answer_one_runs(server):
    """[MRTR-14]"""
    for tool, arguments in (("charge", {"amount": 5}), ("charge_slowly", SLOWLY), ("charge", {"amount": 6})):
        state, before = ask(server, tool, arguments).state, charges(server)
        replies = at_once([server], [retry(state, tool, arguments, identity=each) for each in range(COPIES)])
        expect(charges(server) == before + 1, "charged more than once", charges(server) - before)
        expect(len({str(each.result) for each in replies}) == 1, "different results")
        others = at_once([server], [retry(state, tool, arguments, action="decline") for _ in range(20)])
        for each in others:
            expect_answered_otherwise(each)
        expect(charges(server) == before + 1, "charged again")


@case("once-05", over="http", alone=True)
def a_result_that_was_lost_on_the_way_is_fetched_by_another_request(server):
    """The connection breaks while the body runs; what was agreed to is done to its end. [CAN-02]"""
    state, before = ask(server, "charge_slowly", SLOWLY).state, charges(server)
    with server.connect() as connection:
        connection.send_post(retry(state, "charge_slowly", SLOWLY))
        time.sleep(0.3)
    reply = confirmed(server, state, "charge_slowly", SLOWLY)
    expect(reply.text == f"charged 5 as number {before + 1}", "another result", reply)
    expect(charges(server) == before + 1, "charged twice")


# ---- several processes -----------------------------------------------------------------------------------------------


def with_file(run):
    """Gives a case a file for a ledger, and starts its server with it."""

    def case_with_file(server):
        with tempfile.TemporaryDirectory() as folder:
            options = [*key(0), "--ledger", os.path.join(folder, "ledger")]
            server.end()
            server.start(options, {})
            run(server, options)
            server.end()
            server.start([], {})

    case_with_file.__name__, case_with_file.__doc__ = run.__name__, run.__doc__
    return case_with_file


@case("once-04", over="http", alone=True)
@with_file
def of_many_copies_one_runs_in_whichever_process(server, options):
    """[MRTR-14][BASE-16]"""
    other = server.another(*options)
    for tool, arguments in (("charge", {"amount": 5}), ("charge_slowly", SLOWLY), ("charge", {"amount": 6})):
        state, before = ask(server, tool, arguments).state, charges(server) + charges(other)
        replies = at_once([server, other], [retry(state, tool, arguments, identity=each) for each in range(COPIES)])
        expect(charges(server) + charges(other) == before + 1, "charged more than once")
        expect(len({str(each.result) for each in replies}) == 1, "different results")
        expect_answered_otherwise(server.ask(retry(state, tool, arguments, action="decline")))
        expect_answered_otherwise(other.ask(retry(state, tool, arguments, action="cancel")))


@case("once-05", over="http", alone=True)
@with_file
def a_process_that_was_killed_in_the_middle_has_never_run_twice(server, options):
    """[MRTR-14]"""
    other = server.another(*options)
    state = ask(server, "charge_slowly", {"amount": 5, "ms": 60_000}).state
    with server.connect() as connection:
        connection.send_post(retry(state, "charge_slowly", {"amount": 5, "ms": 60_000}))
        time.sleep(0.5)
        server.forget_connection()
        os.kill(server.process.child.pid, signal.SIGKILL)
        server.process.child.wait()
    reply = confirmed(other, state, "charge_slowly", {"amount": 5, "ms": 60_000})
    expect("may have run" in reply.failed, "another end", reply)
    expect(charges(other) == 0, "charged")
    server.start(options, {})
    again = confirmed(server, state, "charge_slowly", {"amount": 5, "ms": 60_000})
    expect(again.result == reply.result and charges(server) == 0, "another end", again)


@case("once-05", alone=True)
@with_file
def a_result_outlives_its_process(server, options):
    """[MRTR-14]"""
    state = ask(server).state
    first = confirmed(server, state)
    server.end()
    server.start(options, {})
    expect(confirmed(server, state).result == first.result, "another result")
    expect(charges(server) == 0, "charged twice")


@case("once-04")
def a_process_that_does_not_know_what_was_run_starts_over(server):
    """[MRTR-14]"""
    reply = confirmed(server.another(*key(0)), ask(server.another(*key(0))).state)
    expect(reply.message["error"]["data"] == {"reason": "invalid_request_state"}, "taken", reply)
