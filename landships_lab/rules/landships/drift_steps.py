"""One drift at the end of a move, explained: where it leads, why it may not be made, and what would change that."""

from __future__ import annotations

from collections.abc import Iterator

from landships_lab.core.answer import Answer, Remedy, Step, judge
from landships_lab.core.hexes import Heading, Place, Side
from landships_lab.core.speech import capitalized
from landships_lab.data.load import readings
from landships_lab.rules.landships.book import CITES, name, place_of
from landships_lab.rules.landships.ground import DRIFT_COST, entry_cost, mps
from landships_lab.rules.landships.march import March
from landships_lab.rules.landships.march_steps import held, off_board
from landships_lab.rules.landships.moves import drifts

_DRIFT_COST = readings("landships", "movement")[DRIFT_COST]


def may_drift(march: March, place: Place, heading: Heading, into: Place) -> Answer[bool]:
    """Return whether a vehicle that ends its move here, facing so, may drift onto that place.

    It drifts onto a hexside or hex beside it, its heading unchanged, and not where it costs more to enter than where it is. A
    drift costs no MPs that the article speaks of. Raises `PositionError` for an illegal position.
    Source: Twelve Point Facing, Movement (lines 45 and 111-113).

    >>> from landships_lab.core.grid import Grid
    >>> grid = Grid(columns=9, rows=9)
    >>> may_drift(March(grid), grid.place("0503"), Heading("E"), grid.place("0503/0504")).headline
    'It may drift to starboard, from 0503 onto hexside 0503/0504.'
    """
    into, beside = place_of(into), drifts(place, heading)
    if into not in beside:
        return _not_beside(place, heading, into, beside)
    hand = "port" if into == beside[0] else "starboard"
    steps = [
        Step(
            f"{capitalized(name(into))} lies beside {name(place)} to {hand}; it keeps facing {heading}.",
            CITES["drift"],
            "allows",
            marks=(place, into),
        )
    ]
    if into not in march.grid:
        steps.append(Step(off_board(into), CITES["drift"], "forbids"))
    elif into in march.enemies:
        steps.append(held(into))
    else:
        steps += _compared(march, place, into)
    if judge(steps) is True:
        onto = f"{'onto' if isinstance(into, Side) else 'into'} {name(into)}"
        return Answer(True, tuple(steps), f"It may drift to {hand}, from {name(place)} {onto}.")
    why = steps[-1].text.partition(". ")[0].rstrip(".") if into not in march.entry else f"{name(into)} is dearer than {name(place)}"
    remedies = tuple(_drift_by_reading(march, place, heading, into))
    return Answer(False, tuple(steps), f"It may not drift to {hand}: {why[0].lower()}{why[1:]}.", remedies)


def _not_beside(place: Place, heading: Heading, into: Place, beside: tuple[Place, ...]) -> Answer[bool]:
    if beside:
        allowed = f"{name(beside[0])} or {name(beside[1])}"
        text = f"From {name(place)}, facing {heading}, it can drift onto {allowed} only."
        headline = f"It may not drift onto {name(into)}, which is not beside it."
    else:
        text = f"It faces {heading}, a hexside: no hexside beside it lies along that heading, so it cannot drift."
        headline = f"It may not drift onto {name(into)}: it faces {heading}, a hexside."
    remedies = tuple(Remedy(f"It could try to drift onto {name(there)}.", "drift", there) for there in beside)
    return Answer(False, (Step(text, CITES["drift"], "forbids", marks=(place, into)),), headline, remedies)


def _compared(march: March, place: Place, into: Place) -> Iterator[Step]:
    """Yield the steps that compare the cost of the place drifted into with that of the place drifted out of."""
    here, there = march.drift_costs.get(place), march.drift_costs.get(into)
    if there is None:
        costs = entry_cost(march.terrain, into, march.values, march.options)
        shut = f"{capitalized(name(into))} counts as its dearer hex, which is prohibited."
        steps = [step for step in costs.steps if step.op == "forbids"]
        yield steps[0] if steps else Step(shut, _DRIFT_COST.cite, "forbids", marks=(into,), reading=DRIFT_COST)
    elif here is None:
        text = f"{capitalized(name(place))} is closed to vehicles, so its cost cannot be compared."
        yield Step(text, CITES["drift-terrain"], "forbids", marks=(place,))
    else:
        dearer = there > here
        text = f"{capitalized(name(into))} costs {mps(there)} to enter, {'more' if dearer else 'no more'} than {name(place)} with {here}."
        yield Step(text, CITES["drift-terrain"], "forbids" if dearer else "allows", marks=(place, into), reading=DRIFT_COST)


def _drift_by_reading(march: March, place: Place, heading: Heading, into: Place) -> Iterator[Remedy]:
    for option in _DRIFT_COST.options:
        if option.id != march.options[DRIFT_COST] and into in march.read_as(DRIFT_COST, option.id).drifts_from(place, heading):
            yield Remedy(f"With the reading “{option.label}” it could: {option.says}", DRIFT_COST, option.id)
