"""What the sight panel remembers, and its text form."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from landships_lab.core.checks import small
from landships_lab.data.one_hour.table_tops import set_ups
from landships_lab.explore import textform
from landships_lab.explore.one_hour.common import OneHourState, one_of, read_inches
from landships_lab.rules.one_hour import Table, Unit, table_of
from landships_lab.rules.one_hour.ground import read_spot, write_spot

ID = "one_hour:sight"
KEYWORDS = ("from", "to", "asks", "by", "moves", "units")
#: What can be asked of two Units.
QUESTIONS = {
    "sees": "does it see?",
    "observes": "does it observe for Mortars?",
    "fires": "may it fire?",
    "best": "whom should it fire at?",
    "stops": "may it end its move here?",
}
#: The questions of fire, in which Mortars may fire by a friend that observes.
OF_FIRE = ("fires", "best")


@dataclass(frozen=True)
class SightState(OneHourState):
    """A table begun from a set-up, who looks at whom, and what is asked; ``held`` is the Unit in the hand.

    ``observer`` is the friend that observes where Mortars fire, "" where they see for themselves; ``moves`` are the inches a Unit
    may go from where the set-up has it.
    """

    explorer_id = ID

    set_up: str = "static-defence"
    table: Table = field(kw_only=True)
    firer: str = field(kw_only=True)
    target: str = field(kw_only=True)
    asks: str = "sees"
    observer: str = ""
    moves: int | Fraction = 6
    held: str = ""

    @property
    def one(self) -> Unit:
        """Who looks?"""
        return self.table.unit(self.firer)

    @property
    def other(self) -> Unit:
        """At whom?"""
        return self.table.unit(self.target)

    @property
    def observers(self) -> tuple[str, ...]:
        """Which friends may observe for the one that fires? None unless it is a Mortar that is asked to fire."""
        if self.asks not in OF_FIRE or self.one.kind != "mortar":
            return ()
        return tuple(unit.name for unit in self.table.units if unit.side == self.one.side and unit.kind != "mortar")

    @property
    def before(self) -> Table:
        """The table with the one that moves put back to where the set-up has it."""
        return self.table.put(table_of(self.set_up).unit(self.firer))


def begun(set_up: str) -> SightState:
    """Which state begins from this set-up: its first Unit looking at the first of the other side?"""
    table = table_of(one_of("set-up", set_up, list(set_ups())))
    one = table.units[0]
    other = next(unit for unit in table.units if unit.side != one.side)
    return SightState(set_up=set_up, table=table, firer=one.name, target=other.name)


def looking(state: SightState, name: str) -> SightState:
    """Which state has this Unit picked: as the target if it is of the other side, else as the one that looks?"""
    unit = state.table.unit(name)
    return with_firer(state, name) if unit.side == state.one.side else replace(state, target=name)


def with_firer(state: SightState, name: str) -> SightState:
    """Which state has this Unit look? Nobody observes for it yet."""
    return state if name == state.firer else replace(state, firer=name, observer="")


def with_question(state: SightState, asks: str) -> SightState:
    """Which state asks this? An observer is of no use where nobody fires."""
    asked = replace(state, asks=one_of("question of this panel", asks, list(QUESTIONS)))
    return asked if asked.observer in asked.observers else replace(asked, observer="")


def with_observer(state: SightState, name: str) -> SightState:
    """Which state has this friend observe? `ValueError` with those who may if it may not."""
    return replace(state, observer=one_of("friend that may observe", name, ["", *state.observers]) if name else "")


def write(state: SightState) -> str:
    """What is the state in one line?"""
    words = [ID, state.set_up, "from", state.firer, "to", state.target, *(["asks", state.asks] if state.asks != "sees" else [])]
    words += ["by", state.observer] if state.observer else []
    words += ["moves", str(state.moves)] if state.moves != SightState.moves else []
    changed = [unit for unit, old in zip(state.table.units, table_of(state.set_up).units, strict=True) if unit != old]
    words += ["units", *(_write_unit(unit) for unit in changed)] if changed else []
    return " ".join([*words, *textform.write_readings(state.readings)])


def _write_unit(unit: Unit) -> str:
    marks = [word for word, on in (("dug-in", unit.dug_in), ("ready", unit.ready)) if on]
    return "@".join([unit.name, write_spot(unit.unique.centre), str(unit.unique.facing), *marks])


def read(found: dict[str, list[str]], chosen: tuple[tuple[str, str], ...]) -> SightState:
    """Which state do these words describe? `ValueError` in one sentence if none."""
    state = begun(textform.one(found, "", "static-defence"))
    table = state.table
    for unit in _read_units(found.get("units", []), table):
        table = table.put(unit)
    firer = table.unit(textform.one(found, "from", state.firer)).name
    enemy = next(unit.name for unit in table.units if unit.side != table.unit(firer).side)
    target = table.unit(textform.one(found, "to", enemy)).name
    if table.unit(firer).side == table.unit(target).side:
        raise ValueError(f"{firer} and {target} are on one side; sight is asked from a Unit to an enemy.")
    moves = read_inches("The distance it may move", textform.one(found, "moves", str(SightState.moves)))
    state = replace(state, table=table, firer=firer, target=target, moves=moves, readings=chosen)
    return with_observer(with_question(state, textform.one(found, "asks", "sees")), textform.one(found, "by", ""))


def _read_units(words: Sequence[str], table: Table) -> Iterator[Unit]:
    for word in words:
        parts = word.split("@")
        if len(parts) < 3 or (facing := small(parts[2])) is None or not set(parts[3:]) <= {"dug-in", "ready"}:
            raise ValueError(f"{word!r} is no Unit; one is written name@x,y@facing, such as Cruds-1@28,18@0, then @dug-in or @ready.")
        unit = table.unit(parts[0]).at(read_spot(parts[1]), facing)
        yield replace(unit, dug_in="dug-in" in parts[3:], ready="ready" in parts[3:])
