"""A name that is code stays a name, in everything that shows it."""

import re
from html.parser import HTMLParser
from io import BytesIO
from typing import Any
from xml.etree import ElementTree as ET

import ipywidgets as w
import pypdf
import pytest

import landships_lab
from landships_lab.core.answer import Answer, Remedy, Step
from landships_lab.core.sources import Cite
from landships_lab.drawing import words
from landships_lab.drawing.charts import Bars, Chart, Curve, Table
from landships_lab.drawing.paper import Pages
from landships_lab.drawing.svg import svg
from landships_lab.games.landships.data.drafts import write_draft
from landships_lab.games.paychest.data.supplied import supplied
from landships_lab.games.paychest.rules import shot as paychest
from landships_lab.jupyter.panel import PanelWidget
from landships_lab.panel import CATALOG
from landships_lab.panel.catalog import PANELS
from landships_lab.panel.controls import Choice, Field, Number, TextBox
from landships_lab.publish.handout import panel_page
from landships_lab.publish.pdf import pdf
from tests.nasty import NAME, SENTENCE, TABLES, UNIT
from tests.soak import inside

#: The tags that our own pages are made of.
OURS = {
    "p", "span", "ol", "ul", "li", "cite", "h3", "small", "em", "b", "i", "br", "div", "details",
    "summary",
}  # fmt: skip
OURS |= {"table", "caption", "thead", "tbody", "tr", "th", "td"}
#: The one picture that stands in HTML: a question's, drawn by us and packed.
_QUESTION_IMAGE = re.compile(
    r'^<img class="ll-question-image" alt="[^"<>]*"'
    r' src="data:image/svg\+xml;base64,[A-Za-z0-9+/=]*">$'
)
EACH = pytest.mark.parametrize("name", PANELS)


class Tags(HTMLParser):
    """What a page makes of a text: its tags, their attributes, and the words to be read."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.read = ""
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}

    def handle_data(self, data: str) -> None:
        self.read += data


def harmless(page: str) -> str:
    """The words to be read on a page of HTML that holds our own tags only and no attribute that
    does anything.
    """
    seen = Tags(page)
    assert seen.tags <= OURS, seen.tags - OURS
    for name in seen.attributes:
        assert not name.startswith("on")
        assert name not in ("href", "srcdoc", "style")
    return seen.read


def shown(panel: w.Widget) -> str:
    """Every word a panel shows, each HTML widget having been found harmless, and no label taken for
    HTML.
    """
    told = ""
    for widget in inside(panel):
        if isinstance(widget, w.HTML):
            told += harmless(_QUESTION_IMAGE.sub("", widget.value)) + "\n"
        elif isinstance(widget, w.DOMWidget):
            assert not getattr(widget, "description_allow_html", False)
            told += f"{getattr(widget, 'description', '')}\n{getattr(widget, 'options', '')}\n"
    return told


def complaints(panel: PanelWidget) -> str:
    return (
        "".join(view._error.value for view in panel.controls.views.values())
        + panel.answer_view.message.value
    )


@pytest.mark.long
@EACH
def test_a_nasty_value_in_any_control_is_shown_as_it_was_typed(name: str) -> None:
    panel = getattr(landships_lab, name)()
    for control in panel.state.controls():
        if isinstance(control, Choice | Field | Number | TextBox):
            panel.dispatch(control.id, SENTENCE)
            told = shown(panel)
            assert not complaints(panel) or "<img" in told, control.id
    panel.dispatch("no such control", SENTENCE)
    panel._link.text.value = SENTENCE
    assert "The link breaks" in harmless(panel._link._error.value)
    shown(panel)
    panel.close()


def of_nasty(name: str) -> PanelWidget:
    """A panel with all that is nasty in it."""
    panel = getattr(landships_lab, name)()
    field = "toml" if name == "VehicleEditor" else "own"
    panel.dispatch(field, UNIT if name in ("VehicleEditor", "FireArcs") else TABLES)
    if name == "PaychestFire":
        for control, value in (("inches", "18"), ("cover", "wall"), ("figure", "veteran")):
            panel.dispatch(control, value)
    assert not complaints(panel)
    return panel


@pytest.mark.parametrize("name", ["FireArcs", "VehicleEditor", "PaychestFire", "Morale"])
def test_a_file_full_of_code_is_shown_as_words_by_every_widget_of_its_panel(name: str) -> None:
    panel = of_nasty(name)
    assert NAME in shown(panel)
    scene = panel.scene
    for drawn in (svg(scene), panel.kept()[2], svg(panel.state.question_picture())):
        tags = {element.tag.partition("}")[2] for element in ET.fromstring(drawn).iter()}  # noqa: S314 - our own
        assert tags <= {"svg", "title", "desc", "rect", "path", "circle", "g", "text"}
    page = Tags(panel_page(panel.state))
    assert NAME in page.read
    assert page.tags.isdisjoint({"img", "script", "a", "iframe"})
    assert not [name for name in page.attributes if name.startswith("on")]
    told = f"{panel.board.bridge.label}{panel.text}{complaints(panel)}"
    assert "\n" not in told
    panel.close()


def test_what_a_unit_is_called_cannot_leave_its_place_in_a_file_or_a_sheet() -> None:
    editor = CATALOG["landships:vehicle"]
    state: Any = editor.initial().set("toml", UNIT)
    state = state.set("name", '"]\\n[units.other]')
    assert state.set("toml", write_draft(state.draft)).draft == state.draft
    for export in editor.initial().set("toml", UNIT).exports():
        assert re.fullmatch(r"[a-z0-9-]+\.(toml|pdf)", export.filename)
        made = export.make()
        if isinstance(made, Pages):
            raw = pdf(made)
            assert not re.search(rb"/(JS|JavaScript|URI|Launch|OpenAction|AA)\b", raw)
            pages = pypdf.PdfReader(BytesIO(raw)).pages
            assert NAME[:8] in "".join(page.extract_text() for page in pages)


def test_a_reply_that_is_code_is_told_back_as_words() -> None:
    exercises = landships_lab.Exercises("11_counting_range")
    exercises.reply(SENTENCE)
    assert NAME in shown(exercises)


NASTY = Answer(
    True,
    (Step(SENTENCE, Cite(NAME, SENTENCE, "7", "supplied"), reading=NAME),),
    SENTENCE,
    (Remedy(SENTENCE), Remedy(NAME, "target", NAME)),
)


def test_every_kind_of_words_escapes_every_word_of_an_answer() -> None:
    table = Table(SENTENCE, (NAME, NAME), ((NAME, (NAME, SENTENCE)),), 0, 0, SENTENCE)
    charts: tuple[Chart, ...] = (
        Bars(SENTENCE, NAME, ((NAME, 1 + 0 * paychest.Aim(3, 3).chance),)),
        Curve(SENTENCE, NAME, ((NAME, ()),)),
    )
    pages = [words.headline_html(NASTY), words.steps_html(NASTY), words.table_html(table)]
    pages += [words.list_html([SENTENCE], SENTENCE), *map(words.chart_html, charts)]
    for page in pages:
        assert NAME in harmless(page) or "aria-label" in page


def test_markdown_holds_no_tag_no_link_and_no_formula() -> None:
    told = words.markdown(NASTY)
    assert "<" not in told
    assert not re.search(r"(?<!\\)[\[\]`]|\$|\\[^`*_\[\]#|~]", told)
    plain = Answer(True, NASTY.steps, "Yes.", (Remedy("One."), Remedy("Two.")))
    assert told.count("\n") == words.markdown(plain).count("\n")
    shot = paychest.HitRoll(4, range_inches=18, cover="wall", tables=supplied(TABLES))
    own = words.markdown(paychest.modified_skill(shot))
    assert "&lt;img src=x onerror=window.hacked=1&gt;" in own
