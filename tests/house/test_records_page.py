"""The page about records: each example replays, or is refused in the words of the page."""

import re

import pytest

from landships_lab.play.records import read, write
from landships_lab.play.starts import starts
from tests.paths import REPOSITORY

TEXT = (REPOSITORY / "notebooks" / "records.md").read_text(encoding="utf-8")
RECORDS = re.findall(r"```record\n(.*?)```", TEXT, flags=re.DOTALL)
REFUSED = re.findall(r"```refused\n(.*?)```\n+```says\n(.*?)\n```", TEXT, flags=re.DOTALL)


def test_the_page_has_examples_of_both() -> None:
    assert RECORDS
    assert len(REFUSED) == TEXT.count("```refused") == 3


@pytest.mark.parametrize("text", RECORDS)
def test_a_record_of_the_page_replays(text: str) -> None:
    record = read(text)
    assert record.check() == text.count("\n") - sum(
        line.startswith((";", "(", ")", "game:", "title:")) or not line
        for line in text.splitlines()
    )
    assert read(write(record)) == record


@pytest.mark.parametrize(("text", "told"), REFUSED)
def test_what_the_page_says_is_refused_is_refused_so(text: str, told: str) -> None:
    with pytest.raises(ValueError, match=re.escape(told)):
        read(text).check()


def test_each_game_that_the_page_names_is_there() -> None:
    named = re.findall(r'(?:game: |Play\(")([a-z_]+:[a-z-]+)', TEXT)
    assert named
    assert set(named) <= set(starts())
