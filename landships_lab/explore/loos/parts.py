"""What a question of the staff is made of: numbers, choices, ticks and lists of hexes, each a control and a word of the text form."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from landships_lab.core.answer import Answer
from landships_lab.core.dice import Odds
from landships_lab.core.hexes import Hex
from landships_lab.explore.explorer import Choice, Field, Number, Toggle, Toggles, one_of
from landships_lab.explore.tabled import number
from landships_lab.rules.loos.book import GRID
from landships_lab.scene.charts import Bars, Chart, Table


@dataclass(frozen=True, slots=True)
class Count:
    """A whole number between two others."""

    id: str
    label: str
    usual: int
    lowest: int
    highest: int

    def control(self, value: int) -> Number:
        """Which control sets it?"""
        return Number(self.id, self.label, value, self.lowest, self.highest)

    def taken(self, before: int, given: Any) -> int:
        """Which value follows when the control gives this?"""
        return number(self.control(before), given)

    def read(self, word: str) -> int:
        """Which value does this word of the text form mean?"""
        return self.taken(self.usual, word)

    def write(self, value: int) -> str:
        """Which word of the text form means this value?"""
        return str(value)


@dataclass(frozen=True, slots=True)
class Pick:
    """One of several words."""

    id: str
    label: str
    usual: str
    options: tuple[tuple[str, str], ...]
    buttons: bool = False

    def control(self, value: str) -> Choice:
        """Which control sets it?"""
        return Choice(self.id, self.label, self.options, value, self.buttons)

    def taken(self, before: str, given: Any) -> str:
        """Which value follows when the control gives this?"""
        return one_of(self.label.lower(), given, [value for value, _ in self.options])

    def read(self, word: str) -> str:
        """Which value does this word of the text form mean? Blanks within are written as underlines."""
        return self.taken(self.usual, word.replace("_", " "))

    def write(self, value: str) -> str:
        """Which word of the text form means this value?"""
        return value.replace(" ", "_")


@dataclass(frozen=True, slots=True)
class Ticks:
    """Any of several things; ``least`` of them at least."""

    id: str
    label: str
    usual: tuple[str, ...]
    options: tuple[tuple[str, str], ...]
    least: int = 0

    def control(self, value: tuple[str, ...]) -> Toggles:
        """Which control sets it?"""
        return Toggles(self.id, self.label, tuple(Toggle(key, label, key in value) for key, label in self.options))

    def taken(self, before: tuple[str, ...], given: Any) -> tuple[str, ...]:
        """Which value follows when the control gives this: a thing, and whether it is on?"""
        item, on = given
        allowed = [key for key, _ in self.options]
        one_of(self.label.lower(), item, allowed)
        kept = tuple(key for key in allowed if (on if key == item else key in before))
        if len(kept) < self.least:
            raise ValueError(f"{self.label}: at least {self.least} is ticked; tick another one first.")
        return kept

    def read(self, word: str) -> tuple[str, ...]:
        """Which value does this word of the text form mean?"""
        value: tuple[str, ...] = ()
        for item in () if word == "none" else word.split("+"):
            value = Ticks(self.id, self.label, (), self.options).taken(value, (item, True))
        if len(value) < self.least:
            raise ValueError(f"{self.label}: at least {self.least} is ticked; here is none.")
        return value

    def write(self, value: tuple[str, ...]) -> str:
        """Which word of the text form means this value?"""
        return "+".join(value) or "none"


@dataclass(frozen=True, slots=True)
class Codes:
    """A list of hexes, typed as codes. One may stand twice, where units may be stacked by mistake."""

    id: str
    label: str
    usual: tuple[Hex, ...]

    def control(self, value: tuple[Hex, ...]) -> Field:
        """Which control sets it?"""
        return Field(self.id, self.label, " ".join(map(GRID.code, value)), "such as 0503 0504; nothing for none")

    def taken(self, before: tuple[Hex, ...], given: Any) -> tuple[Hex, ...]:
        """Which value follows when the control gives these codes, or these hexes themselves?"""
        if isinstance(given, tuple):
            return given
        return hexes(str(given).replace(",", " ").split())

    def read(self, word: str) -> tuple[Hex, ...]:
        """Which value does this word of the text form mean?"""
        return () if word == "none" else hexes(word.split(","))

    def write(self, value: tuple[Hex, ...]) -> str:
        """Which word of the text form means this value?"""
        return ",".join(map(GRID.code, value)) or "none"


Part = Count | Pick | Ticks | Codes
#: The most hexes a list takes, more than any map of the folio needs in one.
MOST_HEXES = 60


def hexes(codes: Iterable[str]) -> tuple[Hex, ...]:
    """Which hexes are these codes? `ValueError` in one sentence for one that is none."""
    found = []
    for code in codes:
        place = GRID.place(code)
        if not isinstance(place, Hex):
            raise ValueError(f"{code!r} is a hexside; a hex is meant, such as {GRID.code(place.hexes[0])}.")
        found.append(place)
    if len(found) > MOST_HEXES:
        raise ValueError(f"{len(found)} hexes are more than the {MOST_HEXES} a list takes.")
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Given:
    """What a question is asked with: the value of each of its parts, and the readings ``taken``."""

    values: Mapping[str, Any]
    taken: Mapping[str, str]

    def __getitem__(self, part: str) -> Any:
        return self.values[part]


def _nothing(_given: Given) -> tuple[Any, ...]:
    return ()


@dataclass(frozen=True, slots=True)
class Case:
    """One question: its parts, who answers it from their values and the readings taken, and the charts and tables beside it.

    ``bears_on`` names the readings that matter to it.
    """

    id: str
    label: str
    parts: tuple[Part, ...]
    ask: Callable[[Given], Answer[Any]]
    charts: Callable[[Given], tuple[Chart, ...]] = _nothing
    tables: Callable[[Given], tuple[Table, ...]] = _nothing
    bears_on: str = ""


def counted_bars(title: str, axis: str, odds: Odds[int]) -> Bars:
    """Which bars show the odds of a number, to be read as exactly, at least and at most?"""
    return Bars(title, axis, tuple((str(n), chance) for n, chance in odds), ordered=True)
