"""The controls follow the state, whatever question is asked after whichever."""

import itertools
import logging

import pytest

import landships_lab
from landships_lab.jupyter.controls import TogglesView
from landships_lab.jupyter.panel import PanelWidget
from landships_lab.panel.catalog import CATALOG, PANELS
from landships_lab.panel.controls import Choice, Switch


def kinds_after(panel: PanelWidget, control: str, value: str) -> tuple[tuple[str, type], ...]:
    """Return the kinds of the controls once the choice is made; readings
    have a line of their own.
    """
    panel.dispatch(control, value)
    return tuple((c.id, type(c)) for c in panel.state.controls() if not isinstance(c, Switch))


def each_after_each(values: list[str]) -> list[str]:
    """Return a walk through these values in which each follows each other one exactly once."""
    return [step for pair in itertools.combinations(values, 2) for step in pair] + values[:1]


def test_the_walk_is_one() -> None:
    for number in range(6):
        values = [str(n) for n in range(number)]
        walked = itertools.pairwise(each_after_each(values))
        assert sorted(walked) == sorted(itertools.permutations(values, 2))


@pytest.mark.long
@pytest.mark.parametrize("name", PANELS)
def test_any_choice_may_follow_any_other(name: str, caplog: pytest.LogCaptureFixture) -> None:
    """Two questions may use one id for controls of different kinds:
    each has its own widget then.
    """
    panel = getattr(landships_lab, name)()
    caplog.set_level(logging.ERROR)
    for choice in [c for c in panel.state.controls() if isinstance(c, Choice)]:
        unlike = {
            kinds_after(panel, choice.id, value): value for value, _ in choice.options
        }.values()
        for value in each_after_each(list(unlike)):
            wanted = dict(kinds_after(panel, choice.id, value))
            assert {view.id: view.kind for view in panel.controls.views.values()} == wanted
        panel.reset()
    assert not caplog.records
    panel.close()


def test_there_is_such_a_panel() -> None:
    """The staff's questions about reserves do: without them nothing above is put to the test."""
    staff = CATALOG["loos:staff"]
    kinds: dict[str, set[type]] = {}
    (case,) = [
        c for c in staff.initial().controls() if c.id == "question" and isinstance(c, Choice)
    ]
    for value, _ in case.options:
        for control in staff.initial().set("question", value).controls():
            kinds.setdefault(control.id, set()).add(type(control))
    assert any(len(of_one) > 1 for of_one in kinds.values())


def test_a_box_that_stays_is_the_same_one() -> None:
    """Else a press on it is lost that comes while the kernel answers the press before."""
    start = "one_hour:duel atg against tank range 10 asks act now acted enemy-phase ready"
    panel = landships_lab.OneHourDuel(start)
    (view,) = (one for one in panel.controls.views.values() if isinstance(one, TogglesView))
    before = dict(view.boxes)
    before["acted"].value = False
    assert "acted" not in view.boxes
    assert all(view.boxes[key] is before[key] for key in view.boxes)
    before["others-acted"].value = True
    assert "others-acted" in panel.state.text()
    panel.close()
