"""A page works as before when a cell is run over and over, when its kernel dies, and when its
connection breaks.
"""

import pytest
from playwright.sync_api import expect

from tests.browser.harness import LabPage
from tests.browser.panels import Panel
from tests.browser.test_panels import FIRE

pytestmark = pytest.mark.browser

PANEL = "from landships_lab import FireArcs\npanel = FireArcs()\npanel"
#: The number of widgets that the kernel has told the page of and not closed.
COUNT = "from comm import get_comm_manager\nlen(get_comm_manager().comms)"
#: The number of widgets that the page knows of, and of elements it is made of.
PAGE = """() => [window.notebookUnderTest.sessionContext.session.kernel._comms.size,
                 document.querySelectorAll('.jp-OutputArea *').length]"""
#: So often a cell is run, in `make test` and in `make all`.
RUNS = (5, pytest.param(100, marks=pytest.mark.slow))
RUN = """async times => {
    const notebook = window.notebookUnderTest.content;
    const context = window.notebookUnderTest.sessionContext;
    notebook.activeCellIndex = 0;
    for (let n = 0; n < times; n++) {
        notebook.deselectAll();
        await window.jupyterapp.commands.execute('notebook:run-cell');
    }
    await context.session.kernel.requestExecute({code: '0'}).done;
}"""


@pytest.mark.parametrize("runs", RUNS)
def test_a_cell_run_over_and_over_grows_neither_the_page_nor_the_kernel(
    lab: LabPage, runs: int
) -> None:
    lab.open_cells([PANEL, COUNT])
    expect(lab.output(0).get_by_role("status").first).to_contain_text("may fire")
    lab.wait_for(RUN, 2)
    expect(lab.output(0).locator(".ll-panel")).to_have_count(1)
    widgets, _elements = lab.page.evaluate(PAGE)
    lab.wait_for(RUN, runs)
    expect(lab.output(0).locator(".ll-panel")).to_have_count(1)
    expect(lab.output(0).get_by_role("status").first).to_contain_text("may fire")
    after, elements = lab.page.evaluate(PAGE)
    assert after == widgets, f"{widgets} widgets in the page became {after}"
    assert elements < 1500
    lab.run_all()
    expect(lab.output(1)).to_contain_text(f"]:{widgets}")  # the kernel's own count


def shown(lab: LabPage) -> Panel:
    panel = Panel(lab, lab.output(0).locator(".ll-panel").first, FIRE.opening(FIRE.initial()))
    expect(panel.verdict).to_contain_text("may fire")
    return panel


def test_a_kernel_that_died_is_told_and_the_panel_works_again_when_its_cell_is_run(
    lab: LabPage,
) -> None:
    lab.open_cells([PANEL], size=(1280, 1350))
    panel = shown(lab)
    panel.click("1207")
    expect(panel.field("Target")).to_have_value("1207")
    lab.page.evaluate(
        "() => { window.notebookUnderTest.sessionContext.session.kernel.requestExecute({code:"
        " 'import os; os.kill(os.getpid(), 9)'}) }"
    )
    told = lab.page.get_by_role("dialog")
    expect(told).to_contain_text(
        "The kernel for cells.ipynb appears to have died. It will restart automatically."
    )
    told.get_by_role("button", name="Ok", exact=True).click()
    lab.wait_for("() => window.notebookUnderTest.sessionContext.session.kernel.info")
    lab.troubles.clear()  # what the page had to say of the death
    lab.run_all()
    again = shown(lab)
    again.click("1310")
    expect(again.field("Target")).to_have_value("1310")
    again.button("Undo").click()
    expect(again.field("Target")).not_to_have_value("1310")


def test_after_a_broken_connection_gestures_go_on_and_none_is_lost(lab: LabPage) -> None:
    lab.open_cells([PANEL], size=(1280, 1350))
    panel = shown(lab)
    for code in ("1207", "1310", "0909"):
        lab.page.evaluate(
            "() => window.notebookUnderTest.sessionContext.session.kernel._ws.close()"
        )
        panel.click(code)  # while there is no connection
        expect(panel.field("Target")).to_have_value(code)
    for code in ("1310", "1207"):
        panel.button("Undo").click()
        expect(panel.field("Target")).to_have_value(code)
    lab.troubles.clear()  # that a connection broke is told in the console
