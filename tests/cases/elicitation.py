# SPDX-FileCopyrightText: 2026 The parley authors
# SPDX-License-Identifier: BSL-1.0
"""Questions and answers: how a form looks, what may be filled in, and what comes of a no."""

import json

from cases import case
from peer import answers, call, expect, meta, request


def only(reply, key):
    """The one question that a reply asks."""
    expect(list(reply.asks) == [key], f"{key} alone should be asked", reply)
    return reply.asks[key]["params"]


def offsets_rise(raw, names):
    """The names stand in the bytes in this order."""
    at = [raw.find(b'"' + name.encode() + b'":') for name in names]
    expect(at == sorted(at) and at[0] >= 0, "not in the order declared", names, raw)


def tools(server):
    listed = server.ask(request(1, "tools/list"))
    return listed, {tool["name"]: tool for tool in listed.result["tools"]}


# ---- the form --------------------------------------------------------------------------------------------------------


@case("C-01")
def fields_come_in_the_order_declared(server):
    """Raw bytes, since a parser would have sorted them or not. [ELF-04]"""
    raw = server.call("ask_name").raw
    offsets_rise(raw[raw.index(b'"properties"') :], ["firstName", "lastName", "email", "age"])
    required = raw[raw.index(b'"required"') :]
    expect(required.startswith(b'"required":["firstName","lastName"]'), "another order", required)
    raw = server.call("ask_two").raw
    offsets_rise(raw, ["who", "ok"])  # keys of questions, in the order asked
    raw = server.call("ask_order").raw
    offsets_rise(raw[raw.index(b'"properties"') :], ["name", "email", "home_page", "day", "moment", "count", "weight"])
    expect(b'["small","medium","large"]' in raw, "choices in another order", raw)


@case("C-01")
def arguments_and_tools_come_in_the_order_declared(server):
    """[TOOL-03]"""
    listed, by_name = tools(server)
    raw = listed.raw
    charge = raw[raw.index(b'"name":"charge"') :]
    offsets_rise(charge[charge.index(b'"properties"') :], ["amount", "account"])
    names = list(by_name)
    expect(names[:3] == ["noargs", "echo_int", "opt"] and names[-2:] == ["change", "ask_prompt"], "the order", names)
    expect(tools(server)[0].raw == raw, "another list the second time")


FORMATS = {"email", "uri", "date", "date-time"}
NOTES = {"title", "description", "default"}
ALLOWED = {
    "string": {"minLength", "maxLength", "format", "enum", "oneOf"},
    "integer": {"minimum", "maximum"},
    "number": {"minimum", "maximum"},
    "boolean": set(),
    "array": {"items", "minItems", "maxItems"},
}


def check_choices(choices, where):
    named = isinstance(choices[0], dict)
    expect(all(set(one) == {"const", "title"} if named else isinstance(one, str) for one in choices), "choices", where)


def check_property(name, about):
    """One property of a form is of the few kinds that every client can show."""
    kind = about.get("type")
    expect(kind in ALLOWED, "another type", name, about)
    expect(set(about) <= {"type"} | NOTES | ALLOWED[kind], "members that no form may have", name, about)
    expect(about.get("format", "email") in FORMATS, "another format", name, about)
    for word in ("enum", "oneOf"):
        if word in about:
            check_choices(about[word], about)
    if kind == "array":
        items = about["items"]
        if "anyOf" in items:
            expect(set(items) == {"anyOf"}, "items", about)
            check_choices(items["anyOf"], about)
        else:
            expect(set(items) == {"type", "enum"} and items["type"] == "string", "items", about)
            check_choices(items["enum"], about)


@case("C-07")
def every_form_keeps_to_what_clients_can_show(server):
    """All forms that the server has. [ELF-04][ELF-05][ELF-06][ELF-07][ELF-08][ELF-09]"""
    seen = 0
    for name in tools(server)[1]:
        if not name.startswith(("ask_", "charge")) or name == "ask_nothing":
            continue
        reply = server.call(name, {"amount": 5, "url": "https://example.org/"})
        while reply.asks:
            following = {}
            for key, one in reply.asks.items():
                if one["params"]["mode"] != "form":
                    continue
                schema = one["params"]["requestedSchema"]
                expect({"type", "properties"} <= set(schema) <= {"type", "properties", "required"}, "members", schema)
                expect(schema["type"] == "object", "no object", schema)
                expect(set(schema.get("required", [])) <= set(schema["properties"]), "required", schema)
                for each, about in schema["properties"].items():
                    check_property(each, about)
                seen += 1
                if key == "step_one":
                    following[key] = {"name": "Ada"}
            if not following:
                break
            reply = server.retry(reply, name, **following)
    expect(seen >= 10, "too few forms", seen)


@case("C-07")
def notes_on_fields_reach_the_form(server):
    """[ELF-05][ELF-06]"""
    schema = only(server.call("ask_order"), "order")["requestedSchema"]
    fields = schema["properties"]
    name = {"type": "string", "title": "Name", "description": "As on the letter box", "minLength": 2, "maxLength": 5}
    expect(fields["name"] == name, "name", fields["name"])
    expect(fields["email"]["format"] == "email" and fields["home_page"]["format"] == "uri", "formats", fields)
    expect(fields["day"]["format"] == "date" and fields["moment"]["format"] == "date-time", "formats", fields)
    expect((fields["count"]["minimum"], fields["count"]["maximum"]) == (1, 9), "count", fields)
    expect((fields["weight"]["minimum"], fields["weight"]["maximum"]) == (0.5, 2.5), "weight", fields)
    expect(fields["gift"] == {"type": "boolean", "default": True}, "gift", fields)
    expect(set(fields) - set(schema["required"]) == {"gift", "note"}, "required", schema)
    red = {"const": "#FF0000", "title": "Red"}
    expect(fields["color"]["oneOf"][0] == red and "enum" not in fields["color"], "color", fields["color"])
    expect(fields["size"]["enum"] == ["small", "medium", "large"], "size", fields["size"])


# ---- what is filled in -----------------------------------------------------------------------------------------------


@case("C-03")
def a_yes_needs_no_content_when_nothing_is_asked_for(server):
    """[ELF-20]"""
    for yes in ({"action": "accept"}, {"action": "accept", "content": {}}):
        reply = server.retry(server.call("ask_confirm"), "ask_confirm", confirm=yes)
        expect(reply.text == "answered: accept", "not taken", reply)


@case("C-03")
def a_yes_without_content_is_asked_again_when_something_is_required(server):
    """[ELF-14][ELF-20]"""
    for yes in ({"action": "accept"}, {"action": "accept", "content": {}}, {"action": "accept", "content": None}):
        reply = server.retry(server.call("ask_name"), "ask_name", person=yes)
        only(reply, "person")
        reply = server.retry(server.call("charge", {"amount": 1}), "charge", {"amount": 1}, confirm=yes)
        only(reply, "confirm")


BAD_PEOPLE = [
    ({}, "firstName"), ({"firstName": 42, "lastName": "P"}, "firstName"), ({"firstName": "A"}, "lastName"),
    ({"firstName": "A", "lastName": "P", "age": -5}, "age"), ({"firstName": "A", "lastName": "P", "age": 151}, "age"),
    ({"firstName": "A", "lastName": "P", "age": 1.5}, "age"),
    ({"firstName": "A", "lastName": "P", "age": "5"}, "age"),
    ({"firstName": "A", "lastName": "P", "age": True}, "age"),
    ({"firstName": "A", "lastName": "P", "age": 1e300}, "age"),
    ({"firstName": {"x": 1}, "lastName": "P"}, "firstName"), ({"firstName": ["A"], "lastName": "P"}, "firstName"),
    ({"firstName": None, "lastName": "P"}, "firstName"), ({"FirstName": "A", "lastName": "P"}, "firstName"),
    ({"firstName": "A", "lastName": "P", "email": "nope"}, "email"),
    ({"firstName": "A", "lastName": "P", "email": 5}, "email"), ("hello", ""), (5, ""), ([], ""), (True, ""),
    ([{"firstName": "A", "lastName": "P"}], ""),
]  # fmt: skip


@case("C-04")
def content_that_does_not_fit_is_asked_for_again_and_the_field_is_named(server):
    """[ELF-12][ELF-14]"""
    for content, field in BAD_PEOPLE:
        first = server.call("ask_name")
        again = server.retry(first, "ask_name", person={"action": "accept", "content": content})
        message = only(again, "person")["message"]
        expect(field in message and message.startswith("Who are you?"), "the field is not named", message, content)
        expect("nope" not in message and "hello" not in message, "says what was sent", message)
        good = server.retry(again, "ask_name", person={"firstName": "Ada", "lastName": "King", "age": 36})
        expect(good.text == "Ada King, 36", "a good answer is not taken after a bad one", good)


@case("C-04")
def an_answer_without_an_action_is_no_answer(server):
    """[MRTR-09][MRTR-31]"""
    person = {"firstName": "A", "lastName": "P"}
    for entry in (
        12345,
        person,
        {"action": "ACCEPT", "content": person},
        {"action": "yes", "content": person},
        "accept",
    ):
        first = server.call("ask_name")
        reply = server.call("ask_name", inputResponses={"person": entry}, requestState=first.state)
        only(reply, "person")


ORDER = {
    "name": "Ada", "email": "ada@example.org", "home_page": "https://example.org/", "day": "2026-07-28",
    "moment": "2026-07-28T09:30:00Z", "count": 3, "weight": 1.5, "gift": True, "size": "small", "color": "#00FF00",
    "spare_sizes": ["large", "medium"],
}  # fmt: skip


@case("C-04")
def every_kind_of_field_takes_what_it_should(server):
    """[ELF-05][ELF-06][ELF-07][ELF-08][ELF-09][ELF-14]"""
    for change in (
        {}, {"weight": 2}, {"weight": 0.5}, {"weight": 2.5}, {"count": 9.0}, {"spare_sizes": []}, {"note": None},
        {"note": ""}, {"name": "Ad"}, {"name": "Åsélé"}, {"name": "😀😀😀😀😀"},
        {"moment": "2026-07-28T09:30:00.5+02:00"},
        {"day": "2028-02-29"}, {"gift": False}, {"unheard_of": {"x": [1]}}, {"email": "a.b+c@xn--mnchen-3ya.example"},
    ):  # fmt: skip
        reply = server.retry(server.call("ask_order"), "ask_order", order=ORDER | change)
        expect(reply.ran, "not taken", change, reply)
    short = {name: value for name, value in ORDER.items() if name != "gift"}
    expect(server.retry(server.call("ask_order"), "ask_order", order=short).ran, "not taken without what has a default")


@case("C-04")
def no_kind_of_field_takes_what_it_should_not(server):
    """[ELF-14]"""
    for change in (
        {"name": "A"}, {"name": "Adalyn"}, {"name": ""}, {"name": "😀"}, {"email": "a@"}, {"email": "@b"},
        {"email": "a b@c"}, {"email": ""}, {"home_page": "no uri"}, {"home_page": ""}, {"home_page": "/x"},
        {"day": "2026-02-29"}, {"day": "2026-7-28"}, {"day": "28.07.2026"}, {"day": "2026-07-28T00:00:00Z"},
        {"moment": "2026-07-28"}, {"moment": "2026-07-28T25:00:00Z"}, {"moment": "2026-07-28T09:30:00"}, {"count": 0},
        {"count": 10}, {"count": 2.5}, {"count": "3"}, {"count": None}, {"weight": 0.49}, {"weight": 2.51},
        {"weight": "1"}, {"weight": True}, {"gift": 1}, {"gift": "true"}, {"gift": None}, {"size": "huge"},
        {"size": "Small"}, {"size": 0}, {"size": ["small"]}, {"color": "red"}, {"color": "Red"}, {"color": "#ff0000"},
        {"spare_sizes": "large"}, {"spare_sizes": ["huge"]}, {"spare_sizes": [["large"]]}, {"spare_sizes": [None]},
        {"spare_sizes": {"0": "large"}}, {"note": 5},
    ):  # fmt: skip
        reply = server.retry(server.call("ask_order"), "ask_order", order=ORDER | change)
        expect(list(change)[0] in only(reply, "order")["message"], "the field is not named", change, reply)
    for missing in ("name", "email", "home_page", "day", "moment", "count", "weight", "size", "color"):
        content = {name: value for name, value in ORDER.items() if name != missing}
        reply = server.retry(server.call("ask_order"), "ask_order", order=content)
        expect(missing in only(reply, "order")["message"], "the field is not named", missing, reply)


@case("C-04")
def numbers_in_content_may_be_written_in_any_way(server):
    """JavaScript has one kind of number, and other languages write 36.0. [ELF-14]"""
    for number, shown in ((b"36.0", "36"), (b"3.6e1", "36"), (b"-0", "0"), (b"0.0", "0"), (b"150", "150")):
        first = server.call("ask_name")
        text = call(
            "ask_name",
            requestState=first.state,
            inputResponses=answers(person={"firstName": "A", "lastName": "P", "age": 77}),
        )
        reply = server.ask(text.replace(b'"age":77', b'"age":' + number))
        expect(reply.text == f"A P, {shown}", "another number", repr(number), reply)


@case("once-14")
def bad_answers_are_asked_again_three_times_and_then_the_call_fails(server):
    """[MRTR-08]"""
    reply = server.call("ask_name")
    for _ in range(2):
        reply = server.retry(reply, "ask_name", person={"firstName": 5})
        only(reply, "person")
    reply = server.retry(reply, "ask_name", person={"firstName": 5})
    expect("Nothing was done" in reply.failed, "another end", reply)
    # What is not answered at all is asked as often as it takes: nobody said anything wrong.
    reply = server.call("ask_name")
    for _ in range(6):
        reply = server.retry(reply, "ask_name")
        only(reply, "person")
    expect(server.retry(reply, "ask_name", person={"firstName": "A", "lastName": "P"}).text == "A P", "not done")


# ---- choices ---------------------------------------------------------------------------------------------------------


@case("C-06")
def several_choices_with_titles_can_be_asked_for_and_answered(server):
    """[ELF-09]"""
    form = only(server.call("ask_color"), "palette")["requestedSchema"]
    want = {
        "type": "array", "title": "Colours", "minItems": 1, "maxItems": 2,
        "items": {"anyOf": [
            {"const": "#FF0000", "title": "Red"}, {"const": "#00FF00", "title": "Green"},
            {"const": "#0000FF", "title": "Blue"},
        ]},
    }  # fmt: skip
    expect(form["properties"]["colors"] == want, "another form", form)
    for colors in (["#FF0000", "#00FF00"], ["#0000FF"]):
        reply = server.retry(server.call("ask_color"), "ask_color", palette={"colors": colors})
        expect(reply.text == f"{len(colors)} colours", "not taken", colors, reply)


@case("C-06")
def choices_that_were_not_offered_are_asked_for_again(server):
    """The title is not the value. [ELF-09][ELF-14]"""
    for colors in (
        [], ["#FF0000", "#00FF00", "#0000FF"], ["#123456"], ["Red"], ["red"], "#FF0000", ["#FF0000", "Green"], [0],
        [None], ["#ff0000"], {"0": "#FF0000"}, [["#FF0000"]], None, True,
    ):  # fmt: skip
        reply = server.retry(server.call("ask_color"), "ask_color", palette={"colors": colors})
        expect("colors" in only(reply, "palette")["message"], "the field is not named", repr(colors), reply)


# ---- where questions stand -------------------------------------------------------------------------------------------


@case("C-16")
def a_question_is_a_result_of_its_own_kind(server):
    """What must hold for every ask is held for every answer of every case; this is the rest. [MRTR-01][MRTR-02]"""
    reply = server.call("ask_name", identity="q")
    result = reply.result
    expect(
        result["resultType"] == "input_required" and reply.identity == "q" and reply.status in (None, 200),
        "no ask",
        reply,
    )
    expect(not {"content", "isError", "ttlMs", "cacheScope", "structuredContent"} & set(result), "too much", reply)
    question = reply.asks["person"]
    expect(
        set(question) == {"method", "params"} and question["method"] == "elicitation/create", "a bad question", reply
    )
    expect(set(question["params"]) == {"mode", "message", "requestedSchema"}, "bad params", reply)


@case("C-16")
def methods_that_may_not_ask_do_not(server):
    """[MRTR-01]"""
    for method in ("tools/list", "prompts/list", "resources/list", "resources/templates/list", "server/discover"):
        reply = server.ask(request(5, method, inputResponses={}, requestState="x"))
        expect(reply.result["resultType"] == "complete", "an ask", reply)


@case("C-16")
def an_ask_without_anything_in_it_is_never_sent(server):
    """[MRTR-03]"""
    reply = server.call("ask_nothing")
    expect(reply.code == -32603 and reply.message["error"]["message"] == "Internal error", "sent", reply)
    server.process.line_with("bad_input_required")


@case("C-16")
def an_ask_at_the_end_of_a_stream_is_its_last_event(server):
    """[MRTR-22][PRG-02]"""
    reply = server.call("ask_name", about=meta(progressToken=1))
    only(reply, "person")


# ---- links -----------------------------------------------------------------------------------------------------------


@case("C-18", alone=True)
def a_page_is_asked_for_until_it_is_finished(server):
    """To accept is to agree to open the page, and no more. [ELU-01][ELU-02][ELU-03][BASE-13]"""
    first = server.call("ask_url")
    want = {"mode": "url", "message": "Please finish the page.", "url": "https://example.org/pages/1"}
    expect(only(first, "visit") == want, "another question", first)
    expect(b"elicitationId" not in first.raw, "of an older revision", first)
    early = first
    for entry in (
        {"action": "accept"},
        {"action": "accept", "content": {"page": "done"}},
        {"action": "accept", "content": {}},
    ):
        early = server.retry(early, "ask_url", visit=entry)
        expect(only(early, "visit") == want, "not asked again", early)
    expect(server.call("finish_page").text == "finished", "not finished")
    expect(server.retry(early, "ask_url", visit={"action": "accept"}).text == "done", "not done")
    expect(server.call("ask_url").text == "done", "asked again for a page that is finished")


@case("C-18")
def who_does_not_open_the_page_has_not_been_there(server):
    """[ELF-13]"""
    for action, word in (("decline", "declined"), ("cancel", "dismissed")):
        reply = server.retry(server.call("ask_url"), "ask_url", visit={"action": action})
        expect(word in reply.failed and "Nothing was done" in reply.failed, "another end", reply)


BAD_LINKS = [
    "javascript:alert(1)", "JavaScript:alert(1)", "data:text/html,x", "/relative", "relative", "", "//example.org/",
    "http://user:pw@h/", "https://user@example.org/", "https://example.org/\r\nX: y", "https://example.org/\n",
    "https://", "http://example.org/", "file:///etc/passwd", "ftp://example.org/", "https:/example.org",
    "https://exa mple.org/", "vbscript:x", " https://example.org/", "https://example.org/\u0000", "ws://example.org/",
    "https:example.org", "https://example.org:99999/", "http://localhost.evil.example/",
    "http://127.0.0.1.evil.example/", "https://@example.org/",
]  # fmt: skip


@case("C-18")
def a_link_that_nobody_should_follow_is_not_sent(server):
    """Neither by a resolver nor by hand. [ELU-04][ELU-05]"""
    for link in BAD_LINKS:
        for tool in ("ask_link", "ask_link_by_hand"):
            reply = server.call(tool, {"url": link})
            expect(reply.failed and "evil" not in reply.failed, "sent", tool, repr(link), reply)
    for link in (
        "https://example.org/pages?x=1&y=%20#z",
        "http://127.0.0.1:8080/p",
        "http://localhost/p",
        "https://[2001:db8::1]/",
    ):
        for tool, key in (("ask_link", "anywhere"), ("ask_link_by_hand", "page")):
            expect(only(server.call(tool, {"url": link}), key)["url"] == link, "not sent", link)


# ---- a no, and clients that cannot be asked --------------------------------------------------------------------------


@case("once-13")
def a_no_is_an_answer(server):
    """Whatever stands beside it. [ELF-13]"""
    before = server.call("charge_count").result["structuredContent"]
    for action, word in (("decline", "declined"), ("cancel", "dismissed")):
        for more in ({}, {"content": {"ok": True}}, {"content": None}):
            reply = server.retry(
                server.call("charge", {"amount": 5}), "charge", {"amount": 5}, confirm={"action": action} | more
            )
            expect(word in reply.failed and "Nothing was done" in reply.failed, "another end", reply)
            reply = server.retry(server.call("ask_two"), "ask_two", who={"name": "A"}, ok={"action": action} | more)
            expect(word in reply.failed, "another end", reply)
    expect(server.call("charge_count").result["structuredContent"] == before, "somebody was charged")
    for action in ("decline", "cancel"):
        reply = server.retry(server.call("ask_confirm"), "ask_confirm", confirm={"action": action})
        expect(reply.text == f"answered: {action}", "not heard", reply)


@case("once-01")
def two_questions_may_be_answered_one_after_the_other(server):
    """[MRTR-11][MRTR-20]"""
    first = server.call("ask_two")
    expect(list(first.asks) == ["who", "ok"], "not both", first)
    for order in (("who", "ok"), ("ok", "who")):
        given = {"who": {"name": "A"}, "ok": {"ok": True}}
        first = server.call("ask_two")  # a flow that has run gives no other answer
        second = server.retry(first, "ask_two", **{order[0]: given[order[0]]})
        only(second, order[1])
        expect(server.retry(second, "ask_two", **{order[1]: given[order[1]]}).text == "A: yes", "not done")
    both = server.retry(server.call("ask_two"), "ask_two", ok={"ok": False}, who={"name": "A"})
    expect(both.text == "A: no", "not done", both)
    half = server.retry(server.call("ask_two"), "ask_two", who={"name": 5}, ok={"ok": True})
    expect("name" in only(half, "who")["message"], "not the bad one alone", half)


@case("T-03")
def a_client_is_asked_only_in_the_ways_that_it_declared(server):
    """[ELF-01][ELF-02][META-10][MRTR-05]"""
    form, url = {"elicitation": {"form": {}}}, {"elicitation": {"url": {}}}
    for able in (
        {"elicitation": {}},
        form,
        {"elicitation": {"form": {}, "url": {}}},
        {"elicitation": {"form": {"x": 1}}, "roots": {}},
    ):
        only(server.call("ask_name", about=meta(able)), "person")
    for unable in ({}, url, {"sampling": {}, "roots": {}}, {"experimental": {"elicitation": {}}}):
        reply = server.call("ask_name", about=meta(unable))
        expect(reply.code == -32021 and reply.status in (None, 400), "asked", unable, reply)
        expect(reply.message["error"]["data"] == {"requiredCapabilities": form}, "another lack", reply)
    for unable in ({}, form, {"elicitation": {}}):
        reply = server.call("ask_link", {"url": "https://example.org/"}, about=meta(unable))
        expect(reply.code == -32021 and reply.message["error"]["data"] == {"requiredCapabilities": url}, "asked", reply)
    for able in (url, {"elicitation": {"form": {}, "url": {}}}):
        only(server.call("ask_link", {"url": "https://example.org/"}, about=meta(able)), "anywhere")
    expect(server.call("noargs", about=meta({})).text == "ok", "a tool that asks nothing needs nothing")


@case("T-03")
def an_envelope_that_is_malformed_is_refused(server):
    """[META-04][TYPE-09]"""
    for wrong in ({"elicitation": 5}, {"elicitation": []}, {"elicitation": {"form": True}}, {"elicitation": None}):
        reply = server.call("ask_name", about=meta(wrong))
        expect(reply.code == -32602 and not reply.asks, "taken", wrong, reply)


@case("once-01")
def what_one_request_declares_another_does_not_have(server):
    """[BASE-16]"""
    only(server.call("ask_name"), "person")
    expect(server.call("ask_name", about=meta({})).code == -32021, "remembered")
    first = server.call("ask_steps")
    reply = server.call(
        "ask_steps", about=meta({}), requestState=first.state, inputResponses=answers(step_one={"name": "Ada"})
    )
    expect(reply.code == -32021, "asked", reply)


@case("once-10")
def what_a_person_said_is_shown_back_without_its_tricks(server):
    """Line breaks and characters that turn the text around would make a message say something else. [ELF-16]"""
    for name, never in (
        ("Ada\nPlease also pay", "\n"),
        ("Ada\u202egnp.exe", "\u202e"),
        ("A\u200bd\u200ba", "\u200b"),
        ("Ada\r\x1b[2J", "\x1b"),
    ):
        reply = server.retry(server.call("ask_steps"), "ask_steps", step_one={"name": name})
        message = only(reply, "step_two")["message"]
        expect(never not in message and "Ada"[0] in message, "shown as it is", json.dumps(message))
