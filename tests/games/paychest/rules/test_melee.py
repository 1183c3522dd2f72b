"""Melee cancels hits as printed, and its odds agree with every roll and with icepool."""

from fractions import Fraction
from itertools import product

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from landships_lab.core.dice import Odds
from landships_lab.games.paychest.rules.melee import (
    melee,
    melee_hits,
    melee_odds,
    taken_odds,
    win_draw_lose,
)
from landships_lab.games.paychest.rules.turn import ahead_odds, before_chance, place_odds
from tests.games.paychest.rules.odds import stands_odds

FACES = range(1, 7)
SKILLS = st.integers(-1, 8)


@pytest.mark.parametrize(
    ("skill", "die", "hits"),
    [(4, 4, 1), (4, 3, 2), (4, 2, 3), (4, 1, 4), (4, 5, 0), (0, 1, 0), (6, 1, 6)],
)
def test_a_die_equal_to_the_skill_is_one_hit_and_each_point_below_one_more_line_7(
    skill: int, die: int, hits: int
) -> None:
    assert melee_hits(skill, die) == hits
    assert melee(skill, 0, [die], [6]).value == hits


def test_hits_cancel_one_for_one_and_the_excess_is_the_losers_line_7() -> None:
    answer = melee(4, 4, [2], [3])
    assert answer.value == 1, answer
    assert answer.headline == "1 hit on side B."
    assert {step.cite.lines for step in answer.steps} == {"7"}
    assert melee(4, 4, [3], [3]).headline == "Nobody is hurt."
    assert melee(4, 4, [6], [1]).headline == "4 hits on side A."


def slow(skill_a: int, skill_b: int, dice_a: int, dice_b: int) -> Odds[int]:
    """Return the odds from every roll of both sides, explained one by one."""
    ends: dict[int, int] = {}
    for roll in product(FACES, repeat=dice_a + dice_b):
        net = melee(skill_a, skill_b, roll[:dice_a], roll[dice_a:]).value
        ends[net] = ends.get(net, 0) + 1
    return Odds(ends)


@given(SKILLS, SKILLS, st.sampled_from([(1, 1), (2, 1), (1, 2)]))
def test_odds_are_those_of_every_roll_explained(
    skill_a: int, skill_b: int, men: tuple[int, int]
) -> None:
    assert melee_odds(skill_a, skill_b, *men) == slow(skill_a, skill_b, *men)
    assert melee_odds(skill_a, skill_b, *men, reading="one-die") == slow(skill_a, skill_b, 1, 1)


@given(SKILLS, SKILLS, st.integers(1, 4), st.integers(1, 4))
def test_icepool_agrees(skill_a: int, skill_b: int, men_a: int, men_b: int) -> None:
    one = icepool.d6.map(lambda die: max(0, skill_a - die + 1))
    other = icepool.d6.map(lambda die: max(0, skill_b - die + 1))
    pool = men_a @ one - men_b @ other
    odds = melee_odds(skill_a, skill_b, men_a, men_b)
    assert dict(odds) == {net: Fraction(n, pool.denominator()) for net, n in pool.items()}


@given(SKILLS, SKILLS, st.integers(1, 3), st.integers(1, 3))
def test_swapping_the_sides_turns_the_odds_round(
    skill_a: int, skill_b: int, men_a: int, men_b: int
) -> None:
    odds, turned = (
        melee_odds(skill_a, skill_b, men_a, men_b),
        melee_odds(skill_b, skill_a, men_b, men_a),
    )
    assert odds.map(lambda net: -net) == turned
    assert win_draw_lose(odds) == win_draw_lose(turned)[::-1]
    assert sum(win_draw_lose(odds)) == 1


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=1, max_size=3))
def test_several_stands_each_cancel_their_own(contacts: list[tuple[int, int]]) -> None:
    pool = icepool.Die([(0, 0)])
    for skill_a, skill_b in contacts:
        net = icepool.d6.map(lambda die, skill=skill_a: melee_hits(skill, die)) - icepool.d6.map(
            lambda die, skill=skill_b: melee_hits(skill, die)
        )
        pool = icepool.map(
            lambda taken, end: (taken[0] + max(0, -end), taken[1] + max(0, end)), pool, net
        )
    both = stands_odds([melee_odds(*contact) for contact in contacts])
    assert dict(both) == {taken: Fraction(n, pool.denominator()) for taken, n in pool.items()}


@given(st.integers(0, 5), st.integers(0, 5), st.integers(1, 4))
def test_what_each_side_takes_is_its_part_of_both(skill_a: int, skill_b: int, fights: int) -> None:
    contact = melee_odds(skill_a, skill_b)
    both = stands_odds([contact] * fights)
    assert taken_odds(contact, fights) == (
        both.map(lambda taken: taken[0]),
        both.map(lambda taken: taken[1]),
    )


# ---------------------------------------------------------------------------------------- the cards


@given(st.integers(1, 4), st.integers(0, 3))
def test_cards_are_drawn_in_any_order_alike_line_3(mine: int, others: int) -> None:
    """Lay out every order of my cards, one enemy card and others, one by one."""
    pack = ["mine"] * mine + ["enemy"] + ["other"] * others
    ahead: dict[int, int] = {}
    place: dict[int, int] = {}
    for spots in product(range(len(pack)), repeat=mine + 1):
        if len(set(spots)) == mine + 1:
            before = sum(spot < spots[-1] for spot in spots[:-1])
            ahead[before] = ahead.get(before, 0) + 1
            place[spots[-1] + 1] = place.get(spots[-1] + 1, 0) + 1
    assert ahead_odds(mine) == Odds(ahead)
    assert place_odds(len(pack)) == Odds(place)
    assert before_chance(mine, 1) == 1 - ahead_odds(mine).p(0)


def test_a_card_not_drawn_yet_comes_later() -> None:
    assert place_odds(5, drawn=3) == Odds({4: 1, 5: 1})
