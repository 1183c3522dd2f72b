"""An independent referee of made-up questions: it reads a question's words and state as a pupil
would, and answers by tables and arithmetic of its own.

Nothing of the rules is imported; ranges and bearings are those of `tests.referee`.

`REFEREES` names, by kind, the function that tells the right reply; the modules of this folder fill
it, one a rule set.
"""

from collections.abc import Callable
from fractions import Fraction

from landships_lab.practice import Question

Referee = Callable[[Question], str]
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
    """Half a per cent and more goes up, but for a tie, which goes to the even number."""
    return f"{round(chance * 100)}%"


def words(question: Question) -> list[str]:
    return question.state.split()


def after(question: Question, keyword: str, default: str = "") -> str:
    """The word after a keyword of the state."""
    found = words(question)
    return found[found.index(keyword) + 1] if keyword in found else default


from tests.practice.referees import (  # noqa: E402 - they import what stands above
    landser,
    landships,
    loos,
    one_hour,
    one_hour_sight,
    paychest,
)

__all__ = [
    "REFEREES",
    "after",
    "judges",
    "landser",
    "landships",
    "loos",
    "one_hour",
    "one_hour_sight",
    "paychest",
    "per_cent",
    "words",
    "yes",
]
