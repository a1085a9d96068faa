#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The parley authors
# SPDX-License-Identifier: BSL-1.0
"""Tries the example servers with the clients of others: run.py CLIENT TRANSPORT FOLDER.

CLIENT is `python`, `typescript`, `inspector`, or `ask`, the host of our own in FOLDER. TRANSPORT is `stdio` or `http`.
FOLDER holds the servers' programs.

cases.json is one table for all of them. A case names a tool, its arguments, the person's answers (each `to` a question
whose message holds that text; with `submit` the person first does what the page asks for), and what comes of it: an
`error` code, a `result` with a text and perhaps a text that must not be in it, or `structured` content.
`"elicitation": false` is a client that cannot ask.
"""

import contextlib
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "outside"))

import pages  # noqa: E402
import serving  # noqa: E402

SECONDS = 60  # for all the cases of one server
MCPDO = serving.MODULES / "@modelcontextprotocol" / "inspector" / "clients" / "mcpdo" / "build" / "mcp-bin.js"


def drive(command, target, cases):
    """Gives the cases to a driver on its standard input and returns one outcome for each."""
    run = subprocess.run(
        command,
        input=json.dumps({"target": target, "cases": cases}),
        stdout=subprocess.PIPE,
        text=True,
        check=True,
        timeout=SECONDS,
        env=os.environ | {"MODULES": str(serving.MODULES)},
    )
    return json.loads(run.stdout)


class Inspector:
    """The Inspector's command line client, with a daemon of its own that ends with the test."""

    def __init__(self, home):
        # The client starts its daemon with the first `node` of PATH.
        self.environment = os.environ | {
            "HOME": home,
            "PATH": f"{serving.NODE.parent}:{os.environ['PATH']}",
            "MCP_INSPECTOR_SECRET_STORE": "file",
        }
        for line in self.say("private").stdout.splitlines():
            name, value = shlex.split(line)[1].split("=", 1)
            self.environment[name] = value

    def say(self, *words):
        return subprocess.run(
            [serving.NODE, MCPDO, "--format", "json", *words],
            stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, timeout=SECONDS, env=self.environment,
        )  # fmt: skip

    def run_case(self, target, case):
        elicit = "both" if case.get("elicitation", True) else "off"
        where = [target["url"]] if "url" in target else ["--", *target["command"]]
        connected = self.say("connect", "--era", "modern", "--elicit", elicit, *where)
        if connected.returncode != 0:
            raise RuntimeError(f"the Inspector cannot connect: {connected.stderr}")
        name = json.loads(connected.stdout)["name"]
        try:
            return self.call(name, case)
        finally:
            self.say("disconnect", name)

    def call(self, name, case):
        unused = list(case["answers"])
        run = self.say("--connection", name, "tools/call", case["tool"], json.dumps(case["arguments"]))
        while True:
            said = json.loads(run.stdout) if run.stdout else {}
            if not said:
                return {"error": {"message": run.stderr}, "unused": unused}
            if "elicitationPending" not in said:
                return {"result": said, "unused": unused}
            pending = said["elicitationPending"]
            answer = next((one for one in unused if one["to"] in pending["message"]), None)
            if answer is None:
                raise RuntimeError(f"unexpected question: {pending['message']}")
            unused.remove(answer)
            if answer["action"] != "accept":
                words = [f"--{answer['action']}"]
            elif answer.get("submit"):
                pages.submit(pending["url"])
                words = ["--done"]
            else:
                words = [json.dumps(answer["content"])]
            run = self.say("elicitation/respond", pending["elicitationId"], *words)


def ask_case(program, target, case):
    """Runs one case with examples/ask, and reads the outcome from what it prints."""
    words = ["--tool", case["tool"]]
    for name, value in case["arguments"].items():
        words += ["--arg", f"{name}={value if isinstance(value, str) else json.dumps(value)}"]
    for answer in case["answers"]:
        if answer["action"] != "accept":
            words.append(f"--{answer['action']}")
        for name, value in answer.get("content", {}).items():
            typed = ",".join(value) if isinstance(value, list) else value
            words += ["--answer", f"{name}={typed if isinstance(typed, str) else json.dumps(typed)}"]
    if not case.get("elicitation", True):
        words.append("--no-elicitation")
    words += [target["url"]] if "url" in target else ["--", *target["command"]]

    run = subprocess.run(
        [program, *words], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, timeout=SECONDS
    )
    unused = [answer for answer in case["answers"] if answer["to"] not in run.stdout]
    if run.returncode == 3:
        code = re.search(r"the server refused: (-?\d+)", run.stderr)
        return {"error": {"code": int(code[1])}, "unused": unused}
    if run.returncode > 1:
        return {"failed": run.stderr, "unused": unused}
    text = run.stdout.rstrip("\n").rpartition("\n\n")[2].lstrip("\n")
    result = {"content": [{"text": text}], "isError": run.returncode == 1}
    if "structured" in case:
        result["structuredContent"] = json.loads(text)
    return {"result": result, "unused": unused}


@contextlib.contextmanager
def inspector():
    with tempfile.TemporaryDirectory() as home:
        client = Inspector(home)
        try:
            yield lambda target, cases: [client.run_case(target, case) for case in cases]
        finally:
            client.say("daemon", "stop")


def client_named(name, folder):
    """A context with a function (target, cases) -> outcomes."""
    if name == "ask":
        return contextlib.nullcontext(lambda target, cases: [ask_case(folder / "ask", target, case) for case in cases])
    serving.require_installed()
    if name == "inspector":
        return inspector()
    command = {"python": [serving.PYTHON, HERE / "client.py"], "typescript": [serving.NODE, HERE / "client.mjs"]}[name]
    return contextlib.nullcontext(lambda target, cases: drive(command, target, cases))


@contextlib.contextmanager
def target_of(transport, program):
    if transport == "stdio":
        yield {"command": [str(program), "--stdio"]}
    else:
        with serving.http_server([str(program)]) as url:
            yield {"url": url}


def fault_of(case, outcome):
    """What is wrong with an outcome; None if nothing is."""
    if outcome["unused"]:
        return f"was not asked {outcome['unused'][0]['to']!r}"
    if "error" in case:
        # The Inspector says that there was an error, and not which.
        code = outcome.get("error", {}).get("code", case["error"])
        return None if "error" in outcome and code == case["error"] else "is not the error"
    if "result" not in outcome:
        return "is an error"
    result = outcome["result"]
    if "structured" in case:
        return None if result.get("structuredContent") == case["structured"] else "has other structured content"
    text = "".join(block.get("text", "") for block in result["content"])
    want = case["result"]
    if result.get("isError", False) != want["isError"]:
        return "has another isError"
    if want.get("text", text) != text or (want.get("without") or "\0") in text:
        return "has another text"
    return None


def main():
    name, transport, folder = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])
    cases = json.loads((HERE / "cases.json").read_text(encoding="utf-8"))
    if name == "ask":  # it has nobody who could go to a page
        cases = [case for case in cases if not any(answer.get("submit") for answer in case["answers"])]
    faults = 0
    with client_named(name, folder) as drive_cases:
        for server in dict.fromkeys(case["server"] for case in cases):
            mine = [case for case in cases if case["server"] == server]
            with target_of(transport, folder / server) as target:
                outcomes = drive_cases(target, mine)
            for case, outcome in zip(mine, outcomes, strict=True):
                fault = fault_of(case, outcome)
                print(f"{'FAULT' if fault else 'good '} {server}: {case['name']}" + (f": {fault}: {outcome}" if fault else ""))
                faults += fault is not None
    print(f"{name} over {transport}: {len(cases)} cases, {faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
