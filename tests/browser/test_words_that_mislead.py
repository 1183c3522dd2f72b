"""What a panel says while it is used: links, citations, messages, readings and examples say what
they are, and go when they are read.
"""

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.harness import LabPage, NotebookPage, VoilaPage
from tests.browser.panels import CLIPPED, open_panel

pytestmark = [pytest.mark.browser, pytest.mark.slow]

FIRE = 'FireArcs("landships:fire mk-iv-male@0503/0504 E weapon mg-bow target 0705")'
STATE = "landships:fire v1 mk-iv-male@0503/0504 E weapon mg-bow target 0705"
REFUSED = "Not in arc, less than 30° past its right edge: it may not fire."
CLIPBOARD = "() => navigator.clipboard.readText()"
HIDES = """box => { const a = box.getBoundingClientRect(), panel = box.closest('.ll-panel');
    return [...panel.querySelectorAll('.ll-verdict, .ll-remedies')].filter(it => {
        const b = it.getBoundingClientRect();
        return b.height && b.top < a.bottom && a.top < b.bottom && b.left < a.right &&
            a.left < b.right;
    }).map(it => it.className); }"""
#: What the browser counts as seen of a box that is whole on the screen: it rounds both to pixels.
WHOLE = 0.99
#: The lines of a box that something else hides or cuts off at their beginning or end.
COVERED = """box => [...box.children, ...box.querySelectorAll('li')].filter(line => {
    const { left, right, top, bottom } = line.getBoundingClientRect();
    return [[left + 2, top + 2], [right - 2, bottom - 2]].some(([x,
        y]) => !box.contains(document.elementFromPoint(x, y)));
}).map(line => line.textContent)"""
TO_THE_END = "it => it.getAnimations().forEach(one => one.finish())"  # of the time that it stays


def copy_link(panel: Locator) -> None:
    panel.get_by_role("button", name="Link", exact=True).click()
    panel.get_by_role("button", name="Copy link").click()


def paste(panel: Locator, link: str) -> Locator:
    """Paste a link, and return the field."""
    panel.get_by_role("button", name="Link", exact=True).click()
    field = panel.get_by_label("A link that Copy link gave", exact=True)
    field.fill(link)
    field.press("Enter")
    return field


# -- links
# -------------------------------------------------------------------------------------------------


def test_in_jupyterlab_copy_link_says_that_it_copied_a_line_and_what_the_line_is_for(
    lab: LabPage,
) -> None:
    panel = open_panel(lab, FIRE)
    copy_link(panel)
    said = panel.locator(".ll-message .ll-said")
    expect(said).to_have_text(
        'Copied: a line that opens this state. Paste it under Link, or write FireArcs("…").'
    )
    expect(panel.get_by_label("A link that Copy link gave", exact=True)).to_be_hidden()
    expect(panel.get_by_role("button", name="Link", exact=True)).to_be_focused()
    assert lab.page.evaluate(CLIPBOARD) == STATE
    assert panel.evaluate(CLIPPED) == []
    lab.screenshot("copied-a-line", of=panel)


def test_a_bad_link_stands_beside_no_word_of_success(lab: LabPage) -> None:
    panel = open_panel(lab, "FireArcs()")
    paste(panel, STATE)
    expect(panel.locator(".ll-said")).to_have_text("This is the state of the link. Undo goes back.")
    paste(panel, STATE.replace("0705", "9999"))
    expect(panel.get_by_role("alert").filter(has_text="9999")).to_be_visible()
    expect(panel.locator(".ll-said")).to_have_count(0)


def test_copy_link_of_a_dashboard_gives_an_address_that_opens_the_state(voila: VoilaPage) -> None:
    cells = ["from landships_lab import FireArcs\nFireArcs()", "FireArcs()"]
    voila.open_cells(cells, name="arcs.ipynb")
    page, panel = voila.page, voila.page.locator(".ll-panel").first
    expect(panel.locator(".ll-verdict")).not_to_have_text(REFUSED)
    paste(panel, STATE)
    expect(panel.locator(".ll-verdict")).to_have_text(REFUSED)
    copy_link(panel)
    expect(panel.locator(".ll-said")).to_have_text(
        "Copied: an address that opens this page with the panel in this state."
    )
    address = page.evaluate(CLIPBOARD)
    assert "arcs.ipynb" in address
    assert "#panel=landships:fire%20v1%20" in address
    assert "token" not in address
    page.goto("about:blank")
    page.goto(address)
    opened = page.locator(".ll-panel").first
    expect(opened.locator(".ll-verdict")).to_have_text(REFUSED)
    expect(opened.locator(".ll-verdict")).to_be_in_viewport()
    expect(opened.locator(".ll-said")).to_have_text(
        "This is the state of the link. Undo goes back."
    )
    voila.screenshot("opened-by-address")
    second = page.locator(".ll-panel").nth(1)
    expect(second.locator(".ll-verdict")).not_to_have_text(REFUSED)
    paste(second, address)
    expect(second.locator(".ll-verdict")).to_have_text(REFUSED)


BAD_LINKS = {
    "landships:fire%20v1%20nonsense": "The link breaks at word",
    "landships:range%20v1%20from%20%235%20to%20%231": "belongs to the panel RangeCounter",
    "%3Cimg%20src=x%20onerror=alert(1)%3E%E0%A4": "The link breaks at its first word",
}


def test_an_address_with_a_bad_link_says_so_once(voila: VoilaPage) -> None:
    voila.open_cells(["from landships_lab import FireArcs", "FireArcs()", "FireArcs()"])
    expect(voila.page.locator(".ll-panel")).to_have_count(2)
    for held, says in BAD_LINKS.items():
        voila.page.evaluate("held => { location.hash = `panel=${held}`; }", held)
        alert = voila.page.get_by_role("alert")
        expect(alert.filter(has_text=says)).to_be_visible()
        expect(alert).to_have_count(1)
    assert voila.page.locator(".ll-panel img[src=x]").count() == 0


# -- citations
# -------------------------------------------------------------------------------------------------

CITED = "landships:fire mk-iv-male@1010 N weapon 57mm-starboard target 0405"


def check_citation_by_hand(at: NotebookPage, panel: Locator) -> None:
    """Check that a citation can be closed in four ways with the mouse, and hides neither verdict
    nor remedies.
    """
    chips, box = panel.locator(".ll-step:visible .ll-cite[data-lines]"), panel.locator(".ll-cited")
    assert chips.count() > 1
    for chip in chips.all():
        chip.click()
        expect(box).to_be_visible()
        expect(box).to_contain_text("Line")
        assert box.evaluate(HIDES) == []
        expect(box).to_be_in_viewport(ratio=WHOLE)
        assert box.evaluate(COVERED) == []
        chip.click()
        expect(box).to_have_count(0)
    for close in (
        lambda: box.get_by_role("button", name="Close").click(),
        lambda: panel.locator("h3").click(),
        lambda: at.page.keyboard.press("Escape"),
    ):
        chips.first.click()
        expect(box).to_be_visible()
        close()
        expect(box).to_have_count(0)
    chips.first.click()
    expect(box).to_be_visible()
    chips.nth(1).press("Enter")  # the box of the first may lie over it
    expect(box).to_have_count(1)
    expect(chips.nth(1)).to_have_attribute("aria-expanded", "true")


def test_a_citation_is_closed_as_it_was_opened_and_hides_nothing_that_one_presses(
    lab: LabPage,
) -> None:
    panel = open_panel(lab, f'FireArcs("{CITED}")')
    for size, side_bar in (
        ((1280, 800), "expandLeft"),
        ((1600, 1000), "expandLeft"),
        ((420, 800), "collapseLeft"),
    ):
        lab.page.evaluate("name => window.jupyterapp.shell[name]()", side_bar)
        lab.resize(size)
        check_citation_by_hand(lab, panel)
        lab.screenshot(f"citation-{size[0]}", of=panel)
        lab.page.keyboard.press("Escape")
        expect(panel.locator(".ll-cited")).to_have_count(0)
    lab.page.evaluate("() => window.jupyterapp.shell.expandLeft()")


def test_a_citation_opens_and_closes_by_keys_and_escape_then_takes_nothing_back(
    lab: LabPage,
) -> None:
    panel = open_panel(lab, f'FireArcs("{CITED}")')
    before = panel.locator(".ll-verdict").inner_text()
    panel.get_by_label("Target", exact=True).fill("1310")
    panel.get_by_label("Target", exact=True).press("Enter")
    expect(panel.locator(".ll-verdict")).not_to_have_text(before)
    said = panel.locator(".ll-verdict").inner_text()
    chip, box = panel.locator(".ll-step .ll-cite[data-lines]").first, panel.locator(".ll-cited")
    chip.focus()
    for press in ("Escape", "Enter"):
        lab.page.keyboard.press("Enter")
        expect(box).to_be_visible()
        lab.page.keyboard.press(press)
        expect(box).to_have_count(0)
        expect(chip).to_be_focused()
    lab.page.keyboard.press("Enter")
    expect(box).to_be_visible()
    panel.locator(".ll-board").focus()
    expect(box).to_have_count(0)
    expect(panel.locator(".ll-verdict")).to_have_text(said)


def test_a_presented_citation_closes_before_the_presentation_does(lab: LabPage) -> None:
    panel = open_panel(lab, f'FireArcs("{CITED}")')
    panel.get_by_role("button", name="Present", exact=True).click()
    expect(panel).to_have_class(re.compile("ll-presenting"))
    for number in (1, 2):
        lab.page.keyboard.press(" ")
        expect(panel.locator(".ll-presenter-place")).to_contain_text(f"Reason {number} of")
    chip, box = panel.locator(".ll-step .ll-cite[data-lines]").first, panel.locator(".ll-cited")
    chip.click()
    expect(box).to_be_in_viewport(ratio=WHOLE)
    assert box.evaluate(COVERED) == []
    assert box.evaluate(HIDES) == []
    lab.screenshot("citation-presented")
    lab.page.keyboard.press("Escape")
    expect(box).to_have_count(0)
    expect(panel).to_have_class(re.compile("ll-presenting"))
    lab.page.keyboard.press("Escape")
    expect(panel).not_to_have_class(re.compile("ll-presenting"))


def test_a_citation_of_a_dashboard_closes_too(voila: VoilaPage) -> None:
    voila.open_cells(["from landships_lab import FireArcs", f'FireArcs("{CITED}")'])
    check_citation_by_hand(voila, voila.page.locator(".ll-panel").first)


# -- messages
# -------------------------------------------------------------------------------------------------


def save_page(panel: Locator) -> None:
    panel.get_by_role("button", name="Save", exact=True).click()
    with panel.page.expect_download():
        panel.get_by_role("button", name=re.compile("^Page")).click()
    panel.get_by_role("button", name="Save", exact=True).click()


def test_what_was_saved_is_said_and_leaves_by_itself_and_before_a_class(lab: LabPage) -> None:
    panel = open_panel(lab, "FireArcs()")
    said = panel.locator(".ll-message .ll-said")
    for _ in range(2):  # said again, it is seen again
        save_page(panel)
        expect(said).to_have_text("Saved landships-fire.html.")
        expect(said).to_be_visible()
        said.evaluate(TO_THE_END)
        expect(said).to_be_hidden()
    save_page(panel)
    expect(said).to_be_visible()
    panel.get_by_role("button", name="Present", exact=True).click()
    expect(said).to_have_count(0)
    lab.page.keyboard.press("Escape")


def test_an_error_stays_until_something_is_done(lab: LabPage) -> None:
    panel = open_panel(lab, "FireArcs()")
    lab.tell_kernel("panel.answer_view.complain('The browser does not allow copying here.')")
    error = panel.locator(".ll-message .ll-error")
    expect(error).to_be_visible()
    assert error.evaluate("it => it.getAnimations().length") == 0
    panel.locator(".ll-board").focus()
    lab.page.keyboard.press("ArrowUp")
    expect(error).to_have_count(0)


# -- readings and examples
# -------------------------------------------------------------------------------------------------


def middle(of: Locator) -> float:
    box = of.bounding_box()
    assert box is not None
    return box["y"] + box["height"] / 2


ASKED = (
    "CombatTable()",
    (
        'Sight("loos:sight 0503 at 0803 army german aircraft 0803 terrain front-line=0603 reading'
        ' front-line-sight=yes")'
    ),
)


@pytest.mark.parametrize("call", ASKED, ids=["table", "sight"])
def test_the_question_of_a_reading_stands_in_the_row_of_its_switch(lab: LabPage, call: str) -> None:
    panel = open_panel(lab, call)
    switch = panel.locator(".ll-foot .widget-toggle-buttons")
    question = panel.locator(".ll-foot .ll-hint")
    expect(switch).to_be_visible()
    expect(question).to_contain_text("?")
    assert abs(middle(switch) - middle(question)) <= 4
    assert panel.evaluate(CLIPPED) == []
    lab.screenshot(f"asked-{call[:5]}", of=panel)


def test_an_empty_box_fills_itself_with_an_example_that_works(lab: LabPage) -> None:
    panel = open_panel(lab, "FireArcs()")
    panel.get_by_role("button", name="Your own units").click()
    panel.get_by_role("button", name="Fill in an example").click()
    expect(panel.locator("textarea")).to_have_value(re.compile("my-tank"))
    panel.get_by_role("button", name="Use this").click()
    expect(panel.get_by_label("Firer", exact=True)).to_have_value("My tank")
    expect(panel.get_by_role("alert")).to_have_count(0)
