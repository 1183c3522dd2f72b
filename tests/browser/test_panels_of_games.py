"""What only the panels of one game have, in a real JupyterLab: lit tables, bars with their
fractions, trees, strips, a table top on which Units are dragged, tables that a reader supplies.
"""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from landships_lab.drawing import tree
from landships_lab.games.landser.panels.assault import LEFT, SIDE, TOP
from landships_lab.games.landser.panels.fire import HEIGHT
from landships_lab.panel import CATALOG
from tests.browser.harness import LabPage
from tests.browser.panels import hand_on, painted

pytestmark = pytest.mark.browser

BARS = ".bqplot .bar rect, .bqplot rect.bar"
SIZES = [(1600, 1000), (1280, 800)]
TABLES = 'by = "Tuesday club"\nranges = [{ to = 12, modifier = 1 }]\ncover = { wall = -2 }'


def test_a_slider_moves_the_verdict_the_table_and_the_bars(lab: LabPage) -> None:
    panel = hand_on(lab, "CombatTable('loos:table trench attack 8 defence 5')")
    used, bars = panel.at.locator("td.ll-used"), panel.at.locator(BARS)
    expect(used).to_have_text("2–3")
    expect(bars).to_have_count(20)  # ten, and over them ten as they were before the last change
    bars.nth(8).hover()
    expect(lab.page.locator(".ll-tip")).to_contain_text("(A): 1 / 3 = 33.3%")
    panel.at.get_by_role("slider").first.press("ArrowRight")
    expect(panel.verdict).to_contain_text("At +4 against trench")
    expect(used).to_have_text("4–5")
    panel.button("3").click()
    expect(panel.verdict).to_contain_text("A roll of 3 at +4 against trench: •")
    expect(used).to_have_count(2)


def test_ordered_outcomes_are_read_at_least_and_at_most(lab: LabPage) -> None:
    panel = hand_on(lab, "Bombardment('loos:bombardment clear dice 1 steps 2')")
    panel.button("Factors").click()
    chart = panel.at.locator(".ll-chart").first
    expect(chart.get_by_text("16.7%").first).to_be_visible()
    chart.get_by_role("button", name="at least").click()
    expect(chart.get_by_text("certain", exact=True).last).to_be_visible()
    expect(chart.get_by_text("83.3%")).to_be_visible()


def test_the_staff_takes_a_click_and_its_own_advice(lab: LabPage) -> None:
    panel = hand_on(lab, "GeneralStaff()")
    unwatched = "0405 is in no German zone of control"
    expect(panel.verdict).to_contain_text(unwatched)
    staff: Any = CATALOG["loos:staff"]
    for place in (
        lambda: lab.page.mouse.click(*panel.spot(panel.view.pixel(staff.grid.place("0506")))),
        lambda: panel.at.get_by_role("button", name=re.compile("A battalion in 0506")).click(),
    ):
        place()
        expect(panel.verdict).to_contain_text("Every hex of the front line is watched")
        expect(panel.at.get_by_role("textbox", name="Battalions")).to_have_value("0504 0603 0506")
        panel.button("Undo").click()
        expect(panel.verdict).to_contain_text(unwatched)
    panel.field("Question").select_option("Mobile combat")
    expect(panel.verdict).to_contain_text("2 reserve units, one after another")
    expect(panel.at.locator(BARS)).not_to_have_count(0)


def test_the_tree_of_a_shot_is_opened_and_its_branches_light_up_their_rules(lab: LabPage) -> None:
    panel = hand_on(lab, "LandserFire('landser:fire rifle@4')", theme="dark", size=(1280, 2300))
    state: Any = CATALOG["landser:fire"].parse("landser:fire rifle@4")
    boxes = {box.node.path: box for box in tree.layout(state.root(), HEIGHT)}
    lab.page.mouse.click(*panel.spot(boxes["hit/effect 5/light 3"].at))
    expect(panel.verdict).to_contain_text("Light 3: 2.3% of the time")
    expect(panel.at.locator(".ll-steps")).to_contain_text("half speed")
    panel.field("Weapon").select_option("submachine gun")
    panel.enter("Range", "45")
    expect(panel.verdict).to_contain_text("dash")
    panel.at.get_by_role("button", name="At 30 inches, it may fire.").click()
    expect(panel.verdict).to_contain_text("Hits on 6 or more at long range")
    lab.screenshot("landser-fire-dark", panel.at)


def test_a_man_is_dragged_out_of_the_grenades_reach(lab: LabPage) -> None:
    panel = hand_on(lab, "LandserTemplate()")
    view: Any = CATALOG["landser:template"].view()
    expect(panel.verdict).to_contain_text("A must roll for effect 55.1% of the time")
    panel.drag(view.at(9, 6), to=view.at(1, 1))
    expect(panel.verdict).to_contain_text("A never has to roll for effect")


def test_a_roll_of_the_assault_is_clicked(lab: LabPage) -> None:
    panel = hand_on(lab, "LandserAssault()")
    lab.page.mouse.click(*panel.spot((LEFT + 2.5 * SIDE, TOP + 3.5 * SIDE)))
    expect(panel.verdict).to_contain_text("A draw, 4 to 4")


def test_the_verdict_of_a_shot_is_seen_without_scrolling_and_a_click_on_the_strip_sets_the_range(
    lab: LabPage,
) -> None:
    panel = hand_on(lab, "OneHourFire()")
    for size in SIZES:
        lab.resize(size)
        panel.at.evaluate("it => it.scrollIntoView({block: 'start'})")
        expect(panel.verdict).to_be_in_viewport()
    strip: Any = CATALOG["one_hour:fire"].initial().strip()  # type: ignore[attr-defined]  # a strip's
    lab.page.mouse.click(*panel.spot(strip.at(20, 0)))
    expect(panel.field("Range")).to_have_value("20")
    expect(panel.verdict).to_have_text(
        "Tank at an Infantry Unit, 20″, if seen: a roll of 3 inflicts no Hits."
    )


def test_dragging_the_tanks_nearer_opens_the_sight(lab: LabPage) -> None:
    panel = hand_on(lab, "OneHourSight()")
    sight: Any = CATALOG["one_hour:sight"]
    view = sight.view()
    panel.drag(view.pixel(sight.initial().one.unique.centre), to=view.at(26, 15))
    expect(panel.verdict).to_have_text("Cruds-1 can see Bersaglieri-2.")


def test_a_switched_reading_changes_the_move(lab: LabPage) -> None:
    panel = hand_on(lab, "OneHourMove()")
    panel.button("2 of 2 readings change this answer").click()
    panel.at.get_by_role("button", name=re.compile("all of them")).click()
    expect(panel.verdict).to_have_text("A Tank always gets 12 inches or more in 1 turn.")


def test_a_lost_table_is_supplied_marked_refused_saved_and_survives_a_reload(lab: LabPage) -> None:
    panel = hand_on(lab, "PaychestFire('paychest:fire skill 4 moved stand inches 12')")
    expect(panel.verdict).to_contain_text("is lost in print")
    panel.at.get_by_role("button", name=re.compile("^Your tables")).click()
    text = panel.at.locator("textarea")
    text.fill(TABLES)
    panel.button("Use this").click()
    expect(panel.verdict).to_contain_text("5 or less hits")
    expect(panel.at.locator(".ll-cite.ll-supplied").first).to_contain_text("supplied by you")
    assert "Supplied by you" in (panel.board.get_attribute("aria-label") or "")
    text.fill("cover = { wall = 12 }")
    panel.button("Use this").click()
    expect(panel.at.get_by_role("alert").first).to_contain_text(
        "cover wall is a whole number from -9 to 9, not 12."
    )
    expect(panel.verdict).to_contain_text("5 or less hits")
    with lab.page.expect_download() as saving:
        panel.button("Save").click()
        panel.button("SVG").click()
    assert (
        "Supplied by you, not in the source. Your tables (Tuesday club): rifle ranges, to 12"
        " inches; cover." in saving.value.path().read_text(encoding="utf-8")
    )
    lab.reload()
    again = lab.output(0).locator(".ll-panel").first
    painted(again)
    expect(again.get_by_role("status").first).to_contain_text("5 or less hits")
