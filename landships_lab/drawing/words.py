"""An answer as words: plain text, Markdown, or HTML in which everything is escaped."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from html import escape

from landships_lab.core.answer import Answer, Counted, Gap, Mark, Step, tally
from landships_lab.core.sources import PROVENANCE_CHIPS, Cite
from landships_lab.core.speech import exact, mixed, percent
from .charts import Bars, Chart, Table


@dataclass(frozen=True)
class Line:
    """One numbered line of reasoning: its sentence, its citation, what it does (allow, forbid,
    note, ...), its reading, and its places.
    """

    text: str
    cite: Cite
    op: str
    reading: str
    marks: tuple[Mark, ...] = ()


def lines(answer: Answer[object]) -> tuple[Line, ...]:
    """Return the lines that explain an answer. A run of counted hexes is one line; every other step
    is a line of its own.
    """
    result: list[Line] = []
    run: list[Counted] = []
    for step in answer.steps:
        if isinstance(step, Counted) and step.op != "note":
            run.append(step)
            continue
        result.extend(_counted(run))
        run = []
        result.append(_line(step))
    result.extend(_counted(run))
    return tuple(result)


def _line(step: Step) -> Line:
    op = "gap" if isinstance(step.amount, Gap) else step.op
    return Line(step.text, step.cite, op, step.reading, step.marks)


def _counted(run: list[Counted]) -> Iterator[Line]:
    if len(run) < 3:
        yield from map(_line, run)
        return
    hexes = ", ".join(step.named for step in run[1:])
    text = f"Start in {run[0].named} and count {hexes}: {len(run) - 1}."
    yield Line(text, run[0].cite, "note", "", tuple(mark for step in run for mark in step.marks))


def verdict(answer: Answer[object]) -> str:
    """Return "yes", "no", "gap" or "number", which chooses a colour and a sign."""
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
    parts += [
        f"{n}. {_plain(line.text)} *{_plain(str(line.cite))}*"
        for n, line in enumerate(lines(answer), 1)
    ]
    if answer.remedies:
        parts += ["", *(f"- {_plain(remedy.text)}" for remedy in answer.remedies)]
    return "\n".join(parts)


def _plain(words: str) -> str:
    """Return Markdown that shows these words unchanged: no tag, no link, no formula, no line
    break.
    """
    return escape(_MARKDOWN.sub(r"\\\g<0>", " ".join(no_formula(words).split())), quote=False)


_MARKDOWN = re.compile(r"[`*_\[\]#|~]")


def no_formula(words: str) -> str:
    """Return words that look the same, without the signs that a page would set as a formula.

    >>> no_formula("$x$")
    '＄x＄'
    """
    return words.replace("$", "\uff04").replace("\\", "\u2216")


@lru_cache(maxsize=1024)
def cite_html(cite: Cite, indexed: str = "") -> str:
    """Return a citation as a chip: a short name with its lines, or its provenance; the full
    citation appears on hover and to screen readers.

    A citation of the document ``indexed`` is a button that shows its lines in the rule index. A
    screen reader reads its title, and the page gives it its place in the Tab order.
    """
    place, full = (
        f"{cite.brief or cite.document} {cite.lines.replace('-', '–')}".strip(),
        escape(str(cite)),
    )
    chip = escape(place if cite.kind == "printed" else PROVENANCE_CHIPS[cite.kind])
    opening = f'<cite class="ll-cite ll-{cite.kind}" title="{full}"'
    if cite.lines and cite.document == indexed:
        return f'{opening} role="button" data-lines="{escape(cite.lines)}">{chip}</cite>'
    return (
        f'{opening}><span aria-hidden="true">{chip}</span><span'
        f' class="ll-spoken">{full}</span></cite>'
    )


#: How many letters fit side by side in the columns of a table, and in the name of a row.
MOST_ABREAST, MOST_OF_A_ROW = 58, 17
#: The hint for a cell that can be pressed.
OPENS = "Show all the steps behind this"


def steps_html(answer: Answer[object], shown: int | None = None, indexed: str = "") -> str:
    """Return the steps as a numbered list in HTML, each with its citation; only the first
    ``shown``, if given.

    The deciding steps are marked; the style sheets add a sign to each, so that colour alone never
    says it. Citations of the document ``indexed`` can be pressed, as in `cite_html`.
    """
    known = lines(answer)
    decide = deciding(answer, known)
    items = (
        '<li class="ll-step'
        f" ll-{line.op}{' ll-deciding' if line in decide else ''}{_now(number == shown)}>"
        f"{escape(line.text)} {cite_html(line.cite, indexed)}</li>"
        for number, line in enumerate(known[:shown], 1)
    )
    live = "" if shown is None else ' aria-live="polite"'
    return f'<ol class="ll-steps"{live}>{"".join(items)}</ol>'


def deciding(answer: Answer[object], known: tuple[Line, ...]) -> tuple[Line, ...]:
    """Return the lines that settle an answer: those that forbid, the last that allows, what is
    missing, or the end of a count.
    """
    kind = verdict(answer)
    wanted = {
        "yes": ("allows",),
        "no": ("forbids",),
        "gap": ("gap",),
        "number": ("start", "add", "times", "floor", "cap"),
    }[kind]
    decisive = tuple(line for line in known if line.op in wanted)
    if kind in ("no", "gap") and decisive:
        return decisive
    return (decisive or tuple(line for line in known if line.op in ("allows", "forbids")) or known)[
        -1:
    ]


def sum_text(answer: Answer[object]) -> str:
    """Return the arithmetic of an answer in one line; "" for a single step or a count of hexes.

    >>> here = Cite("a book", "a page")
    >>> steps = (
    ...     Step("", here, "start", Fraction(4)),
    ...     Step("", here, "add", Fraction(2)),
    ...     Step("", here, "times", Fraction(1, 2)),
    ... )
    >>> sum_text(Answer(3, steps))
    '4 + 2, halved = 3'
    """
    steps = _since_the_last_start(
        [s for s in answer.steps if s.op in ("start", "add", "times", "floor", "cap")]
    )
    # a Fraction is a chance, not a sum
    plain = type(answer.value) is int and tally(steps) == answer.value
    if (
        not plain
        or len(steps) < 2
        or any(isinstance(step.amount, Gap) for step in steps)
        or _counts(steps)
    ):
        return ""
    parts, so_far = "", Fraction(0)
    for number, step in enumerate(steps, 1):
        before, so_far = so_far, Fraction(tally(steps[:number]))  # type: ignore[arg-type]  # no Gap among them
        parts += _term(step, before != so_far)
    left, right = parts.removeprefix(", ").removeprefix(" + "), str(answer.value)
    return "" if left == right else f"{left} = {right}"


def _since_the_last_start(steps: list[Step]) -> list[Step]:
    """Return the steps that the result comes from: a start discards the ones before it."""
    starts = [number for number, step in enumerate(steps) if step.op == "start"]
    return steps[starts[-1] :] if starts else steps


def _counts(steps: list[Step]) -> bool:
    """Return whether the steps count one by one or multiply chances; neither is worth reading as a
    sum.
    """
    amounts = [Fraction(step.amount) for step in steps]  # type: ignore[arg-type]  # no Gap among them
    ones = all(
        step.op in ("start", "add") and amount in (0, 1)
        for step, amount in zip(steps, amounts, strict=True)
    )
    return ones or any(amount.denominator > 8 for amount in amounts)


def _term(step: Step, changes: bool) -> str:
    amount = Fraction(step.amount)  # type: ignore[arg-type]
    match step.op:
        case "start":
            return mixed(amount)
        case "add":
            return f" {'−' if amount < 0 else '+'} {mixed(abs(amount))}" if amount else ""
        case "times":
            return {Fraction(2): ", doubled", Fraction(1, 2): ", halved", Fraction(1): ""}.get(
                amount, f", times {mixed(amount)}"
            )
        case "floor":
            return ", rounded down" if changes else ""
    return f", at most {mixed(amount)}" if changes else ""


def _now(newest: bool) -> str:
    """Return the end of a class attribute that marks the line shown last."""
    return ' ll-now" aria-current="step"' if newest else '"'


def headline_html(answer: Answer[object], supposed: str = "") -> str:
    """Return the verdict as one large line of HTML, in an element that screen readers announce when
    it changes (screen_reader.js).

    While the pointer only hovers, the line begins with ``supposed`` and is not announced.
    """
    kind, verdict_text = verdict(answer), escape(answer.headline or str(answer.value))
    if supposed:
        return (
            f'<p class="ll-verdict ll-{kind} ll-preview"'
            f' aria-hidden="true"><small>{escape(supposed)}:</small> {verdict_text}</p>'
        )
    return f'<p class="ll-verdict ll-{kind}">{verdict_text}</p>'


def list_html(items: Iterable[str], css_class: str) -> str:
    """Return a plain list of sentences as HTML."""
    lines = "".join(f"<li>{escape(item)}</li>" for item in items)
    return f'<ul class="{escape(css_class)}">{lines}</ul>'


def legend_html(marks: Iterable[tuple[str, str]]) -> str:
    """Return a legend as HTML: each mark, as marks.css draws it, with its meaning; "" for no
    marks.
    """
    items = "".join(
        f'<li><i class="ll-mark ll-mark-{escape(mark)}"></i>{escape(meaning)}</li>'
        for mark, meaning in marks
    )
    return f'<ul class="ll-legend">{items}</ul>' if items else ""


def table_html(table: Table, opens: bool = False) -> str:
    """Return a printed table as HTML, with the used row and column lit and their cell outlined.

    With ``opens``, a cell with a link can be pressed; the panel must listen for that.
    """
    heads = "".join(
        _head("col", name, _lit(table, None, n)) for n, name in enumerate(table.columns)
    )
    rows = "".join(
        f"<tr>{_head('row', name, _lit(table, r, None))}"
        + "".join(
            f"<td{_lit(table, r, c)}>{_cell(cell, _link(table, r, c) if opens else '')}</td>"
            for c, cell in enumerate(cells)
        )
        + "</tr>"
        for r, (name, cells) in enumerate(table.rows)
    )
    note = f'<p class="ll-hint">{escape(table.note)}</p>' if table.note else ""
    caption = f"<caption>{escape(table.caption)}</caption>"
    head = f"<thead><tr><td></td>{heads}</tr></thead>" if any(table.columns) else ""
    wraps = " ll-wraps" if _wraps(table) else ""
    return f'<table class="ll-table{wraps}">{caption}{head}<tbody>{rows}</tbody></table>{note}'


def _wraps(table: Table) -> bool:
    """Return whether the columns, or the first one, are too narrow for their words."""
    cells = (len(text) for _, row in table.rows for text in (*table.columns, *row))
    names = (len(name) for name, _ in table.rows)
    abreast = max(cells, default=0) * len(table.columns)
    return abreast > MOST_ABREAST or max(names, default=0) > MOST_OF_A_ROW


def _link(table: Table, row: int, column: int) -> str:
    return table.links[row][column] if table.links else ""


def _cell(words: str, link: str) -> str:
    opens = (
        f' class="ll-opens" title="{OPENS}" role="button" tabindex="0" data-link="{escape(link)}"'
    )
    return f"<span{opens}>{escape(words)}</span>" if link else escape(words)


def _head(scope: str, name: str, lit: str) -> str:
    """Return a heading; a plain cell for an empty one, which a screen reader would announce."""
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
    """Return every number of a chart as a list for screen readers, which is visible while it has
    the focus.
    """
    lines = (
        [f"{name}: {exact(chance)}" for name, chance in chart.bars]
        if isinstance(chart, Bars)
        else chart_lines(chart)
    )
    items = list_html(lines, "ll-spoken-list")
    return (
        '<div class="ll-spoken" role="group" tabindex="0"'
        f' aria-label="{escape(chart.title)}">{items}</div>'
    )
