"""The panels of Paychest in a real JupyterLab: they are drawn, answer, and take a reader's own tables."""

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.harness import LabPage, VoilaPage
from tests.browser.server import Theme

pytestmark = pytest.mark.browser

TABLES = 'by = "Tuesday club"\nranges = [{ to = 12, modifier = 1 }]\ncover = { wall = -2 }'


def panel(lab: LabPage, name: str, text: str = "", *, theme: Theme = "light", size: tuple[int, int] = (1280, 800)) -> Locator:
    """Return one panel on the page, its board drawn and its verdict shown."""
    lab.open_cells(
        [f"from landships_lab import {name}\npanel = {name}({text!r})\npanel" if text else f"from landships_lab import {name}\n{name}()"],
        theme=theme,
        size=size,
    )
    shown = lab.output(0).locator(".ll-panel").first
    expect(shown.get_by_role("status").first).not_to_be_empty()
    drawn(lab, shown)
    return shown


def drawn(lab: LabPage, shown: Locator) -> None:
    """Wait until the board shows more than one colour."""
    lab.page.wait_for_function(
        """canvas => { const d = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
            for (let i = 4; i < d.length; i += 4) if (d[i] !== d[0]) return true; return false; }""",
        arg=shown.locator(".ll-board canvas").last.element_handle(),
    )


def enter(shown: Locator, label: str | re.Pattern[str], value: str) -> None:
    field = shown.get_by_label(label)
    field.fill(value)
    field.press("Enter")


def test_a_lost_table_is_supplied_marked_refused_and_survives_a_reload(lab: LabPage) -> None:
    shown = panel(lab, "PaychestFire", "paychest:fire skill 4 moved stand inches 12", size=(1280, 1350))
    verdict = shown.get_by_role("status").first
    expect(verdict).to_contain_text("is lost in print")
    shown.get_by_role("button", name=re.compile("^Your tables")).click()
    text = shown.locator("textarea")
    text.fill(TABLES)
    shown.get_by_role("button", name="Use this").click()
    expect(verdict).to_contain_text("5 or less hits")
    expect(shown.locator(".ll-kind.ll-supplied").first).to_have_text("supplied by you")
    assert "Supplied by you" in (shown.get_by_role("application").get_attribute("aria-label") or "")
    text.fill("cover = { wall = 12 }")
    shown.get_by_role("button", name="Use this").click()
    expect(shown.get_by_role("alert").first).to_contain_text("cover wall is a whole number from -9 to 9, not 12.")
    expect(verdict).to_contain_text("5 or less hits")
    lab.reload()
    again = lab.output(0).locator(".ll-panel").first
    drawn(lab, again)
    expect(again.get_by_role("status").first).to_contain_text("5 or less hits")


def test_the_saved_picture_names_what_is_theirs(lab: LabPage) -> None:
    shown = panel(lab, "PaychestFire", "paychest:fire skill 4 moved stand")
    shown.get_by_role("button", name=re.compile("^Your tables")).click()
    shown.locator("textarea").fill(TABLES)
    shown.get_by_role("button", name="Use this").click()
    enter(shown, re.compile("^Range in inches"), "10")
    expect(shown.get_by_role("status").first).to_contain_text("5 or less hits")
    with lab.page.expect_download() as saving:
        shown.get_by_role("button", name="SVG", exact=True).click()
    saved = saving.value.path().read_text(encoding="utf-8")
    assert "Supplied by you, not in the source. Your tables (Tuesday club): rifle ranges, to 12 inches." in saved


def test_controls_change_the_answer_and_undo_takes_it_back(lab: LabPage) -> None:
    shown = panel(lab, "PaychestMelee")
    verdict = shown.get_by_role("status").first
    expect(verdict).to_contain_text("hurts B 50%")
    enter(shown, re.compile("^Side B: melee skill"), "4")
    expect(verdict).to_contain_text("hurts B 38.9%")
    enter(shown, re.compile("^Side B: melee skill"), "four")
    expect(shown.get_by_role("alert").first).to_contain_text("The skill of side B is a whole number from -9 to 20, not 'four'.")
    shown.get_by_role("button", name="Undo").click()
    expect(verdict).to_contain_text("hurts B 50%")


def test_a_lesson_runs_in_voila(voila: VoilaPage) -> None:
    voila.open_cells(["from landships_lab import Morale\nMorale()"])
    expect(voila.page.get_by_role("status").first).to_contain_text("holds 79.2% to 86.1%")
