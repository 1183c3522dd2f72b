"""One turn of each game that ships, in a real JupyterLab: by click, drag and keys, back, on another
line, and on after a restart.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from landships_lab.panel.panel import Panel
from landships_lab.play import choice
from landships_lab.play.state import play_panel
from tests.browser.harness import LabPage
from tests.browser.panels import CLIPPED
from tests.browser.test_one_screen import EACH_SIZE, LAPTOP
from tests.browser.test_play_browser import fits, now

pytestmark = pytest.mark.browser
SEED = 7
#: The most moves that are made until a unit can be dragged.
MOST_MOVES = 25
#: How far a unit is dragged, in scene pixels each way.
FAR = range(-90, 91, 15)
#: Nothing is dragged in a fight of Paychest: there a target is pressed.
PRESSED = "paychest:one-fight"
GAMES = (
    "one_hour:flank-attack",
    "landser:duel-of-three",
    "loos:zero-hour",
    "landships:ten-turns",
    PRESSED,
)


def board_of(name: str) -> Any:
    """Return the board of the game of this name."""
    return import_module(f"landships_lab.games.{name.partition(':')[0]}.turn_board").BOARD


def drags(
    name: str, situation: Any, view: Any
) -> Iterator[tuple[tuple[float, ...], tuple[float, ...], str]]:
    """Yield from where to where a unit can be dragged, as parts of the board's width and height,
    and the words of the choice that this means.
    """
    board = board_of(name)
    for x, y, _ in board.drag_targets(situation, view):
        unit = board.unit_at(situation, (x, y), view)
        for at in ((x + dx, y + dy) for dx in FAR for dy in FAR if unit and abs(dx) + abs(dy) > 30):
            if not (10 < at[0] < view.width - 10 and 10 < at[1] < view.height - 10):
                continue
            words = board.aimed(situation, unit, at, view)
            if words and choice(situation, words).legal:
                size = (view.width, view.height)
                begin = tuple(a / b for a, b in zip((x, y), size, strict=True))
                yield begin, tuple(a / b for a, b in zip(at, size, strict=True)), words


def presses(
    name: str, situation: Any, view: Any, unit: str
) -> Iterator[tuple[tuple[float, ...], tuple[float, ...], str]]:
    """Yield the same for a press that puts a choice in hand: a drag from a place to itself."""
    across, down = round(view.width), round(view.height)
    for at in ((x, y) for x in range(20, across, 20) for y in range(20, down, 20)):
        words = board_of(name).aimed(situation, unit, at, view)
        if words and choice(situation, words).legal:
            place = (at[0] / view.width, at[1] / view.height)
            yield place, place, words


def until_a_touch(name: str) -> tuple[list[str], tuple[float, ...], tuple[float, ...], str]:
    """Return the moves after which a unit can be dragged, or its target pressed, and that drag."""
    state: Panel = play_panel(name).initial().set("seed", SEED)
    moves, view = list[str](), state.opening()
    while len(moves) < MOST_MOVES:
        moment: Any = state.ask().detail
        touched = (
            presses(name, moment.situation, view, moment.unit)
            if name == PRESSED
            else drags(name, moment.situation, view)
        )
        found = next(touched, None)
        if found:
            return moves, *found
        legal = [one for one in moment.listed if one.legal]
        taken = next((one for one in legal if not one.ends), legal[0])
        moves.append(taken.words)
        state = state.set("take", taken.words)
        view = state.follow(view)
    raise AssertionError(f"nothing can be dragged in {name} after {moves}")


def stands(panel: Locator, size: tuple[int, int]) -> None:
    """Assert that nothing is cut off, and that a laptop shows all of it on one screen."""
    if size == LAPTOP:
        fits(panel)
    assert panel.evaluate(CLIPPED) == []


def unfold(panel: Locator) -> None:
    """Open the places of one kind, where these are all there is to choose."""
    if not panel.locator(".ll-choice:visible").count():
        panel.locator(".ll-choices-box .ll-also summary").first.click()


@EACH_SIZE
@pytest.mark.parametrize("name", GAMES)
def test_a_turn_by_mouse_and_keys(
    lab: LabPage, tmp_path: Path, name: str, size: tuple[int, int]
) -> None:
    moves, begin, end, words = until_a_touch(name)
    first = "from landships_lab import Play"
    lab.open_cells([first, f"game = Play({name!r}, folder={str(tmp_path)!r})\ngame"], size=size)
    panel = lab.output(1).locator(".ll-panel").first
    expect(panel.get_by_role("application")).to_be_visible()
    lab.tell_kernel(f"game.dispatch('seed', {SEED})")
    for one in moves:
        lab.tell_kernel(f"game.dispatch('take', {one!r})")
    expect(panel.locator(".ll-count")).to_have_text(f"{len(moves)} of {len(moves)}")
    stands(panel, size)

    box = panel.locator(".ll-board").bounding_box()
    assert box
    mouse, corner, across = lab.page.mouse, (box["x"], box["y"]), (box["width"], box["height"])
    start, middle, stop = (
        [c + part * a for c, part, a in zip(corner, place, across, strict=True)]
        for place in (begin, [(a + b) / 2 for a, b in zip(begin, end, strict=True)], end)
    )
    mouse.move(*start)
    mouse.down()
    mouse.move(*middle)
    mouse.move(*stop)
    mouse.up()
    if name == PRESSED:  # a target is pressed twice
        expect(panel.locator(".ll-main")).to_be_visible()
        lab.page.keyboard.press("Enter")
    expect(panel.locator(".ll-count")).to_have_text(f"{len(moves) + 1} of {len(moves) + 1}")
    made = now(panel).get_attribute("title")
    lab.screenshot(f"moved-{name.replace(':', '-')}-{size[0]}")
    stands(panel, size)

    panel.get_by_role("application").focus()
    lab.page.keyboard.press("ArrowLeft")
    expect(panel.locator(".ll-count")).to_have_text(f"{len(moves)} of {len(moves) + 1}")
    unfold(panel)
    other = panel.locator(f'.ll-choice:visible:not([data-value="{words}"])').first
    other.click()
    expect(panel.locator(".ll-lines summary")).to_have_text("Line 2 of 2")
    said = now(panel).inner_text()
    assert now(panel).get_attribute("title") != made
    stands(panel, size)

    lab.restart_kernel()
    lab.run_all()
    panel = lab.output(1).locator(".ll-panel").first
    expect(now(panel)).to_have_text(said)
    ends = panel.locator(".ll-ends button")
    if ends.count():
        ends.first.click()
        expect(
            panel.locator(".ll-asks").or_(panel.get_by_text(f"{len(moves) + 2} of"))
        ).to_be_visible()
        if panel.locator(".ll-asks").count():
            panel.get_by_role("button", name="Yes").click()
    else:
        unfold(panel)
        panel.locator(".ll-choice:visible").first.click()
    expect(panel.locator(".ll-count")).to_have_text(f"{len(moves) + 2} of {len(moves) + 2}")
