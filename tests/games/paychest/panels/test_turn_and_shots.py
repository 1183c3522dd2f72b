"""The turn panel says what a unit may do now, and charts of fire say of how many shots."""

from typing import Any

import pytest

from landships_lab.panel import CATALOG
from tests.data.test_gaps import FILLED
from tests.games.paychest.panels.test_panels_of_paychest import with_values


def test_a_turn_answers_what_a_unit_may_do_now() -> None:
    """Lines 3, 5 and 7: one press leads from the pack to the unit, and old links ask the pack."""
    turn: Any = CATALOG["paychest:turn"]
    pack = turn.parse("paychest:turn mine 3 theirs 4")
    assert pack.ask().headline == "The next card is yours 42.9% of the time."
    unit = pack.set("about", "unit")
    assert unit.ask().headline == "It may fire now."
    shown = {control.id for control in unit.controls()}
    assert {"wants", "card", "done", "troops", "result"} <= shown
    assert not {"mine", "theirs", "carries", "met", "kind", "rally"} & shown
    assert unit.set("about", "card") == pack
    gone = unit.set("done", "again").set("card", "out")
    assert gone.done == "start"
    assert {"done", "troops", "result"}.isdisjoint(control.id for control in gone.controls())
    arabs = unit.set("done", "again").set("troops", "arabs")
    assert arabs.ask().headline == "It has fired once: it may not fire any more."


def test_how_far_a_unit_must_go_is_drawn_in_its_turn() -> None:
    """Lines 8 to 10: the distance in dice, and its unit of length only where it is supplied."""
    for own, axis in (("", "the unit of length is not printed"), (FILLED, "inches")):
        values = {"about": "unit", "wants": "move", "result": "3"}
        state = with_values("paychest:turn", values, own)
        (chart,) = state.charts(state.ask())
        assert (chart.title, chart.axis) == ("How far it goes", f"distance ({axis})")
        assert [name for name, _ in chart.bars] == [str(number) for number in range(2, 13)]
    still = with_values("paychest:turn", {"about": "unit", "wants": "move", "result": "6"})
    assert still.charts(still.ask()) == ()


@pytest.mark.parametrize(
    ("words", "title"),
    [
        ("weapon machine-gun", "Hits of one burst"),
        ("weapon shell", "Hits of one shell"),
        ("weapon machine-gun reading gun-turn=as-crew", "Hits of 2 bursts"),
        ("weapon shell reading gun-turn=as-crew", "Hits of 2 shells"),
        ("weapon shell troops arabs reading gun-turn=as-crew", "Hits of one shell"),
        ("men 1 troops arabs", "Hits of 1 shot"),
        ("men 3", "Hits of 6 shots"),
    ],
)
def test_a_chart_of_hits_says_of_how_many_shots(words: str, title: str) -> None:
    state = CATALOG["paychest:fire"].parse(f"paychest:fire {words}")
    assert state.charts(state.ask())[0].title == title


def test_the_turn_shows_the_readers_movement_and_its_own_steps() -> None:
    """What step 1 is stands among the steps already, and not in a table of its own."""
    turn = with_values("paychest:turn", {}, FILLED)
    assert [table.caption for table in turn.tables(turn.ask())] == ["A turn", "Movement"]
    fire = with_values("paychest:fire", {}, FILLED)
    assert [table.caption for table in fire.tables(fire.ask())][1:] == [
        "The first step of a unit's turn",
        "Movement",
    ]
    lit = [
        with_values("paychest:turn", values).tables(turn.ask())[0].lit_row
        for values in ({}, {"mine": "0", "theirs": "0"})
    ]
    assert lit == [None, 5]
    for wants, row in (("move", 1), ("fire", 2), ("melee", 3)):
        unit = with_values("paychest:turn", {"about": "unit", "wants": wants})
        may, steps = unit.tables(unit.ask())
        assert (may.lit_row, steps.lit_row) == (row - 1, row)
