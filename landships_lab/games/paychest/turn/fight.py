"""The position of a fight: its units with their lasting states."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from typing import Any, ClassVar, Self

from landships_lab.core.answer import Step
from landships_lab.core.sources import Cite
from landships_lab.core.speech import inches, plural
from landships_lab.data.load import chosen, example, parse_toml, structure
from landships_lab.data.marks import marks
from landships_lab.games.paychest.data.starts import StripData
from landships_lab.games.paychest.data.supplied import NOTHING, Supplied
from landships_lab.games.paychest.rules.book import FIRE, note
from landships_lab.games.paychest.rules.turn import LEADER, Unit, owed_by
from landships_lab.play.turns import Situation

MARKS = marks("paychest")
#: Readings of questions that do not arise in a fight: a unit that acts has its card drawn, the
#: players say when leaders are out, commanders are not on the field, and units do not come back.
IDLE = {
    "turn-step-1": "A fight begins each turn of a unit with its card.",
    "cannot-walk": "The players say which leaders are out of action.",
    "commanders-men": "No commander is on the field.",
    "regulars-return": "No unit comes back once it is gone.",
}
#: How far a unit moves on a strip of ground, and how distance affects fire: tables of the lab.
STRIP_TABLES = example("paychest", "strip")
#: A man within this many inches of the goal has reached it.
NEAR = 3
#: Why a unit is no longer in the fight.
DOWN, LEFT = "nobody stands", "left the field"


class StripTables(Supplied):
    """Tables of the lab, which are cited as such."""

    def cite(self, what: str) -> Cite:
        return Cite("landships_lab", f"the strip of ground, {what}", kind="ours")


@cache
def strip_tables() -> Supplied:
    """Return the tables for a strip of ground."""
    return structure(parse_toml(STRIP_TABLES, "strip"), StripTables, "strip")


@dataclass(frozen=True, slots=True)
class Company:
    """A unit in a fight.

    ``men`` counts those who still fight, including the leader while it is ``led``; ``fire`` and
    ``melee`` are their skills, and ``gun`` is the gun that they serve. ``hidden`` of them are in
    cover where no gun hits them. The other fields are its lasting marks, explained in
    ``data/marks.toml``; ``gone`` is "" while it fights. ``ahead`` is how many inches in front of
    its line it is, on a strip of ground.
    """

    name: str
    side: str
    troops: str
    kind: str
    men: int
    fire: int
    melee: int
    gun: str = ""
    hidden: int = 0
    led: bool = True
    acting: bool = False
    hits: int = 0
    result: str = ""
    routed: bool = False
    rallied: bool = False
    strays: int = 0
    jammed: bool = False
    back: int = 0
    met: tuple[tuple[str, int], ...] = ()
    gone: str = ""
    ahead: int = 0

    @property
    def touching(self) -> int:
        """The men of it who touch an enemy."""
        return sum(men for _, men in self.met)

    @property
    def free(self) -> int:
        """The men of it who touch nobody."""
        return self.men - self.strays - self.touching

    def in_turn(self, done: str) -> Unit:
        """Return the unit in the form that the rules of a turn take, with its card drawn and this
        done.
        """
        return Unit(
            done=done,
            troops=self.troops,
            met=bool(self.met),
            kind=self.kind,
            result=self.result,
            rallied=self.rallied,
            routed=self.routed,
        )

    def text(self) -> str:
        """Return the unit as one line of text."""
        return f"{self.name} · {self.state}"

    @property
    def state(self) -> str:
        """Its side, its men, and its marks."""
        words = [self.side, plural(self.men, "man", "men") if self.men else "no men"]
        if self.gone:
            return " · ".join([*words, self.gone])
        words += ["a jammed gun" if self.jammed else FIRE.guns[self.gun].label] if self.gun else []
        words += [f"{self.hidden} in cover"] if self.hidden else []
        words += [] if self.led else ["no leader"]
        words += ["an acting corporal"] if self.acting else []
        words += [f"{plural(self.hits, 'hit')} this turn"] if self.hits else []
        owes = "routs without its leader" if self.result == LEADER else f"owes result {self.result}"
        words += [owes] if self.result else []
        words += ["has routed this turn"] if self.routed else []
        words += ["has rallied"] if self.rallied else []
        words += [f"{plural(self.strays, 'man', 'men')} behind it"] if self.strays else []
        words += [f"{self.back} back"] if self.back else []
        words += [f"{inches(self.ahead)} ahead"] if self.ahead else []
        words += [f"{men} touch {enemy}" for enemy, men in self.met]
        return " · ".join(words)


@dataclass(frozen=True)
class Fight(Situation):
    """A fight: its units, the turn, how far behind its line a unit leaves the field, and the goal,
    if any, as a side and what it wants.

    ``strip`` is the ground that the players have agreed on, None for bare ground without distances.
    ``counted``: every second hit puts a man out; otherwise the players say who is out.
    """

    game: ClassVar[str] = "paychest"
    measure: ClassVar[str] = (
        "men still fighting, less for shaken units, more for those near what is to be won"
    )
    objective: ClassVar[str] = "Men"
    idle_readings: ClassVar[Mapping[str, str]] = IDLE

    units: tuple[Company, ...] = ()
    turn: int = 1
    edge: int = 24
    goal: tuple[str, str] = ("", "")
    strip: StripData | None = None
    counted: bool = False

    @property
    def turns(self) -> tuple[int, int]:
        return self.turn, self.strip.turns if self.strip else 0

    @property
    def won_by(self) -> str:  # type: ignore[override]  # by the ground
        """How the fight is won."""
        field = "A side wins when the other is wiped out or has left the field."
        if self.strip is None:
            return field
        keeper, what, turns = self.strip.keeps, self.strip.what, self.strip.turns
        wants = self.opponent_of(keeper)
        takes = f"has taken {what}" if self.goal[0] else f"has more men at {what}"
        return f"{wants} wins if after turn {turns} it {takes}, and else {keeper}. {field}"

    def score(self) -> Mapping[str, str]:
        return {side: self._strength(side) for side in self.sides}

    def _strength(self, side: str) -> str:
        men = sum(unit.men for unit in self._still_there(side))
        return f"{men}, {self.men_there(side)} at {self.strip.what}" if self.strip else str(men)

    @property
    def sides(self) -> tuple[str, str]:
        first = self.units[0].side
        return first, next((one.side for one in self.units if one.side != first), "")

    @property
    def label(self) -> str:
        """The turn, and whose card is drawn."""
        if self.over or not self.stack:
            return f"Turn {self.turn}, the end"
        return f"Turn {self.turn}, {self.now.side(self)}"

    def text(self) -> str:
        return "\n".join([f"turn {self.turn}", *(unit.text() for unit in self.units), self.over])

    def with_readings(self, readings: Mapping[str, str]) -> Self:
        """Return the fight under these readings. Raises `ValueError` for an unknown one."""
        chosen(self.game, readings)
        return replace(self, readings=tuple(sorted(readings.items())))

    @property
    def options(self) -> dict[str, str]:
        """The chosen option of every reading."""
        return chosen(self.game, self.read_as)

    def unit(self, name: str) -> Company:
        """Return the unit of this name. Raises `KeyError` for an unknown name."""
        return next(unit for unit in self.units if unit.name == name)

    def state_of(self, unit: str) -> str:
        """Return the side, the men and the states of a unit."""
        return next((one.state for one in self.units if one.name == unit), "")

    def standing(self, side: str = "") -> tuple[str, ...]:
        """Return the names of the units that are still in the fight, of one side or of both."""
        return tuple(unit.name for unit in self.units if not unit.gone and side in ("", unit.side))

    def enemies(self, name: str) -> tuple[Company, ...]:
        """Return the enemies of a unit that are still in the fight."""
        mine = self.unit(name).side
        return tuple(unit for unit in self.units if not unit.gone and unit.side != mine)

    def put(self, name: str, **changed: Any) -> Self:
        """Return the fight with some of a unit's state replaced.

        A unit that then has no men left, or is beyond the edge, is gone and touches nobody.
        """
        unit = replace(self.unit(name), **changed)
        if unit.men == 0 or unit.back >= self.edge:
            gone = DOWN if unit.men == 0 else LEFT
            unit = replace(unit, gone=gone, met=(), led=unit.led and bool(unit.men))
        if unit.hidden > unit.men:
            unit = replace(unit, hidden=unit.men)
        units = tuple(unit if one.name == name else one for one in self.units)
        return replace(self, units=_still_touching(units))

    def marked(self, name: str, event: str, **marks: Any) -> Self:
        """Return the fight after an event for a unit, which ends some marks (by the table of marks)
        and sets these.
        """
        unit = MARKS.begin(MARKS.after(self.unit(name), event), event, **marks)
        old = {mark: getattr(unit, mark) for mark in MARKS}
        return self.put(name, **old)

    def all_after(self, event: str) -> Self:
        """Return the fight after a moment that ends marks on all units."""
        return replace(self, units=tuple(MARKS.after(unit, event) for unit in self.units))

    def touch(self, name: str, enemy: str, ours: int, theirs: int) -> Self:
        """Return the fight with these men of two units in contact, besides those they already
        touch.

        The first unit has come upon the other, and is no longer behind its line.
        """
        by_name = {name: ("meets", (enemy, ours)), enemy: ("on meets", (name, theirs))}
        units = tuple(
            MARKS.begin(unit, by_name[unit.name][0], met=(by_name[unit.name][1],))
            if unit.name in by_name
            else unit
            for unit in self.units
        )
        after = replace(self, units=units)
        return after if self.strip else after.put(name, back=0)

    def apart(self, name: str) -> Self:
        """Return the fight after a unit has left the enemies that it touched."""
        return self.put(name, met=())

    def marks(self) -> Mapping[tuple[str, str], Any]:
        """Return the lasting marks of the units that still fight."""
        return {
            (unit.name, mark): value
            for unit in self.units
            if not unit.gone
            for mark, value in MARKS.of(unit).items()
        }

    def after_last_turn(self) -> tuple[str, str, Step] | None:
        """Return the winner on a strip of ground after the last turn, as `decided` does, or None
        while the fight goes on.
        """
        if self.strip is None or self.turn < self.strip.turns:
            return None
        what, keeper = self.strip.what, self.strip.keeps
        wants = self.opponent_of(keeper)
        step = note("last-turn", f"The fight is over after turn {self.turn}.")
        if self.goal[0]:
            says = f"{keeper} keeps {what}: {wants} has not taken it in {self.turn} turns."
            return keeper, says, step
        theirs, there = self.men_there(keeper), self.men_there(wants)
        men = f"{plural(there, 'man', 'men')} there against {theirs}"
        if there > theirs:
            return wants, f"{wants} has {what} after turn {self.turn}, with {men}.", step
        return keeper, f"{keeper} keeps {what}: after turn {self.turn} {wants} has {men}.", step

    def decided(self) -> tuple[str, str, Step] | None:
        """Return the side that has won ("" for none), a sentence on it and its step, or None while
        both sides stand. Source: Paychest, Ending the
        Battle (line 10).
        """
        sides = {unit.side for unit in self.units if not unit.gone}
        if len(sides) > 1:
            return None
        text = "A battle ends when one side is wiped out or has left the board."
        winner = next(iter(sides), "")
        says = f"{winner} holds the field." if winner else "Nobody is left on the field."
        return winner, says, note("ending", text)

    # -- the strip of ground ----------------------------------------------------------------------

    @property
    def tables(self) -> Supplied:
        """The tables of movement and range for its ground."""
        return strip_tables() if self.strip else NOTHING

    def place(self, unit: Company) -> int:
        """Return how many inches in front of the first side's line a unit is."""
        assert self.strip is not None
        forward = unit.ahead - unit.back
        return forward if unit.side == self.sides[0] else self.strip.apart - forward

    def distance(self, name: str, enemy: str) -> int | None:
        """Return the inches between two units, None on ground without distances."""
        if self.strip is None:
            return None
        return abs(self.place(self.unit(name)) - self.place(self.unit(enemy)))

    def room_ahead(self, name: str) -> int:
        """Return how many inches a unit can go before it touches the nearest enemy."""
        here = self.place(self.unit(name))
        far = (abs(here - self.place(enemy)) for enemy in self.enemies(name))
        return min(far, default=self.edge) - 1

    def forward(self, name: str, inches_on: int) -> Self:
        """Return the fight with a unit moved further on by these inches."""
        unit = self.unit(name)
        rest = max(0, inches_on - unit.back)
        return self.put(name, ahead=unit.ahead + rest, back=max(0, unit.back - inches_on))

    def is_there(self, unit: Company) -> bool:
        """Return whether a unit is at the goal on its ground."""
        return self.strip is not None and abs(self.place(unit) - self.strip.at) <= NEAR

    def men_there(self, side: str) -> int:
        """Return how many men of a side are at the goal."""
        return sum(
            unit.men - unit.strays for unit in self._still_there(side) if self.is_there(unit)
        )

    def _still_there(self, side: str) -> tuple[Company, ...]:
        return tuple(unit for unit in self.units if not unit.gone and unit.side == side)

    # -- how it stands ----------------------------------------------------------------------------

    def value(self, side: str) -> Fraction:
        return sum((self._worth_of(unit) for unit in self._still_there(side)), Fraction(0))

    def _worth_of(self, unit: Company) -> Fraction:
        """Return the value of a unit in men: less if its morale fails or its gun is jammed; more if
        it is led, in cover, or near the goal or able to get there in time.
        """
        shaken = Fraction(unit.back, 2 * self.edge) + Fraction(min(unit.hits, 12), 60)
        shaken += Fraction(1, 4) if unit.result else 0
        worth = unit.men * (1 - shaken) - unit.strays * Fraction(1, 5)
        worth += (
            (unit.led or unit.acting) * Fraction(3, 2) - unit.jammed + Fraction(unit.hidden, 10)
        )
        if self.strip is None:
            return worth
        to_go = max(0, abs(self.place(unit) - self.strip.at) - NEAR)
        moves, turns = -(-to_go // self.tables.movement["advance"]), self.strip.turns - self.turn
        in_time = Fraction(sum(moves <= turns - spare for spare in range(2)), 3)
        near = Fraction(self.strip.apart - to_go, 4 * self.strip.apart)
        there = Fraction(self.is_there(unit) * self.turn, 2 * self.strip.turns)
        return worth + unit.men * (in_time + near + there)

    def owes(self, name: str) -> bool:
        """Return whether this unit still has to obey its morale."""
        return owed_by(self.unit(name).in_turn("start")) is not None


def _still_touching(units: tuple[Company, ...]) -> tuple[Company, ...]:
    """Return the units after contacts end that the other unit no longer has, with no more men in
    contact than a unit has.
    """
    by_name = {unit.name: unit for unit in units}
    kept = []
    for unit in units:
        free, met = unit.men - unit.strays, []
        for enemy, touching in unit.met:
            men = min(touching, free)
            if men and unit.name in dict(by_name[enemy].met):
                met.append((enemy, men))
                free -= men
        kept.append(unit if tuple(met) == unit.met else replace(unit, met=tuple(met)))
    return tuple(kept) if tuple(kept) == units else _still_touching(tuple(kept))
