"""Ranges, arcs and gestures of Landships!

`make bench` measures them; in a test run each runs once, and must be right.

Aims: a range under 1 us without steps, `targets` of range 8 under 20 us warm, a gesture under 8 ms
in the kernel.
"""

import random
from collections import deque
from collections.abc import Iterator
from itertools import cycle
from typing import Any

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from landships_lab.core.grid import Grid
from landships_lab.core.hexes import Heading, Place, Side
from landships_lab.games.landships.rules import can_target, count_range, range_hexes, targets
from landships_lab.panel import CATALOG, Gesture, Panel
from tests.benchmarks import asked_anew

GRID = Grid(columns=20, rows=14)
FIVE, ONE = (
    GRID.place("0506/0507"),
    GRID.place("0904"),
)  # vehicles #5 and #1 of the article: the range is 4
AHEAD = GRID.place("0905")  # in the bow gun's arc of #5
LARGE = Grid(columns=60, rows=60)  # with more places than are remembered
LANDSHIPS = [id_ for id_ in CATALOG if id_.startswith("landships:")]


def test_range_hexes(benchmark: BenchmarkFixture) -> None:
    assert benchmark(range_hexes, FIVE, ONE) == 4


def test_count_range_with_steps(benchmark: BenchmarkFixture) -> None:
    assert benchmark(count_range, FIVE, ONE).value == 4


def test_targets_at_range_8_in_the_same_place_again(benchmark: BenchmarkFixture) -> None:
    found = benchmark(targets, "a7v", "57mm-bow", FIVE, Heading.E)
    assert AHEAD in found


def test_targets_at_range_8_in_a_new_place_each_time(benchmark: BenchmarkFixture) -> None:
    """From hexsides all over a large board, in no order, so that none is remembered; what lies in
    reach of one is.
    """
    sides = [p for p in sorted(LARGE.places) if isinstance(p, Side) and Heading.E in p.parallel]
    random.Random(8).shuffle(sides)
    for side in sides:  # every place round them has been made, as after a while at a board
        targets("a7v", "57mm-bow", side, Heading.E)
    new = cycle(sides)
    found = benchmark(lambda: targets("a7v", "57mm-bow", next(new), Heading.E))
    assert len(found) == len(targets("a7v", "57mm-bow", FIVE, Heading.E))


def test_targets_of_the_75_mm_gun_over_68_hexes_in_a_new_place_each_time(
    benchmark: BenchmarkFixture,
) -> None:
    new = cycle(LARGE.hexes())
    assert len(benchmark(lambda: targets("75mm-art", "gun", next(new), Heading.N))) > 9000


def test_can_target_explained(benchmark: BenchmarkFixture) -> None:
    assert benchmark(can_target, "a7v", "57mm-bow", FIVE, Heading.E, AHEAD).value is True


def test_can_target_refused_with_what_would_change_it(benchmark: BenchmarkFixture) -> None:
    answer = benchmark(
        can_target,
        "mk-iv-male",
        "57mm-starboard",
        GRID.place("0503"),
        Heading.N,
        GRID.place("0409"),
    )
    assert answer.value is False
    assert answer.remedies


def pointing(panel_type: type[Panel]) -> Iterator[Gesture]:
    """A pointer that wanders over the board, a new place each time."""
    places: list[Place] = sorted(GRID.places)
    random.Random(8).shuffle(places)
    return (Gesture("hover", panel_type.view().pixel(place)) for place in cycle(places))


@pytest.mark.parametrize("panel_id", LANDSHIPS)
def test_a_gesture_from_state_to_answer_picture_and_controls(
    benchmark: BenchmarkFixture, panel_id: str
) -> None:
    panel_type = CATALOG[panel_id]
    gestures, start = pointing(panel_type), panel_type.initial()

    def gesture() -> Any:
        state = start.on_gesture(next(gestures), panel_type.view())
        answer = asked_anew(state)
        return state.picture(answer, panel_type.view()), state.controls()

    scene, controls = benchmark(gesture)
    assert scene.figures
    assert controls


def test_a_gesture_of_the_panel_from_hand_to_drawing_commands(
    benchmark: BenchmarkFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The whole way in the kernel, all widgets brought up to date, up to the message that would
    leave for the page.
    """
    from landships_lab import FireArcs
    from landships_lab.jupyter.canvas import Painter

    sent: deque[Any] = deque(
        maxlen=2
    )  # to keep all of them would let the garbage collector be measured
    monkeypatch.setattr(Painter, "_send_custom", lambda *message, **_: sent.append(message))
    panel = FireArcs()
    gestures = pointing(panel.panel_type)
    sent.clear()
    benchmark(lambda: panel.dispatch(next(gestures)))
    assert sent
    assert panel.answer.headline


def test_the_panel_turned_by_a_key(benchmark: BenchmarkFixture) -> None:
    """Every wedge, dot and cross is new."""
    from landships_lab import FireArcs

    panel = FireArcs()
    benchmark(lambda: panel.dispatch(Gesture("key", key="e")))
    assert panel.answer.headline in panel.scene.description
