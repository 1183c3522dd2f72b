"""How much of what is drawn at random, or counted out, a run of the tests tries."""

import os
from typing import Literal, get_args

Effort = Literal["quick", "hour", "all"]
#: Which command runs the tests: `make check` and `make test` try a sample of each law, `make all`
#: all that was ever asked of it, which takes half a day; with ``EFFORT=hour`` a twentieth of that.
EFFORT = os.environ.get("EFFORT", "quick")
if EFFORT not in get_args(Effort):
    raise ValueError(f"EFFORT is one of {', '.join(get_args(Effort))}, not {EFFORT!r}.")


def tries(few: int, many: int) -> int:
    """Return how many cases a law tries in this run.

    The modules that use it are run by `make all` again: tests/conftest.py marks them.
    """
    return {"quick": few, "hour": max(few, many // 20), "all": many}[EFFORT]
