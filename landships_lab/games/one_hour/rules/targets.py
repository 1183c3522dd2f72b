"""Target Priorities: the target that the rules advise a Unit to fire at."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from landships_lab.core.answer import Answer, Step
from landships_lab.core.sources import Given
from landships_lab.core.speech import capitalized, inches, mixed, signed
from .book import CITES, READINGS, taken
from .fire import short_form_parts
from .ground import Table, shot_between
from .shot import Shot
from .sight import may_fire


def preferred(shots: Mapping[str, Shot], readings: Given = None) -> Answer[str]:
    """Return the name of the target that the rules advise to fire at.

    The best modifier of the die comes first, then the least penalised shot, then the closest
    target; of equal ones, the first named. Under the reading target-priority as printed a Tank
    fires at Tanks and ATGs before all others. A target that cannot be fired at is never preferred;
    if none can, the value is "". `ValueError` without any target. Source: Target Priorities (line
    200).

    >>> preferred({"rifles": Shot("tank", "infantry", 5), "Carri": Shot("tank", "tank", 11)}).value
    'Carri'
    """
    if not shots:
        raise ValueError("Name at least one target to choose from.")
    given = taken(readings)
    ranked = sorted(shots.items(), key=lambda item: _rank(item[1], given))
    steps = (*_tanks_first(shots, given), *(_weighed(name, shot, given) for name, shot in ranked))
    if _rank(ranked[0][1], given)[0]:
        return Answer("", steps, "It cannot fire at any of them.")
    best = ranked[0][0]
    why = _why([shot for _, shot in ranked], given)
    return Answer(
        best,
        (*steps, Step(capitalized(why), CITES["priorities"], "reads", marks=(best,))),
        f"Fire at {best}: {why}",
    )


def best_target(
    table: Table, firer: str, observer: str = "", readings: Given = None
) -> Answer[str]:
    """Return the enemy on the table that the rules advise this Unit to fire at, of those that it
    may fire at now;

    "" for none.

    ``observer`` names a friend that observes for Mortars. Source: Target Priorities (line 200),
    Firing Actions (lines 197-198).

    >>> from landships_lab.games.one_hour.rules.ground import table_of
    >>> best_target(table_of("melee"), "Carri-1").value
    'Cruds-1'
    """
    one = table.unit(firer)
    shots: dict[str, Shot] = {}
    refused = []
    for enemy in (unit for unit in table.units if unit.side != one.side):
        asked = may_fire(table, firer, enemy.name, observer, readings, advice=False)
        if asked.value:
            shots[enemy.name] = shot_between(table, one, enemy, readings)
        else:
            refused.append(
                Step(
                    asked.headline,
                    next(step.cite for step in asked.steps if step.op == "forbids"),
                    marks=(enemy.name,),
                )
            )
    if not shots:
        return Answer("", tuple(refused), f"{firer} may not fire at any enemy.")
    advised = preferred(shots, readings)
    return Answer(advised.value, (*advised.steps, *refused), advised.headline)


#: What Tanks fire at first, as the rule is printed.
ARMOUR = ("tank", "atg")


def _tanks_first(shots: Mapping[str, Shot], given: dict[str, str]) -> Iterator[Step]:
    """Yield the sentence on Tanks, where it can decide: a Tank that may choose between armour and
    others.
    """
    if (
        any(shot.firer == "tank" for shot in shots.values())
        and len({shot.target in ARMOUR for shot in shots.values()}) > 1
    ):
        option = READINGS["target-priority"].option(given["target-priority"])
        yield Step(option.says, CITES["priorities"], reading="target-priority")


def _rank(shot: Shot, given: dict[str, str]) -> tuple[bool, bool, int, Fraction, Fraction]:
    added, factor = short_form_parts(shot, given)
    later = (
        given["target-priority"] == "printed" and shot.firer == "tank" and shot.target not in ARMOUR
    )
    return factor == 0, later, -added, -factor, Fraction(shot.range_inches)


def _weighed(name: str, shot: Shot, given: dict[str, str]) -> Step:
    added, factor = short_form_parts(shot, given)
    die = f"{signed(added)} on the die" if added else "no die modifier"
    then = (
        "Hits count in full"
        if factor == 1
        else "Hits are halved"
        if factor * 2 == 1
        else f"Hits times {mixed(factor)}"
    )
    says = "it cannot be fired at" if factor == 0 else f"{die}; {then}"
    return Step(
        f"{name}, at {inches(shot.range_inches)}: {says}.",
        CITES["priorities"],
        "note",
        factor,
        marks=(name,),
    )


def _why(ranked: list[Shot], given: dict[str, str]) -> str:
    if len(ranked) == 1:
        return "it is the only target."
    best, second = (_rank(shot, given) for shot in ranked[:2])
    said = (
        "it is the only one that can be fired at.",
        "Tanks fire at Tanks and ATGs first.",
        "it has the best modifier.",
        "it is the least penalised shot.",
        "all else being equal, it is the closest.",
    )
    return next(
        (words for words, one, other in zip(said, best, second, strict=True) if one != other),
        "all are equal, and it is named first.",
    )
