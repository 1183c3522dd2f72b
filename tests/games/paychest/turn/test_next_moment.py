"""What one moment of a fight leaves for the next: morale that binds, contacts of several units,
leaders, guns, cover, and what the battle is about.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from landships_lab.core.dice import Thrown
from landships_lab.games.paychest.turn import START, Fight, choice, choices, take
from landships_lab.games.paychest.turn.cards import DrawCard, UnitTurn
from landships_lab.games.paychest.turn.casualties import hits_said
from landships_lab.games.paychest.turn.morale import MoraleChecks
from landships_lab.panel.links import read_link

PATROL, PAYCHEST = START["one-fight"], START["the-paychest"]


def play(fight: Any, *moves: str) -> Fight:
    """Return the fight after these moves, each with its dice after an equals sign."""
    for move in moves:
        words, _, dice = move.partition(" = ")
        fight = take(fight, words, Thrown([int(die) for die in dice.split()])).situation
    assert isinstance(fight, Fight)
    return fight


def acting(fight: Fight, name: str) -> Fight:
    """Return the fight with the card of a unit just drawn."""
    others = tuple(one for one in fight.standing() if one != name)
    return replace(fight, stack=(DrawCard(others), UnitTurn(name)))


def why(fight: Fight, words: str) -> str:
    """Return why a choice is refused, "" if it is legal."""
    one = choice(fight, words)
    return "" if one.legal or one.why is None else one.why.headline


# ------------------------------------------------------------------------------------ morale


@pytest.mark.parametrize(
    ("kind", "result"), [("regular", "3"), ("irregular", "5"), ("irregular", "4")]
)
def test_a_unit_told_to_fall_back_does_so_before_anything_else(kind: str, result: str) -> None:
    """Lines 8 and 9: on its next move; line 3: it moves before it fires."""
    fight = acting(PATROL.put("Half-Section", kind=kind, result=result), "Half-Section")
    assert fight.now.prompt(fight) == "Morale comes first: Half-Section must obey it."
    first = "It falls back 2d6 first, and may not fire before that."
    assert why(fight, "fire Half-Section Riflemen") == first
    assert why(fight, "end Half-Section")
    back = play(fight, "obey Half-Section = 1 2")
    assert back.unit("Half-Section").back == 3
    assert ("Half-Section", "result") not in back.marks()
    faces = result != "4"
    assert choice(back, "end Half-Section").legal
    panel = "paychest:turn about unit wants fire done {} kind {} result {}"
    for done, may in (("start", False), ("moved", faces)):
        state = read_link(panel.format(done, kind, result).replace("done start ", ""))
        assert (state.answer().value is True) is may


def test_a_later_lighter_result_ends_no_rout() -> None:
    """Lines 9 and 10: a rout goes on until it rallies, that of a leaderless unit for ever."""
    for owed in ("2", "leader"):
        fight = PATROL.put("Riflemen", result=owed, hits=6)
        for die in (5, 6):
            checked = fight.become(MoraleChecks(("Riflemen",)))
            after = play(checked, f"morale Riflemen = 1 2 {die}")
            assert after.marks()["Riflemen", "result"] == owed


def test_a_leaderless_unit_routs_once_a_turn_and_again_in_the_next() -> None:
    fight = acting(PATROL, "Half-Section")
    fell = play(fight, "fire Half-Section Riflemen = 1 6 6 6 6 6 6 6", "out 1 leader = 1 2 1 1 1 1")
    assert fell.unit("Riflemen").back == 4
    drawn = acting(fell, "Riflemen")
    assert not choice_words(drawn) & {"obey Riflemen"}
    assert (
        why(drawn, "advance Riflemen") == "It may not move freely: it has routed 4d6 in this turn."
    )
    later = acting(drawn.all_after("turn ends"), "Riflemen")
    assert play(later, "obey Riflemen = 1 1 1 1").unit("Riflemen").back == 8


def choice_words(fight: Fight) -> set[str]:
    return {one.words for one in choices(fight) if one.legal}


@pytest.mark.parametrize(("option", "men", "behind"), [("next-card", 5, 2), ("never", 3, 0)])
def test_figures_that_rout_one_by_one_come_back_or_not(option: str, men: int, behind: int) -> None:
    """Line 8, results 4 and 5: a figure routs 1d6; when it comes back is a reading."""
    fight = PATROL.with_readings({"figure-returns": option}).put("Picket", hits=3)
    checked = fight.become(DrawCard(("Picket",)), MoraleChecks(("Picket",)))
    happened = take(
        checked, ["morale Picket", "1 1 4 1 2 6 6 6 3 5"][0], Thrown([1, 1, 4, 1, 2, 6, 6, 6, 3, 5])
    )
    assert "2 men rout, by 3 and 5" in happened.says
    after = happened.situation
    assert isinstance(after, Fight)
    assert (after.unit("Picket").men, after.unit("Picket").strays) == (men, behind)
    assert play(after, "draw = 1").unit("Picket").strays == 0


# ------------------------------------------------------------------------------------ contact


def test_a_second_charge_leaves_the_first_in_contact() -> None:
    """Line 7: any stands in contact may melee."""
    one = play(acting(PATROL, "Half-Section"), "charge Half-Section Riflemen", "meets 3 3")
    both = play(acting(one, "Picket"), "charge Picket Riflemen", "meets 2 1")
    assert dict(both.unit("Riflemen").met) == {"Half-Section": 3, "Picket": 1}
    for name in ("Half-Section", "Picket"):
        assert choice(acting(both, name), f"fight {name} Riflemen").legal
    gone = play(acting(both, "Picket"), "advance Picket")
    assert dict(gone.unit("Riflemen").met) == {"Half-Section": 3}
    assert "leaves Riflemen" in choice(acting(both, "Picket"), "advance Picket").says


def test_two_may_be_on_one_and_an_advance_may_meet() -> None:
    """Line 7: two to one; line 6: an advance costs 2, a charge 3."""
    met = play(acting(PATROL, "Picket"), "advance Picket Swordsmen", "meets 2 1")
    assert dict(met.unit("Picket").met) == {"Swordsmen": 2}
    assert dict(met.unit("Swordsmen").met) == {"Picket": 1}
    assert choice(acting(PATROL, "Picket"), "advance Picket Swordsmen").expects == "fire at −2"
    happened = take(met, "fight Picket Swordsmen", Thrown([3, 6, 6]))
    assert happened.said == "1 hit on them, no hits on us"


def test_no_more_men_touch_than_stand_there() -> None:
    first = play(acting(PATROL, "Half-Section"), "charge Half-Section Riflemen", "meets 4 4")
    few = first.put("Riflemen", men=5)
    second = play(acting(few, "Picket"), "charge Picket Riflemen")
    assert choice_words(second) == {"meets 0", *(f"meets {n} 1" for n in (1, 2, 3, 4))}
    assert any(step.cite.kind == "ours" for step in take(second, "meets 2 1", Thrown()).steps)


# ------------------------------------------------------------------------------------ leaders


def test_an_acting_corporal_leads_and_may_be_lost_like_a_leader() -> None:
    """Line 10: the player may activate another man; line 9: a lost leader makes the unit roll."""
    fight = acting(PATROL, "Half-Section")
    lost = play(fight, "fire Half-Section Riflemen = 1 6 6 6 6 6 6 6", "out 1 leader = 6 6")
    again = play(acting(lost, "Riflemen"), "corporal Riflemen")
    assert again.unit("Riflemen").led
    hit = play(acting(again, "Half-Section"), "fire Half-Section Riflemen = 1 6 6 6 6 6 6 6")
    assert {"out 1", "out 1 leader"} <= choice_words(hit)
    assert play(hit, "out 1 leader = 1 1 1 1 1 1").unit("Riflemen").back == 4


def test_leaders_aim_at_single_figures_and_the_others_at_a_group_or_at_the_ground() -> None:
    """Line 5."""
    fight = acting(PATROL, "Picket")
    aimed = play(fight, "aim Picket Riflemen leader = 4")
    assert choice_words(aimed) == {"out 0", "out 1 leader"}
    then = play(aimed, "out 0")
    assert not choice(then, "advance Picket").legal  # it has begun to fire
    one_left = play(then, "aim Picket Riflemen man = 6")
    assert why(one_left, "aim Picket Riflemen man") == "The leader has fired 2 times in this turn."
    told = take(one_left, "fire Picket Swordsmen", Thrown([6] * 4)).says
    assert told == "Picket fired 4 shots at Swordsmen: no hits."
    only = fight.with_readings({"leaders-fire": "only"})
    assert take(only, "fire Picket Swordsmen", Thrown([6] * 4)).said == "no hits"
    alone = acting(PATROL.put("Swordsmen", men=1), "Picket")
    assert why(alone, "fire Picket Swordsmen")
    assert choice(alone, "ground Picket Swordsmen").legal


# ------------------------------------------------------------------------ guns, cover, the goal


def test_a_machine_gun_adds_for_the_group_jams_and_is_cleared() -> None:
    """Line 11: 1 for every three figures, 1d6 rounds, a ONE and a second ONE jam."""
    fight = acting(PAYCHEST, "Gunners")
    assert take(fight, "fire Gunners Raiders", Thrown([6, 4])).said == "4 hits"
    assert why(play(fight, "fire Gunners Raiders = 6 1", "out 0"), "fire Gunners Raiders") == (
        "It has fired its bursts of this turn."
    )
    jammed = play(fight, "fire Gunners Raiders = 1 1 3", "out 0")
    assert jammed.marks()["Gunners", "jammed"]
    later = acting(jammed, "Gunners")
    assert why(later, "fire Gunners Raiders") == "A jammed machine gun cannot fire."
    assert choice(later, "rifles Gunners Raiders").legal
    assert not play(later, "clear Gunners").unit("Gunners").jammed


def test_men_in_cover_are_not_hit_by_a_gun_but_may_roll_for_morale() -> None:
    """Line 12: their number and a die of 12 or more."""
    fight = acting(PAYCHEST, "Gunners")
    missed = play(fight, "fire Gunners Marksmen = 6")
    assert type(missed.now).__name__ == "UnderCover"
    assert play(missed, "cover Marksmen = 2").unit("Marksmen").back == 0
    assert play(missed, "cover Marksmen = 3 3 1 2").unit("Marksmen").back == 3
    all_hidden = acting(PAYCHEST.put("Marksmen", men=9), "Gunners")
    assert choice(all_hidden, "fire Gunners Marksmen").odds.p("no hits") == 1
    moved = play(acting(PAYCHEST, "Marksmen"), "advance Marksmen")
    assert not moved.unit("Marksmen").hidden


def test_a_battle_may_be_about_something() -> None:
    """Line 10: until a predetermined victory condition is met."""
    fight = acting(PAYCHEST, "Raiders")
    one = choice(fight, "take Raiders")
    assert one.supplied
    assert take(fight, one, Thrown()).situation.over == "Tribe has the paychest."
    assert not [one for one in choices(acting(PAYCHEST, "Guard")) if one.verb == "take"]
    assert not choice(acting(PAYCHEST.put("Raiders", result="2"), "Raiders"), "take Raiders").legal


def test_a_game_of_an_earlier_version_is_read() -> None:
    charged = play(acting(PATROL, "Half-Section"), "charge Half-Section Riflemen")
    assert play(charged, "meets 3") == play(charged, "meets 3 3")


# ------------------------------------------------------------------- found by playing by hand


@pytest.mark.parametrize(
    ("fight", "prompt"),
    [
        (
            play(acting(PATROL, "Riflemen"), f"fire Riflemen Picket = {'6 ' * 10}"),
            "There is nothing more to do for Riflemen this turn.",
        ),
        (acting(PATROL, "Picket"), "Picket may advance, charge, fire or let its leader aim."),
        (
            acting(PATROL.put("Picket", led=False), "Picket"),
            "Picket may activate an acting corporal, advance, charge or fire.",
        ),
        (
            acting(PAYCHEST, "Raiders"),
            "Raiders may advance, charge, fire, let its leader aim or take the paychest.",
        ),
        (
            acting(PAYCHEST.put("Gunners", jammed=True), "Gunners"),
            "Gunners may advance, charge, clear its gun, fire or let its leader aim.",
        ),
    ],
)
def test_a_prompt_says_what_may_be_done(fight: Fight, prompt: str) -> None:
    assert fight.now.prompt(fight) == prompt


def test_a_unit_whose_leader_has_fired_is_not_said_to_have_moved() -> None:
    then = play(acting(PATROL, "Picket"), "aim Picket Riflemen man = 6")
    assert why(then, "advance Picket") == "Its leader has fired: it may not move any more."
    moved = play(acting(PATROL, "Picket"), "advance Picket", "aim Picket Riflemen man = 6")
    assert why(moved, "advance Picket") == "It has moved: it may not move any more."


def test_a_unit_leaves_none_that_it_charges_again() -> None:
    met = play(acting(PATROL, "Picket"), "charge Picket Swordsmen", "meets 2 1")
    assert choice(acting(met, "Picket"), "charge Picket Swordsmen").says == "Charge Swordsmen"


def test_a_unit_that_comes_upon_an_enemy_is_no_longer_back() -> None:
    """Lines 8 to 10: dice of distance take a unit off the board, counted from where it stands."""
    fight = acting(PATROL.put("Picket", back=10).put("Swordsmen", back=9), "Picket")
    assert play(fight, "charge Picket Swordsmen", "meets 0").unit("Picket").back == 10
    met = play(fight, "charge Picket Swordsmen", "meets 1 1")
    assert (met.unit("Picket").back, met.unit("Swordsmen").back) == (0, 9)


def test_a_lighter_result_says_that_the_graver_stands() -> None:
    fight = PATROL.put("Riflemen", result="2", hits=6).become(MoraleChecks(("Riflemen",)))
    told = take(fight, "morale Riflemen", Thrown([1, 2, 5])).says
    assert "What it owed before stands." in told


@pytest.mark.parametrize(
    ("result", "expects"),
    [("2", "routs 3d6, unless it rallies"), ("4", "falls back 2d6"), ("leader", "routs 4d6")],
)
def test_what_morale_demands_is_said_before_it_is_done(result: str, expects: str) -> None:
    fight = acting(PATROL.put("Riflemen", result=result), "Riflemen")
    assert choice(fight, "obey Riflemen").expects == expects


def test_a_gun_puts_nobody_out_of_action_who_is_in_cover() -> None:
    """Line 12: troops in cover cannot be hit by a gun; 3 of 12 are not."""
    hit = play(acting(PAYCHEST, "Field-Gun"), "fire Field-Gun Marksmen = 1 6 6 6 6")
    assert choice_words(hit) == {
        "out 0",
        *(f"out {n}{end}" for n in (1, 2, 3) for end in ("", " leader")),
    }
    assert play(hit, "out 3").unit("Marksmen").hidden == 9


def test_a_unit_that_has_gone_back_takes_nothing() -> None:
    fight = acting(PAYCHEST.put("Raiders", result="5"), "Raiders")
    back = play(fight, "obey Raiders = 1 2")
    refused = "Raiders has gone back in this turn; it is not where the paychest is."
    assert why(back, "take Raiders") == refused
    rallied = acting(PAYCHEST.put("Raiders", result="2"), "Raiders")
    assert choice(play(rallied, "obey Raiders = 6 6"), "take Raiders").legal


@pytest.mark.parametrize(("mean", "said"), [(Fraction(1), "1 hit"), (Fraction(3, 2), "1.5 hits")])
def test_an_average_of_one_hit_is_one_hit(mean: Fraction, said: str) -> None:
    assert hits_said(mean, "on average") == f"{said} on average"


def test_a_unit_that_is_gone_is_told_without_its_marks() -> None:
    gone = PATROL.put("Riflemen", result="leader", hits=3, routed=True, back=30)
    assert gone.state_of("Riflemen") == "Tribe · 10 men · left the field"
    owes = PATROL.put("Riflemen", result="leader").state_of("Riflemen")
    assert owes == "Tribe · 10 men · routs without its leader"


def test_a_melee_puts_nobody_out_of_action_who_touches_nobody() -> None:
    """Line 7: the hits that are left fall on the loser, who fights there."""
    met = play(acting(PATROL, "Picket"), "charge Picket Swordsmen", "meets 1 2")
    lost = play(met, "fight Picket Swordsmen = 6 1 1")
    assert choice_words(lost) == {"out 0", "out 1", "out 1 leader"}
