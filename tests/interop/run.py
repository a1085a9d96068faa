#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The parley authors
# SPDX-License-Identifier: BSL-1.0
"""Tries the example servers with the clients of others: run.py CLIENT TRANSPORT FOLDER [WORD].

CLIENT is `python`, `typescript`, `inspector` (its client for the command line that stays connected, mcpdo),
`inspector-once` (its other one, which connects for one request), or `ask`, the host of our own in FOLDER. They speak
2026-07-28; with `-legacy` behind the name, 2025-11-25. `typescript-v1`, which most hosts have, knows no other than
that. TRANSPORT is `stdio` or `http`. FOLDER holds the servers' programs. With a WORD, only cases with it in their name
or server are run.

cases.json is one table for all of them, and for both revisions. A case does one thing:

    "tool" with "arguments"     calls it
    "read"                      reads the resource at that URI
    "prompt" with "arguments"   gets it
    "complete"                  asks for suggestions; the params of completion/complete
    "list"                      lists, over all pages: the member of the result, such as "resourceTemplates"
    "watch" with "tool"         subscribes to those URIs, calls the tool and waits for what is told

`answers` are the person's, each `to` a question whose message holds that text; with `submit` the person first does what
the page asks for. `"elicitation": false` is a client that cannot ask. What comes of it is one of: an `error` code, a
tool's `result` with a text and perhaps a text that must not be in it, `structured` content, `texts` of a prompt or a
resource, the `values` of a list or of suggestions, or the URIs that are `told`. `files` are there before, and what is
`left` of them after, below a folder that the server is told of. Where the same comes of it in another
shape in 2025-11-25, that stands in `older`.

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

SECONDS = 120  # for all cases of a client
INSPECTOR = serving.MODULES / "@modelcontextprotocol" / "inspector" / "clients"
MCPDO = INSPECTOR / "mcpdo" / "build" / "mcp-bin.js"
NODE_ENVIRONMENT = {
    "MODULES": str(serving.MODULES),
    "PATH": f"{serving.NODE.parent}:{os.environ['PATH']}",  # mcpdo starts its daemon with the first `node`
    "MCP_INSPECTOR_SECRET_STORE": "file",
}
ERAS = {"envelope": "modern", "handshake": "legacy"}  # as the Inspector calls them

OUTCOMES = {"error", "result", "structured", "texts", "values", "told"}
LIST_METHODS = {"resourceTemplates": "resources/templates/list"}  # of the others: the member and /list


class Lacks(Exception):
    """A client has no way to do what a case wants; the text says what it lacks."""


def attempt(run_case, where, case):
    try:
        return run_case(where, case)
    except Lacks as what:
        return {"lacks": str(what)}


def drive(command, era, work):
    """Gives the cases to a driver on its standard input and returns the outcomes for each server."""
    order = {"era": era, "work": [{"target": target, "cases": cases} for target, cases in work]}
    run = subprocess.run(
        command, input=json.dumps(order), stdout=subprocess.PIPE, text=True, check=True, timeout=SECONDS,
        env=os.environ | NODE_ENVIRONMENT,
    )  # fmt: skip
    return json.loads(run.stdout)


def one_by_one(run_case):
    """The same for a client that is started for each case."""
    return lambda work: [[attempt(run_case, target, case) for case in cases] for target, cases in work]


class Commands:
    """One of the Inspector's clients for the command line, in a process that takes one command after the other."""

    def __init__(self, name, environment):
        self.process = subprocess.Popen(
            [serving.NODE, HERE / "inspector.mjs", name],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment,
        )  # fmt: skip

    def say(self, *words):
        """What it prints as JSON, or None, and what it says is wrong."""
        self.process.stdin.write(json.dumps(words) + "\n")
        self.process.stdin.flush()
        if not select.select([self.process.stdout], [], [], SECONDS)[0]:
            raise RuntimeError(f"the Inspector does not end: {words}")
        said = json.loads(self.process.stdout.readline())
        return json.loads(said["printed"]) if said["printed"] else None, said["error"]

    def end(self):
        self.process.stdin.close()
        serving.end(self.process)
        self.process.stdout.close()


class Inspector:
    """The Inspector's command line client that stays connected, with a daemon of its own that ends with the test."""

    def __init__(self, era, home):
        self.era = ERAS[era]
        self.environment = os.environ | NODE_ENVIRONMENT | {"HOME": home}
        private = subprocess.run(
            [serving.NODE, MCPDO, "private"], capture_output=True, text=True, check=True, env=self.environment
        )
        for line in private.stdout.splitlines():
            name, value = shlex.split(line)[1].split("=", 1)
            self.environment[name] = value
        self.commands = Commands("mcpdo", self.environment)

    def say(self, *words):
        return self.commands.say("--format", "json", *words)

    def end(self):
        self.say("daemon", "stop")
        self.commands.end()

    def run_cases(self, target, cases):
        """Runs them on as few connections as can be. A case that watches has one of its own: whenever more or less is
        watched, this client opens its stream of 2026-07-28 anew, with a gap.
        """
        name, used_for = None, None
        try:
            for case in cases:
                elicit = "both" if case.get("elicitation", True) else "off"
                use = case["name"] if "watch" in case else elicit
                if use != used_for:
                    name, used_for = self.connect(target, elicit), use  # the last one ends: it has the same name
                yield attempt(self.watch if "watch" in case else self.carry_out, name, case)
        finally:
            if name is not None:
                self.say("disconnect", name)

    def connect(self, target, elicit):
        where = [target["url"]] if "url" in target else ["--", *target["command"]]
        connected, error = self.say("connect", "--era", self.era, "--elicit", elicit, *where)
        if error is not None:
            raise RuntimeError(f"the Inspector cannot connect: {error}")
        return connected["name"]

    def carry_out(self, name, case):
        unused = list(case.get("answers", []))
        said, error = self.say("--connection", name, *inspector_words(case))
        while True:
            if not said:
                return {"error": {"message": error}, "unused": unused}
            if "elicitationPending" not in said:
                return {"result": said, "unused": unused}
            pending = said["elicitationPending"]
            answer = next((one for one in unused if one["to"] in pending["message"]), None)
            if answer is None:
                raise RuntimeError(f"unexpected question: {pending['message']}")
            unused.remove(answer)
            if answer["action"] == "decline" and "url" in pending:
                self.say("elicitation/respond", pending["elicitationId"], "--cancel")
                raise Lacks("a way to say no to a page")
            if answer["action"] != "accept":
                words = [f"--{answer['action']}"]
            elif answer.get("submit"):
                pages.submit(pending["url"])
                words = ["--done"]
            else:
                words = [json.dumps(answer["content"])]
            said, error = self.say("elicitation/respond", pending["elicitationId"], *words)

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


def inspector_once_case(commands, era, target, case):
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
    said, error = commands.say(*where, "--protocol-era", ERAS[era], "--format", "json", "--method", *words)
    return {"result": said["result"], "unused": []} if said else {"error": {"message": error}, "unused": []}


def ask_case(program, era, target, case):
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
    if era == "handshake":
        words += ["--era", "2025-11-25"]
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
def inspector(era):
    with tempfile.TemporaryDirectory() as home:
        client = Inspector(era, home)
        try:
            yield lambda work: [list(client.run_cases(target, cases)) for target, cases in work]
        finally:
            client.end()


@contextlib.contextmanager
def inspector_once(era):
    with tempfile.TemporaryDirectory() as home:
        commands = Commands("cli", os.environ | NODE_ENVIRONMENT | {"HOME": home})
        try:
            yield one_by_one(functools.partial(inspector_once_case, commands, era))
        finally:
            commands.end()


def client_named(name, era, folder):
    """A context with a function that takes a list of (target, cases) and returns a list of outcomes for each."""
    if name == "ask":
        return contextlib.nullcontext(one_by_one(functools.partial(ask_case, folder / "ask", era)))
    serving.require_installed()
    if name == "inspector":
        return inspector(era)
    if name == "inspector-once":
        return inspector_once(era)
    command = {
        "python": [serving.PYTHON, HERE / "client.py"],
        "typescript": [serving.NODE, HERE / "client.mjs"],
        "typescript-v1": [serving.NODE, HERE / "client.mjs", "v1"],
    }[name]
    return contextlib.nullcontext(functools.partial(drive, command, era))


@contextlib.contextmanager
def targets_of(transport, commands):
    """Where to find these servers."""
    if transport == "stdio":
        yield [{"command": [*command, "--stdio"]} for command in commands]
        return
    with contextlib.ExitStack() as stack:
        yield [{"url": stack.enter_context(serving.http_server(command))} for command in commands]


def command_of(folder, root, cases):
    """How to start the server of these cases."""
    command = [str(folder / cases[0]["server"])]
    # Not by the environment of this process: clients give little of theirs to a server that they start.
    return ["/usr/bin/env", f"DELETE_FOLDER_ROOT={root}", *command] if "files" in cases[0] else command


def make_files(root, case):
    for file in case.get("files", []):
        place = root / file
        (place if file.endswith("/") else place.parent).mkdir(exist_ok=True)
        if not file.endswith("/"):
            place.touch()


def files_left(root, case):
    folders = {pathlib.Path(file).parts[0] for file in case.get("files", [])}
    return sorted(str(file.relative_to(root)) for each in folders for file in (root / each).glob("*"))


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


def as_older(case):
    """The case as a client of 2025-11-25 meets it."""
    if "older" not in case:
        return case
    return {name: value for name, value in case.items() if name not in OUTCOMES} | case["older"]


def fault_of(case, outcome, left):
    """What is wrong with an outcome; None if nothing is."""
    if left != case.get("left", left):
        return f"has left {left}"
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
    client, transport, folder = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])
    word = sys.argv[4] if len(sys.argv) > 4 else ""
    name = client.removesuffix("-legacy")
    era = "handshake" if name != client or name == "typescript-v1" else "envelope"
    cases = json.loads((HERE / "cases.json").read_text(encoding="utf-8"))
    cases = [case for case in cases if word in f"{case['server']}: {case['name']}"]
    if era == "handshake":
        cases = [as_older(case) for case in cases]
    by_server = {case["server"]: [] for case in cases}
    for case in cases:
        by_server[case["server"]].append(case)

    faults, lacking = 0, 0
    with contextlib.ExitStack() as stack:
        root = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory()))
        for case in cases:
            make_files(root, case)
        drive_cases = stack.enter_context(client_named(name, era, folder))
        commands = [command_of(folder, root, mine) for mine in by_server.values()]
        targets = stack.enter_context(targets_of(transport, commands))
        work = list(zip(targets, by_server.values(), strict=True))
        for (_, mine), outcomes in zip(work, drive_cases(work), strict=True):
            for case, outcome in zip(mine, outcomes, strict=True):
                about = f"{case['server']}: {case['name']}"
                if "lacks" in outcome:
                    print(f"lacks {about}: this client has not: {outcome['lacks']}")
                    lacking += 1
                    continue
                fault = fault_of(case, outcome, files_left(root, case))
                print(f"{'FAULT' if fault else 'good '} {about}" + (f": {fault}: {outcome}" if fault else ""))
                faults += fault is not None
    print(f"{client} over {transport}: {len(cases)} cases, {faults} faults, {lacking} that the client cannot do")
    return 1 if faults or not cases else 0


if __name__ == "__main__":
    sys.exit(main())
