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
#: Whether all that is small on the screen of a projector can be read from the last row.
READABLE = """() => {
    const small = [...document.querySelectorAll(
        '.ll-presenting :is(.ll-choice, .ll-refused, .ll-happened p, .ll-ends button)')];
    return small.length && small.every(it => parseFloat(getComputedStyle(it).fontSize) >= 14.5);
}"""


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


def test_escape_ends_a_presentation_and_takes_nothing_back(lab: LabPage) -> None:
    (panel,) = shown(lab, f"FireArcs({LINK!r})")
    panel.get_by_role("button", name="Present", exact=True).click()
    expect(panel).to_have_class(PRESENTED)
    board, before = panel.get_by_role("application"), panel.locator(".ll-verdict").inner_text()
    board.click(position={"x": 60, "y": 90})
    expect(panel.locator(".ll-verdict")).not_to_have_text(before)
    after = panel.locator(".ll-verdict").inner_text()
    expect(board).to_be_focused()
    lab.page.keyboard.press("Escape")
    expect(panel).not_to_have_class(PRESENTED)
    lab.tell_kernel("0")
    expect(panel.locator(".ll-verdict")).to_have_text(after)
    expect(panel.get_by_text("Taken back")).to_have_count(0)


def test_a_class_can_follow_a_turn_of_a_game(lab: LabPage) -> None:
    cell = "from landships_lab import Play\ngame = Play('one_hour:flank-attack', folder='')\ngame"
    lab.open_cells([cell])
    panel = lab.output(0).locator(".ll-panel").first
    expect(panel.get_by_role("application")).to_be_visible()
    lab.tell_kernel("game.dispatch('take', 'fire CS-Mortars ATGs')")
    expect(panel.locator(".ll-move.ll-on")).to_contain_text("CS-Mortars: fire at ATGs")
    panel.get_by_role("button", name="Present", exact=True).click()
    for size in SIZES:
        lab.resize(size)
        expect(panel.get_by_role("button", name="End the Actions Step")).to_be_in_viewport(ratio=1)
        lab.page.wait_for_function(READABLE)
        assert top(panel.locator(".ll-timeline"), "bottom") <= top(
            panel.locator(".ll-presenter-bar")
        )
        lab.screenshot(f"presented-game-{size[0]}")
    lab.resize(SIZES[0])
    (reasons,) = re.findall(r"\d+", panel.locator(".ll-presenter-place").inner_text())
    for given in range(1, int(reasons) + 1):
        lab.page.keyboard.press(" ")
        expect(panel.locator(".ll-steps-box .ll-steps > li")).to_have_count(given)
        expect(panel.locator(".ll-now")).to_be_in_viewport(ratio=1)
        assert top(panel.locator(".ll-now"), "bottom") <= top(panel.locator(".ll-play-strip"))
    lab.screenshot("presented-game-reasons")
    panel.get_by_role("button", name="End the Actions Step").click()
    panel.get_by_role("button", name="Yes", exact=True).click()  # five Units can still act
    expect(panel.locator(".ll-verdict")).to_contain_text("Rally")
    expect(panel.locator(".ll-steps-box .ll-steps > li")).to_have_count(0)
    expect(panel.locator(".ll-choice").first).to_be_visible()
    lab.page.keyboard.press("Escape")
    expect(panel).not_to_have_class(PRESENTED)
    expect(panel.locator(".ll-steps-box .ll-steps")).to_have_count(0)
