"""Two rules of Little Wars: when a body of men is isolated, and what becomes of both sides of a
melee.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from landships_lab.core.answer import Answer, Gap, Step
from landships_lab.core.checks import whole
from landships_lab.core.dice import Odds, sum_of
from landships_lab.core.hexes import Place, half_hexes
from landships_lab.core.speech import listed, percent, plural
from landships_lab.data.gaps import gap
from landships_lab.data.load import chosen, cites

CITES = cites("little_wars")
#: Feet that each arm moves; a hex of the panel's board is six inches across.
FEET = {"foot": 1, "horse": 2}
HEXES_A_FOOT = 2
MOST_MEN = 40


@dataclass(frozen=True)
class Body:
    """A body of men: where it stands, how many they are, and where single friends of each arm
    stand.
    """

    place: Place
    men: int
    friends: Mapping[str, Iterable[Place]]


def supporters(body: Body, readings: Mapping[str, str] | None = None) -> tuple[Place, ...]:
    """Return the friends of a body of men on foot that stand within a move of it."""
    whose = chosen("little_wars", readings)["whose-move"]
    reach = {arm: HEXES_A_FOOT * FEET[arm if whose == "friend" else "foot"] for arm in FEET}
    return tuple(
        place
        for arm, places in body.friends.items()
        for place in places
        if half_hexes(body.place, place) <= 2 * reach[arm]
    )


def isolated(body: Body, readings: Mapping[str, str] | None = None) -> Answer[bool]:
    """Return whether fewer friends than half its own number stand within a move of a body of men.

    Source: Little Wars, Hand-to-Hand Fighting and Capturing (1).
    """
    near = supporters(body, readings)
    alone = 2 * len(near) < body.men
    text = (
        f"{plural(len(near), 'friend stands', 'friends stand')} within a move of the"
        f" {plural(body.men, 'man', 'men')}"
    )
    step = Step(
        f"{text}: {'fewer than' if alone else 'at least'} half.",
        CITES["isolated"],
        "note",
        marks=near,
        reading="whose-move",
    )
    return Answer(
        alone, (step,), f"The body is {'isolated' if alone else 'supported'}.", detail=near
    )


@dataclass(frozen=True)
class Outcome:
    """What a melee costs: the men killed on each side, the prisoners among the smaller one, and the
    friends who support it.
    """

    killed: int
    prisoners: int
    near: tuple[Place, ...] = ()


def melee(body: Body, enemies: int, readings: Mapping[str, str] | None = None) -> Answer[int]:
    """Return how many of the smaller side are taken prisoner where a body of men meets so many
    enemies in contact.

    The `Outcome` is the answer's detail. Source: Little Wars, Hand-to-Hand Fighting and Capturing
    (3).
    """
    enemies = whole("The number of enemies", enemies, 1, MOST_MEN)
    if body.men >= enemies:
        equal, done = body.men == enemies, Outcome(enemies, 0)
        text = (
            "Equal numbers: all are killed."
            if equal
            else "The body is the larger side; its enemies count as supported."
        )
        step = Step(text, CITES["equal" if equal else "supported"], "start", Fraction(0))
        return Answer(0, (step,), _headline(done), detail=done)
    alone = isolated(body, readings)
    taken = min(enemies - body.men, body.men) if alone.value else 0
    done = Outcome(body.men - taken, taken, alone.detail)
    said = (
        "as many are taken prisoner as they are fewer"
        if alone.value
        else "each man kills one and is killed"
    )
    rule = Step(
        f"{alone.headline.rstrip('.')}: {said}.",
        CITES["prisoners" if alone.value else "supported"],
        "start",
        Fraction(taken),
    )
    return Answer(taken, (*alone.steps, rule), _headline(done), detail=done)


def _headline(done: Outcome) -> str:
    losses = [f"{plural(done.killed, 'man', 'men')} killed on each side"]
    losses += [f"{plural(done.prisoners, 'prisoner')} taken"] if done.prisoners else []
    return f"{listed(losses).capitalize()}."


def volley(shots: int, chance: Fraction | None) -> Answer[Odds[int] | Gap]:
    """Return how many men so many shots of a gun knock over; a `Gap` until the reader says how
    often a shot does.

    Source: the gun may fire up to four shots a move; how well it is aimed is nowhere printed.
    """
    shots = whole("The number of shots", shots, 1, 4)
    if chance is None:
        missing = gap("little_wars", "aim")
        step = Step(missing.question, missing.cite, "note", missing)
        return Answer(missing, (step,), "How often a shot hits is for the reader to say.")
    one = Odds({0: chance.denominator - chance.numerator, 1: chance.numerator})
    odds = sum_of(one, shots)
    step = Step(f"{plural(shots, 'shot')}, each hitting {percent(chance)}.", CITES["moves"])
    return Answer(
        odds, (step,), f"At least one man falls: {percent(odds.at_least(1))}.", detail=odds
    )
