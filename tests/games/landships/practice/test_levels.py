"""What the levels of the questions ask: one idea first, then two, then the hard cases."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from landships_lab.core.hexes import Heading, Side, half_hexes
from landships_lab.games.landships.panels.coverage_board import GRID as FIELD
from landships_lab.games.landships.practice.board import GRID
from landships_lab.games.landships.practice.kinds import KINDS
from landships_lab.games.landships.rules.ranges import range_hexes
from landships_lab.practice.task import Task
from tests.effort import tries
from tests.practice.referees import after, words
from tests.practice.referees.landships import SILENT

QUESTIONS = tries(120, 240)
MAKE = {kind.id.removeprefix("landships:"): kind for kind in KINDS}
LEVELS = (1, 2, 3)


def asked(kind: str, level: int) -> Iterator[Task]:
    for number in range(QUESTIONS):
        yield MAKE[kind].make(random.Random(f"{kind} {level} {number}"), level)


def share(found: list[bool]) -> float:
    return sum(found) / len(found)


@pytest.mark.parametrize("level", LEVELS)
def test_a_range_is_mostly_from_a_hexside_then_mostly_between_two_then_always(level: int) -> None:
    ends = [
        (GRID.place(after(q, "from")), GRID.place(after(q, "to"))) for q in asked("range", level)
    ]
    first, second = ([isinstance(pair[n], Side) for pair in ends] for n in (0, 1))
    assert 0.5 < share(first) < 0.85 if level == 1 else share(first) == 1
    assert share(second) == {1: 0, 3: 1}.get(level, share(second))
    if level == 2:
        assert 0.5 < share(second) < 0.85, "a hex one time of three"
    odd = [half_hexes(a, b) % 2 == 1 for a, b in ends if isinstance(b, Side)]
    if level == 3:
        assert share(odd) > 0.6, "half a hex is left over where it can be"
    ranges = [range_hexes(*pair) for pair in ends]
    assert max(ranges) == 6
    assert all(a != b for a, b in ends)


@pytest.mark.parametrize("level", LEVELS)
def test_a_position_is_legal_half_the_time_and_guns_and_hexsides_come_with_the_levels(
    level: int,
) -> None:
    placed = [words(q)[-1].split("@") for q in asked("positions", level)]
    classes = [unit_class for *_, unit_class in placed]
    assert set(classes) == {"1", "2", "3"}
    on_side = [("/" in code) for _, code, _, unit_class in placed if unit_class != "3"]
    assert (level - 1) / 4 - 0.12 < share(on_side) < (level - 1) / 4 + 0.12
    vehicles = [("/" in code) for _, code, _, unit_class in placed if unit_class == "3"]
    assert 0.3 < share(vehicles) < 0.7
    near = []
    for _, code, heading, unit_class in placed:
        place = GRID.place(code)
        if unit_class == "3" and isinstance(place, Side) and Heading(heading) not in place.parallel:
            near.append(min(abs(Heading(heading).turns_to(h)) for h in place.parallel))
    assert set(near) <= ({1, 2, 3} if level == 1 else {1, 3})
    assert len(set(near)) > 1


@pytest.mark.long
@pytest.mark.parametrize("level", LEVELS)
def test_a_move_is_straight_then_turned_then_onto_hexsides(level: int) -> None:
    questions = list(asked("move", level))
    starts = [(GRID.place(words(q)[1]), Heading(words(q)[2])) for q in questions]
    ends = [GRID.place(after(q, "to")) for q in questions]
    assert all(heading.faces_hexside for _, heading in starts) is (level == 1)
    assert any(isinstance(end, Side) for end in ends) is (level == 3)
    far = [range_hexes(start, end) for (start, _), end in zip(starts, ends, strict=True)]
    assert max(far) == 1 + level
    assert all(start != end for (start, _), end in zip(starts, ends, strict=True))
    turned = ["you forgot what turning costs" in str(q.key.slips) for q in questions]
    assert share(turned) > 0.7
    assert not all(turned)


@pytest.mark.parametrize("level", LEVELS)
def test_a_hexside_costs_the_same_on_both_sides_only_from_the_second_level_on(level: int) -> None:
    same, costs, benefits = 0, 0, 0
    for question in asked("hexsides", level):
        if "ask move" in question.start:
            first, second = question.text.split("costs ")[1].split(".")[0].split(", ")
            same += first.split()[0] == second.split()[-1]
            costs += 1
        else:
            benefits += 1
    assert min(costs, benefits) > QUESTIONS / 4
    assert bool(same) is (level > 1)


@pytest.mark.parametrize("level", LEVELS)
def test_a_counter_is_set_up_right_half_the_time_and_two_tanks_meet_from_level_two(
    level: int,
) -> None:
    questions = list(asked("brickyard", level))
    met = ["One has come in there already" in q.text for q in questions]
    assert any(met) is (level > 1)
    assert all(q.key.right == "no" for q, two in zip(questions, met, strict=True) if two)
    assert 0.3 < share([q.key.right == "yes" for q in questions]) < 0.6
    tanks = [q for q in questions if "ger-a7v" in q.start]
    assert 0.1 < len(tanks) / QUESTIONS < 0.4
    if level > 1:
        assert 0.1 < share(["already" in q.text for q in tanks]) < 0.5


@pytest.mark.parametrize("kind", ["arc", "fire", "remedy"])
@pytest.mark.parametrize("level", LEVELS)
def test_vehicles_stand_on_hexsides_and_at_hexjunctures_with_the_levels(
    kind: str, level: int
) -> None:
    if kind == "remedy" and level == 1:
        return  # it begins with the second level
    placed = [
        (words(q)[1].split("@")[1], Heading(words(q)[2]))
        for q in asked(kind, level)
        if words(q)[1].split("@")[0] not in SILENT
    ]
    on_side = share(["/" in code for code, _ in placed])
    if level == 1:
        assert on_side == 0
        assert all(heading.faces_hexside for _, heading in placed)
    else:
        assert on_side > (0.01 if kind == "remedy" else 0.08) * (level - 1)
        assert any(not heading.faces_hexside for code, heading in placed if "/" not in code)


@pytest.mark.parametrize("level", LEVELS)
def test_edges_come_often_in_questions_about_arcs(level: int) -> None:
    right = [q.key.right.startswith("on its edge") for q in asked("arc", level)]
    assert (0.15 if level == 1 else 0.4) < share(right) < (0.5 if level == 1 else 0.8)
    yes = share([q.key.right == "yes" for q in asked("fire", level)])
    assert 0.35 < yes < 0.65


@pytest.mark.parametrize("level", LEVELS)
def test_a_force_is_two_vehicles_then_two_of_different_kinds(level: int) -> None:
    sides = []
    for question in asked("bearing", level):
        units = [word.split("@") for word in after_all(question, "british", "asked")]
        kinds = [unit for unit, *_ in units]
        assert len(kinds) == 2
        assert len(set(kinds)) == (2 if level == 3 else 1)
        assert ("mk-iv-male" in kinds) <= (level == 3)
        sides.append(isinstance(FIELD.place(after(question, "asked")), Side))
        assert int(question.key.right) < 4
        near = [
            range_hexes(FIELD.place(code), FIELD.place(after(question, "asked")))
            for _, code, _ in units
        ]
        assert max(near) > 0
        assert min(near) <= 6
    assert any(sides) is (level > 1)


def after_all(question: Task, first: str, last: str) -> list[Any]:
    found = words(question)
    return found[found.index(first) + 1 : found.index(last)]
