"""Shots: three ways to the same verdict, the printed sentences, and wrong questions."""

from itertools import cycle, product

import pytest

from landships_lab.core.answer import Gap, judge
from landships_lab.core.hexes import Heading, Hex
from landships_lab.data.gaps import gaps
from landships_lab.games.landships.data.units import Unit, Weapon
from landships_lab.games.landships.rules.field_of_fire import reach_of, survey, targets
from landships_lab.games.landships.rules.fire import can_target, shot, verdict
from landships_lab.games.landships.rules.positions import UNITS
from landships_lab.games.landships.rules.ranges import range_hexes
from tests.shots import EACH_WEAPON, PLACES, READINGS, asked, limit_of, near, place, stands

NEVER = {"arc-edge-hexside": "never"}

# ------------------------------------------------------------------- one question, asked three ways


@pytest.mark.long
@EACH_WEAPON
def test_verdict_and_reach_agree_on_every_place(unit: Unit, weapon: Weapon) -> None:
    limit, readings = limit_of(weapon), cycle(READINGS)
    for (start, heading), _ in product(stands(unit), range(3)):
        option = next(readings)
        fired = shot(unit, weapon, PLACES[start], heading, option, limit)
        found = reach_of(shot(unit, weapon, PLACES[start], heading, option, limit))
        for code in set(near(start, limit + 2)) - {start}:  # of its own the article says nothing
            assert (verdict(fired, PLACES[code]) is True) == (PLACES[code] in found.can_hit), (
                f"{start} {heading}: {code}, {option}"
            )
        assert len(found.can_hit) == sum(
            PLACES[code] in found.can_hit for code in near(start, limit + 2)
        ), "and nothing lies beyond"
        assert not found.can_hit & found.on_excluded_edge


@pytest.mark.long
@EACH_WEAPON
def test_the_explained_answer_agrees_with_verdict_and_reach(unit: Unit, weapon: Weapon) -> None:
    limit, readings = limit_of(weapon), cycle(READINGS)
    for number, (start, heading) in enumerate(stands(unit)):
        option = next(readings)
        here = PLACES[start]
        fired = shot(unit, weapon, here, heading, option, limit)
        found = reach_of(shot(unit, weapon, here, heading, option, limit))
        assert targets(unit, weapon, here, heading, option, limit) == found.can_hit
        for code in near(start, limit + 2)[number % 37 :: 37]:
            answer = can_target(unit, weapon, here, heading, PLACES[code], option, limit)
            assert answer.value == verdict(fired, PLACES[code]) == judge(answer.steps), str(answer)
            assert code == start or (answer.value is True) == (PLACES[code] in found.can_hit), str(
                answer
            )
            if PLACES[code] in found.on_excluded_edge:
                assert "On an edge that does not count" in answer.headline, str(answer)
            adds = sum(step.op == "add" for step in answer.steps)
            assert adds == range_hexes(here, PLACES[code], option["range-between-hexsides"])


def test_the_range_of_the_unit_counts_when_none_is_supplied() -> None:
    arms = {"57mm-starboard": 7, "57mm-port": 7, "mg-bow": 4, "mg-stern": 4}  # lines 51-59
    for weapon, limit in arms.items():
        unsaid = targets("mk-iv-male", weapon, place("2020"), Heading.N)
        assert unsaid == targets(
            UNITS["mk-iv-male"], weapon, place("2020"), Heading.N, max_range=limit
        )


def test_ids_and_the_things_themselves_are_the_same_question() -> None:
    unit = UNITS["a7v"]
    for by_id, by_itself in (("a7v", unit), (unit, "a7v")):
        assert targets(by_id, "57mm-bow", place("0505"), Heading.N) == targets(
            by_itself, unit.weapon("57mm-bow"), place("0505"), Heading.N
        )


# -------------------------------------------------------------------------------- printed sentences


def test_the_mk_iv_cannot_hit_hexsides_on_the_edges_of_its_arcs() -> None:
    """Line 65.

    It faces north; due east, on the edge of its starboard gun's arc, lies hexside 0602/0603, and
    then hex 0703, which is in by the default reading and out by the other.
    """
    gun = "mk-iv-male 57mm-starboard 0503 N"
    answer = asked(gun, "0602/0603")
    assert answer.value is False
    refusal = next(step for step in answer.steps if step.op == "forbids")
    assert refusal.text == "A hexside on this edge cannot be hit."
    assert (refusal.cite.lines, refusal.cite.kind) == ("65", "printed")
    assert refusal.reading == "arc-edge-hexside"
    assert answer.headline == "On an edge that does not count: it may not fire."
    told = "Under this reading a hex whose centre lies on the edge is in the arc."
    assert asked(gun, "0703").value is True
    assert told in str(asked(gun, "0703"))
    assert asked(gun, "0703", {"arc-edge-hex": "as-hexside"}).value is False


def test_the_a7v_can_hit_hexsides_on_the_edges_of_its_arcs() -> None:
    """Line 115: some arcs allow it.

    North-north-east, on the edge of the bow gun's arc, lies hexside 0502/0602.
    """
    answer = asked("a7v 57mm-bow 0503 N", "0502/0602")
    assert answer.value is True
    step = next(step for step in answer.steps if step.reading == "arc-edge-hexside")
    assert step.text == "A hexside on this edge can be hit."
    assert step.cite.kind == "reconstructed"
    assert asked("a7v 57mm-bow 0503 N", "0502/0602", NEVER).value is False


@pytest.mark.parametrize(
    ("weapon", "limit"),
    [
        ("mk-iv-male 57mm-starboard {} N", 7),  # line 51
        ("mk-iv-male 57mm-port {} N", 7),  # line 53
        ("mk-iv-male mg-bow {} N", 4),  # line 59
        ("mk-iv-male mg-stern {} S", 4),  # line 59
        ("mk-iv-male mg-starboard {} WNW", 4),  # line 57
        ("mk-iv-male mg-port {} ENE", 4),  # line 57
        ("a7v 57mm-bow {} N", 8),  # line 73
        ("a7v mg-stern {} S", 5),  # line 77
        ("75mm-art gun {} N", 68),  # line 83, read as 10 points and 68 hexes
    ],
)
def test_maximum_ranges_hold_to_the_hex(weapon: str, limit: int) -> None:
    """The restricted weapon ranges of optional rule 16.31 are obligatory (line 115).

    The target lies due north.
    """
    for rows, allowed in ((limit, True), (limit + 1, False)):
        answer = asked(weapon.format(f"05{10 + rows:02}"), "0510")
        assert answer.value is allowed, str(answer)
        within = f"Range {rows} is within the" if allowed else f"Range {rows} is 1 hex beyond the"
        assert answer.steps[-1].text.startswith(within)
        assert any("16.31" in step.text and step.cite.lines == "115" for step in answer.steps)
    assert "1 hex too far" in answer.headline


def test_a_gun_whose_range_is_not_in_the_source_is_a_gap_until_one_is_supplied() -> None:
    gun = "full-circle-mount gun 0505 N"
    silent = asked(gun, "0705")
    assert isinstance(silent.value, Gap)
    assert silent.value.question.startswith("What is the maximum range of this gun?")
    assert silent.headline == "In arc, range 2: its maximum range is not in the source."
    assert [r.change for r in silent.remedies] == ["max_range"]
    assert targets("full-circle-mount", "gun", place("0505"), Heading.N) == frozenset()
    for supplied, allowed in ((2, True), (1, False)):
        answer = asked(gun, "0705", max_range=supplied)
        assert answer.value is allowed
        assert answer.steps[-1].cite.kind == "supplied"
        assert "your maximum" in answer.steps[-1].text
    known = asked("a7v 57mm-bow 0503 N", "0501", max_range=5)
    assert known.steps[-1].text == "Range 2 is within your maximum of 5."
    all_round = targets("full-circle-mount", "gun", place("0505"), Heading.N, max_range=2)
    assert len(all_round) == 1 + 3 * 5 * 6  # every place within 5 half hexes


def test_a_weapons_unit_outside_its_arc_is_a_gap() -> None:
    """Line 115: it may fire there with a penalty, which is in the base game only."""
    answer = asked("75mm-art gun 0505 N", "0805")
    assert isinstance(answer.value, Gap)
    assert "penalty" in answer.value.question
    assert answer.headline.endswith(": it may fire at a penalty not in the source.")
    assert not answer.value, "a gap is no yes"
    too_far = asked("75mm-art gun 0505 N", "9905")
    assert too_far.value is False, "a Gap about the penalty does not bring in what is too far"
    assert isinstance(asked("75mm-art gun 0503 N", "0502/0602", NEVER).value, Gap)
    unknown = asked("field-gun gun 0505 N", "0507")
    assert isinstance(unknown.value, Gap)
    assert unknown.headline.endswith(": penalty and range are not in the source.")


def test_an_illegal_position_cannot_fire_and_hears_the_nearest_legal_heading() -> None:
    """Vehicle #4 of the article (line 31)."""
    answer = asked("mk-iv-male 57mm-starboard 0804/0805 N", "0803")
    assert answer.value is False
    assert answer.headline == "Illegal: on hexside 0804/0805 it may face E or W only."
    turns = [("heading", Heading.E), ("heading", Heading.W)]
    assert [(r.change, r.to) for r in answer.remedies][:2] == turns
    assert targets("mk-iv-male", "57mm-starboard", place("0804/0805"), Heading.N) == frozenset()
    near_east = asked("mk-iv-male 57mm-starboard 0804/0805 ENE", "0803")
    assert [r.to for r in near_east.remedies if r.change == "heading"] == [Heading.E]


def test_whether_a_unit_may_fire_at_its_own_place_is_left_to_the_base_game() -> None:
    """Lines 19-39 count ranges to other places, 0 to a hexside of one's own hex; no line speaks of
    fire at one's own place.
    """
    own = place("0503/0504")
    for weapon in UNITS["a7v"].weapons.values():
        answer = asked(f"a7v {weapon.id} 0503/0504 E", "0503/0504", max_range=0)
        assert isinstance(answer.value, Gap)
        assert "own place" in answer.headline
        assert "base game" in answer.steps[-1].text
        assert answer.remedies == ()
        board = survey(UNITS["a7v"], weapon, own, Heading.E, place("0501"), max_range=3)
        assert own not in board.detail.fields[weapon.id].reach.can_hit
    beside = asked("a7v 57mm-bow 0503/0504 E", "0503", max_range=0)
    assert not isinstance(beside.value, Gap)


def test_fire_is_at_what_is_spotted() -> None:
    """Line 115: the article speaks of targets that a unit spots; how it spots is in the base game,
    so only the reader can say.
    """
    unsaid, said = (asked("a7v 57mm-bow 0503 N", "0501", spotted=told) for told in (False, True))
    assert unsaid.value is said.value is True
    may = "In arc, range 2 of 8: the 57 mm bow may fire"
    assert (unsaid.headline, said.headline) == (f"{may}, if the target is spotted.", f"{may}.")
    assert any("spotted" in step.text and step.cite.lines == "115" for step in unsaid.steps)
    assert any("spotted" in step.text and step.cite.kind == "supplied" for step in said.steps)


def test_what_the_restricted_ranges_and_the_arcs_mean_for_this_target_is_told() -> None:
    """Line 115: nothing beyond a maximum range is hit, and in general nothing outside the arcs."""
    for code, beyond, outside in (
        ("0803", False, False),
        ("0802", True, False),
        ("1007", False, True),
        ("1307", True, True),
    ):
        told = str(asked("mk-iv-male mg-bow 0807 N", code))
        assert ("nothing beyond the maximum is hit" in told) is beyond
        assert ("fires only within its fire arcs" in told) is outside
        if code == "1307":
            assert "Not in arc, 30° to 60° past its right edge, and 1 hex too far: " in told
            assert "1307 lies between 60° and 90° to starboard: outside the arc" in told
    assert "nothing beyond" not in str(asked("full-circle-mount gun 0807 N", "0802"))


def test_the_sentence_on_the_mk_ivs_edges_names_one_facing() -> None:
    """Line 65 is captioned "facing a hexside": at a hexjuncture it is a reading, and not print.

    Hexside 0503/0603 lies east-north-east, on the left edge of the bow gun's arc.
    """
    facings = {"mk-iv-edge-facing": "hexside-facings"}
    bow, on_edge = "mk-iv-male mg-bow 0503 E", "0503/0603"
    default, other = (asked(bow, on_edge, given) for given in (None, facings))
    assert (default.value, other.value) == (False, True)
    (kind,) = {s.cite.kind for s in default.steps if s.reading == "mk-iv-edge-facing"}
    assert kind == "reading"
    north = asked("mk-iv-male 57mm-starboard 0503 N", "0602/0603", facings)
    assert north.value is False
    assert place(on_edge) in targets("mk-iv-male", "mg-bow", place("0503"), Heading.E, facings)


# -------------------------------------------------------------------------------------- wrong input


def test_a_place_off_the_numbered_board_is_a_place_all_the_same() -> None:
    answer = can_target("a7v", "57mm-bow", Hex(-3, -3), Heading.N, Hex(-3, -5))
    assert answer.value is True
    assert "a hex off the numbered board" in str(answer)


def test_the_gaps_of_the_article_are_about_what_it_names() -> None:
    """What a Whippet's gun would have is no gap of an article that never mentions it."""
    asked = [missing.gap.question for missing in gaps("landships").values()]
    assert any("A7V" in question for question in asked)
    assert not [question for question in asked if "Whippet" in question or "Renault" in question]
