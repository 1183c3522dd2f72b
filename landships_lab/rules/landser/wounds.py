"""What does a hit do: the effect roll, the wound it may bring, and what the soldier can still do next turn?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from landships_lab.core.answer import Answer, Step
from landships_lab.core.dice import Odds
from landships_lab.data.landser.tables import Outcome, Result
from landships_lab.rules.landser.tables import (
    CITES,
    EFFECTS,
    FIRING,
    READINGS,
    SQUAD,
    checked_count,
    checked_die,
    one_of,
    signed,
    taken,
    whole,
)

TABLES = ("effect", "light", "serious")
OUTCOMES = EFFECTS.outcomes
#: How an outcome is summed up, in this order. The three words are ours: the print has no such sum.
BECOMES = ("unharmed", "suppressed", "out of the fight")
ADDED = EFFECTS.additions
_LINES = {"effect": "effects", "light": "light", "serious": "serious"}
TABLE_NAMES = {"effect": "effect table", "light": "light wound table", "serious": "serious wound table"}
_NEXT = {"light": "a light wound", "serious": "a serious wound"}


THIS_WOUND = "this serious wound is counted too"


@dataclass(frozen=True, slots=True)
class Target:
    """The soldier who is hit: has he had a light wound this turn, and how many serious wounds this game?"""

    light_this_turn: bool = False
    serious_wounds: int = 0

    def __post_init__(self) -> None:
        checked_count("The number of serious wounds", self.serious_wounds)


def additions(table: str, band: int, target: Target, penalty: int, readings: Mapping[str, str]) -> tuple[Step, ...]:
    """What is added to the die on this table at this range (0 is point blank, 1 short), and why? One step each.

    ``penalty`` is what an impossible shot takes from the effect die. Source: Landser, Effects (lines 121-129).
    """
    return _additions(table, band, target, penalty, readings["serious-count"])


@lru_cache(maxsize=512)
def _additions(table: str, band: int, target: Target, penalty: int, serious_count: str) -> tuple[Step, ...]:
    near = band < 2
    given: list[tuple[int, str, str]]
    if table == "effect":
        by_range = (ADDED.short, "short range") if band else (ADDED.point_blank, "point blank range")
        given = [(by_range[0] * near, by_range[1], "effects"), (penalty, "the shot was impossible", "impossible")]
    elif table == "light":
        given = [(ADDED.light_this_turn * target.light_this_turn, "he has had a light wound this turn", "light-add")]
        given.append((ADDED.wound_short_or_less * near, "short range or less", "light-add"))
    else:
        count, this = target.serious_wounds, int(serious_count == "with-this")
        given = [(ADDED.each_serious * count, f"{count} serious wound{'' if count == 1 else 's'} suffered before", "serious-add")]
        given.append((ADDED.each_serious * this, THIS_WOUND, "serious-add"))
        given.append((ADDED.wound_short_or_less * near, "short range or less", "serious-add"))
    return tuple(
        Step(f"{signed(amount)}: {why}.", CITES[cite], "add", Fraction(amount), reading="serious-count" if why == THIS_WOUND else "")
        for amount, why, cite in given
        if amount
    )


def plus(steps: tuple[Step, ...]) -> int:
    """How much do these additions come to?"""
    return sum(int(step.amount) for step in steps if isinstance(step.amount, Fraction))


def line(table: str, total: int, readings: Mapping[str, str]) -> Result | None:
    """Which line of the table does a modified roll fall on? The nearest beyond its ends; None where that is read as no effect."""
    if total < 1 and readings["effect-beyond-table"] == "nothing-below":
        return None
    lines = EFFECTS.table(table)
    face = min(max(total, 1), lines[-1].faces[1])
    return next(found for found in lines if found.faces[0] <= face <= found.faces[1])


@lru_cache(maxsize=64)
def line_step(table: str, found: Result | None) -> Step:
    """The step that says what this line of the table brings."""
    cite = CITES[_LINES[table]]
    if found is None:
        return Step("Zero or less on the effect table: read as no effect.", CITES["effects"], "reads", reading="effect-beyond-table")
    low, high = found.faces
    shown = str(low) if low == high else f"{low}-{high}"
    says = f"{_NEXT[found.then]}, roll for it" if found.then else OUTCOMES[found.outcome].short
    return Step(f"{shown} on the {TABLE_NAMES[table]}: {says}.", cite, "reads")


def roll_on(
    table: str,
    die: int,
    band: int,
    target: Target | None = None,
    penalty: int = 0,
    readings: Mapping[str, str] | None = None,
) -> Answer[int]:
    """What does this roll of the die come to on this table, and which line is that?

    ``table`` is effect, light or serious; ``band`` counts the ranges from 0, point blank. `ValueError` for another table or die.
    Source: Landser, Effects to Serious Wounds (lines 121-145).

    >>> roll_on("effect", 4, band=1).headline           # a four at short range
    '5 on the effect table: a light wound, roll for it.'
    """
    one_of("table", table, TABLES)
    checked_die("A die", die)
    last = len(FIRING.bands) - 1
    if checked_count("The number of the range", band) > last:
        raise ValueError(f"The ranges count from 0, point blank, to {last}, extreme; {band} is beyond.")
    read = taken(readings)
    steps = [Step(f"The die shows {die}.", CITES[_LINES[table]], "start", Fraction(die))]
    steps += additions(table, band, target or Target(), penalty, read)
    total = whole(steps)
    found = line(table, total, read)
    highest = EFFECTS.table(table)[-1].faces[1]
    counts = min(max(total, 1), highest)
    if counts != total and found is not None:
        cite = READINGS["effect-beyond-table"].cite
        text = f"{total} is beyond the table and counts as {counts}."
        steps.append(Step(text, cite, "add", Fraction(counts - total), reading="effect-beyond-table"))
    told = line_step(table, found)
    value = whole((*steps, told))
    return Answer(value, (*steps, told), told.text)


def becomes(outcome: str) -> str:
    """Is a soldier with this outcome unharmed, suppressed or out of the fight? These three words are ours, not printed."""
    return outcome_of(outcome).becomes


def outcome_of(outcome: str) -> Outcome:
    """What is printed of this outcome? `ValueError` with the known ones if it is none."""
    return OUTCOMES[one_of("outcome", outcome, OUTCOMES)]


def roll_up(odds: Odds[str]) -> Odds[str]:
    """How likely is he unharmed, suppressed or out of the fight?

    >>> from landships_lab.rules.landser import Shot, fire_odds
    >>> roll_up(fire_odds(Shot("rifle", 20))).p("unharmed")
    Fraction(1, 2)
    """
    summed = odds.map(becomes)
    return Odds([(word, summed.weights.get(word, 0)) for word in BECOMES])


def next_turn(outcome: str) -> Answer[tuple[str, ...]]:
    """What can a soldier still do in his next turn after this outcome of a shot?

    Source: Landser, Light Wounds to Hide (lines 131-155).

    >>> next_turn("hide").value, next_turn("serious 6").value
    (('hide', 'sneak', 'move'), ())
    """
    found = outcome_of(outcome)
    left = tuple(SQUAD.actions) if found.free else found.actions
    listed = ", ".join(left) if left else "nothing"
    steps = (
        Step(found.says, CITES[found.cite]),
        Step("Everything his profile lists is open to him." if found.free else f"Open to him next turn: {listed}.", CITES[found.cite]),
    )
    return Answer(left, steps, f"{outcome.capitalize()}: {found.short}.")
