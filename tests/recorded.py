"""What every panel answers, every kind of question asks and a played game says, as it was recorded:
a change of one comparison, sum or word anywhere below shows up as a line that differs.

A verdict and a question are kept as they are said; of what else belongs to them a sign is kept,
which changes with it. `make compare BASE=HEAD` shows every line, and much more.

``python -m tests.recorded`` records all of it again, ``python -m tests.recorded loos`` one rule
set: do that after a change that is meant, and read what the version control shows as changed.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from hashlib import sha1
from pathlib import Path
from typing import Any

from landships_lab.core.answer import Answer, Gap, Step
from landships_lab.data.load import indexed
from landships_lab.drawing.shapes import Circles, Label, Lines, Polygons, Scene
from landships_lab.panel.catalog import CATALOG
from landships_lab.panel.links import read_link
from landships_lab.panel.neighbours import one_control_away
from landships_lab.panel.panel import Panel
from landships_lab.practice.generator import kinds_of, make_up
from landships_lab.practice.puzzles import Family, families_of, make_puzzle
from tests.compare import games
from tests.effort import EFFORT
from tests.paths import REPOSITORY

LINKS = REPOSITORY / "tests" / "panel" / "links"
#: How many random states of a panel are recorded beside its links, and how many questions of each
#: kind and level.
STATES, QUESTIONS = 6, 6
#: The moves of a random game, and the number of starts.
MOMENTS, STARTS = 20, 2
MOST_LETTERS = 160
Said = Callable[[], Iterable[str]]


def file_of(game: str) -> Path:
    """Return where the records of a rule set are kept."""
    return REPOSITORY / "tests" / "games" / game / "recorded.txt"


def brief(text: object) -> str:
    """Return a text; of a long one its beginning, and what tells it from any other."""
    line = " ".join(str(text).split())
    return line if len(line) <= MOST_LETTERS else f"{line[:MOST_LETTERS]} … {_digest(line)}"


def _digest(*lines: str) -> str:
    return sha1("\n".join(lines).encode(), usedforsecurity=False).hexdigest()[:8]


def _step(step: Step) -> str:
    amount = "gap" if isinstance(step.amount, Gap) else step.amount
    return f"{step.op} {amount} [{step.cite.lines}] {step.reading} {step.text}"


def answer_lines(answer: Answer[Any]) -> Iterator[str]:
    """Yield the verdict, the steps and the remedies of an answer."""
    yield answer.headline
    yield from map(_step, answer.steps)
    yield from (f"or {one.text} ({one.change} {one.to})" for one in answer.remedies)


def _aspects(**lines: Iterable[str]) -> str:
    """Return a short sign of each of these, so that one that changes can be named."""
    return " ".join(f"{name} {_digest(*of)}" for name, of in lines.items())


def state_lines(state: Panel) -> Iterator[str]:
    """Yield what a state answers, and the signs of its reasons, of what stands beside it, of what
    can be set, and of how it is drawn.
    """
    answer = state.answer()
    scene = state.picture(answer)
    yield brief(answer.headline)
    yield _aspects(
        reasons=answer_lines(answer),
        charts=map(repr, state.charts(answer)),
        tables=map(repr, state.tables(answer)),
        controls=map(repr, state.controls()),
        near=(other.text() for other in one_control_away(state)),
        picture=(scene.description, drawn(scene)),
        asked=(drawn(state.question_picture()),),
    )


def drawn(scene: Scene) -> str:
    """Return how many figures of each role and tint a picture has, wherever they stand."""
    found: Counter[str] = Counter()
    for shape in scene.figures:
        match shape:
            case Polygons(rings=parts) | Lines(paths=parts) | Circles(centres=parts):
                found[f"{shape.role} {shape.tint}".strip()] += len(parts)
            case Label():
                found[f"{shape.role} {shape.tint}".strip()] += 1
    return ", ".join(f"{many} {role}" for role, many in sorted(found.items()))


def panel_records(panel_id: str) -> Iterator[tuple[str, Said]]:
    """Yield states of a panel, by their links, each with a function that asks what it says."""
    name = panel_id.replace(":", "-")
    links = (LINKS / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    states = [read_link(line) for line in links if line.startswith(panel_id)]
    by_lot = (CATALOG[panel_id].random(random.Random(f"recorded {n}")) for n in range(STATES))
    for state in {state.text(): state for state in (*states, *by_lot)}.values():
        yield brief(state.text()), partial(state_lines, state)


def question_lines(kind: str, seed: int, level: int) -> Iterator[str]:
    """Yield what a question asks, and the signs of its replies and of what it explains."""
    question = make_up(kind, seed, level)
    yield brief(question.text)
    yield _aspects(
        state=(question.start,),
        replies=(str(question.key.right), repr(question.key.choices or question.key.among)),
        mistakes=(f"{slip.reply}: {slip.name}" for slip in question.key.slips),
        explained=(f"{question.because} {question.explained}",),
    )


def puzzle_lines(family: Family) -> Iterator[str]:
    """Yield what the first picked puzzle of a family asks, and the signs of what it says."""
    task = make_puzzle(family, family.picked[0])
    yield brief(task.text)
    yield _aspects(
        link=(task.link, task.start, str(task.rating)),
        thought=(task.thought, task.tempting, task.trap),
        conditions=(one.says for one in task.conditions),
        missing=(one.missing for one in task.judged(task.open())),
        solution=(task.shown_solution(), task.free.says),
    )


def practice_records(game: str) -> Iterator[tuple[str, Said]]:
    """Yield questions of each kind and level, each with a function that asks what it says."""
    for kind in kinds_of(game):
        for level in range(kind.level, 4):
            for seed in range(QUESTIONS):
                yield f"{kind.id} {level} {seed}", partial(question_lines, kind.id, seed, level)


def puzzle_records(game: str) -> Iterator[tuple[str, Said]]:
    """Yield a puzzle of each family, each with a function that asks what it says."""
    for family in families_of(game):
        yield f"{family.id} {family.picked[0]}", partial(puzzle_lines, family)


def game_records(game: str) -> Iterator[tuple[str, Said]]:
    """Yield the moments of a random game from each start, each with what is said of it: what was
    done, and the signs of the position, of the choices and of the reasons.
    """
    for name, (position, prompt, *lines) in games(game, 1, MOMENTS, STARTS):
        taken = next(line for line in lines if line.startswith("taken:"))
        at = lines.index(taken)
        signs = _aspects(position=(position, prompt), choices=lines[:at], why=lines[at + 1 :])
        yield name, partial(iter, (brief(taken), signs))


def subjects(game: str) -> tuple[str, ...]:
    """Return what is recorded of a rule set: its panels, questions, puzzles and played games."""
    panels = (panel_id for panel_id in CATALOG if panel_id.startswith(f"{game}:"))
    return *panels, "practice", "puzzles", "games"


def records(game: str, subject: str) -> dict[str, Said]:
    """Return what can be asked today, by its name, with a function that asks it."""
    match subject:
        case "practice":
            return dict(practice_records(game))
        case "puzzles":
            return dict(puzzle_records(game))
        case "games":
            return dict(game_records(game))
        case _:
            return dict(panel_records(subject))


def looked_at(subject: str, names: list[str], effort: str = EFFORT) -> list[str]:
    """Return what a run of the tests asks: every third state and question and no puzzle; all in
    `make all`.
    """
    if effort == "all":
        return names
    return [] if subject == "puzzles" else names[::3]


def kept(game: str, subject: str) -> dict[str, list[str]]:
    """Return what was recorded."""
    found: dict[str, list[str]] = {}
    of, name = "", ""
    for line in file_of(game).read_text(encoding="utf-8").splitlines():
        if line.startswith("# "):
            of = line[2:]
        elif line.startswith("= "):
            name = line[2:]
            if of == subject:
                found[name] = []
        elif of == subject:
            found[name].append(line[2:])
    return found


def differences(game: str, subject: str) -> list[str]:
    """Return what is said otherwise than it was recorded: the state or question, before and now,
    and which of its aspects changed.
    """
    before, now = kept(game, subject), records(game, subject)
    found = [f"{name}: {'new' if name in now else 'gone'}" for name in {*before} ^ {*now}]
    for name in looked_at(subject, [name for name in before if name in now]):
        (old, signs), (new, others) = before[name], list(now[name]())
        changed = [what for what, same in _compared(signs, others) if not same]
        if old != new or changed:
            found.append(
                f"{name}\n  before: {old}\n  now:    {new}\n  {', '.join(changed)} changed"
            )
    return found


def _compared(signs: str, others: str) -> Iterator[tuple[str, bool]]:
    pairs = (line.split() for line in (signs, others))
    old, new = (dict(zip(words[::2], words[1::2], strict=True)) for words in pairs)
    yield from ((what, old.get(what) == new.get(what)) for what in {**old, **new})


def record(game: str) -> None:
    """Write what is said today into the file of this rule set."""
    lines = [
        line
        for subject in subjects(game)
        for line in (
            f"# {subject}",
            *(
                told
                for name, say in records(game, subject).items()
                for told in (f"= {name}", *(f"  {one}" for one in say()))
            ),
        )
    ]
    file_of(game).write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    for named in sys.argv[1:] or indexed():
        record(named)
