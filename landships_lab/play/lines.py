"""The lines of play of a record: a list of them, and the record after a move, a remark or another
line is added.

A record is a tree. A line is a way through it from the first move to an end; lines are numbered
from 0, the main line first, in the order in which the record writes them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from landships_lab.play.records import Move, Record, within_limits

Moves = tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """One line of play: its moves from the first, and where it leaves each other line: before which
    move, and as which of the alternatives there.
    """

    moves: Moves
    leaves: tuple[tuple[int, int], ...] = ()


def lines(record: Record) -> tuple[Line, ...]:
    """Return all lines of play, the main line first."""
    return (Line(record.moves), *_others((), record.moves, 0, ()))


def _others(
    before: Moves, moves: Moves, first: int, leaves: tuple[tuple[int, int], ...]
) -> Iterator[Line]:
    """Yield the lines that branch off from these moves, numbered from ``first``."""
    for place, move in enumerate(moves):
        for number, other in enumerate(move.others):
            so_far, here = (*before, *moves[:place]), (*leaves, (first + place, number))
            yield Line((*so_far, *other), here)
            yield from _others(so_far, other, first + place, here)


def with_move(record: Record, line: int, at: int, move: Move) -> tuple[Record, int]:
    """Return the record with a move played after the first ``at`` moves of a line, and the number
    of the line it stands on.

    At the end of a line the move is added to it. Elsewhere it follows the line that already has
    this move there, or begins a new one. Raises `ValueError` if the record would become too large.
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
        return within_limits(_changed(record, own.leaves, lambda moves: (*moves, move))), line
    leaves = tuple(leave for leave in own.leaves if leave[0] < at)
    first = leaves[-1][0] if leaves else 0

    def other(moves: Moves) -> Moves:
        move_there = moves[at - first]
        move_there = replace(move_there, others=(*move_there.others, (move,)))
        return (*moves[: at - first], move_there, *moves[at - first + 1 :])

    new = within_limits(_changed(record, leaves, other))
    wanted = (*_words(own.moves[:at]), played)
    numbers = (n for n, one in enumerate(lines(new)) if _words(one.moves) == wanted)
    return new, next(numbers)


def with_remark(record: Record, line: int, at: int, remark: str) -> Record:
    """Return the record with this remark after the first ``at`` moves of a line, in place of the
    remark there. Raises `ValueError` as `with_move` does.
    """
    if not at:
        return within_limits(replace(record, remark=remark))
    leaves = tuple(leave for leave in lines(record)[line].leaves if leave[0] < at)
    place = at - 1 - (leaves[-1][0] if leaves else 0)

    def change(moves: Moves) -> Moves:
        return (*moves[:place], replace(moves[place], remark=remark), *moves[place + 1 :])

    return within_limits(_changed(record, leaves, change))


def as_main(record: Record, line: int) -> Record:
    """Return the record with this line as the main one, and the others after it in their order.

    Raises `ValueError` as `with_move` does: the lines may then be nested more deeply.
    """
    if not line:
        return record
    known = lines(record)
    return within_limits(replace(record, moves=_tree((known[line], *known))))


def joined(record: Record, other: Record) -> Record:
    """Return the record with the lines and remarks of another one of the same game after its own.

    Raises `ValueError` if one record cannot hold both: if their readings, titles or first remarks
    differ, or if it would become too large.
    """
    same = (record.game, record.readings) == (other.game, other.readings)
    if not same or other.title not in ("", record.title):
        raise ValueError("These are two games, not two lines of play of one.")
    if other.remark not in ("", record.remark):
        raise ValueError("These games begin with different remarks.")
    whole = replace(record, moves=_tree((*lines(record), *lines(other))))
    return record if whole == record else within_limits(whole)


@dataclass(slots=True)
class _Place:
    """A place in a tree of moves: the remarks on the move that led here, and the moves from here,
    that of the first line first.
    """

    remarks: list[str]
    moves: dict[tuple[str, tuple[int, ...]], _Place]


def _tree(known: Iterable[Line]) -> Moves:
    """Return the moves of the first line, which hold the other lines of play."""
    root = _Place([], {})
    for line in known:
        place = root
        for move in line.moves:
            place = place.moves.setdefault((move.words, move.rolls), _Place([], {}))
            remarks = f" {' '.join(place.remarks)} "
            if move.remark and f" {move.remark} " not in remarks:
                place.remarks.append(move.remark)
    return _moves_from(root)


def _moves_from(place: _Place) -> Moves:
    moves = []
    while place.moves:
        (first, *rest), here = place.moves, place.moves
        others = tuple(_moves_from(_Place([], {move: here[move]})) for move in rest)
        place = here[first]
        moves.append(Move(*first, " ".join(place.remarks), others))
    return tuple(moves)


def _words(moves: Moves) -> tuple[tuple[str, tuple[int, ...]], ...]:
    return tuple((move.words, move.rolls) for move in moves)


def _changed(
    record: Record, leaves: tuple[tuple[int, int], ...], change: Callable[[Moves], Moves]
) -> Record:
    """Return the record after a change to one list of its moves, the one that ``leaves``
    lead to.
    """

    def within(moves: Moves, first: int, rest: tuple[tuple[int, int], ...]) -> Moves:
        if not rest:
            return change(moves)
        at, number = rest[0]
        parent = moves[at - first]
        new = within(parent.others[number], at, rest[1:])
        others = (*parent.others[:number], new, *parent.others[number + 1 :])
        return (*moves[: at - first], replace(parent, others=others), *moves[at - first + 1 :])

    return replace(record, moves=within(record.moves, 0, leaves))
