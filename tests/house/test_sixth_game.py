"""A game of another package, installed as a user would install it, is found by every part of the
product.
"""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

from tests.paths import PACKAGE, REPOSITORY, TESTS

SOURCE = TESTS / "sixth_game"
#: What a fresh Python with the package installed finds, as JSON.
FINDS = """
import json, random
from landships_lab import Disagreements, Drill, Exercises, open_state
from landships_lab.data.gaps import gaps
from landships_lab.data.disagreements import partings
from landships_lab.data.load import readings
from landships_lab.practice.generator import RULE_SETS, kinds_of, make_up
from landships_lab.practice.lessons import lesson_questions
from landships_lab.panel import CATALOG
from landships_lab.panel.reading_difference import Pair, find
from landships_lab.panel.links import read_link, write_link
import landships_lab

found = {}
panels = [getattr(landships_lab, name)() for name in ("LittleMelee", "LittleGun")]
found["panels"] = [panel.answer.headline for panel in panels]
found["links"] = [open_state(panel.link).state == panel.state for panel in panels]
found["catalog"] = [key for key in CATALOG if key.startswith("little_wars:")]
melee = CATALOG["little_wars:melee"]
found["random"] = len({melee.random(random.Random(n)).text() for n in range(20)})
found["gaps"] = list(gaps("little_wars"))
found["readings"] = list(readings("little_wars"))
(parting,) = partings("little_wars").values()
found["parting"] = find(Pair("whose-move", "body", "friend"), parting.begin) == parting.link
found["disagreements"] = "within a move" in Disagreements("little_wars")._shown.value
found["drills"] = "little_wars" in RULE_SETS, [kind.id for kind in kinds_of("little_wars")]
question = make_up("little_wars:melee", 3, 2)
found["marked"] = question.answer.value == int(question.key.right)
found["drill"] = Drill("little_wars") is not None
found["lesson"] = [question.answer.value for question in lesson_questions("60_little_wars")]
found["exercises"] = Exercises("60_little_wars") is not None
print(json.dumps(found))
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder into which pip has installed the package."""
    folder = tmp_path_factory.mktemp("site")
    alone = "-m pip install --quiet --no-deps --no-build-isolation --target"
    pip = [sys.executable, *alone.split(), str(folder), str(SOURCE)]
    subprocess.run(pip, check=True, capture_output=True)
    return folder


def run(installed: Path, *words: str) -> str:
    """What a Python with the package prints."""
    env = {**os.environ, "PYTHONPATH": os.pathsep.join((str(installed), str(REPOSITORY)))}
    asked = [sys.executable, *words]
    done = subprocess.run(
        asked, capture_output=True, text=True, env=env, cwd=installed, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.long
def test_it_is_found_everywhere(installed: Path) -> None:
    assert json.loads(run(installed, "-c", FINDS)) == {
        "panels": [
            "7 men killed on each side and 2 prisoners taken.",
            "How often a shot hits is for the reader to say.",
        ],
        "links": [True, True],
        "catalog": ["little_wars:melee", "little_wars:gun"],
        "random": 20,
        "gaps": ["aim"],
        "readings": ["whose-move"],
        "parting": True,
        "disagreements": True,
        "drills": [True, ["little_wars:melee"]],
        "marked": True,
        "drill": True,
        "lesson": [2, 0],
        "exercises": True,
    }


@pytest.mark.long
def test_the_command_line_knows_it(installed: Path) -> None:
    lab = ("-m", "landships_lab")
    assert run(installed, *lab, "gaps", "little_wars").startswith("little_wars: 1 gap\n  aim\n")
    melee = "little_wars:melee 9 against 11 foot 0604"
    assert run(installed, *lab, "picture", melee).startswith("<svg")
    sheet = ("sheet", "little_wars", "--questions", "3", "--out", "sheet.html")
    assert run(installed, *lab, *sheet) == "sheet.html\n"
    page = ("handout", "little_wars:gun 4 aim 17", "--out", "gun.html")
    assert run(installed, *lab, *page) == "gun.html\n"
    assert "52.5%" in (installed / "gun.html").read_text(encoding="utf-8")


def test_a_game_that_cannot_be_loaded_harms_nobody(tmp_path: Path) -> None:
    broken = tmp_path / "broken-1.dist-info"
    broken.mkdir()
    (broken / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: broken\nVersion: 1\n", encoding="utf-8"
    )
    (broken / "entry_points.txt").write_text(
        "[landships_lab.games]\nbroken = not_there:GAME\nhex = math:pi\n", encoding="utf-8"
    )
    found = "print('broken' in GAMES, 'hex' in GAMES, len(GAMES) > 4)"
    told = run(tmp_path, "-c", f"from landships_lab.games import GAMES; {found}")
    assert told == "False False True\n"


def test_the_package_knows_nothing_of_it() -> None:
    for file in PACKAGE.rglob("*.py"):
        assert "little_wars" not in file.read_text(encoding="utf-8"), file


def test_the_walk_through_tells_these_very_files() -> None:
    """Every block of EXTENDING that names a file of the game stands in
    that file, line for line.
    """
    page = (PACKAGE / "EXTENDING.md").read_text(encoding="utf-8")
    told = page.partition("## Adding a game")[2].partition("\n## ")[0]
    blocks = re.findall(
        r"`tests/sixth_game/([\w./]+)`[^\n]*\n+(?:[^`\n][^\n]*\n+)*?```\w*\n(.*?)```",
        told,
        flags=re.DOTALL,
    )
    assert len(blocks) >= 5
    for name, block in blocks:
        held = (SOURCE / name).read_text(encoding="utf-8")
        for piece in block.split("    ...\n"):
            assert piece.strip("\n") in held, (name, piece)


def test_the_rule_that_is_shown_stands_in_its_file() -> None:
    page = (REPOSITORY / "CONTRIBUTING.md").read_text(encoding="utf-8")
    told = page.partition("## Adding a rule")[2].partition("\n## ")[0]
    shown = re.search(r"`(landships_lab/[\w/]+\.py)`.*?```python\n(.*?)```", told, re.DOTALL)
    assert shown is not None
    held = (REPOSITORY / shown[1]).read_text(encoding="utf-8")
    assert dedent(shown[2]).strip() in held
