"""What stands beside a verdict fits it, in any random state: its reasons, charts and tables, and
what other readings would answer.
"""

import pytest

from landships_lab.core.answer import Gap
from landships_lab.drawing.charts import Bars
from landships_lab.panel import CATALOG, Panel
from tests.effort import tries
from tests.random_states import random_answer, random_state

pytestmark = pytest.mark.long
EACH = pytest.mark.parametrize("panel_type", CATALOG.values(), ids=CATALOG)
STATES = tries(40, 300)
#: Charts whose bars are chances of their own, and no parts of one.
APART = {
    "Seen and hit at each range",
    "Must roll for effect",
    "Loses the game at the start of a turn",
}
#: Panels that say in other words what another reading would answer: a test of their own holds them.
IN_OTHER_WORDS = {
    *("landships:fire", "landships:coverage", "loos:campaign", "one_hour:fire", "one_hour:duel")
}


@EACH
def test_a_no_has_its_reason_a_yes_none_against_it_and_a_gap_a_silent_line(
    panel_type: type[Panel],
) -> None:
    for n in range(STATES):
        answer, state = random_answer(panel_type, n), random_state(panel_type, n)
        if isinstance(answer.value, bool | Gap):
            against = any(step.op == "forbids" for step in answer.steps)
            assert against is (answer.value is False), f"{state.text()}: {answer}"
        if isinstance(answer.value, Gap):
            silent = any(step.cite.kind == "silent" for step in answer.steps)
            assert silent, f"{state.text()}: {answer}"


@EACH
def test_the_bars_of_a_chart_come_to_one_and_tables_are_whole(panel_type: type[Panel]) -> None:
    for n in range(STATES):
        answer, state = random_answer(panel_type, n), random_state(panel_type, n)
        for chart in state.charts(answer):
            if isinstance(chart, Bars) and chart.title not in APART:
                assert sum(chance for _, chance in chart.bars) == 1, f"{state.text()}: {chart}"
        for table in state.tables(answer):
            assert {len(cells) for _, cells in table.rows} <= {len(table.columns)}, state.text()
            assert table.lit_row is None or table.lit_row < len(table.rows), state.text()


@EACH
def test_a_switch_says_what_the_state_to_which_it_leads_answers(panel_type: type[Panel]) -> None:
    if panel_type.id in IN_OTHER_WORDS:
        return
    for n in range(STATES // 4):
        state = random_state(panel_type, n)
        for switch in state.reading_switches():
            for option, effect in switch.effects:
                then = state.set(switch.id, option)
                assert effect == then.effect(then.ask()), f"{then.text()}: {effect}"
