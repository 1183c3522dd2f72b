"""The tables of the coverage panel: who can hit whom, and the way step by step."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from math import ceil

from landships_lab.core.answer import Answer
from landships_lab.core.speech import listed
from landships_lab.drawing.charts import Table
from landships_lab.games.landships.analysis.coverage import Deployed, of_side
from landships_lab.games.landships.analysis.who_hits import Aim, aims
from landships_lab.panel.packed_text import pack
from .coverage_answer import Shown
from .coverage_board import GRID, CoverageBoard
from .fire import FireArcs

#: So many targets stand abreast in a table at most; more are shared out evenly over several.
MOST_TARGETS = 5


def tables(state: CoverageBoard, answer: Answer[object]) -> tuple[Table, ...]:
    """Return a table of who can hit whom for each side shown, and a table of the way if there is
    one.

    A side with many targets has several tables.
    """
    sides = ("British", "German") if state.side == "both" else (state.side,)
    shown = answer.detail
    assert isinstance(shown, Shown)
    found = [table for side in sides for table in _who_hits(state, side)]
    return (*found, *([_way(shown)] if shown.way is not None else []))


def _who_hits(state: CoverageBoard, side: str) -> Iterator[Table]:
    found = aims(state.force, state.conditions, side)
    targets = [one for one in state.force if one.side != side] if found else []
    abreast = ceil(len(targets) / ceil(len(targets) / MOST_TARGETS)) if targets else 1
    for first in range(0, len(targets), abreast):
        yield _hits(state, side, found, targets[first : first + abreast])


def _hits(
    state: CoverageBoard,
    side: str,
    found: Mapping[tuple[Deployed, Deployed], Aim],
    enemies: Sequence[Deployed],
) -> Table:
    firers = of_side(state.force, side)
    rows = tuple(
        (firer.name, tuple(found[firer, enemy].words for enemy in enemies)) for firer in firers
    )
    links = tuple(
        tuple(fire_link(state, firer, enemy, found[firer, enemy]) for enemy in enemies)
        for firer in firers
    )
    chosen = state.unit
    lit_row = firers.index(chosen) if chosen in firers else None
    lit_column = enemies.index(chosen) if chosen in enemies else None
    note = (
        "The best weapon, the range and its limit; or why none may fire. Each target must be"
        " spotted."
    )
    return Table(
        f"Who can hit whom: {side} fire",
        tuple(e.name for e in enemies),
        rows,
        lit_row,
        lit_column,
        note,
        links,
    )


def fire_link(state: CoverageBoard, firer: Deployed, enemy: Deployed, aim: Aim) -> str:
    """Return the link that opens the fire arc panel with the best weapon of this firer aimed at
    this enemy.
    """
    words = [
        FireArcs.id,
        "v1",
        f"{firer.unit.id}@{GRID.code(firer.place)}",
        str(firer.heading),
        "weapon",
        aim.weapon.id,
    ]
    words += ["target", GRID.code(enemy.place)]
    if state.max_range is not None and not isinstance(aim.weapon.range_hexes, int):
        words += ["range", str(state.max_range)]
    taken = [f"{key}={option}" for key, option in state.conditions.readings]
    return " ".join(
        [
            *words,
            *(["reading", *taken] if taken else []),
            *(["own", pack(state.own)] if state.own else []),
        ]
    )


def _way(shown: Shown) -> Table:
    """Return the way, places one after another on which the same units bear drawn together."""
    assert shown.way is not None
    rows, exposed = [], zip(shown.way.way, shown.way.guns, strict=True)
    for (count, who), run in groupby(exposed, key=lambda step: (step[1], shown.units_on[step[0]])):
        codes = [GRID.code(place) for place, _ in run]
        where = codes[0] if len(codes) == 1 else f"{codes[0]} to {codes[-1]}"
        rows.append((where, (str(len(codes)), str(count), _together(who))))
    total = f"{shown.way.gun_steps} gun-step{'' if shown.way.gun_steps == 1 else 's'}"
    return Table(
        f"The way through: {total}", ("places", "guns on each", "who bears on it"), tuple(rows)
    )


def _together(names: Sequence[str]) -> str:
    """Return the names of units, those of a kind together.

    >>> _together(["Mk IV male 1", "Mk IV male 3", "A7V 2"])
    'Mk IV male 1 and 3; A7V 2'
    """
    kinds = groupby((name.rpartition(" ") for name in names), key=lambda parts: parts[0])
    return (
        "; ".join(f"{kind} {listed([number for *_, number in parts])}" for kind, parts in kinds)
        or "nobody"
    )
