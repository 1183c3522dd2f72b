"""A combat: its roll, the losses, the retreat of the defender and the advance of the attackers
(7.6 to 7.9 as modified, 18.3).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial

from landships_lab.core.answer import Answer, Step
from landships_lab.core.dice import D6, Roll
from landships_lab.core.hexes import Hex
from landships_lab.core.speech import listed, plural
from landships_lab.games.loos.rules.book import CITES, allow, name, note, takes
from landships_lab.games.loos.rules.losses import (
    LOSS_CHOICE,
    Force,
    Outcome,
    after_combat,
    one_unit,
)
from landships_lab.games.loos.rules.table import meaning, said_shortly
from landships_lab.play.turns import Choice, Happening, TurnStep, choices, offered
from .battle import ARMY_NAMES, ENEMY, MARKS, STRIP, Battle, Unit
from .happen import (
    JOINS,
    After,
    barred,
    entered,
    happened,
    open_question,
    option,
    ours,
    refuses,
    standard,
    towards,
    verdict,
)
from .replacing import eliminate, lose, losing, loss_words
from .strength import Clash, allowed, before_roll, clash, clash_result, expected
from .ways import Back, enters_front, stacks, ways_back


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
        """Return what happens where there is no combat: nobody attacks, nobody defends, or the
        attack is not allowed.
        """
        there, back = self._there(situation), situation.back()
        if not there:
            text = f"Nobody attacks {name(self.hex)}." if self.attackers else ""
            return happened(back, text)
        if situation.at(self.hex):
            found = allowed(situation, self.hex, there)
            if found.value:
                return None
            called_off = f"The attack on {name(self.hex)} is called off. {found.headline}"
            return happened(calls_off(back, there), called_off, found.steps)
        may = Step(
            "The bombardment emptied the hex, so the declared attackers may advance.",
            CITES["bombardment-loss"],
            "allows",
        )
        new = _over(back, self.hex).call(Advance(self.hex, tuple(unit.name for unit in there)))
        return happened(new, f"{name(self.hex)} is empty.", (may,))

    def choices(self, situation: Battle) -> Iterator[Choice]:
        """Yield the roll."""
        yield fight_choice(situation.back(), self.hex, self._there(situation))


def calls_off(battle: Battle, attackers: Iterable[Unit]) -> Battle:
    """Return the position without the attack of these units, which is not allowed."""
    return battle.put(*(MARKS.after(unit, "called off") for unit in attackers))


def fight_choice(
    below: Battle, target: Hex, attackers: tuple[Unit, ...], word: str = "", mobile: bool = False
) -> Choice:
    """Return the choice to roll for a combat; ``below`` is the position whose stack goes on after
    it. It is refused where the table has no column for it.
    """
    found, names = clash(below, target, attackers), tuple(unit.name for unit in attackers)
    words, says = f"fight {word or name(target)}", f"Attack {name(target)} with {listed(names)}"
    fights = partial(_fought, below, target, names, found, mobile)
    may, expects = allowed(below, target, attackers), expected(below, target, attackers)
    if not may.value:
        return offered(words, says, fights, names[0], may, expects)
    why = before_roll(below, target, attackers)
    return Choice(words, says, fights, names[0], why, expects, marks=(target,))


def _over(battle: Battle, target: Hex, named: str = "") -> Battle:
    """Return the position with a combat fought: in mobile combat that of one unit."""
    if named:
        return battle.marking(named, "fight", fought=True)
    return replace(battle, done=battle.done | {target})


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
    battle = _over(below, target, names[0] if mobile else "")
    who = f"{listed(names)} attacked {name(target)}: {die}, {result.value}."
    said = f"{result.value}: {said_shortly(result.value, below.read_as)}"
    defender = battle.front(target)
    assert defender is not None  # a combat has a defender
    attack, defence = _forces(battle, target, names)
    under = battle.reserve(defender) is not None
    after = after_combat(result.value, attack, defence, readings=battle.read_as, reserve=under)
    steps = tuple(dict.fromkeys((*found.steps, *result.steps, *after.steps)))
    battle = battle.call(Advance(target, (*names, *(_waiting(battle, target) if mobile else ()))))
    if result.value in ("D2", "D3"):
        new = battle.call(Retreat(target, int(result.value[1])))
        return happened(new, who, (*found.steps, *result.steps), said)
    return _losses(battle, target, names, result.value, after.value, who, steps, said)


def _waiting(battle: Battle, target: Hex) -> Iterator[str]:
    """Yield the units that were declared to attack a hex and are yet to do so: in mobile combat
    they may advance as well (18.4, 2, line 313).
    """
    yield from (unit.name for unit in battle.attackers_of(target) if not unit.fought)


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
        calls = (*calls, LoseStep(names, gone, result))
    return happened(battle.call(*calls), " ".join(says), steps, said)


@dataclass(frozen=True)
class LoseStep(TurnStep):
    """An army chooses which of several attackers loses a step, so many times, for a result."""

    names: tuple[str, ...]
    count: int
    result: str

    def _left(self, battle: Battle) -> tuple[Unit, ...]:
        return tuple(unit for named in self.names if (unit := battle.unit(named)))

    def side(self, situation: Battle) -> str:
        """Return the side that chooses, for Ex and (A) by the reading loss-choice."""
        enemy = self.result in ("Ex", "(A)") and option(situation, LOSS_CHOICE) == "enemy"
        return ARMY_NAMES[ENEMY[situation.army] if enemy else situation.army]

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
            why = losing(situation, unit, "combat")
            says = f"{unit.name} loses a step"
            act = partial(self._lost, situation, unit)
            yield Choice(f"lose {unit.name}", says, act, unit.name, why, loss_words(unit, why))

    def _lost(self, battle: Battle, unit: Unit, _roll: Roll | None = None) -> Happening:
        more = (replace(self, count=self.count - 1),) if self.count > 1 else ()
        after = lose(battle.become(*more), unit, "combat")
        chosen = takes(LOSS_CHOICE, option(battle, LOSS_CHOICE))
        chosen = chosen if self.result in ("Ex", "(A)") else meaning(self.result, battle.read_as)
        return happened(after.battle.call(*after.calls), after.says, (chosen, *after.steps))


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
        """Yield standing, and each hex in which a retreat can end, or what bars every one."""
        unit = self._defender(situation)
        stands = partial(self._stands, situation)
        loss = losing(situation, unit, "combat")
        says = f"{unit.name} stands"
        stays = replace(loss, steps=(*self._after(situation, retreats=False).steps, *loss.steps))
        yield Choice("stand", says, stands, unit.name, stays, loss_words(unit, loss))
        ends = ways_back(situation, unit, self.hexes)
        free = {hexagon: back for hexagon, back in ends.items() if not back.barred}
        for hexagon in sorted(free, key=STRIP.grid.column_row):
            yield self._retreats(situation, free[hexagon].way)
        if not free:
            why = self._barred(ends.values())
            yield barred("retreat", f"{unit.name} retreats", why, unit.name)

    def _retreats(self, battle: Battle, way: tuple[Hex, ...]) -> Choice:
        unit = self._defender(battle)
        words, says = f"retreat {name(way[-1])}", f"{unit.name} retreats to {name(way[-1])}"
        goes = partial(self._goes, battle, way)
        found = self._after(battle, retreats=True)
        away = open_question("Away from the attack, through vacant hexes outside enemy zones.")
        found = replace(found, steps=(*found.steps, away))
        return Choice(words, says, goes, unit.name, found, marks=(way[-1],), supplied=True)

    def _barred(self, ends: Iterable[Back]) -> Answer[bool]:
        """Return why no retreat is possible: what bars the way that is barred least."""
        stands = note("displacement", "Who cannot retreat without displacing a unit stands fast.")
        barriers = [back.barred for back in ends]
        if not barriers:
            away = standard("No hex of the strip lies that far away from the attack.")
            return verdict("", refuses(away))

        def displaces(steps: tuple[Step, ...]) -> bool:
            return any(step.cite == CITES["displacement"] for step in steps)

        least = min(barriers, key=lambda steps: (len(steps), not displaces(steps)))
        return verdict("", *((stands,) if displaces(least) else ()), *least)

    def read(self, situation: Battle, words: tuple[str, ...]) -> Choice | None:
        """Return the choice of these words; a retreat without a hex is any that there is."""
        found = super().read(situation, words)
        if found is None and words == ("retreat",):
            return next((c for c in choices(situation) if c.verb == "retreat"), None)
        return found

    def _stands(self, battle: Battle, _roll: Roll) -> Happening:
        found = self._after(battle, retreats=False)
        unit = self._defender(battle)
        after = lose(battle.back(), unit, "combat")
        says = f"{unit.name} stood. {after.says}"
        return happened(after.battle.call(*after.calls), says, (*found.steps, *after.steps))

    def _goes(self, battle: Battle, way: tuple[Hex, ...], _roll: Roll) -> Happening:
        found = self._after(battle, retreats=True)
        unit = self._defender(battle)
        after = _gone(battle.back(), unit, way, "retreat")
        text = f"{unit.name} retreated to {after.place_of(unit.name)}. {after.says}".strip()
        return happened(after.battle, text, (*found.steps, *after.steps))


def _gone(battle: Battle, unit: Unit, way: tuple[Hex, ...], event: str) -> After:
    """Return the position after a unit, and the reserve under it, has gone this way; if it joins
    another there it goes under it.
    """
    below, joins = battle.reserve(unit), bool(battle.at(way[-1]))
    after = entered(battle, unit, way)
    new, steps = after.battle, after.steps
    if below:
        there = new.unit(unit.name)
        assert there is not None  # it has just gone
        new = new.put(replace(below, hex=there.hex))
    elif joins and not new.over:
        new = new.marking(unit.name, event, under=True)
        steps = (*steps, ours(JOINS, "the order of a stack"))
    return replace(after, battle=new, steps=steps)


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
        why = verdict("It may advance.", *self._may(battle, unit, hexagon))
        goes = partial(self._goes, battle, unit, hexagon)
        return towards((hexagon,), words, says, goes, unit.name, why)

    def _may(self, battle: Battle, unit: Unit, hexagon: Hex) -> Iterator[Step]:
        into, leaves = hexagon in STRIP.front_line, unit.hex in STRIP.front_line
        front = enters_front(unit.army, into, "advance", leaves)
        yield from (step for step in front.steps if step.op == "forbids")
        below = battle.reserve(unit)
        coming = (unit, *((below,) if below else ()))
        if hexagon != self.hex and battle.at(hexagon):
            text = "An advance goes into the attacked hex, or a vacant hex next to it."
            yield refuses("advance", text, (hexagon,))
        elif battle.at(hexagon):
            yield from stacks(battle, coming, hexagon).steps
        yield from _ADVANCES

    def _goes(self, battle: Battle, unit: Unit, hexagon: Hex, _roll: Roll) -> Happening:
        names = tuple(named for named in self.names if named != unit.name)
        after = _gone(battle.become(replace(self, names=names)), unit, (hexagon,), "advance")
        text = f"{unit.name} advanced to {name(hexagon)}. {after.says}".strip()
        return happened(after.battle, text, (*_ADVANCES, *after.steps))

    def _ends(self, battle: Battle, _roll: Roll) -> Happening:
        return happened(battle.back(), "The advance is over.")


_ADVANCES = (
    allow("advance", True, "All attackers that took part may advance."),
    note("advance", "An advance is one hex long."),
    note("advance", "It goes into that hex or a vacant hex next to it."),
    note("reserve-combat", "A reserve under an attacker goes with it."),
)
