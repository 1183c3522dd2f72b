"""The panels of One-Hour Wargames in a real JupyterLab: drag a Unit,
set a range, read the answer.
"""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from landships_lab.games.one_hour.panels.fire import view_of
from landships_lab.panel import CATALOG
from tests.browser.harness import LabPage
from tests.browser.panels import on_picture, open_panel

pytestmark = pytest.mark.browser

FIRE: Any = CATALOG["one_hour:fire"]
SIGHT: Any = CATALOG["one_hour:sight"]
SIZES = [(1600, 1000), (1280, 800)]
TALL = (1280, 1900)


def test_the_verdict_of_a_shot_is_seen_without_scrolling_and_a_click_on_the_strip_sets_the_range(
    lab: LabPage,
) -> None:
    panel = open_panel(lab, "OneHourFire()")
    for size in SIZES:
        lab.resize(size)
        panel.evaluate("it => it.scrollIntoView({block: 'start'})")
        expect(panel.get_by_role("status").first).to_be_in_viewport()
    view = view_of(FIRE.initial())
    lab.page.mouse.click(*on_picture(panel, view.at(20, 0), view.width))
    expect(panel.get_by_label("Range", exact=True)).to_have_value("20")
    expect(panel.get_by_role("status").first).to_have_text(
        "Tank at an Infantry Unit, 20″, if seen: a roll of 3 inflicts no Hits."
    )


def test_dragging_the_tanks_nearer_opens_the_sight(lab: LabPage) -> None:
    panel = open_panel(lab, "OneHourSight()", size=TALL)
    view, start = SIGHT.view(), SIGHT.initial()
    lab.page.mouse.move(*on_picture(panel, view.pixel(start.one.unique.centre), view.width))
    lab.page.mouse.down()
    lab.page.mouse.move(*on_picture(panel, view.at(26, 15), view.width), steps=6)
    lab.page.mouse.up()
    expect(panel.get_by_role("status").first).to_have_text("Cruds-1 can see Bersaglieri-2.")


def test_a_switched_reading_changes_the_move(lab: LabPage) -> None:
    panel = open_panel(lab, "OneHourMove()", size=TALL)
    panel.get_by_role("button", name="2 of 2 readings change this answer").click()
    panel.get_by_role("button", name=re.compile("all of them")).click()
    expect(panel.get_by_role("status").first).to_have_text(
        "A Tank always gets 12 inches or more in 1 turn."
    )


def test_a_wrong_range_is_told_beside_the_field(lab: LabPage) -> None:
    panel = open_panel(lab, "OneHourDuel()", size=TALL)
    field = panel.get_by_label("Range", exact=True)
    field.fill("far")
    field.press("Enter")
    expect(panel.get_by_role("alert")).to_have_text(
        "The range is a number of inches such as 7, 7.5 or 7 1/2, not 'far'."
    )
