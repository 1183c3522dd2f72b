"""Machine guns and guns with shell: the same roll to hit as a rifle's, then many hits at once, a jam, and troops in cover."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from landships_lab.core.answer import Answer, Gap, Remedy, Step, judge, tally
from landships_lab.core.checks import one_of, whole
from landships_lab.core.dice import D6, Odds, certain, sum_of
from landships_lab.core.sources import Given
from landships_lab.core.speech import capitalized, often, plural
from landships_lab.data.load import chosen
from landships_lab.data.paychest.tables import Gun
from landships_lab.rules.paychest.book import CITES, FIRE, MOST
from landships_lab.rules.paychest.fire import cards_out, cards_step, describe_hits
from landships_lab.rules.paychest.shot import SKILL_PLUS, Aim, Fired, Shot, aim, describe_roll, faces, modified_skill

ONES = "ones"
#: The only gun that can jam.
JAMS = "machine-gun"

#: What one burst or one shell does: the number of its hits, and whether the gun has jammed.
Burst = tuple[int, bool]


def jams(shot: Shot, first: int, second: int) -> bool:
    """Return whether these two dice jam the gun: a ONE and a second ONE, for a machine gun. Source: Paychest, Supplement (line 11)."""
    return shot.weapon == JAMS and first == second == 1


def burst_hits(shot: Shot, aimed: Aim, first: int, second: int, order: str) -> bool:
    """Return whether the burst hits. ``order`` says whether a jam cancels the hit (reading ones)."""
    return aimed.hits(first, second) and not (order == "jam-first" and jams(shot, first, second))


def burst(shot: Shot, first: int, second: int, rounds: Sequence[int] = (), readings: Given = None) -> Answer[int | Gap]:
    """Return the number of hits that this roll of a gun comes to, and whether it jams.

    ``first`` and ``second`` are the dice to hit (the second counts only after a ONE). ``rounds`` are the dice of a hit: one for
    a machine gun, four for a shell. Raises `ValueError` for a rifle, or for dice that are missing or too many.
    Source: Paychest, Supplement (lines 11-12).

    >>> burst(Shot(3, "machine-gun"), 2, 6, [5]).value, burst(Shot(3, "shell"), 3, 1, [1, 2, 3, 6]).value
    (5, 12)
    """
    gun = _gun(shot)
    first, second, *rounds = (whole("A die", die, 1, 6) for die in (first, second, *rounds))
    options = chosen("paychest", readings)
    skill = modified_skill(shot, options)
    if isinstance(skill.value, Gap):
        return skill
    aimed: Aim = skill.detail
    hit = burst_hits(shot, aimed, first, second, options[ONES])
    dice = gun.dice if hit else 0
    if len(rounds) != dice:
        raise ValueError(f"This roll {'hits' if hit else 'misses'}: it takes {plural(dice, 'die', 'dice')} of hits, not {len(rounds)}.")
    steps = [Step(_describe_dice(aimed, first, second), CITES["to-hit" if aimed.modified > 0 else "zero-or-less"], "start")]
    if jams(shot, first, second):
        missed = "; under this reading the burst misses" if options[ONES] == "jam-first" else ""
        steps.append(Step(f"A ONE and a second ONE: the gun jams, and one action clears it{missed}.", CITES["gun-jam"], reading=ONES))
    elif hit and aimed.on_die:
        steps.append(Step(f"{aimed.on_die} is added to the first die.", CITES[gun.plus_cite], reading=SKILL_PLUS))
    steps += [Step(f"A die of hits shows {die}.", CITES[gun.hits_cite], "add", Fraction(die)) for die in rounds]
    value = tally(steps)
    assert isinstance(value, int)  # dice added to nothing
    return Answer(value, (*skill.steps, *steps), f"{plural(value, 'hit')}." if hit else "A miss.")


def _gun(shot: Shot) -> Gun:
    return FIRE.guns[one_of("gun", shot.weapon, FIRE.guns)]


def _describe_dice(aimed: Aim, first: int, second: int) -> str:
    shown = f"The dice show {first}, then {second}" if first == 1 or aimed.modified <= 0 else f"The die shows {first}"
    return f"{shown}. {describe_roll(aimed)}"


def gun_fire(shot: Shot, hidden: int = 0, readings: Given = None, exposed: int = 0, jammed: bool = False) -> Answer[Fraction | Gap | bool]:
    """Return the chance that one burst or one shell hits, with its jams and what it does to ``hidden`` figures in cover.

    ``exposed`` figures are in cover but show a part of themselves; a ``jammed`` machine gun cannot fire, and the value is False.
    It is a `Gap` where the skill is one. The detail is what was `Fired`, or None.
    Raises `ValueError` for a rifle. Source: Paychest, Supplement (lines 11-12).

    >>> answer = gun_fire(Shot(3, "machine-gun"))
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
    odds = _burst_odds(shot, gun, aimed, options[ONES])
    hits = _hits_of(odds)
    shown = faces(aimed, lambda first, second: burst_hits(shot, aimed, first, second, options[ONES]))
    cancels = aimed.hits(1, 1) and not burst_hits(shot, aimed, 1, 1, options[ONES])
    fired = Fired(aimed, hits.at_least(1), *shown, hits, cards_out(hits, shot.tables), cancels)
    covered = _cover_steps(shot.hidden, whole("The number of partly exposed figures", exposed, 0, MOST))
    steps = (*skill.steps, *_gun_steps(shot, gun, odds), cards_step(hits, fired.out, shot.tables), *covered)
    return Answer(fired.chance, steps, describe_hits(fired), detail=fired)


def _jammed() -> Answer[Fraction | Gap | bool]:
    step = Step("The gun is jammed: one action clears it, or the crew fight with their own weapons.", CITES["gun-jam"], "forbids")
    clear = Remedy("Spend an action to clear the jam.", "jam", "clear")
    rifles = Remedy("Let the crew fire rifles, if they carry them.", "weapon", "rifle")
    return Answer(False, (step,), "A jammed machine gun cannot fire.", (clear, rifles))


def _gun_steps(shot: Shot, gun: Gun, odds: Odds[Burst]) -> Iterator[Step]:
    yield Step(f"If it hits, it makes {gun.dice}d6 hits, spread at random.", CITES[gun.hits_cite])
    if shot.weapon == JAMS:
        jam = often(odds.chance(lambda one: one[1]))
        yield Step(f"A ONE and then a second ONE jam the gun: {jam}. One action clears it.", CITES["gun-jam"], reading=ONES)


def _cover_steps(hidden: int, exposed: int) -> Iterator[Step]:
    if exposed:
        are = f"{plural(exposed, 'figure')} in cover {'is' if exposed == 1 else 'are'} partly exposed"
        yield Step(f"{are}: a hit counts if its card names a part that shows.", CITES["cover-exposed"])
    if hidden:
        yield Step(f"{plural(hidden, 'figure')} in cover cannot be hit.", CITES["cover-exposed"])
        yield Step(_cover_chance(hidden), CITES["cover-morale"])


def _cover_chance(hidden: int) -> str:
    chance, limit = cover_test_chance(hidden), FIRE.cover.morale_at
    if not chance:
        return f"Their number and a die never make {limit}, so they do not test morale."
    return f"Their number and a die make {limit} or more {often(chance)}; the unit then makes the second morale roll."


def gun_odds(shot: Shot, readings: Given = None) -> Odds[Burst] | Gap:
    """Return the odds of what one burst or one shell does: the number of its hits, and whether the gun is jammed.

    A `Gap` where the skill is one. Source: Paychest, Supplement (lines 11-12).

    >>> odds = gun_odds(Shot(3, "machine-gun"))
    >>> odds.p((6, False)), odds.chance(lambda burst: burst[1])
    (Fraction(17, 216), Fraction(1, 36))
    """
    gun, options = _gun(shot), chosen("paychest", readings)
    aimed = aim(shot, options)
    return aimed if isinstance(aimed, Gap) else _burst_odds(shot, gun, aimed, options[ONES])


def _burst_odds(shot: Shot, gun: Gun, aimed: Aim, order: str) -> Odds[Burst]:
    hits = sum_of(D6, gun.dice)

    def rolled(first: int, second: int) -> Odds[Burst]:
        jammed = jams(shot, first, second)
        made = hits if burst_hits(shot, aimed, first, second, order) else certain(0)
        return made.map(lambda number: (number, jammed))

    return D6.then(lambda first: D6.then(lambda second: rolled(first, second)))


def round_odds(shot: Shot, readings: Given = None) -> Odds[int] | Gap:
    """Return the odds of the number of hits of one burst or one shell. A `Gap` where the skill is one.

    >>> round_odds(Shot(6, "shell")).p(4)
    Fraction(1, 1296)
    """
    odds = gun_odds(shot, readings)
    return odds if isinstance(odds, Gap) else _hits_of(odds)


def _hits_of(odds: Odds[Burst]) -> Odds[int]:
    return odds.map(lambda one: one[0])


def cover_test(unexposed: int, die: int) -> Answer[bool]:
    """Return whether a unit in cover must make the second morale roll, with so many figures that cannot be hit and this die.

    Source: Paychest, Supplement, troops in cover (line 12).

    >>> cover_test(8, 4).value, cover_test(8, 3).value
    (True, False)
    """
    unexposed = whole("The number of figures that are not exposed", unexposed, 0, MOST)
    total, limit = unexposed + whole("A die", die, 1, 6), FIRE.cover.morale_at
    text = f"{plural(unexposed, 'figure')} in cover and a die of {die} make {total}; {limit} or more calls for the second morale roll."
    steps = (
        Step("Figures in cover cannot be hit; exposed ones take casualties as usual.", CITES["cover-exposed"]),
        Step(capitalized(text), CITES["cover-morale"], "allows" if total >= limit else "forbids"),
    )
    value = bool(judge(steps))
    return Answer(value, steps, "The second morale roll is needed." if value else "No morale roll for cover.")


def cover_test_chance(unexposed: int) -> Fraction:
    """Return the chance that a unit in cover must make the second morale roll.

    >>> cover_test_chance(5), cover_test_chance(8), cover_test_chance(11)
    (Fraction(0, 1), Fraction(1, 2), Fraction(1, 1))
    """
    return D6.at_least(FIRE.cover.morale_at - whole("The number of figures that are not exposed", unexposed, 0, MOST))
