"""Questions about a turn and a battle of Paychest: whose card is next, who comes back, who takes
over, when it is over.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from fractions import Fraction

from landships_lab.core.speech import plural
from landships_lab.games.paychest.rules.cards import before_chance
from landships_lab.games.paychest.rules.command import (
    FATES,
    MOST_TIMES,
    battle_over,
    has_rifle,
    may_return,
    takes_over,
)
from landships_lab.games.paychest.rules.morale import KINDS as TROOPS
from landships_lab.practice.kinds import Kind, as_read, can_be_asked, nearest, yes_or_no
from landships_lab.practice.marking import Question


def _card(dice: random.Random, level: int) -> Question:
    """Draw the cards of both sides that are still in the pack."""
    while True:
        mine, theirs = dice.randint(1, 3 + level), dice.randint(1, 3 + level)
        chance = before_chance(mine, theirs)
        if can_be_asked(chance) and mine != theirs:
            break
    wrong = [
        (1 - chance, "you gave the chance that the enemy's card is next"),
        (Fraction(1, 2), "you tossed a coin for the side"),
    ]
    wrong.append((Fraction(1, mine + theirs), "you gave the chance of one given card"))
    left = (
        f"{plural(mine, 'card')} of yours and {plural(theirs, 'card')} of the enemy's are still in"
        " the pack."
    )
    text = f"{left} How likely is the next card one of yours? Choose the nearest."
    return Question(
        text, f"paychest:turn mine {mine} theirs {theirs}", nearest(dice, chance, wrong)
    )


def _over(dice: random.Random) -> Question:
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
    return Question(text, state, yes_or_no(battle_over(mine, theirs, reached).value, wrong))


def _back(dice: random.Random) -> Question:
    kind, times = dice.choice(("irregular", "irregular", "regular")), dice.randint(1, 3)
    reading = f" {as_read('paychest', 'regulars-return')}" if kind == "regular" else ""
    text = (
        f"A figure of {TROOPS[kind]} was on the board {plural(times, 'time')} in this game. May it"
        f" come back?{reading}"
    )
    wrong = [
        (times < MOST_TIMES, "you forgot that only irregulars are brought back"),
        (True, "you forgot that no figure comes a third time"),
    ]
    state = f"paychest:command about return kind {kind} times {times}"
    return Question(text, state, yes_or_no(may_return(kind, times).value, wrong))


def _corporal(dice: random.Random) -> Question:
    fate, men = dice.choice(list(FATES)), dice.choice((0, 4, 8))
    leads = f"leads {plural(men, 'man', 'men')}"
    reading = f" {as_read('paychest', 'cannot-walk')}" if fate == "lame" else ""
    text = (
        f"An officer {leads} and {FATES[fate]}. May his player activate an acting"
        f" corporal?{reading}"
    )
    wrong = [
        (men > 0, "you forgot what has happened to the officer"),
        (fate != "fights", "you forgot that there must be a man to activate"),
    ]
    state = f"paychest:command about leader fate {fate} men {men}"
    return Question(text, state, yes_or_no(takes_over("leader", fate, men).value, wrong))


def _rifle(dice: random.Random) -> Question:
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
    return Question(text, state, yes_or_no(has_rifle(shown, found).value, wrong))


_ABOUT: Mapping[str, Callable[[random.Random], Question]] = {
    "ending": _over,
    "return": _back,
    "leader": _corporal,
    "rifle": _rifle,
}


def _command(dice: random.Random, level: int) -> Question:
    return dice.choice(list(_ABOUT.values())[: 2 + level])(dice)


BATTLE_KINDS = (Kind("paychest:turn", "odds", _card), Kind("paychest:command", "legal", _command))
