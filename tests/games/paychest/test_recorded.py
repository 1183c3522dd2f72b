"""What this rule set answers and asks is what was recorded."""

import pytest

from tests.recorded import differences, subjects


@pytest.mark.long
@pytest.mark.parametrize("subject", subjects("paychest"))
def test_what_is_said_is_what_was_recorded(subject: str) -> None:
    """After a change that is meant: ``python -m tests.recorded paychest``."""
    found = differences("paychest", subject)
    assert not found, "\n".join(found[:3])
