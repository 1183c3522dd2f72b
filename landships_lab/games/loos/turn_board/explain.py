"""The panels that explain a choice in a game of Loos, in the state that decides it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from landships_lab.core.hexes import Hex, half_hexes
from landships_lab.core.terrain import TerrainMap
from landships_lab.data.load import readings
from landships_lab.games.loos.panels import staff_combat, staff_ground, staff_men
from landships_lab.games.loos.panels.bombardment import Bombardment
from landships_lab.games.loos.panels.sight import FRONT, Sight
from landships_lab.games.loos.panels.staff import GeneralStaff
from landships_lab.games.loos.panels.table import CombatTable
from landships_lab.games.loos.rules.assault import MOST_STRENGTH
from landships_lab.games.loos.rules.attrition import MOST_ROOM
from landships_lab.games.loos.rules.bombardment import Friend, gas_acts
from landships_lab.games.loos.rules.book import CITES, Army
from landships_lab.games.loos.rules.deployment import SECTORS
from landships_lab.games.loos.rules.terrain import Way
from landships_lab.games.loos.turn.attacks import Marks, MobileDeclare, MobileFights, observed
from landships_lab.games.loos.turn.battle import ENEMY, STRIP, Battle, Unit
from landships_lab.games.loos.turn.fight import OFF_TABLE, Fight, Retreat, clash
from landships_lab.games.loos.turn.movement import Release, comes_up, halved, room_for
from landships_lab.games.loos.turn.order import ELSEWHERE, BritishSetUp
from landships_lab.games.loos.turn.replacing import (
    PlaceBattalions,
    free_towns,
    has_room,
    losing,
    room_to_break_down,
)
from landships_lab.games.loos.turn.shelling import target_of
from landships_lab.panel.panel import Panel
from landships_lab.panel.parts.base import with_fields
from landships_lab.play.turns import Choice

P = TypeVar("P", bound=Panel)
S = TypeVar("S", bound=GeneralStaff)

#: The strip with its trenches and the British front line, as the sight panel paints it.
PAINTED = TerrainMap(
    frozenset(
        {
            *STRIP.terrain.items(),
            *((h, FRONT) for h in STRIP.front_line),
            *((side, "trench") for sides in STRIP.trenches.values() for side in sides),
        }
    ),
    STRIP.high,
)


def explain(battle: Battle, choice: Choice) -> Panel | None:
    """Return the panel that asks about a choice, or None."""
    codes, unit, verb = choice.names[-1:], battle.unit(choice.unit), choice.verb
    there = next((h for h in STRIP.hexes if (STRIP.grid.code(h),) == codes), None)
    if verb in _OF_UNIT:
        return _OF_UNIT[verb](battle, choice, unit) if unit else None
    if verb in _AT_HEX:
        return _AT_HEX[verb](battle, choice, there) if there else None
    return _ASK[verb](battle, choice, unit, there) if verb in _ASK else None


def _panel(battle: Battle, panel: type[P], on: str, **values: Any) -> P:
    """Return a panel with these values, and the readings of the game that bear on it."""
    known = readings("loos", on) if on else {}
    chosen = sorted((key, option) for key, option in battle.readings if key in known)
    return with_fields(panel.default(), readings=tuple(chosen), **values)


def _staff(battle: Battle, question: type[S], **values: Any) -> S:
    """Return the general staff panel with these values."""
    return _panel(battle, question, question.bears_on, **values)


# -- combat ----------------------------------------------------------------------------------------


def _combat(battle: Battle, choice: Choice, unit: Unit | None, target: Hex | None) -> Panel | None:
    """Return the table for a combat: the line, and both strengths."""
    attackers = _attackers(battle, unit, target)
    off_table = choice.why is not None and any(s.reading == OFF_TABLE for s in choice.why.steps)
    if attackers is None or not (choice.legal or off_table):
        german = unit is not None and unit.army == "german"
        if not german or target not in STRIP.front_line:
            return None
        enters, attacks = ("front",), ("attacks",)
        return _staff(battle, staff_ground.Enter, army="german", hex_is=enters, unit_is=attacks)
    fight = clash(battle, *attackers)
    if max(fight.attack, fight.defence) > MOST_STRENGTH:
        return None
    both = {"attack": fight.attack, "defence": fight.defence}
    return _panel(battle, CombatTable, "table", terrain=fight.line, **both)


def _attackers(
    battle: Battle, unit: Unit | None, target: Hex | None
) -> tuple[Hex, tuple[Unit, ...]] | None:
    """Return the hex that is attacked, and the units that attack it together."""
    step = battle.now
    if isinstance(step, Fight):
        units = tuple(u for n in step.attackers if (u := battle.unit(n)) and not u.under)
        return step.hex, units
    if isinstance(step, MobileFights) and unit is not None:
        return dict(battle.attacks)[unit.name], (unit,)
    if target is None or unit is None:
        return None
    if isinstance(step, MobileDeclare):
        return target, (unit,)
    declared = tuple(u for u in battle.attackers_of(target) if not u.under)
    joins = () if unit in declared or unit.army != battle.army else (unit,)
    return target, (*declared, *joins)


def _after_combat(battle: Battle, choice: Choice, unit: Unit) -> Panel | None:
    """Return the question about the position after D2 or D3, with the defender's choice."""
    step = battle.now
    if not isinstance(step, Retreat):
        return None
    stands = choice.words == "stand"
    if stands and losing(battle, unit, "combat").value != unit.steps - 1:
        return _loses(battle, choice, unit)
    displaces = choice.cite == CITES["displacement"] and not choice.legal
    if not (choice.legal or displaces):
        return None  # the standard rules refuse it, and no panel asks about those
    return _staff(
        battle,
        staff_combat.AfterCombat,
        result=f"D{step.hexes}",
        units=1,
        each=1,
        steps=unit.steps,
        choice="stand" if stands else "retreat",
        back=("displaces",) * displaces,
        under=("reserve",) * bool(battle.reserve(unit)),
    )


def _loses(battle: Battle, choice: Choice, unit: Unit) -> Panel | None:
    """Return the question about a unit that loses a step."""
    if not choice.legal:
        return None
    stacked = len(battle.at(unit.place)) > 1 and unit.kind == "regiment"
    shut = stacked and not has_room(battle, unit.place)
    own = ("stacked",) * stacked + ("shut-in",) * shut
    values = {"kind": unit.kind, "steps": unit.steps, "deadpile": battle.deadpile, "own": own}
    return _staff(battle, staff_men.LostStep, **values)


# -- shells ----------------------------------------------------------------------------------------


def _sight(battle: Battle, army: Army, target: Hex) -> Panel:
    """Return the line of sight to a hex from the nearest unit of an army."""
    return _panel(
        battle,
        Sight,
        "sight",
        observer=min(battle.hexes_of(army), key=lambda h: (half_hexes(h, target), h)),
        target=target,
        army=army,
        aircraft=battle.aircraft if army == "british" else None,
        terrain=PAINTED,
    )


def _marker(battle: Battle, _choice: Choice, target: Hex) -> Panel | None:
    """Return the question about a marker; for a target that is not observed, the line of sight."""
    step = battle.now
    if not isinstance(step, Marks):
        return None
    army = step.army_of(battle)
    if target not in observed(battle, army):
        return _sight(battle, army, target)
    case = step.placing(battle, target)
    words = {"observed": case.observed, "marked": case.marked, "adjacent": case.adjacent}
    return _staff(
        battle,
        staff_combat.Markers,
        by=case.by,
        army=army,
        ground="front" if case.in_front_line or army == "british" else "open",
        track=case.track,
        used=case.used,
        target=tuple(word for word, holds in words.items() if holds),
    )


def _aircraft(battle: Battle, _choice: Choice, over: Hex) -> Panel | None:
    """Return the line of sight to a German hex near the aircraft."""
    germans = battle.hexes_of("german")
    near = [h for h in (over, *STRIP.neighbours(over)) if h in germans]
    return _sight(replace(battle, aircraft=over), "british", near[0]) if near else None


def _shelled(battle: Battle, choice: Choice, target: Hex) -> Panel | None:
    """Return the panel for a bombardment of a hex: the bombardment panel for one unit, the stack
    panel for two; None for gas on a stack.
    """
    gas, units = choice.verb == "gas", battle.at(target)
    aim, dice = target_of(battle, target, gas), battle.dice(ENEMY[units[0].army])
    front, ground = units[0], {"terrain": aim.terrain, "dice": dice}
    if len(units) == 2:
        question = _staff(
            battle,
            staff_men.ShelledStack,
            **ground,
            front=front.steps,
            under=units[1].steps,
            sheltered=("trench",) * aim.sheltered,
            army=front.army,
            deadpile=battle.deadpile if aim.stack.room else 0,
        )
        return None if gas else question.check()
    short = front.kind == "regiment" and front.steps == 2 and not battle.deadpile
    acts = gas and gas_acts(dice, battle.turn).value
    return _panel(
        battle,
        Bombardment,
        "bombardment",
        **ground,
        steps=front.steps,
        trench=aim.sheltered,
        gas=gas,
        turn=battle.turn if gas else 0,
        no_battalion=short,
        friend=_friend(battle, target) if acts else "alone",
    ).check()


def _friend(battle: Battle, target: Hex) -> Friend:
    """Return the friends next to the target of gas."""
    british = battle.hexes_of("british")
    near = [h for h in STRIP.neighbours(target) if h in british]
    if len(near) > 1:
        return "several"
    return "stacked" if near and len(battle.at(near[0])) > 1 else "alone"


# -- moves -----------------------------------------------------------------------------------------


def _goes(battle: Battle, choice: Choice, unit: Unit | None, there: Hex | None) -> Panel | None:
    """Return the question that decides a move, an advance or a placing: the front line, a stack, a
    town that changes hands, or an entry hex.
    """
    if unit is None or there is None:
        towns = isinstance(battle.now, PlaceBattalions) and battle.now.near is None
        return _replacements(battle) if towns else None
    if choice.verb == "enter" and choice.legal:
        return _staff(battle, staff_men.Entry, regiments=(there,))
    if choice.verb == "place" and unit.army == "german":
        return _set_up(battle)
    for question in _that_may_forbid(battle, unit, there, choice.verb):
        if bool(question.ask().value) == choice.legal:  # otherwise another rule decides
            return question
    return _town(battle, unit, there, choice)


def _that_may_forbid(battle: Battle, unit: Unit, there: Hex, verb: str) -> Iterator[Panel]:
    """Yield the questions whose answers can forbid a unit to enter a hex."""
    if standing := [u for u in battle.at(there) if u.name != unit.name]:
        company = _company(unit, standing)
        yield _staff(battle, staff_men.Stack, army=unit.army, company=company)
    if there in STRIP.front_line:
        leaves = ("leaves",) * (unit.hex in STRIP.front_line)
        by: Way = "advance" if verb == "advance" else "move"
        enter = {"army": unit.army, "hex_is": ("front",), "unit_is": leaves, "by": by}
        yield _staff(battle, staff_ground.Enter, **enter)


def _company(unit: Unit, standing: list[Unit]) -> str:
    """Return the general staff panel's word for a unit that joins others in a hex."""
    if any(other.army != unit.army for other in standing):
        return "enemy"
    if len(standing) > 1:
        return "three"
    if not unit.formation or not standing[0].formation:
        return "replacement"
    return "same" if standing[0].formation == unit.formation else "other"


def _town(battle: Battle, unit: Unit, there: Hex, choice: Choice) -> Panel | None:
    """Return the question of who controls a town that a unit enters, perhaps through other hexes of
    it.
    """
    town = next((hexes for hexes in STRIP.towns.values() if there in hexes), None)
    if town is None:
        return None
    held, through = town & battle.british_towns, town.intersection(choice.marks[1:])
    held = held | through if unit.army == "british" else held - through
    places = {"town": tuple(sorted(town)), "held": tuple(sorted(held)), "into": there}
    return _staff(battle, staff_ground.TownControl, army=unit.army, **places)


# -- divisions, replacements and the set-up --------------------------------------------------------


def _reserve(battle: Battle, _choice: Choice, unit: Unit) -> Panel:
    """Return the question of how far a reserve gets, with one hex that costs one point."""
    moves = "zero-hour" if halved(battle, unit.army) else "any"
    return _staff(battle, staff_men.Reserve, hexes=1, cost=1, moves=moves).check()


def _release(battle: Battle) -> Panel | None:
    """Return the question about the roll for a division, with its span of this turn."""
    step = battle.now
    if not isinstance(step, Release):
        return None
    low, high = step.span(battle)
    return _staff(battle, staff_men.Release, span=f"{low}-{high}", turn=battle.turn)


def _replacements(battle: Battle) -> Panel:
    """Return the question about replacements, with the deadpile and the free town hexes."""
    towns = len(free_towns(battle))
    return _staff(battle, staff_men.Replacements, deadpile=battle.deadpile, towns=towns)


def _breaks_down(battle: Battle, _choice: Choice, unit: Unit) -> Panel:
    """Return the question about a regiment that breaks down."""
    room = min(len(room_to_break_down(battle, unit)), MOST_ROOM)
    when = "later" if battle.has_moved else "movement"
    values = {"steps": unit.steps, "deadpile": battle.deadpile, "when": when, "room": room}
    return _staff(battle, staff_men.BreakDown, **values)


def _set_up(battle: Battle) -> Panel:
    """Return the question about the set-up in progress."""
    line = tuple(h for line in STRIP.front.values() for h in line)
    if not isinstance(battle.now, BritishSetUp):
        places = tuple(unit.place for unit in battle.of("german"))
        return replace(staff_ground.SetUp.default(), front=line, battalions=places)
    divisions = ELSEWHERE | dict(battle.sectors)
    sectors = ("first", "second", "third", "fourth", "fifth", "sixth")
    manned = {name: divisions[s] for name, s in zip(sectors, SECTORS, strict=True)}
    empty = not battle.hexes_of("british").issuperset(line)
    stacked = any(unit.under for unit in battle.of("british"))
    also = ("empty",) * empty + ("stacked",) * stacked
    return _staff(battle, staff_men.Sectors, **manned, also=also)


def _division(battle: Battle, unit: Unit | None) -> Panel:
    """Return the question of what a British reserve division does, turn by turn."""
    room = unit is None or not comes_up(battle, unit) or bool(room_for(battle, unit))
    placed = next((t for d, _, t in battle.placed if unit and d == unit.division), battle.turn)
    front = "room" if room else "full"
    return _staff(battle, staff_men.Division, turn=placed, front=front)


_OF_UNIT: Mapping[str, Callable[[Battle, Choice, Unit], Panel | None]] = {
    "swap": lambda battle, _, unit: _staff(
        battle, staff_men.Stack, army=unit.army, swap=battle.now_phase.name
    ),
    "roll": _reserve,
    "break": _breaks_down,
    **dict.fromkeys(("stand", "retreat"), _after_combat),
    **dict.fromkeys(("lose", "hit"), _loses),
}
_AT_HEX: Mapping[str, Callable[[Battle, Choice, Hex], Panel | None]] = {
    "mark": _marker,
    "aircraft": _aircraft,
    **dict.fromkeys(("shell", "gas"), _shelled),
}
_ASK: Mapping[str, Callable[[Battle, Choice, Unit | None, Hex | None], Panel | None]] = {
    **dict.fromkeys(("fight", "begin", "attack"), _combat),
    **dict.fromkeys(("move", "advance", "place", "enter"), _goes),
    "release": lambda battle, *_: _release(battle),
    "replacements": lambda battle, *_: _replacements(battle),
    **dict.fromkeys(("ready", "exchange"), lambda battle, *_: _set_up(battle)),
    **dict.fromkeys(("commit", "wait"), lambda battle, _choice, unit, _: _division(battle, unit)),
    "done": lambda battle, *_: _staff(battle, staff_ground.Order, turn=battle.turn),
}
