"""Lessons' questions have the printed answers, and a reply or a name of the wrong kind is refused
in one sentence.
"""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from landships_lab import practice
from landships_lab.practice import Task, make_up
from landships_lab.practice.lessons import lesson_questions
from landships_lab.practice.marking import slips

# -- lessons
# -------------------------------------------------------------------------------------------------

#: The replies that the article itself prints (lines 29 to 39), the edge sentence of the Mk IV (65)
#: and our worked lessons.
RIGHT = {
    "10_headings_and_places": ["yes", "yes", "yes", "no"],
    "11_counting_range": ["2", "0205/0305", "1", "0"],
    "12_fire_arcs": ["yes", "0711/0811", "no", "the rules do not say"],
}


@pytest.mark.parametrize("lesson", RIGHT)
def test_the_lessons_have_the_answers_the_article_prints(lesson: str) -> None:
    questions = lesson_questions(lesson)
    assert [question.right for question in questions] == RIGHT[lesson]
    for question, reply in zip(questions, RIGHT[lesson], strict=True):
        assert question.mark(reply.upper()).right
        assert question.mark(reply).answer.steps


# -- replies and names of the wrong kind
# ---------------------------------------------------------------------------------------


def test_a_reply_of_the_wrong_kind_is_one_sentence() -> None:
    number = Task("How far?", "landships:range from #5 to #1")
    allowed = Task("Legal?", "landships:positions #4")
    for task, reply, told in (
        (number, "four", "'four' is not a number; reply with a whole number such as 3"),
        (number, "9" * 5000, "is not a number"),
        (allowed, "perhaps", "reply with yes, no"),
    ):
        with pytest.raises(ValueError, match=told):
            task.mark(reply)


@pytest.mark.parametrize(
    ("ask", "says"),
    [
        (lambda: lesson_questions("12_fire_arc"), "The nearest is 12_fire_arcs"),
        (lambda: make_up("landships:rnge", 1), "kind of question.*The nearest is landships:range"),
        (
            lambda: practice.question("landship", 1),
            "rule set with questions.*The nearest is landships",
        ),
        (lambda: practice.questions("loos", 1, 4), "4 is not a level"),
        (
            lambda: practice.question("loos", 1, [1]),  # type: ignore[arg-type]
            r"\[1\] is not a level; there are 1 \(one idea",
        ),
        (lambda: practice.question("loos", 1, "x" * 5000), "^.{0,400}is not a level"),  # type: ignore[arg-type]
        (lambda: make_up("loos:table", 1, None), "None is not a level"),  # type: ignore[arg-type]
        (lambda: practice.questions("loos", -1), "A seed is a whole number"),
        (lambda: practice.questions("loos", 10**4000), "A seed is a whole number"),
    ],
)
def test_a_wrong_name_is_one_sentence_with_the_nearest(ask: object, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        ask()  # type: ignore[operator]


def test_chances_may_be_typed_with_decimals_and_as_fractions_and_within_half_a_per_cent() -> None:
    question = Task("How likely?", "one_hour:move tank away 12 with threatened by-road turns 1")
    near = ("72%", "72", "72.2", "72,2 %", "72.7%", "13/18", "26 / 36")
    assert [reply for reply in near if not question.mark(reply).right] == []
    far = ("1/2", "73", "71.7", "7.22%", "13/17")
    assert [reply for reply in far if question.mark(reply).right] == []
    for odd in ("often", "1/0", "72.", "%", "1/3%"):
        with pytest.raises(ValueError, match=r"is no chance; reply with per cents"):
            question.mark(odd)


@given(
    st.lists(
        st.tuples(st.sampled_from("123"), st.sampled_from(["you a", "you b", "you c"])), max_size=8
    )
)
def test_of_the_mistakes_that_lead_to_one_reply_two_are_named(wrong: list[tuple[str, str]]) -> None:
    for slip in slips("3", wrong):
        names = list(dict.fromkeys(name for reply, name in wrong if reply == slip.reply))
        assert slip.name == ", or ".join(names[:2])
        assert slip.reply != "3"


@pytest.mark.long
@pytest.mark.parametrize("level", [2, 3])
def test_seen_and_hit_is_the_panels_own_chance(level: int) -> None:
    """The question says that nothing changes the hit die; what a man does may, so such men are left
    out.
    """
    for seed in range(200):
        asked = make_up("landser:seen-and-hit", seed, level)
        panel_type = asked.panel
        chance = re.findall(r"seen and hit ([\d.]+)%", panel_type.parse(asked.start).ask().headline)
        assert asked.key.exact == f"{chance[0]}%", asked.text
