"""Landser fire: from the hit die to the wound, as a tree that opens."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from landships_lab.core.answer import Answer, Gap, Step
from landships_lab.core.checks import unknown
from landships_lab.data.landser.tables import firing
from landships_lab.data.load import cites
from landships_lab.explore.explorer import Choice, Control, Explorer, Field, Gesture
from landships_lab.explore.landser import fire_state
from landships_lab.explore.landser.common import (
    READINGS,
    RULES,
    band_heads,
    chosen_of,
    flags,
    outcome_bars,
    percent,
    read_count,
    read_inches,
    set_flag,
    switches,
    with_reading,
    written,
)
from landships_lab.explore.landser.fire_state import COVERS, FLAGS, GUN_FLAGS, ID, WEAPONS, FireState
from landships_lab.explore.landser.fire_tree import (
    HEIGHT,
    RIDDLE_HEIGHT,
    TINTS,
    branches_of,
    fitting,
    heads_of,
    riddle_of,
    root_of,
    toggled,
    tree_of,
    walked,
)
from landships_lab.rules import landser
from landships_lab.scene import tree
from landships_lab.scene.charts import Bars, Chart, Table
from landships_lab.scene.shapes import Scene
from landships_lab.scene.view import View

CITES = cites("landser")
ASKED = (
    "medium-band",
    "natural-one",
    "impossible-penalty",
    "effect-beyond-table",
    "serious-count",
    "launcher-modifiers",
    "dogs-chance",
    "lone-gunner",
)


def _told(whole: landser.Branch | None, answer: Answer[Any]) -> str:
    """What does a screen reader say of the tree?"""
    if whole is None:
        return answer.headline
    odds = landser.tree_odds(whole)
    return f"{answer.headline} " + ", ".join(f"{outcome} {percent(chance)}" for outcome, chance in odds) + "."


def _afterwards(way: tuple[landser.Branch, ...]) -> tuple[Step, ...]:
    """What can he still do, where the chosen branch is an end?"""
    return landser.next_turn(way[-1].outcome).steps if way and way[-1].outcome else ()


def _else(state: FireState, needs: Answer[int]) -> tuple[Step, ...]:
    """What else can happen at this shot: a jam, and a Dog's chance where the rule allows one?"""
    read = dict(state.readings)
    jam = landser.jam_chance(state.weapon, state.automatic, state.soviet, state.lone, read)
    last = jam.steps[-1]
    steps = [
        Step(
            f"{jam.headline} {last.text}",
            last.cite,
            "note",
            last.amount if isinstance(jam.value, Gap) else Fraction(0),
            reading=last.reading,
        )
    ]
    if _impossible(needs):
        odds = landser.dogs_chance(state.shot, read)
        text = f"Instead, a Dog's chance hits with {odds.p('hit')} and blows the gun up with {odds.p('gun blows up')}."
        steps.append(Step(text, CITES["dogs-chance"], reading="dogs-chance"))
    return tuple(steps)


def _effect(state: FireState) -> Callable[[Mapping[str, str]], str]:
    """What would the answer be under other readings, in a few words?"""

    def words(readings: Mapping[str, str]) -> str:
        whole = branches_of(state.shot, state.target, tuple(sorted(readings.items())))
        if whole is None:
            return "may not fire"
        odds = landser.roll_up(landser.tree_odds(whole))
        told = [f"{percent(1 - odds.p('unharmed'))} hit, {percent(odds.p('out of the fight'))} out"]
        if state.lone:
            told.append(f"jams in {landser.jam_chance(state.weapon, state.automatic, lone=True, readings=readings).value}")
        if _impossible(landser.hits_on(state.shot, readings)):
            told.append(f"Dog's chance {landser.dogs_chance(state.shot, readings).p('hit')}")
        return "; ".join(told)

    return words


def _impossible(needs: Answer[int]) -> bool:
    """Could this shot not be hit with any roll?"""
    return any(step.op == "cap" for step in needs.steps)


class LandserFire(Explorer[FireState]):
    """Fire a shot and open the tree of what may come of it."""

    id = ID
    title = "Fire"
    rules = RULES
    zooms = False
    question = "What must be rolled, and what does a hit do?"
    hands = "Click a box to light its way and read its rules · click its knob to open or fold it · arrow keys walk the tree"
    keys = ("ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Escape")

    def start(self) -> FireState:
        """A rifle at long range."""
        return FireState()

    def ask(self, state: FireState) -> Answer[Any]:
        """May it be fired, what must be rolled, and by which rules does one come to the chosen branch?"""
        read = dict(state.readings)
        whole = tree_of(state)
        if whole is None:
            return landser.may_fire(state.shot, read)
        needs = landser.hits_on(state.shot, read)
        way = whole.way(state.chosen) if state.chosen else ()
        steps = (*needs.steps, *(step for branch in way[1:] for step in branch.steps), *_afterwards(way), *_else(state, needs))
        odds = landser.roll_up(landser.tree_odds(whole))
        out, held = (percent(odds.p(word)) for word in ("out of the fight", "suppressed"))
        told = f"{needs.headline.rstrip('.')}: {out} out of the fight, {held} suppressed."
        if way:
            told = f"{way[-1].label.capitalize()}: a chance of {percent(way[-1].chance)} ({way[-1].chance})."
        return Answer(way[-1].chance if way else needs.value, steps, told)

    def picture(self, state: FireState, answer: Answer[Any], view: View | None = None) -> Scene:
        """The tree of the shot; a refused shot has none, and where there is no answer yet it is folded up."""
        if answer.value is None:
            return tree.picture(riddle_of(state), (), RIDDLE_HEIGHT, "A shot", "What must be rolled?")
        whole = tree_of(state)
        root = root_of(state)
        heads = heads_of(whole) if whole is not None else ()
        return tree.picture(root, heads, HEIGHT, "What may come of the shot", _told(whole, answer))

    def charts(self, state: FireState, answer: Answer[Any]) -> tuple[Chart, ...]:
        """Every outcome, and the three words that sum them up."""
        whole = tree_of(state)
        if whole is None:
            return ()
        odds = landser.tree_odds(whole)
        rolled = landser.roll_up(odds)
        summed = tuple((word, rolled.p(word)) for word in landser.BECOMES)
        return (
            Bars("What becomes of the target", "L: light wound, S: serious wound", outcome_bars(odds)),
            Bars("Summed up, in three words of ours", "in his next turn he is", summed, tint="orange"),
        )

    def tables(self, state: FireState, answer: Answer[Any]) -> tuple[Table, ...]:
        """The hit table, with the row and range of this shot lit; the effect table where a hit is chosen."""
        reading = dict(state.readings).get("medium-band", "to-10")
        bands = firing().bands
        column = next((n for n, band in enumerate(bands) if state.range_inches <= band.upto[reading]), None)
        heads = band_heads([(band.id, band.upto[reading]) for band in bands])
        rows = tuple((weapon.name, weapon.needs) for weapon in WEAPONS.values())
        return (Table("Roll to hit, or more", heads, rows, list(WEAPONS).index(state.weapon), column, "Inches; “-” cannot be fired."),)

    def text(self, state: FireState) -> str:
        """One line that carries the state."""
        return fire_state.write(state)

    def parse(self, text: str) -> FireState:
        """The state of such a line; a branch that this shot has not is refused."""
        state = fire_state.parse(text)
        whole = tree_of(state)
        for path in filter(None, (state.chosen, *state.folded)):
            if whole is None or whole.find(path) is None:
                raise ValueError(f"{path!r} is no branch of this shot's tree; a branch is written hit/effect_5/light_3.")
        return fitting(state)

    # -- controls ---------------------------------------------------------------------------------------------------------

    def controls(self, state: FireState) -> tuple[Control, ...]:
        """The shot, its modifiers, the two soldiers, the readings."""
        gun = {key: words for key, words in GUN_FLAGS.items() if state.weapon == {"soviet": "smg", "lone": "gpmg"}[key]}
        return (
            Choice("weapon", "Weapon", tuple((key, weapon.name) for key, weapon in WEAPONS.items()), state.weapon),
            Field("range", "Range in inches", written(state.range_inches), "0 to 60, such as 7 1/2"),
            Choice("cover", "Cover of the target", tuple(COVERS.items()), state.cover),
            flags("flags", "What changes the roll", state, FLAGS | gun),
            Field("arm", "(b) wounds of the firer", str(state.arm_wounds), "0 to 9"),
            Field("serious", "Serious wounds of the target", str(state.serious_wounds), "0 to 9, before this shot"),
            *switches(ASKED, state.readings, _effect(state)),
        )

    def set(self, state: FireState, control: str, value: Any) -> FireState:
        """The state after one control has been given a value."""
        if control == "branch":
            return self._choose(state, str(value))
        if control in READINGS:
            return fitting(replace(state, readings=with_reading(state.readings, control, value)))
        setters: dict[str, Callable[[], FireState]] = {
            "weapon": lambda: replace(state, weapon=chosen_of("weapon", value, list(WEAPONS))),
            "range": lambda: replace(state, range_inches=read_inches(str(value))),
            "cover": lambda: replace(state, cover=chosen_of("cover", value, list(COVERS))),
            "flags": lambda: set_flag(state, value, FLAGS | GUN_FLAGS),
            "firer_moved": lambda: replace(state, firer_moved=bool(value)),
            "automatic": lambda: replace(state, automatic=bool(value)),
            "set_up": lambda: replace(state, unready=not value),
            "arm": lambda: replace(state, arm_wounds=read_count(value, 9, "(b) wounds")),
            "serious": lambda: replace(state, serious_wounds=read_count(value, 9, "serious wounds")),
        }
        if control not in setters:
            raise ValueError(unknown("control", control, [c.id for c in self.controls(state)]))
        return fitting(setters[control]())

    def _choose(self, state: FireState, path: str) -> FireState:
        whole = tree_of(state)
        if whole is None or whole.find(path) is None:
            raise ValueError(f"{path!r} is no branch of this tree.")
        return replace(state, chosen=path)

    # -- hands ------------------------------------------------------------------------------------------------------------

    def on_gesture(self, state: FireState, gesture: Gesture, view: View) -> FireState:
        """A click chooses a branch or opens and folds it; arrow keys walk from branch to branch."""
        whole = tree_of(state)
        if whole is None:
            return state
        if gesture.kind == "key":
            return walked(state, whole, gesture.key)
        if gesture.kind != "press":
            return state
        found = tree.node_at(root_of(state), HEIGHT, gesture.at)
        if found is None:
            return replace(state, chosen="")
        node, on_knob = found
        return toggled(state, whole, node.path) if on_knob and node.path else replace(state, chosen=node.path)

    def legend(self, state: FireState) -> tuple[tuple[str, str], ...]:
        """The colours of the open ends."""
        return tuple((f"tint-{tint}", word) for word, tint in TINTS.items())
