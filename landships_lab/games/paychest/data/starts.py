"""The situations from which Paychest can be played, as frozen, checked types."""

from __future__ import annotations

from functools import cache

from attrs import frozen

from landships_lab.data.load import read, structure

STARTS = "paychest/starts.toml"


@frozen
class CompanyData:
    """A unit of a situation: its side, its troops and kind, its men with their leader, their skills
    for fire and melee, the gun that they serve, and how many of them are in cover.
    """

    side: str
    troops: str
    kind: str
    men: int
    fire: int
    melee: int
    gun: str = ""
    hidden: int = 0


@frozen
class StripData:
    """A strip of ground, which is ours: how many inches the two lines are apart, what is to be won
    and how many inches in front of the first side's line it is, the last turn, and the side that
    keeps it unless the other wins it.
    """

    apart: int
    what: str
    at: int
    turns: int
    keeps: str


@frozen
class StartData:
    """A situation: its name, what in it is ours, how far behind its line a unit leaves the field,
    its units, the strip of ground for it, and the side that wants something, with the thing.
    """

    name: str
    note: str
    edge: int
    units: dict[str, CompanyData]
    strip: StripData
    goal: tuple[str, str] = ("", "")


@cache
def starts() -> dict[str, StartData]:
    """Return the situations by name. `DataError` in one sentence if the file cannot be used."""
    return structure(read(STARTS), dict[str, StartData], STARTS)
