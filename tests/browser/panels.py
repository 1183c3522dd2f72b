"""Opens panels in JupyterLab for tests, and finds what in them is clipped."""

import pytest
from playwright.sync_api import Locator, expect

from landships_lab.explore.catalog import PANELS
from tests.browser.harness import LabPage

#: Whatever of a panel hides more than it shows, and what stands out of it to the right.
CLIPPED = """panel => {
    const told = e => `${e.tagName} ${e.className}: ${(e.textContent || '').slice(0, 60)}`;
    const seen = [...panel.querySelectorAll('*')].filter(e => e.checkVisibility() && !e.closest('.ll-spoken, svg') && e.clientWidth > 1);
    const hides = e => ['hidden', 'auto', 'scroll', 'clip'].includes(getComputedStyle(e).overflowX);
    const typed = e => ['INPUT', 'SELECT', 'TEXTAREA', 'svg'].includes(e.tagName);
    const right = panel.getBoundingClientRect().right;
    return [
        ...seen.filter(e => hides(e) && !typed(e) && e.scrollWidth > e.clientWidth + 1),
        ...seen.filter(e => e.getBoundingClientRect().right > right + 1),
    ].map(told);
}"""


#: The names of the panels of each rule set: as many as are put on one page. A page of all of them would take long to come up.
BY_RULES: dict[str, tuple[str, ...]] = {
    rules: tuple(name for name, explorer_id in PANELS.items() if explorer_id.partition(":")[0] == rules)
    for rules in dict.fromkeys(explorer_id.partition(":")[0] for explorer_id in PANELS.values())
}
OF_EACH_RULE_SET = pytest.mark.parametrize("names", BY_RULES.values(), ids=BY_RULES)


def shown(lab: LabPage, *made: str, size: tuple[int, int] = (1280, 800)) -> list[Locator]:
    """Return panels, each in a cell of its own, all shown."""
    cells = [f"from landships_lab import {what.partition('(')[0]}\n{what}" for what in made]
    lab.open_cells(cells, size=size)
    panels = [lab.output(number).locator(".ll-panel").first for number in range(len(cells))]
    for number, panel in enumerate(panels):
        lab.cell(number)
        expect(panel.locator("h3")).to_be_visible()
    return panels
