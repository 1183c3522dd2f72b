"""Questions about designing a vehicle: what its arcs cover, and which arc closes a gap."""

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
from landships_lab.practice.kind import kind, one_of, whole_number
from landships_lab.practice.task import Task

LESSON, ABOUT = "16_design_a_vehicle", "landships:vehicle"
POINTS = 12
_NAMES = ("first gun", "second gun", "third gun")


def _design(arcs: Sequence[Arc]) -> Draft:
    """Return the text of a vehicle with these arcs, based on the Whippet."""
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


def _arc_list(arcs: Sequence[Arc]) -> str:
    return "; ".join(f"{name} {arc_words(arc)}" for name, arc in zip(_NAMES, arcs, strict=False))


def _state(arcs: Sequence[Arc]) -> str:
    return VehicleEditor(draft=_design(arcs)).text()


@kind("landships:points", "count", LESSON, "how many of the twelve points", about=ABOUT)
def points_covered(dice: random.Random, level: int) -> Task:
    """Ask on how many points a design bears: with one arc, then two, then three that overlap."""
    arcs = [_arc(dice, 9 if level == 1 else 5) for _ in range(level)]
    covered = POINTS - len(_blind(arcs))
    return Task(
        f"You draw a tank with these arcs: {_arc_list(arcs)}. On how many of the twelve points does"
        " it have a weapon that bears? A point on the edge of an arc counts.",
        _state(arcs),
        whole_number(covered, _miscounted(arcs)),
        f"It bears on {covered}{_but(_blind(arcs))}.",
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


@kind("landships:close", "change", LESSON, "closes its blind side", about=ABOUT)
def closing_arc(dice: random.Random, level: int) -> Task:
    """Ask which arc leaves no point blind; others are mirrored, turned or narrower."""
    while True:
        arcs = [_arc(dice) for _ in range(level + 1)][:2]
        blind = _blind(arcs)
        if not 2 <= len(blind) <= 5 or (gap := _spanned(blind)) is None:
            continue
        turned = (_turned(gap, degrees) for degrees in (30, -30, 180))
        offered = dict.fromkeys([gap, Arc(-gap.hi, -gap.lo), *turned])
        wrong = [arc for arc in offered if _blind([*arcs, arc])]
        if len(wrong) > 2:
            break
    shown = [gap, *dice.sample(wrong, 3)]
    words = [arc_words(arc) for arc in shown]
    if len(set(words)) < len(words):
        return closing_arc.make(dice, level)
    mirrored = [arc_words(arc) for arc in shown[1:] if arc == Arc(-gap.hi, -gap.lo)]
    all_of = "all of" if len(blind) > 2 else "both of"
    points = listed(bearing_words(30 * n) for n in blind)
    return Task(
        f"You draw a tank with these arcs: {_arc_list(arcs)}. It may have one more gun. Which arc"
        " leaves none of the twelve points blind? A point on the edge of an arc counts.",
        _state(arcs),
        one_of(words[0], sorted(words), [(arc, "you took port for starboard") for arc in mirrored]),
        f"Blind were {points}; a gun {words[0]} bears on {all_of} these.",
        explained=_state([*arcs, gap]),
    )


def _spanned(blind: Sequence[int]) -> Arc | None:
    """Return the arc from the first to the last of these points, None if other points
    lie between.
    """
    for first in blind:
        if all((first + n) % POINTS in blind for n in range(len(blind))):
            lo = 30 * first if first <= POINTS // 2 else 30 * (first - POINTS)
            return Arc(lo, lo + 30 * (len(blind) - 1))
    return None


def _turned(arc: Arc, degrees: int) -> Arc:
    lo = (arc.lo + degrees + 180) % 360 - 180
    return Arc(lo, lo + arc.hi - arc.lo)


KINDS = (points_covered, closing_arc)
