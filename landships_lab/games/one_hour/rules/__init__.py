"""One-Hour Wargames WWII, v.8: fire, sight, movement, rallying and the turn, on a table measured in
inches.
"""

from landships_lab.games.one_hour.rules.actions import Moment, may_act
from landships_lab.games.one_hour.rules.duels import Duel, Round, duel, favoured, favours
from landships_lab.games.one_hour.rules.fire import fire_odds, hits
from landships_lab.games.one_hour.rules.ground import (
    Area,
    Table,
    Unit,
    shot_between,
    table_of,
    threatened,
)
from landships_lab.games.one_hour.rules.moves import (
    Move,
    arrives,
    distance,
    may_enter,
    move_odds,
    reach,
)
from landships_lab.games.one_hour.rules.placing import may_place
from landships_lab.games.one_hour.rules.rally import (
    Prospect,
    expected_rallies,
    prospects,
    quiet_turn,
    rally,
    rally_odds,
)
from landships_lab.games.one_hour.rules.shot import COVERS, Shot
from landships_lab.games.one_hour.rules.sight import may_fire, observes, sees
from landships_lab.games.one_hour.rules.survival import Condition, stands, struck, survival
from landships_lab.games.one_hour.rules.targets import best_target, preferred
from landships_lab.games.one_hour.rules.threats import is_threatened

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
