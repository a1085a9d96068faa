#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The parley authors
# SPDX-License-Identifier: BSL-1.0
"""Tries a probe server at the wire: run.py [--beside] GROUP PROGRAM [WORD].

GROUP is the name of a file beside this one: its cases are run in the order in which they stand there, on each transport
that they name. PROGRAM is tests/servers/probe_server. With a WORD, only cases with it in their name or id are run.

The cases of a group share one server for each transport, so that what one leaves behind is met by the next; after every
case the server must still serve, clients of 2026-07-28 and of older revisions. A case that needs other options names
them, and gets a server of its own.

With --beside a client of the other era is served by the same process during each case (beside.py). Left out are cases
that measure a whole server, which have one of their own for it.
"""

import argparse
import functools
import importlib
import pathlib
import signal
import sys
import traceback

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
sys.path.insert(0, str(HERE.parent / "outside"))

import beside  # noqa: E402
import cases  # noqa: E402
import older  # noqa: E402
import peer  # noqa: E402

TRANSPORTS = {"stdio": peer.Stdio, "http": peer.Http}


def too_late(*_):
    raise peer.Fault("the case takes too long")


def check_alive(client):
    """LIVE, in both eras. A pipe on which 2026-07-28 is spoken is not for others."""
    client.check_alive()
    if client.name == "http" and "none" not in client.options:
        older.check_alive(client)


def run_case(one, client, neighbour_of):
    """What is wrong, as text; None if nothing is."""
    signal.alarm(one.seconds)
    try:
        other = neighbour_of(client)
        try:
            one.run(client)
        finally:
            if other is not None:
                other.finish()
        check_alive(client)
        client.end_others()
    except peer.Fault as fault:
        return str(fault)
    except Exception:  # of the case itself, or because an answer is not what any case expects
        return traceback.format_exc()
    finally:
        signal.alarm(0)
    return None


def run_group(group, transport, program, neighbour_of):
    """Returns (cases run, faults)."""
    client, faults = None, 0
    for one in group:
        mine = TRANSPORTS[transport](program, one.options, one.environment) if one.is_alone else None
        if mine is None and client is None:
            client = TRANSPORTS[transport](program)
        fault = run_case(one, mine or client, neighbour_of)
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
    return len(group), faults


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--beside", action="store_true")
    arguments.add_argument("group")
    arguments.add_argument("program", type=lambda path: pathlib.Path(path).resolve())
    arguments.add_argument("word", nargs="?", default="")
    given = arguments.parse_args()

    importlib.import_module(given.group)
    signal.signal(signal.SIGALRM, too_late)
    wanted = [one for one in cases.KNOWN if given.word in f"{one.tag} {one.run.__name__}"]
    transports, neighbour_of = TRANSPORTS, lambda client: None
    if given.beside:
        wanted = [one for one in wanted if one.has_room]
        transports = beside.transports(given.group)
        neighbour_of = functools.partial(beside.neighbour, given.group)
    total = faults = 0
    for transport in transports:
        group = [one for one in wanted if transport in one.transports]
        ran, bad = run_group(group, transport, given.program, neighbour_of)
        total, faults = total + ran, faults + bad
    print(f"{given.group}{' beside the other era' if given.beside else ''}: {total} cases, {faults} faults")
    return 1 if faults or not total else 0


if __name__ == "__main__":
    sys.exit(main())
