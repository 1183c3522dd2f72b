"""Machine guns and guns with shell: the same roll to hit as a rifle's, then many hits at once, a jam, and troops in cover."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from landships_lab.core.answer import Answer, Gap, Step, judge, tally
from landships_lab.core.checks import unknown
from landships_lab.core.dice import D6, Odds, certain, sum_of
from landships_lab.data.load import chosen
from landships_lab.rules.paychest.book import CITES, plural, whole
from landships_lab.rules.paychest.shot import FIRE, PLUS, Aim, Shot, aim, modified_skill, needs

ONES = "ones"
#: Only this gun can jam.
JAMS = "machine-gun"

#: What one burst or one shell does: how many rounds or hits it makes, and whether the gun has jammed.
Burst = tuple[int, bool]


def jams(shot: Shot, first: int, second: int) -> bool:
    """Do these two dice jam the gun? A ONE and a second ONE, for a machine gun. Source: Paychest, Supplement (line 11)."""
    return shot.weapon == JAMS and first == second == 1


def burst_hits(shot: Shot, aimed: Aim, first: int, second: int, order: str) -> bool:
    """Does the burst hit? The bare rule; ``order`` says whether a jam takes the hit away (reading ones)."""
    return aimed.hits(first, second) and not (order == "jam-first" and jams(shot, first, second))


def burst(shot: Shot, first: int, second: int, rounds: Sequence[int] = (), readings: Mapping[str, str] | None = None) -> Answer[int | Gap]:
    """How many rounds or hits does this roll of a gun come to, and does it jam?

    ``first`` and ``second`` are the dice to hit (the second counts only after a ONE), ``rounds`` the dice of a hit: one for a
    machine gun, four for a shell. Raises `ValueError` for a rifle, or for dice that are missing or too many.
    Source: Paychest, Supplement (lines 11-12).

    >>> burst(Shot(3, "machine-gun"), 2, 6, [5]).value, burst(Shot(3, "shell"), 3, 1, [1, 2, 3, 6]).value
    (5, 12)
    """
    gun = FIRE.guns.get(shot.weapon)
    if gun is None:
        raise ValueError(unknown("gun", shot.weapon, list(FIRE.guns)))
    for die in (first, second, *rounds):
        whole("A die", die, 1, 6)
    taken = chosen("paychest", readings)
    aimed = aim(shot, taken)
    skill = modified_skill(shot, taken)
    if isinstance(aimed, Gap):
        return Answer(aimed, skill.steps, skill.headline, skill.remedies)
    hit = burst_hits(shot, aimed, first, second, taken[ONES])
    dice = gun.dice if hit else 0
    if len(rounds) != dice:
        raise ValueError(f"This roll {'hits' if hit else 'misses'}: it takes {plural(dice, 'die', 'dice')} of hits, not {len(rounds)}.")
    steps = [Step(_rolled(aimed, first, second), CITES["to-hit" if aimed.modified > 0 else "zero-or-less"], "start")]
    if jams(shot, first, second):
        lost = "; read as a jam first, the burst is lost" if taken[ONES] == "jam-first" else ""
        steps.append(Step(f"A ONE and a second ONE: the gun jams, and one action clears it{lost}.", CITES["gun-jam"], reading=ONES))
    elif hit and aimed.on_die:
        steps.append(Step(f"{aimed.on_die} is added to the first die.", CITES[gun.plus_cite], reading=PLUS))
    steps += [Step(f"A die of hits shows {die}.", CITES[gun.hits_cite], "add", Fraction(die)) for die in rounds]
    value = tally(steps)
    assert isinstance(value, int)  # dice added to nothing
    return Answer(value, (*skill.steps, *steps), f"{plural(value, 'round')} hit." if hit else "A miss.")


def _rolled(aimed: Aim, first: int, second: int) -> str:
    after = f", then {second}" if first == 1 or aimed.modified <= 0 else ""
    return f"The dice show {first}{after}. {needs(aimed)}"


def gun_odds(shot: Shot, readings: Mapping[str, str] | None = None) -> Odds[Burst] | Gap:
    """What can one burst or one shell do, and how likely is each: how many rounds hit, and is the gun jammed?

    A `Gap` where the skill is one. Source: Paychest, Supplement (lines 11-12).

    >>> odds = gun_odds(Shot(3, "machine-gun"))
    >>> odds.p((6, False)), odds.chance(lambda burst: burst[1])
    (Fraction(17, 216), Fraction(1, 36))
    """
    gun = FIRE.guns.get(shot.weapon)
    if gun is None:
        raise ValueError(unknown("gun", shot.weapon, list(FIRE.guns)))
    taken = chosen("paychest", readings)
    aimed = aim(shot, taken)
    if isinstance(aimed, Gap):
        return aimed
    ready, order, hits = aimed, taken[ONES], sum_of(D6, gun.dice)

    def rolled(first: int, second: int) -> Odds[Burst]:
        jammed = jams(shot, first, second)
        rounds = hits if burst_hits(shot, ready, first, second, order) else certain(0)
        return rounds.map(lambda number: (number, jammed))

    return D6.then(lambda first: D6.then(lambda second: rolled(first, second)))


def round_odds(shot: Shot, readings: Mapping[str, str] | None = None) -> Odds[int] | Gap:
    """How many rounds or hits does one burst or one shell make? A `Gap` where the skill is one.

    >>> round_odds(Shot(6, "shell")).p(4)
    Fraction(1, 1296)
    """
    odds = gun_odds(shot, readings)
    return odds if isinstance(odds, Gap) else Odds(sorted((burst[0], weight) for burst, weight in odds.weights.items()))


def cover_test(unexposed: int, die: int) -> Answer[bool]:
    """Must a unit in cover make the second morale roll, with so many figures that cannot be hit and this die?

    Source: Paychest, Supplement, troops in cover (line 12).

    >>> cover_test(8, 4).value, cover_test(8, 3).value
    (True, False)
    """
    whole("The number of figures that are not exposed", unexposed)
    whole("A die", die, 1, 6)
    total, limit = unexposed + die, FIRE.cover.morale_at
    steps = (
        Step("Figures in cover cannot be hit; exposed ones take casualties as usual.", CITES["cover-exposed"]),
        Step(
            f"{plural(unexposed, 'figure')} in cover and a die of {die} make {total}; {limit} or more calls for the second morale roll.",
            CITES["cover-morale"],
            "allows" if total >= limit else "forbids",
        ),
    )
    value = bool(judge(steps))
    return Answer(value, steps, "The second morale roll is needed." if value else "No morale roll for cover.")


def cover_test_chance(unexposed: int) -> Fraction:
    """How likely must a unit in cover make the second morale roll?

    >>> cover_test_chance(5), cover_test_chance(8), cover_test_chance(11)
    (Fraction(0, 1), Fraction(1, 2), Fraction(1, 1))
    """
    return D6.at_least(FIRE.cover.morale_at - whole("The number of figures that are not exposed", unexposed))
