"""Measurements: how long a rule, an answer or a gesture takes."""

from typing import Any

from landships_lab.core.answer import Answer
from landships_lab.explore import Explorer


def asked_anew(explorer: Explorer[Any], state: Any) -> Answer[Any]:
    """Return the answer as a panel gets it that has not just asked about the same state."""
    explorer._last = None
    return explorer.answer(state)
