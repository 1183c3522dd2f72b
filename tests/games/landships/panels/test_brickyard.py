"""The Brickyard panel: its board, its counters moved by hand, and the fire of the chosen one in the
ground fog.
"""

import random
from dataclasses import replace
from typing import Any

import pytest

from landships_lab.core.answer import Gap
from landships_lab.core.grid import Grid
from landships_lab.core.hexes import Hex, Side
from landships_lab.drawing.fire import stroke
from landships_lab.drawing.shapes import Lines, Polygons
from landships_lab.games.landships.panels.brickyard import Brickyard
from landships_lab.games.landships.rules.brickyard import (
    CLASS_OF,
    SCENARIO,
    check_set_up,
    class_of,
    order_of_battle,
)
from landships_lab.games.landships.rules.positions import check_position
from landships_lab.panel import CATALOG
from landships_lab.panel.controls import Field
from tests.games.landships.panels.hands import hand

at = SCENARIO.grid.place


def test_the_board_begins_set_up_as_far_as_the_text_says() -> None:
    units = order_of_battle()
    assert len(units) == sum(f.count for f in SCENARIO.forces.values() if f.kind != "artillery")
    for unit in units:
        told = check_set_up(unit, units).value
        if unit.place is None:
            assert isinstance(told, Gap) or unit.of.kind in ("aircraft", "squad")
        else:
            assert told is True, unit
            assert check_position(CLASS_OF[unit.of.kind], unit.place, unit.heading).value is True
    assert {u.place for u in units if u.place in SCENARIO.brickyard} == set(SCENARIO.brickyard)


def test_a_place_off_the_section_is_shown_as_what_it_is() -> None:
    state = Brickyard.initial()
    scene = state.picture(state.ask())
    assert scene.find("off-section")
    assert scene.find("counter-british", "brit-aa-1")
    asked = state.set("chosen", "ger-a7v-1").set("ask", "set-up")
    assert asked.picture(asked.ask()).find("reach", "set-up")
    moved = state.set("scenario-hex-6810", "5810")
    assert next(u for u in moved.units if u.id == "brit-aa-1").place == at("5810")
    assert Brickyard.parse(moved.text()) == moved
    bristol = state.set("chosen", "brit-bristol-1").set("turn", "3").set("place", "5505 N")
    assert bristol.unit.place == at("5505"), "a reinforcement, in its turn"


def test_counters_are_chosen_moved_and_turned_by_hand() -> None:
    state = hand(Brickyard.initial().set("chosen", "brit-aa-1"), "press 5713/5813")
    assert (state.chosen, state.held) == ("ger-a7v-1", "counter")
    state = hand(state, "drag 5713", "drop 5713")
    assert state.unit.place == at("5713")
    (field,) = [c for c in state.controls() if c.id == "place" and isinstance(c, Field)]
    assert field.value == f"5713 {state.unit.heading}"
    assert hand(state, "turn 5713 1").unit.heading == state.unit.heading.turn(1)
    pointed = hand(state, "hover 5809")
    assert (pointed.chosen, pointed.held, pointed.hover) == ("ger-a7v-1", state.held, None)
    platoon = state.set("chosen", "brit-mg-north-1")
    assert platoon.set("move", "right").unit.heading.faces_hexside


def test_clicking_a_stack_goes_through_it() -> None:
    state = Brickyard.initial()
    state = state.set("chosen", "brit-mg-1").set("place", "5809 S").set("chosen", "ger-a7v-1")
    here = [u.id for u in state.units if u.place == at("5809")]
    assert len(here) > 2
    seen = []
    for _ in here:
        state = hand(state, "press 5809")
        seen.append(state.chosen)
    first = here.index(seen[0])
    assert seen == [*here[first:], *here[:first]], "each in turn, then the first again"


def test_a_board_may_begin_at_a_later_column() -> None:
    grid = Grid(columns=69, rows=17, first_column=50)
    assert grid.code(grid.place("5001")) == "5001"
    with pytest.raises(ValueError, match="whose columns run from 50 to 69"):
        grid.place("4901")
    with pytest.raises(ValueError, match="first column of this board is one from 1 to 20, not 21"):
        Grid(columns=20, first_column=21)
    assert CATALOG["landships:brickyard"].grid == grid
    painted = Brickyard.initial().set("brush", "town").set("paint", "5808 5907")
    (export,) = painted.exports()
    assert Brickyard.initial().set("board", export.make()).terrain == painted.terrain


_SIDE = "ger-a7v-2 weapon mg-starboard at ger-a7v-2@5305/5306@E reading"


@pytest.mark.long
@pytest.mark.parametrize(
    "line",
    [
        "ger-a7v-1 target 5806 at ger-a7v-1@5813@N",
        "ger-a7v-1 target 5806 at ger-a7v-1@5813@N reading arc-edge-hexside=never",
        f"{_SIDE} range-between-hexsides=touched-hexes",
        f"{_SIDE} arc-edge-hex=as-hexside",
        "brit-75mm-1 at brit-75mm-1@5908@ESE",
        "brit-aa-1 turn 3 at brit-bristol-1@6801@S",
    ],
)
def test_what_is_filled_is_where_it_may_fire(line: str) -> None:
    state = Brickyard.parse(f"landships:brickyard {line}")
    view, unit = Brickyard.view(), state.unit
    asked = ((p, replace(state, target=p).ask().value) for p in view.grid.places if p != unit.place)
    allowed = {place for place, value in asked if value is True}
    scene = state.picture(state.ask(), view)
    rings = {ring for s in scene.find("can-hit") if isinstance(s, Polygons) for ring in s.rings}
    strokes = {path for s in scene.find("can-hit-side") if isinstance(s, Lines) for path in s.paths}
    assert rings == {view.outline(place) for place in allowed if isinstance(place, Hex)}
    assert strokes == {stroke(view, place) for place in allowed if isinstance(place, Side)}
    assert allowed or unit.of.kind == "aa-gun"  # the range of a gun on a mount is not in the source


@pytest.mark.long
def test_only_vehicles_are_put_on_hexsides_at_random() -> None:
    """Where a truck with a gun is read as a weapons unit, it stands in hexes only (line 23)."""
    begun, on_hexsides = Brickyard.initial().units, set()
    for seed in range(60):
        state = Brickyard.random(random.Random(f"hexsides {seed}"))
        moved = [unit for unit, old in zip(state.units, begun, strict=True) if unit != old]
        sides = [unit.of for unit in moved if isinstance(unit.place, Side)]
        on_hexsides |= {class_of(force, dict(state.readings)) for force in sides}
    assert on_hexsides == {3}


def test_the_edges_of_the_wedge_are_drawn_as_they_are_read() -> None:
    for option, drawn in (("never", "wedge-edge-open"), ("always", "wedge-edge")):
        state = Brickyard.parse(
            f"landships:brickyard ger-a7v-1 at ger-a7v-1@5813@N reading arc-edge-hexside={option}"
        )
        scene = state.picture(state.ask())
        assert [role for role in ("wedge-edge", "wedge-edge-open") if scene.find(role)] == [drawn]


FIRER_ONLY = "reading brickyard-spotting=firer-only"


def test_the_fog_forbids_what_the_arc_allows_but_not_to_aa_fire() -> None:
    def line(words: str) -> Any:
        return Brickyard.parse(f"landships:brickyard {words} {FIRER_ONLY}")

    fog = line("ger-a7v-1 target 5806 at ger-a7v-1@5813@N")
    assert fog.ask().value is False
    assert "ground fog" in fog.ask().headline
    near = fog.set("target", "5807").ask()
    assert (near.value, near.headline.startswith("In arc, range 6 of 8")) == (True, True)
    gun = line("brit-aa-1 turn 3 target 6802 at ger-junkers-1@6802@N brit-bristol-1@6801@S")
    assert isinstance(gun.ask().value, Gap)  # its range is not in the source
    told_by = {told for switch in gun.reading_switches() for _, told in switch.effects}
    assert "not in the source" in told_by
    assert "engages in AA fire" in str(gun.ask())
    tank = line("ger-a7v-1 turn 3 target 5806 at ger-a7v-1@5813@N brit-bristol-1@5806@S")
    told = tank.ask()  # no AA gun: whether it engages in AA fire only the base game says
    assert isinstance(told.value, Gap)
    assert told.value.question.startswith("Does a unit that is no AA gun engage in AA fire")
    assert told.headline == "Range 7: whether this is AA fire, free of the fog, is not said."
    early = line("ger-88mm-1 turn 2 target 5016 at brit-bristol-1@5017@S ger-88mm-1@5010@N")
    for state, target, value in (
        (gun, "6803", False),  # no aircraft there
        (gun, "6801", False),  # its own side's
        (tank, "5806/5807", True),  # six hexes
        (tank, "5705", False),  # no aircraft there
        (early, "5017", False),  # not come yet
    ):
        assert state.set("target", target).ask().value is value, target
