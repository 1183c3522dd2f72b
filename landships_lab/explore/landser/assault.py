"""Landser assault: hand to hand with every roll laid out, several attackers, and surrender."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from landships_lab.core.answer import Answer, Step
from landships_lab.core.checks import unknown
from landships_lab.data.landser.tables import fieldcraft, firing
from landships_lab.data.load import cites
from landships_lab.explore import textform
from landships_lab.explore.explorer import Choice, Control, Explorer, Field, Gesture, State, Toggle, Toggles
from landships_lab.explore.landser import assault_picture as drawn
from landships_lab.explore.landser.common import (
    READINGS,
    RULES,
    Inches,
    Taken,
    chosen_of,
    percent,
    read_count,
    read_inches,
    switches,
    with_reading,
    written,
)
from landships_lab.rules import landser
from landships_lab.rules.landser import Fighter
from landships_lab.scene.charts import Bars, Chart, Curve, Table
from landships_lab.scene.shapes import Scene
from landships_lab.scene.view import View

ID = "landser:assault"
CITES = cites("landser")
QUESTIONS = {"fight": "who wins the fight?", "surrender": "does he surrender?"}
ARMS = {"none": "rifle butt or knife", "pistol": "pistol", "bayonet": "bayonet on the rifle"}
MODES = {"ready": "ready", "hide": "in hide", "sneak": "sneaking"}
SUFFERS = {"wounded": "has a serious wound", "shaken": "disorientated"}
#: The most attackers that go for one man in a turn here.
MOST = 6
Dice = tuple[int, int]


@dataclass(frozen=True)
class AssaultState(State):
    """Two fighters, which attacker of the turn it is, the two dice if one roll is looked at, and what bears on surrender."""

    explorer_id: ClassVar[str] = ID
    question: str = "fight"
    attacker: Fighter = field(default_factory=lambda: Fighter("bayonet"))
    defender: Fighter = field(default_factory=Fighter)
    opponent: int = 1
    dice: Dice | None = None
    enemy: Inches = 2
    friend: Inches | None = 12
    mode: str = "ready"
    readings: Taken = ()


class LandserAssault(Explorer[AssaultState]):
    """Send one man, or several, against another."""

    id = ID
    title = "Assault"
    rules = RULES
    zooms = False
    question = "Who is put out of action, and who surrenders?"
    hands = "Click a square to see that roll step by step, again to see all of them · arrow keys change the dice"
    keys = ("ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Escape")

    def start(self) -> AssaultState:
        """A bayonet against a rifle butt."""
        return AssaultState()

    def ask(self, state: AssaultState) -> Answer[Any]:
        """Does he surrender, may he be assaulted, and who wins?"""
        read = dict(state.readings)
        if state.question == "surrender":
            return landser.surrenders(state.enemy, state.friend, state.mode)
        allowed = landser.may_assault(state.attacker)
        if not allowed.value:
            return allowed
        if state.dice is not None:
            return landser.assault(state.attacker, state.defender, *state.dice, state.opponent, read)
        odds = landser.assault_odds(state.attacker, state.defender, state.opponent, read)
        one = landser.assault_score(state.attacker, who="The attacker", readings=read)
        other = landser.assault_score(state.defender, opponent=state.opponent, who="The defender", readings=read)
        end = landser.to_the_end(state.attacker, state.defender, read)
        last = Step(
            f"Fought to the end over several turns, a draw each time going on: the attacker wins with {end.p('defender out')}.",
            CITES["assault"],
        )
        told = f"The attacker wins with {percent(odds.p('defender out'))}, draws with {percent(odds.p('draw'))}."
        return Answer(odds.p("defender out"), (*one.steps, *other.steps, last), told)

    def replies(self, state: AssaultState) -> tuple[str, ...]:
        """The three results of a roll."""
        return drawn.RESULTS

    def picture(self, state: AssaultState, answer: Answer[Any], view: View | None = None) -> Scene:
        """All 36 rolls of the two dice, each with its result; or the circles that decide on surrender."""
        read = dict(state.readings)
        if state.question == "surrender":
            friend = None if state.friend is None else float(state.friend)
            near, far = firing().bands[0].upto["to-10"], fieldcraft().assault.friend_inches
            return drawn.surrender(float(state.enemy), friend, near, far, answer.value is True, answer.headline)
        results = {
            (a, b): landser.assault(state.attacker, state.defender, a, b, state.opponent, read).value
            for a in range(1, 7)
            for b in range(1, 7)
        }
        scores = (
            landser.assault_score(state.attacker, readings=read).value,
            landser.assault_score(state.defender, opponent=state.opponent, readings=read).value,
        )
        arms = (ARMS[state.attacker.arms], ARMS[state.defender.arms])
        if answer.value is None:
            return drawn.picture(dict.fromkeys(results, ""), (0, 0), arms, state.dice, "Who wins?")
        return drawn.picture(results, scores, arms, state.dice, answer.headline)

    def charts(self, state: AssaultState, answer: Answer[Any]) -> tuple[Chart, ...]:
        """One turn's odds, and what becomes of the defender as more and more attackers go for him."""
        read = dict(state.readings)
        if state.question == "surrender":
            return ()
        odds = landser.assault_odds(state.attacker, state.defender, state.opponent, read)
        course = landser.one_after_another([state.attacker] * MOST, state.defender, read)
        series = (("the defender is out", tuple(turn.p("out") for turn in course)),)
        return (
            Bars("One turn", "result", tuple((result, odds.p(result)) for result in drawn.RESULTS)),
            Curve("Several attackers in one turn", "attackers", series),
        )

    def tables(self, state: AssaultState, answer: Answer[Any]) -> tuple[Table, ...]:
        """The printed factors, those of the attacker lit."""
        if state.question == "surrender":
            return ()
        rows = (("pistol armed", ("+2",)), ("bayonet on rifle", ("+1",)), ("each opponent this turn", ("−1",)))
        lit = {"pistol": 0, "bayonet": 1}.get(state.attacker.arms)
        return (Table("Assault factors", ("on the die",), rows, lit, None, "Lit: the attacker's weapon."),)

    # -- text -------------------------------------------------------------------------------------------------------------

    def text(self, state: AssaultState) -> str:
        """One line that carries the state."""
        words = [ID, state.question, "attacker", *_fighter(state.attacker), "defender", *_fighter(state.defender)]
        words += ["opponent", str(state.opponent)] if state.opponent != 1 else []
        words += ["dice", *map(str, state.dice)] if state.dice else []
        words += ["enemy", str(state.enemy), "friend", "none" if state.friend is None else str(state.friend), "mode", state.mode]
        return " ".join(words + textform.write_readings(state.readings))

    def parse(self, text: str) -> AssaultState:
        """The state of such a line."""
        keywords = ("attacker", "defender", "opponent", "dice", "enemy", "friend", "mode", "reading")
        found = textform.groups(text, ID, keywords)
        return AssaultState(
            chosen_of("question", textform.one(found, "", "fight"), list(QUESTIONS)),
            _read_fighter(found.get("attacker", ["bayonet"])),
            _read_fighter(found.get("defender", ["none"])),
            read_opponent(textform.one(found, "opponent", "1")),
            read_dice(" ".join(found.get("dice", []))),
            read_inches(textform.one(found, "enemy", "2")),
            read_friend(textform.one(found, "friend", "12")),
            chosen_of("mode", textform.one(found, "mode", "ready"), list(MODES)),
            textform.read_readings(found.get("reading", []), READINGS),
        )

    # -- controls ---------------------------------------------------------------------------------------------------------

    def controls(self, state: AssaultState) -> tuple[Control, ...]:
        """The question, the two men, the dice, the surroundings, the reading."""
        asked = Choice("question", "Question", tuple(QUESTIONS.items()), state.question)
        if state.question == "surrender":
            return (
                asked,
                Field("enemy", "Enemy away, inches", written(state.enemy), "such as 2"),
                Field("friend", "Nearest unwounded friend, inches", "none" if state.friend is None else written(state.friend), "or none"),
                Choice("mode", "He is", tuple(MODES.items()), state.mode),
            )
        return (
            asked,
            Choice("attacker", "The attacker has a", tuple(ARMS.items()), state.attacker.arms),
            _suffering("attacker_suffers", "The attacker", state.attacker),
            Choice("defender", "The defender has a", tuple(ARMS.items()), state.defender.arms),
            _suffering("defender_suffers", "The defender", state.defender),
            Field("opponent", "Which attacker of the turn", str(state.opponent), f"1 to {MOST}"),
            Field("dice", "Dice: attacker, defender", " ".join(map(str, state.dice)) if state.dice else "", "such as 3 4, or empty"),
            *switches(("opponent-minus",), state.readings, _effect(state)),
        )

    def set(self, state: AssaultState, control: str, value: Any) -> AssaultState:
        """The state after one control has been given a value."""
        if control in READINGS:
            return replace(state, readings=with_reading(state.readings, control, value))
        setters: dict[str, Callable[[], AssaultState]] = {
            "question": lambda: replace(state, question=chosen_of("question", value, list(QUESTIONS))),
            "attacker": lambda: replace(state, attacker=replace(state.attacker, arms=value)),
            "defender": lambda: replace(state, defender=replace(state.defender, arms=value)),
            "attacker_suffers": lambda: replace(state, attacker=_suffers(state.attacker, value)),
            "defender_suffers": lambda: replace(state, defender=_suffers(state.defender, value)),
            "opponent": lambda: replace(state, opponent=read_opponent(str(value))),
            "dice": lambda: replace(state, dice=read_dice(str(value))),
            "enemy": lambda: replace(state, enemy=read_inches(str(value))),
            "friend": lambda: replace(state, friend=read_friend(str(value))),
            "mode": lambda: replace(state, mode=chosen_of("mode", value, list(MODES))),
        }
        if control not in setters:
            raise ValueError(unknown("control", control, [c.id for c in self.controls(state)]))
        return setters[control]()

    def on_gesture(self, state: AssaultState, gesture: Gesture, view: View) -> AssaultState:
        """A click looks at one roll; arrow keys change the dice."""
        if gesture.kind == "press" and state.question == "fight":
            dice = drawn.dice_at(gesture.at)
            return state if dice is None else replace(state, dice=None if dice == state.dice else dice)
        moves = {"ArrowRight": (1, 0), "ArrowLeft": (-1, 0), "ArrowDown": (0, 1), "ArrowUp": (0, -1)}
        if gesture.kind == "key" and gesture.key in moves and state.question == "fight":
            (a, b), (da, db) = state.dice or (3, 3), moves[gesture.key]
            return replace(state, dice=(min(max(a + da, 1), 6), min(max(b + db, 1), 6)))
        return state

    def legend(self, state: AssaultState) -> tuple[tuple[str, str], ...]:
        """The signs in the squares."""
        if state.question == "surrender":
            return ()
        return tuple((f"tint-{drawn.TINTS[result]}", f"{drawn.SIGNS[result]} {result}") for result in drawn.RESULTS)


def _fighter(fighter: Fighter) -> list[str]:
    words = [fighter.arms]
    words += [f"wounds-{fighter.serious_wounds}"] if fighter.serious_wounds else []
    return words + (["shaken"] if fighter.disorientated else [])


def _read_fighter(words: list[str]) -> Fighter:
    """Which fighter do words such as ``pistol wounds-1 shaken`` describe?"""
    arms, wounds, shaken = "none", 0, False
    for word in words:
        if word.startswith("wounds-"):
            wounds = read_count(word.removeprefix("wounds-"), 9, "serious wounds")
        elif word == "shaken":
            shaken = True
        else:
            arms = chosen_of("weapon of an assault", word, list(ARMS))
    return Fighter(arms, wounds, shaken)


def _suffering(control: str, label: str, fighter: Fighter) -> Toggles:
    on = {"wounded": bool(fighter.serious_wounds), "shaken": fighter.disorientated}
    return Toggles(control, label, tuple(Toggle(key, words, on[key]) for key, words in SUFFERS.items()))


def _suffers(fighter: Fighter, value: tuple[str, bool]) -> Fighter:
    what, on = value
    chosen_of("box", what, list(SUFFERS))
    return replace(fighter, serious_wounds=int(on)) if what == "wounded" else replace(fighter, disorientated=bool(on))


def read_opponent(text: str) -> int:
    """Which attacker of the turn did the reader type? `ValueError` unless 1 to 6."""
    number = read_count(text, MOST, "attackers")
    if not number:
        raise ValueError(f"The first attacker is number 1; allowed are 1 to {MOST}.")
    return number


def read_friend(text: str) -> Inches | None:
    """How far is the nearest unwounded friend? None for ``none``."""
    return None if text.strip() in ("none", "") else read_inches(text)


def read_dice(text: str) -> Dice | None:
    """Which two dice did the reader type? None for an empty field; `ValueError` for anything but two numbers from 1 to 6."""
    given = text.replace(",", " ").split()
    if not given:
        return None
    if len(given) != 2 or any(shown not in set("123456") for shown in given):
        raise ValueError(f"{text!r} are no two dice; write two numbers from 1 to 6, such as 3 4.")
    return int(given[0]), int(given[1])


def _effect(state: AssaultState) -> Callable[[Mapping[str, str]], str]:
    """What would the answer be under other readings?"""

    def words(readings: Mapping[str, str]) -> str:
        odds = landser.assault_odds(state.attacker, state.defender, state.opponent, readings)
        return f"attacker wins {percent(odds.p('defender out'))}"

    return words
