"""Who may fire at what, how many hits a firing group makes, and how many figures they put out of
action.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from landships_lab.core.answer import Answer, Gap, Remedy, Step, judge
from landships_lab.core.checks import one_of, whole
from landships_lab.core.dice import Odds, certain, sum_of
from landships_lab.core.sources import Given
from landships_lab.core.speech import inches, often, plural
from landships_lab.games.paychest.data.supplied import NOTHING, Supplied
from landships_lab.games.paychest.rules.book import (
    CITES,
    FIRE,
    GAPS,
    MOST,
    average,
    option_of,
    success_odds,
)
from landships_lab.games.paychest.rules.shot import (
    Fired,
    HitRoll,
    describe_roll,
    faces,
    modified_skill,
)
from landships_lab.games.paychest.rules.skill import Aim

TROOPS = FIRE.troops
#: Officers, NCOs and acting corporals choose their man; all others fire with the group.
FIRERS = {"group": "the unit, all together", "leader": "an officer, NCO or corporal"}
AIMS = {
    "figure": "a single figure",
    "group": "a group of figures",
    "location": "a stretch of ground",
}
#: The inches of frontage, and of wall fired at, in the example of line 5.
EXAMPLE_INCHES = 4
LEADERS_FIRE = "leaders-fire"


def may_fire_at(
    firer: str,
    aim: str,
    figures: int = 1,
    target_inches: int = 0,
    frontage_inches: int = 0,
    reading: str | None = None,
) -> Answer[bool]:
    """Return whether these figures may fire at that target.

    ``firer`` is leader or group; ``aim`` is figure, group (of so many ``figures``) or location
    (``target_inches`` wide, for a unit of ``frontage_inches``); ``reading`` is an option of
    leaders-fire. Raises `ValueError` for other words or numbers. Source: Paychest, Weapons Fire
    (line 5).

    >>> (
    ...     may_fire_at("group", "figure").value,
    ...     may_fire_at("leader", "figure").value,
    ...     may_fire_at("group", "group", 2).value,
    ... )
    (False, True, True)
    >>> may_fire_at("group", "location", target_inches=4, frontage_inches=4).value
    True
    >>> (
    ...     may_fire_at("leader", "group", 5).value,
    ...     may_fire_at("leader", "group", 5, reading="only").value,
    ... )
    (True, False)
    """
    one_of("kind of firer", firer, FIRERS)
    one_of("kind of target", aim, AIMS)
    figures = whole("The number of figures aimed at", figures, 1, MOST)
    target_inches = whole("The width of the target", target_inches, 0, MOST)
    frontage_inches = whole("The frontage of the unit", frontage_inches, 0, MOST)
    aimed = _Aimed(
        firer, aim, figures, target_inches, frontage_inches, option_of(LEADERS_FIRE, reading)
    )
    step = _permission(aimed)
    value = bool(judge([step]))
    who = "Figures without rank" if firer == "group" else "An officer, NCO or acting corporal"
    target = "a group of one figure" if (aim, figures) == ("group", 1) else AIMS[aim]
    if aimed.too_wide:
        target += " so wide"  # they may fire at a narrower one
    headline = f"{who} may {'' if value else 'not '}fire at {target}."
    return Answer(value, (step,), headline, () if value else tuple(_remedies(aimed)))


@dataclass(frozen=True, slots=True)
class _Aimed:
    """Who fires at what: the words and numbers of `may_fire_at`, and the option taken of
    leaders-fire.
    """

    firer: str
    aim: str
    figures: int
    target_inches: int
    frontage_inches: int
    leaders: str

    @property
    def too_wide(self) -> bool:
        """Whether they may fire at such a stretch of ground, but only at a narrower one."""
        at_ground = self.aim == "location" and (self.firer != "leader" or self.leaders != "only")
        return at_ground and self.target_inches > self.frontage_inches


def _permission(aimed: _Aimed) -> Step:
    leader, one = (
        aimed.firer == "leader",
        aimed.aim == "figure" or (aimed.aim == "group" and aimed.figures == 1),
    )
    if leader and one:
        return Step(
            "An officer, NCO or acting corporal picks out any single figure within range.",
            CITES["aim"],
            "allows",
        )
    if leader and aimed.leaders == "only":
        text = (
            "Under this reading officers, NCOs and acting corporals fire at individual figures"
            " only."
        )
        return Step(text, CITES["aim"], "forbids", reading=LEADERS_FIRE)
    also = "Under this reading a leader may also fire as the others do. " if leader else ""
    if aimed.aim == "location":
        allowed = not aimed.too_wide
        wide = f"The stretch is {inches(aimed.target_inches)} wide;"
        text = (
            f"{also}{wide} fire covers no more than the firer's own frontage,"
            f" {inches(aimed.frontage_inches)}."
        )
    else:
        allowed = aimed.aim == "group" and aimed.figures > 1
        here = (
            "a single figure is picked out"
            if aimed.aim == "figure"
            else f"it is a group of {plural(aimed.figures, 'figure')}"
        )
        ground = "" if allowed else ", or at a stretch of ground no wider than their frontage"
        text = (
            f"{also}Figures without rank fire together, at a group of two or more{ground}; here"
            f" {here}."
        )
    return Step(
        text,
        CITES["aim"],
        "allows" if allowed else "forbids",
        reading=LEADERS_FIRE if leader else "",
    )


def _remedies(aimed: _Aimed) -> Iterator[Remedy]:
    """Yield what would let them fire. The rule itself allows each remedy that is offered."""
    if aimed.firer == "leader":
        yield Remedy("Aim at one figure of it.", "target", "figure")
    else:
        yield Remedy("Aim at a group of two figures or more.", "target", "group")
    if aimed.firer == "group" and aimed.aim == "figure":
        yield Remedy("Let an officer, NCO or acting corporal fire.", "firer", "leader")
    narrow = replace(aimed, target_inches=aimed.frontage_inches)
    if aimed.aim == "location" and aimed.frontage_inches and _permission(narrow).op == "allows":
        yield Remedy(
            f"Narrow the stretch to {inches(aimed.frontage_inches)}.",
            "width",
            aimed.frontage_inches,
        )


def shots_a_turn(troops: str) -> Answer[int]:
    """Return how often a figure of these troops may fire in a turn.

    Source: Paychest, Weapons Fire (line 5).

    >>> shots_a_turn("legionnaires").value, shots_a_turn("arabs").value
    (2, 1)
    """
    firing = TROOPS[one_of("kind of troops", troops, TROOPS)]
    text = f"All {firing.label} fire {'twice' if firing.shots == 2 else 'once'} a turn."
    step = Step(text, CITES[firing.cite], "start", Fraction(firing.shots))
    return Answer(firing.shots, (step,), step.text)


def volley(
    shot: HitRoll, troops: str, men: int, allowed: Answer[bool], readings: Given = None
) -> Answer[Fraction | Gap | bool]:
    """Return the chance of each shot when so many men fire together, each as often as their troops
    may.

    ``allowed`` is the answer of `may_fire_at`; where it refuses, so does this one. The value is a
    `Gap` where the skill is one. The detail is what was `Fired`, or None. Source: Paychest, Weapons
    Fire (lines 5-7).

    >>> answer = volley(
    ...     HitRoll(4, moved="advance"), "legionnaires", 8, may_fire_at("group", "group", 10)
    ... )
    >>> answer.value
    Fraction(1, 3)
    >>> print(answer.headline)
    2 or less hits: each shot 33.3% of the time, 5.3 hits on average from 16 shots.
    """
    if not allowed.value:
        return allowed
    skill = modified_skill(shot, readings)
    steps = (*allowed.steps, *skill.steps)
    if isinstance(skill.value, Gap):
        return Answer(skill.value, steps, skill.headline, skill.remedies)
    aimed: Aim = skill.detail
    each = shots_a_turn(troops)
    shots = whole("The number of men", men, 1, MOST) * each.value
    hits = volley_odds([(shots, aimed.chance)])
    fired = Fired(
        aimed, aimed.chance, *faces(aimed, aimed.rolls), hits, cards_out(hits, shot.tables)
    )
    told = (
        f"{each.headline.removesuffix('.')}: {plural(men, 'man', 'men')}, {plural(shots, 'shot')}."
    )
    steps = (*steps, Step(told, each.steps[0].cite))
    if fired.chance:
        steps = (*steps, cards_step(fired.hits, fired.out, shot.tables))
    return Answer(
        aimed.chance,
        steps,
        describe_hits(fired, plural(shots, "shot") if shots > 1 else ""),
        detail=fired,
    )


#: What is longer does not stand in one line of a verdict.
LONGEST_VERDICT = 90


def describe_hits(fired: Fired, shots: str = "", turn: str = "") -> str:
    """Return which roll hits, how often, and how many hits that is on average from these shots.

    ``turn`` is what a gun fires in the turn, where the chance is that of all together.
    """
    roll = describe_roll(fired.aim)
    if not fired.chance:
        return "No roll hits: the only one that would jams the gun." if fired.jam_cancels else roll
    if fired.jam_cancels:
        roll = f"{roll.removesuffix('.')} (unless the gun jams)."
    from_shots = f" from {shots}" if shots else ""
    how_often = (
        f"{'each shot ' if shots else ''}{often(fired.chance)}, " if fired.chance < 1 else ""
    )
    if turn and not fired.jam_cancels:
        from_shots = f" from {turn}"
    hits = f"{roll.removesuffix('.')}: {how_often}{average(fired.hits.mean, 'hit')}"
    told = f"{hits} on average{from_shots}."
    return told if len(told) <= LONGEST_VERDICT else f"{hits} on average."


def cards_step(hits: Odds[int], out: Odds[int] | None, tables: Supplied, whom: str = "") -> Step:
    """Return the step for the cards that these hits draw.

    ``out`` is what `cards_out` says of them; ``whom`` are those hit.
    """
    if not tables.casualties:
        return Step(
            "Each hit draws a casualty card; what the cards do is lost.", CITES["casualties-lost"]
        )
    cards, cite = sum(card.copies for card in tables.casualties), tables.cite("casualty deck")
    of = f" on {whom}" if whom else ""
    if out is None:
        return Step(
            f"Your deck of {plural(cards, 'card')} is too small for the {max(hits.outcomes)}"
            f" hits{of} there can be.",
            cite,
        )
    drawn = average(out.mean, "such card")
    putting = sum(card.copies for card in tables.casualties if card.out)
    text = (
        f"Each hit{of} draws a card from your deck of {cards}. Cards that put a figure out of"
        f" action ({putting}): {drawn} on average."
    )
    return Step(text, cite)


def volley_odds(parties: Iterable[tuple[int, Fraction]]) -> Odds[int]:
    """Return the odds of the hits of a firing group.

    ``parties`` are the shots of men of like skill, and the chance of each shot.

    >>> volley_odds([(2, Fraction(2, 3)), (1, Fraction(1, 2))]).p(3)
    Fraction(2, 9)
    """
    total = certain(0)
    for shots, chance in parties:
        if not isinstance(chance, (int, Fraction)) or not 0 <= chance <= 1:
            raise ValueError(
                f"The chance of a shot is a Fraction from 0 to 1, not {chance!r}; one in two is"
                " Fraction(1, 2)."
            )
        hits = sum_of(success_odds(Fraction(chance)), whole("The number of shots", shots, 0, MOST))
        total = _sum(total, hits)
    return total


def _sum(a: Odds[int], b: Odds[int]) -> Odds[int]:
    return a.then(lambda x: b.map(lambda y: x + y))


def casualty_odds(hits: int, tables: Supplied = NOTHING) -> Odds[int] | Gap:
    """Return the odds of how many hit figures the cards put out of action.

    No card goes back before the next is drawn.

    The cards are lost: a `Gap` until the reader supplies a deck. Raises `ValueError` for a deck
    with fewer cards than hits. Source: Paychest, Weapons Fire and Melee Combat (line 7).

    >>> casualty_odds(2).cite.kind
    'silent'
    """
    hits = whole("The number of hits", hits, 0, MOST)
    if not tables.casualties:
        return GAPS["casualty-deck"].gap
    out = sum(card.copies for card in tables.casualties if card.out)
    cards = sum(card.copies for card in tables.casualties)
    if hits > cards:
        raise ValueError(
            f"Your casualty deck has {cards} cards; {hits} cannot be drawn from it, and nothing is"
            " printed about shuffling."
        )
    most = min(out, hits)
    return Odds(
        {
            drawn: math.comb(out, drawn) * math.comb(cards - out, hits - drawn)
            for drawn in range(most + 1)
        }
    )


def cards_out(hits: Odds[int], tables: Supplied) -> Odds[int] | None:
    """Return the odds of the cards drawn that put a figure out of action, or None without a deck
    that is large enough, and where there is no hit to draw one.

    Two such cards may fall on one figure: the print does not say how the hits of a volley are
    spread.
    """
    cards = sum(card.copies for card in tables.casualties)
    if not cards or not hits.mean or max(hits.outcomes) > min(cards, MOST):
        return None

    def drawn(number: int) -> Odds[int]:
        out = casualty_odds(number, tables)
        assert isinstance(out, Odds)  # there is a deck
        return out

    return hits.then(drawn)
