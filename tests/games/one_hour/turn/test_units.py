"""CS tanks (line 94) and Units of two bases (line 135), in play and in sight."""

import random
from dataclasses import replace

import pytest

from landships_lab.core.dice import Thrown
from landships_lab.core.plane import spot
from landships_lab.games.one_hour.rules.ground import Unit, drawn_up, shot_between, table_of
from landships_lab.games.one_hour.rules.path import may_place
from landships_lab.games.one_hour.rules.sight import may_fire, sees
from landships_lab.games.one_hour.turn import START, OneHourGame, take
from landships_lab.games.one_hour.turn.moving import read_path
from landships_lab.games.one_hour.turn.situation import place_of
from landships_lab.panel.links import read_link
from landships_lab.play import choice, choices
from tests.games.one_hour.turn.positions import check
from tests.play import laws

CS = "CS-Mortars"


def begun(name: str) -> OneHourGame:
    game = START[name]
    assert isinstance(game, OneHourGame)
    return game


def after(game: OneHourGame, words: str, *dice: int) -> OneHourGame:
    found = take(game, words, Thrown(given=dice)).situation
    assert isinstance(found, OneHourGame)
    return found


# ----------------------------------------------------------------------------------- CS tanks


@pytest.mark.parametrize("name", ["flank-attack", "flank-attack-report"])
def test_cs_tanks_fire_as_mortars_and_move_as_tanks(name: str) -> None:
    game = begun(name)
    fire = choice(game, f"fire {CS} ATGs by Motor-Infantry")
    assert fire.legal
    assert any("94" in step.cite.lines for step in (fire.why.steps if fire.why else ()))
    assert not choice(game, f"move {CS}").legal
    game = after(game, "end")
    assert not choice(game, f"fire {CS} ATGs").legal
    moves = choice(game, f"move {CS}")
    assert moves.expects.startswith("8″ to 17″")
    assert after(game, f"move {CS}", 3, 4, 5).now.units(game) == (CS,)


def test_cs_tanks_fire_by_the_row_of_mortars_and_are_hit_by_the_column_of_tanks() -> None:
    table = table_of("flank-attack")
    tank, guns = table.unit(CS), table.unit("ATGs")
    assert (shot_between(table, tank, guns).firer, shot_between(table, guns, tank).target) == (
        "mortar",
        "tank",
    )
    hill = table.put(tank.at(spot(25, 22), 90))
    assert shot_between(hill, guns, hill.unit(CS)).on_hill
    assert may_fire(table, CS, "ATGs", "Motor-Infantry").value is True


def test_a_cs_tank_rallies_as_a_tank_and_is_neither_ready_nor_dug_in() -> None:
    game = begun("flank-attack")
    game = game.put(replace(game.table.unit(CS), hits=4))
    for _ in range(2):
        game = after(game, "end")
    told = take(game, f"rally {CS}", Thrown(given=(2,)))
    assert told.outcome == "2 Hits removed", "a Mortar in the open would remove none"
    ready, dug_in = choice(game, f"ready {CS}"), choice(game, f"dig-in {CS}")
    assert not ready.legal
    assert ready.cite is not None
    assert ready.cite.lines == "94"
    assert ready.cite.kind == "silent"
    assert not dug_in.legal


def test_the_screen_says_that_they_are_cs_tanks() -> None:
    assert begun("flank-attack").state_of(CS) == "British CS tank (fires as mortar), no Hits"


def test_the_sight_panel_says_that_they_are_cs_tanks() -> None:
    state = read_link(f"one_hour:sight flank-attack from {CS} to Carri-1 asks fires")
    assert any("CS tanks" in step.text and step.cite.lines == "94" for step in state.answer().steps)
    assert "observer" in {control.id for control in state.controls()}


# ------------------------------------------------------------------------- Units of two bases


def test_a_unit_has_two_bases_or_three() -> None:
    for count in (2, 3):
        assert len(Unit("x", "R", "tank", drawn_up("tank", spot(9, 9), 0, count)).bases) == count
    with pytest.raises(ValueError, match="three bases, or two, not 1"):
        Unit("x", "R", "tank", drawn_up("tank", spot(9, 9), 0, 1))


def test_two_bases_see_two_bases() -> None:
    """Line 172: with two bases on each side, both bands must be clear."""
    table = table_of("two-bases")
    assert {len(unit.bases) for unit in table.units} == {2}
    answer = sees(table, "Carri-1", "Cruds-3")
    bands = [step for step in answer.steps if step.marks]
    assert len(bands) == 2
    assert sees(table, "Cruds-4", "Carri-2").value is False
    assert sees(table_of("flank-attack"), "Cruds-4", "Carri-2").value is True


def test_two_bases_keep_their_gap() -> None:
    table = table_of("two-bases")
    cruds = table.unit("Cruds-1")
    assert may_place(table, cruds.in_column(spot(8, 21)), 20).value is True
    apart = replace(
        cruds, bases=(cruds.unique.moved(spot(8, 21)), cruds.unique.moved(spot(14, 21)))
    )
    refused = may_place(table, apart, 20)
    assert refused.value is False
    assert any("are 4¾ inches apart" in step.text for step in refused.steps)


def test_a_place_of_two_bases_is_written_and_read_back() -> None:
    cruds = table_of("two-bases").unit("Cruds-1")
    loose = replace(cruds, bases=(cruds.unique, cruds.unique.moved(spot(15, 23))))
    for unit in (cruds, cruds.in_column(spot(9, 9), 45), loose):
        assert read_path(cruds, ("to", *place_of(unit).split())) == (unit,)
    assert read_path(cruds, ("to", *["18", "21", "0", "1", "1", "5", "5"])) == ()


def test_the_sight_panel_keeps_two_bases_in_its_links() -> None:
    for how in ("", "@column", "@ahead", "@close", "@15,23"):
        words = f"one_hour:sight two-bases from Cruds-1 to Carri-1 units Cruds-1@18,22@0{how}"
        state = read_link(words)
        assert read_link(state.text()) == state
        assert state.answer().steps
    with pytest.raises(ValueError, match="is not a Unit"):
        read_link("one_hour:sight two-bases from Cruds-1 to Carri-1 units Cruds-1@8,2@0@9,9@1,1")


@pytest.mark.long
def test_a_game_of_two_bases_is_played() -> None:
    dice = random.Random(2)
    for seed in range(2):
        game = laws.random_game(begun("two-bases"), seed, check, None, dice.randint(30, 40))
        laws.check_record("one_hour:two-bases", game)
        assert choices(game[-1][1].situation)
