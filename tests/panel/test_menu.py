"""Panels of several questions: a link names one, wherever its word stands, and each is a class."""

import random

import pytest

from landships_lab.panel import CATALOG
from landships_lab.panel.changes import name_change
from landships_lab.panel.controls import Choice
from landships_lab.panel.links import read_link, write_link
from landships_lab.panel.menu import Menu, QuestionPanel
from landships_lab.panel.parts import parts_of

MENUS = [panel for panel in CATALOG.values() if issubclass(panel, QuestionPanel)]
EACH = pytest.mark.parametrize("panel", MENUS, ids=lambda panel: panel.id)


@EACH
def test_a_state_is_of_the_class_of_its_question(panel: type[QuestionPanel]) -> None:
    for key, question in panel.questions.items():
        for state in (question.initial(), question.default(), question.random(random.Random(key))):
            assert (type(state), state.question) == (question, key)
            assert read_link(write_link(state)) == state.settled()
    assert type(panel.default()) is type(panel.initial()) is next(iter(panel.questions.values()))


@EACH
def test_the_menu_offers_every_question_and_leads_to_its_class(panel: type[QuestionPanel]) -> None:
    part = parts_of(panel)["question"]
    for state in (question.default() for question in panel.questions.values()):
        (menu,) = (control for control in state.controls() if control.id == part.control_id)
        assert isinstance(menu, Choice)
        assert (dict(menu.options), menu.value) == (panel.menu(), state.key)
        for key, question in panel.questions.items():
            assert type(state.set(part.control_id, key)) is question
    with pytest.raises(ValueError, match=f"'tactics' is not a {part.kind}"):
        panel.initial().set(part.control_id, "tactics")


@pytest.mark.parametrize(
    "panel", [panel for panel in MENUS if not issubclass(panel, Menu)], ids=lambda panel: panel.id
)
def test_another_question_of_the_same_parts_keeps_what_is_set(panel: type[QuestionPanel]) -> None:
    shown = {name for question in panel.questions.values() for name in question.own_parts}
    assert shown <= parts_of(panel).keys()
    for state in (panel.random(random.Random(number)).settled() for number in range(10)):
        for key in panel.questions:
            other = state.asking(key)
            assert other.asking(state.key) == state
            assert name_change(state, other) != "another question"


def test_a_question_with_parts_of_its_own_begins_with_their_usual_values() -> None:
    staff = CATALOG["loos:staff"]
    state = staff.parse("loos:staff reserve hexes 4")
    other = state.set("question", "stack")
    assert other == staff.parse("loos:staff stack")
    assert name_change(state, other) == "another question"


def test_the_word_of_a_question_stands_first_or_behind_its_keyword() -> None:
    tanks = "one_hour:duel tank against atg"
    texts = ("landser:assault surrender", f"{tanks} asks quiet", "one_hour:sight melee asks stops")
    found = {text: text.split()[-1] for text in (*texts, "paychest:command about merge")}
    for text, key in {**found, tanks: "favoured"}.items():
        state = CATALOG[text.split()[0]].parse(text)
        assert isinstance(state, QuestionPanel)
        assert state.key == state.question == key
    for text, told in (
        ("landser:assault", "'' is not a question; allowed are fight, surrender, charge"),
        ("one_hour:duel tank asks", "After 'asks' a word is missing"),
        ("one_hour:duel tank asks supper", "'supper' is not a question of this panel"),
    ):
        with pytest.raises(ValueError, match=told):
            CATALOG[text.split()[0]].parse(text)
