"""A guess of a lesson asks the very words of the text before it, in the notebook and on the site,
and offers replies that fit them.
"""

import ast
import json
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from pathlib import Path

import pytest

from landships_lab.drawing.charts import Table
from landships_lab.panel.catalog import CATALOG, PANELS
from landships_lab.panel.links import read_link, read_own_link
from landships_lab.panel.tables import printed_tables, question_parts
from landships_lab.practice.guesses import MOST_NUMBER
from landships_lab.publish.lesson import LessonParts
from tests.paths import LESSONS

BOLD = re.compile(r"\*\*((?:[^*]|\*(?!\*))+?)\*\*")
NUMBERS = {str(number) for number in range(MOST_NUMBER + 1)}
#: How a question begins, and what each of its replies looks like.
FITS = (
    (r"(May|Is|Are|Does|Do|Can|Must) ", r"yes|no|the rules do not say"),
    (r"How (likely|often) ", r"never|always|about \d+ in 100"),
    (
        r"(On how|In how|How) many |What must the (hit )?die show|What must .* roll",
        r"\d+( of \d+)?",
    ),
    (r"(At|In|On) (which|whom) |Which |Who |As what |What ", r"(?!(yes|no|never|always)$).+"),
)


@dataclass(frozen=True)
class Asked:
    """A guess of a lesson: the last bold question before it, its own words, and the part of the
    site's page that its cell makes.
    """

    at: str
    text: str
    ask: str
    page: str

    @property
    def replies(self) -> list[str]:
        """The replies on the page, in words."""
        listed = re.search(r'<ul class="lp-choices">(.*?)</ul>', self.page, re.DOTALL)
        return re.findall(r"<li>(.*?)</li>", listed[1]) if listed else []


def guesses(path: Path) -> Iterator[Asked]:
    """Yield the guesses of a lesson, in order."""
    text, parts = "", LessonParts(LESSONS, lambda _: (), linked=True)
    for number, cell in enumerate(json.loads(path.read_text(encoding="utf-8"))["cells"]):
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            text = source
        for node in ast.walk(ast.parse(source)) if cell["cell_type"] == "code" else ():
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "Guess":
                asked = [one for one in BOLD.findall(text) if one.endswith("?")]
                given = {one.arg: ast.literal_eval(one.value) for one in node.keywords}
                page = "".join(parts.code(source))
                yield Asked(f"cell {number}", asked[-1], given["ask"], page)


EACH = pytest.mark.parametrize(
    "path",
    [path for path in sorted(LESSONS.glob("*.ipynb")) if "Guess(" in path.read_text("utf-8")],
    ids=lambda path: path.stem,
)


@EACH
def test_a_guess_asks_what_the_text_asks_and_its_replies_fit(path: Path) -> None:
    asked = list(guesses(path))
    assert asked
    for one in asked:
        assert one.ask == re.sub(r"[*`]", "", one.text), one.at
        assert f"<p>{escape(one.ask)}</p>" in one.page, one.at
        fits = next((reply for begins, reply in FITS if re.match(begins, one.ask)), None)
        assert fits, f"{one.at}: {one.ask} begins as no question does"
        assert len(one.replies) > 1, one.at
        assert [reply for reply in one.replies if not re.fullmatch(fits, reply)] == [], one.at


@EACH
def test_a_lesson_shows_each_printed_table_once(path: Path) -> None:
    shown: list[Table] = []
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        source = "".join(cell["source"])
        for node in ast.walk(ast.parse(source)) if cell["cell_type"] == "code" else ():
            match node:
                case ast.Call(ast.Name("Tables"), given):
                    shown += printed_tables(*map(ast.literal_eval, given))
                case ast.Call(ast.Name("Guess"), [ast.Call(ast.Name(panel), [link])], given):
                    titled = {one.arg: ast.literal_eval(one.value) for one in given}.get("tables")
                    state = read_own_link(CATALOG[PANELS[panel]], ast.literal_eval(link))
                    shown += question_parts(state, titled)[1]
    assert [one.caption for n, one in enumerate(shown) if one in shown[:n]] == []


def shown(path: Path) -> Iterator[tuple[str, bool, object, str]]:
    """Yield what a lesson shows, in order: the section that it stands in, whether it is a guess,
    its state, and what it answers. A picture is no guess.
    """
    section = ""
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            for heading, picture in re.findall(
                r"^## (.*)|pictures/(\w+)\.svg", source, re.MULTILINE
            ):
                section = heading or section
                if picture and not DRAWN[picture].startswith("game:"):
                    state = read_link(DRAWN[picture])
                    yield section, False, state.settled(), ""
        for guess, name, link in PANEL.findall(source if cell["cell_type"] == "code" else ""):
            if name in PANELS:
                panel = CATALOG[PANELS[name]]
                state = read_own_link(panel, link) if link else panel.initial()
                yield section, bool(guess), state.settled(), state.answer().headline


#: A call that makes a panel, perhaps as the argument of a guess.
PANEL = re.compile(r'(Guess\(\s*)?\b(\w+)\((?:\s*"([^"]*)")?')
DRAWN = tomllib.loads((LESSONS / "pictures" / "pictures.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", sorted(LESSONS.glob("[1-5]*.ipynb")), ids=lambda path: path.stem)
def test_nothing_that_a_lesson_shows_answers_a_guess_beside_it(path: Path) -> None:
    listed = list(shown(path))
    for section, _, state, answers in (it for it in listed if it[1]):
        for other, guess, seen, says in listed:
            if not guess and not says:
                assert seen != state, "a picture shows once more what the guess shows"
            elif not guess and other == section:
                assert says != answers, "a panel has the answer to the guess above it"
