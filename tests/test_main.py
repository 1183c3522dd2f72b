"""Does the command line draw any state, refuse in one sentence, and are the pictures in the lessons those it draws?"""

from pathlib import Path

import pytest

from landships_lab.__main__ import main, picture, pictures

FOLDER = Path(__file__).parents[1] / "notebooks" / "pictures"


def test_the_pictures_in_the_lessons_are_up_to_date() -> None:
    drawn = pictures(FOLDER)
    assert sorted(drawn) == sorted(FOLDER.glob("*.svg"))
    for path, svg in drawn.items():
        assert path.read_text(encoding="utf-8") == svg, f"`make pictures` draws {path.name} again"


def test_a_state_is_drawn_to_the_output(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["picture", "landships:range from #5 to #1"]) == 0
    assert capsys.readouterr().out == picture("landships:range from #5 to #1")


@pytest.mark.parametrize(
    ("state", "told"),
    [
        ("checkers:jump", "allowed are landships:fire"),
        ("", "There is no link here"),
        ("landships:fire mk-iv-male@0503/0703 E", "do not touch"),
        ("landships:fire mk-iv@0503 E", "The nearest is mk-iv-male"),
    ],
)
def test_a_wrong_state_is_one_sentence(state: str, told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["picture", state]) == 2
    heard = capsys.readouterr()
    assert heard.out == ""
    assert told in heard.err
    assert heard.err.count("\n") == 1
