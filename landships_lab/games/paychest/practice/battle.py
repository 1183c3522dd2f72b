"""Questions about a turn and a battle of Paychest: whose card is next, what a unit may do, who
comes back, who takes over, when it is over.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from landships_lab.core.answer import Answer, Gap
from landships_lab.core.speech import percent, plural
from landships_lab.games.paychest.practice.words import (
    SILENT,
    as_read,
    because_of,
    draw_option,
)
from landships_lab.games.paychest.rules.book import READINGS
from landships_lab.games.paychest.rules.fire import TROOPS as SHOOTERS
from landships_lab.games.paychest.rules.forces import (
    CANNOT_WALK,
    FATES,
    MOST_TIMES,
    REGULARS_RETURN,
    battle_over,
    has_rifle,
    may_return,
    takes_over,
)
from landships_lab.games.paychest.rules.morale import KINDS as TROOPS
from landships_lab.games.paychest.rules.turn import (
    ACTS,
    CARDS,
    DONE,
    LEADER,
    RALLY,
    RETREAT,
    Unit,
    before_chance,
    may_act,
    owed_by,
)
from landships_lab.practice.kind import Kind, can_be_asked, nearest, one_of, yes_or_no
from landships_lab.practice.task import Task

LESSON = "54_a_turn_of_paychest"


# -- cards -----------------------------------------------------------------------------------------


def _card(dice: random.Random, level: int) -> Task:
    """Draw the cards of both sides that are still in the pack; from level 3 ask for two draws."""
    twice = level > 2 and dice.random() < 1 / 2
    while True:
        mine, theirs = dice.randint(1, 8 + level), dice.randint(1, 8 + level)
        whose = dice.choice(("yours", "the enemy's"))
        asked, others = (mine, theirs) if whose == "yours" else (theirs, mine)
        first = before_chance(asked, others)
        chance = first * before_chance(asked - 1, others) if twice and asked > 1 else first
        if can_be_asked(chance) and mine != theirs and (not twice or asked > 1):
            break
    wrong = [
        (1 - first, "you gave the chance that the other side's card is next"),
        (Fraction(1, 2), "you tossed a coin for the side"),
        (Fraction(1, mine + theirs), "you gave the chance of one given card"),
    ]
    sum_told = f"{asked} of the {mine + theirs} cards are {whose}"
    if twice:
        wrong[:0] = [
            (first, "you gave the chance for one card"),
            (first * first, "you put the first card back into the pack"),
        ]
        sum_told += f", then {asked - 1} of {mine + theirs - 1}"
    what = f"that the next two cards are both {whose}" if twice else f"that the next is {whose}"
    text = (
        f"{plural(mine, 'card')} of yours and {theirs} of the enemy's are still in the pack. How"
        f" likely is it {what}? Choose the nearest."
    )
    return Task(
        text,
        f"paychest:turn mine {mine} theirs {theirs}",
        nearest(chance, wrong),
        because=f"{sum_told}: {percent(chance)}.",
    )


# -- what a unit may do ----------------------------------------------------------------------------

NOT_ITS_CARD, PAST = "no, it is not its card", "no, it is past that step"
UNTOUCHED, MORALE = "no, it touches no enemy", "no, its morale forbids it"
MAY = ("yes", NOT_ITS_CARD, PAST, UNTOUCHED, MORALE, SILENT)
_FRESH = Unit()
_TO = {"move": "move freely", "fire": "fire", "melee": "fight"}
_RESULT_WORDS = {
    "": "",
    LEADER: " It has failed the roll for its lost leader.",
}


@dataclass(frozen=True)
class _Wish:
    """What a unit wants to do, and the option taken of the reading that bears on it."""

    act: str
    unit: Unit
    option: str = ""

    @property
    def reading(self) -> str:
        """The reading that bears on it, if any."""
        if self.unit.card != "now":
            return ""
        if owed_by(self.unit) is not None and self.act != "move":
            return RETREAT
        return RALLY if self.unit.rallied and self.act == "move" else ""

    @property
    def answer(self) -> Answer[bool | Gap]:
        """Whether it may, by the rules."""
        return may_act(self.act, self.unit, {self.reading: self.option} if self.reading else None)

    def reasons(self) -> list[str]:
        """Return each reply that is right by itself: a question has one."""
        unit, healthy = self.unit, replace(self.unit, result="", rallied=False)
        if isinstance(self.answer.value, Gap):
            return [SILENT]
        if unit.card != "now":
            return [NOT_ITS_CARD]
        found = []
        if may_act(self.act, replace(healthy, met=True)).value is False:
            found.append(PAST)
        if self.act == "melee" and not unit.met:
            found.append(UNTOUCHED)
        fresh = replace(self, unit=replace(unit, done="start", met=True))
        if fresh.answer.value is False:
            found.append(MORALE)
        return found or ["yes"]

    @property
    def state(self) -> str:
        """The state of the panel."""
        unit = self.unit
        words = [f"paychest:turn about unit wants {self.act} card {unit.card} done {unit.done}"]
        words.append(f"troops {unit.troops} kind {unit.kind}")
        words += ["with met"] if unit.met else []
        words += [f"result {unit.result}"] if unit.result else []
        words += ["after rallied"] if unit.rallied else []
        if self.reading and self.option != READINGS[self.reading].default:
            words.append(f"reading {self.reading}={self.option}")
        return " ".join(words)

    @property
    def text(self) -> str:
        """The question in words."""
        unit = self.unit
        who = SHOOTERS[unit.troops].label if self.act == "fire" else TROOPS[unit.kind]
        result = _RESULT_WORDS.get(
            unit.result,
            " It failed its last morale check, and its roll on the second morale table showed"
            f" {unit.result}.",
        )
        done = f" It has {DONE[unit.done]}." if unit.card == "now" else ""
        met = " A stand of it touches an enemy's." if unit.met else " It touches no enemy."
        rallied = " It has rallied since." if unit.rallied else ""
        reading = f" {as_read(self.reading, self.option)}" if self.reading else ""
        kind = f" (they are {TROOPS[unit.kind]})" if self.act == "fire" and unit.result else ""
        return (
            f"The card of a unit of {who}{kind} {CARDS[unit.card]}.{done}"
            f"{met if self.act == 'melee' else ''}{result}{rallied} May the unit"
            f" {_TO[self.act]} now?{reading}"
        )


def _may(dice: random.Random, level: int) -> Task:
    """Draw a unit and a wish with one reason at most to refuse it."""
    while True:
        wish = _wish(dice, level)
        reasons = wish.reasons()
        if len(reasons) == 1:
            break
    right, answer = reasons[0], wish.answer
    told = [step.text for step in answer.steps if step.op == "forbids"]
    why = " ".join(told) if told else answer.headline
    why = f"{answer.headline} So {SILENT}." if right == SILENT else f"{why} So: {right}."
    return Task(wish.text, wish.state, one_of(right, MAY, _misjudged(wish, right)), because=why)


#: So often a unit is drawn that has rallied and wants to move.
_RALLIED = 0.1


def _wish(dice: random.Random, level: int) -> _Wish:
    act = dice.choice(list(ACTS))
    card = "now" if act == "melee" or dice.random() < 3 / 4 else dice.choice(("pack", "out"))
    result = ""
    if card == "now" and dice.random() < (1 / 2 if level == 1 else 2 / 3):
        result = dice.choice(
            ("1", "2", "3", "4", "5", "6", LEADER) if level > 1 else ("1", "2", "3")
        )
    troops = dice.choice(list(SHOOTERS))
    kind = "regular" if troops == "legionnaires" else "irregular"
    done = dice.choice(("start", "start", "moved", "fired", "again")) if card == "now" else "start"
    if done == "again" and troops == "arabs":
        done = "fired"
    met = act == "melee" and dice.random() < 2 / 3
    rallied = level > 1 and dice.random() < _RALLIED
    if rallied:
        act, card, kind, result, troops = "move", "now", "irregular", "2", "arabs"
        done, met = dice.choice(("start", "start", "moved")), False
    wish = _Wish(act, Unit(card, done, troops, met, kind, result, rallied))
    return replace(wish, option=draw_option(dice, wish.reading)) if wish.reading else wish


def _misjudged(wish: _Wish, right: str) -> Iterator[tuple[str, str]]:
    if right == SILENT:
        yield "yes", "you took a lost line for one that allows it"
        yield MORALE, "you took a lost line for one that forbids it"
    if right == PAST:
        shots = wish.act == "fire" and wish.unit.done in ("fired", "again")
        order = "you forgot that a unit moves, fires and fights in this order"
        yield "yes", "you gave it more shots than it has in a turn" if shots else order
    if right == NOT_ITS_CARD:
        yield "yes", "you forgot that a unit acts when its own card is drawn"
    if right == UNTOUCHED:
        yield "yes", "you forgot that only stands in contact fight"
    if right == MORALE:
        yield "yes", "you forgot what its morale still makes it do"
    if wish.unit.done == "fired" and right == "yes" and wish.act == "fire":
        yield PAST, "you forgot that legionnaires fire twice"


# -- the battle as a whole -------------------------------------------------------------------------


def _over(dice: random.Random) -> Task:
    mine, theirs, reached = dice.randint(3, 20), dice.choice((0, 0, 1, 7)), dice.random() < 1 / 3
    goal = (
        "A victory condition set before the game is met."
        if reached
        else "No victory condition is met."
    )
    text = (
        f"You have {mine} figures on the board, the enemy {theirs or 'none'}. {goal} Is the battle"
        " over?"
    )
    wrong = [
        (reached, "you forgot that it ends when one side is off the board"),
        (not theirs, "you forgot the victory condition"),
    ]
    state = (
        f"paychest:command about ending mine {mine} theirs"
        f" {theirs}{' goal reached' if reached else ''}"
    )
    return _ruled(text, state, battle_over(mine, theirs, reached), wrong)


def _ruled(text: str, state: str, answer: Answer[bool], wrong: list[tuple[bool, str]]) -> Task:
    deciding = [step.text for step in answer.steps if step.op in ("allows", "forbids")]
    why = " ".join(deciding) or answer.headline
    key = yes_or_no(answer.value, wrong)
    return Task(text, state, key, because=because_of(answer.value, why))


def _reading(reading: str, option: str) -> str:
    """Return the words of a state for an option, if it is not the default."""
    return "" if option == READINGS[reading].default else f" reading {reading}={option}"


def _back(dice: random.Random) -> Task:
    kind, times = dice.choice(list(TROOPS)), dice.randint(1, 3)
    option = draw_option(dice, REGULARS_RETURN)
    text = (
        f"A figure of {TROOPS[kind]} was on the board {plural(times, 'time')} in this game. May it"
        f" come back? {as_read(REGULARS_RETURN, option)}"
    )
    wrong = [
        (times < MOST_TIMES, "you took regulars for irregulars"),
        (True, "you forgot that no figure comes a third time"),
        (kind == "irregular" and times < MOST_TIMES, "you took the other reading"),
    ]
    state = f"paychest:command about return kind {kind} times {times}"
    state += _reading(REGULARS_RETURN, option) if kind == "regular" else ""
    return _ruled(text, state, may_return(kind, times, option), wrong)


def _corporal(dice: random.Random) -> Task:
    fate, men = dice.choice(list(FATES)), dice.choice((0, 4, 8))
    leads = f"leads {plural(men, 'man', 'men')}"
    option = draw_option(dice, CANNOT_WALK) if fate == "lame" else READINGS[CANNOT_WALK].default
    reading = f" {as_read(CANNOT_WALK, option)}" if fate == "lame" else ""
    text = (
        f"An officer {leads} and {FATES[fate]}. May his player activate an acting"
        f" corporal?{reading}"
    )
    wrong = [
        (men > 0, "you forgot what has happened to the officer"),
        (fate != "fights", "you forgot that there must be a man to activate"),
    ]
    state = f"paychest:command about leader fate {fate} men {men}{_reading(CANNOT_WALK, option)}"
    return _ruled(text, state, takes_over("leader", fate, men, {CANNOT_WALK: option}), wrong)


def _rifle(dice: random.Random) -> Task:
    shown, found = dice.random() < 1 / 2, dice.random() < 1 / 2
    model, finds = (
        "shows a rifle" if shown else "shows no rifle",
        "has found a rifle" if found else "has found nothing",
    )
    text = (
        f"The model of a figure {model}, and the figure {finds} during play. Is it armed with a"
        " rifle?"
    )
    wrong = [
        (shown, "you forgot that a figure may find a rifle"),
        (found, "you forgot that a figure carries what its model shows"),
    ]
    words = [tag for tag, on in (("shown", shown), ("found", found)) if on]
    state = f"paychest:command about rifle{' arms ' + ' '.join(words) if words else ''}"
    return _ruled(text, state, has_rifle(shown, found), wrong)


_ABOUT: Mapping[str, Callable[[random.Random], Task]] = {
    "ending": _over,
    "return": _back,
    "leader": _corporal,
    "rifle": _rifle,
}


def _command(dice: random.Random, level: int) -> Task:
    return dice.choice(list(_ABOUT.values())[: 2 + level])(dice)


BATTLE_KINDS = (
    Kind("paychest:turn", "odds", _card, lesson=LESSON, taught="drawn one at a time"),
    Kind(
        "paychest:act",
        "legal",
        _may,
        about="paychest:turn",
        replies=MAY,
        lesson=LESSON,
        taught="moves, then fires, then fights",
    ),
    Kind("paychest:command", "legal", _command, lesson=LESSON, taught="acting corporal"),
)
