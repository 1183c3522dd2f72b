"""A question about a state of an explorer. Nobody typed in its answer: the rule gives it, with its steps."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from landships_lab.core.answer import Answer, Gap
from landships_lab.core.typed import brief, small
from landships_lab.explore import CATALOG
from landships_lab.scene.shapes import Scene


@dataclass(frozen=True)
class Mark:
    """How was a reply marked? ``right`` or not, one sentence, and the rule's own answer with its steps."""

    right: bool
    sentence: str
    answer: Answer[Any]


@dataclass(frozen=True)
class Question:
    """What is asked of the reader: the words, and the state (in its text form) that they are about."""

    ask: str
    state: str

    @property
    def answer(self) -> Answer[Any]:
        """What does the rule say?"""
        explorer = CATALOG[self.state.split()[0]]
        return explorer.ask(explorer.parse(self.state))

    @property
    def choices(self) -> tuple[str, ...]:
        """Which replies can be picked? None where a number is typed."""
        value = self.answer.value
        if isinstance(value, str):
            explorer = CATALOG[self.state.split()[0]]
            return explorer.replies(explorer.parse(self.state))
        if isinstance(value, Gap):
            return ("yes", "no", "not in the source")
        return ("yes", "no") if isinstance(value, bool) else ()

    @property
    def right_reply(self) -> str:
        """Which reply is right?"""
        value = self.answer.value
        if isinstance(value, Gap):
            return "not in the source"
        if isinstance(value, bool):
            return "yes" if value else "no"
        return f"{_per_cent(value)}%" if isinstance(value, Fraction) else str(value)

    def picture(self) -> Scene:
        """What does the situation look like, the answer not given away?"""
        explorer = CATALOG[self.state.split()[0]]
        return explorer.riddle(explorer.parse(self.state))

    def mark(self, reply: str) -> Mark:
        """Is this reply right? `ValueError` in one sentence for a reply of the wrong kind.

        >>> Question("How far is it from #7 to #8?", "landships:range from #7 to #8").mark("1").right
        True
        """
        given = " ".join(str(reply).split())
        named = {choice.lower(): choice for choice in self.choices}
        if self.choices and given.lower() not in named:
            raise ValueError(brief(f"{str(reply)!r} is not a reply to this question; reply with {', '.join(self.choices)}."))
        right = named[given.lower()] == self.right_reply if self.choices else self._is_number(given)
        return Mark(right, "Right." if right else f"Not quite: the answer is {self.right_reply}.", self.answer)

    def _is_number(self, given: str) -> bool:
        """Is this the number asked for: itself, or for a chance its per cents or its exact fraction?"""
        value = self.answer.value
        if isinstance(value, Fraction) and _FRACTION.fullmatch(given):
            return Fraction(given.replace(" ", "")) == value
        text = given.removesuffix("%").strip() if isinstance(value, Fraction) else given
        number = small(text)
        if number is None:
            such = "per cents such as 33%, or a fraction such as 1/3" if isinstance(value, Fraction) else "a whole number such as 3"
            raise ValueError(brief(f"{given!r} is not a number; reply with {such}."))
        return number == (_per_cent(value) if isinstance(value, Fraction) else value)


_FRACTION = re.compile(r"[0-9]{1,30} ?/ ?[1-9][0-9]{0,30}")


def _per_cent(chance: Fraction) -> int:
    return round(chance * 100)
