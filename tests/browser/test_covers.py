"""The covers of the guesses in every lesson: as high as what they show, and no word too small to
read, covered and open.
"""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.harness import VoilaPage
from tests.paths import LESSONS

pytestmark = pytest.mark.browser
SCRIPT = Path(__file__).with_name("covered.js").read_text(encoding="utf-8")
LAPTOP, PHONE = (1280, 800), (390, 844)
#: The smallest words, in pixels, and the highest band that may be blank.
LEAST, LEAST_ON_PHONE, BAND = 11, 10, 24
COVERED, OPEN = ".ll-guess:not(.ll-uncovered)", ".ll-guess.ll-uncovered"


def look_at(voila: VoilaPage, lesson: str) -> None:
    """Look at the covers of a lesson, then at its panels."""
    voila.open(lesson, size=LAPTOP)
    page = voila.page
    page.locator("body.lp-ready").wait_for()
    covers = page.locator(COVERED)
    expect(covers.first.get_by_role("button", name="Show me")).to_be_visible()
    assert page.evaluate(SCRIPT, [COVERED, LEAST, BAND]) == []
    voila.resize(PHONE)
    assert page.evaluate(SCRIPT, [COVERED, LEAST_ON_PHONE, BAND]) == []
    voila.resize(LAPTOP)
    many = covers.count()
    for _ in range(many):
        covers.first.get_by_role("button", name="Show me").click()
        many -= 1
        expect(covers).to_have_count(many)
    expect(page.locator("details.ll-explained:not([open])")).to_have_count(0)
    assert page.evaluate(SCRIPT, [OPEN, LEAST, BAND]) == []


@pytest.mark.walk
def test_a_cover_is_as_high_as_what_it_shows_and_its_words_can_be_read(voila: VoilaPage) -> None:
    look_at(voila, "31_fire_and_cover.ipynb")


@pytest.mark.slow
def test_on_a_phone_a_chart_does_not_lie_over_the_reasons(voila: VoilaPage) -> None:
    voila.open("31_fire_and_cover.ipynb", size=PHONE)
    panel = voila.page.locator(".ll-panel:has(> .ll-body .ll-chart)").first
    figure, reasons = panel.locator(".ll-chart .bqplot").first, panel.locator(".ll-steps-box")
    expect(figure.locator("svg").first).to_be_visible()
    above, below = figure.bounding_box(), reasons.bounding_box()
    assert above is not None
    assert below is not None
    assert above["y"] + above["height"] <= below["y"] + 1


@pytest.mark.slow
@pytest.mark.parametrize(
    "path",
    [path for path in sorted(LESSONS.glob("*.ipynb")) if "Guess(" in path.read_text("utf-8")],
    ids=lambda path: path.stem,
)
def test_every_cover_of_every_lesson(voila: VoilaPage, path: Path) -> None:
    look_at(voila, path.name)
