"""Gestures reach Python in the order in which they were made, each is answered, and an error
reaches its handler.
"""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from landships_lab import FireArcs
from landships_lab.jupyter.bridge import MOST_EARLY, MOST_VIEWS, Bridge, Event, GestureOrder

PRESS: Event = {"kind": "press", "x": 12.5, "y": 3, "seq": 7, "view": "v1"}
ACK = {"kind": "ack", "seq": 7, "view": "v1"}


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Event, list[Any]]]:
    """Everything that is sent to the page."""
    messages: list[tuple[Event, list[Any]]] = []

    def send(_self: Bridge, content: Event, buffers: list[Any] | None = None) -> None:
        if content.get("kind") == "ack":
            assert content.pop("took") >= 0  # milliseconds: another number each time
        messages.append((content, buffers or []))

    monkeypatch.setattr(Bridge, "send", send)
    return messages


def gesture(bridge: Bridge, content: Event) -> None:
    bridge.comm.handle_msg(
        {"content": {"data": {"method": "custom", "content": content}}, "buffers": []}
    )


def test_a_gesture_is_told_with_everything_it_may_carry_and_then_answered(
    sent: list[tuple[Event, list[Any]]],
) -> None:
    bridge = Bridge()
    told: list[Event] = []
    bridge.on("gesture", lambda event: told.append({**event, "answered": bool(sent)}))
    gesture(bridge, PRESS)
    assert told == [
        {**PRESS, "key": "", "steps": 0, "shift": False, "pointer": "mouse", "answered": False}
    ]
    assert sent == [(ACK, [])]


def test_what_is_said_again_is_answered_again_and_told_once(
    sent: list[tuple[Event, list[Any]]],
) -> None:
    bridge = Bridge()
    told: list[tuple[str, int]] = []
    bridge.on("gesture", lambda event: told.append((event["view"], event["seq"])))
    for view, seq in (("v1", 7), ("v1", 7), ("v1", 6), ("v2", 1), ("v1", 8), ("v1", 7)):
        gesture(bridge, {**PRESS, "view": view, "seq": seq})
    assert told == [("v1", 7), ("v2", 1), ("v1", 8)]
    assert [content["seq"] for content, _ in sent] == [7, 7, 6, 1, 8, 7]


def test_gestures_that_overtake_one_another_are_told_in_order_and_answered_then(
    sent: list[tuple[Event, list[Any]]],
) -> None:
    bridge = Bridge()
    told: list[str] = []
    bridge.on("gesture", lambda event: told.append(event["kind"]))
    gesture(bridge, {**PRESS, "kind": "hover", "seq": 1, "after": 0})
    gesture(bridge, {**PRESS, "kind": "drop", "seq": 3, "after": 2})
    # An answer to 3 would tell the page that 2 had come.
    assert [content["seq"] for content, _ in sent] == [1]
    gesture(bridge, {**PRESS, "seq": 2, "after": 0})
    assert told == ["hover", "press", "drop"]
    assert [content["seq"] for content, _ in sent] == [1, 2, 3]


def test_an_error_reaches_its_handler_and_the_gesture_is_answered(
    sent: list[tuple[Event, list[Any]]],
) -> None:
    bridge = Bridge()
    errors: list[Exception] = []
    bridge.on("gesture", lambda event: event["no such thing"])
    bridge.on("error", errors.append)
    gesture(bridge, PRESS)
    assert [str(error) for error in errors] == ["'no such thing'"]
    assert sent == [(ACK, [])]


def test_an_error_nobody_handles_is_raised_and_the_gesture_is_answered(
    sent: list[tuple[Event, list[Any]]],
) -> None:
    bridge = Bridge()
    bridge.on("gesture", lambda event: event["no such thing"])
    with pytest.raises(KeyError, match="no such thing"):
        bridge._receive(bridge, PRESS, [])
    assert sent == [(ACK, [])]


@pytest.mark.parametrize(
    ("spoiled", "sentence"),
    [
        ({"kind": "shout"}, "'shout' is not a gesture; a gesture is one of hover, leave, press"),
        ({"x": None}, "A press with x = None has no place on the board"),
        ({"y": float("inf")}, "A press with y = inf has no place on the board"),
        ({"y": "3"}, "A press with y = '3' has no place on the board"),
    ],
)
def test_what_is_no_gesture_is_told_as_an_error(
    sent: list[tuple[Event, list[Any]]], spoiled: Event, sentence: str
) -> None:
    bridge = Bridge()
    told: list[Event] = []
    errors: list[Exception] = []
    bridge.on("gesture", told.append)
    bridge.on("error", errors.append)
    gesture(bridge, PRESS | spoiled)
    assert told == []
    assert sentence in str(errors[0])
    assert sent == [(ACK, [])]


def test_copies_and_downloads_are_asked_of_the_page_as_data(
    sent: list[tuple[Event, list[Any]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    bridge = Bridge()
    bridge.copy("<b>landships:fire</b>")
    assert sent.pop() == ({"kind": "copy", "text": "<b>landships:fire</b>"}, [])
    for site, known in (
        ("", ""),
        ("https://a.org", "https://a.org/lessons/open.html#panel=x:y%20z"),
    ):
        monkeypatch.setenv("LANDSHIPS_LAB_SITE", site)
        bridge.copy_link("x:y z")
        asked = {"kind": "copy", "text": "x:y z", "link": True, "known": known}
        assert sent.pop() == (asked, [])
    for mime, content, raw in (("image/svg+xml", "é", "é".encode()), ("x/y", b"\0\xff", b"\0\xff")):
        bridge.download("tank", mime, content)
        assert sent.pop() == ({"kind": "download", "filename": "tank", "mime": mime}, [raw])
    bridge.download_png("tank.png", "<svg/>", scale=3)
    asked = {"kind": "png", "filename": "tank.png", "svg": "<svg/>", "scale": 3}
    assert sent == [(asked, [])]


def test_how_a_copy_ended_is_told_and_is_no_gesture(sent: list[tuple[Event, list[Any]]]) -> None:
    bridge = Bridge()
    events: list[Event] = []
    outcomes: list[Event] = []
    bridge.on("gesture", events.append)
    bridge.on("outcome", outcomes.append)
    gesture(bridge, {"kind": "failed", "action": "copy", "text": "not allowed"})
    assert outcomes == [{"kind": "failed", "action": "copy", "text": "not allowed"}]
    assert events == []
    assert sent == []


def test_a_page_that_asks_whether_anyone_is_there_is_answered_and_nothing_else_happens(
    sent: list[tuple[Event, list[Any]]],
) -> None:
    bridge = Bridge()
    told: list[Event] = []
    bridge.on("gesture", told.append)
    bridge.on("outcome", told.append)
    gesture(bridge, {"kind": "alive", "view": "alive-1", "seq": 0})
    assert told == []
    assert sent == [({"kind": "ack", "seq": 0, "view": "alive-1"}, [])]


def test_the_script_is_in_the_package_and_inserts_nothing_as_html() -> None:
    script = str(Bridge._esm)
    assert "export default" in script
    for dangerous in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval("):
        assert dangerous not in script


def test_a_drag_to_where_nothing_may_stand_is_told_to_the_page(
    sent: list[tuple[Event, list[Any]]],
) -> None:
    panel = FireArcs()
    x, y, _ = panel.state.drag_targets(panel.view)[0]
    near, far = {"x": x, "y": y}, {"x": -4000, "y": -4000}
    made = (("press", near), ("drag", far), ("drag", near), ("drop", far))
    for number, (kind, at) in enumerate(made, 1):
        gesture(panel.board.bridge, {"seq": number, "view": "v", "kind": kind, **at})
    acks = [content for content, _ in sent if content["kind"] == "ack"]
    assert [ack["seq"] for ack in acks if ack.get("refused")] == [2]


GESTURE: Event = {"kind": "press", "view": "v1", "seq": 1, "after": 0}


def taken(order: GestureOrder, event: Event) -> list[tuple[int, bool]]:
    return [(event["seq"], is_new) for event, is_new in order.take(event)]


def made(kept: list[bool]) -> list[Event]:
    """Return the gestures of a view, none of them answered yet; those marked must not be lost."""
    last, events = 0, []
    for number, keep in enumerate(kept, start=1):
        events.append(GESTURE | {"seq": number, "after": last, "keep": keep})
        last = number if keep else last
    return events


MADE = st.lists(st.booleans(), min_size=1, max_size=12).map(made)


@given(MADE.flatmap(lambda events: st.tuples(st.just(events), st.permutations(events))))
def test_whatever_must_not_be_lost_is_new_once_and_in_order(
    case: tuple[list[Event], list[Event]],
) -> None:
    events, arrived = case
    order = GestureOrder()
    told = [number for event in arrived for number, is_new in taken(order, event) if is_new]
    assert told == sorted(told)
    assert {event["seq"] for event in events if event["keep"]} <= set(told)
    answered_again = [taken(order, event) for event in events]
    assert answered_again == [[(event["seq"], False)] for event in events]


def test_what_never_comes_again_holds_nothing_up_that_does_not_need_it() -> None:
    order = GestureOrder()
    assert taken(order, GESTURE | {"seq": 5}) == [(5, True)]  # hovers before it were lost
    assert taken(order, GESTURE | {"seq": 8, "after": 7}) == []
    assert taken(order, GESTURE | {"view": "v2"}) == [(1, True)]
    assert taken(order, GESTURE | {"seq": 7, "after": 5}) == [(7, True), (8, True)]


def test_what_waits_is_bounded() -> None:
    order = GestureOrder()
    for number in range(2, 3 * MOST_EARLY):
        assert taken(order, GESTURE | {"seq": number, "after": 1}) == []
    assert taken(order, GESTURE) == [(number, True) for number in range(1, MOST_EARLY + 1)]


def test_views_that_nobody_uses_are_forgotten() -> None:
    order = GestureOrder()
    for number in range(3 * MOST_VIEWS):
        assert taken(order, GESTURE | {"view": f"v{number}"}) == [(1, True)]
    assert len(order) == MOST_VIEWS
