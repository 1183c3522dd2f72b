"""What all our boxes on a page are made of: a frame in the page's theme, buttons, labelled text,
pictures.
"""

from __future__ import annotations

import base64
from collections.abc import Callable, Collection, Sequence
from html import escape
from itertools import count

import ipywidgets as w

from landships_lab.drawing.shapes import Scene
from landships_lab.drawing.svg import svg
from landships_lab.drawing.theme import THEMES
from landships_lab.jupyter.bridge import Bridge
from landships_lab.jupyter.closing import close_at_once
from landships_lab.jupyter.lock import locked
from landships_lab.jupyter.opening import Later
from landships_lab.jupyter.still import Still

#: Numbers each sentence, so that the page shows one again that is said twice.
_TIMES = count(1)


class Frame(w.VBox):
    """A box on the page that follows the page's theme and can be closed for good."""

    shared: Collection[w.Widget] = ()  # layouts and styles that its widgets share (opening.py)

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
            (self.add_class if name == self.theme else self.remove_class)(f"ll-{name}")

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


def button(label: str, tooltip: str, action: Callable[[], object], css_class: str = "") -> w.Button:
    """Return a button that calls ``action``; a screen reader says its label, then its tooltip."""
    made = w.Button(description=label, tooltip=tooltip, layout=w.Layout(width="auto"))
    made.on_click(lambda _: action())
    for name in css_class.split():
        made.add_class(name)
    return made


def icon(name: str, label: str, tooltip: str, action: Callable[[], object]) -> w.Button:
    """Return a small button with the icon of this name (icons.css); a screen reader says its
    label.
    """
    return button(label, tooltip, action, f"ll-icon ll-icon-{name}")


def idle(widget: w.Button, nothing_to_do: bool) -> None:
    """Show whether a button has anything to do now.

    It can still be pressed, and then says why nothing happens.
    """
    (widget.add_class if nothing_to_do else widget.remove_class)("ll-idle")


def menu(name: str, label: str, *inside: w.Widget) -> w.Box:
    """Return an icon that shows and hides a small menu under it; frame.js closes the menu."""
    items = box("ll-menu", *inside)
    opener = fold(label, f"Show or hide: {label}", items)
    opener.add_class("ll-icon")
    opener.add_class(f"ll-icon-{name}")
    holder = later("ll-menu-holder", items, children=[opener])
    opener.observe(lambda _: holder.bring(), "value")
    return holder


def fold(label: str, tooltip: str, inside: w.Widget) -> w.ToggleButton:
    """Return a button that shows and hides a widget, which is hidden at first."""
    made = w.ToggleButton(description=label, tooltip=tooltip, layout=w.Layout(width="auto"))
    made.add_class("ll-fold")
    made.observe(lambda change: show(inside, change.new), "value")
    show(inside, False)
    return made


def box(css_class: str, *children: w.Widget, row: bool = False) -> w.Box:
    """Return a column of widgets, or a row, with one or more CSS classes."""
    made = (w.HBox if row else w.VBox)(children)
    for name in css_class.split():
        made.add_class(name)
    return made


def later(css_class: str, *held: w.Widget, children: Sequence[w.Widget] = ()) -> Later:
    """Return a column with these children; the widgets that it holds are sent to the page when it
    is first shown, or when asked to `bring` them.
    """
    made = Later(children, held)
    for name in css_class.split():
        made.add_class(name)
    return made


def show(widget: w.Widget, shown: bool) -> None:
    """Show a widget or hide it."""
    if shown and isinstance(widget, Later):
        widget.bring()
    (widget.remove_class if shown else widget.add_class)("ll-hidden")


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
    said = f'<p class="ll-said ll-passing" role="status" data-time="{next(_TIMES)}">'
    return f"{said}{escape(sentence)}</p>" if sentence else ""


def error_html(sentence: str) -> str:
    """Return an error message, as HTML, that a screen reader reads out at once; "" for no
    sentence.
    """
    return f'<p class="ll-error" role="alert">{escape(sentence)}</p>' if sentence else ""


def image_html(scene: Scene, theme: str, alt: str, css_class: str = "") -> str:
    """Return a still picture as an HTML image that needs no file."""
    drawn = base64.b64encode(svg(scene, THEMES[theme]).encode("utf-8")).decode("ascii")
    named = f' class="{css_class}"' if css_class else ""
    return f'<img{named} alt="{escape(alt)}" src="data:image/svg+xml;base64,{drawn}">'
