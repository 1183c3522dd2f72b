"""How soon a lesson of the site can be read and touched, over a line of 20 Mbit/s and 50 ms, and
what it fetches.

`python -m tests.browser.site_speed _site` prints it for a site built by `make site SELF=1`. The
server keeps the pace, for the page, its worker and its keeper alike, and packs nothing: a web host
that does is faster. `cpu` is the time of all processes of the browser together, which says more
on a busy machine than the clock does.
"""

from __future__ import annotations

import json
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psutil
from playwright.sync_api import Browser, BrowserContext, sync_playwright

from tests.browser import chromium
from tests.browser.site import NO_NETWORK, STARTED_MS, Files, SiteServer

RATE, DELAY = 20e6 / 8, 0.05  # bytes a second, seconds
PIECE = 16_384
LESSON = "lessons/12_fire_arcs.html"
READ = "first-contentful-paint"
MARKS = """() => Object.fromEntries([...performance.getEntriesByType('paint'),
    ...performance.getEntriesByType('mark')].map(e => [e.name, Math.round(e.startTime)]))"""


class Line:
    """A line that all answers share: each piece waits for those before it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._free = 0.0
        self.fetched: list[tuple[str, int]] = []

    def wait(self, size: int) -> None:
        """Return when this many bytes would have come."""
        with self._lock:
            self._free = max(self._free, time.monotonic()) + size / RATE
            until = self._free
        time.sleep(max(0.0, until - time.monotonic()))


class _Paced(Files):
    line: Line

    def copyfile(self, source: Any, outputfile: Any) -> None:
        """Send a file piece by piece, after the time that its request took to come."""
        time.sleep(DELAY)
        sent = 0
        while piece := source.read(PIECE):
            self.line.wait(len(piece))
            outputfile.write(piece)
            sent += len(piece)
        self.line.fetched.append((self.path.partition("?")[0], sent))


@contextmanager
def paced(site: Path) -> Iterator[tuple[SiteServer, Line]]:
    """A server of this site at the end of such a line."""
    line = Line()
    server = SiteServer(site, type("Paced", (_Paced,), {"line": line}))
    yield server, line
    server.stop()


def visit(context: BrowserContext, address: str) -> dict[str, float]:
    """Return when, in ms, the page could be read, its first panel touched, and all of them, and the
    CPU time until then.
    """
    page = context.new_page()
    before = _cpu()
    page.goto(address, wait_until="commit")
    page.wait_for_function(
        "() => performance.getEntriesByName('lp-alive').length", timeout=STARTED_MS
    )
    spent = _cpu() - before
    page.wait_for_function(
        "() => performance.getEntriesByName('lp-kept').length", timeout=STARTED_MS
    )
    marks = page.evaluate(MARKS)
    page.close()
    told = {"read": marks[READ], "first panel": marks["lp-alive"], "all panels": marks["lp-all"]}
    return told | {"cpu to first panel": round(1000 * spent)}


def _cpu() -> float:
    """Return the CPU time of all processes that this one has started, in seconds."""
    spent = 0.0
    for process in psutil.Process().children(recursive=True):
        try:
            spent += sum(process.cpu_times()[:2])
        except psutil.NoSuchProcess:
            continue
    return spent


def measure(browser: Browser, site: Path) -> dict[str, Any]:
    """Return the times of a first visit and of a second, and the bytes of each file fetched."""
    context = browser.new_context(proxy=NO_NETWORK)
    with paced(site) as (server, line):
        cold = visit(context, f"{server.url}/{LESSON}")
        first = dict(line.fetched)
        line.fetched.clear()
        warm = visit(context, f"{server.url}/{LESSON}")
        again = dict(line.fetched)
    context.close()
    load = round(psutil.getloadavg()[0], 1)
    return {
        "cold ms": cold,
        "warm ms": warm,
        "load": load,
        "cold bytes": first,
        "warm bytes": again,
    }


def main(site: Path) -> None:
    """Print what was measured."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.find(), args=["--no-sandbox"])
        sys.stdout.write(json.dumps(measure(browser, site), indent=1) + "\n")
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
