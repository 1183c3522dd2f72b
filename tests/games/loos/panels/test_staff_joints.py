"""Where one rule of Loos meets another on a panel: gas and the turn, neighbours and strengths,
stacks and breaches, the last step of a regiment.
"""

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from landships_lab.core.answer import Answer, Gap, tally
from landships_lab.core.hexes import half_hexes
from landships_lab.core.speech import percent
from landships_lab.games.loos.panels.staff_ground import Neighbours
from landships_lab.games.loos.panels.staff_men import ShelledStack
from landships_lab.games.loos.rules.assault import combat
from landships_lab.games.loos.rules.attrition import break_down, replacements
from landships_lab.games.loos.rules.bombardment import bombardment_result, gas_acts, gas_odds
from landships_lab.games.loos.rules.book import GRID, as_printed
from landships_lab.games.loos.rules.deployment import check_german_set_up
from landships_lab.games.loos.rules.losses import Force, UnitSteps, after_combat
from landships_lab.games.loos.rules.reserves import reserve_path
from landships_lab.games.loos.rules.shells import (
    Placing,
    Stack,
    bombardment_odds,
    german_shells,
    may_place,
    shell,
    shell_stack,
)
from landships_lab.games.loos.rules.terrain import Defence, sheltered
from landships_lab.panel import CATALOG
from landships_lab.panel.links import read_link
from tests.effort import tries
from tests.random_states import random_state


def asked(link: str) -> Answer[Any]:
    answer: Answer[Any] = opened(link).ask()
    return answer


def opened(link: str) -> Any:
    return read_link(link)


def forbidden(answer: Answer[Any]) -> list[str]:
    return [step.cite.lines for step in answer.steps if step.op == "forbids"]


# ------------------------------------------------------------------------------- gas and reserves

GASSED = "loos:bombardment trench dice 3 steps 2 with trench gas"


@pytest.mark.parametrize("turn", range(9))
def test_gas_is_for_zero_hour_and_never_again(turn: int) -> None:
    """17.6, line 279."""
    state = opened(f"{GASSED} turn {turn}")
    answer = state.ask()
    acts = turn == 0
    assert gas_acts(3, turn).value is acts
    assert state.thrown == (4 if acts else 3)
    assert forbidden(answer) == ([] if acts else ["279"])
    assert answer.detail == (
        gas_odds("trench") if acts else bombardment_odds("trench", 3, german_in_trench=True)
    )
    bars = dict(state.charts(answer)[0].bars)
    assert ("friendly fire" in bars) is acts
    assert ("friendly fire" in state.replies()) is acts
    for remedy in answer.remedies:
        assert not forbidden(state.set(remedy.change, remedy.to).ask())
    assert bool(answer.remedies) is not acts


def test_a_throw_with_gas_after_zero_hour_hits_no_friend() -> None:
    line = "loos:bombardment trench dice 3 steps 2 total 9 roll 6 with trench gas"
    assert asked(line).value == "friendly fire"
    later = asked(f"{line} turn 1")
    assert later.value == "•"
    assert "it adds no die" in str(later)


def test_an_attack_after_zero_hour_has_no_gas() -> None:
    line = "loos:staff attack about shells battery 3 with gas"
    first, later, without = (
        asked(f"{line} turn 0"),
        asked(f"{line} turn 2"),
        asked("loos:staff attack about shells battery 3"),
    )
    assert "one for gas" in str(first.value)
    assert "one for gas" not in str(later.value)
    assert later.detail.ends == without.detail.ends
    assert later.headline.startswith("Gas has no effect; ")
    assert forbidden(later) == ["279"]
    assert opened(f"{line} turn 0 battery 2".replace("battery 3 ", "")).battery == 3
    assert opened(f"{line} turn 2".replace("battery 3", "battery 2")).battery == 2


def test_reserves_are_not_placed_in_zero_hour() -> None:
    """11.7, line 110; 15.2, line 201: Zero Hour has no British movement phase."""
    state = opened("loos:staff division turn 0")
    answer = state.ask()
    assert forbidden(answer) == ["110"]
    assert answer.value == reserve_path(0).value == {}
    assert state.tables(answer)[0].lit_row is None
    (remedy,) = answer.remedies
    assert state.set(remedy.change, remedy.to).ask().value == reserve_path(1).value
    assert opened("loos:staff division").tables(asked("loos:staff division"))[0].lit_row == 0


# ---------------------------------------------------------------------- markers, sight and the line


def test_a_unit_next_to_the_target_observes_it() -> None:
    """17.1, line 239, with 17.2, line 247."""
    for by in ("attacker", "defender"):
        near, far = (
            asked(f"loos:staff markers by {by} target {target}") for target in ("adjacent", "none")
        )
        assert near.value is True
        assert far.value is False
        assert forbidden(far) == ["239"]
        assert [step.cite.lines for step in near.steps if step.op == "allows"] == ["237", "247"]
    table = opened("loos:staff markers").tables(asked("loos:staff markers"))[0]
    rows = dict(table.rows)
    assert rows["next"] == rows["observed"] == rows["observed, next"] == ("yes", "yes")
    assert rows["marked, next"] == rows["marked"] == ("no", "no")


def test_what_sight_sees_a_marker_may_be_placed_on() -> None:
    """17.1, line 239: sight and staff, asked both."""
    for number in range(tries(80, 400)):
        state = random_state(CATALOG["loos:sight"], number)
        if state.rules != "loos" or state.observer == state.aimed:
            continue
        seen = state.ask().value
        adjacent = half_hexes(state.observer, state.aimed) == 2
        assert not adjacent or seen
        for told in {seen, seen and not adjacent}:
            placed = may_place(Placing("attacker", 1, observed=told, adjacent=adjacent))
            assert placed.value is seen, state.text()


@pytest.mark.parametrize("option", ["front-line-only", "anywhere"])
@pytest.mark.parametrize("ground", ["front", "open"])
def test_german_markers_go_where_german_shells_fall(option: str, ground: str) -> None:
    """14.2, line 172: markers and attack, asked both."""
    stand_in = "british front line" if ground == "front" else "clear"
    falls = bool(german_shells(stand_in, {"german-shells": option}).value)
    for by in ("attacker", "defender"):
        line = f"loos:staff markers by {by} army german ground {ground}"
        answer = asked(f"{line} reading german-shells={option}")
        assert answer.value is falls
        assert forbidden(answer) == ([] if falls else ["172"])
        assert "172" in [step.cite.lines for step in answer.steps]
    british = asked(f"loos:staff markers ground {ground} reading german-shells={option}")
    assert british.value is True


# ------------------------------------------------------------------------- trenches side by side


def test_a_neighbour_that_is_left_out_adds_its_factor_to_the_defence() -> None:
    """14.3, 3, line 187."""
    for number in range(tries(150, 800)):
        state = random_state(CATALOG["loos:staff"], number)
        if not isinstance(state, Neighbours):
            continue
        answer = state.ask()
        defence = answer.detail
        assert defence.strength == state.factor * (1 + len(answer.value)), state.text()
        assert defence.differential == state.attack - defence.strength
        added = [step for step in answer.steps if step.op == "add"]
        assert {step.marks[0] for step in added} == answer.value
        assert sum(step.amount for step in added) == defence.strength - state.factor
        if defence.differential >= -99:  # the table takes what the staff adds up
            told = combat("trench", state.attack, defence.strength).steps[0].text
            assert told.endswith(f" {as_printed(defence.differential)}.")


def test_to_fight_the_neighbour_or_leave_it_out_is_told_apart() -> None:
    left, fought = asked("loos:staff neighbours"), asked("loos:staff neighbours fought ENE")
    assert left.headline == "0604 must also be attacked, or the defence is 6, not 3."
    assert "0604 is left out, so its 3 count too." in str(left)
    assert "The differential is +2 in place of +5." in str(left)
    assert left.detail == Defence(6, 2)
    assert fought.detail == Defence(3, 5)
    assert "The differential is +5." in str(fought)
    assert "left out" not in str(fought)
    assert asked("loos:staff neighbours at ENE held N").detail == Defence(3, 5)


# ------------------------------------------------------------------- the last step of a regiment

SHELLED = ("spared", "lost")


@pytest.mark.parametrize("option", SHELLED)
@pytest.mark.parametrize("battalions", [0, 1])
@pytest.mark.parametrize(("place", "terrain"), [("trench", "trench"), ("shells", "clear")])
@pytest.mark.parametrize("steps", [1, 2, 3])
def test_shells_take_the_step_that_the_staff_takes(
    option: str, battalions: int, place: str, terrain: str, steps: int
) -> None:
    """13.1, line 141, with 17.5, line 275: bombardment and lost step, asked both."""
    read = f"reading last-step-shelled={option}"
    left = asked(f"loos:staff loss steps {steps} deadpile {battalions} to {place} {read}")
    bare = "" if battalions else "with no-battalion"
    line = f"loos:bombardment {terrain} dice 3 steps {steps}"
    throw = asked(f"{line} total 18 roll 1 {bare} {read}")
    assert throw.value == ("De" if terrain == "clear" else "D2")
    lost = ("no step lost", "one step lost", "both steps lost")[steps - left.value]
    assert throw.headline.endswith(f"{lost}.")
    chance = asked(f"{line} {bare} {read}")
    assert (chance.value > 0) is (left.value < steps)
    assert ("both steps" in chance.headline) is (steps - left.value == 2)
    for answer in (left, throw, chance):
        decided = any(step.reading == "last-step-shelled" for step in answer.steps)
        assert decided is (steps == 2 and not battalions and place == "trench")


def test_the_last_step_in_a_trench_is_lost_to_combat_alone() -> None:
    """17.5, line 275: it speaks of bombardment."""
    for kind in ("regiment steps 1", "battalion"):
        assert asked(f"loos:staff loss kind {kind} to combat").value == 0
        assert asked(f"loos:staff loss kind {kind} to shells").value == 0
        assert asked(f"loos:staff loss kind {kind} to trench").value == 1
    british = asked("loos:staff loss kind half-brigade steps 1 to trench")
    assert british.value == 0, "14.3, line 190: trenches shelter only Germans"


@pytest.mark.parametrize(
    ("line", "left"),
    [
        ("its stacked", 0),
        ("its stacked reading last-step-stacked=beside", 1),
        ("its stacked deadpile 0 reading last-step-stacked=beside", 0),
        ("its stacked to trench", 2),
        ("its stacked to trench reading last-step-shelled=lost", 0),
        ("its stacked steps 3", 2),
        ("its stacked steps 1", 0),
        ("", 1),
    ],
)
def test_a_replacement_battalion_may_not_stack(line: str, left: int) -> None:
    """18.1, line 286, with 13.1, line 141."""
    answer = asked(f"loos:staff loss {line}")
    assert answer.value == left
    decides = "stacked" in line and "deadpile 0" not in line and "steps" not in line
    assert ("286" in [step.cite.lines for step in answer.steps]) is decides


@pytest.mark.parametrize("option", ["phase-end", "at-once"])
@pytest.mark.parametrize("steps", [2, 3])
def test_battalions_of_a_regiment_need_hexes_of_their_own(option: str, steps: int) -> None:
    """18.1, line 286, with 13.1, line 143."""
    for deadpile, room in product(range(5), range(8)):
        answer = break_down(steps, deadpile, room=room, readings={"battalions-apart": option})
        there = min(steps, deadpile)
        placed = min(there, room) if option == "at-once" else there
        assert answer.value == placed
        assert ("lost because" in answer.headline) is (placed < steps)
        apart = any(step.cite.lines == "286" for step in answer.steps)
        assert apart is (there > 1 or room < there)
        assert ("no hex is free" in answer.headline) is (placed < there == steps)
        assert ("no counter or hex is left" in answer.headline) is (placed < there < steps)
        assert ("move on before" in str(answer)) is (room < there and option == "phase-end")


def test_a_fight_says_that_a_battalion_is_there_for_the_last_step() -> None:
    """13.1, line 141: what the campaign, the attack and mobile combat take for granted."""
    for line in ("loos:campaign trench", "loos:staff attack", "loos:staff mobile"):
        for steps in (1, 2, 3):
            told = "here the deadpile has one" in str(asked(f"{line} steps {steps}"))
            assert told is (steps > 1)


# --------------------------------------------------------------------------- a stack and its trench


def test_shells_on_a_stack_breach_its_trench() -> None:
    """17.4, line 267, with 17.5, line 273: the twin throws every die."""
    for first, second in ((2, 2), (1, 1), (3, 1)):
        answer = shell_stack("woods", 1, Stack((first, second), german_in_trench=True))
        breached = sum(
            any(
                shell(
                    bombardment_result("trench", total, die).value, UnitSteps(steps=steps), True
                ).value.breached
                for die, steps in ((one, first), (other, second))
            )
            for total, one, other in product(range(1, 7), repeat=3)
        )
        assert answer.detail == Fraction(breached, 6**3)
        assert f"breaches the trench: {percent(answer.detail)}." in str(answer)
        assert answer.headline.endswith(f"; a breach {percent(answer.detail)}.")
        line = f"loos:staff shelled terrain woods dice 1 front {first} under {second} in trench"
        state = opened(line)
        _, trench = state.charts(state.ask())
        assert trench.bars == (("breached", answer.detail), ("holds", 1 - answer.detail))
    assert "breach" not in str(shell_stack("woods", 1, Stack((2, 2))))
    assert shell_stack("woods", 1, Stack((2, 2))).detail == 0
    for steps, told in (((2, 1), True), ((3, 1), False)):
        assert ("which may not stack" in str(shell_stack("woods", 1, Stack(steps)))) is told
    assert "may not stack" not in str(shell_stack("british front line", 1, Stack((2, 2))))


def test_a_stack_is_breached_as_often_as_it_is_hit() -> None:
    """A breach is a result that counts for either unit: with three steps each, a step lost."""
    for number in range(tries(150, 800)):
        state = random_state(CATALOG["loos:staff"], number)
        if isinstance(state, ShelledStack):
            answer = state.ask()
            in_trench = sheltered(state.terrain, "trench" in state.sheltered)
            hit = answer.value.chance((state.front, state.under).__ne__)
            if in_trench and min(state.front, state.under) > 2:
                assert answer.detail == hit, state.text()
            assert (answer.detail == 0) or in_trench


# --------------------------------------------------------------- what the sequence leaves unsaid


@pytest.mark.parametrize(
    ("option", "points"), [("kept", Fraction(5, 2)), ("down", Fraction(2)), ("up", Fraction(3))]
)
def test_half_a_point_in_zero_hour_is_a_reading(option: str, points: Fraction) -> None:
    """15.2, line 203."""
    read = f"reading half-points={option}"
    assert asked(f"loos:staff allowance {read}").value == points
    assert asked(f"loos:staff allowance army british {read}").value == 5
    assert asked(f"loos:staff allowance printed 4 {read}").value == 2
    assert asked(f"loos:staff allowance turn 1 {read}").value == 5
    for line, decides in (("", True), ("printed 4", False), ("turn 1", False)):
        steps = asked(f"loos:staff allowance {line} {read}").steps
        assert any(step.reading == "half-points" for step in steps) is decides


def test_the_die_of_a_german_reserve_is_halved_in_zero_hour_by_a_reading() -> None:
    """15.2, line 203, with 18.4, lines 304 and 306."""
    line = "loos:staff reserve hexes 1 cost 1"
    chances = {
        (moves, option): asked(f"{line} moves {moves} reading zero-hour-reserve={option}").value
        for moves in ("any", "zero-hour")
        for option in ("halved", "whole")
    }
    assert chances == {
        ("any", "halved"): 1,
        ("any", "whole"): 1,
        ("zero-hour", "halved"): Fraction(2, 3),
        ("zero-hour", "whole"): 1,
    }
    state = opened(f"{line} moves zero-hour")
    (bars,) = state.charts(state.ask())
    assert bars.bars == (("½", Fraction(1, 3)), ("1", Fraction(1, 3)), ("1½", Fraction(1, 3)))


def test_who_chooses_the_friend_that_gas_hits_is_a_reading() -> None:
    """17.6, line 279."""
    line = "loos:bombardment clear dice 3 steps 2 with gas"
    for friend in ("alone", "stacked", "several"):
        for option, who in (("british", "The British choose"), ("germans", "The Germans choose")):
            told = str(asked(f"{line} friend {friend} reading gas-friend={option}"))
            assert (who in told) is (friend == "several")
            assert ("Only one adjacent friendly unit is hit." in told) is (friend == "several")


def test_a_front_line_without_room_is_a_gap() -> None:
    """11.7, line 112, with 18.1, line 286."""
    state = opened("loos:staff division turn 2 front full")
    answer = state.ask()
    assert isinstance(answer.value, Gap)
    assert [cells for _, (cells,) in state.tables(answer)[0].rows] == [
        "",
        "reserve line",
        *[""] * 6,
    ]
    assert forbidden(asked("loos:staff division placed split front full")) == ["110"]
    assert forbidden(asked("loos:staff division turn 0 front full")) == ["110"]


@pytest.mark.parametrize("enemy", [False, True])
def test_who_chooses_the_unit_that_ex_costs_a_step_is_a_reading(enemy: bool) -> None:
    """Lines 371 and 379; A1 to A3 are the owner's choice by line 373."""
    read = {"loss-choice": "enemy" if enemy else "owner"}
    attackers, defender = Force((2, 1), (2, 4)), Force((2,), (3, 6))
    for result in ("Ex", "(A)", "A1", "A2", "A3", "D2"):
        answer = after_combat(result, attackers, defender, readings=read)
        chosen = result in ("Ex", "(A)")
        left = (2, 1) if result == "D2" else (2, 0) if enemy and chosen else (1, 1)
        assert answer.value.attackers.steps == left
        assert any(step.reading == "loss-choice" for step in answer.steps) is chosen
    alone = after_combat("Ex", Force((2,), (2, 4)), defender, readings=read)
    assert not any(step.reading == "loss-choice" for step in alone.steps)
    assert Force((0, 2, 1), (2, 4)).less(2, weakest=True).steps == (0, 1, 0)


def test_a_reserve_that_becomes_the_front_line_moves_no_more() -> None:
    """18.3, line 298: it is no longer considered a reserve unit."""
    text = "It is a reserve no longer, so it does not move in the mobile phase."
    assert text in str(asked("loos:staff combat result De under reserve"))
    assert text not in str(asked("loos:staff combat result De"))
    assert text not in str(asked("loos:staff combat result D2 choice retreat under reserve"))


def test_an_advance_ends_in_stacks_of_two() -> None:
    """7.9, line 230, with 18.1, line 286."""
    text = "Two of one brigade or division at most may end the phase in one hex."
    assert text in str(asked("loos:staff combat result De"))
    assert text not in str(asked("loos:staff combat result (A)"))


# ------------------------------------------------------------------- statements that stand alone


def test_more_regiments_than_come_are_refused() -> None:
    """11.3, line 86."""
    hexes = "2306,2306,2305,2305,2307,2307,2206,2206,2405,2405,2406,2406"
    assert forbidden(asked(f"loos:staff entry regiments {hexes}")) == ["86"]
    assert asked(f"loos:staff entry regiments {hexes[:-5]}").value is True


def test_what_may_be_so_in_a_sector_is_said_where_it_is_so() -> None:
    """11.6, line 104."""
    both = asked("loos:staff sectors also empty+stacked")
    assert both.value is True
    assert both.headline == (
        "All six sectors are manned. Single hexes of a sector may stay empty."
        " The halves of a brigade may stack."
    )
    assert asked("loos:staff sectors also empty VI none").value is False
    told = "each with a front line and a reserve line"
    assert told in str(asked("loos:staff sectors VI none"))
    assert told not in str(both)


@pytest.mark.parametrize("placed", [0, 1, 26, 27, 28])
def test_the_blank_battalions_are_not_among_those_placed(placed: int) -> None:
    """11.2, lines 80 and 82."""
    hexes = [GRID.hex(column, row) for column in range(12, 19) for row in range(1, 5)][:placed]
    answer = check_german_set_up(hexes, ())
    assert answer.value is (placed < 28)
    (blank,) = (step.text for step in answer.steps if step.cite.lines == "82")
    assert ("are not placed" in blank) is (placed == 28)
    counted = {
        0: "No battalion is placed yet, of 27 in all.",
        1: "1 of 27 battalions is placed; 26 remain.",
        26: "26 of 27 battalions are placed; 1 remains.",
        27: "All 27 battalions are placed.",
        28: "The Germans have 27 battalions at the start, not 28.",
    }
    assert counted[placed] in answer.headline


def test_a_hex_that_switches_may_switch_again() -> None:
    """12.3, line 129."""
    again = "A hex may change hands any number of times."
    first = "No hex was taken yet"
    for army, into, held, switches in (
        ("british", "0604", "0605", True),
        ("british", "0605", "0605", False),
        ("german", "0605", "0605", True),
        ("german", "0604", "0605", False),
        ("british", "0604", "none", True),
    ):
        told = str(asked(f"loos:staff control army {army} into {into} held {held}"))
        assert (again in told) is switches
        assert (f"Control of {into} switches" in told) is switches
        assert (f"Control of {into} stays {army.capitalize()} " in told) is not switches
        assert (first in told) is (held == "none")


def test_half_a_die_of_replacements_is_rounded_down_where_it_is_odd() -> None:
    """11.4, line 92."""
    for die in range(1, 7):
        steps = replacements(die, 29, 9).steps
        assert any(step.op == "floor" for step in steps) is bool(die % 2)
        assert tally(steps) == replacements(die, 29, 9).value == die // 2
    assert replacements(6, 1, 9).value == replacements(6, 9, 1).value == 1
    lost = "they cannot be kept for a later turn"
    assert [lost in str(replacements(6, 3, towns)) for towns in (2, 3)] == [True, False]


@pytest.mark.parametrize(("kind", "most"), [("battalion", 1), ("half-brigade", 2), ("regiment", 3)])
def test_the_table_of_losses_holds_each_unit_with_the_steps_it_can_have(
    kind: str, most: int
) -> None:
    for steps in range(1, most + 1):
        line = f"loos:staff loss kind {kind} steps {steps}"
        (table,) = opened(line).tables(asked(line))
        assert (table.lit_row, table.columns[table.lit_column]) == (steps - 1, kind)
        column = [row[table.lit_column] for _, row in table.rows]
        assert column[steps - 1] == str(asked(line).value)
        assert [bool(left) for left in column] == [number <= most for number in (1, 2, 3)]


def test_what_keeps_replacements_away_is_told_where_it_does() -> None:
    """11.4, line 92: too few counters, or too few towns for those there are."""
    for die, deadpile, towns in product(range(1, 7), range(5), range(5)):
        answer, received = replacements(die, deadpile, towns), die // 2
        assert answer.value == min(received, deadpile, towns)
        assert ("free; the rest is lost" in str(answer)) is (deadpile < received)
        assert ("can take them" in str(answer)) is (towns < min(received, deadpile))
        assert ("1 counter is free" in str(answer)) is (deadpile == 1 < received)


def test_the_hex_of_the_observer_is_said_to_block_never() -> None:
    """17.2, line 249."""
    own = "the observer's own hex, never blocks"
    assert own in str(asked("loos:sight 0503 at 0803 terrain woods=0503"))
    assert own not in str(asked("loos:sight 0503 at 0803"))
    assert own not in str(asked("loos:sight 0503 at 0803 terrain woods=0503 high=0503"))


def test_a_reserve_is_told_what_its_roll_leaves_open() -> None:
    """18.4, lines 304 and 306."""
    for hexes, cost, uncertain, first in (
        (1, 1, False, False),
        (2, 1, True, False),
        (3, 1, True, False),
        (4, 1, False, False),
        (1, 2, True, True),
        (1, 4, False, True),
    ):
        told = str(asked(f"loos:staff reserve hexes {hexes} cost {cost}"))
        assert (f"it may be less than {hexes * cost}." in told) is uncertain
        assert ("Without points for its first hex" in told) is first
    assert "Without points" in str(asked("loos:staff reserve hexes 1 trenches 1"))


def test_only_reserves_that_can_move_up_attack() -> None:
    """18.4, line 308."""
    for points in range(1, 5):
        steps = asked(f"loos:staff mobile units 1 points {points}").steps
        (who,) = (step for step in steps if step.op in ("allows", "forbids"))
        assert (who.op == "forbids") is (points > 3)
        assert ("did not move" in who.text) is (points > 3)


@pytest.mark.long
@pytest.mark.parametrize("points", [1, 2, 3, 4])
@pytest.mark.parametrize("units", [1, 2, 6])
def test_the_advice_of_mobile_combat_is_what_it_comes_to(points: int, units: int) -> None:
    state = opened(f"loos:staff mobile units {units} points {points}")
    advice = {remedy.change: remedy for remedy in state.ask().remedies}
    for change, remedy in advice.items():
        chance = remedy.text.rpartition(": ")[2].rstrip(".")
        assert remedy.to == {"points": points - 1, "units": units + 1}[change]
        assert chance in state.set(change, remedy.to).ask().headline
    assert ("points" in advice) is (points > 1)
    assert ("units" in advice) is (units < 6 and points < 4)


def test_a_deadpile_and_a_stack_are_asked_of_regiments_alone() -> None:
    """13.1, line 141."""
    for kind in ("regiment", "battalion", "half-brigade"):
        shown = {control.id for control in opened(f"loos:staff loss kind {kind}").controls()}
        assert ({"deadpile", "its"} <= shown) is (kind == "regiment")
        assert bool({"deadpile", "its"} & shown) is (kind == "regiment")
        assert ("steps" in shown) is (kind != "battalion")
