"""The laws of play, for the games of one rule set: a test of each game calls these."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

import pytest

from landships_lab.core.answer import Answer
from landships_lab.core.dice import Thrown
from landships_lab.play import Choice, Happening, Situation, choice, choices, take
from landships_lab.play.records import Move, Record, read, write

#: A random game is this long at most.
MOST_MOVES = 200
#: `make slow` plays two thousand games of each rule set, in parts that end in minutes.
GAMES_IN_PART = 50
two_thousand_games = pytest.mark.parametrize(
    "seeds", [range(n, n + GAMES_IN_PART) for n in range(1000, 3000, GAMES_IN_PART)], ids=str
)


def random_game(
    begin: Situation,
    seed: int,
    check: Callable[[Situation], None],
    met: Counter[str] | None = None,
    most: int = MOST_MOVES,
) -> list[tuple[Situation, Happening]]:
    """Play a random game: before each move ``check`` sees the situation. The moves are steered
    towards kinds (the first word) and units that were ``met`` least.
    """
    dice, situation = random.Random(seed), begin
    met = Counter() if met is None else met
    played: list[tuple[Situation, Happening]] = []
    while not situation.over and len(played) < most:
        check(situation)
        legal = [one for one in choices(situation) if one.legal]
        assert legal, f"nothing may be done, and the game is not over: {situation.text()}"
        rare = min(met[_kind(situation, one)] for one in legal)
        first = [one for one in legal if met[_kind(situation, one)] <= rare]
        taken = dice.choice(first if dice.random() < 0.3 else legal)
        met[_kind(situation, taken)] += 1
        happening = take(situation, taken, Thrown(seed=dice.randrange(10**9)))
        played.append((situation, happening))
        situation = happening.situation
    return played


def _kind(situation: Situation, one: Choice) -> str:
    return f"{type(situation.now).__name__} {one.words.split()[0]}"


def check_choices(situation: Situation) -> None:
    """What is listed can be read back; what is legal has odds that sum to one; what is refused says
    why with a citation, and `take` refuses it.
    """
    listed = choices(situation)
    assert len({one.words for one in listed}) == len(listed), "two choices have the same words"
    for one in listed:
        assert choice(situation, one.words) == one
        assert choice(situation, one.words).legal == one.legal
        if not one.legal:
            assert isinstance(one.why, Answer), one
            assert one.why.headline, one
            assert any(step.cite for step in one.why.steps), one
            with pytest.raises(ValueError, match=r"."):
                take(situation, one, Thrown(seed=1))
    for unit in {one.unit for one in listed}:
        assert set(choices(situation, unit)) == {one for one in listed if one.unit in ("", unit)}
    assert situation.now.prompt(situation)
    assert situation.now.side(situation)


def check_odds(situation: Situation, happening: Happening) -> None:
    """What happened is among the outcomes of the choice that was taken."""
    odds = choice(situation, happening.words).odds
    assert sum(chance for _, chance in odds) == 1
    assert odds.p(happening.said) > 0, (happening.said, odds)
    again = take(situation, happening.words, Thrown(happening.rolls))
    assert again == happening
    assert hash(again.situation) == hash(happening.situation)


def record_of(name: str, played: list[tuple[Situation, Happening]]) -> Record:
    """Return the record of a game that was played from the situation of this name."""
    moves = tuple(Move(happening.words, happening.rolls) for _, happening in played)
    return Record(name, "a random game", (), moves)


def check_record(name: str, played: list[tuple[Situation, Happening]]) -> None:
    """The record of a game replays to the same situation, and its text to the same record."""
    record = record_of(name, played)
    assert read(write(record)) == record
    assert record.replay() == played[-1][1].situation
    assert record.replay().text() == played[-1][1].situation.text()
