"""Gestures as plain data: what a hand did on a picture."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from landships_lab.drawing.shapes import Pixel

GestureKind = Literal["hover", "leave", "press", "drag", "drop", "turn", "key"]


@dataclass(frozen=True, slots=True)
class Gesture:
    """What a hand did on the picture: where (scene pixels), which key, how many points of turn,
    with Shift or without.
    """

    kind: GestureKind
    at: Pixel = (0.0, 0.0)
    key: str = ""
    steps: int = 0
    shift: bool = False
