"""Pages of a real JupyterLab or Voilà as tests use them: open a notebook, run it, look at it, and
fail when anything went wrong.

    def test_tour(lab: LabPage) -> None:
        lab.open("00_tour.ipynb", theme="dark")
        expect(lab.output(1).get_by_role("status")).to_contain_text("may fire")

Whatever goes wrong (an error in a cell, in the Python code of a gesture, in the page's JavaScript)
is collected and fails the test at its end, or where it calls `check()`. Waiting is for a condition,
never for a time: use Playwright's `expect`.
"""

import itertools
import json
import re
import struct
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal, Protocol

import nbformat
from playwright.sync_api import ConsoleMessage, Error, Locator, Page, WebSocket, expect

from tests.browser.server import Theme
from tests.kernels import EMPTY_KERNEL
from tests.paths import REPOSITORY

SCREENSHOTS = REPOSITORY / "tests" / "screenshots"
VOILA_TRACEBACK = "[data-mime-type='application/vnd.jupyter.stderr']"
RGBA = tuple[int, int, int, int]

# Errors of console and page that are not ours, each with the reason why it may pass.
HARMLESS = (
    # Voilà's page asks a CDN for an icon font; a closed network refuses it, and the page does
    # without.
    re.compile(r"Failed to load resource: net::ERR_.* \(https?://(?!127\.0\.0\.1)"),
    # JupyterLab's debugger, which nobody has opened, was asking the kernel something when it was
    # restarted.
    re.compile(r"Could not restore the debugger state: Canceled future"),
    # A page asked for a thread of its own for its widgets when the kernel was restarted.
    re.compile(r"Canceled future for create_subshell_request"),
    # JupyterLab looks for a picture of a lesson beside its own page before it looks beside the
    # lesson.
    re.compile(r"404 \(Not Found\) \(http://127\.0\.0\.1:\d+/pictures/"),
    # A dashboard that is left tells the server to end its kernel; a test may have ended it before.
    re.compile(r"404 \(Not Found\) \(http://127\.0\.0\.1:\d+/voila/api/shutdown/"),
    # ipywidgets says so of a notebook that was run yesterday. What the reader sees there instead,
    # test_never_pretends.py looks at.
    re.compile(r"^Error: widget model not found"),
)

# What ipykernel says where a message of a page that was closed comes after the thread that the page
# had for its widgets.
CLOSED_SUBSHELL = "UnknownSubshellError"

# Opens the notebook named, or finds it open, and ends when its kernel answers.
FIND_NOTEBOOK = """
async path => {
    const app = window.jupyterapp;
    await app.restored;
    const panel = await app.commands.execute('docmanager:open', {path});
    await panel.context.ready;
    await panel.sessionContext.ready;
    await panel.sessionContext.session.kernel.info;
    await panel.revealed;
    window.notebookUnderTest = panel;
}
"""

# Closes every notebook. The kernel of the one named goes on, emptied of names and widgets; those of
# others end.
CLOSE_NOTEBOOKS = """
async ([path, empty]) => {
    const app = window.jupyterapp;
    await app.restored;
    for (const panel of [...app.shell.widgets('main')]) {
        if (!panel.context) continue;
        const kernel = panel.sessionContext?.session?.kernel;
        if (kernel && !['dead', 'unknown'].includes(kernel.status))
            await kernel.requestExecute({code: empty, silent: true}).done;
        if (panel.context.path !== path) await panel.sessionContext?.shutdown();
        panel.context.model.dirty = false;
        panel.dispose();
    }
    document.activeElement?.blur();
}
"""
THEMES: dict[Theme, str] = {"light": "JupyterLab Light", "dark": "JupyterLab Dark"}

# Whether JupyterLab shows a theme and has put its splash screen away. It takes that off the page
# 200 ms after each change of theme; when two changes come closer together, it takes it off twice,
# which is an error in the page (removeChild, in jlab_core).
SETTLED_THEME = """light => document.body.dataset.jpThemeLight !== undefined
    && !document.getElementById('jupyterlab-splash')
    && (light === null || document.body.dataset.jpThemeLight === light)"""

MOST_OPENED = (
    30  # notebooks, until JupyterLab is loaded again: it keeps memory of those that are closed
)
AROUND = 200  # pixels that JupyterLab's own bars take above and below a notebook
MOST_TO_OPEN = 60  # seconds, for a notebook and its kernel
MOST_SECONDS = 180  # for anything the page promises; the longest is a cell run a hundred times
PROMISE = """([argument, seconds]) => Promise.race([
    (SCRIPT)(argument),
    new Promise((_, refuse) => setTimeout(
        () => refuse(new Error(`This had not ended after ${seconds} seconds.`)), 1000 * seconds)),
])"""


def kernel_message(frame: str | bytes) -> tuple[str, Any]:
    """Return type and content of a message from a kernel.

    Binary frames begin with a table of offsets, 8 bytes each.
    """
    if isinstance(frame, str):
        message = json.loads(frame)
        return message["header"]["msg_type"], message["content"]
    (count,) = struct.unpack_from("<Q", frame)
    numbers = struct.unpack_from(f"<{count}Q", frame, 8)
    _channel, header, _parent, _metadata, content = (
        frame[start:end] for start, end in itertools.pairwise(numbers[:6])
    )
    return json.loads(header)["msg_type"], json.loads(content)


class Server(Protocol):
    """Where pages come from: a running Jupyter server, or files alone."""

    url: str
    token: str
    lessons: Path
    log: list[str]

    def stop_kernels(self, *, of_notebooks: bool = False) -> None:
        """End all kernels but those of notebooks in JupyterLab, or those too."""


class NotebookPage:
    """What pages of JupyterLab and of Voilà have in common: a place to look at, and the troubles
    seen there.
    """

    def __init__(self, page: Page, server: Server) -> None:
        self.page = page
        self.server = server
        self.troubles: list[str] = []
        page.on("pageerror", self._on_page_error)
        page.on("console", self._on_console)
        page.on("websocket", self._on_websocket)

    def _on_page_error(self, error: Error) -> None:
        self._note("error in the page", str(error.stack or error))

    def _on_console(self, message: ConsoleMessage) -> None:
        text = f"{message.text} ({message.location['url']})"
        if message.type == "error":
            self._note("error in the console", text)

    def _note(self, kind: str, text: str) -> None:
        """Keep a trouble, unless it is noise of others that has a reason to be there."""
        if not any(words.search(text) for words in HARMLESS):
            self.troubles.append(f"{kind}: {text}")

    def _on_websocket(self, socket: WebSocket) -> None:
        if "/channels" in socket.url:
            self.kernel_socket = socket  # on which a test can count what a gesture sends
            socket.on("framereceived", self._on_frame)

    def _on_frame(self, frame: str | bytes) -> None:
        """Errors of cells and of the Python code behind widgets are
        published on the same channel.
        """
        kind, content = kernel_message(frame)
        if kind == "error":
            self.troubles.append(f"error in Python: {content['ename']}: {content['evalue']}")
        elif (
            kind == "stream"
            and "Traceback (most recent call last)" in content["text"]
            and CLOSED_SUBSHELL not in content["text"]
        ):
            self.troubles.append(f"error in Python: {content['text']}")

    def _go(
        self,
        path: str,
        theme: Theme,
        size: tuple[int, int],
        until: Literal["load", "domcontentloaded"],
    ) -> None:
        self._dress(theme, size)
        mark = "&" if "?" in path else "?"
        self.page.goto(f"{self.server.url}/{path}{mark}token={self.server.token}", wait_until=until)

    def _dress(self, theme: Theme, size: tuple[int, int]) -> None:
        self.resize(size)
        self.page.emulate_media(color_scheme=theme, reduced_motion="null", forced_colors="null")
        self.page.mouse.move(0, 0)

    def resize(self, size: tuple[int, int]) -> None:
        """Give the window another width and height."""
        self.page.set_viewport_size({"width": size[0], "height": size[1]})

    def write(self, name: str, cells: Sequence[str]) -> str:
        """Write a notebook of these code cells beside the lessons, and return its name."""
        notebook = nbformat.v4.new_notebook(metadata={"language_info": {"name": "python"}})
        notebook.cells = [nbformat.v4.new_code_cell(cell) for cell in cells]
        nbformat.write(notebook, self.server.lessons / name)
        return name

    def wait_for(self, script: str, argument: Any = None, seconds: int = MOST_SECONDS) -> Any:
        """Return what a promise of the page comes to.

        One that is never kept fails the test, where `evaluate` would wait for ever.
        """
        return self.page.evaluate(PROMISE.replace("SCRIPT", script), [argument, seconds])

    def pixel(self, canvas: Locator, x: int, y: int) -> RGBA:
        """Return the colour of a canvas at x, y of its backing store."""
        colour = canvas.evaluate(
            "(it, [x, y]) => Array.from(it.getContext('2d').getImageData(x, y, 1, 1).data)", [x, y]
        )
        return (colour[0], colour[1], colour[2], colour[3])

    def screenshot(self, name: str, of: Locator | None = None) -> Path:
        """Keep a picture of the page, or of one thing on it, as tests/screenshots/<name>.png."""
        SCREENSHOTS.mkdir(exist_ok=True)
        path = SCREENSHOTS / f"{name}.png"
        if of is None:
            self.page.screenshot(path=path)
            return path
        before, box = self.page.viewport_size, of.bounding_box()
        assert before is not None
        assert box is not None
        tall = max(
            before["height"], round(box["height"]) + AROUND
        )  # what scrolls in a page of its own is cut off otherwise
        self.resize((before["width"], tall))
        of.screenshot(path=path)
        self.resize((before["width"], before["height"]))
        return path

    def check(self) -> None:
        """Fail if anything went wrong since the last check, and say what."""
        self.page.evaluate(
            "() => null"
        )  # everything that the page has already reported arrives before this answer
        seen, self.troubles = self.troubles, []
        assert not seen, "the page had troubles:\n" + "\n".join(seen)


class LabPage(NotebookPage):
    """JupyterLab as a reader has it on the screen, side bar and all, with one notebook open and
    run.
    """

    def __init__(self, page: Page, server: Server) -> None:
        super().__init__(page, server)
        self._loaded = False
        self._opened = 0

    def discard(self) -> None:
        """Load JupyterLab again for the next notebook, because a test
        has changed the page itself.
        """
        self._loaded = False

    def change_theme(self, theme: Theme) -> None:
        """Choose JupyterLab's theme, and wait until the page has it."""
        self.page.wait_for_function(SETTLED_THEME, arg=None)
        self.command("apputils:change-theme", theme=THEMES[theme])
        self.page.wait_for_function(SETTLED_THEME, arg=str(theme == "light").lower())

    def open(
        self,
        name: str,
        *,
        theme: Theme = "light",
        size: tuple[int, int] = (1280, 800),
        run: bool = True,
    ) -> None:
        """Open a notebook by its name in notebooks/ and run all of its cells.

        JupyterLab itself is loaded by the first call only, and notebooks of the same name share a
        kernel, which is emptied.
        """
        try:
            self._open(name, theme, size, run=run)
        except Error as error:
            if "had not ended" not in str(error):
                raise
            # Once in some thousand times a new kernel never answers its page: JupyterLab and its
            # kernels begin anew, once.
            self._loaded = False
            self._open(name, theme, size, run=run)

    def _open(self, name: str, theme: Theme, size: tuple[int, int], *, run: bool) -> None:
        self._name = name
        self._opened += 1
        if self._loaded and self._opened % MOST_OPENED:
            self._dress(theme, size)
        else:
            self._go("lab?reset", theme, size, "domcontentloaded")
            self.page.wait_for_function("() => window.jupyterapp !== undefined")
            self.server.stop_kernels(of_notebooks=True)
            self._loaded = True
        self._close_notebooks(name)
        self.change_theme(theme)
        self._find_notebook()
        if run:
            self.run_all()

    def open_cells(
        self,
        cells: Sequence[str],
        *,
        name: str = "cells.ipynb",
        theme: Theme = "light",
        size: tuple[int, int] = (1280, 800),
    ) -> None:
        """Open and run a notebook made of these code cells."""
        if self._loaded:  # first: JupyterLab may be about to save the one it has of that name
            self._close_notebooks(name)
        self.open(self.write(name, cells), theme=theme, size=size)

    def _close_notebooks(self, kept: str) -> None:
        self.wait_for(CLOSE_NOTEBOOKS, [kept, EMPTY_KERNEL])

    def run_all(self) -> None:
        """Run every cell, and return when the kernel has run them.

        The test waits for what widgets then draw.
        """
        self.command("notebook:run-all-cells")

    def reload(self) -> None:
        """Save the notebook and load the page again: the kernel goes on, every view is made again,
        no cell is run.
        """
        self.command("docmanager:save")
        self.page.reload(wait_until="domcontentloaded")
        self._find_notebook()

    def restart_kernel(self) -> None:
        """Give the notebook a new kernel, as Kernel > Restart Kernel does.

        The old outputs stay until cells are run again.
        """
        self.wait_for("""async () => {
                const context = window.notebookUnderTest.sessionContext;
                await context.restartKernel();
                await context.session.kernel.info;
            }""")

    def tell_kernel(self, code: str) -> None:
        """Run a line of code in the notebook's kernel, beside its cells, and wait for its end."""
        self.wait_for(
            """code => window.notebookUnderTest.sessionContext.session.kernel
                .requestExecute({code}).done.then(() => null)""",
            code,
        )

    def command(self, name: str, **arguments: Any) -> None:
        """Execute one of JupyterLab's commands by its id, and wait for its end."""
        self.wait_for(
            "([name, all]) => window.jupyterapp.commands.execute(name, all).then(() => null)",
            [name, arguments],
        )

    def cell(self, number: int) -> Locator:
        """Return the cell with this number, counted from 0 with the prose cells, scrolled into
        view.
        """
        cell = self.page.locator(f".jp-Notebook .jp-Cell[data-windowed-list-index='{number}']")
        self.page.evaluate(
            "number => window.notebookUnderTest.content.scrollToItem(number)", number
        )
        expect(cell).to_be_visible()
        return cell

    def output(self, number: int) -> Locator:
        """Return the output of the cell with this number, scrolled into view.

        Widgets fill it later: use `expect`.
        """
        return self.cell(number).locator(".jp-Cell-outputArea")

    def _find_notebook(self) -> None:
        try:
            self._find()
        except Error as error:
            if "context was destroyed" not in str(error):
                raise
            self._find()  # JupyterLab has loaded itself again, to forget its last workspace

    def _find(self) -> None:
        self.page.wait_for_function("() => window.jupyterapp !== undefined")
        self.wait_for(FIND_NOTEBOOK, self._name, MOST_TO_OPEN)


class VoilaPage(NotebookPage):
    """The same notebook as a web page without code, as the Binder link shows it."""

    def open(
        self, name: str, *, theme: Theme = "light", size: tuple[int, int] = (1280, 800)
    ) -> None:
        """Open a notebook by its name in notebooks/, and return when Voilà has run it and drawn a
        first widget.
        """
        self._go(
            f"voila/render/{name}?theme={theme}", theme, size, "load"
        )  # its page ends when its last cell has run
        expect(self.page.locator(".jupyter-widgets").first).to_be_attached()
        # Voilà runs the cells itself, so an error in one is no message to the page but a text in
        # it.
        self.troubles += [
            f"error in Python: {text}"
            for text in self.page.locator(VOILA_TRACEBACK).all_inner_texts()
        ]

    def open_cells(
        self,
        cells: Sequence[str],
        *,
        name: str = "cells.ipynb",
        theme: Theme = "light",
        size: tuple[int, int] = (1280, 800),
    ) -> None:
        """Open a notebook made of these code cells."""
        self.open(self.write(name, cells), theme=theme, size=size)
