"""What a rule is wrongly asked is refused in one sentence that says what would be right."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from landships_lab.core.grid import Grid
from landships_lab.core.hexes import Heading
from landships_lab.core.terrain import TerrainMap
from landships_lab.games.landships.analysis.best_headings import form_up
from landships_lab.games.landships.analysis.coverage import Conditions, coverage
from landships_lab.games.landships.analysis.who_hits import explain_place
from landships_lab.games.landships.rules.brickyard import SCENARIO, Standing, class_of
from landships_lab.games.landships.rules.brickyard_fire import may_fire, spotters
from landships_lab.games.landships.rules.field_of_fire import targets
from landships_lab.games.landships.rules.field_of_movement import March
from landships_lab.games.landships.rules.fire import can_target
from landships_lab.games.landships.rules.ground import (
    check_stacking,
    combat_terrain,
    entry_cost,
    indirect_fire_reaches,
    spotting_range,
    suffers_indirect,
)
from landships_lab.games.landships.rules.movement import can_reach, explain_move, may_drift
from landships_lab.games.landships.rules.positions import check_position, require_position
from landships_lab.games.landships.rules.ranges import count_range, range_hexes
from tests.games.landships.analysis.test_coverage import tank

GRID = Grid()
AT, N, BOARD, MARCH = GRID.place("0503"), Heading.N, TerrainMap(), March(GRID)
CODE: Any = "0503"  # a code that nobody has read
TANK = Standing("ger-a7v", 1, SCENARIO.grid.place("5813"), N)
FORCE, SMALL = (tank("0708", "N"),), Conditions(Grid(columns=14, rows=11))
PLACE = " is not a hex or hexside; read one from a code with Grid().place('0503')."
FACING = " is not a heading; make one from its name with Heading('NNE')."
CLASS = " is not a unit class; allowed are 1, 2, 3."
LIMIT = "A maximum range is a whole number of hexes from 0 to 99, not "
TOWARDS = {"unit": "a7v", "weapon": "57mm-bow", "place": AT, "heading": N}


def fire(wrong: dict[str, Any]) -> None:
    """Ask for one target and for all of them: both refuse in the same words."""
    question = TOWARDS | {"target": GRID.place("0501")} | wrong
    with pytest.raises(ValueError, match=r"\.$") as refusal:
        can_target(**question)
    if "target" not in wrong:
        del question["target"]
        with pytest.raises(ValueError, match=r"\.$") as again:
            targets(**question)
        assert str(again.value) == str(refusal.value)
    raise refusal.value


def stand(*asked: Any) -> None:
    check_position(1, AT, N)  # what was asked before must not let `True` pass for 1
    with pytest.raises(ValueError, match=r"\.") as refusal:
        require_position(*asked)
    with pytest.raises(ValueError, match=r"\.") as again:
        check_position(*asked)
    assert str(refusal.value).startswith(str(again.value).partition(".")[0])
    raise again.value


def both_ways(wrong: Any) -> None:
    for pair in ((wrong, AT), (AT, wrong)):
        with pytest.raises(ValueError, match=r"\.$") as refusal:
            count_range(*pair)
    raise refusal.value


REFUSED: list[tuple[Callable[..., object], tuple[Any, ...], str]] = [
    (fire, ({"unit": "a7w"},), "'a7w' is not a unit; allowed are mk-iv-male, a7v, "),
    (fire, ({"unit": []},), "'[]' is not a unit; allowed are mk-iv-male, a7v, "),
    (fire, ({"weapon": "bwo"},), "'bwo' is not a weapon of the A7V; allowed are 57mm-bow, mg-star"),
    (fire, ({"weapon": []},), "'[]' is not a weapon of the A7V; allowed are 57mm-bow, "),
    (fire, ({"place": CODE},), f"'0503'{PLACE}"),
    (fire, ({"target": CODE},), f"'0503'{PLACE}"),
    (fire, ({"target": None},), f"None{PLACE}"),
    (fire, ({"heading": "N"},), f"'N'{FACING}"),
    (fire, ({"heading": 0},), f"0{FACING}"),
    (fire, ({"readings": "in"},), "Readings are given as a dict from a reading to the option ta"),
    (fire, ({"readings": {"arc": "in"}},), "'arc' is not a reading; allowed are "),
    (fire, ({"readings": {"arc-edge-hex": "out"}},), "'out' is not an option of the reading arc-"),
    *((fire, ({"max_range": n},), f"{LIMIT}{n!r}.") for n in (-1, 100, 2.5, "7", True)),
    *((stand, (n, AT, N), f"'{n}'{CLASS}") for n in (4, 0, True, "3")),
    *((stand, (3, wrong, N), f"{wrong!r}{PLACE}") for wrong in (CODE, None)),
    *((stand, (3, AT, wrong), f"{wrong!r}{FACING}") for wrong in ("N", 90)),
    *((both_ways, (wrong,), f"{wrong!r}{PLACE}") for wrong in (CODE, None, (1, 2), 503)),
    (count_range, (AT, AT, "full-hex"), "'full-hex' is not an option of the reading range-betw"),
    (range_hexes, (AT, AT, "full-hex"), "'full-hex' is not an option of the reading range-betw"),
    *((rule, (BOARD, CODE), f"'0503'{PLACE}") for rule in (entry_cost, combat_terrain)),
    (spotting_range, (BOARD, CODE), f"'0503'{PLACE}"),
    (suffers_indirect, (AT, CODE), f"'0503'{PLACE}"),
    (suffers_indirect, (CODE, AT), f"'0503'{PLACE}"),
    (suffers_indirect, (AT, GRID.place("0503/0504")), "Indirect fire strikes a hex, not hexside"),
    (indirect_fire_reaches, (CODE,), f"'0503'{PLACE}"),
    (check_stacking, ({}, CODE), f"'0503'{PLACE}"),
    (check_stacking, ({CODE: 1}, AT), f"'0503'{PLACE}"),
    (check_stacking, ({}, AT, -1), "A stacking limit is a whole number from 0 to 99, not -1."),
    (can_reach, (MARCH, AT, N, CODE), f"'0503'{PLACE}"),
    (can_reach, (MARCH, AT, N, AT, "E"), f"'E'{FACING}"),
    (may_drift, (MARCH, AT, N, CODE), f"'0503'{PLACE}"),
    (explain_move, (MARCH, [(AT, N), (CODE, N)]), f"'0503'{PLACE}"),
    (explain_move, (MARCH, []), "A path has at least one place"),
    (partial(March, GRID, mp=-1), (), "A movement allowance is a whole number from 0 to 99, not"),
    (partial(March, GRID, turn_mp=True), (), "The cost of a turn is a whole number from 0 to 99"),
    (partial(March, GRID, steering="bad"), (), "'bad' is not a kind of steering"),
    (partial(March, GRID, readings=(("drift", "x"),)), (), "'drift' is not a reading; allowed"),
    (coverage, (FORCE, SMALL, "both", "men"), "'men' is not a measure of fire; allow"),
    (partial(coverage, within=0), (FORCE, SMALL), "The distance to look at is a whole number from"),
    (explain_place, (FORCE, SMALL, GRID.place("4040")), "4040 does not lie on this board"),
    (form_up, (FORCE, FORCE[0], "ring", GRID), "'ring' is not a formation"),
]


@pytest.mark.parametrize(("ask", "asked", "sentence"), REFUSED)
def test_a_wrong_question_is_refused_in_one_sentence(
    ask: Callable[..., object], asked: tuple[Any, ...], sentence: str
) -> None:
    with pytest.raises(ValueError, match=r"\.$") as refusal:
        ask(*asked)
    assert str(refusal.value).startswith(sentence)


BY_READING: dict[str, Callable[[Any], object]] = {
    "class": lambda given: class_of(SCENARIO.forces["brit-aa"], given),
    "class of a tank": lambda given: class_of(SCENARIO.forces["ger-a7v"], given),
    "spotters": lambda given: spotters(TANK, [TANK], given),
    "fire": lambda given: may_fire(TANK, "57mm-bow", AT, given),
    "spotting range": lambda given: spotting_range(BOARD, AT, given=given),
    "combat": lambda given: combat_terrain(BOARD, AT, given=given),
}


@pytest.mark.parametrize("ask", BY_READING.values(), ids=BY_READING)
@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"gun-on-a-truck": "vehicle"}, "'gun-on-a-truck' is not a reading; "),
        ({"perimeter": "all-hexes"}, "'all-hexes' is not"),
        ("perimeter", "Readings are given as a dict"),
    ],
)
def test_an_unknown_reading_is_refused_in_one_sentence(ask: Any, given: Any, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        ask(given)
