"""A kernel far away, as on Binder: several gestures are under way, none is lost, the last one
counts. A kernel near by gets one at a time.
"""

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from landships_lab.panel.catalog import CATALOG, PANELS
from tests.browser.board import open_board, says, spot
from tests.browser.harness import LabPage
from tests.browser.panels import open_panel

#: These measure gestures against time, and fail on a machine that is busy: `make all` has them.
pytestmark = [pytest.mark.browser, pytest.mark.slow]

#: Milliseconds each way.
AWAY_MS = 75
BOARDS = [name for name, panel_id in PANELS.items() if CATALOG[panel_id].has_board]
#: Those that `make test` tries; `make all` tries all.
SAMPLE = ("FireArcs", "OneHourSight", "LandserTemplate")


TWO_FRAMES = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"


def away(page: Page, milliseconds: int) -> None:
    page.evaluate("ms => { far.ms = ms; }", milliseconds)


def hover(page: Page, board: Locator, xs: range) -> None:
    for x in xs:
        page.mouse.move(*spot(board, x, 60))


def learn_pace(page: Page, board: Locator) -> None:
    """Hover until the board has answered many gestures, so that its page knows how far they go."""
    for x in range(30, 130, 5):
        page.mouse.move(*spot(board, x, 50))
        expect(says(board)).to_contain_text(f"hover {x} 50;")


def sent_while_held(page: Page, board: Locator) -> int:
    """Return how many gestures leave the page while nothing comes back."""
    page.evaluate("() => { far.gestures = []; far.hold(); }")
    hover(page, board, range(140, 240, 4))
    # Two frames later the page has sent whatever it would: nothing else is to come.
    page.evaluate(
        "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
    )
    sent: int = page.evaluate("() => far.gestures.length")
    page.evaluate("() => far.open()")
    expect(says(board)).to_contain_text("hover 236 60;")
    return sent


def test_near_by_one_gesture_is_under_way_and_far_away_up_to_eight(far: LabPage) -> None:
    board, page = open_board(far), far.page
    learn_pace(page, board)
    assert sent_while_held(page, board) <= 2  # a busy machine may look a little farther away
    away(page, AWAY_MS)
    learn_pace(page, board)
    assert 3 <= sent_while_held(page, board) <= 8


def test_a_slow_kernel_far_away_gets_one_gesture_at_a_time(far: LabPage) -> None:
    slow = "import time; board.bridge.on('gesture', lambda event: time.sleep(0.3))"
    board, page = open_board(far, slow), far.page
    away(page, AWAY_MS)
    for x in (30, 40, 50):
        page.mouse.move(*spot(board, x, 50))
        expect(says(board)).to_contain_text(f"hover {x} 50;")
    assert sent_while_held(page, board) <= 1


def test_a_drag_far_away_ends_where_the_hand_let_go(far: LabPage) -> None:
    board, page = open_board(far), far.page
    away(page, AWAY_MS)
    learn_pace(page, board)
    page.mouse.move(*spot(board, 100, 120))
    page.mouse.down()
    for step in range(0, 180, 2):
        page.mouse.move(*spot(board, 100 + step, 120))
    page.mouse.up()
    expect(says(board)).to_contain_text("drag 278 120; drop 278 120")


def test_a_break_of_the_line_loses_no_press_and_no_key(far: LabPage) -> None:
    board, page = open_board(far), far.page
    away(page, AWAY_MS)
    learn_pace(page, board)
    page.evaluate("() => far.hold()")
    page.mouse.click(*spot(board, 60, 200))
    for key in ("e", "q", "e"):
        page.keyboard.press(key)
    page.evaluate("() => far.open()")
    expect(says(board)).to_contain_text(
        "press 60 200; drop 60 200; key 60 200 e; key 60 200 q; key 60 200 e"
    )


def marked(names: list[str]) -> list[Any]:
    return [
        name if name in SAMPLE else pytest.param(name, marks=pytest.mark.slow) for name in names
    ]


@pytest.mark.parametrize("name", marked(BOARDS))
def test_a_panel_far_away_follows_a_drag_and_says_what_it_would_say_near_by(
    far: LabPage, name: str
) -> None:
    """The unit is dragged about the board and let go; the panel then stands in a state that says
    the same when it is asked anew.
    """
    panel, page = open_panel(far, f"{name}()"), far.page
    away(page, AWAY_MS)
    state = CATALOG[PANELS[name]].initial()
    view = state.opening()
    inside = ((x, y) for x, y, _ in state.drag_targets(view) if 0 < x < view.width - 80)
    x, y = next((at for at in inside if 50 < at[1] < view.height), (view.width / 2,) * 2)
    board = panel.locator(".ll-board canvas").first
    box = board.bounding_box()
    assert box
    scale = box["width"] / view.width
    page.mouse.move(box["x"] + x * scale, box["y"] + y * scale)
    page.mouse.down()
    for step in range(1, 60):
        page.mouse.move(
            box["x"] + (x + 70 * step / 60) * scale, box["y"] + (y - 40 * step / 60) * scale
        )
    page.mouse.up()
    # A key that does nothing but be answered: all gestures before it have been.
    told = panel.locator("[role=application]")
    told.press("Shift")
    away(page, 0)
    far.tell_kernel(
        "import landships_lab.panel.links as l;"
        " now = panel.state.settled().answer().headline;"  # without what the pointer is over
        " same = l.read_link(panel.text).answer().headline == now;"
        " assert same, panel.text"
    )
    expect(panel.get_by_role("status").first).not_to_be_empty()
