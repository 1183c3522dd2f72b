"""One-Hour Wargames WWII as it is played: the steps of a Turn, over the rules of `rules`."""

from landships_lab.games.one_hour.turn.situation import OneHourGame
from landships_lab.games.one_hour.turn.start import START
from landships_lab.play.turns import choices, take

__all__ = ["START", "OneHourGame", "choices", "take"]
