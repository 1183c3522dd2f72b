"""A board answers pointer and keys in a real page, and leaves the page what it does not use."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from landships_lab.jupyter.bridge import Bridge
from landships_lab.panel.catalog import CATALOG
from tests.browser.board import BOARD, notebook, open_board, says, scrolled, spot
from tests.browser.harness import LabPage
from tests.browser.panels import on_picture, open_panel

pytestmark = pytest.mark.browser


def test_a_press_a_drag_and_a_drop_are_told_in_scene_pixels(lab: LabPage) -> None:
    board, mouse = open_board(lab), lab.page.mouse
    mouse.move(*spot(board, 100, 120))
    expect(says(board)).to_contain_text("hover 100 120")
    expect(board).to_have_css("cursor", "grab")
    mouse.down()
    expect(says(board)).to_contain_text("press 100 120")
    mouse.move(*spot(board, 150, 90))
    expect(says(board)).to_contain_text("drag 150 90;")
    expect(board).to_have_css("cursor", "grabbing")
    mouse.move(*spot(board, 400, 90))  # out of the board: the pointer is held
    expect(says(board)).to_contain_text("drag 400 90")
    mouse.up()
    expect(says(board)).to_contain_text("drop 400 90")
    mouse.move(*spot(board, 200, 200))
    expect(board).to_have_css("cursor", "crosshair")
    mouse.move(*spot(board, 420, 200))
    expect(says(board)).to_contain_text("leave")


def test_a_click_drops_where_it_pressed_and_takes_the_focus(lab: LabPage) -> None:
    board, mouse = open_board(lab), lab.page.mouse
    mouse.move(*spot(board, 60, 60))
    mouse.down()
    mouse.move(*spot(board, 62, 61))
    mouse.up()
    expect(says(board)).to_contain_text("drop 60 60")
    expect(says(board)).not_to_contain_text("drag")
    expect(board).to_be_focused()
    lab.page.keyboard.press("e")
    expect(says(board)).to_contain_text("key 62 61 e")


def test_the_right_button_is_the_pages(lab: LabPage) -> None:
    board, mouse = open_board(lab), lab.page.mouse
    mouse.click(*spot(board, 60, 60), button="right")
    lab.page.keyboard.press("Escape")  # its menu
    mouse.click(*spot(board, 70, 60))
    expect(says(board)).to_contain_text("press 1")


def test_a_drag_that_outruns_python_skips_and_ends_at_the_last_place(lab: LabPage) -> None:
    slow = (
        "import time; board.bridge.on('gesture', lambda event: time.sleep(0.2) if event['kind'] =="
        " 'drag' else None)"
    )
    board, mouse = open_board(lab, slow), lab.page.mouse
    mouse.move(*spot(board, 100, 120))
    mouse.down()
    for step in range(150):
        mouse.move(*spot(board, 100 + step, 120))
    mouse.up()
    expect(says(board)).to_contain_text(
        "drag 249 120; drop 249 120"
    )  # a slow kernel still brings the thing to where the hand let go
    kinds = dict(
        part.split(" ")
        for part in says(board).locator(".widget-label").nth(1).inner_text().split(", ")
    )
    assert int(kinds["drag"]) < 75
    assert (kinds["press"], kinds["drop"]) == ("1", "1")


def test_an_error_in_a_gesture_is_told_and_the_next_gesture_works(lab: LabPage) -> None:
    refuse = "board.bridge.on('gesture', lambda event: 1 / 0 if event['kind'] == 'key' else None)"
    board = open_board(lab, refuse)
    board.press("q")
    expect(says(board)).to_contain_text("ZeroDivisionError: division by zero")
    lab.page.mouse.move(*spot(board, 60, 60))
    expect(says(board)).to_contain_text("hover 60 60")


def test_a_finger_taps_and_drags_what_it_can_grab(lab: LabPage) -> None:
    board = open_board(lab)
    touch = lab.page.context.new_cdp_session(lab.page)

    def finger(kind: str, *at: float) -> None:
        points = [{"x": x, "y": y} for x, y in ([spot(board, *at)] if at else [])]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    finger("touchStart", 60, 60)
    finger("touchEnd")
    expect(says(board)).to_contain_text("drop 60 60")
    finger("touchStart", 100, 120)
    finger("touchMove", 140, 120)
    finger("touchMove", 180, 120)
    expect(says(board)).to_contain_text("drag 180 120")
    finger("touchEnd")
    expect(says(board)).to_contain_text("drop 180 120")


# --- keys and wheel
# -------------------------------------------------------------------------------------------------


def test_claimed_keys_reach_python_and_not_the_notebook(lab: LabPage) -> None:
    board = open_board(lab, "1", "2")
    lab.page.mouse.click(*spot(board, 60, 60))
    before = notebook(lab.page)
    keys = {
        "q": "q",
        "Shift+E": "e shift",
        "ArrowDown": "ArrowDown",
        "Enter": "Enter",
        "Control+z": "Ctrl+z",
        "Escape": "Escape",
    }
    for key, said in keys.items():
        lab.page.keyboard.press(key)
        expect(says(board)).to_contain_text(f"key 60 60 {said};")
        assert notebook(lab.page) == before
    expect(board).to_be_focused()


def test_a_slip_on_the_keyboard_does_nothing_to_the_notebook_and_other_keys_stay_the_pages(
    lab: LabPage,
) -> None:
    board = open_board(lab, "1", "2")
    lab.page.mouse.click(*spot(board, 60, 60))
    before = notebook(lab.page)
    for key in ("x", "d", "d", "j"):  # JupyterLab: cut the cell, delete it, go to the next
        lab.page.keyboard.press(key)
    lab.page.keyboard.press(
        "Control+Shift+C"
    )  # JupyterLab: the command palette, which then has the focus
    expect(
        lab.page.locator("#modal-command-palette input, .lm-CommandPalette-input").first
    ).to_be_focused()
    assert notebook(lab.page) == before
    expect(says(board)).not_to_contain_text("key")
    lab.page.keyboard.press("Escape")  # closes the palette


def test_tab_comes_in_shows_a_ring_and_goes_out(lab: LabPage) -> None:
    lab.open_cells(
        [
            BOARD
            + "board.paint(scene())\nipywidgets.VBox([ipywidgets.Button(description='before'),"
            " board.widget, ipywidgets.Button(description='after')])"
        ]
    )
    board = lab.output(0).get_by_role("application", name="Board under test. A disc.")
    lab.output(0).get_by_role("button", name="before").focus()
    lab.page.keyboard.press("Tab")
    expect(board).to_be_focused()
    assert board.evaluate("it => getComputedStyle(it, '::after').boxShadow") != "none"
    lab.screenshot("canvas-focus", of=board)
    lab.page.keyboard.press("Tab")
    expect(lab.output(0).get_by_role("button", name="after")).to_be_focused()
    lab.page.keyboard.press("Shift+Tab")
    expect(board).to_be_focused()


def test_the_wheel_turns_over_a_grab_and_scrolls_elsewhere(lab: LabPage) -> None:
    board, mouse = open_board(lab, *["'\\n' * 400"] * 8), lab.page.mouse
    lab.cell(0)
    start = scrolled(lab.page)
    mouse.move(*spot(board, 100, 120))
    mouse.wheel(0, 120)
    expect(says(board)).to_contain_text(
        re.compile("turn 100 (119|120) 1;")
    )  # a wheel knows whole pixels of the page
    mouse.wheel(0, -120)
    expect(says(board)).to_contain_text(re.compile("turn 100 (119|120) -1;"))
    assert scrolled(lab.page) == start
    mouse.move(*spot(board, 200, 60))
    expect(says(board)).to_contain_text("hover 200 60")
    mouse.wheel(0, 60)
    lab.page.wait_for_function(
        "start => window.notebookUnderTest.content.outerNode.scrollTop > start", arg=start
    )
    assert "turn 2" in says(board).locator(".widget-label").nth(1).inner_text()


# --- clipboard and files
# -------------------------------------------------------------------------------------------------

ASK = "ask = ipywidgets.Button(description='ask'); ask.on_click(lambda _: {call}); ask"
LINK = "landships:fire mk-iv-male@0503/0504 E <b>"


def test_a_text_is_copied_as_it_is_also_over_plain_http_and_a_refusal_is_told(lab: LabPage) -> None:
    open_board(lab, ASK.format(call=f"board.bridge.copy({LINK!r})"))
    ask, told = lab.output(1).get_by_role("button", name="ask"), lab.output(0)
    for way in (
        "() => null",
        "() => { navigator.clipboard.writeText = () => Promise.reject(new Error('not here')); }",
    ):
        lab.page.evaluate("() => navigator.clipboard.writeText('nothing yet')")
        lab.page.evaluate(way)
        ask.click()
        expect(told).to_contain_text(f"done copy: {LINK}")
        assert lab.page.evaluate("() => navigator.clipboard.readText()") == LINK
        told.evaluate("it => it.querySelector('.widget-label').textContent = ''")
    lab.page.evaluate("() => { document.execCommand = () => false; }")
    ask.click()
    expect(told).to_contain_text("failed copy: The browser does not allow copying here.")
    lab.page.evaluate(
        "() => { delete navigator.clipboard.writeText; delete document.execCommand; }"
    )


def test_a_picture_is_saved_as_svg_and_as_png_of_twice_the_size(
    lab: LabPage, tmp_path: Path
) -> None:
    calls = (
        "board.bridge.download('tank.svg', 'image/svg+xml', svg(scene()))",
        "board.bridge.download_png('tank.png', svg(scene()))",
    )
    open_board(lab, "board.widget", *(ASK.format(call=call) for call in calls))
    saved = []
    for cell, name in ((2, "tank.svg"), (3, "tank.png")):
        with lab.page.expect_download() as download:
            lab.output(cell).get_by_role("button", name="ask").click()
        assert download.value.suggested_filename == name
        download.value.save_as(tmp_path / name)
        saved.append((tmp_path / name).read_bytes())
        expect(lab.output(0)).to_contain_text(f": {name}")
    assert saved[0].startswith(b"<svg xmlns")
    assert saved[1][:8] == b"\x89PNG\r\n\x1a\n"
    assert [int.from_bytes(saved[1][i : i + 4], "big") for i in (16, 20)] == [640, 480]


def test_a_picture_that_cannot_be_made_is_told(lab: LabPage) -> None:
    open_board(lab, ASK.format(call="board.bridge.download_png('tank.png', 'no picture')"))
    lab.output(1).get_by_role("button", name="ask").click()
    expect(lab.output(0)).to_contain_text("failed png: ")


# --- the outbox alone, with a kernel that answers when we say so
# --------------------------------------------------------------------

LOST_MS = 5000  # as bridge.js has it
FAKE = """async script => {
    const {render} = (await import(URL.createObjectURL(new Blob([script],
        {type: 'text/javascript'})))).default;
    const size = 'width="640" height="480" style="width:320px"';
    document.body.innerHTML =
        `<div class="ll-board" style="width:320px"><canvas ${size}></canvas><i></i></div>`;
    const traits = {label: 'L', claimed: ['q'], painter: 'canvas', grab: [[100, 120, 16]],
        size: [320, 240]};
    const heard = {};
    window.sent = [];
    const on = (name, f) => (heard[name] ??= new Set()).add(f), off = (name,
        f) => heard[name].delete(f);
    const model = {get: name => traits[name], on, off, send: m => sent.push(m)};
    window.answer = seq => heard['msg:custom'].forEach(f => f({kind: 'ack', view: sent[0].view,
        seq}));
    window.stop = render({model, el: document.querySelector('i')});
    const board = document.querySelector('.ll-board'), box = board.getBoundingClientRect();
    window.pointer = (kind, x, y) => board.dispatchEvent(new PointerEvent(kind,
        {clientX: box.x + x, clientY: box.y + y, button: 0}));
    window.wheel = delta => board.dispatchEvent(
        new WheelEvent('wheel', {clientX: box.x + 100, clientY: box.y + 120, deltaY: delta,
            cancelable: true}));
    window.press = repeat => board.dispatchEvent(new KeyboardEvent('keydown', {key: 'q', repeat}));
}"""


@pytest.fixture
def outbox(page: Page) -> Page:
    """A page with a board whose kernel answers only when told to."""
    page.evaluate(FAKE, str(Bridge._esm))
    return page


def sent(page: Page) -> list[list[Any]]:
    told: list[list[Any]] = json.loads(
        page.evaluate("() => JSON.stringify(sent.map(e => [e.seq, e.kind, e.steps ?? e.x]))")
    )
    return told


def test_one_move_is_under_way_and_the_newest_follows(outbox: Page) -> None:
    outbox.evaluate("() => { for (let x = 1; x <= 50; x++) pointer('pointermove', x, 9); }")
    assert sent(outbox) == [[1, "hover", 1]]
    outbox.evaluate("() => answer(1)")
    assert sent(outbox) == [[1, "hover", 1], [2, "hover", 50]]
    outbox.evaluate("() => answer(2)")
    assert len(sent(outbox)) == 2


FAR_AWAY = """([each, count]) => {
    let now = 0;
    performance.now = () => now;
    const move = x => { now += each; pointer('pointermove', x, 9); };
    for (let x = 1; x <= 30; x++) { move(x); answer(sent.length); }
    const before = sent.length;
    move(31);
    now += 150;
    answer(sent.length);
    for (let x = 32; x < 32 + count; x++) move(x);
    return sent.length - before - 1;
}"""


@pytest.mark.parametrize(
    ("frame", "moves", "under_way"), [(17, 24, 8), (80, 6, 2)], ids=["quick page", "slow page"]
)
def test_one_answer_tells_how_far_away_the_kernel_is(
    outbox: Page, frame: int, moves: int, under_way: int
) -> None:
    """As many gestures go as its 150 ms have room for, one for each frame of the page."""
    assert outbox.evaluate(FAR_AWAY, [frame, moves]) == under_way


def test_a_key_is_never_held_back_and_keeps_its_order(outbox: Page) -> None:
    outbox.evaluate(
        "() => { pointer('pointermove', 1, 9); pointer('pointermove', 2, 9); press(false);"
        " press(true); press(false); }"
    )
    assert [kind for _, kind, _ in sent(outbox)] == [
        "hover",
        "hover",
        "key",
        "key",
    ]  # what a held key repeats is skipped


def test_turns_add_up_while_they_wait(outbox: Page) -> None:
    outbox.evaluate(
        "() => { for (let n = 0; n < 5; n++) { wheel(120); pointer('pointermove', 100 + n, 120); }"
        " answer(1); answer(2); }"
    )
    assert sent(outbox) == [[1, "turn", 1], [2, "turn", 4], [3, "hover", 104]]


def test_small_strokes_of_a_touchpad_add_up_to_a_step(outbox: Page) -> None:
    outbox.evaluate("() => { for (let n = 0; n < 12; n++) wheel(-9); }")
    assert sent(outbox) == [[1, "turn", -1]]


def test_a_kernel_that_never_answers_is_not_flooded(outbox: Page) -> None:
    outbox.evaluate(
        "() => { for (let n = 0; n < 1000; n++) { pointer('pointermove', n % 300, 9); press(false);"
        " wheel(120); } }"
    )
    assert len(sent(outbox)) == 100


def test_what_must_arrive_is_said_again_until_it_is_answered(page: Page) -> None:
    page.clock.install()
    page.evaluate(FAKE, str(Bridge._esm))
    page.evaluate("() => { pointer('pointermove', 1, 9); press(false); press(false); }")
    once = [[1, "hover", 1], [2, "key", 1], [3, "key", 1]]
    assert sent(page) == once
    page.clock.run_for(LOST_MS)
    assert (
        sent(page) == once + once[1:]
    )  # by the same numbers; where the pointer was matters no more
    page.evaluate("() => answer(2)")
    page.clock.run_for(LOST_MS)
    assert sent(page) == once + once[1:] + once[2:]
    page.evaluate("() => answer(3)")
    page.clock.run_for(100 * LOST_MS)
    assert len(sent(page)) == 6
    assert page.evaluate("() => sent.map(it => it.after)") == [
        0,
        0,
        2,
        0,
        2,
        0,
    ]  # what is to be heard before: `GestureOrder`


def test_a_kernel_that_never_answers_is_reminded_a_few_times(page: Page) -> None:
    page.clock.install()
    page.evaluate(FAKE, str(Bridge._esm))
    page.evaluate("() => press(false)")
    page.clock.run_for(100 * LOST_MS)
    assert len(sent(page)) == 7


def test_a_view_that_is_gone_is_silent(outbox: Page) -> None:
    outbox.evaluate("() => { stop(); pointer('pointermove', 5, 9); press(false); }")
    assert sent(outbox) == []


def test_what_is_in_hand_follows_the_pointer_in_the_page_itself(lab: LabPage) -> None:
    """Its ghost stands where a drop would put it, at the centre of a hex or on a hexside, and goes
    with the drop.
    """
    panel, mouse = open_panel(lab, "FireArcs()"), lab.page.mouse
    state: Any = CATALOG["landships:fire"].initial()
    view, ghost = state.opening(), panel.locator(".ll-ghost")
    mouse.move(*on_picture(panel, view.pixel(state.place), view.width))
    mouse.down()
    for code, (right, down) in (
        ("0910", (4, 3)),
        ("0910/0911", (2, -2)),
        ("1010", (-5, 3)),
        ("1009/1010", (1, 1)),
    ):
        x, y = view.pixel(state.grid.place(code))
        mouse.move(*on_picture(panel, (x + right, y + down), view.width), steps=3)
        box = ghost.bounding_box()
        assert box is not None
        middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        assert middle == pytest.approx(on_picture(panel, (x, y), view.width), abs=1.5), code
    expect(ghost).not_to_have_class(re.compile("ll-struck"))
    mouse.up()
    expect(ghost).to_have_count(0)
    expect(panel.get_by_label("at", exact=True)).to_have_value(re.compile("^1009/1010 "))


def test_what_may_not_stand_where_it_is_held_is_struck_out(lab: LabPage) -> None:
    """A vehicle that faces a corner may stand in a hex but not on a hexside across that way."""
    panel, mouse = open_panel(lab, "Positions()"), lab.page.mouse
    state: Any = CATALOG["landships:positions"].initial()
    view, ghost = state.opening(), panel.locator(".ll-ghost")
    mouse.move(*on_picture(panel, view.pixel(state.vehicle.place), view.width))
    mouse.down()
    verdict = panel.get_by_role("status").first
    for code, struck in (("0804", False), ("0804/0805", True), ("0805", False)):
        mouse.move(*on_picture(panel, view.pixel(state.grid.place(code)), view.width), steps=3)
        expect(verdict).to_contain_text(code)
        count = 1 if struck else 0
        expect(panel.locator(".ll-ghost.ll-struck")).to_have_count(count)
        if struck:
            expect(verdict).to_contain_text("illegal")
            lab.screenshot("struck-out", of=panel)
    mouse.up()
    expect(ghost).to_have_count(0)
