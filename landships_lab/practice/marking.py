"""A question about a state of a panel, and how a reply is marked.

The rule gives the answer; nobody typed it in.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from landships_lab.core.answer import Answer, Gap
from landships_lab.core.checks import brief, small
from landships_lab.drawing.shapes import Label, Scene
from landships_lab.panel import CATALOG
from landships_lab.panel.panel import Panel

NOT_PRINTED = "not in the source"
#: The most mistakes named for one wrong reply; with more, nobody can tell which was made.
MOST_NAMED = 2


@dataclass(frozen=True, slots=True)
class KnownMistake:
    """A known mistake: the wrong reply that it leads to, and its name, as said to the reader who
    made it ("you counted ...").
    """

    reply: str
    name: str


@dataclass(frozen=True, slots=True)
class Key:
    """The right reply, the replies to pick from (none where a number is typed), and the wrong ones
    that are known mistakes.

    ``chance`` is the exact chance where per cents are typed: then the exact fraction is right too.
    """

    right: str
    choices: tuple[str, ...] = ()
    slips: tuple[KnownMistake, ...] = ()
    chance: Fraction | None = None

    def read(self, reply: str) -> str:
        """Return the reply written as ``right`` is;

        `ValueError` in one sentence for a reply of the wrong kind.
        """
        given = " ".join(str(reply).split())
        if self.choices:
            named = {choice.lower(): choice for choice in self.choices}
            if given.lower() not in named:
                raise ValueError(
                    brief(
                        f"{str(reply)!r} is not a reply to this question; reply with"
                        f" {', '.join(self.choices)}."
                    )
                )
            return named[given.lower()]
        if self.chance is not None and _FRACTION.fullmatch(given):
            return self.right if Fraction(given.replace(" ", "")) == self.chance else given
        number = small(given.removesuffix("%").strip() if self.chance is not None else given)
        if number is None:
            such = (
                "per cents such as 33%, or a fraction such as 1/3"
                if self.chance is not None
                else "a whole number such as 3"
            )
            raise ValueError(brief(f"{given!r} is not a number; reply with {such}."))
        return f"{number}%" if self.chance is not None else str(number)

    def mistake(self, reply: str) -> str:
        """Return the mistake that leads to this reply, "" if the reply is right or its mistake
        unknown.
        """
        return next((slip.name for slip in self.slips if slip.reply == reply), "")


_FRACTION = re.compile(r"[0-9]{1,30} ?/ ?[1-9][0-9]{0,30}")


def slips(right: str, wrong: Iterable[tuple[str, str]]) -> tuple[KnownMistake, ...]:
    """Return the mistakes that a reply shows;

    ``wrong`` are replies with the mistake behind each, the likeliest first.

    A mistake that leads to the right reply all the same is not seen; of several that lead to one
    reply two are named.

    >>> slips("3", [("4", "you counted the first"), ("3", "you guessed"), ("4", "you rounded up")])
    (KnownMistake(reply='4', name='you counted the first, or you rounded up'),)
    """
    named: dict[str, list[str]] = {}
    for reply, mistake in wrong:
        if (
            reply != right
            and mistake not in (known := named.setdefault(reply, []))
            and len(known) < MOST_NAMED
        ):
            known.append(mistake)
    return tuple(KnownMistake(reply, ", or ".join(mistakes)) for reply, mistakes in named.items())


@dataclass(frozen=True)
class Mark:
    """The mark of a reply:

    ``right`` or not, one sentence, and the name of the mistake where it is known.
    """

    right: bool
    sentence: str
    mistake: str
    question: Question

    @property
    def answer(self) -> Answer[object]:
        """The rule's own answer, with its steps."""
        return self.question.answer


@dataclass(frozen=True)
class Question:
    """One question: its words, and the state (in its text form) that they are about.

    ``given`` is the key of a made-up question; without one the panel's own answer is asked for.
    ``kind``, ``seed`` and ``level`` make a made-up question again.
    """

    text: str
    state: str
    given: Key | None = None
    kind: str = ""
    seed: int = 0
    level: int = 1

    @property
    def panel(self) -> type[Panel]:
        """The panel it is about."""
        return CATALOG[self.state.split()[0]]

    @cached_property
    def answer(self) -> Answer[object]:
        """The panel's answer, with its steps."""
        return self.panel.parse(self.state).ask()

    @cached_property
    def key(self) -> Key:
        """The right reply and the possible ones."""
        return self.given or _key_of(self)

    @property
    def choices(self) -> tuple[str, ...]:
        """The replies to pick from, none where a number is typed."""
        return self.key.choices

    @property
    def right_reply(self) -> str:
        """The right reply."""
        return self.key.right

    def ask(self) -> str:
        """Return the question with the replies to pick from, as one would write it on a board.

        >>> print(Question("May unit #4 stand like that?", "landships:positions #4").ask())
        May unit #4 stand like that?
          a) yes
          b) no
        """
        lettered = (
            f"  {letter}) {choice}"
            for letter, choice in zip("abcdefghijklmnop", self.choices, strict=False)
        )
        return "\n".join([self.text, *lettered])

    def mark(self, reply: str) -> Mark:
        """Return the mark of this reply;

        `ValueError` in one sentence for a reply of the wrong kind.

        >>> Question("How far is it from #7 to #8?", "landships:range from #7 to #8").mark(
        ...     "1"
        ... ).right
        True
        """
        given = self.key.read(reply)
        if given == self.right_reply:
            return Mark(True, "Right.", "", self)
        mistake = self.key.mistake(given)
        guess = f" It looks as if {mistake}." if mistake else ""
        return Mark(False, f"Not quite: the answer is {self.right_reply}.{guess}", mistake, self)

    def picture(self) -> Scene:
        """Return the situation without giving the answer away."""
        return self.panel.parse(self.state).question_picture()

    def shown(self) -> Scene | None:
        """Return the picture that goes with the words, or None where it shows nothing but words."""
        drawn = self.picture()
        return (
            drawn
            if any(
                not isinstance(shape, Label) and shape.role != "paper" for shape in drawn.shapes()
            )
            else None
        )

    def answer_picture(self) -> Scene:
        """Return the panel's picture, with the answer."""
        return self.panel.parse(self.state).picture(self.answer)


def _key_of(question: Question) -> Key:
    """Return the key that follows from the panel's own answer."""
    value = question.answer.value
    if isinstance(value, Gap):
        return Key(NOT_PRINTED, ("yes", "no", NOT_PRINTED))
    if isinstance(value, bool):
        return Key("yes" if value else "no", ("yes", "no"))
    if isinstance(value, Fraction):
        return Key(f"{round(value * 100)}%", chance=value)
    if isinstance(value, str):
        return Key(value, question.panel.parse(question.state).replies())
    return Key(str(value))
