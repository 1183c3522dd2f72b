"""Drills as a reader meets them in JupyterLab: by keyboard alone, told a known mistake, progress
there after a reload.
"""

import re
from itertools import product

import pytest
from playwright.sync_api import Locator, expect

from landships_lab.practice.progress import Progress
from landships_lab.practice.stream import next_question
from tests.browser.harness import LabPage
from tests.browser.server import Theme

pytestmark = pytest.mark.browser

CELL = "from landships_lab import Drill\nDrill('landships')"
OTHERS = ["from landships_lab import Drill\nDrill('loos', level=3)", "Drill('one_hour', level=2)"]
TALL = (1280, 1400)
LOOKS: tuple[tuple[Theme, tuple[int, int]], ...] = (("light", (1280, 800)), ("dark", (1600, 1000)))


def focus_by_tab(lab: LabPage, wanted: Locator) -> None:
    """Press Tab until this has the focus."""
    for _ in range(40):
        if wanted.evaluate("e => e === document.activeElement"):
            return
        lab.page.keyboard.press("Tab")
    raise AssertionError("forty tab stops on, it still has no focus")


def reply_by_keys(lab: LabPage, panel: Locator, reply: str, *, picked: bool) -> None:
    if picked:
        wanted = panel.get_by_role("button", name=re.compile(f"^{re.escape(reply)}$"))
        focus_by_tab(lab, panel.locator(".ll-reply").first)  # the replies are one tab stop
        for _ in range(panel.locator(".ll-reply").count()):
            if wanted.evaluate("e => e === document.activeElement"):
                break
            lab.page.keyboard.press("ArrowRight")
    else:
        focus_by_tab(lab, panel.get_by_role("textbox", name="Your answer"))
        lab.page.keyboard.type(reply)
    lab.page.keyboard.press("Enter")


def test_a_drill_by_keyboard_names_a_mistake_and_keeps_its_progress_over_a_reload(
    lab: LabPage,
) -> None:
    for kept in lab.server.lessons.glob("drill_*.json"):  # other tests may have answered
        kept.unlink()
    lab.open_cells([CELL], size=TALL)
    panel = lab.output(0).locator(".ll-panel")
    asked = next_question("landships", 1, 1, Progress())
    assert asked.key.slips, "the first question of the first seed has a known mistake"
    expect(panel.locator(".ll-ask")).to_contain_text(asked.text)
    slip = asked.key.slips[0]
    panel.get_by_role(
        "button", name="Sheet", exact=True
    ).focus()  # from the drill's first tab stop on, keys alone
    reply_by_keys(lab, panel, slip.reply, picked=bool(asked.choices))
    expect(panel.locator(".ll-verdict")).to_contain_text(slip.name)
    expect(panel.locator(".ll-score")).to_contain_text("0 of 1 right; 1 missed question comes back")
    lab.screenshot("drill-mistake", of=panel)

    focus_by_tab(lab, panel.get_by_role("button", name="Next question"))
    lab.page.keyboard.press("Enter")
    expect(panel.locator(".ll-ask")).to_contain_text("Question 2")

    lab.discard()
    lab.open_cells([CELL], size=TALL)
    again = lab.output(0).locator(".ll-panel")
    expect(again.locator(".ll-score")).to_contain_text("0 of 1 right; 1 missed question comes back")
    expect(again.locator(".ll-ask")).to_contain_text("Question 2")
    again.get_by_role("button", name="Progress", exact=True).click()
    again.get_by_role("button", name="Reset progress").click()
    again.get_by_role("button", name="Really reset?").click()
    expect(again.locator(".ll-score")).to_contain_text("Nothing answered yet")


def test_a_drill_is_whole_in_both_themes_and_sizes(lab: LabPage) -> None:
    lab.open_cells(OTHERS)
    for (theme, size), (number, name) in product(LOOKS, enumerate(("loos", "one-hour"))):
        lab.change_theme(theme)
        lab.resize(size)
        panel = lab.output(number).locator(".ll-panel")
        expect(panel.locator(".ll-ask")).to_contain_text("Question 1")
        panel.evaluate("panel => panel.scrollIntoView({block: 'start'})")
        lab.screenshot(f"drill-{name}-{theme}")
        wide = panel.evaluate("panel => panel.scrollWidth - panel.clientWidth")
        assert wide <= 1
