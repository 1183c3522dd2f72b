"""The assault squads of scenario 19.26: what they may do inside their tanks and out of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal

from landships_lab.core.answer import Answer, Gap, Remedy, Step, judge
from landships_lab.core.checks import one_of
from landships_lab.core.hexes import Hex, Place, Side
from landships_lab.core.sources import Cite, Given
from landships_lab.core.speech import capitalized, listed, signed
from landships_lab.data.gaps import gap as missing
from landships_lab.data.load import chosen, readings
from landships_lab.games.landships.rules.book import CITES, at, hexes, name
from landships_lab.games.landships.rules.brickyard import Standing, not_yet, tank_of
from landships_lab.games.landships.rules.ranges import range_hexes

FROM_HEXSIDE = "squad-from-hexside"
_FROM_HEXSIDE = readings("landships", "scenario-squad")[FROM_HEXSIDE]
#: What may be asked of a squad, and of an attack on it.
ACTS = ("dismount", "move", "remount", "close-assault", "flamethrower", "attacked")
ATTACKS = ("small-arms", "direct-fire", "indirect-fire")
WAYS = ("open", "trench", "road")


def squad_move(along: Literal["", "trench", "road"] = "") -> Answer[int]:
    """Return how far an assault squad may move in a foot movement phase, in hexes.

    It moves farther along a trench or a road. `ValueError` for another way. Source: Scenario 19.26,
    special rules (line 139).

    >>> squad_move().value, squad_move("road").value
    (2, 4)
    """
    if along:
        one_of("way an assault squad is faster on", along, ["trench", "road"])
    hexes = 4 if along else 2
    text = (
        f"Along a {along} an assault squad moves four hexes."
        if along
        else "An assault squad moves two hexes."
    )
    also = Step("It may do so in the turn in which it dismounted.", CITES["assault-squads"])
    return Answer(
        hexes,
        (Step(text, CITES["assault-squads"], "start", Fraction(hexes)), also),
        f"It moves {hexes} hexes.",
    )


def squad_modifier(attack: Literal["small-arms", "direct-fire", "indirect-fire"]) -> Answer[int]:
    """Return the modifier when an assault squad is attacked in this way.

    It is +1 against small arms and direct fire. `ValueError` for another attack. Source: Scenario
    19.26, special rules (line 139).

    >>> squad_modifier("small-arms").value, squad_modifier("indirect-fire").value
    (1, 0)
    """
    words = one_of("attack", attack, ATTACKS).replace("-", " ")
    modifier = int(attack != "indirect-fire")
    printed = f"Its small size and its training give {signed(modifier)} against {words}."
    text = printed if modifier else f"Nothing is printed that helps it against {words}."
    step = Step(text, CITES["assault-squads"], "start", Fraction(modifier))
    return Answer(
        modifier, (step,), f"{signed(modifier) if modifier else 'No change'} against {words}."
    )


SQUAD_ACTS = ("dismount", "remount", "close-assault", "flamethrower")


def squad_may(act: str) -> Answer[bool]:
    """Return whether an assault squad may do this.

    ``act`` is ``dismount``, ``remount``, ``close-assault`` or ``flamethrower``; `ValueError` for
    another one. Source: Scenario 19.26, special rules (line 139).

    >>> squad_may("dismount").value, squad_may("remount").value
    (True, False)
    """
    acts = {
        "dismount": (
            True,
            (
                "It dismounts into its tank's hex at the end of the vehicle movement phase; that"
                " costs no MPs."
            ),
        ),
        "remount": (False, "Once out of its tank it may not mount it again."),
        "close-assault": (
            False,
            "It takes no part in close assault, and is removed if it is caught up in one.",
        ),
        "flamethrower": (True, "It carries a flamethrower; what that does is in the base game."),
    }
    allowed, text = acts[one_of("act of an assault squad", act, acts)]
    step = Step(text, CITES["assault-squads"], "allows" if allowed else "forbids")
    return Answer(allowed, (step,), text)


def answer_squad(
    unit: Standing,
    act: str,
    units: Iterable[Standing],
    *,
    target: Place | None = None,
    along: str = "open",
    attack: str = "small-arms",
    given: Given = None,
    turn: int | None = None,
) -> Answer[bool | int | Gap | None]:
    """Return whether this squad may do this, how far it moves, or what helps it when attacked.

    ``act`` is one of `ACTS`, ``along`` one of `WAYS`: what its way to the ``target`` lies along.
    Without a target a move is answered in hexes. ``attack`` is one of `ATTACKS`. ``units`` are all
    counters of the scenario, those that wait or ride included; one that comes on after ``turn``
    does nothing yet. The value is a `Gap` where only the base game says, as for every counter that
    is no squad. `ValueError` for another act, way or attack, and for an unknown reading or option.
    Source: Scenario 19.26, special rules (line 139).

    >>> from landships_lab.games.landships.rules.brickyard import SCENARIO
    >>> squad = Standing("ger-squad", 1, SCENARIO.grid.place("5813"))
    >>> answer_squad(squad, "move", [squad], target=SCENARIO.grid.place("5811")).headline
    'Range 2: the squad may move there.'
    """
    one_of("act of an assault squad", act, ACTS)
    one_of("way of an assault squad", along, WAYS)
    one_of("attack", attack, ATTACKS)
    squad = _Squad(unit, tuple(units), chosen("landships", given)[FROM_HEXSIDE])
    if unit.of.kind != "squad":
        return replace(
            _left_open("no-squad", f"{capitalized(unit.of.name)}: it is not an assault squad."),
            remedies=_squads(unit, squad.units),
        )
    if turn is not None and unit.of.turn > turn:
        return not_yet(unit, turn)
    if squad.waits:
        return _refused("It waits beside the map: it is neither in a tank nor on the board.")
    match act:
        case "dismount":
            return _dismounts(squad)
        case "move":
            return _moves(squad, target, along)
        case "remount":
            return _mounts(squad)
        case "attacked" if squad.tank is not None:
            return _left_open("squad-inside", f"It is inside {squad.tank.name}: see the base game.")
        case "attacked":
            return squad_modifier(attack)  # type: ignore[arg-type]  # checked above
    return squad_may(act)


def _refused(text: str, cite: Cite = CITES["assault-squads"]) -> Answer[bool | int | Gap | None]:
    return Answer(False, (Step(text, cite, "forbids"),), text)


def _left_open(gap: str, headline: str) -> Answer[bool | int | Gap | None]:
    """Return the answer that only the base game has."""
    found = missing("landships", gap)
    return Answer(found, (Step(found.question, found.cite, "note", found),), headline)


def _squads(unit: Standing, units: Iterable[Standing]) -> tuple[Remedy, ...]:
    """Return the squad to ask of instead: the one inside this counter, or else the first."""
    # Not tried: another unit is asked of, whose answer may be no.
    squads = sorted((u for u in units if u.of.kind == "squad"), key=lambda u: u.aboard != unit.id)
    where = " inside it" if squads and squads[0].aboard == unit.id else ""
    return tuple(
        Remedy(f"Ask of the assault squad{where}.", "chosen", squad.id) for squad in squads[:1]
    )


@dataclass(frozen=True)
class _Squad:
    """A squad among all counters; ``option`` is the reading squad-from-hexside."""

    unit: Standing
    units: tuple[Standing, ...]
    option: str

    @property
    def tank(self) -> Standing | None:
        """The tank that it rides in, if any."""
        return tank_of(self.unit, self.units)

    @property
    def waits(self) -> bool:
        """True where it is neither on the board nor in a tank that is."""
        return self.unit.place is None and (self.tank is None or self.tank.place is None)

    @property
    def hexes(self) -> tuple[Hex, ...]:
        """The hexes that it may dismount into, or the one in which it stands."""
        place = self.unit.place or (self.tank.place if self.tank is not None else None)
        if isinstance(place, Side):
            return place.hexes if self.option == "either-hex" else ()
        return () if place is None else (place,)

    def enemies(self, place: Place) -> list[Standing]:
        """Return the enemies on the ground in this place."""
        return [
            u
            for u in self.units
            if u.place == place and u.of.side != self.unit.of.side and u.of.kind != "aircraft"
        ]


def _dismounting(squad: _Squad) -> Step:
    """Return where a squad dismounts from its tank, or that it cannot."""
    tank = squad.tank
    assert tank is not None  # it is asked only of a squad that rides
    assert tank.place is not None  # a squad whose tank has not come on waits
    when = "at the end of the vehicle movement phase, at no cost in MPs"
    if isinstance(tank.place, Hex):
        text = f"It dismounts into {name(tank.place)}, the hex of {tank.name}, {when}."
        return Step(text, CITES["assault-squads"], "allows", marks=(tank.place,))
    where, could = f"{tank.name} is {at(tank.place)}", bool(squad.hexes)
    text = (
        f"{where}: under this reading it dismounts into {_either(squad.hexes)}, {when}."
        if could
        else f"{where}, which is no hex: under this reading no squad dismounts there."
    )
    return Step(
        text,
        _FROM_HEXSIDE.cite,
        "allows" if could else "forbids",
        marks=(tank.place, *squad.hexes),
        reading=FROM_HEXSIDE,
    )


def _either(places: Iterable[Place]) -> str:
    return listed(map(name, places), "or")


def _dismounts(squad: _Squad) -> Answer[bool | int | Gap | None]:
    if squad.unit.place is not None:
        return _refused(f"It has dismounted already: it stands {at(squad.unit.place)}.")
    step = _dismounting(squad)
    if step.op == "forbids":
        return Answer(False, (step,), "From a hexside no squad dismounts.", _in_a_hex())
    return Answer(True, (step,), f"It may dismount into {_either(squad.hexes)}, at no cost.")


def _in_a_hex() -> tuple[Remedy, ...]:
    """Return the reading under which a squad dismounts from a hexside."""
    option = _FROM_HEXSIDE.option("either-hex")
    return (
        Remedy(
            f"With the reading “{option.label}” it could: {option.says}", FROM_HEXSIDE, option.id
        ),
    )


def _mounts(squad: _Squad) -> Answer[bool | int | Gap | None]:
    if squad.tank is None:
        return squad_may("remount")
    text = f"It has not dismounted: it still rides inside {squad.tank.name}."
    step = Step(text, CITES["assault-squads"], "allows")
    return Answer(True, (step,), f"It is inside {squad.tank.name}, and may stay there.")


def _moves(squad: _Squad, target: Place | None, along: str) -> Answer[bool | int | Gap | None]:
    """Return how far a squad moves in a foot movement phase, or whether it gets to the target."""
    first = () if squad.tank is None else (_dismounting(squad),)
    if first and first[0].op == "forbids":
        return Answer(False, first, "It is in its tank, on a hexside.", _in_a_hex())
    allowed = squad_move("" if along == "open" else along)  # type: ignore[arg-type]  # checked
    said = () if along == "open" else (_along_step(along),)
    if target is None:
        return Answer(allowed.value, (*first, *said, *allowed.steps), allowed.headline)
    steps = (*first, *said, *(replace(step, op="note") for step in allowed.steps))
    if not isinstance(target, Hex):
        text = f"A squad stands in hexes, never on {name(target)}."
        step = Step(text, CITES["class-1"], "forbids", marks=(target,))
        return Answer(False, (*steps, step), text)
    start = min(squad.hexes, key=lambda place: range_hexes(place, target))
    counted = range_hexes(start, target)
    within = counted <= allowed.value
    told = "within" if within else f"{hexes(counted - allowed.value)} beyond"
    text = f"From {name(start)} to {name(target)} it is {hexes(counted)}: {told} its move."
    cite = CITES["assault-squads"]
    reached = Step(text, cite, "allows" if within else "forbids", marks=(start, target))
    steps = (*steps, reached, *(_held_step(squad, target) if counted else ()))
    value = judge(steps)
    headline = f"Range {counted or 'zero'}: the squad may move there."
    if value is False:
        headline = f"{capitalized(hexes(counted))} is farther than the {allowed.value} it may move."
    elif isinstance(value, Gap):
        headline = "An enemy holds that hex: whether a squad may enter is not in the source."
    # Not tried on the whole rule: the road changes nothing but the hexes it may move.
    faster = Remedy("With its way along a road, or a trench, it would get there.", "along", "road")
    could = not within and along == "open" and counted <= squad_move("road").value
    return Answer(value, steps, headline, (faster,) if could and not squad.enemies(target) else ())


def _along_step(along: str) -> Step:
    return Step(
        f"You say that its way lies along a {along}.", Cite("You", "the way", kind="supplied")
    )


def _held_step(squad: _Squad, target: Place) -> tuple[Step, ...]:
    """Return that an enemy holds the target, if one does."""
    enemies = squad.enemies(target)
    if not enemies:
        return ()
    gap = missing("landships", "enemy-held-on-foot")
    text = f"The {enemies[0].of.name} of the enemy is {at(target)}. {gap.question}"
    return (Step(text, gap.cite, "note", gap, (target,)),)
