"""The Brickyard, hour by hour: scenario 19.26 played with its turn clock.

The order of the phases, the results of fire and the movement of platoons are in the base game,
which is not in the source. There the players decide, and their decisions are marked.
"""

from landships_lab.play.turns import choice, choices, take
from .clock import Clock
from .phases import START

__all__ = ["START", "Clock", "choice", "choices", "take"]
