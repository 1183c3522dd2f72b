"""A presented panel has its own theme, shows its reasons one by one, and lights up what the last
one speaks of.
"""

import pytest

import landships_lab
from landships_lab.drawing import words
from landships_lab.drawing.shapes import Polygons
from landships_lab.jupyter.panel import PanelWidget
from landships_lab.panel import CATALOG, Panel
from landships_lab.panel.links import LinkError, panel_name

EACH = pytest.mark.parametrize("panel_type", CATALOG.values(), ids=CATALOG)


def told(panel: PanelWidget) -> int:
    return panel.answer_view.steps.value.count("<li ")


def lights(panel: PanelWidget) -> list[str]:
    """Return the names of what is lit on the picture that was painted last."""
    assert panel.board._last is not None
    return [shape.name for shape in panel.board._last[0].figures if shape.role.startswith("told")]


def press(panel: PanelWidget, kind: str) -> None:
    """Send a key as the page does."""
    panel.presenter.view._handle_custom_msg({"kind": kind}, [])


@pytest.mark.long
@EACH
def test_every_panel_tells_its_reasons_one_by_one(panel_type: type[Panel]) -> None:
    panel = getattr(landships_lab, panel_name(panel_type))()
    before = panel.answer_view.steps.value
    count = len(words.lines(panel.answer))
    panel.presenter.button.click()
    assert "ll-projector" in panel._dom_classes
    assert "ll-light" not in panel._dom_classes
    for number in range(count + 1):
        assert told(panel) == number
        assert panel.answer_view.steps.value.count("ll-now") == min(number, 1)
        press(panel, "next")
    assert told(panel) == count, "after the last reason nothing follows"
    press(panel, "back")
    assert told(panel) == max(count - 1, 0)
    press(panel, "leave")
    assert panel.answer_view.steps.value == before
    assert "ll-light" in panel._dom_classes
    assert "ll-projector" not in panel._dom_classes


def test_a_reason_lights_up_what_it_speaks_of() -> None:
    panel = landships_lab.present("landships:range v1 from #5 to #1")
    assert type(panel).__name__ == "RangeCounter"
    assert lights(panel) == []
    seen = []
    for _ in words.lines(panel.answer):
        press(panel, "next")
        seen.append(set(lights(panel)))
    assert any({"0506", "0605"} & lit for lit in seen)
    press(panel, "leave")
    assert lights(panel) == []


def test_bands_of_sight_and_points_of_a_table_light_up_too() -> None:
    sight = landships_lab.present(landships_lab.OneHourSight())
    press(sight, "next")
    (band,) = (shape for shape in sight.board._last[0].figures if shape.role == "told")
    assert isinstance(band, Polygons)
    panel_type = CATALOG["landser:template"]
    state = panel_type.initial()
    steps = [step for step in state.ask().steps if step.marks]
    assert [shape.role for shape in state.highlights(steps[0].marks, panel_type.view())] == [
        "told"
    ] * len(set(steps[0].marks))


def test_another_state_keeps_the_presentation_within_its_reasons() -> None:
    panel = landships_lab.present(landships_lab.FireArcs())
    for _ in range(20):
        press(panel, "next")
    panel.go_to("landships:fire v1 a7v@0503 N")
    assert told(panel) == len(words.lines(panel.answer))


def test_what_cannot_be_presented_is_told_in_a_sentence() -> None:
    with pytest.raises(
        ValueError, match=r"^int cannot be presented; give a panel such as FireArcs\(\), or a link"
    ):
        landships_lab.present(7)
    with pytest.raises(LinkError, match="breaks at its first word"):
        landships_lab.present("chess v1")
