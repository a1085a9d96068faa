#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The parley authors
# SPDX-License-Identifier: BSL-1.0
"""Tries a probe server at the wire: run.py GROUP PROGRAM [WORD].

GROUP is the name of a file beside this one: its cases are run in the order in which they stand there, on each transport
that they name. PROGRAM is tests/servers/probe_server. With a WORD, only cases with it in their name or id are run.

The cases of a group share one server for each transport, so that what one leaves behind is met by the next; after every
case the server must still serve. A case that needs other options names them, and gets a server of its own.
"""

import importlib
import pathlib
import signal
import sys
import traceback

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
sys.path.insert(0, str(HERE.parent / "outside"))

import cases  # noqa: E402
import peer  # noqa: E402

TRANSPORTS = {"stdio": peer.Stdio, "http": peer.Http}


def too_late(*_):
    raise peer.Fault("the case takes too long")


def run_case(one, client):
    """What is wrong, as text; None if nothing is."""
    signal.alarm(one.seconds)
    try:
        one.run(client)
        client.check_alive()
        client.end_others()
    except peer.Fault as fault:
        return str(fault)
    except Exception:  # of the case itself, or because an answer is not what any case expects
        return traceback.format_exc()
    finally:
        signal.alarm(0)
    return None


def run_group(group, transport, program, word):
    """Returns (cases run, faults)."""
    wanted = [one for one in group if transport in one.transports and word in f"{one.tag} {one.run.__name__}"]
    client, faults = None, 0
    for one in wanted:
        mine = TRANSPORTS[transport](program, one.options, one.environment) if one.is_alone else None
        if mine is None and client is None:
            client = TRANSPORTS[transport](program)
        fault = run_case(one, mine or client)
        try:
            if mine is not None:
                mine.__exit__()
            elif fault:
                client.__exit__()
                client = None
        except Exception as error:
            fault = fault or f"at the end: {error}"
        print(f"{'FAULT' if fault else 'good '} {transport} {one.tag}: {one.name}", flush=True)
        if fault:
            print(fault, flush=True)
        faults += fault is not None
    if client is not None:
        client.__exit__()
    return len(wanted), faults


def main():
    name, program = sys.argv[1], pathlib.Path(sys.argv[2]).resolve()
    importlib.import_module(name)
    signal.signal(signal.SIGALRM, too_late)
    total = faults = 0
    for transport in TRANSPORTS:
        ran, bad = run_group(cases.KNOWN, transport, program, sys.argv[3] if len(sys.argv) > 3 else "")
        total, faults = total + ran, faults + bad
    print(f"{name}: {total} cases, {faults} faults")
    return 1 if faults or not total else 0


if __name__ == "__main__":
    sys.exit(main())
