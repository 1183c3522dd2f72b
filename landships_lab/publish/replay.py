"""A record replayed: every line checked, told move by move, or drawn as a film."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module

from landships_lab.core.answer import Answer
from landships_lab.core.speech import plural
from landships_lab.drawing.film import Frame, film
from landships_lab.drawing.words import text
from landships_lab.games import GAMES
from landships_lab.play.lines import lines
from landships_lab.play.moment import played
from landships_lab.play.records import Record, read

#: So many moves a film shows at most; of a longer game it shows the last ones.
MOST_FRAMES = 60


def checked(written: str) -> Record:
    """Return the record of a text, with every line of it played.

    Raises `ValueError` for a text that is no record, and for an illegal move: its number, the
    reason and the rule.
    """
    record = read(written)
    record.check()
    return record


def told(record: Record) -> Iterator[str]:
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
    """Return the situation after so many moves of the main line, in words, with what led to it.

    Raises `ValueError` if it has fewer.
    """
    if not 0 <= at <= len(record.moves):
        raise ValueError(f"This record has moves 1 to {len(record.moves)}, not {at}.")
    happenings = played(record, record.moves[:at])
    last = happenings[-1] if happenings else None
    situation = last.situation if last else record.begin()
    what = text(Answer(None, last.steps, last.says)) + "\n\n" if last else ""
    return f"{what}{situation.label}\n{situation.text()}\n"


def film_of(record: Record) -> str:
    """Return the main line of a record as a film: the SVG of its pictures, one after another, each
    with what happened.

    Raises `ValueError` for a record of fewer than two moves.
    """
    if len(record.moves) < 2:
        raise ValueError("A film shows two moves or more; this record has fewer.")
    board = import_module(GAMES[record.game.partition(":")[0]].turn_board).BOARD
    begin = record.begin()
    view = board.view(begin)
    first = board.picture(begin, view)
    happenings = played(record, record.moves)[-MOST_FRAMES:]
    frames = [Frame(first.figures, begin.label, "plain", None)]
    for happening in happenings:
        scene = board.picture(happening.situation, view)
        frames.append(Frame(scene.figures, happening.says, "plain", None))
    about = f"{len(frames)} pictures one after another. The last: {scene.description}"
    title = record.title or record.game
    return film((first.width, first.height), first.ground, frames, title, about)
