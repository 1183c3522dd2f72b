"""The situations that a game can start from, by name."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module

from landships_lab.core.checks import unknown
from landships_lab.games import GAMES
from landships_lab.play.turns import Situation


def starts() -> tuple[str, ...]:
    """Return the names of all situations to start from, such as ``one_hour:flank-attack``."""
    return tuple(f"{game.id}:{name}" for game in GAMES.values() for name in game.starts)


def start(name: str) -> Situation:
    """Return the situation of this name.

    Raises `ValueError`, with the nearest name, for any other name.
    """
    if name not in starts():
        raise ValueError(unknown("game to play", name, list(starts())))
    game, _, which = name.partition(":")
    situations: Mapping[str, Situation] = import_module(GAMES[game].turn).START
    return situations[which]
