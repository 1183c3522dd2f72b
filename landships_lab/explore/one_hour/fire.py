"""One shot: how many Hits does it inflict, and how likely is each number?"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Any

from landships_lab.core.answer import Answer
from landships_lab.data.one_hour.table_tops import tables
from landships_lab.explore import textform
from landships_lab.explore.explorer import Choice, Control, Field, Gesture, Number, changed
from landships_lab.explore.one_hour import common
from landships_lab.explore.one_hour.common import OneHourExplorer, OneHourState
from landships_lab.rules.one_hour import COVERS, Shot, fire_odds, hits, survival
from landships_lab.rules.one_hour.fire import close_inches
from landships_lab.rules.one_hour.words import die_of, mixed, taken
from landships_lab.scene.charts import Bars, Chart, Curve, Table
from landships_lab.scene.shapes import Lines, Scene, Shape
from landships_lab.scene.strip import MIDDLE, Stretch, column_of_bases, ruler, standing, strip_view
from landships_lab.scene.tabletop import Piece, TableView

ID = "one_hour:fire"
VOLLEYS = 8
_FLAGS = {
    "dug_in": "dug in",
    "town": "in a town",
    "woods": "in woods",
    "on_hill": "on a hilltop",
    "into_rear": "shot at from behind its front",
    "out_of_rear": "behind the firer's own front",
}


@dataclass(frozen=True)
class FireState(OneHourState):
    """One shot, flat as the controls set it, and the face of the die asked about; ``held`` is of the moment."""

    explorer_id = ID

    firer: str = "tank"
    target: str = "infantry"
    range_inches: int | Fraction = 4
    firer_hits: int = 0
    dug_in: bool = False
    town: bool = False
    woods: bool = False
    on_hill: bool = False
    into_rear: bool = False
    out_of_rear: bool = False
    die: int = 3
    held: bool = False

    @property
    def shot(self) -> Shot:
        """Which shot is it?"""
        cover = frozenset(word for word in COVERS if getattr(self, word.replace("-", "_")))
        return Shot(self.firer, self.target, self.range_inches, self.firer_hits, self.out_of_rear, self.into_rear, cover, self.on_hill)


class OneHourFire(OneHourExplorer[FireState]):
    """Choose who fires at whom, over how many inches, at what cover; roll the die."""

    id = ID
    title = "One shot"
    question = "How many Hits does this shot inflict?"
    hands = "Drag the target, or click the strip, to set the range · arrow keys move it a quarter of an inch"
    has_board = True
    zooms = False
    keys = ("ArrowLeft", "ArrowRight", "Escape")
    bears_on = ("fire",)

    def start(self) -> FireState:
        """The report's Crusaders before the town: close range, the infantry dug in and in a town."""
        return FireState(dug_in=True, town=True)

    def ask(self, state: FireState) -> Answer[int]:
        """How many Hits for the face asked about?"""
        return hits(state.shot, state.die, state.taken)

    # -- pictures ---------------------------------------------------------------------------------------------------------

    def picture(self, state: FireState, answer: Answer[Any], view: Any = None) -> Scene:
        """A strip of table with the firer's ranges, firer and target on it."""
        seen = view_of(state)
        sizes = {key: size.inches() for key, size in tables().bases.items()}
        near = Fraction(state.range_inches)
        own = column_of_bases(sizes[state.firer], Fraction(0), 270 if state.out_of_rear else 90, east=False)
        theirs = column_of_bases(sizes[state.target], near, 90 if state.into_rear else 270, east=True)
        names = common.TYPES
        drawn = (
            Piece(f"{names[state.firer]} fires", own, 0, common.OUTLINES[state.firer], hits=state.firer_hits),
            Piece(names[state.target], theirs, 1, common.OUTLINES[state.target], dug_in=state.dug_in),
        )
        line: Shape = Lines((((seen.at(0, 0)[0], MIDDLE), (seen.at(float(near), 0)[0], MIDDLE)),), "sight-line", "range")
        ground = _ground(seen, _stretches(state))
        told = f"{names[state.firer]} fires at {names[state.target]} over {mixed(near)} inches. {answer.headline}"
        return Scene(seen.width, seen.height, ground, (line, *standing(seen, drawn)), "One shot", told)

    def riddle(self, state: FireState) -> Scene:
        """The strip without the stretches that tell what the range comes to."""
        return replace(self.picture(state, Answer(None, ())), ground=_ground(view_of(state), ()))

    def charts(self, state: FireState, answer: Answer[Any]) -> tuple[Chart, ...]:
        """The odds of this shot, and how long a fresh target stands under it."""
        odds = fire_odds(state.shot, readings=state.taken)
        bars = tuple((str(n), odds.p(n)) for n in range(min(odds.outcomes), max(odds.outcomes) + 1))
        curve = survival(state.shot, VOLLEYS, readings=state.taken)
        return (
            Bars(f"Hits of this shot: {common.tenths(odds.mean)} on average", "Hits", bars, ordered=True),
            Curve("A fresh target under volley after volley of it", "volleys", (("still standing", curve),)),
        )

    def tables(self, state: FireState, answer: Answer[Any]) -> tuple[Table, ...]:
        """The fire table, its used row and column lit."""
        return (common.fire_table(state.firer, state.target),)

    # -- text -------------------------------------------------------------------------------------------------------------

    def text(self, state: FireState) -> str:
        """One line that carries the state."""
        words = [ID, state.firer, "at", state.target, "range", str(state.range_inches)]
        words += ["hits", str(state.firer_hits)] if state.firer_hits else []
        words += common.write_flags(state, tuple(_FLAGS))
        return " ".join([*words, "die", str(state.die), *textform.write_readings(state.readings)])

    def parse(self, text: str) -> FireState:
        """The state of such a line."""
        found, chosen = self.words_of(text, ("at", "range", "hits", "with", "die"))
        types = list(common.TYPES)
        firer = common.one_of("type of Unit", textform.one(found, "", ""), types)
        target = common.one_of("type of Unit", textform.one(found, "at", "infantry"), types)
        inches = common.read_inches("The range", textform.one(found, "range", "4"))
        own = common.read_whole("The number of Hits", textform.one(found, "hits", "0"), 15)
        flags = common.read_flags(found.get("with", []), tuple(_FLAGS))
        die = common.read_whole("The face of the die", textform.one(found, "die", "3"), 6)
        state = FireState(chosen, firer, target, inches, own, **flags, die=die)
        self.ask(state)  # a face that no die has is refused here, in the words of the rule
        return state

    def settled(self, state: FireState) -> FireState:
        """The state without the hand."""
        return replace(state, held=False)

    # -- controls ---------------------------------------------------------------------------------------------------------

    def controls(self, state: FireState) -> tuple[Control, ...]:
        """Everything the shot depends on, the die, and the readings."""
        faces = tuple((str(n), str(n)) for n in sorted({*die_of("D5", state.taken).outcomes, state.die}))
        return (
            common.type_choice("firer", "Firer", state.firer),
            common.type_choice("target", "Target", state.target),
            Field("range_inches", "Range in inches", mixed(state.range_inches), "such as 4 or 7 1/2"),
            Number("firer_hits", "Hits the firer has itself", state.firer_hits, 0, 15),
            common.flags("flags", "The target is", state, _FLAGS),
            Choice("die", "The die shows", faces, str(state.die), buttons=True),
            *self.switched(state, lambda given: _effect(state, given)),
        )

    def took(self, state: FireState, control: str, value: Any) -> FireState:
        """The state after one control has been given a value."""
        if control in ("firer", "target"):
            return changed(state, **{control: common.one_of("type of Unit", value, list(common.TYPES))})
        if control == "range_inches":
            return replace(state, range_inches=value if isinstance(value, Fraction | int) else common.read_inches("The range", value))
        if control == "flags":
            return common.flag(state, value, _FLAGS)
        if control == "die":
            return replace(state, die=common.read_whole("The face of the die", value, 6))
        return replace(state, firer_hits=value)

    def set(self, state: FireState, control: str, value: Any) -> FireState:
        """Beside the controls, what a remedy names: from behind the front, or without cover."""
        if control == "into_rear":
            return replace(state, into_rear=bool(value))
        if control == "cover":
            return replace(state, dug_in=False, town=False, woods=False)
        return super().set(state, control, value)

    # -- hands ------------------------------------------------------------------------------------------------------------

    def grabs(self, state: FireState, view: Any) -> tuple[tuple[float, float, float], ...]:
        """The target."""
        return ((*view_of(state).at(float(state.range_inches) + 0.8, 0), 34.0),)

    def on_gesture(self, state: FireState, gesture: Gesture, view: Any) -> FireState:
        """A press or a drag sets the range on quarters of an inch, arrow keys move it by one."""
        quarter = Fraction(1, 4)
        if gesture.kind == "key" and gesture.key in ("ArrowLeft", "ArrowRight"):
            step = quarter if gesture.key == "ArrowRight" else -quarter
            return replace(state, range_inches=_within(state, state.range_inches + step))
        if gesture.kind == "drop":
            return replace(state, held=False)
        if gesture.kind == "press" or (gesture.kind == "drag" and state.held):
            # While it is held the scale must not change under the hand; the strip already shows all of the firer's reach.
            return replace(state, held=True, range_inches=_within(state, view_of(state).spot(gesture.at).x))
        return state


def _within(state: FireState, inches: int | Fraction) -> int | Fraction:
    kept = min(max(Fraction(inches), Fraction(0)), Fraction(state.shot.rows[0].farthest_inches + 4))
    return kept.numerator if kept.denominator == 1 else kept


def view_of(state: FireState) -> TableView:
    """Which view shows all of the firer's reach, and the target beyond it?"""
    reach = max(state.shot.rows[0].farthest_inches, 24)
    return strip_view(max(reach, int(state.range_inches)) + 6 if state.range_inches > reach + 4 else reach + 8)


def _effect(state: FireState, given: Any) -> str:
    odds = fire_odds(state.shot, readings=given)
    return f"{common.tenths(odds.mean)} on average"


def _stretches(state: FireState) -> tuple[Stretch, ...]:
    row, given = state.shot.rows[0], taken(state.taken)
    near = close_inches(given)
    if not row.close and given["mortar-close"] == "not-doubled":
        return (Stretch("in range", 0, row.reach_inches, "green"),)
    close = Stretch("close ×2", 0, near, "orange") if row.close else Stretch("no fire", 0, near, "vermillion")
    found = (close, Stretch("in range", near, row.reach_inches, "green"))
    if row.long_inches is None:
        return found
    name = "long ½" if given["long-range"] == "half" else "long −2"
    return (*found, Stretch(name, row.reach_inches, row.long_inches, "blue"))


@lru_cache(maxsize=64)
def _ground(view: TableView, stretches: tuple[Stretch, ...]) -> tuple[Shape, ...]:
    """The bare strip; the very same tuple as long as nothing changes, so that it need not be drawn again."""
    return ruler(view, stretches)
