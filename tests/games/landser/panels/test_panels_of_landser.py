"""The five Landser panels: refusals of links, remedies, gestures, pictures, charts and tables."""

from fractions import Fraction
from typing import Any

import pytest

from landships_lab.drawing import tree
from landships_lab.drawing.shapes import Label, Polygons
from landships_lab.games.landser.analysis.casualties import heat
from landships_lab.games.landser.panels import squad
from landships_lab.games.landser.panels.assault import LEFT, SIDE, TOP, LandserAssault
from landships_lab.games.landser.panels.fire import HEIGHT, LandserFire
from landships_lab.games.landser.panels.spotting import LandserSpotting
from landships_lab.games.landser.panels.squad import LandserSquad
from landships_lab.games.landser.panels.template import LandserTemplate
from landships_lab.games.landser.rules.grenades import Soldier, exposures
from landships_lab.panel import CATALOG
from landships_lab.panel.board import Gesture
from landships_lab.panel.controls import Choice, Switch

LANDSER = [CATALOG[key] for key in CATALOG if key.startswith("landser:")]
EXPLORERS = {panel_type.id: panel_type for panel_type in LANDSER}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("landser:fire rifle", "for example landser:fire rifle@20"),
        ("landser:fire rifle@20 at hit/effect_9", "is not a branch"),
        ("landser:fire rifle@20 with luck", "'luck' is not a word after 'with'"),
        ("landser:spotting flying@3", "is not a thing to do"),
        ("landser:spotting in-cover@73", "at most 72 inches, not 73"),
        ("landser:template grenade men A@1,1 A@2,2", "a letter of his own"),
        ("landser:template grenade walls soft@1,1", "is not cover"),
        ("landser:template grenade to 30,3", "off the table"),
        ("landser:assault fight dice 7 1", "is not two dice"),
        ("landser:squad order man cook", "is not a man of the squad"),
    ],
)
def test_a_wrong_line_is_told_what_is_wrong(text: str, says: str) -> None:
    panel_type = EXPLORERS[text.split(maxsplit=1)[0]]
    with pytest.raises(ValueError, match=says):
        panel_type.parse(text)


# ------------------------------------------------------------------------------------ the fire tree

FIRE = LandserFire
TEMPLATE = LandserTemplate


def told(state: Any, *gestures: str | tuple[float, float]) -> Any:
    """Return the state after these keys and presses."""
    for one in gestures:
        key = Gesture("key", key=one) if isinstance(one, str) else Gesture("press", one)
        state = state.on_gesture(key, type(state).view())
    return state


def box_of(state: Any, path: str) -> tree.Box:
    return next(box for box in tree.layout(state.root(), HEIGHT) if box.node.path == path)


def test_a_click_lights_the_way_and_its_rules() -> None:
    state = FIRE.parse("landser:fire rifle@4")
    state = told(state, box_of(state, "hit/effect 5/light 3").at)
    answer = state.ask()
    lit = {shape.name for shape in state.picture(answer).find("tree-box-lit")}
    assert lit == {"", "hit", "hit/effect 5", "hit/effect 5/light 3"}
    assert answer.headline == "Light 3: 2.3% of the time (5/216)."
    assert "half speed" in str(answer)
    assert told(state, (5, 5)).chosen == ""


def test_a_knob_folds_and_opens_a_branch() -> None:
    state = FIRE.parse("landser:fire rifle@4")
    folded = told(state, box_of(state, "hit/effect 6").knob)
    assert folded.folded == {"hit/effect 6"}
    scene = folded.picture(folded.ask())
    assert scene.find("tree-chance", "hit/effect 6")
    assert not scene.find("tree-box", "hit/effect 6/serious 5")
    assert told(folded, box_of(folded, "hit/effect 6").knob) == state


def test_arrow_keys_walk_the_tree_and_stop_at_the_ends_of_a_fork() -> None:
    state = FIRE.initial()
    for key, path in (
        ("ArrowRight", "miss"),
        ("ArrowUp", "miss"),
        ("ArrowDown", "hit"),
        ("ArrowDown", "hit"),
        ("ArrowRight", "hit/effect 1-4"),
        ("ArrowDown", "hit/effect 5"),
        ("ArrowLeft", "hit"),
    ):
        state = told(state, key)
        assert state.chosen == path


@pytest.mark.parametrize(
    "path", ["astray/near/effective/effect 5/light 7", "placed/effective/effect 5"]
)
def test_a_tall_tree_never_has_more_rows_than_fit(path: str) -> None:
    state = FIRE.initial().set("weapon", "launcher")
    state = state.set("range", "8")
    assert tree.rows(state.root()) <= tree.MOST_ROWS
    while path in state.folded or any(path.startswith(f"{folded}/") for folded in state.folded):
        outer = min((f for f in state.folded if path == f or path.startswith(f"{f}/")), key=len)
        state = told(state, box_of(state, outer).knob)
        assert tree.rows(state.root()) <= tree.MOST_ROWS
    assert box_of(state, path).node.open


def test_a_changed_shot_forgets_a_branch_it_has_not() -> None:
    state = FIRE.parse("landser:fire rifle@20 at hit/effect_5/light_1")
    assert state.set("range", "4").chosen == ""  # at short range a light one cannot be
    refused = state.set("weapon", "smg").set("range", "45")
    assert (refused.chosen, refused.ask().value) == ("", False)
    assert told(refused, (50, 50)) == refused


def test_the_hit_table_is_lit_where_the_shot_lies() -> None:
    state = FIRE.parse("landser:fire gpmg@12 reading medium-band=to-15")
    table, *_ = state.tables(state.ask())
    assert table.lit_row is not None
    assert table.lit_column is not None
    assert (table.rows[table.lit_row][0], table.columns[table.lit_column]) == ("GPMG", "M ≤15″")


def test_each_switch_says_what_it_would_change() -> None:
    state = FIRE.parse("landser:fire smg@12")
    switch = next(c for c in state.controls() if c.id == "medium-band" and isinstance(c, Switch))
    effects = dict(switch.effects)
    assert effects["to-10"].startswith("16.7% hit")
    assert effects["to-15"].startswith("50% hit")


# ----------------------------------------------------------------------------------- the other four


def test_a_click_on_a_lane_puts_the_target_there() -> None:
    state = told(LandserSpotting.initial(), (148.0, 60.0))
    assert (state.lane, state.range_inches) == ("moving-open", 0)
    state = told(state, "ArrowDown", "ArrowRight")
    assert (state.lane, state.range_inches) == ("fast-open", 1)


def test_the_lanes_show_the_printed_numbers() -> None:
    state = LandserSpotting.initial()
    cells = state.picture(state.ask()).find("tree-chance", "sneak-open")
    words = [shape.text for shape in cells if isinstance(shape, Label)]
    assert words == ["sure", "3+", "4+", "5+", "6+", "?"]  # line 260 ends at extreme range


def test_a_square_of_the_assault_is_one_roll() -> None:
    square = (LEFT + 2.5 * SIDE, TOP + 3.5 * SIDE)
    state = told(LandserAssault.initial(), square)
    assert state.dice == (3, 4)
    assert state.ask().value == "draw"  # three and a bayonet against four
    assert told(state, square).dice is None
    (drawn,) = state.picture(state.ask()).find("dice-square", "3 4")
    assert isinstance(drawn, Polygons)
    xs, ys = zip(*drawn.rings[0], strict=True)
    assert (min(xs) + max(xs), min(ys) + max(ys)) == (2 * square[0], 2 * square[1])


def test_a_man_is_looked_at_then_put_out_of_action() -> None:
    first = told(LandserSquad.initial(), (60.0, 60.0))
    assert (first.man, first.weapon, first.out) == ("leader", "smg", frozenset())
    second = told(first, (60.0, 60.0))
    assert second.out == {"leader"}
    assert second.ask().value is False
    assert second.picture(second.ask()).find("illegal", "leader")
    assert second.set("question", "break-off").ask().value == 0


def test_a_drag_moves_what_it_began_on_and_a_click_aims() -> None:
    view, state = TEMPLATE.view(), TEMPLATE.initial()
    state = state.on_gesture(Gesture("press", view.at(10, 5)), view)
    assert (state.held, state.chosen) == ("B", "B")
    state = state.on_gesture(Gesture("drag", view.at(3, 3.25)), view)
    state = state.on_gesture(Gesture("drop", view.at(3, 3.25)), view)
    assert (state.man.at, state.held) == ((3, Fraction(13, 4)), "")
    state = state.on_gesture(Gesture("press", view.at(6, 9)), view)
    assert state.aim == (6, 9)
    wall = TEMPLATE.initial().on_gesture(Gesture("press", view.at(9, 4)), view)
    assert wall.on_gesture(Gesture("drag", view.at(2, 2)), view).walls[0].middle == (2, 2)


def test_the_heat_of_the_picture_is_the_rule_over_its_half_inches() -> None:
    state = TEMPLATE.initial()
    readings = tuple(state.ask().detail.readings.items())
    shown = heat(state.throw, state.obstacles, readings)
    assert shown
    for at, chance in shown[::17]:
        (danger,) = exposures(state.throw, (Soldier("", at),), state.obstacles)
        assert danger.affected == chance


def test_a_grenade_too_far_says_so_and_shows_no_heat() -> None:
    state = TEMPLATE.initial().set("aim", "9,1")
    answer = state.ask()
    assert answer.value is False
    assert not [shape for shape in state.picture(answer).shapes() if shape.role.startswith("heat")]


def test_the_burst_rings_those_who_roll() -> None:
    state = TEMPLATE.initial().set("mode", "machine-gun")
    scene = state.picture(state.ask())
    assert {shape.name for shape in scene.find("target-ring")} == {"A", "B", "C"}


@pytest.mark.parametrize("text", ["", "a", "1/0", "-3", "1 2 3", "1e9", "100", "12345678901"])
def test_what_is_no_distance_is_told(text: str) -> None:
    with pytest.raises(ValueError, match=r"^The range is .* not .*\.$"):
        FIRE.initial().set("range", text)


def flags(state: Any) -> set[str]:
    """Return the ticks that are offered."""
    items = (one for one in state.controls() if one.id == "flags")
    return {item.id for control in items for item in control.items}


def test_a_weapon_is_not_offered_what_only_others_can_do() -> None:
    """Lines 115 and 197: no burst of a rifle, and only a GPMG is set up; a tick goes with the
    weapon that had it, and what a link has set can be unset.
    """
    gun = FIRE.parse("landser:fire gpmg@20 with automatic unready")
    rifle = gun.set("weapon", "rifle")
    assert (rifle.automatic, rifle.unready, rifle.ask().value) == (False, False, 4)
    assert not flags(rifle) & {"automatic", "unready", "lone", "soviet", "burst_before"}
    assert {"unready", "automatic"} <= flags(FIRE.parse("landser:fire gpmg@20"))
    for flag in ("automatic", "unready"):
        refused = FIRE.parse(f"landser:fire rifle@20 with {flag}")
        assert refused.ask().value is False
        assert flag in flags(refused)


@pytest.mark.parametrize("number", range(10))
def test_each_of_the_ten_men_is_picked_where_he_stands(number: int) -> None:
    rank, column = divmod(number, squad.ACROSS)
    at = (squad.LEFT + (column + 0.5) * squad.CELL, squad.TOP + (rank + 0.5) * squad.RANK)
    assert squad.man_at(at) == number


@pytest.mark.parametrize(("men", "buttons"), [(2, True), (6, True), (7, False)])
def test_up_to_six_men_have_a_button_each(men: int, buttons: bool) -> None:
    letters = "ABCDEFG"[:men]
    placed = " ".join(f"{letter}@{3 + n},6" for n, letter in enumerate(letters))
    state = CATALOG["landser:template"].parse(
        f"landser:template grenade from 9,13 to 9,6 men {placed} walls at A base 1 event laid"
    )
    (choice,) = (
        one for one in state.controls() if isinstance(one, Choice) and one.options[0][0] == "A"
    )
    assert choice.buttons is buttons
