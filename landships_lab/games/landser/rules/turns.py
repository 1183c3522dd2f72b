"""Who begins the game, and what stays on the table from turn to turn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from landships_lab.core.answer import Answer, Gap, Remedy, Step, judge
from landships_lab.core.checks import one_of
from landships_lab.core.remedies import that_help
from landships_lab.core.sources import Given
from .book import CITES, GAPS, READINGS, WEAPONS, Inches, die_face, taken
from .bursts import RELOADS
from .crew import GUN, Gun, may_burst

#: Whose turn it is when a template is asked about.
MOMENTS = ("enemy", "own")
SMG_TEMPLATE = "smg-template"


def first_turn(mine: int, theirs: int) -> Answer[bool | Gap]:
    """Return whether the side that rolled ``mine`` has the first turn; a `Gap` for a tie.

    Source: Landser, Turns (line 19).

    >>> first_turn(5, 2).headline, isinstance(first_turn(3, 3).value, Gap)
    ('You have the first turn, 5 to 2.', True)
    """
    score = f"{die_face('Your die', mine)} to {die_face('The other die', theirs)}"
    if mine == theirs:
        gap = GAPS["first-turn-tie"]
        step = Step(f"The source does not say. {gap.question}", gap.cite, "start", gap)
        return Answer(gap, (step,), f"{score}: the source does not say who goes first.")
    first = mine > theirs
    step = Step(
        f"The higher score has the first turn: {score}.",
        CITES["first-turn"],
        "allows" if first else "forbids",
    )
    whose = "You have" if first else "The other side has"
    return Answer(judge((step,)), (step,), f"{whose} the first turn, {score}.")


def template_stays(
    gun: Gun, moment: str, loader_inches: Inches | None = None, readings: Given = None
) -> Answer[bool]:
    """Return whether the template of this gun's last burst still lies where it was laid.

    ``moment`` is "enemy", in the turn of the other side, or "own", in the gunner's next turn: then
    it may stay where the gun could fire on. `ValueError` for another moment. Source: Landser,
    Machine Guns (line 115), GPMG (197), Loaders (232).

    >>> template_stays(Gun("lmg"), "enemy").value, template_stays(Gun("lmg"), "own").value
    (True, False)
    """
    one_of("moment", moment, MOMENTS)
    fired = replace(gun, turns_running=max(1, gun.turns_running), jammed=False)
    steps = tuple(_template_steps(fired, moment, loader_inches, readings))
    if judge(steps) is True:
        return Answer(True, steps, "The template stays where it lies.")
    reason = next(step.text for step in steps if step.op == "forbids")
    helps = tuple(_template_remedies(fired, moment, loader_inches, readings))
    return Answer(False, steps, f"It is lifted: {reason[0].lower()}{reason[1:]}", helps)


def _template_steps(
    gun: Gun, moment: str, loader_inches: Inches | None, readings: Given
) -> Iterator[Step]:
    if moment == "own":
        fires_on = may_burst(gun, loader_inches)
        yield from fires_on.steps
        if gun.weapon not in RELOADS:
            text = "A GPMG may keep its template on the same place instead of firing anew."
            yield Step(text, CITES["machine-guns"])
        yield _until(not fires_on.value)
        return
    yield _until(needed=False)
    if gun.weapon == "smg":
        reading = READINGS[SMG_TEMPLATE]
        option = taken(readings)[SMG_TEMPLATE]
        yield Step(
            reading.option(option).says,
            reading.cite,
            "allows" if option == "stays" else "forbids",
            reading=SMG_TEMPLATE,
        )


def _until(needed: bool) -> Step:
    """Return what keeps the template on the table, or takes it away: work that is ``needed``."""
    if needed:
        text = "The template stays only until its team has to reload or to change the barrel."
        return Step(text, CITES["machine-guns"], "forbids")
    text = "Nobody has to reload or to change the barrel yet: the template stays."
    return Step(text, CITES["machine-guns"], "allows")


def _template_remedies(
    gun: Gun, moment: str, loader_inches: Inches | None, readings: Given
) -> Iterator[Remedy]:
    """Return what would leave it there; each is tried before it is offered."""
    near = None if loader_inches is None else 0
    first = GUN.turns_to_barrel - 1
    tries = (
        (
            (replace(gun, loader=True), loader_inches),
            Remedy("With a loader it may stay.", "loader", True),
        ),
        ((gun, near), Remedy("With the loader in base contact it may stay.", "loader_inches", 0)),
        (
            (replace(gun, turns_running=first), loader_inches),
            Remedy(f"In its first {first} turns on automatic it may stay.", "turns", first),
        ),
        (
            (replace(gun, weapon="gpmg"), loader_inches),
            Remedy(f"That of a {WEAPONS['gpmg'].name} may stay.", "gun", "gpmg"),
        ),
    )
    return that_help(
        (gun, loader_inches),
        tries,
        lambda other: judge(_template_steps(other[0], moment, other[1], readings)) is True,
    )
