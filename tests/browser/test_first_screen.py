"""What one sees first: on the tour a search over everything and the five games, at once."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.harness import LabPage, VoilaPage

pytestmark = pytest.mark.browser
SIZE = (1280, 800)


def check_first(page: Page) -> None:
    """Check that the search stands in the upper half of the screen, and that the pictures of the
    games stand on it.
    """
    search, games = page.get_by_label("Search", exact=True).first, page.locator(".lf-games img")
    expect(search).to_be_visible()
    expect(games).to_have_count(5)
    field, picture = search.bounding_box(), games.first.bounding_box()
    assert field is not None
    assert picture is not None
    assert 0 <= field["y"] <= SIZE[1] / 2
    assert picture["y"] + picture["height"] <= SIZE[1]


def test_after_run_all_the_tour_shows_the_search_and_the_games_on_the_first_screen(
    lab: LabPage,
) -> None:
    lab.open("00_tour.ipynb", size=SIZE)
    check_first(lab.page)
    lab.screenshot("first-screen-lab")


def test_as_a_page_the_tour_shows_the_search_and_the_games_on_the_first_screen(
    voila: VoilaPage,
) -> None:
    voila.open("00_tour.ipynb", size=SIZE)
    check_first(voila.page)
    voila.screenshot("first-screen-voila")
