"""Which target should a Unit fire at? The rules' own advice, told as a recommendation."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from landships_lab.core.answer import Answer, Step
from landships_lab.rules.one_hour.fire import Shot, short_form_parts
from landships_lab.rules.one_hour.ground import Table, shot_between
from landships_lab.rules.one_hour.sight import may_fire
from landships_lab.rules.one_hour.words import CITES, Readings, inches, mixed, taken


def preferred(shots: Mapping[str, Shot], readings: Readings = None) -> Answer[str]:
    """Which of these targets, by name, do the rules advise to fire at?

    The best modifier of the die goes first, then the least penalised shot, then the closest target; of equals, the one named
    first. A target that cannot be fired at is never preferred: where none can, the answer is "". `ValueError` for no target at all.
    Source: Target Priorities (line 200).

    >>> preferred({"rifles": Shot("tank", "infantry", 5), "Carri": Shot("tank", "tank", 11)}).value
    'Carri'
    """
    if not shots:
        raise ValueError("Name at least one target to choose from.")
    given = taken(readings)
    ranked = sorted(shots.items(), key=lambda item: _rank(item[1], given))
    steps = tuple(_told(name, shot, given) for name, shot in ranked)
    if _rank(ranked[0][1], given)[0]:
        return Answer("", steps, "Nothing here can be fired at.")
    best = ranked[0][0]
    why = _why([shot for _, shot in ranked], given)
    return Answer(best, (*steps, Step(why, CITES["priorities"], "reads")), f"Fire at {best}: {why[0].lower()}{why[1:]}")


def best_target(table: Table, firer: str, observer: str = "", readings: Readings = None) -> Answer[str]:
    """Which enemy on the table do the rules advise this Unit to fire at, of those it may fire at as they stand? "" for none.

    ``observer`` names a friend that observes for Mortars. Source: Target Priorities (line 200), Firing Actions (lines 197-198).

    >>> from landships_lab.rules.one_hour.ground import table_of
    >>> best_target(table_of("melee"), "Carri-1").value
    'Cruds-1'
    """
    one = table.unit(firer)
    shots: dict[str, Shot] = {}
    refused = []
    for enemy in (unit for unit in table.units if unit.side != one.side):
        asked = may_fire(table, firer, enemy.name, observer, readings, advice=False)
        if asked.value:
            shots[enemy.name] = shot_between(table, one, enemy)
        else:
            refused.append(Step(asked.headline, next(step.cite for step in asked.steps if step.op == "forbids"), marks=(enemy.name,)))
    if not shots:
        return Answer("", tuple(refused), f"There is nobody {firer} may fire at.")
    advised = preferred(shots, readings)
    return Answer(advised.value, (*advised.steps, *refused), advised.headline)


def _rank(shot: Shot, given: dict[str, str]) -> tuple[bool, int, Fraction, Fraction]:
    added, factor = short_form_parts(shot, given)
    return factor == 0, -added, -factor, Fraction(shot.range_inches)


def _told(name: str, shot: Shot, given: dict[str, str]) -> Step:
    added, factor = short_form_parts(shot, given)
    says = "cannot be fired at" if factor == 0 else f"{added:+} on the die, Hits times {mixed(factor)}"
    return Step(f"{name}: {says}, at {inches(shot.range_inches)}.", CITES["priorities"], "note", factor, marks=(name,))


def _why(ranked: list[Shot], given: dict[str, str]) -> str:
    if len(ranked) == 1:
        return "It is the only target."
    best, second = (_rank(shot, given) for shot in ranked[:2])
    said = (
        "It alone can be fired at.",
        "It has the best modifier.",
        "It is the least penalised shot.",
        "All else being equal, it is the closest.",
    )
    return next((words for words, one, other in zip(said, best, second, strict=True) if one != other), "All is equal; it is named first.")
