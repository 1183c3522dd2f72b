"""Games that are played: situations, choices, what happens, and records that replay.

A game of this package lists in its record (`Game.starts`) what can be played. Its module ``turn``
holds the rules of sequence, and ``turn_board`` its picture. All games use the mechanism in `turns`.
"""

from landships_lab.play.starts import start, starts
from landships_lab.play.turns import (
    Choice,
    Happening,
    Situation,
    TurnStep,
    choice,
    choices,
    refused,
    take,
)

__all__ = [
    "Choice",
    "Happening",
    "Situation",
    "TurnStep",
    "choice",
    "choices",
    "refused",
    "start",
    "starts",
    "take",
]
