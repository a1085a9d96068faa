# SPDX-FileCopyrightText: 2026 The parley authors
# SPDX-License-Identifier: BSL-1.0
"""Clients of the revisions before 2026-07-28: the handshake, and what they are answered, told and not told.

What the server asks them is in pushed.py, and the sessions that HTTP keeps for them in sessions.py.
"""

import json

import older
import peer
from cases import case
from older import NEWEST, OVER, VERSIONS, call, hello, notification, request
from peer import META, VERSION, dump, expect, same, wait_until

NO_HANDSHAKE = ["--handshake", "none"]
LONG = 120_000  # ms


def versions(server):
    return OVER[server.name]


def expect_error(reply, code, identity=None, status=200):
    expect(reply.code == code and reply.identity == identity, f"not {code}", reply)
    expect(reply.status in (None, status), f"not {status}", reply)


# ---- the handshake ---------------------------------------------------------------------------------------------------


@case("C-19")
def each_revision_is_agreed_to_by_whoever_asks_for_it(server):
    """[LEG-01][LEG-02][LEG-06]"""
    for version in versions(server):
        with older.session(server, version) as client:
            result = client.opening.result
            expect(client.version == version, "another revision", result)
            expect(result["serverInfo"]["name"] == "probe", "another name", result)
            expect(set(result) <= {"protocolVersion", "capabilities", "serverInfo", "instructions"}, "more", result)
            told = {"listChanged": True}
            able = {"logging": {}, "tools": told, "prompts": told, "resources": {"subscribe": True} | told}
            if version != "2024-11-05":
                able["completions"] = {}
            expect(result["capabilities"] == able, "other capabilities", result)
            client.check_alive()


@case("C-19")
def who_asks_for_a_revision_that_has_no_handshake_is_offered_the_newest_that_has_one(server):
    """Never 2026-07-28. [LEG-02][VER-07]"""
    unknown = [VERSION, "2099-01-01", "2025-11-26", "2025-11-2", "draft", "", "1.0"]
    for version in unknown + [one for one in VERSIONS if one not in versions(server)]:
        with older.session(server, version) as client:
            expect(client.version == NEWEST, "another revision", version, client.opening)
            client.check_alive()


@case("LEG-01", over="stdio")
def a_handshake_that_is_none_leaves_the_next_one_possible(server):
    """[LEG-01][LEG-05]"""
    pipe = server.another()
    good = json.loads(hello())["params"]
    for wrong in (
        {"protocolVersion": None}, {"protocolVersion": 20251125}, {"capabilities": None}, {"capabilities": []},
        {"capabilities": {"elicitation": True}},
    ):  # fmt: skip
        pipe.send(request(1, "initialize", **good | wrong) + b"\n")
        message = older.vet(pipe.line(), NEWEST)
        expect(message["error"]["code"] == -32602 and message["id"] == 1, "taken", wrong, message)
    for at, who in enumerate((None, 5, {}, {"name": 5})):  # says nothing that matters
        another = server.another()
        another.send(request(at, "initialize", **good | {"clientInfo": who}) + b"\n")
        expect("result" in older.vet(another.line(), NEWEST), "refused", who)
    pipe.send(hello() + b"\n")
    expect("result" in older.vet(pipe.line(), NEWEST), "refused")


@case("LEG-05")
def a_session_begins_once(server):
    """[LEG-05]"""
    with older.session(server, "2025-06-18") as client:
        for version in VERSIONS[:2]:
            reply = client.ask(hello(version, {}, "again"))
            expect_error(reply, -32600, "again", 400)
        asked = client.begin(call("ask_name"))  # what was agreed on still holds
        asked.decline()
        expect("declined" in asked.answer().failed, "another end")
        client.check_alive()


@case("LEG-04", over="stdio")
def before_the_handshake_there_is_only_ping(server):
    """And whoever forgot it is told so. [LEG-03][LEG-04][LEG-07][STDIO-14]"""
    pipe = server.another()
    pipe.send(request("p", "ping") + b"\n")
    expect(pipe.line() == b'{"jsonrpc":"2.0","id":"p","result":{}}', "no answer to a ping")
    for method in ("tools/list", "logging/setLevel", "no/method", "notifications/initialized", "server/discover"):
        pipe.send(request(1, method, level="debug") + b"\n")
        error = json.loads(pipe.line())["error"]
        said = all(word in error["message"] for word in ("initialize", "protocolVersion", "clientCapabilities"))
        expect(error["code"] == -32602 and said, "does not say", method, error)
    pipe.send(notification("initialized") + b"\n" + hello() + b"\n")
    expect("result" in older.vet(pipe.line(), NEWEST), "refused")


@case("T-16", over="stdio")
def who_has_looked_may_still_choose_and_who_has_begun_may_not(server):
    """`server/discover` binds nobody; another request of 2026-07-28 does. [STDIO-12][STDIO-13][VER-06]"""
    looked, begun = server.another(), server.another()
    expect(looked.ask(peer.request(1, "server/discover")).result["supportedVersions"] == [VERSION], "not answered")
    looked.send(hello() + b"\n")
    expect("result" in older.vet(looked.line(), NEWEST), "refused")
    begun.check_alive()
    begun.send(hello() + b"\n")
    reply = begun.reply()
    expect(reply.code == -32022 and reply.message["error"]["data"]["supported"] == [VERSION], "taken", reply)
    begun.check_alive()


@case("T-07")
def a_request_says_itself_which_revision_it_is_of(server):
    """An envelope means 2026-07-28 whatever came before, and its absence what was agreed on. [VER-04][VER-05]"""
    with older.session(server, capabilities=older.FORMS) as client:
        for _ in range(3):
            asked = client.begin(call("ask_name"))
            client.check_newer()
            asked.accept({"firstName": "Ada", "lastName": "King"})
            expect(asked.answer().text == "Ada King", "not done")
        for method in ("server/discover", "subscriptions/listen"):  # are not in its revision
            expect_error(client.ask(request(2, method, notifications={})), -32601, 2)


@case("VER-06", options=NO_HANDSHAKE)
def a_server_that_speaks_2026_07_28_alone_says_so(server):
    """The handshake is sent without any of the headers. [VER-06][HTTP-11][T07]"""
    for version in ("2025-11-25", "2025-03-26", VERSION, None):
        params = {"capabilities": {}, "clientInfo": {"name": "old", "version": "0"}}
        if version:
            params["protocolVersion"] = version
        text = dump({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params})
        without = {"without": ("MCP-Protocol-Version", "Mcp-Method")} if server.name == "http" else {}
        reply = server.ask(text, **without)
        expect(reply.code == -32022 and reply.identity == 0 and reply.status in (None, 400), "taken", reply)
        expect(reply.message["error"]["data"]["supported"] == [VERSION], "does not say", reply)
        reply = server.ask(request(1, "ping"), **without)
        expect(reply.code in (-32602, -32020) and reply.identity == 1, "an answer to a ping", reply)


# ---- answers ---------------------------------------------------------------------------------------------------------


@case("C-19")
def answers_are_what_these_revisions_have(server):
    """No type, no hints for caches, no `_meta`; each is held against that when it comes.
    [LEG-06][LEG-08][LEG-60][CACHE-02]"""
    for version in versions(server):
        with older.session(server, version) as client:
            tools = client.ask(request(1, "tools/list")).result["tools"]
            newer = server.ask_afresh(peer.request(1, "tools/list")).result["tools"]
            expect([one["name"] for one in tools] == [one["name"] for one in newer], "other tools", version)
            expect(client.call("noargs").text == "ok", "not served")
            result = client.call("echo_int", {"n": 5}).result
            structured = {"n": 5} if version in VERSIONS[:2] else None
            expect(result.get("structuredContent") == structured, "structured", version, result)
            expect(json.loads(result["content"][0]["text"]) == {"n": 5}, "the text", version, result)
            for method, member in (("prompts/list", "prompts"), ("resources/list", "resources"),
                                   ("resources/templates/list", "resourceTemplates")):  # fmt: skip
                result = client.ask(request(1, method)).result
                expect(set(result) == {member} and result[member], "another list", result)
            read = client.ask(request(1, "resources/read", uri="probe://text")).result
            expect(read["contents"][0]["text"] == "plain text", "another text", read)
            got = client.ask(request(1, "prompts/get", name="letter", arguments={"to": "Kim", "tone": "formal"})).result
            expect(len(got["messages"]) == 2, "another prompt", got)
            params = {"ref": {"type": "ref/prompt", "name": "letter"}, "argument": {"name": "to", "value": "Ada"}}
            got = client.ask(request(1, "completion/complete", **params)).result["completion"]
            expect(got["values"] == ["Ada"], "another suggestion", got)


@case("LEG-07")
def a_ping_is_answered_with_nothing_at_all(server):
    """[LEG-07]"""
    for version in versions(server):
        with older.session(server, version) as client:
            for raw, params in ((b"0", {}), (b'"p"', {"_meta": {"progressToken": 1}}), (b'""', {"unheard": []})):
                reply = client.ask(request(json.loads(raw), "ping", **params))
                expect(reply.raw == b'{"jsonrpc":"2.0","id":' + raw + b',"result":{}}', "something", reply)


@case("LEG-58")
def a_resource_that_is_not_there_has_a_code_of_its_own(server):
    """And no other thing has. [LEG-58][T24][T13]"""
    for version in versions(server):
        with older.session(server, version) as client:
            for uri in ("probe://nothing", "probe://item/missing"):
                reply = client.ask(request(1, "resources/read", uri=uri))
                expect_error(reply, -32002, 1)
                expect(reply.message["error"]["data"] == {"uri": uri}, "does not say which", reply)
            for method, params in (
                ("prompts/get", {"name": "missing"}), ("tools/call", {"name": "missing"}),
                ("tools/list", {"cursor": "x"}), ("resources/read", {}), ("resources/read", {"uri": 5}),
                ("completion/complete", {"ref": {"type": "ref/prompt", "name": "missing"},
                                         "argument": {"name": "a", "value": ""}}),
            ):  # fmt: skip
                expect_error(client.ask(request(1, method, **params)), -32602, 1)
            expect_error(client.ask(request(1, "no/method")), -32601, 1)
            client.check_alive()


@case("T-22")
def what_cannot_be_read_is_answered_as_these_revisions_have_it(server):
    """With the id null, which 2026-07-28 does not allow. [LEG-21][LEG-38]"""
    with older.session(server) as client:
        for text, code, identity in (
            (b"{", -32700, None), (b'{"jsonrpc":"2.0","id":7,', -32700, None), (b"7", -32600, None),
            (b'{"jsonrpc":"2.0","id":1.5,"method":"ping"}', -32600, None), (b'{"id":8,"method":"ping"}', -32600, 8),
            (b'{"jsonrpc":"2.0","id":9,"method":5}', -32600, 9),
        ):  # fmt: skip
            if server.name == "stdio":
                client.send(text)
            else:
                client.post(text)
            item = client.wait_for(lambda one: "error" in one.message)
            expect(item is not None, "no answer", text)
            found = item.message
            expect(found["error"]["code"] == code and "id" in found, f"not {code}", text, item.raw)
            expect(same(found["id"], identity), "another id", text, item.raw)
        client.check_alive()


# ---- batches ---------------------------------------------------------------------------------------------------------


def expect_refused_batch(client, text):
    if client.name == "stdio":
        client.send(text)
    else:
        stream = client.post(text)
        expect(stream.head() == 400, "not 400", stream.status, text[:100])
    item = client.wait_for(lambda one: "error" in one.message)
    expect(item is not None and item.message["error"]["code"] == -32600, "taken", text[:100], item and item.raw)
    expect(item.message.get("id") is None, "one of its ids", item.raw)


@case("LEG-61")
def messages_may_come_in_batches_in_one_revision(server):
    """Requests, notifications and answers, and what none of these is. [LEG-61][T30]"""
    with older.session(server, "2025-03-26") as client:
        calls = client.begin_batch([
            call("echo_int", {"n": 1}, "a"), notification("unheard"), request(0, "ping"),
            call("slow", {"ms": 150, "tag": "late"}, "c"), request("d", "no/method"), older.response("unheard", {}),
        ])  # fmt: skip
        first, second, third, fourth = [one.answer() for one in calls]
        expect(first.ran and second.result == {} and third.text == "late" and fourth.code == -32601, "other answers")
        calls = client.begin_batch([request(each, "ping") for each in range(32)])
        expect([one.answer().identity for one in calls] == list(range(32)), "not all")
        if server.name == "stdio":
            client.begin_batch([notification("initialized"), notification("unheard")])
        else:
            client.said(b"[" + notification("unheard") + b"]")
            client.said(b"[" + older.response("unheard", {}) + b"," + notification("unheard") + b"]")
        client.check_alive()
        for text in (b"[]", b"[ ]", b"[" + b",".join(request(each, "ping") for each in range(33)) + b"]"):
            expect_refused_batch(client, text)
        client.check_alive()
        for inside, identity in ((b"7", None), (b"[]", None), (b"[" + request(4, "ping") + b"]", None), (b"{}", None),
                                 (hello(identity=3), 3), (b'{"jsonrpc":"1.0","id":5,"method":"ping"}', 5)):  # fmt: skip
            (good,) = client.begin_batch([request("good", "ping"), inside])[:1]
            expect(good.answer().result == {}, "not answered", inside)
            bad = client.wait_for(lambda one: "error" in one.message)
            expect(bad is not None and bad.message["error"]["code"] == -32600, "taken", inside, bad and bad.raw)
            expect(same(bad.message.get("id"), identity), "another id", inside, bad.raw)
        client.check_alive()


@case("LEG-61")
def a_request_in_a_batch_may_ask(server):
    """That revision cannot be asked by forms; by its model it can. [LEG-61][LEG-50]"""
    with older.session(server, "2025-03-26") as client:
        asking, other = client.begin_batch([call("ask_model", {"to": "Kim"}, 1), request(2, "ping")])
        asking.respond({"role": "assistant", "content": {"type": "text", "text": "Hello"}, "model": "m"})
        expect(asking.answer().text == "Hello" and other.answer().result == {}, "not answered")


@case("LEG-61")
def arrays_are_refused_in_the_other_revisions_and_nothing_is_run(server):
    """[LEG-61][BASE-22]"""
    for version in versions(server):
        if version == "2025-03-26":
            continue
        with older.session(server, version) as client:
            before = server.ask_afresh(peer.call("charge_count")).raw
            one = call("finish_page", identity=5)
            for text in (b"[" + one + b"]", b"[]", b"[" + one + b"," + one + b"]", b"[1]"):
                expect_refused_batch(client, text)
            expect(server.ask_afresh(peer.call("charge_count")).raw == before, "something was run")
            asked = client.begin(call("ask_url")) if version == NEWEST else None
            if asked:
                asked.decline()
                asked.answer()  # would have been `done` if the page were finished
            client.check_alive()


# ---- log lines, progress and cancellation ----------------------------------------------------------------------------

LEVELS = ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"]


def logged(client):
    """The levels of the lines that a call logs."""
    lines = [json.loads(one) for one in client.call("log_levels").before]
    expect(all(one["method"] == "notifications/message" for one in lines), "something else", lines)
    expect(all(set(one["params"]) == {"level", "data", "logger"} for one in lines), "other members", lines)
    return [one["params"]["level"] for one in lines]


@case("LEG-55")
def log_lines_are_told_from_the_level_on_that_was_set(server):
    """For the whole session, and for it alone. [LEG-55][LOG-03][LOG-08]"""
    for version in versions(server):
        with older.session(server, version) as client:
            expect(logged(client) == LEVELS[1:], "not from info on, before anything was said")
            for at, level in enumerate(LEVELS):
                reply = client.ask(request("l", "logging/setLevel", level=level))
                expect(reply.raw == b'{"jsonrpc":"2.0","id":"l","result":{}}', "something", reply)
                expect(logged(client) == LEVELS[at:], "other lines", level)
            for level in ("Debug", "warn", "", None, 5, []):
                expect_error(client.ask(request(1, "logging/setLevel", level=level)), -32602, 1)
            expect_error(client.ask(request(1, "logging/setLevel")), -32602, 1)
            expect(logged(client) == LEVELS[-1:], "a level that is none was taken")
            with older.session(server, version) as other:
                expect(logged(other) == LEVELS[1:], "the level of another session")
            client.check_alive()


@case("LEG-10")
def progress_comes_before_the_answer_to_who_wants_it(server):
    """[PRG-02][PRG-05][PRG-06]"""
    for version in versions(server):
        with older.session(server, version) as client:
            for token in ("p", 7):
                reply = client.call("slow", {"ms": 120}, _meta={"progressToken": token})
                told = [json.loads(one)["params"] for one in reply.before]
                expect(told and all(same(one["progressToken"], token) for one in told), "not told", reply.before)
            expect(not client.call("slow", {"ms": 120}).before, "told without having asked")


@case("C-35")
def a_call_can_be_cancelled_by_a_message(server):
    """Its tool hears of it, and nothing more comes. [LEG-56][CAN-05][CAN-09]"""
    with older.session(server) as client:
        running = client.begin(call("slow", {"ms": LONG}, "long", _meta={"progressToken": 1}))
        expect(running.next().method == "notifications/progress", "does not run")
        for other in (1, "other", None, {}):
            client.notify("cancelled", requestId=other)
        expect(running.next().method == "notifications/progress", "cancelled")
        client.notify("cancelled", requestId="long", reason="enough")
        wait_until(client.process if server.name == "stdio" else server, lambda: saw_cancellation(client), "not heard")
        while (item := running.next(0.3)) is not None:
            expect(item.method == "notifications/progress", "answered", item.raw)
        if server.name == "http":
            expect(running.stream.ended, "the stream stays open")
        client.check_alive()


def saw_cancellation(client):
    return client.call("slow_status").text == "cancelled"


# ---- changes ---------------------------------------------------------------------------------------------------------


def change(client, kind, times=1):
    expect(client.call("change", {"kind": kind, "times": times}, identity="change").text == "changed", "no change")


def touch(client, uri, times=1):
    expect(client.call("touch", {"uri": uri, "times": times}, identity="touch").text == "touched", "not touched")


@case("LEG-53")
def who_watches_a_resource_is_told_unasked(server):
    """Until it says that it needs it no longer. [LEG-53][LEG-32][RES-14]"""
    for version in versions(server):
        with older.session(server, version) as client:
            for uri in ("probe://mark", "probe://text", "probe://text"):  # twice is once
                reply = client.ask(request("w", "resources/subscribe", uri=uri))
                expect(reply.raw == b'{"jsonrpc":"2.0","id":"w","result":{}}', "something", reply)
            for uri in ("probe://other", "probe://TEXT", "probe://text"):
                touch(client, uri)
            client.hears("resources/updated", uri="probe://text")
            touch(client, "probe://mark")
            client.hears("resources/updated", uri="probe://mark")
            for _ in range(2):  # nor does it hurt to say so twice
                reply = client.ask(request("w", "resources/unsubscribe", uri="probe://text"))
                expect(reply.raw == b'{"jsonrpc":"2.0","id":"w","result":{}}', "something", reply)
            touch(client, "probe://text")
            touch(client, "probe://mark")
            client.hears("resources/updated", uri="probe://mark")
            for uri in (None, 5, "", "text", "probe: x"):
                for method in ("resources/subscribe", "resources/unsubscribe"):
                    expect_error(client.ask(request(1, method, uri=uri)), -32602, 1)
            client.hears_nothing()
            client.check_alive()


@case("LEG-54")
def changes_of_lists_are_told_unasked(server):
    """[LEG-54][LEG-32]"""
    for version in versions(server):
        with older.session(server, version) as client:
            for kind, name in (("tool", "tools"), ("prompt", "prompts"), ("resource", "resources"),
                               ("resource_template", "resources")):  # fmt: skip
                for _ in range(2):
                    change(client, kind)
                    client.hears(f"{name}/list_changed")
            client.hears_nothing()
            client.check_alive()


@case("LEG-54", over="stdio")
def nothing_is_told_before_the_client_is_ready(server):
    """Which it says with `notifications/initialized`. [LEG-03]"""
    pipe = server.another()
    pipe.send(hello() + b"\n" + call("change", {"kind": "tool"}, 1) + b"\n" + request(2, "ping") + b"\n")
    seen = sorted(str(older.vet(pipe.line(), NEWEST).get("id")) for _ in range(3))
    expect(seen == ["1", "2", "hello"], "told too early", seen)
    pipe.send(notification("initialized") + b"\n" + call("change", {"kind": "tool"}, 3) + b"\n")
    lines = [older.vet(pipe.line(), NEWEST) for _ in range(2)]
    told = [one for one in lines if one.get("method") == "notifications/tools/list_changed"]
    expect(len(told) == 1, "not told", lines)


@case("SUB-16")
def what_changes_all_the_time_is_told_less_often_here_too(server):
    """[SUB-16][LEG-54]"""
    with older.session(server) as client:
        for uri in ("probe://text", "probe://mark"):
            client.ask(request("w", "resources/subscribe", uri=uri))
        change(client, "tool", 200)
        touch(client, "probe://text", 10_000)
        touch(client, "probe://mark")
        marked = client.wait_for(lambda one: one.message.get("params") == {"uri": "probe://mark"})
        expect(marked is not None, "not told")
        told = [item.method for item in client.inbox]
        for name, times in (("tools/list_changed", 200), ("resources/updated", 10_000)):
            expect(0 < told.count(f"notifications/{name}") < times, "told each time", name, len(told))


@case("LEG-53")
def both_kinds_of_clients_hear_of_one_change(server):
    """[VER-04][LEG-53][SUB-05]"""
    with older.session(server) as client:
        newer = client.process if server.name == "stdio" else server
        if server.name == "stdio":
            newer.send(peer.listening("sub", toolsListChanged=True) + b"\n")
            heard = client.pipe.process.line()
            expect(json.loads(heard)["method"] == peer.ACKNOWLEDGED, "not acknowledged", heard)
            client.send(call("change", {"kind": "tool"}, 1))
            lines = [client.pipe.process.line() for _ in range(3)]
            tags = sorted(str(peer.tag_of(json.loads(one))) for one in lines)
            expect(tags == ["None", "None", "sub"], "not both", lines)
        else:
            heard = newer.listen("sub", META, toolsListChanged=True)
            change(client, "tool")
            heard.hears("tools/list_changed")
            client.hears("tools/list_changed")
            heard.leave()
