"""The questions of the general staff about a choice of a game: markers, moves, stacks, reserves,
losses, set-up.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import cast

from landships_lab.core.hexes import Hex
from landships_lab.data.load import readings
from landships_lab.games.loos.panels import staff_combat, staff_ground, staff_men
from landships_lab.games.loos.panels.staff import GeneralStaff
from landships_lab.games.loos.rules.attrition import MOST_ROOM
from landships_lab.games.loos.rules.book import CITES
from landships_lab.games.loos.rules.deployment import SECTORS
from landships_lab.games.loos.rules.reserves import Phase
from landships_lab.games.loos.rules.table import Choice as Stands
from landships_lab.games.loos.rules.terrain import Way
from landships_lab.games.loos.turn.attacks import Marks
from landships_lab.games.loos.turn.battle import STRIP, Battle, Unit
from landships_lab.games.loos.turn.fight import Retreat
from landships_lab.games.loos.turn.mobile import halved
from landships_lab.games.loos.turn.movement import Release, comes_up, room_for
from landships_lab.games.loos.turn.order import ELSEWHERE, BritishSetUp
from landships_lab.games.loos.turn.replacing import (
    PlaceBattalions,
    free_towns,
    has_room,
    losing,
    room_to_break_down,
)
from landships_lab.panel.panel import Panel
from landships_lab.panel.readings import Taken
from landships_lab.play.turns import Choice


def _read(battle: Battle, question: type[GeneralStaff]) -> Taken:
    known = readings("loos", question.bears_on) if question.bears_on else {}
    return tuple(sorted((key, option) for key, option in battle.readings if key in known))


def marker(battle: Battle, step: Marks, target: Hex, taken: Taken) -> Panel:
    """Return the question whether a marker may be placed."""
    army = step.army(battle)
    adjacent = any(h in battle.hexes_of(army) for h in STRIP.neighbours(target))
    case = step.placing(battle, target, adjacent)
    words = {"observed": case.observed, "marked": case.marked, "adjacent": case.adjacent}
    return replace(
        staff_combat.Markers.default(),
        by=case.by,
        army=army,
        ground="front" if case.in_front_line or army == "british" else "open",
        track=case.track,
        used=case.used,
        target=tuple(word for word, holds in words.items() if holds),
        readings=taken,
    )


def front_line(unit: Unit | None, target: Hex | None) -> Panel | None:
    """Return the question behind an attack that is refused, where there is one."""
    if unit is None or target is None or unit.army == "british" or target not in STRIP.front_line:
        return None
    return replace(
        staff_ground.Enter.default(), army="german", hex_is=("front",), unit_is=("attacks",)
    )


def goes(battle: Battle, choice: Choice, unit: Unit | None, there: Hex | None) -> Panel | None:
    """Return the question behind a move, an advance or a placing: the front line, a stack, a town
    that changes hands, an entry hex.
    """
    verb = choice.verb
    if unit is None or there is None:
        towns = isinstance(battle.now, PlaceBattalions) and battle.now.near is None
        return replacements(battle, choice, unit, there) if towns else None
    if verb == "enter" and choice.legal:
        entry = staff_men.Entry
        return replace(entry.default(), regiments=(there,), readings=_read(battle, entry))
    if verb == "place" and unit.army == "german":
        return set_up(battle, choice, unit, there)
    for question in _that_may_forbid(battle, unit, there, verb):
        if bool(question.ask().value) == choice.legal:  # otherwise another rule decided
            return question
    return _town(battle, unit, there, choice)


def _that_may_forbid(battle: Battle, unit: Unit, there: Hex, verb: str) -> Iterator[Panel]:
    """Yield the questions whose answers can forbid a unit to enter a hex."""
    standing = [u for u in battle.at(there) if u.name != unit.name]
    if standing:
        yield _stack(unit, standing)
    if there in STRIP.front_line:
        leaves = ("leaves",) if unit.hex in STRIP.front_line else ()
        how: Way = "advance" if verb == "advance" else "move"
        enter = staff_ground.Enter.default()
        yield replace(enter, army=unit.army, hex_is=("front",), unit_is=leaves, by=how)


def _stack(unit: Unit, standing: list[Unit]) -> Panel:
    """Return the question whether a unit may join those of a hex."""
    if any(other.army != unit.army for other in standing):
        company = "enemy"
    elif len(standing) > 1:
        company = "three"
    elif not unit.formation or not standing[0].formation:
        company = "replacement"
    else:
        company = "same" if standing[0].formation == unit.formation else "other"
    return replace(staff_men.Stack.default(), army=unit.army, company=company)


def _town(battle: Battle, unit: Unit, there: Hex, choice: Choice) -> Panel | None:
    """Return the question who controls a town that a unit enters, perhaps through other hexes of
    it.
    """
    town = next((hexes for hexes in STRIP.towns.values() if there in hexes), None)
    if town is None:
        return None
    question, held = staff_ground.TownControl, town & battle.british_towns
    through = town.intersection(choice.marks[1:])
    held = held | through if unit.army == "british" else held - through
    return replace(
        question.default(),
        town=tuple(sorted(town)),
        held=tuple(sorted(held)),
        army=unit.army,
        into=there,
        readings=_read(battle, question),
    )


def order_of_stack(
    battle: Battle, _choice: Choice, unit: Unit | None, _there: Hex | None
) -> Panel | None:
    """Return the question whether the order of a stack may be changed in this phase."""
    if unit is None:
        return None
    stack = staff_men.Stack.default()
    return replace(stack, army=unit.army, swap=cast(Phase, battle.now_phase.name))


def reserve(battle: Battle, _choice: Choice, unit: Unit | None, _there: Hex | None) -> Panel | None:
    """Return the question how far a reserve gets: one hex of one point."""
    if unit is None:
        return None
    question = staff_men.Reserve
    moves = "zero-hour" if halved(battle, unit.army) else "any"
    state = replace(question.default(), hexes=1, cost=1, moves=moves)
    return replace(state, readings=_read(battle, question)).fitted()


def release(
    battle: Battle, _choice: Choice, _unit: Unit | None, _there: Hex | None
) -> Panel | None:
    """Return the question about the roll for a division, with its span of this turn."""
    step = battle.now
    if not isinstance(step, Release):
        return None
    low, high = step.span(battle)
    return replace(staff_men.Release.default(), span=f"{low}-{high}", turn=battle.turn)


def replacements(
    battle: Battle, _choice: Choice, _unit: Unit | None, _there: Hex | None
) -> Panel | None:
    """Return the question about replacements, with the deadpile and the free town hexes."""
    towns = len(free_towns(battle))
    return replace(staff_men.Replacements.default(), deadpile=battle.deadpile, towns=towns)


def breaks_down(
    battle: Battle, _choice: Choice, unit: Unit | None, _there: Hex | None
) -> Panel | None:
    """Return the question about a regiment that breaks down."""
    if unit is None:
        return None
    question = staff_men.BreakDown
    room = len(room_to_break_down(battle, unit))
    return replace(
        question.default(),
        steps=unit.steps,
        deadpile=battle.deadpile,
        when="later" if battle.has_moved else "movement",
        room=min(room, MOST_ROOM),
        readings=_read(battle, question),
    )


def set_up(battle: Battle, _choice: Choice, _unit: Unit | None, _there: Hex | None) -> Panel | None:
    """Return the question about the set-up that is decided now."""
    if isinstance(battle.now, BritishSetUp):
        divisions = ELSEWHERE | dict(battle.sectors)
        first, second, third, fourth, fifth, sixth = (divisions[s] for s in SECTORS)
        front = battle.hexes_of("british")
        empty = any(h not in front for line in STRIP.front.values() for h in line)
        stacked = any(unit.under for unit in battle.of("british"))
        also = ("empty",) * empty + ("stacked",) * stacked
        return replace(
            staff_men.Sectors.default(),
            first=first,
            second=second,
            third=third,
            fourth=fourth,
            fifth=fifth,
            sixth=sixth,
            also=also,
        )
    places = tuple(unit.place for unit in battle.of("german"))
    front_line = tuple(h for line in STRIP.front.values() for h in line)
    return replace(staff_ground.SetUp.default(), front=front_line, battalions=places)


def after_combat(
    battle: Battle, choice: Choice, unit: Unit | None, _there: Hex | None
) -> Panel | None:
    """Return the question what D2 or D3 leaves, with the defender's choice."""
    step = battle.now
    if not isinstance(step, Retreat) or unit is None:
        return None
    stands = choice.words == "stand"
    if stands and losing(battle, unit, "combat").value != unit.steps - 1:
        return loses(battle, choice, unit, _there)
    displaces = choice.cite == CITES["displacement"] and not choice.legal
    if not (choice.legal or displaces):
        return None  # the standard rules refuse it, of which no panel asks
    question = staff_combat.AfterCombat
    how: Stands = "stand" if stands else "retreat"
    return replace(
        question.default(),
        result=f"D{step.hexes}",
        units=1,
        each=1,
        steps=unit.steps,
        choice=how,
        back=("displaces",) if displaces else (),
        under=("reserve",) if battle.reserve(unit) else (),
        readings=_read(battle, question),
    )


def loses(battle: Battle, choice: Choice, unit: Unit | None, _there: Hex | None) -> Panel | None:
    """Return the question what a lost step leaves of a unit that may lose it."""
    if unit is None or not choice.legal:
        return None
    question = staff_men.LostStep
    stacked = len(battle.at(unit.place)) > 1 and unit.kind == "regiment"
    shut = stacked and not has_room(battle, unit.place)
    return replace(
        question.default(),
        kind=unit.kind,
        steps=unit.steps,
        deadpile=battle.deadpile,
        own=("stacked",) * stacked + ("shut-in",) * shut,
        readings=_read(battle, question),
    )


def division(battle: Battle, _choice: Choice, unit: Unit | None, _there: Hex | None) -> Panel:
    """Return the question what a British reserve division does turn by turn."""
    room = unit is None or not comes_up(battle, unit) or bool(room_for(battle, unit))
    placed = next((t for d, _, t in battle.placed if unit and d == unit.division), battle.turn)
    front = "room" if room else "full"
    return replace(staff_men.Division.default(), turn=placed, front=front)


def phases(battle: Battle, _choice: Choice, _unit: Unit | None, _there: Hex | None) -> Panel:
    """Return the question about the phases of this turn."""
    return replace(staff_ground.Order.default(), turn=battle.turn)
