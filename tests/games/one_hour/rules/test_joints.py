"""Where one rule of One-Hour Wargames meets another: what an audit found
wrong, and its neighbours.
"""

from dataclasses import replace
from fractions import Fraction

import pytest

from landships_lab.core.plane import spot
from landships_lab.games.one_hour.rules import (
    Condition,
    Duel,
    Moment,
    Move,
    Shot,
    Table,
    Unit,
    distance,
    favoured,
    is_threatened,
    may_act,
    may_enter,
    may_fire,
    may_place,
    observes,
    prospects,
    quiet_turn,
    sees,
    table_of,
)
from landships_lab.games.one_hour.rules.ground import drawn_up
from landships_lab.games.one_hour.rules.survival import volley

TANKS = Shot("tank", "tank", 10)


def unit(name: str, side: str, kind: str, x: int, y: int, facing: int, **state: bool) -> Unit:
    return Unit(name, side, kind, drawn_up(kind, spot(x, y), facing), **state)


def table(*units: Unit) -> Table:
    return Table(36, 36, (), units)


# -- sight
# -------------------------------------------------------------------------------------------------


def test_guns_that_are_dug_in_and_not_ready_are_seen_as_both_reports_have_it() -> None:
    """Lines 25 and 102-106:

    Dug-in ATGs that are not Ready are fired at, from 1 1/4 inches and from beyond 12.
    """
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


def test_no_remedy_puts_a_tank_into_a_town() -> None:
    """Line 289: only Infantry end a move there."""
    for name in ("static-defence", "melee", "flank-attack"):
        on = table_of(name)
        for one in on.units[-4:]:
            for other in (u for u in on.units if u.side != one.side):
                for remedy in sees(on, one.name, other.name).remedies:
                    if remedy.change == "firer_at":
                        assert may_place(on, one.at(remedy.to), 36).value is True


# -- moves
# -------------------------------------------------------------------------------------------------


def test_a_tank_may_not_end_a_move_in_a_town_and_nothing_forbids_passing() -> None:
    """Line 289 speaks of the end of a move."""
    answer = may_enter("tank", "town")
    assert answer.headline == "A Tank may not end a move in a town."
    assert "does not forbid passing through" in answer.steps[-1].text


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


@pytest.mark.parametrize(
    ("into", "value"),
    [("marsh", 0), ("lake", 0), ("river", 0), ("town", 0), ("ford", 11), ("hill", 11)],
)
def test_ground_that_a_tank_may_not_enter_stops_its_move_off_the_road(
    into: str, value: int
) -> None:
    """Lines 287-291."""
    assert distance(Move("tank", into=into), (3, 3, 3)).value == value
    assert distance(Move("tank", into=into, by_road=True), (3, 3, 3)).value == 15


# -- the life of a Ready mark
# ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("action", "step", "said"),
    [
        ("move", "actions", "no longer Ready"),
        ("move", "actions", "no longer Dug-in"),
        ("move", "actions", "even if it stays"),
        ("fire", "actions", "no longer Ready"),
        ("rally", "rally and ready", "stays Ready"),
        ("dig in", "rally and ready", "stays Ready"),
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
        prospects(Condition(6), threats, reply, ready=ready) for ready in (False, True)
    )
    assert {p.use: p.fires for p in before} == {"rally": False, "ready": True, "dig in": False}
    assert all(p.fires and p.inflicted > 0 for p in after)
    assert all(now.stands >= then.stands for now, then in zip(after, before, strict=True))
    assert any(
        "stays so" in step.text
        for step in quiet_turn(Condition(6), threats, reply, ready=True).steps
    )


def test_a_ready_unit_does_not_spoil_the_aim_of_mortars() -> None:
    """Lines 190 and 194: Mortars fire before the step in which Ready Units do."""
    shells = [Shot("mortar", "infantry", 20)] * 2
    ready = next(
        p
        for p in prospects(Condition(0), shells, Shot("infantry", "mortar", 8))
        if p.use == "ready"
    )
    shelled = next(
        p
        for p in prospects(Condition(0), shells, Shot("infantry", "mortar", 13))
        if p.use == "ready"
    )
    assert ready.stands == shelled.stands
    assert ready.inflicted > shelled.inflicted == 0


# -- duels
# -------------------------------------------------------------------------------------------------


def test_who_fires_first_is_no_rule_on_digging_in() -> None:
    """The comparison is the product's own; line 301 is about digging in."""
    steps = favoured(Duel(TANKS, TANKS)).steps
    other = next(step for step in steps if step.text.startswith("With the second firing first"))
    assert other.cite.kind == "ours"
    assert not any("dug in" in step.text for step in steps), "a Tank cannot dig in"


def test_permanent_hits_are_told_where_a_quiet_turn_is_weighed() -> None:
    """Line 163."""
    told = [step.text for step in quiet_turn(Condition(12, 5), [TANKS], TANKS).steps]
    assert "5 Hits of its 12 are permanent: no rally removes them." in told
    assert Fraction(0) < prospects(Condition(12, 5), [TANKS], TANKS)[0].stands


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
