"""Movement: how far a soldier gets in one turn, what he may cross, and how he comes out of hide."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from landships_lab.core.answer import Remedy, Step, Telling, Told, decided, measured
from landships_lab.core.checks import one_of
from landships_lab.core.remedies import changes
from landships_lab.core.sources import Given
from landships_lab.core.speech import capitalized, inches, mixed
from landships_lab.data.book import as_notes
from .book import (
    FIELDCRAFT,
    SQUAD,
    Inches,
    add,
    allow,
    count,
    exact_inches,
    no,
    note,
    options,
    reason,
    says,
    start,
    times,
)

PACES = {
    "move": "move",
    "move fast": "move-fast",
    "move and fire": "move-and-fire",
    "sneak": "sneak",
}
#: How a man came into hide: by his own choice, by one hit, or by one of several; "" if he is up.
HIDDEN = ("", "chosen", "one hit", "more hits")
OUT_OF_HIDE = "out-of-hide"


# -------------------------------------------------------------------------------------- out of hide


def stays(hidden: str, read: Mapping[str, str]) -> bool:
    """Return whether a man who comes out of hide stays where he is."""
    return hidden == "more hits" or (hidden != "" and read[OUT_OF_HIDE] == "stays")


def from_hide(hidden: str, action: str, read: Mapping[str, str]) -> Iterator[Step]:
    """Yield the steps on this action for a man who came into hide in this way; none for a man who
    is up.
    """
    if not hidden:
        return
    if action in ("fire", "covering fire"):
        yield no("hide-turn", "A man in hide may not fire or prepare covering fire.")
    elif action == "move and fire":
        aware = "he may not move and fire: he is aware of no target"
        yield no("hide-out", f"Coming out of hide, {aware}.")
    elif action in ("move fast", "assault"):
        whole = "counts as a move action, and is all he does this turn"
        yield no("hide-out", f"Coming out of hide {whole}.")
    elif action == "sneak" and hidden == "one hit":
        text = "One hide result leaves him free to sneak towards the nearest terrain."
        yield note("hide-turn", text)
    elif action == "sneak":
        many = "Hit twice or more in one turn, he must stay where he is."
        chose = "Who chose to hide comes out by a move action, and does not sneak."
        yield no("hide-turn", many if hidden == "more hits" else chose)
    elif action == "move":
        yield note("hide-out", "Coming out of hide counts as a move action.")
        many = "Hit twice or more in one turn, he comes out where he is."
        yield note("hide-turn", many) if hidden == "more hits" else says(OUT_OF_HIDE, read)


# -------------------------------------------------------------------------------------------- a way


@dataclass(frozen=True, slots=True)
class Way:
    """A soldier's way in one turn: his action, and inches of clear ground, difficult ground and
    obstacles to cross.

    ``leg_wounds`` are his (a) wounds, ``half_speed`` is set in the turn after a disorientating
    light wound, ``fast_before`` if he moved fast last turn, and ``ends_in_cover`` if the way ends
    in full cover. ``hidden`` is how he came into hide, one of `HIDDEN`. ``assaults`` is set if he
    moves to assault, which does not count as a fast move.
    """

    action: str = "move"
    clear: Inches = 0
    difficult: Inches = 0
    obstacles: Inches = 0
    leg_wounds: int = 0
    half_speed: bool = False
    fast_before: bool = False
    ends_in_cover: bool = False
    hidden: str = ""
    assaults: bool = False

    def __post_init__(self) -> None:
        one_of("way of moving", self.action, PACES)
        exact_inches("The way over clear ground", self.clear)
        exact_inches("The way over difficult ground", self.difficult)
        exact_inches("The width of obstacles", self.obstacles)
        count("The number of (a) wounds", self.leg_wounds)
        one_of("way into hide", self.hidden, HIDDEN)


@measured
def allowance(way: Way, readings: Given = None) -> Telling:
    """Return the inches of clear ground that this action gives him.

    >>> allowance(Way("move fast")).value, allowance(Way("move", leg_wounds=1)).value
    (7, 3)
    """
    pace, read = FIELDCRAFT.movement[PACES[way.action]], options(readings)
    yield start(pace.cite, pace.inches, f"{capitalized(way.action)} gives {inches(pace.inches)}.")
    if less := min(way.leg_wounds, pace.inches):
        yield add("serious-1", -less, f"{less} less for (a) wounds.")
    if way.half_speed:
        text = "Half speed for this turn, after a light wound."
        yield times("light-3", Fraction(1, 2), text)
    if way.action == "move" and stays(way.hidden, read):
        *_, where = from_hide(way.hidden, way.action, read)
        yield replace(where, op="times", amount=Fraction(0))
    return lambda value: f"He has {inches(value)} of movement."


@measured
def cost(way: Way) -> Telling:
    """Return the inches of movement that this way costs.

    >>> cost(Way("move", clear=1, difficult=1, obstacles=Fraction(1, 2))).value
    4
    """
    yield start("move", way.clear, f"{inches(way.clear)} of clear ground.")
    if way.difficult:
        spent = way.difficult * (Fraction(4, 3) if way.action == "sneak" else Fraction(2))
        text = f"{inches(way.difficult)} of difficult ground costs {mixed(spent)}."
        yield add("difficult", spent, text)
        kinds = "rubble, dense undergrowth, marsh, streams, fords and rocks"
        yield note("difficult", f"Difficult are {kinds}.")
    if way.obstacles:
        spent = Fraction(2 * way.obstacles)
        text = f"{inches(way.obstacles)} of obstacles costs {mixed(spent)}."
        yield add("obstacles", spent, text)
    return lambda value: f"The way costs {inches(value)}."


@decided
def may_move(way: Way, readings: Given = None) -> Telling:
    """Return whether he may go this way in one turn.

    >>> may_move(Way("move", difficult=2)).headline, may_move(Way("move", difficult=3)).value
    ('He may: he needs 4 inches and has 4.', False)
    """
    read = options(readings)
    has, spends, other_steps = allowance(way, read), cost(way), [*_besides(way, read)]
    yield from (*as_notes(has), *as_notes(spends), *other_steps)
    needs = f"needs {inches(spends.value)} and has {mixed(has.value)}."
    yield allow("distances", spends.value <= has.value, f"He {needs}")

    def conclude(may: bool) -> str | Told:
        if may:
            return f"He may: he {needs}"
        against, far = reason(other_steps), f"He cannot get that far: he {needs}"
        return Told(f"He may not: {against}" if against else far, _remedies(way, read))

    return conclude


def gets_there(way: Way, readings: Given = None) -> bool:
    """Return the value of `may_move` without its sentences, which is faster: a picture tests
    hundreds of places.
    """
    read = options(readings)
    if any(step.op == "forbids" for step in _besides(way, read)):
        return False
    return cost.value(way) <= allowance.value(way, read)


def _besides(way: Way, read: Mapping[str, str]) -> Iterator[Step]:
    """Yield what else bears on this way, apart from its length."""
    if not (way.action == "move" and stays(way.hidden, read)):  # else already a step
        yield from from_hide(way.hidden, way.action, read)
    if way.action != "move fast" or way.assaults:
        return
    if way.fast_before:
        yield no("move-fast", "Nobody moves fast in two turns running.")
    if way.ends_in_cover:
        yield no("move-fast", "A fast move may not end in full cover.")
    if way.obstacles:
        yield no("obstacles", "A fast move may not cross a barrier.")
    if way.leg_wounds:
        yield no("serious-1", "With an (a) wound nobody moves fast.")


def _remedies(way: Way, read: Mapping[str, str]) -> Iterator[Remedy]:
    """Yield the other actions that would do."""

    def may(other: Way) -> bool:
        return gets_there(other, read)

    with_action = (
        (f"With the action {SQUAD.actions[one]} he may.", "action", one) for one in PACES
    )
    yield from (replace(r, change="pace") for r in changes(way, may, *with_action))
    yield from changes(way, may, ("Once he is out of hide, he may.", "hidden", ""))
