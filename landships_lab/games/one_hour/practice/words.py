"""What the questions of One-Hour share: their lessons, the readings they mention, and
their words.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection
from fractions import Fraction
from typing import Any

from landships_lab.data.book import Taken
from landships_lab.data.load import readings
from landships_lab.games.one_hour.rules.book import BOOK
from landships_lab.practice.conditions import Condition, unless

FIRE, SIGHT, RALLY, MOVES, TURN = (
    "31_fire_and_cover",
    "32_sight_among_woods_and_towns",
    "33_rally_or_shoot",
    "34_will_they_get_off_the_table",
    "30_a_turn_of_one_hour",
)
DEFAULTS = BOOK.defaults
#: Readings about sight: a question says that a shot is fired, so its target is seen.
OF_SIGHT = ("concealed-sight", "concealed-etc")


def draw_readings(
    dice: random.Random,
    answer: Callable[[Taken], object],
    bears_on: str,
    left_out: Collection[str] = OF_SIGHT,
) -> tuple[Taken, str, str]:
    """Return readings, the sentences that state them, and their words for a state.

    An option is drawn for each reading that changes the answer. ``answer`` gives the answer for
    chosen readings.
    """
    known = {k: r for k, r in readings("one_hour", bears_on).items() if k not in left_out}
    given, named = Taken(DEFAULTS), list[str]()

    def matters(key: str) -> bool:
        return len({str(answer(Taken({**given, key: o.id}))) for o in known[key].options}) > 1

    for key, reading in known.items():
        if matters(key):
            given[key] = dice.choice(reading.options).id
            named.append(key)
    named += [key for key in known if key not in named and matters(key)]
    text = "".join(f" Use this reading: {known[key].option(given[key]).says}" for key in named)
    words = " ".join(f"{key}={given[key]}" for key in named if given[key] != DEFAULTS[key])
    return given, text, f" reading {words}" if words else ""


def often_or_more(chance: Fraction) -> str:
    """Return a least chance in words: "3 times in 4 or more"."""
    if chance == 1:
        return "for certain"
    if chance == Fraction(1, 2):
        return "at least half of the time"
    return f"{chance.numerator} times in {chance.denominator} or more"


def enough(
    says: str,
    amount: Callable[[Any], Fraction],
    least: Fraction,
    in_words: Callable[[Fraction], str],
) -> Condition:
    """Return the condition that an amount or a chance of a state is large enough."""

    def fault(state: object) -> str:
        reached = amount(state)
        return "" if reached >= least else in_words(reached)

    return unless(says, fault)
