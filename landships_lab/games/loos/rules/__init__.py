"""*Loos:

The Big Push*: lines of sight, the combat table, bombardment and gas, reserves, attrition, victory.
"""

from .assault import Assault, outcome_odds, resolve, result_odds, shelled_odds
from .attrition import (
    break_down,
    division_enters,
    received_odds,
    release_odds,
    released,
    replacements,
)
from .bombard import bombardment, bombardment_result
from .campaign import Front, Plan, breakthrough, campaign
from .combat import combat
from .deployment import check_german_set_up, zone, zone_of_control
from .forces import Force, half_brigades, lose_step, one_unit
from .gas import gas_odds
from .losses import Outcome, after_combat, differential
from .markers import Placing, may_place
from .mobile import MobileAttack, MobileEnd, mobile_combat, mobile_odds
from .neighbours import side_by_side
from .reserves import (
    Stacked,
    check_sectors,
    may_reorder,
    may_stack,
    move_points,
    reach_chance,
    reserve_path,
)
from .shells import bombardment_odds, shell, shell_odds, shell_stack, stack_odds
from .sight import observed_hexes, observes
from .table import combat_odds, combat_result, terrains
from .terrain import (
    Ground,
    bombardment_line,
    combat_line,
    may_enter,
    may_infiltrate,
    must_also_attack,
    shell_line,
)
from .turns import movement_allowance, phases
from .victory import Situation, enters, entry_hexes, victory

__all__ = [
    "Assault",
    "Force",
    "Front",
    "Ground",
    "MobileAttack",
    "MobileEnd",
    "Outcome",
    "Placing",
    "Plan",
    "Situation",
    "Stacked",
    "after_combat",
    "bombardment",
    "bombardment_line",
    "bombardment_odds",
    "bombardment_result",
    "break_down",
    "breakthrough",
    "campaign",
    "check_german_set_up",
    "check_sectors",
    "combat",
    "combat_line",
    "combat_odds",
    "combat_result",
    "differential",
    "division_enters",
    "enters",
    "entry_hexes",
    "gas_odds",
    "half_brigades",
    "lose_step",
    "may_enter",
    "may_infiltrate",
    "may_place",
    "may_reorder",
    "may_stack",
    "mobile_combat",
    "mobile_odds",
    "move_points",
    "movement_allowance",
    "must_also_attack",
    "observed_hexes",
    "observes",
    "one_unit",
    "outcome_odds",
    "phases",
    "reach_chance",
    "received_odds",
    "release_odds",
    "released",
    "replacements",
    "reserve_path",
    "resolve",
    "result_odds",
    "shell",
    "shell_line",
    "shell_odds",
    "shell_stack",
    "shelled_odds",
    "side_by_side",
    "stack_odds",
    "terrains",
    "victory",
    "zone",
    "zone_of_control",
]
