"""What the sources do not say, rule set by rule set: every place in the data where something
``asks`` is a gap.

A rule set lists its own in ``data/<rule set>/gaps.toml``; a value stated as silent elsewhere in its
data (the points of a gun in ``units.toml``) is found there. ``python -m landships_lab gaps`` prints
them all.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from types import MappingProxyType

from attrs import frozen

from landships_lab.core.answer import Gap
from landships_lab.core.checks import unknown
from landships_lab.core.sources import Cite
from landships_lab.data.load import DataError, cites, folder, read, structure

FILE = "gaps.toml"


@dataclass(frozen=True, slots=True)
class Missing:
    """One thing a rule set does not say: its id, its `Gap`, and the reader's table that can fill
    it, if any.
    """

    id: str
    gap: Gap
    fills: str = ""


@frozen
class _RawGap:
    asks: str
    cite: str
    fills: str = ""


@cache
def gaps(rule_set: str) -> Mapping[str, Missing]:
    """Return the gaps of this rule set by id: first those it lists, then the silent values in its
    other data.

    Raises `ValueError` with the known rule sets for an unknown one, and `DataError` if a gap cites
    a missing place.

    >>> gaps("paychest")["skills"].fills
    'skills'
    """
    by_id: dict[str, Missing] = {}
    for missing in (*_by_id(rule_set).values(), *_stated(rule_set)):
        if missing.id in by_id:
            raise DataError(
                f"{rule_set}: two gaps are called {missing.id}; each needs a name of its own."
            )
        by_id[missing.id] = missing
    return MappingProxyType(by_id)


def gap(rule_set: str, gap_id: str) -> Gap:
    """Return the `Gap` with this id. Raises `ValueError`, with the known ids, for any other."""
    listed = _by_id(rule_set)  # most are listed, and need no look into the other data
    known = listed if gap_id in listed else gaps(rule_set)
    if gap_id not in known:
        raise ValueError(unknown("gap", gap_id, list(known)))
    return known[gap_id].gap


@cache
def _by_id(rule_set: str) -> Mapping[str, Missing]:
    return {missing.id: missing for missing in _listed(rule_set)}


def _names(rule_set: str) -> list[str]:
    return sorted(file.name for file in folder(rule_set).iterdir() if file.name.endswith(".toml"))


def _listed(rule_set: str) -> Iterator[Missing]:
    if FILE in _names(rule_set):
        origin = f"{rule_set}/{FILE}"
        for key, raw in structure(read(origin), dict[str, _RawGap], origin).items():
            yield Missing(key, Gap(raw.asks, _cite(rule_set, raw.cite, origin)), raw.fills)


def _stated(rule_set: str) -> Iterator[Missing]:
    """Yield the silent values in the other files of a rule set, each under its path."""
    for name in _names(rule_set):
        if name != FILE:
            origin = f"{rule_set}/{name}"
            for path, table in _asking(read(origin)):
                yield Missing(path, Gap(table["asks"], _cite(rule_set, table["cite"], origin)))


def _asking(value: object, path: tuple[str, ...] = ()) -> Iterator[tuple[str, dict[str, str]]]:
    if isinstance(value, dict):
        if value.get("of_article") is False:
            return  # the source never names it, so it cannot be said to leave something out
        if "asks" in value and "cite" in value:
            yield ".".join(path), value
        for key, inner in value.items():
            yield from _asking(inner, (*path, key))
    elif isinstance(value, list):
        for number, inner in enumerate(value, 1):
            yield from _asking(inner, (*path, str(number)))


def _cite(rule_set: str, key: str, origin: str) -> Cite:
    known = cites(rule_set)
    if key not in known:
        raise DataError(f"{origin}: {unknown('citation', key, list(known))}")
    return replace(known[key], kind="silent")
