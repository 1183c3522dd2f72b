"""A lesson of the site as a page: read at once, alive in place, kept for the next visit; from a
sub-path, with no other host in reach.
"""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from tests.browser.axe import faults
from tests.browser.conftest import PATIENCE_MS
from tests.browser.harness import SCREENSHOTS
from tests.browser.panels import Panel, painted
from tests.browser.phones import STANDS_OUT, opens_every_lesson
from tests.browser.server import Theme
from tests.browser.site import NO_NETWORK, LessonPage, SiteServer, build
from tests.browser.test_panels import FIRE
from tests.paths import REPOSITORY

pytestmark = [pytest.mark.browser, pytest.mark.slow]
LESSONS = sorted(path.stem for path in (REPOSITORY / "notebooks").glob("[0-9]*.ipynb"))
ARCS = "lessons/12_fire_arcs.html"
#: The third panel of lesson 12, the first that no guess covers.
SHOWN = 2
STATE = (
    "landships:fire mk-iv-male@1007/1008 E weapon 57mm-starboard show 57mm-port 57mm-starboard"
    " mg-bow mg-port mg-starboard mg-stern"
)
PHONE = (390, 844)


@pytest.fixture(scope="module")
def school(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SiteServer]:
    """The site with its own Python, as `make site SELF=1` builds it."""
    site = tmp_path_factory.mktemp("site") / "of" / "school"
    build(site, "--self")
    server = SiteServer(site)
    yield server
    server.stop()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """A browser of its own that knows nothing yet and reaches no other host."""
    context = browser.new_context(proxy=NO_NETWORK)
    context.set_default_timeout(PATIENCE_MS)
    yield context
    context.close()


@pytest.fixture
def lesson(context: BrowserContext, school: SiteServer) -> Iterator[LessonPage]:
    """A page of the site; fails at its end if anything went wrong."""
    lesson = LessonPage(context.new_page(), school)
    yield lesson
    lesson.check()
    assert lesson.asked == [], "the page asked for what is not on the site"


def test_a_panel_comes_alive_in_place_and_is_touched_by_mouse_and_keys(lesson: LessonPage) -> None:
    lesson.open(ARCS)
    still = lesson.page.locator(".lp-cell:not([hidden])").nth(SHOWN).locator(".lp-still")
    expect(still).to_be_visible()
    expect(lesson.page.get_by_role("progressbar")).to_be_visible()
    panel = Panel(lesson, lesson.panel(SHOWN), FIRE.parse(STATE).opening())
    painted(panel.at)
    expect(still).to_be_hidden()
    panel.click("1306")
    expect(panel.field("Target")).to_have_value("1306")
    aimed = FIRE.parse(STATE).set("target", "1306")
    expect(panel.verdict).to_have_text(aimed.answer().headline)
    lesson.page.keyboard.press("e")
    expect(panel.verdict).to_have_text(
        FIRE.parse(aimed.text().replace(" E ", " ESE ")).answer().headline
    )
    lesson.alive()
    assert faults(lesson.page) == []


def test_the_first_page_comes_alive_in_place_at_every_width(lesson: LessonPage) -> None:
    lesson.open("index.html")
    panel = Panel(lesson, lesson.panel(), FIRE.initial().opening())
    painted(panel.at)
    expect(panel.verdict).to_have_text(FIRE.initial().answer().headline)
    for size in (PHONE, (1600, 1000), (1280, 800)):
        lesson.resize(size)
        assert lesson.page.evaluate(STANDS_OUT, size[0]) == []
        lesson.screenshot(f"site-first-page-{size[0]}-alive")
    panel.click("1009")
    expect(panel.field("Target")).to_have_value("1009")
    lesson.page.get_by_role("button", name="Dark colours").click()
    expect(panel.at).to_have_class(re.compile(r"\bll-dark\b"))
    expect(panel.field("Target")).to_have_value("1009")
    assert faults(lesson.page) == []


def test_the_search_of_a_live_page_finds_lessons_and_leads_to_them(lesson: LessonPage) -> None:
    lesson.open("lessons/00_tour.html")
    lesson.alive()
    search = lesson.page.locator(".ll-panel.ll-search")
    for words, found in (("hexside", "lesson 1"), ("line 115", "twelve point facing, line 115")):
        search.get_by_label("Search", exact=True).fill(words)
        search.get_by_label("Search", exact=True).press("Enter")
        expect(search.locator(".ll-found")).to_contain_text(found)
    search.get_by_role("button", name="gas", exact=True).click()
    search.get_by_role("link", name="lesson 23").first.click()
    expect(lesson.page.get_by_role("heading", name="Bombardment and gas", level=1)).to_be_visible()


def test_whoever_saves_data_is_asked_before_a_page_fetches_python(lesson: LessonPage) -> None:
    saves = "Object.defineProperty(navigator, 'connection', {value: {saveData: true}})"
    lesson.page.add_init_script(saves)
    fetched: list[str] = []
    lesson.page.on("worker", lambda worker: fetched.append(worker.url))
    lesson.open(ARCS)
    said = lesson.page.locator(".lp-waking")
    expect(said).to_contain_text(re.compile(r"Live panels need \d+\.\d MB"))
    assert fetched == []
    said.get_by_role("button", name="Make them live").click()
    expect(said).to_contain_text(re.compile("^Loading the live panels|^Starting Python"))


def test_a_link_in_the_text_shows_a_picture_and_later_sets_the_panel_above_it(
    lesson: LessonPage,
) -> None:
    lesson.open(ARCS)
    link = lesson.page.get_by_role("link", name="turn it one point to the left")
    asked = "landships:fire mk-iv-male@1007 NNW weapon 57mm-starboard target 0705"
    verdict = FIRE.parse(asked).answer().headline
    panel = lesson.panel()
    expect(link).to_have_attribute("href", re.compile("#landships:fire"))
    link.click()
    expect(panel.get_by_role("status").first).to_have_text(verdict)
    expect(panel.locator(".ll-board")).to_be_in_viewport()


def test_without_scripts_a_lesson_is_whole_and_its_links_open_the_pictures(
    browser: Browser, school: SiteServer
) -> None:
    context = browser.new_context(
        java_script_enabled=False, has_touch=True, viewport={"width": PHONE[0], "height": PHONE[1]}
    )
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    page.goto(f"{school.url}/{ARCS}")
    expect(page.get_by_role("heading", name="Fire arcs", level=1)).to_be_visible()
    expect(page.locator(".lp-waking")).to_have_count(0)
    expect(page.get_by_role("button", name="Dark colours")).to_be_hidden()
    verdict = FIRE.parse("landships:fire mk-iv-male@1007 NNW weapon 57mm-starboard target 0705")
    place = page.locator(".lp-what-if", has_text=verdict.answer().headline)
    page.get_by_role("link", name="turn it one point to the left").click()
    expect(place.locator("svg")).to_be_visible()
    expect(place.locator("svg")).to_be_in_viewport()
    opens_every_lesson(page)
    page.get_by_role("link", name="Next Moving").click()
    expect(page.get_by_role("heading", name="Moving and drifting", level=1)).to_be_visible()
    context.close()


@pytest.mark.parametrize(
    ("theme", "size"),
    [("light", (1280, 800)), ("dark", (1600, 1000)), ("light", PHONE), ("dark", PHONE)],
)
def test_a_page_fits_its_window_still_and_alive(
    lesson: LessonPage, theme: Theme, size: tuple[int, int]
) -> None:
    lesson.open("lessons/11_counting_range.html", theme=theme, size=size)
    named = f"site-page-{size[0]}-{theme}"
    lesson.screenshot(f"{named}-still")
    assert lesson.page.evaluate(STANDS_OUT, size[0]) == []
    lesson.alive()
    assert lesson.page.evaluate(STANDS_OUT, size[0]) == []
    lesson.page.locator(".lp-cell:not([hidden])").nth(3).scroll_into_view_if_needed()
    painted(lesson.panel(3))
    lesson.screenshot(f"{named}-alive")
    expect(lesson.panel(3)).to_have_class(re.compile(rf"\bll-{theme}\b"))


def test_a_drills_progress_is_there_after_a_reload(lesson: LessonPage) -> None:
    lesson.open("lessons/91_drill.html")
    drill = lesson.panel(1)
    answered = re.compile(r"^[01] of 1 right")
    expect(drill.get_by_text("Nothing answered yet")).to_be_visible()
    drill.locator(".ll-replies button").first.click()
    expect(drill.get_by_text(answered)).to_be_visible()
    lesson.alive()
    lesson.page.reload(wait_until="domcontentloaded")
    expect(lesson.panel(1).get_by_text(answered)).to_be_visible()


def test_a_page_seen_once_comes_alive_with_no_network_at_all(
    lesson: LessonPage, context: BrowserContext
) -> None:
    lesson.open(ARCS)
    lesson.alive()
    lesson.page.wait_for_function("() => performance.getEntriesByName('lp-kept').length > 0")
    lesson.page.wait_for_function(
        "async () => Boolean(await caches.match(location.href.split('#')[0]))"
    )
    context.set_offline(True)
    lesson.open(ARCS)
    lesson.alive()
    painted(lesson.panel(SHOWN))
    context.set_offline(False)


def test_where_python_cannot_be_fetched_the_page_says_so_in_words_and_stays_whole(
    browser: Browser, school: SiteServer
) -> None:
    context = browser.new_context(proxy=NO_NETWORK, service_workers="block")
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    context.route(re.compile(r"/python/"), lambda route: route.abort())
    page.goto(f"{school.url}/{ARCS}")
    said = page.locator(".lp-waking")
    expect(said).to_contain_text("Python cannot be fetched from 127.0.0.1")
    expect(said).to_contain_text("still pictures")
    expect(page.locator(".lp-still").first).to_be_visible()
    expect(said.get_by_role("button", name="Try again")).to_be_visible()
    page.screenshot(path=SCREENSHOTS / "site-page-no-python.png")
    context.close()
