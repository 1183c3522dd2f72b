"""Machine guns and guns with shell: the same roll to hit as a rifle's, then many hits at once, a
jam, and troops in cover.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from landships_lab.core.answer import Answer, Gap, Remedy, Step, judge, tally
from landships_lab.core.checks import one_of, whole
from landships_lab.core.dice import D6, Odds, Thrown, certain, sum_of
from landships_lab.core.sources import Given
from landships_lab.core.speech import capitalized, often, plural
from landships_lab.data.load import chosen
from landships_lab.games.paychest.data.tables import Gun
from landships_lab.games.paychest.rules.book import CITES, FIRE, MOST
from landships_lab.games.paychest.rules.fire import (
    cards_out,
    cards_step,
    describe_hits,
    shots_a_turn,
)
from landships_lab.games.paychest.rules.shot import JAMS, Fired, HitRoll, faces, modified_skill
from landships_lab.games.paychest.rules.skill import ONES, Aim, Rolled, to_hit

GUN_TURN = "gun-turn"
#: What a gun fires.
SHOTS_OF = {"machine-gun": "burst", "shell": "shell"}
#: What one burst or one shell does: the number of its hits, and whether the gun has jammed.
Burst = tuple[int, bool]


def burst(
    shot: HitRoll, first: int, second: int, rounds: Sequence[int] = (), readings: Given = None
) -> Answer[int | Gap]:
    """Return the number of hits that this roll of a gun comes to, and whether it jams.

    ``first`` and ``second`` are the dice to hit (the second counts only after a ONE). ``rounds``
    are the dice of a hit: one for a machine gun, four for a shell. Raises `ValueError` for a rifle,
    or for dice that are missing or too many. Source: Paychest, Supplement (lines 11-12).

    >>> (
    ...     burst(HitRoll(3, "machine-gun"), 2, 6, [5]).value,
    ...     burst(HitRoll(3, "shell"), 3, 1, [1, 2, 3, 6]).value,
    ... )
    (5, 12)
    """
    gun = _gun(shot)
    first, second, *rounds = (whole("A die", die, 1, 6) for die in (first, second, *rounds))
    skill = modified_skill(shot, readings)
    if isinstance(skill.value, Gap):
        return skill
    rolled = to_hit(skill.detail, Thrown((first, second)))
    dice = _dice(gun, rolled.detail)
    if len(rounds) != dice:
        does = "hits" if rolled.value else "misses"
        raise ValueError(
            f"This roll {does}: it takes {plural(dice, 'die', 'dice')} of hits, not {len(rounds)}."
        )
    steps = [
        Step(f"It makes {plural(dice, 'die', 'dice')} of hits.", CITES[gun.hits_cite], "start")
    ]
    steps += [
        Step(f"A die of hits shows {die}.", CITES[gun.hits_cite], "add", Fraction(die))
        for die in rounds
    ]
    value = tally(steps)
    assert isinstance(value, int)  # dice added to nothing
    headline = f"{plural(value, 'hit')}." if rolled.value else "A miss."
    return Answer(value, (*skill.steps, *rolled.steps, *steps), headline)


def _dice(gun: Gun, rolled: Rolled) -> int:
    """Return the number of dice that make the hits of this roll."""
    return gun.dice if rolled.hit else 0


def _gun(shot: HitRoll) -> Gun:
    return FIRE.guns[one_of("gun", shot.weapon, FIRE.guns)]


def gun_fire(
    shot: HitRoll,
    hidden: int = 0,
    readings: Given = None,
    exposed: int = 0,
    jammed: bool = False,
    troops: str = "legionnaires",
) -> Answer[Fraction | Gap | bool]:
    """Return the chance that the bursts or shells of one turn hit, with their jams and what they do
    to ``hidden`` figures in cover.

    ``troops`` serve the gun; how often it fires is the reading gun-turn. ``exposed`` figures are in
    cover but show a part of themselves; a ``jammed`` machine gun cannot fire, and the value is
    False. It is a `Gap` where the skill is one. The detail is what was `Fired`, or None. Raises
    `ValueError` for a rifle. Source: Paychest, Supplement (lines 11-12).

    >>> answer = gun_fire(HitRoll(3, "machine-gun"))
    >>> answer.value, answer.headline
    (Fraction(1, 2), '3 or less hits: 50% of the time, 1.8 hits on average.')
    """
    gun, options = _gun(shot), chosen("paychest", readings)
    if jammed and shot.weapon == JAMS:
        return _jammed()
    shot = replace(shot, hidden=whole("The number of hidden figures", hidden, 0, MOST))
    skill = modified_skill(shot, options)
    if isinstance(skill.value, Gap):
        return Answer(skill.value, skill.steps, skill.headline, skill.remedies)
    aimed: Aim = skill.detail
    rolls = aimed.rolls
    times = gun_shots(troops, options[GUN_TURN])
    odds = _turn_odds(_burst_odds(gun, rolls), times.value)
    hits = odds.map(lambda one: one[0])
    cancels = any(rolled.cancelled for rolled in rolls.outcomes)
    fired = Fired(
        aimed, hits.at_least(1), *faces(aimed, rolls), hits, cards_out(hits, shot.tables), cancels
    )
    covered = _cover_steps(
        shot.hidden, whole("The number of partly exposed figures", exposed, 0, MOST)
    )
    steps = (
        *skill.steps,
        *times.steps,
        *_gun_steps(gun, aimed, odds, times.value),
        *((cards_step(hits, fired.out, shot.tables),) if fired.chance else ()),
        *covered,
    )
    several = f"{times.value} {SHOTS_OF[shot.weapon]}s" if times.value > 1 else ""
    return Answer(fired.chance, steps, describe_hits(fired, turn=several), detail=fired)


def gun_shots(troops: str, option: str) -> Answer[int]:
    """Return how often a gun served by these troops fires in a turn.

    ``option`` is one of gun-turn. Source: Paychest, Weapons Fire (line 5).

    >>> [gun_shots("legionnaires", option).value for option in ("once", "as-crew")]
    [1, 2]
    """
    crew = shots_a_turn(troops)
    times = crew.value if option == "as-crew" else 1
    if crew.value == 1:
        return Answer(times, tuple(replace(step, op="note") for step in crew.steps), crew.headline)
    told = f"{crew.headline.removesuffix('.')}; under this reading their gun fires"
    text = f"{told} {'once' if times == 1 else 'twice'}."
    return Answer(times, (Step(text, CITES["shots"], reading=GUN_TURN),), text)


def _turn_odds(one: Odds[Burst], times: int) -> Odds[Burst]:
    """Return the odds of so many bursts; after a jam the gun fires no more."""
    odds: Odds[Burst] = certain((0, False))
    for _ in range(times):
        odds = odds.then(
            lambda before: (
                certain(before)
                if before[1]
                else one.map(lambda more: (before[0] + more[0], more[1]))
            )
        )
    return odds


def _jammed() -> Answer[Fraction | Gap | bool]:
    step = Step(
        "The gun is jammed: one action clears it, or the crew fight with their own weapons.",
        CITES["gun-jam"],
        "forbids",
    )
    clear = Remedy("Spend an action to clear the jam.", "jam", "clear")
    rifles = Remedy("Let the crew fire rifles, if they carry them.", "weapon", "rifle")
    return Answer(False, (step,), "A jammed machine gun cannot fire.", (clear, rifles))


def _gun_steps(gun: Gun, aimed: Aim, odds: Odds[Burst], times: int) -> Iterator[Step]:
    """Yield what the odds of this turn's bursts say of hits and jams."""
    yield Step(f"If it hits, it makes {gun.dice}d6 hits, spread at random.", CITES[gun.hits_cite])
    if aimed.may_jam:
        jam = often(odds.chance(lambda one: one[1]))
        either = f" in {times} bursts" if times > 1 else ""
        then = "misses" if aimed.jam_first else "may still hit"
        text = (
            f"A ONE and then a second ONE jam the gun: {jam}{either}; under this reading the burst"
            f" {then}. One action clears it."
        )
        yield Step(text, CITES["gun-jam"], reading=ONES)


def _cover_steps(hidden: int, exposed: int) -> Iterator[Step]:
    if exposed:
        are = (
            f"{plural(exposed, 'figure')} in cover {'is' if exposed == 1 else 'are'} partly exposed"
        )
        yield Step(
            f"{are}: a hit counts only if its card names a part that shows.",
            CITES["cover-exposed"],
            "forbids",
        )
    if hidden:
        text = f"{plural(hidden, 'figure')} in cover cannot be hit."
        yield Step(text, CITES["cover-exposed"], "forbids")
        yield Step(_cover_chance(hidden), CITES["cover-morale"])


def _cover_chance(hidden: int) -> str:
    chance, limit = cover_test_chance(hidden), FIRE.cover.morale_at
    if not chance:
        return f"Their number and a die never make {limit}, so they do not test morale."
    return (
        f"Their number and a die make {limit} or more {often(chance)}; the unit then makes the"
        " second morale roll."
    )


def gun_odds(shot: HitRoll, readings: Given = None) -> Odds[Burst] | Gap:
    """Return the odds of what one burst or one shell does: the number of its hits, and whether the
    gun is jammed.

    A `Gap` where the skill is one. Source: Paychest, Supplement (lines 11-12).

    >>> odds = gun_odds(HitRoll(3, "machine-gun"))
    >>> odds.p((6, False)), odds.chance(lambda burst: burst[1])
    (Fraction(17, 216), Fraction(1, 36))
    """
    gun, skill = _gun(shot), modified_skill(shot, readings)
    return skill.value if isinstance(skill.value, Gap) else _burst_odds(gun, skill.detail.rolls)


def _burst_odds(gun: Gun, rolls: Odds[Rolled]) -> Odds[Burst]:
    return rolls.then(
        lambda rolled: sum_of(D6, _dice(gun, rolled)).map(lambda hits: (hits, rolled.jammed))
    )


def cover_test(unexposed: int, die: int) -> Answer[bool]:
    """Return whether a unit in cover must make the second morale roll, with so many figures that
    cannot be hit and this die.

    Source: Paychest, Supplement, troops in cover (line 12).

    >>> cover_test(8, 4).value, cover_test(8, 3).value
    (True, False)
    """
    unexposed = whole("The number of figures that are not exposed", unexposed, 0, MOST)
    total, limit = unexposed + whole("A die", die, 1, 6), FIRE.cover.morale_at
    text = (
        f"{plural(unexposed, 'figure')} in cover and a die of {die} make {total}; {limit} or more"
        " calls for the second morale roll."
    )
    steps = (
        Step(
            "Figures in cover cannot be hit; exposed ones take casualties as usual.",
            CITES["cover-exposed"],
        ),
        Step(capitalized(text), CITES["cover-morale"], "allows" if total >= limit else "forbids"),
    )
    value = bool(judge(steps))
    return Answer(
        value, steps, "The second morale roll is needed." if value else "No morale roll for cover."
    )


def cover_test_chance(unexposed: int) -> Fraction:
    """Return the chance that a unit in cover must make the second morale roll.

    >>> cover_test_chance(5), cover_test_chance(8), cover_test_chance(11)
    (Fraction(0, 1), Fraction(1, 2), Fraction(1, 1))
    """
    return D6.chance(lambda die: cover_test(unexposed, die).value)
