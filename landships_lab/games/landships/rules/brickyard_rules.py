"""The rules for a counter in scenario 19.26: where it may stand, and the scenario's own rules for
its force.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache

from landships_lab.core.answer import Answer, Step
from landships_lab.core.hexes import Heading, Place
from landships_lab.core.sources import Given
from landships_lab.core.speech import capitalized, plural
from landships_lab.data.load import readings
from landships_lab.games.landships.data.scenarios import Force
from .book import CITES
from .brickyard import (
    SCENARIO,
    TRUCK,
    Standing,
    after_morale_check,
    arrives,
    class_of,
    gas_allowed,
    spotting_limit,
    wrong_turn,
)
from .brickyard_squads import SQUAD_ACTS, squad_may, squad_modifier, squad_move
from .positions import check_position

_TRUCK = readings("landships")[TRUCK]


def special_rules(force: Force, turn: int = 1) -> Answer[int]:
    """Return how many special rules of the scenario apply to this force, with a step for each.

    Forces that come on in this turn are listed, and those other than this one are not counted.
    Source: Scenario 19.26 (lines 127-147).

    >>> special_rules(SCENARIO.forces["ger-squad"]).headline
    'Assault squad 1-6-5, with flamethrower: 14 special rules apply in turn 1.'
    """
    steps = [
        Step(
            f"The game lasts {SCENARIO.turns} turns{_last_turn(turn)}; the"
            f" {SCENARIO.first_player}s move first.",
            CITES["scenario-length"],
        ),
        *_coming(arrives(turn)),
        *spotting_limit(force.kind).steps,
        *(spotting_limit(force.kind, anti_aircraft=True).steps if force.kind == "aa-gun" else ()),
        *gas_allowed().steps,
    ]
    if force.kind in ("tank", "gun", "aa-gun"):
        steps.append(
            Step(
                "Vehicles and Weapons Units use the twelve point facing rules.",
                CITES["scenario-facing"],
            )
        )
    if force.kind == "tank":
        steps.append(
            Step("The rules for German tank crews (module 15.0) are not used.", CITES["tank-crews"])
        )
        steps.append(Step("Each carries one assault squad inside.", CITES["assault-squads"]))
    if force.kind == "squad":
        steps += [
            *squad_move().steps,
            *(step for way in ("trench", "road") for step in squad_move(way).steps[:1]),
        ]
        steps += [*squad_modifier("small-arms").steps, *squad_modifier("direct-fire").steps]
        steps += [step for act in SQUAD_ACTS for step in squad_may(act).steps]
    if force.side == "British":
        steps += after_morale_check("British", passed=True).steps
    notes = tuple(
        Step(step.text, step.cite) for step in steps
    )  # rules to read, and nothing to judge
    count = len(notes) - sum(other.id != force.id for other in arrives(turn))
    return Answer(
        count,
        notes,
        f"{capitalized(force.name)}: {plural(count, 'special rule applies', 'special rules apply')}"
        f" in turn {turn}.",
    )


def _last_turn(turn: int) -> str:
    """Return that this turn is the last one, if it is."""
    return ", and this is the last" if turn == SCENARIO.turns else ""


def _coming(forces: Iterable[Force]) -> list[Step]:
    """Return a step for each force that comes on."""
    return [
        Step(
            f"Turn {f.turn}: {f'{f.count} × ' if f.count > 1 else ''}{f.name} ({f.side}).",
            CITES[f.cite],
        )
        for f in forces
    ]


@lru_cache(maxsize=1024)  # a phase of fire asks it of a counter for every weapon and target
def _standing(unit_class: int, place: Place, heading: Heading) -> Answer[bool]:
    found: Answer[bool] = check_position(unit_class, place, heading)
    return replace(found, detail=None)


def stands(unit: Standing, given: Given = None, turn: int | None = None) -> Answer[bool]:
    """Return whether this counter stands on the board in this turn, and in a position that its
    class may have.

    Without a ``turn`` any turn will do. Source: Scenario 19.26 (lines 129-137); Twelve Point
    Facing, Map Location and Facing (lines 13-31).

    >>> stands(Standing("ger-mg", 1)).headline
    'MG platoon 4-9-5: it is not on the board yet.'
    """
    if unit.place is None:
        text = (
            "It is inside a tank until it dismounts."
            if unit.aboard
            else "It has no place on the board yet."
        )
        step = Step(text, CITES[unit.of.cite], "forbids")
        return Answer(False, (step,), f"{capitalized(unit.of.name)}: it is not on the board yet.")
    if turn is not None and unit.of.turn > turn:
        return wrong_turn(unit, turn)
    found = _standing(class_of(unit.of, given), unit.place, unit.heading)
    if unit.of.id != "brit-aa":
        return found
    text = (
        "On its truck it is placed as"
        f" {'a Vehicle' if class_of(unit.of, given) == 3 else 'an immobile Weapons Unit'} under"
        " this reading."
    )
    return replace(found, steps=(Step(text, _TRUCK.cite, reading=TRUCK), *found.steps))
