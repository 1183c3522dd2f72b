"""A page to hand out: what a panel shows, in one HTML file that needs nothing else.

No kernel, no network, no script: picture and charts are SVG in the page, tables and reasons are text, readings fold away by
themselves. In print the readings are open. Every text is escaped, and the page itself forbids whatever it does not hold.
"""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import Any

from landships_lab.core.answer import Answer
from landships_lab.explore.controls import Switch
from landships_lab.explore.explorer import Explorer
from landships_lab.explore.links import write_link
from landships_lab.scene import css, words
from landships_lab.scene.charts import Chart
from landships_lab.scene.exhibit import exhibit
from landships_lab.scene.svg import svg
from landships_lab.scene.theme import DARK, LIGHT
from landships_lab.scene.view import View

#: What a browser may do with the page: show its own styles and pictures. Nothing is run, nothing is fetched.
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"


def panel_page(explorer: Explorer[Any], state: Any, view: View | None = None) -> str:
    """Return the page with all that a panel shows in this state; ``view`` is the part of the board shown, None for all of it."""
    return page(f"{explorer.title}: {explorer.rules}", panel_html(explorer, state, view, level=1))


def panel_html(explorer: Explorer[Any], state: Any, view: View | None = None, level: int = 2) -> str:
    """Return the part of a page with all that a panel shows in this state, under a heading of this level."""
    answer = explorer.answer(state)
    about = f"<small>{escape(explorer.rules)} — {escape(explorer.question)}</small>"
    verdict = f'<p class="ll-verdict ll-{words.verdict(answer)}">{escape(answer.headline or str(answer.value))}</p>'
    parts = (
        f'<h{level} class="ll-title">{escape(explorer.title)} {about}</h{level}>',
        _board(explorer, state, answer, view) if explorer.has_board else "",
        verdict,
        _advice(answer),
        "".join(map(words.table_html, explorer.tables(state, answer))),
        "".join(map(_chart, explorer.charts(state, answer))),
        words.steps_html(answer),
        "".join(_reading(c) for c in explorer.controls(state) if isinstance(c, Switch)),
        f'<p class="ll-link">To open this state: <code>open_state("{escape(write_link(explorer, state))}")</code></p>',
    )
    return "\n".join(['<section class="ll-handout">', *filter(None, parts), "</section>\n"])


def page(title: str, body: str) -> str:
    """Return the HTML file that shows this body by itself, on paper and on screens light and dark."""
    lines = (
        "<!DOCTYPE html>",
        '<html lang="en">',
        "<head>",
        '<meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(title)}</title>",
        "<style>",
        css.colours(":root", LIGHT),
        f"@media screen and (prefers-color-scheme: dark) {{ {css.colours(':root', DARK)} }}",
        css.marks(),
        Path(__file__).with_name("handout.css").read_text(encoding="utf-8"),
        "</style>",
        "</head>",
        f"<body>\n<main>\n{body}</main>\n</body>",
        "</html>\n",
    )
    return "\n".join(lines)


def fold(summary: str, inside: str, css_class: str) -> str:
    """Return HTML that shows the summary and unfolds to ``inside``, which is HTML already."""
    return f'<details class="{css_class}"><summary>{escape(summary)}</summary>{inside}</details>\n'


def _board(explorer: Explorer[Any], state: Any, answer: Answer[Any], view: View | None) -> str:
    drawn = svg(explorer.picture(state, answer, view))
    return f'<figure class="ll-picture">{drawn}{words.legend_html(explorer.legend(state))}</figure>'


def _advice(answer: Answer[Any]) -> str:
    texts = [remedy.text for remedy in answer.remedies]
    return f'<div class="ll-advice"><p>What would change it</p>{words.list_html(texts, "ll-remedies")}</div>' if texts else ""


def _chart(chart: Chart) -> str:
    return f'<figure class="ll-chart">{svg(exhibit(chart.title, "; ".join(words.chart_lines(chart)), (), [chart]))}</figure>'


def _reading(switch: Switch) -> str:
    """Return a reading as HTML: the option taken, what each option would change, and why the first is the default."""
    effects = dict(switch.effects)
    rows = "".join(
        f"<li{' class=ll-taken' if value == switch.value else ''}><b>{escape(label)}</b>"
        f"{': ' + escape(effects[value]) if effects.get(value) else ''}{' (chosen here)' if value == switch.value else ''}</li>"
        for value, label in switch.options
    )
    return fold(f"Reading: {switch.question}", f"<ul>{rows}</ul><p>{escape(switch.why)}</p>", "ll-reading")
