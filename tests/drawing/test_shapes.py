"""Shapes drawn together look as they did one by one."""

from landships_lab.drawing.shapes import Circles, Label, Lines, Polygons, Shape, batched, rectangle
from landships_lab.panel import CATALOG

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
