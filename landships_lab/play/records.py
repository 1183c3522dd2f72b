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

The rolls follow ``=``, in order; a remark follows ``;``. A line in brackets replaces the move above
it. Move numbers are for the reader: they are checked, and may be left out. A remark before the
first move of another line belongs to that move.

One limit holds for reading, writing, links and files (`within_limits`); a player is warned before a
game reaches it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from functools import lru_cache

from landships_lab.core.checks import brief, fits, small, unknown
from landships_lab.core.dice import Thrown
from landships_lab.core.pasted import folded, pasted
from landships_lab.play.starts import start
from landships_lab.play.turns import Happening, Situation, take

HEAD = ("game", "title", "reading")
#: The longest record in bytes of UTF-8, in moves of all its lines, and in lines within lines.
MOST_BYTES, MOST_MOVES, MOST_DEEP = 200_000, 2_000, 32
#: The most digits of a number on a die.
MOST_DIGITS = 6
_NUMBER = re.compile(r"(\d{1,5})\.\s*")
_TOO_FEW = "the record gives too few rolls for it"
#: Called with the moves played and the moves in all, while a record is checked.
Report = Callable[[int, int], object]
_REPORT: ContextVar[Report | None] = ContextVar("report", default=None)


@contextmanager
def reporting(report: Report) -> Iterator[None]:
    """Call ``report`` after every move of the records that are checked within the block."""
    before = _REPORT.set(report)
    try:
        yield
    finally:
        _REPORT.reset(before)


@dataclass(frozen=True, slots=True)
class Move:
    """One move: the words of the choice, the numbers thrown, a remark, and other lines of play
    from before it.

    A remark becomes one line. Raises `ValueError` for words or numbers that no record can hold.
    """

    words: str
    rolls: tuple[int, ...] = ()
    remark: str = ""
    others: tuple[tuple[Move, ...], ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "words", folded(self.words))
        object.__setattr__(self, "remark", folded(self.remark))
        if not self.words or ";" in self.words or "=" in self.words:
            raise ValueError(
                brief(f"{self.words!r} is no move; it is words without a semicolon and without =.")
            )
        if not all(0 <= roll < 10**MOST_DIGITS for roll in self.rolls):
            raise ValueError(
                f"The move {self.words!r}: a roll is a number of up to {MOST_DIGITS} digits."
            )


@dataclass(frozen=True, slots=True)
class Record:
    """A game as text: what is played, under which readings, and its moves.

    ``remark`` comes before the first move. Title and remark are reduced to one line each. The moves
    are not checked here: `replay` does that.
    """

    game: str
    title: str = ""
    readings: tuple[tuple[str, str], ...] = ()
    moves: tuple[Move, ...] = ()
    remark: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "game", folded(self.game))
        object.__setattr__(self, "title", folded(self.title))
        object.__setattr__(self, "remark", folded(self.remark))

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
        the first of them, if they are known already.

        Raises `ValueError`, naming the move and the reason, where a move is illegal, or its rolls
        are too few or too many.
        """
        yield from known
        moves = self.moves if line is None else line
        situation = known[-1].situation if known else self.begin()
        for number, move in enumerate(moves[len(known) :], len(known) + 1):
            happening = _played(situation, move, number)
            yield happening
            situation = happening.situation

    def replay(self, moves: int | None = None) -> Situation:
        """Return the situation after the main line, or after its first ``moves``.

        Raises `ValueError` as `happenings` does.
        """
        line = self.moves if moves is None else self.moves[:moves]
        situation = self.begin()
        for number, move in enumerate(line, 1):
            situation = _played(situation, move, number).situation
        return situation

    def lines(self) -> Iterator[tuple[Move, ...]]:
        """Yield every line of play from the first move to its end, the main line first."""
        yield self.moves
        yield from _others((), self.moves)

    def check(self) -> int:
        """Return the number of moves in all lines, after playing each of them once.

        Raises `ValueError` as `happenings` does.
        """
        total, _ = size(self.moves)
        report, played = _REPORT.get(), 0
        waiting: list[tuple[Situation, Sequence[Move], int]] = [(self.begin(), self.moves, 1)]
        while waiting:
            situation, moves, first = waiting.pop()
            for number, move in enumerate(moves, first):
                waiting += [(situation, other, number) for other in reversed(move.others)]
                situation = _played(situation, move, number).situation
                played += 1
                if report:
                    report(played, total)
        return played

    def played(self, words: str, rolls: tuple[int, ...], remark: str = "") -> Record:
        """Return the record with one more move at the end."""
        return replace(self, moves=(*self.moves, Move(words, rolls, remark)))


def _played(situation: Situation, move: Move, number: int) -> Happening:
    return _happened(situation, move.words, move.rolls, number)


@lru_cache(maxsize=MOST_MOVES)  # a checked record is shown next
def _happened(situation: Situation, words: str, rolls: tuple[int, ...], number: int) -> Happening:
    dice = Thrown(rolls, _TOO_FEW)
    try:
        happening = take(situation, words, dice)
    except ValueError as error:
        raise ValueError(f"Move {number}, {words!r}: {error}") from error
    if len(happening.rolls) < len(rolls):
        raise ValueError(
            f"Move {number}, {words!r}: it uses {len(happening.rolls)} of the"
            f" {len(rolls)} rolls that the record gives."
        )
    return happening


def size(moves: Sequence[Move]) -> tuple[int, int]:
    """Return the number of moves in all lines, and how deep the lines are nested."""
    total, deepest, level = 0, 0, [moves]
    while True:
        total += sum(map(len, level))
        level = [other for line in level for move in line for other in move.others]
        if not level:
            return total, deepest
        deepest += 1


def _others(before: tuple[Move, ...], moves: tuple[Move, ...]) -> Iterator[tuple[Move, ...]]:
    for place, move in enumerate(moves):
        for other in move.others:
            so_far = (*before, *moves[:place])
            yield (*so_far, *other)
            yield from _others(so_far, other)


# -- text -------------------------------------------------------------------------------------


def write(record: Record) -> str:
    """Return the text of a record, from which `read` makes an equal record.

    Raises `ValueError` for a record that is too large.
    """
    head = [f"game: {record.game}"]
    head += [f"title: {record.title}"] if record.title else []
    head += [f"reading: {name} = {option}" for name, option in record.readings]
    remark = [f"; {record.remark}"] if record.remark else []
    total, deepest = size(record.moves)
    _check_size(total, deepest)
    text = "\n".join([*head, "", *remark, *_written(record.moves, 1)]) + "\n"
    _check_length(text)
    return text


def within_limits(record: Record) -> Record:
    """Return the record. Raises `ValueError` for one that is too large."""
    write(record)
    return record


def _check_length(text: str) -> None:
    if not fits(text, MOST_BYTES):
        raise ValueError(
            f"A record has at most {MOST_BYTES:,} bytes, and this one would be longer; begin a new"
            " game, or shorten remarks."
        )


def _check_size(moves: int, deepest: int) -> None:
    if moves > MOST_MOVES:
        raise ValueError(
            f"A record has at most {MOST_MOVES:,} moves in all its lines; begin a new game."
        )
    if deepest > MOST_DEEP:
        raise ValueError(
            f"Lines of play can leave each other {MOST_DEEP} times; begin a new game from here."
        )


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

    Raises `ValueError`, in one sentence that names the line, for a text that is no record.
    """
    _check_length(text)
    text = pasted(text)
    _check_length(text)  # a normalised letter may take more bytes
    head, lines = _head(text)
    if "game" not in head:
        raise ValueError("A record begins with its game, such as 'game: one_hour:flank-attack'.")
    moves, remark = _tree(lines)
    (game,), (title,) = head["game"], head.get("title", [""])
    readings = tuple(_reading(one) for one in head.get("reading", ()))
    return Record(game, title, readings, moves, remark)


Lines = Sequence[tuple[int, str]]


def _head(text: str) -> tuple[Mapping[str, list[str]], Lines]:
    lines = [(number, line.strip()) for number, line in enumerate(text.split("\n"), 1)]
    lines = [(number, line) for number, line in lines if line]
    head: dict[str, list[str]] = {}
    for place, (number, line) in enumerate(lines):
        word, colon, value = line.partition(":")
        if not colon or not word.isalpha() or not line[0].islower():
            return head, lines[place:]
        if word not in HEAD:
            raise ValueError(brief(f"Line {number}: {unknown('head of a record', word, HEAD)}"))
        once = head.setdefault(word, [])
        names = {_reading(one)[0] for one in once} if word == "reading" else set()
        if once and (word != "reading" or _reading(value)[0] in names):
            raise ValueError(brief(f"Line {number}: {line!r} is given twice; leave one of them."))
        once.append(value.strip())
    return head, []


def _reading(line: str) -> tuple[str, str]:
    name, _, option = line.partition("=")
    return name.strip(), option.strip()


class _Open:
    """A line of play while it is read: its moves, the alternatives before each of them, the remarks
    before the first, the number of its first move, and the line of text that opened it.
    """

    def __init__(self, first: int, opened: int) -> None:
        self.moves: list[Move] = []
        self.others: list[list[tuple[Move, ...]]] = []
        self.remarks: list[list[str]] = [[]]
        self.first, self.opened = first, opened

    def closed(self) -> tuple[Move, ...]:
        """Return its moves. A remark before the first move of an alternative belongs to
        that move.
        """
        if self.opened and self.moves:
            self.remarks[1] = self.remarks[0] + self.remarks[1]
        parts = zip(self.moves, self.others, self.remarks[1:], strict=True)
        return tuple(
            replace(move, remark=" ".join(remarks), others=tuple(others))
            for move, others, remarks in parts
        )


def _tree(lines: Lines) -> tuple[tuple[Move, ...], str]:
    """Return the moves of the main line, which hold all alternatives, and the remark
    before them.
    """
    stack, total = [_Open(1, 0)], 0
    for at, line in lines:
        now = stack[-1]
        if line == "(":
            if not now.moves:
                raise ValueError(f"Line {at}: another line of play follows a move.")
            stack.append(_Open(now.first + len(now.moves) - 1, at))
        elif line == ")":
            _close(stack, at)
        elif line.startswith(";"):
            now.remarks[-1].append(line.removeprefix(";").strip())
        else:
            now.moves.append(_move(at, line, now.first + len(now.moves)))
            now.others.append([])
            now.remarks.append([now.moves[-1].remark])
            total += 1
        _check_size(total, len(stack) - 1)
    if len(stack) > 1:
        raise ValueError(_unfinished(stack[-1]))
    return stack[0].closed(), " ".join(stack[0].remarks[0])


def _close(stack: list[_Open], at: int) -> None:
    if len(stack) == 1:
        raise ValueError(f"Line {at}: this ')' closes no other line of play.")
    done = stack.pop()
    if not done.moves:
        raise ValueError(_unfinished(done))
    stack[-1].others[-1].append(done.closed())


def _unfinished(line: _Open) -> str:
    return f"Line {line.opened}: this other line of play is empty or never closed."


def _move(at: int, line: str, number: int) -> Move:
    named = _NUMBER.match(line)
    if named and int(named[1]) != number:
        raise ValueError(f"Line {at}: this is move {number}, not {named[1]}.")
    action, _, remark = line[named.end() if named else 0 :].partition(";")
    words, _, rolled = action.partition("=")
    rolls = [small(one) for one in rolled.split()]
    if not words.split() or None in rolls:
        raise ValueError(
            brief(
                f"Line {at}: {line!r} is no move; write one such as 'fire Cruds-1 ATGs = 5', with"
                f" numbers of up to {MOST_DIGITS} digits."
            )
        )
    return Move(words, tuple(roll for roll in rolls if roll is not None), remark)
