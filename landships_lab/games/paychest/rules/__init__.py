"""Paychest: skill rolls, melee, morale, the cards of a turn, guns and organisations, with every
lost table a `Gap`.
"""

from landships_lab.games.paychest.data.supplied import NOTHING, Supplied, supplied
from landships_lab.games.paychest.rules.battle import Standing, Turn, standing
from landships_lab.games.paychest.rules.book import open_gaps
from landships_lab.games.paychest.rules.cards import ahead_odds, before_chance, place_odds
from landships_lab.games.paychest.rules.end_of_turn import end_of_turn
from landships_lab.games.paychest.rules.fire import (
    casualty_odds,
    may_fire_at,
    shots_a_turn,
    volley,
    volley_odds,
)
from landships_lab.games.paychest.rules.forces import muster, muster_roll, roster
from landships_lab.games.paychest.rules.guns import (
    burst,
    cover_test,
    cover_test_chance,
    gun_fire,
    gun_odds,
)
from landships_lab.games.paychest.rules.melee import (
    Side,
    contact,
    melee,
    melee_odds,
    taken_odds,
    win_draw_lose,
)
from landships_lab.games.paychest.rules.morale import (
    first_roll,
    leader_chance,
    leader_lost,
    morale_odds,
    morale_test_chance,
    rally_chances,
    rout_odds,
    second_roll,
)
from landships_lab.games.paychest.rules.movement import movement
from landships_lab.games.paychest.rules.shot import HitRoll, modified_skill
from landships_lab.games.paychest.rules.skill import Aim, hit_chance, skill_roll, to_hit

__all__ = [
    "NOTHING",
    "Aim",
    "HitRoll",
    "Side",
    "Standing",
    "Supplied",
    "Turn",
    "ahead_odds",
    "before_chance",
    "burst",
    "casualty_odds",
    "contact",
    "cover_test",
    "cover_test_chance",
    "end_of_turn",
    "first_roll",
    "gun_fire",
    "gun_odds",
    "hit_chance",
    "leader_chance",
    "leader_lost",
    "may_fire_at",
    "melee",
    "melee_odds",
    "modified_skill",
    "morale_odds",
    "morale_test_chance",
    "movement",
    "muster",
    "muster_roll",
    "open_gaps",
    "place_odds",
    "rally_chances",
    "roster",
    "rout_odds",
    "second_roll",
    "shots_a_turn",
    "skill_roll",
    "standing",
    "supplied",
    "taken_odds",
    "to_hit",
    "volley",
    "volley_odds",
    "win_draw_lose",
]
