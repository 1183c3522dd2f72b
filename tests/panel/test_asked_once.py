"""The rule is asked once a gesture: for the state itself, and once for each other state that is
shown beside it.
"""

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from landships_lab.jupyter.panel import PanelWidget
from landships_lab.panel import CATALOG, Panel
from landships_lab.panel.panel import forget_answers
from tests.effort import tries

#: Random states of each panel that are looked at.
STATES = tries(6, 12)
#: Panels whose table holds the answers of other cases, or whose readings are told of another state
#: than the one in the hand, and how many more states they ask about: the cases of the table, or the
#: state without the hand.
MORE = {"loos:sight": 1, "one_hour:sight": 1, "loos:staff": 60, "paychest:command": 12}


def classes(panel: type[Panel]) -> Iterator[type[Panel]]:
    """Return the class of a panel, and those of its questions."""
    yield panel
    for question in panel.__subclasses__():
        yield from classes(question)


def counting(ask: Callable[[Any], Any], asked: list[Any]) -> Callable[[Any], Any]:
    """Return what asks the rule and notes the state."""

    def noting(state: Any) -> Any:
        asked.append(state)
        return ask(state)

    return noting


@pytest.mark.long
@pytest.mark.parametrize("panel", CATALOG.values(), ids=lambda panel: panel.id)
def test_a_gesture_asks_the_rule_once_and_once_for_each_other_reading(
    panel: type[Panel], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Any] = []
    for kind in classes(panel):
        if "ask" in vars(kind):
            monkeypatch.setattr(kind, "ask", counting(vars(kind)["ask"], asked))
    widget, dice = PanelWidget(panel), random.Random(f"asks {panel.id}")
    for _ in range(STATES):
        state = panel.random(dice)
        part = state.readings_part()
        readings = part.bearing(state).values() if part else ()
        others = sum(len(reading.options) - 1 for reading in readings)
        forget_answers()
        asked.clear()
        widget.go_to(state.text())
        assert asked, "the answers were forgotten before"
        assert len(asked) == len(set(asked)), f"{state.text()}: the same state is asked about twice"
        assert len(asked) <= 1 + others + MORE.get(panel.id, 0), state.text()
    widget.close()
