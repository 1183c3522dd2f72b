"""Is every panel whole and drawn as soon as its cell has run, on a small screen and a large one, on light pages and dark?"""

import re

import pytest
from playwright.sync_api import Locator, expect

from landships_lab.explore import CATALOG
from landships_lab.explore.catalog import PANELS
from tests.browser.harness import THEMES, LabPage
from tests.browser.panels import CLIPPED, OF_EACH_RULE_SET, shown

pytestmark = pytest.mark.browser

DRAWN = """canvas => { const d = new Uint32Array(canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data.buffer);
    return d.some(pixel => pixel !== d[0]); }"""


@pytest.mark.parametrize("size", [(1280, 800), (1600, 1000)], ids=str)
@OF_EACH_RULE_SET
def test_every_panel_fits_its_cell_tells_its_answer_and_is_drawn_in_both_themes(
    lab: LabPage, names: tuple[str, ...], size: tuple[int, int]
) -> None:
    panels = dict(zip(names, shown(lab, *(f"{name}()" for name in names), size=size), strict=True))
    clipped: dict[str, list[str]] = {}
    for theme in THEMES:
        lab.change_theme(theme)
        for number, (name, panel) in enumerate(panels.items()):
            lab.cell(number)
            expect(panel).to_have_class(re.compile(rf"\bll-{theme}\b"))
            is_whole(lab, name, panel)
            if found := panel.evaluate(CLIPPED):
                clipped[f"{name} {theme}"] = found
            lab.screenshot(f"{name}-{size[0]}-{theme}", of=panel)
    assert clipped == {}


def is_whole(lab: LabPage, name: str, panel: Locator) -> None:
    explorer = CATALOG[PANELS[name]]
    state = explorer.start()
    answer = explorer.ask(state)
    expect(panel.get_by_role("status").first).to_have_text(answer.headline)
    if explorer.has_board:
        lab.page.wait_for_function(DRAWN, arg=panel.locator(".ll-board canvas").last.element_handle())
    for chart in panel.locator(".bqplot").all()[: len(explorer.charts(state, answer))]:
        expect(chart.locator("rect.bar, .bar rect, path.line, .curve path").first).to_be_attached()
    inside, around = panel.bounding_box(), panel.locator("xpath=ancestor::*[contains(@class, 'jp-OutputArea-output')]").first.bounding_box()
    assert inside is not None
    assert around is not None
    assert inside["width"] <= min(around["width"], 870), name
