"""Who may fire at what, and how many hits a firing group makes."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from fractions import Fraction

from landships_lab.core.answer import Answer, Gap, Remedy, Step, judge
from landships_lab.core.dice import Odds, certain, sum_of
from landships_lab.data.paychest.supplied import NOTHING, Supplied
from landships_lab.data.paychest.tables import fire_figures
from landships_lab.rules.paychest.book import CITES, GAPS, one_of, plural, tried, whole

TROOPS = fire_figures().troops
#: Officers, NCOs and acting corporals choose their man; everyone else fires with the group.
FIRERS = {"group": "the unit, all together", "leader": "an officer, NCO or corporal"}
AIMS = {"figure": "a single figure", "group": "a group of figures", "location": "a stretch of ground"}


def may_fire_at(firer: str, aim: str, figures: int = 1, target_inches: int = 0, frontage_inches: int = 0) -> Answer[bool]:
    """May these figures fire at that?

    ``firer`` is leader or group, ``aim`` figure, group (of so many ``figures``) or location (``target_inches`` wide, for a unit
    of ``frontage_inches``). Raises `ValueError` for other words or numbers. Source: Paychest, Weapons Fire (line 5).

    >>> may_fire_at("group", "figure").value, may_fire_at("leader", "figure").value, may_fire_at("group", "group", 2).value
    (False, True, True)
    >>> may_fire_at("group", "location", target_inches=4, frontage_inches=4).value
    True
    """
    one_of("kind of firer", firer, FIRERS)
    one_of("kind of target", aim, AIMS)
    whole("The number of figures aimed at", figures, 1)
    whole("The width of the target", target_inches)
    whole("The frontage of the unit", frontage_inches)
    step = _allowed(firer, aim, figures, target_inches, frontage_inches)
    value = bool(judge([step]))
    changes = () if value else tuple(_changes(firer, aim, frontage_inches))
    return Answer(value, (step,), "They may fire at it." if value else "They may not fire at it.", changes)


def _allowed(firer: str, aim: str, figures: int, target_inches: int, frontage_inches: int) -> Step:
    if aim == "location" and firer == "group":
        good = target_inches <= frontage_inches
        wide, front = plural(target_inches, "inch", "inches"), plural(frontage_inches, "inch", "inches")
        text = f"The stretch is {wide} wide; a unit fires at no more than its own frontage, {front}."
    elif firer == "leader":
        good = aim == "figure"
        text = "Officers, NCOs and acting corporals fire at any individual figure in range."
        text += "" if good else " Nothing else is printed for them."
    else:
        good = aim == "group" and figures > 1
        here = "a single figure is picked out" if aim == "figure" else f"it is a group of {plural(figures, 'figure')}"
        wide = "" if good else ", or at a stretch of ground no wider than their frontage"
        text = f"Figures without rank fire together, at a group of two or more{wide}; here {here}."
    return Step(text, CITES["aim"], "allows" if good else "forbids")


def _changes(firer: str, aim: str, frontage_inches: int) -> Iterator[Remedy]:
    """What would let them fire? Each is tried on the rule itself before it is offered."""
    if firer == "leader" and _fits("leader", "figure", 1, 0, 0):
        yield Remedy("Aim at one figure of it.", "target", "figure")
        return
    if _fits("group", "group", 2, 0, 0):
        yield Remedy("Aim at a group of two figures or more.", "target", "group")
    if aim == "figure" and _fits("leader", "figure", 1, 0, 0):
        yield Remedy("Let an officer, NCO or acting corporal fire.", "firer", "leader")
    if aim == "location" and frontage_inches and _fits("group", "location", 1, frontage_inches, frontage_inches):
        yield Remedy(f"Narrow the stretch to {plural(frontage_inches, 'inch', 'inches')}.", "width", frontage_inches)


def _fits(firer: str, aim: str, figures: int, target_inches: int, frontage_inches: int) -> bool:
    return _allowed(firer, aim, figures, target_inches, frontage_inches).op == "allows"


def shots_a_turn(troops: str) -> Answer[int]:
    """How often may a figure of these troops fire in a turn? Source: Paychest, Weapons Fire (line 5).

    >>> shots_a_turn("legionnaires").value, shots_a_turn("arabs").value
    (2, 1)
    """
    firing = TROOPS[one_of("kind of troops", troops, TROOPS)]
    text = f"All {firing.label} fire {'twice' if firing.shots == 2 else 'once'} a turn."
    step = Step(text, CITES[firing.cite], "start", Fraction(firing.shots))
    return Answer(firing.shots, (step,), step.text)


def volley_odds(parties: Iterable[tuple[int, Fraction]]) -> Odds[int]:
    """How many hits does a firing group make? ``parties`` are shots and the chance of each, for men of like skill.

    >>> volley_odds([(2, Fraction(2, 3)), (1, Fraction(1, 2))]).p(3)
    Fraction(2, 9)
    """
    total = certain(0)
    for shots, chance in parties:
        if not isinstance(chance, (int, Fraction)) or not 0 <= chance <= 1:
            raise ValueError(f"The chance of a shot is a Fraction from 0 to 1, not {chance!r}; one in two is Fraction(1, 2).")
        hits = sum_of(tried(Fraction(chance)), whole("The number of shots", shots))
        total = _added(total, hits)
    return total


def _added(a: Odds[int], b: Odds[int]) -> Odds[int]:
    return a.then(lambda x: b.map(lambda y: x + y))


def casualty_odds(hits: int, tables: Supplied = NOTHING) -> Odds[int] | Gap:
    """How many of the hit figures are put out of action by the cards drawn? No card goes back before the next.

    The cards are lost: a `Gap` until the reader supplies a deck. `ValueError` where it has fewer cards than hits.
    Source: Paychest, Weapons Fire and Melee Combat (line 7).

    >>> casualty_odds(2).cite.kind
    'silent'
    """
    whole("The number of hits", hits)
    if not tables.casualties:
        return GAPS["casualty-deck"].gap
    out = sum(card.copies for card in tables.casualties if card.out)
    cards = sum(card.copies for card in tables.casualties)
    if hits > cards:
        raise ValueError(f"Your casualty deck has {cards} cards; {hits} cannot be drawn from it, and nothing is printed about shuffling.")
    most = min(out, hits)
    return Odds({drawn: math.comb(out, drawn) * math.comb(cards - out, hits - drawn) for drawn in range(most + 1)})
