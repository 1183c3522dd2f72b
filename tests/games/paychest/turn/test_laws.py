"""The laws of play, over random fights."""

from collections import Counter

import pytest

from landships_lab.games.paychest.turn import START, Fight
from landships_lab.games.paychest.turn.fight import DOWN, LEFT
from landships_lab.play import Situation
from landships_lab.play.turns import choices
from tests.play.laws import (
    GAMES_IN_PART,
    check_choices,
    check_odds,
    check_record,
    random_game,
    two_thousand_games,
)

pytestmark = pytest.mark.long

NAME = "one-fight"
#: Every kind of choice, by the step that offers it; the random fights must meet them all.
KINDS = {
    "DrawCard draw",
    "UnitTurn obey",
    "UnitTurn advance",
    "UnitTurn charge",
    "UnitTurn fire",
    "UnitTurn fight",
    "UnitTurn end",
    "Meets meets",
    "Casualties out",
    "MoraleChecks morale",
    "LostLine lost",
}


def check(situation: Situation) -> None:
    """A fight that can be: contact is mutual, men are not negative, who is gone does nothing."""
    assert isinstance(situation, Fight)
    for unit in situation.units:
        assert 0 <= unit.men <= START[NAME].unit(unit.name).men
        assert unit.gone in ("", DOWN, LEFT)
        assert (unit.gone == DOWN) == (unit.men == 0 and unit.back < situation.edge) or unit.gone
        assert 0 <= unit.touching <= unit.men
        assert bool(unit.met) == bool(unit.touching)
        if unit.met:
            assert situation.unit(unit.met).met == unit.name
            assert not unit.gone
    check_choices(situation)


def played(seeds: range, met: Counter[str]) -> None:
    for seed in seeds:
        game = random_game(START[NAME], seed, check, met)
        check_record(f"paychest:{NAME}", game)
        for situation, happening in game[seed % 5 :: 9]:
            check_odds(situation, happening)
        for before, happening in game:
            men = sum(unit.men for unit in before.units)  # type: ignore[attr-defined]
            assert sum(unit.men for unit in happening.situation.units) <= men  # type: ignore[attr-defined]


def test_random_fights_are_legal_and_replay() -> None:
    met: Counter[str] = Counter()
    played(range(GAMES_IN_PART), met)
    assert set(met) == KINDS


@pytest.mark.slow
@two_thousand_games
def test_two_thousand_random_fights(seeds: range) -> None:
    met: Counter[str] = Counter()
    played(seeds, met)
    assert set(met) == KINDS


def test_refusals_name_their_rule() -> None:
    """Each reason for which a choice is refused comes up, and cites a line."""
    said: set[str] = set()

    def gather(situation: Situation) -> None:
        for one in choices(situation):
            if one.why is not None and not one.legal:
                said.add(f"{one.words.split()[0]} {one.why.headline.split(':')[0]}")

    met: Counter[str] = Counter()
    for seed in range(6):
        random_game(START[NAME], seed, gather, met)
    assert any(words.startswith("fire It has fired") for words in said)
    assert any(words.startswith("fight It has met no enemy") for words in said)
    assert any(words.startswith("fight It does not touch") for words in said)
    assert any(words.startswith("charge It may not move freely") for words in said)
    assert any(words.startswith("advance It has") for words in said)
