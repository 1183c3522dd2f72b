"""Name what a reader supplied at the foot of every picture whose answer rests on it, so that no
copy can hide it.
"""

from __future__ import annotations

from dataclasses import replace

from landships_lab.core.answer import Answer
from landships_lab.core.sources import PROVENANCE_WORDS
from landships_lab.drawing.dicing import box, text_lines, wrapped
from landships_lab.drawing.labels import BOLD
from landships_lab.drawing.roles import WORDS
from landships_lab.drawing.shapes import Polygons, Scene

LINE, MARGIN = 17.0, 8.0


def supplied(answer: Answer[object]) -> tuple[str, ...]:
    """Return what the reader supplied to this answer: each document with the places that the steps
    cite, without repetition.
    """
    found: dict[str, list[str]] = {}
    for step in answer.steps:
        if step.cite.kind == "supplied":
            sections = found.setdefault(step.cite.document, [])
            sections += [] if step.cite.section in sections else [step.cite.section]
    return tuple(f"{document}: {'; '.join(sections)}" for document, sections in found.items())


def marked(scene: Scene, answer: Answer[object]) -> Scene:
    """Return this picture with a foot that names what the reader supplied; the same picture if that
    is nothing.
    """
    mine = supplied(answer)
    if not mine:
        return scene
    note = f"{PROVENANCE_WORDS['supplied'].capitalize()}, not in the source. {'. '.join(mine)}."
    lines = wrapped(note, scene.width - 4 * MARGIN, BOLD * WORDS)
    height = LINE * len(lines) + MARGIN
    strip = box(MARGIN, scene.height, scene.width - 2 * MARGIN, height)
    foot = (
        Polygons((strip,), "supplied-strip", "supplied"),
        *text_lines(lines, (2 * MARGIN, scene.height + 13), "supplied", step=LINE, name="supplied"),
    )
    taller = replace(scene, height=scene.height + height + MARGIN, figures=(*scene.figures, *foot))
    return replace(taller, description=f"{scene.description} {note}".strip())
