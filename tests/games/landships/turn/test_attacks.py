"""Squads, close assault, artillery off the board and aircraft in the Brickyard's play."""

from typing import Any

from landships_lab.core.dice import Thrown
from landships_lab.core.hexes import Hex
from landships_lab.games.landships.rules.brickyard_attacks import struck
from landships_lab.games.landships.turn import Clock, choice, choices, take
from landships_lab.games.landships.turn.clock import GRID, MARKS
from landships_lab.games.landships.turn_board import BOARD
from tests.games.landships.turn.moves import after, headline

ON_FOOT = [*["end"] * 2, "dismount ger-squad-1 5708", "dismount ger-squad-2 5811"]


def legal(clock: Clock, begins: str) -> set[str]:
    """Return the words of the legal choices that begin so."""
    return {one.words for one in choices(clock) if one.legal and one.words.startswith(begins)}


# ------------------------------------------------------------------------------------------ squads


def test_a_squad_is_offered_every_hex_within_two_and_within_four_along_a_road() -> None:
    """Line 139 (audit, missing)."""
    clock = after("last-turns", *ON_FOOT, "end")
    words = legal(clock, "walk ger-squad-1")
    assert len([one for one in words if not one.endswith(" road")]) == 18
    assert "walk ger-squad-1 5710" in words
    assert "walk ger-squad-1 5712 road" in words
    by_road = choice(clock, "walk ger-squad-1 5712 road")
    assert by_road.supplied  # the players say that there is a road
    assert choice(clock, "walk ger-squad-1 5712 trench").legal
    assert not choice(clock, "walk ger-squad-1 5712").legal
    assert not choice(clock, "walk ger-squad-1 5713 road").legal
    gone = take(clock, by_road, Thrown())
    assert gone.says == "The assault squad 1-6-5, with flamethrower 1 walked to 5712 along a road."
    again = choice(gone.situation, "walk ger-squad-1 5711")
    assert (again.legal, again.cite and again.cite.kind) == (False, "ours")


def test_dismounting_into_an_enemys_hex_is_left_to_the_players() -> None:
    """Line 139 puts the squad into its tank's hex; who may enter an enemy's is in the base game
    (audit W14).
    """
    clock = after("last-turns", "end", "drive ger-a7v-1", "ahead", "halt", "end")
    held = choice(clock, "dismount ger-squad-1 5807")
    assert held.supplied
    assert headline(clock, held.words).endswith("into 5807 is in the base game.")
    free = choice(clock, "dismount ger-squad-2 5811")
    assert (free.legal, free.supplied) == (True, False)
    for one in (held, free):
        panel = BOARD.explain(clock, one)
        assert panel is not None
        assert one.why is not None
        assert panel.answer().value == one.why.value


def test_a_squad_that_is_shot_at_has_plus_one_and_it_is_told() -> None:
    """Line 139 (audit, missing)."""
    words = "fire brit-infantry-3-1 small-arms 5708"
    clock = after("last-turns", *ON_FOOT, *["end"] * 3, *["end"] * 2)
    shot = choice(clock, words)
    assert shot.expects == "+1 for a squad"
    assert shot.why is not None
    assert any("+1" in step.text and step.cite.lines == "139" for step in shot.why.steps)
    fired = take(clock, shot, Thrown()).situation
    assert fired.now.prompt(fired).endswith("An assault squad has +1 against it.")
    other = choice(clock, "fire brit-infantry-3-1 small-arms 5808")
    assert other.expects == ""


def test_a_squad_fires_a_flamethrower_and_takes_no_part_in_a_close_assault() -> None:
    """Line 139."""
    clock = after("last-turns", *ON_FOOT, "end", "walk ger-squad-1 5806", "end")
    assert choice(clock, "fire ger-squad-1 flamethrower 5807").supplied
    joins = choice(clock, "assault ger-squad-1 5807")
    assert not joins.legal
    assert joins.cite is not None
    assert joins.cite.lines == "139"
    panel = BOARD.explain(clock, joins)
    assert panel is not None
    assert panel.answer().headline == headline(clock, joins.words)


# ---------------------------------------------------------------------------- close assault, tanks


def test_a_squad_that_is_caught_in_a_close_assault_is_removed() -> None:
    """Line 139 (audit, missing)."""
    clock = after(
        "last-turns", *ON_FOOT, "end", "walk ger-squad-1 5806", *["end"] * 2, *["end"] * 2
    )
    one = choice(clock, "assault brit-mg-north-1 5806")
    assert one.supplied
    assert one.expects == "assault squad 1-6-5, with flamethrower 1 removed"
    done = take(clock, one, Thrown())
    assert done.says.endswith("Assault squad 1-6-5, with flamethrower 1 removed.")
    after_it: Any = done.situation
    assert after_it.removed == ("ger-squad-1",)
    assert after_it.now.hit == ("brit-mg-north-1",)  # the players say what became of it


def test_a_platoon_closes_in_on_what_it_touches_and_the_players_say_the_rest() -> None:
    clock = after("last-turns", *["end"] * 4)
    near = legal(clock, "assault ger-infantry-6-1")
    assert near == {"assault ger-infantry-6-1 5807", "assault ger-infantry-6-1 5809"} | {
        word for word in near if word.endswith(("5908", "5909"))
    }
    closed = take(clock, "assault ger-infantry-6-1 5809", Thrown()).situation
    words = {one.words for one in choices(closed)}
    assert {"and brit-infantry-4-1 passed", "result ger-infantry-6-1 failed"} <= words
    more = take(closed, "and brit-infantry-4-1 passed", Thrown()).situation
    assert "result brit-infantry-3-2 destroyed" in {one.words for one in choices(more)}


def test_what_becomes_of_a_squad_in_a_tank_that_is_destroyed_the_players_say() -> None:
    clock = after(
        "last-turns", *["end"] * 7, "fire brit-aa-1 gun 5708", "result ger-a7v-1 destroyed"
    )
    assert clock.removed == ("ger-a7v-1",)
    assert "was inside" in clock.now.prompt(clock)
    assert all(one.supplied for one in choices(clock))
    out: Any = take(clock, "out ger-squad-1 5708", Thrown()).situation
    squad = out.unit("ger-squad-1")
    assert MARKS.of(squad) == {"out": True}
    assert GRID.code(squad.place) == "5708"
    lost: Any = take(clock, "lost ger-squad-1", Thrown()).situation
    assert lost.removed == ("ger-a7v-1", "ger-squad-1")


def test_what_a_morale_check_does_to_a_german_is_marked_as_ours() -> None:
    """Line 145 is about the British only."""
    clock = after("last-turns", *["end"] * 7, "fire brit-mg-1 small-arms 5911")
    stays = take(clock, "result ger-infantry-6-5 failed", Thrown())
    assert stays.says.endswith("It stays.")
    assert [step.cite.kind for step in stays.steps].count("ours") == 1


# ------------------------------------------------------------------------------ artillery, aircraft


def test_artillery_off_the_board_shells_a_hex_and_its_hexsides() -> None:
    """Lines 119, 133 and 135 (audit, missing)."""
    clock = after("last-turns", *["end"] * 4)
    one = choice(clock, "shell ger-artillery-2 5809")
    assert one.supplied
    assert one.why is not None
    assert one.why.headline == "The FO is 4 hexes off; how a module fires is in the base game."
    assert {step.cite.lines for step in one.why.steps} >= {"135", "143"}
    shelled: Any = take(clock, one, Thrown()).situation
    assert set(shelled.now.hit) == {"brit-infantry-4-1", "brit-infantry-3-2"}
    assert not choice(take(shelled, "no-effect", Thrown()).situation, one.words).legal
    friends = choice(clock, "shell ger-artillery-2 5504")
    assert not friends.legal
    assert friends.cite is not None
    assert friends.cite.lines == "115"


def test_a_tank_on_a_hexside_suffers_the_shells_on_either_hex() -> None:
    """Line 119: those of its own side as well."""
    clock = after("last-turns", "end", "drive ger-a7v-1", "ahead", "halt", *["end"] * 3)
    assert clock.unit("ger-a7v-1").place == GRID.place("5807/5808")
    one = choice(clock, "shell ger-artillery-1 5807")
    shelled: Any = take(clock, one, Thrown()).situation
    assert set(shelled.now.hit) == {"brit-mg-north-1", "ger-a7v-1"}
    assert one.why is not None
    assert any("On its hexsides suffers" in step.text for step in one.why.steps)
    for hexagon in ("5807", "5808"):
        place = GRID.place(hexagon)
        assert isinstance(place, Hex)
        assert "ger-a7v-1" in {unit.id for unit in struck(place, clock.board)}


def test_an_aircraft_flies_leaves_and_comes_back_without_arriving_again() -> None:
    """Lines 131 and 135: it stays no longer where it came on (audit, missing)."""
    clock = after("ten-turns", "enter ger-junkers-1 5809", *["end"] * 4)
    flies = choice(clock, "fly ger-junkers-1 5603 ENE")
    assert flies.supplied
    flown: Any = take(clock, flies, Thrown()).situation
    assert GRID.code(flown.unit("ger-junkers-1").place) == "5603"
    assert not choice(flown, "leave ger-junkers-1").legal
    gone: Any = take(clock, "leave ger-junkers-1", Thrown()).situation
    assert MARKS.of(gone.unit("ger-junkers-1")) == {"moved": True, "away": True}
    while gone.turn == 1:
        gone = take(gone, "end", Thrown()).situation
    assert type(gone.now).__name__ == "Vehicles"  # it does not arrive again
    while type(gone.now).__name__ != "Firing":
        gone = take(gone, "end", Thrown()).situation
    back: Any = take(gone, "fly ger-junkers-1 5908", Thrown()).situation
    assert MARKS.of(back.unit("ger-junkers-1")) == {"moved": True}


def test_what_binds_a_counter_is_said_beside_it() -> None:
    clock = after("last-turns", *ON_FOOT, "end", "walk ger-squad-1 5709")
    marks = {mark for unit, mark in clock.marks() if unit == "ger-squad-1"}
    assert marks == {"moved", "out"}
    assert "ger-squad-1 · 5709 N · moved · out" in clock.text()
