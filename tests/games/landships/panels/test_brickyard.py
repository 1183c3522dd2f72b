"""The Brickyard panel: its board, its counters moved by hand, and the fire of the chosen one in the
ground fog.
"""

import random
from dataclasses import replace

import pytest

from landships_lab.core.answer import Gap
from landships_lab.core.grid import Grid
from landships_lab.core.hexes import Heading, Hex, Side
from landships_lab.drawing.fire import stroke
from landships_lab.drawing.shapes import Lines, Polygons
from landships_lab.games.landships.panels.brickyard import Brickyard
from landships_lab.games.landships.rules import check_position
from landships_lab.games.landships.rules.brickyard import (
    CLASS_OF,
    SCENARIO,
    check_set_up,
    class_of,
)
from landships_lab.games.landships.rules.brickyard_rules import special_rules
from landships_lab.games.landships.rules.order_of_battle import order_of_battle
from landships_lab.panel import CATALOG
from landships_lab.panel.gestures import Gesture

at = SCENARIO.grid.place
BRICKYARD = Brickyard


def test_the_board_begins_set_up_as_far_as_the_text_says() -> None:
    units = order_of_battle()
    assert len(units) == sum(f.count for f in SCENARIO.forces.values() if f.kind != "artillery")
    for unit in units:
        if unit.place is None:
            assert isinstance(check_set_up(unit).value, Gap) or unit.of.kind in (
                "aircraft",
                "squad",
            )
        else:
            assert check_set_up(unit, units).value is True, unit
            assert check_position(CLASS_OF[unit.of.kind], unit.place, unit.heading).value is True
    assert {u.place for u in units if u.place in SCENARIO.brickyard} == set(SCENARIO.brickyard)


def test_a_place_off_the_section_is_shown_as_what_it_is() -> None:
    state = BRICKYARD.initial()
    scene = state.picture(state.ask())
    assert scene.find("off-section")
    assert scene.find("counter-british", "brit-aa-1")
    moved = state.set("scenario-hex-6810", "5810")
    assert next(u for u in moved.units if u.id == "brit-aa-1").place == at("5810")
    assert BRICKYARD.parse(moved.text()) == moved


def test_the_fog_forbids_what_the_arc_allows() -> None:
    state = BRICKYARD.parse(
        "landships:brickyard ger-a7v-1 target 5806 at ger-a7v-1@5813@N reading"
        " brickyard-spotting=firer-only"
    )
    answer = state.ask()
    assert answer.value is False
    assert "ground fog" in answer.headline
    assert state.set("target", "5807").ask().value is True


def test_a_reinforcement_waits_for_its_turn() -> None:
    state = BRICKYARD.initial().set("chosen", "brit-bristol-1")
    there = state.set("turn", "3").set("place", "5505 N")
    assert there.unit.place == at("5505")


def test_counters_are_chosen_moved_and_turned_by_hand() -> None:
    view, state = BRICKYARD.view(), BRICKYARD.initial()
    tank = view.pixel(at("5713/5813"))
    state = state.set("chosen", "brit-aa-1").on_gesture(Gesture("press", tank), view)
    assert state.chosen == "ger-a7v-1"
    state = state.on_gesture(Gesture("drag", view.pixel(at("5713"))), view)
    state = state.on_gesture(Gesture("drop", view.pixel(at("5713"))), view)
    assert state.unit.place == at("5713")
    turned = state.on_gesture(Gesture("turn", view.pixel(at("5713")), steps=1), view)
    assert turned.unit.heading == state.unit.heading.turn(1)
    platoon = state.set("chosen", "brit-mg-north-1")
    assert platoon.set("move", "right").unit.heading.faces_hexside


def test_clicking_a_stack_goes_through_it() -> None:
    view, state = BRICKYARD.view(), BRICKYARD.initial()
    state = state.set("chosen", "brit-mg-1").set("place", "5809 S").set("chosen", "ger-a7v-1")
    here = [u.id for u in state.units if u.place == at("5809")]
    assert len(here) > 2
    seen = []
    for _ in here:
        state = state.on_gesture(Gesture("press", view.pixel(at("5809"))), view)
        seen.append(state.chosen)
    first = here.index(seen[0])
    assert seen == [*here[first:], *here[:first]], "each in turn, then the first again"


def test_the_board_is_painted_saved_and_loaded() -> None:
    state = BRICKYARD.initial().set("brush", "town").set("paint", "5808 5907")
    (export,) = state.exports()
    saved = export.make()
    assert isinstance(saved, str)
    assert BRICKYARD.initial().set("board", saved).terrain == state.terrain


def test_a_board_may_begin_at_a_later_column() -> None:
    grid = Grid(columns=69, rows=17, first_column=50)
    assert grid.code(grid.place("5001")) == "5001"
    with pytest.raises(ValueError, match="whose columns run from 50 to 69"):
        grid.place("4901")
    with pytest.raises(
        ValueError, match="The first column of this board is one from 1 to 20, not 21"
    ):
        Grid(columns=20, first_column=21)
    assert CATALOG["landships:brickyard"].grid == grid
    assert Heading.N in {u.heading for u in order_of_battle()}


@pytest.mark.long
@pytest.mark.parametrize(
    "line",
    [
        "ger-a7v-1 target 5806 at ger-a7v-1@5813@N",
        "ger-a7v-1 target 5806 at ger-a7v-1@5813@N reading arc-edge-hexside=never",
        (
            "ger-a7v-2 weapon mg-starboard at ger-a7v-2@5305/5306@E reading"
            " range-between-hexsides=touched-hexes"
        ),
        "ger-a7v-2 weapon mg-starboard at ger-a7v-2@5305/5306@E reading arc-edge-hex=as-hexside",
        "brit-75mm-1 at brit-75mm-1@5908@ESE",
        "brit-aa-1 turn 3 at brit-bristol-1@6801@S",
    ],
)
def test_what_is_filled_is_where_it_may_fire(line: str) -> None:
    state = BRICKYARD.parse(f"landships:brickyard {line}")
    view, unit = BRICKYARD.view(), state.unit
    asked = ((p, replace(state, target=p).ask().value) for p in view.grid.places if p != unit.place)
    allowed = {place for place, value in asked if value is True}
    scene = state.picture(state.ask(), view)
    rings = {
        ring
        for shape in scene.find("can-hit")
        if isinstance(shape, Polygons)
        for ring in shape.rings
    }
    assert rings == {view.outline(place) for place in allowed if isinstance(place, Hex)}
    strokes = {
        path
        for shape in scene.find("can-hit-side")
        if isinstance(shape, Lines)
        for path in shape.paths
    }
    assert strokes == {stroke(view, place) for place in allowed if isinstance(place, Side)}
    assert allowed or unit.of.kind == "aa-gun"  # the range of a gun on a mount is not in the source


def test_the_edges_of_the_wedge_are_drawn_as_they_are_read() -> None:
    def edges(option: str) -> set[str]:
        state = BRICKYARD.parse(
            f"landships:brickyard ger-a7v-1 at ger-a7v-1@5813@N reading arc-edge-hexside={option}"
        )
        scene = state.picture(state.ask())
        return {role for role in ("wedge-edge", "wedge-edge-open") if scene.find(role)}

    assert edges("never") == {"wedge-edge-open"}
    assert edges("always") == {"wedge-edge"}


def test_aa_fire_at_an_aircraft_is_free_of_the_fog() -> None:
    aircraft = "at ger-junkers-1@6802@N brit-bristol-1@6801@S reading brickyard-spotting=firer-only"
    state = BRICKYARD.parse(f"landships:brickyard brit-aa-1 turn 3 target 6802 {aircraft}")
    answer = state.ask()
    assert isinstance(answer.value, Gap)  # its range is not in the source
    assert "engages in AA fire" in str(answer)
    assert state.set("target", "6803").ask().value is False  # no aircraft there
    assert state.set("target", "6801").ask().value is False  # its own side's
    tank = BRICKYARD.parse(
        "landships:brickyard ger-a7v-1 turn 3 target 5806 at ger-a7v-1@5813@N brit-bristol-1@5806@S"
        " reading brickyard-spotting=firer-only"
    )
    told = tank.ask()  # no AA gun: whether it engages in AA fire only the base game says
    assert isinstance(told.value, Gap)
    assert told.value.question.startswith("Does a unit that is no AA gun engage in AA fire")
    assert told.headline == "Range 7: whether this is AA fire, free of the fog, is not said."
    assert tank.set("target", "5806/5807").ask().value is True  # six hexes
    assert tank.set("target", "5705").ask().value is False  # no aircraft there
    early = BRICKYARD.parse(
        "landships:brickyard ger-88mm-1 turn 2 target 5016 at brit-bristol-1@5017@S"
        " ger-88mm-1@5010@N reading brickyard-spotting=firer-only"
    )
    assert early.set("target", "5017").ask().value is False  # not come yet
    assert "engages in AA fire" in str(special_rules(SCENARIO.forces["brit-aa"]))
    assert "engages in AA fire" not in str(special_rules(SCENARIO.forces["ger-a7v"]))


@pytest.mark.long
def test_only_vehicles_are_put_on_hexsides_at_random() -> None:
    """Where a truck with a gun is read as a weapons unit, it stands in hexes only (line 23)."""
    on_hexsides: set[int] = set()
    for seed in range(60):
        state = BRICKYARD.random(random.Random(f"hexsides {seed}"))
        on_hexsides |= {
            class_of(unit.of, dict(state.readings))
            for unit, begun in zip(state.units, BRICKYARD.initial().units, strict=True)
            if isinstance(unit.place, Side) and unit != begun
        }
    assert on_hexsides == {3}


def test_a_click_takes_the_counter_up_and_pointing_at_it_does_not() -> None:
    state = BRICKYARD.parse("landships:brickyard ger-a7v-1")
    there_stand = {unit.id for unit in state.units if unit.place == at("5809")}
    view = state.opening()
    there = view.pixel(at("5809"))
    taken = state.on_gesture(Gesture("press", there), view)
    assert taken.chosen in there_stand
    assert taken.held == "counter"
    pointed = state.on_gesture(Gesture("hover", there), view)
    assert (pointed.chosen, pointed.held, pointed.hover) == ("ger-a7v-1", state.held, None)
