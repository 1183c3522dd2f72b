"""Random states of each panel and their answers, drawn and asked once for all laws about them."""

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

from landships_lab.core.answer import Answer
from landships_lab.panel import Panel


@cache
def random_state(panel_type: type[Panel], n: int) -> Any:
    """Return the random state with this number: always the same one."""
    return panel_type.random(random.Random(f"{panel_type.id} {n}"))


def random_states(panel_type: type[Panel], number: int) -> Iterator[Any]:
    """Yield this many random states, always the same ones."""
    return (random_state(panel_type, n) for n in range(number))


@cache
def random_answer(panel_type: type[Panel], n: int) -> Answer[Any]:
    """Return what the rule says of the random state with this number."""
    answer: Answer[Any] = random_state(panel_type, n).ask()
    return answer
