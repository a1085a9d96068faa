#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The parley authors
# SPDX-License-Identifier: BSL-1.0
"""Checks that the code shown in the documentation is code that is compiled and tested.

A source marks a region with the comments `[doc:NAME]` and `[/doc:NAME]`, each alone on its line. A page shows it:

    <!-- doc:NAME path/from/the/root.cpp -->
    ```cpp
    …the region, without the markers and without common indentation…
    ```

Every fenced block in the language cpp must stand under such a comment, every region must be shown somewhere, and the
texts must be equal; `--fix` rewrites the pages. Links between the pages must lead to files that exist.
"""

import argparse
import pathlib
import re
import sys
import textwrap

OPEN = re.compile(r"^\s*(?://|#) \[doc:([a-z0-9_-]+)\]$")
CLOSE = re.compile(r"^\s*(?://|#) \[/doc:([a-z0-9_-]+)\]$")
REFERENCE = re.compile(r"^<!-- doc:([a-z0-9_-]+) (\S+) -->$")
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")
SOURCES = ("examples/**/*.cpp", "examples/**/*.hpp", "tests/**/*.cpp", "tests/**/CMakeLists.txt")
LEFT_OUT = {"build", "node_modules", ".venv"}


def files(root, *patterns):
    """The files under `root` that match, as sorted paths from the root."""
    found = {path.relative_to(root) for pattern in patterns for path in root.glob(pattern) if path.is_file()}
    return sorted(path for path in found if not LEFT_OUT & set(path.parts))


def regions(root):
    """Maps (name, path) to the lines of each region; the second value is a list of faults in the markers."""
    found, faults = {}, []
    for path in files(root, *SOURCES):
        name, lines = None, []
        for number, line in enumerate((root / path).read_text(encoding="utf-8").splitlines(), 1):
            opening, closing = OPEN.match(line), CLOSE.match(line)
            if opening and name is None:
                name, lines = opening[1], []
            elif closing and closing[1] == name:
                found[name, path.as_posix()] = textwrap.dedent("\n".join(lines)).strip("\n").splitlines()
                name = None
            elif opening or closing:
                faults.append(f"{path}:{number}: {line.strip()} does not pair with what is before it")
            elif name is not None:
                lines.append(line)
        if name is not None:
            faults.append(f"{path}: [doc:{name}] is not closed")
    return found, faults


def checked_page(root, path, sources, shown):
    """Returns the page as it should be and its faults; adds the regions it shows to `shown`."""
    faults, result = [], []
    lines = (root / path).read_text(encoding="utf-8").splitlines()
    number = 0
    while number < len(lines):
        line = lines[number]
        number += 1
        result.append(line)
        if not line.startswith("```"):
            for target in LINK.findall(line):
                if "://" not in target and not (root / path.parent / target).exists():
                    faults.append(f"{path}:{number}: the link {target} leads nowhere")
            continue
        end = number
        while end < len(lines) and lines[end] != "```":
            end += 1
        body = lines[number:end]
        reference = REFERENCE.match(result[-2]) if len(result) > 1 else None
        if reference:
            key = reference[1], reference[2]
            if key not in sources:
                faults.append(f"{path}:{number}: there is no region {key[0]} in {key[1]}")
            else:
                shown.add(key)
                if body != sources[key]:
                    faults.append(f"{path}:{number}: is not the region {key[0]} of {key[1]} (--fix rewrites it)")
                body = sources[key]
        elif line == "```cpp":
            faults.append(f"{path}:{number}: shows C++ that no test compiles")
        result += body + ["```"]
        number = end + 1
    return "\n".join(result) + "\n", faults


def check(root, fix=False):
    """Returns the faults of the repository at `root`, after mending what can be mended if `fix`."""
    sources, faults = regions(root)
    shown = set()
    for path in files(root, "*.md", "docs/**/*.md", "examples/**/*.md", "tests/**/*.md"):
        text, page_faults = checked_page(root, path, sources, shown)
        if fix:
            (root / path).write_text(text, encoding="utf-8")
            page_faults = [fault for fault in page_faults if not fault.endswith("(--fix rewrites it)")]
        faults += page_faults
    faults += [f"{path}: no page shows the region {name}" for name, path in sorted(set(sources) - shown)]
    return faults


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--fix", action="store_true", help="rewrite the blocks that differ")
    parser.add_argument("--root", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parents[2])
    arguments = parser.parse_args()
    found = check(arguments.root, arguments.fix)
    for fault in found:
        print(fault)
    print(f"{len(found)} faults in what the documentation shows")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
