"""Each sentence of the article's rules has a function, a test and a lesson: the table names them,
and they must exist.
"""

import ast
import tomllib
from functools import cache
from importlib import import_module

import pytest

from tests.paths import LESSONS, TESTS

ROWS: list[dict[str, str]] = tomllib.loads(
    (TESTS / "games" / "landships" / "rules" / "twelve_point_facing.toml").read_text(
        encoding="utf-8"
    )
)["row"]
#: The lines of the text that hold rules; the rest is title, advertisement, history or empty.
RULE_LINES = {
    7, 9, 11, 13, 15, 17, 19, 21, 23, 29, 31, *range(33, 40, 2), 41, 43, 45,
    *(47, 51, 53, 57, 59, 65), *(71, 73, 77, 83, 85), 111, 113,
}  # fmt: skip
RULE_LINES |= {*range(115, 120, 2), *range(125, 148, 2)}


def lines_of(row: dict[str, str]) -> set[int]:
    found: set[int] = set()
    for part in row["lines"].split(", "):
        first, _, last = part.partition("-")
        found |= set(range(int(first), int(last or first) + 1))
    return found


def test_every_line_of_rules_has_a_row() -> None:
    covered = set().union(*map(lines_of, ROWS))
    assert covered >= RULE_LINES


@cache
def names_in(file: str) -> set[str]:
    """Return the names of the tests in this file, which stands in the folder of tests."""
    tree = ast.parse((TESTS / file).read_text(encoding="utf-8"))
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


@pytest.mark.parametrize(
    "row", [pytest.param(row, id=f"{n}-{row['lines']}") for n, row in enumerate(ROWS)]
)
def test_what_a_row_names_exists(row: dict[str, str]) -> None:
    module, _, name = row["function"].rpartition(".")
    rules = "landships_lab.games.landships.rules"
    full = module if module.startswith("landships_lab") else f"{rules}.{module}".rstrip(".")
    assert callable(getattr(import_module(full), name))
    file, _, test = row["golden"].partition("::")
    assert test in names_in(file)
    assert (LESSONS / f"{row['lesson']}.ipynb").exists()
