"""Printed rules that play long left out: escorts, lying down, soft ground, a Dog's chance."""

from __future__ import annotations

from fractions import Fraction

from landships_lab.core.plane import Spot
from landships_lab.games.landser.panels.squad import LandserSquad
from landships_lab.games.landser.turn import Firefight, facts
from landships_lab.games.landser.turn.hurt import fired_on
from landships_lab.play import choice, choices
from tests.games.landser.turn.test_moments import BRITISH, GERMANS, after, may, on, verbs, why_not

# -- a guard ---------------------------------------------------------------------------------------


def guarded() -> Firefight:
    """Return the Germans' turn, their leader with a prisoner."""
    situation = after(*GERMANS)
    at = situation.man("G-leader").at
    return situation.change("B-gunner", status="prisoner", guard="G-leader", at=at)


def test_a_captor_escorts_or_hands_over_and_does_not_fight() -> None:
    """Lines 191-193: to the base line, at the prisoners' move rate, or to somebody else."""
    situation = guarded()
    fights = (
        "fire G-leader B-leader",
        "burst G-leader B-leader",
        "cover G-leader 180",
        "fast G-leader",
    )
    assert not may(situation, *fights, "move-fire G-leader", "assault G-leader B-loader")
    assert {"move", "sneak", "hide", "pass"} <= verbs(situation, "G-leader")
    at = situation.man("G-leader").at
    assert may(situation, f"move G-leader {at.x} {at.y - 2}")
    assert "base line" in why_not(situation, f"move G-leader {at.x} {at.y + 2}")
    for action, value in (("fire", False), ("move", True), ("move_fast", False)):
        state = f"landser:squad order man leader action {action} weapon smg with guards"
        assert LandserSquad.parse(state).answer().value is value
    free, _ = fired_on(situation, ["G-leader"])
    assert may(free, *fights[:2]) == list(fights[:2])


def test_prisoners_are_handed_over_once_in_a_turn() -> None:
    """Line 191 sets no end to it, and without one a turn would have none: this is ours."""
    situation = guarded()
    at = situation.man("G-leader").at
    near = situation.change("G-gunner", at=Spot(at.x + 1, at.y))
    given = on(near, "hand G-leader G-gunner")
    assert not may(given, "hand G-gunner G-leader")
    assert may(given, "fire G-leader B-leader")
    assert may(on(given, "end", "end"), "hand G-gunner G-leader")


def test_a_captor_goes_no_farther() -> None:
    """Line 191: who gives himself up on the way is escorted from there."""
    situation = after(*GERMANS).change("B-loader", at=Spot(1, 6)).change("G-leader", at=Spot(1, 3))
    alone = situation.change("B-gunner", status="out").change("B-leader", at=Spot(17, 13))
    taken = on(alone, "move G-leader 1 5")
    assert taken.man("B-loader").status == "prisoner"
    assert taken.man("G-leader").at == Spot(1, 4)


# -- lying down ------------------------------------------------------------------------------------


def test_a_man_lies_down_in_the_open_in_half_cover_and_fires_from_there() -> None:
    """Line 64: half cover, without hiding; a grenade finds him prone (line 215)."""
    situation = on(after(*BRITISH), "down B-leader")
    man, enemy = situation.man("B-leader"), situation.man("G-leader")
    assert facts.cover_of(situation, enemy, man)[0] == "half"
    assert facts.hiding(man) == ""
    assert next(one for one in facts.soldiers(situation) if one.name == "B-leader").prone
    later = on(situation, "end", "end")
    assert may(later, "fire B-leader G-leader")
    assert "down" not in verbs(later, "B-leader")
    up = on(later, f"move B-leader {man.at.x} {man.at.y - 1}")
    assert not up.man("B-leader").prone


def test_what_it_takes_to_lie_down_is_for_the_players_to_agree_on() -> None:
    free = on(after("agree down-how beside", *BRITISH), "down B-leader")
    assert may(free, "fire B-leader G-leader")
    assert not may(on(after(*BRITISH), "down B-leader"), "fire B-leader G-leader")


# -- a Dog's chance --------------------------------------------------------------------------------


def hopeless() -> Firefight:
    """Return the Germans' turn: their leader's submachine gun needs 7 at the British leader."""
    return after(*GERMANS).change("B-leader", at=Spot(11, 14), prone=True, fired=True)


DOG = "dog G-leader B-leader"


def test_a_dogs_chance_is_taken_with_two_dice_where_no_die_hits() -> None:
    """Line 97: an eleven hits, a two blows the gun up, and the panel has the same chance of it."""
    situation = hopeless()
    odds = choice(situation, DOG).odds
    assert odds.p("gun blows up") == Fraction(1, 36)
    assert sum(
        chance for said, chance in odds if said not in ("nothing", "gun blows up")
    ) == Fraction(2, 36)
    hit = on(situation, f"{DOG} = 5 6 1")
    assert hit.man("B-leader").fresh.outcome == "hide"
    assert not choice(hit, "fire G-leader B-leader").legal
    blown = on(situation, f"{DOG} = 1 1", "end", "end")
    assert "blew up" in why_not(blown, "fire G-leader B-leader")
    assert not may(blown, "cover G-leader 180")
    assert "fire" not in verbs(blown, "G-leader")
    near = situation.change("B-leader", prone=False)  # a six is enough
    assert "dog" not in verbs(near, "G-leader")


def test_a_dogs_chance_at_a_dash_is_a_reading() -> None:
    far = after(*GERMANS).change("G-gunner", at=Spot(8, 0)).change("B-leader", at=Spot(8, 14))
    words = "dog G-gunner B-leader pistol"
    assert words not in [one.words for one in choices(far, "G-gunner")]
    dash = far.with_readings({"dogs-chance-when": "dash"})
    assert choice(dash, words).legal
    hidden = dash.change("B-leader", hides=True, at=Spot(14, 10), acted=True)
    assert not choice(hidden, words).legal


def test_a_machine_gun_that_blew_up_is_worked_by_nobody() -> None:
    situation = after(*GERMANS).gun_after("Germans", "blows up", blown=True)
    assert "blew up" in why_not(situation, "fire G-gunner B-gunner")
    assert may(situation, "fire G-loader B-gunner")


# -- other weapons, and a marsh --------------------------------------------------------------------


def marsh(*moves: str) -> Firefight:
    """Return the situation after these moves from the start with other weapons."""
    return after(*GERMANS, *moves, name="marsh")


def test_a_light_machine_gun_reloads_after_a_burst_and_is_never_set_up() -> None:
    """Lines 107, 115-117, 232: it needs no turn of setting up, and moves and fires single shots."""
    situation = marsh()
    situation = situation.change("S-leader", fired=True)
    burst = "burst G-gunner S-leader"
    assert may(situation, burst, "fire G-gunner S-leader") == [burst, "fire G-gunner S-leader"]
    fired = on(situation, f"{burst} = 1 5")
    assert fired.crew("Germans").jammed
    later = on(situation, f"{burst} = 4", "effect S-leader = 1", "end", "end")
    assert verbs(later, "G-gunner") - {"spot"} == {"work"}
    other = on(later, "work G-gunner", "end", "end").change("S-gunner", fired=True)
    assert may(other, "burst G-gunner S-gunner")
    moving = on(situation, "move-fire G-gunner")
    assert may(moving, "fire G-gunner S-leader")
    assert not may(moving, burst)
    alone = situation.change("G-loader", status="out").with_crew("Germans", bursts=2)
    assert not choice(alone, burst).legal


def test_a_loader_takes_a_light_machine_gun_over() -> None:
    situation = (
        marsh().change("G-gunner", status="out", at=Spot(6, 4)).change("S-leader", fired=True)
    )
    words = "burst G-loader S-leader lmg"
    assert choice(situation, words).legal
    fired = on(situation, f"{words} = 4", "effect S-leader = 1", "end", "end")
    assert verbs(fired, "G-loader") - {"spot"} == {"work"}


def test_a_soviet_submachine_gun_jams_on_a_six_alone() -> None:
    """Line 105."""
    near = marsh().change("G-leader", at=Spot(9, 9)).change("S-leader", at=Spot(9, 12))
    mine = on(near, "fire G-leader S-leader = 1 4 1")
    assert mine.man("G-leader").jammed == "smg"
    theirs = on(near, "end", "fire S-leader G-leader = 1 4 1")
    assert theirs.man("S-leader").jammed == ""
    assert on(near, "end", "fire S-leader G-leader = 1 6 1").man("S-leader").jammed == "smg"


def test_a_launcher_sends_a_grenade_under_the_small_template() -> None:
    """Lines 221-228: 5 at medium range and 6 at long, 2 inches wide; a dash nearer and farther."""
    situation = marsh().change("S-leader", at=Spot(12, 12)).change("S-rifle-1", at=Spot(14, 12))
    words = "launch G-rifle-1 12 12"
    odds = choice(situation, words).odds
    placed = sum(chance for said, chance in odds if said.startswith("on the place"))
    assert placed == Fraction(2, 6)
    assert dict(odds).get("on the place, 1 man under it") == placed
    assert "dash" in why_not(situation, "launch G-rifle-1 12 8")
    assert "no grenade launcher" in why_not(situation, "launch G-rifle-2 12 12")


def test_a_grenade_in_the_marsh_lands_on_soft_ground() -> None:
    """Line 217: one less; where it strays out of the marsh it is no longer soft."""
    situation = marsh().change("S-leader", at=Spot(9, 10)).change("G-leader", at=Spot(9, 3))
    soft = on(situation, "grenade G-leader 9 10 = 4")
    assert soft.now.due[0].needed == 4  # type: ignore[attr-defined]  # Effects
    out = on(situation.change("S-leader", at=Spot(9, 12)), "grenade G-leader 9 10.75 = 1 6 4")
    assert out.now.due[0].needed == 3  # type: ignore[attr-defined]  # Effects
