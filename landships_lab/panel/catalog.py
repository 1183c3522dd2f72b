"""Every panel by its id. A panel is imported when first used, so that one does not wait for all."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib import import_module
from types import MappingProxyType

from landships_lab.games import GAMES, PanelEntry
from landships_lab.games import PANELS as ENTRIES
from landships_lab.panel.panel import Panel

_BY_ID: Mapping[str, PanelEntry] = MappingProxyType({panel.id: panel for panel in ENTRIES.values()})
#: The ids of the panels by the names of their classes.
PANELS: Mapping[str, str] = MappingProxyType({panel.name: panel.id for panel in ENTRIES.values()})


@cache
def _panel(panel_id: str) -> type[Panel]:
    panel = _BY_ID[panel_id]
    panel_class: type[Panel] = getattr(import_module(panel.module), panel.name)
    assert panel_class.id == panel_id
    return panel_class


class _Catalog(Mapping[str, type[Panel]]):
    """The panels as a mapping from id to class."""

    def __getitem__(self, panel_id: str) -> type[Panel]:
        return _panel(panel_id)

    def __iter__(self) -> Iterator[str]:
        return iter(_BY_ID)

    def __len__(self) -> int:
        return len(_BY_ID)


CATALOG: Mapping[str, type[Panel]] = _Catalog()
#: The situations that can be played, by the ids of their panels.
_STARTS = tuple(f"{game.id}:{name}" for game in GAMES.values() for name in game.starts)


class _Played(Mapping[str, type[Panel]]):
    """The games that can be played, as a mapping from the name of a start to its class."""

    #: Makes the class of a game; `play` sets it, because the boards of the games need `play`.
    make: Callable[[str], type[Panel]]

    def __getitem__(self, name: str) -> type[Panel]:
        if name not in _STARTS:
            raise KeyError(name)
        import_module(GAMES[name.partition(":")[0]].turn_board)
        return self.make(name)

    def __iter__(self) -> Iterator[str]:
        return iter(_STARTS)

    def __len__(self) -> int:
        return len(_STARTS)


#: Every game that can be played, as a panel. A link opens it like any other panel; it asks more
#: than one question, so that it is not in `CATALOG`.
PLAYED = _Played()
