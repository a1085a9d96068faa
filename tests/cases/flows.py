# SPDX-FileCopyrightText: 2026 The parley authors
# SPDX-License-Identifier: BSL-1.0
"""A call of the tool `charge` that asks, the yes to it, and what servers share."""

from peer import answers, call, expect

KEYS = ["11" * 32, "22" * 32, "33" * 32]
NO_LEDGER = ["--ledger", "none"]  # what one process has run, another one may run


def key(*numbers):
    """The options for a ring of these keys; the first one seals."""
    return [word for number in numbers for word in ("--state-key", KEYS[number])]


def charges(server, **more):
    return server.ask(call("charge_count", identity="count", **more)).result["structuredContent"]["n"]


def ask(server, tool="charge", arguments=None):
    """A first round that ends in the question of `charge` or of whatever tool."""
    reply = server.call(tool, {"amount": 5} if arguments is None else arguments)
    expect(reply.asks and reply.state, "nothing was asked", reply)
    return reply


def confirmed(server, state, tool="charge", arguments=None, **more):
    """A second round that says yes with that state."""
    arguments = {"amount": 5} if arguments is None else arguments
    return server.call(tool, arguments, inputResponses=answers(confirm={"ok": True}), requestState=state, **more)
