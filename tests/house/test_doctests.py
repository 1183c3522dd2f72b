"""The examples in the docstrings are run, and every function that answers by the rules has one.

The examples themselves are collected by pytest from the package; see `testpaths` and `addopts` in pyproject.toml.
"""

import importlib
import inspect
import pkgutil
import tomllib
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import landships_lab.rules
from tests.paths import REPOSITORY


def test_pytest_collects_the_examples_of_the_package() -> None:
    options = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["pytest"]["ini_options"]
    assert "landships_lab" in options["testpaths"]
    assert "--doctest-modules" in options["addopts"]


def answering(package: Any) -> Iterator[Callable[..., Any]]:
    """Every public function of a rule set that returns an `Answer`."""
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        for name, function in inspect.getmembers(importlib.import_module(module.name), inspect.isfunction):
            ours = function.__module__ == module.name and not name.startswith("_")
            if ours and str(function.__annotations__.get("return", "")).startswith("Answer"):
                yield function


@pytest.mark.parametrize("function", list(answering(landships_lab.rules)), ids=lambda f: f"{f.__module__}.{f.__name__}")
def test_every_function_that_answers_shows_an_example_and_asks_a_question(function: Callable[..., Any]) -> None:
    told = inspect.getdoc(function) or ""
    assert ">>> " in told
    assert "?" in told.split("\n\n")[0], "the first sentence says which question is answered"
