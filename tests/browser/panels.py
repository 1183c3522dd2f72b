"""Opens panels in JupyterLab for tests, and finds what in them is clipped."""

from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from landships_lab.core.grid import Grid
from landships_lab.panel import CATALOG
from landships_lab.panel.catalog import PANELS
from tests.browser.harness import LabPage, NotebookPage
from tests.browser.server import Theme

GRID = Grid(columns=20, rows=14)
TALL = (1280, 1350)  # the whole of a panel fits, so that a picture of it can be kept
#: Whatever of a panel hides more than it shows, and what stands out of it to the right.
CLIPPED = """panel => {
    const told = e => `${e.tagName} ${e.className}: ${(e.textContent || '').slice(0, 60)}`;
    const seen = [...panel.querySelectorAll('*')].filter(e => e.checkVisibility() &&
        !e.closest('.ll-spoken, svg, .ll-window:not(.ll-wide)') && e.clientWidth > 1);
    const hides = e => ['hidden', 'auto', 'scroll', 'clip'].includes(getComputedStyle(e).overflowX);
    const typed = e => ['INPUT', 'SELECT', 'TEXTAREA', 'svg'].includes(e.tagName);
    const right = panel.getBoundingClientRect().right;
    return [
        ...seen.filter(e => hides(e) && !typed(e) && e.scrollWidth > e.clientWidth + 1),
        ...seen.filter(e => e.getBoundingClientRect().right > right + 1),
    ].map(told);
}"""
DRAWN = """canvas => {
    const {data} = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    const d = new Uint32Array(data.buffer);
    return d.some(pixel => pixel !== d[0]); }"""


#: The names of the panels of each rule set: as many as are put on one page. A page of all of them
#: would take long to come up.
BY_RULES: dict[str, tuple[str, ...]] = {
    rules: tuple(name for name, panel_id in PANELS.items() if panel_id.partition(":")[0] == rules)
    for rules in dict.fromkeys(panel_id.partition(":")[0] for panel_id in PANELS.values())
}
OF_EACH_RULE_SET = pytest.mark.parametrize("names", BY_RULES.values(), ids=BY_RULES)


def shown(lab: LabPage, *made: str, size: tuple[int, int] = (1280, 800)) -> list[Locator]:
    """Return panels, each in a cell of its own, all shown."""
    cells = [f"from landships_lab import {what.partition('(')[0]}\n{what}" for what in made]
    lab.open_cells(cells, size=size)
    panels: list[Locator] = []
    for number in range(len(cells)):  # one after the other, each once it is there
        panels.append(lab.output(number).locator(".ll-panel").first)
        expect(panels[-1].locator("h3")).to_be_visible()
    return panels


def open_panel(
    lab: LabPage, call: str, *, theme: Theme = "light", size: tuple[int, int] = (1280, 800)
) -> Locator:
    """Return the panel that this call makes, its verdict shown and its board painted."""
    lab.open_cells([f"from landships_lab import *\npanel = {call}\npanel"], theme=theme, size=size)
    panel = lab.output(0).locator(".ll-panel").first
    expect(panel.get_by_role("status").first).not_to_be_empty()
    if panel.locator(".ll-board").is_visible():
        painted(panel)
    return panel


def painted(panel: Locator) -> None:
    """Wait until the board shows more than one colour."""
    panel.page.wait_for_function(DRAWN, arg=panel.locator(".ll-board canvas").last.element_handle())


def on_picture(panel: Locator, at: tuple[float, float], width: float = 640) -> tuple[float, float]:
    """Return the place on the page of a pixel of the picture, which is ``width`` pixels wide."""
    board = panel.locator(".ll-board")
    board.scroll_into_view_if_needed()
    box = board.bounding_box()
    assert box is not None
    return box["x"] + at[0] * box["width"] / width, box["y"] + at[1] * box["width"] / width


#: A place of the board by its code, or a pixel of the picture.
Spot = str | tuple[float, float]


class Panel:
    """A panel on a page, used by places and labels."""

    def __init__(self, page: NotebookPage, where: Locator, view: Any) -> None:
        self.page = page
        self.at = where
        self.view = view
        self.board = where.locator(".ll-board")
        self.verdict = where.get_by_role("status").first

    def spot(self, at: Spot) -> tuple[float, float]:
        """Return the place on the page of a place of the board, or of a pixel of its picture."""
        pixel = self.view.pixel(GRID.place(at)) if isinstance(at, str) else at
        return on_picture(self.at, pixel, self.view.width)

    def click(self, code: str) -> None:
        """Click on a place, once the board listens and stands still."""
        (x, y), board = self.view.pixel(GRID.place(code)), self.at.get_by_role("application")
        scale = board.evaluate("it => it.clientWidth") / self.view.width
        board.click(position={"x": x * scale, "y": y * scale})

    def drag(self, start: Spot, to: Spot) -> None:
        mouse = self.page.page.mouse
        mouse.move(*self.spot(start))
        mouse.down()
        mouse.move(*self.spot(to), steps=8)
        mouse.up()

    def field(self, label: str) -> Locator:
        return self.at.get_by_label(label, exact=True)

    def enter(self, label: str, value: str) -> None:
        self.field(label).fill(value)
        self.field(label).press("Enter")

    def button(self, name: str) -> Locator:
        return self.at.get_by_role("button", name=name, exact=True)


def hand_on(
    lab: LabPage, call: str, *, size: tuple[int, int] = TALL, theme: Theme = "light"
) -> Panel:
    """Return the panel that this call makes, to be used by places and labels."""
    name, _, line = call.partition("(")
    made = CATALOG[PANELS[name]]
    text = line.strip("()'")
    state = made.parse(text) if text else made.initial()
    return Panel(lab, open_panel(lab, call, size=size, theme=theme), state.opening())
