"""How much of what is drawn at random, or counted out, a run of the tests tries."""

import os
from typing import Literal, get_args

Effort = Literal["check", "test", "slow"]
#: Which command runs the tests: `make check` tries a sample of each law, `make test` a larger one,
#: `make slow` all of it.
EFFORT = os.environ.get("EFFORT", "check")
if EFFORT not in get_args(Effort):
    raise ValueError(f"EFFORT is one of {', '.join(get_args(Effort))}, not {EFFORT!r}.")


def tries(check: int, test: int, slow: int | None = None) -> int:
    """Return how many cases a law tries in this run.

    Without ``slow``, `make test` tries them all. The modules that use it are run by `make slow`
    again: tests/conftest.py marks them.
    """
    return {"check": check, "test": test, "slow": test if slow is None else slow}[EFFORT]
