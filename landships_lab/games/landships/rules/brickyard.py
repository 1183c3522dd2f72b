"""Scenario 19.26, The Brickyard: its counters, where they are set up or come on, where they may
stand, and how far they spot in the fog.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import count
from typing import TypeVar

from landships_lab.core.answer import Answer, Gap, Remedy, Step, Telling, Told, decided, judged
from landships_lab.core.checks import unknown
from landships_lab.core.hexes import Heading, Hex, Place, Side
from landships_lab.core.sources import Given
from landships_lab.core.speech import capitalized, listed, plural
from landships_lab.data.gaps import gap as missing
from landships_lab.data.load import chosen
from landships_lab.games.landships.data.scenarios import Force, scenario
from .book import READINGS, allow, at, forbid, lost, name, note, start
from .ground import HEXSIDE_STACKING, NO_LIMIT, most_together
from .positions import stood

AA_HEX, ART_HEX = "scenario-hex-6810", "75mm-hex"
TRUCK, WHO_SPOTS = "gun-on-truck", "brickyard-spotting"
SCENARIO = scenario()
FOG = 6
NO_MAP, NO_HEX = missing("landships", "bois-de-mallapin"), missing("landships", "75mm-hex")
#: The positioning class of each kind of counter; artillery off the board has no counter on it.
CLASS_OF = dict.fromkeys(("platoon", "squad", "observer", "aircraft"), 1)
CLASS_OF |= {"gun": 2, "aa-gun": 2, "tank": 3, "artillery": 0}


def class_of(force: Force, given: Given = None) -> int:
    """Return the positioning class of a force's counters: 1, 2 or 3, or 0 for artillery off the
    board. The reading gun-on-truck sets the class of the AA gun on its truck.

    >>> gun = SCENARIO.forces["brit-aa"]
    >>> [class_of(gun, {"gun-on-truck": option}) for option in ("gun", "vehicle")]
    [2, 3]
    """
    options = chosen("landships", given)
    on_truck = force.id == "brit-aa" and options[TRUCK] == "vehicle"
    return 3 if on_truck else CLASS_OF[force.kind]


@dataclass(frozen=True)
class Standing:
    """One counter: its force, its number within the force, its place and its heading.

    A counter without a place waits beside the map, or is a squad that rides in a tank: ``aboard``
    is the id of that tank.
    """

    force: str
    number: int
    place: Place | None = None
    heading: Heading = Heading.N
    aboard: str = ""

    @property
    def id(self) -> str:
        """Its name in a text, such as ``ger-a7v-2``."""
        return f"{self.force}-{self.number}"

    @property
    def of(self) -> Force:
        """The force it belongs to. Raises `KeyError` for an id that the scenario does not have."""
        return SCENARIO.forces[self.force]

    @property
    def name(self) -> str:
        """Its name in a sentence, with its number within the force: "A7V tank 2"."""
        return f"{self.of.name} {self.number}"

    @property
    def title(self) -> str:
        """The name of its kind, at the beginning of a sentence."""
        return capitalized(self.of.name)


def tank_of(squad: Standing, units: Iterable[Standing]) -> Standing | None:
    """Return the tank that a squad rides in; None for a counter that rides in none."""
    return next((unit for unit in units if squad.aboard and unit.id == squad.aboard), None)


# ------------------------------------------------------------------------------ the order of battle

S = TypeVar("S", bound=Standing)


@cache
def order_of_battle() -> tuple[Standing, ...]:
    """Return the counters as they stand when the board begins.

    Those with hexes of their own stand in them; those with a choice of hexes are spread over them
    in order; those whose place is on the lost map wait beside the board; each A7V carries a squad.

    >>> [unit.id for unit in order_of_battle() if unit.aboard]
    ['ger-squad-1', 'ger-squad-2', 'ger-squad-3']
    """
    units = []
    # Forces that share their hexes take them in turn.
    turns: dict[tuple[Hex, ...], Iterator[int]] = defaultdict(count)
    for force in SCENARIO.forces.values():
        for number in range(1, force.count + 1 if CLASS_OF[force.kind] else 0):
            place = force.at[next(turns[force.at]) % len(force.at)] if force.at else None
            heading = Heading.N if force.side == "German" else Heading.S
            if place is not None and force.kind == "tank":
                south = SCENARIO.grid.column_row(place)[1] > SCENARIO.grid.rows // 2
                heading = Heading.N if south else Heading.S
            aboard = f"ger-a7v-{number}" if force.id == "ger-squad" else ""
            units.append(Standing(force.id, number, place, heading, aboard))
    return tuple(units)


def aa_gun_as_read(gun: S, given: Given) -> S:
    """Return the AA gun under these readings: a gun still in its set-up hex moves to the hex that
    they give, and one that they do not count as a vehicle leaves a hexside.
    """
    if isinstance(gun.place, Side) and class_of(gun.of, given) != 3:
        return replace(gun, place=gun.place.hexes[0])
    hexes = {option: _hexes(gun, AA_HEX, option) for option in ("as-printed", "5810")}
    if gun.place not in sum(hexes.values(), ()):
        return gun
    return replace(gun, place=hexes[(given or {}).get(AA_HEX, "as-printed")][0])


def gun_75mm_as_read(gun: S, before: Given, given: Given) -> S:
    """Return the 75 mm gun under other readings than ``before``: a gun that
    has not been moved goes to the first hex that they give it, or back beside the map.
    """
    now, then = (
        next(iter(_hexes(gun, ART_HEX, (readings or {}).get(ART_HEX, "unplaced"))), None)
        for readings in (before, given)
    )
    waits = next(unit for unit in order_of_battle() if unit.id == gun.id)
    as_put = (gun.place, gun.heading) == (now, waits.heading)
    return replace(gun, place=then) if as_put else gun


def _hexes(gun: Standing, reading: str, option: str) -> tuple[Hex, ...]:
    hexes = set_up_hexes(gun.of, {reading: option})
    return hexes if isinstance(hexes, tuple) else ()


# --------------------------------------------------------------------------------------- the set-up


def set_up_hexes(force: Force, given: Given = None) -> tuple[Hex, ...] | Gap:
    """Return the hexes where this force is set up or comes in.

    A `Gap` if only the lost map or a lost word could say; empty for forces without hexes of their
    own.

    >>> [name(h) for h in set_up_hexes(SCENARIO.forces["brit-aa"], {"scenario-hex-6810": "5810"})]
    ['5810']
    """
    options = chosen("landships", given, "scenario")
    if force.id == "brit-aa" and options[AA_HEX] == "5810":
        return tuple(h for h in SCENARIO.grid.hexes() if SCENARIO.grid.code(h) == "5810")
    if force.id == "brit-75mm":
        return NO_HEX if options[ART_HEX] == "unplaced" else SCENARIO.brickyard
    if force.kind in ("aircraft", "squad", "artillery"):
        return ()
    return force.at or NO_MAP


@judged
def check_set_up(
    unit: Standing, others: Iterable[Standing] = (), given: Given = None, turn: int | None = None
) -> Telling:
    """Return whether this counter is set up, or comes in, where the scenario says.

    A `Gap` if only the lost map (the Bois de Mallapin) or the lost word (the hex of the 75 mm gun)
    could say.

    ``others`` are the other counters; with a ``turn``, those that come on later are not on the
    board yet.

    >>> check_set_up(Standing("ger-88mm", 1, SCENARIO.grid.place("5011"))).headline
    '88 mm AA gun, with crew: 5011 is where it is set up.'
    """
    force, others = unit.of, tuple(others)
    early = turn is not None and unit.place is not None and force.turn > turn
    late = turn is not None and bool(force.at) and 0 < force.turn < turn
    if turn is not None and (early or late):
        refused = wrong_turn(unit, turn)
        yield from refused.steps
        could = late and check_set_up.value(unit, others, given, force.turn) is True
        in_time = Remedy(f"On turn {force.turn} it could.", "turn", force.turn)
        return Told(refused.headline, (in_time,) if could else ())
    others = tuple(other for other in others if turn is None or other.of.turn <= turn)
    if not force.turn:
        first = "The British, who move second, set up first."
        second = "The Germans, who move first, set up second."
        yield note(force.cite, first if force.side == "British" else second)
    allowed = set_up_hexes(force, given)
    reading = {"brit-aa": AA_HEX, "brit-75mm": ART_HEX}.get(force.id, "")
    if isinstance(allowed, Gap):
        text = f"It is placed in {force.area}. {allowed.question}"
        yield lost(allowed, text, reading=reading)
        return f"{unit.title}: where it belongs is not in the source."
    if allowed:
        return (yield from _in_hexes(unit, others, allowed, reading))
    return (yield from _without_hexes(unit, others))


@decided
def wrong_turn(unit: Standing, turn: int) -> Telling:
    """Return the refusal of a counter that comes on in another turn than this one.

    >>> wrong_turn(Standing("brit-bristol", 1), 2).headline
    'Bristol F2B (CS): it comes on in turn 3, and it is turn 2.'
    """
    text = f"it comes on in turn {unit.of.turn}, and it is turn {turn}."
    yield forbid(unit.of.cite, True, capitalized(text))
    return f"{unit.title}: {text}"


def _in_hexes(
    unit: Standing, others: Iterable[Standing], allowed: tuple[Hex, ...], reading: str
) -> Generator[Step, None, str]:
    """Yield whether a counter stands in one of the hexes where it is set up or comes in."""
    force, cite, title = unit.of, unit.of.cite, unit.title
    verb = f"comes in on turn {force.turn}" if force.turn else "is set up"
    codes = listed(map(name, allowed), "or")
    where = f"{verb} {'at' if force.turn else 'in'} {codes}"
    yield note(cite, f"It {where}.", reading, allowed)
    if unit.place is None:
        yield forbid(cite, True, "It waits beside the map.")
        return f"{title}: it still has to be placed, in {codes}."
    inside, here = unit.place in allowed, (unit.place,)
    yield allow(cite, inside, f"It stands {at(unit.place)}.", marks=here)
    namesakes = [o for o in others if force.one_a_hex and o.force == force.id and o.id != unit.id]
    shared = any(o.place == unit.place for o in namesakes)
    if shared:
        yield forbid(cite, True, "No more than one comes in at each of these hexes.", marks=here)
    gone = [o.name for o in namesakes if o.place is not None and o.place not in allowed]
    if gone:
        hidden = f"Where {listed(gone)} came in is not seen any more"
        yield note(cite, f"{hidden}: it must have been another hex.")
    if not inside:
        return f"{title}: it {where}, not {name(unit.place)}."
    if shared:
        another = f"another one comes in at {name(unit.place)}"
        return f"{title}: {another}, and each hex takes only one."
    return f"{title}: {name(unit.place)} is where it {verb}."


def _without_hexes(unit: Standing, others: Iterable[Standing]) -> Generator[Step, None, str]:
    """Yield whether a counter with no hex of its own is set up right: aircraft anywhere, artillery
    off the board, squads in a tank, of which each carries one.
    """
    force, place, here, title = unit.of, unit.place, (unit, *others), unit.title
    cite, its_place = force.cite, f"Its place: {force.area}."
    if tank := tank_of(unit, here):
        yield note(cite, its_place)
        squads = {other.id for other in here if other.aboard == tank.id}
        text = f"{tank.name} carries {plural(len(squads), 'squad')} inside"
        fits = len(squads) == 1
        yield allow(cite, fits, f"{text}.", f"{text}, and each tank carries one.")
        return f"{title}: {f'inside {tank.name}' if fits else text}."
    yield allow(cite, True, its_place) if place is None else note(cite, its_place)
    if place is None or force.kind == "aircraft":
        return f"{title}: {force.area}."
    if force.kind == "artillery":
        yield forbid(cite, True, f"It has a place in {name(place)}, on the board.", marks=(place,))
        return f"{title}: it belongs off the board, not in {name(place)}."
    kinds = {o.id: o.of.kind for o in here if o.place == place}
    tanks, squad = (sum(kind == of for kind in kinds.values()) for of in ("tank", "squad"))
    holds = f"{name(place)} holds {plural(tanks, 'A7V')} for {plural(squad, 'squad')}"
    yield allow(cite, squad <= tanks, f"{holds} to be inside.", marks=(place,))
    inside = f"inside an A7V in {name(place)}."
    return f"{title}: {inside if squad <= tanks else f'{holds} to be inside.'}"


def arrives(turn: int) -> tuple[Force, ...]:
    """Return the forces that come on in this turn; in turn 0, those that are set up.

    >>> [force.name for force in arrives(3)]
    ['Bristol F2B (CS)']
    """
    return tuple(force for force in SCENARIO.forces.values() if force.turn == turn)


# ------------------------------------------------------------------------------------- on the board


@decided
def stands(unit: Standing, given: Given = None, turn: int | None = None) -> Telling:
    """Return whether this counter stands on the board, in this turn if one is given, in a position
    that its class allows.

    >>> stands(Standing("ger-mg", 1)).headline
    'MG platoon 4-9-5: it is not on the board yet.'
    """
    if unit.place is None:
        inside = "It is inside a tank until it dismounts."
        text = inside if unit.aboard else "It has no place on the board yet."
        yield forbid(unit.of.cite, True, text)
        return f"{unit.title}: it is not on the board yet."
    if turn is not None and unit.of.turn > turn:
        refused = wrong_turn(unit, turn)
        yield from refused.steps
        return refused.headline
    unit_class = class_of(unit.of, given)
    if unit.of.id == "brit-aa":
        what = "a Vehicle" if unit_class == 3 else "an immobile Weapons Unit"
        text = f"On its truck it is placed as {what} under this reading."
        yield note(READINGS[TRUCK].cite, text, TRUCK)
    standing = stood(unit_class, unit.place, unit.heading)
    yield from standing.steps
    return Told(standing.headline, standing.remedies)


def enemies_in(place: Place, side: str, units: Iterable[Standing]) -> list[Standing]:
    """Return the counters on the ground in this place that are not of this side."""
    return [u for u in units if u.place == place and u.of.side != side and u.of.kind != "aircraft"]


def crowded(
    unit: Standing, place: Place, units: Iterable[Standing], given: Given = None
) -> Iterator[Step]:
    """Yield a step if a counter that comes to this place is not alone there. It says how many of
    its side count together; the limit is in the base game. Aircraft are not counted.
    """
    ground = (one for one in units if one.of.kind != "aircraft" and one.id != unit.id)
    held = Counter(one.place for one in ground if one.place and one.of.side == unit.of.side)
    option = chosen("landships", given)[HEXSIDE_STACKING]
    together = most_together(held + Counter([place]), place, option)
    if together > 1 and unit.of.kind != "aircraft":
        would = f"{together} units of its side would count together {at(place)}"
        text = f"{would}. {NO_LIMIT.question}"
        yield lost("stacking-limit", text, marks=(place,), reading=HEXSIDE_STACKING)


def spotting_limit(observer: str, anti_aircraft: bool = False) -> Answer[int | None]:
    """Return how far a counter of this kind, such as ``tank``, can spot in the ground fog, in
    hexes; None if the fog sets no limit, as for AA fire.

    >>> [spotting_limit(kind).value for kind in ("tank", "aircraft")]
    [6, None]
    """
    if observer not in CLASS_OF:
        raise ValueError(unknown("kind of counter", observer, list(CLASS_OF)))
    if observer == "aircraft" or anti_aircraft:
        who = "aircraft" if observer == "aircraft" else "a unit that engages in AA fire"
        text = f"The ground fog does not limit {who}."
        return Answer(None, (note("fog", text),), text)
    text = f"Ground fog: nothing farther than {FOG} hexes can be spotted."
    sentence = f"In the ground fog it spots up to {FOG} hexes away."
    return Answer(FOG, (start("fog", FOG, text),), sentence)
