"""A sum line is arithmetic that holds, as a reader works it from left to right, and its result is
in the verdict above it.
"""

import re
from fractions import Fraction
from typing import Any

import pytest

from landships_lab.core.answer import Answer, Step
from landships_lab.core.sources import Cite
from landships_lab.drawing.words import sum_text
from landships_lab.panel import CATALOG, Panel
from tests.effort import tries
from tests.random_states import random_answer

GLYPHS = dict(
    zip("½⅓⅔¼¾⅛⅜⅝⅞", ("1/2", "1/3", "2/3", "1/4", "3/4", "1/8", "3/8", "5/8", "7/8"), strict=True)
)
NUMBER = r"(−?)(?:(\d+)/(\d+)|(\d*)([½⅓⅔¼¾⅛⅜⅝⅞]?))"
#: The number of states of each panel: the rarest wrong sums were in one state of thirty.
STATES = tries(40, 60)
BOTH = (
    "british mk-iv-male@0704@ENE german a7v@1303@WSW",
    "german a7v@0906@N",
    "british mk-iv-male@0704@ENE",
    "",
)


def number(text: str) -> Fraction:
    found = re.fullmatch(NUMBER, text.strip())
    assert found, f"{text!r} is no number"
    assert text.strip(" −"), f"{text!r} is no number"
    minus, above, below, whole, glyph = found.groups()
    mixed = Fraction(whole or 0) + Fraction(GLYPHS.get(glyph, 0))
    size = Fraction(int(above), int(below)) if above else mixed
    return -size if minus else size


def worked(left: str) -> Fraction:
    """Return what the left side comes to: a sum, then what is done with it in turn."""
    terms, *then = left.split(", ")
    first, *others = re.split(r" ([+−]) ", terms)
    total = number(first)
    for sign, term in zip(others[::2], others[1::2], strict=True):
        total += number(term) if sign == "+" else -number(term)
    for done in then:
        match done.split(" "):
            case ["doubled"]:
                total *= 2
            case ["halved"]:
                total /= 2
            case ["times", times]:
                total *= number(times)
            case ["rounded", "down"]:
                total = Fraction(total.numerator // total.denominator)
            case ["at", "most", most]:
                total = min(total, number(most))
            case _:
                pytest.fail(f"{done!r} is not an operation")
    return total


def holds(answer: Answer[Any]) -> bool:
    """Check the sum line of an answer. Return whether there is one."""
    line = sum_text(answer)
    if not line:
        return False
    left, right = line.split(" = ")
    assert worked(left) == number(right) == answer.value, f"{line} under {answer.headline}"
    if answer.value:
        assert re.search(rf"(?<!\d){right}(?!\d)", answer.headline), (
            f"{line} under {answer.headline}"
        )
    return True


@pytest.mark.long
@pytest.mark.parametrize("panel_type", CATALOG.values(), ids=lambda e: e.id)
def test_a_sum_line_is_arithmetic_that_holds(panel_type: type[Panel]) -> None:
    sums = sum(holds(random_answer(panel_type, n)) for n in range(STATES))
    if panel_type.id in ("one_hour:fire", "landser:fire", "paychest:forces", "landships:coverage"):
        assert sums > 2, "this panel is known for its sums"


@pytest.mark.parametrize("force", BOTH)
def test_with_both_sides_the_sum_is_that_of_the_verdict(force: str) -> None:
    coverage = CATALOG["landships:coverage"]
    answer = coverage.parse(f"landships:coverage {force} side both").answer()
    told = [
        0 if word in ("no", "none") else int(word)
        for word in re.findall(r"(?:on|Germans on) (\d+|no|none)", answer.headline)
    ]
    british, german, both = told
    assert holds(answer) is bool(british + german)
    if british + german:
        wanted = f"{british} + {german} − {british + german - both} = {both}"
        assert sum_text(answer) == wanted.replace(" + 0 ", " ")


def test_what_was_counted_before_the_last_start_is_no_part_of_the_sum() -> None:
    here = Cite("a book", "a page")
    steps = [Step("", here, op, Fraction(n)) for op, n in (("start", 164), ("start", 88))]  # type: ignore[arg-type]
    assert sum_text(Answer(88, tuple(steps))) == ""
    assert sum_text(Answer(90, (*steps, Step("", here, "add", Fraction(2))))) == "88 + 2 = 90"
