"""One question has one answer: panels of Loos that ask the same agree, and say what is printed."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from landships_lab.core.answer import Answer
from landships_lab.data.rulebook import index
from landships_lab.games.loos.rules.losses import UnitSteps, lose_step
from landships_lab.games.loos.rules.shells import Stack
from landships_lab.panel.links import read_link


def ask(words: str) -> Answer[Any]:
    """Return the answer of a panel of Loos in this state."""
    return read_link(f"loos:{words}").ask()


# -- shells on a stack, and a lost step -----------------------------------------------------------


def test_stacked_two_step_germans_in_a_trench_lose_no_step_to_shells() -> None:
    """13.1, 17.5 and 18.1, lines 141, 275 and 286: W7."""
    assert ask("staff v1 shelled in trench").headline.startswith("A step is never lost")
    assert ask("staff v1 loss its stacked to trench").value == 2


def test_a_stacked_two_step_regiment_is_eliminated_by_shells_in_the_open() -> None:
    """13.1 and 18.1, lines 141 and 286: W7."""
    assert ask("staff v1 loss its stacked to shells").value == 0
    odds = ask("staff v1 shelled under 3").value
    assert {front for front, _ in odds.outcomes} == {0, 2}
    assert "may not stack, so none can take the place" in str(ask("staff v1 shelled under 3"))


def test_the_second_of_a_stack_is_stacked_no_longer_once_the_first_is_gone() -> None:
    """17.4 and 18.1, lines 267 and 286: a second hit is judged by what is true after the first."""
    steps = [unit.steps for unit in Stack((2, 2)).after(("De", "De"))]
    assert steps == [0, 1]
    short = Stack((2, 2), battalions=1).after(("De", "De"), {"last-step-stacked": "beside"})
    assert [unit.steps for unit in short] == [1, 0]


@pytest.mark.parametrize("cause", ["shells", "trench"])
def test_shells_on_a_stack_take_what_a_lost_step_takes(cause: str) -> None:
    """The front line unit alone is hit: the panel of lost steps answers the same."""
    readings = product(("lost", "beside"), ("spared", "lost"))
    for stacked, shelled in readings:
        read = {"last-step-stacked": stacked, "last-step-shelled": shelled}
        for steps, battalions in product((1, 2, 3), range(3)):
            stack = Stack((steps, 3), cause == "trench", battalions)
            alone = lose_step(UnitSteps("regiment", steps, battalions, True), cause, read)  # type: ignore[arg-type]  # a cause
            assert stack.after(("D2", "•"), read)[0].steps == alone.value


def test_british_units_on_a_stack_need_no_battalion() -> None:
    """13.3, line 159: under the reading that lets German shells fall anywhere they may be hit."""
    odds = ask("staff v1 shelled army british").value
    assert {front for front, _ in odds.outcomes} == {1, 2}


# -- trenches -------------------------------------------------------------------------------------


def test_a_breached_trench_gives_no_benefit_of_its_neighbours() -> None:
    """14.3, 3 and 17.5, lines 187 and 273: W15."""
    whole, breached = ask("staff v1 neighbours"), ask("staff v1 neighbours is breached")
    assert len(whole.value) == 1
    assert not breached.value
    assert breached.steps[0].cite.lines == "273"
    assert "273" not in [step.cite.lines for step in whole.steps]


def test_the_line_of_shells_on_a_trench_is_a_reading() -> None:
    """17.4, line 263, which says "appropriate" and no more: M9."""
    answer = ask("bombardment v1 town dice 3 steps 2 with trench")
    assert any(step.reading == "shelled-trench" for step in answer.steps)
    assert not any(step.cite.lines == "273" and "line" in step.text for step in answer.steps)
    other = ask(
        "bombardment v1 town dice 3 steps 2 with trench reading shelled-trench=other-terrain"
    )
    assert other.value == ask("bombardment v1 town dice 3 steps 3").value != answer.value


# -- sight ----------------------------------------------------------------------------------------


def test_a_line_along_the_edge_of_the_map_is_a_reading() -> None:
    """17.2, line 249, which speaks of two hexes beside the line."""
    answer = ask("sight v1 0101 at 0301 terrain woods=0201")
    assert "off the map" not in str(answer)
    assert any(step.reading == "map-edge" for step in answer.steps)
    blocked = ask("sight v1 0101 at 0301 terrain woods=0201 reading map-edge=blocked")
    assert answer.value is True
    assert blocked.value is False
    assert "off the map" not in str(blocked)
    assert "clear" in [remedy.change for remedy in blocked.remedies]


def test_where_german_shells_may_fall_is_said_by_its_reading() -> None:
    """14.2, line 172: M13."""
    german = "sight v1 0802 at 0503 army german"
    assert any(step.reading == "german-shells" for step in ask(german).steps)
    anywhere = ask(f"{german} reading german-shells=anywhere")
    assert "front line hexes only" not in str(anywhere)
    front = ask(f"{german} terrain front-line=0503")
    assert "may bombard British units in front line hexes" in str(front)


# -- the index ------------------------------------------------------------------------------------


def test_the_index_says_of_the_background_what_the_line_says() -> None:
    """10.1, line 55, has no gas, and Loos is one half of the northern prong: M3."""
    (entry,) = index("loos").at("55")
    assert "gas" not in entry.says
    assert "northern half" not in entry.says


def test_the_index_says_that_the_hex_left_for_is_adjacent() -> None:
    """14.2, line 170: M12."""
    entries = [entry for entry in index("loos").at("170") if "outside the front line" in entry.says]
    assert entries
    assert all("adjacent" in entry.says for entry in entries)
    assert [e.reading for e in index("loos").at("170") if e.reading] == ["front-line-move"]
