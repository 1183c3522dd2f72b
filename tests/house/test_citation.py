"""What is read by those who cite the package, or doubt an answer."""

import tomllib

import pytest
import yaml

import landships_lab
from landships_lab.games import GAMES
from tests.paths import REPOSITORY

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
