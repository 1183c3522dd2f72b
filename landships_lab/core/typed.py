"""What a person typed, however long or odd: cut short where a sentence quotes it, and read as a number only if it is small."""

from __future__ import annotations

import re

#: A quoted word longer than this helps nobody, nor does a sentence longer than that: what lies between its ends is left out.
MOST_QUOTED = 160
MOST_SENTENCE = 1200
#: More digits than these make no number that any rule of ours asks for; beyond 4300 of them Python itself refuses to read one.
MOST_DIGITS = 6
_LONG = re.compile(rf"\S{{{MOST_QUOTED + 1},}}")
_QUOTE = re.compile(r"\W{0,2}$")


def brief(sentence: str) -> str:
    """Which sentence says the same on one line, with the endless words that it quotes cut short?

    >>> brief("'" + 5000 * "x" + "' is no place.") == f"'{105 * 'x'}…' is no place."
    True
    """
    line = "".join(letter if letter.isprintable() else " " for letter in _without_middle(sentence, 20 * MOST_SENTENCE))
    return _without_middle(_LONG.sub(_shortened, line), MOST_SENTENCE)


def _without_middle(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most // 2]} … {text[-most // 2 :]}"


def _shortened(word: re.Match[str]) -> str:
    end = _QUOTE.search(word[0])
    return f"{word[0][: MOST_QUOTED * 2 // 3]}…{end[0] if end else ''}"


def fits(text: str, most_bytes: int) -> bool:
    """Is this text no longer than so many bytes, and whole: without the half letters that no file can hold?"""
    try:
        return len(text) <= most_bytes and len(text.encode("utf-8")) <= most_bytes
    except UnicodeEncodeError:
        return False


def small(text: str) -> int | None:
    """Which whole number, 0 or more, is written in these digits? None where they are none, or too many for any rule.

    >>> small("12"), small("twelve"), small(5000 * "1")
    (12, None, None)
    """
    return int(text) if text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS else None
