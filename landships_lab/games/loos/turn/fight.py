"""A combat: the differential before its roll, the roll, the losses, the retreat of the defender and
the advance of the attackers (7.6 to 7.9 as modified, 14.3, 18.3).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache, partial

from landships_lab.core.answer import Answer, Step
from landships_lab.core.dice import D6, Odds, Roll
from landships_lab.core.hexes import Hex
from landships_lab.core.speech import listed, percent, plural
from landships_lab.games.loos.rules import losses, table, terrain
from landships_lab.games.loos.rules.book import BOOK, Army, allow, as_printed, name, note, takes
from landships_lab.play.turns import Choice, Happening, refused
from .battle import ENEMY, MARKS, STRIP, Battle, Readings, Unit
from .happen import After, ArmyStep, SideStep, ends, entered, happened, hex_choice, step_over
from .reasons import barred, open_question, refuses, sample, standard, verdict
from .replacing import eliminate, lose, losing, loss_words
from .ways import Back, enters_front, stacks, ways_back

#: The reading on what happens below the first differential of a line.
OFF_TABLE = "off-table"


# ---------------------------------------------------------------------------------- before the roll


@dataclass(frozen=True, slots=True)
class Clash:
    """One combat before its roll: its line of the table, both strengths, and the reasons."""

    line: str
    attack: int
    defence: int
    steps: tuple[Step, ...]

    @property
    def differential(self) -> int:
        """The attacking strength less the defending strength."""
        return self.attack - self.defence

    def odds(self, battle: Battle) -> Odds[str]:
        """Return the odds of each result."""
        return table.combat_odds(self.line, self.differential, battle.read_as)

    def allowed(self, battle: Battle) -> Answer[bool]:
        """Return whether the table has a column for it, or the reading off-table gives one."""
        steps = [replace(step, op="note") for step in self.steps]
        if self.odds(battle).p(table.NO_ATTACK):
            text = f"{as_printed(self.differential)} is below the line of {self.line}."
            read = refuses(takes(OFF_TABLE, battle.options[OFF_TABLE]))
            steps += (note("table-differential", text), read)
        return verdict("The table has a column for it.", *steps)


def clash(battle: Battle, target: Hex, attackers: tuple[Unit, ...]) -> Clash:
    """Return the combat of these front line units against that of a hex; factors are samples."""
    defender, places = battle.holder(target), tuple(dict.fromkeys(u.place for u in attackers))
    line = line_of(battle.ground(target), places)
    left_out, reasons = _left_out(battle, target, places)
    beside = [unit for h in sorted(left_out) if (unit := battle.front(h))]
    attack = sum(unit.factor for unit in attackers)
    defence = defender.factor + sum(unit.factor for unit in beside)
    by, also = (listed(f"{u.name} with {u.factor}" for u in units) for units in (attackers, beside))
    steps = [
        sample(f"It is attacked by {by}.", "combat factors"),
        sample(f"{defender.name} defends with {defender.factor}.", "combat factors"),
        *line.steps,
        *reasons,
    ]
    if beside:
        steps.append(note("trench-neighbour", f"So {also} is added to the defence."))
    if any(battle.reserve(unit) for unit in (defender, *attackers)):
        text = "Only front line units fight; reserves add no factors."
        steps.append(note("reserve-combat", text))
    text = f"{attack} against {defence} is a differential of {as_printed(attack - defence)}."
    steps.append(note("table-differential", text))
    return Clash(line.value, attack, defence, tuple(steps))


@lru_cache(maxsize=4096)
def line_of(ground: terrain.Ground, places: tuple[Hex, ...]) -> Answer[str]:
    """Return the line of the table for an attack on this ground from these hexes."""
    return terrain.combat_line(ground, places, frozenset(STRIP.trench_sides))


def _left_out(
    battle: Battle, target: Hex, places: tuple[Hex, ...]
) -> tuple[frozenset[Hex], tuple[Step, ...]]:
    """Return the Germans behind trenches side by side whom nobody attacks (14.3, 3)."""
    ground, left_out, steps = battle.ground(target), frozenset[Hex](), list[Step]()
    if ground.defender != "german":
        return left_out, ()
    held = {h: STRIP.trench_sides.get(h, frozenset()) for h in battle.hexes_of("german")}
    shelled = frozenset(m.hex for m in battle.shells if m.army == "british")
    breached = ground.shelters and ground.breached
    for place in places:
        answer = terrain.must_also_attack(target, place, held, battle.attacked, shelled, breached)
        steps += [step for step in answer.steps if step.marks and step not in steps]
        left_out |= answer.value
    return left_out, tuple(steps)


def hopeless(battle: Battle, target: Hex, unit: Unit, mobile: bool) -> tuple[Step, ...]:
    """Return what forbids a unit to be declared as attacking a hex: the table would have no column
    for the attack, whichever units can still join it and whichever neighbours are attacked too.

    Nothing forbids it while shells, or an earlier attack, may still hurt the defender.
    """
    before = battle.attackers_of(target)
    if battle.marked(target, unit.army) or (mobile and before):
        return ()
    near = () if mobile else tuple(h for h in STRIP.neighbours(target) if h != unit.hex)
    free = (front for h in near if (front := battle.front(h)) and front.army == unit.army)
    joining = tuple(front for front in free if front.attacks is None and front not in before)
    most = clash(battle, target, (*before, unit, *joining))
    answer = replace(most, defence=battle.holder(target).factor).allowed(battle)
    return tuple(step for step in answer.steps if step.op == "forbids")


@lru_cache(maxsize=4096)
def _result(line: str, differential: int, die: int, readings: Readings) -> Answer[str]:
    return table.combat_result(line, differential, die, dict(readings))


def before_roll(battle: Battle, target: Hex, attackers: tuple[Unit, ...]) -> Answer[int, str]:
    """Return the differential with its reasons; its detail says how often it hurts the defender."""
    fight = clash(battle, target, attackers)
    who, by, odds = (
        plural(len(attackers), "unit"),
        as_printed(fight.differential),
        fight.odds(battle),
    )
    text = f"{who} against {name(target)} at {by}, on the line of {fight.line}."
    either = "At D2 and D3 the defender may retreat in place of losing the step."
    hurt = odds.chance(lambda result: table.loses_a_step(result, "defender"))
    expects = f"a step {percent(hurt)}" if hurt else "no loss"
    expects = f"{by}, {table.NO_ATTACK if odds.p(table.NO_ATTACK) else expects}"
    steps = (*fight.steps, note("result-d2", either))
    return Answer(fight.differential, steps, text, detail=expects)


# ----------------------------------------------------------------------------------------- the roll


@dataclass(frozen=True)
class Fight(SideStep):
    """One combat: the hex that is attacked, and the units that attack it."""

    hex: Hex
    attackers: tuple[str, ...]

    def _there(self, battle: Battle) -> tuple[Unit, ...]:
        """Return the remaining attackers, without a reserve that has become the front line."""
        return tuple(unit for unit in battle.those(self.attackers) if not unit.under)

    def prompt(self, situation: Battle) -> str:
        there = self._there(situation)
        attack = "attacks" if len(there) == 1 else "attack"
        who = listed(unit.name for unit in there)
        return f"The combat against {name(self.hex)}: {who} {attack}."

    def by_itself(self, situation: Battle) -> Happening | None:
        """Go on if nobody attacks or defends, or the attack is not allowed."""
        there, back, code = self._there(situation), situation.back(), name(self.hex)
        if not there:
            return step_over(situation, f"Nobody attacks {code}." if self.attackers else "")
        if situation.at(self.hex):
            answer = clash(situation, self.hex, there).allowed(situation)
            if answer.value:
                return None
            called_off = back.put(*(MARKS.after(unit, "called off") for unit in there))
            says = f"The attack on {code} is called off. {answer.headline}"
            return happened(called_off, says, answer.steps)
        text = "The bombardment emptied the hex, so the declared attackers may advance."
        new = _over(back, self.hex).call(Advance(self.hex, tuple(unit.name for unit in there)))
        return happened(new, f"{code} is empty.", (allow("bombardment-loss", True, text),))

    def choices(self, situation: Battle) -> Iterator[Choice]:
        yield fight_choice(situation.back(), self.hex, self._there(situation))


def fight_choice(
    below: Battle, target: Hex, attackers: tuple[Unit, ...], word: str = "", mobile: bool = False
) -> Choice:
    """Return the choice to roll for a combat; ``below`` is the position that goes on after it."""
    fight, names = clash(below, target, attackers), tuple(unit.name for unit in attackers)
    words, says = f"fight {word or name(target)}", f"Attack {name(target)} with {listed(names)}"
    fights = partial(_fought, below, target, names, fight, mobile)
    may = fight.allowed(below)
    if not may.value:
        return refused(words, says, may, names[0])
    why = before_roll(below, target, attackers)
    return Choice(words, says, fights, names[0], why, why.detail, marks=(target,))


def _over(battle: Battle, target: Hex, named: str = "") -> Battle:
    """Return the position after a combat, which in mobile combat is that of one unit."""
    if named:
        return battle.marking(named, "fight", fought=True)
    return replace(battle, done=battle.done | {target})


def _fought(
    below: Battle, target: Hex, names: tuple[str, ...], fight: Clash, mobile: bool, roll: Roll
) -> Happening:
    die = roll(D6, int)
    rolled = _result(fight.line, fight.differential, die, below.readings)
    result = rolled.value
    battle = _over(below, target, names[0] if mobile else "")
    # in mobile combat, units that have yet to attack may also advance (18.4, 2)
    waiting = [u.name for u in battle.attackers_of(target) if mobile and not u.fought]
    short = table.said_shortly(result, below.read_as)
    says = f"{listed(names)} attacked {name(target)}, a {die}: {short} ({result})."
    outcome = f"{result}: {short}"
    steps = (*fight.steps, *rolled.steps)
    battle = battle.call(Advance(target, (*names, *waiting)))
    if result in ("D2", "D3"):
        return happened(battle.call(Retreat(target, int(result[1]))), says, steps, outcome)
    defender, units = battle.holder(target), battle.those(names)
    attack = losses.Force(tuple(unit.steps for unit in units), (1, 2, 3))
    under, defence = battle.reserve(defender) is not None, losses.one_unit(defender.steps, 1)
    end = losses.after_combat(result, attack, defence, readings=battle.read_as, reserve=under)
    reasons = dict.fromkeys((*steps, *end.steps))
    return _losses(battle, defender, names, result, end.value).happens(says, reasons, outcome)


def _losses(
    battle: Battle, defender: Unit, names: tuple[str, ...], result: str, end: losses.Outcome
) -> After:
    """Return the position after the losses of a result without a retreat."""
    after, units = After(battle), battle.those(names)
    if result == "De":
        after = After(eliminate(battle, defender), f"{defender.name} is eliminated.")
    elif end.defenders.total_steps < defender.steps:
        after = lose(battle, defender, "combat")
    gone = sum(unit.steps for unit in units) - end.attackers.total_steps
    if result == "Ae":
        for unit in units:
            battle = eliminate(battle, unit)
        return After(battle, f"{listed(names)} {'is' if len(names) == 1 else 'are'} eliminated.")
    calls = (*after.calls, LoseStep(names, gone, result)) if gone else after.calls
    return replace(after, calls=calls)


# --------------------------------------------------------------------------------------- the losses


@dataclass(frozen=True)
class LoseStep(ArmyStep):
    """An army chooses which of several attackers loses a step, once for each step of a result."""

    names: tuple[str, ...]
    count: int
    result: str

    @property
    def _one_of_them(self) -> bool:
        """Whether the result costs one unit a step, whom the reading loss-choice lets choose."""
        return self.result in ("Ex", "(A)")

    def acting(self, battle: Battle) -> tuple[Unit, ...]:
        return battle.those(self.names)

    def army_of(self, battle: Battle) -> Army:
        enemy = self._one_of_them and battle.options[losses.LOSS_CHOICE] == "enemy"
        return ENEMY[battle.army] if enemy else battle.army

    def prompt(self, situation: Battle) -> str:
        steps = plural(self.count, "step")
        return f"The attackers lose {steps}: which unit loses the next?"

    def by_itself(self, situation: Battle) -> Happening | None:
        """Take the loss if only one unit can take it."""
        units = self.acting(situation)
        if not units:
            return step_over(situation)
        return self._lost(situation, units[0]) if len(units) == 1 else None

    def of(self, battle: Battle, unit: Unit) -> Iterator[Choice]:
        why, says = losing(battle, unit, "combat"), f"{unit.name} loses a step"
        act, expects = partial(self._lost, battle, unit), loss_words(unit, why)
        yield Choice(f"lose {unit.name}", says, act, unit.name, why, expects)

    def _lost(self, battle: Battle, unit: Unit, _roll: Roll | None = None) -> Happening:
        more = (replace(self, count=self.count - 1),) if self.count > 1 else ()
        chosen = table.meaning(self.result, battle.read_as)
        if self._one_of_them:
            chosen = takes(losses.LOSS_CHOICE, battle.options[losses.LOSS_CHOICE])
        return lose(battle.become(*more), unit, "combat").happens("", (chosen,))


@dataclass(frozen=True)
class Retreat(SideStep):
    """The defender retreats or loses a step (D2 and D3)."""

    hex: Hex
    hexes: int

    def army_of(self, battle: Battle) -> Army:
        return ENEMY[battle.army]

    def prompt(self, situation: Battle) -> str:
        unit = situation.holder(self.hex)
        return f"{unit.name} retreats {self.hexes} hexes or loses a step."

    def _after(self, battle: Battle, choice: table.Choice) -> Answer[losses.Outcome]:
        unit, one = battle.holder(self.hex), losses.one_unit
        under, force, result = (
            battle.reserve(unit) is not None,
            one(unit.steps, 1),
            f"D{self.hexes}",
        )
        return losses.after_combat(
            result, one(1, 1), force, choice, readings=battle.read_as, reserve=under
        )

    def choices(self, situation: Battle) -> Iterator[Choice]:
        """Yield to stand, and each hex in which a retreat can end, or what bars all of them."""
        unit, steps = situation.holder(self.hex), self._after(situation, "stand").steps
        loss = losing(situation, unit, "combat")
        stays = replace(loss, steps=(*steps, *loss.steps))

        def stands(_: Roll) -> Happening:
            return lose(situation.back(), unit, "combat").happens(f"{unit.name} stood.", steps)

        says, costs = f"{unit.name} stands", loss_words(unit, loss)
        if not loss.value and (below := situation.reserve(unit)):
            costs = f"{costs}, {below.name} holds"
        yield Choice("stand", says, stands, unit.name, stays, costs)
        backs = ways_back(situation, unit, self.hexes)
        free = {hexagon: back for hexagon, back in backs.items() if not back.barred}
        for hexagon in sorted(free, key=STRIP.grid.column_row):
            yield self._retreats(situation, free[hexagon].way)
        if not free:
            yield barred("retreat", f"{unit.name} retreats", _barred(backs.values()), unit.name)

    def _retreats(self, battle: Battle, way: tuple[Hex, ...]) -> Choice:
        unit, code, answer = battle.holder(self.hex), name(way[-1]), self._after(battle, "retreat")

        def effect(_: Roll) -> Happening:
            after = _gone(battle.back(), unit, way, "retreat")
            return after.goes("retreated to", unit, answer.steps)

        away = open_question("Away from the attack, through vacant hexes outside enemy zones.")
        why = replace(answer, steps=(*answer.steps, away))
        says, goes = f"{unit.name} retreats to {code}", _reserve_goes(battle, unit)
        return Choice(f"retreat {code}", says, effect, unit.name, why, goes, True, marks=way[-1:])

    def read(self, situation: Battle, words: tuple[str, ...]) -> Choice | None:
        """Return the choice with these words; "retreat" without a hex means any retreat."""
        any_of = words == ("retreat",)
        return super().read(situation, words) or next(
            (one for one in self.choices(situation) if any_of and one.verb == "retreat"), None
        )


def _barred(backs: Iterable[Back]) -> Answer[bool]:
    """Return why no retreat is possible: what bars the least barred way."""
    stands = note("displacement", "Who cannot retreat without displacing a unit stands fast.")
    barriers = [back.barred for back in backs]
    if not barriers:
        away = standard("No hex of the strip lies that far away from the attack.")
        return verdict("", refuses(away))

    def displaces(steps: tuple[Step, ...]) -> bool:
        return any(step.cite == BOOK.cites["displacement"] for step in steps)

    least = min(barriers, key=lambda steps: (len(steps), not displaces(steps)))
    return verdict("", *((stands,) if displaces(least) else ()), *least)


def _gone(battle: Battle, unit: Unit, way: tuple[Hex, ...], event: str) -> After:
    """Return the position after a unit, with the reserve under it, has gone this way."""
    below = battle.reserve(unit)
    after = entered(battle, unit, way, "" if below else event)
    if not below:
        return after
    new = after.battle.put(replace(below, hex=after.battle.the(unit.name).hex))
    return replace(after, battle=new, says=f"{_reserve_goes(battle, unit)}. {after.says}".strip())


def _reserve_goes(battle: Battle, unit: Unit) -> str:
    """Return that the reserve under a unit stays with it (18.3), or ""."""
    below = battle.reserve(unit)
    return f"{below.name} goes with it" if below else ""


@dataclass(frozen=True)
class Advance(ArmyStep):
    """The attackers advance after combat, one hex each, if the hex is free (7.9)."""

    hex: Hex
    names: tuple[str, ...]

    def acting(self, battle: Battle) -> tuple[Unit, ...]:
        return tuple(unit for unit in battle.those(self.names) if not unit.under)

    def prompt(self, situation: Battle) -> str:
        who = listed(unit.name for unit in self.acting(situation))
        return f"{name(self.hex)} is free: {who} may advance."

    def by_itself(self, situation: Battle) -> Happening | None:
        """Go on if the hex is held, or nobody is left who may advance."""
        held = self.hex in situation.hexes_of(ENEMY[situation.army])
        return step_over(situation) if held or self.idle(situation) else None

    def of(self, battle: Battle, unit: Unit) -> Iterator[Choice]:
        for hexagon in STRIP.neighbours(unit.place):
            if hexagon == self.hex or hexagon in STRIP.neighbours(self.hex):
                yield self._choice(battle, unit, hexagon)

    def whole(self, battle: Battle) -> Iterator[Choice]:
        yield ends(battle, "stay", "Advance no further", "The advance is over.")

    def _choice(self, battle: Battle, unit: Unit, hexagon: Hex) -> Choice:
        def effect(_: Roll) -> Happening:
            names = tuple(named for named in self.names if named != unit.name)
            below = battle.become(replace(self, names=names))
            return _gone(below, unit, (hexagon,), "advance").goes("advanced to", unit, _ADVANCES)

        says = f"{unit.name} advances to {name(hexagon)}"
        why = verdict("It may advance.", *self._may(battle, unit, hexagon))
        goes = _reserve_goes(battle, unit)
        return hex_choice(hexagon, "advance", says, effect, unit.name, why, goes)

    def _may(self, battle: Battle, unit: Unit, hexagon: Hex) -> Iterator[Step]:
        into, leaves = hexagon in STRIP.front_line, unit.hex in STRIP.front_line
        front = enters_front(unit.army, into, False, "advance", leaves)
        yield from (step for step in front.steps if step.op == "forbids")
        if hexagon != self.hex and battle.at(hexagon):
            text = "An advance goes into the attacked hex, or a vacant hex next to it."
            yield refuses("advance", text, (hexagon,))
        elif battle.at(hexagon):
            yield from stacks(battle, battle.stack_of(unit), hexagon).steps
        yield from _ADVANCES


_ADVANCES = (
    allow("advance", True, "All attackers that took part may advance."),
    note("advance", "An advance is one hex long."),
    note("advance", "It goes into that hex or a vacant hex next to it."),
    note("reserve-combat", "A reserve under an attacker goes with it."),
)
