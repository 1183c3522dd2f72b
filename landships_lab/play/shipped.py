"""The records that come with the games: one text file each in ``games/<game>/data/records``."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from landships_lab.core.checks import one_of, small, unknown
from landships_lab.data.load import folder
from landships_lab.games import GAMES
from landships_lab.play.records import Record, read
from landships_lab.play.state import PlayState, play_panel


@cache
def shipped(game: str) -> Mapping[str, Record]:
    """Return the records that come with a game, by the names of their files.

    Raises `ValueError` for an unknown game, and for a file that is not a record.
    """
    records = folder(one_of("game", game, GAMES)).joinpath("records")
    if not records.is_dir():
        return MappingProxyType({})
    files = sorted(records.iterdir(), key=lambda file: file.name)
    by_name = {}
    for file in files:
        if file.name.endswith(".txt"):
            try:
                by_name[file.name.removesuffix(".txt")] = read(file.read_text(encoding="utf-8"))
            except ValueError as error:
                raise ValueError(f"{game}/records/{file.name}: {error}") from error
    return MappingProxyType(by_name)


def moment(game: str, words: str) -> PlayState:
    """Return the state after a move of a record that comes with a game: its name and the number of
    the move, such as ``report 12``.

    Raises `ValueError` for an unknown record, and for a move that it does not have.
    """
    name, _, number = words.partition(" ")
    known = shipped(game)
    if name not in known:
        raise ValueError(unknown("record of this game", name, known))
    record = known[name]
    at = small(number) or 0
    if not 0 < at <= len(record.moves):
        raise ValueError(f"The record {name!r} has moves 1 to {len(record.moves)}, not {number!r}.")
    state = play_panel(record.game).default().set("record", record)
    return state.go(at)
