"""May this weapon fire at that place? One question asked three ways, the printed sentences, and what the reasons say."""

from functools import cache
from itertools import cycle, product
from typing import Any

import pytest

from landships_lab.core.answer import Gap, judge
from landships_lab.core.grid import Grid
from landships_lab.core.hexes import HEADINGS, Heading, Hex, Place, Side
from landships_lab.data.units import Unit, Weapon
from landships_lab.rules.landships import UNITS, can_target, legal_headings, range_hexes, reach, targets
from landships_lab.rules.landships.fire import shot, verdict
from tests import referee

GRID = Grid()
STARTS = ("2020", "2121", "2020/2021", "2020/2120", "2121/2221")  # a hex in either kind of column, each kind of hexside
PLACES: dict[str, Place] = {code: GRID.place(code) for code in referee.codes(range(9, 33), range(9, 33))}
READINGS = [
    {"range-between-hexsides": a, "arc-edge-hex": b, "arc-edge-hexside": c}
    for a, b, c in product(("full-hexes", "touched-hexes"), ("in", "as-hexside"), ("as-printed", "never", "always"))
]
WEAPONS = [pytest.param(unit, w, id=f"{unit.id}-{w.id}") for unit in UNITS.values() for w in unit.weapons.values()]
EACH_WEAPON = pytest.mark.parametrize(("unit", "weapon"), WEAPONS)


def place(code: str) -> Place:
    return GRID.place(code)


def limit_of(weapon: Weapon) -> int:
    """Its range, or 6 where there is none in the source or too many hexes for a test to look at."""
    return weapon.range_hexes if isinstance(weapon.range_hexes, int) and weapon.range_hexes <= 10 else 6


@cache
def near(start: str, hexes: int) -> tuple[str, ...]:
    """Every place within so many hexes."""
    return tuple(code for code in PLACES if referee.HALVES.get(referee.between(start, code), 99) <= 2 * hexes + 1)


def stands(unit: Unit) -> list[tuple[str, Heading]]:
    """Every kind of place with every legal heading."""
    return [(start, heading) for start in STARTS for heading in legal_headings(unit.unit_class, PLACES[start])]


# ------------------------------------------------------------------------------------------------ one question, asked three ways


@EACH_WEAPON
def test_verdict_and_reach_agree_on_every_place(unit: Unit, weapon: Weapon) -> None:
    limit, readings = limit_of(weapon), cycle(READINGS)
    for (start, heading), _ in product(stands(unit), range(3)):
        taken = next(readings)
        fired = shot(unit, weapon, PLACES[start], heading, taken, limit)
        found = reach(unit, weapon, PLACES[start], heading, taken, limit)
        for code in near(start, limit + 2):
            assert (verdict(fired, PLACES[code]) is True) == (PLACES[code] in found.can_hit), f"{start} {heading}: {code}, {taken}"
        assert len(found.can_hit) == sum(PLACES[code] in found.can_hit for code in near(start, limit + 2)), "and nothing lies beyond"
        assert not found.can_hit & found.on_excluded_edge


@EACH_WEAPON
def test_the_explained_answer_agrees_with_verdict_and_reach(unit: Unit, weapon: Weapon) -> None:
    limit, readings = limit_of(weapon), cycle(READINGS)
    for number, (start, heading) in enumerate(stands(unit)):
        taken = next(readings)
        here = PLACES[start]
        fired = shot(unit, weapon, here, heading, taken, limit)
        found = reach(unit, weapon, here, heading, taken, limit)
        assert targets(unit, weapon, here, heading, taken, limit) == found.can_hit
        for code in near(start, limit + 2)[number % 37 :: 37]:
            answer = can_target(unit, weapon, here, heading, PLACES[code], taken, limit)
            assert answer.value == verdict(fired, PLACES[code]) == judge(answer.steps), str(answer)
            assert (answer.value is True) == (PLACES[code] in found.can_hit), str(answer)
            if PLACES[code] in found.on_excluded_edge:
                assert "On an edge that does not count" in answer.headline, str(answer)
            adds = sum(step.op == "add" for step in answer.steps)
            assert adds == range_hexes(here, PLACES[code], taken["range-between-hexsides"])


def test_the_range_of_the_unit_counts_when_none_is_supplied() -> None:
    mk_iv = UNITS["mk-iv-male"]
    for weapon in mk_iv.weapons.values():
        assert targets(mk_iv, weapon, place("2020"), Heading.N) == targets(
            mk_iv, weapon, place("2020"), Heading.N, max_range=weapon.range_hexes
        )


def test_ids_and_the_things_themselves_are_the_same_question() -> None:
    unit = UNITS["a7v"]
    for by_id, by_itself in (("a7v", unit), (unit, "a7v")):
        assert targets(by_id, "57mm-bow", place("0505"), Heading.N) == targets(by_itself, unit.weapon("57mm-bow"), place("0505"), Heading.N)


# ------------------------------------------------------------------------------------------------------------ printed sentences


def test_the_mk_iv_cannot_hit_hexsides_on_the_edges_of_its_arcs() -> None:
    """Line 65. It faces north; due east, on the edge of its starboard gun's arc, lies hexside 0602/0603, and then hex 0703."""
    answer = can_target("mk-iv-male", "57mm-starboard", place("0503"), Heading.N, place("0602/0603"))
    assert answer.value is False
    refusal = next(step for step in answer.steps if step.op == "forbids")
    assert refusal.text == "A hexside on this edge cannot be hit."
    assert refusal.cite.lines == "65"
    assert refusal.cite.kind == "printed"
    assert refusal.reading == "arc-edge-hexside"
    assert answer.headline == "On an edge that does not count: the 57 mm starboard may not fire."


def test_the_hex_on_the_same_edge_is_in_by_the_default_reading_and_out_by_the_other() -> None:
    question: Any = ("mk-iv-male", "57mm-starboard", place("0503"), Heading.N, place("0703"))
    assert can_target(*question).value is True
    assert can_target(*question, readings={"arc-edge-hex": "as-hexside"}).value is False


def test_the_a7v_can_hit_hexsides_on_the_edges_of_its_arcs() -> None:
    """Line 115: some arcs allow it. North-north-east, on the edge of the bow gun's arc, lies hexside 0502/0602."""
    answer = can_target("a7v", "57mm-bow", place("0503"), Heading.N, place("0502/0602"))
    assert answer.value is True
    told = next(step for step in answer.steps if step.reading == "arc-edge-hexside")
    assert told.text == "A hexside on this edge can be hit."
    assert told.cite.kind == "reconstructed"
    assert can_target("a7v", "57mm-bow", place("0503"), Heading.N, place("0502/0602"), {"arc-edge-hexside": "never"}).value is False


@pytest.mark.parametrize(
    ("unit", "weapon", "heading", "limit"),
    [
        ("mk-iv-male", "57mm-starboard", "N", 7),  # line 51
        ("mk-iv-male", "57mm-port", "N", 7),  # line 53
        ("mk-iv-male", "mg-bow", "N", 4),  # line 59
        ("mk-iv-male", "mg-stern", "S", 4),  # line 59
        ("mk-iv-male", "mg-starboard", "WNW", 4),  # line 57
        ("mk-iv-male", "mg-port", "ENE", 4),  # line 57
        ("a7v", "57mm-bow", "N", 8),  # line 73
        ("a7v", "mg-stern", "S", 5),  # line 77
        ("75mm-art", "gun", "N", 68),  # line 83, read as 10 points and 68 hexes
    ],
)
def test_maximum_ranges_hold_to_the_hex(unit: str, weapon: str, heading: str, limit: int) -> None:
    """The restricted weapon ranges of optional rule 16.31 are obligatory (line 115). The target lies due north."""
    for rows, allowed in ((limit, True), (limit + 1, False)):
        answer = can_target(unit, weapon, place(f"05{10 + rows:02}"), Heading(heading), place("0510"))
        assert answer.value is allowed, str(answer)
        within = f"{rows} is within the" if allowed else f"{rows} is 1 hex beyond the"
        assert answer.steps[-1].text.startswith(within)
    assert "1 hex too far" in answer.headline


def test_a_gun_whose_range_is_not_in_the_source_is_a_gap_until_one_is_supplied() -> None:
    question: Any = ("full-circle-mount", "gun", place("0505"), Heading.N, place("0705"))
    silent = can_target(*question)
    assert isinstance(silent.value, Gap)
    assert silent.value.question.startswith("What is the maximum range of this gun?")
    assert silent.headline == "In arc, range 2: whether the gun reaches so far is not in the source."
    assert [r.change for r in silent.remedies] == ["max_range"]
    assert targets(*question[:4]) == frozenset()
    for supplied, allowed in ((2, True), (1, False)):
        answer = can_target(*question, max_range=supplied)
        assert answer.value is allowed
        assert answer.steps[-1].cite.kind == "supplied"
        assert "you supplied" in answer.steps[-1].text
    assert len(targets(*question[:4], max_range=2)) == 1 + 3 * 5 * 6  # all round: every place within 5 half hexes


def test_a_weapons_unit_outside_its_arc_is_a_gap() -> None:
    """Line 115: it may fire there with a penalty, which is in the base game only."""
    answer = can_target("75mm-art", "gun", place("0505"), Heading.N, place("0805"))
    assert isinstance(answer.value, Gap)
    assert "penalty" in answer.value.question
    assert answer.headline.endswith("the 75 mm gun may fire only at a penalty that is not in the source.")
    assert not answer.value, "a gap is no yes"
    too_far = can_target("75mm-art", "gun", place("0505"), Heading.N, place("9905"))
    assert too_far.value is False, "a Gap about the penalty does not bring in what is too far"
    on_the_edge = can_target("75mm-art", "gun", place("0503"), Heading.N, place("0502/0602"), {"arc-edge-hexside": "never"})
    assert isinstance(on_the_edge.value, Gap)


def test_an_illegal_position_cannot_fire_and_hears_the_nearest_legal_heading() -> None:
    """Vehicle #4 of the article (line 31)."""
    answer = can_target("mk-iv-male", "57mm-starboard", place("0804/0805"), Heading.N, place("0803"))
    assert answer.value is False
    assert answer.headline == "Illegal: on hexside 0804/0805 it may face E or W only."
    assert [(r.change, r.to) for r in answer.remedies][:2] == [("heading", Heading.E), ("heading", Heading.W)]
    assert targets("mk-iv-male", "57mm-starboard", place("0804/0805"), Heading.N) == frozenset()
    near_east = can_target("mk-iv-male", "57mm-starboard", place("0804/0805"), Heading.ENE, place("0803"))
    assert [r.to for r in near_east.remedies if r.change == "heading"] == [Heading.E]


def test_a_unit_may_fire_at_its_own_place() -> None:
    for weapon in UNITS["a7v"].weapons.values():
        answer = can_target("a7v", weapon, place("0503/0504"), Heading.E, place("0503/0504"))
        assert answer.value is True
        assert "is the place it stands in" in answer.steps[1].text


# -------------------------------------------------------------------------------------------------------- what would change it


def asked_again(question: dict[str, Any], change: str, to: Any) -> Any:
    """The answer once the one change is made that a remedy proposes."""
    new = dict(question)
    if change == "placement":
        new["place"], new["heading"] = to
    elif change in new:
        new[change] = to
    else:
        new["readings"] = {**new["readings"], change: to}
    return can_target(**new)


def refused(unit: Unit, weapon: Weapon) -> list[tuple[dict[str, Any], Any]]:
    """A sample of refused shots of this weapon over places, headings and readings, each with its answer."""
    limit, readings, found = limit_of(weapon), cycle(READINGS), []
    for number, (start, heading) in enumerate(stands(unit)):
        for code in near(start, limit + 3)[number % 101 :: 101]:
            question: dict[str, Any] = {"unit": unit, "weapon": weapon, "place": PLACES[start], "heading": heading}
            question |= {"target": PLACES[code], "readings": next(readings)}
            answer = can_target(**question)
            if answer.value is not True:
                found.append((question, answer))
    return found


@EACH_WEAPON
def test_every_remedy_really_makes_it_true(unit: Unit, weapon: Weapon) -> None:
    tried = 0
    for question, answer in refused(unit, weapon):
        for remedy in answer.remedies:
            if remedy.to is None:
                assert remedy.change in ("", "max_range")
                continue
            then = asked_again(question, remedy.change, remedy.to)
            tried += 1
            if "the arc would cover it" in remedy.text:
                assert then.headline.startswith("In arc"), f"{answer}\n{remedy}"
                assert then.value is not True, f"{answer}\n{remedy}"
            else:
                assert then.value is True, f"{answer}\n{remedy}"
    assert tried or weapon.arc.all_round


def test_remedies_of_an_illegal_position_make_it_legal() -> None:
    for code, heading in product(("0804/0805", "0304/0404", "0403/0504"), HEADINGS):
        for unit, weapon in (("a7v", "57mm-bow"), ("75mm-art", "gun")):
            question: dict[str, Any] = {"unit": unit, "weapon": weapon, "place": place(code), "heading": heading, "target": place("0606")}
            answer = can_target(**question)
            if answer.headline.startswith("Illegal"):
                assert answer.remedies
                for remedy in answer.remedies:
                    then = asked_again(question | {"readings": {}}, remedy.change, remedy.to)
                    assert not then.headline.startswith("Illegal"), f"{answer}\n{remedy}"


@EACH_WEAPON
def test_fewest_turns_is_the_fewest(unit: Unit, weapon: Weapon) -> None:
    arc = weapon.arc
    for question, answer in refused(unit, weapon):
        start, code = GRID.code(question["place"]), GRID.code(question["target"])
        taken = question["readings"]
        flag = {"as-printed": arc.edge_hexsides, "never": False, "always": True}[taken["arc-edge-hexside"]]
        edge = flag if isinstance(question["target"], Side) or taken["arc-edge-hex"] == "as-hexside" else True
        allowed = {"inside", "edge"} if edge else {"inside"}
        facing = referee.HEADINGS.index(question["heading"].value)
        legal = referee.parallel(start) if referee.on_hexside(start) else set(referee.HEADINGS)
        turns = {
            name: min((referee.HEADINGS.index(name) - facing) % 12, (facing - referee.HEADINGS.index(name)) % 12)
            for name in legal
            if referee.locate(arc.lo, arc.hi, start, name, code) in allowed
        }
        offered = {remedy.to.value: remedy.text for remedy in answer.remedies if remedy.change == "heading"}
        fewest = min(turns.values(), default=0)
        expected = {name for name, points in turns.items() if points == fewest} if fewest else set()
        assert set(offered) == expected, str(answer)
        for name, text in offered.items():
            words = "about" if fewest == 6 else f"{30 * fewest}° {'right' if (referee.HEADINGS.index(name) - facing) % 12 < 6 else 'left'}"
            assert text.startswith(f"Turned {words} to face {name}, ")


@EACH_WEAPON
def test_every_other_weapon_that_could_is_offered(unit: Unit, weapon: Weapon) -> None:
    for question, answer in refused(unit, weapon):
        place, heading, target, taken = (question[key] for key in ("place", "heading", "target", "readings"))
        others = (w for w in unit.weapons.values() if w.id != weapon.id)
        could = {w.id for w in others if verdict(shot(unit, w, place, heading, taken), target) is True}
        assert {r.to for r in answer.remedies if r.change == "weapon"} == could, str(answer)


def test_how_many_hexes_too_far_is_told_and_no_turn_is_offered_for_it() -> None:
    answer = can_target("mk-iv-male", "mg-bow", place("0510"), Heading.N, place("0503"))
    assert answer.headline == "In arc, but 3 hexes too far: range 7 of 4."
    assert answer.remedies[0].text == "The target is 3 hexes too far; no turn changes that."
    assert "heading" not in {r.change for r in answer.remedies}
    ahead = next(r for r in answer.remedies if r.change == "place")
    assert (ahead.text, ahead.to) == ("After 3 steps forward, in 0507, it could fire.", place("0507"))


def test_on_a_hexside_where_no_legal_heading_will_do_its_hexes_are_offered() -> None:
    """On 0503/0504 an A7V faces east or west; a target due north is abeam of both, out of its bow gun's arc."""
    answer = can_target("a7v", "57mm-bow", place("0503/0504"), Heading.E, place("0501"))
    offered = [r for r in answer.remedies if r.change == "placement"]
    assert {GRID.code(r.to[0]) for r in offered} == {"0503", "0504"}
    assert all(r.text.startswith("On this hexside only E and W are legal; in ") for r in offered)


def test_a_yes_needs_no_remedy() -> None:
    assert can_target("a7v", "57mm-bow", place("0503"), Heading.N, place("0501")).remedies == ()


# ------------------------------------------------------------------------------------------------------------ what the words say


def past_edges(arc: Any, start: str, heading: str, code: str) -> list[tuple[int, int, int]]:
    """By how many degrees, at least and at most, is the target past each edge of the arc?"""
    part = referee.off_bow(start, heading, code)
    assert part is not None
    past = []
    for edge, parts in ((arc.hi, (part - arc.hi // 15) % 24), (arc.lo, (arc.lo // 15 - part) % 24)):
        past.append((15 * (parts - parts % 2), 15 * (parts + parts % 2), edge))
    return past


def bearing_words(edge: int) -> str:
    turned = edge % 360
    if turned in (0, 180):
        return "dead astern" if turned else "dead ahead"
    return f"{turned}° to starboard" if turned < 180 else f"{360 - turned}° to port"


@EACH_WEAPON
def test_the_headline_names_the_nearer_edge_and_by_how_much(unit: Unit, weapon: Weapon) -> None:
    for number, (start, heading) in enumerate(stands(unit)):
        for code in near(start, 3)[number % 7 :: 7]:
            if referee.locate(weapon.arc.lo, weapon.arc.hi, start, heading.value, code) != "outside":
                continue
            answer = can_target(unit, weapon, PLACES[start], heading, PLACES[code])
            least = min(past[:2] for past in past_edges(weapon.arc, start, heading.value, code))
            ways = [past for past in past_edges(weapon.arc, start, heading.value, code) if past[:2] == least]
            low, high = least
            amount = f"{low}°" if low == high else f"less than {high}°" if low == 0 else f"{low}° to {high}°"
            said = [f"Not in arc, {amount} past its edge at {bearing_words(edge)}" for _, _, edge in ways]
            assert any(answer.headline.startswith(words) for words in said), f"{answer.headline}\n{said}"


@EACH_WEAPON
def test_the_second_step_says_where_the_target_lies(unit: Unit, weapon: Weapon) -> None:
    for start, heading in stands(unit):
        for code in near(start, 2)[::5]:
            text = can_target(unit, weapon, PLACES[start], heading, PLACES[code]).steps[1].text
            part = referee.off_bow(start, heading.value, code)
            if part is None:
                assert "is the place it stands in" in text
            elif part % 2 == 0:
                assert f"lies exactly {bearing_words(15 * part)}: " in text
            else:
                ends = sorted(min(15 * (part + side), 360 - 15 * (part + side)) for side in (-1, 1))
                assert f"lies between {ends[0]}° and {ends[1]}° to {'starboard' if part < 12 else 'port'}: " in text
            position = referee.locate(weapon.arc.lo, weapon.arc.hi, start, heading.value, code)
            assert {"inside": ": inside the arc", "edge": ": exactly on the edge of the arc", "outside": ": outside the arc"}[position] in text


@EACH_WEAPON
def test_every_step_is_one_sentence_with_a_citation(unit: Unit, weapon: Weapon) -> None:
    for question, answer in refused(unit, weapon)[:12]:
        for step in answer.steps:
            assert step.text[0].isupper() or step.text[0].isdigit()
            assert step.text.endswith((".", "?"))
            assert step.cite.document
            assert step.cite.section
        assert answer.steps[0].marks == (question["place"],)
        assert answer.headline.endswith(".")
        assert str(answer).count("\n") == len(answer.steps) + len(answer.remedies)


# -------------------------------------------------------------------------------------------------------------------- wrong input

GOOD: dict[str, Any] = {"unit": "a7v", "weapon": "57mm-bow", "place": place("0503"), "heading": Heading.N, "target": place("0501")}


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"unit": "a7w"}, "'a7w' is not a unit; allowed are mk-iv-male, a7v, "),
        ({"unit": None}, "'None' is not a unit; allowed are mk-iv-male, a7v, "),
        ({"weapon": "57mm-bwo"}, "'57mm-bwo' is not a weapon of the A7V; allowed are 57mm-bow, mg-starboard, mg-port, mg-stern. The nearest is "),
        ({"place": "0503"}, "'0503' is no hex or hexside; read one from a code with Grid().place('0503')."),
        ({"target": "0501"}, "'0501' is no hex or hexside; read one from a code with Grid().place('0503')."),
        ({"target": None}, "None is no hex or hexside; read one from a code with Grid().place('0503')."),
        ({"heading": "N"}, "'N' is no heading; make one from its name with Heading('NNE')."),
        ({"heading": 0}, "0 is no heading; make one from its name with Heading('NNE')."),
        ({"readings": {"arc-edge": "in"}}, "'arc-edge' is not a reading; allowed are "),
        ({"readings": {"arc-edge-hex": "out"}}, "'out' is not an option of the reading arc-edge-hex; allowed are in, as-hexside."),
        ({"max_range": -1}, "A maximum range is a whole number of hexes from 0 to 99, not -1."),
        ({"max_range": 100}, "A maximum range is a whole number of hexes from 0 to 99, not 100."),
        ({"max_range": 2.5}, "A maximum range is a whole number of hexes from 0 to 99, not 2.5."),
        ({"max_range": "7"}, "A maximum range is a whole number of hexes from 0 to 99, not '7'."),
        ({"max_range": True}, "A maximum range is a whole number of hexes from 0 to 99, not True."),
    ],
)
def test_a_wrong_question_is_told_in_one_sentence(wrong: dict[str, Any], sentence: str) -> None:
    question = GOOD | wrong
    with pytest.raises(ValueError, match=r"\.$") as told:
        can_target(**question)
    assert str(told.value).startswith(sentence)
    if "target" not in wrong:
        question.pop("target")
        with pytest.raises(ValueError, match=r"\.$") as again:
            targets(**question)
        assert str(again.value) == str(told.value)


def test_a_place_off_the_numbered_board_is_a_place_all_the_same() -> None:
    answer = can_target("a7v", "57mm-bow", Hex(-3, -3), Heading.N, Hex(-3, -5))
    assert answer.value is True
    assert "a hex off the numbered board" in str(answer)
