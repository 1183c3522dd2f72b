"""What the five Landser explorers share: inches as typed, readings as switches, flags as toggles, yes and no in text."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeVar

from landships_lab.core.answer import Answer, Gap
from landships_lab.core.checks import small, unknown
from landships_lab.core.dice import Odds
from landships_lab.data.load import readings
from landships_lab.explore.explorer import Switch, Toggle, Toggles, changed

RULES = "Landser · WWII skirmish"
READINGS = readings("landser")
Inches = int | Fraction
Taken = tuple[tuple[str, str], ...]
S = TypeVar("S")


def read_inches(text: str) -> Inches:
    """Which distance did the reader type: 7, 7.5, 15/2 or 7 1/2? `ValueError` in one sentence if it is none, 0 to 99 inches.

    >>> read_inches("7.5"), read_inches("7 1/2"), read_inches("12")
    (Fraction(15, 2), Fraction(15, 2), 12)
    """
    words = str(text).replace("″", " ").replace('"', " ").split()
    try:
        if not 1 <= len(words) <= 2 or any(len(word) > 8 or not set(word) <= set("0123456789./") for word in words):
            raise ValueError(text)
        value = sum((Fraction(word) for word in words), Fraction(0))
    except (ValueError, ZeroDivisionError):
        raise ValueError(f"{str(text)!r} is no distance; write inches as 7, 7.5 or 7 1/2.") from None
    if value > 99:
        raise ValueError(f"{str(text)!r} is too far for a table; 99 inches are the most.")
    return value.numerator if value.denominator == 1 else value


def written(value: Inches) -> str:
    """How is a distance written where it can be typed? ``7 1/2``, as `read_inches` takes it."""
    whole, rest = divmod(Fraction(value), 1)
    return f"{whole} {rest}" if whole and rest else str(rest or whole)


def read_count(text: str, most: int, what: str) -> int:
    """Which number did the reader type? `ValueError` unless it is a whole one from 0 to ``most``."""
    given = str(text).strip()
    number = small(given)
    if number is None or number > most:
        raise ValueError(f"{given!r} is no number of {what}; it is a whole number from 0 to {most}.")
    return number


def chosen_of(what: str, value: object, allowed: Sequence[str]) -> str:
    """Is this one of the allowed words? `ValueError` with them if not."""
    if value not in allowed:
        raise ValueError(unknown(what, value, list(allowed)))
    return str(value)


def with_reading(taken: Taken, reading: str, option: str) -> Taken:
    """The readings with one of them changed; a default is not written down."""
    found = READINGS[reading].option(option)
    rest = [(key, value) for key, value in taken if key != reading]
    return tuple(sorted([*rest, (reading, found.id)] if found.id != READINGS[reading].default else rest))


def switches(ids: Sequence[str], taken: Taken, effect: Callable[[Mapping[str, str]], str]) -> tuple[Switch, ...]:
    """Which switches show these readings, each option with what it would make of the answer?

    A reading that makes no difference here is left out.
    """
    current = dict(taken)
    made = []
    for key in ids:
        reading = READINGS[key]
        effects = tuple((o.id, effect({**current, key: o.id})) for o in reading.options)
        if len({told for _, told in effects}) == 1:
            continue
        options = tuple((o.id, o.label) for o in reading.options)
        made.append(Switch(key, reading.question, options, current.get(key, reading.default), effects, reading.why))
    return tuple(made)


def band_heads(bands: Sequence[tuple[str, int]]) -> tuple[str, ...]:
    """How are the ranges headed in a table, as short as the print has them? ``bands`` are their ids and last inches."""
    return tuple(f"{name.upper()} ≤{last}″" for name, last in bands)


def flags(control: str, label: str, state: Any, names: Mapping[str, str]) -> Toggles:
    """Which check boxes show these yes-or-no fields of a state?"""
    return Toggles(control, label, tuple(Toggle(name, words, bool(getattr(state, name))) for name, words in names.items()))


def set_flag(state: S, value: tuple[str, bool], names: Mapping[str, str]) -> S:
    """Which state has this yes-or-no field set?"""
    name, on = value
    chosen_of("box", name, list(names))
    return changed(state, **{name: bool(on)})


def write_flags(state: Any, names: Sequence[str]) -> list[str]:
    """Which words tell the fields that are set?"""
    told = [name.replace("_", "-") for name in names if getattr(state, name)]
    return ["with", *told] if told else []


def read_flags(words: Sequence[str], names: Sequence[str]) -> dict[str, bool]:
    """Which fields do these words set? `ValueError` for one that is not known."""
    return {chosen_of("word after with", word.replace("-", "_"), names): True for word in words}


def percent(chance: Fraction | int) -> str:
    """How is a chance written for a reader? One decimal, and certainty as such."""
    return f"{float(100 * Fraction(chance)):.1f}%"


def refused(answer: Answer[Any]) -> bool:
    """Did the rule say no?"""
    return answer.value is False


def gap_or(value: Any, words: Callable[[Any], str]) -> str:
    """What would the answer be: these words, or that the source is silent?"""
    return "not in the source" if isinstance(value, Gap) else words(value)


def outcome_bars(odds: Odds[str]) -> tuple[tuple[str, Fraction], ...]:
    """Which bars show the outcomes of a shot, their names short enough to stand side by side?"""
    return tuple((outcome.replace("light", "L").replace("serious", "S"), chance) for outcome, chance in odds)
