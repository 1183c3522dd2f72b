"""What a learner does in a lesson: guess on a covered panel, follow a link of the text, answer on
the board, solve a puzzle with mouse or keys.
"""

from collections.abc import Callable
from pathlib import Path

import nbformat
import pytest
from playwright.sync_api import Locator, Page, expect

from landships_lab.panel import CATALOG
from landships_lab.practice.generator import MIXED
from landships_lab.practice.puzzles import Family, families_of, make_puzzle
from landships_lab.publish.prose import FOLD, FOLD_END
from tests.browser.harness import LabPage, VoilaPage
from tests.browser.panels import CLIPPED, Panel, painted
from tests.browser.server import LabServer
from tests.browser.solving import Entry, enter_by_keys, enter_by_mouse, entries
from tests.browser.test_one_screen import LAPTOP, MOST_HEIGHT
from tests.browser.test_panels import FIRE

pytestmark = pytest.mark.browser
STATE = "landships:fire mk-iv-male@1007/1008 E weapon 57mm-starboard target 1306"
AIMED = STATE.replace("1306", "1309")
HREF = AIMED.replace(" ", "%20")
TEXT = (
    "# A lesson\n\nIt carries a gun in a"
    ' <abbr title="a bulge in the side of the tank">sponson</abbr>.'
)
LINK = f"Now [aim at 1309](#{HREF}), behind it."
FOLDED = f"{FOLD}\n\nIt may not. {LINK}\n\n{FOLD_END}\n\n## What follows"
IMPORTS = "from landships_lab import Exercises, FireArcs, Guess, Puzzle"


def lesson(folder: Path, code: str, name: str = "learning.ipynb", text: str = LINK) -> str:
    """Write a lesson with a panel, and after it a text with a link that sets it."""
    v4 = nbformat.v4
    cells = [
        v4.new_markdown_cell(TEXT),
        v4.new_code_cell(IMPORTS),
        v4.new_code_cell(code),
        v4.new_markdown_cell(text),
    ]
    made = v4.new_notebook(cells=cells, metadata={"language_info": {"name": "python"}})
    nbformat.write(made, folder / name)
    return name


def follow(page: Page, panel: Locator) -> None:
    """Press the link of the text, then with undo and the keys alone."""
    link = page.get_by_role("link", name="aim at 1309")
    link.click()
    target = panel.get_by_label("Target", exact=True)
    expect(target).to_have_value("1309")
    expect(panel.locator(".ll-message")).to_contain_text("Set as the text says")
    expect(panel.locator(".ll-verdict").first).to_be_in_viewport(ratio=1)
    panel.get_by_role("button", name="Undo").first.click()
    expect(target).to_have_value("1306")
    link.focus()
    page.keyboard.press("Enter")
    expect(target).to_have_value("1309")


def test_a_link_of_the_text_sets_the_panel_above_it_in_jupyterlab(lab: LabPage) -> None:
    lab.open(lesson(lab.server.lessons, f"FireArcs('{STATE}')"), size=LAPTOP)
    panel = lab.output(2).locator(".ll-panel").first
    painted(panel)
    follow(lab.page, panel)
    term = lab.page.locator(".jp-RenderedMarkdown abbr")
    expect(term).to_have_attribute("title", "a bulge in the side of the tank")


def test_a_link_of_the_text_sets_the_panel_above_it_in_a_dashboard(voila: VoilaPage) -> None:
    voila.open(lesson(voila.server.lessons, f"FireArcs('{STATE}')"), size=LAPTOP)
    panel = voila.page.locator(".ll-panel").first
    painted(panel)
    follow(voila.page, panel)


def test_a_link_of_the_text_sets_the_panel_above_it_in_notebook_7(
    server: LabServer, page: Page
) -> None:
    page.set_viewport_size({"width": LAPTOP[0], "height": LAPTOP[1]})
    name = lesson(server.lessons, f"FireArcs('{STATE}')", "in_notebook_7.ipynb")
    page.goto(f"{server.url}/notebooks/{name}?token={server.token}")
    expect(page.get_by_role("heading", name="A lesson")).to_be_visible()
    # only then is there a kernel to run cells in
    expect(page.locator('.jp-Notebook-ExecutionIndicator[data-status="idle"]')).to_be_visible()
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
    panel = page.locator(".ll-panel").first
    painted(panel)
    follow(page, panel)


def test_of_two_panels_the_nearest_above_the_link_is_set(lab: LabPage) -> None:
    twice = f"import ipywidgets\nipywidgets.VBox([FireArcs('{STATE}'), FireArcs('{STATE}')])"
    lab.open(lesson(lab.server.lessons, twice), size=LAPTOP)
    panels = lab.output(2).locator(".ll-panel")
    painted(panels.last)
    lab.page.get_by_role("link", name="aim at 1309").click()
    expect(panels.last.get_by_label("Target", exact=True)).to_have_value("1309")
    expect(panels.first.get_by_label("Target", exact=True)).to_have_value("1306")


GUESS = f"Guess(FireArcs('{STATE}'), ask='May the gun fire at 1306?')"


def test_a_guess_covers_the_answer_until_it_is_made(lab: LabPage) -> None:
    lab.open(lesson(lab.server.lessons, GUESS, text=FOLDED), size=LAPTOP)
    guess = lab.output(2).locator(".ll-panel").first
    expect(guess.get_by_role("button", name="Show me")).to_be_visible()
    assert "in arc" not in guess.inner_text().lower()
    assert guess.evaluate(CLIPPED) == []
    fold = lab.page.locator("details.ll-explained")
    expect(fold.get_by_text("It may not.")).to_be_hidden()
    guess.get_by_role("button", name="yes", exact=True).click()
    expect(guess.locator(".ll-guessed")).to_contain_text("but the answer is “no”")
    expect(fold.get_by_text("It may not.")).to_be_visible()
    panel = Panel(lab, guess.locator(".ll-panel"), FIRE.parse(STATE).opening())
    painted(panel.at)
    panel.click("1309")
    expect(panel.field("Target")).to_have_value("1309")


def test_a_link_of_the_text_waits_for_the_guess(lab: LabPage) -> None:
    lab.open(lesson(lab.server.lessons, GUESS, text=FOLDED), size=LAPTOP)
    guess = lab.output(2).locator(".ll-panel").first
    expect(guess.get_by_role("button", name="Show me")).to_be_visible()
    lab.page.locator(
        "summary", has_text="Why, and what would change it"
    ).click()  # it can be opened at any time
    link = lab.page.get_by_role("link", name="aim at 1309")
    link.click()
    expect(guess.get_by_text("Your guess first, or Show me")).to_be_visible()
    guess.get_by_role("button", name="Show me").click()
    expect(guess.get_by_label("Target", exact=True)).to_have_value("1306")
    link.click()
    expect(guess.get_by_label("Target", exact=True)).to_have_value("1309")


PUZZLE = "Puzzle('{}', folder=__import__('tempfile').mkdtemp())"


def puzzle_of(lab: LabPage, which: str) -> Locator:
    lab.open_cells([IMPORTS, PUZZLE.format(which)], size=LAPTOP)
    puzzle = lab.output(1).locator(".ll-puzzle")
    expect(puzzle.locator(".ll-conditions")).to_be_visible()
    return puzzle


def test_hints_come_one_at_a_time_and_a_shown_solution_lights_every_condition(lab: LabPage) -> None:
    puzzle = puzzle_of(lab, "mixed")
    assert puzzle.locator(".ll-missed").count() == 0
    for number in (1, 2, 3):
        puzzle.get_by_role("button", name="Hint").click()
        expect(puzzle.locator(".ll-hint-box")).to_contain_text(f"Hint {number} of 3")
    puzzle.get_by_role("button", name="Show a solution").click()
    expect(puzzle.locator(".ll-missed")).to_have_count(0)
    expect(puzzle.locator(".ll-verdict")).to_contain_text("counts as lost")
    expect(puzzle.locator(".ll-score")).to_contain_text("0 solved")
    puzzle.get_by_role("button", name="Next puzzle").click()
    expect(puzzle.get_by_role("button", name="Skip")).to_be_visible()
    puzzle.get_by_role("button", name="Check").click()
    expect(puzzle.locator(".ll-missed").first).to_be_visible()


FAMILIES = families_of(MIXED)
#: One family of each game, solved in `make test`; the others in `make all`.
SOME = (
    "landships:astride",
    "loos:cheapest",
    "one_hour:moment",
    "landser:sector",
    "paychest:orders",
)
BY_HAND = {"keys": enter_by_keys, "mouse": enter_by_mouse}
each_way = pytest.mark.parametrize("way", BY_HAND)


def is_solved(lab: LabPage, family: Family, enter: Callable[[Locator, Entry], None]) -> None:
    """Solve the first of a family's puzzles with its labelled controls, on one screen."""
    task = make_puzzle(family, family.picked[0])
    puzzle = puzzle_of(lab, task.link)
    puzzle.get_by_role("button", name="Mark as I move").click()
    for entry in entries(task):
        enter(puzzle, entry)
    expect(puzzle.locator(".ll-verdict")).to_contain_text("Solved.")
    expect(puzzle.locator(".ll-missed")).to_have_count(0)
    expect(puzzle.locator(".ll-score")).to_contain_text("1 solved")
    lab.screenshot(f"solved-{family.id.replace(':', '-')}", of=puzzle)
    box = puzzle.bounding_box()
    assert box is not None
    assert box["height"] <= MOST_HEIGHT
    assert puzzle.evaluate(CLIPPED) == []


@each_way
@pytest.mark.parametrize("name", SOME)
def test_a_puzzle_of_each_game_is_solved_with_the_controls(
    lab: LabPage, name: str, way: str
) -> None:
    (family,) = (family for family in FAMILIES if family.id == name)
    is_solved(lab, family, BY_HAND[way])


@pytest.mark.slow
@each_way
@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.id)
def test_a_puzzle_of_every_family_is_solved_with_the_controls(
    lab: LabPage, family: Family, way: str
) -> None:
    is_solved(lab, family, BY_HAND[way])


@pytest.mark.slow
def test_every_family_stands_on_one_screen(lab: LabPage) -> None:
    faults = []
    for family in families_of("mixed"):
        puzzle = puzzle_of(lab, f"{family.id} {family.picked[0]}")
        puzzle.get_by_role("button", name="Hint").click()
        expect(puzzle.locator(".ll-hint-box")).to_be_visible()
        box = puzzle.bounding_box()
        assert box is not None
        if box["height"] > MOST_HEIGHT:
            faults.append(f"{family.id} is {box['height']} pixels high")
        faults += [f"{family.id}: {cut}" for cut in puzzle.evaluate(CLIPPED)]
    assert faults == []


def test_a_question_is_answered_by_a_click_on_the_board(lab: LabPage) -> None:
    asked = (
        "from landships_lab.practice.marking import Pick\n"
        "from landships_lab.practice.task import Task\n"
        "it = Exercises('12_fire_arcs')\n"
        "it.asked.insert(0, Task('Click a place that it can hit.', "
        f"'{STATE}', pick=Pick('target', 'Click a hex.'), wanted='yes'))\n"
        "it._show_question()\nit"
    )
    lab.open_cells([IMPORTS, asked], size=LAPTOP)
    frame = lab.output(1).locator(".ll-panel").first
    expect(frame.locator(".ll-ask")).to_contain_text("Click a hex. Or type it.")
    state = CATALOG["landships:fire"].parse(STATE)
    board = Panel(lab, frame, state.opening())
    painted(frame)
    board.click("1309")
    expect(frame.locator(".ll-verdict")).to_contain_text("Right.")
    expect(frame.locator(".ll-steps")).to_be_visible()
