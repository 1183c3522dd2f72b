"""What a vehicle's armament covers, and on which of the twelve points it has no weapon."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from landships_lab.core.answer import Answer, Gap, Step
from landships_lab.core.hexes import HEADINGS, Heading, Hex
from landships_lab.core.speech import capitalized, listed, plural
from landships_lab.games.landships.data.units import FieldOfFire, Unit
from .book import CITES, bearing_words, hexes
from .shot import arc_words

_CENTRE = Hex(0, 0)


def covered_points(unit: Unit) -> tuple[int, ...]:
    """Return how many weapons bear on each of the twelve points, clockwise from dead ahead.

    A point on the edge of an arc counts. Source: Twelve Point Facing, Combat (line 115).

    >>> from landships_lab.games.landships.rules.units import UNITS
    >>> covered_points(UNITS["renault-ft"])
    (1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1)
    """
    targets = [Hex(*heading.vector) for heading in HEADINGS]
    arcs = [weapon.arc for weapon in unit.weapons.values()]
    return tuple(
        sum(arc.locate(_CENTRE, Heading.N, target) != "outside" for arc in arcs)
        for target in targets
    )


def cover(unit: Unit) -> Answer[int]:
    """Return on how many of the twelve points any weapon of this unit bears.

    The steps name the blind points and tell each field of fire. Source: Twelve Point Facing, Combat
    (line 115): a unit has up to three fields of fire.

    >>> from landships_lab.games.landships.rules.units import UNITS
    >>> cover(UNITS["mk-iv-male"]).headline
    '6 weapons in 3 fields of fire bear on all twelve points.'
    """
    blind = [bearing_words(30 * n) for n, count in enumerate(covered_points(unit)) if not count]
    bears = 12 - len(blind)
    steps = [
        step for number, field in enumerate(unit.fields, 1) for step in _field_steps(field, number)
    ]
    points = f"{bears} of the twelve points" if blind else "all twelve points"
    blind_words = f"; blind: {listed(blind)}" if blind else ""
    fields = plural(len(unit.fields), "field")
    steps.append(
        Step(
            f"With {fields} of fire, of three at most, it bears on {points}{blind_words}.",
            CITES["three-fields"],
            "start",
            Fraction(bears),
        )
    )
    steps.append(_drawn_step(unit))
    steps.append(
        Step(
            "It fires at a target that is spotted; how a unit spots is in the base game.",
            CITES["spotting"],
        )
    )
    steps.append(
        Step(
            "Its counter is half an inch square, and the unit on it faces a corner.",
            CITES["counters"],
        )
    )
    armed = f"{plural(len(unit.weapons), 'weapon')} in {plural(len(unit.fields), 'field')} of fire"
    verb = "bears" if len(unit.weapons) == 1 else "bear"
    return Answer(
        bears, tuple(steps), f"{armed} {verb} on {points}{blind_words if len(blind) == 1 else ''}."
    )


def _drawn_step(unit: Unit) -> Step:
    """Return whether the article draws the arcs of this unit: the drawings are lost."""
    drawn = CITES["lost-diagrams"], CITES["full-circle"]
    text = (
        "The article draws the arcs of this unit, or tells them; lost drawings are rebuilt."
        if all(weapon.cites["arc"] in drawn for weapon in unit.weapons.values())
        else "The article draws arcs for the A7V, the Mk IV and some guns, and not for this unit."
    )
    return Step(text, CITES["fire-arcs"])


def _field_steps(field: FieldOfFire, number: int) -> Iterator[Step]:
    first = field.weapons[0]
    reach = (
        "range not known"
        if isinstance(first.range_hexes, Gap)
        else f"range {hexes(first.range_hexes)}"
    )
    points = "points not known" if isinstance(first.points, Gap) else plural(first.points, "point")
    edge = "can" if first.arc.edge_hexsides else "cannot"
    cites = [first.cites[key] for key in ("range", "points", "edge")]
    readers = [
        cite for cite in cites if cite.kind == "supplied"
    ]  # one value of the reader's makes the sentence theirs
    text = f"Field {number}, {field.name}: {reach}, {points}; hexsides on its edges {edge} be hit."
    yield Step(text, (readers or cites)[0])
    for weapon in field.weapons:
        yield Step(f"{capitalized(weapon.name)}: {arc_words(weapon.arc)}.", weapon.cites["arc"])
