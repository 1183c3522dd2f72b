"""The kit of panels: each panel asks one question of one rule set.

States are immutable, and everything here runs without a browser.
"""

from landships_lab.panel.board import Gesture
from landships_lab.panel.catalog import CATALOG
from landships_lab.panel.panel import Panel

__all__ = ["CATALOG", "Gesture", "Panel"]
