"""The position of a game of the Brickyard: its counters, the turn, and what binds each counter."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, ClassVar, Self

from landships_lab.core.answer import Answer, Gap, Step, Telling, judge
from landships_lab.core.answer import judged as rule
from landships_lab.core.hexes import Heading, Place
from landships_lab.core.terrain import TerrainMap
from landships_lab.data.gaps import gap as missing
from landships_lab.data.load import chosen
from landships_lab.data.marks import marks
from landships_lab.games.landships.rules.book import CITES, forbid, lost, name
from landships_lab.games.landships.rules.brickyard import (
    SCENARIO,
    Standing,
    aa_gun_as_read,
    gun_75mm_as_read,
)
from landships_lab.games.landships.rules.field_of_movement import March
from landships_lab.play.turns import Choice, Effect, Situation, refused

GRID = SCENARIO.grid
SIDES = ("German", "British")
MARKS = marks("landships")
_BARE = TerrainMap()


@dataclass(frozen=True)
class Piece(Standing):
    """A counter in a game, with its lasting marks, as ``data/marks.toml`` names them.

    ``moved`` and ``fired`` hold for the turn; ``out`` is a squad that has left its tank, ``away``
    an aircraft that has left the board.
    """

    moved: bool = False
    fired: bool = False
    out: bool = False
    away: bool = False

    @property
    def plain(self) -> Standing:
        """The counter as the rules and panels have it, without its marks."""
        return Standing(self.force, self.number, self.place, self.heading, self.aboard)


@dataclass(frozen=True)
class Clock(Situation):
    """A game of the Brickyard.

    ``units`` are all counters that are not removed; those without a place wait, ride, or are off
    the board. ``mp`` is the movement allowance of a vehicle, which is ours.
    """

    game: ClassVar[str] = "landships"
    measure: ClassVar[str] = "British counters that are gone, less German ones"
    idle_readings: ClassVar[Mapping[str, str]] = {
        "mk-iv-edge-facing": "No Mk IV takes part in the scenario.",
        "hexside-spotting": "How far terrain can be spotted is in the base game: only fog counts.",
        "perimeter": "No hex of the ground, which is ours, is prohibited to vehicles.",
        "arc-edge-hexside=always": "All arcs in the scenario hold their edges anyway.",
        "brickyard-hexes": "The hexes painted as town, which is ours, are those of the set-up.",
    }

    units: tuple[Piece, ...] = ()
    terrain: TerrainMap = _BARE
    turn: int = 1
    removed: tuple[str, ...] = ()
    mp: int = 6

    @property
    def label(self) -> str:
        """The turn and the side that acts."""
        if self.over or not self.stack:
            return f"Turn {self.turn}, the end"
        return f"Turn {self.turn}, {self.now.side(self)}"

    def text(self) -> str:
        """Return the position, one line a counter that is on the board, rides, or has acted."""
        lines = [f"turn {self.turn} of {SCENARIO.turns}"]
        for unit in self.units:
            marked = [mark for mark in MARKS.of(unit) if mark != "aboard"]
            if unit.place is None and not unit.aboard and not marked:
                continue
            where = f"{GRID.code(unit.place)} {unit.heading}" if unit.place else unit.aboard or "-"
            lines.append(" · ".join([unit.id, where, *marked]))
        lines += [f"removed: {', '.join(self.removed)}"] if self.removed else []
        return "\n".join([*lines, *([self.over] if self.over else [])])

    def state_of(self, unit: str) -> str:
        """Return where a counter stands, how it faces, and what it has done this turn."""
        found = next((one for one in self.units if one.id == unit), None)
        if found is None:
            return ""
        done = ["has moved"] * found.moved + ["has fired"] * found.fired
        if found.place is not None:
            done.insert(0, f"in {GRID.code(found.place)}, facing {found.heading}")
        elif found.aboard:
            done.insert(0, f"aboard the {self.spoken(found.aboard)}")
        elif found.away or found.of.kind == "artillery":
            done.insert(0, "off the board")
        return ", ".join(done)

    def marks(self) -> Mapping[tuple[str, str], Any]:
        """Return the lasting marks of all counters."""
        return {(one.id, mark): on for one in self.units for mark, on in MARKS.of(one).items()}

    def with_readings(self, readings: Mapping[str, str]) -> Self:
        """Return the game under these readings; `ValueError` for one that is unknown.

        A gun whose hex of the set-up is a reading stands where that says, if it stood there.
        """
        given, usual = chosen(self.game, readings), chosen(self.game, None)
        taken = {key: option for key, option in given.items() if usual[key] != option}

        def as_read(unit: Piece) -> Piece:
            if unit.force == "brit-75mm":
                return gun_75mm_as_read(unit, self.read_as, taken)
            return aa_gun_as_read(unit, taken) if unit.force == "brit-aa" else unit

        units = tuple(map(as_read, self.units))
        return replace(self, units=units, readings=tuple(sorted(taken.items())))

    def about(self, *subjects: str) -> dict[str, str]:
        """Return the readings taken that bear on any of these subjects of the rules."""
        known = {key for subject in subjects for key in chosen(self.game, None, subject)}
        return {key: option for key, option in self.readings if key in known}

    def spoken(self, unit: str) -> str:
        """Return the name of a counter, such as "A7V tank 2", by its id."""
        return next((one.name for one in self.units if one.id == unit), unit)

    def unit(self, unit_id: str) -> Piece:
        """Return the counter with this id. Raises `KeyError` if it is not in the game."""
        for unit in self.units:
            if unit.id == unit_id:
                return unit
        raise KeyError(unit_id)

    def has(self, unit_id: str) -> bool:
        """Return whether this counter is in the game."""
        return any(unit.id == unit_id for unit in self.units)

    @cached_property
    def on_board(self) -> tuple[Piece, ...]:
        """The counters that have a place."""
        return tuple(unit for unit in self.units if unit.place is not None)

    @cached_property
    def counters(self) -> tuple[Standing, ...]:
        """All counters, as the rules have them."""
        return tuple(unit.plain for unit in self.units)

    @cached_property
    def board(self) -> tuple[Standing, ...]:
        """The counters that have a place, as the rules have them."""
        return tuple(unit.plain for unit in self.on_board)

    def enemies_of(self, side: str) -> tuple[Piece, ...]:
        """Return the counters on the board of the other side."""
        return tuple(unit for unit in self.on_board if unit.of.side != side)

    def put(self, *changed: Piece) -> Self:
        """Return the game with these counters in place of those with their ids."""
        new = {one.id: one for one in changed}
        return replace(self, units=tuple(new.get(one.id, one) for one in self.units))

    def without(self, ids: Iterable[str]) -> Self:
        """Return the game without these counters; a squad that rode in one waits beside the map."""
        gone = set(ids)
        left = tuple(
            MARKS.after(unit, "tank lost") if unit.aboard in gone else unit
            for unit in self.units
            if unit.id not in gone
        )
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
            GRID,
            self.terrain,
            mp=mp_left,
            enemies=enemies,
            readings=readings,
            moved=moved,
            allowance=CITES["own-ground"],
        )

    def worth(self, side: str) -> Fraction:
        """Return how many more counters the other side has lost."""
        lost_by = [SCENARIO.forces[gone.rpartition("-")[0]].side for gone in self.removed]
        theirs = sum(one != side for one in lost_by)
        return Fraction(2 * theirs - len(lost_by))


def left_open(gap_id: str) -> Step:
    """Return the step for what only the base game says, so that the players decide it."""
    return lost(gap_id, f"{missing('landships', gap_id).question} The players decide.")


@rule
def acted(unit: Piece, what: str) -> Telling:
    """Return the refusal of a second move or attack in a turn, which is ours."""
    yield forbid("own-once", bad=True, text=f"Here a counter {what} once a turn, which is ours.")
    done = "attacked" if unit.fired and what != "moves" else "moved"
    return f"It has {done} already."


def answered(headline: str, *steps: Step) -> Answer[bool | Gap]:
    """Return the answer that these steps decide."""
    return Answer(judge(steps), steps, headline)


def judged(
    words: str,
    says: str,
    answer: Answer[object],
    effect: Effect,
    unit: str,
    expects: str = "",
    *,
    ends: bool = False,
) -> Choice:
    """Return a choice as a rule judges it: refused where the answer is no, and left to the players
    where only the base game or the players say.
    """
    theirs = any(step.cite.kind == "supplied" for step in answer.steps)
    if isinstance(answer.value, Gap) or (theirs and answer.value):
        return Choice(words, says, effect, unit, answer, expects, supplied=True, ends=ends)
    if not answer.value:
        return refused(words, says, answer, unit)
    return Choice(words, says, effect, unit, answer, expects, ends=ends)


def told(unit: Standing) -> str:
    """Return what a sentence calls a counter: "The A7V tank 2"."""
    return f"The {unit.name}"


def code(place: Place) -> str:
    """Return the code of a place, as records write it."""
    return GRID.code(place)


def faces(place: Place, heading: Heading) -> str:
    """Return a place and a heading in words."""
    return f"{name(place)}, facing {heading}"
