"""The table of a firefight: what is drawn, and what a press on it means."""

from __future__ import annotations

from fractions import Fraction

import pytest

from landships_lab.core.dice import run
from landships_lab.core.plane import Spot
from landships_lab.drawing.shapes import Label, Polygons
from landships_lab.games.landser.turn import Firefight
from landships_lab.games.landser.turn_board import BOARD
from landships_lab.play import choice, choices
from landships_lab.play.advice import ranked
from tests.effort import tries
from tests.games.landser.turn.test_laws import situations
from tests.games.landser.turn.test_moments import GERMANS, after


def begun(name: str = "duel-of-three") -> Firefight:
    """Return the first turn of the Germans."""
    return after(*GERMANS, name=name)


def pixel(situation: Firefight, x: int, y: int) -> tuple[float, float]:
    """Return the pixel of a place."""
    return BOARD.view(situation).pixel(Spot(x, y))


def test_the_men_are_drawn_and_found_where_they_stand() -> None:
    situation = begun()
    view = BOARD.view(situation)
    scene = BOARD.picture(situation, view)
    drawn = {shape.name for shape in scene.find("helmet-letter")}
    assert drawn == {man.name for man in situation.men}
    for man in situation.men:
        assert BOARD.unit_at(situation, view.pixel(man.at), view) == man.name
    assert BOARD.unit_at(situation, view.pixel(Spot(1, 1)), view) == ""


def test_the_chosen_man_has_his_reach_and_the_chance_on_the_line() -> None:
    situation = begun()
    view = BOARD.view(situation)
    bare = BOARD.picture(situation, view)
    scene = BOARD.picture(situation, view, "G-leader")
    assert not bare.find("reach")
    assert {shape.name for shape in scene.find("reach")} == {"move", "move fast"}
    assert {shape.name for shape in scene.find("sight-line")} == {
        "B-leader",
        "B-gunner",
        "B-loader",
    }
    labels = [shape for shape in scene.find("piece-name") if isinstance(shape, Label)]
    told = {label.name: label.text for label in labels if "%" in label.text}
    assert set(told) == {"B-leader", "B-gunner", "B-loader"}
    for enemy, percent in told.items():
        shot = choice(situation, f"fire G-leader {enemy}")
        assert shot.expects == f"hits {percent}"


def test_the_reach_keeps_off_what_may_not_be_crossed() -> None:
    situation = begun()
    view = BOARD.view(situation)
    scene = BOARD.picture(situation, view, "G-loader")
    fast = next(shape for shape in scene.find("reach") if shape.name == "move fast")
    assert isinstance(fast, Polygons)
    wall = view.pixel(Spot(9, 7))[1]
    over = [y for x, y in fast.rings[0] if abs(x - view.pixel(Spot(8, 7))[0]) < 1.5 * view.scale]
    assert over
    assert all(y < wall for y in over)


@pytest.mark.parametrize(
    ("at", "words"),
    [
        ((12, 6), "move G-leader 12 6"),
        ((16, 1), "fast G-leader 16 1"),
        ((11, 10), "fire G-leader B-leader"),
        ((8, 3), ""),
    ],
)
def test_a_press_means_a_move_or_a_shot(at: tuple[int, int], words: str) -> None:
    situation = begun()
    view = BOARD.view(situation)
    assert BOARD.aimed(situation, "G-leader", pixel(situation, *at), view) == words
    if words:
        assert choice(situation, words).legal


def test_a_press_goes_where_a_declared_pace_leads() -> None:
    situation = after(*GERMANS, "sneak G-leader")
    view = BOARD.view(situation)
    assert BOARD.aimed(situation, "", pixel(situation, 12, 5), view) == "to 12 5"
    assert BOARD.stepped(situation, "to 12 5", "ArrowUp") == "to 12 4.75"
    assert BOARD.stepped(situation, "to 12 0", "ArrowUp") == "to 12 0"
    assert BOARD.stepped(situation, "hide G-leader", "ArrowUp") == "hide G-leader"


def test_an_unknown_enemy_is_looked_for_and_one_in_contact_assaulted() -> None:
    situation = begun()
    view = BOARD.view(situation)
    hidden = situation.change("B-leader", hides=True, at=Spot(11, 8))
    assert BOARD.aimed(hidden, "G-leader", pixel(hidden, 11, 8), view) == "spot G-leader B-leader"
    near = situation.change("B-leader", at=Spot(12, 5))
    assert BOARD.aimed(near, "G-leader", pixel(near, 12, 5), view) == "assault G-leader B-leader"


def test_covering_fire_turns_by_points() -> None:
    situation = begun()
    assert BOARD.turned(situation, "cover G-loader 180", 1) == "cover G-loader 210"
    assert BOARD.turned(situation, "cover G-loader 0", -1) == "cover G-loader 330"
    assert BOARD.turned(situation, "hide G-loader", 1) == "hide G-loader"
    words = BOARD.turned(situation, "cover G-loader 180", 2)
    assert choice(situation, words).legal


def test_a_press_on_those_who_roll_or_are_watched() -> None:
    burst = after(*GERMANS, "work G-gunner", "end", "end", "burst G-gunner B-gunner = 4")
    view = BOARD.view(burst)
    assert BOARD.aimed(burst, "", pixel(burst, 8, 11), view) == "effect B-gunner"
    watched = after(*GERMANS, "cover G-loader 180", "end", "move B-leader 9 8")
    mover = watched.man("B-leader").at
    press = BOARD.view(watched).pixel(mover)
    assert BOARD.aimed(watched, "", press, view) == "fire G-loader B-leader"
    assert BOARD.picture(watched, view).find("wedge")


def test_what_is_in_hand_is_drawn() -> None:
    situation = begun()
    view = BOARD.view(situation)
    for words, role in (
        ("move G-leader 12 6", "ghost"),
        ("burst G-leader B-leader", "template"),
        ("grenade G-leader 11 9", "template"),
        ("cover G-leader 180", "wedge"),
    ):
        scene = BOARD.picture(situation, view, "G-leader", choice(situation, words))
        assert scene.find(role), words


@pytest.mark.long
def test_every_situation_can_be_drawn_and_every_choice_explained() -> None:
    for situation in situations(every=tries(350, 60)):
        assert isinstance(situation, Firefight)
        for closer in (False, True):
            view = BOARD.view(situation, closer)
            for unit in ("", *situation.now.units(situation)[:2]):
                scene = BOARD.picture(situation, view, unit)
                assert scene.description.startswith(situation.label)
        for one in choices(situation):
            panel = BOARD.explain(situation, one)
            assert panel is None or panel.answer() is not None


def test_shots_are_suggested_by_what_they_do_to_men() -> None:
    situation = begun("firefight")
    found = {one.choice.words: one.gain for one in ranked(situation)}
    shots = {words: gain for words, gain in found.items() if words.startswith("fire ")}
    assert len(shots) > 20
    assert min(shots.values()) < Fraction(1, 10) < max(shots.values())
    words, gain = next(iter(shots.items()))
    effect = choice(situation, words).checked()
    out = run(lambda roll: effect(roll).outcome.startswith("out of action")).p(True)
    assert out < gain < 1  # a man out of action counts for one, a wound for a part of one
    assert found["end"] <= 0
