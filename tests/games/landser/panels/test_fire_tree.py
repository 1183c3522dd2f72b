"""The picture of the tree of a shot: every tree fits, every word stands on its own row, and what is
opened stays open.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

import pytest

from landships_lab.drawing import tree
from landships_lab.drawing.labels import label_box, overlap
from landships_lab.drawing.shapes import Label, Polygons, Scene
from landships_lab.games.landser.panels.common import COVERS
from landships_lab.games.landser.panels.fire import HEIGHT, LandserFire, opened
from landships_lab.games.landser.rules.book import WEAPONS
from landships_lab.panel.board import Gesture

RIGHT, DOWN = Gesture("key", key="ArrowRight"), Gesture("key", key="ArrowDown")


def trees_of(weapon: str) -> Iterator[LandserFire]:
    for inches in (1, 4, 9, 20, 45):
        for cover in COVERS:
            for light, serious in ((False, 0), (True, 0), (False, 2)):
                state = LandserFire(
                    weapon=weapon,
                    range_inches=inches,
                    cover=cover,
                    light_this_turn=light,
                    serious_wounds=serious,
                )
                if state.tree is not None:
                    yield state.fit()


def picture(state: LandserFire) -> Scene:
    return state.picture(state.ask())


def check(state: LandserFire) -> None:
    root = state.root()
    assert tree.rows(root) <= tree.MOST_ROWS, state.text()
    labels = [shape for shape in picture(state).figures if isinstance(shape, Label)]
    for one, other in combinations(labels, 2):
        assert not overlap(label_box(one), label_box(other)), (
            f"{state.text()}: {one.text!r} and {other.text!r}"
        )
    boxes = {box.node.path: box for box in tree.layout(root, HEIGHT)}
    for label in labels:
        left, top, right, bottom = label_box(label)
        assert left >= 0 <= top and right <= tree.WIDTH and bottom <= HEIGHT  # noqa: PT018
        if label.role in ("tree-label", "tree-faces"):
            box = boxes[label.name]
            assert box.left <= left, f"{state.text()}: {label.text!r} leaves its box"
            assert right <= box.right, f"{state.text()}: {label.text!r} leaves its box"


@pytest.mark.long
@pytest.mark.parametrize("weapon", WEAPONS)
def test_every_tree_fits_whatever_is_opened(weapon: str) -> None:
    for state in trees_of(weapon):
        check(state)
    for path in sorted(state.folded):
        whole = state.tree
        assert whole is not None
        wanted = state
        for branch in whole.way(path)[1:]:
            wanted = replace(wanted, folded=opened(whole, wanted.folded, branch.path))
        check(wanted)
        assert not wanted.folded & {branch.path for branch in whole.way(path)}


def test_only_the_tree_of_a_launcher_is_folded_at_first() -> None:
    assert {weapon for weapon in WEAPONS for state in trees_of(weapon) if state.folded} == {
        "launcher"
    }


def test_a_chance_stands_on_the_row_of_its_result() -> None:
    state = LandserFire.parse("landser:fire rifle@4")
    scene = picture(state)
    for box in tree.layout(state.root(), HEIGHT)[1:]:
        row = [
            shape
            for shape in scene.figures
            if isinstance(shape, Label) and shape.name == box.node.path
        ]
        assert {label.at[1] for label in row} == {box.at[1]}
        bars = [
            shape for shape in scene.find("tree-bar", box.node.path) if isinstance(shape, Polygons)
        ]
        assert len(bars) == (0 if box.node.shown else 1)


def test_every_meaning_is_told_in_the_tree_of_a_rifle() -> None:
    for inches in (1, 4, 9, 20):
        state = replace(LandserFire.initial(), range_inches=inches).fit()
        told = {
            (shape.name, shape.text)
            for shape in picture(state).find("tree-words")
            if isinstance(shape, Label)
        }
        assert {
            (box.node.path, box.node.words)
            for box in tree.layout(state.root(), HEIGHT)
            if box.node.words
        } <= told


def test_a_press_anywhere_on_a_row_chooses_its_result() -> None:
    state = LandserFire.parse("landser:fire rifle@4")
    root = state.root()
    for box in tree.layout(root, HEIGHT):
        for x in (box.left + 3, tree.WIDTH - 20):
            assert tree.node_at(root, HEIGHT, (x, box.at[1])) == (box.node, False)


def test_an_arrow_key_that_opens_a_branch_keeps_the_tree_on_the_picture() -> None:
    state = LandserFire.parse("landser:fire launcher@20")
    view = LandserFire.view()
    for _ in range(6):
        from_here = state.on_gesture(RIGHT, view)
        assert tree.rows(from_here.root()) <= tree.MOST_ROWS
        state = from_here.on_gesture(DOWN, view)
