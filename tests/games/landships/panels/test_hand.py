"""A unit in the hand faces as it was taken up, whatever hexsides it crosses; once turned, as it was
turned.
"""

import random
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from landships_lab.core.hexes import Heading, Place
from landships_lab.games.landships.panels.vehicles import Vehicle, find
from landships_lab.games.landships.rules.positions import nearest_heading
from landships_lab.panel import CATALOG
from landships_lab.panel.gestures import Gesture

Where = Callable[[Any], tuple[Place, Heading, int]]


def of(vehicle: Vehicle) -> tuple[Place, Heading, int]:
    return vehicle.place, vehicle.heading, vehicle.unit_class


#: Of each panel in which a unit takes a legal heading where it is put down: a state, and where its
#: unit stands, faces, and its class.
PANELS: Mapping[str, Where] = {
    "landships:fire mk-iv-male@0807 E weapon 57mm-starboard": lambda s: (
        s.place,
        s.heading,
        s.unit.unit_class,
    ),
    "landships:range from #5 to #1": lambda s: of(find(s.vehicles, s.start)),
    "landships:move 0708 E mp 16": lambda s: (s.place, s.heading, 3),
    "landships:brickyard ger-a7v-1 turn 1 at ger-a7v-1@5713@NNE": lambda s: (
        s.unit.place,
        s.unit.heading,
        3,
    ),
    "landships:coverage british mk-iv-male@0705@NNE": lambda s: (
        s.unit.place,
        s.unit.heading,
        s.unit.unit.unit_class,
    ),
}


@pytest.mark.parametrize(
    ("text", "where"), PANELS.items(), ids=[text.partition(" ")[0] for text in PANELS]
)
def test_the_way_of_the_hand_does_not_turn_a_unit(text: str, where: Where) -> None:
    panel_type: Any = CATALOG[text.partition(" ")[0]]
    state = panel_type.parse(text)
    if text.startswith("landships:coverage"):
        state = state.set("chosen", "british-1")
    view, dice = state.opening(), random.Random(5)
    unit_class = where(state)[2]
    near = [p for p in sorted(panel_type.grid.places) if view.holds(p)]

    def hand(kind: str, at: Place, **more: Any) -> None:
        nonlocal state
        state = state.on_gesture(Gesture(kind, view.pixel(at), **more), view)  # type: ignore[arg-type]

    for turn in (0, 1, 3):
        hand("press", where(state)[0])
        if turn:
            hand("key", where(state)[0], key="e")
        heading = where(state)[1]
        for there in dice.sample(near, 20):
            hand("drag", there)
            assert where(state)[:2] == (there, nearest_heading(unit_class, there, heading))
        hand("drop", where(state)[0])
        assert state.held_heading is None
