# SPDX-FileCopyrightText: 2026 The parley authors
# SPDX-License-Identifier: BSL-1.0
"""Questions to clients of the revisions before 2026-07-28, as requests of the server's while a call waits.

The tools are the same as in elicitation.py; here the server plays the client's half of the rounds.
"""

import json

import older
import peer
from cases import case
from older import OVER, VERSIONS, call, request
from peer import expect, settled, wait_until

ADA = {"firstName": "Ada", "lastName": "King"}
MESSAGE = {"role": "assistant", "content": {"type": "text", "text": "Hello, Kim"}, "model": "m"}


def charged(server, client):
    """How often anybody was charged."""
    where = client if server.name == "stdio" else server
    return where.call("charge_count").result["content"][0]["text"]


def expect_waiting(call_under_way):
    """Nothing has come, and the call is not over."""
    item = call_under_way.next(0.15)
    expect(item is None, "something came", item and item.raw)


# ---- who can be asked ------------------------------------------------------------------------------------------------


@case("C-19")
def who_cannot_be_asked_reads_why_and_nothing_is_done(server):
    """It would take a result of another kind for a finished one, and show nothing.
    [LEG-50][MRTR-05][once-15]"""
    for version in OVER[server.name]:
        for able in ({}, {"sampling": {}, "roots": {}}, {"elicitation": {"url": {}}}, {"experimental": {}}):
            with older.session(server, version, able) as client:
                if version != "2025-06-18" or "elicitation" not in able:  # where that member was empty
                    reply = client.call("ask_name")
                    expect("cannot ask" in reply.failed and "Nothing was done" in reply.failed, "no hint", reply)
                    reply = client.ask(request(1, "prompts/get", name="ask_prompt", arguments={"topic": "x"}))
                    expect(reply.code == -32603 and "cannot ask" in reply.message["error"]["message"], "no hint", reply)
                    reply = client.ask(request(1, "resources/read", uri="probe://ask"))
                    expect(reply.code == -32603, "no error", reply)
                client.check_alive()


@case("C-19")
def revisions_without_a_kind_of_question_are_not_asked_it(server):
    """Whatever their clients declare. [LEG-50][ELF-21]"""
    for version in OVER[server.name][1:]:
        with older.session(server, version) as client:
            tools = {"ask_url": {}, "ask_color": {}, "ask_order": {}}  # pages, and several choices at once
            if version != "2025-06-18":
                tools |= {"ask_name": {}, "charge": {"amount": 1}}
            for tool, arguments in tools.items():
                reply = client.call(tool, arguments)
                expect("Nothing was done" in reply.failed, "asked", version, tool, reply)
            client.check_alive()


@case("C-19")
def who_can_be_asked_is_asked(server):
    """With a request of the server's, while its own waits. [LEG-22][LEG-50][LEG-33][ELF-01]"""
    for version in [one for one in OVER[server.name] if one in VERSIONS[:2]]:
        for able in (older.FORMS, {"elicitation": {"form": {}}}, older.ALL):
            with older.session(server, version, able) as client:
                asked = client.begin(call("ask_name", identity="q"))
                question = asked.question()
                expect(question["method"] == "elicitation/create", "another question", question)
                schema = question["params"]["requestedSchema"]
                expect(list(schema["properties"]) == ["firstName", "lastName", "email", "age"], "the order", schema)
                client.respond(question["id"], {"action": "accept", "content": ADA | {"age": 36}})
                reply = asked.answer()
                expect(reply.identity == "q" and reply.text == "Ada King, 36", "not done", reply)
                client.check_alive()


@case("LEG-50")
def models_and_roots_are_asked_for_as_well(server):
    """[LEG-50][SMP-01][ROOT-01]"""
    for version in OVER[server.name]:
        with older.session(server, version) as client:
            asked = client.begin(call("ask_model", {"to": "Kim"}))
            question = asked.respond(MESSAGE)
            expect(question["method"] == "sampling/createMessage", "another question", question)
            expect(question["params"]["maxTokens"] == 50, "another limit", question)
            expect(asked.answer().text == "Hello, Kim", "not done")
            asked = client.begin(call("ask_roots"))
            question = asked.respond({"roots": [{"uri": "file:///a"}, {"uri": "file:///b", "name": "b"}]})
            expect(question["method"] == "roots/list", "another question", question)
            expect(asked.answer().text == "2 roots", "not done")
        with older.session(server, version, {}) as client:
            for tool, arguments in (("ask_model", {"to": "Kim"}), ("ask_roots", {})):
                expect("cannot ask" in client.call(tool, arguments).failed, "asked", tool)


@case("C-16")
def prompts_and_resources_ask_as_well(server):
    """[MRTR-01][LEG-50]"""
    with older.session(server) as client:
        asked = client.begin(request(1, "prompts/get", name="ask_prompt", arguments={"topic": "tea"}))
        asked.accept({"name": "Ada"})
        expect(asked.answer().result["messages"][0]["content"]["text"] == "Ada on tea", "not done")
        asked = client.begin(request(2, "resources/read", uri="probe://ask"))
        asked.accept({"name": "Ada"})
        expect(asked.answer().result["contents"][0]["text"] == "read by Ada", "not done")
        for method, params in (("prompts/get", {"name": "ask_prompt", "arguments": {"topic": "tea"}}),
                               ("resources/read", {"uri": "probe://ask"})):  # fmt: skip
            asked = client.begin(request(3, method, **params))
            asked.decline()
            expect(asked.answer().code == -32603, "another end")


# ---- rounds ----------------------------------------------------------------------------------------------------------


@case("once-01")
def questions_of_one_round_go_out_together_and_are_answered_in_any_order(server):
    """[LEG-50][MRTR-11]"""
    given = {"Your name?": {"name": "A"}, "Shall we?": {"ok": True}}
    with older.session(server) as client:
        for turned in (False, True):
            asked = client.begin(call("ask_two"))
            both = [asked.question(), asked.question()]
            expect([one["params"]["message"] for one in both] == list(given), "other questions", both)
            expect(both[0]["id"] != both[1]["id"], "the same id", both)
            for one in reversed(both) if turned else both:
                expect_waiting(asked)
                asked.respond({"action": "accept", "content": given[one["params"]["message"]]}, to=one)
            expect(asked.answer().text == "A: yes", "not done")


@case("once-01")
def the_next_round_asks_what_needs_the_first_answer(server):
    """No state of the server's reaches such a client, nor is one asked for. [LEG-50][MRTR-11]"""
    with older.session(server) as client:
        asked = client.begin(call("ask_steps"))
        first = asked.accept({"name": "Ada"})
        second = asked.accept({"color": "green"})
        expect("Ada" in second["params"]["message"] and first["id"] != second["id"], "another question", second)
        expect(asked.answer().text == "Ada likes green", "not done")
        for tool, ends in (("ask_by_hand", "hello Bee"), ("ask_confirm", "answered: accept")):
            asked = client.begin(call(tool))
            asked.accept({"nickname": "Bee"} if tool == "ask_by_hand" else {})
            expect(asked.answer().text == ends, "not done", tool)
        # What clients of 2026-07-28 send along means nothing here.
        asked = client.begin(call("ask_name", inputResponses=peer.answers(person=ADA), requestState="x"))
        asked.accept({"firstName": "Bob", "lastName": "Lee"})
        expect(asked.answer().text == "Bob Lee", "not done")
        client.check_alive()


@case("once-14")
def bad_answers_are_asked_again_three_times_and_then_the_call_fails_here_too(server):
    """Each time with the field named. [ELF-14][ELF-20][LEG-50]"""
    with older.session(server) as client:
        for content in ({"firstName": 5}, {}, "hello", None, {"firstName": "A", "lastName": "P", "age": -5}):
            asked = client.begin(call("ask_name"))
            asked.accept(content)
            again = asked.accept(ADA)
            expect(again["params"]["message"].startswith("Who are you?"), "another question", again)
            expect(asked.answer().text == "Ada King", "not done")
        asked = client.begin(call("ask_name"))
        ids = {asked.accept({"firstName": 5})["id"] for _ in range(3)}
        expect("Nothing was done" in asked.answer().failed and len(ids) == 3, "another end", ids)
        client.check_alive()


@case("MRTR-31")
def an_answer_that_is_none_is_asked_for_again_or_fails_the_call(server):
    """[MRTR-31][LEG-51]"""
    with older.session(server) as client:
        before = charged(server, client)
        for result in (None, 5, "accept", [], {}, {"action": "yes"}, {"action": "ACCEPT", "content": {"ok": True}},
                       {"content": {"ok": True}}, {"action": None}):  # fmt: skip
            asked = client.begin(call("charge", {"amount": 5}))
            question = asked.question()
            client.respond(question["id"], result)
            item = asked.next()
            expect(item is not None, "no answer", result)
            if item.is_question:
                client.respond(item.message["id"], {"action": "decline"})
                item = asked.next()
            expect(item.message["result"]["isError"], "done", result, item.raw)
        expect(charged(server, client) == before, "somebody was charged")
        client.check_alive()


@case("LEG-51")
def a_client_that_answers_with_an_error_has_not_agreed(server):
    """-1: the person refused; -32601, -32602: the client has no such thing. [LEG-51]"""
    with older.session(server) as client:
        before = charged(server, client)
        for code in (-1, -32601, -32602, -32603, -32600, 0):
            for tool, arguments in (("charge", {"amount": 5}), ("ask_model", {"to": "Kim"}), ("ask_roots", {})):
                asked = client.begin(call(tool, arguments))
                asked.respond(error={"code": code, "message": "Kim's secret"})
                reply = asked.answer()
                expect("Nothing was done" in reply.failed and "secret" not in reply.failed, "another end", reply)
        asked = client.begin(call("ask_two"))
        first, second = asked.question(), asked.question()
        client.respond(first["id"], error={"code": -1, "message": "no"})
        said = client.hears_of_withdrawal(second["id"])
        expect("Nothing was done" in asked.answer().failed or said, "another end")
        expect(charged(server, client) == before, "somebody was charged")
        client.check_alive()


# ---- an answer counts once, and only where it belongs ----------------------------------------------------------------


@case("once-18")
def a_no_is_final(server):
    """Whatever comes after it. [ELF-13][once-18]"""
    with older.session(server) as client:
        before = charged(server, client)
        for action, word in (("decline", "declined"), ("cancel", "dismissed")):
            asked = client.begin(call("charge", {"amount": 5}))
            question = asked.respond({"action": action, "content": {"ok": True}})
            reply = asked.answer()
            expect(word in reply.failed and "Nothing was done" in reply.failed, "another end", reply)
            for _ in range(2):
                client.respond(question["id"], {"action": "accept", "content": {"ok": True}})
            expect(charged(server, client) == before, "somebody was charged")
            client.check_alive()


@case("once-18")
def the_first_answer_counts_and_no_other(server):
    """[LEG-51][once-18]"""
    with older.session(server) as client:
        before = charged(server, client)
        asked = client.begin(call("ask_two"))
        first, second = asked.question(), asked.question()
        client.respond(first["id"], {"action": "accept", "content": {"name": "first"}})
        client.respond(first["id"], {"action": "accept", "content": {"name": "second"}})
        client.respond(first["id"], {"action": "decline"})
        client.respond(second["id"], {"action": "accept", "content": {"ok": True}})
        expect(asked.answer().text == "first: yes", "another answer counts")
        asked = client.begin(call("charge", {"amount": 1}))
        question = asked.accept({"ok": False})
        expect(asked.answer().text == "not charged", "charged")
        client.respond(question["id"], {"action": "accept", "content": {"ok": True}})
        expect(charged(server, client) == before, "somebody was charged")
        client.check_alive()


@case("LEG-51")
def an_answer_to_nothing_is_dropped(server):
    """And the call goes on waiting. [LEG-21][LEG-51]"""
    with older.session(server) as client:
        asked = client.begin(call("charge", {"amount": 5}, identity=7))
        question = asked.question()
        right = question["id"]
        guesses = [0, 1, 7, -1, "1", "7", "", "confirm", right + "0", right[:-1], right.upper(), right[::-1],
                   "0" * len(right)]  # fmt: skip
        for guess in [one for one in guesses if one != right]:
            client.respond(guess, {"action": "accept", "content": {"ok": True}})
            client.respond(guess, error={"code": -1, "message": "no"})
        expect_waiting(asked)
        client.respond(question["id"], {"action": "accept", "content": {"ok": False}})
        expect(asked.answer().text == "not charged", "another end")
        client.check_alive()


@case("C-10", over="http")
def an_answer_from_another_session_has_no_effect(server):
    """Though it knows the id. [once-18][LEG-39][ELF-17]"""
    with older.session(server) as client, older.session(server) as other:
        before = charged(server, client)
        asked = client.begin(call("charge", {"amount": 5}))
        question = asked.question()
        for _ in range(3):
            other.respond(question["id"], {"action": "accept", "content": {"ok": True}})
        expect_waiting(asked)
        other.check_alive()
        asked.respond({"action": "decline"}, to=question)
        expect("declined" in asked.answer().failed and charged(server, client) == before, "charged")


@case("HTTP-23", over="http")
def the_same_id_in_two_sessions_at_once_is_two_requests(server):
    """[HTTP-23][BASE-03]"""
    with older.session(server) as one, older.session(server, "2025-06-18") as two:
        calls = [client.begin(call("ask_name", identity=1)) for client in (one, two)]
        questions = [each.question() for each in calls]
        newer = server.ask_afresh(peer.call("ask_name", identity=1))  # and a third
        for each, question, name in zip(reversed(calls), reversed(questions), ("Bob", "Ada"), strict=True):
            each.respond({"action": "accept", "content": {"firstName": name, "lastName": "K"}}, to=question)
        expect([each.answer().text for each in calls] == ["Ada K", "Bob K"], "mixed up")
        expect(
            server.retry(newer, "ask_name", person={"firstName": "Kim", "lastName": "K"}).text == "Kim K", "mixed up"
        )


@case("BASE-03")
def the_same_id_twice_at_once_is_two_requests_here_too(server):
    """[BASE-03]"""
    with older.session(server) as client:
        calls = [client.begin(call("charge", {"amount": amount}, identity=1)) for amount in (1, 2)]
        for each in calls:
            each.accept({"ok": False})
        expect([each.answer().text for each in calls] == ["not charged"] * 2, "another end")


# ---- ends ------------------------------------------------------------------------------------------------------------


@case("LEG-56")
def who_cancels_the_call_is_not_waited_for_any_more(server):
    """The question is cancelled, too, and an answer that is under way comes too late. [LEG-56][CAN-03][CAN-09]"""
    with older.session(server) as client:
        before = charged(server, client)
        for tool, arguments in (("charge", {"amount": 5}), ("ask_model", {"to": "Kim"}), ("ask_roots", {})):
            asked = client.begin(call(tool, arguments, identity="gone"))
            question = asked.question()
            client.notify("cancelled", requestId="gone", reason="enough")
            expect(client.hears_of_withdrawal(question["id"]), "the question is not cancelled", tool)
            client.respond(question["id"], {"action": "accept", "content": {"ok": True}})
            item = asked.next(0.15)
            expect(item is None, "answered", item and item.raw)
            if server.name == "http":
                expect(asked.stream.ended, "the stream stays open")
        expect(charged(server, client) == before, "somebody was charged")
        client.check_alive()


@case("LEG-10", options=["--state-ttl", "0.6"])
def nobody_is_waited_for_for_ever(server):
    """[LEG-10][LEG-56][once-16]"""
    with older.session(server) as client:
        asked = client.begin(call("charge", {"amount": 5}))
        question = asked.question()
        expect(client.hears_of_withdrawal(question["id"]), "the question is not cancelled")
        expect("in time" in asked.answer().failed, "another end")
        client.respond(question["id"], {"action": "accept", "content": {"ok": True}})
        expect("0" in charged(server, client), "somebody was charged")
        client.check_alive()


@case("STDIO-05", over="stdio")
def the_end_of_the_input_ends_calls_that_wait(server):
    """[STDIO-05][LEG-10]"""
    with older.session(server) as client:
        asked = [client.begin(call("ask_two", identity=each)) for each in range(5)]
        for each in asked:
            each.question()
        client.process.process.child.stdin.close()
        expect(client.process.process.exit_code() == 0, "another end")


@case("C-35", alone=True)
def calls_that_wait_hold_no_thread_and_no_other_call_up(server):
    """[STDIO-11][HTTP-22][once-16]"""
    with older.session(server) as client:
        process = (client.process if server.name == "stdio" else server).process
        client.check_alive()
        descriptors, threads = process.descriptors(), process.status_of("Threads")
        waiting = [client.begin(call("ask_name", identity=each)) for each in range(50)]
        questions = [each.question() for each in waiting]
        expect(len({one["id"] for one in questions}) == 50, "the same id twice")
        expect(client.call("echo_int", {"n": 5}, identity="quick").ran, "held up")
        # Each call had a thread until it asked; those go when nothing needs them, whoever is still waited for.
        wait_until(client, lambda: process.status_of("Threads") < threads + 10, "threads wait")
        for each, question in zip(waiting, questions, strict=True):
            content = {"firstName": str(each.identity), "lastName": "K"}
            client.respond(question["id"], {"action": "accept", "content": content})
        expect(sorted(each.answer().text for each in waiting) == sorted(f"{each} K" for each in range(50)), "not all")
        if server.name == "http":
            settled(server, descriptors, threads)


@case("LEG-10", over="stdio")
def more_questions_than_anybody_answers_are_not_asked(server):
    """64 at once; then the call fails, and others go on. [LEG-10]"""
    with older.session(server) as client:
        waiting = [client.begin(call("ask_name", identity=each)) for each in range(64)]
        for each in waiting:
            each.question()
        expect("Too many questions" in client.call("ask_name", identity="more").failed, "asked")
        client.notify("cancelled", requestId=0)
        expect(client.wait_for(lambda one: one.method == "notifications/cancelled"), "not cancelled")
        asked = client.begin(call("ask_name", identity="again"))
        asked.accept(ADA)
        expect(asked.answer().text == "Ada King", "no room is made")


# ---- pages -----------------------------------------------------------------------------------------------------------


@case("C-18", alone=True)
def a_page_is_asked_for_once_and_waited_for(server):
    """With an id of its own, without which older clients refuse it; and the client is told when it is done.
    [LEG-52][ELU-01][ELU-02][ELU-03]"""
    with older.session(server) as client:
        asked = client.begin(call("ask_url"))
        question = asked.accept()
        page = {"mode": "url", "message": "Please finish the page.", "url": "https://example.org/pages/1"}
        given = question["params"]
        expect(given == page | {"elicitationId": given["elicitationId"]}, "another question", given)
        expect_waiting(asked)  # nor is it asked for again
        expect(client.call("finish_page", identity="f").text == "finished", "not finished")
        reply = asked.answer()
        told = [json.loads(one) for one in reply.before]
        done = {"method": "notifications/elicitation/complete", "params": {"elicitationId": given["elicitationId"]}}
        expect(reply.text == "done" and told == [{"jsonrpc": "2.0"} | done], "not told", reply, told)
        expect(client.call("ask_url").text == "done", "asked again")


@case("C-18")
def who_does_not_open_the_page_has_not_been_there_here_either(server):
    """Two flows never have the same id. [ELF-13][LEG-52]"""
    with older.session(server) as client:
        ids = set()
        for action, word in (("decline", "declined"), ("cancel", "dismissed")):
            asked = client.begin(call("ask_url"))
            ids.add(asked.respond({"action": action})["params"]["elicitationId"])
            reply = asked.answer()
            expect(word in reply.failed and not reply.before, "another end", reply)
        expect(len(ids) == 2, "the same id", ids)
        client.check_alive()


@case("C-18")
def a_link_that_nobody_should_follow_is_not_sent_here_either(server):
    """[ELU-04][ELU-05]"""
    with older.session(server) as client:
        for link in ("javascript:alert(1)", "data:text/html,x", "/relative", "http://user:pw@h/", "https://h/\r\nX: y"):
            for tool in ("ask_link", "ask_link_by_hand"):
                expect(client.call(tool, {"url": link}).failed, "sent", tool, link)
        asked = client.begin(call("ask_link", {"url": "https://example.org/p?x=1"}))
        expect(asked.decline()["params"]["url"] == "https://example.org/p?x=1", "another link")
        expect("declined" in asked.answer().failed, "another end")


@case("once-14")
def a_tool_that_never_has_enough_is_stopped(server):
    """[LEG-10]"""
    with older.session(server) as client:
        asked = client.begin(call("ask_link_by_hand", {"url": "https://example.org/"}))
        questions = 0
        while (item := asked.next()).is_question:
            client.respond(item.message["id"], {"action": "decline"})
            questions += 1
        expect(item.message["result"]["isError"] and questions < 50, "another end", questions, item.raw)


@case("C-18", options=["--state-ttl", "0.6"])
def a_page_that_nobody_finishes_is_told_in_the_error(server):
    """[LEG-52]"""
    with older.session(server) as client:
        asked = client.begin(call("ask_url"))
        given = asked.accept()["params"]
        reply = asked.answer()
        expect(reply.code == -32042 and reply.message["error"]["data"] == {"elicitations": [given]}, "not told", reply)
        client.check_alive()
