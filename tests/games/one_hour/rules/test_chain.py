"""Under fire, in a duel and rallying: the chain of Hits compared with icepool, brute force and
seeded dice.
"""

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise, product
from typing import Any

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from landships_lab.core.dice import Odds
from landships_lab.games.one_hour.analysis.duel import Duel, duel, favoured, favours
from landships_lab.games.one_hour.analysis.forecast import survival
from landships_lab.games.one_hour.analysis.quiet_turn import NextPhase, expected_rallies, quiet_turn
from landships_lab.games.one_hour.rules.fire import Condition, fire_odds, hits, stands, struck
from landships_lab.games.one_hour.rules.shot import Shot
from landships_lab.games.one_hour.rules.turn import rally, rally_odds

FACES = {"D5": (2, 3, 3, 4, 4, 5), "D6": (1, 2, 3, 4, 5, 6)}
TANKS = Shot("tank", "tank", 10)
SHOTS = [
    TANKS,
    Shot("infantry", "tank", 8),
    Shot("atg", "infantry", 20, cover=frozenset({"dug-in"})),
    Shot("mortar", "infantry", 20, firer_hits=10, cover=frozenset({"woods"})),
    Shot("tank", "infantry", 4, into_rear=True),
]


def icepool_shot(shot: Shot, dice: str) -> "icepool.Die[int]":
    return icepool.Die([hits(shot, face).value for face in FACES[dice]])


@pytest.mark.parametrize("dice", ["D5", "D6"])
@pytest.mark.parametrize("shot", SHOTS, ids=str)
def test_survival_is_icepool_s_sum_of_volleys_exactly(shot: Shot, dice: str) -> None:
    for already in (0, 6, 14):
        curve = survival(shot, 8, already, dice)
        for n, chance in enumerate(curve, 1):
            total = n @ icepool_shot(shot, dice) + already
            assert chance == Fraction(int((total < 15).quantity(True)), int(total.denominator()))


@given(
    st.sampled_from(SHOTS),
    st.integers(0, 15),
    st.integers(0, 25),
    st.sampled_from(["15-or-more", "more-than-15"]),
)
def test_survival_is_the_chain_taken_step_by_step(
    shot: Shot, already: int, volleys: int, how: str
) -> None:
    gone = 15 if how == "15-or-more" else 16
    odds = Odds({min(already, gone): 1})
    slow = []
    for _ in range(volleys):
        odds = odds.then(
            lambda now: (
                Odds({gone: 1})
                if now >= gone
                else fire_odds(shot).map(lambda more: min(gone, now + more))
            )
        )
        slow.append(odds.at_most(gone - 1))
    assert survival(shot, volleys, already, readings={"destroyed-at": how}) == tuple(slow)


@given(st.sampled_from(SHOTS), st.integers(0, 14))
def test_a_curve_of_survival_never_rises_and_more_hits_never_help(shot: Shot, already: int) -> None:
    curve, worse = survival(shot, 20, already), survival(shot, 20, already + 1)
    assert all(0 <= later <= earlier <= 1 for earlier, later in pairwise(curve))
    assert all(w <= c for w, c in zip(worse, curve, strict=True))


# -- a duel


def by_hand(fought: Duel, rounds: int) -> tuple[Fraction, Fraction]:
    """Return the chances that only the first or only the second is left, from every roll of every
    volley, nothing merged.
    """
    first = second = Fraction(0)
    for rolls in product(FACES["D5"], repeat=2 * rounds):
        own = [fought.first_hits, fought.second_hits]
        for n, face in enumerate(rolls):
            firer, shot = n % 2, (fought.first, fought.second)[n % 2]
            if max(own) < 15:
                now = Shot(shot.firer, shot.target, shot.range_inches, own[firer], cover=shot.cover)
                own[1 - firer] += hits(now, face).value
        first += Fraction(own[0] < 15 <= own[1], 6 ** (2 * rounds))
        second += Fraction(own[1] < 15 <= own[0], 6 ** (2 * rounds))
    return first, second


@pytest.mark.long
@pytest.mark.parametrize("already", [(0, 9), (9, 4), (13, 13)])
def test_a_duel_is_every_roll_played_through(already: tuple[int, int]) -> None:
    fought = Duel(TANKS, Shot("atg", "tank", 10), *already)
    end = duel(fought, 2)[-1]
    assert (end.first, end.second) == by_hand(fought, 2)
    assert end.first + end.second + end.both == 1


def test_to_fire_first_favours_and_equal_units_that_cannot_hurt_each_other_are_even() -> None:
    assert favoured(Duel(TANKS, TANKS)).value == "first"
    far = Shot("infantry", "infantry", 13)
    assert (
        favoured(Duel(far, far)).headline
        == "An Infantry Unit against an Infantry Unit: neither is favoured."
    )


def test_digging_in_changes_who_is_favoured() -> None:
    rifles, tank = Shot("infantry", "tank", 10), Shot("tank", "infantry", 10)
    assert favoured(Duel(tank, rifles)).value == "first"
    told = [step.text for step in favoured(Duel(tank, rifles)).steps]
    assert any(text.startswith("With the second dug in") for text in told)


@given(
    st.sampled_from(SHOTS),
    st.sampled_from(SHOTS),
    st.integers(0, 15),
    st.integers(0, 15),
    st.sampled_from(["D5", "D6"]),
)
def test_who_is_favoured_is_the_same_without_the_reasons(
    one: Shot, other: Shot, hits_of_one: int, hits_of_other: int, dice: str
) -> None:
    fought, given = Duel(one, other, hits_of_one, hits_of_other), {"dice": dice}
    assert favours(fought, given) == favoured(fought, given).value


# -- Hits marked, rallied, permanent


def test_ten_hits_make_five_permanent_and_no_rally_removes_them() -> None:
    hurt = struck(Condition(8), 4).value
    assert hurt == Condition(12, 5)
    for _ in range(9):
        hurt = rally(hurt, 5, steady=True).value
    assert hurt == Condition(5, 5)


def test_destroyed_at_fifteen_or_beyond_it() -> None:
    for inflicted in range(8):
        told = struck(Condition(12, 5), inflicted).headline
        assert ("the Unit is destroyed" in told) is (12 + inflicted >= 15)
        assert ("the Unit survives" in told) is (12 + inflicted < 15)
    assert [stands(Condition(n, 5)).value for n in (14, 15)] == [True, False]
    assert stands(Condition(15, 5), {"destroyed-at": "more-than-15"}).value
    assert struck(Condition(12, 5), 9).value.hits == 15
    assert struck(Condition(12, 5), 9, {"destroyed-at": "more-than-15"}).value.hits == 16


def test_a_destroyed_unit_does_not_rally_and_has_no_quiet_turn() -> None:
    gone, later = Condition(15, 5), {"destroyed-at": "more-than-15"}
    for ask in (
        lambda: rally(gone, 5, steady=True),
        lambda: rally_odds(gone, steady=True),
        lambda: expected_rallies(gone, 5, steady=True),
    ):
        with pytest.raises(
            ValueError,
            match=(
                r"^A Unit with 15 Hits has been destroyed and removed; one on the table has 14 at"
                r" most\.$"
            ),
        ):
            ask()
    assert rally(gone, 5, True, later).value == Condition(10, 5)
    assert rally_odds(gone, True, readings=later).p(Condition(10, 5)) > 0
    assert expected_rallies(gone, 5, True, readings=later) > expected_rallies(
        Condition(14, 5), 5, True
    )
    answer = quiet_turn(gone, NextPhase([TANKS]))
    assert (answer.value, answer.headline) == (
        "",
        "The Unit has been destroyed and removed: it has no turn to use.",
    )
    assert NextPhase([TANKS]).prospects(gone) == ()
    assert quiet_turn(gone, NextPhase([TANKS], readings=later)).value == "rally"


@pytest.mark.parametrize(("steady", "removed"), [(True, 4), (False, 2)])
def test_a_unit_in_the_open_takes_two_from_its_rallying_die(steady: bool, removed: int) -> None:
    assert rally(Condition(8), 4, steady).value == Condition(8 - removed)


@pytest.mark.parametrize("dice", ["D5", "D6"])
def test_rally_odds_are_icepool_s(dice: str) -> None:
    theirs = icepool.Die(FACES[dice]).map(lambda face: 9 - max(0, face - 2))
    ours = rally_odds(Condition(9), steady=False, dice=dice).map(lambda after: after.hits)
    assert {n: ours.p(n) for n in ours.outcomes} == {
        int(n): Fraction(int(q), int(theirs.denominator())) for n, q in theirs.items()
    }


@pytest.mark.parametrize(
    ("unit", "steady"), [(Condition(9), True), (Condition(7), False), (Condition(13, 5), False)]
)
def test_expected_rallies_are_the_sum_of_the_chances_to_need_another(
    unit: Condition, steady: bool
) -> None:
    odds, total = Odds({unit: 1}), Fraction(0)
    for _ in range(60):
        total += odds.chance(lambda c: c.hits > unit.permanent)
        odds = odds.then(lambda c: rally_odds(c, steady))
    assert abs(expected_rallies(unit, unit.permanent, steady) - total) < Fraction(1, 10**9)


# -- a quiet turn


def test_under_heavy_fire_in_the_open_infantry_dig_in() -> None:
    answer = quiet_turn(
        Condition(8), NextPhase([Shot("tank", "infantry", 8), Shot("tank", "infantry", 9)])
    )
    assert answer.value == "dig in"
    assert {p.use for p in NextPhase([Shot("tank", "infantry", 8)]).prospects(Condition(8))} == {
        "rally",
        "dig in",
    }


def test_a_tank_cannot_dig_in_and_a_mortar_cannot_be_ready() -> None:
    back = Shot("tank", "tank", 8)
    assert {p.use for p in NextPhase([TANKS], back).prospects(Condition(8))} == {"rally", "ready"}
    shelled = Shot("mortar", "mortar", 20)
    assert {p.use for p in NextPhase([shelled], shelled).prospects(Condition(8))} == {
        "rally",
        "dig in",
    }


def test_a_prospect_of_ready_fire_is_every_roll_played_by_hand() -> None:
    """The first enemy fires, then the Ready Unit at the second, which has taken its Hits when it
    fires; the third has not.
    """
    threats = [TANKS, replace(TANKS, firer_hits=9), TANKS]
    (ready,) = [p for p in NextPhase(threats, TANKS).prospects(Condition(4)) if p.use == "ready"]

    def left(first: int, back: int, second: int, third: int) -> int:
        own, its = 4 + hits(TANKS, first).value, 9
        its += hits(replace(TANKS, firer_hits=own), back).value if own < 15 else 0
        own += hits(replace(TANKS, firer_hits=its), second).value if own < 15 > its else 0
        return min(15, own + (hits(TANKS, third).value if own < 15 else 0))

    ends = [left(*faces) for faces in product(FACES["D5"], repeat=4)]
    assert ready.stands == Fraction(sum(end < 15 for end in ends), 6**4)
    assert ready.own_hits == Fraction(sum(ends), 6**4)


def test_a_prospect_of_rallying_is_rally_then_fire_by_hand() -> None:
    (rallied,) = [p for p in NextPhase([TANKS]).prospects(Condition(12, 5)) if p.use == "rally"]
    slow = sum(
        (
            Fraction(
                rally(Condition(12, 5), a, steady=True).value.hits + hits(TANKS, b).value < 15, 36
            )
            for a, b in product(FACES["D5"], repeat=2)
        ),
        Fraction(0),
    )
    assert rallied.stands == slow


@pytest.mark.parametrize(
    ("ask", "sentence"),
    [
        (lambda: quiet_turn(Condition(3), NextPhase([])), "Name one shot or more of the enemy"),
        (
            lambda: expected_rallies(Condition(12, 5), 4, steady=True),
            "5 of its Hits are permanent, so rallying never brings it down to 4; 5 is the least",
        ),
        (
            lambda: Condition(12),
            r"^At 10 Hits 5 become permanent; write Condition\(12, 5\) for a Unit with 12\.$",
        ),
        *(
            (lambda die=die: rally(Condition(8), die, True), f"^What a die .* 1 to 6, not {die}\\.")
            for die in (0, 7, True)
        ),
    ],
)
def test_what_cannot_be_asked_is_refused_in_one_sentence(ask: Any, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        ask()
