#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The parley authors
# SPDX-License-Identifier: BSL-1.0
"""Checks docs/requirements.tsv against the tests, both ways.

Every requirement is `tested`, `deferred` (with the reason), `divergent` (with the reason) or `elsewhere` (the duty of a
client, or of the program that uses the library). A row that claims to be tested has at least one test whose name or
tags carry its id; a test that carries an id has a row that says `tested`. The tables of docs/10-requirements.md are made
of the data, and must be up to date: with --fix they are written.
"""

import collections
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
DATA = ROOT / "docs" / "requirements.tsv"
PAGE = ROOT / "docs" / "10-requirements.md"
BEGIN, END = "<!-- tables: begin -->\n", "<!-- tables: end -->\n"
STATES = ["tested", "deferred", "divergent", "elsewhere"]
SECTIONS = {
    "BASE": "JSON-RPC and base protocol", "TYPE": "Shared types", "META": "`_meta` and the envelope",
    "VER": "Versions", "DISC": "`server/discover`", "MRTR": "Multi round-trip requests", "ELF": "Elicitation by form",
    "ELU": "Elicitation by URL", "SMP": "Sampling", "ROOT": "Roots", "TOOL": "Tools", "HDR": "Headers",
    "RES": "Resources", "PRM": "Prompts", "CMP": "Completion", "LOG": "Logging", "PRG": "Progress",
    "CAN": "Cancellation", "SUB": "Subscriptions", "PAG": "Pagination", "CACHE": "Caching hints", "STDIO": "stdio",
    "HTTP": "Streamable HTTP", "SEC": "Security", "SCHEMA": "JSON Schema", "LEG": "Handshake revisions",
    "AUTH": "Authorization", "TASK": "Tasks extension", "APP": "Apps extension", "CLI": "Client-side duties",
    "FIX": "Fixtures for the conformance suite",
}  # fmt: skip
LEVELS = {"MUST", "MUST NOT", "SHOULD", "SHOULD NOT", "MAY", "REC"}
TAG = re.compile(r"\[([A-Z]{3,6}-\d{2})\]")
TEST_SUFFIXES = {".cpp", ".py", ".mjs", ".sh", ".cmake", ".txt"}


def rows():
    """Yields (line number, cells) of the data file, without its heading."""
    for number, line in enumerate(DATA.read_text(encoding="utf-8").splitlines(), 1):
        if number > 1:
            yield number, line.split("\t")


def tags_in_tests():
    """Maps each requirement id to the test files that carry it."""
    found = collections.defaultdict(set)
    for path in sorted((ROOT / "tests").rglob("*")):
        if path.suffix in TEST_SUFFIXES and path.is_file() and "node_modules" not in path.parts:
            for tag in TAG.findall(path.read_text(encoding="utf-8", errors="replace")):
                found[tag].add(path.relative_to(ROOT).as_posix())
    return found


def tables(data):
    """The tables of the page: counts by section, and what is not tested, by reason."""
    counts, reasons = collections.Counter(), collections.defaultdict(list)
    for name, level, state, _, note in data:
        counts[name.split("-")[0], state] += 1
        if state in ("deferred", "divergent"):
            reasons[state, note].append(f"{name} ({level})" if level.startswith("MUST") else name)
    lines = ["| section | " + " | ".join(STATES) + " |", "|---|" + "--:|" * len(STATES)]
    for section, title in SECTIONS.items():
        cells = " | ".join(str(counts[section, state] or "") for state in STATES)
        lines.append(f"| {title} ({section}) | {cells} |")
    sums = " | ".join(str(sum(n for (_, each), n in counts.items() if each == state)) for state in STATES)
    lines.append(f"| all | {sums} |")
    for state in ("divergent", "deferred"):
        lines += ["", f"## {state.capitalize()}", ""]
        found = [f"- {note}: {', '.join(names)}" for (each, note), names in reasons.items() if each == state]
        lines += found or ["Nothing."]
    return "\n".join(lines) + "\n"


def check_page(data, fix):
    """Returns the faults of the page; with `fix` it is written first."""
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    now, end, after = rest.partition(END)
    if not end:
        return [f"{PAGE.name}: has no place for the tables"]
    wanted = tables(data)
    if fix:
        PAGE.write_text(before + BEGIN + wanted + END + after, encoding="utf-8")
    elif now != wanted:
        return [f"{PAGE.name}: its tables are not those of the data; run tests/requirements/check.py --fix"]
    return []


def main():
    faults, seen, data = [], set(), []
    tags = tags_in_tests()
    for number, cells in rows():
        where = f"docs/requirements.tsv:{number}"
        if len(cells) != 5:
            faults.append(f"{where}: has {len(cells)} cells, not 5")
            continue
        name, level, state, _, note = cells
        if name in seen:
            faults.append(f"{where}: {name} stands twice")
        seen.add(name)
        data.append(cells)
        if name.split("-")[0] not in SECTIONS:
            faults.append(f"{where}: {name} belongs to no section")
        if level not in LEVELS:
            faults.append(f"{where}: {name} has the unknown level {level!r}")
        if state not in STATES:
            faults.append(f"{where}: {name} has the unknown state {state!r}")
        if state == "tested" and name not in tags:
            faults.append(f"{where}: {name} is said to be tested, but no test carries [{name}]")
        if state != "tested" and name in tags:
            faults.append(f"{where}: {name} is {state}, but tested in {', '.join(sorted(tags[name]))}")
        if state in {"deferred", "divergent"} and not note.strip():
            faults.append(f"{where}: {name} is {state} without a reason")
    for tag in sorted(set(tags) - seen):
        faults.append(f"{', '.join(sorted(tags[tag]))}: [{tag}] is no requirement of docs/requirements.tsv")
    faults += check_page(data, "--fix" in sys.argv)
    for fault in faults:
        print(fault)
    tested = sum(cells[2] == "tested" for cells in data)
    print(f"{len(seen)} requirements, {tested} tested, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
