"""A game as a stack of small steps: who decides what, which choices there are, and the effect of
each.

A `Situation` is the whole position. The step on top of its stack says what is to be decided now and
by whom, and lists the choices. A legal choice holds its effect, a function of the dice: the same
function gives the exact odds and, with dice thrown, what happens. A step may call another by
putting it on the stack, so that a phase can be interrupted and resumed.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from typing import Any, ClassVar, Self

from landships_lab.core.answer import Answer, Mark, Step
from landships_lab.core.checks import brief, unknown
from landships_lab.core.dice import Odds, Roll, Thrown, run
from landships_lab.core.renamed import renamed
from landships_lab.core.sources import Cite

#: How many steps may follow each other with nothing to decide; more would never end.
MOST_BY_ITSELF = 200
#: How many lists of choices are kept: screen, picture and hand ask for the same ones.
KEPT_CHOICES = 32


@dataclass(frozen=True, slots=True)
class Happening:
    """An event of the game: the situation after it, one sentence about it, and the steps of the
    rules it follows from.

    ``rolls`` are the numbers thrown, in order. ``outcome`` is the result in a few words, such as "5
    Hits"; the odds of a choice count equal outcomes as one. ``words`` are the words of the choice
    made, and ``did`` the label of its button.
    """

    situation: Situation
    says: str
    steps: tuple[Step, ...] = ()
    outcome: str = ""
    rolls: tuple[int, ...] = ()
    words: str = ""
    did: str = ""
    said = renamed("outcome")

    @property
    def verb(self) -> str:
        """The first word of the choice that was taken, "" if none was."""
        return self.words.partition(" ")[0]

    @property
    def names(self) -> tuple[str, ...]:
        """The words after it: the units and places that it names."""
        return tuple(self.words.split()[1:])


Effect = Callable[[Roll], Happening]


@dataclass(frozen=True, slots=True)
class Choice:
    """Something that may be done now, or that may not, with the reason.

    ``words`` are its text in a record, such as ``fire Cruds-1 Carri-1``; ``says`` is the label of
    its button. ``unit`` is the unit it belongs to, "" for the whole side. ``why`` is the rule's
    answer, which gives the reason for a refusal. ``expects`` is the expected result in a few words,
    such as "2½ Hits". ``supplied``: the rules leave this open, and the players decide it. ``ends``:
    it ends the step, so that it is listed last and apart. ``marks`` are the places it mentions.
    ``fast_odds`` computes its odds faster if running the effect over every roll takes too long; a
    test keeps both in agreement.
    """

    words: str
    says: str
    effect: Effect | None = field(default=None, compare=False, repr=False)
    unit: str = ""
    why: Answer[object] | None = field(default=None, compare=False, repr=False)
    expects: str = ""
    supplied: bool = False
    ends: bool = False
    marks: tuple[Mark, ...] = ()
    fast_odds: Callable[[], Odds[str]] | None = field(default=None, compare=False, repr=False)

    @property
    def legal(self) -> bool:
        """Whether it may be taken."""
        return self.effect is not None

    @property
    def verb(self) -> str:
        """The first of its words, which names the action, such as ``fire``."""
        return self.words.split()[0]

    @property
    def names(self) -> tuple[str, ...]:
        """The words after the first: the units and places that it names."""
        return tuple(self.words.split()[1:])

    @property
    def odds(self) -> Odds[str]:
        """The exact odds of its outcomes, in the words of `Happening.outcome`.

        Raises `ValueError` for a choice that is refused.
        """
        effect = self.checked()
        if self.fast_odds is not None:
            return self.fast_odds()
        return run(lambda roll: effect(roll).outcome)

    def checked(self) -> Effect:
        """Return its effect. Raises `ValueError`, with the reason and the rule, if it is
        refused.
        """
        if self.effect is None:
            reason = self.why.headline if self.why else "It may not be done now."
            cited = f" [{self.cite}]" if self.cite else ""
            raise ValueError(f"{brief(f'{self.says}: {reason}')}{cited}")
        return self.effect

    @property
    def cite(self) -> Cite | None:
        """The citation of the step that refuses it, or of its first step; None if it has none."""
        steps = self.why.steps if self.why else ()
        return next((step.cite for step in steps if step.op == "forbids"), None) or next(
            (step.cite for step in steps), None
        )


def refused(words: str, says: str, why: Answer[object], unit: str = "") -> Choice:
    """Return a refused choice, with the answer that refuses it."""
    return Choice(words, says, unit=unit, why=why)


def offered(
    words: str,
    says: str,
    effect: Effect,
    unit: str,
    why: Answer[object],
    expects: str = "",
    odds: Callable[[], Odds[str]] | None = None,
    marks: tuple[Mark, ...] = (),
) -> Choice:
    """Return the choice if the answer allows it, or the refused choice if it does not."""
    if why.value is not True and why.value is not None:
        return refused(words, says, why, unit)
    return Choice(words, says, effect, unit, why, expects, marks=marks, fast_odds=odds)


class TurnStep(ABC):
    """A decision to be made now: an immutable dataclass, one small class for each kind
    of decision.
    """

    #: Whether it is often ended while units could still act, so that nobody is asked about them.
    ended_early: ClassVar[bool] = False

    @abstractmethod
    def side(self, situation: Any) -> str:
        """Return the side that decides."""

    @abstractmethod
    def prompt(self, situation: Any) -> str:
        """Return one sentence on what is to be decided, such as "Cruds-1 may fire or move." """

    @abstractmethod
    def choices(self, situation: Any) -> Iterable[Choice]:
        """Return the choices to list, legal or refused, in the order of their units."""

    def read(self, situation: Any, words: tuple[str, ...]) -> Choice | None:
        """Return the choice with these words, legal or refused, or None for other words.

        A step overrides this if it accepts more than it lists (any place on a table), or lists very
        many choices.
        """
        text = " ".join(words)
        return next((one for one in choices(situation) if one.words == text), None)

    def units(self, situation: Any) -> tuple[str, ...]:
        """Return the units that have a choice now, for use with ``choices_of``."""
        return tuple(dict.fromkeys(one.unit for one in self.choices(situation) if one.unit))

    def choices_of(self, situation: Any, unit: str) -> Iterable[Choice]:
        """Return the choices of one unit and of the whole side."""
        return tuple(one for one in self.choices(situation) if one.unit in ("", unit))

    def by_itself(self, situation: Any) -> Happening | None:
        """Return what happens if there is nothing to decide here; None if there is."""
        return None

    def fair_choices(self, situation: Any) -> tuple[Choice, ...]:
        """Return the legal choices that the opponent may take.

        A step in which players may decide what dice would decide overrides this to leave only the
        dice.
        """
        return tuple(one for one in choices(situation) if one.legal)

    def undone(self, situation: Any) -> tuple[str, ...]:
        """Return the units that could still act here, which the reader sees before the step is
        ended; none for a step that is often ``ended_early``.
        """
        if self.ended_early:
            return ()
        free = (one.unit for one in choices(situation) if one.legal and one.unit and not one.ends)
        return tuple(dict.fromkeys(free))


class UnitStep(TurnStep):
    """A decision for one unit, made by its side."""

    name: str
    ended_early = True

    def side(self, situation: Any) -> str:
        side: str = situation.unit(self.name).side
        return side

    def units(self, situation: Any) -> tuple[str, ...]:
        return (self.name,)


class UnitsStep(TurnStep):
    """A decision for each of several units, and then for their side as a whole: the choices of a
    unit are computed without those of the others.
    """

    @abstractmethod
    def acting(self, situation: Any) -> Iterable[Any]:
        """Return the units that may have a choice."""

    def of(self, _situation: Any, _unit: Any) -> Iterable[Choice]:
        """Return the choices of one unit."""
        return ()

    def whole(self, _situation: Any) -> Iterable[Choice]:
        """Return the choices of the whole side."""
        return ()

    def choices(self, situation: Any) -> Iterator[Choice]:
        for unit in self.acting(situation):
            yield from self.of(situation, unit)
        yield from self.whole(situation)

    def choices_of(self, situation: Any, unit: str) -> Iterator[Choice]:
        for one in self.acting(situation):
            if one.name == unit:
                yield from self.of(situation, one)
        yield from self.whole(situation)

    def read(self, situation: Any, words: tuple[str, ...]) -> Choice | None:
        text, unit = " ".join(words), words[1] if len(words) > 1 else ""
        return next((one for one in self.choices_of(situation, unit) if one.words == text), None)


class GoesOn(TurnStep):
    """A step without a decision, which goes on at once."""

    def side(self, situation: Any) -> str:
        side: str = situation.sides[0]
        return side

    def prompt(self, situation: Any) -> str:
        return ""

    def choices(self, situation: Any) -> tuple[Choice, ...]:
        return ()

    @abstractmethod
    def by_itself(self, situation: Any) -> Happening:
        """Return what happens."""


@dataclass(frozen=True)
class Situation(ABC):
    """The whole position of a game: a frozen dataclass of its units, with their lasting states, and
    the stack of steps. The last step is decided now.

    ``over`` is "" while the game goes on, and then one sentence that says who has won and why;
    ``winner`` is the side that has won, "" if none has. ``readings`` are those not at their
    defaults, as (id, option).
    """

    #: The id of the rule set.
    game: ClassVar[str]
    #: The quantity that `worth` measures, in a few words, such as "Hits inflicted less Hits taken";
    #: "" if a game has no such measure, so that nothing can be suggested.
    measure: ClassVar[str] = ""
    #: What decides the game, in two or three words, such as "Town hexes": `score` counts it.
    objective: ClassVar[str] = ""
    #: Who wins and when, in one or two sentences: read before the first move.
    won_by: ClassVar[str] = ""
    #: The readings of the rule set that can change nothing in its games, by id, or single options
    #: of them, as ``id=option``, each with the reason. They are not offered there.
    idle_readings: ClassVar[Mapping[str, str]] = {}

    stack: tuple[TurnStep, ...] = ()
    over: str = ""
    winner: str = ""
    readings: tuple[tuple[str, str], ...] = ()

    @property
    def now(self) -> TurnStep:
        """The step to decide now. Raises `ValueError` if the game is over."""
        if self.over or not self.stack:
            raise ValueError(f"The game is over. {self.over}".strip())
        return self.stack[-1]

    @property
    def read_as(self) -> Mapping[str, str]:
        """The chosen readings, as rules expect them."""
        return dict(self.readings)

    @property
    @abstractmethod
    def label(self) -> str:
        """The moment in a few words, such as "Turn 1, British": the timeline groups moves by it."""

    @abstractmethod
    def text(self) -> str:
        """Return the position in words, one line for each unit: equal texts mean equal
        positions.
        """

    @abstractmethod
    def with_readings(self, readings: Mapping[str, str]) -> Self:
        """Return this situation under other readings.

        Raises `ValueError`, with the nearest name, for a reading or an option that is unknown.
        """

    @property
    @abstractmethod
    def sides(self) -> tuple[str, ...]:
        """The two sides, in the words of `TurnStep.side`."""

    @property
    def turns(self) -> tuple[int, int]:
        """The number of this turn, and of the last one; 0 where a game has no last turn."""
        return 0, 0

    def score(self) -> Mapping[str, str]:
        """Return each side's share of the `objective`, in a word or two, such as "3 of 4"."""
        return {}

    def opponent_of(self, side: str) -> str:
        """Return the other side."""
        first, second = self.sides
        return second if side == first else first

    def spoken(self, unit: str) -> str:
        """Return the name on the screen of a unit named in the words of a choice."""
        return unit

    def with_unit(self, unit: str) -> tuple[str, ...]:
        """Return the units that a press on the board does not tell from this one: those that share
        its place, and those off the board.
        """
        return (unit,)

    def state_of(self, unit: str) -> str:
        """Return the state of a unit that the screen shows beside its name, in a few words; "" for
        nothing.
        """
        return ""

    def marks(self) -> Mapping[tuple[str, str], Any]:
        """Return the lasting marks of all units, by unit and mark, as ``data/marks.toml`` of the
        game names them.
        """
        return {}

    def value(self, side: str) -> Fraction:
        """Return the value of one side's units and places, by the `measure`. Raises `ValueError`
        for a game without one.
        """
        raise ValueError(f"{self.game} has no measure of how good a situation is.")

    def worth(self, side: str) -> Fraction:
        """Return how good the situation is for a side: its `value` less the enemy's."""
        return self.value(side) - self.value(self.opponent_of(side))

    def call(self, *steps: TurnStep) -> Self:
        """Return the situation with these steps on top of the stack, the last one first."""
        return replace(self, stack=(*self.stack, *steps))

    def back(self, count: int = 1) -> Self:
        """Return the situation without the steps on top of the stack."""
        return replace(self, stack=self.stack[:-count])

    def become(self, *steps: TurnStep) -> Self:
        """Return the situation with the step on top replaced by these."""
        return self.back().call(*steps)

    def won(self, sentence: str, winner: str) -> Self:
        """Return the situation after the game has ended, won by a side, or by "" if by none."""
        return replace(self, over=sentence, winner=winner, stack=())


def choices(situation: Situation, unit: str | None = None) -> tuple[Choice, ...]:
    """Return the choices, legal or refused with the reason.

    If ``unit`` is given, only those of this unit and of the whole side. Empty at the end of the
    game.
    """
    return () if situation.over or not situation.stack else _choices(situation, unit)


@lru_cache(maxsize=KEPT_CHOICES)
def _choices(situation: Situation, unit: str | None) -> tuple[Choice, ...]:
    step = situation.now
    return tuple(step.choices(situation) if unit is None else step.choices_of(situation, unit))


def choice(situation: Situation, words: str) -> Choice:
    """Return the choice with these words, legal or refused.

    Raises `ValueError`, with the nearest words, for other words, and if the game is over.
    """
    named = situation.now.read(situation, tuple(words.split()))
    if named is None:
        listed = [one.words for one in choices(situation) if one.legal]
        raise ValueError(brief(unknown("choice", words, listed)))
    return named


def take(situation: Situation, wanted: Choice | str, dice: Thrown) -> Happening:
    """Return what happens when a choice is taken with these dice, up to the next decision.

    Raises `ValueError` for an unknown choice, for a refused choice, with its reason, and if more
    dice are needed than were given.
    """
    words = wanted if isinstance(wanted, str) else wanted.words
    known = choice(situation, words)
    effect = known.checked()
    before = len(dice.rolls)
    happening = settled(effect(dice))
    did = plain_words(situation, known)
    return replace(happening, words=words, did=did, rolls=dice.rolls[before:])


def plain_words(situation: Situation, one: Choice) -> str:
    """Return the choice in plain words with the name of its unit, such as "Red-1: move to 0405"."""
    name = situation.spoken(one.unit)
    if not name or name in one.says or one.unit in one.says:
        return one.says
    says = one.says
    return f"{name}: {says[:1].lower()}{says[1:]}" if says[1:2].islower() else f"{name}: {says}"


def settled(happening: Happening) -> Happening:
    """Return what happened with everything that follows without a decision."""
    for _ in range(MOST_BY_ITSELF):
        after = happening.situation
        following = None if after.over or not after.stack else after.now.by_itself(after)
        if following is None:
            return happening
        happening = replace(
            happening,
            situation=following.situation,
            says=f"{happening.says} {following.says}".strip(),
            steps=(*happening.steps, *following.steps),
        )
    raise AssertionError(f"{after.game}: steps without a decision never end")
