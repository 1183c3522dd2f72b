"""An answer as words: plain text, Markdown, or HTML with everything escaped."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from html import escape

from landships_lab.core.answer import Answer, Gap, Mark, Step
from landships_lab.core.sources import PROVENANCE_WORDS, Cite
from landships_lab.core.speech import percent
from landships_lab.scene.charts import Bars, Chart, Table


@dataclass(frozen=True)
class Line:
    """One numbered line of reasoning: its sentence, its citation, whether it allows, forbids or notes, and its places."""

    text: str
    cite: Cite
    op: str
    reading: str
    marks: tuple[Mark, ...] = ()


def lines(answer: Answer[object]) -> tuple[Line, ...]:
    """Return the lines that explain an answer: a run of counted hexes becomes one line, every other step is its own."""
    found: list[Line] = []
    run: list[Step] = []
    for step in answer.steps:
        if step.op in ("start", "add") and step.text.startswith(("Start", "Count")):
            run.append(step)
            continue
        found.extend(_counted(run))
        run = []
        found.append(_line(step))
    found.extend(_counted(run))
    return tuple(found)


def _line(step: Step) -> Line:
    op = "gap" if isinstance(step.amount, Gap) else step.op
    return Line(step.text, step.cite, op, step.reading, step.marks)


def _counted(run: list[Step]) -> Iterator[Line]:
    if len(run) < 3:
        yield from map(_line, run)
        return
    hexes = ", ".join(step.text.removeprefix(f"Count {n} in ").rstrip(".") for n, step in enumerate(run[1:], 1))
    start = run[0].text.removesuffix(", at zero.").replace("Start the count in", "Start in")
    yield Line(f"{start} and count {hexes}: {len(run) - 1}.", run[0].cite, "note", "", tuple(mark for step in run for mark in step.marks))


def verdict(answer: Answer[object]) -> str:
    """Return "yes", "no", "gap" or "number", for a colour and a mark."""
    if isinstance(answer.value, Gap):
        return "gap"
    if isinstance(answer.value, bool):
        return "yes" if answer.value else "no"
    return "number"


def text(answer: Answer[object]) -> str:
    """Return the answer as plain text."""
    parts = [answer.headline or str(answer.value)]
    parts += [f"  {n}. {line.text}  [{line.cite}]" for n, line in enumerate(lines(answer), 1)]
    parts += [f"  - {remedy.text}" for remedy in answer.remedies]
    return "\n".join(parts)


def markdown(answer: Answer[object]) -> str:
    """Return the answer as Markdown."""
    parts = [f"**{_plain(answer.headline or str(answer.value))}**", ""]
    parts += [f"{n}. {_plain(line.text)} *{_plain(str(line.cite))}*" for n, line in enumerate(lines(answer), 1)]
    if answer.remedies:
        parts += ["", *(f"- {_plain(remedy.text)}" for remedy in answer.remedies)]
    return "\n".join(parts)


def _plain(words: str) -> str:
    """Return Markdown that shows these words as they are: no tag, no link, no formula, no line break."""
    return escape(_MARKDOWN.sub(r"\\\g<0>", " ".join(no_formula(words).split())), quote=False)


_MARKDOWN = re.compile(r"[`*_\[\]#|~]")


def no_formula(words: str) -> str:
    """Return words that look the same, without the signs that a page takes for a formula (and would set, links and all).

    >>> no_formula("$x$")
    '＄x＄'
    """
    return words.replace("$", "\uff04").replace("\\", "\u2216")


def cite_html(cite: Cite) -> str:
    """Return a citation as HTML: its place, and a mark for what is not plainly printed."""
    where = f"{cite.document}, {cite.section}" + (f", {_lines(cite)}" if cite.lines else "")
    mark = "" if cite.kind == "printed" else f' <span class="ll-kind ll-{cite.kind}">{escape(PROVENANCE_WORDS[cite.kind])}</span>'
    return f'<cite class="ll-cite">{escape(where)}</cite>{mark}'


def _lines(cite: Cite) -> str:
    return f"line {cite.lines}" if cite.lines.isdigit() else f"lines {cite.lines}"


#: A sign beside each step, so that colour is never the only one to say it.
SIGNS = {"allows": "✓", "forbids": "✗", "gap": "?"}


def steps_html(answer: Answer[object], shown: int | None = None) -> str:
    """Return the steps as a numbered list in HTML, each with its citation; only the first ``shown`` of them when shown in turn."""
    items = (
        f'<li class="ll-step ll-{line.op}{_now(number == shown)}><span class="ll-sign" aria-hidden="true">{SIGNS.get(line.op, "·")}</span>'
        f"{escape(line.text)} {cite_html(line.cite)}</li>"
        for number, line in enumerate(lines(answer)[:shown], 1)
    )
    live = "" if shown is None else ' aria-live="polite"'
    return f'<ol class="ll-steps"{live}>{"".join(items)}</ol>'


def _now(newest: bool) -> str:
    """The end of a class attribute: the line shown last is marked."""
    return ' ll-now" aria-current="step"' if newest else '"'


def headline_html(answer: Answer[object]) -> str:
    """Return the verdict as one large line of HTML; it stands in a place that is announced when it changes (screen_reader.js)."""
    kind = verdict(answer)
    return f'<p class="ll-verdict ll-{kind}">{escape(answer.headline or str(answer.value))}</p>'


def list_html(items: Iterable[str], css_class: str) -> str:
    """Return a plain list of sentences as HTML."""
    return f'<ul class="{escape(css_class)}">{"".join(f"<li>{escape(item)}</li>" for item in items)}</ul>'


def legend_html(marks: Iterable[tuple[str, str]]) -> str:
    """Return a legend as HTML: each mark, as marks.css draws it, with its meaning; empty for no marks."""
    items = "".join(f'<li><i class="ll-mark ll-mark-{escape(mark)}"></i>{escape(meaning)}</li>' for mark, meaning in marks)
    return f'<ul class="ll-legend">{items}</ul>' if items else ""


def table_html(table: Table) -> str:
    """Return a printed table as HTML, with the used row and column lit and their cell outlined."""
    heads = "".join(_head("col", name, _lit(table, None, n)) for n, name in enumerate(table.columns))
    rows = "".join(
        f"<tr>{_head('row', name, _lit(table, r, None))}"
        + "".join(f"<td{_lit(table, r, c)}>{escape(cell)}</td>" for c, cell in enumerate(cells))
        + "</tr>"
        for r, (name, cells) in enumerate(table.rows)
    )
    note = f'<p class="ll-hint">{escape(table.note)}</p>' if table.note else ""
    caption = f"<caption>{escape(table.caption)}</caption>"
    head = f"<thead><tr><td></td>{heads}</tr></thead>" if any(table.columns) else ""
    return f'<table class="ll-table">{caption}{head}<tbody>{rows}</tbody></table>{note}'


def _head(scope: str, name: str, lit: str) -> str:
    """Return a heading, or a plain cell where the print has none, so that no empty heading is announced."""
    return f'<th scope="{scope}"{lit}>{escape(name)}</th>' if name else f"<td{lit}></td>"


def _lit(table: Table, row: int | None, column: int | None) -> str:
    in_row = row is not None and row == table.lit_row
    in_column = column is not None and column == table.lit_column
    if in_row and in_column:
        return ' class="ll-lit ll-used" aria-current="true"'
    return ' class="ll-lit"' if in_row or in_column else ""


def chart_lines(chart: Chart) -> list[str]:
    """Return a line for each bar or series of a chart, with its chances."""
    if isinstance(chart, Bars):
        return [f"{name}: {percent(chance)}" for name, chance in chart.bars]
    return [f"{name}: {', '.join(map(percent, chances))}" for name, chances in chart.series]


def chart_html(chart: Chart) -> str:
    """Return every number of a chart as a list that only a screen reader meets."""
    items = list_html(chart_lines(chart), "ll-spoken-list")
    return f'<div class="ll-spoken" role="group" aria-label="{escape(chart.title)}">{items}</div>'
