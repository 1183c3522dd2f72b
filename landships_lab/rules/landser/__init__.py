"""Landser, WWII tabletop skirmish combat rules: from the hit die to the wound, spotting, templates, assault, the squad."""

from landships_lab.rules.landser.blasts import blast_odds, effectiveness, exposures
from landships_lab.rules.landser.branches import Branch, tree_odds
from landships_lab.rules.landser.grenades import Obstacle, Soldier, Throw, landings, may_throw
from landships_lab.rules.landser.shots import Shot, hit_chance, hits_on, may_fire
from landships_lab.rules.landser.tree import fire_odds, fire_tree, resolve
from landships_lab.rules.landser.wounds import Target, becomes, next_turn, roll_on, roll_up

__all__ = [
    "Branch",
    "Obstacle",
    "Shot",
    "Soldier",
    "Target",
    "Throw",
    "becomes",
    "blast_odds",
    "effectiveness",
    "exposures",
    "fire_odds",
    "fire_tree",
    "hit_chance",
    "hits_on",
    "landings",
    "may_fire",
    "may_throw",
    "next_turn",
    "resolve",
    "roll_on",
    "roll_up",
    "tree_odds",
]
