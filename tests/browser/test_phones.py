"""On a phone every page fits between the edges of the screen, and its list of lessons can be reached whole."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from landships_lab.practice.lessons import lesson_questions
from landships_lab.publish.lesson import lesson_page
from tests.browser.conftest import PATIENCE_MS
from tests.browser.harness import SCREENSHOTS, VoilaPage
from tests.browser.phones import PHONES, STANDS_OUT, opens_every_lesson
from tests.browser.server import LabServer
from tests.browser.test_dashboards import EACH_LESSON
from tests.paths import LESSONS

pytestmark = pytest.mark.browser
#: The lessons whose dashboards are often looked at on phones: the widest boards, tables and forms. The others take their time.
OFTEN = ("00", "12", "17", "31", "53", "90", "91", "92")
EACH_DASHBOARD = pytest.mark.parametrize(
    "path",
    [pytest.param(it, marks=() if it.stem[:2] in OFTEN else pytest.mark.slow, id=it.stem) for it in sorted(LESSONS.glob("*.ipynb"))],
)
EACH_PHONE = pytest.mark.parametrize("size", PHONES, ids=lambda size: f"{size[0]}x{size[1]}")


@pytest.fixture
def touched(browser: Browser) -> Iterator[Page]:
    """A page that is touched."""
    context = browser.new_context(has_touch=True)
    context.set_default_timeout(PATIENCE_MS)
    yield context.new_page()
    context.close()


@pytest.fixture
def phone(touched: Page, server: LabServer) -> Iterator[VoilaPage]:
    """Voilà on a screen that is touched; the test fails at its end if anything went wrong in the page or the kernel."""
    voila = VoilaPage(touched, server)
    yield voila
    voila.check()
    touched.goto("about:blank")
    server.stop_kernels()


def _linked(folder: Path, lesson: Path) -> str:
    """Write a lesson's page as it stands on the site, and return its address."""
    page = folder / f"{lesson.stem}.html"
    page.write_text(lesson_page(lesson, lesson_questions, "../index.html", "../live"), encoding="utf-8")
    return page.as_uri()


@EACH_PHONE
def test_a_page_to_hand_out_opens_every_lesson_on_a_phone(touched: Page, tmp_path: Path, size: tuple[int, int]) -> None:
    touched.set_viewport_size({"width": size[0], "height": size[1]})
    touched.goto(_linked(tmp_path, LESSONS / "12_fire_arcs.ipynb"))
    opens_every_lesson(touched)


@EACH_PHONE
def test_a_browser_without_popovers_has_the_list_open(touched: Page, tmp_path: Path, size: tuple[int, int]) -> None:
    touched.set_viewport_size({"width": size[0], "height": size[1]})
    address = _linked(tmp_path, LESSONS / "12_fire_arcs.ipynb")
    page = tmp_path / "12_fire_arcs.html"
    text = page.read_text(encoding="utf-8").replace("selector(:popover-open)", "selector(:unheard-of)")
    page.write_text(text.replace(' popovertarget="lessons"', "").replace(" popover ", " "), encoding="utf-8")
    touched.goto(address)
    expect(touched.get_by_role("button", name="Lessons")).to_be_hidden()
    lists = touched.get_by_role("navigation", name="All lessons").get_by_role("link")
    for link in (lists.first, lists.last):
        link.scroll_into_view_if_needed()
        expect(link).to_be_in_viewport(ratio=1)
    assert touched.evaluate(STANDS_OUT, size[0]) == []
    heading = touched.get_by_role("heading", level=1)
    covered = "it => document.querySelector('nav').getBoundingClientRect().bottom > it.getBoundingClientRect().top"
    assert not heading.evaluate(covered), "the list lies over the page"


@EACH_PHONE
def test_a_dashboard_opens_every_lesson_on_a_phone(phone: VoilaPage, size: tuple[int, int]) -> None:
    phone.open("12_fire_arcs.ipynb", size=size)
    expect(phone.page.locator("body")).to_have_class(re.compile("lp-ready"))
    phone.screenshot(f"dashboard-phone-{size[0]}")
    opens_every_lesson(phone.page)
    phone.page.get_by_role("button", name="Lessons").tap()
    phone.screenshot(f"dashboard-phone-{size[0]}-lessons")


@EACH_LESSON
def test_no_page_to_hand_out_leaves_a_phone_sideways(touched: Page, tmp_path: Path, path: Path) -> None:
    touched.goto(_linked(tmp_path, path))
    touched.evaluate("() => { for (const it of document.querySelectorAll('main details')) it.open = true; }")
    for width, height in PHONES:
        touched.set_viewport_size({"width": width, "height": height})
        assert (width, touched.evaluate(STANDS_OUT, width)) == (width, [])


@EACH_DASHBOARD
def test_no_dashboard_leaves_a_phone_sideways(phone: VoilaPage, path: Path) -> None:
    phone.open(path.name, size=PHONES[0])
    expect(phone.page.locator("body")).to_have_class(re.compile("lp-ready"))
    SCREENSHOTS.mkdir(exist_ok=True)
    phone.page.screenshot(path=SCREENSHOTS / f"dashboard-phone-{path.stem}.png", full_page=True)
    for width, height in PHONES:
        phone.resize((width, height))
        assert (width, phone.page.evaluate(STANDS_OUT, width)) == (width, [])
        assert phone.page.evaluate("() => document.documentElement.scrollWidth") == width
