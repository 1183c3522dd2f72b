"""The types of arrays, as annotations name them."""

from __future__ import annotations

from types import GenericAlias

from numpy import ndarray


class NDArray:
    """An array of one kind of number."""

    def __class_getitem__(cls, kind: object) -> GenericAlias:
        """Return the type of an array of this kind."""
        return GenericAlias(ndarray, (kind,))
