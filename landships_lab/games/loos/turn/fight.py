"""A combat: its roll, the losses, the retreat of the defender and the advance of the attackers
(7.6 to 7.9 as modified, 18.3).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial

from landships_lab.core.answer import Answer, Step
from landships_lab.core.dice import D6, Roll
from landships_lab.core.hexes import Hex
from landships_lab.core.speech import listed, plural
from landships_lab.games.loos.rules import Force, after_combat, lose_step, one_unit
from landships_lab.games.loos.rules.book import CITES, name, reading_step
from landships_lab.games.loos.rules.losses import LOSS_CHOICE, Outcome
from landships_lab.games.loos.rules.table import NO_ATTACK, said_shortly
from landships_lab.games.loos.rules.terrain import Army
from landships_lab.games.loos.turn.battle import ARMY_NAMES, ENEMY, STRIP, Battle, Unit
from landships_lab.games.loos.turn.happen import entered, happened, no, open_question, option
from landships_lab.games.loos.turn.replacing import eliminate, lose
from landships_lab.games.loos.turn.strength import Clash, before_roll, clash, clash_result, expected
from landships_lab.games.loos.turn.ways import enters_front, stacks, ways_back
from landships_lab.play.turns import Choice, Happening, TurnStep, refused


@dataclass(frozen=True)
class Fight(TurnStep):
    """One combat: the hex that is attacked, and the units that attack it."""

    hex: Hex
    attackers: tuple[str, ...]

    def _there(self, battle: Battle) -> tuple[Unit, ...]:
        """Return the attackers that are left: a reserve that has become the front line was not
        declared.
        """
        found = (battle.unit(named) for named in self.attackers)
        return tuple(unit for unit in found if unit is not None and not unit.under)

    def side(self, situation: Battle) -> str:
        """Return the side that attacks."""
        return ARMY_NAMES[situation.army]

    def prompt(self, situation: Battle) -> str:
        """Return who fights whom."""
        there = self._there(situation)
        who = listed(unit.name for unit in there)
        attack = "attacks" if len(there) == 1 else "attack"
        return f"The combat against {name(self.hex)}: {who} {attack}."

    def by_itself(self, situation: Battle) -> Happening | None:
        """Return what happens where there is no combat: nobody attacks, or nobody defends."""
        there = self._there(situation)
        if there and situation.at(self.hex):
            return None
        over = _over(situation.back(), self.hex, self.attackers)
        if not there:
            text = f"Nobody attacks {name(self.hex)}." if self.attackers else ""
            return happened(over, text)
        may = Step(
            "The bombardment emptied the hex, so the declared attackers may advance.",
            CITES["bombardment-loss"],
            "allows",
        )
        new = over.call(Advance(self.hex, tuple(unit.name for unit in there)))
        return happened(new, f"{name(self.hex)} is empty.", (may,))

    def choices(self, situation: Battle) -> Iterator[Choice]:
        """Yield the roll."""
        yield fight_choice(situation.back(), self.hex, self._there(situation))

    def read(self, situation: Battle, words: tuple[str, ...]) -> Choice | None:
        """Return the roll."""
        return next((c for c in self.choices(situation) if c.words == " ".join(words)), None)


def fight_choice(
    below: Battle, target: Hex, attackers: tuple[Unit, ...], word: str = "", mobile: bool = False
) -> Choice:
    """Return the choice to roll for a combat; ``below`` is the position whose stack goes on after
    it.
    """
    found = clash(below, target, attackers)
    names = tuple(unit.name for unit in attackers)
    return Choice(
        f"fight {word or name(target)}",
        f"Attack {name(target)} with {listed(names)}",
        partial(_fought, below, target, names, found, mobile),
        names[0],
        before_roll(below, target, attackers),
        expected(below, target, attackers),
        marks=(target,),
    )


def _over(battle: Battle, target: Hex, names: tuple[str, ...], mobile: bool = False) -> Battle:
    """Return the position with a combat marked as fought."""
    fought = battle.fought | set(names)
    return replace(battle, fought=fought, done=battle.done | (set() if mobile else {target}))


def _forces(battle: Battle, target: Hex, names: tuple[str, ...]) -> tuple[Force, Force]:
    """Return both sides as the rules of losses count them: in steps."""
    attackers = tuple(unit.steps for n in names if (unit := battle.unit(n)))
    defender = battle.front(target)
    assert defender is not None  # a combat has a defender
    return Force(attackers, (1, 2, 3)), one_unit(defender.steps, 1)


def _fought(
    below: Battle, target: Hex, names: tuple[str, ...], found: Clash, mobile: bool, roll: Roll
) -> Happening:
    die = roll(D6, int)
    result = clash_result(below, found, die)
    battle = _over(below, target, names, mobile)
    who = f"{listed(names)} attacked {name(target)}: {die}, {result.value}."
    said = f"{result.value}: {said_shortly(result.value, below.read_as)}"
    if result.value == NO_ATTACK:
        return happened(battle, who, (*found.steps, *result.steps), result.value)
    defender = battle.front(target)
    assert defender is not None  # a combat has a defender
    attack, defence = _forces(battle, target, names)
    under = battle.reserve(defender) is not None
    after = after_combat(result.value, attack, defence, readings=battle.read_as, reserve=under)
    steps = (*found.steps, *result.steps, *after.steps)
    may_retreat = result.value in ("D2", "D3")
    battle = battle.call(Advance(target, (*names, *(_waiting(battle, target) if mobile else ()))))
    if may_retreat:
        new = battle.call(Retreat(target, int(result.value[1])))
        return happened(new, who, (*found.steps, *result.steps), said)
    return _losses(battle, target, names, result.value, after.value, who, steps, said)


def _waiting(battle: Battle, target: Hex) -> Iterator[str]:
    """Yield the units that were declared to attack a hex and are yet to do so: in mobile combat
    they may advance as well (18.4, 2, line 313).
    """
    for named, attacked in battle.attacks:
        if attacked == target and named not in battle.fought and battle.unit(named):
            yield named


def _losses(
    battle: Battle,
    target: Hex,
    names: tuple[str, ...],
    result: str,
    end: Outcome,
    who: str,
    steps: tuple[Step, ...],
    said: str,
) -> Happening:
    """Return the position after the losses of a result that leaves no retreat."""
    defender = battle.front(target)
    assert defender is not None  # a combat has a defender
    says = [who]
    calls: tuple[TurnStep, ...] = ()
    if result == "De":
        battle = eliminate(battle, defender)
        says.append(f"{defender.name} is eliminated.")
    elif end.defenders.total_steps < defender.steps:
        lost = lose(battle, defender, "combat")
        battle, steps, calls = lost.battle, (*steps, *lost.steps), lost.calls
        says.append(lost.says)
    before = sum(unit.steps for n in names if (unit := battle.unit(n)))
    gone = before - end.attackers.total_steps
    if result == "Ae":
        for unit in [unit for n in names if (unit := battle.unit(n))]:
            battle = eliminate(battle, unit)
        says.append(f"{listed(names)} {'is' if len(names) == 1 else 'are'} eliminated.")
    elif gone:
        enemy = option(battle, LOSS_CHOICE) == "enemy" and result in ("Ex", "(A)")
        army = ENEMY[battle.army] if enemy else battle.army
        calls = (*calls, LoseStep(army, names, gone))
    return happened(battle.call(*calls), " ".join(says), steps, said)


@dataclass(frozen=True)
class LoseStep(TurnStep):
    """An army chooses which of several attackers loses a step, so many times."""

    army: Army
    names: tuple[str, ...]
    count: int

    def _left(self, battle: Battle) -> tuple[Unit, ...]:
        return tuple(unit for named in self.names if (unit := battle.unit(named)))

    def side(self, situation: Battle) -> str:
        """Return the side that chooses, by the reading loss-choice."""
        return ARMY_NAMES[self.army]

    def prompt(self, situation: Battle) -> str:
        """Return what is to be chosen."""
        return f"The attackers lose {plural(self.count, 'step')}: which unit loses the next?"

    def by_itself(self, situation: Battle) -> Happening | None:
        """Return the loss where only one unit can take it."""
        left = self._left(situation)
        if not left:
            return happened(situation.back(), "")
        return self._lost(situation, left[0]) if len(left) == 1 else None

    def choices(self, situation: Battle) -> Iterator[Choice]:
        """Yield each unit that may take the loss."""
        for unit in self._left(situation):
            why = lose_step(unit.kind, unit.steps, situation.deadpile, readings=situation.read_as)
            expects = "eliminated" if unit.steps == 1 else f"{unit.steps - 1} left"
            says = f"{unit.name} loses a step"
            act = partial(self._lost, situation, unit)
            yield Choice(f"lose {unit.name}", says, act, unit.name, why, expects)

    def read(self, situation: Battle, words: tuple[str, ...]) -> Choice | None:
        """Return the choice of a unit."""
        return next((c for c in self.choices(situation) if c.words == " ".join(words)), None)

    def _lost(self, battle: Battle, unit: Unit, _roll: Roll | None = None) -> Happening:
        after = lose(battle.back(), unit, "combat")
        more = (replace(self, count=self.count - 1),) if self.count > 1 else ()
        reading = reading_step(LOSS_CHOICE, option(battle, LOSS_CHOICE))
        return happened(after.battle.call(*more, *after.calls), after.says, (reading, *after.steps))


@dataclass(frozen=True)
class Retreat(TurnStep):
    """The defender retreats or loses a step (D2 and D3, lines 367-369)."""

    hex: Hex
    hexes: int

    def _defender(self, battle: Battle) -> Unit:
        unit = battle.front(self.hex)
        assert unit is not None  # it is still in its hex
        return unit

    def side(self, situation: Battle) -> str:
        """Return the side that defends."""
        return ARMY_NAMES[ENEMY[situation.army]]

    def prompt(self, situation: Battle) -> str:
        """Return the choice that the result leaves."""
        unit = self._defender(situation)
        return f"{unit.name} retreats {self.hexes} hexes or loses a step."

    def _after(self, battle: Battle, retreats: bool, displaces: bool = False) -> Answer[Outcome]:
        unit = self._defender(battle)
        return after_combat(
            f"D{self.hexes}",
            one_unit(1, 1),
            one_unit(unit.steps, 1),
            "retreat" if retreats else "stand",
            displaces,
            battle.read_as,
            battle.reserve(unit) is not None,
        )

    def choices(self, situation: Battle) -> Iterator[Choice]:
        """Yield standing, and each hex in which a retreat can end."""
        unit = self._defender(situation)
        stands = partial(self._stands, situation)
        why = self._after(situation, retreats=False)
        yield Choice("stand", f"{unit.name} stands", stands, unit.name, why, "a step")
        ends = ways_back(situation, unit, self.hexes)
        for hexagon in sorted(ends, key=STRIP.grid.column_row):
            words, says = f"retreat {name(hexagon)}", f"{unit.name} retreats to {name(hexagon)}"
            goes = partial(self._goes, situation, ends[hexagon])
            found = self._after(situation, retreats=True)
            away = open_question(
                "Away from the attacked hex, through vacant hexes outside enemy zones."
            )
            found = replace(found, steps=(*found.steps, away))
            yield Choice(words, says, goes, unit.name, found, marks=(hexagon,), supplied=True)
        if not ends:
            displaced = self._after(situation, retreats=True, displaces=True)
            text = "The retreat would displace another unit, so the defender stands."
            why_not = no(text, "displacement", *displaced.steps)
            yield refused("retreat", f"{unit.name} retreats", why_not, unit.name)

    def read(self, situation: Battle, words: tuple[str, ...]) -> Choice | None:
        """Return the choice to stand or to go."""
        return next((c for c in self.choices(situation) if c.words == " ".join(words)), None)

    def _stands(self, battle: Battle, _roll: Roll) -> Happening:
        found = self._after(battle, retreats=False)
        unit = self._defender(battle)
        after = lose(battle.back(), unit, "combat")
        says = f"{unit.name} stood. {after.says}"
        return happened(after.battle.call(*after.calls), says, (*found.steps, *after.steps))

    def _goes(self, battle: Battle, way: tuple[Hex, ...], _roll: Roll) -> Happening:
        found = self._after(battle, retreats=True)
        unit = self._defender(battle)
        new, steps, says = _gone(battle.back(), unit, way)
        text = f"{unit.name} retreated to {name(way[-1])}. {says}".strip()
        return happened(new, text, (*found.steps, *steps))


def _gone(battle: Battle, unit: Unit, way: tuple[Hex, ...]) -> tuple[Battle, tuple[Step, ...], str]:
    """Return the position after a unit, and the reserve under it, has gone this way."""
    below = battle.reserve(unit)
    after = entered(battle, unit, way)
    new = after.battle
    if below:
        new = new.put(replace(below, hex=way[-1]))
    return new, after.steps, after.says


@dataclass(frozen=True)
class Advance(TurnStep):
    """The attackers advance after combat, one hex each, if the hex is free (7.9, line 230)."""

    hex: Hex
    names: tuple[str, ...]

    def _left(self, battle: Battle) -> tuple[Unit, ...]:
        found = (battle.unit(named) for named in self.names)
        return tuple(u for u in found if u is not None and not u.under)

    def side(self, situation: Battle) -> str:
        """Return the side that attacked."""
        return ARMY_NAMES[situation.army]

    def prompt(self, situation: Battle) -> str:
        """Return who may advance where."""
        who = listed(unit.name for unit in self._left(situation))
        return f"{name(self.hex)} is free: {who} may advance."

    def by_itself(self, situation: Battle) -> Happening | None:
        """Return that nobody advances, where the hex is held or nobody is left who may."""
        enemy = ENEMY[situation.army]
        held = any(unit.army == enemy for unit in situation.at(self.hex))
        if held or not any(c.legal for u in self._left(situation) for c in self._of(situation, u)):
            return happened(situation.back(), "")
        return None

    def choices(self, situation: Battle) -> Iterator[Choice]:
        """Yield each advance, and the end of it."""
        for unit in self._left(situation):
            yield from self._of(situation, unit)
        yield Choice("stay", "Advance no further", partial(self._ends, situation), ends=True)

    def _of(self, battle: Battle, unit: Unit) -> Iterator[Choice]:
        for hexagon in STRIP.neighbours(unit.place):
            if hexagon == self.hex or hexagon in STRIP.neighbours(self.hex):
                yield self._choice(battle, unit, hexagon)

    def _choice(self, battle: Battle, unit: Unit, hexagon: Hex) -> Choice:
        words = f"advance {unit.name} {name(hexagon)}"
        says = f"{unit.name} advances to {name(hexagon)}"
        why = self._may(battle, unit, hexagon)
        if not why.value:
            return refused(words, says, why, unit.name)
        goes = partial(self._goes, battle, unit, hexagon)
        return Choice(words, says, goes, unit.name, why, marks=(hexagon,))

    def _may(self, battle: Battle, unit: Unit, hexagon: Hex) -> Answer[bool]:
        into, leaves = hexagon in STRIP.front_line, unit.hex in STRIP.front_line
        front = enters_front(unit.army, into, "advance", leaves)
        if not front.value:
            return front
        below = battle.reserve(unit)
        coming = (unit, *((below,) if below else ()))
        if hexagon != self.hex and battle.at(hexagon):
            text = "An advance goes into the attacked hex, or a vacant hex next to it."
            return no(text, "advance", marks=(hexagon,))
        return stacks(battle, coming, hexagon) if battle.at(hexagon) else _ADVANCES

    def read(self, situation: Battle, words: tuple[str, ...]) -> Choice | None:
        """Return the choice of a unit and a hex, or the end."""
        return next((c for c in self.choices(situation) if c.words == " ".join(words)), None)

    def _goes(self, battle: Battle, unit: Unit, hexagon: Hex, _roll: Roll) -> Happening:
        names = tuple(named for named in self.names if named != unit.name)
        top = any(u.army == unit.army for u in battle.at(hexagon))
        went = replace(unit, under=top)
        new, steps, says = _gone(battle.become(replace(self, names=names)), unit, (hexagon,))
        if top:
            new = new.put(replace(went, hex=hexagon))
        text = f"{unit.name} advanced to {name(hexagon)}. {says}".strip()
        return happened(new, text, (*_ADVANCES.steps, *steps))

    def _ends(self, battle: Battle, _roll: Roll) -> Happening:
        return happened(battle.back(), "The advance is over.")


_ADVANCES: Answer[bool] = Answer(
    True,
    (
        Step("All attackers that took part may advance.", CITES["advance"], "allows"),
        Step("An advance is one hex long.", CITES["advance"]),
        Step("It goes into that hex or a vacant hex next to it.", CITES["advance"]),
        Step("A reserve under an attacker goes with it.", CITES["reserve-combat"]),
    ),
    "It may advance.",
)
