"""The one text form of any state: an id, then words in groups, each group begun by a keyword.

``landships:fire mk-iv-male@0503/0504 E target 0705 reading range-between-hexsides=full-hexes``
"""

from __future__ import annotations

import base64
import binascii
import zlib
from collections.abc import Mapping, Sequence

from landships_lab.data.load import MOST_BYTES

#: The longest text that a packed word may unfold to, so that a short link cannot fill the memory:
#: that of a file.
MOST_TEXT = MOST_BYTES


def groups(
    text: str, panel: str, keywords: Mapping[str, bool] | Sequence[str]
) -> dict[str, list[str]]:
    """Return the words that follow each keyword, under "" those before the first.

    `ValueError` for the id of another panel.

    ``keywords`` tells of each whether it takes just one word, which may then be any word, even a
    keyword.
    """
    single = (
        {word for word, one_word in keywords.items() if one_word}
        if isinstance(keywords, Mapping)
        else set()
    )
    words = str(text).split()
    if not words or words[0] != panel:
        given = words[0] if words else ""
        raise ValueError(f"{given!r} does not begin a text of this panel; it begins with {panel}.")
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


def pack(text: str) -> str:
    """Return the single word that carries this longer text."""
    return base64.urlsafe_b64encode(zlib.compress(text.encode("utf-8"), 9)).decode("ascii")


def unpack(word: str) -> str:
    """Return the text that this word carries.

    `ValueError` if it is damaged or unfolds to too much.
    """
    try:
        unfolding = zlib.decompressobj()
        data = unfolding.decompress(base64.urlsafe_b64decode(word.encode("ascii")), MOST_TEXT)
        if not unfolding.eof:
            raise ValueError(
                "it is cut short"
                if len(data) < MOST_TEXT
                else f"it is longer than {MOST_TEXT} bytes"
            )
        return data.decode("utf-8")
    except (ValueError, zlib.error, binascii.Error) as error:
        raise ValueError(f"The packed part of this text cannot be read: {error}.") from error
