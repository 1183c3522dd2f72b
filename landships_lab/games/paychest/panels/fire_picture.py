"""Draw fire: the skill on its track, each modifier as an arrow, and below it the dice that hit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from landships_lab.core.answer import Answer, Gap, Step
from landships_lab.core.speech import mixed
from landships_lab.drawing.dicing import arrow, box, die_face, text_fits, text_lines, wrapped
from landships_lab.drawing.labels import BOLD, text_width
from landships_lab.drawing.roles import LEADING, SMALL
from landships_lab.drawing.shapes import Label, Lines, Polygons, Scene, Shape
from landships_lab.drawing.supplied import marked
from landships_lab.games.paychest.panels.common import WIDTH
from landships_lab.games.paychest.rules.book import FIRE
from landships_lab.games.paychest.rules.fire import Fired
from landships_lab.games.paychest.rules.shot import JAMS, GroupPlus

#: No higher than that, so that the chart of hits stands under it.
HEIGHT = 318.0
LEFT, TRACK_TOP, CELL_HIGH = 24.0, 114.0, 38.0
DICE_TOP, DIE, GAP = 204.0, 42.0, 18.0
WEAK = "zero or less: a ONE, then the unmodified skill"
#: The room that a number on the track needs (pixels).
_NUMBER = 46.0


def picture(weapon: str, answer: Answer[object]) -> Scene:
    """Draw the answer for this weapon. A line at the foot names what the reader supplied."""
    figures: list[Shape] = []
    if answer.value is False:
        lines = wrapped(answer.headline, WIDTH - 2 * LEFT, BOLD * SMALL)
        figures += text_lines(
            lines,
            (WIDTH / 2, HEIGHT / 2),
            "dice-words-strong",
            step=LEADING,
            anchor="middle",
            name="refused",
        )
    else:
        figures += _track(answer.steps, answer.value)
        figures += _dice(weapon, answer.detail) if isinstance(answer.detail, Fired) else _lost()
    shown = "A track with the skill before and after its modifiers, and the faces of the die."
    title, description = "Fire: the skill and the dice that hit", f"{shown} {answer.headline}"
    scene = Scene(WIDTH, HEIGHT, (), tuple(figures), title, description)
    return marked(scene, answer)


def _numbers(steps: tuple[Step, ...]) -> tuple[list[int], list[Step]]:
    """Return the skill at the start and after each step that changes it, and those steps."""
    at: list[int] = []
    moves: list[Step] = []
    for step in steps:
        if isinstance(step.amount, Gap):
            break
        if step.op == "start" and not at:
            at.append(int(step.amount))
        elif step.op == "add" and at and step.amount:
            at.append(at[-1] + int(step.amount))
            moves.append(step)
    return at, moves


def _track(steps: tuple[Step, ...], value: object) -> Iterator[Shape]:
    """Draw a row of numbers with the skill on it.

    Zero and less lie on the weak side, where a ONE is needed first.
    """
    at, moves = _numbers(steps)
    low, high = min(-1, *at), max(7, *at)
    wide = (WIDTH - 2 * LEFT) / (high - low + 1)

    def middle(number: int) -> float:
        return LEFT + (number - low + 0.5) * wide

    stands_at = at[-1] if at and not isinstance(value, Gap) else None
    yield Label("Skill", (LEFT, 18), "dice-words-strong", "track", anchor="start")
    yield from _rule(low, high, wide)
    for number in _written(low, high, wide, [n for n in (stands_at, *at[:1]) if n is not None]):
        yield Label(mixed(number), (middle(number), TRACK_TOP + 24), "share-number", str(number))
    yield Label(WEAK, (LEFT, TRACK_TOP + CELL_HIGH + 16), "dice-words", "weak", anchor="start")
    y = TRACK_TOP - 14
    for (before, after), step in reversed(list(zip(pairwise(at), moves, strict=True))):
        start, end = middle(before), middle(after)
        role, tint = (
            ("change-theirs", "purple") if step.cite.kind == "supplied" else ("change", "blue")
        )
        yield from arrow((start, y), (end, y), role, step.cite.kind, tint)
        told = _told(_short(step), start, end, y, step.cite.kind)
        yield told
        y = told.at[1] - LEADING - 1
    yield Lines((_ring(middle(at[0]), wide),), "change", "skill", "black")
    if stands_at is not None:
        yield from _rider(middle(stands_at), wide)


def strip(skill: int) -> Iterator[Shape]:
    """Draw the rule with this skill ringed on it, before any modifier."""
    low, high = min(-1, skill), max(7, skill)
    wide = (WIDTH - 2 * LEFT) / (high - low + 1)
    yield from _rule(low, high, wide)
    for number in _written(low, high, wide, [skill]):
        middle = LEFT + (number - low + 0.5) * wide
        yield Label(mixed(number), (middle, TRACK_TOP + 24), "share-number", str(number))
        if number == skill:
            yield Lines((_ring(middle, wide),), "change", "skill", "black")
    at = (LEFT, TRACK_TOP + CELL_HIGH + 16)
    yield Label(WEAK, at, "dice-words", "weak", anchor="start")


def _written(low: int, high: int, wide: float, wanted: Sequence[int]) -> Iterator[int]:
    """Yield the numbers that there is room to write: those wanted, then round ones between them."""
    apart = next(step for step in (1, 2, 5, 10, 20, 50, 100) if step * wide >= _NUMBER)
    written: list[int] = []
    for number in (*wanted, *(n for n in range(low, high + 1) if n % apart == 0)):
        if all(abs(number - other) * wide >= _NUMBER for other in written):
            written.append(number)
    yield from written


def _rule(low: int, high: int, wide: float) -> Iterator[Shape]:
    """Draw a wooden rule with a field for each number and fine marks between; zero and less are its
    weak end.
    """
    right = LEFT + wide * (high - low + 1)
    zero = LEFT + wide * (1 - low)
    yield Polygons((box(LEFT + 2, TRACK_TOP + 3, right - LEFT, CELL_HIGH),), "shadow", "track")
    yield Polygons((box(LEFT, TRACK_TOP, right - LEFT, CELL_HIGH),), "rule", "track")
    yield Polygons((box(LEFT, TRACK_TOP, zero - LEFT, CELL_HIGH),), "track-weak", "weak")
    fine = (
        (LEFT + wide * n / 4, TRACK_TOP, 8.0 if n % 4 == 0 else 5.0 if n % 4 == 2 else 3.0)
        for n in range(4 * (high - low + 1) + 1)
    )
    yield Lines(tuple(((x, y), (x, y + long)) for x, y, long in fine), "rule-mark", "track")
    yield Lines((((zero, TRACK_TOP), (zero, TRACK_TOP + CELL_HIGH)),), "rule-mark", "zero")


def _rider(x: float, wide: float) -> Iterator[Shape]:
    """Draw the rider that stands at the modified skill: a frame over the field and a point above
    it.
    """
    frame = box(x - wide / 2 + 1, TRACK_TOP - 3, wide - 2, CELL_HIGH + 6)
    yield Polygons((frame,), "rider", "modified", "green")
    yield Polygons(
        (((x - 7, TRACK_TOP - 3), (x + 7, TRACK_TOP - 3), (x, TRACK_TOP + 6)),),
        "figure",
        "modified",
        "green",
    )


def _told(text: str, start: float, end: float, y: float, name: str) -> Label:
    """Write a modifier to the right of its arrow, else to the left, else over it."""
    left, right = min(start, end) - 8, max(start, end) + 8
    if text_fits(text, WIDTH - right, SMALL):
        return Label(text, (right, y), "dice-words", name, anchor="start")
    if text_fits(text, left, SMALL):
        return Label(text, (left, y), "dice-words", name, anchor="end")
    half = text_width(text, SMALL) / 2
    return Label(
        text,
        (min(max((start + end) / 2, LEFT + half), WIDTH - LEFT - half), y - 15),
        "dice-words",
        name,
    )


def _ring(x: float, wide: float) -> tuple[tuple[float, float], ...]:
    ring = box(x - wide / 2 + 2, TRACK_TOP + 2, wide - 4, CELL_HIGH - 4)
    return (*ring, ring[0])


def _short(step: Step) -> str:
    text = step.short if isinstance(step, GroupPlus) else step.text.removesuffix(".")
    return f"{text} (supplied)" if step.cite.kind == "supplied" else text


def _lost() -> Iterator[Shape]:
    yield Lines(
        ((*box(LEFT, DICE_TOP - 22, WIDTH - 2 * LEFT, 62), (LEFT, DICE_TOP - 22)),), "lost", "lost"
    )
    yield Label("Lost in print", (WIDTH / 2, DICE_TOP - 2), "dice-words-strong", "lost")
    yield Label(
        "No dice can be shown until you supply the table.",
        (WIDTH / 2, DICE_TOP + 20),
        "dice-words",
        "lost",
    )


def _dice(weapon: str, fired: Fired) -> Iterator[Shape]:
    """Draw the six faces of the first die, and those of a second where
    one is rolled after a ONE.
    """
    second_decides = fired.aim.modified <= 0 and bool(fired.first)
    yield from _row(
        "The first die",
        DICE_TOP,
        fired.first,
        "a ONE goes on to the second" if second_decides else _count(fired.first),
        "first",
    )
    if fired.aim.modified <= 0 or weapon == JAMS:
        top = DICE_TOP + 52
        only_jams = weapon == JAMS and not second_decides
        says = "only to see if the gun jams" if only_jams else _count(fired.second)
        yield from _row("After a ONE, the second", top, fired.second, says, "second")
        if weapon == JAMS:
            yield Label("jam", (_die_x(1), top + DIE / 2 + 12.5), "illegal", "jam")
    if weapon in FIRE.guns:
        dice = FIRE.guns[weapon].dice
        text = f"If it hits, it makes {dice}d6 hits, {dice} to {6 * dice}, spread at random."
        yield Label(text, (LEFT, HEIGHT - 9.5), "dice-words", "hits", anchor="start")


def _die_x(number: int) -> float:
    return 292 + (number - 1) * (DIE + GAP)


def _count(hits: tuple[int, ...]) -> str:
    return (
        "no face hits"
        if not hits
        else f"{len(hits)} of 6 faces {'hits' if len(hits) == 1 else 'hit'}"
    )


def _row(title: str, top: float, hits: tuple[int, ...], says: str, name: str) -> Iterator[Shape]:
    yield Label(title, (LEFT, top), "dice-words-strong", name, anchor="start")
    yield Label(says, (LEFT, top + LEADING), "dice-words", name, anchor="start")
    for number in range(1, 7):
        tint = "green" if number in hits else ""
        yield from die_face(
            (_die_x(number), top + 4), DIE, number, tint=tint, name=f"{name} {number}"
        )
