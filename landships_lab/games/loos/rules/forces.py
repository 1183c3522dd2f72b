"""Units and their steps: one, two and three-step units, who loses a step, and what is left to fight
with (13).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from landships_lab.core.answer import Answer, Step
from landships_lab.core.checks import one_of, whole
from landships_lab.core.sources import Given
from landships_lab.core.speech import listed, plural
from .book import CITES, note, reading_step, supplied, taken

#: The steps of each kind of unit at full strength, and the citation that says so.
STEPS: dict[str, tuple[int, str]] = {
    "regiment": (3, "regiments"),
    "battalion": (1, "battalions"),
    "half-brigade": (2, "brigades"),
}


@dataclass(frozen=True, slots=True)
class Force:
    """Like units that fight together: the steps each has left, and the combat factor of a unit with
    1, 2, ... steps.

    The factors are printed on the counters only, which are not in the source: the reader supplies
    them.
    """

    steps: tuple[int, ...]
    factors: tuple[int, ...]

    def __post_init__(self) -> None:
        object.__setattr__(
            self,
            "factors",
            tuple(whole("A combat factor", factor, 0, 99) for factor in self.factors),
        )
        object.__setattr__(
            self,
            "steps",
            tuple(whole("The steps of a unit", left, 0, len(self.factors)) for left in self.steps),
        )

    @property
    def strength(self) -> int:
        """The combat factors of all units together."""
        return sum(self.factors[left - 1] for left in self.steps if left)

    @property
    def total_steps(self) -> int:
        """The steps of all units together."""
        return sum(self.steps)

    def less(self, count: int = 1, weakest: bool = False) -> Force:
        """Return the force after losing so many steps, each by the unit that has most: that keeps
        most units alive. An enemy takes them from the ``weakest``.
        """
        left = list(self.steps)
        for _ in range(min(count, sum(left))):
            left[left.index(min(filter(None, left)) if weakest else max(left))] -= 1
        return replace(self, steps=tuple(left))

    def none(self) -> Force:
        """Return the force with all its units eliminated."""
        return replace(self, steps=tuple(0 for _ in self.steps))


def half_brigades(units: int, full: int, reduced: int) -> Force:
    """Return British half-brigades of two steps each, with the factors of both sides of their
    counters.

    >>> half_brigades(3, full=4, reduced=2).strength
    12
    """
    return Force((2,) * units, (reduced, full))


def one_unit(steps: int, factor: int) -> Force:
    """Return a single unit whose combat factor is the same for each of its steps.

    >>> one_unit(2, factor=3)
    Force(steps=(2,), factors=(3, 6))
    """
    return Force((steps,), tuple(factor * n for n in range(1, steps + 1)))


def factors_step(attackers: Force, defenders: Force) -> Step:
    """Return the step that names the combat factors the reader supplied."""
    one, other = (listed(map(str, force.factors)) for force in (attackers, defenders))
    return Step(
        f"Combat factors with 1, 2, … steps: {one} against {other}.", supplied("combat factors")
    )


#: What a unit loses a step to: a combat, shells, or shells while Germans are in a trench.
Cause = Literal["combat", "shells", "trench"]
CAUSES: Mapping[Cause, str] = {
    "combat": "combat",
    "shells": "shells",
    "trench": "shells, Germans in a trench",
}
LAST_STEP = "Germans in a trench never lose their last step to a bombardment."


def lose_step(
    kind: str,
    steps: int,
    deadpile: int = 0,
    cause: Cause = "combat",
    stacked: bool = False,
    readings: Given = None,
    room: bool = True,
) -> Answer[int]:
    """Return the steps a unit has after losing one.

    ``kind`` is "regiment", "battalion" or "half-brigade". A regiment's last step is a replacement
    battalion: with none in the ``deadpile`` it is gone too. Whether one may take its place where
    the regiment is ``stacked`` is the reading last-step-stacked, and there must be ``room`` next to
    it; whether shells can take the last step so of a regiment in a trench, the reading
    last-step-shelled. Source: 13.1-13.3 (lines
    141-159), 17.5 (line 275), 18.1 (line 286).

    >>> lose_step("regiment", 2, deadpile=1).value, lose_step("regiment", 2, deadpile=0).value
    (1, 0)
    >>> lose_step("regiment", 2, 0, "trench").value, lose_step("battalion", 1, 0, "trench").value
    (2, 1)
    """
    full, cite = STEPS[one_of("unit", kind, STEPS)]
    steps = whole(f"The number of steps of a {kind}", steps, 1, full)
    in_trench = one_of("cause of a loss", cause, CAUSES) == "trench" and kind != "half-brigade"
    if in_trench and steps == 1:
        return Answer(
            1, (Step(LAST_STEP, CITES["last-step"], "forbids"),), "The unit keeps its last step."
        )
    left = steps - 1
    first = Step(
        f"A {kind} has {plural(full, 'step')}; from {steps} it goes down to {left}.", CITES[cite]
    )
    if kind == "battalion":
        pile = Step(
            "Its counter goes to the deadpile, and may come back as a replacement, red dot up.",
            CITES["deadpile"],
        )
        dot = Step(
            "The 27 named battalions have a red dot on the back for this; the two blank ones serve"
            " as replacements from the start.",
            CITES["red-dot"],
        )
        return Answer(0, (first, pile, dot), "The unit is eliminated.")
    if kind != "regiment" or left != 1:
        turned = Step(
            "The regiment's counter is turned: its back stands for two steps.", CITES["regiments"]
        )
        return Answer(
            left,
            (first, turned) if kind == "regiment" and left == 2 else (first,),
            f"The unit has {plural(left, 'step')} left." if left else "The unit is eliminated.",
        )
    return _to_the_last_step(first, deadpile, in_trench, stacked, room, taken(readings))


def _to_the_last_step(
    first: Step,
    deadpile: int,
    in_trench: bool,
    stacked: bool,
    room: bool,
    options: Mapping[str, str],
) -> Answer[int]:
    """Return what becomes of a regiment that comes down to its last step."""
    reasons = [first]
    beside = options["last-step-stacked"] == "beside"
    if not deadpile:
        why = "no replacement battalion is left"
        reasons.append(note("regiments", "No replacement battalion is in the deadpile."))
    elif stacked:
        why = "no hex next to it is free" if beside else "a battalion may not stack"
        reasons.append(reading_step("last-step-stacked", options["last-step-stacked"]))
        if beside and not room:
            reasons.append(note("stacking", "No hex next to the stack is free for it."))
    if deadpile and (not stacked or (beside and room)):
        where = " in a hex next to it" if stacked else ""
        last = note("regiments", "Its last step is a replacement battalion from the deadpile.")
        dot = note(
            "red-dot", "A named battalion serves with its back up, which has a red dot and no name."
        )
        headline = f"One step is left: a replacement battalion takes its place{where}."
        return Answer(1, (*reasons, last, dot), headline)
    if in_trench:
        reasons.append(reading_step("last-step-shelled", options["last-step-shelled"]))
        if options["last-step-shelled"] == "spared":
            reasons.append(Step(LAST_STEP, CITES["last-step"], "forbids"))
            return Answer(2, tuple(reasons), f"The unit keeps both steps, because {why}.")
    reasons.append(Step("So the last step is lost as well.", CITES["regiments"]))
    return Answer(0, tuple(reasons), f"The unit is eliminated, because {why}.")


def last_step_steps(defenders: Force) -> tuple[Step, ...]:
    """Return the step that says what is taken for granted of Germans who come down to one step."""
    if max(defenders.steps, default=0) < 2:
        return ()
    text = "A regiment's last step is a replacement battalion; here the deadpile has one."
    return (Step(text, CITES["regiments"]),)
