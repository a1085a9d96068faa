# SPDX-FileCopyrightText: 2026 The parley authors
# SPDX-License-Identifier: BSL-1.0
"""Messages that are not quite what they should be, and what becomes of arguments and results."""

import json

from cases import case
from peer import KEY, META, VERSION, call, dump, expect, meta, request


def listing(identity, about=None):
    """A good tools/list with these bytes for its id, and perhaps for its `_meta`."""
    params = b'{"_meta":' + (dump(META) if about is None else about) + b"}"
    return b'{"jsonrpc":"2.0","id":' + identity + b',"method":"tools/list","params":' + params + b"}"


def expect_error(reply, code, identity=None, status=400):
    """An error with that code; without an id when it could not be read."""
    codes = code if isinstance(code, tuple) else (code,)
    expect(reply.code in codes, f"not {code}", reply)
    expect(reply.identity == identity and ("id" in reply.message) == (identity is not None), "another id", reply)
    expect(reply.status in (None, status), f"not {status}", reply)


def expect_nothing_else(server):
    """On a pipe the next line is the answer to the next request: nothing was answered twice."""
    expect(server.call("noargs", identity="next").identity == "next", "one answer too many")


# ---- ids -------------------------------------------------------------------------------------------------------------


@case("C-21")
def an_id_that_is_none_is_refused_and_not_echoed(server):
    """Never silence, and never 202. [BASE-02][BASE-04]"""
    for identity in (
        b"null",
        b"1.5",
        b"{}",
        b"[]",
        b"true",
        b"false",
        b'{"id":1}',
        b"[1]",
        b"1.0",
        b"1e3",
        b"0.0",
        b"-1.5",
    ):
        expect_error(server.ask(listing(identity)), -32600)
    for identity in (
        b"1e999",
        b"-1e999",
        b"99999999999999999999",
        b"-9223372036854775809",
        b"01",
        b"+1",
        b".5",
        b"NaN",
    ):
        expect_error(server.ask(listing(identity)), (-32700, -32600))
    expect_nothing_else(server)


@case("C-21")
def a_good_id_comes_back_byte_for_byte(server):
    """[BASE-02][BASE-04]"""
    for identity in (
        b"0", b"1", b"-1", b"9007199254740993", b"9223372036854775807", b"-9223372036854775808", b'""', b'"0"',
        b'"1.0"', b'"null"', b'"a b"', "\"é\u2028😀\"".encode(), b'"\\n\\t\\"\\\\"', b'"' + b"x" * 5000 + b'"',
    ):  # fmt: skip
        reply = server.ask(listing(identity))
        expect(b'"id":' + identity + b"," in reply.raw, "another id", repr(identity), reply)
        reply = server.ask(listing(identity).replace(b"tools/list", b"no/method"))
        expect(b'"id":' + identity + b"," in reply.raw and reply.code == -32601, "another id", repr(identity), reply)


@case("BASE-03")
def the_same_id_twice_is_two_requests(server):
    """[BASE-03][HTTP-23]"""
    for _ in range(3):
        expect(server.call("noargs", identity=7).identity == 7, "no answer")


# ---- what is no request ----------------------------------------------------------------------------------------------


@case("C-23")
def arrays_and_scalars_get_one_error_and_run_nothing(server):
    """[BASE-01][BASE-22][HTTP-01]"""
    one = call("finish_page", identity=5)
    for text in (
        b"[" + one + b"]", b"[" + one + b"," + one + b"]", b"[]", b"[1,2]", b'"x"', b"7", b"null", b"true", b"1.5",
        b"[[]]", b"[" + b",".join([one] * 1000) + b"]", b"[null]", b'["tools/list"]',
    ):  # fmt: skip
        expect_error(server.ask(text), -32600)
        expect_nothing_else(server)
    expect(server.call("ask_url").asks, "a member of an array was run")


UNREADABLE = [
    (b"{", -32700, None), (b'{"jsonrpc":"2.0","id":7,', -32700, None), (b'{"jsonrpc":"2.0"}', -32600, None),
    (b'{"id":8,"method":"tools/list"}', -32600, 8), (b'{"jsonrpc":"1.0","id":9,"method":"tools/list"}', -32600, 9),
    (b'{"jsonrpc":"2.0","id":10,"method":5}', -32600, 10), (b"{} {}", -32700, None), (b"{}", -32600, None),
    (b'{"jsonrpc":2.0,"id":11,"method":"tools/list"}', -32600, 11), (b'{"jsonrpc":"2.0","id":12}', -32600, 12),
    (b'{"jsonrpc":"2.0","id":13,"method":null}', -32600, 13),
    (b'{"jsonrpc":"2.0","id":14,"method":"tools/list","params":[]}', -32602, 14),
    (b'{"jsonrpc":"2.0","id":15,"method":"tools/list","params":null}', -32602, 15),
    (b'{"id":{},"jsonrpc":"1.0"}', -32600, None), (b"nonsense", -32700, None), (b"{'jsonrpc':'2.0'}", -32700, None),
    (b'{"jsonrpc":"2.0","id":1,}', -32700, None), (b'{"jsonrpc":"2.0","id":1/**/}', -32700, None),
    (b'{"jsonrpc":"2.0","id":01}', -32700, None), (b"]", -32700, None),
    (b'{"jsonrpc":"2.0","id":1,"id":2,"method":"tools/list"}', -32700, None), (b"Content-Length: 2", -32700, None),
    (b'{"jsonrpc":"2.0","id":3,"method":"tools/list","method":"tools/call"}', -32700, None), (b"\0", -32700, None),
    (b"[" * 100_000, -32700, None), (b'{"a":' * 100_000, -32700, None), (b"[" * 2000 + b"]" * 2000, -32700, None),
]  # fmt: skip


@case("C-25")
def unreadable_input_is_answered_and_the_id_given_when_it_can_be_read(server):
    """[BASE-04][BASE-10][BASE-24][STDIO-09][HTTP-12][SEC-15]"""
    for text, code, identity in UNREADABLE:
        reply = server.ask(text)
        expect_error(reply, code, identity)
        expect_nothing_else(server)


@case("C-25", over="stdio")
def a_whole_heap_of_nonsense_in_one_write_is_answered_line_by_line(server):
    """[STDIO-01][STDIO-09]"""
    server.send(b"".join(text + b"\n" for text, _, _ in UNREADABLE) + call("noargs", identity="good") + b"\n")
    for _, code, identity in UNREADABLE:
        expect_error(server.reply(), code, identity)
    expect(server.reply().identity == "good", "the good call is not answered")


@case("C-25")
def a_notification_is_never_answered(server):
    """Not even one that is wrong. [BASE-05][HTTP-03][HDR-07][CAN-05]"""
    texts = [
        b'{"jsonrpc":"2.0","method":"notifications/initialized"}',
        b'{"jsonrpc":"2.0","method":"notifications/unheard"}',
        b'{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"nobody"}}',
        b'{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":{}}}',
        b'{"jsonrpc":"2.0","method":"notifications/cancelled"}', b'{"jsonrpc":"2.0","method":"tools/list"}',
        b'{"jsonrpc":"2.0","method":"notifications/cancelled","params":[]}', b'{"jsonrpc":"2.0","method":""}',
    ]  # fmt: skip
    for text in texts:
        if server.name == "stdio":
            server.send(text + b"\n")
        else:
            for without in ((), ("Mcp-Method",)):
                reply = server.ask(text, without=without)
                expect(reply.status == 202 and not reply.raw and not reply.body, "not just taken", text, reply)
    expect_nothing_else(server)


@case("BASE-19")
def a_response_of_the_client_is_nothing_that_it_should_send(server):
    """On a pipe it is skipped; a POST of one is refused. [STDIO-04][HTTP-01]"""
    for text in (b'{"jsonrpc":"2.0","id":1,"result":{}}', b'{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"x"}}'):
        if server.name == "stdio":
            server.send(text + b"\n")
        else:
            expect_error(server.ask(text), -32600)
    expect_nothing_else(server)


@case("C-29")
def bytes_that_are_no_text_are_refused_and_the_next_call_is_served(server):
    """[BASE-01][BASE-24]"""
    good = call("opt", {"a": "MARK"}, identity=3)
    for data in (b"\xff\xfe", b"\xff", b"\xfe\xff\0{", b"\xc0\xaf", b"\xed\xa0\x80", b"\xf5\x80\x80\x80"):
        expect_error(server.ask(data), (-32700, -32600))
    for mark in (
        b"\xc3\x28", b"\xc0\xaf", b"\xe0\x80\xaf", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xf0\x9f\x98", b"\xff",
        b"\x80", b"\xc3", b"\\ud800", b"\\udc00\\ud800", b"\\ud800x", b"\\ud83d\\n", b"\\u12", b"\\x41",
        b"a\nb" if server.name == "http" else b"a\tb", b"\x01",
    ):  # fmt: skip
        reply = server.ask(good.replace(b"MARK", mark))
        expect_error(reply, (-32700, -32600, -32602))
        reply = server.ask(good.replace(b'"opt"', b'"' + mark + b'"'))
        expect_error(reply, (-32700, -32600, -32602))
    expect_nothing_else(server)


@case("C-29")
def every_character_arrives_and_comes_back(server):
    """[BASE-01]"""
    for sent in (
        "a\0b",
        "\x7f\x80\u00ff",
        "\u2028\u2029\ufeff\ufffe\uffff",
        "\U0010ffff😀👩‍👩‍👧",
        '"\\/\b\f\n\r\t',
        "\ud7ff\ue000",
        "é" * 1000,
    ):
        for text in (dump(sent), json.dumps(sent).encode()):
            reply = server.call("opt", b'{"a":' + text + b"}")
            expect(reply.text == sent + "|-", "another text", repr(sent), reply)
    expect(b"a\\u0000b" in server.call("opt", {"a": "a\0b"}).raw, "the NUL is not escaped")


@case("C-29")
def a_character_cut_by_the_edge_of_a_read_arrives_whole(server):
    """[BASE-01]"""
    overhead = len(call("opt", {"a": ""}).rpartition(b'""')[0]) + 1
    for before in range(65536 - overhead - 4, 65536 - overhead + 2):
        text = "x" * before + "😀"
        expect(server.call("opt", {"a": text}).text == text + "|-", "another text", before)


@case("C-29")
def a_byte_order_mark_does_no_harm(server):
    """Some shells put one in front of what they pipe."""
    reply = server.ask(b"\xef\xbb\xbf" + call("noargs", identity=4))
    expect(reply.identity == 4 and reply.text == "ok", "not served", reply)


@case("C-29")
def what_a_tool_returns_is_text_whatever_it_was(server):
    """[BASE-01]"""
    reply = server.call("blob", {"bytes": -1})
    expect(reply.ran or reply.failed or reply.code == -32603, "no answer", reply)
    expect(server.call("awkward").text == "one\ntwo\r\nthree\u2028four 😀", "another text")


# ---- metadata and methods --------------------------------------------------------------------------------------------


@case("C-47")
def what_every_request_must_say_is_asked_for_by_name(server):
    """[META-03][META-04][HTTP-11]"""
    for about, lacking in (
        (b"{}", "protocolVersion"), (b"null", "protocolVersion"), (b"[]", "protocolVersion"),
        (b'"x"', "protocolVersion"),
        (dump({key: value for key, value in META.items() if "Capabilities" not in key}), "clientCapabilities"),
        (dump({key: value for key, value in META.items() if "Version" not in key}), "protocolVersion"),
        (dump(META | {KEY + "protocolVersion": 20260728}), "protocolVersion"),
        (dump(META | {KEY + "protocolVersion": None}), "protocolVersion"),
        (dump(META | {KEY + "clientCapabilities": []}), "clientCapabilities"),
        (dump(META | {KEY + "clientCapabilities": True}), "clientCapabilities"),
    ):  # fmt: skip
        methods = [b"tools/list", b"server/discover", b"tools/call", b"no/method"]
        for method in methods + [b"ping"] * (server.name == "http"):  # which on a pipe may come before a handshake
            reply = server.ask(listing(b'"q"', about).replace(b"tools/list", method))
            expect_error(reply, -32602, "q")
            expect(lacking in reply.message["error"]["message"], "not named", lacking, reply)
    for params in (b"", b',"params":{}'):
        reply = server.ask(b'{"jsonrpc":"2.0","id":1,"method":"server/discover"' + params + b"}")
        expect_error(reply, -32602, 1)
        words = reply.message["error"]["message"]
        expect("protocolVersion" in words and "clientCapabilities" in words, "not both are named", reply)


@case("C-47")
def a_client_need_not_say_who_it_is(server):
    """[META-05][META-09]"""
    for who in (None, 5, [], {}, {"name": "x"}, {"name": 5, "version": []}):
        about = META | {KEY + "clientInfo": who}
        expect(server.ask(request(1, "tools/list", about)).result["tools"], "refused", who)
    about = {key: value for key, value in META.items() if "clientInfo" not in key}
    expect(server.ask(request(1, "server/discover", about)).result["supportedVersions"] == [VERSION], "refused")


@case("C-47")
def a_version_that_is_not_spoken_is_refused_with_those_that_are(server):
    """[VER-01][VER-02][VER-03][VER-07][DISC-06]"""
    for version in (
        "2099-01-01",
        "2025-11-25",
        "2025-06-18",
        "2024-11-05",
        "",
        "2026-07-28 ",
        "2026-07-29",
        "9999",
        "draft",
        "2026-07-2",
    ):
        for method in ("tools/list", "server/discover", "tools/call", "foo/bar", "initialize"):
            options = {"fields": {"MCP-Protocol-Version": version}} if server.name == "http" else {}
            if version != version.strip():
                options = {}  # no header can say it
            reply = server.ask(request(3, method, META | {KEY + "protocolVersion": version}), **options)
            if server.name == "http" and version != version.strip():
                expect_error(reply, -32020, 3)
                continue
            expect_error(reply, -32022, 3)
            expect(
                reply.message["error"]["data"] == {"supported": [VERSION], "requested": version}, "other data", reply
            )
    long = "2" * 10_000
    options = {"fields": {"MCP-Protocol-Version": long}} if server.name == "http" else {}
    reply = server.ask(request(3, "tools/list", META | {KEY + "protocolVersion": long}), **options)
    expect(reply.code == -32022 and len(reply.raw) < 1000, "says it all again", reply)


@case("C-47")
def a_method_that_is_not_there_is_not_found(server):
    """Removed ones, too. [BASE-21][HTTP-10]"""
    for method in (
        "foo/bar", "ping", "logging/setLevel", "resources/subscribe", "resources/List", "prompts", "tools/List",
        "tools/list ", "Tools/list", "", "rpc.discover", "initialize", "notifications/initialized", "tasks/get",
        "x" * 1000, "server/discover/", "elicitation/create", "roots/list", "sampling/createMessage",
        "resources/unsubscribe",
    ):  # fmt: skip
        options = {}
        if server.name == "http" and method != method.strip():
            continue
        reply = server.ask(request("m", method), **options)
        expect_error(reply, -32601, "m", 404)
        expect(method not in reply.message["error"]["message"] or not method, "says it again", reply)


@case("C-47")
def discover_says_what_is_there(server):
    """[DISC-01][DISC-03][DISC-04][DISC-05][DISC-08][BASE-25]"""
    result = server.ask(request(1, "server/discover")).result
    expect(result["resultType"] == "complete" and result["supportedVersions"] == [VERSION], "other versions", result)
    served = {"tools": {"listChanged": True}, "prompts": {"listChanged": True}, "completions": {}, "logging": {}}
    served["resources"] = {"subscribe": True, "listChanged": True}
    expect(result["capabilities"] == served, "other capabilities", result)
    expect(result["cacheScope"] in ("private", "public") and result["ttlMs"] == 0, "other hints", result)
    expect(
        result["_meta"][KEY + "serverInfo"]["name"] == "probe" and "serverInfo" not in result, "another name", result
    )
    more = server.ask(request(1, "server/discover", cursor=5, name=[], inputResponses=5))
    expect(more.result == result, "members that nobody knows matter", more)


@case("C-47")
def a_log_level_that_is_none_is_refused(server):
    """[META-06]"""
    for level in ("loud", "", "INFO", 5, None, {}):
        expect_error(server.ask(request(1, "tools/list", meta(**{KEY + "logLevel": level}))), -32602, 1)
    for level in ("debug", "emergency"):
        expect(server.call("noargs", about=meta(**{KEY + "logLevel": level})).text == "ok", "refused", level)


# ---- arguments -------------------------------------------------------------------------------------------------------


@case("C-27")
def a_tool_without_arguments_may_be_called_in_every_way(server):
    """[TOOL-09]"""
    for extra in ({}, {"arguments": {}}, {"arguments": None}, {"arguments": {"x": 1}}):
        expect(server.ask(request(1, "tools/call", name="noargs", **extra)).text == "ok", "refused", extra)


@case("C-27")
def an_optional_argument_may_be_absent_or_null(server):
    """[TOOL-15]"""
    for arguments, text in (
        ({"a": "x"}, "x|-"), ({"a": "x", "b": None}, "x|-"), ({"a": "x", "b": ""}, "x|"), ({"a": "x", "z": 1}, "x|-"),
        ({"a": "", "b": "y"}, "|y"), ({"b": "y", "a": "x"}, "x|y"),
    ):  # fmt: skip
        expect(server.call("opt", arguments).text == text, "another text", arguments)


@case("C-27")
def a_missing_argument_is_named_to_the_model(server):
    """[TOOL-15]"""
    for arguments in ({}, {"b": "x"}, {"a": None}, {"a": 5}, {"A": "x"}):
        text = server.call("opt", arguments).failed
        expect(" a is required" in text or " a must be a string" in text, "not named", text)
    expect(" a is required" in server.ask(request(1, "tools/call", name="opt")).failed, "absent arguments")


@case("C-27")
def arguments_that_are_no_object_make_no_request(server):
    """[TOOL-14]"""
    for arguments in ([], ["x"], "x", 5, True):
        for tool in ("noargs", "opt"):
            reply = server.ask(request(2, "tools/call", name=tool, arguments=arguments))
            expect_error(reply, -32602, 2, 200)


@case("C-27")
def a_call_needs_the_name_of_a_tool(server):
    """[TOOL-13][TOOL-14]"""
    for name in (None, 5, [], {}, True):
        expect_error(server.ask(request(2, "tools/call", name=name, arguments={})), -32602, 2, 200)
    expect_error(server.ask(request(2, "tools/call", arguments={})), -32602, 2, 200)
    for name in (
        "missing",
        "Noargs",
        "NOARGS",
        "noargs ",
        " noargs",
        "noargs\0",
        "",
        "no/args",
        "x" * 1000,
        "nöargs",
        "no\nargs",
    ):
        reply = server.call(name)
        expect_error(reply, -32602, 1, 200)


@case("C-51")
def a_whole_number_may_be_written_in_any_way(server):
    """[TOOL-15]"""
    for written, number in (
        (b"10.0", b"10"), (b"1e2", b"100"), (b"-0", b"0"), (b"-0.0", b"0"), (b"1E+2", b"100"), (b"100e-1", b"10"),
        (b"0e0", b"0"), (b"9007199254740993", b"9007199254740993"), (b"9223372036854775807", b"9223372036854775807"),
        (b"-9223372036854775808", b"-9223372036854775808"), (b"-5", b"-5"),
    ):  # fmt: skip
        reply = server.call("echo_int", b'{"n":' + written + b"}")
        expect(
            b'"structuredContent":{"n":' + number + b"}" in reply.raw and reply.ran,
            "another number",
            repr(written),
            reply,
        )
        expect(reply.text == json.dumps({"n": int(number)}, separators=(",", ":")), "another text", reply)


@case("C-51")
def what_is_no_whole_number_is_told_to_the_model(server):
    """[TOOL-15]"""
    for written in (
        b"1.5", b'"5"', b'" 5"', b'"5x"', b"true", b"false", b"null", b"[]", b"{}", b"[5]", b"1e19", b"1e300",
        b"-1e300", b'""', b"9223372036854775808", b"0.1", b"5e-1", b'"NaN"', b"18446744073709551615",
        b"9007199254740993.0",
    ):  # fmt: skip
        text = server.call("echo_int", b'{"n":' + written + b"}").failed
        expect("n must be an integer" in text, "does not say what is wanted", repr(written), text)
    for written in (b"1e400", b"NaN", b"Infinity", b"05", b"0x5", b"99999999999999999999", b"5.", b"--5"):
        expect_error(server.call("echo_int", b'{"n":' + written + b"}"), -32700)


# ---- results ---------------------------------------------------------------------------------------------------------


@case("C-53")
def a_tool_that_fails_is_a_result_that_the_model_reads(server):
    """[TOOL-10][TOOL-15][TOOL-16][BASE-26]"""
    expect(server.call("fail").failed == "this tool always fails", "another text")
    for arguments in ({}, {"how": "int"}):
        reply = server.call("boom", arguments)
        expect(reply.failed, "says nothing", reply)
        for leak in (b"/srv", b"path", b"cpp", b"parley::", b"exploded", b"runtime_error", b"std::", b"42"):
            expect(leak not in reply.raw, "tells what only the operator should know", leak, reply)
    expect("exploded" in server.process.line_with("tool_failed boom"), "the operator does not hear of it")


@case("C-53")
def a_result_that_breaks_its_own_promise_is_never_sent(server):
    """[TOOL-11]"""
    reply = server.call("out_of_schema")
    expect(reply.failed and b"101" not in reply.raw, "sent", reply)
    server.process.line_with("out_of_schema")


@case("C-53")
def a_tool_that_returns_nothing_has_empty_content(server):
    """[TOOL-10]"""
    result = server.call("nothing").result
    expect(
        result["content"] == [] and "isError" not in result and "structuredContent" not in result, "not empty", result
    )


@case("C-53")
def structured_content_stands_in_the_text_as_well(server):
    """[TOOL-12]"""
    reply = server.call("echo_int", {"n": 5})
    expect(
        reply.result["structuredContent"] == {"n": 5} and json.loads(reply.text) == {"n": 5}, "another result", reply
    )


@case("META-08")
def every_result_says_who_the_server_is(server):
    """[META-08][META-15]"""
    for message in (
        call("noargs"),
        call("fail"),
        call("ask_name"),
        request(1, "tools/list"),
        request(1, "server/discover"),
    ):
        result = server.ask(message).result
        expect(result["_meta"] == {KEY + "serverInfo": {"name": "probe", "version": "0.1.0"}}, "does not", result)
        lists = b"tools/call" not in message
        expect(("ttlMs" in result) == lists and ("cacheScope" in result) == lists, "hints", result)


@case("PRG-01")
def progress_goes_out_under_the_token_as_it_was_given(server):
    """[PRG-01][PRG-02][PRG-03][PRG-05][PRG-06]"""
    for token in ("p", "", "7", 7, 0, -1, 9007199254740993):
        reply = server.call("slow", {"ms": 250}, about=meta(progressToken=token))
        steps = [json.loads(one)["params"] for one in reply.before]
        expect(len(steps) == 3 and all(one["progressToken"] == token for one in steps), "another token", token, steps)
        expect(
            all(b'"progressToken":' + dump(token) in one for one in reply.before), "another kind of token", reply.before
        )
        numbers = [one["progress"] for one in steps]
        expect(numbers == sorted(set(numbers)) and steps[0]["total"] == 250, "does not rise", steps)
    expect(server.call("slow", {"ms": 150}).before == [], "progress that nobody wanted")
    for token in (True, {}, [], 1.5):
        expect_error(server.call("slow", {"ms": 1}, about=meta(progressToken=token)), -32602, 1)


@case("C-56")
def a_cursor_that_was_never_given_is_refused(server):
    """All tools stand on one page, which is the last. [PAG-02][PAG-03]"""
    result = server.ask(request(1, "tools/list")).result
    names = [tool["name"] for tool in result["tools"]]
    expect("nextCursor" not in result and len(names) == len(set(names)), "more to come", result.get("nextCursor"))
    for cursor in ("", "x", "5", "\0", "x" * 10_000, 5, {}, True):
        expect_error(server.ask(request(2, "tools/list", cursor=cursor)), -32602, 2, 200)


@case("BASE-23")
def members_that_nobody_knows_are_passed_over(server):
    """[BASE-23][TYPE-10]"""
    text = call(
        "noargs",
        identity=1,
        about=meta({"elicitation": {}, "future": {"x": [1]}}, **{"com.example/x": {"y": None}}),
        future={"x": 1},
    )
    reply = server.ask(text.replace(b'{"jsonrpc"', b'{"future":[1,{"x":null}],"jsonrpc"', 1))
    expect(reply.text == "ok", "refused", reply)
