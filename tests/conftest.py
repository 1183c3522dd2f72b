"""What every test shares: how hypothesis searches, and that quick tests come first."""

import gc
import os
import re
from pathlib import Path

import pytest
from hypothesis import settings
from xdist.remote import Producer
from xdist.scheduler import LoadScopeScheduling

from tests.browser.walks import WALKS
from tests.effort import tries

# Whether a property holds is no question of how fast this machine is today, so no deadline. In CI
# the same examples are tried each time: a red run is then the change's own; at a developer's desk
# the search is free to find something new.
EXAMPLES = tries(40, 100)
settings.register_profile("desk", deadline=None, max_examples=EXAMPLES)
settings.register_profile("ci", deadline=None, max_examples=EXAMPLES, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "desk")

SLOW = (
    "notebook",
    "browser",
    "slow",
)  # markers, in the order in which their tests run after all others
BROWSER = ("tests/browser/", "tests/class_room/")
#: Where every test has a mark: left unread by a run without them, since what they import takes
#: seconds.
ALL_MARKED = {"browser": BROWSER, "notebook": ("tests/house/test_notebooks.py",)}
#: The id of a panel or of a kind of question, in the id of a test of it.
OF_ONE = re.compile(r"[\[-]([a-z_]+:[a-z-]*[a-z])")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out files of which no test would run."""
    return (
        any(
            f"not {mark}" in config.option.markexpr and collection_path.match(place.rstrip("/"))
            for mark, places in ALL_MARKED.items()
            for place in places
        )
        or None
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Run plain tests, then lessons, then the browser: a mistake is told as early as can be.

    Side by side the browser begins.
    """
    astray = [
        item.nodeid
        for item in items
        if item.get_closest_marker("browser") and not item.nodeid.startswith(BROWSER)
    ]
    if astray:
        raise pytest.UsageError(
            f"browser tests outside of {' and '.join(BROWSER)} would run beside another browser:"
            f" {astray}"
        )
    last = -1 if _is_worker(config) else 1
    walks = {f"tests/browser/{walk}" for walk in WALKS.values()}
    for item in items:
        if item.nodeid in walks:
            item.add_marker("walk")
        if getattr(getattr(item, "module", None), "tries", None) is tries:
            item.add_marker("law")
    items.sort(key=lambda item: (last * item.nodeid.startswith(BROWSER), _slowness(item)))


def pytest_collection_finish() -> None:
    """Collect garbage less often, and leave what was there before the first test alone.

    Walking over twelve thousand tests again and again takes up to a third of the time of a long
    law.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 20, 50)


def _slowness(item: pytest.Item) -> int:
    return max(
        (SLOW.index(mark.name) + 1 for mark in item.iter_markers() if mark.name in SLOW), default=0
    )


def _is_worker(config: pytest.Config) -> bool:
    return hasattr(config, "workerinput")


class BrowserApart(LoadScopeScheduling):  # type: ignore[misc]  # it has no types
    """Gives all browser tests to one process, since two browsers would starve each other, and the
    files of all others to the other.
    """

    def _split_scope(self, nodeid: str) -> str:
        return "browser" if nodeid.startswith(BROWSER) else nodeid.partition("::")[0]


class PanelsTogether(LoadScopeScheduling):  # type: ignore[misc]  # it has no types
    """Gives all tests of one panel, or of one kind of question, to one process, which draws its
    random states and asks about them once; and all others by their files.
    """

    def _split_scope(self, nodeid: str) -> str:
        found = OF_ONE.search(nodeid)
        return found[1] if found else nodeid.partition("::")[0]


def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> LoadScopeScheduling | None:
    """Return how `make test` and `make check` share out the tests; nothing where a run says how."""
    kinds = {"loadscope": BrowserApart, "load": PanelsTogether}
    return kinds[config.option.dist](config, log) if config.option.dist in kinds else None


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Let a browser in the other process go first: it waits most of the time, and what it waits for
    should come at once.
    """
    if _is_worker(item.config) and not item.nodeid.startswith(BROWSER) and os.nice(0) == 0:
        os.nice(19)
