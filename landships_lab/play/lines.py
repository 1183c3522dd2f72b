"""The lines of play of a record: which there are, and the record after a move, a remark or another
line is added.

A record is a tree. A line is a way through it from the first move to an end; lines are numbered
from 0, the main line first, in the order in which the record writes them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from landships_lab.play.records import MOST_DEEP, Move, Record

Moves = tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """One line of play: its moves from the first, and where it leaves other lines: before which
    move, and as which of the others there.
    """

    moves: Moves
    leaves: tuple[tuple[int, int], ...] = ()


def lines(record: Record) -> tuple[Line, ...]:
    """Return all lines of play, the main line first."""
    return (Line(record.moves), *_others((), record.moves, 0, ()))


def _others(
    before: Moves, moves: Moves, first: int, leaves: tuple[tuple[int, int], ...]
) -> Iterator[Line]:
    """Yield the lines that leave these moves, of which the first one has the number ``first``."""
    for place, move in enumerate(moves):
        for number, other in enumerate(move.others):
            so_far, here = (*before, *moves[:place]), (*leaves, (first + place, number))
            yield Line((*so_far, *other), here)
            yield from _others(so_far, other, first + place, here)


def with_move(record: Record, line: int, at: int, move: Move) -> tuple[Record, int]:
    """Return the record with a move played after the first ``at`` moves of a line, and the number
    of the line it stands on.

    At the end of a line the move is added to it. Elsewhere it follows the line that already has
    this move there, or begins another one. Raises `ValueError` where lines would be nested too
    deep.
    """
    known = lines(record)
    own = known[line]
    played = (move.words, move.rolls)
    for number in (line, *range(len(known))):
        moves = known[number].moves
        same = len(moves) > at and _words(moves[: at + 1]) == (*_words(own.moves[:at]), played)
        if same:
            return record, number
    if at == len(own.moves):
        return _changed(record, own.leaves, lambda moves: (*moves, move)), line
    leaves = tuple(leave for leave in own.leaves if leave[0] < at)
    if len(leaves) >= MOST_DEEP:
        raise ValueError(
            f"Lines of play can leave each other {MOST_DEEP} times; begin a new game from here."
        )
    first = leaves[-1][0] if leaves else 0

    def other(moves: Moves) -> Moves:
        left = moves[at - first]
        left = replace(left, others=(*left.others, (move,)))
        return (*moves[: at - first], left, *moves[at - first + 1 :])

    new = _changed(record, leaves, other)
    wanted = (*_words(own.moves[:at]), played)
    found = (n for n, one in enumerate(lines(new)) if _words(one.moves) == wanted)
    return new, next(found)


def with_remark(record: Record, line: int, at: int, remark: str) -> Record:
    """Return the record with this remark after the first ``at`` moves of a line, in place of the
    one that stood there.
    """
    remark = " ".join(remark.split())
    if not at:
        return replace(record, remark=remark)
    leaves = tuple(leave for leave in lines(record)[line].leaves if leave[0] < at)
    place = at - 1 - (leaves[-1][0] if leaves else 0)

    def change(moves: Moves) -> Moves:
        return (*moves[:place], replace(moves[place], remark=remark), *moves[place + 1 :])

    return _changed(record, leaves, change)


def as_main(record: Record, line: int) -> Record:
    """Return the record with this line as the main one, and what it left as the other line."""
    leaves = lines(record)[line].leaves
    while leaves:
        *before, (at, number) = leaves
        first = before[-1][0] if before else 0

        def exchange(moves: Moves, place: int = at - first, number: int = number) -> Moves:
            left = moves[place]
            taken = left.others[number]
            rest = tuple(one for n, one in enumerate(left.others) if n != number)
            old = (replace(left, others=()), *moves[place + 1 :])
            head = replace(taken[0], others=(*taken[0].others, old, *rest))
            return (*moves[:place], head, *taken[1:])

        record = _changed(record, tuple(before), exchange)
        leaves = tuple(before)
    return record


def _words(moves: Moves) -> tuple[tuple[str, tuple[int, ...]], ...]:
    return tuple((move.words, move.rolls) for move in moves)


def _changed(
    record: Record, leaves: tuple[tuple[int, int], ...], change: Callable[[Moves], Moves]
) -> Record:
    """Return the record with one list of its moves changed: the one that ``leaves`` lead to."""

    def within(moves: Moves, first: int, rest: tuple[tuple[int, int], ...]) -> Moves:
        if not rest:
            return change(moves)
        at, number = rest[0]
        left = moves[at - first]
        new = within(left.others[number], at, rest[1:])
        others = (*left.others[:number], new, *left.others[number + 1 :])
        return (*moves[: at - first], replace(left, others=others), *moves[at - first + 1 :])

    return replace(record, moves=within(record.moves, 0, leaves))
