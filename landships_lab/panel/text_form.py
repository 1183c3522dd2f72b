"""The text form of any state, written from its parts and read back.

``landships:fire mk-iv-male@0503/0504 E target 0705 reading range-between-hexsides=full-hexes`` is
the panel's id, the leading words, and each other part after its keyword.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager

from landships_lab.core.checks import brief, fits, one_of, unknown
from landships_lab.core.speech import listed
from landships_lab.panel.parts import AT, LEAD, Flag, Part, parts_of
from landships_lab.panel.parts.base import S, with_fields

#: How the refusal of the words before the first keyword begins.
STARTS = "Start with"


def write_state(panel_id: str, state: object) -> str:
    """Return the text form of a state: its id, its leading words, then the words of its other
    parts.
    """
    parts = parts_of(type(state))
    words, groups_done, leading = [panel_id], set[str](), _lead(parts)
    words += [
        "@".join(parts[name].write(state, getattr(state, name))[0] for name in row)
        for row in leading
    ]
    first = {name for row in leading for name in row}
    rest = [
        declared for name, declared in parts.items() if name not in first and not declared.momentary
    ]
    for declared in sorted(rest, key=lambda declared: declared.last):
        if isinstance(declared, Flag):
            if declared.group.word not in groups_done:
                groups_done.add(declared.group.word)
                words += _write_flags(state, declared.group.word)
            continue
        value = getattr(state, declared.id)
        if value is not None and (declared.always or value != declared.default_for(state)):
            words += [declared.keyword, *declared.write(state, value)]
    return " ".join(words)


def _write_flags(state: object, word: str) -> list[str]:
    flags = _flags(type(state), word)
    on = [flag for flag in flags if getattr(state, flag.id)]
    default = all(getattr(state, flag.id) == flag.default for flag in flags) and not any(
        flag.group.always for flag in flags
    )
    return [] if default else [word, *(flag.tag for flag in on)]


def _flags(state: type, word: str) -> list[Flag]:
    return [p for p in parts_of(state).values() if isinstance(p, Flag) and p.group.word == word]


def read_state(panel_id: str, blank: S, text: str, example: Callable[[], S]) -> S:
    """Return the state that a text form describes; parts it leaves out have their default values.

    Raises `ValueError` for a text of another panel, an unknown or repeated keyword, missing leading
    words, or words that a part refuses. ``example`` makes a state to show when the leading words
    are missing.
    """
    parts = parts_of(type(blank))
    leading = _lead(parts)
    first = {name for row in leading for name in row}
    worded = [p for name, p in parts.items() if name not in first and not p.momentary]
    keywords = {p.group.word if isinstance(p, Flag) else p.keyword: p.one_word for p in worded}
    by_keyword = groups(text, panel_id, keywords)
    if by_keyword[LEAD] and not leading:
        raise ValueError(unknown("keyword of this panel", by_keyword[LEAD][0], keywords))
    if len(by_keyword[LEAD]) != len(leading) or any(
        word.count("@") < len(row) - 1 for row, word in zip(leading, by_keyword[LEAD], strict=True)
    ):
        raise ValueError(
            _lead_refused(parts, leading, by_keyword[LEAD], write_state(panel_id, example()))
        )
    in_lead = dict(_lead_words(leading, by_keyword[LEAD]))
    state = blank
    for declared in sorted(parts.values(), key=lambda p: 1 if p.id in in_lead else p.read_order):
        if declared.momentary:
            continue
        if isinstance(declared, Flag):
            value: object = _read_flag(declared, type(state), by_keyword)
        elif declared.id in in_lead:
            value = declared.read(state, [in_lead[declared.id]])
        elif declared.keyword in by_keyword:
            value = declared.read(state, by_keyword[declared.keyword])
        else:
            value = declared.default_for(state)
        state = with_fields(state, **{declared.id: value})
    return state


def _read_flag(flag: Flag, state: type, by_keyword: Mapping[str, list[str]]) -> bool:
    words = by_keyword.get(flag.group.word)
    if words is None:
        return flag.default
    for word in words:
        one_of(
            f"word after {flag.group.word!r}",
            word,
            [other.tag for other in _flags(state, flag.group.word)],
        )
    return flag.tag in words


def _lead(parts: Mapping[str, Part]) -> list[list[str]]:
    """Return the names of the parts in the leading words, one list for each word."""
    rows: list[list[str]] = []
    for declared in parts.values():
        if isinstance(declared, Flag) or declared.momentary:
            continue
        if declared.keyword == LEAD:
            rows.append([declared.id])
        elif declared.keyword == AT:
            rows[-1].append(declared.id)
    return rows


def _lead_words(leading: list[list[str]], words: list[str]) -> Iterator[tuple[str, str]]:
    """Yield the names of the leading parts, each with its text."""
    for row, word in zip(leading, words, strict=True):
        yield from zip(row, word.split("@", len(row) - 1), strict=True)


def _lead_refused(
    parts: Mapping[str, Part], leading: list[list[str]], words: list[str], example: str
) -> str:
    names = listed([parts[name].kind for row in leading for name in row], none="a keyword")
    shown = " ".join(example.split()[: 1 + len(leading)])
    given = f", not with {' '.join(words)!r}" if words else ""
    return f"{STARTS} {names}, for example {shown}{given}."


def groups(
    text: str, panel: str, keywords: Mapping[str, bool] | Sequence[str]
) -> dict[str, list[str]]:
    """Return the words that follow each keyword; under "" those before the first keyword.

    ``keywords`` says for each whether exactly one word follows it; that may be any word, even a
    keyword. Raises `ValueError` for the id of another panel, and for a keyword that stands twice.
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
    by_keyword: dict[str, list[str]] = {"": []}
    current = ""
    for word in words[1:]:
        if word in keywords and not (current in single and not by_keyword[current]):
            if word in by_keyword:
                raise ValueError(f"{word!r} stands twice in this text; each keyword stands once.")
            current = word
            by_keyword[current] = []
        else:
            by_keyword[current].append(word)
    return by_keyword


# -- how much is read ------------------------------------------------------------------------------

#: The longest text that is read: a packed file and a painted board in one link.
MOST_BYTES = 120_000
MOST_NUMBER = 1_000_000_000


@contextmanager
def size_limits(*given: object, most: int = MOST_BYTES) -> Iterator[None]:
    """Raise `ValueError` for a text of more than ``most`` bytes or a number out of bounds, and
    shorten the sentence of any `ValueError` raised in the block.
    """
    try:
        for value in given:
            _check(value, most)
        yield
    except ValueError as error:
        error.args = (brief(str(error)),)
        raise


def _check(value: object, most: int) -> None:
    for part in value if isinstance(value, tuple) else (value,):
        if isinstance(part, str) and not fits(part, most):
            raise ValueError(
                f"That text is too long or contains an invalid character; at most {most}"
                " bytes are read."
            )
        if isinstance(part, int) and not -MOST_NUMBER <= part <= MOST_NUMBER:
            raise ValueError(f"That number is out of bounds; none goes beyond {MOST_NUMBER:,}.")
