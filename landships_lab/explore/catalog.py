"""Every explorer there is, by its id; each is imported when it is first asked for, so that one panel does not wait for all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import Any

from landships_lab.explore.explorer import Explorer

#: Where each explorer lives: its id, then its module below this folder and its class, which is also the name of its panel.
_HOMES: Mapping[str, tuple[str, str]] = {
    "landships:fire": ("landships.fire", "FireArcs"),
    "landships:range": ("landships.ranges", "RangeCounter"),
    "landships:positions": ("landships.positions", "Positions"),
    "landships:move": ("landships.move", "Movement"),
    "landships:hexsides": ("landships.hexsides", "Hexsides"),
    "landships:brickyard": ("landships.brickyard", "Brickyard"),
    "landships:vehicle": ("landships.editor", "VehicleEditor"),
    "loos:sight": ("loos.sight", "Sight"),
    "loos:table": ("loos.combat", "CombatTable"),
    "loos:bombardment": ("loos.bombardment", "Bombardment"),
    "loos:campaign": ("loos.campaign", "Campaign"),
    "loos:staff": ("loos.staff", "GeneralStaff"),
    "one_hour:fire": ("one_hour.fire", "OneHourFire"),
    "one_hour:sight": ("one_hour.sight", "OneHourSight"),
    "one_hour:move": ("one_hour.move", "OneHourMove"),
    "one_hour:duel": ("one_hour.duel", "OneHourDuel"),
    "landser:fire": ("landser.fire", "LandserFire"),
    "landser:spotting": ("landser.spotting", "LandserSpotting"),
    "landser:template": ("landser.template", "LandserTemplate"),
    "landser:assault": ("landser.assault", "LandserAssault"),
    "landser:squad": ("landser.squad", "LandserSquad"),
    "paychest:fire": ("paychest.fire", "PaychestFire"),
    "paychest:melee": ("paychest.melee", "PaychestMelee"),
    "paychest:morale": ("paychest.morale", "Morale"),
    "paychest:forces": ("paychest.forces", "Forces"),
}

#: The panels by name: which explorer does each show?
PANELS: Mapping[str, str] = {name: explorer_id for explorer_id, (_, name) in _HOMES.items()}


@cache
def _explorer(explorer_id: str) -> Explorer[Any]:
    module, name = _HOMES[explorer_id]
    explorer = getattr(import_module(f"landships_lab.explore.{module}"), name)()
    assert isinstance(explorer, Explorer)
    assert explorer.id == explorer_id
    return explorer


class _Catalog(Mapping[str, Explorer[Any]]):
    """The explorers as a mapping from id to explorer."""

    def __getitem__(self, explorer_id: str) -> Explorer[Any]:
        return _explorer(explorer_id)

    def __iter__(self) -> Iterator[str]:
        return iter(_HOMES)

    def __len__(self) -> int:
        return len(_HOMES)


CATALOG: Mapping[str, Explorer[Any]] = _Catalog()
