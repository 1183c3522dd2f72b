"""A moment of a record: the situation on the board, what just happened, and what may be
done now.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from landships_lab.core.dice import Odds, Throw, throw_after
from landships_lab.play.lines import lines
from landships_lab.play.records import Move, Record
from landships_lab.play.turns import Choice, Happening, Situation, choice, choices

#: How many of the last games played are cached.
KEPT_GAMES = 16
#: The most dice shown for one choice.
MOST_DICE = 40
_Key = tuple[str, tuple[tuple[str, str], ...], tuple[tuple[str, tuple[int, ...]], ...]]
_played: OrderedDict[_Key, tuple[Happening, ...]] = OrderedDict()


@dataclass(frozen=True)
class Moment:
    """The situation after some moves of a line, and what may be done in it.

    ``units`` may act; ``listed`` are the choices of ``unit`` and of the whole side. ``hand`` is the
    choice in hand. ``happenings`` are those of the whole line, ``moves`` its moves.
    """

    begin: Situation
    situation: Situation
    moves: tuple[Move, ...]
    happenings: tuple[Happening, ...]
    at: int
    units: tuple[str, ...] = ()
    unit: str = ""
    listed: tuple[Choice, ...] = ()
    hand: Choice | None = None

    @property
    def last(self) -> Happening | None:
        """What just happened."""
        return self.happenings[self.at - 1] if self.at else None

    @property
    def before(self) -> Situation:
        """The situation before that."""
        return self.happenings[self.at - 2].situation if self.at > 1 else self.begin

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.situation.over or not self.situation.stack)

    @property
    def side(self) -> str:
        """The side that is to decide; "" at the end."""
        return "" if self.over else self.situation.now.side(self.situation)

    def side_of(self, move: int) -> str:
        """Return the side that made a move, the first one being 1."""
        before = self.happenings[move - 2].situation if move > 1 else self.begin
        return before.now.side(before)

    def choice(self, words: str) -> Choice:
        """Return the choice of these words. Raises `ValueError` if they stand for none."""
        return _named(self.situation, self.listed, words)

    @property
    def headline(self) -> str:
        """What is to be decided, or who has won."""
        if self.over:
            return self.situation.over or "The game is over."
        label, prompt = self.situation.label, self.situation.now.prompt(self.situation)
        return prompt if prompt.startswith(label) else f"{label}: {prompt}"


def moment_of(record: Record, line: int, at: int, unit: str = "", hand: str = "") -> Moment:
    """Return the moment after ``at`` moves of a line, with this unit chosen and this choice in
    hand. If the unit may not act, the first that may is chosen instead.

    Raises `ValueError` for a record that does not replay, and for words that are not a choice
    there.
    """
    moves = lines(record)[line].moves
    happenings = played(record, moves)
    begin = record.begin()
    situation = happenings[at - 1].situation if at else begin
    moment = Moment(begin, situation, moves, happenings, at)
    if moment.over:
        return moment
    units = situation.now.units(situation)
    chosen = unit if unit in units else _first(situation, units)
    listed = choices(situation, chosen)
    held = _named(situation, listed, hand) if hand else None
    return Moment(begin, situation, moves, happenings, at, units, chosen, listed, held)


def _named(situation: Situation, listed: Sequence[Choice], words: str) -> Choice:
    """Return the choice with these words, from the list if it is there."""
    known = next((one for one in listed if one.words == words), None)
    return known or choice(situation, words)


def _first(situation: Situation, units: tuple[str, ...]) -> str:
    """Return the first unit with a choice of its own, or else the first of all."""
    may = (
        unit
        for unit in units
        if any(one.legal and one.unit == unit for one in choices(situation, unit))
    )
    return next(may, next(iter(units), ""))


def played(record: Record, moves: Sequence[Move]) -> tuple[Happening, ...]:
    """Return what happened along a line of a record.

    The cache makes a line that is one move longer cost one move.

    Raises `ValueError`, naming the move, where one is illegal.
    """
    words = tuple((move.words, move.rolls) for move in moves)
    key = (record.game, record.readings, words)
    if key not in _played:
        before = _played.get((record.game, record.readings, words[:-1])) if words else None
        _played[key] = tuple(record.happenings(moves, before or ()))
        while len(_played) > KEPT_GAMES:
            _played.popitem(last=False)
    _played.move_to_end(key)
    return _played[key]


def next_unit(moment: Moment, step: int) -> str:
    """Return the unit after the chosen one among those that may act; "" if nobody may."""
    units = moment.units
    if not units:
        return ""
    at = units.index(moment.unit) if moment.unit in units else -step
    return units[(at + step) % len(units)]


@dataclass(frozen=True, slots=True)
class Asked:
    """A die that a choice throws, and the number chosen for it."""

    die: Odds[int]
    number: int


def asked(wanted: Choice, faces: Sequence[int]) -> tuple[Asked, ...]:
    """Return the dice that a legal choice throws, with the numbers chosen for the first of them,
    and a middle number for each of the others. Which dice are thrown may depend on earlier ones.
    """
    return tuple(_asked(wanted, faces))


def _asked(wanted: Choice, faces: Sequence[int]) -> Iterator[Asked]:
    effect = wanted.checked()
    known: list[Any] = []
    for place in range(MOST_DICE):
        following: Any = throw_after(effect, known)
        if not isinstance(following, Throw):
            return
        numbers = following.die.outcomes
        number = faces[place] if place < len(faces) else numbers[(len(numbers) - 1) // 2]
        number = number if number in numbers else min(numbers, key=lambda n: abs(n - number))
        known.append(following.meaning(number))
        yield Asked(following.die, number)
