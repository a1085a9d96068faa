# SPDX-FileCopyrightText: 2026 The parley authors
# SPDX-License-Identifier: BSL-1.0
"""How a case is written down.

    @case("C-10", over="http", options=["--token", "one=1"])
    def a_state_of_another_user_is_refused(server):
        \"\"\"[MRTR-13]\"\"\"

The first word says where the case comes from: `C-NN` is a fault that servers of this kind have really had, `T-NN` a
choice that the specification leaves open, `once-NN` a rule of exactly-once confirmation, and all else a requirement of
the specification. The docstring names the requirements that the case holds the server to.
"""

import dataclasses
import typing

KNOWN = []
EVERYWHERE = "stdio http"


@dataclasses.dataclass
class Case:
    tag: str
    run: typing.Callable
    transports: list
    options: list
    environment: dict
    is_alone: bool
    has_room: bool  # for another client
    seconds: int

    @property
    def name(self):
        return self.run.__name__.replace("_", " ")


def case(tag, over=EVERYWHERE, options=(), environment=None, alone=False, seconds=120):
    """Adds a case. With options, or `alone`, it gets a server of its own; with `alone` nobody else is to use that."""

    def add(run):
        is_alone = alone or bool(options) or bool(environment)
        KNOWN.append(Case(tag, run, over.split(), list(options), environment or {}, is_alone, not alone, seconds))
        return run

    return add
