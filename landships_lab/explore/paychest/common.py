"""What the explorers of Paychest share: the reader's tables, the readings, a text form of named values, chances in words."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, ClassVar, TypeVar

from landships_lab.core.checks import small, unknown
from landships_lab.core.dice import Odds
from landships_lab.data.load import readings
from landships_lab.data.paychest.supplied import Supplied, supplied
from landships_lab.explore import textform
from landships_lab.explore.explorer import Choice, Explorer, Field, Gesture, State, Switch, TextBox
from landships_lab.rules.paychest.book import GAPS, open_gaps
from landships_lab.scene.dicing import written
from landships_lab.scene.shapes import Scene
from landships_lab.scene.view import View

READINGS = readings("paychest")
WIDTH = 600.0


@dataclass(frozen=True)
class OwnState(State):
    """What every state here holds: the readings that are not the defaults, and the TOML of the reader's own tables."""

    readings: tuple[tuple[str, str], ...] = ()
    own: str = ""

    @property
    def tables(self) -> Supplied:
        """Which tables has the reader supplied?"""
        return supplied(self.own)

    @property
    def taken(self) -> dict[str, str]:
        """Which readings are not the defaults?"""
        return dict(self.readings)


S = TypeVar("S", bound=OwnState)

#: How the word of a text form, or of a field, becomes a value: raises `ValueError` in one sentence if it cannot.
Read = Callable[[str], Any]


def number(what: str, least: int, most: int, *, empty: bool = False) -> Read:
    """How is a whole number read? ``empty`` lets a field be left out, which is None.

    >>> number("A skill", 0, 9)("−1")
    Traceback (most recent call last):
    ...
    ValueError: A skill is a whole number from 0 to 9, not '−1'.
    """

    def read(text: str) -> int | None:
        given = str(text).strip().replace("−", "-")
        if empty and not given:
            return None
        if small(given.removeprefix("-").removeprefix("+")) is None or not least <= int(given) <= most:
            raise ValueError(f"{what} is a whole number from {least} to {most}, not {str(text).strip()!r}.")
        return int(given)

    return read


def word(what: str, allowed: Iterable[str]) -> Read:
    """How is one of a few words read?"""
    known = list(allowed)

    def read(text: str) -> str:
        if text not in known:
            raise ValueError(unknown(what, text, known))
        return text

    return read


def plain(text: str) -> str:
    """How is a word read whose meaning only the reader's tables know?"""
    return str(text).strip()


class PaychestExplorer(Explorer[S]):
    """One question of Paychest. ``reads`` names the values of its state in the order of its text form."""

    rules = "Paychest · Bailey and Pennock"
    keys = ("Escape",)
    zooms = False
    reads: ClassVar[Mapping[str, Read]]
    #: The readings that bear on it.
    switched: ClassVar[tuple[str, ...]] = ()

    @abstractmethod
    def settle(self, state: S) -> S:
        """Which state is left when its tables have changed: words they no longer know are dropped."""

    def on_gesture(self, state: S, gesture: Gesture, view: View) -> S:
        """Nothing here is dragged or aimed; the controls do it all."""
        return state

    def text(self, state: S) -> str:
        """One line that carries the state."""
        words = [self.id]
        for key in self.reads:
            value = getattr(state, key)
            words += [] if value in ("", None) else [key, str(value)]
        words += textform.write_readings(state.readings)
        return " ".join([*words, "own", textform.pack(state.own)] if state.own.strip() else words)

    def parse(self, text: str) -> S:
        """The state of such a line; values it leaves out are those of the start, or none."""
        words = textform.groups(text, self.id, ())[""]
        given, chosen = self._pairs(words)
        own = textform.unpack(given.pop("own")) if "own" in given else ""
        values = {key: self.reads[key](value) for key, value in given.items()}
        state = replace(self.blank(), **values, own=own, readings=textform.read_readings(chosen, READINGS))
        self.ask(state)  # values that do not go together are refused here, in the words of the rule
        return state

    def _pairs(self, words: list[str]) -> tuple[dict[str, str], list[str]]:
        """Which value stands behind each key, and which readings are chosen? A value may be any word, even a key."""
        given: dict[str, str] = {}
        chosen: list[str] = []
        left = iter(words)
        for key in left:
            if key == "reading" or "=" in key:
                chosen += [key] if key != "reading" else []
                continue
            if key not in (*self.reads, "own"):
                raise ValueError(unknown("word of this panel", key, [*self.reads, "reading", "own"]))
            if key in given:
                raise ValueError(f"{key!r} stands twice in this text; each word stands once.")
            given[key] = next(left, "")
        return given, chosen

    def blank(self) -> S:
        """Which state do the values of a text form fill in?"""
        return self.start()

    def set(self, state: S, control: str, value: Any) -> S:
        """The state after one control has been given a value."""
        if control in self.switched:
            rest = [(key, option) for key, option in state.readings if key != control]
            chosen = READINGS[control].option(value).id
            rest += [] if chosen == READINGS[control].default else [(control, chosen)]
            return replace(state, readings=tuple(sorted(rest)))
        if control == "own":
            supplied(str(value))
            return self.settle(replace(state, own=str(value) if str(value).strip() else ""))
        if control not in self.reads:
            raise ValueError(unknown("control", control, [c.id for c in self.controls(state)]))
        return self.changed(state, control, self.reads[control](str(value)))

    def changed(self, state: S, control: str, value: Any) -> S:
        """Which state follows when this one of its values is another?"""
        return replace(state, **{control: value})

    def riddle(self, state: S) -> Scene:
        """What is set, as it is set, and nothing of what follows from it."""
        told = [f"{c.label}: {_set_to(c)}" for c in self.controls(state) if isinstance(c, (Choice, Field))]
        lines = written(told, (30, 40), "dice-caption-strong", step=24, name="set")
        return Scene(WIDTH, 60 + 24 * len(told), (), lines, self.title, self.question)

    def switches(self, state: S, effect: Callable[[S], str]) -> tuple[Switch, ...]:
        """Which readings can be switched, and what would each option change?"""
        found = []
        for key in self.switched:
            reading = READINGS[key]
            effects = tuple((option.id, effect(self.set(state, key, option.id))) for option in reading.options)
            options = tuple((option.id, option.label) for option in reading.options)
            found.append(Switch(key, reading.question, options, state.taken.get(key, reading.default), effects, reading.why))
        return tuple(found)

    def own_box(self, state: S) -> TextBox:
        """Where does the reader supply tables, and how many are still missing?"""
        left = len(open_gaps(state.tables))
        filled = f"{len(GAPS) - left} of {len(GAPS)} gaps filled" if left < len(GAPS) else f"{left} gaps in the source"
        return TextBox("own", f"Your tables (TOML): {filled}", state.own, HINT)


def _set_to(control: Choice | Field) -> str:
    return dict(control.options)[control.value] if isinstance(control, Choice) else control.value or "–"


HINT = 'by = "our club"\ncover = { wall = -2 }\nranges = [{ to = 12, modifier = 0 }, { to = 24, modifier = -1 }]'


def decimal(value: Fraction) -> str:
    """How is an average told? With one place after the point where it is no whole number.

    >>> decimal(Fraction(40, 3)), decimal(Fraction(4))
    ('13.3', '4')
    """
    if value.denominator == 1:
        return str(value)
    tenths = round(abs(value) * 10)
    return f"{'−' if value < 0 else ''}{tenths // 10}.{tenths % 10}"


def hits(mean: Fraction) -> str:
    """How is an average of hits told?

    >>> hits(Fraction(1)), hits(Fraction(5, 3))
    ('1 hit', '1.7 hits')
    """
    return f"{decimal(mean)} hit{'' if mean == 1 else 's'}"


#: What lies this far out at either end of a chart is gathered into one bar.
TAIL = Fraction(1, 400)


def bars_of(odds: Odds[int]) -> tuple[tuple[str, Fraction], ...]:
    """Which bars show these odds of a number? One each, but for the far ends, which are gathered where they are long.

    >>> bars_of(Odds({0: 1, 1: 3}))
    (('0', Fraction(1, 4)), ('1', Fraction(3, 4)))
    >>> [name for name, _ in bars_of(Odds({number: 10 ** (6 - number) for number in range(7)}))]
    ['0', '1', '2', '3+']
    """
    numbers = range(min(odds.outcomes), max(odds.outcomes) + 1)
    low = next(number for number in numbers if odds.at_most(number) > TAIL)
    high = next(number for number in reversed(numbers) if odds.at_least(number) > TAIL)
    first = low - 1 if low - numbers[0] > 1 else numbers[0]
    last = high + 1 if numbers[-1] - high > 1 else numbers[-1]
    bars = [(str(number).replace("-", "−"), odds.p(number)) for number in range(first, last + 1)]
    if first > numbers[0]:
        bars[0] = (f"≤{bars[0][0]}", odds.at_most(first))
    if last < numbers[-1]:
        bars[-1] = (f"{bars[-1][0]}+", odds.at_least(last))
    return tuple(bars)
