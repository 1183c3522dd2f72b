"""One drift at the end of a move, explained: where it leads, why it may not be made, and what would
change that.
"""

from __future__ import annotations

from collections.abc import Iterator

from landships_lab.core.answer import Answer, Gap, Remedy, Step, judge
from landships_lab.core.hexes import Heading, Place, Side
from landships_lab.core.remedies import other_readings
from landships_lab.core.speech import capitalized
from landships_lab.data.gaps import gap
from landships_lab.data.load import readings
from landships_lab.games.landships.rules.book import CITES, name, place_of
from landships_lab.games.landships.rules.ground import DRIFT_COST, DRIFT_UNMOVED, entry_cost, mps
from landships_lab.games.landships.rules.march import March
from landships_lab.games.landships.rules.march_steps import held, held_headline, off_board
from landships_lab.games.landships.rules.moves import drifts

_DRIFT_COST, _UNMOVED = (
    readings("landships", "movement")[key] for key in (DRIFT_COST, DRIFT_UNMOVED)
)
CROSSING = gap("landships", "drift-crossing")


def onto_words(place: Place) -> str:
    """Return a place as the end of a drift.

    >>> from landships_lab.core.grid import Grid
    >>> onto_words(Grid().place("0503/0504"))
    'onto hexside 0503/0504'
    """
    return f"{'onto' if isinstance(place, Side) else 'into'} {name(place)}"


def may_drift(march: March, place: Place, heading: Heading, into: Place) -> Answer[bool | Gap]:
    """Return whether a vehicle that ends its move here, facing so, may drift onto that place.

    It may drift onto a hexside or hex beside it that does not cost more to enter than the place it
    is in; its heading does not change. The article names no cost of a drift in MPs. The value is a
    `Gap` for a place that an enemy holds. `PositionError` for an illegal position, `ValueError`
    where ``into`` is no place. Source: Twelve Point Facing, Movement (lines 45 and 111-113).

    >>> from landships_lab.core.grid import Grid
    >>> grid = Grid(columns=9, rows=9)
    >>> may_drift(March(grid), grid.place("0503"), Heading("E"), grid.place("0503/0504")).headline
    'It may drift to starboard, from 0503 onto hexside 0503/0504.'
    """
    into, beside = place_of(into), drifts(place, heading)
    if into not in beside:
        return _not_beside(march, place, heading, into, beside)
    hand = "port" if into == beside[0] else "starboard"
    steps = [
        Step(
            f"{capitalized(name(into))} lies beside {name(place)} to {hand}; it keeps facing"
            f" {heading}.",
            CITES["drift-facing"],
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
    steps += _over_feature(march, place, into)
    allowed = judge(steps)
    if isinstance(allowed, Gap):
        return Answer(
            allowed, tuple(steps), held_headline(into if into in march.enemies else place)
        )
    if allowed:
        return Answer(
            True, tuple(steps), f"It may drift to {hand}, from {name(place)} {onto_words(into)}."
        )
    why = (
        next(step for step in steps if step.op == "forbids").text.rstrip(".")
        if into not in march.entry
        else f"{name(into)} is dearer than {name(place)}"
    )
    remedies = tuple(_drift_by_reading(march, place, heading, into))
    return Answer(
        False, tuple(steps), f"It may not drift to {hand}: {why[0].lower()}{why[1:]}.", remedies
    )


def drift_of_unmoved(march: March, drifted: Answer[bool | Gap]) -> Answer[bool | Gap]:
    """Return the answer to a drift by a vehicle that has not moved this turn.

    A drift ends a move, so by the default reading the vehicle may not drift yet. ``drifted`` is
    what `may_drift` says of a vehicle that has moved. Source: Twelve Point Facing, Movement (lines
    45 and 111).

    >>> from landships_lab.core.grid import Grid
    >>> grid = Grid(columns=9, rows=9)
    >>> moved = may_drift(March(grid), grid.place("0503"), Heading("E"), grid.place("0503/0504"))
    >>> drift_of_unmoved(March(grid), moved).value
    False
    """
    text = (
        "It has not moved this turn, and under this reading only a vehicle that ends a move may"
        " drift."
    )
    steps = (*drifted.steps, Step(text, _UNMOVED.cite, "forbids", reading=DRIFT_UNMOVED))
    if drifted.value is False:
        return Answer(False, steps, drifted.headline)
    if isinstance(drifted.value, Gap):
        return Answer(
            False,
            steps,
            "It may not drift yet: it has not moved this turn, and a drift ends a move.",
        )
    # Not tried: these two are what the step that forbids names.
    remedies = (
        Remedy("Once it has moved this turn it could drift.", "moved", "yes"),
        *other_readings([_UNMOVED], march.options, lambda *_: "it could"),
    )
    return Answer(
        False,
        steps,
        "It may not drift yet: it has not moved this turn, and a drift ends a move.",
        remedies,
    )


def _over_feature(march: March, place: Place, into: Place) -> Iterator[Step]:
    """Yield a note where something is painted along the hexside of the drift: what crossing it so
    costs is not in the source.
    """
    side = place if isinstance(place, Side) else into
    if side in march.crossing:
        text = f"Along {name(side)} runs {_FEATURES[march.terrain.of(side)]}. {CROSSING.question}"
        yield Step(text, CROSSING.cite, marks=(side,))


_FEATURES = {"trench": "a trench line", "wire": "wire", "stream": "a stream"}


def _not_beside(
    march: March, place: Place, heading: Heading, into: Place, beside: tuple[Place, ...]
) -> Answer[bool]:
    if beside:
        allowed = f"{name(beside[0])} or {name(beside[1])}"
        text = f"From {name(place)}, facing {heading}, it can drift onto {allowed} only."
        headline = f"It may not drift onto {name(into)}, which is not beside it."
    else:
        text = (
            f"It faces {heading}, a hexside: no hexside beside it lies along that heading, so it"
            " cannot drift."
        )
        headline = f"It may not drift onto {name(into)}: it faces {heading}, a hexside."
    allowed_places = march.drifts_from(place, heading) if beside else ()
    # The places are those that the rule allows.
    remedies = tuple(
        Remedy(f"It could drift {onto_words(there)}.", "drift", there) for there in allowed_places
    )
    return Answer(
        False, (Step(text, CITES["drift"], "forbids", marks=(place, into)),), headline, remedies
    )


def _compared(march: March, place: Place, into: Place) -> Iterator[Step]:
    """Yield the steps that compare the cost of the place drifted into with that of the place
    drifted out of.
    """
    here, there = march.drift_costs.get(place), march.drift_costs.get(into)
    if there is None:
        costs = entry_cost(march.terrain, into, march.values, march.options)
        shut = f"{capitalized(name(into))} counts as its dearer hex, which is prohibited."
        steps = [step for step in costs.steps if step.op == "forbids"]
        yield (
            steps[0]
            if steps
            else Step(shut, _DRIFT_COST.cite, "forbids", marks=(into,), reading=DRIFT_COST)
        )
    elif here is None and place in march.enemies:
        yield held(place)
    elif here is None:
        text = f"{capitalized(name(place))} is closed to vehicles, so its cost cannot be compared."
        yield Step(text, CITES["drift-terrain"], "forbids", marks=(place,))
    else:
        dearer = there > here
        text = (
            f"{capitalized(name(into))} costs {mps(there)} to enter,"
            f" {'more' if dearer else 'no more'} than {name(place)} with {here}."
        )
        yield Step(
            text,
            CITES["drift-terrain"],
            "forbids" if dearer else "allows",
            marks=(place, into),
            reading=DRIFT_COST,
        )


def _drift_by_reading(
    march: March, place: Place, heading: Heading, into: Place
) -> Iterator[Remedy]:
    return other_readings(
        [_DRIFT_COST],
        march.options,
        lambda key, option: (
            "it could" if into in march.read_as(key, option).drifts_from(place, heading) else ""
        ),
    )
