"""The table top in inches: laws of directions, bases, hulls, meetings and distances, each compared
with a second way to find it.
"""

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from landships_lab.core.inches import Base, direction, inches_up, measure, square_between
from landships_lab.core.plane import (
    Ring,
    Segment,
    Spot,
    cross,
    dot,
    grain,
    hull,
    in_grains,
    inside,
    is_convex,
    meet,
    nearest_on,
    shift,
    split,
    spot,
    vector,
    within,
)

numbers = st.fractions(-20, 20, max_denominator=8)
spots = st.builds(Spot, numbers, numbers)
facings = st.integers(-48, 48).map(lambda n: 15 * n)
sizes = st.fractions(Fraction(1, 4), 4, max_denominator=4)
bases = st.builds(Base, spots, facings, sizes, sizes)
rings = st.lists(spots, min_size=3, max_size=8).map(hull).filter(lambda ring: len(ring) > 2)
shapes = st.lists(spots, min_size=2, max_size=6).map(hull).filter(lambda ring: len(ring) > 1)


# -- directions and bases
# --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("degrees", range(0, 360, 15))
def test_a_direction_is_a_unit_vector_within_three_minutes_of_arc(degrees: int) -> None:
    import math

    ahead = direction(degrees)
    assert dot(ahead, ahead) == 1
    bearing = math.degrees(math.atan2(float(ahead.x), -float(ahead.y))) % 360
    assert abs((bearing - degrees + 180) % 360 - 180) < 3 / 60


@given(facings)
def test_a_quarter_turn_is_exact_and_four_come_home(degrees: int) -> None:
    ahead, right = direction(degrees), direction(degrees + 90)
    assert dot(ahead, right) == 0
    assert cross(ahead, right) == 1
    assert direction(degrees + 360) == ahead


@pytest.mark.parametrize("bad", [7, 15.0, True, "N"])
def test_a_facing_between_the_steps_is_refused(bad: object) -> None:
    with pytest.raises(ValueError, match="A facing is a multiple of 15 degrees, not"):
        direction(bad)


@given(bases)
def test_a_base_keeps_its_width_its_depth_and_its_right_angles(base: Base) -> None:
    sides = [vector(*edge) for edge in base.edges]
    assert [dot(side, side) for side in sides] == [base.width**2, base.depth**2] * 2
    assert all(dot(one, other) == 0 for one, other in pairwise(sides))
    assert is_convex(base.corners)
    assert hull(base.corners) == hull(base.corners[::-1])


@given(bases)
def test_its_front_edge_lies_ahead_and_all_the_rest_behind_it(base: Base) -> None:
    assert [base.behind(corner) for corner in base.corners] == [False, False, True, True]
    assert not base.behind(shift(base.corners[0], direction(base.facing)))


# -- rings
# -------------------------------------------------------------------------------------------------


@given(st.lists(spots, min_size=1, max_size=9))
def test_a_hull_holds_its_points_and_is_convex(points: list[Spot]) -> None:
    ring = hull(points)
    assert set(ring) <= set(points)
    if len(ring) > 2:
        assert is_convex(ring)
        assert all(inside(point, ring) for point in points)


@pytest.mark.long
@given(rings)
def test_a_hull_runs_clockwise_on_the_table(ring: Ring) -> None:
    assert sum(cross(a, b) for a, b in zip(ring, ring[1:] + ring[:1], strict=True)) > 0


@pytest.mark.long
@given(shapes, rings)
def test_two_shapes_meet_exactly_when_cutting_one_by_the_other_leaves_an_inside(
    shape: Ring, ground: Ring
) -> None:
    assert meet(shape, ground) == _meets_by_clipping(shape, ground)
    if len(shape) > 2:
        assert meet(shape, ground) == meet(ground, shape)


def _meets_by_clipping(shape: Ring, ground: Ring) -> bool:
    """Clip the shape by every edge of the ground; what is left must have a point strictly inside
    the ground.
    """
    left = list(shape)
    for n in range(len(ground)):
        side = vector(ground[n - 1], ground[n])
        depth = {p: cross(side, vector(ground[n - 1], p)) for p in left}
        around = zip(left, left[1:] + left[:1], strict=True)
        kept: list[Spot] = []
        for a, b in around:
            if depth[a] >= 0:
                kept.append(a)
            if depth[a] * depth[b] < 0:
                kept.append(
                    shift(a, vector(a, b), Fraction(depth[a]) / Fraction(depth[a] - depth[b]))
                )
        left = list(dict.fromkeys(kept))
        if not left:
            return False
    middle = Spot(
        Fraction(sum(p.x for p in left)) / len(left), Fraction(sum(p.y for p in left)) / len(left)
    )
    return all(
        cross(vector(ground[n - 1], ground[n]), vector(ground[n - 1], middle)) > 0
        for n in range(len(ground))
    )


@pytest.mark.long
@given(shapes, rings)
def test_the_unit_of_length_does_not_matter(shape: Ring, ground: Ring) -> None:
    parts = grain([*shape, *ground])
    fine = in_grains(shape, parts), in_grains(ground, parts)
    assert all(isinstance(number, int) for ring in fine for point in ring for number in point)
    assert meet(*fine) == meet(shape, ground)


@pytest.mark.long
@given(spots, spots, rings, st.integers(0, 12))
def test_every_point_of_an_edge_is_in_a_part_outside_or_in_the_ground(
    a: Spot, b: Spot, ground: Ring, twelfths: int
) -> None:
    parts, reaches_in = split((a, b), ground)
    point = shift(a, vector(a, b), Fraction(twelfths, 12))
    on_a_part = any(nearest_on(point, part) == point for part in parts)
    assert on_a_part or inside(point, ground)
    assert not reaches_in or meet(hull([a, b]), ground) or a == b
    assert not any(meet(hull(part), ground) for part in parts if part[0] != part[1])


# -- distances
# -------------------------------------------------------------------------------------------------


@given(bases, bases)
def test_a_distance_is_the_same_both_ways_and_between_the_points_it_names(
    one: Base, other: Base
) -> None:
    square, pairs = measure(one, other)
    assert square == square_between(other, one)
    assert all(dot(vector(a, b), vector(a, b)) == square for a, b in pairs)
    assert (square == 0) == (meet(one.corners, other.corners) or any(a == b for a, b in pairs))


@pytest.mark.long
@given(bases, bases, st.integers(0, 8), st.integers(0, 8))
def test_no_two_points_of_the_edges_are_nearer_than_the_distance(
    one: Base, other: Base, n: int, m: int
) -> None:
    square = square_between(one, other)
    for edge in one.edges:
        for far in other.edges:
            p, q = (
                shift(edge[0], vector(*edge), Fraction(n, 8)),
                shift(far[0], vector(*far), Fraction(m, 8)),
            )
            assert dot(vector(p, q), vector(p, q)) >= square


@pytest.mark.long
@given(bases, bases, st.fractions(0, 30, max_denominator=4))
def test_within_is_the_distance_compared(one: Base, other: Base, far: Fraction) -> None:
    for edge in one.edges:
        for across in other.edges:
            if not _cross(edge, across):
                assert within(edge, across, far) == (square_between(edge, across) <= far**2)


def _cross(one: Segment, other: Segment) -> bool:
    sides = [cross(vector(*a), vector(a[0], p)) for a, b in ((one, other), (other, one)) for p in b]
    return sides[0] * sides[1] < 0 and sides[2] * sides[3] < 0


@given(st.fractions(0, 3000), st.integers(0, 60))
def test_rounding_up_keeps_every_comparison_with_whole_inches(square: Fraction, limit: int) -> None:
    assert (inches_up(square) <= limit) == (square <= limit**2)
    assert inches_up(square) ** 2 >= square


def test_texts_and_whole_numbers_make_spots() -> None:
    assert spot("3.5", 2) == spot("7/2", Fraction(2))
    with pytest.raises(ValueError, match="more than 0 inches wide"):
        Base(spot(0, 0), 0, Fraction(0), Fraction(1))
