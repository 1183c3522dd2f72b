"""Laws of Paychest's panels over many random states: verdict, chart and remedy agree, and two
panels give one answer.
"""

import random
import re
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import islice, product
from typing import Any

import pytest

from landships_lab.core.answer import Answer, Gap
from landships_lab.core.dice import D6
from landships_lab.core.speech import decimal, percent
from landships_lab.drawing.charts import Bars
from landships_lab.drawing.svg import svg
from landships_lab.drawing.theme import THEMES
from landships_lab.games.paychest.data.supplied import supplied
from landships_lab.games.paychest.rules.fire import may_fire_at
from landships_lab.games.paychest.rules.morale import leader_effect, leader_outcome
from landships_lab.panel import CATALOG
from landships_lab.panel.parts import parts_of
from tests.data.test_gaps import FILLED
from tests.effort import tries
from tests.random_states import random_state

STATES = tries(60, 300)
IDS = [
    "paychest:fire",
    "paychest:melee",
    "paychest:morale",
    "paychest:forces",
    "paychest:turn",
    "paychest:command",
]
EACH = pytest.mark.parametrize("panel_id", IDS)
#: Tables that a random half of the states has: a deck, ranges, skills, the lost lines.
OWN = (
    FILLED.replace("copies = 1", "copies = 30")
    .replace("to = 12", "to = 500")
    .replace("to = 48", "to = 500")
)


def states(panel_id: str, own: str = "") -> Iterator[tuple[Any, Answer[Any]]]:
    """Yield random states with their answers; with ``own`` those that the reader's tables allow."""
    return (
        answered(panel_id, number, own if panel_id != "paychest:forces" else "")
        for number in range(STATES)
    )


@cache
def answered(panel_id: str, number: int, own: str) -> tuple[Any, Answer[Any]]:
    """A random state with its answer, worked out once for all laws."""
    panel_type = CATALOG[panel_id]
    state = random_state(panel_type, number)
    state = state.set("own", own) if own else state
    return state, state.ask()


def draws(answer: Answer[Any]) -> bool:
    """Return whether any hit can draw a card (morale always tells of its cards)."""
    found = answer.detail
    if found is None:
        return False
    several = getattr(found, "suffered", None) or (getattr(found, "hits", 1),)
    return any(bool(hits if isinstance(hits, int) else hits.mean) for hits in several)


def hits_chart(state: Any, answer: Answer[Any]) -> Bars:
    return next(chart for chart in state.charts(answer) if isinstance(chart, Bars))


@pytest.mark.long
@EACH
def test_a_state_with_tables_of_the_readers_is_asked_drawn_and_travels(panel_id: str) -> None:
    """Without them the laws of tests/panel hold it."""
    for state, answer in islice(states(panel_id, OWN), tries(20, 300)):
        scene = state.picture(answer)
        assert all(svg(scene, theme) for theme in THEMES.values())
        assert answer.headline.rstrip(".") in scene.description
        assert type(state).parse(state.text()) == state
        for chart in state.charts(answer):
            assert not isinstance(chart, Bars) or sum(chance for _, chance in chart.bars) == 1
        for table in state.tables(answer):
            assert {len(cells) for _, cells in table.rows} == {len(table.columns)}


@pytest.mark.parametrize("own", ["", OWN])
def test_the_chance_of_a_gun_in_the_verdict_is_that_of_its_chart(own: str) -> None:
    _fire, guns = CATALOG["paychest:fire"], 0
    for state, answer in states("paychest:fire", own):
        if not state.gun or not isinstance(answer.value, Fraction | int) or answer.value is False:
            continue
        guns += 1
        bars = hits_chart(state, answer).bars
        assert answer.value == 1 - dict(bars).get("0", 0)
        if 0 < answer.value < 1:
            assert f"{percent(answer.value)} of the time" in answer.headline
        assert (answer.value == 0) is answer.headline.startswith("No roll hits")
    assert guns > tries(1, 10)


@pytest.mark.parametrize("own", ["", OWN])
def test_the_average_in_the_verdict_of_a_volley_is_that_of_its_chart(own: str) -> None:
    for state, answer in states("paychest:fire", own):
        if answer.detail is not None and answer.value:
            mean = decimal(answer.detail.hits.mean)
            assert re.search(rf"(?<![\d.]){re.escape(mean)} hits? on average", answer.headline), (
                state,
                answer.headline,
            )


def test_a_reading_does_not_touch_what_its_line_leaves_plain() -> None:
    """A shell adds to the chance to hit (12); a rifle counts no group and does not jam (11)."""
    for state, answer in states("paychest:fire"):
        if state.weapon == "machine-gun":
            continue
        for reading, option in (("skill-plus", "added-to-die"), ("ones", "jam-first")):
            assert state.set(reading, option).ask().value == answer.value


def test_who_may_fire_does_not_hang_on_how_the_dice_fall() -> None:
    """The panel refuses just what the rule refuses (5)."""
    for state, answer in states("paychest:fire"):
        if state.gun:
            assert (answer.value is False) is (
                state.weapon == "machine-gun" and state.jam == "jammed"
            )
            continue
        leaders = state.options.get("leaders-fire")
        allowed = may_fire_at(
            state.firer, state.target, state.figures, state.width, state.frontage, leaders
        ).value
        assert (answer.value is False) is not allowed


def test_the_ends_of_a_melee_in_the_verdict_are_those_of_its_chart() -> None:
    for _, answer in states("paychest:melee"):
        net = answer.detail.net
        win, draw, lose = net.at_least(1), net.p(0), net.at_most(-1)
        assert answer.value == win
        assert sorted(re.findall(r"[<>]?[\d.]+%", answer.headline)) == sorted(
            percent(end) for end in (win, draw, lose) if 0 < end < 1
        )


def test_swapping_the_sides_of_a_melee_swaps_the_verdict() -> None:
    for state, answer in states("paychest:melee"):
        turned = state.set("swap", "swap").ask()
        assert turned.detail.net.at_most(-1) == answer.value


@pytest.mark.parametrize("own", ["", OWN])
def test_the_verdict_of_a_turn_is_that_of_its_chart(own: str) -> None:
    """What holds is what the bars say: no roll, a six, and the lines on which enough figures stay
    (7-10).
    """
    tables = supplied(own)
    for state, answer in states("paychest:morale", own):
        found = answer.detail
        lost_leader = state.leader == "lost"
        holds = [
            found.odds.p(name)
            for name in found.odds.outcomes
            if name == "no roll" or "hold" in name
        ]
        failed = leader_effect(state.kind, tables)
        if lost_leader and not isinstance(failed, Gap) and failed.does == "hold":
            continue
        routed = sum(
            (
                D6.at_most(on) ** state.figures * found.odds.p(name)
                for name in found.odds.outcomes
                for on in (1, 2)
                if name == f"{6 - on}: hold, {_on(on)}"
            ),
            Fraction(0),
        )
        assert sum(holds, Fraction(0)) - routed == answer.value
        lost = found.odds.p("1: lost") + found.odds.p("leader: lost")
        if not (lost_leader and leader_outcome(state.kind, tables) == "leader: lost"):
            assert found.now.open == lost
        else:
            assert found.now.open >= Fraction(15, 36) * Fraction(1, 6)


def _on(on: int) -> str:
    return "1" if on == 1 else "1–2"


def test_a_battle_of_one_turn_is_that_turn() -> None:
    """The same question put as this turn and as a battle gets one answer, where no figure is out of
    action.
    """
    for state, answer in states("paychest:morale"):
        battle = state.set("battle", f"{state.hits}/0").ask().detail.battle
        assert (battle[0].holds, battle[0].at_most) == (answer.value, answer.detail.now.at_most)


@pytest.mark.parametrize("panel_id", ["paychest:fire", "paychest:melee"])
def test_a_supplied_deck_is_never_called_lost(panel_id: str) -> None:
    for state, answer in states(panel_id, OWN):
        told = [step for step in answer.steps if "casualty" in step.cite.section]
        assert bool(told) is draws(answer)
        if not told:
            continue
        assert {step.cite.kind for step in told} == {"supplied"}
        charted = any("casualty deck" in chart.title for chart in state.charts(answer))
        assert charted is any("on average" in step.text for step in told)


@pytest.mark.long
@EACH
def test_nothing_is_called_lost_that_the_reader_supplied(panel_id: str) -> None:
    """With every gap filled no answer cites a place where the text is silent."""
    for state, answer in states(panel_id, OWN):
        silent = [step.text for step in answer.steps if step.cite.kind == "silent"]
        assert silent == [], state.text()


def test_the_loss_of_a_leader_is_told_alike_by_command_and_by_morale() -> None:
    """Lines 9 and 10: who has a unit with men in it and is lost makes it roll, and the commander,
    who has no unit, makes none roll.
    """
    command = CATALOG["paychest:command"].parse("paychest:command about leader")
    for state, answer in states("paychest:morale"):
        told = [step for step in answer.steps if step.cite.section == "Loss of Leader"]
        assert len(told) == (state.leader == "lost")
        no_hits = [step for step in answer.steps if step.text.startswith("No casualties")]
        assert bool(no_hits) is (state.hits == 0 and state.leader != "lost")
        for rank, fate, men in product(
            ("leader", "commander"), ("killed", "unconscious", "lame", "fights"), (0, state.figures)
        ):
            asked = command.set("rank", rank).set("fate", fate).set("men", str(men)).ask()
            rolls = [step for step in asked.steps if "two dice" in step.text]
            lost = rank == "leader" and fate != "fights" and men > 0
            assert bool(rolls) is lost, asked
            if lost and told:
                assert rolls == told


def test_the_table_of_a_unit_answers_each_thing_as_the_verdict_does() -> None:
    for state, _ in states("paychest:turn"):
        if state.question != "unit":
            continue
        rows = state.tables(state.ask())[0].rows
        for wants, (_, cells) in zip(("move", "fire", "melee"), rows, strict=True):
            other = state.set("wants", wants)
            assert cells == (other.effect(other.ask()),)


def test_the_roster_of_a_force_adds_up_to_the_verdict() -> None:
    for state, answer in states("paychest:forces"):
        *ranks, total = state.tables(answer)[0].rows
        assert sum(int(cells[0]) for _, cells in ranks) == int(total[1][0]) == answer.value
        assert f"{answer.value} figures" in answer.headline
        assert set(state.parts) == {unit for unit, given in _given(state) if given}


def _given(state: Any) -> list[tuple[str, int | None]]:
    return [
        ("battalion", state.battalions),
        ("squadron", state.squadrons),
        ("warband", state.warbands),
        ("native-regiment", state.regiments),
    ]


@EACH
def test_nothing_that_is_not_shown_bears_on_the_answer(panel_id: str) -> None:
    """A part whose control is hidden may have any value: the verdict stays."""
    panel_type = CATALOG[panel_id]

    def change(state: Any, name: str, value: Any) -> Any:
        return type(state)(**{**state.__dict__, name: value})

    for number, (state, answer) in enumerate(states(panel_id)):
        dice = random.Random(number)
        for name, declared in parts_of(panel_type).items():
            if (
                state.offers(declared)
                or declared.momentary
                or name in ("own", "readings", "cover", "figure", "figure_a", "figure_b", "moves")
            ):
                continue
            other = change(state, name, declared.sample(dice, state))
            if panel_id == "paychest:fire" and name in ("target", "figures", "firer"):
                continue  # a gun's target is a group, and a single figure is one
            assert other.ask().headline == answer.headline, (state.text(), name)
