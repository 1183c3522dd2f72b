"""Scenario 19.26, The Brickyard: what a counter may fire at in the ground fog."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from landships_lab.core.answer import Answer, Gap, Remedy, Step, Telling, Told, judged
from landships_lab.core.hexes import Place
from landships_lab.core.sources import Given
from landships_lab.core.speech import capitalized
from landships_lab.core.terrain import TerrainMap
from landships_lab.data.gaps import gap as missing
from landships_lab.data.load import chosen
from landships_lab.games.landships.data.ground import sample_values
from landships_lab.games.landships.data.units import Unit
from .book import (
    CITES,
    FIRE_READINGS,
    RANGE_READING,
    READINGS,
    allow,
    at,
    forbid,
    hexes,
    lost,
    name,
    note,
)
from .brickyard import (
    FOG,
    SCENARIO,
    TRUCK,
    WHO_SPOTS,
    Standing,
    class_of,
    enemies_in,
    spotting_limit,
    stands,
)
from .field_of_fire import reach_of, without_target
from .fire import FiringWeapon, explained, readings_that_help, shot, steps_ahead, verdict
from .ground import moving_terrain
from .positions import UNITS
from .ranges import range_hexes

AA_FIRE = missing("landships", "aa-fire")
NO_ARCS = missing("landships", "fire-without-arcs")
Units = tuple[Standing, ...]


def arms_of(unit: Standing, given: Given = None) -> Unit:
    """Return the unit whose arcs a counter has, in the class that the readings give it.

    Raises `KeyError` for a counter without arcs in the article.
    """
    return _arms(unit.of.unit, class_of(unit.of, given))


@lru_cache(maxsize=64)
def _arms(unit_id: str, unit_class: int) -> Unit:
    return replace(UNITS[unit_id], unit_class=unit_class)


# ------------------------------------------------------------------------------------ fog, AA fire


def engages_aircraft(unit: Standing, target: Place, units: Iterable[Standing]) -> bool | Gap:
    """Return whether fire at that place is AA fire, fire where an enemy aircraft is.

    The fire of an AA gun is; for other units on the ground only the base game can say.
    """
    there = (u.of for u in units if u.place == target)
    aircraft = any(of.kind == "aircraft" and of.side != unit.of.side for of in there)
    if unit.of.kind == "aircraft" or not aircraft:
        return False
    return True if unit.of.kind == "aa-gun" else AA_FIRE


def engaged(unit: Standing, target: Place, units: Iterable[Standing], given: Given = None) -> Units:
    """Return the enemies in a place that fire would hit. If the ground fog hides the place these
    are only the aircraft there, because only AA fire ignores the fog.
    """
    units, reading = tuple(units), chosen("landships", given)[RANGE_READING]
    enemies = tuple(u for u in units if u.place == target and u.of.side != unit.of.side)
    aircraft = tuple(u for u in enemies if u.of.kind == "aircraft")
    hidden = aircraft and in_fog(unit, target, reading, friends=spotters(unit, units, given))
    return aircraft if hidden else enemies


def holds_friends_only(unit: Standing, target: Place, units: Iterable[Standing]) -> bool:
    """Return whether other units of its own side stand in that place, and no enemy does."""
    sides = {u.of.side for u in units if u.place == target and u.id != unit.id}
    return sides == {unit.of.side}


def in_fog(
    unit: Standing,
    target: Place,
    reading: str,
    anti_aircraft: bool | Gap = False,
    friends: Iterable[Standing] = (),
) -> int:
    """Return by how many hexes a place lies beyond spotting range in the ground fog; 0 if the fog
    does not hide it. The reading is range-between-hexsides.

    ``friends`` are the counters that spot for this one, as `spotters` returns them;
    ``anti_aircraft`` is AA fire, for which the fog sets no limit, as `engages_aircraft` returns it.

    >>> here, there = (SCENARIO.grid.place(code) for code in ("5813", "5806"))
    >>> in_fog(Standing("ger-a7v", 1, here), there, "full-hexes")
    1
    """
    limit = spotting_limit(unit.of.kind, anti_aircraft is True).value
    if limit is None or unit.place is None:
        return 0
    beyond = range_hexes(unit.place, target, reading) - limit
    if beyond <= 0 or any(_spots(friend, target, reading) for friend in friends):
        return 0
    return beyond


def _spots(unit: Standing, target: Place, reading: str) -> bool:
    """Return whether the fog lets this counter spot that place."""
    if unit.place is None or unit.of.kind == "aircraft":
        return unit.place is not None
    return range_hexes(unit.place, target, reading) <= FOG


def spotters(unit: Standing, units: Iterable[Standing], given: Given = None) -> Units:
    """Return the counters that spot for this one besides itself: all others of its side on the
    board, or none, as the reading brickyard-spotting decides.
    """
    if chosen("landships", given)[WHO_SPOTS] == "firer-only":
        return ()
    friends = (u for u in units if u.place is not None and u.of.side == unit.of.side)
    return tuple(u for u in friends if u.id != unit.id)


# -------------------------------------------------------------------------------------- may it fire


@dataclass(frozen=True)
class FireField:
    """What the weapons of a counter can hit, for a picture.

    ``weapon`` is the id of the chosen weapon, ``given`` are the readings, ``units`` all counters on
    the board.
    """

    unit: Standing
    weapon: str
    given: Mapping[str, str]
    units: Units

    @cached_property
    def shots(self) -> Mapping[str, FiringWeapon]:
        """A shot of each weapon, by its id."""
        weapons = arms_of(self.unit, self.given).weapons
        return {weapon: _shot(self.unit, weapon, self.given) for weapon in weapons}

    @cached_property
    def can_hit(self) -> frozenset[Place]:
        """The places of the board that the chosen weapon may fire at: in its arc and range, and not
        hidden by the fog, nor held by its own side alone.
        """
        unit, units = self.unit, self.units
        places = reach_of(self.shots[self.weapon]).can_hit & SCENARIO.grid.places
        friends = spotters(unit, units, self.given)
        reading = chosen("landships", self.given)[RANGE_READING]
        # Few places hold a unit; only those need the longer test.
        held = {other.place for other in units}

        def may_be_hit(place: Place) -> bool:
            if place in held and holds_friends_only(unit, place, units):
                return False
            flak = place in held and engages_aircraft(unit, place, units)
            return not in_fog(unit, place, reading, flak, friends)

        return frozenset(place for place in places - {unit.place} if may_be_hit(place))


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
    """Return the answer of `may_fire`, or None without a target if the counter stands legally. A
    counter that comes on after ``turn`` may not fire.

    The detail is the `FireField` to draw, None for a counter without arcs or in an illegal
    position.

    >>> tank = Standing("ger-a7v", 1, SCENARIO.grid.place("5813"))
    >>> answer_fire(tank, "57mm-bow", SCENARIO.grid.place("5807"), {}, [tank]).headline
    'In arc, range 6 of 8: the 57 mm bow may fire, if the target is spotted.'
    """
    units, position = tuple(units), stands(unit, given, turn)
    answer: Answer[bool | Gap | None] = without_target(position)
    if target is not None and position.value:
        answer = may_fire(
            unit, weapon, target, given, units=units, spotted=spotted, terrain=terrain
        )
    drawn = unit.of.unit in UNITS and position.value
    return replace(answer, detail=FireField(unit, weapon, given or {}, units)) if drawn else answer


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
    """Return whether this counter may fire at that place: the target must be in arc and range, not
    hidden by the fog, and not held by its own side alone.

    The value is a `Gap` for counters without arcs in the article, and where the fog decides and
    only the base game says whether this is AA fire (`engages_aircraft`). Of ``units``, friends may
    spot; enemies and the painted ``terrain`` close places to the remedies. ``spotted`` is the
    reader's word that the target is spotted.

    >>> tank = Standing("ger-a7v", 1, SCENARIO.grid.place("5813"))
    >>> may_fire(tank, "57mm-bow", SCENARIO.grid.place("5806")).headline
    'Range 7: the ground fog hides what is beyond 6 hexes, and nobody else spots for it.'
    """
    chosen("landships", given)  # raises before the readings become a cache key
    readings = tuple((given or {}).items())
    return _may_fire(unit, weapon, target, readings, tuple(units), spotted, terrain or TerrainMap())


@lru_cache(maxsize=512)  # a fire phase repeats this question after every shot
@judged
def _may_fire(
    unit: Standing,
    weapon: str,
    target: Place,
    readings: tuple[tuple[str, str], ...],
    units: Units,
    spotted: bool,
    terrain: TerrainMap,
) -> Telling:
    given = dict(readings)
    position, aim = stands(unit, given), _Aim(unit, target, given, units)
    if not position.value:
        yield from position.steps
        return Told(position.headline, position.remedies)
    if unit.of.unit not in UNITS:
        return (yield from _without_arcs(aim))
    fired = _shot(unit, weapon, given, spotted and not aim.beyond)
    shot_answer = explained(fired, target)
    yield from (step for step in position.steps if step.reading == TRUCK)
    yield from shot_answer.steps
    yield _fog_step(aim)
    yield from _who_stands(aim)

    def conclude(value: bool | Gap) -> Told:
        if aim.at_friends:
            return Told(aim.friends_words, _enemies_in_reach(fired, aim))
        free = _open_places(aim, terrain)
        ahead = steps_ahead(fired, target, SCENARIO.grid, aim.could_fire, free)
        onward = () if value is True else tuple(ahead)
        headline = shot_answer.headline
        if aim.beyond:
            if shot_answer.value is True or (shot_answer.value is not False and value is False):
                headline = aim.hidden_words
            # Not tried: no change to the unit clears the fog.
            far = Remedy(f"It is {hexes(aim.beyond)} too far in the fog; no turn changes that.")
            advice = () if isinstance(aim.anti_aircraft, Gap) else (far,)
            others = readings_that_help(fired, aim.could_fire)
            return Told(headline, (*advice, *onward, *others))
        if shot_answer.value is True and aim.only_aircraft:
            headline = "In arc and range; whether it fires at aircraft is in the base game."
        return Told(headline, (*_kept(shot_answer.remedies, aim, free), *onward))

    return conclude


def _shot(
    unit: Standing, weapon: str, given: Mapping[str, str], spotted: bool = False
) -> FiringWeapon:
    """Return a shot by a counter on the board, under the readings that bear on fire."""
    assert unit.place is not None  # a counter beside the map cannot fire
    readings = {key: option for key, option in given.items() if key in FIRE_READINGS}
    arms = arms_of(unit, given)
    return shot(arms, weapon, unit.place, unit.heading, readings, None, spotted)


@dataclass(frozen=True)
class _Aim:
    """A counter that aims at a place in the ground fog: what it aims at, and who spots for it.

    ``given`` are readings that have been checked, ``units`` all counters on the board.
    """

    unit: Standing
    target: Place
    given: Mapping[str, str]
    units: Units

    @cached_property
    def friends(self) -> Units:
        """The counters that spot for it besides itself."""
        return spotters(self.unit, self.units, self.given)

    @cached_property
    def enemies(self) -> Units:
        """The enemies that the fire would be at."""
        return engaged(self.unit, self.target, self.units, self.given)

    @cached_property
    def anti_aircraft(self) -> bool | Gap:
        """Whether its fire is AA fire."""
        return engages_aircraft(self.unit, self.target, self.units)

    @cached_property
    def only_aircraft(self) -> bool:
        """Whether only aircraft are fired at, and only the base game says if this counter may."""
        unsaid = isinstance(self.anti_aircraft, Gap)
        return unsaid and all(u.of.kind == "aircraft" for u in self.enemies)

    @cached_property
    def at_friends(self) -> bool:
        """Whether only units of its own side are in the target place."""
        return holds_friends_only(self.unit, self.target, self.units)

    @property
    def reading(self) -> str:
        """How ranges are counted."""
        return self.given.get(RANGE_READING, READINGS[RANGE_READING].default)

    @cached_property
    def beyond(self) -> int:
        """By how many hexes the target lies beyond spotting range."""
        return self.hidden(self.unit, self.reading)

    def hidden(self, unit: Standing, reading: str) -> int:
        """Return by how many hexes the target lies beyond a unit's spotting range, under
        a reading.
        """
        return in_fog(unit, self.target, reading, self.anti_aircraft, self.friends)

    def could_fire(self, moved: FiringWeapon) -> bool:
        """Return whether this shot, from another place or with another reading, would hit a target
        that the fog does not hide.
        """
        there = replace(self.unit, place=moved.place, heading=moved.heading)
        hidden = self.hidden(there, moved.readings[RANGE_READING])
        return verdict(moved, self.target) is True and not hidden

    def is_hidden_after(self, remedy: Remedy) -> bool:
        """Return whether the fog still hides the target after the remedy.

        Turns and changes of weapon do not affect the fog.
        """
        unit = self.unit
        if remedy.change == "placement":
            unit = replace(unit, place=remedy.to[0], heading=remedy.to[1])
        reading = remedy.to if remedy.change == RANGE_READING else self.reading
        return bool(self.hidden(unit, reading))

    @property
    def friends_words(self) -> str:
        """The verdict on fire at its own side."""
        where = capitalized(name(self.target))
        return f"{where} holds no enemy, only its own side: it may not fire."

    @property
    def hidden_words(self) -> str:
        """The verdict where the fog hides the target."""
        far = f"Range {FOG + self.beyond}"
        if isinstance(self.anti_aircraft, Gap):
            return f"{far}: whether this is AA fire, free of the fog, is not said."
        who = "no friend is nearer" if self.friends else "nobody else spots for it"
        return f"{far}: the ground fog hides what is beyond {FOG} hexes, and {who}."


def _without_arcs(aim: _Aim) -> Generator[Step, None, str]:
    """Yield the reasons for a counter whose fire rules are only in the base game; the fog may still
    settle the question.
    """
    yield lost(NO_ARCS, f"{aim.unit.title}: {NO_ARCS.question}")
    fog = _fog_step(aim)
    yield fog
    yield from _who_stands(aim)
    if aim.at_friends:
        return aim.friends_words
    base_game = "How it fires is in the base game, not in the source."
    return aim.hidden_words if fog.op == "forbids" else base_game


def _who_stands(aim: _Aim) -> Iterator[Step]:
    """Yield who is in the target place: enemies may be fired at, friends not."""
    marks, enemies = (aim.target,), aim.enemies
    if aim.at_friends:
        here = next(u for u in aim.units if u.place == aim.target and u.id != aim.unit.id)
        only = f"{at(aim.target)} is only its own side's {here.of.name}"
        yield forbid("fire-arcs", True, f"Units fire at enemies; {only}.", marks=marks)
    elif enemies:
        text = f"The {enemies[0].of.name} {at(aim.target)} is an enemy."
        yield note("fire-arcs", text, marks=marks)
        if aim.only_aircraft and not aim.beyond:
            yield lost(AA_FIRE, marks=marks)
    if any(u.of.kind == "squad" for u in enemies):
        text = "Against an assault squad: +1 for small arms and direct fire, for its small size."
        yield note("assault-squads", text, marks=marks)


def _fog_step(aim: _Aim) -> Step:
    """Return the step on the ground fog, which hides a target too far from all who may spot it."""
    unit, target, marks = aim.unit, aim.target, (aim.target,)
    assert unit.place is not None  # a counter beside the map has its answer already
    if unit.of.kind == "aircraft" or aim.anti_aircraft:
        limit = spotting_limit(unit.of.kind, aim.anti_aircraft is True)
        return allow("fog", True, limit.headline)
    counted = range_hexes(unit.place, target, aim.reading)
    if counted <= FOG:
        return allow("fog", True, f"Range {counted} is within the {FOG} hexes of the ground fog.")
    beyond = f"Range {counted} is beyond the {FOG} hexes"
    if not aim.beyond:
        friend = next(u for u in aim.friends if _spots(u, target, aim.reading))
        spots = f"under this reading a friend may spot: the {friend.of.name}"
        text, cite = f"{beyond} of the ground fog, but {spots}.", READINGS[WHO_SPOTS].cite
        return allow(cite, True, text, reading=WHO_SPOTS, marks=marks)
    if isinstance(aim.anti_aircraft, Gap):
        limits = f"which does not limit AA fire. {AA_FIRE.question}"
        step = lost(AA_FIRE, f"{beyond} of the ground fog, {limits}", "note", marks, WHO_SPOTS)
        return replace(step, cite=CITES["fog"])
    nobody = "and under this reading, or for want of friends, nobody else spots for it"
    whose = "nor can a friend under this reading" if aim.friends else nobody
    text = f"{beyond} at which it can spot in the ground fog, {whose}."
    return forbid("fog", True, text, WHO_SPOTS, marks, "you forgot the fog")


# -------------------------------------------------------------------------- what would let it fire


def _enemies_in_reach(fired: FiringWeapon, aim: _Aim) -> Iterator[Remedy]:
    """Yield the nearest enemy that this weapon may fire at from here, if there is one."""
    reading, side = fired.readings[RANGE_READING], aim.unit.of.side
    enemies = [
        (range_hexes(fired.place, u.place, reading), u.place, u)
        for u in aim.units
        if u.place is not None and u.of.side != side and u.place != fired.place
    ]
    for _, place, enemy in sorted(enemies, key=lambda enemy_at: enemy_at[:2]):
        if replace(aim, target=place).could_fire(fired):
            text = f"The {enemy.of.name} {at(place)} is an enemy that it may fire at."
            yield Remedy(text, "target", place)
            return


def _open_places(aim: _Aim, terrain: TerrainMap) -> Callable[[Place], bool]:
    """Return a test for places where this counter may go: on the board, not prohibited, free of
    enemies and of its target.
    """

    def is_open(place: Place) -> bool:
        if place not in SCENARIO.grid or place == aim.target:
            return False
        enemies = enemies_in(place, aim.unit.of.side, aim.units)
        return not enemies and moving_terrain(terrain, place, sample_values()) is not None

    return is_open


def _kept(
    remedies: Iterable[Remedy], aim: _Aim, is_open: Callable[[Place], bool]
) -> Iterator[Remedy]:
    """Yield the remedies of a shot that this board offers and the fog allows. The board has no
    field for a range.
    """
    for remedy in remedies:
        closed = remedy.change == "placement" and not is_open(remedy.to[0])
        not_here = remedy.change in ("max_range", "place")
        if not (not_here or closed or aim.is_hidden_after(remedy)):
            yield remedy
