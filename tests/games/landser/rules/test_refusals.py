"""Readings cite their lines, and arguments that cannot be are refused in one sentence."""

from collections.abc import Callable

import pytest

from landships_lab.core.sources import Cite
from landships_lab.data.load import cites, readings
from landships_lab.games.landser.rules import (
    Fighter,
    Gun,
    Obstacle,
    Shot,
    Sighting,
    Soldier,
    Throw,
    Trooper,
    Way,
    assault_score,
    dogs_chance_result,
    in_arc,
    may_do,
    next_turn,
    roll_on,
    surrenders,
    template_roll,
)


def test_every_reading_of_the_book_can_be_switched_and_cites_its_line() -> None:
    for reading in readings("landser").values():
        assert len(reading.options) > 1
        assert isinstance(reading.cite, Cite)
    assert all(cite.lines for cite in cites("landser").values() if cite.kind != "ours")


@pytest.mark.parametrize(
    "ask",
    [
        lambda: Sighting(8, "asleep"),
        lambda: Fighter("sword"),
        lambda: Way("swim"),
        lambda: Gun("rifle"),
        lambda: Trooper("cook"),
        lambda: may_do(Trooper("leader"), "dance"),
        lambda: surrenders(2, 12, "asleep"),
    ],
)
def test_unknown_words_are_told_with_those_that_are_known(ask: object) -> None:
    with pytest.raises(ValueError, match="allowed are"):
        ask()  # type: ignore[operator]


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        (lambda: dogs_chance_result(0, 2), "The first die is a whole number from 1 to 6, not 0."),
        (lambda: dogs_chance_result(1, 7), "The second die is a whole number from 1 to 6, not 7."),
        (
            lambda: assault_score(Fighter(), die=9),
            "The die of an assault is a whole number from 0 to 6, not 9.",
        ),
        (
            lambda: assault_score(Fighter(), die=3, opponent=-4),
            "The number of the opponent is a whole number from 1 to 99, not -4.",
        ),
        (
            lambda: assault_score(Fighter(), die=3, opponent=0),
            "The number of the opponent is a whole number from 1 to 99, not 0.",
        ),
        (lambda: roll_on("effect", 3, 9), "from 0 to 4, not 9."),
        (lambda: roll_on("effect", 3, -1), "from 0 to 4, not -1."),
        (lambda: Trooper("rifleman", jammed="zz"), "'zz' is not a weapon"),
        (lambda: Soldier("a", (0.1, 0)), "not (0.1, 0)."),  # type: ignore[arg-type]
        (lambda: Obstacle((0, 0), (0, 0.5)), "The end of an obstacle is a point"),  # type: ignore[arg-type]
        (lambda: Throw((0, 0.5), (0, 0)), "The place of the thrower is a point"),  # type: ignore[arg-type]
        (lambda: in_arc((0, 0), (0, 1), (0.5, 1)), "A place in or out of an arc is a point"),  # type: ignore[arg-type]
        (lambda: Shot(["rifle"], 4), "is not a weapon"),  # type: ignore[arg-type]
        (lambda: may_do(Trooper("rifleman"), ["fire"]), "is not an action"),  # type: ignore[arg-type]
        (lambda: template_roll(["x"]), "is not an event at a template"),  # type: ignore[arg-type]
        (lambda: next_turn(["zz"]), "is not an outcome"),  # type: ignore[arg-type]
    ],
)
def test_what_cannot_be_is_refused_in_one_sentence(asked: Callable[[], object], told: str) -> None:
    with pytest.raises(ValueError, match=r"\.$") as refusal:
        asked()
    assert told in str(refusal.value)
    assert "\n" not in str(refusal.value)
