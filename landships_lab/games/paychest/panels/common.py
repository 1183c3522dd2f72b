"""What the panels of Paychest share: the reader's tables and readings, short declarations of parts,
bars of numbers, and pictures of soldiers and words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from typing import Any, ClassVar, Self

from landships_lab.core.answer import Answer, Gap
from landships_lab.core.dice import Odds
from landships_lab.core.speech import capitalized, inches, mixed
from landships_lab.data.load import example
from landships_lab.drawing.charts import Bars, Table, exhibit
from landships_lab.drawing.dicing import text_lines
from landships_lab.drawing.figures import Figure, figures
from landships_lab.drawing.shapes import Label, Pixel, Scene, Shape, bare_paper
from landships_lab.drawing.view import View
from landships_lab.games.paychest.data.supplied import MOST_BYTES, Supplied, supplied
from landships_lab.games.paychest.rules.book import GAPS, READINGS, open_gaps
from landships_lab.games.paychest.rules.turn import movement
from landships_lab.panel.controls import Choice, Field, Number
from landships_lab.panel.panel import Panel
from landships_lab.panel.parts import OneOf, Options, Toml, Whole, part
from landships_lab.panel.parts.base import with_fields
from landships_lab.panel.readings import Readings, Taken

WIDTH = 640.0
HINT = (
    'by = "our club"\ncover = { wall = -2 }\nranges = [{ to = 12, modifier = 0 }, { to = 24,'
    " modifier = -1 }]"
)
NOT_PRINTED = "Rows marked (supplied) come from your tables and are not printed."
LOST = "lost in print"
#: The figures of both sides: the symbol for a man, and its colour.
OURS, THEIRS = ("private", "blue"), ("warrior", "vermillion")
#: The space for a figure in the ranks, across and between ranks (in heights of a figure).
ACROSS, BEHIND = 0.62, 0.8
Drawn = Iterator[Figure | Shape]


# -- the parts of a state --------------------------------------------------------------------------


def number(
    label: str, default: int | Callable[..., int], least: int, most: int, noun: str, **more: Any
) -> Any:
    """Return the field for a number on a slider, which is in every link."""
    return part(Whole(label, default, least, most, error_name=noun, **{"always": True} | more))


def word(label: str, default: object, options: Any, noun: str, **more: Any) -> Any:
    """Return the field for one of several words on buttons, which is in every link."""
    more = {"always": True, "buttons": True, **more}
    return part(OneOf(label, default, options, error_name=noun, **more))


def row(
    label: str,
    entries: Callable[[Any], dict[str, str]],
    none: str,
    noun: str,
    also: Callable[[Any], bool] = bool,
) -> Any:
    """Return the field for a row of a reader's table, or none, offered while the table has rows."""

    def offers(state: Any) -> Options:
        return {"": none, **{key: f"{text} (supplied)" for key, text in entries(state).items()}}

    def shown(state: Any) -> bool:
        return bool(entries(state)) and also(state)

    return part(OneOf, label, "", offers, error_name=f"{noun} in your tables", shown=shown)


def figure(label: str, skill: str) -> Any:
    """Return the field for a row of the reader's table of skills (firearms or melee), or none."""

    def skills(state: PaychestPanel) -> dict[str, str]:
        return {key: f"{key}: {getattr(r, skill)}" for key, r in state.own_tables.skills.items()}

    return row(label, skills, "skill as typed", "figure")


def readings_of(*ids: str, offered: Callable[..., Iterable[str]] | None = None) -> Any:
    """Return the field for the readings with these ids, all offered or some."""
    return part(Readings, known={key: READINGS[key] for key in ids}, offered=offered)


def _box_title(state: PaychestPanel) -> str:
    filled = len(GAPS) - len(open_gaps(state.own_tables))
    of = f"{filled} of {len(GAPS)} gaps filled" if filled else f"{len(GAPS)} gaps"
    return f"Your tables: {of}"


@dataclass(frozen=True)
class PaychestPanel(Panel[View]):
    """A question of Paychest. Nothing in its picture is dragged; everything is done by controls.

    Each state holds the readings that are not the defaults, and the TOML of the reader's tables.
    """

    rule_set = "Paychest"
    keys: ClassVar[tuple[str, ...]] = ("Escape",)
    zooms = False

    readings: Taken = part(Readings())
    own: str = part(
        Toml,
        _box_title,
        check=supplied,
        most=MOST_BYTES,
        hint=HINT,
        example=example("paychest", "tables"),
        error_name="the text of your tables",
    )

    @property
    def own_tables(self) -> Supplied:
        """The tables that the reader has supplied."""
        return supplied(self.own)

    @property
    def options(self) -> dict[str, str]:
        """The readings that are not the defaults."""
        return dict(self.readings)

    def known(self, table: str, *names: str) -> Self:
        """Return the state without rows that the reader's tables no longer have."""
        rows = getattr(self.own_tables, table)
        gone = [name for name in names if getattr(self, name) not in rows]
        return with_fields(self, **dict.fromkeys(gone, ""))

    def check(self) -> Self:
        """Refuse values that contradict each other, in the words of the rule."""
        self.answer()
        return self

    def question_picture(self) -> Scene:
        """Write the settings, without their consequences."""
        asked = [c for c in self.controls() if isinstance(c, Choice | Field | Number)]
        settings = [f"{c.label}: {_setting(c)}" for c in asked]
        lines = text_lines(settings, (30, 40), "dice-words-strong", step=24, name="set")
        return Scene(WIDTH, 60 + 24 * len(settings), (), lines, self.title, self.prompt)

    def asked_sheet(self, head: str, rows: Iterable[tuple[str, object]], *printed: Table) -> Scene:
        """Return a picture of the settings and of printed tables without lights."""
        table = Table(head, ("",), tuple((label, (str(value),)) for label, value in rows))
        return exhibit(self.title, self.prompt, (table, *printed), ())

    def asked(self, height: float, title: str, drawn: Iterable[Figure | Shape]) -> Scene:
        """Return the picture of a question, with its words as the spoken description."""
        shapes, labels = composed(drawn)
        texts = (capitalized(one.text.rstrip(".")) for one in labels if len(one.text) > 2)
        description = f"{self.prompt} {'. '.join(texts)}."
        return Scene(WIDTH, height, bare_paper(WIDTH, height), shapes, title, description)


def _setting(control: Choice | Field | Number) -> str:
    if isinstance(control, Choice):
        return dict(control.options)[control.value]
    return str(control.value) or "–"


# -- what the reader supplied ----------------------------------------------------------------------


def with_supplied(title: str, answer: Answer[object]) -> str:
    """Return the title of a chart, which says if the answer relies on the reader's tables."""
    mine = any(step.cite.kind == "supplied" for step in answer.steps)
    return f"{title} (with your tables)" if mine else title


def turn_table(tables: Supplied) -> Iterator[Table]:
    """Yield the table of the first step of a turn, if the reader supplied it."""
    if tables.turn is not None:
        rows = (("step 1 (supplied)", (tables.turn.step_1,)),)
        note = f"Rows marked (supplied) are not printed. {tables.cite('turn, step 1')}."
        yield Table("The first step of a unit's turn", ("what the unit does",), rows, note=note)


def movement_table(tables: Supplied) -> Iterator[Table]:
    """Yield the table of movement, if the reader supplied it."""

    def far(kind: str, burdened: bool) -> str:
        allowance = movement(kind, burdened, tables).value
        assert not isinstance(allowance, Gap)  # the row exists
        return inches(allowance)

    if tables.movement:
        rows = ((f"{k} (supplied)", (far(k, False), far(k, True))) for k in tables.movement)
        note = (
            f"Rows marked (supplied) are not printed. {tables.cite('movement')}. The halving for a"
            " body or a heavy weight is printed."
        )
        columns = ("moves", "carrying a body or a heavy weight")
        yield Table("Movement", columns, tuple(rows), note=note)


# -- bars of numbers -------------------------------------------------------------------------------

#: Values at either end of a chart that are together at most this likely share one bar.
TAIL = Fraction(1, 400)


def counted(title: str, axis: str, odds: Odds[int], tint: str = "blue") -> Bars:
    """Return the chart of a number: a bar for each value, readable as at least and at most."""
    return Bars(title, axis, bars_of(odds), ordered=True, tint=tint)


def out_of_action(odds: Odds[int], tint: str, whose: str = "") -> Bars:
    """Return the chart of the figures that the reader's casualty deck puts out of action."""
    title = f"{whose}out of action by your casualty deck"
    return counted(capitalized(title), "cards that put a figure out of action", odds, tint)


def bars_of(odds: Odds[int]) -> tuple[tuple[str, Fraction], ...]:
    """Return a bar for each number of these odds.

    Long ends are gathered into one bar each.

    >>> bars_of(Odds({0: 1, 1: 3}))
    (('0', Fraction(1, 4)), ('1', Fraction(3, 4)))
    >>> [name for name, _ in bars_of(Odds({number: 10 ** (6 - number) for number in range(7)}))]
    ['0', '1', '2', '3+']
    """
    numbers = range(min(odds.outcomes), max(odds.outcomes) + 1)
    # running sums: `at_most` for each would be slow
    upto = dict(zip(numbers, accumulate(odds.weights.get(n, 0) for n in numbers), strict=True))
    low = next(n for n in numbers if upto[n] > TAIL * odds.total)
    high = next(n for n in numbers if odds.total - upto[n] <= TAIL * odds.total)
    first = low - 1 if low - numbers[0] > 1 else numbers[0]
    last = high + 1 if numbers[-1] - high > 1 else numbers[-1]
    bars = [(mixed(n), odds.p(n)) for n in range(first, last + 1)]
    if first > numbers[0]:
        bars[0] = (f"≤{bars[0][0]}", odds.at_most(first))
    if last < numbers[-1]:
        bars[-1] = (f"{bars[-1][0]}+", odds.at_least(last))
    return tuple(bars)


# -- pictures of soldiers and words ----------------------------------------------------------------


def words(
    text: str, x: float, y: float, name: str, *, strong: bool = False, anchor: str = "middle"
) -> Label:
    """Return words beside dice and numbers."""
    return Label(text, (x, y), f"dice-words{'-strong' * strong}", name, anchor=anchor)


def note(text: str, x: float, y: float, name: str, *, strong: bool = False) -> Label:
    """Return words under figures."""
    return Label(text, (x, y), "figure-name" if strong else "figure-note", name)


def composed(drawn: Iterable[Figure | Shape]) -> tuple[tuple[Shape, ...], list[Label]]:
    """Return the drawing, with figures over the ground and words over both; and the words."""
    parts = list(drawn)
    labels = [one for one in parts if isinstance(one, Label)]
    under = (one for one in parts if not isinstance(one, Figure | Label))
    return (*under, *figures(one for one in parts if isinstance(one, Figure)), *labels), labels


def crowd(
    count: int,
    foot: Pixel,
    room: tuple[float, float],
    look: tuple[str, str],
    name: str,
    most: float = 96.0,
) -> Iterator[Figure]:
    """Draw figures in ranks centred on this foot point, as large as fits, or an outline."""
    shown = max(count, 1)

    def fits(rows: int) -> float:
        wide, high = ACROSS * -(-shown // rows), 1.2 + BEHIND * (rows - 1)
        return min(most, room[0] / wide, room[1] / high) if count else most

    rows = max(range(1, shown + 1), key=lambda rows: (round(fits(rows), 1), -rows))
    high = fits(rows)
    start = foot[0] - high * ACROSS * -(-shown // rows) / 2
    yield from ranks(shown, rows, (start, foot[1]), high, look, name, out=not count)


def ranks(
    count: int,
    rows: int,
    foot: Pixel,
    high: float,
    look: tuple[str, str],
    name: str,
    *,
    out: bool = False,
) -> Iterator[Figure]:
    """Yield figures in ranks from the front to the back; a short last rank is centred."""
    across = -(-count // rows)
    for n in range(count):
        row, column = divmod(n, across)
        short = across - min(across, count - row * across)
        x = foot[0] + high * ACROSS * (column + (short + 1) / 2)
        yield Figure((x, foot[1] - high * BEHIND * row), high, *look, name, out=out)
