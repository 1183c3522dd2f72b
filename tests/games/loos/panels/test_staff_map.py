"""The map of the general staff: what stands on it by role and name, what is ringed, and what a
click on a hex sets.
"""

import random
from typing import Any

import pytest

from landships_lab.core.hexes import Hex, Side
from landships_lab.drawing.shapes import Label, Lines, Polygons, Scene
from landships_lab.drawing.svg import svg
from landships_lab.drawing.theme import marks
from landships_lab.drawing.view import HEIGHT, WIDTH
from landships_lab.games.loos.panels.staff import GeneralStaff
from landships_lab.games.loos.panels.staff_map import MAP
from landships_lab.panel.board import Action, Gesture

ON_THE_MAP = (
    "set-up",
    "line",
    "neighbours",
    "zone",
    "victory",
    "at-once",
    "control",
    "entry",
    "enter",
    "infiltration",
)


def state_of(line: str) -> GeneralStaff:
    return GeneralStaff.parse(f"loos:staff {line}")


def scene_of(line: str) -> Scene:
    state = state_of(line)
    return state.picture(state.answer())


def place(code: str) -> Hex:
    found = MAP.place(code)
    assert isinstance(found, Hex)
    return found


def filled(line: str, role: str, name: str) -> set[str]:
    """Return the codes of the hexes that shapes of this role and name fill."""
    view = state_of(line).opening()
    rings = [r for s in scene_of(line).find(role, name) if isinstance(s, Polygons) for r in s.rings]
    return {MAP.code(h) for h in MAP.hexes() if view.outline(h) in rings}


def names(scene: Scene, role: str) -> set[str]:
    return {shape.name for shape in scene.find(role)}


def clicked(state: GeneralStaff, code: str) -> GeneralStaff:
    view = state.opening()
    return state.on_gesture(Gesture("press", view.pixel(place(code))), view)


# -------------------------------------------------------------------------------- what stands on it


def test_the_questions_about_hexes_have_a_map_and_the_others_their_tables() -> None:
    found = {key for key in GeneralStaff.questions if state_of(key).shows_board()}
    assert found == set(ON_THE_MAP)
    for key in GeneralStaff.questions:
        state = state_of(key)
        picture = state.picture(state.answer())
        assert ((picture.width, picture.height) == (WIDTH, HEIGHT)) == (key in found)
        assert state.tables(state.answer()) or state.charts(state.answer())


def test_the_set_up_shows_the_battalions_their_zone_and_the_first_hex_that_nobody_watches() -> None:
    """11.2, line 80."""
    scene = scene_of("set-up")
    assert names(scene, "counter-german") == {"german 0504", "german 0603"}
    assert scene.find("trench-tooth", "British front")
    assert filled("set-up", "terrain-trench", "British front") == {"0403", "0404", "0405", "0406"}
    assert {"0403", "0404", "0503"} < filled("set-up", "reach", "zone of control")
    assert not {"0405", "0406"} & filled("set-up", "reach", "zone of control")
    assert filled("set-up", "blocked", "0405") == {"0405"}
    assert [s.text for s in scene.find("unit-name", "ringed") if isinstance(s, Label)] == [
        "not watched"
    ]
    (crosses,) = scene.find("illegal", "stands wrong too")
    assert isinstance(crosses, Lines)
    assert len(crosses.paths) == 2, "one cross, on 0406"


def test_every_hex_that_a_question_names_shows_its_code() -> None:
    """What is filled in the ground lies under the codes."""
    for line in ("set-up", "at-once", "victory", "zone"):
        ground = scene_of(line).ground
        first = min(n for n, shape in enumerate(ground) if isinstance(shape, Label))
        assert all(isinstance(shape, Label) for shape in ground[first:])
        assert {"0403", "0404"} <= {
            shape.text for shape in ground[first:] if isinstance(shape, Label)
        }
        assert not [
            s for s in scene_of(line).figures if s.role.startswith("terrain") and s.name != "bare"
        ]


def test_the_advice_takes_the_ring_away() -> None:
    state = state_of("set-up")
    remedy = state.answer().remedies[0]
    better = state.set("battalions", remedy.to)
    assert state.picture(state.answer()).find("blocked")
    assert not better.picture(better.answer()).find("blocked")


def test_stacked_battalions_are_both_seen_and_ringed() -> None:
    scene = scene_of("set-up battalions 0504,0504")
    lower, upper = scene.find("counter-german", "german 0504")
    assert lower != upper
    assert [s.text for s in scene.find("unit-name", "ringed") if isinstance(s, Label)] == [
        "stacked"
    ]


def test_a_british_zone_stops_at_a_trench_and_a_german_one_at_the_front() -> None:
    """14.2, line 172, and 14.3, line 183."""
    assert "0504" not in filled("zone", "reach", "zone of control")
    assert "0506" in filled("zone", "reach", "zone of control")
    german = filled("zone army german", "reach", "zone of control")
    assert ("0504" in german, "0506" in german) == (True, False)
    (tinted,) = scene_of("zone army german").find("reach", "zone of control")
    assert isinstance(tinted, Polygons)
    assert tinted.tint == "vermillion"


def test_a_trench_lies_along_its_hexside() -> None:
    view = state_of("zone dug N front none").opening()
    (shape,) = scene_of("zone dug N front none").find("trench-tooth", "trench")
    assert isinstance(shape, Lines)
    ((first, *_, last),) = shape.paths
    assert {first, last} == set(view.segment(Side(place("0505"), place("0504"))))


def test_the_hex_left_out_of_an_attack_is_ringed_until_it_is_attacked() -> None:
    """14.3, 3, line 187."""
    assert names(scene_of("neighbours"), "blocked") == {"0604"}
    assert names(scene_of("neighbours"), "fire") == {"0505 to 0504"}
    fought = scene_of("neighbours fought ENE")
    assert names(fought, "fire") == {"0505 to 0504", "0505 to 0604"}
    assert not fought.find("blocked")
    assert scene_of("neighbours shelled ENE").find("crater", "shelled")


def test_the_map_names_the_line_of_the_table() -> None:
    for line, told in (("line", "line of trench"), ("line from N+ENE", "line of woods")):
        assert [
            s.text for s in scene_of(line).find("unit-name", "ringed") if isinstance(s, Label)
        ] == [told]
    assert scene_of("line").find("tree")
    assert scene_of("line terrain broken").find("counter-german", "german 0505"), (
        "no pattern for it, but a map"
    )


def test_a_unit_that_may_not_cross_a_trench_or_enter_the_front_has_a_ring_before_it() -> None:
    """14.3, lines 183 to 185."""
    assert names(scene_of("infiltration"), "blocked") == {"0504"}
    assert scene_of("infiltration").find("trench-tooth", "trench")
    assert not scene_of("infiltration it none").find("blocked")
    assert not scene_of("infiltration it none").find("trench-tooth")
    for line in ("enter", "enter hex none", "enter army british"):
        state = state_of(line)
        assert bool(scene_of(line).find("blocked")) == (state.answer().value is False), line
    assert scene_of("enter").find("blocked")
    assert not scene_of("enter army british").find("blocked")


def test_flags_stand_where_the_british_control_a_town() -> None:
    """12.3, line 129."""
    assert filled("victory", "covered", "held by the British") == {"0604", "0605", "0805"}
    assert filled("control", "covered", "British control") == {"0604", "0605"}
    assert filled("control army german into 0605", "covered", "British control") == set()
    assert scene_of("control").find("house", "town")
    assert names(scene_of("control"), "chosen") == {"0604"}


def test_the_unit_outside_the_trenches_is_ringed_by_the_reading_that_counts_one_line() -> None:
    """12.2, line 123."""
    assert names(scene_of("at-once"), "blocked") == {"0303"}
    assert not scene_of("at-once reading british-trenches=both-lines").find("blocked")
    assert names(scene_of("at-once units 0110"), "chosen") == {"0110"}


def test_a_regiment_too_far_from_an_entry_hex_is_ringed() -> None:
    """11.3, line 88."""
    assert "0209" in filled("entry", "reach", "on or next to an entry hex")
    assert not scene_of("entry").find("blocked")
    assert names(scene_of("entry regiments 0110,0505"), "blocked") == {"0505"}


def test_a_hex_off_the_map_is_told_and_not_drawn() -> None:
    scene = scene_of("control into 9999")
    assert "9999" in scene.description
    assert not scene.find("counter-british")


def test_a_question_picture_has_no_ring_no_cross_and_no_zone() -> None:
    for line in ON_THE_MAP:
        drawn = state_of(line).question_picture()
        assert not [
            s
            for s in drawn.figures
            if s.role in ("blocked", "chosen", "illegal", "wedge-edge-open")
        ]
        assert drawn.title
    assert not state_of("stack").question_picture().find("lit")


def test_a_map_is_described_and_its_legend_has_a_mark_for_all_that_it_names() -> None:
    css = marks()
    for seed in range(60):
        state = GeneralStaff.random(random.Random(seed))
        scene = state.picture(state.answer())
        assert state.answer().headline in scene.description
        assert svg(scene)
        legend = state.legend()
        assert len(legend) <= 8, "one line under the map"
        assert all(f".ll-mark-{mark}" in css for mark, _ in legend)
        assert len({meaning for _, meaning in legend}) == len(legend)


@pytest.mark.parametrize("key", ON_THE_MAP)
def test_the_map_opens_on_nine_columns_and_stays_while_they_show_the_action(key: str) -> None:
    state = state_of(key)
    view, action = state.opening(), state.focus()
    assert isinstance(action, Action)
    assert view.width / (1.5 * view.size) == pytest.approx(9)
    assert all(map(view.holds, action.places))


# -------------------------------------------------------------------------------- what a click sets


def test_a_click_adds_a_battalion_and_another_takes_it_away() -> None:
    state = state_of("set-up")
    more = clicked(state, "0506")
    assert more.text() == "loos:staff set-up battalions 0504,0603,0506"
    assert more.answer().value is True
    assert clicked(more, "0506") == state


def test_the_reader_chooses_what_a_click_sets() -> None:
    state = state_of("set-up").set("click", "front")
    assert clicked(state, "0406").text() == "loos:staff set-up front 0403,0404,0405 click front"
    assert clicked(state_of("control"), "0605").text() == "loos:staff control into 0605"
    assert (
        clicked(state_of("at-once click second"), "0304").text()
        == "loos:staff at-once second 0303 click second"
    )


@pytest.mark.parametrize(
    ("line", "code", "text"),
    [
        ("zone", "0604", "zone dug N+ENE"),
        ("zone", "0504", "zone dug none"),
        ("zone", "0707", "zone"),
        ("line", "0605", "line trenches N+ESE+WSW+WNW"),
        ("neighbours", "0506", "neighbours held N+ENE+S"),
        ("victory", "0605", "victory units 0604,0805,0605"),
        ("entry", "0209", "entry regiments 0110,0210"),
    ],
)
def test_a_click_sets_the_first_list_of_the_question(line: str, code: str, text: str) -> None:
    assert clicked(state_of(line), code).text() == f"loos:staff {text}"


@pytest.mark.parametrize(
    "gesture",
    [
        Gesture("hover", (300.0, 200.0)),
        Gesture("drag", (300.0, 200.0)),
        Gesture("press", (-50.0, -50.0)),
    ],
)
def test_nothing_else_that_a_hand_does_changes_the_state(gesture: Gesture) -> None:
    state: Any = state_of("set-up")
    assert state.on_gesture(gesture, state.opening()) == state


def test_a_unit_outside_the_view_is_not_drawn() -> None:
    state = state_of("victory units 0604,3520")
    view = state_of("victory").opening()
    near, far = place("0604"), place("3520")
    assert view.shows(near)
    assert not view.shows(far)
    drawn = state.picture(state.answer(), view).find("counter-british")
    told = str(drawn)
    assert "british 0604" in told
    assert "british 3520" not in told
