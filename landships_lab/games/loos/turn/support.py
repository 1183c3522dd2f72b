"""The beginning of a combat phase: the aircraft, the attacker's markers with the attacks announced,
then the defender's (17.1, 17.2).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Literal

from landships_lab.core.answer import Answer, Step
from landships_lab.core.dice import Roll
from landships_lab.core.hexes import Hex
from landships_lab.core.speech import plural
from landships_lab.games.loos.rules.book import Army, allow, name
from landships_lab.games.loos.rules.shells import Placing, may_place
from landships_lab.games.loos.rules.sight import SightMap, observed_hexes
from landships_lab.games.loos.rules.table import FRONT_LINE
from landships_lab.games.loos.rules.terrain import may_enter
from landships_lab.play.turns import Choice, Happening, TurnStep, offered
from .battle import ARMY_NAMES, ENEMY, STRIP, Battle, Shells, Unit
from .happen import as_samples, happened, refuses, standard, towards, verdict, yes
from .shelling import dice_step, hit_chance, target_of
from .strength import before_roll, expected, hopeless


def sight_map(battle: Battle, army: Army) -> SightMap:
    """Return the strip as an army observes it."""
    return _sight_map(army, battle.aircraft, battle.readings)


@lru_cache(maxsize=256)
def _sight_map(army: Army, aircraft: Hex | None, readings: tuple[tuple[str, str], ...]) -> SightMap:
    terrain = dict(STRIP.terrain) | dict.fromkeys(STRIP.front_line, FRONT_LINE)
    for hexagon in STRIP.trench_sides:
        terrain.setdefault(hexagon, "trench")
    return SightMap(terrain, STRIP.high, aircraft, dict(readings), army)


@lru_cache(maxsize=8192)
def _seen_by(
    army: Army, aircraft: Hex | None, readings: tuple[tuple[str, str], ...], observer: Hex
) -> frozenset[Hex]:
    return observed_hexes(_sight_map(army, aircraft, readings), observer)


def observed(battle: Battle, army: Army) -> frozenset[Hex]:
    """Return the hexes that the units of an army observe (17.2)."""
    return frozenset().union(
        *(
            _seen_by(army, battle.aircraft, battle.readings, observer)
            for observer in battle.hexes_of(army)
        )
    )


@dataclass(frozen=True)
class Aircraft(TurnStep):
    """The British aircraft marker, at the beginning of each combat phase (17.2, line 253)."""

    def side(self, situation: Battle) -> str:
        """Return the British side."""
        return "British"

    def prompt(self, situation: Battle) -> str:
        """Return what may be done."""
        return "The British place their aircraft, or none."

    def by_itself(self, situation: Battle) -> Happening | None:
        """Return that no aircraft is needed, where the British have no marker left."""
        if situation.markers_left("british"):
            return None
        return happened(situation.back(), "")

    def choices(self, situation: Battle) -> Iterator[Choice]:
        """Yield each hex of the strip, and going without."""
        for hexagon in STRIP.hexes:
            yield self._choice(situation, hexagon)
        yield Choice(
            "no-aircraft", "No aircraft", partial(self._placed, situation, None), ends=True
        )

    def _choice(self, battle: Battle, hexagon: Hex) -> Choice:
        words, says = f"aircraft {name(hexagon)}", f"Aircraft over {name(hexagon)}"
        sees = len(battle.hexes_of("german") & {hexagon, *STRIP.neighbours(hexagon)})
        return Choice(
            words,
            says,
            partial(self._placed, battle, hexagon),
            why=_ANYWHERE,
            expects=f"over {plural(sees, 'German hex', 'German hexes')}",
            marks=(hexagon,),
        )

    def _placed(self, battle: Battle, hexagon: Hex | None, _roll: Roll) -> Happening:
        new = replace(battle.back(), aircraft=hexagon)
        if hexagon is None:
            return happened(new, "The British placed no aircraft.")
        return happened(new, f"The aircraft is over {name(hexagon)}.", _ANYWHERE.steps)


_ANYWHERE = yes("The aircraft marker may be placed anywhere on the map.", "aircraft")


@dataclass(frozen=True)
class Marks(TurnStep):
    """Artillery markers, placed by the attacker first and then by the defender (17.1)."""

    by: Literal["attacker", "defender"]

    def army(self, battle: Battle) -> Army:
        """Return the army that places its markers."""
        return battle.army if self.by == "attacker" else ENEMY[battle.army]

    def side(self, situation: Battle) -> str:
        """Return its side."""
        return ARMY_NAMES[self.army(situation)]

    def prompt(self, situation: Battle) -> str:
        """Return whose markers are placed, and how many are left."""
        army = self.army(situation)
        left = plural(situation.markers_left(army), "marker")
        return f"The {ARMY_NAMES[army]} {self.by} may place {left}."

    def by_itself(self, situation: Battle) -> Happening | None:
        """Return that no marker is placed, where none is left or none may be."""
        army = self.army(situation)
        if situation.markers_left(army) and any(c.legal for c in self.choices(situation) if c.unit):
            return None
        left = situation.markers_left(army)
        says = (
            f"The {ARMY_NAMES[army]} {self.by} {'can place no' if left else 'has no more'} marker."
        )
        return happened(situation.back(), says)

    def choices(self, situation: Battle) -> Iterator[Choice]:
        """Yield each enemy hex, and the end of placing."""
        enemies = situation.hexes_of(ENEMY[self.army(situation)])
        for hexagon in sorted(enemies, key=STRIP.grid.column_row):
            yield self._choice(situation, hexagon)
        yield self._done(situation)

    def _done(self, battle: Battle) -> Choice:
        return Choice("done", "Place no more markers", partial(self._ends, battle), ends=True)

    def answer(self, battle: Battle, hexagon: Hex) -> Answer[bool]:
        """Return whether a marker may be placed on a hex."""
        army = self.army(battle)
        adjacent = any(h in battle.hexes_of(army) for h in STRIP.neighbours(hexagon))
        return may_place(self.placing(battle, hexagon, adjacent))

    def placing(self, battle: Battle, hexagon: Hex, adjacent: bool) -> Placing:
        """Return the case as the rule takes it."""
        army = self.army(battle)
        track = battle.markers_left(army) + battle.used[army == "german"]
        return Placing(
            self.by,
            track,
            battle.used[army == "german"],
            hexagon in observed(battle, army),
            battle.marked(hexagon, army),
            adjacent,
            army,
            hexagon in STRIP.front_line,
            battle.read_as,
        )

    def _choice(self, battle: Battle, hexagon: Hex) -> Choice:
        unit, army = battle.front(hexagon), self.army(battle)
        assert unit is not None  # the hex holds an enemy
        words, says = f"mark {name(hexagon)}", f"Marker on {name(hexagon)}, {unit.name}"
        why = self.answer(battle, hexagon)
        why = replace(why, steps=(*as_samples(why.steps), dice_step(battle, army)))
        expects = hit_chance(target_of(battle, hexagon, gas=False), battle.dice(army))
        places = partial(self._placed, battle, hexagon)
        expects = expects if why.value else ""
        return towards((hexagon,), words, says, places, unit.name, why, expects)

    def _placed(self, battle: Battle, hexagon: Hex, _roll: Roll) -> Happening:
        army = self.army(battle)
        british, german = battle.used
        used = (british + 1, german) if army == "british" else (british, german + 1)
        shells = (*battle.shells, Shells(army, hexagon))
        new = replace(battle, used=used, shells=shells)
        if self.by == "attacker":
            new = new.call(Announce(hexagon))
        why = self.answer(battle, hexagon)
        return happened(new, f"A {ARMY_NAMES[army]} marker is on {name(hexagon)}.", why.steps)

    def _ends(self, battle: Battle, _roll: Roll) -> Happening:
        return happened(battle.back(), f"The {self.by} has placed all markers.")

    def read(self, situation: Battle, words: tuple[str, ...]) -> Choice | None:
        """Return the choice of a hex, or the end."""
        if words == ("done",):
            return self._done(situation)
        hexagon = read_hex(words, "mark")
        if hexagon is None or hexagon not in situation.hexes_of(ENEMY[self.army(situation)]):
            return None
        return self._choice(situation, hexagon)


VOLUNTARY = "A sample of the standard rules: a unit may attack any enemy next to it, or none."


def read_hex(words: tuple[str, ...], *before: str) -> Hex | None:
    """Return the hex of the strip that stands after these words, None if there is none."""
    if words[:-1] != before or not words:
        return None
    return next((h for h in STRIP.hexes if name(h) == words[-1]), None)


def attack_choice(battle: Battle, unit: Unit, target: Hex, marked: bool) -> Choice:
    """Return the choice to declare that a unit attacks a hex; ``marked`` while the marker on it is
    placed, which is when its attackers are announced.
    """
    words = f"attack {unit.name} {name(target)}"
    says = f"{unit.name} attacks {name(target)}"
    why, others = may_attack(battle, unit, target, marked), battle.attackers_of(target)
    declares = partial(_declared, battle, unit, target)
    if not why.value:
        return offered(words, says, partial(declares, why.steps), unit.name, why)
    odds = before_roll(battle, target, (*others, unit))
    expects = expected(battle, target, (*others, unit))
    why = replace(why, steps=(*why.steps, *odds.steps), headline=odds.headline)
    act = partial(declares, why.steps)
    return Choice(words, says, act, unit.name, why, expects, marks=(target,))


def _declared(
    battle: Battle, unit: Unit, target: Hex, steps: tuple[Step, ...], _roll: Roll
) -> Happening:
    new = battle.marking(unit.name, "attack", attacks=target)
    return happened(new, f"{unit.name} is to attack {name(target)}.", steps)


def may_attack(
    battle: Battle, unit: Unit, target: Hex, marked: bool, mobile: bool = False
) -> Answer[bool]:
    """Return whether a unit may be declared to attack an adjacent hex in a combat phase."""
    return verdict("It may attack it.", *_of_an_attack(battle, unit, target, marked, mobile))


def _of_an_attack(
    battle: Battle, unit: Unit, target: Hex, marked: bool, mobile: bool
) -> Iterator[Step]:
    front = _front_rule(unit.army, target in STRIP.front_line)
    yield from (step for step in front.steps if step.op == "forbids")
    if mobile and not unit.rushed:
        text = "Only a reserve that moved in the mobile movement phase may attack now."
        yield refuses("mobile-combat", text)
    elif unit.under:
        text = "A reserve adds nothing in the combat phase: only the front line attacks."
        yield refuses("reserve-combat", text)
    if unit.attacks is not None:
        yield standard("A sample of the standard rules: each unit attacks once a phase.")
        yield refuses(standard(f"{unit.name} is to attack {name(unit.attacks)} already."))
    if not marked and battle.marked(target, unit.army):
        text = "Who attacks a marked hex was announced as its marker was placed."
        yield refuses("marker-attacker", text)
    if front.value:
        yield from hopeless(battle, target, unit, mobile)
    text = "It is next to the hex, so it may be announced to attack it."
    yield allow("marker-attacker", True, text) if marked else standard(VOLUNTARY)


@lru_cache(maxsize=4)
def _front_rule(army: Army, into: bool) -> Answer[bool]:
    return may_enter(army, into, attacking=True)


def next_to(battle: Battle, unit: Unit) -> Iterator[Hex]:
    """Yield the hexes next to a unit in which enemies stand."""
    enemies = battle.hexes_of(ENEMY[unit.army])
    return (h for h in STRIP.neighbours(unit.place) if h in enemies)


@dataclass(frozen=True)
class Announce(TurnStep):
    """The units that will attack a marked hex, announced as its marker is placed (17.1)."""

    hex: Hex

    def side(self, situation: Battle) -> str:
        """Return the side that attacks."""
        return ARMY_NAMES[situation.army]

    def prompt(self, situation: Battle) -> str:
        """Return what is to be announced."""
        return f"Announce now which units will attack {name(self.hex)}."

    def _units(self, battle: Battle) -> Iterator[Unit]:
        for hexagon in STRIP.neighbours(self.hex):
            yield from (u for u in battle.at(hexagon) if u.army == battle.army)

    def by_itself(self, situation: Battle) -> Happening | None:
        """Return that nobody is left to announce."""
        if any(c.legal for c in self.choices(situation) if c.unit):
            return None
        return happened(situation.back(), "")

    def choices(self, situation: Battle) -> Iterator[Choice]:
        """Yield each unit next to the hex, and the end."""
        for unit in self._units(situation):
            yield attack_choice(situation, unit, self.hex, marked=True)
        ends = partial(self._ends, situation)
        yield Choice("done", f"That is all against {name(self.hex)}", ends, ends=True)

    def _ends(self, battle: Battle, _roll: Roll) -> Happening:
        return happened(battle.back(), f"The attack on {name(self.hex)} is announced.")
