"""The promises that no single test can see: whole numbers in the rules, bare lessons, clean text,
and no sentence that is read back.

Each check is a function that lists what is wrong; it is tried on the real thing, and on a planted
fault that it must find.
"""

import ast
import json
import re
import subprocess
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.browser.walks import WALKS
from tests.paths import LESSONS as LESSONS_DIR
from tests.paths import REPOSITORY

PACKAGE = REPOSITORY / "landships_lab"
LESSONS = sorted(LESSONS_DIR.glob("*.ipynb"))
#: A lesson as its file holds it.
Lesson = dict[str, Any]

# ------------------------------------------------------------------------------------ whole numbers

# What `math` does with whole numbers; everything else there answers with a float.
EXACT_MATH = {
    "gcd", "lcm", "comb", "perm", "factorial", "prod", "isqrt", "floor", "ceil", "trunc", "sumprod",
}  # fmt: skip


def float_in(node: ast.AST) -> str | None:
    """Return what this piece of source does with floats, if anything."""
    match node:
        case ast.Constant(value=float() | complex() as value):
            return f"float literal {value!r}"
        case ast.BinOp(op=ast.Div()) | ast.AugAssign(op=ast.Div()):
            return "true division: write Fraction(a, b) or a // b"
        case ast.Call(func=ast.Name(id="float" | "complex" as name)):
            return f"call of {name}()"
        case ast.Attribute(value=ast.Name(id="math"), attr=name) if name not in EXACT_MATH:
            return f"math.{name} gives a float"
        case ast.Attribute(value=ast.Name(id="operator"), attr="truediv" | "itruediv" as name):
            return f"operator.{name}"
        case ast.ImportFrom(module="math" | "cmath" | "operator" as module):
            return f"from {module} import: write {module}.name, so that this test can see which"
        case ast.Import(names=names) if any(
            alias.name.split(".")[0] in ("numpy", "cmath") or alias.asname for alias in names
        ):
            return (
                f"import {', '.join(alias.name for alias in names)}: numpy, cmath or under another"
                " name"
            )
        case _:
            return None


def floats(source: str) -> list[str]:
    """Return where this source leaves the whole numbers and fractions."""
    found = ((getattr(node, "lineno", 0), float_in(node)) for node in ast.walk(ast.parse(source)))
    return [f"line {line}: {what}" for line, what in found if what]


@pytest.mark.parametrize("folder", ["core", "games/*/rules"])
def test_no_rule_is_decided_by_a_float(folder: str) -> None:
    found = {
        str(path): floats(path.read_text(encoding="utf-8"))
        for path in PACKAGE.glob(f"{folder}/**/*.py")
    }
    assert found
    assert {path: lines for path, lines in found.items() if lines} == {}


PLANTED = """half = 0.5
half = 1 / 2
n /= 2
x = float(3)
import math; math.atan2(1, 2)
from math import sqrt
import numpy
from operator import truediv
import operator; operator.truediv
import math as m
x = 1e3
x = 1j"""


@pytest.mark.parametrize("line", PLANTED.splitlines())
def test_a_planted_float_is_found_and_fractions_are_none(line: str) -> None:
    assert len(floats(line)) == 1
    exact = "import math; from fractions import Fraction; x = Fraction(1, 2) + 7 // 2"
    assert floats(f"{exact} * math.gcd(4, 6)") == []


# ------------------------------------------------------------------------------------------ lessons

#: The lesson for those who program writes a rule in its cells.
PROGRAMS = "93_how_a_rule_is_written"
LOGIC = (
    ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda, ast.For, ast.AsyncFor,
    ast.While,
)  # fmt: skip


def lesson_faults(lesson: Lesson) -> Iterator[str]:
    """Yield what in this lesson is neither prose nor a plain call, or was left by a run."""
    if lesson["metadata"] != {"language_info": {"name": "python"}}:
        yield (
            "metadata holds more than the language (a kernelspec opens a dialog): `make tidy`"
            " cleans it"
        )
    for number, cell in enumerate(lesson["cells"]):
        source = "".join(cell["source"])
        if cell["cell_type"] != "code":
            if (
                "![" in source
                # Voilà beside an asynchronous server never ends a page with one (voila 0.5.13,
                # exporter.py)
            ):
                yield f"cell {number} has a Markdown image: write <img src=...>"
            continue
        if cell["outputs"] or cell["execution_count"] is not None:
            yield f"cell {number} keeps an output or a count: `make tidy` empties it"
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, LOGIC):
                yield (
                    f"cell {number} has logic of its own ({type(node).__name__}): it belongs in the"
                    " package"
                )


@pytest.mark.parametrize("path", [pytest.param(path, id=path.stem) for path in LESSONS])
def test_a_lesson_is_prose_and_calls(path: Path) -> None:
    faults = list(lesson_faults(json.loads(path.read_text(encoding="utf-8"))))
    expected = "FunctionDef" if path.stem == PROGRAMS else ""
    assert [one for one in faults if not expected or expected not in one] == []


def bare_lesson(source: str) -> Lesson:
    """A lesson of one cell with nothing wrong in its dress."""
    prose = {"cell_type": "markdown", "source": ["for you"]}
    code = {"cell_type": "code", "source": [source], "outputs": [], "execution_count": None}
    return {"cells": [prose, code], "metadata": {"language_info": {"name": "python"}}}


@pytest.mark.parametrize(
    "spoil",
    [
        lambda lesson: lesson["cells"][1].update(outputs=[{"output_type": "stream", "text": []}]),
        lambda lesson: lesson["cells"][1].update(execution_count=1),
        lambda lesson: lesson["metadata"].update(kernelspec={"name": "python3"}),
        lambda lesson: lesson["cells"][0].update(source=["![a tank](pictures/tank.svg)"]),
    ],
)
def test_a_lesson_that_was_run_is_found(spoil: Callable[[Lesson], None]) -> None:
    lesson = bare_lesson("FireArcs()")
    assert list(lesson_faults(lesson)) == []
    spoil(lesson)
    assert len(list(lesson_faults(lesson))) == 1


@pytest.mark.parametrize(
    "source", ["def f(): pass", "class A: pass", "for i in x: y", "while x: y", "f = lambda: 1"]
)
def test_a_lesson_with_logic_is_found(source: str) -> None:
    assert len(list(lesson_faults(bare_lesson(source)))) == 1


# --------------------------------------------------------------------------------------- clean text

# Put together from pieces, so that this file does not name what it looks for.
MACHINE_FOLDERS = ("root", "home", "work", "tmp", "Users", "opt")
REGISTRY_HOSTS = (
    "pypi" + ".org",
    "python" + "hosted.org",
    "registry.npm" + "js",
    "deb.deb" + "ian.org",
    "anaconda" + ".org",
)
MACHINE_PATH = re.compile(rf"(?<![\w.~$}})/-])/(?:{'|'.join(MACHINE_FOLDERS)})/\w")
FOREIGN = re.compile("|".join(map(re.escape, REGISTRY_HOSTS)))


def machine_words(text: str) -> list[str]:
    """Return the lines that name a folder of one person's machine, or the host of a package
    registry.
    """
    return [
        line.strip()
        for line in text.splitlines()
        if MACHINE_PATH.search(line) or FOREIGN.search(line)
    ]


def our_files() -> list[Path]:
    """Every file that is in git, or would be after `git add --all`."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        check=True,
    )
    return [
        path for name in listed.stdout.split("\0") if name and (path := REPOSITORY / name).is_file()
    ]


def text_of(path: Path) -> str:
    """The text of a file; a picture has none."""
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return ""


def test_no_file_names_a_machine_or_a_registry() -> None:
    files = our_files()
    assert Path(__file__) in files
    found = {str(path.relative_to(REPOSITORY)): machine_words(text_of(path)) for path in files}
    assert {name: lines for name, lines in found.items() if lines} == {}


def test_a_planted_machine_word_is_found_and_a_relative_path_or_a_page_is_none() -> None:
    root, _, work, *_ = MACHINE_FOLDERS
    for text in (f"cd /{root}/x", f'"/{work}/main"', f"https://{REGISTRY_HOSTS[0]}/simple"):
        assert machine_words(f"one\n{text}\n") == [text]
    for text in ("notebooks/work/x", "https://example.com/home/x", "${HOME}/opt/x", "./tmp/x"):
        assert machine_words(f"{text} and more") == []


# A page of the repository, or what only its makers had: their notes, their numbers of issues.
CITED = re.compile(
    r"(?<![\w./:-])(?:[\w-]+/)*[\w-]+\.md\b|\bdesign/\w+|\bseeds/\w+|\bissue \d+", re.IGNORECASE
)
MADE_LATER = {"about_this_site.md"}  # the site is built with it


def not_held(text: str, held: Sequence[str]) -> list[str]:
    """Return the documents that this text cites and that are not among the files held."""
    cited = {found[0] for found in CITED.finditer(text)} - MADE_LATER
    return sorted(
        name for name in cited if not any(f"/{path}".endswith(f"/{name}") for path in held)
    )


@pytest.mark.long
def test_no_file_cites_a_document_that_the_repository_does_not_hold() -> None:
    files = [path for path in our_files() if path != Path(__file__)]
    held = [path.relative_to(REPOSITORY).as_posix() for path in files]
    found = {name: not_held(text_of(path), held) for name, path in zip(held, files, strict=True)}
    assert {name: cited for name, cited in found.items() if cited} == {}


@pytest.mark.parametrize("cited", ["design/geometry.md", "sources.md", "seeds/001", "issue 2"])
def test_a_planted_document_is_found(cited: str) -> None:
    assert not_held(
        f"as {cited} has it; see notebooks/teaching.md, teaching.md", ["notebooks/teaching.md"]
    ) == [cited]


def test_every_walk_names_a_browser_test() -> None:
    for capability, walk in WALKS.items():
        file, _, name = walk.partition("::")
        text = (REPOSITORY / "tests" / "browser" / file).read_text(encoding="utf-8")
        assert f"\ndef {name.partition('[')[0]}(" in text, capability


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
