"""Every field shows the state of the board, after Undo and Reset too, and nothing of what was
refused is left; new options of a list and the chosen one come in one message.
"""

from functools import partial
from typing import Any

import comm
import pytest

from landships_lab import FireArcs, PaychestFire, VehicleEditor
from landships_lab.jupyter.controls import FieldView, TextBoxView
from landships_lab.jupyter.panel import PanelWidget
from landships_lab.panel.catalog import CATALOG
from landships_lab.panel.controls import Choice, Field, TextBox
from landships_lab.panel.links import read_own_link
from landships_lab.panel.panel import Panel

#: No sentence about what was pasted is longer, whatever it lists that is allowed.
MOST_LETTERS = 560
PASTED = [
    text * (3200 // len(text))
    for text in ("x", "ab 12 ", "{[(", "<b>", "é", "0503 ", "\"'", "[units.x]\n")
]
TABLES = 'by = "this lesson"\nranges = [{ to = 24, modifier = 0 }]\ncover = { wall = -2 }'


def field(panel: PanelWidget, control: str) -> Any:
    view = panel.controls.views[control]
    assert isinstance(view, FieldView | TextBoxView)
    return view.field


def refuse(panel: PanelWidget, control: str, text: str) -> None:
    """Type what the panel refuses, and see that it says so and keeps the text."""
    view = panel.controls.views[control]
    typed, before = field(panel, control), panel.state
    typed.value = text
    if isinstance(view, TextBoxView):
        panel.dispatch(control, text)
    assert "ll-error" in view._error.value
    assert typed.value == text
    assert panel.state == before


@pytest.mark.parametrize("way", ["undo", "reset"])
def test_a_refused_place_leaves_its_field_with_its_sentence(way: str) -> None:
    panel = FireArcs()
    shown = field(panel, "target").value
    for _ in range(2):  # where the state changes by it, and where it stays
        refuse(panel, "target", "9999")
        getattr(panel, way)()
        assert field(panel, "target").value == shown
        assert panel.controls.views["target"]._error.value == ""


@pytest.mark.parametrize("way", ["undo", "reset"])
def test_refused_tables_leave_their_field_and_those_in_use_come_back(way: str) -> None:
    panel = PaychestFire()
    refuse(panel, "own", "cover = { wall = 12 }")
    getattr(panel, way)()
    assert (field(panel, "own").value, panel.controls.views["own"]._error.value) == ("", "")
    panel.dispatch("own", TABLES)
    panel.dispatch("inches", "18")
    refuse(panel, "own", "cover = { wall = 12 }")
    panel.undo()
    assert field(panel, "own").value.strip() == panel.state.own.strip() != ""


@pytest.mark.parametrize("way", ["undo", "reset"])
def test_a_link_that_could_not_be_opened_is_forgotten_with_its_complaint(way: str) -> None:
    panel = FireArcs()
    panel._link.text.value = "landships:fire nonsense 99"
    assert "ll-error" in panel._link._error.value
    getattr(panel, way)()
    assert (panel._link.text.value, panel._link._error.value) == ("", "")


def test_what_a_lesson_did_before_its_panel_was_shown_stays_after_a_reset() -> None:
    panel = PaychestFire("paychest:fire skill 4 moved stand men 8")
    panel.dispatch("own", TABLES)
    panel.dispatch("inches", "18")
    began = panel.state
    panel._repr_mimebundle_()
    panel.dispatch("inches", "10")
    panel.undo()
    panel.undo()
    assert panel.state == began
    panel.dispatch("inches", "10")
    panel._repr_mimebundle_()  # shown once more, it began where it began
    panel.reset()
    assert panel.state == began


@pytest.mark.long
@pytest.mark.parametrize("panel_type", CATALOG.values(), ids=CATALOG)
@pytest.mark.parametrize("pasted", PASTED, ids=lambda text: text[:3])
def test_a_complaint_about_much_pasted_text_is_a_short_sentence(
    panel_type: type[Panel], pasted: str
) -> None:
    state = panel_type.initial()
    fields = [control.id for control in state.controls() if isinstance(control, Field | TextBox)]
    tries = [partial(panel_type.set, state, control, pasted) for control in fields]
    links = (pasted, f"{panel_type.id} {pasted}")
    tries += [partial(read_own_link, panel_type, link) for link in links]
    told = []
    for attempt in tries:
        try:
            attempt()
        except ValueError as error:
            told.append(str(error))
    assert max(map(len, told)) < MOST_LETTERS


def test_a_copied_link_is_told_in_a_line_that_fits() -> None:
    panel = VehicleEditor()
    assert len(panel.link) > 400
    panel.board.bridge._receive(None, {"kind": "done", "action": "copy", "text": panel.link}, [])
    assert "Copied: a line that opens this state." in panel.answer_view.message.value
    assert "VehicleEditor(" in panel.answer_view.message.value
    assert len(panel.answer_view.message.value) < 250


def test_the_refusal_of_a_text_stays_as_long_as_the_text_stands() -> None:
    panel = PaychestFire()
    view = panel.controls.views["own"]
    refuse(panel, "own", "cover = { wall = 12 }")
    said = view._error.value
    panel.dispatch("inches", "18")
    assert field(panel, "own").value == "cover = { wall = 12 }"
    assert view._error.value == said
    panel.dispatch("own", TABLES)
    assert view._error.value == ""
    assert field(panel, "own").value.strip() == panel.state.own.strip()
    field(panel, "own").value = "cover = {"
    panel.dispatch("inches", "17")
    assert view._error.value == ""


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
    view = FieldView(control(chosen, "0304", buttons), lambda *_: None)
    states.clear()
    view.update(control("horse", "0503", buttons))
    assert [(state["_options_labels"][1], state["index"]) for state in states] == [
        ("lorry 0503", 3)
    ]
    assert view.field.value == "horse"


def test_a_choice_on_the_page_that_changes_the_options_stays_chosen(
    states: list[dict[str, Any]],
) -> None:
    view = FieldView(
        control("tank", "0304"), lambda _, value: view.update(control(str(value), "0503"))
    )
    states.clear()
    message = {"method": "update", "state": {"index": 2}, "buffer_paths": []}
    view.field.comm.handle_msg({"content": {"data": message}, "buffers": []})
    assert view.field.value == "gun"
    assert [state["index"] for state in states if "index" in state] in ([], [2])
    assert [state["_options_labels"][1] for state in states if "_options_labels" in state] == [
        "lorry 0503"
    ]
