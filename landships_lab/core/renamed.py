"""Old public names, which work for one more release and warn."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any
from warnings import warn


def _warn(old: str, new: str) -> None:
    warn(f"{old} is now {new}; the old name goes in 0.3.", DeprecationWarning, stacklevel=3)


class renamed:  # noqa: N801 - stands in a class as `property` does
    """An attribute or method that has another name now: ``said = renamed("outcome")``."""

    def __init__(self, new: str) -> None:
        self.new = new

    def __set_name__(self, owner: type, old: str) -> None:
        self.old = f"{owner.__name__}.{old}"

    def __get__(self, held: object, owner: type | None = None) -> Any:
        if held is None:
            return self
        _warn(self.old, self.new)
        return getattr(held, self.new)


def renamed_argument(old: str, new: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Return a decorator of a function whose keyword ``old`` is called ``new`` now."""

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(function)
        def call(*given: Any, **named: Any) -> Any:
            if old in named:
                _warn(f"The argument {old} of {function.__name__}", new)
                named[new] = named.pop(old)
            return function(*given, **named)

        return call

    return decorate
