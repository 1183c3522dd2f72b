"""A small board for the browser tests of canvas and gestures: how to open it, where to point, what
it reported.
"""

from typing import Any

from playwright.sync_api import Locator, Page

from landships_lab.drawing.colour import rgb
from landships_lab.drawing.theme import THEMES
from tests.browser.harness import LabPage, VoilaPage
from tests.browser.server import Theme

# A board of 320 x 240 with a paper margin of 20, a board colour inside, a blue disc at (100, 120)
# that can be grabbed. `told` shows the last gestures; `count` how many there were of each kind.
SETUP = """\
import collections, json, math
import ipywidgets
from landships_lab.drawing.shapes import Circles, Label, Polygons, Scene
from landships_lab.drawing.svg import svg
from landships_lab.drawing.theme import THEMES
from landships_lab.jupyter.canvas import Board

corners = (20, 20), (300, 20), (300, 220), (20, 220)
ground = (Polygons((corners,), "board"), Label("0101", (160, 30), "hex-code"))
def scene(x=100, y=120, tint="blue"):
    disc = (Circles(((x, y),), 16, "bar", "tank", tint), Label("Mk IV", (x, y + 28), "unit-name"))
    return Scene(320, 240, ground, disc, "Board under test", "A disc.")

board = Board(320, 240)
board.bridge.grab = [[100, 120, 16]]
told, count = ipywidgets.Label("-"), ipywidgets.Label("-")
counts, last = collections.Counter(), collections.deque(maxlen=6)
def tell(text):
    last.append(text)
    told.value = "; ".join(last) + ";"
def note(event):
    counts[event["kind"]] += 1
    words = [event["kind"], round(event["x"]), round(event["y"]), event["key"]]
    words += [event["steps"] or "", "shift" if event["shift"] else ""]
    tell(" ".join(str(word) for word in words if word != ""))
    count.value = ", ".join(f"{kind} {n}" for kind, n in sorted(counts.items()))
def fail(error):
    tell(f"{type(error).__name__}: {error}")
board.bridge.on("gesture", note)
board.bridge.on("error", fail)
def ended(outcome):
    tell(f"{outcome['kind']} {outcome['action']}: {outcome['text']}")
board.bridge.on("outcome", ended)
"""
BOARD = f"exec({SETUP!r})\n"  # one line, so that the board stands at the top of the page
SHOW = """\
board.paint(scene(), THEMES[board.bridge.page_theme])
ipywidgets.VBox([board.widget, told, count])
"""
PAPER, DISC = (10, 10), (200, 240)  # canvas pixels: twice the scene's


def colour(theme: Theme, name: str) -> tuple[int, int, int, int]:
    return (*rgb(THEMES[theme].colours[name]), 255)


def mark(theme: Theme, tint: str) -> tuple[int, int, int, int]:
    return (*rgb(THEMES[theme].colour(tint, "line")), 255)


def open_board(lab: LabPage, *cells: str, theme: Theme = "light") -> Locator:
    """Return a board on the page, drawn, with the cells after it run."""
    lab.open_cells([BOARD + SHOW, *cells], theme=theme)
    board = lab.output(0).get_by_role("application")
    drawn(lab, board, PAPER, colour(theme, "paper"))
    return board


def drawn(
    lab: LabPage | VoilaPage, board: Locator, at: tuple[int, int], wanted: tuple[int, int, int, int]
) -> None:
    """Wait until the picture has this colour there."""
    look = """([canvas, [x, y], wanted]) =>
        JSON.stringify(Array.from(canvas.getContext('2d').getImageData(x, y, 1, 1).data))
            === JSON.stringify(wanted)"""
    handle = board.locator("canvas").element_handle()
    lab.page.wait_for_function(look, arg=[handle, list(at), list(wanted)])


def says(board: Locator) -> Locator:
    """Return what the cell of this board reports of gestures, without scrolling the page as
    `lab.output` does.
    """
    return board.locator("xpath=..")


def spot(board: Locator, x: float, y: float) -> tuple[float, float]:
    """Return the place on the page of a point of a 320 x 240 scene."""
    box = board.locator("canvas").bounding_box()
    assert box
    return box["x"] + x * box["width"] / 320, box["y"] + y * box["height"] / 240


def notebook(page: Page) -> Any:
    """Return what a shortcut of JupyterLab could have changed: cells, the active one, its mode."""
    return page.evaluate(
        """() => { const it = window.notebookUnderTest.content;
           return [it.widgets.map(cell => cell.model.sharedModel.getSource()), it.activeCellIndex,
               it.mode]; }"""
    )


def scrolled(page: Page) -> float:
    top: float = page.evaluate("() => window.notebookUnderTest.content.outerNode.scrollTop")
    return top
