"""Measurements: how long a rule, an answer or a gesture takes."""

from typing import Any

from landships_lab.core.answer import Answer
from landships_lab.panel.panel import forget_answers


def asked_anew(state: Any) -> Answer[Any]:
    """Return the answer as a panel gets it that has not asked about this state before."""
    forget_answers()
    return state.answer()
