"""Movement: how far a soldier gets in one turn, and what he may cross."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from landships_lab.core.answer import Answer, Remedy, Step, judge
from landships_lab.core.checks import one_of
from landships_lab.core.sources import Given
from landships_lab.core.speech import capitalized, inches, mixed
from .book import CITES, FIELDCRAFT, SQUAD, Inches, as_notes, count, exact_inches, taken, total
from .hiding import HIDDEN, from_hide, stays

PACES = {
    "move": "move",
    "move fast": "move-fast",
    "move and fire": "move-and-fire",
    "sneak": "sneak",
}


@dataclass(frozen=True, slots=True)
class Way:
    """A soldier's way in one turn: his action, and inches of clear ground, difficult ground and
    obstacles to cross.

    ``leg_wounds`` are his (a) wounds, ``half_speed`` is set in the turn after a disorientating
    light wound, ``fast_before`` if he moved fast last turn, ``ends_in_cover`` if the way ends in
    full cover; ``hidden`` is how he came into hide, one of `HIDDEN`; ``assaults`` if
    he goes so far in an assault, which is no fast move.
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
        for what in ("clear", "difficult", "obstacles"):
            exact_inches(
                f"The way over {what} ground" if what != "obstacles" else "The width of obstacles",
                getattr(self, what),
            )
        count("The number of (a) wounds", self.leg_wounds)
        one_of("way into hide", self.hidden, HIDDEN)


def allowance(way: Way, readings: Given = None) -> Answer[int | Fraction]:
    """Return the inches of clear ground that this action gives him.

    Source: Landser, Movement Distances (lines 29-48), Light and Serious Wounds (135, 142), Hide
    (155).

    >>> allowance(Way("move fast")).value, allowance(Way("move", leg_wounds=1)).value
    (7, 3)
    """
    pace = FIELDCRAFT.movement[PACES[way.action]]
    steps = [
        Step(
            f"{capitalized(way.action)} gives {inches(pace.inches)}.",
            CITES[pace.cite],
            "start",
            Fraction(pace.inches),
        )
    ]
    if way.leg_wounds:
        lost = min(way.leg_wounds, pace.inches)
        steps.append(
            Step(f"{lost} less for (a) wounds.", CITES["serious-1"], "add", Fraction(-lost))
        )
    if way.half_speed:
        steps.append(
            Step(
                "Half speed for this turn, after a light wound.",
                CITES["light-3"],
                "times",
                Fraction(1, 2),
            )
        )
    read = taken(readings)
    if way.action == "move" and stays(way.hidden, read):
        says = tuple(from_hide(way.hidden, way.action, read))[-1]
        steps.append(replace(says, op="times", amount=Fraction(0)))
    value = total(steps)
    return Answer(value, tuple(steps), f"He has {inches(value)} of movement.")


def difficult_inches(way: Way) -> Answer[int | Fraction]:
    """Return how far he gets when all of his way is difficult ground.

    Every inch costs two; a man who sneaks loses only a quarter. Source: Landser, Terrain and
    Barriers (line 54).

    >>> difficult_inches(Way("move")).value, str(difficult_inches(Way("sneak")).value)
    (2, '3/2')
    """
    whole = allowance(way)
    share = _share(way.action)
    says = "Sneaking loses only a quarter." if way.action == "sneak" else "Every inch costs two."
    steps = (
        *whole.steps,
        Step(f"Difficult ground: {says[0].lower()}{says[1:]}", CITES["difficult"], "times", share),
    )
    value = total(steps)
    return Answer(value, steps, f"He gets {inches(value)} through difficult ground.")


def _share(action: str) -> Fraction:
    """Return the inches of difficult ground that an inch of movement crosses."""
    return Fraction(3, 4) if action == "sneak" else Fraction(1, 2)


def cost(way: Way) -> Answer[int | Fraction]:
    """Return the inches of movement that this way costs.

    Source: Landser, Terrain and Barriers (lines 52-56).

    >>> cost(Way("move", clear=1, difficult=1, obstacles=Fraction(1, 2))).value
    4
    """
    steps = [
        Step(f"{inches(way.clear)} of clear ground.", CITES["move"], "start", Fraction(way.clear))
    ]
    if way.difficult:
        share = _share(way.action)
        spent = Fraction(way.difficult) * Fraction(share.denominator, share.numerator)
        steps.append(
            Step(
                f"{inches(way.difficult)} of difficult ground costs {mixed(spent)}.",
                CITES["difficult"],
                "add",
                spent,
            )
        )
        steps.append(
            Step(
                "Difficult are rubble, dense undergrowth, marsh, streams, fords and rocks.",
                CITES["difficult"],
            )
        )
    if way.obstacles:
        spent = Fraction(2 * way.obstacles)
        steps.append(
            Step(
                f"{inches(way.obstacles)} of obstacles costs {mixed(spent)}.",
                CITES["obstacles"],
                "add",
                spent,
            )
        )
    value = total(steps)
    return Answer(value, tuple(steps), f"The way costs {inches(value)}.")


def may_move(way: Way, readings: Given = None) -> Answer[bool]:
    """Return whether he may go this way in one turn.

    Source: Landser, Actions Defined (lines 29-56), Serious Wounds (142), Hide (153-155).

    >>> may_move(Way("move", difficult=2)).headline, may_move(Way("move", difficult=3)).value
    ('He may: he needs 4 inches and has 4.', False)
    """
    read = taken(readings)
    has, spends = allowance(way, read), cost(way)
    said = tuple(_said(way, read))
    against = tuple(step for step in said if step.op == "forbids")
    needs = f"needs {inches(spends.value)} and has {mixed(has.value)}."
    enough = Step(
        f"He {needs}", CITES["distances"], "allows" if spends.value <= has.value else "forbids"
    )
    steps = (*as_notes(has.steps), *as_notes(spends.steps), *said, enough)
    if judge(steps) is True:
        return Answer(True, steps, f"He may: he {needs}")
    reason = against[0].text if against else ""
    refusal = (
        f"He may not: {reason[0].lower()}{reason[1:]}"
        if reason
        else f"He cannot get that far: he {needs}"
    )
    return Answer(False, steps, refusal, tuple(_remedies(way, read)))


def _said(way: Way, readings: Mapping[str, str]) -> Iterator[Step]:
    """Yield what forbids to go this way, or bears on it, besides its length."""
    if not (way.action == "move" and stays(way.hidden, readings)):  # the allowance has said it
        yield from from_hide(way.hidden, way.action, readings)
    if way.action != "move fast" or way.assaults:
        return
    if way.fast_before:
        yield Step("Nobody moves fast in two turns running.", CITES["move-fast"], "forbids")
    if way.ends_in_cover:
        yield Step("A fast move may not end in full cover.", CITES["move-fast"], "forbids")
    if way.obstacles:
        yield Step("A fast move may not cross a barrier.", CITES["obstacles"], "forbids")
    if way.leg_wounds:
        yield Step("With an (a) wound nobody moves fast.", CITES["serious-1"], "forbids")


def _remedies(way: Way, readings: Mapping[str, str]) -> Iterator[Remedy]:
    """Yield the other actions that would do; each is tried before it is offered."""
    for action in PACES:
        if action != way.action and may_move_bare(replace(way, action=action), readings):
            yield Remedy(f"With the action {SQUAD.actions[action]} he may.", "pace", action)
    if way.hidden and may_move_bare(replace(way, hidden=""), readings):
        yield Remedy("Once he is out of hide, he may.", "hidden", "")


def may_move_bare(way: Way, readings: Given = None) -> bool:
    """Return what `may_move` answers, without its reasons."""
    read = taken(readings)
    said = all(step.op != "forbids" for step in _said(way, read))
    return said and cost(way).value <= allowance(way, read).value
