"""The organisation tables of Paychest are those that are printed, figure by figure."""

from collections.abc import Callable

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


def test_guns_are_counted_beside_the_figures() -> None:
    assert muster("battery").headline == "The artillery battery has 14 figures and 3 guns."
    assert muster("native-section").headline == "The native gun section has 4 figures and 1 gun."


@pytest.mark.parametrize("formation", [key for key, found in FORMATIONS.items() if found.halves])
def test_two_halves_make_the_whole(formation: str) -> None:
    found = FORMATIONS[formation]
    assert found.halves is not None
    assert 2 * sum(found.halves.posts.values()) == found.own_figures


def test_the_printed_amalgamations_add_up_line_12() -> None:
    assert 14 + FORMATIONS["squadron"].own_figures == 26
    assert 7 + 9 == 16 < FORMATIONS["company"].own_figures


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


@pytest.mark.parametrize(
    ("ask", "sentence"),
    [
        (
            lambda: muster("division"),
            "'division' is not a formation; allowed are company, battalion",
        ),
        (
            lambda: muster("battalion", {"company": 5}),
            "The number of infantry company formations is always 4, not 5.",
        ),
        (
            lambda: muster("native-regiment", {"warband": 7}),
            "is a whole number from 2 to 6, not 7.",
        ),
        (lambda: muster("brigade", {"battalion": 1}), "is a whole number from 2 to 12, not 1."),
        (lambda: muster("brigade", "battalion"), "The parts are a dict of numbers by name"),  # type: ignore[arg-type]
        (
            lambda: muster("brigade", {"squadron": 2}),
            "'squadron' is not part of the infantry brigade; its parts are battalion and company.",
        ),
        (
            lambda: muster("company", {"squadron": 2}),
            "'squadron' is not part of the infantry company; it has no parts.",
        ),
    ],
)
def test_a_wrong_force_is_refused_with_one_sentence(
    ask: Callable[[], object], sentence: str
) -> None:
    with pytest.raises(ValueError) as refusal:  # noqa: PT011 - the sentence is looked at below
        ask()
    assert sentence in str(refusal.value)
