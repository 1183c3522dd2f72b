"""The pictures show what the rules say, read by role and name: wedges, dots, crosses, badges, counters."""

import math
from collections.abc import Sequence
from itertools import product

import pytest

from landships_lab.core.arcs import Arc
from landships_lab.core.grid import Grid
from landships_lab.core.hexes import HEADINGS, Heading, Hex, Place, Side, half_hexes
from landships_lab.data.landships.units import Unit, Weapon
from landships_lab.explore import CATALOG
from landships_lab.explore.landships.fire import FireArcs
from landships_lab.rules.landships import UNITS, count_range, legal_headings, range_hexes, reach_of
from landships_lab.rules.landships.shot import shot
from landships_lab.scene import draw, illustrate
from landships_lab.scene.counters import SILHOUETTES, Counter, counters
from landships_lab.scene.shapes import Circles, Label, Lines, Path, Pixel, Polygons, Scene
from landships_lab.scene.view import View

BOARD = Grid(columns=20, rows=14)
VIEW = View.fit(BOARD)
LAB = FireArcs()
WEAPONS = [pytest.param(unit, w, id=f"{unit.id}-{w.id}") for unit in UNITS.values() for w in unit.weapons.values()]
#: In the middle, near two borders and in a corner of the board; a hex and each kind of hexside.
STANDS = ("0907", "0807/0808", "0907/1007", "1006/1107", "0101", "2013/2014", "0207/0307")
HAIR = 1e-6 * VIEW.size


def place(code: str) -> Place:
    return BOARD.place(code)


def depth(ring: Path, pixel: Pixel) -> float:
    """Return how far inside the ring the pixel is, negative outside, by even and odd crossings and the distance to the outline."""
    x, y = pixel
    inside, nearest = False, math.inf
    for (ax, ay), (bx, by) in zip(ring, (*ring[1:], ring[0]), strict=True):
        if (ay > y) != (by > y) and x < ax + (bx - ax) * (y - ay) / (by - ay):
            inside = not inside
        length = math.dist((ax, ay), (bx, by))
        along = max(0.0, min(1.0, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length**2)) if length else 0.0
        nearest = min(nearest, math.dist((x, y), (ax + along * (bx - ax), ay + along * (by - ay))))
    return nearest if inside else -nearest


def polygon(shapes: Sequence[object], role: str, name: str) -> Path:
    (found,) = (s for s in shapes if isinstance(s, Polygons) and (s.role, s.name) == (role, name))
    (ring,) = found.rings
    return ring


# ----------------------------------------------------------------------------------------------------------------------- wedges


def check_wedge(arc: Arc, limit: int, here: Place, heading: Heading) -> None:
    """Every place in the arc and in range lies in the wedge, every other one outside it, and the edges on its outline."""
    ring = polygon(draw.wedge(VIEW, here, heading, arc, limit, tint="blue", name="gun", edges_count=True), "wedge", "gun")
    for target in BOARD.places:
        if target == here:
            continue
        position, inside = arc.locate(here, heading, target), depth(ring, VIEW.pixel(target))
        told = f"{BOARD.code(here)} {heading}, {arc}: {BOARD.code(target)} is {position} and {inside:.2f} px within"
        if range_hexes(here, target) > limit or position == "outside":
            assert inside < HAIR, told
        elif position == "edge":
            assert abs(inside) < HAIR, told
        elif half_hexes(here, target) == 2 * limit + 1:
            assert abs(inside) < HAIR, told  # the last that is counted so, half a hex beyond a whole one: the rim runs through it
        else:
            assert inside > HAIR, told


@pytest.mark.parametrize(("unit", "weapon"), WEAPONS)
def test_a_wedge_holds_what_the_weapon_can_hit_and_nothing_else(unit: Unit, weapon: Weapon) -> None:
    limit = weapon.range_hexes if isinstance(weapon.range_hexes, int) else 5
    for number, code in enumerate(STANDS):
        for heading in legal_headings(unit.unit_class, place(code))[number % 3 :: 3]:
            check_wedge(weapon.arc, limit, place(code), heading)


@pytest.mark.parametrize("width", range(30, 361, 30))
def test_wedges_of_every_width_hold_too(width: int) -> None:
    for lo, code in ((-width // 60 * 30, "0907"), (0, "0807/0808"), (-150, "1912")):
        check_wedge(Arc(lo, lo + width), 6, place(code), Heading.E)


def test_the_wedge_of_the_starboard_gun_by_name() -> None:
    """A Mk IV on hexside 0503/0504 facing east; 0705 can be hit, 0305 lies astern."""
    state = LAB.parse("landships:fire mk-iv-male@0503/0504 E weapon 57mm-starboard show 57mm-starboard mg-bow")
    scene = LAB.picture(state, LAB.ask(state))
    ring = polygon(scene.find("wedge"), "wedge", "57mm-starboard")
    assert depth(ring, VIEW.pixel(place("0705"))) > 0
    assert depth(ring, VIEW.pixel(place("0305"))) < 0
    assert {s.name for s in scene.find("wedge")} == {"57mm-starboard", "mg-bow"}
    assert {s.name for s in scene.find("wedge-name")} == {"57mm-starboard", "mg-bow"}
    assert [s.text for s in scene.find("wedge-name", "mg-bow") if isinstance(s, Label)] == ["MG bow, to 4"]


def test_an_edge_that_counts_is_solid_and_one_that_does_not_is_dashed() -> None:
    for text, role, other in (
        ("mk-iv-male@0907 N", "wedge-edge-open", "wedge-edge"),  # line 65: hexsides on its edges cannot be hit
        ("a7v@0907 N", "wedge-edge", "wedge-edge-open"),
        ("a7v@0907 N reading arc-edge-hexside=never", "wedge-edge-open", "wedge-edge"),
    ):
        state = LAB.parse(f"landships:fire {text}")
        scene = LAB.picture(state, LAB.ask(state))
        assert len(scene.find(role, state.weapon_id)) == 1
        assert scene.find(other) == ()


def test_a_full_circle_has_a_rim_and_no_edges() -> None:
    shapes = draw.wedge(VIEW, place("0907"), Heading.N, Arc(0, 360), 3, tint="blue", name="gun", edges_count=True)
    assert [s.role for s in shapes] == ["wedge", "wedge-rim"]


# ------------------------------------------------------------------------------------------------------------------------ marks


def pixels(places: Sequence[Place] | frozenset[Place]) -> set[Pixel]:
    return {VIEW.pixel(p) for p in places}


@pytest.mark.parametrize(("unit", "weapon"), WEAPONS)
def test_a_dot_on_each_place_that_can_be_hit_and_a_cross_on_each_excluded_edge(unit: Unit, weapon: Weapon) -> None:
    for code in STANDS:
        for heading in legal_headings(unit.unit_class, place(code))[:2]:
            state = LAB.parse(f"landships:fire {unit.id}@{code} {heading} weapon {weapon.id} range 6")
            scene = LAB.picture(state, LAB.ask(state), VIEW)
            found = reach_of(shot(unit, weapon, place(code), heading, max_range=None if isinstance(weapon.range_hexes, int) else 6))
            dots = [s for s in scene.find("can-hit", weapon.id) if isinstance(s, Circles)]
            assert {centre for s in dots for centre in s.centres} == pixels((found.can_hit & BOARD.places) - {place(code)})
            assert sum(len(s.centres) for s in dots) == len((found.can_hit & BOARD.places) - {place(code)})
            arms = [path for s in scene.find("excluded", weapon.id) if isinstance(s, Lines) for path in s.paths]
            middles = {((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in arms}
            assert len(arms) == 2 * len(found.on_excluded_edge & BOARD.places)
            assert {(round(x, 6), round(y, 6)) for x, y in middles} == {
                (round(x, 6), round(y, 6)) for x, y in pixels(found.on_excluded_edge & BOARD.places)
            }


def test_dots_on_hexsides_are_smaller() -> None:
    hexes, sides = draw.dots(VIEW, [place("0503"), place("0503/0504")], "can-hit", "gun")
    assert isinstance(hexes, Circles)
    assert isinstance(sides, Circles)
    assert hexes.radius > sides.radius
    assert draw.dots(VIEW, [], "can-hit", "gun") == draw.crosses(VIEW, [], "excluded", "gun") == ()


def test_an_illegal_position_shows_the_headings_in_place_of_arcs() -> None:
    state = LAB.parse("landships:fire mk-iv-male@0804/0805 N")
    scene = LAB.picture(state, LAB.ask(state))
    assert scene.find("wedge") == scene.find("can-hit") == ()
    assert {s.name for s in scene.find("legal")} == {"E", "W"}
    assert {s.name for s in scene.find("illegal")} == {h.value for h in HEADINGS} - {"E", "W"}
    assert [s.name for s in scene.find("heading-facing")] == ["N"]


# ------------------------------------------------------------------------------------------------------------------------ count


def numbered(scene: Scene) -> list[tuple[str, Pixel]]:
    return [(s.text, s.at) for s in scene.find("count-number") if isinstance(s, Label)]


@pytest.mark.parametrize("explorer_id", ["landships:fire", "landships:range"])
def test_the_counted_hexes_are_tinted_and_numbered_from_one(explorer_id: str) -> None:
    explorer = CATALOG[explorer_id]
    state = explorer.start()
    answer = explorer.ask(state)
    scene = explorer.picture(state, answer, VIEW)
    hexes = [m for step in answer.steps if step.op == "add" for m in step.marks if isinstance(m, Hex)]
    assert [text for text, _ in numbered(scene)] == [str(n) for n in range(1, len(hexes) + 1)]
    (tinted,) = (s for s in scene.find("counted") if isinstance(s, Polygons))
    assert tinted.rings == tuple(VIEW.outline(h) for h in hexes)
    (badges,) = (s for s in scene.find("count-badge") if isinstance(s, Circles))
    for (_, at), centre, hexagon in zip(numbered(scene), badges.centres, hexes, strict=True):
        assert at == centre
        assert math.dist(at, VIEW.pixel(hexagon)) <= VIEW.size, "in its hex, or beside the counter that stands there"


def test_a_count_of_nothing_has_no_badge() -> None:
    explorer = CATALOG["landships:range"]
    state = explorer.parse("landships:range from #6 to #5")  # line 39: zero
    scene = explorer.picture(state, explorer.ask(state))
    assert numbered(scene) == []
    assert len(scene.find("count-start")) == 1


def test_the_line_of_sight_joins_the_two_and_the_target_is_ringed() -> None:
    state = LAB.parse("landships:fire a7v@0907 N target 1004/1104")
    scene = LAB.picture(state, LAB.ask(state), VIEW)
    (line,) = (s for s in scene.find("sight-line") if isinstance(s, Lines))
    assert line.paths == ((VIEW.pixel(place("0907")), VIEW.pixel(place("1004/1104"))),)
    (ring,) = (s for s in scene.find("target-ring") if isinstance(s, Circles))
    assert ring.centres == (VIEW.pixel(place("1004/1104")),)


# ------------------------------------------------------------------------------------------------------------- board and counters


def test_every_hex_has_its_outline_and_its_code() -> None:
    field = draw.hex_field(VIEW)
    codes = {s.name: s for s in field if isinstance(s, Label)}
    assert set(codes) == {BOARD.code(h) for h in BOARD.hexes()}
    assert all(label.text == name for name, label in codes.items())
    for hexagon in BOARD.hexes():
        assert depth(VIEW.outline(hexagon), codes[BOARD.code(hexagon)].at) > 0
    (grid,) = (s for s in field if isinstance(s, Polygons) and s.role == "grid")
    assert len(grid.rings) == 20 * 14
    assert draw.hex_field(VIEW) is field, "the same view, the very same tuple"


@pytest.mark.parametrize("outline", SILHOUETTES)
def test_counters_stay_inside_the_picture_wherever_they_stand(outline: str) -> None:
    for where, heading in product(BOARD.places, HEADINGS[:: 1 if outline == "rhomboid" else 5]):
        for shape in counters(VIEW, [Counter(where, heading, outline, "gun on a full-circle mount")]):
            if isinstance(shape, Label):
                width = 6.0 * len(shape.text)
                left = shape.at[0] - {"end": width, "middle": width / 2, "start": 0.0}[shape.anchor]
                points = [(left, shape.at[1] - 6), (left + width, shape.at[1] + 6)]
            else:
                points = [p for path in (shape.rings if isinstance(shape, Polygons) else shape.paths) for p in path]  # type: ignore[union-attr]
            for x, y in points:
                assert 0 <= x <= VIEW.width, f"{shape.role} of {BOARD.code(where)} {heading}"
                assert 0 <= y <= VIEW.height, f"{shape.role} of {BOARD.code(where)} {heading}"


def test_a_counter_out_of_the_picture_leaves_no_number_at_its_border() -> None:
    closer = VIEW.closer(place("0605"))
    for where in BOARD.places:
        numbers = [s for s in counters(closer, [Counter(where, Heading.N, "box", "#1")]) if isinstance(s, Label)]
        assert len(numbers) == closer.shows(where)


@pytest.mark.parametrize("heading", HEADINGS)
def test_a_counter_faces_a_corner_and_straddles_its_hexside(heading: Heading) -> None:
    """Line 9: a unit faces the corner of its counter. A corner of the square card points along the heading."""
    ring = polygon(counters(VIEW, [Counter(place("0907"), heading, "box", "#1")]), "counter", "#1")
    x, y = VIEW.pixel(place("0907"))
    ahead = VIEW.ray(heading)
    far = max(ring, key=lambda p: (p[0] - x) * ahead[0] + (p[1] - y) * ahead[1])
    reach_of_card = math.dist(far, (x, y))
    assert far == pytest.approx((x + reach_of_card * ahead[0], y + reach_of_card * ahead[1]))
    assert {round(math.dist(p, (x, y)), 6) for p in ring} == {round(reach_of_card, 6)}, "a square about its middle"
    on_side = polygon(counters(VIEW, [Counter(place("0907/0908"), Heading.E, "box", "#1")]), "counter", "#1")
    for code in ("0907", "0908"):
        assert any(depth(VIEW.outline(BOARD.hex(int(code[:2]), int(code[2:]))), p) > 0 for p in on_side)


def test_every_outline_of_a_unit_can_be_drawn() -> None:
    assert {unit.outline for unit in UNITS.values()} <= set(SILHOUETTES)


def test_an_answer_draws_itself_with_its_words() -> None:
    answer = count_range(place("0506/0507"), place("0904"))
    scene = illustrate.scene(answer)
    assert scene is not None
    assert [text for text, _ in numbered(scene)] == ["1", "2", "3", "4"]
    assert scene.title == answer.headline
    captions = " ".join(s.text for s in scene.find("caption") if isinstance(s, Label))
    assert captions == answer.headline
    for shape in scene.figures:
        if isinstance(shape, Circles):
            assert all(0 < x < scene.width and 0 < y < scene.height for x, y in shape.centres)


def test_a_hexside_is_outlined_by_its_line_and_a_hex_by_its_ring() -> None:
    side, hexagon = place("0503/0504"), place("0503")
    assert isinstance(side, Side)
    assert isinstance(hexagon, Hex)
    assert draw.outlined(VIEW, side, "count-start", "x") == (Lines((VIEW.segment(side),), "count-start", "x"),)
    assert draw.outlined(VIEW, hexagon, "count-start", "x") == (Polygons((VIEW.outline(hexagon),), "count-start", "x"),)
