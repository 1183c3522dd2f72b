"""One-Hour Wargames WWII, v.8: fire, sight, movement, rallying and the turn, on a table measured in
inches.
"""

from .actions import Moment, may_act
from .duels import Duel, Round, duel, favoured, favours
from .fire import fire_odds, hits
from .ground import Area, Table, Unit, shot_between, table_of, threatened
from .moves import Move, arrives, distance, may_enter, move_odds, reach
from .placing import may_place
from .rally import Prospect, expected_rallies, prospects, quiet_turn, rally, rally_odds
from .shot import COVERS, Shot
from .sight import may_fire, observes, sees
from .survival import Condition, stands, struck, survival
from .targets import best_target, preferred
from .threats import is_threatened

__all__ = [
    "COVERS",
    "Area",
    "Condition",
    "Duel",
    "Moment",
    "Move",
    "Prospect",
    "Round",
    "Shot",
    "Table",
    "Unit",
    "arrives",
    "best_target",
    "distance",
    "duel",
    "expected_rallies",
    "favoured",
    "favours",
    "fire_odds",
    "hits",
    "is_threatened",
    "may_act",
    "may_enter",
    "may_fire",
    "may_place",
    "move_odds",
    "observes",
    "preferred",
    "prospects",
    "quiet_turn",
    "rally",
    "rally_odds",
    "reach",
    "sees",
    "shot_between",
    "stands",
    "struck",
    "survival",
    "table_of",
    "threatened",
]
