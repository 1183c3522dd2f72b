"""Drafts of puzzles on the table of One-Hour Wargames: a spot to move to, a way off the table."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from itertools import product

from landships_lab.core.answer import Gap
from landships_lab.core.plane import Spot
from landships_lab.core.speech import inches, often
from landships_lab.games.one_hour.analysis.forecast import reach
from landships_lab.games.one_hour.panels.sight import OneHourSight
from landships_lab.games.one_hour.rules.ground import Table, Unit, table_of
from landships_lab.games.one_hour.rules.movement import Move, threatened
from landships_lab.games.one_hour.rules.path import blocked, may_place
from landships_lab.games.one_hour.rules.sight import Look, sees
from landships_lab.panel import CATALOG
from landships_lab.panel.parts.base import with_fields
from landships_lab.practice.conditions import Condition, Free, Held
from landships_lab.practice.task import Task, hands_on
from .words import often_or_more

#: The tables that puzzles are set on: another one would turn every puzzle into another.
SET_UPS = ("static-defence", "flank-attack", "melee")
#: At most one in so many of the places in reach may solve a puzzle.
RARE = 20
#: How far apart the middles of two bases cannot be within 2 inches of each other, in inches: a base
#: reaches less than 3 inches from its middle.
_FAR_AWAY = 8
_HAND = (
    "Drag the Unit, or move it with the arrow keys, half an inch a press; it goes in a straight"
    " line from where it stood, and keeps its facing."
)


def opened(key: str, table: Table, firer: str, target: str, asks: str = "") -> OneHourSight:
    """Return the state of the sight panel on this table."""
    words = f" asks {asks}" if asks else ""
    state = CATALOG["one_hour:sight"].parse(f"one_hour:sight {key} from {firer} to {target}{words}")
    assert isinstance(state, OneHourSight)
    return replace(state, table=table)


def places(before: Unit, far: int) -> Callable[[OneHourSight], Iterator[OneHourSight]]:
    """Return what yields every place on whole inches within a distance, the facing kept."""

    def every(start: OneHourSight) -> Iterator[OneHourSight]:
        here = before.unique.centre
        for east, south in product(range(-far, far + 1), repeat=2):
            if east * east + south * south <= far * far:
                there = before.at(Spot(here.x + east, here.y + south))
                if all(start.table.on(base) for base in there.bases):
                    yield with_fields(start, table=start.table.put(there))

    return every


def put_down(dice: random.Random, table: Table, unit: Unit, box: tuple[int, ...]) -> Table | None:
    """Return the table with a Unit put down in this box (west, east, north, south), or None where
    it may not stand there.
    """
    west, east, north, south = box
    there = unit.at(
        Spot(Fraction(dice.randint(west, east)), Fraction(dice.randint(north, south))),
        90 * dice.randrange(4),
    )
    put = table.put(there)
    fits = all(table.on(base) for base in there.bases) and may_place(put, there, 0).value is True
    return put if fits else None


def ends_move(before: Table, name: str, far: int) -> Callable[[OneHourSight], Held]:
    """Return what judges whether a Unit, and no other, has made a straight move of so many
    inches.
    """

    def judge(state: OneHourSight) -> Held:
        now = state.table.unit(name)
        if state.table != before.put(now):
            return Held(False, f"Only {name} moves: put the others back.")
        if now != before.unit(name).at(now.unique.centre):
            return Held(False, f"{name} keeps its facing and stands in line.")
        return _moved(before, now, far)

    return judge


@lru_cache(maxsize=1024)
def _moved(before: Table, now: Unit, far: int) -> Held:
    """Judge a straight move as play does: where it ends, and what lies on the way."""
    answer = may_place(before, now, far)
    if answer.value is True:
        met = next(blocked(before, (before.unit(now.name), now)), None)
        return Held(met is None, f"The straight way is blocked by {met[0]}." if met else "")
    why = (
        step.text for step in answer.steps if step.op == "forbids" or isinstance(step.amount, Gap)
    )
    return Held(False, next(why, answer.headline))


# -- the spot that sees one and is not seen by the other
# -------------------------------------------------------------------------------------------------


@lru_cache(maxsize=2048)
def _seen(table: Table, firer: Unit, target: Unit) -> bool:
    return Look(table, firer, target).clear


def _sees(name: str, target: str) -> Callable[[OneHourSight], Held]:
    def judge(state: OneHourSight) -> Held:
        table = state.table
        true = _seen(table, table.unit(name), table.unit(target))
        return Held(true, "" if true else sees(table, name, target, advice=False).headline)

    return judge


def _unseen(name: str, enemy: str) -> Callable[[OneHourSight], Held]:
    def judge(state: OneHourSight) -> Held:
        table = state.table
        return Held(not _seen(table, table.unit(enemy), table.unit(name)), f"{enemy} can see it.")

    return judge


def spot_that_sees(dice: random.Random) -> Task | None:
    """Draft a move to a spot from which a Unit sees one enemy and another does not see it."""
    key = dice.choice(SET_UPS)
    table = table_of(key)
    one = dice.choice(
        [u for u in table.units if not (u.dug_in or u.ready) and u.fires_as in ("tank", "infantry")]
    )
    prey, watcher = dice.sample([u for u in table.units if u.side != one.side], 2)
    far = 5 if one.kind == "tank" else 4
    start = _start_beside(dice, table, (one, prey, watcher), far)
    if start is None:
        return None
    task = hands_on(
        f"{one.name} may move {inches(far)} in a straight line. Find the spot from which it can see"
        f" {prey.name} and where {watcher.name} cannot see it.",
        opened(key, start, one.name, prey.name).text(),
        Free(_HAND, ("table",), ("place",), places(start.unit(one.name), far)),
        (
            Condition(f"{one.name} can see {prey.name}.", _sees(one.name, prey.name)),
            Condition(f"{watcher.name} cannot see {one.name}.", _unseen(one.name, watcher.name)),
            Condition(
                f"{one.name} may move straight there, {inches(far)} at most; nothing else changes.",
                ends_move(start, one.name, far),
            ),
        ),
        "Sight runs from two bases to two different bases, a full edge to a full edge: a Unit is"
        " hidden as soon as one of the two bands is cut (lines 172, 174-176).",
    )
    return _with_trap(
        task, f"{one.name} can see {prey.name} from there, but {watcher.name} can see it."
    )


def _start_beside(
    dice: random.Random, table: Table, units: tuple[Unit, Unit, Unit], far: int
) -> Table | None:
    """Return the table with the first Unit as far as it may move from a spot that sees the second
    and that the third does not see: on the side where the spot's neighbours are no such spots.
    """
    one, prey, watcher = units
    x, y = (int(c) for c in prey.unique.centre)
    box = (max(4, x - 12), min(32, x + 12), max(4, y - 12), min(32, y + 12))
    tried = (put_down(dice, table, one, box) for _ in range(20))
    names = one.name, prey.name, watcher.name
    spot = next((put for put in tried if put and _is_spot(put, *names)), None)
    if spot is None:
        return None
    here = spot.unit(one.name)
    for east, south in dice.sample([(1, 0), (-1, 0), (0, 1), (0, -1)], 4):
        beside, start = (
            here.at(Spot(here.unique.centre.x + n * east, here.unique.centre.y + n * south))
            for n in (1, far)
        )
        if not all(table.on(base) for base in (*beside.bases, *start.bases)):
            continue
        begun = table.put(start)
        if (
            not _is_spot(table.put(beside), *names)
            and not _is_spot(begun, *names)
            and may_place(begun, start, 0).value is True
        ):
            return begun
    return None


def _is_spot(table: Table, name: str, prey: str, watcher: str) -> bool:
    one = table.unit(name)
    return _seen(table, one, table.unit(prey)) and not _seen(table, table.unit(watcher), one)


def _with_trap(task: Task, trap: str) -> Task | None:
    """Return the task with its tempting way: the state nearest to a solution in which only its
    second condition fails. None if its solutions are not rare, or if it tempts to nothing.
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
    near = sorted(tempting, key=_away(solved[0])) if solved else []
    bold = next((s for s in near if s.table != start.table and third(s).true), None)
    return replace(task, tempting=bold.text(), trap=trap) if bold else None


def _away(start: OneHourSight) -> Callable[[OneHourSight], Fraction]:
    here = start.one.unique.centre

    def far(state: OneHourSight) -> Fraction:
        there = state.one.unique.centre
        return Fraction((there.x - here.x) ** 2 + (there.y - here.y) ** 2)

    return far


# -- a way off the table
# -------------------------------------------------------------------------------------------------


def way_off(dice: random.Random) -> Task | None:
    """Draft a move after which a Tank is likely to get to the north edge in its next one."""
    key, name = dice.choice(
        (("flank-attack", "Cruds-1"), ("static-defence", "Cruds-1"), ("static-defence", "Cruds-2"))
    )
    table = table_of(key)
    far = dice.randint(8, 11)
    here = table.unit(name).unique.centre
    enemies = [u for u in table.units if u.side == "Italian" and not u.dug_in]
    for enemy in dice.sample(enemies, min(3, len(enemies))):
        x, y = int(here.x), int(here.y)
        box = (max(4, x - 9), min(32, x + 9), max(3, y - far - 4), y - 5)
        placed = put_down(dice, table, enemy, box)
        table = placed or table
    least = dice.choice([Fraction(n, d) for n, d in ((1, 2), (2, 3), (3, 4), (5, 6), (9, 10))])
    start = opened(key, table, name, enemies[0].name, "stops")
    start = with_fields(start, moves=far)
    task = hands_on(
        f"{name} has rolled {inches(far)} and moves in a straight line. Stop where its next roll is"
        f" enough for the distance from its Unique base to the north edge {often_or_more(least)}:"
        " enemies within 2 inches would cost it 4. What stands on that last way does not matter.",
        start.text(),
        Free(_HAND, ("table",), ("place",), places(table.unit(name), far)),
        (
            Condition(
                f"Its roll would be enough {often_or_more(least)} if no enemy were near.",
                lambda state: _leaves(state, name, least, False),
            ),
            Condition(
                "It still is with the enemies that are near.",
                lambda state: _leaves(state, name, least, True),
            ),
            Condition(
                f"{name} may move straight there, {inches(far)} at most; nothing else changes.",
                ends_move(table, name, far),
            ),
        ),
        "Three dice and 2: at least 8 inches, 12½ on average; within 2 inches of an enemy base it"
        " is Threatened and loses 4 (lines 280-284, 295).",
    )
    return _with_trap(
        task,
        "Without enemies that would be near enough to the edge, but one stands within 2 inches,"
        " and the next move loses 4.",
    )


def _leaves(state: OneHourSight, name: str, least: Fraction, enemies: bool) -> Held:
    """Judge the chance that the next move takes the Unique base to the north edge."""
    unit = state.table.unit(name)
    away = max(Fraction(0), min(Fraction(corner.y) for corner in unit.unique.corners))
    found = _chance(away, False)
    if found >= least and enemies and _near(state.table, unit):
        found = _chance(away, True)
    told = f"It has {inches(away)} to go, and its roll is enough {often(found)}."
    if enemies and _near(state.table, unit):
        told += " An enemy base stands within 2 inches: it loses 4."
    return Held(found >= least, told)


def _chance(away: Fraction, near: bool) -> Fraction:
    return reach([Move("tank", threatened=near)], away)[0]


@lru_cache(maxsize=1024)
def _near(table: Table, unit: Unit) -> bool:
    """Return whether an enemy threatens a Unit; enemies far away are passed over first, for their
    exact distance takes long.
    """
    close = (other for other in table.units if other.side == unit.side or _may_be_near(other, unit))
    return threatened(replace(table, units=tuple(close)), unit)


def _may_be_near(one: Unit, other: Unit) -> bool:
    """Return whether two bases stand near enough to threaten, whatever their size and facing."""
    reached = _FAR_AWAY**2
    return any(
        (a.centre.x - b.centre.x) ** 2 + (a.centre.y - b.centre.y) ** 2 <= reached
        for a in one.bases
        for b in other.bases
    )
