"""The site that needs no server, built and opened by tests with their own Python runtime and
without any network.

The site itself starts its kernel from a distribution on the web. A test starts it from the same
runtime as npm has it, in a folder beside the site; what is compiled and lies only on the web, numpy
and Pillow, is replaced by the labelled stand-ins of `standins/`, and pandas is missing. So charts
cannot be drawn by bqplot there, and the panels must say so.
"""

from __future__ import annotations

import functools
import hashlib
import http.server
import json
import os
import re
import shutil
import subprocess
import tarfile
import threading
import tomllib
import zipfile
from pathlib import Path
from typing import Any

from playwright.sync_api import ConsoleMessage, Page, ProxySettings, Request

from tests.browser.harness import LabPage
from tests.browser.server import Theme
from tests.paths import REPOSITORY

BUILD = REPOSITORY / ".ci" / "site"
RUNTIME = tomllib.loads((BUILD / "runtime.toml").read_text(encoding="utf-8"))
STANDINS = Path(__file__).parent / "standins"
KERNEL = "@jupyterlite/pyodide-kernel-extension:kernel"
#: Sends all but this machine's own pages to a proxy that is not there.
NO_NETWORK: ProxySettings = {"server": "http://127.0.0.1:9", "bypass": "127.0.0.1"}
#: What cannot be had without pandas, which only the distribution on the web has.
CHARTS = ("pandas", "bqplot", "bqscales")


#: What JupyterLite asks for although it may not be there: a picture of a lesson at first in the
#: wrong folder, lists of files.
MISSING = re.compile(r"404 .*(/lab/pictures/|/all\.json|/favicon\.ico)")


class NotHereError(RuntimeError):
    """Something the site is built or tested with is missing; the message
    says what, and what to do.
    """


def runtime() -> Path:
    """Return the folder of the browser's Python runtime, fetched from npm once, into build/, which
    git ignores.
    """
    name = f"pyodide-{RUNTIME['distribution']}"
    there = REPOSITORY / "build" / name
    if (there / "pyodide.mjs").exists():
        return there
    there.parent.mkdir(exist_ok=True)
    npm = shutil.which("npm")
    if npm is None:
        raise NotHereError(
            "The test of the site fetches the browser's Python runtime with npm, which is not here:"
            " install Node.js."
        )
    words = [npm, "pack", "--silent", name.replace("-", "@")]
    told = subprocess.run(words, cwd=there.parent, capture_output=True, text=True, check=False)
    if told.returncode:
        raise NotHereError(
            f"The test of the site could not fetch {name} from npm's registry: {told.stderr[-500:]}"
        )
    scratch = there.with_name(f"{name}.part")
    with tarfile.open(there.with_name(f"{name}.tgz")) as held:
        held.extractall(scratch, filter="data")
    (scratch / "package").rename(there)
    scratch.rmdir()
    return there


def build(site: Path) -> None:
    """Build the site as its users get it, as `make site` does."""
    python = Path(
        os.environ.get("LANDSHIPS_SITE_PYTHON", REPOSITORY / ".venv-site" / "bin" / "python")
    )
    if not python.exists():
        raise NotHereError(
            f"The site is built by {python}, which is not there: `make slow` sets it up."
        )
    told = subprocess.run(
        [python, BUILD / "build.py", site], capture_output=True, text=True, check=False
    )
    if told.returncode:
        raise NotHereError(f"The site could not be built: {told.stderr[-3000:]}")


def stand_in(site: Path) -> None:
    """Make a built site start without the web: the runtime beside it, stand-ins for what is
    compiled, no pandas.
    """
    shutil.copytree(runtime(), site / "runtime")
    settings = site / "jupyter-lite.json"
    told = json.loads(settings.read_text(encoding="utf-8"))
    told["jupyter-config-data"]["litePluginSettings"][KERNEL]["pyodideUrl"] = (
        "./runtime/pyodide.mjs"
    )
    settings.write_text(json.dumps(told), encoding="utf-8")
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
    with zipfile.ZipFile(path, "w") as wheel:
        wheel.write(STANDINS / f"for_{name}.py", f"{module}.py")
        wheel.writestr(
            f"{about}/METADATA",
            f"Metadata-Version: 2.1\nName: {name}\nVersion: 0.0\nSummary: A stand-in, for tests\n",
        )
        wheel.writestr(
            f"{about}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        wheel.writestr(
            f"{about}/RECORD",
            f"{module}.py,,\n{about}/METADATA,,\n{about}/WHEEL,,\n{about}/RECORD,,\n",
        )
    return {
        "version": "0.0",
        "file_name": path.name,
        "sha256": hashlib.sha256(path.read_bytes()).hexdigest(),
        "depends": [],
    }


class SiteServer:
    """The site on this machine's loopback: only files, as any web host serves them."""

    token = ""

    def __init__(self, site: Path) -> None:
        self.lessons = site / "files"
        self.log: list[str] = []
        self._server = http.server.ThreadingHTTPServer(
            ("127.0.0.1", 0), functools.partial(_Files, self.log, directory=os.fspath(site))
        )
        self.url = f"http://127.0.0.1:{self._server.server_port}"
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
        if not request.url.startswith((f"{self.server.url}/", "data:", "blob:")):
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


class _Files(http.server.SimpleHTTPRequestHandler):
    def __init__(self, log: list[str], *request: Any, **options: Any) -> None:
        self._log = log
        super().__init__(*request, **options)

    def guess_type(self, path: str | os.PathLike[str]) -> str:
        own = {
            ".mjs": "text/javascript",
            ".wasm": "application/wasm",
        }  # not every machine's list knows these two
        return own.get(Path(path).suffix) or super().guess_type(path)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the name it has in http.server
        self._log.append(format % args)
