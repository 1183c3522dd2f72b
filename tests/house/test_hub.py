"""The values for a JupyterHub are what a class needs, as measured."""

from typing import Any

import pytest
import yaml

from tests.paths import REPOSITORY


@pytest.fixture(scope="module")
def values() -> Any:
    return yaml.safe_load(
        (REPOSITORY / "binder" / "jupyterhub-values.yaml").read_text(encoding="utf-8")
    )


def megabytes(words: str) -> int:
    return int(words.removesuffix("M"))


def test_a_student_opens_a_lesson_that_there_is(values: Any) -> None:
    address = values["singleuser"]["defaultUrl"]
    assert (REPOSITORY / address.removeprefix("/lab/tree/")).is_file()


def test_a_student_has_memory_for_a_server_and_several_lessons(values: Any) -> None:
    """A server of 120 MB and kernels of 112 MB each, as measured: teaching.md tells them."""
    memory = values["singleuser"]["memory"]
    assert megabytes(memory["guarantee"]) >= 120 + 112
    assert megabytes(memory["limit"]) >= 120 + 5 * 112
    told = (REPOSITORY / "notebooks" / "teaching.md").read_text(encoding="utf-8")
    assert all(f"{megabytes(memory[what])} MB" in told for what in ("guarantee", "limit"))


def test_a_class_of_thirty_fits_where_the_page_says(values: Any) -> None:
    memory = values["singleuser"]["memory"]
    assert 30 * megabytes(memory["guarantee"]) < 8 * 1024
    assert 30 * megabytes(memory["limit"]) < 24 * 1024


def test_whoever_is_gone_is_sent_home_and_no_password_is_left_in_the_file(values: Any) -> None:
    assert values["cull"]["enabled"]
    assert values["hub"]["config"]["DummyAuthenticator"]["password"] == "CHANGE-ME"  # noqa: S105 - so that it must be changed
