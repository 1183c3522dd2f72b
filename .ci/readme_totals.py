"""Writes the totals of the rule indexes into the page of the lessons. ``make pictures`` runs it."""

import re
from pathlib import Path

from landships_lab.data.load import indexed
from landships_lab.data.rulebook import totals
from landships_lab.games import GAMES

README = Path(__file__).parents[1] / "notebooks" / "README.md"
BEGIN, END = (
    "<!-- totals: made by `make pictures` from the rule indexes -->",
    "<!-- end of the totals -->",
)
COLUMNS = (
    "source",
    "rules",
    "with a position",
    "and the same without the rule",
    "open readings",
    "not in the source",
    "moments of a game",
    "only order of play",
)


def table() -> str:
    """Return the totals of each source, and of all, as a Markdown table."""
    rows = {GAMES[game].title: list(totals(game).values()) for game in indexed()}
    rows["all"] = [sum(column) for column in zip(*rows.values(), strict=True)]
    lines = [
        COLUMNS,
        ("---",) * len(COLUMNS),
        *((title, *map(str, row)) for title, row in rows.items()),
    ]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def with_totals(readme: str) -> str:
    """Return the page with the totals of today between its two marks."""
    block = f"{BEGIN}\n{table()}\n{END}"
    return re.sub(
        f"{re.escape(BEGIN)}.*?{re.escape(END)}", lambda _: block, readme, flags=re.DOTALL
    )


if __name__ == "__main__":
    README.write_text(with_totals(README.read_text(encoding="utf-8")), encoding="utf-8")
