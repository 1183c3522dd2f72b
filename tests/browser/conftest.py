"""The browser, the server and the pages that browser tests ask for by name.

What takes long to start is started once for all of them.
"""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.browser import chromium
from tests.browser.harness import LabPage, VoilaPage
from tests.browser.server import LabServer

# for a condition that does come true; two busy cores can be slow, and no test waits longer than it
# must
PATIENCE_MS = 45_000

FLAGS = [
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    # Chromium's own calls home: refused on a closed network, and no part of any test.
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # The same pictures on every machine, and timers that keep running in a page that is not in
    # front.
    "--force-color-profile=srgb",
    "--hide-scrollbars",
    "--disable-renderer-backgrounding",
]
FAILED = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    """Remember which test has failed: it may have left its page in any condition."""
    report = yield
    item.stash[FAILED] = item.stash.get(FAILED, False) or report.failed  # type: ignore[attr-defined]
    return report


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One Chromium for all tests."""
    root = (
        os.name == "posix" and os.geteuid() == 0
    )  # as root Chromium starts without its sandbox or not at all
    program = (
        chromium.find()
    )  # may ask Playwright, which runs once at a time: so before it starts below
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=program, args=[*FLAGS, *(["--no-sandbox"] if root else [])]
        )
        expect.set_options(timeout=PATIENCE_MS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LabServer]:
    """One JupyterLab server for all tests."""
    server = LabServer(tmp_path_factory.mktemp("jupyter"))
    yield server
    server.stop()


@pytest.fixture(scope="session")
def profile(browser: Browser, server: LabServer) -> Iterator[BrowserContext]:
    """One browser profile for all pages of the server, so that what they load is loaded once."""
    context = browser.new_context()
    context.set_default_timeout(PATIENCE_MS)
    context.grant_permissions(["clipboard-read", "clipboard-write"], origin=server.url)
    yield context
    context.close()


@pytest.fixture(scope="session")
def lab_page(profile: BrowserContext, server: LabServer) -> LabPage:
    """One JupyterLab for all tests that do not ask for a new one."""
    return LabPage(profile.new_page(), server)


@pytest.fixture(scope="session")
def voila_page(profile: BrowserContext, server: LabServer) -> VoilaPage:
    """One page for all dashboards."""
    return VoilaPage(profile.new_page(), server)


@pytest.fixture
def lab(lab_page: LabPage, request: pytest.FixtureRequest) -> Iterator[LabPage]:
    """JupyterLab; the test fails at its end if anything went wrong in the page or the kernel."""
    lab_page.troubles.clear()
    # only there does it have the focus, which the clipboard asks for
    lab_page.page.bring_to_front()
    yield lab_page
    if request.node.stash.get(FAILED, True):
        lab_page.discard()
    lab_page.check()


@pytest.fixture
def voila(voila_page: VoilaPage, server: LabServer) -> Iterator[VoilaPage]:
    """Voilà; the test fails at its end if anything went wrong in the page or the kernel."""
    voila_page.troubles.clear()
    voila_page.page.bring_to_front()
    yield voila_page
    voila_page.check()
    voila_page.page.goto("about:blank")
    server.stop_kernels()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """An empty page in a browser profile of its own."""
    context = browser.new_context()
    context.set_default_timeout(PATIENCE_MS)
    yield context.new_page()
    context.close()


@pytest.fixture(scope="session")
def far_page(browser: Browser, server: LabServer) -> Iterator[LabPage]:
    """A JupyterLab of its own, whose sockets can be slowed down and held."""
    context = browser.new_context()
    context.add_init_script(path=Path(__file__).parent / "far.js")
    yield LabPage(context.new_page(), server)
    context.close()


@pytest.fixture
def far(far_page: LabPage) -> Iterator[LabPage]:
    """That page, near its kernel; the test fails at its end if anything went wrong in it."""
    far_page.troubles.clear()
    far_page.page.bring_to_front()
    yield far_page
    far_page.page.evaluate("() => { far.ms = 0; far.open(); }")
    far_page.check()
