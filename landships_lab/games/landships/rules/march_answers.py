"""The answers to a question about a move: how far it goes, whether a place can be reached, what it
would take.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from landships_lab.core.answer import Answer, Gap, Remedy, Step
from landships_lab.core.hexes import Heading, Hex, Place, Side
from landships_lab.core.remedies import other_readings
from landships_lab.core.speech import plural
from landships_lab.data.load import readings
from landships_lab.games.landships.rules.book import CITES, heading_of, name, place_of
from landships_lab.games.landships.rules.drift_steps import drift_of_unmoved, may_drift
from landships_lab.games.landships.rules.ground import entry_cost, mps
from landships_lab.games.landships.rules.march import (
    MOST_MP,
    March,
    Moves,
    Placement,
    Reached,
    drift_onto,
    reachable,
)
from landships_lab.games.landships.rules.march_steps import (
    ENEMY_HELD,
    YOUR_ALLOWANCE,
    explain_move,
    held,
    held_headline,
    off_board,
)
from landships_lab.games.landships.rules.positions import check_position

_READINGS = readings("landships", "movement")


@lru_cache(maxsize=16)  # a panel asks the same again for each reading that is switched as it stands
def answer_move(
    march: March,
    place: Place,
    heading: Heading,
    there: Place | None = None,
    facing: Heading | None = None,
    *,
    drift: Place | None = None,
    spent: int = 0,
) -> Answer[int | bool | Gap]:
    """Return the answer to what is asked of a move from here: a drift, a place to reach, or how far
    it gets at all.

    ``march.mp`` are the MPs that are left of an allowance of which ``spent`` are gone; the remedies
    speak of the whole allowance. The value is the MPs left, the number of places within reach, or
    for a drift whether it may be made; a `Gap` where only the base game says. ``detail`` is the
    `Moves` to draw, or None for an illegal position, whose answer is that of `check_position`.
    `ValueError` for what is no place or heading. Source: Twelve Point Facing, Movement (lines
    43-45, 111-113).

    >>> from landships_lab.core.grid import Grid
    >>> answer_move(March(Grid(columns=9, rows=9), mp=2), Grid().place("0503"), Heading.N).headline
    'With 2 MPs it can reach 1 place. Point at one to see the way.'
    """
    position = check_position(3, place, heading)
    if not position.value:
        return replace(position, detail=None)
    if drift is not None:
        drifted: Answer[int | bool | Gap] = may_drift(march, place, heading, drift)
        if not march.drifts_unmoved:
            drifted = drift_of_unmoved(march, may_drift(march, place, heading, drift))
        onto = (drift, heading) if drifted.value else None
        return replace(
            drifted,
            detail=Moves(march, reachable(march, place, heading), ((place, heading),), onto),
        )
    if there is None or (there == place and facing is None):
        return _how_far(march, place, heading, spent)
    answer = can_reach(march, place, heading, there, facing)
    if not spent:
        return answer
    whole = (
        replace(r, to=str(int(r.to) + spent)) if r.change == "mp" else r for r in answer.remedies
    )
    return replace(answer, remedies=tuple(whole))


def _how_far(march: March, place: Place, heading: Heading, spent: int) -> Answer[int | bool | Gap]:
    moves = Moves(march, reachable(march, place, heading))
    places, by_drift = len(moves.reached.mp_left) - 1, len(moves.drifted)
    steers = "steers well" if march.steering == "vehicle" else "is hard to steer"
    turning = f"Each 30° of turn costs {mps(march.turn_cost)}: this vehicle {steers}."
    steps = (
        Step(
            f"It has {mps(march.mp)} left to move, of an allowance of {march.mp + spent}.",
            YOUR_ALLOWANCE,
        ),
        Step(turning, CITES["sample-steering" if march.turn_mp is None else "your-values"]),
        Step(
            "A drift at the end of the move reaches"
            f" {plural(by_drift, 'more place', 'more places')}.",
            CITES["drift"],
        ),
        *(
            [
                Step(
                    f"Places that an enemy holds are not counted. {ENEMY_HELD.question}",
                    ENEMY_HELD.cite,
                )
            ]
            if march.enemies
            else []
        ),
    )
    found = (
        f"can reach {plural(places, 'place', 'hexes and hexsides')}. Point at one to see the way."
    )
    text = f"With {mps(march.mp)} it {found if places else 'cannot leave its place.'}"
    return Answer(places, steps, text, detail=moves)


def can_reach(
    march: March, place: Place, heading: Heading, there: Place, facing: Heading | None = None
) -> Answer[int | bool | Gap]:
    """Return the MPs left when a vehicle moves from here to there, explained along a cheapest path.

    ``facing`` is the heading it is to have there, if any. The value is False where it cannot get
    there, and a `Gap` where only a way through an enemy's place leads there; the remedies say what
    it would take. The headline says so where only a drift leads there. ``detail`` holds the `Moves`
    to draw. `PositionError` for an illegal position, `ValueError` for what is no place or heading.
    Source: Twelve Point Facing, Movement (lines 43-45, 111-113).

    >>> from landships_lab.core.grid import Grid
    >>> grid = Grid(columns=9, rows=9)
    >>> can_reach(March(grid, mp=3), grid.place("0303"), Heading("N"), grid.place("0301")).remedies[
    ...     0
    ... ].text
    'With 4 MPs it could get there.'
    """
    there, facing = place_of(there), None if facing is None else heading_of(facing)
    reached = reachable(march, place, heading)
    if path := reached.path(there, facing):
        return replace(explain_move(march, path), detail=Moves(march, reached, path))
    if drift := drift_onto(march, reached, there, facing):
        (end, faces), left = drift
        headline = (
            f"Only by a drift: from {name(end)} facing {faces} onto {name(there)}, with {mps(left)}"
            " left."
        )
        moves = Moves(march, reached, reached.path_to_drift(march, end, faces), (there, faces))
        return Answer(left, _drifted(march, reached, (end, faces), there), headline, detail=moves)
    refused = _not_reached(march, place, heading, there, facing)
    if march.enemies and (through := _through_enemies(march, place, heading, there, facing)):
        refused = replace(through, remedies=refused.remedies)
    return replace(refused, detail=Moves(march, reached))


def _through_enemies(
    march: March, place: Place, heading: Heading, there: Place, facing: Heading | None
) -> Answer[int | bool | Gap] | None:
    """Return the `Gap` for a place it would get to if no enemy were about: whether it may enter
    theirs is in the base game.
    """
    free = replace(march, enemies=frozenset())
    reached = reachable(free, place, heading)
    if path := reached.path(there, facing):
        return explain_move(march, path)
    if drift := drift_onto(free, reached, there, facing):
        steps = _drifted(march, reached, drift[0], there)
        entered = next(step.marks[0] for step in steps if isinstance(step.amount, Gap))
        assert isinstance(entered, (Hex, Side))
        return Answer(ENEMY_HELD, steps, held_headline(entered))
    return None


def _drifted(march: March, reached: Reached, end: Placement, there: Place) -> tuple[Step, ...]:
    """Return the steps of a cheapest way to the end of the move and of the drift from there."""
    return (
        *explain_move(march, reached.path_to_drift(march, *end)).steps,
        *may_drift(march, *end, there).steps,
    )


def _not_reached(
    march: March, place: Place, heading: Heading, there: Place, facing: Heading | None
) -> Answer[int | bool | Gap]:
    others = tuple(_by_reading(march, place, heading, there, facing))
    needed, drift = _least(march, place, heading, there, facing)
    if needed is None:
        headline, *why = _why_closed(march, there, facing)
        return Answer(False, tuple(why), headline, others)
    able = replace(march, mp=needed)
    reached = reachable(able, place, heading)
    steps = (
        explain_move(able, reached.path(there, facing)).steps
        if drift is None
        else _drifted(able, reached, drift, there)
    )
    steps = (
        *steps,
        Step(
            f"It has only {mps(march.mp)}." if march.mp else "It has no MPs left.",
            YOUR_ALLOWANCE,
            "forbids",
        ),
    )
    what = name(there) + (f" facing {facing}" if facing else "")
    by_drift = " with a drift" if drift else ""
    headline = (
        f"Out of reach: {what} is {mps(needed)} away{by_drift}, {needed - march.mp} too many."
    )
    # The MPs are those that the search for a way has found.
    return Answer(
        False,
        steps,
        headline,
        (Remedy(f"With {mps(needed)} it could get there.", "mp", str(needed)), *others),
    )


def _least(
    march: March, place: Place, heading: Heading, there: Place, facing: Heading | None
) -> tuple[int | None, Placement | None]:
    """Return the fewest MPs that would get it there, and the end it then drifts from.

    None for no way, and for a way without a drift.

    A drift costs nothing, so of way and drift the cheaper counts; the way, where they cost the
    same.
    """
    more = replace(march, mp=MOST_MP)
    reached = reachable(more, place, heading)
    path, drift = reached.path(there, facing), drift_onto(more, reached, there, facing)
    straight = MOST_MP - dict(reached.headings(there))[path[-1][1]] if path else None
    if drift is None or (straight is not None and straight <= MOST_MP - drift[1]):
        return straight, None
    return MOST_MP - drift[1], drift[0]


def _why_closed(
    march: March, there: Place, facing: Heading | None
) -> tuple[str, *tuple[Step, ...]]:
    """Return a headline and the steps for a place that no number of MPs would reach."""
    if there not in march.grid:
        return off_board(there), Step(off_board(there), CITES["movement"], "forbids")
    if there in march.enemies:
        return (
            f"Out of reach: {name(there)} holds an enemy, and no way leads that far.",
            held(there),
            _no_way(there),
        )
    if there not in march.entry:
        shut = entry_cost(march.terrain, there, march.values, march.options)
        return shut.headline, *shut.steps
    cite, text = CITES["movement"], f"No open way leads to {name(there)}."
    if facing is not None and isinstance(there, Side) and facing not in there.parallel:
        cite = CITES["class-3"]
        text = f"On {name(there)} it may face {there.parallel[0]} or {there.parallel[1]} only."
    return text, Step(text, cite, "forbids", marks=(there,))


def _no_way(there: Place) -> Step:
    return Step(
        f"With these MPs no way leads to {name(there)}, even past the enemy.",
        CITES["movement"],
        "forbids",
        marks=(there,),
    )


def _by_reading(
    march: March, place: Place, heading: Heading, there: Place, facing: Heading | None
) -> Iterator[Remedy]:
    """Return the other readings under which it would get there, to face so. Each is tried."""

    def would(key: str, option: str) -> str:
        other = march.read_as(key, option)
        reached = reachable(other, place, heading)
        got_there = reached.path(there, facing) or drift_onto(other, reached, there, facing)
        return "it could" if got_there else ""

    return other_readings(_READINGS.values(), march.options, would)
