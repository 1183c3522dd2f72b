"""A name that is code stays a name in a real page.

Code would set `window.hacked`, and nothing may.
"""

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.harness import LabPage
from tests.nasty import FORMULA, NAME, SENTENCE, TABLES, UNIT

pytestmark = pytest.mark.browser

CELLS = [
    f"unit, tables, sentence = {UNIT!r}, {TABLES!r}, {SENTENCE!r}",
    (
        "from IPython.display import HTML, SVG, Markdown\nfrom landships_lab import *\nfrom"
        " landships_lab.drawing import words"
    ),
    (
        "fire = FireArcs()\nfire.dispatch('own', unit)\nfire.dispatch('shown', ('formula',"
        " True))\nfire"
    ),
    "editor = VehicleEditor()\neditor.dispatch('toml', unit)\neditor",
    (
        "shot = PaychestFire()\nshot.dispatch('own', tables)\nshot.dispatch('inches',"
        " '18')\nshot.dispatch('cover', 'wall')\nshot"
    ),
    "asked = Exercises('11_counting_range')\nasked.reply(sentence)\nasked",
    "Markdown(words.markdown(fire.answer))",
    "SVG(fire.kept()[2])",
    "HTML(fire.kept()[2])",
]


def enter(where: Locator, label: str) -> None:
    """Type the code into a field, where it is refused in words that quote it."""
    field = where.get_by_label(label, exact=True)
    field.fill(SENTENCE)
    field.press("Enter")
    expect(where.get_by_role("alert").filter(has_text=NAME).first).to_be_visible()


def test_names_that_are_code_are_words_in_everything_a_page_shows(lab: LabPage) -> None:
    lab.open_cells(CELLS, size=(1280, 1350))
    fire = lab.output(2)
    expect(fire.locator(".ll-steps")).to_contain_text(NAME)
    expect(fire.locator(".ll-swatch").filter(has_text=NAME)).to_have_count(1)
    expect(
        fire.locator(".ll-swatch").filter(has_text=FORMULA.replace("$", "＄").replace("\\", "∖"))
    ).to_have_count(1)
    expect(fire.locator("select").first).to_contain_text(NAME)
    enter(fire, "Target")
    fire.get_by_role("button", name="Your own units").click()
    lab.screenshot("names-that-are-code", of=fire)

    editor = lab.output(3)
    expect(editor.get_by_label("Name", exact=True)).to_have_value(NAME)
    expect(editor.get_by_role("status").first).to_be_visible()
    expect(lab.output(4).get_by_text(NAME).first).to_be_visible()
    expect(lab.output(5).get_by_role("alert")).to_contain_text(NAME)
    expect(lab.output(6).locator("ol")).to_contain_text(NAME)
    expect(lab.output(7).get_by_role("img")).to_be_visible()
    expect(lab.output(8).locator("svg[role=img]")).to_contain_text(NAME)

    assert lab.page.evaluate("window.hacked") is None
    for wrong in (
        "img[src='x']",
        "[onmouseover]",
        "[href^='javascript']",
        "[onload]",
        "mjx-container a",
    ):
        assert lab.page.locator(wrong).count() == 0, wrong
