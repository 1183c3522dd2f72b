"""Questions made up on the spot about Paychest's fire, melee and morale: the same seed, the same question."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from types import MappingProxyType

from landships_lab.drills.question import Question
from landships_lab.rules.paychest.morale import KINDS

_MOVED = ("stand", "advance", "charge")


def _fire(dice: random.Random) -> Question:
    """A few men, with and without a modifier that leads below zero."""
    skill, moved, men = dice.randint(1, 6), dice.choice(_MOVED), dice.randint(2, 20)
    ask = f"{men} men of skill {skill} {moved} and fire rifles. How likely does each shot hit, in per cents?"
    return Question(ask, f"paychest:fire weapon rifle skill {skill} moved {moved} men {men} figures 10")


def _melee(dice: random.Random) -> Question:
    """One to three men on either side."""
    a, b, men_a, men_b = dice.randint(1, 6), dice.randint(1, 6), dice.randint(1, 3), dice.randint(1, 3)
    ask = f"Side a, {men_a} of melee skill {a}, fights side b, {men_b} of skill {b}. How likely is b hurt, in per cents?"
    return Question(ask, f"paychest:melee skill_a {a} men_a {men_a} skill_b {b} men_b {men_b}")


def _morale(dice: random.Random) -> Question:
    """A unit of either kind after a turn of hits."""
    kind, hits, figures = dice.choice(list(KINDS)), dice.randint(2, 11), dice.randint(3, 20)
    ask = f"{figures} {KINDS[kind]} suffered {hits} hits this turn. How likely do they surely hold, in per cents, the lost line left out?"
    return Question(ask, f"paychest:morale kind {kind} figures {figures} hits {hits}")


PAYCHEST: Mapping[str, Callable[[random.Random], Question]] = MappingProxyType(
    {"paychest:fire": _fire, "paychest:melee": _melee, "paychest:morale": _morale}
)
