"""The printed figures of Paychest's fire and guns hold, and its odds agree with every roll and with
icepool.
"""

from fractions import Fraction
from itertools import product
from typing import Any

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from landships_lab.core.answer import Gap
from landships_lab.core.dice import Odds
from landships_lab.games.paychest.data.supplied import supplied
from landships_lab.games.paychest.rules.fire import (
    casualty_odds,
    cover_test,
    cover_test_chance,
    may_fire_at,
    volley_odds,
)
from landships_lab.games.paychest.rules.shot import HitRoll, modified_skill
from tests.games.paychest.rules.odds import (
    gun_odds,
    hit_chance,
    round_odds,
    shot_chance,
    skill_roll,
)

FACES = range(1, 7)
SKILLS = st.integers(-3, 9)
MODIFIERS = st.integers(-6, 4)


def agree(odds: Odds[Any], die: Any) -> None:
    """Assert the same outcomes and chances as an icepool die."""
    assert dict(odds) == {
        outcome: Fraction(n, die.denominator()) for outcome, n in die.items() if n
    }


# ---------------------------------------------------------------------------------- printed figures


@pytest.mark.parametrize(
    ("skill", "modifier", "chance", "line"),
    [
        (4, 0, Fraction(4, 6), "7: a die of the skill or less hits"),
        (4, -2, Fraction(2, 6), "6: a firer who advances, -2"),
        (4, -3, Fraction(1, 6), "6: a firer who runs or charges, -3"),
        (
            3,
            -3,
            Fraction(1, 6) * Fraction(3, 6),
            "7: a skill of zero needs a ONE, then the unmodified skill",
        ),
        (2, -3, Fraction(1, 6) * Fraction(2, 6), "7: and so does one below zero"),
        (6, 0, Fraction(1), "7: no die exceeds a skill of 6"),
        (0, 0, Fraction(0), "7: no second die is within an unmodified skill of zero"),
    ],
)
def test_a_printed_chance(skill: int, modifier: int, chance: Fraction, line: str) -> None:
    assert hit_chance(skill, modifier) == chance, line


@pytest.mark.parametrize(("moved", "skill"), [("stand", 4), ("advance", 2), ("charge", 1)])
def test_moving_costs_what_line_6_prints(moved: str, skill: int) -> None:
    answer = modified_skill(HitRoll(4, moved=moved))
    assert answer.value == skill
    assert [step.cite.lines for step in answer.steps][1] == "6"


@pytest.mark.parametrize(
    ("firer", "aim", "figures", "width", "reading", "allowed"),
    [
        ("leader", "figure", 1, 0, "", True),
        ("group", "figure", 1, 0, "", False),
        ("group", "group", 1, 0, "", False),
        ("group", "group", 2, 0, "", True),
        ("group", "location", 1, 4, "", True),  # the printed example: 4 inches of wall
        ("group", "location", 1, 5, "", False),
        # what a leader may fire at as the others do is a reading
        ("leader", "group", 5, 0, "may", True),
        ("leader", "group", 5, 0, "only", False),
        ("leader", "group", 1, 0, "only", True),
        ("leader", "location", 1, 4, "may", True),
        ("leader", "location", 1, 6, "may", False),
        ("leader", "location", 1, 4, "only", False),
    ],
)
def test_who_may_be_fired_at_by_a_front_of_4_inches_line_5(
    firer: str, aim: str, figures: int, width: int, reading: str, allowed: bool
) -> None:
    answer = may_fire_at(firer, aim, figures, width, 4, reading or None)
    assert answer.value is allowed, answer
    assert answer.steps[0].cite.lines == "5"
    assert bool(answer.remedies) is not allowed
    asks = firer == "leader" and (figures > 1 or aim == "location")
    assert bool(answer.steps[0].reading) is asks


# ---------------------------------------------------------------------------- twins and the referee


def slow_chance(skill: int, modifier: int) -> Fraction:
    """Return the share of hits among all pairs of dice, explained one by one."""
    hits = sum(
        bool(skill_roll(skill, modifier, first, second).value)
        for first, second in product(FACES, FACES)
    )
    return Fraction(hits, 36)


@given(SKILLS, MODIFIERS)
def test_a_chance_is_that_of_every_roll_explained(skill: int, modifier: int) -> None:
    assert hit_chance(skill, modifier) == slow_chance(skill, modifier)
    assert hit_chance(skill, modifier) == shot_chance(HitRoll(skill, modifier=modifier))


@given(SKILLS, MODIFIERS)
def test_icepool_agrees_on_a_shot(skill: int, modifier: int) -> None:
    modified = skill + modifier
    die = (
        icepool.d6 <= modified
        if modified > 0
        else icepool.d6.map(lambda first: icepool.d6 <= skill if first == 1 else False)
    )
    assert hit_chance(skill, modifier) == die.mean()


@given(st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), min_size=1, max_size=3))
def test_icepool_agrees_on_a_volley(parties: list[tuple[int, int]]) -> None:
    odds = volley_odds([(shots, hit_chance(skill)) for shots, skill in parties])
    pool: Any = icepool.Die([0])
    for shots, skill in parties:
        for _ in range(shots):
            pool = pool + icepool.d6.map(lambda die, skill=skill: int(die <= skill))
    agree(odds, pool)


# ----------------------------------------------------------------------- what is lost, and supplied

TABLES = """
by = "Tuesday club"
ranges = [{ to = 12, modifier = 1 }, { to = 24, modifier = -1 }]
shell = [{ to = 48, modifier = -2 }]
cover = { wall = -2 }
casualties = [
    { card = "down", copies = 3, out = true },
    { card = "graze", copies = 5, out = false },
]
skills = { legionnaire = { firearms = 5, melee = 4 } }
"""


@pytest.mark.parametrize(
    ("shot", "lines"),
    [
        (HitRoll(4, range_inches=12), "5-6"),
        (HitRoll(4, cover="wall"), "5-6"),
        (HitRoll(4, "shell", range_inches=12), "11-12"),
    ],
)
def test_a_lost_modifier_is_a_gap_that_says_where(shot: HitRoll, lines: str) -> None:
    answer = modified_skill(shot)
    assert isinstance(answer.value, Gap)
    assert (answer.value.cite.kind, answer.value.cite.lines) == ("silent", lines)
    assert isinstance(shot_chance(shot), Gap)
    assert answer.remedies


@pytest.mark.parametrize(
    ("shot", "skill"),
    [
        (HitRoll(4, range_inches=12, tables=supplied(TABLES)), 5),
        (HitRoll(4, range_inches=13, tables=supplied(TABLES)), 3),
        (HitRoll(4, range_inches=24, cover="wall", moved="advance", tables=supplied(TABLES)), -1),
        (HitRoll(4, "shell", range_inches=48, tables=supplied(TABLES)), 2),
        (HitRoll(4, "machine-gun", range_inches=1, tables=supplied(TABLES)), 5),
        (HitRoll(4, modifier=-1), 3),
    ],
)
def test_a_supplied_modifier_flows_through_and_is_theirs(shot: HitRoll, skill: int) -> None:
    answer = modified_skill(shot)
    assert answer.value == skill, answer
    assert any(step.cite.kind == "supplied" for step in answer.steps)
    chance = shot_chance(shot)
    assert chance == hit_chance(4, skill - 4)


def test_casualties_are_drawn_without_replacement() -> None:
    tables = supplied(TABLES)
    assert isinstance(casualty_odds(2), Gap)
    cards = [1] * 3 + [0] * 5
    for hits in range(9):
        drawn: dict[int, int] = {}
        for order in product(range(8), repeat=hits) if hits < 4 else ():
            if len(set(order)) == hits:
                out = sum(cards[card] for card in order)
                drawn[out] = drawn.get(out, 0) + 1
        odds = casualty_odds(hits, tables)
        assert isinstance(odds, Odds)
        assert odds.mean == Fraction(3, 8) * hits
        if drawn:
            assert odds == Odds(drawn)


# ---------------------------------------------------------------------------------------- bad input


def test_a_single_figure_is_refused_for_being_picked_out() -> None:
    """Line 5: the number of figures beside it does not matter."""
    for figures in (1, 5):
        text = str(may_fire_at("group", "figure", figures))
        assert "a single figure is picked out" in text
        assert "no wider than their frontage" in text
    assert "a group of 1 figure." in str(may_fire_at("group", "group", 1))


# ----------------------------------------------------------------------------------- guns and cover
READINGS = [
    {"skill-plus": plus, "ones": ones}
    for plus, ones in product(("raises-skill", "added-to-die"), ("hit-first", "jam-first"))
]


@pytest.mark.parametrize(("figures", "plus"), [(1, 0), (2, 0), (3, 1), (5, 1), (6, 2), (10, 3)])
@pytest.mark.parametrize("gun", ["machine-gun", "shell"])
def test_each_three_figures_add_one_lines_11_and_12(gun: str, figures: int, plus: int) -> None:
    answer = modified_skill(HitRoll(2, gun, target_figures=figures))
    assert answer.value == 2 + plus, answer


def test_the_group_counts_nothing_for_a_rifle() -> None:
    assert modified_skill(HitRoll(2, target_figures=30)).value == 2


def test_added_to_the_die_a_mass_is_harder_to_hit() -> None:
    literal = {"skill-plus": "added-to-die"}
    assert shot_chance(HitRoll(4, "machine-gun", target_figures=6), literal) == Fraction(2, 6)
    assert shot_chance(HitRoll(4, "machine-gun", target_figures=6)) == 1
    assert shot_chance(HitRoll(2, "machine-gun", target_figures=6), literal) == 0


def test_a_burst_is_one_die_of_rounds_line_11() -> None:
    odds = round_odds(HitRoll(3, "machine-gun"))
    assert isinstance(odds, Odds)
    assert odds == Odds({0: 18, **dict.fromkeys(FACES, 3)})


def test_a_shell_is_four_dice_of_hits_line_12() -> None:
    odds = round_odds(HitRoll(3, "shell"))
    assert isinstance(odds, Odds)
    assert (min(odds.outcomes), max(odds.outcomes), odds.mean) == (0, 24, Fraction(7))
    assert odds.p(4) == Fraction(1, 2) * Fraction(1, 6**4)


def test_two_ones_jam_a_machine_gun_and_no_other_line_11() -> None:
    for gun, chance in (("machine-gun", Fraction(1, 36)), ("shell", Fraction(0))):
        odds = gun_odds(HitRoll(3, gun))
        assert isinstance(odds, Odds)
        assert odds.chance(lambda outcome: outcome[1]) == chance


@pytest.mark.parametrize(
    ("skill", "moved", "order", "chance"),
    [
        (3, "stand", "hit-first", Fraction(18, 36)),
        (3, "stand", "jam-first", Fraction(17, 36)),
        (3, "charge", "hit-first", Fraction(3, 36)),  # a ONE, then 1, 2 or 3
        (3, "charge", "jam-first", Fraction(2, 36)),  # a ONE, then 2 or 3; a second ONE only jams
    ],
)
def test_both_orders_of_the_ones(skill: int, moved: str, order: str, chance: Fraction) -> None:
    odds = round_odds(HitRoll(skill, "machine-gun", moved=moved), {"ones": order})
    assert isinstance(odds, Odds)
    assert odds.at_least(1) == chance


@given(st.integers(1, 6))
def test_icepool_agrees_on_a_shell(skill: int) -> None:
    odds = round_odds(HitRoll(skill, "shell"))
    assert isinstance(odds, Odds)
    pool = icepool.d6.map(lambda die: 4 @ icepool.d6 if die <= skill else 0)
    assert dict(odds) == {n: Fraction(w, pool.denominator()) for n, w in pool.items()}


def test_a_gun_at_a_lost_range_is_a_gap() -> None:
    shot = HitRoll(3, "shell", range_inches=30)
    assert isinstance(gun_odds(shot), Gap)
    assert isinstance(round_odds(shot), Gap)


@pytest.mark.parametrize(
    ("unexposed", "chance"),
    [
        (0, Fraction(0)),
        (5, Fraction(0)),
        (6, Fraction(1, 6)),
        (8, Fraction(1, 2)),
        (11, Fraction(1)),
        (40, Fraction(1)),
    ],
)
def test_twelve_or_more_tests_a_unit_in_cover_line_12(unexposed: int, chance: Fraction) -> None:
    assert cover_test_chance(unexposed) == chance
    assert Fraction(sum(bool(cover_test(unexposed, die).value) for die in FACES), 6) == chance
    assert {step.cite.lines for step in cover_test(unexposed, 3).steps} == {"12"}


def test_one_figure_in_cover_is_one() -> None:
    assert "1 figure in cover" in str(cover_test(1, 6))
