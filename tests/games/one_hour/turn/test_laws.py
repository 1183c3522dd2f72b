"""The laws of play, over random games of One-Hour Wargames."""

import random
from collections import Counter

import pytest

from landships_lab.core.dice import Thrown
from landships_lab.games.one_hour.turn import START
from landships_lab.games.one_hour.turn.situation import OneHourGame
from landships_lab.play import Situation
from landships_lab.play.turns import choices, take
from tests.effort import tries
from tests.play.laws import check_choices, check_odds, check_record, random_game

NAMES = ("flank-attack", "static-defence")
#: Kinds of choice that random games meet, by the step that offers them.
KINDS = {
    "MortarFire fire",
    "MortarFire end",
    "Actions fire",
    "Actions move",
    "Actions end",
    "Moving to",
    "Moving stop",
    "ReadyFire fire",
}


def check(situation: Situation) -> None:
    """A table that can be: each Unit once, its Hits below what destroys it, marks as the print has
    them.
    """
    assert isinstance(situation, OneHourGame)
    units = situation.table.units
    names = [unit.name for unit in units]
    gone = [one.unit.name for one in situation.gone]
    assert sorted({*names, *gone}) == sorted(START[situation.scenario].names)  # type: ignore[attr-defined]
    assert not {*names} & {*gone}
    for unit in units:
        assert 0 <= unit.hits <= 15
        assert unit.kind != "tank" or not unit.dug_in
        assert unit.name not in situation.permanent or unit.hits >= 5
        assert not {unit.name} <= situation.fired & situation.moved


def sampled(seed: int) -> object:
    """Check all choices in one situation of some twenty: there are a hundred in each."""
    dice = random.Random(seed)

    def look(situation: Situation) -> None:
        check(situation)
        if dice.random() < 0.04:
            check_choices(situation)

    return look


def played(seeds: range, met: Counter[str], most: int) -> None:
    for seed in seeds:
        name = NAMES[seed % len(NAMES)]
        game = random_game(START[name], seed, sampled(seed), met, most)  # type: ignore[arg-type]
        check_record(f"one_hour:{name}", game)
        for situation, happening in game[seed % 7 :: 31]:
            check_odds(situation, happening)


def test_random_games_are_legal_and_replay() -> None:
    met: Counter[str] = Counter()
    played(range(tries(2, 8, 50)), met, tries(60, 120))
    assert set(met) >= KINDS


@pytest.mark.slow
def test_two_thousand_random_games() -> None:
    met: Counter[str] = Counter()
    played(range(100, 2100), met, 200)
    assert set(met) >= KINDS


@pytest.mark.parametrize("name", NAMES)
def test_a_game_in_which_nobody_acts_ends_by_its_victory_rule(name: str) -> None:
    """Scenario 6 and 14: after the last Turn somebody has won, and nothing may be done any more."""
    situation: Situation = START[name]
    for _ in range(400):
        if situation.over:
            break
        ends = [one for one in choices(situation) if one.legal and one.ends]
        situation = take(situation, ends[0], Thrown(seed=1)).situation
    assert situation.over
    assert choices(situation) == ()
