"""Whether a weapon may fire at a place, why, and what would change it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from landships_lab.core.answer import Answer, Gap, Remedy, Step, Telling, Told, judged
from landships_lab.core.arcs import Position, bearing
from landships_lab.core.grid import Grid
from landships_lab.core.hexes import Heading, Hex, Place, Side
from landships_lab.core.remedies import other_readings, that_help
from landships_lab.core.sources import Cite, Given
from landships_lab.core.speech import capitalized, plural
from landships_lab.data.book import supplied
from landships_lab.data.gaps import gap
from landships_lab.data.load import chosen
from landships_lab.games.landships.data.units import Unit, Weapon
from .book import (
    CITES,
    FIRE_READINGS,
    GRID,
    RANGE_READING,
    READINGS,
    allow,
    arc_words,
    at,
    bearing_words,
    forbid,
    heading_of,
    hexes,
    lost,
    name,
    note,
    place_of,
)
from .positions import Standing, forward, legal_headings, stood, turn_words, unit_of, weapon_of
from .ranges import count_range, range_hexes

EDGE_HEX, EDGE_HEXSIDE, EDGE_FACING = "arc-edge-hex", "arc-edge-hexside", "mk-iv-edge-facing"
OUTSIDE_ARC, OWN_PLACE = gap("landships", "outside-arc"), gap("landships", "own-place")
#: Longer names of weapons (possible in a unit of the reader) are left out of the verdict.
LONGEST_NAME = 26
#: How many steps along its heading a unit searches for a place from which it could fire.
STEPS_AHEAD = 8
_NO_ARC, _NO_RANGE = "you forgot its arc", "you forgot its range"


# ---------------------------------------------------------------------------------------- the shot


@dataclass(frozen=True, slots=True)
class FiringWeapon:
    """Everything about a shot but its target, checked: the firer, its weapon, its position, and the
    readings.

    ``max_range`` is in hexes; ``supplied`` says that the reader gave it. ``own_range`` is the
    maximum that the reader gave for every weapon whose range is not in the source. ``spotted`` is
    the reader's word that the target is spotted.
    """

    unit: Unit
    weapon: Weapon
    place: Place
    heading: Heading
    readings: Mapping[str, str]
    max_range: int | Gap
    supplied: bool
    own_range: int | None = None
    spotted: bool = False

    @property
    def edge_hexsides(self) -> bool:
        """True if a hexside on an edge of this arc can be hit."""
        rule = self.readings[EDGE_HEXSIDE]
        if rule != "as-printed":
            return rule == "always"
        by_facing = self.edge_by_facing and self.readings[EDGE_FACING] == "hexside-facings"
        return self.weapon.arc.edge_hexsides or by_facing

    @property
    def edge_by_facing(self) -> bool:
        """True where the printed sentence on the edges of the Mk IV is applied to a heading that it
        does not name: towards a hexjuncture.
        """
        printed = self.weapon.provenance["edge"] == "printed" and not self.weapon.arc.edge_hexsides
        return printed and not self.heading.faces_hexside

    @property
    def legal(self) -> bool:
        """True if the unit may stand here with this heading."""
        return self.heading in legal_headings(self.unit.unit_class, self.place)

    def standing(self, place: Place, heading: Heading) -> FiringWeapon:
        """Return this shot from another position."""
        return replace(self, place=place, heading=heading)

    def reading(self, reading: str, option: str) -> FiringWeapon:
        """Return this shot with one reading changed."""
        return replace(self, readings={**self.readings, reading: option})

    def with_weapon(self, weapon: Weapon) -> FiringWeapon:
        """Return a shot of another weapon of the unit, at the range stated for it, or else
        at the reader's range.
        """
        limit, own = weapon.range_hexes, self.own_range
        if isinstance(limit, Gap) and own is not None:
            return replace(self, weapon=weapon, max_range=own, supplied=True)
        return replace(self, weapon=weapon, max_range=limit, supplied=False)


def shot(
    unit: Unit | str,
    weapon: Weapon | str,
    place: Place,
    heading: Heading,
    given: Given = None,
    max_range: int | None = None,
    spotted: bool = False,
) -> FiringWeapon:
    """Check the ids, the readings and the supplied range (in hexes), and return the shot."""
    whole = isinstance(max_range, int) and not isinstance(max_range, bool)
    if max_range is not None and not (whole and 0 <= max_range <= 99):
        allowed = "A maximum range is a whole number of hexes from 0 to 99"
        raise ValueError(f"{allowed}, not {max_range!r}.")
    place, heading, firer = place_of(place), heading_of(heading), unit_of(unit)
    arm, options = weapon_of(firer, weapon), chosen("landships", given, "fire")
    own = max_range is not None
    limit = arm.range_hexes if max_range is None else max_range
    return FiringWeapon(firer, arm, place, heading, options, limit, own, max_range, spotted)


def covered(position: Position, on_hexside: bool, edge_hexsides: bool, edge_hex: str) -> bool:
    """Return whether an arc covers a place in this position, on a hexside or in a hex.

    ``edge_hexsides`` is the arc's rule for hexsides on its edges, ``edge_hex`` an option of the
    reading arc-edge-hex.
    """
    if position != "edge":
        return position == "inside"
    return edge_hexsides if on_hexside or edge_hex == "as-hexside" else True


def covers(fired: FiringWeapon, target: Place) -> bool:
    """Return whether the weapon's arc covers this place, at any range."""
    lies = fired.weapon.arc.locate(fired.place, fired.heading, target)
    if lies != "edge":
        return lies == "inside"
    on_hexside, edge_hex = isinstance(target, Side), fired.readings[EDGE_HEX]
    return covered(lies, on_hexside, fired.edge_hexsides, edge_hex)


def verdict(fired: FiringWeapon, target: Place) -> bool | Gap:
    """Return the value of `explained` without its reasons, much faster: a refusal tries many shots
    for its remedies, and a drill draws hundreds.
    """
    if not fired.legal:
        return False
    if target == fired.place:
        return OWN_PLACE
    limit = fired.max_range
    counted = range_hexes(fired.place, target, fired.readings[RANGE_READING])
    if not isinstance(limit, Gap) and counted > limit:
        return False
    if not covers(fired, target):
        return OUTSIDE_ARC if fired.unit.unit_class == 2 else False
    return limit if isinstance(limit, Gap) else True


@dataclass(frozen=True, slots=True)
class Aimed:
    """A shot at a place: the facts that steps, headline, remedies and drills share.

    ``lies`` is where the target is in the arc, ``in_arc`` whether the arc covers it at any range,
    and ``counted`` the range in hexes.
    """

    fired: FiringWeapon
    target: Place
    lies: Position = field(init=False)
    in_arc: bool = field(init=False)
    counted: int = field(init=False)

    def __post_init__(self) -> None:
        fired, target = self.fired, self.target
        lies = fired.weapon.arc.locate(fired.place, fired.heading, target)
        object.__setattr__(self, "lies", lies)
        object.__setattr__(self, "in_arc", covers(fired, target))
        counted = range_hexes(fired.place, target, fired.readings[RANGE_READING])
        object.__setattr__(self, "counted", counted)

    @property
    def beyond(self) -> int:
        """How many hexes beyond the maximum range the target is; 0 if that maximum is not in the
        source.
        """
        limit = self.fired.max_range
        return 0 if isinstance(limit, Gap) else max(self.counted - limit, 0)

    @property
    def stands(self) -> Answer[bool, Standing]:
        """Whether the unit's position is legal."""
        return stood(self.fired.unit.unit_class, self.fired.place, self.fired.heading)


# -------------------------------------------------------------------------------------- may it fire


@dataclass(frozen=True, slots=True)
class Verdict:
    """The verdict on a shot: where its target lies, and what follows.

    ``joined`` is the connective; it is empty if the second part is the same for every shot.
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
        """The verdict as part of a sentence, without the part that is the same for every shot."""
        return f"{self.where}{self.joined}{self.then}" if self.joined else self.where


def can_target(
    unit: Unit | str,
    weapon: Weapon | str,
    place: Place,
    heading: Heading,
    target: Place,
    readings: Given = None,
    max_range: int | None = None,
    spotted: bool = False,
) -> Answer[bool | Gap, Verdict]:
    """Return whether this weapon, on this unit in this position, may fire at that place.

    A yes holds for a spotted target: the verdict says "if" unless ``spotted`` is set. The value is
    a `Gap` if only the base game could say: on a maximum range that is not in the article
    (``max_range`` supplies one, in hexes), or on the penalty for a Weapons Unit that fires outside
    its arc. A refusal carries remedies: the fewest 30-degree turns, the hexes too far, another
    weapon, another reading.

    >>> place, tank = GRID.place, ("mk-iv-male", "57mm-starboard")
    >>> can_target(*tank, place("0503/0504"), Heading("E"), place("0705")).headline
    'In arc, range 2 of 7: the 57 mm starboard may fire, if the target is spotted.'
    """
    return explained(shot(unit, weapon, place, heading, readings, max_range, spotted), target)


@judged
def explained(fired: FiringWeapon, target: Place) -> Telling[Verdict]:
    """Return the answer of `can_target` for this shot.

    >>> fired = shot("mk-iv-male", "57mm-starboard", GRID.place("0503/0504"), Heading("E"))
    >>> explained(fired, GRID.place("0705")).detail.short
    'In arc, range 2 of 7'
    """
    aimed = Aimed(fired, place_of(target))
    yield _position(aimed)
    if target == fired.place and fired.legal:
        yield lost("own-place", marks=(target,))
        then = "fire at its own place is in the base game, not in the source"
        own = Verdict("It stands there", then, ", and ")
        return Told(own.headline, detail=own)
    yield from _arc(aimed)
    yield spotted_step(fired.spotted)
    yield from count_range(fired.place, target, fired.readings[RANGE_READING]).steps
    text = "With twelve point facing the restricted weapon ranges of optional rule 16.31 are used"
    beyond = ": nothing beyond the maximum is hit" if aimed.beyond else ""
    yield note("restricted-ranges", f"{text}{beyond}.")
    yield _range(aimed)

    def conclude(value: bool | Gap) -> Told[Verdict]:
        outcome = _verdict(aimed, value)
        return Told(outcome.headline, () if value is True else _remedies(aimed), outcome)

    return conclude


def _position(aimed: Aimed) -> Step:
    fired, stands = aimed.fired, aimed.stands
    if not stands.value:
        return next(step for step in stands.steps if step.op == "forbids")
    along = "" if isinstance(fired.place, Hex) else ", along it"
    stood = f"The {fired.unit.name} stands {at(fired.place)} and faces {fired.heading}"
    return allow(stands.steps[-1].cite, True, f"{stood}{along}: legal.", marks=(fired.place,))


def _arc(aimed: Aimed) -> Iterator[Step]:
    """Yield where the target lies in the arc and, for a target on the edge, whether the edge
    counts.
    """
    weapon, marks = aimed.fired.weapon, (aimed.target,)
    of = f"the arc of the {weapon.name}, {arc_words(weapon.arc)}"
    lies = {"inside": "inside", "edge": "exactly on the edge of", "outside": "outside"}[aimed.lies]
    text, cite = f"{capitalized(_bearing(aimed))}: {lies} {of}.", weapon.cites["arc"]
    if aimed.lies == "inside":
        yield allow(cite, True, text, marks=marks, slip=_NO_ARC)
    elif aimed.lies == "outside":
        yield _outside(aimed, text, cite)
        yield note("fire-arcs", "In general a unit fires only within its fire arcs.")
    else:
        yield note(cite, text, marks=marks)
        yield _edge(aimed)


def _bearing(aimed: Aimed) -> str:
    between, what = (
        bearing(aimed.fired.place, aimed.fired.heading, aimed.target),
        name(aimed.target),
    )
    if between is None:
        return f"{what} is the place it stands in"
    lo, hi = between
    if lo == hi:
        return f"{what} lies exactly {bearing_words(lo)}"
    first, last = sorted((lo, hi), key=abs)
    side = "starboard" if hi > 0 else "port"
    return f"{what} lies between {abs(first)}° and {abs(last)}° to {side}"


def _outside(aimed: Aimed, text: str, cite: Cite, reading: str = "") -> Step:
    """Return the refusal outside the arc; a Weapons Unit pays a penalty there instead."""
    if aimed.fired.unit.unit_class == 2:
        may = (
            "A Weapons Unit may fire outside its arc, with a penalty that only the base game gives"
        )
        step = lost("outside-arc", f"{text} {may}.", marks=(aimed.target,), reading=reading)
        return replace(step, cite=CITES["outside-arc"])
    return forbid(cite, True, text, reading, (aimed.target,), _NO_ARC)


def _edge(aimed: Aimed) -> Step:
    fired, marks, in_hex = aimed.fired, (aimed.target,), isinstance(aimed.target, Hex)
    if in_hex and fired.readings[EDGE_HEX] == "in":
        text = "Under this reading a hex whose centre lies on the edge is in the arc."
        cite = READINGS[EDGE_HEX].cite
        return allow(cite, True, text, reading=EDGE_HEX, marks=marks, slip=_NO_ARC)
    as_side = "Under this reading a hex counts as a hexside does, and one"
    can = "can" if aimed.in_arc else "cannot"
    text = f"{as_side if in_hex else 'A hexside'} on this edge {can} be hit"
    reading, cite = EDGE_HEX if in_hex else EDGE_HEXSIDE, READINGS[EDGE_HEXSIDE].cite
    if fired.readings[EDGE_HEXSIDE] == "as-printed":
        cite = fired.weapon.cites["edge"]
        if fired.edge_by_facing:
            printed = "the printed sentence names a hexside facing"
            text = f"{text}: {printed}, and the vehicle faces a hexjuncture"
            cite, reading = READINGS[EDGE_FACING].cite, EDGE_FACING
    if aimed.in_arc:
        return allow(cite, True, f"{text}.", reading=reading, marks=marks, slip=_NO_ARC)
    return _outside(aimed, f"{text}.", cite, reading)


def spotted_step(spotted: bool) -> Step:
    """Return the step on spotting, which the article only mentions."""
    if spotted:
        return allow(supplied("spotting"), True, "You say that the target is spotted.")
    text = "Fire is at a target that is spotted. How a unit spots is in the base game."
    return note("spotting", text)


def _range(aimed: Aimed) -> Step:
    fired, limit = aimed.fired, aimed.fired.max_range
    if isinstance(limit, Gap):
        text = f"Its maximum range is not in the source. {limit.question}"
        return lost(limit, text)
    printed = fired.weapon.provenance["range"] == "printed"
    whose, cite = f"the {'printed ' if printed else ''}maximum", fired.weapon.cites["range"]
    if fired.supplied:
        whose, cite = "your maximum", supplied("maximum range")
    far = f"{hexes(aimed.beyond)} beyond" if aimed.beyond else "within"
    text = f"Range {aimed.counted} is {far} {whose} of {limit}."
    return allow(cite, not aimed.beyond, text, slip=_NO_RANGE)


def _verdict(aimed: Aimed, value: bool | Gap) -> Verdict:
    fired, limit = aimed.fired, aimed.fired.max_range
    if not fired.legal:
        return Verdict("Illegal", aimed.stands.detail.reason)
    where = "In arc" if aimed.in_arc else _outside_words(aimed)
    if value is True:
        return Verdict(f"{where}, range {aimed.counted or 'zero'} of {limit}", may_words(fired))
    also, unknown = ", and " if isinstance(value, Gap) else "", "its maximum range is not"
    if isinstance(limit, Gap) and aimed.in_arc:
        return Verdict(f"In arc, range {aimed.counted or 'zero'}", f"{unknown} in the source", also)
    if isinstance(value, Gap):
        both = "penalty and range are not in the source"
        alone = "it may fire at a penalty not in the source"
        return Verdict(where, both if isinstance(limit, Gap) else alone, also)
    if aimed.beyond:
        far = f", {'but' if aimed.in_arc else 'and'} {hexes(aimed.beyond)} too far"
        return Verdict(f"{where}{far}", f"range {aimed.counted} of {limit}", ", ")
    return Verdict(where, "it may not fire")


def may_words(fired: FiringWeapon) -> str:
    """Return the words that the weapon may fire, with the condition "if the target is spotted"
    unless the reader has settled it.
    """
    called = fired.weapon.name if len(fired.weapon.name) <= LONGEST_NAME else "weapon"
    return f"the {called} may fire{'' if fired.spotted else ', if the target is spotted'}"


def _outside_words(aimed: Aimed) -> str:
    """Return how far the target is past the nearer edge, in whole points of 30 degrees."""
    if aimed.lies == "edge":
        return "On an edge that does not count"
    fired, past = aimed.fired, []
    for edge, sign, side in ((fired.weapon.arc.hi, 1, "right"), (fired.weapon.arc.lo, -1, "left")):
        between = bearing(fired.place, fired.heading.turn(edge // 30), aimed.target)
        lo, hi = sorted(sign * end for end in between or (0, 0))  # its own place is never outside
        past.append((lo % 360, hi - lo, edge, side))
    least, width, _, side = min(past)
    amount = f"{least}°"
    if width:
        amount = f"{least}° to {least + width}°" if least else f"less than {width}°"
    return f"Not in arc, {amount} past its {side} edge"


# ------------------------------------------------------------------------- what would let it fire


def _remedies(aimed: Aimed) -> Iterator[Remedy]:
    fired, target = aimed.fired, aimed.target
    if not fired.legal:
        yield from aimed.stands.remedies
        return

    def could_fire(other: FiringWeapon) -> bool:
        return verdict(other, target) is True

    if isinstance(fired.max_range, Gap):
        yield Remedy("Give a maximum range, and the question can be answered.", "max_range")
    elif aimed.beyond:
        yield Remedy(f"The target is {hexes(aimed.beyond)} too far; no turn changes that.")
    if not aimed.in_arc:
        yield from _turns(fired, target)
    if not isinstance(fired.max_range, Gap):
        yield from steps_ahead(fired, target, GRID, could_fire)
    others = (w for w in fired.unit.weapons.values() if w.id != fired.weapon.id)
    weapons = ((w, Remedy(f"The {w.name} could fire at it.", "weapon", w.id)) for w in others)
    armed = ((fired.with_weapon(weapon), remedy) for weapon, remedy in weapons)
    yield from that_help(fired, armed, could_fire)
    yield from readings_that_help(fired, could_fire)


def _turns(fired: FiringWeapon, target: Place) -> Iterator[Remedy]:
    """Yield the fewest turns that bring the target into the arc.

    A vehicle cannot turn on a hexside, so the turns are tried in its two hexes, except the
    target's.
    """

    def then(place: Place, heading: Heading) -> str:
        fires = verdict(fired.standing(place, heading), target) is True
        return "it could fire" if fires else "the arc would cover it"

    if isinstance(fired.place, Hex):
        for heading in _fewest_turns(fired, fired.place, target):
            turned = f"Turned {turn_words(fired.heading.turns_to(heading))} to face {heading}"
            yield Remedy(f"{turned}, {then(fired.place, heading)}.", "heading", heading)
        return
    for hexagon in (h for h in fired.place.hexes if h != target and h in GRID):
        for heading in _fewest_turns(fired, hexagon, target)[:1]:
            there = f"in {name(hexagon)} facing {heading} {then(hexagon, heading)}"
            text = f"On a hexside it cannot turn; {there}."
            yield Remedy(text, "placement", (hexagon, heading))


def _fewest_turns(fired: FiringWeapon, place: Place, target: Place) -> list[Heading]:
    """Return the legal headings in this place that bring the target into the arc with the fewest
    points of turning.
    """
    legal = legal_headings(fired.unit.unit_class, place)
    covering = [h for h in legal if covers(fired.standing(place, h), target)]
    least = min((abs(fired.heading.turns_to(h)) for h in covering), default=0)
    return [h for h in covering if abs(fired.heading.turns_to(h)) == least]


def steps_ahead(
    fired: FiringWeapon,
    target: Place,
    grid: Grid,
    could_fire: Callable[[FiringWeapon], bool],
    is_open: Callable[[Place], bool] = lambda _place: True,
) -> Iterator[Remedy]:
    """Yield at most one remedy: the fewest steps straight ahead after which it could fire.

    Only a vehicle can move by itself. It stops at the edge of the board, at the target, and before
    a place that ``is_open`` closes. Raises `PositionError` if a vehicle may not have this heading.
    """
    place = fired.place
    for count in range(1, STEPS_AHEAD + 1 if fired.unit.unit_class == 3 else 0):
        place = forward(place, fired.heading)
        if place == target or place not in grid or not is_open(place):
            return
        if could_fire(fired.standing(place, fired.heading)):
            steps = "one step" if count == 1 else plural(count, "step")
            yield Remedy(f"After {steps} forward, {at(place)}, it could fire.", "place", place)
            return


def readings_that_help(
    fired: FiringWeapon, could_fire: Callable[[FiringWeapon], bool]
) -> Iterator[Remedy]:
    """Return a remedy for every other reading under which it could fire. Each is tried."""

    def would(key: str, option: str) -> str:
        return "it could fire" if could_fire(fired.reading(key, option)) else ""

    return other_readings(FIRE_READINGS.values(), fired.readings, would)
