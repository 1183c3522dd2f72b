"""The shell that a page does not have."""

from __future__ import annotations


class InteractiveShell:
    """A class with no instances."""
