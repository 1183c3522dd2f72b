"""Machine guns: setting up, loading, changing the barrel, keeping the loader near, and how long
their templates stay.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from landships_lab.core.answer import Remedy, Step, Telling, Told, decided
from landships_lab.core.checks import one_of
from landships_lab.core.remedies import that_help
from landships_lab.core.sources import Given
from landships_lab.core.speech import inches
from landships_lab.data.book import as_notes
from .book import (
    DEFAULTS,
    FIELDCRAFT,
    WEAPONS,
    Inches,
    allow,
    count,
    exact_inches,
    forbid,
    no,
    note,
    options,
    reason,
    says,
    yes,
)
from .shots import RELOADS, after_a_burst

MACHINE_GUN = FIELDCRAFT.machine_gun
AUTOMATIC = tuple(key for key, weapon in WEAPONS.items() if weapon.automatic)
#: Whose turn it is in a question about a template.
MOMENTS = ("enemy", "own")
SMG_TEMPLATE = "smg-template"


@dataclass(frozen=True, slots=True)
class Gun:
    """A gun that can fire on automatic, as it stands at the start of a turn.

    ``bursts`` counts what a gunner without a loader has fired of the two bursts he carries;
    ``turns_running`` counts the turns just before this one in which the gun fired on automatic
    without a pause.
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

    @property
    def worn(self) -> bool:
        """Whether its barrel must be changed."""
        return self.weapon == "gpmg" and self.turns_running >= MACHINE_GUN.turns_to_barrel


@decided
def may_burst(gun: Gun, loader_inches: Inches | None = None) -> Telling:
    """Return whether the gun may fire on automatic this turn; the remedies of a refusal are the
    work it needs.

    ``loader_inches`` is the distance of the loader from a gun that does not move; a man too far
    away does not count as its loader.

    >>> may_burst(Gun(turns_running=4)).headline
    'No burst: after 4 turns on automatic the barrel must be changed.'
    """
    come = Remedy("With a loader it may fire a burst.", "loader", True)
    if gun.loader and loader_inches is not None:
        near = loader_in_place(loader_inches, moving=False)
        gun = replace(gun, loader=near.value)
        yield from as_notes(near)
        come = Remedy("With the loader in base contact it may fire a burst.", "loader_inches", 0)
    steps = [*_crew_steps(gun)]
    yield from steps
    against = reason(steps)
    if not against:
        return "It may fire a burst."
    # work clears and reloads, but brings no more ammunition
    worked = replace(gun, jammed=False, turns_running=0, set_up=True)
    tries = (
        (replace(gun, loader=True), come),
        (worked, Remedy(_work_words(gun), "weapon work", True)),
    )
    helps = that_help(gun, tries, may_burst.value)
    return Told(f"No burst: {against}", helps)


def _crew_steps(gun: Gun) -> Iterator[Step]:
    if gun.jammed:
        yield no("jam-clear", "It is jammed; a turn of weapon work clears it.")
    if gun.weapon == "gpmg" and not gun.set_up:
        text = "Without a turn of setting up, it fires at −2 and for one turn only."
        yield note("gpmg", text)
    if gun.worn:
        turns = f"After {MACHINE_GUN.turns_to_barrel} turns on automatic"
        yield no("gpmg", f"{turns} the barrel must be changed.")
    if gun.turns_running:
        yield from after_a_burst(gun.weapon, True, not gun.loader, gun.set_up, DEFAULTS)
    if gun.weapon != "smg" and gun.loader:
        yield note("loaders", "With a loader there is no end to the bursts.")
    elif gun.weapon != "smg":
        carries = MACHINE_GUN.bursts_without_loader
        unused = max(0, carries - gun.bursts)
        text = f"Without a loader the gunner carries {carries} bursts in all"
        yield forbid("loaders", not unused, f"{text}; left: {unused or 'none'}.")
    yield yes("machine-guns", f"A {WEAPONS[gun.weapon].name} can fire on automatic.")


def _work_words(gun: Gun) -> str:
    """Say what must be done before the gun fires.

    Without a loader a pause is enough: only continuous fire is forbidden (line 232).
    """
    emptied = gun.turns_running > 0 and (gun.weapon != "gpmg" or not gun.set_up)
    works = emptied or gun.worn
    if not (gun.jammed or works):
        return "After a turn without a burst it may fire one."
    each = "After weapon work on each of these" if gun.jammed and works else ""
    return f"{each or 'After a turn of weapon work'} it may fire a burst."


@decided
def loader_in_place(distance: Inches, moving: bool) -> Telling:
    """Return whether the loader is near enough to his gun: within two inches while moving, else in
    base contact.

    >>> loader_in_place(1, moving=True).value, loader_in_place(1, moving=False).value
    (True, False)
    """
    exact_inches("The distance of the loader", distance)
    most = MACHINE_GUN.loader_inches if moving else 0
    rule = f"within {inches(most)} while moving" if moving else "in base contact while stationary"
    where = f"{inches(distance)} away" if distance else "there"
    yield allow("loader-place", distance <= most, f"The loader must stay {rule}; he is {where}.")
    if distance <= most:
        return "The loader is in place."
    closer = f"Within {inches(most)}" if moving else "In base contact"
    helps = Remedy(f"{closer} he is in place.", "loader_inches", most)
    return Told("The loader is too far away.", [helps])


# ------------------------------------------------------------------------- how long a template lies


@decided
def template_stays(
    gun: Gun, moment: str, loader_inches: Inches | None = None, readings: Given = None
) -> Telling:
    """Return whether the template of this gun's last burst still lies where it was laid.

    ``moment`` is "enemy", in the turn of the other side, or "own", in the gunner's next turn: then
    it may stay if the gun could fire again.

    >>> template_stays(Gun("lmg"), "enemy").value, template_stays(Gun("lmg"), "own").value
    (True, False)
    """
    one_of("moment", moment, MOMENTS)
    fired = replace(gun, turns_running=max(1, gun.turns_running), jammed=False)
    steps = [*_template_steps(fired, moment, loader_inches, readings)]
    yield from steps
    against = reason(steps)
    if not against:
        return "The template stays where it lies."
    first, near = MACHINE_GUN.turns_to_barrel - 1, None if loader_inches is None else 0
    turns = f"In its first {first} turns on automatic it may stay."
    gpmg = f"That of a {WEAPONS['gpmg'].name} may stay."
    contact = Remedy("With the loader in base contact it may stay.", "loader_inches", 0)
    tries = (
        (
            (replace(fired, loader=True), loader_inches),
            Remedy("With a loader it may stay.", "loader", True),
        ),
        ((fired, near), contact),
        ((replace(fired, turns_running=first), loader_inches), Remedy(turns, "turns", first)),
        ((replace(fired, weapon="gpmg"), loader_inches), Remedy(gpmg, "gun", "gpmg")),
    )
    helps = that_help(
        (fired, loader_inches),
        tries,
        lambda other: template_stays.value(other[0], moment, other[1], readings),
    )
    return Told(f"It is lifted: {against}", helps)


def _template_steps(
    gun: Gun, moment: str, loader_inches: Inches | None, readings: Given
) -> Iterator[Step]:
    works = False
    if moment == "own":
        fires_on = may_burst(gun, loader_inches)
        works = not fires_on.value
        yield from fires_on.steps
        if gun.weapon not in RELOADS:
            text = "A GPMG may keep its template on the same place instead of firing anew."
            yield note("machine-guns", text)
    stays = "Nobody has to reload or to change the barrel yet: the template stays."
    until = "The template stays only until its team has to reload or to change the barrel."
    yield allow("machine-guns", not works, stays, until)
    if moment == "enemy" and gun.weapon == "smg":
        read = options(readings)
        yield says(SMG_TEMPLATE, read, "allows" if read[SMG_TEMPLATE] == "stays" else "forbids")
