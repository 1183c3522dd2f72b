"""A page to hand out: what a panel shows, in one HTML file that needs nothing else.

It uses no kernel, network or script: picture and charts are SVG in the page, tables and reasons are
text, and readings fold without a script. In print the readings are open. Every text is escaped, and
the page's own policy forbids everything from outside.
"""

from __future__ import annotations

from html import escape

from landships_lab.core.answer import Answer
from landships_lab.drawing import words
from landships_lab.drawing.charts import Chart, exhibit
from landships_lab.drawing.svg import svg
from landships_lab.drawing.view import View
from landships_lab.panel.controls import Switch
from landships_lab.panel.links import write_link
from landships_lab.panel.panel import Panel
from landships_lab.publish.page import page


def panel_page(state: Panel, view: View | None = None) -> str:
    """Return the page with all that a panel shows in this state.

    ``view`` is the part of the board to show, by default the panel's opening view. Raises
    `ValueError` if the rule refuses the state.
    """
    return page(f"{state.title}: {state.rule_set}", panel_html(state, view, level=1))


def panel_html(state: Panel, view: View | None = None, level: int = 2) -> str:
    """Return the part of a page with all that a panel shows in this state, under a heading of
    ``level``.

    Raises `ValueError` if the rule refuses the state.
    """
    answer = state.answer()
    about = f"<small>{escape(state.rule_set)} — {escape(state.prompt)}</small>"
    verdict = (
        '<p class="ll-verdict'
        f' ll-{words.verdict(answer)}">{escape(answer.headline or str(answer.value))}</p>'
    )
    stage = (
        _board(state, answer, view) if state.shows_board() else "",
        *map(words.table_html, state.tables(answer)),
        *map(_chart, state.charts(answer)),
    )
    below = (
        *(_reading(c) for c in state.controls() if isinstance(c, Switch)),
        (
            '<p class="ll-link">To open this state at a computer:'
            f' <code>open_state("{escape(write_link(state))}")</code></p>'
        ),
    )
    parts = (
        f'<h{level} class="ll-title">{escape(state.title)} {about}</h{level}>',
        verdict,
        f'<div class="ll-stage-side">{"".join(stage)}</div>' if any(stage) else "",
        f'<div class="ll-reasons">{words.steps_html(answer)}{_advice(answer)}</div>',
        f'<div class="ll-below">{"".join(below)}</div>',
    )
    return "\n".join(
        [
            f'<section class="ll-handout{" ll-two" if any(stage) else ""}">',
            *filter(None, parts),
            "</section>\n",
        ]
    )


def fold(summary: str, inside: str, css_class: str) -> str:
    """Return HTML that shows the summary and unfolds to ``inside``, which is HTML already."""
    return f'<details class="{css_class}"><summary>{escape(summary)}</summary>{inside}</details>\n'


def _board(state: Panel, answer: Answer[object], view: View | None) -> str:
    drawn = svg(state.picture(answer, view))
    return f'<figure class="ll-picture">{drawn}{words.legend_html(state.legend())}</figure>'


def _advice(answer: Answer[object]) -> str:
    texts = [remedy.text for remedy in answer.remedies]
    return (
        '<div class="ll-advice"><p>What would change'
        f" it</p>{words.list_html(texts, 'll-remedies')}</div>"
        if texts
        else ""
    )


def _chart(chart: Chart) -> str:
    drawn = svg(exhibit(chart.title, "; ".join(words.chart_lines(chart)), (), [chart]))
    return f'<figure class="ll-chart">{drawn}</figure>'


def _reading(switch: Switch) -> str:
    """Return a reading as HTML: the chosen option, what each option would change, and the reason
    for the default.
    """
    effects = dict(switch.effects)
    rows = "".join(
        f"<li{' class=ll-taken' if value == switch.value else ''}><b>{escape(label)}</b>"
        f"{': ' + escape(effects[value]) if effects.get(value) else ''}"
        f"{' (chosen here)' if value == switch.value else ''}</li>"
        for value, label in switch.options
    )
    return fold(
        f"Reading: {switch.question}", f"<ul>{rows}</ul><p>{escape(switch.why)}</p>", "ll-reading"
    )
