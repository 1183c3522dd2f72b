"""Landser, WWII tabletop skirmish combat rules: from the hit die to the wound, spotting, templates,
assault, the squad.
"""

from .after_a_hit import ways
from .assault import (
    Fighter,
    assault,
    assault_odds,
    assault_score,
    fight,
    may_assault,
    may_charge,
    may_guard,
    one_after_another,
    prisoners_join,
    surrenders,
    to_the_end,
)
from .blasts import Exposure, blast_odds, effectiveness, exposures, shelter
from .branches import Branch, tree_odds
from .breakoff import break_off, forecast, squad_breaks_off, still_fighting
from .bursts import RELOADS
from .casualties import Blast, Burst, Laid, blast, burst, heat, watched_arc
from .crew import AUTOMATIC, Gun, loader_in_place, may_burst
from .fire import Fired, Rolled, ShotTree, fire, tree_of
from .grenades import GRENADE, Landing, Obstacle, Soldier, Throw, landings, lies_prone, may_throw
from .group_hits import Toll, burst_toll, grenade_toll
from .hiding import HIDDEN
from .jams import dogs_chance, dogs_chance_result, jam_chance, jammed_template
from .movement import PACES, Way, allowance, cost, difficult_inches, may_move
from .shots import Shot, hit_chance, hits_on, may_fire
from .sighted_shot import may_fire_at, shot_at
from .sighting import Sighting, row_of, spot_chance, spot_number, spots_on
from .spotting import look_and_fire, spot_and_fire
from .squad import has_to_work, may_do, order, throws, title, treated
from .templates import EVENTS, in_arc, template_roll, under_template
from .tree import fire_odds, fire_tree, resolve
from .trooper import ACTIONS, COMBAT, HELPERS, ROSTER, Trooper
from .turns import MOMENTS, first_turn, template_stays
from .wounds import BECOMES, OUTCOMES, Target, becomes, next_turn, roll_on, roll_up

__all__ = [
    "ACTIONS",
    "AUTOMATIC",
    "BECOMES",
    "COMBAT",
    "EVENTS",
    "GRENADE",
    "HELPERS",
    "HIDDEN",
    "MOMENTS",
    "OUTCOMES",
    "PACES",
    "RELOADS",
    "ROSTER",
    "Blast",
    "Branch",
    "Burst",
    "Exposure",
    "Fighter",
    "Fired",
    "Gun",
    "Laid",
    "Landing",
    "Obstacle",
    "Rolled",
    "Shot",
    "ShotTree",
    "Sighting",
    "Soldier",
    "Target",
    "Throw",
    "Toll",
    "Trooper",
    "Way",
    "allowance",
    "assault",
    "assault_odds",
    "assault_score",
    "becomes",
    "blast",
    "blast_odds",
    "break_off",
    "burst",
    "burst_toll",
    "cost",
    "difficult_inches",
    "dogs_chance",
    "dogs_chance_result",
    "effectiveness",
    "exposures",
    "fight",
    "fire",
    "fire_odds",
    "fire_tree",
    "first_turn",
    "forecast",
    "grenade_toll",
    "has_to_work",
    "heat",
    "hit_chance",
    "hits_on",
    "in_arc",
    "jam_chance",
    "jammed_template",
    "landings",
    "lies_prone",
    "loader_in_place",
    "look_and_fire",
    "may_assault",
    "may_burst",
    "may_charge",
    "may_do",
    "may_fire",
    "may_fire_at",
    "may_guard",
    "may_move",
    "may_throw",
    "next_turn",
    "one_after_another",
    "order",
    "prisoners_join",
    "resolve",
    "roll_on",
    "roll_up",
    "row_of",
    "shelter",
    "shot_at",
    "spot_and_fire",
    "spot_chance",
    "spot_number",
    "spots_on",
    "squad_breaks_off",
    "still_fighting",
    "surrenders",
    "template_roll",
    "template_stays",
    "throws",
    "title",
    "to_the_end",
    "treated",
    "tree_odds",
    "tree_of",
    "under_template",
    "watched_arc",
    "ways",
]
