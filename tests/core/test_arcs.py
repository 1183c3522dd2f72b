"""Laws of the sector: inside, on an edge, outside.

The referee decides every single place elsewhere.
"""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from landships_lab.core.arcs import Arc, bearing
from landships_lab.core.hexes import HEADINGS, Heading, Hex, Place, place_at
from tests import strategies

HERE = Hex(0, 0)
arcs = st.builds(
    lambda lo, width: Arc(30 * lo, 30 * (lo + width)), st.integers(-12, 12), st.integers(1, 12)
)


def ahead(place: Place, heading: Heading, times: int) -> Place:
    dq, dr = heading.vector
    return place_at(place[0] + 6 * times * dq, place[1] + 6 * times * dr)


# --------------------------------------------------------------------------------------------- laws


@given(arcs, strategies.places, strategies.headings, st.integers(0, 9))
def test_each_of_the_twelve_rays_is_inside_on_the_edge_or_outside_by_its_degrees(
    arc: Arc, origin: Place, heading: Heading, times: int
) -> None:
    for points in range(12):
        target = ahead(origin, heading.turn(points), times)
        past, width = (30 * points - arc.lo) % 360, arc.hi - arc.lo
        expected = "edge" if past in (0, width) else "inside" if past < width else "outside"
        if width == 360 or not times:
            expected = "inside"
        assert arc.locate(origin, heading, target) == expected


STEPS = "An arc runs between multiples of 30 degrees, not "


WIDE = "An arc is 30 to 360 degrees wide, from its first edge clockwise to its second; "


@given(arcs, strategies.headings, strategies.places, strategies.turns)
def test_turning_the_unit_is_turning_the_arc(
    arc: Arc, heading: Heading, target: Place, points: int
) -> None:
    points %= 12
    turned = Arc((arc.lo + 30 * points) % 360, (arc.lo + 30 * points) % 360 + arc.hi - arc.lo)
    assert turned.locate(HERE, heading, target) == arc.locate(HERE, heading.turn(points), target)


@given(arcs, strategies.headings, strategies.hexes)
def test_starboard_is_the_mirror_of_port(arc: Arc, heading: Heading, target: Hex) -> None:
    """Mirrored in the north-south line, (q, r) is (-q, r + q), and a heading of some degrees is
    one of as many less.
    """
    mirror = Hex(-target.q, target.r + target.q)
    other_hand = Arc(-arc.hi % 360, -arc.hi % 360 + arc.hi - arc.lo)
    assert other_hand.locate(HERE, HEADINGS[-heading.points % 12], mirror) == arc.locate(
        HERE, heading, target
    )


@given(arcs, strategies.headings, strategies.places, strategies.places)
def test_sector_and_locate_agree(arc: Arc, heading: Heading, origin: Place, target: Place) -> None:
    assert arc.sector(heading)((target[0] - origin[0], target[1] - origin[1])) == arc.locate(
        origin, heading, target
    )


@given(arcs, strategies.headings)
def test_the_edges_lie_along_two_headings(arc: Arc, heading: Heading) -> None:
    lo, hi = arc.rays(heading)
    assert (lo.degrees - heading.degrees - arc.lo) % 360 == 0
    assert (hi.degrees - heading.degrees - arc.hi) % 360 == 0
    assert arc.all_round == (arc.hi - arc.lo == 360)


@given(strategies.places, strategies.headings, strategies.places)
def test_a_bearing_is_between_two_points_of_the_clock_and_agrees_with_every_arc(
    origin: Place, heading: Heading, target: Place
) -> None:
    between = bearing(origin, heading, target)
    if between is None:
        assert origin == target
        return
    lo, hi = between
    assert lo % 30 == hi % 30 == 0
    assert -180 <= lo <= hi <= 180
    assert (lo, hi) != (-180, -180), "straight astern is 180"
    assert Arc(lo, lo + 30).locate(origin, heading, target) == ("edge" if lo == hi else "inside")
    assert hi - lo in (0, 30)


def test_from_a_hexside_the_hexsides_lie_along_odd_multiples_of_30_degrees() -> None:
    """The reverse holds facing a hexjuncture: why the printed Mk IV sentence implies the edges of
    its arcs.
    """
    for heading in HEADINGS:
        for points in range(12):
            ray = heading.turn(points)
            beside = place_at(3 * ray.vector[0], 3 * ray.vector[1])
            assert not isinstance(beside, Hex)
            along = ray in beside.parallel
            assert along == ((points % 2 == 1) == heading.faces_hexside)


# --------------------------------------------------------------------------------------- wrong arcs


@pytest.mark.parametrize(
    ("lo", "hi", "sentence"),
    [
        (-31, 90, STEPS + "-31; the nearest are -60 and -30."),
        (-30, 95, STEPS + "95; the nearest are 90 and 120."),
        ("0", 90, STEPS + "'0'."),
        (0.0, 90, STEPS + "0.0."),
        (True, 90, STEPS + "True; the nearest are 0 and 30."),
        (90, -30, WIDE + "90 to -30 is -120 wide."),
        (30, 30, WIDE + "30 to 30 is 0 wide."),
        (0, 390, WIDE + "0 to 390 is 390 wide."),
        (
            -390,
            -300,
            "The first edge of an arc lies from -360 to 360 degrees off the bow, not at -390.",
        ),
    ],
)
def test_a_wrong_arc_is_told(lo: Any, hi: Any, sentence: str) -> None:
    with pytest.raises(ValueError, match="arc") as told:
        Arc(lo, hi)
    assert str(told.value) == sentence
