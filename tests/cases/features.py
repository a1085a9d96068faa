# SPDX-FileCopyrightText: 2026 The parley authors
# SPDX-License-Identifier: BSL-1.0
"""Prompts, resources and completion, and the pages of all lists."""

import base64
import json

from cases import case
from peer import answers, expect, request


def get(server, prompt, arguments=None, identity=1, **extra):
    if arguments is not None:
        extra = {"arguments": arguments} | extra
    return server.ask(request(identity, "prompts/get", name=prompt, **extra))


def read(server, uri, identity=1, **extra):
    return server.ask(request(identity, "resources/read", uri=uri, **extra))


def complete(server, ref, name, value, **extra):
    return server.ask(request(1, "completion/complete", ref=ref, argument={"name": name, "value": value}, **extra))


def suggested(reply):
    """The suggestions; a result with the members that it may have."""
    expect(set(reply.result) - {"_meta"} == {"resultType", "completion"}, "other members", reply)
    completion = reply.result["completion"]
    expect({"values"} <= set(completion) <= {"values", "total", "hasMore"}, "other members", reply)
    expect(len(completion["values"]) <= 100, "too many", reply)
    return completion


def messages(reply):
    """[PRM-04]"""
    expect(set(reply.result) - {"_meta", "description"} == {"resultType", "messages"}, "other members", reply)
    for one in reply.result["messages"]:
        expect(set(one) == {"role", "content"} and isinstance(one["content"], dict), "a bad message", reply)
    return [(one["role"], one["content"]["text"]) for one in reply.result["messages"]]


def contents(reply):
    """[RES-04][CACHE-01]"""
    expect(set(reply.result) - {"_meta"} == {"resultType", "contents", "ttlMs", "cacheScope"}, "other members", reply)
    expect(reply.result["contents"], "nothing", reply)
    for one in reply.result["contents"]:
        expect("uri" in one and ("text" in one) != ("blob" in one), "bad contents", reply)
    return reply.result["contents"]


def expect_error(reply, code, *facts):
    """Of a handler, so the status is that of an answer."""
    expect(reply.code == code and reply.status in (None, 200), f"not {code}", reply, *facts)
    expect(b"/srv/" not in reply.raw and b"internal::" not in reply.raw, "leaks", reply)


def expect_not_found(reply, uri):
    """[RES-05]"""
    expect_error(reply, -32602, uri[:100])
    expect(reply.message["error"]["data"] == {"uri": uri}, "does not say what", reply)


def expect_bad_state(reply, *facts):
    expect(reply.code == -32602, "not refused", reply, *facts)
    expect(reply.message["error"]["data"] == {"reason": "invalid_request_state"}, "other words", reply)


# ---- what is not there -----------------------------------------------------------------------------------------------


@case("BASE-21", environment={"PROBE_TOOLS_ONLY": "1"})
def a_server_with_tools_alone_has_none_of_the_other_methods(server):
    """But whoever listens is let in, and told what is there. [BASE-21][BASE-25][SUB-15]"""
    for method, params in (
        ("prompts/get", {"name": "p"}), ("prompts/list", {}), ("resources/list", {}), ("completion/complete", {}),
        ("resources/templates/list", {}), ("resources/read", {"uri": "file:///x"}),
    ):  # fmt: skip
        reply = server.ask(request(5, method, **params))
        expect(reply.code == -32601 and reply.identity == 5 and reply.status in (None, 404), "served", method, reply)
    capabilities = server.ask(request(1, "server/discover")).result["capabilities"]
    expect(capabilities == {"logging": {}, "tools": {"listChanged": True}}, "other capabilities", capabilities)
    heard = server.listen(1, toolsListChanged=True, promptsListChanged=True, resourcesListChanged=True,
                          resourceSubscriptions=["probe://text"])  # fmt: skip
    expect(heard.honoured == {"toolsListChanged": True}, "agrees to more", heard.honoured)
    heard.leave()


# ---- prompts ---------------------------------------------------------------------------------------------------------


@case("PRM-02")
def prompts_are_listed_with_their_arguments(server):
    """[PRM-01][PRM-02][PAG-02]"""
    result = server.ask(request(1, "prompts/list")).result
    expect(set(result) - {"_meta"} == {"resultType", "prompts", "ttlMs", "cacheScope"}, "other members", result)
    letter, asking, broken = result["prompts"]
    expect(letter["name"] == "letter" and letter["description"] == "Two messages.", "another prompt", letter)
    expect(letter["arguments"] == [{"name": "to", "required": True}, {"name": "tone"}, {"name": "note"}],
           "other arguments", letter)  # fmt: skip
    expect(asking["arguments"] == [{"name": "topic", "required": True}], "other arguments", asking)
    expect(broken == {"name": "broken_prompt", "description": "Throws."}, "another prompt", broken)


@case("PRM-03")
def arguments_of_prompts_are_texts(server):
    """[PRM-03][PRM-04][PRM-06]"""
    said = messages(get(server, "letter", {"to": "Ann", "note": "soon"}))
    expect(said == [("user", "To Ann."), ("assistant", "soon")], "other messages", said)
    said = messages(get(server, "letter", {"to": "é\u2028😀\"\\", "tone": "furious", "unknown": "x"}))
    expect(said == [("user", "To é\u2028😀\"\\!"), ("assistant", "-")], "other messages", said)
    for bad in (5, None, True, 1.5, [], {}, ["Ann"]):
        expect_error(get(server, "letter", {"to": bad}), -32602, bad)
    for bad in (5, True, {}):
        expect_error(get(server, "letter", {"to": "Ann", "note": bad}), -32602, bad)
    for tone in ("", "Furious", "furious ", "polite"):
        expect_error(get(server, "letter", {"to": "Ann", "tone": tone}), -32602, tone)


@case("PRM-05")
def what_is_missing_or_unknown_is_an_error_and_no_result(server):
    """[PRM-05][BASE-26]"""
    for arguments in (None, {}, {"tone": "formal"}, {"To": "Ann"}):
        expect_error(get(server, "letter", arguments), -32602, arguments)
    for arguments in ([], "x", 5):
        expect_error(get(server, "letter", arguments), -32602, arguments)
    for name in ("unknown", "", "Letter", "letter ", "noargs", "touch", "x" * 5000):
        expect_error(get(server, name, {"to": "Ann"}), -32602, name[:50])
    expect_error(server.ask(request(1, "prompts/get")), -32602)
    for name in (5, None, {}):
        expect_error(server.ask(request(1, "prompts/get", name=name)), -32602, name)
    reply = get(server, "broken_prompt")
    expect_error(reply, -32603)
    expect(reply.message["error"] == {"code": -32603, "message": "Internal error"}, "says more", reply)
    server.process.line_with("broken_prompt")


# ---- resources -------------------------------------------------------------------------------------------------------


@case("RES-02")
def resources_and_templates_are_listed_apart(server):
    """[RES-01][RES-02][RES-03]"""
    result = server.ask(request(1, "resources/list")).result
    expect(set(result) - {"_meta"} == {"resultType", "resources", "ttlMs", "cacheScope"}, "other members", result)
    uris = ["probe://text", "probe://blob", "probe://secret", "probe://folder", "probe://ask"]
    expect([one["uri"] for one in result["resources"]] == uris, "other resources", result)
    expect(result["resources"][1] == {"uri": "probe://blob", "name": "blob", "description": "Bytes.",
                                      "mimeType": "application/octet-stream"}, "another resource", result)  # fmt: skip
    result = server.ask(request(1, "resources/templates/list")).result
    members = {"resultType", "resourceTemplates", "ttlMs", "cacheScope"}
    expect(set(result) - {"_meta"} == members, "other members", result)
    templates = ["probe://item/{id}", "probe://files/{+path}"]
    expect([one["uriTemplate"] for one in result["resourceTemplates"]] == templates, "other templates", result)
    expect(all("uri" not in one and one["name"] for one in result["resourceTemplates"]), "a bad template", result)


@case("RES-04")
def a_resource_is_read_as_text_or_as_bytes(server):
    """[RES-04][RES-10][RES-12]"""
    expect(contents(read(server, "probe://text")) ==
           [{"uri": "probe://text", "mimeType": "text/plain", "text": "plain text"}], "another text")  # fmt: skip
    for uri in ("PROBE://text", "probe://TEXT", "Probe://%74ex%54"):  # which mean the same
        (found,) = contents(read(server, uri))
        expect(found["text"] == "plain text" and found["uri"] == uri, "another text", found)
    (blob,) = contents(read(server, "probe://blob"))
    expect(base64.b64decode(blob["blob"], validate=True) == b"\0\xff\x80 bytes", "other bytes", blob)
    expect(blob["mimeType"] == "application/octet-stream", "another type", blob)
    first, second = contents(read(server, "probe://folder"))
    expect((first["uri"], second["uri"]) == ("probe://folder/a", "probe://folder"), "other addresses", first, second)
    for uri, text in (
        ("probe://item/7", "item 7"), ("probe://item/%41%62", "item Ab"), ("probe://item/%C3%A9", "item é"),
        ("probe://item/a.b..c", "item a.b..c"), ("probe://item/50%25", "item 50%"), ("probe://files/a", "file a"),
        ("probe://files/a/b/c.txt", "file a/b/c.txt"), ("probe://files/a%20b", "file a b"),
        ("probe://item/" + "x" * 8000, "item " + "x" * 8000),
    ):  # fmt: skip
        expect(contents(read(server, uri)) == [{"uri": uri, "mimeType": "text/plain", "text": text}], "another", uri)


@case("RES-05")
def a_resource_that_is_not_there_is_an_error_that_names_it(server):
    """[RES-05][BASE-13][BASE-26]"""
    for uri in (
        "probe://none", "probe://text/", "probes://text", "probe:text", "probe://text?x", "probe://item/", "a:",
        "probe://text#x", "probe://item", "probe://item/a/b", "probe://item/missing", "file:///etc/passwd",
        "probe://item/%7Bid%7D/",
    ):  # fmt: skip
        expect_not_found(read(server, uri), uri)
    expect_error(read(server, "probe://item/broken"), -32603)
    server.process.line_with("exploded")


@case("RES-07")
def an_address_that_would_lead_elsewhere_is_not_found(server):
    """[RES-07][RES-12]"""
    for uri in (
        "probe://item/..", "probe://item/.", "probe://item/%2e%2e", "probe://item/%2E.", "probe://item/%2e%2e%2fsecret",
        "probe://item/a%2fb", "probe://item/a%5Cb", "probe://item/%00", "probe://item/a%0Ab", "probe://item/%7F",
        "probe://item/%252e%252e", "probe://item/a%252fb", "probe://item/%ff", "probe://item/%C0%AE",
        "probe://item/C%3A%5Cx",
        "probe://files/..", "probe://files/../secret", "probe://files/a/../../secret", "probe://files/a/..",
        "probe://files/%2e%2e/secret", "probe://files/..%2fsecret", "probe://files//etc/passwd",
        "probe://files/%2fetc/passwd", "probe://files/C:/x", "probe://files/a%5c..%5cb", "probe://files/a%00.txt",
        "probe://files/%252e%252e/secret", "probe://files/a/%25%32%65%25%32%65/b",
    ):  # fmt: skip
        reply = read(server, uri)
        expect(reply.code == -32602 and reply.message["error"]["data"] == {"uri": uri}, "found", uri, reply)


@case("RES-07")
def what_is_no_absolute_uri_or_too_long_is_refused(server):
    """[RES-07]"""
    for uri in (
        "text", "/text", "//text", "", "?x", "#x", "probe", "://text", "1:text", "pro be://x", "probe://a text", "é:x",
        "probe://é", "probe://text\0", "probe://text\n", "probe://%", "probe://%4", "probe://%zz", "probe://a<b>",
        "probe://item/{id}", "probe://item/" + "x" * 8192, "probe://files/" + "x/" * 10_000, 5, None, [], {}, True,
    ):  # fmt: skip
        expect_error(read(server, uri), -32602, repr(uri)[:100])
    expect_error(server.ask(request(1, "resources/read")), -32602)


@case("RES-11", over="http", options=["--token", "one=secret-1", "--token", "two=secret-2"])
def who_may_not_read_a_resource_finds_none(server):
    """[RES-11]"""
    server.token = "secret-1"
    expect(contents(read(server, "probe://secret"))[0]["text"] == "for one alone", "kept from its owner")
    server.token = "secret-2"
    reply, none = read(server, "probe://secret"), read(server, "probe://nonexistent")
    expect(reply.code == -32602 and reply.message["error"]["data"] == {"uri": "probe://secret"}, "read", reply)
    expect(reply.raw == none.raw.replace(b"nonexistent", b"secret"), "told from one that is not there", reply, none)
    for uri in ("PROBE://secret", "probe://SECRET", "probe://%73ecret", "Probe://%53ECRET"):
        expect_not_found(read(server, uri), uri)


@case("HDR-05", over="http")
def what_is_named_in_a_header_is_what_is_got(server):
    """[HDR-05][HDR-06][HDR-10]"""
    uri = "probe://text"
    for message, other in (
        (request(1, "resources/read", uri=uri), ("probe://secret", "text", "PROBE://text", uri + "/", uri + "%20")),
        (request(1, "prompts/get", name="letter", arguments={"to": "A"}), ("ask_prompt", "Letter", "letters", "")),
    ):
        for name in other:
            reply = server.ask(message, fields={"Mcp-Name": name})
            expect(reply.status == 400 and reply.code == -32020, "not refused", name, reply)
        reply = server.ask(message, without=("Mcp-Name",))
        expect(reply.status == 400 and reply.code == -32020, "not refused", reply)
        name = json.loads(message)["params"].get("uri", "letter")
        coded = f"=?base64?{base64.b64encode(name.encode()).decode()}?="
        for spelled in (name, f"  {name}\t", coded):
            expect("result" in server.ask(message, fields={"Mcp-Name": spelled}).message, "refused", spelled)
    for method in ("prompts/list", "resources/list", "completion/complete"):
        reply = server.ask(request(1, method), fields={"Mcp-Method": "tools/list"})
        expect(reply.status == 400 and reply.code == -32020, "not refused", method, reply)


# ---- prompts and resources that ask ----------------------------------------------------------------------------------

# Each: how to call it, the key of its question, and what comes of the answer "Ann".
ASKING = {
    "a tool": (lambda server, **more: server.call("ask_prompt", {"topic": "tea"}, **more), "asked", "Ann on tea"),
    "a prompt": (lambda server, **more: get(server, "ask_prompt", {"topic": "tea"}, **more), "asked", "Ann on tea"),
    "a resource": (lambda server, **more: read(server, "probe://ask", **more), "reader", "read by Ann"),
}


def texts(reply):
    """What the three kinds of result say."""
    if "contents" in reply.result:
        return contents(reply)[0]["text"]
    return messages(reply)[0][1] if "messages" in reply.result else reply.text


@case("C-16")
def prompts_and_resources_ask_as_tools_do(server):
    """Raw, since that is what clients see. [MRTR-01][MRTR-02][MRTR-21][PRM-08]"""
    for what, (start, key, said) in ASKING.items():
        reply = start(server, identity=f"ask {what}")
        expect(reply.raw.startswith(b'{"jsonrpc":"2.0","id":"ask ' + what.encode() +
                                    b'","result":{"resultType":"input_required","inputRequests":{"' + key.encode() +
                                    b'":{"method":"elicitation/create","params":{"mode":"form","message":"'),
               "another shape", reply)  # fmt: skip
        expect(set(reply.result) - {"_meta"} == {"resultType", "inputRequests", "requestState"}, "more members", reply)
        done = start(server, inputResponses=answers(**{key: {"name": "Ann"}}), requestState=reply.state)
        expect(texts(done) == said, "another result", done)


@case("C-16")
def a_no_to_a_prompt_or_a_resource_is_an_error(server):
    """They have no result that is one. [PRM-05]"""
    for what, (start, key, _) in ASKING.items():
        for action in ("decline", "cancel"):
            state = start(server).state
            reply = start(server, inputResponses=answers(**{key: {"action": action}}), requestState=state)
            if what == "a tool":
                expect(reply.failed, "no words", reply)
            else:
                expect_error(reply, -32603)
                expect(reply.message["error"]["message"] != "Internal error", "does not say why", reply)


@case("C-16")
def an_answer_that_does_not_fit_is_asked_for_again(server):
    """[MRTR-26]"""
    for start, key, said in ASKING.values():
        for bad in ({"name": 5}, {}, {"name": None}):
            again = start(server, inputResponses=answers(**{key: bad}), requestState=start(server).state)
            expect(set(again.asks) == {key}, "not asked again", bad, again)
        for responses in ({"other": {"action": "accept", "content": {"name": "Ann"}}}, {}):
            again = start(server, inputResponses=responses, requestState=start(server).state)
            expect(set(again.asks) == {key}, "not asked again", responses, again)
            done = start(server, inputResponses=answers(**{key: {"name": "Ann"}}), requestState=again.state)
            expect(texts(done) == said, "another result", done)
        for bad in ([], 5, "x"):
            expect(start(server, inputResponses=bad).code == -32602, "taken", bad)
        for bad in (5, {}, ["x"]):
            expect(start(server, requestState=bad).code == -32602, "taken", bad)


@case("once-02")
def a_state_is_good_for_the_method_that_asked_and_for_no_other(server):
    """Though the name, the arguments and the question be the same. [MRTR-13]"""
    states = {what: start(server).state for what, (start, _, _) in ASKING.items()}
    for what, (start, key, said) in ASKING.items():
        yes = answers(**{key: {"name": "Ann"}})
        for other, state in states.items():
            if other != what:
                expect_bad_state(start(server, inputResponses=yes, requestState=state), what, other)
        expect(texts(start(server, inputResponses=yes, requestState=states[what])) == said, "its own is refused", what)
    prompt = states["a prompt"]
    yes = answers(asked={"name": "Ann"})
    for arguments in ({"topic": "Tea"}, {"topic": "tea", "more": "x"}):
        expect_bad_state(get(server, "ask_prompt", arguments, inputResponses=yes, requestState=prompt), arguments)
    expect_bad_state(read(server, "probe://text", inputResponses=yes, requestState=states["a resource"]))
    expect_bad_state(get(server, "letter", {"to": "A"}, requestState=prompt))


# ---- completion ------------------------------------------------------------------------------------------------------

LETTER = {"type": "ref/prompt", "name": "letter"}
ITEM = {"type": "ref/resource", "uri": "probe://item/{id}"}


@case("C-56")
def no_more_than_a_hundred_suggestions_are_shown(server):
    """[CMP-03]"""
    for count in (1, 99, 100):
        found = suggested(complete(server, LETTER, "to", str(count)))
        expect(found == {"values": [f"number {each}" for each in range(count)]}, "other values", count, found)
    for count in (101, 5000):
        found = suggested(complete(server, LETTER, "to", str(count)))
        expect(found["values"] == [f"number {each}" for each in range(100)], "other values", count, found)
        expect(found["total"] == count and found["hasMore"] is True, "does not say that there are more", found)


@case("C-56")
def suggestions_are_for_arguments_that_are_there(server):
    """[CMP-02][CMP-04]"""
    expect(suggested(complete(server, LETTER, "to", "Ann"))["values"] == ["Ann"], "other values")
    known = {"arguments": {"note": "known", "other": "x"}}
    expect(suggested(complete(server, LETTER, "to", "Ann", context=known))["values"] == ["known"], "no context")
    for context in ({}, {"arguments": {}}, None):
        expect(suggested(complete(server, LETTER, "to", "Ann", context=context))["values"] == ["Ann"], "other values")
    expect(suggested(complete(server, LETTER, "note", "x")) == {"values": []}, "from nobody")
    expect(suggested(complete(server, LETTER, "tone", "f"))["values"] == ["formal", "friendly", "furious"], "choices")
    expect(suggested(complete(server, LETTER, "tone", "FR"))["values"] == ["friendly"], "choices")
    expect(suggested(complete(server, LETTER, "tone", "x")) == {"values": []}, "choices")
    expect(suggested(complete(server, ITEM, "id", "7"))["values"] == ["7-1", "7-2"], "other values")
    filled = {"type": "ref/resource", "uri": "probe://item/7"}
    expect(suggested(complete(server, filled, "id", "8"))["values"] == ["8-1", "8-2"], "other values")


@case("C-56")
def suggestions_for_what_is_not_there_are_refused(server):
    """[CMP-04]"""
    for ref in (
        {"type": "ref/prompt", "name": "unknown"}, {"type": "ref/prompt", "name": "noargs"}, {"type": "ref/prompt"},
        {"type": "ref/prompt", "name": 5}, {"type": "ref/tool", "name": "letter"}, {"name": "letter"}, {}, None, "x",
        [], {"type": 5, "name": "letter"}, {"type": "ref/resource"},
        {"type": "ref/resource", "uri": "probe://none/{id}"},
        {"type": "ref/resource", "uri": "probe://none"}, {"type": "ref/resource", "uri": ""},
        {"type": "ref/resource", "uri": "probe://item/.."}, {"type": "ref/prompt", "uri": "probe://item/{id}"},
    ):  # fmt: skip
        expect_error(complete(server, ref, "id", "x"), -32602, ref)
    for ref, name in ((LETTER, "unknown"), (LETTER, ""), (LETTER, "To"), (ITEM, "to"), (ITEM, "{id}")):
        expect_error(complete(server, ref, name, "x"), -32602, ref, name)
    expect_error(complete(server, {"type": "ref/resource", "uri": "probe://text"}, "id", "x"), -32602)
    for name, value in ((5, "x"), ("to", 5), (None, "x"), ("to", None), ("to", {})):
        expect_error(complete(server, LETTER, name, value), -32602, name, value)
    for extra in ({}, {"ref": LETTER}, {"argument": {"name": "to", "value": "x"}}, {"ref": LETTER, "argument": {}},
                  {"ref": LETTER, "argument": []}):  # fmt: skip
        expect_error(server.ask(request(1, "completion/complete", **extra)), -32602, extra)
    for context in (5, [], {"arguments": 5}, {"arguments": {"note": 5}}, {"arguments": ["x"]}):
        expect_error(complete(server, LETTER, "to", "x", context=context), -32602, context)


@case("CMP-04")
def suggestions_ask_nobody_and_are_not_kept(server):
    """[MRTR-01][CMP-03]"""
    reply = complete(server, LETTER, "to", "x", inputResponses={}, requestState="x")
    expect(suggested(reply)["values"] == ["x"], "other values", reply)


# ---- pages -----------------------------------------------------------------------------------------------------------

LISTS = {
    "tools/list": ("tools", "name", "tool"),
    "prompts/list": ("prompts", "name", "prompt"),
    "resources/list": ("resources", "uri", "resource"),
    "resources/templates/list": ("resourceTemplates", "uriTemplate", "resource_template"),
}


def page(server, method, cursor=None):
    """(entries, the next cursor or None, the hints)."""
    extra = {} if cursor is None else {"cursor": cursor}
    result = server.ask(request(1, method, **extra)).result
    member, key, _ = LISTS[method]
    expect(result.get("nextCursor", "x") not in ("", None), "an empty cursor", result)
    return [one[key] for one in result[member]], result.get("nextCursor"), (result["ttlMs"], result["cacheScope"])


def walk(server, method, cursor=None):
    """All pages from there on; a walk that does not end is a fault."""
    pages, seen = [], set()
    while True:
        entries, cursor, hints = page(server, method, cursor)
        pages.append((entries, hints))
        if cursor is None:
            return pages
        expect(cursor not in seen, "goes in a circle", cursor)
        seen.add(cursor)


@case("C-56", alone=True, seconds=300)
def a_list_may_be_walked_in_pages_of_any_size(server):
    """[PAG-01][PAG-02][PAG-04][PAG-05][TOOL-03]"""
    whole = {method: page(server, method)[0] for method in LISTS}
    sizes = {1, 2} | {len(entries) + more for entries in whole.values() for more in (-1, 0, 1)}
    for size in sorted(sizes):
        with server.another(environment={"PROBE_PAGE_SIZE": str(size)}) as paged:
            for method, entries in whole.items():
                pages = walk(paged, method)
                expect([one for some, _ in pages for one in some] == entries, "other entries", size, method, pages)
                full = [size] * (len(entries) // size) + [len(entries) % size] * (len(entries) % size > 0)
                expect([len(some) for some, _ in pages] == full, "other pages", size, method, pages)
                expect(len({hints for _, hints in pages}) == 1, "other hints", pages)


@case("C-56", environment={"PROBE_PAGE_SIZE": "1"})
def a_cursor_is_good_for_the_list_that_gave_it_and_as_it_was_given(server):
    """[PAG-03]"""
    cursors = {method: page(server, method)[1] for method in LISTS}
    for method in LISTS:
        own = cursors[method]
        bad = ["", "x", "5", "\0", "x" * 10_000, 5, {}, [], True, None, own + own, own[:-1], own + "=", " " + own,
               own.swapcase()]  # fmt: skip
        bad += [other for each, other in cursors.items() if each != method]
        bad += [own[:at] + chr(ord(own[at]) ^ bit) + own[at + 1 :] for at in range(len(own)) for bit in (1, 2, 4)]
        for cursor in bad:
            reply = server.ask(request(1, method, cursor=cursor))
            expect_error(reply, -32602, method, repr(cursor)[:100])
        expect(page(server, method, own)[0] != page(server, method)[0], "does not move", method)
        expect(page(server, method, own) == page(server, method, own), "another page the second time", method)


@case("C-56", environment={"PROBE_PAGE_SIZE": "2"})
def what_comes_and_goes_between_pages_hides_and_repeats_nothing_else(server):
    """[PAG-04]"""
    for method, (_, _, kind) in LISTS.items():
        before = [one for some, _ in walk(server, method) for one in some]

        def change(kind=kind):
            expect(server.call("change", {"kind": kind}).text == "changed", "no change")

        first, cursor, _ = page(server, method)
        change()  # one more, which is the last
        rest = [one for some, _ in walk(server, method, cursor) for one in some] if cursor else []
        last = [one for some, _ in walk(server, method) for one in some][-1]
        expect(first + rest == before + [last] * bool(cursor), "other entries", method, first, rest)
        # A cursor whose own entry has gone, and with it all that followed.
        cursor = None
        while (step := page(server, method, cursor))[1] is not None:
            cursor = step[1]
        change()
        expect(walk(server, method, cursor)[-1][0] in ([], before[-1:], before[-2:]), "other entries", method)
        after = [one for some, _ in walk(server, method) for one in some]
        expect(after == before, "another list", method, after)
