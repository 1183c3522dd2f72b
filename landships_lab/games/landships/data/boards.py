"""Boards to start from: numbered vehicles, their places, and the printed ranges between them."""

from __future__ import annotations

from attrs import frozen

from landships_lab.core.checks import unknown
from landships_lab.core.grid import Grid
from landships_lab.core.hexes import Heading, Place
from landships_lab.data.load import DataError, read, structure

FILE = "landships/boards.toml"


@frozen
class Placed:
    """A numbered unit of a board.

    ``at`` is its place and heading as typed, such as ``0503/0504 E``.
    """

    number: int
    at: str
    outline: str

    def where(self) -> tuple[Place, Heading]:
        """Return its place and its heading."""
        return Grid().placement(self.at)


@frozen
class Example:
    """A printed range: the numbers of two vehicles, the hexes between them, the citation's id."""

    first: int
    second: int
    range: int
    cite: str


@frozen
class Board:
    """A board to start from. ``note`` says which parts are not in the source."""

    name: str
    note: str
    cite: str
    vehicles: tuple[Placed, ...]
    examples: tuple[Example, ...]


def board(name: str) -> Board:
    """Return the board of this name.

    Raises `ValueError` with the known ones, `DataError` in one sentence if the file is wrong.
    """
    boards = structure(read(FILE), dict[str, Board], FILE)
    if name not in boards:
        raise ValueError(unknown("board", name, boards))
    for placed in boards[name].vehicles:
        try:
            placed.where()
        except ValueError as error:
            raise DataError(f"{FILE}, {name}, vehicle {placed.number}: {error}") from error
    return boards[name]
