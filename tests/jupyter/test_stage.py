"""What stands on the stage: the board where the question is about hexes, else tables and charts in
its place.
"""

import ipywidgets as w

from landships_lab.jupyter.panel import PanelWidget
from landships_lab.panel import CATALOG

STAFF = CATALOG["loos:staff"]


def tables(panel: PanelWidget) -> list[str]:
    """Return the captions of the tables on the page that is shown."""
    pages = [c.value for c in panel._stage._shared.children if isinstance(c, w.HTML)]
    return [page.partition("</caption>")[0].rpartition(">")[2] for page in pages]


def shows(widget: w.Widget) -> bool:
    return not {"ll-hidden", "ll-keeps-room"} & set(widget._dom_classes)


def test_a_question_without_hexes_puts_its_table_where_the_map_was_and_back() -> None:
    panel = PanelWidget(STAFF)
    for question, captions in (("", []), ("stack", ["May they stack?"]), ("zone", [])):
        if question:
            panel.dispatch("question", question)
        assert tables(panel) == captions
        assert shows(panel._stage._picture) == shows(panel._stage._tabs) == (not captions)
        assert panel._icons.closer.disabled == bool(captions)
    panel.close()


def test_the_table_of_a_map_stands_on_a_page_of_its_own() -> None:
    panel = PanelWidget(STAFF)
    tabs = panel._stage._tabs
    assert [name for name, _ in tabs.options] == ["Map", "Table"]
    tabs.value = 1
    assert not shows(panel._stage._picture)
    assert tables(panel) == ["Watchers of the British front line"]
    panel.close()
