"""No code reads back a sentence that the package wrote: what a picture or a chart needs rides in
`Answer.detail`.
"""

import ast
from collections.abc import Iterator

import pytest

from tests.paths import REPOSITORY

PACKAGE = REPOSITORY / "landships_lab"
#: The fields of answers, steps and remedies that hold sentences.
SENTENCES = {"headline", "text", "words"}
#: What takes a sentence apart. Its full stop may be taken off, to go on with another clause.
READS = {
    "count", "endswith", "find", "index", "partition", "removeprefix", "replace", "rindex",
    "rpartition", "rsplit", "split", "startswith",
}  # fmt: skip


def sentence(node: ast.AST) -> bool:
    """Whether this is such a field, or one with its ends or its letters changed."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        return node.func.attr in {"rstrip", "strip", "lower", "removesuffix"} and sentence(
            node.func.value
        )
    return isinstance(node, ast.Attribute) and node.attr in SENTENCES


def read_back(source: str) -> Iterator[int]:
    """The lines that take a sentence apart, look for words in it, or search it."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            module = isinstance(node.func.value, ast.Name) and node.func.value.id == "re"
            if (node.func.attr in READS and sentence(node.func.value)) or (
                module and any(map(sentence, node.args))
            ):
                yield node.lineno
        if isinstance(node, ast.Compare) and any(map(sentence, node.comparators)):
            yield from (node.lineno for op in node.ops if isinstance(op, ast.In | ast.NotIn))


def found() -> Iterator[str]:
    """Where sentences are read back, in rules, pictures, panels and questions."""
    for folder in ("core", "drawing", "games", "panel", "practice"):
        for path in sorted((PACKAGE / folder).rglob("*.py")):
            yield from (
                f"{path.relative_to(PACKAGE)}:{line}"
                for line in read_back(path.read_text(encoding="utf-8"))
            )


@pytest.mark.long
def test_no_sentence_is_read_back() -> None:
    assert list(found()) == []


def test_a_planted_reading_is_found() -> None:
    planted = [
        'a.headline.rstrip(".").partition(": ")',
        's.text.startswith("Count")',
        '"no more than" in step.text',
        're.search("[0-9]+", step.text)',
        "lane.words.split()",
    ]
    assert [list(read_back(line)) for line in planted] == [[1]] * len(planted)
    assert not list(
        read_back('panel_type.text(state).split()\na.headline.rstrip(".")\n"x" in state.texts')
    )
