"""Draw melee: every pair of hits as an area, side A across and side B down."""

from __future__ import annotations

from landships_lab.core.answer import Answer
from landships_lab.drawing.dicing import box
from landships_lab.drawing.mosaic import mosaic
from landships_lab.drawing.shapes import Label, Polygons, Scene, Shape
from landships_lab.drawing.supplied import marked
from landships_lab.games.paychest.panels.common import WIDTH
from landships_lab.games.paychest.rules.melee import Contact

HEIGHT, KEY_TOP = 500.0, 478.0


def picture(answer: Answer[object]) -> Scene:
    """Draw the ends of an answer of `rules.paychest.melee.contact`.

    A line at the foot names what the reader supplied.
    """
    found: Contact = answer.detail
    a, b = found.made
    shapes: list[Shape] = [Label("Hits of side A", (365, 18), "dice-words-strong", "a")]
    shapes.append(Label("of side B", (100, 44), "dice-words-strong", "b", anchor="end"))
    shapes += mosaic((110, 54), (510, 396), dict(a), dict(b), _look)
    shapes += [
        *_key("blue", "B is hurt", 110),
        *_key("vermillion", "A is hurt", 280),
        *_key("black", "nobody", 450),
    ]
    shown = "Hits of side A across, of side B down; the larger an area, the likelier both."
    scene = Scene(
        WIDTH,
        HEIGHT,
        (),
        tuple(shapes),
        "Melee: every end of the fight, by area",
        f"{shown} {answer.headline}",
    )
    return marked(scene, answer)


def _look(a: int, b: int) -> tuple[str, str]:
    """Return the colour and the words of a pair of hits: who is hurt, and by how many."""
    if a == b:
        return "black", "–"
    return ("blue", f"{a - b} on B") if a > b else ("vermillion", f"{b - a} on A")


def _key(tint: str, text: str, x: float) -> tuple[Shape, ...]:
    square = Polygons((box(x, KEY_TOP - 7, 14, 14),), "share", text, tint)
    return square, Label(text, (x + 20, KEY_TOP), "dice-words", text, anchor="start")
