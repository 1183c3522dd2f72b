"""Readings in play: each option that is offered decides something in some moment of a firefight."""

from __future__ import annotations

import random

import pytest

from landships_lab.core.dice import Thrown
from landships_lab.data.load import readings
from landships_lab.games.landser.turn import START
from landships_lab.play import Situation, choices, take
from tests.games.landser.turn.test_laws import games
from tests.play import laws

#: Readings of a Dog's chance and of launchers, whose moments have tests of their own.
ELSEWHERE = {"dogs-chance", "dogs-chance-when", "launcher-modifiers"}


@pytest.mark.parametrize("name", START)
def test_a_reading_that_does_nothing_is_not_offered_and_the_reason_is_kept(name: str) -> None:
    idle = START[name].idle_readings
    assert {key.partition("=")[0] for key in idle} <= set(readings("landser"))
    assert all(why.endswith(".") for why in idle.values())


def comes_out_otherwise(situation: Situation, reading: str, option: str) -> bool:
    """Return whether a choice, taken with the same dice, is refused, or comes out otherwise, under
    an option.
    """
    other = situation.with_readings({reading: option})
    pairs = zip(choices(situation), choices(other), strict=False)
    for one, two in pairs:
        if (one.words, one.legal, one.says, one.expects) != (
            two.words,
            two.legal,
            two.says,
            two.expects,
        ):
            return True
        for seed in range(4) if one.legal else ():
            first, second = (
                take(here, one.words, Thrown(seed=seed)) for here in (situation, other)
            )
            here, there = first.situation, second.situation
            if (first.said, here.text(), here.stack) != (second.said, there.text(), there.stack):
                return True
    return False


@pytest.mark.long
def test_each_option_that_is_offered_decides_something() -> None:
    kinds: dict[str, list[Situation]] = {}
    for game in games():
        for before, _ in game:
            kinds.setdefault(type(before.now).__name__, []).append(before.with_readings({}))
    dice = random.Random(5)
    left = {one for one in laws.offered(START["duel-of-three"]) if one[0] not in ELSEWHERE}
    found = [one for kind in kinds.values() for one in dice.sample(kind, min(len(kind), 60))]
    for situation in dice.sample(found, len(found)):
        left = {one for one in left if not comes_out_otherwise(situation, *one)}
        if not left:
            return
    assert not left, sorted(left)
