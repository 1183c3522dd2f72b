"""The tables and charts of a quiet turn, and of what a Unit may do in each step of a phase."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from landships_lab.core.answer import Answer
from landships_lab.data.one_hour.table_tops import tables
from landships_lab.explore.one_hour.common import tenths
from landships_lab.explore.one_hour.duel_state import DuelState
from landships_lab.rules.one_hour import expected_rallies, may_act, prospects, quiet_turn, rally_odds, stands
from landships_lab.rules.one_hour.turn import ACTIONS, STEPS
from landships_lab.rules.one_hour.words import percent
from landships_lab.scene.charts import Bars, Chart, Table


def best_use(state: DuelState, readings: dict[str, str]) -> Answer[str]:
    """What is the best use of a quiet turn, given who will fire?"""
    return quiet_turn(state.condition, [state.threat] * state.threats, state.reply, readings=readings)


def quiet_tables(state: DuelState, best: object) -> tuple[Table, ...]:
    """What does each use of the turn lead to, and how many turns would it take to rally? Nothing of a Unit that is gone."""
    if not stands(state.condition, state.taken).value:
        return ()
    uses = prospects(state.condition, [state.threat] * state.threats, state.reply, readings=state.taken)
    rows = tuple((p.use, (percent(p.stands), tenths(p.own_hits), tenths(p.inflicted) if p.use == "ready" else "–")) for p in uses)
    lit = next((n for n, p in enumerate(uses) if p.use == best), None)
    compared = Table("What each use of the turn leads to", ("it stands", "its Hits then", "Hits it inflicts"), rows, lit)
    return (compared, *_rallying(state))


def _rallying(state: DuelState) -> tuple[Table, ...]:
    """How many turns of rallying bring it below each loss of fire, and to as few Hits as can be?"""
    unit, tiers = state.condition, sorted({tier.at for tier in tables().hits.tiers}, reverse=True)
    marks = sorted({unit.permanent, *(at - 1 for at in tiers)} & set(range(unit.permanent, unit.hits)), reverse=True)
    turns = [expected_rallies(unit, down_to, _steady(state), readings=state.taken) for down_to in marks]
    rows = tuple((f"to {down_to} Hits or fewer", (tenths(count),)) for down_to, count in zip(marks, turns, strict=True))
    return (Table("Rallying, turn after turn", ("turns on average",), rows),) if rows else ()


def _steady(state: DuelState) -> bool:
    """Does it rally with the whole die: a Tank, or Concealed?"""
    return state.first == "tank" or bool(state.threat.cover)


def quiet_charts(state: DuelState) -> tuple[Chart, ...]:
    """How many Hits are left after one turn of rallying? Nothing of a Unit that is gone."""
    if not stands(state.condition, state.taken).value:
        return ()
    odds = rally_odds(state.condition, _steady(state), readings=state.taken).map(lambda after: after.hits)
    bars: tuple[tuple[str, Fraction], ...] = tuple((str(hits), chance) for hits, chance in odds)
    return (Bars("Hits left after one turn of rallying", "Hits", bars, ordered=True, tint="green"),)


def acting_tables(state: DuelState) -> tuple[Table, ...]:
    """What may it do in each step of the phase, as it is now?"""

    def may(action: str, step: str) -> str:
        return "yes" if may_act(state.first, action, replace(state.moment, step=step)).value else "no"

    rows = tuple((action, tuple(may(action, step) for step in STEPS)) for action in ACTIONS)
    return (Table("In each step of this phase", STEPS, rows, ACTIONS.index(state.action), STEPS.index(state.step)),)
