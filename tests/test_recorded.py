"""What each rule set answers and asks is what was recorded."""

import pytest

from tests.compare import GAMES
from tests.recorded import differences, subjects


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "subject"), [(game, subject) for game in GAMES for subject in subjects(game)]
)
def test_what_is_said_is_what_was_recorded(game: str, subject: str) -> None:
    """After a change that is meant: ``python -m tests.recorded GAME``."""
    found = differences(game, subject)
    assert not found, "\n".join([*found[:5], "Every line: make compare BASE=HEAD"])
