"""Several figures under one template: against a plain enumeration, and by what must hold whatever
the table.
"""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from landships_lab.core.dice import Odds
from landships_lab.games.landser.analysis.casualties import Toll, burst_toll, grenade_toll
from landships_lab.games.landser.rules.fire import fire_odds
from landships_lab.games.landser.rules.grenades import (
    Obstacle,
    Soldier,
    Throw,
    caught,
    effectiveness,
    exposures,
    landings,
    shelter,
)
from landships_lab.games.landser.rules.shots import Shot
from landships_lab.games.landser.rules.templates import Laid
from landships_lab.games.landser.rules.wounds import outcome_of
from landships_lab.panel import CATALOG
from tests.games.landser.asked import parsed

THROW = Throw((0, 8), (0, 0))
WALL = Obstacle((-2, -1), (2, -1), hard=True)
MEN = (Soldier("a", (0, 0)), Soldier("b", (1, 1), prone=True), Soldier("c", (0, -2)))
LAID = Laid((0, 4), (0, -1))
EACH_DIE = pytest.mark.parametrize("die", ["each", "one"])


def classes_at(inches: int) -> dict[str, Fraction]:
    """Return what a hit at this range makes of a fresh soldier, from the odds of a rifle shot that
    has hit.
    """
    odds = fire_odds(Shot("rifle", inches))
    found: Counter[str] = Counter()
    for outcome, chance in odds:
        found[outcome_of(outcome).becomes] += (
            chance / (1 - odds.p("miss")) if outcome != "miss" else 0
        )  # type: ignore[assignment]
    return dict(found)  # type: ignore[arg-type]


def by_hand(die: str) -> dict[Toll, Fraction]:
    """Count every landing, every die of effectiveness and every end of every man, in fractions."""
    at_point_blank, total = classes_at(1), Counter[Toll]()
    for place in landings(THROW):
        needs = [
            (
                effectiveness(shelter(place.point, man.at, [WALL]), man.prone).value
                if caught(THROW, place, man)
                else 99
            )
            for man in MEN
        ]
        throws = (
            [(face,) * len(MEN) for face in range(1, 7)]
            if die == "one"
            else list(product(range(1, 7), repeat=len(MEN)))
        )
        for faces in throws:
            struck = sum(face >= need for face, need in zip(faces, needs, strict=True))
            for ends in product(at_point_blank.items(), repeat=struck):
                chance = place.chance / len(throws)
                for _, share in ends:
                    chance *= share
                words = [word for word, _ in ends]
                total[Toll(words.count("out of the fight"), words.count("suppressed"))] += chance  # type: ignore[assignment]
    return dict(total)  # type: ignore[arg-type]


@EACH_DIE
def test_three_men_agree_with_every_course_written_out(die: str) -> None:
    """Lines 209-219: one landing for all, then each man's own rolls."""
    told = grenade_toll(THROW, MEN, [WALL], {"effectiveness-die": die})
    assert dict(told) == by_hand(die)


spots = st.tuples(st.integers(-8, 8), st.integers(-8, 8)).map(
    lambda p: (Fraction(p[0], 2), Fraction(p[1], 2))
)


@settings(max_examples=12)
@given(
    st.lists(st.tuples(spots, st.booleans()), min_size=1, max_size=4),
    st.sampled_from(["each", "one"]),
)
def test_on_average_as_many_are_harmed_as_each_is_likely_to_be(
    men: list[tuple[tuple[Fraction, Fraction], bool]], die: str
) -> None:
    soldiers = [Soldier(chr(65 + n), spot, prone) for n, (spot, prone) in enumerate(men)]
    told = grenade_toll(THROW, soldiers, [WALL], {"effectiveness-die": die})
    assert told.map(lambda toll: toll.affected).mean == sum(
        danger.affected for danger in exposures(THROW, soldiers, [WALL])
    )
    assert all(toll.affected <= len(men) for toll in told.outcomes)


def test_one_die_for_all_makes_all_or_nobody_likelier() -> None:
    men = [Soldier("a", (0, 0)), Soldier("b", (0, 0))]
    each, one = (
        grenade_toll(THROW, men, (), {"effectiveness-die": die}).map(lambda toll: toll.affected)
        for die in ("each", "one")
    )
    assert each.mean == one.mean
    assert one.p(0) > each.p(0)
    assert one.p(2) > each.p(2)


def test_a_burst_is_the_product_of_its_men_each_at_his_own_range() -> None:
    """Lines 115-117 and 121: short range adds to the roll for effect."""
    near, far = Soldier("near", (0, 0)), Soldier("far", (0, -2))
    told = burst_toll(LAID, [near, far])
    classes = [classes_at(4), classes_at(6)]
    assert (
        told.map(lambda toll: toll.out).p(2)
        == classes[0]["out of the fight"] * classes[1]["out of the fight"]
    )
    assert told == Odds(
        {Toll(out, 2 - out): int(told.p(Toll(out, 2 - out)) * told.total) for out in range(3)}
    )
    hidden = Soldier("far", (0, -2), hiding=True)
    behind = burst_toll(LAID, [near, hidden], [Obstacle((-1, -1), (1, -1), hard=True)])
    assert behind.map(lambda toll: toll.affected).p(1) == 1


def test_nobody_under_a_burst_suffers_nothing() -> None:
    assert burst_toll(Laid((0, 20), (0, 0)), [Soldier("a", (5, 5))]).p(Toll()) == 1


@pytest.mark.parametrize("mode", ["grenade", "launcher", "machine-gun"])
def test_the_panel_charts_how_many_are_harmed(mode: str) -> None:
    panel = CATALOG["landser:template"]
    state = panel.parse(f"landser:template {mode} from 9,13 to 9,6")
    charts = {chart.title: chart for chart in state.charts(state.ask())}
    worse, out = charts["How many are suppressed or worse"], charts["How many are out of the fight"]
    assert sum(chance for _, chance in worse.bars) == sum(chance for _, chance in out.bars) == 1  # type: ignore[union-attr, misc]
    assert len(worse.bars) == len(out.bars) == len(state.men) + 1  # type: ignore[union-attr, attr-defined]
    assert ("effectiveness-die" in {c.id for c in state.controls()}) == (mode != "machine-gun")


def test_the_squad_panel_shows_what_a_medic_leaves() -> None:
    """Line 144."""
    state = parsed("squad order man rifleman_1 action move after light_5 helper medic")
    out = state.set("outcome", "serious 5")
    captions = [table.caption for table in out.tables(out.ask())]
    assert captions == ["A typical squad", "The turn after a medic has come"]
