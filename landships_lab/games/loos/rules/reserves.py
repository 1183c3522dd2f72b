"""Stacks and reserve lines: who may stack, the reserve move, mobile combat (18), and British
reserves on their way to the front (11.7).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, partial
from typing import Literal

from landships_lab.core.answer import Answer, Gap, Remedy, Step, Telling, decided
from landships_lab.core.checks import one_of, whole
from landships_lab.core.dice import D6, Odds, certain
from landships_lab.core.sources import Given
from landships_lab.core.speech import capitalized, percent, plural
from landships_lab.data.gaps import gap
from .book import (
    BOOK,
    LAST_TURN,
    Army,
    add,
    allow,
    as_printed,
    chance_clause,
    deciding,
    forbid,
    lost,
    note,
    notes,
    start,
    take,
    times,
)
from .losses import COMBAT_READINGS, Force, factors_step, last_step_steps, outcome
from .table import Choice, combat_odds, no_attack_steps

# ----------------------------------------------------------------------------------------- stacking


@dataclass(frozen=True, slots=True)
class Stacked:
    """A unit in a stack: its army, and its division (German) or brigade (British), "" for none."""

    army: Army
    formation: str


@decided
def may_stack(units: Sequence[Stacked]) -> Telling:
    """Return whether these units may end a phase in one hex: two of one German division or one
    British brigade may; a replacement battalion belongs to no division.

    >>> bavarian, replacement = Stacked("german", "3B"), Stacked("german", "")
    >>> may_stack([bavarian, bavarian]).value, may_stack([replacement, replacement]).value
    (True, False)
    """
    if any(unit.army == "british" and not unit.formation for unit in units):
        who = "A British unit belongs to a brigade"
        raise ValueError(f"{who}; only German replacement battalions belong to no division.")
    british = not units or units[0].army == "british"
    group = "brigade" if british else "division"
    formations = {unit.formation for unit in units}
    good, more = False, tuple[Step, ...]()
    if len(units) < 2:
        good, text = True, "One unit alone may always stand in a hex."
    elif len(units) > 2:
        text = f"At most two units may share a hex, not {len(units)}."
    elif len({unit.army for unit in units}) > 1:
        text = "Units of both armies cannot share a hex."
    elif "" in formations:
        text = "A replacement battalion belongs to no division and may not stack."
    elif len(formations) > 1:
        text = f"They belong to different {group}s."
        set_up = "Their division does not matter: it counts in the set-up alone."
        more = notes("british-ids", set_up) if british else ()
    else:
        good, text = True, f"Both belong to the same {group}."
        line = "The top unit is the front line, the bottom unit the reserve."
        more = notes("stacking", line)
        if british:
            two = "A brigade is two counters, for its front and reserve."
            apart = "The two may stack, and may as well act apart."
            names = notes("british-ids", "Their counters name the same brigade.")
            more = (*more, *names, *notes("brigades", two, apart))
    yield allow("stacking", good, text)
    yield from more
    return text


#: The phases in which the stacking order might be changed.
Phase = Literal["movement", "combat", "mobile movement", "mobile combat"]
PHASES: tuple[Phase, ...] = ("movement", "combat", "mobile movement", "mobile combat")


@decided
def may_reorder(phase: Phase) -> Telling:
    """Return whether the order of a stack may be changed in this phase: only in the regular
    movement phase.

    >>> [may_reorder(phase).value for phase in PHASES]
    [True, False, False, False]
    """
    may = one_of("phase", phase, PHASES) == "movement"
    only = "The order of a stack changes only in the regular movement phase"
    good = "In the regular movement phase the order of a stack may be changed."
    text = good if may else f"{only}, not in the {phase} phase."
    yield allow("stacking-order", may, text)
    if may:
        end = "They may end the phase stacked, and need not."
        yield from notes("stacking-order", "Units move one by one there.", end)
    return text


# --------------------------------------------------------------------------------- the reserve move

#: Where friendly units are on the way of a reserve.
Friend = Literal["none", "way", "end"]
FRIENDS: Mapping[Friend, str] = {
    "none": "nowhere on its way",
    "way": "on its way",
    "end": "in its last hex",
}
_ZERO_HOUR = "zero-hour-reserve"


def reserve_points(
    die: int, german_zero_hour: bool = False, readings: Given = None
) -> Answer[Fraction]:
    """Return the movement points that a roll gives a reserve in the mobile movement phase: half the
    die, rounded up. Under the reading zero-hour-reserve, Germans in Zero Hour have half of that..

    >>> reserve_points(5).value, reserve_points(5, german_zero_hour=True).value
    (Fraction(3, 1), Fraction(3, 2))
    """
    die, at = whole("The roll", die, 1, 6), "mobile-move"
    points, up = Fraction(-(-die // 2)), f"A fraction is rounded up: {-(-die // 2)}."
    steps = [start(at, die, f"The roll is {die}."), times(at, Fraction(1, 2), "It is halved.")]
    steps.append(note(at, up))
    if german_zero_hour:
        steps.append(take(_ZERO_HOUR, readings))
        if BOOK.options(readings)[_ZERO_HOUR] == "halved":
            points *= Fraction(1, 2)
    gives = f"A roll of {die} gives {plural(points, 'movement point')}."
    return Answer(points, tuple(steps), gives)


def points_odds(german_zero_hour: bool = False, readings: Given = None) -> Odds[Fraction]:
    """Return the odds of the movement points of a reserve.

    >>> points_odds(True).mean, points_odds().mean
    (Fraction(1, 1), Fraction(2, 1))
    """
    return D6.map(lambda die: reserve_points(die, german_zero_hour, readings).value)


def reach_chance(
    costs: Sequence[int],
    enters_trench: Sequence[bool] = (),
    friend: Friend = "none",
    german_zero_hour: bool = False,
    readings: Given = None,
) -> Answer[Fraction]:
    """Return the chance that a reserve unit gets all the way.

    ``costs`` are the movement points of each hex on the way, which the source does not print;
    ``enters_trench`` says for each whether the unit crosses a trench hexside into it, which costs
    one more. A unit that cannot enter its first hex stays where it is and may not attack. It may
    move through friendly units, but not stop with one.

    >>> reach_chance([1, 1]).value, reach_chance([1], [True]).value
    (Fraction(2, 3), Fraction(2, 3))
    """
    crossing = tuple(enters_trench) or (False,) * len(costs)
    if len(crossing) != len(costs) or not costs:
        one = "Each hex of the way has one cost and one trench mark"
        raise ValueError(f"{one}, not {len(costs)} costs and {len(crossing)} marks.")
    cost, at = sum(whole("The cost of a hex", given, 0, 9) for given in costs), "mobile-move"
    dug = sum(crossing)
    need = cost + dug
    chance = points_odds(german_zero_hour, readings).chance(lambda points: points >= need)
    crossed = capitalized(plural(dug, "trench hexside"))
    over = f"{crossed} are crossed{', each for one more point' if dug else ''}."
    over = f"{crossed} is crossed for one more point." if dug == 1 else over
    steps = [
        start("standard-rules", cost, f"The way costs {plural(cost, 'movement point')}."),
        add("trench-hex", dug, over),
        note(at, "Half a die, rounded up, is 1, 2 or 3 points, equally likely."),
    ]
    if german_zero_hour:
        steps.append(take(_ZERO_HOUR, readings))
    if 0 < chance < 1:
        steps.append(note(at, f"Its allowance is uncertain: it may be less than {need}."))
    if costs[0] + crossing[0] > 1:
        stays = "Without points for its first hex it stays"
        steps.append(note(at, f"{stays}, and cannot attack in the mobile combat phase."))
    if one_of("place of a friend", friend, FRIENDS) == "end":
        text = "A reserve may not end its mobile move in a hex with a friendly unit."
        return Answer(Fraction(0), (*steps, forbid(at, True, text)), text)
    if friend == "way":
        through = "It may move through hexes that friendly units occupy."
        steps.append(allow(at, True, through))
    needs = f"It needs {plural(need, 'movement point')}"
    headline = f"{needs}: {chance_clause('the reserve', 'gets there', chance)}."
    return Answer(chance, tuple(steps), headline)


# ------------------------------------------------------------------------------------ mobile combat

#: The hexes next to one defender, and so the most units that can attack it in turn.
MOST_ATTACKERS = 6


@dataclass(frozen=True, slots=True)
class MobileEnd:
    """The end of a mobile combat: the steps of every attacker that arrived, the steps of the
    defender, and which attack freed the hex (0: none).
    """

    attackers: tuple[int, ...]
    defender: int
    freed_by: int = 0

    @property
    def may_advance(self) -> bool:
        """Whether a unit may move in: the hex is free, and an attacker, or a unit yet to attack, is
        alive.
        """
        return self.freed_by > 0 and any(self.attackers)


@dataclass(frozen=True)
class MobileAttack:
    """Reserve units that move to attack one defender in the mobile combat phase, one at a time.

    ``reserves`` are like units. Each needs ``points`` of movement to get next to the ``defender``,
    which is one unit. The reader supplies combat factors and movement costs, which are not in the
    source.
    """

    reserves: Force
    defender: Force
    line: str = "clear"
    points: int = 1
    choice: Choice = "stand"
    readings: Mapping[str, str] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        whole("The number of attacking units", len(self.reserves.steps), 1, MOST_ATTACKERS)
        if len(self.defender.steps) != 1:
            raise ValueError(f"One unit defends in mobile combat, not {len(self.defender.steps)}.")
        points = whole("The movement points to the defender", self.points, 1, 9)
        object.__setattr__(self, "points", points)

    @cached_property
    def arrivals(self) -> Odds[int]:
        """The odds of the number of reserves that get next to the defender, each by its own half a
        die.

        >>> two = MobileAttack(Force((2, 2), (2, 4)), Force((1,), (3,)), points=3)
        >>> two.arrivals.p(2)
        Fraction(1, 9)
        """
        there = points_odds().map(lambda points: int(points >= self.points))
        odds = certain(0)
        for _ in self.reserves.steps:
            odds = odds.then(lambda before: there.map(lambda one: before + one))
        return odds

    @cached_property
    def odds(self) -> Odds[MobileEnd]:
        """The odds of each end, over every way the reserves may arrive.

        >>> alone = MobileAttack(Force((2,), (2, 4)), Force((1,), (3,)))
        >>> alone.odds.chance(lambda end: end.may_advance)
        Fraction(1, 2)
        """
        return self.arrivals.then(self._fought)

    @property
    def freed(self) -> Fraction:
        """The chance that the hex is freed."""
        return self.odds.chance(lambda end: end.freed_by)

    def _fought(self, there: int) -> Odds[MobileEnd]:
        odds = certain(MobileEnd(self.reserves.steps[:there], self.defender.total_steps))
        for turn in range(there):
            odds = odds.then(partial(self._one_attack, turn))
        return odds

    def _one_attack(self, turn: int, before: MobileEnd) -> Odds[MobileEnd]:
        """Return the odds after the next unit attacks alone, if the hex is not free yet."""
        if before.freed_by:
            return certain(before)
        alone = replace(self.reserves, steps=(before.attackers[turn],))
        defender = replace(self.defender, steps=(before.defender,))

        def end(result: str) -> MobileEnd:
            after = outcome(result, alone, defender, self.choice, readings=self.readings)
            first, last = before.attackers[:turn], before.attackers[turn + 1 :]
            steps = (*first, *after.attackers.steps, *last)
            return MobileEnd(steps, after.defenders.total_steps, turn + 1 if after.vacated else 0)

        by = alone.strength - defender.strength
        return combat_odds(self.line, by, self.readings).map(end)


def mobile_combat(attack: MobileAttack) -> Answer[Odds[MobileEnd]]:
    """Return the odds of each end when reserves attack one at a time, and the rules behind them.

    The step that forbids adding strengths gives their sum.

    >>> mobile_combat(MobileAttack(Force((2,), (2, 4)), Force((1,), (3,)))).headline
    'One reserve unit, attacking alone: the hex is freed 50% of the time.'
    """
    at, against, there = "mobile-combat", attack.defender.strength, attack.arrivals
    units, together = len(attack.reserves.steps), attack.reserves.strength
    alone = replace(attack.reserves, steps=attack.reserves.steps[:1]).strength
    moved = "Reserves that moved in the mobile movement phase may attack."
    stayed = "Reserves that did not move up may not attack."
    way = f"The way costs {plural(attack.points, 'movement point')}"
    steps = [
        allow(at, there.p(0) != 1, moved, stayed),
        note("mobile-move", f"{way}; half a die, rounded up, gives 1, 2 or 3."),
        note("mobile-move", _arrive(units, there)),
        note(at, "Neither side has shells."),
        factors_step(attack.reserves, attack.defender),
        note(at, f"Each attacks alone, the first at {as_printed(alone - against)}."),
    ]
    if units > 1:
        text = "Their strengths may not be added; together they would attack at"
        advance = "Once the hex is free, units yet to attack may advance."
        each = "Each may attack the same defender in turn."
        steps.append(forbid(at, True, f"{text} {as_printed(together - against)}."))
        steps += notes(at, each, "All attacks are declared before the first.", advance)
    under = "The defender has no reserve under it here; one would become the front line."
    steps += [
        note("reserve-combat", under),
        *no_attack_steps(attack.line),
        *last_step_steps(attack.defender),
        *deciding(
            COMBAT_READINGS, attack.readings, lambda read: replace(attack, readings=read).odds
        ),
    ]
    who = "One reserve unit, attacking alone"
    who = who if units == 1 else f"{units} reserve units, one after another"
    headline = f"{who}: {chance_clause('the hex is', 'freed', attack.freed)}."
    return Answer(attack.odds, tuple(steps), headline, tuple(_remedies(attack)))


def _arrive(units: int, there: Odds[int]) -> str:
    none, every = there.p(0), there.p(units)
    if none in (0, 1):
        return "Every unit arrives for certain." if every else "No unit can arrive."
    if units == 1:
        return f"{capitalized(chance_clause('the unit', 'arrives', every))}."
    return f"No unit arrives {percent(none)} of the time, every unit {percent(every)}."


def _remedies(attack: MobileAttack) -> Iterator[Remedy]:
    """Yield what one more unit of two steps, or one movement point less, would change."""
    units, steps = len(attack.reserves.steps), (*attack.reserves.steps, 2)
    now = percent(attack.freed)
    if units < MOST_ATTACKERS:
        stronger = replace(attack, reserves=replace(attack.reserves, steps=steps))
        if (more := percent(stronger.freed)) != now:
            yield Remedy(f"One more reserve unit: {more}.", "units", units + 1)
    if attack.points > 1:
        nearer = replace(attack, points=attack.points - 1)
        if (less := percent(nearer.freed)) != now:
            yield Remedy(f"One point less to go: {less}.", "points", nearer.points)


# --------------------------------------------------------------------------------- British reserves


def reserve_path(
    placed_turn: int, whole_division: bool = True, room: bool = True
) -> Answer[Mapping[int, str] | Gap]:
    """Return what a British reserve division does, turn by turn, once all of it is placed behind
    one sector.

    Without ``room`` in the front line it is a Gap. No division is placed in Zero Hour, turn 0.

    >>> dict(reserve_path(1).value)  # the 21st Division of the example
    {1: 'reserve line', 2: 'front line', 3: 'moves freely'}
    """
    at, then = "reserves-placed", "reserves-path"
    if not whole("The turn of placement", placed_turn, 0, LAST_TURN):
        text = "Reserves are placed in a British movement phase after Zero Hour, which has none."
        # Not tried: the other parts of the question are not judged yet.
        later = Remedy("From turn 1 on they may.", "turn", 1)
        return Answer({}, (forbid(at, True, text),), text, (later,))
    if not whole_division:
        text = "A division is placed as a whole, all six units in one sector."
        return Answer({}, (forbid(at, True, text),), text)
    if not room:
        text = "The text does not say what a division does whose front line has no room."
        into = "The turn after, its units move into the front line of their sector."
        full = "Only the two halves of one brigade may share a hex there."
        missing = lost("full-front", text)
        steps = [note(then, into), note("stacking", full), missing]
        return Answer(gap("loos", "full-front"), tuple(steps), text)
    stages = (
        ("reserve line", at, "The whole division is placed in the reserve line of one sector."),
        ("front line", then, "It moves into the front line of its sector."),
        ("moves freely", then, "It moves as any other unit."),
    )
    path = {n: stage for n, stage in enumerate(stages, placed_turn) if n <= LAST_TURN}
    steps = [note(cite, f"Turn {turn}: {text}") for turn, (_, cite, text) in path.items()]
    steps.append(note(at, "The other division may come to another sector, or in another turn."))
    if len(path) < len(stages):
        ends = f"The game ends with turn {LAST_TURN}, before the division can do more."
        steps.append(note("last-turn", ends))
    turns = {turn: stage for turn, (stage, _, _) in path.items()}
    headline = "; ".join(f"turn {turn}: {stage}" for turn, stage in turns.items())
    return Answer(turns, tuple(steps), f"{capitalized(headline)}.")
