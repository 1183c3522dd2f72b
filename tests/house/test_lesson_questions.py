"""A lesson shows, in a cell, each question of a panel that it asks at its end."""

import json
import re
from typing import Any

import pytest

from landships_lab.data.lessons import asked
from landships_lab.games import GAMES
from landships_lab.panel.catalog import CATALOG
from landships_lab.panel.links import read_link
from tests.paths import LESSONS

PANELS = {panel.name: panel.id for game in GAMES.values() for panel in game.panels}
ENDING = [
    lesson
    for game in GAMES.values()
    for lesson in game.lessons
    if (LESSONS / f"{lesson}.ipynb").is_file()
]


#: The panels whose questions are about different rules.
MENUS = ("landships:hexsides", "landships:brickyard", "loos:staff")


def question(state: Any) -> tuple[str, str]:
    """The panel, and which of its questions this state asks."""
    word = state.question if state.id in MENUS else ""
    return state.id, word


@pytest.mark.parametrize("lesson", ENDING)
def test_what_a_lesson_asks_at_its_end_one_of_its_cells_has_shown(lesson: str) -> None:
    notebook = json.loads((LESSONS / f"{lesson}.ipynb").read_text(encoding="utf-8"))
    cells = "\n".join(
        "".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"
    )
    shown = set()
    for name, link in re.findall(
        r'^\s*(?:Guess\()?(\w+)\((?:"([^"]*)")?', cells, flags=re.MULTILINE
    ):
        if name in PANELS:
            shown.add(question(read_link(link) if link else CATALOG[PANELS[name]].initial()))
    ended = {question(read_link(item.state)) for item in asked(lesson) if item.state}
    assert ended <= shown
