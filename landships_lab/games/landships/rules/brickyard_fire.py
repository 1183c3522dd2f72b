"""Fire in scenario 19.26: what a counter may fire at in the ground fog."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from landships_lab.core.answer import Answer, Gap, Remedy, Step, judge
from landships_lab.core.hexes import Place
from landships_lab.core.sources import Given
from landships_lab.core.speech import capitalized
from landships_lab.core.terrain import TerrainMap
from landships_lab.data.gaps import gap as missing
from landships_lab.data.load import chosen, readings
from landships_lab.games.landships.data.ground import sample_values
from landships_lab.games.landships.data.units import Unit
from .book import CITES, FIRE_READINGS, RANGE_READING, READINGS, at, hexes, name, note
from .brickyard import FOG, SCENARIO, TRUCK, WHO_SPOTS, Standing, class_of, spotting_limit
from .brickyard_rules import stands
from .field_of_fire import reach_of, without_target
from .fire import FiringWeapon, explained, readings_that_help, shot, steps_ahead, verdict
from .ground import moving_terrain
from .positions import UNITS
from .ranges import range_hexes

_WHO_SPOTS = readings("landships")[WHO_SPOTS]
AA_FIRE = missing("landships", "aa-fire")


def arms_of(unit: Standing, given: Given = None) -> Unit:
    """Return the unit whose arcs a counter has, in the class that the readings give it.

    `KeyError` for a counter without arcs in the article.
    """
    return _arms(unit.of.unit, class_of(unit.of, given))


@lru_cache(maxsize=64)
def _arms(unit_id: str, unit_class: int) -> Unit:
    return replace(UNITS[unit_id], unit_class=unit_class)


def engages_aircraft(unit: Standing, target: Place, units: Iterable[Standing]) -> bool | Gap:
    """Return whether fire at that place is AA fire, which is fire where an enemy aircraft is.

    That of an AA gun is; for other units on the ground only the base game says. Source: Scenario
    19.26, special rules (line 143).
    """
    there = (u.of for u in units if u.place == target)
    aircraft = any(of.kind == "aircraft" and of.side != unit.of.side for of in there)
    if unit.of.kind == "aircraft" or not aircraft:
        return False
    return True if unit.of.kind == "aa-gun" else AA_FIRE


def engaged(
    unit: Standing, target: Place, units: Iterable[Standing], given: Given = None
) -> tuple[Standing, ...]:
    """Return the enemies in a place that fire at it would be at: where the ground fog hides the
    place those aircraft that are there, for AA fire alone is free of it.

    `ValueError` for an unknown reading or option. Source: Scenario 19.26, special rules (line 143).
    """
    units = tuple(units)
    enemies = tuple(u for u in units if u.place == target and u.of.side != unit.of.side)
    hidden = in_fog(unit, target, given, friends=spotters(unit, units, given))
    aircraft = tuple(u for u in enemies if u.of.kind == "aircraft")
    return aircraft if hidden and aircraft else enemies


def holds_friends_only(unit: Standing, target: Place, units: Iterable[Standing]) -> bool:
    """Return whether other units of its own side stand in that place, and no enemy does.

    Source: Twelve Point Facing, Combat (line 115): enemies are fired at.
    """
    sides = {u.of.side for u in units if u.place == target and u.id != unit.id}
    return sides == {unit.of.side}


def in_fog(
    unit: Standing,
    target: Place,
    given: Given = None,
    anti_aircraft: bool | Gap = False,
    friends: Iterable[Standing] = (),
) -> int:
    """Return by how many hexes a place lies beyond what can be spotted in the ground fog.

    It is 0 for a place that the fog does not hide. ``friends`` are the counters that spot for this
    one, as `spotters` returns them; ``anti_aircraft`` is AA fire, for which the fog sets no limit,
    as `engages_aircraft` returns it. `ValueError` for an unknown reading or option. Source:
    Scenario 19.26, special rules (line 143).

    >>> in_fog(Standing("ger-a7v", 1, SCENARIO.grid.place("5813")), SCENARIO.grid.place("5806"))
    1
    """
    reading = chosen("landships", given)[RANGE_READING]
    return _in_fog(unit, target, reading, anti_aircraft, tuple(friends))


def _in_fog(
    unit: Standing,
    target: Place,
    reading: str,
    anti_aircraft: bool | Gap,
    friends: Iterable[Standing],
) -> int:
    limit = spotting_limit(unit.of.kind, anti_aircraft is True).value
    if limit is None or unit.place is None:
        return 0
    beyond = range_hexes(unit.place, target, reading) - limit
    if beyond <= 0 or any(_spots(friend, target, reading) for friend in friends):
        return 0
    return beyond


def _spots(unit: Standing, target: Place, reading: str) -> bool:
    """Return whether the fog lets this counter spot that place."""
    return unit.place is not None and (
        unit.of.kind == "aircraft" or range_hexes(unit.place, target, reading) <= FOG
    )


def spotters(
    unit: Standing, units: Iterable[Standing], given: Given = None
) -> tuple[Standing, ...]:
    """Return the counters that spot for this one besides itself.

    They are all others of its side on the board, or none: the reading brickyard-spotting.
    `ValueError` for an unknown reading or option. Source: Scenario 19.26, special rules (line 143).
    """
    if chosen("landships", given)[WHO_SPOTS] == "firer-only":
        return ()
    side, own = unit.of.side, unit.id
    return tuple(u for u in units if u.place is not None and u.of.side == side and u.id != own)


@dataclass(frozen=True)
class FireField:
    """What the weapons of a counter can hit, for a picture.

    ``weapon`` is the id of the one chosen, ``given`` are the readings, ``units`` all counters on
    the board.
    """

    unit: Standing
    weapon: str
    given: Mapping[str, str]
    units: tuple[Standing, ...]

    @cached_property
    def shots(self) -> Mapping[str, FiringWeapon]:
        """A shot of each weapon, by its id."""
        unit = self.unit
        assert unit.place is not None  # `answer_fire` makes no field for a counter beside the map
        arms, given = arms_of(unit, self.given), fire_readings(self.given)
        return {
            weapon: shot(arms, weapon, unit.place, unit.heading, given) for weapon in arms.weapons
        }

    @cached_property
    def can_hit(self) -> frozenset[Place]:
        """The places of the board that the chosen weapon may fire at: in its arc and range, and not
        hidden by the fog, nor held by its own side alone.
        """
        unit = self.unit
        assert unit.place is not None
        found = reach_of(self.shots[self.weapon]).can_hit & SCENARIO.grid.places
        friends = spotters(unit, self.units, self.given)
        reading = chosen("landships", self.given)[RANGE_READING]
        # Few places hold a unit: only these are asked about who stands there.
        held = {other.place for other in self.units}

        def may_be_hit(place: Place) -> bool:
            if place in held and holds_friends_only(unit, place, self.units):
                return False
            flak = place in held and engages_aircraft(unit, place, self.units)
            return not _in_fog(unit, place, reading, flak, friends)

        return frozenset(place for place in found - {unit.place} if may_be_hit(place))


def fire_readings(given: Given) -> dict[str, str]:
    """Return those of the readings that bear on arcs and ranges."""
    return {key: option for key, option in (given or {}).items() if key in FIRE_READINGS}


def answer_fire(
    unit: Standing,
    weapon: str,
    target: Place | None,
    given: Given,
    units: Iterable[Standing],
    *,
    turn: int | None = None,
    spotted: bool = False,
    terrain: TerrainMap | None = None,
) -> Answer[bool | Gap | None]:
    """Return whether this counter may fire at that place.

    The value is None without a target, where the counter stands as it may, and a `Gap` where only
    the base game says. ``units`` are all counters on the board; counters that come on after
    ``turn`` may not fire. ``detail`` is the `FireField` to draw, or None for a counter without arcs
    or in an illegal position. `ValueError` for an unknown weapon, reading or option. Source: as for
    `may_fire`.

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
        answer = may_fire(
            unit, weapon, target, given, units=units, spotted=spotted, terrain=terrain
        )
    if unit.of.unit not in UNITS or not position.value:
        return answer
    return replace(answer, detail=FireField(unit, weapon, given or {}, units))


def may_fire(
    unit: Standing,
    weapon: str,
    target: Place,
    given: Given = None,
    *,
    units: Iterable[Standing] = (),
    spotted: bool = False,
    terrain: TerrainMap | None = None,
) -> Answer[bool | Gap]:
    """Return whether this counter may fire at that place: the target is in arc and range, the fog
    does not hide it, and it is no place that its own side alone holds.

    The value is a `Gap` for counters without arcs in the article, and where the fog decides and
    only the base game says whether this is AA fire (`engages_aircraft`). ``given`` are readings
    that bear on fire here. Of ``units``, friends may spot; enemies and the painted ``terrain``
    close places to the remedies. ``spotted`` is the reader's word that the target is spotted.
    `ValueError` for an unknown weapon, reading or option. Source: Scenario 19.26, special rules
    (lines 137 and 143); Twelve Point Facing, Combat (line 115).

    >>> from landships_lab.core.hexes import Heading
    >>> tank = Standing("ger-a7v", 1, SCENARIO.grid.place("5813"), Heading.N)
    >>> may_fire(tank, "57mm-bow", SCENARIO.grid.place("5806")).headline
    'Range 7: the ground fog hides what is beyond 6 hexes, and nobody else spots for it.'
    """
    chosen("landships", given)  # raises its error before the readings become a key
    readings = tuple((given or {}).items())
    return _may_fire(unit, weapon, target, readings, tuple(units), spotted, terrain or TerrainMap())


@lru_cache(maxsize=512)  # a fire phase asks the same again after every shot
def _may_fire(
    unit: Standing,
    weapon: str,
    target: Place,
    readings: tuple[tuple[str, str], ...],
    units: tuple[Standing, ...],
    spotted: bool,
    terrain: TerrainMap,
) -> Answer[bool | Gap]:
    given = dict(readings)
    position = stands(unit, given)
    if not position.value or unit.place is None:
        return replace(position)
    aim = _Aim(unit, target, given, units, spotters(unit, units, given))
    if unit.of.unit not in UNITS:
        return _without_arcs(aim)
    fired = shot(
        arms_of(unit, given),
        weapon,
        unit.place,
        unit.heading,
        fire_readings(given),
        None,
        spotted and not aim.beyond,
    )
    answer = explained(fired, target)
    truck = tuple(step for step in position.steps if step.reading == TRUCK)
    steps = (*truck, *answer.steps, _fog_step(aim), *_who_stands(aim))
    value = judge(steps)
    if aim.at_friends:
        return Answer(value, steps, _friends_words(aim), tuple(_enemies_in_reach(fired, aim)))
    free = _open_places(unit, target, units, terrain)
    ahead = (
        ()
        if value is True
        else tuple(steps_ahead(fired, target, SCENARIO.grid, aim.could_fire, free))
    )
    if aim.beyond:
        # Not tried: no change of the unit clears the fog.
        far = Remedy(f"It is {hexes(aim.beyond)} too far in the fog; no turn changes that.")
        advice = () if isinstance(aim.anti_aircraft, Gap) else (far,)
        by_fog = answer.value is True or (answer.value is not False and value is False)
        headline = _hidden_words(aim) if by_fog else answer.headline
        return Answer(
            value, steps, headline, (*advice, *ahead, *readings_that_help(fired, aim.could_fire))
        )
    headline = answer.headline
    if answer.value is True and aim.only_aircraft:
        headline = "In arc and range; whether it fires at aircraft is in the base game."
    return Answer(value, steps, headline, (*_kept(answer.remedies, aim, free), *ahead))


@dataclass(frozen=True)
class _Aim:
    """A counter that aims at a place in the ground fog.

    ``given`` are readings that have been checked, ``units`` all counters on the board; ``friends``
    spot for it besides itself.
    """

    unit: Standing
    target: Place
    given: Mapping[str, str]
    units: tuple[Standing, ...]
    friends: tuple[Standing, ...]

    @cached_property
    def anti_aircraft(self) -> bool | Gap:
        """Whether its fire is AA fire."""
        return engages_aircraft(self.unit, self.target, self.units)

    @cached_property
    def only_aircraft(self) -> bool:
        """Whether only aircraft are fired at, and only the base game says if this counter may."""
        hit = engaged(self.unit, self.target, self.units, self.given)
        return isinstance(self.anti_aircraft, Gap) and all(u.of.kind == "aircraft" for u in hit)

    @cached_property
    def at_friends(self) -> bool:
        """Whether only units of its own side stand in the target."""
        return holds_friends_only(self.unit, self.target, self.units)

    @cached_property
    def beyond(self) -> int:
        """How many hexes beyond what can be spotted the target is."""
        return self.hidden(self.unit, self.given)

    def hidden(self, unit: Standing, given: Mapping[str, str]) -> int:
        """Return how far beyond what can be spotted the target is to a unit, under readings."""
        reading = given.get(RANGE_READING, READINGS[RANGE_READING].default)
        return _in_fog(unit, self.target, reading, self.anti_aircraft, self.friends)

    def could_fire(self, moved: FiringWeapon) -> bool:
        """Return whether this shot, from another place or with another reading, would hit a target
        that the fog does not hide.
        """
        there = replace(self.unit, place=moved.place, heading=moved.heading)
        return verdict(moved, self.target) is True and not self.hidden(there, moved.readings)

    def is_hidden_after(self, remedy: Remedy) -> bool:
        """Return whether the fog hides the target once the remedy is taken.

        Turns and weapons change nothing in fog.
        """
        unit, given = self.unit, dict(self.given)
        if remedy.change in FIRE_READINGS:
            given[remedy.change] = remedy.to
        elif remedy.change == "placement":
            unit = replace(unit, place=remedy.to[0], heading=remedy.to[1])
        return bool(self.hidden(unit, given))


def _without_arcs(aim: _Aim) -> Answer[bool | Gap]:
    """Return the answer for a counter whose fire is in the base game only: the fog may settle it
    all the same.
    """
    gap = missing("landships", "fire-without-arcs")
    steps = (
        Step(f"{capitalized(aim.unit.of.name)}: {gap.question}", gap.cite, "note", gap),
        _fog_step(aim),
        *_who_stands(aim),
    )
    value = judge(steps)
    if aim.at_friends:
        return Answer(value, steps, _friends_words(aim))
    if value is False:
        return Answer(value, steps, _hidden_words(aim))
    return Answer(value, steps, "How it fires is in the base game, not in the source.")


def _who_stands(aim: _Aim) -> Iterator[Step]:
    """Yield who stands in the target: an enemy is fired at, a friend is not."""
    here = [u for u in aim.units if u.place == aim.target and u.id != aim.unit.id]
    enemies = engaged(aim.unit, aim.target, aim.units, aim.given)
    cite, marks = CITES["fire-arcs"], (aim.target,)
    if aim.at_friends:
        text = f"Units fire at enemies; {at(aim.target)} is only its own side's {here[0].of.name}."
        yield Step(text, cite, "forbids", marks=marks)
    elif enemies:
        yield Step(f"The {enemies[0].of.name} {at(aim.target)} is an enemy.", cite, marks=marks)
        if aim.only_aircraft and not aim.beyond:
            yield Step(AA_FIRE.question, AA_FIRE.cite, "note", AA_FIRE, marks)
    if any(u.of.kind == "squad" for u in enemies):
        text = "Against an assault squad: +1 for small arms and direct fire, for its small size."
        yield note("assault-squads", text, marks=marks)


def _friends_words(aim: _Aim) -> str:
    return f"{capitalized(name(aim.target))} holds no enemy, only its own side: it may not fire."


def _enemies_in_reach(fired: FiringWeapon, aim: _Aim) -> Iterator[Remedy]:
    """Yield the nearest enemy that this weapon may fire at from here, if there is one."""
    reading = fired.readings[RANGE_READING]
    enemies = [
        (range_hexes(fired.place, u.place, reading), u.place, u)
        for u in aim.units
        if u.place is not None and u.of.side != aim.unit.of.side and u.place != fired.place
    ]
    for _, place, enemy in sorted(enemies, key=lambda found: found[:2]):
        if replace(aim, target=place).could_fire(fired):
            text = f"The {enemy.of.name} {at(place)} is an enemy that it may fire at."
            yield Remedy(text, "target", place)
            return


def _open_places(
    unit: Standing, target: Place, units: Iterable[Standing], terrain: TerrainMap
) -> Callable[[Place], bool]:
    """Return the test of places where this counter may go: on the board, not prohibited, free of
    enemies and of its target.
    """
    side = unit.of.side
    enemies = {u.place for u in units if u.of.side != side and u.of.kind != "aircraft"}

    def is_open(place: Place) -> bool:
        free = place in SCENARIO.grid and place not in enemies and place != target
        return free and moving_terrain(terrain, place, sample_values()) is not None

    return is_open


def _kept(
    remedies: Iterable[Remedy], aim: _Aim, is_open: Callable[[Place], bool]
) -> Iterator[Remedy]:
    """Yield those remedies of a shot that this board offers and the fog allows; there is no field
    for a range on it.
    """
    for remedy in remedies:
        offered = remedy.change not in ("max_range", "place")
        if (
            offered
            and (remedy.change != "placement" or is_open(remedy.to[0]))
            and not aim.is_hidden_after(remedy)
        ):
            yield remedy


def _hidden_words(aim: _Aim) -> str:
    if isinstance(aim.anti_aircraft, Gap):
        return f"Range {FOG + aim.beyond}: whether this is AA fire, free of the fog, is not said."
    who = "no friend is nearer" if aim.friends else "nobody else spots for it"
    return f"Range {FOG + aim.beyond}: the ground fog hides what is beyond {FOG} hexes, and {who}."


def _fog_step(aim: _Aim) -> Step:
    """Return what the ground fog does to a shot: it hides a target that is too far from all who may
    spot it.
    """
    unit, target, friends = aim.unit, aim.target, aim.friends
    cite, marks = CITES["fog"], (target,)
    assert unit.place is not None  # a counter beside the map was answered before
    if unit.of.kind == "aircraft" or aim.anti_aircraft:
        limit = spotting_limit(unit.of.kind, aim.anti_aircraft is True)
        return Step(limit.headline, cite, "allows")
    reading = aim.given.get(RANGE_READING, READINGS[RANGE_READING].default)
    counted = range_hexes(unit.place, target, reading)
    if counted <= FOG:
        return Step(f"Range {counted} is within the {FOG} hexes of the ground fog.", cite, "allows")
    if not aim.beyond:
        friend = next(u for u in friends if _spots(u, target, reading))
        text = (
            f"Range {counted} is beyond the {FOG} hexes of the ground fog, but under this reading a"
            f" friend may spot: the {friend.of.name}."
        )
        return Step(text, _WHO_SPOTS.cite, "allows", marks=marks, reading=WHO_SPOTS)
    if isinstance(aim.anti_aircraft, Gap):
        text = (
            f"Range {counted} is beyond the {FOG} hexes of the ground fog, which does not limit AA"
            f" fire. {AA_FIRE.question}"
        )
        return Step(text, cite, "note", AA_FIRE, marks, WHO_SPOTS)
    whose = (
        "nor can a friend under this reading"
        if friends
        else "and under this reading, or for want of friends, nobody else spots for it"
    )
    text = (
        f"Range {counted} is beyond the {FOG} hexes at which it can spot in the ground fog,"
        f" {whose}."
    )
    return Step(text, cite, "forbids", marks=marks, reading=WHO_SPOTS)
