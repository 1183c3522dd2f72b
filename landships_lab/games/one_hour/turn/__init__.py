"""One-Hour Wargames WWII as it is played: the steps of a Turn, over the rules of `rules`."""

from landships_lab.play.turns import choices, take
from .situation import OneHourGame
from .steps import START

__all__ = ["START", "OneHourGame", "choices", "take"]
