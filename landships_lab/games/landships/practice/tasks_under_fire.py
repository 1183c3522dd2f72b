"""Puzzles with a force on a board: where two guns bear on each of two targets, where a unit hits
and is not hit, which hexside is blind, and the way past two tanks under no gun.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from landships_lab.core.hexes import Heading, Hex, Place, Side
from landships_lab.core.place_bits import place_bits
from landships_lab.core.speech import listed, plural
from landships_lab.games.landships.analysis.coverage import Conditions, Deployed, bearings
from landships_lab.games.landships.panels.coverage import Coverage
from landships_lab.games.landships.panels.coverage_board import GRID, CoverageBoard, Placed
from landships_lab.games.landships.rules.book import at
from landships_lab.games.landships.rules.fire import FiringWeapon, covers, explained
from landships_lab.games.landships.rules.positions import UNITS, legal_headings
from landships_lab.games.landships.rules.ranges import range_hexes
from landships_lab.panel.parts.base import with_fields
from landships_lab.practice.conditions import Condition, Free, Held
from landships_lab.practice.task import Task, hands_on

#: A draft is kept if at most one of so many places and headings in reach does it.
RARE = 25
_OPEN = Conditions(GRID)
_BOARD = place_bits(GRID)
_PLACES = tuple(sorted(GRID.places))
_HANDS = "Drag the {} · wheel or Q and E turn it · arrow keys move it"
_MOVED = ("place", "move")
#: What a reader may change where he moves one unit: pressing it chooses it, a click asks.
_PARTS = ("chosen", "asked")
#: The hexes from which a puzzle begins: near the middle of the board.
_MIDDLE = tuple(h for h in GRID.hexes() if range_hexes(h, GRID.hex(9, 6)) <= 2)


def placements(start: Place, far: int) -> Iterator[tuple[Place, Heading]]:
    """Yield every place within so many hexes, with every heading that a Vehicle may have there."""
    for place in _PLACES:
        if range_hexes(start, place) <= far:
            for heading in legal_headings(3, place):
                yield place, heading


def guns_on(one: Deployed, target: Place) -> int:
    """Return how many weapons of a unit bear on a place of the board."""
    number = _BOARD.number(target)
    return sum(each.bits >> number & 1 for each in bearings(one, _OPEN))


def nearest_miss(one: Deployed, target: Place) -> str:
    """Return which weapon that does not bear on a place comes nearest to it, and what it lacks."""
    number = _BOARD.number(target)
    idle = [each.shot for each in bearings(one, _OPEN) if not each.bits >> number & 1]
    if not idle:
        return ""
    best = min(idle, key=lambda fired: (_turns(fired, target), _too_far(fired, target)))
    lacks = explained(best, target).detail.short
    return f" Nearest: the {best.weapon.name}, {lacks[:1].lower()}{lacks[1:]}."


def _turns(fired: FiringWeapon, target: Place) -> int:
    """Return the turns of 30 degrees after which its arc covers the target."""
    return next(
        (
            n
            for n in range(7)
            if any(
                covers(fired.standing(fired.place, fired.heading.turn(sign * n)), target)
                for sign in (1, -1)
            )
        ),
        7,
    )


def _too_far(fired: FiringWeapon, target: Place) -> int:
    limit = fired.max_range
    return max(0, range_hexes(fired.place, target) - limit) if isinstance(limit, int) else 0


def _guns(count: int) -> str:
    return (
        f"{plural(count, 'gun')} {'bears' if count == 1 else 'bear'}" if count else "No gun bears"
    )


# -- the conditions


def bears(firer: str, target: str, least: int, says: str) -> Condition:
    """Return the condition that at least so many guns of one unit bear on another; both by their
    keys.
    """

    def judge(state: CoverageBoard) -> Held:
        force = state.force_by_key
        one, other = force[firer], force[target]
        found = guns_on(one, other.place)
        if found >= least:
            return Held(true=True)
        return Held(true=False, missing=f"{_guns(found)} on it.{nearest_miss(one, other.place)}")

    return Condition(says, judge)


def unhit(target: str, firers: Sequence[str], says: str) -> Condition:
    """Return the condition that no gun of these units bears on one; all by their keys."""

    def judge(state: CoverageBoard) -> Held:
        force = state.force_by_key
        place = force[target].place
        number = _BOARD.number(place)
        hits = [
            f"the {each.weapon.name} of the {force[key].name}"
            for key in firers
            for each in bearings(force[key], _OPEN)
            if each.bits >> number & 1
        ]
        if not hits:
            return Held(true=True)
        bear = "bears" if len(hits) == 1 else "bear"
        said = listed(hits)
        return Held(true=False, missing=f"{said[:1].upper()}{said[1:]} {bear} on it.")

    return Condition(says, judge)


def near(unit: str, start: Place, far: int) -> Condition:
    """Return the condition that a unit stands within so many hexes of where it began."""

    def judge(state: CoverageBoard) -> Held:
        gone = range_hexes(start, state.force_by_key[unit].place)
        missing = "" if gone <= far else f"It has gone {plural(gone, 'hex', 'hexes')}."
        return Held(gone <= far, missing)

    return Condition(
        f"It stands within {plural(far, 'hex', 'hexes')} of {GRID.code(start)}.", judge
    )


def _moving(side: str, start: Place, far: int) -> Free:
    """Return what is free where the only unit of a side moves so far."""

    def reach(state: Coverage) -> Iterable[Coverage]:
        (one,) = getattr(state, side)
        taken = {other.place for other in state.force} - {one.place}
        for place, heading in placements(start, far):
            if place not in taken:
                yield with_fields(state, **{side: (Placed(one.unit_id, place, heading),)})

    name = "tank" if side == "british" else "A7V"
    return Free(_HANDS.format(name), (side, *_PARTS), _MOVED, reach)


# -- drafts


def facing(dice: random.Random, kind: str, places: Sequence[Place], side: str) -> Deployed:
    """Return a unit of this kind in one of these places, with a legal heading."""
    place = dice.choice(places)
    return Deployed(UNITS[kind], place, dice.choice(legal_headings(3, place)), side)


def _word(one: Deployed) -> str:
    return f"{one.unit.id}@{GRID.code(one.place)}@{one.heading}"


def _state(force: Sequence[Deployed], rest: str) -> str:
    sides = (
        f"{side.lower()} {' '.join(_word(one) for one in force if one.side == side)}"
        for side in ("British", "German")
    )
    return f"landships:coverage {' '.join(sides)} {rest}"


def _rare(
    start: Deployed, far: int, fits: Callable[[Deployed], bool], taken: Sequence[Place]
) -> list[Deployed]:
    """Return the positions in reach that fit, or none where they are too many."""
    tried = [
        replace(start, place=place, heading=heading)
        for place, heading in placements(start.place, far)
        if place not in taken
    ]
    good = [one for one in tried if fits(one)]
    return good if RARE * len(good) <= len(tried) else []


def two_guns(dice: random.Random) -> Task | None:
    """Return a draft: one heading and place at which two guns bear on each of two targets."""
    start = dice.choice(_MIDDLE)
    around = [p for p in _PLACES if 2 <= range_hexes(start, p) <= 6]
    one = facing(dice, "mk-iv-male", [start], "British")
    enemies = [facing(dice, "a7v", around, "German") for _ in range(2)]
    places = [other.place for other in enemies]
    if places[0] == places[1]:
        return None
    good = _rare(one, 1, lambda now: all(guns_on(now, p) >= 2 for p in places), places)
    if not good:
        return None
    half = next(
        (
            now
            for place, heading in placements(start, 1)
            if place not in places
            and guns_on(now := replace(one, place=place, heading=heading), places[0]) >= 3
            and guns_on(now, places[1]) == 1
        ),
        None,
    )
    codes = [GRID.code(p) for p in places]
    return hands_on(
        text=(
            f"Two A7Vs come up, {at(places[0])} and {at(places[1])}. Place the {one.unit.name}"
            f" within one hex of {GRID.code(start)} so that two of its guns bear on each of them."
        ),
        start=_state([one, *enemies], "side British within 3"),
        free=_moving("british", start, 1),
        conditions=(
            near("british-1", start, 1),
            *(
                bears("british-1", f"german-{n}", 2, f"Two of its guns bear on the A7V {at(p)}.")
                for n, p in enumerate(places, 1)
            ),
        ),
        thought=_OVERLAP,
        tempting="" if half is None else _state([half, *enemies], "side British within 3"),
        trap=(
            ""
            if half is None
            else f"It brings three guns to bear on {codes[0]}, but a single one on {codes[1]}."
        ),
    )


_OVERLAP = (
    "Count arcs, not guns. As the arcs are rebuilt here, both 57 mm guns and the bow MG bear within"
    " 30° of the bow; from 30° to 90° on either side one 57 mm gun and, up to four hexes (line 57),"
    " that side's MG. A hexside exactly on an edge is under neither (line 65)."
)


def unhit_shot(dice: random.Random) -> Task | None:
    """Return a draft: a place within reach from which it hits two enemies and neither hits it."""
    start = dice.choice(_MIDDLE)
    around = [p for p in _PLACES if 3 <= range_hexes(start, p) <= 8]
    mine, theirs = dice.choice((("British", "German"), ("German", "British")))
    kinds = {"British": "mk-iv-male", "German": "a7v"}
    one = facing(dice, kinds[mine], [start], mine)
    enemies = [facing(dice, kinds[theirs], around, theirs) for _ in range(2)]
    places = [other.place for other in enemies]
    if places[0] == places[1]:
        return None

    def fits(now: Deployed) -> bool:
        return not any(guns_on(other, now.place) for other in enemies) and all(
            guns_on(now, place) for place in places
        )

    if not _rare(one, 2, fits, places):
        return None
    shorter = _one_gun_bears(one, enemies, 2)
    me, them = f"{mine.lower()}-1", [f"{theirs.lower()}-{n}" for n in (1, 2)]
    name, other_name = one.unit.name, enemies[0].unit.name
    rest = f"side {mine} within 3 chosen {me}"
    return hands_on(
        text=(
            f"Two {other_name}s stand {at(places[0])} and {at(places[1])}. Place the {name} within"
            f" two hexes of {GRID.code(start)} so that it can hit both, and neither can hit it."
        ),
        start=_state([one, *enemies], rest),
        free=_moving(mine.lower(), start, 2),
        conditions=(
            near(me, start, 2),
            *(
                bears(me, key, 1, f"A gun of it bears on the {other_name} {at(place)}.")
                for key, place in zip(them, places, strict=True)
            ),
            unhit(me, them, f"No gun of either {other_name} bears on it."),
        ),
        thought=_REACHES[mine],
        tempting="" if shorter is None else _state([shorter, *enemies], rest),
        trap="" if shorter is None else "From there it hits both, and is under a single gun.",
    )


def _one_gun_bears(start: Deployed, enemies: Sequence[Deployed], far: int) -> Deployed | None:
    """Return a position in reach that hits all enemies and is under one gun."""
    for place, heading in placements(start.place, far):
        now = replace(start, place=place, heading=heading)
        if (
            all(other.place != place and guns_on(now, other.place) for other in enemies)
            and sum(guns_on(other, place) for other in enemies) == 1
        ):
            return now
    return None


_REACHES = {
    "British": (
        "The 57 mm guns reach seven hexes. The A7V's one gun reaches eight (line 73), as its arcs"
        " are rebuilt here only within 30° of its bow; elsewhere its machine guns bear, up to five."
    ),
    "German": (
        "The bow gun reaches eight hexes (line 73), one more than the 57 mm guns of a Mk IV; those,"
        " as their arcs are rebuilt here, cover 90° to each side of the bow, and no hexside on an"
        " edge (line 65)."
    ),
}


def blind_hexside(dice: random.Random) -> Task | None:
    """Return a draft: the hexside near a tank on which none of its guns bears, to fire from."""
    kind = dice.choice(("mk-iv-male", "whippet"))
    enemy = facing(dice, kind, [h for h in _MIDDLE if isinstance(h, Hex)], "British")
    start = dice.choice([h for h in GRID.hexes() if 3 <= range_hexes(enemy.place, h) <= 4])
    one = facing(dice, "a7v", [start], "German")
    far, close = 2, 4

    def bow_bears(now: Deployed) -> bool:
        bow = bearings(now, _OPEN)[0]
        return bool(bow.bits >> _BOARD.number(enemy.place) & 1)

    def fits(now: Deployed) -> bool:
        near_by = range_hexes(now.place, enemy.place) <= close
        return near_by and not guns_on(enemy, now.place) and bow_bears(now)

    good = _rare(one, far, fits, [enemy.place])
    if not good or not all(isinstance(now.place, Side) for now in good):
        return None

    def judge_close(state: CoverageBoard) -> Held:
        away = range_hexes(state.force_by_key["german-1"].place, enemy.place)
        return Held(away <= close, "" if away <= close else f"It is {away} hexes away.")

    def judge_bow(state: CoverageBoard) -> Held:
        now = state.force_by_key["german-1"]
        if bow_bears(now):
            return Held(true=True)
        short = explained(bearings(now, _OPEN)[0].shot, enemy.place).detail.short
        return Held(true=False, missing=f"{short}.")

    beside = _beside_edge(one, enemy, far, close, bow_bears)
    there, rest = GRID.code(enemy.place), "side both within 4 chosen german-1"
    return hands_on(
        text=(
            f"The {enemy.unit.name} {at(enemy.place)} faces {enemy.heading}. Bring the A7V, within"
            f" two hexes of {GRID.code(start)}, to where its bow gun bears on it at {close} hexes"
            " or less, and no gun bears on the A7V."
        ),
        start=_state([enemy, one], rest),
        free=_moving("german", start, far),
        conditions=(
            near("german-1", start, far),
            Condition(f"It is at most {close} hexes from {there}.", judge_close),
            Condition(f"Its bow gun bears on {there}.", judge_bow),
            unhit("german-1", ["british-1"], f"No gun of the {enemy.unit.name} bears on it."),
        ),
        thought=(
            f"So near, the guns of the {enemy.unit.name} together cover every hex around it. What"
            " they cannot hit is a hexside that lies exactly on the edge of their arcs (line 65)."
        ),
        tempting="" if beside is None else _state([enemy, beside], rest),
        trap=(
            ""
            if beside is None
            else "It stands in a hex on the edge between two arcs. A hex there is in both of them;"
            " only a hexside is in neither."
        ),
    )


def _beside_edge(
    start: Deployed, enemy: Deployed, far: int, close: int, bow_bears: Callable[[Deployed], bool]
) -> Deployed | None:
    """Return a position in a hex that lies exactly on the edges of two arcs of the enemy."""
    for place, heading in placements(start.place, far):
        now = replace(start, place=place, heading=heading)
        if (
            isinstance(place, Hex)
            and range_hexes(place, enemy.place) <= close
            and place != enemy.place
            and bow_bears(now)
            and sum(
                each.weapon.arc.locate(enemy.place, enemy.heading, place) == "edge"
                for each in bearings(enemy, _OPEN)
            )
            > 1
        ):
            return now
    return None


__all__ = ["blind_hexside", "guns_on", "placements", "two_guns", "unhit_shot"]
