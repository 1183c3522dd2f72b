"""Puzzles with a force on a board: where two guns bear on each of two targets, where a unit can hit
and not be hit, which hexside is blind, and the way past two tanks out of reach of their guns.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise

from landships_lab.core.hexes import Hex, Place, Side
from landships_lab.core.place_bits import Planes, place_bits
from landships_lab.core.speech import capitalized, listed, plural
from landships_lab.games.landships.analysis import coverage
from landships_lab.games.landships.analysis.coverage import Bearing, Deployed, bearings
from landships_lab.games.landships.analysis.safest_way import Exposure, exposure
from landships_lab.games.landships.panels.coverage import Coverage
from landships_lab.games.landships.panels.coverage_answer import way_of
from landships_lab.games.landships.panels.coverage_board import GRID, CoverageBoard, Placed
from landships_lab.games.landships.rules.book import at
from landships_lab.games.landships.rules.field_of_movement import MOST_MP, March, Placement
from landships_lab.games.landships.rules.fire import FiringWeapon, covers, explained
from landships_lab.games.landships.rules.movement import explain_move
from landships_lab.games.landships.rules.positions import UNITS, forward, legal_headings
from landships_lab.games.landships.rules.ranges import range_hexes
from landships_lab.panel.parts.base import with_fields
from landships_lab.practice.conditions import Condition, Free, free_by, unless
from landships_lab.practice.puzzles import family
from landships_lab.practice.task import Task, hands_on
from .board import DRAG, RARE, tempted
from .coverage import link

_OPEN = coverage.Conditions(GRID)
_BOARD = place_bits(GRID)
_PLACES = tuple(sorted(GRID.places))
#: The hexes from which a puzzle begins: near the middle of the board.
_MIDDLE = tuple(h for h in GRID.hexes() if range_hexes(h, GRID.hex(9, 6)) <= 2)
_LESSON = "17_a_company_in_the_field"


def _bearing(one: Deployed, target: Place) -> list[Bearing]:
    """Return the weapons of a unit that bear on a place of the board."""
    number = _BOARD.number(target)
    return [each for each in bearings(one, _OPEN) if each.bits >> number & 1]


def _guns_on(one: Deployed, target: Place) -> int:
    return len(_bearing(one, target))


def _stood(start: Deployed, far: int, occupied: Sequence[Place] = ()) -> Iterator[Deployed]:
    """Yield a vehicle in every free place within range, with each legal heading."""
    for place in _PLACES:
        if range_hexes(start.place, place) <= far and place not in occupied:
            for heading in legal_headings(3, place):
                yield replace(start, place=place, heading=heading)


def _nearest_miss(one: Deployed, target: Place) -> str:
    """Return the weapon that comes nearest to bearing on a place, and what it lacks."""
    number = _BOARD.number(target)
    idle = [each.shot for each in bearings(one, _OPEN) if not each.bits >> number & 1]
    if not idle:
        return ""
    best = min(idle, key=lambda fired: (_turns(fired, target), _too_far(fired, target)))
    lacks = explained(best, target).detail.short
    return f" Nearest: the {best.weapon.name}, {lacks[:1].lower()}{lacks[1:]}."


def _turns(fired: FiringWeapon, target: Place) -> int:
    """Return the turns of 30 degrees after which its arc covers the target."""
    for turns in range(7):
        headings = (fired.heading.turn(turns), fired.heading.turn(-turns))
        if any(covers(fired.standing(fired.place, heading), target) for heading in headings):
            return turns
    return 7


def _too_far(fired: FiringWeapon, target: Place) -> int:
    limit = fired.max_range
    return max(0, range_hexes(fired.place, target) - limit) if isinstance(limit, int) else 0


# -- the conditions; units go by their keys


def _bears(firer: str, target: str, least: int, says: str) -> Condition:
    """Return the condition that at least this number of guns of one unit bear on another."""

    def fault(state: CoverageBoard) -> str:
        one, place = state.force_by_key[firer], state.force_by_key[target].place
        guns = _guns_on(one, place)
        if guns >= least:
            return ""
        who = plural(guns, "gun") if guns else "No gun"
        bear = "bears" if guns < 2 else "bear"
        return f"{who} {bear} on it.{_nearest_miss(one, place)}"

    return unless(says, fault)


def _unhit(target: str, firers: Sequence[str], says: str) -> Condition:
    """Return the condition that no gun of these units bears on one."""

    def fault(state: CoverageBoard) -> str:
        force = state.force_by_key
        hits = [
            f"the {each.weapon.name} of the {force[key].name}"
            for key in firers
            for each in _bearing(force[key], force[target].place)
        ]
        bear = "bears" if len(hits) == 1 else "bear"
        return f"{capitalized(listed(hits))} {bear} on it." if hits else ""

    return unless(says, fault)


def _near(unit: str, start: Place, far: int) -> Condition:
    """Return the condition that a unit stays near its starting place."""

    def fault(state: CoverageBoard) -> str:
        gone = range_hexes(start, state.force_by_key[unit].place)
        return f"It has gone {plural(gone, 'hex', 'hexes')}." if gone > far else ""

    return unless(f"It stands within {plural(far, 'hex', 'hexes')} of {GRID.code(start)}.", fault)


def _moving(one: Deployed, far: int) -> Free:
    """Return a `Free` for one unit that may move this far."""
    side = one.side.lower()

    def reach(state: Coverage) -> Iterator[Coverage]:
        occupied = [other.place for other in state.force if other.side != one.side]
        for now in _stood(one, far, occupied):
            yield with_fields(state, **{side: (Placed(one.unit.id, now.place, now.heading),)})

    name = "tank" if side == "british" else "A7V"
    return free_by(DRAG.format(name), f"{side} chosen asked", reach, "place move")


# -- drafts


def _facing(dice: random.Random, kind: str, places: Sequence[Place], side: str) -> Deployed:
    """Return a unit of this kind in one of these places with a legal heading."""
    place = dice.choice(places)
    return Deployed(UNITS[kind], place, dice.choice(legal_headings(3, place)), side)


def _rare(
    start: Deployed, far: int, fits: Callable[[Deployed], bool], occupied: Sequence[Place]
) -> list[Deployed]:
    """Return the reachable positions that fit, or none if they are too many."""
    tried = list(_stood(start, far, occupied))
    good = [one for one in tried if fits(one)]
    return good if RARE * len(good) <= len(tried) else []


@family("landships:two-guns", "Two guns on each of two", _LESSON, (3, 17, 8, 2, 15, 12), own=(3,))
def two_guns(dice: random.Random) -> Task | None:
    """Draft: find the place and heading at which two guns bear on each of two targets."""
    start = dice.choice(_MIDDLE)
    around = [p for p in _PLACES if 2 <= range_hexes(start, p) <= 6]
    one = _facing(dice, "mk-iv-male", [start], "British")
    enemies = [_facing(dice, "a7v", around, "German") for _ in range(2)]
    first, second = places = [other.place for other in enemies]

    def fits(now: Deployed) -> bool:
        return all(_guns_on(now, place) >= 2 for place in places)

    if first == second or not _rare(one, 1, fits, places):
        return None
    tried = _stood(one, 1, places)
    half = next((x for x in tried if _guns_on(x, first) >= 3 and _guns_on(x, second) == 1), None)
    codes = [GRID.code(p) for p in places]
    why = f"It brings three guns to bear on {codes[0]}, but a single one on {codes[1]}."

    def words(now: Deployed) -> str:
        return link([now, *enemies], "side British within 3")

    return hands_on(
        f"Two A7Vs come up, {at(first)} and {at(second)}. Place the {one.unit.name} within one hex"
        f" of {GRID.code(start)} so that two of its guns bear on each of them.",
        words(one),
        _moving(one, 1),
        (
            _near("british-1", start, 1),
            *(
                _bears("british-1", f"german-{n}", 2, f"Two of its guns bear on the A7V {at(p)}.")
                for n, p in enumerate(places, 1)
            ),
        ),
        "Count arcs, not guns. As the arcs are rebuilt here, both 57 mm guns and the bow MG bear"
        " within 30° of the bow; from 30° to 90° on either side one 57 mm gun and, up to four hexes"
        " (line 57), that side's MG. A hexside exactly on an edge is under neither (line 65).",
        *tempted(half, words, why),
    )


_REACHES = {
    "British": "The 57 mm guns reach seven hexes. The A7V's one gun reaches eight (line 73), as its"
    " arcs are rebuilt here only within 30° of its bow; elsewhere its machine guns bear, up to"
    " five.",
    "German": "The bow gun reaches eight hexes (line 73), one more than the 57 mm guns of a Mk IV;"
    " those, as their arcs are rebuilt here, cover 90° to each side of the bow, and no hexside on"
    " an edge (line 65).",
}


@family("landships:unhit-shot", "Hit, and not be hit", _LESSON, (6, 9, 11, 16, 18, 20))
def unhit_shot(dice: random.Random) -> Task | None:
    """Draft: find a place from which a unit can hit two enemies and neither can hit it."""
    start = dice.choice(_MIDDLE)
    around = [p for p in _PLACES if 3 <= range_hexes(start, p) <= 8]
    mine, theirs = dice.choice((("British", "German"), ("German", "British")))
    kinds = {"British": "mk-iv-male", "German": "a7v"}
    one = _facing(dice, kinds[mine], [start], mine)
    enemies = [_facing(dice, kinds[theirs], around, theirs) for _ in range(2)]
    first, second = places = [other.place for other in enemies]

    def under(now: Deployed) -> int:
        return sum(_guns_on(other, now.place) for other in enemies)

    def hits(now: Deployed) -> bool:
        return all(_guns_on(now, place) for place in places)

    if first == second or not _rare(one, 2, lambda now: not under(now) and hits(now), places):
        return None
    shorter = next((now for now in _stood(one, 2, places) if hits(now) and under(now) == 1), None)
    me, them = f"{mine.lower()}-1", [f"{theirs.lower()}-{n}" for n in (1, 2)]
    other = enemies[0].unit.name

    def words(now: Deployed) -> str:
        return link([now, *enemies], f"side {mine} within 3 chosen {me}")

    return hands_on(
        f"Two {other}s stand {at(first)} and {at(second)}. Place the {one.unit.name} within two"
        f" hexes of {GRID.code(start)} so that it can hit both, and neither can hit it.",
        words(one),
        _moving(one, 2),
        (
            _near(me, start, 2),
            *(
                _bears(me, key, 1, f"A gun of it bears on the {other} {at(place)}.")
                for key, place in zip(them, places, strict=True)
            ),
            _unhit(me, them, f"No gun of either {other} bears on it."),
        ),
        _REACHES[mine],
        *tempted(shorter, words, "From there it hits both, and is under a single gun."),
    )


@family(
    "landships:blind-hexside", "The blind hexside", "12_fire_arcs", (3, 5, 7, 8, 11, 12), own=(5,)
)
def blind_hexside(dice: random.Random) -> Task | None:
    """Draft: find the hexside near a tank on which none of its guns bears, to fire from."""
    kind = dice.choice(("mk-iv-male", "whippet"))
    enemy = _facing(dice, kind, _MIDDLE, "British")
    start = dice.choice([h for h in GRID.hexes() if 3 <= range_hexes(enemy.place, h) <= 4])
    one = _facing(dice, "a7v", [start], "German")
    far, close = 2, 4
    there, name = GRID.code(enemy.place), enemy.unit.name

    def away(now: Deployed) -> int:
        return range_hexes(now.place, enemy.place)

    def bow_bears(now: Deployed) -> bool:
        return bool(bearings(now, _OPEN)[0].bits >> _BOARD.number(enemy.place) & 1)

    def fits(now: Deployed) -> bool:
        return away(now) <= close and not _guns_on(enemy, now.place) and bow_bears(now)

    good = _rare(one, far, fits, [enemy.place])
    if not good or not all(isinstance(now.place, Side) for now in good):
        return None

    def too_far(state: CoverageBoard) -> str:
        now = away(state.force_by_key["german-1"])
        return f"It is {now} hexes away." if now > close else ""

    def no_shot(state: CoverageBoard) -> str:
        now = state.force_by_key["german-1"]
        fired = bearings(now, _OPEN)[0].shot
        return "" if bow_bears(now) else f"{explained(fired, enemy.place).detail.short}."

    def between_arcs(now: Deployed) -> bool:
        arcs = [each.weapon.arc for each in bearings(enemy, _OPEN)]
        edges = [arc.locate(enemy.place, enemy.heading, now.place) == "edge" for arc in arcs]
        near = isinstance(now.place, Hex) and away(now) <= close
        return near and bow_bears(now) and sum(edges) > 1

    def words(now: Deployed) -> str:
        return link([enemy, now], "side both within 4 chosen german-1")

    tried = _stood(one, far, [enemy.place])
    return hands_on(
        f"The {name} {at(enemy.place)} faces {enemy.heading}. Bring the A7V, within two hexes of"
        f" {GRID.code(start)}, to where its bow gun bears on it at {close} hexes or less, and no"
        " gun bears on the A7V.",
        words(one),
        _moving(one, far),
        (
            _near("german-1", start, far),
            unless(f"It is at most {close} hexes from {there}.", too_far),
            unless(f"Its bow gun bears on {there}.", no_shot),
            _unhit("german-1", ["british-1"], f"No gun of the {name} bears on it."),
        ),
        f"So near, the guns of the {name} together cover every hex around it. What they cannot hit"
        " is a hexside that lies exactly on the edge of their arcs (line 65).",
        *tempted(
            next(filter(between_arcs, tried), None),
            words,
            "It stands in a hex on the edge between two arcs. A hex on that edge is in both of"
            " them; only a hexside is in neither.",
        ),
    )


# -- the way past

#: The most places on a way past.
LONGEST = 20
#: Few boards have such a way: the number of boards tried for one draft.
_TRIES = 8
Force = tuple[Placed, ...]


@lru_cache(maxsize=64)
def _guns_of(german: Force) -> Planes:
    """Return how many guns of these A7Vs bear on each place of the board."""
    return coverage.counts(coverage.of_side(Coverage(german=german).force, "German"), _OPEN)


@lru_cache(maxsize=2048)
def _walked(german: Force, way: tuple[Place, ...], route: str = "drawn") -> Exposure:
    """Return the way through these places, each leg the shortest, and the guns on each place."""
    state = Coverage(german=german, side="German", click="way", way=way, route=route)
    guns = _guns_of(german)
    walked = exposure(way_of(state, guns), guns, GRID)
    safe = walked.way and not walked.gun_steps
    return walked if not safe or drives(walked.way, german) else exposure((), guns, GRID)


def drives(way: Sequence[Place], german: Iterable[Placed]) -> bool:
    """Return whether the rules let a tank with enough MPs go this way, including its turns."""
    path: list[Placement] = []
    for here, there in pairwise(way):
        heading = next((h for h in legal_headings(3, here) if forward(here, h) == there), None)
        if heading is None:
            return False
        before = path[-1][1] if path else heading
        path += [(here, before), (here, heading)]
    path.append((way[-1], path[-1][1]))
    enemies = frozenset(one.place for one in german)
    mps = explain_move(March(GRID, mp=MOST_MP, enemies=enemies), tuple(dict.fromkeys(path))).value
    return isinstance(mps, int) and mps is not False


@family("landships:way-past", "The way past two A7Vs", _LESSON, (7, 14, 16, 11, 5, 1), own=(14,))
def way_past(dice: random.Random) -> Task | None:
    """Draft: find the hex to go through so that a way past two A7Vs is under no gun."""
    return next(filter(None, (_a_way_past(dice) for _ in range(_TRIES))), None)


def _a_way_past(dice: random.Random) -> Task | None:
    start = GRID.hex(dice.randint(1, 3), dice.randint(2, 10))
    end = GRID.hex(dice.randint(15, 17), dice.randint(2, 10))
    rows = dice.choice((range(1, 6), range(7, 12)))
    between = [p for p in _PLACES if _lies_in(p, range(4, 14), rows)]
    units = [_facing(dice, "a7v", between, "German") for _ in range(2)]
    german = tuple(Placed("a7v", one.place, one.heading) for one in units)
    occupied = {one.place for one in german}
    if len(occupied) < 2:
        return None
    safest = _walked(german, (start, end), "safest")
    if safest.gun_steps or not 12 < len(safest.way) <= LONGEST:
        return None
    if not _walked(german, (start, end)).gun_steps:
        return None
    others = [h for h in GRID.hexes() if h not in {start, end, *occupied}]
    others.sort(key=lambda h: range_hexes(start, h) + range_hexes(h, end))
    most, good, fired_on = LONGEST, 0, []
    for by in others:
        if range_hexes(start, by) + range_hexes(by, end) > most:
            break  # a way is at least as long as its legs in hexes
        walked = _walked(german, (start, by, end))
        steps = len(walked.way) - 1
        if not walked.gun_steps and 0 < steps <= most:
            most, good = steps, 1 + (good if steps == most else 0)
        elif walked.gun_steps:
            fired_on.append((walked.gun_steps, steps, by))
    if not good or RARE * good > len(others):
        return None
    fired_on = [one for one in fired_on if one[1] <= most]
    return _past(start, end, german, most, min(fired_on, default=None))


def _lies_in(place: Place, columns: range, rows: range) -> bool:
    column, row = GRID.column_row(place if isinstance(place, Hex) else place.hexes[0])
    return column in columns and row in rows


def _past(
    start: Hex, end: Hex, german: Force, most: int, tempting: tuple[int, int, Hex] | None
) -> Task:
    a, b = GRID.code(start), GRID.code(end)
    units = " ".join(f"a7v@{GRID.code(one.place)}@{one.heading}" for one in german)
    occupied = {start, end, *(one.place for one in german)}
    others = [by for by in GRID.hexes() if by not in occupied]
    begun = f"landships:coverage german {units} side German click way way {a}"
    short = f"It is short enough, but costs {plural(tempting[0] if tempting else 0, 'gun-step')}."
    none_drawn = "No way is drawn yet."

    def by_others(state: CoverageBoard) -> str:
        way = state.way
        if way[:1] != (start,) or way[-1:] != (end,) or len(way) == 1:
            return f"It does not yet lead from {a} to {b}."
        return "" if len(way) == 3 else f"It goes by {len(way) - 2} places, not by one."

    def fired_at(state: CoverageBoard) -> str:
        walked = _walked(state.german, state.way) if len(state.way) > 1 else None
        if walked is None or not walked.way:
            return none_drawn
        first = next((GRID.code(p) for p, n in zip(walked.way, walked.guns, strict=True) if n), "")
        return f"{plural(walked.gun_steps, 'gun-step')}, the first in {first}." if first else ""

    def too_long(state: CoverageBoard) -> str:
        steps = len(_walked(state.german, state.way).way) - 1 if len(state.way) > 1 else 0
        if not steps:
            return none_drawn
        return f"It takes {steps} steps." if steps > most else ""

    return hands_on(
        f"Lead a tank from {a} past both A7Vs to {b} in {most} steps, under no gun. Click one hex"
        f" to go by, then {b}: each leg takes the shortest way, and of these the safest.",
        begun,
        free_by(
            "Click the places of the way · click its end to take it away",
            "way chosen asked",
            lambda state: (replace(state, way=(start, by, end)) for by in others),
            "way",
        ),
        (
            unless(f"The way leads from {a} by one hex of your choice to {b}.", by_others),
            unless("No German gun bears on any place of it.", fired_at),
            unless(f"It takes at most {most} steps.", too_long),
        ),
        "An A7V's bow gun reaches eight hexes (line 73), as its arc is rebuilt here only within 30°"
        " of its bow. Everywhere else five hexes count: that range is printed for the stern (line"
        " 77), and assumed for the sides.",
        *tempted(tempting, lambda one: f"{begun} {GRID.code(one[2])} {b}", short),
    )


FAMILIES = (two_guns, unhit_shot, blind_hexside, way_past)
