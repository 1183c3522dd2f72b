"""The rules for a counter in scenario 19.26: its fire in the ground fog, and the scenario's own rules for its force."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from landships_lab.core.answer import Answer, Gap, Remedy, Step
from landships_lab.core.hexes import Place
from landships_lab.core.speech import capitalized, plural
from landships_lab.core.terrain import TerrainMap
from landships_lab.data.gaps import gap as missing
from landships_lab.data.landships.ground import sample_values
from landships_lab.data.landships.scenarios import Force
from landships_lab.data.landships.units import Unit
from landships_lab.data.load import readings
from landships_lab.rules.landships.book import CITES, FIRE_READINGS, RANGE_READING, hexes
from landships_lab.rules.landships.brickyard import (
    FOG,
    SCENARIO,
    SQUAD_ACTS,
    TRUCK,
    WHO_SPOTS,
    Standing,
    after_morale_check,
    arrives,
    class_of,
    gas_allowed,
    not_yet,
    spotting_limit,
    squad_may,
    squad_modifier,
    squad_move,
)
from landships_lab.rules.landships.fire import can_target, without_target
from landships_lab.rules.landships.ground import moving_terrain
from landships_lab.rules.landships.positions import check_position
from landships_lab.rules.landships.ranges import range_hexes
from landships_lab.rules.landships.reach import targets
from landships_lab.rules.landships.remedies import readings_that_help, steps_ahead
from landships_lab.rules.landships.shot import Shot, shot, verdict
from landships_lab.rules.landships.units import UNITS

_TRUCK, _WHO_SPOTS = (readings("landships")[key] for key in (TRUCK, WHO_SPOTS))


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


def stands(unit: Standing, given: Mapping[str, str] | None = None, turn: int | None = None) -> Answer[bool]:
    """Return whether this counter stands on the board by this turn, and as its class may.

    >>> stands(Standing("ger-mg", 1)).headline
    'MG platoon 4-9-5: it is not on the board yet.'
    """
    if unit.place is None:
        step = Step("It has no place on the board yet.", CITES[unit.of.cite], "forbids")
        return Answer(False, (step,), f"{capitalized(unit.of.name)}: it is not on the board yet.")
    if turn is not None and unit.of.turn > turn:
        return not_yet(unit, turn)
    found = check_position(class_of(unit.of, given), unit.place, unit.heading)
    if unit.of.id != "brit-aa":
        return found
    text = (
        f"On its truck it is placed as {'a Vehicle' if class_of(unit.of, given) == 3 else 'an immobile Weapons Unit'} under this reading."
    )
    return replace(found, steps=(Step(text, _TRUCK.cite, reading=TRUCK), *found.steps))


def arms_of(unit: Standing, given: Mapping[str, str] | None = None) -> Unit:
    """Return the unit whose arcs a counter has, in the class that the readings give it. `KeyError` for a counter without arcs."""
    arms = UNITS[unit.of.unit]
    return replace(arms, unit_class=class_of(unit.of, given))


def engages_aircraft(unit: Standing, target: Place, units: Iterable[Standing]) -> bool:
    """Return whether fire at that place would be AA fire: an AA gun fires where an enemy aircraft is."""
    aircraft = (u for u in units if u.of.kind == "aircraft" and u.of.side != unit.of.side)
    return unit.of.kind == "aa-gun" and any(u.place == target for u in aircraft)


def in_fog(
    unit: Standing, target: Place, given: Mapping[str, str] | None = None, anti_aircraft: bool = False, friends: Iterable[Standing] = ()
) -> int:
    """Return how many hexes beyond what can be spotted in the ground fog a place is: 0 for one that the fog does not hide.

    ``friends`` are the counters that spot for it besides itself, as `spotters` returns them.

    >>> in_fog(Standing("ger-a7v", 1, SCENARIO.grid.place("5813")), SCENARIO.grid.place("5806"))
    1
    """
    limit = spotting_limit(unit.of.kind, anti_aircraft).value
    if limit is None or unit.place is None:
        return 0
    reading = (given or {}).get(RANGE_READING, "full-hexes")
    beyond = range_hexes(unit.place, target, reading) - limit
    if beyond <= 0 or any(_spots(friend, target, reading) for friend in friends):
        return 0
    return beyond


def _spots(unit: Standing, target: Place, reading: str) -> bool:
    """Return whether the fog lets this counter spot that place."""
    return unit.place is not None and (unit.of.kind == "aircraft" or range_hexes(unit.place, target, reading) <= FOG)


def spotters(unit: Standing, units: Iterable[Standing], given: Mapping[str, str] | None = None) -> tuple[Standing, ...]:
    """Return the counters that spot for this one besides itself: all of its side on the board, unless the reading says none."""
    if (given or {}).get(WHO_SPOTS, _WHO_SPOTS.default) == "firer-only":
        return ()
    return tuple(u for u in units if u.of.side == unit.of.side and u.id != unit.id and u.place is not None)


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
        arms, given = arms_of(unit, self.given), fire_readings(self.given)
        return {weapon: shot(arms, weapon, unit.place, unit.heading, given) for weapon in arms.weapons}

    @cached_property
    def can_hit(self) -> frozenset[Place]:
        """The places of the board that the chosen weapon may fire at: its arc bears, and the fog does not hide them."""
        unit, given = self.unit, self.given
        assert unit.place is not None
        found = targets(arms_of(unit, given), self.weapon, unit.place, unit.heading, fire_readings(given)) & SCENARIO.grid.places
        friends = spotters(unit, self.units, given)
        return frozenset(p for p in found - {unit.place} if not in_fog(unit, p, given, engages_aircraft(unit, p, self.units), friends))


def fire_readings(given: Mapping[str, str] | None) -> dict[str, str]:
    """Return those of the readings that bear on arcs and ranges."""
    return {key: option for key, option in (given or {}).items() if key in FIRE_READINGS}


def answer_fire(
    unit: Standing,
    weapon: str,
    target: Place | None,
    given: Mapping[str, str] | None,
    units: Iterable[Standing],
    *,
    turn: int | None = None,
    spotted: bool = False,
    terrain: TerrainMap | None = None,
) -> Answer[bool | Gap | None]:
    """Return whether this counter may fire at that place; None with no target, if it stands as it may.

    ``units`` are all counters on the board; ``detail`` is the `FireField` to draw, None for a counter without arcs.

    >>> tank = Standing("ger-a7v", 1, SCENARIO.grid.place("5813"))
    >>> answer_fire(tank, "57mm-bow", SCENARIO.grid.place("5807"), {}, [tank]).headline
    'In arc, range 6 of 8: the 57 mm bow may fire, if the target is spotted.'
    """
    units = tuple(units)
    position = stands(unit, given, turn)
    answer: Answer[bool | Gap | None]
    if target is None or not position.value:
        answer = without_target(position)
    else:
        anti_aircraft = engages_aircraft(unit, target, units)
        answer = may_fire(unit, weapon, target, given, anti_aircraft, units=units, spotted=spotted, terrain=terrain)
    if unit.of.unit not in UNITS or not position.value:
        return answer
    return replace(answer, detail=FireField(unit, weapon, given or {}, units))


def may_fire(
    unit: Standing,
    weapon: str,
    target: Place,
    given: Mapping[str, str] | None = None,
    anti_aircraft: bool = False,
    *,
    units: Iterable[Standing] = (),
    spotted: bool = False,
    terrain: TerrainMap | None = None,
) -> Answer[bool | Gap]:
    """Return whether this counter may fire at that place: its arc bears, and the fog does not hide the target.

    The value is a `Gap` for counters without arcs in the article. ``given`` are readings that bear on fire here; ``anti_aircraft`` is
    AA fire, for which the fog sets no limit (`engages_aircraft`). Of ``units`` friends may spot, and enemies and the painted
    ``terrain`` close places to the remedies; ``spotted`` is the reader's word that the target is.
    Source: Scenario 19.26, special rules (lines 137 and 143); Twelve Point Facing, Combat (line 115).

    >>> from landships_lab.core.hexes import Heading
    >>> tank = Standing("ger-a7v", 1, SCENARIO.grid.place("5813"), Heading.N)
    >>> may_fire(tank, "57mm-bow", SCENARIO.grid.place("5806")).headline
    'Range 7: the ground fog hides what is beyond 6 hexes, and it is the only one to spot.'
    """
    position = stands(unit, given)
    if not position.value or unit.place is None:
        return replace(position)
    units = tuple(units)
    friends = spotters(unit, units, given)
    beyond = in_fog(unit, target, given, anti_aircraft, friends)
    fog = _fog_step(unit, target, given, anti_aircraft, friends, beyond)
    if unit.of.unit not in UNITS:
        gap = missing("landships", "fire-without-arcs")
        step = Step(f"{capitalized(unit.of.name)}: {gap.question}", gap.cite, "note", gap)
        if beyond:
            return Answer(False, (step, fog), _hidden_words(beyond, friends))
        return Answer(gap, (step, fog), "How it fires is in the base game, not in the source.")
    fired = shot(arms_of(unit, given), weapon, unit.place, unit.heading, fire_readings(given), None, spotted and not beyond)
    answer = can_target(fired.unit, weapon, unit.place, unit.heading, target, fired.readings, None, fired.spotted)
    truck = tuple(step for step in position.steps if step.reading == TRUCK)
    enemies = {u.place for u in units if u.of.side != unit.of.side and u.of.kind != "aircraft"}

    def could_fire(moved: Shot) -> bool:
        there = replace(unit, place=moved.place, heading=moved.heading)
        return verdict(moved, target) is True and not in_fog(there, target, moved.readings, anti_aircraft, friends)

    def is_open(place: Place) -> bool:
        free = place in SCENARIO.grid and place not in enemies and place != target
        return free and moving_terrain(terrain or TerrainMap(), place, sample_values()) is not None

    ahead = tuple(steps_ahead(fired, target, SCENARIO.grid, could_fire, is_open))
    if beyond:
        advice = Remedy(f"It is {hexes(beyond)} too far in the fog; no turn changes that.")
        headline = answer.headline if answer.value is False else _hidden_words(beyond, friends)
        return Answer(False, (*truck, *answer.steps, fog), headline, (advice, *ahead, *readings_that_help(fired, could_fire)))
    offered = (r for r in answer.remedies if r.change not in ("max_range", "place"))  # there is no field for a range on this board
    kept = tuple(r for r in offered if r.change != "placement" or is_open(r.to[0]))
    kept = tuple(r for r in kept if not in_fog(*_changed(unit, target, given, r), anti_aircraft, friends))
    return Answer(answer.value, (*truck, *answer.steps, fog), answer.headline, (*kept, *(ahead if answer.value is not True else ())))


def _hidden_words(beyond: int, friends: tuple[Standing, ...]) -> str:
    who = "no friend is nearer" if friends else "it is the only one to spot"
    return f"Range {FOG + beyond}: the ground fog hides what is beyond {FOG} hexes, and {who}."


def _fog_step(
    unit: Standing,
    target: Place,
    given: Mapping[str, str] | None,
    anti_aircraft: bool,
    friends: tuple[Standing, ...],
    beyond: int,
) -> Step:
    """Return what the ground fog does to a shot: it hides a target that is too far from all who may spot it."""
    cite, marks = CITES["fog"], (target,)
    assert unit.place is not None  # a counter beside the map was answered before
    if unit.of.kind == "aircraft" or anti_aircraft:
        return Step(spotting_limit(unit.of.kind, anti_aircraft).headline, cite, "allows")
    reading = (given or {}).get(RANGE_READING, "full-hexes")
    counted = range_hexes(unit.place, target, reading)
    if counted <= FOG:
        return Step(f"Range {counted} is within the {FOG} hexes of the ground fog.", cite, "allows")
    if not beyond:
        friend = next(u for u in friends if _spots(u, target, reading))
        text = (
            f"Range {counted} is beyond the {FOG} hexes of the ground fog, but under this reading a friend may spot: the {friend.of.name}."
        )
        return Step(text, _WHO_SPOTS.cite, "allows", marks=marks, reading=WHO_SPOTS)
    whose = "nor can a friend under this reading" if friends else "and under this reading, or for want of friends, nobody else spots for it"
    text = f"Range {counted} is beyond the {FOG} hexes at which it can spot in the ground fog, {whose}."
    return Step(text, cite, "forbids", marks=marks, reading=WHO_SPOTS)


def _changed(unit: Standing, target: Place, given: Mapping[str, str] | None, remedy: Remedy) -> tuple[Standing, Place, Mapping[str, str]]:
    """Return firer, target and readings once the remedy is taken. Turns and weapons change nothing in fog."""
    readings = dict(given or {})
    if remedy.change in FIRE_READINGS:
        return unit, target, {**readings, remedy.change: remedy.to}
    if remedy.change == "place":
        return replace(unit, place=remedy.to), target, readings
    if remedy.change == "placement":
        return replace(unit, place=remedy.to[0], heading=remedy.to[1]), target, readings
    return unit, target, readings
