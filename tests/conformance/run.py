#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The parley authors
# SPDX-License-Identifier: BSL-1.0
"""Runs the official conformance suite against a server: run.py PROGRAM [REVISION].

One process is asked by a runner for each revision, all at the same time; with a REVISION by one alone. scenarios.json
names the scenarios that have to pass, required or not, and why others are left out. Any failure or warning of a check
fails the test, and so does a scenario that the suite runs, or requires, and that stands nowhere.

They meet each fixture of these revisions [FIX-01][FIX-02][FIX-03][FIX-04][FIX-05][FIX-07][FIX-08].
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
SECONDS = 240  # for all scenarios of a revision


def required(revision):
    """The server scenarios that the suite requires of a revision."""
    listing = subprocess.run(
        [serving.NODE, SUITE, "list", "--server", "--requirements", revision],
        capture_output=True, text=True, check=True, timeout=SECONDS,
    ).stdout  # fmt: skip
    section = listing.split("Server scenarios")[1].split("Client scenarios")[0]
    return set(re.findall(r"^  - (\S+)$", section, re.MULTILINE))


def start_runner(revision, url, folder):
    command = [serving.NODE, SUITE, "server", "--url", url, "--requirements", revision, "-o", folder]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def faults_of(name, checks):
    faults = [
        f"{name}: {check['id']}: {check['status']}: {check.get('errorMessage', check['description'])}"
        for check in checks
        if check["status"] not in GOOD
    ]
    if not any(check["status"] == "SUCCESS" for check in checks):
        faults.append(f"{name}: no check succeeded")
    return faults


def read_reports(folder):
    """The checks of each scenario. The suite has a folder for each, named after it and the time."""
    reports = {}
    for file in pathlib.Path(folder).rglob("checks.json"):
        name = re.fullmatch(r"server-(.+)-\d{4}-\d\d-\d\dT[\d-]+Z", file.parent.name)[1]
        reports[name] = json.loads(file.read_text(encoding="utf-8"))
    return reports


def judge(revision, scenarios, reports):
    """Prints what came of each scenario. Returns (number of checks, list of faults)."""
    wanted = scenarios["required"] + scenarios["beyond_requirements"]
    left_out = scenarios["left_out"]
    changed = set(scenarios["required"]) ^ required(revision)
    faults = [f"{name}: is required, or is not any more" for name in sorted(changed)]
    faults += [f"{name}: is run, and stands nowhere" for name in sorted(set(reports) - set(wanted) - set(left_out))]
    total = 0
    for name in wanted:
        if name not in reports:
            faults.append(f"{name}: left no report")
            continue
        found = faults_of(name, reports[name])
        print(f"{'FAULT' if found else 'good '} {revision} {name}: {len(reports[name])} checks")
        total += len(reports[name])
        faults += found
    for name, why in left_out.items():
        print(f"left  {revision} {name}: {why}")
    return total, [f"{revision} {fault}" for fault in faults]


def main():
    serving.require_installed()
    known = json.loads((HERE / "scenarios.json").read_text(encoding="utf-8"))
    wanted = {revision: known[revision] for revision in (sys.argv[2:] or known)}
    total, faults = 0, []
    with tempfile.TemporaryDirectory() as folder, serving.http_server(sys.argv[1:2]) as url:
        runners = {revision: start_runner(revision, url, f"{folder}/{revision}") for revision in wanted}
        for revision, scenarios in wanted.items():
            try:
                said, _ = runners[revision].communicate(timeout=SECONDS)
            finally:
                runners[revision].kill()
            checks, found = judge(revision, scenarios, read_reports(f"{folder}/{revision}"))
            total, faults = total + checks, faults + found
            if any("left no report" in fault for fault in found):
                print(said[-3000:])
    for fault in faults:
        print(fault)
    print(f"{total} checks, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
