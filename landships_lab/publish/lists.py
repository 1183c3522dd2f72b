"""Lists for paper: every reading of a rule set with its effects, its rule index, and questions to
practise.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from itertools import groupby, islice

from landships_lab.core.sources import Option, Reading
from landships_lab.data.disagreements import ReadingDifference, partings
from landships_lab.data.load import readings
from landships_lab.data.rulebook import Entry, index
from landships_lab.drawing.words import cite_html, verdict
from landships_lab.panel.links import read_link
from landships_lab.panel.panel import Panel
from landships_lab.panel.reading_difference import answer_with
from landships_lab.practice.stream import questions
from landships_lab.practice.task import Task
from landships_lab.publish.handout import fold

#: How many questions of a drill are printed.
QUESTIONS = 6


def readings_html(rule_set: str) -> str:
    """Return every reading of a rule set as HTML: the question, its options, and the answers to a
    position in which they differ.
    """
    known = readings(rule_set)
    return "".join(
        _reading(known[reading], known[reading].option(option), parting)
        for (reading, option), parting in partings(rule_set).items()
    )


def _reading(reading: Reading, option: Option, parting: ReadingDifference) -> str:
    head = f'<h3 class="ll-title">{escape(reading.question)}</h3>'
    why = f"<p>{escape(reading.why)} {cite_html(reading.cite)}</p>"
    default = reading.option(reading.default)
    if not parting.link:
        options = "".join(
            f"<li><b>{escape(it.label)}</b>: {escape(it.says)}</li>" for it in (default, option)
        )
        return (
            '<section class="ll-handout'
            f' lp-open">{head}<ul>{options}</ul>{why}<p>{escape(parting.why_none)}</p></section>\n'
        )
    state = read_link(parting.link)
    sides = "".join(_side(state, reading, it) for it in (default, option))
    link = f'<p class="ll-link">{escape(state.title)}: <code>{escape(parting.link)}</code></p>'
    ways = "".join(
        f"<li><b>{escape(it.label)}</b>: {escape(it.says)}</li>"
        for it in sorted((default, option), key=lambda it: it.label)
    )
    answers = fold("Both answers", f'<div class="ll-sides">{sides}</div>{why}{link}', "ll-reading")
    return (
        f'<section class="ll-handout lp-open">{head}<p>How would you play it at your table?</p>'
        f"<ul>{ways}</ul>{answers}</section>\n"
    )


def _side(state: Panel, reading: Reading, option: Option) -> str:
    answer = answer_with(state, reading.id, option.id)
    default = " (the default)" if option.id == reading.default else ""
    says = f"<p><b>{escape(option.label)}</b>{default}: {escape(option.says)}</p>"
    headline = f'<p class="ll-verdict ll-{verdict(answer)}">{escape(answer.headline)}</p>'
    return f"<div>{says}{headline}</div>"


def rules_html(rule_set: str) -> str:
    """Return the rule index of a rule set as HTML: the content of each line of its source, in the
    lab's words.
    """
    topics = groupby(index(rule_set).entries, key=lambda entry: entry.topic)
    return "".join(_topic(topic, entries) for topic, entries in topics)


def _topic(topic: str, entries: Iterator[Entry]) -> str:
    rows = "".join(
        f"<li><b>{escape(entry.lines)}</b> {escape(entry.says or entry.aside)}</li>"
        for entry in entries
    )
    head = f"<h3>{escape(topic)}</h3>" if topic else ""
    return f'<section class="lp-index">{head}<ul>{rows}</ul></section>\n'


def practice(rule_set: str, level: int = 1) -> tuple[Task, ...]:
    """Return the first few questions of a drill."""
    return tuple(islice(questions(rule_set, seed=1, level=level), QUESTIONS))
