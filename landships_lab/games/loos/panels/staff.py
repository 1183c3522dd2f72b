"""The general staff: all other questions of the folio, one at a time, each answered by its rule."""

from __future__ import annotations

from . import staff_combat, staff_ground, staff_men
from .question import GeneralStaff

__all__ = ["GeneralStaff"]

GeneralStaff.offer(*staff_ground.QUESTIONS, *staff_combat.QUESTIONS, *staff_men.QUESTIONS)
