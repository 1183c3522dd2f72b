"""Where one rule meets another, and sentences that nothing else looks at."""

from fractions import Fraction

import pytest

from landships_lab.games.landser.analysis.casualties import grenade_toll
from landships_lab.games.landser.rules.assault import Fighter, assault_odds, fight, to_the_end
from landships_lab.games.landser.rules.fire import fire_odds, tree_of
from landships_lab.games.landser.rules.grenades import Soldier, Throw, effectiveness, exposures
from landships_lab.games.landser.rules.movement import Way, may_move
from landships_lab.games.landser.rules.shots import Shot, dogs_chance
from landships_lab.games.landser.rules.wounds import Target


def test_a_man_who_hides_is_prone_under_a_grenade_as_read() -> None:
    """Lines 151 and 215."""
    throw, man = Throw((0, 7), (0, 0)), Soldier("A", (0, 0), hiding=True)
    upright = {"hide-prone": "upright"}
    (lying,), (standing,) = (exposures(throw, [man]), exposures(throw, [man], readings=upright))
    (prone,) = exposures(throw, [Soldier("A", (0, 0), prone=True)], readings=upright)
    assert lying.affected == prone.affected < standing.affected
    assert grenade_toll(throw, [man]) != grenade_toll(throw, [man], readings=upright)


def test_a_fight_to_the_end_counts_the_opponent_in_this_turn_and_anew_in_the_next() -> None:
    """Line 171: minus one for each opponent of this turn."""
    now = assault_odds(Fighter(), Fighter(), 3)
    wins = now.p("defender out") + now.p("draw") * Fraction(1, 2)
    assert to_the_end(Fighter(), Fighter(), 3).p("defender out") == wins
    assert "as the only opponent" in str(fight(Fighter(), Fighter(), 3))


def test_who_is_disorientated_is_so_for_one_turn() -> None:
    """Line 135: for the next turn only, so not when a draw is fought on."""
    now = assault_odds(Fighter(disorientated=True), Fighter())
    wins = now.p("defender out") + now.p("draw") * Fraction(1, 2)
    assert to_the_end(Fighter(disorientated=True), Fighter()).p("defender out") == wins


def test_a_dogs_chance_is_for_an_impossible_shot_or_for_a_dash_as_read() -> None:
    """Line 97."""
    dash = {"dogs-chance-when": "dash"}
    assert dogs_chance(Shot("smg", 20, moving_vehicle=True)).p("hit") == Fraction(1, 18)
    assert dogs_chance(Shot("smg", 45), dash).p("hit") == Fraction(1, 18)
    for shot, read in (
        (Shot("smg", 45), {}),
        (Shot("smg", 20, moving_vehicle=True), dash),
        (Shot("rifle", 61), dash),
    ):
        with pytest.raises(ValueError, match=r"."):
            dogs_chance(shot, read)


@pytest.mark.parametrize("target", [Target(True), Target(serious_wounds=2), None])
def test_the_tree_of_a_shot_is_that_of_its_target(target: Target | None) -> None:
    """Lines 127-129."""
    found = tree_of(Shot("rifle", 20), target)
    assert found is not None
    assert found.odds == fire_odds(Shot("rifle", 20), target)
    if target:
        assert found.odds != fire_odds(Shot("rifle", 20))


def test_what_cover_takes_from_a_grenade_is_told_once_it_takes_something() -> None:
    """Lines 211-217."""
    covered = effectiveness("hard")
    assert "The thrower's die takes the minus and must still reach three." in str(covered)
    assert len(effectiveness().steps) == 1


def test_a_way_too_far_offers_every_other_pace_that_gets_there_and_no_other() -> None:
    """Lines 29, 33, 41."""
    for clear in (3, 5, 7, 9):
        for pace in ("move", "move fast", "sneak"):
            way = Way(pace, clear=clear)
            answer = may_move(way)
            offered = {one.to for one in answer.remedies if one.change == "pace"}
            reach = {
                other
                for other in ("move", "move fast", "move and fire", "sneak")
                if other != pace and may_move(Way(other, clear=clear)).value
            }
            assert offered == (set() if answer.value else reach)
