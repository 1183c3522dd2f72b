"""The rule index: every statement of a rule in a source, by line, with a state in which it decides
the answer.

``data/<game>/rulebook.toml`` covers each line of its source that is not blank: with a rule, or as
an aside, in the lab's words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Literal

from attrs import field, frozen

from landships_lab.core.checks import one_of, small
from landships_lab.data.load import INDEX, DataError, document, indexed, read, structure

_MOMENT = re.compile(r"[a-z][a-z0-9-]* [1-9][0-9]{0,3}")
Sort = Literal["rule", "reading", "gap", "play", "sequence", "advice", "aside"]
#: The title of each sort of entry on a page.
SORTS: Mapping[Sort, str] = {
    "rule": "rule to touch",
    "reading": "open reading",
    "gap": "not in the source",
    "play": "moment of a game",
    "sequence": "order of play",
    "advice": "advice or example",
    "aside": "no rule",
}


@frozen
class Source:
    """The text an index covers: its number of lines, those that are not blank, and the checksum of
    the whole.
    """

    lines: int
    text: str
    sha256: str


@frozen
class Entry:
    """One statement of the source: its lines, its content in the lab's words, and what can be done
    with it.

    Just one of ``shows`` (a link to a state in which it decides), ``reading``, ``gap`` (their ids),
    ``play`` (a record shipped with the game and the number of a move, such as ``report 12``, whose
    steps cite it), ``sequence``, ``advice`` and ``aside`` gives its sort; a reading or a gap may
    also have a state or a moment. ``but`` links to the same state one control away, in which the
    rule no longer decides and the answer differs; ``but_none`` says why there is no such state.
    ``part`` orders entries of one line, ``see`` names the lines that say the same.
    """

    lines: str
    topic: str = ""
    says: str = ""
    part: int = 1
    shows: str = ""
    but: str = ""
    but_none: str = ""
    reading: str = ""
    gap: str = ""
    play: str = ""
    sequence: bool = False
    advice: bool = False
    aside: str = ""
    see: str = ""

    @property
    def sort(self) -> Sort:
        """Its sort."""
        given_for: tuple[tuple[Sort, object], ...] = (
            ("aside", self.aside),
            ("advice", self.advice),
            ("sequence", self.sequence),
            ("reading", self.reading),
            ("gap", self.gap),
            ("play", self.play and not self.shows),
        )
        return next((sort for sort, given in given_for if given), "rule")

    @property
    def numbers(self) -> frozenset[int]:
        """The numbers of its lines."""
        return frozenset(line_numbers(self.lines))

    @property
    def touchable(self) -> bool:
        """Whether its effect can be seen: in a state, as a reading, or as a gap."""
        return bool(self.shows or self.play or self.reading or self.gap)


@frozen
class _Raw:
    source: Source
    entry: list[Entry] = field(factory=list)


@dataclass(frozen=True)
class Index:
    """The index of one rule set, and the name of its document as citations give it."""

    rule_set: str
    document: str
    source: Source
    entries: tuple[Entry, ...]

    def find(self, words: str = "", sorts: Iterable[str] = SORTS) -> tuple[Entry, ...]:
        """Return the entries of these sorts that hold all these words (or are on this line), in the
        order of the source.

        A search for words puts what can be touched before advice and asides.
        """
        # "line 115" names the line, as the field of the index says
        wanted = re.sub(r"\blines? +(?=\d)", "", words.lower()).split()
        kept = set(sorts)
        matches = [
            entry
            for entry in self.entries
            if entry.sort in kept and all(_holds(entry, word) for word in wanted)
        ]
        return tuple(sorted(matches, key=lambda entry: bool(wanted) and not entry.touchable))

    def at(self, lines: str) -> tuple[Entry, ...]:
        """Return the entries on these lines."""
        numbers = set(line_numbers(lines))
        return tuple(entry for entry in self.entries if entry.numbers & numbers)

    @property
    def rules(self) -> tuple[Entry, ...]:
        """The entries that state a rule: all but advice and asides."""
        return tuple(entry for entry in self.entries if entry.sort not in ("advice", "aside"))


def _holds(entry: Entry, word: str) -> bool:
    if small(word) in entry.numbers:
        return True
    return word in f"{entry.says} {entry.topic} {entry.aside}".lower()


def line_numbers(lines: str) -> Iterator[int]:
    """Yield the numbers in a list of lines.

    >>> list(line_numbers("9, 15-17"))
    [9, 15, 16, 17]
    """
    for piece in lines.split(","):
        first, _, last = piece.strip().partition("-")
        yield from range(int(first), int(last or first) + 1)


@cache
def index(rule_set: str) -> Index:
    """Return the rule index of a rule set.

    Raises `DataError` for an entry with no sort or with two.
    """
    origin = f"{one_of('rule set with an index', rule_set, indexed())}/{INDEX}"
    raw = structure(read(origin), _Raw, origin)
    for entry in raw.entry:
        if sum(
            map(bool, (entry.reading, entry.gap, entry.sequence, entry.advice, entry.aside))
        ) != (entry.sort not in ("rule", "play")):
            raise DataError(
                f"{origin}, lines {entry.lines}: an entry is only one of reading, gap, sequence,"
                " advice and aside."
            )
        if entry.play and not _MOMENT.fullmatch(entry.play):
            raise DataError(
                f"{origin}, lines {entry.lines}: a moment is a record and the number of a move,"
                f" such as 'report 12', not {entry.play!r}."
            )
        if entry.sort == "rule" and not entry.shows:
            raise DataError(
                f"{origin}, lines {entry.lines}: a rule needs a link under shows, a moment under"
                " play, or the id of a reading or a gap."
            )
        if sum(map(bool, (entry.but, entry.but_none))) != bool(entry.shows):
            raise DataError(
                f"{origin}, lines {entry.lines}: beside shows stands either but or but_none, and"
                " neither without it."
            )
        if not (entry.aside or (entry.says and entry.topic)):
            raise DataError(
                f"{origin}, lines {entry.lines}: an entry says something under a topic."
            )
    ordered = sorted(raw.entry, key=lambda entry: (min(entry.numbers), entry.part))
    return Index(rule_set, document(rule_set), raw.source, tuple(ordered))


def totals(rule_set: str) -> Mapping[str, int]:
    """Return how many rules an index holds; how many have a position, and how many of these also
    one without the rule; how many are open readings, gaps, and only order of play.
    """
    rules = index(rule_set).rules
    return {
        "rules": len(rules),
        "touchable": sum(bool(entry.shows) for entry in rules),
        "compared": sum(bool(entry.but) for entry in rules),
        "readings": sum(bool(entry.reading) for entry in rules),
        "gaps": sum(bool(entry.gap) for entry in rules),
        "moments": sum(bool(entry.play) for entry in rules),
        "sequence": sum(entry.sequence for entry in rules),
    }
