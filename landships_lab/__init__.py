"""Learn the rules of tabletop wargames in Jupyter, by trying them in panels that answer and say
why.

The panels are here by name: `FireArcs`, `RangeCounter` and the others that ``dir(landships_lab)``
lists. Beside them are `Guess` for a covered panel, `Tables` for printed tables, `Exercises` for the
end of a lesson, `Drill` for endless questions, `Puzzle` for puzzles, `Play` for games,
`Disagreements` for unclear rules, `Rulebook` for the rule index, `Search` for everything at once,
`FirstPage` for the games and the reader's path, `open_state` for a link that Copy link gave, and
`present` for a projector. The rules need no Jupyter: ``from landships_lab.games.landships import
rules as landships``.
"""

from __future__ import annotations

import sys as _sys
from importlib import import_module as _import_module
from typing import Any

from landships_lab.core.answer import Answer as _Answer
from landships_lab.drawing import illustrate as _illustrate
from landships_lab.games import PANELS as _PANELS

__version__ = "0.2.0"
#: What is here besides the panels, and the module that has it.
_ELSE = {
    "Disagreements": "disagreements",
    "Drill": "drill",
    "Exercises": "questions",
    "FirstPage": "first_page",
    "Guess": "questions",
    "Play": "play",
    "Puzzle": "puzzle",
    "Rulebook": "rulebook",
    "Search": "first_page",
    "Tables": "catalog",
    "open_state": "catalog",
    "present": "catalog",
}
__all__ = [*_ELSE, *_PANELS]  # noqa: PLE0604 - they are strings: the names of the panels


def __getattr__(name: str) -> Any:
    """Import a panel when it is first used, so that the rules can be used without Jupyter, and a
    lesson loads only what it shows.
    """
    if name in __all__:
        module = _import_module(f"landships_lab.jupyter.{_ELSE.get(name, 'catalog')}")
        return getattr(module, name) if name in _ELSE else module.panel_class(name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])


def _show_answers() -> None:
    """Tell the notebook that runs this, if any, how to show an answer: as a picture or in words."""
    ipython = _sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython else None
    if shell:
        shell.display_formatter.formatters["image/svg+xml"].for_type(_Answer, _illustrate.picture)
        shell.display_formatter.formatters["text/markdown"].for_type(_Answer, _illustrate.prose)


_show_answers()
