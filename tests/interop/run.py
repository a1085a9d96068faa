#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The parley authors
# SPDX-License-Identifier: BSL-1.0
"""Tries the example servers with the clients of others: run.py CLIENT TRANSPORT FOLDER.

CLIENT is `python`, `typescript`, `inspector` (its client for the command line that stays connected),
`inspector-once` (its other one, which connects for one request), or `ask`, the host of our own in FOLDER. TRANSPORT is
`stdio` or `http`. FOLDER holds the servers' programs.

cases.json is one table for all of them. A case does one thing:

    "tool" with "arguments"     calls it
    "read"                      reads the resource at that URI
    "prompt" with "arguments"   gets it
    "complete"                  asks for suggestions; the params of completion/complete
    "list"                      lists, over all pages: the member of the result, such as "resourceTemplates"
    "watch" with "tool"         subscribes to those URIs, calls the tool and waits for what is told

`answers` are the person's, each `to` a question whose message holds that text; with `submit` the person first does what
the page asks for. `"elicitation": false` is a client that cannot ask. What comes of it is one of: an `error` code, a
tool's `result` with a text and perhaps a text that must not be in it, `structured` content, `texts` of a prompt or a
resource, the `values` of a list or of suggestions, or the URIs that are `told`.

A client that cannot do what a case wants is named with what it lacks, and how often is counted.
"""

import contextlib
import functools
import json
import os
import pathlib
import re
import select
import shlex
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "outside"))

import pages  # noqa: E402
import serving  # noqa: E402

SECONDS = 120  # for all the cases of one server
INSPECTOR = serving.MODULES / "@modelcontextprotocol" / "inspector" / "clients"
MCPDO = INSPECTOR / "mcpdo" / "build" / "mcp-bin.js"
ONCE = INSPECTOR / "launcher" / "build" / "index.js"

LIST_METHODS = {"resourceTemplates": "resources/templates/list"}  # of the others: the member and /list


class Lacks(Exception):
    """A client has no way to do what a case wants; the text says what it lacks."""


def attempt(run_case, target, case):
    try:
        return run_case(target, case)
    except Lacks as what:
        return {"lacks": str(what)}


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
    """The Inspector's command line client that stays connected, with a daemon of its own that ends with the test."""

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
            stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, timeout=SECONDS,
            env=self.environment,
        )  # fmt: skip

    def run_cases(self, target, cases):
        """Runs them on as few connections as can be, since starting Node.js for each takes its time. A case that
        watches has one of its own: whenever more or less is watched, this client opens its stream anew, with a gap.
        """
        name, used_for = None, None
        try:
            for case in cases:
                elicit = "both" if case.get("elicitation", True) else "off"
                use = case["name"] if "watch" in case else elicit
                if use != used_for:
                    name, used_for = self.connect(target, elicit), use  # the last one ends: it has the same name
                yield (self.watch if "watch" in case else self.carry_out)(name, case)
        finally:
            if name is not None:
                self.say("disconnect", name)

    def connect(self, target, elicit):
        where = [target["url"]] if "url" in target else ["--", *target["command"]]
        connected = self.say("connect", "--era", "modern", "--elicit", elicit, *where)
        if connected.returncode != 0:
            raise RuntimeError(f"the Inspector cannot connect: {connected.stderr}")
        return json.loads(connected.stdout)["name"]

    def carry_out(self, name, case):
        unused = list(case.get("answers", []))
        run = self.say("--connection", name, *inspector_words(case))
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

    def watch(self, name, case):
        """Has a process for each URI, which says that it is subscribed and then each change, as one JSON text each."""
        streams, told = [], []
        try:
            for uri in case["watch"]:
                words = ["--format", "json", "--connection", name, "resources/subscribe", uri]
                streams.append(
                    subprocess.Popen(
                        [serving.NODE, MCPDO, *words],
                        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, bufsize=0, env=self.environment,
                    )
                )  # fmt: skip
                next_object(streams[-1].stdout)
            outcome = self.carry_out(name, case)
            for uri, stream in zip(case["watch"], streams, strict=True):
                if uri in case["told"]:
                    told.append(next_object(stream.stdout)["uri"])
        finally:
            for stream in streams:
                stream.kill()
                stream.communicate()
        return {"result": {"told": told}, "unused": outcome["unused"]}


def next_object(stream):
    """Reads one JSON object, printed over several lines, from an unbuffered stream."""
    seconds, text = 10, b""
    while select.select([stream], [], [], seconds)[0] and (line := stream.readline()):
        text += line
        if line == b"}\n":
            return json.loads(text)
    raise RuntimeError(f"nothing came within {seconds} s after {text!r}")


def inspector_words(case):
    """The command of the client that stays connected."""
    if "tool" in case:
        return ["tools/call", case["tool"], json.dumps(case["arguments"])]
    if "read" in case:
        return ["resources/read", case["read"]]
    if "prompt" in case:
        return ["prompts/get", case["prompt"], *prompt_arguments(case)]
    if "complete" in case:
        ref, argument = case["complete"]["ref"], case["complete"]["argument"]
        return [
            "prompts/complete", "--complete-ref-type", ref["type"], "--complete-ref", ref.get("name") or ref["uri"],
            "--complete-arg-name", argument["name"], "--complete-arg-value", argument["value"],
        ]  # fmt: skip
    return [LIST_METHODS.get(case["list"], f"{case['list']}/list")]


def prompt_arguments(case):
    pairs = [f"{name}={value}" for name, value in case["arguments"].items()]
    return ["--prompt-args", *pairs] if pairs else []


def inspector_once_case(home, target, case):
    """Runs one case with the Inspector's client that connects for one request."""
    if case.get("answers"):
        raise Lacks("a way to answer questions")
    if "watch" in case:
        raise Lacks("a request beside the one that listens")
    if "complete" in case:
        raise Lacks("completion/complete")
    if "tool" in case:
        words = ["tools/call", "--tool-name", case["tool"], "--tool-args-json", json.dumps(case["arguments"])]
    elif "read" in case:
        words = ["resources/read", "--uri", case["read"]]
    elif "prompt" in case:
        words = ["prompts/get", "--prompt-name", case["prompt"], *prompt_arguments(case)]
    else:
        words = inspector_words(case)
    where = [target["url"]] if "url" in target else target["command"]
    run = subprocess.run(
        [serving.NODE, ONCE, "--cli", *where, "--protocol-era", "modern", "--format", "json", "--method", *words],
        stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, timeout=SECONDS,
        env=os.environ | {"HOME": home, "MCP_INSPECTOR_SECRET_STORE": "file"},
    )  # fmt: skip
    said = json.loads(run.stdout) if run.stdout else {}
    return {"result": said["result"], "unused": []} if said else {"error": {"message": run.stderr}, "unused": []}


def ask_case(program, target, case):
    """Runs one case with examples/ask, and reads the outcome from what it prints."""
    answers = case.get("answers", [])
    if any(answer.get("submit") for answer in answers):
        raise Lacks("somebody who goes to a page")
    if "watch" in case:
        raise Lacks("subscriptions/listen")
    if "complete" in case:
        raise Lacks("completion/complete")
    way = next(way for way in ("tool", "prompt", "read", "list") if way in case)
    words = ["--list"] if way == "list" else [f"--{way}", case[way]]
    for name, value in case.get("arguments", {}).items():
        words += ["--arg", f"{name}={value if isinstance(value, str) else json.dumps(value)}"]
    for answer in answers:
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
    unused = [answer for answer in answers if answer["to"] not in run.stdout]
    if run.returncode == 3:
        code = re.search(r"the server refused: (-?\d+)", run.stderr)
        return {"error": {"code": int(code[1])}, "unused": unused}
    if run.returncode > 1:
        return {"failed": run.stderr, "unused": unused}
    if way == "list":  # all lists are printed as one, with the names at the left margin
        printed = run.stdout.splitlines()
        return {"result": {"values": [value for value in case["values"] if value in printed]}, "unused": unused}
    text = run.stdout.rstrip("\n").rpartition("\n\n")[2].lstrip("\n")
    result = {"content": [{"text": text}], "isError": run.returncode == 1}
    if "texts" in case:
        result["printed"] = text
    if "structured" in case:
        result["structuredContent"] = json.loads(text)
    return {"result": result, "unused": unused}


@contextlib.contextmanager
def inspector():
    with tempfile.TemporaryDirectory() as home:
        client = Inspector(home)
        try:
            yield lambda target, cases: list(client.run_cases(target, cases))
        finally:
            client.say("daemon", "stop")


@contextlib.contextmanager
def inspector_once():
    with tempfile.TemporaryDirectory() as home:
        run_case = functools.partial(inspector_once_case, home)
        yield lambda target, cases: [attempt(run_case, target, case) for case in cases]


def client_named(name, folder):
    """A context with a function (target, cases) -> outcomes."""
    if name == "ask":
        run_case = functools.partial(ask_case, folder / "ask")
        return contextlib.nullcontext(lambda target, cases: [attempt(run_case, target, case) for case in cases])
    serving.require_installed()
    if name == "inspector":
        return inspector()
    if name == "inspector-once":
        return inspector_once()
    command = {"python": [serving.PYTHON, HERE / "client.py"], "typescript": [serving.NODE, HERE / "client.mjs"]}[name]
    return contextlib.nullcontext(lambda target, cases: drive(command, target, cases))


@contextlib.contextmanager
def target_of(transport, program):
    if transport == "stdio":
        yield {"command": [str(program), "--stdio"]}
    else:
        with serving.http_server([str(program)]) as url:
            yield {"url": url}


def texts_of(result):
    """The texts of a prompt or a resource, in order."""
    blocks = [message["content"] for message in result.get("messages", [])] + result.get("contents", [])
    return [block.get("resource", block).get("text", "") for block in blocks]


def values_of(case, result):
    """What a list or a completion names."""
    if "list" in case and "values" not in result:
        entries = result[case["list"]]
        return [entry.get("uri") or entry.get("uriTemplate") or entry["name"] for entry in entries]
    return (result.get("completion") or result)["values"]  # the Inspector shows what is in `completion`


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
    if "told" in case:
        return None if sorted(result["told"]) == sorted(case["told"]) else "is told of other changes"
    if "values" in case:
        pages_wanted = case.get("pages", 1)
        if result.get("pages", pages_wanted) != pages_wanted:  # not every client says how many there were
            return "came in another number of pages"
        return None if values_of(case, result) == case["values"] else "has other values"
    if "texts" in case:
        if "printed" in result:
            return None if all(text in result["printed"] for text in case["texts"]) else "has another text"
        return None if texts_of(result) == case["texts"] else "has other texts"
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
    faults, lacking = 0, 0
    with client_named(name, folder) as drive_cases:
        for server in dict.fromkeys(case["server"] for case in cases):
            mine = [case for case in cases if case["server"] == server]
            with target_of(transport, folder / server) as target:
                outcomes = drive_cases(target, mine)
            for case, outcome in zip(mine, outcomes, strict=True):
                about = f"{server}: {case['name']}"
                if "lacks" in outcome:
                    print(f"lacks {about}: this client has not: {outcome['lacks']}")
                    lacking += 1
                    continue
                fault = fault_of(case, outcome)
                print(f"{'FAULT' if fault else 'good '} {about}" + (f": {fault}: {outcome}" if fault else ""))
                faults += fault is not None
    print(f"{name} over {transport}: {len(cases)} cases, {faults} faults, {lacking} that the client cannot do")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
