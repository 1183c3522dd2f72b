"""A gun in the turn after a burst, and its loader: one answer in every panel."""

from dataclasses import replace
from typing import Any

import pytest

from landships_lab.core.answer import Answer
from landships_lab.games.landser import rules as landser
from landships_lab.games.landser.rules import Gun, Shot, Trooper
from landships_lab.panel import CATALOG
from tests.random_states import random_states

ANY_FIRE = {"continuous-fire": "any-fire"}


def ask(text: str) -> Answer[Any]:
    return CATALOG[text.split(maxsplit=1)[0]].parse(text).ask()


def test_a_lone_gpmg_fires_no_burst_after_a_burst_in_either_panel() -> None:
    """Line 232."""
    shot = ask("landser:fire gpmg@20 with automatic lone burst-before")
    gun = ask("landser:squad gun crewed gpmg turns 1 with set-up")
    assert (shot.value, gun.value) == (False, False)
    assert {step.cite.lines for step in shot.steps if step.op == "forbids"} == {"232"}
    assert ask("landser:fire gpmg@20 with automatic burst-before").value == 1
    assert ask("landser:fire gpmg@20 with automatic lone").value == 1


def test_whether_a_lone_gpmg_fires_single_shots_after_a_burst_is_read() -> None:
    """Line 232: *continuously* is a burst after a burst, or any fire."""
    text = "landser:fire gpmg@20 with lone burst-before"
    single = ask(text)
    assert single.value == 1
    assert "single shots remain" in str(single)
    assert ask(f"{text} reading continuous-fire=any-fire").value is False
    order = "landser:squad order man gunner action fire weapon gpmg out loader with burst-before"
    assert ask(order).value is True
    assert "single shots remain" in str(ask(order))
    assert ask(f"{order} reading continuous-fire=any-fire").value is False
    assert ask(f"{order.replace(' out loader', '')} reading continuous-fire=any-fire").value is True


@pytest.mark.parametrize("again", ["burst-before", "repeat", "automatic burst-before"])
def test_a_gpmg_that_was_not_set_up_is_out_of_ammunition_after_one_turn(again: str) -> None:
    """Line 197; who fires at the same target as last turn has fired."""
    assert ask(f"landser:fire gpmg@20 with unready {again}").value is False
    assert ask("landser:fire gpmg@20 with unready").value == 3
    assert ask("landser:squad gun crewed gpmg turns 1 with loader").value is False


def test_shots_and_crews_agree_on_bursts() -> None:
    """Lines 115, 197 and 232, over all guns and random shots."""
    for state in random_states(CATALOG["landser:fire"], 300):
        shot = state.shot
        if not (shot.weapon in landser.AUTOMATIC and shot.burst_before):
            continue
        shot = replace(shot, automatic=True, range_inches=4, firer_moved=False)
        if not shot.set_up and shot.weapon != "gpmg":
            continue
        loader = not (shot.lone and shot.weapon == "gpmg")
        gun = Gun(shot.weapon, shot.set_up, loader=loader, turns_running=1)
        assert landser.may_fire(shot).value is landser.may_burst(gun).value, state.text()


def test_shots_and_orders_agree_in_the_turn_after_a_burst() -> None:
    """Lines 115 and 232."""
    men = {"smg": "leader", "gpmg": "gunner", "rifle": "rifleman"}
    for weapon, role in men.items():
        for alone in (False, True):
            for read in ({}, ANY_FIRE):
                shot = Shot(weapon, 4, burst_before=True, lone=alone)
                man = Trooper(role, burst_before=True, alone=alone)
                told = landser.may_do(man, "fire", weapon, read)
                assert told.value is landser.may_fire(shot, read).value, (weapon, alone, read)


def test_the_remedies_after_a_burst_say_what_is_missing() -> None:
    """Line 115: a submachine gun reloads; line 232: a lone GPMG pauses, or finds a loader."""
    smg = {r.change: r.text for r in landser.may_fire(Shot("smg", 4, burst_before=True)).remedies}
    assert smg["burst_before"] == "After a turn of reloading, it may fire."
    lone = Shot("gpmg", 4, automatic=True, burst_before=True, lone=True)
    texts = {r.change: r.text for r in landser.may_fire(lone).remedies}
    assert texts["burst_before"] == "After a turn without a burst, it may fire."
    assert texts["lone"] == "With a loader, it may fire."
    man = Trooper("gunner", burst_before=True, alone=True)
    (again,) = (
        r for r in landser.may_do(man, "fire", "gpmg", ANY_FIRE).remedies
        if r.change == "burst_before"
    )  # fmt: skip
    assert again.text == "After a turn without a burst, he may."


# -- the loader

BURSTING = Trooper("loader", gun_bursting=True)


@pytest.mark.parametrize("action", ["move", "move fast", "move and fire", "sneak", "assault"])
def test_a_loader_does_not_leave_a_gun_that_bursts(action: str) -> None:
    """Lines 313 and 234: he must assist, in contact with a gun that stands still."""
    answer = landser.may_do(BURSTING, action)
    assert answer.value is False
    assert "234" in str([step.cite.lines for step in answer.steps if step.op == "forbids"])


def test_a_loader_at_a_gun_that_bursts_does_weapon_work_or_hides_as_read() -> None:
    """Line 313."""
    told = {action: landser.may_do(BURSTING, action).value for action in landser.ACTIONS}
    assert [action for action, may in told.items() if may] == ["weapon work"]
    in_place = {"loader-assists": "in-place"}
    assert landser.may_do(BURSTING, "hide", readings=in_place).value is True
    assert landser.may_do(BURSTING, "fire", readings=in_place).value is False


def test_no_remedy_sends_the_loader_away_from_a_gun_that_bursts() -> None:
    """Line 313."""
    for action in landser.ACTIONS:
        for remedy in landser.may_do(BURSTING, action).remedies:
            assert remedy.change != "action" or remedy.to == "weapon work"


def test_a_loader_in_his_orders_stands_where_the_crew_wants_him() -> None:
    """Lines 232-234: what moves him away leaves the gun without a loader in place."""
    for action in ("move", "sneak", "move fast"):
        assert landser.may_do(BURSTING, action).value is False
        assert landser.may_burst(Gun(turns_running=1), loader_inches=1).value is False


def test_a_crew_and_its_loader_agree_on_where_he_stands() -> None:
    """Lines 232-234, over random crews: one who is not in place is no loader."""
    tried = 0
    for state in random_states(CATALOG["landser:squad"], 400):
        if state.question == "gun" and state.loader:
            tried += 1
            in_place = landser.loader_in_place(state.loader_inches, moving=False).value
            gun = Gun(
                state.gun, state.set_up, state.gun_jammed, in_place, state.bursts, state.turns
            )
            assert state.ask().value is landser.may_burst(gun).value, state.text()
    assert tried
