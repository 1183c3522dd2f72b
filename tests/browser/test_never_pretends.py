"""A panel never shows what is not so: it says when nothing behind it answers, and its fields show what its board shows."""

import pytest
from playwright.sync_api import expect

from tests.browser.harness import LabPage
from tests.browser.panels import CLIPPED, shown

pytestmark = pytest.mark.browser

BARS = ".bqplot rect.bar, .bqplot .bar rect"


def test_a_chart_stays_inside_its_panel_while_the_page_gets_narrower(lab: LabPage) -> None:
    (panel,) = shown(lab, "PaychestTurn()", size=(1024, 768))
    expect(panel.locator(BARS).first).to_be_attached()
    for width in (1280, 640, 1024, 640):
        lab.resize((width, 800))
        assert panel.evaluate(CLIPPED) == []
