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
GAP = Gap("How many points has it?", HERE)
OTHER_GAP = Gap("What does it weigh?", HERE)
fractions = st.fractions(-50, 50, max_denominator=12)
arithmetic: st.SearchStrategy[Op] = st.sampled_from(["start", "add", "times", "floor", "cap"])
telling: st.SearchStrategy[Op] = st.sampled_from(["note", "reads", "allows", "forbids"])


def step(op: Op, amount: Fraction | Gap | int = 0) -> Step:
    return Step(op, HERE, op, amount if isinstance(amount, Gap) else Fraction(amount))


# -------------------------------------------------------------------------------------------- tally


@given(st.lists(st.tuples(arithmetic, fractions)))
def test_the_tally_is_what_one_would_work_out_by_hand(amounts: list[tuple[Op, Fraction]]) -> None:
    total = Fraction(0)
    for op, amount in amounts:
        total = {
            "start": amount,
            "add": total + amount,
            "times": total * amount,
            "floor": Fraction(total // 1),
            "cap": min(total, amount),
        }[op]
    value = tally(step(op, amount) for op, amount in amounts)
    assert value == total
    assert isinstance(value, int) == (total.denominator == 1), "whole numbers come back as int"


@given(
    st.lists(st.tuples(arithmetic, fractions)), st.lists(telling), st.randoms(use_true_random=False)
)
def test_steps_that_only_tell_change_no_number(
    amounts: list[tuple[Op, Fraction]], told: list[Op], shuffle: Any
) -> None:
    plain = [step(op, amount) for op, amount in amounts]
    mixed = list(plain)
    for op in told:
        mixed.insert(shuffle.randint(0, len(mixed)), step(op, 99))
    assert tally(mixed) == tally(plain)


def test_nothing_comes_to_zero() -> None:
    assert tally([]) == 0


@pytest.mark.parametrize("op", ["start", "add", "times", "cap"])
def test_a_gap_anywhere_makes_a_gap(op: Op) -> None:
    later = [step("add", 3), step("times", 2), step("floor"), step("cap", 5)]
    assert tally([step("start", 1), step(op, GAP), *later]) == GAP


def test_a_new_start_forgets_a_gap() -> None:
    assert tally([step("start", GAP), step("start", 4)]) == 4


# -------------------------------------------------------------------------------------------- judge


@given(st.lists(st.tuples(telling, st.booleans())))
def test_one_that_forbids_settles_it_and_otherwise_the_first_gap_leaves_it_open(
    steps: list[tuple[Op, bool]],
) -> None:
    value = judge([step(op, GAP if gap else 0) for op, gap in steps])
    if any(op == "forbids" for op, _ in steps):
        assert value is False
    elif any(gap for _, gap in steps):
        assert value == GAP
    else:
        assert value is True


def test_the_first_gap_is_the_one_that_is_told() -> None:
    assert judge([step("allows"), step("note", GAP), step("note", OTHER_GAP)]) is GAP


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
        (Cite("A book", "a page"), "A book, a page"),
        (Cite("A book", "a page", "7"), "A book, a page (line 7)"),
        (Cite("A book", "a page", "7-9"), "A book, a page (lines 7-9)"),
        (
            Cite("A book", "a page", "7", "reconstructed"),
            "A book, a page (line 7); reconstructed, not printed",
        ),
        (Cite("You", "range", kind="supplied"), "You, range; supplied by you"),
    ],
)
def test_a_citation_tells_where_and_how_sure(cite: Cite, told: str) -> None:
    assert str(cite) == told


def test_a_reading_takes_its_first_option_unless_told_and_knows_no_other() -> None:
    options = (
        Option("down", "round down", "It goes down."),
        Option("up", "round up", "It goes up."),
    )
    reading = Reading("rounding", "Up or down?", options, "Most games do.", HERE)
    assert reading.default == "down"
    assert reading.option("up") is options[1]
    with pytest.raises(
        ValueError,
        match=(
            r"^'upp' is not an option of the reading rounding; allowed are down, up\. The nearest"
            r" is up\.$"
        ),
    ):
        reading.option("upp")


@pytest.mark.parametrize(
    ("what", "told", "allowed", "sentence"),
    [
        (
            "unit",
            "A7W",
            ["a7v", "mk-iv-male"],
            "'A7W' is not a unit; allowed are a7v, mk-iv-male. The nearest is a7v.",
        ),
        (
            "heading",
            "nnx",
            ["N", "NNE"],
            "'nnx' is not a heading; allowed are N, NNE. The nearest is NNE.",
        ),
        ("option", "zzz", ["a", "b"], "'zzz' is not an option; allowed are a, b."),
        ("vehicle", 9, ["#1", "#2"], "'9' is not a vehicle; allowed are #1, #2."),
    ],
)
def test_what_is_unknown_is_told_with_what_there_is_and_the_nearest(
    what: str, told: object, allowed: list[str], sentence: str
) -> None:
    assert unknown(what, told, allowed) == sentence
