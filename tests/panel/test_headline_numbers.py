"""A chance in a headline can be read off a chart or a table of the same panel: it stands there, or
is a sum of what does.
"""

import re
from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import accumulate
from pathlib import Path
from typing import Any

import pytest

from landships_lab.core.speech import percent
from landships_lab.drawing.charts import Bars, Chart, Curve
from landships_lab.panel import CATALOG, Panel
from landships_lab.panel.links import read_link
from tests.effort import tries
from tests.random_states import random_states

LINKS = Path(__file__).parent / "links"
STATES = tries(10, 40)
NEVER = re.compile(r"\b(never|cannot|may not)\b")
PERCENT = re.compile(r"[<>]?(?<![\d.])\d+(?:\.\d)?%")
#: Words that say that a chance is of something else than the charts: a single shot of many, a
#: second roll, a line that is lost; or of one branch of the tree of rolls, which stands beside it.
OF_ITS_OWN = re.compile(
    r"each shot [<>\d.]+%|once seen, he is hit [<>\d.]+%|(?<=% )to [\d.]+%(?=.*lost)"
    r"|holds [\d.]+%(?= to .*lines are lost)|^[A-Z][a-z ]+: [<>\d.]+% of the time \(\d+/\d+\)"
)


def has_charts(panel_type: type[Panel]) -> bool:
    state = panel_type.initial()
    return bool(state.charts(state.answer()))


WITH_CHARTS = [panel_type for panel_type in CATALOG.values() if has_charts(panel_type)]


def states(panel_type: type[Panel]) -> Iterator[Any]:
    yield panel_type.initial()
    file = LINKS / f"{panel_type.id.replace(':', '-')}.txt"
    lines = file.read_text(encoding="utf-8").splitlines()
    yield from (read_link(line) for line in lines if line.startswith(panel_type.id))
    yield from random_states(panel_type, STATES)


def drawn(chart: Chart) -> list[object]:
    if isinstance(chart, Bars):
        return [chance for _, chance in chart.bars]
    series = chart.series if isinstance(chart, Curve) else ()
    return [chance for _, points in series for chance in points]


def sums(chances: Iterable[Fraction]) -> set[str]:
    """Return what these chances, any of them, come to; of long charts only runs from either end."""
    known = [chance for chance in chances if chance]
    if len(known) > 10:
        found = {*known, *accumulate(known), *accumulate(reversed(known))}
    else:
        found = {Fraction(0)}
        for chance in known:
            found |= {chance + other for other in found}
    return {percent(chance) for chance in found}


def shown(state: Any, answer: Any) -> set[str]:
    found: set[str] = set()
    for chart in state.charts(answer):
        if isinstance(chart, Bars):
            found |= sums(chance for _, chance in chart.bars)
        else:
            found |= {percent(chance) for chance in drawn(chart) if isinstance(chance, Fraction)}
    return found | set(PERCENT.findall(str(state.tables(answer))))


@pytest.mark.long
@pytest.mark.parametrize("panel_type", WITH_CHARTS, ids=lambda panel_type: panel_type.id)
def test_a_chance_of_the_headline_is_found_in_what_stands_beside_it(
    panel_type: type[Panel],
) -> None:
    for state in states(panel_type):
        answer = state.answer()
        if state.charts(answer):
            told = set(PERCENT.findall(OF_ITS_OWN.sub("", answer.headline)))
            assert told - shown(state, answer) == set(), f"{answer.headline} {state.text()}"


@pytest.mark.long
@pytest.mark.parametrize("panel_type", WITH_CHARTS, ids=lambda panel_type: panel_type.id)
def test_never_stands_only_over_what_has_no_chance_or_is_forbidden(panel_type: type[Panel]) -> None:
    for state in states(panel_type):
        answer = state.answer()
        chances = [chance for chart in state.charts(answer) for chance in drawn(chart)]
        if chances and NEVER.search(answer.headline):
            forbidden = any(step.op == "forbids" for step in answer.steps)
            assert forbidden or {0, 1} & {*chances}, f"{answer.headline} {state.text()}"
