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
from landships_lab.games.loos.rules import deployment, terrain
from landships_lab.games.loos.rules.assault import MOST_STRENGTH
from landships_lab.games.loos.rules.book import GRID, Army, name
from landships_lab.games.loos.rules.deployment import zone_of_control
from landships_lab.games.loos.rules.table import TRENCHES, ground_name, terrains
from landships_lab.games.loos.rules.terrain import Ground, Way
from landships_lab.panel.parts import OneOf, Part, Whole, part
from . import question
from .common import table, word
from .question import ARMY, HERE, GeneralStaff, hexes, ticked
from .staff_map import Plan

#: The hexes round the one that the questions about trenches are asked of, by direction.
_AROUND = {str(direction): HERE.neighbour(direction) for direction in DIRECTIONS}
_NORTH = _AROUND["N"]
_ENEMY: Mapping[Army, Army] = {"british": "german", "german": "british"}


def _directions(
    label: str, *default: str, least: int = 0, control_id: str = "", word: str | None = None
) -> Part:
    options = {direction: f"hex {name(there)}" for direction, there in _AROUND.items()}
    return question.Directions(
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


def _sides(directions: tuple[str, ...]) -> dict[Hex, frozenset[Side]]:
    """Return the neighbours in these directions, each with a trench hexside towards the middle
    hex.
    """
    return {there: frozenset({Side(HERE, there)}) for there in _hexes(directions)}


@dataclass(frozen=True)
class SetUp(GeneralStaff, key="set-up", label="German set-up", bears_on="set-up"):
    """The German set-up."""

    front: tuple[Hex, ...] = part(hexes, "British front", "0403", "0404", "0405", "0406")
    battalions: tuple[Hex, ...] = part(hexes, "Battalions", "0504", "0603")
    click: str = part(question.click_on, battalions="battalions", front="the front")

    def ask(self) -> Answer[bool]:
        return deployment.check_german_set_up(self.battalions, self.front)

    def plan(self, answer: Answer[bool]) -> Plan:
        """Return the front line and the battalions with their zones of control; the first hex that
        is wrong has the ring.
        """
        front, wrong = {*self.front}, question.refused(answer)
        standing = {h: "in the front line" if h in front else "stacked" for h in self.battalions}
        said = dict.fromkeys(front, "not watched") | standing
        return Plan(
            units=tuple(("german", h) for h in self.battalions),
            unit_name="battalion",
            lines=(("British front", self.front),),
            zone=frozenset().union(*map(zone_of_control, {*self.battalions} - front)),
            barred=wrong[1:],
            barred_name="another fault",
            ringed=(wrong[0], said[wrong[0]]) if wrong else None,
        )

    def tables(self, answer: Answer[bool]) -> tuple[Table, ...]:
        legal = {*self.battalions} - {*self.front}
        watchers = {h: sorted(zone_of_control(h) & legal, key=GRID.column_row) for h in self.front}
        rows = [(name(h), listed(map(name, at), none="nobody")) for h, at in watchers.items()]
        title, heads = "Watchers of the British front line", ("battalions next to it",)
        note = "You set the hexes; the map is not in the source."
        return table(title, heads, rows[: question.MOST_ROWS], note=note)


_GROUNDS = tuple((t, ground_name(t)) for t in terrains() if t not in TRENCHES)


@dataclass(frozen=True)
class LineOfTable(
    GeneralStaff, key="line", label="Trenches and the table", click_sets="trenches", bears_on="line"
):
    """The line of the table for an attack on a trench hex."""

    order = ("question", "terrain", "army", "is")
    terrain: str = part(OneOf, "Terrain", "woods", _GROUNDS)
    trenches: tuple[str, ...] = part(_directions, "Trenches", "N", "WNW", "WSW")
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
        attackers = [_AROUND[d] for d in self.attackers]
        return terrain.combat_line(self._ground(), attackers, _hexes(self.dug))

    def plan(self, answer: Answer[str]) -> Plan:
        """Return the hex with its trench hexsides, and the attackers round it; the ring names the
        line of the table.
        """
        ground = TerrainMap().paint(HERE, self.terrain if self.terrain in HEX_LOOKS else "")
        attackers = tuple(_AROUND[d] for d in self.attackers)
        return Plan(
            units=((self.army, HERE), *((_ENEMY[self.army], h) for h in attackers)),
            lines=(("trench hex", tuple(_hexes(self.dug))),),
            trench_name="trench",
            trenches=tuple((Side(HERE, there), HERE) for there in _hexes(self.trenches)),
            ground=ground.lift(HERE) if "high" in self.trench_is else ground,
            ways=tuple((h, HERE) for h in attackers),
            ringed=(HERE, f"line of {answer.value}") if answer.value else None,
            refused=False,
            places=(HERE,),
        )

    def tables(self, answer: Answer[str]) -> tuple[Table, ...]:
        shelled = terrain.bombardment_line(self._ground(), self.options).value
        rows = (("attacked", answer.value), ("shelled", shelled))
        return table(f"The line for {name(HERE)}", ("line of the table",), rows)


_AT = tuple((d, f"{d}: {name(there)}") for d, there in _AROUND.items())


@dataclass(frozen=True)
class Neighbours(GeneralStaff, key="neighbours", label="Trenches side by side", click_sets="held"):
    """The other hexes that must also be attacked."""

    held: tuple[str, ...] = part(_directions, "Trenches", "N", "ENE")
    at: str = part(OneOf, "Attacks", "N", _AT)
    fought: tuple[str, ...] = part(_directions, "Attacked too")
    shelled: tuple[str, ...] = part(_directions, "Shelled")
    attack: int = part(Whole, "Attack", 8, 0, MOST_STRENGTH, error_name="the attacking strength")
    factor: int = part(
        Whole, "Factor of each hex", 3, 0, MOST_STRENGTH, error_name="the factor of each hex"
    )
    trench_is: tuple[str, ...] = part(ticked, "Is", "is", breached="breached")

    def ask(self) -> Answer[frozenset[Hex]]:
        case = (_AROUND[self.at], HERE, _sides(self.held), _hexes(self.fought))
        shelled, breached = _hexes(self.shelled), "breached" in self.trench_is
        return terrain.side_by_side(*case, shelled, self.attack, self.factor, breached)

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
        done = dict.fromkeys(self.shelled, "shelled") | dict.fromkeys(
            (self.at, *self.fought), "attacked"
        )
        rows = (
            (label, "yes" * (key in self.held), done.get(key, ""), "attacked" * (h in answer.value))
            for (key, label), h in zip(_AT, _AROUND.values(), strict=True)
        )
        heads, lit = ("trench", "is", "must also be"), [*_AROUND].index(self.at)
        return table(f"The hexes around {name(HERE)}", heads, rows, lit)


_BY = {key: key for key in ("retreat", "advance", "set-up", "reinforcement")}


@dataclass(frozen=True)
class Enter(GeneralStaff, key="enter", label="British front line"):
    """The rule on the British front line."""

    army: Army = part(ARMY)
    hex_is: tuple[str, ...] = part(ticked, "Into", "hex", ("front",), front="the front line")
    unit_is: tuple[str, ...] = part(
        ticked, "It", "it", attacks="attacks", leaves="comes from the front line"
    )
    by: Way = part(OneOf, "By", "move", {"move": "movement", **_BY})

    def ask(self) -> Answer[bool]:
        into, attacks, leaves = self._case()
        return terrain.may_enter(self.army, into, attacks, self.by, leaves)

    def _case(self) -> tuple[bool, bool, bool]:
        """Return whether the hex is in the front line, and whether the unit attacks and leaves."""
        return "front" in self.hex_is, "attacks" in self.unit_is, "leaves" in self.unit_is

    def plan(self, answer: Answer[bool]) -> Plan:
        """Return the unit and the hex that it enters or attacks; the ring is round that hex where
        it may not.
        """
        into, attacks, leaves = self._case()
        return Plan(
            units=((self.army, HERE),),
            lines=(("British front", (HERE,) * leaves + (_NORTH,) * into),),
            ways=((HERE, _NORTH),),
            ways_name="attack" if attacks else self.by,
            ringed=(_NORTH, "not allowed") if answer.value is False else None,
            places=(HERE, _NORTH),
        )

    def tables(self, answer: Answer[bool]) -> tuple[Table, ...]:
        return self.compared("May it, coming by …?", "by", "army")


@dataclass(frozen=True)
class Zone(GeneralStaff, key="zone", label="Zone of control", click_sets="dug", bears_on="set-up"):
    """The zone of control of a unit."""

    army: Army = part(word, "Army", "british", question.ARMIES)
    dug: tuple[str, ...] = part(_directions, "Trenches", "N")
    front: tuple[str, ...] = part(_directions, "British front", "S")
    purpose: tuple[str, ...] = part(ticked, "In", "is", set_up="the set-up")

    def ask(self) -> Answer[frozenset[Hex]]:
        ground = (_sides(self.dug), _hexes(self.front))
        return deployment.zone(HERE, self.army, *ground, "set-up" in self.purpose)

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
        rows = (
            (
                f"{d}: {name(h)}",
                *("yes" * (d in some) for some in (self.dug, self.front)),
                "yes" * (h in answer.value),
            )
            for d, h in _AROUND.items()
        )
        heads = ("trench between", "British front", "in the zone")
        return table(f"The hexes around {name(HERE)}", heads, rows)


@dataclass(frozen=True)
class Infiltration(GeneralStaff, key="infiltration", label="Infiltration"):
    """Infiltration movement across trenches."""

    unit: tuple[str, ...] = part(
        ticked, "It", "it", ("crosses",), crosses="crosses a trench hexside"
    )

    def ask(self) -> Answer[bool]:
        return terrain.may_infiltrate("crosses" in self.unit)

    def plan(self, answer: Answer[bool]) -> Plan:
        """Return the unit and its way, across a trench hexside or not; the ring is round a hex that
        it cannot reach so.
        """
        return Plan(
            units=(("british", HERE),),
            trenches=((Side(HERE, _NORTH), _NORTH),) if "crosses" in self.unit else (),
            trench_name="German trench",
            ways=((HERE, _NORTH),),
            ways_name="infiltration",
            ringed=(_NORTH, "not this way") if answer.value is False else None,
            places=(HERE,),
        )

    def tables(self, answer: Answer[bool]) -> tuple[Table, ...]:
        ways, lit = {"over a trench": True, "elsewhere": False}, "crosses" not in self.unit
        rows = ((w, self.effect(terrain.may_infiltrate(crosses))) for w, crosses in ways.items())
        return table("May a unit infiltrate there?", ("answer",), rows, int(lit), 0)


QUESTIONS = (SetUp, LineOfTable, Neighbours, Enter, Zone, Infiltration)
