"""Three attacks at once: how often so many of their defenders lose a step, each attack with a roll
of its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction

from landships_lab.core.answer import Answer, Step
from landships_lab.core.checks import whole
from landships_lab.core.dice import Odds, over
from landships_lab.core.speech import capitalized, decimal, often, plural
from .book import CITES, as_printed, deciding, happens
from .losses import COMBAT_READINGS, Choice, loses_a_step
from .table import combat_odds, no_attack_steps

#: How many attacks share the points.
ATTACKS = 3


@dataclass(frozen=True, slots=True)
class Shared:
    """Three attacks: the terrain of each, its differential before any point is added, and the
    points added to it.
    """

    lines: tuple[str, ...]
    before: tuple[int, ...]
    points: tuple[int, ...]
    choice: Choice = "stand"
    readings: Mapping[str, str] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        for given in (self.lines, self.before, self.points):
            whole("The number of attacks", len(given), ATTACKS, ATTACKS)

    @property
    def differentials(self) -> tuple[int, ...]:
        """The differential of each attack with its points."""
        return tuple(b + p for b, p in zip(self.before, self.points, strict=True))

    @property
    def hurt(self) -> tuple[Odds[bool], ...]:
        """Whether each defender loses a step, as odds."""
        return tuple(
            combat_odds(line, differential, self.readings).map(
                lambda result: loses_a_step(result, "defender", self.choice)
            )
            for line, differential in zip(self.lines, self.differentials, strict=True)
        )

    @property
    def chances(self) -> tuple[Fraction, ...]:
        """How often each defender loses a step."""
        return tuple(odds.p(True) for odds in self.hurt)


def defenders_hurt(attacks: Shared) -> Odds[int]:
    """Return the odds of how many of the three defenders lose a step.

    >>> defenders_hurt(Shared(("clear",) * 3, (0, 0, 0), (0, 0, 0))).p(3)
    Fraction(1, 27)
    """
    return over(lambda *hurt: sum(hurt), *attacks.hurt)


def share(attacks: Shared, least: int) -> Answer[Fraction]:
    """Return how often at least so many of the three defenders lose a step.

    The factors are printed on counters that are not in the source: the reader sets the
    differentials. ``detail`` holds the odds of how many lose one. Source: Combat Results Table
    (lines 338-385).

    >>> share(Shared(("clear", "town", "trench"), (2, 2, 2), (0, 0, 2)), 1).headline
    'At least one of three defenders loses a step 85.2% of the time.'
    """
    least = whole("The defenders to be hurt", least, 1, ATTACKS)
    odds = defenders_hurt(attacks)
    chance = odds.at_least(least)
    steps = [
        Step(
            f"{capitalized(line)}, {as_printed(before)} and {plural(added, 'point')}:"
            f" at {as_printed(before + added)} {happens('the defender', 'loses a step', one)}.",
            CITES["table-differential"],
        )
        for line, before, added, one in zip(
            attacks.lines, attacks.before, attacks.points, attacks.chances, strict=True
        )
    ]
    steps += [step for line in dict.fromkeys(attacks.lines) for step in no_attack_steps(line)]
    steps += deciding(
        COMBAT_READINGS,
        attacks.readings,
        lambda options: defenders_hurt(replace(attacks, readings=options)),
    )
    steps.append(Step("Each attack has a roll of its own.", CITES["table"]))
    average = decimal(sum(attacks.chances, Fraction(0)))
    steps.append(Step(f"On average {average} defenders lose a step.", CITES["table"]))
    who = {1: "At least one of three defenders loses", 2: "At least two of three defenders lose"}
    text = who.get(least, "All three defenders lose")
    return Answer(chance, tuple(steps), f"{text} a step {often(chance)}.", (), odds)
