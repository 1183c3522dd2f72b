"""Machine guns, their crews and their templates: one answer in every rule and panel."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from landships_lab.games.landser.rules.machine_guns import (
    AUTOMATIC,
    Gun,
    loader_in_place,
    may_burst,
    template_stays,
)
from landships_lab.games.landser.rules.shots import may_fire
from landships_lab.games.landser.rules.squad import may_do
from landships_lab.games.landser.rules.trooper import ACTIONS, Trooper
from landships_lab.panel import CATALOG
from tests.random_states import random_states

BURSTING = Trooper("loader", gun_bursting=True)


def asked(panel: str, count: int, question: str = "") -> Iterator[Any]:
    """Yield random states of a panel that ask this question."""
    found = random_states(CATALOG[panel], count)
    states = [state for state in found if getattr(state, "question", "") == question]
    assert states
    yield from states


@pytest.mark.parametrize(
    ("gun", "may", "own"),  # whether it may fire a burst, and its template stays in its own turn
    [
        (Gun(), True, True),
        (Gun(jammed=True), False, True),  # line 111
        (Gun("smg"), True, False),  # line 115: it reloads
        (Gun("lmg"), True, False),
        (Gun("smg", turns_running=1), False, False),
        (Gun("lmg", turns_running=1), False, False),
        (Gun("gpmg", turns_running=1), True, True),
        (Gun("gpmg", turns_running=3), True, True),
        (Gun("gpmg", turns_running=4), False, False),  # line 197
        (Gun("gpmg", set_up=False), True, False),
        (Gun("gpmg", set_up=False, turns_running=1), False, False),
        (Gun("gpmg", loader=False), True, False),  # line 232
        (Gun("gpmg", loader=False, turns_running=1), False, False),
        (Gun("lmg", loader=False, bursts=1), True, False),
        (Gun("lmg", loader=False, bursts=2), False, False),
        (Gun("lmg", bursts=9), True, False),
    ],
)
def test_what_a_crew_must_do_before_a_burst(gun: Gun, may: bool, own: bool) -> None:
    answer = may_burst(gun)
    assert answer.value is may, str(answer)
    assert bool(answer.remedies) is not may
    for moment, stays in (("own", own), ("enemy", True)):
        told = template_stays(gun, moment)
        assert told.value is stays
        assert told.headline.startswith("The template stays" if stays else "It is lifted")


@pytest.mark.parametrize(
    ("gun", "changes"),
    [
        (Gun("lmg", loader=False, bursts=2), ["loader"]),  # two bursts in all without a loader
        (Gun("gpmg", loader=False, bursts=2, jammed=True), []),
        (Gun("lmg", turns_running=1), ["weapon work"]),
        (Gun(loader=False, bursts=1, turns_running=1), ["loader", "weapon work"]),  # or a pause
    ],
)
def test_what_would_let_a_gun_fire(gun: Gun, changes: list[str]) -> None:
    """Line 232."""
    assert [remedy.change for remedy in may_burst(gun).remedies] == changes


def test_no_remedy_sends_the_loader_away_from_a_gun_that_bursts() -> None:
    """Line 313."""
    for action in ACTIONS:
        for remedy in may_do(BURSTING, action).remedies:
            assert remedy.change != "action" or remedy.to == "weapon work"


def test_shots_and_crews_agree_on_bursts() -> None:
    """Lines 115, 197 and 232, over all guns and random shots."""
    for state in asked("landser:fire", 300):
        shot = state.shot
        if not (shot.weapon in AUTOMATIC and shot.burst_before):
            continue
        shot = replace(shot, automatic=True, range_inches=4, firer_moved=False)
        if shot.set_up or shot.weapon == "gpmg":
            loader = not (shot.lone and shot.weapon == "gpmg")
            gun = Gun(shot.weapon, shot.set_up, loader=loader, turns_running=1)
            assert may_fire(shot).value is may_burst(gun).value, state.text()


def test_a_crew_and_its_loader_agree_on_where_he_stands() -> None:
    """Lines 232-234, over random crews: one who is not in place is no loader."""
    for state in asked("landser:squad", 400, "gun"):
        if state.loader:
            in_place = loader_in_place(state.loader_inches, moving=False).value
            gun = Gun(
                state.gun, state.set_up, state.gun_jammed, in_place, state.bursts, state.turns
            )
            assert state.ask().value is may_burst(gun).value, state.text()


def test_a_template_stays_where_the_gun_could_fire_on() -> None:
    """Lines 115 and 232-234: one rule, asked over random crews."""
    for state in asked("landser:squad", 300, "template"):
        if state.moment == "own":
            gun = Gun(state.gun, state.set_up, False, state.loader, 0, max(1, state.turns))
            fires = may_burst(gun, state.loader_inches).value
            assert state.ask().value is fires, state.text()
