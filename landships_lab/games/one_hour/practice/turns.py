"""Generated questions about moves, duels, rallying and the turn of One-Hour Wargames: the same seed
gives the same question.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial

from landships_lab.core.speech import capitalized, listed, often, percent
from landships_lab.games.one_hour.analysis.duel import Duel, duel, favours
from landships_lab.games.one_hour.analysis.forecast import reach
from landships_lab.games.one_hour.data.table_tops import tables
from landships_lab.games.one_hour.panels.duel import OF_THE_TURN
from landships_lab.games.one_hour.rules.book import a_unit, hits_of
from landships_lab.games.one_hour.rules.fire import Condition
from landships_lab.games.one_hour.rules.movement import Move, move_odds
from landships_lab.games.one_hour.rules.shot import Shot
from landships_lab.games.one_hour.rules.turn import ACTIONS, IN_WORDS, STEPS, Moment, may_act, rally
from landships_lab.panel.parts.base import with_fields
from landships_lab.practice.kind import (
    Kind,
    can_be_asked,
    nearest,
    on_board,
    one_of,
    whole_number,
    yes_or_no,
)
from landships_lab.practice.marking import Pick
from landships_lab.practice.task import Task
from .words import DEFAULTS, MOVES, RALLY, TURN, draw_readings

_TYPES = tables().types
_OF_A_MOVE = ("dice",)


# -- moves
# -------------------------------------------------------------------------------------------------


def _drawn(dice: random.Random, level: int) -> Move:
    unit = dice.choice(list(_TYPES))
    return Move(
        unit,
        threatened=level > 2 and unit in ("infantry", "tank") and dice.random() < 1 / 2,
        dug_in=unit != "tank" and level > 1 and dice.random() < 1 / 2,
        by_road=dice.random() < 1 / 2,
    )


def _how(move: Move) -> str:
    """Return what is told of a move, as the end of a sentence."""
    told = ["was dug in"] * move.dug_in + ["is Threatened"] * move.threatened
    told += ["keeps to the road"] * move.by_road
    return listed(told, none="crosses open ground")


def _state(move: Move, away: int, turns: int, reading: str) -> str:
    words = ["threatened"] * move.threatened + ["dug-in"] * move.dug_in + ["by-road"] * move.by_road
    with_words = f" with {' '.join(words)}" if words else ""
    return f"one_hour:move {move.unit} away {away}{with_words} turns {turns}{reading}"


def _later(move: Move, turns: int) -> list[Move]:
    return [move, *[replace(move, dug_in=False)] * (turns - 1)]


def _sum_told(move: Move, given: Mapping[str, str]) -> str:
    """Return what a move comes to, such as "3 dice + 2 + 4"."""
    odds, count = move_odds(move, readings=given), _TYPES[move.unit].dice
    more = max(odds.outcomes) - 5 * count
    return f"{'one die' if count == 1 else f'{count} dice'} {'+' if more >= 0 else '−'} {abs(more)}"


def _there(moves: list[Move], away: int, given: Mapping[str, str]) -> Fraction:
    return reach(moves, away, readings=given)[-1]


def _move(dice: random.Random, level: int) -> Task:
    """Ask for the chance that a move covers a distance this turn, or within two."""
    while True:
        move = _drawn(dice, level)
        turns = dice.choice((1, 2)) if level > 2 else 1
        away = dice.randint(3, 14 * turns)
        later = _later(move, turns)
        given, named, reading = draw_readings(
            dice, partial(_there, later, away), "move", _OF_A_MOVE
        )
        chance = reach(later, away, readings=given)[-1]
        if can_be_asked(chance):
            break
    until = "this turn" if turns == 1 else "within two turns"
    text = (
        f"{capitalized(a_unit(move.unit))} {_how(move)}. How likely is it to get {away} inches or"
        f" more {until}? Choose the nearest.{named}"
    )
    wrong = [
        (reach(later, away + 1, readings=given)[-1], "you asked for more than this distance"),
        (
            reach(later, away, dice="D6", readings=given)[-1],
            "you rolled ordinary dice; the average die has 2, 3, 3, 4, 4, 5",
        ),
        (
            reach(later, away + tables().moves.bonus * turns, readings=given)[-1],
            "you forgot what is always added",
        ),
        *_forgotten(move, away, turns, given),
    ]
    told, rolls = _sum_told(move, given), 6 ** _TYPES[move.unit].dice
    enough = f"{chance * rolls} of {rolls} rolls are enough" if turns == 1 else f"{away} {until}"
    because = f"The first move is {told}: {enough}, and that is {percent(chance)}."
    return Task(text, _state(move, away, turns, reading), nearest(chance, wrong), because)


def _forgotten(
    move: Move, away: int, turns: int, given: Mapping[str, str]
) -> Iterable[tuple[Fraction, str]]:
    """Yield the chance without each thing that changes the move, and the mistake of leaving it
    out.
    """
    for on, name in (
        ("by_road", "you forgot what the road adds"),
        ("dug_in", "you forgot that it was Dug-in"),
        ("threatened", "you forgot that it is Threatened"),
    ):
        if getattr(move, on):
            other = with_fields(move, **{on: False})
            yield reach(_later(other, turns), away, readings=given)[-1], name


_CERTAIN = (Fraction(1), "for certain")
_AT_BEST = (Fraction(1, 1000), "with the best roll")
_HALF = (Fraction(1, 2), "at least half of the time")
_MOSTLY = (Fraction(5, 6), "at least five times in six")
#: How often a line is to be reached, by level.
_OFTEN = {
    1: (_CERTAIN, _AT_BEST, _HALF),
    2: (_CERTAIN, _AT_BEST, _HALF, _MOSTLY),
    3: (_AT_BEST, _HALF, _MOSTLY),
}
#: No move goes farther, in inches.
_FARTHEST = 27
#: So many moves are drawn for one distance; then another distance is drawn.
_MOST_DRAWN = 60


def _farthest(dice: random.Random, level: int) -> Task:
    """Ask for the farthest line that a move reaches so often, on the ruler."""
    while True:
        move, share, often_told = _getting(dice, level)
        given, named, reading = draw_readings(
            dice, partial(_reached, move, share), "move", _OF_A_MOVE
        )
        far = _reached(move, share, given)
        if far > 0:
            break
    text = (
        f"{capitalized(a_unit(move.unit))} {_how(move)}. Which is the farthest line, in whole"
        f" inches, that it reaches {often_told} this turn?{named}"
    )
    wrong = [
        (str(_reached(replace(move, by_road=False), share, given)), "you forgot the road")
        if move.by_road
        else (str(far + 4), "you added 4 for a road that it does not keep to"),
        (str(max(0, far - tables().moves.bonus)), "you forgot what is always added"),
    ]
    if move.dug_in:
        other = _reached(replace(move, dug_in=False), share, given)
        wrong.append((str(other), "you forgot that it was Dug-in"))
    because = f"Its move is {_sum_told(move, given)}: it gets {far} inches {often_told}."
    among = [str(Fraction(n, 2)) for n in range(55)]
    pick = Pick("away", "Click the strip, or drag the line.", at_once=False)
    shown = _state(move, far, 1, reading)
    start = _state(move, 0, 1, reading)
    return Task(
        text, start, on_board([str(far)], among, wrong), because, explained=shown, pick=pick
    )


def _getting(dice: random.Random, level: int) -> tuple[Move, Fraction, str]:
    """Return a move and how often it gets a distance that was drawn first, so that no distance is
    right more often than another.
    """
    while True:
        far = dice.randint(1, _FARTHEST)
        for _ in range(_MOST_DRAWN):
            move, (share, told) = _drawn(dice, max(2, level)), dice.choice(_OFTEN[level])
            if _reached(move, share, {}) == far:
                return move, share, told


def _reached(move: Move, share: Fraction, given: Mapping[str, str]) -> int:
    """Return the farthest whole inch that a move reaches so often."""
    odds = move_odds(move, readings=given)
    return max((far for far in range(_FARTHEST + 1) if odds.at_least(far) >= share), default=0)


# -- duels
# -------------------------------------------------------------------------------------------------

#: After so many rounds nearly every fight is over.
_ROUNDS = 10


def _duel(dice: random.Random, level: int) -> Task:
    """Ask who is favoured of two clearly unequal Units that fire at each other to the end."""
    while True:
        first, second = dice.choice(list(_TYPES)), dice.choice(list(_TYPES))
        hits = (0, 0, 5, 9) if level < 3 else (4, 5, 9, 10, 12)
        own, other = (dice.choice(hits), dice.choice(hits)) if level > 1 else (0, 0)
        away = dice.choice((5, 8, 10, 12))
        cover = frozenset({"dug-in"} if level > 2 and second != "tank" else ())
        fought = Duel(Shot(first, second, away, cover=cover), Shot(second, first, away), own, other)
        end = duel(fought, _ROUNDS)[-1]
        # Whatever follows, the one ahead stays ahead; and no reading puts the other ahead.
        clear = abs(end.first - end.second) > end.both + Fraction(1, 10)
        if clear and not draw_readings(dice, partial(favours, fought), "duel")[1]:
            break
    back = duel(Duel(fought.second, fought.first, other, own), _ROUNDS)[-1]
    state = f"one_hour:duel {first} against {second} range {away}"
    state += f" hits {own} {other}" if own or other else ""
    state += " second dug-in" if cover else ""
    names = [
        a_unit(key) + (f" ({hits_of(n)})" if n else "")
        for key, n in ((first, own), (second, other))
    ]
    names[1] += " that is dug in" if cover else ""
    text = (
        f"{capitalized(names[0])} and {names[1]} fire at each other over {away} inches until one"
        " is destroyed. The first named begins. Which is favoured?"
    )
    right = "first" if end.first > end.second else "second"
    wrong = []
    if (back.second > back.first) != (right == "first"):
        wrong.append((_not(right), "you forgot that the first named begins"))
    if own != other and (own > other) == (right == "first"):
        wrong.append((_not(right), "you looked only at their Hits, not at what each does"))
    if cover and right == "second":
        wrong.append((_not(right), "you forgot what digging in is worth"))
    because = (
        f"The {right} is favoured: within {_ROUNDS} rounds the first wins {often(end.first)}, the"
        f" second {often(end.second)}."
    )
    return Task(text, state, one_of(right, ("first", "second"), wrong), because)


def _not(right: str) -> str:
    return "second" if right == "first" else "first"


# -- rallying
# -------------------------------------------------------------------------------------------------


def _rally(dice: random.Random, level: int) -> Task:
    """Ask for the Hits that are left after a rally."""
    unit = dice.choice(list(_TYPES))
    dug = unit != "tank" and dice.random() < (1 / 2 if level > 1 else 1)
    hits = dice.randint(3, 9) if level < 3 else dice.randint(6, 14)
    die = dice.choice((2, 3, 4, 5))
    lasting = 5 if hits >= 10 or (level > 2 and dice.random() < 1 / 2) else 0
    steady = unit == "tank" or dug
    left = rally(Condition(hits, lasting), die, steady).value.hits
    other = rally(Condition(hits, lasting), die, not steady).value.hits
    wrong = [(hits - left, "you gave the Hits that are removed")]
    wrong.append(
        (other, "you took 2 from the die of a Tank or a Concealed Unit")
        if steady
        else (other, "you forgot that a Unit in the open takes 2 from the die")
    )
    if lasting:
        bare = max(0, hits - max(0, die - (0 if steady else 2)))
        wrong.append((bare, "you removed permanent Hits"))
    where = "" if unit == "tank" else " that is dug in" if dug else " in the open"
    kept = f", {lasting} of them permanent," if lasting else ""
    text = (
        f"{capitalized(a_unit(unit))}{where} has {hits_of(hits)}{kept} and rallies: its die shows"
        f" {die}. How many Hits has it then?"
    )
    less = "" if steady else ", less 2 in the open,"
    floor = ", and the permanent ones stay" if lasting else ""
    because = (
        f"The {die}{less} removes {hits_of(hits - left)} of its {hits}{floor}:"
        f" {left or 'none, 0,'} {'is' if left == 1 else 'are'} left."
    )
    state = f"one_hour:duel {unit} against tank range 10 hits {hits} 0"
    state += " first dug-in" if dug else ""
    state += " asks quiet" + (" now permanent" if lasting and hits < 10 else "")
    return Task(text, state, whole_number(left, wrong), because)


# -- the turn
# -------------------------------------------------------------------------------------------------

_STEP_NAMES = dict(zip(STEPS, ("Mortar Fire", "Actions", "Rally and Ready"), strict=True))
_STATES = {"ready": "Ready", "dug-in": "Dug-in", "threatened": "Threatened"}
_DONE = {
    "acted": "has already fired or moved",
    "ready-fired": "has fired as a Ready Unit earlier in this Turn",
}
_OTHERS = {
    "others-acted": "an enemy Unit has acted",
    "mortars-fired": "the enemy's Mortars have fired",
    "answered": "a friend has answered as a Ready Unit",
}


def _act(dice: random.Random, level: int) -> Task:
    """Ask whether a Unit may do something at a moment of the turn."""
    unit = dice.choice(list(_TYPES))
    theirs = dice.random() < (1 / 3 if level == 1 else 1 / 2)
    action = "fire" if theirs and dice.random() < 3 / 4 else dice.choice(ACTIONS)
    if action == "dig in" and unit == "tank" and level > 1:
        action = "fire"
    step = dice.choice((*STEPS, "actions", "actions"))
    boxes = _boxes(dice, unit, theirs, level)
    given, named, reading = draw_readings(
        dice,
        lambda g: may_act(unit, action, _moment(step, boxes), g).value,
        "duel",
        [key for key in DEFAULTS if key not in OF_THE_TURN],
    )
    answer = may_act(unit, action, _moment(step, boxes), given)
    whose = "the enemy's" if theirs else "its own"
    first = f"it is the {_STEP_NAMES[step]} Step of {whose} phase"
    text = listed([first, *(told for box, told in _OTHERS.items() if box in boxes)])
    states = listed([told for box, told in _STATES.items() if box in boxes], none="")
    done = [told for box, told in _DONE.items() if box in boxes]
    told = listed([*([f"is {states}"] if states else []), *done], none="")
    text = f"{capitalized(text)}. "
    text += f"{capitalized(a_unit(unit))} {told}. May it " if told else f"May {a_unit(unit)} "
    text += f"{IN_WORDS[action]}?{named}"
    wrong = _mistaken(unit, action, step, boxes, given)
    right = answer.value
    why = [s.text for s in answer.steps if s.op == ("allows" if right else "forbids")]
    because = f"{'Yes' if right else 'No'}. {' '.join(why if right else why[:1])}"
    words = " ".join(sorted(boxes))
    state = f"one_hour:duel {unit} against tank asks act step {step.replace(' ', '-')}"
    state += f" action {action.replace(' ', '-')}" + (f" now {words}" if words else "") + reading
    return Task(text, state, yes_or_no(right, wrong), because)


def _boxes(dice: random.Random, unit: str, theirs: bool, level: int) -> frozenset[str]:
    """Return what is true at the moment, as the boxes of the panel have it."""
    likely = ["ready", "others-acted"] if theirs else []
    odd = ["dug-in", "mortars-fired", "answered"] if theirs else ["acted", "threatened", "ready"]
    found = {box for box in likely if dice.random() < 3 / 4}
    found |= set(dice.sample(odd, min(level - 1 + (not theirs and dice.random() < 1 / 2), 3)))
    never = {"tank": {"dug-in"}, "mortar": {"ready"}}.get(unit, set())
    return frozenset((found | ({"enemy-phase"} if theirs else set())) - never)


def _moment(step: str, boxes: Iterable[str]) -> Moment:
    true = {box.replace("-", "_"): True for box in boxes if box != "enemy-phase"}
    return Moment(step, "enemy-phase" not in boxes, **true)


def _mistaken(
    unit: str, action: str, step: str, boxes: frozenset[str], given: Mapping[str, str]
) -> list[tuple[object, str]]:
    """Return what each mistake would answer here."""

    def may(with_boxes: Iterable[str], at: str = step, kind: str = unit) -> bool:
        return may_act(kind, action, _moment(at, with_boxes), given).value

    wrong: list[tuple[object, str]] = [
        (may(boxes - {"acted"}), "you let it act twice"),
        (may(boxes | {"others-acted"}), "you did not wait until an enemy Unit has acted"),
        (may(boxes - {"threatened"}), "you forgot that Threatened guns may not move"),
        (may(boxes - {"enemy-phase"}), "you forgot whose phase it is"),
    ]
    if unit != "mortar":
        wrong.append((may(boxes | {"ready"}), "you forgot that only Ready Units answer"))
    if unit == "mortar":
        wrong.append((may(boxes, kind="atg"), "you forgot what is different for Mortars"))
    return [*wrong, *((may(boxes, at), "you took it for another step") for at in STEPS)]


TURNS = (
    Kind("one_hour:move", "odds", _move, lesson=MOVES, taught="count the ways"),
    Kind(
        "one_hour:farthest",
        "range",
        _farthest,
        about="one_hour:move",
        lesson=MOVES,
        taught="for certain",
    ),
    Kind(
        "one_hour:duel",
        "odds",
        _duel,
        replies=("first", "second"),
        lesson=RALLY,
        taught="Whoever fires first",
    ),
    Kind(
        "one_hour:rally",
        "hit",
        _rally,
        about="one_hour:duel",
        lesson=RALLY,
        taught="as many Hits as its die shows",
    ),
    Kind(
        "one_hour:act",
        "legal",
        _act,
        about="one_hour:duel",
        lesson=TURN,
        taught="neither fired nor moved",
    ),
)
