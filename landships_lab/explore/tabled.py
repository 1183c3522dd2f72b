"""What explorers without a board have in common: tables and charts in place of a map, readings as switches."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from landships_lab.core.answer import Answer
from landships_lab.core.checks import small, unknown
from landships_lab.core.sources import Reading
from landships_lab.explore.explorer import Control, Explorer, Number, Switch
from landships_lab.scene.exhibit import exhibit
from landships_lab.scene.shapes import Scene
from landships_lab.scene.view import View

S = TypeVar("S")


class TabledExplorer(Explorer[S]):
    """An explorer whose picture is its tables and charts."""

    has_board = False
    keys: tuple[str, ...] = ()

    def picture(self, state: S, answer: Answer[Any], view: View | None = None) -> Scene:
        """Tables and charts, drawn for print."""
        return exhibit(self.title, answer.headline, self.tables(state, answer), self.charts(state, answer))

    def riddle(self, state: S) -> Scene:
        """The tables with nothing lit, and no chart."""
        bare = [replace(table, lit_row=None, lit_column=None) for table in self.tables(state, self.ask(state))]
        return exhibit(self.title, self.question, bare, ())

    def set(self, state: S, control: str, value: Any) -> S:
        """Return the state after one control has been given a value."""
        if self.parts:
            return super().set(state, control, value)
        known = {c.id: c for c in self.controls(state)}
        if control not in known:
            raise ValueError(unknown("control", control, list(known)))
        asked = known[control]
        return self.changed(state, control, number(asked, value) if isinstance(asked, Number) else value)

    def changed(self, state: S, control: str, value: Any) -> S:
        """Return the state after this control, which there is, has been given this value: for panels without parts."""
        raise NotImplementedError


def number(control: Number, value: Any) -> int:
    """Which whole number was set? `ValueError` in one sentence, naming the nearest, if none that is allowed."""
    text = str(value).strip().replace("−", "-")
    if isinstance(value, bool) or small(text.removeprefix("-").removeprefix("+")) is None:
        raise ValueError(f"{value!r} is no whole number; {control.label.lower()} goes from {control.lowest} to {control.highest}.")
    if not control.lowest <= int(text) <= control.highest:
        near = min(max(int(text), control.lowest), control.highest)
        raise ValueError(f"{int(text)} is out of bounds: from {control.lowest} to {control.highest}. The nearest is {near}.")
    return int(text)


def switches(known: Iterable[Reading], taken: Mapping[str, str], effect: Any) -> tuple[Switch, ...]:
    """Which readings can be switched, each option with what it would change? ``effect(reading, option)`` says it in a few words."""
    return tuple(
        Switch(
            reading.id,
            reading.question,
            tuple((o.id, o.label) for o in reading.options),
            taken.get(reading.id, reading.default),
            tuple((o.id, effect(reading.id, o.id)) for o in reading.options),
            reading.why,
        )
        for reading in known
        if len(reading.options) > 1
    )


def with_option(taken: tuple[tuple[str, str], ...], reading: Reading, option: str) -> tuple[tuple[str, str], ...]:
    """Which readings are taken once this one is switched? A default is not written down."""
    rest = [(key, value) for key, value in taken if key != reading.id]
    if reading.option(option).id != reading.default:
        rest.append((reading.id, option))
    return tuple(sorted(rest))


def read_numbers(found: Mapping[str, list[str]], defaults: Mapping[str, int]) -> dict[str, int]:
    """Which numbers do the words of a text form give, each after its keyword? The default where one is absent."""
    values = dict(defaults)
    for key in defaults:
        words = found.get(key)
        if words is None:
            continue
        if len(words) != 1 or small(words[0].removeprefix("-").removeprefix("+")) is None:
            raise ValueError(f"After {key!r} stands one whole number, not {' '.join(words) or 'nothing'!r}.")
        values[key] = int(words[0])
    return values


__all__ = ["Control", "TabledExplorer", "number", "read_numbers", "switches", "with_option"]
