"""Laws of the five Landser panels over random states: remedies, verdicts and charts, sentences of
one screen, one state in two panels.
"""

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from landships_lab.core.answer import Answer
from landships_lab.core.speech import inches
from landships_lab.games.landser.rules.assault import to_the_end
from landships_lab.games.landser.rules.machine_guns import AUTOMATIC, Gun, may_burst
from landships_lab.games.landser.rules.shots import Shot, hits_on, may_fire
from landships_lab.games.landser.rules.sight import shot_at
from landships_lab.games.landser.rules.squad import may_do
from landships_lab.games.landser.rules.trooper import Trooper
from landships_lab.panel import CATALOG, Panel
from tests.effort import tries
from tests.random_states import random_states

PANELS = {key: CATALOG[key] for key in CATALOG if key.startswith("landser:")}
EACH = pytest.mark.parametrize("panel", PANELS.values(), ids=PANELS)
STATES = tries(60, 300)


@cache
def _asked(panel: str) -> tuple[tuple[Any, Answer[Any]], ...]:
    panel_type = PANELS[panel]
    return tuple((state, state.ask()) for state in random_states(panel_type, STATES))


def asked(panel: str) -> Iterator[tuple[Any, Answer[Any]]]:
    """300 random states of a panel with their answers, worked out once for all laws."""
    yield from _asked(panel)


# ----------------------------------------------------------------------------------------- remedies


@EACH
def test_an_inch_in_a_remedy_is_the_inch_it_sets(panel: type[Panel]) -> None:
    for state, answer in asked(panel.id):
        for remedy in answer.remedies:
            if remedy.change in ("range", "fires_from"):
                then = state.set(remedy.change, remedy.to)
                assert {"range": "range_inches"}.get(remedy.change, remedy.change) in set(
                    vars(then)
                )
                assert inches(remedy.to) in remedy.text, (state.text(), remedy)


@EACH
def test_no_remedy_is_offered_where_nothing_is_refused(panel: type[Panel]) -> None:
    for state, answer in asked(panel.id):
        assert not answer.remedies or answer.value is False or "Dog's chance" in answer.headline, (
            state.text()
        )


# ---------------------------------------------------------------------- the sentences of one screen


def test_one_screen_never_says_that_a_man_must_and_need_not_roll() -> None:
    for _state, answer in asked("landser:template"):
        told = str(answer)
        assert not ("must roll" in told and "need not roll" in told), told


def test_no_one_who_hides_is_told_to_fire() -> None:
    for state, answer in asked("landser:spotting"):
        if state.sighting.doing == "hiding":
            assert not [remedy for remedy in answer.remedies if remedy.change == "has_fired"]
        if (
            state.sighting.doing == "hiding"
            and state.sighting.in_cover
            and state.shot.range_inches > 2
            and state.weapon != "launcher"  # aimed at a point
        ):
            assert answer.detail.hit is None, answer.headline


def test_a_longer_fight_never_turns_against_who_is_ahead() -> None:
    """Over all states: to the end nobody wins less often than this turn alone (line 173)."""
    for state, answer in asked("landser:assault"):
        if state.question == "fight" and answer.detail is not None:
            end = to_the_end(state.attacker, state.defender, state.opponent, dict(state.readings))
            for result, chance in end:
                assert chance >= answer.detail.odds.p(result)


# ---------------------------------------------------------------------------- one state, two panels


def test_the_fire_panel_and_the_spotting_panel_hit_alike() -> None:
    fire = PANELS["landser:fire"]
    for state, answer in asked("landser:spotting"):
        if answer.detail.hit is None or state.weapon == "launcher":
            continue
        same = shot_at(state.sighting, state.shot, dict(state.readings))
        flags = [
            word
            for on, word in (
                (same.firer_moved, "firer-moved"),
                (same.target_moving_fast, "target-moving-fast"),
                (same.repeat, "repeat"),
            )
            if on
        ]
        text = f"landser:fire {same.weapon}@{same.range_inches} cover {same.cover}" + (
            f" with {' '.join(flags)}" if flags else ""
        )
        if readings := [
            f"{key}={option}" for key, option in state.readings if key == "medium-band"
        ]:
            text += f" reading {' '.join(readings)}"
        shot = fire.ask(fire.parse(text))
        assert 1 - shot.detail.of.summed.p("unharmed") == answer.detail.hit, text


def test_the_launcher_is_placed_alike_in_both_panels() -> None:
    fire = PANELS["landser:fire"]
    for state, answer in asked("landser:template"):
        if state.mode == "launcher":
            shot = Shot("launcher", state.throw.range_inches)
            assert may_fire(shot, dict(state.readings)).value == (answer.value is not False)
            if answer.value is not False:
                needed = hits_on(shot, dict(state.readings)).value
                assert f"on {needed} or more" in answer.headline
    assert fire.ask(fire.parse("landser:fire launcher@8")).value == 5


def test_who_may_move_fast_by_his_orders_may_by_the_measure_too() -> None:
    squad = PANELS["landser:squad"]
    for state, answer in asked(squad.id):
        if state.question == "move" and state.pace == "move fast" and answer.value:
            ordered = may_do(
                Trooper("rifleman", last_action="move", leg_wounds=state.legs), "move fast"
            )
            assert ordered.value is True, squad.text(state)


def test_a_gun_that_must_reload_does_so_in_every_panel() -> None:
    """Line 115."""
    fire, squad = PANELS["landser:fire"], PANELS["landser:squad"]
    for weapon in AUTOMATIC:
        burst = may_burst(Gun(weapon, turns_running=1)).value
        assert may_fire(Shot(weapon, 4, automatic=True, burst_before=True)).value is burst
    for panel in (fire, squad):
        for state, answer in asked(panel.id):
            if (
                getattr(state, "question", "order") == "order"
                and state.burst_before
                and state.weapon in ("smg", "lmg")
            ):
                fires = panel is fire or state.action in ("fire", "move and fire", "covering fire")
                assert not answer.value or not fires, state.text()  # a gap is no yes


def test_what_moves_and_fires_is_never_a_gpmg() -> None:
    """Line 197, in the fire panel, the spotting panel and the orders."""
    for panel in ("landser:fire", "landser:spotting"):
        for state, answer in asked(panel):
            if state.weapon == "gpmg" and state.firer_moved:
                assert answer.value is False
    for state, answer in asked("landser:squad"):
        if state.question == "order" and state.weapon == "gpmg" and state.action == "move and fire":
            assert answer.value is False
