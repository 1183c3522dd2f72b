"""Checks of what a person gave: each returns the value, or raises a `ValueError` that says in one
sentence what was given and what is allowed.

A person may type a text of any length, so `brief` shortens what a sentence quotes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches
from fractions import Fraction
from unicodedata import numeric

from landships_lab.core.pasted import hyphened
from landships_lab.core.speech import mixed, with_article

#: A longer quotation loses its end; a longer sentence, its middle. In letters.
MOST_QUOTED = 60
MOST_SENTENCE = 400
#: No rule needs a number of more digits; Python itself refuses to read very long ones.
MOST_DIGITS = 6
_LONG = re.compile(rf"\S{{{MOST_QUOTED + 1},}}")
_QUOTED = re.compile(rf"""(?<!\w)(['"])((?:(?!\1).){{{MOST_QUOTED + 1},}})\1(?!\w)""")
_QUOTE = re.compile(r"\W{0,2}$")


def brief(sentence: str) -> str:
    """Return the sentence on one line, with long words and long quotations shortened.

    >>> brief("'" + 5000 * "x" + "' is no place.") == f"'{39 * 'x'}…' is no place."
    True
    >>> brief("Start with a weapon, not with '" + 900 * "0503 " + "'.")
    "Start with a weapon, not with '0503 0503 0503 0503 0503 0503 0503 0503…'."
    """
    line = "".join(
        letter if letter.isprintable() else " "
        for letter in _without_middle(sentence, 20 * MOST_SENTENCE)
    )
    return _without_middle(_QUOTED.sub(_cut, _LONG.sub(_shortened, line)), MOST_SENTENCE)


def _cut(quoted: re.Match[str]) -> str:
    return f"{quoted[1]}{quoted[2][: MOST_QUOTED * 2 // 3].rstrip()}…{quoted[1]}"


def _without_middle(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most // 2]} … {text[-most // 2 :]}"


def _shortened(word: re.Match[str]) -> str:
    end = _QUOTE.search(word[0])
    return f"{word[0][: MOST_QUOTED * 2 // 3]}…{end[0] if end else ''}"


def fits(text: str, most_bytes: int) -> bool:
    """Return whether a text takes at most this many bytes in UTF-8.

    A text with half a surrogate pair, which UTF-8 cannot encode, does not fit.
    """
    try:
        return len(text) <= most_bytes and len(text.encode("utf-8")) <= most_bytes
    except UnicodeEncodeError:
        return False


def small(text: str) -> int | None:
    """Return the whole number, 0 or more, that a text of digits stands for.

    None for any other text, and for more digits than any rule needs.

    >>> small("12"), small("twelve"), small(5000 * "1")
    (12, None, None)
    """
    return int(text) if text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS else None


def unknown(what: str, given: object, allowed: Iterable[str]) -> str:
    """Return the sentence that refuses an unknown name: what was given, which names are allowed,
    and which of them is nearest.

    >>> unknown("cover", "haft", ["half", "full"])
    "'haft' is not a cover; allowed are half, full. The nearest is half."
    >>> unknown("skill", "brave", [])
    "'brave' is not a skill; there are none to choose from yet."
    """
    shown, known = str(given)[:MOST_SENTENCE], [name for name in allowed if name]
    if not known:
        return brief(f"{shown!r} is not {with_article(what)}; there are none to choose from yet.")
    verb = "allowed are" if len(known) > 1 else "the only one is"
    text = brief(f"{shown!r} is not {with_article(what)}; {verb} {', '.join(known)}.")
    by_lower = {name.lower(): name for name in known}
    near = get_close_matches(shown[:MOST_QUOTED].lower(), by_lower, n=1)
    return f"{text} The nearest is {by_lower[near[0]]}." if near and len(known) > 1 else text


def one_of(what: str, given: object, allowed: Iterable[str]) -> str:
    """Return the word given if it is one of those allowed.

    Raises `ValueError` with the sentence of `unknown` for any other value.

    >>> one_of("cover", "half", ["none", "half", "full"])
    'half'
    """
    known = list(allowed)
    if not isinstance(given, str) or given not in known:
        raise ValueError(unknown(what, given, known))
    return given


def names(what: str, given: object) -> tuple[str, ...]:
    """Return the names given, one alone or several; a number stands for the name of its digits.

    Raises `ValueError` for anything else; ``what`` begins its sentence.

    >>> names("Lessons", [10, "11"]), names("Lessons", "10")
    (('10', '11'), ('10',))
    >>> names("Lessons", None)
    Traceback (most recent call last):
    ValueError: Lessons are names in a list, not None.
    """
    several = (given,) if isinstance(given, str | int) else given
    each = tuple(several) if isinstance(several, Iterable) else (None,)
    if not all(isinstance(name, str | int) for name in each):
        raise ValueError(brief(f"{what} are names in a list, not {given!r}."))
    return tuple(map(str, each))


def whole(what: str, given: object, least: int, most: int) -> int:
    """Return the whole number given, as an `int` or in digits, from ``least`` to ``most``.

    Raises `ValueError` for any other value; ``what`` begins its sentence, which names the bounds
    and, for a number outside them, the nearest.

    >>> whole("The roll", "4", 1, 6), whole("A skill", "−1", -3, 9)
    (4, -1)
    >>> whole("The roll", 7, 1, 6)
    Traceback (most recent call last):
    ValueError: The roll is a whole number from 1 to 6, not 7. The nearest is 6.
    """
    number = _whole_number(given)
    if number is None:
        raise ValueError(
            brief(f"{what} is a whole number from {least} to {most}, not {_quoted(given)}.")
        )
    if not least <= number <= most:
        near = min(max(number, least), most)
        raise ValueError(
            brief(
                f"{what} is a whole number from {least} to {most}, not {number}. The nearest is"
                f" {near}."
            )
        )
    return number


def keep_whole(record: object, **bounds: tuple[str, int, int]) -> None:
    """Check fields of a frozen record as `whole` does, and turn numbers given as text
    into numbers.
    """
    for name, (what, least, most) in bounds.items():
        object.__setattr__(record, name, whole(what, getattr(record, name), least, most))


def inches(what: str, given: object, most: int = 99) -> int | Fraction:
    """Return a distance of 0 to ``most`` inches, given as a number or as a text such as 7, 7.5,
    15/2, 7 1/2 or 7½: an `int` where it is whole, else a `Fraction`.

    Raises `ValueError` for any other value; ``what`` begins its sentence.

    >>> inches("The range", "7 1/2"), inches("The range", "7½"), inches("The range", '12"')
    (Fraction(15, 2), Fraction(15, 2), 12)
    >>> inches("The range", 100)
    Traceback (most recent call last):
    ValueError: The range is at most 99 inches, not 100.
    """
    value = _fraction(given)
    if value is None:
        raise ValueError(
            brief(f"{what} is a number of inches such as 7, 7.5 or 7 1/2, not {_quoted(given)}.")
        )
    if value < 0:
        raise ValueError(f"{what} is 0 inches or more, not {mixed(value)}.")
    if value > most:
        raise ValueError(f"{what} is at most {most} inches, not {mixed(value)}.")
    return value.numerator if value.denominator == 1 else value


def _whole_number(given: object) -> int | None:
    if isinstance(given, bool) or not isinstance(given, int | str):
        return None
    if isinstance(given, int):
        return given
    text = hyphened(given.strip())
    if small(text.removeprefix("-").removeprefix("+")) is None:
        return None
    return int(text)


def _fraction(given: object) -> Fraction | None:
    if isinstance(given, bool):
        return None
    if isinstance(given, int | Fraction):
        return Fraction(given)
    text = str(given).replace("″", " ").replace('"', " ")
    words = "".join(
        f" {Fraction(numeric(c)).limit_denominator(8)}" if c in "½⅓⅔¼¾⅛⅜⅝⅞" else c
        for c in text[:40]
    ).split()
    if (
        len(text) > 40
        or not 1 <= len(words) <= 2
        or any(len(word) > 8 or not set(word) <= set("0123456789./") for word in words)
    ):
        return None
    try:
        return sum((Fraction(word) for word in words), Fraction(0))
    except (ValueError, ZeroDivisionError):
        return None


def _quoted(given: object) -> str:
    return repr(given.strip()) if isinstance(given, str) else repr(given)
