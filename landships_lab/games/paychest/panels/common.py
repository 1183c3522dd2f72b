"""What the panels of Paychest share: the reader's tables and readings in the state, the picture of
a question, bars of numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from typing import Any, ClassVar, Self

from landships_lab.core.answer import Answer
from landships_lab.core.dice import Odds
from landships_lab.core.speech import mixed
from landships_lab.data.load import example
from landships_lab.drawing.dicing import text_lines
from landships_lab.drawing.shapes import Scene
from landships_lab.drawing.view import View
from landships_lab.games.paychest.data.supplied import MOST_BYTES, Supplied, supplied
from landships_lab.games.paychest.rules.book import GAPS, READINGS, open_gaps
from landships_lab.panel.controls import Choice, Field, Number
from landships_lab.panel.panel import Panel
from landships_lab.panel.parts import OneOf, Options, Toml, Whole, part
from landships_lab.panel.readings import Readings, Taken

WIDTH = 640.0
EXAMPLE = example("paychest", "tables")
HINT = (
    'by = "our club"\ncover = { wall = -2 }\nranges = [{ to = 12, modifier = 0 }, { to = 24,'
    " modifier = -1 }]"
)
NOT_PRINTED = "Rows marked (supplied) come from your tables and are not printed."


def _box_title(state: PaychestPanel) -> str:
    left = len(open_gaps(state.own_tables))
    filled = (
        f"{len(GAPS) - left} of {len(GAPS)} gaps filled" if left < len(GAPS) else f"{left} gaps"
    )
    return f"Your tables: {filled}"


def readings_of(*ids: str, offered: Callable[..., Iterable[str]] | None = None) -> Readings:
    """Return the part of a state for the readings with these ids, all offered or some."""
    return Readings(known={key: READINGS[key] for key in ids}, offered=offered)


@dataclass(frozen=True)
class PaychestPanel(Panel[View]):
    """One question of Paychest. Nothing in its picture is dragged; the controls do it all.

    Each holds the readings that are not the defaults, and the TOML of the reader's own tables.
    """

    rule_set = "Paychest"
    keys: ClassVar[tuple[str, ...]] = ("Escape",)
    zooms = False

    readings: Taken = part(Readings())
    own: str = part(
        Toml(
            _box_title,
            check=supplied,
            most=MOST_BYTES,
            hint=HINT,
            example=EXAMPLE,
            error_name="the text of your tables",
        )
    )

    @property
    def own_tables(self) -> Supplied:
        """The tables that the reader has supplied."""
        return supplied(self.own)

    @property
    def options(self) -> dict[str, str]:
        """The readings that are not the defaults."""
        return dict(self.readings)

    def check(self) -> Self:
        """Refuse values that do not go together, in the words of the rule."""
        self.answer()
        return self

    def question_picture(self) -> Scene:
        """Write what is set, and nothing of what follows from it."""
        settings = [
            f"{c.label}: {_setting(c)}"
            for c in self.controls()
            if isinstance(c, Choice | Field | Number)
        ]
        lines = text_lines(settings, (30, 40), "dice-words-strong", step=24, name="set")
        return Scene(WIDTH, 60 + 24 * len(settings), (), lines, self.title, self.prompt)


def _setting(control: Choice | Field | Number) -> str:
    return (
        dict(control.options)[control.value]
        if isinstance(control, Choice)
        else str(control.value) or "–"
    )


def number(
    label: str,
    default: int | Callable[..., int],
    least: int,
    most: int,
    error_name: str,
    **more: Any,
) -> Whole:
    """Return a part for a number on a slider that every link holds."""
    return Whole(label, default, least, most, always=True, error_name=error_name, **more)


def word(label: str, default: str, options: Options, error_name: str, **more: Any) -> OneOf:
    """Return a part for one of several words that every link holds."""
    return OneOf(label, default, options, always=True, error_name=error_name, **more)


def figure(label: str, skill: str) -> OneOf:
    """Return a part that takes a skill (firearms or melee) from a row of the reader's table, or
    from none.
    """

    def rows(state: PaychestPanel) -> Options:
        found = {
            key: f"{key}: {getattr(row, skill)} (supplied)"
            for key, row in state.own_tables.skills.items()
        }
        return {"": "skill as typed", **found}

    return OneOf(
        label,
        "",
        rows,
        error_name="figure in your tables",
        shown=lambda state: bool(state.own_tables.skills),
    )


def with_supplied(title: str, answer: Answer[object]) -> str:
    """Return the title of a chart, which says so where the answer rests on the reader's tables."""
    return (
        f"{title} (with your tables)"
        if any(step.cite.kind == "supplied" for step in answer.steps)
        else title
    )


#: What is at most this likely at either end of a chart is gathered into one bar.
TAIL = Fraction(1, 400)


def bars_of(odds: Odds[int]) -> tuple[tuple[str, Fraction], ...]:
    """Return a bar for each number of these odds.

    The far ends are gathered into one bar where they are long.

    >>> bars_of(Odds({0: 1, 1: 3}))
    (('0', Fraction(1, 4)), ('1', Fraction(3, 4)))
    >>> [name for name, _ in bars_of(Odds({number: 10 ** (6 - number) for number in range(7)}))]
    ['0', '1', '2', '3+']
    """
    numbers = range(min(odds.outcomes), max(odds.outcomes) + 1)
    upto = list(
        accumulate(odds.weights.get(number, 0) for number in numbers)
    )  # running sums: `at_most` for each would be slow
    low = next(
        number for number, weight in zip(numbers, upto, strict=True) if weight > TAIL * odds.total
    )
    high = next(
        number
        for number, weight in zip(numbers, upto, strict=True)
        if odds.total - weight <= TAIL * odds.total
    )
    first = low - 1 if low - numbers[0] > 1 else numbers[0]
    last = high + 1 if numbers[-1] - high > 1 else numbers[-1]
    bars = [(mixed(number), odds.p(number)) for number in range(first, last + 1)]
    if first > numbers[0]:
        bars[0] = (f"≤{bars[0][0]}", odds.at_most(first))
    if last < numbers[-1]:
        bars[-1] = (f"{bars[-1][0]}+", odds.at_least(last))
    return tuple(bars)
