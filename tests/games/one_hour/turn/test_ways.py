"""The way of a move in play: what is met on it counts to its end."""

from dataclasses import replace
from fractions import Fraction

import pytest

from landships_lab.core.dice import Thrown
from landships_lab.core.plane import Spot, spot
from landships_lab.core.sources import Given
from landships_lab.games.one_hour.rules.ground import Area, Table, Unit, drawn_up, table_of
from landships_lab.games.one_hour.rules.path import March, blocked, may_go, may_leave, started
from landships_lab.games.one_hour.rules.turn import may_leave_post
from landships_lab.games.one_hour.turn import START, OneHourGame, take
from landships_lab.games.one_hour.turn.moving import Moving
from landships_lab.games.one_hour.turn.steps import Actions
from landships_lab.games.one_hour.turn_board.explain import explain
from landships_lab.panel.links import read_link
from landships_lab.play import choice

NEAR = {"threatened-when": "on-the-way"}
ALL = {"road-penalties": "all"}


def unit(name: str, side: str, kind: str, x: int, y: int, facing: int = 0) -> Unit:
    return Unit(name, side, kind, drawn_up(kind, spot(x, y), facing))


def playing(*units: Unit, areas: tuple[Area, ...] = (), readings: Given = None) -> OneHourGame:
    """Return the Actions Step of the British in the flank attack, with these Units and three that
    wait.
    """
    begin = START["flank-attack"].with_readings(readings or {})
    assert isinstance(begin, OneHourGame)
    waiting = [unit(f"Waiting-{x}", "British", "infantry", x, 34) for x in (4, 12, 28)]
    table = Table(36, 36, areas or begin.table.areas, (*units, *waiting))
    return replace(begin, stack=(Actions(),), table=table)


def after(game: OneHourGame, words: str, *dice: int) -> OneHourGame:
    found = take(game, words, Thrown(given=dice)).situation
    assert isinstance(found, OneHourGame)
    return found


def square(kind: str, *corners: tuple[int, int]) -> Area:
    return Area(f"the {kind}", kind, tuple(spot(*corner) for corner in corners))


WOOD = square("woods", (20, 10), (34, 10), (34, 20), (20, 20))


def test_an_enemy_that_was_near_slows_the_rest_of_the_move() -> None:
    """Line 295, reading threatened-when: the four inches are lost until the move ends."""
    tanks, enemy = unit("Tanks", "British", "tank", 9, 30), unit("Foe", "Italian", "tank", 18, 24)
    game = playing(tanks, enemy, readings=NEAR)
    game = after(game, "move Tanks", 3, 3, 4)
    game = after(game, "to 9 25 0")
    assert isinstance(game.now, Moving)
    assert game.now.march.threatened
    assert not choice(game, "to 9 20 0").legal
    assert choice(game, "to 9 24 0").legal
    apart = after(playing(tanks, enemy), "move Tanks", 3, 3, 4)
    assert choice(after(apart, "to 9 25 0"), "to 9 20 0").legal


def test_the_edge_of_a_wood_costs_its_four_inches_though_the_guns_leave_it_again() -> None:
    """Line 288: ATGs enter the edge at four inches off the roll, also on the way elsewhere."""
    guns = unit("Guns", "British", "atg", 25, 23)
    game = after(playing(guns, areas=(WOOD,)), "move Guns", 5)
    game = after(game, "to 25 41/2 0")
    assert isinstance(game.now, Moving)
    assert game.now.march.into_woods
    assert game.now.inches_left(game) == Fraction(1, 2)
    assert choice(game, "to 25 21 0").legal
    assert not choice(game, "to 25 22 0").legal


@pytest.mark.parametrize(
    ("kind", "ground", "through"),
    [("infantry", "woods", True), ("infantry", "marsh", False), ("tank", "woods", False)],
)
def test_only_infantry_goes_through_a_wood(kind: str, ground: str, through: bool) -> None:
    """Line 288; nobody goes through a marsh."""
    table = Table(36, 36, (replace(WOOD, kind=ground),), (unit("A", "British", kind, 27, 22),))
    there = table.unit("A").at(spot(27, 8))
    assert (not list(blocked(table, (table.unit("A"), there)))) is through


def test_an_enemy_near_the_way_off_the_table_slows_the_unit_that_leaves() -> None:
    """Lines 72 and 295, reading threatened-when."""
    road = table_of("flank-attack").areas[0]
    tanks = unit("Tanks", "British", "tank", 18, 14).in_column(spot(18, 14))
    foe = unit("Foe", "Italian", "infantry", 21, 3, 90)
    table = Table(36, 36, (road,), (tanks, foe))
    march = started(table, "Tanks", (2, 2, 3))
    start, near = (may_leave(table, march, "Tanks", "the road", given) for given in ({}, NEAR))
    assert start.value is True
    assert near.value is False
    assert any("comes near Foe" in step.text for step in near.steps)


def test_nobody_passes_between_the_bases_of_an_enemy() -> None:
    """Line 293: only a friendly Unit is passed through, and the ground between bases is its own."""
    foe, middle = unit("Foe", "Italian", "tank", 18, 20), Fraction(157, 8)
    column = unit("Tanks", "British", "tank", 18, 26).in_column(Spot(middle, Fraction(26)))
    there = column.in_column(Spot(middle, Fraction(10)))
    table = Table(36, 36, (), (column, foe))
    march = March((6, 6, 6), by_road=False)
    assert may_go(table, march, [there]).value is False
    friend = table.put(replace(foe, side="British"))
    assert may_go(friend, march, [there]).value is True
    between = Table(36, 36, (), (column.in_column(Spot(middle, Fraction(21))), foe))
    assert may_go(between, march, [column]).value is True, "it may leave again"


def test_two_defenders_stay_near_their_objective_at_any_time_of_a_move() -> None:
    """Lines 8 and 10: the way counts, and not only where it ends."""
    game = START["static-defence"]
    assert isinstance(game, OneHourGame)
    table = game.table.without("Bersaglieri-1")
    carri = table.unit("Carri-1")
    away = carri.at(spot(30, 9))
    assert may_leave_post("static-defence", table, carri).value is True
    assert may_leave_post("static-defence", table, carri, by=[away]).value is False
    assert may_leave_post("static-defence", game.table, carri, by=[away]).value is True
    attacker = table.put(replace(carri, side="British"))
    any_guards = {"garrison": "any"}
    assert may_leave_post("static-defence", attacker, carri, any_guards, [away]).value is True


def test_a_road_spares_threatened_guns_in_play_as_it_does_in_the_panels() -> None:
    """Lines 291 and 295, reading road-penalties: one answer, by road only."""
    guns = unit("Guns", "British", "atg", 18, 20, 90)
    foe = unit("Foe", "Italian", "infantry", 23, 20)
    asked = "one_hour:duel atg against tank range 10 asks act action move now"
    for readings, may in ({}, False), (ALL, True):
        game = playing(guns, foe, readings=readings)
        one = choice(game, "move Guns")
        assert one.legal is may
        state = explain(game, one)
        assert state is not None
        assert bool(state.answer().value) is may
        reading = " reading road-penalties=all" if may else ""
        assert read_link(f"{asked} on-road threatened{reading}").answer().value is may
    assert one.expects == "by road 8″ to 11″"
    game = after(game, "move Guns", 3)
    assert isinstance(game.now, Moving)
    assert choice(game, "to 18 23 90").legal
    assert not choice(game, "to 21 20 90").legal
    assert read_link(f"{asked} threatened reading road-penalties=all").answer().value is False


@pytest.mark.parametrize(("x", "more"), [(18, True), (8, False)])
def test_only_a_unit_on_a_road_is_told_that_it_goes_farther_by_road(x: int, more: bool) -> None:
    """Line 291: a move that begins off the road is not wholly by road."""
    game = playing(unit("Tanks", "British", "tank", x, 20, 90), unit("F", "Italian", "tank", 30, 5))
    assert ("by road" in choice(game, "move Tanks").expects) is more
    game = after(game, "move Tanks", 3, 3, 3)
    assert ("more if all of it is by road" in game.now.prompt(game)) is more


def test_how_deep_guns_may_go_into_a_wood_the_players_say() -> None:
    """Line 288 lets them enter its edge, and does not say how deep that is."""
    guns = unit("guns", "British", "atg", 25, 22)
    edge = choice(after(playing(guns, areas=(WOOD,)), "move guns", 5), "to 25 19")
    assert edge.legal
    assert edge.supplied
    assert edge.why is not None
    assert edge.why.headline == "Only if this is still the edge of the wood may guns move there."
