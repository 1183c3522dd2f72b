"""The staff's questions about ground: the German set-up, trenches, the front line, zones of
control.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from landships_lab.core.answer import Answer
from landships_lab.core.hexes import DIRECTIONS, Hex, Side
from landships_lab.core.speech import listed
from landships_lab.core.terrain import TerrainMap
from landships_lab.drawing.charts import Table
from landships_lab.drawing.terrain import HEX_LOOKS
from landships_lab.games.loos.rules.assault import MOST_STRENGTH
from landships_lab.games.loos.rules.book import GRID, Army, name
from landships_lab.games.loos.rules.deployment import check_german_set_up, zone, zone_of_control
from landships_lab.games.loos.rules.table import TRENCHES, ground_name, terrains
from landships_lab.games.loos.rules.terrain import (
    Ground,
    Way,
    bombardment_line,
    combat_line,
    may_enter,
    may_infiltrate,
    side_by_side,
)
from landships_lab.panel.parts import OneOf, Part, Whole, part
from .question import (
    ARMY,
    HERE,
    MOST_ROWS,
    Directions,
    GeneralStaff,
    click_on,
    hexes,
    refused,
    ticked,
)
from .staff_map import Plan

#: The hexes round the one that the questions about trenches are asked of, by direction.
_AROUND = {str(direction): HERE.neighbour(direction) for direction in DIRECTIONS}

_ENEMY: Mapping[Army, Army] = {"british": "german", "german": "british"}


def _directions(
    label: str, *default: str, least: int = 0, control_id: str = "", word: str | None = None
) -> Part:
    options = {direction: f"hex {name(there)}" for direction, there in _AROUND.items()}
    return Directions(
        label,
        default,
        options,
        least=least,
        joined=True,
        control_id=control_id,
        word=word,
        error_name="direction",
    )


def _hexes(directions: tuple[str, ...]) -> frozenset[Hex]:
    return frozenset(_AROUND[direction] for direction in directions)


def _trenches(directions: tuple[str, ...]) -> dict[Hex, frozenset[Side]]:
    """Return the neighbours in these directions, each with a trench
    hexside towards the middle hex.
    """
    return {there: frozenset({Side(HERE, there)}) for there in _hexes(directions)}


@dataclass(frozen=True)
class SetUp(GeneralStaff, key="set-up", label="German set-up", bears_on="set-up"):
    """The German set-up."""

    front: tuple[Hex, ...] = part(hexes, "British front", "0403", "0404", "0405", "0406")
    battalions: tuple[Hex, ...] = part(hexes, "Battalions", "0504", "0603")
    click: str = part(click_on, battalions="battalions", front="the front")

    def ask(self) -> Answer[bool]:
        return check_german_set_up(self.battalions, self.front)

    def plan(self, answer: Answer[bool]) -> Plan:
        """Return the front line and the battalions with their zones of control; the first hex that
        is wrong has the ring.
        """
        legal, wrong = {*self.battalions} - {*self.front}, refused(answer)
        standing = {
            h: "in the front line" if h in self.front else "stacked" for h in self.battalions
        }
        said = dict.fromkeys(self.front, "not watched") | standing
        return Plan(
            units=tuple(("german", h) for h in self.battalions),
            unit_name="battalion",
            lines=(("British front", self.front),),
            zone=frozenset().union(*map(zone_of_control, legal)),
            barred=wrong[1:],
            barred_name="another fault",
            ringed=(wrong[0], said[wrong[0]]) if wrong else None,
        )

    def tables(self, answer: Answer[bool]) -> tuple[Table, ...]:
        legal = {*self.battalions} - {*self.front}
        watchers = {h: sorted(zone_of_control(h) & legal, key=GRID.column_row) for h in self.front}
        rows = tuple(
            (name(h), (listed(map(name, found), none="nobody"),)) for h, found in watchers.items()
        )
        note = "You set the hexes; the map is not in the source."
        return (
            Table(
                "Watchers of the British front line",
                ("battalions next to it",),
                rows[:MOST_ROWS],
                note=note,
            ),
        )


@dataclass(frozen=True)
class LineOfTable(
    GeneralStaff, key="line", label="Trenches and the table", click_sets="trenches", bears_on="line"
):
    """The line of the table for an attack on a trench hex."""

    order = ("question", "terrain", "army", "is")
    terrain: str = part(
        OneOf,
        "Terrain",
        "woods",
        tuple((t, ground_name(t)) for t in terrains() if t not in TRENCHES),
    )
    trenches: tuple[str, ...] = part(_directions("Trenches", "N", "WNW", "WSW"))
    attackers: tuple[str, ...] = part(_directions("From", "N", least=1, control_id="from"))
    dug: tuple[str, ...] = part(
        _directions, "Trench hexes among the attackers'", control_id="across", word="dug"
    )
    army: Army = part(ARMY)
    trench_is: tuple[str, ...] = part(ticked, "Is", "is", breached="breached", high="high")

    def _ground(self) -> Ground:
        trenches = frozenset(Side(HERE, there) for there in _hexes(self.trenches))
        breached, high = "breached" in self.trench_is, "high" in self.trench_is
        return Ground(HERE, self.terrain, trenches, self.army, breached=breached, high=high)

    def ask(self) -> Answer[str]:
        return combat_line(self._ground(), [_AROUND[d] for d in self.attackers], _hexes(self.dug))

    def plan(self, answer: Answer[str]) -> Plan:
        """Return the hex with its trench hexsides, and the attackers round it; the ring names the
        line of the table.
        """
        ground = TerrainMap().paint(HERE, self.terrain if self.terrain in HEX_LOOKS else "")
        attackers, others = tuple(_AROUND[d] for d in self.attackers), tuple(_hexes(self.dug))
        return Plan(
            units=((self.army, HERE), *((_ENEMY[self.army], h) for h in attackers)),
            lines=(("trench hex", others),),
            trench_name="trench",
            trenches=tuple((Side(HERE, there), HERE) for there in _hexes(self.trenches)),
            ground=ground.lift(HERE) if "high" in self.trench_is else ground,
            ways=tuple((h, HERE) for h in attackers),
            ringed=(HERE, f"line of {answer.value}") if answer.value else None,
            refused=False,
            places=(HERE,),
        )

    def tables(self, answer: Answer[str]) -> tuple[Table, ...]:
        rows = (
            ("attacked", (answer.value,)),
            ("shelled", (bombardment_line(self._ground(), dict(self.readings)).value,)),
        )
        return (Table(f"The line for {name(HERE)}", ("line of the table",), rows),)


@dataclass(frozen=True)
class Neighbours(GeneralStaff, key="neighbours", label="Trenches side by side", click_sets="held"):
    """The other hexes that must also be attacked."""

    held: tuple[str, ...] = part(_directions, "Trenches", "N", "ENE")
    at: str = part(
        OneOf, "Attacks", "N", tuple((d, f"{d}: {name(there)}") for d, there in _AROUND.items())
    )

    fought: tuple[str, ...] = part(_directions, "Attacked too")
    shelled: tuple[str, ...] = part(_directions, "Shelled")
    attack: int = part(Whole, "Attack", 8, 0, MOST_STRENGTH, error_name="the attacking strength")
    factor: int = part(
        Whole, "Factor of each hex", 3, 0, MOST_STRENGTH, error_name="the factor of each hex"
    )
    trench_is: tuple[str, ...] = part(ticked, "Is", "is", breached="breached")

    def ask(self) -> Answer[frozenset[Hex]]:
        return side_by_side(
            _AROUND[self.at],
            HERE,
            _trenches(self.held),
            _hexes(self.fought),
            _hexes(self.shelled),
            self.attack,
            self.factor,
            "breached" in self.trench_is,
        )

    def plan(self, answer: Answer[frozenset[Hex]]) -> Plan:
        """Return the attacker, the Germans behind their trenches, and its attacks; the ring is
        round one it leaves out.
        """
        held, left_out = tuple(_AROUND[d] for d in self.held), sorted(answer.value or ())
        return Plan(
            units=(("british", HERE), *(("german", h) for h in held)),
            trenches=tuple((Side(HERE, h), h) for h in held),
            trench_name="German trench",
            shelled=tuple(_hexes(self.shelled)),
            ways=tuple((HERE, _AROUND[d]) for d in dict.fromkeys((self.at, *self.fought))),
            barred=tuple(left_out[1:]),
            barred_name="attack too",
            ringed=(left_out[0], "attack it too") if left_out else None,
            places=(HERE,),
        )

    def tables(self, answer: Answer[frozenset[Hex]]) -> tuple[Table, ...]:
        rows = tuple(
            (f"{key}: {name(there)}", self._around(key, there in answer.value))
            for key, there in _AROUND.items()
        )
        return (
            Table(
                f"The hexes around {name(HERE)}",
                ("trench", "is", "must also be"),
                rows,
                [*_AROUND].index(self.at),
            ),
        )

    def _around(self, key: str, also: bool) -> tuple[str, str, str]:
        done = (
            "attacked"
            if key in (self.at, *self.fought)
            else "shelled"
            if key in self.shelled
            else ""
        )
        return "yes" if key in self.held else "", done, "attacked" if also else ""


@dataclass(frozen=True)
class Enter(GeneralStaff, key="enter", label="British front line"):
    """The rule on the British front line."""

    army: Army = part(ARMY)
    hex_is: tuple[str, ...] = part(ticked, "Into", "hex", ("front",), front="the front line")
    unit_is: tuple[str, ...] = part(
        ticked, "It", "it", attacks="attacks", leaves="comes from the front line"
    )
    by: Way = part(
        OneOf,
        "By",
        "move",
        {
            "move": "movement",
            "retreat": "retreat",
            "advance": "advance",
            "set-up": "set-up",
            "reinforcement": "reinforcement",
        },
    )

    def ask(self) -> Answer[bool]:
        return may_enter(
            self.army,
            "front" in self.hex_is,
            "attacks" in self.unit_is,
            self.by,
            "leaves" in self.unit_is,
        )

    def plan(self, answer: Answer[bool]) -> Plan:
        """Return the unit and the hex that it enters or attacks; the ring is round that hex where
        it may not.
        """
        there = _AROUND["N"]
        leaves, into = "leaves" in self.unit_is, "front" in self.hex_is
        front = (*([HERE] if leaves else []), *([there] if into else []))
        return Plan(
            units=((self.army, HERE),),
            lines=(("British front", front),),
            ways=((HERE, there),),
            ways_name="attack" if "attacks" in self.unit_is else self.by,
            ringed=(there, "not allowed") if answer.value is False else None,
            places=(HERE, there),
        )

    def tables(self, answer: Answer[bool]) -> tuple[Table, ...]:
        return (self.compared("May it, coming by …?", "by", "army"),)


@dataclass(frozen=True)
class Zone(GeneralStaff, key="zone", label="Zone of control", click_sets="dug", bears_on="set-up"):
    """The zone of control of a unit."""

    army: Army = part(
        OneOf, "Army", "british", {"german": "German", "british": "British"}, buttons=True
    )
    dug: tuple[str, ...] = part(_directions, "Trenches", "N")
    front: tuple[str, ...] = part(_directions, "British front", "S")
    purpose: tuple[str, ...] = part(ticked, "In", "is", set_up="the set-up")

    def ask(self) -> Answer[frozenset[Hex]]:
        return zone(
            HERE, self.army, _trenches(self.dug), _hexes(self.front), "set-up" in self.purpose
        )

    def plan(self, answer: Answer[frozenset[Hex]]) -> Plan:
        covered: frozenset[Hex] = answer.value or frozenset()
        return Plan(
            units=((self.army, HERE),),
            lines=(("British front", tuple(_hexes(self.front))),),
            trenches=tuple((Side(HERE, there), there) for there in _hexes(self.dug)),
            trench_name="German trench" if self.dug else "British trench",
            zone=covered,
            zone_of=self.army,
            barred=tuple(there for there in _AROUND.values() if there not in covered),
            barred_name="not in its zone",
            places=(HERE,),
        )

    def tables(self, answer: Answer[frozenset[Hex]]) -> tuple[Table, ...]:
        rows = tuple(
            (
                f"{key}: {name(there)}",
                tuple(
                    "yes" if holds else ""
                    for holds in (key in self.dug, key in self.front, there in answer.value)
                ),
            )
            for key, there in _AROUND.items()
        )
        return (
            Table(
                f"The hexes around {name(HERE)}",
                ("trench between", "British front", "in the zone"),
                rows,
            ),
        )


@dataclass(frozen=True)
class Infiltration(GeneralStaff, key="infiltration", label="Infiltration"):
    """Infiltration movement across trenches."""

    unit: tuple[str, ...] = part(
        ticked, "It", "it", ("crosses",), crosses="crosses a trench hexside"
    )

    def ask(self) -> Answer[bool]:
        return may_infiltrate("crosses" in self.unit)

    def plan(self, answer: Answer[bool]) -> Plan:
        """Return the unit and its way, across a trench hexside or not; the ring is round a hex that
        it cannot reach so.
        """
        there = _AROUND["N"]
        return Plan(
            units=(("british", HERE),),
            trenches=((Side(HERE, there), there),) if "crosses" in self.unit else (),
            trench_name="German trench",
            ways=((HERE, there),),
            ways_name="infiltration",
            ringed=(there, "not this way") if answer.value is False else None,
            places=(HERE,),
        )

    def tables(self, answer: Answer[bool]) -> tuple[Table, ...]:
        ways = {"over a trench": True, "elsewhere": False}
        rows = tuple(
            (words, (self.effect(may_infiltrate(crosses)),)) for words, crosses in ways.items()
        )
        return (
            Table(
                "May a unit infiltrate there?",
                ("answer",),
                rows,
                [*ways.values()].index("crosses" in self.unit),
                0,
            ),
        )


QUESTIONS = (SetUp, LineOfTable, Neighbours, Enter, Zone, Infiltration)
