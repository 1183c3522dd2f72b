"""New options of a list and the chosen one reach the page in one message: between two messages the
list would show its first option, and an arrow key would go on from there.
"""

from typing import Any

import comm
import pytest

from landships_lab.jupyter.controls import ChoiceView
from landships_lab.panel.controls import Choice

UNITS = ("tank", "lorry", "gun", "horse")


def control(value: str, place: str, buttons: bool = False) -> Choice:
    """A list of units whose options tell where the second of them stands."""
    options = tuple((unit, f"{unit} {place if unit == 'lorry' else ''}") for unit in UNITS)
    return Choice(id="unit", label="Unit", options=options, value=value, buttons=buttons)


@pytest.fixture
def states(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """The state in every message to the page."""
    sent: list[dict[str, Any]] = []

    def publish(_self: object, _kind: str, data: Any = None, *_: object, **__: object) -> None:
        sent.append(data.get("state", {}))

    monkeypatch.setattr(comm.DummyComm, "publish_msg", publish)
    return sent


@pytest.mark.parametrize("buttons", [False, True])
@pytest.mark.parametrize("chosen", ["tank", "gun"])
def test_options_and_what_is_chosen_come_in_one_message(
    chosen: str, buttons: bool, states: list[dict[str, Any]]
) -> None:
    view = ChoiceView(control(chosen, "0304", buttons), lambda *_: None)
    states.clear()
    view.update(control("horse", "0503", buttons))
    assert [(state["_options_labels"][1], state["index"]) for state in states] == [
        ("lorry 0503", 3)
    ]
    assert view.choice.value == "horse"


def test_a_choice_on_the_page_that_changes_the_options_stays_chosen(
    states: list[dict[str, Any]],
) -> None:
    view = ChoiceView(
        control("tank", "0304"), lambda _, value: view.update(control(str(value), "0503"))
    )
    states.clear()
    message = {"method": "update", "state": {"index": 2}, "buffer_paths": []}
    view.choice.comm.handle_msg({"content": {"data": message}, "buffers": []})
    assert view.choice.value == "gun"
    assert [state["index"] for state in states if "index" in state] in ([], [2])
    assert [state["_options_labels"][1] for state in states if "_options_labels" in state] == [
        "lorry 0503"
    ]
