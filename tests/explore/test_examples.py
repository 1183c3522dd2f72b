"""Every box for a longer text has an example that works, or is never empty."""

from collections.abc import Iterator
from typing import Any

import pytest

import landships_lab
from landships_lab.core.answer import Answer
from landships_lab.explore import CATALOG, Explorer
from landships_lab.explore.controls import TextBox
from landships_lab.explore.links import panel_name
from landships_lab.widgets.controls import TextBoxView


def boxes(explorer: Explorer[Any]) -> Iterator[TextBox]:
    return (control for control in explorer.controls(explorer.start()) if isinstance(control, TextBox))


WITH_BOXES = pytest.mark.parametrize("explorer", [one for one in CATALOG.values() if any(boxes(one))], ids=lambda explorer: explorer.id)


@WITH_BOXES
def test_an_example_is_taken_and_answered(explorer: Explorer[Any]) -> None:
    for box in boxes(explorer):
        assert box.value or box.example, f"{box.label} has no example"
        taken = explorer.set(explorer.start(), box.id, box.value or box.example)
        assert isinstance(explorer.answer(taken), Answer)
        again = explorer.parse(explorer.text(explorer.settled(taken)))
        assert explorer.answer(again).headline == explorer.answer(taken).headline


@WITH_BOXES
def test_an_example_is_filled_in_by_a_button_and_takes_no_words_away(explorer: Explorer[Any]) -> None:
    for box in boxes(explorer):
        panel = getattr(landships_lab, panel_name(explorer))()
        view = panel.controls.views[box.id]
        assert isinstance(view, TextBoxView)
        assert ("ll-hidden" in view.fill._dom_classes) == bool(box.value)
        if box.value:
            continue
        view.text.value = "# mine"
        view.fill.click()
        assert view.text.value == "# mine"
        assert "stands here already" in view._error.value
        view.text.value = ""
        view.fill.click()
        assert view.text.value == box.example
        assert view._error.value == ""
        before = panel.state
        view.inside.children[1].children[0].click()
        assert panel.state != before
        assert view._error.value == ""
        panel.close()
