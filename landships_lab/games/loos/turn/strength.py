"""An attack as the table sees it: the line, both strengths, and the odds of each result."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from landships_lab.core.answer import Answer, Step
from landships_lab.core.dice import Odds
from landships_lab.core.hexes import Hex
from landships_lab.core.speech import listed, percent, plural
from landships_lab.games.loos.rules import (
    Ground,
    combat_line,
    combat_odds,
    combat_result,
    must_also_attack,
)
from landships_lab.games.loos.rules.book import CITES, as_printed, name
from landships_lab.games.loos.rules.losses import loses_a_step
from landships_lab.games.loos.turn.battle import STRIP, Battle, Unit
from landships_lab.games.loos.turn.happen import sample


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
    return combat_line(ground, places, frozenset(STRIP.trenches))


def _left_out(
    battle: Battle, target: Hex, places: tuple[Hex, ...]
) -> tuple[frozenset[Hex], tuple[Step, ...]]:
    """Return the Germans behind trenches side by side that nobody attacks (14.3, 3, line 187)."""
    if battle.ground(target).defender != "german":
        return frozenset(), ()
    held = {h: STRIP.trenches.get(h, frozenset()) for h in battle.hexes_of("german")}
    fought = frozenset(h for _, h in battle.attacks)
    shelled = frozenset(m.hex for m in battle.shells if m.army == "british")
    left_out: frozenset[Hex] = frozenset()
    steps: list[Step] = []
    for place in places:
        found = must_also_attack(target, place, held, fought, shelled)
        steps += [step for step in found.steps if step.marks and step not in steps]
        left_out |= found.value
    return left_out, tuple(steps)


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
    return Answer(found.differential, found.steps, text)
