"""The Landser panels in a real JupyterLab: open the tree, drag a man, click a roll, come back after a reload."""

from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from landships_lab.explore import CATALOG
from landships_lab.explore.landser.assault_picture import LEFT, SIDE, TOP
from landships_lab.explore.landser.fire_tree import HEIGHT, root_of
from landships_lab.scene import tree
from landships_lab.scene.shapes import Pixel
from tests.browser.harness import LabPage
from tests.browser.server import Theme

pytestmark = pytest.mark.browser

TALL = (1280, 2300)  # the whole of a panel fits, so that a picture of it can be kept


def panel_of(lab: LabPage, name: str, *, theme: Theme = "light", size: tuple[int, int] = TALL, start: str = "") -> Locator:
    """Return a Landser panel on the page, its picture painted."""
    call = f"{name}({start!r})" if start else f"{name}()"
    lab.open_cells([f"from landships_lab import {name}\npanel = {call}\npanel"], theme=theme, size=size)
    panel = lab.output(0).locator(".ll-panel").first
    expect(panel.get_by_role("status").first).not_to_be_empty()
    lab.page.wait_for_function(
        "canvas => canvas.getContext('2d').getImageData(canvas.width / 2, canvas.height / 2, 9, 9).data.some(v => v > 0)",
        arg=panel.locator(".ll-board canvas").first.element_handle(),
    )
    return panel


def on_page(panel: Locator, at: Pixel, width: float = 600) -> Pixel:
    """Return the place on the page of a pixel of the picture."""
    board = panel.locator(".ll-board")
    board.scroll_into_view_if_needed()
    box = board.bounding_box()
    assert box is not None
    return box["x"] + at[0] * box["width"] / width, box["y"] + at[1] * box["width"] / width


def verdict(panel: Locator) -> Locator:
    return panel.get_by_role("status").first


def test_the_tree_is_opened_and_its_branches_light_up_their_rules(lab: LabPage) -> None:
    panel = panel_of(lab, "LandserFire", theme="dark", start="landser:fire rifle@4")
    state = CATALOG["landser:fire"].parse("landser:fire rifle@4")
    boxes = {box.node.path: box for box in tree.layout(root_of(state), HEIGHT)}
    lab.page.mouse.click(*on_page(panel, boxes["hit/effect 5/light 3"].at))
    expect(verdict(panel)).to_contain_text("Light 3: 2.3% of the time")
    expect(panel.locator(".ll-steps")).to_contain_text("half speed")
    panel.get_by_label("Weapon", exact=True).select_option("submachine gun")
    panel.get_by_label("Range in inches", exact=True).fill("45")
    panel.get_by_label("Range in inches", exact=True).press("Enter")
    expect(verdict(panel)).to_contain_text("dash")
    panel.get_by_role("button", name="At 30 inches, it may fire.").click()
    expect(verdict(panel)).to_contain_text("Hits on 6 or more at long range")
    lab.screenshot("landser-fire-dark", panel)
    lab.reload()
    expect(verdict(lab.output(0).locator(".ll-panel").first)).to_contain_text("Hits on 6 or more at long range")


def test_a_man_is_dragged_out_of_the_grenades_reach(lab: LabPage) -> None:
    panel = panel_of(lab, "LandserTemplate")
    view: Any = CATALOG["landser:template"].view()
    expect(verdict(panel)).to_contain_text("A must roll for effect 55.1% of the time")
    mouse = lab.page.mouse
    mouse.move(*on_page(panel, view.at(9, 6)))
    mouse.down()
    mouse.move(*on_page(panel, view.at(1, 1)), steps=8)
    mouse.up()
    expect(verdict(panel)).to_contain_text("A never has to roll for effect")
    lab.screenshot("landser-template-dragged", panel)


def test_a_roll_of_the_assault_is_clicked(lab: LabPage) -> None:
    panel = panel_of(lab, "LandserAssault")
    lab.page.mouse.click(*on_page(panel, (LEFT + 2.5 * SIDE, TOP + 3.5 * SIDE)))
    expect(verdict(panel)).to_contain_text("A draw, 4 to 4")
