"""What stands beside the code is true: the totals of the lessons, the size of the documents, the
citation file, the forms, and every link of the teacher's pages, whose panels answer what the page
says.
"""

import re
import subprocess
import sys
import tomllib
from itertools import pairwise

import pytest
import yaml

import landships_lab
from landships_lab.data.load import indexed
from landships_lab.data.rulebook import totals
from landships_lab.games import GAMES
from landships_lab.panel.links import read_link
from tests.paths import REPOSITORY


def test_the_totals_are_those_of_the_indexes() -> None:
    told = (REPOSITORY / "notebooks" / "README.md").read_text(encoding="utf-8")
    code = (
        "import readme_totals as r; t = r.README.read_text('utf-8'); print(r.with_totals(t) == t)"
    )
    asked, room = [sys.executable, "-c", code], REPOSITORY / ".ci"
    done = subprocess.run(asked, cwd=room, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "True", "make pictures writes them again"
    assert f"| {sum(totals(game)['rules'] for game in indexed())} |" in told


#: What somebody reads in five minutes: the most bytes of each document.
SIZES = {"README.md": 3_500, "CONTRIBUTING.md": 7_000, "CHANGELOG.md": 9_000}


@pytest.mark.parametrize("name", SIZES)
def test_a_document_is_read_in_five_minutes(name: str) -> None:
    assert len((REPOSITORY / name).read_bytes()) <= SIZES[name]


def test_the_makefile_asks_no_jupyter_of_another_environment() -> None:
    """``python -m jupyter NAME`` starts the jupyter-NAME that comes first on the reader's PATH."""
    assert "-m jupyter " not in (REPOSITORY / "Makefile").read_text(encoding="utf-8")


FORMS = REPOSITORY / ".github" / "ISSUE_TEMPLATE"


def test_the_citation_file_names_this_version_and_every_source() -> None:
    cited = yaml.safe_load((REPOSITORY / "CITATION.cff").read_text(encoding="utf-8"))
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert cited["version"] == landships_lab.__version__ == project["version"]
    assert cited["license"] == project["license"]
    assert cited["cff-version"] == "1.2.0"
    assert {"title", "message", "authors", "type"} <= set(cited)
    assert len(cited["references"]) == 5
    assert all({"title", "type", "authors"} <= set(source) for source in cited["references"])


@pytest.mark.parametrize("form", sorted(FORMS.glob("*-*.yml")), ids=lambda path: path.stem)
def test_a_form_is_one_that_the_host_can_show(form: object) -> None:
    read = yaml.safe_load(form.read_text(encoding="utf-8"))  # type: ignore[attr-defined]
    assert {"name", "description", "body"} <= set(read)
    ids = [part["id"] for part in read["body"]]
    assert len(set(ids)) == len(ids)
    assert all(part["type"] in ("dropdown", "input", "textarea") for part in read["body"])
    assert all(part["attributes"]["label"] for part in read["body"])


def test_the_form_of_a_rules_question_asks_for_sentence_link_and_answer() -> None:
    read = yaml.safe_load((FORMS / "rules-question.yml").read_text(encoding="utf-8"))
    asked = {part["id"]: part for part in read["body"]}
    for name in ("rule_set", "sentence", "link", "answer"):
        assert asked[name]["validations"]["required"]
    games = [game.title for game in GAMES.values() if game.panel_keys and "Wells" not in game.title]
    offered = " ".join(asked["rule_set"]["attributes"]["options"])
    assert all(game.split(":")[0].split(" · ")[0] in offered for game in games[:5])


PAGE = REPOSITORY / "notebooks" / "teaching.md"
TEXT = PAGE.read_text(encoding="utf-8")
CITING = PAGE.with_name("citing.md").read_text(encoding="utf-8")
ARGUMENTS = PAGE.with_name("arguments.md").read_text(encoding="utf-8")
LINKS = re.findall(
    r"`([a-z_]+:[a-z]+ v[0-9]+ [^`]*)`(?: \(([^)]*\.)\))?", TEXT + CITING + ARGUMENTS
)


@pytest.mark.parametrize(("link", "answer"), LINKS, ids=[link for link, _ in LINKS])
def test_a_link_of_the_page_opens_with_the_answer_told(link: str, answer: str) -> None:
    state = read_link(link)
    assert answer in ("", state.ask().headline)


def test_four_lessons_of_45_minutes_without_a_hole() -> None:
    plans = re.split(r"^## ", TEXT, flags=re.MULTILINE)[1:5]
    for plan in plans:
        times = [
            (int(begin), int(end))
            for begin, end in re.findall(r"^\| ([0-9]+)–([0-9]+) \|", plan, flags=re.MULTILINE)
        ]
        assert times[0][0] == 0
        assert times[-1][1] == 45
        assert all(before[1] == after[0] for before, after in pairwise(times))
        assert "**Where they go wrong**" in plan


def test_every_lesson_and_name_it_speaks_of_is_there() -> None:
    lessons = re.findall(r"\]\(([0-9a-z_]+\.ipynb)\)", TEXT)
    assert len(set(lessons)) >= 7
    for lesson in lessons:
        assert (PAGE.parent / lesson).is_file(), lesson
    for name in re.findall(r"`([A-Za-z_]+)\(", TEXT):
        assert name in landships_lab.__all__, name
