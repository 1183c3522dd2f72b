"""The pictures of forces hold every rank and name it; those of the fire panel stay in frame."""

from itertools import combinations
from typing import Any

import pytest

from landships_lab.core.speech import plural
from landships_lab.drawing.labels import bounds, label_box, overlap
from landships_lab.drawing.shapes import Label, Lines, Polygons, Scene
from landships_lab.drawing.svg import svg
from landships_lab.games.paychest.panels import fire as fire_panel
from landships_lab.games.paychest.rules.forces import FORMATIONS
from landships_lab.jupyter.frame import Still
from landships_lab.panel import CATALOG

FORCES = CATALOG["paychest:forces"]
LARGE = (
    "brigade battalions 12",
    "cavalry-regiment squadrons 12",
    "native-regiment warbands 6",
    "native-army warbands 6 regiments 12",
)


def force(words: str) -> tuple[Any, Scene]:
    state = FORCES.parse(f"paychest:forces formation {words}")
    answer = state.ask()
    return answer, state.picture(answer)


@pytest.mark.parametrize("words", [*FORMATIONS, *LARGE])
def test_each_formation_has_a_row_with_a_figure_and_a_number_for_each_rank(words: str) -> None:
    answer, scene = force(words)
    labels = [s for s in scene.figures if isinstance(s, Label)]
    told = {label.text for label in labels}
    figures = {s.name for s in scene.figures if s.role.startswith("man-")}
    for body in answer.detail:
        posts = dict(body.formation.posts) | ({"gun": n} if (n := body.formation.guns) else {})
        numbers = {plural(number, rank) for rank, number in posts.items()}
        assert numbers <= told & figures
        assert body.count == 1 or f"{body.count} of them" in told
    for label in labels:
        left, top, right, bottom = label_box(label)
        assert 0 <= left < right <= scene.width, label.text
        assert 0 <= top < bottom <= scene.height, label.text
    for one, other in combinations(labels, 2):
        assert not overlap(label_box(one), label_box(other)), (one.text, other.text)
    men = [s for s in scene.figures if isinstance(s, Polygons)]
    left, top, right, bottom = bounds(p for s in men for ring in s.rings for p in ring)
    assert 0 <= left < right <= scene.width
    assert 0 <= top < bottom <= scene.height


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("skill 4 moved stand", "4 of 6 faces hit"),
        ("skill 1 moved stand", "1 of 6 faces hits"),
        ("skill 3 moved charge", "a ONE goes on to the second"),
        ("skill 0 moved stand", "no face hits"),
        ("skill 4 moved stand weapon machine-gun figures 2", "4 of 6 faces hit"),
    ],
)
def test_a_second_die_is_spoken_of_where_it_decides(words: str, told: str) -> None:
    """Line 7: only with zero or less left, and where its roll can hit."""
    state = CATALOG["paychest:fire"].parse(f"paychest:fire {words}")
    labels = [s for s in state.picture(state.ask()).figures if isinstance(s, Label)]
    assert [s.text for s in labels if s.name == "first"] == ["The first die", told]


@pytest.mark.parametrize("skill", [-3, 4, 12])
def test_the_rule_of_a_skill_lies_within_its_picture(skill: int) -> None:
    """The wooden rule, its shadow and its marks, from the left margin to the right one."""
    state = CATALOG["paychest:fire"].parse(f"paychest:fire skill {skill}")
    scene = state.picture(state.ask())
    for role in ("rule", "rule-mark", "shadow"):
        for shape in scene.find(role, "track"):
            assert isinstance(shape, Polygons | Lines)
            parts = shape.rings if isinstance(shape, Polygons) else shape.paths
            left, _, right, _ = bounds([point for part in parts for point in part])
            margin = fire_panel.LEFT
            assert margin - 1 <= left < margin + 3
            assert scene.width - margin - 1 <= right <= scene.width - margin + 3


KEPT = (
    "forces formation battalion",
    "forces formation brigade battalions 2",
    "command about leader",
    "command about merge",
)


@pytest.mark.parametrize("link", KEPT)
def test_a_notebook_keeps_the_picture_as_it_looked_last(link: str) -> None:
    """What is too large to be kept is left out of a saved notebook; what lessons show is not."""
    panel_type = CATALOG[f"paychest:{link.partition(' ')[0]}"]
    state = panel_type.parse(f"paychest:{link}")
    kept = Still(lambda: ("", "", svg(state.picture(state.ask())))).html()
    assert "<img" in kept
