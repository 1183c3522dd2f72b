"""Remedies found by trying: a change is offered only after the rule itself has allowed it.

A rule writes a sentence for each change worth proposing, because one built from a control's label
reads worse. Whether a change helps is never written down.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from landships_lab.core.answer import Remedy
from landships_lab.core.sources import Reading

S = TypeVar("S")


def that_help(
    now: S, tries: Iterable[tuple[S, Remedy]], allows: Callable[[S], bool]
) -> Iterator[Remedy]:
    """Yield those of these remedies that lead from the present state to another one that the rule
    allows.

    >>> shorter, longer = Remedy("Two inches nearer it may."), Remedy("Farther away it may.")
    >>> list(that_help(12, [(10, shorter), (14, longer), (12, longer)], lambda far: far < 11))
    [Remedy(text='Two inches nearer it may.', change='', to=None)]
    """
    return (remedy for state, remedy in tries if state != now and allows(state))


def changes(
    now: S, allows: Callable[[S], object], *tried: tuple[str, str, Any]
) -> Iterator[Remedy]:
    """Yield a remedy for each change of one field of a record that the rule then allows.

    Each change is given as a sentence, the field, and its new value.
    """
    for text, field, to in tried:
        then = replace(now, **{field: to})  # type: ignore[type-var]  # a frozen dataclass
        if then != now and allows(then):
            yield Remedy(text, field, to)


def other_readings(
    readings: Iterable[Reading], chosen: Mapping[str, str], would: Callable[[str, str], str]
) -> Iterator[Remedy]:
    """Yield a remedy for each option not chosen that would help.

    ``would`` returns, for a reading and an option, what would then be possible, such as "it could
    fire", or "". Raises `KeyError` if one of the readings is not among those chosen.
    """
    for reading in readings:
        for option in reading.options:
            if option.id != chosen[reading.id] and (words := would(reading.id, option.id)):
                text = f"With the reading “{option.label}” {words}: {option.says}"
                yield Remedy(text, reading.id, option.id)
