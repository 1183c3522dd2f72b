"""A fight of Paychest, turn by turn: the cards, what each unit does when its card is drawn, the
casualties, and morale at the end of the turn.

The rates of movement and the casualty cards are lost, so the players say whether a charge meets the
enemy and whom a hit puts out of action.
"""

from landships_lab.play.turns import choice, choices, take
from .cards import START
from .fight import Company, Fight

__all__ = ["START", "Company", "Fight", "choice", "choices", "take"]
