"""A value is what its steps come to, and a Gap stays a Gap whatever is done to it."""

import operator
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from landships_lab.core.answer import Answer, Gap, Op, Remedy, Step, judge, tally
from landships_lab.core.checks import unknown
from landships_lab.core.sources import Cite, Option, Reading

HERE = Cite("A book", "a page")
BOOK = "A book, a page"
GAP = Gap("How many points has it?", HERE)
OTHER_GAP = Gap("What does it weigh?", HERE)
fractions = st.fractions(-50, 50, max_denominator=12)


amounts = st.one_of(fractions, st.just(GAP))


OPS: list[Op] = ["start", "add", "times", "floor", "cap", "note", "reads", "allows", "forbids"]
telling: st.SearchStrategy[Op] = st.sampled_from(OPS[5:])


@given(st.lists(st.tuples(st.sampled_from(OPS), amounts)))
def test_the_tally_is_worked_out_by_hand_and_a_gap_makes_a_gap_until_a_new_start(
    steps: list[tuple[Op, Fraction | Gap]],
) -> None:
    total: Fraction | Gap = Fraction(0)
    for op, amount in steps:
        if op == "start":
            total = amount
        elif op == "floor":
            total = total if isinstance(total, Gap) else Fraction(total // 1)
        elif op in OPS[:5]:
            if isinstance(total, Gap) or isinstance(amount, Gap):
                total = GAP
            else:
                total = {"add": total + amount, "times": total * amount}.get(op, min(total, amount))
    value = tally(step(op, amount) for op, amount in steps)
    assert value == total
    if isinstance(total, Fraction):
        assert isinstance(value, int) == (total.denominator == 1), "whole numbers come back as int"


def step(op: Op, amount: Fraction | Gap | int = 0) -> Step:
    return Step(op, HERE, op, amount if isinstance(amount, Gap) else Fraction(amount))


# -------------------------------------------------------------------------------------------- tally


# -------------------------------------------------------------------------------------------- judge


@given(st.lists(st.tuples(telling, st.sampled_from([0, GAP, OTHER_GAP]))))
def test_one_that_forbids_settles_it_and_otherwise_the_first_gap_leaves_it_open(
    steps: list[tuple[Op, int | Gap]],
) -> None:
    value = judge([step(op, amount) for op, amount in steps])
    gaps = [amount for _, amount in steps if isinstance(amount, Gap)]
    forbidden = any(op == "forbids" for op, _ in steps)
    assert value == (False if forbidden else gaps[0] if gaps else True)


# ---------------------------------------------------------------------------------------------- gap


@pytest.mark.parametrize("op", [operator.add, operator.sub, operator.mul, operator.floordiv])
@pytest.mark.parametrize("number", [0, 3, Fraction(1, 2), OTHER_GAP])
def test_arithmetic_on_a_gap_is_the_same_gap(op: Callable[[Any, Any], Any], number: Any) -> None:
    assert op(GAP, number) is GAP
    assert op(number, GAP) is (number if isinstance(number, Gap) else GAP)


def test_a_gap_is_no_yes_and_no_number() -> None:
    numbers: list[object] = [0, False, Fraction(0), None]
    assert not GAP
    assert GAP not in numbers
    assert str(GAP) == "not in the source: How many points has it?"
    with pytest.raises(TypeError):
        assert GAP < 3  # type: ignore[operator]  # that it cannot be asked is the point


# ------------------------------------------------------------------------------------------ answers


def test_an_answer_prints_its_headline_its_numbered_steps_and_its_remedies() -> None:
    line = Cite("A book", "a page", "7")
    answer = Answer(
        True, (step("start"), Step("then", line)), "Yes.", (Remedy("Turn.", "heading", "N"),)
    )
    assert (
        str(answer) == "Yes.\n1. start [A book, a page]\n2. then [A book, a page (line 7)]\n- Turn."
    )
    assert str(Answer(3, ())) == "3"


@pytest.mark.parametrize(
    ("cite", "told"),
    [
        (Cite("A book", "a page"), BOOK),
        (Cite("A book", "a page", "7"), f"{BOOK} (line 7)"),
        (Cite("A book", "a page", "7-9"), f"{BOOK} (lines 7-9)"),
        (
            Cite("A book", "a page", "7", "reconstructed"),
            f"{BOOK} (line 7); reconstructed, not printed",
        ),
        (Cite("You", "range", kind="supplied"), "You, range; supplied by you"),
    ],
)
def test_a_citation_tells_where_and_how_sure(cite: Cite, told: str) -> None:
    assert str(cite) == told


def test_a_reading_takes_its_first_option_unless_told_and_knows_no_other() -> None:
    options = (Option("down", "round down", "It falls."), Option("up", "round up", "It rises."))
    reading = Reading("rounding", "Up or down?", options, "Most games do.", HERE)
    assert reading.default == "down"
    assert reading.option("up") is options[1]
    with pytest.raises(ValueError, match=r"^'upp' is not an option of the reading rounding; "):
        reading.option("upp")


@pytest.mark.parametrize(
    ("what", "told", "allowed", "sentence"),
    [
        ("unit", "A7W", ["a7v", "mk"], "a unit; allowed are a7v, mk. The nearest is a7v."),
        ("heading", "nnx", ["N", "NNE"], "a heading; allowed are N, NNE. The nearest is NNE."),
        ("option", "zzz", ["a", "b"], "an option; allowed are a, b."),
        ("vehicle", 9, ["#1", "#2"], "a vehicle; allowed are #1, #2."),
    ],
)
def test_what_is_unknown_is_told_with_what_there_is_and_the_nearest(
    what: str, told: object, allowed: list[str], sentence: str
) -> None:
    assert unknown(what, told, allowed) == f"'{told}' is not {sentence}"
