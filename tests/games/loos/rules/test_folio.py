"""Reserves, replacements, releases, stacking, turns and victory of Loos, by their printed
sentences.
"""

from fractions import Fraction
from itertools import product

import pytest

from landships_lab.core.answer import Gap
from landships_lab.core.dice import Odds
from landships_lab.core.grid import Grid
from landships_lab.core.hexes import Hex
from landships_lab.games.loos.analysis.forecasts import MOVEMENT_PHASES, received_odds, release_odds
from landships_lab.games.loos.rules.attrition import released
from landships_lab.games.loos.rules.deployment import check_sectors
from landships_lab.games.loos.rules.reserves import (
    Stacked,
    may_stack,
    reach_chance,
    reserve_path,
    reserve_points,
)
from landships_lab.games.loos.rules.turns import (
    Situation,
    enters,
    entry_hexes,
    movement_allowance,
    phases,
    victory,
)


def hexagon(code: str) -> Hex:
    place = Grid().place(code)
    assert isinstance(place, Hex)
    return place


# ----------------------------------------------------------------------------------------- reserves


def test_the_21st_division_of_the_example() -> None:
    """11.7, line 112: placed on turn 1, in the front line on turn 2, free on turn 3."""
    assert reserve_path(1).value == {1: "reserve line", 2: "front line", 3: "moves freely"}
    assert reserve_path(8).value == {8: "reserve line"}
    ends = "The game ends with turn 8, before the division can do more."
    assert [ends in str(reserve_path(turn)) for turn in (6, 7, 8)] == [False, True, True]
    with pytest.raises(ValueError, match="turn of placement is a whole number from 0 to 8, not 9"):
        reserve_path(9)


def test_half_a_die_rounded_up_moves_a_reserve() -> None:
    """18.4, line 306."""
    assert [reserve_points(die).value for die in range(1, 7)] == [1, 1, 2, 2, 3, 3]
    there = [reach_chance([1] * n).value for n in (1, 2, 3, 4)]
    assert there == [1, Fraction(2, 3), Fraction(1, 3), 0]
    assert reach_chance([1, 1], [False, True]).value == Fraction(1, 3)
    with pytest.raises(ValueError, match="one cost and one trench mark"):
        reach_chance([1, 1], [True])


def test_who_may_stack() -> None:
    """18.1, line 286."""
    same, other, replacement = (Stacked("german", division) for division in ("14", "111", ""))
    assert may_stack([same, same]).value
    assert may_stack([replacement]).value
    assert not may_stack([same, other]).value
    assert not may_stack([replacement, replacement]).value
    assert not may_stack([same, same, same]).value
    assert not may_stack([same, Stacked("british", "14")]).value


def test_six_sectors_take_six_divisions() -> None:
    """11.6, line 104."""
    divisions = ("2nd", "9th", "7th", "1st", "15th", "47th")
    manned = dict(zip(("I", "II", "III", "IV", "V", "VI"), divisions, strict=True))
    assert check_sectors(manned).value
    assert "VI" in check_sectors({key: manned[key] for key in list(manned)[:5]}).headline
    assert "reserve box" in check_sectors({**manned, "VI": "21st"}).headline
    assert "more than one sector" in check_sectors({**manned, "VI": "1st"}).headline
    with pytest.raises(ValueError, match="'VII' is not a sector; allowed are I, II"):
        check_sectors({"VII": "1st"})


# ---------------------------------------------------------------------------------------- attrition


def test_replacements_over_the_game_are_every_row_of_rolls() -> None:
    lost = [1, 0, 2]
    counted: list[int] = []
    for rolls in product(range(1, 7), repeat=3):
        free, total = 2, 0
        for die, fallen in zip(rolls, lost, strict=True):
            free += fallen
            came = min(die // 2, free)
            free, total = free - came, total + came
        counted.append(total)
    assert received_odds(lost)[-1] == Odds((n, 1) for n in counted)
    assert len(received_odds([0] * MOVEMENT_PHASES)) == 9
    assert (
        received_odds([0] * 9)[-1].at_most(2) == 1
    )  # two counters are all there are until battalions are lost


def test_release_needs_a_span_that_is_not_in_the_source() -> None:
    """11.3, line 86."""
    assert isinstance(released(3, None).value, Gap)
    rolled = [released(die, (2, 4)).value for die in range(1, 7)]
    assert rolled == [die in (2, 3, 4) for die in range(1, 7)]
    odds = release_odds({1: (1, 1), 2: (1, 3), 3: (1, 6)})
    assert dict(odds) == {1: Fraction(1, 6), 2: Fraction(5, 12), 3: Fraction(5, 12)}


# -------------------------------------------------------------------------------- turns and victory


def test_zero_hour_begins_with_the_british_combat() -> None:
    """15.1 and 15.2, lines 195-203."""
    first, *rest = phases(0).value
    assert (first.army, first.name) == ("british", "combat")
    assert [p.army for p in rest] == ["british"] * 2 + ["german"] * 4
    assert phases(1).value[0].name == "movement"
    assert movement_allowance("german", 4, 0).value == 2
    assert (
        movement_allowance("german", 4, 1).value == movement_allowance("british", 4, 0).value == 4
    )


def board(**changes: object) -> Situation:
    towns = {
        "Loos": frozenset({hexagon("0505"), hexagon("0506")}),
        "Hulluch": frozenset({hexagon("0805")}),
    }
    values = {
        "turn": 8,
        "british_units": frozenset({hexagon("0404")}),
        "front_line": frozenset({hexagon("0303")}),
        "towns": towns,
        "turn_over": True,
        **changes,
    }
    return Situation(**values)  # type: ignore[arg-type]


def test_who_has_won() -> None:
    """12.1 to 12.3, lines 117-136."""
    loos, hulluch = frozenset({hexagon("0505"), hexagon("0506")}), frozenset({hexagon("0805")})
    assert victory(board()).value == "German"
    assert (
        victory(board(british_hexes=frozenset({hexagon("0505")}))).value == "German"
    )  # a part of a town is no town
    assert victory(board(british_hexes=loos)).value == "draw"
    assert victory(board(british_hexes=loos | hulluch)).value == "British"
    assert victory(board(turn_over=False)).value == "not yet"
    trenches = frozenset({hexagon("0303")})
    assert victory(board(turn=1, british_units=trenches)).value == "German"
    assert victory(board(turn=0, british_units=trenches)).value == "not yet"
    assert victory(board(turn=2, british_units=frozenset({hexagon("0110")}))).value == "British"


def test_the_second_line_is_a_british_trench_by_a_reading() -> None:
    """Line 123 speaks of the British trenches; line 98 gives each sector a front line and a second
    line.
    """
    both = {"british-trenches": "both-lines"}
    lines = {
        "british_units": frozenset({hexagon("0303"), hexagon("0203")}),
        "second_line": frozenset({hexagon("0203")}),
    }
    for turn, default, other in (
        (0, "not yet", "not yet"),
        (1, "not yet", "German"),
        (8, "German", "German"),
    ):
        there = board(turn=turn, **lines)
        assert (victory(there).value, victory(there, both).value) == (default, other)
    assert (
        victory(board(turn=8, **lines)).headline != victory(board(turn=8, **lines), both).headline
    )  # by towns, or at once
    outside = board(
        turn=1, **{**lines, "british_units": frozenset({hexagon("0203"), hexagon("0404")})}
    )
    assert victory(outside, both).value == "not yet"
    assert (
        victory(board(turn=1, british_units=frozenset({hexagon("0303")})), both).value == "German"
    )
    told = [step.reading for step in victory(board(turn=1, **lines)).steps]
    assert told == ["british-trenches", ""]


def test_the_third_entry_hex_is_a_reading() -> None:
    there = board(turn=2, british_units=frozenset({hexagon("3306")}))
    assert victory(there).value == "not yet"
    assert victory(there, {"entry-hex": "3306"}).value == "British"
    assert {Grid().code(h) for h in entry_hexes({"entry-hex": "3306"})} == {"0110", "1201", "3306"}


def test_a_town_hex_changes_hands_when_it_is_entered() -> None:
    """12.3, line 129."""
    taken = enters(board(), hexagon("0505"), "british").value
    assert taken == {hexagon("0505")}
    assert enters(board(british_hexes=taken), hexagon("0505"), "german").value == frozenset()
    assert enters(board(), hexagon("0101"), "british").value == frozenset()
