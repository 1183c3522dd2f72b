"""The sixth game as part of this process, so that the kit of play is tested without a game of ours.

``START`` is the name of its situation. In a notebook `in_a_notebook` gives the code that does it.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from landships_lab.games import GAMES
from landships_lab.panel import catalog
from tests.paths import TESTS

START = "little_wars:floor"
SOURCE = TESTS / "sixth_game"


@contextmanager
def installed() -> Iterator[None]:
    """Have the game among the others while this lasts, as its entry point would put it there."""
    sys.path.insert(0, str(SOURCE))
    from little_wars import GAME

    panels = {panel.id: panel for panel in GAME.panels}
    games, by_id, ids = map(_inside, (GAMES, catalog._BY_ID, catalog.PANELS))
    known = catalog._STARTS
    games["little_wars"], catalog._STARTS = GAME, (*known, START)
    by_id |= panels
    ids |= {panel.name: panel.id for panel in GAME.panels}
    try:
        yield
    finally:
        del games["little_wars"]
        for panel in GAME.panels:
            del by_id[panel.id], ids[panel.name]
        catalog._STARTS = known
        sys.path.remove(str(SOURCE))


def _inside(proxy: Mapping[str, Any]) -> dict[str, Any]:
    """Return the dict that a read-only mapping shows."""
    (held,) = (held for held in gc.get_referents(proxy) if isinstance(held, dict))
    return held


def in_a_notebook(folder: Path) -> str:
    """Return the first line of a notebook that has the game by an entry point written here."""
    about = folder / "little_wars_lab-0.1.dist-info"
    about.mkdir(exist_ok=True)
    metadata = "Metadata-Version: 2.1\nName: little-wars-lab\nVersion: 0.1\n"
    (about / "METADATA").write_text(metadata, encoding="utf-8")
    points = "[landships_lab.games]\nlittle_wars = little_wars:GAME\n"
    (about / "entry_points.txt").write_text(points, encoding="utf-8")
    return f"import sys; sys.path[:0] = [{str(SOURCE)!r}, {str(folder)!r}]"
