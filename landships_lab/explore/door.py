"""The two doors by which anything that a person typed comes to an explorer: its text form, and the value of a control."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from landships_lab.core.checks import brief, fits

F = TypeVar("F", bound=Callable[..., Any])
#: The longest text that is let in: a file that a link carries packed, and a painted board beside it.
MOST_BYTES = 120_000
MOST_NUMBER = 1_000_000_000


def guard(explorer: type) -> None:
    """Puts a keeper at those of the doors that this class makes itself."""
    for name in {"parse", "set"} & vars(explorer).keys():
        setattr(explorer, name, guarded(vars(explorer)[name]))


def guarded(door: F) -> F:
    """Which door is this one with a keeper: no text too long to be worth reading comes in, no endless sentence goes out?"""

    @wraps(door)
    def enter(explorer: Any, *given: Any) -> Any:
        for value in given:
            check_size(value)
        try:
            return door(explorer, *given)
        except ValueError as error:
            error.args = (brief(str(error)),)
            raise

    return enter  # type: ignore[return-value]  # it takes and gives what the door does


def check_size(value: object) -> None:
    """Is there neither a text too long to be read in this, nor a number? `ValueError` in one sentence if there is."""
    for part in value if isinstance(value, tuple) else (value,):
        if isinstance(part, str) and not fits(part, MOST_BYTES):
            raise ValueError(f"That text is too long or holds half a letter; at most {MOST_BYTES} bytes are read.")
        if isinstance(part, int) and not -MOST_NUMBER <= part <= MOST_NUMBER:
            raise ValueError(f"That number is out of all bounds; none goes beyond {MOST_NUMBER:,}.")
