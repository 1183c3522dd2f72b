"""The whole position of a game of Loos: units, markers, attacks, towns, and what was used up."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any, ClassVar, Self

from landships_lab.core.hexes import Hex
from landships_lab.core.speech import listed, plural
from landships_lab.data.marks import marks
from landships_lab.games.loos.data.strip import samples, strip
from landships_lab.games.loos.rules.book import BOOK, LAST_TURN, Army, name
from landships_lab.games.loos.rules.deployment import zone
from landships_lab.games.loos.rules.reserves import Stacked
from landships_lab.games.loos.rules.terrain import Ground
from landships_lab.games.loos.rules.turns import Phase, phases
from landships_lab.games.loos.rules.turns import Situation as Facts
from landships_lab.play.turns import Situation, TurnStep

#: The readings not at their defaults, as (id, option).
Readings = tuple[tuple[str, str], ...]
STRIP, SAMPLES = strip(), samples()
#: The lasting marks of a unit.
MARKS = marks("loos")
ENEMY: Mapping[Army, Army] = {"british": "german", "german": "british"}
ARMY_NAMES: Mapping[Army, str] = {"british": "British", "german": "German"}


@dataclass(frozen=True, slots=True)
class Unit:
    """One counter: its hex, and how many steps it has left.

    ``formation`` matters for stacking: the brigade of a British unit, the division of a German one,
    "" for a replacement battalion. ``hex`` is None for a unit that waits in reserve. The other
    fields are its lasting marks, from ``data/marks.toml``: ``under`` for the reserve line of a
    stack, ``rushed`` for a reserve that moved in the mobile movement phase, ``attacks`` for the hex
    it is declared to attack.
    """

    name: str
    army: Army
    kind: str
    division: str
    formation: str
    steps: int
    hex: Hex | None = None
    under: bool = False
    moved: bool = False
    rushed: bool = False
    attacks: Hex | None = None
    fought: bool = False

    @property
    def factor(self) -> int:
        """Its combat factor, a sample value."""
        return SAMPLES.units[self.kind].factors[self.steps - 1]

    @property
    def stacked(self) -> Stacked:
        """The unit in the form that the stacking rule takes."""
        return Stacked(self.army, self.formation)

    @property
    def place(self) -> Hex:
        """Its hex. Raises `ValueError` for a unit that waits in reserve."""
        if self.hex is None:
            raise ValueError(f"{self.name} is not on the strip.")
        return self.hex


@dataclass(frozen=True, slots=True)
class Shells:
    """An artillery marker on a hex, placed by an army; ``spent`` once it is resolved."""

    army: Army
    hex: Hex
    spent: bool = False


@dataclass(frozen=True)
class Battle(Situation):
    """The position of a game of Loos.

    ``turn`` is 0 for Zero Hour; ``phase`` counts the phases of the turn. ``deadpile`` counts the
    battalion counters that are free. ``placed`` holds the sector of each British reserve division
    and the turn in which it was placed there. ``rolled`` says that the replacements of this phase
    were rolled for, and ``unplaced`` are the steps that place battalions of broken regiments
    without a hex of their own. ``done`` are the hexes whose combat is over, and ``breached`` the
    hexes whose trench is breached in this combat phase.
    """

    game: ClassVar[str] = "loos"
    measure: ClassVar[str] = "steps, town hexes, and places from which to take or to keep them"
    #: The value of a position to each army: set by ``measure.py``, which needs the rules of combat.
    measured: ClassVar[Callable[[Any], Mapping[Army, Fraction]]]
    sides: ClassVar[tuple[str, str]] = ("British", "German")
    objective: ClassVar[str] = "Town hexes"
    won_by: ClassVar[str] = (
        "After turn 8 the British win with both towns whole and draw with one; with none the"
        " Germans win. A British unit in a German entry hex wins at once, and so do the Germans"
        " once no British unit is beyond the British trenches."
    )
    idle_readings: ClassVar[Mapping[str, str]] = {
        "high-ground-target": "The two hexes of high ground on the strip touch each other.",
        "entry-hex": "The third entry hex is not on the strip.",
        "entry-together": "Only one entry hex is on the strip.",
        "map-edge": "Along the edge of the strip no hex blocks a line but by another reading.",
        "half-points": "The sample allowance of every German unit is even.",
        "bombardment-column": "Only one reading is known.",
        "zone-of-control": "Only one reading is known.",
    }

    units: tuple[Unit, ...] = ()
    turn: int = 0
    phase: int = 0
    deadpile: int = 0
    sectors: tuple[tuple[str, str], ...] = ()
    waiting: tuple[str, ...] = ()
    placed: tuple[tuple[str, str, int], ...] = ()
    british_towns: frozenset[Hex] = frozenset()
    aircraft: Hex | None = None
    used: tuple[int, int] = (0, 0)
    shells: tuple[Shells, ...] = ()
    done: frozenset[Hex] = frozenset()
    breached: frozenset[Hex] = frozenset()
    rolled: bool = False
    unplaced: tuple[Any, ...] = ()
    setting_up: bool = False

    # -- where units are --------------------------------------------------------------------------

    def unit(self, named: str) -> Unit | None:
        """Return the unit of this name, or None."""
        return next((unit for unit in self.units if unit.name == named), None)

    def the(self, named: str) -> Unit:
        """Return the unit of this name, which must exist."""
        unit = self.unit(named)
        assert unit is not None, named  # a unit that acts exists
        return unit

    def those(self, names: Iterable[str]) -> tuple[Unit, ...]:
        """Return the remaining units of these names."""
        return tuple(unit for named in names if (unit := self.unit(named)))

    def at(self, hexagon: Hex) -> tuple[Unit, ...]:
        """Return the units in a hex, the front line first."""
        return self._standing.get(hexagon, ())

    @cached_property
    def _standing(self) -> Mapping[Hex, tuple[Unit, ...]]:
        stacks: dict[Hex, list[Unit]] = {}
        for unit in self.units:
            if unit.hex is not None:
                stacks.setdefault(unit.hex, []).append(unit)
        return {h: tuple(sorted(there, key=lambda u: u.under)) for h, there in stacks.items()}

    @cached_property
    def _held(self) -> Mapping[Army, frozenset[Hex]]:
        here: dict[Army, set[Hex]] = {"british": set(), "german": set()}
        for unit in self.units:
            if unit.hex is not None:
                here[unit.army].add(unit.hex)
        return {army: frozenset(hexes) for army, hexes in here.items()}

    def front(self, hexagon: Hex) -> Unit | None:
        """Return the front line unit in a hex."""
        return next(iter(self.at(hexagon)), None)

    def holder(self, hexagon: Hex) -> Unit:
        """Return the front line unit in a hex that somebody holds."""
        unit = self.front(hexagon)
        assert unit is not None, hexagon
        return unit

    def reserve(self, unit: Unit) -> Unit | None:
        """Return the unit under this one in its stack."""
        units = self.at(unit.hex) if unit.hex is not None and not unit.under else ()
        return next((other for other in units if other.under), None)

    def stack_of(self, unit: Unit) -> tuple[Unit, ...]:
        """Return a unit with the reserve under it, if there is one."""
        below = self.reserve(unit)
        return (unit, below) if below else (unit,)

    def of(self, army: Army) -> tuple[Unit, ...]:
        """Return the units of an army on the strip."""
        return tuple(u for u in self.units if u.army == army and u.hex is not None)

    def hexes_of(self, army: Army) -> frozenset[Hex]:
        """Return the hexes that hold units of an army."""
        return self._held[army]

    def zone(self, army: Army) -> frozenset[Hex]:
        """Return the hexes in the zones of control of an army."""
        return zone_of_army(army, self.hexes_of(army))

    def ground(self, hexagon: Hex) -> Ground:
        """Return the ground of a hex in the form that the rules of combat take, with its holder."""
        terrain = STRIP.terrain.get(hexagon, "clear")
        trenches, front = STRIP.trench_sides.get(hexagon, frozenset()), self.front(hexagon)
        army: Army = front.army if front else "german"
        british, breached = hexagon in STRIP.front_line, hexagon in self.breached
        return Ground(hexagon, terrain, trenches, army, british, breached, hexagon in STRIP.high)

    def facts(self, over: bool = False) -> Facts:
        """Return the facts that decide victory; ``over`` if the turn has been played to its end."""
        british, front, second = self.hexes_of("british"), STRIP.front_line, STRIP.second_line
        return Facts(self.turn, british, front, STRIP.towns, self.british_towns, over, second)

    @property
    def options(self) -> Mapping[str, str]:
        """The chosen option of every reading."""
        return _options(self.readings)

    # -- whose turn it is -------------------------------------------------------------------------

    @property
    def now_phase(self) -> Phase:
        """The phase that is played."""
        return phases_of(self.turn)[self.phase]

    @property
    def army(self) -> Army:
        """The army whose phase it is."""
        return self.now_phase.army

    @property
    def has_moved(self) -> bool:
        """Whether a unit has moved in this phase."""
        return any(unit.moved for unit in self.units)

    def markers_left(self, army: Army) -> int:
        """Return how many artillery markers of this turn an army has left."""
        return SAMPLES.tracks[army].markers[self.turn] - self.used[army == "german"]

    def dice(self, army: Army) -> int:
        """Return the dice of a bombardment this turn."""
        return SAMPLES.tracks[army].dice[self.turn]

    def marked(self, hexagon: Hex, army: Army) -> bool:
        """Return whether an army has a marker on a hex that is not resolved yet."""
        return any(m.hex == hexagon and m.army == army and not m.spent for m in self.shells)

    def attackers_of(self, hexagon: Hex) -> tuple[Unit, ...]:
        """Return the units declared to attack a hex that can still do so."""
        return tuple(unit for unit in self.units if unit.attacks == hexagon)

    @property
    def free_counters(self) -> int:
        """The battalions of the deadpile, without those set aside to be placed."""
        waiting = (*self.stack, *self.unplaced)
        return self.deadpile - sum(getattr(step, "counters", 0) for step in waiting)

    @property
    def attacks(self) -> tuple[tuple[str, Hex], ...]:
        """The attackers, each with the hex it is declared to attack."""
        return tuple((u.name, u.attacks) for u in self.units if u.attacks is not None)

    @property
    def attacked(self) -> frozenset[Hex]:
        """The hexes attacked in this phase, or still to be attacked by remaining units."""
        return self.done | {unit.attacks for unit in self.units if unit.attacks is not None}

    def arrived(self, unit: Unit) -> int | None:
        """Return the turn in which its division was placed, None once it moves normally (11.7)."""
        turns = (turn for division, _, turn in self.placed if division == unit.division)
        return next((turn for turn in turns if self.turn < turn + 2), None)

    # -- changes ----------------------------------------------------------------------------------

    def put(self, *changed: Unit) -> Self:
        """Return the position with these units, new or in place of those of the same names."""
        by_name = {unit.name: unit for unit in self.units} | {unit.name: unit for unit in changed}
        return replace(self, units=ordered(by_name.values()))

    def without(self, unit: Unit) -> Self:
        """Return the position without a unit; a reserve under it becomes the front line."""
        rest = tuple(u for u in self.units if u.name != unit.name)
        below = self.reserve(unit)
        after = replace(self, units=rest)
        return after.put(MARKS.after(below, "front gone")) if below else after

    def renamed(self, old: str, new: str) -> Self:
        """Return the position with a unit renamed in the steps still to be decided."""

        def rename(step: TurnStep) -> TurnStep:
            given = {one.name: getattr(step, one.name) for one in fields(step)}  # type: ignore[arg-type]  # every step is a dataclass
            changed = {
                key: tuple(new if one == old else one for one in value)
                for key, value in given.items()
                if isinstance(value, tuple) and old in value
            }
            return replace(step, **changed) if changed else step  # type: ignore[type-var]  # every step is a dataclass

        return replace(self, stack=tuple(map(rename, self.stack)))

    def marking(self, named: str, event: str, **values: object) -> Self:
        """Return the position with these marks set on a unit by an event."""
        return self.put(MARKS.begin(self.the(named), event, **values))

    def ended(self, event: str) -> Self:
        """Return the position after the end of all marks that end at this moment."""
        return replace(self, units=tuple(MARKS.after(unit, event) for unit in self.units))

    # -- what the kit asks ------------------------------------------------------------------------

    @property
    def label(self) -> str:
        if self.setting_up:
            return "Set-up"
        named = "Zero Hour" if self.turn == 0 else f"Turn {self.turn}"
        return f"{named}, {ARMY_NAMES[self.army]} {self.now_phase.name}"

    def with_readings(self, readings: Mapping[str, str]) -> Self:
        options, defaults = BOOK.options(readings), BOOK.defaults
        kept = tuple((key, option) for key, option in options.items() if option != defaults[key])
        return replace(self, readings=kept)

    def marks(self) -> Mapping[tuple[str, str], object]:
        marked = {(u.name, mark): value for u in self.units for mark, value in MARKS.of(u).items()}
        here = ((u.name, self.arrived(u)) for u in self.units if u.hex is not None)
        return marked | {(named, "arrives"): turn for named, turn in here if turn is not None}

    @property
    def turns(self) -> tuple[int, int]:
        return self.turn, LAST_TURN

    def score(self) -> Mapping[str, str]:
        british = len(self.british_towns)
        return {"British": str(british), "German": str(len(STRIP.town_hexes) - british)}

    @cached_property
    def _worths(self) -> Mapping[Army, Fraction]:
        return type(self).measured(self)

    def value(self, side: str) -> Fraction:
        return self._worths["german" if side == "German" else "british"]

    def text(self) -> str:
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        yield self.label + (f". {self.over}" if self.over else "")
        yield from (f"{unit.name}: {self._state(unit)}" for unit in self.units)
        yield f"Deadpile: {self.deadpile}"
        yield f"Markers used: British {self.used[0]}, German {self.used[1]}"
        yield from ["Replacements rolled"] * self.rolled
        yield from (f"Without a hex of their own: {_step_words(step)}" for step in self.unplaced)
        over = frozenset(filter(None, [self.aircraft]))
        towns, breached = ("British towns", self.british_towns), ("Breached", self.breached)
        for words, hexes in (towns, ("Aircraft", over), breached, ("Fought", self.done)):
            if hexes:
                yield f"{words}: {codes(hexes)}"
        for m in self.shells:
            yield f"{ARMY_NAMES[m.army]} marker on {name(m.hex)}{', resolved' * m.spent}"
        yield from (f"Sector {sector}: {division} Division" for sector, division in self.sectors)
        yield from (f"{d} Division: placed in sector {s}, turn {t}" for d, s, t in self.placed)
        yield from (f"The German {division}th Division waits." for division in self.waiting)
        for n, step in enumerate(reversed(self.stack)):
            yield f"{'Then' if n else 'To decide'}: {_step_words(step)}"

    def with_unit(self, unit: str) -> tuple[str, ...]:
        place = next((one.hex for one in self.units if one.name == unit), None)
        return tuple(one.name for one in self.units if one.hex in (place, None))

    def state_of(self, unit: str) -> str:
        return next((self._state(one) for one in self.units if one.name == unit), "")

    def _state(self, unit: Unit) -> str:
        where = "in reserve" if unit.hex is None else name(unit.hex)
        marks = {"reserve line": unit.under, "moved": unit.moved, "moved as a reserve": unit.rushed}
        states = [words for words, holds in {**marks, "has attacked": unit.fought}.items() if holds]
        if unit.attacks is not None:
            states.append(f"attacks {name(unit.attacks)}")
        kind = f"{ARMY_NAMES[unit.army]} {unit.kind}"
        return ", ".join([kind, where, plural(unit.steps, "step"), *states])


def _step_words(step: TurnStep) -> str:
    words = re.sub(r"(?<!^)([A-Z])", r" \1", type(step).__name__).lower()
    given = (getattr(step, one.name) for one in fields(step))  # type: ignore[arg-type]  # every step is a dataclass
    return f"{words} {' '.join(filter(None, map(_field_told, given)))}".strip()


def _field_told(value: object) -> str:
    """Return a value of a step in words: the code of a hex, names, a number."""
    if isinstance(value, Hex):
        return name(value)
    if isinstance(value, tuple):
        return " ".join(map(_field_told, value))
    if isinstance(value, Unit):
        bound = (f"{mark} {_field_told(one)}" for mark, one in MARKS.of(value).items())
        return " ".join([value.name, *bound])
    return "" if value is None else str(value)


@lru_cache(maxsize=64)
def _options(readings: Readings) -> Mapping[str, str]:
    return BOOK.options(dict(readings))


def codes(hexes: Iterable[Hex]) -> str:
    """Return the codes of these hexes as a list in words, column by column."""
    return listed(name(h) for h in sorted(hexes, key=STRIP.grid.column_row))


def ordered(units: Iterable[Unit]) -> tuple[Unit, ...]:
    """Return units in listing order: the British first, then by name."""
    return tuple(sorted(units, key=lambda unit: (unit.army, _numbered(unit.name))))


@lru_cache(maxsize=256)
def _numbered(named: str) -> list[tuple[bool, int, str]]:
    """Return a sort key for a name, which puts 2a before 20a."""
    parts = re.findall(r"\d+|\D+", named)
    return [(p.isdigit(), int(p) if p.isdigit() else 0, p) for p in parts]


@lru_cache(maxsize=4096)
def zone_of_army(army: Army, hexes: frozenset[Hex]) -> frozenset[Hex]:
    """Return the hexes of the strip in the zones of control of units in these hexes."""
    covered = frozenset().union(*(_zone(army, hexagon) for hexagon in hexes))
    return covered & frozenset(STRIP.hexes)


@lru_cache(maxsize=512)
def _zone(army: Army, hexagon: Hex) -> frozenset[Hex]:
    return zone(hexagon, army, STRIP.trench_sides, STRIP.front_line).value


@lru_cache(maxsize=16)
def phases_of(turn: int) -> tuple[Phase, ...]:
    """Return the phases of a turn, in order."""
    return phases(turn).value
