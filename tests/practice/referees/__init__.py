"""An independent referee of made-up questions: it reads a question's words and state as a pupil
would, and answers by tables and arithmetic of its own.

Nothing of the rules is imported; ranges and bearings are those of `tests.referee`.

`REFEREES` names, by kind, the function that tells the right reply; the modules of this folder fill
it, one a rule set.
"""

from collections.abc import Callable
from fractions import Fraction

from landships_lab.practice import Task

Referee = Callable[[Task], str]
REFEREES: dict[str, Referee] = {}


def judges(kind: str) -> Callable[[Referee], Referee]:
    """This function is the referee of that kind."""

    def known(function: Referee) -> Referee:
        REFEREES[kind] = function
        return function

    return known


def yes(value: bool) -> str:
    return "yes" if value else "no"


def per_cent(chance: Fraction) -> str:
    """Return the rung of 10, 30, 50, 70 and 90 per cent in whose fifth of the scale a chance lies;
    a chance near the border of two fifths may not be asked about.
    """
    fifth = chance * 5
    assert abs(fifth - round(fifth)) * 20 > Fraction(3, 2) or round(fifth) in (0, 5), chance
    return f"{20 * int(fifth) + 10}%"


def words(question: Task) -> list[str]:
    return question.start.split()


def after(question: Task, keyword: str, default: str = "") -> str:
    """The word after a keyword of the state."""
    found = words(question)
    return found[found.index(keyword) + 1] if keyword in found else default


from tests.practice.referees import (  # noqa: E402 - they import what stands above
    landser,
    landser_men,
    landships,
    loos,
    one_hour,
    one_hour_sight,
    paychest,
)

__all__ = [
    "REFEREES", "after", "judges", "landser", "landser_men", "landships", "loos", "one_hour",
    "one_hour_sight", "paychest", "per_cent", "words", "yes",
]  # fmt: skip
