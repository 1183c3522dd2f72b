"""The README tells the totals of the rule indexes as they are today; its two commands use their own
environment.
"""

import subprocess
import sys

from landships_lab.data.load import indexed
from landships_lab.data.rulebook import totals
from tests.paths import REPOSITORY


def test_the_totals_are_those_of_the_indexes() -> None:
    told = (REPOSITORY / "README.md").read_text(encoding="utf-8")
    code = "import readme_totals as r; t = r.README.read_text(); print(r.with_totals(t) == t)"
    asked, room = [sys.executable, "-c", code], REPOSITORY / ".ci"
    done = subprocess.run(asked, cwd=room, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "True", "make pictures writes them again"
    assert f"| {sum(totals(game)['rules'] for game in indexed())} |" in told


def test_the_makefile_asks_no_jupyter_of_another_environment() -> None:
    """``python -m jupyter NAME`` starts the jupyter-NAME that comes first on the reader's PATH."""
    assert "-m jupyter " not in (REPOSITORY / "Makefile").read_text(encoding="utf-8")
