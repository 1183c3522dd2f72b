"""A board is painted, a tank goes round a closed hex and drifts, a sheet of counters is printed: in
a real JupyterLab.
"""

import re
from io import BytesIO
from pathlib import Path

import pytest
from playwright.sync_api import expect
from pypdf import PdfReader

from landships_lab.panel import CATALOG
from tests.browser.harness import LabPage
from tests.browser.panels import Panel, hand_on

pytestmark = pytest.mark.browser


def test_terrain_is_painted_and_a_tank_goes_round_a_closed_hex_and_drifts(lab: LabPage) -> None:
    panel = hand_on(lab, "Movement('landships:move 0708 E mp 12 to 1008')")
    expect(panel.verdict).to_contain_text("from 0708 to 1008 costs")
    direct = panel.verdict.inner_text()
    panel.button("paints").click()
    panel.field("Brush").select_option("water (hex)")
    panel.drag("0908", "0907")
    panel.button("asks").click()
    panel.click("1008")
    expect(panel.verdict).not_to_have_text(direct)
    expect(panel.verdict).to_contain_text("from 0708 to 1008 costs")
    steps = panel.at.locator(".ll-steps")
    expect(steps).not_to_contain_text("Ahead to 0908")
    panel.button("Go").click()
    expect(panel.field("at")).to_have_value(re.compile("^1008 "))
    facing = panel.field("at").input_value().split()[1]
    if facing in ("N", "ENE", "ESE", "S", "WSW", "WNW"):
        panel.button(
            "Turn 30 degrees right"
        ).click()  # only along a hexjuncture is there a hexside beside it to drift onto
    panel.button("Ask about a drift to starboard").click()
    expect(panel.verdict).to_contain_text("It may drift to starboard, from 1008 onto hexside")
    panel.button("Go").click()
    expect(panel.field("at")).to_have_value(re.compile("/"))
    expect(panel.verdict).to_contain_text("With no MPs")


def test_a_painted_board_is_saved_to_a_file(lab: LabPage) -> None:
    panel = hand_on(lab, "Movement('landships:move 0708 E')")
    panel.button("paints").click()
    panel.field("Brush").select_option("town (hex)")
    panel.click("1006")
    panel.button("Save").click()
    with lab.page.expect_download() as waiting:
        panel.button("Save board").click()
    assert '[hexes]\ntown = ["1006"]' in Path(waiting.value.path()).read_text(encoding="utf-8")


def test_a_vehicle_is_drawn_up_and_its_counters_are_printed(lab: LabPage) -> None:
    panel = hand_on(lab, "VehicleEditor('landships:vehicle whippet')")
    expect(panel.verdict).to_contain_text("4 weapons")
    expect(panel.board).to_have_attribute("aria-label", re.compile("Medium A Whippet"))
    panel.enter("Name", "Our own tank")
    expect(panel.board).to_have_attribute("aria-label", re.compile("Our own tank"))
    panel.button("More settings").click()
    panel.enter("Arc", "-30 to 85")
    expect(panel.at.get_by_role("alert")).to_contain_text("multiples of 30 degrees, not 85")
    panel.enter("Arc", "-60 to 60")
    expect(panel.at.locator(".ll-steps")).to_contain_text("from 60° to port to 60° to starboard")
    panel.button("Save").click()
    with lab.page.expect_download() as waiting:
        panel.button("Print counters").click()
    pages = PdfReader(BytesIO(Path(waiting.value.path()).read_bytes())).pages
    assert len(pages) == 2
    assert "Our own tank" in pages[1].extract_text()


def test_the_brickyard_answers_who_would_win(lab: LabPage) -> None:
    panel = hand_on(lab, "Brickyard('landships:brickyard ger-a7v-1')")
    panel.field("Question").select_option("who would win?")
    expect(panel.verdict).to_contain_text("The British would win")
    panel.field("Question").select_option("is it set up right?")
    expect(panel.verdict).to_contain_text("A7V tank: 5817 is where it comes in on turn 1.")
    lab.reload()
    again = Panel(
        lab,
        lab.output(0).locator(".ll-panel").first,
        CATALOG["landships:brickyard"].initial().opening(),
    )
    expect(again.verdict).to_contain_text("A7V tank: 5817")
