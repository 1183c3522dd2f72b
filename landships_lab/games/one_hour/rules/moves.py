"""Movement: the dice, what is added and taken away, and the chance to cover a distance."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from landships_lab.core.answer import Answer, Remedy, Step, judge, tally
from landships_lab.core.checks import one_of, whole
from landships_lab.core.dice import Odds, certain, sum_of
from landships_lab.core.remedies import that_help
from landships_lab.core.sources import Cite, Given
from landships_lab.core.speech import capitalized, inches, listed, percent, plural, signed
from landships_lab.games.one_hour.data.table_tops import UnitType
from .book import (
    BELOW_ZERO,
    CITES,
    READINGS,
    TABLES,
    a_unit,
    die_of,
    exact_inches,
    happens,
    row_of,
    taken,
)

MOST_TURNS = 30
#: Turns that the outlook of a move counts ahead.
OUTLOOK_TURNS = 6


@dataclass(frozen=True, slots=True)
class Move:
    """One move of a Unit: its type, and what its surroundings add or take.

    ``threatened``: an enemy base is near. ``dug_in``: it was Dug-in before. ``by_road``: the whole
    move keeps to a road. ``into_woods``: it ends in the edge of woods, off the road. ``into``:
    other terrain it ends in or crosses. ``assaults``: it Assaults in this move, which a road does
    not help.
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


def distance(move: Move, rolled: Sequence[int], readings: Given = None) -> Answer[int]:
    """Return the inches that a Unit may move when its dice show this.

    ``rolled`` are as many dice as its type rolls, each 1 to 6. Given: road-penalties. `ValueError`
    for another number of dice. Source: Movement Actions (lines 262-295).

    >>> # the Crusaders' last move
    >>> distance(Move("tank", threatened=True, by_road=True), (3, 3, 4)).value
    12
    """
    if len(rolled) != move.row.dice:
        raise ValueError(
            f"{capitalized(a_unit(move.unit))} rolls {plural(move.row.dice, 'die', 'dice')}, not"
            f" {len(rolled)}."
        )
    dice = [whole("What a die shows", die, 1, 6) for die in rolled]
    steps = [
        Step(f"{move.row.name}: {_thrown(dice)}.", _cell(move, 1), "start", Fraction(sum(dice)))
    ]
    steps += _changes(move, taken(readings))
    total = tally(steps)
    assert isinstance(total, int)  # whole numbers added to whole numbers
    if total < 0:
        steps.append(Step(BELOW_ZERO, CITES["below-zero"], "add", Fraction(-total)))
        total = 0
    told = (
        f"{capitalized(a_unit(move.unit))} may move {inches(total)}."
        if total
        else refused_move(move, readings) or f"{capitalized(a_unit(move.unit))} stays where it is."
    )
    return Answer(total, tuple(steps), told)


def refused_move(move: Move, readings: Given = None) -> str:
    """Return the sentence on a Unit that may not make this move whatever its dice show, or "".

    >>> refused_move(Move("tank", into="river"))
    'A Tank may not enter the river.'
    """
    given = taken(readings)
    barred = next((ground for ground in _grounds(move) if not _enters(move, ground)), "")
    who = capitalized(a_unit(move.unit))
    if barred == "town":
        return f"{who} may not end a move in the town."
    if barred:
        return f"{who} may not enter the {barred}."
    held = move.threatened and move.row.threatened is None
    if held and not spared(move.by_road, given):
        return f"A Threatened {move.row.name} may not move."
    return ""


def spared(by_road: bool, given: dict[str, str]) -> bool:
    """Return whether a road spares a move all penalties, those of an enemy nearby included.

    ``given`` holds the option taken for every reading. Source: Roads (line 291), reading
    road-penalties.
    """
    return by_road and given["road-penalties"] == "all"


def _thrown(dice: Sequence[int]) -> str:
    if len(dice) == 1:
        return f"the die shows {dice[0]}"
    return f"the dice show {listed(map(str, dice))}, {sum(dice)} together"


def _changes(move: Move, given: dict[str, str]) -> Iterator[Step]:
    """Yield what is added to the dice and taken from them; the move of a Unit that may not move is
    multiplied by 0.
    """
    bonus = TABLES.moves
    yield _plus("Always", _cell(move, 1), bonus.bonus)
    if move.by_road and move.assaults:
        text = (
            "A Unit that Assaults gains nothing by road; what an Assault is, the source does not"
            " say."
        )
        yield Step(text, CITES["roads"])
    elif move.by_road:
        yield _plus("The whole move is by road", _cell(move, 4, CITES["roads"]), bonus.road)
    if spared(move.by_road, given):
        if move.dug_in or move.threatened:
            yield Step(
                "Under this reading a road spares it all penalties.",
                READINGS["road-penalties"].cite,
                "note",
                reading="road-penalties",
            )
        return
    doubtful = "road-penalties" if move.by_road else ""
    if move.dug_in:
        yield _plus("It was Dug-in", _cell(move, 3, CITES["move-dug-in"]), bonus.dug_in, doubtful)
        if move.unit == "tank":
            yield Step(
                "The table prints this for Tanks too, though a Tank cannot dig in.", CITES["dug-in"]
            )
    yield from _terrain(move)
    if move.threatened and move.row.threatened is not None:
        yield _plus(
            "It is Threatened", _cell(move, 2, CITES["threatened"]), move.row.threatened, doubtful
        )
    elif move.threatened:
        text = f"It is Threatened, and a Threatened {move.row.name} may not move."
        yield Step(
            text, _cell(move, 2, CITES["threatened"]), "times", Fraction(0), reading=doubtful
        )


def _terrain(move: Move) -> Iterator[Step]:
    """Yield what the ground does to the move: nothing in the open, and nothing that a road would
    not undo.
    """
    for ground in _grounds(move):
        entry = may_enter(move.unit, ground, move.by_road).steps[-1]
        if entry.op == "forbids":
            yield replace(entry, op="times", amount=Fraction(0))
        elif ground == "woods" and move.unit == "atg" and not move.by_road:
            yield _plus("It enters the edge of woods", CITES["move-woods"], TABLES.moves.woods)
        elif ground not in OPEN:
            yield replace(entry, op="note")


def _grounds(move: Move) -> tuple[str, ...]:
    """Return the kinds of terrain that a move ends in or crosses."""
    return tuple(dict.fromkeys((*(["woods"] if move.into_woods else []), move.into)))


def _enters(move: Move, ground: str) -> bool:
    return may_enter(move.unit, ground, move.by_road).value


_ROWS = {
    "atg": CITES["move-guns"],
    "mortar": CITES["move-guns"],
    "infantry": CITES["move-infantry"],
    "tank": CITES["move-tank"],
}


def _cell(move: Move, column: int, rule: Cite | None = None) -> Cite:
    """Return the citation of a cell of the movement table, and the line of the rule that explains
    it, if any.
    """
    row = _ROWS[move.unit]
    line = f"{int(row.lines.partition('-')[0]) + column}"
    return replace(rule, lines=f"{line}, {rule.lines}") if rule else replace(row, lines=line)


def _plus(text: str, cite: Cite, amount: int, reading: str = "") -> Step:
    return Step(f"{text}: {signed(amount)}.", cite, "add", Fraction(amount), reading=reading)


def move_odds(move: Move, dice: str = "D5", readings: Given = None) -> Odds[int]:
    """Return the odds of each distance in inches.

    >>> # the gun that could not get out of sight: a die minus 2
    >>> move_odds(Move("atg", dug_in=True)).mean
    Fraction(3, 2)
    """
    return _move_odds(move, die_of(dice, readings), tuple(sorted(taken(readings).items())))


@lru_cache(maxsize=256)
def _move_odds(move: Move, die: Odds[int], given: tuple[tuple[str, str], ...]) -> Odds[int]:
    changes = tuple(_changes(move, dict(given)))
    added = sum(
        int(step.amount)
        for step in changes
        if step.op == "add" and isinstance(step.amount, Fraction)
    )
    if any(step.op == "times" for step in changes):
        return certain(0)
    return sum_of(die, move.row.dice).map(lambda total: max(0, total + added))


def reach(
    moves: Sequence[Move], away: int | Fraction, dice: str = "D5", readings: Given = None
) -> tuple[Fraction, ...]:
    """Return the chances that a Unit has covered this distance after its first, second, ... move.

    ``away`` is in inches; ``moves`` are the moves of the turns, each with its own surroundings.

    >>> reach([Move("tank", threatened=True, by_road=True)], 10)
    (Fraction(209, 216),)
    """
    if not 1 <= len(moves) <= MOST_TURNS:
        raise ValueError(f"The number of moves is from 1 to {MOST_TURNS}, not {len(moves)}.")
    needed = math.ceil(exact_inches("The distance to cover", away))
    return _reach(tuple(move_odds(move, dice, readings) for move in moves), needed)


@lru_cache(maxsize=256)
def _reach(steps: tuple[Odds[int], ...], needed: int) -> tuple[Fraction, ...]:
    covered = certain(0)
    chances = []
    for step in steps:
        covered = Odds(
            (min(needed, so_far + more), w * v)
            for so_far, w in covered.weights.items()
            for more, v in step.weights.items()
        )
        chances.append(covered.at_least(needed))
    return tuple(chances)


@dataclass(frozen=True, slots=True)
class Outlook:
    """What a move promises: the odds of its first distance, and the chances to be there after 1, 2,
    ... turns.
    """

    odds: Odds[int]
    chances: tuple[Fraction, ...]


def arrives(
    move: Move, away: int | Fraction, turns: int = 1, dice: str = "D5", readings: Given = None
) -> Answer[Fraction]:
    """Return the chance that a Unit gets this many inches in so many turns, 1 to 30.

    A Unit that was Dug-in is so for its first move only; all else stays as it is.
    ``detail`` is its `Outlook`. Source: Movement Actions (lines 262-295).

    >>> arrives(Move("tank", threatened=True, by_road=True), 10).headline
    'A Tank gets 10 inches or more in 1 turn 96.8% of the time.'
    """
    turns = whole("The number of turns", turns, 1, MOST_TURNS)
    moves = [move, *[replace(move, dug_in=False)] * (max(turns, OUTLOOK_TURNS) - 1)]
    given = taken(readings)
    refusal = refused_move(move, given)
    barred = not all(_enters(move, ground) for ground in _grounds(move))
    # Not even a line at 0 inches is reached where the Unit may not be.
    chances = (Fraction(0),) * len(moves) if barred else reach(moves, away, dice, readings)
    who, far = capitalized(a_unit(move.unit)), inches(away)
    steps = [Step(f"{who} rolls {plural(move.row.dice, 'die', 'dice')}.", _cell(move, 1), "note")]
    steps += [replace(step, op="note") for step in _changes(move, given)]
    if move.dug_in and turns > 1:
        steps.append(
            Step("From its second move on it is no longer Dug-in.", CITES["move-dug-in"], "note")
        )
    if turns > 1:
        steps += _every_turn(move, given)
    for n, chance in enumerate(() if barred else chances[:turns], 1):
        steps.append(
            Step(
                f"{capitalized(far)} or more after {plural(n, 'move')}: {percent(chance)}.",
                CITES["move"],
                "start",
                chance,
            )
        )
    value = tally(steps)
    assert isinstance(value, int | Fraction)  # the last start is the answer
    told = happens(f"gets {far} or more in {plural(turns, 'turn')}", Fraction(value))
    return Answer(
        Fraction(value),
        tuple(steps),
        refusal or f"{who} {told}.",
        tuple(_freed(move, given)) if refusal else (),
        Outlook(move_odds(move, dice, readings), chances),
    )


def _every_turn(move: Move, given: dict[str, str]) -> Iterator[Step]:
    """Yield what is counted in every move alike, since it is not known how things change."""
    if move.threatened and not spared(move.by_road, given):
        text = "It counts as Threatened in each of its moves, as if the enemy kept up with it."
        yield Step(text, CITES["threatened"])
    if move.into_woods and move.unit == "atg" and not move.by_road:
        yield Step("Each of its moves counts as one into the edge of woods.", CITES["move-woods"])


def _freed(move: Move, given: dict[str, str]) -> Iterator[Remedy]:
    """Return the single changes with which the Unit may make the move. Each is tried on the
    rule.
    """
    tried = (
        (replace(move, by_road=True), Remedy("Wholly by road it may.", "by_road", True)),
        (
            replace(move, threatened=False),
            Remedy("With no enemy near it may.", "threatened", False),
        ),
        (replace(move, into_woods=False), Remedy("Outside the woods it may.", "into_woods", False)),
    )
    return that_help(move, tried, lambda freed: not refused_move(freed, given))


# -- where a Unit may go
# -------------------------------------------------------------------------------------------------

#: For each kind of terrain: the Units that may enter it off the road, the rule, and its citation.
_ENTRY: dict[str, tuple[tuple[str, ...], str, Cite]] = {
    "marsh": ((), "No Unit enters marshland.", CITES["impassable"]),
    "lake": ((), "No Unit enters a lake.", CITES["impassable"]),
    "woods": (
        ("infantry", "atg"),
        "Only Infantry move through woods; ATGs may enter their edge.",
        CITES["move-woods"],
    ),
    "town": (
        ("infantry",),
        "Only Infantry may end a move in a town; the rule does not forbid passing through.",
        CITES["move-towns"],
    ),
    "river": ((), "A river is crossed by bridges and fords only.", CITES["rivers"]),
}
OPEN = ("open", "field", "hill", "ford", "road")
ENTERED = (*_ENTRY, *OPEN)


def may_enter(unit: str, terrain: str, by_road: bool = False) -> Answer[bool]:
    """Return whether a Unit of this type may enter this terrain, of a town whether it may end a
    move there.

    Source: Movement, Terrain (lines 286-291).

    >>> may_enter("tank", "woods").value, may_enter("tank", "woods", by_road=True).value
    (False, True)
    """
    row_of(unit)
    if one_of("kind of terrain", terrain, ENTERED) in OPEN:
        step = Step("No rule keeps a Unit out of it.", CITES["move"], "allows")
    elif by_road:
        step = Step(
            "A road leads into terrain that is otherwise prohibited.", CITES["roads"], "allows"
        )
    else:
        who, says, cite = _ENTRY[terrain]
        step = Step(says, cite, "allows" if unit in who else "forbids")
    value = bool(judge((step,)))
    what = "end a move in a town" if terrain == "town" else "enter"
    return Answer(
        value, (step,), f"{capitalized(a_unit(unit))} {'may' if value else 'may not'} {what}."
    )
