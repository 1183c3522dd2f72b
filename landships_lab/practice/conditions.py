"""What the reader may change in a puzzle, and the conditions that must then hold."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from itertools import product
from typing import Any

from landships_lab.panel.panel import Panel


@dataclass(frozen=True, slots=True)
class Held:
    """Whether a condition holds in a state and, if not, one sentence on how much is missing."""

    true: bool
    missing: str = ""


@dataclass(frozen=True, slots=True)
class Condition:
    """One condition of a solution: its sentence, such as "Its port gun bears on 1306.", and the
    rule that judges a state of its panel.
    """

    says: str
    judge: Callable[[Any], Held]


@dataclass(frozen=True, slots=True)
class Free:
    """What the reader may change.

    ``parts`` are the ids of the parts of the panel's state that may differ from the start (a drag
    may set several); ``controls`` the ids of the controls shown; ``says`` is one line on mouse and
    keys. ``reach`` yields every state that may be tried: the proof, the rating and the random
    player use it.
    """

    says: str
    parts: tuple[str, ...]
    controls: tuple[str, ...]
    reach: Callable[[Any], Iterable[Any]]

    def allows(self, start: Panel, now: Panel) -> bool:
        """Return whether this state differs from the start only in what is free."""
        before, after = start.settled(), now.settled()
        return all(
            getattr(before, one.name) == getattr(after, one.name)
            for one in fields(before)  # type: ignore[arg-type]  # every panel is a dataclass
            if one.name not in self.parts
        )


def must(
    says: str, true: Callable[[Any], bool], missing: Callable[[Any], str] = lambda _state: ""
) -> Condition:
    """Return a condition from a test of a state and a sentence on what is missing."""
    return Condition(says, lambda state: Held(True) if true(state) else Held(False, missing(state)))


def unless(says: str, fault: Callable[[Any], str]) -> Condition:
    """Return the condition that holds unless ``fault`` returns a sentence on a state."""

    def judge(state: Any) -> Held:
        fault_of_it = fault(state)
        return Held(not fault_of_it, fault_of_it)

    return Condition(says, judge)


def free_in(says: str, **values: Sequence[object]) -> Free:
    """Return a `Free` that gives each of these parts any of its values. A control has the id of its
    part.
    """

    def reach(start: Any) -> Iterator[Any]:
        for chosen in product(*values.values()):
            yield replace(start, **dict(zip(values, chosen, strict=True)))

    return Free(says, tuple(values), tuple(values), reach)


def free_by(
    says: str, parts: str, reach: Callable[[Any], Iterable[Any]], controls: str = ""
) -> Free:
    """Return a `Free` that changes these parts (ids in one line) as ``reach`` does."""
    return Free(says, tuple(parts.split()), tuple((controls or parts).split()), reach)


def _nothing(_start: Any) -> Iterator[Any]:
    return iter(())


#: What may change in a question: only the reply.
NOTHING = Free("", (), (), _nothing)
