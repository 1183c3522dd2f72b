"""The controls follow the state, whatever question is asked after whichever."""

import itertools
import logging

import pytest

import landships_lab
from landships_lab.jupyter.panel import PanelWidget
from landships_lab.panel.catalog import CATALOG, PANELS
from landships_lab.panel.controls import Choice, Switch


def kinds_after(panel: PanelWidget, control: str, value: str) -> tuple[tuple[str, type], ...]:
    """Return the kinds of the controls once the choice is made; readings
    have a line of their own.
    """
    panel.dispatch(control, value)
    return tuple((c.id, type(c)) for c in panel.state.controls() if not isinstance(c, Switch))


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
        for one, other in itertools.permutations(unlike, 2):
            panel.dispatch(choice.id, one)
            wanted = dict(kinds_after(panel, choice.id, other))
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
