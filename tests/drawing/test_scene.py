"""The pictures show what the rules say, read by role and name; shapes drawn together look as they
did one by one.
"""

import math
from collections.abc import Iterable, Sequence
from itertools import product

import pytest

from landships_lab.core.arcs import Arc
from landships_lab.core.grid import Grid
from landships_lab.core.hexes import HEADINGS, Heading, Hex, Place, Side, half_hexes
from landships_lab.drawing import draw, fire, illustrate
from landships_lab.drawing.counters import Counter, counters, names
from landships_lab.drawing.shapes import (
    Circles,
    Label,
    Lines,
    Path,
    Pixel,
    Polygons,
    Scene,
    Shape,
    batched,
    rectangle,
)
from landships_lab.drawing.silhouettes import SILHOUETTES
from landships_lab.drawing.view import View
from landships_lab.games.landships.data.units import Unit, Weapon
from landships_lab.games.landships.panels.fire import FireArcs
from landships_lab.games.landships.rules.field_of_fire import Reach, reach_of
from landships_lab.games.landships.rules.fire import shot
from landships_lab.games.landships.rules.positions import UNITS, legal_headings
from landships_lab.games.landships.rules.ranges import count_range
from landships_lab.panel import CATALOG

BOARD = Grid(columns=20, rows=14)
VIEW = View.fit(BOARD)
CLOSE = VIEW.closer(BOARD.hex(10, 7), 2.2)
WEAPONS = [
    pytest.param(unit, w, id=f"{unit.id}-{w.id}")
    for unit in UNITS.values()
    for w in unit.weapons.values()
]
#: In the middle, near two borders and in a corner of the board; a hex and each kind of hexside.
STANDS = ("0907", "0807/0808", "0907/1007", "1006/1107", "0101", "2013/2014", "0207/0307")
HAIR = 1e-6 * VIEW.size


def place(code: str) -> Place:
    return BOARD.place(code)


def off_line(a: Pixel, b: Pixel, pixel: Pixel) -> float:
    """Return how far a pixel lies from the nearest point of a line."""
    ahead = [(pixel[n] - a[n]) * (b[n] - a[n]) for n in (0, 1)]
    along = max(0.0, min(1.0, sum(ahead) / (math.dist(a, b) ** 2 or 1.0)))
    return math.dist(pixel, [a[n] + along * (b[n] - a[n]) for n in (0, 1)])


def depth(ring: Path, pixel: Pixel) -> float:
    """Return how far inside the ring the pixel is, negative outside, by even and odd crossings and
    the distance to the outline.
    """
    (x, y), inside = pixel, False
    edges = list(zip(ring, (*ring[1:], ring[0]), strict=True))
    for (ax, ay), (bx, by) in edges:
        if (ay > y) != (by > y) and x < ax + (bx - ax) * (y - ay) / (by - ay):
            inside = not inside
    nearest = min(off_line(a, b, pixel) for a, b in edges)
    return nearest if inside else -nearest


def polygon(shapes: Sequence[object], role: str, name: str) -> Path:
    (found,) = (s for s in shapes if isinstance(s, Polygons) and (s.role, s.name) == (role, name))
    (ring,) = found.rings
    return ring


# ---------------------------------------------------------------------------------- what can be hit


def pixels(places: Iterable[Place]) -> set[Pixel]:
    return {rounded(VIEW.pixel(p)) for p in places}


def rounded(pixel: Pixel) -> Pixel:
    return round(pixel[0], 6), round(pixel[1], 6)


def middles(paths: Iterable[Path]) -> set[Pixel]:
    return {rounded(((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)) for a, b in paths}


def paths(scene: Scene, role: str, weapon: Weapon) -> list[Path]:
    """Return the rings and the lines of a role."""
    shapes = [s for s in scene.find(role, weapon.id) if isinstance(s, Polygons | Lines)]
    return [path for s in shapes for path in (s.rings if isinstance(s, Polygons) else s.paths)]


def reached(unit: Unit, weapon: Weapon, code: str, heading: Heading) -> Reach:
    most = None if isinstance(weapon.range_hexes, int) else 6
    return reach_of(shot(unit, weapon, place(code), heading, max_range=most))


@pytest.mark.long
@pytest.mark.parametrize(("unit", "weapon"), WEAPONS)
def test_what_can_be_hit_is_filled_and_each_excluded_edge_crossed(
    unit: Unit, weapon: Weapon
) -> None:
    for code in STANDS:
        for heading in legal_headings(unit.unit_class, place(code))[:2]:
            state = FireArcs.parse(
                f"landships:fire {unit.id}@{code} {heading} weapon {weapon.id} range 6"
            )
            scene = state.picture(state.ask(), VIEW)
            found = reached(unit, weapon, code, heading)
            hit = (found.can_hit & BOARD.places) - {place(code)}
            whole = paths(scene, "can-hit", weapon)
            assert sorted(whole) == sorted(VIEW.outline(h) for h in hit if isinstance(h, Hex))
            strokes = paths(scene, "can-hit-side", weapon)
            assert middles(strokes) == pixels(p for p in hit if isinstance(p, Side))
            assert len(strokes) == sum(isinstance(p, Side) for p in hit)
            arms = paths(scene, "excluded", weapon)
            assert len(arms) == 2 * len(found.on_excluded_edge & BOARD.places)
            assert middles(arms) == pixels(found.on_excluded_edge & BOARD.places)


def test_the_stroke_of_a_hexside_lies_on_it_and_leaves_its_ends_bare() -> None:
    (strokes,) = fire.filled(VIEW, [place("0503/0504")], "can-hit", "gun")
    assert isinstance(strokes, Lines)
    ((start, end),) = strokes.paths
    one, other = VIEW.segment(place("0503/0504"))  # type: ignore[arg-type]
    assert math.dist(one, start) + math.dist(start, end) + math.dist(end, other) == pytest.approx(
        math.dist(one, other)
    )
    assert min(math.dist(one, start), math.dist(end, other)) > 0.1 * VIEW.size
    assert (
        fire.filled(VIEW, [], "can-hit", "gun") == fire.crosses(VIEW, [], "excluded", "gun") == ()
    )


def test_what_a_closer_look_does_not_show_is_not_filled() -> None:
    closer = VIEW.closer(place("0404"))
    shown = [h for h in BOARD.hexes() if closer.shows(h)]
    (hexes,) = fire.filled(closer, BOARD.hexes(), "can-hit", "gun")
    assert isinstance(hexes, Polygons)
    assert len(hexes.rings) == len(shown) < 20 * 14


@pytest.mark.long
@pytest.mark.parametrize(("unit", "weapon"), WEAPONS)
def test_the_hexes_covered_by_an_arc_are_those_the_rules_allow(unit: Unit, weapon: Weapon) -> None:
    most = weapon.range_hexes if isinstance(weapon.range_hexes, int) else 6
    for code in STANDS:
        for heading in legal_headings(unit.unit_class, place(code)):
            hit = reached(unit, weapon, code, heading).can_hit & BOARD.places
            allowed = {h for h in hit if isinstance(h, Hex)} - {place(code)}
            assert set(fire.covered(BOARD, place(code), heading, weapon.arc, most)) == allowed


@pytest.mark.parametrize("width", range(30, 331, 30))
def test_the_edges_of_an_arc_run_through_every_place_on_them(width: int) -> None:
    for lo, code in ((-width // 60 * 30, "0907"), (0, "0807/0808"), (-150, "1912")):
        arc, here = Arc(lo, lo + width), place(code)
        (drawn,) = fire.edges(
            VIEW, here, Heading.E, arc, 6, tint="blue", name="gun", edges_count=True
        )
        assert isinstance(drawn, Lines)
        near = {p for p in BOARD.places if p != here and half_hexes(here, p) <= 13}
        on_edge = {p for p in near if arc.locate(here, Heading.E, p) == "edge"}
        assert {
            p for p in near if min(off_line(a, b, VIEW.pixel(p)) for a, b in drawn.paths) < HAIR
        } == on_edge


def test_a_weapon_that_is_shown_and_not_asked_about_is_tinted_only() -> None:
    state = FireArcs.parse(
        "landships:fire mk-iv-male@0503/0504 E weapon 57mm-starboard show 57mm-starboard mg-bow"
    )
    scene = state.picture(state.ask(), VIEW)
    assert {s.name for s in scene.find("can-hit")} == {"57mm-starboard"}
    assert {s.name for s in scene.find("covered")} == {"mg-bow"}
    assert scene.find("can-hit-side", "mg-bow") == ()
    named = {s.name: s.text for s in scene.find("wedge-name") if isinstance(s, Label)}
    assert named.keys() == {"57mm-starboard", "mg-bow"}
    assert named["mg-bow"] == "MG bow, to 4"


@pytest.mark.parametrize(
    ("text", "roles"),
    [
        ("mk-iv-male@0907 N", {"wedge-edge-open"}),  # line 65: no hexsides on its edges
        ("a7v@0907 N", {"wedge-edge"}),
        ("a7v@0907 N reading arc-edge-hexside=never", {"wedge-edge-open"}),
        ("mk-iv-male@0804/0805 N", {"legal", "illegal", "heading-facing"}),  # no place for it
    ],
)
def test_an_edge_that_counts_is_solid_and_headings_stand_where_no_arc_is(
    text: str, roles: set[str]
) -> None:
    state = FireArcs.parse(f"landships:fire {text}")
    scene = state.picture(state.ask())
    known = ("wedge-edge", "wedge-edge-open", "can-hit", "legal", "illegal", "heading-facing")
    assert {role for role in known if scene.find(role)} - {"can-hit"} == roles
    if "legal" in roles:
        assert scene.find("can-hit") == ()
        assert {s.name for s in scene.find("legal")} == {"E", "W"}
        assert len({s.name for s in scene.find("illegal")}) == len(HEADINGS) - 2


def test_a_full_circle_has_no_edges() -> None:
    at = (place("0907"), Heading.N, Arc(0, 360), 3)
    assert fire.edges(VIEW, *at, tint="blue", name="gun", edges_count=True) == ()
    assert len(fire.covered(BOARD, *at)) == 36


# -------------------------------------------------------------------------------------------- count


def numbered(scene: Scene) -> list[tuple[str, Pixel]]:
    return [(s.text, s.at) for s in scene.find("count-number") if isinstance(s, Label)]


@pytest.mark.parametrize("panel_id", ["landships:fire", "landships:range"])
def test_the_counted_hexes_are_tinted_and_numbered_from_one(panel_id: str) -> None:
    panel_type = CATALOG[panel_id]
    state = panel_type.initial()
    answer = state.ask()
    scene = state.picture(answer, VIEW)
    marks = [mark for step in answer.steps if step.op == "add" for mark in step.marks]
    hexes = [mark for mark in marks if isinstance(mark, Hex)]
    assert [text for text, _ in numbered(scene)] == [str(n) for n in range(1, len(hexes) + 1)]
    (tinted,) = (s for s in scene.find("counted") if isinstance(s, Polygons))
    assert tinted.rings == tuple(VIEW.outline(h) for h in hexes)
    (badges,) = (s for s in scene.find("count-badge") if isinstance(s, Circles))
    for (_, at), centre, hexagon in zip(numbered(scene), badges.centres, hexes, strict=True):
        assert at == centre
        assert math.dist(at, VIEW.pixel(hexagon)) <= VIEW.size, "or beside the counter there"
    state = CATALOG["landships:range"].parse("landships:range from #6 to #5")  # line 39: zero
    scene = state.picture(state.ask())
    assert numbered(scene) == []
    assert len(scene.find("count-start")) == 1


def test_the_line_of_sight_joins_the_two_and_the_target_is_ringed() -> None:
    state = FireArcs.parse("landships:fire a7v@0907 N target 1004/1104")
    scene = state.picture(state.ask(), VIEW)
    (line,), (ring,) = scene.find("sight-line"), scene.find("target-ring")
    assert isinstance(line, Lines)
    assert isinstance(ring, Polygons)
    ((start, end),) = line.paths
    here, there = VIEW.pixel(place("0907")), VIEW.pixel(place("1004/1104"))
    assert end == there
    rim = 0.75 * VIEW.size  # it begins at the rim of the counter, so that its guns are seen
    assert math.dist(here, start) == pytest.approx(rim)
    assert rim + math.dist(start, end) == pytest.approx(math.dist(here, there))
    assert depth(ring.rings[0], there) > 0.4 * VIEW.size
    for code in ("1004", "1104"):
        assert depth(ring.rings[0], VIEW.pixel(place(code))) < 0, "round the hexside alone"


# ------------------------------------------------------------------------------- board and counters


def test_every_hex_has_its_outline_and_as_many_have_their_code_as_can_be_read() -> None:
    field = draw.hex_field(VIEW)
    codes = {s.name: s for s in field if isinstance(s, Label)}
    hexes = {BOARD.code(h): h for h in BOARD.hexes()}
    assert set(codes) <= set(hexes)
    assert all(label.text == name for name, label in codes.items())
    for code, label in codes.items():
        assert depth(VIEW.outline(hexes[code]), label.at) > 0
    columns, rows = ({code[part] for code in codes} for part in (slice(2), slice(2, 4)))
    assert len(columns) >= 20 / 3, "at least each third column, on a board shown whole"
    assert len(rows) >= 14 / 2
    close = draw.hex_field(CLOSE)
    shown = {BOARD.code(h) for h in BOARD.hexes() if CLOSE.shows(h)}
    assert {s.name for s in close if isinstance(s, Label)} == shown, (
        "large hexes have each its code"
    )
    (grid,) = (s for s in field if isinstance(s, Polygons) and s.role == "grid")
    assert len(grid.rings) == 20 * 14
    assert draw.hex_field(VIEW) is field, "the same view, the very same tuple"


@pytest.mark.long
@pytest.mark.parametrize("outline", SILHOUETTES)
def test_counters_stay_inside_the_picture_wherever_they_stand(outline: str) -> None:
    for where, heading in product(BOARD.places, HEADINGS[:: 1 if outline == "rhomboid" else 5]):
        counter = Counter(where, heading, outline, "gun on a full-circle mount")
        for shape in counters(VIEW, [counter]):
            drawn = shape.rings if isinstance(shape, Polygons) else shape.paths  # type: ignore[union-attr]
            for x, y in (point for path in drawn for point in path):
                assert 0 <= x <= VIEW.width, f"{shape.role} of {BOARD.code(where)} {heading}"
                assert 0 <= y <= VIEW.height, f"{shape.role} of {BOARD.code(where)} {heading}"


def test_a_counter_out_of_the_picture_wants_no_name() -> None:
    closer = VIEW.closer(place("0605"))
    for where in BOARD.places:
        named = list(names(closer, [Counter(where, Heading.N, "box", "#1")]))
        assert len(named) == closer.holds(where)


@pytest.mark.parametrize("heading", HEADINGS)
def test_a_counter_faces_a_corner_and_straddles_its_hexside(heading: Heading) -> None:
    """Line 9: a unit faces the corner of its counter.

    A corner of the square card points along the heading.
    """
    ring = polygon(counters(VIEW, [Counter(place("0907"), heading, "box", "#1")]), "counter", "#1")
    x, y = VIEW.pixel(place("0907"))
    ahead = VIEW.ray(heading)
    far = max(ring, key=lambda p: (p[0] - x) * ahead[0] + (p[1] - y) * ahead[1])
    reach_of_card = math.dist(far, (x, y))
    assert far == pytest.approx((x + reach_of_card * ahead[0], y + reach_of_card * ahead[1]))
    assert {round(math.dist(p, (x, y)), 6) for p in ring} == {round(reach_of_card, 6)}, (
        "a square about its middle"
    )
    on_side = polygon(
        counters(VIEW, [Counter(place("0907/0908"), Heading.E, "box", "#1")]), "counter", "#1"
    )
    for code in ("0907", "0908"):
        assert any(
            depth(VIEW.outline(BOARD.hex(int(code[:2]), int(code[2:]))), p) > 0 for p in on_side
        )


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
    assert draw.outlined(VIEW, side, "count-start", "x") == (
        Lines((VIEW.segment(side),), "count-start", "x"),
    )
    assert draw.outlined(VIEW, hexagon, "count-start", "x") == (
        Polygons((VIEW.outline(hexagon),), "count-start", "x"),
    )


ONE, TWO = rectangle(0, 0, 10, 10), rectangle(20, 0, 30, 10)


def test_shapes_of_one_role_become_one_in_the_order_of_their_layers() -> None:
    pieces: list[Shape] = []
    for ring, name in ((ONE, "a"), (TWO, "b")):
        mark = Circles((ring[0],), 2, "unique-mark", name)
        pieces += [
            Polygons((ring,), "shadow", name),
            Polygons((ring,), "counter", name),
            Lines((ring,), "counter-line", name),
            mark,
        ]
    drawn = batched(pieces, ("shadow", "counter", "counter-line"), frozenset({"counter"}))
    assert drawn == (
        Polygons((ONE, TWO), "shadow"),
        Polygons((ONE,), "counter", "a"),
        Polygons((TWO,), "counter", "b"),
        Lines((ONE, TWO), "counter-line"),
        Circles((ONE[0], TWO[0]), 2, "unique-mark"),
    )


def test_what_differs_in_tint_or_radius_and_labels_stay_apart() -> None:
    shapes = (
        Circles(((0, 0),), 2, "figure", "", "blue"),
        Circles(((0, 0),), 3, "figure", "", "blue"),
        Circles(((0, 0),), 2, "figure", "", "green"),
    )
    labels = (Label("a", (0, 0), "note"), Label("a", (0, 0), "note"))
    assert batched((*shapes, *labels), ()) == (*shapes, *labels)


def test_a_unit_on_a_table_lies_over_its_card() -> None:
    panel_type = CATALOG["one_hour:sight"]
    state = panel_type.initial()
    roles = [shape.role for shape in state.picture(state.answer()).figures]
    cards = [n for n, role in enumerate(roles) if role.startswith("counter-")]
    last_card = max(n for n in cards if roles[n] not in ("counter-line", "counter-fine"))
    shadows = [n for n, role in enumerate(roles) if role == "shadow"]
    assert max(shadows) < roles.index("counter-british")
    for role in ("silhouette", "silhouette-dark", "arrow", "unique-mark"):
        assert roles.index(role) > last_card
