"""Movement: the dice and what is added or subtracted, which ground a Unit may enter, and how a
nearby enemy slows a move.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import product

from landships_lab.core.answer import Step, Telling, decided, summed, whole_total
from landships_lab.core.checks import one_of, whole
from landships_lab.core.dice import Odds, certain, sum_of
from landships_lab.core.inches import inches_up, square_between
from landships_lab.core.plane import Number, Ring, hull, inside, meet, square_between_boxes
from landships_lab.core.sources import Cite, Given
from landships_lab.core.speech import capitalized, inches, listed, plural, signed
from landships_lab.games.one_hour.data.table_tops import UnitType
from .book import (
    BELOW_ZERO,
    CITES,
    TABLES,
    a_unit,
    add,
    allow,
    at_lines,
    die_of,
    forbid,
    note,
    options,
    row_of,
    says,
    start,
    times,
)
from .ground import Table, Unit, ring_round, square_to_border

THREAT_INCHES = 2
ON_ROAD = "road-penalties"

# --------------------------------------------------------------------------- where a Unit may enter

#: For each kind of terrain: the Units that may enter it off the road, the citation, and the rule.
_ENTRY: Mapping[str, tuple[tuple[str, ...], str, str]] = {
    "marsh": ((), "impassable", "No Unit enters marshland."),
    "lake": ((), "impassable", "No Unit enters a lake."),
    "woods": (
        ("infantry", "atg"),
        "move-woods",
        "Only Infantry move through woods; ATGs may enter their edge.",
    ),
    "town": (
        ("infantry",),
        "move-towns",
        "Only Infantry may end a move in a town; the rule does not forbid passing through.",
    ),
    "river": ((), "rivers", "A river is crossed by bridges and fords only."),
}
OPEN = ("open", "field", "hill", "ford", "road")
ENTERED = (*_ENTRY, *OPEN)


@decided
def may_enter(unit: str, terrain: str, by_road: bool = False) -> Telling:
    """Return whether a Unit of this type may enter this terrain or, for a town, end a move there.

    >>> may_enter("tank", "woods").value, may_enter("tank", "woods", by_road=True).value
    (False, True)
    """
    row_of(unit)
    yield entry(unit, one_of("kind of terrain", terrain, ENTERED), by_road)
    what = "end a move in a town" if terrain == "town" else "enter"
    return lambda may: f"{capitalized(a_unit(unit))} {'may' if may else 'may not'} {what}."


def entry(unit: str, terrain: str, by_road: bool) -> Step:
    """Return the step that lets a type of Unit into this terrain, or keeps it out."""
    if terrain in OPEN:
        return allow("move", True, "No rule keeps a Unit out of it.")
    if by_road:
        return allow("roads", True, "A road leads into terrain that is otherwise prohibited.")
    who, cite, text = _ENTRY[terrain]
    return allow(cite, unit in who, text)


# ------------------------------------------------------------------------------------- the distance


@dataclass(frozen=True, slots=True)
class Move:
    """One move of a Unit: its type, and what its surroundings add or take.

    ``threatened``: an enemy base is near. ``dug_in``: it was Dug-in before. ``by_road``: the whole
    move keeps to a road. ``into_woods``: it ends in the edge of woods, off the road. ``into``:
    other terrain that it ends in or crosses. ``assaults``: it Assaults in this move, so that a road
    does not help.
    """

    unit: str
    threatened: bool = False
    dug_in: bool = False
    by_road: bool = False
    into_woods: bool = False
    into: str = "open"
    assaults: bool = False

    def __post_init__(self) -> None:
        row_of(self.unit)
        one_of("kind of terrain", self.into, ENTERED)

    @property
    def row(self) -> UnitType:
        """The row of the table for its type."""
        return TABLES.types[self.unit]

    @property
    def grounds(self) -> tuple[str, ...]:
        """The kinds of terrain that it ends in or crosses."""
        return tuple(dict.fromkeys((*["woods"] * self.into_woods, self.into)))

    @property
    def barred(self) -> str:
        """The ground that it may not enter, or ""."""
        entries = ((ground, entry(self.unit, ground, self.by_road)) for ground in self.grounds)
        return next((ground for ground, step in entries if step.op == "forbids"), "")


@summed
def distance(move: Move, rolled: Sequence[int], readings: Given = None) -> Telling:
    """Return the inches that a Unit may move when the dice of its type show this.

    >>> # the Crusaders' last move
    >>> distance(Move("tank", threatened=True, by_road=True), (3, 3, 4)).value
    12
    """
    who, given = capitalized(a_unit(move.unit)), options(readings)
    if len(rolled) != move.row.dice:
        raise ValueError(f"{who} rolls {plural(move.row.dice, 'die', 'dice')}, not {len(rolled)}.")
    dice = [whole("What a die shows", die, 1, 6) for die in rolled]
    shown = f"the dice show {listed(map(str, dice))}, {sum(dice)} together"
    shown = f"the die shows {dice[0]}" if len(dice) == 1 else shown
    thrown = start(move_cell(move, 1), sum(dice), f"{move.row.name}: {shown}.")
    steps = (thrown, *move_steps(move, given))
    yield from steps
    far = whole_total(steps)
    if far < 0:
        yield add("below-zero", -far, BELOW_ZERO)
    if far > 0:
        return f"{who} may move {inches(far)}."
    return refused_move(move, given) or f"{who} stays where it is."


def refused_move(move: Move, readings: Given = None) -> str:
    """Return the sentence on a Unit that may not make this move whatever its dice show, or "".

    >>> refused_move(Move("tank", into="river"))
    'A Tank may not enter the river.'
    """
    who, barred = capitalized(a_unit(move.unit)), move.barred
    if barred:
        return f"{who} may not {'end a move in' if barred == 'town' else 'enter'} the {barred}."
    held = move.threatened and move.row.threatened is None
    if held and not spared(move.by_road, options(readings)):
        return f"A Threatened {move.row.name} may not move."
    return ""


def spared(by_road: bool, given: Mapping[str, str]) -> bool:
    """Return whether a road cancels all penalties of a move, even that for a nearby enemy."""
    return by_road and given[ON_ROAD] == "all"


def move_steps(move: Move, given: Mapping[str, str]) -> Iterator[Step]:
    """Yield what is added to and subtracted from the dice; for a Unit that may not move, the result
    is multiplied by 0.
    """
    bonus, row, doubtful = TABLES.moves, move.row, ON_ROAD if move.by_road else ""
    yield _plus(move_cell(move, 1), bonus.bonus, "Always")
    if move.by_road and move.assaults:
        nothing = "A Unit that Assaults gains nothing by road"
        yield note("roads", f"{nothing}; what an Assault is, the source does not say.")
    elif move.by_road:
        yield _plus(move_cell(move, 4, "roads"), bonus.road, "The whole move is by road")
    if spared(move.by_road, given):
        if move.dug_in or move.threatened:
            yield note("roads", "Under this reading a road spares it all penalties.", ON_ROAD)
        return
    if move.dug_in:
        yield _plus(move_cell(move, 3, "move-dug-in"), bonus.dug_in, "It was Dug-in", doubtful)
        if move.unit == "tank":
            text = "The table prints this for Tanks too, though a Tank cannot dig in."
            yield note("dug-in", text)
    yield from _ground_steps(move)
    near = move_cell(move, 2, "threatened")
    if move.threatened and row.threatened is not None:
        yield _plus(near, row.threatened, "It is Threatened", doubtful)
    elif move.threatened:
        text = f"It is Threatened, and a Threatened {row.name} may not move."
        yield times(near, 0, text, doubtful)


def _ground_steps(move: Move) -> Iterator[Step]:
    """Yield the effect of the ground on the move: none in the open, or if a road cancels it."""
    for ground in move.grounds:
        enters = entry(move.unit, ground, move.by_road)
        if enters.op == "forbids":
            yield replace(enters, op="times", amount=Fraction(0))
        elif ground == "woods" and move.unit == "atg" and not move.by_road:
            yield _plus("move-woods", TABLES.moves.woods, "It enters the edge of woods")
        elif ground not in OPEN:
            yield replace(enters, op="note")


_ROWS = {"infantry": "move-infantry", "tank": "move-tank"}


def move_cell(move: Move, column: int, rule: str = "") -> Cite:
    """Return the citation of a cell of the movement table, with the line of the rule that explains
    it, if any.
    """
    row = _ROWS.get(move.unit, "move-guns")
    line = f"{int(CITES[row].lines.partition('-')[0]) + column}"
    return at_lines(rule, line, CITES[rule].lines) if rule else at_lines(row, line)


def _plus(at: str | Cite, amount: int, text: str, reading: str = "") -> Step:
    return add(at, amount, f"{text}: {signed(amount)}.", reading)


def move_odds(move: Move, dice: str = "D5", readings: Given = None) -> Odds[int]:
    """Return the odds of each distance in inches.

    >>> # the gun that could not get out of sight: a die minus 2
    >>> move_odds(Move("atg", dug_in=True)).mean
    Fraction(3, 2)
    """
    return _move_odds(move, die_of(dice, readings), tuple(sorted(options(readings).items())))


@lru_cache(maxsize=256)
def _move_odds(move: Move, die: Odds[int], given: tuple[tuple[str, str], ...]) -> Odds[int]:
    steps = tuple(move_steps(move, dict(given)))
    if any(step.op == "times" for step in steps):
        return certain(0)
    # Only the sum of the dice matters.
    more = whole_total(steps)
    return sum_of(die, move.row.dice).map(lambda total: max(0, total + more))


# ---------------------------------------------------------------------------------- the way it goes


def ways(before: Unit, after: Unit) -> tuple[Ring, ...]:
    """Return the ground that each base covers on the straight way."""
    bases = zip(before.bases, after.bases, strict=True)
    return tuple(hull((*old.corners, *new.corners)) for old, new in bases)


def moves_by_road(table: Table, before: Unit, after: Unit) -> bool:
    """Return whether all bases keep to one road on the straight way."""
    return any(
        all(inside(corner, road.corners) for way in ways(before, after) for corner in way)
        for road in table.areas
        if road.kind == "road"
    )


def woods_entered(table: Table, unit: Unit, by_road: bool) -> frozenset[str]:
    """Return the names of the woods in whose edge ATGs stand; none for other Units or by road."""
    if unit.kind != "atg" or by_road:
        return frozenset()
    woods = (area for area in table.areas if area.kind == "woods")
    bases = [base.corners for base in unit.bases]
    return frozenset(wood.name for wood in woods if any(meet(b, wood.corners) for b in bases))


# ---------------------------------------------------------------------------------- an enemy nearby


@decided
def is_threatened(table: Table, name: str, readings: Given = None) -> Telling:
    """Return whether an enemy base is near enough to threaten a Unit, and the effect on its move.

    >>> from landships_lab.games.one_hour.rules.ground import table_of
    >>> is_threatened(table_of("static-defence"), "Cruds-1").headline
    'No enemy threatens Cruds-1.'
    """
    unit = table.unit(name)
    yield (near := _near_enemy(table, unit, options(readings)))
    if near.op == "allows":
        yield note("threatened", slowed(unit))
    return lambda value: f"{'An' if value else 'No'} enemy threatens {name}."


def threatened(table: Table, unit: Unit, readings: Given = None) -> bool:
    """Return whether an enemy base is near enough to threaten a Unit."""
    return _near_enemy(table, unit, options(readings)).op == "allows"


def _near_enemy(table: Table, unit: Unit, given: Mapping[str, str]) -> Step:
    """Return the step on the nearest enemy base: it allows if that base threatens the Unit, and
    forbids otherwise.
    """
    if (nearest := _nearest_enemy(table, unit)) is None:
        return forbid("threatened", True, "There is no enemy on the table.")
    square, enemy = nearest
    doubtful = "threatened-at" if square == THREAT_INCHES**2 else ""
    away = f"The nearest enemy base, of {enemy.name}, is {inches(inches_up(square))} away"
    text = f"{away}. {says('threatened-at', given)}"
    return allow("threatened", _is_near(square, given), text, reading=doubtful)


def _is_near(square: Number, given: Mapping[str, str]) -> bool:
    limit = THREAT_INCHES**2
    return square < limit or (square == limit and given["threatened-at"] == "within")


def _nearest_enemy(table: Table, unit: Unit) -> tuple[Number, Unit] | None:
    """Return the square of the distance to the nearest enemy base, and the Unit that the base
    belongs to.
    """
    ground = ring_round(unit)
    bounds = (
        (square_between_boxes(ground, ring_round(enemy)), n, enemy)
        for n, enemy in enumerate(table.enemies(unit))
    )
    least: tuple[Number, int, Unit] | None = None
    for bound, n, enemy in sorted(bounds, key=lambda bound: bound[:2]):
        if least is not None and bound > least[0]:
            break  # no base of a Unit is nearer than the box round that Unit
        for own, base in product(unit.bases, enemy.bases):
            if least is None or square_between_boxes(own.corners, base.corners) <= least[0]:
                square = square_between(own, base)
                if least is None or (square, n) < least[:2]:
                    least = square, n, enemy
    return None if least is None else (least[0], least[2])


def threat_to_move(
    table: Table, before: Unit, after: Unit, given: Mapping[str, str]
) -> Iterator[Step]:
    """Yield the effect of a near enemy on a Unit that moves or turns; a step forbids if it may not
    move.
    """
    if before.bases == after.bases:
        return
    by_road = moves_by_road(table, before, after)
    if (near := _near_enemy(table, before, given)).op == "allows":
        yield note("threatened", near.text)
    elif (enemy := met_on_way(table, before, after, given)) is None:
        return
    else:
        met = f"It comes within {inches(THREAT_INCHES)} of {enemy.name} as it moves"
        text = f"{met}. {says('threatened-when', given)}"
        yield note("threatened-when", text, "threatened-when")
        if given["threatened-when"] == "start":
            return
    if spared(by_road, given):
        text = "Under this reading a road spares it all penalties, that of a near enemy too."
        yield note("roads", text, ON_ROAD)
        return
    fixed = before.row.threatened is None
    text = slowed(before) + ("" if fixed else " Take that off its roll.")
    yield forbid("threatened", fixed, text, ON_ROAD if by_road else "")


def met_on_way(table: Table, before: Unit, after: Unit, given: Mapping[str, str]) -> Unit | None:
    """Return the first enemy near enough to the straight way to threaten the Unit, or None."""
    swept, limit = ways(before, after), THREAT_INCHES**2
    for enemy in table.enemies(before):
        for way, base in product(swept, enemy.bases):
            if square_between_boxes(way, base.corners) > limit:
                continue
            far = 0 if meet(base.corners, way) else square_to_border(base, way)
            if _is_near(far, given):
                return enemy
    return None


def slowed(unit: Unit) -> str:
    """Return the effect of being Threatened on the move of this Unit.

    >>> from landships_lab.games.one_hour.rules.ground import table_of
    >>> slowed(table_of("static-defence").unit("ATGs"))
    'A Threatened ATG may not move.'
    """
    less, name = unit.row.threatened, unit.row.name
    if less is None:
        return f"A Threatened {name} may not move."
    return f"A Threatened {name} Unit moves {inches(-less)} less."
