"""The rest of a combat phase: attacks are declared, and then resolved one after another, each with
its bombardments first (17.1, 17.4).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from landships_lab.core.answer import Step
from landships_lab.core.dice import Roll
from landships_lab.core.hexes import Hex
from landships_lab.core.speech import listed
from landships_lab.games.loos.rules.book import CITES, Army, name
from landships_lab.play.turns import Choice, Happening, TurnStep
from .battle import ARMY_NAMES, ENEMY, STRIP, Battle, Unit
from .fight import Fight, fight_choice
from .happen import happened, standard
from .shelling import CounterShells, shell_choice
from .strength import before_roll, expected
from .support import attack_choice, next_to

#: What is taken of the standard rules, which do not stand in the source.
DECLARED = (
    "A sample of the standard rules: attacks without a marker are declared before the first one is"
    " fought."
)


@dataclass(frozen=True)
class Declare(TurnStep):
    """Attacks on hexes without a marker, declared before the first is fought."""

    def side(self, situation: Battle) -> str:
        """Return the side that attacks."""
        return ARMY_NAMES[situation.army]

    def prompt(self, situation: Battle) -> str:
        """Return what may be declared."""
        return "Declare the attacks on hexes without a marker."

    def by_itself(self, situation: Battle) -> Happening | None:
        """Return that there is nothing to declare."""
        if any(choice.legal for choice in self.choices(situation) if choice.unit):
            return None
        return happened(situation.back(), "")

    def choices(self, situation: Battle) -> Iterator[Choice]:
        """Yield the attacks of each unit, and the end."""
        for unit in situation.of(situation.army):
            yield from self._of(situation, unit)
        yield self._done(situation)

    def choices_of(self, situation: Battle, unit: str) -> tuple[Choice, ...]:
        """Return the attacks of one unit, and the end."""
        found = situation.unit(unit)
        own = tuple(self._of(situation, found)) if found and found.hex is not None else ()
        return (*own, self._done(situation))

    def _of(self, battle: Battle, unit: Unit) -> Iterator[Choice]:
        if unit.army == battle.army:
            for hexagon in next_to(battle, unit):
                yield attack_choice(battle, unit, hexagon, marked=False)

    def _done(self, battle: Battle) -> Choice:
        return Choice("done", "Begin the combats", partial(self._ends, battle), ends=True)

    def _ends(self, battle: Battle, _roll: Roll) -> Happening:
        return happened(battle.back(), "All attacks are declared.", (standard(DECLARED),))

    def read(self, situation: Battle, words: tuple[str, ...]) -> Choice | None:
        """Return the choice of a unit and a hex, or the end."""
        if words == ("done",):
            return self._done(situation)
        found = self.choices_of(situation, words[1]) if len(words) == 3 else ()
        return next((c for c in found if c.words == " ".join(words)), None)


@dataclass(frozen=True)
class Resolve(TurnStep):
    """The combats and bombardments of the phase, in the order that the attacker likes."""

    def side(self, situation: Battle) -> str:
        """Return the side that attacks."""
        return ARMY_NAMES[situation.army]

    def prompt(self, situation: Battle) -> str:
        """Return what is to be done next."""
        return "Resolve the combats, one by one."

    def by_itself(self, situation: Battle) -> Happening | None:
        """Return the end of the phase's combats, when none is left that is allowed."""
        offers = tuple(self.choices(situation))
        if any(choice.legal for choice in offers):
            return None
        codes = [choice.names[-1] for choice in offers]
        says = f"Called off: the attack on {listed(codes)}." if offers else ""
        steps = tuple(step for choice in offers if choice.why for step in choice.why.steps)
        return happened(situation.back(), says, steps)

    def choices(self, situation: Battle) -> Iterator[Choice]:
        """Yield what begins each combat, and the shells that fall on hexes without one."""
        army = situation.army
        marked = [m.hex for m in situation.shells if m.army == army and not m.spent]
        targets = {*marked, *situation.attacked} - situation.done
        held = situation.hexes_of(ENEMY[army])
        for hexagon in sorted(targets & held, key=STRIP.grid.column_row):
            yield from self._combat(situation, hexagon, hexagon in marked)
        for marker in situation.shells:
            waits = marker.army != army and not marker.spent
            if (
                waits
                and marker.hex in situation.hexes_of(army)
                and not self._fights(situation, marker.hex)
            ):
                yield from _shells(situation, marker.hex, marker.army, ())

    def _fights(self, battle: Battle, hexagon: Hex) -> bool:
        """Return whether a combat in which a unit of this hex attacks is still to be fought."""
        return any(
            unit.hex == hexagon
            for target in (battle.attacked - battle.done) & battle.hexes_of(ENEMY[battle.army])
            for unit in _attackers(battle, target)
        )

    def _combat(self, battle: Battle, hexagon: Hex, marked: bool) -> Iterator[Choice]:
        attackers = _attackers(battle, hexagon)
        counters = _counters(battle, attackers)
        then = (Fight(hexagon, tuple(unit.name for unit in attackers)), *counters)
        if marked:
            yield from _shells(battle, hexagon, battle.army, then)
        elif attackers and not counters:
            yield fight_choice(battle, hexagon, attackers)
        elif attackers:
            begins = partial(_begun, battle, hexagon, then)
            why = before_roll(battle, hexagon, attackers)
            expects = expected(battle, hexagon, attackers)
            says = f"Begin the attack on {name(hexagon)}"
            words, first = f"begin {name(hexagon)}", attackers[0].name
            yield Choice(words, says, begins, first, why, expects, marks=(hexagon,))


def _attackers(battle: Battle, target: Hex) -> tuple[Unit, ...]:
    """Return the declared attackers of a hex that are left, each the front line of its hex."""
    return tuple(unit for unit in battle.attackers_of(target) if not unit.under)


def _counters(battle: Battle, attackers: tuple[Unit, ...]) -> tuple[CounterShells, ...]:
    """Return the defender's bombardments of the hexes that these units attack from."""
    enemy = ENEMY[battle.army]
    places = dict.fromkeys(unit.place for unit in attackers)
    return tuple(CounterShells(h, enemy) for h in places if battle.marked(h, enemy))


def _shells(
    battle: Battle, hexagon: Hex, army: Army, then: tuple[TurnStep, ...]
) -> Iterator[Choice]:
    """Yield the bombardment of a hex; in Zero Hour also one with gas for the British."""
    yield shell_choice(battle, hexagon, army, then, gas=False)
    if army == "british":
        yield shell_choice(battle, hexagon, army, then, gas=True)


def _begun(battle: Battle, hexagon: Hex, then: tuple[TurnStep, ...], _roll: Roll) -> Happening:
    first = Step(
        "The defender's bombardment is also resolved before the combat.", CITES["bombardment-first"]
    )
    return happened(battle.call(*then), f"The attack on {name(hexagon)} begins.", (first,))
