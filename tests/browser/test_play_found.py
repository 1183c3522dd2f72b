"""What a newcomer needs to see of a game that is played: where a unit may go and whom it may hit,
what the marks on the board mean, and every name and row whole.
"""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from landships_lab.play.state import PlayState, play_panel
from tests.browser.harness import LabPage
from tests.browser.test_one_screen import LAPTOP

pytestmark = pytest.mark.browser
#: The rows of a list, its own part of the page, and whether one is cut in the middle.
CUT = """panel => [
  ...panel.querySelectorAll('.ll-unit-box, .ll-happened-box, .ll-legend')
].flatMap(box => {
  const room = box.getBoundingClientRect();
  return [...box.querySelectorAll('button, p, li')].filter(row => row.offsetParent)
    .filter(row => row.getBoundingClientRect().bottom > room.bottom + 1).map(row => row.innerText);
})"""
MARKS = "legend => [...legend.querySelectorAll('.ll-mark')].map(mark => mark.className)"


def opened(lab: LabPage, name: str, *moves: str, size: tuple[int, int] = LAPTOP) -> Locator:
    """Return the panel of a game after these moves."""
    state = f"game = Play({name!r}, folder='')\ngame"
    lab.open_cells(["from landships_lab import Play", state], size=size)
    panel = lab.output(1).locator(".ll-panel").first
    expect(panel.get_by_role("application")).to_be_visible()
    for one in moves:
        lab.tell_kernel(f"game.dispatch('take', {one!r})")
    expect(panel.locator(".ll-count")).to_have_text(f"{len(moves)} of {len(moves)}")
    return panel


def after(name: str, *moves: str) -> PlayState:
    """Return the same state without a page, looked at as the page does."""
    state: Any = play_panel(name).initial()
    for one in moves:
        state = state.set("take", one)
    return state


def shown(state: PlayState) -> set[Any]:
    """Return which of the places at stake the view of the page shows."""
    view: Any = play_panel(state.id).initial().opening()
    view = state.follow(view)
    return {place for place in state.at_stake() if view.holds(place)}


AT_FIRE = ("end",) * 4


@pytest.mark.parametrize(
    ("name", "moves"),
    [("landships:ten-turns", ()), ("landships:last-turns", AT_FIRE)],
    ids=["entry hexes", "targets"],
)
def test_where_a_unit_may_go_and_whom_it_may_hit_is_in_view(
    lab: LabPage, name: str, moves: tuple[str, ...]
) -> None:
    """F8."""
    state = after(name, *moves)
    assert shown(state) == set(state.at_stake())
    panel = opened(lab, name, *moves)
    rows = panel.locator(".ll-choice:visible")
    expect(rows.first).to_be_visible()
    words = rows.first.get_attribute("data-value") or ""
    lab.tell_kernel(f"game.dispatch('put', {words!r})")
    expect(panel.locator(".ll-choice.ll-on")).to_have_attribute("data-value", words)
    held = state.set("put", words)
    marked = [shape.name for shape in held.picture(held.answer()).figures]
    assert "target" in marked, marked
    lab.screenshot(f"found-{name.partition(':')[2]}-{len(moves)}")


@pytest.mark.parametrize(
    ("name", "marks"),
    [
        ("landships:ten-turns", ("ground-woods", "ground-town", "place")),
        ("loos:zero-hour", ("ground-woods", "ground-town", "ground-hill", "trench", "reach")),
        ("one_hour:static-defence", ("ground-woods", "ground-town", "ground-hill")),
        ("landser:duel-of-three", ("ground-woods",)),
    ],
)
def test_the_legend_explains_the_ground_and_the_marks(
    lab: LabPage, name: str, marks: tuple[str, ...]
) -> None:
    """F19."""
    panel = opened(lab, name)
    classes = panel.locator(".ll-legend").evaluate(MARKS)
    assert {f"ll-mark ll-mark-{mark}" for mark in marks} <= set(classes)
    for mark in marks:
        drawn = panel.locator(f".ll-legend .ll-mark-{mark}").bounding_box()
        assert drawn
        assert drawn["width"] > 8
        assert drawn["height"] > 3


@pytest.mark.parametrize(
    ("name", "moves"),
    [("landships:last-turns", AT_FIRE), ("one_hour:flank-attack", ()), ("loos:last-turn", ())],
)
def test_no_name_and_no_row_is_cut(lab: LabPage, name: str, moves: tuple[str, ...]) -> None:
    """F21: names only of the chosen stack, and what is suggested whole."""
    panel = opened(lab, name, *moves)
    height = panel.bounding_box()
    assert panel.evaluate(CUT) == []
    expect(panel.locator(".ll-more-reasons")).to_be_hidden()
    panel.get_by_role("button", name="Suggest").click()
    expect(panel.locator(".ll-advised, .ll-happened .ll-label").first).to_be_visible(timeout=30_000)
    assert panel.evaluate(CUT) == []
    grown = panel.bounding_box()
    assert height
    assert grown
    assert grown["height"] <= height["height"] + 1
    lab.screenshot(f"found-suggest-{name.replace(':', '-')}")
