# SPDX-FileCopyrightText: 2026 The parley authors
# SPDX-License-Identifier: BSL-1.0
"""Messages of the revisions before 2026-07-28: what a client sends, and the rules for what comes back."""

import re

import peer
from peer import ASKS, KEY, Reply, dump, expect, tag_of

VERSIONS = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]
NEWEST = VERSIONS[0]
OVER = {"stdio": VERSIONS, "http": VERSIONS[:3]}  # the last one had another HTTP transport, which is not served

FORMS = {"elicitation": {}}
ALL = {"elicitation": {"form": {}, "url": {}}, "sampling": {}, "roots": {}}

# ---- what is sent ----------------------------------------------------------------------------------------------------


def request(identity, method, **params):
    return dump({"jsonrpc": "2.0", "id": identity, "method": method} | ({"params": params} if params else {}))


def notification(method, **params):
    return dump({"jsonrpc": "2.0", "method": f"notifications/{method}"} | ({"params": params} if params else {}))


def call(tool, arguments=None, identity=1, **extra):
    return request(identity, "tools/call", name=tool, arguments=arguments or {}, **extra)


def hello(version=NEWEST, capabilities=None, identity="hello", **more):
    who = {"name": "older", "version": "0"}
    able = ALL if capabilities is None else capabilities
    return request(identity, "initialize", protocolVersion=version, capabilities=able, clientInfo=who, **more)


def response(identity, result=None, error=None):
    told = {"result": result} if error is None else {"error": error}
    return dump({"jsonrpc": "2.0", "id": identity} | told)


# ---- what comes back -------------------------------------------------------------------------------------------------

UNASKED = {"notifications/resources/updated"} | peer.LISTS
NOTIFICATIONS = peer.NOTIFICATIONS | UNASKED | {"notifications/cancelled", "notifications/elicitation/complete"}
CODES = {-32700, -32600, -32601, -32602, -32603, -32002, -32042}
OF_NEWER = {"resultType", "ttlMs", "cacheScope", "inputRequests", "requestState"}  # members of results [LEG-08]


def vet(raw, version):
    """Parses a message after the rules for all of them [LEG-06][LEG-08][LEG-50][BASE-13]."""
    message = peer.parse(raw)
    if "method" in message:
        expect(KEY.encode() not in raw and tag_of(message) is None, "of a newer revision", raw)
        expect(set(message) <= {"jsonrpc", "id", "method", "params"}, "a member too many", raw)
        if "id" in message:
            vet_question(message, version, raw)
        else:
            expect(message["method"] in NOTIFICATIONS, "not a notification of these revisions", raw)
        return message
    members = set(message) - ({"id"} if "error" in message else set())  # which some could not read
    expect(members in ({"jsonrpc", "id", "result"}, {"jsonrpc", "error"}), "other members", raw)
    if "error" in message:
        code, words = message["error"]["code"], message["error"]["message"]
        expect(code in CODES and isinstance(words, str) and words, "a bad error", raw)
        expect(code != -32042 or version == NEWEST, "an error of another revision", raw)
        return message
    expect(message["id"] is not None, "a result of nothing", raw)
    expect(not OF_NEWER & set(message["result"]) and KEY.encode() not in raw, "of a newer revision", raw)
    return message


def vet_question(message, version, raw):
    """[LEG-52][ELF-21][once-18]"""
    method, params = message["method"], message.get("params", {})
    expect(method in ASKS, "not a request that a server may send", raw)
    expect(isinstance(message["id"], str) and len(message["id"]) >= 22, "an id that can be guessed", raw)
    if method != "elicitation/create":
        return
    expect(version in VERSIONS[:2] and params["message"], "a revision that cannot ask", raw)
    if params.get("mode", "form") == "form":
        members = {"message", "requestedSchema"} | ({"mode"} if version == NEWEST else set())
        expect(members - {"mode"} <= set(params) <= members, "members that do not belong there", raw)
        if version != NEWEST:
            expect(not re.search(rb'"(oneOf|anyOf|array)"', raw), "a form that this revision does not know", raw)
    else:
        expect(version == NEWEST and set(params) == {"mode", "message", "url", "elicitationId"}, "a bad page", raw)
        expect(params["mode"] == "url" and params["elicitationId"], "a bad page", raw)


class OlderReply(Reply):
    """An answer. Its text is one whether or not it says that it is complete."""

    def __init__(self, raw, version, before=(), status=None, fields=()):
        super().__init__(b"", before, status, fields)
        self.raw = raw
        self.message = vet(raw, version)  # which the base class would hold against other rules

    @property
    def text(self):
        expect(not self.result.get("isError"), "not a good result", self)
        return "".join(block["text"] for block in self.result["content"])

    @property
    def failed(self):
        expect(self.result.get("isError") is True, "did not fail", self)
        expect("structuredContent" not in self.result, "a failure has no structured content", self)
        return "".join(block["text"] for block in self.result["content"])

    @property
    def ran(self):
        return "result" in self.message and not self.result.get("isError")
