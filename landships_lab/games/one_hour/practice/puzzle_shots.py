"""Drafts of puzzles of who shoots at whom on the table of One-Hour Wargames."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from itertools import product

from landships_lab.core.speech import listed, often
from landships_lab.games.one_hour.panels.sight import OneHourSight
from landships_lab.games.one_hour.rules.book import hits_of
from landships_lab.games.one_hour.rules.fire import fire_odds
from landships_lab.games.one_hour.rules.ground import Table, Unit, shot_between, table_of
from landships_lab.games.one_hour.rules.shot import MOST_HITS, Shot
from landships_lab.games.one_hour.rules.sight import may_fire
from landships_lab.panel.parts.base import with_fields
from landships_lab.practice.conditions import Condition, Free, Held
from landships_lab.practice.task import Task, hands_on
from .puzzle_table import SET_UPS, opened, put_down
from .words import often_or_more

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
        put = put_down(dice, table, unit, box)
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
                f"The shot destroys its target {often_or_more(demand[0])}.",
                lambda state: _first(state, demand[0]),
            ),
            Condition(
                f"The other two then destroy the other target {often_or_more(demand[1])}.",
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
