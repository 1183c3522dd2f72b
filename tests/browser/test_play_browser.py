"""A game that is played, in a real JupyterLab: by click, drag and keys, back and on another line,
with dice of all kinds; one screen, a phone, the dark.
"""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from landships_lab.play.keeping import file_of
from landships_lab.play.records import read
from tests.browser.harness import LabPage
from tests.browser.panels import CLIPPED
from tests.browser.test_one_screen import EACH_SIZE, LAPTOP, LEAST_CONTROL, MOST_HEIGHT, PHONE
from tests.play.little_wars import START, in_a_notebook, installed

pytestmark = pytest.mark.browser
TOP = "it => it.getBoundingClientRect().top"


def opened(
    lab: LabPage, folder: Path, *, size: tuple[int, int] = LAPTOP, theme: str = "light"
) -> Locator:
    """Return the panel of a game that is kept in this folder."""
    first = f"{in_a_notebook(folder)}\nfrom landships_lab import Play"
    cells = [first, f"game = Play({START!r}, folder={str(folder)!r})\ngame"]
    # under a name of its own: the kernel has to be one that has not yet looked for games
    lab.open_cells(cells, name="little-wars.ipynb", size=size, theme=theme)  # type: ignore[arg-type]
    panel = lab.output(1).locator(".ll-panel").first
    expect(panel.get_by_role("application")).to_be_visible()
    return panel


def spot(panel: Locator, code: str) -> tuple[float, float]:
    """Return where a hex of the floor lies on the board, in pixels of the page from its corner."""
    with installed():
        from little_wars import turn
        from little_wars.turn_board import BOARD

        floor = turn.START["floor"]
        assert isinstance(floor, turn.Skirmish)
        view = BOARD.view(floor)
        x, y = view.pixel(turn.GRID.place(code))
    box = panel.locator(".ll-board").bounding_box()
    assert box
    return x * box["width"] / view.width, y * box["height"] / view.height


def press(panel: Locator, code: str) -> None:
    """Press a hex."""
    x, y = spot(panel, code)
    panel.locator(".ll-board").click(position={"x": x, "y": y})


def now(panel: Locator) -> Locator:
    """The move of the timeline that is shown."""
    return panel.locator(".ll-move.ll-on")


def fits(panel: Locator) -> None:
    """Assert that a panel stands on one screen, and hides nothing."""
    box = panel.bounding_box()
    assert box
    assert box["height"] <= MOST_HEIGHT, box
    assert panel.evaluate(CLIPPED) == []


def test_a_turn_by_click_drag_and_keys(lab: LabPage, tmp_path: Path) -> None:
    panel = opened(lab, tmp_path)
    verdict = panel.locator(".ll-verdict")
    expect(verdict).to_contain_text("How often does a shot of the gun hit?")
    expect(panel.locator(".ll-open .ll-supplied")).to_be_visible()
    panel.get_by_role("button", name="A shot hits 1 in 3").click()
    expect(verdict).to_contain_text("Turn 1, Red: Red moves, fights or fires.")

    press(panel, "0206")  # the gun
    expect(panel.locator(".ll-one.ll-on")).to_have_text("Gun")
    press(panel, "0704")  # its target
    expect(panel.locator(".ll-main")).to_have_text("Fire at Blue-1")
    press(panel, "0704")  # pressed twice, it is done
    expect(now(panel)).to_contain_text("Gun: fire at Blue-1")
    expect(panel.locator(".ll-happened .ll-face")).to_have_count(4)

    (x, y), (to_x, to_y) = spot(panel, "0305"), spot(panel, "0505")
    box = panel.locator(".ll-board").bounding_box()
    assert box
    mouse = lab.page.mouse
    mouse.move(box["x"] + x, box["y"] + y)
    mouse.down()
    mouse.move(box["x"] + (x + to_x) / 2, box["y"] + y)
    mouse.move(box["x"] + to_x, box["y"] + to_y)
    expect(panel.locator(".ll-ghost")).to_be_visible()
    mouse.up()
    expect(now(panel)).to_contain_text("Red-1: move to 0505")

    board = panel.get_by_role("application")
    board.focus()
    lab.page.keyboard.press("ArrowDown")
    expect(panel.locator(".ll-main")).to_be_visible()
    lab.page.keyboard.press("Escape")
    expect(panel.locator(".ll-main")).to_have_count(0)
    lab.page.keyboard.press("ArrowLeft")
    expect(now(panel)).to_contain_text("Gun: fire at Blue-1")
    lab.page.keyboard.press("ArrowLeft")
    expect(panel.locator(".ll-message")).to_contain_text("begins another line")
    lab.page.keyboard.press("ArrowRight")
    lab.page.keyboard.press("ArrowRight")
    expect(now(panel)).to_contain_text("Red-1: move to 0505")


def test_it_steps_back_branches_and_goes_on_after_a_restart(lab: LabPage, tmp_path: Path) -> None:
    panel = opened(lab, tmp_path)
    for words in ("aim 1-in-3", "move Red-1 0405"):
        lab.tell_kernel(f"game.dispatch('take', {words!r})")
    expect(now(panel)).to_contain_text("Red-1: move to 0405")
    panel.get_by_title("One move back").click()
    expect(now(panel)).to_contain_text("A shot hits 1 in 3")
    lab.tell_kernel("game.dispatch('take', 'move Red-1 0304')")
    expect(panel.locator(".ll-lines summary")).to_have_text("Line 2 of 2")
    panel.locator(".ll-lines summary").click()
    panel.get_by_role("button", name="Main line").click()
    expect(now(panel)).to_contain_text("Red-1: move to 0405")
    field = panel.get_by_label("Remark on this move")
    field.fill("Well <b>done</b>.")
    field.press("Enter")
    expect(now(panel)).to_contain_text("❝")

    lab.restart_kernel()
    lab.run_all()
    panel = lab.output(1).locator(".ll-panel").first
    expect(now(panel)).to_contain_text("Red-1: move to 0405")
    expect(panel.get_by_label("Remark on this move")).to_have_value("Well <b>done</b>.")
    expect(panel.locator(".ll-lines summary")).to_have_text("Line 1 of 2")


def moves_in(folder: Path) -> list[tuple[str, str]]:
    """Return the words and the remark of every move of the game that is kept in a folder."""
    kept = read(file_of(START, folder).read_text(encoding="utf-8"))
    return [(move.words, move.remark) for move in kept.moves]


def test_one_press_is_one_step_and_what_is_typed_is_kept(lab: LabPage, tmp_path: Path) -> None:
    panel = opened(lab, tmp_path)
    lab.tell_kernel("game.dispatch('take', 'aim 1-in-3')")
    lab.tell_kernel("game.dispatch('remark', 'agreed')")
    ends = panel.locator(".ll-ends button")
    expect(ends).to_have_text("End Red's move")
    ends.click()
    expect(panel.get_by_role("alert")).to_contain_text("Red-1, Red-2 and Gun can still act.")
    panel.get_by_role("button", name="Yes").dblclick()
    expect(ends).to_have_text("End Blue's move")
    lab.tell_kernel("0")
    assert [words for words, _ in moves_in(tmp_path)] == ["aim 1-in-3", "end"]
    ends.click()
    yes = panel.get_by_role("button", name="Yes")
    yes.evaluate("button => { button.click(); button.click(); }")
    expect(ends).to_have_text("End Red's move")
    lab.tell_kernel("0")
    assert len(moves_in(tmp_path)) == 3

    for number in (2, 1):
        panel.get_by_title("One move back").click()
        expect(panel.locator(".ll-count")).to_have_text(f"{number} of 3")
    field = panel.get_by_label("Remark on this move")
    expect(field).to_have_value("agreed")
    field.press("End")
    lab.page.keyboard.type(" upon")
    lab.tell_kernel("game.dispatch('go', '3')")  # a move that was under way comes now
    expect(panel.locator(".ll-count")).to_have_text("3 of 3")
    expect(field).to_be_focused()
    lab.page.keyboard.type(" by both")
    field.press("Enter")
    expect(field).to_have_value("")
    assert [remark for _, remark in moves_in(tmp_path)] == ["agreed upon by both", "", ""]


def test_many_lines_can_all_be_reached(lab: LabPage, tmp_path: Path) -> None:
    panel = opened(lab, tmp_path)
    lab.tell_kernel("game.dispatch('take', 'aim 1-in-3'); game.dispatch('mode', 'typed')")
    lab.tell_kernel(
        "for n in range(20):\n"
        "    game.dispatch('go', '1')\n"
        "    game.dispatch('faces', f'{1 + n % 6} {1 + n // 6} 1 1')\n"
        "    game.dispatch('take', 'fire Gun Blue-1')"
    )
    summary = panel.locator(".ll-lines summary")
    expect(summary).to_have_text("Line 20 of 20")
    summary.click()
    now = panel.locator(".ll-lines-menu .ll-on")
    expect(now).to_be_in_viewport(ratio=1)
    lab.screenshot("play-lines", panel)
    panel.locator(".ll-lines-menu button").nth(15).click()
    expect(summary).to_have_text("Line 16 of 20")


def test_typed_chosen_and_refused(lab: LabPage, tmp_path: Path) -> None:
    panel = opened(lab, tmp_path)
    lab.tell_kernel("game.dispatch('take', 'aim 1-in-3')")
    panel.get_by_role("button", name="typed").click()
    lab.tell_kernel("game.dispatch('put', 'fire Gun Blue-1')")
    expect(panel.locator(".ll-main")).to_be_visible()
    panel.locator(".ll-main").click()
    expect(panel.get_by_role("alert")).to_contain_text("Type the numbers on the dice first")
    field = panel.get_by_label("The numbers on your dice")
    field.fill("6 5 1 1")
    field.press("Enter")
    panel.locator(".ll-main").click()
    expect(panel.locator(".ll-happened")).to_contain_text("2 men fall")
    panel.get_by_title("One move back").click()
    panel.get_by_role("button", name="chosen").click()
    lab.tell_kernel("game.dispatch('put', 'fire Gun Blue-1')")
    expect(panel.locator(".ll-stepper")).to_have_count(4)
    panel.get_by_title("Die 1: 4").click()
    expect(panel.locator(".ll-stepper .ll-face").first).to_have_text("4")
    panel.locator(".ll-main").click()
    expect(panel.locator(".ll-happened")).to_contain_text("no men fall")
    fits(panel)


def test_explain_opens_the_panel_of_this_very_state(lab: LabPage, tmp_path: Path) -> None:
    panel = opened(lab, tmp_path)
    for words in ("aim 1-in-3", "move Red-1 0405", "end", "move Blue-1 0505", "end"):
        lab.tell_kernel(f"game.dispatch('take', {words!r})")
    lab.tell_kernel("game.dispatch('put', 'melee Red-1 Blue-1')")
    panel.get_by_role("button", name="Explain").click()
    inner = panel.locator(".ll-opened .ll-panel")
    expect(inner.locator(".ll-verdict").first).to_contain_text("prisoners taken")


def test_the_other_side_plays_by_itself_until_it_is_my_turn_or_stopped(
    lab: LabPage, tmp_path: Path
) -> None:
    panel = opened(lab, tmp_path)
    panel.locator(".ll-opponent summary").click()
    panel.get_by_role("button", name="Blue plays by itself, bold").click()
    panel.get_by_role("button", name="A shot hits 1 in 3").click()
    lab.tell_kernel("game.dispatch('take', 'move Red-1 0504')")
    panel.get_by_role("button", name="End Red's move").click()
    panel.get_by_role("button", name="Yes").click()
    expect(panel.locator(".ll-standing")).to_contain_text("Red to act")
    expect(panel.locator(".ll-count")).not_to_have_text("3 of 3")
    expect(panel.locator(".ll-why")).to_contain_text("What else could it do?")
    lab.screenshot("play-opponent", panel)
    panel.get_by_role("button", name="Undo").click()
    expect(panel.locator(".ll-count")).to_have_text("2 of 2")

    panel.locator(".ll-opponent summary").click()
    panel.get_by_role("button", name="Both sides play by themselves").click()
    expect(panel.locator(".ll-count")).not_to_have_text("2 of 2")
    panel.get_by_role("button", name="Stop").click()
    go_on = panel.get_by_role("button", name="Go on")
    expect(go_on).to_be_visible()
    stopped = panel.locator(".ll-count").inner_text()
    go_on.click()
    expect(panel.locator(".ll-count")).not_to_have_text(stopped)
    panel.get_by_role("button", name="Stop").click()
    fits(panel)


@EACH_SIZE
def test_one_screen_before_and_after_use(
    lab: LabPage, tmp_path: Path, size: tuple[int, int]
) -> None:
    panel = opened(lab, tmp_path, size=size)
    most = MOST_HEIGHT if size == LAPTOP else 860
    heights = set()
    made = {"aim 1-in-3": "A shot hits", "fire Gun Blue-1": "Gun: fire", "move Red-1 0405": "Red-1"}
    for words in ("", *made):
        if words:
            lab.tell_kernel(f"game.dispatch('take', {words!r})")
            expect(now(panel)).to_contain_text(made[words])
        box = panel.bounding_box()
        assert box
        assert box["height"] <= most
        assert panel.evaluate(CLIPPED) == []
        heights.add(round(box["height"]))
    lab.tell_kernel("game.dispatch('advise', 'yes')")
    expect(panel.locator(".ll-happened")).to_contain_text("No move is better than another yet.")
    box = panel.bounding_box()
    assert box
    heights.add(round(box["height"]))
    assert len(heights) == 1, "it jumps"
    lab.screenshot(f"play-{size[0]}", panel)


def test_a_phone_and_the_dark(lab: LabPage, tmp_path: Path) -> None:
    panel = opened(lab, tmp_path, theme="dark")
    lab.tell_kernel("game.dispatch('take', 'aim 1-in-3')")
    expect(now(panel)).to_contain_text("A shot hits 1 in 3")
    expect(panel).to_have_class(re.compile("ll-dark"))
    lab.screenshot("play-dark", panel)
    lab.page.evaluate("() => window.jupyterapp.shell.collapseLeft()")
    lab.resize(PHONE)
    expect(panel.locator(".ll-main, .ll-ends button").first).to_be_visible()
    lab.screenshot("play-phone", panel)
    parts = (".ll-verdict", ".ll-units", ".ll-stage", ".ll-choices-box", ".ll-happened-box")
    tops = [panel.locator(part).first.evaluate(TOP) for part in parts]
    clipped = panel.evaluate(CLIPPED)
    low = panel.locator("button[data-do]:visible").evaluate_all(
        "(them, least) => them.map(b => [b.textContent, b.getBoundingClientRect().height])"
        ".filter(([, height]) => height < least)",
        LEAST_CONTROL,
    )
    lab.resize(LAPTOP)
    lab.page.evaluate("() => window.jupyterapp.shell.expandLeft()")
    assert tops == sorted(tops), "a phone has the units above the board, the choices below it"
    assert clipped == []
    assert low == []
