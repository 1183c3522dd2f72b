"""A board's picture in a real page is drawn and crisp, comes back after a reload, is the same in
every view, and never freezes.
"""

from importlib.resources import files

import pytest
from playwright.sync_api import Page, expect

from tests.browser.board import BOARD, DISC, PAPER, SHOW, colour, drawn, mark, open_board, spot
from tests.browser.harness import LabPage, VoilaPage
from tests.browser.server import Theme

pytestmark = pytest.mark.browser


def test_a_board_is_drawn_on_paper_and_crisp(lab: LabPage) -> None:
    board = open_board(lab)
    canvas = board.locator("canvas")
    assert lab.pixel(canvas, *PAPER) == colour("light", "paper")
    assert lab.pixel(canvas, 60, 60) == colour("light", "board")
    assert canvas.evaluate("it => [it.width, it.height, it.clientWidth, it.clientHeight]") == [
        640,
        480,
        320,
        240,
    ]
    lab.screenshot("canvas-light", of=board)


def test_a_board_narrower_than_its_scene_shrinks_and_still_knows_places(lab: LabPage) -> None:
    board = open_board(lab)
    board.evaluate("it => { it.parentElement.style.width = '160px'; }")
    expect(board.locator("canvas")).to_have_js_property("clientWidth", 160)
    assert board.locator("canvas").evaluate("it => it.clientHeight") == 120
    lab.page.mouse.click(*spot(board, 200, 60))
    expect(lab.output(0)).to_contain_text("drop 200 60")


def test_a_reloaded_page_shows_the_last_picture_and_goes_on(lab: LabPage) -> None:
    board = open_board(lab, "board.paint(scene(200, 60, 'orange'))")
    drawn(lab, board, (400, 120), mark("light", "orange"))
    lab.reload()
    board = lab.output(0).get_by_role("application")
    drawn(lab, board, (400, 120), mark("light", "orange"))
    assert lab.pixel(board.locator("canvas"), *PAPER) == colour("light", "paper")
    lab.page.mouse.click(*spot(board, 50, 60))
    expect(lab.output(0)).to_contain_text("drop 50 60")


def test_a_hover_before_the_picture_is_back_does_not_stop_it_for_good(lab: LabPage) -> None:
    follow = "board.bridge.on('gesture', lambda event: board.paint(scene(event['x'], event['y'])))"
    open_board(lab, follow)
    lab.reload()
    board = lab.output(0).get_by_role("application")
    for step in range(20):
        lab.page.mouse.move(*spot(board, 40 + 10 * step, 60))
    drawn(lab, board, PAPER, colour("light", "paper"))
    lab.page.mouse.move(*spot(board, 250, 200))
    drawn(lab, board, (500, 400), mark("light", "blue"))
    drawn(lab, board, DISC, colour("light", "board"))


def test_two_views_and_two_boards_agree_each_with_its_own(lab: LabPage) -> None:
    second = "other = Board(320, 240); other.paint(scene(40, 40, 'green')); other.widget"
    open_board(lab, "board.widget", second)
    boards = lab.page.get_by_role("application")
    expect(boards).to_have_count(3)
    for board in boards.all()[:2]:
        drawn(lab, board, DISC, mark("light", "blue"))
    drawn(lab, boards.nth(2), (80, 80), mark("light", "green"))
    lab.page.mouse.click(*spot(boards.nth(1), 70, 80))
    expect(lab.output(0)).to_contain_text("drop 70 80")
    lab.page.mouse.click(*spot(boards.nth(2), 90, 80))
    lab.page.mouse.click(*spot(boards.nth(0), 60, 80))
    expect(lab.output(0)).to_contain_text("drop 60 80")
    expect(lab.output(0)).to_contain_text("press 2")


def test_a_number_that_is_not_finite_freezes_nothing(lab: LabPage) -> None:
    spoil = """\
try:
    board.paint(scene(math.nan))
except ValueError as error:
    fail(error)
"""
    board = open_board(lab, spoil, "board.paint(scene(200, 60))")
    drawn(lab, board, (400, 120), mark("light", "blue"))
    expect(lab.output(0)).to_contain_text(
        "ValueError: The Circles of role 'bar' named 'tank' holds a number that is not finite"
    )


def test_a_closed_board_freezes_no_other(lab: LabPage) -> None:
    board = open_board(
        lab,
        "other = Board(); other.paint(scene()); other.close(); other.paint(scene(3, 3));"
        " board.paint(scene(200, 60))",
    )
    drawn(lab, board, (400, 120), mark("light", "blue"))


#: A manager of canvases, open or closed, that cannot find its canvas; returns what happens to a
#: painting, as page.js arranges it.
PAINT_IN_VAIN = """async open => {
    const painter = {comm: {}, onCommand: async () => { if (!open) delete painter.comm;
        throw new Error('not found'); }};
    await dropLatePaintings({get: () => 'id', widget_manager: {get_model: async () => painter}});
    const told = [];
    for (const time of [1, 2]) await painter.onCommand().then(() => told.push('dropped'),
        (error) => told.push(error.message));
    return told;
}"""


def test_what_a_closed_board_still_had_to_paint_is_dropped_and_other_faults_are_not(
    page: Page,
) -> None:
    page.add_script_tag(
        content=files("landships_lab.jupyter").joinpath("js", "page.js").read_text(encoding="utf-8")
    )
    assert page.evaluate(PAINT_IN_VAIN, False) == ["dropped", "dropped"]
    assert page.evaluate(PAINT_IN_VAIN, True) == ["not found", "not found"]


def test_another_size_shows_the_whole_picture(lab: LabPage) -> None:
    board = open_board(lab, "board.resize(400, 300)")
    expect(board.locator("canvas")).to_have_js_property(
        "clientWidth", 320
    )  # a scene says its own size
    drawn(lab, board, DISC, mark("light", "blue"))
    assert lab.pixel(board.locator("canvas"), *PAPER) == colour("light", "paper")


def test_the_page_tells_its_theme_and_every_change_of_it(lab: LabPage) -> None:
    watch = (
        "board.bridge.observe(lambda _: board.paint(scene(), THEMES[board.bridge.page_theme]),"
        " 'page_theme')"
    )
    lab.open_cells([BOARD + watch + "\n" + SHOW], theme="dark")
    board = lab.output(0).get_by_role("application")
    drawn(lab, board, PAPER, colour("dark", "paper"))
    drawn(lab, board, DISC, mark("dark", "blue"))
    lab.screenshot("canvas-dark", of=board)
    lab.change_theme("light")
    drawn(lab, board, PAPER, colour("light", "paper"))


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_board_is_drawn_by_voila(voila: VoilaPage, theme: Theme) -> None:
    watch = (
        "board.bridge.observe(lambda _: board.paint(scene(), THEMES[board.bridge.page_theme]),"
        " 'page_theme')"
    )
    voila.open_cells([BOARD + watch + "\n" + SHOW], theme=theme)
    board = voila.page.get_by_role("application")
    drawn(voila, board, PAPER, colour(theme, "paper"))
    voila.page.mouse.click(*spot(board, 70, 80))
    expect(voila.page.get_by_text("drop 70 80")).to_be_visible()
