"""Several men under one template: the charts of how many it harms."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from landships_lab.core.dice import Odds
from landships_lab.explore.landser.common import percent
from landships_lab.explore.landser.template_state import TemplateState
from landships_lab.rules import landser
from landships_lab.scene.charts import Bars, Chart


def toll_of(state: TemplateState, read: Mapping[str, str]) -> Odds[landser.Toll]:
    """How many of the men does it put out of the fight or suppress, all of them together?"""
    if state.mode == "machine-gun":
        return landser.burst_toll(state.thrower, state.aim, state.soldiers, state.obstacles, state.base, read).value
    return landser.grenade_toll(state.throw, state.soldiers, state.obstacles, read).value


def toll_bars(toll: Odds[landser.Toll], men: int) -> tuple[Chart, ...]:
    """How likely is each number of men suppressed or worse, and out of the fight?"""
    counted = (
        ("How many are suppressed or worse", "men of those near, ours to sum up", toll.map(lambda one: one.affected), "vermillion"),
        ("How many are out of the fight", "men of those near, ours to sum up", toll.map(lambda one: one.out), "vermillion"),
    )
    return tuple(
        Bars(title, axis, tuple((str(n), odds.p(n)) for n in range(men + 1)), ordered=True, tint=tint)
        for title, axis, odds, tint in counted
    )


def toll_effect(state: TemplateState) -> Callable[[Mapping[str, str]], str]:
    """What would become of several at once under other readings?"""

    def words(readings: Mapping[str, str]) -> str:
        if not landser.may_throw(state.throw, readings).value:
            return "cannot be sent there"
        return f"two or more hurt or hiding {percent(toll_of(state, readings).chance(lambda toll: toll.affected > 1))}"

    return words
