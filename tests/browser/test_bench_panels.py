"""The time from a click on the board until the page shows its answer, measured in the page, in a
real JupyterLab.

The clock starts at the pointer event and stops at the first frame in which the target's ring is
drawn where the click fell.
"""

import math
import statistics

import pytest
from playwright.sync_api import expect
from pytest_benchmark.fixture import BenchmarkFixture

from landships_lab.panel import CATALOG
from tests.browser.harness import LabPage
from tests.browser.panels import open_panel
from tests.browser.test_play_games import GAMES

pytestmark = pytest.mark.browser

CLICK_TO_PAINT = """
async ([atX, atY, atRadius, width]) => {
    const board = document.querySelector('.ll-board'), canvas = board.querySelector('canvas');
    const box = canvas.getBoundingClientRect(), scale = canvas.width / box.width,
        shown = box.width / width;
    const [x, y, radius] = [atX * shown, atY * shown, atRadius * shown];
    const look = () => canvas.getContext('2d').getImageData((x + radius) * scale - 3,
        y * scale - 3, 6, 6).data.join();
    const before = look(), at = {clientX: box.left + x, clientY: box.top + y, bubbles: true,
        pointerId: 1, isPrimary: true, button: 0};
    const start = performance.now();
    board.dispatchEvent(new PointerEvent('pointerdown', {...at, buttons: 1}));
    board.dispatchEvent(new PointerEvent('pointerup', at));
    while (look() === before) await new Promise(requestAnimationFrame);
    return performance.now() - start;
}
"""


def test_click_to_paint(lab: LabPage, benchmark: BenchmarkFixture) -> None:
    lab.open_cells(["from landships_lab import FireArcs\nFireArcs()"])
    expect(lab.output(0).get_by_role("status").first).to_contain_text("may fire")
    panel_type = CATALOG["landships:fire"]
    start = panel_type.initial()
    view = start.opening()
    (unit_x, unit_y, reach), *_ = start.drag_targets(view)
    hexes = [view.pixel(h) for h in panel_type.grid.hexes() if view.holds(h)]
    # Those whose ring can be seen to the right, and that are not under the unit: a press there
    # takes it up.
    spots = [
        (x, y)
        for x, y in hexes
        if x + view.size < view.width - 3 and math.dist((x, y), (unit_x, unit_y)) > reach
    ][::4]
    times: list[float] = []

    def click() -> None:
        x, y = spots[len(times) % len(spots)]
        times.append(lab.page.evaluate(CLICK_TO_PAINT, [x, y, view.size, view.width]))

    benchmark.pedantic(click, rounds=len(spots))
    benchmark.extra_info["click to paint, ms, median"] = round(statistics.median(times), 1)
    benchmark.extra_info["click to paint, ms, 95th"] = round(
        sorted(times)[19 * len(times) // 20], 1
    )


DRAG_FOR_3_SECONDS = """
async ([fromX, fromY, width]) => {
    const board = document.querySelector('.ll-board'), canvas = board.querySelector('canvas');
    const box = canvas.getBoundingClientRect(), shown = box.width / width;
    const at = t => ({clientX: box.left + (fromX + 60 * Math.sin(t / 300)) * shown,
        clientY: box.top + (fromY + 40 * Math.cos(t / 400)) * shown, bubbles: true, pointerId: 1,
        isPrimary: true, button: 0, buttons: 1});
    const tell = (kind, t) => board.dispatchEvent(new PointerEvent(kind, at(t)));
    board.setPointerCapture = () => {};
    const begin = performance.now(), before = far.answers;
    tell('pointerdown', 0);
    while (performance.now() - begin < 3000) {
        await new Promise(requestAnimationFrame);
        tell('pointermove', performance.now() - begin);
    }
    const answers = far.answers - before;
    tell('pointerup', 3000);
    return answers / 3;
}
"""


HOVER = """
async ([fromX, fromY, width]) => {
    const board = document.querySelector('.ll-board'), canvas = board.querySelector('canvas');
    const box = canvas.getBoundingClientRect(), shown = box.width / width, times = [];
    for (let n = 0; n < 24; n++) {
        const before = far.answers, start = performance.now();
        board.dispatchEvent(new PointerEvent('pointermove', {bubbles: true, pointerId: 1,
            isPrimary: true, clientX: box.left + (fromX + 9 * n) * shown,
            clientY: box.top + fromY * shown}));
        while (far.answers === before) await new Promise(requestAnimationFrame);
        times.push(performance.now() - start);
    }
    return times;
}
"""


@pytest.mark.slow
def test_answers_in_a_drag_near_by_and_far_away(far: LabPage, benchmark: BenchmarkFixture) -> None:
    """How many answers a second a drag of three seconds gets, and how long a hover waits."""
    open_panel(far, "FireArcs()")
    state = CATALOG["landships:fire"].initial()
    view = state.opening()
    (x, y, _), *_ = state.drag_targets(view)
    far.page.evaluate("() => { far.ms = 75; }")
    waits = far.page.evaluate(HOVER, [x + 40, y + 60, view.width])
    rates: dict[int, float] = {}
    for each_way in (0, 75):
        far.page.evaluate("ms => { far.ms = ms; }", each_way)
        for _ in range(2):  # the answers to the drag before count in the first one
            rates[each_way] = far.page.evaluate(DRAG_FOR_3_SECONDS, [x, y, view.width])
    benchmark.extra_info["hover to answer 150 ms away, ms, median"] = round(
        statistics.median(waits), 1
    )
    benchmark.extra_info["answers a second, near by"] = round(rates[0], 1)
    benchmark.extra_info["answers a second, 150 ms away"] = round(rates[75], 1)
    benchmark.pedantic(lambda: None, rounds=1)


CHOICE_TO_PAINT = """
async (words) => {
    const panel = document.querySelector('.ll-play'),
        choice = panel.querySelector(`.ll-choice[data-value="${words}"]`);
    const start = performance.now();
    choice.click();
    while (!panel.querySelector(`.ll-choice.ll-on[data-value="${words}"]`))
        await new Promise(requestAnimationFrame);
    return performance.now() - start;
}
"""


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_a_choice_to_paint(lab: LabPage, benchmark: BenchmarkFixture, name: str) -> None:
    """From a press on a choice until it stands in hand, with its odds."""
    begun = "from landships_lab import Play\ngame = Play({!r}, folder='')\n{}\ngame"
    until = (
        "listed = lambda: [c for c in game.moment.listed if c.legal and not c.ends]\n"
        "while len(listed()) < 2: game.dispatch('take', game.moment.listed[0].words)"
    )
    lab.open_cells([begun.format(name, until)])
    choices = lab.output(0).locator(".ll-choice")
    expect(choices.nth(1)).to_be_attached()
    words = [choices.nth(n).get_attribute("data-value") for n in (0, 1)]
    times: list[float] = []

    def press() -> None:
        times.append(lab.page.evaluate(CHOICE_TO_PAINT, words[len(times) % 2]))

    benchmark.pedantic(press, rounds=20 if benchmark.enabled else 2)
    benchmark.extra_info["choice to paint, ms, median"] = round(statistics.median(times), 1)
