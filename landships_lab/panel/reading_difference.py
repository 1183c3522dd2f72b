"""Where the readings of an unclear text differ: for each of them the smallest position in which it
matters.

A position is a state of a panel that has the reading. The search changes the panel's first state
control by control, nearest changes first, until the answers differ; where that would take too long,
it starts from another position. The result is then shrunk: words of its text form are left out one
by one as long as the answers still differ. Smallest therefore means that nothing can be left out of
its text. Nothing is random, so the same search always finds the same positions.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from landships_lab.core.answer import Answer
from landships_lab.panel.catalog import CATALOG
from landships_lab.panel.neighbours import one_control_away
from landships_lab.panel.panel import Panel

#: How many positions of one panel the search tries for a reading before it gives up.
MOST_TRIED = 400


def answer_with(state: Panel, reading: str, option: str) -> Answer[object]:
    """Return the answer to this position with this option of the reading.

    Raises `ValueError` if the panel has no such reading.
    """
    return state.set(reading, option).ask()


@dataclass(frozen=True, slots=True)
class Pair:
    """Two options of one reading, and how they differ: in value and headline or, if those are
    equal, in reasons and charts.
    """

    reading: str
    one: str
    other: str
    by_reasons: bool = False

    def differs(self, panel: type[Panel], state: Panel) -> bool:
        """Return whether the two options give this position different answers; False if the panel
        refuses one.
        """
        try:
            return self._shown(panel, state, self.one) != self._shown(panel, state, self.other)
        except ValueError:
            return False

    def _shown(self, panel: type[Panel], state: Panel, option: str) -> tuple[object, ...]:
        answer = answer_with(state, self.reading, option)
        if not self.by_reasons:
            return answer.value, answer.headline
        state_with_option = state.set(self.reading, option)
        return tuple(step.text for step in answer.steps), state_with_option.charts(answer)


def find(pair: Pair, begin: str, keep: str = "") -> str:
    """Return the smallest position near ``begin`` in which the two options differ; "" if the search
    finds none.

    ``begin`` is a text form, or the id of a panel for its first state. ``keep`` are words that must
    stay in the text, because without them it would describe another position. Raises `KeyError` for
    an unknown panel and `ValueError` for a text that its panel refuses.

    >>> find(
    ...     Pair("range-between-hexsides", "full-hexes", "touched-hexes"),
    ...     "landships:range from 0505/0506 to 0405/0505",
    ... )
    'landships:range from #5 to 0405/0505'
    """
    panel = CATALOG[begin.split(maxsplit=1)[0]]
    first = panel.parse(begin) if " " in begin else panel.initial()
    for state in islice(_nearest_first(first), MOST_TRIED):
        if pair.differs(panel, state):
            return shrunk(pair, state.settled().text(), keep)
    return ""


def shrunk(pair: Pair, text: str, keep: str = "") -> str:
    """Return this position without the words that the difference does not need.

    Raises `KeyError` if the text does not begin with the id of a panel.
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
    """Yield the texts that leave something out: several words, the most first, or one item of a
    list with commas.
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


def _nearest_first(first: Panel) -> Iterator[Panel]:
    """Yield the first position, then those one change away, then those two changes away, and so
    on.
    """
    seen, queue = {first}, [first]
    for state in queue:
        yield state
        for near in one_control_away(state):
            if near not in seen:
                seen.add(near)
                queue.append(near)
