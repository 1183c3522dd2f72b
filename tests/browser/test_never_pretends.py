"""A panel never shows what is not so: it says when nothing behind it answers, and its fields show
what its board shows.
"""

import re
from collections import Counter
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Locator, expect

from tests.browser.harness import LabPage, VoilaPage
from tests.browser.panels import CLIPPED, open_panel, shown
from tests.browser.pressing import KINDS, press_all
from tests.browser.server import LabServer

pytestmark = pytest.mark.browser

BARS = ".bqplot rect.bar, .bqplot .bar rect"
KILL = "import os, signal\nos.kill(os.getpid(), signal.SIGKILL)"
STOPPED = "The kernel has stopped: choose Kernel > Restart Kernel and Run All Cells."
RUN = (
    "code => { window.notebookUnderTest.sessionContext.session.kernel.requestExecute({code, silent:"
    " true}); }"
)
COMMS_WAIT = (
    "() => { window.notebookUnderTest.sessionContext.session.kernel.commsOverSubshells ="
    " 'disabled'; }"
)
KEPT = """words => window.notebookUnderTest.content.widgets[0].model.outputs.toJSON()
    .some(output => String(output.data['text/html'] || '').includes(words))"""
#: The model whose view a cell shows; a cell that is run again shows another.
SHOWN_MODEL = """() => window.notebookUnderTest.content.widgets[0].model.outputs.toJSON()
    .map(output => output.data['application/vnd.jupyter.widget-view+json'])
    .filter(view => view)[0]?.model_id"""
WORK = "from pathlib import Path\nwhile not Path('enough').exists(): pass"


def asleep(panel: Locator) -> Locator:
    return panel.get_by_role("alert").and_(panel.locator(".ll-asleep"))


def undo(panel: Locator) -> None:
    """Press the button that every panel has."""
    button = panel.get_by_role("button", name=re.compile("Undo|Take back")).first
    button.click(force=True)  # with nothing to take back it is pressed all the same, and says so


def choose(lab: LabPage, menu: str, entry: str) -> None:
    """Do what a message says, once, as a reader does it."""
    lab.page.get_by_role("menuitem", name=menu, exact=True).click()
    lab.page.get_by_role("menuitem", name=entry, exact=True).click()


def choose_run_all(lab: LabPage) -> None:
    choose(lab, "Run", "Run All Cells")


def choose_restart(lab: LabPage, *, asked: bool) -> None:
    """Restart and run all, and agree where JupyterLab asks: it does if there is a kernel."""
    choose(lab, "Kernel", "Restart Kernel and Run All Cells…")
    if asked:
        lab.page.get_by_role("button", name="Confirm Kernel Restart").click()


def seen_at(it: Locator) -> float:
    """Return how opaque it is, with all that it stands in."""
    opaque: float = it.evaluate(
        "it => { let all = 1; for (; it; it = it.parentElement) all *="
        " Number(getComputedStyle(it).opacity); return all; }"
    )
    return round(opaque, 3)


def is_awake(panel: Locator) -> None:
    """Turn the tank and back again, and see the verdict change."""
    verdict = panel.get_by_role("status").first
    before = verdict.inner_text()
    board = panel.get_by_role("application")
    board.press("e")
    expect(verdict).not_to_have_text(before)
    board.press("q")
    expect(verdict).to_have_text(before)
    expect(panel.locator(".ll-asleep")).to_have_count(0)


def test_a_chart_stays_inside_its_panel_while_the_page_gets_narrower(lab: LabPage) -> None:
    (panel,) = shown(lab, "PaychestTurn()", size=(1024, 768))
    expect(panel.locator(BARS).first).to_be_attached()
    for width in (1280, 640, 1024, 640):
        lab.resize((width, 800))
        assert panel.evaluate(CLIPPED) == []


def test_a_panel_of_a_restarted_kernel_says_so_and_wakes_when_its_cell_is_run(lab: LabPage) -> None:
    panel = open_panel(lab, "FireArcs()")
    is_awake(panel)
    lab.restart_kernel()
    undo(panel)
    expect(asleep(panel)).to_have_text(STOPPED)
    lab.screenshot("asleep", of=panel)
    lab.run_all()
    is_awake(lab.output(0).locator(".ll-panel").first)


def test_after_its_kernel_was_killed_one_run_is_enough(lab: LabPage) -> None:
    panel = open_panel(lab, "FireArcs()")
    lab.page.evaluate(RUN, KILL)
    expect(asleep(panel)).to_have_text(STOPPED)
    lab.page.get_by_role("button", name="Ok", exact=True).click()  # JupyterLab says so, too
    expect(lab.page.locator(".jp-Notebook-ExecutionIndicator[data-status='idle']")).to_be_attached()
    lab.run_all()
    is_awake(lab.output(0).locator(".ll-panel").first)


@pytest.mark.parametrize(
    "gesture", [pytest.param("a control", marks=pytest.mark.slow), "the board"]
)
def test_a_panel_whose_kernel_was_ended_from_elsewhere_says_so_after_a_gesture(
    lab: LabPage, gesture: str
) -> None:
    panel = open_panel(lab, "FireArcs()")
    lab.server.stop_kernels(of_notebooks=True)
    if gesture == "a control":
        undo(panel)
    else:
        panel.get_by_role("application").press("e")
    expect(asleep(panel)).to_have_text(STOPPED)
    lab.discard()


#: Panels that have every kind of thing to press between them.
EVERY_KIND = (
    "OneHourFire()",
    "Campaign()",
    "Drill('landships')",
    "Exercises('11_counting_range')",
    "Rulebook('loos')",
    "Disagreements('loos')",
    "Coverage()",
)
MOST_ALIKE = 2  # that are pressed in one panel: the third chip of a row is no other than the second
ENDS: dict[str, Callable[[LabPage], object]] = {
    "restarted": LabPage.restart_kernel,
    "shut down": lambda lab: lab.command("notebook:shutdown-kernel"),
    "ended from elsewhere": lambda lab: lab.server.stop_kernels(of_notebooks=True),
}


@pytest.mark.parametrize(
    "end", [pytest.param(end, marks=() if end == "restarted" else pytest.mark.slow) for end in ENDS]
)
def test_whatever_is_pressed_after_the_kernel_has_gone_only_says_so_and_what_it_says_works(
    lab: LabPage, end: str
) -> None:
    cells = ["from landships_lab import *", *EVERY_KIND]
    lab.open_cells(cells)
    panels = [lab.output(number).locator(".ll-panel").first for number in range(1, len(cells))]
    for number, panel in enumerate(panels, 1):
        lab.cell(number)
        expect(panel.locator("h3")).to_be_visible()
    coverage = panels[-1]
    coverage.locator(".ll-tabs button").last.click()
    coverage.locator("[data-link]").first.click()
    expect(coverage.locator(".ll-opened .ll-panel")).to_be_visible()
    lab.check()
    ENDS[end](lab)
    pressed: Counter[str] = Counter()
    for number, panel in enumerate(panels, 1):
        lab.cell(number)
        pressed += press_all(panel, most=MOST_ALIKE)
        lab.check()
        expect(panel.locator(":scope > .ll-asleep")).to_have_text(STOPPED)
        verdicts = panel.locator(".ll-verdict-box:visible, .ll-ask:visible, .ll-parting:visible")
        assert {seen_at(verdict) for verdict in verdicts.all()} <= {0.4}
    assert set(pressed) == set(KINDS) - {"fold"}
    lab.screenshot(f"pressed-{end.replace(' ', '-')}")
    choose_restart(lab, asked=end == "restarted")
    for number in range(1, len(cells)):
        panel = lab.output(number).locator(".ll-panel").first
        expect(panel.locator("h3")).to_be_visible()
        expect(panel.locator(".ll-asleep")).to_have_count(0)
    panel = lab.output(1).locator(".ll-panel").first
    undo(panel)
    expect(panel.locator(".ll-said")).to_have_text("There is nothing to take back.")
    lab.discard()


OF_A_KERNEL_GONE = re.compile(r"404 \(Not Found\) \(http://127\.0\.0\.1:\d+/api/kernels/")


def test_a_dashboard_whose_kernel_was_ended_says_to_load_the_page_again_and_that_works(
    voila: VoilaPage,
) -> None:
    voila.open_cells(["from landships_lab import FireArcs\nFireArcs()"])
    panel = voila.page.locator(".ll-panel").first
    is_awake(panel)
    voila.server.stop_kernels()
    undo(panel)
    expect(asleep(panel)).to_have_text("The kernel has stopped: load the page again.")
    voila.screenshot("dashboard-asleep")
    voila.page.reload()
    is_awake(voila.page.locator(".ll-panel").first)
    # the browser notes in its console that the page asked for a kernel that is gone
    voila.troubles[:] = [
        trouble for trouble in voila.troubles if not OF_A_KERNEL_GONE.search(trouble)
    ]


def test_a_presentation_ends_with_its_kernel(lab: LabPage) -> None:
    panel = open_panel(lab, "FireArcs()")
    for way in ("Escape", "Leave"):
        panel.get_by_role("button", name="Present", exact=True).click()
        expect(panel).to_have_class(re.compile("ll-presenting"))
        if way == "Escape":
            lab.page.keyboard.press("Escape")
            expect(panel).not_to_have_class(re.compile("ll-presenting"))
    lab.restart_kernel()
    lab.page.keyboard.press("Escape")
    expect(panel).not_to_have_class(re.compile("ll-presenting"))
    expect(asleep(panel)).to_have_text(STOPPED)
    lab.discard()


def test_a_panel_of_a_busy_kernel_says_so_and_answers_when_it_is_free(lab: LabPage) -> None:
    panel = open_panel(lab, "FireArcs()")
    verdict = panel.get_by_role("status").first
    before = verdict.inner_text()
    lab.page.evaluate(COMMS_WAIT)
    lab.page.evaluate(RUN, WORK)
    panel.get_by_role("application").press("e")
    expect(asleep(panel)).to_have_text("The kernel is busy. This panel answers when it is free.")
    assert seen_at(panel.locator(".ll-picture")) == seen_at(verdict) == 0.4
    enough = lab.server.lessons / "enough"
    enough.touch()
    expect(panel.locator(".ll-asleep")).to_have_count(0)
    assert seen_at(panel.locator(".ll-picture")) == seen_at(verdict) == 1
    expect(verdict).not_to_have_text(before)
    enough.unlink()


def test_a_panel_that_another_tab_takes_over_says_where_it_is_and_how_to_get_it_back(
    lab: LabPage, profile: BrowserContext, server: LabServer
) -> None:
    panel = open_panel(lab, "FireArcs()")
    first = lab.page.evaluate(SHOWN_MODEL)
    assert first
    lab.command("docmanager:save")
    other = LabPage(profile.new_page(), server)
    other.page.goto(f"{server.url}/lab/workspaces/other?token={server.token}")
    other._name = "cells.ipynb"
    other._find_notebook()
    # the other tab shows, and turns, the panel of the first run until it has drawn that of its own
    earlier = other.output(0).locator(".ll-panel").first
    earlier.evaluate("it => it.setAttribute('data-earlier', '')")
    other.run_all()
    other.page.wait_for_function(f"old => ![old, undefined].includes(({SHOWN_MODEL})())", arg=first)
    expect(other.output(0).locator("[data-earlier]")).to_have_count(0)
    is_awake(other.output(0).locator(".ll-panel").first)
    lab.page.bring_to_front()
    expect(panel).to_have_count(0)
    expect(lab.output(0).get_by_role("alert")).to_have_text(
        "This panel was run again in another window or tab. To have it here, choose Run > Run All"
        " Cells."
    )
    lab.screenshot("taken-over")
    choose_run_all(lab)
    is_awake(lab.output(0).locator(".ll-panel").first)
    expect(lab.output(0).get_by_role("alert")).to_have_count(0)
    other.page.close()
    lab.discard()


def test_a_notebook_opened_tomorrow_shows_the_last_picture_and_verdict_and_what_to_do(
    lab: LabPage,
) -> None:
    panel = open_panel(lab, "FireArcs()")
    verdict = panel.get_by_role("status").first
    before = verdict.inner_text()
    still = lab.output(0).locator(".ll-still-of")
    expect(still).to_be_hidden()
    panel.get_by_role("application").press("e")
    expect(verdict).not_to_have_text(before)
    last = verdict.inner_text()
    lab.page.wait_for_function(KEPT, arg=last)
    lab.command("docmanager:save")
    assert (lab.server.lessons / "cells.ipynb").stat().st_size < 110_000
    lab.command("notebook:shutdown-kernel")
    lab.server.stop_kernels(of_notebooks=True)
    lab.page.reload(wait_until="domcontentloaded")
    lab._find_notebook()
    still = lab.output(0).locator(".ll-still-of")
    expect(still).to_be_visible()
    expect(still).to_contain_text(last)
    expect(still).to_contain_text("To use it, choose Run > Run All Cells.")
    assert still.locator("img").evaluate("it => it.decode().then(() => it.naturalWidth)") > 300
    expect(lab.page.get_by_text("model not found")).to_be_hidden()
    lab.screenshot("tomorrow")
    choose_run_all(lab)
    is_awake(lab.output(0).locator(".ll-panel").first)
    expect(lab.output(0).locator(".ll-still-of")).to_be_hidden()


def test_a_refused_place_is_gone_from_its_field_after_undo(lab: LabPage) -> None:
    panel = open_panel(lab, "FireArcs()")
    target = panel.get_by_label("Target", exact=True)
    before = target.input_value()
    target.fill("9999")
    target.press("Enter")
    expect(panel.get_by_role("alert").first).to_contain_text("9999")
    undo(panel)
    expect(target).to_have_value(before)
    expect(panel.get_by_role("alert")).to_have_count(0)


def test_a_copied_link_stays_inside_its_panel(lab: LabPage) -> None:
    panel = open_panel(lab, "VehicleEditor()")
    menu = panel.get_by_role("button", name=re.compile("^Link"))
    expect(menu).to_have_attribute("aria-expanded", "false")
    menu.click()
    expect(menu).to_have_attribute("aria-expanded", "true")
    panel.get_by_role("button", name="Copy link").click()
    expect(panel.locator(".ll-said")).to_contain_text("Copied: a line that opens this state.")
    assert panel.evaluate(CLIPPED) == []
    assert len(lab.page.evaluate("() => navigator.clipboard.readText()")) > 400


STOPS = """panel => [...panel.querySelectorAll('*')].filter(e => e.tabIndex >= 0
    && e.checkVisibility({visibilityProperty: true}) && !e.disabled
    && e.matches('button, input, select, textarea, summary, [tabindex], [contenteditable]')
).length"""
MOST_STOPS = 24


def test_a_group_of_buttons_is_one_stop_and_arrows_go_through_it(lab: LabPage) -> None:
    panel = open_panel(lab, "FireArcs()")
    assert panel.evaluate(STOPS) <= MOST_STOPS
    spotted = panel.get_by_role("group", name="Spotted").get_by_role("button")
    spotted.first.focus()
    lab.page.keyboard.press("ArrowRight")
    expect(spotted.last).to_be_focused()
    lab.page.keyboard.press("Enter")
    expect(spotted.last).to_have_attribute("aria-pressed", "true")
    lab.page.keyboard.press("Home")
    expect(spotted.first).to_be_focused()
    lab.page.keyboard.press("Shift+Tab")
    lab.page.keyboard.press("Tab")  # back to what is pressed
    expect(spotted.last).to_be_focused()


def test_enter_on_a_remedy_keeps_the_focus_in_the_panel(lab: LabPage) -> None:
    panel = open_panel(
        lab, "FireArcs('landships:fire mk-iv-male@0807/0808 E weapon 57mm-starboard target 0405')"
    )
    verdict = panel.get_by_role("status").first
    before = verdict.inner_text()
    offered = panel.locator(".ll-try:visible")
    expect(offered.first).to_be_visible()
    while offered.count():
        told = verdict.inner_text()
        offered.first.focus()
        lab.page.keyboard.press("Enter")
        expect(verdict).not_to_have_text(told)
        lab.page.wait_for_function(
            "panel => panel.contains(document.activeElement)", arg=panel.element_handle()
        )
        if "may fire" in verdict.inner_text():
            break
    assert verdict.inner_text() != before


def test_the_exact_fractions_of_bars_are_read_and_seen_by_keys(lab: LabPage) -> None:
    (panel,) = shown(lab, "CombatTable()")
    numbers = panel.locator(".ll-chart .ll-spoken").first
    expect(numbers).to_contain_text(re.compile(r"\d / \d+ = \d"))
    numbers.focus()
    expect(numbers).to_be_in_viewport()
    assert numbers.bounding_box()["height"] > 40  # type: ignore[index]
    assert numbers.evaluate("it => it.tabIndex") == 0
    lab.screenshot("fractions", of=panel)
