"""Where one rule meets another: each of these was answered wrongly once."""

from fractions import Fraction
from typing import Any

import pytest

from landships_lab.core.answer import Answer, Gap
from landships_lab.games.landser import rules as landser
from landships_lab.games.landser.rules import Fighter, Gun, Shot, Sighting, Soldier, Throw, Trooper
from landships_lab.panel import CATALOG


def ask(text: str) -> Answer[Any]:
    panel = CATALOG[text.split(maxsplit=1)[0]]
    return panel.parse(text).ask()


# ------------------------------------------------------------------------------------------- hiding


@pytest.mark.parametrize("inches", [3, 20, 45])
def test_a_man_who_hides_in_terrain_is_no_target_beyond_point_blank(inches: int) -> None:
    """Lines 72 and 151: known or not, for he may have fired before he hid."""
    answer = ask(f"landser:spotting hide-cover@{inches} with has-fired")
    assert answer.value is False
    assert answer.detail.hit is None
    with pytest.raises(ValueError, match="cannot be fired at beyond point blank"):
        landser.spot_and_fire(
            Sighting(inches, "hiding", True, has_fired=True), Shot("rifle", inches)
        )


def test_a_man_who_hides_in_terrain_is_a_target_at_point_blank() -> None:
    """Line 72."""
    answer = ask("landser:spotting hide-cover@2")
    assert (answer.value, answer.detail.hit) == (1, Fraction(2, 3))


def test_no_one_is_told_to_fire_who_may_not() -> None:
    """Line 153: in hide he does not fire."""
    for lane in ("hide-cover", "hide-open"):
        assert "fires" not in " ".join(
            remedy.text for remedy in ask(f"landser:spotting {lane}@20").remedies
        )


def test_a_man_who_hides_in_the_open_is_read_both_ways() -> None:
    """Line 151 against the rows of lines 261-263."""
    hides = Sighting(8, "hiding")
    assert landser.spot_number(hides) == 4
    assert isinstance(landser.spot_number(hides, {"hide-open": "in-the-open"}), Gap)


def test_a_man_who_hides_is_prone_under_a_grenade_as_read() -> None:
    """Lines 151 and 215."""
    throw, man = Throw((0, 7), (0, 0)), Soldier("A", (0, 0), hiding=True)
    upright = {"hide-prone": "upright"}
    (lying,), (standing,) = (
        landser.exposures(throw, [man]),
        landser.exposures(throw, [man], readings=upright),
    )
    (prone,) = landser.exposures(throw, [Soldier("A", (0, 0), prone=True)], readings=upright)
    assert lying.affected == prone.affected < standing.affected
    assert (
        landser.grenade_toll(throw, [man]).value
        != landser.grenade_toll(throw, [man], readings=upright).value
    )


def test_a_man_sent_into_hide_may_work_on_his_weapon() -> None:
    """Line 153 forbids him only to fire and to prepare covering fire."""
    hidden = Trooper("rifleman", "hide", hits=1, jammed="rifle")
    assert landser.may_do(hidden, "weapon work").value is True
    for action in ("fire", "move and fire", "covering fire"):
        assert landser.may_do(hidden, action, "rifle").value is False


def test_who_moves_fast_does_not_fire() -> None:
    """Lines 33 and 64."""
    answer = ask("landser:spotting moving-open@2 with observer-moves-fast")
    assert answer.value is False
    assert "moves fast does not fire" in str(answer)


def test_who_moves_and_fires_must_be_aware_before_he_moves_and_fires_from_where_he_is() -> None:
    """Lines 37 and 258: seen on a four at seven inches, fired at from four with the minus for
    moving.
    """
    answer = ask("landser:spotting sneak-open@7 with firer-moved fires_from 4")
    assert (answer.value, answer.detail.seen, answer.detail.hit) == (
        4,
        Fraction(1, 2),
        Fraction(2, 3),
    )
    assert ask("landser:spotting sneak-open@9 with firer-moved fires_from 4").value is False


# ---------------------------------------------------------------------------------------- templates


def test_of_two_men_under_a_gun_that_jams_it_is_not_said_which_one_is_hit() -> None:
    """Line 109."""
    answer = ask("landser:template machine-gun men A@9,6 B@9,5 at A with gun-jams")
    assert isinstance(answer.value, Gap)
    assert "must roll" not in str(answer)
    assert ask("landser:template machine-gun men A@9,6 E@13,7 at E with gun-jams").value is False


@pytest.mark.parametrize("event", ["laid", "entered", "left", "stayed"])
@pytest.mark.parametrize("jams", ["", " with gun-jams"])
def test_the_sentences_of_a_burst_agree(event: str, jams: str) -> None:
    """Lines 109 and 115-117: one screen never says that a man must and need not roll."""
    for man in "ABCDE":
        told = str(ask(f"landser:template machine-gun at {man} event {event}{jams}"))
        assert not ("must roll" in told and "need not roll" in told), told


def test_only_who_is_within_a_template_rolls_and_not_who_hides_behind_something_hard() -> None:
    """Lines 115-117, whatever happens to him there."""
    for event in ("entered", "stayed", "laid"):
        assert ask(f"landser:template machine-gun at E event {event}").value is False
        assert (
            ask(f"landser:template machine-gun men A@9,6h walls hard-@9,7 at A event {event}").value
            is False
        )
        assert (
            ask(f"landser:template machine-gun men A@9,6h walls hard-@9,5 at A event {event}").value
            is True
        )


@pytest.mark.parametrize(
    ("weapon", "may"), [("smg", False), ("lmg", False), ("gpmg", True), ("rifle", True)]
)
def test_after_a_burst_smg_and_lmg_do_not_fire_in_any_panel(weapon: str, may: bool) -> None:
    """Line 115."""
    assert landser.may_fire(Shot(weapon, 4, burst_before=True)).value is may
    if weapon != "rifle":
        assert landser.may_burst(Gun(weapon, turns_running=1)).value is may
    if weapon in ("smg", "gpmg"):
        man = {"smg": "leader", "gpmg": "gunner"}[weapon]
        assert (
            ask(
                f"landser:squad order man {man} action fire weapon {weapon} with burst-before"
            ).value
            is may
        )


def test_without_a_loader_a_pause_is_enough() -> None:
    """Line 232: only continuous fire needs the loader; nothing jams, and
    nothing has to be cleared.
    """
    told = [
        remedy.text
        for remedy in landser.may_burst(Gun(loader=False, bursts=1, turns_running=1)).remedies
    ]
    assert told == [
        "With a loader it may fire a burst.",
        "After a turn without a burst it may fire one.",
    ]


# --------------------------------------------------------------------------------- assault and odds


def test_a_fight_to_the_end_counts_the_opponent_in_this_turn_and_anew_in_the_next() -> None:
    """Line 171: minus one for each opponent of this turn."""
    now = landser.assault_odds(Fighter(), Fighter(), 3)
    wins = now.p("defender out") + now.p("draw") * Fraction(1, 2)
    assert landser.to_the_end(Fighter(), Fighter(), 3).p("defender out") == wins
    assert "as the only opponent" in str(landser.fight(Fighter(), Fighter(), 3))


def test_who_is_disorientated_is_so_for_one_turn() -> None:
    """Line 135: for the next turn only, so not when a draw is fought on."""
    now = landser.assault_odds(Fighter(disorientated=True), Fighter())
    wins = now.p("defender out") + now.p("draw") * Fraction(1, 2)
    assert landser.to_the_end(Fighter(disorientated=True), Fighter()).p("defender out") == wins


@pytest.mark.parametrize(("does", "yields"), [("assaults", True), ("comes", False)])
def test_low_a_man_surrenders_only_to_an_enemy_who_assaults(does: str, yields: bool) -> None:
    """Line 177."""
    for mode in ("hide", "sneak"):
        assert (
            ask(f"landser:assault surrender enemy 2 friend 8 mode {mode} enemy_does {does}").value
            is yields
        )
    assert (
        ask(f"landser:assault surrender enemy 2 friend 12 mode ready enemy_does {does}").value
        is True
    )  # line 191


def test_a_dogs_chance_is_for_an_impossible_shot_or_for_a_dash_as_read() -> None:
    """Line 97."""
    dash = {"dogs-chance-when": "dash"}
    assert landser.dogs_chance(Shot("smg", 20, moving_vehicle=True)).p("hit") == Fraction(1, 18)
    assert landser.dogs_chance(Shot("smg", 45), dash).p("hit") == Fraction(1, 18)
    for shot, read in (
        (Shot("smg", 45), {}),
        (Shot("smg", 20, moving_vehicle=True), dash),
        (Shot("rifle", 61), dash),
    ):
        with pytest.raises(ValueError, match=r"."):
            landser.dogs_chance(shot, read)
    assert ask("landser:fire smg@45").value is False
    assert ask("landser:fire smg@45 reading dogs-chance-when=dash").value == Fraction(1, 18)


def test_the_procedure_of_a_launcher_is_that_of_a_grenade() -> None:
    """Line 223: only the distance differs, so no modifier of a gun counts, unless it is read so."""
    assert landser.hits_on(Shot("launcher", 8, cover="full", firer_moved=True)).value == 5
    assert (
        landser.hits_on(
            Shot("launcher", 8, cover="full"), {"launcher-modifiers": "as-firing"}
        ).value
        == 6
    )


# -------------------------------------------------------------------------- rules that had no panel


def test_only_the_nearest_enemy_is_assaulted_and_how_far_is_not_printed() -> None:
    """Line 161."""
    assert ask("landser:assault charge target 4 nearest 3").value is False
    assert isinstance(ask("landser:assault charge target 4 nearest 4").value, Gap)
    assert ask("landser:assault charge target 0 nearest 0").value is True
    with pytest.raises(ValueError, match="at most as far away"):
        landser.may_charge(Fighter(), 3, 4)


def test_a_guard_who_is_fired_on_loses_his_prisoners_and_one_assaulted_must_fear_them() -> None:
    """Lines 191-193."""
    assert ask("landser:squad guard prisoners 3 with fired-on").value is False
    answer = ask("landser:squad guard prisoners 3 with assaulted")
    assert answer.value is True
    assert "may join" in answer.headline


def test_the_loader_keeps_near_while_moving_and_close_while_not() -> None:
    """Lines 232-234."""
    assert ask("landser:squad loader loader_inches 2 with moving").value is True
    assert ask("landser:squad loader loader_inches 2 with").value is False


@pytest.mark.parametrize(
    ("wound", "lasts"),
    [("light_5", "as long as he has to hide"), ("serious_3-4", "throughout the battle")],
)
def test_how_long_a_wound_lasts(wound: str, lasts: str) -> None:
    """Line 238."""
    assert lasts in str(
        ask(f"landser:squad order man rifleman_1 action hide weapon rifle after {wound}")
    )
