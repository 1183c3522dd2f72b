"""Remedies turn a refusal into a yes, and the words say truly where the target lies and how far out
it is.
"""

from itertools import product
from typing import Any

import pytest

from landships_lab.core.arcs import Arc
from landships_lab.core.hexes import HEADINGS, Heading, Hex
from landships_lab.data.load import parse_toml
from landships_lab.games.landships.data.units import Unit, Weapon, read_units
from landships_lab.games.landships.rules.field_of_fire import survey
from landships_lab.games.landships.rules.fire import can_target, shot, verdict
from tests import referee
from tests.shots import EACH_WEAPON, GRID, PLACES, asked, near, place, refused, stands

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
            }
            question |= {"target": place("0606"), "readings": {}}
            answer = can_target(**question)
            if answer.headline.startswith("Illegal"):
                assert answer.remedies
                for remedy in answer.remedies:
                    then = asked_again(question, remedy.change, remedy.to)
                    assert not then.headline.startswith("Illegal"), f"{answer}\n{remedy}"


@pytest.mark.long
@EACH_WEAPON
def test_fewest_turns_is_the_fewest(unit: Unit, weapon: Weapon) -> None:
    for question, answer in refused(unit, weapon):
        start, code = GRID.code(question["place"]), GRID.code(question["target"])
        assert answer.steps[0].marks == (question["place"],)
        facing = referee.HEADINGS.index(question["heading"].value)
        allowed = {"inside", "edge"} if counts_on_edge(weapon.arc, question) else {"inside"}
        turns = {
            name: (points - facing) % 12
            for points, name in enumerate(referee.HEADINGS)
            if not referee.on_hexside(start)  # where no vehicle turns
            and referee.locate(weapon.arc.lo, weapon.arc.hi, start, name, code) in allowed
        }
        fewest = min((min(n, 12 - n) for n in turns.values()), default=0)
        expected = {name for name, n in turns.items() if fewest in (n, 12 - n)} if fewest else set()
        offered = {r.to.value: r.text for r in answer.remedies if r.change == "heading"}
        assert set(offered) == expected, str(answer)
        for name, text in offered.items():
            way = f"{30 * fewest}° {'right' if turns[name] < 6 else 'left'}"
            assert text.startswith(f"Turned {'about' if fewest == 6 else way} to face {name}, ")


def counts_on_edge(arc: Arc, question: dict[str, Any]) -> bool:
    """Return whether this target counts on the edge of the arc, as it is read."""
    readings = question["readings"]
    if isinstance(question["target"], Hex) and readings["arc-edge-hex"] == "in":
        return True
    flags = {"as-printed": arc.edge_hexsides, "never": False, "always": True}
    return flags[readings["arc-edge-hexside"]]


@pytest.mark.long
@EACH_WEAPON
def test_every_other_weapon_that_could_is_offered(unit: Unit, weapon: Weapon) -> None:
    for question, answer in refused(unit, weapon):
        at, heading, target = (question[key] for key in ("place", "heading", "target"))
        could = {
            w.id
            for w in unit.weapons.values()
            if w.id != weapon.id
            and verdict(shot(unit, w, at, heading, question["readings"]), target) is True
        }
        assert {r.to for r in answer.remedies if r.change == "weapon"} == could, str(answer)


def test_how_many_hexes_too_far_is_told_and_no_turn_is_offered_for_it() -> None:
    answer = asked("mk-iv-male mg-bow 0510 N", "0503")
    assert answer.headline == "In arc, but 3 hexes too far: range 7 of 4."
    assert answer.remedies[0].text == "The target is 3 hexes too far; no turn changes that."
    assert "heading" not in {r.change for r in answer.remedies}
    astern = asked("a7v 57mm-bow 0510 N", "0513").remedies
    assert [r.to for r in astern if r.change == "heading"] == [Heading.SSE, Heading.SSW]
    ahead = next(r for r in answer.remedies if r.change == "place")
    assert ahead.text == "After 3 steps forward, in 0507, it could fire."
    assert ahead.to == place("0507")


@pytest.mark.parametrize(
    ("shot_of", "target", "change"),
    [
        ("mk-iv-male mg-stern 0510 N", "0508", "place"),  # nobody goes through the target
        ("a7v 57mm-bow 0503/0504 E", "0203", "heading"),  # line 19: no turn on a hexside
        ("a7v 57mm-bow 0503 N", "0501", ""),  # a yes needs no remedy
    ],
)
def test_what_is_never_offered(shot_of: str, target: str, change: str) -> None:
    answer = asked(shot_of, target)
    assert answer.value is (not change)
    assert change not in {r.change for r in answer.remedies}


def test_on_a_hexside_where_no_legal_heading_will_do_its_hexes_are_offered() -> None:
    """On 0503/0504 an A7V faces east or west; a target due north is abeam of both, out of its bow
    gun's arc.
    """
    answer = asked("a7v 57mm-bow 0503/0504 E", "0501")
    offered = [r for r in answer.remedies if r.change == "placement"]
    assert {GRID.code(r.to[0]) for r in offered} == {"0503", "0504"}
    assert all(r.text.startswith("On a hexside it cannot turn; in ") for r in offered)
    off_board = asked("a7v 57mm-bow 0101/0201 NNE", "0105").remedies
    assert all(r.to[0] in GRID for r in off_board if r.change == "placement")


def test_nobody_is_sent_into_the_hex_of_its_target() -> None:
    """Line 115 and enemy-held hexes: the Mk IV on 0503/0504 would have to stand in 0503 to fire at
    0503.
    """
    answer = asked("mk-iv-male mg-stern 0503/0504 E", "0503")
    assert answer.value is False
    assert place("0503") not in {r.to[0] for r in answer.remedies if r.change == "placement"}


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


# ------------------------------------------------------------------------------- what the words say


def past_edges(arc: Arc, part: int) -> list[tuple[int, int, str]]:
    """Return by how many degrees, at least and at most, the target is past each edge of the arc."""
    ways = (("right", (part - arc.hi // 15) % 24), ("left", (arc.lo // 15 - part) % 24))
    return [(15 * (n - n % 2), 15 * (n + n % 2), edge) for edge, n in ways]


@pytest.mark.long
@EACH_WEAPON
def test_the_headline_names_the_nearer_edge_and_by_how_much(unit: Unit, weapon: Weapon) -> None:
    arc = weapon.arc
    for number, (start, heading) in enumerate(stands(unit)):
        for code in near(start, 3)[number % 7 :: 7]:
            if referee.locate(arc.lo, arc.hi, start, heading.value, code) != "outside":
                continue
            part = referee.off_bow(start, heading.value, code)
            assert part is not None
            answer = can_target(unit, weapon, PLACES[start], heading, PLACES[code])
            low, high = min(past[:2] for past in past_edges(arc, part))
            amount = f"{low}° to {high}°" if low else f"less than {high}°"
            amount = f"{low}°" if low == high else amount
            fitting = [
                f"Not in arc, {amount} past its {edge} edge"
                for *past, edge in past_edges(arc, part)
                if past == [low, high]
            ]
            assert answer.headline.startswith(tuple(fitting)), f"{answer.headline}\n{fitting}"
            assert len(answer.headline) <= 90


def bearing_words(degrees: int) -> str:
    turned = degrees % 360
    if turned in (0, 180):
        return "dead astern" if turned else "dead ahead"
    return f"{turned}° to starboard" if turned < 180 else f"{360 - turned}° to port"


@pytest.mark.long
@EACH_WEAPON
def test_the_second_step_says_where_the_target_lies(unit: Unit, weapon: Weapon) -> None:
    says = {"inside": "inside", "edge": "exactly on the edge of", "outside": "outside"}
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
                side = "starboard" if part < 12 else "port"
                assert f"lies between {ends[0]}° and {ends[1]}° to {side}: " in text
            position = referee.locate(weapon.arc.lo, weapon.arc.hi, start, heading.value, code)
            assert f": {says[position]} the arc of the {weapon.name}" in text
