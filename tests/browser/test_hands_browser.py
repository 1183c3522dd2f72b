"""What hands do with a board beside pointing: come closer, move it, take back and do again, and see
what is only a preview.
"""

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from landships_lab.panel import CATALOG
from tests.browser.board import notebook, scrolled
from tests.browser.harness import LabPage
from tests.browser.panels import on_picture, open_panel, painted, shown
from tests.browser.phones import Fingers

pytestmark = pytest.mark.browser

FIRE = CATALOG["landships:fire"]
START = FIRE.initial()
OPENING = START.opening()
MIDDLE = FIRE.grid.place("0909")


def at(panel: Locator, code: str) -> tuple[float, float]:
    """Return where a place lies on the page, as the view at present has it: asked of what the page
    knows of the lattice.
    """
    x, y = FIRE.grid.place(code)
    size, left, top, _ = lattice(panel)
    return on_picture(panel, (left + size * x / 4, top + 3**0.5 * size * (y / 6 + x / 12)))


def lattice(panel: Locator) -> list[float]:
    """Return how the hexes lie on the picture, once what moves has come to rest."""
    expect(panel.locator(".ll-looking")).to_have_count(0)
    found: list[float] = panel.page.evaluate("""async () => {
            const manager = window.notebookUnderTest.sessionContext,
                code = 'print(list(panel.board.bridge.lattice))';
            let said = '';
            const asked = manager.session.kernel.requestExecute({code});
            asked.onIOPub = ({header, content}) => {
                if (header.msg_type === 'stream') said += content.text;
            };
            await asked.done;
            return JSON.parse(said);
        }""")
    return found


def size_of(panel: Locator) -> float:
    return lattice(panel)[0]


def wait_until(panel: Locator, holds: Callable[[list[float]], bool]) -> list[float]:
    """Return the lattice once it is so."""
    for _ in range(50):
        if holds(found := lattice(panel)):
            return found
    raise AssertionError(f"the view stays at {found}")


def message(panel: Locator) -> Locator:
    return panel.locator(".ll-message").first


def count_asks(lab: LabPage) -> None:
    """Count from now on how often the rule is asked."""
    lab.tell_kernel(
        "asked = []; own = panel.panel_type.ask; panel.panel_type.ask = lambda state:"
        " asked.append(1) or own(state)"
    )


def asks(lab: LabPage) -> None:
    lab.tell_kernel("assert not asked, 'the rule was asked'; panel.panel_type.ask = own")


def wheel_with_ctrl(page: Page, *turns: float) -> None:
    page.keyboard.down("Control")
    for turn in turns:
        page.mouse.wheel(0, turn)
    page.keyboard.up("Control")


# --- closer and farther
# -------------------------------------------------------------------------------------------------


def test_the_wheel_with_ctrl_comes_closer_about_the_pointer_and_asks_nothing(lab: LabPage) -> None:
    panel, page = open_panel(lab, "FireArcs()"), lab.page
    count_asks(lab)
    here = at(panel, "1008")
    page.mouse.move(*here)
    expect(panel.locator(".ll-verdict")).to_contain_text(
        "1008"
    )  # the hover asks, the wheel does not
    lab.tell_kernel("asked.clear()")
    zoom, top = page.evaluate("() => window.devicePixelRatio"), scrolled(page)
    wheel_with_ctrl(page, -120, -120)
    wait_until(panel, lambda found: found[0] == pytest.approx(OPENING.size * 1.25**2, rel=0.02))
    assert at(panel, "1008") == pytest.approx(here, abs=2)
    wheel_with_ctrl(page, *[-120] * 12)
    wait_until(panel, lambda found: found[0] == pytest.approx(640 / 7.5, rel=0.01))
    assert at(panel, "1008") == pytest.approx(here, abs=3), (
        "as close as it gets, the place is still under the pointer"
    )
    wheel_with_ctrl(page, *[120] * 20)
    whole = FIRE.view()
    assert wait_until(panel, lambda found: found[0] < 20)[:3] == pytest.approx(
        [whole.size, *whole.origin]
    )
    asks(lab)
    assert (page.evaluate("() => window.devicePixelRatio"), scrolled(page)) == (zoom, top), (
        "the page itself stands still"
    )


def test_strokes_of_a_pinch_come_closer_step_by_step(lab: LabPage) -> None:
    """A trackpad sends many small strokes, as a wheel with Ctrl."""
    panel, page = open_panel(lab, "FireArcs()"), lab.page
    page.mouse.move(*at(panel, "0909"))
    seen = [size_of(panel)]
    for _ in range(4):
        wheel_with_ctrl(page, -6, -6)
        seen.append(wait_until(panel, lambda found: found[0] > seen[-1] * 1.05)[0])
    assert seen[-1] == pytest.approx(OPENING.size * 2.718281828 ** (48 / 100), rel=0.03)


def test_a_view_that_was_chosen_is_right_for_pointing_dragging_and_keys(lab: LabPage) -> None:
    panel, page = open_panel(lab, "FireArcs()"), lab.page
    page.mouse.move(*at(panel, "0909"))
    wheel_with_ctrl(page, -120, -120)
    wait_until(panel, lambda found: found[0] > OPENING.size * 1.5)
    page.mouse.click(*at(panel, "1009"))
    expect(panel.get_by_label("Target", exact=True)).to_have_value("1009")
    chosen = size_of(panel)
    assert chosen == pytest.approx(OPENING.size * 1.5625, rel=0.02), "a click leaves the view alone"
    page.mouse.move(*at(panel, "0807/0808"))
    page.mouse.down()
    page.mouse.move(*at(panel, "0909"), steps=4)
    box = panel.locator(".ll-ghost").bounding_box()
    assert box is not None
    assert (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) == pytest.approx(
        at(panel, "0909"), abs=2
    )
    page.mouse.up()
    expect(panel.get_by_label("at", exact=True)).to_have_value(re.compile("^0909 "))
    for _ in range(20):  # half a hex each: far out of the view
        page.keyboard.press("ArrowUp")
    expect(panel.get_by_label("Target", exact=True)).to_have_value(re.compile("^10(01|00)"))
    size, _left, top, _ = lattice(panel)
    assert size == pytest.approx(chosen), "the keys move the view along and leave it as large"
    code = panel.get_by_label("Target", exact=True).input_value()
    x, y = FIRE.grid.place(code)
    assert 0 <= top + 3**0.5 * size * (y / 6 + x / 12) <= 500


def test_the_magnifier_comes_closer_at_its_first_press_and_says_when_it_cannot(
    lab: LabPage,
) -> None:
    panel = open_panel(lab, "FireArcs()")
    closer, whole = (
        panel.get_by_role("button", name=name, exact=True) for name in ("Closer", "Whole board")
    )
    sizes = [size_of(panel)]
    closer.click()
    sizes.append(wait_until(panel, lambda found: found[0] > sizes[-1])[0])
    for _ in range(4):
        closer.click(force=True)  # one that has nothing to do can be pressed all the same
    expect(message(panel)).to_contain_text("This is the closest look.")
    expect(closer).to_have_attribute("aria-disabled", "true")
    whole.click()
    wait_until(panel, lambda found: found[0] == pytest.approx(FIRE.view().size))
    expect(closer).to_have_attribute("aria-disabled", "false")
    expect(whole).to_have_attribute("aria-disabled", "true")
    whole.click(force=True)
    expect(message(panel)).to_contain_text("This is the whole board.")


def test_plus_minus_and_0_come_closer_go_back_and_show_the_whole_board(lab: LabPage) -> None:
    panel, board = open_panel(lab, "FireArcs()"), lab.output(0).get_by_role("application")
    expect(board).to_have_attribute("aria-description", re.compile("plus and minus come closer"))
    before = notebook(lab.page)
    board.focus()
    lab.page.keyboard.press("+")
    wait_until(panel, lambda found: found[0] == pytest.approx(OPENING.size * 1.5))
    lab.page.keyboard.press("-")
    wait_until(panel, lambda found: found[0] == pytest.approx(OPENING.size))
    lab.page.keyboard.press("0")
    wait_until(panel, lambda found: found[0] == pytest.approx(FIRE.view().size))
    assert notebook(lab.page) == before


# --- moving the board
# -------------------------------------------------------------------------------------------------


def test_the_middle_button_moves_the_board_at_once_and_keeps_it_in_the_picture(
    lab: LabPage,
) -> None:
    panel, page = open_panel(lab, "FireArcs()"), lab.page
    page.mouse.move(*at(panel, "0909"))
    wheel_with_ctrl(page, -120, -120)
    wait_until(panel, lambda found: found[0] > OPENING.size * 1.5)
    (x, y), target = at(panel, "0909"), panel.get_by_label("Target", exact=True).input_value()
    lab.tell_kernel(
        "import time; panel.board.bridge.on('gesture',"
        " lambda e: time.sleep(0.3) if e['kind'] == 'look' else None)"
    )
    page.mouse.move(x, y)
    page.mouse.down(button="middle")
    page.mouse.move(x - 40, y - 30, steps=3)
    shown = panel.locator(".ll-board canvas").evaluate(
        "it => new DOMMatrix(getComputedStyle(it).transform).e"
    )
    assert -41 <= shown < -20, "the page moves the picture itself"
    page.mouse.move(x - 80, y - 60, steps=3)
    page.mouse.up(button="middle")
    assert at(panel, "0909") == pytest.approx((x - 80, y - 60), abs=2)
    assert panel.get_by_label("Target", exact=True).input_value() == target, (
        "nothing is asked, nothing dragged"
    )
    x, y = at(panel, "0909")
    page.mouse.move(x, y)
    page.mouse.down(button="middle")
    page.mouse.move(x + 3000, y + 3000, steps=3)
    page.mouse.up(button="middle")
    size, left, top, _ = lattice(panel)
    border = FIRE.view().mapped(size / FIRE.view().size, (0, 0)).mapped(1, (0, 0))
    corner = FIRE.grid.hex(1, 1)
    cx, cy = left + size * corner[0] / 4, top + 3**0.5 * size * (corner[1] / 6 + corner[0] / 12)
    assert (cx, cy) == pytest.approx((size + 9, 3**0.5 / 2 * size + 9), abs=1 + border.size), (
        "the corner of the board, no further"
    )


@pytest.mark.parametrize("brush", ["", " click paint"], ids=["pointing", "painting"])
def test_two_fingers_move_and_enlarge_the_board_and_do_nothing_else(
    lab: LabPage, brush: str
) -> None:
    """What the first finger began is taken back when the second comes down."""
    start = f"loos:sight 0707 at 1007{brush}"
    panel, page = open_panel(lab, f"Sight({start!r})"), lab.page
    view, grid = CATALOG["loos:sight"].parse(start).opening(), CATALOG["loos:sight"].grid
    lab.tell_kernel("before = panel.text")
    place = grid.place("0807")
    x, y = on_picture(panel, view.pixel(place))
    finger = Fingers(page)
    finger("touchStart", (x - 20, y))
    finger("touchStart", (x - 20, y), (x + 20, y))
    for step in range(1, 6):
        finger("touchMove", (x - 20 - 4 * step, y + 2 * step), (x + 20 + 4 * step, y + 2 * step))
    finger("touchEnd")
    size, left, top, _ = wait_until(panel, lambda found: found[0] > view.size * 1.7)
    assert size == pytest.approx(2 * view.size, rel=0.05)
    seen = left + size * place[0] / 4, top + 3**0.5 * size * (place[1] / 6 + place[0] / 12)
    assert on_picture(panel, seen) == pytest.approx((x, y + 10), abs=4)
    assert page.evaluate("() => window.visualViewport.scale") == 1
    lab.tell_kernel(
        "assert panel.text == before, (panel.text, before); assert len(panel._history) == 1"
    )


# --- taking back, doing again
# -------------------------------------------------------------------------------------------------


def test_escape_says_what_it_took_back_and_redo_brings_it_again(lab: LabPage) -> None:
    panel, page = open_panel(lab, "FireArcs()"), lab.page
    target = panel.get_by_label("Target", exact=True)
    undo, redo = (panel.get_by_role("button", name=name, exact=True) for name in ("Undo", "Redo"))
    expect(redo).to_have_attribute("aria-disabled", "true")
    redo.click(force=True)
    expect(message(panel)).to_contain_text("There is nothing to do again.")
    undo.click(force=True)
    expect(message(panel)).to_contain_text("There is nothing to take back.")
    page.mouse.click(*at(panel, "1009"))
    expect(target).to_have_value("1009")
    page.keyboard.press("Escape")
    expect(target).to_have_value("1309")
    said = message(panel).get_by_role("status")
    expect(said).to_contain_text("Taken back: Target 1009. Redo brings it again.")
    x, y = at(panel, "1109")
    page.mouse.move(x, y)
    expect(panel.locator(".ll-verdict")).to_contain_text("1109")
    expect(said).to_contain_text("Taken back")  # to point is no change
    redo.click()
    expect(target).to_have_value("1009")
    expect(message(panel)).to_contain_text("Done again: Target 1009.")
    undo.click()
    expect(message(panel)).to_contain_text("Taken back: Target 1009.")


#: Whether a press in the middle of it would meet this.
MEETS = """it => {
    const { left, right, top, bottom } = it.getBoundingClientRect();
    return it.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
}"""


def test_what_is_said_of_a_success_lets_a_press_through(lab: LabPage) -> None:
    panel, page = open_panel(lab, "FireArcs()"), lab.page
    panel.get_by_role("application").focus()
    for key in ("e", "ArrowUp", "Control+z"):
        page.keyboard.press(key)
    said = message(panel).get_by_role("status")
    expect(said).to_contain_text("Taken back: Target")
    assert not said.evaluate(MEETS), "a press meets what lies under it, such as the last remedy"


def test_the_keys_of_undo_hold_in_the_panel_and_not_in_its_fields(lab: LabPage) -> None:
    panel, page = open_panel(lab, "FireArcs()"), lab.page
    target = panel.get_by_label("Target", exact=True)
    page.mouse.click(*at(panel, "1009"))
    expect(target).to_have_value("1009")
    before = notebook(page)
    for key, value in (
        ("Control+z", "1309"),
        ("Control+Shift+Z", "1009"),
        ("Meta+z", "1309"),
        ("Control+y", "1009"),
    ):
        page.keyboard.press(key)
        expect(target).to_have_value(value)
    panel.get_by_role("button", name="Reset").focus()
    for key, value in (("Control+z", "1309"), ("Control+Shift+Z", "1009")):
        page.keyboard.press(key)
        expect(target).to_have_value(value)
    assert notebook(page) == before, "the notebook takes nothing back itself"
    target.focus()
    page.keyboard.type("05")
    page.keyboard.press("Control+z")
    expect(message(panel)).not_to_contain_text("Taken back")


def test_escape_first_lets_go_of_what_is_in_hand(lab: LabPage) -> None:
    panel, page = open_panel(lab, "FireArcs()"), lab.page
    place = panel.get_by_label("at", exact=True)
    page.mouse.click(*at(panel, "1009"))
    expect(panel.get_by_label("Target", exact=True)).to_have_value("1009")
    began = place.input_value()
    page.mouse.move(*at(panel, "0807/0808"))
    page.mouse.down()
    page.mouse.move(*at(panel, "0910"), steps=4)
    expect(place).to_have_value(re.compile("^0910"))
    page.keyboard.press("Escape")
    expect(place).to_have_value(began)
    expect(message(panel)).to_contain_text("Let go: all is as it was before.")
    expect(panel.locator(".ll-ghost")).to_have_count(0)
    page.mouse.move(*at(panel, "1010"))
    page.mouse.up()
    expect(panel.get_by_label("Target", exact=True)).to_have_value(
        "1009"
    )  # the change before it stays
    assert place.input_value() == began


# --- previews, and what a click does
# -------------------------------------------------------------------------------------------------


PREVIEWS = {
    "FireArcs()": ("landships:fire", "1009", "If you aim at 1009:"),
    "Movement()": ("landships:move", "0506", "If you go to 0506:"),
    "Hexsides()": ("landships:hexsides", "1009", "If you ask about 1009:"),
    "RangeCounter()": ("landships:range", "1007", "If you count to 1007:"),
    "Sight()": ("loos:sight", "0905", "If you look at 0905:"),
    "Brickyard()": ("landships:brickyard", "", "If you aim at "),
}


def each_shown(lab: LabPage, *calls: str) -> Iterator[Locator]:
    """Yield panels of one page, one after the other, each in view and painted."""
    for number, _ in enumerate(shown(lab, *calls)):
        panel = lab.output(number).locator(".ll-panel").first
        painted(panel)
        yield panel


def test_what_is_only_pointed_at_is_marked_as_a_preview(lab: LabPage) -> None:
    panels = each_shown(lab, *PREVIEWS)
    for panel, (panel_id, code, supposed) in zip(panels, PREVIEWS.values(), strict=True):
        verdict, panel_type = panel.locator(".ll-verdict").first, CATALOG[panel_id]
        own, opening = verdict.inner_text(), panel_type.initial().opening()
        spot = opening.pixel(panel_type.grid.place(code)) if code else (320.0, 250.0)
        lab.page.mouse.move(*on_picture(panel, spot))
        expect(verdict).to_contain_text(supposed)
        expect(verdict).to_have_css("border-left-style", "dashed")
        expect(verdict).to_have_attribute(
            "aria-hidden", "true"
        )  # not announced for each hex crossed
        lab.page.mouse.move(2, 2)
        expect(verdict).to_have_text(own)
        expect(verdict).to_have_css("border-left-style", "solid")


def test_the_hint_says_what_a_click_does_in_the_present_mode(lab: LabPage) -> None:
    for panel in each_shown(
        lab, "Sight()", "Coverage()", "Movement()", "Hexsides()", "Brickyard()"
    ):
        board, hint = panel.get_by_role("application"), panel.locator(".ll-foot .ll-hint")
        panel.get_by_role("button", name="paints", exact=True).click()
        expect(board).to_have_attribute("aria-description", re.compile("^Click a hex to paint it "))
        expect(hint).to_contain_text(
            re.compile(r"^Click a hex to paint it|\?")
        )  # or an open question
        expect(hint).not_to_contain_text("a click asks")
        expect(hint).not_to_contain_text("Point at")
