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
from landships_lab.games.loos.rules.book import Army, name, note
from landships_lab.games.loos.rules.reserves import (
    Friend,
    may_reorder,
    reach_chance,
    reserve_points,
)
from landships_lab.play.turns import Choice, Happening, UnitStep, offered
from .attacks import may_attack, next_to
from .battle import ARMY_NAMES, ENEMY, STRIP, Battle, Unit
from .fight import before_roll, expected, fight_choice
from .happen import (
    ArmyStep,
    barred,
    called_off,
    ends,
    happened,
    ours,
    read_hex,
    refuses,
    standard,
    verdict,
)
from .movement import move_choice
from .ways import cost_of, ground_of, move_answer, near, reach_from

#: The most movement points of a reserve: half of a 6.
MOST_POINTS = 3


def halved(battle: Battle, army: Army) -> bool:
    """Return whether the reserves of an army are Germans that move in Zero Hour."""
    return army == "german" and battle.turn == 0


def chance_to_reach(battle: Battle, unit: Unit, hexagon: Hex) -> Answer[Fraction] | None:
    """Return how often a reserve reaches a hex, before its roll; None if it never can."""
    ground = replace(ground_of(battle, unit.army), prizes=frozenset())
    goal = reach_from(ground, unit.place, Fraction(MOST_POINTS)).get(hexagon)
    if goal is None:
        return None
    ways = tuple(zip((unit.place, *goal.way), goal.way, strict=False))
    dug = [STRIP.crosses_trench(here, there) for here, there in ways]
    costs = [cost_of(*way) - crosses for way, crosses in zip(ways, dug, strict=True)]
    standing = [bool(battle.at(h)) for h in goal.way]
    friend: Friend = "end" if standing[-1] else "way" if any(standing) else "none"
    return reach_chance(costs, dug, friend, halved(battle, unit.army), battle.read_as)


# ---------------------------------------------------------------------------------------- the moves


@dataclass(frozen=True)
class MobileMove(ArmyStep):
    """The mobile movement of an army: only reserves move, each after its roll."""

    army: Army

    says = "Reserves may move: roll for each."

    def by_itself(self, situation: Battle) -> Happening | None:
        if not self.idle(situation):
            return None
        none = f"The {ARMY_NAMES[self.army]} side has no reserve that may move."
        return happened(situation.back(), none)

    def of(self, battle: Battle, unit: Unit) -> Iterator[Choice]:
        why = verdict("", *_of_a_roll(battle, unit))
        least, most = (self._points(battle, die).value for die in (1, 6))
        expects = f"{mixed(least)} to {plural(most, 'point')}" if why.value else ""

        def effect(roll: Roll) -> Happening:
            die = roll(D6, int)
            answer = self._points(battle, die)
            new = battle.marking(unit.name, "roll", moved=True).call(Rush(unit.name, answer.value))
            points = plural(answer.value, "point")
            return happened(new, f"{unit.name} rolled {die}: {points}.", answer.steps, points)

        says = f"Roll for the move of {unit.name}"
        yield offered(f"roll {unit.name}", says, effect, unit.name, why, expects)
        if battle.reserve(unit):
            order = may_reorder("mobile movement")
            yield barred(f"swap {unit.name}", "Change the order of the stack", order, unit.name)

    def _points(self, battle: Battle, die: int) -> Answer[Fraction]:
        return reserve_points(die, halved(battle, self.army), battle.read_as)

    def whole(self, battle: Battle) -> Iterator[Choice]:
        yield ends(battle, "done", "End the mobile movement", "The mobile movement is over.")


def _of_a_roll(battle: Battle, unit: Unit) -> Iterator[Step]:
    """Yield the steps on whether a unit may roll for a move in the mobile movement phase."""
    if unit.moved:
        yield refuses(standard(f"{unit.name} has rolled in this phase: each reserve does so once."))
    if battle.arrived(unit) is not None:
        path = "A reserve division moves normally in the second turn after it was placed."
        yield note("reserves-path", path)
        text = "A mobile move before that is not printed, so here it has none."
        yield refuses(ours(text, "reserves on their way"))
    if not unit.under:
        yield refuses("mobile-move", "Only reserves move in the mobile movement phase.")
    yield note("mobile-move", "Just before it moves, its movement points are rolled.")


@dataclass(frozen=True)
class Rush(UnitStep):
    """A reserve moves with the points it has rolled."""

    name: str
    points: Fraction

    def side(self, situation: Battle) -> str:
        return ARMY_NAMES[situation.the(self.name).army]

    def prompt(self, situation: Battle) -> str:
        return f"{self.name} may move with {mixed(self.points)} points."

    def by_itself(self, situation: Battle) -> Happening | None:
        """Let it stay if its points are too few for any hex."""
        if any(choice.legal for choice in self._moves(situation)):
            return None
        stays = "It cannot move one hex, so it stays and cannot attack in the mobile combat phase."
        return happened(situation.back(), f"{self.name} stays.", (note("mobile-move", stays),))

    def choices(self, situation: Battle) -> Iterator[Choice]:
        yield from self._moves(situation)
        text, says = f"{self.name} stayed.", f"{self.name} stays"
        yield ends(situation, "stay", says, text, self.name)

    def _moves(self, battle: Battle) -> Iterator[Choice]:
        for hexagon in near(battle, battle.the(self.name), self.points):
            yield self._move(battle, hexagon)

    def _move(self, battle: Battle, hexagon: Hex) -> Choice:
        unit = battle.the(self.name)
        rolled = note("mobile-move", f"It has {mixed(self.points)} points by its roll.")
        if hexagon in battle.hexes_of(unit.army):
            text = "A reserve may not end its mobile move in a hex with a friendly unit."
            why = verdict("", rolled, refuses("mobile-move", text))
        else:
            why = move_answer(battle, unit, hexagon, self.points, (rolled,))
        return move_choice(battle, unit, hexagon, self.points, why, rushes=True)

    def read(self, situation: Battle, words: tuple[str, ...]) -> Choice | None:
        """Return the choice with these words; hexes that are not listed can be read too."""
        hexagon = read_hex(words, "move", self.name)
        if hexagon is None or hexagon == situation.the(self.name).hex:
            return super().read(situation, words)
        return self._move(situation, hexagon)


# -------------------------------------------------------------------------------------- the attacks


@dataclass(frozen=True)
class MobileDeclare(ArmyStep):
    """The attacks of reserves that moved, all declared before the first (18.4, 2)."""

    army: Army

    says = "Declare all attacks of reserves that moved, each alone."
    passes = True

    def undone(self, situation: Battle) -> tuple[str, ...]:
        return () if situation.attacks else super().undone(situation)

    def of(self, battle: Battle, unit: Unit) -> Iterator[Choice]:
        for target in next_to(battle, unit):
            words = f"attack {unit.name} {name(target)}"
            says = f"{unit.name} attacks {name(target)} alone"
            why: Answer[object] = may_attack(battle, unit, target, marked=False, mobile=True)
            act = partial(self._declared, battle, unit, target)
            if not why.value:
                yield offered(words, says, act, unit.name, why)
                continue
            why = before_roll(battle, target, (unit,))
            expects = expected(battle, target, (unit,))
            yield Choice(words, says, act, unit.name, why, expects, marks=(target,))

    def whole(self, battle: Battle) -> Iterator[Choice]:
        text = "All attacks of reserves are declared."
        yield ends(battle, "done", "Begin the combats", text)

    def _declared(self, battle: Battle, unit: Unit, target: Hex, _roll: Roll) -> Happening:
        new = battle.marking(unit.name, "attack", attacks=target)
        alone = note("mobile-combat", "Each attacking unit attacks alone.")
        return happened(new, f"{unit.name} is to attack {name(target)} alone.", (alone,))


@dataclass(frozen=True)
class MobileFights(ArmyStep):
    """The combats of reserves, one after another, without shells (18.4)."""

    army: Army

    def acting(self, battle: Battle) -> tuple[Unit, ...]:
        held = battle.hexes_of(ENEMY[self.army])
        return tuple(u for u in battle.units if u.attacks in held and not u.fought)

    says = "The reserves attack one at a time; neither side has shells."

    def by_itself(self, situation: Battle) -> Happening | None:
        """End the phase once all allowed attacks are fought."""
        offers = tuple(self.choices(situation))
        who = listed(choice.unit for choice in offers)
        return called_off(situation, offers, f"the attack of {who}")

    def of(self, battle: Battle, unit: Unit) -> Iterator[Choice]:
        assert unit.attacks is not None  # only these act
        yield fight_choice(battle, unit.attacks, (unit,), unit.name, mobile=True)
