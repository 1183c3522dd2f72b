"""Puzzles on the table: where a grenade is thrown, and which way a man with covering fire looks."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from landships_lab.core.inches import Spot
from landships_lab.core.speech import inches, listed
from landships_lab.games.landser.panels.template import LandserTemplate
from landships_lab.games.landser.panels.template_table import DEEP, WIDE, write_spot
from landships_lab.games.landser.rules.grenades import (
    GRENADE,
    Landing,
    Soldier,
    caught,
    landings,
    may_throw,
)
from landships_lab.games.landser.rules.sqrt3_geometry import at
from landships_lab.games.landser.rules.templates import in_arc
from landships_lab.practice.conditions import Condition, Free, Held
from landships_lab.practice.task import Task, hands_on

HALF = Fraction(1, 2)
#: At most so many points of the table solve a puzzle: more would be luck.
MOST_SOLUTIONS = 14
_HALF_SECTOR = 22.5
#: Men stand at least so many inches apart, so that each can be told from the next.
_APART = 1.2
#: Farther than this from the cross, in inches, nobody is under a template.
_WIDEST = 2.1
#: The room for the line he looks along, in degrees, that makes a good puzzle.
_ROOM = (0.5, 7.0)


def _points(start: Any) -> Iterator[Any]:
    """Yield the state with its cross on every half inch of the table, but for the place of him who
    looks or throws.
    """
    for x in range(2 * WIDE + 1):
        for y in range(2 * DEEP + 1):
            aim = Spot(x * HALF, y * HALF)
            if aim != start.thrower:
                yield replace(start, aim=aim)


def _free(says: str) -> Free:
    return Free(says, ("aim", "chosen"), ("aim",), _points)


def _men(state: Any, names: str) -> list[Soldier]:
    return [man for man in state.men if man.name in names]


def _judged(
    task: Task, states: Iterable[Any], most: int, natural: Callable[[Any], float]
) -> Task | None:
    """Return a draft with its tempting way, the most natural that fails the last condition alone;
    None if nothing in these states solves it, or more than ``most`` of them do.
    """
    *others, last = task.conditions
    solutions, near = 0, []
    for state in states:
        if not all(one.judge(state).true for one in others):
            continue
        if last.judge(state).true:
            solutions += 1
        else:
            near.append(state)
    if not 0 < solutions <= most:
        return None
    if not near:
        return task
    state = min(near, key=natural)
    return replace(task, tempting=state.text(), trap=last.judge(state).missing)


def _from_all(names: str) -> Callable[[Any], float]:
    """Return how far the cross of a state lies from these men, in all."""

    def far(state: Any) -> float:
        return sum(math.dist(state.aim, man.at) for man in _men(state, names))

    return far


def _scatter(
    dice: random.Random, count: int, ring: tuple[float, float], middle: tuple[float, float]
) -> list[Spot] | None:
    """Return so many points on halves of an inch round a point, in a ring of these radii and on
    the table; None where there is no room.
    """
    found: list[Spot] = []
    for _ in range(60):
        far, way = dice.uniform(*ring), dice.uniform(0, 2 * math.pi)
        x, y = (
            round(2 * (middle[0] + far * math.cos(way))),
            round(2 * (middle[1] + far * math.sin(way))),
        )
        spot = Spot(x * HALF, y * HALF)
        on_table = 1 <= spot.x <= WIDE - 1 and 1 <= spot.y <= DEEP - 1
        if on_table and all(math.dist(spot, other) > _APART for other in found):
            found.append(spot)
        if len(found) == count:
            return found
    return None


def _written(men: Iterable[tuple[str, Spot]]) -> str:
    return " ".join(f"{name}@{write_spot(place)}" for name, place in men)


# -- the grenade
# -------------------------------------------------------------------------------------------------


def grenade(dice: random.Random) -> Task | None:
    """Draft: one grenade that catches three of theirs, and cannot come down on one of yours."""
    thrower = Spot(Fraction(dice.randint(5, 13)), Fraction(dice.randint(11, 13)))
    way, far = dice.uniform(-0.9, 0.9), dice.uniform(4.5, 7.5)
    middle = (float(thrower.x) + far * math.sin(way), float(thrower.y) - far * math.cos(way))
    theirs, own = _scatter(dice, 3, (0.8, 2.2), middle), _scatter(dice, 2, (3.0, 5.6), middle)
    if theirs is None or own is None:
        return None
    if any(math.dist(spot, thrower) < 2 for spot in (*theirs, *own)):
        return None
    start = (
        f"landser:template grenade from {write_spot(thrower)} to {write_spot(own[0])} men"
        f" {_written(zip('ABCXY', (*theirs, *own), strict=True))} walls at A base 1 event laid"
    )
    task = hands_on(
        "A, B and C are theirs, X and Y are yours. Throw one grenade that catches all three of"
        " theirs if it is placed, and that can never come down on yours, however it strays.",
        LandserTemplate.parse(start).text(),
        _free("Click or drag the cross · arrow keys move it half an inch"),
        (
            Condition("Placed on the cross, it catches A, B and C.", _catches),
            Condition("The throw is short enough.", _near_enough),
            Condition("Wherever it strays, X and Y are safe.", _spares),
        ),
        "A throw that fails goes up to 3 inches astray, in one of six directions from the cross"
        " (line 219); the template reaches 2 inches from where it comes down (line 209).",
    )
    likely = (
        state
        for state in _points(task.open())
        if all(math.dist(state.aim, spot) < _WIDEST for spot in theirs)
    )
    return _judged(task, likely, MOST_SOLUTIONS, _from_all("ABC"))


def _near_enough(state: Any) -> Held:
    answer = may_throw(state.throw, dict(state.readings))
    return Held(answer.value, "" if answer.value else answer.headline)


def _catches(state: Any) -> Held:
    read = dict(state.readings)
    placed = Landing(0, 0, at(state.aim), Fraction(1))
    missed = [man for man in _men(state, "ABC") if not caught(state.throw, placed, man, read)]
    if not missed:
        return Held(True)
    worst = max(missed, key=lambda man: math.dist(state.aim, man.at))
    far = math.dist(state.aim, worst.at)
    return Held(
        False,
        f"{worst.name} lies {far:.1f} inches from the cross, and the template reaches"
        f" {GRENADE.template_diameter // 2}.",
    )


def _spares(state: Any) -> Held:
    read = dict(state.readings)
    if not may_throw(state.throw, read).value:
        return Held(False, "Nobody can throw it so far.")
    for landing in landings(state.throw, read):
        for man in _men(state, "XY"):
            if caught(state.throw, landing, man, read):
                where = (
                    f"Astray by {inches(Fraction(landing.score, 2))} in direction"
                    f" {landing.direction}, it catches {man.name}."
                    if landing.score
                    else f"Placed on the cross, it catches {man.name} too."
                )
                return Held(False, where)
    return Held(True)


# -- the sector
# -------------------------------------------------------------------------------------------------


def sector(dice: random.Random) -> Task | None:
    """Draft: the way a man with covering fire looks, so that his sector holds theirs and spares
    yours.
    """
    stands = Spot(Fraction(dice.randint(4, 14)), Fraction(dice.randint(8, 13)))
    ahead = dice.uniform(-0.8, 0.8)
    names = "ABCD"[: dice.choice((3, 4))]
    theirs = [_seen(dice, stands, ahead + math.radians(dice.uniform(-21, 21))) for _ in names]
    own = [
        _seen(dice, stands, ahead + side * math.radians(dice.uniform(23, 34))) for side in (-1, 1)
    ]
    spots = [spot for spot in (*theirs, *own) if spot is not None]
    if len(spots) < len(names) + len(own) or _crowded(spots) or not _has_room(stands, spots):
        return None
    looks = Spot(stands.x, Fraction(0))
    start = (
        f"landser:template arc from {write_spot(stands)} to {write_spot(looks)} men"
        f" {_written(zip(f'{names}XY', spots, strict=True))} walls at A"
    )
    told = listed(tuple(names))
    task = hands_on(
        f"{told} are theirs, X and Y are yours. Turn the man with covering fire so that all of"
        " theirs lie in his sector of 45°, and none of yours.",
        LandserTemplate.parse(start).text(),
        _free("Click or drag the cross he looks at · arrow keys move it half an inch"),
        (
            Condition(f"{told} lie in his sector.", lambda state: _holds(state, names)),
            Condition("X and Y lie outside it.", _leaves_out),
        ),
        "The sector has 45° in all: half of it to either side of the line he looks along, and its"
        " edges belong to it (line 181).",
    )
    return _judged(task, _points(task.open()), 2 * MOST_SOLUTIONS, _from_all(names))


def _crowded(spots: Sequence[Spot]) -> bool:
    pairs = ((one, other) for n, one in enumerate(spots) for other in spots[:n])
    return any(math.dist(one, other) < _APART for one, other in pairs)


def _has_room(stands: Spot, spots: Sequence[Spot]) -> bool:
    """Return whether, as far as decimals tell, a line to look along is left, and little room for
    it. The last two are those to be left out.
    """
    ways = [math.degrees(math.atan2(spot.x - stands.x, stands.y - spot.y)) for spot in spots]
    theirs, own = ways[:-2], ways[-2:]
    first = max(*(way - _HALF_SECTOR for way in theirs), own[0] + _HALF_SECTOR)
    last = min(*(way + _HALF_SECTOR for way in theirs), own[1] - _HALF_SECTOR)
    return _ROOM[0] <= last - first <= _ROOM[1]


def _seen(dice: random.Random, stands: Spot, way: float) -> Spot | None:
    """Return a point on halves of an inch near this way, on the table; None if there is none."""
    far = dice.uniform(4, 9.5)
    x, y = (
        round(2 * (float(stands.x) + far * math.sin(way))),
        round(2 * (float(stands.y) - far * math.cos(way))),
    )
    on_table = 1 <= x <= 2 * WIDE - 1 and 1 <= y <= 2 * DEEP - 1
    return Spot(x * HALF, y * HALF) if on_table else None


def _inside(state: Any, man: Soldier) -> bool:
    return in_arc(state.thrower, state.aim, man.at, dict(state.readings)).value


def _past_the_edge(state: Any, man: Soldier) -> tuple[float, str]:
    """Return by how many degrees a man lies past the edge of the sector, or inside it (below 0),
    and which edge is the nearer.
    """
    front, way = (
        math.atan2(float(at[0] - state.thrower[0]), -float(at[1] - state.thrower[1]))
        for at in (state.aim, man.at)
    )
    turned = (math.degrees(way - front) + 180) % 360 - 180
    return abs(turned) - _HALF_SECTOR, "left" if turned < 0 else "right"


def _degrees(angle: float) -> str:
    return f"about {round(angle)}°" if round(angle) else "less than 1°"


def _holds(state: Any, names: str) -> Held:
    out = [man for man in _men(state, names) if not _inside(state, man)]
    if not out:
        return Held(True)
    (past, edge), name = max((_past_the_edge(state, man), man.name) for man in out)
    return Held(False, f"{name} lies {_degrees(past)} past its {edge} edge.")


def _leaves_out(state: Any) -> Held:
    within = [man for man in _men(state, "XY") if _inside(state, man)]
    if not within:
        return Held(True)
    (past, edge), name = min((_past_the_edge(state, man), man.name) for man in within)
    return Held(False, f"{name} lies in it, {_degrees(-past)} from its {edge} edge.")
