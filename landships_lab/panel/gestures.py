"""Gestures as plain data: what the reader did on a picture."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from landships_lab.drawing.shapes import Pixel

GestureKind = Literal["hover", "leave", "press", "drag", "drop", "turn", "key"]


@dataclass(frozen=True, slots=True)
class Gesture:
    """What the reader did on the picture: where (scene pixels), with which key, by how many points
    of 30 degrees (``steps``), and with Shift or without.
    """

    kind: GestureKind
    at: Pixel = (0.0, 0.0)
    key: str = ""
    steps: int = 0
    shift: bool = False
