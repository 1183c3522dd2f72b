"""Sight: the best bands by trying all, symmetries, and the situations of rules and reports. Its
twin with a geometry of its own is `tests/practice/referees/one_hour_sight.py`.
"""

import random
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from landships_lab.core.inches import Base
from landships_lab.core.plane import Ring, Segment, Spot, hull, meet, spot
from landships_lab.games.one_hour.data.table_tops import set_ups
from landships_lab.games.one_hour.rules.bands import traced
from landships_lab.games.one_hour.rules.ground import (
    HIDING,
    Area,
    Table,
    Unit,
    drawn_up,
    flanked,
    range_between,
    read_spot,
    ring_round,
    shot_between,
    table_of,
)
from landships_lab.games.one_hour.rules.movement import threatened
from landships_lab.games.one_hour.rules.sight import Look, may_fire, observes, sees

HALF = Fraction(1, 2)


def unit(name: str, side: str, at: str, facing: int, kind: str = "tank", **state: bool) -> Unit:
    return Unit(name, side, kind, drawn_up(kind, read_spot(at), facing), **state)


def table(*things: Unit | Area) -> Table:
    return Table(
        36,
        36,
        tuple(t for t in things if isinstance(t, Area)),
        tuple(t for t in things if isinstance(t, Unit)),
    )


def area(kind: str, corners: str) -> Area:
    return Area(f"the {kind}", kind, tuple(read_spot(word) for word in corners.split()))


RED, BLUE = unit("red", "R", "18,8", 180), unit("blue", "B", "18,24", 0)


# -- the referee


def random_table(dice: random.Random) -> Table:
    """Two Units and a few areas and friends in random places."""
    kinds = ("tank", "infantry", "atg")
    units = [
        unit(
            name,
            side,
            f"{dice.randint(6, 30)},{dice.randint(5, 31)}",
            15 * dice.randint(0, 23),
            dice.choice(kinds),
        )
        for name, side in (("red", "R"), ("blue", "B"), ("friend", "R"))
    ]
    areas = []
    for n in range(dice.randint(1, 3)):
        x, y = dice.randint(4, 28), dice.randint(4, 28)
        ring = hull([spot(x + dice.randint(-4, 4), y + dice.randint(-4, 4)) for _ in range(6)])
        if len(ring) > 2:
            areas.append(Area(f"area {n}", dice.choice(("woods", "town", "hill")), ring))
    return table(*areas, *units)


def aligned_table(dice: random.Random) -> Table:
    """Two Units face to face on whole inches, and between them something as wide as they are, or
    nearly.
    """
    x, kind = dice.randint(8, 28), dice.choice(("infantry", "atg", "tank"))
    red, blue = (
        unit("red", "R", f"{x},6", 180, kind),
        unit("blue", "B", f"{x},{dice.randint(14, 30)}", 0, kind),
    )
    friend = unit("friend", "R", f"{x + dice.choice((0, 0, 1, 12))},10", 180, kind)
    left, right = min(c.x for c in ring_round(red)), max(c.x for c in ring_round(red))
    top, shifted = dice.randint(8, 12), dice.choice((0, 0, 1, -1))
    west, east = max(Fraction(0), left + shifted), right + shifted
    grounds = area(
        dice.choice(("woods", "town", "hill")),
        f"{west},{top} {east},{top} {east},{top + 2} {west},{top + 2}",
    )
    return table(red, blue, friend, *[grounds][: dice.randint(0, 1)])


def breadth(start: Segment, end: Segment) -> float:
    """Return how far the ends of either edge lie off the straight line along the first."""
    (ax, ay), (bx, by) = start
    off = [float((bx - ax) * (y - ay) - (by - ay) * (x - ax)) for x, y in end]
    return max(map(abs, off))


def best_by_trying_all(on: Table, firer: Unit, target: Unit) -> int:
    """Return how many of two bands can be clear at best, from every pair of bases and edges."""
    obstacles = [a for a in on.areas if a.kind in (*HIDING, "hill")]
    friends = [
        ring_round(u) for u in on.units if u.side == firer.side and u is not firer and not u.dug_in
    ]

    def open_between(one: Base, other: Base) -> bool:
        bands = [(e, f) for e, f in product(one.edges, other.edges) if breadth(e, f) > 1e-6]
        return any(not _cut_here(e, f, obstacles, friends) for e, f in bands)

    good = {
        (n, m)
        for n, m in product(range(3), repeat=2)
        if open_between(firer.bases[n], target.bases[m])
    }
    pairs = [
        ((n, m), (p, k)) for n, p in combinations(range(3), 2) for m, k in permutations(range(3), 2)
    ]
    return max(sum(pair in good for pair in two) for two in pairs)


def _cut_here(start: Segment, end: Segment, areas: list[Area], friends: list[Ring]) -> bool:
    from landships_lab.core.inches import square_between
    from landships_lab.core.plane import split

    band = hull((*start, *end))
    if any(meet(band, ring) for ring in friends):
        return True
    for a in areas:
        (out_s, in_s), (out_e, in_e) = split(start, a.corners), split(end, a.corners)
        if any(meet(hull((*p, *q)), a.corners) for p in out_s for q in out_e):
            return True
        if (
            a.kind in HIDING
            and (in_s or in_e)
            and meet(band, a.corners)
            and square_between(start, end) > 16
        ):
            return True
    return False


def test_the_two_bands_that_are_chosen_are_the_best_there_are() -> None:
    dice = random.Random(7)
    for on in [throw(dice) for throw in (random_table, aligned_table) for _ in range(12)]:
        red, blue = on.unit("red"), on.unit("blue")
        assert sum(not band.cut_by for _, _, band in traced(on, red, blue)) == best_by_trying_all(
            on, red, blue
        )


# -- symmetry


def test_terrain_hides_both_ways_alike() -> None:
    dice = random.Random(3)
    answers = []
    for thrown in [throw(dice) for throw in (random_table, aligned_table) for _ in range(30)]:
        on = replace(thrown, units=tuple(u for u in thrown.units if u.name != "friend"))
        red, blue = on.unit("red"), on.unit("blue")
        answers.append(Look(on, red, blue).clear)
        assert answers[-1] == Look(on, blue, red).clear
    assert len(set(answers)) == 2


def test_friends_hide_one_way_only() -> None:
    on = table(RED, BLUE, unit("friend", "R", "18,12", 0, "infantry"))
    assert not sees(on, "red", "blue").value
    assert sees(on, "blue", "red").value


@pytest.mark.parametrize("quarters", [1, 2, 3])
def test_turning_the_whole_table_changes_nothing(quarters: int) -> None:
    on = table_of("static-defence")
    turned = replace(
        on,
        areas=tuple(_turned_area(a, quarters) for a in on.areas),
        units=tuple(_turned_unit(u, quarters) for u in on.units),
    )
    for u in on.units[:3]:
        for v in on.units[6:9]:
            one = Look(on, u, v).clear
            assert one == Look(turned, turned.unit(u.name), turned.unit(v.name)).clear
            assert range_between(u, v) == range_between(turned.unit(u.name), turned.unit(v.name))


def _turn(p: Spot, quarters: int) -> Spot:
    for _ in range(quarters):
        p = Spot(36 - p.y, p.x)
    return p


def _turned_area(a: Area, quarters: int) -> Area:
    return replace(a, corners=tuple(_turn(p, quarters) for p in a.corners))


def _turned_unit(u: Unit, quarters: int) -> Unit:
    return replace(
        u,
        bases=tuple(
            replace(b, centre=_turn(b.centre, quarters), facing=b.facing + 90 * quarters)
            for b in u.bases
        ),
    )


# -- situations

TOWN = "10,20 26,20 26,28 10,28"


BETWEEN = "10,14 26,14 26,18 10,18"


@pytest.mark.parametrize(
    ("kind", "where", "value"),
    [
        *((kind, BETWEEN, False) for kind in ("woods", "town", "field", "hill")),
        *((kind, BETWEEN, True) for kind in ("marsh", "lake")),
        ("hill", TOWN, True),  # who stands on it sees and is seen
    ],
)
def test_what_lies_between(kind: str, where: str, value: bool) -> None:
    on = table(RED, BLUE, area(kind, where))
    assert sees(on, "red", "blue").value is sees(on, "blue", "red").value is value


# Units in line with one another: edges on one straight line make no band, so nothing is seen along
# the very border of a thing.
ALIGNED = (unit("red", "R", "18,20", 0, "infantry"), unit("blue", "B", "18,12", 180, "infantry"))


@pytest.mark.parametrize("off", ["0", "1/16", "-1/16"])
def test_a_friend_in_front_hides_and_a_sixteenth_of_an_inch_changes_nothing(off: str) -> None:
    x = 18 + Fraction(off)
    for moved in ("red", "blue", "friend"):
        units = [*ALIGNED, unit("friend", "R", "18,16", 0, "infantry")]
        on = table(
            *[u.at(Spot(x, Fraction(u.unique.centre.y))) if u.name == moved else u for u in units]
        )
        assert sees(on, "red", "blue").headline == "red cannot see blue: blocked by friend."


def test_a_column_of_tanks_does_not_fire_through_itself() -> None:
    on = table_of("flank-attack")
    on = on.put(on.unit("Carri-1").at(read_spot("18,16"), 180)).put(
        on.unit("Motor-Infantry").at(read_spot("6,17"))
    )
    assert may_fire(on, "Cruds-1", "Carri-1").value
    for name in ("Cruds-2", "Cruds-3", "Cruds-4"):
        answer = may_fire(on, name, "Carri-1")
        assert not answer.value
        assert "blocked by Cruds-1" in answer.headline


@pytest.mark.long
@given(
    st.sampled_from(("infantry", "mortar", "atg", "tank")),
    st.integers(-8, 8),
    st.integers(1, 40),
    st.integers(0, 8),
    st.booleans(),
)
def test_a_wood_at_least_as_wide_as_both_units_between_them_always_hides(
    kind: str, aside: int, deep: int, wider: int, woods: bool
) -> None:
    """Aside and wider in eighths of an inch, deep in quarters; neither Unit stands in it, so two of
    its edges would be crossed.
    """
    red, blue = (
        unit("red", "R", "18,4", 180, kind),
        unit("blue", "B", f"{18 + Fraction(aside, 8)},20", 0, kind),
    )
    across = [corner.x for u in (red, blue) for corner in ring_round(u)]
    west, east, top = min(across) - Fraction(wider, 8), max(across) + Fraction(wider, 8), 7
    bottom = top + Fraction(deep, 4)
    on = table(
        red,
        blue,
        area(
            "woods" if woods else "hill",
            f"{west},{top} {east},{top} {east},{bottom} {west},{bottom}",
        ),
    )
    assert not Look(on, red, blue).clear
    assert not Look(on, blue, red).clear
    assert not observes(on, "red", "blue", advice=False).value


@pytest.mark.parametrize(("y", "value"), [("17", True), ("16", True), ("15999/1000", False)])
def test_out_of_a_town_one_sees_four_inches(y: str, value: bool) -> None:
    """Red's front edge is an inch south of its centre, blue's an inch north of 22: 4 inches when
    red stands at 16.
    """
    garrison = unit("blue", "B", "18,22", 0)
    on = table(unit("red", "R", f"18,{y}", 180), garrison, area("town", TOWN))
    assert sees(on, "red", "blue").value is value
    assert sees(on, "blue", "red").value is value


def test_a_friend_who_digs_in_is_seen_past_and_the_remedy_says_so() -> None:
    on = table(RED, BLUE, unit("rifles", "R", "18,16", 180, "infantry"))
    answer = sees(on, "red", "blue")
    assert ("dug_in", "rifles") in {(r.change, r.to) for r in answer.remedies}
    assert sees(on.put(replace(on.unit("rifles"), dug_in=True)), "red", "blue").value


def test_through_friends_who_are_dug_in_only_tanks_and_the_dug_in_fire() -> None:
    rifles = unit("rifles", "R", "18,18", 180, "infantry", dug_in=True)
    for kind, dug_in, value in (("tank", False, True), ("atg", False, False), ("atg", True, True)):
        on = table(unit("guns", "R", "18,14", 180, kind, dug_in=dug_in), BLUE, rifles)
        assert sees(on, "guns", "blue").value
        assert may_fire(on, "guns", "blue").value is value


@pytest.mark.parametrize(
    ("reading", "target_ready", "observer_ready", "inches", "value"),
    [
        ("target", True, False, 10, True),
        ("target", False, True, 10, False),
        ("target", True, False, 13, False),
        ("observer", False, True, 10, True),
        ("observer", True, False, 10, False),
        ("ready-limit", False, False, 13, True),
        ("ready-limit", True, False, 13, False),
        ("always-limit", False, True, 13, False),
        ("always-limit", False, False, 12, True),
        ("ready-limit", True, False, 12, True),
    ],
)
def test_a_concealed_target(
    reading: str, target_ready: bool, observer_ready: bool, inches: int, value: bool
) -> None:
    # From the front edge of red, an inch before its centre, to the front edge of the infantry,
    # three quarters before theirs.
    y = Fraction(8) + 1 + inches + Fraction(3, 4)
    on = table(
        replace(RED, ready=observer_ready),
        unit("blue", "B", f"18,{y}", 0, "infantry", dug_in=True, ready=target_ready),
    )
    assert range_between(on.unit("red"), on.unit("blue")) == inches
    assert sees(on, "red", "blue", {"concealed-sight": reading}).value is value


def test_an_observer_needs_one_edge_of_its_unique_base_only() -> None:
    """Woods hide the outer bases of red; from the middle one alone two
    bases of the enemy are seen.
    """
    on = table(
        RED, BLUE, area("woods", "0,10 16,10 16,12 0,12"), area("town", "20,10 36,10 36,12 20,12")
    )
    assert sees(on, "red", "blue").value is False
    assert observes(on, "red", "blue").value is True


def test_mortars_fire_by_a_friend_who_observes() -> None:
    on = table(
        unit("tubes", "R", "30,2", 180, "mortar"),
        RED,
        BLUE,
        area("hill", "22,10 34,10 34,16 22,16"),
    )
    assert not may_fire(on, "tubes", "blue").value
    assert may_fire(on, "tubes", "blue", observer="red").value
    with pytest.raises(ValueError, match="Only Mortars fire by an observer, and red is a Tank"):
        may_fire(on, "red", "blue", observer="tubes")


# -- what is measured between Units


def test_a_shot_over_the_table_has_its_range_its_cover_and_its_facing() -> None:
    on = table_of("static-defence")
    shot = shot_between(on, on.unit("Cruds-1"), on.unit("Bersaglieri-2"))
    assert (set(shot.cover), shot.into_rear, shot.out_of_rear) == ({"dug-in", "town"}, False, False)
    assert 4 < shot.range_inches < 6


@pytest.mark.parametrize(
    ("facing", "from_behind"), [(0, False), (90, True), (180, True), (270, True)]
)
def test_the_front_is_all_before_the_line_along_the_front_edge(
    facing: int, from_behind: bool
) -> None:
    """Red stands due north: of the four facings only north has it before the front edge's line."""
    target = unit("blue", "B", "18,24", facing)
    assert flanked(target, RED) is from_behind


def test_exactly_on_the_line_is_not_behind() -> None:
    target = unit("blue", "B", "18,24", 90)  # its front edge lies on the line x = 19
    beside = replace(
        RED,
        bases=tuple(
            replace(b, centre=Spot(Fraction(19) + b.width * HALF + n * 4, Fraction(8)))
            for n, b in enumerate(RED.bases)
        ),
    )
    assert not flanked(target, beside)


@pytest.mark.parametrize(
    ("gap", "within", "less"), [("2", True, False), ("31/16", True, True), ("33/16", False, False)]
)
def test_an_enemy_at_two_inches_threatens_as_it_is_read(gap: str, within: bool, less: bool) -> None:
    y = Fraction(8) + 2 + Fraction(gap)
    on = table(RED, unit("blue", "B", f"18,{y}", 0))
    assert threatened(on, RED) is within
    assert threatened(on, RED, {"threatened-at": "less-than"}) is less


# -- set-ups and bad input


@pytest.mark.parametrize("name", list(set_ups()))
def test_a_set_up_fits_its_table_with_no_unit_on_another(name: str) -> None:
    on = table_of(name)
    assert all(on.on(base) for u in on.units for base in u.bases)
    for u, v in combinations(on.units, 2):
        assert not any(meet(a.corners, b.corners) for a in u.bases for b in v.bases), (
            u.name,
            v.name,
        )


def test_where_a_set_up_departs_from_the_report_its_note_says_so() -> None:
    """Lines 94 and 96 and the first turn of Static Defence: a Unit put where the report has it
    makes the note wrong.
    """
    flank, static = table_of("flank-attack"), table_of("static-defence")
    (road,) = [a.corners for a in flank.areas if a.kind == "road"]
    (wood,) = [a.corners for a in static.areas if a.kind == "woods"]
    on_road = meet(ring_round(flank.unit("ATGs")), road)
    in_wood = meet(ring_round(static.unit("Bersaglieri-1")), wood)
    notes = {key: found.note for key, found in set_ups().items()}
    assert (
        "ATGs also stood on the road, here they stand beside it" in notes["flank-attack"]
    ) is not on_road
    assert (
        "Bersaglieri in the wood stand west of it here" in notes["static-defence"]
    ) is not in_wood
    assert ("CS tanks are plain Mortars here" in notes["flank-attack"]) is (
        flank.unit("CS-Mortars").kind == "mortar"
    )


def test_wrong_units_areas_and_names_are_told_in_one_sentence() -> None:
    with pytest.raises(ValueError, match="A Tank cannot dig in"):
        unit("x", "R", "1,1", 0, dug_in=True)
    with pytest.raises(ValueError, match="make no convex ring"):
        area("woods", "0,0 4,0 1,1 0,4")
    with pytest.raises(
        ValueError, match=r"'Cruds-9' is not an? Unit on this table; allowed are .* The nearest is"
    ):
        sees(table_of("melee"), "Cruds-9", "Mortars")
    with pytest.raises(ValueError, match="are on one side"):
        sees(table_of("melee"), "Cruds-1", "Guns")
    with pytest.raises(ValueError, match="'12;3' is not a point of the table"):
        read_spot("12;3")
