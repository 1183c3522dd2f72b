"""Machine-gun templates and arcs of 45 degrees."""

import math
from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from landships_lab.games.landser.rules.grenades import Obstacle, Soldier
from landships_lab.games.landser.rules.templates import Laid, in_arc, template_roll, under_template

QUARTERS = st.integers(-20, 20).map(lambda n: Fraction(n, 4))
SPOTS = st.tuples(QUARTERS, QUARTERS)


def test_who_is_under_a_machine_guns_template() -> None:  # lines 115-117
    men = [
        Soldier("in", (1, 1)),
        Soldier("edge", (2, 0)),
        Soldier("out", (Fraction(9, 4), 0)),
        Soldier("hides", (0, 1), hiding=True),
    ]
    near = Laid((0, 20), (0, 0))
    wall = [Obstacle((-1, Fraction(3, 2)), (1, Fraction(3, 2)))]
    hedge = [Obstacle((-1, Fraction(3, 2)), (1, Fraction(3, 2)), hard=False)]
    assert under_template(near, men, wall).value == ("in", "edge")
    assert under_template(near, men, hedge).value == ("in", "edge", "hides")
    assert under_template(Laid((0, -20), (0, 0)), men, wall).value == ("in", "edge", "hides")
    touched = under_template(
        Laid((0, 20), (0, 0)), men, wall, readings={"under-template": "any-part"}
    )
    assert touched.value == ("in", "edge", "out")
    assert under_template(Laid((0, 20), (9, 9)), men).headline == "Caught by the template: nobody."


@pytest.mark.parametrize(
    ("event", "at_once", "later"),
    [
        ("laid", True, False),
        ("entered", True, True),
        ("left", False, False),
        ("stayed", True, True),
    ],
)
def test_when_a_man_under_the_template_rolls(
    event: str, at_once: bool, later: bool
) -> None:  # lines 115-117
    assert template_roll(event).value is at_once
    assert template_roll(event, {"caught-in-template": "may-leave-first"}).value is later


@given(SPOTS, SPOTS, st.sampled_from([("in-all", 22.5), ("each-side", 45.0)]))
def test_an_arc_of_45_degrees_agrees_with_decimals(
    ahead: tuple[Fraction, Fraction], target: tuple[Fraction, Fraction], width: tuple[str, float]
) -> None:
    assume(any(ahead) and any(target))
    reading, half = width
    off = math.degrees(math.atan2(*map(float, ahead)) - math.atan2(*map(float, target))) % 360
    assume(abs(min(off, 360 - off) - half) > 1e-9)
    assert in_arc((0, 0), ahead, target, {"arc-45": reading}).value is (min(off, 360 - off) < half)


def test_the_edge_of_an_arc_is_in_it() -> None:
    assert in_arc((0, 0), (0, -1), (5, -5), {"arc-45": "each-side"}).value
