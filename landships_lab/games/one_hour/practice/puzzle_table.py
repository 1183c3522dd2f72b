"""Drafts of puzzles on the table of One-Hour Wargames: a spot to move to, a shot to choose, a way
off the table.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from itertools import product

from landships_lab.core.plane import Spot
from landships_lab.core.speech import inches, listed, often
from landships_lab.games.one_hour.panels.sight import OneHourSight
from landships_lab.games.one_hour.rules import (
    Move,
    Shot,
    Table,
    Unit,
    fire_odds,
    may_fire,
    may_place,
    reach,
    sees,
    shot_between,
    table_of,
)
from landships_lab.games.one_hour.rules.book import hits_of
from landships_lab.games.one_hour.rules.ground import threatened
from landships_lab.games.one_hour.rules.shot import MOST_HITS
from landships_lab.games.one_hour.rules.sight import clear
from landships_lab.panel import CATALOG
from landships_lab.panel.parts.base import with_fields
from landships_lab.practice.conditions import Condition, Free, Held
from landships_lab.practice.task import Task, hands_on

#: The tables that puzzles are set on: another one would turn every puzzle into another.
SET_UPS = ("static-defence", "flank-attack", "melee")
#: At most one in so many of the places in reach may solve a puzzle.
RARE = 20
#: How far apart the middles of two bases cannot be within 2 inches of each other, in inches: a base
#: reaches less than 3 inches from its middle.
_FAR_AWAY = 8
_HAND = "Drag the Unit, or move it with the arrow keys, half an inch a press; it keeps its facing."


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


def _put_down(dice: random.Random, table: Table, unit: Unit, box: tuple[int, ...]) -> Table | None:
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
    """Return what judges whether a Unit, and no other, has ended a move of so many inches."""

    def judge(state: OneHourSight) -> Held:
        now = state.table.unit(name)
        if state.table != before.put(now):
            return Held(False, f"Only {name} moves: put the others back.")
        if now != before.unit(name).at(now.unique.centre):
            return Held(False, f"{name} keeps its facing and stands in line.")
        return _placed(before, now, far)

    return judge


@lru_cache(maxsize=1024)
def _placed(before: Table, now: Unit, far: int) -> Held:
    answer = may_place(before, now, far)
    why = (step.text for step in answer.steps if step.op == "forbids" or step.amount is not None)
    return Held(answer.value is True, next(why, answer.headline))


# -- the spot that sees one and is not seen by the other
# -------------------------------------------------------------------------------------------------

_seen = lru_cache(maxsize=2048)(clear)


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
        f"{one.name} may move {inches(far)}. Find the spot from which it can see {prey.name} and"
        f" where {watcher.name} cannot see it.",
        opened(key, start, one.name, prey.name).text(),
        Free(_HAND, ("table",), ("place",), places(start.unit(one.name), far)),
        (
            Condition(f"{one.name} can see {prey.name}.", _sees(one.name, prey.name)),
            Condition(f"{watcher.name} cannot see {one.name}.", _unseen(one.name, watcher.name)),
            Condition(
                f"{one.name} may end a move of {inches(far)} there, and nothing else changes.",
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
    tried = (_put_down(dice, table, one, box) for _ in range(20))
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


# -- who shoots at whom
# -------------------------------------------------------------------------------------------------

#: How often the one shot must destroy its target, and the other two theirs.
_DEMANDS = tuple(
    (Fraction(a, 6), Fraction(b, 36)) for a, b in ((6, 30), (6, 18), (5, 24), (5, 18), (4, 18))
)


def who_at_whom(dice: random.Random) -> Task | None:
    """Draft three firers and two weakened targets, of which one shot leaves the rest to do."""
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
        box = (x - 6, x + 6, y - 6, y + 6) if unit in two else (x - 10, x + 10, y - 10, y + 10)
        aims = marks if unit in three else []
        placed = placed and _where_it_fires(dice, placed, unit, box, aims)
    if placed is None or sum(_may_fire(placed, n, m) for n in names for m in marks) < 5:
        return None
    for _ in range(40):
        hit = placed
        for name in (*names, *marks):
            own = dice.choice((0, 0, 5, 10)) if name in names else dice.randint(6, 13)
            hit = hit.put(replace(hit.unit(name), hits=own))
        demand = dice.choice(_DEMANDS)
        right = [
            (n, m)
            for n in names
            for m in marks
            if destroys(hit, [n], m) >= demand[0]
            and destroys(hit, _rest(names, n), _other(marks, m)) >= demand[1]
        ]
        if len(right) == 1:
            return _shots(dice, key, hit, (names, marks), demand, right[0])
    return None


def _where_it_fires(
    dice: random.Random, table: Table, unit: Unit, box: tuple[int, ...], aims: list[str]
) -> Table | None:
    """Return the table with a Unit put down somewhere from where it may fire at all of these."""
    for _ in range(6):
        put = _put_down(dice, table, unit, box)
        if put and all(_may_fire(put, unit.name, aim) for aim in aims):
            return put
    return None


def _rest(names: Iterable[str], name: str) -> list[str]:
    return [other for other in names if other != name]


def _other(marks: list[str], mark: str) -> str:
    return _rest(marks, mark)[0]


def destroys(table: Table, firers: Iterable[str], target: str) -> Fraction:
    """Return the chance that these Units, each firing once, destroy a target; those that may not
    fire at it do not.
    """
    other = table.unit(target)
    shots = [
        shot_between(table, table.unit(name), other)
        for name in firers
        if _may_fire(table, name, target)
    ]
    return _destroyed(tuple(shots), other.hits)


@lru_cache(maxsize=1024)
def _may_fire_at(table: Table, name: str, target: str) -> bool:
    return may_fire(table, name, target, advice=False).value


def _may_fire(table: Table, name: str, target: str) -> bool:
    """Return whether it may fire; the Hits of the Units do not matter, for all are on the table."""
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


Names = tuple[list[str], list[str]]


def _shots(
    dice: random.Random,
    key: str,
    table: Table,
    named: Names,
    demand: tuple[Fraction, Fraction],
    right: tuple[str, str],
) -> Task | None:
    names, marks = named
    wrong = [(n, m) for n in names for m in marks if (n, m) != right]
    start = opened(key, table, *dice.choice(wrong), "fires")
    tempting = [(n, m) for n, m in wrong if destroys(table, [n], m) >= demand[0]]
    firers, targets = (listed([_weak(table.unit(n)) for n in group]) for group in named)
    task = hands_on(
        f"{firers} are still to fire at {targets}. Click who fires at whom, so that the other two"
        " can finish the other target.",
        start.text(),
        Free(
            "Click one of your Units, then an enemy; or choose both from the lists.",
            ("firer", "target"),
            ("firer", "target"),
            pairs,
        ),
        (
            Condition(
                f"{listed(names, 'or')} may fire at {listed(marks, 'or')}.",
                lambda state: _may(state, named),
            ),
            Condition(
                f"The shot destroys its target {_often(demand[0])}.",
                lambda state: _first(state, demand[0]),
            ),
            Condition(
                f"The other two then destroy the other target {_often(demand[1])}.",
                lambda state: _then(state, named, demand[1]),
            ),
        ),
        "Count what each target lacks to 15 Hits; then work each shot: first add, then multiply,"
        " and drop the fraction last (lines 163, 202, 251-256).",
    )
    if not tempting:
        return task
    n, m = tempting[0]
    left = destroys(table, _rest(names, n), _other(marks, m))
    trap = (
        f"{n} destroys {m} often enough, but the other two then destroy {_other(marks, m)}"
        f" {often(left)}."
    )
    return replace(task, tempting=opened(key, table, n, m, "fires").text(), trap=trap)


def _weak(unit: Unit) -> str:
    return f"{unit.name} ({hits_of(unit.hits)})" if unit.hits else unit.name


def _often(chance: Fraction) -> str:
    if chance == 1:
        return "for certain"
    if chance == Fraction(1, 2):
        return "at least half of the time"
    return f"{chance.numerator} times in {chance.denominator} or more"


def pairs(start: OneHourSight) -> Iterator[OneHourSight]:
    """Yield every Unit of the side that fires with every enemy."""
    side = start.one.side
    ours = [unit.name for unit in start.table.units if unit.side == side]
    theirs = [unit.name for unit in start.table.units if unit.side != side]
    for firer, target in product(ours, theirs):
        yield with_fields(start, firer=firer, target=target)


def _may(state: OneHourSight, named: Names) -> Held:
    if state.firer not in named[0] or state.target not in named[1]:
        return Held(False, f"Choose one of {listed(named[0])}, and {listed(named[1], 'or')}.")
    if _may_fire(state.table, state.firer, state.target):
        return Held(True)
    told = may_fire(state.table, state.firer, state.target, advice=False).headline
    return Held(False, told)


def _first(state: OneHourSight, least: Fraction) -> Held:
    found = destroys(state.table, [state.firer], state.target)
    return Held(found >= least, f"It does so {often(found)}.")


def _then(state: OneHourSight, named: Names, least: Fraction) -> Held:
    names, marks = named
    if state.firer not in names or state.target not in marks:
        return Held(False, "Choose one of the three, and one of the two.")
    other = _other(marks, state.target)
    found = destroys(state.table, _rest(names, state.firer), other)
    return Held(found >= least, f"They destroy {other} {often(found)}.")


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
        placed = _put_down(dice, table, enemy, box)
        table = placed or table
    least = dice.choice([Fraction(n, d) for n, d in ((1, 2), (2, 3), (3, 4), (5, 6), (9, 10))])
    start = opened(key, table, name, enemies[0].name, "stops")
    start = with_fields(start, moves=far)
    task = hands_on(
        f"{name} has rolled {inches(far)}. Stop where its next move takes its Unique base to the"
        f" north edge {_often(least)}: enemies within 2 inches would cost it 4.",
        start.text(),
        Free(_HAND, ("table",), ("place",), places(table.unit(name), far)),
        (
            Condition(
                f"It would get to the edge {_often(least)} if no enemy were near.",
                lambda state: _leaves(state, name, least, False),
            ),
            Condition(
                "It still does with the enemies that are near.",
                lambda state: _leaves(state, name, least, True),
            ),
            Condition(
                f"{name} may end a move of {inches(far)} there, and nothing else changes.",
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
    told = f"It has {inches(away)} to go and gets there {often(found)}."
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
