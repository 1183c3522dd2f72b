"""Right from one moment of a firefight to the next: what the third audit found, as moves."""

from __future__ import annotations

from dataclasses import replace

import pytest

from landships_lab.core.answer import Answer
from landships_lab.core.dice import Thrown
from landships_lab.core.plane import Spot
from landships_lab.data.load import cites
from landships_lab.games.landser.data.setups import agreements
from landships_lab.games.landser.panels.squad import LandserSquad
from landships_lab.games.landser.turn import START, Firefight, facts
from landships_lab.games.landser.turn.hurt import Effects, put_out
from landships_lab.games.landser.turn.state import Crew, Template, Wound
from landships_lab.games.landser.turn.templates import fires_gun
from landships_lab.games.landser.turn_board import BOARD
from landships_lab.play import choice, choices, take

#: The Germans begin, or the British.
GERMANS = ("begin", "roll = 6 1")
BRITISH = ("begin", "roll = 1 6")


def on(situation: Firefight, *moves: str) -> Firefight:
    """Return the situation after these moves, each with its dice behind an equals sign."""
    for move in moves:
        words, _, dice = move.partition(" = ")
        after = take(situation, words, Thrown(tuple(map(int, dice.split())))).situation
        assert isinstance(after, Firefight)
        situation = after
    return situation


def after(*moves: str, name: str = "duel-of-three") -> Firefight:
    """Return the situation after these moves from the set-up."""
    situation = START[name]
    assert isinstance(situation, Firefight)
    return on(situation, *moves)


def may(situation: Firefight, *words: str) -> list[str]:
    """Return which of these choices are legal."""
    return [one for one in words if choice(situation, one).legal]


def verbs(situation: Firefight, name: str) -> set[str]:
    """Return what a man may choose."""
    return {one.verb for one in choices(situation, name) if one.legal and one.unit == name}


def why_not(situation: Firefight, words: str) -> str:
    """Return why a choice is refused."""
    why = choice(situation, words).why
    assert isinstance(why, Answer)
    assert not why.value
    return why.headline


# -- guns ------------------------------------------------------------------------------------------


def worn() -> Firefight:
    """Return the turn after the fourth on automatic."""
    situation = after(*GERMANS).with_crew("Germans", set_up=True, running=4)
    return situation.change("G-gunner", burst_before=True)


def test_a_worn_barrel_is_changed_in_the_following_turn() -> None:
    """W1: weapon work is all that the gunner does, and a pause changes no barrel (line 197)."""
    situation = worn()
    assert verbs(situation, "G-gunner") == {"work"}
    pistol = "fire G-gunner B-gunner pistol"
    assert not may(situation, "end", "fire G-gunner B-gunner", "burst G-gunner B-gunner", pistol)
    for panel in map(
        LandserSquad.parse, ("landser:squad gun crewed gpmg turns 4 with set-up loader",)
    ):
        assert panel.answer().value is False
    works = on(situation, "work G-gunner", "end", "end")
    assert works.crew("Germans") == Crew(set_up=True)
    assert may(works, "burst G-gunner B-leader")


def test_what_a_hit_makes_him_do_comes_before_the_barrel_and_leaves_it_worn() -> None:
    """W1: hidden for a turn, he changes it in the next one."""
    hit = worn().change("G-gunner", wound=Wound("light 2", 1))
    assert verbs(hit, "G-gunner") == {"hide", "pass"}
    later = on(hit, "hide G-gunner", "end", "end")
    assert later.crew("Germans").running == 4
    assert verbs(later, "G-gunner") == {"work"}


def test_bursts_of_covering_fire_in_one_turn_are_one_of_those_running() -> None:
    """The text counts turns; a leader's submachine gun does not keep the machine gun's count."""
    situation = after(*GERMANS).with_crew("Germans", set_up=True, running=2)
    paused = on(situation, "burst G-leader B-leader = 2", "end")
    assert paused.crew("Germans").running == 0
    gunner = situation.man("G-gunner")
    twice = fires_gun(fires_gun(situation, gunner, True, False), gunner, True, False)
    assert twice.crew("Germans").running == 3


def test_a_submachine_gun_is_reloaded_by_weapon_work_and_nothing_else() -> None:
    """W2: his next turn is weapon work (lines 115, 185); hide does not reload either."""
    fired = on(after(*GERMANS), "burst G-leader B-leader = 2", "end", "end")
    assert verbs(fired, "G-leader") == {"work"}
    for words in ("fast G-leader", "grenade G-leader 12 10", "pass G-leader", "end"):
        assert not choice(fired, words).legal
    assert may(on(fired, "work G-leader", "end", "end"), "burst G-leader B-leader")
    hit = fired.change("G-leader", wound=Wound("light 2", 1))
    later = on(hit, "hide G-leader", "end", "end")
    assert verbs(later, "G-leader") == {"work"}
    assert on(later, "work G-leader", "end", "end").man("G-leader").hides
    state = "landser:squad order man leader action move_fast weapon smg with burst-before"
    assert LandserSquad.parse(state).answer().value is False


def test_each_job_takes_a_turn_of_weapon_work() -> None:
    """M1: a barrel, a jam and setting up are three turns (lines 111, 197), as in the panel."""
    panel = "landser:squad gun crewed gpmg turns 4 with set-up gun-jammed loader"
    assert any("each of these" in one.text for one in LandserSquad.parse(panel).answer().remedies)
    situation = after(*GERMANS).with_crew("Germans", jammed=True, running=4)
    seen = []
    for _ in range(3):
        situation = on(situation, "work G-gunner", "end", "end")
        crew = situation.crew("Germans")
        seen.append((crew.running, crew.jammed, crew.set_up))
    assert seen == [(0, True, False), (0, False, False), (0, False, True)]
    both = after(*GERMANS).change("G-leader", reloads=True, jammed="smg")
    once = on(both, "work G-leader", "end", "end").man("G-leader")
    assert (once.reloads, once.jammed) == (False, "smg")


def fallen() -> Firefight:
    """Return the German loader's chance after the British gunner fell, with the gun set up."""
    moves = ("work B-gunner", "end", "fire G-loader B-gunner = 6 6 6", "end")
    return after(*BRITISH, *moves)


def test_a_gun_lies_where_its_gunner_fell() -> None:
    """W14: the loader takes it up in base contact, which is ours; carried, it is not set up."""
    situation = fallen()
    assert situation.crew("British").lies == Spot(8, 11)
    beside = situation.man("B-loader").at
    away = situation.change("B-loader", at=Spot(beside.x + 4, beside.y))
    words = "burst B-loader G-leader gpmg"
    assert "base contact" in why_not(away, words)
    assert getattr(choice(away, words).cite, "kind", "") == "ours"
    assert not on(away, "work B-loader").crew("British").taken_over
    near = situation.change("B-loader", at=Spot(9, 11))
    burst = on(near, f"{words} = 6") if choice(near, words).legal else near
    assert choice(near, words).legal
    assert (burst.crew("British").taken_over, burst.crew("British").lies) == (True, None)
    carried = on(near, "work B-loader", "end", "end", "move B-loader 9 13", "end", "end")
    assert not carried.crew("British").set_up
    left = on(near, "move B-loader 9 13", "end", "end")
    assert not may(left, words)


def test_a_loader_stays_within_two_inches_of_his_gun() -> None:
    """W15: lines 232-234; what a wound makes him do, and combat, come first."""
    situation = after(*GERMANS)
    assert "too far away" in why_not(situation, "move G-loader 3.25 3")
    gunner = situation.man("G-gunner").at
    assert may(situation, f"move G-loader {gunner.x} {gunner.y + 2}")
    astray = situation.change("G-loader", at=Spot(gunner.x + 9, gunner.y))
    assert may(astray, f"move G-loader {gunner.x + 6} {gunner.y}")
    assert not may(astray, f"move G-loader {gunner.x + 10} {gunner.y}")
    hurt = situation.change("G-loader", wound=Wound("light 6"))
    there = situation.man("G-loader").at
    assert may(hurt, f"sneak G-loader {there.x} {there.y - 2}")
    panel = LandserSquad.parse("landser:squad loader loader_inches 4 with moving")
    assert panel.answer().value is False


# -- hide and wounds -------------------------------------------------------------------------------


def test_weapon_work_leaves_a_man_in_hide() -> None:
    """W3: coming out of hide is a move action (line 155)."""
    worked = on(after(*GERMANS), "fire G-leader B-leader = 5 1", "end", "work B-leader")
    assert facts.hiding(worked.man("B-leader")) == "chosen"
    later = on(worked, "end", "end")
    assert not may(later, "burst B-leader G-leader", "fire B-leader G-leader", "fast B-leader")
    assert may(on(later, "move B-leader", "stay B-leader", "end", "end"), "burst B-leader G-leader")


@pytest.mark.parametrize("last", ["hide", "weapon work"])
def test_who_comes_out_of_hide_goes_nowhere_though_he_declares_first(last: str) -> None:
    """Line 155, by its default reading."""
    hidden = after(*GERMANS).change("G-leader", hides=True, last=last)
    declared = on(hidden, "move G-leader")
    for situation, words in ((hidden, "move G-leader 12 6"), (declared, "to 12 6")):
        assert why_not(situation, words).endswith("he needs 2 inches and has 0.")
    assert {one.words for one in choices(declared) if one.legal} == {"stay G-leader"}
    other = on(hidden.with_readings({"out-of-hide": "may-move"}), "move G-leader")
    assert choice(other, "to 12 6").legal


def test_who_sneaks_out_of_hide_goes_towards_terrain_though_he_declares_first() -> None:
    """Line 153: after one hit he may sneak towards the nearest terrain."""
    situation = after(*GERMANS).change("G-leader", wound=Wound("hide", 1, hid=True))
    for place, value in (("12.5 4.5", True), ("12 2", False)):
        assert choice(situation, f"sneak G-leader {place}").legal is value
        assert choice(on(situation, "sneak G-leader"), f"to {place}").legal is value


@pytest.mark.parametrize(
    ("moves", "verbs_left"),
    [
        (
            ("fire G-leader B-leader = 4 5 6", "fire G-loader B-leader = 6 5 2", "end"),
            {"sneak", "hide"},
        ),
        (
            ("fire G-loader B-leader = 6 5 3", "fire G-leader B-leader = 4 5 5", "end"),
            {"sneak", "hide"},
        ),
        (("fire G-leader B-leader = 4 6 1", "fire G-loader B-leader = 6 5 3", "end"), {"hide"}),
        (
            (
                *("fire G-leader B-leader = 4 5 6", "end", "sneak B-leader", "to 11 12", "end"),
                *("spot G-loader B-leader = 6", "fire G-loader B-leader = 6 5 3", "end"),
            ),
            {"hide"},
        ),
    ],
)
def test_a_lighter_hit_takes_nothing_from_a_graver_one(
    moves: tuple[str, ...], verbs_left: set[str]
) -> None:
    """W4: lines 134-137, 142; half speed counts beside the graver one."""
    situation = on(after(*GERMANS), *moves)
    assert verbs(situation, "B-leader") - {"pass"} == verbs_left
    assert not may(situation, "fast B-leader", "fire B-leader G-leader", "cover B-leader 0")
    assert situation.man("B-leader").wound.dazed


def test_a_wound_waits_until_the_combat_that_comes_first_is_over() -> None:
    """Agreed that combat comes first, a hit binds him as soon as he is free again."""
    situation = locked()
    agreed = replace(situation, agreed=(("locked-and-hit", "combat-first"),))
    hit = agreed.change("G-leader", wound=Wound("light 2", 1))
    assert on(hit, "assault G-leader B-leader", "fight G-leader B-leader = 3 3", "end").man(
        "G-leader"
    ).wound == Wound("light 2", 1)


# -- combat ----------------------------------------------------------------------------------------


def locked(**changes: object) -> Firefight:
    """Return the Germans' turn, their leader locked with the British one who has assaulted him."""
    situation = after(*GERMANS)
    beside = Spot(situation.man("G-leader").at.x, situation.man("G-leader").at.y + 1)
    mine = {"opponent": "B-leader", "combat": "assaulted", "locked": 1} | changes
    theirs = {"opponent": "G-leader", "combat": "assaulter", "locked": 1}
    return situation.change("G-leader", **mine).change("B-leader", at=beside, **theirs)


def test_nobody_moves_fast_twice_running_out_of_a_combat_either() -> None:
    """W13: line 33."""
    agreed = (("locked-and-hit", "combat-first"),)
    assert not may(replace(locked(last="move fast"), agreed=agreed), "fast G-leader")
    assert may(replace(locked(last="move"), agreed=agreed), "fast G-leader")


def test_who_breaks_off_leaves_and_who_does_not_leave_is_still_locked() -> None:
    """The one way out is a fast move to get out of there (line 173)."""
    situation = locked()
    at = situation.man("G-leader").at
    stayed = on(situation, "fast G-leader", "stay G-leader")
    assert stayed.man("G-leader").opponent == "B-leader"
    assert "in contact" in why_not(situation, f"fast G-leader {at.x} {at.y + 2}")
    gone = on(situation, f"fast G-leader {at.x + 5} {at.y}")
    assert (gone.man("G-leader").opponent, gone.man("B-leader").opponent) == ("", "")


def test_prisoners_join_in_a_later_round() -> None:
    """W16: in subsequent rounds (line 193), which is what the panel says."""
    situation = locked().change("B-gunner", opponent="", status="prisoner", guard="G-leader")
    draw = on(situation, "end", "assault B-leader G-leader", "fight B-leader G-leader = 3 3")
    assert may(draw, "join B-gunner")  # locked in an earlier turn
    first = draw.change("G-leader", locked=draw.ply)
    assert not may(first, "join B-gunner")
    panel = BOARD.explain(first, choice(first, "join B-gunner"))
    assert panel is not None
    assert panel.answer().value is False


def test_an_assault_is_no_fast_move_before_a_wall() -> None:
    """M2: line 56 bars a barrier to the move fast action alone."""
    moves = ("agree assault-move seven", *BRITISH)
    situation = after(*moves).change("B-gunner", at=Spot(8, 8)).change("G-gunner", at=Spot(8, 5))
    assert may(situation, "assault B-gunner G-gunner")
    assert not may(situation, "fast B-gunner 8 5.5")


def test_a_grenade_is_thrown_in_covering_fire() -> None:
    """M3: reading grenade-action, whose default lets covering fire throw it."""
    situation = after(*GERMANS, "cover G-leader 180", "end")
    crossing = on(situation.change("B-leader", at=Spot(17, 9)), "move B-leader 14 9")
    throws = [one for one in choices(crossing) if one.verb == "grenade"]
    assert [one.legal for one in throws] == [True]
    thrown = on(crossing, f"{throws[0].words} = 4 1 1 1 1")
    assert (thrown.man("G-leader").grenades, thrown.man("G-leader").shots) == (0, 1)
    alone = crossing.with_readings({"grenade-action": "fire-only"})
    assert not may(alone, throws[0].words)


def test_an_angry_man_who_moves_and_fires_must_fire() -> None:
    """Line 133: what he must do is not met by the move alone."""
    situation = after(*BRITISH).change("G-leader", fired=True)
    angry = situation.change("B-leader", wound=Wound("light 1", 1))
    declared = on(angry, "move-fire B-leader")
    assert "return fire" in why_not(declared, "stay B-leader")
    assert may(on(declared, "fire B-leader G-leader = 2"), "stay B-leader")


def test_who_comes_back_into_a_template_enters_it_again() -> None:
    """Line 115: any soldier entering it must roll, a second time as well."""
    laid = Template("G-gunner", "gpmg", Spot(11, 8), 0, 1)
    situation = replace(after(*BRITISH), templates=(laid,)).change("B-leader", at=Spot(11, 11))
    way = on(situation, "move B-leader 11 10 11 10.5 11 10")
    again = on(way, "effect B-leader = 5 3")
    assert again.man("B-leader").fresh.dazed
    assert isinstance(again.now, Effects)
    assert type(on(again, "effect B-leader = 5 2").now).__name__ == "Orders"


def test_what_is_ours_is_told_as_ours_before_the_first_die() -> None:
    """No line is printed for it, and its citations say so."""
    why = choice(START["firefight"], "begin").why
    assert isinstance(why, Answer)
    ours = [step for step in why.steps if step.cite.kind == "ours"]
    answers = [step for step in ours if step.text.startswith("Our answer: ")]
    assert len(answers) == len(agreements())
    assert {step.cite for step in ours if step not in answers} == {
        cite for cite in cites("landser").values() if cite.kind == "ours"
    }


def test_one_press_begins_with_our_answers_and_another_opens_them() -> None:
    situation = START["firefight"]
    assert [one.words for one in choices(situation)] == ["begin", "change"]
    assert not situation.now.units(situation)
    listed = take(situation, "change", Thrown()).situation
    assert set(listed.now.units(listed)) == set(agreements())
    agreed = take(listed, "agree medic second", Thrown()).situation
    assert dict(agreed.agreed) == {"medic": "second"}  # type: ignore[attr-defined]  # a Firefight


# -- where rules meet -----------------------------------------------------------------------------


def test_a_burst_catches_a_man_whom_it_makes_hide_behind_a_wall() -> None:
    """He hides when he is fired on (line 137); hiding behind something hard saves him only from
    later bursts (line 117).
    """
    situation = after(*GERMANS).with_crew("Germans", set_up=True)
    on_his_way = Wound("light 6", 0, False, "")
    situation = situation.change("B-gunner", wound=on_his_way, at=Spot(8, 8), did="sneak")
    situation = situation.change("B-gunner", aware=frozenset())
    situation = situation.change("G-gunner", aware=frozenset({"B-gunner"}))
    words = "burst G-gunner B-gunner"
    assert choice(situation, words).legal
    happening = take(situation, words, Thrown((6,)))
    then = happening.situation
    assert isinstance(then, Firefight)
    assert then.man("B-gunner").wound.since == "fired on"
    assert isinstance(then.now, Effects)
    assert [due.name for due in then.now.due] == ["B-gunner"]
    assert choice(situation, words).odds.p(happening.outcome) > 0


def test_no_burst_is_fired_at_a_man_who_hides_behind_a_wall() -> None:
    """He cannot be hit (line 117), so nothing lays a template over him; a rifle may fire."""
    situation = after(*GERMANS).change("B-gunner", at=Spot(8, 11), hides=True, did="hide")
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
    situation = after(*GERMANS).with_crew("Germans", set_up=True)
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
    situation = after(*GERMANS)
    for name in ("G-leader", "G-gunner"):
        situation = situation.change(name, opponent="B-leader", combat="assaulter")
    situation = situation.change("B-leader", opponent="G-gunner", combat="assaulted")
    then = put_out(situation, "G-gunner", "out")
    assert then.man("G-gunner").opponent == ""
    assert (then.man("B-leader").opponent, then.man("B-leader").combat) == ("G-leader", "assaulted")
    assert then.man("G-leader").opponent == "B-leader"
    last = put_out(then, "G-leader", "out")
    assert (last.man("B-leader").opponent, last.man("B-leader").combat) == ("", "")
