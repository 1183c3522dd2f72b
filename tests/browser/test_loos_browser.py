"""The panels of Loos in a real JupyterLab: sliders, lit tables, bars with their fractions, and a
line dragged over a field.
"""

import re

import pytest
from playwright.sync_api import expect

from landships_lab.panel import CATALOG
from tests.browser.harness import THEMES, LabPage, VoilaPage
from tests.browser.panels import open_panel

pytestmark = pytest.mark.browser

SIGHT = CATALOG["loos:sight"]
BARS = ".bqplot .bar rect, .bqplot rect.bar"
TALL = (1280, 1500)  # the whole of a panel fits, so that a picture of it can be kept


def test_readings_of_one_line_are_compared_in_both_themes(lab: LabPage) -> None:
    where = open_panel(
        lab,
        "Sight('loos:sight 0707 at 1007 show compare terrain woods=0806,0807 town=1005')",
        size=TALL,
    )
    for theme in THEMES:
        lab.change_theme(theme)
        expect(where).to_have_class(re.compile(rf"\bll-{theme}\b"))
        assert lab.screenshot(f"loos-sight-{theme}", of=where).stat().st_size > 20_000


def test_a_slider_moves_the_verdict_the_table_and_the_bars(lab: LabPage) -> None:
    where = open_panel(lab, "CombatTable('loos:table trench attack 8 defence 5')")
    used = where.locator("td.ll-used")
    expect(used).to_have_text("2–3")
    where.get_by_role("slider").first.press("ArrowRight")
    expect(where.get_by_role("status").first).to_contain_text("At +4 against trench")
    expect(used).to_have_text("4–5")
    where.get_by_role("button", name="3", exact=True).click()
    expect(where.get_by_role("status").first).to_contain_text("A roll of 3 at +4 against trench: •")
    expect(used).to_have_count(2)


def test_a_bar_shows_its_exact_fraction_under_the_pointer(lab: LabPage) -> None:
    where = open_panel(lab, "CombatTable('loos:table trench attack 8 defence 5')", size=TALL)
    bars = where.locator(BARS)
    expect(bars).to_have_count(20)  # ten, and over them ten as they were before the last change
    bars.nth(8).hover()
    expect(lab.page.locator(".ll-tip")).to_contain_text("(A): 1 / 3 = 33.3%")


def test_ordered_outcomes_are_read_at_least_and_at_most(lab: LabPage) -> None:
    where = open_panel(lab, "Bombardment('loos:bombardment clear dice 1 steps 2')", size=TALL)
    where.get_by_role("button", name="Factors").click()
    chart = where.locator(".ll-chart").first
    expect(chart.get_by_text("16.7%").first).to_be_visible()
    chart.get_by_role("button", name="at least").click()
    expect(chart.get_by_text("certain", exact=True).last).to_be_visible()
    expect(chart.get_by_text("83.3%")).to_be_visible()


def test_what_would_change_it_can_be_tried(lab: LabPage) -> None:
    where = open_panel(lab, "Campaign('loos:campaign trench')")
    before = where.get_by_role("status").first.inner_text()
    where.get_by_role("button", name=re.compile("One more half-brigade")).click()
    expect(where.get_by_role("status").first).not_to_have_text(before)


def test_the_target_is_dragged_and_a_reload_keeps_the_panel(lab: LabPage) -> None:
    where = open_panel(lab, "Sight('loos:sight 0707 at 1007 terrain woods=0806,0807')")
    board, view = (
        where.locator(".ll-board"),
        SIGHT.parse("loos:sight 0707 at 1007 terrain woods=0806,0807").opening(),
    )
    board.scroll_into_view_if_needed()
    box = board.bounding_box()
    assert box is not None

    def spot(code: str) -> tuple[float, float]:
        x, y = view.pixel(SIGHT.grid.place(code))
        return box["x"] + x * box["width"] / view.width, box["y"] + y * box["height"] / view.height

    expect(where.get_by_role("status").first).to_contain_text("blocked by 0807: woods")
    lab.page.mouse.move(*spot("1007"))
    lab.page.mouse.down()
    lab.page.mouse.move(*spot("0710"), steps=6)
    lab.page.mouse.up()
    expect(where.get_by_role("status").first).to_contain_text("0710 is observed from 0707")
    lab.reload()
    expect(lab.output(0).locator(".ll-panel").get_by_role("status").first).to_contain_text(
        "0710 is observed from 0707"
    )


def test_a_panel_of_charts_works_in_voila(voila: VoilaPage) -> None:
    voila.open_cells(
        [
            (
                "from landships_lab import CombatTable\nCombatTable('loos:table trench attack 8"
                " defence 5')"
            )
        ]
    )
    where = voila.page.locator(".ll-panel")
    expect(where.locator(BARS)).to_have_count(20)
    where.get_by_role("slider").first.press("ArrowRight")
    expect(where.get_by_role("status").first).to_contain_text("At +4 against trench")
    expect(where.locator("td.ll-used")).to_have_text("4–5")


def test_a_click_on_the_staffs_map_adds_a_battalion_and_undo_takes_it_back(lab: LabPage) -> None:
    where = open_panel(lab, "GeneralStaff()")
    staff = CATALOG["loos:staff"]
    x, y = staff.initial().opening().pixel(staff.grid.place("0506"))
    board = where.locator(".ll-board")
    board.scroll_into_view_if_needed()
    box = board.bounding_box()
    assert box is not None
    lab.page.mouse.click(box["x"] + x * box["width"] / 640, box["y"] + y * box["height"] / 500)
    expect(where.get_by_role("status").first).to_contain_text(
        "Every hex of the front line is watched"
    )
    expect(where.get_by_role("textbox", name="Battalions")).to_have_value("0504 0603 0506")
    where.get_by_role("button", name=re.compile("undo", re.IGNORECASE)).first.click()
    expect(where.get_by_role("status").first).to_contain_text(
        "0405 is in no German zone of control"
    )


def test_the_staff_takes_its_own_advice(lab: LabPage) -> None:
    where = open_panel(lab, "GeneralStaff()")
    expect(where.get_by_role("status").first).to_contain_text(
        "0405 is in no German zone of control"
    )
    where.get_by_role("button", name=re.compile("A battalion in 0506")).click()
    expect(where.get_by_role("status").first).to_contain_text(
        "Every hex of the front line is watched"
    )
    where.get_by_label("Question").select_option("Mobile combat")
    expect(where.get_by_role("status").first).to_contain_text("2 reserve units, one after another")
    expect(where.locator(BARS)).not_to_have_count(0)
