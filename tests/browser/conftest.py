"""The browser, the server and the pages that browser tests ask for by name: `lab` and `voila`."""

import os
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.browser import chromium
from tests.browser.harness import LabPage, VoilaPage
from tests.browser.server import LabServer

PATIENCE_MS = 45_000  # for a condition that does come true; two busy cores can be slow, and no test waits longer than it must

FLAGS = [
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    # Chromium's own calls home: refused on a closed network, and no part of any test.
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # Same pictures on every machine, and timers that keep running in a page that is not in front.
    "--force-color-profile=srgb",
    "--hide-scrollbars",
    "--disable-renderer-backgrounding",
]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One Chromium for all tests."""
    root = os.name == "posix" and os.geteuid() == 0  # as root Chromium starts without its sandbox or not at all
    program = chromium.find()  # may ask Playwright, which runs once at a time: so before it starts below
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=[*FLAGS, *(["--no-sandbox"] if root else [])])
        expect.set_options(timeout=PATIENCE_MS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LabServer]:
    """One JupyterLab for all tests."""
    server = LabServer(tmp_path_factory.mktemp("jupyter"))
    yield server
    server.stop()


@pytest.fixture
def page(browser: Browser, server: LabServer) -> Iterator[Page]:
    """A page in a browser profile of its own. Closed with the test, and every kernel with it."""
    context = browser.new_context()
    context.set_default_timeout(PATIENCE_MS)
    context.grant_permissions(["clipboard-read", "clipboard-write"], origin=server.url)
    yield context.new_page()
    context.close()
    server.stop_kernels()


@pytest.fixture
def lab(page: Page, server: LabServer) -> Iterator[LabPage]:
    """JupyterLab; the test fails at its end if anything went wrong in the page or the kernel."""
    lab = LabPage(page, server)
    yield lab
    lab.check()


@pytest.fixture
def voila(page: Page, server: LabServer) -> Iterator[VoilaPage]:
    """Voilà; the test fails at its end if anything went wrong in the page or the kernel."""
    voila = VoilaPage(page, server)
    yield voila
    voila.check()
