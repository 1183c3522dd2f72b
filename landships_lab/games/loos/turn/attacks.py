"""The combat phases up to their rolls: the aircraft, the markers of both sides, the attacks that
are announced and declared, and the order in which they are resolved (17.1, 17.2, 17.4, 18.4).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import ClassVar

from landships_lab.core.answer import Step
from landships_lab.core.dice import Roll
from landships_lab.core.hexes import Hex
from landships_lab.core.speech import listed, plural
from landships_lab.games.loos.rules import shells, sight, table
from landships_lab.games.loos.rules.book import Army, allow, name, note
from landships_lab.play.turns import Choice, Happening, TurnStep, offered
from .battle import ARMY_NAMES, ENEMY, STRIP, Battle, Readings, Shells, Unit
from .fight import Fight, before_roll, fight_choice, hopeless
from .happen import ArmyStep, SideStep, called_off, ends, happened, hex_choice, step_over
from .reasons import as_samples, refuses, standard, verdict, yes
from .shelling import CounterShells, dice_step, falls, hit_chance, target_of
from .ways import enters_front

#: What is assumed of the standard rules, which are not in the source.
DECLARED = (
    "A sample of the standard rules: attacks without a marker are declared before the first one is"
    " fought."
)
VOLUNTARY = "A sample of the standard rules: a unit may attack any enemy next to it, or none."
_ANYWHERE = yes("The aircraft marker may be placed anywhere on the map.", "aircraft")


# -------------------------------------------------------------------------------------- observation


@lru_cache(maxsize=256)
def sight_map(army: Army, aircraft: Hex | None, readings: Readings) -> sight.SightMap:
    """Return the strip as an army observes it."""
    trenches = dict.fromkeys(STRIP.trench_sides, "trench")
    terrain = trenches | dict(STRIP.terrain) | dict.fromkeys(STRIP.front_line, table.FRONT_LINE)
    return sight.SightMap(terrain, STRIP.high, aircraft, dict(readings), army)


@lru_cache(maxsize=8192)
def _seen_by(army: Army, aircraft: Hex | None, readings: Readings, observer: Hex) -> frozenset[Hex]:
    return sight.observed_hexes(sight_map(army, aircraft, readings), observer)


def observed(battle: Battle, army: Army) -> frozenset[Hex]:
    """Return the hexes that the units of an army observe (17.2)."""
    see = partial(_seen_by, army, battle.aircraft, battle.readings)
    return frozenset[Hex]().union(*map(see, battle.hexes_of(army)))


@dataclass(frozen=True)
class Aircraft(SideStep):
    """The British aircraft marker, at the beginning of each combat phase (17.2)."""

    says = "The British place their aircraft, or none."

    def army_of(self, battle: Battle) -> Army:
        return "british"

    def by_itself(self, situation: Battle) -> Happening | None:
        """Go on without the aircraft if the British have no marker left."""
        return None if situation.markers_left("british") else step_over(situation)

    def choices(self, situation: Battle) -> Iterator[Choice]:
        german = situation.hexes_of("german")
        for hexagon in sorted(STRIP.hexes, key=lambda one: -_sees(one, german)):
            yield self._choice(situation, hexagon)
        yield ends(situation, "no-aircraft", "No aircraft", "The British placed no aircraft.")

    def _choice(self, battle: Battle, hexagon: Hex) -> Choice:
        code, new = name(hexagon), replace(battle.back(), aircraft=hexagon)
        sees = plural(_sees(hexagon, battle.hexes_of("german")), "German hex", "German hexes")
        return hex_choice(
            hexagon,
            "aircraft",
            f"Aircraft over {code}",
            lambda _: happened(new, f"The aircraft is over {code}.", _ANYWHERE.steps),
            "",
            _ANYWHERE,
            f"over {sees}",
        )


def _sees(hexagon: Hex, german: frozenset[Hex]) -> int:
    """Return how many of these hexes an aircraft over a hex observes."""
    return len(german & {hexagon, *STRIP.neighbours(hexagon)})


@dataclass(frozen=True)
class Marks(SideStep):
    """Artillery markers, placed by the attacker first and then by the defender (17.1)."""

    by: shells.Side
    ended_early = True

    def army_of(self, battle: Battle) -> Army:
        return battle.army if self.by == "attacker" else ENEMY[battle.army]

    def prompt(self, situation: Battle) -> str:
        army = self.army_of(situation)
        markers = plural(situation.markers_left(army), "artillery marker")
        return f"The {ARMY_NAMES[army]} {self.by} may place {markers}."

    def by_itself(self, situation: Battle) -> Happening | None:
        """Go on if no marker is left, or none may be placed."""
        army = self.army_of(situation)
        markers = situation.markers_left(army)
        if markers and any(c.legal for c in self.choices(situation) if c.unit):
            return None
        has = "can place no" if markers else "has no more"
        return step_over(situation, f"The {ARMY_NAMES[army]} {self.by} {has} marker.")

    def choices(self, situation: Battle) -> Iterator[Choice]:
        enemies = situation.hexes_of(ENEMY[self.army_of(situation)])
        for hexagon in sorted(enemies, key=STRIP.grid.column_row):
            yield self._choice(situation, hexagon)
        text = f"The {self.by} has placed all markers."
        yield ends(situation, "done", "Place no more markers", text)

    def placing(self, battle: Battle, hexagon: Hex) -> shells.Placing:
        """Return a marker on a hex, in the form that the rule takes."""
        army = self.army_of(battle)
        used = battle.used[army == "german"]
        return shells.Placing(
            self.by,
            battle.markers_left(army) + used,
            used,
            hexagon in observed(battle, army),
            battle.marked(hexagon, army),
            any(h in battle.hexes_of(army) for h in STRIP.neighbours(hexagon)),
            army,
            hexagon in STRIP.front_line,
            battle.read_as,
        )

    def _choice(self, battle: Battle, hexagon: Hex) -> Choice:
        army, why = self.army_of(battle), shells.may_place(self.placing(battle, hexagon))
        code, unit = name(hexagon), battle.holder(hexagon).name

        def effect(_: Roll) -> Happening:
            (british, german), shells = battle.used, (*battle.shells, Shells(army, hexagon))
            used = (british + 1, german) if army == "british" else (british, german + 1)
            new = replace(battle, used=used, shells=shells)
            new = new.call(Announce(hexagon)) if self.by == "attacker" else new
            return happened(new, f"A {ARMY_NAMES[army]} marker is on {code}.", why.steps)

        chance = hit_chance(target_of(battle, hexagon, gas=False), battle.dice(army))
        shown = replace(why, steps=(*as_samples(why.steps), dice_step(battle, army)))
        says = f"Marker on {code}, {unit}"
        return offered(f"mark {code}", says, effect, unit, shown, chance, marks=(hexagon,))


# ------------------------------------------------------------------------------------------ attacks


def attack_choice(
    battle: Battle, unit: Unit, target: Hex, marked: bool = False, mobile: bool = False
) -> Choice:
    """Return the choice to declare that a unit attacks a hex. ``marked``: a marker is being placed
    on it, which is when its attackers are announced. ``mobile``: a reserve attacks alone.
    """
    reasons, expects = _of_an_attack(battle, unit, target, marked, mobile), ""
    why = verdict("It may attack it.", *reasons)
    code, alone, steps = name(target), " alone" * mobile, why.steps
    if why.value:
        with_others = () if mobile else battle.attackers_of(target)
        odds = before_roll(battle, target, (*with_others, unit))
        steps = odds.steps if mobile else (*steps, *odds.steps)
        why, expects = replace(why, steps=steps, headline=odds.headline), odds.detail
    if mobile:
        steps = (note("mobile-combat", "Each attacking unit attacks alone."),)

    def effect(_: Roll) -> Happening:
        new = battle.marking(unit.name, "attack", attacks=target)
        return happened(new, f"{unit.name} is to attack {code}{alone}.", steps)

    says = f"{unit.name} attacks {code}{alone}"
    return hex_choice(target, "attack", says, effect, unit.name, why, expects)


def _of_an_attack(
    battle: Battle, unit: Unit, target: Hex, marked: bool, mobile: bool
) -> Iterator[Step]:
    """Yield the steps on whether a unit may be declared as attacking an adjacent hex."""
    front = enters_front(unit.army, target in STRIP.front_line, True)
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


@dataclass(frozen=True)
class Announce(ArmyStep):
    """The units that will attack a marked hex, announced as its marker is placed (17.1)."""

    hex: Hex
    passes = ended_early = True

    def prompt(self, situation: Battle) -> str:
        return f"Announce now which units will attack {name(self.hex)}."

    def acting(self, battle: Battle) -> tuple[Unit, ...]:
        near = (unit for h in STRIP.neighbours(self.hex) for unit in battle.at(h))
        return tuple(unit for unit in near if unit.army == battle.army)

    def of(self, battle: Battle, unit: Unit) -> Iterator[Choice]:
        yield attack_choice(battle, unit, self.hex, marked=True)

    def whole(self, battle: Battle) -> Iterator[Choice]:
        code = name(self.hex)
        text = f"The attack on {code} is announced."
        yield ends(battle, "done", f"That is all against {code}", text)


class _Declaring(ArmyStep):
    """Attacks, all declared before the first is fought."""

    passes = True
    mobile: ClassVar[bool] = False
    declared: ClassVar[str] = "All attacks are declared."
    because: ClassVar[tuple[Step, ...]] = ()

    def undone(self, situation: Battle) -> tuple[str, ...]:
        return () if situation.attacks else super().undone(situation)

    def of(self, battle: Battle, unit: Unit) -> Iterator[Choice]:
        enemies = battle.hexes_of(ENEMY[unit.army])
        for hexagon in STRIP.neighbours(unit.place):
            if hexagon in enemies:
                yield attack_choice(battle, unit, hexagon, mobile=self.mobile)

    def whole(self, battle: Battle) -> Iterator[Choice]:
        yield ends(battle, "done", "Begin the combats", self.declared, steps=self.because)


@dataclass(frozen=True)
class Declare(_Declaring):
    """Attacks on hexes without a marker, declared before the first is fought."""

    says = "Declare the attacks on hexes without a marker."
    because = (standard(DECLARED),)


@dataclass(frozen=True)
class MobileDeclare(_Declaring):
    """The attacks of reserves that moved, all declared before the first (18.4, 2)."""

    army: Army
    says = "Declare all attacks of reserves that moved, each alone."
    mobile, declared = True, "All attacks of reserves are declared."


@dataclass(frozen=True)
class Resolve(SideStep):
    """The combats and bombardments of the phase, in the attacker's order."""

    says = "Resolve the combats, one by one."

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
        code, why = name(target), before_roll(battle, target, attackers)

        also = "The defender's bombardment is also resolved before the combat."
        begun = happened(
            battle.call(*then), f"The attack on {code} begins.", (note("bombardment-first", also),)
        )
        words, says, unit = f"begin {code}", f"Begin the attack on {code}", attackers[0].name
        return Choice(words, says, lambda _: begun, unit, why, why.detail, marks=(target,))


def _attackers(battle: Battle, target: Hex) -> tuple[Unit, ...]:
    """Return the remaining declared attackers of a hex, each the front line of its own hex."""
    return tuple(unit for unit in battle.attackers_of(target) if not unit.under)


@dataclass(frozen=True)
class MobileFights(ArmyStep):
    """The combats of reserves, one after another, without shells (18.4)."""

    army: Army
    says = "The reserves attack one at a time; neither side has shells."

    def acting(self, battle: Battle) -> tuple[Unit, ...]:
        held = battle.hexes_of(ENEMY[self.army])
        return tuple(u for u in battle.units if u.attacks in held and not u.fought)

    def by_itself(self, situation: Battle) -> Happening | None:
        """End the phase once all allowed attacks are fought."""
        offers = tuple(self.choices(situation))
        who = listed(choice.unit for choice in offers)
        return called_off(situation, offers, f"the attack of {who}")

    def of(self, battle: Battle, unit: Unit) -> Iterator[Choice]:
        assert unit.attacks is not None  # only these act
        yield fight_choice(battle, unit.attacks, (unit,), unit.name, mobile=True)
