#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The parley authors
# SPDX-License-Identifier: BSL-1.0
"""Checks docs/requirements.tsv against the tests, both ways.

Every requirement is `tested`, `deferred` (with the reason), `divergent` (with the reason) or `elsewhere` (the duty of a
client, or of the program that uses the library). A row that claims to be tested has at least one test whose name or
tags carry its id; a test that carries an id has a row that says `tested`. With --table, prints the counts by section.
"""

import collections
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
DATA = ROOT / "docs" / "requirements.tsv"
STATES = {"tested", "deferred", "divergent", "elsewhere"}
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


def main():
    faults, seen, counts = [], set(), collections.Counter()
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
        counts[name.split("-")[0], state] += 1
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
    for fault in faults:
        print(fault)
    if "--table" in sys.argv:
        print("| section | tested | deferred | divergent | elsewhere |")
        print("|---|---|---|---|---|")
        for section in dict.fromkeys(name.split("-")[0] for name in seen and [c[0] for _, c in rows()]):
            cells = " | ".join(str(counts[section, state]) for state in ("tested", "deferred", "divergent", "elsewhere"))
            print(f"| {section} | {cells} |")
    print(f"{len(seen)} requirements, {sum(n for (_, s), n in counts.items() if s == 'tested')} tested, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
