"""Skill rolls: a die of the skill or less hits; with a skill of zero or less a ONE first, then the
unmodified skill or less.

modified skill        first die            second die
1 to 6                skill or less: hit   -
0 or less             ONE, and then ...    unmodified skill or less: hit
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from landships_lab.core.answer import Answer, Step, judge
from landships_lab.core.checks import whole
from landships_lab.core.dice import D6, Odds, Roll, Thrown, run
from landships_lab.core.speech import mixed, signed
from landships_lab.games.paychest.rules.book import CITES, MOST_POINTS

ONES = "ones"


@dataclass(frozen=True, slots=True)
class Aim:
    """What a shot comes to: the unmodified skill, the modified one, and what is added to the die
    (under one reading only).

    ``may_jam``: a ONE and a second ONE jam the gun. ``jam_first``: that takes the hit away (reading
    ones).
    """

    skill: int
    modified: int
    on_die: int = 0
    may_jam: bool = False
    jam_first: bool = False

    @property
    def rolls(self) -> Odds[Rolled]:
        """The odds of all that the dice can come to."""
        return run(lambda roll: to_hit(self, roll).detail)

    @property
    def chance(self) -> Fraction:
        """The chance of a hit."""
        return self.rolls.chance(lambda rolled: rolled.hit)


@dataclass(frozen=True, slots=True)
class Rolled:
    """What the dice of one roll to hit come to; ``second`` is 0 where no second die is thrown.

    ``cancelled``: it would be a hit if the gun did not jam.
    """

    first: int
    second: int
    hit: bool
    jammed: bool = False
    cancelled: bool = False


def to_hit(aimed: Aim, roll: Roll) -> Answer[bool]:
    """Return whether a roll to hit is a hit, and why; ``detail`` is what was `Rolled`.

    The second die is thrown after a ONE, where a hit or a jam hangs on it. What is added to the die
    counts for the first die, but not for a ONE that must show.
    Source: Paychest, Weapons Fire (line 7), Supplement (line 11).

    >>> (
    ...     to_hit(Aim(4, 2), Thrown([2])).value,
    ...     to_hit(Aim(4, 2, may_jam=True), Thrown([1, 1])).detail.jammed,
    ... )
    (True, True)
    """
    first = roll(D6, int)
    second = roll(D6, int) if first == 1 and (aimed.modified <= 0 or aimed.may_jam) else 0
    steps = (
        _zero_or_less(aimed, first, second) if aimed.modified <= 0 else [_die_shows(aimed, first)]
    )
    would_hit, jammed = bool(judge(steps)), aimed.may_jam and second == 1
    if jammed:
        missed = "; under this reading the burst misses" if aimed.jam_first else ""
        text = f"A ONE and a second ONE: the gun jams, and one action clears it{missed}."
        steps.append(
            Step(text, CITES["gun-jam"], "forbids" if aimed.jam_first else "note", reading=ONES)
        )
    hit = bool(judge(steps))
    rolled = Rolled(first, second, hit, jammed, would_hit and not hit)
    return Answer(hit, tuple(steps), "A hit." if hit else "A miss.", detail=rolled)


def _die_shows(aimed: Aim, first: int) -> Step:
    more = f", and {aimed.on_die} more for the group" if aimed.on_die else ""
    shown = first + aimed.on_die
    text = f"The die shows {first}{more}: {_against(shown, aimed.modified)}."
    return _judged(shown <= aimed.modified, text, "to-hit")


def _zero_or_less(aimed: Aim, first: int, second: int) -> list[Step]:
    text = f"A skill of zero or less needs a ONE first; the die shows {first}."
    one = _judged(first == 1, text, "zero-or-less")
    if first != 1:
        return [one]
    text = f"The second die shows {second}: {_against(second, aimed.skill)} without modifiers."
    return [one, _judged(second <= aimed.skill, text, "zero-or-less")]


def hit_chance(skill: int, modifier: int = 0) -> Fraction:
    """Return the chance of a hit with this unmodified skill and this sum of modifiers.

    Raises `ValueError` for anything but whole numbers. Source: Paychest, Weapons Fire (line 7).

    >>> hit_chance(4), hit_chance(4, -2), hit_chance(2, -3)
    (Fraction(2, 3), Fraction(1, 3), Fraction(1, 18))
    """
    return _aim(skill, modifier).chance


def skill_roll(skill: int, modifier: int, first: int, second: int | None = None) -> Answer[bool]:
    """Return whether this roll hits, and why.

    ``second`` is needed only where the first die calls for a second.

    Raises `ValueError` for a die that is not 1 to 6, or where the second die is needed and missing.
    Source: Paychest, Weapons Fire (line 7).

    >>> skill_roll(4, 0, 4).value, skill_roll(2, -3, 1, 2).value, skill_roll(2, -3, 2).value
    (True, True, False)
    """
    aimed = _aim(skill, modifier)
    dice = [whole("A die", die, 1, 6) for die in (first, second) if die is not None]
    missing = (
        "A ONE with a skill of zero or less calls for a second die, from 1 to 6; none was given."
    )
    rolled = to_hit(aimed, Thrown(dice, missing))
    modifiers = (
        f"Skill {mixed(aimed.skill)}, modifier {signed(aimed.modified - aimed.skill)}:"
        f" {mixed(aimed.modified)}."
    )
    return Answer(
        rolled.value,
        (Step(modifiers, CITES["firearms"]), *rolled.steps),
        rolled.headline,
        detail=rolled.detail,
    )


def _aim(skill: int, modifier: int) -> Aim:
    skill = whole("A skill", skill, -MOST_POINTS, MOST_POINTS)
    return Aim(skill, skill + whole("A modifier", modifier, -MOST_POINTS, MOST_POINTS))


def _against(die: int, skill: int) -> str:
    return f"{'no more' if die <= skill else 'more'} than the skill of {mixed(skill)}"


def _judged(good: bool, text: str, cite: str) -> Step:
    return Step(text, CITES[cite], "allows" if good else "forbids")
