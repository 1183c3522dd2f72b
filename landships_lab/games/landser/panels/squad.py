"""Landser squad: the ten men, what each may do, how far he can go, what the gun needs, and when the
squad breaks off.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from typing import Self

from landships_lab.core.answer import Answer, Gap
from landships_lab.core.checks import one_of
from landships_lab.core.speech import listed, percent, plural
from landships_lab.drawing import soldiers
from landships_lab.drawing.charts import Bars, Chart, Curve, Table
from landships_lab.drawing.dicing import text_fits
from landships_lab.drawing.patterns import meadow
from landships_lab.drawing.roles import LEADING, SMALL
from landships_lab.drawing.shapes import (
    Circles,
    Label,
    Lines,
    Pixel,
    Polygons,
    Scene,
    Shape,
    bare_paper,
    rectangle,
)
from landships_lab.drawing.view import View
from landships_lab.games.landser.analysis import casualties
from landships_lab.games.landser.rules import assault, machine_guns, squad, turns, wounds
from landships_lab.games.landser.rules.book import EFFECTS, SQUAD, WEAPONS, Inches
from landships_lab.games.landser.rules.machine_guns import AUTOMATIC, Gun
from landships_lab.games.landser.rules.movement import PACES, Way, may_move
from landships_lab.games.landser.rules.shots import RELOADS
from landships_lab.games.landser.rules.trooper import HELPERS, ROSTER, Trooper, title, ways
from landships_lab.panel.board import Gesture
from landships_lab.panel.controls import Toggle, Toggles
from landships_lab.panel.menu import QuestionPanel, question_part
from landships_lab.panel.parts import LEAD, Custom, Flag, Group, OneOf, Several, part
from landships_lab.panel.parts.base import names
from landships_lab.panel.readings import Taken
from . import common
from .common import ARROWS, GUNS, HEIGHT, WIDTH, LandserPanel, length, offered, whole, word

ACTIONS, MEN, OUTCOMES = SQUAD.actions, SQUAD.men, EFFECTS.outcomes
NAMES = {name: title(name) for name in ROSTER}
#: Short names for the row of boxes that puts men out of action.
_OUT = {name: name.replace("rifleman", "rifle") for name in ROSTER}
_AUTOMATIC = {key: GUNS[key] for key in AUTOMATIC}
_AFTER = {key: f"{key} · {outcome.short}" for key, outcome in OUTCOMES.items()}
_GUN, _MOVE, _GUARD, _CREW = (
    Group("flags", label, always=True) for label in ("It is", "He", "He", "Gun")
)
#: Further controls for the hits on him and for automatic fire beside him, shown on demand.
_HIT = Group("sent", "Several hits", always=True)
_TEAM = Group("team", "Automatic fire", always=True)
#: What has happened since a light wound sent him away.
_SINCE = {
    "": "nothing yet",
    "hidden": "his turn in hide is over",
    "fired on": "he was fired on",
    "there": "he is there",
}
_HIDDEN = {
    "": "up",
    "chosen": "in hide by choice",
    "one hit": "in hide after one hit",
    "more hits": "in hide after more hits",
}
_COMBAT = {"": "no", "assaulted": "was assaulted", "assaulter": "has assaulted"}
_MOMENTS = {"enemy": "the enemy's turn", "own": "the gunner's next turn"}
#: The width of the first column of the table below a question, in pixels.
_HEAD = 120.0


class Man(OneOf):
    """A man of the squad, by his name or his role; a role means the first such man who is not out
    of action.
    """

    def take(self, state: LandserSquad, given: str) -> str:
        having = sorted(
            (man for man, role in ROSTER.items() if role == given), key=state.out.__contains__
        )
        name = given if given in ROSTER else next(iter(having), given)
        return str(super().take(state, name))


def _since(state: LandserSquad) -> dict[str, str]:
    return {way: _SINCE[way] for way in ways(state.outcome)}


def _in_hit_table(state: LandserSquad) -> bool:
    return state.weapon in WEAPONS


def _jammed(state: LandserSquad, box: str, on: bool) -> str:
    one_of("box", box, ["jammed"])
    return state.weapon if on else ""


def _serves(*roles: str) -> Callable[[LandserSquad], bool]:
    return lambda state: ROSTER[state.man] in roles


def _reloading(state: LandserSquad) -> bool:
    """Return whether a burst last turn may keep him or his gunner busy."""
    carried = MEN[ROSTER[state.man]].weapons
    return state.weapon in AUTOMATIC or not set(RELOADS).isdisjoint(carried)


@dataclass(frozen=True)
class LandserSquad(QuestionPanel, LandserPanel[View]):
    """Look at one man of the squad, or at the squad as a whole.

    The squad, the selected man, and the question about him, his gun, or the whole squad.
    """

    id = "landser:squad"
    title = "The squad"
    order = names(
        "question man action weapon outcome helper pace gun flags clear difficult obstacles moment"
        " loader_inches bursts turns out prisoners assault_round mine theirs jam since last_action"
        " combat hits sent hidden legs arms team"
    )
    secondary = names("jam legs since last_action combat hits sent hidden arms team")
    stage = (("Squad", "picture"), ("Odds", "charts"), ("Profiles", "tables"))
    prompt = "What may each man do, and does the squad hold?"
    usage_hint = (
        "Click a man to look at him, again to put him out of action or back · arrow keys go from"
        " man to man"
    )

    question: str = part(question_part, word=LEAD)
    man: str = part(Man, "Man", "gunner", NAMES, error_name="man of the squad", always=True)
    action: str = part(word, "Action", "move and fire", ACTIONS, always=True)
    weapon: str = part(word, "With", "gpmg", {**GUNS, "grenade": "grenade"}, always=True)
    out: frozenset[str] = part(Several, "Out", frozenset(), _OUT, error_name="man of the squad")
    outcome: str = part(word, "After", "miss", _AFTER, word="after", always=True)
    since: str = part(OneOf, "Since then", "", _since, shown=lambda s: len(_since(s)) > 1)
    last_action: str = part(
        OneOf, "Last turn he chose", "move", ACTIONS, word="last", error_name="action", always=True
    )
    pace: str = part(
        word, "Action", "move", {key: ACTIONS[key] for key in PACES}, "way of moving", always=True
    )
    gun: str = part(word, "Gun", "gpmg", _AUTOMATIC, "automatic weapon", word="crewed", always=True)
    jammed: str = part(
        Custom,
        "His weapon",
        "",
        word="jammed",
        control_id="jam",
        reads=lambda _state, words: one_of("weapon", " ".join(words), WEAPONS),
        writes=lambda _state, weapon: [weapon],
        shows=lambda state: Toggles(
            "jam", "Weapon", (Toggle("jammed", "jammed", state.jammed == state.weapon),)
        ),
        takes=lambda state, given: _jammed(state, *given),
        samples=lambda dice, state: dice.choice(("", state.weapon)) if _in_hit_table(state) else "",
        shown=_in_hit_table,
    )
    helper: str = part(word, "Beside him", "", {h: f"a {h}" if h else "nobody" for h in HELPERS})
    combat: str = part(word, "Locked in combat", "", _COMBAT)
    hits: int = part(whole, "Hits on him that turn", 0, 0, 9, "the number of hits")
    legs: int = part(whole, "(a) wounds", 0, 0, 9, "the number of (a) wounds")
    arms: int = part(whole, "(b) wounds", 0, 0, 9, "the number of (b) wounds")
    bursts: int = part(whole, "Bursts alone", 0, 0, 9, "the number of bursts")
    turns: int = part(whole, "Turns running", 0, 0, 9, "the number of turns")
    prisoners: int = part(whole, "Prisoners", 0, 0, 9, "the number of prisoners")
    clear: Inches = part(length, "Clear", 0, hint="inches")
    difficult: Inches = part(length, "Difficult", 2, hint="such as 1 1/2")
    obstacles: Inches = part(length, "Obstacles", 0, hint="inches across")
    loader_inches: Inches = part(
        length, "Loader at", 0, hint="inches", shown=lambda s: s.question == "loader" or s.loader
    )
    set_up: bool = part(Flag, "set up", default=True, group=_GUN)
    gun_jammed: bool = part(Flag, "jammed", group=_GUN)
    loader: bool = part(Flag, "with loader", default=True, group=_GUN)
    fast_before: bool = part(Flag, "fast before", group=_MOVE)
    hidden: str = part(word, "He is", "", _HIDDEN)
    half_speed: bool = part(Flag, "half speed", group=_MOVE)
    ends_in_cover: bool = part(Flag, "ends in cover", group=_MOVE)
    hid: bool = part(
        Flag,
        "one of the hits was a hide result",
        group=_HIT,
        shown=lambda state: state.hits > (not state.since) and state.outcome != "hide",
    )
    gun_bursting: bool = part(
        Flag, "the machine gun fires fully automatic now", group=_TEAM, shown=_serves("loader")
    )
    burst_before: bool = part(
        Flag, "his weapon fired a burst last turn", group=_TEAM, shown=_reloading
    )
    worn: bool = part(
        Flag,
        "the barrel of his machine gun must be changed",
        group=_TEAM,
        shown=_serves("gunner", "loader"),
    )
    guards: bool = part(Flag, "has prisoners", group=Group("duty", "Guard", always=True))
    fired_on: bool = part(Flag, "is fired on", group=_GUARD)
    assaulted: bool = part(Flag, "is assaulted", group=_GUARD)
    moment: str = part(word, "In", "enemy", _MOMENTS)
    assault_round: int = part(whole, "Round of the assault", 1, 1, 9, "the round of the assault")
    mine: int = part(whole, "Your die", 5, 1, 6, "your die")
    theirs: int = part(whole, "The other die", 3, 1, 6, "the other die")
    moving: bool = part(Flag, "moves", group=_CREW)
    readings: Taken = part(offered)

    @abstractmethod
    def judged(self) -> Answer[bool] | Answer[bool | Gap] | Answer[int | Fraction]:
        """Return the answer to the question."""

    def ask(self) -> Answer[bool] | Answer[bool | Gap] | Answer[int | Fraction]:
        coming = casualties.forecast(len(self.out), dict(self.readings))
        return replace(self.judged(), detail=coming)

    def picture(self, answer: Answer[object], view: View | None = None) -> Scene:
        losing = answer.detail.losing if answer.value is not None else ()
        return _picture([_figure(name, self) for name in ROSTER], losing, answer.headline)

    def question_picture(self) -> Scene:
        scene = self.picture(Answer(None, ()))
        crosses = (replace(s, role="axis") if s.role == "illegal" else s for s in scene.figures)
        return replace(scene, height=TOP + 2 * RANK + 8, figures=tuple(crosses))

    def after(self, control: str, before: Self) -> Self:
        """Give another man his first weapon, and put a loader who comes at the gun."""
        if self.loader and not before.loader:
            return replace(self, loader_inches=0)
        if self.since not in ways(self.outcome):
            return replace(self, since="")
        return self.look_at(self.man) if control == "man" else self

    def act(self, control: str, value: object) -> Self:
        """Follow a remedy: weapon work, or a machinegunner put out of action."""
        if control == "weapon work":
            return replace(self, set_up=True, gun_jammed=False, turns=0)
        if control == "gunner_out":
            return self.put_out("gunner", bool(value))
        return super().act(control, value)

    def look_at(self, man: str) -> Self:
        """Return the state with another man selected, his first weapon in hand."""
        return replace(self, man=man, weapon=MEN[ROSTER[man]].weapons[0])

    def put_out(self, man: str, out: bool) -> Self:
        """Return the state with a man put out of action, or back."""
        return replace(self, out=self.out | {man} if out else self.out - {man})

    def pointed(self, gesture: Gesture, view: View) -> Self:
        """Select the man who is clicked; click the selected man to put him out of action
        or back.
        """
        number = man_at(gesture.at) if gesture.kind == "press" else None
        if number is None or number >= len(ROSTER):
            return self
        name = list(ROSTER)[number]
        return self.put_out(name, name not in self.out) if name == self.man else self.look_at(name)

    def stepped(self, arrow: str) -> Self:
        """Go from man to man."""
        men, (across, down) = list(ROSTER), ARROWS[arrow]
        at = men.index(self.man) + across + down * ACROSS
        return self.look_at(men[at]) if 0 <= at < len(men) else self

    def _squad_table(self) -> Table:
        """Return a table of the kinds of men, with their number, weapons and forbidden actions, and
        this man's row lit.
        """
        rows = []
        for role, man in MEN.items():
            arms = _weapons(role).replace(WEAPONS["gpmg"].name, GUNS["gpmg"])
            cannot = listed((ACTIONS[action] for action in man.cannot), none="–")
            rows.append((role if role == "second" else man.name, (str(man.count), arms, cannot)))
        lit, heads = list(MEN).index(ROSTER[self.man]), ("men", "weapons", "not on his profile")
        return Table("A typical squad", heads, tuple(rows), lit)


@dataclass(frozen=True)
class Order(LandserSquad, key="order", label="may he do that?"):
    """What one man may do."""

    own_parts = names(
        "man action weapon outcome last_action jammed helper since hits hid combat legs arms"
        " gun_bursting burst_before worn guards"
    )

    def bears(self) -> dict[str, bool]:
        hidden = self._trooper().hidden
        return {
            "loader-assists": self.gun_bursting and ROSTER[self.man] == "loader",
            "continuous-fire": self.burst_before and self.weapon == "gpmg",
            "cannot-return-fire": self.outcome == "light 1",
            "in-refuge": self.outcome == "light 5" and self.since != "",
            "grenade-action": self.weapon == "grenade",
            "locked-men": self.combat != "",
            "out-of-hide": self.action == "move" and hidden not in ("", "more hits"),
        }

    def judged(self) -> Answer[bool | Gap]:
        man, read = self._trooper(), dict(self.readings)
        return squad.order(self.man, man, self.action, self.weapon, self.out, read)

    def _trooper(self) -> Trooper:
        same = "outcome hits last_action jammed helper gun_bursting burst_before hid since combat"
        return Trooper(
            ROSTER[self.man],
            leg_wounds=self.legs,
            arm_wounds=self.arms,
            gunner_out="gunner" in self.out,
            **common.values(self, f"{same} worn guards"),
        )

    def question_picture(self) -> Scene:
        return common.below(super().question_picture(), self._squad_table(), _HEAD)

    def tables(self, answer: Answer[object]) -> tuple[Table, ...]:
        if self.helper not in OUTCOMES[self.outcome].treated_by:
            return (self._squad_table(),)
        rows = ((str(face), wounds.treated(face).headline.rstrip(".")) for face in range(1, 7))
        treated = common.table("The turn after a medic has come", rows, head="the die leaves")
        return (self._squad_table(), treated)


@dataclass(frozen=True)
class Move(LandserSquad, key="move", label="how far?"):
    """How far a man gets."""

    own_parts = names(
        "pace legs clear difficult obstacles fast_before half_speed ends_in_cover hidden"
    )

    def bears(self) -> dict[str, bool]:
        return {"out-of-hide": self.hidden not in ("", "more hits")}

    def question_picture(self) -> Scene:
        return LandserSquad.question_picture(replace(self, man="rifleman 1"))

    def judged(self) -> Answer[bool]:
        same = "clear difficult obstacles half_speed fast_before ends_in_cover hidden"
        way = Way(self.pace, leg_wounds=self.legs, **common.values(self, same))
        return may_move(way, dict(self.readings))


@dataclass(frozen=True)
class Burst(LandserSquad, key="gun", label="a burst?"):
    """What an automatic weapon needs before a burst."""

    own_parts = names("gun bursts turns loader_inches set_up gun_jammed loader")

    def question_picture(self) -> Scene:
        crew = [_Figure("gunner", "gunner", WEAPONS[self.gun].name, False, True)]
        if self.loader:
            crew.append(_Figure("loader", NAMES["loader"], _weapons("loader"), False, False))
        return replace(_picture(crew, (), ""), height=TOP + RANK)

    def judged(self) -> Answer[bool]:
        gun = Gun(self.gun, self.set_up, self.gun_jammed, self.loader, self.bursts, self.turns)
        return machine_guns.may_burst(gun, self.loader_inches)


@dataclass(frozen=True)
class Template(LandserSquad, key="template", label="template stays?"):
    """How long the template of a burst stays on the table."""

    own_parts = names("gun moment turns loader_inches set_up loader")

    def bears(self) -> dict[str, bool]:
        return {"smg-template": self.gun == "smg"}

    def judged(self) -> Answer[bool]:
        gun, read = Gun(self.gun, self.set_up, False, self.loader, 0, self.turns), self.readings
        return machine_guns.template_stays(gun, self.moment, self.loader_inches, dict(read))


@dataclass(frozen=True)
class BreakOff(LandserSquad, key="break-off", label="break off?"):
    """When the squad loses the game."""

    own_parts = ("out",)

    def bears(self) -> dict[str, bool]:
        return {"break-off-again": True}

    def judged(self) -> Answer[int | Fraction]:
        return turns.squad_breaks_off(self.out, dict(self.readings))

    def charts(self, answer: Answer[object]) -> tuple[Chart, ...]:
        forecast = answer.detail
        bars = tuple((f"{out} out", chance) for out, chance in enumerate(forecast.losing))
        series = (
            ("no more are lost", forecast.steady),
            ("one more is lost each turn", forecast.falling),
        )
        title, axis = "Loses the game at the start of a turn", "men out of action"
        return (
            Bars(title, axis, bars, tint="vermillion"),
            Curve("Still fighting, turn by turn", "turns from now", series),
        )

    def tables(self, answer: Answer[object]) -> tuple[Table, ...]:
        return (self._squad_table(),)

    def effect(self, answer: Answer[Fraction]) -> str:
        return f"loses {percent(answer.value)}"


@dataclass(frozen=True)
class Guard(LandserSquad, key="guard", label="guard them?"):
    """How many prisoners one man guards."""

    own_parts = names("prisoners fired_on assaulted")

    def judged(self) -> Answer[bool]:
        return assault.may_guard(self.prisoners, self.fired_on, self.assaulted)


@dataclass(frozen=True)
class Loader(LandserSquad, key="loader", label="loader in place?"):
    """How near a loader must be."""

    own_parts = names("loader_inches moving")

    def judged(self) -> Answer[bool]:
        return machine_guns.loader_in_place(self.loader_inches, self.moving)


@dataclass(frozen=True)
class Join(LandserSquad, key="join", label="prisoners fight?"):
    """When prisoners fight again."""

    own_parts = names("prisoners assaulted assault_round")

    def judged(self) -> Answer[bool]:
        return assault.prisoners_join(self.prisoners, self.assaulted, self.assault_round)


@dataclass(frozen=True)
class First(LandserSquad, key="first", label="who begins?"):
    """Who has the first turn."""

    own_parts = names("mine theirs")

    def judged(self) -> Answer[bool | Gap]:
        return turns.first_turn(self.mine, self.theirs)


LandserSquad.offer(Order, Move, Burst, Template, BreakOff, Guard, Join, Loader, First)


# -- ten men in two ranks, and the die that may end the game ---------------------------------------

ACROSS, LEFT, TOP, CELL, RANK = 5, 10.0, 16.0, 124.0, 182.0
_FOOT = TOP + 2 * RANK + 42


@dataclass(frozen=True, slots=True)
class _Figure:
    """A man: his name, title and weapons; whether he is out of action, and selected."""

    name: str
    title: str
    weapons: str
    out: bool
    chosen: bool


def _weapons(role: str) -> str:
    return listed(WEAPONS[weapon].name for weapon in MEN[role].weapons)


def _figure(name: str, state: LandserSquad) -> _Figure:
    out, chosen = name in state.out, name == state.man
    return _Figure(name, NAMES[name], _weapons(ROSTER[name]), out, chosen)


def man_at(pixel: Pixel) -> int | None:
    """Return the number of the man at this pixel, counted from 0."""
    column, rank = int((pixel[0] - LEFT) // CELL), int((pixel[1] - TOP) // RANK)
    return rank * ACROSS + column if 0 <= column < ACROSS and 0 <= rank < 2 else None


def _picture(men: Sequence[_Figure], losing: Sequence[Fraction], verdict: str) -> Scene:
    """Return the picture of the squad.

    ``losing`` is the chance to lose the game with 0, 1, 2, ... men out of action; it is empty in a
    question's picture.
    """
    figures: list[Shape] = []
    for number, man in enumerate(men):
        figures += _man(man, LEFT + CELL * (number % ACROSS + 0.5), TOP + RANK * (number // ACROSS))
    out = sum(man.out for man in men)
    figures += _scale(losing, out) if losing else ()
    description = f"Fit: {plural(len(men) - out, 'man', 'men')} (of {len(men)}). {verdict}"
    return Scene(WIDTH, HEIGHT, _ground(), tuple(figures), "A squad of ten", description)


@cache
def _ground() -> tuple[Shape, ...]:
    """Return the ground on which the men stand: grass, with a tuft here and there."""
    tufts = tuple((0.0, top, WIDTH, top + 112) for top in (TOP, TOP + RANK))
    return (*bare_paper(WIDTH, HEIGHT), *meadow((0, 0, WIDTH, TOP + 2 * RANK + 8), tufts))


def _man(man: _Figure, x: float, top: float) -> Iterator[Shape]:
    """Draw a man from above with his weapon, his title and his arms below; a cross over one who is
    out of action.
    """
    y, name = top + 62, man.name
    if man.chosen:
        yield Circles(((x, y),), 56, "selected", name)
    armed = soldiers.weapon_of(man.weapons)
    yield from soldiers.soldier(
        soldiers.Soldier((x, y), 40.0, 0.0, "German", armed, name, out=man.out)
    )
    if man.out:
        a, b, c, d = rectangle(x - 26, y - 26, x + 26, y + 26)
        yield Lines(((a, c), (d, b)), "illegal", name)
    short = ("squad leader", "second", "machinegunner", "loader")
    words = next((one for one in short if man.title.startswith(one)), man.title)
    yield Label(words, (x, top + 127), "tree-chance", name)
    for line, text in enumerate(_lines(man.weapons), 1):
        yield Label(text, (x, top + 127 + LEADING * line), "tree-words", name)


def _lines(weapons: str) -> tuple[str, ...]:
    short = weapons.replace("general purpose machine gun", "GPMG").replace("submachine gun", "SMG")
    return (short,) if text_fits(short, CELL + 4, SMALL) else tuple(short.split(" and "))


def _scale(losing: Sequence[Fraction], out: int) -> Iterator[Shape]:
    """Draw the chance to lose the game for every number of men out of action; the present one is
    ringed.
    """
    words = "out of action, and the chance to lose the game at the start of the turn"
    yield Label(words, (WIDTH / 2, _FOOT - 16), "tree-words", "scale")
    wide = (WIDTH - 8) / len(losing)
    for number, chance in enumerate(losing):
        left, name = 4 + wide * number, f"{number} out"
        ring = rectangle(left + 1, _FOOT, left + wide - 1, _FOOT + 50)
        yield Polygons((ring,), "man-card", name)
        if chance:
            bar = rectangle(left + 1, _FOOT + 50 * float(1 - chance), left + wide - 1, _FOOT + 50)
            yield Polygons((bar,), "tree-bar", name, "vermillion")
        yield Label(str(number), (left + wide / 2, _FOOT + 14), "tree-chance", name)
        yield Label(percent(chance), (left + wide / 2, _FOOT + 36), "tree-label", name)
        if number == out:
            yield Lines(((*ring, ring[0]),), "target-ring", name)
