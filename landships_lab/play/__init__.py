"""Games that are played: situations, what may be done in them, what happens, and records that
replay.

A game of this package lists what can be played in its record (`Game.starts`). Its module ``turn``
holds the rules of sequence, and ``turn_board`` its picture. `turns` is the one mechanism they use.
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
