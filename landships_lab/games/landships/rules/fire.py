"""Whether a weapon may fire at a place, why, and what would change it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from landships_lab.core.answer import Answer, Gap, Step, judge
from landships_lab.core.arcs import bearing
from landships_lab.core.hexes import Heading, Hex, Place, Side
from landships_lab.core.sources import Cite, Given
from landships_lab.core.speech import capitalized
from landships_lab.games.landships.data.units import Unit, Weapon
from .book import CITES, FIRE_READINGS, RANGE_READING, at, bearing_words, hexes, name, place_of
from .positions import Standing, check_position, legal_headings
from .ranges import count_range, range_hexes
from .reach import Reach, reach_of
from .remedies import remedies
from .shot import (
    EDGE_FACING,
    EDGE_HEX,
    EDGE_HEXSIDE,
    OUTSIDE_ARC,
    OWN_PLACE,
    FiringWeapon,
    arc_words,
    covers,
    shot,
    verdict,
)

#: A longer name of a weapon, in a unit of the reader's own, is left out of the verdict.
LONGEST_NAME = 26


def can_target(
    unit: Unit | str,
    weapon: Weapon | str,
    place: Place,
    heading: Heading,
    target: Place,
    readings: Given = None,
    max_range: int | None = None,
    spotted: bool = False,
) -> Answer[bool | Gap]:
    """Return whether this weapon, on this unit standing here and facing so, may fire at that place.

    A yes holds for a spotted target: the verdict says "if", unless ``spotted`` says that it is. The
    value is a `Gap` where only the base game could say: a maximum range that is not in the article
    (``max_range`` supplies one, in hexes), or the penalty for a Weapons Unit that fires outside its
    arc. A refusal carries remedies: the fewest 30-degree turns, the hexes too far, another weapon,
    another reading. `ValueError` for an unknown unit, weapon, reading or option, for what is no
    place or heading, and for a range outside 0 to 99. Source: Twelve Point Facing, Combat (line
    115) and the fire arc diagrams (lines 47-85).

    >>> from landships_lab.core.grid import Grid
    >>> place = Grid().place
    >>> can_target(
    ...     "mk-iv-male", "57mm-starboard", place("0503/0504"), Heading("E"), place("0705")
    ... ).headline
    'In arc, range 2 of 7: the 57 mm starboard may fire, if the target is spotted.'
    """
    return explained(shot(unit, weapon, place, heading, readings, max_range, spotted), target)


def explained(fired: FiringWeapon, target: Place) -> Answer[bool | Gap]:
    """Return the answer of `can_target` for this shot; ``detail`` is its `Verdict`.

    `ValueError` where the target is no place. Source: Twelve Point Facing, Combat (line 115).

    >>> from landships_lab.games.landships.rules.book import GRID
    >>> fired = shot("mk-iv-male", "57mm-starboard", GRID.place("0503/0504"), Heading("E"))
    >>> explained(fired, GRID.place("0705")).detail.short
    'In arc, range 2 of 7'
    """
    if target == fired.place and fired.legal:
        alone = (
            _position_step(fired),
            Step(OWN_PLACE.question, OWN_PLACE.cite, "note", OWN_PLACE, (target,)),
        )
        own = Verdict(
            "It stands there",
            "fire at its own place is in the base game, not in the source",
            joined=", and ",
        )
        return Answer(judge(alone), alone, own.headline, detail=own)
    counted = count_range(fired.place, place_of(target), fired.readings[RANGE_READING])
    steps = (
        _position_step(fired),
        *_arc_steps(fired, target),
        spotted_step(fired.spotted),
        *counted.steps,
        _restricted_step(fired, counted.value),
        _range_step(fired, counted.value),
    )
    value = judge(steps)
    changes = () if value is True else remedies(fired, target, counted.value)
    said = _verdict(fired, target, value, counted.value)
    return Answer(value, steps, said.headline, changes, said)


# -- what a board shows of it


@dataclass(frozen=True, slots=True)
class FieldOfReach:
    """What one weapon covers from where its unit stands.

    ``max_range`` is in hexes; ``edge_hexsides`` says whether hexsides on the edges of its arc can
    be hit.
    """

    weapon: Weapon
    max_range: int | Gap
    edge_hexsides: bool
    reach: Reach


@dataclass(frozen=True, slots=True)
class Survey:
    """The detail of a `survey`: the shot, the legal headings here, the field of each weapon shown,
    and what each reading would change.

    The weapon of the shot is the last of ``fields``. ``effects`` says in a few words what the
    answer would be, by reading and option; it is empty without a target.
    """

    shot: FiringWeapon
    legal_headings: tuple[Heading, ...]
    fields: Mapping[str, FieldOfReach]
    effects: Mapping[tuple[str, str], str]


def survey(
    unit: Unit,
    weapon: Weapon,
    place: Place,
    heading: Heading,
    target: Place | None,
    readings: Given = None,
    max_range: int | None = None,
    shown: Collection[str] = (),
    spotted: bool = False,
) -> Answer[bool | Gap | None]:
    """Return the answer of `can_target`, with a `Survey` as its detail.

    The value is None without a target, and False for an illegal position. ``max_range``, in hexes,
    stands for every maximum range that is not in the source. ``shown`` are the ids of further
    weapons whose fields are wanted; the weapon asked about comes last. `ValueError` as for
    `can_target`. Source: Twelve Point Facing, Combat (line 115).

    >>> from landships_lab.games.landships.rules.book import GRID
    >>> from landships_lab.games.landships.rules.units import UNITS
    >>> tank, place = UNITS["mk-iv-male"], GRID.place
    >>> answer = survey(tank, tank.weapons["mg-bow"], place("0503"), Heading.N, place("0501"))
    >>> answer.value, list(answer.detail.fields)
    (True, ['mg-bow'])
    """
    supplied = max_range if isinstance(weapon.range_hexes, Gap) else None
    fired = shot(unit, weapon, place, heading, readings, supplied, spotted)
    fired = replace(fired, own_range=max_range)
    order = [*(w for w in unit.weapons.values() if w.id in shown and w.id != weapon.id), weapon]
    fields = {w.id: _field(fired.with_weapon(w)) for w in order}
    answer: Answer[bool | Gap | None]
    if target is None:
        answer = without_target(check_position(unit.unit_class, place, heading))
        effects = {}
    else:
        answer = explained(fired, target)
        effects = dict(_effects(fired, target, answer.value))
    legal = legal_headings(unit.unit_class, place)
    return replace(answer, detail=Survey(fired, legal, fields, effects))


def _field(fired: FiringWeapon) -> FieldOfReach:
    return FieldOfReach(
        fired.weapon, fired.max_range, fired.edge_hexsides, _beyond(reach_of(fired), fired.place)
    )


@lru_cache(maxsize=64)  # so that pictures of the same field see at once that it is the same
def _beyond(reach: Reach, place: Place) -> Reach:
    """Return what lies in reach but for its own place, at which the source does not say whether it
    may fire.
    """
    return replace(reach, can_hit=reach.can_hit - {place})


def without_target(position: Answer[bool]) -> Answer[bool | Gap | None]:
    """Return the answer to "may it fire?" before a target is chosen.

    It is no answer yet (None), or the refusal of an illegal position.

    >>> from landships_lab.core.grid import Grid
    >>> without_target(check_position(3, Grid().place("0503"), Heading.N)).value is None
    True
    """
    if not position.value:
        return replace(position)
    return Answer(
        None, position.steps, "Point at a target to ask whether it may fire. Its position is legal."
    )


def spotted_step(spotted: bool) -> Step:
    """Return the step on spotting: the article lets a unit fire at what it spots; how it spots is
    in the base game.

    Source: Twelve Point Facing, Combat (line 115).

    >>> spotted_step(True).text
    'You say that the target is spotted.'
    """
    if spotted:
        return Step(
            "You say that the target is spotted.",
            Cite("You", "spotting", kind="supplied"),
            "allows",
        )
    return Step(
        "Fire is at a target that is spotted. How a unit spots is in the base game.",
        CITES["spotting"],
    )


def _effects(
    fired: FiringWeapon, target: Place, now: bool | Gap
) -> Iterator[tuple[tuple[str, str], str]]:
    for key, reading in FIRE_READINGS.items():
        for option in reading.options:
            value = (
                now
                if option.id == fired.readings[key]
                else verdict(fired.reading(key, option.id), target)
            )
            words = (
                "not in the source"
                if isinstance(value, Gap)
                else "may fire"
                if value
                else "may not"
            )
            counted = (
                f"range {range_hexes(fired.place, target, option.id)}, "
                if key == RANGE_READING
                else ""
            )
            yield (key, option.id), f"{counted}{words}"


# -- the steps


def _position_step(fired: FiringWeapon) -> Step:
    answer = check_position(fired.unit.unit_class, fired.place, fired.heading)
    if not answer.value:
        return next(step for step in answer.steps if step.op == "forbids")
    along = "" if isinstance(fired.place, Hex) else ", along it"
    text = (
        f"The {fired.unit.name} stands {at(fired.place)} and faces {fired.heading}{along}: legal."
    )
    return Step(text, answer.steps[-1].cite, "allows", marks=(fired.place,))


def _bearing_of(fired: FiringWeapon, target: Place) -> str:
    between = bearing(fired.place, fired.heading, target)
    if between is None:
        return f"{name(target)} is the place it stands in"
    lo, hi = between
    if lo == hi:
        return f"{name(target)} lies exactly {bearing_words(lo)}"
    first, last = sorted((lo, hi), key=abs)
    side = "starboard" if hi > 0 else "port"
    return f"{name(target)} lies between {abs(first)}° and {abs(last)}° to {side}"


def _arc_steps(fired: FiringWeapon, target: Place) -> tuple[Step, ...]:
    """Return where the target lies in the arc and, if it lies on the edge, whether that edge
    counts.
    """
    weapon = fired.weapon
    position = weapon.arc.locate(fired.place, fired.heading, target)
    lies = {"inside": "inside", "edge": "exactly on the edge of", "outside": "outside"}[position]
    text = (
        f"{capitalized(_bearing_of(fired, target))}: {lies} the arc of the {weapon.name},"
        f" {arc_words(weapon.arc)}."
    )
    cite = weapon.cites["arc"]
    if position == "inside":
        return (Step(text, cite, "allows", marks=(target,)),)
    if position == "outside":
        only = Step("In general a unit fires only within its fire arcs.", CITES["fire-arcs"])
        return (_outside_step(fired, text, cite, target), only)
    return Step(text, cite, "note", marks=(target,)), _edge_step(fired, target)


def _outside_step(
    fired: FiringWeapon, text: str, cite: Cite, target: Place, reading: str = ""
) -> Step:
    """Return the refusal outside the arc; a Weapons Unit pays a penalty there instead, which is not
    in the source.
    """
    if fired.unit.unit_class == 2:
        text += (
            " A Weapons Unit may fire outside its arc, with a penalty that only the base game"
            " gives."
        )
        return Step(text, CITES["outside-arc"], "note", OUTSIDE_ARC, (target,), reading)
    return Step(text, cite, "forbids", marks=(target,), reading=reading)


def _edge_step(fired: FiringWeapon, target: Place) -> Step:
    if isinstance(target, Hex) and fired.readings[EDGE_HEX] == "in":
        text = "Under this reading a hex whose centre lies on the edge is in the arc."
        return Step(text, FIRE_READINGS[EDGE_HEX].cite, "allows", marks=(target,), reading=EDGE_HEX)
    what = (
        "A hexside"
        if isinstance(target, Side)
        else "Under this reading a hex counts as a hexside does, and one"
    )
    reading = EDGE_HEX if isinstance(target, Hex) else EDGE_HEXSIDE
    cite = (
        fired.weapon.cites["edge"]
        if fired.readings[EDGE_HEXSIDE] == "as-printed"
        else FIRE_READINGS[EDGE_HEXSIDE].cite
    )
    reached = covers(fired, target)
    text = f"{what} on this edge {'can' if reached else 'cannot'} be hit."
    if fired.edge_by_facing and fired.readings[EDGE_HEXSIDE] == "as-printed":
        text = (
            f"{text[:-1]}: the printed sentence names a hexside facing, and the vehicle faces a"
            " hexjuncture."
        )
        cite, reading = FIRE_READINGS[EDGE_FACING].cite, EDGE_FACING
    if reached:
        return Step(text, cite, "allows", marks=(target,), reading=reading)
    return _outside_step(fired, text, cite, target, reading)


def _restricted_step(fired: FiringWeapon, counted: int) -> Step:
    """Return that weapon ranges are restricted, and what that means for this target."""
    text = "With twelve point facing the restricted weapon ranges of optional rule 16.31 are used"
    beyond = not isinstance(fired.max_range, Gap) and counted > fired.max_range
    follows = ": nothing beyond the maximum is hit" if beyond else ""
    return Step(f"{text}{follows}.", CITES["restricted-ranges"])


def _range_step(fired: FiringWeapon, counted: int) -> Step:
    limit, cite = fired.max_range, fired.weapon.cites["range"]
    if isinstance(limit, Gap):
        return Step(
            f"Its maximum range is not in the source. {limit.question}", limit.cite, "note", limit
        )
    if fired.supplied:
        whose, cite = "your maximum", Cite("You", "maximum range", kind="supplied")
    else:
        whose = (
            "the printed maximum"
            if fired.weapon.provenance["range"] == "printed"
            else "the maximum"
        )
    if counted <= limit:
        return Step(f"Range {counted} is within {whose} of {limit}.", cite, "allows")
    return Step(
        f"Range {counted} is {hexes(counted - limit)} beyond {whose} of {limit}.", cite, "forbids"
    )


# -- the headline


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is said of a shot: where its target lies, and what follows.

    ``joined`` is what joins the two where the second part tells this shot from others. It is empty
    where that part is the same for every shot.
    """

    where: str
    then: str
    joined: str = ""

    @property
    def headline(self) -> str:
        """The verdict in one line."""
        return f"{self.where}: {self.then}."

    @property
    def short(self) -> str:
        """The verdict as a part of a sentence, without what holds for every shot."""
        return f"{self.where}{self.joined}{self.then}" if self.joined else self.where


def _verdict(fired: FiringWeapon, target: Place, value: bool | Gap, counted: int) -> Verdict:
    if not fired.legal:
        stands: Standing = check_position(fired.unit.unit_class, fired.place, fired.heading).detail
        return Verdict("Illegal", stands.reason)
    limit, in_arc = fired.max_range, covers(fired, target)
    where = "In arc" if in_arc else _outside_words(fired, target)
    if value is True:
        return Verdict(f"{where}, range {counted or 'zero'} of {limit}", may_words(fired))
    also = ", and " if isinstance(value, Gap) else ""
    if isinstance(limit, Gap) and in_arc:
        return Verdict(
            f"In arc, range {counted or 'zero'}", "its maximum range is not in the source", also
        )
    if isinstance(value, Gap):
        lacks = (
            "penalty and range are not in the source"
            if isinstance(limit, Gap)
            else "it may fire at a penalty not in the source"
        )
        return Verdict(where, lacks, also)
    if not isinstance(limit, Gap) and counted > limit:
        far = f"{where}{', but' if in_arc else ', and'} {hexes(counted - limit)} too far"
        return Verdict(far, f"range {counted} of {limit}", ", ")
    return Verdict(where, "it may not fire")


def may_words(fired: FiringWeapon) -> str:
    """Return that the weapon may fire, with the condition "if the target is spotted" unless the
    reader has settled it.
    """
    name = fired.weapon.name if len(fired.weapon.name) <= LONGEST_NAME else "weapon"
    return f"the {name} may fire{'' if fired.spotted else ', if the target is spotted'}"


def _outside_words(fired: FiringWeapon, target: Place) -> str:
    """Return by how much the target is past the nearer edge, in whole points of 30 degrees."""
    arc = fired.weapon.arc
    if arc.locate(fired.place, fired.heading, target) == "edge":
        return "On an edge that does not count"
    past = []
    for edge, sign, side in ((arc.hi, 1, "right"), (arc.lo, -1, "left")):
        between = bearing(fired.place, fired.heading.turn(edge // 30), target)
        assert between is not None  # a unit's own place is never outside
        lo, hi = sorted(sign * end for end in between)
        past.append((lo % 360, hi - lo, edge, side))
    least, width, _, side = min(past)
    amount = (
        f"{least}°"
        if width == 0
        else f"{least}° to {least + width}°"
        if least
        else f"less than {width}°"
    )
    return f"Not in arc, {amount} past its {side} edge"
