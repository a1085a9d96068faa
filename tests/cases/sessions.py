# SPDX-FileCopyrightText: 2026 The parley authors
# SPDX-License-Identifier: BSL-1.0
"""Sessions over HTTP for clients of the revisions before 2026-07-28: their ids, their streams, and how they end."""

import json
import signal
import time

import older
import peer
from cases import case
from older import NEWEST, OVER, call, hello, notification, request
from peer import expect, settled

TOKENS = ["--token", "one=secret-1", "--token", "two=secret-2"]
LONG = 120_000  # ms
QUICK = 10  # s
KIM = {"name": "Kim"}


def status_of(stream, *facts):
    """The status of an answer that is no stream of events; its body must be an error, or nothing."""
    status = stream.head()
    expect(not stream.is_events, "a stream", *facts)
    body = b"".join(raw for raw, _ in stream.read())
    expect(not body or "error" in json.loads(body), "another body", body, *facts)
    return status


def post(client, message, **options):
    return status_of(client.post(message, **options), message, options)


def get(client, fields=None, without=()):
    return status_of(client.get(fields, without), fields, without)


def is_over(client):
    """Nothing of the session is left [LEG-25]."""
    for message in (request(1, "ping"), notification("initialized"), older.response("x", {})):
        expect(post(client, message) == 404, "still there", message)
    expect(get(client) == 404 and client.end() == 404, "still there")
    expect(get(client, {"Last-Event-ID": "0_0"}) == 404, "still there")
    client.id = None  # there is nothing more to end


# ---- ids -------------------------------------------------------------------------------------------------------------


@case("LEG-23", over="http")
def a_session_has_an_id_that_nobody_can_guess(server):
    """[LEG-23]"""
    seen = set()
    for version in OVER["http"]:
        for _ in range(20):
            with older.session(server, version, listens=False) as client:
                expect(client.id is not None and client.id not in seen, "no id of its own", client.id)
                seen.add(client.id)
    firsts = {one[:3] for one in seen}
    expect(len(firsts) > len(seen) * 0.8, "they begin alike", seen)


@case("LEG-24", over="http")
def a_request_says_which_session_it_belongs_to(server):
    """[LEG-24][LEG-25][LEG-27][LEG-28]"""
    with older.session(server) as client:
        ping = request(1, "ping")
        said = (notification("initialized"), older.response("x", {}))
        for message in (ping, call("noargs"), request(1, "no/method"), *said):
            expect(post(client, message, without=("Mcp-Session-Id",)) == 400, "taken without", message)
        expect(get(client, without=("Mcp-Session-Id",)) == 400, "a stream of nobody's")
        for identity in ("x", client.id[:-1], client.id + "A", client.id.swapcase(), "%00", "0" * 32, "x" * 5000):
            expect(post(client, ping, fields={"Mcp-Session-Id": identity}) == 404, "found", identity)
            expect(get(client, {"Mcp-Session-Id": identity}) == 404, "found", identity)
        for version in ("2026-07-29", "2024-10-07", "", "x", "2025-11-25, 2025-11-25"):
            expect(
                post(client, ping, fields={"MCP-Protocol-Version": version}) == 400, "a version that is none", version
            )
        expect(client.begin(ping, without=("MCP-Protocol-Version",)).answer().result == {}, "refused")
        for version in OVER["http"]:
            expect(client.begin(ping, {"MCP-Protocol-Version": version}).answer().result == {}, "refused", version)
        for name in ("mcp-session-id", "MCP-SESSION-ID"):
            more = {"fields": {name: client.id}, "without": ("Mcp-Session-Id",)}
            expect(client.begin(ping, **more).answer().result == {}, "refused", name)
        client.check_alive()


@case("LEG-05", over="http")
def a_second_handshake_belongs_to_no_session(server):
    """With an id it is a mistake, and without it is another session. [LEG-05][LEG-25]"""
    with older.session(server) as client, older.session(server) as other:
        reply = client.ask(hello(identity="again"))
        expect(reply.code == -32600 and reply.status == 400 and reply.identity == "again", "taken", reply)
        expect(reply.field("Mcp-Session-Id") is None, "a session", reply.fields)
        expect(post(client, hello(), fields={"Mcp-Session-Id": "x" * 32}) == 404, "taken")
        expect(other.id != client.id, "the same session")
        other.check_alive()
        client.check_alive()


@case("LEG-02", over="http")
def a_handshake_that_fails_leaves_no_session(server):
    """[LEG-01][LEG-23]"""
    good = json.loads(hello())["params"]
    with older.session(server) as client:
        for wrong in ({"protocolVersion": 5}, {"capabilities": None}):
            bare = {"without": ("Mcp-Session-Id", "MCP-Protocol-Version")}
            reply = client.begin(request(1, "initialize", **good | wrong), **bare).answer()
            expect(reply.code == -32602 and reply.field("Mcp-Session-Id") is None, "taken", wrong, reply)


@case("LEG-39", over="http", options=TOKENS)
def a_session_belongs_to_the_user_that_began_it(server):
    """Whoever else has its id is told that there is no such thing. [LEG-39][SEC-06]"""
    server.token = "secret-1"
    with older.session(server) as client:
        asked = client.begin(call("charge", {"amount": 5}))
        question = asked.question()
        for token, status in (("secret-2", 404), ("secret-3", 401), (None, 401)):
            thief = {"fields": {"Authorization": f"Bearer {token}"}} if token else {"without": ("Authorization",)}
            yes = {"action": "accept", "content": {"ok": True}}
            streams = [client.post(message, **thief) for message in
                       (request(1, "ping"), older.response(question["id"], yes), call("charge_count"))]  # fmt: skip
            streams += [client.open(client.head(method, **thief)) for method in ("GET", "DELETE")]
            for one in streams:
                expect(one.head() == status, "let in", token, one.status)
                one.close()
        expect(client.call("charge_count").result["structuredContent"] == {"n": 0}, "somebody was charged")
        client.respond(question["id"], {"action": "decline"})
        expect("declined" in asked.answer().failed, "another end")
        client.check_alive()
    server.token = "secret-1"  # for the end of the case


# ---- methods and kinds of content ------------------------------------------------------------------------------------


@case("LEG-29", over="http")
def one_stream_listens_and_a_second_is_told_so(server):
    """At once, and with what a client may come back to. [LEG-20][LEG-29][LEG-30][LEG-31]"""
    for version in OVER["http"]:
        with older.session(server, version) as client:
            expect(get(client) == 409, "a second stream")
            for accept in ("application/json", "text/html", "text/event-stream;q=0"):
                expect(get(client, {"Accept": accept}) == 406, "not refused", accept)
            client.ask(request("w", "resources/subscribe", uri="probe://mark"))
            client.call("touch", {"uri": "probe://mark"})
            item = client.hears("resources/updated", uri="probe://mark")
            expect(item.source is client.unasked, "on the stream of a call")
            expect(bool(client.unasked.primed) == (version == NEWEST), "a beginning", version)
            client.unasked.close()
            client.unasked = listen_again(client)
            client.call("touch", {"uri": "probe://mark"})
            client.hears("resources/updated", uri="probe://mark")


def listen_again(client):
    """It takes a moment until the server has noticed that the old connection is gone."""
    for _ in range(1000):
        stream = client.get()
        if stream.head() == 200:
            return stream
        expect(stream.status == 409, "another status", stream.status)
        stream.read()
        client.check_alive()
    raise peer.Fault("the old stream stays")


@case("LEG-38", over="http")
def a_client_must_take_both_kinds_of_answers(server):
    """[LEG-38][T26][HTTP-13]"""
    with older.session(server) as client:
        for accept in ("application/json", "text/event-stream", "text/html", "application/json, text/event-stream;q=0"):
            expect(post(client, request(1, "ping"), fields={"Accept": accept}) == 406, "not refused", accept)
        for accept in ("*/*", "text/event-stream, application/json", "application/*;q=0.5, text/*"):
            expect(client.begin(request(1, "ping"), {"Accept": accept}).answer().result == {}, "refused", accept)
        for kind in ("text/plain", "application/xml"):
            expect(post(client, request(1, "ping"), fields={"Content-Type": kind}) == 415, "not refused", kind)
        for method in ("PUT", "PATCH", "OPTIONS", "HEAD", "TRACE"):
            stream = client.open(client.head(method))
            allowed = "POST, GET, DELETE, OPTIONS"
            expect(stream.head() == 405 and stream.fields["allow"] == allowed, "another answer", method, stream.fields)
        for method in ("GET", "DELETE"):  # with which nobody comes who speaks 2026-07-28
            stream = client.open(client.head(method, {"MCP-Protocol-Version": peer.VERSION}))
            expect(stream.head() == 405 and stream.fields["allow"] == "POST, OPTIONS", "another answer", method)
        client.check_alive()


@case("SEC-01", over="http")
def pages_of_this_machine_may_use_sessions_and_others_may_not(server):
    """[LEG-20][SEC-01][SEC-05][HDR-29]"""
    with older.session(server) as client:
        for method in ("POST", "GET", "DELETE"):
            for fields in ({"Origin": "http://evil.example"}, {"Host": "evil.example"}):
                stream = client.open(client.head(method, fields | {"Content-Length": "0"}))
                expect(stream.head() == 403, "let in", method, stream.status)
        page = {"Origin": "http://localhost:3000"}
        reply = client.begin(request(1, "ping"), page).answer()
        exposed = reply.field("Access-Control-Expose-Headers")
        expect("Mcp-Session-Id" in exposed, "a page cannot read its session", exposed)
        asks = page | {"Access-Control-Request-Method": "DELETE",
                       "Access-Control-Request-Headers": "mcp-session-id, last-event-id, x-evil"}  # fmt: skip
        stream = client.open(client.head("OPTIONS", asks))
        expect(stream.head() == 204, "no preflight", stream.status)
        granted = stream.fields["access-control-allow-headers"]
        expect(granted == "mcp-session-id, last-event-id", "other headers", granted)
        expect({"GET", "POST", "DELETE"} <= set(stream.fields["access-control-allow-methods"].split(", ")), "not all")
        client.check_alive()


# ---- how sessions end ------------------------------------------------------------------------------------------------


@case("LEG-26", over="http")
def a_session_ends_when_its_client_says_so(server):
    """With all that waits in it. [LEG-25][LEG-26]"""
    for version in OVER["http"]:
        with older.session(server, version) as client:
            asked = client.begin(call("ask_model", {"to": "Kim"}))
            asked.question()
            running = client.begin(call("slow", {"ms": LONG}, _meta={"progressToken": 1}))
            running.next()
            expect(client.end() in (200, 204), "not ended")
            for one in (asked, running):
                while (item := one.next()) is not None:
                    expect(item.method is not None, "answered", item.raw)
                expect(one.stream.ended, "the stream stays open")
            expect(client.wait_for(lambda one: False, peer.SECONDS, client.unasked) is None, "something came")
            expect(client.unasked.ended, "the stream stays open")
            is_over(client)


@case("LEG-26", over="http")
def a_client_that_begins_anew_is_served(server):
    """As it must when its session is not known any more. [LEG-25]"""
    for _ in range(5):
        with older.session(server) as client:
            expect(client.end() in (200, 204), "not ended")
            expect(post(client, request(1, "ping")) == 404, "not ended")
            client.id = None
        with older.session(server) as client:
            client.check_alive()


@case("LEG-40", over="http", alone=True)
def a_server_that_is_told_to_end_ends_its_sessions(server):
    """[LEG-40]"""
    other = server.another()
    clients = [older.session(other, version) for version in OVER["http"]]
    asked = [client.begin(call("ask_model", {"to": "Kim"})) for client in clients]
    for one in asked:
        one.question()
    begin = time.monotonic()
    other.process.child.send_signal(signal.SIGTERM)
    expect(other.process.exit_code() == 0, "another end", other.process.child.returncode)
    expect(time.monotonic() < begin + QUICK, "takes too long")


# ---- streams that break off and are gone on with ---------------------------------------------------------------------


@case("LEG-35", over="http")
def a_stream_begins_with_a_place_to_come_back_to(server):
    """In the newest of these revisions; those before would take it for a broken message. [LEG-34][LEG-35]"""
    for version in OVER["http"]:
        with older.session(server, version) as client:
            seen = set()
            for _ in range(3):
                running = client.begin(call("slow", {"ms": 250}, _meta={"progressToken": 1}))
                ids = []
                while (item := running.next()) is not None:
                    ids.append(item.event)
                expect(len(ids) >= 2 and None not in ids and not seen & set(ids), "no ids of their own", ids)
                seen |= set(ids)
                expect(len(ids) == len(set(ids)), "twice the same", ids)
                expect((running.stream.primed is not None) == (version == NEWEST), "a beginning", version)
                expect((running.stream.retry is not None) == (version == NEWEST), "no time to wait", version)
            reply = client.call("noargs")
            expect(reply.field("Content-Type") == "application/json", "a stream", reply.fields)


@case("LEG-37", over="http")
def a_connection_that_breaks_off_ends_no_call(server):
    """The client comes back for what it has not seen, the answer included. [LEG-34][LEG-37][CAN-09]"""
    for version in OVER["http"]:
        with older.session(server, version) as client:
            running = client.begin(call("slow", {"ms": 700, "tag": "whole"}, "r", _meta={"progressToken": 1}))
            first = running.next()
            running.stream.close()
            running.stream = client.resume(first.event)
            reply = running.answer()
            expect(reply.text == "whole" and reply.identity == "r" and reply.before, "not gone on with", reply)
            told = [json.loads(one)["params"]["progress"] for one in (first.raw, *reply.before)]
            expect(told == sorted(set(told)), "told twice, or in another order", told)
            expect(client.call("slow_status").text != "cancelled", "cancelled")


@case("LEG-34", over="http")
def a_question_is_asked_again_of_a_client_that_comes_back(server):
    """And answered while nobody is connected, for an answer that is fetched later. [LEG-34][LEG-37][LEG-51]"""
    for version in OVER["http"][:2]:
        with older.session(server, version) as client:
            asked = client.begin(call("ask_steps", identity="s"))
            item = asked.next()
            question = item.message
            asked.stream.close()
            if version == NEWEST:  # from the very beginning
                asked.stream = client.resume(asked.stream.primed.decode())
                expect(asked.next().message == question, "another question")
                asked.stream.close()
            client.respond(question["id"], {"action": "accept", "content": KIM})
            asked.stream = client.resume(item.event)
            second = asked.next()
            expect(second.is_question and "Kim" in second.message["params"]["message"], "not asked", second.raw)
            asked.stream.close()
            client.respond(second.message["id"], {"action": "accept", "content": {"color": "green"}})
            client.check_alive()
            asked.stream = client.resume(second.event)
            reply = asked.answer()
            expect(reply.text == "Kim likes green" and reply.identity == "s", "not done", reply)
            # The answer may have been lost on the way: it can be fetched again, and is not made again.
            asked.stream = client.resume(second.event)
            expect(asked.answer().raw == reply.raw, "another answer")


@case("LEG-36", over="http")
def only_events_of_this_session_can_be_gone_on_with(server):
    """[LEG-34][LEG-36][LEG-31]"""
    with older.session(server) as client, older.session(server) as other:
        running = client.begin(call("slow", {"ms": 250}, _meta={"progressToken": 1}))
        last = None
        while (item := running.next()) is not None:
            last = item
        for wrong in (
            "x", "5", "-1_0", "1", "_", "1_", "_1", "1_2_3", "01_1", "1_01", "1 _1", "9_0", "1_99999", "0x1_0",
            "18446744073709551616_0", "1_18446744073709551616", "é", "1_0, 1_0",
        ):  # fmt: skip
            expect(get(client, {"Last-Event-ID": wrong}) == 400, "resumed", wrong)
        expect(get(other, {"Last-Event-ID": last.event}) == 400, "another session's event")
        stream = client.resume(last.event)  # after the last one there is nothing more
        expect(client.wait_for(lambda one: one.source is stream, peer.SECONDS, stream) is None and stream.ended, "more")
        client.check_alive()


@case("LEG-31", over="http")
def what_is_told_unasked_waits_for_a_client_that_comes_back(server):
    """[LEG-31][LEG-32][LEG-34]"""
    with older.session(server) as client:
        client.ask(request("w", "resources/subscribe", uri="probe://mark"))
        client.call("touch", {"uri": "probe://mark"})
        before = client.hears("resources/updated", uri="probe://mark")
        client.unasked.close()
        client.call("touch", {"uri": "probe://mark"})
        client.unasked = client.resume(before.event)
        client.hears("resources/updated", uri="probe://mark")
        client.call("touch", {"uri": "probe://mark"})
        client.hears("resources/updated", uri="probe://mark")


@case("LEG-37", over="http")
def one_connection_reads_a_stream(server):
    """Who comes back displaces the connection that a proxy still holds open. [LEG-30][LEG-31]"""
    with older.session(server) as client:
        asked = client.begin(call("ask_two"))
        item = asked.next()
        old = asked.stream
        asked.stream = client.resume(item.event)
        second = asked.next()
        expect(second.is_question, "not gone on with", second.raw)
        for one, content in ((item, {"name": "A"}), (second, {"ok": True})):
            client.respond(one.message["id"], {"action": "accept", "content": content})
        expect(asked.answer().text == "A: yes", "not done")
        while client.wait_for(lambda one: one.source is old, peer.SECONDS, old) is not None:
            pass
        expect(old.ended and not any("result" in one.message for one in client.inbox), "answered twice")


# ---- other ways of serving -------------------------------------------------------------------------------------------


@case("LEG-41", over="http", options=["--handshake", "stateless"])
def without_sessions_each_message_stands_alone(server):
    """As the revision that its header names. Nobody can be asked, and nothing is told. [LEG-41][LEG-52]"""
    for version in OVER["http"]:
        with older.session(server, version, listens=False) as client:
            expect(client.id is None and client.version == version, "a session", client.opening)
            served = {"tools": {}, "prompts": {}, "resources": {}, "completions": {}}
            expect(client.opening.result["capabilities"] == served, "other capabilities", client.opening)
            expect(client.call("noargs").text == "ok", "not served")
            knows = "structuredContent" in client.call("echo_int", {"n": 1}).result
            expect(knows == (version != "2025-03-26"), "taken for another revision", version)
            expect(client.ask(request(1, "ping")).result == {}, "no answer to a ping")
            for method in ("logging/setLevel", "resources/subscribe", "resources/unsubscribe"):
                expect(client.ask(request(1, method, level="info", uri="probe://text")).code == -32601, "taken", method)
            expect("Nothing was done" in client.call("ask_name").failed, "asked")
            reply = client.call("ask_url")
            if version == NEWEST:
                (page,) = reply.message["error"]["data"]["elicitations"]
                expect(reply.code == -32042 and page["url"] == "https://example.org/pages/1", "not told", reply)
            else:
                expect("Nothing was done" in reply.failed, "asked", reply)
            for method in ("GET", "DELETE"):
                stream = client.open(client.head(method))
                expect(stream.head() == 405, "another answer", method, stream.status)
            if version == "2025-03-26":
                calls = client.begin_batch([request(each, "ping") for each in range(3)])
                expect([one.answer().result for one in calls] == [{}] * 3, "no batch")
            server.check_alive()
    # Who says nothing is taken for a client of the revision that had no such header.
    with older.session(server, "2025-11-25", listens=False) as client:
        client.agreed = None
        expect("structuredContent" not in client.call("echo_int", {"n": 1}).result, "taken for another")


# ---- churn -----------------------------------------------------------------------------------------------------------


def begin_and_forget(server, count):
    """Sessions whose clients go without a word, each at another point of its life. Gives the first of their ids."""
    first = None
    for each in range(count):
        client = older.HttpSession(server, NEWEST, None, listens=each % 4 == 1)
        first = first or client.id
        if each % 4 == 2:
            client.begin(call("ask_name")).question()
        if each % 4 == 3:
            client.call("slow", {"ms": 1}, _meta={"progressToken": 1})
        client.id = None  # so that it is not ended
        for one in client.sources:
            if not one.ended:
                one.connection.reset() if each % 3 else one.close()
    return first


@case("C-49", over="http", alone=True, seconds=300)
def sessions_that_are_never_ended_leave_nothing_behind(server):
    """There are 1,000 at once at most; the oldest that nobody uses makes room. [LEG-25][LEG-40][HTTP-22]"""
    server.check_alive()
    descriptors, threads = server.process.descriptors(), server.process.status_of("Threads")
    first = begin_and_forget(server, 1_050)
    settled(server, descriptors, threads)
    with older.session(server) as client:
        expect(post(client, request(1, "ping"), fields={"Mcp-Session-Id": first}) == 404, "the oldest is still there")
    memory = server.process.status_of("VmRSS")
    begin_and_forget(server, 500)
    settled(server, descriptors, threads)
    grown = server.process.status_of("VmRSS") - memory
    expect(not server.is_plain or grown < 8 * 1024, "it grows, in KiB", grown)
    server.check_alive()


@case("C-49", over="http", alone=True)
def streams_of_a_session_that_break_off_leave_nothing_behind(server):
    """[LEG-37][LEG-40]"""
    with older.session(server) as client:
        client.check_alive()
        descriptors, threads = server.process.descriptors(), server.process.status_of("Threads")

        def break_off(count):
            for each in range(count):
                running = client.begin(call("slow", {"ms": 20}, _meta={"progressToken": 1}))
                if each % 3 == 0:
                    running.next()
                if each % 3 != 2:
                    running.stream.connection.reset()
                    running.stream.ended = True
                else:
                    running.answer()
                if each % 16 == 15:  # more than so many under way are refused
                    client.check_alive()

        break_off(300)
        settled(server, descriptors, threads)
        memory = server.process.status_of("VmRSS")
        break_off(300)
        settled(server, descriptors, threads)
        grown = server.process.status_of("VmRSS") - memory
        expect(not server.is_plain or grown < 8 * 1024, "it grows, in KiB", grown)
        client.check_alive()
