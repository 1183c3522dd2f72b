"""The strength of the defence where Germans behind trenches side by side are not all attacked
(14.3, 3).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from landships_lab.core.answer import Answer, Step, tally
from landships_lab.core.checks import whole
from landships_lab.core.hexes import Hex, Side
from .book import CITES, as_printed, name, supplied
from .terrain import must_also_attack

#: The highest factor that is taken; the counters, which print it, are not in the source.
MOST_FACTOR = 99


@dataclass(frozen=True, slots=True)
class Defence:
    """The strength of the defence with the neighbours left out, and the differential against it."""

    strength: int
    differential: int


def side_by_side(
    attacked: Hex,
    attacker: Hex,
    germans: Mapping[Hex, frozenset[Side]],
    fought: frozenset[Hex] = frozenset(),
    shelled: frozenset[Hex] = frozenset(),
    attack: int = 0,
    factor: int = 0,
    breached: bool = False,
) -> Answer[frozenset[Hex]]:
    """Return the hexes that must also be attacked, as `must_also_attack` does, with the strength
    that they add to the defence while they are left out.

    ``attack`` is the attacking strength and ``factor`` that of the Germans in each hex; the reader
    supplies both. ``detail`` is the `Defence`. Source: 14.3, 3 (line 187), 17.5 (line 273).

    >>> from landships_lab.core.grid import Grid
    >>> place = Grid().place
    >>> germans = {
    ...     place("0503"): frozenset({place("0503/0504")}),
    ...     place("0604"): frozenset({place("0504/0604")}),
    ... }
    >>> side_by_side(place("0503"), place("0504"), germans, attack=8, factor=3).headline
    '0604 must also be attacked, or the defence is 6, not 3.'
    """
    attack = whole("The attacking strength", attack, 0, MOST_FACTOR)
    factor = whole("The combat factor", factor, 0, MOST_FACTOR)
    found = must_also_attack(attacked, attacker, germans, fought, shelled, breached)
    sums = (
        Step(
            f"{name(attacked)} defends with {factor}, against an attack of {attack}.",
            supplied("combat factors"),
            "start",
            Fraction(factor),
            (attacked,),
        ),
        *(
            Step(
                f"{name(h)} is left out, so its {factor} count too.",
                CITES["trench-neighbour"],
                "add",
                Fraction(factor),
                (h,),
            )
            for h in sorted(found.value)
        ),
    )
    strength = tally(sums)
    assert isinstance(strength, int)  # the steps add whole numbers
    defence = Defence(strength, attack - strength)
    less = f" in place of {as_printed(attack - factor)}" if strength != factor else ""
    differs = Step(
        f"The differential is {as_printed(defence.differential)}{less}.",
        CITES["table-differential"],
    )
    headline = found.headline
    if found.value:
        headline = f"{headline.rstrip('.')}, or the defence is {strength}, not {factor}."
    return replace(found, steps=(*found.steps, *sums, differs), headline=headline, detail=defence)
