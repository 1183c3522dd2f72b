"""The assault squads of scenario 19.26: what they may do inside their tanks and out of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Literal

from landships_lab.core.answer import Answer, Gap, Remedy, Step, Telling, Told, judged, summed
from landships_lab.core.checks import one_of
from landships_lab.core.hexes import DIRECTIONS, Hex, Place, Side
from landships_lab.core.sources import Cite, Given
from landships_lab.core.speech import capitalized, listed, signed
from landships_lab.data.gaps import gap as missing
from landships_lab.data.load import chosen, readings
from .book import allow, at, forbid, hexes, lost, name, note, start
from .brickyard import SCENARIO, Standing, crowded, tank_of, wrong_turn
from .ranges import range_hexes

FROM_HEXSIDE = "squad-from-hexside"
_FROM_HEXSIDE = readings("landships", "scenario-squad")[FROM_HEXSIDE]
#: What may be asked of a squad, and of an attack on it.
ACTS = ("dismount", "move", "remount", "close-assault", "flamethrower", "attacked")
ATTACKS = ("small-arms", "direct-fire", "indirect-fire")
WAYS = ("open", "trench", "road")
SQUADS = "assault-squads"
ON_FOOT = missing("landships", "enemy-held-on-foot")


@summed
def squad_move(along: Literal["", "trench", "road"] = "") -> Telling:
    """Return how far an assault squad may move in a foot movement phase, in hexes.

    It moves farther along a trench or a road. `ValueError` for another way.

    >>> squad_move().value, squad_move("road").value
    (2, 4)
    """
    if along:
        one_of("way an assault squad is faster on", along, ["trench", "road"])
        yield start(SQUADS, 4, f"Along a {along} an assault squad moves four hexes.")
    else:
        yield start(SQUADS, 2, "An assault squad moves two hexes.")
    yield note(SQUADS, "It may do so in the turn in which it dismounted.")
    return lambda far: f"It moves {far} hexes."


@summed
def squad_modifier(attack: Literal["small-arms", "direct-fire", "indirect-fire"]) -> Telling:
    """Return the modifier when an assault squad is attacked in this way.

    It is +1 against small arms and direct fire. `ValueError` for another attack.

    >>> squad_modifier("small-arms").value, squad_modifier("indirect-fire").value
    (1, 0)
    """
    modifier = int(one_of("attack", attack, ATTACKS) != "indirect-fire")
    words = attack.replace("-", " ")
    printed = f"Its small size and its training give {signed(modifier)} against {words}."
    nothing = f"Nothing is printed that helps it against {words}."
    yield start(SQUADS, modifier, printed if modifier else nothing)
    return f"{signed(modifier) if modifier else 'No change'} against {words}."


_MAY = {
    "dismount": (
        True,
        (
            "It dismounts into its tank's hex at the end of the vehicle movement phase; that costs"
            " no MPs."
        ),
    ),
    "remount": (False, "Once out of its tank it may not mount it again."),
    "close-assault": (
        False,
        "It takes no part in close assault, and is removed if it is caught up in one.",
    ),
    "flamethrower": (True, "It carries a flamethrower; what that does is in the base game."),
}
SQUAD_ACTS = tuple(_MAY)


@judged
def squad_may(act: str) -> Telling:
    """Return whether an assault squad may do this.

    ``act`` is ``dismount``, ``remount``, ``close-assault`` or ``flamethrower``; `ValueError` for
    another one.

    >>> squad_may("dismount").value, squad_may("remount").value
    (True, False)
    """
    allowed, text = _MAY[one_of("act of an assault squad", act, _MAY)]
    yield allow(SQUADS, allowed, text)
    return text


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
    Without a target a move is answered in hexes, and dismounting for every hex of its tank.
    ``attack`` is one of `ATTACKS`. ``units`` are all counters of the scenario, those that wait or
    ride included; one that comes on after ``turn`` does nothing yet. The value is a `Gap` where
    only the base game says, as for every counter that is no squad. `ValueError` for another act,
    way or attack, and for an unknown reading or option. Source: Scenario 19.26, special rules (line
    139).

    >>> squad = Standing("ger-squad", 1, SCENARIO.grid.place("5813"))
    >>> answer_squad(squad, "move", [squad], target=SCENARIO.grid.place("5811")).headline
    'Range 2: the squad may move there.'
    """
    one_of("act of an assault squad", act, ACTS)
    one_of("way of an assault squad", along, WAYS)
    one_of("attack", attack, ATTACKS)
    squad = _Squad(unit, tuple(units), given, chosen("landships", given)[FROM_HEXSIDE])
    if unit.of.kind != "squad":
        answer = _left_open("no-squad", f"{capitalized(unit.of.name)}: it is not an assault squad.")
        return replace(answer, remedies=_squads(unit, squad.units))
    if turn is not None and unit.of.turn > turn:
        return wrong_turn(unit, turn)
    if squad.waits:
        return _refused("It waits beside the map: it is neither in a tank nor on the board.")
    match act:
        case "dismount":
            return _dismounts(squad, target)
        case "move" if squad.tank is not None and not squad.hexes:
            return _stays_inside(squad)
        case "move":
            return _how_far(squad, along) if target is None else _moves(squad, target, along)
        case "remount" if squad.tank is not None:
            return _rides(squad)
        case "attacked" if squad.tank is not None:
            return _left_open("squad-inside", f"It is inside {squad.tank.name}: see the base game.")
        case "attacked":
            return squad_modifier(attack)  # type: ignore[arg-type]  # checked above
    return squad_may(act)


@judged
def _refused(text: str) -> Telling:
    yield forbid(SQUADS, bad=True, text=text)
    return text


@judged
def _left_open(gap: str, headline: str) -> Telling:
    """Return the answer that only the base game has."""
    yield lost(gap, missing("landships", gap).question)
    return headline


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
    given: Given
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
        return enemies_in(place, self.unit.of.side, self.units)

    def enters(self, place: Place) -> Iterator[Step]:
        """Yield what only the base game says of this hex: an enemy holds it, or others of its side
        share it. The tank that it gets out of is printed to be there.
        """
        yield from held_on_foot(place, self.unit.of.side, self.units)
        yield from crowded(
            self.unit, place, (u for u in self.units if u.id != self.unit.aboard), self.given
        )

    def way(self, target: Hex, most: int) -> bool:
        """Return whether a way of so many hexes leads to the target through no other hex that an
        enemy holds.
        """
        side = self.unit.of.side
        held = {u.place for u in self.units if u.of.side != side and u.of.kind != "aircraft"}
        begin = set(self.hexes) - (held if self.tank is not None else set())
        if begin and not any(range_hexes(target, h) <= most for h in held - {None, target}):  # type: ignore[arg-type]  # None is taken out
            return True  # nobody is near who could bar it
        reached = begin
        for _ in range(most):
            ring = {h.neighbour(d) for h in reached for d in DIRECTIONS} - reached
            reached |= {h for h in ring - (held - {target}) if h in SCENARIO.grid}
        return target in reached


def enemies_in(place: Place, side: str, units: Iterable[Standing]) -> list[Standing]:
    """Return the counters on the ground in this place that are not of this side."""
    return [u for u in units if u.place == place and u.of.side != side and u.of.kind != "aircraft"]


def held_on_foot(place: Place, side: str, units: Iterable[Standing]) -> Iterator[Step]:
    """Yield that an enemy holds the hex that a counter on foot would enter, if one does."""
    if enemies := enemies_in(place, side, units):
        text = f"The {enemies[0].of.name} of the enemy is {at(place)}. {ON_FOOT.question}"
        yield lost("enemy-held-on-foot", text, marks=(place,))


# ------------------------------------------------------------------------------------- dismounting


def _dismounting(squad: _Squad) -> Step:
    """Return where a squad dismounts from its tank, or that it cannot."""
    tank = squad.tank
    assert tank is not None  # it is asked only of a squad that rides
    assert tank.place is not None  # a squad whose tank has not come on waits
    when = "at the end of the vehicle movement phase, at no cost in MPs"
    if isinstance(tank.place, Hex):
        text = f"It dismounts into {name(tank.place)}, the hex of {tank.name}, {when}."
        return allow(SQUADS, True, text, marks=(tank.place,))
    where = f"{tank.name} is {at(tank.place)}"
    return allow(
        _FROM_HEXSIDE.cite,
        squad.hexes,
        f"{where}: under this reading it dismounts into {_either(squad.hexes)}, {when}.",
        f"{where}, which is no hex: under this reading no squad dismounts there.",
        reading=FROM_HEXSIDE,
        marks=(tank.place, *squad.hexes),
    )


def _either(places: Iterable[Place]) -> str:
    return listed(map(name, places), "or")


@judged
def _dismounts(squad: _Squad, target: Place | None) -> Telling:
    if squad.unit.place is not None:
        text = f"It has dismounted already: it stands {at(squad.unit.place)}."
        yield forbid(SQUADS, bad=True, text=text)
        return text
    yield _dismounting(squad)
    if not squad.hexes:
        return Told("From a hexside no squad dismounts.", _in_a_hex())
    asked = [h for h in squad.hexes if target not in squad.hexes or h == target]
    left_open = {h: tuple(squad.enters(h)) for h in asked}
    free = [h for h in asked if not left_open[h]]
    for steps in left_open.values():  # where one hex is free, it may dismount
        yield from (note(s.cite, s.text, s.reading, s.marks) if free else s for s in steps)
    doubtful = [h for h in asked if h not in free]
    if not free:
        return f"Whether it may dismount into {_either(doubtful)} is in the base game."
    but = f"; {_either(doubtful)} is left to the base game" if doubtful else ""
    return f"It may dismount into {_either(free)}, at no cost{but}."


def _in_a_hex() -> tuple[Remedy, ...]:
    """Return the reading under which a squad dismounts from a hexside."""
    option = _FROM_HEXSIDE.option("either-hex")
    return (
        Remedy(
            f"With the reading “{option.label}” it could: {option.says}", FROM_HEXSIDE, option.id
        ),
    )


@judged
def _rides(squad: _Squad) -> Telling:
    tank = squad.tank
    assert tank is not None  # it is asked only of a squad that rides
    yield allow(SQUADS, True, f"It has not dismounted: it still rides inside {tank.name}.")
    return f"It is inside {tank.name}, and may stay there."


# ------------------------------------------------------------------------------------------ moving


@judged
def _stays_inside(squad: _Squad) -> Telling:
    yield _dismounting(squad)
    return Told("It is in its tank, on a hexside.", _in_a_hex())


@summed
def _how_far(squad: _Squad, along: str) -> Telling:
    """Return how far a squad moves in a foot movement phase."""
    far = squad_move("" if along == "open" else along)  # type: ignore[arg-type]  # checked
    yield from _sets_out(squad, along)
    yield from far.steps
    return far.headline


def _sets_out(squad: _Squad, along: str) -> Iterator[Step]:
    if squad.tank is not None:
        yield _dismounting(squad)
    if along != "open":
        you = Cite("You", "the way", kind="supplied")
        yield note(you, f"You say that its way lies along a {along}.")


@judged
def _moves(squad: _Squad, target: Place, along: str) -> Telling:
    """Return whether a squad gets to the target in a foot movement phase."""
    yield from _sets_out(squad, along)
    far = squad_move("" if along == "open" else along)  # type: ignore[arg-type]  # checked
    yield from (replace(step, op="note") for step in far.steps)
    if not isinstance(target, Hex):
        text = f"A squad stands in hexes, never on {name(target)}."
        yield allow("class-1", False, text, marks=(target,))
        return text
    begin = min(squad.hexes, key=lambda place: range_hexes(place, target))
    counted = range_hexes(begin, target)
    beyond = counted - far.value
    told = f"{hexes(beyond)} beyond" if beyond > 0 else "within"
    text = f"From {name(begin)} to {name(target)} it is {hexes(counted)}: {told} its move."
    yield allow(SQUADS, beyond <= 0, text, marks=(begin, target))
    steps = tuple(squad.enters(target)) if counted else ()
    yield from steps
    barred = beyond <= 0 < counted and not squad.way(target, far.value)
    if barred:
        text = f"Every way of {hexes(far.value)} there leads through a hex that an enemy holds."
        text = f"{text} {ON_FOOT.question}"
        yield lost("enemy-held-on-foot", text, marks=(begin, target))
    if beyond > 0:
        headline = f"{capitalized(hexes(counted))} is farther than the {far.value} it may move."
        faster = Remedy(
            "With its way along a road, or a trench, it would get there.", "along", "road"
        )
        could = along == "open" and _moves.value(squad, target, "road") is True
        return Told(headline, (faster,) if could else ())
    if squad.enemies(target) and counted:
        return "An enemy holds that hex: whether a squad may enter is not in the source."
    if barred:
        return "Enemies bar every way: whether a squad may pass is not in the source."
    if steps:
        return (
            f"Range {counted}: it may move there if the stacking limit, in the base game, allows."
        )
    return f"Range {counted or 'zero'}: the squad may move there."
