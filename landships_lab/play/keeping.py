"""The file that keeps a game for the next day: its record as text, in the notebook's folder.

The line played last is written as the main line. Moves in the file that this panel has not seen,
such as those of another page, are never overwritten: they become other lines of the same record or,
if one record cannot hold both, each game gets its own file.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

from landships_lab.core.checks import brief
from landships_lab.data.files import set_aside, write_whole
from landships_lab.play.lines import as_main, joined
from landships_lab.play.records import MOST_BYTES, Record, read, write
from landships_lab.play.state import PlayState

#: The sentence beside a resumed game.
AGAIN = "Reset begins it anew."
P = TypeVar("P", bound=PlayState)


@dataclass(frozen=True)
class Kept:
    """The result of reading or writing a file: the record it held, a sentence about it ("" if all
    is well), and whether the game is saved there.
    """

    record: Record | None = None
    sentence: str = ""
    done: bool = True


def file_of(name: str, folder: Path) -> Path:
    """Return the file of the game that begins in this situation."""
    return folder / f"play_{name.replace(':', '_')}.txt"


class GameFile:
    """The file of the game ``name``, as one panel reads and writes it. No method raises."""

    def __init__(self, path: Path, name: str) -> None:
        self.path, self._name = path, name
        self._seen = b""  # what it held when this panel last read or wrote it
        self._others: Record | None = None  # a game that must not be lost beside the one in hand
        self._news = False  # whether that has not been said
        self._readable = True

    def load(self) -> Kept:
        """Return the record in the file, if there is one. A file that cannot be opened stays
        untouched until a move is played.
        """
        try:
            raw = self._held()
        except OSError as error:
            self._readable = False
            why = f"{self.path.name} cannot be read ({error.strerror}); the game is not kept."
            return Kept(None, why, done=False)
        if not raw:
            return Kept()
        try:
            record = self._record(raw)
        except ValueError as error:
            why = (
                f"{self.path.name} cannot be opened, so a new game begins here; the file stays, and"
                f" is set aside under another name when you play. {error}"
            )
            return Kept(None, brief(why), done=False)
        self._seen = raw
        return Kept(record)

    def keep(self, record: Record, line: int) -> Kept:
        """Write the record, whole or not at all, with this line as its main line."""
        if not self._readable:
            return Kept()  # already mentioned when the game was opened
        empty = not (record.moves or record.remark)
        try:
            if empty and self._held() != self._seen:
                return Kept()  # a stored game is not overwritten by an empty one
            notice = self._make_room(record)
            text, beside = self._text(record, line)
            write_whole(self.path, text)
        except OSError as error:
            return Kept(None, f"Your game could not be saved ({error.strerror}).", done=False)
        self._seen = text.encode("utf-8")
        return Kept(None, f"{notice} {beside}".strip())

    def put_by(self, record: Record) -> None:
        """Keep this game too in all later writes, as other lines of the record or in a
        second file.
        """
        if record.moves or record.remark:
            self._others, self._news = record, True

    def _held(self) -> bytes:
        if not self.path.exists():
            return b""
        with self.path.open("rb") as file:
            return file.read(MOST_BYTES + 1)

    def _record(self, raw: bytes) -> Record:
        record = read(raw.decode("utf-8", "replace"))
        if record.game != self._name:
            raise ValueError(f"It is a record of {record.game!r}.")
        record.check()
        return record

    def _make_room(self, record: Record) -> str:
        """Move another writer's game out of the way, or choose another file; return a sentence
        about it.
        """
        raw = self._held()
        if not raw or raw == self._seen:
            return ""
        old = self.path.name
        try:
            other = self._record(raw)
        except ValueError:
            free = set_aside(self.path)
            if free is not None:
                return f"What {old} held cannot be opened; it was set aside as {free.name}."
            self.path = self._beside()
            return f"What {old} holds cannot be opened; your game is kept in {self.path.name}."
        try:
            joined(record, other)
            self._others = joined(other, self._others) if self._others else other
            self._news = True
        except ValueError:
            self.path = self._beside()
            return f"Another game is kept in {old}; yours is kept in {self.path.name} from now on."
        return ""

    def _text(self, record: Record, line: int) -> tuple[str, str]:
        """Return the text to write, and a sentence on the other game that it includes or leaves
        out.
        """
        try:
            main = as_main(record, line)
        except ValueError:  # lines nested deeper than a record can hold
            main = record
        if self._others is None:
            return write(main), ""
        try:
            whole = joined(main, self._others) if record.moves else None
        except ValueError:
            whole = None
        if whole is None:
            beside = self._beside()
            write_whole(beside, write(self._others))
            self._others = None
            return write(main), f"The other game is kept in {beside.name}."
        news = self._news and whole != main
        self._news = False
        notice = f"{self.path.name} keeps the other moves of this game as another line."
        return write(whole), notice if news else ""

    def _beside(self) -> Path:
        """Return the first free name beside the file."""
        number = 2
        while (path := self.path.with_name(f"{self.path.stem}-{number}.txt")).exists():
            number += 1
        return path


def resumed(fresh: P, record: Record) -> P:
    """Return a fresh state with the game of a record, at the end of its main line."""
    return replace(fresh, record=record, at=len(record.moves))
