"""Landser fire: from the hit die to the wound, as a tree that unfolds."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from typing import Self

from landships_lab.core.answer import Answer
from landships_lab.core.speech import inches, percent, plural
from landships_lab.drawing import soldiers, tree
from landships_lab.drawing.charts import Bars, Chart, Exhibit, Table
from landships_lab.drawing.dicing import wrapped
from landships_lab.drawing.roles import SMALL
from landships_lab.drawing.shapes import Label, Lines, Scene, Shape, bare_paper
from landships_lab.drawing.tree import Node
from landships_lab.drawing.view import View
from landships_lab.games.landser.rules.book import EFFECTS, WEAPONS, Inches
from landships_lab.games.landser.rules.fire import Needed, fire, tree_of
from landships_lab.games.landser.rules.machine_guns import AUTOMATIC
from landships_lab.games.landser.rules.shots import Shot
from landships_lab.games.landser.rules.wounds import BECOMES, Branch, Target
from landships_lab.panel.board import Gesture
from landships_lab.panel.parts import AT, LEAD, Custom, Flag, Group, part
from landships_lab.panel.parts.base import names
from landships_lab.panel.readings import Taken
from . import common
from .common import COVERS, SHORT_NAMES, WIDTH, LandserPanel, length, offered, outcome_bars, whole

_ROLL = Group("flags", "With")
#: Controls that are seldom needed, shown on demand.
_SELDOM = Group("seldom", "Also")
#: The paths of the folded branches.
Folded = frozenset[str]
#: Pixels; the same for every tree, so that nothing below it jumps.
HEIGHT = 500.0
_TINTS = {"unharmed": "green", "suppressed": "orange", "out of the fight": "vermillion"}


def _bursting(state: LandserFire) -> bool:
    return state.weapon in AUTOMATIC


def _gpmg(state: LandserFire) -> bool:
    return state.weapon == "gpmg"


@dataclass(frozen=True)
class LandserFire(LandserPanel[View]):
    """Fire a shot and unfold the tree of its outcomes.

    A shot and the man it is fired at; ``chosen`` is the path of a branch of its tree, ``folded``
    are the paths of folded ones.
    """

    id = "landser:fire"
    title = "Fire"
    order = names("weapon range cover flags seldom arm serious")
    secondary = names("seldom arm serious")
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

    weapon: str = part(common.weapon, "Weapon", word=LEAD)
    range_inches: Inches = part(
        length, "Range", 20, "the range", control_id="range", word=AT, hint="such as 7 1/2"
    )
    cover: str = part(common.cover)
    moving_vehicle: bool = part(Flag, "from a moving vehicle", group=_SELDOM)
    firer_moved: bool = part(Flag, "firer moved", group=_ROLL)
    target_moving_fast: bool = part(Flag, "target fast", group=_ROLL)
    repeat: bool = part(Flag, "same target", group=_ROLL)
    automatic: bool = part(
        Flag, "automatic", group=_ROLL, shown=lambda state: state.automatic or _bursting(state)
    )
    burst_before: bool = part(Flag, "burst last turn", group=_ROLL, shown=_bursting)
    unready: bool = part(
        Flag, "not set up", group=_ROLL, shown=lambda state: state.unready or _gpmg(state)
    )
    disorientated: bool = part(Flag, "firer disorientated", group=_SELDOM)
    light_this_turn: bool = part(Flag, "target has a light wound of this turn", group=_SELDOM)
    soviet: bool = part(Flag, "Soviet SMG", group=_ROLL, shown=lambda state: state.weapon == "smg")
    lone: bool = part(Flag, "one-man crew", group=_ROLL, shown=_gpmg)
    jams: bool = part(Flag, "does it jam?", group=_SELDOM)
    arm_wounds: int = part(whole, "Firer's (b) wounds", 0, 0, 9, control_id="arm")
    serious_wounds: int = part(
        whole, "Target's serious wounds before", 0, 0, 9, control_id="serious"
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
        samples=lambda dice, state: dice.choice(["", *_inner_paths(state)]),
    )
    folded: Folded = part(
        Custom,
        "Folded branches",
        frozenset(),
        reads=lambda _state, words: frozenset(word.replace("_", " ") for word in words),
        writes=lambda _state, paths: sorted(map(_word, paths)),
        samples=lambda dice, state: _some(dice, _inner_paths(state)),
    )
    readings: Taken = part(offered)

    def bears(self) -> dict[str, bool]:
        return dict.fromkeys(_BEARING, True)

    @property
    def shot(self) -> Shot:
        """The shot in question."""
        return Shot(**common.values(self, _OF_A_SHOT), set_up=not self.unready)

    @property
    def target(self) -> Target:
        """The man it is fired at."""
        return Target(self.light_this_turn, self.serious_wounds)

    @property
    def tree(self) -> Branch | None:
        """The tree of the shot, None for one that may not be fired."""
        hit_tree = tree_of(self.shot, self.target, dict(self.readings))
        return hit_tree.tree if hit_tree else None

    def ask(self) -> Answer[Needed]:
        at = (self.shot, self.target, self.chosen)
        return fire(*at, soviet=self.soviet, jams=self.jams, readings=dict(self.readings))

    def picture(self, answer: Answer[object], view: View | None = None) -> Scene:
        """Return the tree of the shot; a refused shot has none."""
        spoken, fired = answer.headline, answer.detail
        if fired is not None:
            chances = (f"{outcome}: {percent(chance)}" for outcome, chance in fired.of.odds)
            spoken = f"{spoken} {', '.join(chances)}."
        return tree.picture(self.root(), HEIGHT, "What may come of the shot", spoken)

    def root(self) -> Node:
        """Return the boxes of the tree, folded as far as necessary.

        A refused shot has a single box.
        """
        if self.tree is None:
            return Node("", WEAPONS[self.weapon].name, Fraction(0), words="may not fire")
        fitted = self.fit()
        way = self.tree.way(fitted.chosen) if fitted.chosen else ()
        return _node_of(self.tree, fitted.folded, frozenset(branch.path for branch in way))

    def charts(self, answer: Answer[object]) -> tuple[Chart, ...]:
        if answer.detail is None:
            return ()
        fired = answer.detail.of
        summed = tuple((word, fired.summed.p(word)) for word in BECOMES)
        return (
            Bars("What becomes of the target", SHORT_NAMES, outcome_bars(fired.odds)),
            Bars("Summed up in three words", "in his next turn he is", summed, tint="orange"),
        )

    def tables(self, answer: Answer[object]) -> tuple[Table, ...]:
        column = common.band_column(self.range_inches, self.readings)
        hit = common.hit_table(self.readings, list(WEAPONS).index(self.weapon), column)
        return (hit, common.modifier_table(), *common.effect_tables())

    def question_picture(self) -> Scene:
        return _question(self)

    def effect(self, answer: Answer[Needed]) -> str:
        fired, dogs = answer.detail, answer.value
        if fired is None:
            return (
                f"Dog's chance: {percent(dogs)}" if isinstance(dogs, Fraction) else "may not fire"
            )
        hit, out = 1 - fired.of.summed.p("unharmed"), fired.of.summed.p("out of the fight")
        words = [f"{percent(hit)} hit, {percent(out)} out"]
        if self.lone and self.weapon == "gpmg":
            words.append(f"jams {percent(fired.jam.value)}")
        if fired.dogs_chance is not None:
            words.append(f"Dog's {percent(fired.dogs_chance.p('hit'))}")
        return ", ".join(words)

    # -- what the reader sets ----------------------------------------------------------------------

    def check(self) -> Self:
        for path in filter(None, (self.chosen, *self.folded)):
            _known_branch(self, path)
        # further branches folded for the drawing are not part of the link
        return self if self.tree is not None else self.fit()

    def fit(self) -> Self:
        """Return the state with a chosen branch that exists, folded to fit the picture."""
        whole = self.tree
        if whole is None:
            return replace(self, chosen="", folded=frozenset())
        chosen = self.chosen if whole.find(self.chosen) else ""
        return replace(self, chosen=chosen, folded=_fitting(whole, self.folded))

    def after(self, control: str, before: Self) -> Self:
        """Drop branches that do not fit the tree of the new shot, and untick what the new weapon
        cannot do.
        """
        if control != "weapon":
            return self.fit()
        automatic, unready = self.automatic and _bursting(self), self.unready and _gpmg(self)
        return replace(self, automatic=automatic, unready=unready).fit()

    def act(self, control: str, value: object) -> Self:
        """Set the gun up, as a remedy proposes."""
        if control == "set_up":
            return replace(self, unready=not value).fit()
        return super().act(control, value)

    def pointed(self, gesture: Gesture, view: View) -> Self:
        """Choose the clicked branch, or unfold or fold it."""
        fitted, whole = self.fit(), self.tree
        if whole is None or gesture.kind != "press":
            return fitted
        spot = tree.node_at(fitted.root(), HEIGHT, gesture.at)
        if spot is None:
            return replace(fitted, chosen="")
        node, on_knob = spot
        if not (on_knob and node.path):
            return replace(fitted, chosen=node.path)
        if node.path in fitted.folded:
            return replace(fitted, folded=opened(whole, fitted.folded, node.path))
        return replace(fitted, folded=fitted.folded | {node.path})

    def stepped(self, arrow: str) -> Self:
        """Move from branch to branch."""
        fitted, whole = self.fit(), self.tree
        if whole is None:
            return self
        folded, chosen = _walked(whole, fitted.folded, fitted.chosen, arrow)
        return replace(fitted, folded=folded, chosen=chosen)

    def legend(self) -> tuple[tuple[str, str], ...]:
        return tuple((f"tint-{tint}", word) for word, tint in _TINTS.items())


_BEARING = names(
    "medium-band natural-one impossible-penalty effect-beyond-table serious-count"
    " launcher-modifiers dogs-chance dogs-chance-when lone-gunner continuous-fire"
)
#: The parts that are fields of the shot.
_OF_A_SHOT = (
    "weapon range_inches moving_vehicle firer_moved target_moving_fast cover repeat automatic"
    " arm_wounds disorientated burst_before lone"
)


# -- the tree: its boxes, those folded up, and the walk through it ---------------------------------


def _word(path: str) -> str:
    return path.replace(" ", "_")


def _inner_paths(state: LandserFire) -> list[str]:
    return [branch.path for branch in _inner(state.tree)] if state.tree else []


def _some(dice: random.Random, paths: Sequence[str]) -> Folded:
    return frozenset(dice.sample(paths, min(2, len(paths))))


def _known_branch(state: LandserFire, path: str) -> str:
    """Check that the path is that of a branch of the shot's tree, and return it."""
    if state.tree is None or state.tree.find(path) is None:
        raise ValueError(
            f"{path!r} is not a branch of this shot's tree; a branch is written"
            " hit/effect_5/light_3."
        )
    return path


def _node_of(branch: Branch, folded: Folded, way: frozenset[str]) -> Node:
    """Return the box of a branch with those below it, with the ``way`` to the chosen one marked."""
    outcome, faces = EFFECTS.outcomes.get(branch.outcome), branch.faces
    rolled = dict.fromkeys(map(str, faces[:1] + faces[1:][-1:]))
    return Node(
        branch.path,
        branch.label,
        branch.chance,
        "-".join(rolled),
        outcome.short if outcome and branch.outcome != "miss" else _next_roll(branch),
        _TINTS[outcome.becomes] if outcome else "",
        tuple(_node_of(below, folded, way) for below in branch.branches),
        branch.path not in folded,
        branch.path in way,
        outcome.brief if outcome else "roll for it" if branch.wound else "",
    )


def _next_roll(branch: Branch) -> str:
    """Return the roll after this result."""
    if branch.wound:
        return "roll for it" if branch.wound == branch.label else f"{branch.wound}: roll for it"
    return f"roll {branch.throw}" if branch.throw else ""


def _rows(branch: Branch, folded: Folded) -> int:
    return 1 + sum(_rows(below, folded) for below in branch.branches if branch.path not in folded)


def _inner(whole: Branch) -> list[Branch]:
    """Return the branches that can be folded: all that lead to a roll, except the shot itself."""
    return [branch for branch in whole.walk() if branch.branches and branch.path]


def _fitting(whole: Branch, folded: Folded) -> Folded:
    """Return the branches to fold: the existing ones of those given, and then the least likely
    until the rows fit the picture.
    """
    known = folded & {branch.path for branch in _inner(whole)}
    least_likely = sorted(_inner(whole), key=lambda branch: (branch.weight, branch.path))
    return _until_it_fits(whole, known, least_likely)


def _until_it_fits(whole: Branch, folded: Folded, candidates: Iterable[Branch]) -> Folded:
    for branch in candidates:
        if _rows(whole, folded) <= tree.MOST_ROWS:
            break
        folded |= {branch.path}
    return folded


def opened(whole: Branch, folded: Folded, path: str) -> Folded:
    """Return the folded branches once this branch is open.

    Until everything fits, others are folded, the outermost first, and then branches inside this
    one.
    """
    kept = {branch.path for branch in whole.way(path)}
    within = {branch.path for branch in (whole.find(path) or whole).walk()}
    rest = sorted(
        (branch for branch in _inner(whole) if branch.path not in kept),
        key=lambda branch: (branch.path in within, branch.path.count("/"), branch.weight),
    )
    return _until_it_fits(whole, folded - {path}, rest)


def _walked(whole: Branch, folded: Folded, chosen: str, arrow: str) -> tuple[Folded, str]:
    """Return the folded branches and the chosen branch after an arrow key: right goes into the
    chosen branch, left out of it, up and down to its neighbours.
    """
    way = whole.way(chosen)
    here = way[-1] if way else whole
    if arrow == "ArrowRight" and here.branches:
        return opened(whole, folded, here.path), here.branches[0].path
    if arrow == "ArrowLeft" and len(way) > 1:
        return folded, way[-2].path
    if arrow in ("ArrowUp", "ArrowDown") and len(way) > 1:
        beside = way[-2].branches
        at = beside.index(here) + (1 if arrow == "ArrowDown" else -1)
        return folded, beside[min(max(at, 0), len(beside) - 1)].path
    return folded, chosen


# -- the question: the shot over its ruler, and the printed tables ---------------------------------

_MARGIN = 16.0
#: The heights of the men, of the ruler below them, and of the first table.
_MEN, _RULER, _TABLES = 74.0, 134.0, 184.0
_LEFT, _RIGHT, _SIZE, _GAP = 74.0, 606.0, 22.0, 18.0
#: The drawn length and shape of each cover.
_COVER = {"half": (11.0, "cover-soft"), "full": (26.0, "cover-hard")}
#: The words about the firer.
_FIRER = {
    "moving_vehicle": "from a moving vehicle",
    "firer_moved": "after moving",
    "automatic": "on automatic",
    "unready": "not set up",
    "disorientated": "disorientated",
    "repeat": "at the same man as last turn",
}


def _question(state: LandserFire) -> Scene:
    """Return the shot over its ruler and the tables below it in two columns: what hits on the left,
    the effect of a hit on the right; then their notes.
    """
    last = common.last_inches(state.readings)
    hit, changes = common.hit_table(state.readings), common.modifier_table()
    effects = common.effect_tables()
    figures: list[Shape] = [*_ruler(last), *_shot(state, last)]
    shot = f"{WEAPONS[state.weapon].name} over {inches(state.range_inches)}"
    strip = Scene(WIDTH, _TABLES, bare_paper(WIDTH, _TABLES), tuple(figures), "A shot", shot)
    heads = tuple(f"≤{end}″" for end in last)  # the ruler has the names of the ranges
    name, short = WEAPONS["launcher"].name, common.SHORT_WEAPONS["launcher"]
    rows = tuple((name if row == short else row, cells) for row, cells in hit.rows)
    bottom = 0.0
    for column, left, width, firsts in (
        ((replace(hit, columns=heads, rows=rows), changes), _MARGIN, 346.0, (134.0, 314.0)),
        (effects, 373.0, WIDTH - _MARGIN - 373.0, (36.0,) * 3),
    ):
        top = _TABLES
        for table, first in zip(column, firsts, strict=True):
            figures += common.drawn(table, left, top, width, first)
            top += common.tall(table) + _GAP
        bottom = max(bottom, top)
    captions = (f"{table.caption}: {table.note}" for table in (hit, changes, *effects))
    notes = [line for note in captions for line in wrapped(note, WIDTH - _MARGIN, SMALL)]
    for n, words in enumerate(notes):
        at = (_MARGIN, bottom + common.ROW * n)
        figures.append(Label(words, at, "tree-words", "note", anchor="start"))
    height = bottom + common.ROW * len(notes) + 4
    drawn = replace(strip, height=height, ground=bare_paper(WIDTH, height), figures=tuple(figures))
    return Exhibit.of(drawn, (hit, changes, *effects), strip)


def _across(away: Inches, last: Sequence[int]) -> float:
    """Return the pixel of a distance: all five ranges are equally wide."""
    each = (_RIGHT - _LEFT) / len(last)
    for n, (start, end) in enumerate(pairwise((0, *last))):
        if away <= end:
            return _LEFT + each * (n + float(away - start) / (end - start))
    return _RIGHT + each


def _ruler(last: Sequence[int]) -> Iterator[Shape]:
    yield Lines((((_LEFT, _RULER), (_RIGHT, _RULER)),), "axis", "ruler")
    ranges = ("point blank", "short", "medium", "long", "extreme")
    for name, (first, end) in zip(ranges, pairwise((0, *last)), strict=True):
        left, right = _across(first, last), _across(end, last)
        yield Lines((((right, _RULER - 5), (right, _RULER + 5)),), "axis", name)
        yield Label(name, ((left + right) / 2, _RULER + 14), "tree-words", name)
        yield Label(f"{end}″", (right, _RULER - 13), "tree-words", name)


def _shot(state: LandserFire, last: Sequence[int]) -> Iterator[Shape]:
    weapon, wounds = WEAPONS[state.weapon].name, state.serious_wounds
    x, away = min(_across(state.range_inches, last), _RIGHT), inches(state.range_inches)
    eye, armed = (_LEFT - 34, _MEN), soldiers.weapon_of(weapon)
    yield Lines(((eye, (x, _MEN)),), "sight-line", "shot")
    for man in (
        soldiers.Soldier(eye, _SIZE, 90.0, "British", armed, "firer"),
        soldiers.Soldier((x, _MEN), _SIZE, -90.0, "German", "rifle", "target"),
    ):
        yield from soldiers.soldier(man)
    if state.cover in _COVER:
        half, role = _COVER[state.cover]
        wall = x - _SIZE - 8
        yield Lines((((wall, _MEN - half), (wall, _MEN + half)),), role, state.cover)
    yield Lines((((x, _MEN + _SIZE), (x, _RULER)),), "range-line", "range")
    yield Label(away, ((eye[0] + x) / 2, _MEN - 28), "tree-chance", "range")
    firer = ", ".join([weapon, *(text for key, text in _FIRER.items() if getattr(state, key))])
    yield Label(firer, (_MARGIN, 16), "tree-head", "firer", anchor="start")
    target = {
        COVERS[state.cover]: state.cover != "none",
        "moves fast": state.target_moving_fast,
        "took a light wound this turn": state.light_this_turn,
        f"has {plural(wounds, 'serious wound')}": bool(wounds),
    }
    words = ", ".join(text for text, on in target.items() if on)
    yield Label(words, (WIDTH - _MARGIN, 33), "tree-words", "target", anchor="end")
