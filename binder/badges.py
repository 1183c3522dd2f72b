"""Writes the badges that open this repository on Binder: two pictures beside this file, and their
links in the README.

``make pictures`` runs it. Every link is built here, from address.toml.
"""

import re
import tomllib
import urllib.parse
from collections.abc import Mapping
from html import escape
from pathlib import Path

HERE = Path(__file__).parent
README = HERE.parent / "README.md"
TOUR = "notebooks/00_tour.ipynb"
#: What a badge opens: its picture, its words, and the address inside Binder.
BADGES = (
    ("lab", "lessons", f"lab/tree/{TOUR}"),
    ("dashboard", "dashboard", f"voila/render/{TOUR}"),
)
BEGIN, END = (
    "<!-- badges: made by `make pictures` from binder/address.toml -->",
    "<!-- end of the badges -->",
)


def address() -> Mapping[str, str]:
    """Return where this repository is public."""
    return tomllib.loads((HERE / "address.toml").read_text(encoding="utf-8"))


def link(inside: str, public: Mapping[str, str]) -> str:
    """Return the link that opens this address inside Binder."""
    image = f"{public['hub']}/v2/gh/{public['repository']}/{public['ref']}"
    return f"{image}?urlpath={urllib.parse.quote(inside, safe='')}"


def readme_block(public: Mapping[str, str]) -> str:
    """Return the lines of the README with the badges; none before the repository is public."""
    if public["repository"].startswith("OWNER/"):
        return f"{BEGIN}\n{END}"
    badges = [
        f"[![Open the {words} on Binder](binder/{name}.svg)]({link(inside, public)})"
        for name, words, inside in BADGES
    ]
    return "\n".join([BEGIN, *badges, END])


def picture(words: str) -> str:
    """Return the badge with these words as SVG, wide enough for a font in which a letter takes 6.6
    pixels.
    """
    left, right = 53, round(len(words) * 6.6) + 16
    wide, font = (
        left + right,
        'fill="#ffffff" font-family="DejaVu Sans, Verdana, sans-serif" font-size="11"',
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="22" role="img"'
        f' aria-label="Binder: {escape(words)}"><rect width="{wide}" height="22" rx="4"'
        f' fill="#26221b"/><path d="M{left} 0h{right - 4}a4 4 0 0 1 4 4v14a4 4 0 0 1 -4'
        f' 4h-{right - 4}z" fill="#00558a"/><text x="8" y="15" {font}>Binder</text><text'
        f' x="{left + 8}" y="15" {font}>{escape(words)}</text></svg>\n'
    )


def with_badges(readme: str, public: Mapping[str, str]) -> str:
    """Return the README with the badges of this address.

    Raises `ValueError` where it has no place for them.
    """
    found = re.compile(f"{re.escape(BEGIN)}.*?{re.escape(END)}", re.DOTALL)
    if not found.search(readme):
        raise ValueError(f"The README has no place for badges; it is marked by {BEGIN} and {END}.")
    return found.sub(lambda _: readme_block(public), readme)


def main() -> None:
    """Write the pictures and the README again."""
    for name, words, _ in BADGES:
        (HERE / f"{name}.svg").write_text(picture(words), encoding="utf-8")
    README.write_text(with_badges(README.read_text(encoding="utf-8"), address()), encoding="utf-8")


if __name__ == "__main__":
    main()
