"""What the questions of Landser say, and which mistakes they know: found by other means."""

import re
from collections.abc import Iterator
from fractions import Fraction
from math import inf, tan
from math import pi as half_turn

import pytest

from landships_lab.core.answer import Gap
from landships_lab.games.landser.data.tables import squad
from landships_lab.games.landser.practice.firing import misaimed
from landships_lab.games.landser.practice.looking import misspotted
from landships_lab.games.landser.rules.shots import Shot, hit_chance
from landships_lab.games.landser.rules.sight import Sighting, spot_chance
from landships_lab.games.landser.rules.trooper import ROSTER
from landships_lab.panel import CATALOG
from landships_lab.practice import Task
from landships_lab.practice.generator import kind_of
from landships_lab.practice.marking import NOT_PRINTED
from tests.effort import tries
from tests.made import at_each_level, made_question

SEEDS = range(40)


def made(kind: str, *levels: int) -> Iterator[tuple[int, Task]]:
    for level in levels:
        for seed in SEEDS:
            yield level, made_question(kind, seed, level)


def mistakes(question: Task) -> dict[str, str]:
    return {slip.name: slip.reply for slip in question.key.slips}


# -- what the words say stands in the state


def test_a_question_about_orders_says_what_its_state_holds() -> None:
    found = set()
    for level, asked in made("landser:squad", 1, 2, 3):
        hidden, words = " after hide " in asked.start, asked.ask()
        assert ("sent him into hide" in words) is hidden, asked.start
        assert ("last turn" in words) is (level > 1)
        role = ROSTER[re.findall(r"man (\w+)", asked.start)[0].replace("_", " ")]
        own = re.findall(r"weapon (\w+)", asked.start)[0] in squad().men[role].weapons
        assert not hidden or level == 3
        found.add((level, hidden, own))
    assert found >= {(1, False, True), (2, False, False), (3, True, True), (3, False, False)}


def test_a_question_about_an_assault_says_how_many_have_come() -> None:
    counted = set()
    for level, asked in made("landser:assault", 1, 2, 3):
        second = " opponent 2" in asked.start
        assert ("the second to attack" in asked.ask()) is second
        assert (" opponent 3" in asked.start) is ("the third to attack" in asked.ask())
        counted.add((level > 1, second))
    assert counted == {(False, False), (True, False), (True, True)}


def test_a_question_about_an_arc_has_one_man_who_is_in_it_or_out_of_it() -> None:
    """Line 181: by the tangents of 22½ and 45 degrees, in decimals."""
    point, kinds = r"(\d+),(\d+)", set()
    for level, asked in made("landser:arc", 1, 2, 3):
        x, y, ahead_x, ahead_y = map(int, re.findall(rf"from {point} to {point}", asked.start)[0])
        front = complex(ahead_x - x, ahead_y - y)
        wide = "each-side" in asked.start
        inside = []
        for name, at_x, at_y in re.findall(rf"([A-H])@{point}", asked.start):
            way = complex(int(at_x) - x, int(at_y) - y) / front
            slope = abs(way.imag) / way.real if way.real > 0 else inf
            inside.append((slope < tan(half_turn / (4 if wide else 8)), name))
        want = "only one of the" in asked.text and " outside his arc" not in asked.text
        assert [name for found, name in inside if found is want] == [asked.right]
        assert asked.pick is not None
        kinds.add((level, wide, want))
    assert kinds >= {(1, False, True), (2, True, True), (2, False, False), (3, True, False)}


@pytest.mark.long
def test_a_question_about_a_change_offers_two_that_are_not_enough() -> None:
    for _, asked in made("landser:change", 2, 3):
        assert len(asked.key.choices) >= 3
        assert len(asked.key.slips) == len(asked.key.choices) - 1


def test_light_wounds_are_asked_about_from_the_second_level_on() -> None:
    fates = {(level, "light wound" in asked.ask()) for level, asked in made("landser:odds", 1, 2)}
    assert (1, True) not in fates
    assert (2, True) in fates


def test_a_gun_of_a_question_can_have_fired_as_it_is_said_to_have() -> None:
    """Lines 115, 197, 232: an SMG or LMG reloads after a burst; a GPMG alone, or not set up, fires
    no second one; four turns wear out a barrel; a gunner alone has two bursts.
    """
    for _, asked in made("landser:crew", 1, 2, 3):
        turns, bursts = (
            int(re.findall(rf"{word} (\d)", asked.start)[0]) for word in ("turns", "bursts")
        )
        ready = " set-up" in asked.start and " loader" in asked.start.partition(" with")[2]
        assert turns <= (4 if "crewed gpmg" in asked.start and ready else 1), asked.text
        assert bursts <= 2, asked.text
        assert "gun and jammed" not in asked.text


def test_a_wound_that_counts_in_an_assault_is_said_to_be_serious() -> None:
    """Line 147; a light wound takes nothing from the roll (line 135 apart)."""
    told = [asked.text for _, asked in made("landser:assault-odds", 3)]
    assert any("seriously wounded" in text for text in told)
    assert not any(" a wounded" in text for text in told)


# -- the mistakes


@pytest.mark.parametrize(
    ("sighting", "numbers"),
    [
        (Sighting(8, "hiding", True), {4: "out of sight"}),
        (Sighting(8, "moving"), {4: "took moving for sneaking"}),
        (Sighting(8, "still", True), {6: "sneaking in cover", 1: "next nearer"}),
        (Sighting(8, "sneaking"), {6: "sneaking in cover", 3: "next nearer", 5: "next farther"}),
        (Sighting(8, "sneaking", True), {4: "a soldier in cover", 5: "next nearer"}),
        (Sighting(2, "sneaking"), {7: "point blank"}),
    ],
)
def test_the_mistakes_of_spotting_lead_to_the_numbers_of_the_table(
    sighting: Sighting, numbers: dict[int, str]
) -> None:
    """Lines 250-263."""
    found = list(misspotted(sighting))
    for number, words in numbers.items():
        assert any(number == wrong and words in name for wrong, name in found), (number, found)
    settled = sighting.doing == "moving" or (sighting.doing == "hiding" and sighting.in_cover)
    settled |= sighting.range_inches == 2
    assert (len(found) == 1) is settled


@pytest.mark.parametrize(
    ("shot", "lost"),
    [
        (Shot("rifle", 20, repeat=True, firer_moved=True), 4),
        (Shot("rifle", 20, repeat=True), None),
        (Shot("rifle", 20), None),
        (Shot("rifle", 20, firer_moved=True), None),
    ],
)
def test_the_lost_bonus_is_a_mistake_only_where_it_is_lost(shot: Shot, lost: int | None) -> None:
    """Line 95: five is needed of who moved, four with the bonus he lost."""
    bonus = [wrong for wrong, name in misaimed(shot) if "bonus for the same target" in name]
    assert bonus == ([] if lost is None else [lost])


# -- what is said after a reply


def agrees(asked: Task) -> bool:
    """Whether the panel's answer to what is shown says the same, though it is asked otherwise."""
    value = asked.answer.value
    match asked.kind:
        case "landser:fire":
            return max(1, int(str(value))) == int(asked.right) or (
                "never-hits" in asked.start and asked.right == "2"
            )
        case "landser:may-fire":
            return (value is False) is (asked.right == "no")
        case "landser:arc":
            return (value is True) is ("outside" not in asked.text)
        case _:
            return (value is True) is ("need not" not in asked.text)


@pytest.mark.long
@pytest.mark.parametrize("kind", ["fire", "may-fire", "arc", "burst"])
def test_the_panel_says_the_same_as_the_key(kind: str) -> None:
    for asked in at_each_level(kind_of(f"landser:{kind}"), tries(10, 300)):
        assert agrees(asked), (asked.text, asked.right, asked.answer.headline)
        assert asked.shown() is not None


def test_what_the_rules_do_not_say_is_right_at_times() -> None:
    for kind in ("landser:spotting", "landser:charge"):
        right = [asked.right for _, asked in made(kind, 1, 2, 3)]
        assert 1 / 10 < right.count(NOT_PRINTED) / len(right) < 1 / 2


def _near(reply: str, chance: Fraction) -> bool:
    """Whether a step of 20 per cent is the nearest to this chance."""
    return abs(int(reply.removesuffix("%")) - 100 * chance) <= 10


def test_the_mean_of_two_chances_is_a_known_mistake() -> None:
    known = 0
    for _, asked in made("landser:seen-and-hit", 2, 3):
        state = CATALOG["landser:spotting"].parse(asked.start)
        answer = state.ask()
        seen, hit = spot_chance(answer.detail.sighting), hit_chance(answer.detail.shot)
        assert not isinstance(seen, Gap)
        assert _near(asked.right, seen * hit)
        for name, reply in mistakes(asked).items():
            if "mean of the two" in name:
                known += 1
                assert _near(reply, (seen + hit) / Fraction(2))
    assert known
