"""What may a counter do in scenario 19.26? Its fire in the ground fog, and the scenario's own rules for its force."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from landships_lab.core.answer import Answer, Gap, Remedy, Step, judge
from landships_lab.core.hexes import Place
from landships_lab.data.gaps import gap as missing
from landships_lab.data.landships.scenarios import Force
from landships_lab.data.load import chosen
from landships_lab.rules.landships.book import CITES, RANGE_READING, hexes
from landships_lab.rules.landships.brickyard import (
    CLASS_OF,
    FOG,
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
from landships_lab.rules.landships.ranges import range_hexes
from landships_lab.rules.landships.remedies import readings_that_help, steps_ahead
from landships_lab.rules.landships.shot import EDGE_HEX, EDGE_HEXSIDE, Shot, shot, verdict
from landships_lab.rules.landships.units import UNITS


def special_rules(force: Force, turn: int = 1) -> Answer[int]:
    """Which special rules of the scenario bear on this force, and what comes on in this turn? The value is the number of those rules.

    What comes on of other forces is told, and not counted.

    Source: Scenario 19.26 (lines 127-147).

    >>> special_rules(SCENARIO.forces["ger-squad"]).headline
    'Assault squad 1-6-5, with flamethrower: 14 special rules bear on it in turn 1.'
    """
    steps = [
        Step(f"The game lasts {SCENARIO.turns} turns; the {SCENARIO.first_player}s move first.", CITES["scenario-length"]),
        *_coming(arrives(turn)),
        *spotting_limit(force.kind).steps,
        *(spotting_limit(force.kind, anti_aircraft=True).steps if force.kind == "aa-gun" else ()),
        *gas_allowed().steps,
    ]
    if force.kind in ("tank", "gun", "aa-gun"):
        steps.append(Step("Vehicles and Weapons Units use the twelve point facing rules.", CITES["scenario-facing"]))
    if force.kind == "tank":
        steps.append(Step("The rules for German tank crews (module 15.0) are not used.", CITES["tank-crews"]))
        steps.append(Step("Each carries one assault squad inside.", CITES["assault-squads"]))
    if force.kind == "squad":
        steps += [*squad_move().steps, *(step for way in ("trench", "road") for step in squad_move(way).steps[:1])]
        steps += [*squad_modifier("small-arms").steps, *squad_modifier("direct-fire").steps]
        steps += [step for act in SQUAD_ACTS for step in squad_may(act).steps]
    if force.side == "British":
        steps += after_morale_check("British", passed=True).steps
    told = tuple(Step(step.text, step.cite) for step in steps)  # rules to be told, and nothing to be judged
    name = force.name[0].upper() + force.name[1:]
    bearing = len(told) - len(_coming(other for other in arrives(turn) if other.id != force.id))
    return Answer(bearing, told, f"{name}: {bearing} special rules bear on it in turn {turn}.")


def _coming(forces: Iterable[Force]) -> list[Step]:
    """What comes on, a step for each force?"""
    return [Step(f"Turn {f.turn}: {f'{f.count} × ' if f.count > 1 else ''}{f.name} ({f.side}).", CITES[f.cite]) for f in forces]


def stands(unit: Standing) -> Answer[bool]:
    """Does this counter stand on the board, and as its class may?

    >>> stands(Standing("ger-mg", 1)).headline
    'MG platoon 4-9-5: still beside the map.'
    """
    if unit.place is None:
        step = Step("It has no place on the board yet.", CITES[unit.of.cite], "forbids")
        return Answer(False, (step,), f"{unit.of.name}: still beside the map.")
    return check_position(CLASS_OF[unit.of.kind], unit.place, unit.heading)


def engages_aircraft(unit: Standing, target: Place, units: Iterable[Standing]) -> bool:
    """Would fire at that place be AA fire: does an AA gun fire where an enemy aircraft is?"""
    aircraft = (u for u in units if u.of.kind == "aircraft" and u.of.side != unit.of.side)
    return unit.of.kind == "aa-gun" and any(u.place == target for u in aircraft)


def in_fog(unit: Standing, target: Place, given: Mapping[str, str] | None = None, anti_aircraft: bool = False) -> int:
    """How many hexes beyond what can be spotted in the ground fog is that place? 0 for one that the fog does not hide.

    >>> in_fog(Standing("ger-a7v", 1, SCENARIO.grid.place("5813")), SCENARIO.grid.place("5806"))
    1
    """
    limit = spotting_limit(unit.of.kind, anti_aircraft).value
    if limit is None or unit.place is None:
        return 0
    return max(0, range_hexes(unit.place, target, chosen("landships", given, "fire")[RANGE_READING]) - limit)


def may_fire(
    unit: Standing, weapon: str, target: Place, given: Mapping[str, str] | None = None, anti_aircraft: bool = False
) -> Answer[bool | Gap]:
    """May this counter fire at that place: does its arc bear, and is the target spotted in the ground fog?

    A `Gap` for counters without arcs in the article. ``given`` are readings that bear on fire; ``anti_aircraft`` is AA fire,
    for which the fog sets no limit (`engages_aircraft`).
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
    fog = spotting_limit(unit.of.kind, anti_aircraft)
    if beyond := in_fog(unit, target, given, anti_aircraft):
        return _hidden(unit, weapon, target, given, answer, beyond)
    offered = (r for r in answer.remedies if r.change != "max_range")  # there is no field for a range on this board
    kept = tuple(r for r in offered if not in_fog(*_changed(unit, target, given, r), anti_aircraft))
    steps = (*answer.steps, *(Step(step.text, step.cite, "allows") for step in fog.steps if anti_aircraft))
    return Answer(answer.value, steps, answer.headline, kept)


def _hidden(
    unit: Standing, weapon: str, target: Place, given: Mapping[str, str] | None, answer: Answer[bool | Gap], beyond: int
) -> Answer[bool | Gap]:
    """The answer for a target that the fog hides: what the arc said, then the fog; and only what lets it fire in spite of it."""
    assert unit.place is not None  # a counter beside the map was answered before
    text = f"Range {FOG + beyond} is beyond the {FOG} hexes at which anything is spotted in the ground fog."
    steps = (*answer.steps, Step(text, CITES["fog"], "forbids", marks=(target,)))
    told = answer.headline if answer.value is False else f"Range {FOG + beyond}: in the ground fog nothing is spotted beyond {FOG} hexes."
    fired = shot(unit.of.unit, weapon, unit.place, unit.heading, given)

    def could_fire(moved: Shot) -> bool:
        there = replace(unit, place=moved.place, heading=moved.heading)
        return verdict(moved, target) is True and not in_fog(there, target, moved.readings)

    advice = Remedy(f"It is {hexes(beyond)} too far in the fog; no turn changes that.")
    ahead = steps_ahead(fired, target, SCENARIO.grid, could_fire)
    return Answer(judge(steps), steps, told, (advice, *ahead, *readings_that_help(fired, could_fire)))


def _changed(unit: Standing, target: Place, given: Mapping[str, str] | None, remedy: Remedy) -> tuple[Standing, Place, Mapping[str, str]]:
    """Who would fire at what, and how would the print be read, once the remedy is taken? Turns and weapons change nothing in fog."""
    taken = dict(given or {})
    if remedy.change in (EDGE_HEX, EDGE_HEXSIDE, RANGE_READING):
        return unit, target, {**taken, remedy.change: remedy.to}
    if remedy.change == "place":
        return replace(unit, place=remedy.to), target, taken
    if remedy.change == "placement":
        return replace(unit, place=remedy.to[0], heading=remedy.to[1]), target, taken
    return unit, target, taken
