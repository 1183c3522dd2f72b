"""What the product does without a notebook: ``python -m landships_lab picture "landships:fire mk-iv-male@0503/0504 E"``, and
``python -m landships_lab print a7v=3 mk-iv-male=6`` for counters to cut out.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from landships_lab.data.load import parse_toml
from landships_lab.data.units import read_units
from landships_lab.explore import CATALOG
from landships_lab.explore.print_room import arc_cards, counters_sheet, read_order
from landships_lab.press.files import write_pages
from landships_lab.rules.landships import UNITS
from landships_lab.scene.paper import PAPERS
from landships_lab.scene.svg import svg


def picture(text: str) -> str:
    """Which SVG shows this state? `ValueError` in one sentence if the text describes none."""
    words = text.split()
    if not words or words[0] not in CATALOG:
        raise ValueError(f"{text!r} is no state; it begins with one of {', '.join(CATALOG)}.")
    explorer = CATALOG[words[0]]
    state = explorer.parse(text)
    return svg(explorer.picture(state, explorer.ask(state)))


def pictures(folder: Path) -> dict[Path, str]:
    """Which SVG files belong in this folder? As ``pictures.toml`` there lists them, each a name and a state."""
    listed = parse_toml((folder / "pictures.toml").read_text(encoding="utf-8"), "pictures.toml")
    return {folder / f"{name}.svg": picture(text) for name, text in listed.items()}


def printed(asked: argparse.Namespace) -> tuple[Path, ...]:
    """Which files hold the counters or cards asked for? One PDF, or an SVG a page. `ValueError` where they cannot be made."""
    units = dict(UNITS)
    for path in asked.own:
        units |= read_units(parse_toml(path.read_text(encoding="utf-8"), str(path)), str(path))
    order = read_order(asked.units or [f"{key}=1" for key in units], units)
    cards = [unit for unit, _ in order]
    pages = arc_cards(cards, asked.paper) if asked.cards else counters_sheet(order, asked.paper, both_sides=not asked.front)
    return write_pages(pages, asked.out or Path("cards.pdf" if asked.cards else "counters.pdf"))


def main(words: list[str]) -> int:
    """Does what the command line asks; a mistake is one sentence on the error stream and exit code 2."""
    asked = _parser().parse_args(words)
    try:
        if asked.command == "picture":
            sys.stdout.write(picture(asked.state))
        elif asked.command == "print":
            sys.stdout.write("".join(f"{path}\n" for path in printed(asked)))
        else:
            for path, text in pictures(Path(asked.folder)).items():
                path.write_text(text, encoding="utf-8")
    except (ValueError, OSError) as error:
        sys.stderr.write(f"{error}\n")
        return 2
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m landships_lab", description="Pictures of any state, without a notebook.")
    commands = parser.add_subparsers(dest="command", required=True)
    one = commands.add_parser("picture", help="write the picture of a state, as SVG, to the output")
    one.add_argument("state", help="a line that Copy link gave, in quotes")
    several = commands.add_parser("pictures", help="write all pictures that a folder's pictures.toml lists")
    several.add_argument("folder")
    room = commands.add_parser("print", help="write counters, or fire-arc cards, at true size")
    room.add_argument("units", nargs="*", metavar="unit=number", help=f"such as a7v=3; one of each without any. Units: {', '.join(UNITS)}")
    room.add_argument("--cards", action="store_true", help="fire-arc cards in place of counters")
    room.add_argument("--paper", choices=list(PAPERS), default="A4")
    room.add_argument("--front", action="store_true", help="only the fronts of the counters")
    room.add_argument("--own", type=Path, action="append", default=[], metavar="FILE", help="a TOML file with units of your own")
    room.add_argument("--out", type=Path, help="the file to write, ending in .pdf or .svg")
    return parser


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
