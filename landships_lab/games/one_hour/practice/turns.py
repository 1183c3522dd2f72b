"""Generated questions about moves, duels, rallying and the turn in One-Hour Wargames. The same seed
gives the same question.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial

from landships_lab.core.speech import capitalized, listed, often, percent
from landships_lab.games.one_hour.analysis.duel import Duel, duel, favours
from landships_lab.games.one_hour.analysis.forecast import reach
from landships_lab.games.one_hour.data.table_tops import tables
from landships_lab.games.one_hour.panels.duel import NEVER, OF_THE_TURN, moment_of
from landships_lab.games.one_hour.rules import turn
from landships_lab.games.one_hour.rules.book import a_unit, hits_of
from landships_lab.games.one_hour.rules.fire import Condition
from landships_lab.games.one_hour.rules.movement import Move, move_odds
from landships_lab.games.one_hour.rules.shot import Shot
from landships_lab.games.one_hour.rules.turn import ACTIONS, IN_WORDS, STEPS
from landships_lab.panel.parts.base import with_fields
from landships_lab.practice.kind import (
    can_be_asked,
    kind,
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
_MOVE, _DUEL = "one_hour:move", "one_hour:duel"


# -- moves -----------------------------------------------------------------------------------------


def _drawn(dice: random.Random, level: int) -> Move:
    unit = dice.choice(list(_TYPES))
    return Move(
        unit,
        threatened=level > 2 and unit in ("infantry", "tank") and dice.random() < 1 / 2,
        dug_in=unit != "tank" and level > 1 and dice.random() < 1 / 2,
        by_road=dice.random() < 1 / 2,
    )


def _described(move: Move) -> str:
    """Return the beginning of a sentence about a Unit and what modifies its move."""
    changes = ["was dug in"] * move.dug_in + ["is Threatened"] * move.threatened
    changes += ["keeps to the road"] * move.by_road
    return f"{capitalized(a_unit(move.unit))} {listed(changes, none='crosses open ground')}"


def _state(move: Move, away: int, turns: int, reading: str) -> str:
    words = ["threatened"] * move.threatened + ["dug-in"] * move.dug_in + ["by-road"] * move.by_road
    with_words = f" with {' '.join(words)}" if words else ""
    return f"{_MOVE} {move.unit} away {away}{with_words} turns {turns}{reading}"


def _sum_in_words(move: Move, given: Mapping[str, str]) -> str:
    """Return the sum of a move, such as "3 dice + 2 + 4"."""
    odds, count = move_odds(move, readings=given), _TYPES[move.unit].dice
    more = max(odds.outcomes) - 5 * count
    return f"{'one die' if count == 1 else f'{count} dice'} {'+' if more >= 0 else '−'} {abs(more)}"


def _arrives(
    move: Move, turns: int, away: int, given: Mapping[str, str], dice: str = "D5"
) -> Fraction:
    """Return how often a Unit gets this distance. It is Dug-in only before its first move."""
    moves = [move, *[replace(move, dug_in=False)] * (turns - 1)]
    return reach(moves, away, dice=dice, readings=given)[-1]


@kind(_MOVE, "odds", MOVES, "count the ways")
def move_chance(dice: random.Random, level: int) -> Task:
    """Ask for the chance that a move covers a distance this turn, or within two."""
    while True:
        move = _drawn(dice, level)
        turns = dice.choice((1, 2)) if level > 2 else 1
        away = dice.randint(3, 14 * turns)
        covers = partial(_arrives, move, turns, away)
        given, named, reading = draw_readings(dice, covers, "move", _OF_A_MOVE)
        chance = covers(given)
        if can_be_asked(chance):
            break
    until = "this turn" if turns == 1 else "within two turns"
    always = tables().moves.bonus * turns
    wrong = [
        (_arrives(move, turns, away + 1, given), "you asked for more than this distance"),
        (covers(given, "D6"), "you rolled ordinary dice; the average die has 2, 3, 3, 4, 4, 5"),
        (_arrives(move, turns, away + always, given), "you forgot what is always added"),
        *(
            (_arrives(with_fields(move, **{change: False}), turns, away, given), mistake)
            for change, mistake in _FORGOTTEN.items()
            if getattr(move, change)
        ),
    ]
    rolls = 6 ** _TYPES[move.unit].dice
    enough = f"{chance * rolls} of {rolls} rolls are enough" if turns == 1 else f"{away} {until}"
    return Task(
        f"{_described(move)}. How likely is it to get {away} inches or more {until}? Choose the"
        f" nearest.{named}",
        _state(move, away, turns, reading),
        nearest(chance, wrong),
        f"The first move is {_sum_in_words(move, given)}: {enough}, and that is {percent(chance)}.",
    )


#: The mistake of leaving out each modifier of a move.
_FORGOTTEN = {
    "by_road": "you forgot what the road adds",
    "dug_in": "you forgot that it was Dug-in",
    "threatened": "you forgot that it is Threatened",
}
_CERTAIN = (Fraction(1), "for certain")
_AT_BEST = (Fraction(1, 1000), "with the best roll")
_HALF = (Fraction(1, 2), "at least half of the time")
_MOSTLY = (Fraction(5, 6), "at least five times in six")
#: How often a line must be reached, by level.
_OFTEN = {
    1: (_CERTAIN, _AT_BEST, _HALF),
    2: (_CERTAIN, _AT_BEST, _HALF, _MOSTLY),
    3: (_AT_BEST, _HALF, _MOSTLY),
}
#: No move goes farther, in inches.
_FARTHEST = 27
#: The most moves drawn for one distance before another distance is drawn.
_MOST_DRAWN = 60


@kind("one_hour:farthest", "range", MOVES, "for certain", about=_MOVE)
def farthest(dice: random.Random, level: int) -> Task:
    """Ask for the farthest line on the ruler that a move reaches with this chance."""
    while True:
        move, share, how_often = _getting(dice, level)
        reached = partial(_reached, move, share)
        given, named, reading = draw_readings(dice, reached, "move", _OF_A_MOVE)
        far = reached(given)
        if far > 0:
            break
    wrong = [
        (_reached(replace(move, by_road=False), share, given), "you forgot the road")
        if move.by_road
        else (far + 4, "you added 4 for a road that it does not keep to"),
        (max(0, far - tables().moves.bonus), "you forgot what is always added"),
    ]
    if move.dug_in:
        bare = _reached(replace(move, dug_in=False), share, given)
        wrong.append((bare, _FORGOTTEN["dug_in"]))
    marks = [str(Fraction(n, 2)) for n in range(2 * _FARTHEST + 1)]
    return Task(
        f"{_described(move)}. Which is the farthest line, in whole inches, that it reaches"
        f" {how_often} this turn?{named}",
        _state(move, 0, 1, reading),
        on_board([str(far)], marks, [(str(line), mistake) for line, mistake in wrong]),
        f"Its move is {_sum_in_words(move, given)}: it gets {far} inches {how_often}.",
        explained=_state(move, far, 1, reading),
        pick=Pick("away", "Click the strip, or drag the line.", at_once=False),
    )


def _getting(dice: random.Random, level: int) -> tuple[Move, Fraction, str]:
    """Return a move and how often it covers a distance. The distance is drawn first, so that none
    is right more often than another.
    """
    while True:
        far = dice.randint(1, _FARTHEST)
        for _ in range(_MOST_DRAWN):
            move, (share, how_often) = _drawn(dice, max(2, level)), dice.choice(_OFTEN[level])
            if _reached(move, share, {}) == far:
                return move, share, how_often


def _reached(move: Move, share: Fraction, given: Mapping[str, str]) -> int:
    """Return the farthest whole inch that a move reaches with this chance."""
    odds = move_odds(move, readings=given)
    return max((far for far in range(_FARTHEST + 1) if odds.at_least(far) >= share), default=0)


# -- duels -----------------------------------------------------------------------------------------

#: The rounds after which nearly every fight is over.
_ROUNDS = 10


@kind(_DUEL, "odds", RALLY, "Whoever fires first", replies=("first", "second"))
def who_is_favoured(dice: random.Random, level: int) -> Task:
    """Ask which of two clearly unequal Units that fire at each other to the end is favoured."""
    while True:
        first, second = dice.choice(list(_TYPES)), dice.choice(list(_TYPES))
        hits = (0, 0, 5, 9) if level < 3 else (4, 5, 9, 10, 12)
        own, other = (dice.choice(hits), dice.choice(hits)) if level > 1 else (0, 0)
        away = dice.choice((5, 8, 10, 12))
        cover = frozenset({"dug-in"} if level > 2 and second != "tank" else ())
        fought = Duel(Shot(first, second, away, cover=cover), Shot(second, first, away), own, other)
        end = duel(fought, _ROUNDS)[-1]
        # The favourite must stay ahead to the end and under every reading.
        clear = abs(end.first - end.second) > end.both + Fraction(1, 10)
        if clear and not draw_readings(dice, partial(favours, fought), "duel")[1]:
            break
    back = duel(Duel(fought.second, fought.first, other, own), _ROUNDS)[-1]
    one, two = (
        a_unit(key) + (f" ({hits_of(n)})" if n else "")
        for key, n in ((first, own), (second, other))
    )
    two += " that is dug in" if cover else ""
    right, not_right = ("first", "second") if end.first > end.second else ("second", "first")
    wrong = []
    if (back.second > back.first) != (right == "first"):
        wrong.append((not_right, "you forgot that the first named begins"))
    if own != other and (own > other) == (right == "first"):
        wrong.append((not_right, "you looked only at their Hits, not at what each does"))
    if cover and right == "second":
        wrong.append((not_right, "you forgot what digging in is worth"))
    state = f"{_DUEL} {first} against {second} range {away}"
    state += f" hits {own} {other}" if own or other else ""
    return Task(
        f"{capitalized(one)} and {two} fire at each other over {away} inches until one is"
        " destroyed. The first named begins. Which is favoured?",
        state + (" second dug-in" if cover else ""),
        one_of(right, ("first", "second"), wrong),
        f"The {right} is favoured: within {_ROUNDS} rounds the first wins {often(end.first)}, the"
        f" second {often(end.second)}.",
    )


# -- rallying --------------------------------------------------------------------------------------


@kind("one_hour:rally", "hit", RALLY, "as many Hits as its die shows", about=_DUEL)
def rallies(dice: random.Random, level: int) -> Task:
    """Ask for the Hits left after a rally."""
    unit = dice.choice(list(_TYPES))
    dug = unit != "tank" and dice.random() < (1 / 2 if level > 1 else 1)
    hits = dice.randint(3, 9) if level < 3 else dice.randint(6, 14)
    die = dice.choice((2, 3, 4, 5))
    lasting = 5 if hits >= 10 or (level > 2 and dice.random() < 1 / 2) else 0
    steady = unit == "tank" or dug
    hits_left, other = (
        turn.rally(Condition(hits, lasting), die, calm).value.hits for calm in (steady, not steady)
    )
    wrong = [
        (hits - hits_left, "you gave the Hits that are removed"),
        (
            other,
            "you took 2 from the die of a Tank or a Concealed Unit"
            if steady
            else "you forgot that a Unit in the open takes 2 from the die",
        ),
    ]
    if lasting:
        bare = max(0, hits - max(0, die - (0 if steady else 2)))
        wrong.append((bare, "you removed permanent Hits"))
    where = "" if unit == "tank" else " that is dug in" if dug else " in the open"
    kept = f", {lasting} of them permanent," if lasting else ""
    less = "" if steady else ", less 2 in the open,"
    floor = ", and the permanent ones stay" if lasting else ""
    state = f"{_DUEL} {unit} against tank range 10 hits {hits} 0"
    state += " first dug-in" if dug else ""
    return Task(
        f"{capitalized(a_unit(unit))}{where} has {hits_of(hits)}{kept} and rallies: its die shows"
        f" {die}. How many Hits has it then?",
        state + " asks quiet" + (" now permanent" if lasting and hits < 10 else ""),
        whole_number(hits_left, wrong),
        f"The {die}{less} removes {hits_of(hits - hits_left)} of its {hits}{floor}:"
        f" {hits_left or 'none, 0,'} {'is' if hits_left == 1 else 'are'} left.",
    )


# -- the turn --------------------------------------------------------------------------------------

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


@kind("one_hour:act", "legal", TURN, "neither fired nor moved", about=_DUEL)
def may_act(dice: random.Random, level: int) -> Task:
    """Ask whether a Unit may do something at a moment of the turn."""
    unit = dice.choice(list(_TYPES))
    theirs = dice.random() < (1 / 3 if level == 1 else 1 / 2)
    action = "fire" if theirs and dice.random() < 3 / 4 else dice.choice(ACTIONS)
    if action == "dig in" and unit == "tank" and level > 1:
        action = "fire"
    step = dice.choice((*STEPS, "actions", "actions"))
    boxes = _boxes(dice, unit, theirs, level)
    judged = partial(turn.may_act, unit, action, moment_of(step, boxes))
    other_panels = [key for key in DEFAULTS if key not in OF_THE_TURN]
    given, named, reading = draw_readings(dice, lambda g: judged(g).value, "duel", other_panels)
    answer = judged(given)
    whose = "the enemy's" if theirs else "its own"
    happened = [words for box, words in _OTHERS.items() if box in boxes]
    now = listed([f"it is the {_STEP_NAMES[step]} Step of {whose} phase", *happened])
    states = listed([words for box, words in _STATES.items() if box in boxes], none="")
    done = [words for box, words in _DONE.items() if box in boxes]
    about_it = listed([*([f"is {states}"] if states else []), *done], none="")
    asked = f"{capitalized(a_unit(unit))} {about_it}. May it" if about_it else f"May {a_unit(unit)}"
    right = answer.value
    why = [s.text for s in answer.steps if s.op == ("allows" if right else "forbids")]
    words = " ".join(sorted(boxes))
    state = f"{_DUEL} {unit} against tank asks act step {step.replace(' ', '-')}"
    state += f" action {action.replace(' ', '-')}" + (f" now {words}" if words else "") + reading
    return Task(
        f"{capitalized(now)}. {asked} {IN_WORDS[action]}?{named}",
        state,
        yes_or_no(right, _mistaken(unit, action, step, boxes, given)),
        f"{'Yes' if right else 'No'}. {' '.join(why if right else why[:1])}",
    )


def _boxes(dice: random.Random, unit: str, theirs: bool, level: int) -> frozenset[str]:
    """Return what is true at the moment, as boxes of the panel."""
    likely = ["ready", "others-acted"] if theirs else []
    odd = ["dug-in", "mortars-fired", "answered"] if theirs else ["acted", "threatened", "ready"]
    ticked = {box for box in likely if dice.random() < 3 / 4}
    ticked |= set(dice.sample(odd, min(level - 1 + (not theirs and dice.random() < 1 / 2), 3)))
    return frozenset(ticked | ({"enemy-phase"} if theirs else set())) - NEVER.get(unit, set())


def _mistaken(
    unit: str, action: str, step: str, boxes: frozenset[str], given: Mapping[str, str]
) -> Iterator[tuple[bool, str]]:
    """Yield the answer that each mistake leads to."""

    def may(with_boxes: Collection[str], at: str = step, kind: str = unit) -> bool:
        return turn.may_act(kind, action, moment_of(at, with_boxes), given).value

    yield may(boxes - {"acted"}), "you let it act twice"
    yield may(boxes | {"others-acted"}), "you did not wait until an enemy Unit has acted"
    yield may(boxes - {"threatened"}), "you forgot that Threatened guns may not move"
    yield may(boxes - {"enemy-phase"}), "you forgot whose phase it is"
    if unit == "mortar":
        yield may(boxes, kind="atg"), "you forgot what is different for Mortars"
    else:
        yield may(boxes | {"ready"}), "you forgot that only Ready Units answer"
    yield from ((may(boxes, at), "you took it for another step") for at in STEPS)


KINDS = (move_chance, farthest, who_is_favoured, rallies, may_act)
