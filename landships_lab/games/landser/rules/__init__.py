"""Landser, WWII tabletop skirmish combat rules: from the hit die to the wound, spotting, templates,
assault, the squad.
"""

from landships_lab.games.landser.rules.after_a_hit import ways
from landships_lab.games.landser.rules.assault import (
    Fighter,
    assault,
    assault_odds,
    assault_score,
    fight,
    may_assault,
    may_charge,
    one_after_another,
    to_the_end,
)
from landships_lab.games.landser.rules.blasts import (
    Exposure,
    blast_odds,
    effectiveness,
    exposures,
    shelter,
)
from landships_lab.games.landser.rules.branches import Branch, tree_odds
from landships_lab.games.landser.rules.breakoff import (
    break_off,
    break_off_odds,
    forecast,
    squad_breaks_off,
    still_fighting,
)
from landships_lab.games.landser.rules.casualties import (
    Blast,
    Burst,
    Laid,
    blast,
    burst,
    heat,
    watched_arc,
)
from landships_lab.games.landser.rules.crew import AUTOMATIC, Gun, loader_in_place, may_burst
from landships_lab.games.landser.rules.fire import Fired, Rolled, ShotTree, fire, tree_of
from landships_lab.games.landser.rules.grenades import (
    GRENADE,
    Landing,
    Obstacle,
    Soldier,
    Throw,
    landings,
    lies_prone,
    may_throw,
)
from landships_lab.games.landser.rules.group_hits import Toll, burst_toll, grenade_toll
from landships_lab.games.landser.rules.hiding import HIDDEN
from landships_lab.games.landser.rules.jams import (
    dogs_chance,
    dogs_chance_result,
    jam_chance,
    jammed_template,
)
from landships_lab.games.landser.rules.movement import (
    PACES,
    Way,
    allowance,
    cost,
    difficult_inches,
    may_move,
)
from landships_lab.games.landser.rules.shots import Shot, hit_chance, hits_on, may_fire
from landships_lab.games.landser.rules.sighted_shot import may_fire_at, shot_at
from landships_lab.games.landser.rules.sighting import (
    Sighting,
    row_of,
    spot_chance,
    spot_number,
    spots_on,
)
from landships_lab.games.landser.rules.spotting import look_and_fire, spot_and_fire
from landships_lab.games.landser.rules.squad import may_do, order, title, treated
from landships_lab.games.landser.rules.surrender import may_guard, prisoners_join, surrenders
from landships_lab.games.landser.rules.templates import (
    EVENTS,
    in_arc,
    template_roll,
    under_template,
)
from landships_lab.games.landser.rules.tree import fire_odds, fire_tree, resolve
from landships_lab.games.landser.rules.trooper import (
    ACTIONS,
    COMBAT,
    HELPERS,
    ROSTER,
    Trooper,
)
from landships_lab.games.landser.rules.turns import MOMENTS, first_turn, template_stays
from landships_lab.games.landser.rules.wounds import (
    BECOMES,
    OUTCOMES,
    Target,
    becomes,
    next_turn,
    roll_on,
    roll_up,
)

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
    "break_off_odds",
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
    "title",
    "to_the_end",
    "treated",
    "tree_odds",
    "tree_of",
    "under_template",
    "watched_arc",
    "ways",
]
