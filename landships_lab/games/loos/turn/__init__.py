"""A game of Loos on a strip of front, step by step: set-up, Zero Hour, and eight turns.

The order of things is the exclusive rules' (11 to 18); each rule of fire, sight, trenches, losses
and victory is a call of `landships_lab.games.loos.rules`. The standard rules, the map, the counters
and the tracks are not in the source: samples replace them, and say so.
"""

from landships_lab.play.turns import choices, take
from .measure import measured
from .order import START

__all__ = ["START", "choices", "measured", "take"]
