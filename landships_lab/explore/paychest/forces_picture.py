"""Draw a force: a dot for every figure, in a block for each formation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from landships_lab.core.answer import Answer
from landships_lab.core.speech import plural
from landships_lab.explore.paychest.common import WIDTH
from landships_lab.rules.paychest.forces import Body
from landships_lab.scene.dicing import box
from landships_lab.scene.shapes import Circles, Label, Pixel, Polygons, Scene, Shape

HEIGHT, MARGIN, KEY = 420.0, 14.0, 26.0
#: Ranks that do not lead.
MEN = ("private", "warrior", "bodyguard", "aide")
#: One colour for each level of command, from the foot soldier up.
TINTS = ("blue", "green", "vermillion", "purple")
ACROSS = 10


@dataclass(frozen=True)
class Block:
    """One formation to draw: its name and level, whether each of its figures leads, and its guns."""

    name: str
    level: int
    leads: tuple[bool, ...]
    guns: int

    @property
    def rows(self) -> int:
        """The number of rows of figures."""
        return -(-(len(self.leads) + self.guns) // ACROSS)


def picture(answer: Answer[Any]) -> Scene:
    """Draw the force of an answer of `rules.paychest.forces.muster`."""
    bodies: Sequence[Body] = answer.detail
    blocks = list(_blocks(bodies))
    size = _pitch(blocks)
    shapes = (*_laid(blocks, size), *_key(bodies))
    shown = f"A dot for every figure, in {plural(len(blocks), 'block')}, one for each formation; leaders are ringed."
    return Scene(WIDTH, HEIGHT, (), shapes, f"The figures of the {bodies[0].formation.name}", f"{shown} {answer.headline}")


def _blocks(bodies: Sequence[Body]) -> Iterator[Block]:
    """Yield a block for every single formation, each commander before the figures he commands."""
    levels = len(bodies)
    for number, body in enumerate(bodies):
        leads = tuple(rank not in MEN for rank, count in body.formation.posts.items() for _ in range(count))
        for _ in range(body.count):
            yield Block(body.formation.name, min(levels - 1 - number, len(TINTS) - 1), leads, body.formation.guns)


def _pitch(blocks: Sequence[Block]) -> float:
    """Return the widest distance between figures (pixels) at which all blocks fit."""
    pitch = (WIDTH - 2 * MARGIN) / (ACROSS + 1)
    while pitch > 2 and _height(blocks, pitch) > HEIGHT - KEY - 2 * MARGIN:
        pitch -= 0.5
    return pitch


def _height(blocks: Sequence[Block], pitch: float) -> float:
    return max((y + block.rows * pitch + pitch for block, (_, y) in _places(blocks, pitch)), default=0.0)


def _places(blocks: Sequence[Block], pitch: float) -> Iterator[tuple[Block, Pixel]]:
    """Yield the place of each block: side by side, with a new row at the end of the width or for another kind of formation."""
    wide, x, y, high, last = (ACROSS + 1) * pitch, 0.0, 0.0, 0.0, ""
    for block in blocks:
        if last and (block.name != last or x + wide > WIDTH - 2 * MARGIN + pitch):
            x, y, high = 0.0, y + high + pitch * (1.0 if block.name != last else 0.7), 0.0
        yield block, (x, y)
        x, high, last = x + wide, max(high, block.rows * pitch), block.name


def _laid(blocks: Sequence[Block], pitch: float) -> Iterator[Shape]:
    men: dict[int, list[Pixel]] = {}
    leaders: dict[int, list[Pixel]] = {}
    guns: list[Pixel] = []
    for block, (x, y) in _places(blocks, pitch):
        for place, leads in enumerate((*block.leads, *[None] * block.guns)):
            at = (MARGIN + x + (place % ACROSS + 0.5) * pitch, MARGIN + KEY + y + (place // ACROSS + 0.5) * pitch)
            if leads is None:
                guns.append(at)
            else:
                (leaders if leads else men).setdefault(block.level, []).append(at)
    for level, spots in men.items():
        yield Circles(tuple(spots), 0.3 * pitch, "figure", "men", TINTS[level])
    for level, spots in leaders.items():
        yield Circles(tuple(spots), 0.38 * pitch, "figure-leader", "leaders", TINTS[level])
    if guns:
        yield Polygons(tuple(box(x - 0.4 * pitch, y - 0.2 * pitch, 0.8 * pitch, 0.4 * pitch) for x, y in guns), "silhouette", "guns")


def _key(bodies: Sequence[Body]) -> Iterator[Shape]:
    """Explain the colours: the formations, the largest first."""
    x = MARGIN + 6
    for number, body in enumerate(bodies):
        level = min(len(bodies) - 1 - number, len(TINTS) - 1)
        text = f"{body.formation.name}, {body.formation.own_figures}"
        text = f"{body.count} × {text}" if body.count > 1 else text
        yield Circles(((x, 18.0),), 6, "figure", body.id, TINTS[level])
        yield Label(text, (x + 12, 18), "dice-caption", body.id, anchor="start")
        x += 30 + 6.7 * len(text)
