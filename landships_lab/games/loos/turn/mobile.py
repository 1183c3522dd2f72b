"""The mobile phases: reserves roll for their movement, move, and attack one at a time (18.4)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial

from landships_lab.core.answer import Answer, Step
from landships_lab.core.dice import D6, Roll
from landships_lab.core.hexes import Hex
from landships_lab.core.speech import listed, mixed, plural
from landships_lab.games.loos.rules.book import CITES, Army, name, note
from landships_lab.games.loos.rules.reserves import (
    Friend,
    may_reorder,
    reach_chance,
    reserve_points,
)
from landships_lab.play.turns import Choice, Happening, TurnStep, UnitStep, offered
from .battle import ARMY_NAMES, ENEMY, STRIP, Battle, Unit
from .fight import fight_choice
from .happen import barred, happened, ours, refuses, standard, towards, verdict
from .movement import went
from .strength import before_roll, expected
from .support import may_attack, next_to, read_hex
from .ways import cost_of, ground_of, move_answer, price, reach, reach_from

#: The most movement points of a reserve: half of a 6.
MOST_POINTS = 3


def halved(battle: Battle, army: Army) -> bool:
    """Return whether the reserves of an army move in Zero Hour as Germans."""
    return army == "german" and battle.turn == 0


def chance_to_reach(battle: Battle, unit: Unit, hexagon: Hex) -> Answer[Fraction] | None:
    """Return how often a reserve gets to a hex, before its roll; None if it never can."""
    ground = replace(ground_of(battle, unit.army), prizes=frozenset())
    found = reach_from(ground, unit.place, Fraction(MOST_POINTS)).get(hexagon)
    if found is None:
        return None
    ways = tuple(zip((unit.place, *found.way), found.way, strict=False))
    dug = [STRIP.crosses_trench(here, there) for here, there in ways]
    costs = [cost_of(*way) - crosses for way, crosses in zip(ways, dug, strict=True)]
    standing = [bool(battle.at(h)) for h in found.way]
    friend: Friend = "end" if standing[-1] else "way" if any(standing) else "none"
    return reach_chance(costs, dug, friend, halved(battle, unit.army), battle.read_as)


@dataclass(frozen=True)
class MobileMove(TurnStep):
    """The mobile movement of an army: only reserves move, each after its roll."""

    army: Army

    def side(self, situation: Battle) -> str:
        """Return the side that moves."""
        return ARMY_NAMES[self.army]

    def prompt(self, situation: Battle) -> str:
        """Return what may be done."""
        return "Reserves may move: roll for each."

    def by_itself(self, situation: Battle) -> Happening | None:
        """Return that there is no reserve to move."""
        if any(choice.legal for choice in self.choices(situation) if choice.unit):
            return None
        return happened(
            situation.back(), f"The {ARMY_NAMES[self.army]} side has no reserve that may move."
        )

    def choices(self, situation: Battle) -> Iterator[Choice]:
        """Yield the roll of each reserve, and the end."""
        for unit in situation.of(self.army):
            yield from self._of(situation, unit)
        yield self._done(situation)

    def choices_of(self, situation: Battle, unit: str) -> tuple[Choice, ...]:
        """Return the roll of one reserve, and the end."""
        found = situation.unit(unit)
        mine = found is not None and found.army == self.army and found.hex is not None
        own = self._of(situation, found) if found is not None and mine else ()
        return (*own, self._done(situation))

    def _of(self, battle: Battle, unit: Unit) -> Iterator[Choice]:
        words, says = f"roll {unit.name}", f"Roll for the move of {unit.name}"
        rolls = partial(self._rolled, battle, unit)
        why = verdict("", *_of_a_roll(battle, unit))
        least, most = (
            reserve_points(die, halved(battle, self.army), battle.read_as).value for die in (1, 6)
        )
        expects = f"{mixed(least)} to {plural(most, 'point')}" if why.value else ""
        yield offered(words, says, rolls, unit.name, why, expects)
        if battle.reserve(unit):
            order = may_reorder("mobile movement")
            yield barred(f"swap {unit.name}", "Change the order of the stack", order, unit.name)

    def _rolled(self, battle: Battle, unit: Unit, roll: Roll) -> Happening:
        die = roll(D6, int)
        found = reserve_points(die, halved(battle, self.army), battle.read_as)
        new = battle.marking(unit.name, "roll", moved=True)
        said = plural(found.value, "point")
        text = f"{unit.name} rolled {die}: {said}."
        return happened(new.call(Rush(unit.name, found.value)), text, found.steps, said)

    def _done(self, battle: Battle) -> Choice:
        says = "End the mobile movement"
        return Choice("done", says, partial(self._ends, battle), ends=True)

    def _ends(self, battle: Battle, _roll: Roll) -> Happening:
        return happened(battle.back(), "The mobile movement is over.")

    def read(self, situation: Battle, words: tuple[str, ...]) -> Choice | None:
        """Return the choice of a reserve, or the end."""
        found = self.choices_of(situation, words[-1] if words else "")
        return next((c for c in found if c.words == " ".join(words)), None)


def _of_a_roll(battle: Battle, unit: Unit) -> Iterator[Step]:
    """Yield what decides whether a unit may roll for a move in the mobile movement phase."""
    if unit.moved:
        yield refuses(standard(f"{unit.name} has rolled in this phase: each reserve does so once."))
    if battle.arrived(unit) is not None:
        path = "A reserve division moves normally in the second turn after it was placed."
        yield note("reserves-path", path)
        text = "A mobile move before that is not printed, so here there is none."
        yield refuses(ours(text, "reserves on their way"))
    if not unit.under:
        yield refuses("mobile-move", "Only reserves move in the mobile movement phase.")
    yield note("mobile-move", "Just before it moves, its movement points are rolled.")


@dataclass(frozen=True)
class Rush(UnitStep):
    """A reserve moves with the points it has rolled."""

    name: str
    points: Fraction

    def _unit(self, battle: Battle) -> Unit:
        unit = battle.unit(self.name)
        assert unit is not None  # nothing happens between its roll and its move
        return unit

    def side(self, situation: Battle) -> str:
        """Return the side that moves."""
        return ARMY_NAMES[self._unit(situation).army]

    def prompt(self, situation: Battle) -> str:
        """Return who may move how far."""
        return f"{self.name} may move with {mixed(self.points)} points."

    def by_itself(self, situation: Battle) -> Happening | None:
        """Return that it stays, where its points are too few for any hex."""
        if any(choice.legal for choice in self._moves(situation)):
            return None
        stays = Step(
            "It cannot move one hex, so it stays and cannot attack in the mobile combat phase.",
            CITES["mobile-move"],
        )
        return happened(situation.back(), f"{self.name} stays.", (stays,))

    def choices(self, situation: Battle) -> Iterator[Choice]:
        """Yield each hex, and staying."""
        yield from self._moves(situation)
        stays = partial(self._stays, situation)
        yield Choice("stay", f"{self.name} stays", stays, self.name, ends=True)

    def _moves(self, battle: Battle) -> Iterator[Choice]:
        unit = self._unit(battle)
        hexes = {*reach(battle, unit, self.points), *STRIP.neighbours(unit.place)}
        for hexagon in sorted(hexes, key=STRIP.grid.column_row):
            yield self._move(battle, unit, hexagon)

    def _move(self, battle: Battle, unit: Unit, hexagon: Hex) -> Choice:
        words, says = f"move {unit.name} {name(hexagon)}", f"Move {unit.name} to {name(hexagon)}"
        steps = [note("mobile-move", f"It has {mixed(self.points)} points by its roll.")]
        if hexagon in battle.hexes_of(unit.army):
            text = "A reserve may not end its mobile move in a hex with a friendly unit."
            why = verdict("", *steps, refuses("mobile-move", text))
        else:
            why = move_answer(battle, unit, hexagon, self.points, tuple(steps))
        found = reach(battle, unit, self.points).get(hexagon)
        goes = partial(self._goes, battle, unit, found.way if found else (), why.steps)
        hexes = (hexagon, *(found.through if found else ()))
        return towards(hexes, words, says, goes, unit.name, why, price(found) if found else "")

    def _goes(
        self, battle: Battle, unit: Unit, way: tuple[Hex, ...], steps: tuple[Step, ...], _roll: Roll
    ) -> Happening:
        after = went(battle.back(), unit, way)
        new = after.battle.marking(unit.name, "move", rushed=True)
        text = f"{unit.name} moved to {after.place_of(unit.name)}. {after.says}".strip()
        return happened(new, text, (*steps, *after.steps))

    def _stays(self, battle: Battle, _roll: Roll) -> Happening:
        return happened(battle.back(), f"{self.name} stayed.")

    def read(self, situation: Battle, words: tuple[str, ...]) -> Choice | None:
        """Return the choice of a hex, or to stay."""
        hexagon = read_hex(words, "move", self.name)
        if hexagon is None or hexagon == self._unit(situation).hex:
            return super().read(situation, words)
        return self._move(situation, self._unit(situation), hexagon)


@dataclass(frozen=True)
class MobileDeclare(TurnStep):
    """The attacks of reserves that moved, all declared before the first (18.4, 2, line 313)."""

    army: Army

    def side(self, situation: Battle) -> str:
        """Return the side that attacks."""
        return ARMY_NAMES[self.army]

    def prompt(self, situation: Battle) -> str:
        """Return what may be declared."""
        return "Declare all attacks of reserves that moved, each alone."

    def by_itself(self, situation: Battle) -> Happening | None:
        """Return that no reserve can attack."""
        if any(choice.legal for choice in self.choices(situation) if choice.unit):
            return None
        return happened(situation.back(), "")

    def choices(self, situation: Battle) -> Iterator[Choice]:
        """Yield the attacks of each unit next to an enemy, and the end."""
        for unit in situation.of(self.army):
            yield from self._of(situation, unit)
        yield Choice("done", "Begin the combats", partial(self._ends, situation), ends=True)

    def _of(self, battle: Battle, unit: Unit) -> Iterator[Choice]:
        for target in next_to(battle, unit):
            words = f"attack {unit.name} {name(target)}"
            says = f"{unit.name} attacks {name(target)} alone"
            why = may_attack(battle, unit, target, marked=False, mobile=True)
            act = partial(self._declared, battle, unit, target)
            if not why.value:
                yield offered(words, says, act, unit.name, why)
                continue
            odds = before_roll(battle, target, (unit,))
            expects = expected(battle, target, (unit,))
            yield Choice(words, says, act, unit.name, odds, expects, marks=(target,))

    def _declared(self, battle: Battle, unit: Unit, target: Hex, _roll: Roll) -> Happening:
        new = battle.marking(unit.name, "attack", attacks=target)
        alone = Step("Each attacking unit attacks alone.", CITES["mobile-combat"])
        return happened(new, f"{unit.name} is to attack {name(target)} alone.", (alone,))

    def _ends(self, battle: Battle, _roll: Roll) -> Happening:
        return happened(battle.back(), "All attacks of reserves are declared.")


@dataclass(frozen=True)
class MobileFights(TurnStep):
    """The combats of reserves, one after another, without shells (18.4)."""

    army: Army

    def side(self, situation: Battle) -> str:
        """Return the side that attacks."""
        return ARMY_NAMES[self.army]

    def prompt(self, situation: Battle) -> str:
        """Return what is done next."""
        return "The reserves attack one at a time; neither side has shells."

    def by_itself(self, situation: Battle) -> Happening | None:
        """Return that all attacks that are allowed are fought."""
        offers = tuple(self.choices(situation))
        if any(choice.legal for choice in offers):
            return None
        says = f"Called off: the attack of {listed(c.unit for c in offers)}." if offers else ""
        steps = tuple(step for choice in offers if choice.why for step in choice.why.steps)
        return happened(situation.back(), says, steps)

    def choices(self, situation: Battle) -> Iterator[Choice]:
        """Yield the roll of each attack that is yet to be made."""
        held = situation.hexes_of(ENEMY[self.army])
        for unit in situation.units:
            if unit.attacks in held and not unit.fought:
                yield fight_choice(situation, unit.attacks, (unit,), unit.name, mobile=True)
