"""Scenario 19.26, The Brickyard: what its assault squads may do inside their tanks and out of them;
and the attacks that the article only mentions: by artillery off the board, and in close assault.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from landships_lab.core.answer import Answer, Gap, Remedy, Step, Telling, Told, judged, summed
from landships_lab.core.checks import one_of
from landships_lab.core.hexes import DIRECTIONS, Hex, Place, Side
from landships_lab.core.sources import Given
from landships_lab.core.speech import capitalized, listed, plural, signed
from landships_lab.data.book import as_notes, supplied
from landships_lab.data.gaps import gap as missing
from landships_lab.data.load import chosen
from .book import RANGE_READING, READINGS, allow, at, forbid, hexes, lost, name, note, start
from .brickyard import FOG, SCENARIO, Standing, crowded, enemies_in, tank_of, wrong_turn
from .ground import indirect_fire_reaches
from .ranges import range_hexes

FROM_HEXSIDE = "squad-from-hexside"
#: The questions about a squad, and about an attack on it.
ACTS = ("dismount", "move", "remount", "close-assault", "flamethrower", "attacked")
ATTACKS = ("small-arms", "direct-fire", "indirect-fire")
WAYS = ("open", "trench", "road")
SQUADS = "assault-squads"
ON_FOOT = missing("landships", "enemy-held-on-foot")


@summed
def squad_move(along: str = "open") -> Telling:
    """Return how far an assault squad may move in a foot movement phase, in hexes.

    >>> squad_move().value, squad_move("road").value
    (2, 4)
    """
    if along != "open":
        one_of("way an assault squad is faster on", along, ["trench", "road"])
        yield start(SQUADS, 4, f"Along a {along} an assault squad moves four hexes.")
    else:
        yield start(SQUADS, 2, "An assault squad moves two hexes.")
    yield note(SQUADS, "It may do so in the turn in which it dismounted.")
    return lambda far: f"It moves {far} hexes."


@summed
def squad_modifier(attack: str) -> Telling:
    """Return the modifier when an assault squad is attacked in this way.

    >>> squad_modifier("small-arms").value, squad_modifier("indirect-fire").value
    (1, 0)
    """
    modifier = int(one_of("attack", attack, ATTACKS) != "indirect-fire")
    words = attack.replace("-", " ")
    printed = f"Its small size and its training give {signed(modifier)} against {words}."
    nothing = f"Nothing is printed that helps it against {words}."
    yield start(SQUADS, modifier, printed if modifier else nothing)
    return f"{signed(modifier) if modifier else 'No change'} against {words}."


_DISMOUNTS = "It dismounts into its tank's hex at the end of the vehicle movement phase"
_ASSAULT = "It takes no part in close assault, and is removed if it is caught up in one."
_FLAMES = "It carries a flamethrower; what that does is in the base game."
_MAY = {
    "dismount": (True, f"{_DISMOUNTS}; that costs no MPs."),
    "remount": (False, "Once out of its tank it may not mount it again."),
    "close-assault": (False, _ASSAULT),
    "flamethrower": (True, _FLAMES),
}
SQUAD_ACTS = tuple(_MAY)


@judged
def squad_may(act: str) -> Telling:
    """Return whether an assault squad may perform this act, one of `SQUAD_ACTS`.

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
    """Return whether this squad may do this, how far it moves, or its modifier when attacked.

    ``act`` is one of `ACTS`; ``along``, one of `WAYS`, is the ground along its way to the
    ``target``. Without a target a move is answered in hexes, and dismounting for every hex of its
    tank. ``attack`` is one of `ATTACKS`. ``units`` are all counters of the scenario, including
    those that wait or ride in a tank; one that comes on after ``turn`` does nothing yet. The value
    is a `Gap` if only the base game says, as for every counter that is not a squad.

    >>> squad = Standing("ger-squad", 1, SCENARIO.grid.place("5813"))
    >>> answer_squad(squad, "move", [squad], target=SCENARIO.grid.place("5811")).headline
    'Range 2: the squad may move there.'
    """
    one_of("act of an assault squad", act, ACTS)
    one_of("way of an assault squad", along, WAYS)
    one_of("attack", attack, ATTACKS)
    squad = _Squad(unit, tuple(units), given, chosen("landships", given)[FROM_HEXSIDE])
    if unit.of.kind != "squad":
        answer = _gap_answer("no-squad", f"{unit.title}: it is not an assault squad.")
        return replace(answer, remedies=_squads(unit, squad.units))
    if turn is not None and unit.of.turn > turn:
        return wrong_turn(unit, turn)
    if squad.waits:
        return _refused("It waits beside the map: it is neither in a tank nor on the board.")
    match act:
        case "dismount":
            return _dismounts(squad, target)
        case "move" if squad.tank and not squad.hexes:
            return _stays_inside(squad)
        case "move":
            return _how_far(squad, along) if target is None else _moves(squad, target, along)
        case "remount" if squad.tank:
            return _rides(squad.tank)
        case "attacked" if squad.tank:
            inside = f"It is inside {squad.tank.name}: see the base game."
            return _gap_answer("squad-inside", inside)
        case "attacked":
            return squad_modifier(attack)
    return squad_may(act)


@judged
def _refused(text: str) -> Telling:
    yield forbid(SQUADS, True, text)
    return text


@judged
def _gap_answer(gap: str, headline: str) -> Telling:
    """Return the answer to a question that only the base game settles."""
    yield lost(gap)
    return headline


def _squads(unit: Standing, units: Iterable[Standing]) -> tuple[Remedy, ...]:
    """Return the squad to ask about instead: the one inside this counter, or else the first."""
    # Not tried: the remedy is about another unit, whose answer may be no.
    squads = sorted((u for u in units if u.of.kind == "squad"), key=lambda u: u.aboard != unit.id)
    where = " inside it" if squads and squads[0].aboard == unit.id else ""
    text = f"Ask of the assault squad{where}."
    return tuple(Remedy(text, "chosen", squad.id) for squad in squads[:1])


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
        """True if it is neither on the board nor in a tank on the board."""
        return self.place is None

    @property
    def place(self) -> Place | None:
        """Where it stands, or its tank does."""
        return self.unit.place or (self.tank.place if self.tank else None)

    @property
    def hexes(self) -> tuple[Hex, ...]:
        """The hexes that it may dismount into, or the one in which it stands."""
        if isinstance(self.place, Side):
            return self.place.hexes if self.option == "either-hex" else ()
        return () if self.place is None else (self.place,)

    def enters(self, place: Place) -> Iterator[Step]:
        """Yield what only the base game settles about this hex: an enemy holds it, or others of its
        side share it. The squad's own tank is there by the printed rule.
        """
        yield from held_on_foot(place, self.unit.of.side, self.units)
        others = (u for u in self.units if u.id != self.unit.aboard)
        yield from crowded(self.unit, place, others, self.given)

    def way(self, target: Hex, most: int) -> bool:
        """Return whether a way of ``most`` hexes avoids all hexes of enemies but the target."""
        side = self.unit.of.side
        held = {u.place for u in self.units if u.of.side != side and u.of.kind != "aircraft"}
        begin = set(self.hexes) - (held if self.tank else set())
        if begin and not any(range_hexes(target, h) <= most for h in held - {None, target}):  # type: ignore[arg-type]  # None is taken out
            return True  # no enemy is near enough to bar the way
        reached = begin
        for _ in range(most):
            ring = {h.neighbour(d) for h in reached for d in DIRECTIONS} - reached
            reached |= {h for h in ring - (held - {target}) if h in SCENARIO.grid}
        return target in reached


def held_on_foot(place: Place, side: str, units: Iterable[Standing]) -> Iterator[Step]:
    """Yield that an enemy holds the hex that a counter on foot would enter, if one does."""
    if enemies := enemies_in(place, side, units):
        text = f"The {enemies[0].of.name} of the enemy is {at(place)}. {ON_FOOT.question}"
        yield lost("enemy-held-on-foot", text, marks=(place,))


# ------------------------------------------------------------------------------------- dismounting


def _dismounting(squad: _Squad) -> Iterator[Step]:
    """Yield where a squad dismounts from its tank, or that it cannot; nothing for one on foot."""
    tank, place, when = squad.tank, squad.place, "at the end of the vehicle movement phase"
    if tank is None or place is None:
        return
    when = f"{when}, at no cost in MPs"
    if isinstance(place, Hex):
        text = f"It dismounts into {name(place)}, the hex of {tank.name}, {when}."
        yield allow(SQUADS, True, text, marks=(place,))
        return
    where, cite = f"{tank.name} is {at(place)}", READINGS[FROM_HEXSIDE].cite
    text = f"{where}: under this reading it dismounts into {_either(squad.hexes)}, {when}."
    no = f"{where}, which is no hex: under this reading no squad dismounts there."
    yield allow(cite, squad.hexes, text, no, FROM_HEXSIDE, (place, *squad.hexes))


def _either(places: Iterable[Place]) -> str:
    return listed(map(name, places), "or")


@judged
def _dismounts(squad: _Squad, target: Place | None) -> Telling:
    if squad.unit.place is not None:
        text = f"It has dismounted already: it stands {at(squad.unit.place)}."
        yield forbid(SQUADS, True, text)
        return text
    yield from _dismounting(squad)
    if not squad.hexes:
        return Told("From a hexside no squad dismounts.", _in_a_hex())
    asked = [h for h in squad.hexes if target not in squad.hexes or h == target]
    open_steps = {h: tuple(squad.enters(h)) for h in asked}
    free = [h for h in asked if not open_steps[h]]
    for steps in open_steps.values():  # one free hex is enough
        yield from (note(s.cite, s.text, s.reading, s.marks) if free else s for s in steps)
    doubtful = [h for h in asked if h not in free]
    if not free:
        return f"Whether it may dismount into {_either(doubtful)} is in the base game."
    but = f"; {_either(doubtful)} is left to the base game" if doubtful else ""
    return f"It may dismount into {_either(free)}, at no cost{but}."


def _in_a_hex() -> tuple[Remedy, ...]:
    """Return the step for the reading on how a squad dismounts from a hexside."""
    option = READINGS[FROM_HEXSIDE].option("either-hex")
    text = f"With the reading “{option.label}” it could: {option.says}"
    return (Remedy(text, FROM_HEXSIDE, option.id),)


@judged
def _rides(tank: Standing) -> Telling:
    yield allow(SQUADS, True, f"It has not dismounted: it still rides inside {tank.name}.")
    return f"It is inside {tank.name}, and may stay there."


# ------------------------------------------------------------------------------------------ moving


@judged
def _stays_inside(squad: _Squad) -> Telling:
    yield from _dismounting(squad)
    return Told("It is in its tank, on a hexside.", _in_a_hex())


@summed
def _how_far(squad: _Squad, along: str) -> Telling:
    """Return how far a squad moves in a foot movement phase."""
    far = squad_move(along)
    yield from _sets_out(squad, along)
    yield from far.steps
    return far.headline


def _sets_out(squad: _Squad, along: str) -> Iterator[Step]:
    yield from _dismounting(squad)
    if along != "open":
        yield note(supplied("the way"), f"You say that its way lies along a {along}.")


@judged
def _moves(squad: _Squad, target: Place, along: str) -> Telling:
    """Return whether a squad gets to the target in a foot movement phase."""
    yield from _sets_out(squad, along)
    far = squad_move(along)
    yield from as_notes(far)
    if not isinstance(target, Hex):
        text = f"A squad stands in hexes, never on {name(target)}."
        yield allow("class-1", False, text, marks=(target,))
        return text
    begin = min(squad.hexes, key=lambda place: range_hexes(place, target))
    counted = range_hexes(begin, target)
    beyond = counted - far.value
    compared = f"{hexes(beyond)} beyond" if beyond > 0 else "within"
    text = f"From {name(begin)} to {name(target)} it is {hexes(counted)}: {compared} its move."
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
        text = "With its way along a road, or a trench, it would get there."
        could = along == "open" and _moves.value(squad, target, "road") is True
        return Told(headline, (Remedy(text, "along", "road"),) if could else ())
    if counted and enemies_in(target, squad.unit.of.side, squad.units):
        return "An enemy holds that hex: whether a squad may enter is not in the source."
    if barred:
        return "Enemies bar every way: whether a squad may pass is not in the source."
    if steps:
        limit = "if the stacking limit, in the base game, allows"
        return f"Range {counted}: it may move there {limit}."
    return f"Range {counted or 'zero'}: the squad may move there."


# ------------------------------------------------------------------------------------ other attacks


def struck(target: Hex, units: Iterable[Standing]) -> tuple[Standing, ...]:
    """Return the counters on the ground, of both sides, that indirect fire at this hex affects."""
    reached = indirect_fire_reaches(target)
    return tuple(u for u in units if u.place in reached and u.of.kind != "aircraft")


@judged
def may_shell(
    module: Standing, target: Hex, units: Iterable[Standing], given: Given = None
) -> Telling:
    """Return whether an artillery module off the board may fire at this hex: no if only its own
    side would suffer, otherwise a `Gap`, because its rules are in the base game.

    >>> place = SCENARIO.grid.place
    >>> fo = Standing("ger-fo", 1, place("5706"))
    >>> may_shell(Standing("ger-artillery", 1), place("5809"), [fo]).headline
    'The FO is 4 hexes off; how a module fires is in the base game.'
    """
    units = tuple(units)
    text = "Three modules off the board serve the Germans from turn 1 on."
    yield note("german-reinforcements", text)
    units_hit = struck(target, units)
    on_sides = [u.name for u in units_hit if u.place != target]
    if on_sides:
        yield note("indirect-fire", f"On its hexsides suffers as well: {listed(on_sides)}.")
    if units_hit and all(u.of.side == module.of.side for u in units_hit):
        text = f"Units fire at enemies; {at(target)} and on its hexsides is only its own side."
        yield forbid("fire-arcs", True, text)
        return f"{capitalized(name(target))} holds no enemy, only its own side: it may not fire."
    observer = next((u for u in units if u.of.kind == "observer" and u.place is not None), None)
    spotting = "No FO is left on the board"
    if observer is not None and observer.place is not None:
        reading = chosen("landships", given)[RANGE_READING]
        away = range_hexes(observer.place, target, reading)
        spotting = f"The FO is {hexes(away)} off"
        sees = "within" if away <= FOG else "beyond"
        text = f"{spotting}, {sees} the {FOG} hexes at which it can spot in the ground fog."
        yield note("fog", text, marks=(observer.place, target))
    else:
        yield note("german-set-up", f"{spotting}.")
    yield lost("off-board-artillery", marks=(target,))
    return f"{spotting}; how a module fires is in the base game."


def caught(target: Place, units: Iterable[Standing]) -> tuple[Standing, ...]:
    """Return the squads that are removed when a close assault is fought in this place."""
    return tuple(u for u in units if u.place == target and u.of.kind == "squad")


@judged
def may_assault(unit: Standing, target: Place, units: Iterable[Standing]) -> Telling:
    """Return whether a counter may close in on the enemies in this place: a squad never may; for
    others it is a `Gap`, because the rules are in the base game. Squads caught up in the assault
    are removed.

    >>> may_assault(Standing("ger-squad", 1), Hex(0, 0), []).value
    False
    """
    if unit.of.kind == "squad":
        answer = squad_may("close-assault")
        yield from answer.steps
        return answer.headline
    gone = caught(target, units)
    if gone:
        text = f"Caught up in it and removed: {listed(u.name for u in gone)}."
        yield note("assault-squads", text, marks=(target,))
    yield lost("close-assault", marks=(target,))
    removed = f"; {plural(len(gone), 'squad is', 'squads are')} removed" if gone else ""
    return f"How a close assault goes is in the base game{removed}."
