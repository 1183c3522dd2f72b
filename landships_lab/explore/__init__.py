"""The explorers: each asks one question of one rule set. States are frozen; everything here runs without a browser."""

from landships_lab.explore.catalog import CATALOG
from landships_lab.explore.explorer import Explorer
from landships_lab.explore.gestures import Gesture

__all__ = ["CATALOG", "Explorer", "Gesture"]
