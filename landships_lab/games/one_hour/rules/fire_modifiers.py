"""The modifiers of a shot: what is added to the die, what forbids the shot, and what multiplies its
Hits.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache

from landships_lab.core.answer import Step
from landships_lab.core.sources import Cite, Given
from landships_lab.core.speech import inches, signed
from .book import CITES, READINGS, TABLES, a_unit, hits_of, taken
from .concealment import seen_though_concealed, sight_needed, unseen
from .shot import CLOSE_INCHES, Shot, at_long_range, close_inches, destroyed_from

HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)
Steps = tuple[Step, ...]


def modifiers(shot: Shot, given: dict[str, str]) -> tuple[Steps, Steps]:
    """Return the steps that add to the die and those that multiply what is left.

    They do not depend on the die.
    """
    return tuple(_added(shot, given)), tuple(_multiplied(shot, given))


def own_modifier(own_hits: int) -> int:
    """Return what a Unit's own Hits add to its die, 0 or less.

    >>> [own_modifier(n) for n in (4, 5, 9, 10)]
    [0, -1, -1, -2]
    """
    return next((tier.fire for tier in reversed(TABLES.hits.tiers) if own_hits >= tier.at), 0)


#: The columns of the fire table after its first, in their order: one line of the source each.
_COLUMNS = (*TABLES.types, "into rear", "out of rear", "close", "long")
_ROWS = {
    "infantry": CITES["fire-infantry"],
    "mortar": CITES["fire-mortar"],
    "atg": CITES["fire-atg"],
    "tank": CITES["fire-tank"],
}


@lru_cache(maxsize=256)  # there are a few dozen
def cell(firer: str, column: str, rule: Cite | None = None) -> Cite:
    """Return the citation of one cell of the fire table, with the lines of the rule that explains
    it, if any.

    >>> cell("tank", "close", CITES["range-bands"]).lines
    '249, 255'
    """
    row = _ROWS[firer]
    line = int(row.lines.partition("-")[0]) + 1 + _COLUMNS.index(column)
    numbers = sorted((line, int(rule.lines))) if rule else [line]
    return replace(rule or row, lines=", ".join(map(str, numbers)))


def _added(shot: Shot, given: dict[str, str]) -> Iterator[Step]:
    firer = shot.rows[0]
    if weakened := own_modifier(shot.firer_hits):
        yield _plus(
            f"The firer has {hits_of(shot.firer_hits)} of its own", CITES["weakened"], weakened
        )
    yield _plus(
        f"{firer.name} against {a_unit(shot.target)}",
        cell(shot.firer, shot.target),
        firer.versus[shot.target],
    )
    if shot.into_rear:
        yield _plus(
            "The firer is behind the target's front",
            cell(shot.firer, "into rear", CITES["facing"]),
            firer.into_rear,
        )
    if shot.out_of_rear:
        yield _plus(
            "The target is behind the firer's own front",
            cell(shot.firer, "out of rear", CITES["facing"]),
            firer.out_of_rear,
        )
    if at_long_range(shot) and given["long-range"] == "minus-2":
        yield _plus(
            f"{inches(shot.range_inches)} is long range",
            READINGS["long-range"].cite,
            -2,
            "long-range",
        )


def _plus(text: str, cite: Cite, amount: int, reading: str = "") -> Step:
    return Step(
        f"{text}: {signed(amount)}." if amount else f"{text}: no modifier.",
        cite,
        "add",
        Fraction(amount),
        reading=reading,
    )


def refused(shot: Shot, readings: Given = None) -> Step | None:
    """Return the step that forbids this shot at a target that is seen, or None."""
    return out_of_reach(shot, taken(readings))


def refusal(shot: Shot, given: dict[str, str]) -> Step | None:
    """Return the step that forbids this shot, whatever the die shows: it cannot reach the target,
    or does not see it.

    ``given`` holds the option taken for every reading.
    """
    if (far := out_of_reach(shot, given)) is not None:
        return far
    hidden = unseen(shot, given)
    return None if hidden is None else replace(hidden, op="times", amount=Fraction(0))


def out_of_reach(shot: Shot, given: dict[str, str]) -> Step | None:
    """Return the step that forbids this shot even at a target that is seen, or None."""
    row = shot.rows[0]
    none = Fraction(0)
    if shot.firer_hits >= destroyed_from(given):
        return Step(
            f"With {hits_of(shot.firer_hits)} the firer has been removed.",
            CITES["hits"],
            "times",
            none,
            reading="destroyed-at",
        )
    if shot.range_inches > row.farthest_inches:
        text = (
            f"{inches(shot.range_inches)} is out of range; {a_unit(shot.firer)} reaches"
            f" {row.farthest_inches} inches."
        )
        return Step(text, cell(shot.firer, "long", CITES["ranges"]), "times", none)
    if (
        not row.close
        and shot.range_inches <= close_inches(given)
        and given["mortar-close"] == "no-fire"
    ):
        text = (
            f"{inches(shot.range_inches)} is close range, where {a_unit(shot.firer)} cannot fire."
        )
        cite = READINGS["mortar-close"].cite
        cite = replace(cite, lines=f"{cite.lines}, {cell(shot.firer, 'close').lines}")
        return Step(text, cite, "times", none, reading="mortar-close")
    return None


def _multiplied(shot: Shot, given: dict[str, str]) -> Iterator[Step]:
    if forbids := refusal(shot, given):
        yield forbids
        return
    if (needed := sight_needed(shot, given)) is not None:
        yield needed
    yield from (replace(step, op="note") for step in seen_though_concealed(shot, given))
    row, near = shot.rows[0], close_inches(given)
    if row.close and shot.range_inches <= near:
        reading = "close-range" if shot.range_inches > min(CLOSE_INCHES.values()) else ""
        yield Step(
            f"{inches(shot.range_inches)} is close range: Hits are doubled.",
            cell(shot.firer, "close", CITES["range-bands"]),
            "times",
            Fraction(2),
            reading=reading,
        )
    yield from _protections(shot, given)
    yield Step("Fractions are dropped.", CITES["protection"], "floor")


def _protections(shot: Shot, given: dict[str, str]) -> Iterator[Step]:
    """Yield a step for each protection: each halves, but all together are never better than a
    quarter.
    """
    protected = Fraction(1)
    yield from _no_help(shot)
    for text, cite in _covered(shot):
        if protected == QUARTER:
            yield Step(
                f"{text}, but protection is never better than a quarter.",
                CITES["protection"],
                "times",
                Fraction(1),
            )
        else:
            protected *= HALF
            yield Step(f"{text}: Hits are halved.", cite, "times", HALF)
    if not at_long_range(shot) or given["long-range"] != "half":
        return
    text = f"{inches(shot.range_inches)} is long range"
    if protected == QUARTER and given["protection-cap"] == "with-range":
        says = f"{text}, but protection is never better than a quarter."
        yield Step(says, CITES["protection"], "times", Fraction(1), reading="protection-cap")
    else:
        reading = "protection-cap" if protected == QUARTER else "long-range"
        yield Step(
            f"{text}: Hits are halved.",
            cell(shot.firer, "long", CITES["range-bands"]),
            "times",
            HALF,
            reading=reading,
        )


def _covered(shot: Shot) -> Iterator[tuple[str, Cite]]:
    """Yield the protections that halve this shot, in the order of the list of modifiers."""
    by_mortar = shot.firer == "mortar"
    if "dug-in" in shot.cover:
        yield "The target is dug in", CITES["cover"]
    if "town" in shot.cover:
        yield "The target is in a town", CITES["cover"]
    if "woods" in shot.cover and not by_mortar:
        yield "The target is in woods", CITES["woods"]
    if shot.on_hill and shot.target == "tank" and not by_mortar:
        yield "The target is a Tank on a hilltop", CITES["hilltops"]


def _no_help(shot: Shot) -> Iterator[Step]:
    """Yield why ground that the target stands on does not protect it."""
    if "woods" in shot.cover and shot.firer == "mortar":
        yield Step("Woods do not protect from Mortars.", CITES["woods"])
    if shot.on_hill and shot.target != "tank":
        yield Step("A hilltop protects Tanks only.", CITES["hilltops"])
    elif shot.on_hill and shot.firer == "mortar":
        yield Step("A hilltop does not protect from Mortars.", CITES["hilltops"])
