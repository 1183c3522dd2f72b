"""Landser fire: from the hit die to the wound, as a tree that opens."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from landships_lab.core.answer import Answer
from landships_lab.core.speech import percent
from landships_lab.explore.gestures import Gesture
from landships_lab.explore.landser.common import SHORT_NAMES, SHORT_WEAPONS, WEAPONS, LandserPanel, band_column, band_heads, outcome_bars
from landships_lab.explore.landser.fire_state import ID, FireState, known_branch
from landships_lab.explore.landser.fire_tree import (
    HEIGHT,
    RIDDLE_ROW,
    TINTS,
    fit,
    riddle_of,
    root_of,
    toggle,
    walk,
)
from landships_lab.rules import landser
from landships_lab.scene import tree
from landships_lab.scene.charts import Bars, Chart, Table
from landships_lab.scene.shapes import Scene
from landships_lab.scene.view import View


class LandserFire(LandserPanel[FireState]):
    """Fire a shot and open the tree of what may come of it."""

    id = ID
    state = FireState
    title = "Fire"
    lead = "weapon@range_inches"
    order = ("weapon", "range", "cover", "flags", "seldom", "arm", "serious")
    leisure = ("seldom", "arm", "serious")
    stage = (("Tree", "picture"), ("Odds", "chart 1 + chart 2"), ("Hit table", "tables"))
    question = "What must be rolled, and what does a hit do?"
    hands = "Click a box to read its rules · click + or − to open or fold it · arrow keys walk the tree"

    def ask(self, state: FireState) -> Answer[Any]:
        """Return what must be rolled, or the chance of the chosen branch, with the rules that lead there."""
        return landser.fire(state.shot, state.target, state.chosen, soviet=state.soviet, lone=state.lone, readings=dict(state.readings))

    def picture(self, state: FireState, answer: Answer[Any], view: View | None = None) -> Scene:
        """Return the tree of the shot; a refused shot has none, and one without an answer is folded up."""
        if answer.value is None:
            shot = riddle_of(state)
            return tree.picture(shot, RIDDLE_ROW * (tree.rows(shot) + 1), "A shot", "What must be rolled?")
        fired, chances = answer.detail, ""
        if fired is not None:
            chances = " " + ", ".join(f"{outcome}: {percent(chance)}" for outcome, chance in fired.of.odds) + "."
        return tree.picture(root_of(state), HEIGHT, "What may come of the shot", f"{answer.headline}{chances}")

    def charts(self, state: FireState, answer: Answer[Any]) -> tuple[Chart, ...]:
        """Return every outcome, and the three words that sum them up."""
        fired = answer.detail
        if fired is None:
            return ()
        summed = tuple((word, fired.of.summed.p(word)) for word in landser.BECOMES)
        return (
            Bars("What becomes of the target", SHORT_NAMES, outcome_bars(fired.of.odds)),
            Bars("Summed up in three words", "in his next turn he is", summed, tint="orange"),
        )

    def tables(self, state: FireState, answer: Answer[Any]) -> tuple[Table, ...]:
        """Return the hit table, with the row and range of this shot lit."""
        column = band_column(state.range_inches, state.readings)
        rows = tuple((SHORT_WEAPONS.get(key, weapon.name), weapon.needs) for key, weapon in WEAPONS.items())
        row = list(WEAPONS).index(state.weapon)
        return (Table("Roll to hit, or more", band_heads(state.readings), rows, row, column, "Inches; “-”: cannot be fired."),)

    def effect(self, state: FireState, answer: Answer[Any]) -> str:
        """Return the chances to hit and to put out of the fight, and those of a jam and a Dog's chance where a reading decides."""
        fired = answer.detail
        if fired is None:
            return f"Dog's chance: {percent(answer.value)}" if answer.value else "may not fire"
        words = [f"{percent(1 - fired.of.summed.p('unharmed'))} hit, {percent(fired.of.summed.p('out of the fight'))} out"]
        if state.lone and state.weapon == "gpmg":
            words.append(f"jams {percent(fired.jam.value)}")
        if fired.dogs_chance is not None:
            words.append(f"Dog's {percent(fired.dogs_chance.p('hit'))}")
        return ", ".join(words)

    # -- what the reader sets ---------------------------------------------------------------------------------------------

    def check(self, state: FireState) -> FireState:
        """Return the state of a link, whose branches must be those of its shot."""
        for path in filter(None, (state.chosen, *state.folded)):
            known_branch(state, path)
        return state if state.tree is not None else fit(state)  # what more must be folded to be drawn is no part of the link

    def after(self, state: FireState, control: str, before: FireState) -> FireState:
        """Fold up what does not fit the tree of another shot, and untick what another weapon cannot do."""
        if control == "weapon":
            bursts = state.weapon in landser.AUTOMATIC
            state = replace(state, automatic=state.automatic and bursts, unready=state.unready and state.weapon == "gpmg")
        return fit(state)

    def act(self, state: FireState, control: str, value: Any) -> FireState:
        """Set the gun up, as a remedy proposes."""
        return fit(replace(state, unready=not value)) if control == "set_up" else super().act(state, control, value)

    def pointed(self, state: FireState, gesture: Gesture, view: View) -> FireState:
        """Choose the branch that was clicked, or open and fold it."""
        state, whole = fit(state), state.tree
        if whole is None or gesture.kind != "press":
            return state
        found = tree.node_at(root_of(state), HEIGHT, gesture.at)
        if found is None:
            return replace(state, chosen="")
        node, on_knob = found
        return toggle(state, whole, node.path) if on_knob and node.path else replace(state, chosen=node.path)

    def stepped(self, state: FireState, arrow: str) -> FireState:
        """Walk from branch to branch."""
        return walk(fit(state), state.tree, arrow) if state.tree is not None else state

    def legend(self, state: FireState) -> tuple[tuple[str, str], ...]:
        """Return the colours of the open ends."""
        return tuple((f"tint-{tint}", word) for word, tint in TINTS.items())
