"""What is allowed in play, and how likely it is, is what the panels answer: `explain` opens the
panel with this very state.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import cast

import pytest

from landships_lab.core.answer import Gap
from landships_lab.core.dice import Odds
from landships_lab.games.landser.panels.assault import LandserAssault
from landships_lab.games.landser.panels.fire import LandserFire
from landships_lab.games.landser.panels.spotting import LandserSpotting
from landships_lab.games.landser.panels.template import LandserTemplate
from landships_lab.games.landser.turn import Firefight
from landships_lab.games.landser.turn.hurt import said_of
from landships_lab.games.landser.turn_board import BOARD
from landships_lab.panel.panel import Panel
from landships_lab.play import Choice, Situation, choices
from tests.effort import tries
from tests.games.landser.turn.test_laws import situations

pytestmark = pytest.mark.long

Asked = tuple[Situation, Choice, Panel]


def asked(*verbs: str, every: int = 13) -> Iterator[Asked]:
    """Yield choices with one of these verbs, with the panels that explain them."""
    most = tries(400, 4000)
    for situation in situations(every):
        for one in choices(situation):
            if one.words.split()[0] not in verbs:
                continue
            panel = BOARD.explain(cast(Firefight, situation), one)
            if panel is not None and most:
                most -= 1
                yield situation, one, panel


def without_jam(odds: Odds[str]) -> dict[str, Fraction]:
    """Return the chances of outcomes, whether the weapon jams or not."""
    found: dict[str, Fraction] = {}
    for said, chance in odds:
        found[said.removesuffix(", jammed")] = found.get(said.removesuffix(", jammed"), 0) + chance
    return found


def test_shots_have_the_odds_of_the_fire_panel() -> None:
    seen = 0
    for _, one, panel in asked("fire"):
        if not one.legal or not isinstance(panel, LandserFire):
            continue
        detail = panel.answer().detail
        groups = without_jam(detail.of.odds.map(said_of))
        found = without_jam(one.odds)
        if missed := found.pop("not seen", Fraction(0)):
            groups = {said: chance * (1 - missed) for said, chance in groups.items()}
        assert groups == found, one.words
        if not isinstance(detail.jam.value, Gap) and not missed:
            jams = sum(chance for said, chance in one.odds if said.endswith(", jammed"))
            assert jams == detail.jam.value
        seen += 1
    assert seen > 20


def test_bursts_hit_as_often_as_the_fire_panel_says() -> None:
    seen = 0
    for _, one, panel in asked("burst"):
        if one.legal and isinstance(panel, LandserFire):
            odds = without_jam(one.odds)
            hit = sum(chance for said, chance in odds.items() if said.startswith("hit"))
            seen_at_all = 1 - odds.get("not seen", Fraction(0))
            assert hit == (1 - panel.answer().detail.of.odds.p("miss")) * seen_at_all
            seen += 1
    assert seen > 10


def test_looking_out_needs_what_the_spotting_panel_says() -> None:
    seen = 0
    for situation, one, panel in asked("spot"):
        assert isinstance(situation, Firefight)
        if one.legal and isinstance(panel, LandserSpotting):
            least = panel.answer().steps
            assert least
            value = landser_number(panel)
            if not isinstance(value, Gap):
                assert one.odds.p("noticed") == Fraction(7 - value, 6)
                seen += 1
    assert seen > 10


def landser_number(panel: LandserSpotting) -> int | Gap:
    """Return the roll that the spotting panel asks for."""
    value = panel.answer().detail.numbers(panel.sighting.doing, panel.sighting.in_cover)
    assert value
    seen = panel.answer().detail.seen
    return Gap("", panel.answer().steps[0].cite) if seen is None else int(7 - 6 * seen)


def test_fights_have_the_odds_of_the_assault_panel() -> None:
    seen = 0
    for _, one, panel in asked("fight", every=1):
        assert isinstance(panel, LandserAssault)
        odds = panel.answer().detail.odds
        assert dict(one.odds) == dict(odds)
        seen += 1
    assert seen


def test_grenades_land_on_the_place_as_often_as_the_template_panel_says() -> None:
    seen = 0
    for _, one, panel in asked("grenade"):
        if one.legal and isinstance(panel, LandserTemplate):
            placed = sum(chance for said, chance in one.odds if said.startswith("on the place"))
            assert panel.answer().detail.landings[0].chance == placed
            seen += 1
    assert seen > 3
