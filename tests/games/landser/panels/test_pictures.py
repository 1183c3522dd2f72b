"""What the pictures of Landser show stands where the rules have it."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest

from landships_lab.core.inches import spot
from landships_lab.drawing.labels import label_box, text_width
from landships_lab.drawing.roles import SMALL
from landships_lab.drawing.shapes import Circles, Label, Polygons, Shape
from landships_lab.drawing.soldiers import Soldier, soldier
from landships_lab.games.landser.panels import assault_picture, spotting_picture, template_picture
from landships_lab.games.landser.panels.assault import LandserAssault
from landships_lab.games.landser.panels.fire import LandserFire
from landships_lab.games.landser.panels.spotting import LandserSpotting
from landships_lab.games.landser.panels.template import LandserTemplate
from landships_lab.panel.controls import Field, Toggles
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
    for label in scene.find("tree-head", "defender"):
        assert isinstance(label, Label)
        left, top, right, bottom = label_box(label)
        assert right <= assault_picture.LEFT
        assert 0 <= top < bottom <= assault_picture.TOP
        assert left >= 0


@pytest.mark.parametrize(
    ("side", "inches", "x"),
    [(1.0, 3, 26 + 51), (-1.0, 3, -26 - 51), (1.0, 60, 320 - 36), (-1.0, 60, 36 - 320)],
)
def test_a_man_stands_his_inches_from_the_middle_and_never_out_of_it(
    side: float, inches: int, x: float
) -> None:
    middle = assault_picture.WIDTH / 2, assault_picture.HEIGHT / 2
    reached = assault_picture._reached(side, Fraction(inches), 17.0, 26.0)
    assert reached == (middle[0] + x, middle[1])


# -- templates


@pytest.mark.parametrize(("aim", "facing"), [("9,3", 0), ("15,9", 90), ("9,12", 180), ("3,9", -90)])
def test_the_thrower_looks_where_he_aims(aim: str, facing: float) -> None:
    state = LandserTemplate.parse(f"landser:template arc from 9,9 to {aim}")
    view = state.view()
    wanted = soldier(
        Soldier(
            view.pixel(spot(9, 9)),
            1.5 * template_picture.BODY * view.scale,
            facing,
            "British",
            "rifle",
            "thrower",
        )
    )

    def corners(shapes: tuple[Shape, ...]) -> list[tuple[float, float]]:
        return [
            (round(x, 6), round(y, 6))
            for shape in shapes
            if isinstance(shape, Polygons)
            for ring in shape.rings
            for x, y in ring
        ]

    assert corners(tuple(template_picture._thrower(view, state))) == corners(wanted)


def test_a_shade_of_heat_holds_the_chances_of_its_step() -> None:
    state = LandserTemplate.initial()
    answer = state.ask()
    scene = state.picture(answer)
    step = template_picture.HIGHEST / template_picture.SHADES
    counted: Counter[int] = Counter()
    for _, chance in answer.detail.heat:
        counted[min(1 + int(chance // step), template_picture.SHADES)] += 1
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
    for lane in range(9):
        for inches in (0, 1, 4, 8, 20, 45, 70):
            at = spotting_picture.place_of(lane, inches, bands)
            assert spotting_picture.spot_at(at, 9, bands) == (lane, inches)


def test_the_name_of_a_range_stands_in_the_middle_of_it_and_trees_in_their_lanes() -> None:
    state = LandserSpotting.initial()
    scene, bands = state.picture(state.ask()), state.bands
    starts = [0, *(end for _, end in bands)]
    for (name, end), start in zip(bands, starts, strict=False):
        middle = sum(spotting_picture.across(inches, bands) for inches in (start, end)) / 2
        heads = [s for s in scene.find("tree-head", name) if isinstance(s, Label)]
        assert heads
        assert [head.at[0] for head in heads] == [pytest.approx(middle)] * len(heads)
    right = spotting_picture.LEFT + sum(spotting_picture.WIDTHS)
    crowns = [
        shape for shape in scene.find("tree-shadow", "in cover") if isinstance(shape, Circles)
    ]
    middles = [x for shape in crowns for x, _ in shape.centres]
    assert max(middles) <= right < max(middles) + 36


# -- what is offered


def offered(state: LandserFire, group: str) -> set[str]:
    return {
        item.id
        for control in state.controls()
        if control.id == group and isinstance(control, Toggles)
        for item in control.items
    }


def test_only_what_a_weapon_knows_or_has_is_offered() -> None:
    """Lines 115 and 197; what a link has set can be unset."""
    parse = LandserFire.parse
    assert "unready" in offered(parse("landser:fire gpmg@20"), "flags")
    assert "unready" in offered(parse("landser:fire rifle@20 with unready"), "flags")
    assert "unready" not in offered(parse("landser:fire rifle@20"), "flags")
    assert "automatic" in offered(parse("landser:fire rifle@20 with automatic"), "flags")
    assert "automatic" not in offered(parse("landser:fire rifle@20"), "flags")
    assert "jams" in offered(parse("landser:fire rifle@20"), "seldom")


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
