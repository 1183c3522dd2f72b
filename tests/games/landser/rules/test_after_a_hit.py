"""What a hit and a turn in hide leave a man to do: something always, and the same in orders and
measures.
"""

import random
from dataclasses import replace
from typing import Any

import pytest

from landships_lab.core.answer import Answer
from landships_lab.games.landser import rules as landser
from landships_lab.games.landser.panels.squad import LandserSquad
from landships_lab.games.landser.rules import ACTIONS, HIDDEN, PACES, Trooper, Way, may_do, may_move
from landships_lab.panel import CATALOG
from tests.random_states import random_states

RIFLE = Trooper("rifleman")
MAY_MOVE = {"out-of-hide": "may-move"}
IN_HIDE = {
    "chosen": replace(RIFLE, last_action="hide"),
    "one hit": replace(RIFLE, outcome="hide", hits=1),
    "more hits": replace(RIFLE, outcome="hide", hits=2),
}


def ask(text: str) -> Answer[Any]:
    return CATALOG[text.split(maxsplit=1)[0]].parse(text).ask()


def may(trooper: Trooper, read: dict[str, str] | None = None) -> set[str]:
    return {action for action in ACTIONS if may_do(trooper, action, readings=read).value}


def against(answer: Answer[Any]) -> set[str]:
    return {step.cite.lines for step in answer.steps if step.op == "forbids"}


# -- an angry man who cannot return fire


@pytest.mark.parametrize(
    ("trooper", "left"),
    [
        (replace(RIFLE, jammed="rifle"), {"weapon work"}),  # line 111
        (Trooper("leader", burst_before=True), {"weapon work"}),  # line 115
        (replace(RIFLE, last_action="hide"), {"move"}),  # lines 153-155
        (replace(RIFLE, hid=True, hits=2), {"move"}),
        (replace(RIFLE, hid=True, hits=2, jammed="rifle"), {"move"}),
        (Trooper("loader", gun_bursting=True), {"weapon work"}),  # line 313
        (RIFLE, {"fire", "move and fire"}),
        (Trooper("gunner", jammed="gpmg"), set()),  # he has a pistol
    ],
)
def test_an_angry_man_who_cannot_return_fire_makes_ready(trooper: Trooper, left: set[str]) -> None:
    """Line 133."""
    assert may(replace(trooper, outcome="light 1")) == left


def test_an_angry_gunner_with_a_jammed_gun_draws_his_pistol() -> None:
    """Lines 133 and 306."""
    gunner = Trooper("gunner", "light 1", jammed="gpmg")
    assert may_do(gunner, "fire", "pistol").value is True
    assert "pistol" in {r.to for r in may_do(gunner, "fire", "gpmg").remedies}


def test_under_the_other_reading_what_cannot_be_done_is_not_owed() -> None:
    """Line 133."""
    jammed = replace(RIFLE, outcome="light 1", jammed="rifle")
    assert may(jammed, {"cannot-return-fire": "as-normal"}) == may(replace(jammed, outcome="miss"))


def test_the_remedy_of_a_jam_is_allowed_to_an_angry_man() -> None:
    """Lines 111 and 133: the audit's state."""
    text = "landser:squad order man rifleman_1 action fire weapon rifle after light_1 jammed rifle"
    state = CATALOG["landser:squad"].parse(text)
    (work,) = (r for r in state.ask().remedies if r.change == "action")
    assert work.to == "weapon work"
    assert state.set(work.change, work.to).ask().value is True


def _random_trooper(dice: random.Random) -> Trooper:
    outcome = dice.choice([key for key in landser.OUTCOMES if not key.startswith("serious 6")])
    return Trooper(
        dice.choice(("leader", "second", "gunner", "loader", "rifleman")),
        outcome,
        dice.randint(0, 3),
        dice.choice(("", *ACTIONS)),
        dice.choice(("", "rifle", "smg", "gpmg")),
        dice.randint(0, 1),
        dice.randint(0, 1),
        dice.choice(landser.HELPERS),
        dice.random() < 1 / 3,
        dice.random() < 1 / 2,
        dice.random() < 1 / 2,
        dice.random() < 1 / 2,
        dice.random() < 1 / 2,
        dice.choice(landser.ways(outcome)),
        dice.choice(("", "", *landser.COMBAT)),
    )


@pytest.mark.long
@pytest.mark.parametrize("read", [{}, MAY_MOVE, {"loader-assists": "in-place"}])
def test_a_man_in_action_can_always_do_something(read: dict[str, str]) -> None:
    """No two orders of the print leave a man with nothing to choose, but out of action."""
    dice = random.Random(133)
    for _ in range(800):
        trooper = _random_trooper(dice)
        weapons = trooper.man.weapons
        values = [may_do(trooper, a, w, read).value for a in ACTIONS for w in weapons]
        left = [value for value in values if value is not False]  # a Gap is the players' to settle
        assert left or trooper.outcome == "serious 5", trooper


# -- the ways of lines 136 and 137


@pytest.mark.parametrize(
    ("outcome", "since", "left"),
    [
        ("light 5", "", {"hide"}),
        ("light 5", "hidden", {"move", "move fast", "sneak"}),
        ("light 5", "there", {"hide", "weapon work"}),
        ("light 6", "", {"sneak", "hide"}),
        ("light 6", "fired on", {"hide"}),
        ("light 6", "there", {"fire", "covering fire", "hide", "weapon work"}),
    ],
)
def test_where_a_light_wound_sends_a_man_and_what_he_does_there(
    outcome: str, since: str, left: set[str]
) -> None:
    """Lines 136-137."""
    assert may(Trooper("rifleman", outcome, since=since)) == left
    for helper in ("commander", "medic"):
        freed = Trooper("rifleman", outcome, since=since, helper=helper)
        assert may(freed) == set(ACTIONS)


def test_whether_he_may_fire_before_he_is_helped_is_read() -> None:
    """Line 136."""
    fires = {"in-refuge": "may-fire"}
    there, going = (Trooper("rifleman", "light 5", since=since) for since in ("there", "hidden"))
    assert may(there, fires) == {"fire", "covering fire", "hide", "weapon work"}
    assert may(going, fires) == {"move", "move fast", "sneak", "move and fire"}
    assert may(Trooper("rifleman", "light 5"), fires) == {"hide"}


def test_the_panel_sets_the_way_and_forgets_it_with_the_wound() -> None:
    """Lines 136-137."""
    state = LandserSquad.parse(
        "landser:squad order man rifleman_1 action fire weapon rifle after light_6 since there"
    )
    assert state.ask().value is True
    assert "Back at his base line" in str(state.ask())
    assert state.set("outcome", "light 5").since == "there"
    assert state.set("outcome", "hide").since == ""


# -- in hide


@pytest.mark.parametrize(
    ("hidden", "left"),
    [
        ("chosen", {"hide", "move", "weapon work"}),
        ("one hit", {"hide", "move", "sneak", "weapon work"}),
        ("more hits", {"hide", "move", "weapon work"}),
    ],
)
def test_what_a_man_in_hide_may_do(hidden: str, left: set[str]) -> None:
    """Lines 153-155."""
    assert may(IN_HIDE[hidden]) == left
    assert IN_HIDE[hidden].hidden == hidden


def test_a_hide_result_among_other_hits_holds_a_man_where_he_is() -> None:
    """Line 153, after another wound."""
    for outcome in ("light 3", "miss", "no effect"):
        man = Trooper("rifleman", outcome, hits=2, hid=True)
        assert may(man) == {"hide", "move", "weapon work"}
        assert "153" in against(may_do(man, "sneak"))
        assert may(replace(man, hits=1)) == may(replace(man, hid=False))


def test_who_comes_out_of_hide_stays_where_he_is_as_read() -> None:
    """Line 155."""
    assert may_move(Way("move", clear=1, hidden="chosen")).value is False
    assert may_move(Way("move", hidden="chosen")).value is True
    assert may_move(Way("move", clear=4, hidden="chosen"), MAY_MOVE).value is True
    assert may_move(Way("move", clear=1, hidden="more hits"), MAY_MOVE).value is False  # line 153
    assert may_move(Way("sneak", clear=2, hidden="one hit")).value is True
    assert may_move(Way("sneak", clear=2, hidden="chosen")).value is False
    told = str(may_do(IN_HIDE["chosen"], "move"))
    assert "goes nowhere" in told
    assert "4 inches" not in told
    assert "4 inches" in str(may_do(IN_HIDE["chosen"], "move", readings=MAY_MOVE))


@pytest.mark.parametrize("read", [{}, MAY_MOVE])
@pytest.mark.parametrize("hidden", HIDDEN[1:])
def test_orders_and_measures_agree_on_a_man_in_hide(hidden: str, read: dict[str, str]) -> None:
    """Lines 153-155: what he may not choose, he may not go; what he may choose, he may begin."""
    for pace in PACES:
        ordered = may_do(IN_HIDE[hidden], pace, readings=read).value
        assert may_move(Way(pace, hidden=hidden), read).value is ordered, pace


def test_a_refused_way_out_of_hide_says_what_would_help() -> None:
    """Line 155."""
    answer = may_move(Way("move", clear=2, hidden="chosen"))
    assert ("hidden", "") in {(r.change, r.to) for r in answer.remedies}
    for state in random_states(CATALOG["landser:squad"], 200):
        if state.question == "move":
            for remedy in state.ask().remedies:
                assert state.set(remedy.change, remedy.to).ask().value is True, state.text()
