"""What One-Hour Wargames leaves open about the turn, roads and near enemies: a reading with its
options or a gap, and where a panel shows it.
"""

from itertools import product
from typing import Any

import pytest

from landships_lab.core.answer import Answer, Gap, Step
from landships_lab.core.plane import spot
from landships_lab.data.gaps import gaps
from landships_lab.data.rulebook import index
from landships_lab.games.one_hour.rules.ground import (
    Area,
    Table,
    Unit,
    concealed,
    drawn_up,
    shot_between,
    table_of,
)
from landships_lab.games.one_hour.rules.movement import Move, distance
from landships_lab.games.one_hour.rules.path import may_place
from landships_lab.games.one_hour.rules.sight import best_target, may_fire, sees
from landships_lab.games.one_hour.rules.turn import Moment, may_act
from landships_lab.panel import CATALOG

_PANELS: Any = CATALOG
SIGHT, DUEL = (_PANELS[f"one_hour:{name}"] for name in ("sight", "duel"))


def unit(name: str, side: str, kind: str, x: Any, y: Any, facing: int, **state: bool) -> Unit:
    return Unit(name, side, kind, drawn_up(kind, spot(x, y), facing), **state)


def square(name: str, kind: str, left: int, top: int, right: int, bottom: int) -> Area:
    corners = ((left, top), (right, top), (right, bottom), (left, bottom))
    return Area(name, kind, tuple(spot(*corner) for corner in corners))


def told(answer: Answer[Any], words: str) -> Step:
    (step,) = (step for step in answer.steps if words in step.text)
    return step


# -- Routs


@pytest.mark.parametrize("action", ["rally", "ready", "dig in", "fire", "move"])
@pytest.mark.parametrize("step", ["mortar fire", "actions", "rally and ready"])
def test_routs_are_named_where_the_sequence_names_them_and_nowhere_else(
    step: str, action: str
) -> None:
    """Line 185 against the heading of line 297."""
    answer = may_act("infantry", action, Moment(step))
    named = [each for each in answer.steps if "Routs" in each.text]
    assert [(each.cite.lines, each.cite.kind) for each in named] == [("185", "silent")] * (
        step == "rally and ready"
    )


# -- Ready fire


@pytest.mark.parametrize(("how", "may"), [("any", True), ("one", False)])
def test_whether_a_second_ready_unit_answers_an_action_is_a_reading(how: str, may: bool) -> None:
    """Line 194; the order is a gap."""
    moment = Moment("actions", phasing=False, ready=True, others_acted=True, answered=True)
    answer = may_act("atg", "fire", moment, {"ready-answers": how})
    assert answer.value is may
    assert any(step.reading == "ready-answers" for step in answer.steps)
    assert told(answer, "In which order").cite.kind == "silent"
    first = Moment("actions", phasing=False, ready=True, others_acted=True)
    alone = may_act("atg", "fire", first, {"ready-answers": how})
    assert alone.value
    assert not any(step.reading for step in alone.steps)


@pytest.mark.parametrize(("how", "may"), [("no", False), ("yes", True)])
@pytest.mark.parametrize("step", ["mortar fire", "actions"])
def test_whether_ready_units_answer_mortar_fire_is_a_reading(
    step: str, how: str, may: bool
) -> None:
    """Lines 190, 194 and 300: never within the Mortar Fire Step itself."""
    moment = Moment(step, phasing=False, ready=True, mortars_fired=True)
    answer = may_act("tank", "fire", moment, {"ready-after-mortars": how})
    assert answer.value is (may and step == "actions")
    acted = Moment("actions", phasing=False, ready=True, mortars_fired=True, others_acted=True)
    assert may_act("tank", "fire", acted, {"ready-after-mortars": how}).value


@pytest.mark.parametrize(("how", "may"), [("no", True), ("yes", False)])
@pytest.mark.parametrize("action", ["rally", "ready", "dig in"])
def test_whether_ready_fire_is_an_action_of_that_turn_is_a_reading(
    action: str, how: str, may: bool
) -> None:
    """Lines 180 and 298."""
    given = {"ready-fire-counts": how}
    fired = Moment("rally and ready", ready_fired=True)
    answer = may_act("infantry", action, fired, given)
    assert answer.value is may
    assert any(step.reading == "ready-fire-counts" for step in answer.steps)
    assert may_act("infantry", action, Moment("rally and ready"), given).value
    assert may_act("infantry", "move", Moment("actions", ready_fired=True), given).value


def test_the_boxes_of_a_moment_are_those_that_matter_in_its_phase() -> None:
    ours = DUEL.parse("one_hour:duel infantry against tank asks act")
    theirs = ours.set("now", ("enemy-phase", True))

    def boxes(state: Any) -> set[str]:
        (found,) = (control for control in state.controls() if control.id == "now")
        return {item.id for item in found.items}

    both = {"enemy-phase", "ready", "dug-in"}
    assert boxes(ours) == both | {"acted", "threatened", "ready-fired"}
    assert boxes(theirs) == both | {"others-acted", "mortars-fired", "answered"}
    assert "acted" in boxes(theirs.set("now", ("acted", True))), "what is ticked can be unticked"


# -- near enemies

GUNS = unit("guns", "R", "atg", 18, 20, 0)
FOE = unit("foe", "B", "tank", 18, 10, 180)
ROAD = square("the road", "road", 13, 2, 23, 34)


@pytest.mark.parametrize(
    ("way", "y", "may"),
    [
        ("start", 13, True),
        ("on-the-way", 13, False),
        ("on-the-way", 15, True),
        ("on-the-way", "57/4", True),
        ("start", 6, True),
        ("on-the-way", 6, False),
    ],
)
def test_whether_an_enemy_near_the_way_threatens_is_a_reading(way: str, y: Any, may: bool) -> None:
    """Lines 146 and 295. The foe's bases end at 11 inches, the guns' begin 3/4 inch before."""
    on = Table(36, 36, (), (GUNS, FOE))
    moved = GUNS.at(spot(18, y))
    answer = may_place(on, moved, 36, {"threatened-when": way})
    assert answer.value is may, answer
    met = [step for step in answer.steps if step.reading == "threatened-when"]
    assert len(met) == (y in (13, 6)), "it is said under either reading where an enemy is met"


def test_at_two_inches_of_the_way_the_reading_of_the_distance_decides() -> None:
    """Lines 268 and 295: within 2 inches, or less than 2."""
    on = Table(36, 36, (), (GUNS, FOE))
    at_two = GUNS.at(spot(18, "55/4"))  # its front edge at 13, two inches from the foe
    for how, may in (("within", False), ("less-than", True)):
        given = {"threatened-when": "on-the-way", "threatened-at": how}
        assert may_place(on, at_two, 36, given).value is may


def test_a_tank_that_meets_an_enemy_on_the_way_pays_for_it() -> None:
    on = Table(36, 36, (), (unit("tanks", "R", "tank", 18, 20, 0), FOE))
    given = {"threatened-when": "on-the-way"}
    answer = may_place(on, on.unit("tanks").at(spot(18, 13)), 36, given)
    assert answer.value is True
    assert "Take that off its roll" in told(answer, "moves 4 inches less").text


@pytest.mark.parametrize("kind", ["infantry", "mortar", "atg", "tank"])
@pytest.mark.parametrize("by_road", [True, False])
@pytest.mark.parametrize("how", ["terrain", "all"])
def test_on_the_table_and_on_the_strip_a_road_spares_a_threatened_unit_alike(
    kind: str, by_road: bool, how: str
) -> None:
    """Line 291, reading road-penalties."""
    given = {"road-penalties": how}
    one = unit("one", "R", kind, 18, 13, 0)
    on = Table(36, 36, (ROAD,) if by_road else (), (one, FOE))
    placed = may_place(on, one.at(spot(18, 14)), 36, given)
    strip = distance(Move(kind, threatened=True, by_road=by_road), (5,) * one.row.dice, given)
    assert placed.value is (strip.value > 0)
    free = distance(Move(kind, by_road=by_road), (5,) * one.row.dice, given)
    pays = any("A Threatened" in step.text for step in placed.steps)
    assert pays is (strip.value < free.value)
    off = may_place(on, one.at(spot(30, 14)), 36, given)
    assert any("A Threatened" in step.text for step in off.steps), "the way leaves the road"


def test_the_sight_panel_offers_these_readings_where_it_asks_where_a_unit_may_stop() -> None:
    line = "one_hour:sight melee from Guns to Carri-1 asks stops moves 20 units Guns@19,21@0"
    state = SIGHT.parse(line)
    assert state.ask().value is True
    assert state.set("threatened-when", "on-the-way").ask().value is False
    assert {"threatened-when", "threatened-at", "road-penalties"} == set(state.turns_on)


# -- roads inside woods


@pytest.mark.parametrize("ground", ["woods", "town"])
def test_whether_a_road_takes_the_cover_of_woods_and_towns_is_a_reading(ground: str) -> None:
    """Lines 252-253 and 291: seen, hit and concealed by one rule."""
    areas = (ROAD, square("the ground", ground, 8, 4, 28, 16))
    firer = unit("firer", "B", "tank", 18, 29, 90)
    target = unit("target", "R", "tank", 18, 10, 90, ready=True)
    on = Table(36, 36, areas, (firer, target))
    covered, opened = ({"road-cover": how} for how in ("covered", "open"))
    assert shot_between(on, firer, target, covered).cover == {ground}
    assert shot_between(on, firer, target, opened).cover == frozenset()
    assert concealed(on, target, covered)
    assert not concealed(on, target, opened)
    hidden, seen = (may_fire(on, "firer", "target", readings=how) for how in (covered, opened))
    assert (hidden.value, seen.value) == (False, True)
    assert any((r.change, r.to) == ("road-cover", "open") for r in hidden.remedies)
    assert best_target(on, "firer", readings=opened).value == "target"
    assert best_target(on, "firer", readings=covered).value == ""
    for answer in (hidden, seen):
        assert any(step.reading == "road-cover" for step in answer.steps)


@pytest.mark.long
def test_a_road_takes_no_hill_away_and_off_the_road_nothing_changes() -> None:
    areas = (ROAD, square("the hill", "hill", 8, 4, 28, 16))
    firer, target = unit("firer", "B", "tank", 18, 29, 90), unit("target", "R", "tank", 18, 10, 90)
    on = Table(36, 36, areas, (firer, target))
    assert shot_between(on, firer, target, {"road-cover": "open"}).on_hill
    table = table_of("static-defence")
    for one, other in product(table.units, repeat=2):
        if one.side != other.side:
            assert shot_between(table, one, other) == shot_between(
                table, one, other, {"road-cover": "open"}
            )
            steps = sees(table, one.name, other.name, advice=False).steps
            assert not any(step.reading == "road-cover" for step in steps)


# -- bases out of line

STOPS = "one_hour:sight static-defence from Cruds-4 to Carri-1 asks stops moves 20"


@pytest.mark.parametrize(
    ("word", "line", "said"),
    [
        ("ahead", "169", "The third base stands ahead of the Unique base"),
        ("turned", "169, 292", "Its bases face different ways"),
        ("close", "169", "are 1½ inches apart; Tanks keep 2 inches between bases"),
    ],
)
@pytest.mark.parametrize("facing", [0, 30, 270])
def test_a_base_ahead_or_turned_can_be_set_up_and_may_not_stay_so(
    word: str, line: str, said: str, facing: int
) -> None:
    state = SIGHT.parse(f"{STOPS} units Cruds-4@22,31@{facing}")
    assert state.ask().value is True
    out = state.set("formation", (word, True))
    assert SIGHT.parse(out.text()) == out
    answer = out.ask()
    assert answer.value is False
    blamed = [step for step in answer.steps if step.op == "forbids"]
    assert [(step.cite.lines, said in step.text) for step in blamed] == [(line, True)]
    assert out.set("formation", (word, False)) == state
    stepped = out.stepped("ArrowLeft")
    assert stepped.one.unique.centre == spot("43/2", 31)
    assert stepped.ask().value is False, "a Unit keeps its formation as it moves"
    assert out.turned(1).set("formation", (word, False)) == state.turned(1)


def test_both_may_be_wrong_at_once_and_another_word_is_refused() -> None:
    state = SIGHT.parse(f"{STOPS} units Cruds-4@20,30@0@ahead@turned")
    assert sum(step.op == "forbids" for step in state.ask().steps) == 2
    with pytest.raises(ValueError, match="@ahead, @turned, @close"):
        SIGHT.parse(f"{STOPS} units Cruds-4@20,30@0@behind")
    with pytest.raises(ValueError, match="formation"):
        state.set("formation", ("behind", True))


# -- what is a gap


def test_a_unit_off_the_table_waits_for_what_the_scenario_says() -> None:
    """Lines 72-74 let Units leave; no rule tells how."""
    table = table_of("flank-attack")
    answer = may_place(table, table.unit("Cruds-1").at(spot(18, 0)), 36)
    assert isinstance(answer.value, Gap)
    assert answer.headline == ("Only if a scenario lets it leave the table may Cruds-1 stop here.")
    assert told(answer, "off the table").cite.lines == "74, 262"


@pytest.mark.parametrize(
    "gap_id",
    [
        *("routs", "ready-order", "part-road", "leaving", "set-up", "below-zero"),
        *("assault", "wood-edge", "in-terrain"),
    ],
)
def test_every_silence_is_a_gap_that_the_index_leads_to(gap_id: str) -> None:
    assert gaps("one_hour")[gap_id].gap.cite.kind == "silent"
    assert any(entry.gap == gap_id for entry in index("one_hour").entries)
