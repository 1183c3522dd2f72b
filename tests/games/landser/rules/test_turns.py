"""What a turn needs to know: who begins, locked men, prisoners, grenades, templates that stay,
covering fire.
"""

import random
from dataclasses import replace
from typing import Any

import pytest

from landships_lab.core.answer import Answer, Gap
from landships_lab.data.gaps import gaps
from landships_lab.games.landser import rules as landser
from landships_lab.games.landser.rules import (
    ACTIONS,
    Fighter,
    Gun,
    Soldier,
    Trooper,
    first_turn,
    may_do,
    prisoners_join,
    template_stays,
)
from landships_lab.panel import CATALOG
from tests.random_states import random_states


def ask(text: str) -> Answer[Any]:
    return CATALOG[text.split(maxsplit=1)[0]].parse(text).ask()


def may(trooper: Trooper, weapon: str = "", read: dict[str, str] | None = None) -> set[str]:
    return {action for action in ACTIONS if may_do(trooper, action, weapon, read).value is True}


# -- who begins


@pytest.mark.parametrize(("mine", "theirs"), [(a, b) for a in range(1, 7) for b in range(1, 7)])
def test_the_higher_die_has_the_first_turn_and_a_tie_is_not_printed(mine: int, theirs: int) -> None:
    """Line 19."""
    answer = first_turn(mine, theirs)
    assert isinstance(answer.value, Gap) if mine == theirs else answer.value is (mine > theirs)
    assert ask(f"landser:squad first mine {mine} theirs {theirs}").headline == answer.headline
    assert f"{mine} to {theirs}" in answer.headline
    assert answer.headline.startswith("You have") is (mine > theirs)


# -- locked in combat


def test_who_may_break_off_a_combat_is_the_man_who_was_assaulted() -> None:
    """Line 173: the opponent, in his turn, by a fast move."""
    locked = {side: Trooper("rifleman", combat=side) for side in ("assaulted", "assaulter")}
    assert may(locked["assaulted"]) == {"assault", "move fast"}
    assert may(locked["assaulter"]) == {"assault"}
    draw = ask("landser:assault fight attacker bayonet defender none dice 3 4")
    assert "unless the defender breaks off in his own" in str(draw)
    assert "one of them" not in str(draw)


def test_what_keeps_a_man_from_a_fast_move_keeps_him_in_combat() -> None:
    """Lines 33, 142 and 173."""
    for trooper in (
        Trooper("rifleman", leg_wounds=1, combat="assaulted"),
        Trooper("rifleman", last_action="move fast", combat="assaulted"),
    ):
        assert may(trooper) == {"assault"}


def test_whether_locked_men_do_anything_else_is_read() -> None:
    """Line 173."""
    read = {"locked-men": "in-place"}
    locked = Trooper("rifleman", combat="assaulter")
    assert may(locked, read=read) == {"assault", "fire", "hide", "covering fire", "weapon work"}


@pytest.mark.parametrize("outcome", ["hide", "light 2", "light 5", "serious 1-2"])
def test_what_a_locked_man_does_whom_a_hit_drives_elsewhere_is_not_printed(outcome: str) -> None:
    """Line 173 against lines 133-153."""
    for action in ACTIONS:
        value = may_do(Trooper("rifleman", outcome, combat="assaulted"), action).value
        assert isinstance(value, Gap)
    out = Trooper("rifleman", "serious 5", combat="assaulted")
    assert not may(out)
    assert may_do(out, "assault").value is False


@pytest.mark.long
def test_assault_and_orders_agree_on_who_may_assault() -> None:
    """Line 147, over random orders and fighters."""
    dice = random.Random(147)
    for _ in range(200):
        legs, arms = dice.randint(0, 2), dice.randint(0, 2)
        fighter = Fighter(serious_wounds=legs + arms, disorientated=dice.random() < 1 / 2)
        outcome = "light 3" if fighter.disorientated else "miss"
        man = Trooper("rifleman", outcome, leg_wounds=legs, arm_wounds=arms)
        assert may_do(man, "assault").value is landser.may_assault(fighter).value
        charge = landser.may_charge(fighter, 0, 0)
        assert charge.value is landser.may_assault(fighter).value
    for state in random_states(CATALOG["landser:squad"], 300):
        if state.question == "order" and state.action == "assault" and not state.combat:
            answer = state.ask()
            if state.legs + state.arms:
                assert answer.value is False, state.text()


# -- prisoners


@pytest.mark.parametrize(
    ("prisoners", "assaulted", "number", "join"),
    [
        (3, True, 2, True),
        (1, True, 5, True),
        (3, True, 1, False),
        (3, False, 2, False),
        (0, True, 2, False),
        (6, True, 2, False),  # nobody guards six
    ],
)
def test_prisoners_fight_again_from_the_second_round(
    prisoners: int, assaulted: bool, number: int, join: bool
) -> None:
    """Line 193."""
    answer = prisoners_join(prisoners, assaulted, number)
    assert answer.value is join
    text = f"landser:squad join prisoners {prisoners} assault_round {number}"
    assert ask(text + (" with assaulted" if assaulted else "")).value is join
    assert {r.change for r in answer.remedies} == {
        (3, True, 1): {"assault_round"},
        (3, False, 2): {"assaulted"},
    }.get((prisoners, assaulted, number), set())


def test_a_prisoner_who_joins_is_one_more_opponent() -> None:
    """Line 175."""
    assert "−1 more for the guard" in str(prisoners_join(2, True, 2))
    alone, joined = (landser.assault_score(Fighter(), opponent=n).value for n in (1, 2))
    assert joined - alone == -1


# -- grenades


def test_a_grenade_is_thrown_with_an_action_that_fires_as_read() -> None:
    """Lines 205-209."""
    rifleman = Trooper("rifleman")
    firing = {"fire", "move and fire", "covering fire"}
    assert may(rifleman, "grenade") >= firing
    fire_only = may(rifleman, "grenade", {"grenade-action": "fire-only"})
    assert fire_only & firing == {"fire"}
    assert "move and fire" not in may(Trooper("gunner"), "grenade")  # line 301
    told = may_do(rifleman, "fire", "grenade")
    assert told.headline == "The rifleman may choose Fire with a grenade."
    assert "How many he has is not in the source" in str(told)


def test_who_may_not_fire_throws_no_grenade() -> None:
    """Lines 153 and 313: in hide, or feeding a gun that bursts."""
    for trooper in (
        Trooper("rifleman", last_action="hide"),
        Trooper("loader", gun_bursting=True),
    ):
        assert "fire" not in may(trooper, "grenade")
    jammed = Trooper("rifleman", jammed="rifle")
    assert may_do(jammed, "fire", "grenade").value is True  # line 111 is about the weapon


# -- templates that stay


@pytest.mark.parametrize(
    ("gun", "moment", "stays"),
    [
        (Gun("lmg"), "enemy", True),
        (Gun("gpmg"), "enemy", True),
        (Gun("smg"), "enemy", True),
        (Gun("lmg"), "own", False),  # reloads
        (Gun("smg"), "own", False),
        (Gun("gpmg", turns_running=3), "own", True),
        (Gun("gpmg", turns_running=4), "own", False),  # line 197
        (Gun("gpmg", loader=False), "own", False),  # line 232
        (Gun("gpmg", set_up=False), "own", False),
    ],
)
def test_how_long_a_template_stays(gun: Gun, moment: str, stays: bool) -> None:
    """Line 115."""
    answer = template_stays(gun, moment)
    assert answer.value is stays
    assert answer.headline.startswith("The template stays" if stays else "It is lifted")


def test_the_template_of_a_gun_without_a_team_is_read() -> None:
    """Line 115."""
    lifted = {"smg-template": "lifted"}
    assert template_stays(Gun("smg"), "enemy", readings=lifted).value is False
    assert template_stays(Gun("lmg"), "enemy", readings=lifted).value is True
    assert ask("landser:squad template crewed smg reading smg-template=lifted").value is False


def test_a_template_stays_where_the_gun_could_fire_on() -> None:
    """Lines 115 and 232-234: one rule, asked over random crews."""
    for state in random_states(CATALOG["landser:squad"], 300):
        if state.question == "template" and state.moment == "own":
            gun = Gun(state.gun, state.set_up, False, state.loader, 0, max(1, state.turns))
            fires = landser.may_burst(gun, state.loader_inches).value
            assert state.ask().value is fires, state.text()


def test_the_remedies_of_a_lifted_template_help() -> None:
    """Line 115."""
    state = CATALOG["landser:squad"].parse(
        "landser:squad template crewed gpmg moment own turns 4 with set-up loader"
    )
    (fewer,) = state.ask().remedies
    assert (fewer.change, fewer.to) == ("turns", 3)
    assert state.set("turns", 3).ask().value is True


# -- covering fire


def test_how_many_shots_covering_fire_has_is_read() -> None:
    """Line 181."""
    each = {"covering-shots": "each"}
    man, beside = Soldier("A", (0, -8)), Soldier("B", (8, -1))
    ahead = (0, -10)
    assert landser.watched_arc((0, 0), ahead, man).value is True
    spent = landser.watched_arc((0, 0), ahead, man, fired=True)
    assert (spent.value, spent.headline) == (False, "A may not be fired at: he has had his shot.")
    assert [(r.change, r.to) for r in spent.remedies] == [("fired", False)]
    assert landser.watched_arc((0, 0), ahead, man, each, fired=True).value is True
    outside = landser.watched_arc((0, 0), ahead, beside, each, fired=True)
    assert (outside.value, outside.headline) == (False, "B lies outside the arc.")
    assert not outside.remedies


# -- what is silent


def test_what_turns_have_to_ask_is_a_gap() -> None:
    """The list under *The sequences* of the design: what no reading answers is asked."""
    assert set(gaps("landser")) >= {
        "first-turn-tie",
        "assault-move",
        "seen-in-the-open",
        "spots-how-often",
        "aware-how-long",
        "aware-shared",
        "cover-judge",
        "grenade-supply",
        "medic",
        "locked-and-hit",
        "prisoner-weapons",
        "freed-prisoners",
    }
    told = str(may_do(Trooper("rifleman", "light 5", helper="medic"), "fire"))
    assert "include no medic" in told
    treated = may_do(replace(Trooper("rifleman", "serious 5"), helper="medic"), "hide")
    assert "include no medic" in str(treated)
