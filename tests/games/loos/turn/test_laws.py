"""The laws of play over random games of Loos, from the set-up to the last turn."""

from __future__ import annotations

from collections import Counter
from functools import cache, partial

import pytest

from landships_lab.core.dice import Roll, Thrown, run
from landships_lab.data.marks import marks
from landships_lab.games.loos.turn import START
from landships_lab.games.loos.turn.battle import Battle
from landships_lab.play import Happening, Situation, choice, choices, take
from landships_lab.play.turns import Effect
from tests.effort import tries
from tests.games.loos.turn.independent import check
from tests.games.loos.turn.moments import moments
from tests.games.loos.turn.promises import check_promise
from tests.play import laws

pytestmark = pytest.mark.long

#: Every kind of decision there is, but the end of a phase, which decides nothing.
KINDS = {
    *("GermanSetUp", "BritishSetUp", "Aircraft", "Marks", "Announce", "Declare", "Resolve"),
    *("CounterShells", "FriendlyFire", "Fight", "LoseStep", "Retreat", "Advance"),
    *("Move", "Release", "Enter", "Replacements", "PlaceBattalions"),
    *("MobileMove", "Rush", "MobileDeclare", "MobileFights"),
}
Game = list[tuple[Situation, Happening]]


@cache
def after_set_up(armies: int = 2) -> Battle:
    """Return the position after this many armies have said that they are set up."""
    battle: Situation = START["zero-hour"]
    for _ in range(armies):
        battle = take(battle, "ready", Thrown()).situation
    assert isinstance(battle, Battle)
    return battle


def test_one_press_sets_both_sides_up_as_ours() -> None:
    assert take(START["zero-hour"], "ours", Thrown()).situation == after_set_up()
    assert choice(START["zero-hour"], "ours").ends


def begin(seed: int) -> Battle:
    """Return the position from which a random game begins: one in five is of the set-up, and one in
    three of the last turn.
    """
    if seed % 5 == 0:
        return after_set_up(seed // 5 % 2)
    return START["last-turn"] if seed % 3 == 0 else after_set_up()


def possible(situation: Situation) -> None:
    """Fail with the reason where the position cannot be."""
    assert isinstance(situation, Battle)
    check(situation)


@cache
def games() -> tuple[Game, ...]:
    """Return the random games of this run, steered together."""
    met: Counter[str] = Counter()
    return tuple(
        laws.random_game(begin(seed), seed, possible, met, 40 if seed % 5 == 0 else laws.MOST_MOVES)
        for seed in range(laws.GAMES_IN_PART)
    )


def test_every_position_can_be_and_every_game_goes_on() -> None:
    assert all(len(game) > 10 for game in games())
    for game in games():
        possible(game[-1][1].situation)


def test_random_games_meet_every_kind_of_decision() -> None:
    assert {type(before.now).__name__ for game in games() for before, _ in game} == KINDS


def test_random_games_end_by_each_rule_of_victory() -> None:
    ends = " ".join(game[-1][1].situation.over for game in games())
    assert "German victory at once" in ends
    assert "no whole towns: German victory" in ends


def test_what_is_listed_can_be_read_and_what_is_refused_says_why() -> None:
    for number, game in enumerate(games()):
        for before, _ in game[number % 40 :: 40]:
            laws.check_choices(before)


def test_what_happened_was_among_the_odds() -> None:
    for number, game in enumerate(games()):
        for before, happening in game[number % 15 :: 15]:
            laws.check_odds(before, happening)


def test_records_of_random_games_replay() -> None:
    for seed, game in enumerate(games()):
        if begin(seed) in START.values():
            name = "last-turn" if begin(seed).turn else "zero-hour"
            laws.check_record(f"loos:{name}", game)


def test_the_choices_of_one_unit_are_those_of_all() -> None:
    for game in games()[:12]:
        for before, _ in game[::30]:
            listed = choices(before)
            assert set(before.now.units(before)) >= {one.unit for one in listed if one.unit}


@cache
def games_under_readings() -> tuple[Game, ...]:
    """Return random games under random readings."""
    met: Counter[str] = Counter()
    return tuple(
        laws.random_game(laws.with_random_readings(begin(seed), seed), seed, possible, met, 120)
        for seed in range(laws.GAMES_IN_PART)
    )


def test_random_games_under_random_readings_go_on() -> None:
    assert all(len(game) > 10 for game in games_under_readings())


def test_marks_begin_and_end_as_their_table_says() -> None:
    seen: Counter[str] = Counter()
    for game in (*games(), *games_under_readings()[1::2]):
        for before, happening in game:
            laws.check_marks(before, happening, moments)
            seen.update(mark for _, mark in before.marks())
    assert seen.keys() == marks("loos").keys()


def test_choices_do_what_they_say() -> None:
    for game in (*games(), *games_under_readings()):
        for before, happening in game:
            check_promise(before, happening)


def test_every_refusal_is_caused_by_the_rule_it_names() -> None:
    """Each kind of refusal once: its rule, the decision and the verb."""
    met: set[tuple[str, str, str]] = set()
    for game in (*games(), *games_under_readings()):
        for before, _ in game[::3]:
            for one in choices(before):
                cite = one.cite.lines if one.cite else ""
                kind = (type(before.now).__name__, one.verb, cite)
                if not one.legal and kind not in met:
                    met.add(kind)
                    laws.check_cause(before, one.words)
        if len(met) >= tries(25, 60):
            break
    assert len(met) > 20


def _said(effect: Effect, roll: Roll) -> str:
    return effect(roll).outcome


def test_fast_odds_of_shells_are_those_of_their_dice() -> None:
    """A bombardment of two dice at most, by the fast way and over every throw."""
    met = 0
    for game in games():
        for before, happening in game:
            one = choice(before, happening.words)
            few = one.fast_odds is not None and len(happening.rolls) <= 3
            if few and one.effect is not None:
                assert one.odds == run(partial(_said, one.effect))
                met += 1
            if met >= tries(8, 60):
                return
    assert met


@pytest.mark.slow
@laws.two_thousand_games
def test_two_thousand_random_games(seeds: range) -> None:
    """Under random readings; their marks and their promises are held too."""
    met: Counter[str] = Counter()
    for seed in seeds:
        game = laws.random_game(laws.with_random_readings(begin(seed), seed), seed, possible, met)
        assert game[-1][1].situation.over or len(game) == laws.MOST_MOVES
        for before, happening in game:
            laws.check_marks(before, happening, moments)
            check_promise(before, happening)
