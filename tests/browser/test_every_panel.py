"""Every panel is whole and drawn as soon as its cell has run, on every size of screen, on light
pages and dark.
"""

import re

import pytest
from playwright.sync_api import Locator, expect

from landships_lab.panel import CATALOG
from landships_lab.panel.catalog import PANELS
from tests.browser.harness import THEMES, LabPage
from tests.browser.panels import CLIPPED, OF_EACH_RULE_SET, painted, shown

pytestmark = pytest.mark.browser

#: Sizes of the window, each with what its reader does with the side bar: at 200 percent zoom (the
#: first) there is no room for it.
SCREENS = (((640, 400), "collapseLeft"), ((1280, 800), "expandLeft"), ((1600, 1000), "expandLeft"))
LARGE = ((1280, 800), (1600, 1000))
#: Whether a chart is drawn as wide as its place: it follows a change of that when it is seen, and a
#: little later.
FILLED = (
    "it => Math.abs(it.querySelector('.axis').getBoundingClientRect().width - it.clientWidth) < 80"
)


@OF_EACH_RULE_SET
def test_every_panel_fits_every_screen_tells_its_answer_and_is_drawn_in_both_themes(
    lab: LabPage, names: tuple[str, ...]
) -> None:
    panels = dict(
        zip(names, shown(lab, *(f"{name}()" for name in names), size=SCREENS[0][0]), strict=True)
    )
    clipped: dict[str, list[str]] = {}
    for theme in THEMES:
        lab.change_theme(theme)
        for size, side_bar in SCREENS:
            if size != LARGE[0] and theme == "dark":
                continue  # colours take no room
            lab.resize(size)
            lab.page.evaluate("act => window.jupyterapp.shell[act]()", side_bar)
            for number, (name, panel) in enumerate(panels.items()):
                lab.cell(number)
                expect(panel).to_have_class(re.compile(rf"\bll-{theme}\b"))
                expect(panel.get_by_role("status").first).not_to_be_empty()
                if found := panel.evaluate(CLIPPED):
                    clipped[f"{name} {size} {theme}"] = found
                if size in LARGE:
                    is_whole(name, panel)
                    lab.screenshot(f"{name}-{size[0]}-{theme}", of=panel)
    lab.page.evaluate("() => window.jupyterapp.shell.expandLeft()")
    assert clipped == {}


def is_whole(name: str, panel: Locator) -> None:
    panel_type = CATALOG[PANELS[name]]
    state = panel_type.initial()
    answer = state.ask()
    expect(panel.get_by_role("status").first).to_have_text(answer.headline)
    if panel_type.has_board:
        painted(panel)
    for chart in panel.locator(".bqplot").all()[: len(state.charts(answer))]:
        expect(chart.locator("rect.bar, .bar rect, path.line, .curve path").first).to_be_attached()
        chart.scroll_into_view_if_needed()
        panel.page.wait_for_function(FILLED, arg=chart.element_handle())
    inside, around = (
        panel.bounding_box(),
        panel.locator(
            "xpath=ancestor::*[contains(@class, 'jp-OutputArea-output')]"
        ).first.bounding_box(),
    )
    assert inside is not None
    assert around is not None
    assert inside["width"] <= around["width"], name
