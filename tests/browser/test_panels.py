"""The panels in a real JupyterLab, as a person uses them: place, turn, aim, read the answer, come
back after a reload.
"""

import re
from itertools import product

import pytest
from playwright.sync_api import expect

from landships_lab.core.hexes import Heading
from landships_lab.games.landships.rules.fire import can_target
from landships_lab.games.landships.rules.ranges import count_range
from landships_lab.panel import CATALOG
from landships_lab.practice.lessons import lesson_questions
from tests.browser.harness import THEMES, LabPage, VoilaPage
from tests.browser.panels import CLIPPED, GRID, TALL, Panel, painted
from tests.browser.server import Theme

pytestmark = pytest.mark.browser

FIRE, RANGE, POSITIONS = (
    CATALOG["landships:fire"],
    CATALOG["landships:range"],
    CATALOG["landships:positions"],
)
SIZES = [(1280, 800), (1600, 1000)]


def fire_panel(
    lab: LabPage, cell: int = 0, *, theme: Theme = "light", size: tuple[int, int] = TALL
) -> Panel:
    lab.open_cells(
        ["from landships_lab import FireArcs\npanel = FireArcs()\npanel"], theme=theme, size=size
    )
    panel = Panel(lab, lab.output(cell).locator(".ll-panel").first, FIRE.initial().opening())
    expect(panel.verdict).to_contain_text("may fire")
    return panel


def test_a_tank_is_put_on_a_hexside_turned_and_aimed_and_the_page_reloaded(lab: LabPage) -> None:
    panel = fire_panel(lab)
    panel.button("places").click()
    panel.click("0908/0909")
    expect(panel.field("at")).to_have_value("0908/0909 E")

    lab.page.keyboard.press("e")  # the board has the focus since the click
    expect(panel.verdict).to_contain_text("on hexside 0908/0909 it may face E or W only")
    lab.page.keyboard.press("q")
    panel.button("aims").click()
    panel.click("1210")
    expect(panel.field("Target")).to_have_value("1210")

    answer = can_target(
        "mk-iv-male", "57mm-starboard", GRID.place("0908/0909"), Heading("E"), GRID.place("1210")
    )
    expect(panel.verdict).to_have_text(answer.headline)
    steps = panel.at.locator(".ll-steps li")
    expect(steps.first).to_contain_text("stands on hexside 0908/0909 and faces E")
    expect(steps.first.get_by_role("button", name="TPF 19–21")).to_have_attribute(
        "title", re.compile("Map Location, class 3")
    )
    expect(steps.last).to_contain_text("is within the printed maximum of 7")
    for theme in THEMES:
        lab.change_theme(theme)
        expect(panel.at).to_have_class(re.compile(rf"\bll-{theme}\b"))
        lab.screenshot(f"fire-arcs-{theme}", of=panel.at)

    lab.reload()
    again = Panel(lab, lab.output(0).locator(".ll-panel").first, FIRE.initial().opening())
    expect(again.field("at")).to_have_value("0908/0909 E")
    expect(again.verdict).to_have_text(answer.headline)
    expect(again.at).to_have_class(re.compile(r"\bll-dark\b"))
    painted(again.at)
    again.click("1310")  # and it still answers
    expect(again.field("Target")).to_have_value("1310")


def test_wrong_entries_are_told_beside_their_field_and_nothing_is_lost(lab: LabPage) -> None:
    panel = fire_panel(lab)
    before = panel.verdict.inner_text()
    for label, wrong, told in (
        ("at", "05A3 E", "a hex is four digits"),
        ("at", "0503/0703 E", "do not touch"),
        ("at", "0503 NE", "The nearest are NNE or ENE"),
        ("Target", "2515", "off the board"),
    ):
        panel.enter(label, wrong)
        beside = panel.at.locator(
            ".ll-control", has=panel.page.page.get_by_label(label, exact=True)
        ).get_by_role("alert")
        expect(beside).to_contain_text(told)
        expect(panel.field(label)).to_have_value(wrong)  # what was typed can be mended
        expect(panel.verdict).to_have_text(before)
    panel.enter("Target", "1207")
    expect(panel.at.get_by_role("alert").filter(has_text="off the board")).to_have_count(0)

    panel.at.get_by_role("button", name="Your own units").click()
    wrong_arc = """[units.mine]
name = "Mine"
nation = "British"
unit_class = 3
outline = "box"
[[units.mine.fields]]
name = "gun"
range = { value = 5, how = "supplied", cite = "fire-arcs" }
points = { value = 5, how = "supplied", cite = "fire-arcs" }
edge_hexsides = { value = true, how = "supplied", cite = "fire-arcs" }
[units.mine.fields.weapons.gun]
name = "gun"
arc = { lo = -45, hi = 30, how = "supplied", cite = "fire-arcs" }
"""
    box = panel.at.locator("textarea")
    box.fill(wrong_arc)
    panel.button("Use this").click()
    expect(panel.at.get_by_role("alert")).to_contain_text(
        "An arc runs between multiples of 30 degrees, not -45"
    )
    box.fill(wrong_arc.replace("-45", "-60"))
    panel.button("Use this").click()
    expect(panel.field("Firer")).to_have_value("Mine")
    lab.screenshot("own-unit", of=panel.at)


def test_a_refusal_offers_what_would_change_it_and_undo_takes_it_back(lab: LabPage) -> None:
    panel = fire_panel(lab)
    panel.enter("Target", "0405")
    expect(panel.verdict).to_contain_text("Not in arc")
    lab.screenshot("refused", of=panel.at)
    panel.at.get_by_role("button", name=re.compile("it could fire")).first.click()
    expect(panel.verdict).to_contain_text("may fire")
    panel.button("Undo").click()
    expect(panel.field("at")).to_have_value("0807/0808 E")
    expect(panel.verdict).to_contain_text("Not in arc")
    panel.button("Reset").click()
    expect(panel.field("Target")).to_have_value("1309")


def test_everything_goes_by_keyboard_and_tab_leaves_the_board(lab: LabPage) -> None:
    panel = fire_panel(lab)
    panel.board.focus()
    expect(panel.board).to_have_attribute(
        "aria-label", re.compile("Fire arcs of the Mk IV male.*may fire")
    )
    lab.page.keyboard.press("ArrowUp")
    expect(panel.field("Target")).to_have_value("1308/1309")
    lab.page.keyboard.press("Escape")
    expect(panel.field("Target")).to_have_value("1309")
    lab.page.keyboard.press("Tab")
    expect(panel.board).not_to_be_focused()
    for _ in range(20):  # past the citations and the remedies beside the board
        if panel.field("Firer").evaluate("e => e === document.activeElement"):
            break
        lab.page.keyboard.press("Tab")
    expect(panel.field("Firer")).to_be_focused()


def test_two_views_of_one_panel_agree_and_another_panel_keeps_its_own_state(lab: LabPage) -> None:
    cells = [
        "from landships_lab import FireArcs\npanel, other = FireArcs(), FireArcs()\npanel",
        "panel",
        "other",
    ]
    lab.open_cells(cells, size=(1600, 1000))
    first = Panel(lab, lab.output(0).locator(".ll-panel"), FIRE.initial().opening())
    first.click("1009")
    expect(first.field("Target")).to_have_value("1009")
    said = first.verdict.inner_text()
    second = Panel(lab, lab.output(1).locator(".ll-panel"), FIRE.initial().opening())
    expect(second.verdict).to_have_text(said)
    painted(second.at)
    third = Panel(lab, lab.output(2).locator(".ll-panel"), FIRE.initial().opening())
    expect(third.field("Target")).to_have_value("1309")


def test_a_restarted_kernel_makes_a_working_panel_again(lab: LabPage) -> None:
    fire_panel(lab)
    old = lab.output(0).locator(".ll-panel").first.element_handle()
    lab.restart_kernel()
    lab.run_all()
    lab.page.wait_for_function(
        "it => !it.isConnected", arg=old
    )  # the panel of the old kernel stands until the new one is there
    panel = Panel(lab, lab.output(0).locator(".ll-panel").first, FIRE.initial().opening())
    expect(panel.verdict).to_contain_text("may fire")
    painted(panel.at)
    panel.click("1009")
    expect(panel.field("Target")).to_have_value("1009")


def test_vehicles_are_dragged_and_counted(lab: LabPage) -> None:
    lab.open_cells(["from landships_lab import RangeCounter\nRangeCounter()"], size=TALL)
    panel = Panel(lab, lab.output(0).locator(".ll-panel"), RANGE.initial().opening())
    panel.field("Printed").select_option("#5 to #8: 3")
    expect(panel.verdict).to_contain_text("Range 3")
    expect(panel.at.locator(".ll-steps")).to_contain_text("shift each into the hex to its north")
    panel.drag("0503/0504", to="0703")
    answer = count_range(GRID.place("0506/0507"), GRID.place("0703"))
    expect(panel.verdict).to_have_text(answer.headline)
    lab.screenshot("counting-range", of=panel.at)
    panel.enter("To", "0502/0503")
    panel.enter("From", "0503/0602")
    expect(panel.verdict).to_contain_text("Range zero")
    panel.at.get_by_role("button", name=re.compile("every hex touched")).click()
    expect(panel.verdict).to_contain_text("Range 1")


def test_a_position_is_repaired(lab: LabPage) -> None:
    lab.open_cells(["from landships_lab import Positions\nPositions()"], theme="dark", size=TALL)
    panel = Panel(lab, lab.output(0).locator(".ll-panel"), POSITIONS.initial().opening())
    expect(panel.verdict).to_contain_text("it may face E or W only")
    lab.screenshot("positions-dark", of=panel.at)
    panel.at.get_by_role("button", name=re.compile("to face E, it would be legal")).click()
    expect(panel.verdict).to_contain_text("legal: a Vehicle on hexside 0804/0805 may face E")
    panel.field("Class").select_option("1 · Platoon, Aircraft or Ship")
    expect(panel.verdict).to_contain_text("never stands on a hexside")


def test_questions_are_marked_by_the_rule(lab: LabPage) -> None:
    lab.open_cells(
        ["from landships_lab import Exercises\nExercises('11_counting_range')"], size=TALL
    )
    panel = lab.output(0).locator(".ll-panel")
    panel.get_by_label("Your answer").fill("five")
    panel.get_by_role("button", name="Check").click()
    expect(panel.get_by_role("alert")).to_contain_text("reply with a whole number")
    panel.get_by_label("Your answer").fill(lesson_questions("11_counting_range")[0].right)
    panel.get_by_role("button", name="Check").click()
    expect(panel.locator(".ll-verdict")).to_have_text("Right.")
    expect(panel.locator(".ll-steps")).to_contain_text("Start in")
    lab.screenshot("question", of=panel)
    panel.get_by_role("button", name="Next question").click()
    expect(panel.locator(".ll-ask")).to_contain_text("Question 2 of 4")


def test_the_tour_shows_its_panels_whole(lab: LabPage) -> None:
    lab.open("00_tour.ipynb")
    for (theme, size), (number, name) in product(
        product(THEMES, SIZES), ((5, "fire"), (8, "puzzle"))
    ):
        lab.change_theme(theme)
        lab.resize(size)
        panel = lab.output(number).locator(".ll-panel").first
        expect(panel.get_by_role("status").first).to_be_visible()
        if name == "fire":
            painted(panel)
        assert panel.evaluate(CLIPPED) == []
        inner, outer = panel.bounding_box(), lab.output(number).bounding_box()
        assert inner is not None
        assert outer is not None
        assert inner["width"] <= outer["width"]
        panel.evaluate("panel => panel.scrollIntoView({block: 'start'})")
        lab.screenshot(f"tour-{name}-{theme}-{size[0]}")


def test_the_tour_works_as_a_page_without_code(voila: VoilaPage) -> None:
    voila.open("00_tour.ipynb")
    panel = Panel(
        voila, voila.page.locator(".ll-panel:has(.ll-verdict)").first, FIRE.initial().opening()
    )
    expect(panel.verdict).to_contain_text("may fire")
    painted(panel.at)
    panel.click("1009")
    expect(panel.field("Target")).to_have_value("1009")
    voila.screenshot("tour-voila")
