"""What can one ask on the command line? ``python -m landships_lab gaps`` lists what the sources do not say.

A command is a function that takes the parsed words and gives the lines to print; `COMMANDS` names them all. A ``ValueError``
ends the program with its one sentence.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

from landships_lab.data.gaps import gaps, rule_sets
from landships_lab.data.paychest_supplied import NOTHING, supplied

Words = argparse.Namespace


@dataclass(frozen=True)
class Command:
    """One command: what it tells in one line, the function that answers, and how its own words are read."""

    tells: str
    answer: Callable[[Words], Iterator[str]]
    takes: Callable[[argparse.ArgumentParser], object] = field(default=lambda parser: parser)


def list_gaps(words: Words) -> Iterator[str]:
    """What do the sources not say? Each gap with its id, its question, its citation and the table of yours that fills it."""
    mine = supplied(Path(words.tables).read_text(encoding="utf-8")) if words.tables else NOTHING
    for rule_set in [words.rule_set] if words.rule_set else rule_sets():
        found = gaps(rule_set)
        yield f"{rule_set}: {len(found)} {'gap' if len(found) == 1 else 'gaps'}"
        for missing in found.values():
            yield f"  {missing.id}"
            yield f"    {missing.gap.question}"
            yield f"    {missing.gap.cite}"
            if missing.fills:
                yield f"    {'filled by you under' if mine.value(missing.fills) is not None else 'yours to fill under'}: {missing.fills}"


def _gaps_words(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("rule_set", nargs="?", help=f"one of {', '.join(rule_sets())}; all of them when left out")
    parser.add_argument("--tables", help="a TOML file of your own tables; tells which gaps it fills")


COMMANDS: Mapping[str, Command] = MappingProxyType(
    {"gaps": Command("list what the sources do not say, with citations", list_gaps, _gaps_words)}
)


def main(given: Sequence[str] | None = None) -> int:
    """Which command was asked for, and what does it answer? Prints it; 0 when it could be answered, 2 when not."""
    parser = argparse.ArgumentParser(prog="python -m landships_lab", description="A laboratory for the rules of tabletop wargames.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="command")
    for name, command in COMMANDS.items():
        command.takes(commands.add_parser(name, help=command.tells, description=command.tells))
    words = parser.parse_args(given)
    try:
        for line in COMMANDS[words.command].answer(words):
            sys.stdout.write(f"{line}\n")
    except (ValueError, OSError) as error:
        sys.stderr.write(f"{error}\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
