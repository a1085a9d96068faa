# SPDX-FileCopyrightText: 2026 The parley authors
# SPDX-License-Identifier: BSL-1.0
"""A client of the other era, which is served by the same process while a case is run.

Beside cases of 2026-07-28 it is one of an older revision that listens, has a question open all the time, and calls on;
beside those of older revisions one of 2026-07-28. On a pipe both eras share it.
"""

import threading

import older
import peer
from peer import expect

OLDER_GROUPS = {"handshake", "pushed", "sessions"}
# Groups whose cases do not say what becomes of messages that could be of either era: on a pipe that would be another.
SHARE_A_PIPE = {"elicitation", "features", "subscriptions"}


def token_of(options):
    """A token that the server takes; None when it needs none."""
    named = [value for name, value in zip(options, options[1:]) if name == "--token"]
    return named[0].partition("=")[2] if named else None


def has_patience(options):
    """Whether a session may wait as long as a case takes."""
    return not {"none", "stateless", "--state-ttl"} & set(options)


class Caller(threading.Thread):
    """Does that again and again until it is told to end."""

    def __init__(self, step):
        super().__init__(daemon=True)
        self.step, self.ends, self.fault, self.steps = step, threading.Event(), None, 0
        self.start()

    def run(self):
        try:
            while not self.ends.wait(0.01):
                self.step(self.steps)
                self.steps += 1
        except Exception as fault:  # is told at the end of the case
            self.fault = fault

    def finish(self):
        self.ends.set()
        self.join(peer.SECONDS)
        if self.fault is not None:
            raise peer.Fault(f"beside, after {self.steps} calls: {self.fault!r}")
        expect(not self.is_alive(), "beside: a call is not answered")


def answer_person(session, question, asked):
    """The call that has waited goes on."""
    session.respond(question["id"], {"action": "accept", "content": {"firstName": "A", "lastName": "B"}})
    reply = asked.answer()
    is_late = not reply.ran and "too long" in reply.failed  # some cases set the clock of the server forward
    expect(is_late or reply.text == "A B", "beside: another answer", reply)


class OlderNeighbour:
    """In a session of its own, with two connections that go on and one for each call."""

    def __init__(self, server):
        server = Address(server.port, token_of(server.options))
        self.asking = older.HttpSession(server, older.NEWEST, None)
        self.calling = older.HttpSession(server, "2025-06-18", None, listens=False)
        self.asked = self.asking.begin(older.call("ask_name", identity="beside"))
        self.question = self.asked.question()
        self.caller = Caller(self.step)

    def step(self, at):
        reply = self.calling.call("echo_int", {"n": at}, identity=at)
        expect(reply.identity == at and reply.result["structuredContent"] == {"n": at}, "another answer", reply)

    def finish(self):
        try:
            self.caller.finish()
            answer_person(self.asking, self.question, self.asked)
        finally:
            self.calling.__exit__()
            self.asking.__exit__()


class NewerNeighbour:
    def __init__(self, server):
        self.port, self.token = server.port, token_of(server.options)
        self.listening = peer.HttpSubscription(
            peer.Connection(self.port), peer.listening("beside", promptsListChanged=True), "beside", token=self.token
        )
        self.caller = Caller(self.step)

    def step(self, at):
        with peer.Connection(self.port) as connection:
            reply = connection.post(peer.call("echo_int", {"n": at}, identity=at), token=self.token)
        expect(reply.identity == at and reply.result["structuredContent"] == {"n": at}, "another answer", reply)

    def finish(self):
        try:
            self.caller.finish()
        finally:
            self.listening.leave()


class Address:
    """As much of a server as a session needs."""

    def __init__(self, port, token):
        self.port, self.token = port, token


class SharedPipe(older.PipeSession):
    """The other era on the pipe of the case. It does not say that it is ready, so that nothing is told to it."""

    def __init__(self, process):
        self.process, self.pipe = process, older.Pipe(process)
        self.server, self.version, self.inbox, self.sources = process, older.NEWEST, [], [self.pipe]
        self.opening = self.ask(older.hello())

    def begin_case(self):
        self.asked = self.begin(older.call("ask_name", identity="beside"))
        self.question = self.asked.question()

    def finish(self):
        answer_person(self, self.question, self.asked)


def neighbour(group, server):
    """The client beside the next case, or None. Its finish() raises peer.Fault."""
    if server.name == "stdio":
        if not has_patience(server.options):
            return None
        if not hasattr(server, "shared"):
            server.shared = SharedPipe(server)
        server.shared.begin_case()
        return server.shared
    if group in OLDER_GROUPS:
        return NewerNeighbour(server)
    return OlderNeighbour(server) if has_patience(server.options) else None


def transports(group):
    return ["stdio", "http"] if group in SHARE_A_PIPE else ["http"]
