"""The laws of play, for the games of one rule set: a test of each game calls these."""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from functools import _lru_cache_wrapper
from typing import Any

import pytest

from landships_lab.core.answer import Answer, Gap, Step
from landships_lab.core.dice import Thrown
from landships_lab.data.load import readings
from landships_lab.data.marks import marks
from landships_lab.play import Choice, Happening, Situation, choice, choices, take, turns
from landships_lab.play.records import Move, Record, read, write
from landships_lab.play.rereading import offered_readings
from tests.effort import tries

#: A random game is this long at most.
MOST_MOVES = 200
#: `make all` plays two thousand games of each rule set, in parts that end in minutes; with
#: EFFORT=hour two hundred.
GAMES_IN_PART = 50
GAMES = 1000 + tries(GAMES_IN_PART, 2000)
two_thousand_games = pytest.mark.parametrize(
    "seeds", [range(n, n + GAMES_IN_PART) for n in range(1000, GAMES, GAMES_IN_PART)], ids=str
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
    assert odds.p(happening.outcome) > 0, (happening.outcome, odds)
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


# ------------------------------------------------------------------------------------- marks

#: What a game knows of a move: the moments (`Marks.events`) that came for each unit with it.
Moments = Callable[[Situation, Happening], Mapping[str, Iterable[str]]]


def check_marks(before: Situation, happening: Happening, moments: Moments) -> None:
    """No mark of a unit that is still there began, grew or ended but by an event that the table of
    the game names for it, and what the table says always ends it has ended it.
    """
    after, table = happening.situation, marks(before.game)
    verb, actor = happening.words.split()[0], choice(before, happening.words).unit
    old, new, came = before.marks(), after.marks(), moments(before, happening)
    for unit, mark in {*old, *new}:
        own, now, then = table[mark], old.get((unit, mark)), new.get((unit, mark))
        events = {*came.get(unit, ()), verb if unit == actor else f"on {verb}"}
        told = f"{unit}: {mark} was {now!r}, is {then!r} after {happening.words!r} ({events})"
        if "gone" in events:
            continue
        if now is None:
            assert events & own.begins, f"{told} began"
        elif then not in (now, None):
            assert events & (own.begins | own.may_end), f"{told} changed"
        if then is None:
            assert events & (own.ends | own.may_end), f"{told} ended"
        elif now is not None and not events & own.begins:
            assert not events & own.ends, f"{told} outlived its end"
        if now is not None and then not in (now, None) and not events & own.ends:
            assert own.again not in ("keeps", "never"), f"{told} took a second"
            if own.again == "graver":
                assert own.together(now, then) == then, f"{told} became lighter"


# ------------------------------------------------------------------------------------- causes


def clear_caches() -> None:
    """Forget every answer that the games keep: with a rule taken away they are other ones.

    The caches are found by their modules: the tests freeze what was imported before them, and the
    garbage collector no longer tells of it.
    """
    for name, module in tuple(sys.modules.items()):
        if name.startswith("landships_lab.games"):
            for found in tuple(vars(module).values()):
                if isinstance(found, _lru_cache_wrapper):
                    found.cache_clear()
    turns._choices.cache_clear()


@contextmanager
def without_rule(text: str) -> Iterator[None]:
    """Take a rule away: the step with this text no longer forbids."""
    begin = Step.__init__

    def lenient(self: Step, *given: Any, **named: Any) -> None:
        begin(self, *given, **named)
        if self.op == "forbids" and self.text == text:
            object.__setattr__(self, "op", "note")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Step, "__init__", lenient)
        clear_caches()
        yield
    clear_caches()


def check_cause(situation: Situation, words: str) -> None:
    """What refuses a choice is its cause: with that rule taken away it is allowed, or another rule
    is named, until none is left.
    """
    said = [_forbids(choice(situation, words))]
    while said[-1]:
        fresh = replace(situation)
        with ExitStack() as stack:
            for text in said:
                stack.enter_context(without_rule(text))
            said.append(_forbids(choice(fresh, words)))
        assert said[-1] not in said[:-1], f"{words!r} is refused by {said[-1]!r}, or not by it"


def _forbids(one: Choice) -> str:
    """Return the text of the step that refuses a choice, or that lacks what the source does not
    say; its headline if none does, and "" for a choice that is legal.
    """
    if one.legal or one.why is None:
        return "" if one.legal else "it has no reason"
    steps = one.why.steps
    refusing = [step.text for step in steps if step.op == "forbids"]
    lacking = [step.text for step in steps if isinstance(step.amount, Gap)]
    return next(iter([*refusing, *lacking]), one.why.headline)


# ----------------------------------------------------------------------------------- readings


def offered(situation: Situation) -> Iterator[tuple[str, str]]:
    """Yield each option of each reading that is offered in a game, but the defaults."""
    for key, reading in offered_readings(situation).items():
        yield from ((key, option.id) for option in reading.options[1:])


def with_random_readings(situation: Situation, seed: int) -> Situation:
    """Return the situation under a random option of each of its readings, the defaults unsaid as in
    a record.
    """
    dice = random.Random(f"readings {seed}")
    found = {key: dice.choice(one.options) for key, one in offered_readings(situation).items()}
    others = {
        key: one.id for key, one in found.items() if one != readings(situation.game)[key].options[0]
    }
    return situation.with_readings(others)


def matters(situation: Situation, reading: str, option: str) -> bool:
    """Return whether an option changes here who decides, a choice, or what comes of one."""
    other = situation.with_readings({**situation.read_as, reading: option})
    return _said(situation) != _said(other)


def _said(situation: Situation) -> list[object]:
    def of(one: Choice) -> object:
        # where two options say the same, each cites its own line
        why = one.why and (one.why.headline, [(step.text, step.op) for step in one.why.steps])
        return one.odds if one.legal else why

    listed = [
        (one.words, one.says, one.legal, one.supplied, one.expects, of(one))
        for one in choices(situation)
    ]
    return [situation.now.side(situation), *listed]
