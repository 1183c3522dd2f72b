"""A company in the field in a real JupyterLab: six vehicles dragged, a cell's steps and the way's
strip read; and all by keys alone.
"""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from landships_lab.drawing.words import lines
from landships_lab.games.landships.panels.coverage_board import GRID, CoverageBoard
from landships_lab.panel import CATALOG, Gesture
from landships_lab.panel.links import read_link
from tests.browser.harness import LabPage
from tests.browser.panels import open_panel

pytestmark = pytest.mark.browser

COVERAGE: Any = CATALOG["landships:coverage"]
BEGIN = (
    "landships:coverage british mk-iv-male@0304@E mk-iv-male@0306@E mk-iv-male@0308@E "
    "german a7v@1404@WSW a7v@1406@WSW a7v@1408@WSW within 6"
)
DRAGS = (
    ("0304", "0503"),
    ("0306", "0606"),
    ("0308", "0509"),
    ("1404", "1203"),
    ("1406", "1106"),
    ("1408", "1208"),
)
TABLES = "Who hits whom, and the way"
HAS_FOCUS = "() => document.activeElement.textContent"


class Field:
    """The coverage panel on a page, beside the state that it ought to have."""

    def __init__(self, lab: LabPage, text: str) -> None:
        self.lab, self.keys, self.state = lab, lab.page.keyboard, COVERAGE.parse(text)
        self.at = open_panel(lab, f"Coverage({text!r})")
        self.view = COVERAGE.view(self.state.focus())
        self.verdict = self.at.locator(".ll-verdict").first
        self.opened = self.at.locator(".ll-opened").first

    def spot(self, code: str) -> tuple[float, float]:
        board = self.at.locator(".ll-board").first
        board.scroll_into_view_if_needed()
        box = board.bounding_box()
        assert box is not None
        x, y = self.view.pixel(GRID.place(code))
        return (
            box["x"] + x * box["width"] / self.view.width,
            box["y"] + y * box["height"] / self.view.height,
        )

    def drag(self, code: str, to: str) -> None:
        mouse = self.lab.page.mouse
        mouse.move(*self.spot(code))
        mouse.down()
        mouse.move(*self.spot(to), steps=6)
        mouse.up()

    def goes_to(self, control: str, value: object) -> None:
        """Set the state that the panel ought to have; it is looked at with `is_shown`."""
        self.state = self.state.set(control, value)

    def is_shown(self) -> None:
        """Wait until verdict and tables are those of the state."""
        answer = self.state.answer()
        expect(self.verdict).to_have_text(answer.headline)
        tables = self.state.tables(answer)
        shown = self.at.locator(".ll-table")
        expect(shown).to_have_count(len(tables))
        for number, table in enumerate(tables):
            expect(shown.nth(number).locator("caption")).to_have_text(table.caption)
            expect(shown.nth(number).locator("tbody td")).to_have_text(
                [cell for _, cells in table.rows for cell in cells]
            )
            expect(shown.nth(number).locator("tbody th")).to_have_text(
                [name for name, _ in table.rows]
            )

    def says_all_steps_of(self, link: str) -> None:
        """Wait until the panel below says the fire arcs' whole answer to this link."""
        state = read_link(link)
        answer = state.answer()
        expect(self.opened.locator(".ll-verdict").first).to_have_text(answer.headline)
        steps = self.opened.locator(".ll-steps").first.locator(".ll-step")
        expect(steps).to_have_count(len(lines(answer)))
        for number, line in enumerate(lines(answer)):
            expect(steps.nth(number)).to_contain_text(line.text)

    def tab_to(self, wanted: Locator, most: int = 40) -> None:
        """Press the Tab key until this has the focus."""
        for _ in range(most):
            if wanted.evaluate("it => it === document.activeElement"):
                return
            self.keys.press("Tab")
        pytest.fail(f"the Tab key does not lead to {wanted}")

    def arrow_to(self, name: str, key: str = "ArrowRight") -> None:
        """Press an arrow key until the button of this name has the focus."""
        for _ in range(12):
            if self.lab.page.evaluate(HAS_FOCUS) == name:
                return
            self.keys.press(key)
        pytest.fail(f"no arrow key leads to {name}")


def put(state: CoverageBoard, key: str, code: str) -> CoverageBoard:
    """Return the state with a unit dragged to a place, and chosen by that."""
    one = state.force_by_key[key]
    new: CoverageBoard = state.set("chosen", key).set("place", f"{code} {one.heading}")
    return new


def test_a_formation_is_the_same_whatever_was_pressed_before(lab: LabPage) -> None:
    """Wedge after echelon is a wedge, and a column pressed twice stays where it is; the board's own
    words tell where units stand.
    """
    field = Field(lab, BEGIN)
    start, board = field.state, field.at.get_by_role("application").first
    for formation in ("echelon", "wedge", "wedge", "column", "column", "line"):
        field.at.get_by_role("button", name=formation, exact=True).click()
        there = start.set("form", formation)
        answer = there.answer()
        expect(field.verdict).to_have_text(answer.headline)
        told = there.picture(answer, field.view).description
        expect(board).to_have_attribute("aria-label", re.compile(re.escape(told)))


def test_six_vehicles_are_dragged_and_a_cell_and_the_way_are_read(lab: LabPage) -> None:
    field = Field(lab, BEGIN)
    button = field.at.get_by_role("button", name=TABLES, exact=True)
    for key, (code, to) in zip(field.state.force_by_key, DRAGS, strict=True):
        field.drag(code, to)
        field.state = put(field.state, key, to)
        expect(field.verdict).to_have_text(field.state.answer().headline)
    button.click()
    field.is_shown()

    table = field.state.tables(field.state.answer())[0]
    for row, column in ((0, 0), (2, 1)):
        cell = (
            field.at.locator(".ll-table")
            .first.locator("tbody tr")
            .nth(row)
            .locator("td")
            .nth(column)
        )
        expect(cell).to_have_text(table.rows[row][1][column])
        cell.get_by_role("button").click()
        field.says_all_steps_of(table.links[row][column])
    field.opened.get_by_role("button", name="Close", exact=True).click()
    expect(field.opened).to_be_hidden()

    field.at.get_by_role("button", name="Field", exact=True).click()
    field.at.get_by_role("button", name="draws a way", exact=True).click()
    for place in ("1601", "0410"):
        lab.page.mouse.click(*field.spot(place))
    field.goes_to("click", "way")
    field.goes_to("way", "1601 0410")
    expect(field.verdict).to_have_text(field.state.answer().headline)
    button.click()
    field.is_shown()
    expect(field.at.locator(".ll-table").last.locator("caption")).to_contain_text("The way through")


def test_keys_alone_move_six_vehicles_open_a_cell_and_draw_the_safest_way(lab: LabPage) -> None:
    field = Field(lab, BEGIN)
    board = field.at.get_by_role("application").first
    field.at.get_by_role(
        "button", name="Undo", exact=True
    ).first.focus()  # as the Tab key comes in; from here on there are only keys
    field.tab_to(board)
    for key in ("ArrowDown", "ArrowRight", "e"):
        field.keys.press(key)
        field.state = field.state.on_gesture(Gesture("key", key=key), field.view)
        expect(field.verdict).to_have_text(field.state.answer().headline)

    field.tab_to(field.at.get_by_role("button", name="More settings", exact=True))
    field.keys.press("Enter")
    unit, place = (
        field.at.get_by_label(label, exact=True) for label in ("Unit", "Its place and heading")
    )
    for key, (_, to) in list(zip(field.state.force_by_key, DRAGS, strict=True))[1:]:
        field.tab_to(unit)
        field.keys.press("ArrowDown")
        one = field.state.force_by_key[key]
        expect(place).to_have_value(f"{GRID.code(one.place)} {one.heading}")
        field.tab_to(place)
        field.keys.press("Control+a")
        field.keys.type(f"{to} {one.heading}")
        field.keys.press("Enter")
        field.state = put(field.state, key, to)
        expect(field.verdict).to_have_text(field.state.answer().headline)
        field.keys.press("Shift+Tab")

    way = field.at.get_by_label("Way through", exact=True)
    field.tab_to(way)
    field.keys.type("1601 0410")
    field.keys.press("Enter")
    field.goes_to("way", "1601 0410")
    expect(field.verdict).to_have_text(field.state.answer().headline)
    field.tab_to(field.at.get_by_role("button", name="drawn", exact=True))
    field.arrow_to("safest")
    field.keys.press("Enter")
    field.goes_to("route", "safest")
    expect(field.verdict).to_have_text(field.state.answer().headline)

    field.tab_to(field.at.get_by_role("button", name="Field", exact=True))
    field.arrow_to(TABLES)
    field.keys.press("Enter")
    field.is_shown()
    table = field.state.tables(field.state.answer())[0]
    field.tab_to(field.at.locator("[data-link]").first)
    field.keys.press("ArrowDown")
    field.keys.press("ArrowRight")
    cell = (
        field.at.locator(".ll-table").first.locator("tbody tr").nth(1).locator("[data-link]").nth(1)
    )
    expect(cell).to_be_focused()
    for key in ("Enter", " "):
        field.keys.press(key)
        field.says_all_steps_of(table.links[1][1])
        expect(field.opened.get_by_role("button", name="Close", exact=True).first).to_be_focused()
        field.keys.press("Enter")
        expect(field.opened).to_be_hidden()
        expect(cell).to_be_focused()
