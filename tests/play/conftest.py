"""The sixth game is played in the tests of this folder."""

from collections.abc import Iterator

import pytest

from tests.play.little_wars import installed


@pytest.fixture(autouse=True, scope="package")
def _sixth_game() -> Iterator[None]:
    with installed():
        yield
