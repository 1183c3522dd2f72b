"""The lasting marks of a game's units, which carry over from one moment to the next, as one table
for each game.

A mark is a field of a unit (`reloading`, `falls_back`). ``data/marks.toml`` says which event sets
it, which event alone ends it, and the effect of a second one. The turns use this table, and a test
over random games checks them against it.

An event is the verb of a choice that the unit itself takes (``move``), ``on`` and a verb for what
another unit does to it (``on fire``), or one of the moments that the table lists under ``events``
(``turn``).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields, replace
from functools import cache
from typing import Any, Literal, TypeVar

from attrs import field, frozen

from landships_lab.core.checks import unknown
from landships_lab.core.sources import Cite
from landships_lab.data.load import DataError, cites, folder, read, structure

FILE = "marks.toml"
#: The effect of a second event on an existing mark: the first stays, the second replaces it, the
#: graver stays, they add up, or there cannot be a second.
Again = Literal["keeps", "replaces", "graver", "adds", "never"]

U = TypeVar("U")


@dataclass(frozen=True, slots=True)
class LastingMark:
    """One kind of mark: the field that holds it, a sentence about it, and its events.

    ``begins`` are the events that may set it, ``ends`` those that always end it, ``may_end`` those
    that end it if the dice or the players say so. ``order`` lists its values from the lightest to
    the gravest, if ``again`` is ``graver`` and they are not numbers.
    """

    id: str
    says: str
    cite: Cite
    begins: frozenset[str]
    ends: frozenset[str]
    may_end: frozenset[str] = frozenset()
    again: Again = "keeps"
    order: tuple[str, ...] = ()

    def together(self, now: Any, new: Any) -> Any:
        """Return the value after a second event.

        >>> hurt = LastingMark("hurt", "", Cite("", ""), frozenset(), frozenset(), again="graver")
        >>> hurt.together(5, 3)
        5
        """
        match self.again:
            case "keeps" | "never":
                return now
            case "replaces":
                return new
            case "graver":
                return max(now, new, key=self.order.index if self.order else None)
            case "adds":
                return now | new if isinstance(now, frozenset) else now + new


class Marks(Mapping[str, LastingMark]):
    """The table of a game: its lasting marks by the names of their fields."""

    def __init__(self, marks: Mapping[str, LastingMark], events: Mapping[str, str]) -> None:
        self._marks, self.events = dict(marks), dict(events)

    def __getitem__(self, mark: str) -> LastingMark:
        return self._marks[mark]

    def __iter__(self) -> Any:
        return iter(self._marks)

    def __len__(self) -> int:
        return len(self._marks)

    def begin(self, unit: U, event: str, **values: Any) -> U:
        """Return the unit with these marks set by an event. For a mark that it already has, the
        table decides the effect of a second.

        Raises `ValueError` for a mark that this event does not set.
        """
        for mark, value in values.items():
            if event not in self[mark].begins:
                raise ValueError(unknown(f"event that sets {mark}", event, self[mark].begins))
            now = getattr(unit, mark)
            if now != blank(unit, mark):
                values[mark] = self[mark].together(now, value)
        return replace(unit, **values)  # type: ignore[type-var]  # a frozen dataclass

    def after(self, unit: U, event: str) -> U:
        """Return the unit after an event, without the marks that it ends."""
        ended = {
            mark: blank(unit, mark)
            for mark, one in self.items()
            if event in one.ends and hasattr(unit, mark)
        }
        return replace(unit, **ended) if ended else unit  # type: ignore[type-var]

    def of(self, unit: object) -> dict[str, Any]:
        """Return the marks that a unit has, with their values."""
        return {
            mark: getattr(unit, mark)
            for mark in self
            if hasattr(unit, mark) and getattr(unit, mark) != blank(unit, mark)
        }


def blank(unit: Any, mark: str) -> Any:
    """Return the value of a field of a dataclass that stands for no mark: its default."""
    (held,) = (one for one in fields(unit) if one.name == mark)
    return held.default if held.default_factory is MISSING else held.default_factory()


@frozen
class _RawMark:
    says: str
    cite: str
    begins: tuple[str, ...]
    ends: tuple[str, ...] = ()
    may_end: tuple[str, ...] = ()
    again: Again = "keeps"
    order: tuple[str, ...] = ()


@frozen
class _Raw:
    marks: dict[str, _RawMark]
    events: dict[str, str] = field(factory=dict)


@cache
def marks(rule_set: str) -> Marks:
    """Return the lasting marks of a rule set; empty if it has no such table.

    Raises `DataError` if a mark cites a missing place.
    """
    if not (folder(rule_set) / FILE).is_file():
        return Marks({}, {})
    origin = f"{rule_set}/{FILE}"
    raw, known = structure(read(origin), _Raw, origin), cites(rule_set)
    by_key: dict[str, LastingMark] = {}
    for key, one in raw.marks.items():
        if one.cite not in known:
            raise DataError(f"{origin}: {unknown('citation', one.cite, list(known))}")
        by_key[key] = LastingMark(
            key,
            one.says,
            known[one.cite],
            frozenset(one.begins),
            frozenset(one.ends),
            frozenset(one.may_end),
            one.again,
            one.order,
        )
    return Marks(by_key, raw.events)
