"""Hits: the effect roll, the wound it may bring, and what the soldier can still do next turn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from landships_lab.core.answer import Answer, Step
from landships_lab.core.checks import one_of
from landships_lab.core.dice import Odds
from landships_lab.core.sources import Given
from landships_lab.core.speech import capitalized, listed, plural, signed
from landships_lab.games.landser.data.tables import Outcome, Result
from .book import CITES, EFFECTS, FIRING, READINGS, SQUAD, count, die_face, taken, whole_total

TABLES = ("effect", "light", "serious")
OUTCOMES = EFFECTS.outcomes
#: How an outcome is summed up, in this order. The source does not use these three words.
BECOMES = ("unharmed", "suppressed", "out of the fight")
ADDED = EFFECTS.additions
_LINES = {"effect": "effects", "light": "light", "serious": "serious"}
TABLE_NAMES = {
    "effect": "effect table",
    "light": "light wound table",
    "serious": "serious wound table",
}
_NEXT = {"light": "a light wound", "serious": "a serious wound"}
THIS_WOUND = "this serious wound is counted too"


@dataclass(frozen=True, slots=True)
class Target:
    """The soldier who is hit: whether he has had a light wound this turn, and his serious wounds of
    this game.
    """

    light_this_turn: bool = False
    serious_wounds: int = 0

    def __post_init__(self) -> None:
        count("The number of serious wounds", self.serious_wounds)


def additions(
    table: str, band: int, target: Target, penalty: int, readings: Mapping[str, str]
) -> tuple[Step, ...]:
    """Return what is added to the die on this table at this range (0 is point blank, 1 short), one
    step for each reason.

    ``penalty`` is what an impossible shot takes from the effect die. Source: Landser, Effects
    (lines 121-129).
    """
    return _additions(table, band, target, penalty, readings["serious-count"])


@lru_cache(maxsize=512)
def _additions(
    table: str, band: int, target: Target, penalty: int, serious_count: str
) -> tuple[Step, ...]:
    near = band < 2
    given: list[tuple[int, str, str]]
    if table == "effect":
        by_range = (
            (ADDED.short, "short range") if band else (ADDED.point_blank, "point blank range")
        )
        given = [
            (by_range[0] * near, by_range[1], "effect-range"),
            (penalty, "the shot was impossible", "impossible"),
        ]
    elif table == "light":
        given = [
            (
                ADDED.light_this_turn * target.light_this_turn,
                "he has had a light wound this turn",
                "light-add",
            )
        ]
        given.append((ADDED.wound_short_or_less * near, "short range or less", "light-add"))
    else:
        before, this = target.serious_wounds, int(serious_count == "with-this")
        given = [
            (
                ADDED.each_serious * before,
                f"{plural(before, 'serious wound')} suffered before",
                "serious-add",
            )
        ]
        given.append((ADDED.each_serious * this, THIS_WOUND, "serious-add"))
        given.append((ADDED.wound_short_or_less * near, "short range or less", "serious-add"))
    return tuple(
        Step(
            f"{signed(amount)}: {why}.",
            CITES[cite],
            "add",
            Fraction(amount),
            reading="serious-count" if why == THIS_WOUND else "",
        )
        for amount, why, cite in given
        if amount
    )


def plus(steps: tuple[Step, ...]) -> int:
    """Return what these additions come to."""
    return sum(int(step.amount) for step in steps if isinstance(step.amount, Fraction))


def line(table: str, total: int, readings: Mapping[str, str]) -> Result | None:
    """Return the line of the table that a modified roll falls on, the nearest one beyond its ends.

    None where a roll below the table is read as having no effect.
    """
    if total < 1 and readings["effect-beyond-table"] == "nothing-below":
        return None
    lines = EFFECTS.table(table)
    face = min(max(total, 1), lines[-1].faces[1])
    return next(found for found in lines if found.faces[0] <= face <= found.faces[1])


@lru_cache(maxsize=64)
def line_step(table: str, found: Result | None) -> Step:
    """Return the step that says what this line of the table brings."""
    if found is None:
        return Step(
            "Zero or less on the effect table has no effect.",
            CITES["effects"],
            "reads",
            reading="effect-beyond-table",
        )
    low, high = found.faces
    faces = str(low) if low == high else f"{low}-{high}"
    says = f"{_NEXT[found.then]}, roll for it" if found.then else OUTCOMES[found.outcome].short
    return Step(f"{faces} on the {TABLE_NAMES[table]}: {says}.", CITES[found.cite], "reads")


def roll_on(
    table: str,
    die: int,
    band: int,
    target: Target | None = None,
    penalty: int = 0,
    readings: Given = None,
) -> Answer[int]:
    """Return what this roll of the die comes to on this table; the last step names the line it
    falls on.

    ``table`` is effect, light or serious; ``band`` counts the ranges from 0, point blank.
    `ValueError` for another table or die. Source: Landser, Effects to Serious Wounds (lines
    121-145).

    >>> roll_on("effect", 4, band=1).headline  # a four at short range
    '5 on the effect table: a light wound, roll for it.'
    """
    one_of("table", table, TABLES)
    die_face("The roll", die)
    count("The number of the range", band, 0, len(FIRING.bands) - 1)
    read = taken(readings)
    steps = [Step(f"The die shows {die}.", CITES[_LINES[table]], "start", Fraction(die))]
    steps += additions(table, band, target or Target(), penalty, read)
    total = whole_total(steps)
    found = line(table, total, read)
    highest = EFFECTS.table(table)[-1].faces[1]
    counts = min(max(total, 1), highest)
    if counts != total and found is not None:
        cite = READINGS["effect-beyond-table"].cite
        text = f"{total} is beyond the table and counts as {counts}."
        steps.append(
            Step(text, cite, "add", Fraction(counts - total), reading="effect-beyond-table")
        )
    last = line_step(table, found)
    value = whole_total((*steps, last))
    return Answer(value, (*steps, last), last.text)


def becomes(outcome: str) -> str:
    """Return "unharmed", "suppressed" or "out of the fight", the words that sum up an outcome of
    the tables.
    """
    return outcome_of(outcome).becomes


def outcome_of(outcome: str) -> Outcome:
    """Return what the tables say of this outcome.

    `ValueError` with the known ones for any other word.
    """
    return OUTCOMES[one_of("outcome", outcome, OUTCOMES)]


def roll_up(odds: Odds[str]) -> Odds[str]:
    """Return the chances that he is unharmed, suppressed or out of the fight.

    >>> from landships_lab.games.landser.rules import Shot, fire_odds
    >>> roll_up(fire_odds(Shot("rifle", 20))).p("unharmed")
    Fraction(1, 2)
    """
    summed = odds.map(becomes)
    return Odds([(word, summed.weights.get(word, 0)) for word in BECOMES])


def next_turn(outcome: str) -> Answer[tuple[str, ...]]:
    """Return the actions that a soldier may choose in the turn after this outcome of a shot.

    Source: Landser, Light Wounds to Hide (lines 131-155).

    >>> next_turn("hide").value, next_turn("serious 6").value
    (('hide', 'sneak', 'move', 'weapon work'), ())
    """
    found = outcome_of(outcome)
    left = tuple(SQUAD.actions) if found.free else found.actions
    what = "do all that his profile lists" if found.free else listed(left, "or", "do nothing")
    steps = (
        Step(found.says, CITES[found.cite]),
        Step(f"Next turn he may {what}.", CITES[found.cite]),
    )
    return Answer(left, steps, f"{capitalized(outcome)}: {found.short}.")
