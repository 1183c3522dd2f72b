"""A guess: a panel that stands covered until the reader has said what he thinks."""

from __future__ import annotations

from functools import partial
from html import escape

import ipywidgets as w

from landships_lab.drawing.shapes import is_pictured
from landships_lab.drawing.svg import svg
from landships_lab.drawing.theme import THEMES
from landships_lab.jupyter.bridge import Bridge
from landships_lab.jupyter.cells import replace_earlier
from landships_lab.jupyter.frame import Frame, box, button, image_html, label_html
from landships_lab.jupyter.head import title_html
from landships_lab.jupyter.opening import opened_at_once
from landships_lab.jupyter.panel import PanelWidget
from landships_lab.practice.guesses import guess_at

#: The most letters of a reply for several to fit side by side.
_MOST_SHORT = 7
_SHOW_ME = "Show me"


class Guess(Frame):
    """A panel that is covered, ``Guess(FireArcs("landships:fire ..."))``: its board without tint or
    verdict, and the replies that fit.

    A reply, *Show me* or a link of the lesson's text uncovers it; nothing is counted. ``ask`` is
    the question, where the panel's own does not say it. Raises `ValueError`, in one sentence, for
    anything but a panel.
    """

    @opened_at_once
    def __init__(self, panel: PanelWidget, ask: str = "") -> None:
        if not isinstance(panel, PanelWidget):
            raise ValueError(
                f"{type(panel).__name__} cannot be guessed; give a panel, such as"
                " Guess(FireArcs())."
            )
        super().__init__()
        self.panel, self.given = panel, ""
        self._asked, about = panel.state, panel.panel_type
        self.task = guess_at(self._asked, ask)
        self._page = Bridge(opens=about.id)
        self._page.on("what-if", self._on_link)
        self._page.on("address", self._on_link)
        self._picture = w.HTML()
        asked = escape(self.task.text)
        words = f'<p class="ll-ask">{label_html("Your guess first")} {asked}</p>'
        replies = [
            button(reply, "", partial(self.reply, reply), "ll-reply") for reply in self.task.choices
        ]
        self._choice = box("ll-replies", *replies)
        if max((len(one.description) for one in replies), default=0) <= _MOST_SHORT:
            self._choice.add_class("ll-short")
        told = "Say what you think; nobody counts." if replies else "Think first, then look."
        show_me = button(_SHOW_ME, "Uncover the panel without a guess", self.show)
        side = box(
            "ll-answer",
            w.HTML(words),
            self._choice,
            w.HTML(f'<p class="ll-hint">{told} The answer appears when you have.</p>'),
            show_me,
        )
        stage = box("ll-stage ll-question-picture", self._picture)
        self._cover = box("ll-body ll-asking", stage, side, row=True)
        head = box("ll-head", w.HTML(title_html(about.title, about.rule_set)), row=True)
        self.add_class("ll-guess")
        self.children = [head, self._cover, self._page]
        self.follow(self._page)
        replace_earlier(self)

    @property
    def covered(self) -> bool:
        """Whether the panel is still covered."""
        return self._cover in self.children

    def reply(self, given: str) -> None:
        """Take this guess, uncover the panel, and say how the two compare.

        Raises `ValueError`, with the replies, for any other.
        """
        mark = self.task.mark(given)
        self.given = given
        kind = "yes" if mark.right else "no"
        told = "and you were right" if mark.right else f"but the answer is “{self.task.right}”"
        said = f"You said “{given}”, {told}."
        about = escape(self.panel.panel_type.title)
        self.panel.heading.value = (
            f'<h3 class="ll-title">{about}'
            f' <small class="ll-guessed ll-{kind}" role="status">{escape(said)}</small></h3>'
        )
        self.show()

    def show(self) -> None:
        """Uncover the panel."""
        if self.covered:
            self.add_class("ll-uncovered")
            self.children = [self.panel, self._page]

    def apply_theme(self) -> None:
        super().apply_theme()
        scene = self._asked.question_picture()
        if self.covered and is_pictured(scene):
            theme, alt = str(self._page.page_theme), self._asked.prompt
            self._picture.value = image_html(scene, theme, alt, "ll-question-image")

    def kept(self) -> tuple[str, str, str]:
        """Return the name and question of its panel and the covered picture, or what the panel
        keeps once it is uncovered.
        """
        if not self.covered:
            return self.panel.kept()
        about = self.panel.panel_type
        scene = self._asked.question_picture()
        return about.title, about.prompt, svg(scene, THEMES[self.theme])

    def parts(self) -> tuple[w.Widget, ...]:
        return (*super().parts(), self._cover)

    def close(self) -> None:
        """Remove it and its panel from the page for good."""
        if self.comm is not None:
            self.panel.close()
        super().close()

    def _on_link(self, link: str) -> None:
        """Uncover the panel and set it as a link says."""
        self.show()
        self.panel.follow_text(link)
