"""Whatever one changes and whatever changes stand on one screen; on a phone one under the other;
and nothing jumps.
"""

import ast
import random
from pathlib import Path
from typing import Any

import nbformat
import pytest
from playwright.sync_api import Locator, expect

from landships_lab.panel import CATALOG
from landships_lab.panel.catalog import PANELS
from tests.browser.harness import LabPage
from tests.browser.panels import BY_RULES, CLIPPED, OF_EACH_RULE_SET, shown
from tests.browser.test_dashboards import EACH_LESSON
from tests.effort import tries
from tests.paths import LESSONS

pytestmark = pytest.mark.browser

LAPTOP, DESK, PHONE = (1280, 800), (1600, 1000), (390, 844)
MOST_HEIGHT = 660  # what a notebook shows of a page of 800 pixels
LEAST_BOARD = 640  # wide, on a page of 1600
LEAST_CONTROL = 32  # high, under a finger
EACH_SIZE = pytest.mark.parametrize(
    "size",
    [pytest.param(LAPTOP, id="laptop"), pytest.param(DESK, id="desk", marks=pytest.mark.slow)],
)
CHANGES = tries(1, 8)  # of each panel

SCRIPT = Path(__file__).with_name("one_screen.js").read_text(encoding="utf-8").partition("\n")[2]


def asked(panel: Locator, question: str, *arguments: Any) -> Any:
    """Return what a function of one_screen.js says of this panel."""
    return panel.evaluate(
        f"(panel, rest) => {SCRIPT.strip()}.{question}(panel, ...rest)", list(arguments)
    )


def cells_with_panels(lesson: str) -> list[int]:
    """Return the numbers of the cells of a lesson that show a panel."""
    names = (*PANELS, "Drill(", "Exercises(", "Disagreements(", "Rulebook(", "open_state(")
    names += ("Guess(", "Puzzle(")
    found = nbformat.read(LESSONS / f"{lesson}.ipynb", as_version=4).cells
    return [
        n for n, cell in enumerate(found) if cell.cell_type == "code" and _shows(cell.source, names)
    ]


def _shows(source: str, names: tuple[str, ...]) -> bool:
    """Whether the last statement of a cell is one of these panels."""
    *_, last = ast.parse(source).body
    return ast.unparse(last).startswith(names)


@EACH_LESSON
def test_every_panel_of_a_lesson_stands_on_one_screen(lab: LabPage, path: Path) -> None:
    lesson = path.stem
    cells = nbformat.read(path, as_version=4)
    nbformat.write(
        cells, lab.server.lessons / "lesson.ipynb"
    )  # under one name all of them share a kernel
    lab.open("lesson.ipynb", size=LAPTOP)
    lab.page.evaluate("() => window.jupyterapp.shell.expandLeft()")
    faults: list[str] = []
    numbers = cells_with_panels(lesson)
    assert numbers
    for size in (LAPTOP, DESK):
        lab.resize(size)
        for number in numbers:
            panel = lab.output(number).locator(".ll-panel").first
            expect(panel.locator("h3").first).to_be_visible()
            asked(panel, "settled")
            faults += [f"cell {number}, {size}: {fault}" for fault in faults_of(panel, size)]
            if panel.locator(".ll-asking").count() and size == LAPTOP:
                answer(panel)
                faults += [f"cell {number}, answered: {fault}" for fault in faults_of(panel, size)]
    for kept in lab.server.lessons.glob(
        "drill_*.json"
    ):  # other tests begin with a drill's first question
        kept.unlink()
    assert faults == []


def answer(panel: Locator) -> None:
    """Reply to the question that is asked, by a press or a number typed; uncover a guess."""
    if panel.get_by_role("button", name="Show me").count():
        panel.get_by_role("button", name="Show me").click()
    elif panel.locator(".ll-reply").count():
        panel.locator(".ll-reply").last.click()
    else:
        field = panel.get_by_role("textbox", name="Your answer")
        example = field.get_attribute("placeholder") or ""
        field.fill("98765" if example in ("a number", "33.3% or 1/3") else example)
        panel.get_by_role("button", name="Check").click()
    expect(panel.locator(".ll-verdict")).to_be_visible()
    asked(panel, "settled")


#: What a lesson shows beside the panels of a rule set.
OTHERS = (
    "Drill('landships')",
    "Exercises('12_fire_arcs')",
    "Disagreements('loos')",
    "Rulebook('one_hour')",
)


@pytest.mark.parametrize(
    "made",
    [*(tuple(f"{name}()" for name in names) for names in BY_RULES.values()), OTHERS],
    ids=[*BY_RULES, "others"],
)
def test_on_a_phone_a_panel_is_one_column_that_a_finger_can_use(
    lab: LabPage, made: tuple[str, ...]
) -> None:
    panels = shown(lab, *made, size=LAPTOP)
    lab.page.evaluate(
        "() => window.jupyterapp.shell.collapseLeft()"
    )  # a list of files would leave a phone no room at all
    lab.resize(PHONE)
    faults: list[str] = []
    for number, (what, panel) in enumerate(zip(made, panels, strict=True)):
        lab.cell(number)
        asked(panel, "settled")
        faults += [f"{what}: {fault}" for fault in faults_of(panel, PHONE)]
    lab.resize(LAPTOP)
    lab.page.evaluate("() => window.jupyterapp.shell.expandLeft()")
    assert faults == []


def faults_of(panel: Locator, size: tuple[int, int]) -> list[str]:
    box = panel.bounding_box()
    assert box is not None
    found: list[str] = [*panel.evaluate(CLIPPED), *asked(panel, "clippedHints")]
    if panel.locator(".ll-asking .ll-next").count():  # a guess leads on to nothing
        found += asked(panel, "unfitQuestion")
    if size == PHONE:
        return [*found, *asked(panel, "unfitForHands", LEAST_CONTROL)]
    found += asked(panel, "unfit")
    if size == LAPTOP and box["height"] > MOST_HEIGHT:
        found.append(f"{box['height']:.0f} pixels high")
    board = panel.locator(".ll-board").first
    if size == DESK and board.is_visible() and board.bounding_box()["width"] < LEAST_BOARD:  # type: ignore[index]
        found.append(f"its board is {board.bounding_box()['width']:.0f} pixels wide")  # type: ignore[index]
    return found


@OF_EACH_RULE_SET
def test_every_panel_stands_on_one_screen_and_nothing_jumps_or_is_cut_when_its_state_changes(
    lab: LabPage, names: tuple[str, ...]
) -> None:
    lab.open_cells(
        [
            f"from landships_lab import {name}\nfrom landships_lab.jupyter.lifecycle import"
            f" tree\np{number} = {name}()\np{number}"
            for number, name in enumerate(names)
        ],
        size=LAPTOP,
    )
    lab.page.evaluate("() => window.jupyterapp.shell.expandLeft()")
    moved: dict[str, Any] = {}
    cut: set[str] = set()
    unfit: list[str] = []
    for number, name in enumerate(names):
        panel_type, panel = CATALOG[PANELS[name]], lab.output(number).locator(".ll-panel").first
        verdict = panel.locator(".ll-verdict").first
        expect(verdict).to_be_visible()
        asked(panel, "settled")
        unfit += [f"{name}: {fault}" for fault in faults_of(panel, LAPTOP)]
        lab.tell_kernel(
            f"[part.bring() for part in [*tree([p{number}])] if hasattr(part, 'bring')]"
        )  # what is folded too
        asked(panel, "settled")
        before = asked(panel, "places")
        cut |= {f"{name}: {fault}" for fault in asked(panel, "clippedHints")}
        for seed in range(CHANGES):
            state = panel_type.random(random.Random(seed))
            lab.tell_kernel(f"p{number}.go_to({state.text()!r})")
            expect(verdict).to_have_text(state.ask().headline)
            asked(panel, "settled")
            if (after := asked(panel, "places")) != before:
                moved[f"{name} {state.text()}"] = (before, after)
            cut |= {f"{name}: {fault}" for fault in asked(panel, "clippedHints")}
    assert moved == {}
    assert cut == set()
    assert unfit == []


@pytest.mark.slow
@pytest.mark.parametrize("rule_set", [*BY_RULES])
def test_every_pair_of_readings_stands_on_one_screen_with_its_buttons(
    lab: LabPage, rule_set: str
) -> None:
    (panel,) = shown(lab, f"Disagreements({rule_set!r})", size=LAPTOP)
    number = panel.locator("select")
    faults, last = [], number.locator("option").count()
    for at in range(last):
        number.select_option(index=at)
        covered = panel.get_by_role("button", name="Show me both")
        lab.tell_kernel("None")  # it has answered the choice before
        if covered.count():
            covered.click()
            lab.tell_kernel("None")
        box = panel.bounding_box()
        assert box
        if box["height"] > MOST_HEIGHT or panel.evaluate(CLIPPED):
            faults.append((at + 1, box["height"], panel.evaluate(CLIPPED)))
    assert last > 1
    assert faults == []
