"""Who surrenders, and how many prisoners one guard can keep."""

from __future__ import annotations

from collections.abc import Iterator

from landships_lab.core.answer import Answer, Remedy, Step, judge
from landships_lab.core.checks import one_of
from landships_lab.core.remedies import that_help
from landships_lab.core.speech import inches, plural, signed
from landships_lab.games.landser.rules.book import (
    CITES,
    FIELDCRAFT,
    FIRING,
    GAPS,
    Inches,
    count,
    exact_inches,
)

POINT_BLANK_INCHES = FIRING.bands[0].upto["to-10"]
FRIEND_INCHES = FIELDCRAFT.assault.friend_inches
MOST_PRISONERS = FIELDCRAFT.assault.prisoners
MODE_WORDS = {"ready": "ready", "hide": "in hide mode", "sneak": "in sneak mode"}


def surrenders(
    enemy_inches: Inches,
    friend_inches: Inches | None,
    mode: str = "ready",
    enemy_assaults: bool = True,
) -> Answer[bool]:
    """Return whether he surrenders to an enemy so near, with his nearest unwounded friend so far
    away (None: no friend left).

    ``mode`` is ready, hide or sneak. A scenario may change this. Source: Landser, Assault (line
    177), Surrender (189-191).

    >>> surrenders(2, 12).headline
    'He surrenders.'
    """
    exact_inches("The distance of the enemy", enemy_inches)
    one_of("mode", mode, MODE_WORDS)
    near = enemy_inches <= POINT_BLANK_INCHES
    alone = (
        friend_inches is None
        or exact_inches("The distance of the friend", friend_inches) > FRIEND_INCHES
    )
    low = mode != "ready" and enemy_assaults
    steps = [
        Step(
            f"The enemy, {inches(enemy_inches)} away, is {'within' if near else 'outside'} point"
            " blank range.",
            CITES["surrender-alone"],
            "allows" if near else "forbids",
        ),
        Step(
            _friend_words(friend_inches, alone),
            CITES["assault-surrender" if enemy_assaults else "surrender-alone"],
            "note" if alone or low else "forbids",
        ),
    ]
    if mode != "ready":
        text = (
            f"He is {MODE_WORDS[mode]}, and the enemy"
            f" {'assaults' if enemy_assaults else 'does not assault'}."
        )
        steps.append(Step(text, CITES["assault-surrender"], "allows" if low else "note"))
    steps.append(
        Step(
            "A scenario may change who surrenders; this is the rule of simple battles.",
            CITES["surrender"],
        )
    )
    value = judge(steps) is True
    changes = () if value else tuple(_would(enemy_inches, friend_inches, mode, enemy_assaults))
    return Answer(
        value, tuple(steps), "He surrenders." if value else "He does not surrender.", changes
    )


def _friend_words(friend_inches: Inches | None, alone: bool) -> str:
    if friend_inches is None:
        return "He has no unwounded friend left."
    return (
        f"His nearest unwounded friend is {inches(friend_inches)} away,"
        f" {'more than' if alone else 'within'} {FRIEND_INCHES}."
    )


def _would(enemy: Inches, friend: Inches | None, mode: str, assaults: bool) -> Iterator[Remedy]:
    """Yield the changes that would make him surrender; each is tried before it is offered."""
    far, near = FRIEND_INCHES + 1, POINT_BLANK_INCHES
    tries = (
        (
            (near, friend, mode, assaults),
            Remedy(f"If the enemy comes within {near} inches, he surrenders.", "enemy", near),
        ),
        (
            (enemy, far, mode, assaults),
            Remedy(f"With his friends {far} inches away, he would surrender.", "friend", far),
        ),
        (
            (enemy, friend, "hide", assaults),
            Remedy("In hide when the assault comes, he would surrender.", "mode", "hide"),
        ),
        (
            (enemy, friend, mode, True),
            Remedy("If the enemy assaults him, he surrenders.", "enemy_does", "assaults"),
        ),
    )
    now = (enemy, friend, mode, assaults)
    found = list(that_help(now, tries, lambda other: _surrenders(*other)))
    yield from found
    if not found:  # no single change would do
        yield Remedy(
            f"It takes two changes: an enemy within {near} inches, no friend within"
            f" {FRIEND_INCHES}."
        )


def _surrenders(enemy: Inches, friend: Inches | None, mode: str, assaults: bool) -> bool:
    """Return what `surrenders` answers, without its reasons."""
    alone = friend is None or friend > FRIEND_INCHES
    return enemy <= POINT_BLANK_INCHES and (alone or (mode != "ready" and assaults))


def may_guard(prisoners: int, fired_on: bool = False, assaulted: bool = False) -> Answer[bool]:
    """Return whether one guard may have so many prisoners in his care.

    Source: Landser, Surrender (lines 191-193).

    ``fired_on`` says that the guard has been fired on, ``assaulted`` that he has been assaulted.

    >>> may_guard(6).headline
    'One guard cannot keep 6 prisoners: the most is 5.'
    >>> may_guard(3, fired_on=True).headline
    'The guard is fired on: his 3 prisoners are taken off the table.'
    """
    count("The number of prisoners", prisoners)
    allowed, kept = prisoners <= MOST_PRISONERS, plural(prisoners, "prisoner")
    steps = [
        Step(
            f"One guard may keep {MOST_PRISONERS} prisoners; there are {prisoners}.",
            CITES["prisoners"],
            "allows" if allowed else "forbids",
        )
    ]
    if not prisoners:
        return Answer(True, tuple(steps), "There are no prisoners to guard.")
    steps.append(
        Step(
            "He takes them to the base line or hands them over; they move in his turn, at their own"
            " rate.",
            CITES["prisoners"],
        )
    )
    if not allowed:
        # Under fire no number of prisoners helps: then it is advice without a change.
        help_him = Remedy(
            f"One guard can keep {MOST_PRISONERS}.",
            *(() if fired_on else ("prisoners", MOST_PRISONERS)),
        )
        return Answer(
            False,
            tuple(steps),
            f"One guard cannot keep {kept}: the most is {MOST_PRISONERS}.",
            (help_him,),
        )
    if fired_on:
        steps.append(
            Step(
                "The guard is fired on: his prisoners are removed at once.",
                CITES["prisoners-lost"],
                "forbids",
            )
        )
        # Not tried: this step is the only one left that forbids.
        back = Remedy("Unless he is fired on, he keeps them.", "fired_on", False)
        taken_off = "his prisoner is" if prisoners == 1 else f"his {kept} are"
        return Answer(
            False, tuple(steps), f"The guard is fired on: {taken_off} taken off the table.", (back,)
        )
    if assaulted:
        steps.append(
            Step(
                "The guard is assaulted: from the next round on his prisoners may join in.",
                CITES["prisoners-join"],
            )
        )
        return Answer(
            True,
            tuple(steps),
            f"One guard can keep {kept}; in the next round they may join the attack on him.",
        )
    return Answer(judge(steps) is True, tuple(steps), f"One guard can keep {kept}.")


def prisoners_join(prisoners: int, assaulted: bool = False, assault_round: int = 1) -> Answer[bool]:
    """Return whether the prisoners of a guard may join in an assault on him, in this round of it.

    Source: Landser, Surrender (lines 191-193).

    >>> prisoners_join(3, True, 1).value, prisoners_join(3, True, 2).value
    (False, True)
    """
    steps = tuple(_join_steps(prisoners, assaulted, assault_round))
    if judge(steps) is True:
        open_gaps = (GAPS["prisoner-weapons"], GAPS["freed-prisoners"])
        steps += tuple(Step(f"Not in the source: {gap.question}", gap.cite) for gap in open_gaps)
        may = f"His {plural(prisoners, 'prisoner')} may join in the attack on him."
        return Answer(True, steps, may)
    reason = next(step.text for step in steps if step.op == "forbids")
    tries = (
        ((True, assault_round), Remedy("If he is assaulted, they may.", "assaulted", True)),
        ((assaulted, 2), Remedy("From the second round on they may.", "assault_round", 2)),
        ((True, 2), Remedy("It takes an assault on him that goes into a second round.")),
    )
    now = (assaulted, assault_round)
    found = that_help(now, tries, lambda other: judge(_join_steps(prisoners, *other)) is True)
    helps = tuple(found)[:1]
    return Answer(False, steps, f"They may not: {reason[0].lower()}{reason[1:]}", helps)


def _join_steps(prisoners: int, assaulted: bool, assault_round: int) -> Iterator[Step]:
    kept = may_guard(prisoners)
    if not prisoners:
        yield Step(kept.headline, CITES["prisoners"], "forbids")
    if not kept.value:
        yield from (step for step in kept.steps if step.op == "forbids")
    count("The round of the assault", assault_round, 1)
    yield Step(
        "His guard is assaulted." if assaulted else "Nobody assaults the guard.",
        CITES["prisoners-join"],
        "allows" if assaulted else "forbids",
    )
    later = assault_round > 1
    yield Step(
        "Prisoners may join in once the first round is over."
        if later
        else "In the first round of an assault prisoners do not join in.",
        CITES["prisoners-join"],
        "allows" if later else "forbids",
    )
    each = FIELDCRAFT.assault.each_opponent
    yield Step(
        f"Whoever joins is one more opponent of the turn: {signed(each)} more for the guard.",
        CITES["assault-again"],
    )
