"""A cell of a table opens the panel behind it, under the foot; only a link that a table shown has
is taken.
"""

from collections.abc import Iterator

import pytest
from ipywidgets.widgets.widget import _instances

from landships_lab.jupyter.panel import PanelWidget
from landships_lab.panel import CATALOG
from landships_lab.panel.links import read_link

COVERAGE = CATALOG["landships:coverage"]


@pytest.fixture
def panel() -> Iterator[PanelWidget]:
    made = PanelWidget(COVERAGE)
    yield made
    made.close()


def press(panel: PanelWidget, link: str) -> None:
    panel.board.bridge._receive(None, {"kind": "link", "link": link}, [])


def a_link(panel: PanelWidget, row: int = 0, column: int = 0) -> str:
    link: str = panel.state.tables(panel.answer)[0].links[row][column]
    return link


def test_a_pressed_cell_opens_its_panel_with_all_steps_and_another_takes_its_place(
    panel: PanelWidget,
) -> None:
    assert "ll-hidden" in panel.opened.widget._dom_classes
    for row, column in ((0, 0), (2, 1)):
        link = a_link(panel, row, column)
        press(panel, link)
        state = read_link(link)
        opened = panel.opened.panel
        assert isinstance(opened, PanelWidget)
        assert (opened.panel_type.id, opened.state) == ("landships:fire", state)
        assert opened.answer.steps == state.answer().steps
        assert panel.opened.widget.children[-1] is opened
        assert "ll-hidden" not in panel.opened.widget._dom_classes


@pytest.mark.parametrize(
    "link", ["", "None", "landships:fire v1 mk-iv-male@0101 N", "landships:coverage", "<img src=x>"]
)
def test_a_link_that_no_table_has_is_not_taken(panel: PanelWidget, link: str) -> None:
    press(panel, link)
    assert panel.opened.panel is None


def test_a_link_of_a_table_that_has_changed_is_not_taken_and_the_open_panel_says_so(
    panel: PanelWidget,
) -> None:
    link = a_link(panel)
    press(panel, link)
    assert panel.opened._changed.value == ""
    panel.dispatch("place", "0804 E")
    assert "has changed since" in panel.opened._changed.value
    panel.opened.close()
    press(panel, link)
    assert panel.opened.panel is None
    assert panel.opened._changed.value == ""


def test_the_button_and_the_end_of_the_panel_close_it_and_leave_no_widget_behind() -> None:
    PanelWidget(COVERAGE).close()
    before = len(_instances)
    panel = PanelWidget(COVERAGE)
    alone = len(_instances)
    press(panel, a_link(panel))
    panel.opened.closer.click()
    assert panel.opened.panel is None
    assert "ll-hidden" in panel.opened.widget._dom_classes
    assert len(_instances) == alone
    press(panel, a_link(panel))
    panel.close()
    assert len(_instances) == before
