"""Where each known mistake about Paychest leads, worked out by hand from the words of the
question.
"""

import random
import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import product

import pytest

from landships_lab.games.paychest.practice.kinds import KINDS
from landships_lab.practice.generator import make_up
from landships_lab.practice.task import Task
from tests.effort import tries
from tests.practice.referees import after
from tests.practice.referees.paychest import FACES, MOVED, modified, replied, totals, which_hits

SEEDS = tries(100, 400)
ENDS, NEITHER = ("B is hurt", "A is hurt"), "neither of them"


def rung(chance: Fraction) -> str:
    """Return the nearest of the chances to choose from."""
    return f"{min((10, 30, 50, 70, 90), key=lambda step: abs(100 * chance - step))}%"


def numbers(question: Task, *keys: str) -> list[int]:
    return [int(after(question, key)) for key in keys]


def counts(question: Task) -> int:
    """Return the modifier for moving that counts, under the reading that the words give."""
    none = "Shell has modifiers for the range and for the group" in question.text
    return 0 if none else MOVED[after(question, "moved")]


def shots(question: Task) -> dict[str, int]:
    """Return the modified skill to which each mistake leads (lines 6, 11 and 12)."""
    (figures,), (_, right) = numbers(question, "figures"), modified(question)
    way, gun = after(question, "moved"), after(question, "weapon") != "rifle"
    moving, wrong = counts(question), {}
    if moving:
        other = MOVED["charge" if way == "advance" else "advance"]
        wrong = {
            "you forgot that the firer moved": right - moving,
            "you added the modifier for moving instead of subtracting it": right - 2 * moving,
            "you took another way of moving": right - moving + other,
        }
    elif MOVED[way]:
        left_out = "you counted the movement, which this reading leaves out"
        wrong[left_out] = right + MOVED[way]
    if not gun:
        return wrong | {"you let the size of the group help a rifle": right + figures // 3}
    if "add 1 to the die" in question.text:
        return wrong
    return wrong | {
        "you forgot the size of the group": right - figures // 3,
        "you counted fewer than three figures as a full three": right
        - figures // 3
        - (-figures // 3),
    }


def hit(question: Task) -> dict[str, str]:
    (figures,), (skill, right) = numbers(question, "figures"), modified(question)
    on_die = figures // 3 if "add 1 to the die" in question.text else 0

    def roll(number: int, more: int = on_die) -> str:
        if 0 < number <= more:
            return "no roll"
        return replied(skill, number - more) if number > 0 else replied(skill, number)

    if "inches" in question.text:
        return {"you left the range out, whose modifier is lost": roll(right)}
    wrong = {name: roll(number) for name, number in shots(question).items()}
    if right <= 0:
        once = "you forgot the second roll that a skill of zero or less calls for"
        return wrong | {once: "only a 1"}
    if on_die:
        other = "you added the group to the skill, which is the other reading"
        return wrong | {other: roll(right + on_die, 0)}
    return wrong


def odds(question: Task) -> dict[str, str]:
    skill, right = modified(question)

    def chance(number: int) -> Fraction:
        return Fraction(len(which_hits(skill, number)), 36)

    wrong = {name: rung(chance(number)) for name, number in shots(question).items()}
    wrong["you gave the chance of a miss"] = rung(1 - chance(right))
    if right > 0:
        return wrong
    return wrong | {
        "you forgot the second roll that a skill of zero or less calls for": rung(Fraction(1, 6)),
        "you forgot that a skill of zero or less needs a ONE first": rung(chance(skill)),
    }


def melee(question: Task) -> dict[str, str]:
    a, b, men_a, men_b = numbers(question, "skill_a", "skill_b", "men_a", "men_b")
    one_die = "One die is rolled for all the men of a side" in question.text

    def likelier(one: dict[int, int], other: dict[int, int]) -> str:
        ways = [0, 0, 0]
        for (x, more), (y, less) in product(one.items(), other.items()):
            ways[0 if x > y else 1 if y > x else 2] += more * less
        return next((end for end, n in zip(ENDS, ways, strict=False) if 2 * n > sum(ways)), NEITHER)

    def flat(skill: int, men: int) -> dict[int, int]:
        made, low = {0: 1}, min(6, skill)
        for _ in range(men):
            made = {
                hits: low * made.get(hits - 1, 0) + (6 - low) * made.get(hits, 0)
                for hits in range(len(made) + 1)
            }
        return made

    rolled = (1, 1) if one_die else (men_a, men_b)
    wrong = {
        "you counted one hit for a die, however far below the skill": likelier(
            flat(a, rolled[0]), flat(b, rolled[1])
        )
    }
    if a != b:
        wrong["you took the higher skill for enough"] = ENDS[a < b]
    if one_die:
        each = "you gave each man a die, which is the other reading"
        wrong[each] = likelier(totals(a, men_a), totals(b, men_b))
    return wrong


def morale(question: Task) -> dict[str, str]:
    hits, figures = numbers(question, "hits", "figures")
    holds = "no second roll" in question.text

    def chance(rolls: list[bool]) -> Fraction:
        again = Fraction(sum(rolls), len(rolls))
        return 1 - again if holds else again

    pairs = [a + b for a, b in product(FACES, FACES)]
    return {
        "you gave the chance of the opposite": rung(1 - chance([dice <= hits for dice in pairs])),
        "you took a roll equal to the hits as a success; it fails too": rung(
            chance([dice < hits for dice in pairs])
        ),
        "you rolled one die instead of two": rung(chance([die <= hits for die in FACES])),
        "you took the share of the unit that was hit": rung(Fraction(hits, figures)),
    }


def turn(question: Task) -> dict[str, str]:
    mine, theirs = numbers(question, "mine", "theirs")
    asked = mine if "yours?" in question.text else theirs
    cards = mine + theirs
    wrong = {
        "you gave the chance that the other side's card is next": rung(1 - Fraction(asked, cards)),
        "you tossed a coin for the side": rung(Fraction(1, 2)),
        "you gave the chance of one given card": rung(Fraction(1, cards)),
    }
    if "next two cards" in question.text:
        wrong["you gave the chance for one card"] = rung(Fraction(asked, cards))
        wrong["you put the first card back into the pack"] = rung(Fraction(asked, cards) ** 2)
    return wrong


def blows(question: Task) -> dict[str, str]:
    a, b = (int(skill) for skill in re.findall(r"of melee skill (\d)", question.text))
    mine, theirs = (
        [int(die) for die in rolled.split(" and ")]
        for rolled in re.findall(r"rolls (\d(?: and \d)?)", question.text)
    )

    def said_of(made: int, back: int) -> str:
        left = made - back
        if not left:
            return "nobody is hurt"
        return f"{abs(left)} hit{'' if abs(left) == 1 else 's'} on {'B' if left > 0 else 'A'}"

    def sums(count: Callable[[int, int], int]) -> tuple[int, int]:
        return sum(count(a, die) for die in mine), sum(count(b, die) for die in theirs)

    made, back = sums(lambda skill, die: max(0, skill - die + 1))
    wrong = {
        "you forgot that a die equal to the skill is a hit": said_of(
            *sums(lambda skill, die: max(0, skill - die))
        ),
        "you counted one hit for a die, however far below the skill": said_of(
            *sums(lambda skill, die: int(die <= skill))
        ),
        "you counted up from the skill; low rolls are good": said_of(
            *sums(lambda skill, die: max(0, die - skill + 1))
        ),
    }
    if made and back:
        wrong["you forgot that hits cancel"] = (
            said_of(made, 0) if made >= back else said_of(0, back)
        )
    return wrong


Twin = Callable[[Task], Mapping[str, str]]
TWINS: Mapping[str, Twin] = {
    "paychest:fire": hit,
    "paychest:odds": odds,
    "paychest:melee": melee,
    "paychest:morale": morale,
    "paychest:turn": turn,
    "paychest:blows": blows,
}


@pytest.mark.long
@pytest.mark.parametrize("kind_id", TWINS)
def test_each_mistake_leads_to_the_reply_that_it_is_named_for(kind_id: str) -> None:
    """Of several that lead to one reply two are named; one that leads to a reply that is not
    offered is not.
    """
    (kind,) = (kind for kind in KINDS if kind.id == kind_id)
    met, all_named = set(), set()
    for level, seed in product((1, 2, 3), range(SEEDS)):
        question = kind.make(random.Random(seed), level)
        expected = TWINS[kind_id](question)
        wrong = {
            name: reply
            for name, reply in expected.items()
            if reply != question.key.right and reply in question.choices
        }
        all_named |= set(wrong)
        assert {slip.reply for slip in question.key.slips} == set(wrong.values()), question
        for slip in question.key.slips:
            for name in slip.name.split(", or "):
                assert expected[name] == slip.reply, (question, name)
                met.add(name)
    assert met == all_named, all_named ^ met


@pytest.mark.parametrize("seed", [*range(30), 45])
def test_the_second_shot_of_legionnaires_is_forgotten_only_where_they_have_one_left(
    seed: int,
) -> None:
    """Line 5: legionnaires who have fired once may fire again."""
    question = make_up("paychest:act", seed, 1)
    forgotten = any("legionnaires fire twice" in slip.name for slip in question.key.slips)
    once = "has fired once. " in question.text and question.text.endswith("fire now?")
    assert forgotten is (once and question.right == "yes"), question.text
    assert forgotten or seed != 45, "this one shows it"
