"""How a reply is read and marked: the right reply, the replies to pick from, the wrong ones with
known mistakes, and the place of a reply on the board.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction

from landships_lab.core.answer import Gap
from landships_lab.core.checks import brief, small
from landships_lab.core.hexes import Hex, Side
from landships_lab.core.speech import percent
from landships_lab.panel.panel import Panel

NOT_PRINTED = "the rules do not say"
#: The most mistakes named for one wrong reply; with more, it is unclear which one was made.
MOST_NAMED = 2


def reply_of(value: object) -> str:
    """Return a rule's value in the words of a reply.

    >>> reply_of(True), reply_of(4), reply_of("De")
    ('yes', '4', 'De')
    """
    if isinstance(value, Gap):
        return NOT_PRINTED
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


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
    with known mistakes.

    ``chance`` is the exact chance in a question about one. A typed chance (a percentage or a
    fraction) is right if it is within half a per cent; of chances to pick from, the nearest is
    right.

    ``among`` are the replies that the board allows, such as the codes of its places; ``also`` are
    those as right as ``right``.
    """

    right: str
    choices: tuple[str, ...] = ()
    slips: tuple[KnownMistake, ...] = ()
    chance: Fraction | None = None
    among: tuple[str, ...] = ()
    also: frozenset[str] = frozenset()

    def is_right(self, reply: str) -> bool:
        """Return whether this reply, written as `read` writes it, is right."""
        return reply == self.right or reply in self.also

    def read(self, reply: str, name: Callable[[str], str] = str) -> str:
        """Return the reply written as ``right`` is.

        ``name`` returns the board's name of a reply, which is also understood. Raises `ValueError`
        in one sentence for a reply of the wrong kind.
        """
        given = " ".join(str(reply).split())
        if known := self.choices or self.among:
            named = {text.lower(): one for one in known for text in (name(one), one)}
            if given.lower() not in named:
                those = (
                    ", ".join(self.choices) or f"one of the board, such as {name(self.among[0])}"
                )
                raise ValueError(
                    brief(f"{str(reply)!r} is not a reply to this question; reply with {those}.")
                )
            return named[given.lower()]
        if self.chance is not None:
            return self.right if abs(_chance_of(given) - self.chance) <= NEAR_ENOUGH else given
        number = small(given)
        if number is None:
            raise ValueError(
                brief(f"{given!r} is not a number; reply with a whole number such as 3.")
            )
        return str(number)

    @property
    def exact(self) -> str:
        """The exact chance in words if the nearest of several is picked; otherwise ""."""
        return percent(self.chance) if self.choices and self.chance is not None else ""

    def mistake(self, reply: str) -> str:
        """Return the mistake that leads to this reply; "" if the reply is right or its mistake is
        unknown.
        """
        return next((slip.name for slip in self.slips if slip.reply == reply), "")


_FRACTION = re.compile(r"[0-9]{1,30} ?/ ?[1-9][0-9]{0,30}")
_PER_CENT = re.compile(r"([0-9]{1,30}(?:[.,][0-9]{1,30})?) ?%?")
#: The tolerance for a typed chance: half a per cent.
NEAR_ENOUGH = Fraction(1, 200)


def _chance_of(given: str) -> Fraction:
    """Return a typed chance: a percentage, with or without decimals and sign, or a fraction.

    Raises `ValueError` for anything else.
    """
    if _FRACTION.fullmatch(given):
        return Fraction(given.replace(" ", ""))
    if match := _PER_CENT.fullmatch(given):
        return Fraction(match[1].replace(",", ".")) / 100
    raise ValueError(
        brief(f"{given!r} is no chance; reply with per cents such as 33.3%, or with 1/3.")
    )


def slips(right: str, wrong: Iterable[tuple[str, str]]) -> tuple[KnownMistake, ...]:
    """Return the mistakes that a reply shows.

    ``wrong`` are replies with the mistake behind each, the likeliest first.

    A mistake that still leads to the right reply is not detected. If several lead to one reply,
    only the first of them are named.

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


@dataclass(frozen=True, slots=True)
class Pick:
    """A reply given on the board: the part of the panel's state that a press or the wheel sets, and
    the instruction, such as "Click the hexside."

    If ``at_once`` is false, the reader may try several times before confirming.
    """

    part: str
    says: str
    at_once: bool = True

    def reply(self, state: Panel) -> str:
        """Return the reply that this state of the panel gives: the code of a place, or the word of
        anything else; "" for nothing.
        """
        value = getattr(state, self.part)
        if value is None:
            return ""
        return state.grid.code(value) if isinstance(value, Hex | Side) else str(value)
