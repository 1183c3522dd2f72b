"""The panels of Paychest in a real JupyterLab: they are drawn, answer, and take a reader's own
tables.
"""

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.harness import LabPage, VoilaPage
from tests.browser.panels import open_panel, painted

pytestmark = pytest.mark.browser

TABLES = 'by = "Tuesday club"\nranges = [{ to = 12, modifier = 1 }]\ncover = { wall = -2 }'


def enter(shown: Locator, label: str | re.Pattern[str], value: str) -> None:
    field = shown.get_by_label(label)
    field.fill(value)
    field.press("Enter")


def test_a_lost_table_is_supplied_marked_refused_and_survives_a_reload(lab: LabPage) -> None:
    shown = open_panel(
        lab, "PaychestFire('paychest:fire skill 4 moved stand inches 12')", size=(1280, 1350)
    )
    verdict = shown.get_by_role("status").first
    expect(verdict).to_contain_text("is lost in print")
    shown.get_by_role("button", name=re.compile("^Your tables")).click()
    text = shown.locator("textarea")
    text.fill(TABLES)
    shown.get_by_role("button", name="Use this").click()
    expect(verdict).to_contain_text("5 or less hits")
    expect(shown.locator(".ll-cite.ll-supplied").first).to_contain_text("supplied by you")
    assert "Supplied by you" in (shown.get_by_role("application").get_attribute("aria-label") or "")
    text.fill("cover = { wall = 12 }")
    shown.get_by_role("button", name="Use this").click()
    expect(shown.get_by_role("alert").first).to_contain_text(
        "cover wall is a whole number from -9 to 9, not 12."
    )
    expect(verdict).to_contain_text("5 or less hits")
    lab.reload()
    again = lab.output(0).locator(".ll-panel").first
    painted(again)
    expect(again.get_by_role("status").first).to_contain_text("5 or less hits")


def test_the_saved_picture_names_what_is_theirs(lab: LabPage) -> None:
    shown = open_panel(lab, "PaychestFire('paychest:fire skill 4 moved stand')")
    shown.get_by_role("button", name=re.compile("^Your tables")).click()
    shown.locator("textarea").fill(TABLES)
    shown.get_by_role("button", name="Use this").click()
    enter(shown, re.compile("^Range$"), "10")
    expect(shown.get_by_role("status").first).to_contain_text("5 or less hits")
    with lab.page.expect_download() as saving:
        shown.get_by_role("button", name="Save", exact=True).click()
        shown.get_by_role("button", name="SVG", exact=True).click()
    saved = saving.value.path().read_text(encoding="utf-8")
    assert (
        "Supplied by you, not in the source. Your tables (Tuesday club): rifle ranges, to 12"
        " inches; cover." in saved
    )


def test_controls_change_the_answer_and_undo_takes_it_back(lab: LabPage) -> None:
    shown = open_panel(lab, "PaychestMelee()")
    verdict = shown.get_by_role("status").first
    expect(verdict).to_contain_text("hurts B 50%")
    shown.get_by_role("slider", name="B: skill").press("ArrowRight")
    expect(verdict).to_contain_text("hurts B 38.9%")
    shown.get_by_role("button", name="Undo").click()
    expect(verdict).to_contain_text("hurts B 50%")


def test_a_lesson_runs_in_voila(voila: VoilaPage) -> None:
    voila.open_cells(["from landships_lab import Morale\nMorale()"])
    expect(voila.page.get_by_role("status").first).to_contain_text("holds 79.2% to 86.1%")
