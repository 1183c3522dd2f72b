"""The rule index and the cells of tables open a state in place, only what they list, and leave no
widget behind.
"""

from collections.abc import Iterator
from typing import Any

import pytest
from ipywidgets.widgets.widget import _instances

import landships_lab
from landships_lab import Rulebook
from landships_lab.data.load import indexed
from landships_lab.data.rulebook import index
from landships_lab.jupyter.answer import MOST_CITED
from landships_lab.jupyter.panel import PanelWidget
from landships_lab.panel import CATALOG
from landships_lab.panel.changes import tell_setting
from landships_lab.panel.links import read_link

RIFLE = "landser:fire rifle@7"
EACH = pytest.mark.parametrize("rule_set", indexed())


@pytest.mark.long
@EACH
def test_an_entry_is_found_by_its_words_and_opened_in_place(rule_set: str) -> None:
    page = Rulebook(rule_set)
    entry = next(entry for entry in index(rule_set).entries if entry.shows)
    assert entry in page.search(entry.says)
    panel = page.open_entry(entry)
    assert panel is not None
    assert panel.state == read_link(entry.shows)
    assert panel in page._place.children
    page.search("")
    assert page.opened is None
    assert panel.comm is None, "the panel is closed with the list it stood in"
    page.close()


def test_the_position_of_an_entry_is_taken_to_its_counter_position_and_back() -> None:
    page = Rulebook("loos")
    entry = next(entry for entry in index("loos").entries if entry.but)
    panel = page.open_entry(entry)
    assert panel is not None
    _, without, said = page._place.children[0].children
    without.click()
    assert panel.state == read_link(entry.but)
    assert without.description == "And with it"
    assert "Without it" in said.value
    without.click()
    assert panel.state == read_link(entry.shows)
    assert without.description == "And without it"
    assert "Without it" not in said.value
    page.close()


@EACH
def test_what_is_no_rule_is_told_and_has_nothing_to_open(rule_set: str) -> None:
    page = Rulebook(rule_set)
    asides = page.search("", "aside")
    assert asides
    assert all(entry.sort == "aside" for entry in asides)
    assert page.open_entry(asides[0]) is None
    page.close()


@pytest.mark.parametrize(
    ("shows", "but", "told"),
    [
        ("one_hour:move infantry with threatened", "one_hour:move infantry", "Threatened: no"),
        ("landser:fire rifle@20 cover half", "landser:fire rifle@20", "Cover none"),
        (RIFLE, f"{RIFLE} reading medium-band=to-15", "read as “15 inches”"),
    ],
)
def test_what_is_taken_away_is_told_in_the_words_of_its_control(
    shows: str, but: str, told: str
) -> None:
    assert told in tell_setting(read_link(shows), read_link(but))


def test_it_leaves_no_widget_behind() -> None:
    rule_set = indexed()[0]
    Rulebook(rule_set).close()
    before = len(_instances)
    page = Rulebook(rule_set)
    page.search("the")
    page.open_entry(next(entry for entry in page.search("") if entry.shows or entry.reading))
    page.close()
    assert len(_instances) == before


def test_a_game_without_an_index_is_refused_in_one_sentence() -> None:
    with pytest.raises(ValueError, match=r"^'chess' is not a rule set with an index; .*\.$"):
        Rulebook("chess")


@EACH
def test_a_pressed_citation_shows_what_the_index_has_for_its_lines(
    rule_set: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    entry = next(entry for entry in index(rule_set).entries if entry.shows)
    panel = landships_lab.open_state(entry.shows)
    assert " data-lines=" in panel.answer_view.steps.value
    sent: list[Any] = []
    monkeypatch.setattr(panel.board.bridge, "send", lambda message, **_: sent.append(message))
    panel.board.bridge._receive(None, {"kind": "cite", "lines": entry.lines}, [])
    (told,) = sent
    assert (told["kind"], told["lines"]) == ("cited", entry.lines)
    assert any(entry.says in says for says in told["says"])
    assert 1 <= len(told["says"]) <= MOST_CITED + 1
    assert panel.answer_view.message.value == "", "it stands beside the citation"
    panel.board.bridge._receive(None, {"kind": "cite", "lines": "1<img src=x>"}, [])
    assert sent == [told], "only numbers of lines are taken"
    panel.close()


COVERAGE = CATALOG["landships:coverage"]


@pytest.fixture
def panel() -> Iterator[PanelWidget]:
    made = PanelWidget(COVERAGE)
    yield made
    made.close()


def press(panel: PanelWidget, link: str) -> None:
    panel.board.bridge._receive(None, {"kind": "link", "link": link}, [])


def a_link(panel: PanelWidget, row: int = 0, column: int = 0) -> str:
    link: str = panel.state.tables(panel.answer)[0].links[row][column]
    return link


def test_a_pressed_cell_opens_its_panel_with_all_steps_and_another_takes_its_place(
    panel: PanelWidget,
) -> None:
    assert "ll-hidden" in panel.opened.widget._dom_classes
    for row, column in ((0, 0), (2, 1)):
        link = a_link(panel, row, column)
        press(panel, link)
        state = read_link(link)
        opened = panel.opened.panel
        assert isinstance(opened, PanelWidget)
        assert (opened.panel_type.id, opened.state) == ("landships:fire", state)
        assert opened.answer.steps == state.answer().steps
        assert panel.opened.widget.children[-1] is opened
        assert "ll-hidden" not in panel.opened.widget._dom_classes


@pytest.mark.parametrize(
    "link", ["", "None", "landships:fire v1 mk-iv-male@0101 N", "landships:coverage", "<img src=x>"]
)
def test_a_link_that_no_table_has_is_not_taken(panel: PanelWidget, link: str) -> None:
    press(panel, link)
    assert panel.opened.panel is None


def test_a_link_of_a_table_that_has_changed_is_not_taken_and_the_open_panel_says_so(
    panel: PanelWidget,
) -> None:
    link = a_link(panel)
    press(panel, link)
    assert panel.opened._changed.value == ""
    panel.dispatch("place", "0804 E")
    assert "has changed since" in panel.opened._changed.value
    panel.opened.close()
    press(panel, link)
    assert panel.opened.panel is None
    assert panel.opened._changed.value == ""


def test_the_button_and_the_end_of_the_panel_close_it_and_leave_no_widget_behind() -> None:
    PanelWidget(COVERAGE).close()
    before = len(_instances)
    panel = PanelWidget(COVERAGE)
    alone = len(_instances)
    press(panel, a_link(panel))
    panel.opened.closer.click()
    assert panel.opened.panel is None
    assert "ll-hidden" in panel.opened.widget._dom_classes
    assert len(_instances) == alone
    press(panel, a_link(panel))
    panel.close()
    assert len(_instances) == before


@EACH
def test_the_index_opens_at_its_first_rule_and_nothing_is_left_out(rule_set: str) -> None:
    page = Rulebook(rule_set)
    assert page.shown[0].sort == "rule"
    assert ">1 to " in page._count.value
    listed = [entry for entry in index(rule_set).entries if entry.sort != "aside"]
    assert sorted(map(id, page.shown)) == sorted(map(id, listed))
    page.close()


@EACH
def test_each_topic_of_the_index_is_one_choice_away(rule_set: str) -> None:
    page = Rulebook(rule_set)
    topics = page._topic.options
    assert {*topics} == {entry.topic for entry in page.shown}
    for topic in (topics[-1], topics[len(topics) // 2]):
        page._topic.value = topic
        first = page.shown[page._first]
        assert first.topic == topic
        assert first is next(entry for entry in page.shown if entry.topic == topic)
        assert page._topic.value == topic
    page._on.click()
    assert page._topic.value == page.shown[page._first].topic
    page.search("zeppelinx")
    assert page._topic.options == ()
    page.search("the")
    assert {*page._topic.options} == {entry.topic for entry in page.shown}
    page.close()
