"""What this rule set answers and asks is what was recorded."""

import pytest

from tests.recorded import differences, subjects


@pytest.mark.long
@pytest.mark.parametrize("subject", subjects("landser"))
def test_what_is_said_is_what_was_recorded(subject: str) -> None:
    """After a change that is meant: ``python -m tests.recorded landser``."""
    found = differences("landser", subject)
    assert not found, "\n".join(found[:3])
