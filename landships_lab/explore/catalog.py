"""Every explorer there is, by its id."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from landships_lab.explore.explorer import Explorer
from landships_lab.explore.fire import FireArcs
from landships_lab.explore.move import Movement
from landships_lab.explore.paychest.fire import PaychestFire
from landships_lab.explore.paychest.forces import Forces
from landships_lab.explore.paychest.melee import PaychestMelee
from landships_lab.explore.paychest.morale import Morale
from landships_lab.explore.positions import Positions
from landships_lab.explore.ranges import RangeCounter

_PAYCHEST = (PaychestFire(), PaychestMelee(), Morale(), Forces())

CATALOG: Mapping[str, Explorer[Any]] = MappingProxyType(
    {e.id: e for e in (FireArcs(), RangeCounter(), Positions(), Movement(), *_PAYCHEST)}
)
