"""Two tabs on one notebook share a kernel: whoever presses *Run All*, and however often, each tab
learns how its cells ended.
"""

from collections.abc import Iterator

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.browser.harness import LabPage
from tests.browser.server import LabServer

pytestmark = [pytest.mark.browser, pytest.mark.slow]

LESSON = "12_fire_arcs.ipynb"
TIMES, GAP_MS = 4, 300
#: Presses *Run All*, again after each gap, and keeps the promise that all cells end. Counts what
#: the kernel is asked and what it says.
PRESS = """([times, gap, late]) => {
    const kernel = window.notebookUnderTest.sessionContext.session.kernel;
    window.asked = [], window.ended = [];
    kernel.anyMessage.connect((_, {msg, direction}) => {
        const idle = msg.header.msg_type === 'status' && msg.content.execution_state === 'idle';
        if (direction === 'send' &&
            msg.header.msg_type === 'execute_request') window.asked.push(msg.header.msg_id);
        if (direction === 'recv' && idle &&
            msg.parent_header.msg_type === 'execute_request')
            window.ended.push(msg.parent_header.msg_id);
    });
    const after = ms => new Promise(done => setTimeout(done, ms));
    const press = n => window.jupyterapp.commands.execute('notebook:run-all-cells');
    window.allRun = Promise.all([...Array(times).keys()]
        .map(n => after(late + n * gap).then(press)));
}"""
#: When all cells have ended: which they are, the counts beside them, which hold panels, and the
#: requests whose end was not told once.
ENDED = """async () => {
    await window.allRun;
    const cells = window.notebookUnderTest.content.widgets.map((cell, n) => [n, cell.model])
        .filter(([n, it]) => it.type === 'code');
    return {
        counts: cells.map(([n, it]) => it.executionCount), states: cells.map(([n,
            it]) => it.executionState),
        cells: cells.map(([n, it]) => n),
        panels: cells.filter(([n, it]) => it.outputs.toJSON()
            .some(o => 'application/vnd.jupyter.widget-view+json' in (o.data || {})))
            .map(([n]) => n),
        asked: window.asked.length, untold: window.asked.filter(id => window.ended
            .filter(it => it === id).length !== 1),
    };
}"""


@pytest.fixture
def other(lab: LabPage, profile: BrowserContext, server: LabServer) -> Iterator[LabPage]:
    """A second tab on the notebook that the first has open."""
    lab.open(LESSON, run=False)
    lab.tell_kernel(
        "import ipywidgets"
    )  # the kernel refuses the line that a page opens to it before, and tells every page so
    page = LabPage(profile.new_page(), server)
    page.page.set_viewport_size({"width": 1280, "height": 800})
    page.page.goto(
        f"{server.url}/lab/workspaces/other?reset&token={server.token}",
        wait_until="domcontentloaded",
    )
    page._name = LESSON
    page._find_notebook()
    yield page
    page.page.close()
    lab.discard()


def test_run_all_pressed_in_both_in_turn_ends_in_both_and_the_last_has_all_panels(
    lab: LabPage, other: LabPage
) -> None:
    for late, tab in enumerate((lab, other)):
        tab.page.evaluate(PRESS, [TIMES, 2 * GAP_MS, late * GAP_MS])
    ends = [tab.wait_for(ENDED) for tab in (lab, other)]
    for end in ends:
        assert end["untold"] == [], "each request is told to have ended, once"
        assert end["asked"] == TIMES * len(end["counts"])
        assert all(end["counts"]), end["counts"]
        assert set(end["states"]) == {"idle"}, end["states"]
    for tab in (lab, other):
        tab.page.bring_to_front()
        for number, *counts in zip(ends[0]["cells"], *(end["counts"] for end in ends), strict=True):
            output = tab.output(number)
            if number not in ends[0]["panels"]:
                continue
            if counts[tab is other] == max(counts):  # this tab ran the cell last
                expect(output.locator(".ll-panel h3").first).to_be_visible()
            # closed by the other's: the tab says so, or, if it never drew it,
            # shows how it looked
            else:
                expect(
                    output.locator(".ll-replaced, .ll-panel h3, .ll-still-of").first
                ).to_be_visible()
    other.check()
