# SPDX-FileCopyrightText: 2026 The parley authors
# SPDX-License-Identifier: BSL-1.0
"""Clients that listen for changes: what they are told, under which name, and how it ends.

The specification leaves open how a server ends a subscription on a pipe, by a result or by a notification (T-03): this
one does both, the result first.
"""

import signal
import time

from cases import case
from peer import (
    ACKNOWLEDGED, KEY, SECONDS, Fault, Stdio, cancelled, expect, listening, meta, request, settled,
)  # fmt: skip

IDS = (7, 0, -1, "7", "", "é\u2028😀", 9007199254740993, 1767225600000)


def change(server, kind, times=1):
    expect(server.call("change", {"kind": kind, "times": times}, identity="change").text == "changed", "no change")


def touch(server, uri="probe://text", times=1):
    expect(server.call("touch", {"uri": uri, "times": times}, identity="touch").text == "touched", "not touched")


def expect_refused(reply, code, *facts):
    """In the reply's own words and place: an ordinary answer, no stream."""
    expect(reply.code == code and reply.status in (None, 200), f"not {code}", reply, *facts)
    expect(reply.status is None or reply.field("Content-Type") == "application/json", "a stream", reply, *facts)


def listen_when_there_is_room(server, identity):
    """Over HTTP it takes a moment until the server has noticed that somebody left."""
    deadline = time.monotonic() + SECONDS
    while True:
        try:
            return server.listen(identity, toolsListChanged=True)
        except Fault:
            if time.monotonic() > deadline:
                raise
            server.check_alive()


# ---- what is heard ---------------------------------------------------------------------------------------------------


@case("SUB-02")
def the_acknowledgement_comes_first_and_all_is_named_after_the_request(server):
    """[SUB-02][SUB-03][SUB-04][META-11]"""
    for identity in IDS:
        heard = server.listen(identity, toolsListChanged=True, resourceSubscriptions=["probe://text"])
        expect(heard.honoured == {"toolsListChanged": True, "resourceSubscriptions": ["probe://text"]}, "not all",
               heard.honoured)  # fmt: skip
        touch(server)
        heard.hears("resources/updated", uri="probe://text")
        change(server, "tool")
        heard.hears("tools/list_changed")
        heard.leave()


@case("SUB-01")
def a_filter_may_be_anything_that_has_the_right_types(server):
    """What is not known is passed over, what is not honoured is not named. [SUB-01][SUB-06][BASE-23]"""
    uris = [f"probe://item/{each}" for each in range(1024)]
    for wanted, honoured in (
        ({}, {}),
        ({"toolsListChanged": False, "resourceSubscriptions": []}, {}),
        ({"promptsListChanged": True, "resourcesListChanged": True},) * 2,
        ({"somethingElse": 5, "taskIds": ["x"], "toolsListChanged": True}, {"toolsListChanged": True}),
        ({"resourceSubscriptions": ["a:1", "b:2", "a:1"]}, {"resourceSubscriptions": ["a:1", "b:2"]}),
        ({"resourceSubscriptions": uris},) * 2,
        ({"resourceSubscriptions": uris + uris}, {"resourceSubscriptions": uris}),
        ({"resourceSubscriptions": ["probe://secret", "probe://text"]}, {"resourceSubscriptions": ["probe://text"]}),
    ):
        heard = server.listen("filter", **wanted)
        expect(heard.honoured == honoured, "not that", heard.honoured, honoured)
        heard.leave()


@case("SUB-01")
def a_filter_that_is_none_is_refused_like_any_request(server):
    """[SUB-01]"""
    expect_refused(server.ask(request(1, "subscriptions/listen")), -32602)
    for wanted in (None, [], "x", 5, True):
        expect_refused(server.ask(request(1, "subscriptions/listen", notifications=wanted)), -32602, wanted)
    for wanted in (
        {"toolsListChanged": 1}, {"toolsListChanged": None}, {"promptsListChanged": "true"},
        {"resourcesListChanged": {}}, {"resourceSubscriptions": "a:1"}, {"resourceSubscriptions": {}},
        {"resourceSubscriptions": [5]}, {"resourceSubscriptions": [None]}, {"resourceSubscriptions": ["a:1", "text"]},
        {"resourceSubscriptions": [""]}, {"resourceSubscriptions": ["a:\0"]}, {"resourceSubscriptions": ["a: b"]},
        {"resourceSubscriptions": [f"a:{each}" for each in range(1025)]},
        {"resourceSubscriptions": [f"a:{each}" + "x" * 1000 for each in range(300)]},
    ):  # fmt: skip
        expect_refused(server.ask(listening(1, **wanted)), -32602, str(wanted)[:80])


@case("SUB-05")
def each_is_told_of_what_it_asked_for_and_of_nothing_else(server):
    """Not even of its own request. [SUB-05][RES-14]"""
    about = meta(progressToken="p", **{KEY + "logLevel": "debug"})
    marks = {"resourceSubscriptions": ["probe://mark"]}
    for kind, flag, name in (
        ("tool", "toolsListChanged", "tools"),
        ("prompt", "promptsListChanged", "prompts"),
        ("resource", "resourcesListChanged", "resources"),
        ("resource_template", "resourcesListChanged", "resources"),
    ):
        heard = server.listen(1, about, **{flag: True}, **marks)
        for other in ("tool", "prompt", "resource", "resource_template"):
            if other.partition("_")[0] != kind.partition("_")[0]:
                change(server, other, 2)
        for uri in ("probe://mark/", "probe://mark?", "PROBE://mark", "probe://Mark", "probe:", "", "mark"):
            touch(server, uri)
        touch(server, "probe://mark")
        heard.hears("resources/updated", uri="probe://mark")
        change(server, kind)
        heard.hears(f"{name}/list_changed")
        change(server, kind)
        heard.hears(f"{name}/list_changed")
        heard.leave()


@case("SUB-07")
def several_listen_at_once_and_each_hears_under_its_own_id(server):
    """[SUB-07]"""
    everybody = [server.listen(each, promptsListChanged=True) for each in IDS]
    other = server.listen("other", resourceSubscriptions=["probe://text"])
    change(server, "prompt")
    for heard in everybody:
        heard.hears("prompts/list_changed")
    touch(server)
    other.hears("resources/updated", uri="probe://text")
    everybody.pop(0).leave()
    change(server, "prompt")
    for heard in everybody:
        heard.hears("prompts/list_changed")
        heard.leave()
    other.leave()


@case("SUB-16")
def what_changes_all_the_time_is_told_less_often(server):
    """[SUB-14][SUB-16]"""
    heard = server.listen(1, toolsListChanged=True, resourceSubscriptions=["probe://text", "probe://mark"])
    for name, times, work in (("tools/list_changed", 1000, lambda: change(server, "tool", 1000)),
                              ("resources/updated", 100_000, lambda: touch(server, times=100_000))):  # fmt: skip
        work()
        touch(server, "probe://mark")
        told = 0
        while (found := heard.next())["params"].get("uri") != "probe://mark":
            expect(found["method"] == "notifications/" + name, "not that", found)
            told += 1
        expect(0 < told < times, "told each time", told)
    heard.leave()


@case("SUB-13")
def nothing_is_kept_for_those_who_are_not_there(server):
    """[SUB-13]"""
    for _ in range(3):
        heard = server.listen("again", toolsListChanged=True, resourceSubscriptions=["probe://text"])
        touch(server)
        heard.hears("resources/updated", uri="probe://text")
        heard.leave()
        change(server, "tool", 2)


# ---- who may listen --------------------------------------------------------------------------------------------------


@case("SUB-17", over="http", options=["--token", "one=secret-1", "--token", "two=secret-2"])
def who_may_not_read_a_resource_may_not_watch_it_either(server):
    """And is not told whether there is one. [SUB-17][RES-11]"""
    uris = ["probe://secret", "probe://text"]
    server.token = "secret-1"
    one = server.listen(1, resourceSubscriptions=uris)
    expect(one.honoured == {"resourceSubscriptions": uris}, "may not", one.honoured)
    server.token = "secret-2"
    two = server.listen(1, resourceSubscriptions=uris)
    expect(two.honoured == {"resourceSubscriptions": ["probe://text"]}, "may", two.honoured)
    for uri in uris:
        touch(server, uri)
    for uri in uris:
        one.hears("resources/updated", uri=uri)
    two.hears("resources/updated", uri="probe://text")
    server.token = None
    reply = server.ask(listening(1, toolsListChanged=True))
    expect(reply.status == 401, "a stranger listens", reply)
    server.token = "secret-1"  # for the end of the case


@case("SUB-14", environment={"PROBE_MAX_SUBSCRIPTIONS": "2"})
def one_too_many_is_refused_until_somebody_leaves(server):
    """[SUB-14]"""
    first, second = server.listen(1, toolsListChanged=True), server.listen(2, toolsListChanged=True)
    for _ in range(3):
        expect_refused(server.ask(listening(3, toolsListChanged=True)), -32603)
    change(server, "tool")
    first.hears("tools/list_changed")
    second.hears("tools/list_changed")
    first.leave()
    third = listen_when_there_is_room(server, 3)
    change(server, "tool")
    third.hears("tools/list_changed")
    third.leave()
    second.leave()


# ---- ends ------------------------------------------------------------------------------------------------------------


@case("SUB-09", over="stdio")
def two_of_one_id_are_ended_by_one_word(server):
    """[CAN-01][SUB-09]"""
    server.send(listening(1, toolsListChanged=True) + b"\n" + listening(1, promptsListChanged=True) + b"\n")
    lines = [server.line(), server.line()]
    expect(all(ACKNOWLEDGED.encode() in line for line in lines), "not acknowledged", lines)
    for kind, name in (("tool", "tools"), ("prompt", "prompts")):
        change(server, kind)
        line = server.wanted_line(lambda message: message.get("method") == f"notifications/{name}/list_changed")
        expect(line is not None, "not told", name)
    server.send(cancelled(1) + b"\n")
    server.check_alive()
    change(server, "tool", 2)
    change(server, "prompt", 2)
    server.check_alive()
    expect(server.set_aside == [], "told all the same", server.set_aside)


@case("SUB-09", over="stdio")
def only_the_subscription_that_is_named_ends(server):
    """[CAN-01][CAN-05]"""
    heard = server.listen("1", toolsListChanged=True)
    for other in (1, "2", None, 1.5, {}):
        server.send(cancelled(other) + b"\n")
    change(server, "tool")
    heard.hears("tools/list_changed")
    heard.leave()
    server.send(cancelled("1") + b"\n")
    change(server, "tool")
    server.check_alive()
    expect(server.set_aside == [], "told all the same", server.set_aside)


@case("CAN-08", over="http")
def a_message_on_another_connection_ends_nothing(server):
    """[CAN-08]"""
    heard = server.listen(1, toolsListChanged=True)
    expect(server.ask(cancelled(1)).status == 202, "not accepted")
    change(server, "tool")
    heard.hears("tools/list_changed")
    heard.leave()


@case("SUB-10", over="http")
def whoever_takes_no_stream_cannot_listen(server):
    """[SUB-10][T-26]"""
    for accept in ("application/json", "application/json, text/event-stream;q=0", "text/event-streams, */json;q=0.5"):
        reply = server.ask(listening(1, toolsListChanged=True), fields={"Accept": accept})
        expect(reply.status == 406, "not refused", accept, reply)
    for accept in ("text/event-stream", "*/*", "text/*"):
        with server.connect() as connection:
            connection.send_post(listening(1, toolsListChanged=True), fields={"Accept": accept, "Last-Event-ID": "5"})
            status, fields = connection.head()
            expect(status == 200 and ("Content-Type", "text/event-stream") in fields, "refused", accept, fields)
            expect(ACKNOWLEDGED.encode() in connection.chunk(), "not acknowledged")


@case("SUB-08", alone=True)
def a_server_that_is_told_to_end_says_so(server):
    """By a result; on a pipe by a notification after it; on a stream by its end. [SUB-08][CAN-06][HTTP-06]"""
    for number in (signal.SIGTERM, signal.SIGINT):
        other = server.another()
        listeners = [other.listen(each, toolsListChanged=True) for each in (1, "1")]
        other.process.child.send_signal(number)
        for heard in listeners:
            heard.hears_end()
            if isinstance(server, Stdio):
                heard.hears("cancelled", requestId=heard.identity)
            else:
                expect(heard.next() is None and heard.connection.ends() == b"", "more after the end")
        expect(other.process.exit_code() == 0, "another end", other.process.child.returncode)


@case("SUB-08", over="stdio", alone=True)
def the_end_of_the_input_ends_every_subscription(server):
    """[SUB-08][CAN-06][STDIO-05]"""
    other = server.another()
    heard = other.listen("last", toolsListChanged=True)
    other.process.child.stdin.close()
    heard.hears_end()
    heard.hears("cancelled", requestId="last")
    expect(other.line() is None and other.process.exit_code() == 0, "more after the end")


@case("C-49", over="http", alone=True)
def listeners_that_break_off_leave_nothing_behind(server):
    """[SUB-09][HTTP-16]"""
    server.call("noargs")  # whose connection is kept
    descriptors, threads = server.process.descriptors(), server.process.status_of("Threads")
    message = listening(1, toolsListChanged=True, resourceSubscriptions=[f"a:{each}" for each in range(500)])
    for _ in range(4):
        connections = [server.connect() for _ in range(50)]
        for each, connection in enumerate(connections):
            connection.send_post(message)
            if each % 3:
                expect(connection.head()[0] == 200, "not let in")
        change(server, "tool", 2)
        for each, connection in enumerate(connections):
            connection.reset() if each % 2 else connection.close()
        settled(server, descriptors, threads)


@case("C-49", over="stdio", alone=True)
def thousands_who_listen_one_after_the_other_leave_nothing_behind(server):
    """[SUB-09][SUB-14]"""
    server.check_alive()

    def listen_and_leave(count):
        for each in range(count):
            heard = server.listen(each, resourceSubscriptions=[f"a:{one}" for one in range(100)])
            server.send(cancelled(heard.identity) + b"\n")
        server.check_alive()

    listen_and_leave(500)
    first = server.process.status_of("VmRSS")
    listen_and_leave(3000)
    last = server.process.status_of("VmRSS")
    expect(not server.is_plain or last < first + 8 * 1024, "it grows", first, last)
