"""What is suggested in a firefight: shots are ranked like everything else."""

from __future__ import annotations

from landships_lab.core.dice import run
from landships_lab.play import choice
from landships_lab.play.advice import ranked
from tests.games.landser.turn.test_board import begun


def test_shots_are_suggested_by_the_men_they_put_out_of_action() -> None:
    situation = begun("firefight")
    found = {one.choice.words: one.gain for one in ranked(situation)}
    shots = {words: gain for words, gain in found.items() if words.startswith("fire ")}
    assert len(shots) > 20
    assert next(iter(found)).startswith("fire ")
    assert min(shots.values()) == 0  # a lucky six with a minus puts nobody out of action
    words, gain = next(iter(shots.items()))
    effect = choice(situation, words).checked()
    out = run(lambda roll: effect(roll).said.startswith("out of action")).p(True)
    assert gain == out
    assert found["end"] == 0
