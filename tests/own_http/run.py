#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The parley authors
# SPDX-License-Identifier: BSL-1.0
"""Tries the example own_http: run.py PROGRAM. Keys, tokens, a route of its own, and whose answer counts.

Also with our host `ask`, which is beside it, in 2026-07-28 and in older revisions.
"""

import contextlib
import json
import os
import pathlib
import subprocess
import sys
import urllib.error
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "outside"))

import serving  # noqa: E402

SECONDS = 10
META = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {"elicitation": {"form": {}}},
}


@contextlib.contextmanager
def running(program):
    """Runs the program with a key on a port that it chooses; gives the address that it prints."""
    process = subprocess.Popen([program, "0"], stderr=subprocess.PIPE, text=True, env=os.environ | {"KEYS": "ab" * 32})
    try:
        yield process.stderr.readline().split()[-1]
    finally:
        process.stderr.close()
        serving.end(process, SECONDS)


def fetch(url, body=None, headers=()):
    """Returns (status, text)."""
    request = urllib.request.Request(url, body, dict(headers))
    try:
        with urllib.request.urlopen(request, timeout=SECONDS) as response:
            return response.status, response.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def publish(url, token, **extra):
    """Calls the tool as the holder of a token; returns (status, result or error)."""
    params = {"name": "publish", "arguments": {"article": "Moths"}, "_meta": META, **extra}
    headers = {
        "Content-Type": "application/json",
        "Accept": "application/json, text/event-stream",
        "MCP-Protocol-Version": "2026-07-28",
        "Mcp-Method": "tools/call",
        "Mcp-Name": "publish",
    }
    if token:
        headers["Authorization"] = f"Bearer {token}"
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}).encode()
    status, text = fetch(url, body, headers)
    message = json.loads(text) if status != 401 else {}
    return status, message.get("result", message.get("error"))


def host(ask, url, revision, *words):
    """What our host prints as the holder of a token, and what it says is wrong."""
    command = [ask, "--era", revision, "--header", "Authorization: Bearer ada-token", "--arg", "article=Moths", *words]
    run = subprocess.run([*command, url], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=SECONDS)
    return run.returncode, run.stdout, run.stderr


def main():
    program = sys.argv[1]
    environment = {name: value for name, value in os.environ.items() if name != "KEYS"}
    keyless = subprocess.run([program, "0"], env=environment, stderr=subprocess.PIPE, text=True, timeout=SECONDS)
    assert keyless.returncode == 1 and "KEYS" in keyless.stderr, keyless

    with running(program) as url:
        assert fetch(url.replace("/mcp", "/health")) == (200, "fine\n")
        assert publish(url, None)[0] == 401
        assert publish(url, "guess")[0] == 401

        status, asked = publish(url, "ada-token")
        assert status == 200 and asked["resultType"] == "input_required", asked
        answer = {
            "inputResponses": {"confirm_publish": {"action": "accept", "content": {"ok": True}}},
            "requestState": asked["requestState"],
        }
        status, stolen = publish(url, "kim-token", **answer)
        assert stolen["data"]["reason"] == "invalid_request_state", stolen
        status, done = publish(url, "ada-token", **answer)
        assert done["content"][0]["text"] == "ada published Moths", done

        ask = pathlib.Path(program).with_name("ask")
        for revision in ("2026-07-28", "2025-11-25", "2025-06-18"):
            code, said, wrong = host(ask, url, revision, "--answer", "ok=true")
            assert code == 0 and "ada published Moths" in said, (revision, said, wrong)
            for no in ("--decline", "--cancel"):
                code, said, wrong = host(ask, url, revision, no)
                assert code == 1 and "Nothing was done" in said, (revision, said, wrong)
            code, said, wrong = host(ask, url, revision, "--no-elicitation")
            assert code in (1, 3) and "published" not in said, (revision, said, wrong)

    # The key outlives the process, but not what knows whether this was published: the client starts over.
    with running(program) as url:
        status, stale = publish(url, "ada-token", **answer)
        assert stale["data"]["reason"] == "invalid_request_state", stale


if __name__ == "__main__":
    main()
