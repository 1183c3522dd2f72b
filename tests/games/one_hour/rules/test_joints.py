"""Where one rule of One-Hour Wargames meets another: what an audit found
wrong, and its neighbours.
"""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from landships_lab.core.plane import spot
from landships_lab.games.one_hour.analysis.duel import Duel, favoured
from landships_lab.games.one_hour.analysis.forecast import volley
from landships_lab.games.one_hour.analysis.quiet_turn import NextPhase, quiet_turn
from landships_lab.games.one_hour.rules.bands import traced
from landships_lab.games.one_hour.rules.fire import Condition, hits
from landships_lab.games.one_hour.rules.ground import Table, Unit, drawn_up, table_of
from landships_lab.games.one_hour.rules.movement import Move, distance, is_threatened, may_enter
from landships_lab.games.one_hour.rules.path import may_place
from landships_lab.games.one_hour.rules.shot import Shot
from landships_lab.games.one_hour.rules.sight import may_fire, observes, sees
from landships_lab.games.one_hour.rules.turn import Moment, may_act, rally
from landships_lab.panel import CATALOG

TANKS = Shot("tank", "tank", 10)


def unit(name: str, side: str, kind: str, x: int, y: int, facing: int, **state: bool) -> Unit:
    return Unit(name, side, kind, drawn_up(kind, spot(x, y), facing), **state)


def table(*units: Unit) -> Table:
    return Table(36, 36, (), units)


# -- sight


def test_guns_that_are_dug_in_and_not_ready_are_seen_as_both_reports_have_it() -> None:
    """Lines 25 and 102-106: from 1 1/4 inches and from beyond 12."""
    for y in (12, 28):
        on = table(
            unit("guns", "R", "atg", 18, 8, 180, dug_in=True), unit("foe", "B", "tank", 18, y, 0)
        )
        assert sees(on, "foe", "guns").value
        assert may_fire(on, "foe", "guns").value
        assert not sees(on, "foe", "guns", {"concealed-sight": "target"}).value


def test_a_step_on_concealment_says_what_conceals() -> None:
    """Line 162; how many bases must stand in woods is not printed (line 251)."""
    on = table_of("static-defence")
    texts = {step.cite.lines: step.text for step in sees(on, "Carri-1", "Motor-Infantry").steps}
    assert "the source does not say how many it takes" in texts["251"]
    assert (
        "The target is Dug-in"
        in {step.cite.lines: step.text for step in sees(on, "Cruds-3", "ATGs").steps}["162"]
    )


@pytest.mark.parametrize(("x", "y"), [(18, 28), (18, 20), (24, 26), (11, 27)])
def test_sight_is_traced_between_the_nearest_edges(x: int, y: int) -> None:
    """Line 172: of clear bands the nearest; here from front edge to front edge."""
    on = table(unit("one", "R", "tank", x, y, 0), unit("foe", "B", "tank", 18, 8, 180))
    one, foe = on.units
    for n, m, band in traced(on, one, foe):
        assert band.start == one.bases[n].edges[0]
        assert band.end == foe.bases[m].edges[0]


def test_a_road_opens_sight_through_a_wood_and_the_step_says_so() -> None:
    """Line 291."""
    on = table_of("forest-road")
    assert any(
        "runs along the road" in step.text and step.cite.lines == "291"
        for step in sees(on, "Cruds-1", "Carri-1").steps
    )
    closed = replace(on, areas=tuple(area for area in on.areas if area.kind != "road"))
    assert not sees(closed, "Cruds-1", "Carri-1").value


def test_a_remedy_for_mortars_never_moves_them_where_the_observer_would_have_to_go() -> None:
    """Line 173: the observer sees for them."""
    on = table_of("static-defence")
    seen = observes(on, "Cruds-1", "Bersaglieri-2")
    assert any(remedy.change == "firer_at" for remedy in seen.remedies)
    assert not any(
        r.change == "firer_at"
        for r in may_fire(on, "CS-Mortars", "Bersaglieri-2", "Cruds-1").remedies
    )


# -- moves


def test_nothing_forbids_a_tank_to_pass_through_a_town() -> None:
    """Line 289 speaks of the end of a move."""
    assert "does not forbid passing through" in may_enter("tank", "town").steps[-1].text


@pytest.mark.parametrize(
    ("kind", "may"), [("atg", False), ("mortar", False), ("infantry", True), ("tank", True)]
)
def test_threatened_is_measured_on_the_table_and_holds_guns_where_they_are(
    kind: str, may: bool
) -> None:
    """Line 295."""
    on = table(unit("one", "R", kind, 18, 8, 180), unit("foe", "B", "tank", 18, 11, 0))
    answer = is_threatened(on, "one")
    assert answer.value
    assert answer.steps[0].text.startswith("The nearest enemy base, of foe, is ")
    placed = may_place(on, on.unit("one").at(spot(18, 7)), 6)
    assert placed.value is may
    assert any("Threatened" in step.text and step.cite.lines == "295" for step in placed.steps)
    assert "Threatened" not in str(may_place(on, on.unit("one"), 6)), (
        "a Unit that stays does not move"
    )


def test_at_two_inches_the_step_names_its_reading() -> None:
    on = table(unit("one", "R", "tank", 18, 8, 180), unit("foe", "B", "tank", 18, 12, 0))
    assert is_threatened(on, "one").steps[0].reading == "threatened-at"
    assert not is_threatened(on, "one", {"threatened-at": "less-than"}).value
    assert (
        is_threatened(table(on.unit("one")), "one").steps[0].text
        == "There is no enemy on the table."
    )


def test_a_unit_that_assaults_gains_nothing_by_road() -> None:
    """Line 291: a move by road that does not Assault gains 4 inches."""
    plain, assault = (
        distance(Move("tank", by_road=True, assaults=on), (3, 3, 3)).value for on in (False, True)
    )
    assert (plain, assault) == (15, 11)


# -- the life of a Ready mark


@pytest.mark.parametrize(
    ("action", "step", "said"),
    [
        ("move", "actions", "no longer Ready"),
        ("move", "actions", "no longer Dug-in"),
        ("move", "actions", "even if it stays"),
        ("fire", "actions", "no longer Ready"),
        ("rally", "rally and ready", "stays Ready"),
        ("dig in", "rally and ready", "stays Ready"),
        ("dig in", "rally and ready", "Dug-in already"),
        ("ready", "rally and ready", "nothing changes"),
    ],
)
def test_what_becomes_of_the_marks_of_a_unit_that_acts(action: str, step: str, said: str) -> None:
    """Lines 194, 262, 294 and 300."""
    answer = may_act("infantry", action, Moment(step, ready=True, dug_in=True))
    assert answer.value
    assert any(said in each.text for each in answer.steps)


def test_a_unit_that_is_ready_already_fires_whatever_it_does_with_a_quiet_turn() -> None:
    """Line 300: Ready Units may dig in or rally, and stay Ready."""
    threats, reply = [Shot("tank", "infantry", 8)] * 2, Shot("infantry", "tank", 8)
    before, after = (
        NextPhase(threats, reply, ready=ready).prospects(Condition(6)) for ready in (False, True)
    )
    assert {p.use: p.fires for p in before} == {"rally": False, "ready": True, "dig in": False}
    assert all(p.fires and p.inflicted > 0 for p in after)
    assert all(now.stands >= then.stands for now, then in zip(after, before, strict=True))
    assert any(
        "stays so" in step.text
        for step in quiet_turn(Condition(6), NextPhase(threats, reply, ready=True)).steps
    )


def test_a_ready_unit_does_not_spoil_the_aim_of_mortars() -> None:
    """Lines 190 and 194: Mortars fire before the step in which Ready Units do."""
    shells = [Shot("mortar", "infantry", 20)] * 2
    near, far = (
        {
            p.use: p
            for p in NextPhase(shells, Shot("infantry", "mortar", inches)).prospects(Condition(0))
        }
        for inches in (8, 13)
    )
    assert near["ready"].stands == far["ready"].stands
    assert near["ready"].inflicted > far["ready"].inflicted == 0


def test_that_less_than_zero_is_zero_is_said_to_be_nowhere_in_print() -> None:
    """Line 70 prints 2 - 2 x 2 = 0, which never falls below zero; no other line does either."""
    below = (
        hits(Shot("infantry", "tank", 4, 5), 2),
        distance(Move("atg", dug_in=True), (1,)),
        rally(Condition(4), 1, steady=False),
    )
    for answer in below:
        (step,) = (step for step in answer.steps if step.text.startswith("Less than zero"))
        assert "the source does not say" in step.text
        assert step.cite.kind == "silent"
        assert "70" not in step.cite.lines
    whiff = hits(Shot("infantry", "tank", 4), 2)
    assert whiff.value == 0
    assert not any("Less than zero" in step.text for step in whiff.steps)


# -- sight, and panels that have no table


def test_a_dug_in_ready_unit_is_not_shot_at_from_beyond_12_inches_until_it_fires() -> None:
    """Lines 176 and 300: as the sight panel forbids it, so does a quiet turn."""
    threats = [Shot("tank", "infantry", 13, cover=frozenset({"dug-in"}))] * 3
    rifles = Shot("infantry", "tank", 13)
    for use in NextPhase(threats, rifles, ready=True).prospects(Condition(14, 5)):
        assert use.stands == 1, "Infantry do not reach 13 inches, so they stay Ready and hidden"
    loose = {p.use: p for p in NextPhase(threats, rifles).prospects(Condition(14, 5))}
    assert loose["ready"].stands == 1
    assert loose["rally"].stands < 1
    guns = [Shot("tank", "atg", 13, cover=frozenset({"dug-in"}))] * 3
    by_use = {
        p.use: p
        for p in NextPhase(guns, Shot("atg", "tank", 13), ready=True).prospects(Condition(14, 5))
    }
    assert by_use["ready"].inflicted > 0
    assert by_use["ready"].stands < 1, "once they have fired, two enemies may still fire at them"
    told = quiet_turn(Condition(14, 5), NextPhase(guns, Shot("atg", "tank", 13))).steps
    assert any(step.cite.lines == "176" and "While it is Ready" in step.text for step in told)
    assert any(step.cite.lines == "194, 300" and "no longer Ready" in step.text for step in told)
    near = [replace(shot, range_inches=12) for shot in threats]
    assert NextPhase(near, ready=True).prospects(Condition(14, 5))[0].stands < 1


@pytest.mark.parametrize(
    ("firer", "ready", "how", "said"),
    [
        ("tank", True, "ready-limit", True),
        ("tank", False, "ready-limit", False),
        ("tank", False, "always-limit", True),
        ("mortar", True, "ready-limit", False),
    ],
)
def test_that_a_concealed_target_is_near_enough_is_said_where_it_matters(
    firer: str, ready: bool, how: str, said: bool
) -> None:
    """Line 176; Mortars have observers (line 173)."""
    shot = Shot(firer, "infantry", 12, cover=frozenset({"dug-in"}), target_ready=ready)
    answer = hits(shot, 5, {"concealed-sight": how})
    assert answer.value > 0
    told = [step.op for step in answer.steps if "seen at 12 inches or less" in step.text]
    assert told == ["note"] * said


@pytest.mark.parametrize("ground", ["town", "woods"])
@pytest.mark.parametrize("far", [4, 5, 12])
def test_a_shot_into_a_town_or_woods_beyond_4_inches_says_that_sight_ends(
    ground: str, far: int
) -> None:
    """Lines 175 and 291, for a shot, a fight and a quiet turn."""
    shot = Shot("tank", "infantry", far, cover=frozenset({ground}))
    reply = Shot("infantry", "tank", far)
    for answer in (
        hits(shot, 5),
        favoured(Duel(reply, shot)),
        quiet_turn(Condition(3), NextPhase([shot], reply)),
    ):
        told = [step for step in answer.steps if "ends at 4 inches" in step.text]
        assert [step.cite.lines for step in told] == ["175, 291"] * (far > 4)
    assert (", if seen:" in hits(shot, 5).headline) is (far > 4)
    along = hits(replace(shot, along_road=True), 5)
    assert ", if seen" not in along.headline
    assert any("runs along a road" in step.text for step in along.steps) is (far > 4)
    shelled = hits(replace(shot, firer="mortar", range_inches=far + 1), 5)
    assert ", if observed:" in shelled.headline


@pytest.mark.parametrize(
    ("cover", "reading"), [((), "long-range"), (("dug-in", "town"), "protection-cap")]
)
def test_long_range_names_the_reading_on_which_its_half_turns(
    cover: tuple[str, ...], reading: str
) -> None:
    """Lines 255-256."""
    shot = Shot("tank", "infantry", 13, cover=frozenset(cover))
    steps = hits(shot, 5, {"protection-cap": "cover-only"}).steps
    assert [s.reading for s in steps if "is long range" in s.text] == [reading]


def test_a_fight_and_a_quiet_turn_say_who_cannot_fire() -> None:
    """Lines 176 and 197."""
    rifles, tanks = Shot("infantry", "tank", 13), Shot("tank", "infantry", 13)
    first = favoured(Duel(rifles, tanks)).steps[0]
    assert first.text.startswith("The first cannot fire: 13 inches is out of range")
    hidden = replace(tanks, cover=frozenset({"dug-in"}))
    steps = favoured(Duel(rifles, hidden), {"concealed-sight": "always-limit"}).steps
    assert steps[1].text.startswith("The second cannot fire: the target is Concealed: it is")
    assert steps[1].reading == "concealed-sight"
    quiet = quiet_turn(Condition(3), NextPhase([replace(rifles, target="atg")], None)).steps
    assert any(step.text.startswith("The enemy cannot reach it: 13 inches") for step in quiet)


# -- duels


def test_who_fires_first_is_no_rule_on_digging_in() -> None:
    """The comparison is the product's own; line 301 is about digging in."""
    steps = favoured(Duel(TANKS, TANKS)).steps
    other = next(step for step in steps if step.text.startswith("With the second firing first"))
    assert other.cite.kind == "ours"
    assert not any("dug in" in step.text for step in steps), "a Tank cannot dig in"


def test_permanent_hits_are_told_where_a_quiet_turn_is_weighed() -> None:
    """Line 163."""
    told = [step.text for step in quiet_turn(Condition(12, 5), NextPhase([TANKS], TANKS)).steps]
    assert "5 Hits of its 12 are permanent: no rally removes them." in told
    assert Fraction(0) < NextPhase([TANKS], TANKS).prospects(Condition(12, 5))[0].stands


def test_whether_a_tank_on_a_hilltop_is_concealed_is_a_reading() -> None:
    """Line 162 ends in "etc."; line 254 gives such a Tank a bonus against fire."""
    on = table_of("static-defence")
    assert sees(on, "Cruds-1", "Carri-1").value
    hidden = sees(on, "Cruds-1", "Carri-1", {"concealed-etc": "any-bonus"})
    assert not hidden.value
    assert ("concealed-etc", "cover") in {(remedy.change, remedy.to) for remedy in hidden.remedies}


def test_a_face_that_the_average_die_lacks_is_told() -> None:
    """Lines 141 and 156: one kind of die for a whole game."""
    assert any("never shows 6" in step.text for step in volley(TANKS, 6, 1).steps)
    assert not any("never shows" in step.text for step in volley(TANKS, 6, 1, {"dice": "D6"}).steps)


def test_a_unit_may_carry_every_mark_at_once() -> None:
    """Lines 161, 169, 292 and 300, as a link writes them."""
    unit = "Rifles@12,30@0@dug-in@ready@ahead@turned@close"
    state: Any = CATALOG["one_hour:sight"].parse(
        f"one_hour:sight melee from Rifles to Carri-1 units {unit}"
    )
    assert state.one.dug_in
    assert state.one.ready
    with pytest.raises(ValueError, match="is not a Unit"):
        CATALOG["one_hour:sight"].parse(f"one_hour:sight melee from Rifles units {unit}@dug-up")


@pytest.mark.parametrize(
    ("own", "marked", "permanent"),
    [(4, True, 0), (5, True, 5), (5, False, 0), (9, True, 5), (9, False, 0), (10, False, 5)],
)
def test_from_ten_hits_on_five_are_permanent_and_stay_so(
    own: int, marked: bool, permanent: int
) -> None:
    """Line 163: below ten they are so only where they were once."""
    now = " now permanent" if marked else ""
    state: Any = CATALOG["one_hour:duel"].parse(
        f"one_hour:duel tank against tank range 10 hits {own} 0 asks quiet{now}"
    )
    assert state.condition.permanent == permanent


def test_a_friend_in_the_way_of_a_tank_is_asked_to_dig_in_and_then_it_fires() -> None:
    """Line 198: a Tank fires over friends who are Dug-in."""
    state: Any = CATALOG["one_hour:sight"].parse(
        "one_hour:sight flank-attack from Cruds-1 to Bersaglieri-1 asks fires"
    )
    (dig,) = (one for one in state.ask().remedies if one.change == "dug_in")
    assert dig.text == "If Motor-Infantry dug in, Cruds-1 could see past."
    assert state.set(dig.change, dig.to).ask().value is True
