"""The fire panel: what the firer needs, and the number of hits to expect."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from operator import attrgetter
from typing import Any, Self

from landships_lab.core.answer import Answer, Gap, Step
from landships_lab.core.speech import inches, listed, mixed, plural, signed
from landships_lab.drawing.charts import Chart, Table
from landships_lab.drawing.dicing import arrow, die_face, marked, text_fits, text_lines, wrapped
from landships_lab.drawing.labels import BOLD, text_width
from landships_lab.drawing.roles import LEADING, SMALL
from landships_lab.drawing.shapes import Label, Lines, Polygons, Scene, Shape, box
from landships_lab.drawing.view import View
from landships_lab.games.paychest.rules import fire
from landships_lab.games.paychest.rules.book import FIRE, average
from landships_lab.games.paychest.rules.fire import (
    EXAMPLE_INCHES,
    GUN_TURN,
    LEADERS_FIRE,
    TROOPS,
    Fired,
)
from landships_lab.games.paychest.rules.shot import (
    JAMS,
    ONES,
    SHELL_MOVED,
    SHELL_UNIT,
    SKILL_PLUS,
    WEAPONS,
    GroupPlus,
    HitRoll,
)
from landships_lab.panel.parts import Whole, part
from landships_lab.panel.parts.base import names
from landships_lab.panel.readings import Taken
from . import common
from .common import WIDTH, Drawn, number, word, words

MOVED = {
    key: f"{moved.label.removeprefix('runs or ')} {signed(moved.modifier)}"
    for key, moved in FIRE.moved.items()
}
SHOTS = {key: f"{troops.label} ×{troops.shots}" for key, troops in TROOPS.items()}
GUN = attrgetter("gun")


def no_gun(state: PaychestFire) -> bool:
    """Return whether a man fires, not a gun."""
    return not state.gun


def _at_ground(state: PaychestFire) -> bool:
    return state.target == "location" and not state.gun


def _covers(state: PaychestFire) -> dict[str, str]:
    return {key: f"{key} {signed(value)}" for key, value in state.own_tables.cover.items()}


def _bearing(state: PaychestFire) -> tuple[str, ...]:
    """Return the readings that bear on a firer: those on a machine gun, on a shell from a gun that
    moved or at hidden figures, on a gun served by legionnaires, or on a leader.
    """
    if not state.gun:
        return (LEADERS_FIRE,) if state.firer == "leader" else ()
    turn = (GUN_TURN,) if TROOPS[state.troops].shots > 1 else ()
    if state.weapon == JAMS:
        return (SKILL_PLUS, ONES, *turn)
    moved = (SHELL_MOVED,) if FIRE.moved[state.moved].modifier else ()
    return (*moved, *((SHELL_UNIT,) if state.hidden else ()), *turn)


@dataclass(frozen=True)
class PaychestFire(common.PaychestPanel):
    """Choose a firer and a target, and see the roll that hits and the hits of the whole group.

    Who fires what at whom. ``men`` fire together, each as often as their troops may; a gun fires
    once or twice.

    ``inches`` and ``cover`` do not count while they are None and ""; ``figure`` is a row of the
    reader's table of skills, in place of the typed ``skill``; a gun cannot hit ``hidden`` figures,
    and hits the visible part of ``exposed`` ones. A machine gun may be jammed (``jam``). ``width``
    and ``frontage`` are the inches of a stretch of ground and of the unit that fires at it.
    """

    id = "paychest:fire"
    title = "Fire"
    prompt = "What must the dice show, and how many hits will there be?"
    usage_hint = "Set what fires, and at what; supply lost tables below."
    example = "moved advance"
    order = names(
        "weapon jam skill moved firer troops men target figures width hidden exposed inches cover"
        " figure frontage modifier"
    )
    secondary = ("figure", "frontage", "modifier")
    strip_rows = 3
    stage = (("Dice", "picture + chart 1"), ("Modifiers", "tables"), ("Casualties", "chart 2"))

    weapon: str = word("Weapon", "rifle", {**WEAPONS, "shell": "shell"}, "weapon")
    skill: int = number("Skill", 4, -9, 20, "the skill", shown=lambda state: not state.figure)
    figure: str = common.figure("Figure", "firearms")
    moved: str = word("He", "stand", MOVED, "movement of the firer")
    troops: str = word("Troops", "legionnaires", SHOTS, "kind of troops")
    firer: str = word(
        "Firer", "group", {"group": "unit", "leader": "leader"}, "kind of firer", shown=no_gun
    )
    men: int = number("Men", 8, 1, 60, "the number of men", shown=no_gun)
    target: str = word(
        "At",
        "group",
        {"figure": "one", "group": "group", "location": "ground"},
        "kind of target",
        shown=no_gun,
        drawn=lambda state: ["group"] if state.gun else ["figure", "group", "location"],
    )
    figures: int = number(
        "Figures",
        lambda state: 1 if state.target == "figure" else 10,
        1,
        200,
        "the number of figures in the target",
        shown=lambda state: state.gun or state.target == "group",
    )
    hidden: int = number("Hidden", 0, 0, 200, "the number of figures hidden in cover", shown=GUN)
    exposed: int = number(
        "Exposed",
        0,
        0,
        200,
        "the number of figures partly in cover",
        always=False,
        shown=GUN,
        drawn=lambda state: range(state.figures + 1) if state.gun else [0],
    )
    jam: str = word(
        "Gun",
        "clear",
        {"clear": "clear", "jammed": "jammed"},
        "state of the gun",
        always=False,
        shown=lambda state: state.weapon == JAMS,
    )
    inches: int | None = part(
        Whole, "Range", None, 0, 500, empty=True, error_name="the range in inches", hint="none"
    )
    cover: str = common.row("Cover", _covers, "left out", "kind of cover", no_gun)
    modifier: int = number("Your own modifier for what is lost", 0, -20, 20, "your own modifier")
    width: int = part(Whole, "Width", EXAMPLE_INCHES, 1, 500, typed=True, shown=_at_ground)
    frontage: int = part(
        Whole, "Frontage of the unit", EXAMPLE_INCHES, 1, 500, typed=True, shown=_at_ground
    )
    readings: Taken = common.readings_of(
        SKILL_PLUS, ONES, LEADERS_FIRE, SHELL_MOVED, SHELL_UNIT, GUN_TURN, offered=_bearing
    )

    @property
    def gun(self) -> bool:
        """Whether it is a machine gun or a gun with shell."""
        return self.weapon in FIRE.guns

    @property
    def shot(self) -> HitRoll:
        """The shot that each of them makes."""
        return HitRoll(
            skill=self.own_tables.skills[self.figure].firearms if self.figure else self.skill,
            weapon=self.weapon,
            moved=self.moved,
            target_figures=self.figures,
            range_inches=self.inches,
            cover=self.cover,
            modifier=self.modifier,
            figure=self.figure,
            tables=self.own_tables,
        )

    def ask(self) -> Answer[Fraction | Gap | bool]:
        if self.gun:
            jammed = self.jam == "jammed"
            return fire.gun_fire(
                self.shot, self.hidden, self.options, self.exposed, jammed, self.troops
            )
        at = (self.firer, self.target, self.figures, self.width, self.frontage)
        allowed = fire.may_fire_at(*at, self.options.get(LEADERS_FIRE))
        return fire.volley(self.shot, self.troops, self.men, allowed, self.options)

    def check(self) -> Self:
        if self.gun and self.target != "group":
            raise ValueError(
                "A gun fires at a group here, and one figure can be a target; write target group"
                " with the number of figures."
            )
        if self.target == "figure" and self.figures != 1:
            raise ValueError(
                f"A single figure is 1 figure, not {self.figures}; write figures 1, or target"
                " group."
            )
        new = replace(self, firer="group") if self.gun else replace(self, exposed=0)
        return super(PaychestFire, new._fitting()).check()

    def _fitting(self) -> Self:
        """Check that no more figures are partly in cover than there are, and return the state."""
        if self.exposed > self.figures:
            raise ValueError(
                f"Of {plural(self.figures, 'figure')} in the target no more can be partly in"
                f" cover, not {self.exposed}."
            )
        return self

    def after(self, control: str, before: Self) -> Self:
        """Adjust the state: a leader fires alone and at one man, and a gun ignores cover."""
        match control:
            case "firer" if self.firer == "leader":
                return replace(self, men=1, target="figure", figures=1)
            case "target":
                return replace(self, figures=1 if self.target == "figure" else max(2, self.figures))
            case "weapon":
                exposed = min(self.exposed, self.figures) if self.gun else 0
                new = replace(self, jam="clear", exposed=exposed)
                new = replace(new, cover="", firer="group", target="group") if new.gun else new
                return replace(new, figures=max(2, new.figures)) if new.target == "group" else new
            case "figures" | "exposed":
                return self._fitting()
            case "own":
                return self.known("skills", "figure").known("cover", "cover")
        return self

    def effect(self, answer: Answer[object]) -> str:
        if isinstance(answer.detail, Fired):
            return average(answer.detail.hits.mean, "hit")
        return "may not fire" if answer.value is False else common.LOST

    def charts(self, answer: Answer[object]) -> tuple[Chart, ...]:
        fired = answer.detail
        if not isinstance(fired, Fired):
            return ()
        shots = plural(self.men * TROOPS[self.troops].shots, "shot")
        if self.gun:
            times = fire.gun_shots(self.troops, self.options.get(GUN_TURN, "")).value
            one = fire.SHOTS_OF[self.weapon]
            shots = f"one {one}" if times == 1 else plural(times, one)
        title = common.with_supplied(f"Hits of {shots}", answer)
        out = [common.out_of_action(fired.out, "vermillion")] if fired.out is not None else []
        return (common.counted(title, "hits", fired.hits), *out)

    def tables(self, answer: Answer[object]) -> tuple[Table, ...]:
        own = self.own_tables
        bands = own.shell if self.weapon == "shell" else own.ranges
        cover = {} if self.gun else own.cover
        rows = [(moved.label, signed(moved.modifier)) for moved in FIRE.moved.values()]
        rows += [(f"to {b.to} inches", f"{signed(b.modifier)} (supplied)") for b in bands]
        rows += [] if bands else [("range", "lost")]
        rows += [(key, f"{signed(value)} (supplied)") for key, value in cover.items()]
        rows += [] if own.cover or self.gun else [("cover", "lost")]
        table = Table(
            "Modifiers to the firer's skill",
            ("modifier",),
            tuple((label, (value,)) for label, value in rows),
            list(FIRE.moved).index(self.moved),
            note=common.NOT_PRINTED if bands or cover else "",
        )
        return (table, *common.turn_table(own), *common.movement_table(own))

    def picture(self, answer: Answer[object], view: View | None = None) -> Scene:
        """Draw the skill with its modifiers, and below it the dice that hit, or why no roll does.

        A line at the foot names what the reader supplied.
        """
        title = "Fire: the skill and the dice that hit"
        shown = "A track with the skill before and after its modifiers, and the faces of the die."
        drawn = tuple(_refused(answer) if answer.value is False else _shown(self.weapon, answer))
        scene = Scene(WIDTH, HEIGHT, (), drawn, title, f"{shown} {answer.headline}")
        return marked(scene, answer)

    def question_picture(self) -> Scene:
        """Draw the skill before its modifiers, the modifiers, and who fires at whom."""
        skill = self.shot.skill
        lines = (f"Skill {mixed(skill)}, before any modifier", *_modifiers_told(self))
        modifiers = text_lines(lines, (24, 18), "dice-words", step=20, name="modifiers")
        return self.asked(372.0, "Fire", (*_track([skill]), *modifiers, *_at_whom(self)))


# -- the skill on a track, and the dice ------------------------------------------------------------

#: The greatest height that leaves room for the chart of hits.
HEIGHT = 318.0
LEFT, TRACK_TOP, CELL_HIGH = 24.0, 114.0, 38.0
DICE_TOP, DIE, GAP = 204.0, 42.0, 18.0
#: The space for a number on the track (pixels).
_NUMBER = 46.0
#: The most figures in a drawn crowd; its words give the number.
MOST_DRAWN = 40


def _refused(answer: Answer[object]) -> Iterator[Shape]:
    lines = wrapped(answer.headline, WIDTH - 2 * LEFT, BOLD * SMALL)
    at, role = (WIDTH / 2, HEIGHT / 2), "dice-words-strong"
    yield from text_lines(lines, at, role, step=LEADING, anchor="middle", name="refused")


def _shown(weapon: str, answer: Answer[Any]) -> Iterator[Shape]:
    yield words("Skill", LEFT, 18, "track", strong=True, anchor="start")
    yield from _track(*_numbers(answer.steps), final=not isinstance(answer.value, Gap))
    if isinstance(answer.detail, Fired):
        yield from _dice(weapon, answer.detail)
        return
    ring = box(LEFT, DICE_TOP - 22, WIDTH - 2 * LEFT, 62)
    yield Lines(((*ring, ring[0]),), "lost", "lost")
    yield words("Lost in print", WIDTH / 2, DICE_TOP - 2, "lost", strong=True)
    none = "No dice can be shown until you supply the table."
    yield words(none, WIDTH / 2, DICE_TOP + 20, "lost")


def _numbers(steps: Sequence[Step]) -> tuple[list[int], list[Step]]:
    """Return the skill at the start and after each step that changes it, with those steps."""
    at: list[int] = []
    moves: list[Step] = []
    for step in steps:
        if isinstance(step.amount, Gap):
            break
        if step.op == "start" and not at:
            at.append(int(step.amount))
        elif step.op == "add" and at and step.amount:
            at.append(at[-1] + int(step.amount))
            moves.append(step)
    return at, moves


def _track(at: Sequence[int], moves: Sequence[Step] = (), final: bool = False) -> Iterator[Shape]:
    """Draw a wooden ruler with the first skill ringed, each modifier as an arrow, and a rider on
    the last skill if it is ``final``. Zero and less are the weak end.
    """
    low, high = min(-1, *at), max(7, *at)
    wide, top, foot = (WIDTH - 2 * LEFT) / (high - low + 1), TRACK_TOP, TRACK_TOP + CELL_HIGH
    zero = LEFT + wide * (1 - low)

    def middle(number: int) -> float:
        return LEFT + (number - low + 0.5) * wide

    yield Polygons((box(LEFT + 2, top + 3, WIDTH - 2 * LEFT, CELL_HIGH),), "shadow", "track")
    yield Polygons((box(LEFT, top, WIDTH - 2 * LEFT, CELL_HIGH),), "rule", "track")
    yield Polygons((box(LEFT, top, zero - LEFT, CELL_HIGH),), "track-weak", "weak")
    fine = ((LEFT + wide * n / 4, (8, 3, 5, 3)[n % 4]) for n in range(4 * (high - low + 1) + 1))
    yield Lines(tuple(((x, top), (x, top + long)) for x, long in fine), "rule-mark", "track")
    yield Lines((((zero, top), (zero, foot)),), "rule-mark", "zero")
    for n in _written(low, high, wide, [*(at[-1:] if final else ()), at[0]]):
        yield Label(mixed(n), (middle(n), top + 24), "share-number", str(n))
    weak = "zero or less: a ONE, then the unmodified skill"
    yield words(weak, LEFT, foot + 16, "weak", anchor="start")
    y = top - 14
    for (before, after), step in reversed(list(zip(pairwise(at), moves, strict=True))):
        mine, (a, b) = step.cite.kind == "supplied", (middle(before), middle(after))
        look = ("change-theirs", "purple") if mine else ("change", "blue")
        yield from arrow((a, y), (b, y), look[0], step.cite.kind, look[1])
        text = step.short if isinstance(step, GroupPlus) else step.text.removesuffix(".")
        label = _beside(f"{text} (supplied)" if mine else text, a, b, y, step.cite.kind)
        yield label
        y = label.at[1] - LEADING - 1
    ring = box(middle(at[0]) - wide / 2 + 2, top + 2, wide - 4, CELL_HIGH - 4)
    yield Lines(((*ring, ring[0]),), "change", "skill", "black")
    if final:
        x = middle(at[-1])
        frame = box(x - wide / 2 + 1, top - 3, wide - 2, CELL_HIGH + 6)
        yield Polygons((frame,), "rider", "modified", "green")
        point = ((x - 7, top - 3), (x + 7, top - 3), (x, top + 6))
        yield Polygons((point,), "figure", "modified", "green")


def _written(low: int, high: int, wide: float, wanted: Sequence[int]) -> list[int]:
    """Return the numbers that there is room for: those wanted, then round ones between them."""
    apart = next(step for step in (1, 2, 5, 10, 20, 50, 100) if step * wide >= _NUMBER)
    written: list[int] = []
    for n in (*wanted, *(n for n in range(low, high + 1) if n % apart == 0)):
        if all(abs(n - other) * wide >= _NUMBER for other in written):
            written.append(n)
    return written


def _beside(text: str, start: float, end: float, y: float, name: str) -> Label:
    """Return a modifier's words to the right of its arrow, else to the left, else over it."""
    left, right = min(start, end) - 8, max(start, end) + 8
    if text_fits(text, WIDTH - right, SMALL):
        return words(text, right, y, name, anchor="start")
    if text_fits(text, left, SMALL):
        return words(text, left, y, name, anchor="end")
    half = text_width(text, SMALL) / 2
    return words(text, min(max((start + end) / 2, LEFT + half), WIDTH - LEFT - half), y - 15, name)


def _dice(weapon: str, fired: Fired) -> Iterator[Shape]:
    """Draw the six faces of the first die, and of the second if one is rolled after a ONE."""

    def count(hits: Sequence[int]) -> str:
        verb = "hits" if len(hits) == 1 else "hit"
        return f"{len(hits)} of 6 faces {verb}" if hits else "no face hits"

    weak, jams, lower = fired.aim.modified <= 0, weapon == JAMS, DICE_TOP + 52
    decides = weak and bool(fired.first)
    says = "a ONE goes on to the second" if decides else count(fired.first)
    yield from _row("The first die", DICE_TOP, fired.first, says, "first")
    if weak or jams:
        only = jams and not decides
        says = "only to see if the gun jams" if only else count(fired.second)
        yield from _row("After a ONE, the second", lower, fired.second, says, "second")
    if jams:
        yield Label("jam", (_die_x(1), lower + DIE / 2 + 12.5), "illegal", "jam")
    if weapon in FIRE.guns:
        dice = FIRE.guns[weapon].dice
        text = f"If it hits, it makes {dice}d6 hits, {dice} to {6 * dice}, spread at random."
        yield words(text, LEFT, HEIGHT - 9.5, "hits", anchor="start")


def _die_x(number: int) -> float:
    return 292 + (number - 1) * (DIE + GAP)


def _row(title: str, top: float, hits: Sequence[int], says: str, name: str) -> Iterator[Shape]:
    yield words(title, LEFT, top, name, strong=True, anchor="start")
    yield words(says, LEFT, top + LEADING, name, anchor="start")
    for n in range(1, 7):
        tint = "green" if n in hits else ""
        yield from die_face((_die_x(n), top + 4), DIE, n, tint=tint, name=f"{name} {n}")


# -- who fires at whom -----------------------------------------------------------------------------


def _modifiers_told(state: PaychestFire) -> Iterator[str]:
    yield " · ".join(f"{way.label} {signed(way.modifier)}" for way in FIRE.moved.values())
    if state.gun:
        yield "a gun: 1 for every full three figures in the target"
    own = state.own_tables
    bands = [f"to {inches(band.to)} {signed(band.modifier)}" for band in state.shot.bands]
    ranges = f"range ({own.by}): {listed(bands)}" if bands else "range: lost in print"
    walls = [f"{key} {signed(value)}" for key, value in own.cover.items()]
    cover = f"cover ({own.by}): {listed(walls)}" if walls else "cover: lost in print"
    yield ranges if state.gun else f"{ranges} · {cover}"


def _at_whom(state: PaychestFire) -> Drawn:
    foot, leader = 318.0, state.firer == "leader"
    both = common.OURS, common.THEIRS
    mine, theirs = both if state.troops == "legionnaires" else both[::-1]
    men = 1 if leader or state.gun else state.men
    leads = "officer" if mine == common.OURS else "leader"
    kind = leads if leader else "gun" if state.gun else mine[0]
    look = (kind, mine[1])
    yield from common.crowd(min(men, MOST_DRAWN), (120, foot), (190, 120), look, "firer")
    gun = WEAPONS[state.weapon]
    who = "a leader" if leader else gun if state.gun else plural(men, "man", "men")
    yield words(who, 120, foot + 20, "firer", strong=True)
    yield words(_moving(state, men), 120, foot + 38, "firer")
    yield from arrow((250, 270), (390, 270), "change", "fires", "black")
    far = gun if state.inches is None else f"{inches(state.inches)} away"
    yield words(far, 320, 254, "range")
    if _at_ground(state):
        yield Polygons((box(420, foot - 34, 200, 30),), "rule", "ground")
        kind = f"a stretch of {inches(state.width)}"
        more = [f"own frontage: {inches(state.frontage)}"]
    else:
        shown = min(state.figures, MOST_DRAWN)
        yield from common.crowd(shown, (520, foot), (190, 120), theirs, "target")
        single = state.target == "figure"
        kind = "a single figure" if single else plural(state.figures, "figure")
        more = [f"behind {state.cover}"] if state.cover else []
        more += [f"{state.hidden} more hidden"] if state.hidden else []
    yield words(kind, 520, foot + 20, "target", strong=True)
    if more:
        yield words(", ".join(more), 520, foot + 38, "target")


def _moving(state: PaychestFire, men: int) -> str:
    """Return the words for their movement, such as "they advance"."""
    verb = FIRE.moved[state.moved].label
    if state.gun:
        return f"the crew {verb}"
    return f"he {verb}" if men == 1 else f"they {verb.replace('s or ', ' or ').removesuffix('s')}"
