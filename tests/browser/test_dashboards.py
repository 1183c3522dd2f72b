"""Every lesson opens as a page without code: Voilà runs it and shows its panels and no error.

Most of this needs no browser: what Voilà sends is asked for as a browser would ask. Two lessons are
looked at in one.
"""

import re
import runpy
import time
import urllib.request
from collections.abc import Callable
from functools import cache
from html import escape
from pathlib import Path

import nbformat
import pytest
from playwright.sync_api import expect
from traitlets.config import Config

import landships_lab
from landships_lab.publish.lesson_groups import around, lesson_groups
from tests.browser.axe import faults
from tests.browser.conftest import PATIENCE_MS
from tests.browser.harness import VoilaPage
from tests.browser.server import LabServer
from tests.paths import LESSONS as LESSONS_DIR
from tests.paths import REPOSITORY

pytestmark = pytest.mark.browser

#: A lesson of each rule set, and those that stand apart. JupyterLab runs all of them; Voilà runs
#: the others before a release.
OFTEN = ("00", "12", "17", "22", "31", "41", "52", "90", "92")
LESSONS = sorted(LESSONS_DIR.glob("*.ipynb"))
EACH_LESSON = pytest.mark.parametrize(
    "path",
    [
        pytest.param(p, marks=() if p.stem[:2] in OFTEN else pytest.mark.slow, id=p.stem)
        for p in LESSONS
    ],
)
WENT_WRONG = re.compile(
    r"application/vnd\.jupyter\.(error|stderr)|Traceback \(most recent call last\)"
)
WIDGET = "application/vnd.jupyter.widget-view+json"
#: The letters of a paragraph in each of its lines, in the mean; its last line counts as half.
LETTERS_IN_A_LINE = (
    "p => p.textContent.length / (p.clientHeight / parseFloat(getComputedStyle(p).lineHeight) -"
    " 0.5)"
)


def page_of(server: LabServer, name: str) -> str:
    """Return what Voilà sends for this notebook. Its answer ends when the last cell has run."""
    with urllib.request.urlopen(  # noqa: S310
        f"{server.url}/voila/render/{name}?token={server.token}", timeout=120
    ) as answer:
        page: str = answer.read().decode("utf-8")
    return page


@pytest.fixture(scope="module")
def pages(server: LabServer) -> Callable[[str], str]:
    """What Voilà sends for a lesson, asked for once."""

    @cache
    def page(name: str) -> str:
        sent = page_of(server, name)
        server.stop_kernels()
        return sent

    return page


@EACH_LESSON
def test_every_lesson_is_a_page_without_code(pages: Callable[[str], str], path: Path) -> None:
    page = pages(path.name)
    assert WENT_WRONG.search(page) is None
    code = [
        cell.source for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == "code"
    ]
    shown = [
        source
        for source in code
        if source.splitlines()[-1].split("(")[0] in landships_lab.__all__
        and source != "FirstPage()"  # it is links and pictures, and no widget
    ]
    assert page.count(WIDGET) >= len(shown) > 0, "every panel that a cell ends in is on the page"
    assert not any(
        line in page for source in code for line in source.splitlines() if line.startswith("from ")
    )


@EACH_LESSON
def test_every_page_says_which_lesson_it_is_and_leads_to_the_others(
    pages: Callable[[str], str], path: Path
) -> None:
    page, shown = pages(path.name), lesson_groups(LESSONS_DIR)
    before, lesson, after = around(shown, path.stem)
    assert lesson is not None
    assert (
        f"<title>{escape(lesson.title)} – {escape(lesson.rules or 'landships_lab')}</title>" in page
    )
    for way, rel in ((before, "prev"), (after, "next")):
        assert (
            f'<a rel="{rel}" href="{way.name}.ipynb">' if way else f'<a rel="{rel}"'
        ) in page or way is None
    menu = page[page.index('<nav class="lp-menu"') : page.index("</nav>")]
    assert re.findall(r'href="(\w+)\.ipynb"', menu) == [
        it.name for group in shown for it in group.lessons
    ]
    assert re.findall(r'href="(\w+)\.ipynb" aria-current="page"', menu) == [path.stem]
    assert '<a class="lp-home" href="00_tour.ipynb">' in page
    fetched = re.findall(r'(?:src|<link[^>]* href)="(https?:[^"]*)"', page)
    assert fetched == [], "nothing comes from elsewhere"


def test_a_page_ends_its_kernel_when_it_is_left(voila: VoilaPage, server: LabServer) -> None:
    voila.open("11_counting_range.ipynb")
    expect(voila.page.locator("body")).to_have_class(re.compile("lp-ready"))
    running = server.kernels()
    assert len(running) == 1
    voila.page.get_by_role("link", name="Next", exact=False).last.click()
    expect(voila.page).to_have_title(re.compile("^Fire arcs"))
    expect(voila.page.locator("body")).to_have_class(re.compile("lp-ready"))
    voila.page.goto("about:blank")
    until = time.monotonic() + PATIENCE_MS / 1000
    while server.kernels() and time.monotonic() < until:
        voila.page.evaluate("() => new Promise(requestAnimationFrame)")
    assert server.kernels() == [], "the page was left, and its kernel is still there"


def test_a_kernel_that_no_page_ended_is_ended_by_the_server(server: LabServer) -> None:
    made = Config()
    config = runpy.run_path(
        str(REPOSITORY / "binder" / "jupyter_server_config.py"), {"get_config": lambda: made}
    )
    assert 0 < made.MappingKernelManager.cull_idle_timeout == config["IDLE_SECONDS"] <= 3600
    assert made.MappingKernelManager.cull_interval <= 300
    assert made.MappingKernelManager.cull_connected is False
    assert any("Culling kernels with idle durations" in line for line in server.log)


def test_the_text_is_a_column_in_the_middle_and_a_panel_may_be_wider(voila: VoilaPage) -> None:
    voila.open("12_fire_arcs.ipynb", size=(1280, 800))
    expect(voila.page.locator("body")).to_have_class(re.compile("lp-ready"))
    for width in (1280, 1600):
        voila.resize((width, 800))
        text = voila.page.locator(".lp-prose p", has_text="A British tank").bounding_box()
        panel = voila.page.locator(".ll-panel").first.bounding_box()
        assert text is not None
        assert panel is not None
        for box in (text, panel):
            assert abs(box["x"] + box["width"] / 2 - width / 2) <= 8
        assert panel["width"] > text["width"]
        assert (
            62
            <= voila.page.locator(".lp-prose p", has_text="Another day, another place").evaluate(
                LETTERS_IN_A_LINE
            )
            <= 78
        )
    voila.resize((390, 844))
    assert voila.page.evaluate("() => document.documentElement.scrollWidth") == 390


def test_the_list_of_lessons_works_with_keys(voila: VoilaPage) -> None:
    voila.open("12_fire_arcs.ipynb")
    page = voila.page
    expect(page.locator("body")).to_have_class(re.compile("lp-ready"))
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="landships_lab")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    lists = page.get_by_role("navigation", name="All lessons")
    expect(lists.get_by_role("heading", name="Loos: The Big Push")).to_be_visible()
    page.keyboard.press("ArrowDown")
    expect(lists.get_by_role("link", name="Which rules do you play?")).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(lists.get_by_role("link").last).to_be_focused()
    voila.screenshot("dashboard-lessons")
    page.keyboard.press("Escape")
    expect(lists).to_be_hidden()
    expect(page.get_by_role("button", name="Lessons")).to_be_focused()


def test_the_button_changes_between_light_and_dark_on_the_page_and_in_its_panels(
    voila: VoilaPage,
) -> None:
    voila._go("voila/render/10_headings_and_places.ipynb", "dark", (1280, 800), "load")
    page, panel = voila.page, voila.page.locator(".ll-panel").first
    expect(panel).to_have_class(re.compile(r"\bll-dark\b"))  # as the reader's system has it
    voila.screenshot("dashboard-dark")
    button = page.get_by_role("button", name="Dark colours")
    expect(button).to_have_attribute("aria-pressed", "true")
    button.click()
    expect(panel).to_have_class(re.compile(r"\bll-light\b"))
    expect(page.locator("body")).to_have_css("background-color", "rgb(255, 254, 248)")
    page.reload()
    expect(page.locator(".ll-panel").first).to_have_class(
        re.compile(r"\bll-light\b")
    )  # the choice is kept
    page.evaluate("() => localStorage.clear()")


def test_the_page_says_what_it_is_waiting_for_and_has_its_text_meanwhile(
    voila: VoilaPage, server: LabServer
) -> None:
    voila.write(
        "slow.ipynb",
        ["import pathlib, time\nwhile not pathlib.Path('go').exists(): time.sleep(0.05)"],
    )
    page = voila.page
    voila.resize((1280, 800))
    page.goto(f"{server.url}/voila/render/slow.ipynb?token={server.token}", wait_until="commit")
    status = page.get_by_role("status").first
    expect(status).to_have_text(re.compile("Starting Python|Making the panels"))
    page.evaluate("() => { voila_heartbeat(); voila_heartbeat(); }")
    expect(status).to_contain_text("Python does not answer.")
    expect(status.get_by_role("link", name="Load the page again")).to_be_visible()
    (server.lessons / "go").touch()
    expect(status).to_be_hidden()
    expect(page).to_have_title("slow – landships_lab")


def test_axe_finds_nothing_on_a_dashboard(voila: VoilaPage) -> None:
    found: dict[str, list[str]] = {}
    for theme in ("light", "dark"):
        voila.open("12_fire_arcs.ipynb", theme=theme)
        expect(voila.page.locator("body")).to_have_class(re.compile("lp-ready"))
        expect(voila.page.locator(".ll-panel").last).to_have_class(re.compile(rf"\bll-{theme}\b"))
        voila.page.get_by_role("button", name="Lessons").click()
        found[theme] = faults(voila.page)
    assert found == {"light": [], "dark": []}


def test_a_lesson_that_fails_would_be_seen(voila: VoilaPage, server: LabServer) -> None:
    assert WENT_WRONG.search(page_of(server, voila.write("fails.ipynb", ["1 / 0"])))


def test_a_panel_of_a_dashboard_is_presented_with_the_space_bar(voila: VoilaPage) -> None:
    voila.open("00_tour.ipynb")
    panel = voila.page.locator(".ll-panel:has(.ll-verdict)").first
    panel.get_by_role("button", name="Present", exact=True).click()
    expect(panel).to_have_class(re.compile("ll-presenting"))
    voila.page.keyboard.press(" ")
    expect(panel.locator(".ll-steps li")).to_have_count(1)
    voila.screenshot("presented-voila")
    voila.page.keyboard.press("Escape")
    expect(panel).not_to_have_class(re.compile("ll-presenting"))
