"""A man of the typical squad at the start of his turn: who he is, and what he brings along."""

from __future__ import annotations

from dataclasses import dataclass

from landships_lab.core.checks import one_of
from landships_lab.games.landser.data.tables import Man
from .book import SQUAD, WEAPONS, count
from .wounds import outcome_of

MEN, ACTIONS = SQUAD.men, SQUAD.actions
FIRING_ACTIONS = ("fire", "move and fire", "covering fire")
#: The actions that take a man from where he is.
LEAVES = ("move", "move fast", "move and fire", "sneak", "assault")
#: The guns that a team of two works; the loader takes over the one of his gunner.
TEAM_GUNS = ("gpmg", "lmg")
#: Who may stand in base contact with a wounded man; "" for nobody.
HELPERS = ("", "commander", "medic")
#: What has come to pass since a light wound sent him on his way (lines 136-137); "" is nothing.
SINCE = ("", "hidden", "fired on", "there")
#: Whom a draw has locked in combat: the man who was assaulted, or the one who assaulted; "" for
#: nobody.
COMBAT = ("", "assaulted", "assaulter")
#: What is thrown, and stands in no row of the hit table.
GRENADE = "grenade"
#: The ten men in printed order, each with his role: "leader", "second", ..., "rifleman 1" to
#: "rifleman 6".
ROSTER = {
    (role if man.count == 1 else f"{role} {number}"): role
    for role, man in MEN.items()
    for number in range(1, man.count + 1)
}


@dataclass(frozen=True, slots=True)
class Trooper:
    """A man of the squad at the start of his turn. ``role`` is one of `MEN`.

    ``outcome`` is what the last shot at him did ("miss" if nothing), ``hits`` how often he was hit
    that turn, ``hid`` whether one of the hits was a hide result; ``since`` is what has come to
    pass since then (one of `SINCE`): his turn in hide is over, he was fired on again, or he is
    where the wound sends him. ``last_action`` is what he did in his last turn; ``jammed`` the
    weapon that is jammed. ``helper`` is who stands in base contact with him: "commander", "medic"
    or nobody, "". ``gunner_out`` (the machinegunner is incapacitated) and ``gun_bursting`` (the
    machine gun fires fully automatic) bear on the loader alone. ``burst_before`` says that the
    weapon he would fire fired on automatic last turn, ``alone`` that nobody loads it, and
    ``worn`` that the barrel of the machine gun he works must be changed. ``combat`` says on which
    side of a drawn assault he is, one of `COMBAT`; ``guards`` that he has prisoners. ``carries``
    are the weapons of a man whose squad is not the typical one.
    """

    role: str
    outcome: str = "miss"
    hits: int = 0
    last_action: str = ""
    jammed: str = ""
    leg_wounds: int = 0
    arm_wounds: int = 0
    helper: str = ""
    gunner_out: bool = False
    gun_bursting: bool = False
    burst_before: bool = False
    alone: bool = False
    hid: bool = False
    since: str = ""
    combat: str = ""
    worn: bool = False
    guards: bool = False
    carries: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        one_of("man of the squad", self.role, MEN)
        outcome_of(self.outcome)
        one_of("action", self.last_action, ("", *ACTIONS))
        one_of("helper", self.helper, HELPERS)
        one_of("weapon", self.jammed, ("", *WEAPONS))
        one_of("thing since the wound", self.since, SINCE)
        one_of("side of a combat", self.combat, COMBAT)
        for what in (self.hits, self.leg_wounds, self.arm_wounds):
            count("The number of hits and wounds", what)

    @property
    def man(self) -> Man:
        """His profile."""
        return MEN[self.role]

    @property
    def weapons(self) -> tuple[str, ...]:
        """What he carries."""
        return self.carries or self.man.weapons

    @property
    def hidden(self) -> str:
        """How he came into hide, one of `hiding.HIDDEN`; "" for a man who is up."""
        if self.outcome == "hide" or (self.hid and self.hits > (not self.since)):
            return "more hits" if self.hits > 1 else "one hit"
        return "chosen" if self.last_action == "hide" else ""
