# SPDX-FileCopyrightText: 2026 The parley authors
# SPDX-License-Identifier: BSL-1.0
"""requestState and the answers that come with it: whose they are, what they are for, and how long they hold."""

import base64
import subprocess
import time

from cases import case
from flows import KEYS, NO_LEDGER, ask, charges, confirmed, key
from peer import META, Http, Stdio, answers, call, dump, expect, meta, request


def expect_refused(reply, *facts):
    """The one answer to every state that is no good: it tells nobody what was wrong with it."""
    want = {
        "code": -32602, "message": "Invalid or expired requestState", "data": {"reason": "invalid_request_state"},
    }  # fmt: skip
    expect(reply.message.get("error") == want, "the state was not refused", reply, *facts)
    expect(reply.status in (None, 200), "another status", reply)


def opened(token):
    """The bytes inside a token."""
    return base64.urlsafe_b64decode(token[3:] + "=" * (-len(token[3:]) % 4))


def closed(data):
    return "p1." + base64.urlsafe_b64encode(data).decode().rstrip("=")


# ---- a state is nobody else's ----------------------------------------------------------------------------------------


@case("C-10", over="http", options=["--token", "one=secret-1", "--token", "two=secret-2"])
def a_state_of_one_user_is_refused_to_another(server):
    """[MRTR-13][ELF-17][ELF-18]"""
    server.token = "secret-1"
    state = ask(server).state
    before = charges(server)
    server.token = "secret-2"
    expect_refused(confirmed(server, state))
    server.token = None
    for token in (None, "secret-3", "secret-1x", "SECRET-1"):
        reply = server.ask(
            call("charge", {"amount": 5}, requestState=state, inputResponses=answers(confirm={"ok": True})), token=token
        )
        expect(reply.status == 401 and reply.field("WWW-Authenticate").startswith("Bearer"), "let in", token, reply)
        expect(b"charged" not in reply.body and b"secret" not in reply.body, "says too much", reply.body)
    server.token = "secret-1"
    expect(charges(server) == before, "somebody was charged")
    expect(confirmed(server, state).text == "charged 5", "its own user is refused")
    expect(charges(server) == before + 1, "not charged once")


@case("C-10", over="stdio")
def a_pipe_has_no_users_and_needs_none(server):
    """[MRTR-13][STDIO-15]"""
    state = ask(server).state
    before = charges(server)
    expect(confirmed(server, state).text == "charged 5", "the flow fails")
    expect(charges(server) == before + 1, "not charged once")


@case("C-10", over="http", options=key(0))
def a_state_of_a_pipe_is_refused_over_http_and_the_other_way_round(server):
    """[MRTR-13]"""
    with Stdio(server.program, key(0)) as pipe:
        expect_refused(confirmed(server, ask(pipe).state))
        expect_refused(confirmed(pipe, ask(server).state))
        expect(charges(server) == charges(pipe) == 0, "somebody was charged")
    with Http(server.program, [*key(0), "--token", "one=secret-1"]) as closed_one:
        closed_one.token = "secret-1"
        expect_refused(confirmed(closed_one, ask(server).state))
        expect_refused(confirmed(server, ask(closed_one).state))


@case("C-14", options=key(0))
def a_state_of_a_service_with_another_name_is_refused(server):
    """[MRTR-15]"""
    other = server.another(*key(0), environment={"PROBE_AUDIENCE": "another service"})
    expect_refused(confirmed(other, ask(server).state))
    expect_refused(confirmed(server, ask(other).state))
    expect(charges(server) == charges(other) == 0, "somebody was charged")


# ---- a state is for nothing else -------------------------------------------------------------------------------------


@case("once-02")
def a_state_for_another_tool_is_refused(server):
    """[MRTR-13]"""
    before = charges(server)
    expect_refused(confirmed(server, ask(server).state, "charge_twice"))
    expect_refused(confirmed(server, ask(server, "charge_twice").state, "charge"))
    for tool in ("noargs", "ask_name", "ask_two", "ask_by_hand", "charge_count"):
        expect_refused(confirmed(server, ask(server).state, tool))
    expect(charges(server) == before, "somebody was charged")


@case("once-02")
def a_state_for_other_arguments_is_refused(server):
    """Also for arguments that differ only in what the tool does not look at, or beyond what a double can tell apart.
    [MRTR-13]"""
    before = charges(server)
    state = ask(server).state
    for arguments in ({"amount": 6}, {"amount": -5}, {"amount": 5, "account": 1}, {"amount": 5, "x": None}):
        expect_refused(confirmed(server, state, arguments=arguments), arguments)
    # The state is looked at first: what it was made for had good arguments.
    for arguments in ({}, {"amount": "5"}, {"amount": 5.5}):
        expect_refused(confirmed(server, state, arguments=arguments), arguments)
    large = ask(server, arguments={"amount": 5, "account": 9007199254740992}).state
    expect_refused(confirmed(server, large, arguments={"amount": 5, "account": 9007199254740993}))
    expect(charges(server) == before, "somebody was charged")


@case("once-02")
def the_same_arguments_in_other_words_are_the_same(server):
    """Clients write JSON anew for each round. [MRTR-06]"""
    state = ask(server, arguments=b'{"amount":5,"account":7}').state
    for arguments in (
        b'{"account":7,"amount":5}',
        b'{ "account" : 7.0 , "amount" : 5e0 }',
        b'{"\\u0061mount":5,"account":7}',
    ):
        expect(confirmed(server, state, arguments=arguments).text == "charged 5", "refused", repr(arguments))


@case("once-02")
def text_that_only_looks_the_same_is_not_the_same(server):
    """[MRTR-13]"""
    for first, second in (("\u00e9", "e\u0301"), ("K", "\u212a"), ("a", "a "), ("", "\0"), ("1", 1)):
        state = ask(server, arguments={"amount": 5, "note": first}).state
        expect_refused(confirmed(server, state, arguments={"amount": 5, "note": second}), repr(second))


@case("once-02")
def absent_arguments_are_the_same_as_empty_ones(server):
    """[TOOL-09]"""
    for first, second in ((b"{}", None), (None, b"{}"), (b"null", None), (None, b"null")):
        messages = []
        for arguments, extra in (
            (first, {}),
            (second, {"inputResponses": answers(who={"name": "A"}, ok={"ok": True})}),
        ):
            params = dict(name="ask_two", **extra)
            if messages:
                params["requestState"] = server.ask(messages[0]).state
            text = request(1, "tools/call", **params)
            if arguments is not None:
                text = text.replace(b'"params":{', b'"params":{"arguments":' + arguments + b",", 1)
            messages.append(text)
        expect(server.ask(messages[1]).text == "A: yes", "refused", repr(first), repr(second))


@case("once-02")
def meta_may_change_between_rounds(server):
    """Its keys are the request's own: another id, another token for progress. [MRTR-06]"""
    state = ask(server).state
    about = meta(progressToken="p", traceparent="00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")
    expect(confirmed(server, state, about=about, identity="two").text == "charged 5", "refused")


# ---- a state cannot be changed ---------------------------------------------------------------------------------------


def refuse_all(server, tokens):
    """Sends each token with a yes; none may be taken."""
    before = charges(server)
    for token in tokens:
        expect_refused(confirmed(server, token), repr(token))
    expect(charges(server) == before, "somebody was charged")


@case("once-02")
def a_token_with_one_bit_flipped_is_refused(server):
    """[MRTR-12][MRTR-16][MRTR-17]"""
    token = ask(server).state
    refuse_all(
        server,
        (token[:at] + chr(ord(token[at]) ^ 1 << bit) + token[at + 1 :] for at in range(len(token)) for bit in range(8)),
    )


@case("once-02")
def a_token_with_one_bit_inside_flipped_is_refused(server):
    """The first eight bytes are the name of the key, so this covers a changed name too (C-14). [MRTR-12]"""
    data = opened(ask(server).state)
    flipped = (data[:at] + bytes([data[at] ^ 1 << bit]) + data[at + 1 :] for at in range(len(data)) for bit in range(8))
    refuse_all(server, map(closed, flipped))


@case("once-02", environment={"PROBE_SEALING": "aes_256_gcm"})
def an_encrypted_token_with_one_bit_flipped_is_refused(server):
    """[MRTR-12]"""
    data = opened(ask(server).state)
    expect(b"charge" not in data and b"tools/call" not in data, "the state can be read")
    flipped = (data[:at] + bytes([data[at] ^ 1 << bit]) + data[at + 1 :] for at in range(len(data)) for bit in range(8))
    refuse_all(server, map(closed, flipped))
    expect(confirmed(server, closed(data)).text == "charged 5", "the token itself is refused")


@case("once-02")
def a_token_that_was_cut_grown_or_respelled_is_refused(server):
    """[MRTR-12][MRTR-17]"""
    token = ask(server).state
    data = opened(token)
    other = opened(ask(server, arguments={"amount": 6}).state)
    half = len(data) // 2
    refuse_all(server, (token[:size] for size in range(len(token))))
    refuse_all(server, (token + tail for tail in ("-TAMPERED", "=", "==", "A", "AA", " ", "\n", "\0", ".", "é")))
    tail = token[3:]
    refuse_all(server, [" " + token, "v1." + tail, "p1" + tail, "P1." + tail, "p1.", "p2." + tail, tail, "p1." + token])
    refuse_all(server, [token.upper(), token.replace("-", "+").replace("_", "/") + "=", token[::-1]])
    spliced = [data[:half] + other[half:], other[:half] + data[half:], data + data, data[::-1]]
    emptied = [b"", bytes(64), data[:8] + bytes(len(data) - 8), data[8:], data[:40]]
    refuse_all(server, map(closed, spliced + emptied))
    expect(confirmed(server, token).text == "charged 5", "the token itself is refused")


@case("once-03")
def a_token_of_any_length_is_refused_in_the_same_words(server):
    """[MRTR-16]"""
    refuse_all(server, ("p1." + "A" * size for size in (8188, 8189, 8190, 100_000, 1_000_000)))


@case("MRTR-18")
def a_state_that_is_no_text_is_no_request(server):
    """[MRTR-18]"""
    for state in (5, True, [], {}, ["p1."]):
        reply = confirmed(server, state)
        expect(reply.code == -32602, "taken", repr(state), reply)
    again = confirmed(server, None)
    expect(again.asks, "null is not as if it were absent", again)


@case("T-38")
def a_state_for_a_tool_that_never_asks_is_still_looked_at(server):
    """[MRTR-12][MRTR-19]"""
    expect_refused(server.call("noargs", requestState="p1.x"))
    expect_refused(server.call("noargs", requestState=ask(server).state))
    expect_refused(server.call("echo_int", {"n": "not a number"}, requestState="x"))


# ---- a state ends ----------------------------------------------------------------------------------------------------


def shift(server, ms):
    """Stops the server's clock at the first time, and moves it."""
    expect(server.call("shift_clock", {"ms": ms}).text == "shifted", "no clock")


@case("C-12", options=["--state-ttl", "2"])
def a_state_ends_when_its_time_is_over(server):
    """The edge to the millisecond, with the server's clock in hand. [MRTR-13][MRTR-15]"""
    shift(server, 0)
    state = ask(server).state
    for ms in (1000, 999):
        shift(server, ms)
        expect(confirmed(server, state).text == "charged 5", "ended early", ms)
    before = charges(server)
    for ms in (1, 1000, 3_600_000, 10**12):
        shift(server, ms)
        expect_refused(confirmed(server, state), ms)
    expect(charges(server) == before, "charged late")
    expect(confirmed(server, ask(server).state).text == "charged 5", "nobody can start again")
    server.process.line_with("state_rejected expired")


@case("C-12", options=["--state-ttl", "0.5"])
def a_lifetime_may_be_a_fraction_of_a_second(server):
    """[MRTR-13]"""
    shift(server, 0)
    state = ask(server).state
    shift(server, 499)
    expect(confirmed(server, state).text == "charged 5", "ended early")
    shift(server, 1)
    expect_refused(confirmed(server, state))


@case("C-12", options=["--state-ttl", "3"])
def a_state_ends_in_real_time_too(server):
    """[MRTR-13]"""
    begin = time.monotonic()
    state = ask(server).state
    early = confirmed(server, state)
    expect(early.ran or time.monotonic() > begin + 3, "ended early", early)
    time.sleep(3)
    expect_refused(confirmed(server, state))


@case("C-12")
def a_clock_that_was_set_back_makes_clients_start_again(server):
    """Clocks of machines may differ by a minute; by an hour they may not. [MRTR-15]"""
    server = server.another("--state-ttl", "600")
    shift(server, 0)
    state = ask(server).state
    shift(server, -60_000)
    expect(confirmed(server, state).text == "charged 5", "a minute is too much")
    shift(server, -1)
    expect_refused(confirmed(server, state))
    shift(server, -3_600_000)
    expect_refused(confirmed(server, state))
    expect(confirmed(server, ask(server).state).text == "charged 5", "nobody can start again")


@case("once-03")
def a_flow_ends_though_each_of_its_rounds_is_in_time(server):
    """[MRTR-08]"""
    server = server.another("--state-ttl", "3000")
    shift(server, 0)
    first = server.call("ask_steps")
    shift(server, 2_999_000)
    second = server.retry(first, "ask_steps", step_one={"name": "Ada"})
    expect(list(second.asks) == ["step_two"], "not the second question", second)
    shift(server, 601_000)
    reply = server.retry(second, "ask_steps", step_two={"color": "red"})
    expect_refused(reply)


@case("C-12", over="stdio")
def a_lifetime_that_is_none_is_refused_at_the_start(server):
    """[MRTR-15]"""
    for word in ("0", "-1", "nan", "inf", "-inf", "1e400", "", "soon", "2 s", "0x10", "1e999", "0.0001", "99999999999"):
        run = subprocess.run(
            [server.program, "--stdio", "--state-ttl", word], input=call("noargs") + b"\n", capture_output=True,
            timeout=20,
        )  # fmt: skip
        expect(run.returncode in (1, 2) and not run.stdout, "it starts", repr(word), run.returncode, run.stdout)
        expect(b"--state-ttl" in run.stderr or b"round_time" in run.stderr, "no reason is given", run.stderr)


# ---- keys ------------------------------------------------------------------------------------------------------------


@case("C-14", options=[*key(0), *NO_LEDGER], alone=True)
def one_instance_asks_and_another_one_goes_on(server):
    """Also after a restart. [BASE-16][BASE-18]"""
    state = ask(server).state
    other = server.another(*key(0), *NO_LEDGER)
    expect(confirmed(other, state).text == "charged 5", "another instance refuses")
    server.end()
    server.start(server.options, {})
    expect(confirmed(server, state).text == "charged 5", "refused after a restart")


@case("C-14", options=[*key(0), *NO_LEDGER])
def a_key_may_be_changed_without_hurting_anybody(server):
    """{k1}, then {k2, k1}, then {k2}. [MRTR-15]"""
    state = ask(server).state
    expect(confirmed(server, state).text == "charged 5", "k1 itself")
    both = server.another(*key(1, 0), *NO_LEDGER)
    expect(confirmed(both, state).text == "charged 5", "while k1 is kept")
    newer = ask(both).state
    expect(opened(newer)[:8] != opened(state)[:8], "not sealed by the first key of the ring")
    expect_refused(confirmed(server, newer))
    alone = server.another(*key(1), *NO_LEDGER)
    expect_refused(confirmed(alone, state))
    expect(confirmed(alone, newer).text == "charged 5", "k2 itself")


@case("C-14")
def without_a_key_no_other_process_opens_a_state_and_the_log_says_so(server):
    """[MRTR-15]"""
    other = server.another()
    expect_refused(confirmed(other, ask(server).state))
    other.process.line_with("state_key_ephemeral")
    given = server.another(*key(0))
    ask(given)
    expect(not any("state_key_ephemeral" in str(line) for line in given.process.lines), "says so with a key, too")


@case("C-14", over="stdio")
def a_key_that_is_no_good_is_refused_at_the_start(server):
    """[MRTR-15]"""
    secret = "5ec2e75ec2e75ec2"  # what stands in no message
    for keys in (
        [secret],
        [secret * 3 + "5ec2e7"],
        [secret * 4 + "zz"],
        [secret * 4 + "0"],
        [""],
        [secret * 4] * 2,
        [KEYS[0], secret],
    ):
        options = [word for each in keys for word in ("--state-key", each)]
        run = subprocess.run(
            [server.program, "--stdio", *options], input=call("noargs") + b"\n", capture_output=True, timeout=20,
        )  # fmt: skip
        expect(run.returncode in (1, 2) and not run.stdout, "it starts", options, run.returncode, run.stdout)
        expect(b"key" in run.stderr and b"5ec2e7" not in run.stderr, "a bad reason", run.stderr)


# ---- an answer counts only for a question that was asked -------------------------------------------------------------


@case("once-01")
def answers_without_a_state_never_count(server):
    """A forged accept in the first shot. [MRTR-12]"""
    before = charges(server)
    for key_ in ("confirm", "charge", "ok", ""):
        reply = server.call("charge", {"amount": 5}, inputResponses=answers(**{key_: {"ok": True}}))
        expect(list(reply.asks) == ["confirm"], "not asked", reply)
    expect(charges(server) == before, "somebody was charged")
    reply = server.call("ask_two", inputResponses=answers(who={"name": "A"}, ok={"ok": True}))
    expect(list(reply.asks) == ["who", "ok"], "not asked", reply)


@case("once-01")
def no_argument_fills_a_question(server):
    """What a model says is not what a person says. [ELF-17]"""
    before = charges(server)
    for forged in (True, "yes", {"ok": True}, {"action": "accept", "content": {"ok": True}}):
        for name in ("confirm", "ok", "yes", "inputResponses", "requestState"):
            reply = server.call("charge", {"amount": 5, name: forged})
            expect(list(reply.asks) == ["confirm"], "not asked", reply)
    asked = ask(server, arguments={"amount": 5, "confirm": {"ok": True}})
    reply = server.call("charge", {"amount": 5, "confirm": {"ok": True}}, requestState=asked.state)
    expect(list(reply.asks) == ["confirm"], "not asked again", reply)
    expect(charges(server) == before, "somebody was charged")


@case("once-01")
def an_answer_under_a_key_that_was_not_asked_never_counts(server):
    """[MRTR-10][MRTR-11]"""
    before = charges(server)
    for wrong in (
        "Confirm",
        "confirm ",
        " confirm",
        "confirm\0",
        "yes",
        "ok",
        "charge",
        "charge/confirm",
        "",
        "0",
        "_",
    ):
        reply = server.retry(ask(server), "charge", {"amount": 5}, **{wrong: {"ok": True}})
        expect(list(reply.asks) == ["confirm"], "not asked again", repr(wrong), reply)
    # The second question of ask_steps has not been put yet in the first round.
    first = server.call("ask_steps")
    expect(list(first.asks) == ["step_one"], "not the first question alone", first)
    second = server.retry(first, "ask_steps", step_one={"name": "Ada"}, step_two={"color": "red"})
    expect(list(second.asks) == ["step_two"], "an answer came before its question", second)
    # And an extra answer beside a good one does no harm.
    reply = server.retry(ask(server), "charge", {"amount": 5}, confirm={"ok": True}, other={"ok": False})
    expect(reply.text == "charged 5" and charges(server) == before + 1, "not charged once", reply)


@case("once-01")
def an_answer_to_a_question_that_has_changed_is_asked_for_again(server):
    """The second message names the first answer: another name makes it another question. [MRTR-12]"""
    ada = server.retry(server.call("ask_steps"), "ask_steps", step_one={"name": "Ada"})
    bob = server.retry(server.call("ask_steps"), "ask_steps", step_one={"name": "Bob"})
    expect("Ada" in ada.asks["step_two"]["params"]["message"], "not about Ada", ada)
    expect(server.retry(ada, "ask_steps", step_two={"color": "red"}).text == "Ada likes red", "not done")
    # Sent along with the state of Bob's flow, an answer for the first question changes nothing.
    reply = server.retry(bob, "ask_steps", step_one={"name": "Ada"}, step_two={"color": "red"})
    expect(reply.text == "Bob likes red", "an answer was changed afterwards", reply)


@case("once-01")
def the_state_of_a_later_round_holds_the_answers_of_the_earlier_ones(server):
    """And differs from it. [MRTR-20][MRTR-25]"""
    first = server.call("ask_steps")
    second = server.retry(first, "ask_steps", step_one={"name": "Ada"})
    expect(second.state != first.state, "the same state")
    again = server.retry(second, "ask_steps")
    expect(list(again.asks) == ["step_two"] and again.state != second.state, "not asked again", again)
    # The state of the first round does not know the second question.
    expect(list(server.retry(first, "ask_steps", step_two={"color": "red"}).asks) == ["step_one"], "not asked")
    expect(server.retry(again, "ask_steps", step_two={"color": "blue"}).text == "Ada likes blue", "not done")


@case("once-03")
def a_flow_has_so_many_rounds_and_no_more(server):
    """[MRTR-08]"""
    reply = server.call("ask_two")
    rounds = 1
    while reply.asks:
        reply = server.retry(reply, "ask_two")
        rounds += 1
        expect(rounds < 40, "it goes on for ever")
    expect("Nothing was done" in reply.failed and rounds == 16, "another end", rounds, reply)


@case("once-03")
def answers_that_do_not_fit_into_a_state_end_the_call(server):
    """[MRTR-08]"""
    reply = server.retry(server.call("ask_steps"), "ask_steps", step_one={"name": "x" * 20_000})
    expect("Nothing was done" in reply.failed, "another end", reply)


@case("once-01")
def what_an_author_sealed_by_hand_comes_back_only_from_who_was_asked(server):
    """[MRTR-12][MRTR-26]"""
    good = answers(nick={"nickname": "Al"})
    first = server.call("ask_by_hand")
    expect(list(first.asks) == ["nick"], "not asked", first)
    expect(list(server.call("ask_by_hand", inputResponses=good).asks) == ["nick"], "an answer without a state counts")
    for forged in ("asked", "p1.asked", closed(b"asked")):
        expect_refused(server.call("ask_by_hand", inputResponses=good, requestState=forged))
    expect_refused(server.call("ask_by_hand", inputResponses=good, requestState=ask(server).state))
    for bad in ({"nickname": 5}, {}, "Al", None):
        reply = server.call(
            "ask_by_hand", inputResponses={"nick": {"action": "accept", "content": bad}}, requestState=first.state
        )
        expect(list(reply.asks) == ["nick"], "not asked again", repr(bad), reply)
    expect(server.retry(first, "ask_by_hand", nick={"nickname": "Al"}).text == "hello Al", "not done")


@case("once-01")
def states_of_flows_side_by_side_do_not_mix(server):
    """Two flows of one client, answered in the other order. [BASE-18][MRTR-27]"""
    one, two = server.call("ask_steps"), server.call("ask_steps")
    expect(one.state != two.state, "the same state")
    two = server.retry(two, "ask_steps", step_one={"name": "Bob"})
    one = server.retry(one, "ask_steps", step_one={"name": "Ada"})
    expect(server.retry(one, "ask_steps", step_two={"color": "red"}).text == "Ada likes red", "mixed up")
    expect(server.retry(two, "ask_steps", step_two={"color": "blue"}).text == "Bob likes blue", "mixed up")


@case("T-01")
def answers_of_a_wrong_shape_never_count(server):
    """The container is an object or null; an entry that is no ElicitResult is asked for again.
    [MRTR-07][MRTR-09][MRTR-31]"""
    before = charges(server)
    for container in ([], 5, "x", True, [{"confirm": {"action": "accept"}}]):
        reply = server.call("charge", {"amount": 5}, inputResponses=container, requestState=ask(server).state)
        expect(reply.code == -32602, "taken", repr(container), reply)
    yes = {"action": "accept", "content": {"ok": True}}
    for entry in (
        12345, "yes", True, None, [], [yes], {}, {"ok": True}, {"content": {"ok": True}}, {"result": yes},
        {"method": "elicitation/create", "result": yes}, {"method": "elicitation/create", "params": yes},
        {"action": "ACCEPT", "content": {"ok": True}}, {"action": "accept ", "content": {"ok": True}},
        {"action": ["accept"], "content": {"ok": True}}, {"action": True, "content": {"ok": True}},
        {"Action": "accept", "content": {"ok": True}},
        {"role": "assistant", "content": {"type": "text", "text": "yes"}},
    ):  # fmt: skip
        reply = server.call("charge", {"amount": 5}, inputResponses={"confirm": entry}, requestState=ask(server).state)
        expect(list(reply.asks) == ["confirm"], "not asked again", repr(entry), reply)
    reply = server.call("charge", {"amount": 5}, inputResponses=None, requestState=ask(server).state)
    expect(list(reply.asks) == ["confirm"], "null is not as if it were absent", reply)
    for wrong in (
        {},
        {"ok": 1},
        {"ok": "true"},
        {"ok": "yes"},
        {"ok": None},
        {"ok": [True]},
        {"Ok": True},
        [True],
        True,
        "yes",
    ):
        entry = {"action": "accept", "content": wrong}
        reply = server.call("charge", {"amount": 5}, inputResponses={"confirm": entry}, requestState=ask(server).state)
        expect(list(reply.asks) == ["confirm"], "not asked again", repr(wrong), reply)
    expect(charges(server) == before, "somebody was charged")


@case("once-01")
def an_accept_counts_though_the_client_says_more(server):
    """Clients add members of their own: `_meta`, a resultType. [BASE-23]"""
    entry = {"action": "accept", "content": {"ok": True, "extra": 1}, "_meta": {"x": 1}, "resultType": "complete"}
    reply = server.call("charge", {"amount": 5}, inputResponses={"confirm": entry}, requestState=ask(server).state)
    expect(reply.text == "charged 5", "refused", reply)
    no = server.retry(ask(server), "charge", {"amount": 5}, confirm={"ok": False})
    expect(no.text == "not charged", "a no was not heard", no)


@case("once-01")
def a_retry_is_a_request_of_its_own(server):
    """It says its envelope again, and what it can do. [MRTR-06][BASE-16]"""
    state = ask(server).state
    bare = {
        "name": "charge",
        "arguments": {"amount": 5},
        "requestState": state,
        "inputResponses": answers(confirm={"ok": True}),
    }
    before = charges(server)
    reply = server.ask(dump({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": bare}))
    expect(reply.code == -32602 and "protocolVersion" in reply.message["error"]["message"], "no envelope", reply)
    expect(charges(server) == before, "charged")
    # What was asked and answered is there, so the client need not be able to be asked any more.
    expect(server.ask(request(2, "tools/call", META, **bare)).text == "charged 5", "refused")
