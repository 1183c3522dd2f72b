"""The general staff: every other question of the folio, one at a time,
each answered by its rule.
"""

from __future__ import annotations

from . import staff_combat, staff_ground, staff_losses, staff_men, staff_turns
from .question import GeneralStaff

__all__ = ["GeneralStaff"]

GeneralStaff.offer(
    *staff_ground.QUESTIONS,
    *staff_turns.QUESTIONS,
    *staff_combat.QUESTIONS,
    *staff_men.QUESTIONS,
    *staff_losses.QUESTIONS,
)
