"""What the pictures of Landser show stands where the rules have it."""

from collections import Counter
from dataclasses import replace

import pytest

from landships_lab.core.inches import spot
from landships_lab.drawing.labels import label_box, text_width
from landships_lab.drawing.roles import SMALL
from landships_lab.drawing.shapes import Label, Polygons
from landships_lab.games.landser.analysis.casualties import heat
from landships_lab.games.landser.panels import assault, spotting, template
from landships_lab.games.landser.panels.assault import LandserAssault
from landships_lab.games.landser.panels.spotting import LandserSpotting
from landships_lab.games.landser.panels.template import LandserTemplate
from landships_lab.panel.controls import Field
from landships_lab.panel.links import read_link

# -- the two dice


@pytest.mark.parametrize(
    ("dice", "arrow", "then"),
    [
        ((2, 5), "ArrowRight", (3, 5)),
        ((2, 5), "ArrowUp", (2, 4)),
        ((6, 1), "ArrowRight", (6, 1)),
        ((6, 1), "ArrowUp", (6, 1)),
        (None, "ArrowLeft", (2, 3)),
    ],
)
def test_an_arrow_changes_one_die_by_one(
    dice: tuple[int, int] | None, arrow: str, then: tuple[int, int]
) -> None:
    state = replace(LandserAssault.parse("landser:assault fight"), dice=dice)
    assert state.stepped(arrow).dice == then


def test_the_heads_of_the_dice_stand_beside_their_squares() -> None:
    state = LandserAssault.parse("landser:assault fight attacker bayonet defender pistol")
    scene = state.picture(state.ask())
    words = [one for one in scene.find("tree-words", "defender") if isinstance(one, Label)]
    heads = [one for one in scene.find("tree-head", "defender") if isinstance(one, Label)]
    for label in (*heads, *(one for one in words if one.text.startswith("("))):
        left, top, right, bottom = label_box(label)
        assert 0 <= left < right <= assault.LEFT
        assert 0 <= top < bottom <= assault.TOP
    assert len(heads) + len(words) > 1


def test_a_nearer_enemy_is_drawn_where_there_is_one() -> None:
    for near in (3, 4):
        state = LandserAssault.parse(f"landser:assault charge target 4 nearest {near}")
        names = {shape.name for shape in state.picture(state.ask()).shapes()}
        assert ("nearest" in names) is (near < 4)


# -- templates


def test_a_shade_of_heat_holds_the_chances_of_its_step() -> None:
    state = LandserTemplate.initial()
    answer = state.ask()
    scene = state.picture(answer)
    step = template.HIGHEST / template.SHADES
    counted: Counter[int] = Counter()
    readings = tuple(answer.detail.readings.items())
    for _, chance in heat(state.throw, state.obstacles, readings):
        counted[min(1 + int(chance // step), template.SHADES)] += 1
    shown = {
        int(shape.role.removeprefix("heat-")): len(shape.rings)
        for shape in scene.shapes()
        if isinstance(shape, Polygons) and shape.role.startswith("heat-")
    }
    assert shown == counted
    assert len(shown) > 1


def test_one_man_is_moved_and_no_other() -> None:
    state = LandserTemplate.initial()
    then = state.moved("B", spot(1, 2))
    moved = {m.name for m, n in zip(state.men, then.men, strict=True) if m != n}
    assert moved == {"B"}
    assert then.things["B"] == spot(1, 2)
    assert {n: at for n, at in then.things.items() if n != "B"} == {
        n: at for n, at in state.things.items() if n != "B"
    }


def test_a_question_rings_nobody_who_would_be_hit() -> None:
    state = LandserTemplate.parse("landser:template machine-gun at A")
    assert state.picture(state.ask()).find("target-ring")
    assert not state.question_picture().find("target-ring")


# -- lanes


def test_a_target_is_found_again_where_it_is_drawn() -> None:
    bands = LandserSpotting.initial().bands
    for lane in spotting.LANES:
        for inches in (0, 1, 4, 8, 20, 45, 70):
            at = spotting.place_of(lane, inches, bands)
            assert spotting.spot_at(at, bands) == (lane, inches)


# -- what is offered


@pytest.mark.parametrize(("dice", "shown"), [((3, 4), "3 4"), (None, "")])
def test_the_field_of_the_dice_shows_them_as_they_are_typed(
    dice: tuple[int, int] | None, shown: str
) -> None:
    state = replace(LandserAssault.parse("landser:assault fight"), dice=dice)
    (field,) = (c for c in state.controls() if c.id == "dice" and isinstance(c, Field))
    assert field.value == shown
    assert state.set("dice", field.value) == state


@pytest.mark.parametrize(
    ("link", "told"),
    [
        (
            "landser:fire smg@12 cover half with firer-moved",
            {"12 inches", "half cover", "Roll to hit, or more", "Half cover", "What a hit does"},
        ),
        ("landser:spotting sneak-open@8", {"Roll to be aware, or more"}),
        ("landser:squad order man gunner action fire weapon gpmg", {"A typical squad"}),
        ("landser:assault fight attacker pistol defender none", {"Assault factors", "+2"}),
        ("landser:template grenade at A", {"What cover takes from effectiveness 3"}),
    ],
)
def test_a_question_has_the_printed_tables_in_its_picture_and_nothing_lit(
    link: str, told: set[str]
) -> None:
    scene = read_link(link).question_picture()
    labels = [shape for shape in scene.shapes() if isinstance(shape, Label)]
    assert told <= {label.text for label in labels}
    assert {"lit", "used", "bar"}.isdisjoint(shape.role for shape in scene.shapes())
    assert all(0 <= label.at[0] <= scene.width and label.at[1] <= scene.height for label in labels)


def _names(link: str) -> set[str]:
    """Return the men in the picture of a question."""
    scene = read_link(link).question_picture()
    return {shape.text for shape in scene.shapes() if isinstance(shape, Label)}


def test_a_question_about_a_gun_shows_its_loader_only_where_it_has_one() -> None:
    gun = "landser:squad gun crewed gpmg bursts 0 turns 0 loader_inches 0 with set-up"
    assert "loader" in _names(f"{gun} loader")
    assert "loader" not in _names(gun)
    assert {"gunner", "SMG"} <= _names(gun.replace("gpmg", "smg"))


def test_a_question_about_a_way_rings_a_rifleman() -> None:
    scene = read_link("landser:squad move pace move clear 4").question_picture()
    assert [shape.name for shape in scene.shapes() if shape.role == "selected"] == ["rifleman 1"]


def test_the_tables_of_a_question_about_a_shot_do_not_run_into_each_other() -> None:
    scene = read_link("landser:fire rifle@20").question_picture()
    labels = [shape for shape in scene.shapes() if isinstance(shape, Label)]
    spans = []
    for label in labels:
        wide = text_width(label.text, SMALL)
        left = label.at[0] - {"start": 0.0, "end": wide}.get(label.anchor, wide / 2)
        spans.append((label.at[1], left, left + wide, label.text))
        assert left + wide <= scene.width, label.text
    for y, left, _, text in spans:
        before = [end for other, start, end, _ in spans if other == y and start < left]
        assert all(end <= left for end in before), text
