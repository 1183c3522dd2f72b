"""Landser assault: hand to hand with every roll laid out, several attackers, and surrender."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import ClassVar, Self

from landships_lab.core.answer import Answer, Gap
from landships_lab.core.checks import inches, one_of, whole
from landships_lab.core.speech import mixed, percent, signed
from landships_lab.drawing.charts import Bars, Chart, Curve, Table
from landships_lab.drawing.shapes import Scene
from landships_lab.drawing.view import View
from landships_lab.games.landser.analysis.casualties import one_after_another
from landships_lab.games.landser.data.tables import fieldcraft, firing
from landships_lab.games.landser.rules import assault
from landships_lab.games.landser.rules.assault import RESULTS, Fighter, may_charge, surrenders
from landships_lab.panel.board import Gesture
from landships_lab.panel.controls import Choice, Control, Field, Toggle, Toggles
from landships_lab.panel.menu import QuestionPanel, question_part
from landships_lab.panel.parts import LEAD, Custom, Inches, OneOf, Whole, part
from landships_lab.panel.readings import Taken
from . import assault_picture as drawn
from . import printed
from .common import ARROWS, LandserPanel, offered

ARMS = {"none": "rifle butt or knife", "pistol": "pistol", "bayonet": "bayonet on the rifle"}
ARM_BUTTONS = (("none", "knife"), ("pistol", "pistol"), ("bayonet", "bayonet"))
MODES = {"ready": "ready", "hide": "in hide", "sneak": "sneaking"}
ENEMY = {"assaults": "assaults", "comes": "comes near"}
SUFFERS = {"wounded": "serious wound", "shaken": "disorientated"}
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
            name, label, ARM_BUTTONS, getattr(state, name).arms, buttons=True
        ),
        takes=lambda state, arms: replace(getattr(state, name), arms=arms),
        samples=lambda dice, _state: Fighter(
            dice.choice(list(ARMS)), dice.choice((0, 0, 1, 2)), dice.random() < 1 / 3
        ),
    )


def _read_fighter(words: Sequence[str]) -> Fighter:
    fighter = Fighter()
    for word in words:
        if word.startswith("wounds-"):
            fighter = replace(
                fighter,
                serious_wounds=whole(
                    "The number of serious wounds", word.removeprefix("wounds-"), 0, 9
                ),
            )
        elif word == "shaken":
            fighter = replace(fighter, disorientated=True)
        else:
            fighter = replace(fighter, arms=one_of("weapon of an assault", word, ARMS))
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


def _read_friend(text: str) -> int | Fraction | str:
    return NOBODY if text.strip() in (NOBODY, "") else inches("The distance of the friend", text)


def _write_friend(friend: int | Fraction | str) -> str:
    return friend if isinstance(friend, str) else mixed(friend)


def _throw(dice: random.Random, _state: object) -> Dice | None:
    return (dice.randint(1, 6), dice.randint(1, 6)) if dice.random() < 1 / 2 else None


@dataclass(frozen=True)
class LandserAssault(QuestionPanel, LandserPanel[View]):
    """Send one man, or several, against another.

    Two fighters, which attacker of the turn it is, the two dice if one roll is looked at, and what
    bears on surrender.

    ``friend`` is how far away his nearest unwounded friend is, "none" where he has no friend left.
    """

    id = "landser:assault"
    title = "Assault"
    order = (
        "question",
        "attacker",
        "attacker_suffers",
        "defender",
        "defender_suffers",
        "opponent",
        "dice",
    )
    secondary = ("dice",)
    stage = (("Picture", "picture"), ("Odds", "tables + chart 1"), ("Several attackers", "chart 2"))
    prompt = "Who is put out of action, and who surrenders?"
    usage_hint = "Set the distances in inches · the picture shows the circles that decide"
    #: The readings that the question turns on.
    turns_on: ClassVar[tuple[str, ...]] = ()

    question: str = part(question_part, word=LEAD, buttons=True)
    attacker: Fighter = part(_fighter, "attacker", Fighter("bayonet"))
    defender: Fighter = part(_fighter, "defender", Fighter())
    opponent: int = part(Whole, "Attacker no.", 1, 1, MOST, error_name="the number of the attacker")
    dice: Dice | None = part(
        Custom,
        "Dice",
        reads=lambda _state, words: _read_dice(" ".join(words)),
        writes=lambda _state, dice: [str(shown) for shown in dice],
        shows=lambda state: Field(
            "dice",
            "Dice of attacker and defender",
            " ".join(map(str, state.dice or ())),
            "such as 3 4",
        ),
        takes=lambda _state, text: _read_dice(str(text)),
        samples=_throw,
    )
    enemy: int | Fraction = part(
        Inches, "Enemy at", 2, always=True, error_name="the distance of the enemy", hint="such as 2"
    )
    friend: int | Fraction | str = part(
        Custom,
        "Nearest friend",
        12,
        always=True,
        reads=lambda _state, words: _read_friend(" ".join(words)),
        writes=lambda _state, friend: [str(friend)],
        shows=lambda state: Field(
            "friend", "Nearest friend", _write_friend(state.friend), "or none", letters=7
        ),
        takes=lambda _state, given: _read_friend(str(given)),
        samples=lambda dice, _state: dice.choice((NOBODY, 4, 10, 12, Fraction(21, 2))),
    )
    mode: str = part(OneOf, "He is", "ready", MODES, always=True, buttons=True)
    target: int | Fraction = part(
        Inches, "Man assaulted at", 4, error_name="the distance of the man"
    )
    nearest: int | Fraction = part(
        Inches, "Nearest enemy at", 3, error_name="the distance of the nearest enemy"
    )
    enemy_does: str = part(
        OneOf, "Enemy", "assaults", ENEMY, error_name="thing the enemy does", buttons=True
    )
    readings: Taken = part(offered, lambda state: state.turns_on)

    def replies(self) -> tuple[str, ...]:
        return RESULTS

    def act(self, control: str, value: tuple[str, bool]) -> Self:
        """Tick or untick what a fighter suffers from."""
        if control == "attacker_suffers":
            return replace(self, attacker=_suffers(self.attacker, *value))
        if control == "defender_suffers":
            return replace(self, defender=_suffers(self.defender, *value))
        return super().act(control, value)


@dataclass(frozen=True)
class Fight(LandserAssault, key="fight", label="who wins?"):
    """Who wins hand to hand, with every roll of the dice."""

    usage_hint = (
        "Click a square to see that roll step by step, again to see all of them · arrow keys change"
        " the dice"
    )
    own_parts = ("attacker", "defender", "opponent", "dice")
    turns_on = ("opponent-minus",)

    def ask(self) -> Answer[Fraction | str | bool]:
        return assault.fight(
            self.attacker, self.defender, self.opponent, self.dice, dict(self.readings)
        )

    def picture(self, answer: Answer[object], view: View | None = None) -> Scene:
        arms = (ARMS[self.attacker.arms], ARMS[self.defender.arms])
        if answer.value is None:
            return drawn.picture({}, (0, 0), arms, self.dice, "Who wins?")
        return drawn.picture(
            answer.detail.results, answer.detail.added, arms, self.dice, answer.headline
        )

    def charts(self, answer: Answer[object]) -> tuple[Chart, ...]:
        fight = answer.detail
        if fight is None:
            return ()
        men = [self.attacker] * MOST
        turns = one_after_another(men, self.defender, fight.readings)
        series = (("the defender is out", tuple(turn.p("out") for turn in turns)),)
        return (
            Bars("One turn", "result", tuple((result, fight.odds.p(result)) for result in RESULTS)),
            Curve("Several attackers in one turn", "attackers", series),
        )

    def tables(self, answer: Answer[object]) -> tuple[Table, ...]:
        lit = {"pistol": 0, "bayonet": 1}.get(self.attacker.arms)
        return (replace(_factors(), lit_row=lit, note="Lit: the attacker's weapon."),)

    def question_picture(self) -> Scene:
        return printed.below(self.picture(Answer(None, ())), _factors(), _HEAD)

    def effect(self, answer: Answer[object]) -> str:
        return f"attacker wins {percent(answer.detail.odds.p('defender out'))}"

    def actions(self) -> tuple[Control, ...]:
        return (
            _suffering("attacker_suffers", "is", self.attacker),
            _suffering("defender_suffers", "is", self.defender),
        )

    def pointed(self, gesture: Gesture, view: View) -> Self:
        """Look at the roll that is clicked; a second click shows all of them."""
        dice = drawn.dice_at(gesture.at) if gesture.kind == "press" else None
        return self if dice is None else replace(self, dice=None if dice == self.dice else dice)

    def stepped(self, arrow: str) -> Self:
        """Change the dice by one."""
        (a, b), (da, db) = self.dice or (3, 3), ARROWS[arrow]
        return replace(self, dice=(min(max(a + da, 1), 6), min(max(b + db, 1), 6)))

    def legend(self) -> tuple[tuple[str, str], ...]:
        return tuple(
            (f"tint-{drawn.TINTS[result]}", f"{drawn.SIGNS[result]} {result}") for result in RESULTS
        )


@dataclass(frozen=True)
class Surrender(LandserAssault, key="surrender", label="surrender?"):
    """Whether a man surrenders."""

    own_parts = ("enemy", "friend", "mode", "enemy_does")

    @property
    def friend_inches(self) -> int | Fraction | None:
        """How far away his nearest unwounded friend is, None without one."""
        return None if isinstance(self.friend, str) else self.friend

    def ask(self) -> Answer[bool]:
        assaults = self.enemy_does == "assaults"
        return surrenders(self.enemy, self.friend_inches, self.mode, assaults)

    def picture(self, answer: Answer[object], view: View | None = None) -> Scene:
        friend = None if self.friend_inches is None else Fraction(self.friend_inches)
        near, far = firing().bands[0].upto["to-10"], fieldcraft().assault.friend_inches
        return drawn.surrender(
            Fraction(self.enemy), friend, near, far, answer.value is True, answer.headline
        )


@dataclass(frozen=True)
class Charge(LandserAssault, key="charge", label="whom?"):
    """Whom a man may assault."""

    own_parts = ("target", "nearest")

    def ask(self) -> Answer[bool | Gap]:
        return may_charge(self.attacker, self.target, min(self.nearest, self.target))

    def picture(self, answer: Answer[object], view: View | None = None) -> Scene:
        nearest = Fraction(min(self.nearest, self.target))
        return drawn.charge(Fraction(self.target), nearest, answer.headline)

    def actions(self) -> tuple[Control, ...]:
        return (_suffering("attacker_suffers", "Attacker", self.attacker),)


LandserAssault.offer(Fight, Surrender, Charge)


def _factors() -> Table:
    """Return the printed factors of an assault."""
    added = fieldcraft().assault
    rows = (
        ("pistol armed", (signed(added.pistol),)),
        ("bayonet on rifle", (signed(added.bayonet),)),
        ("each opponent", (signed(added.each_opponent),)),
    )
    note = f"A serious wound is {signed(added.serious_wound)} too, and so is being disorientated."
    return Table("Assault factors", ("on the die",), rows, note=note)


def _suffering(control: str, label: str, fighter: Fighter) -> Toggles:
    on = {"wounded": bool(fighter.serious_wounds), "shaken": fighter.disorientated}
    return Toggles(
        control, label, tuple(Toggle(key, words, on[key]) for key, words in SUFFERS.items())
    )


def _suffers(fighter: Fighter, what: str, on: bool) -> Fighter:
    one_of("box", what, SUFFERS)
    return (
        replace(fighter, serious_wounds=int(on))
        if what == "wounded"
        else replace(fighter, disorientated=bool(on))
    )
