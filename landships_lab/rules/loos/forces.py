"""Units and their steps: one, two and three-step units, who loses a step, and what is left to fight with."""

from __future__ import annotations

from dataclasses import dataclass, replace

from landships_lab.core.answer import Answer, Step
from landships_lab.core.checks import unknown
from landships_lab.rules.loos.book import CITES, counted, whole

#: How many steps each kind of unit has at full strength, and where it is printed.
STEPS: dict[str, tuple[int, str]] = {"regiment": (3, "regiments"), "battalion": (1, "battalions"), "half-brigade": (2, "brigades")}


@dataclass(frozen=True, slots=True)
class Force:
    """Like units that fight together: the steps each has left, and the combat factor of a unit with 1, 2, ... steps.

    The factors are printed on the counters only, which are not in the source: the reader supplies them.
    """

    steps: tuple[int, ...]
    factors: tuple[int, ...]

    def __post_init__(self) -> None:
        for factor in self.factors:
            whole("a combat factor", factor, 0, 99)
        for left in self.steps:
            whole("a number of steps", left, 0, len(self.factors))

    @property
    def strength(self) -> int:
        """How many combat factors are there in all?"""
        return sum(self.factors[left - 1] for left in self.steps if left)

    @property
    def total_steps(self) -> int:
        """How many steps are left in all?"""
        return sum(self.steps)

    def less(self, count: int = 1) -> Force:
        """What is left when so many steps are lost, each by the unit that has most? That keeps most units alive."""
        left = list(self.steps)
        for _ in range(min(count, sum(left))):
            left[left.index(max(left))] -= 1
        return replace(self, steps=tuple(left))

    def none(self) -> Force:
        """What is left when all are eliminated?"""
        return replace(self, steps=tuple(0 for _ in self.steps))


def lose_step(kind: str, steps: int, deadpile: int = 0) -> Answer[int]:
    """How many steps has a unit after losing one?

    ``kind`` is "regiment", "battalion" or "half-brigade". A regiment's last step is a replacement battalion: with none in the
    ``deadpile`` it is gone too. Source: 13.1-13.3 (lines 141-159).

    >>> lose_step("regiment", 2, deadpile=1).value, lose_step("regiment", 2, deadpile=0).value
    (1, 0)
    """
    full, cite = kind_of(kind)
    whole(f"the steps of a {kind}", steps, 1, full)
    left = steps - 1
    told = Step(f"A {kind} has {counted(full, 'step')}; with {steps} it goes to {left}.", CITES[cite])
    if kind != "regiment" or left != 1:
        return Answer(left, (told,), f"{counted(left, 'step')} left." if left else "The unit is eliminated.")
    if deadpile:
        step = Step("Its last step is a replacement battalion out of the deadpile.", CITES["regiments"])
        return Answer(1, (told, step), "1 step left, a replacement battalion.")
    step = Step("No replacement battalion is in the deadpile, so the last step is lost as well.", CITES["regiments"])
    return Answer(0, (told, step), "The unit is eliminated, for want of a battalion.")


def kind_of(kind: str) -> tuple[int, str]:
    """How many steps has this kind of unit at full strength, and where is it printed? `ValueError` for none of the three."""
    if kind not in STEPS:
        raise ValueError(unknown("unit", kind, list(STEPS)))
    return STEPS[kind]
