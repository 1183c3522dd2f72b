"""The words of the code are those of a textbook: no riddle as a name or in a sentence, and none of
the damage that an automatic re-wrap once did.
"""

import ast
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.paths import REPOSITORY

PACKAGE = REPOSITORY / "landships_lab"
#: Placeholders for a number or a noun: name the number, the noun or the text of the rules.
RIDDLE = re.compile(r"\b[Ss]o (?:many|much|far)\b|reader's own\b|\bis none\b|\b[Tt]he prints?\b")
NO_NAMES = {"told", "found", "said", "left", "taken"}
#: Where a function also speaks of these, ``left`` is a side of a rectangle.
RECTANGLE = re.compile(r"\b(right|top|upper|width|height|box|rectangle|margin)\b")
RULER = re.compile(r"^\s*# ?[-=]{10,}\s*$")
#: Fields whose name is a word of links, and so of the readers.
WORDS_OF_LINKS = {("command.py", "found")}
#: A comment after a line of nothing but brackets speaks of the lines above it; remarks to a tool
#: have no other place.
BEHIND = re.compile(r"^\s*[\])}]+[,:]?  # (?!fmt:|type:|noqa|pragma)")
Places = Iterator[tuple[int, str]]


def riddles(text: str) -> Places:
    """Yield the lines with a placeholder in a docstring, a comment or a sentence."""
    for number, line in enumerate(text.splitlines(), 1):
        yield from ((number, match[0]) for match in RIDDLE.finditer(line))


def names(text: str) -> Places:
    """Yield the names of variables, parameters, fields and functions that say nothing."""
    tree = ast.parse(text)
    sides: set[ast.AST] = set()
    for node in ast.walk(tree):
        body = isinstance(node, ast.FunctionDef | ast.ClassDef)
        if body and RECTANGLE.search(ast.get_source_segment(text, node) or ""):
            sides.update(ast.walk(node))
    old = {
        target
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and ast.unparse(node.value).startswith("renamed(")
        for target in node.targets
    }
    for node in ast.walk(tree):
        match node:
            case (
                ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name) | ast.FunctionDef(name=name)
            ):
                if name.strip("_") in NO_NAMES and not (
                    node in old or (name == "left" and node in sides)
                ):
                    yield node.lineno, name


def splats(text: str) -> Places:
    """Yield the literals that are unpacked where they could be written out."""
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Starred(value=ast.Tuple() | ast.List() | ast.Set()):
                yield node.lineno, "*()"
            case ast.keyword(arg=None, value=ast.Dict(keys=keys)):
                if all(isinstance(key, ast.Constant) for key in keys):
                    yield node.value.lineno, "**{}"


def broken_docstrings(text: str) -> Places:
    """Yield the docstrings whose first paragraph ends inside a sentence."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            first, *rest = (ast.get_docstring(node) or "").split("\n\n")
            if rest and first.endswith((";", ":", ",")):
                yield getattr(node, "lineno", 1), first


def rulers(text: str) -> Places:
    """Yield the rulers on a line of their own; a heading and its ruler share one line."""
    yield from ((n, line) for n, line in enumerate(text.splitlines(), 1) if RULER.match(line))


def comments_behind_brackets(text: str) -> Places:
    """Yield the comments that stand behind the brackets which close what they speak of."""
    yield from ((n, line) for n, line in enumerate(text.splitlines(), 1) if BEHIND.match(line))


CHECKS: dict[Callable[[str], Places], tuple[str, ...]] = {
    riddles: (
        '"""Return so many hexes."""',
        "# None where there is none",
        'says = "the print is silent"',
    ),
    names: (
        "found = 1",
        "def told(): ...",
        "def _said(it): ...",
        "def go(taken): ...",
        "class Unit:\n    left: int",
        "def pay():\n    left = 3 - 1",
    ),
    splats: ("draw(*(1, 2), *rest)", "ALL = frozenset((*('a', 'b'), 'c'))", 'f(**{"a": 1})'),
    broken_docstrings: ('def f():\n    """Return it;\n\n    `ValueError` if not.\n    """',),
    rulers: ("# -- the file\n# --------------------------------------------",),
    comments_behind_brackets: (
        "size = (\n    4\n)  # in inches",
        "if (\n    a\n):  # it is short\n",
    ),
}
#: What resembles a fault and is none: each with what speaks for it.
ALLOWED: dict[Callable[[str], Places], tuple[str, ...]] = {
    riddles: ("# The rules as printed", "# print the cards"),
    # a side of a rectangle; an old name, which warns
    names: ("def box(left: int, width: int): ...", 'class A:\n    said = renamed("outcome")'),
    splats: ("f(*rows, **{name: 1})",),  # the name of the field is a value
    comments_behind_brackets: ("_TWELVE = (\n    1,\n)  # fmt: skip",),  # a remark to a tool
}


def room_of(path: Path) -> str:
    """Return the room of a file; the rooms of all games count as one."""
    parts = path.relative_to(PACKAGE).parts
    if parts[0] != "games":
        return parts[0]
    return f"games/*/{parts[2].removesuffix('.py')}" if len(parts) > 2 else "games"


FAULTS = [
    (room_of(path), f"{path.relative_to(PACKAGE)}:{line}: {check.__name__}: {what}")
    for path in sorted(PACKAGE.rglob("*.py"))
    for text in [path.read_text(encoding="utf-8")]
    for check in CHECKS
    for line, what in check(text)
    if (path.name, what) not in WORDS_OF_LINKS
]
ROOMS = sorted({room_of(path) for path in PACKAGE.rglob("*.py")})


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_has_no_riddles_and_no_damage(room: str) -> None:
    faults = [fault for where, fault in FAULTS if where == room]
    assert not faults


def sentences(path: Path) -> str:
    """Return the text of a file that is not Python, without the links that it holds."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".ipynb":
        text = "\n".join("".join(cell["source"]) for cell in json.loads(text)["cells"])
    return re.sub(r'^(?:shows|but) = ".*"$', "", text, flags=re.MULTILINE)


#: Where the words of the code are also those of texts: lessons, rules, scripts, styles, documents.
TEXTS = {
    "package": ("landships_lab/**/*.toml", "landships_lab/**/*.js", "landships_lab/**/*.css"),
    "documents": ("*.md", "landships_lab/*.md", "notebooks/*.md"),
    "lessons": ("notebooks/*.ipynb",),
    "tests": ("tests/**/*.py", ".ci/**/*.py", "binder/*.py"),
}


@pytest.mark.parametrize("name", TEXTS)
def test_a_text_has_no_riddles(name: str) -> None:
    paths = [path for pattern in TEXTS[name] for path in sorted(REPOSITORY.glob(pattern))]
    assert paths
    assert not [
        f"{path.relative_to(REPOSITORY)}:{line}: {what}"
        for path in paths
        if path.name != Path(__file__).name
        for line, what in riddles(sentences(path))
    ]


@pytest.mark.parametrize(
    ("check", "text"), [(check, text) for check, texts in CHECKS.items() for text in texts]
)
def test_a_planted_fault_is_found(check: Callable[[str], Places], text: str) -> None:
    assert list(check(text))


@pytest.mark.parametrize(
    ("check", "text"), [(check, text) for check, texts in ALLOWED.items() for text in texts]
)
def test_what_has_its_reason_is_allowed(check: Callable[[str], Places], text: str) -> None:
    assert not list(check(text))
