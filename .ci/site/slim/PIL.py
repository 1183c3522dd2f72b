"""What a lesson's page has of Pillow: the name that ipycanvas imports, and uses for photographs."""

from __future__ import annotations

__version__ = "0.0"


class Image:
    """Stands for the module of that name."""
