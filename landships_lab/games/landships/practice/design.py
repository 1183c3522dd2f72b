"""Questions about designing a vehicle: on how many points its arcs bear, and which arc would close
its blind side.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace

from landships_lab.core.arcs import Arc
from landships_lab.core.speech import listed
from landships_lab.games.landships.data.drafts import Draft, draft_of, unit_of_draft
from landships_lab.games.landships.panels.vehicle import VehicleEditor
from landships_lab.games.landships.rules.book import arc_words, bearing_words
from landships_lab.games.landships.rules.field_of_fire import covered_points
from landships_lab.games.landships.rules.positions import UNITS
from landships_lab.practice.kind import one_of, whole_number
from landships_lab.practice.task import Task

POINTS = 12
_NAMES = ("first gun", "second gun", "third gun")


def _design(arcs: Sequence[Arc]) -> Draft:
    """Return a vehicle of a box with these arcs, begun from the Whippet."""
    draft = draft_of(UNITS["whippet"])
    weapons = [
        replace(weapon, name=name, lo=arc.lo, hi=arc.hi)
        for weapon, arc, name in zip(draft.fields[0].weapons, arcs, _NAMES, strict=False)
    ]
    field = replace(draft.fields[0], weapons=tuple(weapons))
    return replace(draft, name="My tank", fields=(field,))


def _arc(dice: random.Random, widest: int = 5) -> Arc:
    lo = 30 * dice.randint(-5, 6)
    return Arc(lo, lo + 30 * dice.randint(1, widest))


def _blind(arcs: Sequence[Arc]) -> list[int]:
    """Return the blind points of a vehicle with these arcs, from 0 dead ahead clockwise."""
    return [n for n, count in enumerate(covered_points(unit_of_draft(_design(arcs)))) if not count]


def _told(arcs: Sequence[Arc]) -> str:
    return "; ".join(f"{name} {arc_words(arc)}" for name, arc in zip(_NAMES, arcs, strict=False))


def _state(arcs: Sequence[Arc]) -> str:
    return VehicleEditor(draft=_design(arcs)).text()


def points_question(dice: random.Random, level: int) -> Task:
    """Return a question about how many of the twelve points a design bears on: one arc, then two,
    then three that overlap.
    """
    arcs = [_arc(dice, 9 if level == 1 else 5) for _ in range(level)]
    found = POINTS - len(_blind(arcs))
    return Task(
        f"You draw a tank with these arcs: {_told(arcs)}. On how many of the twelve points does it"
        " have a weapon that bears? A point on the edge of an arc counts.",
        _state(arcs),
        whole_number(found, _miscounted(arcs)),
        because=f"It bears on {found}{_but(_blind(arcs))}.",
    )


def _but(blind: Sequence[int]) -> str:
    return f"; blind: {listed(bearing_words(30 * n) for n in blind)}" if blind else " of them"


def _miscounted(arcs: Sequence[Arc]) -> Iterator[tuple[int, str]]:
    """Yield the count that each mistake leads to."""
    widths = [(arc.hi - arc.lo) // 30 for arc in arcs]
    if len(arcs) > 1:
        yield sum(widths) + len(arcs), "you counted twice what two arcs share"
    else:
        yield widths[0], "you left out one edge of the arc"
        yield max(0, widths[0] - 1), "you left out both edges of the arc"


def close_question(dice: random.Random, level: int) -> Task:
    """Return a question about which of four arcs for one more gun leaves no point blind: the wrong
    ones are the mirrored arc, one that is turned and one that is narrower.
    """
    while True:
        arcs = [_arc(dice) for _ in range(level + 1)][:2]
        blind = _blind(arcs)
        if not 2 <= len(blind) <= 5 or (gap := _spanned(blind)) is None:
            continue
        offered = dict.fromkeys(
            [gap, Arc(-gap.hi, -gap.lo), _turned(gap, 30), _turned(gap, -30), _turned(gap, 180)]
        )
        wrong = [arc for arc in offered if _blind([*arcs, arc])]
        if len(wrong) > 2:
            break
    shown = [gap, *dice.sample(wrong, 3)]
    words = [arc_words(arc) for arc in shown]
    if len(set(words)) < len(words):
        return close_question(dice, level)
    led = [
        (arc_words(arc), "you took port for starboard")
        for arc in shown[1:]
        if arc == Arc(-gap.hi, -gap.lo)
    ]
    closed = [*arcs, gap]
    return Task(
        f"You draw a tank with these arcs: {_told(arcs)}. It may have one more gun. Which arc"
        " leaves none of the twelve points blind? A point on the edge of an arc counts.",
        _state(arcs),
        one_of(words[0], sorted(words), led),
        because=(
            f"Blind were {listed(bearing_words(30 * n) for n in blind)}; a gun {words[0]} bears on"
            f" {'all of' if len(blind) > 2 else 'both of'} these."
        ),
        explained=_state(closed),
    )


def _spanned(blind: Sequence[int]) -> Arc | None:
    """Return the arc from the first to the last of these points, None if others lie between."""
    for first in blind:
        if all((first + n) % POINTS in blind for n in range(len(blind))):
            lo = 30 * first if first <= POINTS // 2 else 30 * (first - POINTS)
            return Arc(lo, lo + 30 * (len(blind) - 1))
    return None


def _turned(arc: Arc, degrees: int) -> Arc:
    lo = (arc.lo + degrees + 180) % 360 - 180
    return Arc(lo, lo + arc.hi - arc.lo)
