"""How values are written in a sentence: chances, signed numbers, plurals, lists, fractions.

Decimals are rounded only here, as the text is written, and an uncertain chance is never written as
certain.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

Number = int | Fraction

_GLYPHS = {
    Fraction(1, 2): "½",
    Fraction(1, 3): "⅓",
    Fraction(2, 3): "⅔",
    Fraction(1, 4): "¼",
    Fraction(3, 4): "¾",
    Fraction(1, 8): "⅛",
    Fraction(3, 8): "⅜",
    Fraction(5, 8): "⅝",
    Fraction(7, 8): "⅞",
}
#: Abbreviations that are spelled out and begin with a vowel sound: an MG, but a Mk IV.
_SPOKEN_WITH_AN = ("AA", "AT", "A7", "HM", "LM", "MG", "MP", "NC", "SM")
_SPOKEN_WITH_A = ("eu", "one", "uni", "use", "usu", "u-")


def percent(chance: Number) -> str:
    """Return a chance as a percentage with at most one decimal.

    >>> [
    ...     percent(Fraction(n, d))
    ...     for n, d in ((1, 3), (1, 2), (1, 5000), (4999, 5000), (0, 1), (1, 1))
    ... ]
    ['33.3%', '50%', '<0.1%', '>99.9%', 'never', 'certain']
    """
    if chance in (0, 1):
        return "certain" if chance else "never"
    tenths = _rounded(1000 * Fraction(chance))
    if tenths in (0, 1000):
        return ">99.9%" if tenths else "<0.1%"
    return f"{_with_tenth(tenths)}%"


def exact(chance: Fraction) -> str:
    """Return a chance as a fraction and a percentage.

    >>> exact(Fraction(1, 3)), exact(Fraction(1))
    ('1 / 3 = 33.3%', 'certain')
    """
    return (
        percent(chance)
        if chance.denominator == 1
        else f"{chance.numerator:,} / {chance.denominator:,} = {percent(chance)}"
    )


def often(chance: Number) -> str:
    """Return a chance as the end of a sentence about an event, such as "17% of the time".

    >>> f"It hits {often(Fraction(1, 6))}.", f"It jams {often(0)}.", f"It hits {often(1)}."
    ('It hits 16.7% of the time.', 'It jams never.', 'It hits every time.')
    """
    if chance in (0, 1):
        return "every time" if chance else "never"
    return f"{percent(chance)} of the time"


def signed(number: Number) -> str:
    """Return a modifier with its sign; a negative one has a real minus sign.

    >>> signed(2), signed(-1), signed(0)
    ('+2', '−1', '±0')
    """
    if not number:
        return "±0"
    return f"+{mixed(number)}" if number > 0 else f"−{mixed(-number)}"


def plural(number: Number, one: str, many: str = "") -> str:
    """Return a number with its noun, and "no" for none; ``many`` defaults to ``one`` with an s, or
    with ies for a y.

    >>> (
    ...     plural(1, "hex", "hexes"),
    ...     plural(3, "hex", "hexes"),
    ...     plural(0, "Hit"),
    ...     plural(Fraction(5, 2), "inch", "inches"),
    ...     plural(4, "company"),
    ... )
    ('1 hex', '3 hexes', 'no Hits', '2½ inches', '4 companies')
    """
    if 0 < number <= 1:
        return f"{mixed(number)} {one}"
    ends = f"{one[:-1]}ies" if one.endswith("y") and one[-2] not in "aeou" else f"{one}s"
    return f"{mixed(number) if number else 'no'} {many or ends}"


def inches(number: Number) -> str:
    """Return a distance in inches.

    >>> inches(1), inches(Fraction(15, 2)), inches(Fraction(1, 2)), inches(0)
    ('1 inch', '7½ inches', '½ inch', '0 inches')
    """
    return plural(number, "inch", "inches") if number else "0 inches"


def mixed(number: Number) -> str:
    """Return a number as a whole and a fraction, which `checks.inches` reads back.

    >>> (
    ...     mixed(Fraction(15, 2)),
    ...     mixed(Fraction(1, 8)),
    ...     mixed(4),
    ...     mixed(Fraction(17, 5)),
    ...     mixed(Fraction(-1, 2)),
    ... )
    ('7½', '⅛', '4', '3 2/5', '−½')
    """
    if number < 0:
        return f"−{mixed(-number)}"
    if isinstance(number, int):
        return str(number)
    whole, rest = divmod(Fraction(number), 1)
    if not rest:
        return str(whole)
    if rest in _GLYPHS:
        return f"{whole or ''}{_GLYPHS[rest]}"
    return f"{whole} {rest}" if whole else str(rest)


def decimal(number: Number) -> str:
    """Return a number, such as an average, to the nearest tenth.

    >>> (
    ...     decimal(Fraction(40, 3)),
    ...     decimal(Fraction(4)),
    ...     decimal(Fraction(-1, 3)),
    ...     decimal(Fraction(1, 50)),
    ... )
    ('13.3', '4', '−0.3', '0')
    """
    tenths = _rounded(10 * abs(Fraction(number)))
    return f"{'−' if number < 0 and tenths else ''}{_with_tenth(tenths)}"


def listed(items: Iterable[str], joint: str = "and", none: str = "none") -> str:
    """Return the items as a list within a sentence; ``none`` if there are none.

    >>> listed(["A"]), listed(["A", "B"]), listed(["A", "B", "C"], "or"), listed([])
    ('A', 'A and B', 'A, B or C', 'none')
    """
    texts = list(items)
    if len(texts) < 2:
        return texts[0] if texts else none
    return f"{', '.join(texts[:-1])} {joint} {texts[-1]}"


def with_article(name: str) -> str:
    """Return a name with the article that goes before it.

    >>> [with_article(name) for name in ("hex", "ATG", "A7V", "MG", "Mk IV", "unit", "SMG")]
    ['a hex', 'an ATG', 'an A7V', 'an MG', 'a Mk IV', 'a unit', 'an SMG']
    >>> [with_article(name) for name in ("8", "11", "Infantry platoon")]
    ['an 8', 'an 11', 'an Infantry platoon']
    """
    first = name.split(maxsplit=1)[0] if name.split() else ""
    if first[:1].isdigit():
        vowel = first[0] == "8" or first in ("11", "18")
    elif first[:2] in _SPOKEN_WITH_AN:
        vowel = True
    else:
        vowel = first[:1].lower() in "aeiou" and not first.lower().startswith(_SPOKEN_WITH_A)
    return f"{'an' if vowel else 'a'} {name}"


def capitalized(text: str) -> str:
    """Return a text as the beginning of a sentence.

    Only its first letter changes, so that Hits and Units keep their capitals.

    >>> capitalized("an ATG"), capitalized("no Hits")
    ('An ATG', 'No Hits')
    """
    return text[:1].upper() + text[1:]


def _rounded(number: Fraction) -> int:
    """Return the nearest whole number, halves upwards."""
    return (2 * number.numerator + number.denominator) // (2 * number.denominator)


def _with_tenth(tenths: int) -> str:
    whole, tenth = divmod(tenths, 10)
    return f"{whole}.{tenth}" if tenth else str(whole)
