"""Landser assault: hand to hand with every roll laid out, several attackers, and surrender."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from typing import Self

from landships_lab.core import checks
from landships_lab.core.answer import Answer, Gap
from landships_lab.core.speech import mixed, percent, signed
from landships_lab.drawing import soldiers
from landships_lab.drawing.charts import Bars, Chart, Curve, Table
from landships_lab.drawing.dicing import die_face
from landships_lab.drawing.labels import Name, placed
from landships_lab.drawing.patterns import meadow
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
from landships_lab.games.landser.analysis.casualties import one_after_another
from landships_lab.games.landser.rules import assault
from landships_lab.games.landser.rules.assault import RESULTS, Fighter
from landships_lab.games.landser.rules.book import FIELDCRAFT, FIRING, Inches
from landships_lab.panel.board import Gesture
from landships_lab.panel.controls import Choice, Control, Field, Toggle, Toggles
from landships_lab.panel.menu import QuestionPanel, question_part
from landships_lab.panel.parts import LEAD, Custom, part
from landships_lab.panel.parts.base import names, with_fields
from landships_lab.panel.readings import Taken
from . import common
from .common import ARROWS, HEIGHT, WIDTH, LandserPanel, length, offered, whole, word

ARMS = {"none": "rifle butt or knife", "pistol": "pistol", "bayonet": "bayonet on the rifle"}
_ARM_BUTTONS = (("none", "knife"), ("pistol", "pistol"), ("bayonet", "bayonet"))
_MODES = {"ready": "ready", "hide": "in hide", "sneak": "sneaking"}
_ENEMY = {"assaults": "assaults", "comes": "comes near"}
#: The handicaps of a fighter: the box, the field of the fighter, and the words beside the box.
_SUFFERS = (
    ("wounded", "serious_wounds", "serious wound"),
    ("shaken", "disorientated", "disorientated"),
)
#: The word for a man without a friend, in place of a distance.
NOBODY = "none"
MOST = 6
#: The width of the first column of the table below a question, in pixels.
_HEAD = 160.0
Dice = tuple[int, int]


def _fighter(name: str, fighter: Fighter) -> Custom:
    """Return the part of a fighter, written ``pistol wounds-1 shaken``; its control sets the
    weapon.
    """
    label = name.capitalize()
    return Custom(
        label,
        fighter,
        always=True,
        reads=lambda _state, words: _read_fighter(words),
        writes=lambda _state, man: _write_fighter(man),
        shows=lambda state: Choice(
            name, label, _ARM_BUTTONS, getattr(state, name).arms, buttons=True
        ),
        takes=lambda state, arms: replace(getattr(state, name), arms=arms),
        samples=lambda dice, _state: Fighter(
            dice.choice(list(ARMS)), dice.choice((0, 0, 1, 2)), dice.random() < 1 / 3
        ),
    )


def _read_fighter(words: Sequence[str]) -> Fighter:
    fighter = Fighter()
    for given_word in words:
        if given_word.startswith("wounds-"):
            given = given_word.removeprefix("wounds-")
            wounds = checks.whole("The number of serious wounds", given, 0, 9)
            fighter = replace(fighter, serious_wounds=wounds)
        elif given_word == "shaken":
            fighter = replace(fighter, disorientated=True)
        else:
            fighter = replace(fighter, arms=checks.one_of("weapon of an assault", given_word, ARMS))
    return fighter


def _write_fighter(fighter: Fighter) -> list[str]:
    wounds = [f"wounds-{fighter.serious_wounds}"] if fighter.serious_wounds else []
    return [fighter.arms, *wounds, *(["shaken"] if fighter.disorientated else [])]


def _read_dice(text: str) -> Dice | None:
    given = text.replace(",", " ").split()
    if not given:
        return None
    if len(given) != 2 or any(shown not in set("123456") for shown in given):
        raise ValueError(f"{text!r} is not two dice; write two numbers from 1 to 6, such as 3 4.")
    return int(given[0]), int(given[1])


def _dice_field(state: LandserAssault) -> Field:
    shown = " ".join(map(str, state.dice or ()))
    return Field("dice", "Dice of attacker and defender", shown, "such as 3 4")


def _read_friend(text: str) -> Inches | str:
    if text.strip() in (NOBODY, ""):
        return NOBODY
    return checks.inches("The distance of the friend", text)


def _friend_field(state: LandserAssault) -> Field:
    shown = state.friend if isinstance(state.friend, str) else mixed(state.friend)
    return Field("friend", "Nearest friend", shown, "or none", letters=7)


def _throw(dice: random.Random, _state: object) -> Dice | None:
    return (dice.randint(1, 6), dice.randint(1, 6)) if dice.random() < 1 / 2 else None


@dataclass(frozen=True)
class LandserAssault(QuestionPanel, LandserPanel[View]):
    """Send one man, or several, against another.

    Two fighters, the number of the attacker this turn, the two dice if one roll is selected, and
    the facts for surrender.

    ``friend`` is the distance of his nearest unwounded friend, "none" without one.
    """

    id = "landser:assault"
    title = "Assault"
    order = names("question attacker attacker_suffers defender defender_suffers opponent dice")
    secondary = ("dice",)
    stage = (("Picture", "picture"), ("Odds", "tables + chart 1"), ("Several attackers", "chart 2"))
    prompt = "Who is put out of action, and who surrenders?"
    usage_hint = "Set the distances in inches · the picture shows the circles that decide"

    question: str = part(question_part, word=LEAD, buttons=True)
    attacker: Fighter = part(_fighter, "attacker", Fighter("bayonet"))
    defender: Fighter = part(_fighter, "defender", Fighter())
    opponent: int = part(whole, "Attacker no.", 1, 1, MOST, "the number of the attacker")
    dice: Dice | None = part(
        Custom,
        "Dice",
        reads=lambda _state, words: _read_dice(" ".join(words)),
        writes=lambda _state, dice: [str(shown) for shown in dice],
        shows=_dice_field,
        takes=lambda _state, text: _read_dice(str(text)),
        samples=_throw,
    )
    enemy: Inches = part(
        length, "Enemy at", 2, "the distance of the enemy", always=True, hint="such as 2"
    )
    friend: Inches | str = part(
        Custom,
        "Nearest friend",
        12,
        always=True,
        reads=lambda _state, words: _read_friend(" ".join(words)),
        writes=lambda _state, friend: [str(friend)],
        shows=_friend_field,
        takes=lambda _state, given: _read_friend(str(given)),
        samples=lambda dice, _state: dice.choice((NOBODY, 4, 10, 12, Fraction(21, 2))),
    )
    mode: str = part(word, "He is", "ready", _MODES, always=True, buttons=True)
    target: Inches = part(length, "Man assaulted at", 4, "the distance of the man")
    nearest: Inches = part(length, "Nearest enemy at", 3, "the distance of the nearest enemy")
    enemy_does: str = part(word, "Enemy", "assaults", _ENEMY, "thing the enemy does", buttons=True)
    readings: Taken = part(offered)

    def replies(self) -> tuple[str, ...]:
        return RESULTS

    def act(self, control: str, value: tuple[str, bool]) -> Self:
        """Tick or untick a handicap of a fighter."""
        name, _, suffers = control.partition("_")
        if suffers != "suffers" or name not in ("attacker", "defender"):
            return super().act(control, value)
        fields = {box: field for box, field, _ in _SUFFERS}
        field, fighter = fields[checks.one_of("box", value[0], fields)], getattr(self, name)
        kind = type(getattr(fighter, field))
        return with_fields(self, **{name: replace(fighter, **{field: kind(value[1])})})


@dataclass(frozen=True)
class Fight(LandserAssault, key="fight", label="who wins?"):
    """Who wins hand to hand, with every roll of the dice."""

    usage_hint = (
        "Click a square to see that roll step by step, again to see all of them · arrow keys change"
        " the dice"
    )
    own_parts = names("attacker defender opponent dice")

    def bears(self) -> dict[str, bool]:
        return {"opponent-minus": True}

    def ask(self) -> Answer[Fraction | str | bool]:
        men, read = (self.attacker, self.defender, self.opponent), dict(self.readings)
        return assault.fight(*men, self.dice, read)

    def picture(self, answer: Answer[object], view: View | None = None) -> Scene:
        fight, shown = answer.detail, answer.value is not None
        results = fight.results if shown else {}
        figures = [*_heads(self, fight.added if shown else (0, 0))]
        for a, b in product(range(1, 7), repeat=2):
            figures += _square(a, b, results.get((a, b), ""))
        if self.dice is not None:
            ring = _ring(*self.dice)
            name = f"{self.dice[0]} {self.dice[1]}"
            figures.append(Lines(((*ring, ring[0]),), "target-ring", name))
        wins = sum(result == "defender out" for result in results.values())
        counted = f"Of 36 rolls the attacker wins {wins or 'none'}. " if results else ""
        description = f"{counted}{answer.headline if shown else 'Who wins?'}"
        ground = bare_paper(WIDTH, HEIGHT)
        return Scene(WIDTH, HEIGHT, ground, tuple(figures), "All rolls of an assault", description)

    def charts(self, answer: Answer[object]) -> tuple[Chart, ...]:
        fight = answer.detail
        if fight is None:
            return ()
        turns = one_after_another([self.attacker] * MOST, self.defender, fight.readings)
        series = (("the defender is out", tuple(turn.p("out") for turn in turns)),)
        return (
            Bars("One turn", "result", tuple((result, fight.odds.p(result)) for result in RESULTS)),
            Curve("Several attackers in one turn", "attackers", series),
        )

    def tables(self, answer: Answer[object]) -> tuple[Table, ...]:
        lit = {"pistol": 0, "bayonet": 1}.get(self.attacker.arms)
        return (replace(_factors(), lit_row=lit, note="Lit: the attacker's weapon."),)

    def question_picture(self) -> Scene:
        return common.below(self.picture(Answer(None, ())), _factors(), _HEAD)

    def effect(self, answer: Answer[object]) -> str:
        return f"attacker wins {percent(answer.detail.odds.p('defender out'))}"

    def actions(self) -> tuple[Control, ...]:
        return (
            _suffering("attacker_suffers", "is", self.attacker),
            _suffering("defender_suffers", "is", self.defender),
        )

    def pointed(self, gesture: Gesture, view: View) -> Self:
        """Select the roll that is clicked; a second click shows all rolls."""
        dice = _dice_at(gesture.at) if gesture.kind == "press" else None
        return self if dice is None else replace(self, dice=None if dice == self.dice else dice)

    def stepped(self, arrow: str) -> Self:
        """Change the dice by one."""
        (a, b), (da, db) = self.dice or (3, 3), ARROWS[arrow]
        return replace(self, dice=(min(max(a + da, 1), 6), min(max(b + db, 1), 6)))

    def legend(self) -> tuple[tuple[str, str], ...]:
        return tuple((f"tint-{tint}", f"{sign} {one}") for one, (sign, tint) in _SIGNS.items())


@dataclass(frozen=True)
class Surrender(LandserAssault, key="surrender", label="surrender?"):
    """Whether a man surrenders."""

    own_parts = names("enemy friend mode enemy_does")

    @property
    def friend_inches(self) -> Inches | None:
        """The distance of his nearest unwounded friend, None without one."""
        return None if isinstance(self.friend, str) else self.friend

    def ask(self) -> Answer[bool]:
        assaults = self.enemy_does == "assaults"
        return assault.surrenders(self.enemy, self.friend_inches, self.mode, assaults)

    def picture(self, answer: Answer[object], view: View | None = None) -> Scene:
        """Draw the man, the circles of point blank range and of comradeship, the enemy and the
        friend.
        """
        near, far = FIRING.bands[0].upto["to-10"], FIELDCRAFT.assault.friend_inches
        (x, y), figures, named = _MIDDLE, list[Shape](), list[Name]()
        for reach, words in (
            (far, f"{far}″: an unwounded friend gives heart"),
            (near, f"{near}″: point blank"),
        ):
            figures.append(Circles((_MIDDLE,), _SCALE * reach, "template-reach", words))
            top = y - _SCALE * reach
            box, sides = (x - 1, top - 1, x + 1, top), ((0.0, -1.0), (0.0, 1.0))
            named.append(Name(words, "tree-words", box, words, sides=sides))
        if answer.value is True:
            figures.append(Circles((_MIDDLE,), 30, "target-ring", "surrenders"))
        men = [("he", "German", 0.0, 0), ("enemy", "British", -1.0, self.enemy)]
        if self.friend_inches is not None:
            men.append(("friend", "German", 1.0, self.friend_inches))
        drawn = [_Man(name, nation, side, away) for name, nation, side, away in men]
        return _meadow(figures, named, drawn, "Does he surrender?", answer.headline)


@dataclass(frozen=True)
class Charge(LandserAssault, key="charge", label="whom?"):
    """Whom a man may assault."""

    own_parts = names("target nearest")

    def ask(self) -> Answer[bool | Gap]:
        return assault.may_charge(self.attacker, self.target, min(self.nearest, self.target))

    def picture(self, answer: Answer[object], view: View | None = None) -> Scene:
        """Draw the attacker, the man he would assault on his right, and on his left his nearest
        enemy, if that is another man.
        """
        men = [_Man("he", "German", 1.0, self.target, 26)]
        if self.nearest < self.target:
            men.append(_Man("nearest", "German", -1.0, self.nearest, 26))
        lines = [Lines(((_MIDDLE, man.at),), "sight-line", man.name) for man in men]
        shown = [_Man("attacker", "British", looks=-1.0), *men]
        return _meadow(lines, [], shown, "May he assault this man?", answer.headline)

    def actions(self) -> tuple[Control, ...]:
        return (_suffering("attacker_suffers", "Attacker", self.attacker),)


LandserAssault.offer(Fight, Surrender, Charge)


def _factors() -> Table:
    """Return the printed factors of an assault."""
    added = FIELDCRAFT.assault
    rows = (
        ("pistol armed", signed(added.pistol)),
        ("bayonet on rifle", signed(added.bayonet)),
        ("each opponent", signed(added.each_opponent)),
    )
    note = f"A serious wound is {signed(added.serious_wound)} too, and so is being disorientated."
    return common.table("Assault factors", rows, note)


def _suffering(control: str, label: str, fighter: Fighter) -> Toggles:
    boxes = (Toggle(box, words, bool(getattr(fighter, field))) for box, field, words in _SUFFERS)
    return Toggles(control, label, tuple(boxes))


# -- every roll of the two dice in a square of its own ---------------------------------------------

LEFT, TOP, SIDE = 190.0, 96.0, 64.0
#: The sign in each square, so that meaning never depends on colour alone, and its colour.
_SIGNS = {
    "attacker out": ("✗", "vermillion"),
    "draw": ("=", "yellow"),
    "defender out": ("✓", "green"),
}


def _dice_at(pixel: Pixel) -> Dice | None:
    """Return the dice (attacker across, defender down) at this pixel, or None outside
    the squares.
    """
    a, b = int((pixel[0] - LEFT) // SIDE) + 1, int((pixel[1] - TOP) // SIDE) + 1
    return (a, b) if 1 <= a <= 6 and 1 <= b <= 6 else None


def _ring(a: int, b: int) -> tuple[Pixel, ...]:
    left, top = LEFT + SIDE * (a - 1), TOP + SIDE * (b - 1)
    return rectangle(left + 1.5, top + 1.5, left + SIDE - 1.5, top + SIDE - 1.5)


def _square(a: int, b: int, result: str) -> Iterator[Shape]:
    """Draw the square of a roll; in a question's picture it has no result."""
    name, (sign, tint) = f"{a} {b}", _SIGNS.get(result, ("", "black"))
    yield Polygons((_ring(a, b),), "dice-square", name, tint)
    if result:
        x, y = LEFT + SIDE * (a - 0.5), TOP + SIDE * (b - 0.5)
        yield Label(sign, (x, y), "dice-sign", name, tint)


def _heads(state: LandserAssault, added: tuple[int, int]) -> Iterator[Shape]:
    """Draw each number of the dice along its side, with its score."""
    mine, his = ARMS[state.attacker.arms], ARMS[state.defender.arms]
    x, edge = LEFT + 3 * SIDE, LEFT - 16
    yield Label(f"the attacker's die ({mine})", (x, 24), "tree-head", "attacker")
    yield Label("the defender's die", (edge, TOP - 41), "tree-head", "defender", anchor="end")
    yield Label(f"({his})", (edge, TOP - 22), "tree-words", "defender", anchor="end")
    for shown in range(1, 7):
        x, y = LEFT + SIDE * (shown - 0.5), TOP + SIDE * (shown - 0.5)
        yield from die_face((x, 57), 34, shown, plain=True, name="attacker")
        yield from die_face((LEFT - 86, y), 34, shown, plain=True, name="defender")
        mine, his = (f"is {mixed(shown + more)}" for more in added)
        if added[0]:
            yield Label(mine, (x, 85), "tree-words", "attacker")
        if added[1]:
            yield Label(his, (LEFT - 10, y), "tree-words", "defender", anchor="end")


# -- men on open ground, who surrender or are charged ----------------------------------------------

_MIDDLE: Pixel = (WIDTH / 2, HEIGHT / 2)
#: The pixels in an inch, and half the size of a man's square.
_SCALE, _SIZE = 17.0, 26.0


@dataclass(frozen=True)
class _Man:
    """A man in these pictures: his name and nation, his ``side`` of the middle (-1 left, 1 right),
    his distance ``away`` in inches beyond the ``first`` pixels, and whether he ``looks`` left (1)
    or right (-1) instead of to the middle.
    """

    name: str
    nation: str
    side: float = 0.0
    away: Inches = 0
    first: float = 0.0
    looks: float = 0.0

    @property
    def at(self) -> Pixel:
        """His place, never out of the picture."""
        far = min(self.first + _SCALE * float(self.away), WIDTH / 2 - 36)
        return _MIDDLE[0] + self.side * far, _MIDDLE[1]

    def draw(self) -> tuple[Shape, ...]:
        """Draw him. A man in the middle who looks nowhere is unarmed."""
        looks = self.looks or self.side
        way, armed = -90.0 * (looks or 1.0), "rifle" if looks else ""
        return soldiers.soldier(
            soldiers.Soldier(self.at, _SIZE, way, self.nation, armed, self.name)
        )

    def label(self) -> Name:
        """Return his name, with his distance if he stands apart."""
        (x, y), reach = self.at, 0.9 * _SIZE
        text = f"{self.name}, {mixed(self.away)}″" if self.side else self.name
        box = (x - reach, y - reach, x + reach, y + reach)
        return Name(text, "piece-name", box, self.name, plate=True)


def _meadow(
    below: Iterable[Shape], named: Iterable[Name], men: Sequence[_Man], title: str, words: str
) -> Scene:
    """Return the men on open ground with their names."""
    figures = [*below, *(shape for man in men for shape in man.draw())]
    edges = ((0, 0, WIDTH, HEIGHT / 2 - 60), (0, HEIGHT / 2 + 60, WIDTH, HEIGHT))
    labels = placed(WIDTH, HEIGHT, figures, [*named, *(man.label() for man in men)])
    ground = meadow((0, 0, WIDTH, HEIGHT), edges)
    return Scene(WIDTH, HEIGHT, ground, (*figures, *labels), title, words)
