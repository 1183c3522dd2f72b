"""Records: the text of a game, which replays exactly.

A record is plain text, one move a line. Its head names what is played; then come the moves, with
the numbers that were thrown, remarks and other lines of play::

    game: one_hour:flank-attack
    title: The flank attack, as printed
    reading: dice = D6

    ; a remark before the first move
    1. fire CS-Mortars ATGs = 3 ; the printed report says no more
    2. move Cruds-1 = 4 3 5
    (
    2. fire Cruds-1 ATGs = 5
    )
    3. to 18 12 0

What follows ``=`` are the rolls, in order; what follows ``;`` is a remark. A line in brackets is
another way to go on from before the move above it. Numbers of moves are for the reader: they are
checked, and may be left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from landships_lab.core.checks import brief, unknown
from landships_lab.core.dice import Thrown
from landships_lab.play.starts import start
from landships_lab.play.turns import Happening, Situation, take

HEAD = ("game", "title", "reading")
#: The longest record in characters, and the deepest nesting of other lines of play.
MOST_TEXT, MOST_DEEP = 200_000, 8
_NUMBER = re.compile(r"(\d{1,5})\.\s*")
_TOO_FEW = "the record gives too few rolls for it"


@dataclass(frozen=True, slots=True)
class Move:
    """One move: the words of the choice, the numbers thrown, a remark, and other lines of play
    from before it.
    """

    words: str
    rolls: tuple[int, ...] = ()
    remark: str = ""
    others: tuple[tuple[Move, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Record:
    """A game as text: what is played, under which readings, and its moves.

    ``remark`` stands before the first move. It holds whatever was written: `replay` checks it.
    """

    game: str
    title: str = ""
    readings: tuple[tuple[str, str], ...] = ()
    moves: tuple[Move, ...] = ()
    remark: str = ""

    def begin(self) -> Situation:
        """Return the situation before the first move.

        Raises `ValueError` for an unknown game or reading.
        """
        situation = start(self.game)
        return situation.with_readings(dict(self.readings)) if self.readings else situation

    def happenings(
        self, line: Sequence[Move] | None = None, known: Sequence[Happening] = ()
    ) -> Iterator[Happening]:
        """Yield what happened, move by move, along the main line or along ``line``. ``known`` are
        the first of them, where they have been found before.

        Raises `ValueError`, naming the move and the reason, where a move is illegal, or its rolls
        are too few or too many.
        """
        yield from known
        moves = self.moves if line is None else line
        situation = known[-1].situation if known else self.begin()
        for number, move in enumerate(moves[len(known) :], len(known) + 1):
            happening = _taken(situation, move, number)
            yield happening
            situation = happening.situation

    def replay(self, moves: int | None = None) -> Situation:
        """Return the situation after the main line, or after its first ``moves``.

        Raises `ValueError` as `happenings` does.
        """
        line = self.moves if moves is None else self.moves[:moves]
        situation = self.begin()
        for number, move in enumerate(line, 1):
            situation = _taken(situation, move, number).situation
        return situation

    def lines(self) -> Iterator[tuple[Move, ...]]:
        """Yield every line of play from the first move to its end, the main line first."""
        yield self.moves
        yield from _others((), self.moves)

    def check(self) -> int:
        """Return how many moves it holds, in all lines, after playing each of them once.

        Raises `ValueError` as `happenings` does.
        """
        return _check(self.begin(), self.moves, 1)

    def played(self, words: str, rolls: tuple[int, ...], remark: str = "") -> Record:
        """Return the record with one more move at the end."""
        return replace(self, moves=(*self.moves, Move(words, rolls, remark)))


@lru_cache(maxsize=512)
def _taken(situation: Situation, move: Move, number: int) -> Happening:
    dice = Thrown(move.rolls, _TOO_FEW)
    try:
        happening = take(situation, move.words, dice)
    except ValueError as error:
        raise ValueError(f"Move {number}, {move.words!r}: {error}") from error
    if len(happening.rolls) < len(move.rolls):
        raise ValueError(
            f"Move {number}, {move.words!r}: it uses {len(happening.rolls)} of the"
            f" {len(move.rolls)} rolls that the record gives."
        )
    return happening


def _check(situation: Situation, moves: Sequence[Move], first: int) -> int:
    played = len(moves)
    for number, move in enumerate(moves, first):
        for other in move.others:
            played += _check(situation, other, number)
        situation = _taken(situation, move, number).situation
    return played


def _others(before: tuple[Move, ...], moves: tuple[Move, ...]) -> Iterator[tuple[Move, ...]]:
    for place, move in enumerate(moves):
        for other in move.others:
            so_far = (*before, *moves[:place])
            yield (*so_far, *other)
            yield from _others(so_far, other)


# -- text -------------------------------------------------------------------------------------


def write(record: Record) -> str:
    """Return the text of a record, from which `read` makes an equal record."""
    head = [f"game: {record.game}"]
    head += [f"title: {record.title}"] if record.title else []
    head += [f"reading: {name} = {option}" for name, option in record.readings]
    remark = [f"; {record.remark}"] if record.remark else []
    return "\n".join([*head, "", *remark, *_written(record.moves, 1)]) + "\n"


def _written(moves: Sequence[Move], number: int) -> Iterator[str]:
    for at, move in enumerate(moves, number):
        rolls = f" = {' '.join(map(str, move.rolls))}" if move.rolls else ""
        remark = f" ; {move.remark}" if move.remark else ""
        yield f"{at}. {move.words}{rolls}{remark}"
        for other in move.others:
            yield "("
            yield from _written(other, at)
            yield ")"


def read(text: str) -> Record:
    """Return the record that a text holds, without playing it.

    Raises `ValueError`, in one sentence that names the line, for what is none.
    """
    if len(text) > MOST_TEXT:
        raise ValueError(f"A record has at most {MOST_TEXT:,} characters; this has {len(text):,}.")
    head, lines = _head(text)
    if "game" not in head:
        raise ValueError("A record begins with its game, such as 'game: one_hour:flank-attack'.")
    remarks: list[str] = []
    moves, left = _moves(lines, 1, 0, remarks)
    if left:
        raise ValueError(f"Line {left[0][0]}: this ')' closes no other line of play.")
    (game,), (title,) = head["game"][:1], head.get("title", [""])[:1]
    readings = tuple(_reading(one) for one in head.get("reading", ()))
    return Record(game, title, readings, moves, " ".join(remarks))


Lines = list[tuple[int, str]]


def _head(text: str) -> tuple[Mapping[str, list[str]], Lines]:
    lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), 1)]
    lines = [(number, line) for number, line in lines if line]
    head: dict[str, list[str]] = {}
    for place, (number, line) in enumerate(lines):
        word, colon, value = line.partition(":")
        if not colon or not word.isalpha() or not line[0].islower():
            return head, lines[place:]
        if word not in HEAD:
            raise ValueError(brief(f"Line {number}: {unknown('head of a record', word, HEAD)}"))
        head.setdefault(word, []).append(value.strip())
    return head, []


def _reading(line: str) -> tuple[str, str]:
    name, _, option = line.partition("=")
    return name.strip(), option.strip()


def _moves(
    lines: Lines, number: int, deep: int, remarks: list[str]
) -> tuple[tuple[Move, ...], Lines]:
    """Return the moves up to the end or to an unmatched ``)``, and the lines from there."""
    moves: list[Move] = []
    while lines:
        (at, line), rest = lines[0], lines[1:]
        if line == ")":
            return tuple(moves), lines
        if line == "(":
            if not moves or deep >= MOST_DEEP:
                raise ValueError(f"Line {at}: another line of play follows a move.")
            other, rest = _moves(rest, number + len(moves) - 1, deep + 1, [])
            if not rest or not other:
                raise ValueError(f"Line {at}: this other line of play is empty or never closed.")
            moves[-1] = replace(moves[-1], others=(*moves[-1].others, other))
            rest = rest[1:]
        elif line.startswith(";"):
            remark = line.removeprefix(";").strip()
            if moves:
                joined = f"{moves[-1].remark} {remark}".strip()
                moves[-1] = replace(moves[-1], remark=joined)
            else:
                remarks.append(remark)
        else:
            moves.append(_move(at, line, number + len(moves)))
        lines = rest
    return tuple(moves), []


def _move(at: int, line: str, number: int) -> Move:
    named = _NUMBER.match(line)
    if named and int(named[1]) != number:
        raise ValueError(f"Line {at}: this is move {number}, not {named[1]}.")
    said, _, remark = line[named.end() if named else 0 :].partition(";")
    words, _, rolled = said.partition("=")
    rolls = rolled.split()
    if not words.split() or not all(one.isascii() and one.isdigit() for one in rolls):
        raise ValueError(
            brief(f"Line {at}: {line!r} is no move; write one such as 'fire Cruds-1 ATGs = 5'.")
        )
    return Move(" ".join(words.split()), tuple(map(int, rolls)), remark.strip())
