"""Whatever holds a panel or a board that is not its own leaves the mouse to it: each thing that is
pressed is the thing that answers.
"""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import ElementHandle, Locator, expect

from landships_lab.data.load import indexed
from tests.browser.harness import LabPage
from tests.browser.panels import painted
from tests.browser.pressing import each_thing, press
from tests.effort import tries

pytestmark = [pytest.mark.browser, pytest.mark.slow]

#: An entry as another rule set could have it: none of ours is shown by a panel with such cells.
COVERAGE = "evolve(book.index.rules[0], shows=Coverage().link, but='')"
#: What holds a board that is not its own, and the other widgets with a bridge: how each is made.
HOLDERS = {
    "rule index": "Rulebook('landships')",
    "opened entry": (
        "book = Rulebook('landships')\nbook.open_entry(next(e for e in book.shown if"
        " e.shows))\nbook"
    ),
    "opened cell": "Coverage()",
    "opened cell of an opened entry": (
        f"from attrs import evolve\nbook = Rulebook('landships')\nbook.open_entry({COVERAGE})\nbook"
    ),
    "panel without a board": "CombatTable()",
    "drill": "Drill('landships')",
    "exercises": "Exercises('11_counting_range')",
    "disagreements": "Disagreements('landships')",
}
#: How many things that are alike are pressed in one holder; 0 for all.
MOST_ALIKE = tries(3, 0)
# From now on a click is only written down, so that everything can be pressed in one state.
WRITE_DOWN = """() => {
    window.over = new AbortController();
    for (const name of ['mousedown', 'click']) window.addEventListener(name, e => {
        if (name === 'click') window.clicked = e.target;
        e.preventDefault();
        e.stopImmediatePropagation();
    }, { capture: true, signal: window.over.signal });
}"""
ANSWERED = "it => { const on = window.clicked; window.clicked = null; return it.contains(on); }"


def opened(lab: LabPage, made: str) -> Locator:
    """Return the widget that these lines make, with the panel of a cell opened where they ask for
    that.
    """
    lab.open_cells([f"from landships_lab import *\n{made}"])
    holder = lab.output(0).locator(".ll-panel").first
    expect(holder.locator("h3").first).to_be_visible()
    return holder


@pytest.mark.parametrize("what", HOLDERS)
def test_each_thing_that_is_pressed_answers_itself(lab: LabPage, what: str) -> None:
    holder = opened(lab, HOLDERS[what])
    if "cell" in what:
        holder.locator(".ll-tabs button").filter(has_text="Who hits whom").click()
        holder.locator("[data-link]").first.click()
        expect(holder.locator(".ll-opened .ll-panel")).to_be_visible()
    for board in holder.locator(".ll-board:visible").all():
        expect(board).to_have_attribute("role", "application")
    lab.page.evaluate(WRITE_DOWN)
    things = each_thing(holder, MOST_ALIKE)
    dead = [described(it) for kind, it in things if not answers(lab, kind, it)]
    lab.page.evaluate("() => window.over.abort()")
    assert dead == []
    applications = holder.locator("xpath=..").locator("[role=application]")
    expect(applications).to_have_count(holder.locator(".ll-board").count())


def answers(lab: LabPage, kind: str, it: ElementHandle) -> bool:
    press(lab.page, kind, it, keys=False)
    return bool(it.evaluate(ANSWERED))


def described(it: ElementHandle) -> str:
    return str(it.evaluate("it => `${it.tagName} ${it.className} ${it.textContent.slice(0, 40)}`"))


def test_an_opened_entry_of_the_rule_index_is_used_and_left_with_the_mouse(lab: LabPage) -> None:
    holder = opened(lab, HOLDERS["rule index"])
    rows = holder.locator(".ll-entry:visible")
    before = rows.count()
    holder.get_by_role("button", name="Show it").first.click()
    panel = holder.locator(".ll-panel")
    expect(panel.get_by_role("status").first).not_to_be_empty()
    painted(panel)
    lab.screenshot("rule-index-opened")
    panel.locator("[data-lines]:visible").first.click()
    expect(panel.locator(".ll-cited")).to_be_visible()
    panel.get_by_role("button", name=re.compile("^Link")).click()
    expect(panel.get_by_role("button", name="Copy link")).to_be_visible()
    panel.get_by_role("button", name="Undo").click(
        force=True
    )  # with nothing to take back it is pressed all the same
    expect(panel.get_by_role("button", name="Copy link")).to_be_hidden()
    expect(panel.locator(".ll-said")).to_have_text("There is nothing to take back.")
    holder.get_by_role("button", name="Back to the list").click()
    expect(panel).to_have_count(0)
    expect(rows).to_have_count(before)
    expect(holder).not_to_have_attribute("role", "application")


def lines_of(rows: Locator) -> Iterator[tuple[float, float]]:
    """Yield where the first line of each row and its button stand, in the middle of each."""
    for row in rows.all():
        line, button = (
            row.locator(".ll-cite").first.bounding_box(),
            row.get_by_role("button").bounding_box(),
        )
        assert line is not None
        assert button is not None
        yield line["y"] + line["height"] / 2, button["y"] + button["height"] / 2


def test_each_button_of_the_rule_index_stands_beside_the_first_line_of_its_rule(
    lab: LabPage,
) -> None:
    for size in ((1280, 800), (760, 800)):
        lab.open_cells(["from landships_lab import Rulebook\nRulebook('landships')"], size=size)
        rows = lab.output(0).locator(".ll-entry:has(button)")
        expect(rows.first).to_be_visible()
        lab.screenshot(f"rule-index-{size[0]}")
        assert [pair for pair in lines_of(rows) if abs(pair[0] - pair[1]) > 3] == []


@pytest.mark.parametrize("rule_set", indexed())
def test_a_rule_is_seen_with_and_without_it_by_mouse_and_by_keys(
    lab: LabPage, rule_set: str
) -> None:
    first = "next(e for e in book.index.entries if e.but)"
    made = f"book = Rulebook('{rule_set}')\nbook.open_entry({first})\nbook"
    lab.open_cells([f"from landships_lab import Rulebook\n{made}"])
    holder = lab.output(0).locator(".ll-panel").first
    verdict = holder.locator(".ll-panel .ll-answer").first
    expect(verdict).not_to_be_empty()
    with_it = verdict.inner_text()
    holder.get_by_role("button", name="And without it").click()
    expect(verdict).not_to_have_text(with_it, use_inner_text=True)
    expect(holder.get_by_text("Without it:")).to_be_visible()
    without_it = verdict.inner_text()
    lab.screenshot(f"without-it-{rule_set}")
    button = holder.get_by_role("button", name="And with it")
    button.focus()
    lab.page.keyboard.press("Enter")
    expect(verdict).to_have_text(with_it, use_inner_text=True)
    expect(holder.get_by_text("Without it:")).to_be_hidden()
    assert with_it != without_it
