"""The parts of a state: each field is declared once, and its control, its words in a link and its checks follow from that.

    @dataclass(frozen=True)
    class CombatState(State):
        terrain: str = part(OneOf("Terrain attacked", "trench", TERRAINS, word=LEAD))
        attack: int = part(Whole("Attacking strength", 8, 0, 30, always=True))
        readings: Taken = part(Readings(lambda state: readings("loos", "table")))

A link of it is ``loos:table trench attack 8 reading crt-alignment=right``: the explorer's id, the leading words, then each other
part as its keyword and its words, left out where it has its usual value. A part can also draw a random value, for tests.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from fractions import Fraction
from functools import cache
from typing import Any

from landships_lab.core import checks
from landships_lab.core.grid import Grid
from landships_lab.core.hexes import HEADINGS, Heading, Hex, Place, Point
from landships_lab.core.speech import capitalized, mixed
from landships_lab.explore import controls, textform
from landships_lab.explore.controls import Control, Toggle

#: The keyword of parts that stand first in a link, without one.
LEAD = ""
Options = Sequence[tuple[Any, str]] | Mapping[Any, str]


def _always(_state: Any) -> bool:
    return True


@dataclass(frozen=True)
class Part:
    """One field of a state.

    ``label`` and ``usual`` are values, or functions of the state (of a state being read: of the parts declared before this one).
    ``word`` is its keyword in a link, its own name unless told otherwise; ``always`` writes it even where it has its usual value.
    ``shown`` tells whether its control is offered now. ``noun`` names it in a refusal; without one its label does. ``named`` is the
    id of its control, where that is not the name of the field.
    """

    label: str | Callable[[Any], str] = ""
    usual: Any = None
    word: str | None = field(default=None, kw_only=True)
    always: bool = field(default=False, kw_only=True)
    shown: Callable[[Any], bool] = field(default=_always, kw_only=True)
    noun: str = field(default="", kw_only=True)
    named: str = field(default="", kw_only=True)
    id: str = field(default="", kw_only=True)

    #: Parts of the moment are in no link and gone when the hand is.
    momentary = False
    #: Does just one word follow its keyword in a link?
    one_word = True
    #: Readings and packed files stand last in a link.
    last = False
    #: When it is read, since what a word means can depend on other parts: packed files first, then the leading words, then readings.
    turn = 3

    @property
    def control_id(self) -> str:
        """The id of its control."""
        return self.named or self.id

    @property
    def keyword(self) -> str:
        """The word that begins this part in a link."""
        return self.control_id if self.word is None else self.word

    def title(self, state: Any) -> str:
        """Return its label for this state."""
        return self.label(state) if callable(self.label) else self.label

    def name(self, state: Any) -> str:
        """Return what the beginning of a refusal calls it."""
        return capitalized(self.noun) if self.noun else self.title(state)

    @property
    def kind(self) -> str:
        """What one of its values is called: "'x' is not a weapon"."""
        return self.noun or self.control_id.replace("_", " ")

    def default(self, state: Any) -> Any:
        """Return its usual value in this state."""
        return self.usual(state) if callable(self.usual) else self.usual

    def control(self, state: Any) -> Control | None:
        """Return the control that sets it, or None."""
        return None

    def take(self, state: Any, given: Any) -> Any:
        """Return the value that a control gives. `ValueError` in one sentence if it cannot be."""
        return given

    def put(self, state: Any, given: Any) -> Any:
        """Return the state with the value that a control gives."""
        return replace(state, **{self.id: self.take(state, given)})

    def read(self, state: Any, words: Sequence[str]) -> Any:
        """Return the value that these words of a link mean. `ValueError` in one sentence if none."""
        if not words:
            raise ValueError(f"After {self.keyword!r} a word is missing.")
        if len(words) > 1:
            raise ValueError(f"After {self.keyword!r} write one word, not {' '.join(words)!r}.")
        return self.take(state, words[0])

    def write(self, state: Any, value: Any) -> list[str]:
        """Return the words of a link for this value."""
        return [str(value)]

    def sample(self, dice: random.Random, state: Any) -> Any:
        """Return a random value, for tests."""
        return self.default(state)


def part(declared: Part) -> Any:
    """Return the dataclass field of a state that this part describes."""
    usual = None if callable(declared.usual) else declared.usual
    return field(default=usual, metadata={"part": declared})


def parts_of(state: type) -> Mapping[str, Part]:
    """Return the parts of a state class by the names of its fields, in their order."""
    return _parts_of(state)


@cache
def _parts_of(state: type) -> Mapping[str, Part]:
    return {f.name: replace(f.metadata["part"], id=f.name) for f in fields(state) if "part" in f.metadata}


# -- words and numbers ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class OneOf(Part):
    """One of several values, told by words; ``options`` are (value, label), or a function of the state that returns them.

    Blanks within a value are written as ``blank`` in a link.
    """

    options: Options | Callable[[Any], Options] = ()
    buttons: bool = field(default=False, kw_only=True)
    blank: str = field(default="_", kw_only=True)

    def offers(self, state: Any) -> tuple[tuple[Any, str], ...]:
        """Return the values there are with their labels."""
        options = self.options(state) if callable(self.options) else self.options
        return tuple(options.items() if isinstance(options, Mapping) else options)

    def control(self, state: Any) -> Control | None:
        """Return a drop-down list, or a row of buttons."""
        offers = tuple((str(value), label) for value, label in self.offers(state))
        return controls.Choice(self.control_id, self.title(state), offers, str(getattr(state, self.id)), self.buttons)

    def take(self, state: Any, given: Any) -> Any:
        """Return the value given, which must be on offer."""
        by_word = {str(value): value for value, _ in self.offers(state)}
        return by_word[checks.one_of(self.kind, str(given), by_word)]

    def read(self, state: Any, words: Sequence[str]) -> Any:
        """Return the value on offer that is written so."""
        known = {str(value).replace(" ", self.blank): value for value, _ in self.offers(state)}
        if len(words) == 1 and words[0] in known:
            return known[words[0]]
        return super().read(state, words)

    def write(self, state: Any, value: Any) -> list[str]:
        """Return its word."""
        return [str(value).replace(" ", self.blank)]

    def sample(self, dice: random.Random, state: Any) -> Any:
        """Return any value on offer."""
        return dice.choice([value for value, _ in self.offers(state)] or [self.default(state)])


@dataclass(frozen=True)
class Whole(Part):
    """A whole number from ``least`` to ``most``. ``typed`` ones have a field, the others a slider; ``empty`` lets it be None."""

    least: int = 0
    most: int = 99
    typed: bool = field(default=False, kw_only=True)
    empty: bool = field(default=False, kw_only=True)
    hint: str = field(default="", kw_only=True)

    def control(self, state: Any) -> Control | None:
        """Return a slider, or a field to type in."""
        value, title = getattr(state, self.id), self.title(state)
        if self.typed or self.empty:
            return controls.Field(self.control_id, title, "" if value is None else str(value), self.hint or f"{self.least} to {self.most}")
        return controls.Number(self.control_id, title, value, self.least, self.most)

    def take(self, state: Any, given: Any) -> Any:
        """Return the number given or typed."""
        if self.empty and (given is None or str(given).strip() == ""):
            return None
        return checks.whole(self.name(state), given, self.least, self.most)

    def sample(self, dice: random.Random, state: Any) -> Any:
        """Return any number in its bounds."""
        return dice.randint(self.least, min(self.most, self.least + 40))


@dataclass(frozen=True)
class Inches(Part):
    """A distance in inches, whole or with a fraction, from 0 to ``most``. ``empty`` lets it be None."""

    most: int = 99
    empty: bool = field(default=False, kw_only=True)
    hint: str = field(default="such as 7 or 7 1/2", kw_only=True)

    def control(self, state: Any) -> Control | None:
        """Return a field to type in."""
        value = getattr(state, self.id)
        return controls.Field(self.control_id, self.title(state), "" if value is None else mixed(value), self.hint)

    def take(self, state: Any, given: Any) -> Any:
        """Return the distance given or typed."""
        if self.empty and (given is None or str(given).strip() == ""):
            return None
        return checks.inches(self.name(state), given, self.most)

    def sample(self, dice: random.Random, state: Any) -> Any:
        """Return a distance on quarters of an inch."""
        return self.take(state, Fraction(dice.randint(0, 4 * min(self.most, 40)), 4))


# -- places --------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class OnePlace(Part):
    """A hex or hexside of ``grid``, told by its code; ``empty`` lets it be None, ``hexes_only`` refuses hexsides.

    ``facing`` names the part of the heading where both are typed together, as in ``0503/0504 E``.
    """

    grid: Grid = field(default_factory=Grid)
    empty: bool = field(default=False, kw_only=True)
    hexes_only: bool = field(default=False, kw_only=True)
    facing: str = field(default="", kw_only=True)
    hint: str = field(default="such as 0503/0504", kw_only=True)

    def control(self, state: Any) -> Control | None:
        """Return a field to type a code in."""
        place = getattr(state, self.id)
        code = "" if place is None else " ".join(self._codes(state, place))
        return controls.Field(self.control_id, self.title(state), code, self.hint)

    def _codes(self, state: Any, place: Place) -> list[str]:
        heading = getattr(state, self.facing) if self.facing else None
        return [self.grid.code(place), *([str(heading)] if heading is not None else [])]

    def put(self, state: Any, given: Any) -> Any:
        """Return the state with the place, and the heading where one is given."""
        words = given.split() if isinstance(given, str) else []
        if self.facing and len(words) > 1:
            place, heading = self.grid.placement(given)
        elif self.facing and isinstance(given, tuple) and not isinstance(given, Point):
            place, heading = given
        else:
            return super().put(state, given)
        return replace(state, **{self.id: self.take(state, place), self.facing: Heading(str(heading))})

    def take(self, state: Any, given: Any) -> Any:
        """Return the place given, by its code or as itself."""
        text = given.strip() if isinstance(given, str) else given
        if self.empty and text in ("", None):
            return None
        place = self.grid.place(text) if isinstance(text, str) else text
        if place not in self.grid:
            raise ValueError(f"{place!r} is not on this board of {self.grid.columns} columns and {self.grid.rows} rows.")
        if self.hexes_only and not isinstance(place, Hex):
            raise ValueError(f"{self.grid.code(place)!r} is a hexside; here a hex is needed, such as {self.grid.code(place.hexes[0])}.")
        return place

    def write(self, state: Any, value: Any) -> list[str]:
        """Return its code."""
        return [self.grid.code(value)]

    def sample(self, dice: random.Random, state: Any) -> Any:
        """Return any place of the board."""
        places = sorted(p for p in self.grid.places if isinstance(p, Hex) or not self.hexes_only)
        return dice.choice(places)


@dataclass(frozen=True)
class Facing(Part):
    """One of the twelve headings, typed with its place and turned by hand: it has no control. ``empty`` lets it be None."""

    empty: bool = field(default=False, kw_only=True)

    def take(self, state: Any, given: Any) -> Any:
        """Return the heading given, by its name or as itself."""
        return None if self.empty and given in ("", None) else Heading(given)

    def sample(self, dice: random.Random, state: Any) -> Any:
        """Return any heading."""
        return dice.choice(HEADINGS)


@dataclass(frozen=True)
class Places(Part):
    """Several places of ``grid``, told by their codes: a frozenset, or a tuple where the usual value is one.

    In a link they follow the keyword as words of their own; ``joined`` ones are one word with commas, or ``none``.
    """

    grid: Grid = field(default_factory=Grid)
    most: int = field(default=60, kw_only=True)
    hexes_only: bool = field(default=False, kw_only=True)
    joined: bool = field(default=False, kw_only=True)
    hint: str = field(default="such as 0503 0504; nothing for none", kw_only=True)

    @property
    def one_word(self) -> bool:  # type: ignore[override]  # as above
        """Does just one word follow its keyword?"""
        return self.joined

    def control(self, state: Any) -> Control | None:
        """Return a field to type codes in."""
        return controls.Field(self.control_id, self.title(state), " ".join(self._codes(getattr(state, self.id))), self.hint)

    def _codes(self, places: Iterable[Place]) -> list[str]:
        codes = [self.grid.code(place) for place in places]
        return codes if isinstance(places, tuple) else sorted(codes)

    def take(self, state: Any, given: Any) -> Any:
        """Return the places given: their codes with blanks or commas between, or the places themselves."""
        one = OnePlace(self.label, grid=self.grid, hexes_only=self.hexes_only)
        found = [one.take(state, each) for each in (given.replace(",", " ").split() if isinstance(given, str) else given)]
        if len(found) > self.most:
            raise ValueError(f"{self.name(state)}: {len(found)} places are more than the {self.most} that fit here.")
        return tuple(found) if isinstance(self.default(state), tuple) else frozenset(found)

    def read(self, state: Any, words: Sequence[str]) -> Any:
        """Return the places of these words."""
        return self.take(state, "" if self.joined and list(words) == ["none"] else " ".join(words))

    def write(self, state: Any, value: Any) -> list[str]:
        """Return their codes."""
        return [",".join(self._codes(value)) or "none"] if self.joined else self._codes(value)

    def sample(self, dice: random.Random, state: Any) -> Any:
        """Return up to four hexes of the board."""
        hexes = sorted(p for p in self.grid.places if isinstance(p, Hex))
        return self.take(state, tuple(dice.sample(hexes, dice.randint(0, min(4, self.most)))))


# -- yes and no, and several at once -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Group:
    """Several flags under one label: their control's id, and the keyword they follow in a link."""

    id: str
    label: str
    word: str = "with"
    #: Written even where every flag has its usual value.
    always: bool = False
    tint: str = ""


@dataclass(frozen=True)
class Flag(Part):
    """A yes or no, one of a group that shares a control and a keyword."""

    usual: bool = False
    one_word = False
    group: Group = field(default=Group("flags", "", "with"))

    @property
    def tag(self) -> str:
        """Its word in a link."""
        return self.id.replace("_", "-")

    def take(self, state: Any, given: Any) -> Any:
        """Return whether it is on."""
        return bool(given)

    def toggle(self, state: Any) -> Toggle:
        """Return its line in the control of the group."""
        return Toggle(self.id, self.title(state), bool(getattr(state, self.id)), self.group.tint)

    def sample(self, dice: random.Random, state: Any) -> Any:
        """Return yes one time in three."""
        return dice.random() < 1 / 3


@dataclass(frozen=True)
class Several(Part):
    """Any of several words: a frozenset, or a tuple in the order of ``options`` where the usual value is one; ``least`` at least.

    In a link they follow the keyword; ``joined`` ones are one word with plus signs, or ``none``. ``items`` gives lines of a
    legend with colours and notes, in place of plain ones.
    """

    options: Options | Callable[[Any], Options] = ()
    least: int = field(default=0, kw_only=True)
    joined: bool = field(default=False, kw_only=True)
    blank: str = field(default="_", kw_only=True)
    items: Callable[[Any], tuple[Toggle, ...]] | None = field(default=None, kw_only=True)

    @property
    def one_word(self) -> bool:  # type: ignore[override]  # of others it is settled by their class
        """Does just one word follow its keyword?"""
        return self.joined

    def offers(self, state: Any) -> Mapping[Any, str]:
        """Return the words there are with their labels."""
        options = self.options(state) if callable(self.options) else self.options
        return dict(options)

    def control(self, state: Any) -> Control | None:
        """Return a legend with a box for each."""
        value = getattr(state, self.id)
        items = self.items(state) if self.items else tuple(Toggle(k, label, k in value) for k, label in self.offers(state).items())
        return controls.Toggles(self.control_id, self.title(state), items)

    def take(self, state: Any, given: Any) -> Any:
        """Return the words ticked: all of them, or after a change (word, whether it is on)."""
        if isinstance(given, tuple) and len(given) == 2 and isinstance(given[1], bool):
            word, on = given
            checks.one_of(self.kind, word, self.offers(state))
            given = {*getattr(state, self.id)} | {word} if on else {*getattr(state, self.id)} - {word}
        for word in given:
            checks.one_of(self.kind, word, self.offers(state))
        if len(set(given)) < self.least:
            raise ValueError(f"{self.title(state)}: at least {self.least} must be ticked; tick another one first.")
        return frozenset(given) if isinstance(self.default(state), frozenset) else tuple(k for k in self.offers(state) if k in given)

    def read(self, state: Any, words: Sequence[str]) -> Any:
        """Return the words that are written so."""
        if self.joined:
            words = [] if list(words) == ["none"] else [w for word in words for w in word.split("+")]
        known = {str(word).replace(" ", self.blank): word for word in self.offers(state)}
        return self.take(state, [known.get(word, word) for word in words])

    def write(self, state: Any, value: Any) -> list[str]:
        """Return its words."""
        told = [word.replace(" ", self.blank) for word in (value if isinstance(value, tuple) else sorted(value))]
        return ["+".join(told) or "none"] if self.joined else told

    def sample(self, dice: random.Random, state: Any) -> Any:
        """Return some of the words."""
        known = list(self.offers(state))
        return self.take(state, dice.sample(known, dice.randint(min(self.least, len(known)), len(known))))


# -- files, readings, and what is of the moment ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Toml(Part):
    """A longer text that the reader pastes, packed into one word of a link; ``check`` raises `ValueError` for a wrong one."""

    usual: str = ""
    check: Callable[[str], object] = field(default=str, kw_only=True)
    most: int = field(default=20_000, kw_only=True)
    hint: str = field(default="", kw_only=True)
    last = True
    turn = 0

    def control(self, state: Any) -> Control | None:
        """Return a box with a button of its own."""
        return controls.TextBox(self.control_id, self.title(state), getattr(state, self.id), self.hint)

    def take(self, state: Any, given: Any) -> Any:
        """Return the text given, if it can be used."""
        text = str(given)
        if len(text) > self.most:
            raise ValueError(f"{self.name(state)}: at most {self.most} characters fit here, not {len(text)}.")
        self.check(text)
        return text if text.strip() else ""

    def read(self, state: Any, words: Sequence[str]) -> Any:
        """Return the packed text."""
        return self.take(state, textform.unpack(words[0] if len(words) == 1 else ""))

    def write(self, state: Any, value: Any) -> list[str]:
        """Return the packed text."""
        return [textform.pack(value)]


@dataclass(frozen=True)
class Moment(Part):
    """What is of the moment: the place under the pointer, the counter in the hand. No link holds it."""

    usual: Any = None
    momentary = True


@dataclass(frozen=True)
class Custom(Part):
    """A part with words of its own: ``reads`` makes its value of the words after its keyword, ``writes`` the words of a value.

    ``shows``, where given, makes its control; ``takes`` what a control gives.
    """

    one_word = False

    reads: Callable[[Any, Sequence[str]], Any] = field(kw_only=True)
    writes: Callable[[Any, Any], Sequence[str]] = field(kw_only=True)
    shows: Callable[[Any], Control] | None = field(default=None, kw_only=True)
    takes: Callable[[Any, Any], Any] | None = field(default=None, kw_only=True)
    samples: Callable[[random.Random, Any], Any] | None = field(default=None, kw_only=True)

    def control(self, state: Any) -> Control | None:
        """Return the control made for it, if any."""
        return self.shows(state) if self.shows else None

    def take(self, state: Any, given: Any) -> Any:
        """Return what the control gives."""
        return self.takes(state, given) if self.takes else given

    def read(self, state: Any, words: Sequence[str]) -> Any:
        """Return what these words mean."""
        return self.reads(state, words)

    def write(self, state: Any, value: Any) -> list[str]:
        """Return its words."""
        return list(self.writes(state, value))

    def sample(self, dice: random.Random, state: Any) -> Any:
        """Return a random value, if it has a way to draw one."""
        return self.samples(dice, state) if self.samples else self.default(state)
