# SPDX-FileCopyrightText: 2026 The parley authors
# SPDX-License-Identifier: BSL-1.0
"""What only time can show, all at once: clients that go silent, and tools that do."""

import contextlib
import time

import older
from cases import case
from peer import EVENT, Reply, call, expect, post_head, read_events

KEEP_ALIVE = 15
READ_TIMEOUT = 30
ROOM = 15  # for a machine that is busy


@case("C-42", over="http", seconds=120)
def who_is_silent_is_not_waited_for_and_a_silent_tool_is(server):
    """A head or a body that does not go on is answered 408; a stream without news gets comments, so that nothing in
    between takes it for dead. So do the streams of a session, and a call that waits for a person tells who wants to
    hear of progress that it is still there. [HTTP-08][HTTP-14][HTTP-22][LEG-10]"""
    quick = call("noargs")
    slow = call("slow", {"ms": (READ_TIMEOUT + 2) * 1000})  # without a token for progress: it says nothing
    with contextlib.ExitStack() as stack:
        half_head, half_body, half_chunk, either, json_only = (stack.enter_context(server.connect()) for _ in range(5))
        session = stack.enter_context(older.session(server))
        asked = session.begin(older.call("ask_name", _meta={"progressToken": "p"}))
        question = asked.question()
        begin = time.monotonic()
        half_head.send(post_head(quick)[:-2])
        half_body.send(post_head(quick) + quick[:-1])
        half_chunk.send(post_head(quick, {"Transfer-Encoding": "chunked"}, length=False) + b"5\r\n{")
        either.send(post_head(slow) + slow)
        json_only.send(post_head(slow, {"Accept": "application/json"}) + slow)

        status, fields = either.head(KEEP_ALIVE + ROOM)
        expect(status == 200 and ("Content-Type", "text/event-stream") in fields, "no stream", status, fields)
        expect(time.monotonic() >= begin + KEEP_ALIVE - 1, "a stream too early")
        expect(either.chunk().startswith(b":"), "no comment")
        server.check_alive()

        for one in (half_head, half_body, half_chunk):
            status, fields = one.head(READ_TIMEOUT + ROOM)
            expect(status == 408 and ("Connection", "close") in fields, "another answer", status, fields)
            expect(time.monotonic() >= begin + READ_TIMEOUT - 1, "too early")

        rest = either.body(200, fields=[("Transfer-Encoding", "chunked")])
        expect(rest.startswith(b":"), "only one comment", rest)
        (answer,) = read_events(rest)
        expect(Reply(answer).text == "slept" and EVENT.search(rest).end() == len(rest), "another end", rest)
        expect(json_only.response(READ_TIMEOUT + ROOM).text == "slept", "another answer")

        session.respond(question["id"], {"action": "decline"})
        signs = len(asked.answer().before)
        expect(2 <= signs <= READ_TIMEOUT, "no sign of life, or too many", signs)
        session.check_alive()
        expect(session.unasked.comments > 0, "no comment")
