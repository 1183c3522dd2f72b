"""A question stands on one screen after each kind of reply: of every kind, at every level, and
those of every lesson; nothing jumps.
"""

import math
import re
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from landships_lab.data.lessons import asked as asked_in
from landships_lab.practice.generator import RULE_SETS, kinds_of
from landships_lab.practice.lessons import lesson_questions
from landships_lab.practice.task import Task
from tests.browser.harness import LabPage, VoilaPage
from tests.browser.panels import CLIPPED
from tests.browser.test_one_screen import DESK, LAPTOP, MOST_HEIGHT, PHONE, SCRIPT, asked
from tests.effort import EFFORT, tries
from tests.made import made_question
from tests.paths import LESSONS

pytestmark = pytest.mark.browser

ABREAST = 6  # panels in one cell, which show a question each at the same time
SEEDS = range(tries(3, 6))  # of which the longest question is asked
#: The levels whose questions are answered on the smaller screen; on the larger one the hardest are.
LEVELS = (1, 2, 3) if EFFORT == "all" else (2,)

#: Makes panels, and shows in one of them the question and the replies that a test sends.
CELL = """
import tempfile
from ipywidgets import VBox
from landships_lab import Drill, Exercises
from landships_lab.practice.lessons import lesson_questions
from landships_lab.practice.generator import make_up
from landships_lab.jupyter import drill as drills
question = make_up("landships:range", 1, 1)
real, drills.next_question = drills.next_question, lambda *_: question
def restore():
    drills.next_question = real
def put(panel, one):
    global question
    question = one
    if isinstance(panel, Exercises):
        panel.asked.append(one)
        panel.number = len(panel.asked) - 2
    panel.next()
panels = [{made} for _ in range({count})]
"""
MEASURED = f"""async count => {{
    const is = {SCRIPT.strip()};
    const panels = [...document.querySelectorAll(".ll-asking")]
        .map((e) => e.closest(".ll-panel")).slice(0, count);
    await Promise.all(panels.map((panel) => is.settled(panel)));
    return panels.map((panel) => ({{
        unfit: [...is.unfitQuestion(panel), ...is.clippedHints(panel), ...({CLIPPED})(panel)],
        places: is.placesOfQuestion(panel),
        height: panel.getBoundingClientRect().height,
    }}));
}}"""


@pytest.fixture(autouse=True)
def _own_questions_again(request: pytest.FixtureRequest) -> Iterator[None]:
    """Let the next test's drills choose their questions themselves: it may share the kernel."""
    page: LabPage | None = (
        request.getfixturevalue("lab_page") if "lab" in request.fixturenames else None
    )
    yield
    if page is not None:
        page.tell_kernel("globals().get('restore', int)()")


Asked = tuple[str, Task]  # how the kernel makes the question, and the question


def wrong_reply(question: Task) -> str:
    """A wrong reply: the one with the most to say, if a mistake leads to one."""
    known = sorted(question.key.slips, key=lambda slip: -len(slip.name))
    others = [choice for choice in question.choices if choice != question.right]
    return (known[0].reply if known else "") or (others[0] if others else "98765")


def longest(kind: str, level: int) -> Asked:
    seed = max(SEEDS, key=lambda seed: len(made_question(kind, seed, level).text))
    return f"make_up({kind!r}, {seed}, {level})", made_question(kind, seed, level)


def of_every_kind(*levels: int) -> Iterator[Asked]:
    for kind in (kind for rule_set in RULE_SETS for kind in kinds_of(rule_set)):
        yield from (
            longest(kind.id, level)
            for level in sorted({max(level, kind.level) for level in levels})
        )


def of_every_lesson() -> Iterator[Asked]:
    for lesson in (path.stem for path in sorted(LESSONS.glob("*.ipynb"))):
        if (
            asked_in(lesson)
            if "Exercises(" in (LESSONS / f"{lesson}.ipynb").read_text(encoding="utf-8")
            else ()
        ):
            for number, question in enumerate(lesson_questions(lesson)):
                yield f"lesson_questions({lesson!r})[{number}]", question


def replies(question: Task) -> list[str]:
    """Each kind of reply: refused where one types, wrong, right."""
    return [*([] if question.choices else ["letters"]), wrong_reply(question), question.right]


def faults(lab: LabPage, all_asked: Sequence[Asked], height: int) -> list[str]:
    """Show these questions, reply in each way, and return what is not in its place."""
    found: list[str] = []
    for first in range(0, len(all_asked), ABREAST):
        together = all_asked[first : first + ABREAST]
        lab.tell_kernel(
            "\n".join(f"put(panels[{n}], {made})" for n, (made, _) in enumerate(together))
        )
        before = look(lab, len(together))
        rounds = [replies(question) for _, question in together]
        for number in range(-1, max(map(len, rounds))):
            given = [
                (said[number] if number < len(said) else said[-1]) if number >= 0 else ""
                for said in rounds
            ]
            if number >= 0:
                lab.tell_kernel(
                    "\n".join(f"panels[{n}].reply({reply!r})" for n, reply in enumerate(given))
                )
            for (made, _), reply, was, now in zip(
                together, given, before, look(lab, len(together)), strict=True
            ):
                told = [*now["unfit"], *(["it jumped"] if now["places"] != was["places"] else [])]
                told += [f"{now['height']:.0f} pixels high"] if now["height"] > height else []
                found += [f"{made} {reply!r}: {fault}" for fault in told]
    return found


def look(lab: LabPage, count: int) -> list[dict[str, Any]]:
    measured: list[dict[str, Any]] = lab.wait_for(MEASURED, count)
    return measured


def open_questions(lab: LabPage, made: str, size: tuple[int, int]) -> None:
    lab.open_cells([f"{CELL.format(made=made, count=ABREAST)}VBox(panels)"], size=size)
    lab.page.evaluate("() => window.jupyterapp.shell.expandLeft()")
    expect(lab.output(0).locator(".ll-next")).to_have_count(ABREAST)


def panel_with(lab: LabPage, cell: str) -> Locator:
    lab.open_cells([cell], size=LAPTOP)
    lab.page.evaluate("() => window.jupyterapp.shell.expandLeft()")
    panel = lab.output(0).locator(".ll-panel").first
    expect(panel.locator(".ll-ask")).to_be_visible()
    return panel


def test_the_first_question_of_a_drill_answered_yes_stands_on_one_screen(lab: LabPage) -> None:
    panel = panel_with(
        lab,
        "import tempfile\nfrom landships_lab import Drill\nDrill('landships',"
        " folder=tempfile.mkdtemp(), kinds=['landships:fire'])",
    )
    asked(panel, "settled")
    before = asked(panel, "placesOfQuestion")
    panel.get_by_role("button", name=re.compile("^yes$")).click()
    expect(panel.locator(".ll-verdict")).to_be_visible()
    asked(panel, "settled")
    assert asked(panel, "unfitQuestion") == []
    assert asked(panel, "placesOfQuestion") == before
    lab.screenshot("drill-answered", of=panel)


def test_all_reasons_open_below_and_the_next_question_begins_folded(lab: LabPage) -> None:
    made, question = longest("landships:fire", 2)
    cell = CELL.format(made="Drill('landships', folder=tempfile.mkdtemp())", count=1)
    panel = panel_with(lab, f"{cell}put(panels[0], {made})\npanels[0]")
    before = asked(panel, "placesOfQuestion")
    lab.tell_kernel(f"panels[0].reply({question.right!r})")
    more = panel.get_by_role("button", name=re.compile("^All [0-9]+ reasons$"))
    more.click()
    expect(panel.locator(".ll-spare")).to_have_count(0)
    asked(panel, "settled")
    assert asked(panel, "unfitQuestion") == []
    expect(panel.get_by_role("button", name="Fewer reasons")).to_be_visible()
    panel.get_by_role("button", name="Next question").click()
    expect(panel.locator(".ll-verdict")).to_have_count(0)
    expect(panel.locator(".ll-more-reasons")).to_be_hidden()
    asked(panel, "settled")
    assert asked(panel, "placesOfQuestion") == before


DRILL, EXERCISES = "Drill('mixed', folder=tempfile.mkdtemp())", "Exercises('12_fire_arcs')"


def test_every_kind_of_question_stands_on_one_screen_after_each_reply(lab: LabPage) -> None:
    open_questions(lab, DRILL, LAPTOP)
    assert faults(lab, list(of_every_kind(*LEVELS)), MOST_HEIGHT) == []


@pytest.mark.slow
def test_every_question_of_a_lesson_stands_on_one_screen_after_each_reply(lab: LabPage) -> None:
    open_questions(lab, EXERCISES, LAPTOP)
    assert faults(lab, list(of_every_lesson()), MOST_HEIGHT) == []


@pytest.mark.slow
def test_every_kind_of_question_stands_on_a_larger_screen_after_each_reply(lab: LabPage) -> None:
    open_questions(lab, DRILL, DESK)
    assert faults(lab, list(of_every_kind(3)), DESK[1] - 200) == []


@pytest.mark.slow
def test_every_kind_of_question_stands_on_one_screen_of_a_dashboard_and_of_a_phone(
    voila: VoilaPage,
) -> None:
    """The hardest question of every second kind, answered wrong, in a panel each."""
    every = list(of_every_kind(3))[::2]
    cell = CELL.format(made=DRILL, count=len(every))
    put = "".join(
        f"put(panels[{n}], {made})\npanels[{n}].reply({wrong_reply(q)!r})\n"
        for n, (made, q) in enumerate(every)
    )
    voila.open_cells([f"{cell}{put}VBox(panels)"], size=LAPTOP)
    expect(voila.page.locator(".ll-verdict")).to_have_count(len(every))
    assert too_large(voila, every, MOST_HEIGHT) == []
    voila.resize(PHONE)
    assert too_large(voila, every) == []
    order = [".ll-ask", ".ll-question-image", ".ll-verdict", ".ll-deciding", ".ll-next"]
    tops = [voila.page.locator(name).first.bounding_box()["y"] for name in order]  # type: ignore[index]
    assert tops == sorted(tops)


def too_large(page: VoilaPage, every: list[Asked], height: float = math.inf) -> list[Any]:
    """Return what is seen of the panels that do not hold their question, or are higher."""
    measured: list[dict[str, Any]] = page.wait_for(MEASURED, len(every))
    seen = [{"question": made, **one} for (made, _), one in zip(every, measured, strict=True)]
    return [one for one in seen if one["unfit"] or one["height"] > height]
