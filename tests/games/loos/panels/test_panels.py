"""The panels of Loos: gestures and controls agree, and charts and tables say what the rules say."""

from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

import landships_lab
from landships_lab.core.answer import Gap
from landships_lab.core.speech import exact, percent
from landships_lab.drawing.charts import Bars, Curve, Table
from landships_lab.drawing.shapes import Polygons
from landships_lab.drawing.words import table_html
from landships_lab.games.loos.panels.bombardment import Bombardment
from landships_lab.games.loos.panels.campaign import Campaign
from landships_lab.games.loos.panels.sight import Sight, differing, fields, without_target
from landships_lab.games.loos.panels.table import CombatTable
from landships_lab.games.loos.rules.bombardment import bombardment_result
from landships_lab.games.loos.rules.losses import UnitSteps
from landships_lab.games.loos.rules.shells import shell
from landships_lab.games.loos.rules.table import combat_odds, combat_result, loses_a_step
from landships_lab.jupyter.chart import BarsView, CurveView, chart_view
from landships_lab.panel import CATALOG, Gesture


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("loos:table", "Start with terrain, for example loos:table trench"),
        ("loos:table tranch", "The nearest is trench"),
        ("loos:table trench attack 99", "whole number from 0 to 30, not 99. The nearest is 30."),
        ("loos:table trench roll 7", "'7' is not a roll; allowed are 0, 1"),
        ("loos:bombardment trench dice 4 with gas dice 4", "stands twice"),
        ("loos:bombardment trench dice many", "whole number from 1 to 4, not 'many'"),
        ("loos:campaign trench attacks 0", "The nearest is 1"),
        ("loos:sight 0503/0504 at 0703", "units stand in hexes only"),
        ("loos:sight 0503 at 0703 depth 0 rules free", "whole number from 1 to 9"),
        ("loos:sight 0503 at 0703 show all", "'all' is not a field of view"),
    ],
)
def test_a_text_that_is_none_is_refused_in_a_sentence(line: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        CATALOG[line.split(maxsplit=1)[0]].parse(line)


# ------------------------------------------------------------------------------------- combat table


@given(
    st.sampled_from(["trench", "woods", "clear", "mountain", "secondary trench"]),
    st.integers(0, 30),
    st.integers(0, 30),
)
def test_the_combat_panel_says_what_the_rule_says(terrain: str, attack: int, defence: int) -> None:
    state = replace(CombatTable.initial(), terrain=terrain, attack=attack, defence=defence)
    answer = state.ask()
    odds = combat_odds(terrain, attack - defence)
    assert answer.value == odds
    (bars,) = state.charts(answer)
    assert sum(chance for _, chance in bars.bars) == 1
    assert dict(bars.bars) == {result: odds.p(result) for result, _ in bars.bars}
    for roll in range(1, 7):
        rolled = replace(state, roll=roll)
        result = rolled.ask()
        assert result.value == combat_result(terrain, attack - defence, roll).value
        lines, rolls = rolled.tables(result)
        assert rolls.lit_row is not None
        assert rolls.lit_column is not None
        assert rolls.rows[rolls.lit_row][1][rolls.lit_column] == result.value
        assert lines.lit_column == rolls.lit_column


@pytest.mark.parametrize("terrain", ["trench", "clear", "mountain"])
def test_a_throw_of_shells_is_lit_where_its_result_stands(terrain: str) -> None:
    start = Bombardment.parse(f"loos:bombardment {terrain} dice 3")
    for total, roll in product(range(3, 19), range(1, 7)):
        thrown = start.set("total", total).set("roll", roll)
        (table,) = thrown.tables(thrown.ask())
        assert table.lit_row is not None
        assert table.lit_column is not None
        label, results = table.rows[table.lit_row]
        assert (label, results[table.lit_column]) == (f"roll {roll}", thrown.ask().value)
    (before,) = start.tables(start.ask())
    assert (before.lit_row, before.lit_column) == (None, None)


def test_what_one_more_point_would_change_is_what_it_changes() -> None:
    answer = CombatTable.initial().ask()
    offered = next(r for r in answer.remedies if r.change == "attack")
    after = CombatTable.initial().set(offered.change, offered.to)
    assert offered.text.split(": ")[1].removesuffix(".") in after.ask().headline


def _shells_then_combat(
    terrain: str, differential: int, steps: int, choice: Literal["stand", "retreat"] = "stand"
) -> Fraction:
    """Return how often such a unit loses a step or more to three dice of shells or to the combat,
    roll by roll.
    """
    dug = terrain in ("trench", "secondary trench")
    lost, rolls = 0, 0
    for *thrown, die in product(range(1, 7), repeat=4):
        left = shell(
            bombardment_result("trench" if dug else terrain, sum(thrown), die).value,
            UnitSteps(steps=steps),
            dug,
        ).value
        line = "clear" if left.breached else terrain
        for roll in range(1, 7):
            result = combat_result(line, differential, roll).value
            rolls += 1
            lost += left.steps < steps or loses_a_step(result, "defender", choice)
    return Fraction(lost, rolls)


@pytest.mark.long
@pytest.mark.parametrize("terrain", ["trench", "secondary trench", "clear", "town"])
@pytest.mark.parametrize("choice", ["stand", "retreat"])
def test_a_battery_first_costs_a_step_itself(
    terrain: str, choice: Literal["stand", "retreat"]
) -> None:
    """17.4, line 269; 17.5, lines 273-275."""
    answer = CombatTable.parse(
        f"loos:table {terrain.replace(' ', '-')} attack 8 defence 5 choice {choice}"
    ).ask()
    remedies = [remedy.text for remedy in answer.remedies]
    (more,) = [text for text in remedies if text.startswith("Three dice of shells first, say:")]
    two = _shells_then_combat(terrain, 3, 2, choice)
    assert two == _shells_then_combat(terrain, 3, 3, choice)
    assert f"say: {percent(two)} in all" in more
    if "trench" in terrain:
        assert (
            f", {percent(_shells_then_combat(terrain, 3, 1, choice))} for a one-step unit." in more
        )
    else:
        assert two == _shells_then_combat(terrain, 3, 1, choice)
        assert "one-step" not in more


def test_a_differential_that_is_not_allowed_has_no_odds() -> None:
    state = CombatTable.parse("loos:table trench attack 0 defence 9 reading off-table=no-attack")
    assert state.ask().headline == "At −9 against trench no attack is allowed."
    assert state.charts(state.ask())[0].bars == (("no attack", Fraction(1)),)


# ------------------------------------------------------------------------- bombardment and campaign


@pytest.mark.parametrize(
    ("line", "headline"),
    [
        (
            "loos:campaign trench",
            "4 attacks break through 73.6% of the time and cost 2 of 6 steps on average.",
        ),
        (
            "loos:campaign trench from clear",
            "74.9% of the time and cost 1.9 of 6 steps on average.",
        ),
        (
            "loos:campaign trench from clear reading german-shells=anywhere",
            "of the time and cost 2.9 of 6 steps on average.",
        ),
        (
            "loos:campaign trench counter 2 from clear reading german-shells=anywhere",
            "and cost 3.9 of 6 steps on average.",
        ),
    ],
)
def test_where_the_attackers_stand_decides_what_german_shells_do(line: str, headline: str) -> None:
    """14.2, line 172; the steps lost are rounded to the nearest tenth
    (1.97, 3.859), not cut off.
    """
    assert Campaign.parse(line).ask().headline.endswith(headline)


def test_the_ground_of_the_attackers_is_asked_for_where_shells_may_fall_on_it() -> None:
    keys = {
        counter: {
            c.id for c in Campaign.parse(f"loos:campaign trench counter {counter}").controls()
        }
        for counter in (0, 1)
    }
    assert keys[1] - keys[0] == {"stand_in"}
    with pytest.raises(ValueError, match="is not a ground for the attackers"):
        Campaign.parse("loos:campaign trench from trench")


# -------------------------------------------------------------------------------------------- sight


def test_the_sight_panel_compares_the_rules_for_hexsides() -> None:
    state = Sight.parse("loos:sight 0503 at 0703 show compare terrain woods=0602")
    answer = state.ask()
    assert answer.value is True
    seen = fields(without_target(state))
    assert Sight.grid.place("0703") in differing(seen)
    lit = state.picture(answer).find("differs")
    assert isinstance(lit[0], Polygons)
    assert len(lit[0].rings) == len(differing(seen))
    one = (
        Sight.parse("loos:sight 0707 at 0805 show compare terrain woods=1001,0604")
        .ask()
        .steps[-1]
        .text
    )
    assert one.startswith("Along a hexside both must block; 1 hex depends on that: ")


def test_a_board_without_its_rule_is_a_gap_until_the_reader_says_what_blocks() -> None:
    state = Sight.parse("loos:sight 0503 at 0703 rules free terrain woods=0602")
    assert isinstance(state.ask().value, Gap)
    woods = state.set("blocks", ("woods", True))
    values = {
        option: woods.set("line-along-hexside", option).ask().value
        for option in ("both", "either", "each")
    }
    assert values == {"both": True, "either": False, "each": False}


def test_each_counts_two_where_either_counts_one() -> None:
    line = (
        "loos:sight 0503 at 0703 rules free blocks woods depth 2 terrain woods=0602,0603 reading"
        " line-along-hexside="
    )
    assert [Sight.parse(line + option).ask().value for option in ("either", "each")] == [
        True,
        False,
    ]


def test_eye_and_ring_are_dragged_and_the_brush_paints() -> None:
    view, state = Sight.view(), Sight.initial()
    there = Sight.grid.place("0909")
    for kind, code in (("press", "0707"), ("drag", "0808"), ("drag", "0909"), ("drop", "0909")):
        state = state.on_gesture(Gesture(kind, view.pixel(Sight.grid.place(code))), view)  # type: ignore[arg-type]
    assert state.observer == there
    state = state.set("click", "paint")
    painted = state.on_gesture(Gesture("press", view.pixel(Sight.grid.place("0202"))), view)
    assert painted.terrain.of(Sight.grid.place("0202")) == "woods"
    assert painted.on_gesture(Gesture("hover", (-5.0, -5.0)), view).hover is None


# ------------------------------------------------------------------------ panels, tables and charts


def test_a_slider_moves_the_panel_and_a_wrong_number_says_so() -> None:
    panel = landships_lab.CombatTable()
    slider = panel.controls.views["attack"].field
    slider.value = 11
    assert panel.state.attack == 11
    panel.dispatch("attack", 31)
    assert "from 0 to 30" in panel.controls.views["attack"]._error.value
    assert panel.state.attack == 11
    panel.dispatch("attack", "12")
    assert slider.value == 12


def test_bars_are_read_exactly_at_least_and_at_most() -> None:
    bars = Bars("t", "a", tuple((str(n), Fraction(n, 6)) for n in (1, 2, 3)), ordered=True)
    assert [dict(bars.read_as(kind))["2"] for kind in ("exactly", "at-least", "at-most")] == [
        Fraction(1, 3),
        Fraction(5, 6),
        Fraction(1, 2),
    ]


def test_a_bar_tells_its_exact_fraction_under_the_pointer() -> None:
    from landships_lab.drawing.theme import DARK, LIGHT

    view = chart_view(
        Bars("Odds", "result", (("Ex", Fraction(1, 3)), ("<b>", Fraction(2, 3))), ordered=True),
        LIGHT,
    )
    assert isinstance(view, BarsView)
    view._on_hover(None, {"data": {"index": 0}})
    assert "1 / 3 = 33.3%" in view._tip.value
    view.kind.value = "at-most"
    assert list(view._labels.text) == ["33.3%", "certain"]
    view._on_hover(None, {"data": {"index": 1}})
    assert "&lt;b&gt;" in view._tip.value
    view.show(view.chart, DARK)
    assert view._bars.colors == [DARK.colour("blue", "line")]
    assert exact(Fraction(1)) == "certain"


def test_a_curve_keeps_its_lines_when_its_numbers_change() -> None:
    from landships_lab.drawing.theme import LIGHT

    view = chart_view(
        Curve(
            "t", "a", (("up", (Fraction(0), Fraction(1))), ("down", (Fraction(1), Fraction(0)))), 0
        ),
        LIGHT,
    )
    assert isinstance(view, CurveView)
    marks = view.figure.marks
    view.show(Curve("t", "a", (("up", (Fraction(0),) * 3), ("down", (Fraction(1),) * 3)), 0), LIGHT)
    assert view.figure.marks == marks
    assert list(marks[2].x) == [0, 1, 2], "after the pale lines of what was before"
    assert "down: certain, certain, certain" in view.spoken.value


def test_a_table_is_escaped_and_lit_where_it_was_used() -> None:
    table = Table(
        "<caption>",
        ("a", "b"),
        (("r<1>", ("1", "<2>")), ("r2", ("3", "4"))),
        lit_row=0,
        lit_column=1,
        note="a & b",
    )
    html = table_html(table)
    assert "&lt;caption&gt;" in html
    assert '<td class="ll-lit ll-used" aria-current="true">&lt;2&gt;</td>' in html
    assert (
        html.count("ll-lit") == 5
    )  # one head of a column, one of a row, and row and column without their shared cell
    assert "<thead>" not in table_html(replace(table, columns=("", "")))
