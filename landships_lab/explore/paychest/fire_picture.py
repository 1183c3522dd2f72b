"""The picture of fire: the skill on its track, each modifier an arrow, and below it the dice that hit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from landships_lab.core.answer import Answer, Gap, Step
from landships_lab.explore.paychest.common import WIDTH
from landships_lab.explore.paychest.fire_state import FireState
from landships_lab.rules.paychest.guns import burst_hits, jams
from landships_lab.rules.paychest.shot import FIRE, Aim, aim
from landships_lab.scene.dicing import arrow, box, die_face, fits
from landships_lab.scene.shapes import Label, Lines, Polygons, Scene, Shape
from landships_lab.scene.supplied import marked

TALL, SHORT = 316.0, 240.0
LEFT, TRACK_TOP, CELL_HIGH = 24.0, 92.0, 30.0
DICE_TOP, DIE, GAP = 186.0, 42.0, 12.0


def picture(state: FireState, answer: Answer[Any]) -> Scene:
    """What does the state look like, with its answer? A foot names what the reader supplied."""
    figures: list[Shape] = []
    if answer.value is False:
        figures.append(Label(answer.headline, (WIDTH / 2, SHORT / 2), "dice-caption-strong", "refused"))
    else:
        figures += _track(answer.steps, answer.value)
        aimed = aim(state.shot, state.taken)
        figures += _lost() if isinstance(aimed, Gap) else _dice(state, aimed)
    height = TALL if state.gun or any(label.name == "second" for label in figures) else SHORT
    told = f"A track of skills with the skill before and after its modifiers, and the faces of the die. {answer.headline}"
    scene = Scene(WIDTH, height, (), tuple(figures), "Fire: the skill and the dice that hit", told)
    return marked(scene, answer)


def _numbers(steps: tuple[Step, ...]) -> tuple[list[int], list[Step]]:
    """Where does the skill stand after each step that changes it? And which steps are they?"""
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


def _track(steps: tuple[Step, ...], value: Any) -> Iterator[Shape]:
    """A row of numbers with the skill on it; zero and less lie on the weak side, where a ONE is needed first."""
    at, moves = _numbers(steps)
    low, high = min(-1, *at), max(7, *at)
    wide = (WIDTH - 2 * LEFT) / (high - low + 1)

    def middle(number: int) -> float:
        return LEFT + (number - low + 0.5) * wide

    yield Label("Skill", (LEFT, 18), "dice-caption-strong", "track", anchor="start")
    yield Label(
        "zero or less: a ONE, then the unmodified skill", (LEFT, TRACK_TOP + CELL_HIGH + 16), "dice-caption", "weak", anchor="start"
    )
    for number in range(low, high + 1):
        cell = box(LEFT + (number - low) * wide, TRACK_TOP, wide, CELL_HIGH)
        yield Polygons((cell,), "track" if number > 0 else "track-weak", str(number))
        yield Label(f"{number}".replace("-", "−"), (middle(number), TRACK_TOP + CELL_HIGH / 2), "share-number", str(number))
    for row, step in enumerate(moves):
        y = TRACK_TOP - 14 - 20 * (len(moves) - 1 - row) if len(moves) < 4 else TRACK_TOP - 12 - 15 * (len(moves) - 1 - row)
        mine = step.cite.kind == "supplied"
        start, end = (middle(at[row]), y), (middle(at[row + 1]), y)
        yield from arrow(start, end, "change-theirs" if mine else "change", "yours" if mine else "printed", "purple" if mine else "blue")
        yield _beside(_short(step), start[0], end[0], y, "yours" if mine else "printed")
    yield Lines((_ring(middle(at[0]), wide),), "change", "skill", "black")
    if not isinstance(value, Gap):
        end_cell = box(middle(at[-1]) - wide / 2, TRACK_TOP, wide, CELL_HIGH)
        yield Polygons((end_cell,), "die-lit", "modified", "green")
        yield Label(f"{at[-1]}".replace("-", "−"), (middle(at[-1]), TRACK_TOP + CELL_HIGH / 2), "share-number", "modified")


def _beside(text: str, start: float, end: float, y: float, name: str) -> Label:
    """A modifier's words stand right of its arrow, or left of it where they would leave the picture."""
    right = max(start, end) + 8
    if fits(text, WIDTH - right):
        return Label(text, (right, y), "dice-caption", name, anchor="start")
    return Label(text, (min(start, end) - 8, y), "dice-caption", name, anchor="end")


def _ring(x: float, wide: float) -> tuple[tuple[float, float], ...]:
    ring = box(x - wide / 2 + 2, TRACK_TOP + 2, wide - 4, CELL_HIGH - 4)
    return (*ring, ring[0])


def _short(step: Step) -> str:
    """What is a modifier called beside its arrow?"""
    text = step.text.removesuffix(".").split(" (one for", 1)[0]
    return f"{text} (yours)" if step.cite.kind == "supplied" else text


def _lost() -> Iterator[Shape]:
    yield Lines(((*box(LEFT, DICE_TOP - 22, WIDTH - 2 * LEFT, 62), (LEFT, DICE_TOP - 22)),), "lost", "lost")
    yield Label("Lost in print", (WIDTH / 2, DICE_TOP - 2), "dice-caption-strong", "lost")
    yield Label("No dice can be shown until a table is supplied.", (WIDTH / 2, DICE_TOP + 19), "dice-caption", "lost")


def _dice(state: FireState, aimed: Aim) -> Iterator[Shape]:
    """The six faces of the first die, and after a ONE those of a second where one is rolled."""
    order = state.taken.get("ones", "hit-first")
    firsts = [first for first in range(1, 7) if any(burst_hits(state.shot, aimed, first, second, order) for second in range(1, 7))]
    second = aimed.modified <= 0 or state.weapon == "machine-gun"
    weak = aimed.modified <= 0 and bool(firsts)
    yield from _row("The first die", DICE_TOP, firsts, "a ONE goes on to the second" if weak else _count(firsts), "first")
    if second:
        top = DICE_TOP + 66
        hits = [two for two in range(1, 7) if weak and burst_hits(state.shot, aimed, 1, two, order)]
        yield from _row("After a ONE, the second", top, hits, _count(hits) if weak else "only to see if it jams", "second")
        if jams(state.shot, 1, 1):
            yield Label("jam", (_die_x(1), top + DIE / 2 + 13), "illegal", "jam")
    if state.gun:
        dice = FIRE.guns[state.weapon].dice
        told = f"A hit is {dice}d6 hits, {dice} to {6 * dice}, spread at random."
        yield Label(told, (LEFT, TALL - 14), "dice-caption", "hits", anchor="start")


def _die_x(number: int) -> float:
    return 260 + (number - 1) * (DIE + GAP)


def _count(hits: list[int]) -> str:
    return "no face hits" if not hits else f"{len(hits)} of 6 faces {'hits' if len(hits) == 1 else 'hit'}"


def _row(what: str, top: float, hits: list[int], said: str, name: str) -> Iterator[Shape]:
    yield Label(what, (LEFT, top), "dice-caption-strong", name, anchor="start")
    yield Label(said, (LEFT, top + 17), "dice-caption", name, anchor="start")
    for number in range(1, 7):
        tint = "green" if number in hits else ""
        yield from die_face((_die_x(number), top + 4), DIE, number, tint=tint, name=f"{name} {number}")
