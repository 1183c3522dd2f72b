"""Crews of machine guns, and what each man of the squad may do."""

from collections import Counter

import pytest

from landships_lab.games.landser.rules import (
    ROSTER,
    Gun,
    Trooper,
    loader_in_place,
    may_burst,
    may_do,
)


@pytest.mark.parametrize(
    ("gun", "may"),
    [
        (Gun(), True),
        (Gun(jammed=True), False),  # line 111
        (Gun("smg", turns_running=1), False),  # line 115
        (Gun("lmg", turns_running=1), False),
        (Gun("gpmg", turns_running=3), True),
        (Gun("gpmg", turns_running=4), False),  # line 197
        (Gun("gpmg", set_up=False), True),
        (Gun("gpmg", set_up=False, turns_running=1), False),
        (Gun("gpmg", loader=False, turns_running=1), False),  # line 232
        (Gun("lmg", loader=False, bursts=1), True),
        (Gun("lmg", loader=False, bursts=2), False),
        (Gun("lmg", bursts=9), True),
    ],
)
def test_what_a_crew_must_do_before_a_burst(gun: Gun, may: bool) -> None:
    answer = may_burst(gun)
    assert answer.value is may, str(answer)
    assert bool(answer.remedies) is not may


def test_a_loader_stays_near() -> None:  # lines 232-234
    assert [
        loader_in_place(d, moving).value
        for d, moving in ((2, True), (3, True), (0, False), (1, False))
    ] == [True, False, True, False]


@pytest.mark.parametrize(
    ("trooper", "action", "weapon", "may"),
    [
        (Trooper("leader"), "move and fire", "", True),  # line 281
        (Trooper("gunner"), "move and fire", "gpmg", False),  # line 301
        (Trooper("gunner"), "move and fire", "pistol", True),  # line 306
        (Trooper("loader"), "move and fire", "", False),  # line 317
        (Trooper("rifleman"), "fire", "lmg", False),
        (Trooper("rifleman", last_action="move fast"), "move fast", "", False),  # line 33
        (Trooper("rifleman", jammed="rifle"), "fire", "", False),  # line 111
        (Trooper("rifleman", jammed="rifle"), "weapon work", "", True),
        (Trooper("rifleman", "hide", 1), "sneak", "", True),  # line 153
        (Trooper("rifleman", "hide", 2), "sneak", "", False),
        (Trooper("rifleman", "hide", 1), "covering fire", "", False),
        (Trooper("rifleman", "light 1", 1), "hide", "", False),  # line 133
        (Trooper("rifleman", leg_wounds=1), "assault", "", False),  # line 147
        (Trooper("rifleman", leg_wounds=1), "move fast", "", False),  # line 142
        (Trooper("rifleman", "serious 6", 1), "move", "", False),
    ],
)
def test_may_this_man_do_that(trooper: Trooper, action: str, weapon: str, may: bool) -> None:
    answer = may_do(trooper, action, weapon)
    assert answer.value is may, str(answer)


def test_remedies_of_a_refused_order_do_help() -> None:
    for remedy in may_do(Trooper("gunner"), "move and fire").remedies:
        role = remedy.to if remedy.change == "man" else "gunner"
        action = remedy.to if remedy.change == "action" else "move and fire"
        weapon = (
            remedy.to if remedy.change == "weapon" else "" if remedy.change == "man" else "gpmg"
        )
        assert may_do(Trooper(role), action, weapon).value, remedy


def test_a_squad_has_ten_men() -> None:  # lines 267-329
    assert Counter(ROSTER.values()) == {
        "leader": 1,
        "second": 1,
        "gunner": 1,
        "loader": 1,
        "rifleman": 6,
    }


@pytest.mark.parametrize(
    ("action", "value"),
    [
        ("fire", False),
        ("covering fire", False),
        ("move and fire", False),
        ("move fast", False),
        ("assault", False),
        ("move", True),
        ("sneak", False),
        ("hide", True),
        ("weapon work", True),
    ],
)
def test_a_man_in_hide_fires_at_nobody_and_comes_out_by_a_move(action: str, value: bool) -> None:
    """Lines 153-155."""
    answer = may_do(Trooper("rifleman", last_action="hide"), action)
    assert answer.value is value
    if not value:
        assert any(
            step.cite.lines in ("153", "155") for step in answer.steps if step.op == "forbids"
        )
        assert ("last_action", "move") in {(remedy.change, remedy.to) for remedy in answer.remedies}


@pytest.mark.parametrize(
    ("action", "told"),
    [
        ("move", "half speed"),
        ("fire", "minus one to firing"),
        ("move and fire", "half speed and minus one to firing"),
        ("assault", "minus one in the assault"),
    ],
)
def test_a_disorientating_wound_is_told(action: str, told: str) -> None:
    """Line 135."""
    for outcome in ("light 3", "light 4"):
        assert f"means {told} for this turn only" in str(
            may_do(Trooper("rifleman", outcome), action)
        )
    assert "half speed" not in str(may_do(Trooper("rifleman", "light 3"), "hide"))


def test_weapon_work_brings_a_lone_gunner_no_more_ammunition() -> None:
    """Line 232: two bursts in all without a loader, no end of them with one."""
    spent = may_burst(Gun("lmg", loader=False, bursts=2))
    assert [remedy.change for remedy in spent.remedies] == ["loader"]
    assert not may_burst(Gun("gpmg", loader=False, bursts=2, jammed=True)).remedies
    assert [remedy.change for remedy in may_burst(Gun("lmg", turns_running=1)).remedies] == [
        "weapon work"
    ]
