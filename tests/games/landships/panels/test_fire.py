"""The fire arc panel under a hand, its controls, a reader's units and links from strangers."""

import base64
import pickle
import zlib
from dataclasses import replace
from importlib.resources import files
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from landships_lab.core.answer import Answer, Gap
from landships_lab.core.hexes import Heading, Hex, Place
from landships_lab.drawing.labels import label_box, overlap
from landships_lab.drawing.shapes import Circles, Label
from landships_lab.games.landships.data.units import Weapon
from landships_lab.games.landships.panels.common import counted
from landships_lab.games.landships.panels.fire import FireArcs
from landships_lab.games.landships.rules.positions import legal_headings
from landships_lab.games.landships.rules.ranges import range_hexes
from landships_lab.panel import packed_text
from landships_lab.panel.controls import Choice, Field, Switch, Toggles
from tests.effort import tries
from tests.games.landships.panels.hands import hand
from tests.random_states import random_states

LAB = FireArcs
PLACES = sorted(LAB.grid.places)
ARROWS = {"ArrowUp": "1001", "ArrowLeft": "0107/0108", "ArrowDown": "1014", "ArrowRight": "2007"}
SHIPPED = (
    files("landships_lab.games.landships.data").joinpath("units.toml").read_text(encoding="utf-8")
)


def state(text: str) -> FireArcs:
    return LAB.parse(f"landships:fire {text}")


def control(start: FireArcs, wanted: str) -> Any:
    return next(c for c in start.controls() if c.id == wanted)


# -------------------------------------------------------------------------------------------- hands


@pytest.mark.parametrize("code", ["1109", "1009/1010", "0101", "2014"])
def test_a_click_aims_at_what_lies_under_it(code: str) -> None:
    start = LAB.initial()
    assert start.ask().value is True
    aimed = hand(start, f"press {code}", f"drop {code}")
    assert aimed == replace(start, target=LAB.grid.place(code))
    placed = hand(start.set("click", "place"), f"press {code}", f"drop {code}")
    assert placed.place == LAB.grid.place(code)


def test_pointing_previews_and_leaving_forgets() -> None:
    start = LAB.initial()
    pointed = hand(start, "hover 1109")
    assert pointed.aimed == LAB.grid.place("1109")
    assert pointed.ask() != start.ask()
    assert pointed.settled() == hand(pointed, "leave") == start


def test_the_unit_is_dragged_and_turned_to_the_nearest_legal_heading() -> None:
    held = hand(state("mk-iv-male@0807 N"), "press 0807", "drag 0809/0810")
    assert held.held
    assert (held.place, held.heading) == (LAB.grid.place("0809/0810"), Heading.E)
    dropped = hand(held, "drag 0907", "drop 0907")
    assert (dropped.place, dropped.held, dropped.target) == (LAB.grid.place("0907"), False, None)


@given(
    st.sampled_from(PLACES),
    st.sampled_from(PLACES),
    st.sampled_from(["75mm-art", "full-circle-mount"]),
)
def test_a_weapons_unit_is_never_put_on_a_hexside_by_hand(
    start: Place, there: Place, unit: str
) -> None:
    hexagon = start if isinstance(start, Hex) else start.hexes[0]
    begun = state(f"{unit}@{LAB.grid.code(hexagon)} N click place")
    moved = hand(begun, ("press", hexagon), ("drag", there), "drop", ("press", there))
    assert isinstance(moved.place, Hex)
    for key in ARROWS:
        stepped = hand(begun, f"key {key}").place
        assert isinstance(stepped, Hex)
        assert range_hexes(hexagon, stepped) == (stepped != hexagon), "a whole hex at a time"


@given(st.sampled_from(PLACES), st.integers(-24, 24))
def test_wheel_keys_and_buttons_turn_alike(place: Place, points: int) -> None:
    start = replace(state("a7v@0505 N"), place=place)
    assert hand(start, f"turn 0505 {points}").heading is start.heading.turn(points)
    for key, button, by in (("e", "right", 1), ("q", "left", -1)):
        turned = replace(start, heading=start.heading.turn(by))
        assert hand(start, f"key {key}") == start.set("move", button) == turned


def test_arrow_keys_move_the_target_half_a_hex_and_stop_at_the_border() -> None:
    start = state("a7v@0505 N target 0503")
    assert hand(start, "key ArrowUp").target == LAB.grid.place("0502/0503")
    for key, code in ARROWS.items():
        far = hand(state("a7v@0505 N target 1007"), *[f"key {key}"] * 60)
        assert far.target == LAB.grid.place(code), key


@given(st.sampled_from(PLACES), st.integers(0, 3))
def test_an_arrow_key_and_its_opposite_come_back(place: Place, key: int) -> None:
    start, keys = replace(state("a7v@0505 N"), target=place), list(ARROWS)
    there = hand(start, f"key {keys[key]}")
    assert there == start or hand(there, f"key {keys[key - 2]}") == start


def test_a_step_forward_stays_on_the_board_and_wants_a_legal_position() -> None:
    assert state("a7v@0505 E").set("move", "forward").place == LAB.grid.place("0604/0605")
    for words, told in (
        ("a7v@0501 N", r"^One step forward would leave the board\.$"),
        ("a7v@0804/0805 N", r"^Illegal: on hexside 0804/0805 it may face E or W only\."),
    ):
        with pytest.raises(ValueError, match=told):
            state(words).set("move", "forward")


# ----------------------------------------------------------------------------------------- controls


def test_another_unit_brings_its_own_weapons_and_stands_legally() -> None:
    start = state("mk-iv-male@0807/0808 E weapon mg-port")
    gun = start.set("unit", "a7v")
    assert gun.weapon_id in gun.unit.weapons
    assert gun.shown == {gun.weapon_id}
    assert gun.heading in legal_headings(3, gun.place)


def test_a_range_is_asked_for_only_where_the_source_is_silent_and_answers_when_given() -> None:
    start = state("full-circle-mount@0505 N target 0508")
    assert isinstance(start.ask().value, Gap)
    assert isinstance(control(start, "max_range"), Field)
    assert all(c.id != "max_range" for c in state("a7v@0505 N").controls())
    for given_range, allowed in (("3", True), ("2", False)):
        assert start.set("max_range", given_range).ask().value is allowed
    assert start.set("max_range", "3").set("max_range", "") == start
    for wrong in ("-1", "100", "two", "2.5", "٣"):
        with pytest.raises(ValueError, match=r"^A maximum range is a whole number from 0 to 99, n"):
            start.set("max_range", wrong)


@given(
    st.sampled_from(PLACES), st.sampled_from(["mk-iv-male", "a7v", "75mm-art", "full-circle-mount"])
)
def test_a_switch_says_what_the_answer_would_be(target: Place, unit: str) -> None:
    start = replace(state(f"{unit}@0907 E"), target=target)
    for switch in (c for c in start.controls() if isinstance(c, Switch)):
        for option, effect in switch.effects:
            answer = start.set(switch.id, option).ask()
            said = "may fire" if answer.value else "may not"
            said = "not in the source" if isinstance(answer.value, Gap) else said
            assert effect.endswith(said)
            if "range" in effect:
                counted = sum(step.op == "add" for step in answer.steps)
                assert effect == f"range {counted}, {said}"


def test_the_legend_names_each_weapon_with_points_and_range() -> None:
    legend = control(state("a7v@0505 N"), "shown")
    assert isinstance(legend, Toggles)
    assert [(item.label, item.note, item.on) for item in legend.items] == [
        ("57 mm bow", "8 pts, to 8", True),
        ("2 MG starboard", "? pts, to 5", False),
        ("2 MG port", "? pts, to 5", False),
        ("2 MG stern", "? pts, to 5", False),
    ]
    assert len({item.tint for item in legend.items}) == 4, "each its own colour"


def test_no_place_off_the_board_is_offered() -> None:
    ask = state("mk-iv-male@0514 S weapon mg-bow target 0501").ask()
    assert ask.value is False
    assert all(remedy.to in LAB.grid for remedy in ask.remedies if remedy.change == "place")


# ------------------------------------------------------------------------------- units of one's own

OWN = """
[units.brick]
name = "Brick <b>&"
nation = "ours"
unit_class = 3
outline = "box"
[[units.brick.fields]]
name = "gun"
range = { value = 3, how = "supplied", cite = "base-rules" }
points = { value = 1, how = "supplied", cite = "base-rules" }
edge_hexsides = { value = true, how = "supplied", cite = "base-rules" }
weapons.gun.name = "gun"
weapons.gun.arc = { lo = 0, hi = 60, how = "supplied", cite = "base-rules" }
"""


def test_a_unit_of_ones_own_is_taken_up_travels_in_the_text_and_can_be_put_away() -> None:
    brought = LAB.initial().set("own", OWN)
    assert brought.unit_id == "brick"
    assert isinstance(control(brought, "unit"), Choice)
    assert ("brick", "Brick <b>&") in control(brought, "unit").options
    assert LAB.parse(brought.text()) == brought
    gone = brought.set("own", "")
    assert gone.unit_id in gone.units
    assert "brick" not in gone.units
    assert LAB.parse(gone.text()) == gone


def test_a_shipped_unit_can_be_edited_and_is_asked_about_as_edited() -> None:
    start = state("mk-iv-male@0505 N target 0506")
    astern = SHIPPED.replace("lo = -30, hi = 90", "lo = 150, hi = 210", 1)
    edited = start.set("own", astern)
    assert edited.unit_id == "mk-iv-male"
    assert edited.unit.weapon("57mm-starboard").arc.lo == 150
    assert (start.ask().value, edited.ask().value) == (False, True)


def test_what_a_pasted_unit_says_is_the_readers_whatever_it_claims() -> None:
    silent = '{ how = "silent", cite = "mk-iv-57mm", asks = "How many?" }'
    claims = OWN.replace(
        'how = "supplied", cite = "base-rules"', 'how = "printed", cite = "mk-iv-57mm"'
    )
    claims = claims.replace('{ value = 1, how = "printed", cite = "mk-iv-57mm" }', silent)
    brought = LAB.initial().set("own", claims.replace("units.brick", "units.mine"))
    weapon = brought.unit.weapon("gun")
    theirs = dict.fromkeys(("arc", "range", "edge"), "supplied")
    assert dict(weapon.provenance) == {**theirs, "points": "silent"}
    assert {str(cite) for cite in weapon.cites.values() if cite.kind == "supplied"} == {
        "You, mine in your units; supplied by you"
    }
    assert isinstance(weapon.points, Gap)
    assert (weapon.points.question, weapon.points.cite.document) == ("How many?", "You")
    asked = str(brought.set("place", "0505 N").set("target", "0503").ask())
    assert "printed maximum" not in asked
    assert "within the maximum of 3. [You, mine in your units; supplied by you]" in asked


def test_a_pasted_copy_of_a_shipped_unit_keeps_its_sources_but_where_it_was_changed() -> None:
    def gun(own: str) -> Weapon:
        return LAB.initial().set("own", own).units["mk-iv-male"].weapon("57mm-starboard")

    printed = gun("")
    assert (printed.provenance["range"], printed.range_hexes) == ("printed", 7)
    assert gun(SHIPPED) == printed
    changed = gun(SHIPPED.replace("value = 7,", "value = 9,", 1))
    assert (changed.range_hexes, changed.provenance["range"]) == (9, "supplied")
    assert changed.cites["range"].document == "You"
    assert changed.provenance["points"] == printed.provenance["points"]


BRICK = "your units, units › brick ›"


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        (OWN, "[units.brick", "your units: this is not valid TOML: "),
        (OWN, "[units.brick]", f"{BRICK} name: name is missing."),
        ("hi = 60", "hi = 65", f"{BRICK} fields 1 › weapons › gun › arc: An arc runs between mult"),
        ("weapons.gun.", "weapons.range.", "your units: a weapon cannot be called 'range', a key"),
        ("units.brick", 'units."my brick"', "your units, the file: 'my brick' cannot be an id; on"),
        (OWN, "#" * 20_001, "Your own units: at most 20000 characters fit here, not 20001."),
    ],
)
def test_a_wrong_unit_file_is_refused_in_one_sentence(old: str, new: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=r"\.$") as refusal:
        LAB.initial().set("own", OWN.replace(old, new))
    assert str(refusal.value).startswith(sentence)


UNREADABLE = "^The packed part of this text cannot be read: "


# --------------------------------------------------------------------------- a link from a stranger


@pytest.mark.parametrize("beyond", [1, 5, 1000, 50_000_000])
def test_a_small_link_cannot_fill_the_memory(beyond: int) -> None:
    most = packed_text.MOST_TEXT
    assert len(packed_text.unpack(packed_text.pack("a" * most))) == most
    bomb = packed_text.pack("a" * (most + beyond))
    with pytest.raises(ValueError, match=rf"{UNREADABLE}it is longer than 60000 bytes\.$"):
        LAB.parse(f"landships:fire a7v@0505 N own {bomb}")


def test_a_damaged_link_is_refused() -> None:
    whole = packed_text.pack(OWN)
    assert state(f"brick@0505 N own {whole}").unit_id == "brick"
    for damaged in (whole[:-8], whole[:40], "x" + whole[1:], "☃", "AAAA", "="):
        with pytest.raises(ValueError, match=rf"{UNREADABLE}.*\.$"):
            state(f"brick@0505 N own {damaged}")


class Trap:
    """Something that acts when it is unpickled."""

    sprung = False

    def __reduce__(self) -> tuple[Any, ...]:
        return setattr, (Trap, "sprung", True)


def test_a_link_holds_data_and_nothing_in_it_is_ever_run() -> None:
    pickled = base64.urlsafe_b64encode(zlib.compress(pickle.dumps(Trap()))).decode("ascii")
    call = "__import__('builtins').exit()"
    for packed in (pickled, packed_text.pack(call)):
        with pytest.raises(ValueError, match=r"cannot be read|not valid TOML"):
            state(f"a7v@0505 N own {packed}")
    assert not Trap.sprung
    named = packed_text.pack(OWN.replace("Brick <b>&", call))
    assert state(f"brick@0505 N own {named}").unit.name == call, "a name is a name"


def test_a_reading_may_be_cut_short_where_one_alone_fits() -> None:
    whole = "mk-iv-male@0503/0504 E target 0705 reading range-between-hexsides=touched-hexes"
    short = state(whole.replace("range-between-hexsides", "range"))
    assert short == state(whole)
    assert short.ask().value is True
    plain = state("a7v@0503 E reading range=full-hexes").text()
    assert "reading" not in plain, "the default is not written down"


# -------------------------------------------------------------------------------------- the picture


NAMES = ("unit-name", "wedge-name")


def numbers_on_names(state: FireArcs, answer: Answer[Any]) -> list[str]:
    """Return the numbers of the count whose disc lies on a name of the opening view or of the whole
    board.
    """
    found = []
    for view in (state.opening(), state.view()):
        figures = state.picture(answer, view).figures
        names = [s for s in figures if isinstance(s, Label) and s.role in NAMES]
        (discs,) = [s for s in figures if isinstance(s, Circles) and s.role == "count-badge"]
        r = discs.radius
        found += [
            f"{number} on {label.text}"
            for number, (x, y) in enumerate(discs.centres, 1)
            for label in names
            if overlap((x - r, y - r, x + r, y + r), label_box(label))
        ]
    return found


@pytest.mark.long
def test_no_number_of_the_count_lies_on_a_name() -> None:
    """Two long names beside a unit at the foot of the board once left the first number no room, and
    a name that was moved off the first lay on the second.
    """
    gun = "landships:fire full-circle-mount@0614 E weapon gun show"
    for target in ("gun target 0305/0306", "gun target 0606", "gun target 0713", "gun target 0906"):
        placed = FireArcs.parse(f"{gun} {target}")
        assert not numbers_on_names(placed, placed.answer()), target
    placed = FireArcs.parse(f"{gun} target 0305/0306")
    assert not numbers_on_names(placed, placed.answer())
    crowded, drawn = [], 0
    for placed in random_states(FireArcs, tries(40, 300)):
        answer = placed.answer()
        if placed.target is not None and counted(answer):
            crowded += numbers_on_names(placed, answer)
            drawn += 1
    assert drawn > 15
    assert not crowded
