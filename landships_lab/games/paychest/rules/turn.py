"""A turn: the cards of the units are drawn one at a time, and the unit on the card moves, fires and
fights, as far as its morale allows. The movement rates are lost.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import NamedTuple

from landships_lab.core.answer import Answer, Gap, Op, Remedy, Step, Telling, Told, judge, tallied
from landships_lab.core.checks import one_of, whole
from landships_lab.core.dice import D6, Odds, sum_of
from landships_lab.core.sources import Cite
from landships_lab.core.speech import inches, often, plural
from landships_lab.games.paychest.data.supplied import NOTHING, Supplied
from landships_lab.games.paychest.data.tables import Effect
from .book import READINGS, allow, lost, note, option_of, reads, start, times
from .fire import TROOPS, shots_a_turn
from .melee import in_contact_step
from .morale import KINDS, SUPPLY_LINE, TABLES, distance_step, leader_failed, second_roll

FIRST_STEP, RETREAT, RALLY = "turn-step-1", "retreat-fires", "rally-moves"
LEADER = "leader"
#: The cards of a full pack, and the most units of one side.
PACK = 52
MOST_UNITS = PACK // 2
#: The steps of a turn after the first (line 3).
STEPS = (
    "the unit moves",
    "it fires",
    "it fights whoever it has met",
    "steps 1 to 4 again, until all cards are drawn",
    "morale is checked",
)
#: What a unit does in its phase, in the order of the turn.
ACTS = {"move": "move", "fire": "fire", "melee": "fight"}
CARDS = {"pack": "is still in the pack", "now": "is drawn now", "out": "was drawn before"}
#: The last thing that a unit has done since its card was drawn.
DONE = {
    "start": "done nothing yet",
    "moved": "moved",
    "fired": "fired once",
    "again": "fired twice",
    "fought": "fought",
}
#: The step of the turn that this belongs to, and how often the unit has fired.
_STEP = {"start": 1, "moved": 2, "fired": 3, "again": 3, "fought": 4}
_SHOTS = {"fired": 1, "again": 2}
#: Its latest roll for morale: the result of the second roll, or the loss of its leader.
RESULTS = {"": "none", **{str(die): str(die) for die in D6.outcomes}, LEADER: "leader lost"}

# ---------------------------------------------------------------------------------------- the cards


def place_odds(units: int, drawn: int = 0) -> Odds[int]:
    """Return the odds of the draw at which a given unit acts (1 is the first), when ``drawn`` cards
    of other units are already out.

    >>> place_odds(4).p(1), place_odds(4, drawn=3).p(4)
    (Fraction(1, 4), Fraction(1, 1))
    """
    whole("The number of units", units, 1, PACK)
    whole("The number of cards already drawn", drawn, 0, units - 1)
    return Odds(dict.fromkeys(range(drawn + 1, units + 1), 1))


def ahead_odds(mine: int) -> Odds[int]:
    """Return the odds of how many of ``mine`` units act before one given enemy unit.

    The enemy card is equally likely at each place among mine; other cards do not matter.
    """
    return Odds(dict.fromkeys(range(whole("The number of your units", mine, 1, PACK - 1) + 1), 1))


def before_chance(mine: int, theirs: int) -> Fraction:
    """Return the chance that one of ``mine`` units acts before any of ``theirs``.

    >>> before_chance(2, 4)
    Fraction(1, 3)
    """
    whole("The number of your units", mine, 1, PACK - 1)
    whole("The number of enemy units", theirs, 1, PACK - mine)
    return Fraction(mine, mine + theirs)


def unit_turn(
    mine: int,
    theirs: int,
    moves: str = "",
    burdened: bool = False,
    tables: Supplied = NOTHING,
    reading: str | None = None,
) -> Answer[Fraction]:
    """Return the chance that the next card is one of ``mine``, with what a unit does in its turn.

    ``mine`` and ``theirs`` are the units whose cards are still in the pack. ``moves`` is a row of
    the reader's table of movement, ``burdened`` says whether the figure carries a body or a heavy
    weight; ``reading`` is an option of turn-step-1.

    >>> unit_turn(3, 4).headline
    'The next card is yours 42.9% of the time.'
    """
    mine = whole("The number of your units", mine, 0, MOST_UNITS)
    theirs = whole("The number of enemy units", theirs, 0, MOST_UNITS)
    undrawn, acts = mine + theirs, "moves, then fires, then fights whoever it has met"
    cards = f"{plural(mine, 'card')} of yours and {plural(theirs, 'card')} of the enemy's"
    again = f"Step 5: this repeats until all cards are drawn, here {plural(undrawn, 'time')}."
    out = "Step 6: all cards are drawn, and each unit that took casualties checks its morale."
    steps = (
        first_step(tables, reading),
        note("cards", f"Each unit has a card. Still in the pack: {cards}."),
        note("turn", f"Steps 2 to 4: the unit whose card is drawn {acts}."),
        note("turn", again if undrawn else out),
        *_going(moves, burdened, tables),
    )
    if mine and theirs:
        chance = before_chance(mine, theirs)
        return Answer(chance, steps, f"The next card is yours {often(chance)}.")
    only = "Only your cards are left: the next unit is yours."
    enemy = "Only enemy cards are left: the next unit is the enemy's."
    none = "All cards are drawn: units with casualties check morale."
    return Answer(Fraction(bool(mine)), steps, only if mine else enemy if theirs else none)


def first_step(tables: Supplied = NOTHING, reading: str | None = None) -> Step:
    """Return the first step of a turn, which the printed list leaves out: from the reader, from the
    reading, or lost.
    """
    what = first_words(tables, reading)
    if tables.turn is not None:
        return note(tables.cite("turn, step 1"), f"Step 1: {what}")
    if option_of(FIRST_STEP, reading) == "lost":
        return lost(FIRST_STEP, f"Step 1 {what}.")
    return note(READINGS[FIRST_STEP].cite, f"Step 1: {what}.", FIRST_STEP)


def first_words(tables: Supplied = NOTHING, reading: str | None = None) -> str:
    """Return the words for the first step of a turn, without "Step 1", or that it is lost."""
    is_lost = option_of(FIRST_STEP, reading) == "lost"
    if tables.turn is not None:
        return tables.turn.step_1
    return "is lost in print" if is_lost else "a card is drawn, and its unit acts"


# ----------------------------------------------------------------------------------------- movement


@tallied
def movement(kind: str, burdened: bool = False, tables: Supplied = NOTHING) -> Telling:
    """Return how many inches this kind of figure moves, with or without a burden.

    ``kind`` is a row of the reader's table of movement. The value is a `Gap` without such a table.

    >>> movement("walk").value.cite.kind
    'silent'
    """
    if tables.movement:
        row = one_of("kind of movement in your tables", kind, tables.movement)
        far = tables.movement[row]
        yield start(tables.cite(f"movement, {row}"), far, f"{row}: {inches(far)}.")
    else:
        yield lost("movement-rates", "The rates of movement are lost.", "start")
    yield from _burden(burdened)
    unsaid = Told(
        "The source does not say how far it moves.",
        [Remedy("Supply a table [movement] under “Your tables”.")],
    )
    return lambda far: unsaid if isinstance(far, Gap) else f"It moves {inches(far)}."


def _burden(burdened: bool) -> Iterator[Step]:
    if burdened:
        text = "Carrying a body or a heavy weight halves the move."
        yield times("burden", Fraction(1, 2), text)


def _going(moves: str, burdened: bool, tables: Supplied) -> Iterator[Step]:
    """Yield how far a figure goes, if it names a row of the reader's table."""
    if moves or (burdened and not tables.movement):
        yield from movement(moves, burdened, tables).steps
    else:
        yield from _burden(burdened)


# ------------------------------------------------------------------------------- what a unit may do


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit in a turn. Raises `ValueError` for an unknown word.

    ``card``, ``done`` and ``result`` are words of `CARDS`, `DONE` and `RESULTS`; ``done`` counts
    while its card is drawn. ``met``: one of its stands touches an enemy's at the end of its move.
    ``result`` is that of the latest morale roll of a unit of this ``kind``, ``rallied`` whether it
    has rallied from a rout since, and ``routed`` whether it has routed in this turn, having lost
    its leader. ``aimed``: it counts as moved, because its leader fired before it did anything.
    ``moves`` is a row of the reader's table of movement, and ``burdened`` whether the figure
    carries a body or a heavy weight.
    """

    card: str = "now"
    done: str = "start"
    troops: str = "legionnaires"
    met: bool = False
    kind: str = "regular"
    result: str = ""
    rallied: bool = False
    routed: bool = False
    moves: str = ""
    burdened: bool = False
    tables: Supplied = field(default=NOTHING)
    aimed: bool = False

    def __post_init__(self) -> None:
        one_of("state of a card", self.card, CARDS)
        one_of("thing that a unit has done", self.done, DONE)
        one_of("kind of troops", self.troops, TROOPS)
        one_of("kind of troops", self.kind, KINDS)
        one_of("result of a morale roll", self.result, RESULTS)


@dataclass(frozen=True, slots=True)
class Owed:
    """What its morale forces a unit to do in this turn.

    ``distance`` are the odds of how far it goes, None if its effect names no dice; ``unit`` is the
    unit of length that the reader supplied.
    """

    effect: Effect
    distance: Odds[int] | None
    unit: str = ""


class _Reason(NamedTuple):
    """A step, and the headline of the answer where this step is the first to forbid."""

    step: Step
    refusal: str = ""


def may_act(act: str, unit: Unit, readings: Mapping[str, str] | None = None) -> Answer[bool | Gap]:
    """Return whether a unit may ``act`` now: move freely, fire, or fight (`ACTS`).

    ``readings`` are options of retreat-fires and rally-moves. The value is a `Gap` if the line for
    its morale is lost; the detail is an `Owed`, or None.

    >>> may_act("fire", Unit(done="fired")).headline
    'It may fire once more.'
    >>> may_act("move", Unit(result="3")).headline
    'It may not move freely: it falls back 2d6.'
    """
    one_of("thing to do", act, ACTS)
    options = dict(readings or {})
    reasons = tuple(_reasons(act, unit, options))
    steps = tuple(reason.step for reason in reasons)
    value = judge(steps)
    owed = owed_by(unit) if unit.card == "now" else None
    if isinstance(value, Gap):
        text = next(step.text for step in steps if isinstance(step.amount, Gap))
        return Answer(value, steps, text, (SUPPLY_LINE,))
    if not value:
        refusal = next(reason.refusal for reason in reasons if reason.step.op == "forbids")
        return Answer(False, steps, refusal, tuple(_remedies(act, unit, options)), owed)
    if act != "move":
        more = "once more" if act == "fire" and unit.done in _SHOTS else "now"
        return Answer(True, steps, f"It may {ACTS[act]} {more}.", detail=owed)
    if unit.tables.movement and not unit.moves:
        return Answer(True, (*steps, *_burden(unit.burdened)), "It may move now.")
    far = movement(unit.moves, unit.burdened, unit.tables)
    how = (
        "now; how far is lost in print"
        if isinstance(far.value, Gap)
        else f"{inches(far.value)} now"
    )
    return Answer(True, (*steps, *far.steps), f"It may move {how}.")


def owed_by(unit: Unit) -> Owed | None:
    """Return what its morale forces the unit to do in this turn, or None for nothing.

    An immediate effect is over. A fall back waits for its next move. A rout goes on, once a turn,
    until the unit rallies or, without its leader, until it is off the board.
    """
    return None if unit.routed else _bound(unit)


def _bound(unit: Unit) -> Owed | None:
    """Return what its morale forces the unit to do in this turn, whether done already or not."""
    result = _rolled(unit).value if unit.result else None
    if not isinstance(result, Effect) or (result.rally and unit.rallied):
        return None
    goes_on = result.rally or (unit.result == LEADER and result.does == "rout")
    if result.does == "hold" or not (goes_on or result.when == "next move"):
        return None
    distance = sum_of(D6, result.dice) if result.dice else None
    return Owed(result, distance, unit.tables.distance_unit)


def _rolled(unit: Unit) -> Answer[Effect | Gap]:
    """Return the effect of its latest roll, in the words of the morale rules."""
    if unit.result == LEADER:
        return leader_failed(unit.kind, unit.tables)
    return second_roll(unit.kind, int(unit.result), unit.tables)


def _reasons(act: str, unit: Unit, options: Mapping[str, str]) -> Iterator[_Reason]:
    not_any_more, drawn = f"it may not {ACTS[act]} any more.", unit.card == "now"
    card = "is drawn" if drawn else CARDS[unit.card]
    text = f"Its card {card}; a unit acts when its own card is drawn, once a turn."
    yet = f"it may not {ACTS[act]} yet." if unit.card == "pack" else not_any_more
    met = "It fights now only if the unit whose card is drawn has met it."
    yield _Reason(allow("cards", drawn, text), met if act == "melee" else f"Its card {card}: {yet}")
    if not drawn:
        return
    # the order of the steps: 2 to move, 3 to fire, 4 to fight
    step, come_to = list(ACTS).index(act) + 2, _STEP[unit.done]
    late = come_to > step or (come_to == step and act != "fire")
    done = "Its leader has fired" if unit.aimed else f"It has {DONE[unit.done]}"
    text = f"{done}; a unit moves, fires and fights in this order."
    yield _Reason(allow("turn", not late, text), f"{done}: {not_any_more}")
    if act == "fire":
        shots, fired = shots_a_turn(unit.troops), _SHOTS.get(unit.done, 0)
        may: Op = "allows" if fired < shots.value else "forbids"
        yield _Reason(replace(shots.steps[0], op=may), f"{done}: {not_any_more}")
    if act == "melee":
        yield _Reason(in_contact_step(unit.met), "It has met no enemy: it may not fight.")
    if unit.result:
        yield from _morale(act, unit, options)


def _morale(act: str, unit: Unit, options: Mapping[str, str]) -> Iterator[_Reason]:
    """Yield the result of the latest morale roll, and what follows for this act."""
    rolled, owed = _rolled(unit), _bound(unit)
    result, cite = rolled.value, rolled.steps[0].cite
    yield from map(_Reason, rolled.steps)
    if not isinstance(result, Effect):
        return
    if result.rally and unit.rallied:
        yield _rallied(act, options)
    elif owed is not None:
        if act != "move" and unit.done == "start" and not unit.routed:
            text = f"It has to {goes(owed, 'rout', 'fall back')} at its move, which comes first."
            refusal = f"It {goes(owed)} first, and may not {ACTS[act]} before that."
            yield _Reason(allow("turn", False, text), refusal)
        else:
            yield _in_retreat(act, owed, options, cite, unit.routed)
        yield _Reason(distance_step(unit.tables))
    elif result.does != "hold":
        text = "It did that at once, after the roll; its next turn is its own."
        yield _Reason(note(rolled.steps[0].cite, text))


def _rallied(act: str, options: Mapping[str, str]) -> _Reason:
    """Return what a rallied unit may do; a reading decides whether the roll was its move."""
    if act != "move":
        text = f"It has rallied, and may {ACTS[act]} as others do."
        return _Reason(allow(READINGS[RALLY].cite, True, text))
    option = option_of(RALLY, options.get(RALLY))
    refusal = "It has rallied: under this reading that was its move."
    return _Reason(reads(RALLY, option, "It has rallied. ", option == "moves"), refusal)


def goes(owed: Owed, rout: str = "routs", back: str = "falls back") -> str:
    """Return what its morale forces a unit to do, and how far it goes."""
    unit = f" {owed.unit}" if owed.unit else ""
    far = f" {owed.effect.dice}d6{unit}" if owed.effect.dice else ""
    return f"{rout if owed.effect.does == 'rout' else back}{far}"


def _in_retreat(
    act: str, owed: Owed, options: Mapping[str, str], cite: Cite, done: bool
) -> _Reason:
    """Return whether a unit that falls back or routs in this turn may move freely, fire and fight,
    which is a reading. ``done``: it has routed in this turn.
    """
    routs, does = owed.effect.does == "rout", goes(owed)
    if done:
        does = f"has {goes(owed, 'routed')} in this turn"
    if act == "move":
        text = "That is its move, and it has no other in this turn."
        return _Reason(allow(cite, False, text), f"It may not move freely: it {does}.")
    option = option_of(RETREAT, options.get(RETREAT))
    turned = owed.effect.backs or routs
    may = option != "none" and not (option == "facing" and turned)
    refusal = f"It {does}: under this reading it may not {ACTS[act]}."
    return _Reason(reads(RETREAT, option, good=may), refusal)


def _remedies(act: str, unit: Unit, options: Mapping[str, str]) -> Iterator[Remedy]:
    """Yield the changes after which it may act. The rule itself has allowed each remedy offered."""
    fresh, wait = replace(unit, card="now", done="start"), "Wait for its card in the next turn."
    rally = f"Roll {TABLES.rally_at} or more on two dice: it rallies."
    met = "Move until a stand touches an enemy's."
    draw = Remedy("Draw its card." if unit.card == "pack" else wait, "card", "now")
    tried = (
        (Remedy(wait) if unit.card == "now" else draw, fresh),
        (Remedy(met, "met", ("met", True)), replace(unit, met=True)),
        (Remedy(rally, "rally", ("rallied", True)), replace(unit, rallied=True)),
    )
    for remedy, then in tried:
        if then != unit and judge(reason.step for reason in _reasons(act, then, options)) is True:
            yield remedy
