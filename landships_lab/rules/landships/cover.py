"""What does a vehicle's armament cover: on which of the twelve points is there no weapon at all?"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from landships_lab.core.answer import Answer, Gap, Step
from landships_lab.core.hexes import HEADINGS, Heading, Hex
from landships_lab.data.landships.units import Unit
from landships_lab.rules.landships.fire import arc_words
from landships_lab.rules.landships.units import CITES, bearing_words, hexes

_CENTRE = Hex(0, 0)


def covered_points(unit: Unit) -> tuple[int, ...]:
    """How many weapons bear on each of the twelve points, clockwise from dead ahead? Edges count.

    >>> from landships_lab.rules.landships.units import UNITS
    >>> covered_points(UNITS["renault-ft"])
    (1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1)
    """
    found = []
    for heading in HEADINGS:
        dq, dr = heading.vector
        target = Hex(dq, dr)
        found.append(sum(w.arc.locate(_CENTRE, Heading.N, target) != "outside" for w in unit.weapons.values()))
    return tuple(found)


def cover(unit: Unit) -> Answer[int]:
    """On how many of the twelve points does any weapon of this unit bear, and which are blind?

    Source: Twelve Point Facing, Combat (line 115): up to three fields of fire, each with arcs.

    >>> from landships_lab.rules.landships.units import UNITS
    >>> cover(UNITS["mk-iv-male"]).headline
    'Mk IV male: 6 weapons in 3 fields of fire bear on all twelve points.'
    """
    points = covered_points(unit)
    blind = [bearing_words(30 * n) for n, count in enumerate(points) if not count]
    steps = [step for number, f in enumerate(unit.fields, 1) for step in _field_steps(unit, number)]
    steps.append(
        Step(f"Any weapon bears on {12 - len(blind)} of the twelve points.", CITES["three-fields"], "start", Fraction(12 - len(blind)))
    )
    armed = f"{_count(len(unit.weapons), 'weapon')} in {_count(len(unit.fields), 'field')} of fire"
    bears = "bear" if len(unit.weapons) != 1 else "bears"
    where = "all twelve points" if not blind else f"{12 - len(blind)} of twelve points; blind: {', '.join(blind)}"
    return Answer(12 - len(blind), tuple(steps), f"{unit.name}: {armed} {bears} on {where}.")


def _field_steps(unit: Unit, number: int) -> Iterator[Step]:
    field = unit.fields[number - 1]
    first = field.weapons[0]
    reach = "range not known" if isinstance(first.range_hexes, Gap) else f"range {hexes(first.range_hexes)}"
    points = "points not known" if isinstance(first.points, Gap) else _count(first.points, "point")
    edge = "hexsides on its edges can be hit" if first.arc.edge_hexsides else "hexsides on its edges cannot be hit"
    told = [first.cites[key] for key in ("range", "points", "edge")]
    mine = [cite for cite in told if cite.kind == "supplied"]  # one value of the reader's makes the sentence theirs
    yield Step(f"Field {number}, {field.name}: {reach}, {points}; {edge}.", (mine or told)[0])
    for weapon in field.weapons:
        yield Step(f"{weapon.name[0].upper()}{weapon.name[1:]}: {arc_words(weapon.arc)}.", weapon.cites["arc"])


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
