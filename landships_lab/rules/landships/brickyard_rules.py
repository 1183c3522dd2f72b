"""The rules for a counter in scenario 19.26: its fire in the ground fog, and the scenario's own rules for its force."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from landships_lab.core.answer import Answer, Gap, Remedy, Step, judge
from landships_lab.core.hexes import Place
from landships_lab.core.speech import capitalized, plural
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
from landships_lab.rules.landships.reach import reach
from landships_lab.rules.landships.remedies import readings_that_help, steps_ahead
from landships_lab.rules.landships.shot import EDGE_HEX, EDGE_HEXSIDE, Shot, shot, verdict
from landships_lab.rules.landships.units import UNITS


def special_rules(force: Force, turn: int = 1) -> Answer[int]:
    """Return the special rules of the scenario for this force, and what comes on in this turn; the value counts those rules.

    Other forces that come on are listed, and not counted. Source: Scenario 19.26 (lines 127-147).

    >>> special_rules(SCENARIO.forces["ger-squad"]).headline
    'Assault squad 1-6-5, with flamethrower: 14 special rules apply in turn 1.'
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
    notes = tuple(Step(step.text, step.cite) for step in steps)  # rules to read, and nothing to judge
    count = len(notes) - sum(other.id != force.id for other in arrives(turn))
    return Answer(
        count, notes, f"{capitalized(force.name)}: {plural(count, 'special rule applies', 'special rules apply')} in turn {turn}."
    )


def _coming(forces: Iterable[Force]) -> list[Step]:
    """Return a step for each force that comes on."""
    return [Step(f"Turn {f.turn}: {f'{f.count} × ' if f.count > 1 else ''}{f.name} ({f.side}).", CITES[f.cite]) for f in forces]


def stands(unit: Standing) -> Answer[bool]:
    """Return whether this counter stands on the board, and as its class may.

    >>> stands(Standing("ger-mg", 1)).headline
    'MG platoon 4-9-5: it is not on the board yet.'
    """
    if unit.place is None:
        step = Step("It has no place on the board yet.", CITES[unit.of.cite], "forbids")
        return Answer(False, (step,), f"{capitalized(unit.of.name)}: it is not on the board yet.")
    return check_position(CLASS_OF[unit.of.kind], unit.place, unit.heading)


def engages_aircraft(unit: Standing, target: Place, units: Iterable[Standing]) -> bool:
    """Return whether fire at that place would be AA fire: an AA gun fires where an enemy aircraft is."""
    aircraft = (u for u in units if u.of.kind == "aircraft" and u.of.side != unit.of.side)
    return unit.of.kind == "aa-gun" and any(u.place == target for u in aircraft)


def in_fog(unit: Standing, target: Place, given: Mapping[str, str] | None = None, anti_aircraft: bool = False) -> int:
    """Return how many hexes beyond what can be spotted in the ground fog a place is: 0 for one that the fog does not hide.

    >>> in_fog(Standing("ger-a7v", 1, SCENARIO.grid.place("5813")), SCENARIO.grid.place("5806"))
    1
    """
    limit = spotting_limit(unit.of.kind, anti_aircraft).value
    if limit is None or unit.place is None:
        return 0
    return max(0, range_hexes(unit.place, target, chosen("landships", given, "fire")[RANGE_READING]) - limit)


@dataclass(frozen=True)
class FireField:
    """The places that a counter's weapons cover, for a picture."""

    unit: Standing
    weapon: str
    given: Mapping[str, str]
    units: tuple[Standing, ...]

    @cached_property
    def shots(self) -> Mapping[str, Shot]:
        """A shot of each weapon, by its id."""
        unit = self.unit
        assert unit.place is not None  # `answer_fire` makes no field for a counter beside the map
        return {weapon: shot(unit.of.unit, weapon, unit.place, unit.heading, self.given) for weapon in UNITS[unit.of.unit].weapons}

    @cached_property
    def can_hit(self) -> frozenset[Place]:
        """The places of the board that the chosen weapon may fire at: its arc bears, and the fog does not hide them."""
        unit, given = self.unit, self.given
        assert unit.place is not None
        found = reach(unit.of.unit, self.weapon, unit.place, unit.heading, given).can_hit & SCENARIO.grid.places
        return frozenset(p for p in found - {unit.place} if not in_fog(unit, p, given, engages_aircraft(unit, p, self.units)))


def answer_fire(
    unit: Standing, weapon: str, target: Place | None, given: Mapping[str, str] | None, units: Iterable[Standing]
) -> Answer[bool | Gap]:
    """Return whether this counter may fire at that place; with no target, whether it stands as it may.

    ``units`` are all counters on the board; ``detail`` is the `FireField` to draw, None for a counter without arcs.

    >>> tank = Standing("ger-a7v", 1, SCENARIO.grid.place("5813"))
    >>> answer_fire(tank, "57mm-bow", SCENARIO.grid.place("5807"), {}, [tank]).headline
    'In arc, range 6 of 8: the 57 mm bow may fire.'
    """
    units = tuple(units)
    if target is None:
        answer: Answer[bool | Gap] = stands(unit)
    else:
        answer = may_fire(unit, weapon, target, given, engages_aircraft(unit, target, units))
    if unit.of.unit not in UNITS or not stands(unit).value:
        return answer
    return replace(answer, detail=FireField(unit, weapon, given or {}, units))


def may_fire(
    unit: Standing, weapon: str, target: Place, given: Mapping[str, str] | None = None, anti_aircraft: bool = False
) -> Answer[bool | Gap]:
    """Return whether this counter may fire at that place: its arc bears, and the target is spotted in the ground fog.

    The value is a `Gap` for counters without arcs in the article. ``given`` are readings that bear on fire; ``anti_aircraft`` is AA fire,
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
        step = Step(f"{capitalized(unit.of.name)}: {gap.question}", gap.cite, "note", gap)
        return Answer(gap, (step,), "How it fires is in the base game, not in the source.")
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
    """Return the answer for a target that the fog hides, with the remedies that let it fire in spite of the fog."""
    assert unit.place is not None  # a counter beside the map was answered before
    text = f"Range {FOG + beyond} is beyond the {FOG} hexes at which anything is spotted in the ground fog."
    steps = (*answer.steps, Step(text, CITES["fog"], "forbids", marks=(target,)))
    hidden = f"Range {FOG + beyond}: in the ground fog nothing is spotted beyond {FOG} hexes."
    headline = answer.headline if answer.value is False else hidden
    fired = shot(unit.of.unit, weapon, unit.place, unit.heading, given)

    def could_fire(moved: Shot) -> bool:
        there = replace(unit, place=moved.place, heading=moved.heading)
        return verdict(moved, target) is True and not in_fog(there, target, moved.readings)

    advice = Remedy(f"It is {hexes(beyond)} too far in the fog; no turn changes that.")
    ahead = steps_ahead(fired, target, SCENARIO.grid, could_fire)
    return Answer(judge(steps), steps, headline, (advice, *ahead, *readings_that_help(fired, could_fire)))


def _changed(unit: Standing, target: Place, given: Mapping[str, str] | None, remedy: Remedy) -> tuple[Standing, Place, Mapping[str, str]]:
    """Return firer, target and readings once the remedy is taken. Turns and weapons change nothing in fog."""
    readings = dict(given or {})
    if remedy.change in (EDGE_HEX, EDGE_HEXSIDE, RANGE_READING):
        return unit, target, {**readings, remedy.change: remedy.to}
    if remedy.change == "place":
        return replace(unit, place=remedy.to), target, readings
    if remedy.change == "placement":
        return replace(unit, place=remedy.to[0], heading=remedy.to[1]), target, readings
    return unit, target, readings
