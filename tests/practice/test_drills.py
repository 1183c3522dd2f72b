"""Made-up questions are right, never in doubt and never the same twice, and known mistakes are
named.
"""

import re
from collections import Counter
from fractions import Fraction
from itertools import islice, pairwise
from operator import attrgetter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from landships_lab import practice
from landships_lab.core.answer import Gap
from landships_lab.drawing.shapes import Label
from landships_lab.games.landships.rules.book import bearing_words
from landships_lab.panel import CATALOG
from landships_lab.practice import LEVELS, TYPES, Task, make_up
from landships_lab.practice.generator import MIXED, RULE_SETS, kind_of, kinds_of
from landships_lab.practice.kind import IN_DOUBT, LADDER, Kind
from landships_lab.practice.marking import NOT_PRINTED
from tests.effort import tries
from tests.made import first_different, first_question, first_questions, levels_of, made_question
from tests.practice.referees import REFEREES
from tests.practice.referees.landships import SILENT, aim

KINDS = kinds_of(MIXED)
#: How many questions of every kind the referee marks, over all levels together.
MANY, PORTION = tries(15, 300), 15
#: Of how many six or more differ at the easiest level.
DIFFER = tries(30, 180)
#: Over how many the replies are counted.
EVENLY = tries(40, 80)
#: How many are drawn.
DRAWN = tries(30, 40)
ids = attrgetter("id")
by_kind = pytest.mark.parametrize("kind", KINDS, ids=ids)
#: Kinds whose reply is the panel's own value; the others ask for something beside it.
SAME_VALUE = (
    "landships:positions", "landships:range", "landships:fire", "landships:move", "landships:drift",
    "landships:stack", "landships:brickyard", "landships:victory", "landships:squad",
    "landships:fog", "landships:points", "landships:bearing", "loos:stack", "loos:enter",
    "loos:table", "loos:sight", "loos:bombardment", "loos:replacements", "one_hour:fire",
    "one_hour:sight", "one_hour:best", "one_hour:stop", "one_hour:duel", "one_hour:act",
    "landser:squad", "landser:move", "landser:crew", "landser:assault", "landser:surrender",
    "landser:charge", "paychest:forces", "paychest:command",
)  # fmt: skip
#: What a picture shows once the answer is told.
TELLING = {
    "wedge", "can-hit", "can-hit-side", "covered", "excluded", "count-badge", "counted", "legal",
    "illegal", "lit", "used", "bar",
}  # fmt: skip


# -- right
# -------------------------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize("part", range(MANY // PORTION))
@by_kind
def test_hundreds_of_questions_are_marked_right_by_an_independent_referee(
    kind: Kind, part: int
) -> None:
    referee = REFEREES[kind.id]
    for seed in range(PORTION * part, PORTION * (part + 1)):
        asked = first_question(kind, seed)
        assert referee(asked) == asked.right, (
            f"{asked.ask()}\n{asked.start}\nseed {asked.seed} level {asked.level}"
        )
        in_doubt(asked)


def in_doubt(question: Task) -> None:
    """Fail unless just one reply is right, all replies differ, and chances to choose from lie
    apart.
    """
    key = question.key
    assert len(set(key.choices)) == len(key.choices)
    if key.choices:
        assert key.choices.count(key.right) == 1
        assert len(key.choices) > 1
    elif key.among:
        assert {key.right, *key.also} < set(key.among)
    else:
        assert re.fullmatch(r"0|[1-9]\d*", key.right)
    assert len({slip.reply for slip in key.slips}) == len(key.slips)
    for slip in key.slips:
        assert slip.reply != key.right
        assert slip.name.startswith("you ")
        assert slip.reply in (key.choices or key.among or (slip.reply,))
    if all(choice.endswith("%") for choice in key.choices) and key.choices:
        assert [int(choice[:-1]) for choice in key.choices] == sorted(
            {*LADDER} & {int(choice[:-1]) for choice in key.choices}
        )
        assert key.chance is not None
        for middle in (Fraction(low + high, 2) for low, high in pairwise(LADDER)):
            assert abs(100 * key.chance - middle) > IN_DOUBT, "the nearest is in doubt"


@pytest.mark.long
@by_kind
def test_the_panel_that_shows_a_question_answers_it_alike(kind: Kind) -> None:
    for question in first_questions(kind, 12):
        panel_type = CATALOG[kind.panel]
        state = panel_type.parse(question.start)
        assert panel_type.parse(state.text()) == state
        assert question.answer.steps
        if kind.id in SAME_VALUE:
            value = question.answer.value
            shown = {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
            shown = NOT_PRINTED if isinstance(value, Gap) else shown
            assert shown == question.right, question.start


#: What the beginning of a mistake's name says about the reply that it leads to.
LAW = {"you let it": "yes", "you kept": "no", "you held": "no"}


def named(question: Task) -> list[tuple[str, str]]:
    """Every mistake of a question with the reply it leads to; of two that share a reply, each by
    itself.
    """
    names = [(slip.reply, slip.name.removeprefix("you ")) for slip in question.key.slips]
    return [(reply, f"you {name}") for reply, told in names for name in told.split(", or you ")]


def lawful(kind: Kind, number: int) -> list[tuple[str, str, str]]:
    """Return the mistakes of yes-or-no questions whose names a law begins: the reply, the name and
    its beginning.
    """
    asked = [one for one in first_questions(kind, number) if one.choices == ("yes", "no")]
    told = [mistake for question in asked for mistake in named(question)]
    return [(reply, name, law) for reply, name in told for law in LAW if name.startswith(law)]


@pytest.mark.long
@by_kind
def test_a_mistake_leads_to_the_reply_that_its_name_tells(kind: Kind) -> None:
    for reply, name, start in lawful(kind, tries(30, 120)):
        assert reply == LAW[start], name


def test_every_law_of_names_is_met() -> None:
    kinds = map(kind_of, ("landships:positions", "landships:drift"))
    assert {start for kind in kinds for _, _, start in lawful(kind, 20)} == set(LAW)


def test_no_mistake_is_named_that_the_question_gives_no_room_for() -> None:
    for question in first_questions(kind_of("loos:stack"), 300):
        names = " ".join(name for _, name in named(question))
        assert ("at most two units" in names) == ("three units" in question.text), question.text
        assert ("replacement battalion" in names) == ("replacement battalion" in question.text), (
            question.text
        )
        assert ("also belong together" in names) == (
            question.right == "no" and "three units" not in question.text
        )
    for question in first_questions(kind_of("landships:positions"), 300):
        for reply, name in named(question):
            assert "for a hex" not in name or (reply == "no") == ("you took a hexside" in name), (
                question.text
            )
    for question in first_questions(kind_of("landships:brickyard"), 300):
        names = " ".join(name for _, name in named(question))
        taken = "has come in there" in question.text
        assert ("no more than one" in names) == taken
        assert ("its own hex" in names) == (question.right == "yes")
        assert ("another counter for its own" in names or "beside its own" in names) == (
            question.right == "no" and not taken
        )


@pytest.mark.long
def test_port_taken_for_starboard_is_no_mistake_where_the_arc_is_the_same_on_both_sides() -> None:
    for question in first_questions(kind_of("landships:fire"), 600):
        if "bow" in question.start or "stern" in question.start:
            assert "port for starboard" not in " ".join(name for _, name in named(question)), (
                question.text
            )


def test_what_the_loos_question_says_of_the_roll_is_so() -> None:
    for question in first_questions(kind_of("loos:strength"), 200):
        told = re.search(
            r"With a roll of [1-6] the result is (\S+?)( \(nothing happens\))?\. How", question.text
        )
        assert told is not None
        assert told[1] == question.answer.value
        assert bool(told[2]) == (told[1] == "•")


@pytest.mark.long
@pytest.mark.parametrize("kind", ["landships:fire", "landships:remedy"])
def test_the_words_of_a_shot_tell_what_decides_it(kind: str) -> None:
    arc = r"runs from (dead \w+|.+?port|.+?starboard) to (.+?)\. Its range is (\d+) hex(?:es)?\."
    words = re.compile(
        arc + r"(?: It (can|cannot) hit hexsides on its edges\.)? (?:May it|It may not) fire"
    )
    for question in first_questions(kind_of(kind), 200):
        if question.start.split()[1].split("@")[0] in SILENT:
            continue  # its words tell that a range is not printed
        told = words.search(question.text)
        assert told is not None, question.text
        _, _, _, target, (lo, hi, limit, on_edges) = aim(question)
        assert (told[1], told[2], int(told[3])) == (bearing_words(lo), bearing_words(hi), limit)
        assert told[4] == (("can" if on_edges else "cannot") if "/" in target else None)


#: One of a thing told as many, or several as one. What follows a name with a number in it ("unit #1
#: is", "skill 1 fires") is no thing.
ILL_COUNTED = re.compile(
    r"(?<![\d/.:#-])(?<!skill )(?:1 (?:[a-z]+ points|[a-z]+s|men|dice)|[02-9]"
    r" (?:inch|man|wall|hex|die|step|point))\b"
)


@pytest.mark.long
@by_kind
def test_one_thing_is_told_as_one_and_several_as_several(kind: Kind) -> None:
    for question in first_questions(kind, DRAWN):
        for told in (question.text, question.picture().description):
            assert not ILL_COUNTED.search(told), told


def test_the_question_picture_of_an_assault_counts_no_wins() -> None:
    for question in first_questions(kind_of("landser:assault-odds"), 20):
        assert question.picture().description == "Who wins?"
        assert "Of 36 rolls the attacker wins " in question.answer_picture().description


@pytest.mark.long
def test_questions_on_loos_say_what_is_attacked_and_by_how_many() -> None:
    for question in first_questions(kind_of("loos:shelling"), 40):
        assert re.search(
            r" falls on (clear ground|a town|a trench|a mountain|woods)\. ", question.text
        )
    for question in first_questions(kind_of("loos:campaign"), 40):
        assert ("One half-brigade attacks" in question.text) == (
            ". It has two steps" in question.text
        )
        assert ("Two half-brigades attack" in question.text) == (
            ". Each has two steps" in question.text
        )
    reserves = " ".join(question.text for question in first_questions(kind_of("loos:reserve"), 120))
    assert "goes 1 hex in the mobile movement phase; the hex costs 2 movement points" in reserves
    assert "goes 2 hexes in the mobile movement phase; each costs 1 movement point," in reserves


@pytest.mark.long
@by_kind
def test_the_right_reply_is_right_and_a_known_mistake_is_named(kind: Kind) -> None:
    told = 0
    for question in first_questions(kind, 20):
        mark = question.mark(f" {question.right.upper()} ")
        exact = question.key.exact
        right = f"Right: it is {exact}." if exact else "Right."
        assert (mark.right, mark.sentence, mark.mistake) == (True, right, "")
        for slip in question.key.slips:
            wrong = question.mark(slip.reply)
            assert not wrong.right
            assert wrong.mistake == slip.name
            said = f"{'one right reply' if question.key.also else 'the answer'} is "
            said = f"it is {exact}, nearest to " if exact else said
            said += question.right if exact else question.named(question.right)
            assert wrong.sentence == f"Not quite: {said}. It looks as if {slip.name}."
            told += 1
    assert told >= 3


@pytest.mark.long
@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_each_rule_set_names_several_mistakes_and_has_several_types(rule_set: str) -> None:
    kinds = kinds_of(rule_set)
    assert len({kind.type for kind in kinds}) >= 5
    asked = [question for kind in kinds for question in first_questions(kind, 20)]
    assert len({slip.name for question in asked for slip in question.key.slips}) >= 15


def test_every_type_is_asked_and_every_panel_that_can_be_asked_is() -> None:
    assert {kind.type for kind in KINDS} == set(TYPES)
    assert {kind.panel for kind in KINDS} == set(CATALOG)
    assert len({kind.id for kind in KINDS}) == len(KINDS)
    assert all(kind.id.partition(":")[0] in RULE_SETS for kind in KINDS)


@pytest.mark.long
@by_kind
def test_no_reply_is_nearly_always_right(kind: Kind) -> None:
    replies = Counter(question.right for question in first_questions(kind, EVENLY))
    assert max(replies.values()) <= 3 * EVENLY / 4, replies
    assert len(replies) > 1


@pytest.mark.long
@by_kind
def test_the_picture_of_a_question_does_not_tell_its_answer(kind: Kind) -> None:
    for question in first_questions(kind, 6):
        drawn = question.picture()
        told = {shape.role for shape in drawn.shapes()}
        if kind.id == "landships:stack":
            told.discard("count-badge")  # the units that the question speaks of
        assert told.isdisjoint(TELLING)
        said = {shape.text for shape in drawn.shapes() if isinstance(shape, Label)}
        assert not said & {choice for choice in question.choices if choice.endswith("%")}
        assert question.answer_picture().width > 0


# -- the same, and not the same
# ------------------------------------------------------------------------------------------------


@pytest.mark.long
@by_kind
def test_the_same_seed_makes_the_same_question_and_others_make_others(kind: Kind) -> None:
    asked = first_questions(kind, DIFFER)
    assert asked[:3] == [make_up(one.kind, one.seed, one.level) for one in asked[:3]]
    assert len({one.text for one in asked if one.level == kind.level}) >= 6


@pytest.mark.long
@settings(max_examples=12)
@given(st.sampled_from([*RULE_SETS, MIXED]), st.integers(0, 10**9), st.sampled_from(list(LEVELS)))
def test_no_seed_gives_a_question_twice_in_a_row(rule_set: str, seed: int, level: int) -> None:
    asked = list(islice(practice.questions(rule_set, seed, level), 25))
    for one, other in pairwise(asked):
        assert (one.text, one.start) != (other.text, other.start)
    assert all(kind_of(question.kind).level <= level == question.level for question in asked)
    assert asked[0] == practice.question(rule_set, seed, level)
    assert [make_up(q.kind, q.seed, q.level) for q in asked[:5]] == asked[:5]


#: Worlds too small for that.
SMALL = {"landships:brickyard": 30}


@pytest.mark.slow
@pytest.mark.parametrize(
    "kind", [k for k in KINDS if k.id.startswith(("landships:", "loos:", "landser:"))], ids=ids
)
def test_a_kind_has_sixty_positions_at_each_level(kind: Kind) -> None:
    least = SMALL.get(kind.id, 60)
    for level in levels_of(kind):
        made = (made_question(kind.id, seed, level) for seed in range(7 * least))
        assert len(first_different(least, made)) == least, level


@pytest.mark.long
def test_every_kind_comes_before_any_comes_again() -> None:
    for rule_set in RULE_SETS:
        kinds = kinds_of(rule_set)
        asked = islice(practice.questions(rule_set, 4, 3), len(kinds))
        assert {question.kind for question in asked} == {kind.id for kind in kinds}
    asked = islice(practice.questions(MIXED, 4, 2), len(RULE_SETS))
    assert {question.kind.partition(":")[0] for question in asked} == set(RULE_SETS)
