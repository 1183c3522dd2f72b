"""Gestures are told in the order in which they were made, however they arrive."""

from hypothesis import given
from hypothesis import strategies as st

from landships_lab.jupyter.gesture_order import MOST_EARLY, MOST_VIEWS, Event, GestureOrder

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
