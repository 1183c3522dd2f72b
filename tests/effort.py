"""How much of what is drawn at random, or counted out, a run of the tests tries."""

import os

#: `make test` tries all of it, `make check` a sample of each law.
THOROUGH = os.environ.get("THOROUGH") == "1"


def tries(few: int, many: int) -> int:
    """Return how many cases a law tries in this run."""
    return many if THOROUGH else few
