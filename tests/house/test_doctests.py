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
from types import ModuleType
from typing import Any

import pytest

import landships_lab
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


def undocumented(module: Any) -> Iterator[str]:
    """Yield the public methods of a module of which neither they nor those that they override say
    what they do.
    """
    ours = [kind for _, kind in inspect.getmembers(module, inspect.isclass)]
    for kind in (kind for kind in ours if kind.__module__ == module.__name__):
        if kind.__name__.startswith("_"):
            continue
        for name, made in vars(kind).items():
            field = name in getattr(kind, "__dataclass_fields__", ())  # it may hold a function
            method = inspect.isfunction(made) or isinstance(made, (classmethod, property))
            told = (getattr(vars(base).get(name), "__doc__", None) for base in kind.__mro__)
            if method and not (field or name.startswith("_") or any(told)):
                yield f"{module.__name__}.{kind.__name__}.{name}"


def test_every_public_method_says_what_it_does_or_overrides_one_that_says_so() -> None:
    found = pkgutil.walk_packages(landships_lab.__path__, "landships_lab.")
    named = [module.name for module in found if not module.name.endswith("__main__")]
    assert not [one for name in named for one in undocumented(importlib.import_module(name))]


def test_a_planted_method_without_a_word_is_found() -> None:
    planted = ModuleType("planted")
    old = "class Old:\n  def a(self):\n    'Act.'\n"
    source = f"{old}class New(Old):\n  def a(self): 1\n  def b(self): 2"
    exec(source, vars(planted))  # noqa: S102 - our own text
    assert list(undocumented(planted)) == ["planted.New.b"]


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
