"""A STAND-IN FOR PILLOW, beside that for numpy: ipycanvas imports a name from it, and uses it for
photographs only.
"""

from __future__ import annotations

__version__ = "0.0"


class Image:
    """Stands for the module of that name."""
