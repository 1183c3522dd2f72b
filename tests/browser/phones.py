"""A page on a phone: what stands out of the screen sideways, and whether a finger and keys reach
every lesson.
"""

from typing import Any

from playwright.sync_api import Page, expect

#: Width and height of the screens that pages are looked at on: small, usual, and lying on its side.
PHONES = ((360, 640), (390, 844), (844, 390))
#: What stands out of the window, left or right, but in a table that moves by itself or under a
#: clipping edge.
STANDS_OUT = """width => [...document.querySelectorAll('body *')].filter(e => {
    const box = e.getBoundingClientRect();
    return e.checkVisibility() && !e.closest('.ll-table, svg, .ll-spoken, .ll-window > *') &&
        (box.right > width + 1 || box.left < -1);
}).map(e => `${e.tagName} ${e.className} ${e.textContent.slice(0, 60)}`)"""
#: Moves the list up or down until an entry is in its middle, as a finger does, and returns whether
#: a tap would then meet that entry.
MEETS = """(link) => {
    const list = link.closest('nav'),
        top = link.getBoundingClientRect().top - list.getBoundingClientRect().top;
    list.scrollTop += top - list.clientHeight / 2;
    const {left, right, top: upper, bottom} = link.getBoundingClientRect();
    const inside = left >= 0 && right <= innerWidth && upper >= 0 && bottom <= innerHeight;
    return inside && link.contains(document.elementFromPoint((left + right) / 2,
        (upper + bottom) / 2));
}"""
#: Whether what has the focus is a lesson of the list that is whole inside the window.
FOCUS_IS_SEEN = """() => {
    const {left, right, top, bottom} = document.activeElement.getBoundingClientRect();
    const inside = left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight;
    return inside && document.activeElement.closest('nav')?.ariaLabel === 'All lessons';
}"""


class Fingers:
    """Fingers on a page that takes touches."""

    def __init__(self, page: Page) -> None:
        self.touch: Any = page.context.new_cdp_session(page)

    def __call__(self, kind: str, *points: tuple[float, float]) -> None:
        touches = [{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(points)]
        self.touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})


def opens_every_lesson(page: Page) -> None:
    """Check that the list of lessons shows each of them to a finger and to keys, and closes by a
    tap beside it and by Escape.
    """
    button, lists = (
        page.get_by_role("button", name="Lessons"),
        page.get_by_role("navigation", name="All lessons"),
    )
    expect(lists).to_be_hidden()
    button.tap()
    expect(lists).to_be_visible()
    links = lists.get_by_role("link").all()
    assert len(links) > 20
    assert [link.inner_text() for link in links if not link.evaluate(MEETS)] == [], (
        "a tap does not meet these lessons"
    )
    box, window = lists.bounding_box(), page.viewport_size
    assert box is not None
    assert window is not None
    assert box["y"] + box["height"] <= window["height"]
    page.touchscreen.tap(window["width"] / 2, window["height"] - 10)
    expect(lists).to_be_hidden()
    for opens in (True, False):  # a Safari on iOS before 18.3 does not close it by a tap beside it
        button.tap()
        expect(lists).to_be_visible(visible=opens)
    button.focus()
    page.keyboard.press("Enter")
    for link in links:
        page.keyboard.press("Tab")
        expect(link).to_be_focused()
        assert page.evaluate(FOCUS_IS_SEEN), (
            f"the focus is where nobody sees it: {link.inner_text()}"
        )
    page.keyboard.press("Escape")
    expect(lists).to_be_hidden()
    expect(button).to_be_focused()
