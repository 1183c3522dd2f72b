"""What a notebook keeps of a panel is small, the same picture, and never code."""

import html
import random
import re
import urllib.parse
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

import landships_lab
from landships_lab.jupyter.frame import MOST_LETTERS, Still
from landships_lab.jupyter.panel import PanelWidget
from landships_lab.panel.catalog import CATALOG, PANELS
from tests.nasty import SENTENCE

SOURCE = re.compile(
    r'<img alt="([^"]*)" style="max-width: 100%" src="data:image/svg\+xml,([^"]*)">'
)


@pytest.mark.long
@pytest.mark.parametrize("name", PANELS)
def test_every_panel_keeps_a_small_picture_and_its_verdict(name: str) -> None:
    panel: PanelWidget = getattr(landships_lab, name)()
    for seed in range(4):
        kept = Still(panel.kept).html()
        assert html.escape(panel.answer.headline) in kept
        assert len(kept.encode()) < 100_000
        found = SOURCE.findall(kept)
        assert found or seed, "only a map painted all over may be too large"
        for _, drawn in found:
            assert ET.fromstring(urllib.parse.unquote(html.unescape(drawn))).tag.endswith("svg")  # noqa: S314 - our own
        panel.state = CATALOG[PANELS[name]].random(random.Random(seed))
    panel.close()


def test_a_picture_that_is_too_large_is_left_out_and_words_stay_words() -> None:
    texts = "<svg>" + "".join(f"<text>{n}</text>" for n in range(MOST_LETTERS)) + "</svg>"
    kept = Still(lambda: (SENTENCE, SENTENCE, texts)).html()
    assert "<img" not in kept
    assert "<script>" not in kept
    assert kept.count(html.escape(SENTENCE)) == 2


def test_without_a_kernel_nothing_is_displayed(capsys: pytest.CaptureFixture[str]) -> None:
    still = Still(lambda: ("Fire arcs", "may fire", ""))
    still.show()
    still.renew()
    assert capsys.readouterr().out == ""


def test_a_drill_keeps_its_question_and_its_picture_and_the_disagreements_the_reading_shown(
    tmp_path: Path,
) -> None:
    drill = landships_lab.Drill("landships", folder=tmp_path)
    asked = Still(drill.kept).html()
    assert html.escape(drill.question.text) in asked
    assert SOURCE.findall(asked)
    drill.reply(drill.question.right)
    assert Still(drill.kept).html() != asked, "the picture of the answer"
    drill.close()
    parted = landships_lab.Disagreements("loos")
    parted.turn_to(3)
    assert html.escape(parted.entries[2][0].question) in Still(parted.kept).html()
    parted.close()
