"""The questions of the coverage panel to the rules: the coverage, a place, a way, and what would be
better.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from landships_lab.core.answer import Answer, Gap, Remedy, Step
from landships_lab.core.arcs import bearing
from landships_lab.core.hexes import HEADINGS, Heading, Place
from landships_lab.core.place_bits import Planes, place_bits
from landships_lab.core.speech import capitalized, listed, plural
from landships_lab.games.landships.analysis import best_headings, coverage, safest_way
from landships_lab.games.landships.analysis.best_headings import FORMATIONS, MOST_BRANCHES, Headings
from landships_lab.games.landships.analysis.coverage import Coverage, Deployed, Force, of_side
from landships_lab.games.landships.analysis.safest_way import Exposure, Way
from landships_lab.games.landships.analysis.who_hits import Duel, FireTally, duels, explain_place
from landships_lab.games.landships.rules.book import name
from landships_lab.games.landships.rules.field_of_movement import reachable
from landships_lab.games.landships.rules.positions import nearest_heading
from .coverage_board import GRID, CoverageBoard

#: The most branches in a search for better headings, so that it takes no longer than a click may.
QUICK = 400
#: The most headings that a remedy names.
MOST_NAMED = 4


@dataclass(frozen=True)
class Shown:
    """The detail of the panel's answer: what its picture and its tables draw.

    ``way`` is None without a way; ``units_on`` names the units that bear on each of its places.
    Where both sides are shown, ``british`` and ``german`` are the places (bits) each bears on.
    """

    coverage: Coverage
    duels: tuple[Duel, ...]
    way: Exposure | None
    units_on: dict[Place, tuple[str, ...]]
    british: int = 0
    german: int = 0


def answer_to(state: CoverageBoard) -> Answer[int | Gap | None]:
    """Return the answer to the latest question, with a `Shown` as detail.

    The question is about the way if one is drawn, else about the place in question, if any, else
    about the coverage. The value is a `Gap` for a place where only a range that is not in the
    source decides.
    """
    force, conditions, counted = state.force, state.conditions, (state.shade, state.within)
    if state.side == "both":
        field = coverage.compared(force, conditions, *counted)
        sides = coverage.both_bear(force, conditions)
    else:
        field, sides = coverage.coverage(force, conditions, state.side, *counted), (0, 0)
    feared = of_side(force, state.danger)
    guns = coverage.counts(feared, conditions)
    way = way_of(state, guns)
    units_on = _units_on(state, way, feared)
    walked: Answer[Any] | None = None
    if way:
        more = bool(coverage.without_range(feared, conditions))
        walked = safest_way.walk(way, guns, GRID, units_on, state.danger, more)
    elif len(state.way) > 1:
        walked = safest_way.no_way(state.way[0], state.way[-1])
    place: Answer[Any] | None = None
    if state.asked is not None:
        place = explain_place(of_side(force, state.side), conditions, state.asked)
    exposed: Exposure | None = None if walked is None else walked.detail
    lines = duels(force, conditions, state.side)
    detail = Shown(field.detail, lines, exposed, units_on, *sides)
    order: tuple[Answer[int | Gap | None] | None, ...] = (
        (walked, place, field) if state.click == "way" else (place, field, walked)
    )
    first, *others = (answer for answer in order if answer is not None)
    notes = tuple(_note(step) for answer in others for step in answer.steps)
    remedies = () if state.held else tuple(_remedies(state, detail, guns))
    return replace(first, steps=(*first.steps, *notes), remedies=remedies, detail=detail)


def effect(state: CoverageBoard) -> str:
    """Return the answer in a few words: about the way, the place in question, or everything."""
    shown, conditions = of_side(state.force, state.side), state.conditions
    if state.click == "way" and len(state.way) > 1:
        feared = of_side(state.force, state.danger)
        guns = coverage.counts(feared, conditions)
        least = _at_least(coverage.without_range(feared, conditions))
        way = way_of(state, guns)
        return f"{least}{plural(_exposed(way, guns).gun_steps, 'gun-step')}" if way else "no way"
    if state.asked is not None:
        there: FireTally = explain_place(shown, conditions, state.asked).detail
        if there.is_open and not there.guns:
            return "not in the source"
        return f"{_at_least(there.is_open)}{plural(there.guns, 'gun')}"
    cover = _covered(state, state.force)
    least = _at_least(coverage.without_range(shown, conditions))
    hexes = plural(cover.hexes(cover.covered), "hex", "hexes")
    return f"{least}{hexes}, {cover.blind.bit_count() or 'none'} blind"


def _exposed(way: Way, guns: Planes) -> Exposure:
    return safest_way.exposure(way, guns, GRID)


def _covered(state: CoverageBoard, force: Force) -> Coverage:
    """Return the coverage of the units shown, with their blind places."""
    answer = coverage.coverage(force, state.conditions, state.side, within=state.within)
    area: Coverage = answer.detail
    return area


def _at_least(more: object) -> str:
    """Return the words before a number that may be too low; nothing unless there may be more."""
    return "at least " if more else ""


def _note(step: Step) -> Step:
    """Return a step that accompanies another answer and adds nothing to its value."""
    return Step(step.text, step.cite, marks=step.marks, reading=step.reading)


# -- the way


def closed_places(state: CoverageBoard) -> frozenset[Place]:
    """Return the places that no vehicle may enter: prohibited terrain, and units whose fire is
    shown.
    """
    return GRID.places - state.march.entry.keys()


def way_of(state: CoverageBoard, guns: Planes) -> Way:
    """Return the way in question; empty if there is no question, or no way."""
    if len(state.way) < 2:
        return ()
    start, end = state.way[0], state.way[-1]
    if state.route == "safest":
        return safest_way.safest_way(GRID, start, end, guns, closed_places(state))
    if state.route == "cheapest":
        return _cheapest(state, start, end)
    return safest_way.joined(GRID, state.way, guns, closed_places(state))


def _cheapest(state: CoverageBoard, start: Place, end: Place) -> Way:
    """Return the cheapest way of a vehicle that stands there, or of one that faces that way."""
    here = [one for one in state.force if one.place == start and one.unit.unit_class == 3]
    heading = here[0].heading if here else _towards(start, end)
    path = reachable(state.march, start, heading).path(end)
    return tuple(dict.fromkeys(place for place, _ in path))


def _towards(start: Place, end: Place) -> Heading:
    between = bearing(start, Heading.N, end)
    return nearest_heading(3, start, HEADINGS[(between[0] if between else 0) // 30 % 12])


def _units_on(state: CoverageBoard, way: Way, shown: Force) -> dict[Place, tuple[str, ...]]:
    board, conditions = place_bits(GRID), state.conditions
    bits = [(one.name, coverage.bears_on(one, conditions)) for one in shown]
    return {
        place: tuple(name for name, on in bits if on >> board.number(place) & 1) for place in way
    }


# -- what would be better


def acting_units(state: CoverageBoard) -> Force:
    """Return the units of the side that forms up or turns."""
    return of_side(state.force, state.acting)


def find_best_headings(state: CoverageBoard, most_branches: int = MOST_BRANCHES) -> Headings:
    """Return the headings with the most fire on the place in question, or with the fewest blind
    places.
    """
    units, conditions = acting_units(state), state.conditions
    if state.asked is not None:
        return best_headings.most_on(units, conditions, state.asked, state.shade)
    return best_headings.fewest_blind(units, conditions, state.within, most_branches)


def leader(state: CoverageBoard) -> Deployed | None:
    """Return the vehicle to form up on: the chosen one, or the first of the acting side."""
    vehicles = [one for one in acting_units(state) if one.unit.unit_class == 3]
    return state.unit if state.unit in vehicles else next(iter(vehicles), None)


def formed(state: CoverageBoard, formation: str) -> Force:
    """Return the force in this formation; raises `ValueError` without a vehicle or without room."""
    first = leader(state)
    if first is None:
        raise ValueError(f"No {state.acting} vehicle stands on the board; guns do not form up.")
    prohibited = GRID.places - replace(state.march, enemies=frozenset()).entry.keys()
    return best_headings.form_up(state.force, first, formation, GRID, prohibited)


def heading_words(state: CoverageBoard, headings: tuple[Heading, ...]) -> str:
    """Return these headings in the words of a control: ``british-1=N british-2=E``."""
    keys = [key for key, one in state.force_by_key.items() if one.side == state.acting]
    return " ".join(f"{key}={heading}" for key, heading in zip(keys, headings, strict=True))


def _remedies(state: CoverageBoard, shown: Shown, guns: Planes) -> Iterator[Remedy]:
    if state.click == "way" and len(state.way) > 1:
        yield from _safer(state, shown, guns)
    elif state.asked is not None:
        yield from _turned_to(state, state.asked)
    else:
        yield from _headings_and_formations(replace(state, hover=None))


@lru_cache(maxsize=16)  # a hovering pointer changes none of them
def _headings_and_formations(state: CoverageBoard) -> tuple[Remedy, ...]:
    """Return the headings and formations with which the acting side would leave fewer
    blind places.
    """
    return (*_headings(state), *_formations(state))


def _safer(state: CoverageBoard, shown: Shown, guns: Planes) -> Iterator[Remedy]:
    if shown.way is None or state.route == "safest":
        return
    ends = (state.way[0], state.way[-1])
    safest = _exposed(safest_way.safest_way(GRID, *ends, guns, closed_places(state)), guns)
    if safest.gun_steps < shown.way.gun_steps:
        steps = f"{plural(safest.gun_steps, 'gun-step')} instead of {shown.way.gun_steps}"
        yield Remedy(f"The safest way: {steps}.", "route", "safest")


def _turned_to(state: CoverageBoard, asked: Place) -> Iterator[Remedy]:
    better = find_best_headings(state)
    now, then = _on(state, state.force, asked), _on(state, _with_headings(state, better), asked)
    if getattr(then, state.shade) > getattr(now, state.shade):
        words = _turned_words(state, better, "Turned")
        amount, before = _amount(then, state.shade), _amount(now, state.shade, bare=True)
        text = f"{words}: {amount} on {name(asked)} instead of {before}."
        yield Remedy(text, "headings", heading_words(state, better.headings))


def _headings(state: CoverageBoard) -> Iterator[Remedy]:
    units = acting_units(state)
    if not units:
        return
    if state.unproven == state.turned_now:
        yield Remedy("These are the best headings found; that no others do better is not proven.")
    better = find_best_headings(state, QUICK)
    now, then = _blind(state, state.force), _blind(state, _with_headings(state, better))
    if then < now:
        proven = better.proven and state.side != "both"  # the best headings for one side alone
        words = f"{'Best' if proven else 'Better'} heading{'s' if len(units) > 1 else ''}"
        text = f"{_turned_words(state, better, words)}: {_instead(state, then, now)}."
        yield Remedy(text, "headings", heading_words(state, better.headings))


def _instead(state: CoverageBoard, then: int, now: int) -> str:
    """Return how many places would be blind: an upper bound if ranges are unknown."""
    shown = of_side(state.force, state.side)
    most = "at most " if coverage.without_range(shown, state.conditions) else ""
    return f"{f'{most}{then}' if then else 'none'} blind instead of {most}{now}"


def _with_headings(state: CoverageBoard, better: Headings) -> Force:
    """Return the force with the acting side turned to these headings."""
    return best_headings.turned(state.force, acting_units(state), better.headings)


def _turned_words(state: CoverageBoard, better: Headings, words: str) -> str:
    """Return the words on turned units: whose, and to which headings if these are few."""
    if len(acting_units(state)) <= MOST_NAMED:
        words += f" {'to ' if words == 'Turned' else ''}{listed(map(str, better.headings))}"
    return _whose(state, words)


def _whose(state: CoverageBoard, words: str) -> str:
    """Return words for one side, which name the side if both are shown."""
    if state.side != "both":
        return words
    return f"{words} for the {'British' if state.acting == 'British' else 'Germans'}"


def _on(state: CoverageBoard, force: Force, asked: Place) -> FireTally:
    """Return the answer on what the units shown bring to bear on a place."""
    tally: FireTally = explain_place(of_side(force, state.side), state.conditions, asked).detail
    return tally


def _amount(tally: FireTally, shade: str, bare: bool = False) -> str:
    """Return the words for how much bears on a place; a ``bare`` number has no noun."""
    number: int = getattr(tally, shade)
    more = tally.at_least if shade == "points" else tally.is_open
    if more and not number:
        return f"{shade} not in the source" if shade == "points" else "none for certain"
    amount = str(number) if bare else plural(number, shade.removesuffix("s"))
    return f"{_at_least(more)}{amount}"


def _blind(state: CoverageBoard, force: Force) -> int:
    """Return how many places are blind to the units shown, counted as in the answer."""
    return _covered(state, force).blind.bit_count()


def _formations(state: CoverageBoard) -> Iterator[Remedy]:
    """Yield the formation with the fewest blind places, if it leaves fewer than now."""
    if leader(state) is None:
        return
    tried = {}
    for formation in FORMATIONS:
        try:
            tried[formation] = _blind(state, formed(state, formation))
        except ValueError:
            continue
    now = _blind(state, state.force)
    formation = min(tried, key=lambda f: tried[f], default="")
    if formation and tried[formation] < now:
        words = _whose(state, capitalized(formation))
        yield Remedy(f"{words}: {_instead(state, tried[formation], now)}.", "form", formation)
