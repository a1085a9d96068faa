#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The parley authors
# SPDX-License-Identifier: BSL-1.0
"""Runs the official conformance suite against a server: run.py PROGRAM.

scenarios.json names the scenarios that are run, and why the others that the revision requires are not. Any failure or
warning of a check fails the test; so does a required scenario that stands in neither list.

They meet each fixture of this revision [FIX-02][FIX-03][FIX-04][FIX-05][FIX-07][FIX-08].
"""

import json
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "outside"))

import serving  # noqa: E402

SUITE = serving.MODULES / "@modelcontextprotocol" / "conformance" / "dist" / "index.js"
GOOD = {"SUCCESS", "INFO", "SKIPPED"}
SECONDS = 60  # for one scenario


def required(revision):
    """The server scenarios that the suite requires of a revision."""
    listing = subprocess.run(
        [serving.NODE, SUITE, "list", "--server", "--requirements", revision],
        capture_output=True, text=True, check=True, timeout=SECONDS,
    ).stdout  # fmt: skip
    section = listing.split("Server scenarios")[1].split("Client scenarios")[0]
    return set(re.findall(r"^  - (\S+)$", section, re.MULTILINE))


def run_scenario(name, revision, url):
    """Returns (number of checks, list of faults) of one scenario."""
    with tempfile.TemporaryDirectory() as folder:
        run = subprocess.run(
            [serving.NODE, SUITE, "server", "--url", url, "--scenario", name, "--spec-version", revision, "-o", folder],
            capture_output=True, text=True, check=False, timeout=SECONDS,
        )  # fmt: skip
        files = list(pathlib.Path(folder).rglob("checks.json"))
        if len(files) != 1:
            return 0, [f"{name}: left no report\n{run.stdout}{run.stderr}"]
        checks = json.loads(files[0].read_text(encoding="utf-8"))
    faults = [
        f"{name}: {check['id']}: {check['status']}: {check.get('errorMessage', check['description'])}"
        for check in checks
        if check["status"] not in GOOD
    ]
    if not any(check["status"] == "SUCCESS" for check in checks):
        faults.append(f"{name}: no check succeeded")
    return len(checks), faults


def main():
    serving.require_installed()
    scenarios = json.loads((HERE / "scenarios.json").read_text(encoding="utf-8"))
    revision = scenarios["revision"]
    known = set(scenarios["run"]) | set(scenarios["left_out"])
    faults = [f"{name}: is required, or is not any more" for name in sorted(known ^ required(revision))]
    total = 0
    with serving.http_server(sys.argv[1:]) as url:
        for name in scenarios["run"] + scenarios["run_beyond_requirements"]:
            checks, found = run_scenario(name, revision, url)
            print(f"{'FAULT' if found else 'good '} {name}: {checks} checks", flush=True)
            total += checks
            faults += found
    for fault in faults:
        print(fault)
    print(f"{total} checks, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
