"""A panel's board follows what its state speaks of, and stays still while
something is in the hand.
"""

import pytest

from landships_lab.jupyter.panel import PanelWidget
from landships_lab.panel import CATALOG, Gesture

FIRE = CATALOG["landships:fire"]


def test_a_target_that_is_typed_comes_into_view() -> None:
    panel = PanelWidget(FIRE)
    before, far = panel.view, FIRE.grid.place("0101")
    assert not before.holds(far)
    panel.dispatch("target", "0101")
    assert panel.view != before
    assert panel.view.holds(far)
    assert panel.view.holds(panel.state.place)
    panel.close()


def test_a_pointer_moves_no_board_and_a_drag_none_until_it_is_put_down() -> None:
    panel = PanelWidget(FIRE)
    view = panel.view
    x, y = view.pixel(panel.state.place)
    panel.dispatch(Gesture("hover", (5.0, 5.0)))
    panel.dispatch(Gesture("press", (x, y)))
    panel.dispatch(Gesture("drag", (3.0, 490.0)))
    assert panel.state.held
    assert panel.view == view
    panel.dispatch(Gesture("drop", (3.0, 490.0)))
    assert panel.view.holds(panel.state.place)
    panel.close()


@pytest.mark.parametrize("name", ["landships:fire", "landships:move", "loos:sight"])
def test_the_whole_board_stays_whole_until_it_is_looked_at_closer(name: str) -> None:
    panel_type = CATALOG[name]
    panel = PanelWidget(panel_type)
    assert panel.view == panel.state.opening() != panel_type.view()
    panel.whole_board()
    assert panel.view == panel_type.view()
    panel.dispatch(Gesture("key", key="ArrowDown"))
    assert panel.view == panel_type.view()
    panel.closer()
    assert panel.view != panel_type.view()
    panel.close()
