"""Sight over the table: who sees whom among woods, towns and hills, who may fire, and where a Unit
may stop.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Any, ClassVar, Self, TypeVar

from landships_lab.core.answer import Answer, Gap, Mark
from landships_lab.core.checks import one_of
from landships_lab.core.plane import Ring, Spot
from landships_lab.data.load import readings
from landships_lab.drawing import tabletop
from landships_lab.drawing.board import lit_ring
from landships_lab.drawing.labels import Name
from landships_lab.drawing.shapes import Pixel, Polygons, Scene, Shape
from landships_lab.drawing.tabletop import Patch, Piece, TableView
from landships_lab.games.one_hour.data.table_tops import RULE_SET, set_ups
from landships_lab.games.one_hour.rules import sight
from landships_lab.games.one_hour.rules.bands import Band
from landships_lab.games.one_hour.rules.ground import Area, Table, Unit, read_spot, table_of
from landships_lab.games.one_hour.rules.movement import is_threatened
from landships_lab.games.one_hour.rules.path import may_place
from landships_lab.panel.board import Action, Gesture
from landships_lab.panel.controls import Buttons, Control, Field, Toggle, Toggles
from landships_lab.panel.menu import QuestionPanel, question_part
from landships_lab.panel.panel import Panel
from landships_lab.panel.parts import LEAD, Custom, Moment, OneOf, part
from landships_lab.panel.parts.base import names, with_fields
from landships_lab.panel.readings import Readings, Taken, read_readings
from . import sight_units as units
from .common import OUTLINES, RULES, OneHourState, composed, distance, turned_on

ID = "one_hour:sight"
_SEEING = ("concealed-sight", "concealed-etc", "road-cover")
_SHOOTING = ("close-range", "mortar-close", *_SEEING)
_SET_UPS = {key: one.name.split(", ")[-1] for key, one in set_ups().items()}
_ARROWS = {"ArrowUp": (0, -1), "ArrowDown": (0, 1), "ArrowLeft": (-1, 0), "ArrowRight": (1, 0)}


def _on_table(state: OneHourSight) -> tuple[Unit, ...]:
    return table_of(state.set_up).units


def _enemies(state: OneHourSight) -> tuple[Unit, ...]:
    """Return the Units of the side that is looked at."""
    table = table_of(state.set_up)
    return table.enemies(table.unit(state.firer))


def _unit(label: str, among: Callable[[Any], tuple[Unit, ...]], noun: str, word: str) -> Any:
    """Return the field for one of some Units, the first of them by default."""

    def offers(state: OneHourSight) -> dict[str, str]:
        return {unit.name: unit.name for unit in among(state)}

    def first(state: OneHourSight) -> str:
        return among(state)[0].name

    return part(OneOf, label, first, offers, word=word, always=True, error_name=noun)


def _observers(state: OneHourSight) -> list[str]:
    """Return the friends that may observe for the Unit that looks: only if Mortars fire."""
    table = table_of(state.set_up)
    one = table.unit(state.firer)
    if not state.fires or one.fires_as != "mortar":
        return []
    return [unit.name for unit in table.units if unit.side == one.side and unit.name != one.name]


@dataclass(frozen=True)
class SightReadings(Readings):
    """The readings of this panel.

    Older links call the reading in which only Ready Units hide ``limit``.
    """

    def read(self, state: Panel, words: Sequence[str]) -> Taken:
        return read_readings([_renamed(word) for word in words], self.all_known(state))


def _renamed(word: str) -> str:
    reading, _, option = word.partition("=")
    older = reading and "concealed-sight".startswith(reading) and option == "limit"
    return f"{reading}=ready-limit" if older else word


@dataclass(frozen=True)
class OneHourSight(QuestionPanel, OneHourState[TableView]):
    """A table in inches: move and turn Units, pick who looks at whom, see the bands between their
    edges.

    A table that began as a set-up, who looks at whom, and the question; ``held`` is the dragged
    Unit. ``observer`` is the friend that observes for Mortars, "" if they see for themselves;
    ``moves`` are the inches a Unit may move from its place in the set-up.
    """

    id = ID
    rule_set = RULES
    title = "Sight"
    prompt = "Does this Unit see that one, from two bases to two bases?"
    usage_hint = (
        "Click a Unit to pick it · drag it · wheel or Q and E turn it by 15° · arrow keys move the"
        " one that looks"
    )
    example = "static-defence from Cruds-1 to Bersaglieri-2"
    order = names("set_up asks firer target turn one_is other_is observer moves place formation")
    secondary = ("place", "formation")

    bears_on = "sight"
    #: Whether the question is about fire, for which a friend may observe.
    fires: ClassVar[bool] = False
    #: A word or two for the answer yes, and for no.
    verdicts: ClassVar[tuple[str, str]] = ("seen", "not seen")

    readings: Taken = part(
        SightReadings, known=lambda state: readings(RULE_SET, state.bears_on), offered=turned_on
    )
    set_up: str = part(OneOf, "Table", "static-defence", _SET_UPS, word=LEAD, error_name="set-up")
    firer: str = _unit("From", _on_table, "Unit on this table", word="from")
    target: str = _unit("To", _enemies, "enemy on this table", word="to")
    question: str = part(
        question_part, "Ask", control_id="asks", error_name="question of this panel"
    )
    observer: str = part(
        OneOf,
        "By",
        "",
        lambda state: {"": "itself", **{name: name for name in _observers(state)}},
        word="by",
        shown=lambda state: bool(_observers(state)),
        error_name="friend that may observe",
    )
    moves: int | Fraction = distance("Moves", 6, "the distance it may move")
    table: Table = part(
        Custom,
        "",
        lambda state: table_of(state.set_up),
        word="units",
        reads=units.read_units,
        writes=units.write_units,
        samples=units.random_table,
    )
    held: str = part(Moment, default="")

    @property
    def one(self) -> Unit:
        """The Unit that looks."""
        return self.table.unit(self.firer)

    @property
    def other(self) -> Unit:
        """The Unit that is looked at."""
        return self.table.unit(self.target)

    @abstractmethod
    def ask(self) -> Answer[bool] | Answer[bool | Gap] | Answer[str]:
        """Return the answer to the question.

        Remedies are searched for only while no Unit is dragged.
        """

    def try_out(self) -> None:
        """Ask without remedies, which are slow."""
        replace(self, held=self.firer).ask()

    # -- the table and its picture

    @classmethod
    def view(cls, centre: Action | Spot | None = None) -> TableView:
        whole = TableView.fit(36, 36)
        return whole.closer(centre) if isinstance(centre, Spot) else whole

    def closer_to(self) -> Spot:
        return self.one.unique.centre

    def picture(self, answer: Answer[object], view: TableView | None = None) -> Scene:
        seen, laid_out = view or self.view(), set_ups()[self.set_up]
        words = f"{laid_out.name}. {laid_out.note} {answer.headline}"
        ground, drawn = ground_of(seen, self.table), _drawn(seen, self, answer)
        return composed(seen, ground, drawn, "Sight over the table", words)

    def highlights(self, marks: tuple[Mark, ...], view: TableView) -> tuple[Shape, ...]:
        bands = (mark for mark in marks if isinstance(mark, Band))
        named = (unit for unit in self.table.units if unit.name in marks)
        rings = [(band.ring, band.cut_by or "clear") for band in bands]
        rings += [(ring, unit.name) for unit in named for ring in rings_of(unit)]
        return tuple(lit_ring(view.ring(ring), name) for ring, name in rings)

    def legend(self) -> tuple[tuple[str, str], ...]:
        return (
            ("band-clear", "clear from edge to edge"),
            ("band-cut", "cut"),
            ("unique", "Unique base"),
            ("bank", "Dug-in"),
        )

    # -- controls

    def actions(self) -> tuple[Control, ...]:
        unique = self.one.unique
        place = f"{float(unique.centre.x):g}, {float(unique.centre.y):g} facing {unique.facing}"
        turns = (
            ("left", "⟲", f"Turn it {units.LOCK} degrees left"),
            ("right", "⟳", f"Turn it {units.LOCK} degrees right"),
        )
        return (
            Field("place", "Stands at, in inches, facing degrees", place, "12, 7 facing 90"),
            Buttons("turn", "Turn", turns),
            _marks("one_is", self.one),
            _marks("other_is", self.other),
        )

    def as_read(self) -> str:
        quick = replace(self, held=self.firer)
        return quick.effect(quick.answer())

    def effect(self, answer: Answer[Any]) -> str:
        if isinstance(answer.value, Gap):
            return "the source does not say"
        yes, no = self.verdicts
        return yes if answer.value else no

    def after(self, control: str, before: Self) -> Self:
        """Begin a new table, let the other side look back, or drop a useless observer."""
        if control == "set_up" and self.set_up != before.set_up:
            return replace(self.parse(f"{ID} {self.set_up}"), readings=self.readings)
        new = self
        if control == "firer" and new.one.side == new.other.side:
            turned = new.one.side != before.one.side
            new = replace(new, target=before.firer if turned else before.target)
        if new.firer != before.firer or new.observer not in ("", *_observers(new)):
            return replace(new, observer="")
        return new

    def act(self, control: str, value: Any) -> Self:
        """Put the looking Unit down, turn it, or mark a Unit as Dug-in or Ready; remedies name the
        Unit.
        """
        match control:
            case "place":
                words, _, facing = str(value).partition("facing")
                there = read_spot(words.replace(" ", ""))
                return _put(self, units.moved(self.one, there, units.read_facing(facing.strip())))
            case "turn":
                right = one_of("turn", value, ["left", "right"]) == "right"
                return self.turned(1 if right else -1)
            case "one_is" | "other_is":
                return _marked(self, self.firer if control == "one_is" else self.target, *value)
            case "formation":
                word, on = value
                one_of("formation", word, units.FORMATIONS)
                how = units.formation_of(self.one) - {word} | ({word} if on else set())
                return replace(self, table=self.table.put(units.formed(self.one, how)))
            case "dug_in" | "ready":
                return _marked(self, value, control, True)
            case "firer_at":
                return _put(self, self.one.at(value))
        return super().act(control, value)

    # -- hands

    def drag_targets(self, view: TableView) -> tuple[tuple[float, float, float], ...]:
        return tuple(
            (*view.pixel(b.centre), float(max(b.width, b.depth)) / 2 * view.scale)
            for u in self.table.units
            for b in u.bases
        )

    def pointed(self, gesture: Gesture, view: TableView) -> Self:
        """Pick the Unit that is clicked: an enemy as the target, a friend as the one that looks; or
        move the dragged Unit.
        """
        under = unit_under(self.table, view, gesture.at) if gesture.kind == "press" else None
        if under is not None:
            picked = replace(self, held=under.name)
            looks = under.side == self.one.side
            return picked.set("firer", under.name) if looks else replace(picked, target=under.name)
        if gesture.kind == "drag" and self.held:
            return _put(self, units.moved(self.table.unit(self.held), view.spot(gesture.at)))
        return self

    def turned(self, points: int) -> Self:
        return _turned(self, self.one, points)

    def wheeled(self, gesture: Gesture, view: TableView) -> Self:
        """Turn the Unit under the pointer."""
        under = unit_under(self.table, view, gesture.at)
        return self if under is None else _turned(self, under, gesture.steps)

    def stepped(self, arrow: str) -> Self:
        """Move the Unit that looks by half an inch."""
        dx, dy = _ARROWS[arrow]
        here, step = self.one.unique.centre, Fraction(1, 2)
        return _put(self, units.moved(self.one, Spot(here.x + dx * step, here.y + dy * step)))


@dataclass(frozen=True)
class Sees(OneHourSight, key="sees", label="sees?"):
    """Whether one Unit sees another."""

    turns_on = _SEEING

    def ask(self) -> Answer[bool]:
        return sight.sees(self.table, self.firer, self.target, self.given, not self.held)


@dataclass(frozen=True)
class Observes(OneHourSight, key="observes", label="observes?"):
    """Whether one Unit observes another."""

    turns_on = _SEEING

    def ask(self) -> Answer[bool]:
        return sight.observes(self.table, self.firer, self.target, self.given, not self.held)


@dataclass(frozen=True)
class Fires(OneHourSight, key="fires", label="may fire?"):
    """Whether one Unit may fire at another."""

    turns_on = _SHOOTING
    fires = True
    verdicts = ("may fire", "may not fire")

    def ask(self) -> Answer[bool]:
        names = self.table, self.firer, self.target
        return sight.may_fire(*names, self.observer, self.given, advice=not self.held)


@dataclass(frozen=True)
class Best(OneHourSight, key="best", label="best target?"):
    """The target that a Unit must fire at."""

    turns_on = ("long-range", *_SHOOTING, "target-priority", "protection-cap")
    fires = True

    def ask(self) -> Answer[str]:
        return sight.best_target(self.table, self.firer, self.observer, self.given)

    def try_out(self) -> None:
        """Ask about one target only, because all of them are slow."""
        self.asking(Fires.key).try_out()

    def effect(self, answer: Answer[str]) -> str:
        return answer.value or "nobody"


@dataclass(frozen=True)
class Stops(OneHourSight, key="stops", label="may stop?"):
    """Whether a Unit may end its move here."""

    own_parts = ("moves",)
    turns_on = ("threatened-at", "threatened-when", "road-penalties")
    verdicts = ("may end here", "may not end here")

    @property
    def before(self) -> Table:
        """The table with the moving Unit put back in its place in the set-up."""
        return self.table.put(table_of(self.set_up).unit(self.firer))

    def ask(self) -> Answer[bool | Gap]:
        return may_place(self.before, self.one, self.moves, self.given)

    def actions(self) -> tuple[Control, ...]:
        how = units.formation_of(self.one)
        items = tuple(Toggle(word, label, word in how) for word, label in units.FORMATIONS.items())
        return (*super().actions(), Toggles("formation", f"Bases of {self.firer}", items))


@dataclass(frozen=True)
class Threatened(OneHourSight, key="threatened", label="Threatened?"):
    """Whether a Unit is Threatened."""

    turns_on = ("threatened-at",)
    verdicts = ("Threatened", "not Threatened")

    def ask(self) -> Answer[bool]:
        return is_threatened(self.table, self.firer, self.given)


OneHourSight.offer(Sees, Observes, Fires, Best, Stops, Threatened)


def _marks(control: str, unit: Unit) -> Toggles:
    items = [Toggle("dug_in", "dug in", unit.dug_in, "orange")] if unit.kind != "tank" else []
    items += [Toggle("ready", "Ready", unit.ready, "green")] if unit.fires_as != "mortar" else []
    return Toggles(control, unit.name, tuple(items))


S = TypeVar("S", bound=OneHourSight)


def _marked(state: S, name: str, mark: str, on: bool) -> S:
    known = one_of("state of a Unit", mark, ["dug_in", "ready"])
    unit = with_fields(state.table.unit(name), **{known: bool(on)})
    return replace(state, table=state.table.put(unit))


def _put(state: S, unit: Unit) -> S:
    if not all(state.table.on(base) for base in unit.bases):
        if state.held:
            return state  # a drag stops at the border
        raise ValueError(
            f"There {unit.name} would stand off the table, which is {state.table.width_inches}"
            " inches wide and deep."
        )
    return replace(state, table=state.table.put(unit))


def _turned(state: S, unit: Unit, steps: int) -> S:
    return _put(
        state, units.moved(unit, unit.unique.centre, unit.unique.facing + units.LOCK * steps)
    )


# -- the picture -----------------------------------------------------------------------------------


def _drawn(view: TableView, state: OneHourSight, answer: Answer[object]) -> Iterator[Shape | Name]:
    """Yield the start of a moving Unit, the bands of sight, the Units, those that look, what is in
    the way, and all names.
    """
    if isinstance(answer.detail, Unit):
        stood = tuple(view.ring(ring) for ring in rings_of(answer.detail))
        yield Polygons(stood, "ghost", f"{answer.detail.name} stood here")
    bands = [mark for step in answer.steps for mark in step.marks if isinstance(mark, Band)]
    for band in bands:
        yield from tabletop.band(view, band.ring, not band.cut_by, band.cut_by or "clear")
    pieces = pieces_of(state.table)
    yield from tabletop.pieces(view, pieces)
    for unit in (state.one, state.other):
        yield from tabletop.outline(view, rings_of(unit), "chosen", unit.name)
    cut_by = {band.cut_by for band in bands if band.cut_by}
    rings = [(area.name, [area.corners]) for area in state.table.areas]
    rings += [(unit.name, rings_of(unit)) for unit in state.table.units]
    for name, corners in rings:
        if name in cut_by:
            yield from tabletop.outline(view, corners, "in-the-way", name)
    yield from names_of(view, state.table, pieces)


def rings_of(unit: Unit) -> list[Ring]:
    """Return the corners of the bases of a Unit."""
    return [base.corners for base in unit.bases]


def pieces_of(table: Table) -> list[Piece]:
    """Return the drawings of the Units on a table, each nation in its colour."""
    return [
        Piece(
            unit.name,
            unit.bases,
            int(unit.side != "British"),
            OUTLINES[unit.kind],
            unit.dug_in,
            unit.ready,
            unit.hits,
        )
        for unit in table.units
        if not units.is_gone(unit)
    ]


def names_of(view: TableView, table: Table, pieces: list[Piece]) -> Iterator[Name]:
    """Yield the names of the Units and of the areas of a table."""
    yield from tabletop.names(view, pieces)
    yield from tabletop.area_names(view, _patches(table.areas))


@lru_cache(maxsize=16)
def _patches(areas: tuple[Area, ...]) -> tuple[Patch, ...]:
    """Return the drawings of the areas of a table."""
    return tuple(Patch(area.kind, area.name, area.corners) for area in areas)


def ground_of(view: TableView, table: Table) -> tuple[Shape, ...]:
    """Return the bare table with its terrain."""
    return tabletop.ground(view, table.width_inches, table.depth_inches, _patches(table.areas))


def unit_under(table: Table, view: TableView, pixel: Pixel) -> Unit | None:
    """Return the nearest Unit with a base under the pointer."""
    near = [
        ((pixel[0] - x) ** 2 + (pixel[1] - y) ** 2, n)
        for n, unit in enumerate(table.units)
        for base in unit.bases
        for x, y in (view.pixel(base.centre),)
        if max(abs(pixel[0] - x), abs(pixel[1] - y))
        <= 0.55 * float(max(base.width, base.depth)) * view.scale
    ]
    return table.units[min(near)[1]] if near else None
