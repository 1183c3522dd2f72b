"""The Landser panels in a real JupyterLab: open the tree, drag a man, click a roll, come back after
a reload.
"""

from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from landships_lab.drawing import tree
from landships_lab.games.landser.panels.assault_picture import LEFT, SIDE, TOP
from landships_lab.games.landser.panels.fire_tree import HEIGHT
from landships_lab.panel import CATALOG
from tests.browser.harness import LabPage
from tests.browser.panels import on_picture, open_panel

pytestmark = pytest.mark.browser

TALL = (1280, 2300)  # the whole of a panel fits, so that a picture of it can be kept


def verdict(panel: Locator) -> Locator:
    return panel.get_by_role("status").first


def test_the_tree_is_opened_and_its_branches_light_up_their_rules(lab: LabPage) -> None:
    panel = open_panel(lab, "LandserFire('landser:fire rifle@4')", theme="dark", size=TALL)
    state: Any = CATALOG["landser:fire"].parse("landser:fire rifle@4")
    boxes = {box.node.path: box for box in tree.layout(state.root(), HEIGHT)}
    lab.page.mouse.click(*on_picture(panel, boxes["hit/effect 5/light 3"].at))
    expect(verdict(panel)).to_contain_text("Light 3: 2.3% of the time")
    expect(panel.locator(".ll-steps")).to_contain_text("half speed")
    panel.get_by_label("Weapon", exact=True).select_option("submachine gun")
    panel.get_by_label("Range", exact=True).fill("45")
    panel.get_by_label("Range", exact=True).press("Enter")
    expect(verdict(panel)).to_contain_text("dash")
    panel.get_by_role("button", name="At 30 inches, it may fire.").click()
    expect(verdict(panel)).to_contain_text("Hits on 6 or more at long range")
    lab.screenshot("landser-fire-dark", panel)
    lab.reload()
    expect(verdict(lab.output(0).locator(".ll-panel").first)).to_contain_text(
        "Hits on 6 or more at long range"
    )


def test_a_man_is_dragged_out_of_the_grenades_reach(lab: LabPage) -> None:
    panel = open_panel(lab, "LandserTemplate()", size=TALL)
    view: Any = CATALOG["landser:template"].view()
    expect(verdict(panel)).to_contain_text("A must roll for effect 55.1% of the time")
    mouse = lab.page.mouse
    mouse.move(*on_picture(panel, view.at(9, 6), view.width))
    mouse.down()
    mouse.move(*on_picture(panel, view.at(1, 1), view.width), steps=8)
    mouse.up()
    expect(verdict(panel)).to_contain_text("A never has to roll for effect")
    lab.screenshot("landser-template-dragged", panel)


def test_a_roll_of_the_assault_is_clicked(lab: LabPage) -> None:
    panel = open_panel(lab, "LandserAssault()", size=TALL)
    lab.page.mouse.click(*on_picture(panel, (LEFT + 2.5 * SIDE, TOP + 3.5 * SIDE)))
    expect(verdict(panel)).to_contain_text("A draw, 4 to 4")
