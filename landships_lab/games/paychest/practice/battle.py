"""Questions about a turn and a battle of Paychest: whose card is next, what a unit may do, who
comes back, who takes over, when the battle is over, and how many figures belong to a force.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from landships_lab.core.answer import Answer, Gap
from landships_lab.core.speech import listed, percent, plural, with_article
from landships_lab.games.paychest.panels.forces import PARTS
from landships_lab.games.paychest.rules import forces, turn
from landships_lab.games.paychest.rules.book import READINGS
from landships_lab.games.paychest.rules.fire import TROOPS as SHOOTERS
from landships_lab.games.paychest.rules.forces import (
    CANNOT_WALK,
    FATES,
    FORMATIONS,
    MOST_PARTS,
    REGULARS_RETURN,
    muster,
    muster_roll,
)
from landships_lab.games.paychest.rules.morale import KINDS as TROOPS
from landships_lab.games.paychest.rules.turn import LEADER, Unit, before_chance, may_act
from landships_lab.practice.kind import can_be_asked, kind, nearest, one_of, whole_number
from landships_lab.practice.task import Task
from .words import SILENT, Read, of_law

LESSON = "50_a_turn_of_paychest"


# -- cards -----------------------------------------------------------------------------------------


@kind("paychest:turn", "odds", LESSON, "drawn one at a time")
def card(dice: random.Random, level: int) -> Task:
    """Ask about the cards of both sides that are still in the pack; from level 3 about
    two draws.
    """
    twice = level > 2 and dice.random() < 1 / 2
    while True:
        mine, theirs = dice.randint(1, 8 + level), dice.randint(1, 8 + level)
        whose = dice.choice(("yours", "the enemy's"))
        asked, others = (mine, theirs) if whose == "yours" else (theirs, mine)
        first = before_chance(asked, others)
        chance = first * before_chance(asked - 1, others) if twice and asked > 1 else first
        if can_be_asked(chance) and mine != theirs and (not twice or asked > 1):
            break
    two = [
        (first, "you gave the chance for one card"),
        (first * first, "you put the first card back into the pack"),
    ]
    wrong = [
        *(two if twice else ()),
        (1 - first, "you gave the chance that the other side's card is next"),
        (Fraction(1, 2), "you tossed a coin for the side"),
        (Fraction(1, mine + theirs), "you gave the chance of one given card"),
    ]
    then = f", then {asked - 1} of {mine + theirs - 1}" if twice else ""
    what = f"that the next two cards are both {whose}" if twice else f"that the next is {whose}"
    return Task(
        f"{plural(mine, 'card')} of yours and {theirs} of the enemy's are still in the pack. How"
        f" likely is it {what}? Choose the nearest.",
        f"paychest:turn mine {mine} theirs {theirs}",
        nearest(chance, wrong),
        because=f"{asked} of the {mine + theirs} cards are {whose}{then}: {percent(chance)}.",
    )


# -- what a unit may do ----------------------------------------------------------------------------

NOT_ITS_CARD, PAST = "no, it is not its card", "no, it is past that step"
UNTOUCHED, MORALE = "no, it touches no enemy", "no, its morale forbids it"
MAY = ("yes", NOT_ITS_CARD, PAST, UNTOUCHED, MORALE, SILENT)
_TO = {"move": "move freely", "fire": "fire", "melee": "fight"}
#: How often a unit is drawn that has rallied and wants to move.
_RALLIED = 0.1


@dataclass(frozen=True)
class _Wish:
    """What a unit wants to do, and the chosen option of the reading that bears on it."""

    act: str
    unit: Unit
    read: Read = Read()  # noqa: RUF009 - frozen

    @property
    def reading(self) -> str:
        """The reading that bears on it, if any."""
        if self.unit.card != "now":
            return ""
        if turn.owed_by(self.unit) is not None and self.act != "move":
            return turn.RETREAT if self.unit.done != "start" else ""
        return turn.RALLY if self.unit.rallied and self.act == "move" else ""

    @property
    def answer(self) -> Answer[bool | Gap]:
        """Whether the rules allow it."""
        return may_act(self.act, self.unit, self.read.options or None)

    def reasons(self) -> list[str]:
        """Return each reply that is right on its own; a question must have exactly one."""
        unit = self.unit
        if isinstance(self.answer.value, Gap):
            return [SILENT]
        if unit.card != "now":
            return [NOT_ITS_CARD]
        healthy = replace(unit, result="", rallied=False, met=True)
        before = "moved" if self.act != "move" and unit.done != "start" else "start"
        fresh = replace(self, unit=replace(unit, done=before, met=True))
        reasons = {
            PAST: may_act(self.act, healthy).value is False,
            UNTOUCHED: self.act == "melee" and not unit.met,
            MORALE: fresh.answer.value is False,
        }
        return [reason for reason, holds in reasons.items() if holds] or ["yes"]

    @property
    def state(self) -> str:
        """The state of the panel."""
        unit = self.unit
        return (
            f"paychest:turn about unit wants {self.act} card {unit.card} done {unit.done} troops"
            f" {unit.troops} kind {unit.kind}{' with met' if unit.met else ''}"
            f"{f' result {unit.result}' if unit.result else ''}"
            f"{' after rallied' if unit.rallied else ''}{self.read.words}"
        )

    @property
    def text(self) -> str:
        """The question in words."""
        unit, fires = self.unit, self.act == "fire"
        who = SHOOTERS[unit.troops].label if fires else TROOPS[unit.kind]
        kind = f" (they are {TROOPS[unit.kind]})" if fires and unit.result else ""
        sentences = [f"The card of a unit of {who}{kind} {turn.CARDS[unit.card]}."]
        if unit.card == "now":
            sentences.append(f"It has {turn.DONE[unit.done]}.")
        if self.act == "melee":
            touch = "A stand of it touches an enemy's." if unit.met else "It touches no enemy."
            sentences.append(touch)
        if unit.result == LEADER:
            sentences.append("It has failed the roll for its lost leader.")
        elif unit.result:
            sentences.append(
                "It failed its last morale check, and its roll on the second morale table showed"
                f" {unit.result}."
            )
        if unit.rallied:
            sentences.append("It has rallied since.")
        return f"{' '.join(sentences)} May the unit {_TO[self.act]} now?{self.read.says}"


@kind(
    "paychest:act",
    "legal",
    LESSON,
    "moves, then fires, then fights",
    about="paychest:turn",
    replies=MAY,
)
def may(dice: random.Random, level: int) -> Task:
    """Ask whether a unit may act as it wishes, with at most one reason against it."""
    reasons: list[str] = []
    while len(reasons) != 1:
        wish = _wish(dice, level)
        reasons = wish.reasons()
    right, answer = reasons[0], wish.answer
    against = [step.text for step in answer.steps if step.op == "forbids"]
    why = f"{' '.join(against) or answer.headline} So: {right}."
    why = f"{answer.headline} So {SILENT}." if right == SILENT else why
    return Task(wish.text, wish.state, one_of(right, MAY, _misjudged(wish, right)), because=why)


def _wish(dice: random.Random, level: int) -> _Wish:
    act = dice.choice(list(turn.ACTS))
    card = "now" if act == "melee" or dice.random() < 3 / 4 else dice.choice(("pack", "out"))
    result = ""
    if card == "now" and dice.random() < (1 / 2 if level == 1 else 2 / 3):
        result = dice.choice((*"123456", LEADER) if level > 1 else (*"123",))
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
    return replace(wish, read=Read.drawn(dice, wish.reading))


def _misjudged(wish: _Wish, right: str) -> Iterator[tuple[str, str]]:
    fires, done = wish.act == "fire", wish.unit.done
    shots = fires and done in ("fired", "again")
    order = "you forgot that a unit moves, fires and fights in this order"
    allowed = {
        SILENT: "you took a lost line for one that allows it",
        PAST: "you gave it more shots than it has in a turn" if shots else order,
        NOT_ITS_CARD: "you forgot that a unit acts when its own card is drawn",
        UNTOUCHED: "you forgot that only stands in contact fight",
        MORALE: "you forgot what its morale still makes it do",
    }
    if right in allowed:
        yield "yes", allowed[right]
    if right == SILENT:
        yield MORALE, "you took a lost line for one that forbids it"
    if done == "fired" and right == "yes" and fires:
        yield PAST, "you forgot that legionnaires fire twice"


# -- the battle as a whole -------------------------------------------------------------------------


@kind("paychest:command", "order", LESSON, "acting corporal")
def battle(dice: random.Random, level: int) -> Task:
    """Ask about one of several subjects, more at each level."""
    return dice.choice((_over, _back, _corporal, _rifle)[: 2 + level])(dice)


def _over(dice: random.Random) -> Task:
    mine, theirs, reached = dice.randint(3, 20), dice.choice((0, 0, 1, 7)), dice.random() < 1 / 3
    met = "A victory condition set before the game is met."
    goal = met if reached else "No victory condition is met."
    return of_law(
        f"You have {mine} figures on the board, the enemy {theirs or 'none'}. {goal} Is the battle"
        " over?",
        f"paychest:command about ending mine {mine} theirs {theirs}{' goal reached' * reached}",
        forces.battle_over(mine, theirs, reached),
        [
            (reached, "you forgot that it ends when one side is off the board"),
            (not theirs, "you forgot the victory condition"),
        ],
    )


def _back(dice: random.Random) -> Task:
    kind, times = dice.choice(list(TROOPS)), dice.randint(1, 3)
    read, in_time = Read.drawn(dice, REGULARS_RETURN), times < forces.MOST_TIMES
    words = read.words if kind == "regular" else ""
    return of_law(
        f"A figure of {TROOPS[kind]} was on the board {plural(times, 'time')} in this game. May it"
        f" come back?{read.says}",
        f"paychest:command about return kind {kind} times {times}{words}",
        forces.may_return(kind, times, read.option),
        [
            (in_time, "you took regulars for irregulars"),
            (True, "you forgot that no figure comes a third time"),
            (kind == "irregular" and in_time, "you took the other reading"),
        ],
    )


def _corporal(dice: random.Random) -> Task:
    fate, men = dice.choice(list(FATES)), dice.choice((0, 4, 8))
    read = Read.drawn(dice, CANNOT_WALK if fate == "lame" else "")
    readings = read.options or {CANNOT_WALK: READINGS[CANNOT_WALK].default}
    return of_law(
        f"An officer leads {plural(men, 'man', 'men')} and {FATES[fate]}. May his player activate"
        f" an acting corporal?{read.says}",
        f"paychest:command about leader fate {fate} men {men}{read.words}",
        forces.takes_over("leader", fate, men, readings),
        [
            (men > 0, "you forgot what has happened to the officer"),
            (fate != "fights", "you forgot that there must be a man to activate"),
        ],
    )


def _rifle(dice: random.Random) -> Task:
    shown, picked_up = dice.random() < 1 / 2, dice.random() < 1 / 2
    arms = f"{' shown' * shown}{' found' * picked_up}"
    return of_law(
        f"The model of a figure {'shows a rifle' if shown else 'shows no rifle'}, and the figure"
        f" {'has found a rifle' if picked_up else 'has found nothing'} during play."
        " Is it armed with a rifle?",
        f"paychest:command about rifle{f' arms{arms}' if arms else ''}",
        forces.has_rifle(shown, picked_up),
        [
            (shown, "you forgot that a figure may find a rifle"),
            (picked_up, "you forgot that a figure carries what its model shows"),
        ],
    )


# -- forces ----------------------------------------------------------------------------------------

#: The formations with parts, and so with something to add up.
_WITH_PARTS = tuple(key for key, formation in FORMATIONS.items() if formation.parts)


@kind("paychest:forces", "count", "54_when_the_book_is_torn", "four companies of twenty", level=2)
def force(dice: random.Random, level: int) -> Task:
    """Ask about a formation with a certain number of its open parts; from level 3 mostly a
    regiment.
    """
    key = dice.choice((*_WITH_PARTS, "native-army", *("native-army",) * 2 * (level > 2)))
    inside = (part for body in muster_roll(key) for part in body.formation.parts)
    parts = {
        part.unit: dice.randint(part.least, min(part.most or MOST_PARTS, MOST_PARTS))
        for part in inside
        if part.least != part.most and part.unit in PARTS.values()
    }
    words = "".join(f" {name} {parts[unit]}" for name, unit in PARTS.items() if unit in parts)
    each = [plural(count, FORMATIONS[unit].name) for unit, count in parts.items()]
    of = f" of {each[1]} each" if len(each) > 1 else ""
    answer, own = muster(key, parts), FORMATIONS[key].own_figures
    figures = answer.value
    wrong = [
        (figures - own, "you left out its own officers and staff"),
        (own, "you counted its own figures, not those of its parts"),
        (figures - 1, "you left out one figure"),
        (figures + 1, "you counted one figure twice"),
    ]
    sums = listed(
        f"{plural(body.figures, 'figure')} in {plural(body.count, body.formation.name)}"
        for body in answer.detail
    )
    return Task(
        f"How many figures are in {with_article(FORMATIONS[key].name)}"
        f"{f' with {each[0]}{of}' if each else ''}?",
        f"paychest:forces formation {key}{words}",
        whole_number(figures, wrong),
        because=f"{sums}, without those of their parts: {figures} in all.",
    )
