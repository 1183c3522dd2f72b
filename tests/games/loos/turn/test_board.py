"""The board of a game of Loos: its picture, the hand on it, and the panels behind a choice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from landships_lab.core.answer import Answer, Gap, Step
from landships_lab.core.dice import D6, Odds, Thrown
from landships_lab.core.speech import plural
from landships_lab.games.loos.panels import staff_combat, staff_ground, staff_men
from landships_lab.games.loos.panels.bombardment import Bombardment
from landships_lab.games.loos.panels.sight import Sight
from landships_lab.games.loos.panels.table import CombatTable
from landships_lab.games.loos.rules.book import CITES, as_printed
from landships_lab.games.loos.rules.table import NO_ATTACK, combat_odds
from landships_lab.games.loos.turn import choices
from landships_lab.games.loos.turn.battle import STRIP, Battle
from landships_lab.games.loos.turn.replacing import loss_words
from landships_lab.games.loos.turn_board import BOARD
from landships_lab.panel import CATALOG
from landships_lab.panel.panel import Panel
from landships_lab.play import Choice, choice, take
from landships_lab.play.turns import refused
from tests.effort import tries
from tests.games.loos.turn.promises import COSTS
from tests.games.loos.turn.test_laws import after_set_up, games, games_under_readings
from tests.games.loos.turn.test_turn import hexagon, play, shelled


def sampled(every: int) -> Iterator[Battle]:
    """Yield positions of the random games, half of them under random readings."""
    for number, game in enumerate((*games(), *games_under_readings())):
        for before, _ in game[number % every :: every]:
            assert isinstance(before, Battle)
            yield before


def results(odds: Odds[str]) -> Odds[str]:
    """Return the odds of the printed results behind those of a choice."""
    return odds.map(lambda said: "•" if said == "no effect" else said.split(":")[0])


def steps_lost(odds: Odds[str]) -> Odds[tuple[int, ...]]:
    """Return the odds of the steps that each unit loses to shells, by the words of a choice."""
    return odds.map(
        lambda said: tuple(
            COSTS.get(part.split(": ")[-1].removeprefix("a breach and "), 0)
            for part in said.split("; ")
        )
    )


def agree(battle: Battle, one: Choice, panel: Panel) -> bool:
    """Return whether a panel gives the answer of the choice that it explains."""
    answer: Answer[Any] = panel.ask()
    match panel:
        case CombatTable():
            return _combat(one, panel, answer)
        case Bombardment() | staff_men.ShelledStack():
            return _shells(one, panel, answer)
        case staff_men.Release():
            return one.odds.p("released") == _chance(panel)
        case staff_men.Replacements() if one.verb == "replacements":
            came = D6.map(lambda die: replace(panel, die=die).ask().value)
            return bool(came == one.odds.map(_number))
        case staff_men.BreakDown() if one.legal:
            return one.expects == plural(answer.value, "battalion")
        case staff_men.LostStep():
            return one.expects == loss_words(battle.unit(one.unit), answer)  # type: ignore[arg-type]  # it is there
        case staff_combat.AfterCombat():
            return _after_combat(one, panel, answer)
        case staff_ground.TownControl():
            return _town(battle, one, panel, answer)
    return _judged(one, panel, answer)


def _combat(one: Choice, panel: CombatTable, answer: Answer[Any]) -> bool:
    differential = panel.attack - panel.defence
    if not one.legal:
        odds = combat_odds(panel.terrain, differential, dict(panel.readings))
        return odds.p(NO_ATTACK) == 1
    if one.verb == "fight":
        return bool(answer.value == results(one.odds))
    return one.expects.startswith(f"{as_printed(differential)},")


def _shells(one: Choice, panel: Bombardment | staff_men.ShelledStack, answer: Answer[Any]) -> bool:
    if not one.legal:
        return True
    if isinstance(panel, Bombardment):
        lost = steps_lost(one.odds).chance(lambda steps: sum(steps) > 0)
        return bool(answer.detail == results(one.odds)) and lost == answer.value
    before = (panel.front, panel.under)
    there = answer.value.map(lambda left: tuple(a - b for a, b in zip(before, left, strict=True)))
    return bool(there == steps_lost(one.odds))


def _town(
    battle: Battle, one: Choice, panel: staff_ground.TownControl, answer: Answer[Any]
) -> bool:
    """Return whether a town is in the hands that the panel says, once the unit is there."""
    after = take(battle, one, Thrown(seed=1)).situation
    assert isinstance(after, Battle)
    town = frozenset(panel.town)
    return bool(after.over) or after.british_towns & town == answer.value & town


def _number(said: str) -> int:
    return 0 if said.startswith("no ") else int(said.split(maxsplit=1)[0])


def _after_combat(one: Choice, panel: staff_combat.AfterCombat, answer: Answer[Any]) -> bool:
    """Return whether the panel of results leaves what the defender's choice does."""
    end = answer.value
    if one.words == "stand":
        left = end.defenders.total_steps
        return one.expects.startswith(f"{plural(left, 'step')} left" if left else "eliminated")
    return bool(end.retreat_hexes) == one.legal and panel.choice == "retreat"


def _judged(one: Choice, panel: Panel, answer: Answer[Any]) -> bool:
    """Return whether a panel that says yes or no says it of the choice."""
    match panel:
        case staff_combat.Markers() | Sight() if one.verb == "mark":
            return bool(answer.value) == one.legal
        case staff_men.Stack() | staff_ground.Enter() | staff_men.Entry():
            return bool(answer.value) == one.legal
        case staff_ground.SetUp() | staff_men.Sectors() if one.words == "ready":
            return bool(answer.value) == one.legal
        case staff_men.Division() if one.verb == "wait":
            return isinstance(answer.value, Gap) == one.legal
    return True


def _chance(panel: staff_men.Release) -> Any:
    low, high = (int(end) for end in panel.span.split("-"))
    return Odds(dict.fromkeys(range(1, 7), 1)).chance(lambda die: low <= die <= high)


@pytest.mark.long
def test_play_and_panels_agree() -> None:
    met: Counter[str] = Counter()
    for battle in sampled(tries(40, 5)):
        for one in choices(battle):
            if one.words.startswith(("place", "aircraft")) and met[one.words[:5]] > 40:
                continue
            met[one.words[:5]] += 1
            panel = BOARD.explain(battle, one)
            if panel is None:
                continue
            met[type(panel).__name__] += 1
            assert agree(battle, one, panel), (one, panel.text(), battle.text())
            if met[type(panel).__name__] < 12:
                assert CATALOG[panel.id].parse(panel.text()) == panel, panel.text()
    asked = {"CombatTable", "Bombardment", "Markers", "Sight", "Stack", "Enter", "LostStep"}
    assert met.keys() >= asked | {"ShelledStack", "Replacements", "BreakDown", "TownControl"}


@pytest.mark.long
def test_every_position_can_be_drawn_for_every_unit() -> None:
    for battle in sampled(40):
        for closer in (False, True):
            view = BOARD.view(battle, closer)
            unit = next(iter(battle.now.units(battle)), "") if not battle.over else ""
            scene = BOARD.picture(battle, view, unit)
            names = {shape.name for shape in scene.find("counter-name")}
            if not closer:
                assert names == {u.name for u in battle.units if u.hex is not None}
            assert scene.description


def test_the_picture_shows_what_the_chosen_unit_can_do() -> None:
    battle = play(after_set_up(), "no-aircraft", "mark 0601")
    view = BOARD.view(battle)
    scene = BOARD.picture(battle, view, "1a")
    assert scene.find("fire-one-sided", "1a may attack 0601")
    assert [shape.name for shape in scene.find("piece-name")] == ["+1, no loss"]
    assert scene.find("wedge-edge-open", "enemy zone of control")
    assert scene.find("crater")
    declared = play(battle, "attack 1a 0601")
    assert BOARD.picture(declared, view).find("fire", "1a attacks 0601")


def test_a_press_finds_each_counter_of_a_stack() -> None:
    battle = after_set_up()
    view = BOARD.view(battle)
    found = {
        BOARD.unit_at(battle, (x, y), view) for x in range(0, 640, 6) for y in range(0, 500, 6)
    }
    assert found == {"", *(u.name for u in battle.units if u.hex is not None)}


@pytest.mark.parametrize(
    ("unit", "code", "words"),
    [("1a", "0601", "attack 1a 0601"), ("", "0601", ""), ("1a", "0803", "")],
)
def test_a_press_on_a_hex_means_what_the_unit_can_do_there(
    unit: str, code: str, words: str
) -> None:
    battle = play(after_set_up(), "no-aircraft", "mark 0601")
    view = BOARD.view(battle)
    at = view.pixel(STRIP.grid.place(code))
    assert BOARD.aimed(battle, unit, at, view) == words


def test_a_press_on_an_enemy_places_a_marker() -> None:
    battle = play(after_set_up(), "no-aircraft")
    view = BOARD.view(battle)
    at = view.pixel(STRIP.grid.place("0605"))
    assert BOARD.unit_at(battle, at, view) == "B1"
    assert BOARD.aimed(battle, "B1", at, view) == "mark 0605"


def test_legend_and_dragging() -> None:
    battle = after_set_up()
    view = BOARD.view(battle)
    assert not BOARD.drag_targets(play(battle, "no-aircraft", "done", "done", "done"), view)[:0]
    marks = dict(BOARD.legend(battle))
    assert {"ground-woods", "ground-town", "ground-hill", "trench"} <= set(marks)
    assert "flag" not in marks
    held = replace(battle, british_towns=frozenset(STRIP.towns["Northern Village"]))
    assert dict(BOARD.legend(held))["flag"] == "British town hex"
    assert len(BOARD.snap_lattice(view)) == 4


def test_gas_on_one_unit_opens_the_bombardment_and_on_two_no_panel() -> None:
    battle, there = shelled(), hexagon("0601")
    one = choice(battle, "gas 0601")
    assert isinstance(BOARD.explain(battle, one), Bombardment)
    below = next(u for u in battle.units if u.army == "german" and u.hex not in (None, there))
    moved = replace(below, hex=there, under=True)
    stacked = replace(battle, units=tuple(moved if u == below else u for u in battle.units))
    assert len(stacked.at(there)) == 2
    assert BOARD.explain(stacked, choice(stacked, "gas 0601")) is None


def test_a_move_that_is_out_of_reach_opens_no_panel_that_allows_it() -> None:
    battle = after_set_up()
    unit = next(u for u in battle.units if u.army == "british" and u.hex is not None)
    there = min(STRIP.front_line)
    battle = replace(battle, units=tuple(u for u in battle.units if u.hex != there))
    why = Answer(False, (Step("It is too far.", CITES["bombardment"]),), "It is out of reach.")
    far = refused(f"move {unit.name} {STRIP.grid.code(there)}", "Move", why, unit.name)
    panel = BOARD.explain(battle, far)
    assert panel is None or not panel.ask().value
