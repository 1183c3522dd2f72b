"""What the product does without a notebook: ``python -m landships_lab picture "landships:fire mk-iv-male@0503/0504 E"``."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from landships_lab.data.load import parse_toml
from landships_lab.explore import CATALOG
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


def main(words: list[str]) -> int:
    """Does what the command line asks; a mistake is one sentence on the error stream and exit code 2."""
    asked = _parser().parse_args(words)
    try:
        if asked.command == "picture":
            sys.stdout.write(picture(asked.state))
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
    return parser


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
