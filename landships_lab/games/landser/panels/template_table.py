"""The table of the template panel: the throw, burst or arc, the men near it, their cover, and their
words in links.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from operator import attrgetter
from typing import Self

from landships_lab.core.checks import inches, one_of
from landships_lab.core.inches import Spot, spot
from landships_lab.drawing.tabletop import TableView
from landships_lab.games.landser.rules.book import Inches
from landships_lab.games.landser.rules.grenades import Obstacle, Soldier, Throw
from landships_lab.panel.controls import Control, Field
from landships_lab.panel.parts import LEAD, Custom, Flag, Group, Moment, OneOf, Part, part
from landships_lab.panel.parts.base import names, with_fields
from landships_lab.panel.readings import Taken
from .common import LandserPanel, length, offered, word

WIDE, DEEP = 18, 14
MODES = {"grenade": "grenade", "launcher": "launcher", "machine-gun": "MG burst", "arc": "45° arc"}
EVENTS = {"laid": "is caught", "entered": "enters", "left": "leaves", "stayed": "stays"}
THROWN = ("grenade", "launcher")
OFFERED = {
    "grenade": names("grenade-cover hide-prone scatter under-template effectiveness-die"),
    "launcher": names(
        "launcher-modifiers grenade-cover hide-prone scatter under-template medium-band"
        " effectiveness-die"
    ),
    "machine-gun": names("under-template caught-in-template"),
    "arc": names("arc-45 covering-shots"),
}
HALF_WALL = 2
#: The most men (one for each letter), and the most walls in a picture.
MOST_PIECES = 26
#: More men than this are offered in a list.
MOST_BUTTONS = 6


@dataclass(frozen=True)
class Wall:
    """A straight piece of cover: its middle, hard or soft, across the table or down
    (``upright``).
    """

    kind: str
    middle: Spot
    upright: bool = False

    @property
    def obstacle(self) -> Obstacle:
        """The wall in the form that the rules take."""
        (x, y), along = self.middle, (0, HALF_WALL) if self.upright else (HALF_WALL, 0)
        return Obstacle(
            (x - along[0], y - along[1]), (x + along[0], y + along[1]), self.kind == "hard"
        )


def read_spot(text: str) -> Spot:
    """Return the point typed as ``9,6`` or ``9.5, 6``.

    Raises `ValueError` for anything else and off the table.
    """
    given = text.strip().split(",")
    if len(given) != 2:
        raise ValueError(f"{text!r} is not a point; write inches across and down, such as 9,6.")
    place = Spot(*(Fraction(inches("A point", number)) for number in given))
    if place.x > WIDE or place.y > DEEP:
        raise ValueError(f"{text!r} is off the table, which is {WIDE} inches wide and {DEEP} deep.")
    return place


def write_spot(at: Spot) -> str:
    """Return the text of a point, as it is typed."""
    return f"{at.x},{at.y}"


def _read_man(word: str) -> Soldier:
    name, at, place = word.partition("@")
    if not at or len(name) != 1 or not name.isascii() or not name.isupper():
        raise ValueError(
            f"{word!r} is not a man; write a letter and a point, such as A@9,6 (then p for prone, h"
            " for hiding)."
        )
    return Soldier(name, read_spot(place.rstrip("ph")), "p" in place, "h" in place)


def place_of(man: Soldier) -> Spot:
    """Return the point of the table where a man is."""
    return Spot(*map(Fraction, man.at))


def _write_man(man: Soldier) -> str:
    return f"{man.name}@{write_spot(place_of(man))}{'p' * man.prone}{'h' * man.hiding}"


def _read_men(words: Sequence[str]) -> tuple[Soldier, ...]:
    men = tuple(map(_read_man, _few(words)))
    if not men or len({man.name for man in men}) < len(men):
        raise ValueError(
            "Every man has a letter of his own, and there is at least one, such as A@9,6."
        )
    return men


def _read_wall(word: str) -> Wall:
    kind, at, place = word.partition("@")
    if not at or kind[-1:] not in ("-", "|"):
        raise ValueError(
            f"{word!r} is not cover; write hard-@9,4 (running across) or soft|@11,6 (running down)."
        )
    return Wall(one_of("cover", kind[:-1], ("hard", "soft")), read_spot(place), kind.endswith("|"))


def _write_wall(wall: Wall) -> str:
    return f"{wall.kind}{'|' if wall.upright else '-'}@{write_spot(wall.middle)}"


def _few(words: Sequence[str]) -> Sequence[str]:
    if len(words) > MOST_PIECES:
        raise ValueError(f"At most {MOST_PIECES} men and as many walls stand on this table.")
    return words


def _anywhere(dice: random.Random) -> Spot:
    return spot(f"{dice.randint(0, 2 * WIDE)}/2", f"{dice.randint(0, 2 * DEEP)}/2")


def _random_men(dice: random.Random, _state: object) -> tuple[Soldier, ...]:
    return tuple(
        Soldier(name, _anywhere(dice), dice.random() < 1 / 4, dice.random() < 1 / 4)
        for name in "ABCDE"[: dice.randint(1, 5)]
    )


def _random_walls(dice: random.Random, _state: object) -> tuple[Wall, ...]:
    return tuple(
        Wall(dice.choice(("hard", "soft")), _anywhere(dice), dice.random() < 1 / 2)
        for _ in range(dice.randint(0, 3))
    )


@dataclass(frozen=True)
class OnTable(Part):
    """A point of the table, typed as inches across and down."""

    hint: str = "such as 9,6"

    def control(self, state: TemplateTable) -> Control | None:
        at = write_spot(getattr(state, self.id))
        return Field(self.control_id, self.title(state), at, self.hint)

    def take(self, state: object, given: object) -> Spot:
        return read_spot(str(given))

    def write(self, state: object, value: Spot) -> list[str]:
        return [write_spot(value)]

    def sample(self, dice: random.Random, state: object) -> Spot:
        return _anywhere(dice)


@dataclass(frozen=True)
class OneMan(OneOf):
    """One of the men: a button for each, or a list if there are many."""

    def control(self, state: TemplateTable) -> Control | None:
        return OneOf.control(replace(self, buttons=len(state.men) <= MOST_BUTTONS), state)


def _grenade(state: TemplateTable) -> bool:
    return state.mode in THROWN


def _arc(state: TemplateTable) -> bool:
    return state.mode == "arc"


def _burst(state: TemplateTable) -> bool:
    return state.mode == "machine-gun"


@dataclass(frozen=True)
class TemplateTable(LandserPanel[TableView]):
    """A grenade, a burst or an arc among men and cover.

    ``chosen`` is the selected man; ``held`` is what is dragged.
    """

    mode: str = part(word, "Template", "grenade", MODES, "template", word=LEAD, buttons=True)
    thrower: Spot = part(OnTable, "From", spot(9, 13), "across, down", word="from", always=True)
    aim: Spot = part(OnTable, "Aim", spot(9, 6), word="to", always=True)
    men: tuple[Soldier, ...] = part(
        Custom,
        "Men",
        _read_men(("A@9,6", "B@10,5", "C@15/2,13/2", "D@9,3", "E@13,7")),
        always=True,
        reads=lambda _state, words: _read_men(words),
        writes=lambda _state, men: list(map(_write_man, men)),
        samples=_random_men,
    )
    walls: tuple[Wall, ...] = part(
        Custom,
        "Walls",
        (_read_wall("hard-@9,4"), _read_wall("soft|@25/2,6")),
        always=True,
        reads=lambda _state, words: tuple(map(_read_wall, _few(words))),
        writes=lambda _state, walls: list(map(_write_wall, walls)),
        samples=_random_walls,
    )
    chosen: str = part(
        OneMan,
        "Man",
        lambda state: state.men[0].name,
        lambda state: tuple((man.name, man.name) for man in state.men),
        word="at",
        error_name="man",
        always=True,
    )
    base: Inches = part(
        length,
        "Base of a figure in inches",
        1,
        "the base of a figure",
        always=True,
        hint="such as 1",
        shown=lambda state: state.mode != "arc",
    )
    event: str = part(
        word, attrgetter("chosen"), "laid", EVENTS, "event", always=True, buttons=True, shown=_burst
    )
    soft_ground: bool = part(Flag, "soft", group=Group("ground", "Ground"), shown=_grenade)
    gun_jams: bool = part(Flag, "jams", group=Group("gun", "GPMG"), shown=_burst)
    fired: bool = part(Flag, "has fired in this turn", group=Group("covering", "He"), shown=_arc)
    readings: Taken = part(offered)
    held: str = part(Moment, default="")

    def bears(self) -> dict[str, bool]:
        return dict.fromkeys(OFFERED[self.mode], True)

    @property
    def throw(self) -> Throw:
        """The grenade, in the form that the rules take."""
        return Throw(self.thrower, self.aim, self.soft_ground, self.mode == "launcher", self.base)

    @property
    def obstacles(self) -> tuple[Obstacle, ...]:
        """All cover, in the form that the rules take."""
        return tuple(wall.obstacle for wall in self.walls)

    @property
    def man(self) -> Soldier:
        """The selected man."""
        return next(man for man in self.men if man.name == self.chosen)

    @property
    def things(self) -> dict[str, Spot]:
        """Everything that can be dragged, with its place: men first, then thrower, aim and walls
        (``wall 0``).
        """
        men = {man.name: place_of(man) for man in self.men}
        walls = {f"wall {n}": wall.middle for n, wall in enumerate(self.walls)}
        return {**men, "thrower": self.thrower, "aim": self.aim, **walls}

    def with_man(self, name: str, **values: object) -> Self:
        """Return the state after a change to one man."""
        men = (with_fields(man, **values) if man.name == name else man for man in self.men)
        return replace(self, men=tuple(men))

    def moved(self, what: str, to: Spot) -> Self:
        """Return the state with one of its `things` put down elsewhere on the table."""
        zero = Fraction(0)
        to = Spot(max(zero, min(to.x, Fraction(WIDE))), max(zero, min(to.y, Fraction(DEEP))))
        if what in ("thrower", "aim"):
            return with_fields(self, **{what: to})
        if what.startswith("wall "):
            walls = list(self.walls)
            number = int(what.removeprefix("wall "))
            walls[number] = replace(walls[number], middle=to)
            return replace(self, walls=tuple(walls))
        return self.with_man(what, at=to)
