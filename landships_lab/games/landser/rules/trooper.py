"""A man of the typical squad at the start of his turn: who he is, what he carries, and what a hit
or a drawn assault lets him do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from landships_lab.core.answer import Step
from landships_lab.core.checks import one_of
from landships_lab.core.speech import capitalized
from landships_lab.games.landser.data.tables import Man, Outcome
from .book import GAPS, SQUAD, WEAPONS, allow, count, no, note, says, silent, yes
from .wounds import next_turn, outcome_of

MEN, ACTIONS = SQUAD.men, SQUAD.actions
FIRING_ACTIONS = ("fire", "move and fire", "covering fire")
#: The actions that take a man from where he is.
LEAVES = ("move", "move fast", "move and fire", "sneak", "assault")
#: The guns that a team of two works; the loader can take over his gunner's.
TEAM_GUNS = ("gpmg", "lmg")
#: Who may stand in base contact with a wounded man; "" for nobody.
HELPERS = ("", "commander", "medic")
#: What has happened since a light wound sent him to cover or to help (lines 136-137); "" is nothing
#: yet.
SINCE = ("", "hidden", "fired on", "there")
#: Whom a draw has locked in combat: the man who was assaulted, or the one who assaulted; "" for
#: nobody.
COMBAT = ("", "assaulted", "assaulter")
#: The weapon that is thrown and has no row in the hit table.
THROWN = "grenade"
#: The ten men in printed order, each with his role: "leader", "second", ..., "rifleman 1" to
#: "rifleman 6".
ROSTER = {
    (role if man.count == 1 else f"{role} {number}"): role
    for role, man in MEN.items()
    for number in range(1, man.count + 1)
}
#: The light wound of line 135, the actions it affects, and by how much.
DISORIENTATED = ("light 3", "light 4")
_NO_MEDIC = note(GAPS["medic"].cite, "The ten men of a squad include no medic.")
_HINDERED = (
    ("half speed", ("move", "move fast", "move and fire", "sneak")),
    ("minus one to firing", FIRING_ACTIONS),
    ("minus one in the assault", ("assault",)),
)
#: The wound that makes a man return fire.
ANGRY = "light 1"
REFUGE, RETURN_FIRE, LOCKED = "in-refuge", "cannot-return-fire", "locked-men"
#: What a man in full cover may do; the reading in-refuge decides whether he may fire as well.
_FIRES = {"hidden": ("move and fire",), "there": ("fire", "covering fire")}
#: The words for each stage of the way of lines 136-137.
_WAYS = {
    ("light 5", "hidden"): "His turn in hide is over, and he moves to the nearest full cover.",
    ("light 5", "there"): (
        "In full cover he stays until a commander or medic is in contact with him."
    ),
    ("light 6", "fired on"): "Fired on, he hides.",
    ("light 6", "there"): "Back at his base line he may fire from there.",
}


@dataclass(frozen=True, slots=True)
class Trooper:
    """A man of the squad at the start of his turn. ``role`` is one of `MEN`.

    ``outcome`` is what the last shot at him did ("miss" if nothing), ``hits`` how often he was hit
    that turn, ``hid`` whether one of the hits was a hide result; ``since`` is what has happened
    since then (one of `SINCE`): his turn in hide is over, he was fired on again, or he is where the
    wound sends him. ``last_action`` is what he did in his last turn; ``jammed`` the weapon that is
    jammed. ``helper`` is who stands in base contact with him: "commander", "medic" or nobody, "".
    ``gunner_out`` (the machinegunner is incapacitated) and ``gun_bursting`` (the machine gun fires
    fully automatic) bear on the loader alone. ``burst_before`` says that the weapon he would fire
    fired on automatic last turn, ``alone`` that nobody loads it, and ``worn`` that the barrel of
    his machine gun must be changed. ``combat`` says on which side of a drawn assault he is, one of
    `COMBAT`; ``guards`` that he has prisoners. ``carries`` lists the weapons of a man in another
    squad than the typical one.
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
    def loads(self) -> bool:
        """Whether he is the loader."""
        return self.role == "loader"

    @property
    def wound(self) -> Outcome:
        """The outcome of the last shot at him, in the words of the tables."""
        return outcome_of(self.outcome)

    @property
    def hidden(self) -> str:
        """How he came into hide, one of `movement.HIDDEN`; "" for a man who is up."""
        if self.outcome == "hide" or (self.hid and self.hits > (not self.since)):
            return "more hits" if self.hits > 1 else "one hit"
        return "chosen" if self.last_action == "hide" else ""

    @property
    def driven(self) -> bool:
        """Whether a hit says where he must go, or keeps him in hide."""
        ordered = not self.wound.free and self.helper not in self.wound.freed_by
        return (ordered and self.outcome != ANGRY) or self.hidden in ("one hit", "more hits")

    @property
    def torn(self) -> bool:
        """Whether he is locked in combat while a hit, or a turn in hide, requires something else of
        him.
        """
        out = self.wound.becomes == "out of the fight"
        asked = self.driven or self.hidden != "" or self.outcome == ANGRY
        return bool(self.combat) and not out and asked


def title(name: str) -> str:
    """Return the title of a man of `ROSTER`.

    >>> title("rifleman 3"), title("gunner")
    ('rifleman 3', 'machinegunner')
    """
    role, _, number = name.partition(" ")
    return f"{MEN[role].name} {number}".strip()


# -------------------------------------------------------------------------------------- after a hit


def ways(outcome: str) -> tuple[str, ...]:
    """Return what can have happened since this outcome of a shot; "" stands for nothing yet."""
    return ("", *outcome_of(outcome).later)


def after_a_hit(
    trooper: Trooper, action: str, can_fire_back: Callable[[], bool], read: Mapping[str, str]
) -> Iterator[Step]:
    """Yield what the last hit on this man means for the action. ``can_fire_back`` says whether he
    could return fire at all.
    """
    wound, outcome, helper = trooper.wound, trooper.outcome, trooper.helper
    hinders = [text for text, actions in _HINDERED if action in actions]
    if outcome in DISORIENTATED and hinders:
        means = f"The light wound means {' and '.join(hinders)}"
        yield note("light-3", f"{means} for this turn only.")
    if wound.free:
        return
    there = f"A {helper} is in base contact with him"
    if helper in wound.freed_by:
        yield yes(wound.cite, f"{there}: he goes on as normal.")
        yield from (_NO_MEDIC,) if helper == "medic" else ()
        return
    if helper in wound.treated_by:
        yield note(wound.cite, f"{there}: next turn a die decides.")
        yield _NO_MEDIC
    if outcome.startswith("light"):
        yield note("wounds-last", "A light wound lasts as long as he has to hide.")
    if outcome.startswith("serious"):
        yield note("wounds-last", "A serious wound stays with him throughout the battle.")
    if outcome == ANGRY and not can_fire_back():
        text = "he must return fire in his next turn, but nothing he has can be fired now"
        yield note("light-1", f"Light 1: {text}.")
        prepares = action == ("move" if trooper.hidden else "weapon work")
        normal = prepares or read[RETURN_FIRE] == "as-normal"
        yield says(RETURN_FIRE, read, "allows" if normal else "forbids")
    elif (outcome, trooper.since) in _WAYS:
        yield from _on_the_way(trooper, action, read)
    else:
        may = action in next_turn(outcome).value
        yield allow(wound.cite, may, f"{capitalized(outcome)}: {wound.says}")


def _on_the_way(trooper: Trooper, action: str, read: Mapping[str, str]) -> Iterator[Step]:
    """Yield what the wounds of lines 136 and 137 still require once some time has passed."""
    outcome, allowed, reading = trooper.outcome, trooper.wound.later[trooper.since], ""
    if outcome == "light 5":
        yield says(REFUGE, read)
        allowed += _FIRES[trooper.since] if read[REFUGE] == "may-fire" else ()
        reading = REFUGE if action in FIRING_ACTIONS else ""
    text = f"{capitalized(outcome)}: {_WAYS[outcome, trooper.since]}"
    yield allow(trooper.wound.cite, action in allowed, text, reading=reading)


# --------------------------------------------------------------------------------- locked in combat


def torn_step() -> Step:
    """Return the step that names the gap for a man who is `Trooper.torn`."""
    return silent("locked-and-hit")


def locked(trooper: Trooper, action: str, read: Mapping[str, str]) -> Iterator[Step]:
    """Yield the steps on this action for a man whose assault ended in a draw; none for others."""
    if not trooper.combat:
        return
    if action == "assault":
        yield note("assault", "The combat goes on in the next turn.")
    elif action == "move fast" and trooper.combat == "assaulted":
        text = "The man who was assaulted may break off in his own turn, by moving fast."
        yield note("assault", text)
    elif action == "move fast":
        yield no("assault", "Only his opponent, whom he assaulted, may break off by moving fast.")
    elif action in LEAVES:
        yield no("assault", "Both men stay where they are.")
    else:
        yield says(LOCKED, read, "forbids" if read[LOCKED] == "fight-only" else "allows")
