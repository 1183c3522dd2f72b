"""Remedies turn a refusal into a yes, and the words say truly where the target lies and how far out
it is.
"""

from itertools import product
from typing import Any

import pytest

from landships_lab.core.arcs import Arc
from landships_lab.core.hexes import HEADINGS, Heading, Side
from landships_lab.data.load import parse_toml
from landships_lab.games.landships.data.units import Unit, Weapon, read_units
from landships_lab.games.landships.rules import can_target
from landships_lab.games.landships.rules.fire import survey
from landships_lab.games.landships.rules.shot import shot, verdict
from tests import referee
from tests.shots import EACH_WEAPON, GRID, PLACES, near, place, refused, stands

# ----------------------------------------------------------------------------- what would change it


def asked_again(question: dict[str, Any], change: str, to: Any) -> Any:
    """Return the answer after the one change that a remedy proposes."""
    new = dict(question)
    if change == "placement":
        new["place"], new["heading"] = to
    elif change in new:
        new[change] = to
    else:
        new["readings"] = {**new["readings"], change: to}
    return can_target(**new)


@pytest.mark.long
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
            question: dict[str, Any] = {
                "unit": unit,
                "weapon": weapon,
                "place": place(code),
                "heading": heading,
                "target": place("0606"),
            }
            answer = can_target(**question)
            if answer.headline.startswith("Illegal"):
                assert answer.remedies
                for remedy in answer.remedies:
                    then = asked_again(question | {"readings": {}}, remedy.change, remedy.to)
                    assert not then.headline.startswith("Illegal"), f"{answer}\n{remedy}"


@pytest.mark.long
@EACH_WEAPON
def test_fewest_turns_is_the_fewest(unit: Unit, weapon: Weapon) -> None:
    arc = weapon.arc
    for question, answer in refused(unit, weapon):
        start, code = GRID.code(question["place"]), GRID.code(question["target"])
        readings = question["readings"]
        flag = {"as-printed": arc.edge_hexsides, "never": False, "always": True}[
            readings["arc-edge-hexside"]
        ]
        edge = (
            flag
            if isinstance(question["target"], Side) or readings["arc-edge-hex"] == "as-hexside"
            else True
        )
        allowed = {"inside", "edge"} if edge else {"inside"}
        facing = referee.HEADINGS.index(question["heading"].value)
        legal = (
            set() if referee.on_hexside(start) else set(referee.HEADINGS)
        )  # no vehicle turns on a hexside
        turns = {
            name: min(
                (referee.HEADINGS.index(name) - facing) % 12,
                (facing - referee.HEADINGS.index(name)) % 12,
            )
            for name in legal
            if referee.locate(arc.lo, arc.hi, start, name, code) in allowed
        }
        offered = {
            remedy.to.value: remedy.text for remedy in answer.remedies if remedy.change == "heading"
        }
        fewest = min(turns.values(), default=0)
        expected = {name for name, points in turns.items() if points == fewest} if fewest else set()
        assert set(offered) == expected, str(answer)
        for name, text in offered.items():
            words = (
                "about"
                if fewest == 6
                else (
                    f"{30 * fewest}°"
                    f" {'right' if (referee.HEADINGS.index(name) - facing) % 12 < 6 else 'left'}"
                )
            )
            assert text.startswith(f"Turned {words} to face {name}, ")


@pytest.mark.long
@EACH_WEAPON
def test_every_other_weapon_that_could_is_offered(unit: Unit, weapon: Weapon) -> None:
    for question, answer in refused(unit, weapon):
        place, heading, target, readings = (
            question[key] for key in ("place", "heading", "target", "readings")
        )
        others = (w for w in unit.weapons.values() if w.id != weapon.id)
        could = {
            w.id for w in others if verdict(shot(unit, w, place, heading, readings), target) is True
        }
        assert {r.to for r in answer.remedies if r.change == "weapon"} == could, str(answer)


def test_how_many_hexes_too_far_is_told_and_no_turn_is_offered_for_it() -> None:
    answer = can_target("mk-iv-male", "mg-bow", place("0510"), Heading.N, place("0503"))
    assert answer.headline == "In arc, but 3 hexes too far: range 7 of 4."
    assert answer.remedies[0].text == "The target is 3 hexes too far; no turn changes that."
    assert "heading" not in {r.change for r in answer.remedies}
    ahead = next(r for r in answer.remedies if r.change == "place")
    assert (ahead.text, ahead.to) == (
        "After 3 steps forward, in 0507, it could fire.",
        place("0507"),
    )


def test_nobody_is_sent_through_the_target_to_fire_at_it() -> None:
    """It lies dead ahead, and only beyond it would the stern gun bear."""
    answer = can_target("mk-iv-male", "mg-stern", place("0510"), Heading.N, place("0508"))
    assert answer.value is False
    assert "place" not in {r.change for r in answer.remedies}


def test_on_a_hexside_where_no_legal_heading_will_do_its_hexes_are_offered() -> None:
    """On 0503/0504 an A7V faces east or west; a target due north is abeam of both, out of its bow
    gun's arc.
    """
    answer = can_target("a7v", "57mm-bow", place("0503/0504"), Heading.E, place("0501"))
    offered = [r for r in answer.remedies if r.change == "placement"]
    assert {GRID.code(r.to[0]) for r in offered} == {"0503", "0504"}
    assert all(r.text.startswith("On a hexside it cannot turn; in ") for r in offered)


def test_nobody_is_sent_into_the_hex_of_its_target() -> None:
    """Line 115 and enemy-held hexes: the Mk IV on 0503/0504 would have to stand in 0503 to fire at
    0503.
    """
    answer = can_target("mk-iv-male", "mg-stern", place("0503/0504"), Heading.E, place("0503"))
    assert answer.value is False
    assert place("0503") not in {r.to[0] for r in answer.remedies if r.change == "placement"}


def test_nobody_is_sent_off_the_board() -> None:
    answer = can_target("a7v", "57mm-bow", place("0101/0201"), Heading.NNE, place("0105"))
    assert all(r.to[0] in GRID for r in answer.remedies if r.change == "placement")


def test_no_vehicle_is_told_to_turn_on_a_hexside() -> None:
    """Line 19: the movement panel refuses that turn, by the reading turn-on-hexside."""
    answer = can_target("a7v", "57mm-bow", place("0503/0504"), Heading.E, place("0203"))
    assert answer.value is False
    assert "heading" not in {r.change for r in answer.remedies}


def test_a_maximum_range_of_the_readers_own_counts_for_the_other_weapons_too() -> None:
    arms = """
[units.twin]
name = "Twin"
nation = "either"
unit_class = 3
outline = "box"
[[units.twin.fields]]
name = "guns"
range = { how = "silent", cite = "base-rules", asks = "How far?" }
points = { how = "silent", cite = "base-rules", asks = "How many?" }
edge_hexsides = { value = true, how = "supplied", cite = "your-unit" }
[units.twin.fields.weapons]
bow = { name = "bow gun", arc = { lo = -30, hi = 30, how = "supplied", cite = "your-unit" } }
stern = { name = "stern gun", arc = { lo = 150, hi = 210, how = "supplied", cite = "your-unit" } }
"""
    twin = read_units(parse_toml(arms, "a test"), "a test")["twin"]
    answer = survey(twin, twin.weapon("bow"), place("0505"), Heading.N, place("0507"), max_range=3)
    assert answer.value is False
    assert [r.to for r in answer.remedies if r.change == "weapon"] == ["stern"]


def test_a_yes_needs_no_remedy() -> None:
    assert can_target("a7v", "57mm-bow", place("0503"), Heading.N, place("0501")).remedies == ()


# ------------------------------------------------------------------------------- what the words say


def past_edges(arc: Arc, start: str, heading: str, code: str) -> list[tuple[int, int, str]]:
    """Return by how many degrees, at least and at most, the target is past each edge of the arc."""
    part = referee.off_bow(start, heading, code)
    assert part is not None
    past = []
    for edge, parts in (
        ("right", (part - arc.hi // 15) % 24),
        ("left", (arc.lo // 15 - part) % 24),
    ):
        past.append((15 * (parts - parts % 2), 15 * (parts + parts % 2), edge))
    return past


@pytest.mark.long
@EACH_WEAPON
def test_the_headline_names_the_nearer_edge_and_by_how_much(unit: Unit, weapon: Weapon) -> None:
    for number, (start, heading) in enumerate(stands(unit)):
        for code in near(start, 3)[number % 7 :: 7]:
            if (
                referee.locate(weapon.arc.lo, weapon.arc.hi, start, heading.value, code)
                != "outside"
            ):
                continue
            answer = can_target(unit, weapon, PLACES[start], heading, PLACES[code])
            least = min(past[:2] for past in past_edges(weapon.arc, start, heading.value, code))
            ways = [
                past
                for past in past_edges(weapon.arc, start, heading.value, code)
                if past[:2] == least
            ]
            low, high = least
            amount = (
                f"{low}°"
                if low == high
                else f"less than {high}°"
                if low == 0
                else f"{low}° to {high}°"
            )
            fitting = [f"Not in arc, {amount} past its {edge} edge" for _, _, edge in ways]
            assert any(answer.headline.startswith(words) for words in fitting), (
                f"{answer.headline}\n{fitting}"
            )
            assert len(answer.headline) <= 90


def bearing_words(degrees: int) -> str:
    turned = degrees % 360
    if turned in (0, 180):
        return "dead astern" if turned else "dead ahead"
    return f"{turned}° to starboard" if turned < 180 else f"{360 - turned}° to port"


SAYS = {"inside": "inside", "edge": "exactly on the edge of", "outside": "outside"}


@pytest.mark.long
@EACH_WEAPON
def test_the_second_step_says_where_the_target_lies(unit: Unit, weapon: Weapon) -> None:
    for start, heading in stands(unit):
        for code in near(start, 2)[::5]:
            text = can_target(unit, weapon, PLACES[start], heading, PLACES[code]).steps[1].text
            part = referee.off_bow(start, heading.value, code)
            if part is None:
                assert "fire at the place it stands in" in text
            elif part % 2 == 0:
                assert f"lies exactly {bearing_words(15 * part)}: " in text
            else:
                ends = sorted(min(15 * (part + side), 360 - 15 * (part + side)) for side in (-1, 1))
                assert (
                    f"lies between {ends[0]}° and {ends[1]}° to"
                    f" {'starboard' if part < 12 else 'port'}: " in text
                )
            position = referee.locate(weapon.arc.lo, weapon.arc.hi, start, heading.value, code)
            assert f": {SAYS[position]} the arc of the {weapon.name}" in text


@pytest.mark.long
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
