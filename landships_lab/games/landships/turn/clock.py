"""The position of a game of the Brickyard: its counters, the turn, and what has been used up."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import ClassVar, Self

from landships_lab.core.answer import Answer, Gap, Step
from landships_lab.core.hexes import Heading, Place
from landships_lab.core.terrain import TerrainMap
from landships_lab.data.gaps import gap as missing
from landships_lab.data.load import chosen
from landships_lab.games.landships.rules.book import name
from landships_lab.games.landships.rules.brickyard import SCENARIO, Standing
from landships_lab.games.landships.rules.march import March
from landships_lab.play.turns import Choice, Effect, Situation, refused

GRID = SCENARIO.grid
SIDES = ("German", "British")
_BARE = TerrainMap()


@dataclass(frozen=True)
class Clock(Situation):
    """A game of the Brickyard.

    ``units`` are all counters that are not removed; those without a place wait or ride. ``moved``
    and ``fired`` name those that have done so in this turn. ``mp`` is the movement allowance of a
    tank, which the reader supplies.
    """

    game: ClassVar[str] = "landships"
    measure: ClassVar[str] = "British counters that are gone, less German ones"

    units: tuple[Standing, ...] = ()
    terrain: TerrainMap = _BARE
    turn: int = 1
    moved: frozenset[str] = frozenset()
    fired: frozenset[str] = frozenset()
    removed: tuple[str, ...] = ()
    mp: int = 6

    @property
    def label(self) -> str:
        """The turn and the side that acts."""
        if self.over or not self.stack:
            return f"Turn {self.turn}, the end"
        return f"Turn {self.turn}, {self.now.side(self)}"

    def text(self) -> str:
        """Return the position, one line a counter on the board or in a tank."""
        lines = [f"turn {self.turn} of {SCENARIO.turns}"]
        for unit in self.units:
            if unit.place is None and not unit.aboard:
                continue
            where = unit.aboard or f"{GRID.code(unit.place)} {unit.heading}"  # type: ignore[arg-type]  # it has one
            done = [word for word, ids in self._done() if unit.id in ids]
            lines.append(" · ".join([unit.id, where, *done]))
        lines += [f"removed: {', '.join(self.removed)}"] if self.removed else []
        return "\n".join([*lines, *([self.over] if self.over else [])])

    def state_of(self, unit: str) -> str:
        """Return where a counter stands, how it faces, and what it has done this turn."""
        found = next((one for one in self.units if one.id == unit), None)
        if found is None:
            return ""
        done = [word for word, ids in self._done() if unit in ids]
        if found.place is not None:
            done.insert(0, f"in {GRID.code(found.place)}, facing {found.heading}")
        elif found.aboard:
            done.insert(0, f"aboard the {self.spoken(found.aboard)}")
        return ", ".join(done)

    def _done(self) -> tuple[tuple[str, frozenset[str]], ...]:
        return ("has moved", self.moved), ("has fired", self.fired)

    def with_readings(self, readings: Mapping[str, str]) -> Self:
        """Return the game under these readings; `ValueError` for one that is unknown."""
        chosen(self.game, readings)
        return replace(self, readings=tuple(sorted(readings.items())))

    def about(self, subject: str) -> dict[str, str]:
        """Return the readings taken that bear on a subject of the rules."""
        known = chosen(self.game, None, subject)
        return {key: option for key, option in self.readings if key in known}

    def spoken(self, unit: str) -> str:
        """Return the name of a counter, such as "A7V tank 2", by its id."""
        return next((one.name for one in self.units if one.id == unit), unit)

    def unit(self, unit_id: str) -> Standing:
        """Return the counter with this id. Raises `KeyError` if it is not in the game."""
        for unit in self.units:
            if unit.id == unit_id:
                return unit
        raise KeyError(unit_id)

    def has(self, unit_id: str) -> bool:
        """Return whether this counter is in the game."""
        return any(unit.id == unit_id for unit in self.units)

    @cached_property
    def on_board(self) -> tuple[Standing, ...]:
        """The counters that have a place."""
        return tuple(unit for unit in self.units if unit.place is not None)

    def enemies_of(self, side: str) -> tuple[Standing, ...]:
        """Return the counters on the board of the other side."""
        return tuple(unit for unit in self.on_board if unit.of.side != side)

    def put(self, unit: Standing) -> Self:
        """Return the game with this counter in place of the one with its id."""
        units = tuple(unit if one.id == unit.id else one for one in self.units)
        return replace(self, units=units)

    def without(self, ids: Iterable[str]) -> Self:
        """Return the game without these counters; a squad goes with the tank it rides in."""
        gone = set(ids)
        gone |= {unit.id for unit in self.units if unit.aboard in gone}
        left = tuple(unit for unit in self.units if unit.id not in gone)
        return replace(self, units=left, removed=(*self.removed, *sorted(gone)))

    def march(self, unit: Standing, mp_left: int, *, moved: bool) -> March:
        """Return all that the next step of a vehicle depends on."""
        enemies = frozenset(
            one.place
            for one in self.enemies_of(unit.of.side)
            if one.place is not None and one.of.kind != "aircraft"
        )
        readings = tuple(self.about("movement").items())
        return March(
            GRID, self.terrain, mp=mp_left, enemies=enemies, readings=readings, moved=moved
        )

    def worth(self, side: str) -> Fraction:
        """Return how many more counters the other side has lost."""
        lost = [SCENARIO.forces[gone.rpartition("-")[0]].side for gone in self.removed]
        theirs = sum(one != side for one in lost)
        return Fraction(2 * theirs - len(lost))


def left_open(gap_id: str) -> Step:
    """Return the step for what only the base game says, so that the players decide it."""
    gap = missing("landships", gap_id)
    return Step(f"{gap.question} The players decide.", gap.cite, "note", gap)


def judged(
    words: str, says: str, answer: Answer[object], effect: Effect, unit: str, expects: str = ""
) -> Choice:
    """Return a choice as a rule judges it: refused where the answer is no, and left to the players
    where only the base game says.
    """
    if isinstance(answer.value, Gap):
        return Choice(words, says, effect, unit, answer, expects, supplied=True)
    if not answer.value:
        return refused(words, says, answer, unit)
    return Choice(words, says, effect, unit, answer, expects)


def told(unit: Standing) -> str:
    """Return what a sentence calls a counter: "The A7V tank 2"."""
    return f"The {unit.name}"


def code(place: Place) -> str:
    """Return the code of a place, as records write it."""
    return GRID.code(place)


def faces(place: Place, heading: Heading) -> str:
    """Return a place and a heading in words."""
    return f"{name(place)}, facing {heading}"
