"""Every reading that would change an answer is named among its reasons."""

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

import pytest

from landships_lab.core.answer import Answer
from landships_lab.core.grid import Grid
from landships_lab.core.hexes import Hex
from landships_lab.data.load import readings
from landships_lab.games.loos.rules.sight import observes
from landships_lab.games.loos.rules.table import FRONT_LINE
from landships_lab.panel import CATALOG
from landships_lab.panel.controls import Switch
from landships_lab.panel.links import read_link
from tests.effort import tries
from tests.random_states import random_state

READINGS = readings("loos")
PANELS = ("loos:table", "loos:bombardment", "loos:campaign", "loos:sight", "loos:staff")


def named(answer: Answer[Any]) -> set[str]:
    return {step.reading for step in answer.steps} - {""}


def other_readings(state: Any) -> Iterator[tuple[str, Any]]:
    """Yield the state under each other option of each reading that it offers."""
    for control in state.controls():
        if isinstance(control, Switch) and control.id in READINGS:
            reading = READINGS[control.id]
            now = dict(state.readings).get(reading.id, reading.default)
            for option in reading.options:
                if option.id != now:
                    yield reading.id, state.set(reading.id, option.id)


@pytest.mark.long
@pytest.mark.parametrize("panel", PANELS)
def test_a_reading_that_changes_the_answer_is_named(panel: str) -> None:
    for number in range(tries(40, 250)):
        state = random_state(CATALOG[panel], number)
        answer = state.ask()
        for reading, other in other_readings(state):
            read = other.ask()
            if (read.value, read.headline) != (answer.value, answer.headline):
                assert reading in named(answer), (state.text(), other.text())


OPTIONS = ("high-ground-clear", "trench-sight", "front-line-sight")
KINDS = ("clear", "woods", "trench", FRONT_LINE)


def hexagon(code: str) -> Hex:
    place = Grid().place(code)
    assert isinstance(place, Hex)
    return place


def alone(taken: Mapping[str, str], other: Mapping[str, str]) -> Iterator[dict[str, str]]:
    """Yield the readings with each smaller part of the changes alone."""
    changed = [key for key in taken if taken[key] != other[key]]
    for kept in product((False, True), repeat=len(changed)):
        if not all(kept):
            yield {**taken, **{k: other[k] for k, take in zip(changed, kept, strict=True) if take}}


@pytest.mark.parametrize("codes", ["0602 0603", "0602 0602"], ids=["along", "through"])
def test_sight_names_every_reading_of_the_hexes_it_crosses(codes: str) -> None:
    """17.2, line 249, with 164: woods beside high ground on a hexside, a trench on high ground."""
    one, other = map(hexagon, codes.split())
    observer, target = hexagon("0503"), hexagon("0703" if one != other else "0702")
    all_taken = [
        dict(zip(OPTIONS, found, strict=True))
        for found in product(*([o.id for o in READINGS[key].options] for key in OPTIONS))
    ]
    for first, second, *high in product(KINDS, KINDS, (False, True), (False, True)):
        ground = {one: first, other: second}
        above = frozenset(h for h, up in zip((one, other), high, strict=True) if up)
        seen = {
            tuple(taken.values()): observes(ground, observer, target, above, taken)
            for taken in all_taken
        }
        for taken, changed in product(all_taken, all_taken):
            answer, read = seen[tuple(taken.values())], seen[tuple(changed.values())]
            if answer.value is not read.value and all(
                seen[tuple(less.values())].value is answer.value for less in alone(taken, changed)
            ):
                differ = {key for key in OPTIONS if taken[key] != changed[key]}
                assert differ <= named(answer), (ground, above, taken, changed)


def test_high_ground_beside_woods_is_seen_over_by_a_reading() -> None:
    """17.2, line 249; 14.1, line 164."""
    link = "loos:sight 0503 at 0703 terrain woods=0602 high=0603"
    answer = read_link(link).ask()
    assert answer.value is True
    assert named(answer) == {"high-ground-clear"}
    assert read_link(f"{link} reading high-ground-clear=blocks").ask().value is False
    open_side = read_link("loos:sight 0503 at 0703 terrain trench=0601/0602").ask()
    assert not named(open_side), "0603 is clear, whatever is read of 0602"


# --------------------------------------------------------- the third entry hex, and long retreats


@pytest.mark.parametrize(
    "question", ["victory turn 3 units {}", "at-once units {}", "control into {}"]
)
@pytest.mark.parametrize("option", ["2306", "3306"])
def test_the_third_entry_hex_is_a_reading_whichever_a_unit_is_in(
    question: str, option: str
) -> None:
    """12.1, line 117, against 11.3, line 88: each prints another code."""
    for code in ("2306", "3306"):
        line = f"loos:staff {question.format(code)} reading entry-hex={option}"
        answer = read_link(line).ask()
        (step,) = (step for step in answer.steps if step.reading == "entry-hex")
        said = f"{code} is no entry hex" in step.text
        assert said is (code != option), line
    elsewhere = read_link(f"loos:staff {question.format('0604')}").ask()
    assert not named(elsewhere)


def test_a_german_unit_in_a_hex_that_may_be_an_entry_hex_takes_no_reading() -> None:
    assert not named(read_link("loos:staff control army german into 3306").ask())


@pytest.mark.parametrize("hexes", [1, 2, 3])
@pytest.mark.parametrize(("option", "one_a_hex"), [("one-step", False), ("step-a-hex", True)])
def test_the_steps_that_are_told_are_the_steps_that_are_charged(
    hexes: int, option: str, one_a_hex: bool
) -> None:
    """Lines 373 to 377 with line 212."""
    charged = hexes if one_a_hex else 1
    for link in (
        f"loos:staff combat result A{hexes} units 3 reading attacker-results={option}",
        f"loos:table clear {THROWS[hexes]} reading attacker-results={option}",
    ):
        answer = read_link(link).ask()
        told = next(step.text for step in answer.steps if step.text.startswith(f"A{hexes}:"))
        asked = "loses a step" if charged == 1 else f"lose {charged} steps"
        assert asked in told, link
    assert (
        f"The attacker loses {charged} step"
        in read_link(f"loos:staff combat result A{hexes} units 3 reading attacker-results={option}")
        .ask()
        .headline
    )


#: Where the line of clear ground has A1, A2 and A3.
THROWS = {
    1: "attack 2 defence 0 roll 6",
    2: "attack 0 defence 1 roll 3",
    3: "attack 0 defence 1 roll 4",
}


def test_attackers_lose_no_more_steps_than_they_have() -> None:
    answer = read_link(
        "loos:staff combat result A3 units 1 reading attacker-results=step-a-hex"
    ).ask()
    assert answer.headline == "The attacker loses 2 steps."
    assert "They have 2 steps to lose, and lose all." in str(answer)
    enough = read_link("loos:staff combat result A3 reading attacker-results=step-a-hex").ask()
    assert "lose all" not in str(enough)


def test_no_unit_arrives_where_none_can() -> None:
    """18.4, line 306: half a die, rounded up, is 3 at most."""
    answers = [str(read_link(f"loos:staff mobile points {n}").ask()) for n in (1, 3, 4)]
    assert "Every unit arrives for certain." in answers[0]
    assert "No unit arrives 44.4% of the time, every unit 11.1%." in answers[1]
    assert "No unit can arrive." in answers[2]
