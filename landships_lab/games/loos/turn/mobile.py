"""The mobile phases: reserves roll for their movement, move, and attack one at a time (18.4)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial

from landships_lab.core.answer import Answer, Step
from landships_lab.core.dice import D6, Roll
from landships_lab.core.hexes import Hex
from landships_lab.core.speech import mixed, plural
from landships_lab.games.loos.rules import may_reorder, reach_chance
from landships_lab.games.loos.rules.book import CITES, name
from landships_lab.games.loos.rules.reserves import Friend, reserve_points
from landships_lab.games.loos.rules.terrain import Army
from landships_lab.games.loos.turn.battle import ARMY_NAMES, ENEMY, STRIP, Battle, Unit
from landships_lab.games.loos.turn.fight import fight_choice
from landships_lab.games.loos.turn.happen import happened, no, yes
from landships_lab.games.loos.turn.movement import on_its_way, went
from landships_lab.games.loos.turn.support import may_attack, next_to, read_hex
from landships_lab.games.loos.turn.ways import cost_of, move_answer, reach
from landships_lab.play.turns import Choice, Happening, TurnStep, refused

#: The most movement points of a reserve: half of a 6.
MOST_POINTS = 3


def halved(battle: Battle, army: Army) -> bool:
    """Return whether the reserves of an army move in Zero Hour as Germans."""
    return army == "german" and battle.turn == 0


def chance_to_reach(battle: Battle, unit: Unit, hexagon: Hex) -> Answer[Fraction] | None:
    """Return how often a reserve gets to a hex, before its roll; None if it never can."""
    found = reach(battle, unit, Fraction(MOST_POINTS)).get(hexagon)
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
        if unit.name in battle.moved:
            again = no(f"{unit.name} has rolled already.", "mobile-move")
            yield refused(words, says, again, unit.name)
        elif on_its_way(battle, unit):
            path = "A reserve division moves normally only in the second turn after it was placed."
            yield refused(words, says, no(path, "reserves-path"), unit.name)
        elif not unit.under:
            front = no("Only reserves move in the mobile movement phase.", "mobile-move")
            yield refused(words, says, front, unit.name)
        else:
            rolls = partial(self._rolled, battle, unit)
            why = yes("Just before it moves, its movement points are rolled.", "mobile-move")
            yield Choice(words, says, rolls, unit.name, why, "1 to 3 points")
        if battle.reserve(unit):
            order = may_reorder("mobile movement")
            yield refused(f"swap {unit.name}", "Change the order of the stack", order, unit.name)

    def _rolled(self, battle: Battle, unit: Unit, roll: Roll) -> Happening:
        die = roll(D6, int)
        found = reserve_points(die, halved(battle, self.army), battle.read_as)
        new = replace(battle, moved=battle.moved | {unit.name})
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


@dataclass(frozen=True)
class Rush(TurnStep):
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
        given = Step(f"It has {mixed(self.points)} points by its roll.", CITES["mobile-move"])
        if hexagon in battle.hexes_of(unit.army):
            chance = reach_chance([1], friend="end")
            return refused(words, says, chance, unit.name)
        why = move_answer(battle, unit, hexagon, self.points, (given,))
        if not why.value:
            return refused(words, says, why, unit.name)
        found = reach(battle, unit, self.points)[hexagon]
        goes = partial(self._goes, battle, unit, found.way, why.steps)
        return Choice(
            words, says, goes, unit.name, why, plural(found.cost, "point"), marks=(hexagon,)
        )

    def _goes(
        self, battle: Battle, unit: Unit, way: tuple[Hex, ...], steps: tuple[Step, ...], _roll: Roll
    ) -> Happening:
        new, says, more = went(battle.back(), unit, way)
        new = replace(new, rushed=new.rushed | {unit.name})
        text = f"{unit.name} moved to {name(way[-1])}. {says}".strip()
        return happened(new, text, (*steps, *more))

    def _stays(self, battle: Battle, _roll: Roll) -> Happening:
        return happened(battle.back(), f"{self.name} stayed.")

    def read(self, situation: Battle, words: tuple[str, ...]) -> Choice | None:
        """Return the choice of a hex, or to stay."""
        if words == ("stay",):
            return next(c for c in self.choices(situation) if c.words == "stay")
        hexagon, unit = read_hex(words, "move", self.name), self._unit(situation)
        if hexagon is None or hexagon == unit.hex:
            return None
        return self._move(situation, unit, hexagon)


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
            if unit.name not in battle.rushed:
                text = "Only a reserve that moved in the mobile movement phase may attack now."
                yield refused(words, says, no(text, "mobile-combat"), unit.name)
                continue
            why = may_attack(battle, unit, target, marked=False)
            if not why.value:
                yield refused(words, says, why, unit.name)
                continue
            odds = fight_choice(battle, target, (unit,), unit.name, mobile=True)
            act = partial(self._declared, battle, unit, target)
            yield Choice(words, says, act, unit.name, odds.why, odds.expects, marks=(target,))

    def _declared(self, battle: Battle, unit: Unit, target: Hex, _roll: Roll) -> Happening:
        new = replace(battle, attacks=(*battle.attacks, (unit.name, target)))
        alone = Step("Each attacking unit attacks alone.", CITES["mobile-combat"])
        return happened(new, f"{unit.name} is to attack {name(target)} alone.", (alone,))

    def _ends(self, battle: Battle, _roll: Roll) -> Happening:
        return happened(battle.back(), "All attacks of reserves are declared.")

    def read(self, situation: Battle, words: tuple[str, ...]) -> Choice | None:
        """Return the choice of a unit and a hex, or the end."""
        return next((c for c in self.choices(situation) if c.words == " ".join(words)), None)


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
        """Return that all attacks are fought."""
        if any(True for _ in self.choices(situation)):
            return None
        return happened(situation.back(), "")

    def choices(self, situation: Battle) -> Iterator[Choice]:
        """Yield the roll of each attack that is yet to be made."""
        held = situation.hexes_of(ENEMY[self.army])
        for named, target in situation.attacks:
            unit = situation.unit(named)
            if unit and named not in situation.fought and target in held:
                yield fight_choice(situation, target, (unit,), named, mobile=True)

    def read(self, situation: Battle, words: tuple[str, ...]) -> Choice | None:
        """Return the roll of an attack."""
        return next((c for c in self.choices(situation) if c.words == " ".join(words)), None)
