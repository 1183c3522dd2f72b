"""Where rules meet in a firefight."""

from __future__ import annotations

from dataclasses import replace

from landships_lab.core.answer import Answer
from landships_lab.core.dice import Thrown
from landships_lab.core.plane import Spot
from landships_lab.games.landser.turn import Firefight
from landships_lab.games.landser.turn.hurt import Effects, put_out
from landships_lab.games.landser.turn.state import Template, Wound
from landships_lab.play import choice, take
from tests.games.landser.turn.test_board import begun


def test_a_burst_catches_a_man_whom_it_makes_hide_behind_a_wall() -> None:
    """He hides when he is fired on (line 137); hiding behind something hard saves him only from
    later bursts (line 117).
    """
    situation = begun().with_crew("Germans", set_up=True)
    on_his_way = Wound("light 6", 0, False, "")
    situation = situation.change("B-gunner", wound=on_his_way, at=Spot(8, 8), did="sneak")
    situation = situation.change("B-gunner", aware=frozenset())
    situation = situation.change("G-gunner", aware=frozenset({"B-gunner"}))
    words = "burst G-gunner B-gunner"
    assert choice(situation, words).legal
    happening = take(situation, words, Thrown((6,)))
    after = happening.situation
    assert isinstance(after, Firefight)
    assert after.man("B-gunner").wound.since == "fired on"
    assert isinstance(after.now, Effects)
    assert [due.name for due in after.now.due] == ["B-gunner"]
    assert choice(situation, words).odds.p(happening.said) > 0


def test_no_burst_is_fired_at_a_man_who_hides_behind_a_wall() -> None:
    """He cannot be hit (line 117), so nothing lays a template over him; a rifle may fire."""
    situation = begun().change("B-gunner", at=Spot(8, 11), hides=True, did="hide")
    known = situation.change("G-leader", at=Spot(8, 4), aware=frozenset({"B-gunner"}))
    refused = choice(known, "burst G-leader B-gunner").why
    assert isinstance(refused, Answer)
    assert refused.headline.startswith("B-gunner is within the template, but hides behind")
    assert choice(known, "fire G-leader B-gunner").legal
    assert choice(known.change("B-gunner", hides=False), "burst G-leader B-gunner").legal


def test_a_gunner_in_the_middle_of_his_own_template_fires_ahead_of_him() -> None:
    """A gun that fired may fire again in an arc of 45 degrees (line 115); from the middle of the
    template there is no way to it, so the arc is the one that the gunner faces.
    """
    situation = begun().with_crew("Germans", set_up=True)
    gunner, south, west = situation.man("G-gunner"), Spot(8, 10), Spot(2, 3)
    situation = situation.change("G-gunner", burst_before=True, facing=180)
    laid = Template("G-gunner", "gpmg", gunner.at, 0, 4)
    situation = replace(situation, templates=(laid,))
    for place, inside in ((south, True), (west, False)):
        there = situation.change("B-gunner", at=place)
        refused = choice(there, "burst G-gunner B-gunner").why
        said = refused.headline if isinstance(refused, Answer) else ""
        assert ("arc" not in said) is inside, said


def test_who_fights_two_goes_on_with_the_other_when_one_is_out() -> None:
    """Two have assaulted one man; one of them is put out of action, and the other still has an
    opponent who fights him.
    """
    situation = begun()
    for name in ("G-leader", "G-gunner"):
        situation = situation.change(name, opponent="B-leader", combat="assaulter")
    situation = situation.change("B-leader", opponent="G-gunner", combat="assaulted")
    after = put_out(situation, "G-gunner", "out")
    assert after.man("G-gunner").opponent == ""
    assert (after.man("B-leader").opponent, after.man("B-leader").combat) == (
        "G-leader",
        "assaulted",
    )
    assert after.man("G-leader").opponent == "B-leader"
    last = put_out(after, "G-leader", "out")
    assert (last.man("B-leader").opponent, last.man("B-leader").combat) == ("", "")
