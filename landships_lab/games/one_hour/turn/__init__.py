"""One-Hour Wargames WWII in play: the steps of a Turn, which use `rules`."""

from landships_lab.play.turns import choices, take
from .situation import OneHourGame
from .steps import START

__all__ = ["START", "OneHourGame", "choices", "take"]
