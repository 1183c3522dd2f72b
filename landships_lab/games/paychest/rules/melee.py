"""Melee: each man rolls one die against his skill; hits cancel one for one, and the rest fall on
the loser.

die      skill + 1 or more   skill   skill - 1   skill - 2 ...
hits     none                1       2           3
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache, reduce

from landships_lab.core.answer import Step, Telling, Told, chanced, summed
from landships_lab.core.checks import one_of, whole
from landships_lab.core.dice import D6, Odds, Roll, Thrown, run, sum_of
from landships_lab.core.speech import capitalized, listed, mixed, percent, plural, with_article
from landships_lab.games.paychest.data.supplied import NOTHING, Supplied
from .book import (
    MOST,
    MOST_POINTS,
    READINGS,
    add,
    allow,
    average,
    note,
    option_of,
    reads,
    start,
    typed,
)
from .fire import cards_out, cards_step
from .shot import roster_step

TWO_TO_ONE, MANY = "two-to-one", "melee-many"
#: The most men on a side of one contact; the text mentions two to one.
MOST_MEN = 12
#: The most men that the text mentions: two on one side, three in a fight.
TWO, THREE = 2, 3


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a contact: its skill, its men, and the row of the reader's table that gave the
    skill, if any.

    ``others`` is the skill of all men except the first, if it differs.
    """

    skill: int
    men: int = 1
    figure: str = ""
    others: int | None = None

    @property
    def mixed(self) -> bool:
        """Whether its men differ in skill."""
        return self.men > 1 and self.others is not None and self.others != self.skill


Sides = tuple[Side, Side]
Both = tuple[Odds[int], Odds[int]]

# ----------------------------------------------------------------------------------------- the dice


def man_rolls(name: str, skill: int, roll: Roll) -> Step:
    """Return the step for the die of one man of side ``name``, whose amount is its hits."""
    die = roll(D6, int)
    hits = max(0, skill - die + 1)
    how = "equal to" if die == skill else "under" if die < skill else "over"
    text = f"Side {name} rolls {die}, {how} the skill of {mixed(skill)}: {plural(hits, 'hit')}."
    return add("melee", hits, text)


def _hits(step: Step) -> int:
    assert isinstance(step.amount, Fraction)
    return step.amount.numerator


def melee_hits(skill: int, die: int) -> int:
    """Return the hits of this die: one if it equals the skill, and one more for each point below.

    >>> melee_hits(4, 4), melee_hits(4, 1), melee_hits(4, 5)
    (1, 4, 0)
    """
    return _hits(man_rolls("A", skill, Thrown([die])))


@summed
def melee(skill_a: int, skill_b: int, dice_a: Sequence[int], dice_b: Sequence[int]) -> Telling:
    """Return the net hits of this fight, positive on B, with a die for each man (or one for the
    side).

    >>> melee(4, 3, [2], [3]).headline
    '2 hits on side B.'
    """
    for name, skill, dice, sign in (("A", skill_a, dice_a, 1), ("B", skill_b, dice_b, -1)):
        own = whole("A skill", skill, -MOST_POINTS, MOST_POINTS)
        if not 1 <= len(dice) <= MOST_MEN:
            raise ValueError(f"A side of a melee rolls 1 to {MOST_MEN} dice, not {len(dice)}.")
        roll = Thrown([whole("A die", die, 1, 6) for die in dice])
        for _ in dice:
            step = man_rolls(name, own, roll)
            yield replace(step, amount=Fraction(sign * _hits(step)))
    rest = "the rest fall on the loser, who draws a casualty card for each"
    yield note("melee-cancel", f"Hits cancel one for one; {rest}.")
    return lambda net: (
        f"{plural(abs(net), 'hit')} on side {'B' if net > 0 else 'A'}."
        if net
        else "Nobody is hurt."
    )


def dice_of(men: int, two_to_one: str | None) -> int:
    """Return how many dice these men roll together, by an option of two-to-one."""
    count = whole("The number of men on a side", men, 1, MOST_MEN)
    return count if option_of(TWO_TO_ONE, two_to_one) == "die-each" else 1


# ----------------------------------------------------------------------------------------- the odds


def _man(skill: int) -> Odds[int]:
    number = whole("A skill", skill, -MOST_POINTS, MOST_POINTS)
    return run(lambda roll: _hits(man_rolls("", number, roll)))


def _added(several: Iterable[Odds[int]]) -> Odds[int]:
    return reduce(lambda some, odds: some.then(lambda n: odds.map(lambda more: n + more)), several)


@lru_cache(maxsize=256)
def _made(side: Side, reading: str | None) -> Odds[int]:
    """Return the odds of the hits of this side, before hits cancel."""
    if not side.mixed or side.others is None:
        return sum_of(_man(side.skill), dice_of(side.men, reading))
    if option_of(TWO_TO_ONE, reading) != "die-each":
        raise ValueError(
            "One die for men of different skills has no skill to beat in print; give them one"
            " skill, or a die for each man."
        )
    return _added((_man(side.skill), sum_of(_man(side.others), side.men - 1)))


def _net(sides: Sides, reading: str | None) -> Odds[int]:
    """Return the odds of the net hits of this fight, positive on B."""
    on_a = _made(sides[1], reading)
    return _made(sides[0], reading).then(lambda hits: on_a.map(lambda less: hits - less))


def melee_odds(
    skill_a: int, skill_b: int, men_a: int = 1, men_b: int = 1, reading: str | None = None
) -> Odds[int]:
    """Return the odds of the net hits of a fight, positive on B, by an option of two-to-one.

    >>> melee_odds(4, 4).p(0)
    Fraction(2, 9)
    """
    return _net((Side(skill_a, men_a), Side(skill_b, men_b)), reading)


def win_draw_lose(odds: Odds[int]) -> tuple[Fraction, Fraction, Fraction]:
    """Return the chances that side A hurts B, that nobody is hurt, and that B hurts A."""
    return odds.at_least(1), odds.p(0), odds.at_most(-1)


def taken_odds(contact: Odds[int], fights: int) -> Both:
    """Return the odds of the hits on A, and the odds of the hits on B, in several fights like this
    one.
    """
    fights = whole("The number of fights", fights, 1, MOST)
    on_a, on_b = (contact.map(lambda net, s=sign: max(0, s * net)) for sign in (-1, 1))  # type: ignore[misc]  # bound at once
    return sum_of(on_a, fights), sum_of(on_b, fights)


# ---------------------------------------------------------------------------------------- a contact


@dataclass(frozen=True, slots=True)
class Contact:
    """The odds of a fight: the hits that each side makes, the net hits (positive on B), and the
    hits on each side in all fights.

    ``fights`` counts all fights; ``name`` names this one ("2 to 1") if the men of a contact form
    several. ``out`` holds, for each side, the odds of the cards that put a figure out of action;
    None without a deck that is large enough.
    """

    made: Both
    net: Odds[int]
    suffered: Both
    out: tuple[Odds[int] | None, Odds[int] | None] = (None, None)
    fights: int = 1
    name: str = ""


def beyond_print(a: Side, b: Side) -> bool:
    """Return whether more men meet than the text mentions: one man, or two, against one."""
    return a.men + b.men > THREE or max(a.men, b.men) > TWO


def formed(a: Side, b: Side, many: str | None = None) -> tuple[Sides, ...]:
    """Return the fights that the men in contact form, the largest first, by an option of
    melee-many.

    Raises `ValueError` for several fights of men of different skills: the text does not say who
    fights whom.

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
    """Return the step on who may fight: stands that have ``met`` an enemy stand."""
    text = "Stands in contact at the end of the move may fight"
    return allow("contact", met, f"{text}.", f"{text}; here none touches an enemy's.")


@chanced
def contact(
    a: Side,
    b: Side,
    fights: int = 1,
    tables: Supplied = NOTHING,
    reading: str | None = None,
    many: str | None = None,
) -> Telling:
    """Return the chance that side A hurts side B in one fight; the detail is the `Contact`.

    ``fights`` is the number of such contacts side by side; ``reading`` is an option of two-to-one,
    and ``many`` an option of melee-many. If the men form several fights, the answer is about the
    largest. Raises `ValueError` for one die for men of different skills (the text gives that die no
    skill), and as `formed` does.

    >>> contact(Side(4), Side(4)).headline
    'Side A hurts B 38.9% of the time, B hurts A 38.9%, nobody is hurt 22.2%.'
    """
    yield in_contact_step()
    if not (a.figure and b.figure):
        yield _typed_skills(a, b, tables)
    all_formed = formed(a, b, many)
    if beyond_print(a, b):
        yield from _gathered(a, b, many, all_formed)
    first, number = all_formed[0], fights * len(all_formed)
    made, net = (_made(first[0], reading), _made(first[1], reading)), _net(first, reading)
    for name, side, odds in zip("AB", first, made, strict=True):
        yield from _side_steps(name, side, odds, tables, reading)
    win, draw, lose = win_draw_lose(net)
    yield start("melee-cancel", win, _cancelled(net, made))
    kinds = Counter(all_formed).items()
    each = [taken_odds(_net(sides, reading), fights * count) for sides, count in kinds]
    suffered = on_a, on_b = _added(one for one, _ in each), _added(other for _, other in each)
    if number > 1:
        such = "such fights" if len(all_formed) == 1 else "fights in all"
        b_suffers = f"side B suffers {average(on_b.mean, 'hit')} on average"
        text = f"In {number} {such}, {b_suffers}, and side A {average(on_a.mean, 'hit')}."
        yield note("contact", text)
    out = cards_out(on_a, tables), cards_out(on_b, tables)
    yield from dict.fromkeys(
        cards_step(hits, cards, tables, f"side {name}")
        for name, hits, cards in zip("AB", suffered, out, strict=True)
        if hits.mean
    )
    called = "" if all_formed == ((a, b),) else f"{first[0].men} to {first[1].men}"
    detail = Contact(made, net, suffered, out, number, called)
    return Told(_headline(win, draw, lose, called), detail=detail)


def _typed_skills(a: Side, b: Side, tables: Supplied) -> Step:
    if not tables.skills:
        return note("skills-lost", "You give the melee skills; the table of skills is lost.")
    given = [f"side {name}" for name, side in zip("AB", (a, b), strict=True) if not side.figure]
    return note(typed("skill"), f"You give the melee skill of {listed(given)} yourself.")


def _gathered(a: Side, b: Side, many: str | None, fights: tuple[Sides, ...]) -> Iterator[Step]:
    """Yield how the men fight if more of them meet than the text mentions."""
    yield reads(MANY, option_of(MANY, many), "The text names one man, or two, against one. ")
    if fights != ((a, b),):
        waiting = a.men + b.men - sum(one.men + other.men for one, other in fights)
        sizes = [f"{one.men} to {other.men}" for one, other in fights]
        alike = len(sizes) > 1 and len(set(sizes)) == 1
        spectators = f"; {plural(waiting, 'man does', 'men do')} not fight" if waiting else ""
        which = f", each {sizes[0]}" if alike else f": {listed(sizes)}"
        text = f"The men form {plural(len(sizes), 'fight')}{which}{spectators}."
        yield note(READINGS[MANY].cite, text, MANY)


def _side_steps(
    name: str, side: Side, odds: Odds[int], tables: Supplied, reading: str | None
) -> Iterator[Step]:
    skill = mixed(side.skill)
    if side.figure:
        figure = one_of("figure in your tables", side.figure, tables.skills)
        text = f"Side {name}: the melee skill of {with_article(figure)} is {skill}."
        yield note(tables.cite(f"skills, {figure}"), text)
        yield roster_step("melee")
    if side.mixed and side.others is not None:
        skill += f" and {mixed(side.others)}"
    dice, one = plural(dice_of(side.men, reading), "die", "dice"), side.men == 1
    roll = f"of skill {skill} {'rolls' if one else 'roll'} {dice} and {'makes' if one else 'make'}"
    men, hits = plural(side.men, "man", "men"), f"{average(odds.mean, 'hit')} on average"
    yield note("melee", f"Side {name}: {men} {roll} {hits}.", "" if one else TWO_TO_ONE)
    if side.mixed:
        yield note("melee", "Each man's die is checked against his own skill.")


def _cancelled(net: Odds[int], made: Both) -> str:
    """Return the hits left after those of both sides have cancelled."""
    unhit = [name for name, odds in zip("AB", made, strict=True) if not odds.mean]
    if unhit:
        none = "Neither side makes a hit" if len(unhit) > 1 else f"Side {unhit[0]} makes no hits"
        return f"{none}, so none cancel."
    more = f"{average(abs(net.mean), 'hit')} more on side {'B' if net.mean > 0 else 'A'}"
    remainder = more if net.mean else "as many on one side as on the other"
    return f"Hits cancel one for one; on average that leaves {remainder}."


def _headline(win: Fraction, draw: Fraction, lose: Fraction, called: str) -> str:
    back = "B hurts A" if win else "side B hurts A"
    ends = {"side A hurts B": win, back: lose, "nobody is hurt": draw}
    (first, chance), *others = [(end, chance) for end, chance in ends.items() if chance]
    if not others and draw:
        return "Nobody can be hurt."
    first = f"{called}: {first}" if called else capitalized(first)
    rest = "".join(f", {end} {percent(other)}" for end, other in others)
    return f"{first} {percent(chance)} of the time{rest}." if others else f"{first} every time."
