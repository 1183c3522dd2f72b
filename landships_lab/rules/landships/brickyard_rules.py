"""What is special about a counter in scenario 19.26? The scenario's own rules, gathered for one force and one turn."""

from __future__ import annotations

from landships_lab.core.answer import Answer, Step
from landships_lab.data.scenarios import Force
from landships_lab.rules.landships.brickyard import (
    SCENARIO,
    SQUAD_ACTS,
    after_morale_check,
    arrives,
    gas_allowed,
    spotting_limit,
    squad_may,
    squad_modifier,
    squad_move,
)
from landships_lab.rules.landships.units import CITES


def special_rules(force: Force, turn: int = 1) -> Answer[int]:
    """Which special rules of the scenario bear on this force, and what comes on in this turn? The value is their number.

    Source: Scenario 19.26 (lines 127-147).

    >>> special_rules(SCENARIO.forces["ger-squad"]).headline
    'Assault squad 1-6-5, with flamethrower: 15 special rules bear on it in turn 1.'
    """
    steps = [
        Step(f"The game lasts {SCENARIO.turns} turns; the {SCENARIO.first_player}s move first.", CITES["scenario-length"]),
        *_coming(turn),
        *spotting_limit(force.kind).steps,
        *gas_allowed().steps,
    ]
    if force.kind in ("tank", "gun", "aa-gun"):
        steps.append(Step("Vehicles and Weapons Units use the twelve point facing rules.", CITES["scenario-facing"]))
    if force.kind == "tank":
        steps.append(Step("The rules for German tank crews (module 15.0) are not used.", CITES["tank-crews"]))
        steps.append(Step("Each carries one assault squad inside.", CITES["assault-squads"]))
    if force.kind == "squad":
        steps += [*squad_move().steps, *squad_move("trench").steps[:1], *squad_modifier("small-arms").steps]
        steps += [step for act in SQUAD_ACTS for step in squad_may(act).steps]
    if force.side == "British":
        steps += after_morale_check("British", passed=True).steps
    told = tuple(Step(step.text, step.cite) for step in steps)  # rules to be told, and nothing to be judged
    name = force.name[0].upper() + force.name[1:]
    return Answer(len(told), told, f"{name}: {len(told)} special rules bear on it in turn {turn}.")


def _coming(turn: int) -> list[Step]:
    """What comes on in this turn?"""
    return [Step(f"Turn {turn}: {f'{f.count} × ' if f.count > 1 else ''}{f.name} ({f.side}).", CITES[f.cite]) for f in arrives(turn)]
