"""The command line, ``landships-lab`` or ``python -m landships_lab``.

``landships-lab lab`` puts the lessons into a folder and opens the first. The others need no
notebook: ``picture "landships:fire mk-iv-male@0503/0504 E"``, ``print a7v=3 mk-iv-male=6`` for
counters to cut out, ``sheet landships --questions 10 --seed 7 --out sheet.pdf`` for a class,
``handout notebooks/12_fire_arcs.ipynb`` for a page to hand out, ``gaps`` for what the sources leave
out.

A command is a function that takes the parsed arguments and yields the text to print, piece by
piece; `COMMANDS` names them all. A ``ValueError``, or a file that cannot be read or written, ends
the program with its one sentence.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from landships_lab.core.checks import brief
from landships_lab.core.speech import plural
from landships_lab.data.files import read_text, write_whole
from landships_lab.data.gaps import gaps
from landships_lab.data.load import indexed, parse_toml
from landships_lab.data.rulebook import SORTS, index, totals
from landships_lab.drawing.paper import PAPERS
from landships_lab.drawing.svg import in_both_themes, svg
from landships_lab.games import GAMES
from landships_lab.games.landships.data.units import read_units
from landships_lab.games.landships.panels.common import of_reader
from landships_lab.games.landships.panels.counter_sheets import (
    arc_cards,
    counters_sheet,
    read_order,
)
from landships_lab.games.landships.rules.positions import UNITS
from landships_lab.games.paychest.data.supplied import supplied
from landships_lab.panel.links import OPENER, SITE, address_of, opener, read_link, write_link
from landships_lab.play.records import MOST_BYTES
from landships_lab.practice.generator import MIXED, RULE_SETS
from landships_lab.practice.kind import LEVELS
from landships_lab.practice.lessons import lesson_questions
from landships_lab.publish import replay
from landships_lab.publish.files import write_pages
from landships_lab.publish.handout import panel_page
from landships_lab.publish.lab import FOLDER, copy_lessons, open_lab
from landships_lab.publish.lesson import lesson_page
from landships_lab.publish.sheets import puzzle_sheet, question_sheet

Words = argparse.Namespace
#: A bare file name, so that no path leaves the folder of the list.
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,79}")


_NO_SITE = f"No site is known: name one with --site, or in the environment variable {SITE}."


@dataclass(frozen=True)
class Command:
    """One command: what it does in one line, the function that runs it, and the one that describes
    its arguments.
    """

    does: str
    answer: Callable[[Words], Iterator[str]]
    describe: Callable[[argparse.ArgumentParser], None]


def picture(text: str) -> str:
    """Return the SVG of this state. Raises `ValueError` if the text describes none."""
    state = read_link(text)
    return svg(state.picture(state.ask()))


def pictures(folder: Path) -> dict[Path, str]:
    """Return the SVG files listed in ``pictures.toml`` of this folder, which gives a name and a
    state for each.
    """
    if not folder.is_dir():
        raise ValueError(f"There is no folder {folder}; name one that holds a pictures.toml.")
    listed = parse_toml(read_text(folder / "pictures.toml"), "pictures.toml")
    for name, text in listed.items():
        if not (_NAME.fullmatch(name) and isinstance(text, str)):
            raise ValueError(
                f"pictures.toml, {brief(name)}: a picture is a name of letters, digits and hyphens,"
                " and a state in quotes."
            )
    return {folder / f"{name}.svg": in_both_themes(picture(text)) for name, text in listed.items()}


def print_units(asked: argparse.Namespace) -> tuple[Path, ...]:
    """Write the counters or cards asked for, as one PDF or one SVG for each page, and
    return the files.

    Raises `ValueError` for an unknown unit and for a wrong number.
    """
    units = dict(UNITS)
    for path in asked.own:
        brought = read_units(parse_toml(read_text(path), str(path)), str(path))
        units |= {key: of_reader(unit, str(path)) for key, unit in brought.items()}
    order = read_order(asked.units or [f"{key}=1" for key in units], units)
    cards = [unit for unit, _ in order]
    pages = (
        arc_cards(cards, asked.paper)
        if asked.cards
        else counters_sheet(order, asked.paper, both_sides=not asked.front)
    )
    return write_pages(pages, asked.out or Path("cards.pdf" if asked.cards else "counters.pdf"))


def handed_out(what: str) -> tuple[str, str]:
    """Return the file name and HTML of the page for this state or lesson.

    Raises `ValueError` for any other text.
    """
    if what.endswith(".ipynb"):
        path = Path(what)
        return f"{path.stem}.html", lesson_page(path, lesson_questions)
    state = read_link(what)
    return f"{state.id.replace(':', '-')}.html", panel_page(state)


def _draw(words: Words) -> Iterator[str]:
    yield picture(words.state)


def _link(words: Words) -> Iterator[str]:
    """Yield the link of a state in its short form, and the address that opens it where one is
    known.
    """
    link = write_link(read_link(words.state))
    site = words.site.rstrip("/")
    page = f"{site}/{OPENER}" if site else opener()
    yield f"{link}\n"
    yield f"{address_of(link, page)}\n" if page else f"{_NO_SITE}\n"


def _site(parser: argparse.ArgumentParser) -> None:
    _state(parser)
    parser.add_argument("--site", default="", help="the address of a site with the lessons")


def _draw_all(words: Words) -> Iterator[str]:
    for path, text in pictures(Path(words.folder)).items():
        write_whole(path, text)
    yield from ()


def _list_gaps(words: Words) -> Iterator[str]:
    """Yield each gap with its id, its question, its citation and the reader's table that
    fills it.
    """
    mine = supplied(read_text(Path(words.tables)), words.tables) if words.tables else supplied("")
    for rule_set in [words.rule_set] if words.rule_set else GAMES:
        silent = gaps(rule_set)
        filled = sum(
            mine.value(missing.fills) is not None for missing in silent.values() if missing.fills
        )
        still = (
            f", {len(silent) - filled} left open by your tables"
            if words.tables and any(m.fills for m in silent.values())
            else ""
        )
        yield f"{rule_set}: {len(silent)} {'gap' if len(silent) == 1 else 'gaps'}{still}\n"
        for missing in silent.values():
            yield f"  {missing.id}\n    {missing.gap.question}\n    {missing.gap.cite}\n"
            if missing.fills:
                supplies = mine.value(missing.fills) is not None
                yield (
                    f"    {'your table supplies' if supplies else 'you may supply it under'}:"
                    f" {missing.fills}\n"
                )


def _list_rules(words: Words) -> Iterator[str]:
    """Yield each entry of the rule index with its lines, its sort and its link, then the totals."""
    listed = [words.rule_set] if words.rule_set else indexed()
    if words.search and not any(index(rule_set).find(words.search) for rule_set in listed):
        no_entry = f"No entry has the words {words.search!r}"
        raise ValueError(brief(f"{no_entry}, and none stands on a line of that number."))
    for rule_set in listed:
        entries = index(rule_set).find(words.search)
        if words.search and not entries:
            continue
        yield (
            f"{rule_set}:"
            f" {', '.join(f'{number} {name}' for name, number in totals(rule_set).items())}\n"
        )
        for entry in entries:
            yield f"  {entry.lines}: {entry.says or entry.aside} [{SORTS[entry.sort]}]\n"
            if link := entry.shows or entry.play or entry.reading or entry.gap:
                yield f"    {link}\n"
            if entry.but:
                yield f"    without it: {entry.but}\n"


def _index(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("rule_set", nargs="?", choices=indexed(), help="all of them when left out")
    parser.add_argument(
        "--search",
        default="",
        metavar="WORDS",
        help="only entries with these words, or on this line",
    )


def _state(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("state", help="a line that Copy link gave, in quotes")


def _folder(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder")


def _rule_set(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "rule_set", nargs="?", help=f"one of {', '.join(GAMES)}; all of them when left out"
    )
    parser.add_argument(
        "--tables",
        metavar="FILE",
        help="a TOML file of your own tables for Paychest; tells which gaps it fills",
    )


def _print(words: Words) -> Iterator[str]:
    yield from (f"{path}\n" for path in print_units(words))


def _room(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "units",
        nargs="*",
        metavar="unit=number",
        help=f"such as a7v=3; one of each without any. Units: {', '.join(UNITS)}",
    )
    parser.add_argument("--cards", action="store_true", help="fire-arc cards in place of counters")
    parser.add_argument("--paper", choices=list(PAPERS), default="A4")
    parser.add_argument("--front", action="store_true", help="only the fronts of the counters")
    parser.add_argument(
        "--own",
        type=Path,
        action="append",
        default=[],
        metavar="FILE",
        help="a TOML file with units of your own",
    )
    parser.add_argument("--out", type=Path, help="the file to write, ending in .pdf or .svg")


def _sheet(words: Words) -> Iterator[str]:
    """Write a page of questions with their key, or of puzzles with their solutions."""
    path = words.out or Path(f"{words.rule_set}.html")
    if path.suffix != ".html":
        raise ValueError(f"{path.name}: a sheet is written as .html; a browser prints it.")
    sheet = (
        puzzle_sheet(words.rule_set, words.puzzles, words.first)
        if words.puzzles
        else question_sheet(words.rule_set, words.questions, words.seed, words.level)
    )
    write_whole(path, sheet)
    yield f"{path}\n"


def _class(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("rule_set", help=f"one of {', '.join((*RULE_SETS, MIXED))}")
    parser.add_argument(
        "--questions", type=int, default=10, metavar="NUMBER", help="how many; 10 when left out"
    )
    parser.add_argument(
        "--seed", type=int, default=1, metavar="NUMBER", help="another number makes another sheet"
    )
    parser.add_argument(
        "--puzzles", type=int, default=0, metavar="NUMBER", help="how many puzzles instead"
    )
    parser.add_argument(
        "--first", type=int, default=1, metavar="NUMBER", help="the first puzzle; 1 when left out"
    )
    levels = ", ".join(f"{number} {words}" for number, words in LEVELS.items())
    parser.add_argument(
        "--level", type=int, default=1, metavar="LEVEL", help=f"{levels}; 1 when left out"
    )
    parser.add_argument("--out", type=Path, help="the file to write, ending in .html")


def _hand_out(words: Words) -> Iterator[str]:
    name, text = handed_out(words.what)
    path = words.out or Path(name)
    write_whole(path, text)
    yield f"{path}\n"


def _page(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "what",
        help="a line that Copy link gave, in quotes, or the file of a lesson, ending in .ipynb",
    )
    parser.add_argument(
        "--out",
        type=Path,
        help="the file to write; one named for the panel or the lesson without it",
    )


def _replay(words: Words) -> Iterator[str]:
    """Check a record and print its moves."""
    record = replay.checked(read_text(Path(words.record), MOST_BYTES))
    if words.at is not None:
        yield replay.situation_at(record, words.at)
    else:
        yield from replay.describe(record)


def _record(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("record", metavar="FILE", help="a record, as Save gives it")
    parser.add_argument(
        "--at", type=int, metavar="NUMBER", help="the situation after this move, 0 for the first"
    )


def _lab(words: Words) -> Iterator[str]:
    """Copy the lessons into a folder, open the first, and wait until JupyterLab ends."""
    copied = sum(path.suffix == ".ipynb" for path in copy_lessons(words.folder))
    yield f"{words.folder}: {plural(copied, 'new lesson')}; what was there stays as it is\n"
    if not words.copy and (failed := open_lab(words.folder, tuple(words.options))):
        raise ValueError(f"JupyterLab ended with the exit code {failed}.")


def _lessons(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "folder", nargs="?", type=Path, default=FOLDER, help=f"{FOLDER} when left out"
    )
    parser.add_argument("--copy", action="store_true", help="only copy them, open nothing")
    parser.add_argument(
        "options",
        nargs="*",
        help="what JupyterLab is to be told, after two hyphens: -- --no-browser --port=9999",
    )


COMMANDS: Mapping[str, Command] = MappingProxyType(
    {
        "lab": Command("put the lessons into a folder and open the first", _lab, _lessons),
        "picture": Command("write the picture of a state, as SVG, to the output", _draw, _state),
        "pictures": Command(
            "write all pictures that a folder's pictures.toml lists", _draw_all, _folder
        ),
        "link": Command("print the link of a state, and the address that opens it", _link, _site),
        "print": Command("write counters, or fire-arc cards, at true size", _print, _room),
        "sheet": Command("write a sheet of questions with their key", _sheet, _class),
        "handout": Command(
            "write a panel or a whole lesson as one page to hand out", _hand_out, _page
        ),
        "rulebook": Command(
            "list every rule of a source with its lines, and the link that shows it",
            _list_rules,
            _index,
        ),
        "replay": Command("check the record of a game, and tell its moves", _replay, _record),
        "gaps": Command("list what the sources do not say, with citations", _list_gaps, _rule_set),
    }
)


def main(words: Sequence[str]) -> int:
    """Run the command line; a mistake prints one sentence to stderr and exits with code 2."""
    asked = _parser().parse_args(words)
    try:
        for text in COMMANDS[asked.command].answer(asked):
            sys.stdout.write(text)
            sys.stdout.flush()
    except BrokenPipeError:  # the reader of the output, such as head, has closed it
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (ValueError, OSError) as error:
        sys.stderr.write(f"{error}\n")
        return 2
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="landships-lab", description="The lessons, and what needs no notebook."
    )
    commands = parser.add_subparsers(dest="command", required=True)
    for name, command in COMMANDS.items():
        command.describe(commands.add_parser(name, help=command.does, description=command.does))
    return parser


def script() -> int:
    """Run the arguments after ``landships-lab`` and return the exit code."""
    return main(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(script())
