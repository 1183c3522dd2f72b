"""A page to hand out opens in a browser that has nothing but the file, and is whole on paper."""

from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from unicodedata import normalize

import pytest
from playwright.sync_api import Browser, Page, expect
from pypdf import PageObject, PdfReader

from landships_lab.__main__ import handed_out
from landships_lab.panel import CATALOG
from landships_lab.panel.controls import Switch
from landships_lab.publish.sheets import puzzle_sheet, question_sheet
from tests.browser.axe import faults
from tests.browser.conftest import PATIENCE_MS
from tests.browser.harness import SCREENSHOTS, LabPage
from tests.browser.test_dashboards import EACH_LESSON
from tests.paths import REPOSITORY

pytestmark = pytest.mark.browser


#: The width of a sheet of A4 between its margins, in the pixels of a style sheet.
A4_PIXELS = round((210 - 2 * 16) / 25.4 * 96)
#: What stands out of the window to the right, but in a table that moves by itself.
STANDS_OUT = """width => [...document.querySelectorAll('body *')]
    .filter(e => e.checkVisibility() && !e.closest('.ll-table, svg, .ll-spoken') &&
        e.getBoundingClientRect().right > width + 1)
    .map(e => `${e.tagName} ${e.className} ${e.textContent.slice(0, 60)}`)"""


@pytest.fixture
def alone(browser: Browser) -> Iterator[Page]:
    """A page with no network, that must not complain, ask for anything, or be wider than its
    window.
    """
    context = browser.new_context(offline=True, viewport={"width": 1280, "height": 800})
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    troubles: list[str] = []
    page.on("console", lambda message: troubles.append(message.text))
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.on(
        "request",
        lambda request: (
            troubles.append(request.url) if not request.url.startswith(("file:", "data:")) else None
        ),
    )
    yield page
    assert troubles == []
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    context.close()


def on_paper(page: Page) -> tuple[list[PageObject], str]:
    """Return the sheets on which a page is printed, and their text with all letters apart, as fonts
    may join f and i.
    """
    sheets = list(PdfReader(BytesIO(page.pdf(prefer_css_page_size=True))).pages)
    return sheets, " ".join(
        normalize("NFKC", " ".join(sheet.extract_text() for sheet in sheets)).split()
    )


def opened(page: Page, folder: Path, what: str) -> str:
    """Write the page of a state or lesson, open it, and return its name."""
    name, text = handed_out(what)
    (folder / name).write_text(text, encoding="utf-8")
    page.goto((folder / name).as_uri())
    return name.removesuffix(".html")


@pytest.mark.parametrize(
    "panel_id", ["landships:move", "loos:table", "one_hour:sight", "landser:fire", "one_hour:duel"]
)
def test_a_panel_by_itself_shows_its_picture_and_prints_its_readings(
    alone: Page, tmp_path: Path, panel_id: str
) -> None:
    panel_type = CATALOG[panel_id]
    name = opened(alone, tmp_path, panel_type.initial().text())
    for picture in alone.locator("svg").all():
        expect(picture).to_be_visible()
    SCREENSHOTS.mkdir(exist_ok=True)
    alone.screenshot(path=SCREENSHOTS / f"handout-{name}.png", full_page=True)
    why = [
        control.why for control in panel_type.initial().controls() if isinstance(control, Switch)
    ]
    for reading in why:
        expect(alone.get_by_text(reading)).to_be_hidden()
    alone.get_by_text("Reading:").first.click()
    expect(alone.get_by_text(why[0])).to_be_visible()
    alone.get_by_text("Reading:").first.click()
    _, printed = on_paper(alone)
    assert [reading for reading in why if reading.split()[-1] not in printed] == []
    assert printed.count("(chosen here)") == len(why)


def test_a_lesson_by_itself_keeps_its_answers_folded_on_paper(alone: Page, tmp_path: Path) -> None:
    opened(alone, tmp_path, str(REPOSITORY / "notebooks" / "12_fire_arcs.ipynb"))
    expect(alone.locator("img").first).not_to_have_js_property("naturalWidth", 0)
    first = alone.locator(".ll-answer").first
    alone.emulate_media(media="print")
    expect(first.locator("ol").first).to_be_hidden()
    expect(alone.locator("details:not(.ll-answer *).ll-reading ul").first).to_be_visible()
    alone.emulate_media(media="screen", color_scheme="dark")
    first.locator("summary").first.click()
    expect(first.locator("ol").first).to_be_visible()


@EACH_LESSON
def test_no_lesson_is_wider_than_a_phone_or_a_sheet(
    alone: Page, tmp_path: Path, path: Path
) -> None:
    alone.set_viewport_size({"width": 390, "height": 844})
    opened(alone, tmp_path, str(path))
    assert alone.evaluate(STANDS_OUT, 390) == []
    alone.screenshot(path=SCREENSHOTS / f"handout-phone-{path.stem}.png")
    alone.emulate_media(media="print")
    alone.set_viewport_size({"width": A4_PIXELS, "height": 1000})
    assert alone.evaluate(STANDS_OUT, A4_PIXELS) == []


def test_axe_finds_nothing_in_a_lesson_to_hand_out(alone: Page, tmp_path: Path) -> None:
    for name in ("12_fire_arcs", "90_where_the_rules_disagree", "91_drill"):
        opened(alone, tmp_path, str(REPOSITORY / "notebooks" / f"{name}.ipynb"))
        for theme in ("light", "dark"):
            alone.emulate_media(color_scheme="dark" if theme == "dark" else "light")
            assert (name, theme, faults(alone)) == (name, theme, [])


def test_a_lesson_prints_on_sheets_of_a4_with_its_panels_whole(alone: Page, tmp_path: Path) -> None:
    opened(alone, tmp_path, str(REPOSITORY / "notebooks" / "12_fire_arcs.ipynb"))
    sheets, text = on_paper(alone)
    assert {(round(sheet.mediabox.width), round(sheet.mediabox.height)) for sheet in sheets} <= {
        (595, 842),
        (596, 842),
        (595, 841),
    }
    assert len(sheets) <= 14
    assert "Map Location, class 3" in text, "a chip cannot be pointed at on paper"
    assert "Tick all arcs" not in text
    assert "Try this" not in text


@pytest.mark.parametrize("made", [question_sheet, puzzle_sheet])
def test_a_sheet_prints_its_key_on_a_page_of_its_own(
    made: Callable[[str, int], str], alone: Page, tmp_path: Path
) -> None:
    (tmp_path / "sheet.html").write_text(made("mixed", 5), encoding="utf-8")
    alone.goto((tmp_path / "sheet.html").as_uri())
    assert faults(alone) == []
    sheets, _ = on_paper(alone)
    keyed = [sheet.extract_text().lstrip().startswith("Key:") for sheet in sheets]
    assert keyed.count(True) == 1
    assert 2 <= keyed.index(True) + 1 <= 4, "questions before it, and not each on a page"
    alone.set_viewport_size({"width": 390, "height": 844})


def test_the_button_gives_the_page_to_the_reader(lab: LabPage, alone: Page, tmp_path: Path) -> None:
    lab.open_cells(["from landships_lab import CombatTable\nCombatTable()"])
    panel = lab.output(0).locator(".ll-panel").first
    verdict = panel.get_by_role("status").first.inner_text()
    panel.get_by_role("button", name="Save", exact=True).click()
    with lab.page.expect_download() as saving:
        panel.get_by_role("button", name="Page", exact=True).click()
    assert saving.value.suggested_filename == "loos-table.html"
    saving.value.save_as(tmp_path / "saved.html")
    alone.goto((tmp_path / "saved.html").as_uri())
    expect(alone.locator(".ll-verdict")).to_have_text(verdict)
