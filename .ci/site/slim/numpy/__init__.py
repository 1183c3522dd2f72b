"""What a lesson's page has of numpy: only what a canvas needs to send a drawing.

A page runs nothing but its own panels, and does without the 3 MB and the second that numpy takes to
come and to begin. The notebooks get numpy itself, from the Pyodide distribution.
"""

from __future__ import annotations

from array import array as numbers
from collections.abc import Iterable, Sequence
from math import fabs, prod
from math import isfinite as finite
from typing import Any, ClassVar

__version__ = "0.0"
CODES = {
    "uint8": "B",
    "int16": "h",
    "uint16": "H",
    "int32": "i",
    "int64": "q",
    "float32": "f",
    "float64": "d",
}
uint8, int16, uint16, int32, int64, float16, float32, float64 = (
    "uint8",
    "int16",
    "uint16",
    "int32",
    "int64",
    "float16",
    "float32",
    "float64",
)


class ndarray(numbers):  # type: ignore[type-arg]  # noqa: N801 - numpy's own name
    """Numbers of one kind, one after the other, and the shape they are read in."""

    dtype: str
    shape: tuple[int, ...]
    flags: ClassVar = {"C_CONTIGUOUS": True}

    @property
    def ndim(self) -> int:
        """Return the number of axes."""
        return len(self.shape)

    def all(self) -> bool:
        """Return whether no number is zero."""
        return all(self)

    def astype(self, dtype: str) -> ndarray:
        """Return the same numbers as another kind."""
        return _made(self if dtype.startswith("float") else map(int, self), dtype, self.shape)

    def ravel(self) -> ndarray:
        """Return the same numbers in one row."""
        return _made(self, self.dtype, (len(self),))

    def reshape(self, *shape: int) -> ndarray:
        """Return the same numbers in another shape."""
        known = prod(side for side in shape if side >= 0)
        return _made(
            self, self.dtype, tuple(side if side >= 0 else len(self) // known for side in shape)
        )

    def max(self) -> Any:
        """Return the largest number."""
        return max(self)

    def __rmul__(self, factor: Any) -> ndarray:
        return _made((factor * n for n in self), self.dtype, self.shape)

    def __getitem__(self, at: Any) -> Any:
        if isinstance(at, tuple):  # a column, as in points[:, 0]
            return _made(
                numbers.__getitem__(self, slice(at[1], None, self.shape[1])),
                self.dtype,
                self.shape[:1],
            )
        return numbers.__getitem__(self, at)


def _made(values: Iterable[Any], dtype: str, shape: tuple[int, ...]) -> ndarray:
    made = ndarray(CODES[dtype], values)
    made.dtype, made.shape = dtype, shape
    return made


def array(values: Any, dtype: str = "") -> ndarray:
    """Return these numbers, or rows of numbers, as an array."""
    values = list(values)
    rows = [list(row) for row in values] if values and isinstance(values[0], Sequence) else None
    flat = [n for row in rows for n in row] if rows else values
    kind = dtype or ("float64" if any(isinstance(n, float) for n in flat) else "int64")
    return _made(flat, kind, (len(rows), len(rows[0])) if rows else (len(flat),))


def asarray(values: Any) -> ndarray:
    """Return an array as it is, and anything else as an array."""
    return values if isinstance(values, ndarray) else array(values)


def require(values: Any, **_wishes: object) -> ndarray:
    """Return an array whose numbers lie one after the other, as all here do."""
    return asarray(values)


def frombuffer(buffer: bytes, dtype: str) -> ndarray:
    """Return bytes as an array of small numbers."""
    return _made(buffer, dtype, (len(buffer),))


def concatenate(parts: Sequence[ndarray]) -> ndarray:
    """Return the numbers of all these arrays in one row."""
    return _made((n for part in parts for n in part), parts[0].dtype, (sum(map(len, parts)),))


def abs(values: ndarray) -> ndarray:  # noqa: A001 - numpy's own name
    """Return the sizes of these numbers."""
    return _made(map(fabs, values), values.dtype, values.shape)


def rint(values: ndarray) -> ndarray:
    """Return these numbers, each as the nearest whole one."""
    return _made(map(round, values), values.dtype, values.shape)


class iinfo:  # noqa: N801 - numpy's own name
    """The range of a kind of whole number."""

    def __init__(self, dtype: str) -> None:
        self.max = 256 ** numbers(CODES[dtype]).itemsize // 2 - 1


def isfinite(values: ndarray) -> ndarray:
    """Return for each number whether it is finite."""
    return _made(map(finite, values), "uint8", values.shape)
