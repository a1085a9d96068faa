#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The parley authors
# SPDX-License-Identifier: BSL-1.0
"""Checks what the repository says of its headers and examples against what is on disk.

- cmake/headers.cmake lists every header, in the target that its folder belongs to; `--fix` rewrites it.
- Every header begins with the two SPDX lines and `#pragma once`.
- Every header has 40 to 400 lines, and a test at the same relative path; exceptions.txt names those that do not, with
  a reason, and names no other.
- Every folder of examples/ has a main.cpp and is named in examples/README.md.
"""

import argparse
import pathlib
import sys

SHORTEST, LONGEST = 40, 400
# The target of folders whose headers do not belong to parley::engine.
TARGETS = {"asio": "parley", "crypto": "parley", "sqlite": "sqlite"}
HEAD = "// SPDX-FileCopyrightText: 2026 The parley authors\n// SPDX-License-Identifier: BSL-1.0\n#pragma once\n"
LIST_HEAD = """\
# SPDX-FileCopyrightText: 2026 The parley authors
# SPDX-License-Identifier: BSL-1.0

# The headers of each target. Written by `tests/checks/headers.py --fix`, which also checks it.
"""


def headers(root):
    """The paths of all headers, relative to the repository, sorted."""
    return sorted(path.relative_to(root).as_posix() for path in (root / "include/parley").rglob("*.hpp"))


def target_of(header):
    """`engine`, `parley` or `sqlite`: headers directly in include/parley/ include the transports."""
    parts = header.split("/")
    return "parley" if len(parts) == 3 else TARGETS.get(parts[2], "engine")


def list_text(root):
    """What cmake/headers.cmake has to hold."""
    text = LIST_HEAD
    for target in ("engine", "parley", "sqlite"):
        rows = "".join(f"  {header}\n" for header in headers(root) if target_of(header) == target)
        text += f"\nset(parley_{target}_headers\n{rows})\n"
    return text


def exceptions(root):
    """Maps (rule, header) to its reason; `rule` is `size` or `test`."""
    found = {}
    for line in (root / "tests/checks/exceptions.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            rule_and_header, _, reason = line.partition(": ")
            found[tuple(rule_and_header.split())] = reason.strip()
    return found


def faults_of_headers(root):
    allowed = exceptions(root)
    broken = set()
    for header in headers(root):
        text = (root / header).read_text(encoding="utf-8")
        if not text.startswith(HEAD):
            yield f"{header}: does not begin with the SPDX lines and #pragma once"
        lines = text.count("\n")
        if not SHORTEST <= lines <= LONGEST:
            broken.add(("size", header))
            if ("size", header) not in allowed:
                yield f"{header}: has {lines} lines, not {SHORTEST} to {LONGEST}"
        test = header.replace("include/parley/", "tests/").replace(".hpp", ".cpp")
        if not (root / test).is_file():
            broken.add(("test", header))
            if ("test", header) not in allowed:
                yield f"{header}: has no test at {test}"
    for key, reason in allowed.items():
        where = f"tests/checks/exceptions.txt: {' '.join(key)}"
        if not reason:
            yield f"{where}: has no reason"
        if key not in broken:
            yield f"{where}: is no exception any more"


def faults_of_examples(root):
    index = (root / "examples/README.md").read_text(encoding="utf-8")
    for folder in sorted(path for path in (root / "examples").iterdir() if path.is_dir()):
        if not (folder / "main.cpp").is_file():
            yield f"examples/{folder.name}: has no main.cpp"
        if f"]({folder.name}/)" not in index:
            yield f"examples/README.md: has no link to {folder.name}/"


def faults(root):
    """Yields one sentence for each fault of the repository at `root`."""
    listing = root / "cmake/headers.cmake"
    if not listing.is_file() or listing.read_text(encoding="utf-8") != list_text(root):
        yield "cmake/headers.cmake: is not what is on disk (tests/checks/headers.py --fix rewrites it)"
    yield from faults_of_headers(root)
    yield from faults_of_examples(root)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--fix", action="store_true", help="rewrite cmake/headers.cmake")
    parser.add_argument("--root", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parents[2])
    arguments = parser.parse_args()
    if arguments.fix:
        (arguments.root / "cmake/headers.cmake").write_text(list_text(arguments.root), encoding="utf-8")
    found = list(faults(arguments.root))
    for fault in found:
        print(fault)
    print(f"{len(headers(arguments.root))} headers, {len(found)} faults")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
