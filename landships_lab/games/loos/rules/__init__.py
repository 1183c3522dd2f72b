"""*Loos: The Big Push*: lines of sight, the combat table, bombardment and gas, reserves, attrition,
victory.
"""

from .shells import bombardment_odds
from .sight import observes
from .table import combat_odds, combat_result

__all__ = ["bombardment_odds", "combat_odds", "combat_result", "observes"]
