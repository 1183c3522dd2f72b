"""How far does a Unit get? The dice of movement, what is added and taken, and the chance to reach a line."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from landships_lab.core.answer import Answer, Step, judge, tally
from landships_lab.core.checks import unknown
from landships_lab.core.dice import Odds, certain, sum_of
from landships_lab.core.sources import Cite
from landships_lab.data.one_hour.table_tops import UnitType
from landships_lab.rules.one_hour.words import (
    CITES,
    READINGS,
    TABLES,
    Readings,
    a,
    begun,
    die_of,
    exact_inches,
    inches,
    percent,
    row_of,
    shown,
    taken,
)

MOST_TURNS = 30


@dataclass(frozen=True, slots=True)
class Move:
    """One move of a Unit: its type, and what its surroundings add or take.

    ``threatened``: an enemy base is near. ``dug_in``: it was Dug-in before. ``by_road``: the whole move keeps to a road.
    ``into_woods``: it ends in the edge of woods, off the road.
    """

    unit: str
    threatened: bool = False
    dug_in: bool = False
    by_road: bool = False
    into_woods: bool = False

    def __post_init__(self) -> None:
        row_of(self.unit)

    @property
    def row(self) -> UnitType:
        """Which row of the table has this type?"""
        return TABLES.types[self.unit]


def distance(move: Move, rolled: Sequence[int], readings: Readings = None) -> Answer[int]:
    """How many inches may a Unit move when its dice show this?

    As many dice as its type rolls, each 1 to 6. Readings: road-penalties. `ValueError` for another number of dice.
    Source: Movement Actions (lines 262-295).

    >>> distance(Move("tank", threatened=True, by_road=True), (3, 3, 4)).value      # the Crusaders' last move
    12
    """
    if len(rolled) != move.row.dice:
        raise ValueError(f"{begun(a(move.row.name))} moves by {move.row.dice} dice, not {len(rolled)}.")
    steps = [Step(f"{move.row.name}: {_thrown([shown(die) for die in rolled])}.", CITES["move-table"], "start", Fraction(sum(rolled)))]
    steps += _changes(move, taken(readings))
    total = tally(steps)
    assert isinstance(total, int)  # whole numbers added to whole numbers
    if total < 0:
        steps.append(Step("Less than no inches is none.", CITES["below-zero"], "add", Fraction(-total)))
        total = 0
    said = f"{begun(a(move.row.name))} moves up to {inches(total)}." if total else "It stays where it is."
    return Answer(total, tuple(steps), said)


def _thrown(dice: Sequence[int]) -> str:
    """How does one say what was thrown?"""
    if len(dice) == 1:
        return f"the die shows {dice[0]}"
    return f"the dice show {', '.join(map(str, dice[:-1]))} and {dice[-1]}, which is {sum(dice)} together"


def _changes(move: Move, given: dict[str, str]) -> Iterator[Step]:
    """What is added to the dice and taken from them; a Unit that may not move at all ends at nothing."""
    bonus = TABLES.moves
    yield _plus("Always", CITES["move-table"], bonus.bonus)
    if move.by_road:
        yield _plus("The whole move is by road", CITES["roads"], bonus.road)
    if move.by_road and given["road-penalties"] == "all":
        if move.dug_in or move.threatened:
            yield Step("On a road nothing is taken from it.", READINGS["road-penalties"].cite, "note", reading="road-penalties")
        return
    if move.dug_in:
        yield _plus("It was Dug-in", CITES["move-dug-in"], bonus.dug_in)
    if move.into_woods and not move.by_road:
        yield from _woods(move)
    if move.threatened and move.row.threatened is not None:
        yield _plus("It is Threatened", CITES["threatened"], move.row.threatened)
    elif move.threatened:
        yield Step(f"It is Threatened, and {a(move.row.name)} may not move then.", CITES["threatened"], "times", Fraction(0))


def _woods(move: Move) -> Iterator[Step]:
    entry = may_enter(move.unit, "woods")
    if not entry.value:
        yield Step(entry.steps[-1].text, CITES["move-woods"], "times", Fraction(0))
    elif move.unit == "atg":
        yield _plus("It enters the edge of woods", CITES["move-woods"], TABLES.moves.woods)


def _plus(text: str, cite: Cite, amount: int) -> Step:
    return Step(f"{text}: {amount:+}.", cite, "add", Fraction(amount))


def move_odds(move: Move, dice: str = "D5", readings: Readings = None) -> Odds[int]:
    """How likely is each distance in inches?

    >>> move_odds(Move("atg", dug_in=True)).mean                # the gun that could not get out of sight: a die less 2
    Fraction(3, 2)
    """
    given = taken(readings)
    changes = tuple(_changes(move, given))
    added = sum(int(step.amount) for step in changes if step.op == "add" and isinstance(step.amount, Fraction))
    if any(step.op == "times" for step in changes):
        return certain(0)
    return sum_of(die_of(dice, readings), move.row.dice).map(lambda total: max(0, total + added))


def reach(moves: Sequence[Move], away: int | Fraction, dice: str = "D5", readings: Readings = None) -> tuple[Fraction, ...]:
    """How likely has a Unit covered this distance after its first, second, ... move?

    ``away`` is in inches, ``moves`` are those it makes turn after turn, each with its own surroundings.

    >>> reach([Move("tank", threatened=True, by_road=True)], 10)
    (Fraction(209, 216),)
    """
    if not 1 <= len(moves) <= MOST_TURNS:
        raise ValueError(f"Between 1 and {MOST_TURNS} moves can be looked ahead, not {len(moves)}.")
    needed = math.ceil(exact_inches("The distance to cover", away))
    covered = certain(0)
    chances = []
    for move in moves:
        step = move_odds(move, dice, readings)
        covered = Odds((min(needed, so_far + more), w * v) for so_far, w in covered.weights.items() for more, v in step.weights.items())
        chances.append(covered.at_least(needed))
    return tuple(chances)


def arrives(move: Move, away: int | Fraction, turns: int = 1, dice: str = "D5", readings: Readings = None) -> Answer[Fraction]:
    """How likely does a Unit get this many inches in so many turns, and why?

    A Unit that was Dug-in is so for its first move only; all else stays as it is. Source: Movement Actions (lines 262-295).

    >>> arrives(Move("tank", threatened=True, by_road=True), 10).headline
    'Tank, 10 inches in 1 turn: 97%.'
    """
    if isinstance(turns, bool) or not isinstance(turns, int) or not 1 <= turns <= MOST_TURNS:
        raise ValueError(f"The number of turns is a whole number from 1 to {MOST_TURNS}, not {turns!r}.")
    moves = [move, *[replace(move, dug_in=False)] * (turns - 1)]
    chances = reach(moves, away, dice, readings)
    given = taken(readings)
    rolled = f"{move.row.dice} dice" if move.row.dice > 1 else "one die"
    steps = [Step(f"{begun(a(move.row.name))} rolls {rolled}.", CITES["move-table"], "note")]
    steps += [replace(step, op="note") for step in _changes(move, given)]
    if move.dug_in and turns > 1:
        steps.append(Step("From the second move on it is Dug-in no more.", CITES["move-dug-in"], "note"))
    for n, chance in enumerate(chances, 1):
        by = "In its first move" if n == 1 else f"By its move number {n}"
        steps.append(Step(f"{by} it gets {inches(away)} or more with {percent(chance)}.", CITES["move"], "start", chance))
    value = tally(steps)
    assert isinstance(value, int | Fraction)  # the last start is the answer
    turns_said = "1 turn" if turns == 1 else f"{turns} turns"
    return Answer(Fraction(value), tuple(steps), f"{move.row.name}, {inches(away)} in {turns_said}: {percent(Fraction(value))}.")


# -- where a Unit may go ---------------------------------------------------------------------------------------------------

#: For each kind of terrain: who may enter it off the road, what is said of it, and where it says so.
_ENTRY: dict[str, tuple[tuple[str, ...], str, Cite]] = {
    "marsh": ((), "No Unit enters marshland.", CITES["impassable"]),
    "lake": ((), "No Unit enters a lake.", CITES["impassable"]),
    "woods": (("infantry", "atg"), "Only Infantry move through woods; ATGs may enter their edge.", CITES["move-woods"]),
    "town": (("infantry",), "Only Infantry may end a move in a town.", CITES["move-towns"]),
    "river": ((), "A river is crossed by bridges and fords only.", CITES["rivers"]),
}
OPEN = ("open", "field", "hill", "ford", "road")
ENTERED = (*_ENTRY, *OPEN)


def may_enter(unit: str, terrain: str, by_road: bool = False) -> Answer[bool]:
    """May a Unit of this type end a move in this terrain? Source: Movement, Terrain (lines 286-291).

    >>> may_enter("tank", "woods").value, may_enter("tank", "woods", by_road=True).value
    (False, True)
    """
    row = row_of(unit)
    if terrain in OPEN:
        step = Step("Nothing in the rules keeps a Unit out of it.", CITES["move"], "allows")
    elif terrain not in _ENTRY:
        raise ValueError(unknown("kind of terrain", terrain, list(ENTERED)))
    elif by_road:
        step = Step("A road leads into terrain that is otherwise prohibited.", CITES["roads"], "allows")
    else:
        who, says, cite = _ENTRY[terrain]
        step = Step(says, cite, "allows" if unit in who else "forbids")
    value = bool(judge((step,)))
    return Answer(value, (step,), f"{begun(a(row.name))} {'may' if value else 'may not'} enter.")
