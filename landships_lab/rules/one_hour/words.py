"""What the sentences of this rule set are made of: citations, the printed tables, numbers and names as one says them."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from landships_lab.core.checks import unknown
from landships_lab.core.dice import AVERAGE_DIE, D6, Odds
from landships_lab.data.load import chosen, cites, readings
from landships_lab.data.one_hour.table_tops import RULE_SET, UnitType, tables

CITES = cites(RULE_SET)
READINGS = readings(RULE_SET)
TABLES = tables()
#: The dice a game may be played with, by the names the rules give them.
DICE: Mapping[str, Odds[int]] = {"D5": AVERAGE_DIE, "D6": D6}

Readings = Mapping[str, str] | None


def taken(given: Readings) -> dict[str, str]:
    """Which option is taken for every reading? `ValueError` in one sentence for one that is not there."""
    return chosen(RULE_SET, given)


def row_of(kind: object) -> UnitType:
    """Which row of the printed tables has this type of Unit? `ValueError` with the types there are, whatever else is given."""
    return TABLES.type(kind if isinstance(kind, str) else repr(kind))


def die_of(dice: str, given: Readings = None) -> Odds[int]:
    """Which die is thrown? The reading ``dice``, where it is chosen, goes before the argument of that name."""
    name = (given or {}).get("dice", dice)
    if not isinstance(name, str) or name not in DICE:
        raise ValueError(unknown("die of these rules", name, list(DICE)))
    return DICE[name]


def whole(what: str, number: object, most: int) -> int:
    """Is this a whole number from 0 to ``most``? `ValueError` in one sentence if not."""
    if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number <= most:
        raise ValueError(f"{what} is a whole number from 0 to {most}, not {number!r}.")
    return number


def shown(die: object) -> int:
    """What does a die show? `ValueError` in one sentence unless it is a whole number from 1 to 6."""
    if isinstance(die, bool) or not isinstance(die, int) or not 1 <= die <= 6:
        raise ValueError(f"What a die shows is a whole number from 1 to 6, not {die!r}.")
    return die


def exact_inches(what: str, number: object) -> Fraction:
    """Is this a distance, whole or a Fraction of an inch and not below zero? `ValueError` in one sentence if not."""
    if isinstance(number, bool) or not isinstance(number, (int, Fraction)):
        raise ValueError(f"{what} is a whole number or a Fraction of inches, such as Fraction(15, 2) for 7½, not {number!r}.")
    if number < 0:
        raise ValueError(f"{what} is 0 inches or more, not {number}.")
    return Fraction(number)


def mixed(number: Fraction | int) -> str:
    """How does one write a number with a fraction?

    >>> mixed(Fraction(15, 2)), mixed(Fraction(1, 8)), mixed(4)
    ('7 1/2', '1/8', '4')
    """
    whole_part, rest = divmod(Fraction(number), 1)
    if not rest:
        return str(whole_part)
    return f"{whole_part} {rest}" if whole_part else str(rest)


def inches(number: Fraction | int) -> str:
    """How does one say a distance?

    >>> inches(1), inches(Fraction(15, 2))
    ('1 inch', '7 1/2 inches')
    """
    return f"{mixed(number)} inch" if number == 1 else f"{mixed(number)} inches"


def count(number: int, what: str = "Hit") -> str:
    """How does one say how many?

    >>> count(0), count(1), count(7)
    ('no Hits', '1 Hit', '7 Hits')
    """
    return f"{number or 'no'} {what}" if number == 1 else f"{number or 'no'} {what}s"


def begun(text: str) -> str:
    """How does a sentence begin with this text? Only its first letter changes: Units and Hits keep their capitals.

    >>> begun("an ATG"), begun("no Hits")
    ('An ATG', 'No Hits')
    """
    return text[:1].upper() + text[1:]


def a(name: str) -> str:
    """Which article goes before a type of Unit?

    >>> a("ATG"), a("Tank"), a("Infantry")
    ('an ATG', 'a Tank', 'Infantry')
    """
    if name == "Infantry":
        return name
    return f"an {name}" if name[0] in "AEIO" else f"a {name}"


def percent(chance: Fraction) -> str:
    """How does one say a chance? To the whole percent, but never 0% or 100% of what is neither.

    >>> percent(Fraction(1, 3)), percent(Fraction(999, 1000)), percent(Fraction(1))
    ('33%', 'over 99%', '100%')
    """
    if 0 < chance < Fraction(1, 100):
        return "under 1%"
    if Fraction(99, 100) < chance < 1:
        return "over 99%"
    return f"{round(100 * chance)}%"
