"""Movement over hexes and hexsides: printed goldens, laws, and the fast field against a plain
search on painted boards.
"""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from landships_lab.core.answer import Answer, Gap, judge
from landships_lab.core.grid import Grid
from landships_lab.core.hexes import HEADINGS, Heading, Hex, Place, Side
from landships_lab.core.terrain import TerrainMap
from landships_lab.games.landships.rules.field_of_movement import March, drift_field, reachable
from landships_lab.games.landships.rules.ground import entry_cost
from landships_lab.games.landships.rules.movement import (
    answer_move,
    can_reach,
    explain_move,
    may_drift,
)
from landships_lab.games.landships.rules.positions import (
    PositionError,
    drifts,
    forward,
    legal_headings,
)
from tests.games.landships.rules.test_stacking_and_ground import painted

GRID = Grid(columns=6, rows=5)
at = GRID.place
KINDS = ("road", "clear", "shell-holes", "woods", "town", "water")
HEXES = st.sampled_from(sorted(GRID.hexes()))
PLACES = st.sampled_from(sorted(GRID.places))
BOARDS = st.builds(
    lambda hexes, sides: TerrainMap(
        frozenset([*((h, k) for h, k in hexes.items() if k != "clear"), *sides.items()])
    ),
    st.dictionaries(HEXES, st.sampled_from(KINDS)),
    st.dictionaries(
        st.sampled_from(sorted(p for p in GRID.places if isinstance(p, Side))),
        st.sampled_from(("trench", "wire")),
    ),
)
READINGS = st.fixed_dictionaries(
    {},
    optional={
        "perimeter": st.just("any-neighbour"),
        "drift-cost": st.just("dearer-hex"),
        "turn-on-hexside": st.just("about"),
        "drift-without-move": st.just("any-vehicle"),
    },
).map(lambda taken: tuple(taken.items()))
MARCHES = st.builds(
    March,
    grid=st.just(GRID),
    terrain=BOARDS,
    mp=st.integers(0, 14),
    turn_mp=st.integers(0, 3),
    enemies=st.frozensets(PLACES, max_size=3),
    readings=READINGS,
    moved=st.booleans(),
)


@st.composite
def placements(draw: st.DrawFn) -> tuple[Place, Heading]:
    place = draw(PLACES)
    return place, draw(st.sampled_from(legal_headings(3, place)))


# ----------------------------------------------------------------------------------- a plain search


def plain_cost(march: March, before: Place, after: Place) -> int | None:
    """Return the cost of one step, by the explaining rule and nothing else."""
    if after not in march.grid or after in march.enemies:
        return None
    cost = entry_cost(march.terrain, after, march.values, dict(march.readings)).value
    if cost is None:
        return None
    if isinstance(before, Hex) and isinstance(after, Hex):
        cost += dict(march.values.crossing).get(march.terrain.of(Side(before, after)), 0)
    return cost


Situations = dict[tuple[Place, Heading], int]


def plain_search(march: March, start: tuple[Place, Heading]) -> tuple[Situations, Situations]:
    """Return the MPs left wherever it can get to, and wherever it is after a step or a turn.

    Every situation is tried again until nothing improves.
    """
    left, moved, improved = {start: march.mp}, Situations(), True
    about = dict(march.readings).get("turn-on-hexside") == "about"
    while improved:
        improved = False
        for (here, faces), mp in list(left.items()):
            ahead = forward(here, faces)
            turns = (1, -1) if isinstance(here, Hex) else (6,) if about else ()
            nexts = [((ahead, faces), plain_cost(march, here, ahead))]
            nexts += [((here, faces.turn(n)), abs(n) * march.turn_cost) for n in turns]
            for after, cost in nexts:
                if cost is not None and mp >= cost and moved.get(after, -1) < mp - cost:
                    moved[after] = mp - cost
                    left[after] = max(left.get(after, -1), mp - cost)
                    improved = True
    return left, moved


def may_drift_from(march: March, start: tuple[Place, Heading]) -> Situations:
    """Return where a drift may begin, with the MPs left: at the start only if it moved before, or
    goes away and comes back.
    """
    left, moved = plain_search(march, start)
    anyhow = march.moved or ("drift-without-move", "any-vehicle") in march.readings
    return left if anyhow else moved


@pytest.mark.long
@given(MARCHES, placements())
@settings(max_examples=60)
def test_the_field_is_that_of_a_plain_search(march: March, start: tuple[Place, Heading]) -> None:
    reached, (plain, _) = reachable(march, *start), plain_search(march, start)
    assert {(p, h): mp for p in reached.mp_left for h, mp in reached.headings(p)} == plain
    assert reached.mp_left == {
        place: max(mp for (p, _), mp in plain.items() if p == place) for place, _ in plain
    }


@given(MARCHES, placements())
@settings(max_examples=40)
def test_each_cheapest_path_is_told_with_the_same_mps_left(
    march: March, start: tuple[Place, Heading]
) -> None:
    reached = reachable(march, *start)
    for place, left in reached.mp_left.items():
        path = reached.path(place)
        assert path[0] == start
        assert path[-1][0] == place
        told = explain_move(march, path)
        assert told.value == left, str(told)
        assert can_reach(march, *start, place).value == left


@pytest.mark.long
@given(MARCHES, placements())
@settings(max_examples=40)
def test_the_drift_field_is_what_each_single_drift_says(
    march: March, start: tuple[Place, Heading]
) -> None:
    reached = reachable(march, *start)
    plain: dict[Place, int] = {}
    for (place, heading), left in may_drift_from(march, start).items():
        for into in drifts(place, heading):
            if into not in reached.mp_left and may_drift(march, place, heading, into).value:
                plain[into] = max(plain.get(into, -1), left)
    assert {into: left for into, (_, left) in drift_field(march, reached).items()} == plain


def test_a_drift_ends_a_move() -> None:
    """Lines 45 and 111: the drift is for vehicles that end a move; whether one that stayed may
    drift is a reading.
    """
    still = March(GRID, mp=0)
    side = at("0303/0304")
    assert can_reach(still, at("0303"), Heading.E, side).value is False
    assert drift_field(still, reachable(still, at("0303"), Heading.E)) == {}
    for march in (replace(still, moved=True), still.read_as("drift-without-move", "any-vehicle")):
        assert can_reach(march, at("0303"), Heading.E, side).value == 0
    asked = answer_move(still, at("0303"), Heading.E, drift=side)
    assert asked.value is False
    assert {r.change for r in asked.remedies} == {"moved", "drift-without-move"}
    turned = can_reach(
        March(GRID, mp=2), at("0303"), Heading.E, side
    )  # it turns to one side and back, and has moved
    assert turned.value == 0
    assert sum("Turn 30°" in step.text for step in turned.steps) == 2


def test_what_an_enemy_holds_is_not_in_the_source() -> None:
    """Line 43 says only that vehicles go past enemies on hexsides; what a place that one holds
    costs, into it or out of it, is the base game's.
    """
    held = frozenset([at("0303")])
    march = March(GRID, mp=9, enemies=held)
    past = can_reach(replace(march, mp=4), at("0202"), Heading.SSE, at("0203/0303"))
    assert past.value == 2, str(past)
    assert any(step.cite.section == "Movement, past enemy units" for step in past.steps)
    assert isinstance(can_reach(march, at("0304"), Heading.N, at("0303")).value, Gap)
    assert isinstance(may_drift(march, at("0303/0304"), Heading.E, at("0303")).value, Gap)
    assert can_reach(replace(march, mp=0), at("0304"), Heading.N, at("0303")).value is False
    hemmed = March(GRID, mp=9, enemies=frozenset(GRID.places - {at("0101"), at("0103")}))
    assert isinstance(can_reach(hemmed, at("0101"), Heading.S, at("0103")).value, Gap), (
        "only a way through them leads there"
    )
    stays = March(GRID, mp=0, moved=True, enemies=held)
    for rule in (may_drift, can_reach):
        out = rule(stays, at("0303"), Heading.E, at("0303/0304"))
        assert isinstance(out.value, Gap)
        assert out.headline.startswith("0303 holds an enemy")
        assert not [step.text for step in out.steps if "closed to vehicles" in step.text]


def test_a_drift_over_a_stream_says_that_its_cost_is_not_printed() -> None:
    """Line 113 compares the terrain drifted into; what runs along the hexside is not spoken of."""
    side = at("0303/0304")
    answer = may_drift(March(GRID, TerrainMap().paint(side, "stream")), at("0303"), Heading.E, side)
    assert answer.value is True
    assert any("stream" in step.text and step.cite.kind == "silent" for step in answer.steps)


def test_each_turn_is_paid_and_standing_still_is_none() -> None:
    def turned(code: str, *points: int, **more: Any) -> Answer[Any]:
        path = [(at(code), HEADINGS[n % 12]) for n in points]
        return explain_move(March(GRID, mp=12, **more), path)

    assert turned("0303/0304", 3, 3).value == 12
    there_and_back = turned("0303", 0, 1, 0)
    assert there_and_back.value == 10
    assert [step.cite.kind for step in there_and_back.steps[1:]] == ["printed", "sample", "sample"]
    assert [step.text for step in there_and_back.steps[2:]] == [
        "Turn 30° right to face NNE: 1 MP.",
        "Turn 30° left to face N: 1 MP.",
    ]
    assert [step.text for step in turned("0303", *range(8)).steps[2:]] == [
        "Turn 210° right to face SSW: 7 MPs, 1 MP for each 30°."
    ]
    assert turned("0303", 0, 1, 2, turn_mp=2).value == 8, "hard to steer"
    about = (("turn-on-hexside", "about"),)
    assert turned("0303/0304", 3, 9).value is False
    assert turned("0303/0304", 3, 9, readings=about).value == 6
    assert turned("0303/0304", 3, 9, 3, readings=about).value == 0


def test_sentences_of_a_move_begin_with_a_capital_and_say_on_a_hexside() -> None:
    side = at("0303/0304")
    stays = explain_move(March(GRID), [(side, Heading.E)])
    assert stays.steps[0].text.startswith("It begins on hexside 0303/0304, ")
    march = March(GRID, enemies=frozenset([side]))
    for rule in (may_drift, can_reach):
        answer = rule(march, at("0303"), Heading.E, side)
        assert isinstance(answer.value, Gap)
        assert all(step.text[0].upper() == step.text[0] for step in answer.steps), str(answer)


@pytest.mark.long
@given(MARCHES, placements())
@settings(max_examples=15, deadline=None)
def test_a_facing_asked_for_is_had_by_a_way_or_by_a_drift_and_by_nothing_else(
    march: March, start: tuple[Place, Heading]
) -> None:
    plain = Situations()
    for (place, heading), left in may_drift_from(march, start).items():
        for into in drifts(place, heading):
            if may_drift(march, place, heading, into).value is True:
                plain[into, heading] = max(left, plain.get((into, heading), -1))
    plain |= plain_search(march, start)[0]
    for there in sorted(GRID.places)[::5]:
        for facing in legal_headings(3, there):
            answer = can_reach(march, *start, there, facing)
            assert answer.value == plain.get((there, facing), False) or (
                march.enemies and isinstance(answer.value, Gap)
            )


def test_a_drift_keeps_the_facing_and_may_be_the_cheapest_way() -> None:
    def asked(mp: int, heading: str, facing: Heading | None = None) -> Answer[int | bool | Gap]:
        march = March(Grid(), mp=mp, moved=True)
        return can_reach(march, at("0503"), Heading(heading), at("0503/0504"), facing)

    only = "Only by a drift: from 0503 facing E onto hexside 0503/0504, with no MPs left."
    assert asked(0, "E", Heading.E).headline == only
    refused = asked(2, "N")
    assert [(r.change, r.to) for r in refused.remedies] == [("mp", "3")]
    assert "is 3 MPs away with a drift, 1 too many" in refused.headline
    assert asked(3, "N").value == 0
    assert asked(2, "N", Heading.N).remedies == ()  # no reading lets it face north there


@given(MARCHES, placements(), PLACES, st.sampled_from([None, *HEADINGS]))
@settings(max_examples=80)
def test_a_refusal_says_what_would_change_it_and_is_right(
    march: March, start: tuple[Place, Heading], there: Place, facing: Heading | None
) -> None:
    answer = can_reach(march, *start, there, facing)
    if answer.value is not False and not isinstance(answer.value, Gap):
        assert judge(answer.steps) is True
        return
    assert judge(answer.steps) == answer.value
    for remedy in answer.remedies:
        if remedy.change == "mp":
            other = replace(march, mp=int(remedy.to))
        else:
            other = march.read_as(remedy.change, remedy.to)
        then = can_reach(other, *start, there, facing).value
        assert then is not False, remedy.text
        assert not isinstance(then, Gap), remedy.text
        if remedy.change == "mp" and other.mp:  # and with one MP less it could not
            less = can_reach(replace(other, mp=other.mp - 1), *start, there, facing).value
            assert less is False or isinstance(less, Gap)


BOARD = painted(woods="0303 0203", shell_holes="0302", town="0402")


# ----------------------------------------------------------------------------------------- geometry


@pytest.mark.parametrize("heading", HEADINGS)
@pytest.mark.parametrize("code", ["0303", "0403", "0303/0304", "0303/0403", "0203/0303"])
def test_a_drift_is_half_a_hex_abeam_keeps_the_heading_legal_and_comes_back(
    code: str, heading: Heading
) -> None:
    place = at(code)
    if heading not in legal_headings(3, place):
        with pytest.raises(PositionError):
            drifts(place, heading)
        return
    beside = drifts(place, heading)
    assert len(beside) == (0 if heading.faces_hexside else 2)
    for n, into in enumerate(beside):
        assert isinstance(into, Side) is isinstance(place, Hex)
        assert heading in legal_headings(3, into)
        assert drifts(into, heading)[1 - n] == place


# ------------------------------------------------------------------------------------------ goldens


@pytest.mark.parametrize(
    ("code", "cost", "words"),
    [
        ("0303", 5, ""),
        ("0303/0304", 2, "the cheaper counts, clear at 2 MPs and not woods at 5"),
        ("0302/0402", 3, "the longer spotting range counts, shell holes with 8 and not town with"),
        ("0203/0303", 5, "woods on both sides"),
    ],
)
def test_a_hexside_costs_what_line_43_says(code: str, cost: int, words: str) -> None:
    """The costs are the sample values."""
    answer = entry_cost(BOARD, at(code))
    assert answer.value == cost, str(answer)
    assert words in str(answer)
    assert answer.steps[0].cite.lines == "43"


def test_the_rim_of_a_prohibited_hex_is_open_unless_the_other_hex_is_prohibited_too() -> None:
    strict = {"perimeter": "any-neighbour"}
    lake, pond = painted(water="0303 0304"), painted(water="0303")
    assert entry_cost(lake, at("0303")).value is None
    assert entry_cost(lake, at("0303/0304")).value is None
    assert entry_cost(lake, at("0302/0303")).value == 2
    assert entry_cost(lake, at("0302/0303"), given=strict).value is None
    assert entry_cost(pond, at("0302/0303"), given=strict).value == 2


def test_a_drift_may_not_lead_into_dearer_terrain() -> None:
    march, side = March(GRID, BOARD), at("0303/0304")
    assert may_drift(march, at("0304"), Heading.E, side).value is True  # clear 2, its hexside 2
    assert may_drift(march, side, Heading.E, at("0303")).value is False  # into woods 5
    refused = may_drift(march.read_as("drift-cost", "dearer-hex"), at("0304"), Heading.E, side)
    assert refused.value is False
    assert [remedy.to for remedy in refused.remedies] == ["as-moved"]
    facing = may_drift(march, at("0304"), Heading.N, side)
    assert facing.headline == "It may not drift onto hexside 0303/0304: it faces N, a hexside."


def test_a_step_that_may_not_be_made_is_told() -> None:
    sideways = explain_move(March(GRID), [(at("0303"), Heading.N), (at("0403"), Heading.N)])
    assert "one step ahead is 0302, not 0403" in sideways.headline
    off = forward(at("0101"), Heading.WSW)
    told = explain_move(March(GRID), [(at("0101"), Heading.WSW), (off, Heading.WSW)])
    assert told.value is False
    assert told.headline == "This move is not possible. That hex lies off the board."
