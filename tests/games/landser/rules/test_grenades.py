"""Grenades: effectiveness, landings and dangers, against a count of every roll."""

import itertools
from collections import Counter
from decimal import Decimal, localcontext
from fractions import Fraction

import icepool
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from landships_lab.games.landser.rules.grenades import (
    Obstacle,
    Soldier,
    Throw,
    blast_odds,
    effectiveness,
    exposures,
    landings,
    may_throw,
)
from landships_lab.games.landser.rules.shots import Shot, hit_chance, may_fire
from landships_lab.games.landser.rules.wounds import Target

DIE = range(1, 7)
QUARTERS = st.integers(-20, 20).map(lambda n: Fraction(n, 4))
SEVENTHS = st.integers(-61, 61).map(lambda n: Fraction(n, 7))
SPOTS = st.tuples(QUARTERS, QUARTERS)
WALL_ENDS = st.one_of(SPOTS, st.tuples(SEVENTHS, SEVENTHS))
#: Every sign the twin asks for is that of a number a + b*root(3) + c*root(n) + d*root(3n). Its four
#: conjugates multiply to a fraction of small terms, so it is 0 or far more than 10**-60 (a bound of
#: 10**-40 would do): with this many digits, what is called nil is nil, and the twin is exact.
DIGITS = 100
NIL = Decimal("1e-60")


@pytest.mark.parametrize(
    ("cover", "prone", "soft", "needed"),  # lines 209-217
    [
        ("none", False, False, 3),
        ("hard", False, False, 5),
        ("soft", False, False, 4),
        ("none", True, False, 4),
        ("soft", True, False, 4),
        ("none", False, True, 4),
        ("hard", True, True, 7),
        ("hard", False, True, 6),
    ],
)
def test_what_makes_a_grenade_less_effective(
    cover: str, prone: bool, soft: bool, needed: int
) -> None:
    assert effectiveness(cover, prone, soft).value == needed


def test_read_as_a_number_cover_would_do_harm() -> None:
    chances = {}
    for reading in ("die", "number"):
        read = {"grenade-cover": reading}
        open_, covered = (
            effectiveness(readings=read).value,
            effectiveness("hard", readings=read).value,
        )
        chances[reading] = covered - open_
    assert chances == {"die": 2, "number": -2}


def test_a_grenade_reaches_eight_inches_measured_exactly() -> None:  # line 207
    assert may_throw(Throw((0, 0), (0, 8))).value
    assert not may_throw(Throw((0, 0), (Fraction(1, 100), 8))).value
    with pytest.raises(ValueError, match="8 inches"):
        landings(Throw((0, 0), (0, 9)))
    with pytest.raises(ValueError, match="dash"):
        landings(Throw((0, 0), (0, 4), launched=True))


def brute_exposure(
    throw: Throw, him: Soldier, walls: tuple[Obstacle, ...]
) -> tuple[Fraction, Fraction]:
    """Every die of the throw, the direction, the distance and the effectiveness, in decimals."""
    caught = affected = 0
    with localcontext(prec=DIGITS):
        for place, direction, score in itertools.product(DIE, repeat=3):
            strays = place < (4 if not throw.launched else 5)
            point = landing_point(throw, direction, score if strays else 0)
            if distance_squared(point, decimals(him.at)) > decimal(throw.radius) ** 2 + NIL:
                continue
            caught += len(DIE)
            between = {wall.hard for wall in walls if crosses(point, him.at, wall)}
            minus = 2 if True in between else 1 if False in between or him.prone else 0
            minus += 1 if True in between and him.prone else 0
            affected += sum(strong - minus - throw.soft_ground >= 3 for strong in DIE)
    return Fraction(caught, 6**4), Fraction(affected, 6**4)


def decimal(number: Fraction | int) -> Decimal:
    return Decimal(number.numerator) / number.denominator


def decimals(spot: tuple[Fraction | int, Fraction | int]) -> tuple[Decimal, Decimal]:
    return decimal(spot[0]), decimal(spot[1])


def distance_squared(a: tuple[Decimal, Decimal], b: tuple[Decimal, Decimal]) -> Decimal:
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


def landing_point(throw: Throw, direction: int, score: int) -> tuple[Decimal, Decimal]:
    """Return where the marker lies: half an inch for each point of the score, in a direction
    counted clockwise in sixths of a circle from the way of the throw.
    """
    x, y = decimals(throw.aim)
    from_x, from_y = decimals(throw.thrower)
    length = distance_squared((x, y), (from_x, from_y)).sqrt()
    ahead = (x - from_x) / length, (y - from_y) / length
    cosine = Decimal((2, 1, -1, -2, -1, 1)[direction % 6]) / 2
    sine = Decimal((0, 1, 1, 0, -1, -1)[direction % 6]) * Decimal(3).sqrt() / 2
    half = Decimal(score) / 2
    return (
        x + half * (ahead[0] * cosine - ahead[1] * sine),
        y + half * (ahead[0] * sine + ahead[1] * cosine),
    )


def crosses(
    a: tuple[Decimal, Decimal], b: tuple[Fraction | int, Fraction | int], wall: Obstacle
) -> bool:
    """Return whether two stretches meet: they do if they touch, and do not if one lies along the
    other.
    """
    (ax, ay), (bx, by) = a, decimals(b)
    (x, y), (end_x, end_y) = decimals(wall.start), decimals(wall.end)
    parallel = (bx - ax) * (end_y - y) - (by - ay) * (end_x - x)
    if abs(parallel) < NIL:
        return False
    on_sight = ((x - ax) * (end_y - y) - (y - ay) * (end_x - x)) / parallel
    on_wall = ((x - ax) * (by - ay) - (y - ay) * (bx - ax)) / parallel
    return all(-NIL <= part <= 1 + NIL for part in (on_sight, on_wall))


@given(
    SPOTS,
    SPOTS,
    st.booleans(),
    st.booleans(),
    st.lists(st.builds(Obstacle, WALL_ENDS, WALL_ENDS, st.booleans()), max_size=2),
)
def test_the_heat_map_agrees_with_every_direction_and_distance(
    thrower: tuple[Fraction, Fraction],
    at: tuple[Fraction, Fraction],
    prone: bool,
    soft: bool,
    walls: list[Obstacle],
) -> None:
    throw = Throw(thrower, (0, 0), soft_ground=soft)
    assume(may_throw(throw).value and any(thrower))
    assume(all(wall.start != wall.end for wall in walls))
    him = Soldier("he", at, prone)
    (danger,) = exposures(throw, (him,), walls)
    assert (danger.caught, danger.affected) == brute_exposure(throw, him, tuple(walls))


def test_a_field_of_soldiers_is_each_of_them_alone() -> None:
    throw = Throw((1, 7), (0, 0))
    field = [
        Soldier("", (Fraction(x, 2), Fraction(y, 2)))
        for x in range(-9, 10, 3)
        for y in range(-9, 10, 3)
    ]
    wall = [Obstacle((-1, 1), (1, 1))]
    assert exposures(throw, field, wall) == tuple(
        exposures(throw, (him,), wall)[0] for him in field
    )


def test_the_landings_and_their_chances() -> None:  # lines 209 and 219
    places = landings(Throw((0, 8), (0, 0)))
    assert Counter((p.direction, p.score) for p in places) == Counter(
        [(0, 0), *itertools.product(DIE, DIE)]
    )
    assert sum(p.chance for p in places) == 1
    assert {p.point.distance for p in places} == {0, *(Fraction(n, 2) for n in DIE)}


def test_six_is_straight_on_or_the_far_edge_as_read() -> None:
    east = Throw((-6, 0), (0, 0))
    six = next(p for p in landings(east) if (p.direction, p.score) == (6, 6))
    north = next(
        p for p in landings(east, {"scatter": "from-north"}) if (p.direction, p.score) == (6, 6)
    )
    assert six.point.within((3, 0), 0)
    assert not six.point.within((0, -3), 0)
    assert north.point.within((0, -3), 0)


def test_any_part_of_a_base_is_caught_as_read() -> None:
    throw, him = Throw((0, 8), (0, 0), base_inches=1), Soldier("he", (Fraction(9, 4), 0))
    plain, touched = (
        exposures(throw, (him,), readings={"under-template": r})[0].caught
        for r in ("centre", "any-part")
    )
    assert plain < touched


def test_what_a_grenade_does_to_one_man_over_every_roll() -> None:
    throw, him = Throw((0, 8), (0, 0)), Soldier("he", (1, 1))
    odds = blast_odds(throw, him, target=Target(light_this_turn=True, serious_wounds=1))
    affected = exposures(throw, (him,))[0].affected
    assert odds.p("miss") == 1 - affected
    d6 = icepool.d6
    names = {1: "1-2", 2: "1-2", 3: "3-4", 4: "3-4", 5: "5", 6: "6"}
    serious = (d6 + 2).map(lambda n: f"serious {names[min(n, 6)]}")
    light = (d6 + 2).map(lambda n: f"light {n}" if n < 7 else serious)
    effect = (d6 + 2).map(lambda n: "hide" if n <= 4 else light if n == 5 else serious)
    for outcome, weight in effect.items():
        assert odds.p(outcome) == affected * Fraction(weight, effect.denominator())


def test_the_launcher_has_the_small_template() -> None:  # line 228
    assert Throw((0, 8), (0, 0), launched=True).radius == 1
    assert Throw((0, 8), (0, 0)).radius == 2
    assert (
        hit_chance(Shot("launcher", 8)) == landings(Throw((0, 8), (0, 0), launched=True))[0].chance
    )


def test_the_nearest_range_is_the_nearest() -> None:
    """Line 226: a launcher needs a 5 from just over 5 inches."""
    assert next(
        r.to for r in may_fire(Shot("launcher", 4)).remedies if r.change == "range"
    ) == Fraction(11, 2)
    assert next(r.to for r in may_fire(Shot("launcher", 45)).remedies if r.change == "range") == 30
