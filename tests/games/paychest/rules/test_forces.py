"""The organisation tables of Paychest are those that are printed, figure by figure."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from landships_lab.games.paychest.rules.forces import FORMATIONS, muster, muster_roll, roster


@pytest.mark.parametrize(
    ("formation", "ranks"),
    [
        ("company", {"captain": 1, "lieutenant": 1, "NCO": 2, "private": 16}),
        ("squadron", {"officer": 1, "NCO": 1, "private": 10}),
        ("section", {"NCO": 1, "private": 3}),
        ("warband", {"leader": 1, "sub-leader": 1, "warrior": 18}),
        ("mounted-warband", {"leader": 1, "warrior": 11}),
        ("native-section", {"NCO": 1, "private": 3}),
    ],
)
def test_who_is_in_a_unit_line_12(formation: str, ranks: dict[str, int]) -> None:
    assert roster(formation) == ranks
    assert {step.cite.lines for step in muster(formation).steps} == {"12"}


@pytest.mark.parametrize(
    ("formation", "parts", "figures"),
    [
        ("company", {}, 20),
        ("battalion", {}, 4 * 20 + 6),
        ("brigade", {}, 2 * 86 + 3),
        ("brigade", {"battalion": 5}, 5 * 86 + 3),
        ("squadron", {}, 12),
        ("cavalry-regiment", {}, 2 * 12 + 4),
        ("battery", {}, 3 * 4 + 2),
        ("warband", {}, 20),
        ("native-regiment", {}, 2 * 20 + 3),
        ("native-regiment", {"warband": 6}, 6 * 20 + 3),
        ("native-army", {}, 2 * 43 + 4),
        ("native-army", {"native-regiment": 3, "warband": 4}, 3 * 83 + 4),
        ("mounted-warband", {}, 12),
    ],
)
def test_how_many_figures_a_force_has_line_12(
    formation: str, parts: dict[str, int], figures: int
) -> None:
    answer = muster(formation, parts)
    assert answer.value == figures, answer
    assert sum(roster(formation, parts).values()) == figures


@pytest.mark.parametrize("formation", [key for key, found in FORMATIONS.items() if found.halves])
def test_two_halves_make_the_whole(formation: str) -> None:
    found = FORMATIONS[formation]
    assert found.halves is not None
    assert 2 * sum(found.halves.posts.values()) == found.own_figures


def test_the_printed_amalgamations_add_up_line_12() -> None:
    assert 14 + FORMATIONS["squadron"].own_figures == 26
    assert 7 + 9 == 16 < FORMATIONS["company"].own_figures


@pytest.mark.parametrize(
    ("formation", "said"),
    [
        ("company", "Colonial and regular troops use the skills of legionnaires"),
        ("warband", "Natives use the skills of Arabs"),
    ],
)
def test_whose_skills_a_force_uses_line_12(formation: str, said: str) -> None:
    assert said in str(muster(formation))


@given(st.integers(2, 12), st.integers(2, 6))
def test_a_force_is_the_sum_of_its_formations(regiments: int, warbands: int) -> None:
    parts = {"native-regiment": regiments, "warband": warbands}
    assert (
        muster("native-army", parts).value
        == 4 + regiments * muster("native-regiment", {"warband": warbands}).value
    )
    assert (
        sum(body.figures for body in muster_roll("native-army", parts))
        == muster("native-army", parts).value
    )
