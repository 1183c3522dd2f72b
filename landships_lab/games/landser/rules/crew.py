"""The crew of a machine gun: setting up, loading, changing the barrel, keeping the loader near."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from landships_lab.core.answer import Answer, Remedy, Step, judge
from landships_lab.core.checks import one_of
from landships_lab.core.remedies import that_help
from landships_lab.core.speech import inches
from .book import CITES, DEFAULTS, FIELDCRAFT, WEAPONS, Inches, as_notes, count, exact_inches
from .bursts import after_a_burst

GUN = FIELDCRAFT.machine_gun
AUTOMATIC = tuple(key for key, weapon in WEAPONS.items() if weapon.automatic)


@dataclass(frozen=True, slots=True)
class Gun:
    """A gun that can fire on automatic, as it stands at the start of a turn.

    ``bursts`` are those that a gunner without a loader has fired of the two he carries;
    ``turns_running`` are the turns just before this one in which it fired on automatic without a
    pause.
    """

    weapon: str = "gpmg"
    set_up: bool = True
    jammed: bool = False
    loader: bool = True
    bursts: int = 0
    turns_running: int = 0

    def __post_init__(self) -> None:
        one_of("automatic weapon", self.weapon, AUTOMATIC)
        count("The number of bursts", self.bursts)
        count("The number of turns", self.turns_running)


def may_burst(gun: Gun, loader_inches: Inches | None = None) -> Answer[bool]:
    """Return whether the gun may fire on automatic this turn; the remedies of a refusal are the
    work it needs.

    ``loader_inches`` is how far its loader is from a gun that stays where it is; one who is too far
    away is no loader. Source: Landser, Machine Guns (lines 111-117), GPMG (197), Loaders (232-234).

    >>> may_burst(Gun(turns_running=4)).headline
    'No burst: after 4 turns on automatic the barrel must be changed.'
    """
    placed: tuple[Step, ...] = ()
    come = Remedy("With a loader it may fire a burst.", "loader", True)
    if gun.loader and loader_inches is not None:
        near = loader_in_place(loader_inches, moving=False)
        gun, placed = replace(gun, loader=near.value), as_notes(near.steps)
        come = Remedy("With the loader in base contact it may fire a burst.", "loader_inches", 0)
    steps = (*placed, *_crew_steps(gun))
    value = judge(steps) is True
    if value:
        return Answer(True, steps, "It may fire a burst.")
    reason = next(step.text for step in steps if step.op == "forbids")
    return Answer(
        False, steps, f"No burst: {reason[0].lower()}{reason[1:]}", tuple(_remedies(gun, come))
    )


def _crew_steps(gun: Gun) -> Iterator[Step]:
    name = WEAPONS[gun.weapon].name
    if gun.jammed:
        yield Step("It is jammed; a turn of weapon work clears it.", CITES["jam-clear"], "forbids")
    if gun.weapon == "gpmg":
        yield from _gpmg_steps(gun)
    if gun.turns_running:
        yield from after_a_burst(gun.weapon, True, not gun.loader, gun.set_up, DEFAULTS)
    if gun.weapon != "smg":
        yield from _ammunition(gun)
    yield Step(f"A {name} can fire on automatic.", CITES["machine-guns"], "allows")


def _gpmg_steps(gun: Gun) -> Iterator[Step]:
    if not gun.set_up:
        text = "Without a turn of setting up, it fires at −2 and for one turn only."
        yield Step(text, CITES["gpmg"], "note")
    if gun.turns_running >= GUN.turns_to_barrel:
        text = f"After {GUN.turns_to_barrel} turns on automatic the barrel must be changed."
        yield Step(text, CITES["gpmg"], "forbids")


def _ammunition(gun: Gun) -> Iterator[Step]:
    if gun.loader:
        yield Step("With a loader there is no end to the bursts.", CITES["loaders"])
    else:
        left = max(0, GUN.bursts_without_loader - gun.bursts)
        text = (
            f"Without a loader the gunner carries {GUN.bursts_without_loader} bursts in all; left:"
            f" {left or 'none'}."
        )
        yield Step(text, CITES["loaders"], "note" if left else "forbids")


def _remedies(gun: Gun, come: Remedy) -> Iterator[Remedy]:
    """Return the changes that would let it fire; each is tried before it is offered."""
    worked = replace(
        gun, jammed=False, turns_running=0, set_up=True
    )  # work clears and reloads; it brings no more ammunition
    tries = (
        (replace(gun, loader=True), come),
        (worked, Remedy(_work_words(gun), "weapon work", True)),
    )
    return that_help(
        gun, tries, lambda other: all(step.op != "forbids" for step in _crew_steps(other))
    )


def _work_words(gun: Gun) -> str:
    """Say what has to be done before it fires.

    Without a loader a pause is enough: only firing on and on is forbidden (line 232).
    """
    emptied = gun.weapon == "gpmg" and not gun.set_up and gun.turns_running > 0
    worn = gun.weapon == "gpmg" and gun.turns_running >= GUN.turns_to_barrel
    spent = gun.weapon != "gpmg" and gun.turns_running > 0
    if not (gun.jammed or emptied or worn or spent):
        return "After a turn without a burst it may fire one."
    return (
        "After weapon work on each of these it may fire a burst."
        if gun.jammed and (emptied or worn or spent)
        else _ONE_JOB
    )


_ONE_JOB = "After a turn of weapon work it may fire a burst."


def loader_in_place(distance: Inches, moving: bool) -> Answer[bool]:
    """Return whether the loader is near enough to his gun: within two inches while moving, else in
    base contact.

    Source: Landser, Loaders (lines 232-234).

    >>> loader_in_place(1, moving=True).value, loader_in_place(1, moving=False).value
    (True, False)
    """
    exact_inches("The distance of the loader", distance)
    most = GUN.loader_inches if moving else 0
    near = distance <= most
    rule = f"within {inches(most)} while moving" if moving else "in base contact while stationary"
    step = Step(
        f"The loader must stay {rule}; he is"
        f" {f'{inches(distance)} away' if distance else 'there'}.",
        CITES["loader-place"],
        "allows" if near else "forbids",
    )
    if judge((step,)) is True:
        return Answer(True, (step,), "The loader is in place.")
    closer = f"Within {inches(most)}" if moving else "In base contact"
    return Answer(
        False,
        (step,),
        "The loader is too far away.",
        (Remedy(f"{closer} he is in place.", "loader_inches", most),),
    )
