"""What the coverage panel says where the source is silent: ranges, points, and whose fire a way is
under.
"""

import pytest

from landships_lab.panel.links import read_link
from tests.games.landships.panels.test_coverage import COMPANY, parsed


def test_a_place_that_a_range_not_in_the_source_decides_is_told_so_with_its_readings() -> None:
    """Coverage says of the gun on a full-circle mount what the panel of fire arcs says of it."""
    state = parsed("landships:coverage british full-circle-mount@0606@E asked 0806")
    fire = read_link("landships:fire v1 full-circle-mount@0606 E weapon gun target 0806").ask()
    assert state.ask().value == fire.value
    effects = {told for switch in state.reading_switches() for _, told in switch.effects}
    assert effects == {"not in the source"}
    supplied = state.set("max_range", "2")
    assert supplied.ask().value == 1
    assert "1 gun" in str(supplied.reading_switches())
    more = parsed("landships:coverage british mk-iv-male@0606@N full-circle-mount@0506@E")
    for asked, told in (("0604", "at least 3 guns"), ("", "at least 100 hexes, 4 blind")):
        switches = more.set("asked", asked).reading_switches()
        assert told in {effect for switch in switches for _, effect in switch.effects}, asked


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("german a7v@0606@E side German asked 0106", "8 points on 0106 instead of points not in"),
        ("british mk-iv-male@0606@N asked 0604", "20 points on 0604 instead of 18."),
        ("british mk-iv-male@0606@NNE asked 0604", ""),
        ("german a7v@0606@E a7v@0506@E side German asked 0106", "instead of points not in the"),
    ],
)
def test_points_that_are_not_in_the_source_are_no_zero_in_the_advice(line: str, told: str) -> None:
    """No points of the A7V's machine guns are printed (line 77)."""
    answer = parsed(f"landships:coverage {line} shade points").ask()
    advice = [remedy.text for remedy in answer.remedies]
    assert bool(advice) is bool(told)
    assert all(told in text for text in advice), advice
    assert "instead of 0" not in "".join(advice)


def test_a_way_is_under_the_fire_of_the_enemies_of_the_side_that_moves() -> None:
    """With both sides shown the guns of the chosen unit's own side are no danger to it."""
    line = f"{COMPANY} click way way 0506 1605"
    german, british = (parsed(f"{line} side {side}").ask() for side in ("German", "British"))
    assert german.value != british.value
    for chosen, alone in (("british-1", german), ("german-1", british)):
        both = parsed(f"{line} side both chosen {chosen}")
        assert both.ask().value == alone.value
        assert both.ask().detail.units_on == alone.detail.units_on
        assert f"{alone.value} gun-steps" in str(both.reading_switches())
        whose = "German" if chosen == "british-1" else "British"
        assert f"takes 11 steps, under {whose} fire." in both.ask().steps[0].text
    unknown = parsed(
        "landships:coverage british mk-iv-male@0606@E full-circle-mount@0506@E click way"
        " way 0703 0708"
    )
    assert unknown.ask().headline.startswith("At least ")
    assert "at least " in str(unknown.reading_switches())
