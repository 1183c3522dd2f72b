"""An attack as the table sees it: the line, both strengths, and the odds of each result."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from landships_lab.core.answer import Answer, Step
from landships_lab.core.dice import Odds
from landships_lab.core.hexes import Hex
from landships_lab.core.speech import listed, percent, plural
from landships_lab.games.loos.rules.book import CITES, as_printed, name, note, takes
from landships_lab.games.loos.rules.table import NO_ATTACK, combat_odds, combat_result, loses_a_step
from landships_lab.games.loos.rules.terrain import Ground, combat_line, must_also_attack
from .battle import STRIP, Battle, Unit
from .happen import option, refuses, sample, verdict

#: What happens below the first differential of a line.
OFF_TABLE = "off-table"


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


def clash(battle: Battle, target: Hex, attackers: tuple[Unit, ...]) -> Clash:
    """Return the combat of these units, each the front line of its hex, against the front line unit
    of a hex.

    Source: 14.3 (lines 178-190), 17.5 (line 273), 18.3 (line 298); the factors are samples.
    """
    defender = battle.front(target)
    assert defender is not None  # a combat has a defender
    places = tuple(dict.fromkeys(unit.place for unit in attackers))
    line = _line(battle.ground(target), places)
    left_out, reasons = _left_out(battle, target, places)
    beside = [unit for h in sorted(left_out) if (unit := battle.front(h))]
    attack = sum(unit.factor for unit in attackers)
    defence = defender.factor + sum(unit.factor for unit in beside)
    told = listed(f"{unit.name} with {unit.factor}" for unit in attackers)
    steps = [
        sample(f"It is attacked by {told}.", "combat factors"),
        sample(f"{defender.name} defends with {defender.factor}.", "combat factors"),
        *line.steps,
        *reasons,
    ]
    if beside:
        added = listed(f"{unit.name} with {unit.factor}" for unit in beside)
        steps.append(Step(f"So {added} is added to the defence.", CITES["trench-neighbour"]))
    if battle.reserve(defender) or any(battle.reserve(unit) for unit in attackers):
        text = "Only front line units fight; reserves add no factors."
        steps.append(Step(text, CITES["reserve-combat"]))
    text = f"{attack} against {defence} is a differential of {as_printed(attack - defence)}."
    steps.append(Step(text, CITES["table-differential"]))
    return Clash(line.value, attack, defence, tuple(steps))


@lru_cache(maxsize=1024)
def _line(ground: Ground, places: tuple[Hex, ...]) -> Answer[str]:
    return combat_line(ground, places, frozenset(STRIP.trench_sides))


def _left_out(
    battle: Battle, target: Hex, places: tuple[Hex, ...]
) -> tuple[frozenset[Hex], tuple[Step, ...]]:
    """Return the Germans behind trenches side by side that nobody attacks (14.3, 3, line 187)."""
    ground = battle.ground(target)
    if ground.defender != "german":
        return frozenset(), ()
    held = {h: STRIP.trench_sides.get(h, frozenset()) for h in battle.hexes_of("german")}
    shelled = frozenset(m.hex for m in battle.shells if m.army == "british")
    left_out: frozenset[Hex] = frozenset()
    steps: list[Step] = []
    for place in places:
        found = must_also_attack(
            target, place, held, battle.attacked, shelled, ground.shelters and ground.breached
        )
        steps += [step for step in found.steps if step.marks and step not in steps]
        left_out |= found.value
    return left_out, tuple(steps)


def allowed(battle: Battle, target: Hex, attackers: tuple[Unit, ...]) -> Answer[bool]:
    """Return whether the table has a column for a combat of these units, which the reading
    off-table decides where the differential is below the first one of the line.
    """
    return _allowed(clash(battle, target, attackers), battle)


def hopeless(battle: Battle, target: Hex, unit: Unit, mobile: bool) -> tuple[Step, ...]:
    """Return what forbids a unit to be declared to attack a hex: that the table would have no
    column for it, whoever of those who still can joins it and whatever neighbour is attacked too.
    Nothing does where shells, or an attack before it, are yet to hurt the defender.
    """
    before = battle.attackers_of(target)
    if battle.marked(target, unit.army) or (mobile and before):
        return ()
    near = () if mobile else tuple(h for h in STRIP.neighbours(target) if h != unit.hex)
    free = (front for h in near if (front := battle.front(h)) and front.army == unit.army)
    joining = tuple(front for front in free if front.attacks is None and front not in before)
    defender = battle.front(target)
    assert defender is not None  # a combat has a defender
    most = clash(battle, target, (*before, unit, *joining))
    found = _allowed(replace(most, defence=defender.factor), battle)
    return tuple(step for step in found.steps if step.op == "forbids")


def _allowed(combat: Clash, battle: Battle) -> Answer[bool]:
    steps = [replace(step, op="note") for step in combat.steps]
    if clash_odds(battle, combat).p(NO_ATTACK):
        text = f"{as_printed(combat.differential)} is below the line of {combat.line}."
        read = refuses(takes(OFF_TABLE, option(battle, OFF_TABLE)))
        steps += (note("table-differential", text), read)
    return verdict("The table has a column for it.", *steps)


def clash_odds(battle: Battle, found: Clash) -> Odds[str]:
    """Return the odds of each result of a combat."""
    return combat_odds(found.line, found.differential, battle.read_as)


def clash_result(battle: Battle, found: Clash, die: int) -> Answer[str]:
    """Return the result of a roll."""
    return _result(found.line, found.differential, die, battle.readings)


@lru_cache(maxsize=4096)
def _result(
    line: str, differential: int, die: int, readings: tuple[tuple[str, str], ...]
) -> Answer[str]:
    return combat_result(line, differential, die, dict(readings))


def expected(battle: Battle, target: Hex, attackers: tuple[Unit, ...]) -> str:
    """Return the differential of a combat, and how often it hurts the defender."""
    found = clash(battle, target, attackers)
    odds = clash_odds(battle, found)
    if odds.p(NO_ATTACK):
        return f"{as_printed(found.differential)}, {NO_ATTACK}"
    hurt = odds.chance(lambda result: loses_a_step(result, "defender"))
    step = f"a step {percent(hurt)}" if hurt else "no step"
    return f"{as_printed(found.differential)}, {step}"


def before_roll(battle: Battle, target: Hex, attackers: tuple[Unit, ...]) -> Answer[int]:
    """Return the differential of a combat with its reasons."""
    found = clash(battle, target, attackers)
    text = (
        f"{plural(len(attackers), 'unit')} against {name(target)} at"
        f" {as_printed(found.differential)}, on the line of {found.line}."
    )
    either = "At D2 and D3 the defender may retreat in place of losing the step."
    return Answer(found.differential, (*found.steps, note("result-d2", either)), text)
