"""The scenarios that are played, as frozen, checked types."""

from __future__ import annotations

from functools import cache
from types import MappingProxyType

from attrs import field, frozen

from landships_lab.core.checks import unknown
from landships_lab.data.load import DataError, cites, read, structure
from .table_tops import RULE_SET, set_ups

SCENARIOS = f"{RULE_SET}/scenarios.toml"


@frozen
class Exit:
    """A side that breaks through: the Units that must leave at the north end of this road."""

    side: str
    road: str
    needs: int


@frozen
class Defence:
    """A side that holds objectives: pieces of terrain by name, each with the Units that belong to
    it.
    """

    side: str
    objectives: dict[str, list[str]]


@frozen
class Scenario:
    """A scenario on a set-up: who begins, the number of Turns, and what wins.

    ``note`` says what is not printed, ``cite`` where the rest is printed, and ``turns_cite`` where
    the number of Turns comes from.
    """

    name: str
    set_up: str
    first: str
    turns: int
    note: str
    cite: str
    turns_cite: str = "turn-limit"
    exit: Exit | None = None
    defence: Defence | None = field(default=None)

    @property
    def aims(self) -> tuple[str, ...]:
        """The objectives that are defended, by name."""
        return tuple(self.defence.objectives) if self.defence else ()


@cache
def scenarios() -> MappingProxyType[str, Scenario]:
    """Return the scenarios by name.

    Raises `DataError` if the file cannot be used.
    """
    by_key = structure(read(SCENARIOS), dict[str, Scenario], SCENARIOS)
    for key, one in by_key.items():
        if one.set_up not in set_ups():
            raise DataError(f"{SCENARIOS}, {key}: {unknown('set-up', one.set_up, list(set_ups()))}")
        for cite in (one.cite, one.turns_cite):
            if cite not in cites(RULE_SET):
                known = list(cites(RULE_SET))
                raise DataError(f"{SCENARIOS}, {key}: {unknown('citation', cite, known)}")
        if (one.exit is None) == (one.defence is None):
            raise DataError(f"{SCENARIOS}, {key}: give one way to win, exit or defence.")
    return MappingProxyType(by_key)
