"""Scenario 19.26, The Brickyard: its counters, where they are set up, and the special rules, each
with its reasons.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from landships_lab.core.answer import Answer, Gap, Remedy, Step, Telling, decided, judge
from landships_lab.core.checks import one_of, unknown
from landships_lab.core.hexes import Heading, Hex, Place
from landships_lab.core.sources import Given
from landships_lab.core.speech import capitalized, listed, plural
from landships_lab.data.gaps import gap as missing
from landships_lab.data.load import chosen
from landships_lab.games.landships.data.scenarios import Force, scenario
from .book import CITES, at, forbid, lost, name
from .ground import HEXSIDE_STACKING, most_together

AA_HEX, ART_HEX = "scenario-hex-6810", "75mm-hex"
TRUCK, WHO_SPOTS = "gun-on-truck", "brickyard-spotting"
SCENARIO = scenario()
FOG = 6
NO_MAP = missing("landships", "bois-de-mallapin")
NO_HEX = missing("landships", "75mm-hex")
LIMIT = missing("landships", "stacking-limit")
#: The positioning class of each kind of counter; artillery off the board has no counter on it.
CLASS_OF = {
    "platoon": 1,
    "squad": 1,
    "observer": 1,
    "aircraft": 1,
    "gun": 2,
    "aa-gun": 2,
    "tank": 3,
    "artillery": 0,
}


def class_of(force: Force, given: Given = None) -> int:
    """Return the positioning class of a force's counters: 1, 2 or 3, or 0 for artillery off the
    board.

    The class of the AA gun on its truck is the reading gun-on-truck. ``given`` may hold any reading
    of this rule set; `ValueError` for an unknown reading or option. Source: Scenario 19.26, British
    set-up (line 129) and special rules (line 137).

    >>> [
    ...     class_of(SCENARIO.forces["brit-aa"], {"gun-on-truck": option})
    ...     for option in ("gun", "vehicle")
    ... ]
    [2, 3]
    """
    taken = chosen("landships", given)
    on_truck = force.id == "brit-aa" and taken[TRUCK] == "vehicle"
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
        """The force it belongs to. `KeyError` where the scenario has none with this id."""
        return SCENARIO.forces[self.force]

    @property
    def name(self) -> str:
        """What a sentence calls this counter among others of its force, such as "A7V tank 2"."""
        return f"{self.of.name} {self.number}"


def tank_of(squad: Standing, units: Iterable[Standing]) -> Standing | None:
    """Return the tank that a squad rides in; None for a counter that rides in none."""
    return next((unit for unit in units if squad.aboard and unit.id == squad.aboard), None)


def set_up_hexes(force: Force, given: Given = None) -> tuple[Hex, ...] | Gap:
    """Return the hexes where this force is set up or comes in.

    A `Gap` where only the lost map or a lost word could say; no hexes for forces that have none of
    their own. `ValueError` for an unknown reading or option. Source: Scenario 19.26 (lines
    129-135).

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


def check_set_up(
    unit: Standing, others: Iterable[Standing] = (), given: Given = None, turn: int | None = None
) -> Answer[bool | Gap]:
    """Return whether this counter is set up, or comes in, where the scenario says.

    ``others`` are the other counters; with a ``turn``, those that come on later are not on the
    board yet. The value is a `Gap` where the lost map (the Bois de Mallapin) or the lost word (the
    hex of the 75 mm gun) would say. `ValueError` for an unknown reading or option. Source: Scenario
    19.26 (lines 129-135).

    >>> place = SCENARIO.grid.place
    >>> check_set_up(Standing("ger-88mm", 1, place("5011"))).headline
    '88 mm AA gun, with crew: 5011 is where it is set up.'
    """
    force, others = unit.of, tuple(others)
    if turn is not None and unit.place is not None and force.turn > turn:
        return wrong_turn(unit, turn)
    if turn is not None and force.at and 0 < force.turn < turn:
        return replace(wrong_turn(unit, turn), remedies=_in_time(unit, others, given))
    others = tuple(other for other in others if turn is None or other.of.turn <= turn)
    answer = _placed(unit, others, given)
    first = _set_up_order(force)
    return replace(answer, steps=(*first, *answer.steps))


@decided
def wrong_turn(unit: Standing, turn: int) -> Telling:
    """Return the refusal of a counter that comes on in another turn than this one.

    Source: Scenario 19.26, reinforcements (lines 131 and 135).

    >>> wrong_turn(Standing("brit-bristol", 1), 2).headline
    'Bristol F2B (CS): it comes on in turn 3, and it is turn 2.'
    """
    text = f"it comes on in turn {unit.of.turn}, and it is turn {turn}."
    yield forbid(unit.of.cite, bad=True, text=capitalized(text))
    return f"{capitalized(unit.of.name)}: {text}"


def _in_time(unit: Standing, others: Iterable[Standing], given: Given) -> tuple[Remedy, ...]:
    """Return the turn in which a counter that is too late could come on where it stands."""
    turn = unit.of.turn
    could = check_set_up(unit, others, given, turn).value is True
    return (Remedy(f"On turn {turn} it could.", "turn", turn),) if could else ()


def _set_up_order(force: Force) -> tuple[Step, ...]:
    """Return which side sets up first, for what stands on the board when the game begins."""
    if force.turn:
        return ()
    text = (
        "The British, who move second, set up first."
        if force.side == "British"
        else "The Germans, who move first, set up second."
    )
    return (Step(text, CITES[force.cite]),)


def _placed(unit: Standing, others: Iterable[Standing], given: Given) -> Answer[bool | Gap]:
    force = unit.of
    allowed = set_up_hexes(force, given)
    reading = {"brit-aa": AA_HEX, "brit-75mm": ART_HEX}.get(force.id, "")
    if isinstance(allowed, Gap):
        step = Step(
            f"It is placed in {force.area}. {allowed.question}",
            allowed.cite,
            "note",
            allowed,
            reading=reading,
        )
        return Answer(
            allowed, (step,), f"{capitalized(force.name)}: where it belongs is not in the source."
        )
    return _in_hexes(unit, others, allowed, reading) if allowed else _without_hexes(unit, others)


def _in_hexes(
    unit: Standing, others: Iterable[Standing], allowed: tuple[Hex, ...], reading: str
) -> Answer[bool]:
    """Return whether a counter stands in one of the hexes where it is set up or comes in."""
    force, cite, title = unit.of, CITES[unit.of.cite], capitalized(unit.of.name)
    verb = f"comes in on turn {force.turn}" if force.turn else "is set up"
    codes = listed(map(name, allowed), "or")
    where = f"{verb} {'at' if force.turn else 'in'} {codes}"
    steps = [Step(f"It {where}.", cite, "note", marks=allowed, reading=reading)]
    if unit.place is None:
        waits = Step("It waits beside the map.", cite, "forbids")
        return Answer(False, (*steps, waits), f"{title}: it still has to be placed, in {codes}.")
    inside = unit.place in allowed
    steps.append(
        Step(
            f"It stands {at(unit.place)}.",
            cite,
            "allows" if inside else "forbids",
            marks=(unit.place,),
        )
    )
    namesakes = [o for o in others if force.one_a_hex and o.force == force.id and o.id != unit.id]
    if any(o.place == unit.place for o in namesakes):
        only = "No more than one comes in at each of these hexes."
        steps.append(Step(only, cite, "forbids", marks=(unit.place,)))
    gone = [o.name for o in namesakes if o.place is not None and o.place not in allowed]
    if gone:
        hidden = (
            f"Where {listed(gone)} came in is not seen any more: it must have been another hex."
        )
        steps.append(Step(hidden, cite))
    value = bool(judge(steps))
    if value:
        headline = f"{title}: {name(unit.place)} is where it {verb}."
    elif inside:
        headline = (
            f"{title}: another one comes in at {name(unit.place)}, and each hex takes only one."
        )
    else:
        headline = f"{title}: it {where}, not {name(unit.place)}."
    return Answer(value, tuple(steps), headline)


def _without_hexes(unit: Standing, others: Iterable[Standing]) -> Answer[bool]:
    """Return whether a counter with no hex of its own is set up right: aircraft anywhere, artillery
    off the board, squads in a tank.
    """
    force, place, others = unit.of, unit.place, tuple(others)
    cite, title = CITES[force.cite], capitalized(force.name)
    step = Step(f"Its place: {force.area}.", cite, "allows" if place is None else "note")
    tank = tank_of(unit, others)
    if tank is not None:
        return _inside(unit, tank, others, step)
    if place is None or force.kind == "aircraft":
        return Answer(True, (step,), f"{title}: {force.area}.")
    if force.kind == "artillery":
        refused = Step(
            f"It has a place in {name(place)}, on the board.", cite, "forbids", marks=(place,)
        )
        return Answer(
            False, (step, refused), f"{title}: it belongs off the board, not in {name(place)}."
        )
    here = [o for o in (unit, *others) if o.place == place]
    tanks = {o.id for o in here if o.of.kind == "tank"}
    squads = {o.id for o in here if o.of.kind == "squad"}
    fits = len(squads) <= len(tanks)
    text = (
        f"{name(place)} holds {plural(len(tanks), 'A7V')} for {plural(len(squads), 'squad')} to be"
        " inside."
    )
    steps = (step, Step(text, cite, "allows" if fits else "forbids", marks=(place,)))
    return Answer(fits, steps, f"{title}: {f'inside an A7V in {name(place)}.' if fits else text}")


def _inside(
    squad: Standing, tank: Standing, others: Iterable[Standing], where: Step
) -> Answer[bool]:
    """Return whether a squad may ride in this tank: each carries one.

    ``where`` is the step that says where squads belong.
    """
    cite, title = where.cite, capitalized(squad.of.name)
    squads = {other.id for other in (squad, *others) if other.aboard == tank.id}
    fits = len(squads) == 1
    text = f"{tank.name} carries {plural(len(squads), 'squad')} inside"
    steps = (
        replace(where, op="note"),
        Step(
            f"{text}." if fits else f"{text}, and each tank carries one.",
            cite,
            "allows" if fits else "forbids",
        ),
    )
    return Answer(fits, steps, f"{title}: {f'inside {tank.name}' if fits else text}.")


def crowded(
    unit: Standing, place: Place, units: Iterable[Standing], given: Given = None
) -> Iterator[Step]:
    """Yield that a counter which comes to this place is not alone there: how many of its side count
    together is told, and the limit is in the base game.

    ``units`` are all counters on the board; aircraft are not counted. Source: Twelve Point Facing,
    Stacking (line 41).
    """
    option = chosen("landships", given)[HEXSIDE_STACKING]
    side = unit.of.side
    held = Counter(
        one.place
        for one in units
        if one.place is not None and one.id != unit.id and one.of.side == side
        if one.of.kind != "aircraft"
    )
    together = most_together(held + Counter([place]), place, option)
    if together > 1 and unit.of.kind != "aircraft":
        text = f"{together} units of its side would count together {at(place)}. {LIMIT.question}"
        step = lost("stacking-limit", text, marks=(place,))
        yield replace(step, reading=HEXSIDE_STACKING)


def arrives(turn: int) -> tuple[Force, ...]:
    """Return the forces that come on in this turn; in turn 0, those that are set up.

    Source: Scenario 19.26 (lines 129-135).

    >>> [force.name for force in arrives(3)]
    ['Bristol F2B (CS)']
    """
    return tuple(force for force in SCENARIO.forces.values() if force.turn == turn)


def spotting_limit(observer: str, anti_aircraft: bool = False) -> Answer[int | None]:
    """Return how far a counter of this kind can spot in the ground fog, in hexes.

    None where the fog sets no limit. ``observer`` is a kind such as ``tank`` or ``aircraft``;
    ``anti_aircraft`` says that it engages in AA fire. `ValueError` for an unknown kind. Source:
    Scenario 19.26, special rules (line 143).

    >>> (
    ...     spotting_limit("tank").value,
    ...     spotting_limit("aircraft").value,
    ...     spotting_limit("aa-gun", anti_aircraft=True).value,
    ... )
    (6, None, None)
    """
    if observer not in CLASS_OF:
        raise ValueError(unknown("kind of counter", observer, list(CLASS_OF)))
    if observer == "aircraft" or anti_aircraft:
        text = (
            "The ground fog does not limit"
            f" {'aircraft' if observer == 'aircraft' else 'a unit that engages in AA fire'}."
        )
        return Answer(None, (Step(text, CITES["fog"]),), text)
    step = Step(
        f"Ground fog: nothing farther than {FOG} hexes can be spotted.",
        CITES["fog"],
        "start",
        Fraction(FOG),
    )
    return Answer(FOG, (step,), f"In the ground fog it spots up to {FOG} hexes away.")


def gas_allowed() -> Answer[bool]:
    """Return whether either side may use gas.

    Source: Scenario 19.26, special rules (line 143).

    >>> gas_allowed().value
    False
    """
    return Answer(
        False,
        (Step("Neither side may use gas here.", CITES["fog"], "forbids"),),
        "No gas in this scenario.",
    )


def after_morale_check(side: str, passed: bool) -> Answer[str | Gap]:
    """Return what becomes of a unit after a morale check: ``removed``, or a `Gap` where only the
    base game says.

    A British unit is removed even if it passes: it surrenders, and is never turned to its pinned
    side. `ValueError` for a side that is neither British nor German. Source: Scenario 19.26,
    special rules (line 145).

    >>> after_morale_check("British", passed=True).value
    'removed'
    """
    if one_of("side", side, ["British", "German"]) == "British":
        text = (
            "It is removed although it passed: a surrender."
            if passed
            else "It failed, and is removed."
        )
        pinned = Step("It is not turned to its pinned side.", CITES["surrender"])
        removed = Step(text, CITES["surrender"], "reads")
        return Answer("removed", (removed, *((pinned,) if passed else ())), text)
    gap = missing("landships", "german-morale")
    text = "A German unit follows the base game's rules, which are not in the source."
    british = Step(
        "Removal after a morale check is printed for British units alone.", CITES["surrender"]
    )
    return Answer(gap, (british, Step(gap.question, gap.cite, "note", gap)), text)
