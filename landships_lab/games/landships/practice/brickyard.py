"""Questions about the Brickyard: setting up, who wins, what a squad may do, and the fog."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping

from landships_lab.core.answer import Answer, Gap, slips
from landships_lab.core.arcs import bearing
from landships_lab.core.hexes import DIRECTIONS, HEADINGS, Hex
from landships_lab.core.sources import Option, Reading
from landships_lab.core.speech import capitalized, listed, plural, with_article
from landships_lab.data.load import readings
from landships_lab.games.landships.data.scenarios import Force
from landships_lab.games.landships.rules.book import hexes
from landships_lab.games.landships.rules.brickyard import SCENARIO, Standing, order_of_battle
from landships_lab.games.landships.rules.brickyard_fire import answer_fire
from landships_lab.games.landships.rules.brickyard_rules import PLATOONS, victory
from landships_lab.games.landships.rules.brickyard_squads import WAYS, answer_squad, squad_may
from landships_lab.games.landships.rules.ranges import range_hexes
from landships_lab.practice.kind import kind, one_of, yes_or_no
from landships_lab.practice.task import Task

LESSON, ABOUT = "15_the_brickyard", "landships:brickyard"
#: Counters that have hexes of their own and a unique name. The AA gun is left out, because its hex
#: is a reading.
_FORCES = ("brit-infantry-4", "brit-infantry-3", "ger-88mm", "ger-a7v")


@kind("landships:brickyard", "legal", LESSON, "no more than one in each hex")
def may_be_set_up(dice: random.Random, level: int) -> Task:
    """Ask whether a counter may be set up: in one of its hexes, beside them, or where a tank has
    already come in.
    """
    force = SCENARIO.forces[dice.choice(_FORCES)]
    own, wanted = force.at, dice.random() < 1 / 2
    others = sorted({h for key in _FORCES for h in SCENARIO.forces[key].at} - set(own))
    next_to = {at.neighbour(d) for at in own for d in DIRECTIONS}
    beside = sorted(h for h in next_to - set(own) if h in SCENARIO.grid)
    if wanted:
        place = dice.choice(own)
    else:
        place = dice.choice(others if level == 1 or dice.random() < 1 / 3 else beside)
    occupied = force.one_a_hex and wanted and level > 1 and dice.random() < 1 / 2
    code, heading = SCENARIO.grid.code(place), "N" if force.side == "German" else "S"
    asked, *rest = dice.sample(range(1, force.count + 1), force.count)
    there = [asked, *rest[:1]] if occupied else [asked]
    standing = [f"{force.id}-{n}@{code if n in there else '-'}@{heading}" for n in (asked, *rest)]
    why = f"No: {code} is not among its hexes."
    if wanted:
        full = f"No: one has come in at {code}, and no more than one may."
        why = full if occupied else f"Yes: {code} is one of its hexes."
    does = f"comes in on turn {force.turn}" if force.turn else "is set up"
    before = " One has come in there already." if occupied else ""
    counter = capitalized(with_article(force.name))
    turn = max(1, force.turn)
    wrong = _misset(wanted, occupied, place in others, place in beside)
    return Task(
        f"The scenario puts {_printed(force)}. {counter} {does}.{before} May it be placed in"
        f" {code}?",
        f"{ABOUT} {force.id}-{asked} turn {turn} ask set-up at {' '.join(standing)}",
        yes_or_no(wanted and not occupied, wrong),
        why,
    )


def _printed(force: Force) -> str:
    """Return the printed words on where a force is set up or comes in."""
    many = f"{force.name} ({plural(force.count, 'counter')})"
    where = listed(map(SCENARIO.grid.code, force.at), "or")
    one = ", no more than one in each hex" if force.one_a_hex else ""
    return f"{many} in {where}{one}"


def _misset(own: bool, occupied: bool, others: bool, beside: bool) -> Iterator[tuple[bool, str]]:
    if occupied:
        yield True, "you forgot that no more than one comes in at a hex"
    elif own:
        yield False, "you took its own hex for another counter's"
    if others:
        yield True, "you took the hex of another counter for its own"
    if beside:
        yield True, "you let it stand in a hex beside its own"


# -- who would win

_BRITISH = tuple(f"brit-infantry-{n}-{m}" for n in (4, 3) for m in (1, 2, 3))
_GERMANS = tuple(f"ger-infantry-6-{n}" for n in range(1, 7))
_SQUADS = tuple(f"ger-squad-{n}" for n in range(1, 4))
_COUNTERS = {"platoon": _GERMANS, "squad": _SQUADS, "british": _BRITISH}
#: Who may hold a town hex, by level.
_HOLDERS = {
    1: ("platoon", "platoon", "platoon", "british", ""),
    2: ("platoon", "platoon", "platoon", "squad", "british", ""),
}
#: The names of the readings: one platoon in each hex, or one in all.
_EACH = readings("landships", "scenario")[PLATOONS]


@kind("landships:victory", "order", LESSON, "who would win", about=ABOUT)
def who_wins(dice: random.Random, level: int) -> Task:
    """Ask who wins: with platoons only, then with squads, then under either reading."""
    towns = SCENARIO.brickyard
    option = _EACH.options[dice.randrange(2) if level == 3 else 0]
    holders = {town: dice.choice(_HOLDERS[min(level, 2)]) for town in towns}
    if dice.random() < 1 / 2:  # the Germans win only if every condition holds
        holders = {town: dice.choice(("platoon", "squad")[:level]) for town in towns}
    held = {by: [h for h, who in holders.items() if who == by] for by in _COUNTERS}
    at_hex: dict[str, Hex] = dict(zip(dice.sample(_GERMANS, 4), held["platoon"], strict=False))
    for by in ("squad", "british"):
        at_hex |= dict(zip(_COUNTERS[by], held[by], strict=False))
    units = [Standing(key.rpartition("-")[0], int(key[-1]), h) for key, h in at_hex.items()]
    answer = victory(units, None, {PLATOONS: option.id})
    code = SCENARIO.grid.code
    holding = "; ".join(f"{code(h)} {_holder(h, at_hex)}" for h in towns)
    words = [f"{key}@{code(h)}@S" for key, h in at_hex.items()]
    gone = [f"{key}@-@S" for key in _SET_UP if key not in at_hex]
    asked = f"{ABOUT} {next(iter(at_hex), 'ger-a7v-1')} turn 10 ask victory"
    wrong = []
    if held["british"]:
        wrong = [("German", "you forgot that no British unit may be left")]
    elif held["squad"] and option.id == _EACH.default:
        wrong = [("German", "you took an assault squad for a platoon")]
    return Task(
        f"The last turn is over. The four town hexes of the Brickyard: {holding}. Who wins? Use"
        f" this reading: {option.says}",
        f"{asked} at {' '.join([*words, *gone])}{_reading(_EACH, option)}",
        one_of(str(answer.value), ("British", "German"), wrong),
        answer.headline,
    )


def _reading(reading: Reading, option: Option) -> str:
    """Return the words of a link for an option of a reading; none for its default."""
    return "" if option.id == reading.default else f" reading {reading.id}={option.id}"


def _holder(place: Hex, at_hex: Mapping[str, Hex]) -> str:
    names = {"brit": "a British platoon", "infantry": "a German platoon", "squad": "a German squad"}
    here = [key for key, at in at_hex.items() if at == place]
    holders = [names["brit" if key.startswith("brit") else key.split("-")[1]] for key in here]
    return f"holds {listed(holders)}" if holders else "is empty"


#: The counters that are set up in the Brickyard: a question removes those that it does not mention.
_SET_UP = [u.id for u in order_of_battle() if u.of.side == "British" and len(u.of.at) > 1]


# -- what a squad may do

_ACTS = {
    "dismount": "get out of its tank",
    "remount": "climb back into its tank",
    "close-assault": "join a close assault",
    "flamethrower": "use a flamethrower",
    "road": "move four hexes along a road",
    "open": "move four hexes over open ground",
    "trench": "move four hexes along a trench",
    "short": "move two hexes over open ground",
    "own-turn": "move two hexes in the turn in which it dismounted",
}


@kind("landships:squad", "legal", LESSON, "may not climb back in", about=ABOUT)
def may_a_squad(dice: random.Random, level: int) -> Task:
    """Ask what an assault squad may do, inside its tank or outside it."""
    act = dice.choice(list(_ACTS)[: 4 if level == 1 else None])
    place = dice.choice([h for h in SCENARIO.grid.hexes() if _far_in(h) and h not in _TAKEN])
    number = dice.randint(1, 3)
    code = SCENARIO.grid.code
    mounted = act == "dismount"
    unit = Standing("ger-squad", number, None if mounted else place)
    turn = dice.randint(2, 10)
    base = f"{ABOUT} ger-squad-{number} turn {turn} ask squad"
    where = f"at ger-{'a7v' if mounted else 'squad'}-{number}@{code(place)}@N"
    if act in _MOVES:
        far = 2 if act in ("short", "own-turn") else 4
        way = act if act in WAYS else "open"
        near = [h for h in SCENARIO.grid.hexes() if range_hexes(place, h) == far]
        goals = [h for h in near if h not in _TAKEN]
        # The other counters keep their places: some ways lead only through an enemy.
        board = [unit, *(u for u in order_of_battle() if u.id != unit.id and u.of.turn <= turn)]

        def answered(goal: Hex) -> Answer[bool | int | Gap | None]:
            return answer_squad(unit, "move", board, target=goal, along=way, turn=turn)

        goal = dice.choice(goals)
        if isinstance(answered(goal).value, Gap):
            goal = dice.choice([h for h in goals if not isinstance(answered(h).value, Gap)])
        answer: Answer[bool | int | Gap | None] = answered(goal)
        state = f"{base} target {code(goal)} action move along {way} {where}"
    else:
        answer = squad_may(act)
        state = f"{base} action {act} {where}"
    may = bool(answer.value)
    stands = f"is inside its A7V in {code(place)}" if mounted else f"stands in {code(place)}"
    return Task(
        f"On turn {turn} the German assault squad #{number} {stands}. May it {_ACTS[act]}?",
        state,
        yes_or_no(may, [(True, _ANY_WAY)] if act == "open" else ()),
        f"{'Yes' if may else 'No'}: {_WHY[act]}",
    )


#: The acts that are moves.
_MOVES = ("road", "open", "trench", "short", "own-turn")
#: Hexes in which counters are set up: a squad of a question goes elsewhere.
_TAKEN = frozenset(h for force in SCENARIO.forces.values() for h in force.at)
_GERMAN = frozenset(h for f in SCENARIO.forces.values() if f.side == "German" for h in f.at)
_ANY_WAY = "you took the way along a road or a trench for any way"
_WHY = {
    "dismount": "it gets out at the end of the vehicle movement phase, at no cost.",
    "remount": "once out, it may not climb back in.",
    "close-assault": "it takes no part in one, and is removed if it is caught up in one.",
    "flamethrower": "each squad carries one.",
    "road": "along a road it moves up to four hexes.",
    "open": "over open ground it moves two; four only along a trench or a road.",
    "trench": "along a trench it moves up to four hexes.",
    "short": "it moves two hexes over open ground.",
    "own-turn": "it may move in the turn in which it dismounted.",
}


def _far_in(place: Hex) -> bool:
    column, row = SCENARIO.grid.column_row(place)
    return 55 <= column <= 64 and 6 <= row <= 12


# -- the fog


@kind("landships:fog", "sight", LESSON, "nothing farther off than six hexes", about=ABOUT)
def may_fire_in_fog(dice: random.Random, level: int) -> Task:
    """Ask whether an A7V may fire in the fog with a friend near its target; at higher levels facing
    hexjunctures.
    """
    number, turn = dice.randint(1, 3), dice.randint(1, 10)
    heading = dice.choice([h for h in HEADINGS if h.faces_hexside or level > 1])
    fields = [h for h in SCENARIO.grid.hexes() if _far_in(h)]
    away = dice.choice((4, 5, 6, 7, 7, 8, 8, 9))
    place = dice.choice(fields)
    within = [h for h in SCENARIO.grid.hexes() if range_hexes(place, h) == away]
    ahead = [h for h in within if bearing(place, heading, h) in _AHEAD and h not in _GERMAN]
    if not ahead:
        return may_fire_in_fog.make(dice, level)
    target = dice.choice(ahead)
    near = [h for h in SCENARIO.grid.hexes() if 2 <= range_hexes(h, target) <= 5 and h != place]
    friend, spotting = dice.choice(near), dice.choice(_SPOTTING.options)
    tank = Standing("ger-a7v", number, place, heading)
    helper = Standing("ger-infantry-6", 1, friend)
    given = {BRICKYARD_SPOTTING: spotting.id}
    answer = answer_fire(tank, "57mm-bow", target, given, (tank, helper), turn=turn)
    code, may = SCENARIO.grid.code, answer.value is True
    asked = f"{ABOUT} ger-a7v-{number} turn {turn} ask fire weapon 57mm-bow target {code(target)}"
    stand = f"ger-a7v-{number}@{code(place)}@{heading} ger-infantry-6-1@{code(friend)}@N"
    wrong = [(value is True, mistake) for mistake, value in slips(answer).items()]
    wrong += [(False, "you let no friend spot for it")] if may and away > _FOG else []
    return Task(
        f"Turn {turn}, in the ground fog. An A7V in {code(place)} faces {heading}. Its bow gun"
        f" covers 30° to each side and reaches eight hexes. {code(target)}, within that arc, is"
        f" {away} hexes away; a German platoon in {code(friend)} is"
        f" {hexes(range_hexes(friend, target))} from it. May the gun fire there, if the target is"
        f" spotted as far as the fog allows? Use this reading: {spotting.says}",
        f"{asked} at {stand}{_reading(_SPOTTING, spotting)}",
        yes_or_no(may, wrong),
        f"{'Yes' if may else 'No'}. {answer.headline}",
    )


_AHEAD = ((0, 0), (0, 30), (-30, 0))
#: Spotting ranges in the fog.
_FOG = 6
BRICKYARD_SPOTTING = "brickyard-spotting"
_SPOTTING = readings("landships", "scenario-fire")[BRICKYARD_SPOTTING]

KINDS = (may_be_set_up, who_wins, may_a_squad, may_fire_in_fog)
