"""Where one rule meets another, and sentences that nothing else looks at."""

from fractions import Fraction

import pytest

from landships_lab.games.landser import rules as landser
from landships_lab.games.landser.rules import Fighter, Shot, Soldier, Target, Throw, Way


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


@pytest.mark.parametrize("target", [Target(True), Target(serious_wounds=2), None])
def test_the_tree_of_a_shot_is_that_of_its_target(target: Target | None) -> None:
    """Lines 127-129."""
    found = landser.tree_of(Shot("rifle", 20), target)
    assert found is not None
    assert found.odds == landser.fire_odds(Shot("rifle", 20), target)
    if target:
        assert found.odds != landser.fire_odds(Shot("rifle", 20))


def test_what_cover_takes_from_a_grenade_is_told_once_it_takes_something() -> None:
    """Lines 211-217."""
    covered = landser.effectiveness("hard")
    assert "The thrower's die takes the minus and must still reach three." in str(covered)
    assert len(landser.effectiveness().steps) == 1


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
