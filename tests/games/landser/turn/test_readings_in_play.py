"""Readings in play: each option that is offered decides something in a moment of a firefight, found
once and remembered.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import pytest

from landships_lab.core.dice import Thrown
from landships_lab.core.plane import Spot
from landships_lab.data.load import readings
from landships_lab.games.landser.turn import START, Firefight
from landships_lab.games.landser.turn.state import Wound
from landships_lab.play import take
from tests.games.landser.turn.test_moments import GERMANS, after, locked, on
from tests.play import laws


def germans(**changes: object) -> Firefight:
    """Return the Germans' first turn with this about their leader."""
    return after(*GERMANS).change("G-leader", **changes)


def enemy(x: Fraction | int = 11, y: Fraction | int = 10, **changes: object) -> Firefight:
    """Return the Germans' first turn with the British leader there, and this about him."""
    return after(*GERMANS).change("B-leader", at=Spot(x, y), **changes)


def alone(**changes: object) -> Firefight:
    """Return the Germans' first turn with their gun set up and no loader."""
    situation = after(*GERMANS).with_crew("Germans", set_up=True)
    return situation.change("G-loader", status="out").change("G-gunner", **changes)


def covered(*watchers: str) -> Firefight:
    """Return the British turn, their leader before an arc of covering fire."""
    cover = (f"cover {name} 180" for name in watchers)
    return on(after(*GERMANS), *cover, "end").change("B-leader", at=Spot(17, 9))


def hard_shot() -> Firefight:
    """Return the German leader's chance with a wound in an arm at a man behind a wall."""
    situation = enemy(11, 8, did="move").change("G-leader", aware=frozenset({"B-leader"}))
    return situation.change("G-leader", at=Spot(11, 2), arms=1)


def broken() -> Firefight:
    """Return the Germans' turn against a typical squad that has lost three men."""
    situation = after(*GERMANS, name="firefight")
    for name in ("B-rifle-1", "B-rifle-2", "B-rifle-3"):
        situation = situation.change(name, status="out")
    return situation


#: A moment of each option, and what is chosen there, with its dice where they must be thrown.
MOMENTS: dict[str, tuple[Callable[[], Firefight], str]] = {
    "medium-band=to-15": (lambda: enemy(11, 14), "fire G-leader B-leader"),
    "natural-one=never-hits": (lambda: enemy(12, 5), "burst G-leader B-leader"),
    "impossible-penalty=excess": (hard_shot, "fire G-leader B-leader"),
    "effect-beyond-table=nothing-below": (hard_shot, "fire G-leader B-leader"),
    "serious-count=with-this": (germans, "fire G-loader B-leader"),
    "dogs-chance=11-or-more": (hard_shot, "dog G-leader B-leader"),
    "dogs-chance-when=dash": (hard_shot, "dog G-leader B-leader"),
    "lone-gunner=always": (alone, "fire G-gunner B-leader"),
    "continuous-fire=any-fire": (lambda: alone(burst_before=True), "fire G-gunner B-leader"),
    "loader-assists=in-place": (
        lambda: after(*GERMANS).change("G-gunner", burst=True, acted=True),
        "hide G-loader",
    ),
    "launcher-modifiers=as-firing": (
        lambda: after(*GERMANS, name="marsh").change("G-rifle-1", moved=True),
        "launch G-rifle-1 12 14",
    ),
    "grenade-cover=number": (lambda: enemy(9, 8), "grenade G-leader 9 6 = 6"),
    "hide-prone=upright": (lambda: enemy(hides=True, did="hide"), "grenade G-leader 11 10 = 6"),
    "hide-open=in-the-open": (lambda: enemy(hides=True, did="hide"), "spot G-leader B-leader"),
    "blocked-near=noticed": (
        lambda: enemy(14, Fraction(9, 2)).change("G-leader", at=Spot(Fraction(51, 4), 6)),
        "spot G-leader B-leader",
    ),
    "scatter=from-north": (germans, "grenade G-leader 10 9"),
    "under-template=any-part": (lambda: enemy(11, 10), "grenade G-leader 11 8"),
    "effectiveness-die=one": (enemy, "grenade G-leader 11 10 = 6 4"),
    "caught-in-template=may-leave-first": (enemy, "burst G-leader B-leader = 6"),
    "arc-45=each-side": (lambda: covered("G-leader"), "move B-leader 14 9"),
    "covering-shots=each": (
        lambda: covered("G-leader").change("G-leader", shots=1),
        "move B-leader 14 9",
    ),
    "cannot-return-fire=as-normal": (
        lambda: germans(wound=Wound("light 1", 1), jammed="smg"),
        "move G-leader",
    ),
    "in-refuge=may-fire": (
        lambda: germans(wound=Wound("light 5", 1, since="hidden")),
        "fire G-leader B-leader",
    ),
    "out-of-hide=may-move": (lambda: germans(hides=True), "move G-leader 12 6"),
    "smg-template=lifted": (enemy, "burst G-leader B-leader = 6"),
    "grenade-action=fire-only": (
        lambda: on(covered("G-leader"), "move B-leader 14 9"),
        "grenade G-leader 14 9",
    ),
    "locked-men=in-place": (locked, "work G-leader"),
    "break-off-again=once": (broken, "end"),
}


def comes_out(situation: Firefight, move: str) -> list[object]:
    """Return what a player is told of a choice, and what is so after it with these dice."""
    words, _, dice = move.partition(" = ")
    one = situation.now.read(situation, tuple(words.split()))
    if one is None:
        return ["nobody may say so"]
    if not one.legal:
        return [one.why]
    thrown = take(situation, words, Thrown(tuple(map(int, dice.split())), seed=1))
    then = replace(thrown.situation, readings=())
    return [one.says, one.expects, one.odds, thrown.outcome, then]


@pytest.mark.parametrize("option", MOMENTS)
def test_each_option_that_is_offered_decides_something(option: str) -> None:
    moment, move = MOMENTS[option]
    key, _, chosen = option.partition("=")
    situation = moment()
    assert comes_out(situation, move) != comes_out(situation.with_readings({key: chosen}), move)


@pytest.mark.parametrize("name", START)
def test_what_decides_nothing_is_not_offered_and_the_reason_is_kept(name: str) -> None:
    begin = START[name]
    assert {f"{key}={option}" for key, option in laws.offered(begin)} == set(MOMENTS)
    assert set(begin.idle_readings) <= set(readings("landser"))
    assert all(why.endswith(".") for why in begin.idle_readings.values())
