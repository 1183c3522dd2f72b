"""The site that needs no server is whole, and runs where there is nothing but its own files."""

import json
import re
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any
from urllib.parse import quote
from xml.etree import ElementTree as ET

import pytest
from playwright.sync_api import Browser, expect

from landships_lab.core.grid import Grid
from landships_lab.core.hexes import Heading
from landships_lab.games import GAMES
from landships_lab.games.landships.rules.fire import can_target
from landships_lab.jupyter.chart import STILL
from landships_lab.panel import CATALOG
from landships_lab.panel.links import write_link
from tests.browser.axe import faults
from tests.browser.conftest import PATIENCE_MS
from tests.browser.harness import SCREENSHOTS
from tests.browser.panels import Panel, painted
from tests.browser.site import (
    KERNEL,
    NO_NETWORK,
    RUNTIME,
    STARTED_MS,
    SitePage,
    SiteServer,
    build,
    stand_in,
)
from tests.browser.site_speed import measure
from tests.browser.test_panels import FIRE
from tests.paths import REPOSITORY

pytestmark = [pytest.mark.browser, pytest.mark.slow]
FIGURES = REPOSITORY / "build" / "site.json"
LESSONS = {path.name for path in (REPOSITORY / "notebooks").glob("*.ipynb")}
PLACE = Grid().place
# the first panel of lesson 12 that no guess covers, aimed
STATE = "landships:fire mk-iv-male@1007/1008 E weapon 57mm-starboard target 1306"

LINK = write_link(FIRE.parse(STATE.replace("1306", "1207")))
#: What a still picture shows although it is only said, beside the picture's own words.
UNDRAWN = """() => [...document.querySelectorAll('.lp-first .ll-handout .ll-spoken')]
    .filter(e => e.clientWidth > 1).map(e => e.textContent)"""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site as its users get it, whose Python comes from the web."""
    site = tmp_path_factory.mktemp("site") / "built"
    build(site)
    return site


@pytest.fixture(scope="module")
def told(built: Path) -> str:
    """What the build of a site with its own Python says, which leaves the site beside ``built``."""
    return build(built.with_name("offline"), "--self")


@pytest.fixture(scope="module")
def offline(built: Path, told: str) -> Iterator[SiteServer]:
    """The site with its own Python, and stand-ins for numpy and Pillow in its notebooks."""
    site = built.with_name("offline")
    assert_told(site, told)
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


def assert_told(site: Path, told: str) -> None:
    """Check that the build named in one sentence the files that are not on this site, if any."""
    packages = read(site / "wheels" / "pyodide-lock.json")["packages"]
    missing = [
        entry["file_name"].rpartition("/")[2]
        for entry in packages.values()
        if not (site / "wheels" / entry["file_name"]).is_file()
    ]
    assert [file for file in missing if file not in told] == []
    assert told.count(".whl") == len(missing)
    assert told.count("\n") == bool(missing)


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
    pages = {name.replace(".ipynb", ".html") for name in LESSONS}
    for top, lessons, root in (("", "lessons/", ""), ("lessons/", "", "../")):
        welcome = (built / top / "index.html").read_text(encoding="utf-8")
        linked = set(re.findall(r'href="([^"#]*)"', welcome))
        assert linked >= {f"{lessons}{page}" for page in pages}
        assert linked >= {f"{root}lab/index.html?path={name}&amp;run" for name in LESSONS}
        assert "$[" not in welcome
    assert {page for page in pages if not (built / "lessons" / page).is_file()} == set()
    assert "To get the teacher's original back" in welcome


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


def test_what_is_pinned_of_the_distribution_is_what_it_holds(offline: SiteServer) -> None:
    core = offline.site / "python"
    assert RUNTIME["npm"]["pyodide"]["version"] == RUNTIME["distribution"]
    assert {name: (core / name).stat().st_size for name in RUNTIME["core"]} == RUNTIME["core"]
    theirs = read(core / "pyodide-lock.json")
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
    expect(site.cell(6).locator("img")).not_to_have_js_property("naturalWidth", 0)
    panel = Panel(site, site.output(7).locator(".ll-panel").first, FIRE.parse(STATE).opening())
    painted(panel.at)
    site.screenshot("site-lesson")
    panel.enter("Target", "1207")
    answer = can_target(
        "mk-iv-male", "57mm-starboard", PLACE("1007/1008"), Heading("E"), PLACE("1207")
    )
    expect(panel.verdict).to_have_text(answer.headline)


def test_where_bqplot_cannot_be_loaded_a_chart_is_a_picture_that_says_so(site: SitePage) -> None:
    site.open("21_the_combat_table.ipynb", theme="dark", size=(1600, 1000))
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


def test_a_lesson_is_read_before_python_has_come_and_the_next_visit_fetches_nothing(
    browser: Browser, offline: SiteServer
) -> None:
    """Over a line of 20 Mbit/s and 50 ms; `make all` tells the times and what was fetched."""
    found = measure(browser, offline.site)
    FIGURES.parent.mkdir(exist_ok=True)
    FIGURES.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    for visit in (found["cold ms"], found["warm ms"]):
        assert visit["read"] < visit["first panel"] <= visit["all panels"]
    assert any("pyodide" in name for name in found["cold bytes"])
    assert found["warm bytes"] == {}


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
                name for name in game.lessons if f'href="lessons/{name}.html"' not in card
            ] == []


@pytest.mark.parametrize(("theme", "size"), [("light", (1280, 800)), ("dark", (1600, 1000))])
def test_the_first_page_leads_to_the_tour_as_a_page_and_as_a_notebook_which_runs_by_itself(
    site: SitePage, theme: str, size: tuple[int, int]
) -> None:
    site.resize(size)
    site.page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
    site.page.goto(f"{site.server.url}/index.html")
    expect(site.page.get_by_role("heading", level=1)).to_be_visible()
    site.screenshot(f"site-first-page-{size[0]}-{theme}")
    assert faults(site.page) == []
    site.resize((390, 844))
    assert site.page.evaluate("() => document.documentElement.scrollWidth") == 390
    site.resize(size)
    site.page.get_by_role("link", name="Start with the tour").click()
    expect(
        site.page.get_by_role("heading", name="Which rules do you play?", level=1)
    ).to_be_visible()
    site.page.get_by_role("link", name="Notebook").click()
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
    expect(page.locator(".lp-waking")).to_contain_text("Python cannot be fetched from cdn.")
    expect(page.locator(".lp-first .ll-picture")).to_be_visible()
    expect(page.locator(".lp-first .ll-verdict")).to_have_text(FIRE.initial().answer().headline)
    assert page.evaluate(UNDRAWN) == []
    page.screenshot(path=SCREENSHOTS / "site-no-python.png")
    page.goto(f"{server.url}/lab/index.html?path=12_fire_arcs.ipynb&run")
    expect(page.locator(".ll-lesson-note")).to_contain_text("Nothing can run here")
    page.get_by_role("link", name="read this lesson as a page").click()
    expect(page.get_by_role("heading", name="Fire arcs", level=1)).to_be_visible()
    page.get_by_role("link", name="Next Moving").click()
    expect(page.get_by_role("heading", name="Moving and drifting", level=1)).to_be_visible()
    context.close()
    server.stop()
