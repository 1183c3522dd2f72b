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
    """A strip of ground, the lab's addition: the inches between the two lines, the goal and its
    distance from the first side's line, the last turn, and the side that keeps the goal unless the
    other wins it.
    """

    apart: int
    what: str
    at: int
    turns: int
    keeps: str


@frozen
class StartData:
    """A situation: its name, the lab's additions, how far behind its line a unit leaves the field,
    its units, its strip of ground, and the side with a goal, with that goal.
    """

    name: str
    note: str
    edge: int
    units: dict[str, CompanyData]
    strip: StripData
    goal: tuple[str, str] = ("", "")


@cache
def starts() -> dict[str, StartData]:
    """Return the situations by name. Raises `DataError` if the file cannot be used."""
    return structure(read(STARTS), dict[str, StartData], STARTS)
