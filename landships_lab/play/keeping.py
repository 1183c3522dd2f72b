"""The file in which a game goes on tomorrow: its record as text, in the notebook's own folder.

The line that was played last is written as the main line. A file that is no record of this game is
set aside under another name, never thrown away.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

from landships_lab.data.files import set_aside, write_whole
from landships_lab.play.lines import as_main
from landships_lab.play.records import MOST_TEXT, Record, read, write
from landships_lab.play.state import PlayState

#: What is said beside a game that goes on.
AGAIN = "Reset begins it anew."
P = TypeVar("P", bound=PlayState)


@dataclass(frozen=True)
class Kept:
    """What a file held: the record, a sentence about it ("" if all is well), and whether it may be
    written.
    """

    record: Record | None = None
    sentence: str = ""
    writable: bool = True


def file_of(name: str, folder: Path) -> Path:
    """Return the file of the game that begins in this situation."""
    return folder / f"play_{name.replace(':', '_')}.txt"


def load(path: Path, name: str) -> Kept:
    """Return the record in this file, or none where there is no file. It never raises.

    A file that is no record of this game is set aside, and the sentence tells where.
    """
    try:
        if not path.exists():
            return Kept()
        with path.open("rb") as file:
            raw = file.read(4 * MOST_TEXT + 1)
    except OSError as error:
        told = f"{path.name} cannot be read ({error.strerror}); the game is not kept."
        return Kept(None, told, writable=False)
    try:
        record = read(raw.decode("utf-8", "replace"))
        if record.game != name:
            raise ValueError(f"It is a record of {record.game!r}.")
        record.check()
    except ValueError as error:
        free = set_aside(path)
        if free is None:
            told = f"{path.name} cannot be replayed and cannot be set aside; the game is not kept."
            return Kept(None, f"{told} {error}", writable=False)
        return Kept(None, f"{path.name} was set aside as {free.name}. {error}")
    return Kept(record)


def keep(path: Path, record: Record, line: int) -> str:
    """Write the record, whole or not at all, with this line as its main line; return a sentence if
    that failed, "" otherwise.
    """
    try:
        write_whole(path, write(as_main(record, line)))
    except OSError as error:
        return f"Your game could not be saved ({error.strerror})."
    return ""


def resumed(fresh: P, record: Record) -> P:
    """Return a fresh state with the game of a record, at the end of its main line."""
    return replace(fresh, record=record, at=len(record.moves))
