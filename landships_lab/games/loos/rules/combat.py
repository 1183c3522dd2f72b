"""One attack before its roll: how often each side loses a step, and what a strength point, shells
or a breach would change.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from landships_lab.core.answer import Answer, Remedy, Step
from landships_lab.core.dice import Odds
from landships_lab.core.sources import Given
from landships_lab.core.speech import capitalized, percent
from .book import CITES, as_printed, happens
from .losses import Choice, loses_a_step
from .shells import bombardment_odds
from .table import FRONT_LINE, TRENCHES, column, combat_odds, ground_name

#: The highest strength that is offered; the counters, which print the strengths, are not in the
#: source.
MOST_STRENGTH = 30
#: Dice of the battery in the remedies; the source does not print how many the artillery tracks
#: give.
EXAMPLE_DICE = 3


def combat(
    terrain: str, attack: int, defence: int, choice: Choice = "stand", readings: Given = None
) -> Answer[Odds[str]]:
    """Return the odds of each result of an attack. ``detail`` holds the `Column` of the table.

    Source: Combat Results Table (lines 338-385), 7.6 as modified (line 212).

    >>> combat("trench", 8, 5).headline
    'At +3 against trench, odds of a lost step: defender 16.7%, attacker 83.3%.'
    """
    where, against = (
        column(terrain, attack - defence, readings),
        f"At {as_printed(attack - defence)} against {ground_name(terrain)}",
    )
    odds = where.value.odds
    lost, cost = _chance(odds, choice), odds.chance(lambda result: loses_a_step(result, "attacker"))
    choosing = "standing" if choice == "stand" else "retreating"
    steps = (
        Step(
            f"{attack} against {defence} is a differential of {as_printed(attack - defence)}.",
            CITES["table-differential"],
        ),
        *where.steps,
        Step(
            f"{capitalized(happens('the defender', 'loses a step', lost))}, {choosing} at D2"
            " and D3.",
            CITES["result-d2"],
            "start",
            lost,
        ),
        Step(
            f"{capitalized(happens('the attacker', 'loses a step', cost))}; attackers never"
            " retreat.",
            CITES["attackers-stand"],
        ),
    )
    headline = (
        f"{against}, odds of a lost step: defender {percent(lost)}, attacker {percent(cost)}."
    )
    if where.value.number is None:
        return _refused(terrain, attack, defence, choice, readings)
    return Answer(
        odds,
        steps,
        headline,
        tuple(_remedies(terrain, attack, defence, choice, lost, readings)),
        where.value,
    )


def _refused(
    terrain: str, attack: int, defence: int, choice: Choice, readings: Given
) -> Answer[Odds[str]]:
    """Return the answer where no attack is allowed: on the front line, or
    by the reading off-table.
    """
    where = column(terrain, attack - defence, readings)
    first = Step(
        f"{attack} against {defence} is a differential of {as_printed(attack - defence)}.",
        CITES["table-differential"],
    )
    if terrain == FRONT_LINE:
        return Answer(
            where.value.odds,
            (first, *where.steps),
            "Nobody may attack the British front line; only shells fall there.",
            (),
            where.value,
        )
    headline = (
        f"At {as_printed(attack - defence)} against {ground_name(terrain)} no attack is allowed."
    )
    least = where.value.line.lowest + defence
    enough: tuple[Remedy, ...] = ()
    if least <= MOST_STRENGTH:
        chance = percent(_chance(combat_odds(terrain, least - defence, readings), choice))
        # The least strength is read off the table, not searched for.
        enough = (
            Remedy(
                f"A strength of {least} may attack: the defender loses a step {chance}.",
                "attack",
                least,
            ),
        )
    return Answer(where.value.odds, (first, *where.steps), headline, enough, where.value)


def _chance(odds: Odds[str], choice: Choice) -> Fraction:
    return odds.chance(lambda result: loses_a_step(result, "defender", choice))


def _remedies(
    terrain: str, attack: int, defence: int, choice: Choice, lost: Fraction, readings: Given
) -> Iterator[Remedy]:
    """Yield what one more strength point, one battery or a breach would change.

    D2, D3 and De of a bombardment cost a step themselves (17.4), but not the last one of Germans in
    a trench (17.5); such a unit loses only its trench, and the combat then uses the other terrain
    of the hex. That terrain is not known here: it is taken as clear, and the remedy says so.
    """
    if attack < MOST_STRENGTH:
        yield from _stronger(terrain, attack, defence, choice, lost, readings)
    in_trench = terrain in TRENCHES
    hit = 1 - bombardment_odds("trench" if in_trench else terrain, EXAMPLE_DICE, readings).p("•")
    in_all = percent(hit + (1 - hit) * lost)
    shells = f"Three dice of shells first, say: {in_all} in all"
    if not in_trench:
        if in_all != percent(lost):
            yield Remedy(f"{shells}.")
        return
    on_clear = _chance(combat_odds("clear", attack - defence, readings), choice)
    last_step = percent(hit * on_clear + (1 - hit) * lost)
    if on_clear > lost and percent(on_clear) != percent(lost):
        yield Remedy(
            f"The trench breached, on clear ground: {percent(on_clear)}.", "terrain", "clear"
        )
    if in_all != percent(lost):
        yield Remedy(f"{shells}, {last_step} for a one-step unit.")


def _stronger(
    terrain: str, attack: int, defence: int, choice: Choice, lost: Fraction, readings: Given
) -> Iterator[Remedy]:
    """Yield the fewest further strength points that cost the defender a
    step more often, if any do.
    """
    for more in range(1, MOST_STRENGTH - attack + 1):
        chance = _chance(combat_odds(terrain, attack + more - defence, readings), choice)
        if chance > lost and percent(chance) != percent(lost):
            points = "One more strength point" if more == 1 else f"{more} more strength points"
            yield Remedy(f"{points}: {percent(chance)}.", "attack", attack + more)
            return
