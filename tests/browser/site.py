"""The site that needs no server, built and opened by tests in a sub-path and without any network.

`make site SELF=1` puts the browser's Python on the site as well, as npm has it. The lessons' pages
need nothing more. The notebooks also need what is compiled and lies only on the web; in a test what
the pages have of numpy and Pillow takes its place, and pandas is missing. So charts cannot be drawn
by bqplot there, and the panels must say so.
"""

from __future__ import annotations

import functools
import hashlib
import http.server
import json
import os
import re
import subprocess
import threading
import tomllib
import zipfile
from pathlib import Path
from typing import Any

from playwright.sync_api import ConsoleMessage, Locator, Page, ProxySettings, Request, expect

from tests.browser.harness import LabPage, NotebookPage
from tests.browser.server import Theme
from tests.paths import REPOSITORY

BUILD = REPOSITORY / ".ci" / "site"
RUNTIME = tomllib.loads((BUILD / "runtime.toml").read_text(encoding="utf-8"))
#: What a page has of numpy, Pillow and IPython.
SLIM = BUILD / "slim"
KERNEL = "@jupyterlite/pyodide-kernel-extension:kernel"
STARTED_MS = 150_000  # within which Python has started in a browser of two busy cores
#: Sends all but this machine's own pages to a proxy that is not there.
NO_NETWORK: ProxySettings = {"server": "http://127.0.0.1:9", "bypass": "127.0.0.1"}
#: What cannot be had without pandas, which only the distribution on the web has.
CHARTS = ("pandas", "bqplot", "bqscales")


#: What JupyterLite asks for although it may not be there: a picture of a lesson at first in the
#: wrong folder, lists of files.
MISSING = re.compile(r"404 .*(/pictures/|/all\.json|/favicon\.ico|/service-worker-heartbeat)")


class NotHereError(RuntimeError):
    """Something the site is built or tested with is missing; the message
    says what, and what to do.
    """


def build(site: Path, *words: str) -> str:
    """Build the site as its users get it, as `make site` does, and return what that says."""
    python = Path(
        os.environ.get("LANDSHIPS_SITE_PYTHON", REPOSITORY / ".venv-site" / "bin" / "python")
    )
    if not python.exists():
        raise NotHereError(
            f"The site is built by {python}, which is not there: `make all` sets it up."
        )
    told = subprocess.run(
        [python, BUILD / "build.py", site, *words], capture_output=True, text=True, check=False
    )
    if told.returncode:
        raise NotHereError(f"The site could not be built: {told.stderr[-3000:]}")
    return told.stdout


def stand_in(site: Path) -> None:
    """Make the notebooks of a site that holds its own Python start without the web: in the place
    of numpy and Pillow, where these could not be fetched, stands what the pages have of them, and
    pandas is missing.
    """
    lock = site / "wheels" / "pyodide-lock.json"
    held = json.loads(lock.read_text(encoding="utf-8"))
    packages = {name: entry for name, entry in held["packages"].items() if name not in CHARTS}
    for entry in packages.values():
        entry["depends"] = [name for name in entry["depends"] if name not in CHARTS]
    for name, module in (("numpy", "numpy"), ("pillow", "PIL")):
        packages[name] |= _wheel(lock.parent, name, module)
    lock.write_text(json.dumps(held | {"packages": packages}), encoding="utf-8")


def _wheel(folder: Path, name: str, module: str) -> dict[str, Any]:
    """Pack a stand-in as a wheel into the folder, and return its entry for the lock file."""
    path = folder / f"{name}-0.0-py3-none-any.whl"
    about = f"{name}-0.0.dist-info"
    files = [file.relative_to(SLIM).as_posix() for file in sorted(SLIM.glob(f"{module}*/**/*.py"))]
    files = files or [f"{module}.py"]
    with zipfile.ZipFile(path, "w") as wheel:
        for file in files:
            wheel.write(SLIM / file, file)
        wheel.writestr(
            f"{about}/METADATA",
            f"Metadata-Version: 2.1\nName: {name}\nVersion: 0.0\nSummary: A stand-in, for tests\n",
        )
        wheel.writestr(
            f"{about}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        listed = [*files, *(f"{about}/{file}" for file in ("METADATA", "WHEEL", "RECORD"))]
        wheel.writestr(f"{about}/RECORD", "".join(f"{file},,\n" for file in listed))
    return {
        "version": "0.0",
        "file_name": path.name,
        "sha256": hashlib.sha256(path.read_bytes()).hexdigest(),
        "depends": [],
    }


class SiteServer:
    """The site in a sub-path of this machine's loopback: only files, as any web host serves."""

    token = ""

    def __init__(self, site: Path, files: type[Files] | None = None) -> None:
        self.site, self.lessons = site, site / "files"
        self.log: list[str] = []
        self._server = http.server.ThreadingHTTPServer(
            ("127.0.0.1", 0),
            functools.partial(files or Files, self.log, directory=os.fspath(site.parent)),
        )
        self.url = f"http://127.0.0.1:{self._server.server_port}/{site.name}"
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()

    def stop_kernels(self, *, of_notebooks: bool = False) -> None:
        """Do nothing: a kernel ends with its page."""

    def stop(self) -> None:
        """Stop serving files."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


class SitePage(LabPage):
    """JupyterLab without a server, with one lesson open.

    ``asked`` are the addresses outside the site that the page requested.
    """

    def __init__(self, page: Page, server: SiteServer) -> None:
        super().__init__(page, server)
        self.asked: list[str] = []
        page.on("request", self._on_request)

    def _on_request(self, request: Request) -> None:
        # JupyterLite asks for some of its own files at the top of the host: that leads nowhere else
        host = self.server.url.rpartition("/")[0]
        if not request.url.startswith((f"{host}/", "data:", "blob:")):
            self.asked.append(request.url)

    def _on_console(self, message: ConsoleMessage) -> None:
        if not MISSING.search(f"{message.text} {message.location['url']}"):
            super()._on_console(message)

    def start(self) -> None:
        """Open JupyterLab with no lesson, for the sake of its list of files."""
        self._go("lab/index.html?reset", "light", (1280, 800), "domcontentloaded")
        self.page.wait_for_function("() => window.jupyterapp !== undefined")
        self.page.evaluate("() => window.jupyterapp.restored.then(() => null)")

    def open(
        self,
        name: str,
        *,
        theme: Theme = "light",
        size: tuple[int, int] = (1280, 800),
        run: bool = True,
    ) -> None:
        """Open a lesson by its name and run all of its cells."""
        self._name = name
        self._go(f"lab/index.html?path={name}", theme, size, "domcontentloaded")
        self._find_notebook()
        self.change_theme(theme)
        if run:
            self.run_all()

    def contents(self, what: str, *arguments: object) -> Any:
        """Return the answer of the page's own store of files, asked as the list of files asks it:

        ``contents("get", "00_tour.ipynb")``.
        """
        ask = (
            "([what, all]) => window.jupyterapp.serviceManager.contents[what](...all).then(it => it"
            " && JSON.parse(JSON.stringify(it)))"
        )
        return self.page.evaluate(ask, [what, list(arguments)])


#: What a browser says itself of a network that a test has taken away.
NO_LINE = re.compile(r"net::ERR_INTERNET_DISCONNECTED")


class LessonPage(NotebookPage):
    """A lesson of the site as a page. ``asked`` are the addresses outside the site that it, its
    worker and its keeper requested.
    """

    server: SiteServer

    def __init__(self, page: Page, server: SiteServer) -> None:
        super().__init__(page, server)
        self.asked: list[str] = []
        page.context.on("request", self._on_request)

    def _on_console(self, message: ConsoleMessage) -> None:
        if not NO_LINE.search(message.text):
            super()._on_console(message)

    def _on_request(self, request: Request) -> None:
        if not request.url.startswith((f"{self.server.url}/", "data:", "blob:")):
            self.asked.append(request.url)

    def open(
        self, name: str, *, theme: Theme = "light", size: tuple[int, int] = (1280, 800)
    ) -> None:
        """Open a lesson by its name, or the first page; panels may be still pictures."""
        self._dress(theme, size)
        self.page.goto(f"{self.server.url}/{name}", wait_until="domcontentloaded")

    def alive(self) -> None:
        """Wait until all panels of the page are live."""
        expect(self.page.locator("html")).to_have_attribute(
            "data-live", "alive", timeout=STARTED_MS
        )

    def panel(self, number: int = 0) -> Locator:
        """Return one of the live panels of the page, once it has taken the place of its picture."""
        cell = self.page.locator(".lp-cell:not([hidden])").nth(number)
        expect(cell).to_have_attribute("data-state", "alive", timeout=STARTED_MS)
        return cell.locator(".ll-panel").first


class Files(http.server.SimpleHTTPRequestHandler):
    """Answers with files."""

    protocol_version = "HTTP/1.1"

    def __init__(self, log: list[str], *request: Any, **options: Any) -> None:
        self._log = log
        super().__init__(*request, **options)

    def guess_type(self, path: str | os.PathLike[str]) -> str:
        """Return the type by which a browser knows what to do with a file."""
        own = {
            ".mjs": "text/javascript",
            ".wasm": "application/wasm",
        }  # not every machine's list knows these two
        return own.get(Path(path).suffix) or super().guess_type(path)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the name it has in http.server
        """Remember what was asked for."""
        self._log.append(format % args)
