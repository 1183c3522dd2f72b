"""Looks with axe-core for what keeps readers with a handicap out."""

from importlib.resources import files
from typing import cast

from playwright.sync_api import Page

FAULTS = """async () => (await axe.run(document, {resultTypes: ['violations']})).violations.map(
    fault => `${fault.impact} ${fault.id}: ${fault.help}; `
        + fault.nodes.map(node => node.html.slice(0, 160)).join(' ; '))"""


def faults(page: Page) -> list[str]:
    """Return what axe-core finds wrong on the whole page."""
    page.evaluate(files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8"))
    return cast(list[str], page.evaluate(FAULTS))
