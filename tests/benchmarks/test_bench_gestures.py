"""How long a gesture takes, from the state to answer, picture and controls, asked anew each time.

Aims in the kernel: under 8 ms on a board of hexes, 50 ms for a unit dragged over a table.
"""

import random
from collections import deque
from collections.abc import Iterator
from itertools import count, cycle
from typing import Any

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from landships_lab import FireArcs
from landships_lab.games.landser.analysis.casualties import heat
from landships_lab.jupyter.canvas import Painter
from landships_lab.panel import CATALOG, Gesture, Panel
from landships_lab.panel.panel import forget_answers

TYPICAL = [
    "paychest:fire weapon rifle skill 4 moved advance men 60",
    "paychest:fire weapon shell skill 3 figures 12 hidden 8",
    "paychest:melee skill_a 6 men_a 4 skill_b 6 men_b 4 stands 12",
    "paychest:morale kind regular figures 20 hits 6 battle 3,4,3,5,2,4",
    "paychest:forces formation native-army regiments 12 warbands 6",
    *(panel.initial().text() for key, panel in CATALOG.items() if key.startswith("landser:")),
]


def shown_anew(state: Any) -> Any:
    """What a panel shows of a state about which it has not asked before."""
    forget_answers()
    heat.cache_clear()  # a dragged grenade is a new one each time
    answer = state.answer()
    return state.picture(answer), state.charts(answer), state.tables(answer), state.controls()


@pytest.mark.parametrize("text", TYPICAL)
def test_a_state(text: str, benchmark: BenchmarkFixture) -> None:
    scene, *_ = benchmark(shown_anew, CATALOG[text.split(maxsplit=1)[0]].parse(text))
    assert scene.shapes()


def pointing(panel_type: type[Panel]) -> Iterator[Gesture]:
    """A pointer that wanders over the board, a new place each time."""
    places = sorted(panel_type.grid.places)
    random.Random(8).shuffle(places)
    return (Gesture("hover", panel_type.view().pixel(place)) for place in cycle(places))


@pytest.mark.parametrize("panel_id", [key for key in CATALOG if key.startswith("landships:")])
def test_a_pointer_over_a_board(benchmark: BenchmarkFixture, panel_id: str) -> None:
    panel_type = CATALOG[panel_id]
    gestures, start = pointing(panel_type), panel_type.initial()
    scene, *_, controls = benchmark(
        lambda: shown_anew(start.on_gesture(next(gestures), panel_type.view()))
    )
    assert scene.figures
    assert controls


def test_a_unit_dragged_over_the_table(benchmark: BenchmarkFixture) -> None:
    panel_type: Any = CATALOG["one_hour:sight"]
    view, begun = panel_type.view(), panel_type.initial()
    held = begun.on_gesture(Gesture("press", view.pixel(begun.one.unique.centre)), view)
    spots = (view.at(6 + n % 97 / 4, 6 + n // 97 % 97 / 4) for n in count())
    assert benchmark(lambda: shown_anew(held.on_gesture(Gesture("drag", next(spots)), view)))


def test_a_gesture_of_the_panel_up_to_the_message_to_the_page(
    benchmark: BenchmarkFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: deque[Any] = deque(maxlen=2)  # keeping all would let the garbage collector be measured
    monkeypatch.setattr(Painter, "_send_custom", lambda *message, **_: sent.append(message))
    panel = FireArcs()
    gestures = pointing(panel.panel_type)
    sent.clear()
    benchmark(lambda: panel.dispatch(next(gestures)))
    assert sent
    benchmark.extra_info["turned"] = panel.dispatch(Gesture("key", key="e"))
    assert panel.answer.headline in panel.scene.description
