"""Puzzles with one vehicle or one place: dead ahead, at given ranges, astride a hexside with a gun
that bears.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from landships_lab.core.arcs import bearing
from landships_lab.core.hexes import HEADINGS, Heading, Hex, Place, Side
from landships_lab.games.landships.data.units import Unit, Weapon
from landships_lab.games.landships.panels.fire import FireArcs
from landships_lab.games.landships.panels.positions import Positions
from landships_lab.games.landships.panels.range import RangeCounter
from landships_lab.games.landships.panels.vehicles import find, with_vehicle
from landships_lab.games.landships.rules.book import at, bearing_words, hexes
from landships_lab.games.landships.rules.fire import explained, shot, verdict
from landships_lab.games.landships.rules.positions import UNITS, check_position, legal_headings
from landships_lab.games.landships.rules.ranges import range_hexes
from landships_lab.practice.conditions import Condition, Free, Held
from landships_lab.practice.kind import as_read
from landships_lab.practice.task import Task, hands_on
from .board import GRID, HEXES

#: A draft is kept if at most one of so many states in reach does it.
RARE = 25
_PLACES = tuple(sorted(GRID.places))
_DRAG = "Drag the {} · wheel or Q and E turn it · arrow keys move it"
_ALL_HELD = Held(true=True)
Where = Callable[[Any], Place]


def within(start: Place, far: int) -> list[Place]:
    """Return the places of the board within so many hexes."""
    return [p for p in _PLACES if range_hexes(start, p) <= far]


def _near(where: Where, start: Place, far: int) -> Condition:
    """Return the condition that a place lies at most so many hexes from where one began."""

    def judge(state: Any) -> Held:
        gone = range_hexes(start, where(state))
        return Held(gone <= far, "" if gone <= far else f"It has gone {hexes(gone)}.")

    return Condition(f"It is at most {hexes(far)} from {GRID.code(start)}.", judge)


def on_side(where: Where, says: str, missing: str) -> Condition:
    """Return the condition that a place is a hexside."""

    def judge(state: Any) -> Held:
        found = isinstance(where(state), Side)
        return Held(found, "" if found else missing)

    return Condition(says, judge)


# -- dead ahead (lesson 10)


def _six(state: Positions) -> Place:
    return find(state.vehicles, 6).place


def _legal() -> Condition:
    def judge(state: Positions) -> Held:
        now = find(state.vehicles, 6)
        allowed = check_position(3, now.place, now.heading)
        return Held(bool(allowed.value), "" if allowed.value else allowed.headline)

    return Condition("Its position is legal.", judge)


def _looks_at(target: Place) -> Condition:
    def judge(state: Positions) -> Held:
        now = find(state.vehicles, 6)
        between = bearing(now.place, now.heading, target)
        if between == (0, 0):
            return _ALL_HELD
        if between is None:
            return Held(true=False, missing="It stands in the same hex.")
        lo, hi = map(bearing_words, between)
        lies = lo if lo == hi else f"between {lo} and {hi}"
        return Held(true=False, missing=f"From there #3 lies {lies}.")

    return Condition("#3 lies dead ahead of it.", judge)


def _others_stay(begun: Positions) -> Condition:
    def judge(state: Positions) -> Held:
        stayed = all(one in state.vehicles for one in begun.vehicles if one.number != 6)
        return Held(stayed, "" if stayed else "Another unit has been moved.")

    return Condition("Only #6 has moved.", judge)


def _ranged(where: Where, target: Place, away: int, name: str) -> Condition:
    """Return the condition that a place lies at this range from a unit."""

    def judge(state: Any) -> Held:
        now = range_hexes(target, where(state))
        return Held(now == away, "" if now == away else f"Now it is {now}.")

    return Condition(f"The range to {name} is {away}.", judge)


def dead_ahead(dice: random.Random) -> Task | None:
    """Return a draft: a legal position astride a hexside that looks straight at a unit."""
    start = dice.choice(HEXES)
    far, away = 2, dice.randint(2, 4)
    target = dice.choice([h for h in HEXES if 2 <= range_hexes(start, h) <= 5])
    heading = dice.choice([h for h in HEADINGS if h.faces_hexside])

    def fits(place: Place, faces: Heading) -> bool:
        return (
            isinstance(place, Side)
            and faces in legal_headings(3, place)
            and bearing(place, faces, target) == (0, 0)
            and range_hexes(place, target) == away
        )

    tried = [(place, faces) for place in within(start, far) for faces in HEADINGS]
    if not any(fits(*one) for one in tried):
        return None

    def reach(state: Positions) -> Iterator[Positions]:
        six = find(state.vehicles, 6)
        for place, faces in tried:
            if place != target:
                now = replace(six, place=place, heading=faces)
                yield replace(state, vehicles=with_vehicle(state.vehicles, now))

    there = GRID.code(target)
    text = f"landships:positions #6 vehicles 6@{GRID.code(start)}@{heading} 3@{there}@N"
    begun = Positions.parse(text)
    return hands_on(
        text=(
            f"Stand Vehicle #6 astride a hexside, within {hexes(far)} of {GRID.code(start)}, so"
            f" that #3 in {there} lies dead ahead at range {away}."
        ),
        start=begun.text(),
        free=Free(
            _DRAG.format("vehicle"), ("vehicles", "number"), ("place", "heading", "move"), reach
        ),
        conditions=(
            _others_stay(begun),
            _near(_six, start, far),
            on_side(_six, "It stands astride a hexside.", "It stands in a hex."),
            _legal(),
            _looks_at(target),
            _ranged(_six, target, away, "#3"),
        ),
        thought=(
            "Astride a hexside a Vehicle looks along it (line 19). Draw the line on: it runs"
            " through a hexjuncture and on through the middle of the hex beyond."
        ),
    )


# -- three ranges (lesson 11)


def _end(state: RangeCounter) -> Place:
    return replace(state, hover=None).ends[1]


def three_ranges(dice: random.Random) -> Task | None:
    """Return a draft: the hexside at given ranges from three places."""
    middle = dice.choice([h for h in HEXES if range_hexes(h, GRID.hex(6, 6)) <= 1])
    tried = within(middle, 3)
    ends = dice.sample(tried, 3)
    right = dice.choice([p for p in tried if isinstance(p, Side) and p not in ends])
    away = [range_hexes(end, right) for end in ends]
    if min(away) < 1 or sum(isinstance(end, Side) for end in ends) < 2:
        return None
    good = [
        p
        for p in tried
        if isinstance(p, Side)
        and all(range_hexes(end, p) == n for end, n in zip(ends, away, strict=True))
    ]
    if len(good) > 3:
        return None
    codes = [GRID.code(end) for end in ends]
    words = (5, 7, 8)

    def reach(state: RangeCounter) -> Iterator[RangeCounter]:
        for place in tried:
            yield replace(state, end=place)

    headings = [legal_headings(3, end)[0] for end in ends]
    units = " ".join(f"{n}@{c}@{h}" for n, c, h in zip(words, codes, headings, strict=True))
    start = next(p for p in tried if isinstance(p, Hex) and p not in ends)
    near_miss = next(
        (
            p
            for p in tried
            if isinstance(p, Hex)
            and p not in ends
            and all(range_hexes(end, p) == n for end, n in zip(ends, away, strict=True))
        ),
        None,
    )
    rest = f"vehicles {units}"
    ranges = ", ".join(f"{n} from #{v}" for n, v in zip(away, words, strict=True))
    return hands_on(
        text=f"Click a hexside at these ranges: {ranges}. {as_read('landships', _READING)}",
        start=f"landships:range from #5 to {GRID.code(start)} {rest}",
        free=Free("Click a place · arrow keys move the end", ("end",), ("end",), reach),
        conditions=(
            on_side(_end, "It is a hexside.", "It is a hex."),
            *(_ranged(_end, end, n, f"#{v}") for end, n, v in zip(ends, away, words, strict=True)),
        ),
        thought=(
            "From a hex, a hexside counts as the closer of its two hexes; between two hexsides the"
            " span of a hex counts as one (line 21). Shift both the same way, then count."
        ),
        tempting=(
            "" if near_miss is None else f"landships:range from #5 to {GRID.code(near_miss)} {rest}"
        ),
        trap="" if near_miss is None else "All three ranges are right there, but it is a hex.",
    )


_READING = "range-between-hexsides"


# -- astride (lesson 12)

_ARMS = tuple(
    (unit, weapon)
    for unit in (UNITS["mk-iv-male"], UNITS["a7v"])
    for weapon in unit.weapons.values()
)


def _firer(state: FireArcs) -> Place:
    return state.place


def _fires(unit: Unit, weapon: Weapon, target: Place) -> Condition:
    def judge(state: FireArcs) -> Held:
        fired = shot(unit, weapon, state.place, state.heading)
        if verdict(fired, target) is True:
            return _ALL_HELD
        if state.place == target:
            return Held(true=False, missing="It stands there itself.")
        return Held(true=False, missing=f"{explained(fired, target).detail.short}.")

    says = f"Its {weapon.name} may fire at {GRID.code(target)}, if it is spotted."
    return Condition(says, judge)


def astride(dice: random.Random) -> Task | None:
    """Return a draft: the hexside within three hexes astride which a gun bears on a place."""
    unit, weapon = dice.choice(_ARMS)
    start = dice.choice(HEXES)
    heading = dice.choice(HEADINGS)
    assert isinstance(weapon.range_hexes, int)  # those of these two are all known
    far, limit = dice.choice((2, 3)), weapon.range_hexes
    target = dice.choice([p for p in _PLACES if 0 <= range_hexes(start, p) - limit <= far])
    tried = [
        (place, faces)
        for place in within(start, far)
        if place != target
        for faces in legal_headings(3, place)
    ]

    def lands(place: Place, faces: Heading) -> bool:
        return verdict(shot(unit, weapon, place, faces), target) is True

    fitting = [one for one in tried if lands(*one)]
    good = [one for one in fitting if isinstance(one[0], Side)]
    if not good or 2 * RARE * len(good) > len(tried):
        return None

    def reach(state: FireArcs) -> Iterator[FireArcs]:
        for place, faces in tried:
            yield replace(state, place=place, heading=faces)

    code, there = GRID.code(start), GRID.code(target)

    def words(place: Place, faces: Heading) -> str:
        return (
            f"landships:fire {unit.id}@{GRID.code(place)} {faces} weapon {weapon.id} target"
            f" {there} click place"
        )

    in_hex = next((one for one in fitting if isinstance(one[0], Hex)), None)
    return hands_on(
        text=(
            f"Put the {unit.name} astride a hexside, at most {hexes(far)} from {code}, so that its"
            f" {weapon.name} bears on a target {at(target)}."
        ),
        start=words(start, heading),
        free=Free(_DRAG.format("tank"), ("place", "heading"), ("place", "move"), reach),
        conditions=(
            _near(_firer, start, far),
            on_side(_firer, "It stands astride a hexside.", "It stands in a hex."),
            _fires(unit, weapon, target),
        ),
        thought=(
            f"Astride a hexside it has two headings, along the hexside (line 19). As its arc is"
            f" rebuilt here, its {weapon.name} covers {bearing_words(weapon.arc.lo)} to"
            f" {bearing_words(weapon.arc.hi)}, up to {hexes(limit)}."
        ),
        tempting="" if in_hex is None else words(*in_hex),
        trap="" if in_hex is None else "The gun bears, but the tank stands in a hex.",
    )


__all__ = ["astride", "dead_ahead", "three_ranges"]
