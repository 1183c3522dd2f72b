"""The picture of the fire arc panel: numbers and names keep clear of each other."""

from typing import Any

import pytest

from landships_lab.core.answer import Answer
from landships_lab.drawing.labels import label_box, overlap
from landships_lab.drawing.shapes import Circles, Label
from landships_lab.drawing.view import View
from landships_lab.games.landships.panels.common import counted
from landships_lab.games.landships.panels.fire import FireArcs
from tests.effort import tries
from tests.random_states import random_states

NAMES = ("unit-name", "wedge-name")


def numbers_on_names(state: FireArcs, answer: Answer[Any]) -> list[str]:
    """Return the numbers of the count whose disc lies on a name of the opening view or of the whole
    board.
    """
    return [fault for view in (state.opening(), state.view()) for fault in _in(state, answer, view)]


def _in(state: FireArcs, answer: Answer[Any], view: View) -> list[str]:
    scene = state.picture(answer, view)
    names = [s for s in scene.figures if isinstance(s, Label) and s.role in NAMES]
    (discs,) = [s for s in scene.figures if isinstance(s, Circles) and s.role == "count-badge"]
    r = discs.radius
    return [
        f"{number} on {label.text}"
        for number, (x, y) in enumerate(discs.centres, 1)
        for label in names
        if overlap((x - r, y - r, x + r, y + r), label_box(label))
    ]


@pytest.mark.long
def test_no_number_of_the_count_lies_on_a_name() -> None:
    """Two long names beside a unit at the foot of the board once left the first number no room."""
    line = "landships:fire full-circle-mount@0614 E weapon gun show gun target"
    for target in ("0305/0306", "0606", "0713", "0906"):
        state = FireArcs.parse(f"{line} {target}")
        assert not numbers_on_names(state, state.answer()), target
    # A name that was moved off the first number once lay on the second.
    state = FireArcs.parse(
        "landships:fire full-circle-mount@0614 E weapon gun show target 0305/0306"
    )
    assert not numbers_on_names(state, state.answer())
    crowded, drawn = [], 0
    for state in random_states(FireArcs, tries(40, 300)):
        answer = state.answer()
        if state.target is not None and counted(answer):
            crowded += numbers_on_names(state, answer)
            drawn += 1
    assert drawn > 15
    assert not crowded
