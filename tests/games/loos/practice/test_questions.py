"""The questions about Loos: where each known mistake leads, worked out by hand from the words of
the question, and what the levels ask.
"""

import random
import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import pytest

from landships_lab.core.grid import Grid
from landships_lab.core.hexes import Hex, half_hexes
from landships_lab.core.lines import Along, Through, trace
from landships_lab.games.loos.practice.kinds import KINDS
from landships_lab.games.loos.rules.book import TABLE
from landships_lab.practice.task import Task
from tests.effort import tries
from tests.made import made_question

SEEDS = tries(70, 400)
#: The first differential of each line (lines 342-350).
FIRST = {"mountain": -1, "trench": -2, "town": -3, "woods": -4, "clear": -5}
GROUND = {"clear ground": "clear", "a town": "town", "a trench": "trench", "a mountain": "mountain"}
MAKE = {kind.id.removeprefix("loos:"): kind.make for kind in KINDS}


@cache
def questions(kind: str, level: int) -> tuple[Task, ...]:
    return tuple(MAKE[kind](random.Random(f"{kind} {seed}"), level) for seed in range(SEEDS))


def levels(kind: str) -> list[Task]:
    least = next(k.level for k in KINDS if k.id == f"loos:{kind}")
    return [question for level in range(least, 4) for question in questions(kind, level)]


def column(terrain: str, differential: int) -> int:
    """Return the column, from 0: single differentials up to +1, pairs from +2, and 10 alone."""
    first = FIRST[terrain]
    at = min(10, max(first, differential))
    return at - first if at <= 1 else 1 - first + at // 2


def row(roll: int, at: int) -> str:
    return TABLE.results[str(roll)][min(11, max(0, at))]


def rows(at: int) -> list[str]:
    return [row(roll, at) for roll in range(1, 7)]


Twin = Callable[[Task], Mapping[str, str]]


def fight(question: Task) -> tuple[str, int, int]:
    found = re.match(
        r"Attackers of strength (\d+) meet a defender of strength (\d+); the terrain is (\w+)",
        question.text,
    )
    assert found
    return found[3], int(found[1]), int(found[2])


def columns(question: Task) -> dict[str, int]:
    terrain, attack, defence = fight(question)
    right = column(terrain, attack - defence)
    return {
        "you subtracted the attack from the defence, the wrong way round": column(
            terrain, defence - attack
        ),
        "you divided the strengths, as other games do; here they are subtracted": column(
            terrain, attack // defence
        ),
        "you looked on the line for clear ground": column("clear", attack - defence),
        "you left out the strength of the defence": column(terrain, attack),
        "you read one column too far left": max(0, right - 1),
        "you read one column too far right": min(11, right + 1),
    }


def of_table(question: Task) -> dict[str, str]:
    roll = int(question.start.rpartition(" ")[2])
    return {name: row(roll, at) for name, at in columns(question).items()}


def of_strength(question: Task) -> dict[str, str]:
    terrain, attack, defence = fight(question)
    roll = int(question.start.rpartition(" ")[2])
    by = attack - defence

    def least(ground: str) -> int:
        hits = (n for n in range(1, 14) if row(roll, column(ground, by + n)).startswith("D"))
        return next(hits, 0)

    more = least(terrain)
    at = column(terrain, by)
    steps = next(n for n in range(1, 12) if row(roll, at + n).startswith("D"))
    return {
        "you counted columns, and some hold two differentials": str(steps),
        "you looked on the line for clear ground": str(least("clear")),
        "you gave the differential, not the points that are missing": str(more + by),
        "you stopped one point short": str(more - 1),
    }


def of_bombardment(question: Task) -> dict[str, str]:
    found = re.search(
        r"total (\d+), the terrain is (\w+), the roll on the table is (\d)", question.text
    )
    assert found
    total, terrain, roll = int(found[1]), found[2], int(found[3])
    at = column(terrain, total)
    leads = {
        "you read one column too far left": max(0, at - 1),
        "you read one column too far right": min(11, at + 1),
        "you looked on the line for clear ground": column("clear", total),
    }
    replies = {name: row(roll, there) for name, there in leads.items()}
    return {n: reply for n, reply in replies.items() if reply in ("De", "D3", "D2", "•")}


def of_stack(question: Task) -> dict[str, str]:
    named = {"you applied the rule for units that do not belong together": "no"}
    if "three units" in question.text:
        named["you forgot that at most two units may share a hex"] = "yes"
        return named
    named["you looked only at their number; they must also belong together"] = "yes"
    if "replacement battalion" in question.text:
        named["you forgot that a replacement battalion may not stack"] = "yes"
    return named


def place(code: str) -> Hex:
    found = Grid().place(code)
    assert isinstance(found, Hex)
    return found


def field(question: Task) -> tuple[Hex, Hex, dict[Hex, str], bool]:
    """Return observer, target, cover, and whether the observer is on high ground."""
    ends = re.match(r"loos:sight (\d{4}) at (\d{4})", question.start)
    assert ends
    cover = {
        place(code): kind
        for kind, codes in re.findall(r"(woods|town)=([\d,]+)", question.start)
        for code in codes.split(",")
    }
    return place(ends[1]), place(ends[2]), cover, "high=" in question.start


def free(observer: Hex, target: Hex, blocks: set[Hex], along: Callable[[Any], bool] = all) -> bool:
    """Return whether a line is free; along a hexside all of its two hexes block, or any."""
    return not any(
        crossed.hex in blocks
        if isinstance(crossed, Through)
        else along(h in blocks for h in crossed.hexes)
        for crossed in trace(observer, target)[1:]
    )


def of_sight(question: Task) -> dict[str, str]:
    observer, target, cover, high = field(question)
    blocks: set[Hex] = set() if high else {*cover}
    hexes = half_hexes(observer, target) // 2
    near = hexes <= 4
    truly = hexes == 1 or (near and free(observer, target, blocks))
    leads = {
        "you forgot that the target's own hex blocks": near
        and free(observer, target, blocks - {target}),
        "you let one hex beside a hexside block; along a hexside both must": near
        and free(observer, target, blocks, any),
        "you let the observer's own hex block": near and observer not in cover and truly,
        "you overlooked what is in the way": near,
    }
    if hexes == 1:
        name = "you forgot that an adjacent hex is observed whatever its terrain"
        leads[name] = target not in cover
    if not near:
        name = "you forgot that a line of sight is at most 4 hexes long"
        leads[name] = free(observer, target, blocks)
    if high:
        name = "you forgot that from high ground only high ground blocks"
        leads[name] = near and (hexes == 1 or free(observer, target, {*cover}))
    return {name: "yes" if seen else "no" for name, seen in leads.items()}


TWINS: Mapping[str, Twin] = {
    "table": of_table,
    "strength": of_strength,
    "bombardment": of_bombardment,
    "stack": of_stack,
    "sight": of_sight,
}


@pytest.mark.parametrize("kind", TWINS)
def test_each_mistake_leads_to_the_reply_that_it_is_named_for(kind: str) -> None:
    twin, met, all_named = TWINS[kind], set(), set()
    for question in levels(kind):
        assert question.given is not None
        expected = twin(question)
        all_named |= {name for name, reply in expected.items() if reply != question.given.right}
        for slip in question.given.slips:
            for name in slip.name.split(", or "):
                assert expected[name] == slip.reply, (question.text, name)
                met.add(name)
    assert met == all_named, all_named ^ met


@pytest.mark.parametrize("kind", ["table", "strength"])
def test_an_attack_leaves_the_printed_line_at_the_last_level_alone(kind: str) -> None:
    least = next(k.level for k in KINDS if k.id == f"loos:{kind}")
    for level in range(least, 4):
        met = set()
        for question in questions(kind, level):
            terrain, attack, defence = fight(question)
            by = attack - defence
            met.add(by)
            assert by != 11, "one past the end has no question of its own"
            assert FIRST[terrain] <= by <= (12 if level == 3 else 10), question.text
            assert level > 1 or by >= 0
            assert level > 2 or by >= -3
        if kind == "table":
            assert (12 in met) is (level == 3)
            assert (min(met) < 0) is (level > 1)


@pytest.mark.parametrize("level", [1, 2, 3])
def test_sight_is_asked_harder_level_by_level(level: int) -> None:
    lengths, highs, along, beside = set(), 0, [], []
    for question in questions("sight", level):
        observer, target, cover, high = field(question)
        lengths.add(half_hexes(observer, target) // 2)
        highs += high
        crossed = trace(observer, target)
        on = {h for c in crossed for h in ((c.hex,) if isinstance(c, Through) else c.hexes)}
        if half_hexes(observer, target) in (4, 8):
            along.append(any(isinstance(c, Along) for c in crossed))
        off = [h for h in cover if h not in on]
        beside.append(len(off))
        reach = half_hexes(observer, target)
        assert all(half_hexes(observer, h) + half_hexes(h, target) <= reach + 2 for h in off)
        assert level > 1 or not {observer, target} & {*cover}
    assert lengths == ({2, 3, 4} if level == 1 else {1, 2, 3, 4, 5})
    assert (highs > 0) is (level > 2)
    assert highs < SEEDS / 2
    assert all(along) is (level > 1)
    assert beside.count(3) > SEEDS / 2


@pytest.mark.parametrize("level", [2, 3])
def test_the_hex_to_clear_may_be_beside_the_observers_own_at_the_last_level(level: int) -> None:
    own = []
    for question in questions("clear", level):
        observer, target, cover, _ = field(question)
        own.append(observer in cover)
        assert question.given is not None
        right = place(question.given.right)
        assert not free(observer, target, {*cover})
        assert free(observer, target, {*cover} - {right})
        for slip in question.given.slips:
            there = place(slip.reply)
            beside = any(isinstance(c, Along) and there in c.hexes for c in trace(observer, target))
            assert slip.name == (
                "you let the observer's own hex block"
                if there == observer
                else "you let one hex beside a hexside block; along a hexside both must"
                if beside
                else "you picked a hex that the line does not go through"
            )
    assert any(own) is (level > 2)


@pytest.mark.parametrize("level", [1, 2, 3])
def test_a_stack_is_of_a_division_or_a_brigade(level: int) -> None:
    """18.1, line 286."""
    pairs = set()
    for question in questions("stack", level):
        british = "end of a British" in question.text
        assert ("army british" in question.start) is british
        pairs.add(question.start.rpartition(" ")[2])
        assert question.given is not None
        assert (question.given.right == "yes") is question.start.endswith(" same")
        if "enemy" not in question.text:
            assert ("brigade" in question.text) is british
            assert ("division" in question.text) is not british
    all_pairs = {"same", "other", "replacement", "three", "enemy"}
    assert pairs == ({"same", "other"} if level == 1 else all_pairs)


def test_the_throws_of_a_bombardment_are_easier_at_first() -> None:
    rolls = {
        level: {
            int(question.start.rpartition(" ")[2]) for question in questions("bombardment", level)
        }
        for level in (1, 2, 3)
    }
    assert rolls == {1: {1, 2, 3}, 2: {1, 2, 3}, 3: {1, 2, 3, 4, 5, 6}}


# -- what every kind keeps

BOARD = {"loos:whom": "target", "loos:who": "observer", "loos:clear": "target"}


@pytest.mark.long
@pytest.mark.parametrize("kind", BOARD)
def test_a_question_about_a_place_is_answered_on_the_board(kind: str) -> None:
    for question in levels(kind.removeprefix("loos:")):
        assert question.pick is not None
        assert question.pick.part == BOARD[kind]
        assert question.choices == ()
        state = question.panel.parse(question.start)
        for code in question.key.among:
            assert state.opening().holds(place(code)), "it cannot be clicked"
            pressed = state.set(question.pick.part, code)
            reply = question.pick.reply(pressed)
            assert question.key.read(reply) == code
            assert question.key.is_right(reply) == (code == question.right)


def test_the_print_is_silent_in_one_question_of_a_few() -> None:
    made = [made_question("loos:division", seed, 2) for seed in range(90)]
    silent = sum(asked.right == "the rules do not say" for asked in made)
    assert 9 <= silent <= 30


def test_the_order_of_phases_is_said_to_be_put_together_here() -> None:
    """The folio has no sequence of play: the citation of the order is no printed one."""
    for question in levels("phase")[:40]:
        assert "put together here" in question.text
        assert "not printed" in question.because
