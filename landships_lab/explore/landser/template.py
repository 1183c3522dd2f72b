"""Landser templates: grenades, launchers, machine-gun bursts and arcs on the table."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from landships_lab.core.answer import Answer, Step
from landships_lab.core.checks import unknown
from landships_lab.core.inches import Spot
from landships_lab.data.load import cites
from landships_lab.explore.explorer import Buttons, Choice, Control, Explorer, Field, Gesture, Toggle, Toggles
from landships_lab.explore.landser import template_picture as drawn
from landships_lab.explore.landser import template_state
from landships_lab.explore.landser.common import (
    READINGS,
    RULES,
    chosen_of,
    outcome_bars,
    percent,
    read_inches,
    set_flag,
    switches,
    with_reading,
    written,
)
from landships_lab.explore.landser.template_state import DEEP, ID, MODES, WIDE, TemplateState, moved, read_spot, write_spot
from landships_lab.explore.landser.template_toll import toll_bars, toll_effect, toll_of
from landships_lab.rules import landser
from landships_lab.scene.charts import Bars, Chart, Table
from landships_lab.scene.shapes import Pixel, Scene
from landships_lab.scene.tabletop import TableView

CITES = cites("landser")
ASKED = {
    "grenade": ("grenade-cover", "scatter", "under-template"),
    "launcher": ("launcher-modifiers", "grenade-cover", "scatter", "under-template", "medium-band"),
    "machine-gun": ("under-template", "caught-in-template"),
    "arc": ("arc-45",),
}
EVENTS = {"laid": "is caught when it is laid", "entered": "enters it", "left": "leaves in his own turn", "stayed": "stays to the end"}
_ARROWS = {"ArrowUp": (0, -1), "ArrowDown": (0, 1), "ArrowLeft": (-1, 0), "ArrowRight": (1, 0)}
#: How near to a thing, in inches, a hand must be to take it.
GRASP = 0.7


class LandserTemplate(Explorer[TemplateState]):
    """Throw a grenade, lay a machine-gun template, or look along an arc."""

    id = ID
    title = "Templates and grenades"
    rules = RULES
    question = "Where does it land, who is under it, and what does it do?"
    hands = "Click to aim · drag men, walls, the thrower or the cross · arrow keys move the aim half an inch"
    keys = ("ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Escape")

    def start(self) -> TemplateState:
        """A grenade at a group of five."""
        return template_state.start()

    def ask(self, state: TemplateState) -> Answer[Any]:
        """Who must roll for effect, how likely, and why?"""
        read = dict(state.readings)
        if state.mode == "arc":
            return _in_arc(state, read)
        if state.mode == "machine-gun":
            return _burst(state, read)
        allowed = landser.may_throw(state.throw, read)
        if not allowed.value:
            return allowed
        return _blast(state, allowed)

    def _danger(self, state: TemplateState) -> tuple[landser.Exposure, ...]:
        return landser.exposures(state.throw, state.soldiers, state.obstacles, dict(state.readings))

    def picture(self, state: TemplateState, answer: Answer[Any], view: Any = None) -> Scene:
        """The table with the heat of the grenade, the template, the men and their cover."""
        return drawn.picture(state, answer, view or self.view())

    def riddle(self, state: TemplateState) -> Scene:
        """The table and the men, without the sector and without the heat of a grenade."""
        drawn = self.picture(state, Answer(None, ()))
        return replace(drawn, figures=tuple(s for s in drawn.figures if not s.role.startswith(("wedge", "heat"))))

    def view(self, centre: Any = None) -> Any:
        """How does the table lie on the picture: whole, or closer round a point?"""
        whole = TableView.fit(WIDE, DEEP)
        return whole if centre is None else whole.closer(centre)

    def closer_to(self, state: TemplateState) -> Any:
        """The point aimed at."""
        return state.aim

    def charts(self, state: TemplateState, answer: Answer[Any]) -> tuple[Chart, ...]:
        """How likely each man must roll for effect, and what becomes of the one looked at."""
        read = dict(state.readings)
        if state.mode == "machine-gun":  # of those under a burst that jams half are hit, and which is not printed
            return () if state.gun_jams else toll_bars(toll_of(state, read), len(state.men))
        if state.mode not in ("grenade", "launcher") or answer.value is False:
            return ()
        bars = tuple((man.name, danger.affected) for man, danger in zip(state.men, self._danger(state), strict=True))
        odds = landser.blast_odds(state.throw, state.man.soldier, state.obstacles, readings=read)
        return (
            Bars("Must roll for effect", "man", bars, tint="vermillion"),
            Bars(f"What becomes of {state.chosen}", "L: light wound, S: serious wound", outcome_bars(odds)),
            *toll_bars(toll_of(state, read), len(state.men)),
        )

    def tables(self, state: TemplateState, answer: Answer[Any]) -> tuple[Table, ...]:
        """What cover takes from a grenade, the cover of the man looked at lit where the grenade is placed."""
        if state.mode not in ("grenade", "launcher") or answer.value is False:
            return ()
        placed = landser.landings(state.throw, dict(state.readings))[0]
        cover = landser.shelter(placed, state.man.soldier, state.obstacles)
        rows = (("hard cover", ("−2",)), ("soft cover, or prone", ("−1",)), ("soft ground", ("−1",)))
        lit = {"hard": 0, "soft": 1}.get(cover, 1 if state.man.prone else 2 if state.soft_ground else None)
        return (
            Table("Effectiveness 3, less", ("on the die",), rows, lit, None, f"Lit: what covers {state.chosen} from a grenade placed."),
        )

    # -- text -------------------------------------------------------------------------------------------------------------

    def text(self, state: TemplateState) -> str:
        """One line that carries the state."""
        return template_state.write(self.settled(state))

    def parse(self, text: str) -> TemplateState:
        """The state of such a line."""
        return template_state.parse(text)

    def settled(self, state: TemplateState) -> TemplateState:
        """The state without the hand."""
        return replace(state, held="")

    # -- controls ---------------------------------------------------------------------------------------------------------

    def controls(self, state: TemplateState) -> tuple[Control, ...]:
        """What it is, where, at whom, and what bears on him."""
        who = "He looks from" if state.mode == "arc" else "From"
        shared = (
            Choice("mode", "Template", tuple(MODES.items()), state.mode),
            Field("thrower", f"{who} (inches across, down)", write_spot(state.thrower), "such as 9,13"),
            Field("aim", "Towards" if state.mode == "arc" else "Aimed at", write_spot(state.aim), "such as 9,6"),
            Choice("chosen", "Look at man", tuple((man.name, man.name) for man in state.men), state.chosen, buttons=True),
            Field("at", f"{state.chosen} is at", write_spot(state.man.at), "such as 9,6"),
        )
        base = Field("base", "Base of a figure (yours), inches", written(state.base), "such as 1")
        readings = switches(ASKED[state.mode], state.readings, _effect(state))
        if state.mode in ("grenade", "launcher"):
            readings += switches(("effectiveness-die",), state.readings, toll_effect(state))
        if state.mode == "arc":
            return (*shared, *readings)
        man = Toggles("man", f"{state.chosen}", (Toggle("prone", "is prone", state.man.prone), Toggle("hiding", "hides", state.man.hiding)))
        back = Buttons("back", "Everything", (("back", "Put back", "Put all men and walls back where they began"),))
        if state.mode == "machine-gun":
            event = Choice("event", f"{state.chosen}", tuple(EVENTS.items()), state.event)
            gun = Toggles("gun", "A GPMG", (Toggle("gun_jams", "jams in this burst", state.gun_jams),))
            return (*shared, man, event, gun, base, back, *readings)
        ground = Toggles("ground", "Ground", (Toggle("soft_ground", "is soft", state.soft_ground),))
        return (*shared, man, ground, base, back, *readings)

    def set(self, state: TemplateState, control: str, value: Any) -> TemplateState:
        """The state after one control has been given a value."""
        if control in READINGS:
            return replace(state, readings=with_reading(state.readings, control, value))
        names = [man.name for man in state.men]
        setters: dict[str, Callable[[], TemplateState]] = {
            "mode": lambda: replace(state, mode=chosen_of("template", value, list(MODES))),
            "thrower": lambda: replace(state, thrower=read_spot(str(value))),
            "aim": lambda: replace(state, aim=read_spot(str(value))),
            "chosen": lambda: replace(state, chosen=chosen_of("man", value, names)),
            "at": lambda: moved(state, state.chosen, read_spot(str(value))),
            "man": lambda: _bearing(state, *value),
            "ground": lambda: set_flag(state, value, {"soft_ground": "is soft"}),
            "gun": lambda: set_flag(state, value, {"gun_jams": "jams"}),
            "event": lambda: replace(state, event=chosen_of("event", value, list(EVENTS))),
            "base": lambda: replace(state, base=read_inches(str(value))),
            "back": lambda: _put_back(state, str(value)),
        }
        if control not in setters:
            raise ValueError(unknown("control", control, [c.id for c in self.controls(state)]))
        return setters[control]()

    # -- hands ------------------------------------------------------------------------------------------------------------

    def on_gesture(self, state: TemplateState, gesture: Gesture, view: Any) -> TemplateState:
        """A click aims, a drag moves whatever it began on, arrow keys move the aim."""
        if gesture.kind == "key" and gesture.key in _ARROWS:
            dx, dy = _ARROWS[gesture.key]
            return moved(state, "aim", Spot(state.aim.x + Fraction(dx, 2), state.aim.y + Fraction(dy, 2)))
        if gesture.kind == "press":
            held = _under(state, view, gesture.at)
            if held in [man.name for man in state.men]:
                return replace(state, held=held, chosen=held)
            return replace(state, held=held) if held else moved(replace(state, held="aim"), "aim", view.spot(gesture.at))
        if gesture.kind == "drag" and state.held:
            return moved(state, state.held, view.spot(gesture.at))
        return replace(state, held="") if gesture.kind == "drop" else state

    def grabs(self, state: TemplateState, view: Any) -> tuple[tuple[float, float, float], ...]:
        """Everything that can be moved."""
        return tuple((*view.pixel(at), GRASP * view.scale) for at in _things(state).values())

    def legend(self, state: TemplateState) -> tuple[tuple[str, str], ...]:
        """The marks of the picture."""
        if state.mode in ("grenade", "launcher"):
            return (("heat", "the redder, the likelier to roll for effect there"), ("dot", "where a miss may land"))
        return ()


def _things(state: TemplateState) -> dict[str, Spot]:
    """Everything on the table that a hand can take: men first, then thrower, aim and walls."""
    things = {man.name: man.at for man in state.men}
    things |= {"thrower": state.thrower, "aim": state.aim}
    return things | {f"wall {n}": wall.middle for n, wall in enumerate(state.walls)}


def _under(state: TemplateState, view: TableView, pixel: Pixel) -> str:
    """Which thing lies under the pointer? The nearest within reach, men before all else; "" if none."""
    near = [(math.dist(view.pixel(at), pixel), n, name) for n, (name, at) in enumerate(_things(state).items())]
    within = [found for found in near if found[0] <= GRASP * view.scale]
    men = [found for found in within if found[2] in {man.name for man in state.men}]
    return min(men or within, default=(0.0, 0, ""))[2]


def _put_back(state: TemplateState, value: str) -> TemplateState:
    chosen_of("button", value, ["back"])
    return replace(template_state.start(), mode=state.mode, readings=state.readings)


def _bearing(state: TemplateState, what: str, on: bool) -> TemplateState:
    chosen_of("box", what, ["prone", "hiding"])
    changed = replace(state.man, prone=on) if what == "prone" else replace(state.man, hiding=on)
    return replace(state, men=tuple(changed if man.name == state.chosen else man for man in state.men))


def _in_arc(state: TemplateState, read: Mapping[str, str]) -> Answer[bool]:
    answer = landser.in_arc(state.thrower, state.aim, state.man.at, read)
    told = f"{state.chosen} may be fired at." if answer.value else f"{state.chosen} lies outside the arc."
    rule = "With covering fire he fires at whatever crosses into it, in the enemy's turn; a GPMG fires again within it."
    covering = Step(rule, CITES["covering-fire"])
    return replace(answer, steps=(*answer.steps, covering), headline=told)


def _burst(state: TemplateState, read: Mapping[str, str]) -> Answer[Any]:
    under = landser.under_template(state.thrower, state.aim, state.soldiers, state.obstacles, state.base, read)
    later = landser.template_roll(state.event, read)
    jam = landser.jammed_template(len(under.value)).steps if state.gun_jams else ()
    steps = [replace(step, op="note") for step in (*under.steps, *jam, *later.steps)]
    he_rolls = state.chosen in under.value if state.event == "laid" else later.value
    value = bool(he_rolls and later.value)
    told = f"{state.chosen} {'must' if value else 'need not'} roll for effect. Under the template: {', '.join(under.value) or 'nobody'}."
    if state.gun_jams:
        told = f"{told} {landser.jammed_template(len(under.value)).headline}"
    last = Step(
        later.headline if value == later.value else "He is not hit by this template.",
        later.steps[-1].cite,
        "allows" if value else "forbids",
    )
    return Answer(value, (*steps, last), told)


def _blast(state: TemplateState, allowed: Answer[bool]) -> Answer[Fraction]:
    """How likely must the man looked at roll for effect, and by which steps?"""
    read = dict(state.readings)
    placed = landser.landings(state.throw, read)[0]
    cover = landser.shelter(placed, state.man.soldier, state.obstacles)
    mine = landser.exposures(state.throw, (state.man.soldier,), state.obstacles, read)[0]
    needed = landser.effectiveness(cover, state.man.prone, state.soft_ground, read)
    steps = [replace(step, op="note") for step in (*allowed.steps, *needed.steps)]
    caught = f"Over every landing {state.chosen} is under the template with {mine.caught}."
    steps.append(Step(caught, CITES["grenade-scatter"], reading="scatter"))
    told = f"{allowed.headline.rstrip('.')}; {state.chosen} must roll for effect with {percent(mine.affected)}."
    return Answer(mine.affected, tuple(steps), told)


def _effect(state: TemplateState) -> Callable[[Mapping[str, str]], str]:
    """What would the answer be under other readings, in a few words?"""

    def words(readings: Mapping[str, str]) -> str:
        if state.mode == "arc":
            return "in" if landser.in_arc(state.thrower, state.aim, state.man.at, readings).value else "out"
        if state.mode == "machine-gun":
            under = landser.under_template(state.thrower, state.aim, state.soldiers, state.obstacles, state.base, readings).value
            now = "rolls" if landser.template_roll(state.event, readings).value else "does not roll"
            return f"{', '.join(under) or 'nobody'} under it; {state.chosen} {now}"
        if not landser.may_throw(state.throw, readings).value:
            return "cannot be sent there"
        return percent(landser.exposures(state.throw, (state.man.soldier,), state.obstacles, readings)[0].affected)

    return words
