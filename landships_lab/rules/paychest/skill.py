"""Skill rolls: a die of the skill or less hits; with a skill of zero or less a ONE first, then the unmodified skill or less.

modified skill        first die            second die
1 to 6                skill or less: hit   -
0 or less             ONE, and then ...    unmodified skill or less: hit
"""

from __future__ import annotations

from fractions import Fraction

from landships_lab.core.answer import Answer, Step, judge
from landships_lab.core.checks import whole
from landships_lab.core.dice import D6, over
from landships_lab.core.speech import mixed, signed
from landships_lab.rules.paychest.book import CITES, MOST_POINTS


def hits_on(skill: int, modified: int, first: int, second: int) -> bool:
    """Return whether these two dice hit. The second die counts only if the modified skill is zero or less."""
    if modified > 0:
        return first <= modified
    return first == 1 and second <= skill


def hit_chance(skill: int, modifier: int = 0) -> Fraction:
    """Return the chance of a hit with this unmodified skill and this sum of modifiers.

    Raises `ValueError` for anything but whole numbers. Source: Paychest, Weapons Fire (line 7).

    >>> hit_chance(4), hit_chance(4, -2), hit_chance(2, -3)
    (Fraction(2, 3), Fraction(1, 3), Fraction(1, 18))
    """
    skill = whole("A skill", skill, -MOST_POINTS, MOST_POINTS)
    modified = skill + whole("A modifier", modifier, -MOST_POINTS, MOST_POINTS)
    return over(lambda first, second: hits_on(skill, modified, first, second), D6, D6).p(True)


def skill_roll(skill: int, modifier: int, first: int, second: int | None = None) -> Answer[bool]:
    """Return whether this roll hits, and why. ``second`` is needed only where the first die calls for a second.

    Raises `ValueError` for a die that is not 1 to 6, or where the second die is needed and missing.
    Source: Paychest, Weapons Fire (line 7).

    >>> skill_roll(4, 0, 4).value, skill_roll(2, -3, 1, 2).value, skill_roll(2, -3, 2).value
    (True, True, False)
    """
    skill, modifier = whole("A skill", skill, -MOST_POINTS, MOST_POINTS), whole("A modifier", modifier, -MOST_POINTS, MOST_POINTS)
    modified, first = skill + modifier, whole("A die", first, 1, 6)
    steps = [Step(f"Skill {mixed(skill)}, modifier {signed(modifier)}: {mixed(modified)}.", CITES["firearms"])]
    if modified > 0:
        steps.append(_judged(first <= modified, f"The die shows {first}: {_against(first, modified)}.", "to-hit"))
    else:
        steps.append(_judged(first == 1, f"A skill of zero or less needs a ONE first; the die shows {first}.", "zero-or-less"))
        if first == 1:
            if second is None:
                raise ValueError("A ONE with a skill of zero or less calls for a second die, from 1 to 6; none was given.")
            second = whole("A die", second, 1, 6)
            text = f"The second die shows {second}: {_against(second, skill)} without modifiers."
            steps.append(_judged(second <= skill, text, "zero-or-less"))
    value = bool(judge(steps))
    return Answer(value, tuple(steps), "A hit." if value else "A miss.")


def _against(die: int, skill: int) -> str:
    return f"{'no more' if die <= skill else 'more'} than the skill of {mixed(skill)}"


def _judged(good: bool, text: str, cite: str) -> Step:
    return Step(text, CITES[cite], "allows" if good else "forbids")
