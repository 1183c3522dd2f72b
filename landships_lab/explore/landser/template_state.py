"""What the Landser template panel remembers, and its text form."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import ClassVar

from landships_lab.core.inches import Spot, spot
from landships_lab.explore import textform
from landships_lab.explore.explorer import State
from landships_lab.explore.landser.common import READINGS, Inches, Taken, chosen_of, read_flags, read_inches, write_flags
from landships_lab.rules import landser

ID = "landser:template"
WIDE, DEEP = 18, 14
MODES = {
    "grenade": "a thrown grenade",
    "launcher": "a grenade launcher",
    "machine-gun": "a machine-gun burst",
    "arc": "an arc of 45 degrees",
}
FLAGS = ("soft_ground", "gun_jams")
HALF_WALL = 2
#: As many men as there are letters, and no more walls than make a picture.
MOST_PIECES = 26


@dataclass(frozen=True)
class Wall:
    """A straight piece of cover four inches long: hard or soft, its middle, whether it runs north and south."""

    kind: str
    middle: Spot
    upright: bool = False

    @property
    def obstacle(self) -> landser.Obstacle:
        """The same as the rules take it."""
        (x, y), along = self.middle, (0, HALF_WALL) if self.upright else (HALF_WALL, 0)
        return landser.Obstacle((x - along[0], y - along[1]), (x + along[0], y + along[1]), self.kind == "hard")


@dataclass(frozen=True)
class Man:
    """A soldier near the burst: his letter, where he is, prone or hiding."""

    name: str
    at: Spot
    prone: bool = False
    hiding: bool = False

    @property
    def soldier(self) -> landser.Soldier:
        """The same as the rules take him."""
        return landser.Soldier(self.name, self.at, self.prone, self.hiding)


@dataclass(frozen=True)
class TemplateState(State):
    """What is fired or thrown, from where, at which point, who is near, what gives cover; ``gun_jams`` says that a GPMG jams in this
    burst; ``held`` is of the moment."""

    explorer_id: ClassVar[str] = ID
    mode: str
    thrower: Spot
    aim: Spot
    men: tuple[Man, ...]
    walls: tuple[Wall, ...] = ()
    chosen: str = "A"
    soft_ground: bool = False
    gun_jams: bool = False
    base: Inches = 1
    event: str = "laid"
    readings: Taken = ()
    held: str = ""

    @property
    def throw(self) -> landser.Throw:
        """The grenade, as the rules take it."""
        return landser.Throw(self.thrower, self.aim, self.soft_ground, self.mode == "launcher", self.base)

    @property
    def soldiers(self) -> tuple[landser.Soldier, ...]:
        """All near it, as the rules take them."""
        return tuple(man.soldier for man in self.men)

    @property
    def obstacles(self) -> tuple[landser.Obstacle, ...]:
        """All cover, as the rules take it."""
        return tuple(wall.obstacle for wall in self.walls)

    @property
    def man(self) -> Man:
        """Which man is looked at?"""
        return next(man for man in self.men if man.name == self.chosen)


def start() -> TemplateState:
    """A grenade at a group of five, a wall and a hedge among them."""
    men = (("A", 9, 6), ("B", 10, 5), ("C", "15/2", "13/2"), ("D", 9, 3), ("E", 13, 7))
    walls = (Wall("hard", spot(9, 4)), Wall("soft", spot("25/2", 6), upright=True))
    return TemplateState("grenade", spot(9, 13), spot(9, 6), tuple(Man(name, spot(x, y)) for name, x, y in men), walls)


def moved(state: TemplateState, what: str, to: Spot) -> TemplateState:
    """The state with the thrower, the aim, a man or a wall (``wall 0``) put down elsewhere, on the table."""
    to = Spot(min(max(to.x, Fraction(0)), Fraction(WIDE)), min(max(to.y, Fraction(0)), Fraction(DEEP)))
    if what == "thrower":
        return replace(state, thrower=to)
    if what == "aim":
        return replace(state, aim=to)
    if what.startswith("wall "):
        number = int(what.removeprefix("wall "))
        return replace(state, walls=tuple(replace(w, middle=to) if n == number else w for n, w in enumerate(state.walls)))
    return replace(state, men=tuple(replace(man, at=to) if man.name == what else man for man in state.men))


def read_spot(text: str) -> Spot:
    """Which point did the reader type: ``9,6`` or ``9.5, 6``? `ValueError` in one sentence if none, or off the table."""
    given = text.strip().split(",")
    if len(given) != 2:
        raise ValueError(f"{text!r} is no point; write inches across and down, such as 9,6.")
    found = Spot(*(Fraction(read_inches(number)) for number in given))
    if found.x > WIDE or found.y > DEEP:
        raise ValueError(f"{text!r} is off the table, which is {WIDE} inches wide and {DEEP} deep.")
    return found


def write_spot(at: Spot) -> str:
    """How is a point typed?"""
    return f"{at.x},{at.y}"


def write(state: TemplateState) -> str:
    """What is the state in one line?"""
    words = [ID, state.mode, "from", write_spot(state.thrower), "to", write_spot(state.aim), "men"]
    words += [f"{man.name}@{write_spot(man.at)}{'p' * man.prone}{'h' * man.hiding}" for man in state.men]
    words += ["walls", *(f"{wall.kind}{'|' if wall.upright else '-'}@{write_spot(wall.middle)}" for wall in state.walls)]
    words += ["at", state.chosen, "base", str(state.base), "event", state.event]
    return " ".join(words + write_flags(state, FLAGS) + textform.write_readings(state.readings))


def parse(text: str) -> TemplateState:
    """Which state does this line describe? `ValueError` in one sentence if none; what is not told is as at the start."""
    found = textform.groups(text, ID, ("from", "to", "men", "walls", "at", "base", "event", "with", "reading"))
    first = start()
    if max(len(found.get(many, [])) for many in ("men", "walls")) > MOST_PIECES:
        raise ValueError(f"At most {MOST_PIECES} men and as many walls stand on this table.")
    men = tuple(map(_read_man, found["men"])) if "men" in found else first.men
    names = [man.name for man in men]
    if not names or len(set(names)) < len(names):
        raise ValueError("Every man has a letter of his own, and there is at least one, such as A@9,6.")
    flags = read_flags(found.get("with", []), FLAGS)
    return TemplateState(
        chosen_of("template", textform.one(found, "", "grenade"), list(MODES)),
        read_spot(textform.one(found, "from", write_spot(first.thrower))),
        read_spot(textform.one(found, "to", write_spot(first.aim))),
        men,
        tuple(map(_read_wall, found["walls"])) if "walls" in found else first.walls,
        chosen_of("man", textform.one(found, "at", names[0]), names),
        base=read_inches(textform.one(found, "base", "1")),
        event=chosen_of("event", textform.one(found, "event", "laid"), list(landser.EVENTS)),
        readings=textform.read_readings(found.get("reading", []), READINGS),
        soft_ground=flags.get("soft_ground", False),
        gun_jams=flags.get("gun_jams", False),
    )


def _read_man(word: str) -> Man:
    name, at, place = word.partition("@")
    if not at or len(name) != 1 or not name.isascii() or not name.isupper():
        raise ValueError(f"{word!r} is no man; he is written as a letter and a point, such as A@9,6 (p prone, h hiding).")
    return Man(name, read_spot(place.rstrip("ph")), "p" in place, "h" in place)


def _read_wall(word: str) -> Wall:
    kind, at, place = word.partition("@")
    if not at or kind[-1:] not in ("-", "|"):
        raise ValueError(f"{word!r} is no cover; it is written hard-@9,4 (running across) or soft|@11,6 (running down).")
    return Wall(chosen_of("cover", kind[:-1], ["hard", "soft"]), read_spot(place), kind.endswith("|"))
