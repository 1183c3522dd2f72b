"""The games: one folder for each rule set, with a record that tells the rest of the package where
everything is.

A record names modules and does not import them, so that a panel need not wait for all the others,
and any module may read the records. Another package adds a game through the entry point group
``landships_lab.games``; EXTENDING.md tells how.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from types import MappingProxyType

from landships_lab.core.game import Game, PanelEntry

__all__ = ["GAMES", "GROUP", "PANELS", "Game", "PanelEntry", "game_of_lesson"]

#: The entry points of other packages: each names a `Game`, under the game's id.
GROUP = "landships_lab.games"
#: The games of this package, each a folder here; free_sight has rules and no panels of its own.
OURS = ("landships", "loos", "one_hour", "landser", "paychest", "free_sight")
_log = logging.getLogger(__name__)


def _loaded(points: tuple[EntryPoint, ...]) -> Iterator[Game]:
    """Yield the games of other packages.

    A game that cannot be loaded is named in the log and left out; the others still work.
    """
    for point in points:
        try:
            game = point.load()
        except Exception:  # noqa: BLE001 - whatever a stranger's package does wrong, the lab still opens
            _log.warning(
                "The game %r of the package %s cannot be loaded.",
                point.name,
                point.value,
                exc_info=True,
            )
            continue
        if isinstance(game, Game) and game.id == point.name:
            yield game
        else:
            _log.warning("The entry point %r names no Game with that id, but %r.", point.name, game)


def _gathered() -> Mapping[str, Game]:
    games: dict[str, Game] = {name: import_module(f"{__name__}.{name}").GAME for name in OURS}
    for game in _loaded(tuple(entry_points(group=GROUP))):
        if game.id in games:
            _log.warning("Two games are called %r; the one of this package is kept.", game.id)
        games.setdefault(game.id, game)
    return MappingProxyType(games)


#: Every rule set by its id: those of this package, then those of others.
GAMES: Mapping[str, Game] = _gathered()
#: Every panel by the name it is imported by.
PANELS: Mapping[str, PanelEntry] = MappingProxyType(
    {panel.name: panel for game in GAMES.values() for panel in game.panels}
)


def game_of_lesson(lesson: str) -> Game | None:
    """Return the game that a lesson teaches, by the name of its notebook; None for a lesson about
    all games.
    """
    return next((game for game in GAMES.values() if lesson in game.lessons), None)
