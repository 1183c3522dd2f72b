"""Every box for a longer text has an example that works, or is never empty."""

from collections.abc import Iterator

import pytest

import landships_lab
from landships_lab.core.answer import Answer
from landships_lab.jupyter.controls import TextBoxView
from landships_lab.panel import CATALOG, Panel
from landships_lab.panel.controls import TextBox
from landships_lab.panel.links import panel_name


def boxes(panel_type: type[Panel]) -> Iterator[TextBox]:
    return (control for control in panel_type.initial().controls() if isinstance(control, TextBox))


WITH_BOXES = pytest.mark.parametrize(
    "panel_type",
    [one for one in CATALOG.values() if any(boxes(one))],
    ids=lambda panel_type: panel_type.id,
)


@WITH_BOXES
def test_an_example_is_taken_and_answered(panel_type: type[Panel]) -> None:
    for box in boxes(panel_type):
        assert box.value or box.example, f"{box.label} has no example"
        taken = panel_type.initial().set(box.id, box.value or box.example)
        assert isinstance(taken.answer(), Answer)
        again = panel_type.parse(taken.settled().text())
        assert again.answer().headline == taken.answer().headline


@pytest.mark.long
@WITH_BOXES
def test_an_example_is_filled_in_by_a_button_and_takes_no_words_away(
    panel_type: type[Panel],
) -> None:
    for box in boxes(panel_type):
        panel = getattr(landships_lab, panel_name(panel_type))()
        view = panel.controls.views[box.id]
        assert isinstance(view, TextBoxView)
        assert ("ll-hidden" in view.fill._dom_classes) == bool(box.value)
        if box.value:
            continue
        view.field.value = "# mine"
        view.fill.click()
        assert view.field.value == "# mine"
        assert "stands here already" in view._error.value
        view.field.value = ""
        view.fill.click()
        assert view.field.value == box.example
        assert view._error.value == ""
        before = panel.state
        view.inside.bring()
        view.inside.children[1].children[0].click()
        assert panel.state != before
        assert view._error.value == ""
        panel.close()
