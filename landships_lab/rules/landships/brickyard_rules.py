"""What may a counter do in scenario 19.26? Its fire in the ground fog, and the scenario's own rules for its force."""

from __future__ import annotations

from collections.abc import Mapping

from landships_lab.core.answer import Answer, Gap, Step, judge
from landships_lab.core.hexes import Place
from landships_lab.data.gaps import gap as missing
from landships_lab.data.scenarios import Force
from landships_lab.rules.landships.brickyard import (
    CLASS_OF,
    SCENARIO,
    SQUAD_ACTS,
    Standing,
    after_morale_check,
    arrives,
    gas_allowed,
    spotting_limit,
    squad_may,
    squad_modifier,
    squad_move,
)
from landships_lab.rules.landships.fire import can_target
from landships_lab.rules.landships.positions import check_position
from landships_lab.rules.landships.ranges import count_range
from landships_lab.rules.landships.units import CITES, UNITS


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


def stands(unit: Standing) -> Answer[bool]:
    """Does this counter stand on the board, and as its class may?

    >>> stands(Standing("ger-mg", 1)).headline
    'MG platoon 4-9-5: still beside the map.'
    """
    if unit.place is None:
        step = Step("It has no place on the board yet.", CITES[unit.of.cite], "forbids")
        return Answer(False, (step,), f"{unit.of.name}: still beside the map.")
    return check_position(CLASS_OF[unit.of.kind], unit.place, unit.heading)


def may_fire(unit: Standing, weapon: str, target: Place, given: Mapping[str, str] | None = None) -> Answer[bool | Gap]:
    """May this counter fire at that place: does its arc bear, and is the target spotted in the ground fog?

    A `Gap` for counters without arcs in the article. ``given`` are readings that bear on fire.
    Source: Scenario 19.26, special rules (lines 137 and 143); Twelve Point Facing, Combat (line 115).

    >>> from landships_lab.core.hexes import Heading
    >>> tank = Standing("ger-a7v", 1, SCENARIO.grid.place("5813"), Heading.N)
    >>> may_fire(tank, "57mm-bow", SCENARIO.grid.place("5806")).headline
    'Range 7: in the ground fog nothing is spotted beyond 6 hexes.'
    """
    position = stands(unit)
    if not position.value or unit.place is None:
        return position
    if unit.of.unit not in UNITS:
        gap = missing("landships", "fire-without-arcs")
        return Answer(
            gap,
            (Step(f"{unit.of.name}: {gap.question}", gap.cite, "note", gap),),
            "Its fire is a matter of the base game: not in the source.",
        )
    answer = can_target(unit.of.unit, weapon, unit.place, unit.heading, target, given)
    counted, fog = count_range(unit.place, target).value, spotting_limit(unit.of.kind)
    if fog.value is None or counted <= fog.value:
        return answer
    text = f"Range {counted} is beyond the {fog.value} hexes at which anything is spotted in the ground fog."
    steps = (*answer.steps, Step(text, fog.steps[0].cite, "forbids", marks=(target,)))
    told = f"Range {counted}: in the ground fog nothing is spotted beyond {fog.value} hexes."
    return Answer(judge(steps), steps, answer.headline if answer.value is False else told, answer.remedies)
