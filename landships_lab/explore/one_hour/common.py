"""What the explorers of One-Hour Wargames share: types, readings as switches, words and numbers of the text form."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, ClassVar, TypeVar

from landships_lab.core.answer import Answer
from landships_lab.core.checks import small, unknown
from landships_lab.core.sources import Reading
from landships_lab.data.load import readings
from landships_lab.data.one_hour.table_tops import RULE_SET, tables
from landships_lab.explore import textform
from landships_lab.explore.explorer import Choice, State, Switch, Toggle, Toggles, changed
from landships_lab.explore.tabled import TabledExplorer, switches, with_option
from landships_lab.scene.charts import Table
from landships_lab.scene.shapes import Scene

TYPES = {key: row.name for key, row in tables().types.items()}
OUTLINES = {"infantry": "platoon", "mortar": "gun", "atg": "gun", "tank": "box"}
LETTERS = {key: key for key in TYPES}
MOST_INCHES = 60


@dataclass(frozen=True)
class OneHourState(State):
    """What every state here holds: the readings that are not the defaults, the die among them."""

    readings: tuple[tuple[str, str], ...] = ()

    @property
    def taken(self) -> dict[str, str]:
        """Which readings are not the defaults?"""
        return dict(self.readings)


S = TypeVar("S", bound=OneHourState)


class OneHourExplorer(TabledExplorer[S]):
    """One question of One-Hour Wargames; ``bears_on`` names the readings that matter to it."""

    rules = "One-Hour Wargames WWII"
    bears_on: ClassVar[tuple[str, ...]]

    @property
    def known(self) -> Mapping[str, Reading]:
        """Which readings matter here, by id?"""
        return {key: reading for on in self.bears_on for key, reading in readings(RULE_SET, on).items()}

    def switched(self, state: S, effect: Callable[[Mapping[str, str]], str]) -> tuple[Switch, ...]:
        """Which readings can be switched, each option with what it would make of the answer?"""
        return switches(self.known.values(), state.taken, lambda key, option: effect({**state.taken, key: option}))

    def changed(self, state: S, control: str, value: Any) -> S:
        """The state after a reading was switched, or after a control of its own was given a value."""
        if control in self.known:
            return replace(state, readings=with_option(state.readings, self.known[control], value))
        return self.took(state, control, value)

    @abstractmethod
    def took(self, state: S, control: str, value: Any) -> S:
        """Which state follows when this control of its own is given this value?"""

    def riddle(self, state: S) -> Scene:
        """The picture with its answer kept back."""
        return self.picture(state, Answer(None, ())) if self.has_board else super().riddle(state)

    def words_of(self, text: str, keywords: Sequence[str]) -> tuple[dict[str, list[str]], tuple[tuple[str, str], ...]]:
        """Which words stand under each keyword of a text form, and which readings does it choose?"""
        found = textform.groups(text, self.id, (*keywords, "reading"))
        return found, textform.read_readings(found.get("reading", []), self.known)


def type_choice(control: str, label: str, value: str) -> Choice:
    """Which control picks a type of Unit?"""
    return Choice(control, label, tuple(TYPES.items()), value)


def one_of(what: str, value: object, allowed: Sequence[str]) -> str:
    """Is this one of the allowed words? `ValueError` with them and the nearest if not."""
    if value not in allowed:
        raise ValueError(unknown(what, value, list(allowed)))
    return str(value)


def read_whole(what: str, text: object, most: int) -> int:
    """Which whole number was typed? `ValueError` in one sentence unless it is one from 0 to ``most``."""
    given = str(text).strip()
    number = small(given)
    if number is None or number > most:
        raise ValueError(f"{what} is a whole number from 0 to {most}, not {given!r}.")
    return number


def read_inches(what: str, text: object) -> int | Fraction:
    """Which distance was typed, as 7, 7.5, 15/2 or 7 1/2? `ValueError` in one sentence if none up to 60 inches.

    >>> read_inches("The range", "7 1/2"), read_inches("The range", "12″")
    (Fraction(15, 2), 12)
    """
    words = str(text).replace("″", " ").replace('"', " ").split()
    try:
        if not 1 <= len(words) <= 2 or any(len(word) > 7 or not set(word) <= set("0123456789./") for word in words):
            raise ValueError
        value = sum((Fraction(word) for word in words), Fraction(0))
    except (ValueError, ZeroDivisionError):
        raise ValueError(f"{what} is a number of inches such as 7, 7.5 or 7 1/2, not {str(text)!r}.") from None
    if value > MOST_INCHES:
        raise ValueError(f"{what} is {MOST_INCHES} inches at most, not {str(text).strip()}.")
    return value.numerator if value.denominator == 1 else value


def flags(control: str, label: str, state: object, names: Mapping[str, str]) -> Toggles:
    """Which check boxes show these fields of a state that are true or false?"""
    return Toggles(control, label, tuple(Toggle(name, words, bool(getattr(state, name)), "blue") for name, words in names.items()))


def flag(state: S, value: tuple[str, bool], names: Mapping[str, str]) -> S:
    """Which state has this field set or cleared?"""
    name, on = value
    return changed(state, **{one_of("box", name, list(names)): bool(on)})


def write_flags(state: object, names: Sequence[str]) -> list[str]:
    """Which words tell the fields that are set?"""
    told = [name.replace("_", "-") for name in names if getattr(state, name)]
    return ["with", *told] if told else []


def read_flags(words: Sequence[str], names: Sequence[str]) -> dict[str, bool]:
    """Which fields do these words set?"""
    allowed = [name.replace("_", "-") for name in names]
    return {one_of("word after with", word, allowed).replace("-", "_"): True for word in words}


def tenths(number: Fraction) -> str:
    """How is an average written, to one decimal?

    >>> tenths(Fraction(7, 2)), tenths(Fraction(5))
    ('3.5', '5')
    """
    whole, tenth = divmod(round(10 * number), 10)
    return f"{whole}.{tenth}" if tenth else str(whole)


def fire_table(firer: str, target: str) -> Table:
    """The printed fire table, with the row of the firer and the column of the target lit."""
    rows = []
    for row in tables().types.values():
        versus = tuple(f"{n:+}" if n else "–" for n in row.versus.values())
        facing = tuple(f"{n:+}" if n else "na" for n in (row.into_rear, row.out_of_rear))
        rows.append((row.name, (*versus, *facing, "×2" if row.close else "na", "½" if row.long_inches else "na")))
    columns = (*TYPES.values(), "on a rear", "to the rear", "close", "long")
    lit = list(TYPES)
    return Table("The fire table: what is added to the die, by firer and target", columns, tuple(rows), lit.index(firer), lit.index(target))
