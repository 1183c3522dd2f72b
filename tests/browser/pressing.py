"""Presses whatever a panel has as a hand would: with a real mouse and real keys, one thing after
the other.
"""

from collections import Counter
from collections.abc import Iterator

from playwright.sync_api import ElementHandle, Locator, Page

#: The kinds of thing that answer a hand, and how each is found.
KINDS = {
    "board": ".ll-board",
    "chart": ".bqplot",
    "chip": "[data-lines]",
    "cell": "[data-link]",
    "slider": ".noUi-handle",
    "number": "[contenteditable=true]",
    "list": "select",
    "tick": "input[type=checkbox]",
    "field": "input[type=text], textarea",
    "fold": "summary",
    "button": "button",
}
# What is of the same classes, in the same place, is alike.
_SEEN = """(panel, [selector, most]) => {
    const alike = new Map();
    return [...panel.querySelectorAll(selector)].filter(it => {
        if (!it.checkVisibility({ visibilityProperty: true }) || it.disabled) return false;
        const like = `${it.className} in ${it.parentElement.className}`;
        alike.set(like, (alike.get(like) || 0) + 1);
        return !most || alike.get(like) <= most;
    });
}"""


def each_thing(panel: Locator, most: int = 0) -> Iterator[tuple[str, ElementHandle]]:
    """Yield each thing of a panel that can be pressed and seen, with its kind; what is gone by then
    is left out.

    Of those that are alike only the first ``most`` are yielded, if it is given.
    """
    for kind, selector in KINDS.items():
        every = panel.evaluate_handle(_SEEN, [selector, most])
        for handle in every.get_properties().values():
            it = handle.as_element()
            if it is not None and it.is_visible():
                yield kind, it


def press_all(panel: Locator, most: int = 0) -> Counter[str]:
    """Press each thing of this panel by mouse and by keys, `most` of those alike, and return how
    many there were of each kind.
    """
    pressed: Counter[str] = Counter()
    for kind, it in each_thing(panel, most):
        press(panel.page, kind, it)
        pressed[kind] += 1
    return pressed


def press(page: Page, kind: str, it: ElementHandle, *, keys: bool = True) -> None:
    """Press one thing with the mouse, and with the keys that its kind answers."""
    it.scroll_into_view_if_needed()
    box = it.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    if keys and kind in ("board", "slider", "chart"):
        page.mouse.move(box["x"] + box["width"] / 2 + 12, box["y"] + box["height"] / 2 + 8, steps=3)
    page.mouse.up()
    if not keys:
        return
    it.focus()
    for key in {
        "list": ["ArrowDown"],
        "field": ["End", "3", "Enter"],
        "number": ["End", "3", "Enter"],
    }.get(kind, ["ArrowRight", "e", "Enter", " ", "Escape"]):
        page.keyboard.press(key)
    page.keyboard.press("Tab")
