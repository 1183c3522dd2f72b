"""Made-up questions about stacks and reserves of Loos: the same seed gives the same question."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction

from landships_lab.core.speech import plural
from landships_lab.games.loos.rules import may_stack, reach_chance
from landships_lab.games.loos.rules.reserves import Stacked
from landships_lab.games.loos.rules.terrain import Army
from landships_lab.practice.kinds import Kind, can_be_asked, nearest, yes_or_no
from landships_lab.practice.marking import Question

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
_MOST_POINTS = 3

_ARMIES: tuple[Army, ...] = ("german", "british")


def _stack(dice: random.Random, level: int) -> Question:
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
    turn, phase = dice.randint(1, 8), dice.choice(("movement", "combat"))
    text = (
        f"Turn {turn}, at the end of a {army.capitalize()} {phase} phase:"
        f" {words.format(group=group)} are in one hex. Is that allowed?"
    )
    return Question(
        text,
        f"loos:staff stack army {army} company {pair}",
        yes_or_no(may_stack(units).value, _misstacked(pair)),
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


def _reserve(dice: random.Random, level: int) -> Question:
    """Ask how likely a reserve covers a few hexes, at higher levels across trenches."""
    while True:
        hexes, cost = dice.randint(1, 3), dice.choice((0, 1, 1, 2))
        trenches = dice.randint(0, min(hexes, level))
        need = hexes * cost + trenches
        if 2 <= need <= _MOST_POINTS:
            break
    chance = reach_chance([cost] * hexes, [n < trenches for n in range(hexes)]).value
    wrong = [
        (_rolled(need), "you took the whole die as its points; it is half the die, rounded up"),
        (_rolled(2 * need), "you rounded half a die down"),
        (_rolled(2 * hexes * cost - 1), "you forgot what trench hexsides cost"),
        (
            Fraction(1, 3) if need == 2 else Fraction(2, 3),
            "you counted one point too many or too few",
        ),
    ]
    way, each = ("1 hex", "the hex") if hexes == 1 else (f"{hexes} hexes", "each")
    crossed = (
        f" {trenches} trench {'hexside is' if trenches == 1 else 'hexsides are'} crossed."
        if trenches
        else ""
    )
    text = (
        f"A reserve goes {way} in the mobile movement phase; {each} costs"
        f" {plural(cost, 'movement point')}, for example."
    )
    text += f"{crossed} How likely is it to get there? Choose the nearest."
    assert can_be_asked(chance)  # two or three points are neither certain nor impossible
    return Question(
        text,
        f"loos:staff reserve hexes {hexes} cost {cost} trenches {trenches}",
        nearest(dice, chance, wrong),
    )


def _rolled(least: int) -> Fraction:
    """Return the chance that a die shows at least so much."""
    return Fraction(min(6, max(0, 7 - least)), 6)


STAFF = (
    Kind("loos:stack", "legal", _stack, about="loos:staff"),
    Kind("loos:reserve", "odds", _reserve, level=2, about="loos:staff"),
)
