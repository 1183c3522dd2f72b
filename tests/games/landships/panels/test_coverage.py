"""The coverage panel: two forces placed, dragged and turned, a place and a way asked about, tables,
links and the printed page.
"""

import random
import re
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from landships_lab.core.hexes import Heading, Hex, Side
from landships_lab.core.place_bits import count_at, place_bits
from landships_lab.core.terrain import TerrainMap
from landships_lab.drawing.shapes import Label, Lines
from landships_lab.games.free_sight.rules import SightRule
from landships_lab.games.landships.analysis import best_headings
from landships_lab.games.landships.analysis.best_headings import FORMATIONS, fewest_blind
from landships_lab.games.landships.analysis.coverage import MOST_UNITS, counts, of_side
from landships_lab.games.landships.panels import coverage_answer
from landships_lab.games.landships.panels.coverage import Coverage
from landships_lab.games.landships.panels.coverage_board import GRID, CoverageBoard, LinesOfSight
from landships_lab.games.landships.panels.coverage_map import bands
from landships_lab.games.landships.rules.positions import forward, legal_headings
from landships_lab.panel import CATALOG
from landships_lab.panel.controls import Buttons, Field
from landships_lab.panel.links import read_link
from tests.games.landships.panels.hands import hand

COVERAGE: Any = CATALOG["landships:coverage"]
BOARD, PLACES = place_bits(GRID), sorted(GRID.places)
LINE = "landships:coverage british mk-iv-male@0806@N mk-iv-male@0906@N mk-iv-male@1006@N within 6"
COMPANY = (
    "landships:coverage british mk-iv-male@0504@ENE mk-iv-male@0509@ESE german a7v@1203@WNW"
    " a7v@1308@WSW"
)
OWN = """[units.two-gun]
name = "Two-gun cart"
nation = "British"
unit_class = 3
outline = "box"
[[units.two-gun.fields]]
name = "guns"
range = { value = 3, how = "supplied", cite = "your-unit" }
points = { value = 5, how = "supplied", cite = "your-unit" }
edge_hexsides = { value = true, how = "supplied", cite = "your-unit" }
[units.two-gun.fields.weapons]
gun = { name = "gun", arc = { lo = -30, hi = 30, how = "supplied", cite = "your-unit" } }
"""


def parsed(text: str) -> Any:
    return COVERAGE.parse(text)


def where(state: CoverageBoard) -> list[str]:
    return [f"{one.name} {GRID.code(one.place)} {one.heading}" for one in state.force]


# -------------------------------------------------------------------------------------- the picture


def drawn(state: CoverageBoard, *roles: str) -> list[Any]:
    """Return what is drawn in these roles."""
    scene = state.picture(state.ask())
    return [shape for role in roles for shape in scene.find(role)]


def numbers(state: CoverageBoard) -> dict[str, str]:
    """Return the number in each hex that has one."""
    figures = state.picture(state.ask()).figures
    found = [s for s in figures if isinstance(s, Label) and s.role.startswith("cover-number")]
    return {label.name: label.text for label in found}


def test_the_number_in_a_hex_is_the_count_of_its_guns() -> None:
    for shade in ("guns", "units", "points"):
        state = parsed(f"{COMPANY} shade {shade}")
        planes = counts(of_side(state.force, "British"), state.conditions, shade)
        found = numbers(state)
        assert len(found) > 60
        for code, number in found.items():
            assert number == str(count_at(planes, BOARD.number(GRID.place(code))))
    german = numbers(parsed(f"{COMPANY} side German within 6"))
    under = {"0504", "0509", "1203", "1308"}
    assert german.keys().isdisjoint(under), "none under a counter or beside its name"


def test_points_that_are_not_in_the_source_have_a_plus_or_a_question_mark() -> None:
    """No points of the A7V's machine guns are printed (lines 77 and following)."""
    found = numbers(parsed("landships:coverage german a7v@0906@N side German shade points"))
    assert (found["0903"], found["0909"]) == ("8", "?")
    for line, told in (
        ("german a7v@0906@N side German asked 0909", "points not in the source."),
        ("german a7v@0906@N side German asked 0903", "8 points."),
        ("german a7v@0906@N a7v@0806@S side German asked 0903", "at least 8 points."),
        ("british mk-iv-male@0606@N field-gun@0607@N asked 0604", "at least 18 points."),
    ):
        headline = parsed(f"landships:coverage {line}").ask().headline
        assert headline.endswith(f"on {line[-4:]}: {told}")
    assert headline.startswith("At least 3 guns of 1 unit bear")


def test_shades_have_five_steps_at_most_and_cover_every_count() -> None:
    for most in range(1, 80):
        found = bands([(most, 1)])
        assert len(found) <= 5
        assert [n for low, high in found for n in range(low, high + 1)] == list(range(1, most + 1))


def test_blind_hexes_have_a_rim_and_blind_hexsides_a_stroke() -> None:
    state = parsed(LINE)
    (blind,) = drawn(state, "blind")
    assert isinstance(blind, Lines)
    places = BOARD.places(state.ask().detail.coverage.blind)
    assert len(places) == 117
    hexes = {place for place in places if isinstance(place, Hex)}
    rims = {side for h in hexes for side in h.sides() if len(hexes & set(side.hexes)) == 1}
    alone = [side for side in places if isinstance(side, Side) and not hexes & set(side.hexes)]
    assert len(blind.paths) == len(rims) + len(alone)
    assert not drawn(parsed(LINE.replace("within 6", "within 2")), "blind")
    sides_only = parsed("landships:coverage british mk-iv-male@0906@N within 4")
    assert drawn(sides_only, "blind"), "no hex is, and still there is a stroke"


def test_a_line_of_fire_is_solid_both_ways_and_dashed_one_way() -> None:
    for british, german, role in (
        ("0708@N", "0703@S", "fire"),
        ("0710@N", "0703@N", "fire-one-sided"),
    ):
        state = parsed(f"landships:coverage british mk-iv-male@{british} german a7v@{german}")
        lines = drawn(state, "fire", "fire-one-sided")
        assert {line.role for line in lines} == {role}
        assert {line.name for line in lines} == {"Mk IV male 1 at A7V 1"}
        assert (("fire-one-sided", "one-sided") in state.legend()) is (role != "fire")


def test_with_many_lines_only_those_of_the_chosen_unit_are_drawn() -> None:
    british = " ".join(f"mk-iv-male@{code}@N" for code in ("0508", "0608", "0708", "0808"))
    german = " ".join(f"a7v@{code}@S" for code in ("0503", "0603", "0703", "0803"))
    state = parsed(f"landships:coverage british {british} german {german}")
    names = {line.name for line in drawn(state, "fire", "fire-one-sided")}
    assert names
    assert all("Mk IV male 1" in name for name in names)
    tints = {shape.name for shape in drawn(parsed(f"{COMPANY} side both"), "cover-of")}
    assert tints == {"British", "Germans", "both"}


# ----------------------------------------------------------------- formations and what they promise


def test_a_formation_does_not_depend_on_where_the_units_stood_and_again_changes_nothing() -> None:
    start = COVERAGE.initial()
    for side, formation in product(("British", "both"), FORMATIONS):
        shown = start.set("side", side)
        once = shown.set("form", formation)
        for other in FORMATIONS:
            again = shown.set("form", other).set("form", formation)
            assert where(again) == where(once), f"{formation} after {other}"


def test_prohibited_terrain_and_enemies_are_stood_round_but_not_the_units_own_places() -> None:
    """In column astern of a leader at 0806: 0808 and 0810; with water in 0808 and an enemy in 0809
    the units close up round both.
    """
    british = "british mk-iv-male@0806@N mk-iv-male@0808@N mk-iv-male@0810@N"
    free = parsed(f"landships:coverage {british}")
    assert where(free.set("form", "column")) == where(free)
    hindered = parsed(f"landships:coverage {british} german a7v@0809@S terrain water=0808")
    column = [words.split()[-2] for words in where(hindered.set("form", "column"))]
    assert column[:3] == ["0806", "0807", "0810"]


@pytest.mark.long
def test_a_remedy_counts_blind_places_as_the_step_does_before_and_after_it() -> None:
    dice, pressed = random.Random("promises"), 0
    for side in ("British", "both", "both", "both") * 8:
        state = replace(COVERAGE.random(dice).settled(), side=side, asked=None, way=(), click="ask")
        answer = state.answer()
        for remedy in answer.remedies:
            found = re.search(r"(\d+|none) blind instead of (?:at most )?(\d+)", remedy.text)
            if found is None or not remedy.change:
                continue
            then, now = (0 if word == "none" else int(word) for word in found.groups())
            after = state.set(remedy.change, remedy.to).answer()
            told = (blind_told(answer), blind_told(after))
            assert (now, then) == told, f"{state.text()}: {remedy.text}"
            assert then < now, "what changes nothing is no advice"
            assert ("for the" in remedy.text) is (side == "both")
            pressed += side == "both"
    assert pressed > 5


def blind_told(answer: Any) -> int:
    """Return how many places the step says are blind."""
    (told,) = [
        word
        for step in answer.steps
        for word in re.findall(r"of a unit, (?:at most )?(\d+|none) (?:is|are) blind", step.text)
    ]
    return 0 if told == "none" else int(told)


# ----------------------------------------------------------------------------------------- the hand


def test_a_pressed_place_is_explained_and_pressed_again_let_go() -> None:
    state = hand(parsed(COMPANY), "press 0907")
    answer = state.ask()
    assert state.asked == GRID.place("0907")
    assert answer.headline == "3 guns of 2 units bear on 0907: 18 points."
    assert sum(step.op == "add" for step in answer.steps) == answer.value == 3
    assert hand(state.settled(), "press 0907").asked is None


def test_the_wheel_turns_the_unit_under_it_and_the_keys_the_chosen_one() -> None:
    state = hand(parsed(COMPANY), "turn 1308 2")
    assert where(state)[-1] == "A7V 2 1308 WNW"
    assert where(hand(state, "key q"))[-1] == "A7V 2 1308 W"
    dragged = hand(state, "press 0504", "drag 0605/0606")
    assert (dragged.chosen_key, where(dragged)[0]) == ("british-1", "Mk IV male 1 0605/0606 E")
    assert not hand(dragged, "drop 0605/0606").held
    astride = parsed("landships:coverage british mk-iv-male@0504/0505@E")
    assert where(hand(astride, "key e")) == ["Mk IV male 1 0504/0505 W"], "there it turns about"


def test_arrow_keys_move_the_unit_the_question_or_the_end_of_the_way() -> None:
    down, state = "key ArrowDown", parsed(COMPANY)
    assert where(hand(state, down))[0].startswith("Mk IV male 1 0504/0505")
    assert hand(state, "press 0907", down).asked == GRID.place("0907/0908")
    assert way(hand(parsed(f"{COMPANY} click way way 0101 0107"), down)) == ["0101", "0107/0108"]


def way(state: CoverageBoard) -> list[str]:
    return [GRID.code(place) for place in state.way]


def test_a_way_is_drawn_by_presses_and_by_a_drag_and_its_last_place_taken_back() -> None:
    state = parsed(COMPANY).set("click", "way")
    for code in ("0203", "0303/0304", "0505"):
        state = hand(state, f"press {code}").settled()
        if len(state.way) == 1:
            assert "instead of" in state.ask().remedies[0].text, "no way yet, so none is safer"
    assert way(state) == ["0203", "0303/0304", "0505"]
    state = hand(state, "press 0505").settled()
    assert way(state) == ["0203", "0303/0304"]
    state = hand(state, "press 0404", "drag 0504", "drag 0604")
    assert way(state)[2:] == ["0404", "0504", "0604"]


def test_everything_a_hand_does_a_control_does_as_well() -> None:
    state = parsed(COMPANY).set("chosen", "german-2")
    state = state.set("place", "1408 N").set("move", "left")
    assert where(state)[-1] == "A7V 2 1408 NNW"
    (table,) = state.tables(state.ask())
    assert (table.caption, table.lit_column) == ("Who can hit whom: British fire", 1)
    assert [name for name, _ in table.rows] == ["Mk IV male 1", "Mk IV male 2"]
    ahead = forward(GRID.place("1408"), state.unit.heading)
    assert state.set("move", "forward").unit.place == ahead
    state = state.set("asked", "0706").set("way", "0101 0105")
    assert (state.asked, len(state.way), state.click) == (GRID.place("0706"), 2, "way")
    fields = {c.id for c in state.controls() if isinstance(c, Field)}
    assert {"place", "asked", "way"} <= fields


# ---------------------------------------------------------------------------------------- the force


def test_a_unit_that_is_added_looks_towards_the_enemys_side_of_the_board() -> None:
    for side, heading in (("British", Heading.E), ("German", Heading.W)):
        (added,) = parsed("landships:coverage").set("units", side).force
        assert (added.side, added.heading) == (side, heading)
    placed = parsed(COMPANY).set("chosen", "british-1").set("place", "0504/0505")
    assert where(placed)[0] == "Mk IV male 1 0504/0505 E"


def test_units_are_added_up_to_twenty_four_and_removed_again() -> None:
    state = parsed("landships:coverage")
    for number in range(MOST_UNITS):
        state = state.set("kind", "a7v" if number % 2 else "75mm-art")
        state = state.set("units", "German" if number % 2 else "British")
    assert len({one.place for one in state.force}) == MOST_UNITS
    assert all(one.heading in legal_headings(one.unit.unit_class, one.place) for one in state.force)
    with pytest.raises(ValueError, match="takes 24 units, both sides together; remove one first"):
        state.set("units", "British")
    with pytest.raises(ValueError, match="25 units are more than the 24"):
        COVERAGE.parse(state.text().replace(" german ", " a7v@0101@N german "))
    for _ in range(MOST_UNITS):
        state = state.set("units", "remove")
    assert state.ask().headline == "No British unit stands on the board."
    with pytest.raises(ValueError, match="no unit to remove"):
        state.set("units", "remove")


def test_a_force_forms_up_on_its_chosen_vehicle() -> None:
    state = parsed(LINE).set("form", "column")
    assert where(state) == ["Mk IV male 1 0806 N", "Mk IV male 2 0808 N", "Mk IV male 3 0810 N"]
    state = parsed(LINE).set("chosen", "british-2").set("form", "wedge")
    assert where(state)[1] == "Mk IV male 2 0906 N"
    (form,) = [c for c in state.controls() if c.id == "form" and isinstance(c, Buttons)]
    assert [one for one, _, _ in form.items] == ["line", "column", "echelon", "wedge", "best"]


def test_best_headings_are_those_of_the_rule_and_are_offered_with_their_number() -> None:
    state = parsed(LINE)
    found = fewest_blind(state.force, state.conditions, 6)
    remedy = state.ask().remedies[0]
    assert remedy.text == "Best headings NNE, SSW and ENE: none blind instead of 117."
    for turned in (state.set("form", "best"), state.set(remedy.change, remedy.to)):
        assert tuple(one.heading for one in turned.force) == found.headings
        assert turned.ask().detail.coverage.blind == 0
    with pytest.raises(ValueError, match="the best already"):
        state.set("form", "best").set("form", "best")


def test_for_a_pressed_place_the_best_headings_bring_most_to_bear_on_it() -> None:
    state = parsed("landships:coverage british mk-iv-male@0906@N asked 0904")
    (remedy,) = state.ask().remedies
    assert remedy.text == "Turned to NNE: 4 guns on 0904 instead of 3."
    assert state.set(remedy.change, remedy.to).ask().value == 4


def test_units_of_the_readers_own_join_a_force_and_leave_with_their_file() -> None:
    state = parsed(COMPANY).set("own", OWN)
    state = state.set("kind", "two-gun").set("units", "British")
    assert where(state)[2].startswith("Two-gun cart 1 ")
    assert COVERAGE.parse(state.text()) == state
    without = state.set("own", "")
    assert [one.name for one in without.force] == [one.name for one in parsed(COMPANY).force]


def test_the_readers_range_and_the_readers_word_on_sight_are_marked_as_theirs() -> None:
    unknown = parsed("landships:coverage british renault-ft@0906@N")
    assert unknown.ask().headline == (
        "The British unit bears on no hex for certain; at most 168 places within 3 hexes are blind."
    )
    supplied = unknown.set("max_range", "3")
    assert supplied.ask().value == 36
    woods = parsed(f"{COMPANY} terrain woods=0704,0705,0706,0707")
    blocked = woods.set("blocks", ("woods", True))
    assert blocked.ask().value < woods.ask().value
    assert any(step.cite.kind == "supplied" for step in blocked.ask().steps)
    assert any("Which terrain blocks a line of sight" in step.text for step in woods.ask().steps)


def test_what_is_seen_is_what_the_rule_of_sight_says_of_each_place() -> None:
    dice, hexes = random.Random("sight"), sorted(GRID.hexes())
    for along in ("both", "either", "each"):
        woods = TerrainMap(frozenset((h, "woods") for h in dice.sample(hexes, 30)))
        rule = SightRule(frozenset({"woods"}), dice.randint(1, 2), dice.random() < 1 / 2, along)
        sight, observer = LinesOfSight(rule, woods), dice.choice(PLACES)
        seen = sight.seen_from(GRID, observer, BOARD.board)
        for target in dice.sample(PLACES, 120):
            explained = sight.explain(observer, target).value is True
            assert bool(seen >> BOARD.number(target) & 1) == explained, (along, observer, target)


def test_a_reading_tells_what_it_makes_of_the_question_asked() -> None:
    """On the edge of the Mk IV's arcs (line 65): whether a hexside
    there can be hit is a reading.
    """
    asked = parsed("landships:coverage british mk-iv-male@0706@N asked 0805/0806")
    edges = next(s for s in asked.reading_switches() if s.id == "arc-edge-hexside")
    assert dict(edges.effects) == {"as-printed": "1 gun", "never": "1 gun", "always": "2 guns"}
    way = parsed(WAY)
    ways = {told for switch in way.reading_switches() for _, told in switch.effects}
    assert f"{way.ask().value} gun-steps" in ways


# --------------------------------------------------------------------------------- tables and links


@pytest.mark.long
def test_each_cell_opens_the_fire_arcs_that_answer_it() -> None:
    dice, cells = random.Random("cells"), 0
    while cells < 60:
        state: CoverageBoard = COVERAGE.random(dice)
        state = state.set("side", "both").set("blocks", ("woods", False)) if state.blocks else state
        if state.blocks:
            continue
        for table in state.tables(state.ask()):
            for (_, words), links in zip(table.rows, table.links, strict=False):
                for cell, link in zip(words, links, strict=True):
                    opened = read_link(link)
                    panel_type = type(opened)
                    assert panel_type.id == "landships:fire"
                    assert (opened.ask().value is True) == (" of " in cell), (cell, link)
                    cells += 1


WAY = f"{COMPANY} side German click way way 0506 1605"


def test_the_way_is_told_step_by_step_and_the_safest_is_offered() -> None:
    state = parsed(WAY)
    answer = state.ask()
    table = state.tables(answer)[-1]
    products = [int(cells[0]) * int(cells[1]) for _, cells in table.rows]
    assert answer.value == answer.detail.way.gun_steps == sum(products)
    assert table.caption == f"The way through: {answer.value} gun-steps"
    (remedy,) = answer.remedies
    safest = state.set(remedy.change, remedy.to)
    assert safest.ask().value < answer.value
    assert not safest.ask().remedies
    assert f"{safest.ask().value} gun-steps instead of {answer.value}" in remedy.text


def test_movement_gives_a_way_and_a_closed_board_none() -> None:
    cheapest = parsed(f"{WAY} route cheapest").ask().detail.way.way
    assert (cheapest[0], cheapest[-1]) == (GRID.place("0506"), GRID.place("1605"))
    end: Any = GRID.place("1605")
    ring = ",".join(GRID.code(h) for h in GRID.neighbours(end))
    shut = parsed(f"{WAY} terrain water=1605,{ring}").ask()
    assert shut.headline == "No way leads from 0506 to 1605."
    assert shut.detail.way is None


def test_it_has_no_more_than_nine_controls_in_its_strip() -> None:
    assert COVERAGE is Coverage
    for state in (COVERAGE.initial(), parsed(WAY), COVERAGE.initial().set("click", "paint")):
        strip = [
            c.id
            for c in state.controls()
            if c.id not in COVERAGE.secondary
            and c.id not in {s.id for s in state.reading_switches()}
        ]
        assert len(strip) <= 9, strip


def test_headings_that_may_not_be_the_best_are_told_as_such_until_anything_changes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(
        best_headings,
        "fewest_blind",
        lambda units, conditions, within, *_: fewest_blind(units, conditions, within, 1),
    )
    state = parsed("landships:coverage british mk-iv-male@0504@ENE mk-iv-male@0509@ESE within 6")
    advice = "These are the best headings found; that no others do better is not proven."
    turned = state.set("form", "best")
    assert turned.ask().remedies[0].text == advice
    for changed in (
        turned.set("place", "0505 N"),
        turned.set("within", 5),
        COVERAGE.parse(turned.text()),
    ):
        assert advice not in [remedy.text for remedy in changed.ask().remedies]
    with pytest.raises(ValueError, match="is not proven"):
        turned.set("form", "best")


@pytest.mark.parametrize(
    ("enemies", "abreast"), [(1, [1]), (5, [5]), (6, [3, 3]), (7, [4, 3]), (12, [4, 4, 4])]
)
def test_many_targets_are_shared_out_over_several_tables(enemies: int, abreast: list[int]) -> None:
    german = [f"a7v@{column}{row:02}@WSW" for column in (14, 16) for row in range(2, 8)]
    line = "landships:coverage british mk-iv-male@0504@N german " + " ".join(german[:enemies])
    state = parsed(line)
    found = state.tables(state.answer())
    assert [len(table.columns) for table in found] == abreast
    named = [name for table in found for name in table.columns]
    assert named == [f"A7V {n}" for n in range(1, enemies + 1)]
    assert len({link for table in found for row in table.links for link in row}) == enemies


@pytest.mark.parametrize(
    ("line", "more"),
    [
        ("german a7v@0606@E side German shade points", True),
        ("german a7v@0606@E side German shade guns", False),
        ("british mk-iv-male@0606@N shade points", False),
    ],
)
def test_only_points_that_may_be_more_have_a_plus_in_the_legend(line: str, more: bool) -> None:
    """No points of the A7V's machine guns are printed (line 77); all its guns are known."""
    meanings = [
        meaning
        for mark, meaning in parsed(f"landships:coverage {line}").legend()
        if mark.startswith("cover-")
    ]
    assert meanings
    assert any("+" in meaning for meaning in meanings) is more


def test_a_pointer_that_wanders_searches_for_no_new_headings(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    searched: list[object] = []
    monkeypatch.setattr(
        best_headings,
        "fewest_blind",
        lambda *given: searched.append(given) or fewest_blind(*given),  # type: ignore[func-returns-value]
    )
    coverage_answer._headings_and_formations.cache_clear()
    for place in ("0705", "0706", "0805"):
        assert hand(COVERAGE.initial(), f"hover {place}").ask().remedies
    assert len(searched) == 1


# ----------------------------------------------------------------------- where the source is silent


def test_a_place_that_a_range_not_in_the_source_decides_is_told_so_with_its_readings() -> None:
    """Coverage says of the gun on a full-circle mount what the panel of fire arcs says of it."""
    state = parsed("landships:coverage british full-circle-mount@0606@E asked 0806")
    fire = read_link("landships:fire v1 full-circle-mount@0606 E weapon gun target 0806").ask()
    assert state.ask().value == fire.value
    effects = {told for switch in state.reading_switches() for _, told in switch.effects}
    assert effects == {"not in the source"}
    supplied = state.set("max_range", "2")
    assert supplied.ask().value == 1
    assert "1 gun" in str(supplied.reading_switches())
    more = parsed("landships:coverage british mk-iv-male@0606@N full-circle-mount@0506@E")
    for asked, told in (("0604", "at least 3 guns"), ("", "at least 100 hexes, 4 blind")):
        switches = more.set("asked", asked).reading_switches()
        assert told in {effect for switch in switches for _, effect in switch.effects}, asked


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("german a7v@0606@E side German asked 0106", "8 points on 0106 instead of points not in"),
        ("british mk-iv-male@0606@N asked 0604", "20 points on 0604 instead of 18."),
        ("british mk-iv-male@0606@NNE asked 0604", ""),
        ("german a7v@0606@E a7v@0506@E side German asked 0106", "instead of points not in the"),
    ],
)
def test_points_that_are_not_in_the_source_are_no_zero_in_the_advice(line: str, told: str) -> None:
    """No points of the A7V's machine guns are printed (line 77)."""
    answer = parsed(f"landships:coverage {line} shade points").ask()
    advice = [remedy.text for remedy in answer.remedies]
    assert bool(advice) is bool(told)
    assert all(told in text for text in advice), advice
    assert "instead of 0" not in "".join(advice)


def test_a_way_is_under_the_fire_of_the_enemies_of_the_side_that_moves() -> None:
    """With both sides shown the guns of the chosen unit's own side are no danger to it."""
    line = f"{COMPANY} click way way 0506 1605"
    german, british = (parsed(f"{line} side {side}").ask() for side in ("German", "British"))
    assert german.value != british.value
    for chosen, alone in (("british-1", german), ("german-1", british)):
        both = parsed(f"{line} side both chosen {chosen}")
        assert both.ask().value == alone.value
        assert both.ask().detail.units_on == alone.detail.units_on
        assert f"{alone.value} gun-steps" in str(both.reading_switches())
        whose = "German" if chosen == "british-1" else "British"
        assert f"takes 11 steps, under {whose} fire." in both.ask().steps[0].text
    unknown = parsed(
        "landships:coverage british mk-iv-male@0606@E full-circle-mount@0506@E click way"
        " way 0703 0708"
    )
    assert unknown.ask().headline.startswith("At least ")
    assert "at least " in str(unknown.reading_switches())
