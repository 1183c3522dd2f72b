"""Your own vehicle: draw up a unit with its fields of fire, see its arcs at once, save it, print its counters."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

from landships_lab.core.answer import Answer
from landships_lab.core.checks import small, unknown
from landships_lab.core.hexes import Heading
from landships_lab.data.landships.drafts import draft_of, read_draft, slug, write_draft
from landships_lab.data.landships.units import OUTLINES
from landships_lab.explore import textform
from landships_lab.explore.explorer import Buttons, Choice, Control, Explorer, Export, Field, Gesture, TextBox, one_of
from landships_lab.explore.landships import editor_picture
from landships_lab.explore.landships.editor_picture import ENDS, GRIP, ID, EditorState, middle, spot
from landships_lab.explore.landships.print_room import arc_cards, counters_sheet
from landships_lab.rules.landships import UNITS
from landships_lab.rules.landships.cover import cover
from landships_lab.rules.landships.positions import CLASSES
from landships_lab.scene.paper import PAPERS
from landships_lab.scene.shapes import Scene
from landships_lab.scene.view import View

_KEYWORDS = ("weapon", "facing", "print", "paper", "from")


class VehicleEditor(Explorer[EditorState]):
    """Name a vehicle, give it up to three fields of fire, drag the edges of each arc over the twelve points."""

    id = ID
    title = "Your own vehicle"
    rules = "Landships! · twelve point facing"
    question = "What does it cover, and where is it blind?"
    hands = "Drag a handle to move the edge of an arc · choose the weapon on the right · wheel or Q and E turn the vehicle"

    def start(self) -> EditorState:
        """The Mk IV female, ready to be made into something else."""
        return self._begin("mk-iv-female")

    def _begin(self, unit_id: str) -> EditorState:
        draft = draft_of(UNITS[one_of("unit", unit_id, list(UNITS))])
        return EditorState(draft, draft.weapons[0].id, began=unit_id)

    def ask(self, state: EditorState) -> Answer[int]:
        """On how many of the twelve points does it bear?"""
        return cover(state.unit)

    # -- the picture ------------------------------------------------------------------------------------------------------

    def picture(self, state: EditorState, answer: Answer[Any], view: View | None = None) -> Scene:
        """The vehicle in the middle of the board, all its arcs, the handles of the one being changed."""
        return editor_picture.picture(state, answer, view or self.view())

    def grabs(self, state: EditorState, view: View) -> tuple[tuple[float, float, float], ...]:
        """The two handles, and the vehicle."""
        return ((*view.pixel(middle(view)), view.size), *((*spot(state, view, end), GRIP) for end in ENDS))

    def legend(self, state: EditorState) -> tuple[tuple[str, str], ...]:
        """The marks of the picture."""
        return (("handle", "drag: an edge of the arc"), ("solid", "edge counts"), ("dashed", "edge does not"))

    # -- text and files ---------------------------------------------------------------------------------------------------

    def text(self, state: EditorState) -> str:
        """One line that carries the state."""
        words = [ID, textform.pack(write_draft(state.draft)), "weapon", state.weapon, "facing", state.heading.value]
        begun = ("from", state.began) if state.began else ()
        return " ".join([*words, "print", str(state.copies), "paper", state.paper, *begun])

    def parse(self, text: str) -> EditorState:
        """The state of such a line; in place of the packed vehicle the id of a shipped unit may stand."""
        found = textform.groups(text, ID, _KEYWORDS)
        given = textform.one(found, "", "mk-iv-female")
        draft = draft_of(UNITS[given]) if given in UNITS else read_draft(textform.unpack(given))
        weapon = draft.weapon(textform.one(found, "weapon", draft.weapons[0].id)).id
        copies, paper = _copies(textform.one(found, "print", "6")), textform.one(found, "paper", "A4")
        began = textform.one(found, "from", given if given in UNITS else "")
        heading = Heading(textform.one(found, "facing", "N"))
        return EditorState(
            draft, weapon, heading, copies, one_of("paper", paper, list(PAPERS)), began and one_of("unit", began, list(UNITS))
        )

    def settled(self, state: EditorState) -> EditorState:
        """The state without the hand."""
        return replace(state, held="")

    def exports(self, state: EditorState) -> tuple[Export, ...]:
        """The vehicle as a file; its counters and its fire-arc card to print."""
        order = [(state.unit, state.copies)]
        return (
            Export("Save TOML", "Save the vehicle as a TOML file", f"{state.draft.id}.toml", lambda: write_draft(state.draft)),
            Export("Print counters", "Half-inch counters as PDF", "counters.pdf", lambda: counters_sheet(order, state.paper)),
            Export("Print card", "The fire-arc card as PDF", "card.pdf", lambda: arc_cards([state.unit], state.paper)),
        )

    # -- what the reader sets ---------------------------------------------------------------------------------------------

    def controls(self, state: EditorState) -> tuple[Control, ...]:
        """The vehicle, the weapon being changed, what is printed."""
        draft, arm, f = state.draft, state.chosen, state.field
        number = state.draft.holder(state.weapon) + 1
        ids = tuple((key, unit.name) for key, unit in UNITS.items())
        ids += () if state.began else (("", "your own file"),)
        weapons = tuple((w.id, f"{draft.holder(w.id) + 1} · {w.name}") for w in draft.weapons)
        edges = (
            ("lo-", "⟲ first", "First edge 30 degrees back"),
            ("lo+", "first ⟳", "First edge 30 degrees on"),
            ("hi-", "⟲ last", "Last edge 30 degrees back"),
            ("hi+", "last ⟳", "Last edge 30 degrees on"),
        )
        return (
            Choice("begin", "Begin again from", ids, state.began),
            Field("name", "Name", draft.name, "such as Mk V", free=True),
            Choice("class", "Class", tuple((str(key), f"{key} · {words}") for key, words in CLASSES.items()), str(draft.unit_class)),
            Choice("outline", "Silhouette", tuple((o, o) for o in OUTLINES), draft.outline),
            Choice("weapon", "Field of fire and weapon", weapons, state.weapon),
            Buttons(
                "arms",
                "Weapons",
                (
                    ("weapon", "+ weapon", "Add a weapon to this field of fire"),
                    ("field", "+ field", "Add a field of fire"),
                    ("drop", "Remove", "Remove this weapon"),
                ),
            ),
            Field("weapon_name", "Weapon's name", arm.name, "such as 57 mm bow", free=True),
            Field("arc", "Its arc, degrees off the bow", f"{arm.lo} to {arm.hi}", "such as -30 to 90"),
            Buttons("edges", "Its edges", edges),
            Field(
                "range",
                f"Range of field {number} in hexes",
                "" if f.range_hexes is None else str(f.range_hexes),
                "0 to 99; empty: not known",
            ),
            Field("points", f"Points of field {number}", "" if f.points is None else str(f.points), "0 to 99; empty: not known"),
            Choice(
                "edge",
                f"Hexsides on the edges of field {number}",
                (("yes", "can be hit"), ("no", "cannot")),
                "yes" if f.edge_hexsides else "no",
                buttons=True,
            ),
            Field("copies", "Counters to print", str(state.copies), "1 to 99"),
            Choice("paper", "Paper", tuple((paper, paper) for paper in PAPERS), state.paper, buttons=True),
            TextBox("toml", "The vehicle as TOML", write_draft(state.draft), "A [units.name] table"),
        )

    def set(self, state: EditorState, control: str, value: Any) -> EditorState:
        """The state after one control has been given a value."""
        setter = getattr(self, f"_set_{control}", None)
        if setter is None:
            raise ValueError(unknown("control", control, [c.id for c in self.controls(state)]))
        new: EditorState = setter(state, value)
        return new

    def _set_begin(self, state: EditorState, value: str) -> EditorState:
        return replace(self._begin(value), copies=state.copies, paper=state.paper)

    def _set_name(self, state: EditorState, value: str) -> EditorState:
        return replace(state, draft=replace(state.draft, name=str(value).strip()))

    def _set_class(self, state: EditorState, value: Any) -> EditorState:
        return replace(state, draft=replace(state.draft, unit_class=int(one_of("unit class", str(value), ["1", "2", "3"]))))

    def _set_outline(self, state: EditorState, value: str) -> EditorState:
        return replace(state, draft=replace(state.draft, outline=value))

    def _set_weapon(self, state: EditorState, value: str) -> EditorState:
        return replace(state, weapon=state.draft.weapon(value).id)

    def _set_arms(self, state: EditorState, value: str) -> EditorState:
        if value == "drop":
            draft = state.draft.without_weapon(state.weapon)
            return replace(state, draft=draft, weapon=draft.weapons[0].id)
        added = one_of("change of weapons", value, ["weapon", "field", "drop"])
        draft, new = state.draft.with_new_field() if added == "field" else state.draft.with_new_weapon(state.weapon)
        return replace(state, draft=draft, weapon=new)

    def _set_weapon_name(self, state: EditorState, value: str) -> EditorState:
        name = str(value).strip()
        if name == state.chosen.name:
            return state
        key = slug(name, [w.id for w in state.draft.weapons if w.id != state.weapon])
        return replace(state, draft=state.draft.with_weapon(state.weapon, replace(state.chosen, id=key, name=name)), weapon=key)

    def _set_arc(self, state: EditorState, value: str) -> EditorState:
        words = str(value).replace("°", " ").replace("to", " ").split()
        if len(words) != 2 or any(small(word.removeprefix("-").removeprefix("+")) is None for word in words):
            raise ValueError(f"{value!r} is no arc; it is two bearings off the bow, port negative, such as -30 to 90.")
        return self._with_arc(state, int(words[0]), int(words[1]))

    def _with_arc(self, state: EditorState, lo: int, hi: int) -> EditorState:
        return replace(state, draft=state.draft.with_weapon(state.weapon, replace(state.chosen, lo=lo, hi=hi)))

    def _set_edges(self, state: EditorState, value: str) -> EditorState:
        end, sign = one_of("move of an edge", value, ["lo-", "lo+", "hi-", "hi+"])[:2], value[2:]
        step = 30 if sign == "+" else -30
        arm = state.chosen
        return self._with_arc(state, arm.lo + step * (end == "lo"), arm.hi + step * (end == "hi"))

    def _set_range(self, state: EditorState, value: str) -> EditorState:
        return self._with_field(state, range_hexes=_number(value, "A range is"))

    def _set_points(self, state: EditorState, value: str) -> EditorState:
        return self._with_field(state, points=_number(value, "The points of a weapon are"))

    def _set_edge(self, state: EditorState, value: str) -> EditorState:
        return self._with_field(state, edge_hexsides=one_of("answer", value, ["yes", "no"]) == "yes")

    def _with_field(self, state: EditorState, **values: Any) -> EditorState:
        return replace(state, draft=state.draft.with_field(state.draft.holder(state.weapon), replace(state.field, **values)))

    def _set_copies(self, state: EditorState, value: str) -> EditorState:
        return replace(state, copies=_copies(value))

    def _set_paper(self, state: EditorState, value: str) -> EditorState:
        return replace(state, paper=one_of("paper", value, list(PAPERS)))

    def _set_toml(self, state: EditorState, value: str) -> EditorState:
        draft = read_draft(value)
        if draft == state.draft:
            return state
        return replace(state, draft=draft, weapon=draft.weapons[0].id, began="")

    # -- what the hand does -----------------------------------------------------------------------------------------------

    def on_gesture(self, state: EditorState, gesture: Gesture, view: View) -> EditorState:
        """A handle is dragged over the twelve points; the wheel and the keys turn the vehicle."""
        if gesture.kind == "turn":
            return replace(state, heading=state.heading.turn(gesture.steps))
        if gesture.kind == "key":
            points = {"q": -1, "ArrowLeft": -1, "e": 1, "ArrowRight": 1}.get(gesture.key, 0)
            return replace(state, heading=state.heading.turn(points))
        if gesture.kind == "drop":
            return replace(state, held="")
        if gesture.kind == "press":
            return replace(state, held=self._grabbed(state, gesture, view))
        return self._dragged(state, gesture, view) if gesture.kind == "drag" and state.held else state

    def _grabbed(self, state: EditorState, gesture: Gesture, view: View) -> str:
        return next((end for end in ENDS if math.dist(spot(state, view, end), gesture.at) <= GRIP), "")

    def _dragged(self, state: EditorState, gesture: Gesture, view: View) -> EditorState:
        """The edge follows the pointer from point to point, and stops where the arc would be less than 30 or more than 360 wide."""
        arm = state.chosen
        points = state.heading.turns_to(view.heading_at(middle(view), gesture.at))
        now = arm.lo if state.held == "lo" else arm.hi
        moved = now + 30 * ((points - now // 30 + 6) % 12 - 6)  # the short way round
        lo, hi = (moved, arm.hi) if state.held == "lo" else (arm.lo, moved)
        return self._with_arc(state, lo, hi) if 30 <= hi - lo <= 360 and -360 <= lo <= 360 else state


def _number(value: str, what: str) -> int | None:
    given = str(value).strip()
    if not given:
        return None
    number = small(given)
    if number is None or number > 99:
        raise ValueError(f"{what} a whole number from 0 to 99, or nothing where it is not known; not {given!r}.")
    return number


def _copies(value: str) -> int:
    number = small(str(value).strip())
    if number is None or not 1 <= number <= 99:
        raise ValueError(f"From 1 to 99 counters are printed, not {str(value).strip()!r}.")
    return number
