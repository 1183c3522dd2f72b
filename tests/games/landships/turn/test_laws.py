"""The laws of play, over random games of the Brickyard."""

import random
from collections import Counter

import pytest

from landships_lab.core.dice import Thrown
from landships_lab.core.hexes import Hex
from landships_lab.games.landships.rules.brickyard import SCENARIO, class_of
from landships_lab.games.landships.rules.positions import check_position
from landships_lab.games.landships.turn import START, Clock
from landships_lab.play import Situation
from landships_lab.play.turns import choice, choices, take
from tests.play.laws import (
    GAMES_IN_PART,
    check_choices,
    check_odds,
    check_record,
    random_game,
    two_thousand_games,
)

pytestmark = pytest.mark.long

#: Every kind of choice, by the step that offers it; the random games must meet them all.
KINDS = {
    "Arrivals enter",
    "Arrivals end",
    "Vehicles drive",
    "Vehicles end",
    "Drive ahead",
    "Drive left",
    "Drive right",
    "Drive drift",
    "Drive halt",
    "Dismount dismount",
    "Dismount end",
    "Foot walk",
    "Foot end",
    "Firing fire",
    "Firing end",
    "Attack no-effect",
    "Attack result",
}
COUNTERS = {name: {unit.id for unit in start.units} for name, start in START.items()}


def check(situation: Situation) -> None:
    """A position that can be: every counter once, in a position that its class may have, squads in
    tanks that are there, nothing on the board before its turn.
    """
    assert isinstance(situation, Clock)
    ids = [unit.id for unit in situation.units]
    assert len(set(ids)) == len(ids)
    assert {*ids, *situation.removed} == COUNTERS["ten-turns"]
    assert not set(ids) & set(situation.removed)
    assert 1 <= situation.turn <= SCENARIO.turns
    for unit in situation.units:
        assert not (unit.aboard and unit.place)
        assert not unit.aboard or unit.aboard in ids
        if unit.place is not None:
            kind = class_of(unit.of, situation.about("scenario"))
            assert check_position(kind, unit.place, unit.heading).value, unit
            assert unit.of.turn <= situation.turn
            assert kind == 3 or isinstance(unit.place, Hex)


def sampled(seed: int) -> object:
    """Check all choices in one situation of ten, since there are a hundred in each."""
    dice = random.Random(seed)

    def look(situation: Situation) -> None:
        check(situation)
        if dice.random() < 0.1:
            check_choices(situation)

    return look


def played(seeds: range, met: Counter[str]) -> None:
    for seed in seeds:
        name = sorted(START)[seed % len(START)]
        game = random_game(START[name], seed, sampled(seed), met)  # type: ignore[arg-type]
        check_record(f"landships:{name}", game)
        for situation, happening in game[seed % 7 :: 23]:
            check_odds(situation, happening)


def test_random_games_are_legal_and_replay() -> None:
    met: Counter[str] = Counter()
    played(range(GAMES_IN_PART), met)
    assert set(met) == KINDS


@pytest.mark.slow
@two_thousand_games
def test_two_thousand_random_games(seeds: range) -> None:
    met: Counter[str] = Counter()
    played(seeds, met)
    assert set(met) == KINDS


def test_a_game_ends_after_its_last_turn_by_its_victory_rule() -> None:
    """Lines 127 and 147: ten turns, and then the Brickyard is looked at."""
    situation: Situation = START["last-turns"]
    while not situation.over:
        situation = take(situation, "end", Thrown()).situation
    assert isinstance(situation, Clock)
    assert situation.turn == SCENARIO.turns
    assert situation.over.startswith("The British win")
    assert choices(situation) == ()
    with pytest.raises(ValueError, match="The game is over"):
        choice(situation, "end")
