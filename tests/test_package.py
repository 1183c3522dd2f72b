"""An answer at the end of a notebook cell shows its picture where it has one, and its words
otherwise.
"""

import json
import subprocess
import sys

import pytest

from landships_lab.core.answer import Answer, Step
from landships_lab.core.grid import Grid
from landships_lab.core.sources import Cite
from landships_lab.drawing import illustrate
from landships_lab.games.landships.rules.ranges import count_range
from tests.paths import REPOSITORY

CELL = """
import json
from IPython.core.interactiveshell import InteractiveShell
shell = InteractiveShell.instance()
from {module} import {function} as rule
from landships_lab.core.grid import Grid
place = Grid().place
shown, _ = shell.display_formatter.format({call})
print(json.dumps(shown))
"""


def shown_in_a_cell(module: str, function: str, call: str) -> dict[str, str]:
    program = CELL.format(
        module=f"landships_lab.games.{module}.rules", function=function, call=call
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], cwd=REPOSITORY, capture_output=True, text=True, check=True
    )
    answer: dict[str, str] = json.loads(ran.stdout)
    return answer


def test_a_cell_shows_the_picture_of_an_answer_that_speaks_of_places() -> None:
    place = Grid().place
    shown = shown_in_a_cell("landships", "count_range", 'rule(place("0506/0507"), place("0904"))')
    assert shown["image/svg+xml"] == illustrate.picture(
        count_range(place("0506/0507"), place("0904"))
    )
    assert "text/markdown" not in shown, "a page that can show both would choose the words"


def test_a_cell_shows_the_words_of_an_answer_without_places() -> None:
    shown = shown_in_a_cell("loos", "combat_result", 'rule("clear", 2, 3)')
    assert "image/svg+xml" not in shown
    assert shown["text/markdown"].startswith("**")
    assert "\n1. " in shown["text/markdown"]


@pytest.mark.parametrize("words", ["Yes.", "<script>alert(1)</script>"])
def test_the_words_hold_no_tag(words: str) -> None:
    told = illustrate.prose(Answer(True, (Step(words, Cite("A book", "a page")),), words))
    assert told is not None
    assert "<" not in told


def test_the_rules_load_no_jupyter() -> None:
    program = (
        "import sys, landships_lab.games.loos.rules; print({'IPython', 'ipywidgets', 'numpy'} &"
        " set(sys.modules))"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], cwd=REPOSITORY, capture_output=True, text=True, check=True
    )
    assert ran.stdout == "set()\n"
