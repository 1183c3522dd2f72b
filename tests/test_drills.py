"""Are the questions right, balanced and marked by the rules, and is a wrong kind of reply refused in words?"""

import itertools

import pytest
from landships_lab.drills.question import Question

from landships_lab.drills.lessons import lesson_questions
from landships_lab.drills.made_up import KINDS, make_up
from landships_lab.explore import CATALOG

#: The replies that the article itself prints (lines 29 to 39), the edge sentence of the Mk IV (65) and our worked lessons.
RIGHT = {
    "10_headings_and_places": ["yes", "no", "yes", "no", "yes"],
    "11_counting_range": ["4", "3", "0", "1", "0"],
    "12_fire_arcs": ["yes", "no", "no", "no", "not in the source"],
}


@pytest.mark.parametrize("lesson", RIGHT)
def test_the_lessons_have_the_answers_the_article_prints(lesson: str) -> None:
    questions = lesson_questions(lesson)
    assert [question.right_reply for question in questions] == RIGHT[lesson]
    for question, reply in zip(questions, RIGHT[lesson], strict=True):
        assert question.mark(reply.upper()).right
        assert question.mark(reply).answer.steps


@pytest.mark.parametrize("kind", KINDS)
def test_made_up_questions_are_the_same_for_the_same_seed_and_differ_otherwise(kind: str) -> None:
    made = [make_up(kind, seed) for seed in range(30)]
    assert made == [make_up(kind, seed) for seed in range(30)]
    assert len({question.ask for question in made}) > 15


@pytest.mark.parametrize(("kind", "seed"), list(itertools.product(KINDS, range(60))))
def test_exactly_one_reply_to_a_made_up_question_is_right(kind: str, seed: int) -> None:
    question = make_up(kind, seed)
    assert [reply for reply in replies(question) if question.mark(reply).right] == [question.right_reply]
    explorer = CATALOG[kind]
    assert explorer.text(explorer.parse(question.state)).startswith(kind)


def replies(question: Question) -> tuple[str, ...]:
    """Which replies could one give? All that can be picked; of numbers and per cents those near the right one."""
    if question.choices:
        return question.choices
    right = question.right_reply
    near, sign = int(right.removesuffix("%")), "%" if right.endswith("%") else ""
    return tuple(f"{number}{sign}" for number in range(max(0, near - 6), near + 7))


@pytest.mark.parametrize("kind", ["landships:positions", "landships:fire"])
def test_yes_is_about_as_often_right_as_no(kind: str) -> None:
    replies = [make_up(kind, seed).right_reply for seed in range(200)]
    assert 60 <= replies.count("yes") <= 140


@pytest.mark.parametrize("kind", KINDS)
def test_the_picture_of_a_question_does_not_tell_its_answer(kind: str) -> None:
    for seed in range(10):
        shown = make_up(kind, seed).picture()
        told = {shape.role for shape in shown.shapes()}
        assert told.isdisjoint({"wedge", "can-hit", "excluded", "count-badge", "counted", "legal", "illegal"})


def test_a_reply_of_the_wrong_kind_is_one_sentence() -> None:
    number = Question("How far?", "landships:range from #5 to #1")
    with pytest.raises(ValueError, match="'four' is not a number; reply with a whole number such as 3"):
        number.mark("four")
    allowed = Question("Legal?", "landships:positions #4")
    with pytest.raises(ValueError, match="reply with yes, no"):
        allowed.mark("perhaps")
    with pytest.raises(ValueError, match="The nearest is 12_fire_arcs"):
        lesson_questions("12_fire_arc")
    with pytest.raises(ValueError, match="kind of question"):
        make_up("landships:dance", 1)
