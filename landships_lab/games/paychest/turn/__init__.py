"""A fight of Paychest, turn by turn: the cards, what each unit does when its own is drawn, the
casualties, and the morale at the end of the turn.

Moves and casualty cards are lost in print, so the players say whether a charge meets the enemy and
whom a hit puts out of action.
"""

from landships_lab.play.turns import choice, choices, take
from .cards import START
from .fight import Company, Fight

__all__ = ["START", "Company", "Fight", "choice", "choices", "take"]
