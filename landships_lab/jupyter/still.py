"""What a notebook stores of a panel: its last picture and verdict, beside it in the output and
hidden while the panel is alive.

A notebook that is opened later has no widgets, only what its outputs hold. JupyterLab then writes
"model not found" in place of a panel. The still picture comes with the style that shows it there:
at once in that case, or after the panel has been loading for 4 seconds. `alive.js` asks for a new
one after a change.
"""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable
from html import escape

from IPython import get_ipython
from IPython.display import HTML, display, update_display

from landships_lab.drawing.compact import compact

#: A larger picture is left out, so that a notebook of thirty panels stays small enough to send.
MOST_LETTERS = 90_000
_TAG = re.compile(r"<[^>]*>")
_STYLE = """<style>
.jp-OutputArea-child:has(.ll-still-of):has(+ .jp-OutputArea-child .ll-panel),
.jp-OutputArea-child:has(.ll-still-of) +
.jp-OutputArea-child:has(> .jupyter-widgets):not(:has(.ll-panel)) { display: none; }
.jp-NotebookPanel .jp-OutputArea-child:has(.ll-still-of):has(
  + .jp-OutputArea-child > .jp-OutputArea-output:not(.jupyter-widgets)) {
  animation: ll-wait 4s step-end;
}
@keyframes ll-wait { from { height: 0; overflow: hidden; visibility: hidden; } }
</style>"""


class Still:
    """The still picture of one panel.

    ``make`` returns its heading, its verdict, and its picture as SVG or "".
    """

    def __init__(self, make: Callable[[], tuple[str, str, str]]) -> None:
        self._make = make
        self._id = ""
        self._shown = ""

    def show(self) -> None:
        """Put it into the output of the running cell, if a kernel runs one."""
        if getattr(get_ipython(), "kernel", None) is not None:
            self._id, self._shown = uuid.uuid4().hex, self.html()
            display(HTML(self._shown), display_id=self._id)

    def renew(self) -> None:
        """Bring it up to date, if it is in an output and the panel has changed."""
        if self._id and (now := self.html()) != self._shown:
            self._shown = now
            update_display(HTML(now), display_id=self._id)

    def html(self) -> str:
        """Return it as HTML that needs no widget."""
        title, verdict, svg = self._make()
        return (
            f'<div class="ll-still-of">{_STYLE}<p><b>{escape(title)}</b></p>'
            f"<p>{escape(verdict)}</p>{_image(svg, verdict)}<p><i>This is how it looked last."
            " To use it, choose Run &gt; Run All Cells.</i></p></div>"
        )


def _image(svg: str, spoken: str) -> str:
    small = (
        _TAG.sub(lambda tag: tag[0] if "'" in tag[0] else tag[0].replace('"', "'"), compact(svg))
        if svg
        else ""
    )
    for letter, code in (("%", "%25"), ("#", "%23"), ("\n", "%0A")):
        small = small.replace(letter, code)
    source = escape(small, quote=False).replace('"', "&quot;")
    if not small or len(source) > MOST_LETTERS:
        return ""
    return f'<img alt="{escape(spoken)}" style="max-width: 100%" src="data:image/svg+xml,{source}">'
