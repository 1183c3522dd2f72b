"""What a gesture draws anew: the figures that changed, and the border of a field in place of its
hexes.
"""

import random
from typing import Any

import pytest

from landships_lab.core.grid import Grid
from landships_lab.drawing.shapes import Label, Path, Polygons, Shape
from landships_lab.drawing.view import View
from landships_lab.jupyter.canvas import Layers
from landships_lab.jupyter.pen import polygon_union
from landships_lab.panel import CATALOG
from landships_lab.panel.board import Gesture

SQUARE: Path = ((0.0, 0.0), (40.0, 0.0), (40.0, 40.0), (0.0, 40.0))
RICH = tuple(Polygons((SQUARE,) * 9, "counter", f"#{n}") for n in range(8))
WORDS = tuple(Label(f"{n}", (n, 0), "note") for n in range(9))
EVERY: tuple[Shape, ...] = (*RICH, *WORDS)
VIEW = View.fit(Grid(columns=12, rows=10))


def together(layers: Layers) -> tuple[Shape, ...]:
    return (*layers.below, *layers.still, *layers.above)


def test_what_stays_is_kept_on_its_layer_whatever_changes_below_and_above_it() -> None:
    first = Layers(still=(WORDS[0], *RICH, WORDS[1]))
    second = first.then((WORDS[2], *RICH, WORDS[3]))
    assert second == Layers((WORDS[2],), RICH, (WORDS[3],))
    third = second.then((*WORDS[4:6], *RICH))
    assert third == Layers(WORDS[4:6], RICH, ())


def test_a_little_more_that_stays_does_not_move_what_lies_on_the_still_layer() -> None:
    layers = Layers((WORDS[0],), RICH, (WORDS[1], WORDS[2]))
    assert layers.then((WORDS[3], *RICH, WORDS[1], WORDS[4])).still == RICH
    assert layers.then((*RICH[:4], *WORDS[:2])).still == RICH[:4], "what lay there is gone"
    assert Layers((), WORDS[:1], RICH).then((WORDS[1], *RICH)).still == RICH, (
        "much more stays than before"
    )


def test_layers_hold_all_figures_in_their_order() -> None:
    dice = random.Random(4)
    layers = Layers()
    for _ in range(500):
        figures = tuple(dice.sample(EVERY, dice.randrange(17)))
        layers = layers.then(figures)
        assert together(layers) == figures


@pytest.mark.parametrize(
    "panel_id", ["landships:positions", "landships:range", "landships:brickyard"]
)
def test_a_drag_leaves_the_other_counters_alone(panel_id: str) -> None:
    panel_type: Any = CATALOG[panel_id]
    state = panel_type.initial()
    view = state.opening()
    unit = {
        "landships:positions": lambda: state.vehicle.place,
        "landships:range": lambda: state.ends[0],
    }.get(panel_id, lambda: state.unit.place)()
    layers = Layers(still=state.picture(state.answer(), view).figures)
    state = state.on_gesture(Gesture("press", view.pixel(unit)), view)
    for n in range(1, 4):
        state = state.on_gesture(
            Gesture("drag", (view.pixel(unit)[0] + 30 * n, view.pixel(unit)[1])), view
        )
        layers = layers.then(state.picture(state.answer(), view).figures)
    assert sum(shape.role.startswith("counter") for shape in layers.still) >= 3


def area(ring: Path) -> float:
    edges = zip(ring, (*ring[1:], *ring[:1]), strict=True)
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in edges) / 2


def holds(rings: tuple[Path, ...], x: float, y: float) -> bool:
    def crossed(ring: Path) -> int:
        edges = zip(ring, (*ring[1:], *ring[:1]), strict=True)
        return sum(
            (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay)
            for (ax, ay), (bx, by) in edges
        )

    return any(crossed(ring) % 2 for ring in rings)


def test_the_border_of_any_hexes_holds_their_middles_and_no_others() -> None:
    dice, every = random.Random(7), sorted(VIEW.grid.hexes())
    fewer = 0
    for _ in range(200):
        middle, reach = dice.choice(every), dice.randint(0, 4)
        near = [h for h in every if max(abs(h[n] - middle[n]) for n in (0, 1)) <= 2 * reach]
        chosen = {h for h in near if dice.random() < 0.9}
        rings = tuple(VIEW.outline(h) for h in sorted(chosen))
        border = polygon_union(rings)
        assert {h for h in every if holds(border, *VIEW.pixel(h))} == chosen
        assert sum(map(area, border)) == pytest.approx(sum(map(area, rings)), rel=0.01)
        fewer += sum(map(len, border)) < sum(map(len, rings))
    assert fewer > 50


def test_areas_round_a_hole_or_on_each_other_or_that_touch_in_a_corner_stay_as_they_are() -> None:
    beside = tuple((x + 40.0, y + 40.0) for x, y in SQUARE)
    right = tuple((x + 40.0, y) for x, y in SQUARE)
    hole = tuple(VIEW.outline(h) for h in VIEW.grid.neighbours(VIEW.grid.hex(6, 5)))
    for rings in (hole, (SQUARE, SQUARE), (SQUARE, beside), (SQUARE, right, right)):
        assert polygon_union(rings) == rings
