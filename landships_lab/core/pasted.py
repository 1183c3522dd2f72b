"""Text that a person typed or pasted, or that another program wrote, reduced to the letters this
package reads.

Every place that accepts text calls `pasted`: records, links, tables, files, fields.
"""

from __future__ import annotations

import re
from unicodedata import normalize

#: What some editors write before a text in UTF-8.
BYTE_ORDER_MARK = "\ufeff"
#: Signs that look like a minus; some programs write one of them instead.
MINUS_SIGNS = "\u2212\u2010\u2011\u2012\u2013\u2014\ufe63\uff0d"
#: Signs that look like one that is read here, each with the one it stands for.
ODD_SIGNS = {
    **dict.fromkeys(MINUS_SIGNS, "-"),
    **dict.fromkeys("\u201c\u201d\u201e\u00ab\u00bb", '"'),
    **dict.fromkeys("\u2018\u2019\u201a", "'"),
    "\xa0": "a blank",
}
#: The quotes, brackets and backticks that a link may be pasted with.
ROUND = " \t\r\n\xa0`<>\"'\u2018\u2019\u201a\u201c\u201d\u201e\u00ab\u00bb"
_LINE_END = re.compile("\r\n?|[\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")
_HALF_LETTER = re.compile("[\ud800-\udfff]")


def pasted(text: str) -> str:
    """Return the text without a byte order mark, with a line feed at the end of each line, and one
    spelling for each letter.

    >>> pasted("\\ufeffgame: x\\r\\nEte\\u0301")
    'game: x\\nEté'
    """
    held = _LINE_END.sub("\n", text.removeprefix(BYTE_ORDER_MARK))
    return normalize("NFC", _HALF_LETTER.sub("\ufffd", held))


def folded(text: str) -> str:
    """Return the text as one line, with one blank between words.

    >>> folded(" a\\n 3.  end ")
    'a 3. end'
    """
    return " ".join(pasted(text).split())


def hyphened(text: str) -> str:
    """Return the text with a hyphen for each sign that looks like a minus.

    >>> hyphened("\\u22121 \\uff0d2")
    '-1 -2'
    """
    return text.translate(_HYPHENS)


_HYPHENS = {ord(sign): "-" for sign in MINUS_SIGNS}
