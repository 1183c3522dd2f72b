"""What is cut to a rectangle is what lies in it.

Checked by sampling: a point is in the cut ring if it is in the ring and the box.
"""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from landships_lab.drawing.fire import clip, clip_line
from landships_lab.drawing.labels import Box
from landships_lab.drawing.shapes import Path, Pixel

coordinates = st.floats(-20, 30, allow_nan=False).map(lambda v: round(v, 3))
points = st.tuples(coordinates, coordinates)
BOX: Box = (0.0, 0.0, 10.0, 8.0)
GRID = [
    (x + 0.137, y + 0.211) for x in range(-3, 14) for y in range(-3, 12)
]  # off every round number


def star(radii: list[float], centre: Pixel) -> Path:
    """Return a ring that may be concave and never crosses itself: seen from its centre, no two
    corners lie in one direction.
    """
    step = 2 * math.pi / len(radii)
    return tuple(
        (centre[0] + r * math.cos(n * step), centre[1] + r * math.sin(n * step))
        for n, r in enumerate(radii)
    )


stars = st.builds(star, st.lists(st.floats(0.5, 25), min_size=3, max_size=9), points)


def crossings(ring: Path, pixel: Pixel) -> bool:
    x, y = pixel
    inside = False
    for n, (bx, by) in enumerate(ring):
        ax, ay = ring[n - 1]
        if (ay > y) != (by > y) and x < ax + (bx - ax) * (y - ay) / (by - ay):
            inside = not inside
    return inside


def in_box(pixel: Pixel, box: Box = BOX, slack: float = 0.0) -> bool:
    left, top, right, bottom = box
    return left - slack <= pixel[0] <= right + slack and top - slack <= pixel[1] <= bottom + slack


def apart(ring: Path, pixel: Pixel) -> bool:
    """Return whether the pixel is clear of the ring's outline, where rounding could decide."""
    for n, b in enumerate(ring):
        a = ring[n - 1]
        length = math.dist(a, b)
        if length == 0:
            continue
        ahead = sum((p - q) * (r - q) for p, q, r in zip(pixel, a, b, strict=True))
        along = max(0.0, min(1.0, ahead / length**2))
        if math.dist(pixel, [q + along * (r - q) for q, r in zip(a, b, strict=True)]) < 1e-6:
            return False
    return True


@given(stars)
def test_a_point_is_in_the_cut_ring_when_it_is_in_the_ring_and_in_the_box(ring: Path) -> None:
    cut = clip(ring, BOX)
    assert all(in_box(corner, slack=1e-9) for corner in cut)
    for pixel in GRID:
        if apart(ring, pixel):
            assert crossings(cut, pixel) == (crossings(ring, pixel) and in_box(pixel)), pixel


def test_what_lies_inside_is_left_as_it_is_and_what_lies_outside_is_nothing() -> None:
    inside = ((1.0, 1.0), (9.0, 1.0), (5.0, 7.0))
    assert clip(inside, BOX) == inside
    assert clip(tuple((x + 20, y) for x, y in inside), BOX) == ()
    assert clip((), BOX) == ()
    round_it = ((-5.0, -5.0), (20.0, -5.0), (20.0, 20.0), (-5.0, 20.0))
    assert set(clip(round_it, BOX)) == {(0, 0), (10, 0), (10, 8), (0, 8)}


@given(points, points)
def test_a_cut_line_is_the_part_of_the_line_in_the_box(a: Pixel, b: Pixel) -> None:
    cut = clip_line(a, b, BOX)
    for n in range(201):
        t = n / 200 + 0.0013 * (n < 200)
        pixel = (a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1]))
        if in_box(pixel, slack=-1e-6):
            assert cut, pixel
            assert math.dist(cut[0], pixel) + math.dist(pixel, cut[1]) == pytest.approx(
                math.dist(*cut), abs=1e-6
            )
        elif cut and not in_box(pixel, slack=1e-6):
            assert math.dist(cut[0], pixel) + math.dist(pixel, cut[1]) > math.dist(*cut)
    assert all(in_box(end, slack=1e-9) for end in cut)


@pytest.mark.parametrize(
    ("a", "b", "cut"),
    [
        ((-5, 4), (15, 4), ((0, 4), (10, 4))),  # across
        ((5, 4), (5, 40), ((5, 4), (5, 8))),  # out of it
        ((2, 2), (3, 3), ((2, 2), (3, 3))),  # within
        ((-5, -1), (15, -1), ()),  # past it
        ((-4, 3), (3, -4), ()),  # past its corner
        ((5, 4), (5, 4), ((5, 4), (5, 4))),  # a point in it
        ((50, 4), (50, 4), ()),  # a point outside
    ],
)
def test_lines_across_out_of_within_and_past_the_box(a: Pixel, b: Pixel, cut: Path) -> None:
    assert clip_line(a, b, BOX) == cut
