"""The style sheet of the panels: its files in this folder, the marks of a legend, and the colours
of each theme.
"""

from __future__ import annotations

from pathlib import Path

from landships_lab.drawing.css import colours, marks
from landships_lab.drawing.theme import THEMES

#: The frame first, then its contents; last the settings of the reader's system, which override all
#: others.
FILES = ("panel", "controls", "answer", "exhibits", "icons", "questions", "play", "alive", "system")


def sheet() -> str:
    """Return the CSS of the panels."""
    themes = [colours(f".ll-{name}", theme) for name, theme in THEMES.items()]
    return "\n".join(
        [
            *themes,
            marks(),
            *(
                (Path(__file__).parent / "css" / f"{name}.css").read_text(encoding="utf-8")
                for name in FILES
            ),
        ]
    )
