"""How long a rule takes; in a test run each is asked once, and must be right.

Aims: a range under 1 us without steps, `targets` of range 8 under 20 us warm, a line of sight 1 us
warm, a field of view 20 us, ten dice 20 us, two stages 50 us, a curve of 20 volleys 200 us.
"""

import random
from collections.abc import Callable
from fractions import Fraction
from itertools import cycle
from typing import Any

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from landships_lab.core import dice, lines
from landships_lab.core.grid import Grid
from landships_lab.core.hexes import Heading, Side
from landships_lab.core.sight import field_of_view, sees
from landships_lab.core.terrain import TerrainMap
from landships_lab.games.landser.rules.fire import fire_odds, fire_tree
from landships_lab.games.landser.rules.grenades import Soldier, Throw, exposures
from landships_lab.games.landser.rules.shots import Shot
from landships_lab.games.landser.rules.wounds import Target
from landships_lab.games.landships import rules as landships
from landships_lab.games.landships.rules.field_of_movement import (
    March,
    Reached,
    _entry,
    _search,
    drift_field,
    reachable,
)
from landships_lab.games.landships.rules.ranges import range_hexes
from landships_lab.games.loos.rules import bombardment_odds
from landships_lab.games.one_hour import rules as one_hour
from landships_lab.games.one_hour.analysis.duel import Duel, duel
from landships_lab.games.one_hour.analysis.forecast import survival
from landships_lab.games.one_hour.rules.bands import traced
from landships_lab.games.one_hour.rules.fire import _fire_odds, _modifiers
from landships_lab.games.one_hour.rules.ground import table_of

GRID = Grid(columns=20, rows=14)
#: Vehicles #5 and #1 of the article, and a place in the bow gun's arc of #5.
FIVE, ONE, AHEAD = (GRID.place(code) for code in ("0506/0507", "0904", "0905"))
STARBOARD = ("mk-iv-male", "57mm-starboard", GRID.place("0503"), Heading.N, GRID.place("0409"))
LARGE = Grid(columns=60, rows=60)  # with more places than are remembered
BOARD = Grid(columns=30, rows=20)
DICE = random.Random(1915)
KINDS = ("woods", "road", "town", "water", "marsh", "shell-holes")
PAINTED = TerrainMap(
    frozenset((h, DICE.choice(KINDS)) for h in sorted(BOARD.hexes()) if DICE.random() < 0.6)
)
WOODS = frozenset(DICE.sample(list(BOARD.hexes()), 150))
HERE, THERE = BOARD.hex(10, 10), BOARD.hex(18, 16)
SHOT = one_hour.Shot("tank", "infantry", 4, cover=frozenset({"dug-in"}))
TANKS = one_hour.Shot("tank", "tank", 20)
TABLE = table_of("static-defence")
SEEN = (TABLE, TABLE.unit("Cruds-1"), TABLE.unit("Bersaglieri-2"))
STEPS = [Fraction(n, 2) for n in range(-10, 11)]
FIELD = [Soldier("", (x, y)) for x in STEPS for y in STEPS]


def sides() -> list[Side]:
    """Hexsides all over a large board in no order, so that none is remembered; what lies in reach
    of one has been made, as after a while at a board.
    """
    found = [p for p in sorted(LARGE.places) if isinstance(p, Side) and Heading.E in p.parallel]
    random.Random(8).shuffle(found)
    for side in found:
        landships.targets("a7v", "57mm-bow", side, Heading.E)
    return found


def march(mp: int) -> Reached:
    """A whole field from nothing: what every place costs, then the search."""
    _entry.cache_clear()
    _search.cache_clear()
    marched = March(BOARD, PAINTED, mp=mp)
    reached = reachable(marched, BOARD.place("1510"), Heading.N)
    drift_field(marched, reached)
    return reached


def cold_trace() -> int:
    lines._offsets.cache_clear()
    return len(lines.trace(HERE, THERE))


def cold_odds() -> object:
    _fire_odds.cache_clear()
    _modifiers.cache_clear()
    return one_hour.fire_odds(SHOT)


#: By name: the rule, what it is asked, and what its answer must fulfil.
MEASURED: dict[str, tuple[Callable[..., Any], tuple[Any, ...], Callable[[Any], object]]] = {
    "range": (range_hexes, (FIVE, ONE), lambda n: n == 4),
    "range with steps": (landships.count_range, (FIVE, ONE), lambda a: a.value == 4),
    "targets": (landships.targets, ("a7v", "57mm-bow", FIVE, Heading.E), lambda t: AHEAD in t),
    "shot": (landships.can_target, ("a7v", "57mm-bow", FIVE, Heading.E, AHEAD), lambda a: a.value),
    "shot refused": (landships.can_target, STARBOARD, lambda a: not a.value and a.remedies),
    "long move": (march, (20,), lambda r: len(r.mp_left) > 300),
    "move over the whole board": (march, (99,), lambda r: len(r.mp_left) > len(BOARD.places) // 2),
    "line of sight": (sees, (HERE, THERE, frozenset()), lambda seen: seen),
    "cold trace": (cold_trace, (), lambda n: n > 9),
    "field of view": (field_of_view, (HERE, 10, WOODS), lambda field: HERE in field),
    "ten dice": (dice.sum_of.__wrapped__, (dice.D6, 10), lambda odds: odds.mean == 35),
    "two stages": (lambda: dice.D6.then(dice.die), (), lambda odds: odds.p(6) > 0),
    "bombardment": (bombardment_odds, ("woods", 3), lambda odds: odds.p("•") < 1),
    "hits": (one_hour.hits, (SHOT, 3), lambda a: a.value == 3),
    "cold odds of a shot": (cold_odds, (), lambda odds: odds == one_hour.fire_odds(SHOT)),
    "20 volleys": (survival, (SHOT, 20), lambda curve: len(curve) == 20),
    "duel": (duel, (Duel(TANKS, TANKS), 20), lambda rounds: len(rounds) == 20),
    "bands of sight": (traced.__wrapped__, SEEN, lambda found: found == traced(*SEEN)),
    **{
        f"tree of a {shot.weapon}": (
            fire_tree,
            (shot, Target(serious_wounds=1)),
            lambda t: t.chance == 1,
        )
        for shot in (Shot("rifle", 4), Shot("smg", 20, moving_vehicle=True), Shot("launcher", 8))
    },
    "odds of a rifle": (
        fire_odds,
        (Shot("rifle", 4),),
        lambda odds: odds.p("miss") == Fraction(1, 6),
    ),
    "heat of a grenade": (
        exposures,
        (Throw((Fraction(5, 4), 7), (0, 0)), FIELD),
        lambda found: max(danger.caught for danger in found) > Fraction(1, 2),
    ),
}


@pytest.mark.parametrize("name", MEASURED)
def test_a_rule(benchmark: BenchmarkFixture, name: str) -> None:
    rule, given, right = MEASURED[name]
    assert right(benchmark(rule, *given))


@pytest.mark.parametrize(
    ("unit", "gun", "heading", "places"),
    [("a7v", "57mm-bow", Heading.E, sides), ("75mm-art", "gun", Heading.N, LARGE.hexes)],
)
def test_targets_in_a_new_place_each_time(
    benchmark: BenchmarkFixture, unit: str, gun: str, heading: Heading, places: Callable[[], Any]
) -> None:
    new = cycle(places())
    found = benchmark(lambda: landships.targets(unit, gun, next(new), heading))
    assert len(found) == len(landships.targets("a7v", "57mm-bow", FIVE, Heading.E)) or (
        len(found) > 9000
    )
