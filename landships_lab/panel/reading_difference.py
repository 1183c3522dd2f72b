"""Where the readings of unclear print part ways: for each of them the smallest position in which it
makes a difference.

A position is a state of a panel that can take the reading. It is *found* by changing what the panel
begins with, control by control, nearest changes first, until the answers differ (where that would
be far, the search is given another position to begin with); then it is *shrunk*: words of its text
form are left out one by one as long as the answers still differ. So the position in the end is
smallest in a plain sense: nothing can be left out of its text. Nothing is drawn by lot, so the same
search ends in the same positions.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from landships_lab.core.answer import Answer
from landships_lab.core.grid import Grid
from landships_lab.core.hexes import Hex, Place
from landships_lab.panel.catalog import CATALOG
from landships_lab.panel.controls import Buttons, Choice, Control, Field, Number, Switch, Toggles
from landships_lab.panel.panel import Panel

#: How many positions of one panel are looked at for a reading before the search gives up.
MOST_TRIED = 400
#: How far from where a thing stands the search tries to put it, in hexes.
AROUND = 3
#: Which numbers a typed field is tried with.
NUMBERS = range(41)


def answer_with(state: Panel, reading: str, option: str) -> Answer[Any]:
    """Return the answer to this position with the reading taken so.

    `ValueError` where the panel has no such reading.
    """
    return state.set(reading, option).ask()


@dataclass(frozen=True, slots=True)
class Pair:
    """Two ways to take one reading, and by what they are told apart: by what the answers say first
    or, where that is all that changes, by their reasons and charts.
    """

    reading: str
    one: str
    other: str
    by_reasons: bool = False

    def differs(self, panel: type[Panel], state: Panel) -> bool:
        """Return whether this position is answered differently."""
        try:
            return self._said(panel, state, self.one) != self._said(panel, state, self.other)
        except ValueError:
            return False

    def _said(self, panel: type[Panel], state: Panel, option: str) -> tuple[object, ...]:
        answer = answer_with(state, self.reading, option)
        if not self.by_reasons:
            return answer.value, answer.headline
        taken = state.set(self.reading, option)
        return tuple(step.text for step in answer.steps), taken.charts(answer)


def find(pair: Pair, begin: str, keep: str = "") -> str:
    """Return the smallest position near this one in which the two options differ.

    "" if the search finds none.

    ``begin`` is a text form, or the id of a panel for its own start. ``keep`` are words that stay
    in the text: without them another position would be meant, not a smaller one.

    >>> find(
    ...     Pair("range-between-hexsides", "full-hexes", "touched-hexes"),
    ...     "landships:range from 0505/0506 to 0405/0505",
    ... )
    'landships:range from #5 to 0405/0505'
    """
    panel = CATALOG[begin.split(maxsplit=1)[0]]
    first = panel.parse(begin) if " " in begin else panel.initial()
    for state in islice(_nearest_first(panel, first), MOST_TRIED):
        if pair.differs(panel, state):
            return shrunk(pair, state.settled().text(), keep)
    return ""


def shrunk(pair: Pair, text: str, keep: str = "") -> str:
    """Return what is left of this position once everything is left out without which the options
    still differ.
    """
    panel = CATALOG[text.split(maxsplit=1)[0]]
    while True:
        smaller = (
            less
            for less in _less(panel, text)
            if keep in less and pair.differs(panel, panel.parse(less))
        )
        less = next(smaller, "")
        if not less:
            return text
        text = less


def _less(panel: type[Panel], text: str) -> Iterator[str]:
    """Yield the shorter texts that leave something out: words, most first, or one item of a list
    with commas.
    """
    words = text.split()
    cuts = [
        [*words[:at], *words[at + many :]]
        for many in (4, 3, 2, 1)
        for at in range(1, len(words) - many + 1)
    ]
    for at, word in enumerate(words[1:], 1):
        kind, equals, listed = word.rpartition("=")
        items = listed.split(",")
        if len(items) > 1:
            cuts += [
                [
                    *words[:at],
                    f"{kind}{equals}{','.join(items[:n] + items[n + 1 :])}",
                    *words[at + 1 :],
                ]
                for n in range(len(items))
            ]
    for cut in cuts:
        try:
            less = panel.parse(" ".join(cut)).text()
        except ValueError:
            continue
        if len(less) < len(text):
            yield less


# -- which positions are near another?
# -------------------------------------------------------------------------------------


def _nearest_first(panel: type[Panel], first: Panel) -> Iterator[Panel]:
    """Yield positions: the first, then those one change away from it, then those two changes away,
    and so on.
    """
    seen, queue = {first}, [first]
    for state in queue:
        yield state
        for near in _changed(panel, state):
            if near not in seen:
                seen.add(near)
                queue.append(near)


def _changed(panel: type[Panel], state: Panel) -> Iterator[Panel]:
    """Yield the positions that one control makes of this one, readings aside."""
    for control in state.controls():
        for value in _values(panel.grid, control):
            try:
                yield state.set(control.id, value).settled()
            except ValueError:
                continue


def _values(grid: Grid, control: Control) -> Iterator[object]:
    """Yield the values of a control that the search tries."""
    match control:
        case Switch():
            yield from ()
        case Choice():
            yield from (value for value, _ in control.options)
        case Buttons():
            yield from (value for value, _, _ in control.items)
        case Toggles():
            yield from ((item.id, not item.on) for item in control.items)
        case Number():
            yield from range(control.lowest, control.highest + 1)
        case Field():
            yield from _typed(grid, control.value)


def _typed(grid: Grid, value: str) -> Iterator[str]:
    """What is tried in a field in place of this: other numbers, or places near the one it names,
    headings kept.
    """
    if value.isdecimal():
        yield from map(str, NUMBERS)
        return
    code, space, heading = value.partition(" ")
    try:
        places = _places_round(grid, grid.place(code))
    except ValueError:
        return
    yield from (f"{grid.code(place)}{space}{heading}" for place in places)


def _places_round(grid: Grid, place: Place) -> Iterator[Place]:
    """Yield the hexes round this place and their hexsides, the nearest first."""
    ring = [place] if isinstance(place, Hex) else list(place.hexes)
    hexes = dict.fromkeys(ring)
    for _ in range(AROUND):
        ring = [near for hexagon in ring for near in grid.neighbours(hexagon) if near not in hexes]
        hexes |= dict.fromkeys(ring)
    yield from hexes
    yield from (
        side
        for side in dict.fromkeys(side for hexagon in hexes for side in hexagon.sides())
        if side in grid
    )
