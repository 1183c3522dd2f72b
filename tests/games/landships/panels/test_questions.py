"""The panels of several questions: each question is a class of its own, on the board that all of
them share.
"""

import pytest

from landships_lab.games.landships.panels.brickyard import Brickyard
from landships_lab.games.landships.panels.hexsides import Hexsides
from landships_lab.panel.menu import QuestionPanel

EACH = pytest.mark.parametrize("panel", [Hexsides, Brickyard])


@EACH
def test_another_question_keeps_the_board(panel: type[QuestionPanel]) -> None:
    first = panel.initial()
    for key, question in panel.questions.items():
        asked = first.set("ask", key)
        assert type(asked) is question
        assert asked.text() == first.text().replace(f"ask {first.question}", f"ask {key}")
        assert panel.parse(asked.text()) == question.parse(asked.text()) == asked
        assert asked.set("ask", first.question) == first


@EACH
def test_a_question_offers_its_own_parts_and_none_of_another(
    panel: type[QuestionPanel],
) -> None:
    for key, question in panel.questions.items():
        offered = {control.id for control in panel.initial().set("ask", key).controls()}
        for other in panel.questions.values():
            assert offered.issuperset(other.own_parts) == (other is question or not other.own_parts)


def test_the_word_of_a_question_may_be_that_of_a_click() -> None:
    state = Hexsides.parse("landships:hexsides 0908 click ask ask stack")
    assert (state.click, state.question) == ("ask", "stack")
