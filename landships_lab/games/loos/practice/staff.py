"""Made-up questions about turns, stacks, the front line and victory at Loos."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import cast

from landships_lab.core.speech import listed
from landships_lab.games.loos.panels.staff import GeneralStaff
from landships_lab.games.loos.rules.book import LAST_TURN, Army
from landships_lab.games.loos.rules.reserves import Stacked, may_stack
from landships_lab.games.loos.rules.terrain import Way, may_enter
from landships_lab.games.loos.rules.turns import PHASES, phases
from landships_lab.practice.kind import YES_NO, Kind, one_of, yes_or_no
from landships_lab.practice.task import Task
from .words import TURN

#: Units that may or may not stack: the word of the general staff for them, their formations, and
#: their words in the question.
_PAIRS = {
    "same": (("one", "one"), "two units of the same {group}"),
    "other": (("one", "other"), "two units of different {group}s"),
    "replacement": (
        ("one", ""),
        "a unit of a {group} and a replacement battalion",
    ),  # of the Germans alone
    "three": (("one", "one", "one"), "three units of the same {group}"),
    "enemy": (("one", "one"), "a unit and an enemy unit"),
}

_ARMIES: tuple[Army, ...] = ("german", "british")


def _stack(dice: random.Random, level: int) -> Task:
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
    text = (
        f"Turn {turn}, at the end of a {army.capitalize()} {phase} phase:"
        f" {words.format(group=group)} are in one hex. Is that allowed?"
    )
    found = may_stack(units)
    return Task(
        text,
        f"loos:staff stack army {army} company {pair}",
        yes_or_no(found.value, _misstacked(pair)),
        f"{'Yes' if found.value else 'No'}: {found.steps[0].text}",
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


# -- phases ---------------------------------------------------------------------------------------


def _phase_words(turn: int, army: str, phase: str) -> str:
    told = "Zero Hour" if turn == 0 else f"turn {turn}"
    return f"the {army.capitalize()} {phase} phase of {told}"


def _order() -> list[tuple[int, str, str]]:
    """Return all phases of a game, in their order."""
    return [(p.turn, p.army, p.name) for turn in range(LAST_TURN + 1) for p in phases(turn).value]


def _phase(dice: random.Random, level: int) -> Task:
    """Ask which phase follows another, at higher levels also which went before it, and over the
    end of a turn.
    """
    order = _order()
    step = dice.choice((1, -1))
    while True:
        n = dice.randrange(1, len(order) - 1)
        turn, army, phase = order[n]
        there = order[n + step]
        if level < 3 and turn != there[0]:
            continue
        if level < 2 and army != there[1]:
            continue
        break
    other = "german" if army == "british" else "british"
    nearby = [(turn, army, name) for name in PHASES] + [(turn, other, name) for name in PHASES]
    if there[0] != turn:
        nearby += [(there[0], army, PHASES[0]), (there[0], other, PHASES[-1])]
    wrong = [one for one in dict.fromkeys(nearby) if one not in (order[n], there) and one in order]
    back = order[n - step]
    missed = [
        (_phase_words(*back), "you went the wrong way through the turn"),
        (_phase_words(turn, other, phase), "you let the players take each phase in turn"),
    ]
    choices = [there, *dice.sample(wrong, 3)]
    if back not in choices and dice.random() < 1 / 2:
        choices[1] = back
    shown = [_phase_words(*one) for one in dict.fromkeys(choices)]
    right = _phase_words(*there)
    asks = f"Which phase {'comes next' if step == 1 else 'went before it'}"
    mobile = (
        "Each player has movement, combat, mobile movement and mobile combat; the British go first."
        " The order of the four is put together here; it is not printed."
    )
    begins = " Zero Hour begins with the British combat phase." if 0 in (turn, there[0]) else ""
    after = "After" if step == 1 else "Before"
    return Task(
        f"It is {_phase_words(turn, army, phase)}. {asks}, in the order put together here?",
        f"loos:staff order turn {turn}",
        one_of(right, shown, missed),
        f"{after} {_phase_words(turn, army, phase)} {'comes' if step == 1 else 'stands'} {right}."
        f" {mobile}{begins}",
    )


# -- the British front line -----------------------------------------------------------------------

_WAYS: tuple[Way, ...] = ("move", "retreat", "advance", "reinforcement")
_WAY_WORDS = {
    "move": "moves",
    "retreat": "retreats",
    "advance": "advances after combat",
    "reinforcement": "arrives as a reinforcement",
}


def _enter(dice: random.Random, level: int) -> Task:
    """Ask whether a unit may enter a hex of the British front line or leave one."""
    army: Army = dice.choice(("british", "british", "german") if level > 1 else _ARMIES)
    way = dice.choice(_WAYS)
    leaves = (
        army == "british" and level > 1 and way in ("move", "advance") and dice.random() < 2 / 3
    )
    into = not leaves or dice.random() < 2 / 3
    found = may_enter(army, into, False, way, leaves)
    comes = "a hex of the British front line" if leaves else "open country"
    if way == "reinforcement":
        comes = "the reserve line"
    goes = "a hex of the British front line" if into else "open country"
    if leaves and into:
        goes = "the next hex of the British front line"
    number = dice.randint(1, LAST_TURN)
    words = [word for word, on in (("leaves", leaves),) if on]
    state = f"loos:staff enter army {army} hex {'front' if into else ''}".rstrip()
    if not into:
        state = f"loos:staff enter army {army} hex none"
    state += f" it {'+'.join(words)}" if words else ""
    state += f" by {way}" if way != "move" else ""
    wrong = [
        (True, "you forgot that no German enters the British front line"),
        (True, "you forgot that a unit leaves the front line for a hex that is not front line"),
        (False, "you closed the front line to the British, whose line it is"),
    ]
    picked = wrong[:1] if army == "german" else wrong[1:2] if leaves else []
    return Task(
        f"In turn {number} a {army.capitalize()} unit {_WAY_WORDS[way]} from {comes} into {goes}."
        " Does the rule on the British front line allow it?",
        state,
        yes_or_no(found.value, [*picked, wrong[2]]),
        f"{'Yes' if found.value else 'No'}: {found.headline}",
    )


# -- victory --------------------------------------------------------------------------------------

BRITISH, GERMAN, DRAW, NOT_YET = "the British", "the Germans", "nobody: a draw", "nobody yet"
_WON = {"British": BRITISH, "German": GERMAN, "draw": DRAW, "not yet": NOT_YET}
#: Towns of two and three hexes, well away from the entry hexes.
_TOWNS = (("0604", "0605"), ("0805", "0806", "0905"), ("0702", "0703"), ("1004", "1005"))


def _victory(dice: random.Random, level: int) -> Task:
    """Ask who wins by the towns, and at higher levels at once."""
    towns = dice.sample(_TOWNS, 2 if level < 2 else dice.choice((2, 3)))
    held = [
        code
        for town in towns
        for code in (town if dice.random() < 1 / 2 else town[: dice.randint(0, len(town) - 1)])
    ]
    over = dice.random() < 3 / 4
    turn = LAST_TURN if over else dice.randint(1, LAST_TURN - 1)
    units = ["0503"] if level < 3 or dice.random() < 2 / 3 else [dice.choice(("0403", "0110"))]
    front = ["0403", "0404"]
    names = ("one", "two", "three")
    words = " ".join(f"{names[n]} {','.join(town)}" for n, town in enumerate(towns))
    state = (
        f"loos:staff victory turn {turn} is {'over' if over else 'none'}"
        f" units {','.join(units)} front {','.join(front)} {words}"
        f" held {','.join(held) if held else 'none'}"
    )
    return _victory_question(state, towns, held, units, turn, over)


def _victory_question(
    state: str,
    towns: Sequence[Sequence[str]],
    held: Sequence[str],
    units: Sequence[str],
    turn: int,
    over: bool,
) -> Task:
    answer = GeneralStaff.parse(state).answer()
    right = _WON[cast(str, answer.value)]
    whole = [town for town in towns if set(town) <= set(held)]
    begun = [town for town in towns if set(town) & set(held)]

    def by(count: int) -> str:
        return BRITISH if count > 1 else DRAW if count == 1 else GERMAN

    wrong = [(by(len(begun)), "you counted a town of which only a part is held")]
    if not over or units[0] != "0503":
        wrong = [(by(len(whole)), "you counted the towns though they do not decide it now")]
    if over and units[0] == "0503" and len(begun) > 1:
        wrong.append((NOT_YET, "you overlooked that the game ends with turn 8"))
    where = {"0403": "the front line", "0110": "0110, a German entry hex"}.get(
        units[0], f"{units[0]}, outside the trenches"
    )
    lies = "; ".join(", ".join(town) for town in towns)
    return Task(
        f"It is turn {turn}, {'and it is over' if over else 'still under way'}. The towns are"
        f" {lies}. The British control {listed(held, none='no hex of them')}; their last unit"
        f" stands in {where}. Who has won?",
        state,
        one_of(right, (BRITISH, GERMAN, DRAW, NOT_YET), wrong),
        f"{answer.headline} So the winner is {right}."
        if right in (BRITISH, GERMAN)
        else f"{answer.headline} So it is {right}.",
    )


STAFF = (
    Kind(
        "loos:phase",
        "count",
        _phase,
        about="loos:staff",
        lesson=TURN,
        taught="the British go first",
    ),
    Kind(
        "loos:stack",
        "legal",
        _stack,
        about="loos:staff",
        replies=YES_NO,
        lesson=TURN,
        taught="two units of one German division or one British brigade",
    ),
    Kind(
        "loos:enter",
        "legal",
        _enter,
        about="loos:staff",
        lesson=TURN,
        taught="no German ever enters the British front line",
    ),
    Kind(
        "loos:victory",
        "count",
        _victory,
        level=1,
        about="loos:staff",
        lesson=TURN,
        taught="two whole towns or more",
    ),
)
