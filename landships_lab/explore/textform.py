"""The one text form of any state: an id, then words in groups, each group begun by a keyword.

``landships:fire mk-iv-male@0503/0504 E target 0705 reading range-between-hexsides=full-hexes``
"""

from __future__ import annotations

import base64
import binascii
import zlib
from collections.abc import Mapping, Sequence

from landships_lab.core.checks import unknown
from landships_lab.core.sources import Reading
from landships_lab.data.load import MOST_BYTES

#: The longest text that a packed word may unfold to, so that a short link cannot fill the memory: that of a file.
MOST_TEXT = MOST_BYTES


def groups(text: str, explorer: str, keywords: Mapping[str, bool] | Sequence[str]) -> dict[str, list[str]]:
    """Return the words that follow each keyword, under "" those before the first. `ValueError` for the id of another explorer.

    ``keywords`` tells of each whether it takes just one word, which may then be any word, even a keyword.
    """
    single = {word for word, one_word in keywords.items() if one_word} if isinstance(keywords, Mapping) else set()
    words = str(text).split()
    if not words or words[0] != explorer:
        given = words[0] if words else ""
        raise ValueError(f"{given!r} does not begin a text of this panel; it begins with {explorer}.")
    found: dict[str, list[str]] = {"": []}
    current = ""
    for word in words[1:]:
        if word in keywords and not (current in single and not found[current]):
            if word in found:
                raise ValueError(f"{word!r} stands twice in this text; each keyword stands once.")
            current = word
            found[current] = []
        else:
            found[current].append(word)
    return found


def one(found: Mapping[str, list[str]], keyword: str, default: str) -> str:
    """Which single word stands under this keyword? The default where the keyword is absent."""
    words = found.get(keyword)
    if words is None:
        return default
    if len(words) != 1:
        where = f"After {keyword!r}" if keyword else "At the beginning"
        raise ValueError(f"{where} stands one word, not {len(words)}.")
    return words[0]


def read_readings(words: Sequence[str], known: Mapping[str, Reading]) -> tuple[tuple[str, str], ...]:
    """Which readings do words such as ``range-between-hexsides=full-hexes`` choose? Ids may be cut short."""
    taken = []
    for word in words:
        given, equals, option = word.partition("=")
        fitting = [key for key in known if key.startswith(given)] if given not in known else [given]
        if not equals or len(fitting) != 1:
            raise ValueError(unknown("reading", given, list(known)) + " It is written reading=option.")
        if option != known[fitting[0]].default:
            taken.append((fitting[0], known[fitting[0]].option(option).id))
    return tuple(sorted(taken))


def write_readings(taken: Sequence[tuple[str, str]]) -> list[str]:
    """Which words tell the readings that are not the defaults?"""
    return ["reading", *(f"{key}={option}" for key, option in taken)] if taken else []


def pack(text: str) -> str:
    """Which single word carries this longer text?"""
    return base64.urlsafe_b64encode(zlib.compress(text.encode("utf-8"), 9)).decode("ascii")


def unpack(word: str) -> str:
    """Which text does this word carry? `ValueError` if it is damaged or unfolds to too much."""
    try:
        unfolding = zlib.decompressobj()
        data = unfolding.decompress(base64.urlsafe_b64decode(word.encode("ascii")), MOST_TEXT)
        if not unfolding.eof:
            raise ValueError("it is cut short" if len(data) < MOST_TEXT else f"it is longer than {MOST_TEXT} bytes")
        return data.decode("utf-8")
    except (ValueError, zlib.error, binascii.Error) as error:
        raise ValueError(f"The packed part of this text cannot be read: {error}.") from error
