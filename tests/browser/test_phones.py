"""On a phone every page fits between the edges of the screen, and its list of lessons can be
reached whole.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from landships_lab.practice.lessons import lesson_questions
from landships_lab.publish.lesson import lesson_page
from tests.browser.conftest import PATIENCE_MS
from tests.browser.harness import SCREENSHOTS, VoilaPage
from tests.browser.panels import on_picture
from tests.browser.phones import PHONES, STANDS_OUT, Fingers, opens_every_lesson
from tests.browser.server import LabServer
from tests.browser.test_dashboards import EACH_LESSON
from tests.paths import LESSONS

pytestmark = pytest.mark.browser
#: The lessons whose dashboards are often looked at on phones: the widest boards, tables and forms.
#: The others take their time.
OFTEN = ("00", "12", "31", "90")
EACH_DASHBOARD = pytest.mark.parametrize(
    "path",
    [
        pytest.param(it, marks=() if it.stem[:2] in OFTEN else pytest.mark.slow, id=it.stem)
        for it in sorted(LESSONS.glob("*.ipynb"))
    ],
)
EACH_PHONE = pytest.mark.parametrize(
    "size",
    [
        pytest.param(it, marks=() if it == PHONES[0] else pytest.mark.slow, id=f"{it[0]}x{it[1]}")
        for it in PHONES
    ],
)


@pytest.fixture
def touched(browser: Browser) -> Iterator[Page]:
    """A page that is touched."""
    context = browser.new_context(has_touch=True)
    context.set_default_timeout(PATIENCE_MS)
    yield context.new_page()
    context.close()


@pytest.fixture
def phone(touched: Page, server: LabServer) -> Iterator[VoilaPage]:
    """Voilà on a screen that is touched; the test fails at its end if anything went wrong in the
    page or the kernel.
    """
    voila = VoilaPage(touched, server)
    yield voila
    voila.check()
    touched.goto("about:blank")
    server.stop_kernels()


def _linked(folder: Path, lesson: Path) -> str:
    """Write a lesson's page as it stands on the site, and return its address."""
    page = folder / f"{lesson.stem}.html"
    page.write_text(
        lesson_page(lesson, lesson_questions, "../index.html", "../live"), encoding="utf-8"
    )
    return page.as_uri()


@EACH_PHONE
def test_a_page_to_hand_out_opens_every_lesson_on_a_phone(
    touched: Page, tmp_path: Path, size: tuple[int, int]
) -> None:
    touched.set_viewport_size({"width": size[0], "height": size[1]})
    touched.goto(_linked(tmp_path, LESSONS / "12_fire_arcs.ipynb"))
    opens_every_lesson(touched)


@EACH_PHONE
def test_a_browser_without_popovers_has_the_list_open(
    touched: Page, tmp_path: Path, size: tuple[int, int]
) -> None:
    touched.set_viewport_size({"width": size[0], "height": size[1]})
    address = _linked(tmp_path, LESSONS / "12_fire_arcs.ipynb")
    page = tmp_path / "12_fire_arcs.html"
    text = page.read_text(encoding="utf-8").replace(
        "selector(:popover-open)", "selector(:unheard-of)"
    )
    page.write_text(
        text.replace(' popovertarget="lessons"', "").replace(" popover ", " "), encoding="utf-8"
    )
    touched.goto(address)
    expect(touched.get_by_role("button", name="Lessons")).to_be_hidden()
    lists = touched.get_by_role("navigation", name="All lessons").get_by_role("link")
    for link in (lists.first, lists.last):
        link.scroll_into_view_if_needed()
        expect(link).to_be_in_viewport(ratio=1)
    assert touched.evaluate(STANDS_OUT, size[0]) == []
    heading = touched.get_by_role("heading", level=1)
    covered = (
        "it => document.querySelector('nav').getBoundingClientRect().bottom >"
        " it.getBoundingClientRect().top"
    )
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
def test_no_page_to_hand_out_leaves_a_phone_sideways(
    touched: Page, tmp_path: Path, path: Path
) -> None:
    touched.goto(_linked(tmp_path, path))
    touched.evaluate(
        "() => { for (const it of document.querySelectorAll('main details')) it.open = true; }"
    )
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


#: How far above and below itself a citation answers a finger, in pixels.
ANSWERS = """it => {
    const { left, right, top, bottom } = it.getBoundingClientRect(), x = (left + right) / 2;
    let above = top, below = bottom;
    while (it.contains(document.elementFromPoint(x, above - 1))) above -= 1;
    while (it.contains(document.elementFromPoint(x, below + 1))) below += 1;
    return below - above;
}"""
EASILY_TOUCHED = 24  # pixels, as WCAG 2.2 asks (2.5.8)


def test_a_citation_is_large_enough_for_a_finger(browser: Browser, server: LabServer) -> None:
    context = browser.new_context(has_touch=True, is_mobile=True)
    context.set_default_timeout(PATIENCE_MS)
    phone = VoilaPage(context.new_page(), server)
    phone.open("00_tour.ipynb", size=PHONES[1])
    chip = phone.page.locator(".ll-step .ll-cite[data-lines]").first
    chip.scroll_into_view_if_needed()
    assert chip.evaluate(ANSWERS) >= EASILY_TOUCHED
    chip.tap()
    expect(phone.page.locator(".ll-cited")).to_be_visible()
    phone.check()
    context.close()
    server.stop_kernels()


# --- a panel of a dashboard on a phone
# --------------------------------------------------------------

MADE = """\
import ipywidgets
from landships_lab import FireArcs
panel, told = FireArcs(), ipywidgets.Label()
tell = lambda _: setattr(told, "value", f"size {panel.board.bridge.lattice[0]:.1f}")
panel.board.bridge.observe(tell, "lattice")
tell(None)
"""
INSIDE = """it => { const { left, right, top, bottom } = it.getBoundingClientRect();
    return left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight
        && it.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2)); }"""


def opened(phone: VoilaPage) -> Locator:
    """Return a panel on a phone; after it the page says how large a hex of it is."""
    phone.open_cells([MADE, "panel", "told"], size=PHONES[1])
    panel = phone.page.locator(".ll-panel").first
    expect(panel.locator(".ll-verdict")).to_be_visible()
    expect(panel.get_by_role("application")).to_be_visible()
    return panel


def size(phone: VoilaPage) -> float:
    return float(phone.page.get_by_text(re.compile(r"^size ")).inner_text().removeprefix("size "))


def larger_than(phone: VoilaPage, before: float) -> float:
    """Return the size of a hex, once it is larger and the picture at rest."""
    says = (
        "before => [...document.querySelectorAll('.widget-label')].some(it =>"
        " it.textContent.replace('size ', '') > before)"
    )
    phone.page.wait_for_function(says, arg=before)
    expect(phone.page.locator(".ll-looking")).to_have_count(0)
    return size(phone)


def test_two_fingers_come_closer_and_move_the_board_of_a_dashboard(phone: VoilaPage) -> None:
    panel, page = opened(phone), phone.page
    verdict, before = panel.locator(".ll-verdict").inner_text(), size(phone)
    x, y = on_picture(panel, (320, 250))
    top = page.evaluate("() => window.scrollY")
    finger = Fingers(page)
    finger("touchStart", (x - 20, y))
    finger("touchMove", (x - 22, y + 1))  # no two fingers come down at once
    finger("touchStart", (x - 22, y + 1), (x + 20, y))
    for step in range(1, 6):
        finger("touchMove", (x - 22 - 4 * step, y + 2 * step), (x + 20 + 4 * step, y + 2 * step))
    finger("touchEnd")
    closer = larger_than(phone, before * 1.7)
    finger("touchStart", (x - 30, y), (x + 30, y))
    finger("touchMove", (x + 10, y + 30), (x + 70, y + 30))
    expect(panel.locator(".ll-looking")).to_have_count(1)  # moved at once, by the page itself
    finger("touchEnd")
    expect(panel.locator(".ll-looking")).to_have_count(0)
    assert size(phone) == pytest.approx(closer, rel=0.02)
    assert page.evaluate("() => [window.visualViewport.scale, window.scrollY]") == [1, top]
    expect(panel.locator(".ll-verdict")).to_have_text(verdict)
    expect(panel.get_by_role("button", name="Undo", exact=True)).to_have_attribute(
        "aria-disabled", "true"
    )
    phone.screenshot("phone-two-fingers")


def test_the_icons_of_a_panel_are_in_reach_of_a_finger_and_open_what_is_seen(
    phone: VoilaPage,
) -> None:
    panel = opened(phone)
    phone.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    before = size(phone)
    panel.get_by_role("button", name="Closer", exact=True).tap()
    larger = larger_than(phone, before)
    panel.get_by_role("button", name="Whole board", exact=True).tap()
    expect(panel.get_by_role("button", name="Whole board")).to_have_attribute(
        "aria-disabled", "true"
    )
    assert size(phone) < larger
    for opener in ("Save", "Link"):
        button = panel.get_by_role("button", name=opener, exact=True)
        button.tap()
        menu = panel.locator(".ll-menu:visible")
        expect(menu).to_be_visible()
        assert menu.evaluate(INSIDE), f"the menu of {opener} leaves the screen"
        phone.screenshot(f"phone-menu-{opener.lower()}")
        if opener == "Save":
            button.tap()
            expect(menu).to_have_count(0)
    panel.get_by_role("button", name="Copy link").tap()
    said = panel.locator(".ll-said")
    expect(said).to_contain_text("Copied")
    expect(said).to_be_in_viewport(ratio=1)  # and not where nobody looks
    phone.screenshot("phone-copied")


def test_a_presentation_on_a_phone_can_be_left(phone: VoilaPage) -> None:
    panel = opened(phone)
    panel.get_by_role("button", name="Present", exact=True).tap()
    expect(panel).to_have_class(re.compile("ll-presenting"))
    bar = panel.locator(".ll-presenter-bar")
    for name in ("Next reason", "Closer", "Whole board", "Leave"):
        assert bar.get_by_role("button", name=name, exact=True).evaluate(INSIDE), (
            f"{name} is off the screen"
        )
    phone.screenshot("phone-presenting")
    for number in range(1, 8):
        bar.get_by_role("button", name="Next reason").tap()
        expect(bar).to_contain_text(f"Reason {number} of 7")
        expect(panel.locator(".ll-step:visible")).to_have_count(number)
        assert panel.locator(".ll-step.ll-now").evaluate(INSIDE), (
            f"reason {number} is under the bar"
        )
    phone.screenshot("phone-presenting-reason")
    bar.get_by_role("button", name="Leave").tap()
    expect(panel).not_to_have_class(re.compile("ll-presenting"))
