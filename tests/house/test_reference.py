"""The reference on the site holds every public name, and its examples."""

import ast
import importlib.util
import re
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

import landships_lab
from landships_lab.games import GAMES
from tests.paths import REPOSITORY

WRITER = REPOSITORY / ".ci" / "site" / "write_reference.py"


@pytest.fixture(scope="module")
def reference(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pages of the reference, written by the site's own program."""
    spec = importlib.util.spec_from_file_location("write_reference", WRITER)
    assert spec
    assert spec.loader
    writer = importlib.util.module_from_spec(spec)
    sys.modules["write_reference"] = writer
    spec.loader.exec_module(writer)
    folder = tmp_path_factory.mktemp("reference")
    with pytest.warns(
        UserWarning, match="parsing type annotation"
    ):  # names that only a type checker imports
        writer.write_reference(folder)
    return folder


def page(folder: Path, module: str) -> str:
    return (folder / f"{module.replace('.', '/')}.html").read_text(encoding="utf-8")


def defined(module: str) -> Iterator[str]:
    """Yield the public classes and functions that a module defines or lists in `__all__`."""
    found = import_module(module)
    listed = getattr(found, "__all__", None)
    if listed is not None:
        yield from (name for name in listed if callable(getattr(found, name)))
        return
    assert found.__file__
    tree = ast.parse(Path(found.__file__).read_text(encoding="utf-8"))
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_"):
            yield node.name


KITS = ("core", "panel", "practice", "play")
MODULES = [
    "landships_lab",
    *(
        ".".join(path.relative_to(REPOSITORY).with_suffix("").parts)
        for kit in KITS
        for path in sorted((REPOSITORY / "landships_lab" / kit).rglob("*.py"))
        if path.stem != "__init__"
    ),
    *(f"{game.package}.rules" for game in GAMES.values()),
    *(panel.module for game in GAMES.values() for panel in game.panels),
]


@pytest.mark.slow
def test_every_public_name_is_in_it(reference: Path) -> None:
    missing = [
        f"{module}.{name}"
        for module in MODULES
        if (module + ".").startswith(f"{landships_lab.__name__}.")
        for name in defined(module)
        if f'id="{name}"' not in page(reference, module)
    ]
    assert missing == []


@pytest.mark.slow
def test_it_shows_the_examples_and_needs_no_other_host(reference: Path) -> None:
    rules = page(reference, "landships_lab.games.landships.rules.ranges")
    assert "&gt;&gt;&gt;" in rules
    for html in reference.rglob("*.html"):
        loaded = re.findall(
            r'<(?:script|link|img)[^>]+(?:src|href)="(https?:[^"]+)"', html.read_text()
        )
        assert loaded == [], html
