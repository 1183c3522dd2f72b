"""The keyboard alone: whatever is pressed, the focus is then on something of the panel that a
reader sees.
"""

import pytest
from playwright.sync_api import Locator, Page, expect
from playwright.sync_api import TimeoutError as NeverSeen

from tests.browser.harness import LabPage
from tests.browser.panels import open_panel
from tests.browser.pressing import each_thing

pytestmark = pytest.mark.browser

#: What has the focus, as far as a reader sees it: its words, or its class.
SEEN = """() => {
    const it = document.activeElement;
    const seen = it !== document.body && it.checkVisibility({ visibilityProperty: true })
        && it.getBoundingClientRect().height > 0 && it.closest('.ll-panel');
    return seen ? (it.textContent.trim() || it.className || it.tagName).slice(0, 60) : '';
}"""
#: Gives the focus to what is still there; false where it is gone since.
TAKES_FOCUS = "it => it.isConnected && it.checkVisibility() && (it.focus(), true)"
#: Panels that open, fold, move on and hide what was pressed.
WALKED = (
    "FireArcs()",
    "Coverage()",
    "Exercises('11_counting_range')",
    "Drill('landships')",
    "GeneralStaff()",
)


def seen_focus(page: Page) -> str:
    """Return what has the focus once that is seen."""
    return str(page.wait_for_function(SEEN).json_value())


def entry(holder: Locator, *, with_board: bool) -> tuple[Locator, Locator]:
    """Open an entry by keys, with a board or without; return its button and its panel."""
    board = holder.locator(".ll-board:visible")
    for number in range(holder.get_by_role("button", name="Show it").count()):
        button = holder.get_by_role("button", name="Show it").nth(number)
        button.focus()
        holder.page.keyboard.press("Enter")
        panel = holder.locator(".ll-index-opened .ll-panel, .ll-panel .ll-panel").first
        expect(panel.get_by_role("status").first).not_to_be_empty()
        if (board.count() > 0) is with_board:
            return button, panel
        holder.get_by_role("button", name="Back to the list").click()
        expect(button).to_be_visible()
    raise AssertionError("no entry shows such a panel")


@pytest.mark.parametrize(
    ("rules", "with_board"), [("landships", True), ("paychest", False)], ids=["a board", "a table"]
)
def test_an_entry_is_opened_and_left_by_keys_and_the_focus_returns_to_its_row(
    lab: LabPage, rules: str, *, with_board: bool
) -> None:
    lab.open_cells([f"from landships_lab import *\nRulebook('{rules}')"])
    holder = lab.output(0).locator(".ll-panel").first
    expect(holder.get_by_role("button", name="Show it").first).to_be_visible()
    button, panel = entry(holder, with_board=with_board)
    assert seen_focus(lab.page)
    back = holder.get_by_role("button", name="Back to the list")
    back.focus()
    lab.page.keyboard.press("Enter")
    expect(panel).to_have_count(0)
    expect(button).to_be_focused()


def test_the_focus_stays_on_the_fold_of_the_reasons(lab: LabPage) -> None:
    panel = open_panel(lab, "FireArcs()")
    fold = panel.locator(".ll-more-reasons")
    for pressed in ("All ", "Fewer "):
        expect(fold).to_contain_text(pressed)
        fold.focus()
        lab.page.keyboard.press("Enter")
        expect(fold).not_to_contain_text(pressed)
        expect(fold).to_be_focused()


@pytest.mark.parametrize("call", WALKED)
def test_no_press_loses_the_focus(lab: LabPage, call: str) -> None:
    lab.open_cells([f"from landships_lab import *\n{call}"])
    panel = lab.output(0).locator(".ll-panel").first
    expect(panel.get_by_role("button").first).to_be_visible()
    lost = []
    for kind, it in each_thing(panel, most=2):
        for key in ("Enter", "ArrowRight"):
            if not it.evaluate(TAKES_FOCUS):
                break
            lab.page.keyboard.press(key)
            lab.tell_kernel("pass")  # what the press has changed is on the page
            try:
                seen_focus(lab.page)
            except NeverSeen:
                lost.append(f"{kind} {key}")
    assert lost == []
