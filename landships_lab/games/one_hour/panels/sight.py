"""Sight over the table: who sees whom among woods, towns and hills, who may fire, and where a Unit
may stop.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Self, TypeVar

from landships_lab.core.answer import Answer, Gap, Mark, Remedy
from landships_lab.core.checks import one_of, small
from landships_lab.core.plane import Spot
from landships_lab.drawing.lights import lit_ring
from landships_lab.drawing.shapes import Pixel, Scene, Shape
from landships_lab.drawing.tabletop import TableView
from landships_lab.games.one_hour.panels import sight_picture
from landships_lab.games.one_hour.panels.common import RULES
from landships_lab.games.one_hour.panels.sight_state import ID, SightState, observers
from landships_lab.games.one_hour.panels.sight_units import LOCK
from landships_lab.games.one_hour.rules import (
    Table,
    Unit,
    best_target,
    is_threatened,
    may_fire,
    may_place,
    observes,
    sees,
)
from landships_lab.games.one_hour.rules.bands import Band
from landships_lab.games.one_hour.rules.ground import read_spot
from landships_lab.panel.controls import Buttons, Control, Field, Switch, Toggle, Toggles
from landships_lab.panel.gestures import Gesture
from landships_lab.panel.panel import changed

S = TypeVar("S", bound=SightState)

_EFFECTS = {
    "fires": ("may fire", "may not fire"),
    "stops": ("may end here", "may not end here"),
    "threatened": ("Threatened", "not Threatened"),
}
_ARROWS = {"ArrowUp": (0, -1), "ArrowDown": (0, 1), "ArrowLeft": (-1, 0), "ArrowRight": (1, 0)}


@dataclass(frozen=True)
class OneHourSight(SightState):
    """A table in inches: move and turn Units, pick who looks at whom, see the bands between their
    edges.
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
    order = (
        "set_up",
        "asks",
        "firer",
        "target",
        "turn",
        "one_is",
        "other_is",
        "observer",
        "moves",
        "place",
    )
    secondary = ("place",)

    def ask(self) -> Answer[Any]:
        """Return the answer to the question.

        Remedies are looked for only when no Unit is in the hand.
        """
        names = self.table, self.firer, self.target
        if self.asks == "fires":
            return may_fire(*names, self.observer, self.taken, advice=not self.held)
        if self.asks == "best":
            found = best_target(self.table, self.firer, self.observer, self.taken)
            look = Remedy(f"Look at {found.value}.", "target", found.value)
            return found if found.value in ("", self.target) else replace(found, remedies=(look,))
        if self.asks == "stops":
            return may_place(self.before, self.one, self.moves, self.taken)
        if self.asks == "threatened":
            return is_threatened(self.table, self.firer, self.taken)
        return (observes if self.asks == "observes" else sees)(*names, self.taken, not self.held)

    def try_out(self) -> None:
        """Ask without remedies, and of one target only: both take long."""
        replace(self, held=self.firer, asks="fires" if self.asks == "best" else self.asks).ask()

    # -- picture
    # ---------------------------------------------------------------------------------------------

    @classmethod
    def view(cls, centre: Any = None) -> Any:
        """Return the view of the whole table, or a closer one round a point."""
        whole = TableView.fit(36, 36)
        return whole if centre is None else whole.closer(centre)

    def closer_to(self) -> Any:
        """Return the Unit that looks."""
        return self.one.unique.centre

    def picture(self, answer: Answer[Any], view: Any = None) -> Scene:
        """Return terrain, Units, the two bands, and what cuts them."""
        return sight_picture.picture(
            self.table, (self.one, self.other), self.set_up, answer, view or self.view()
        )

    def highlights(self, marks: tuple[Mark, ...], view: Any) -> tuple[Shape, ...]:
        """Return the bands of sight that a step speaks of."""
        return tuple(
            lit_ring(view.ring(mark.ring), mark.cut_by or "clear")
            for mark in marks
            if isinstance(mark, Band)
        )

    def legend(self) -> tuple[tuple[str, str], ...]:
        """Return the marks of the picture."""
        return (
            ("band-clear", "clear from edge to edge"),
            ("band-cut", "cut"),
            ("unique", "Unique base"),
            ("bank", "Dug-in"),
        )

    # -- controls
    # ---------------------------------------------------------------------------------------------

    def actions(self) -> tuple[Control, ...]:
        """Return where the looking Unit stands, the buttons that turn it, and how both are."""
        unique = self.one.unique
        place = f"{float(unique.centre.x):g}, {float(unique.centre.y):g} facing {unique.facing}"
        turns = (
            ("left", "⟲", f"Turn it {LOCK} degrees left"),
            ("right", "⟳", f"Turn it {LOCK} degrees right"),
        )
        return (
            Field("place", "Stands at, in inches, facing degrees", place, "12, 7 facing 90"),
            Buttons("turn", "Turn", turns),
            _marks("one_is", self.one),
            _marks("other_is", self.other),
        )

    def reading_switches(self) -> tuple[Switch, ...]:
        """Return the readings where they matter.

        With a Unit in the hand no remedies are looked for.
        """
        return super(OneHourSight, replace(self, held=self.firer)).reading_switches()

    def effect(self, answer: Answer[Any]) -> str:
        """Return what the answer would be, in a word or two."""
        if self.asks == "best":
            return answer.value or "nobody"
        if isinstance(answer.value, Gap):
            return "the source does not say"
        yes, no = _EFFECTS.get(self.asks, ("seen", "not seen"))
        return yes if answer.value else no

    def after(self, control: str, before: Self) -> Self:
        """Begin a new table; let the other side look back; drop an observer who is of no use."""
        if control == "set_up" and self.set_up != before.set_up:
            return replace(self.parse(f"{ID} {self.set_up}"), readings=self.readings)
        new = self
        if control == "firer" and new.one.side == new.other.side:
            new = replace(
                new, target=before.firer if new.one.side != before.one.side else before.target
            )
        if new.firer != before.firer or new.observer not in ("", *observers(new)):
            return replace(new, observer="")
        return new

    def act(self, control: str, value: Any) -> Self:
        """Put the looking Unit down, turn it, or mark a Unit as Dug-in or Ready; remedies name the
        Unit.
        """
        match control:
            case "place":
                words, _, facing = str(value).partition("facing")
                return _put(
                    self, self.one.at(read_spot(words.replace(" ", "")), _facing(facing.strip()))
                )
            case "turn":
                return self.turned(
                    +1 if one_of("turn", value, ["left", "right"]) == "right" else -1
                )
            case "one_is" | "other_is":
                return _marked(self, self.firer if control == "one_is" else self.target, *value)
            case "dug_in" | "ready":
                return _marked(self, value, control, True)
            case "firer_at":
                return _put(self, self.one.at(value))
        return super().act(control, value)

    # -- hands
    # ---------------------------------------------------------------------------------------------

    def drag_targets(self, view: Any) -> tuple[tuple[float, float, float], ...]:
        """Return every base of every Unit."""
        return tuple(
            (*view.pixel(b.centre), float(max(b.width, b.depth)) / 2 * view.scale)
            for u in self.table.units
            for b in u.bases
        )

    def pointed(self, gesture: Gesture, view: Any) -> Self:
        """Pick the Unit that is clicked: an enemy as the target, a friend as the one that looks; or
        drag the one in the hand.
        """
        if gesture.kind == "press" and (under := _under(self.table, view, gesture.at)) is not None:
            picked = replace(self, held=under.name)
            return (
                picked.set("firer", under.name)
                if under.side == self.one.side
                else replace(picked, target=under.name)
            )
        if gesture.kind == "drag" and self.held:
            return _put(self, self.table.unit(self.held).at(view.spot(gesture.at)))
        return self

    def turned(self, points: int) -> Self:
        """Turn the Unit that looks."""
        return _turned(self, self.one, points)

    def wheeled(self, gesture: Gesture, view: Any) -> Self:
        """Turn the Unit under the pointer."""
        under = _under(self.table, view, gesture.at)
        return self if under is None else _turned(self, under, gesture.steps)

    def stepped(self, arrow: str) -> Self:
        """Move the Unit that looks by half an inch."""
        dx, dy = _ARROWS[arrow]
        here, step = self.one.unique.centre, Fraction(1, 2)
        return _put(self, self.one.at(Spot(here.x + dx * step, here.y + dy * step)))


def _facing(text: str) -> int | None:
    if text and small(text) is None:
        raise ValueError(
            f"{text!r} is not a facing; write degrees clockwise of north, in steps of {LOCK}."
        )
    return small(text)


def _marks(control: str, unit: Unit) -> Toggles:
    items = [Toggle("dug_in", "dug in", unit.dug_in, "orange")] if unit.kind != "tank" else []
    items += [Toggle("ready", "Ready", unit.ready, "green")] if unit.kind != "mortar" else []
    return Toggles(control, unit.name, tuple(items))


def _marked(state: S, name: str, mark: str, on: bool) -> S:
    unit = changed(
        state.table.unit(name), **{one_of("state of a Unit", mark, ["dug_in", "ready"]): bool(on)}
    )
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
    return _put(state, unit.at(unit.unique.centre, unit.unique.facing + LOCK * steps))


def _under(table: Table, view: TableView, pixel: Pixel) -> Unit | None:
    """Return the nearest Unit with a base under the pointer."""
    found = [
        ((pixel[0] - x) ** 2 + (pixel[1] - y) ** 2, n)
        for n, unit in enumerate(table.units)
        for base in unit.bases
        for x, y in (view.pixel(base.centre),)
        if max(abs(pixel[0] - x), abs(pixel[1] - y))
        <= 0.55 * float(max(base.width, base.depth)) * view.scale
    ]
    return table.units[min(found)[1]] if found else None
