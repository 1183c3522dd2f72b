"""The combat phase up to its rolls: the aircraft, the markers of both sides, the attacks that are
announced and declared, and the order in which they are resolved (17.1, 17.2, 17.4).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache, partial

from landships_lab.core.answer import Answer, Step
from landships_lab.core.dice import Roll
from landships_lab.core.hexes import Hex
from landships_lab.core.speech import listed, plural
from landships_lab.games.loos.rules.book import Army, allow, name, note
from landships_lab.games.loos.rules.shells import Placing, Side, may_place
from landships_lab.games.loos.rules.sight import SightMap, observed_hexes
from landships_lab.games.loos.rules.table import FRONT_LINE
from landships_lab.games.loos.rules.terrain import may_enter
from landships_lab.play.turns import Choice, Happening, TurnStep
from .battle import ARMY_NAMES, ENEMY, STRIP, Battle, Shells, Unit
from .fight import Fight, before_roll, expected, fight_choice, hopeless
from .happen import (
    ArmyStep,
    Readings,
    as_samples,
    called_off,
    ends,
    happened,
    hex_choice,
    read_hex,
    refuses,
    standard,
    verdict,
    yes,
)
from .shelling import CounterShells, dice_step, falls, hit_chance, target_of

#: What is assumed of the standard rules, which are not in the source.
DECLARED = (
    "A sample of the standard rules: attacks without a marker are declared before the first one is"
    " fought."
)
VOLUNTARY = "A sample of the standard rules: a unit may attack any enemy next to it, or none."


# -------------------------------------------------------------------------------------- observation


@lru_cache(maxsize=256)
def sight_map(army: Army, aircraft: Hex | None, readings: Readings) -> SightMap:
    """Return the strip as an army observes it."""
    terrain = dict(STRIP.terrain) | dict.fromkeys(STRIP.front_line, FRONT_LINE)
    for hexagon in STRIP.trench_sides:
        terrain.setdefault(hexagon, "trench")
    return SightMap(terrain, STRIP.high, aircraft, dict(readings), army)


@lru_cache(maxsize=8192)
def _seen_by(army: Army, aircraft: Hex | None, readings: Readings, observer: Hex) -> frozenset[Hex]:
    return observed_hexes(sight_map(army, aircraft, readings), observer)


def observed(battle: Battle, army: Army) -> frozenset[Hex]:
    """Return the hexes that the units of an army observe (17.2)."""
    see = partial(_seen_by, army, battle.aircraft, battle.readings)
    return frozenset[Hex]().union(*map(see, battle.hexes_of(army)))


@dataclass(frozen=True)
class Aircraft(TurnStep):
    """The British aircraft marker, at the beginning of each combat phase (17.2)."""

    def side(self, situation: Battle) -> str:
        return "British"

    def prompt(self, situation: Battle) -> str:
        return "The British place their aircraft, or none."

    def by_itself(self, situation: Battle) -> Happening | None:
        """Go on without the aircraft if the British have no marker left."""
        if situation.markers_left("british"):
            return None
        return happened(situation.back(), "")

    def choices(self, situation: Battle) -> Iterator[Choice]:
        german = situation.hexes_of("german")
        for hexagon in sorted(STRIP.hexes, key=lambda one: -_sees(one, german)):
            yield self._choice(situation, hexagon)
        text = "The British placed no aircraft."
        yield ends(situation, "no-aircraft", "No aircraft", text)

    def _choice(self, battle: Battle, hexagon: Hex) -> Choice:
        words, says = f"aircraft {name(hexagon)}", f"Aircraft over {name(hexagon)}"
        sees = _sees(hexagon, battle.hexes_of("german"))
        expects = f"over {plural(sees, 'German hex', 'German hexes')}"

        def effect(_roll: Roll) -> Happening:
            new, over = replace(battle.back(), aircraft=hexagon), name(hexagon)
            return happened(new, f"The aircraft is over {over}.", _ANYWHERE.steps)

        return Choice(words, says, effect, why=_ANYWHERE, expects=expects, marks=(hexagon,))


def _sees(hexagon: Hex, german: frozenset[Hex]) -> int:
    """Return how many of these hexes an aircraft over a hex observes."""
    return len(german & {hexagon, *STRIP.neighbours(hexagon)})


_ANYWHERE = yes("The aircraft marker may be placed anywhere on the map.", "aircraft")


# ------------------------------------------------------------------------------------------ markers


@dataclass(frozen=True)
class Marks(TurnStep):
    """Artillery markers, placed by the attacker first and then by the defender (17.1)."""

    by: Side

    def army(self, battle: Battle) -> Army:
        """Return the army that places its markers."""
        return battle.army if self.by == "attacker" else ENEMY[battle.army]

    def side(self, situation: Battle) -> str:
        return ARMY_NAMES[self.army(situation)]

    def prompt(self, situation: Battle) -> str:
        army = self.army(situation)
        markers = plural(situation.markers_left(army), "artillery marker")
        return f"The {ARMY_NAMES[army]} {self.by} may place {markers}."

    def by_itself(self, situation: Battle) -> Happening | None:
        """Go on if no marker is left, or none may be placed."""
        army = self.army(situation)
        markers = situation.markers_left(army)
        if markers and any(c.legal for c in self.choices(situation) if c.unit):
            return None
        has = "can place no" if markers else "has no more"
        return happened(situation.back(), f"The {ARMY_NAMES[army]} {self.by} {has} marker.")

    def choices(self, situation: Battle) -> Iterator[Choice]:
        enemies = situation.hexes_of(ENEMY[self.army(situation)])
        for hexagon in sorted(enemies, key=STRIP.grid.column_row):
            yield self._choice(situation, hexagon)
        text = f"The {self.by} has placed all markers."
        yield ends(situation, "done", "Place no more markers", text)

    def undone(self, situation: Battle) -> tuple[str, ...]:
        return ()

    def read(self, situation: Battle, words: tuple[str, ...]) -> Choice | None:
        """Return the choice with these words, without computing those of other hexes."""
        if (hexagon := read_hex(words, "mark")) is None:
            return super().read(situation, words)
        held = hexagon in situation.hexes_of(ENEMY[self.army(situation)])
        return self._choice(situation, hexagon) if held else None

    def answer(self, battle: Battle, hexagon: Hex) -> Answer[bool]:
        """Return whether a marker may be placed on a hex."""
        army = self.army(battle)
        adjacent = any(h in battle.hexes_of(army) for h in STRIP.neighbours(hexagon))
        return may_place(self.placing(battle, hexagon, adjacent))

    def placing(self, battle: Battle, hexagon: Hex, adjacent: bool) -> Placing:
        """Return the case in the form that the rule takes."""
        army = self.army(battle)
        used = battle.used[army == "german"]
        return Placing(
            self.by,
            battle.markers_left(army) + used,
            used,
            hexagon in observed(battle, army),
            battle.marked(hexagon, army),
            adjacent,
            army,
            hexagon in STRIP.front_line,
            battle.read_as,
        )

    def _choice(self, battle: Battle, hexagon: Hex) -> Choice:
        army, unit, why = self.army(battle), battle.holder(hexagon), self.answer(battle, hexagon)
        words, says = f"mark {name(hexagon)}", f"Marker on {name(hexagon)}, {unit.name}"
        expects = hit_chance(target_of(battle, hexagon, gas=False), battle.dice(army))

        def effect(_roll: Roll) -> Happening:
            (british, german), shells = battle.used, (*battle.shells, Shells(army, hexagon))
            used = (british + 1, german) if army == "british" else (british, german + 1)
            new = replace(battle, used=used, shells=shells)
            new = new.call(Announce(hexagon)) if self.by == "attacker" else new
            says = f"A {ARMY_NAMES[army]} marker is on {name(hexagon)}."
            return happened(new, says, why.steps)

        shown = replace(why, steps=(*as_samples(why.steps), dice_step(battle, army)))
        return hex_choice((hexagon,), words, says, effect, unit.name, shown, expects)


# ------------------------------------------------------------------------------------------ attacks


def attack_choice(battle: Battle, unit: Unit, target: Hex, marked: bool) -> Choice:
    """Return the choice to declare that a unit attacks a hex. ``marked``: a marker is being placed
    on it, which is when its attackers are announced.
    """
    words, says = f"attack {unit.name} {name(target)}", f"{unit.name} attacks {name(target)}"
    why, expects = may_attack(battle, unit, target, marked), ""
    if why.value:
        attackers = (*battle.attackers_of(target), unit)
        odds, expects = before_roll(battle, target, attackers), expected(battle, target, attackers)
        why = replace(why, steps=(*why.steps, *odds.steps), headline=odds.headline)

    def effect(_roll: Roll) -> Happening:
        new = battle.marking(unit.name, "attack", attacks=target)
        return happened(new, f"{unit.name} is to attack {name(target)}.", why.steps)

    return hex_choice((target,), words, says, effect, unit.name, why, expects)


def may_attack(
    battle: Battle, unit: Unit, target: Hex, marked: bool, mobile: bool = False
) -> Answer[bool]:
    """Return whether a unit may be declared as attacking an adjacent hex in a combat phase."""
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
    """Yield the hexes next to a unit that hold enemies."""
    enemies = battle.hexes_of(ENEMY[unit.army])
    return (h for h in STRIP.neighbours(unit.place) if h in enemies)


@dataclass(frozen=True)
class Announce(ArmyStep):
    """The units that will attack a marked hex, announced as its marker is placed (17.1)."""

    hex: Hex
    passes = True

    def prompt(self, situation: Battle) -> str:
        return f"Announce now which units will attack {name(self.hex)}."

    def undone(self, situation: Battle) -> tuple[str, ...]:
        return ()

    def acting(self, battle: Battle) -> tuple[Unit, ...]:
        near = (unit for h in STRIP.neighbours(self.hex) for unit in battle.at(h))
        return tuple(unit for unit in near if unit.army == battle.army)

    def of(self, battle: Battle, unit: Unit) -> Iterator[Choice]:
        yield attack_choice(battle, unit, self.hex, marked=True)

    def whole(self, battle: Battle) -> Iterator[Choice]:
        text, all_of = f"The attack on {name(self.hex)} is announced.", "That is all against"
        yield ends(battle, "done", f"{all_of} {name(self.hex)}", text)


@dataclass(frozen=True)
class Declare(ArmyStep):
    """Attacks on hexes without a marker, declared before the first is fought."""

    says = "Declare the attacks on hexes without a marker."
    passes = True

    def undone(self, situation: Battle) -> tuple[str, ...]:
        return () if situation.attacks else super().undone(situation)

    def of(self, battle: Battle, unit: Unit) -> Iterator[Choice]:
        for hexagon in next_to(battle, unit):
            yield attack_choice(battle, unit, hexagon, marked=False)

    def whole(self, battle: Battle) -> Iterator[Choice]:
        text, steps = "All attacks are declared.", (standard(DECLARED),)
        yield ends(battle, "done", "Begin the combats", text, steps=steps)


# ----------------------------------------------------------------------------------- the resolution


@dataclass(frozen=True)
class Resolve(TurnStep):
    """The combats and bombardments of the phase, in the attacker's order."""

    def side(self, situation: Battle) -> str:
        return ARMY_NAMES[situation.army]

    def prompt(self, situation: Battle) -> str:
        return "Resolve the combats, one by one."

    def by_itself(self, situation: Battle) -> Happening | None:
        """End the combats of the phase if no allowed one is left."""
        offers = tuple(self.choices(situation))
        codes = listed(choice.names[-1] for choice in offers)
        return called_off(situation, offers, f"the attack on {codes}")

    def choices(self, situation: Battle) -> Iterator[Choice]:
        """Yield the choices that begin each combat, and the bombardments of hexes without one."""
        army = situation.army
        marked = [m.hex for m in situation.shells if m.army == army and not m.spent]
        targets = {*marked, *situation.attacked} - situation.done
        held = situation.hexes_of(ENEMY[army])
        for hexagon in sorted(targets & held, key=STRIP.grid.column_row):
            yield from self._combat(situation, hexagon, hexagon in marked)
        for marker in situation.shells:
            counters = marker.army != army and not marker.spent
            here = counters and marker.hex in situation.hexes_of(army)
            if here and not self._fights(situation, marker.hex):
                yield from falls(situation, marker.hex, marker.army)

    def _fights(self, battle: Battle, hexagon: Hex) -> bool:
        """Return whether a combat with an attacker from this hex is still to be fought."""
        targets = (battle.attacked - battle.done) & battle.hexes_of(ENEMY[battle.army])
        return any(u.hex == hexagon for target in targets for u in _attackers(battle, target))

    def _combat(self, battle: Battle, hexagon: Hex, marked: bool) -> Iterator[Choice]:
        attackers, enemy = _attackers(battle, hexagon), ENEMY[battle.army]
        places = dict.fromkeys(unit.place for unit in attackers)
        counters = [CounterShells(h, enemy) for h in places if battle.marked(h, enemy)]
        then = (Fight(hexagon, tuple(unit.name for unit in attackers)), *counters)
        if marked:
            yield from falls(battle, hexagon, battle.army, then)
        elif attackers and not counters:
            yield fight_choice(battle, hexagon, attackers)
        elif attackers:
            yield self._begins(battle, hexagon, attackers, then)

    def _begins(
        self, battle: Battle, target: Hex, attackers: tuple[Unit, ...], then: tuple[TurnStep, ...]
    ) -> Choice:
        def effect(_roll: Roll) -> Happening:
            also = "The defender's bombardment is also resolved before the combat."
            begins = f"The attack on {name(target)} begins."
            return happened(battle.call(*then), begins, (note("bombardment-first", also),))

        words, says = f"begin {name(target)}", f"Begin the attack on {name(target)}"
        why, expects = before_roll(battle, target, attackers), expected(battle, target, attackers)
        return Choice(words, says, effect, attackers[0].name, why, expects, marks=(target,))


def _attackers(battle: Battle, target: Hex) -> tuple[Unit, ...]:
    """Return the remaining declared attackers of a hex, each the front line of its own hex."""
    return tuple(unit for unit in battle.attackers_of(target) if not unit.under)
