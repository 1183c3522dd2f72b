"""What a reader can save from a panel: its picture, all of it as a page to hand out, and the explorer's own files."""

from __future__ import annotations

from typing import Any

from landships_lab.explore.explorer import Explorer, Export
from landships_lab.press.handout import panel_page
from landships_lab.scene.paper import Pages
from landships_lab.scene.shapes import Scene
from landships_lab.scene.svg import svg
from landships_lab.scene.view import View
from landships_lab.widgets.bridge import Bridge


def save_picture(bridge: Bridge, explorer: Explorer[Any], scene: Scene, kind: str) -> None:
    """Save a picture in the reader's browser, as ``svg`` or ``png``, always on light paper for print."""
    if kind == "svg":
        bridge.download(f"{_name(explorer)}.svg", "image/svg+xml", svg(scene))
    else:
        bridge.download_png(f"{_name(explorer)}.png", svg(scene))


def save_page(bridge: Bridge, explorer: Explorer[Any], state: Any, view: View) -> None:
    """Save all that a panel shows as one HTML file that needs nothing else."""
    settled = explorer.settled(state)
    bridge.download(f"{_name(explorer)}.html", "text/html", panel_page(explorer, settled, view))


def save_export(bridge: Bridge, export: Export) -> None:
    """Save one of an explorer's own files. Raises `ValueError` with one sentence where it cannot be made."""
    content = export.make()
    if isinstance(content, Pages):
        save_pdf(bridge, export.filename, content)
    else:
        bridge.download(export.filename, "text/plain", content)


def save_pdf(bridge: Bridge, filename: str, pages: Pages) -> None:
    """Save a sheet to print."""
    from landships_lab.press.pdf import pdf  # the library is loaded only when something is printed

    bridge.download(filename, "application/pdf", pdf(pages))


def _name(explorer: Explorer[Any]) -> str:
    return explorer.id.replace(":", "-")
