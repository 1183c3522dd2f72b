"""What is recorded of a picture: what it shows, wherever that stands."""

from dataclasses import replace

import pytest

from landships_lab.drawing.shapes import Label, Polygons
from landships_lab.panel.links import read_link
from tests.recorded import drawn, looked_at


def test_a_label_that_is_moved_is_no_change_and_a_wedge_that_is_missing_is_one() -> None:
    state = read_link("landships:fire v1 mk-iv-male@0807 E weapon 57mm-starboard target 1309")
    scene = state.picture(state.answer())
    kept = drawn(scene)
    moved = [
        replace(shape, at=(shape.at[0] + 3, shape.at[1])) if isinstance(shape, Label) else shape
        for shape in scene.figures
    ]
    assert moved != list(scene.figures)
    assert drawn(replace(scene, figures=tuple(moved))) == kept
    wedges = [n for n, shape in enumerate(scene.figures) if isinstance(shape, Polygons)]
    for n in wedges:
        without = (*scene.figures[:n], *scene.figures[n + 1 :])
        assert drawn(replace(scene, figures=without)) != kept, scene.figures[n].role


@pytest.mark.parametrize(
    ("subject", "few", "every"), [("loos:gas", "adg", "abcdefg"), ("puzzles", "", "abcdefg")]
)
def test_a_run_looks_at_every_third_and_at_no_puzzle(subject: str, few: str, every: str) -> None:
    assert "".join(looked_at(subject, list("abcdefg"), "quick")) == few
    assert "".join(looked_at(subject, list("abcdefg"), "all")) == every
