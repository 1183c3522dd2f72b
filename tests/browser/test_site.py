"""The site that needs no server is whole, and runs where there is nothing but its own files."""

import json
import re
import shutil
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any
from urllib.parse import quote
from xml.etree import ElementTree as ET

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from landships_lab.core.grid import Grid
from landships_lab.core.hexes import Heading
from landships_lab.games import GAMES
from landships_lab.games.landships.rules import can_target
from landships_lab.jupyter.chart import STILL
from landships_lab.panel import CATALOG
from landships_lab.panel.links import write_link
from tests.browser.axe import faults
from tests.browser.conftest import PATIENCE_MS
from tests.browser.harness import SCREENSHOTS
from tests.browser.panels import painted
from tests.browser.phones import opens_every_lesson
from tests.browser.site import (
    KERNEL,
    NO_NETWORK,
    RUNTIME,
    SitePage,
    SiteServer,
    build,
    runtime,
    stand_in,
)
from tests.browser.test_panels import FIRE, Panel
from tests.paths import REPOSITORY

pytestmark = [pytest.mark.browser, pytest.mark.slow]
LESSONS = {path.name for path in (REPOSITORY / "notebooks").glob("*.ipynb")}
PLACE = Grid().place
STARTED_MS = 150_000  # within which Python has started in a browser of two busy cores
# the first panel of lesson 12
STATE = "landships:fire mk-iv-male@1007/1008 E weapon 57mm-starboard target 1306"

LINK = write_link(FIRE.parse(STATE.replace("1306", "1207")))
#: What a still picture shows although it is only said, beside the picture's own words.
UNDRAWN = """() => [...document.querySelectorAll('.lp-stage .ll-handout .ll-spoken')]
    .filter(e => e.clientWidth > 1).map(e => e.textContent)"""
#: Where the live panel lies in its place on the first page: left, top, width and height, all less
#: those of the place.
OFF_ITS_PLACE = """stage => {
    const panel = stage.querySelector('iframe').contentDocument.querySelector('.ll-panel');
    const is = panel.getBoundingClientRect(), has = stage.getBoundingClientRect();
    return [is.left, is.top, is.width - has.width, is.height - has.height].map(Math.round);
}"""
#: What of JupyterLite's console is seen around the live panel.
AROUND_IT = """stage => [...stage.querySelector('iframe').contentDocument
    .querySelectorAll('body *')]
    .filter(e => !e.closest('.ll-panel') && e.checkVisibility({visibilityProperty: true}))
    .filter(e => e.getBoundingClientRect().width > 0)
        .map(e => `${e.tagName} ${e.id} ${e.className}`)"""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site as its users get it."""
    site = tmp_path_factory.mktemp("site") / "built"
    build(site)
    return site


@pytest.fixture(scope="module")
def offline(built: Path) -> Iterator[SiteServer]:
    """A copy of the site that needs nothing from the web, with stand-ins for numpy and Pillow."""
    site = built.with_name("offline")
    shutil.copytree(built, site)
    stand_in(site)
    server = SiteServer(site)
    yield server
    server.stop()


@pytest.fixture
def site(browser: Browser, offline: SiteServer) -> Iterator[SitePage]:
    """JupyterLab from the site, in a browser of its own with no other network; fails at its end if
    anything went wrong.
    """
    context = browser.new_context(proxy=NO_NETWORK)
    context.set_default_timeout(PATIENCE_MS)
    site = SitePage(context.new_page(), offline)
    yield site
    site.check()
    assert site.asked == [], "the page asked for what is not on the site"
    context.close()


def read(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def test_the_site_holds_every_lesson_and_links_to_it(built: Path) -> None:
    listed = {entry["name"] for entry in read(built / "api" / "contents" / "all.json")["content"]}
    welcome = (built / "index.html").read_text(encoding="utf-8")
    assert listed >= LESSONS | {"pictures", "about_this_site.md"}
    assert {
        name
        for name in LESSONS
        if (built / "files" / name).read_bytes() != (REPOSITORY / "notebooks" / name).read_bytes()
    } == set()
    assert {
        name for name in LESSONS if f'href="lab/index.html?path={name}&amp;run"' not in welcome
    } == set()
    assert {
        name
        for name in LESSONS
        if not (built / "handouts" / name.replace(".ipynb", ".html")).is_file()
    } == set()
    assert welcome.count('href="handouts/') == len(LESSONS)
    assert "To get the teacher's original back" in welcome
    assert "$[" not in welcome


def test_for_users_python_comes_from_the_default_distribution_and_all_that_is_pure_from_the_site(
    built: Path,
) -> None:
    settings = read(built / "jupyter-lite.json")["jupyter-config-data"]["litePluginSettings"][
        KERNEL
    ]
    assert "pyodideUrl" not in settings
    assert settings["disablePyPIFallback"] is True
    packages = read(built / "wheels" / "pyodide-lock.json")["packages"]
    elsewhere = {
        name
        for name, entry in packages.items()
        if not (built / "wheels" / entry["file_name"]).is_file()
    }
    assert elsewhere == {"numpy", "pandas", "pillow"}
    assert set(packages["landships-lab"]["depends"]) == {
        "anywidget",
        "bqplot",
        "cattrs",
        "ipycanvas",
        "ipywidgets",
        "numpy",
        "reportlab",
    }
    assert packages["landships-lab"]["imports"] == ["landships_lab"]
    assert {needed for entry in packages.values() for needed in entry["depends"]} <= set(packages)


def test_what_is_compiled_is_what_the_distribution_itself_lists() -> None:
    theirs = read(runtime() / "pyodide-lock.json")
    told = (
        "version",
        "file_name",
        "sha256",
        "imports",
    )  # what they need is told by what is on the site
    assert RUNTIME["info"] == theirs["info"]
    assert {
        name: {key: entry[key] for key in told} for name, entry in RUNTIME["packages"].items()
    } == {
        name: {key: theirs["packages"][name][key] for key in told} for name in RUNTIME["packages"]
    }


def test_the_pictures_of_the_lessons_are_the_same_in_letters_that_jupyterlite_can_show(
    built: Path,
) -> None:
    for picture in (REPOSITORY / "notebooks" / "pictures").glob("*.svg"):
        on_site = (built / "files" / "pictures" / picture.name).read_bytes()
        assert on_site.isascii()
        assert ET.canonicalize(on_site.decode("ascii")) == ET.canonicalize(
            picture.read_text(encoding="utf-8")
        )


def test_a_lesson_runs_with_no_server_and_no_network(site: SitePage) -> None:
    site.open("12_fire_arcs.ipynb")
    expect(site.cell(0).locator("img")).not_to_have_js_property("naturalWidth", 0)
    panel = Panel(site, site.output(3).locator(".ll-panel").first, FIRE.parse(STATE).opening())
    painted(panel.at)
    site.screenshot("site-lesson")
    panel.enter("Target", "1207")
    answer = can_target(
        "mk-iv-male", "57mm-starboard", PLACE("1007/1008"), Heading("E"), PLACE("1207")
    )
    expect(panel.verdict).to_have_text(answer.headline)


def test_where_bqplot_cannot_be_loaded_a_chart_is_a_picture_that_says_so(site: SitePage) -> None:
    site.open("20_the_combat_table.ipynb", theme="dark", size=(1600, 1000))
    chart = site.page.locator(".ll-panel .ll-chart").first
    expect(chart).to_contain_text(STILL)
    table = CATALOG["loos:table"]
    drawn, *_ = table.initial().charts(table.initial().answer())
    expect(chart.get_by_role("img", name=drawn.title)).to_be_visible()
    chart.scroll_into_view_if_needed()
    site.screenshot("site-still-chart")


def test_deleting_ones_copy_of_a_lesson_brings_the_teachers_original_back(site: SitePage) -> None:
    name = "11_counting_range.ipynb"
    site.start()
    original = site.contents("get", name, {"content": True})
    scribbled = original | {"content": original["content"] | {"cells": []}}
    site.contents("save", name, scribbled)
    assert site.contents("get", name, {"content": True})["content"]["cells"] == []
    site.page.locator(".jp-DirListing-item", has_text=name).click(button="right")
    site.page.get_by_role("menuitem", name="Delete").click()
    site.page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    site.page.wait_for_function(
        "name => window.jupyterapp.serviceManager.contents.get(name, {content: true}).then(it =>"
        " it.content.cells.length > 0)",
        arg=name,
    )
    site.start()
    expect(site.page.locator(".jp-DirListing-item", has_text=name)).to_be_visible()
    assert site.contents("get", name, {"content": True})["content"] == original["content"]


def test_the_first_page_names_each_game_and_shows_it(built: Path) -> None:
    welcome = (built / "index.html").read_text(encoding="utf-8")
    cards = welcome[welcome.index('<div class="lp-cards">') :]
    for game in GAMES.values():
        if game.lessons:
            (card,) = (
                text
                for text in cards.split("<section>")
                if f"<h2>{escape(game.title)}</h2>" in text
            )
            (face,) = re.findall(r'<img src="([^"]*)"', card)
            assert (built / face).is_file()
            assert [
                name for name in game.lessons if f'href="handouts/{name}.html"' not in card
            ] == []


@pytest.mark.parametrize(("theme", "size"), [("light", (1280, 800)), ("dark", (1600, 1000))])
def test_the_first_page_leads_to_the_tour_which_runs_by_itself(
    site: SitePage, theme: str, size: tuple[int, int]
) -> None:
    site.resize(size)
    site.page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
    site.page.goto(f"{site.server.url}/index.html")
    expect(site.page.get_by_role("heading", level=1)).to_be_visible()
    expect(site.page.locator(".lp-first")).to_have_attribute("data-state", "starting")
    site.screenshot(f"site-first-page-{size[0]}-{theme}")
    assert faults(site.page) == []
    site.resize((390, 844))
    assert site.page.evaluate("() => document.documentElement.scrollWidth") == 390
    site.resize(size)
    site.page.get_by_role("link", name="Start with the tour").click()
    expect(site.page.locator(".ll-lesson-note")).to_have_text(
        re.compile("Opening|Starting Python|Making the panels")
    )
    expect(
        site.page.locator(".jp-Notebook").get_by_role(
            "heading", name="Which rules do you play?", exact=True
        )
    ).to_be_visible()
    painted(site.page.locator(".ll-panel").first)
    expect(site.page.locator(".ll-lesson-note")).to_have_count(0)
    expect(site.page.get_by_role("region", name="File Browser Section")).to_be_hidden()
    site.screenshot(f"site-tour-{size[0]}-{theme}")


def test_the_first_page_comes_alive_in_place_and_answers_a_click(site: SitePage) -> None:
    page, first, stage = _first_page(site)
    expect(first).to_have_attribute("data-state", "alive", timeout=STARTED_MS)
    expect(stage.locator(".ll-handout")).to_be_hidden()
    at = page.frame_locator(".lp-stage iframe").locator(".ll-panel")
    panel = Panel(site, at, FIRE.initial().opening())
    expect(panel.verdict).to_have_text(FIRE.initial().answer().headline)
    assert stage.evaluate(AROUND_IT) == []
    for width, height in ((390, 844), (1600, 1000), (1280, 800)):
        site.resize((width, height))
        expect(stage).to_have_js_property("clientWidth", at.evaluate("it => it.offsetWidth"))
        page.wait_for_function(
            f"([it]) => ({OFF_ITS_PLACE})(it).every(off => off === 0)", arg=[stage.element_handle()]
        )
        assert page.evaluate("() => document.documentElement.scrollWidth") == width
        site.screenshot(f"site-first-page-{width}-alive")
    panel.click("1009")
    expect(panel.field("Target")).to_have_value("1009")
    expect(panel.verdict).not_to_have_text(FIRE.initial().answer().headline)
    page.get_by_role("button", name="Dark colours").click()
    expect(at).to_have_class(re.compile(r"\bll-dark\b"))
    expect(panel.field("Target")).to_have_value("1009")
    assert faults(page) == []


def test_whoever_saves_data_is_asked_before_the_first_page_fetches_python(site: SitePage) -> None:
    saves = "Object.defineProperty(navigator, 'connection', {value: {saveData: true}})"
    site.page.add_init_script(saves)
    _, first, stage = _first_page(site)
    expect(first).to_have_attribute("data-state", "asked")
    expect(stage.locator("iframe")).to_have_count(0)
    expect(stage.locator(".ll-picture")).to_be_visible()
    site.screenshot("site-first-page-asked")
    first.get_by_role("button", name="Make it live").click()
    expect(stage.locator("iframe")).to_be_attached()
    expect(first).to_have_attribute("data-state", re.compile("starting|making|alive"))


def test_without_scripts_the_first_page_promises_nothing_and_opens_every_lesson(
    browser: Browser, offline: SiteServer
) -> None:
    context = browser.new_context(
        java_script_enabled=False, has_touch=True, viewport={"width": 390, "height": 844}
    )
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    page.goto(f"{offline.url}/index.html")
    expect(page.locator(".lp-python")).to_have_text(
        "A still picture of what the lessons show live."
    )
    expect(page.get_by_role("button", name="Dark colours")).to_be_hidden()
    opens_every_lesson(page)
    context.close()


def _first_page(site: SitePage) -> tuple[Page, Locator, Locator]:
    """Open the site's first page, and return it, the part of it that comes alive, and the place of
    its panel.
    """
    site.resize((1280, 800))
    site.page.goto(f"{site.server.url}/index.html")
    return site.page, site.page.locator(".lp-first"), site.page.locator(".lp-stage")


def test_an_address_of_the_site_opens_a_state_in_its_lesson(site: SitePage) -> None:
    site.resize((1280, 800))
    lesson = f"{site.server.url}/lab/index.html?path=12_fire_arcs.ipynb&run"
    site.page.goto(f"{lesson}#panel={quote(LINK)}", wait_until="domcontentloaded")
    panel = site.page.locator(".ll-panel[data-opens='landships:fire']").first
    verdict = panel.get_by_role("status").first
    told = FIRE.parse(STATE.replace("1306", "1207")).answer().headline
    assert told != FIRE.parse(STATE).answer().headline
    expect(verdict).to_have_text(told, timeout=STARTED_MS)
    expect(panel.get_by_label("Target", exact=True)).to_have_value("1207")
    site.screenshot("site-address-opened")


def test_where_python_cannot_be_fetched_both_the_first_page_and_the_lesson_say_so(
    browser: Browser, built: Path
) -> None:
    server = SiteServer(built)
    context = browser.new_context(proxy=NO_NETWORK)
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    page.goto(f"{server.url}/index.html")
    expect(page.locator(".lp-first")).to_have_attribute("data-state", "missing")
    expect(page.locator(".lp-python")).to_contain_text("cannot be fetched from")
    expect(page.locator(".lp-stage .ll-picture")).to_be_visible()
    expect(page.locator(".lp-stage .ll-verdict")).to_have_text(FIRE.initial().answer().headline)
    assert page.evaluate(UNDRAWN) == []
    expect(page.locator(".lp-stage iframe")).to_have_count(0)
    page.screenshot(path=SCREENSHOTS / "site-no-python.png")
    page.goto(f"{server.url}/lab/index.html?path=12_fire_arcs.ipynb&run")
    expect(page.locator(".ll-lesson-note")).to_contain_text("Nothing can run here")
    page.get_by_role("link", name="read this lesson as a page").click()
    expect(page.get_by_role("heading", name="Fire arcs", level=1)).to_be_visible()
    page.get_by_role("link", name="Next Moving").click()
    expect(page.get_by_role("heading", name="Moving and drifting", level=1)).to_be_visible()
    context.close()
    server.stop()
