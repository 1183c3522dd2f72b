"""Sentences and small sums that nothing else looks at: what a step says, which number it names."""

from fractions import Fraction
from typing import Any

import pytest

from landships_lab.core.answer import Answer, Gap
from landships_lab.games.landser import rules as landser
from landships_lab.games.landser.rules import Shot, Target, Way
from landships_lab.panel import CATALOG


def ask(text: str) -> Answer[Any]:
    return CATALOG[text.split(maxsplit=1)[0]].parse(text).ask()


def said(answer: Answer[Any], line: str) -> list[str]:
    return [step.text for step in answer.steps if step.cite.lines == line]


# -- jams


@pytest.mark.parametrize(
    ("shot", "chance"),
    [
        ("rifle@8 with jams", Fraction(1, 36)),  # line 103
        ("smg@4 with jams", Fraction(1, 12)),  # line 105
        ("smg@4 with soviet jams", Fraction(1, 36)),
        ("lmg@4 with jams", Fraction(1, 36)),  # line 107
        ("lmg@4 with automatic jams", Fraction(1, 18)),
        ("gpmg@8 with jams", Fraction(1, 36)),  # line 109
        ("gpmg@8 with lone jams", Fraction(1, 6)),
    ],
)
def test_the_fire_panel_answers_whether_a_gun_jams(shot: str, chance: Fraction) -> None:
    answer = ask(f"landser:fire {shot}")
    assert answer.value == chance
    assert answer.headline.endswith(f"jams in 1 shot of {1 / chance}.")


def test_a_jam_that_is_not_printed_is_a_gap_and_a_refused_shot_cannot_jam() -> None:
    """Lines 101-109."""
    assert isinstance(ask("landser:fire pistol@4 with jams").value, Gap)
    assert ask("landser:fire smg@45 with jams").value is False
    assert "A loader lowers" in str(ask("landser:fire gpmg@8 with lone jams"))
    assert "A loader lowers" not in str(ask("landser:fire gpmg@8 with jams"))


def test_a_lone_gunner_is_told_what_he_has_to_fire() -> None:
    """Line 232."""
    alone = "landser:fire gpmg@8 with lone"
    assert "2 bursts in all" in str(ask(f"{alone} automatic"))
    assert "2 bursts in all" not in str(ask(alone))


# -- what decides is said


def test_the_mode_of_a_man_who_may_surrender_is_said_where_he_has_one() -> None:
    """Lines 177 and 191."""
    assert not [step for step in landser.surrenders(2, 12).steps if "mode" in step.text]
    for mode, words in (("hide", "in hide mode"), ("sneak", "in sneak mode")):
        for assaults, does in ((True, "assaults"), (False, "does not assault")):
            told = str(landser.surrenders(2, 8, mode, assaults))
            assert f"He is {words}, and the enemy {does}." in told


def test_an_enemy_in_assault_asks_for_the_friends_of_the_same_line() -> None:
    """Line 177 of an assault, line 191 of any enemy."""
    friend = "His nearest unwounded friend is 12 inches away, more than 10."
    assert friend in said(landser.surrenders(2, 12, "ready", True), "177")
    assert friend in said(landser.surrenders(2, 12, "ready", False), "191")


@pytest.mark.parametrize(
    ("way", "words"),
    [
        ({"clear": -1}, "The way over clear ground is 0 inches or more"),
        ({"difficult": -1}, "The way over difficult ground is 0 inches or more"),
        ({"obstacles": -1}, "The width of obstacles is 0 inches or more"),
    ],
)
def test_a_refused_way_names_what_is_wrong(way: dict[str, int], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Way(**way)  # type: ignore[arg-type]  # the test names one of three lengths


@pytest.mark.parametrize("target", [Target(True), Target(serious_wounds=2), None])
def test_the_tree_of_a_shot_is_that_of_its_target(target: Target | None) -> None:
    """Lines 127-129."""
    found = landser.tree_of(Shot("rifle", 20), target)
    assert found is not None
    assert found.odds == landser.fire_odds(Shot("rifle", 20), target)
    if target:
        assert found.odds != landser.fire_odds(Shot("rifle", 20))


def test_who_moves_fast_finds_a_target_in_his_next_turn() -> None:
    """Line 33."""
    later = "He can find a target at the beginning of his next turn, and not before."
    assert later in said(ask("landser:spotting sneak-open@12 with observer-moves-fast"), "33")
    assert later not in str(ask("landser:spotting sneak-open@12 with blocked"))


def test_the_arc_of_a_gun_is_told_of_whom_it_holds() -> None:
    """Lines 115 and 181."""
    again = "A GPMG whose template lies there may fire again at any target within the arc."
    assert again in str(ask("landser:template arc at A"))
    assert again not in str(ask("landser:template arc at E"))


def test_a_man_whom_a_medic_treats_waits_for_his_die() -> None:
    """Line 144."""
    text = "landser:squad order man rifleman_1 action hide weapon rifle after serious_5"
    assert ask(f"{text} helper medic").headline == (
        "The rifleman is out of action, until a die treats him next turn."
    )
    assert ask(text).headline == "The rifleman may not choose Hide."


def test_what_cover_takes_from_a_grenade_is_told_once_it_takes_something() -> None:
    """Lines 211-217."""
    covered = landser.effectiveness("hard")
    assert "The thrower's die takes the minus and must still reach three." in str(covered)
    assert len(landser.effectiveness().steps) == 1


def test_a_guard_is_told_how_many_he_has() -> None:
    """Line 191."""
    assert said(landser.may_guard(6), "191")[0] == "One guard may keep 5 prisoners; there are 6."
    assert not [s for s in landser.may_guard(0).steps if "base line" in s.text]


def test_an_order_tells_what_the_fire_panel_takes() -> None:
    """Lines 135 and 143, in orders and in shots."""
    for arms in range(4):
        man = landser.Trooper("rifleman", arm_wounds=arms)
        told = [s.text for s in landser.may_do(man, "fire").steps if s.cite.lines == "143"]
        needed = landser.hits_on(Shot("rifle", 4, arm_wounds=arms)).value
        assert told == ([f"His (b) wounds take {arms} from the hit die."] if arms else [])
        assert needed == 2 + arms
    shaken = landser.Trooper("rifleman", "light 3")
    assert "minus one to firing" in str(landser.may_do(shaken, "fire"))
    assert landser.hits_on(Shot("rifle", 4, disorientated=True)).value == 3


def test_a_second_attacker_is_told_that_he_fights_on_alone() -> None:
    """Lines 171-175: opponents are counted anew each turn."""
    alone = "(from the next turn on as the only opponent)"
    told = {n: str(landser.fight(landser.Fighter(), landser.Fighter(), n)) for n in (1, 2, 3)}
    assert [alone in told[n] for n in (1, 2, 3)] == [False, True, True]


# -- values that only a sentence tells


def test_the_numbers_of_an_assault_are_those_of_its_rolls() -> None:
    """Line 173: the higher roll wins, of 36."""
    for pistol in ("none", "pistol", "bayonet"):
        state: Any = CATALOG["landser:assault"].parse(
            f"landser:assault fight attacker {pistol} defender none"
        )
        answer = state.ask()
        (told,) = (step for step in answer.steps if step.text.startswith("The higher roll wins"))
        wins = sum(
            landser.assault_score(state.attacker, one).value
            > landser.assault_score(state.defender, other).value
            for one in range(1, 7)
            for other in range(1, 7)
        )
        assert told.text == f"The higher roll wins: {wins} of 36 for the attacker."


@pytest.mark.parametrize("die", range(1, 7))
def test_the_die_of_a_treated_man_is_told_with_its_half(die: int) -> None:
    """Line 144: 1 to 3 an (a) wound, 4 to 6 a (b) wound."""
    answer = landser.treated(die)
    span, wound, outcome = (
        ("1 to 3", "an (a)", "serious 1-2") if die <= 3 else ("4 to 6", "a (b)", "serious 3-4")
    )
    assert answer.value == outcome
    assert answer.headline == f"He fights on with {wound} wound."
    assert answer.steps[-1].text == f"{span}: he has {wound} wound."


def test_a_way_too_far_offers_every_other_pace_that_gets_there_and_no_other() -> None:
    """Lines 29, 33, 41."""
    for clear in (3, 5, 7, 9):
        for pace in ("move", "move fast", "sneak"):
            way = Way(pace, clear=clear)
            answer = landser.may_move(way)
            offered = {one.to for one in answer.remedies if one.change == "pace"}
            reach = {
                other
                for other in ("move", "move fast", "move and fire", "sneak")
                if other != pace and landser.may_move(Way(other, clear=clear)).value
            }
            assert offered == (set() if answer.value else reach)


@pytest.mark.parametrize(
    ("man", "told"),
    [
        ("moving-cover@4", "no roll is needed"),
        ("moving-cover@8", "4 or more"),
        ("sneak-open@4", "3 or more"),
        ("sneak-open@12", "5 or more"),
    ],
)
def test_what_must_be_rolled_to_be_aware_of_a_man_is_told(man: str, told: str) -> None:
    """Lines 261 to 263."""
    assert any(told in step.text for step in ask(f"landser:spotting {man}").steps)
