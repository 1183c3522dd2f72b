"""Every lesson opens as a page without code: Voilà runs it and shows its panels and no error.

Most of this needs no browser: what Voilà sends is asked for as a browser would ask. Two lessons are looked at in one.
"""

import re
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import nbformat
import pytest
from playwright.sync_api import expect

import landships_lab
from tests.browser.harness import VoilaPage
from tests.browser.server import LabServer
from tests.paths import LESSONS as LESSONS_DIR

pytestmark = pytest.mark.browser

LESSONS = sorted(LESSONS_DIR.glob("*.ipynb"))
WENT_WRONG = re.compile(r"application/vnd\.jupyter\.(error|stderr)|Traceback \(most recent call last\)")
WIDGET = "application/vnd.jupyter.widget-view+json"
AT_ONCE = 2  # kernels at work at the same time


def page_of(server: LabServer, name: str) -> str:
    """Return what Voilà sends for this notebook. Its answer ends when the last cell has run."""
    with urllib.request.urlopen(f"{server.url}/voila/render/{name}?token={server.token}", timeout=120) as answer:  # noqa: S310 - loopback
        page: str = answer.read().decode("utf-8")
    return page


@pytest.fixture(scope="module")
def pages(server: LabServer) -> dict[str, str]:
    """Every lesson as Voilà sends it."""
    found: dict[str, str] = {}
    names = [path.name for path in LESSONS]
    with ThreadPoolExecutor(AT_ONCE) as pool:
        for few in range(0, len(names), AT_ONCE):
            batch = names[few : few + AT_ONCE]
            found |= zip(batch, pool.map(partial(page_of, server), batch), strict=True)
            server.stop_kernels()
    return found


@pytest.mark.parametrize("path", LESSONS, ids=[path.stem for path in LESSONS])
def test_every_lesson_is_a_page_without_code(pages: dict[str, str], path: Path) -> None:
    page = pages[path.name]
    assert WENT_WRONG.search(page) is None
    code = [cell.source for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == "code"]
    shown = [source for source in code if source.splitlines()[-1].split("(")[0] in landships_lab.__all__]
    assert page.count(WIDGET) >= len(shown) > 0, "every panel that a cell ends in is on the page"
    assert not any(line in page for source in code for line in source.splitlines() if line.startswith("from "))


def test_a_lesson_that_fails_would_be_seen(voila: VoilaPage, server: LabServer) -> None:
    assert WENT_WRONG.search(page_of(server, voila.write("fails.ipynb", ["1 / 0"])))


def test_a_panel_of_a_dashboard_is_presented_with_the_space_bar(voila: VoilaPage) -> None:
    voila.open("20_the_combat_table.ipynb")
    panel = voila.page.locator(".ll-panel").first
    panel.get_by_role("button", name="Present", exact=True).click()
    expect(panel).to_have_class(re.compile("ll-presenting"))
    voila.page.keyboard.press(" ")
    expect(panel.locator(".ll-steps li")).to_have_count(1)
    voila.screenshot("presented-voila")
    voila.page.keyboard.press("Escape")
    expect(panel).not_to_have_class(re.compile("ll-presenting"))
