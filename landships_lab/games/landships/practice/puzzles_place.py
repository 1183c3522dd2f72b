"""Puzzles with one vehicle or one place: dead ahead, at given ranges, or on a hexside with a gun
that bears; and on painted ground the drift that gets a vehicle out, and the hexside that hides it
best.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from landships_lab.core.arcs import bearing
from landships_lab.core.hexes import HEADINGS, Heading, Hex, Place, Side
from landships_lab.core.terrain import TerrainMap
from landships_lab.data.terrain import write_words
from landships_lab.games.landships.data.ground import sample_values
from landships_lab.games.landships.panels.fire import FireArcs
from landships_lab.games.landships.panels.hexsides import Hexsides
from landships_lab.games.landships.panels.move import Goal, Movement
from landships_lab.games.landships.panels.positions import Positions
from landships_lab.games.landships.panels.range import RangeCounter
from landships_lab.games.landships.panels.vehicles import Vehicle, find
from landships_lab.games.landships.rules import ground
from landships_lab.games.landships.rules.book import RANGE_READING, at, bearing_words, hexes
from landships_lab.games.landships.rules.field_of_movement import March, drift_field, reachable
from landships_lab.games.landships.rules.fire import explained, shot, verdict
from landships_lab.games.landships.rules.ground import HEXSIDE_SPOTTING, mps
from landships_lab.games.landships.rules.positions import UNITS, check_position, legal_headings
from landships_lab.games.landships.rules.ranges import range_hexes
from landships_lab.practice.conditions import Condition, free_by, must, unless
from landships_lab.practice.kind import as_read
from landships_lab.practice.puzzles import family
from landships_lab.practice.task import Task, hands_on
from .board import DRAG, GRID, HEXES, PLACES, RARE, tempted

DRIFTS, TERRAIN = "13_moving_and_drift", "14_terrain_and_stacking"
Where = Callable[[Any], Place]


def _within(start: Place, far: int) -> list[Place]:
    return [p for p in PLACES if range_hexes(start, p) <= far]


def _near(where: Where, start: Place, far: int) -> Condition:
    """Return the condition that a place is at most this far from the start."""

    def fault(state: Any) -> str:
        gone = range_hexes(start, where(state))
        return f"It has gone {hexes(gone)}." if gone > far else ""

    return unless(f"It is at most {hexes(far)} from {GRID.code(start)}.", fault)


def _on_side(where: Where, says: str, missing: str) -> Condition:
    """Return the condition that a place is a hexside."""
    return must(says, lambda state: isinstance(where(state), Side), lambda _state: missing)


def _astride(where: Where) -> Condition:
    return _on_side(where, "It stands astride a hexside.", "It stands in a hex.")


def _ranged(where: Where, target: Place, away: int, name: str) -> Condition:
    """Return the condition that a place lies at this range from a unit."""

    def fault(state: Any) -> str:
        now = range_hexes(target, where(state))
        return f"Now it is {now}." if now != away else ""

    return unless(f"The range to {name} is {away}.", fault)


# -- dead ahead (lesson 10)


def _six(state: Positions) -> Vehicle:
    return find(state.vehicles, 6)


def _where(state: Positions) -> Place:
    return _six(state).place


def _illegal(state: Positions) -> str:
    allowed = check_position(3, _six(state).place, _six(state).heading)
    return "" if allowed.value else allowed.headline


def _looks_at(target: Place) -> Condition:
    def fault(state: Positions) -> str:
        between = bearing(_six(state).place, _six(state).heading, target)
        if between is None:
            return "It stands in the same hex."
        lo, hi = map(bearing_words, between)
        lies = lo if lo == hi else f"between {lo} and {hi}"
        return "" if between == (0, 0) else f"From there #3 lies {lies}."

    return unless("#3 lies dead ahead of it.", fault)


def _others_stay(begun: Positions) -> Condition:
    others = [one for one in begun.vehicles if one.number != 6]
    return must(
        "Only #6 has moved.",
        lambda state: all(one in state.vehicles for one in others),
        lambda _state: "Another unit has been moved.",
    )


@family(
    "landships:dead-ahead", "Dead ahead", "10_headings_and_places", (1, 4, 10, 15, 20, 8), own=(4,)
)
def dead_ahead(dice: random.Random) -> Task | None:
    """Draft: find a legal position on a hexside that faces straight at a unit."""
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

    tried = [(place, faces) for place in _within(start, far) for faces in HEADINGS]
    if not any(fits(*one) for one in tried):
        return None
    code, there = GRID.code(start), GRID.code(target)
    begun = Positions.parse(f"landships:positions #6 vehicles 6@{code}@{heading} 3@{there}@N")

    def reach(state: Positions) -> Iterable[Positions]:
        for place, faces in tried:
            if place != target:
                yield state.with_vehicle(replace(_six(state), place=place, heading=faces))

    return hands_on(
        f"Stand Vehicle #6 astride a hexside, within {hexes(far)} of {code}, so that #3 in {there}"
        f" lies dead ahead at range {away}.",
        begun.text(),
        free_by(DRAG.format("vehicle"), "vehicles number", reach, "place heading move"),
        (
            _others_stay(begun),
            _near(_where, start, far),
            _astride(_where),
            unless("Its position is legal.", _illegal),
            _looks_at(target),
            _ranged(_where, target, away, "#3"),
        ),
        "Astride a hexside a Vehicle looks along it (line 19). Draw the line on: it runs through a"
        " hexjuncture and on through the middle of the hex beyond.",
    )


# -- three ranges (lesson 11)

_NUMBERS = (5, 7, 8)


def _end(state: RangeCounter) -> Place:
    return state.asked()[1]


@family(
    "landships:three-ranges",
    "At three ranges",
    "11_counting_range",
    (4, 5, 7, 18, 12, 21),
    own=(4,),
)
def three_ranges(dice: random.Random) -> Task | None:
    """Draft: find the hexside at given ranges from three places."""
    middle = dice.choice([h for h in HEXES if range_hexes(h, GRID.hex(6, 6)) <= 1])
    tried = _within(middle, 3)
    ends = dice.sample(tried, 3)
    right = dice.choice([p for p in tried if isinstance(p, Side) and p not in ends])
    away = [range_hexes(end, right) for end in ends]
    if min(away) < 1 or sum(isinstance(end, Side) for end in ends) < 2:
        return None
    good = [p for p in tried if [range_hexes(end, p) for end in ends] == away]
    if sum(isinstance(p, Side) for p in good) > 3:
        return None
    open_hexes = [p for p in tried if isinstance(p, Hex) and p not in ends]
    near_miss = next((p for p in open_hexes if p in good), None)
    asked = list(zip(ends, away, _NUMBERS, strict=True))
    units = " ".join(f"{v}@{GRID.code(end)}@{legal_headings(3, end)[0]}" for end, _, v in asked)
    ranges = ", ".join(f"{n} from #{v}" for _, n, v in asked)

    def words(place: Place) -> str:
        return f"landships:range from #5 to {GRID.code(place)} vehicles {units}"

    return hands_on(
        f"Click a hexside at these ranges: {ranges}. {as_read('landships', RANGE_READING)}",
        words(open_hexes[0]),
        free_by(
            "Click a place · arrow keys move the end",
            "end",
            lambda state: (replace(state, end=place) for place in tried),
        ),
        (
            _on_side(_end, "It is a hexside.", "It is a hex."),
            *(_ranged(_end, end, n, f"#{v}") for end, n, v in asked),
        ),
        "From a hex, a hexside counts as the closer of its two hexes; between two hexsides the span"
        " of a hex counts as one (line 21). Shift both the same way, then count.",
        *tempted(near_miss, words, "It has all three ranges, but it is a hex."),
    )


# -- astride (lesson 12)

_FIRERS = (UNITS["mk-iv-male"], UNITS["a7v"])
_ARMS = tuple((unit, weapon) for unit in _FIRERS for weapon in unit.weapons.values())


def _firer(state: FireArcs) -> Place:
    return state.place


def _no_shot(state: FireArcs, target: Place) -> str:
    """Return why the weapon of a state may not fire at a target; "" if it may."""
    fired = shot(state.unit, state.weapon, state.place, state.heading)
    if state.place == target:
        return "It stands there itself."
    return "" if verdict(fired, target) is True else f"{explained(fired, target).detail.short}."


@family("landships:astride", "Astride a hexside", "12_fire_arcs", (3, 5, 12, 17, 18, 9), own=(18,))
def astride(dice: random.Random) -> Task | None:
    """Draft: find the nearby hexside from which a gun bears on a place."""
    unit, weapon = dice.choice(_ARMS)
    start = dice.choice(HEXES)
    heading = dice.choice(HEADINGS)
    assert isinstance(weapon.range_hexes, int)  # the ranges of these two are all known
    far, limit = dice.choice((2, 3)), weapon.range_hexes
    target = dice.choice([p for p in PLACES if 0 <= range_hexes(start, p) - limit <= far])
    places = [place for place in _within(start, far) if place != target]
    tried = [(place, faces) for place in places for faces in legal_headings(3, place)]
    fitting = [one for one in tried if verdict(shot(unit, weapon, *one), target) is True]
    good = [place for place, _ in fitting if isinstance(place, Side)]
    if not good or 2 * RARE * len(good) > len(tried):
        return None
    code, there = GRID.code(start), GRID.code(target)

    def words(placed: tuple[Place, Heading]) -> str:
        stands = f"{unit.id}@{GRID.code(placed[0])} {placed[1]}"
        return f"landships:fire {stands} weapon {weapon.id} target {there} click place"

    in_hex = next((one for one in fitting if isinstance(one[0], Hex)), None)
    return hands_on(
        f"Put the {unit.name} astride a hexside, at most {hexes(far)} from {code}, so that its"
        f" {weapon.name} bears on a target {at(target)}.",
        words((start, heading)),
        free_by(
            DRAG.format("tank"),
            "place heading",
            lambda state: (replace(state, place=place, heading=faces) for place, faces in tried),
            "place move",
        ),
        (
            _near(_firer, start, far),
            _astride(_firer),
            unless(
                f"Its {weapon.name} may fire at {there}, if it is spotted.",
                lambda state: _no_shot(state, target),
            ),
        ),
        f"Astride a hexside it has two headings, along the hexside (line 19). As its arc is rebuilt"
        f" here, its {weapon.name} covers {bearing_words(weapon.arc.lo)} to"
        f" {bearing_words(weapon.arc.hi)}, up to {hexes(limit)}.",
        *tempted(in_hex, words, "The gun bears, but the tank stands in a hex."),
    )


# -- the drift (lesson 13)

_ROUGH = ("woods", "shell-holes", "marsh", "water")


def _painted(dice: random.Random, around: Hex, kinds: Sequence[str], number: int) -> TerrainMap:
    near = [h for h in GRID.hexes() if 1 <= range_hexes(around, h) <= 3]
    terrain = TerrainMap()
    for hexagon in dice.sample(near, number):
        terrain = terrain.paint(hexagon, dice.choice(kinds))
    return terrain


@lru_cache(maxsize=64)
def _field(
    march: March, start: Place, heading: Heading
) -> tuple[frozenset[Place], dict[Place, int]]:
    """Return the places that it reaches by moving, and those that only a drift reaches, with the
    MPs left before the drift.
    """
    reached = reachable(march, start, heading)
    drifted = {place: mp for place, (_, mp) in drift_field(march, reached).items()}
    return frozenset(reached.mp_left), drifted


def _drift_conditions(
    start: Place, heading: Heading, enemy: Place, away: int, spare: int
) -> Iterable[Condition]:
    """Yield the conditions for the drift: it is needed, ends away from the enemy, and saves MPs."""
    none_chosen = "No place is chosen yet."

    def needless(state: Movement) -> str:
        if state.goal is None:
            return none_chosen
        reached, field = _field(state.march, start, heading)
        if state.goal.place in field:
            return ""
        moves = state.goal.place in reached
        return "A move reaches it without a drift." if moves else "No drift reaches it."

    def close(state: Movement) -> str:
        now = range_hexes(enemy, state.goal.place) if state.goal else None
        if now is None:
            return none_chosen
        return f"It is {hexes(now)} away." if now < away else ""

    def wasteful(state: Movement) -> str:
        _, field = _field(state.march, start, heading)
        rest = field.get(state.goal.place) if state.goal else None
        if rest is None:
            return "No drift leads there."
        return f"It has {mps(rest)} left." if rest < spare else ""

    yield unless("Only a drift at the end of its move leads there.", needless)
    yield unless(f"It is {hexes(away)} from the enemy or more.", close)
    if spare:
        yield unless(f"It has {mps(spare)} left before it drifts.", wasteful)


@family("landships:drift", "The drift that gets it out", DRIFTS, (4, 8, 10, 11, 1, 3), own=(4,))
def by_drift(dice: random.Random) -> Task | None:
    """Draft: find the place, away from an enemy, that only a drift reaches."""
    start = dice.choice([h for h in HEXES if isinstance(h, Hex)])
    heading = dice.choice([h for h in HEADINGS if not h.faces_hexside])
    mp = dice.randint(3, 6)
    terrain = _painted(dice, start, _ROUGH, 7)
    near = [h for h in GRID.hexes() if 1 <= range_hexes(start, h) <= 3]
    enemy = dice.choice([h for h in near if h not in terrain.hexes])
    march = March(GRID, terrain, mp=mp, enemies=frozenset({enemy}))
    reached, drifted = _field(march, start, heading)
    if not drifted:
        return None
    away = max(range_hexes(enemy, p) for p in drifted)
    far_off = {p: most for p, most in drifted.items() if range_hexes(enemy, p) == away}
    most = max(far_off.values())
    good = {p for p, rest in far_off.items() if rest >= most}
    tried = [p for p in _within(start, 4) if p != enemy]
    if len(good) > 2 or away < 2 or len(drifted) < 4 or not good <= set(tried):
        return None
    far = [p for p in tried if p in reached and range_hexes(enemy, p) >= away and p != start]
    spare = f" with {mps(most)} to spare" if most else ""
    code, painted = GRID.code(enemy), " ".join(write_words(terrain, GRID))

    def words(place: Place | None) -> str:
        to = f" to {GRID.code(place)}" if place else ""
        board = f"enemies {code} terrain {painted}"
        return f"landships:move {GRID.code(start)} {heading} mp {mp}{to} {board}"

    return hands_on(
        f"An enemy stands in {code}. The tank has {mps(mp)}. Click a place, {hexes(away)} from the"
        f" enemy or more, that it reaches only by a drift{spare}.",
        words(None),
        free_by(
            "Click where to go · arrow keys move the place",
            "goal",
            lambda state: (replace(state, goal=Goal(place)) for place in tried),
            "target",
        ),
        tuple(_drift_conditions(start, heading, enemy, away, most)),
        "A tank that faces a hexjuncture may end its move with half a hex sideways, at the same"
        " heading, onto ground no dearer than that it leaves (lines 45 and 111-113).",
        *tempted(
            next(iter(far), None), words, "It is far enough from the enemy, but needs no drift."
        ),
    )


# -- the best hexside (lesson 14)

_COVERS = ("woods", "town", "shell-holes", "trench")


def _sample_words() -> str:
    """Return the sample values of the terrain of these puzzles in a sentence."""
    kinds = [sample_values().kind(key) for key in ("clear", *_COVERS)]
    values = "; ".join(f"{one.name} {one.cost}, {one.benefit}, {one.spotting}" for one in kinds)
    return f"Samples (MPs, benefit, seen from): {values}."


def _counts(terrain: TerrainMap, place: Place) -> tuple[int, int, int]:
    """Return the cost to enter a place, its benefit in combat, and its spotting range."""
    cost, seen = (
        ground.entry_cost(terrain, place).value,
        ground.spotting_range(terrain, place).value,
    )
    kind = ground.combat_terrain(terrain, place).value
    assert cost is not None and kind is not None and seen is not None  # noqa: PT018 - nothing here is closed
    return cost, sample_values().kind(kind).benefit, seen


def _counted(number: int, says: str, missing: str, least: int) -> Condition:
    """Return the condition that a number of a place is at least this or, if this is negative, at
    most its amount.
    """

    def fault(state: Hexsides) -> str:
        now = _counts(state.terrain, state.place)[number]
        met = now >= least if least > 0 else now <= -least
        return "" if met else missing.format(now)

    return unless(says, fault)


@family(
    "landships:best-hexside",
    "The hexside that hides best",
    TERRAIN,
    (11, 15, 8, 9, 13, 17),
    own=(11,),
)
def best_hexside(dice: random.Random) -> Task | None:
    """Draft: find the hexside that is cheap to enter, gives cover and is not seen from far away."""
    middle = dice.choice([h for h in HEXES if isinstance(h, Hex)])
    terrain = _painted(dice, middle, _COVERS, 14)
    tried = _within(middle, 2)
    counts = {p: _counts(terrain, p) for p in tried}
    right = dice.choice([p for p in tried if isinstance(p, Side)])
    cost, benefit, seen = counts[right]
    if not benefit or len({terrain.of(h) for h in right.hexes}) == 1:
        return None
    good = [p for p, (c, b, s) in counts.items() if c <= cost and b >= benefit and s <= seen]
    if RARE * sum(isinstance(p, Side) for p in good) > len(tried):
        return None

    painted = " ".join(write_words(terrain, GRID))

    def words(place: Place) -> str:
        return f"landships:hexsides {GRID.code(place)} ask combat terrain {painted}"

    in_hex = next((p for p in good if isinstance(p, Hex)), None)
    return hands_on(
        f"Click a hexside that costs at most {mps(cost)}, has a benefit of {benefit} or more and is"
        f" seen from no farther than {hexes(seen)}. {_sample_words()}"
        f" {as_read('landships', HEXSIDE_SPOTTING)}",
        words(middle),
        free_by(
            "Click a place · arrow keys move the question",
            "place",
            lambda state: (replace(state, place=place) for place in tried),
        ),
        (
            _on_side(lambda state: state.place, "It is a hexside.", "It is a hex."),
            _counted(0, f"It costs at most {mps(cost)} to move onto.", "It costs {}.", -cost),
            _counted(1, f"Its benefit in combat is {benefit} or more.", "It is {}.", benefit),
            _counted(2, f"It can be spotted from {hexes(seen)} at most.", "It is {}.", -seen),
        ),
        "The same hexside counts as its cheaper hex when one moves onto it (line 43), and as the"
        " less beneficial one in combat (line 117).",
        *tempted(in_hex, words, "It has all three numbers, but it is a hex."),
    )


FAMILIES = (dead_ahead, three_ranges, astride, by_drift, best_hexside)
