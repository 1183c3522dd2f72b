"""The fire of a whole force: every weapon and place against `can_target`, counts and ways against
the plain way of counting.
"""

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import pairwise, product
from typing import Any

import pytest

from landships_lab.core.answer import Answer, Gap, Step, judge, tally
from landships_lab.core.grid import Grid
from landships_lab.core.hexes import Heading, Hex, Place
from landships_lab.core.place_bits import count_at, place_bits
from landships_lab.core.shadows import seen_places
from landships_lab.core.sources import Cite
from landships_lab.games.landships.analysis.best_headings import (
    _Search,
    fewest_blind,
    most_on,
    turned,
)
from landships_lab.games.landships.analysis.coverage import (
    SHADES,
    Conditions,
    Deployed,
    Force,
    bearings,
    bears_on,
    both_bear,
    compared,
    counts,
    coverage,
    of_side,
    places_within,
)
from landships_lab.games.landships.analysis.safest_way import exposure, joined, safest_way, walk
from landships_lab.games.landships.analysis.who_hits import aim, aims, duels, explain_place
from landships_lab.games.landships.data.units import Weapon
from landships_lab.games.landships.rules.fire import can_target
from landships_lab.games.landships.rules.positions import UNITS, forward, legal_headings
from landships_lab.games.landships.rules.ranges import range_hexes
from tests.shots import READINGS

GRID = Grid(columns=14, rows=11)
BOARD = place_bits(GRID)
PLACES: list[Place] = sorted(GRID.places)
PARTS, CASES = 4, 10_000


def place(code: str) -> Place:
    return GRID.place(code)


def tank(
    code: str, heading: str, unit: str = "mk-iv-male", side: str = "British", number: int = 1
) -> Deployed:
    return Deployed(UNITS[unit], place(code), Heading(heading), side, number)


def drawn(
    dice: random.Random,
    units: int,
    among: list[Place] | None = None,
    ids: tuple[str, ...] = tuple(UNITS),
) -> Force:
    """A random force of both sides, its positions legal."""
    found = []
    for number in range(1, units + 1):
        unit = UNITS[dice.choice(ids)]
        here = dice.choice([p for p in among or PLACES if legal_headings(unit.unit_class, p)])
        heading = dice.choice(legal_headings(unit.unit_class, here))
        found.append(Deployed(unit, here, heading, dice.choice(("British", "German")), number))
    return tuple(found)


def conditions(dice: random.Random) -> Conditions:
    return Conditions(GRID, tuple(sorted(dice.choice(READINGS).items())), dice.choice((None, 3, 6)))


class Woods:
    """A rule of sight for tests: these hexes block."""

    def __init__(self, *codes: str) -> None:
        self.hexes = frozenset(h for h in map(place, codes) if isinstance(h, Hex))

    def seen_from(self, grid: Grid, observer: Place, asked: int) -> int:
        return asked & seen_places(grid, observer, 8, self.hexes)

    def explain(self, observer: Place, target: Place) -> Answer[bool | Gap]:
        return Answer(False, (replace(self.step(), op="forbids"),), "Not seen.")

    def step(self) -> Step:
        return Step("Woods block.", Cite("You", "woods", kind="supplied"))


def shot_at(one: Deployed, weapon: Weapon, target: Place, given_by: Conditions) -> Any:
    """Return what the rule of a single shot says of it."""
    supplied = given_by.max_range if isinstance(weapon.range_hexes, Gap) else None
    return can_target(
        *(one.unit, weapon, one.place, one.heading, target, dict(given_by.readings), supplied)
    ).value


# ------------------------------------------------------------------------ every weapon, every place


@pytest.mark.long
@pytest.mark.parametrize("part", range(PARTS))
def test_a_weapon_bears_on_a_place_if_can_target_says_so(part: int) -> None:
    dice, done = random.Random(f"twin {part}"), 0
    while done < CASES // PARTS:
        (one,), given_by = drawn(dice, 1), conditions(dice)
        found = bearings(one, given_by)
        assert [b.weapon for b in found] == list(one.unit.weapons.values())
        near = sorted(p for p in PLACES if range_hexes(one.place, p) <= 9)
        for bearing, target in product(found, dice.sample(near, 12)):
            may = shot_at(one, bearing.weapon, target, given_by) is True
            assert bool(bearing.bits >> BOARD.number(target) & 1) == may, f"{one} {target}"
            done += 1


def test_a_gun_that_reaches_past_the_board_bears_to_its_edges() -> None:
    gun = tank("0711", "N", "75mm-art")
    (bearing,) = bearings(gun, Conditions(GRID))
    assert {p for p in PLACES if bearing.bits >> BOARD.number(p) & 1} == {
        p for p in PLACES if can_target("75mm-art", "gun", gun.place, gun.heading, p).value is True
    }


def test_a_blocked_line_takes_places_away_and_the_reason_says_so() -> None:
    one, woods = tank("0708", "N"), Woods("0706")
    clear, blocked = bears_on(one, Conditions(GRID)), bears_on(one, Conditions(GRID, sight=woods))
    assert blocked & ~clear == 0
    assert place("0705") in BOARD.places(clear & ~blocked)
    answer = explain_place([one], Conditions(GRID, sight=woods), place("0705"))
    assert answer.value == 0
    assert (
        answer.steps[1].text
        == "57 mm starboard of Mk IV male 1: in arc, range 3 of 7, but the line of sight is"
        " blocked."
    )


def test_an_unknown_range_counts_nowhere_and_the_answer_says_at_least() -> None:
    force = (tank("0708", "N"), tank("0307", "N", "renault-ft"))
    answer = coverage(force, Conditions(GRID))
    assert answer.headline.startswith("2 British units bear on at least ")
    assert any("Maximum range not in the source" in step.text for step in answer.steps)
    supplied = coverage(force, Conditions(GRID, max_range=5))
    assert "at least" not in supplied.headline
    assert supplied.value > answer.value


# ------------------------------------------------------------------------------------------- counts


@cache
def forces() -> list[tuple[Force, Conditions]]:
    dice = random.Random("forces")
    return [(drawn(dice, dice.randint(1, 6)), conditions(dice)) for _ in range(8)]


@pytest.mark.parametrize("shade", SHADES)
def test_counts_are_those_of_the_plain_way(shade: str) -> None:
    for force, given_by in forces():
        planes = counts(force, given_by, shade)
        for target in PLACES[::7]:
            at = BOARD.number(target)
            bear = [
                (one, b.weapon)
                for one in force
                for b in bearings(one, given_by)
                if b.bits >> at & 1
            ]
            plain = {"guns": len(bear), "units": len({one for one, _ in bear})}
            plain["points"] = sum(w.points for _, w in bear if isinstance(w.points, int))
            assert count_at(planes, at) == plain[shade]


@pytest.mark.long
def test_the_reasons_of_a_place_add_up_to_its_guns() -> None:
    for force, given_by in forces():
        planes, points = counts(force, given_by), counts(force, given_by, "points")
        for target in random.Random("reasons").sample(PLACES, 12):
            answer = explain_place(force, given_by, target)
            assert answer.value == tally(answer.steps)
            assert count_at(planes, BOARD.number(target)) == answer.detail.guns
            is_gap = isinstance(answer.value, Gap)
            assert is_gap or answer.value == answer.detail.guns
            assert is_gap is (answer.detail.is_open and not answer.detail.guns)
            assert answer.detail.points == count_at(points, BOARD.number(target))
            weapons = sum(len(one.unit.weapons) for one in force)
            assert len(answer.steps) == 1 + weapons + is_gap


@pytest.mark.long
def test_a_place_that_only_an_unknown_range_decides_is_a_gap_as_for_a_single_gun() -> None:
    """The range of the gun on a full-circle mount is in the base game (line 115): whether it bears
    is asked of every weapon by itself, and of all together.
    """
    dice, gaps = random.Random("gaps"), 0
    for force, given_by in ((drawn(dice, 2), conditions(dice)) for _ in range(60)):
        for target in dice.sample(PLACES, 6):
            told = explain_place(force, given_by, target)
            answers = [
                shot_at(one, weapon, target, given_by)
                for one in force
                for weapon in one.unit.weapons.values()
            ]
            lacking = [v for v in answers if isinstance(v, Gap) and "maximum range" in v.question]
            is_gap = isinstance(told.value, Gap)
            assert told.detail.guns == answers.count(True)
            assert told.detail.is_open is bool(lacking)
            assert is_gap is (bool(lacking) and True not in answers)
            assert told.headline.startswith("Whether anything bears on ") is is_gap
            at_least = told.detail.is_open and told.detail.guns > 0
            assert told.headline.startswith("At least ") is at_least
            gaps += is_gap
    assert gaps > 5


def test_a_line_that_is_blocked_leaves_nothing_open() -> None:
    gun, woods = tank("0708", "N", "full-circle-mount"), Woods("0706")
    far = place("0704")
    assert isinstance(explain_place([gun], Conditions(GRID), far).value, Gap)
    assert explain_place([gun], Conditions(GRID, sight=woods), far).value == 0
    assert aim(gun, far, Conditions(GRID)).words == "range not in the source"
    assert aim(gun, far, Conditions(GRID, sight=woods)).words == "line blocked"


def test_with_a_range_that_is_not_in_the_source_both_sides_are_told_as_at_least() -> None:
    """The number of hexes, and that both bear on, may be higher; of a side without units it is
    not.
    """
    british, german = tank("0708", "N"), tank("0703", "S", "a7v", "German")
    mount = tank("0706", "N", "full-circle-mount")
    told = {
        force: compared(force, Conditions(GRID)).headline.rstrip(".").split(", ")
        for force in ((british, german), (british, german, mount), (mount, german), (mount,))
    }
    for force, (first, second, third) in told.items():
        unknown, others = mount in force, german in force
        assert ("at least" in first or "for certain" in first) is unknown
        assert "at least" not in second
        assert ("at least" in third or "for certain" in third) is (unknown and others)
    assert told[mount, german] == [
        "The British bear on no hex for certain",
        f"the Germans on {compared((german,), Conditions(GRID)).steps[1].amount}",
        "both on none for certain",
    ]
    with_mount = (tank("0706", "N", "full-circle-mount", "German"), british)
    assert compared(with_mount, Conditions(GRID)).headline.endswith("both on none for certain.")


def test_blind_places_are_near_and_nothing_bears_on_them() -> None:
    for force, given_by in forces():
        reading = dict(given_by.readings)["range-between-hexsides"]
        for within in (1, 4):
            found = coverage(force, given_by, "both", within=within).detail
            near = {
                p
                for p in PLACES
                if any(range_hexes(one.place, p, reading) <= within for one in force)
            } - {one.place for one in force}
            covered = {p for one in force for p in BOARD.places(bears_on(one, given_by))}
            assert set(BOARD.places(found.near)) == near
            assert set(BOARD.places(found.blind)) == near - covered
            assert sum(bits.bit_count() for _, bits in found.levels) == len(covered)


def test_a_lone_mk_iv_is_blind_on_the_hexsides_of_its_edges_astern() -> None:
    """Line 65: no hexside on an edge of its arcs can be hit; astern no other arc covers it."""
    grid = Grid(columns=20, rows=14)
    one = Deployed(UNITS["mk-iv-male"], grid.place("1007"), Heading.N, "British")
    found = coverage((one,), Conditions(grid), within=4).detail
    assert found.hexes(found.blind) == 0
    assert all(not isinstance(p, Hex) for p in place_bits(grid).places(found.blind))


@pytest.mark.parametrize(
    ("heading", "told", "headline"),
    [
        ("ENE", "none is blind.", "no place within 1 hex is blind."),
        ("N", "1 is blind: no hexes and 1 hexside.", "1 place within 1 hex is blind."),
        ("NNE", "2 are blind: no hexes and 2 hexsides.", "2 places within 1 hex are blind."),
    ],
)
def test_none_one_and_two_places_are_blind_in_words(heading: str, told: str, headline: str) -> None:
    answer = coverage((tank("0101", heading),), Conditions(GRID), within=1)
    assert f"Of 10 places within 1 hex of a unit, {told}" in [s.text for s in answer.steps]
    bears = f"The British unit bears on {answer.value} hexes"
    assert answer.headline == f"{bears}; {headline}"


def test_where_both_bear_is_where_the_two_sides_meet() -> None:
    for force, given_by in forces():
        british, german = both_bear(force, given_by)
        for side, bits in (("British", british), ("German", german)):
            assert bits == coverage(force, given_by, side).detail.covered
        answer = compared(force, given_by)
        assert answer.value == tally(answer.steps) == (british & german & BOARD.hexes).bit_count()


# ------------------------------------------------------------------------------------ who hits whom


def test_a_unit_can_hit_another_if_one_of_its_weapons_may_fire() -> None:
    for force, given_by in forces():
        reading = dict(given_by.readings)["range-between-hexsides"]
        for (firer, enemy), found in aims(force, given_by, "British").items():
            arms = list(firer.unit.weapons.values())
            may = [w for w in arms if shot_at(firer, w, enemy.place, given_by) is True]
            assert found.may_fire == bool(may)
            assert found.weapon in (may or arms)
            known = [w.points for w in may if isinstance(w.points, int)]
            assert not known or found.weapon.points == max(known)
            assert found.range_hexes == range_hexes(firer.place, enemy.place, reading)


@pytest.mark.parametrize(
    ("unit", "code", "target", "most", "words"),
    [
        ("mk-iv-male", "0708", "0702", None, "57 mm starboard, 6 of 7"),
        ("mk-iv-male", "0708", "0707", None, "57 mm starboard, 1 of 7"),
        ("mk-iv-male", "0708", "1408", None, "3 hexes too far"),
        ("mk-iv-male", "0708", "0711", None, "MG stern, 3 of 4"),
        ("75mm-art", "0708", "0711", None, "not in arc"),
        ("field-gun", "0703", "0711", 6, "not in arc, 2 hexes too far"),
        ("field-gun", "0711", "0703", None, "range not in the source"),
    ],
)
def test_a_cell_says_the_best_weapon_or_the_reason(
    unit: str, code: str, target: str, most: int | None, words: str
) -> None:
    gun = tank(code, "N", unit)
    assert aim(gun, place(target), Conditions(GRID, max_range=most)).words == words


def test_one_sided_fire_is_marked_but_not_where_the_answer_is_not_in_the_source() -> None:
    """The first stands six hexes astern of the A7V, whose stern guns reach five."""
    force = (tank("0709", "N"), tank("0703", "N", "a7v", "German"))
    (duel,) = duels(force, Conditions(GRID), "both")
    assert (duel.one_sided, duel.is_open, duel.firer.side) == (True, False, "British")
    force = (tank("0708", "N"), tank("0704", "S", "full-circle-mount", "German"))
    (duel,) = duels(force, Conditions(GRID), "British")
    assert (duel.one_sided, duel.is_open) == (True, True)
    (known, _) = duels(force, Conditions(GRID, max_range=6), "both")
    assert (known.one_sided, known.is_open) == (False, False)
    (far,) = duels(force, Conditions(GRID, max_range=2), "British")
    assert (far.one_sided, far.is_open) == (True, False)


# ------------------------------------------------------------------------------------------ the way


def plain_costs(
    grid: Grid, start: Place, guns: tuple[int, ...], closed: frozenset[Place]
) -> dict[Place, tuple[int, int]]:
    """Gun-steps and steps to every place, by relaxing all steps of `forward` until nothing
    changes.
    """
    board, best, changed = place_bits(grid), {start: (0, 0)}, True
    steps = [
        (p, there)
        for p in sorted(grid.places)
        for h in legal_headings(3, p)
        if (there := forward(p, h)) in grid and there not in closed
    ]
    while changed:
        changed = False
        for here, there in steps:
            if here in best:
                cost = best[here][0] + count_at(guns, board.number(there)), best[here][1] + 1
                if there not in best or cost < best[there]:
                    best[there], changed = cost, True
    return best


def test_the_safest_way_is_that_of_the_plain_search() -> None:
    grid, dice = Grid(columns=8, rows=7), random.Random("ways")
    places, hexes = sorted(grid.places), sorted(grid.hexes())
    for _ in range(6):
        force = tuple(replace(one, place=dice.choice(hexes)) for one in drawn(dice, 2))
        force = tuple(
            one for one in force if one.heading in legal_headings(one.unit.unit_class, one.place)
        )
        guns = counts(force, Conditions(grid))
        closed = frozenset(dice.sample(places, 12))
        start = dice.choice(places)
        plain = plain_costs(grid, start, guns, closed)
        for end in dice.sample(places, 20):
            way = safest_way(grid, start, end, guns, closed)
            assert bool(way) == (end in plain)
            if way:
                assert (way[0], way[-1]) == (start, end)
                assert all(steps_ahead(a, b) for a, b in pairwise(way))
                assert (sum(exposure(way[1:], guns, grid).guns), len(way) - 1) == plain[end]


def steps_ahead(here: Place, there: Place) -> bool:
    """Return whether a vehicle gets there by one step straight ahead, in a heading it may have
    here.
    """
    return any(forward(here, heading) == there for heading in legal_headings(3, here))


def test_a_way_by_length_takes_the_fewest_steps_and_of_those_the_fewest_guns() -> None:
    guns = counts((tank("0708", "N"),), Conditions(GRID))
    for end in PLACES[::23]:
        short = safest_way(GRID, PLACES[0], end, guns, by_length=True)
        safe = safest_way(GRID, PLACES[0], end, guns)
        assert len(short) <= len(safe)
        assert exposure(short, guns, GRID).gun_steps >= exposure(safe, guns, GRID).gun_steps
        assert len(short) == len(safest_way(GRID, PLACES[0], end))


def test_a_drawn_way_goes_through_its_points_and_round_closed_places() -> None:
    points = [place(code) for code in ("0104", "0504", "0508")]
    way = joined(GRID, points)
    assert [p for p in way if p in points] == points
    assert all(steps_ahead(a, b) for a, b in pairwise(way))
    assert not joined(GRID, points, (), frozenset({points[1]}))
    closed = frozenset({way[1]})
    assert way[1] not in joined(GRID, points, (), closed)


def test_the_steps_of_a_way_add_up_to_its_gun_steps() -> None:
    guns = counts((tank("0708", "N"), tank("0310", "ENE")), Conditions(GRID))
    answer = walk(joined(GRID, [place("0101"), place("1410")]), guns, GRID)
    assert answer.value == tally(answer.steps) == sum(answer.detail.guns)
    assert len(answer.steps) == 1 + sum(map(bool, answer.detail.guns))


# -------------------------------------------------------------------------------- the best headings


def blind_of(units: Force, given_by: Conditions, within: int) -> int:
    return int(coverage(units, given_by, "both", within=within).detail.blind.bit_count())


def all_headings(units: Force) -> Iterator[tuple[Heading, ...]]:
    return product(*(legal_headings(one.unit.unit_class, one.place) for one in units))


@pytest.mark.parametrize("seed", range(8))
def test_no_other_headings_leave_fewer_blind_places(seed: int) -> None:
    dice = random.Random(f"blind {seed}")
    near = [p for p in PLACES if range_hexes(p, place("0706")) <= 2 + seed % 3]
    units, given_by, within = drawn(dice, 2, near), conditions(dice), dice.randint(1, 6)
    found = fewest_blind(units, given_by, within)
    assert found.proven
    assert blind_of(turned(units, units, found.headings), given_by, within) == found.value
    assert found.value == min(
        blind_of(turned(units, units, other), given_by, within) for other in all_headings(units)
    )


def test_three_whippets_are_turned_as_well_as_brute_force_can() -> None:
    units = (
        tank("0605", "N", "whippet"),
        tank("0805", "N", "whippet", number=2),
        tank("0706/0806", "NNE", "a7v", number=3),
    )
    found = fewest_blind(units, Conditions(GRID), 6)
    assert found.value == min(
        blind_of(turned(units, units, other), Conditions(GRID), 6) for other in all_headings(units)
    )


def test_headings_that_are_as_good_as_any_stay() -> None:
    for force, given_by in forces()[:4]:
        best = turned(force, force, fewest_blind(force, given_by, 3).headings)
        assert fewest_blind(best, given_by, 3).headings == tuple(one.heading for one in best)


@pytest.mark.parametrize(
    ("branches", "best", "left"),
    [(1, (Heading.N, Heading.N), 0), (2, (Heading.S, Heading.S), 0), (3, (Heading.S,) * 2, 1)],
)
def test_a_search_ends_after_as_many_branches_as_it_may_try(
    branches: int, best: tuple[Heading, ...], left: int
) -> None:
    """Turning one unit alone makes it worse: four places with both to the north, three with one
    turned, six with both to the south. The second branch is the first to try both at once.
    """
    one, other = [
        [(Heading.N, 0b000011), (Heading.S, 0b011100)],
        [(Heading.N, 0b001100), (Heading.S, 0b100011)],
    ]
    search = _Search([one, other], branches)
    assert (tuple(search.run()), search.branches_left) == (best, left)


@pytest.mark.parametrize("shade", SHADES)
def test_no_other_headings_bring_more_to_bear_on_a_place(shade: str) -> None:
    dice = random.Random(f"most {shade}")
    for _ in range(4):
        units, given_by, target = drawn(dice, 2), conditions(dice), dice.choice(PLACES)
        found = most_on(units, given_by, target, shade)

        def on_target(headings: tuple[Heading, ...]) -> int:
            shown = counts(turned(units, units, headings), given_by, shade)  # noqa: B023 - called here
            return count_at(shown, BOARD.number(target))  # noqa: B023 - called here

        assert on_target(found.headings) == found.value == max(map(on_target, all_headings(units)))


def test_sides_are_kept_apart() -> None:
    force = (tank("0708", "N"), tank("0703", "N", "a7v", "German"))
    assert of_side(force, "both") == force
    assert [one.name for one in of_side(force, "German")] == ["A7V 1"]
    assert places_within(place("0708"), 0, GRID).bit_count() == 7  # the hex and its six hexsides
    assert judge(coverage(force, Conditions(GRID)).steps) is True
