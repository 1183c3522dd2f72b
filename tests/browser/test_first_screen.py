"""What one sees first: on the tour a panel with its answer, on one screen, without scrolling."""

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.harness import LabPage, VoilaPage
from tests.browser.panels import painted

pytestmark = pytest.mark.browser
SIZE = (1280, 800)


def check_first(panel: Locator) -> None:
    """Check that the panel begins in the upper half of the screen and that its verdict stands on
    it.
    """
    painted(panel)
    expect(panel.get_by_role("status").first).to_contain_text("may fire")
    box, verdict = panel.bounding_box(), panel.get_by_role("status").first.bounding_box()
    assert box is not None
    assert verdict is not None
    assert 0 <= box["y"] <= SIZE[1] / 2
    assert SIZE[1] - box["y"] >= 480
    assert verdict["y"] + verdict["height"] <= SIZE[1]


def test_after_run_all_the_tour_shows_a_panel_on_the_first_screen(lab: LabPage) -> None:
    lab.open("00_tour.ipynb", size=SIZE)
    check_first(lab.page.locator(".jp-Notebook .ll-panel").first)
    lab.screenshot("first-screen-lab")


def test_as_a_page_the_tour_shows_a_panel_on_the_first_screen(voila: VoilaPage) -> None:
    voila.open("00_tour.ipynb", size=SIZE)
    check_first(voila.page.locator(".ll-panel").first)
    voila.screenshot("first-screen-voila")
