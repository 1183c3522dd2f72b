"""How a puzzle is solved with a panel's labelled controls: what is entered where, from its start to
its first solution.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from playwright.sync_api import Locator, Page, expect

from landships_lab.panel.controls import Choice, Control, Field, Number, Toggles
from landships_lab.panel.panel import Panel
from landships_lab.practice.task import Task

#: So often all controls are gone through: one may open what another one offers.
MOST_ROUNDS = 4


@dataclass(frozen=True)
class Entry:
    """What is entered: into a control of this kind and label, which then shows ``value``.

    ``steps`` is how far a slider, or the choice in a list, moves from where it is. ``held`` is how
    many conditions are met then.
    """

    kind: str
    label: str
    value: str
    steps: int = 0
    held: int = 0


def entries(task: Task) -> list[Entry]:
    """Return what is entered, one after another, until the puzzle is solved."""
    now, goal, found = task.open(), task.panel.parse(task.right), list[Entry]()
    for _ in range(MOST_ROUNDS):
        for name in task.free.controls:
            if name == "paint":
                now = _painted(task, now, goal, found)
                continue
            is_, wanted = _control(now, name), _control(goal, name)
            if is_ is None or wanted is None:
                continue
            for entry, value in _differences(is_, wanted):
                now = now.set(name, value)
                found.append(replace(entry, held=sum(task.hold(now))))
        if task.solved(now):
            return found
    raise AssertionError(f"{task.link} is not solved by {found}")


def _control(state: Panel, name: str) -> Control | None:
    return next((one for one in state.controls() if one.id == name), None)


def _differences(is_: Control, wanted: Control) -> list[tuple[Entry, object]]:
    """Return what to enter into a control that shows something else than it will, and the value
    that the panel is then given.
    """
    match is_, wanted:
        case Toggles(), Toggles():
            on = {item.id for item in wanted.items if item.on}
            return [
                (Entry("tick", item.label, str(not item.on)), (item.id, not item.on))
                for item in is_.items
                if (item.id in on) != item.on
            ]
        case Choice(), Choice() if is_.value != wanted.value:
            values = [value for value, _ in is_.options]
            steps = values.index(wanted.value) - values.index(is_.value)
            kind = "buttons" if is_.buttons else "list"
            return [(Entry(kind, is_.label, dict(is_.options)[wanted.value], steps), wanted.value)]
        case Number(), Number() if is_.value != wanted.value:
            steps = wanted.value - is_.value
            return [(Entry("slider", is_.label, str(wanted.value), steps), wanted.value)]
        case Field(), Field() if is_.value != wanted.value:
            return [(Entry("field", is_.label, wanted.value), wanted.value)]
    return []


def _painted(task: Task, now: Panel, goal: Panel, found: list[Entry]) -> Panel:
    """Return the state after every hex that lacks its woods has been typed to be painted."""
    for code in sorted(_woods(goal) - _woods(now)):
        now = now.set("paint", code)
        fields = (one for one in now.controls() if isinstance(one, Field))
        label = next(one.label for one in fields if one.id == "paint")
        found.append(Entry("paint", label, code, held=sum(task.hold(now))))
    return now


def _woods(state: Panel) -> set[str]:
    (told,) = (word for word in state.text().split() if word.startswith("woods="))
    return set(told.removeprefix("woods=").split(","))


def enter_by_keys(panel: Locator, entry: Entry) -> None:
    """Enter it with the keys alone, once the control has the focus."""
    page, it = panel.page, _found(panel, entry)
    it.focus()
    if entry.kind in ("field", "paint"):
        page.keyboard.press("Control+A")
        page.keyboard.type(entry.value)
        page.keyboard.press("Enter")
    elif entry.kind in ("slider", "list"):
        _arrows(page, entry)
    else:
        it.press("Space")
    _shown(panel, entry)


def enter_by_mouse(panel: Locator, entry: Entry) -> None:
    """Enter it with the mouse, and with keys only what has to be typed."""
    it = _found(panel, entry)
    if entry.kind in ("field", "paint"):
        it.click(click_count=3)
        it.fill(entry.value)
        panel.locator(".ll-title").first.click()
    elif entry.kind == "list":
        it.select_option(entry.value)
    elif entry.kind == "slider":
        it.click()
        _arrows(panel.page, entry)
    else:
        it.click()
    _shown(panel, entry)


def _arrows(page: Page, entry: Entry) -> None:
    back, forward = ("Up", "Down") if entry.kind == "list" else ("Left", "Right")
    for _ in range(abs(entry.steps)):
        page.keyboard.press(f"Arrow{forward if entry.steps > 0 else back}")


def _row(panel: Locator, entry: Entry) -> Locator:
    return panel.locator(".ll-control", has=panel.page.get_by_text(entry.label, exact=True))


def _found(panel: Locator, entry: Entry) -> Locator:
    """Return what is pressed or typed into."""
    if entry.kind == "slider":
        return _row(panel, entry).get_by_role("slider").first
    if entry.kind == "buttons":
        return _row(panel, entry).get_by_role("button", name=entry.value, exact=True)
    return panel.get_by_label(entry.label, exact=True).first


def _shown(panel: Locator, entry: Entry) -> None:
    """Wait until the control shows what was entered, and the kernel has judged it."""
    expect(panel.locator(".ll-held")).to_have_count(entry.held)
    it = _found(panel, entry)
    if entry.kind == "slider":
        expect(_row(panel, entry).locator(".widget-readout")).to_have_text(entry.value)
    elif entry.kind == "list":
        expect(it.locator("option:checked")).to_have_text(entry.value)
    elif entry.kind == "tick":
        ticked = panel.get_by_role("checkbox", name=entry.label, exact=True, checked=True)
        expect(ticked).to_have_count(int(entry.value == "True"))  # what is unticked may be gone
    elif entry.kind == "field":
        expect(it).to_have_value(entry.value)
