"""The explorers of Landser: fire as a tree, spotting, templates, assault, the squad."""

from typing import Any

from landships_lab.explore.explorer import Explorer
from landships_lab.explore.landser.assault import LandserAssault
from landships_lab.explore.landser.fire import LandserFire
from landships_lab.explore.landser.spotting import LandserSpotting
from landships_lab.explore.landser.squad import LandserSquad
from landships_lab.explore.landser.template import LandserTemplate

LANDSER: tuple[Explorer[Any], ...] = (LandserFire(), LandserSpotting(), LandserTemplate(), LandserAssault(), LandserSquad())

__all__ = ["LANDSER", "LandserAssault", "LandserFire", "LandserSpotting", "LandserSquad", "LandserTemplate"]
