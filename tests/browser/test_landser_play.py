"""A firefight in a real JupyterLab: a turn by click, drag and keys, back, on another line, and on
after a restart.
"""

from __future__ import annotations

import os
from fractions import Fraction
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from landships_lab.core.plane import Spot
from landships_lab.games.landser.turn import START
from landships_lab.games.landser.turn_board import BOARD
from tests.browser.harness import LabPage
from tests.browser.panels import CLIPPED
from tests.browser.test_one_screen import EACH_SIZE, LAPTOP
from tests.browser.test_play_browser import fits, now

pytestmark = pytest.mark.browser
NAME = "landser:duel-of-three"


def spot(panel: Locator, x: float, y: float) -> tuple[float, float]:
    """Return where a place lies on the board, in pixels of the page from its corner."""
    view = BOARD.view(START["duel-of-three"])
    at = view.pixel(Spot(Fraction(x), Fraction(y)))
    box = panel.locator(".ll-board").bounding_box()
    assert box
    return at[0] * box["width"] / view.width, at[1] * box["height"] / view.height


def press(panel: Locator, x: float, y: float) -> None:
    """Press a place of the table."""
    across, down = spot(panel, x, y)
    panel.locator(".ll-board").click(position={"x": across, "y": down})


def look(lab: LabPage, name: str) -> None:
    """Keep a picture of the page, where a folder for it is named."""
    if folder := os.environ.get("LOOK"):
        lab.page.screenshot(path=f"{folder}/{name}-{lab.page.viewport_size}.png".replace(" ", ""))


def stands(panel: Locator, size: tuple[int, int]) -> None:
    """Assert that nothing is hidden, and that a laptop shows it all on one screen."""
    if size == LAPTOP:
        fits(panel)
    assert panel.evaluate(CLIPPED) == []


@EACH_SIZE
def test_a_turn_of_a_firefight(lab: LabPage, tmp_path: Path, size: tuple[int, int]) -> None:
    lab.open_cells(
        [
            "from landships_lab import Play",
            f"game = Play({NAME!r}, folder={str(tmp_path)!r})\ngame",
        ],
        size=size,
    )
    panel = lab.output(1).locator(".ll-panel").first
    expect(panel.get_by_role("application")).to_be_visible()
    verdict = panel.locator(".ll-verdict")
    expect(verdict).to_contain_text("what the rules leave open")
    look(lab, "1-agree")
    stands(panel, size)
    panel.get_by_role("button", name="Begin", exact=True).click()
    expect(verdict).to_contain_text("Both sides roll a die")
    for words in ("typed",):
        panel.get_by_role("button", name=words).click()
    lab.tell_kernel("game.dispatch('put', 'roll')")
    field = panel.get_by_label("The numbers on your dice")
    field.fill("5 2")
    field.press("Enter")
    panel.locator(".ll-main").click()
    expect(verdict).to_contain_text("The Germans act")
    panel.get_by_role("button", name="thrown").click()

    press(panel, 12, 4)  # the leader
    expect(panel.locator(".ll-one.ll-on")).to_have_text("G-leader")
    look(lab, "2-chosen")
    stands(panel, size)
    press(panel, 11, 10)  # the other leader
    expect(panel.locator(".ll-main")).to_contain_text("Fire at B-leader")
    panel.locator(".ll-main").click()
    expect(now(panel)).to_contain_text("fire G-leader B-leader")
    look(lab, "3-fired")
    stands(panel, size)

    press(panel, 7, 3)  # the loader goes to the right
    press(panel, 6, 5)
    expect(panel.locator(".ll-main")).to_contain_text("Go to 6 5")
    panel.get_by_role("application").focus()
    lab.page.keyboard.press("Shift+ArrowUp")
    expect(panel.locator(".ll-main")).to_contain_text("Go to 6 4.75")
    look(lab, "4-in-hand")
    lab.page.keyboard.press("Enter")
    expect(now(panel)).to_contain_text("move G-loader 6 4.75")

    panel.get_by_title("One move back").click()
    lab.tell_kernel("game.dispatch('take', 'work G-loader')")
    expect(panel.locator(".ll-lines summary")).to_have_text("Line 2 of 2")
    lab.tell_kernel("game.dispatch('put', 'cover G-gunner 180')")
    panel.get_by_role("button", name="Explain").last.click()
    expect(panel.locator(".ll-opened .ll-panel .ll-verdict").first).to_contain_text("Covering Fire")
    look(lab, "5-explained")

    lab.restart_kernel()
    lab.run_all()
    panel = lab.output(1).locator(".ll-panel").first
    expect(now(panel)).to_contain_text("work G-loader")
