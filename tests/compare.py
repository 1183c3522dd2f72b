"""Compare what this checkout answers, asks, draws and plays with what another commit did.

``make compare BASE=80e9d15d`` checks that commit out beside this one, writes what each of both says
into ``build/compare/``, and prints what differs: the panel, the link, before and after. It holds
far more than `tests.recorded`: 25 questions a kind and level, 12 puzzles a family, every link of
``tests/panel/links`` and 40 random states a panel with their pictures as SVG, and random games. A
rewrite that changes no answer leaves it silent.

``python tests/compare.py write FILE GAME [LIKE]`` writes one rule set; with LIKE it asks about the
states that this other file asked about, so that both speak of the same ones. It is run with the
checkout to look at first on PYTHONPATH, and uses only names that have been there for long.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import random
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

REPOSITORY = Path(__file__).parents[1]
BUILD = REPOSITORY / "build" / "compare"
GAMES = ("landships", "loos", "one_hour", "landser", "paychest")
QUESTIONS, PUZZLES, STATES, PLAYED, MOVES = 25, 12, 40, 8, 60
#: A difference is shown in at most this many letters of each side.
MOST_LETTERS = 300

Entry = tuple[str, list[str]]


def _digest(text: str) -> str:
    return hashlib.sha1(text.encode(), usedforsecurity=False).hexdigest()[:12]


def _answer(answer: Any) -> Iterator[str]:
    yield f"value: {answer.value!r}"
    yield from str(answer).splitlines()
    for step in answer.steps:
        yield f"step: {step.op} {step.amount} {step.reading} {sorted(map(repr, step.marks))}"
    yield from (f"remedy: {one.text} ({one.change} {one.to})" for one in answer.remedies)


def _drawn(what: str, scene: Any) -> Iterator[str]:
    from landships_lab.drawing.svg import svg

    yield f"{what}: {scene.description}"
    yield f"{what} as SVG: {_digest(svg(scene))}"


def _state(state: Any) -> list[str]:
    answer = state.answer()
    return [
        *_answer(answer),
        *(f"chart: {chart!r}" for chart in state.charts(answer)),
        *(f"table: {table!r}" for table in state.tables(answer)),
        *(f"control: {control!r}" for control in state.controls()),
        *_drawn("picture", state.picture(answer)),
        *_drawn("question", state.question_picture()),
    ]


def _states(game: str, like: Iterable[str]) -> Iterator[Entry]:
    from landships_lab.panel.catalog import CATALOG
    from landships_lab.panel.links import read_link

    for panel in (name for name in CATALOG if name.startswith(f"{game}:")):
        links = REPOSITORY / "tests" / "panel" / "links" / f"{panel.replace(':', '-')}.txt"
        lines = [line for line in links.read_text("utf-8").splitlines() if line.startswith(panel)]
        states = [(line, read_link(line)) for line in lines]
        seen = {text for text, _ in states}
        drawn = [text for text in like if text.partition(" ")[0] == panel and text not in seen]
        if drawn:
            states += [(text, CATALOG[panel].parse(text)) for text in drawn]
        else:
            random_states = (CATALOG[panel].random(random.Random(f"x{n}")) for n in range(STATES))
            states += [(state.text(), state) for state in random_states]
        for text, state in states:
            yield f"state {json.dumps(text)}", _state(state)


def _questions(game: str) -> Iterator[Entry]:
    from landships_lab.practice.generator import kinds_of, make_up
    from landships_lab.practice.puzzles import families_of, make_puzzle

    for kind in kinds_of(game):
        for level in range(kind.level, 4):
            for seed in range(100, 100 + QUESTIONS):
                one = make_up(kind.id, seed, level)
                said = (one.text, one.start, one.key, one.because, one.explained)
                about = (kind.type, kind.lesson, kind.taught, kind.about, kind.replies)
                yield f"question {kind.id} {level} {seed}", [repr(it) for it in (*said, *about)]
    for family in families_of(game):
        for seed in range(40, 40 + PUZZLES):
            task = make_puzzle(family, seed)
            posed = (task.text, task.start, task.thought, task.tempting, task.trap, task.ways)
            asks = [condition.says for condition in task.conditions]
            free = (task.free.says, task.free.parts, task.free.controls)
            judged = (task.tried, asks, task.judged(task.open()))
            yield f"puzzle {family.id} {seed}", [repr(it) for it in (*posed, *judged, *free)]


def games(
    game: str, played: int = PLAYED, moves: int = MOVES, most: int | None = None
) -> Iterator[Entry]:
    """Yield the moments of random games from each start: the position in words, each choice, and
    the one that was taken, with its reason.
    """
    from landships_lab.core.dice import Thrown
    from landships_lab.play.starts import start, starts
    from landships_lab.play.turns import choices, take

    for name in [name for name in starts() if name.startswith(f"{game}:")][:most]:
        for seed in range(played):
            by_lot, dice, situation = random.Random(seed), Thrown(seed=seed), start(name)
            for move in range(moves):
                listed = choices(situation)
                legal = [one for one in listed if one.legal]
                if not legal:
                    break
                taken = legal[by_lot.randrange(len(legal))]
                lines = [situation.text(), situation.now.prompt(situation)]
                lines += [
                    f"choice: {one.words} | {one.says} | {one.legal} | {one.expects} |"
                    f" {_digest(str(one.why))} {one.supplied}"
                    for one in listed
                ]
                happening = take(situation, taken, dice)
                lines += [f"taken: {taken.words}: {happening.says} {happening.rolls}"]
                lines += [f"because: {step.text} [{step.cite}]" for step in happening.steps]
                yield f"game {name} seed {seed} move {move}", lines
                situation = happening.situation


def write(file: Path, game: str, like: Path | None) -> None:
    """Write what the checkout on PYTHONPATH says of a rule set, one entry a line."""
    asked = [json.loads(name[6:]) for name in read(like) if name.startswith("state ")]
    with file.open("w", encoding="utf-8") as out:
        for entries in (_states(game, asked), _questions(game), games(game)):
            for name, lines in entries:
                out.write(json.dumps([name, lines]) + "\n")


def read(file: Path | None) -> dict[str, list[str]]:
    """Return what was written, by the name of each entry."""
    if file is None:
        return {}
    return dict(json.loads(line) for line in file.read_text(encoding="utf-8").splitlines())


def differences(before: dict[str, list[str]], after: dict[str, list[str]]) -> Iterator[str]:
    """Yield each entry that differs, with the lines that are gone and those that are new."""
    for name in [*before, *(name for name in after if name not in before)]:
        old, new = before.get(name, ["nothing"]), after.get(name, ["nothing"])
        if old != new:
            gone = [line for line in old if line not in new]
            come = [line for line in new if line not in old]
            lines = [f"    - {line[:MOST_LETTERS]}" for line in gone]
            lines += [f"    + {line[:MOST_LETTERS]}" for line in come]
            yield "\n".join([name, *(lines or ["    the same lines in another order"])])


def compare(base: str, games: Iterable[str]) -> int:
    """Check BASE out beside this checkout, write both and print what differs; return how much."""
    there = BUILD / "base"
    BUILD.mkdir(parents=True, exist_ok=True)
    subprocess.run(
        ["git", "worktree", "remove", "--force", there], check=False, capture_output=True
    )
    subprocess.run(["git", "worktree", "add", "--detach", there, base], check=True)
    commit = subprocess.run(
        ["git", "rev-parse", "--short", base], check=True, capture_output=True, text=True
    ).stdout.strip()
    found = 0
    for game in games:
        before, after = BUILD / f"{game}-{commit}.jsonl", BUILD / f"{game}.jsonl"
        if not before.exists():
            _run(there, before, game)
        _run(REPOSITORY, after, game, before)
        for one in differences(read(before), read(after)):
            found += 1
            print(one)
        print(f"{game}: {len(read(after))} answers, questions, puzzles and moves compared")
    print(f"{found} differ")
    return found


def _run(checkout: Path, file: Path, game: str, *like: Path) -> None:
    part = file.with_suffix(".part")
    command = [sys.executable, __file__, "write", str(part), game, *map(str, like)]
    environment = {**os.environ, "PYTHONPATH": str(checkout), "PYTHONHASHSEED": "0"}
    subprocess.run(command, check=True, env=environment, cwd=checkout)
    part.rename(file)


def main() -> None:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    commands = parser.add_subparsers(dest="command", required=True)
    one = commands.add_parser("write", help="write what the checkout on PYTHONPATH says")
    one.add_argument("file", type=Path)
    one.add_argument("game", choices=GAMES)
    one.add_argument("like", type=Path, nargs="?")
    both = commands.add_parser("with", help="compare with another commit")
    both.add_argument("base")
    both.add_argument("games", nargs="*", default=GAMES)
    given = parser.parse_args()
    if given.command == "write":
        write(given.file, given.game, given.like)
    else:
        sys.exit(1 if compare(given.base, given.games) else 0)


if __name__ == "__main__":
    main()
