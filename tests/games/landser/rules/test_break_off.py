"""Breaking off: the die at the start of a turn, and a run of casualties."""

import itertools
from fractions import Fraction

from landships_lab.games.landser.rules import (
    break_off,
    still_fighting,
)


def test_the_chance_to_break_off() -> None:  # line 271: a D10 above the number left
    expected = [0, 0, *(Fraction(out, 10) for out in range(2, 11))]
    assert [break_off(out).value for out in range(11)] == expected


def test_a_run_of_casualties_against_every_roll() -> None:
    course = [1, 2, 3]
    held = sum(
        all(out < 2 or die <= 10 - out for out, die in zip(course, dice, strict=True))
        for dice in itertools.product(range(1, 11), repeat=3)
    )
    assert still_fighting(course)[-1] == Fraction(held, 1000)


def test_the_die_is_rolled_once_or_each_turn_as_read() -> None:
    assert still_fighting([2, 3, 3], readings={"break-off-again": "once"}) == (Fraction(4, 5),) * 3
    assert still_fighting([2, 3, 3]) == (Fraction(4, 5), Fraction(14, 25), Fraction(49, 125))
