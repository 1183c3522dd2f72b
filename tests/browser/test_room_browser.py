"""A class sees what its teacher shows: a state pasted from a link, presented to the room reason by
reason, by keys alone.
"""

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.harness import LabPage
from tests.browser.panels import shown

pytestmark = pytest.mark.browser

LINK = "landships:fire v1 mk-iv-male@0503/0504 E weapon mg-bow target 0705"
REFUSED = "Not in arc, less than 30° past its right edge: it may not fire."
PRESENTED = re.compile("ll-presenting")
SIZES = [(1280, 800), (1600, 1000)]


def test_a_link_is_pasted_a_broken_one_refused_and_undo_goes_back(lab: LabPage) -> None:
    (panel,) = shown(lab, "FireArcs()")
    verdict = panel.locator(".ll-verdict")
    before = verdict.inner_text()
    panel.get_by_role("button", name="Link", exact=True).click()
    field = panel.get_by_label("A link that Copy link gave", exact=True)
    field.fill(LINK.replace("target 0705", "target 9999"))
    field.press("Enter")
    expect(panel.get_by_role("alert").filter(has_text="9999")).to_be_visible()
    expect(field).to_have_value(re.compile("9999"))
    expect(verdict).to_have_text(before)
    field.fill(LINK)
    field.press("Enter")
    expect(verdict).to_have_text(REFUSED)
    expect(field).to_be_hidden()
    panel.get_by_role("button", name="Undo", exact=True).click()
    expect(verdict).to_have_text(before)


def top(of: Locator, edge: str = "top") -> float:
    """Return the place of this edge on the screen."""
    return float(of.evaluate(f"it => it.getBoundingClientRect().{edge}"))


def test_a_panel_is_presented_in_jupyterlab_reason_by_reason(lab: LabPage) -> None:
    (panel,) = shown(lab, f"FireArcs({LINK!r})")
    for size in SIZES:
        lab.resize(size)
        presented(lab, panel, size)


def presented(lab: LabPage, panel: Locator, size: tuple[int, int]) -> None:
    reasons = panel.locator(".ll-steps > li").count()
    assert reasons > 1
    panel.get_by_role("button", name="Present", exact=True).click()
    expect(panel).to_have_class(PRESENTED)
    expect(panel.locator(".ll-steps > li")).to_have_count(0)
    for given in range(1, reasons + 1):
        lab.page.keyboard.press(" ")
        expect(panel.locator(".ll-steps > li")).to_have_count(given)
        expect(panel.locator(".ll-now")).to_be_in_viewport(ratio=1)
        assert top(panel.locator(".ll-now"), "bottom") <= top(panel.locator(".ll-presenter-bar")), (
            "the last reason is in sight"
        )
        expect(panel.locator(".ll-verdict")).to_be_in_viewport(ratio=1)
        assert top(panel.locator(".ll-board canvas").last) >= 0, "and so is the picture"
    box = panel.bounding_box()
    assert box is not None
    assert (box["width"], box["height"]) == size, "it fills the screen, JupyterLab's own bars too"
    lab.screenshot(f"presented-lab-{size[0]}")
    lab.page.keyboard.press("Backspace")
    expect(panel.locator(".ll-steps > li")).to_have_count(reasons - 1)
    lab.page.keyboard.press("Escape")
    expect(panel).not_to_have_class(PRESENTED)
    expect(panel.locator(".ll-steps > li")).to_have_count(reasons)
