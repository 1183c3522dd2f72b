"""Where a statement comes from: a printed line, a reading of an unclear text, a reconstruction, the
reader, or this project.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from landships_lab.core.checks import unknown

Provenance = Literal["printed", "reading", "reconstructed", "silent", "supplied", "sample", "ours"]

#: The words for each provenance, the same on screen, in text and in print.
PROVENANCE_WORDS: Mapping[Provenance, str] = {
    "printed": "printed",
    "reading": "a reading of an unclear rule",
    "reconstructed": "reconstructed, not printed",
    "silent": "not in the source",
    "supplied": "supplied by you",
    "sample": "a sample: set your own",
    "ours": "our own, not printed",
}

#: The same in a word or two, for a chip.
PROVENANCE_CHIPS: Mapping[Provenance, str] = {
    "printed": "printed",
    "reading": "a reading",
    "reconstructed": "reconstructed",
    "silent": "not in the source",
    "supplied": "supplied by you",
    "sample": "a sample",
    "ours": "ours",
}


@dataclass(frozen=True, slots=True)
class Cite:
    """The place where a source says something: a document, a section and, where they are known, its
    lines.

    ``brief`` is a short name of the document for the chip beside a step; without one the chip shows
    its full name.
    """

    document: str
    section: str
    lines: str = ""
    kind: Provenance = "printed"
    brief: str = field(default="", compare=False, repr=False)

    def __str__(self) -> str:
        where = f"{self.document}, {self.section}"
        if self.lines:
            where += f" (line {self.lines})" if self.lines.isdigit() else f" (lines {self.lines})"
        return where if self.kind == "printed" else f"{where}; {PROVENANCE_WORDS[self.kind]}"


@dataclass(frozen=True, slots=True)
class Option:
    """One way to read an unclear sentence: its id, a short label, and what it says."""

    id: str
    label: str
    says: str


#: The options that a reader has chosen, by the ids of their readings. All other readings take
#: their default.
Given = Mapping[str, str] | None


@dataclass(frozen=True, slots=True)
class Reading:
    """A question that the text leaves open, its known answers, and why the first of them is the
    default.

    ``bears_on`` names what it can change ("fire", "movement", ...), so that a panel offers only the
    readings that matter to it.
    """

    id: str
    question: str
    options: tuple[Option, ...]
    why: str
    cite: Cite
    bears_on: tuple[str, ...] = ()

    @property
    def default(self) -> str:
        """The option used when the reader has chosen none."""
        return self.options[0].id

    def option(self, option_id: str) -> Option:
        """Return the option with this id. Raises `ValueError`, which lists them, if none has it."""
        for option in self.options:
            if option.id == option_id:
                return option
        raise ValueError(
            unknown(f"option of the reading {self.id}", option_id, [o.id for o in self.options])
        )
