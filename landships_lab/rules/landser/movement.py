"""How far does a soldier get, and what may he cross?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from landships_lab.core.answer import Answer, Remedy, Step, judge
from landships_lab.rules.landser.tables import CITES, FIELDCRAFT, Inches, checked_count, checked_inches, inches, mixed, number, one_of

PACES = {"move": "move", "move fast": "move-fast", "move and fire": "move-and-fire", "sneak": "sneak"}


@dataclass(frozen=True, slots=True)
class Way:
    """A soldier's way in one turn: his action, and inches of clear ground, difficult ground and obstacles to cross.

    ``leg_wounds`` are his (a) wounds, ``half_speed`` the turn after a disorientating light wound, ``fast_before`` whether he moved
    fast last turn, ``ends_in_cover`` whether the way ends in full cover.
    """

    action: str = "move"
    clear: Inches = 0
    difficult: Inches = 0
    obstacles: Inches = 0
    leg_wounds: int = 0
    half_speed: bool = False
    fast_before: bool = False
    ends_in_cover: bool = False

    def __post_init__(self) -> None:
        one_of("way of moving", self.action, PACES)
        for what in ("clear", "difficult", "obstacles"):
            checked_inches(f"The way over {what} ground" if what != "obstacles" else "The width of obstacles", getattr(self, what))
        checked_count("The number of (a) wounds", self.leg_wounds)


def allowance(way: Way) -> Answer[int | Fraction]:
    """How many inches of clear ground does this action give him?

    Source: Landser, Movement Distances (lines 29-48), Light and Serious Wounds (135, 142).

    >>> allowance(Way("move fast")).value, allowance(Way("move", leg_wounds=1)).value
    (7, 3)
    """
    pace = FIELDCRAFT.movement[PACES[way.action]]
    steps = [Step(f"{way.action.capitalize()} gives {inches(pace.inches)}.", CITES[pace.cite], "start", Fraction(pace.inches))]
    if way.leg_wounds:
        lost = min(way.leg_wounds, pace.inches)
        steps.append(Step(f"{lost} less for (a) wounds.", CITES["serious"], "add", Fraction(-lost)))
    if way.half_speed:
        steps.append(Step("Half speed for this turn, after a light wound.", CITES["light"], "times", Fraction(1, 2)))
    value = number(steps)
    return Answer(value, tuple(steps), f"He has {inches(value)} of movement.")


def difficult_inches(way: Way) -> Answer[int | Fraction]:
    """How far does he get when all of his way is difficult ground?

    Every inch costs two; who sneaks loses only a quarter. Source: Landser, Terrain and Barriers (line 54).

    >>> difficult_inches(Way("move")).value, str(difficult_inches(Way("sneak")).value)
    (2, '3/2')
    """
    whole = allowance(way)
    share = _share(way.action)
    says = "Sneaking loses only a quarter." if way.action == "sneak" else "Every inch costs two."
    steps = (*whole.steps, Step(f"Difficult ground: {says[0].lower()}{says[1:]}", CITES["difficult"], "times", share))
    value = number(steps)
    return Answer(value, steps, f"He gets {inches(value)} through difficult ground.")


def _share(action: str) -> Fraction:
    """How much of an inch of movement is an inch of difficult ground worth?"""
    return Fraction(3, 4) if action == "sneak" else Fraction(1, 2)


def cost(way: Way) -> Answer[int | Fraction]:
    """How many inches of movement does this way cost?

    Source: Landser, Terrain and Barriers (lines 52-56).

    >>> cost(Way("move", clear=1, difficult=1, obstacles=Fraction(1, 2))).value
    4
    """
    steps = [Step(f"{inches(way.clear)} of clear ground.", CITES["move"], "start", Fraction(way.clear))]
    if way.difficult:
        share = _share(way.action)
        spent = Fraction(way.difficult) * Fraction(share.denominator, share.numerator)
        steps.append(Step(f"{inches(way.difficult)} of difficult ground costs {mixed(spent)}.", CITES["difficult"], "add", spent))
    if way.obstacles:
        spent = Fraction(2 * way.obstacles)
        steps.append(Step(f"{inches(way.obstacles)} of obstacles costs {mixed(spent)}.", CITES["obstacles"], "add", spent))
    value = number(steps)
    return Answer(value, tuple(steps), f"The way costs {inches(value)}.")


def may_move(way: Way) -> Answer[bool]:
    """May he go this way in one turn?

    Source: Landser, Actions Defined (lines 29-56), Serious Wounds (142).

    >>> may_move(Way("move", difficult=2)).headline, may_move(Way("move", difficult=3)).value
    ('He may: the way costs 4 of his 4 inches.', False)
    """
    has, spends = allowance(way), cost(way)
    steps = [*_notes(has), *_notes(spends), *_forbidden(way)]
    enough = spends.value <= has.value
    steps.append(
        Step(
            f"{mixed(spends.value)} of {inches(has.value)}: {'enough' if enough else 'not enough'}.",
            CITES["distances"],
            "allows" if enough else "forbids",
        )
    )
    value = judge(steps) is True
    told = f"the way costs {mixed(spends.value)} of his {inches(has.value)}."
    reason = next((step.text for step in _forbidden(way)), "")
    refusal = f"He may not: {reason[0].lower()}{reason[1:]}" if reason else f"He gets not so far: {told}"
    return Answer(value, tuple(steps), f"He may: {told}" if value else refusal, () if value else tuple(_remedies(way)))


def _notes(answer: Answer[int | Fraction]) -> Iterator[Step]:
    """The steps of a number, told in a verdict: they explain and decide nothing."""
    yield from (replace(step, op="note") for step in answer.steps)


def _forbidden(way: Way) -> Iterator[Step]:
    if way.action != "move fast":
        return
    if way.fast_before:
        yield Step("Nobody moves fast in two turns running.", CITES["move-fast"], "forbids")
    if way.ends_in_cover:
        yield Step("A fast move may not end in full cover.", CITES["move-fast"], "forbids")
    if way.obstacles:
        yield Step("A fast move may not cross a barrier.", CITES["obstacles"], "forbids")
    if way.leg_wounds:
        yield Step("With an (a) wound nobody moves fast.", CITES["serious"], "forbids")


def _remedies(way: Way) -> Iterator[Remedy]:
    """Which other action would do? Each is tried before it is offered."""
    for action in PACES:
        if action != way.action and may_move_bare(replace(way, action=action)):
            yield Remedy(f"With the action {action} he may.", "pace", action)


def may_move_bare(way: Way) -> bool:
    """May he go this way in one turn? What `may_move` says, without reasons."""
    return next(_forbidden(way), None) is None and cost(way).value <= allowance(way).value
