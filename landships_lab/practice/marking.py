"""A question about a state of a panel, and how a reply is marked.

The rule gives the answer; nobody typed it in.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from landships_lab.core.answer import Answer, Gap
from landships_lab.core.checks import brief, small
from landships_lab.core.hexes import Hex, Side
from landships_lab.core.speech import percent
from landships_lab.drawing.shapes import Label, Scene
from landships_lab.panel import CATALOG
from landships_lab.panel.controls import Choice
from landships_lab.panel.panel import Panel

NOT_PRINTED = "the rules do not say"
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

    ``chance`` is the exact chance where per cents are asked for: where they are typed, as per cents
    or as a fraction, what is within half a per cent is right; where they are picked the nearest is.

    ``among`` are the replies that can be given on the board, such as the codes of its places; then
    ``also`` are those that are as right as ``right``.
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

    def read(self, reply: str) -> str:
        """Return the reply written as ``right`` is;

        `ValueError` in one sentence for a reply of the wrong kind.
        """
        given = " ".join(str(reply).split())
        if known := self.choices or self.among:
            named = {choice.lower(): choice for choice in known}
            if given.lower() not in named:
                told = ", ".join(self.choices) or f"one of the board, such as {self.among[0]}"
                raise ValueError(
                    brief(f"{str(reply)!r} is not a reply to this question; reply with {told}.")
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
        """The exact chance in words, where the nearest of several is picked; else nothing."""
        return percent(self.chance) if self.choices and self.chance is not None else ""

    def mistake(self, reply: str) -> str:
        """Return the mistake that leads to this reply, "" if the reply is right or its mistake
        unknown.
        """
        return next((slip.name for slip in self.slips if slip.reply == reply), "")


_FRACTION = re.compile(r"[0-9]{1,30} ?/ ?[1-9][0-9]{0,30}")
_PER_CENT = re.compile(r"([0-9]{1,30}(?:[.,][0-9]{1,30})?) ?%?")
#: How near a typed chance must come: half a per cent.
NEAR_ENOUGH = Fraction(1, 200)


def _chance_of(given: str) -> Fraction:
    """Return the chance that is typed: per cents with or without decimals and sign, or a fraction.

    `ValueError` in one sentence for anything else.
    """
    if _FRACTION.fullmatch(given):
        return Fraction(given.replace(" ", ""))
    if found := _PER_CENT.fullmatch(given):
        return Fraction(found[1].replace(",", ".")) / 100
    raise ValueError(
        brief(f"{given!r} is no chance; reply with per cents such as 33.3%, or with 1/3.")
    )


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


@dataclass(frozen=True, slots=True)
class Pick:
    """A reply that is given on the board: the part of the panel's state that a press there sets, or
    that the wheel turns, and what the reader is told to do, such as "Click the hexside."

    Where ``at_once`` is false he may try several times before he says that he is done.
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

    ``because`` is the explanation of what was asked, in a sentence or two, where the steps of the
    panel's answer do not give it by themselves. ``explained`` is the text form of the state whose
    answer and picture are shown after the reply, where that is another one: the place asked about
    is chosen in it. ``pick`` says how a reply is given on the board; with ``wanted`` every reply is
    right with which the panel gives this answer.
    """

    text: str
    state: str
    given: Key | None = None
    because: str = ""
    explained: str = ""
    pick: Pick | None = None
    wanted: str = ""
    kind: str = ""
    seed: int = 0
    level: int = 1

    @property
    def panel(self) -> type[Panel]:
        """The panel it is about."""
        return CATALOG[self.state.split()[0]]

    @cached_property
    def answer(self) -> Answer[object]:
        """The panel's answer, with its steps, as shown after a reply."""
        return self.panel.parse(self.explained or self.state).ask()

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
          c) the rules do not say
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
        exact = self.key.exact
        if self.wanted:
            return self._marked_by_panel(given)
        if self.key.is_right(given):
            return Mark(True, f"Right: it is {exact}." if exact else "Right.", "", self)
        mistake = self.key.mistake(given)
        guess = f" It looks as if {mistake}." if mistake else ""
        told = f"it is {exact}, nearest to {self.right_reply}" if exact else ""
        told = told or f"the answer is {self.right_reply}"
        return Mark(False, f"Not quite: {told}.{guess}", mistake, self)

    def _marked_by_panel(self, given: str) -> Mark:
        """Return the mark of a reply on the board, with the panel's answer to this very reply."""
        assert self.pick is not None  # without one nothing is wanted
        state = self.open().set(self.pick.part, given)
        shown = replace(self, explained=state.text())
        if _said(state) == self.wanted:
            return Mark(True, "Right.", "", shown)
        return Mark(False, f"Not quite: one that does is {self.right_reply}.", "", shown)

    def open(self) -> Panel:
        """Return the state that it is about."""
        return self.panel.parse(self.state)

    def picture(self) -> Scene:
        """Return the situation without giving the answer away."""
        return self.open().question_picture()

    def shown(self) -> Scene | None:
        """Return the picture that goes with the words, or None where it shows nothing but words."""
        drawn = self.picture()
        return drawn if is_pictured(drawn) else None

    def answer_picture(self) -> Scene:
        """Return the panel's picture, with the answer."""
        return self.panel.parse(self.explained or self.state).picture(self.answer)


def _among(start: Panel, part: str) -> tuple[str, ...]:
    """Return every reply that the board of a state offers for one of its parts: the options of its
    control, or the places in sight.
    """
    control = next(one for one in start.controls() if one.id == part)
    if isinstance(control, Choice):
        return tuple(value for value, _ in control.options)
    view = start.opening()
    return tuple(start.grid.code(place) for place in sorted(start.grid.places) if view.holds(place))


def _said_with(start: Panel, part: str, value: str) -> str:
    """Return the panel's answer with this part set to this value; "" where it is refused."""
    try:
        return _said(start.set(part, value))
    except ValueError:
        return ""


def _said(state: Panel) -> str:
    """Return the value of a state's answer as a reply is written."""
    value = state.answer().value
    if isinstance(value, Gap):
        return NOT_PRINTED
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def is_pictured(scene: Scene) -> bool:
    """Return whether a picture shows anything but words."""
    return any(not isinstance(shape, Label) and shape.role != "paper" for shape in scene.shapes())


def _key_of(question: Question) -> Key:
    """Return the key that follows from the panel's own answer."""
    if question.wanted:
        assert question.pick is not None  # without one nothing is wanted
        start, part = question.open(), question.pick.part
        among = _among(start, part)
        fits = (one for one in among if _said_with(start, part, one) == question.wanted)
        return Key(next(fits), among=among)
    value = question.answer.value
    if isinstance(value, bool | Gap):
        word = NOT_PRINTED if isinstance(value, Gap) else "yes" if value else "no"
        return Key(word, ("yes", "no", NOT_PRINTED))
    if isinstance(value, Fraction):
        return Key(f"{round(value * 100)}%", chance=value)
    if isinstance(value, str):
        return Key(value, question.panel.parse(question.state).replies())
    return Key(str(value))
