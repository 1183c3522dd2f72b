"""Readings cite their lines, and arguments that cannot be are refused in one sentence."""

from collections.abc import Callable
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import pytest

from landships_lab.core.sources import Cite
from landships_lab.data.load import cites, readings
from landships_lab.games.landser.rules.assault import Fighter
from landships_lab.games.landser.rules.shots import Shot
from landships_lab.games.landser.rules.sight import Sighting
from landships_lab.games.landser.rules.trooper import Trooper
from landships_lab.games.landser.rules.wounds import Hit

ROOMS = (
    "assault fire grenades machine_guns movement shots sight squad templates trooper turns wounds"
)
#: What is asked here has the wrong types on purpose.
landser: Any = SimpleNamespace()
for room in (f"landships_lab.games.landser.rules.{name}" for name in (*ROOMS.split(), "wounds")):
    own = {name: it for name, it in vars(import_module(room)).items() if hasattr(it, "__module__")}
    vars(landser).update({name: it for name, it in own.items() if it.__module__ == room})


def test_every_reading_of_the_book_can_be_switched_and_cites_its_line() -> None:
    for reading in readings("landser").values():
        assert len(reading.options) > 1
        assert isinstance(reading.cite, Cite)
    assert all(cite.lines for cite in cites("landser").values() if cite.kind != "ours")


REFUSED: tuple[tuple[Callable[[], object], str], ...] = (
    (lambda: landser.Shot("rifel", 8), "'rifel' is not a weapon; allowed are rifle, "),
    (lambda: landser.Shot(["rifle"], 4), "is not a weapon"),
    (lambda: landser.Shot("rifle", 8, cover="ful"), "none, half, full. The nearest is full."),
    (lambda: landser.Shot("rifle", -1), "0 inches or more"),
    (lambda: landser.Shot("rifle", 2.5), "a whole number or a Fraction of inches, not 2.5"),
    (lambda: landser.Shot("rifle", True), "not True"),
    (lambda: landser.Shot("rifle", 8, arm_wounds=-1), "from 0 to 99, not -1"),
    (lambda: landser.resolve(Shot("gpmg", 20), ()), "One more roll is needed"),
    (lambda: landser.resolve(Shot("gpmg", 20), (2,)), "One more roll is needed"),
    (lambda: landser.resolve(Shot("gpmg", 20), (2, 5)), "One more roll is needed"),
    (lambda: landser.resolve(Shot("rifle", 20), (7,)), "1 to 6, not 7"),
    (lambda: landser.resolve(Shot("launcher", 8), (5,)), "no single hit die"),
    (lambda: landser.roll_on("heavy", 3, Hit(0)), "allowed are effect, light, serious"),
    (lambda: landser.roll_on("light", 7, Hit(0)), "The roll is a whole number from 1 to 6, not 7"),
    (lambda: landser.roll_on("effect", 3, Hit(9)), "from 0 to 4, not 9."),
    (lambda: landser.roll_on("effect", 3, Hit(-1)), "from 0 to 4, not -1."),
    (
        lambda: landser.hit_chance(Shot("rifle", 4), {"natural-on": "can-hit"}),
        "The nearest is natural-one",
    ),
    (
        lambda: landser.hit_chance(Shot("rifle", 4), {"natural-one": "maybe"}),
        "allowed are can-hit, never-hits",
    ),
    (lambda: landser.dogs_chance(Shot("rifle", 4)), "only for a shot that no roll could hit"),
    (lambda: landser.dogs_chance(Shot("smg", 45)), "dash"),
    (lambda: landser.dogs_chance_result(0, 2), "The first die is a whole number from 1 to 6"),
    (lambda: landser.dogs_chance_result(1, 7), "The second die is a whole number from 1 to 6"),
    (
        lambda: landser.spot_and_fire(Sighting(8, "sneaking"), Shot("rifle", 20)),
        "both are one range",
    ),
    (
        lambda: landser.spot_and_fire(
            Sighting(20, "sneaking"), Shot("rifle", 20, target_moving_fast=True)
        ),
        "both are one man",
    ),
    (lambda: landser.Sighting(8, "asleep"), "allowed are"),
    (lambda: landser.assault_score(Fighter(), die=9), "whole number from 0 to 6, not 9."),
    (
        lambda: landser.assault_score(Fighter(), die=3, opponent=0),
        "The number of the opponent is a whole number from 1 to 99, not 0.",
    ),
    (lambda: landser.may_charge(Fighter(), 3, 4), "at most as far away"),
    (lambda: landser.Fighter("sword"), "allowed are"),
    (lambda: landser.surrenders(2, 12, "asleep"), "allowed are"),
    (lambda: landser.Way("swim"), "allowed are"),
    (lambda: landser.Way("move", clear=-1), "The way over clear ground is 0 inches or more"),
    (lambda: landser.Way("move", difficult=-1), "The way over difficult ground is 0 inches"),
    (lambda: landser.Way("move", obstacles=-1), "The width of obstacles is 0 inches or more"),
    (lambda: landser.Gun("rifle"), "allowed are"),
    (lambda: landser.Trooper("cook"), "allowed are"),
    (lambda: landser.Trooper("rifleman", jammed="zz"), "'zz' is not a weapon"),
    (lambda: landser.Trooper("rifleman", helper="chaplain"), "allowed are commander, medic"),
    (lambda: landser.may_do(Trooper("leader"), "dance"), "allowed are"),
    (lambda: landser.may_do(Trooper("rifleman"), ["fire"]), "is not an action"),
    (lambda: landser.next_turn(["zz"]), "is not an outcome"),
    (lambda: landser.treated(7), "The roll is a whole number from 1 to 6, not 7"),
    (lambda: landser.break_off(11), "A squad of 10 cannot have 11 men out of action"),
    (lambda: landser.template_roll(["x"]), "is not an event at a template"),
    (lambda: landser.template_roll("jumps"), "allowed are laid, entered, left, stayed"),
    (lambda: landser.Soldier("a", (0.1, 0)), "not (0.1, 0)."),
    (lambda: landser.Obstacle((0, 0), (0, 0.5)), "The end of an obstacle is a point"),
    (lambda: landser.Throw((0, 0.5), (0, 0)), "The place of the thrower is a point"),
    (lambda: landser.in_arc((0, 0), (0, 1), (0.5, 1)), "A place in or out of an arc is a point"),
    (lambda: landser.in_arc((1, 1), (1, 1), (0, 0)), "a point other than his own"),
)


@pytest.mark.parametrize(("asked", "told"), REFUSED)
def test_what_cannot_be_is_refused_in_one_sentence(asked: Callable[[], object], told: str) -> None:
    with pytest.raises(ValueError, match=r"\.$") as refusal:
        asked()
    assert told in str(refusal.value)
    assert "\n" not in str(refusal.value)
