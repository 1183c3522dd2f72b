"""The battle as a whole: when it ends, who takes over from a lost leader, who may come back, who
stays, who has a rifle, who merges.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from landships_lab.core.answer import Answer, Step, judge, tally
from landships_lab.core.checks import one_of, whole
from landships_lab.core.speech import plural
from landships_lab.games.paychest.rules.book import CITES, MOST, READINGS, option_of, reading_says
from landships_lab.games.paychest.rules.forces import FORMATIONS
from landships_lab.games.paychest.rules.morale import KINDS, leader_step

CANNOT_WALK, COMMAND, REGULARS_RETURN = "cannot-walk", "commanders-men", "regulars-return"
RANKS = {"commander": "the commander", "leader": "an officer or NCO"}
FATES = {
    "killed": "is killed",
    "unconscious": "is knocked unconscious",
    "lame": "cannot walk",
    "fights": "fights on",
}
#: How often a figure may come onto the board in a game.
MOST_TIMES = 2


def battle_over(mine: int, theirs: int, reached: bool = False) -> Answer[bool]:
    """Return whether the battle is over.

    ``mine`` and ``theirs`` are figures on the board, ``reached`` the victory condition.

    Source: Paychest, Ending the Battle (line 10).

    >>> battle_over(12, 9).value, battle_over(0, 9).value, battle_over(12, 9, reached=True).value
    (False, True, True)
    """
    mine, theirs = (
        whole("The number of your figures", mine, 0, MOST),
        whole("The number of enemy figures", theirs, 0, MOST),
    )
    gone = [side for side, left in (("Your side", mine), ("The enemy", theirs)) if not left]
    steps = [
        Step(
            f"{side} has nobody left on the board: wiped out, or gone after failed morale.",
            CITES["ending"],
        )
        for side in gone
    ]
    if reached:
        steps.append(Step("A victory condition set before the game is met.", CITES["ending"]))
    if not steps:
        text = "Both sides have figures on the board, and no victory condition is met."
        return Answer(False, (Step(text, CITES["ending"], "forbids"),), "The battle goes on.")
    return Answer(True, tuple(steps), "The battle is over.")


def takes_over(
    rank: str, fate: str, men: int, readings: Mapping[str, str] | None = None
) -> Answer[bool]:
    """Return whether another takes over from a leader who was hit, and who.

    ``rank`` is commander or leader, ``fate`` what has happened to him, ``men`` how many he leads (a
    commander leads none himself: the men of his whole force); ``readings`` are options of
    cannot-walk and commanders-men. The detail is whether his player may activate another man.
    Source: Paychest, Loss of Leader and Who Plays What (lines
    9-10).

    >>> takes_over("leader", "killed", 6).value, takes_over("leader", "fights", 6).value
    (True, False)
    >>> takes_over("commander", "killed", 0).headline
    'The other leaders settle by rank who commands; nobody is left for his player.'
    """
    one_of("rank", rank, RANKS)
    one_of("fate of a leader", fate, FATES)
    men, options = whole("The number of men he leads", men, 0, MOST), dict(readings or {})
    lame_fights = option_of(CANNOT_WALK, options.get(CANNOT_WALK)) == "fights"
    out = fate in ("killed", "unconscious") or (fate == "lame" and not lame_fights)
    fallen = _Fallen(rank, fate, men, out, option_of(COMMAND, options.get(COMMAND)) == "force")
    steps = tuple(_succession(fallen))
    return Answer(bool(judge(steps)), steps, _told(fallen), detail=fallen.followed)


@dataclass(frozen=True, slots=True)
class _Fallen:
    """A leader who was hit: his rank and fate, his men, whether he is out of combat, and whether a
    commander's force counts as his command (reading commanders-men).
    """

    rank: str
    fate: str
    men: int
    out: bool
    force_is_his: bool

    @property
    def commands(self) -> bool:
        """Whether he is the commander."""
        return self.rank == "commander"

    @property
    def followed(self) -> bool:
        """Whether his player may activate another man."""
        return self.out and bool(self.men) and (self.force_is_his or not self.commands)


def _told(fallen: _Fallen) -> str:
    if not fallen.out:
        return "He still leads; nobody takes his place."
    if fallen.commands:
        his = "his player may activate another" if fallen.followed else "nobody is left for his"
        man = " man" if fallen.followed else " player"
        return f"The other leaders settle by rank who commands; {his}{man}."
    if fallen.followed:
        return "His player may activate another man as an acting corporal."
    return "No man is left to become acting corporal."


def _succession(fallen: _Fallen) -> Iterator[Step]:
    about = CANNOT_WALK if fallen.fate == "lame" else ""
    text = f"He {FATES[fallen.fate]}: he is {'out of' if fallen.out else 'still in'} combat."
    yield Step(text, CITES["acting"], "allows" if fallen.out else "forbids", reading=about)
    if fallen.commands:
        yield from _new_commander(fallen)
    else:
        yield from _new_leader(fallen)


def _new_leader(fallen: _Fallen) -> Iterator[Step]:
    """Yield what follows for an officer or NCO and his unit."""
    if fallen.fate != "fights":
        yield (
            leader_step()
            if fallen.men
            else Step("He leads nobody, so no unit is left to roll for his loss.", CITES["leader"])
        )
    if fallen.followed:
        yield Step(
            "The player may activate another man of his command as an acting corporal.",
            CITES["acting"],
            "allows",
        )
        yield Step(
            "The commander, who notes brave deeds, promotes the bravest man of the unit.",
            CITES["brave"],
        )
    elif fallen.out:
        yield Step("He leads no other man who could be activated.", CITES["acting"], "forbids")
    yield Step(
        "Every other player leads a few men with an officer or NCO of his own.", CITES["players"]
    )
    yield Step(
        "Officers and NCOs follow the commander's orders, in whatever way they choose.",
        CITES["orders"],
    )


def _new_commander(fallen: _Fallen) -> Iterator[Step]:
    """Yield what follows for the commander, who has no unit of his own."""
    rolls = "" if fallen.fate == "fights" else ", so no unit rolls for its leader"
    yield Step(
        f"The commander's player has only his own figure{rolls}.",
        CITES["players"],
    )
    if not fallen.out:
        yield Step("He gives the orders and keeps the roster.", CITES["players"])
        return
    yield Step(
        "The other officers and NCOs settle by rank who commands now.",
        CITES["succession"],
        "allows",
    )
    reading = READINGS[COMMAND]
    says = reading.option("force" if fallen.force_is_his else "nobody").says
    yield Step(reading_says(says), reading.cite, reading=COMMAND)
    if fallen.followed:
        yield Step(
            "Whoever commands now notes brave deeds and promotes the bravest man.", CITES["brave"]
        )
    elif fallen.force_is_his:
        yield Step("Nobody is left who could be activated.", CITES["acting"])


def may_return(kind: str, times: int, reading: str | None = None) -> Answer[bool]:
    """Return whether a figure may come back that has been on the board so many times in this game.

    ``reading`` is an option of regulars-return. Source: Paychest, Notes, 2 (line 11).

    >>> (
    ...     may_return("irregular", 1).value,
    ...     may_return("irregular", 2).value,
    ...     may_return("regular", 1).value,
    ... )
    (True, False, False)
    """
    one_of("kind of troops", kind, KINDS)
    times = whole("How often it was on the board", times, 1, 9)
    if kind == "regular" and option_of(REGULARS_RETURN, reading) == "no":
        text = "Only irregular units are named as ones that may be used again."
        named = Step(text, CITES["twice"], "forbids", reading=REGULARS_RETURN)
        return Answer(False, (named,), "The print brings back irregulars only.")
    again, regulars = times < MOST_TIMES, REGULARS_RETURN if kind == "regular" else ""
    told = {1: "once", 2: "twice"}.get(times, f"{times} times")
    text = f"It was on the board {told}; a figure is there no more than twice in a game."
    steps = (
        Step(
            f"{KINDS[kind].capitalize()} may be used again to make a longer game.",
            CITES["twice"],
            reading=regulars,
        ),
        Step(text, CITES["twice"], "allows" if again else "forbids"),
    )
    return Answer(
        again, steps, f"The figure may {'come back' if again else 'not come back again'}."
    )


def may_remove(kind: str) -> Answer[bool]:
    """Return whether a casualty of these troops may be taken off the board.

    Source: Paychest, Notes, 3 (line 11).

    >>> may_remove("irregular").value, may_remove("regular").value
    (True, False)
    """
    one_of("kind of troops", kind, KINDS)
    away = kind == "irregular"
    text = (
        "Irregular casualties may be taken away."
        if away
        else "Regular casualties stay where they fell for the whole game."
    )
    headline = f"The casualty {'may leave the board' if away else 'stays on the board'}."
    return Answer(
        away, (Step(text, CITES["casualties-stay"], "allows" if away else "forbids"),), headline
    )


def has_rifle(shown: bool, found: bool) -> Answer[bool]:
    """Return whether a figure is armed with a rifle: its model shows one, or it found one during
    play.

    Source: Paychest, Notes, 1 (line 11).

    >>> has_rifle(False, True).value, has_rifle(False, False).value
    (True, False)
    """
    steps = [
        Step(
            f"A figure carries what its model shows: {'a' if shown else 'no'} rifle.",
            CITES["armed"],
            "note" if found else "allows",
        )
    ]
    if not shown:
        steps = [
            Step(
                "A figure carries what its model shows: no rifle.",
                CITES["armed"],
                "note" if found else "forbids",
            )
        ]
        if found:
            text = (
                "It has found a rifle: swap it for a model with a rifle, or note it on the roster."
            )
            steps.append(Step(text, CITES["armed"], "allows"))
    value = bool(judge(steps))
    return Answer(value, tuple(steps), f"It is armed with {'a' if value else 'no'} rifle.")


def merged(first: int, second: int) -> Answer[int]:
    """Return the strength of a unit made of two.

    Source: Paychest, Larger Native and Irregular Forces, note (line 12).

    >>> merged(14, 12).value, merged(7, 9).headline
    (26, 'The combined unit has 16 figures.')
    """
    steps = [
        Step(
            f"{plural(whole('The number of figures', number, 1, MOST), 'figure')} of the {name}"
            " unit.",
            CITES["merged"],
            "add",
            Fraction(number),
        )
        for name, number in (("first", int(first)), ("second", int(second)))
    ]
    full = FORMATIONS["company"].own_figures
    value = tally(steps)
    assert isinstance(value, int)  # whole figures
    compared = (
        "as many as"
        if value == full
        else f"{full - value} fewer than"
        if value < full
        else f"{value - full} more than"
    )
    steps.append(
        Step(
            "Units, also of different kinds, may be combined for an assignment or after losses.",
            CITES["merged"],
        )
    )
    steps.append(Step(f"That is {compared} the {full} of a full company.", CITES["infantry"]))
    return Answer(value, tuple(steps), f"The combined unit has {plural(value, 'figure')}.")
