"""The fire panel: what the firer needs, and how many hits there will be."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Self

from landships_lab.core.answer import Answer, Gap
from landships_lab.core.speech import inches, listed, mixed, plural, signed
from landships_lab.drawing.charts import Bars, Chart, Table
from landships_lab.drawing.dicing import arrow, box, text_lines
from landships_lab.drawing.figures import Figure
from landships_lab.drawing.shapes import Label, Polygons, Scene, Shape
from landships_lab.drawing.view import View
from landships_lab.games.paychest.panels import fire_picture
from landships_lab.games.paychest.panels.command_picture import Drawn, crowd
from landships_lab.games.paychest.panels.common import (
    NOT_PRINTED,
    PaychestPanel,
    bars_of,
    figure,
    number,
    readings_of,
    with_supplied,
    word,
)
from landships_lab.games.paychest.panels.fire_picture import strip
from landships_lab.games.paychest.panels.own_tables import turn_tables
from landships_lab.games.paychest.panels.question_picture import (
    FIRE_HIGH,
    MOST_DRAWN,
    OURS,
    THEIRS,
    scene,
)
from landships_lab.games.paychest.rules.book import FIRE, average
from landships_lab.games.paychest.rules.fire import (
    EXAMPLE_INCHES,
    GUN_TURN,
    LEADERS_FIRE,
    SHOTS_OF,
    TROOPS,
    Fired,
    gun_fire,
    gun_shots,
    may_fire_at,
    volley,
)
from landships_lab.games.paychest.rules.shot import (
    JAMS,
    ONES,
    SHELL_MOVED,
    SHELL_UNIT,
    SKILL_PLUS,
    WEAPONS,
    HitRoll,
)
from landships_lab.panel.parts import OneOf, Options, Whole, part
from landships_lab.panel.readings import Taken

ID = "paychest:fire"
MOVED = {
    key: f"{moved.label.removeprefix('runs or ')} {signed(moved.modifier)}"
    for key, moved in FIRE.moved.items()
}
JAM = {"clear": "clear", "jammed": "jammed"}
SHOTS = {key: f"{troops.label} ×{troops.shots}" for key, troops in TROOPS.items()}
GUNS = {**WEAPONS, "shell": "shell"}
FIRES = {"group": "unit", "leader": "leader"}
TARGETS = {"figure": "one", "group": "group", "location": "ground"}


def _covers(state: PaychestFire) -> Options:
    rows = {
        key: f"{key} {signed(value)} (supplied)" for key, value in state.own_tables.cover.items()
    }
    return {"": "left out", **rows}


def _usual_figures(state: PaychestFire) -> int:
    return 1 if state.target == "figure" else 10


def _too_many_exposed(state: PaychestFire) -> str:
    return (
        f"Of {plural(state.figures, 'figure')} in the target no more can be partly in cover, not"
        f" {state.exposed}."
    )


def _gun(state: PaychestFire) -> bool:
    return state.weapon in FIRE.guns


def _no_gun(state: PaychestFire) -> bool:
    return not _gun(state)


def _at_group(state: PaychestFire) -> bool:
    return _gun(state) or state.target == "group"


def _at_ground(state: PaychestFire) -> bool:
    return state.target == "location" and not _gun(state)


def _knows_cover(state: PaychestFire) -> bool:
    return bool(state.own_tables.cover) and not _gun(state)


def _bearing(state: PaychestFire) -> tuple[str, ...]:
    """Return the readings that bear on a firer: those of a machine gun, of a shell from a gun that
    moved or at hidden figures, of a gun served by legionnaires, or that of a leader.
    """
    if _gun(state):
        turn = (GUN_TURN,) if TROOPS[state.troops].shots > 1 else ()
        moved = (SHELL_MOVED,) if FIRE.moved[state.moved].modifier else ()
        shell = (*moved, *((SHELL_UNIT,) if state.hidden else ()))
        return (*((SKILL_PLUS, ONES) if state.weapon == JAMS else shell), *turn)
    return (LEADERS_FIRE,) if state.firer == "leader" else ()


@dataclass(frozen=True)
class _Target(OneOf):
    """What is fired at. A gun fires at a group."""

    def sample(self, dice: random.Random, state: PaychestFire) -> str:
        """Return any target that the weapon can have."""
        return "group" if _gun(state) else str(super().sample(dice, state))


@dataclass(frozen=True)
class _Exposed(Whole):
    """How many figures of the target are partly in cover, which matters to guns only."""

    def sample(self, dice: random.Random, state: PaychestFire) -> int:
        """Return no more than there are figures in the target."""
        return dice.randint(0, state.figures) if _gun(state) else 0


@dataclass(frozen=True)
class PaychestFire(PaychestPanel):
    """Choose a firer and a target, and see the roll that hits and the hits of the whole group.

    Who fires what at whom. ``men`` fire together, each as often as their troops may; a gun fires
    once or twice.

    ``inches`` and ``cover`` are left out while they are None and ""; ``figure`` is a row of the
    reader's own table of skills, in place of the typed ``skill``; a gun cannot hit ``hidden``
    figures, and hits ``exposed`` ones where they show. A machine gun may be jammed (``jam``).
    ``width`` and ``frontage`` are the inches of a stretch of ground and of who fires at it.
    """

    id = ID
    title = "Fire"
    prompt = "What must the dice show, and how many hits will there be?"
    usage_hint = "Set what fires, and at what; supply lost tables below."
    example = "moved advance"
    order = (
        *(
            "weapon",
            "jam",
            "skill",
            "moved",
            "firer",
            "troops",
            "men",
            "target",
            "figures",
            "width",
            "hidden",
            "exposed",
        ),
        *("inches", "cover", "figure", "frontage", "modifier"),
    )
    secondary = ("figure", "frontage", "modifier")
    strip_rows = 3
    stage = (("Dice", "picture + chart 1"), ("Modifiers", "tables"), ("Casualties", "chart 2"))

    weapon: str = part(word("Weapon", "rifle", GUNS, "weapon", buttons=True))
    skill: int = part(number("Skill", 4, -9, 20, "the skill", shown=lambda state: not state.figure))
    figure: str = part(figure("Figure", "firearms"))
    moved: str = part(word("He", "stand", MOVED, "movement of the firer", buttons=True))
    troops: str = part(word("Troops", "legionnaires", SHOTS, "kind of troops", buttons=True))
    firer: str = part(word("Firer", "group", FIRES, "kind of firer", buttons=True, shown=_no_gun))
    men: int = part(number("Men", 8, 1, 60, "the number of men", shown=_no_gun))
    target: str = part(
        _Target(
            "At",
            "group",
            TARGETS,
            buttons=True,
            always=True,
            error_name="kind of target",
            shown=_no_gun,
        )
    )
    figures: int = part(
        number(
            "Figures",
            _usual_figures,
            1,
            200,
            "the number of figures in the target",
            shown=_at_group,
        )
    )
    hidden: int = part(
        number("Hidden", 0, 0, 200, "the number of figures hidden in cover", shown=_gun)
    )
    exposed: int = part(
        _Exposed(
            "Exposed", 0, 0, 200, error_name="the number of figures partly in cover", shown=_gun
        )
    )
    jam: str = part(
        OneOf(
            "Gun",
            "clear",
            JAM,
            buttons=True,
            error_name="state of the gun",
            shown=lambda state: state.weapon == JAMS,
        )
    )
    inches: int | None = part(
        Whole("Range", None, 0, 500, empty=True, error_name="the range in inches", hint="none")
    )
    cover: str = part(
        OneOf("Cover", "", _covers, error_name="kind of cover in your tables", shown=_knows_cover)
    )
    modifier: int = part(
        number("Your own modifier for what is lost", 0, -20, 20, "your own modifier")
    )
    width: int = part(Whole("Width", EXAMPLE_INCHES, 1, 500, typed=True, shown=_at_ground))
    frontage: int = part(
        Whole("Frontage of the unit", EXAMPLE_INCHES, 1, 500, typed=True, shown=_at_ground)
    )
    readings: Taken = part(
        readings_of(
            SKILL_PLUS, ONES, LEADERS_FIRE, SHELL_MOVED, SHELL_UNIT, GUN_TURN, offered=_bearing
        )
    )

    @property
    def gun(self) -> bool:
        """Whether it is a machine gun or a gun with shell."""
        return _gun(self)

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
        """Return the chance of a hit, why they may fire so, and how
        many hits that is on average.
        """
        if self.gun:
            return gun_fire(
                self.shot,
                self.hidden,
                self.options,
                self.exposed,
                self.jam == "jammed",
                self.troops,
            )
        leaders = self.options.get(LEADERS_FIRE)
        allowed = may_fire_at(
            self.firer, self.target, self.figures, self.width, self.frontage, leaders
        )
        return volley(self.shot, self.troops, self.men, allowed, self.options)

    def check(self) -> Self:
        """Refuse a target that does not go with its number of figures or with a gun."""
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
        if new.exposed > new.figures:
            raise ValueError(_too_many_exposed(new))
        return super(PaychestFire, new).check()

    def after(self, control: str, before: Self) -> Self:
        """A leader fires alone and at one man; a gun knows no cover; rows that the tables no longer
        have are dropped.
        """
        if control == "firer" and self.firer == "leader":
            return replace(self, men=1, target="figure", figures=1)
        if control == "target":
            return replace(self, figures=1 if self.target == "figure" else max(2, self.figures))
        if control == "weapon":
            new = replace(
                self, jam="clear", exposed=min(self.exposed, self.figures) if self.gun else 0
            )
            new = replace(new, cover="", firer="group", target="group") if new.gun else new
            return replace(new, figures=max(2, new.figures)) if new.target == "group" else new
        if control in ("figures", "exposed") and self.exposed > self.figures:
            raise ValueError(_too_many_exposed(self))
        if control == "own":
            figure = self.figure if self.figure in self.own_tables.skills else ""
            return replace(
                self, figure=figure, cover=self.cover if self.cover in self.own_tables.cover else ""
            )
        return self

    def effect(self, answer: Answer[object]) -> str:
        """Return the hits on average, or why there is no fire."""
        if isinstance(answer.detail, Fired):
            return average(answer.detail.hits.mean, "hit")
        return "may not fire" if answer.value is False else "lost in print"

    def picture(self, answer: Answer[object], view: View | None = None) -> Scene:
        """Draw the skill on its way to what is needed, and the dice that hit."""
        return fire_picture.picture(self.weapon, answer)

    def question_picture(self) -> Scene:
        """Draw the skill before its modifiers, the modifiers there are, and who fires at whom."""
        return _asked_scene(self)

    def charts(self, answer: Answer[object]) -> tuple[Chart, ...]:
        """Return the hits of the turn and, with a deck of the reader's, the figures they put out of
        action.
        """
        fired = answer.detail
        if not isinstance(fired, Fired):
            return ()
        fire = plural(self.men * TROOPS[self.troops].shots, "shot")
        if self.gun:
            times = gun_shots(self.troops, self.options.get(GUN_TURN, "")).value
            one = SHOTS_OF[self.weapon]
            fire = f"one {one}" if times == 1 else plural(times, one)
        found = [
            Bars(
                with_supplied(f"Hits of {fire}", answer), "hits", bars_of(fired.hits), ordered=True
            )
        ]
        if fired.out is not None:
            title, axis = (
                "Out of action by your casualty deck",
                "cards that put a figure out of action",
            )
            found.append(Bars(title, axis, bars_of(fired.out), ordered=True, tint="vermillion"))
        return tuple(found)

    def tables(self, answer: Answer[object]) -> tuple[Table, ...]:
        """Return the printed modifiers that are left and those of the reader, then the reader's
        tables of the turn and of movement.
        """
        return (_modifiers(self), *turn_tables(self.own_tables))


def _modifiers(state: PaychestFire) -> Table:
    rows = [(moved.label, signed(moved.modifier)) for moved in FIRE.moved.values()]
    own = state.own_tables
    bands = own.shell if state.weapon == "shell" else own.ranges
    rows += [(f"to {band.to} inches", f"{signed(band.modifier)} (supplied)") for band in bands] or [
        ("range", "lost")
    ]
    if not state.gun:
        rows += [(key, f"{signed(value)} (supplied)") for key, value in own.cover.items()] or [
            ("cover", "lost")
        ]
    note = NOT_PRINTED if bands or (own.cover and not state.gun) else ""
    lit = list(FIRE.moved).index(state.moved)
    return Table(
        "Modifiers to the firer's skill",
        ("modifier",),
        tuple((label, (value,)) for label, value in rows),
        lit,
        note=note,
    )


# -- the picture of a question
# -------------------------------------------------------------------------------------------------


def _asked_scene(state: PaychestFire) -> Scene:
    """Draw the firer's skill on its strip, the modifiers there are, and who fires at whom."""
    drawn: list[Figure | Shape] = [*strip(state.shot.skill)]
    lines = (f"Skill {mixed(state.shot.skill)}, before any modifier", *_modifier_lines(state))
    drawn += text_lines(lines, (24, 18), "dice-words", step=20, name="modifiers")
    drawn += _at_whom(state)
    return scene(FIRE_HIGH, drawn, "Fire", state.prompt)


def _modifier_lines(state: PaychestFire) -> Iterator[str]:
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
    foot = 318.0
    mine, theirs = (OURS, THEIRS) if state.troops == "legionnaires" else (THEIRS, OURS)
    alone = state.firer == "leader" or state.gun
    men = 1 if alone else state.men
    kind = "gun" if state.gun else mine[0]
    if state.firer == "leader":
        kind = "officer" if mine == OURS else "leader"
    yield from crowd(min(men, MOST_DRAWN), (120, foot), (190, 120), kind, mine[1], "firer", 96)
    who = WEAPONS[state.weapon] if state.gun else plural(men, "man", "men")
    who = "a leader" if state.firer == "leader" else who
    yield Label(who, (120, foot + 20), "dice-words-strong", "firer")
    yield Label(_moved(state, men), (120, foot + 38), "dice-words", "firer")
    yield from arrow((250, 270), (390, 270), "change", "fires", "black")
    far = "" if state.inches is None else f"{inches(state.inches)} away"
    yield Label(far or WEAPONS[state.weapon], (320, 254), "dice-words", "range")
    yield from _target(state, theirs, foot)


def _moved(state: PaychestFire, men: int) -> str:
    """Return how they moved, such as "they advance"."""
    verb = FIRE.moved[state.moved].label
    if state.gun:
        return f"the crew {verb}"
    return f"he {verb}" if men == 1 else f"they {verb.replace('s or ', ' or ').removesuffix('s')}"


def _target(state: PaychestFire, side: tuple[str, str], foot: float) -> Drawn:
    if state.target == "location" and not state.gun:
        yield Polygons((box(420, foot - 34, 200, 30),), "rule", "ground")
        wide, own = f"a stretch of {inches(state.width)}", f"own frontage: {inches(state.frontage)}"
        yield Label(wide, (520, foot + 20), "dice-words-strong", "target")
        yield Label(own, (520, foot + 38), "dice-words", "target")
        return
    shown = min(state.figures, MOST_DRAWN)
    yield from crowd(shown, (520, foot), (190, 120), *side, "target", 96)
    kind = "a single figure" if state.target == "figure" else plural(state.figures, "figure")
    more = [f"behind {state.cover}"] if state.cover else []
    more += [f"{state.hidden} more hidden"] if state.hidden else []
    yield Label(kind, (520, foot + 20), "dice-words-strong", "target")
    if more:
        yield Label(", ".join(more), (520, foot + 38), "dice-words", "target")
