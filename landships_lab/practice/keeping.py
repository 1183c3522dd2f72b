"""The file with a reader's progress: plain JSON in the notebook's folder, checked when it is read
as if a stranger had sent it.

A damaged file is renamed, never deleted; a file from a newer version of this package is left as it
is. Kinds and modes that this installation does not know stay in the file untouched.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import TypeGuard

from landships_lab.core.pasted import pasted
from landships_lab.data.files import set_aside, write_whole
from landships_lab.practice.generator import checked_level, kind_of
from landships_lab.practice.progress import (
    BOXES,
    FIRST_RATING,
    LEAST_RATING,
    MOST_CARDS,
    MOST_RATING,
    Card,
    KindScore,
    Progress,
)
from landships_lab.practice.puzzles import family_of
from landships_lab.practice.stream import most_made

VERSION = 2
#: Upper bound for the day of a card, counted from year 1.
MOST_DAY = 10**7
#: The modes that have a best score.
MODES = ("streak", "rush")
#: The largest file that this module writes; a larger one is not read.
MOST_BYTES = 100_000
MOST_NUMBER = 10**9
#: The longest name of a kind in letters, and the most names of kinds or modes.
MOST_LETTERS, MOST_NAMES = 60, 500
#: Upper bound for the seed of a missed question, which is larger than the seed of its drill.
MOST_MADE = most_made(MOST_NUMBER)


class ProgressError(ValueError):
    """A text without valid progress; the sentence says what is wrong with it."""


class NewerError(ProgressError):
    """Progress that a newer version of this package has written."""


def file_of(rule_set: str, folder: Path) -> Path:
    """Return the file with the progress of this rule set's drill."""
    return folder / f"drill_{rule_set}.json"


@dataclass(frozen=True)
class Unknown:
    """What a file holds about kinds and modes that are not installed here. It is written back
    unchanged.
    """

    kinds: Mapping[str, list[int]] = field(default_factory=dict)
    missed: tuple[Mapping[str, object], ...] = ()
    best: Mapping[str, int] = field(default_factory=dict)


def write(progress: Progress, unknown: Unknown = Unknown()) -> str:
    """Return the text of the file for this progress, with every count limited to what can be read
    back, and with the unknown kinds and modes.

    >>> write(Progress(3, 2)).splitlines()[1:4]
    ['  "version": 2,', '  "asked": 3,', '  "right": 2,']
    """
    kinds = {
        kind: [_held(score.asked), _held(score.right), score.rating]
        for kind, score in sorted(progress.kinds.items())
    }
    whole = {
        "version": VERSION,
        "asked": _held(progress.asked),
        "right": _held(progress.right),
        "rating": progress.rating,
        "best": {**{mode: _held(n) for mode, n in progress.best.items()}, **unknown.best},
        "kinds": {**kinds, **unknown.kinds},
    }
    missed = [
        asdict(replace(card, due=_held(card.due)))
        for card in progress.cards
        if card.seed <= MOST_MADE
    ]
    missed = [*missed, *map(dict, unknown.missed)][:MOST_CARDS]
    return json.dumps({**whole, "missed": missed}, indent=2) + "\n"


def _held(count: int) -> int:
    return min(count, MOST_NUMBER)


def read(text: str) -> Progress:
    """Return the progress in this text.

    Raises `ProgressError`, in one sentence, for any other text.

    >>> read(write(Progress(3, 2))) == Progress(3, 2)
    True
    """
    return _read(text)[0]


def _read(text: str) -> tuple[Progress, Unknown]:
    text = pasted(text)
    if len(text) > MOST_BYTES:
        raise ProgressError(f"it is longer than {MOST_BYTES:,} characters")
    try:
        raw = json.loads(text)
    except (ValueError, RecursionError):
        raise ProgressError("it is not JSON") from None
    if not isinstance(raw, dict):
        raise ProgressError("it holds no named values")
    version = raw.get("version")
    if type(version) is int and version > VERSION:
        raise NewerError("a newer version of landships_lab has written it")
    if type(version) is not int or version < 1:
        raise ProgressError("its version is unknown")
    if version == 1:
        raw = _of_version_1(raw)
    asked, right = _counts("the numbers of questions", raw.get("asked"), raw.get("right"))
    cards = raw.get("missed")
    if not isinstance(cards, list) or len(cards) > MOST_CARDS:
        raise ProgressError(f"its missed questions are not a list of at most {MOST_CARDS}")
    read = [_card(card) for card in cards]
    kept = tuple(sorted(card for card in read if _is_known(card.kind)))
    missed = tuple(asdict(card) for card in read if not _is_known(card.kind))
    rating, best = _rating(raw.get("rating")), _best(raw.get("best"))
    kinds = _kinds(raw.get("kinds"))
    known = {kind: score for kind, score in kinds.items() if _is_known(kind)}
    progress = Progress(
        asked,
        right,
        MappingProxyType(known),
        kept,
        rating,
        MappingProxyType({mode: best[mode] for mode in best if mode in MODES}),
    )
    unknown = Unknown(
        {
            kind: [one.asked, one.right, one.rating]
            for kind, one in kinds.items()
            if kind not in known
        },
        missed,
        {mode: best[mode] for mode in best if mode not in MODES},
    )
    return progress, unknown


def _of_version_1(raw: dict[str, object]) -> dict[str, object]:
    """Convert the data of version 1, which had no ratings and no days, to version 2. Every missed
    question starts over.
    """
    kinds, missed = raw.get("kinds"), raw.get("missed")
    return {
        **raw,
        "rating": FIRST_RATING,
        "best": {},
        "kinds": {
            kind: [*numbers, FIRST_RATING] if isinstance(numbers, list) else numbers
            for kind, numbers in (kinds if isinstance(kinds, dict) else {}).items()
        }
        if isinstance(kinds, dict)
        else kinds,
        "missed": [
            {**{k: v for k, v in card.items() if k != "known"}, "box": 1, "day": 0}
            if isinstance(card, dict)
            else card
            for card in missed
        ]
        if isinstance(missed, list)
        else missed,
    }


def _rating(raw: object) -> int:
    if not _whole(raw, MOST_RATING) or raw < LEAST_RATING:
        raise ProgressError("a rating is not a number that a rating can be")
    return raw


def _best(raw: object) -> Mapping[str, int]:
    if not isinstance(raw, dict) or len(raw) > MOST_NAMES or not all(map(_whole, raw.values())):
        raise ProgressError("the best scores are not those of a streak and a rush")
    return {_named(mode): score for mode, score in raw.items()}


def _whole(value: object, most: int = MOST_NUMBER) -> TypeGuard[int]:
    return type(value) is int and 0 <= value <= most


def _counts(what: str, asked: object, right: object) -> tuple[int, int]:
    if not (_whole(asked) and _whole(right) and right <= asked):
        raise ProgressError(f"{what} are not whole numbers, or more are right than were asked")
    return asked, right


def _kinds(raw: object) -> Mapping[str, KindScore]:
    if not isinstance(raw, dict) or len(raw) > MOST_NAMES:
        raise ProgressError("the numbers by kind are missing, or there are too many")
    scores = {}
    for kind, numbers in raw.items():
        _named(kind)
        if not isinstance(numbers, list) or len(numbers) != 3:
            raise ProgressError(f"{kind} does not have three numbers")
        asked, right = _counts(f"the numbers of {kind}", *numbers[:2])
        scores[kind] = KindScore(asked, right, _rating(numbers[2]))
    return scores


def _named(name: object) -> str:
    if not isinstance(name, str) or not 0 < len(name) <= MOST_LETTERS or not name.isprintable():
        raise ProgressError(f"{str(name)[:MOST_LETTERS]!r} is not a kind of question or puzzle")
    return name


@lru_cache(maxsize=1024)  # a file may name anything
def _is_known(kind: str) -> bool:
    for known in (kind_of, family_of):
        try:
            return bool(known(kind))
        except ValueError:
            continue
    return False


def _card(raw: object) -> Card:
    if not isinstance(raw, dict) or set(raw) != {"day", "due", "box", "kind", "seed", "level"}:
        raise ProgressError("a missed question lacks its kind, seed or level")
    if not (
        _whole(raw["due"])
        and _whole(raw["day"], MOST_DAY)
        and _whole(raw["box"], BOXES)
        and raw["box"] > 0
        and _whole(raw["seed"], MOST_MADE)
    ):
        raise ProgressError("a missed question contains something other than a whole number")
    try:
        checked_level(raw["level"] if type(raw["level"]) is int else -1)
    except ValueError:
        raise ProgressError("a missed question has no valid level") from None
    return Card(raw["day"], raw["due"], raw["box"], _named(raw["kind"]), raw["seed"], raw["level"])


# -- the file --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Kept:
    """The content of a file: the progress, a sentence about it ("" if all is well), and whether the
    file may be written.
    """

    progress: Progress
    sentence: str = ""
    writable: bool = True
    unknown: Unknown = field(default_factory=Unknown)


def load(path: Path) -> Kept:
    """Return the progress in this file, or empty progress if there is no file. Never raises.

    A damaged file is renamed, and the sentence gives its new name. A file from a newer version
    stays untouched, and nothing is saved while it is there.
    """
    try:
        if not path.exists():
            return Kept(Progress())
        with path.open("rb") as file:
            raw = file.read(MOST_BYTES + 1)
    except OSError as error:
        return Kept(
            Progress(),
            f"{path.name} cannot be read ({error.strerror}); nothing is saved.",
            writable=False,
        )
    try:
        progress, unknown = _read(raw.decode("utf-8", "replace"))
        return Kept(progress, unknown=unknown)
    except NewerError:
        sentence = (
            f"A newer version of landships_lab wrote {path.name}; the file stays as it is, and"
            " nothing is saved here."
        )
        return Kept(Progress(), sentence, writable=False)
    except ProgressError as error:
        return _set_aside(path, str(error))


def _set_aside(path: Path, why: str) -> Kept:
    free = set_aside(path)
    if free is None:
        return Kept(
            Progress(),
            f"{path.name} is damaged ({why}) and cannot be set aside; nothing is saved.",
            writable=False,
        )
    return Kept(
        Progress(),
        f"{path.name} was damaged ({why}); it was set aside as {free.name}, and counting starts"
        " again.",
    )


def keep(path: Path, progress: Progress, unknown: Unknown = Unknown()) -> str:
    """Write the progress, whole or not at all, and return a sentence if
    that failed, "" otherwise.
    """
    try:
        write_whole(path, write(progress, unknown))
    except OSError as error:
        return f"Your progress could not be saved ({error.strerror})."
    return ""


class ProgressFile:
    """The file of a drill or of puzzles, as one widget reads and writes it. No method raises.

    Another notebook may write it too, so it is read before it is written. ``trouble`` says why
    nothing is saved at present; meanwhile progress is kept in memory.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.progress, self._unknown, self._writable = Progress(), Unknown(), True
        self._news = self.trouble = ""
        self._unsaved: bytes | None = None  # the content of the file when it could not be written
        self.latest()

    def news(self) -> str:
        """Return the news about the file once, such as that it was renamed."""
        news, self._news = self._news, ""
        return news

    def latest(self) -> Progress:
        """Return the progress in the file, or the progress in memory if nothing is saved."""
        if self._writable and self._unsaved is None:
            kept = load(self.path)
            if kept.writable:
                self.progress, self._unknown = kept.progress, kept.unknown
                self._news = kept.sentence or self._news
            else:
                self._writable, self.trouble = False, kept.sentence
        return self.progress

    def keep(self, progress: Progress) -> None:
        """Remember this progress and write it, unless the file now belongs to another."""
        self.latest()
        self.progress = progress
        if not self._writable or self._unsaved not in (None, self._held()):
            return
        failed = keep(self.path, progress, self._unknown)
        self._unsaved = self._held() if failed else None
        self.trouble = f"{failed} It goes on here as long as this page is open." if failed else ""

    def _held(self) -> bytes:
        try:
            return self.path.read_bytes() if self.path.exists() else b""
        except OSError:
            return b""
