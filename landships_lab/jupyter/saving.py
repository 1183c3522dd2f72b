"""What a reader can save from a panel: its picture, the whole panel as a page to hand out, and the
panel's own files.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from landships_lab.drawing.paper import Pages
from landships_lab.drawing.shapes import Scene
from landships_lab.drawing.svg import svg
from landships_lab.drawing.view import View
from landships_lab.jupyter.bridge import Bridge
from landships_lab.jupyter.head import Item
from landships_lab.panel.panel import Panel


class Saving:
    """Saves the files of one panel in the reader's browser.

    ``shown`` returns the panel's state, view and scene; ``complain`` is called with one sentence if
    a file cannot be made.
    """

    def __init__(
        self,
        bridge: Bridge,
        panel_type: type[Panel],
        shown: Callable[[], tuple[Panel, View, Scene]],
        complain: Callable[[str], None],
    ) -> None:
        self._bridge, self._panel_type, self._shown, self._complain = (
            bridge,
            panel_type,
            shown,
            complain,
        )
        self._name = panel_type.id.replace(":", "-")

    def items(self, state: Panel) -> tuple[Item, ...]:
        """Return what can be saved, the same in every state."""
        return (
            ("SVG", "Save the picture as SVG", partial(self.save, "svg")),
            ("PNG", "Save the picture as PNG", partial(self.save, "png")),
            ("Page", "Save all of this as one page to hand out", partial(self.save, "page")),
            *((e.label, e.spoken, partial(self.export, n)) for n, e in enumerate(state.exports())),
        )

    def save(self, kind: str) -> None:
        """Save the picture as ``svg`` or ``png``, always on light paper for print, or the whole
        panel as one HTML ``page``.
        """
        state, view, scene = self._shown()
        if kind == "page":
            # imported only when a page is saved, as the PDF below when something is printed
            from landships_lab.publish.handout import panel_page

            page = panel_page(state.settled(), view)
            self._bridge.download(f"{self._name}.html", "text/html", page)
        elif kind == "svg":
            self._bridge.download(f"{self._name}.svg", "image/svg+xml", svg(scene))
        else:
            self._bridge.download_png(f"{self._name}.png", svg(scene))

    def export(self, number: int) -> None:
        """Save the panel's own file with this number: a board, a unit, a sheet to print."""
        try:
            export = self._shown()[0].exports()[number]
            content = export.make()
            if isinstance(content, Pages):
                save_pdf(self._bridge, export.filename, content)
            else:
                self._bridge.download(export.filename, "text/plain", content)
        except ValueError as error:
            self._complain(str(error))


def save_pdf(bridge: Bridge, filename: str, pages: Pages) -> None:
    """Save a sheet to print."""
    from landships_lab.publish.pdf import pdf

    bridge.download(filename, "application/pdf", pdf(pages))
