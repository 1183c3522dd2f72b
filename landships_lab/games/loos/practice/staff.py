"""Generated questions about turns, stacks, the front line and victory at Loos."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import cast

from landships_lab.core.speech import listed
from landships_lab.games.loos.panels.staff import GeneralStaff
from landships_lab.games.loos.rules.book import LAST_TURN, Army
from landships_lab.games.loos.rules.reserves import Stacked, may_stack
from landships_lab.games.loos.rules.terrain import Way, may_enter
from landships_lab.games.loos.rules.turns import PHASES, phases
from landships_lab.practice.kind import YES_NO, kind, one_of
from landships_lab.practice.task import Task
from .words import of_law

LESSON, ABOUT = "20_a_turn_at_loos", "loos:staff"
_ARMIES: tuple[Army, ...] = ("german", "british")

#: Units that may or may not stack: their word in the general staff panel, their formations, and
#: their words in the question. Only the Germans have replacements.
_PAIRS = {
    "same": (("one", "one"), "two units of the same {group}"),
    "other": (("one", "other"), "two units of different {group}s"),
    "replacement": (("one", ""), "a unit of a {group} and a replacement battalion"),
    "three": (("one", "one", "one"), "three units of the same {group}"),
    "enemy": (("one", "one"), "a unit and an enemy unit"),
}
_TWO = "two units of one German division or one British brigade"


@kind("loos:stack", "legal", LESSON, _TWO, about=ABOUT, replies=YES_NO)
def stack(dice: random.Random, level: int) -> Task:
    """Ask whether units may end a phase in one hex."""
    army: Army = dice.choice(_ARMIES)
    pair = dice.choice(("same", "other") if level == 1 else ("same", "same", "same", *_PAIRS))
    if pair == "replacement":
        army = "german"
    formations, words = _PAIRS[pair]
    units = [Stacked(army, formation) for formation in formations]
    if pair == "enemy":
        units[1] = Stacked("british" if army == "german" else "german", "one")
    group = "division" if army == "german" else "brigade"
    turn, phase = dice.randint(1, LAST_TURN), dice.choice(PHASES)
    answer = may_stack(units)
    return of_law(
        f"Turn {turn}, at the end of a {army.capitalize()} {phase} phase:"
        f" {words.format(group=group)} are in one hex. Is that allowed?",
        f"loos:staff stack army {army} company {pair}",
        answer,
        _misstacked(pair),
        answer.steps[0].text,
    )


def _misstacked(pair: str) -> Iterator[tuple[bool, str]]:
    """Yield the reply that each mistake about these units leads to, with its name."""
    if pair == "three":
        yield True, "you forgot that at most two units may share a hex"
    else:
        yield True, "you looked only at their number; they must also belong together"
    if pair == "replacement":
        yield True, "you forgot that a replacement battalion may not stack"
    yield False, "you applied the rule for units that do not belong together"


# -- phases ----------------------------------------------------------------------------------------


def _phase_words(turn: int, army: str, phase: str) -> str:
    moment = "Zero Hour" if turn == 0 else f"turn {turn}"
    return f"the {army.capitalize()} {phase} phase of {moment}"


@kind("loos:phase", "order", LESSON, "the British go first", about=ABOUT)
def follows(dice: random.Random, level: int) -> Task:
    """Ask which phase follows another, or at higher levels precedes it, also across the end of a
    turn.
    """
    turns = range(LAST_TURN + 1)
    order = [(p.turn, p.army, p.name) for turn in turns for p in phases(turn).value]
    step = dice.choice((1, -1))
    while True:
        n = dice.randrange(1, len(order) - 1)
        (turn, army, phase), there, back = order[n], order[n + step], order[n - step]
        if (level > 2 or turn == there[0]) and (level > 1 or army == there[1]):
            break
    other: Army = "german" if army == "british" else "british"
    nearby = [(turn, one, name) for one in (army, other) for name in PHASES]
    if there[0] != turn:
        nearby += [(there[0], army, PHASES[0]), (there[0], other, PHASES[-1])]
    wrong = [one for one in dict.fromkeys(nearby) if one not in (order[n], there) and one in order]
    missed = [
        (_phase_words(*back), "you went the wrong way through the turn"),
        (_phase_words(turn, other, phase), "you let the players take each phase in turn"),
    ]
    choices = [there, *dice.sample(wrong, 3)]
    if back not in choices and dice.random() < 1 / 2:
        choices[1] = back
    now, right = _phase_words(*order[n]), _phase_words(*there)
    asks, after, comes = ("comes next", "After", "comes")
    if step < 0:
        asks, after, comes = ("went before it", "Before", "stands")
    begins = " Zero Hour begins with the British combat phase." if 0 in (turn, there[0]) else ""
    return Task(
        f"It is {now}. Which phase {asks}, in the order put together here?",
        f"loos:staff order turn {turn}",
        one_of(right, [_phase_words(*one) for one in choices], missed),
        f"{after} {now} {comes} {right}. Each player has movement, combat, mobile movement and"
        " mobile combat; the British go first. The order of the four is put together here; it is"
        f" not printed.{begins}",
    )


# -- the British front line ------------------------------------------------------------------------

_WAYS: dict[Way, str] = {
    "move": "moves",
    "retreat": "retreats",
    "advance": "advances after combat",
    "reinforcement": "arrives as a reinforcement",
}
_IN_FRONT, _OPEN = "a hex of the British front line", "open country"
_NO_GERMAN = "no German ever enters the British front line"


@kind("loos:enter", "legal", LESSON, _NO_GERMAN, about=ABOUT)
def enter(dice: random.Random, level: int) -> Task:
    """Ask whether a unit may enter or leave a hex of the British front line."""
    army: Army = dice.choice(("british", "british", "german") if level > 1 else _ARMIES)
    way = dice.choice(list(_WAYS))
    may_leave = army == "british" and level > 1 and way in ("move", "advance")
    leaves = may_leave and dice.random() < 2 / 3
    into = not leaves or dice.random() < 2 / 3
    comes = _IN_FRONT if leaves else "the reserve line" if way == "reinforcement" else _OPEN
    goes = _IN_FRONT if into else _OPEN
    goes = goes.replace("a hex", "the next hex") if leaves else goes
    state = f"loos:staff enter army {army} hex {'front' if into else 'none'}"
    state += f"{' it leaves' * leaves}{f' by {way}' if way != 'move' else ''}"
    wrong = [(False, "you closed the front line to the British, whose line it is")]
    if army == "german":
        wrong = [(True, "you forgot that no German enters the British front line"), *wrong]
    elif leaves:
        off = "you forgot that a unit leaves the front line for a hex that is not front line"
        wrong = [(True, off), *wrong]
    return of_law(
        f"In turn {dice.randint(1, LAST_TURN)} a {army.capitalize()} unit {_WAYS[way]} from {comes}"
        f" into {goes}. Does the rule on the British front line allow it?",
        state,
        may_enter(army, into, False, way, leaves),
        wrong,
    )


# -- victory ---------------------------------------------------------------------------------------

BRITISH, GERMAN, DRAW, NOT_YET = "the British", "the Germans", "nobody: a draw", "nobody yet"
_WON = {"British": BRITISH, "German": GERMAN, "draw": DRAW, "not yet": NOT_YET}
#: Towns of two and three hexes, well away from the entry hexes.
_TOWNS = (("0604", "0605"), ("0805", "0806", "0905"), ("0702", "0703"), ("1004", "1005"))
#: Where the last British unit is.
_STANDS = {
    "0503": "0503, outside the trenches",
    "0403": "the front line",
    "0110": "0110, a German entry hex",
}


@kind("loos:victory", "order", LESSON, "two whole towns or more", about=ABOUT)
def victory(dice: random.Random, level: int) -> Task:
    """Ask who wins by towns or, at higher levels, at once."""
    towns = dice.sample(_TOWNS, 2 if level < 2 else dice.choice((2, 3)))
    parts = [t if dice.random() < 1 / 2 else t[: dice.randint(0, len(t) - 1)] for t in towns]
    held = [code for part in parts for code in part]
    over = dice.random() < 3 / 4
    turn = LAST_TURN if over else dice.randint(1, LAST_TURN - 1)
    unit = "0503" if level < 3 or dice.random() < 2 / 3 else dice.choice(("0403", "0110"))
    lie = zip(("one", "two", "three"), towns, strict=False)
    words = " ".join(f"{number} {','.join(town)}" for number, town in lie)
    state = (
        f"loos:staff victory turn {turn} is {'over' if over else 'none'} units {unit}"
        f" front 0403,0404 {words} held {','.join(held) or 'none'}"
    )
    answer = GeneralStaff.parse(state).answer()
    right = _WON[cast(str, answer.value)]
    whole = sum(set(town) <= set(held) for town in towns)
    begun = sum(bool(set(town) & set(held)) for town in towns)

    def by(count: int) -> str:
        return BRITISH if count > 1 else DRAW if count == 1 else GERMAN

    wrong = [(by(begun), "you counted a town of which only a part is held")]
    if not over or unit != "0503":
        wrong = [(by(whole), "you counted the towns though they do not decide it now")]
    elif begun > 1:
        wrong.append((NOT_YET, "you overlooked that the game ends with turn 8"))
    return Task(
        f"It is turn {turn}, {'and it is over' if over else 'still under way'}. The towns are"
        f" {'; '.join(map(', '.join, towns))}. The British control"
        f" {listed(held, none='no hex of them')}; their last unit stands in {_STANDS[unit]}. Who"
        " has won?",
        state,
        one_of(right, _WON.values(), wrong),
        answer.headline + ("" if right == NOT_YET else f" So the winner is {right}."),
    )


KINDS = (follows, stack, enter, victory)
