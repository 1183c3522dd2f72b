"""Old public names work for one more release, and say what they are called now."""

import re
from dataclasses import replace
from fractions import Fraction

import pytest

from landships_lab import FireArcs
from landships_lab.core.renamed import renamed
from landships_lab.data.disagreements import ReadingDifference
from landships_lab.games.landser.rules.shots import Aim
from landships_lab.games.landships.panels.hexsides import Hexsides
from landships_lab.games.landships.rules.field_of_movement import Moves
from landships_lab.games.one_hour.panels.common import OneHourState
from landships_lab.games.one_hour.rules.path import March
from landships_lab.games.paychest.analysis.battle import Morale
from landships_lab.panel.readings import Readings
from landships_lab.play.starts import start
from landships_lab.play.turns import Happening

OLD = {
    Happening: "said",
    ReadingDifference: "found",
    Readings: "taken",
    March: "left",
    Moves: "left",
    Aim: "taken",
    Hexsides: "taken",
    OneHourState: "taken",
    Morale: "left",
}


@pytest.mark.parametrize(("kind", "old"), OLD.items(), ids=lambda it: getattr(it, "__name__", it))
def test_an_old_name_leads_to_a_name_of_today(kind: type, old: str) -> None:
    name = vars(kind)[old]
    assert isinstance(name, renamed)
    fields = getattr(kind, "__dataclass_fields__", {})
    assert name.new in fields or hasattr(kind, name.new)


def test_an_old_name_warns_and_returns_what_the_new_one_does() -> None:
    happening = Happening(start("one_hour:flank-attack"), "It fires.", outcome="5 Hits")
    with pytest.warns(DeprecationWarning, match=r"Happening\.said is now outcome"):
        assert happening.said == "5 Hits"
    assert replace(happening, outcome="none").outcome == "none"
    march = March((3, 3, 4))
    with pytest.warns(DeprecationWarning, match=re.escape("March.left is now inches_left")) as seen:
        left = march.left("tank")
    assert left == march.inches_left("tank") > Fraction(0)
    assert seen[0].filename == __file__


def test_an_old_argument_warns_and_is_passed_on() -> None:
    panel = FireArcs()
    link = panel.link
    with pytest.warns(DeprecationWarning, match="told of go_to is now message"):
        panel.go_to(link, told="Here it is.")
    assert "Here it is." in panel.answer_view.message.value
    panel.close()
