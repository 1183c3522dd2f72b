"""The position of a game of the Brickyard (its counters, the turn, and each counter's marks), and
the phase of one side, in which its counters act in turn until it is ended.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any, ClassVar, Self

from landships_lab.core.answer import Answer, Gap, Step, Telling, decided, judge
from landships_lab.core.dice import Roll
from landships_lab.core.hexes import DIRECTIONS, Heading, Hex, Place
from landships_lab.core.terrain import TerrainMap
from landships_lab.data.gaps import gap as missing
from landships_lab.data.load import chosen
from landships_lab.data.marks import marks
from landships_lab.games.landships.rules.book import CITES, forbid, lost, name
from landships_lab.games.landships.rules.brickyard import (
    SCENARIO,
    Standing,
    aa_gun_as_read,
    class_of,
    gun_75mm_as_read,
)
from landships_lab.games.landships.rules.brickyard_rules import town_hexes
from landships_lab.games.landships.rules.field_of_movement import March
from landships_lab.games.landships.rules.positions import UNITS, legal_headings
from landships_lab.games.landships.rules.ranges import range_hexes
from landships_lab.play.turns import Choice, Happening, Situation, TurnStep, offered

GRID = SCENARIO.grid
SIDES = ("German", "British")
MARKS = marks("landships")
_BARE = TerrainMap()


@dataclass(frozen=True)
class Piece(Standing):
    """A counter in a game, with its lasting marks, as ``data/marks.toml`` names them.

    ``moved`` and ``fired`` hold for the turn; ``out`` is a squad that has left its tank, ``away``
    an aircraft that has left the board.
    """

    moved: bool = False
    fired: bool = False
    out: bool = False
    away: bool = False

    @property
    def side(self) -> str:
        """The side it belongs to."""
        return self.of.side

    @property
    def name(self) -> str:
        """What a sentence calls it: "A7V tank 2", "4-6-5 infantry platoon 3"; one that has no like
        bears no number.
        """
        called, _, factors = self.of.name.partition(", with")[0].rpartition(" ")
        short = f"{called} {factors}"
        if factors.replace("-", "").isdigit():  # the article writes "six 4-6-5 infantry platoons"
            short = f"{factors} {called}"
        if self.force == "brit-mg-north":  # another force has the same counter
            short = f"northern {short}"
        return f"{short} {self.number}" if self.of.count > 1 else short

    @property
    def subject(self) -> str:
        """Its name as the subject of a sentence: "The A7V tank 2"."""
        return f"The {self.name}"

    @property
    def shows_facing(self) -> bool:
        """Whether its heading matters: it has arcs, or it flies."""
        return self.of.unit in UNITS or self.of.kind == "aircraft"

    def heading_at(self, place: Place) -> Heading:
        """Return its heading when it is put down without one: a tank faces away from the edge of
        the board.
        """
        if self.of.kind != "tank" or not isinstance(place, Hex):
            return self.heading
        return Heading.S if GRID.column_row(place)[1] < GRID.rows // 2 else Heading.N

    @property
    def plain(self) -> Standing:
        """The counter in the form that rules and panels use, without its marks."""
        return Standing(self.force, self.number, self.place, self.heading, self.aboard)


@dataclass(frozen=True)
class Clock(Situation):
    """A game of the Brickyard.

    ``units`` are all counters that are not removed; those without a place wait, ride, or are off
    the board. ``mp`` is the movement allowance of a vehicle, a value of the lab.
    """

    game: ClassVar[str] = "landships"
    measure: ClassVar[str] = (
        "counters left, tanks most, and how near the Germans are to holding the Brickyard"
    )
    objective: ClassVar[str] = "Town hexes"
    won_by: ClassVar[str] = (
        "The Germans win if after turn 10 each of the four town hexes holds a German platoon and no"
        " British counter is left in the Brickyard. Otherwise the British win."
    )
    sides: ClassVar[tuple[str, str]] = SIDES
    idle_readings: ClassVar[Mapping[str, str]] = {
        "mk-iv-edge-facing": "No Mk IV takes part in the scenario.",
        "hexside-spotting": "How far terrain can be spotted is in the base game: only fog counts.",
        "perimeter": "No hex of the ground, which is ours, is prohibited to vehicles.",
        "arc-edge-hexside=always": "All arcs in the scenario hold their edges anyway.",
        "brickyard-hexes": "The hexes painted as town, which is ours, are those of the set-up.",
    }

    units: tuple[Piece, ...] = ()
    terrain: TerrainMap = _BARE
    turn: int = 1
    removed: tuple[str, ...] = ()
    mp: int = 6

    @property
    def label(self) -> str:
        if self.over or not self.stack:
            return f"Turn {self.turn}, the end"
        return f"Turn {self.turn}, {self.now.side(self)}"

    def text(self) -> str:
        lines = [f"turn {self.turn} of {SCENARIO.turns}"]
        for unit in self.units:
            marked = [mark for mark in MARKS.of(unit) if mark != "aboard"]
            if unit.place is None and not unit.aboard and not marked:
                continue
            where = f"{GRID.code(unit.place)} {unit.heading}" if unit.place else unit.aboard or "-"
            lines.append(" · ".join([unit.id, where, *marked]))
        lines += [f"removed: {', '.join(self.removed)}"] if self.removed else []
        return "\n".join([*lines, *([self.over] if self.over else [])])

    def with_unit(self, unit: str) -> tuple[str, ...]:
        place = next((one.place for one in self.units if one.id == unit), None)
        return tuple(one.id for one in self.units if one.place in (place, None))

    def state_of(self, unit: str) -> str:
        piece = next((one for one in self.units if one.id == unit), None)
        if piece is None:
            return ""
        done = ["has moved"] * piece.moved + ["has fired"] * piece.fired
        if piece.place is not None:
            done.insert(0, f"in {GRID.code(piece.place)}, facing {piece.heading}")
        elif piece.aboard:
            done.insert(0, f"aboard the {self.spoken(piece.aboard)}")
        elif piece.away or piece.of.kind == "artillery":
            done.insert(0, "off the board")
        return ", ".join(done)

    def marks(self) -> Mapping[tuple[str, str], Any]:
        return {(one.id, mark): on for one in self.units for mark, on in MARKS.of(one).items()}

    def with_readings(self, readings: Mapping[str, str]) -> Self:
        """Return the game under these readings. A gun whose set-up hex is a reading moves to the
        new hex if it was in the old one.
        """
        usual = chosen(self.game, None)
        given = chosen(self.game, readings).items()
        unusual = {key: option for key, option in given if usual[key] != option}

        def as_read(unit: Piece) -> Piece:
            if unit.force == "brit-75mm":
                return gun_75mm_as_read(unit, self.read_as, unusual)
            return aa_gun_as_read(unit, unusual) if unit.force == "brit-aa" else unit

        units = tuple(map(as_read, self.units))
        return replace(self, units=units, readings=tuple(sorted(unusual.items())))

    def about(self, *subjects: str) -> dict[str, str]:
        """Return the chosen readings that bear on any of these subjects."""
        known = {key for subject in subjects for key in chosen(self.game, None, subject)}
        return {key: option for key, option in self.readings if key in known}

    def spoken(self, unit: str) -> str:
        return next((one.name for one in self.units if one.id == unit), unit)

    def unit(self, unit_id: str) -> Piece:
        """Return the counter with this id. Raises `KeyError` if it is not in the game."""
        piece = next((unit for unit in self.units if unit.id == unit_id), None)
        if piece is None:
            raise KeyError(unit_id)
        return piece

    def headings(self, unit: Piece, place: Hex) -> tuple[Heading, ...]:
        """Return the headings that a counter may have in a hex."""
        return legal_headings(class_of(unit.of, self.read_as), place)

    def placed(self, unit: Piece, words: tuple[str, ...]) -> tuple[Hex, Heading | None] | None:
        """Return the hex and the heading, if any, of ``5817`` or ``5817 NNE``."""
        place = as_hex(words[0]) if words else None
        if place is None or len(words) > 2:
            return None
        heading = next((h for h in self.headings(unit, place) if str(h) == words[-1]), None)
        return None if len(words) == 2 and heading is None else (place, heading)

    def has(self, unit_id: str) -> bool:
        """Return whether this counter is in the game."""
        return any(unit.id == unit_id for unit in self.units)

    @cached_property
    def on_board(self) -> tuple[Piece, ...]:
        """The counters that have a place."""
        return tuple(unit for unit in self.units if unit.place is not None)

    @cached_property
    def counters(self) -> tuple[Standing, ...]:
        """All counters, in the form that the rules use."""
        return tuple(unit.plain for unit in self.units)

    @cached_property
    def board(self) -> tuple[Standing, ...]:
        """The counters that have a place, in the form that the rules use."""
        return tuple(unit.plain for unit in self.on_board)

    def enemies_of(self, side: str) -> tuple[Piece, ...]:
        """Return the counters on the board of the other side."""
        return tuple(unit for unit in self.on_board if unit.of.side != side)

    def put(self, *changed: Piece) -> Self:
        """Return the game with these counters in place of those with the same ids."""
        new = {one.id: one for one in changed}
        return replace(self, units=tuple(new.get(one.id, one) for one in self.units))

    def without(self, ids: Iterable[str]) -> Self:
        """Return the game without these counters; a squad that rode in one waits beside the map."""
        gone = set(ids)
        rest = tuple(
            MARKS.after(unit, "tank lost") if unit.aboard in gone else unit
            for unit in self.units
            if unit.id not in gone
        )
        return replace(self, units=rest, removed=(*self.removed, *sorted(gone)))

    def march(self, unit: Standing, mp_left: int, *, moved: bool) -> March:
        """Return everything that the next step of a vehicle depends on."""
        ground = (one for one in self.enemies_of(unit.of.side) if one.of.kind != "aircraft")
        march = March(GRID, self.terrain, mp=mp_left, moved=moved, allowance=CITES["own-ground"])
        enemies = frozenset(one.place for one in ground if one.place is not None)
        return replace(march, enemies=enemies, readings=tuple(self.about("movement").items()))

    @property
    def turns(self) -> tuple[int, int]:
        return self.turn, SCENARIO.turns

    def score(self) -> Mapping[str, str]:
        """Return how many town hexes hold a German platoon, and how many a British counter."""
        towns = town_hexes(self.terrain, self.about("scenario"))
        there = {
            side: {one.place for one in self.on_board if one.side == side and _holds(one)}
            for side in SIDES
        }
        return {side: f"{sum(town in there[side] for town in towns)} of 4" for side in SIDES}

    def value(self, side: str) -> Fraction:
        worth = sum(WORTH[unit.of.kind] for unit in self.units if unit.side == side)
        towns = town_hexes(self.terrain, self.about("scenario"))
        holders = [unit for unit in self.on_board if unit.side == side and _holds(unit)]
        held = {unit.place for unit in holders}
        worth += TOWN * sum(town in held for town in towns)
        if side == "British":  # they are already there
            return Fraction(worth, HUNDRED)
        far = _way_to_all(tuple(unit.place for unit in holders if unit.place), towns)
        tanks = (unit for unit in self.on_board if unit.side == side and unit.of.kind == "tank")
        near = sum(max(0, _far(unit.place, towns) - 1) for unit in tanks if unit.place)
        return Fraction(worth - NEARER * far - CLOSE * near, HUNDRED)


#: The values of the measure, in hundredths: of a counter, by its kind; of a town hex that is held;
#: and of a hex nearer to a town hex, for the platoon that goes there and for a tank.
HUNDRED = 100
WORTH = dict.fromkeys(("platoon", "gun", "aa-gun"), 200) | {
    "tank": 500,
    "squad": 100,
    "aircraft": 100,
    "observer": 50,
    "artillery": 50,
}
TOWN, NEARER, CLOSE = 300, 60, 12


def _holds(unit: Piece) -> bool:
    """Return whether a counter counts in a town hex: a German platoon, or any British one."""
    kinds = ("platoon",) if unit.side == "German" else ("platoon", "gun", "aa-gun", "observer")
    return unit.of.kind in kinds


def _way_to_all(places: tuple[Place, ...], towns: tuple[Hex, ...]) -> int:
    """Return how many hexes the counters must go until each town hex has its own, the nearest left
    for each. A town hex for which no counter is left counts as far away.
    """
    pairs = sorted(
        (_far(place, (town,)), counter, number)
        for counter, place in enumerate(places)
        for number, town in enumerate(towns)
    )
    sent: dict[int, int] = {}
    far = 0
    for away, counter, number in pairs:
        if counter not in sent and number not in sent.values():
            sent[counter] = number
            far += away
    return far + 10 * (len(towns) - len(sent))


@lru_cache(maxsize=2048)
def _far(place: Place, towns: tuple[Hex, ...]) -> int:
    """Return how many hexes a place is from the nearest town hex."""
    return min((range_hexes(place, town) for town in towns), default=0)


def gap_step(gap_id: str) -> Step:
    """Return the step for a question that only the base game settles, so that the players decide
    it.
    """
    return lost(gap_id, f"{missing('landships', gap_id).question} The players decide.")


@decided
def acted(unit: Piece, what: str) -> Telling:
    """Return the refusal of a second move or attack in a turn, a rule of the lab."""
    yield forbid("own-once", True, f"Here a counter {what} once a turn, which is ours.")
    done = "attacked" if unit.fired and what != "moves" else "moved"
    return f"It has {done} already."


def answered(headline: str, *steps: Step) -> Answer[bool | Gap]:
    """Return the answer that these steps decide."""
    return Answer(judge(steps), steps, headline)


def offer(
    words: str,
    says: str,
    why: Answer[object],
    unit: str,
    text: str,
    after: Callable[[], Clock],
    expects: str = "",
    steps: tuple[Step, ...] | None = None,
) -> Choice:
    """Return a choice as a rule judges it: refused if the answer is no, left to the players if only
    they or the base game can say.

    The situation ``after`` it follows from the ``steps``, or else from those of the answer.
    """

    def effect(_: Roll) -> Happening:
        return Happening(after(), text, why.steps if steps is None else steps, "done")

    theirs = any(step.cite.kind == "supplied" for step in why.steps)
    if isinstance(why.value, Gap) or (theirs and why.value):
        return Choice(words, says, effect, unit, why, expects, supplied=True)
    return offered(words, says, effect, unit, why, expects)


def faces(place: Place, heading: Heading) -> str:
    """Return a place and a heading in words."""
    return f"{name(place)}, facing {heading}"


# --------------------------------------------------------------------------------------- the phase


@dataclass(frozen=True)
class Phase(TurnStep):
    """One phase of one side. ``called`` is its name in a sentence, ``asks`` its question; both may
    hold {} for the side.
    """

    of: str
    called: ClassVar[str] = ""
    asks: ClassVar[str] = ""

    @abstractmethod
    def acts(self, clock: Clock, unit: Piece) -> bool:
        """Return whether a counter of the side may have something to do."""

    @abstractmethod
    def offers(self, clock: Clock, unit: Piece) -> Iterator[Choice]:
        """Yield the choices of a counter that may act."""

    def side(self, situation: Clock) -> str:
        return self.of

    def prompt(self, situation: Clock) -> str:
        return self.asks.format(self.of)

    def actors(self, clock: Clock) -> Iterator[Piece]:
        """Yield the counters that may have something to do."""
        yield from (u for u in clock.units if u.side == self.of and self.acts(clock, u))

    def actor(self, clock: Clock, unit: str) -> Piece | None:
        """Return the counter with this id, if it may have something to do."""
        return next((one for one in self.actors(clock) if one.id == unit), None)

    def choices(self, situation: Clock) -> Iterator[Choice]:
        for unit in self.actors(situation):
            yield from self.offers(situation, unit)
        yield self.end(situation)

    def choices_of(self, situation: Clock, unit: str) -> tuple[Choice, ...]:
        one = self.actor(situation, unit)
        return (*(self.offers(situation, one) if one else ()), self.end(situation))

    def units(self, situation: Clock) -> tuple[str, ...]:
        able = (one for one in self.actors(situation) if any(self.offers(situation, one)))
        return tuple(one.id for one in able)

    def read(self, situation: Clock, words: tuple[str, ...]) -> Choice | None:
        if words == ("end",):
            return self.end(situation)
        one = self.actor(situation, words[1]) if len(words) > 1 else None
        return self.named(situation, one, words) if one else None

    def named(self, clock: Clock, unit: Piece, words: tuple[str, ...]) -> Choice | None:
        """Return the choice of one counter with these words, listed or not."""
        wanted = " ".join(words)
        return next((one for one in self.offers(clock, unit) if one.words == wanted), None)

    def end(self, clock: Clock) -> Choice:
        """Return the choice that ends the phase. If the turn ends with it, the choice says who
        wins.
        """
        below = clock.stack[-2] if len(clock.stack) > 1 else None
        verdict, winner = below.verdict(clock) if isinstance(below, LastStep) else (None, "")

        def effect(_: Roll) -> Happening:
            after, text, steps = self.ended(clock)
            return Happening(after.back(), text, steps, "done")

        says = f"End the {self.called.format(self.of)}{self.ending(clock)}"
        return Choice("end", says, effect, why=verdict, expects=winner, ends=True)

    def ending(self, clock: Clock) -> str:
        """Return the other effects of the end of the phase, for its button."""
        return ""

    def ended(self, clock: Clock) -> tuple[Clock, str, tuple[Step, ...]]:
        """Return the game at the end of the phase, a sentence, and the steps of the rules."""
        return clock, f"The {self.called.format(self.of)} ended{self.ending(clock)}.", ()

    def by_itself(self, situation: Clock) -> Happening | None:
        offers = (one for unit in self.actors(situation) for one in self.offers(situation, unit))
        return None if any(one.legal for one in offers) else Happening(situation.back(), "")


class LastStep(TurnStep):
    """The step that ends a turn."""

    @abstractmethod
    def verdict(self, clock: Clock) -> tuple[Answer[object] | None, str]:
        """Return who wins with this turn, and why in a few words; empty if the game goes on."""


def as_hex(written: str) -> Hex | None:
    """Return the hex of the board with this code, as records write it."""
    try:
        place = GRID.place(written)
    except ValueError:
        return None
    return place if isinstance(place, Hex) and GRID.code(place) == written else None


def around(place: Hex) -> tuple[Hex, ...]:
    """Return the hexes of the board beside this one."""
    return tuple(h for d in DIRECTIONS if (h := place.neighbour(d)) in GRID.places)
