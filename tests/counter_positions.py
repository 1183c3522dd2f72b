"""Whether a position of the rule index shows its rule: the same position one control away, in which
the rule no longer decides, is answered otherwise.

``python -m tests.counter_positions loos`` proposes such positions for the entries that have none,
``python -m tests.counter_positions loos 115`` for those of a line, with what both sides say.
"""

import re
import sys
from collections.abc import Iterator

from landships_lab.core.answer import Answer, Gap, Step
from landships_lab.data.rulebook import Entry, index, line_numbers
from landships_lab.panel.controls import Buttons, Control, Switch, Toggles
from landships_lab.panel.links import read_link
from landships_lab.panel.neighbours import one_control_away
from landships_lab.panel.panel import Panel
from landships_lab.panel.parts import parts_of

#: The number of proposals printed for an entry.
PROPOSED = 3
#: A counter-position that says nothing else of the rule's lines ranks behind one that does.
SILENT = 2
#: One that only takes a reading otherwise ranks behind all that set the position otherwise.
READ_OTHERWISE = 100
#: One whose steps of the lines are the same sentences with other numbers shows no rule as a rule.
REPEATS = 10


def is_one_control_away(state: Panel, other: Panel) -> bool:
    """Return whether one part of the first state makes the second of it, or one of its controls set
    as it is set there (other parts may follow from it).
    """
    if type(state) is not type(other):
        return False
    changed = [p for p in parts_of(type(state)) if getattr(state, p) != getattr(other, p)]
    if len(changed) <= 1:
        return bool(changed)
    there = {control.id: control for control in other.controls()}
    for control in state.controls():
        for value in _as_in(control, there.get(control.id)):
            try:
                if state.set(control.id, value).settled() == other.settled():
                    return True
            except ValueError:
                continue
    return False


def _as_in(control: Control, there: Control | None) -> Iterator[object]:
    """Yield the values that could set a control as it is set there."""
    if isinstance(there, Toggles) and isinstance(control, Toggles):
        before = {item.id: item.on for item in control.items}
        yield from ((i.id, i.on) for i in there.items if before.get(i.id) != i.on)
    elif isinstance(there, Buttons):
        yield from (value for value, _, _ in there.items)
    elif there is not None and not isinstance(there, Toggles):
        yield there.value


def cited_steps(answer: Answer[object], lines: frozenset[int]) -> list[Step]:
    """Return the steps of an answer that cite these lines."""
    return [
        step
        for step in answer.steps
        if step.cite.lines and lines & {*line_numbers(step.cite.lines)}
    ]


def said(answer: Answer[object]) -> tuple[object, ...]:
    """Return what an answer comes to: verdict, value, and the step that forbids."""
    value = answer.value.question if isinstance(answer.value, Gap) else answer.value
    deciding = next((step.text for step in answer.steps if step.op == "forbids"), "")
    return answer.headline, value, deciding


def why_not(state: Panel, other: Panel, lines: frozenset[int]) -> str:
    """Return why the second is no counter-position of the first for the rule on these lines; "" if
    it is one.
    """
    if not is_one_control_away(state, other):
        return "it is not one control away"
    return why_the_same(state, other, lines)


def why_the_same(state: Panel, other: Panel, lines: frozenset[int]) -> str:
    """Return what both answers have in common though they should not."""
    with_rule, without = state.answer(), other.answer()
    if said(with_rule) == said(without):
        return f"both say {with_rule.headline!r}"
    kept = {step.text for step in without.steps}
    if all(step.text in kept for step in cited_steps(with_rule, lines)):
        return "the rule still decides: each of its steps stands there too"
    return ""


def proposals(entry: Entry) -> list[Panel]:
    """Return the counter-positions of an entry that the search finds, the plainest first: those in
    which least else changes, and behind them those that only take a reading otherwise.
    """
    state = read_link(entry.shows)
    set_otherwise = dict.fromkeys(one_control_away(state))
    read_otherwise = dict.fromkeys(_read_otherwise(state))
    ranked: list[tuple[int, Panel]] = []
    for last, tried in enumerate((set_otherwise, read_otherwise)):
        for other in tried:
            try:
                reason = why_the_same(state, other, entry.numbers)
            except ValueError:
                continue
            if not reason:
                rank = READ_OTHERWISE * last + _else_changed(state, other, entry.numbers)
                ranked.append((rank, other))
    return [other for _, other in sorted(ranked, key=lambda pair: pair[0])]


def _read_otherwise(state: Panel) -> Iterator[Panel]:
    """Yield the states that take one reading otherwise."""
    for control in state.controls():
        if isinstance(control, Switch):
            yield from (state.set(control.id, option) for option, _ in control.options)


def _else_changed(state: Panel, other: Panel, lines: frozenset[int]) -> int:
    """Return how much of an answer changes besides the steps of these lines, and more where those
    only repeat the position in other numbers.
    """
    before, after = state.answer(), other.answer()
    ours, theirs = cited_steps(before, lines), cited_steps(after, lines)
    kept = {step.text for step in (*ours, *theirs)}
    sides = [{step.text for step in answer.steps} - kept for answer in (before, after)]
    shapes = {_without_numbers(step) for step in theirs}
    repeats = all(_without_numbers(step) in shapes for step in ours)
    return len(sides[0] ^ sides[1]) + (0 if theirs else SILENT) + (REPEATS if repeats else 0)


def _without_numbers(step: Step) -> tuple[str, str]:
    return step.op, re.sub(r"[\d/]+", "", step.text)


def _told(state: Panel, other: Panel, lines: frozenset[int]) -> str:
    """Return a position, what it says, and which steps of the lines the other has not."""
    there = {step.text for step in other.answer().steps}
    cited = [s for s in cited_steps(state.answer(), lines) if s.text not in there]
    steps = "".join(f"\n        {step.op}: {step.text}" for step in cited)
    return f"{state.text()}\n      {state.answer().headline!r}{steps}"


def main() -> None:
    """Print proposals for a rule set, or for one of its lines."""
    rule_set, *line = sys.argv[1:]
    of = index(rule_set)
    for entry in of.at(line[0]) if line else of.entries:
        if not entry.shows or (not line and (entry.but or entry.but_none)):
            continue
        print(f"\n== {entry.lines} part {entry.part}: {entry.says}\nshows {entry.shows}")
        found, state = proposals(entry), read_link(entry.shows)
        for other in found[:PROPOSED]:
            print(f"  but {_told(other, state, entry.numbers)}")
            print(f"    against {_told(state, other, entry.numbers)}")
        if not found:
            print("  NOTHING FOUND: take another position, or say why in but_none", flush=True)


if __name__ == "__main__":
    main()
