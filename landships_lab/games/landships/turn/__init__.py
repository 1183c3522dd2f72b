"""The Brickyard, hour by hour: scenario 19.26 played with its turn clock.

The order of the phases, the results of fire and how far platoons walk are in the base game, which
is not in the source: there the players decide, and what they say is marked so.
"""

from landships_lab.play.turns import choice, choices, take
from .clock import Clock
from .phases import START

__all__ = ["START", "Clock", "choice", "choices", "take"]
