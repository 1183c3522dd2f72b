"""Every explorer by its id; each is imported when it is first asked for, so that one panel does not wait for all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from types import MappingProxyType
from typing import Any

from landships_lab import games
from landships_lab.explore.explorer import Explorer

_BY_ID: Mapping[str, games.Panel] = MappingProxyType({panel.id: panel for panel in games.PANELS.values()})
#: The ids of the explorers by the names of their panels.
PANELS: Mapping[str, str] = MappingProxyType({panel.name: panel.id for panel in games.PANELS.values()})


@cache
def _explorer(explorer_id: str) -> Explorer[Any]:
    panel = _BY_ID[explorer_id]
    explorer = getattr(import_module(panel.module), panel.name)()
    assert isinstance(explorer, Explorer)
    assert explorer.id == explorer_id
    return explorer


class _Catalog(Mapping[str, Explorer[Any]]):
    """The explorers as a mapping from id to explorer."""

    def __getitem__(self, explorer_id: str) -> Explorer[Any]:
        return _explorer(explorer_id)

    def __iter__(self) -> Iterator[str]:
        return iter(_BY_ID)

    def __len__(self) -> int:
        return len(_BY_ID)


CATALOG: Mapping[str, Explorer[Any]] = _Catalog()
