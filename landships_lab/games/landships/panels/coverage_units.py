"""What the controls of the coverage panel do to its units: form up, turn, move, add and remove."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeVar

from landships_lab.core.checks import one_of
from landships_lab.core.hexes import Heading
from landships_lab.games.landships.panels.common import MOVES, after_move, turned_in_hand
from landships_lab.games.landships.panels.coverage_answer import (
    acting_units,
    best,
    formed,
    heading_words,
)
from landships_lab.games.landships.panels.coverage_state import (
    GRID,
    CoverageState,
    Placed,
    near_by,
    room,
)
from landships_lab.games.landships.rules.force import MOST_UNITS, Deployed
from landships_lab.games.landships.rules.positions import (
    legal_headings,
    nearest_heading,
    require_position,
)
from landships_lab.panel.panel import changed
from landships_lab.panel.parts.places import placement

S = TypeVar("S", bound=CoverageState)

#: Where a unit that is added looks for room: the west for the British, the east for the Germans.
_HOME = {"British": GRID.place("0406"), "German": GRID.place("1406")}


def formed_up(state: S, formation: str) -> S:
    """Return the state with the acting side in this formation, or for "best" turned to its best
    headings.
    """
    if formation != "best":
        return state.with_force(
            dict(zip(state.force_by_key, formed(state, formation), strict=True))
        )
    if not acting_units(state):
        raise ValueError(f"No {state.acting} unit stands on the board yet.")
    found = best(state)
    new = faced(state, heading_words(state, found.headings))
    if new == state:
        proven = "These headings are the best already: no others do better."
        raise ValueError(
            proven
            if found.proven
            else "No better headings were found; that there are none is not proven."
        )
    return new if found.proven else replace(new, unproven=new.turned_now)


def faced(state: S, words: str) -> S:
    """Return the state with its units turned as words such as ``british-1=N british-2=E`` say."""
    force, new = state.force_by_key, {}
    for word in words.split():
        key, _, heading = word.partition("=")
        one = force[one_of("unit of this board", key, force)]
        require_position(one.unit.unit_class, one.place, Heading(heading))
        new[key] = replace(one, heading=Heading(heading))
    return state.with_force(new)


def counted(state: S, change: str) -> S:
    """Return the state with one unit more of a side, near the chosen one or at home, or for
    "remove" without the chosen one.
    """
    if change == "remove":
        return _removed(state)
    if not room(state):
        raise ValueError(
            f"The board takes {MOST_UNITS} units, both sides together; remove one first."
        )
    taken = {one.place for one in state.force}
    home = (
        state.unit.place if state.unit is not None and state.unit.side == change else _HOME[change]
    )
    place = next(h for h in near_by(home) if h not in taken)
    heading = nearest_heading(
        state.units[state.kind].unit_class, place, Heading.E if change == "British" else Heading.W
    )
    units = (*getattr(state, change.lower()), Placed(state.kind, place, heading))
    return changed(state, chosen=f"{change.lower()}-{len(units)}", **{change.lower(): units})


def _removed(state: S) -> S:
    side, _, number = state.chosen_key.partition("-")
    if not number:
        raise ValueError("There is no unit to remove.")
    units = getattr(state, side)
    return with_chosen(
        changed(state, **{side: (*units[: int(number) - 1], *units[int(number) :])}),
        state.chosen_key,
    )


def with_chosen(state: S, key: str) -> S:
    """Return the state with this unit chosen, or the first where there is none with this key."""
    keys = list(state.force_by_key)
    return replace(state, chosen=key if key in keys else next(iter(keys), ""))


def put(state: S, value: Any) -> S:
    """Return the state with the chosen unit where it is typed, in a heading that is legal there
    unless one is typed too.
    """
    unit = _chosen(state)
    place, heading = placement(GRID, value, unit.heading)
    if isinstance(value, str) and len(value.split()) < 2:
        heading = nearest_heading(unit.unit.unit_class, place, heading)
    require_position(unit.unit.unit_class, place, heading)
    return state.with_force({state.chosen_key: replace(unit, place=place, heading=heading)})


def moved(state: S, move: str) -> S:
    """Return the state with the chosen unit turned, or one step ahead."""
    unit = _chosen(state)
    if one_of("move", move, MOVES) != "forward":
        return turned(state, 1 if move == "right" else -1)
    if unit.unit.unit_class != 3:
        raise ValueError("Only a vehicle goes ahead by itself; drag this unit, or type its place.")
    place, heading = after_move(GRID, unit.place, unit.heading, move)
    return state.with_force({state.chosen_key: replace(unit, place=place, heading=heading)})


def turned(state: S, points: int) -> S:
    """Return the state with the chosen unit turned to the next heading it may have there, so many
    times.
    """
    unit = state.unit
    if unit is None or not points:
        return state
    legal = legal_headings(unit.unit.unit_class, unit.place)
    heading = legal[(legal.index(unit.heading) + points) % len(legal)]
    return turned_in_hand(
        state.with_force({state.chosen_key: replace(unit, heading=heading)}), heading
    )


def _chosen(state: CoverageState) -> Deployed:
    if state.unit is None:
        raise ValueError("No unit stands on the board yet; add one first.")
    return state.unit
