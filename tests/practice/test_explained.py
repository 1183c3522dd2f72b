"""What is asked is explained: the explanation holds the right reply, and every word of a question
has been met in its lesson or is one that everybody knows.
"""

import re

import pytest

from landships_lab.practice import Kind, Task
from landships_lab.practice.generator import MIXED, kinds_of
from tests.effort import tries
from tests.made import at_each_level
from tests.practice.lesson_words import known, split, words_by

KINDS = kinds_of(MIXED)
QUESTIONS = tries(2, 300)
by_kind = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.id)

#: Words of questions that no lesson need explain: none of them is a term of a game.
EVERYDAY = frozenset(
    split(
        "above aimed alone already although angle anyway armed became brought catch change changes "
        "choice click condition cross did during earlier eight else empty enemy exactly "
        "example farthest forbids found fresh great harm just knocked let like likeliest lower "
        "lowest marked measured middle minus modifiers most movement nearest neither nor "
        "north often outside play road same sent seven since single soon stay still stood "
        "third this thrown totalled town trench under unhurt until victory wait wants way went "
        "west which whichever words zero "
    )
)
#: Words that the question itself explains, by kind.
IN_THE_QUESTION = {
    "paychest:melee": {"exceptional"},  # "may be above 6"
    "loos:division": {"iii"},  # the number of a sector
}


#: The kind whose explanation leaves the right reply to the steps that stand below it.
IN_THE_STEPS = "landships:victory"
#: A reply that a sentence says otherwise.
SAID = {"nobody yet": "nobody has won yet"}
#: Kinds whose explanation does not always begin with a right yes or no.
BEGINS_OTHERWISE = ("landser:charge", "paychest:act")


def unexplained(question: Task) -> str:
    """Return the reply that the explanation does not hold; "" if it does."""
    answer, told = question.answer, question.because
    assert told.endswith(".")
    if question.right in ("yes", "no") and question.kind not in BEGINS_OTHERWISE:
        assert told.lower().startswith(question.right), told
    if question.kind == IN_THE_STEPS:
        told = " ".join((told, answer.headline, *(step.text for step in answer.steps)))
    right = question.key.exact or question.named(question.right)
    held = re.search(rf"(?<!\w){re.escape(SAID.get(right, right).lower())}(?!\w)", told.lower())
    return "" if held else f"{right!r} in {told!r}"


def unmet(kind: Kind, asked: list[Task]) -> set[str]:
    """Return the words of questions that neither the lesson has nor everybody knows."""
    met = words_by(kind.lesson) | EVERYDAY | IN_THE_QUESTION.get(kind.id, set())
    return {word for q in asked for word in split(q.ask()) if not known(word, met)}


@pytest.mark.long
@by_kind
def test_the_explanation_holds_the_right_reply_and_every_word_has_been_met(kind: Kind) -> None:
    asked = at_each_level(kind, QUESTIONS)
    assert [told for q in asked if (told := unexplained(q))] == []
    assert unmet(kind, asked) == set()


def test_a_term_that_no_lesson_has_would_be_found() -> None:
    met = words_by("11_counting_range") | EVERYDAY
    assert not known("hexjunctures", words_by("20_a_turn_at_loos"))
    assert known("hexsides", met)
    assert [
        word for word in sorted(split("The defilade counts hexes.")) if not known(word, met)
    ] == ["defilade"]
