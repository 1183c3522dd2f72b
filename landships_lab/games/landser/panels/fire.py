"""Landser fire: from the hit die to the wound, as a tree that opens."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Self

from landships_lab.core.answer import Answer
from landships_lab.core.speech import inches, percent, plural
from landships_lab.drawing import tree
from landships_lab.drawing.charts import Bars, Chart, Table
from landships_lab.drawing.shapes import Scene
from landships_lab.drawing.tree import Node
from landships_lab.drawing.view import View
from landships_lab.games.landser.rules.fire import Needed, fire, tree_of
from landships_lab.games.landser.rules.machine_guns import AUTOMATIC
from landships_lab.games.landser.rules.shots import Shot
from landships_lab.games.landser.rules.wounds import BECOMES, Branch, Target
from landships_lab.panel.board import Gesture
from landships_lab.panel.parts import AT, LEAD, Custom, Flag, Group, Inches, Whole, part, parts_of
from landships_lab.panel.readings import Taken
from . import fire_picture, printed
from .common import (
    COVERS,
    SHORT_NAMES,
    WEAPONS,
    LandserPanel,
    band_column,
    cover_part,
    last_inches,
    offered,
    outcome_bars,
    weapon_part,
)
from .fire_tree import HEIGHT, RIDDLE_ROW, TINTS, fitting, inner, opened, root_of, walked

_ROLL = Group("flags", "With")
#: What is seldom true: on demand.
_SELDOM = Group("seldom", "Also")


@dataclass(frozen=True)
class LandserFire(LandserPanel[View]):
    """Fire a shot and open the tree of what may come of it.

    A shot and the man it is fired at; ``chosen`` is the path of a branch of its tree, ``folded``
    are those folded up.
    """

    id = "landser:fire"
    title = "Fire"
    order = ("weapon", "range", "cover", "flags", "seldom", "arm", "serious")
    secondary = ("seldom", "arm", "serious")
    stage = (
        ("Tree", "picture"),
        ("Odds", "chart 1 + chart 2"),
        ("Hit table", "table 1 + table 2"),
        ("Effect tables", "table 3 + table 4 + table 5"),
    )
    prompt = "What must be rolled, and what does a hit do?"
    usage_hint = (
        "Click a box to read its rules · click + or − to open or fold it · arrow keys walk the tree"
    )

    weapon: str = part(weapon_part, "Weapon", word=LEAD)
    range_inches: int | Fraction = part(
        Inches,
        "Range",
        20,
        control_id="range",
        word=AT,
        error_name="the range",
        hint="such as 7 1/2",
    )
    cover: str = part(cover_part())
    moving_vehicle: bool = part(Flag, "from a moving vehicle", group=_SELDOM)
    firer_moved: bool = part(Flag, "firer moved", group=_ROLL)
    target_moving_fast: bool = part(Flag, "target fast", group=_ROLL)
    repeat: bool = part(Flag, "same target", group=_ROLL)
    automatic: bool = part(
        Flag,
        "automatic",
        group=_ROLL,
        shown=lambda state: state.automatic or state.weapon in AUTOMATIC,
    )
    burst_before: bool = part(
        Flag, "burst last turn", group=_ROLL, shown=lambda state: state.weapon in AUTOMATIC
    )
    unready: bool = part(
        Flag, "not set up", group=_ROLL, shown=lambda state: state.unready or state.weapon == "gpmg"
    )
    disorientated: bool = part(Flag, "firer disorientated", group=_SELDOM)
    light_this_turn: bool = part(Flag, "target has a light wound of this turn", group=_SELDOM)
    soviet: bool = part(Flag, "Soviet SMG", group=_ROLL, shown=lambda state: state.weapon == "smg")
    lone: bool = part(Flag, "one-man crew", group=_ROLL, shown=lambda state: state.weapon == "gpmg")
    jams: bool = part(Flag, "does it jam?", group=_SELDOM)
    arm_wounds: int = part(Whole, "Firer's (b) wounds", 0, 0, 9, control_id="arm")
    serious_wounds: int = part(
        Whole, "Target's serious wounds before", 0, 0, 9, control_id="serious"
    )
    chosen: str = part(
        Custom,
        "Branch",
        "",
        word="at",
        control_id="branch",
        error_name="branch",
        reads=lambda _state, words: " ".join(words).replace("_", " "),
        writes=lambda _state, path: [_word(path)],
        takes=lambda state, path: _known_branch(state, str(path)),
        samples=lambda dice, state: dice.choice(["", *_inner(state)]),
    )
    folded: frozenset[str] = part(
        Custom,
        "Folded branches",
        frozenset(),
        reads=lambda _state, words: frozenset(word.replace("_", " ") for word in words),
        writes=lambda _state, paths: sorted(map(_word, paths)),
        samples=lambda dice, state: _some(dice, _inner(state)),
    )
    readings: Taken = part(
        offered,
        (
            "medium-band",
            "natural-one",
            "impossible-penalty",
            "effect-beyond-table",
            "serious-count",
            "launcher-modifiers",
            "dogs-chance",
            "dogs-chance-when",
            "lone-gunner",
            "continuous-fire",
        ),
    )

    @property
    def shot(self) -> Shot:
        """The shot asked about."""
        return Shot(
            self.weapon,
            self.range_inches,
            moving_vehicle=self.moving_vehicle,
            firer_moved=self.firer_moved,
            target_moving_fast=self.target_moving_fast,
            cover=self.cover,
            repeat=self.repeat,
            automatic=self.automatic,
            set_up=not self.unready,
            arm_wounds=self.arm_wounds,
            disorientated=self.disorientated,
            burst_before=self.burst_before,
            lone=self.lone,
        )

    @property
    def target(self) -> Target:
        """The man it is fired at."""
        return Target(self.light_this_turn, self.serious_wounds)

    @property
    def tree(self) -> Branch | None:
        """The tree of the shot, None for one that may not be fired."""
        found = tree_of(self.shot, self.target, dict(self.readings))
        return found.tree if found else None

    def ask(self) -> Answer[Needed]:
        return fire(
            self.shot,
            self.target,
            self.chosen,
            soviet=self.soviet,
            jams=self.jams,
            readings=dict(self.readings),
        )

    def picture(self, answer: Answer[object], view: View | None = None) -> Scene:
        """Return the tree of the shot; a refused shot has none, and one without an answer is folded
        up.
        """
        if answer.value is None:
            shot = self._bare()
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
            self.root(), HEIGHT, "What may come of the shot", f"{answer.headline}{chances}"
        )

    def root(self) -> Node:
        """Return the boxes of the tree, folded as far as they must be.

        A refused shot has a single box.
        """
        if self.tree is None:
            return Node("", WEAPONS[self.weapon].name, Fraction(0), words="may not fire")
        fitted = self.fit()
        return root_of(self.tree, fitted.folded, fitted.chosen)

    def _bare(self) -> Node:
        """Return boxes that show the shot, and nothing of what comes of it."""
        flags = (each for each in parts_of(LandserFire).values() if isinstance(each, Flag))
        shown = [
            inches(self.range_inches),
            *(flag.title(self) for flag in flags if getattr(self, flag.id)),
        ]
        shown += [COVERS[self.cover]] if self.cover != "none" else []
        boxes = tuple(Node(words, words, Fraction(0)) for words in shown)
        return Node("", WEAPONS[self.weapon].name, Fraction(0), branches=boxes, open=True)

    def charts(self, answer: Answer[object]) -> tuple[Chart, ...]:
        fired = answer.detail
        if fired is None:
            return ()
        summed = tuple((word, fired.of.summed.p(word)) for word in BECOMES)
        return (
            Bars("What becomes of the target", SHORT_NAMES, outcome_bars(fired.of.odds)),
            Bars("Summed up in three words", "in his next turn he is", summed, tint="orange"),
        )

    def tables(self, answer: Answer[object]) -> tuple[Table, ...]:
        column = band_column(self.range_inches, self.readings)
        hit = printed.hit_table(self.readings, list(WEAPONS).index(self.weapon), column)
        return (hit, printed.modifier_table(), *printed.effect_tables())

    def question_picture(self) -> Scene:
        tables = (
            printed.hit_table(self.readings),
            printed.modifier_table(),
            *printed.effect_tables(),
        )
        return fire_picture.picture(self._shown(), tables)

    def _shown(self) -> fire_picture.Shown:
        """Return what the picture of a question shows of the shot."""
        firer = (
            ("moving_vehicle", "from a moving vehicle"),
            ("firer_moved", "after moving"),
            ("automatic", "on automatic"),
            ("unready", "not set up"),
            ("disorientated", "disorientated"),
            ("repeat", "at the same man as last turn"),
        )
        wounds = self.serious_wounds
        target = (
            (self.cover != "none", COVERS[self.cover]),
            (self.target_moving_fast, "moves fast"),
            (self.light_this_turn, "took a light wound this turn"),
            (bool(wounds), f"has {plural(wounds, 'serious wound')}"),
        )
        return fire_picture.Shown(
            WEAPONS[self.weapon].name,
            self.range_inches,
            last_inches(self.readings),
            self.cover,
            tuple(words for name, words in firer if getattr(self, name)),
            tuple(words for on, words in target if on),
        )

    def effect(self, answer: Answer[Needed]) -> str:
        fired = answer.detail
        if fired is None:
            chance = answer.value
            return (
                f"Dog's chance: {percent(chance)}"
                if isinstance(chance, Fraction)
                else "may not fire"
            )
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
        for path in filter(None, (self.chosen, *self.folded)):
            _known_branch(self, path)
        return (
            self if self.tree is not None else self.fit()
        )  # what more must be folded to be drawn is no part of the link

    def fit(self) -> Self:
        """Return the state with a chosen branch that exists, and so many branches folded that the
        rows fit the picture.
        """
        whole = self.tree
        if whole is None:
            return replace(self, chosen="", folded=frozenset())
        return replace(
            self,
            chosen=self.chosen if whole.find(self.chosen) else "",
            folded=fitting(whole, self.folded),
        )

    def after(self, control: str, before: Self) -> Self:
        """Fold up what does not fit the tree of another shot, and untick what another weapon cannot
        do.
        """
        if control == "weapon":
            bursts = self.weapon in AUTOMATIC
            kept = replace(
                self,
                automatic=self.automatic and bursts,
                unready=self.unready and self.weapon == "gpmg",
            )
            return kept.fit()
        return self.fit()

    def act(self, control: str, value: object) -> Self:
        """Set the gun up, as a remedy proposes."""
        return (
            replace(self, unready=not value).fit()
            if control == "set_up"
            else super().act(control, value)
        )

    def pointed(self, gesture: Gesture, view: View) -> Self:
        """Choose the branch that was clicked, or open and fold it."""
        fitted, whole = self.fit(), self.tree
        if whole is None or gesture.kind != "press":
            return fitted
        found = tree.node_at(fitted.root(), HEIGHT, gesture.at)
        if found is None:
            return replace(fitted, chosen="")
        node, on_knob = found
        if not (on_knob and node.path):
            return replace(fitted, chosen=node.path)
        if node.path in fitted.folded:
            return replace(fitted, folded=opened(whole, fitted.folded, node.path))
        return replace(fitted, folded=fitted.folded | {node.path})

    def stepped(self, arrow: str) -> Self:
        """Walk from branch to branch."""
        fitted, whole = self.fit(), self.tree
        if whole is None:
            return self
        folded, chosen = walked(whole, fitted.folded, fitted.chosen, arrow)
        return replace(fitted, folded=folded, chosen=chosen)

    def legend(self) -> tuple[tuple[str, str], ...]:
        return tuple((f"tint-{tint}", word) for word, tint in TINTS.items())


def _word(path: str) -> str:
    return path.replace(" ", "_")


def _inner(state: LandserFire) -> list[str]:
    return [branch.path for branch in inner(state.tree)] if state.tree else []


def _some(dice: random.Random, paths: Sequence[str]) -> frozenset[str]:
    return frozenset(dice.sample(paths, min(2, len(paths))))


def _known_branch(state: LandserFire, path: str) -> str:
    """Return the path given, which must be that of a branch of the shot's tree."""
    if state.tree is None or state.tree.find(path) is None:
        raise ValueError(
            f"{path!r} is not a branch of this shot's tree; a branch is written"
            " hit/effect_5/light_3."
        )
    return path
