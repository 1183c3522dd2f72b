"""Every explorer there is, by its id."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from landships_lab.explore.explorer import Explorer
from landships_lab.explore.fire import FireArcs
from landships_lab.explore.loos.bombardment import Bombardment
from landships_lab.explore.loos.campaign import Campaign
from landships_lab.explore.loos.combat import CombatTable
from landships_lab.explore.loos.sight import Sight
from landships_lab.explore.move import Movement
from landships_lab.explore.paychest.fire import PaychestFire
from landships_lab.explore.paychest.forces import Forces
from landships_lab.explore.paychest.melee import PaychestMelee
from landships_lab.explore.paychest.morale import Morale
from landships_lab.explore.positions import Positions
from landships_lab.explore.ranges import RangeCounter

_LANDSHIPS = (FireArcs(), RangeCounter(), Positions(), Movement())
_LOOS = (Sight(), CombatTable(), Bombardment(), Campaign())
_PAYCHEST = (PaychestFire(), PaychestMelee(), Morale(), Forces())

CATALOG: Mapping[str, Explorer[Any]] = MappingProxyType({e.id: e for e in (*_LANDSHIPS, *_LOOS, *_PAYCHEST)})
