"""The longest text and the largest number that a panel reads, whatever a person types or pastes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from landships_lab.core.checks import brief, fits

#: The longest text that is read: a packed file and a painted board in one link.
MOST_BYTES = 120_000
MOST_NUMBER = 1_000_000_000


@contextmanager
def size_limits(*given: object, most: int = MOST_BYTES) -> Iterator[None]:
    """Raise `ValueError` for a text of more than ``most`` bytes or a number out of bounds, and
    shorten the sentence of any `ValueError` raised in the block.
    """
    try:
        for value in given:
            _check(value, most)
        yield
    except ValueError as error:
        error.args = (brief(str(error)),)
        raise


def _check(value: object, most: int) -> None:
    for part in value if isinstance(value, tuple) else (value,):
        if isinstance(part, str) and not fits(part, most):
            raise ValueError(
                f"That text is too long or contains an invalid character; at most {most}"
                " bytes are read."
            )
        if isinstance(part, int) and not -MOST_NUMBER <= part <= MOST_NUMBER:
            raise ValueError(f"That number is out of bounds; none goes beyond {MOST_NUMBER:,}.")
