"""Who has won, and which Units are bound to an objective: what the reports tell of the
scenarios.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from landships_lab.core.answer import Answer, Step, Telling, decided
from landships_lab.core.checks import one_of
from landships_lab.core.inches import square_between
from landships_lab.core.plane import inside
from landships_lab.core.sources import Given
from landships_lab.core.speech import capitalized, listed, plural
from landships_lab.games.one_hour.data.scenarios import Scenario, scenarios
from .book import READINGS, allow, note, taken
from .ground import Table, Unit, terrain_of

#: A defender that is bound to an objective stays so near to it, in inches.
BOUND_INCHES = 12


def scenario(name: str) -> Scenario:
    """Return the scenario of this name. `ValueError` with the ones there are for any other."""
    return scenarios()[one_of("scenario", name, scenarios())]


def winner(
    name: str, table: Table, left: Collection[str], turn: int, readings: Given = None
) -> Answer[str]:
    """Return the side that has won a scenario at the end of a Turn, "" if it goes on.

    ``left`` are the Units that have left the table by the road. Given: objectives. Source: Play
    sequence (line 187), the reports (lines 8, 37, 60, 88-89).

    >>> from landships_lab.games.one_hour.rules.ground import table_of
    >>> winner("flank-attack", table_of("flank-attack"), (), 15).value
    'Italian'
    """
    played = scenario(name)
    when = note("victory-when", "Victory is looked for at the end of a whole Turn.")
    value, says, steps = (
        _broken_through(played, table, left, turn)
        if played.exit
        else _held(played, table, turn, taken(readings))
    )
    last = note(played.turns_cite, f"This was Turn {turn} of {played.turns}.")
    return Answer(value, (when, *steps, last), says)


def _broken_through(
    played: Scenario, table: Table, left: Collection[str], turn: int
) -> tuple[str, str, tuple[Step, ...]]:
    assert played.exit is not None
    side, needs, other = played.exit.side, played.exit.needs, _other(played)
    standing = sum(unit.side == side for unit in table.units)
    off = plural(len(left), "Unit") if left else "no Unit"
    text = f"{off} of the {side} side left by the road, and {needs} must; {standing} still stand."
    steps = (note("break-through", capitalized(text)),)
    if len(left) >= needs:
        return side, f"The {side} side has broken through: {off} left by the road.", steps
    if len(left) + standing < needs:
        says = f"The {other} side has won: {needs} {side} Units can no longer leave."
        return other, says, steps
    if turn >= played.turns:
        few = f"only {off}" if left else off
        return other, f"The {other} side has won: {few} left by the road in {turn} Turns.", steps
    return "", "The game goes on.", steps


def _held(
    played: Scenario, table: Table, turn: int, given: dict[str, str]
) -> tuple[str, str, tuple[Step, ...]]:
    assert played.defence is not None
    side, other = played.defence.side, _other(played)
    option = READINGS["objectives"].option(given["objectives"])
    lost = [area for area in played.defence.objectives if _alone_in(table, area, other)]
    needed = 1 if given["objectives"] == "one" else len(played.defence.objectives)
    names = listed(lost) if lost else "no objective"
    holds = "What it takes to hold an objective the source does not say: here, to be alone in it."
    steps = (
        note(READINGS["objectives"].cite, option.says, "objectives"),
        note("holding", f"The {other} side alone is in {names}. {holds}"),
    )
    sides = {unit.side for unit in table.units}
    if len(lost) >= needed:
        return other, f"The {other} side has won: it holds {names}.", steps
    if side not in sides:
        return other, f"The {other} side has won: no Unit of the {side} side is left.", steps
    if other not in sides or turn >= played.turns:
        return side, f"The {side} side has won: it has held out.", steps
    return "", "The game goes on.", steps


def _other(played: Scenario) -> str:
    sides = ("British", "Italian")
    mine = played.exit.side if played.exit else played.defence.side if played.defence else ""
    return next(side for side in sides if side != mine)


def _alone_in(table: Table, area: str, side: str) -> bool:
    there = {unit.side for unit in table.units if _stands_in(table, area, unit)}
    return there == {side}


def _stands_in(table: Table, area: str, unit: Unit) -> bool:
    only = Table(
        table.width_inches,
        table.depth_inches,
        tuple(one for one in table.areas if one.name == area),
        (),
    )
    return bool(terrain_of(only, unit, ("hill", "town", "woods")))


@decided
def may_leave_post(
    name: str, table: Table, moved: Unit, readings: Given = None, by: Sequence[Unit] = ()
) -> Telling:
    """Return whether a defender may go so far from its objective: two of those bound to it stay
    within 12 inches at any time, measured from the Unique base.

    ``moved`` is the Unit of that name as it would stand, ``by`` where it turns on its way there.
    Given: garrison. Source: the report of Static Defence (lines 8, 10, 25).

    >>> from landships_lab.games.one_hour.rules import table_of
    >>> table = table_of("static-defence")
    >>> may_leave_post("static-defence", table, table.unit("Carri-1")).value
    True
    """
    yield from _posts(scenario(name), table, (*by, moved), taken(readings))
    return lambda value: f"{moved.name} {'may' if value else 'may not'} leave its post."


def _posts(
    played: Scenario, table: Table, way: Sequence[Unit], given: dict[str, str]
) -> Iterator[Step]:
    before = table.unit(way[-1].name)
    if played.defence is None or before.side != played.defence.side:
        return
    option = READINGS["garrison"].option(given["garrison"])
    for area, bound in played.defence.objectives.items():
        mine = before.name in bound or given["garrison"] == "any"
        stays = all(_near(table, area, there) for there in way)
        if not mine or stays or not _near(table, area, before):
            continue
        others = [
            unit
            for unit in table.units
            if unit.side == before.side
            and unit.name != before.name
            and (given["garrison"] == "any" or unit.name in bound)
            and _near(table, area, unit)
        ]
        leaves = f"It leaves {area}, near which {plural(len(others), 'other')} would stay."
        yield allow("garrison", len(others) >= 2, f"{leaves} {option.says}", reading="garrison")


def _near(table: Table, area: str, unit: Unit) -> bool:
    ring = next(one.corners for one in table.areas if one.name == area)
    if inside(unit.unique.centre, ring):
        return True
    edges = ((ring[n - 1], ring[n]) for n in range(len(ring)))
    return any(square_between(unit.unique, edge) <= BOUND_INCHES**2 for edge in edges)
