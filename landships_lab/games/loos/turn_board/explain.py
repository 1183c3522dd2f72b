"""The panels that ask about a choice of a game of Loos: the very state that decides it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TypeVar

from landships_lab.core.hexes import Hex
from landships_lab.data.load import readings
from landships_lab.games.loos.panels.table import CombatTable
from landships_lab.games.loos.rules.assault import MOST_STRENGTH
from landships_lab.games.loos.turn.attacks import Marks
from landships_lab.games.loos.turn.battle import ENEMY, STRIP, Battle, Unit
from landships_lab.games.loos.turn.fight import OFF_TABLE, Fight, clash
from landships_lab.games.loos.turn.mobile import MobileDeclare, MobileFights
from landships_lab.panel.panel import Panel
from landships_lab.panel.readings import Taken
from landships_lab.play.turns import Choice
from . import staff
from .ground import sight, unseen
from .shells import shells

P = TypeVar("P", bound=Panel)


def read(battle: Battle, on: str) -> Taken:
    """Return the readings of a game that bear on a question, as a panel holds them."""
    known = readings("loos", on)
    return tuple(sorted((key, option) for key, option in battle.readings if key in known))


def explain(battle: Battle, choice: Choice) -> Panel | None:
    """Return the panel that asks about a choice, or None."""
    codes = choice.names[-1:]
    found = next((h for h in STRIP.hexes if (STRIP.grid.code(h),) == codes), None)
    unit = battle.unit(choice.unit)
    ask = _ASK.get(choice.verb)
    return ask(battle, choice, unit, found) if ask else None


Ask = Callable[[Battle, Choice, Unit | None, Hex | None], Panel | None]


def _combat(battle: Battle, choice: Choice, unit: Unit | None, target: Hex | None) -> Panel | None:
    """Return the table for a combat: the line, and both strengths."""
    attackers = _attackers(battle, unit, target)
    off_table = choice.why is not None and any(s.reading == OFF_TABLE for s in choice.why.steps)
    if attackers is None or not (choice.legal or off_table):
        return staff.front_line(unit, target)
    there, units = attackers
    found = clash(battle, there, units)
    if max(found.attack, found.defence) > MOST_STRENGTH:
        return None
    return replace(
        CombatTable.default(),
        terrain=found.line,
        attack=found.attack,
        defence=found.defence,
        readings=read(battle, "table"),
    )


def _attackers(
    battle: Battle, unit: Unit | None, target: Hex | None
) -> tuple[Hex, tuple[Unit, ...]] | None:
    """Return the hex that is attacked, and the units that attack it together."""
    step = battle.now
    if isinstance(step, Fight):
        units = tuple(u for n in step.attackers if (u := battle.unit(n)) and not u.under)
        return step.hex, units
    if isinstance(step, MobileFights) and unit is not None:
        return dict(battle.attacks)[unit.name], (unit,)
    if target is None or unit is None:
        return None
    if isinstance(step, MobileDeclare):
        return target, (unit,)
    declared = tuple(u for u in battle.attackers_of(target) if not u.under)
    joins = () if unit in declared or unit.army != battle.army else (unit,)
    return target, (*declared, *joins)


def _marker(
    battle: Battle, _choice: Choice, _unit: Unit | None, target: Hex | None
) -> Panel | None:
    """Return the question about a marker; for a target that is not observed, the line of sight."""
    step = battle.now
    if not isinstance(step, Marks) or target is None:
        return None
    army = step.army(battle)
    if unseen(battle, army, target):
        return sight(battle, army, target)
    return staff.marker(battle, step, target, read(battle, "markers"))


def _aircraft(
    battle: Battle, _choice: Choice, _unit: Unit | None, over: Hex | None
) -> Panel | None:
    """Return the line of sight to a German hex near the aircraft."""
    if over is None:
        return None
    germans = battle.hexes_of("german")
    near = [h for h in (over, *STRIP.neighbours(over)) if h in germans]
    return sight(replace(battle, aircraft=over), "british", near[0]) if near else None


def _shelled(
    battle: Battle, choice: Choice, _unit: Unit | None, target: Hex | None
) -> Panel | None:
    """Return the bombardment of a hex."""
    if target is None:
        return None
    gas = choice.verb == "gas"
    army = ENEMY[battle.at(target)[0].army]
    return shells(battle, target, army, gas, read(battle, "bombardment"), read(battle, "stack"))


_ASK: Mapping[str, Ask] = {
    **dict.fromkeys(("fight", "begin", "attack"), _combat),
    "mark": _marker,
    "aircraft": _aircraft,
    **dict.fromkeys(("shell", "gas"), _shelled),
    **dict.fromkeys(("move", "advance", "place", "enter"), staff.goes),
    "swap": staff.order_of_stack,
    "roll": staff.reserve,
    "release": staff.release,
    "replacements": staff.replacements,
    "break": staff.breaks_down,
    "ready": staff.set_up,
    "exchange": staff.set_up,
    **dict.fromkeys(("stand", "retreat"), staff.after_combat),
    **dict.fromkeys(("lose", "hit"), staff.loses),
    **dict.fromkeys(("commit", "wait"), staff.division),
    "done": staff.phases,
}
