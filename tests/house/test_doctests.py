"""The examples in the docstrings and in the README run, and no docstring asks what it should state.

The examples themselves are collected by pytest from the package; see `testpaths` and `addopts` in
pyproject.toml.
"""

import ast
import doctest
import importlib
import inspect
import pkgutil
import re
import tomllib
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import landships_lab.games
from tests.paths import REPOSITORY


def test_pytest_collects_the_examples_of_the_package() -> None:
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))
    options = project["tool"]["pytest"]["ini_options"]
    assert "landships_lab" in options["testpaths"]
    assert "--doctest-modules" in options["addopts"]


def answering(package: Any) -> Iterator[Callable[..., Any]]:
    """Every public function of a rule set that returns an `Answer`."""
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        if ".rules" not in module.name:
            continue
        held = inspect.getmembers(importlib.import_module(module.name), inspect.isfunction)
        for name, function in held:
            gives = str(function.__annotations__.get("return", ""))
            ours = function.__module__ == module.name and not name.startswith("_")
            if ours and gives.startswith(("Answer", "Telling")):
                yield function


@pytest.mark.parametrize(
    "function", list(answering(landships_lab.games)), ids=lambda f: f"{f.__module__}.{f.__name__}"
)
def test_every_function_that_answers_shows_an_example(function: Callable[..., Any]) -> None:
    assert ">>> " in (inspect.getdoc(function) or "")


def test_the_examples_of_the_readme_run() -> None:
    text = (REPOSITORY / "README.md").read_text(encoding="utf-8")
    examples = "\n".join(re.findall(r"^```python\n(.*?)^```$", text, re.DOTALL | re.MULTILINE))
    test = doctest.DocTestParser().get_doctest(examples, {}, "README.md", None, None)
    assert test.examples
    assert doctest.DocTestRunner().run(test).failed == 0


def questions(source: str) -> list[str]:
    """Return the docstrings of this source that ask something where they should state it."""
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    nodes = [node for node in ast.walk(ast.parse(source)) if isinstance(node, documented)]
    told = [re.split(r"(?<=[.?!])\s", ast.get_docstring(node) or "")[0] for node in nodes]
    return [" ".join(first.split()) for first in told if first.endswith("?")]


@pytest.mark.long
def test_no_docstring_is_a_question() -> None:
    folders = (REPOSITORY / name for name in ("landships_lab", "tests", "binder", ".ci"))
    for path in (path for room in folders for path in room.rglob("*.py")):
        assert not questions(path.read_text(encoding="utf-8")), path


def test_a_planted_question_is_found() -> None:
    assert questions('def f():\n    """Which way is north?"""') == ["Which way is north?"]
    assert questions('"""Is it so, or\nnot? A law."""') == ["Is it so, or not?"]
    assert not questions(
        '"""A question: is it so."""\ndef f():\n    """Tell "Is it so?" and more."""'
    )
