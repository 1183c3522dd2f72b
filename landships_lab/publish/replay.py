"""Replay a record: check every line, and describe it move by move."""

from __future__ import annotations

from collections.abc import Iterator

from landships_lab.core.answer import Answer
from landships_lab.core.speech import plural
from landships_lab.drawing.words import text
from landships_lab.play.lines import lines
from landships_lab.play.moment import played
from landships_lab.play.records import Record, read


def checked(written: str) -> Record:
    """Return the record of a text, with every line of it played.

    Raises `ValueError` for a text that is not a record, and for an illegal move, with its number,
    the reason and the rule.
    """
    record = read(written)
    record.check()
    return record


def describe(record: Record) -> Iterator[str]:
    """Yield the moves of the main line with what happened, and how many other lines there are."""
    yield f"{record.title or record.game}\n"
    if record.remark:
        yield f"  ; {record.remark}\n"
    label, before = "", record.begin()
    happenings = played(record, record.moves)
    for number, (move, happening) in enumerate(zip(record.moves, happenings, strict=True), 1):
        if before.label != label:
            label = before.label
            yield f"{label}\n"
        rolls = f" [{' '.join(map(str, move.rolls))}]" if move.rolls else ""
        yield f"  {number}. {move.words}{rolls}: {happening.says}\n"
        if move.remark:
            yield f"     ; {move.remark}\n"
        before = happening.situation
    others = len(lines(record)) - 1
    count = plural(record.check(), "move")
    yield f"{count} in {plural(others + 1, 'line')}, all legal. {before.over}".rstrip() + "\n"


def situation_at(record: Record, at: int) -> str:
    """Return the situation after ``at`` moves of the main line, in words, with the last event.

    Raises `ValueError` if there are fewer moves.
    """
    if not 0 <= at <= len(record.moves):
        raise ValueError(f"This record has moves 1 to {len(record.moves)}, not {at}.")
    happenings = played(record, record.moves[:at])
    last = happenings[-1] if happenings else None
    situation = last.situation if last else record.begin()
    what = text(Answer(None, last.steps, last.says)) + "\n\n" if last else ""
    return f"{what}{situation.label}\n{situation.text()}\n"
