"""What a unit may do now: move, fire or fight, by its card, by what it has done since the card was
drawn, and by what its morale still makes it do.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from landships_lab.core.answer import Answer, Gap, Remedy, Step, judge
from landships_lab.core.checks import one_of
from landships_lab.core.dice import D6, Odds, sum_of
from landships_lab.core.sources import Cite
from landships_lab.core.speech import inches
from landships_lab.games.paychest.data.supplied import NOTHING, Supplied
from landships_lab.games.paychest.data.tables import Effect
from landships_lab.games.paychest.rules.book import CITES, READINGS, option_of, reading_says
from landships_lab.games.paychest.rules.fire import TROOPS, shots_a_turn
from landships_lab.games.paychest.rules.melee import in_contact_step
from landships_lab.games.paychest.rules.morale import (
    KINDS,
    SUPPLY_LINE,
    TABLES,
    distance_step,
    leader_failed,
    second_roll,
)
from landships_lab.games.paychest.rules.movement import burden_steps, movement

LEADER = "leader"
RETREAT, RALLY = "retreat-fires", "rally-moves"
#: What a unit does in its phase, in the order of the steps of a turn.
ACTS = {"move": "move", "fire": "fire", "melee": "fight"}
CARDS = {"pack": "is still in the pack", "now": "is drawn now", "out": "was drawn before"}
#: What a unit has done last since its card was drawn, and the step of the turn it has come to.
DONE = {
    "start": "done nothing yet",
    "moved": "moved",
    "fired": "fired once",
    "again": "fired twice",
    "fought": "fought",
}
_STEP = {"start": 1, "moved": 2, "fired": 3, "again": 3, "fought": 4}
_SHOTS = {"fired": 1, "again": 2}
#: Its latest roll for morale: the result of the second roll, or the loss of its leader.
RESULTS = {"": "none", **{str(die): str(die) for die in D6.outcomes}, LEADER: "leader lost"}


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit in a turn. Raises `ValueError` for a word that cannot be.

    ``card``, ``done`` and ``result`` are words of `CARDS`, `DONE` and `RESULTS`; ``done`` counts
    while its card is drawn. ``met``: a stand of it touches an enemy's at the end of its move.
    ``result`` is that of the latest morale roll of a unit of this ``kind``, and ``rallied`` whether
    it has rallied from a rout since. ``moves`` is a row of the reader's table of movement, and
    ``burdened`` whether the figure carries a body or a heavy weight.
    """

    card: str = "now"
    done: str = "start"
    troops: str = "legionnaires"
    met: bool = False
    kind: str = "regular"
    result: str = ""
    rallied: bool = False
    moves: str = ""
    burdened: bool = False
    tables: Supplied = field(default=NOTHING)

    def __post_init__(self) -> None:
        one_of("state of a card", self.card, CARDS)
        one_of("thing that a unit has done", self.done, DONE)
        one_of("kind of troops", self.troops, TROOPS)
        one_of("kind of troops", self.kind, KINDS)
        one_of("result of a morale roll", self.result, RESULTS)


@dataclass(frozen=True, slots=True)
class Owed:
    """What its morale makes a unit do in this turn: ``distance`` are the odds of how far it goes,
    None where its effect names no dice, and ``unit`` the unit of length that the reader supplied.
    """

    effect: Effect
    distance: Odds[int] | None
    unit: str = ""


@dataclass(frozen=True, slots=True)
class _Reason:
    """A step, and the headline of the answer where this step is the first to forbid."""

    step: Step
    refusal: str = ""


def may_act(act: str, unit: Unit, readings: Mapping[str, str] | None = None) -> Answer[bool | Gap]:
    """Return whether a unit may ``act`` now: move as it likes, fire, or fight (`ACTS`).

    ``readings`` are options of retreat-fires and rally-moves. The value is a `Gap` where the line
    of its morale is lost; the detail is what it is `Owed`, or None. Source: Paychest, Turn Sequence
    and Phasing Unit (line 3), Weapons Fire (line 5), Melee Combat (line 7), Second Morale Rolls
    (lines 8-9), Loss of Leader (line 10).

    >>> may_act("fire", Unit(done="fired")).headline
    'It may fire once more.'
    >>> may_act("fire", Unit(done="fired", troops="arabs")).headline
    'It has fired once: it may not fire any more.'
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
    if value and act == "move":
        return _move(unit, steps)
    if value:
        more = " once more." if act == "fire" and unit.done in _SHOTS else " now."
        return Answer(True, steps, f"It may {ACTS[act]}{more}", detail=owed)
    refusal = next(reason.refusal for reason in reasons if reason.step.op == "forbids")
    return Answer(False, steps, refusal, tuple(_remedies(act, unit, options)), owed)


def _move(unit: Unit, steps: tuple[Step, ...]) -> Answer[bool | Gap]:
    """Return that it may move, and how far a figure of it goes."""
    if unit.tables.movement and not unit.moves:
        steps = (*steps, *burden_steps(unit.burdened))
        return Answer(True, steps, "It may move now.")
    far = movement(unit.moves, unit.burdened, unit.tables)
    told = f"{inches(far.value)} now" if not isinstance(far.value, Gap) else "now; how far is lost"
    lost = " in print" if isinstance(far.value, Gap) else ""
    return Answer(True, (*steps, *far.steps), f"It may move {told}{lost}.")


def owed_by(unit: Unit) -> Owed | None:
    """Return what its morale makes the unit do in this turn, or None where that is nothing.

    What it did at once is done; a fall back waits for its next move; a rout goes on until it has
    rallied, and that of a unit without its leader until it is off the board.
    """
    found = _rolled(unit).value if unit.result else None
    if not isinstance(found, Effect) or (found.rally and unit.rallied):
        return None
    goes_on = found.rally or (unit.result == LEADER and found.does == "rout")
    if found.does == "hold" or not (goes_on or found.when == "next move"):
        return None
    distance = sum_of(D6, found.dice) if found.dice else None
    return Owed(found, distance, unit.tables.distance_unit)


def _rolled(unit: Unit) -> Answer[Effect | Gap]:
    """Return what the result of its latest roll says, in the words of the rules of morale."""
    if unit.result == LEADER:
        return leader_failed(unit.kind, unit.tables)
    return second_roll(unit.kind, int(unit.result), unit.tables)


def _reasons(act: str, unit: Unit, options: Mapping[str, str]) -> Iterator[_Reason]:
    yield _card(act, unit)
    if unit.card != "now":
        return
    yield _order(act, unit)
    if act == "fire":
        yield _shots(unit)
    if act == "melee":
        touches = "It has met no enemy: it may not fight."
        yield _Reason(in_contact_step(unit.met), touches)
    if unit.result:
        yield from _morale(act, unit, options)


def _card(act: str, unit: Unit) -> _Reason:
    if unit.card == "now":
        text = "Its card is drawn; a unit acts when its own card is drawn, once a turn."
        return _Reason(Step(text, CITES["cards"], "allows"))
    text = f"Its card {CARDS[unit.card]}; a unit acts when its own card is drawn, once a turn."
    step = Step(text, CITES["cards"], "forbids")
    if act == "melee":
        return _Reason(step, "It fights now only if the unit whose card is drawn has met it.")
    how = "yet" if unit.card == "pack" else "any more"
    return _Reason(step, f"Its card {CARDS[unit.card]}: it may not {ACTS[act]} {how}.")


def _order(act: str, unit: Unit) -> _Reason:
    """Return the reason from the order of the steps: 2 to move, 3 to fire, 4 to fight."""
    mine, come_to = list(ACTS).index(act) + 2, _STEP[unit.done]
    late = come_to > mine or (come_to == mine and act != "fire")
    told = f"It has {DONE[unit.done]}" if come_to > 1 else "It has done nothing yet"
    order = "a unit moves, fires and fights in this order"
    step = Step(f"{told}; {order}.", CITES["turn"], "forbids" if late else "allows")
    return _Reason(step, f"{told}: it may not {ACTS[act]} any more.")


def _shots(unit: Unit) -> _Reason:
    """Return the reason from the shots of a turn, which are those of the fire panel."""
    allowed, fired = shots_a_turn(unit.troops), _SHOTS.get(unit.done, 0)
    enough = fired >= allowed.value
    step = replace(allowed.steps[0], op="forbids" if enough else "allows")
    return _Reason(step, f"It has {DONE[unit.done]}: it may not fire any more.")


def _morale(act: str, unit: Unit, options: Mapping[str, str]) -> Iterator[_Reason]:
    """Yield what the latest roll for morale says, and what follows from it for this act."""
    rolled, owed = _rolled(unit), owed_by(unit)
    found = rolled.value
    for step in rolled.steps:
        yield _Reason(step)
    if not isinstance(found, Effect):
        return
    if found.rally and unit.rallied:
        yield _rallied(act, options)
    elif owed is not None:
        cite = rolled.steps[0].cite
        yield _settled(owed, cite) if act == "move" else _in_retreat(act, owed, options)
        yield _Reason(distance_step(unit.tables))
    elif found.does != "hold":
        text = "It did that at once, after the roll; its next turn is its own."
        yield _Reason(Step(text, rolled.steps[0].cite))


def _goes(owed: Owed) -> str:
    """Return what the unit does, with its dice."""
    does = "falls back" if owed.effect.does == "fall back" else "routs"
    unit = f" {owed.unit}" if owed.unit else ""
    return f"{does} {owed.effect.dice}d6{unit}" if owed.effect.dice else does


def _settled(owed: Owed, cite: Cite) -> _Reason:
    text = "That is its move, and it has no other in this turn."
    refusal = f"It may not move freely: it {_goes(owed)}."
    return _Reason(Step(text, cite, "forbids"), refusal)


def _rallied(act: str, options: Mapping[str, str]) -> _Reason:
    """Return what a unit may do that has rallied: whether the roll was its move is a reading."""
    if act != "move":
        text = f"It has rallied, and may {ACTS[act]} as others do."
        return _Reason(Step(text, READINGS[RALLY].cite, "allows"))
    option = option_of(RALLY, options.get(RALLY))
    step = Step(
        f"It has rallied. {reading_says(READINGS[RALLY].option(option).says)}",
        READINGS[RALLY].cite,
        "allows" if option == "moves" else "forbids",
        reading=RALLY,
    )
    return _Reason(step, "It has rallied: under this reading that was its move.")


def _in_retreat(act: str, owed: Owed, options: Mapping[str, str]) -> _Reason:
    """Return whether a unit that falls back or routs in this turn fires and fights."""
    option = option_of(RETREAT, options.get(RETREAT))
    turned = owed.effect.backs or owed.effect.does == "rout"
    forbids = option == "none" or (option == "facing" and turned)
    step = Step(
        reading_says(READINGS[RETREAT].option(option).says),
        READINGS[RETREAT].cite,
        "forbids" if forbids else "allows",
        reading=RETREAT,
    )
    return _Reason(step, f"It {_goes(owed)}: under this reading it may not {ACTS[act]}.")


def _remedies(act: str, unit: Unit, options: Mapping[str, str]) -> Iterator[Remedy]:
    """Yield what would let it act. The rule itself allows each remedy that is offered."""
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
        if then != unit and may_act(act, then, options).value is True:
            yield remedy
