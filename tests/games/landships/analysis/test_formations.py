"""A formation is what its word says, in right-angled coordinates of the test's own: nothing here
asks the code how it draws one up.

A column stands astern of its leader; a line abeam, to both sides in turn; an echelon on the
starboard quarter; a wedge on both quarters in turn. Its units stand two hexes apart, or one step of
1.73 hexes through corners; one hex apart where there is no room.
"""

import math
import random
from collections.abc import Sequence
from itertools import product

import pytest

from landships_lab.core.grid import Grid
from landships_lab.core.hexes import Heading
from landships_lab.games.landships.analysis.best_headings import form_up
from landships_lab.games.landships.analysis.coverage import Deployed, Force
from landships_lab.games.landships.rules.positions import UNITS, legal_headings
from tests import referee

GRID = Grid(columns=17, rows=11)
CODES = tuple(referee.codes(range(1, 18), range(1, 12)))
AT = {referee.spot(code): code for code in CODES}
#: Degrees clockwise from the leader's bow to the followers, in turn.
BEARINGS = {"column": (180,), "line": (90, 270), "echelon": (120,), "wedge": (120, 240)}


def seen_from(leader: str, heading: str, code: str) -> tuple[int, float]:
    """Return degrees off the leader's bow, and hexes away."""
    x, y = referee.between(leader, code)
    east, south = x / 4, math.sqrt(3) * y / 4
    degrees = math.degrees(math.atan2(east, -south)) - 30 * referee.HEADINGS.index(heading)
    assert degrees == pytest.approx(round(degrees), abs=1e-6)
    return round(degrees) % 360, math.hypot(east, south) / math.sqrt(3)


def on_lines(leader: str, heading: str, degrees: Sequence[int]) -> list[tuple[float, int, str]]:
    """Return all places on these lines, as (hexes away, which line, code), the nearest first,
    through every place of the board.
    """
    bow, found = 30 * referee.HEADINGS.index(heading), []
    x, y = referee.spot(leader)
    for line, off in enumerate(degrees):
        angle = math.radians(bow + off)
        half = 0.5 if round(bow + off) % 60 == 0 else math.sqrt(3) / 2
        for count in range(1, 60):
            away = half * count * math.sqrt(3)
            east, south = away * math.sin(angle), -away * math.cos(angle)
            code = AT.get((x + round(4 * east), y + round(4 * south / math.sqrt(3))))
            if code is not None:
                found.append((half * count, line, code))
    return sorted(found)


def drawn_up(
    formation: str, leader: str, heading: str, followers: int, taken: frozenset[str]
) -> list[str] | None:
    """Return where the followers belong, or None where the board has no room."""
    bearings, bow = BEARINGS[formation], 30 * referee.HEADINGS.index(heading)
    ahead = [(degrees + 180) % 360 for degrees in bearings]
    tried: list[list[Sequence[int]]] = [[bearings], [bearings, ahead]]
    for lines, apart in product(tried, (2.0, 1.0)):
        found: list[str] = []
        for degrees in lines:
            for away, line, code in on_lines(leader, heading, degrees):
                steps = away / (apart if (bow + degrees[line]) % 60 == 0 else math.sqrt(3))
                even = math.isclose(steps, round(steps), abs_tol=1e-6)
                if even and code not in found and code not in taken:
                    found.append(code)
        if len(found) >= followers:
            return found[:followers]
    return None


def vehicle(code: str, heading: Heading, number: int, side: str = "British") -> Deployed:
    return Deployed(
        UNITS["mk-iv-male" if side == "British" else "a7v"], GRID.place(code), heading, side, number
    )


def anywhere(dice: random.Random, number: int) -> Deployed:
    code = dice.choice(CODES)
    return vehicle(code, dice.choice(legal_headings(3, GRID.place(code))), number)


def codes(force: Force) -> list[str]:
    return [GRID.code(one.place) for one in force]


@pytest.mark.parametrize("formation", BEARINGS)
@pytest.mark.parametrize("heading", referee.HEADINGS)
def test_on_open_ground_a_formation_is_what_its_word_says(formation: str, heading: str) -> None:
    tried, bearings, faces = 0, BEARINGS[formation], Heading(heading)
    straight = (30 * referee.HEADINGS.index(heading) + bearings[0]) % 60 == 0
    step = 2.0 if straight else math.sqrt(3)
    for leader in ("0906", "0906/0907", "0906/1006", "0906/1005"):
        if faces not in legal_headings(3, GRID.place(leader)):
            continue
        for size in (1, 2, 3):
            dice = random.Random(f"{leader} {size}")
            force = (vehicle(leader, faces, 1), *(anywhere(dice, n) for n in range(2, size + 1)))
            formed = form_up(force, force[0], formation, GRID)
            assert formed[0] == force[0]
            seen = [seen_from(leader, heading, code) for code in codes(formed[1:])]
            off = [bearings[n % len(bearings)] for n in range(size - 1)]
            away = [step * (1 + n // len(bearings)) for n in range(size - 1)]
            assert [degrees for degrees, _ in seen] == off
            assert [hexes for _, hexes in seen] == pytest.approx(away)
            assert {one.heading for one in formed} == {faces}
            tried += 1
    hexside_leaders = referee.HEADINGS.index(heading) % 2  # a vehicle on a hexside faces along it
    assert tried == 3 * (1 + hexside_leaders)


@pytest.mark.long
@pytest.mark.parametrize("formation", BEARINGS)
def test_at_edges_and_round_enemies_the_next_free_places_are_taken(formation: str) -> None:
    dice, formed_ones, blocked = random.Random(formation), 0, 0
    for _ in range(150):
        leader = anywhere(dice, 1)
        code, heading = GRID.code(leader.place), str(leader.heading)
        near = [c for _, _, c in on_lines(code, heading, BEARINGS[formation])]
        enemies = [
            vehicle(c, legal_headings(3, GRID.place(c))[0], n, "German")
            for n, c in enumerate(dice.sample(near, min(2, len(near))), 1)
        ]
        closed = frozenset(dice.sample(CODES, 40)) - {code}
        followers = dice.randint(1, 6)
        force = (leader, *(anywhere(dice, n) for n in range(2, followers + 2)), *enemies)
        taken = closed | {code} | set(codes(tuple(enemies)))
        wanted = drawn_up(formation, code, heading, followers, taken)
        shut = frozenset(map(GRID.place, closed))
        if wanted is None:
            with pytest.raises(ValueError, match="no room"):
                form_up(force, leader, formation, GRID, shut)
            continue
        formed = form_up(force, leader, formation, GRID, shut)
        assert codes(formed[1 : followers + 1]) == wanted
        assert (formed[0], *formed[followers + 1 :]) == (leader, *enemies)
        formed_ones, blocked = formed_ones + 1, blocked + bool(enemies)
    assert min(formed_ones, blocked) > 40
