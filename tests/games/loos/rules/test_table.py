"""The combat results table of Loos is all of what is printed, and its odds are exact."""

from copy import deepcopy
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from landships_lab.core.dice import Odds
from landships_lab.data.load import DataError, read
from landships_lab.games.loos.data.combat_table import RESULTS, combat_table, read_table
from landships_lab.games.loos.rules.shells import LEFT
from landships_lab.games.loos.rules.table import (
    FRONT_LINE,
    combat_odds,
    combat_result,
    falls_on,
    meaning,
    terrains,
)

BROKEN = ("broken", "marsh", "ferry", "town", "stream", "escarpment")
# Combat Results Table, lines 342-363 of the text, as a reader would copy it by hand.
PRINTED_LINES = {
    ("mountain", "mines"): "-1 0 +1 +2,+3 +4,+5 +6,+7 +8,+9 +10",
    ("city", "rough", "river", "trench"): "-2 -1 0 +1 +2,+3 +4,+5 +6,+7 +8,+9 +10",
    BROKEN: "-3 -2 -1 0 +1 +2,+3 +4,+5 +6,+7 +8,+9 +10",
    ("bridge", "woods", "ditch", "grove", "mixed"): "-4 -3 -2 -1 0 +1 +2,+3 +4,+5 +6,+7 +8,+9 +10",
    ("clear", "desert", "british front line"): "-5 -4 -3 -2 -1 0 +1 +2,+3 +4,+5 +6,+7 +8,+9 +10",
}
PRINTED_RESULTS = """
(A) A3 A2 • Ex Ex D2 D2 D2 D3 De De
(A) (A) A3 A2 • Ex Ex Ex D2 D2 D3 De
(A) (A) (A) A3 A2 • Ex Ex Ex D2 D2 D3
(A) (A) (A) (A) A3 A2 • Ex Ex Ex D2 D2
Ae (A) (A) (A) (A) A3 A2 • Ex Ex Ex D2
Ae Ae (A) (A) (A) (A) (A) A1 • Ex Ex Ex
"""
ROWS = [row.split() for row in PRINTED_RESULTS.split("\n") if row]
CELLS = [
    (terrain, int(number), die, ROWS[die - 1][place])
    for terrain, line in PRINTED_LINES.items()
    for place, column in enumerate(line.split())
    for number in column.split(",")
    for die in range(1, 7)
]


def test_every_entry_of_every_line_is_as_printed() -> None:
    assert [len(line.split()) for line in PRINTED_LINES.values()] == [8, 9, 10, 11, 12]
    for names, differential, die, printed in CELLS:
        for terrain in names:
            line = combat_table().line(terrain)
            where = f"{terrain} {differential:+} die {die}"
            assert combat_table().result(line, differential, die) == printed, where
            if terrain != FRONT_LINE:  # on the table, but nobody may attack it: 14.2, line 172
                assert combat_result(terrain, differential, die).value == printed


def test_terrain_is_named_in_printed_order() -> None:
    printed = [name for names in PRINTED_LINES for name in names]
    assert list(terrains()) == [*printed, "secondary trench"]


@pytest.mark.parametrize("terrain", terrains())
def test_odds_are_those_of_the_six_rolls(terrain: str) -> None:
    for differential in range(-7, 13):
        rolls = [combat_result(terrain, differential, die).value for die in range(1, 7)]
        odds = combat_odds(terrain, differential)
        assert dict(odds) == {result: odds.p(result) for result in rolls}
        assert all(odds.p(result) == Fraction(rolls.count(result), 6) for result in rolls)


def test_better_terrain_never_helps_the_attacker() -> None:
    for by, die in product(range(-7, 13), range(1, 7)):
        ranks = [RESULTS.index(combat_result(names[0], by, die).value) for names in PRINTED_LINES]
        assert ranks == sorted(ranks)


# ----------------------------------------------------------------------------------------- readings


def test_lined_up_on_the_right_all_terrain_is_the_same() -> None:
    """This is why the left is the default."""
    taken = {"crt-alignment": "right"}
    for differential in range(-1, 11):
        assert len({combat_odds(names[0], differential, taken) for names in PRINTED_LINES}) == 1
    assert len({combat_odds(names[0], 0) for names in PRINTED_LINES}) == 5


def test_a_differential_off_the_line_is_the_end_or_no_attack() -> None:
    assert combat_odds("trench", -7) == combat_odds("trench", -2)
    assert combat_odds("trench", 25) == combat_odds("trench", 10)
    assert combat_odds("trench", -3, {"off-table": "no-attack"}) == Odds({"no attack": 1})
    assert combat_odds("trench", -2, {"off-table": "no-attack"}) == combat_odds("trench", -2)


def test_the_secondary_trench_is_one_of_two_lines() -> None:
    assert combat_odds("secondary trench", 1) == combat_odds("town", 1)
    assert combat_odds("secondary trench", 1, {"secondary-trench": "trench-line"}) == combat_odds(
        "trench", 1
    )


def test_a_reading_that_was_taken_is_named_in_the_steps() -> None:
    assert "off-table" in {step.reading for step in combat_result("clear", -9, 1).steps}
    inside = combat_result("clear", 0, 1)
    assert "off-table" not in {step.reading for step in inside.steps}
    assert "A differential of 0 is column 6 of 12." in str(inside)


def test_each_result_hurts_somebody_or_nobody() -> None:
    falls = ["attacker"] * 5 + ["nobody", "both"] + ["defender"] * 3
    assert [falls_on(result) for result in RESULTS] == falls
    assert set(LEFT) <= {*RESULTS}


# ------------------------------------------------------------------------- what is refused, and how


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (
            ("tranch", 0, 1),
            "'tranch' is not a terrain; allowed are mountain.*The nearest is trench.",
        ),
        (("clear", 0, 7), "The roll is a whole number from 1 to 6, not 7. The nearest is 6."),
        (("clear", Fraction(1, 2), 1), "The differential is a whole number"),
        (("clear", True, 1), "The differential is a whole number"),
        (("clear", 0, 1, {"crt-alinement": "left"}), "crt-alignment"),
    ],
)
def test_a_wrong_question_is_refused_in_one_sentence(call: tuple[Any, ...], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        combat_result(*call)


def spoiled(change: str) -> dict[str, Any]:
    raw = deepcopy(read("loos/table.toml"))
    if change == "slipped line":
        raw["lines"][0]["differentials"] = raw["lines"][4]["differentials"]
        raw["lines"][4]["differentials"] = [[-1], [0], [1], [2, 3], [4, 5], [6, 7], [8, 9], [10]]
    elif change == "wrong result":
        raw["results"]["3"][4] = "A4"
    elif change == "short row":
        raw["results"]["3"] = raw["results"]["3"][:-1]
    elif change == "gap in a line":
        raw["lines"][0]["differentials"][3] = [3]
    elif change == "double terrain":
        raw["lines"][0]["terrain"].append("town")
    elif change == "better roll":
        raw["results"]["6"][0] = "De"
    return raw


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ("slipped line", "better terrain would help the attacker"),
        ("wrong result", "row 3: 'A4' is not a result"),
        ("short row", "row 3 has 11 results, not 12"),
        ("gap in a line", "differentials rise by one"),
        ("double terrain", "town is on two lines"),
        ("better roll", "would be worse for the attacker"),
    ],
)
def test_a_table_with_a_slip_is_refused(change: str, sentence: str) -> None:
    with pytest.raises(DataError, match=sentence):
        read_table(spoiled(change), "a table")


@pytest.mark.parametrize(
    ("result", "reading", "told"),
    [
        ("A1", "step-a-hex", "A1: an attacking unit loses a step, since attackers never retreat."),
        ("A2", "one-step", "A2: an attacking unit loses a step, since attackers never retreat."),
        ("A2", "step-a-hex", "A2: the attackers lose 2 steps, since they never retreat."),
        ("A3", "step-a-hex", "A3: the attackers lose 3 steps, since they never retreat."),
    ],
)
def test_what_attackers_lose_is_told_in_the_right_number(
    result: str, reading: str, told: str
) -> None:
    assert meaning(result, {"attacker-results": reading}).text == told
