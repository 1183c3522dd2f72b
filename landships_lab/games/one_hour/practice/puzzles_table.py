"""Puzzles on the table of One-Hour Wargames: a spot to move to, a way off the table, and who fires
at whom.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from itertools import product

from landships_lab.core.answer import Gap
from landships_lab.core.plane import Spot
from landships_lab.core.speech import inches, listed, often
from landships_lab.games.one_hour.analysis.forecast import reach
from landships_lab.games.one_hour.panels.sight import OneHourSight
from landships_lab.games.one_hour.rules import sight
from landships_lab.games.one_hour.rules.book import hits_of
from landships_lab.games.one_hour.rules.fire import fire_odds
from landships_lab.games.one_hour.rules.ground import Table, Unit, shot_between, table_of
from landships_lab.games.one_hour.rules.movement import Move, threatened
from landships_lab.games.one_hour.rules.path import blocked, may_place
from landships_lab.games.one_hour.rules.shot import MOST_HITS, Shot
from landships_lab.panel.parts.base import with_fields
from landships_lab.practice.conditions import Condition, Free, free_by, free_in, unless
from landships_lab.practice.puzzles import family
from landships_lab.practice.task import Task, hands_on
from .words import FIRE, MOVES, SIGHT, enough, often_or_more

#: The tables of the puzzles, fixed because another table would change every puzzle.
SET_UPS = ("static-defence", "flank-attack", "melee")
#: At most 1 in RARE reachable places may solve a puzzle.
RARE = 20
#: Bases whose middles are this many inches apart cannot be near enough to threaten.
_FAR_AWAY = 8
#: West, east, north and south limits for a Unit that is put down, in inches.
Box = tuple[int, int, int, int]


def opened(key: str, table: Table, firer: str, target: str, asks: str = "") -> OneHourSight:
    """Return the state of the sight panel on this table."""
    words = f" asks {asks}" if asks else ""
    state = OneHourSight.parse(f"one_hour:sight {key} from {firer} to {target}{words}")
    return replace(state, table=table)


def put_down(dice: random.Random, table: Table, unit: Unit, box: Box) -> Table | None:
    """Return the table with a Unit put down in this box, or None where it may not stand there."""
    west, east, north, south = box
    middle = Spot(Fraction(dice.randint(west, east)), Fraction(dice.randint(north, south)))
    there = unit.at(middle, 90 * dice.randrange(4))
    put = table.put(there)
    fits = all(table.on(base) for base in there.bases) and may_place(put, there, 0).value is True
    return put if fits else None


# -- a Unit that moves -----------------------------------------------------------------------------


def free_move(before: Unit, far: int) -> Free:
    """Return a `Free` that moves a Unit to every place on whole inches within a distance, with the
    same facing.
    """

    def places(start: OneHourSight) -> Iterator[OneHourSight]:
        here = before.unique.centre
        for east, south in product(range(-far, far + 1), repeat=2):
            if east * east + south * south <= far * far:
                there = before.at(Spot(here.x + east, here.y + south))
                if all(start.table.on(base) for base in there.bases):
                    yield with_fields(start, table=start.table.put(there))

    hand = (
        "Drag the Unit, or move it with the arrow keys, half an inch a press; it goes in a straight"
        " line from where it stood, and keeps its facing."
    )
    return free_by(hand, "table", places, "place")


def ends_move(before: Table, name: str, far: int) -> Condition:
    """Return the condition that only this Unit has moved, straight and at most ``far`` inches."""

    def fault(state: OneHourSight) -> str:
        now = state.table.unit(name)
        if state.table != before.put(now):
            return f"Only {name} moves: put the others back."
        if now != before.unit(name).at(now.unique.centre):
            return f"{name} keeps its facing and stands in line."
        return _stopped(before, now, far)

    at_most = f"{inches(far)} at most"
    return unless(f"{name} may move straight there, {at_most}; nothing else changes.", fault)


@lru_cache(maxsize=1024)
def _stopped(before: Table, now: Unit, far: int) -> str:
    """Return what forbids a straight move in play, at its end or on the way; "" if nothing."""
    answer = may_place(before, now, far)
    if answer.value is True:
        met = next(blocked(before, (before.unit(now.name), now)), None)
        return f"The straight way is blocked by {met[0]}." if met else ""
    forbids = (s.text for s in answer.steps if s.op == "forbids" or isinstance(s.amount, Gap))
    return next(forbids, answer.headline)


def _with_trap(task: Task, trap: str) -> Task | None:
    """Return the task with its tempting solution: the state nearest to a solution in which only the
    second condition fails.

    None if solutions are not rare, or if there is no such state.
    """
    start = task.open()
    assert isinstance(start, OneHourSight)
    first, second, third = (condition.judge for condition in task.conditions)
    states = list(task.free.reach(start))
    solved: list[OneHourSight] = []
    tempting: list[OneHourSight] = []
    for state in states:
        if not first(state).true:
            continue
        if not second(state).true:
            tempting.append(state)
        elif third(state).true:
            solved.append(state)
        if RARE * len(solved) > len(states):
            return None
    if not solved:
        return None
    here = solved[0].one.unique.centre

    def away(state: OneHourSight) -> Fraction:
        there = state.one.unique.centre
        return Fraction((there.x - here.x) ** 2 + (there.y - here.y) ** 2)

    near = sorted(tempting, key=away)
    bold = next((s for s in near if s.table != start.table and third(s).true), None)
    return replace(task, tempting=bold.text(), trap=trap) if bold else None


# -- the spot that sees one and is not seen by the other -------------------------------------------


@lru_cache(maxsize=2048)
def _seen(table: Table, firer: Unit, target: Unit) -> bool:
    return sight.Look(table, firer, target).clear


@family(
    "one_hour:sees-unseen",
    "The spot that sees one and is not seen by the other",
    SIGHT,
    (1, 2, 3, 4, 5, 6),
    own=(2,),
)
def spot_that_sees(dice: random.Random) -> Task | None:
    """Draft a move to a spot from which a Unit sees one enemy and another does not see it."""
    key = dice.choice(SET_UPS)
    table = table_of(key)
    one = dice.choice(
        [u for u in table.units if not (u.dug_in or u.ready) and u.fires_as in ("tank", "infantry")]
    )
    prey, watcher = dice.sample([u for u in table.units if u.side != one.side], 2)
    name, far = one.name, 5 if one.kind == "tank" else 4

    def blind(state: OneHourSight) -> str:
        now, enemy = state.table.unit(name), state.table.unit(prey.name)
        if _seen(state.table, now, enemy):
            return ""
        return sight.sees(state.table, name, prey.name, advice=False).headline

    def shown(state: OneHourSight) -> str:
        now, enemy = state.table.unit(name), state.table.unit(watcher.name)
        return f"{watcher.name} can see it." if _seen(state.table, enemy, now) else ""

    start = _start_beside(dice, table, (one, prey, watcher), far)
    if start is None:
        return None
    task = hands_on(
        f"{name} may move {inches(far)} in a straight line. Find the spot from which it can see"
        f" {prey.name} and where {watcher.name} cannot see it.",
        opened(key, start, name, prey.name).text(),
        free_move(start.unit(name), far),
        (
            unless(f"{name} can see {prey.name}.", blind),
            unless(f"{watcher.name} cannot see {name}.", shown),
            ends_move(start, name, far),
        ),
        "Sight runs from two bases to two different bases, a full edge to a full edge: a Unit is"
        " hidden as soon as one of the two bands is cut (lines 172, 174-176).",
    )
    return _with_trap(
        task, f"In that place {name} can see {prey.name}, but {watcher.name} can see it."
    )


def _start_beside(
    dice: random.Random, table: Table, units: tuple[Unit, Unit, Unit], far: int
) -> Table | None:
    """Return the table with the first Unit a full move away from a spot that solves the puzzle: it
    sees the second Unit, and the third does not see it.

    The Unit starts on the side where neighbouring spots do not solve it.
    """
    one, prey, watcher = units

    def is_spot(on: Table) -> bool:
        here = on.unit(one.name)
        return _seen(on, here, prey) and not _seen(on, watcher, here)

    x, y = (int(c) for c in prey.unique.centre)
    box = (max(4, x - 12), min(32, x + 12), max(4, y - 12), min(32, y + 12))
    tried = (put_down(dice, table, one, box) for _ in range(20))
    spot = next((put for put in tried if put and is_spot(put)), None)
    if spot is None:
        return None
    here, middle = spot.unit(one.name), spot.unit(one.name).unique.centre
    for east, south in dice.sample([(1, 0), (-1, 0), (0, 1), (0, -1)], 4):
        beside, start = (here.at(Spot(middle.x + n * east, middle.y + n * south)) for n in (1, far))
        if not all(table.on(base) for base in (*beside.bases, *start.bases)):
            continue
        begun = table.put(start)
        hidden = not is_spot(table.put(beside)) and not is_spot(begun)
        if hidden and may_place(begun, start, 0).value is True:
            return begun
    return None


# -- a way off the table ---------------------------------------------------------------------------


@family("one_hour:way-off", "A way off the table", MOVES, (3, 4, 7, 9, 10, 12), own=(4,))
def way_off(dice: random.Random) -> Task | None:
    """Draft a move after which a Tank is likely to reach the north edge in its next one."""
    key, name = dice.choice(
        (("flank-attack", "Cruds-1"), ("static-defence", "Cruds-1"), ("static-defence", "Cruds-2"))
    )
    table, far = table_of(key), dice.randint(8, 11)
    x, y = (int(c) for c in table.unit(name).unique.centre)
    enemies = [u for u in table.units if u.side == "Italian" and not u.dug_in]
    for enemy in dice.sample(enemies, min(3, len(enemies))):
        box = (max(4, x - 9), min(32, x + 9), max(3, y - far - 4), y - 5)
        table = put_down(dice, table, enemy, box) or table
    least = dice.choice([Fraction(n, d) for n, d in ((1, 2), (2, 3), (3, 4), (5, 6), (9, 10))])
    start = with_fields(opened(key, table, name, enemies[0].name, "stops"), moves=far)
    task = hands_on(
        f"{name} has rolled {inches(far)} and moves in a straight line. Stop where its next roll is"
        f" enough for the distance from its Unique base to the north edge {often_or_more(least)}:"
        " enemies within 2 inches would cost it 4. What stands on that last way does not matter.",
        start.text(),
        free_move(table.unit(name), far),
        (
            unless(
                f"Its roll would be enough {often_or_more(least)} if no enemy were near.",
                lambda state: _short(state, name, least, False),
            ),
            unless(
                "It still is with the enemies that are near.",
                lambda state: _short(state, name, least, True),
            ),
            ends_move(table, name, far),
        ),
        "Three dice and 2: at least 8 inches, 12½ on average; within 2 inches of an enemy base it"
        " is Threatened and loses 4 (lines 280-284, 295).",
    )
    return _with_trap(
        task,
        "Without enemies that would be near enough to the edge, but one stands within 2 inches,"
        " and the next move loses 4.",
    )


def _short(state: OneHourSight, name: str, least: Fraction, enemies: bool) -> str:
    """Return how far the next move falls short of the north edge; "" if it does not."""
    unit = state.table.unit(name)
    away = max(Fraction(0), min(Fraction(corner.y) for corner in unit.unique.corners))
    chance, slows = _arrives(away, False), ""
    if enemies and chance >= least and _near(state.table, unit):
        chance = _arrives(away, True)
    if chance >= least:
        return ""
    if enemies and _near(state.table, unit):
        slows = " An enemy base stands within 2 inches: it loses 4."
    return f"It has {inches(away)} to go, and its roll is enough {often(chance)}.{slows}"


def _arrives(away: Fraction, near: bool) -> Fraction:
    return reach([Move("tank", threatened=near)], away)[0]


@lru_cache(maxsize=1024)
def _near(table: Table, unit: Unit) -> bool:
    """Return whether an enemy threatens a Unit. Enemies far away are skipped first, because their
    exact distance is slow to measure.
    """
    close = (other for other in table.units if other.side == unit.side or _may_be_near(other, unit))
    return threatened(replace(table, units=tuple(close)), unit)


def _may_be_near(one: Unit, other: Unit) -> bool:
    """Return whether two bases may be near enough to threaten, whatever their size and facing."""
    middles = product((a.centre for a in one.bases), (b.centre for b in other.bases))
    return any((a.x - b.x) ** 2 + (a.y - b.y) ** 2 <= _FAR_AWAY**2 for a, b in middles)


# -- who shoots at whom ----------------------------------------------------------------------------

#: How often the one shot must destroy its target, and the other two together theirs.
_DEMANDS = tuple(
    (Fraction(a, 6), Fraction(b, 36)) for a, b in ((6, 30), (6, 18), (5, 24), (5, 18), (4, 18))
)


@family(
    "one_hour:who-at-whom",
    "Three firers, two weakened targets: who shoots at whom",
    FIRE,
    (2, 4, 5, 7, 10, 12),
    own=(2,),
)
def who_at_whom(dice: random.Random) -> Task | None:
    """Draft three firers and two weakened targets: one firer against one target, two against the
    other.
    """
    key = dice.choice(SET_UPS[:2])
    table = table_of(key)
    side = dice.choice(("British", "Italian"))
    ours = [u for u in table.units if u.side == side and u.fires_as != "mortar"]
    three = dice.sample(ours, 3)
    two = dice.sample([u for u in table.units if u.side != side], 2)
    names, marks = [u.name for u in three], [u.name for u in two]
    placed: Table | None = table
    x, y = dice.randint(13, 23), dice.randint(13, 23)
    for unit in (*two, *three):
        far, aims = (6, []) if unit in two else (10, marks)
        box = (x - far, x + far, y - far, y + far)
        placed = placed and _where_it_fires(dice, placed, unit, box, aims)
    if placed is None or sum(_may_fire(placed, n, m) for n in names for m in marks) < 5:
        return None
    for _ in range(40):
        hit = placed
        for name in (*names, *marks):
            own = dice.choice((0, 0, 5, 10)) if name in names else dice.randint(6, 13)
            hit = hit.put(replace(hit.unit(name), hits=own))
        first, then = dice.choice(_DEMANDS)
        right = [
            (name, mark)
            for name, mark in product(names, marks)
            if destroys(hit, [name], mark) >= first
            and destroys(hit, _rest(names, name), *_rest(marks, mark)) >= then
        ]
        if len(right) == 1:
            wrong = [pair for pair in product(names, marks) if pair != right[0]]
            return _shots(opened(key, hit, *dice.choice(wrong), "fires"), names, marks, first, then)
    return None


def _where_it_fires(
    dice: random.Random, table: Table, unit: Unit, box: Box, aims: list[str]
) -> Table | None:
    """Return the table with a Unit put down where it may fire at all of these."""
    tried = (put_down(dice, table, unit, box) for _ in range(6))
    good = (put for put in tried if put and all(_may_fire(put, unit.name, aim) for aim in aims))
    return next(good, None)


def _rest(names: Iterable[str], name: str) -> list[str]:
    return [other for other in names if other != name]


def destroys(table: Table, firers: Iterable[str], target: str) -> Fraction:
    """Return the chance that these Units, each firing once if it may, destroy a target."""
    other = table.unit(target)
    able = [name for name in firers if _may_fire(table, name, target)]
    shots = tuple(shot_between(table, table.unit(name), other) for name in able)
    return _destroyed(shots, other.hits)


@lru_cache(maxsize=1024)
def _may_fire_at(table: Table, name: str, target: str) -> bool:
    return sight.may_fire(table, name, target, advice=False).value


def _may_fire(table: Table, name: str, target: str) -> bool:
    """Return whether it may fire. Hits do not matter, because all Units are on the table."""
    bare = replace(table, units=tuple(replace(unit, hits=0) for unit in table.units))
    return _may_fire_at(bare, name, target)


@lru_cache(maxsize=4096)
def _destroyed(shots: tuple[Shot, ...], hits: int) -> Fraction:
    inflicted = {hits: Fraction(1)}
    for shot in shots:
        after: dict[int, Fraction] = {}
        for before, chance in inflicted.items():
            for more, likely in fire_odds(shot):
                after[before + more] = after.get(before + more, Fraction(0)) + chance * likely
        inflicted = after
    return sum((chance for n, chance in inflicted.items() if n >= MOST_HITS), Fraction(0))


def _shots(
    start: OneHourSight, names: list[str], marks: list[str], first: Fraction, then: Fraction
) -> Task:
    """Return the puzzle for these firers and targets, with the required chances to destroy."""
    table = start.table

    def forbidden(state: OneHourSight) -> str:
        if state.firer not in names or state.target not in marks:
            return f"Choose one of {listed(names)}, and {listed(marks, 'or')}."
        if _may_fire(state.table, state.firer, state.target):
            return ""
        return sight.may_fire(state.table, state.firer, state.target, advice=False).headline

    def too_weak(state: OneHourSight) -> str:
        if state.firer not in names or state.target not in marks:
            return "Choose one of the three, and one of the two."
        (other,) = _rest(marks, state.target)
        chance = destroys(state.table, _rest(names, state.firer), other)
        return "" if chance >= then else f"They destroy {other} {often(chance)}."

    def weakened(name: str) -> str:
        hits = table.unit(name).hits
        return f"{name} ({hits_of(hits)})" if hits else name

    firers, targets = (listed([weakened(name) for name in group]) for group in (names, marks))
    task = hands_on(
        f"{firers} are still to fire at {targets}. Click who fires at whom, so that the other two"
        " can finish the other target.",
        start.text(),
        free_in(
            "Click one of your Units, then an enemy; or choose both from the lists.",
            firer=[unit.name for unit in table.units if unit.side == start.one.side],
            target=[unit.name for unit in table.enemies(start.one)],
        ),
        (
            unless(f"{listed(names, 'or')} may fire at {listed(marks, 'or')}.", forbidden),
            enough(
                f"The shot destroys its target {often_or_more(first)}.",
                lambda state: destroys(state.table, [state.firer], state.target),
                first,
                lambda chance: f"It does so {often(chance)}.",
            ),
            unless(f"The other two then destroy the other target {often_or_more(then)}.", too_weak),
        ),
        "Count what each target lacks to 15 Hits; then work each shot: first add, then multiply,"
        " and drop the fraction last (lines 163, 202, 251-256).",
    )
    for name, mark in product(names, marks):
        (other,) = _rest(marks, mark)
        later = destroys(table, _rest(names, name), other)
        if later < then and destroys(table, [name], mark) >= first:
            trap = (
                f"{name} destroys {mark} often enough, but the other two then destroy {other}"
                f" {often(later)}."
            )
            bold = with_fields(start, firer=name, target=mark)
            return replace(task, tempting=bold.text(), trap=trap)
    return task
