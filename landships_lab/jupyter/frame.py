"""The building blocks of all boxes on a page: a frame in the page's theme, buttons, labelled text,
pictures, and the still picture that a notebook stores.
"""

from __future__ import annotations

import base64
import re
import uuid
from collections.abc import Callable, Collection, Sequence
from html import escape
from itertools import count
from typing import TypeVar

import ipywidgets as w
from IPython import get_ipython
from IPython.display import HTML, display, update_display

from landships_lab.core.checks import brief
from landships_lab.drawing.shapes import Scene
from landships_lab.drawing.svg import compact, svg
from landships_lab.drawing.theme import THEMES
from .bridge import Bridge, Event
from .lifecycle import Later, close_at_once, close_tree, locked

W = TypeVar("W", bound=w.Widget)
#: A larger picture is left out, so that a notebook of thirty panels stays small enough to send.
MOST_LETTERS = 90_000
_TAG = re.compile(r"<[^>]*>")
_FONT = re.compile(r'font-size="([\d.]+)"')
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
    """What a notebook stores of one panel: its last picture and verdict, beside it in the output
    and hidden while the panel is alive.

    A notebook that is opened later has no widgets, only what its outputs hold. JupyterLab then
    writes "model not found" in place of a panel. The still picture comes with the style that shows
    it there: at once in that case, or after the panel has been loading for 4 seconds. `alive.js`
    asks for a new one after a change. ``make`` returns its heading, its verdict, and its picture as
    SVG or "".
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


#: Makes each message unique, so that a repeated one is shown again.
_TIMES = count(1)


class Frame(w.VBox):
    """A box on the page that follows the page's theme and can be closed for good."""

    shared: Collection[w.Widget] = ()  # layouts and styles that its widgets share (lifecycle.py)

    def __init__(self) -> None:
        super().__init__()
        self.add_class("ll-panel")
        self._still = Still(self.kept)

    def follow(self, bridge: Bridge) -> None:
        """Follow the theme that this bridge reports, now and at every change."""
        self._bridge = bridge
        bridge.observe(lambda _: self.apply_theme(), "page_theme")
        bridge.on("keep", self._still.renew)
        self.apply_theme()

    @property
    def theme(self) -> str:
        """The name of its present theme in `THEMES`."""
        return str(self._bridge.page_theme)

    def apply_theme(self) -> None:
        """Show everything in the colours of the theme."""
        for name in THEMES:
            set_class(self, f"ll-{name}", name == self.theme)

    def kept(self) -> tuple[str, str, str]:
        """Return what a notebook stores of it: a heading, a sentence, and a picture as SVG or
        "".
        """
        return type(self).__name__, "", ""

    def _repr_mimebundle_(self, **options: object) -> object:
        """Return what a notebook shows, after the still picture that it stores."""
        self._still.show()
        return super()._repr_mimebundle_(**options)

    def parts(self) -> tuple[w.Widget, ...]:
        """Return the widgets to close with it; `close_at_once` finds those that they hold in
        turn.
        """
        return (*self.children, self.layout)

    @locked
    def close(self) -> None:
        """Remove it from the page for good, with every widget it is made of.

        A cell that is run again closes what it made before.
        """
        if self.comm is not None:
            bridge = getattr(self, "_bridge", None)  # a picture without a board has none
            close_at_once(self, [*self.parts(), *self.shared], bridge)
            super().close()
            if bridge is not None:
                bridge.close()


class Index(Frame):
    """A list on the page, and in its place the live panel of one entry while that is ``opened``."""

    opened: Frame | None = None

    def list_under(self, heading: str, *listed: w.Widget) -> None:
        """Show these widgets under a heading, as the list."""
        self._listed, self._place = listed, box("ll-index-opened")
        page = Bridge()  # for the page's theme and style sheet
        head = box("ll-head", w.HTML(heading), row=True)
        self.children = [head, *listed, self._place, page]
        self._show_list(True)
        self.follow(page)

    def open_in_place(self, panel: Frame, back: str, spoken: str, *beside: w.Widget) -> None:
        """Show a panel in place of the list, under a button that leads ``back`` to it."""
        self.opened = panel
        row = box("ll-row", button(back, spoken, self.close_opened), *beside, row=True)
        self._show_list(False)  # first: a chart that is made while hidden has no width to draw in
        self._place.children = [row, panel]

    def close_opened(self) -> None:
        """Close the panel for good, and show the list."""
        before, self._place.children, self.opened = self._place.children, (), None
        close_tree(*(part for part in before if not isinstance(part, Frame)))
        for part in before:
            if isinstance(part, Frame):
                part.close()
        self._show_list(True)

    def _show_list(self, shown: bool) -> None:
        for part in self._listed:
            show(part, shown)
        show(self._place, not shown)


def button(label: str, tooltip: str, action: Callable[[], object], css_class: str = "") -> w.Button:
    """Return a button that calls ``action``; a screen reader says its label, then its tooltip."""
    made = w.Button(description=label, tooltip=tooltip, layout=w.Layout(width="auto"))
    made.on_click(lambda _: action())
    return set_class(made, css_class)


def icon(name: str, label: str, tooltip: str, action: Callable[[], object]) -> w.Button:
    """Return a small button with the icon of this name (icons.css); a screen reader says its
    label.
    """
    return button(label, tooltip, action, f"ll-icon ll-icon-{name}")


def idle(widget: w.Button, nothing_to_do: bool) -> None:
    """Show whether a button has anything to do now.

    An idle button can still be pressed, and then says why nothing happens.
    """
    set_class(widget, "ll-idle", nothing_to_do)


def menu(name: str, label: str, *inside: w.Widget) -> w.Box:
    """Return an icon that shows and hides a small menu under it; frame.js closes the menu."""
    items = box("ll-menu", *inside)
    opener = set_class(fold(label, f"Show or hide: {label}", items), f"ll-icon ll-icon-{name}")
    holder = later("ll-menu-holder", items, children=[opener])
    opener.observe(lambda _: holder.bring(), "value")
    return holder


def fold(label: str, tooltip: str, inside: w.Widget) -> w.ToggleButton:
    """Return a button that shows and hides a widget, which is hidden at first."""
    made = w.ToggleButton(description=label, tooltip=tooltip, layout=w.Layout(width="auto"))
    made.observe(lambda change: show(inside, change.new), "value")
    show(inside, False)
    return set_class(made, "ll-fold")


def box(css_class: str, *children: w.Widget, row: bool = False) -> w.Box:
    """Return a column of widgets, or a row, with one or more CSS classes."""
    return set_class((w.HBox if row else w.VBox)(children), css_class)


def html(css_class: str, value: str = "") -> w.HTML:
    """Return a place for HTML with one or more CSS classes."""
    return set_class(w.HTML(value), css_class)


def set_class(widget: W, css_class: str, on: bool = True) -> W:
    """Give a widget one or more CSS classes, or take them away, and return it."""
    for name in css_class.split():
        (widget.add_class if on else widget.remove_class)(name)
    return widget


def later(css_class: str, *held: w.Widget, children: Sequence[w.Widget] = ()) -> Later:
    """Return a column with these children; the widgets that it holds are sent to the page when it
    is first shown, or when asked to `bring` them.
    """
    return set_class(Later(children, held), css_class)


def show(widget: w.Widget, shown: bool) -> None:
    """Show a widget or hide it."""
    if shown and isinstance(widget, Later):
        widget.bring()
    set_class(widget, "ll-hidden", not shown)


def update(widget: w.Widget, **values: object) -> None:
    """Set the traits that differ, and tell the page in one message.

    Otherwise a list whose options change would show the first of them until the next message says
    which is chosen. A comparison costs less than setting a trait.
    """
    if all(getattr(widget, name) == value for name, value in values.items()):
        return
    with widget.hold_sync():
        for name, value in values.items():
            if getattr(widget, name) != value:
                setattr(widget, name, value)


def label_html(text: str) -> str:
    """Return a heading or label inside a panel, as HTML."""
    return f'<span class="ll-label">{escape(text)}</span>'


def said_html(sentence: str) -> str:
    """Return a sentence, as HTML, that a screen reader reads out when it can; "" for no
    sentence.
    """
    return f'<p class="ll-said" role="status">{escape(sentence)}</p>' if sentence else ""


def passing_html(sentence: str) -> str:
    """Return a sentence, as HTML, that disappears after some seconds, each time it is said
    (panel.css).
    """
    start = f'<p class="ll-said ll-passing" role="status" data-time="{next(_TIMES)}">'
    return f"{start}{escape(sentence)}</p>" if sentence else ""


def error_html(sentence: str) -> str:
    """Return an error message, as HTML, that a screen reader reads out at once; "" for no
    sentence.
    """
    return f'<p class="ll-error" role="alert">{escape(sentence)}</p>' if sentence else ""


def image_html(scene: Scene, theme: str, alt: str, css_class: str = "", least: float = 0) -> str:
    """Return a still picture as an HTML image that needs no file, its words no smaller than
    ``least`` of its own pixels.
    """
    text = svg(scene, THEMES[theme])
    if least:
        text = _FONT.sub(lambda font: f'font-size="{max(float(font[1]), least):g}"', text)
    drawn = base64.b64encode(text.encode("utf-8")).decode("ascii")
    named = f' class="{css_class}"' if css_class else ""
    return f'<img{named} alt="{escape(alt)}" src="data:image/svg+xml;base64,{drawn}">'


def outcome_html(outcome: Event, copied: str = "") -> str:
    """Return the message of the bridge as HTML; a success disappears by itself.

    ``copied`` is shown after a copy.
    """
    text = brief(str(outcome.get("text", "")))
    if outcome["kind"] != "done":
        return error_html(text)
    return passing_html(copied if outcome.get("action") == "copy" else f"Saved {text}.")
