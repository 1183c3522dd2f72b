"""The kinds of question about Little Wars."""

from __future__ import annotations

import random

from landships_lab.practice.kind import Kind, whole_number
from landships_lab.practice.task import Task
from little_wars.panels.melee import GRID
from little_wars.rules import Body, melee


def _prisoners(dice: random.Random, level: int) -> Task:
    """Ask for the prisoners of an isolated or a supported body."""
    men, more, friends = (
        dice.randint(3, 12),
        dice.randint(1, 9),
        dice.choice((0, 0, 6)) if level > 1 else 0,
    )
    where = dice.sample(["0604", "0606", "0504", "0505", "0704", "0705"], friends)
    place = GRID.place
    answer = melee(Body(place("0605"), men, {"foot": [place(code) for code in where]}), men + more)
    told = (
        f" {friends} friends on foot stand in the hexes round them."
        if friends
        else " They are alone."
    )
    text = (
        f"{men} men on foot are in contact with {men + more} enemies.{told} How many of the {men}"
        " are taken prisoner?"
    )
    state = f"little_wars:melee {men} against {men + more}" + (
        f" foot {' '.join(sorted(where))}" if where else ""
    )
    mistakes = [(more, "you took the body for isolated"), (0, "you took it for supported")]
    return Task(text, state, whole_number(int(answer.value), mistakes))


KINDS = (Kind("little_wars:melee", "count", _prisoners),)
