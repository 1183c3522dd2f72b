"""Two rules of Little Wars: when a body of men is isolated, and what becomes of both sides of a
melee.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from landships_lab.core.answer import Answer, Gap, Telling, Told, decided, summed
from landships_lab.core.checks import whole
from landships_lab.core.dice import Odds, sum_of
from landships_lab.core.hexes import Place, half_hexes
from landships_lab.core.sources import Given
from landships_lab.core.speech import listed, percent, plural
from landships_lab.data.book import Book
from landships_lab.data.gaps import gap

BOOK = Book("little_wars")
CITES = BOOK.cites
note, start, allow, lost = BOOK.note, BOOK.start, BOOK.allow, BOOK.lost
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


def supporters(body: Body, readings: Given = None) -> tuple[Place, ...]:
    """Return the friends of a body of men on foot that stand within a move of it."""
    whose = BOOK.options(readings)["whose-move"]
    reach = {arm: HEXES_A_FOOT * FEET[arm if whose == "friend" else "foot"] for arm in FEET}
    return tuple(
        place
        for arm, places in body.friends.items()
        for place in places
        if half_hexes(body.place, place) <= 2 * reach[arm]
    )


@decided
def isolated(body: Body, readings: Given = None) -> Telling[tuple[Place, ...]]:
    """Return whether fewer friends than half its own number stand within a move of a body of men;
    the detail is those friends.
    """
    near = supporters(body, readings)
    alone = 2 * len(near) < body.men
    men, friends = plural(body.men, "man", "men"), plural(len(near), "friend")
    text = f"{friends} within a move of the {men}: {'fewer than' if alone else 'at least'} half."
    yield allow("isolated", alone, text, reading="whose-move", marks=near)
    return Told(f"The body is {'isolated' if alone else 'supported'}.", detail=near)


@dataclass(frozen=True)
class Outcome:
    """What a melee costs: the men killed on each side, the prisoners among the smaller one, and the
    friends who support it.
    """

    killed: int
    prisoners: int
    near: tuple[Place, ...] = ()


@summed
def melee(body: Body, enemies: int, readings: Given = None) -> Telling[Outcome]:
    """Return how many of the smaller side are taken prisoner where a body of men meets this many
    enemies in contact; the detail is the `Outcome`.
    """
    enemies = whole("The number of enemies", enemies, 1, MOST_MEN)
    if body.men == enemies:
        yield start("equal", 0, "Equal numbers: all are killed.")
    if body.men > enemies:
        yield start("supported", 0, "The body is the larger side; its enemies count as supported.")
    if body.men >= enemies:
        return _told(Outcome(enemies, 0))
    alone = isolated(body, readings)
    yield from alone.steps
    said = f"{alone.headline.rstrip('.')}: each man kills one and is killed."
    taken = 0
    if alone.value:
        taken = min(enemies - body.men, body.men)
        said = "The body is isolated: as many are taken prisoner as they are fewer."
    yield start("prisoners" if alone.value else "supported", taken, said)
    return _told(Outcome(body.men - taken, taken, alone.detail))


def _told(done: Outcome) -> Told[Outcome]:
    losses = [f"{plural(done.killed, 'man', 'men')} killed on each side"]
    losses += [f"{plural(done.prisoners, 'prisoner')} taken"] if done.prisoners else []
    return Told(f"{listed(losses).capitalize()}.", detail=done)


def volley(shots: int, chance: Fraction | None) -> Answer[Odds[int] | Gap]:
    """Return how many men this many shots of a gun knock over; a `Gap` until the reader says how
    often a shot does.

    Source: the gun may fire up to four shots a move; how well it is aimed is nowhere printed.
    """
    shots = whole("The number of shots", shots, 1, 4)
    if chance is None:
        aim = gap("little_wars", "aim")
        return Answer(aim, (lost(aim),), "How often a shot hits is for the reader to say.")
    one = Odds({0: chance.denominator - chance.numerator, 1: chance.numerator})
    odds = sum_of(one, shots)
    step = note("moves", f"{plural(shots, 'shot')}, each hitting {percent(chance)}.")
    falls = f"At least one man falls: {percent(odds.at_least(1))}."
    return Answer(odds, (step,), falls, detail=odds)
