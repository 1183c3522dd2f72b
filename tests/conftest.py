"""What every test shares: how hypothesis searches, and that quick tests come first."""

import os

import pytest
from hypothesis import settings

# Whether a property holds is no question of how fast this machine is today, so no deadline. In CI the same examples are
# tried each time: a red run is then the change's own; at a developer's desk the search is free to find something new.
settings.register_profile("desk", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "desk")

SLOW = ("notebook", "browser", "slow")  # markers, in the order in which their tests run after all others


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run plain tests, then lessons, then the browser: a mistake is told as early as can be."""
    items.sort(key=lambda item: max((SLOW.index(mark.name) + 1 for mark in item.iter_markers() if mark.name in SLOW), default=0))
