"""The readings that are offered in a game of Loos: each option matters in some moment of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

import pytest

from landships_lab.data.load import readings
from landships_lab.games.loos.rules.sight import in_sight
from landships_lab.games.loos.turn import START
from landships_lab.games.loos.turn.attacks import Declare, Marks, Resolve, sight_map
from landships_lab.games.loos.turn.battle import SAMPLES, STRIP, Battle
from landships_lab.games.loos.turn.movement import Move
from tests.games.loos.turn.test_laws import after_set_up
from tests.games.loos.turn.test_turn import at_turn, battalion, half, play, regiment, shelled, to
from tests.play.laws import matters, offered


def attack(attacker: str = "0703", target: str = "0803") -> Battle:
    """Return a British attack on a battalion, ready to be fought."""
    units = (half("1a", attacker), battalion("14A", target))
    declared = to(at_turn(2, 1, *units, deadpile=2), Declare)
    return to(play(declared, f"attack 1a {target}"), Resolve)


def seen(observer: str, target: str) -> Battle:
    """Return the British placing markers, with one observer and one target."""
    return to(at_turn(1, 1, half("1a", observer), battalion("14A", target), deadpile=2), Marks)


def shelled_stack() -> Battle:
    """Return German shells that fall on a British stack."""
    units = (half("1a", "0501"), half("1b", "0501", under=True), battalion("14A", "0601"))
    battle = to(at_turn(2, 5, *units, half("2a", "0903"), deadpile=2), Marks)
    return to(play(battle, "mark 0501", "done"), Resolve)


def stacked_regiment() -> Battle:
    """Return a stacked regiment of two steps that must stand or retreat."""
    two = (regiment("8A", "0703", 2), regiment("8B", "0703", under=True))
    units = (half("1a", "0704"), half("2a", "0602"), half("3a", "0603"), half("9a", "1106"))
    declared = to(at_turn(2, 1, *units, *two, deadpile=2), Declare)
    attacks = (f"attack {n}a 0703" for n in (1, 2, 3))
    return play(to(play(declared, *attacks), Resolve), "fight 0703 = 1")


def trenched_regiment() -> Battle:
    """Return shells that fall on a regiment of two steps in a trench, with no battalion free."""
    units = (half("1a", "0502"), half("9a", "1006"), regiment("8A", "0601", 2))
    marked = play(at_turn(1, 1, *units, deadpile=0), "no-aircraft", "mark 0601", "done", "done")
    return to(marked, Resolve)


def crowded_regiment() -> Battle:
    """Return a regiment in a corner with one free hex for its battalions."""
    friends = (battalion("14A", "1302"), battalion("14B", "1202"))
    units = (half("1a", "0703"), regiment("8A", "1301"), battalion("14C", "1201"), *friends)
    return to(at_turn(3, 4, *units, deadpile=3), Move)


def gassed_stack() -> Battle:
    """Return gas that may fall on two stacked Germans in Zero Hour."""
    two = (battalion("14A", "0602"), replace(battalion("14B", "0602"), under=True))
    marked = play(at_turn(0, 0, half("1a", "0503"), *two, deadpile=0), "no-aircraft", "mark 0602")
    return to(marked, Resolve)


def chosen_loss() -> Battle:
    """Return two attackers of which one loses a step."""
    units = (half("1a", "0703"), half("2a", "0802"), battalion("14A", "0803"))
    declared = to(at_turn(2, 1, *units, deadpile=2), Declare)
    attacked = play(declared, "attack 1a 0803", "attack 2a 0803")
    return play(to(attacked, Resolve), "fight 0803 = 3")


def halved_reserve() -> Battle:
    """Return a stack of Germans in the mobile movement of Zero Hour."""
    under = replace(battalion("14B", "1004"), under=True)
    return at_turn(0, 5, half("1a", "0703"), battalion("14A", "1004"), under, deadpile=0)


#: A moment in which each option that is offered matters.
MOMENTS: Mapping[tuple[str, str], Callable[[], Battle]] = {
    ("crt-alignment", "right"): attack,
    ("off-table", "no-attack"): lambda: to(
        at_turn(2, 1, half("1a", "1001", 1), regiment("8A", "1101"), deadpile=2), Declare
    ),
    ("front-line-terrain", "clear"): shelled_stack,
    ("shelled-trench", "other-terrain"): shelled,
    ("german-shells", "anywhere"): lambda: to(
        at_turn(1, 5, half("1a", "0703"), half("2a", "0503"), battalion("14A", "0802")), Marks
    ),
    ("secondary-trench", "trench-line"): lambda: attack("0603", "0602"),
    ("attacker-results", "step-a-hex"): attack,
    ("high-ground-clear", "blocks"): lambda: seen("0402", "0804"),
    ("trench-sight", "yes"): lambda: seen("0401", "0703"),
    ("front-line-sight", "yes"): lambda: seen("0401", "0703"),
    ("stack-factor", "separate"): shelled_stack,
    ("last-step-stacked", "beside"): stacked_regiment,
    ("last-step-shelled", "lost"): trenched_regiment,
    ("battalions-apart", "at-once"): crowded_regiment,
    ("zero-hour-reserve", "whole"): halved_reserve,
    ("gas-friend", "germans"): lambda: shelled("gas 0601 = 1 1 1 1 6"),
    ("gas-stack", "each"): gassed_stack,
    ("front-line-move", "one-hex"): lambda: at_turn(
        1, 0, half("1a", "0502"), battalion("14A", "1301"), deadpile=2
    ),
    ("set-up-line", "both-lines"): lambda: after_set_up(1),
    ("loss-choice", "enemy"): chosen_loss,
}
#: The reading that shows in what a move leads to.
BOTH_LINES = ("british-trenches", "both-lines")


def test_every_option_that_is_offered_has_its_moment() -> None:
    assert {*MOMENTS, BOTH_LINES} == {*offered(START["zero-hour"])}


@pytest.mark.parametrize(("reading", "option"), MOMENTS)
def test_an_option_matters_in_its_moment(reading: str, option: str) -> None:
    assert matters(MOMENTS[reading, option](), reading, option)


def test_whether_the_second_line_is_a_trench_decides_a_victory() -> None:
    """12.2, line 123."""
    units = (half("1a", "0603"), half("2a", "0401"), battalion("14A", "1301"))
    battle = at_turn(2, 0, *units, deadpile=2)
    assert not play(battle, "move 1a 0503").over
    read = battle.with_readings(dict([BOTH_LINES]))
    assert "German victory at once" in play(read, "move 1a 0503").over


def test_readings_that_are_not_offered_change_nothing_on_the_strip() -> None:
    """The reasons that the game gives, held against the strip."""
    idle = START["zero-hour"].idle_readings
    assert idle.keys() <= readings("loos").keys()
    assert all(reason.endswith(".") for reason in idle.values())
    plain = sight_map("british", None, ())
    for key in ("high-ground-target", "map-edge"):
        other = readings("loos")[key].options[1].id
        read = sight_map("british", None, ((key, other),))
        for one in STRIP.hexes:
            for two in STRIP.hexes:
                assert in_sight(plain, one, two) == in_sight(read, one, two)
    assert not {"2306", "3306"} & {STRIP.grid.code(h) for h in STRIP.hexes}
    assert not [u for u in SAMPLES.units.values() if u.allowance % 2]
