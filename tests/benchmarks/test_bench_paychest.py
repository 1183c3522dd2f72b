"""The time of one gesture on a panel of Paychest below the screen: ask,
draw, charts and controls.
"""

from typing import Any

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from landships_lab.panel import CATALOG
from tests.benchmarks import asked_anew

TYPICAL = [
    "paychest:fire weapon rifle skill 4 moved advance men 60",
    "paychest:fire weapon shell skill 3 figures 12 hidden 8",
    "paychest:melee skill_a 6 men_a 4 skill_b 6 men_b 4 stands 12",
    "paychest:morale kind regular figures 20 hits 6 battle 3,4,3,5,2,4",
    "paychest:forces formation native-army regiments 12 warbands 6",
]


@pytest.mark.parametrize("text", TYPICAL)
def test_one_gesture(text: str, benchmark: BenchmarkFixture) -> None:
    panel_type = CATALOG[text.split(maxsplit=1)[0]]
    state = panel_type.parse(text)

    def gesture() -> Any:
        answer = asked_anew(state)
        return (state.picture(answer), state.charts(answer), state.tables(answer), state.controls())

    scene, *_ = benchmark(gesture)
    assert scene.shapes()
