"""Puzzles about a way: the hex to go by, past two A7Vs and under no gun."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise

from landships_lab.core.hexes import Heading, Hex, Place
from landships_lab.core.place_bits import Planes
from landships_lab.core.speech import plural
from landships_lab.games.landships.analysis.coverage import Conditions, counts, of_side
from landships_lab.games.landships.analysis.safest_way import Exposure, exposure
from landships_lab.games.landships.panels.coverage import Coverage
from landships_lab.games.landships.panels.coverage_answer import way_of
from landships_lab.games.landships.panels.coverage_board import GRID, CoverageBoard, Placed
from landships_lab.games.landships.rules.field_of_movement import MOST_MP, March, Placement
from landships_lab.games.landships.rules.movement import explain_move
from landships_lab.games.landships.rules.positions import forward, legal_headings
from landships_lab.games.landships.rules.ranges import range_hexes
from landships_lab.practice.conditions import Condition, Free, Held
from landships_lab.practice.task import Task, hands_on
from .tasks_under_fire import RARE, facing

#: A way past has at most so many places.
LONGEST = 20
#: Few boards have such a way: so many are tried for one draft.
_TRIES = 8
_OPEN = Conditions(GRID)
_PLACES = tuple(sorted(GRID.places))
#: What a reader may change beside the way: a click asks, or chooses a unit.
_PARTS = ("chosen", "asked")


@lru_cache(maxsize=64)
def _guns_of(german: tuple[Placed, ...]) -> Planes:
    """Return how many guns of these A7Vs bear on each place of the board."""
    force = of_side(Coverage(german=german).force, "German")
    return counts(force, _OPEN)


@lru_cache(maxsize=2048)
def _walked(german: tuple[Placed, ...], way: tuple[Place, ...], route: str = "drawn") -> Exposure:
    """Return the way through these places, each leg the shortest, and the guns on each place."""
    state = Coverage(german=german, side="German", click="way", way=way, route=route)
    guns = _guns_of(german)
    found = exposure(way_of(state, guns), guns, GRID)
    safe = found.way and not found.gun_steps
    return found if not safe or drives(found.way, german) else exposure((), guns, GRID)


def drives(way: Sequence[Place], german: Iterable[Placed]) -> bool:
    """Return whether the rules of movement let a tank with MPs enough go through these places, with
    the turns that it needs.
    """
    headings = [_towards(here, there) for here, there in pairwise(way)]
    if None in headings:
        return False
    path: list[Placement] = []
    for here, heading in zip(way, (*headings, headings[-1]), strict=True):
        assert heading is not None  # as was asked above
        before = path[-1][1] if path else heading
        path += [(here, before), (here, heading)]
    enemies = frozenset(one.place for one in german)
    left = explain_move(March(GRID, mp=MOST_MP, enemies=enemies), tuple(dict.fromkeys(path))).value
    return isinstance(left, int) and left is not False


def _towards(here: Place, there: Place) -> Heading | None:
    """Return the heading in which a vehicle goes from one place to the next; None if in none."""
    return next((h for h in legal_headings(3, here) if forward(here, h) == there), None)


def way_past(dice: random.Random) -> Task | None:
    """Return a draft: the hex to go by, so that a way past two A7Vs lies under no gun."""
    return next(filter(None, (_a_way_past(dice) for _ in range(_TRIES))), None)


def _a_way_past(dice: random.Random) -> Task | None:
    start = GRID.hex(dice.randint(1, 3), dice.randint(2, 10))
    end = GRID.hex(dice.randint(15, 17), dice.randint(2, 10))
    rows = dice.choice((range(1, 6), range(7, 12)))
    between = [p for p in _PLACES if _within(p, range(4, 14), rows)]
    german = tuple(
        Placed("a7v", one.place, one.heading)
        for one in (facing(dice, "a7v", between, "German") for _ in range(2))
    )
    taken = {one.place for one in german}
    if len(taken) < 2:
        return None
    safest = _walked(german, (start, end), "safest")
    if safest.gun_steps or not 12 < len(safest.way) <= LONGEST:
        return None
    if not _walked(german, (start, end)).gun_steps:
        return None
    others = [h for h in GRID.hexes() if h not in {start, end, *taken}]
    others.sort(key=lambda h: range_hexes(start, h) + range_hexes(h, end))
    most, good, fired_on = LONGEST, 0, []
    for by in others:
        if range_hexes(start, by) + range_hexes(by, end) > most:
            break  # no way is shorter than the hexes of its legs
        found = _walked(german, (start, by, end))
        steps = len(found.way) - 1
        if not found.gun_steps and 0 < steps <= most:
            most, good = steps, 1 + (good if steps == most else 0)
        elif found.gun_steps:
            fired_on.append((found.gun_steps, steps, by))
    if not good or RARE * good > len(others):
        return None
    fired_on = [one for one in fired_on if one[1] <= most]
    return _past(start, end, german, most, min(fired_on, default=None))


def _within(place: Place, columns: range, rows: range) -> bool:
    column, row = GRID.column_row(place if isinstance(place, Hex) else place.hexes[0])
    return column in columns and row in rows


def _past(
    start: Hex,
    end: Hex,
    german: tuple[Placed, ...],
    most: int,
    tempting: tuple[int, int, Hex] | None,
) -> Task:
    a, b = GRID.code(start), GRID.code(end)
    units = " ".join(f"a7v@{GRID.code(one.place)}@{one.heading}" for one in german)
    rest = f"landships:coverage german {units} side German click way way"

    def by_one(state: CoverageBoard) -> Held:
        way = state.way
        if way[:1] != (start,) or way[-1:] != (end,) or len(way) == 1:
            return Held(true=False, missing=f"It does not yet lead from {a} to {b}.")
        asked = "" if len(way) == 3 else f"It goes by {len(way) - 2} places, not by one."
        return Held(len(way) == 3, asked)

    def unseen(state: CoverageBoard) -> Held:
        found = _walked(state.german, state.way) if len(state.way) > 1 else None
        if found is None or not found.way:
            return Held(true=False, missing="No way is drawn yet.")
        first = next((GRID.code(p) for p, n in zip(found.way, found.guns, strict=True) if n), "")
        said = f"{plural(found.gun_steps, 'gun-step')}, the first in {first}."
        return Held(not found.gun_steps, said if found.gun_steps else "")

    def short(state: CoverageBoard) -> Held:
        steps = len(_walked(state.german, state.way).way) - 1 if len(state.way) > 1 else 0
        if not steps:
            return Held(true=False, missing="No way is drawn yet.")
        return Held(steps <= most, "" if steps <= most else f"It takes {steps} steps.")

    def reach(state: Coverage) -> Iterator[Coverage]:
        taken = {start, end, *(one.place for one in german)}
        for by in GRID.hexes():
            if by not in taken:
                yield replace(state, way=(start, by, end))

    return hands_on(
        text=(
            f"Lead a tank from {a} past both A7Vs to {b} in {most} steps, under no gun. Click one"
            f" hex to go by, then {b}: each leg takes the shortest way, and of these the safest."
        ),
        start=f"{rest} {a}",
        free=Free(
            "Click the places of the way · click its end to take it away",
            ("way", *_PARTS),
            ("way",),
            reach,
        ),
        conditions=(
            Condition(f"The way leads from {a} by one hex of your choice to {b}.", by_one),
            Condition("No German gun bears on any place of it.", unseen),
            Condition(f"It takes at most {most} steps.", short),
        ),
        thought=(
            "An A7V's bow gun reaches eight hexes (line 73), as its arc is rebuilt here only within"
            " 30° of its bow. Everywhere else five hexes count: that range is printed for the stern"
            " (line 77), and assumed for the sides."
        ),
        tempting="" if tempting is None else f"{rest} {a} {GRID.code(tempting[2])} {b}",
        trap=(
            ""
            if tempting is None
            else f"It is short enough, but costs {plural(tempting[0], 'gun-step')}."
        ),
    )
