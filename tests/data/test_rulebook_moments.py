"""Each moment that the rule index names: its record is there, and what happened cites the line."""

import pytest

from landships_lab.data.load import DataError, indexed
from landships_lab.data.rulebook import Entry, index, line_numbers, totals
from landships_lab.play.records import read, write
from landships_lab.play.shipped import moment, shipped

MOMENTS = [
    (rule_set, entry) for rule_set in indexed() for entry in index(rule_set).entries if entry.play
]


def cites(rule_set: str, entry: Entry) -> bool:
    """Whether a step of what happened at the moment of an entry stands on one of its lines."""
    last = moment(rule_set, entry.play).moment.last
    assert last is not None
    return any(
        step.cite.lines and entry.numbers & set(line_numbers(step.cite.lines))
        for step in last.steps
        if step.cite.document == index(rule_set).document
    )


@pytest.mark.long
def test_the_moment_of_each_entry_cites_its_lines() -> None:
    silent = [
        f"{rule_set} {entry.lines}" for rule_set, entry in MOMENTS if not cites(rule_set, entry)
    ]
    assert not silent


def test_a_moment_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match="'nowhere' is not a record of this game"):
        moment("one_hour", "nowhere 3")


def test_an_entry_names_a_record_and_a_number(monkeypatch: pytest.MonkeyPatch) -> None:
    raw = {
        "source": {"lines": 1, "text": "1", "sha256": ""},
        "entry": [{"lines": "1", "topic": "a", "says": "b", "play": "report"}],
    }
    monkeypatch.setattr("landships_lab.data.rulebook.read", lambda _: raw)
    with pytest.raises(DataError, match="a moment is a record and the number of a move"):
        index.__wrapped__("one_hour")


def test_every_record_that_comes_with_a_game_replays_and_moments_are_counted() -> None:
    for rule_set in indexed():
        assert totals(rule_set)["moments"] == sum(game == rule_set for game, _ in MOMENTS)
        for name, record in shipped(rule_set).items():
            assert record.check() >= len(record.moves) > 0, name
            assert read(write(record)) == record, name
            assert record.game.startswith(f"{rule_set}:"), name
