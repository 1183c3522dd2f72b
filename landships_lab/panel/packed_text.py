"""A longer text packed into one word of a link, and unpacked within a limit."""

from __future__ import annotations

import base64
import binascii
import zlib

from landships_lab.data.load import MOST_BYTES

#: The longest text (bytes) that a word may unpack to, so that a short link cannot fill the memory:
#: the limit of a file.
MOST_TEXT = MOST_BYTES


def pack(text: str) -> str:
    """Return the single word that carries a longer text."""
    return base64.urlsafe_b64encode(zlib.compress(text.encode("utf-8"), 9)).decode("ascii")


def unpack(word: str, most: int = MOST_TEXT) -> str:
    """Return the text that this word carries.

    Raises `ValueError` if it is damaged or longer than ``most`` bytes.
    """
    try:
        unfolding = zlib.decompressobj()
        data = unfolding.decompress(base64.urlsafe_b64decode(word.encode("ascii")), most)
        if not unfolding.eof:
            raise ValueError(
                "it is cut short" if len(data) < most else f"it is longer than {most} bytes"
            )
        return data.decode("utf-8")
    except (ValueError, zlib.error, binascii.Error) as error:
        raise ValueError(f"The packed part of this text cannot be read: {error}.") from error
