"""Melee: each man rolls one die against his skill; hits cancel one for one, and what is left over
falls on the loser.

die      skill + 1 or more   skill   skill - 1   skill - 2 ...
hits     none                1       2           3
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from landships_lab.core.answer import Answer, Step, tally
from landships_lab.core.checks import one_of, whole
from landships_lab.core.dice import D6, Odds, Roll, Thrown, run, sum_of
from landships_lab.core.speech import capitalized, listed, mixed, percent, plural, with_article
from landships_lab.games.paychest.data.supplied import NOTHING, Supplied
from landships_lab.games.paychest.rules.book import (
    CITES,
    MOST,
    MOST_POINTS,
    READINGS,
    average,
    option_of,
    reading_says,
    roster_step,
    typed_cite,
)
from landships_lab.games.paychest.rules.fire import cards_out, cards_step

TWO_TO_ONE, MANY = "two-to-one", "melee-many"
#: The most men on a side of one contact; the print mentions two to one.
MOST_MEN = 12
#: The most men of whom the print speaks: two on one side, three in a fight.
TWO, THREE = 2, 3


def melee_hits(skill: int, die: int) -> int:
    """Return the hits of this die: one if it equals the skill, one more for each point below.

    Source: Paychest, Melee Combat (line 7).

    >>> melee_hits(4, 4), melee_hits(4, 1), melee_hits(4, 5)
    (1, 4, 0)
    """
    return _hits(man_rolls("A", skill, Thrown([die])))


def man_rolls(name: str, skill: int, roll: Roll) -> Step:
    """Return what the die of one man of side ``name`` makes of his skill: its hits are the amount
    of the step.
    """
    die = roll(D6, int)
    hits = max(0, skill - die + 1)
    how = "equal to" if die == skill else "under" if die < skill else "over"
    text = f"Side {name} rolls {die}, {how} the skill of {mixed(skill)}: {plural(hits, 'hit')}."
    return Step(text, CITES["melee"], "add", Fraction(hits))


def _hits(step: Step) -> int:
    assert isinstance(step.amount, Fraction)
    return step.amount.numerator


def melee(skill_a: int, skill_b: int, dice_a: Sequence[int], dice_b: Sequence[int]) -> Answer[int]:
    """Return the net hits of this fight, positive on B, with a die for each man (or one for the
    side).

    Raises `ValueError` for a side without dice, or for a die that is not 1 to 6.
    Source: Paychest, Melee Combat (line 7).

    >>> melee(4, 3, [2], [3]).value
    2
    """
    by_a = _side_rolls("A", skill_a, dice_a)
    by_b = [
        replace(step, amount=Fraction(-_hits(step))) for step in _side_rolls("B", skill_b, dice_b)
    ]
    steps = [*by_a, *by_b]
    value = tally(steps)
    assert isinstance(value, int)  # whole hits
    steps.append(
        Step(
            "Hits cancel one for one; the rest fall on the loser, who draws a casualty card for"
            " each.",
            CITES["melee-cancel"],
        )
    )
    headline = (
        f"{plural(abs(value), 'hit')} on side {'B' if value > 0 else 'A'}."
        if value
        else "Nobody is hurt."
    )
    return Answer(value, tuple(steps), headline)


def _side_rolls(name: str, skill: int, dice: Sequence[int]) -> list[Step]:
    skill = whole("A skill", skill, -MOST_POINTS, MOST_POINTS)
    if not 1 <= len(dice) <= MOST_MEN:
        raise ValueError(f"A side of a melee rolls 1 to {MOST_MEN} dice, not {len(dice)}.")
    roll = Thrown([whole("A die", die, 1, 6) for die in dice])
    return [man_rolls(name, skill, roll) for _ in dice]


def melee_odds(
    skill_a: int, skill_b: int, men_a: int = 1, men_b: int = 1, reading: str | None = None
) -> Odds[int]:
    """Return the odds of the net hits of a fight, positive on B.

    ``reading`` is an option of two-to-one. Raises `ValueError` for skills or numbers of men out of
    bounds. Source: Paychest, Melee Combat (line 7).

    >>> odds = melee_odds(4, 4)
    >>> odds.p(0), odds.mean
    (Fraction(2, 9), Fraction(0, 1))
    """
    return _net((Side(skill_a, men_a), Side(skill_b, men_b)), reading)


def win_draw_lose(odds: Odds[int]) -> tuple[Fraction, Fraction, Fraction]:
    """Return the chances that side A hurts B, that nobody is hurt, and that B hurts A.

    >>> win_draw_lose(melee_odds(4, 4))
    (Fraction(7, 18), Fraction(2, 9), Fraction(7, 18))
    """
    return odds.at_least(1), odds.p(0), odds.at_most(-1)


def taken_odds(contact: Odds[int], fights: int) -> tuple[Odds[int], Odds[int]]:
    """Return the odds of the hits on side A, and of those on side B, in so many fights like this
    one.

    >>> on_a, on_b = taken_odds(melee_odds(4, 3), 5)
    >>> on_b.mean - on_a.mean == 5 * melee_odds(4, 3).mean
    True
    """
    fights = whole("The number of fights", fights, 1, MOST)
    return sum_of(contact.map(lambda net: max(0, -net)), fights), sum_of(
        contact.map(lambda net: max(0, net)), fights
    )


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a contact: its skill, its men, and the row of the reader's table that the skill
    was taken from, if any.

    ``others`` is the skill of all but the first man, where it is another.
    """

    skill: int
    men: int = 1
    figure: str = ""
    others: int | None = None

    @property
    def mixed(self) -> bool:
        """Whether its men differ in skill."""
        return self.men > 1 and self.others is not None and self.others != self.skill


@dataclass(frozen=True, slots=True)
class Contact:
    """The odds of a fight: the hits that each side makes, the net hits (positive on B), the hits on
    each side in all fights.

    ``fights`` counts all fights; ``name`` is that of this one ("2 to 1") where the men of a contact
    form several. ``out`` are those of the cards drawn by each side that put a figure out of action;
    None without a deck that is large enough.
    """

    made: tuple[Odds[int], Odds[int]]
    net: Odds[int]
    suffered: tuple[Odds[int], Odds[int]]
    out: tuple[Odds[int] | None, Odds[int] | None] = (None, None)
    fights: int = 1
    name: str = ""


def beyond_print(a: Side, b: Side) -> bool:
    """Return whether more men meet than the print names: one man, or two, against one."""
    return a.men + b.men > THREE or max(a.men, b.men) > TWO


def formed(a: Side, b: Side, many: str | None = None) -> tuple[tuple[Side, Side], ...]:
    """Return the fights that the men in contact form, the largest first;

    ``many`` is an option of melee-many.

    Raises `ValueError` for several fights of men of different skills: who fights whom is not
    printed. Source: Paychest, Melee Combat (line 7).

    >>> [(one.men, other.men) for one, other in formed(Side(4, 3), Side(3, 2), "pairs")]
    [(2, 1), (1, 1)]
    """
    if not beyond_print(a, b) or option_of(MANY, many) == "together":
        return ((a, b),)
    if a.mixed or b.mixed:
        raise ValueError(
            "Who fights whom is not printed: where men of one side differ in skill, set each of"
            " their fights by itself."
        )
    fewer, more = sorted((a.men, b.men))
    sizes = [TWO if number < more - fewer else 1 for number in range(fewer)]
    men = [(size, 1) if a.men > b.men else (1, size) for size in sizes]
    return tuple((replace(a, men=of_a), replace(b, men=of_b)) for of_a, of_b in men)


def in_contact_step(met: bool = True) -> Step:
    """Return the step for who may fight: stands that have ``met`` an enemy's.

    Source: Paychest, Melee Combat (line 7).

    >>> in_contact_step().op, in_contact_step(False).op
    ('allows', 'forbids')
    """
    text = "Stands in contact at the end of the move may fight"
    if met:
        return Step(f"{text}.", CITES["contact"], "allows")
    return Step(f"{text}; here none touches an enemy's.", CITES["contact"], "forbids")


def contact(
    a: Side,
    b: Side,
    fights: int = 1,
    tables: Supplied = NOTHING,
    reading: str | None = None,
    many: str | None = None,
) -> Answer[Fraction]:
    """Return the chance that side A hurts side B in one fight.

    The detail of the answer is the `Contact`.

    ``fights`` is the number of such contacts side by side; ``reading`` is an option of two-to-one,
    ``many`` one of melee-many: where the men form several fights, the answer is about the largest.
    Raises `ValueError` for a figure that the tables do not have, for one die for men of different
    skills (the print gives that die no skill), and as `formed` does. Source: Paychest, Melee Combat
    (line 7).

    >>> contact(Side(4), Side(4)).headline
    'Side A hurts B 38.9% of the time, B hurts A 38.9%, nobody is hurt 22.2%.'
    """
    steps = [in_contact_step()]
    if not (a.figure and b.figure):
        steps.append(_typed_skills(a, b, tables))
    steps += _gathered(a, b, many)
    all_formed = formed(a, b, many)
    first, number = all_formed[0], fights * len(all_formed)
    made = (_made(first[0], reading), _made(first[1], reading))
    for name, side, odds in zip("AB", first, made, strict=True):
        steps += _side_steps(name, side, odds, tables, reading)
    net, suffered = _net(first, reading), _suffered(all_formed, fights, reading)
    steps.append(_cancelled(net, made))
    if number > 1:
        on_a, on_b = (average(odds.mean, "hit") for odds in suffered)
        such = "such fights" if len(all_formed) == 1 else "fights in all"
        steps.append(
            Step(
                f"In {number} {such}, side B suffers {on_b} on average, and side A {on_a}.",
                CITES["contact"],
            )
        )
    out = (cards_out(suffered[0], tables), cards_out(suffered[1], tables))
    steps += dict.fromkeys(
        cards_step(hits, cards, tables, f"side {name}")
        for name, hits, cards in zip("AB", suffered, out, strict=True)
        if hits.mean
    )
    called = "" if all_formed == ((a, b),) else f"{first[0].men} to {first[1].men}"
    win, draw, lose = win_draw_lose(net)
    return Answer(
        win,
        tuple(steps),
        _headline(win, draw, lose, called),
        detail=Contact(made, net, suffered, out, number, called),
    )


def _typed_skills(a: Side, b: Side, tables: Supplied) -> Step:
    """Return the step for skills that are not taken from a table."""
    if not tables.skills:
        lost = CITES["skills-lost"]
        return Step("You give the melee skills; the table of skills is lost.", lost)
    typed = [f"side {name}" for name, side in zip("AB", (a, b), strict=True) if not side.figure]
    return Step(f"You give the melee skill of {listed(typed)} yourself.", typed_cite("skill"))


def _net(sides: tuple[Side, Side], reading: str | None) -> Odds[int]:
    """Return the odds of the net hits of this fight, positive on B."""
    back = _made(sides[1], reading)
    return _made(sides[0], reading).then(lambda hits: back.map(lambda less: hits - less))


def _suffered(
    fights: tuple[tuple[Side, Side], ...], times: int, reading: str | None
) -> tuple[Odds[int], Odds[int]]:
    """Return the odds of the hits on either side in all these fights, each of them fought so many
    times.
    """
    kinds = Counter(fights)
    on_a, on_b = zip(
        *(taken_odds(_net(sides, reading), times * count) for sides, count in kinds.items()),
        strict=True,
    )
    return _added(on_a), _added(on_b)


def _added(several: Sequence[Odds[int]]) -> Odds[int]:
    first, *rest = several
    for odds in rest:
        first = first.then(lambda hits, odds=odds: odds.map(lambda more: hits + more))  # type: ignore[misc]  # bound at once
    return first


def _gathered(a: Side, b: Side, many: str | None) -> Iterable[Step]:
    """Yield how the men fight where more of them meet than the print names."""
    if not beyond_print(a, b):
        return
    reading, fights = READINGS[MANY], formed(a, b, many)
    says = reading.option(option_of(MANY, many)).says
    yield Step(
        f"The print names one man, or two, against one. {reading_says(says)}",
        reading.cite,
        reading=MANY,
    )
    if fights != ((a, b),):
        waiting = a.men + b.men - sum(one.men + other.men for one, other in fights)
        sizes = [f"{one.men} to {other.men}" for one, other in fights]
        alike = len(sizes) > 1 and len(set(sizes)) == 1
        left = f"; {plural(waiting, 'man does', 'men do')} not fight" if waiting else ""
        which = f", each {sizes[0]}" if alike else f": {listed(sizes)}"
        words = f"{plural(len(sizes), 'fight')}{which}{left}"
        yield Step(f"The men form {words}.", reading.cite, reading=MANY)


def _cancelled(net: Odds[int], made: tuple[Odds[int], Odds[int]]) -> Step:
    """Return the step for the hits that are left when those of both sides have cancelled."""
    win = win_draw_lose(net)[0]
    unhit = [name for name, odds in zip("AB", made, strict=True) if not odds.mean]
    if unhit:
        sides = "Neither side makes" if len(unhit) > 1 else f"Side {unhit[0]} makes no"
        text = f"{sides} {'a hit' if len(unhit) > 1 else 'hits'}, so none cancel."
        return Step(text, CITES["melee-cancel"], "start", win)
    more = (
        f"{average(abs(net.mean), 'hit')} more on side {'B' if net.mean > 0 else 'A'}"
        if net.mean
        else "as many on one side as on the other"
    )
    text = f"Hits cancel one for one; on average that leaves {more}."
    return Step(text, CITES["melee-cancel"], "start", win)


@lru_cache(maxsize=256)
def _made(side: Side, reading: str | None) -> Odds[int]:
    """Return the odds of the hits of this side, before any cancel."""
    if not side.mixed or side.others is None:
        return sum_of(_man(side.skill), dice_of(side.men, reading))
    if option_of(TWO_TO_ONE, reading) != "die-each":
        raise ValueError(
            "One die for men of different skills has no skill to beat in print; give them one"
            " skill, or a die for each man."
        )
    return _added((_man(side.skill), sum_of(_man(side.others), dice_of(side.men - 1, reading))))


def _man(skill: int) -> Odds[int]:
    number = whole("A skill", skill, -MOST_POINTS, MOST_POINTS)
    return run(lambda roll: _hits(man_rolls("", number, roll)))


def dice_of(men: int, two_to_one: str | None) -> int:
    """Return how many dice so many men roll together, by an option of two-to-one.

    Raises `ValueError` for a number of men out of bounds. Source: Paychest, Melee Combat (line 7).
    """
    count = whole("The number of men on a side", men, 1, MOST_MEN)
    return count if option_of(TWO_TO_ONE, two_to_one) == "die-each" else 1


def _side_steps(
    name: str, side: Side, odds: Odds[int], tables: Supplied, reading: str | None
) -> Iterable[Step]:
    skill = mixed(side.skill)
    if side.figure:
        figure = one_of("figure in your tables", side.figure, tables.skills)
        yield Step(
            f"Side {name}: the melee skill of {with_article(figure)} is {skill}.",
            tables.cite(f"skills, {figure}"),
        )
        yield roster_step("melee")
    dice, many = plural(dice_of(side.men, reading), "die", "dice"), side.men > 1
    of_skill = (
        f"{skill} and {mixed(side.others)}" if side.mixed and side.others is not None else skill
    )
    men = (
        f"{plural(side.men, 'man', 'men')} of skill {of_skill} {'roll' if many else 'rolls'} {dice}"
    )
    text = (
        f"Side {name}: {men} and {'make' if many else 'makes'} {average(odds.mean, 'hit')} on"
        " average."
    )
    yield Step(text, CITES["melee"], reading=TWO_TO_ONE if many else "")
    if side.mixed:
        yield Step("Each man's die is checked against his own skill.", CITES["melee"])


def _headline(win: Fraction, draw: Fraction, lose: Fraction, called: str) -> str:
    ends = [
        (win, "side A hurts B"),
        (lose, "B hurts A" if win else "side B hurts A"),
        (draw, "nobody is hurt"),
    ]
    (chance, first), *others = [(chance, end) for chance, end in ends if chance]
    first = f"{called}: {first}" if called else capitalized(first)
    if not others:
        return f"{first} every time." if not draw else "Nobody can be hurt."
    rest = "".join(f", {end} {percent(other)}" for other, end in others)
    return f"{first} {percent(chance)} of the time{rest}."
