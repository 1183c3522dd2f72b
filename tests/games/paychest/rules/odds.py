"""Odds of Paychest that only the tests ask for, made of those that the rules give."""

from collections.abc import Iterable
from fractions import Fraction

from landships_lab.core.answer import Answer, Gap
from landships_lab.core.dice import Odds, Thrown, certain
from landships_lab.core.sources import Given
from landships_lab.games.paychest.rules.fire import Burst, burst_odds, gun_of
from landships_lab.games.paychest.rules.shot import Aim, HitRoll, modified_skill, to_hit


def hit_chance(skill: int, modifier: int = 0) -> Fraction:
    """Return the chance of a hit with this unmodified skill and this sum of modifiers."""
    return Aim(skill, skill + modifier).chance


def skill_roll(skill: int, modifier: int, first: int, second: int = 6) -> Answer[bool]:
    """Return whether these dice hit."""
    return to_hit(Aim(skill, skill + modifier), Thrown((first, second)))


def gun_odds(shot: HitRoll, readings: Given = None) -> Odds[Burst] | Gap:
    """Return the odds of one burst or one shell, or the `Gap` of `modified_skill`."""
    skill = modified_skill(shot, readings)
    return (
        skill.value
        if isinstance(skill.value, Gap)
        else burst_odds(gun_of(shot), skill.detail.rolls)
    )


def shot_chance(shot: HitRoll, readings: Given = None) -> Fraction | Gap:
    """Return the chance that this roll hits, whatever a jam takes away, or the `Gap` of
    `modified_skill`.
    """
    skill = modified_skill(shot, readings)
    if isinstance(skill.value, Gap):
        return skill.value
    chance: Fraction = skill.detail.rolls.chance(lambda rolled: rolled.hit or rolled.cancelled)
    return chance


def round_odds(shot: HitRoll, readings: Given = None) -> Odds[int] | Gap:
    """Return the odds of the number of hits of one burst or one shell,
    or the `Gap` of `gun_odds`.
    """
    odds = gun_odds(shot, readings)
    return odds if isinstance(odds, Gap) else odds.map(lambda one: one[0])


def stands_odds(contacts: Iterable[Odds[int]]) -> Odds[tuple[int, int]]:
    """Return the odds of the hits (on A, on B) when several stands fight.

    Each contact cancels only its own hits.
    """
    total: Odds[tuple[int, int]] = certain((0, 0))
    for odds in contacts:
        total = total.then(
            lambda hits, odds=odds: odds.map(  # type: ignore[misc]
                lambda net: (hits[0] + max(0, -net), hits[1] + max(0, net))
            )
        )
    return total
