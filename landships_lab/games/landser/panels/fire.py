"""Landser fire: from the hit die to the wound, as a tree that opens."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Self

from landships_lab.core.answer import Answer
from landships_lab.core.speech import percent
from landships_lab.drawing import tree
from landships_lab.drawing.charts import Bars, Chart, Table
from landships_lab.drawing.shapes import Scene
from landships_lab.drawing.view import View
from landships_lab.games.landser import rules as landser
from landships_lab.games.landser.panels.common import (
    SHORT_NAMES,
    SHORT_WEAPONS,
    WEAPONS,
    LandserPanel,
    band_column,
    band_heads,
    outcome_bars,
)
from landships_lab.games.landser.panels.fire_state import ID, FireState, known_branch
from landships_lab.games.landser.panels.fire_tree import (
    HEIGHT,
    RIDDLE_ROW,
    TINTS,
    fit,
    riddle_of,
    root_of,
    toggle,
    walk,
)
from landships_lab.panel.gestures import Gesture


@dataclass(frozen=True)
class LandserFire(FireState, LandserPanel):
    """Fire a shot and open the tree of what may come of it."""

    id = ID
    title = "Fire"
    order = ("weapon", "range", "cover", "flags", "seldom", "arm", "serious")
    secondary = ("seldom", "arm", "serious")
    stage = (("Tree", "picture"), ("Odds", "chart 1 + chart 2"), ("Hit table", "tables"))
    prompt = "What must be rolled, and what does a hit do?"
    usage_hint = (
        "Click a box to read its rules · click + or − to open or fold it · arrow keys walk the tree"
    )

    def ask(self) -> Answer[Any]:
        """Return what must be rolled, or the chance of the chosen branch, with the rules that lead
        there.
        """
        return landser.fire(
            self.shot,
            self.target,
            self.chosen,
            soviet=self.soviet,
            lone=self.lone,
            readings=dict(self.readings),
        )

    def picture(self, answer: Answer[Any], view: View | None = None) -> Scene:
        """Return the tree of the shot; a refused shot has none, and one without an answer is folded
        up.
        """
        if answer.value is None:
            shot = riddle_of(self)
            return tree.picture(
                shot, RIDDLE_ROW * (tree.rows(shot) + 1), "A shot", "What must be rolled?"
            )
        fired, chances = answer.detail, ""
        if fired is not None:
            chances = (
                " "
                + ", ".join(f"{outcome}: {percent(chance)}" for outcome, chance in fired.of.odds)
                + "."
            )
        return tree.picture(
            root_of(self), HEIGHT, "What may come of the shot", f"{answer.headline}{chances}"
        )

    def charts(self, answer: Answer[Any]) -> tuple[Chart, ...]:
        """Return every outcome, and the three words that sum them up."""
        fired = answer.detail
        if fired is None:
            return ()
        summed = tuple((word, fired.of.summed.p(word)) for word in landser.BECOMES)
        return (
            Bars("What becomes of the target", SHORT_NAMES, outcome_bars(fired.of.odds)),
            Bars("Summed up in three words", "in his next turn he is", summed, tint="orange"),
        )

    def tables(self, answer: Answer[Any]) -> tuple[Table, ...]:
        """Return the hit table, with the row and range of this shot lit."""
        column = band_column(self.range_inches, self.readings)
        rows = tuple(
            (SHORT_WEAPONS.get(key, weapon.name), weapon.needs) for key, weapon in WEAPONS.items()
        )
        row = list(WEAPONS).index(self.weapon)
        return (
            Table(
                "Roll to hit, or more",
                band_heads(self.readings),
                rows,
                row,
                column,
                "Inches; “-”: cannot be fired.",
            ),
        )

    def effect(self, answer: Answer[Any]) -> str:
        """Return the chances to hit and to put out of the fight, and those of a jam and a Dog's
        chance where a reading decides.
        """
        fired = answer.detail
        if fired is None:
            return f"Dog's chance: {percent(answer.value)}" if answer.value else "may not fire"
        words = [
            (
                f"{percent(1 - fired.of.summed.p('unharmed'))} hit,"
                f" {percent(fired.of.summed.p('out of the fight'))} out"
            )
        ]
        if self.lone and self.weapon == "gpmg":
            words.append(f"jams {percent(fired.jam.value)}")
        if fired.dogs_chance is not None:
            words.append(f"Dog's {percent(fired.dogs_chance.p('hit'))}")
        return ", ".join(words)

    # -- what the reader sets
    # ---------------------------------------------------------------------------------------------

    def check(self) -> Self:
        """Return the state of a link, whose branches must be those of its shot."""
        for path in filter(None, (self.chosen, *self.folded)):
            known_branch(self, path)
        return (
            self if self.tree is not None else fit(self)
        )  # what more must be folded to be drawn is no part of the link

    def after(self, control: str, before: Self) -> Self:
        """Fold up what does not fit the tree of another shot, and untick what another weapon cannot
        do.
        """
        if control == "weapon":
            bursts = self.weapon in landser.AUTOMATIC
            kept = replace(
                self,
                automatic=self.automatic and bursts,
                unready=self.unready and self.weapon == "gpmg",
            )
            return fit(kept)
        return fit(self)

    def act(self, control: str, value: Any) -> Self:
        """Set the gun up, as a remedy proposes."""
        return (
            fit(replace(self, unready=not value))
            if control == "set_up"
            else super().act(control, value)
        )

    def pointed(self, gesture: Gesture, view: View) -> Self:
        """Choose the branch that was clicked, or open and fold it."""
        fitted, whole = fit(self), self.tree
        if whole is None or gesture.kind != "press":
            return fitted
        found = tree.node_at(root_of(fitted), HEIGHT, gesture.at)
        if found is None:
            return replace(fitted, chosen="")
        node, on_knob = found
        return (
            toggle(fitted, whole, node.path)
            if on_knob and node.path
            else replace(fitted, chosen=node.path)
        )

    def stepped(self, arrow: str) -> Self:
        """Walk from branch to branch."""
        return walk(fit(self), self.tree, arrow) if self.tree is not None else self

    def legend(self) -> tuple[tuple[str, str], ...]:
        """Return the colours of the open ends."""
        return tuple((f"tint-{tint}", word) for word, tint in TINTS.items())
