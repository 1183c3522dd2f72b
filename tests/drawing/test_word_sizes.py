"""Words of a picture can be read as it is shown: none is smaller than stated, none leaves the
picture, rows do not run together.
"""

from itertools import combinations

import pytest

from landships_lab.drawing.labels import label_box, overlap
from landships_lab.drawing.roles import WORDS
from landships_lab.drawing.shapes import Label, Scene
from landships_lab.drawing.theme import LIGHT
from landships_lab.panel import CATALOG, Panel
from tests.random_states import random_states

BOARDS = [e for e in CATALOG.values() if e.has_board]
#: Codes of hexes step back on purpose.
CODES = ("hex-code", "cover-code")
#: A map of hexes can be enlarged, and its words stand in hexes, on counters and on discs.
ON_A_MAP = 9.0
#: A letter on a helmet has the size of the helmet.
ON_A_HELMET = frozenset(("helmet-letter",))
#: Rolls and rows of words, with no pieces that may stand anywhere.
ROWS = [e for e in BOARDS if e.id.startswith(("landser:", "paychest:"))]


def least_of(panel_type: type[Panel], label: Label) -> float:
    on_a_map = panel_type.id.startswith(("landships:", "loos:"))
    return ON_A_MAP if on_a_map or label.role in ON_A_HELMET else WORDS


def shown(panel_type: type[Panel], count: int) -> list[tuple[str, Scene]]:
    states = (panel_type.initial(), *random_states(panel_type, count))
    return [(state.text(), state.picture(state.answer())) for state in states]


@pytest.mark.long
@pytest.mark.parametrize("panel_type", BOARDS, ids=lambda e: e.id)
def test_no_word_of_a_picture_is_too_small(panel_type: type[Panel]) -> None:
    for told, scene in shown(panel_type, 12):
        scale = 640 / scene.width  # a wider scene is shown smaller
        for label in scene.shapes():
            if isinstance(label, Label) and not label.role.startswith(CODES):
                size = LIGHT.style(label.role, label.tint).size * scale
                assert size >= least_of(panel_type, label), (
                    f"{told}: {label.text!r} ({label.role}) is {size:.1f}"
                )


@pytest.mark.long
@pytest.mark.parametrize("panel_type", ROWS, ids=lambda e: e.id)
def test_words_stand_apart_and_inside_the_picture(panel_type: type[Panel]) -> None:
    for told, scene in shown(panel_type, 25):
        labels = [shape for shape in scene.figures if isinstance(shape, Label)]
        for one, other in combinations(labels, 2):
            assert not overlap(label_box(one), label_box(other)), (
                f"{told}: {one.text!r} and {other.text!r}"
            )
        for label in labels:
            left, top, right, bottom = label_box(label)
            inside = left >= 0 and top >= 0 and right <= scene.width and bottom <= scene.height
            assert inside or label.role in ON_A_HELMET, f"{told}: {label.text!r} leaves the picture"
