"""TOML as frozen, checked types, read once; a wrong value becomes one sentence that names the file
and the field.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from types import MappingProxyType
from typing import Any, Literal, TypeVar, get_args, get_origin

from attrs import field, frozen
from cattrs import Converter, transform_error
from cattrs.errors import ForbiddenExtraKeysError
from cattrs.gen import make_dict_structure_fn

from landships_lab.core.checks import brief, fits, unknown
from landships_lab.core.pasted import ODD_SIGNS, pasted
from landships_lab.core.sources import Cite, Given, Option, Provenance, Reading
from landships_lab.games import GAMES

#: The file of a rule index: rulebook.py.
INDEX = "rulebook.toml"
T = TypeVar("T")
#: The longest file that is read, so that a pasted book cannot hold up a panel; it is also what a
#: link can carry.
MOST_BYTES = 60_000
MOST_DEPTH = 12
MOST_DOTS = 200  # of one name; the time to read a name grows with their square
MOST_NUMBER = 1_000_000_000


class DataError(ValueError):
    """A table or unit file that cannot be used; its sentence names the file, the field and what
    would be right.
    """

    def __init__(self, sentence: str) -> None:
        super().__init__(brief(sentence))


#: Turns plain dicts into typed, frozen classes; an unknown field is an error, because it is most
#: likely a slip.
converter = Converter(forbid_extra_keys=True)


def _exact(kind: type) -> Callable[[object, type], object]:
    """Return a hook that converts nothing.

    ``7`` is not text, ``"7"`` is not a number, and ``true`` is neither.
    """

    def check(value: object, _: type) -> object:
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is int):
            raise TypeError(f"{value!r} is not {_KINDS[kind]}")
        return value

    return check


_KINDS = {int: "a whole number", str: "a text in quotes", bool: "true or false"}
for _kind in _KINDS:
    converter.register_structure_hook(_kind, _exact(_kind))


def _one_of(value: object, literal: object) -> object:
    allowed = get_args(literal)
    if value not in allowed or isinstance(value, bool):
        raise ValueError(unknown("choice here", value, [str(a) for a in allowed]).rstrip("."))
    return value


def _is_literal(kind: object) -> bool:
    return get_origin(kind) is Literal


converter.register_structure_hook_func(_is_literal, _one_of)


def structure(raw: object, kind: type[T], origin: str) -> T:
    """Return the typed value of this raw dict.

    Raises `DataError`, in one sentence that names the first wrong field.
    """
    try:
        return converter.structure(raw, kind)
    except Exception as error:  # noqa: BLE001 - cattrs raises groups of many kinds; all of them become one sentence
        first = transform_error(error, path="", format_exception=_sentence)[0]
        text, _, where = first.rpartition(" @ ")
        raise DataError(f"{origin}, {_field(where)}: {text}.") from None


def _sentence(error: BaseException, kind: type | None) -> str:
    if isinstance(error, KeyError):
        return f"{error.args[0]} is missing"
    if isinstance(error, AttributeError) or "not iterable" in str(error):
        return "several named values in braces belong here, not a single one"
    if isinstance(error, ForbiddenExtraKeysError):
        allowed = [field.alias for field in getattr(error.cl, "__attrs_attrs__", ())]
        return unknown("field", min(error.extra_fields), allowed).rstrip(".")
    return str(error).rstrip(".") or f"is not {kind}"


def _field(path: str) -> str:
    """Return a path as a reader would say it.

    ``.units['a7v'].fields[0].range`` is ``units a7v › fields 1 › range``.
    """
    words = path.replace("['", ".").replace("']", "").split(".")
    parts = []
    for word in filter(None, words):
        name, bracket, index = word.partition("[")
        parts.append(f"{name} {int(index[:-1]) + 1}" if bracket and index[:-1].isdigit() else name)
    return " › ".join(parts) or "the file"


def parse_toml(text: str, origin: str, most_bytes: int = MOST_BYTES) -> dict[str, Any]:
    """Return the tables of this TOML text.

    Raises `DataError` with the line that is no TOML, and for what no file here needs: too many
    bytes, tables nested too deep, a number out of bounds.
    """
    if not fits(text, most_bytes):
        raise DataError(
            f"{origin}: the file is too long or contains an invalid character; it may have up to"
            f" {most_bytes:,} bytes of text."
        )
    text = pasted(text)
    if max(part.count(".") for part in re.split("[=\n]", text)) > MOST_DOTS:
        raise DataError(
            f"{origin}: a name in it has more than {MOST_DOTS} parts with dots between."
        )
    try:
        held = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise DataError(
            f"{origin}: this is not valid TOML: {error}.{_odd_sign(text, error)}"
        ) from error
    except (ValueError, RecursionError) as error:  # an endless number; nested brackets without end
        raise DataError(
            f"{origin}: this is not valid TOML: a number in it is too long, or its tables are"
            " nested too deep."
        ) from error
    _check_bounds(held, origin)
    return held


def _odd_sign(text: str, error: tomllib.TOMLDecodeError) -> str:
    """Return a sentence on a sign in the wrong line that only looks like one of TOML's, or ""."""
    at = re.search(r"at line (\d+), column \d+", str(error))
    lines = text.split("\n")
    line = lines[int(at[1]) - 1] if at else lines[-1]
    return next(
        (
            f" The sign {sign} (U+{ord(sign):04X}) is not {plain}; write {plain} itself."
            for sign, plain in ODD_SIGNS.items()
            if sign in line
        ),
        "",
    )


def _check_bounds(held: dict[str, object], origin: str) -> None:
    """Refuse numbers and depths out of bounds, going down level by level without recursion, so that
    even the deepest file is refused.
    """
    level: list[Any] = [held]
    for _ in range(MOST_DEPTH):
        level = [
            inner
            for value in level
            for inner in (value.values() if isinstance(value, dict) else value)
        ]
        for number in level:
            if isinstance(number, (int, float)) and not -MOST_NUMBER <= number <= MOST_NUMBER:
                raise DataError(
                    f"{origin}: a number in it is out of bounds; none goes beyond {MOST_NUMBER:,}."
                )
        level = [value for value in level if isinstance(value, (dict, list))]
    if level:
        raise DataError(f"{origin}: its tables are nested more than {MOST_DEPTH} deep.")


def folder(rule_set: str) -> Traversable:
    """Return the folder with the TOML files of a rule set.

    Raises `ValueError` with the known rule sets for an unknown one.
    """
    if rule_set not in GAMES:
        raise ValueError(unknown("rule set", rule_set, GAMES))
    return files(GAMES[rule_set].data)


def example(rule_set: str, name: str) -> str:
    """Return the TOML of ``example_<name>.toml``, as a start for the reader's file."""
    return folder(rule_set).joinpath(f"example_{name}.toml").read_text(encoding="utf-8")


def read(name: str) -> dict[str, Any]:
    """Return the shipped file of this name (``landships/units.toml``) as plain dicts."""
    rule_set, _, file = name.partition("/")
    return parse_toml(folder(rule_set).joinpath(file).read_text(encoding="utf-8"), name)


@frozen
class _RawCite:
    section: str
    lines: str = ""
    kind: Provenance = "printed"
    document: str = ""  # only if it is not the rule set's own


@frozen
class _Document:
    document: str
    about: str  # for readers of the file: the document and its author
    cites: dict[str, _RawCite]
    brief: str = ""  # the document's name on the chip of a citation


@frozen
class _RawReading:
    question: str
    cite: str
    why: str
    options: list[Option]
    bears_on: list[str] = field(factory=list)


converter.register_structure_hook(Option, make_dict_structure_fn(Option, converter))


@cache
def _book(rule_set: str) -> _Document:
    name = f"{rule_set}/citations.toml"
    return structure(read(name), _Document, name)


@cache
def cites(rule_set: str) -> Mapping[str, Cite]:
    """Return the citations of this rule set by id."""
    book = _book(rule_set)
    return MappingProxyType({key: _cite(book, c) for key, c in book.cites.items()})


def _cite(book: _Document, raw: _RawCite) -> Cite:
    own = not raw.document or raw.document == book.document
    return Cite(
        raw.document or book.document, raw.section, raw.lines, raw.kind, book.brief if own else ""
    )


def document(rule_set: str) -> str:
    """Return the name of the source of this rule set, as its citations give it."""
    return _book(rule_set).document


@cache
def indexed() -> tuple[str, ...]:
    """Return the rule sets that have a rule index."""
    return tuple(game for game in GAMES if folder(game).joinpath(INDEX).is_file())


@cache
def readings(rule_set: str, on: str = "") -> Mapping[str, Reading]:
    """Return the readings of this rule set by id; ``on`` keeps those that bear on it."""
    if on:
        every = readings(rule_set)
        return MappingProxyType({key: r for key, r in every.items() if on in r.bears_on})
    name = f"{rule_set}/readings.toml"
    raw = structure(read(name), dict[str, _RawReading], name)
    printed = cites(rule_set)
    return MappingProxyType(
        {
            key: Reading(
                key, r.question, tuple(r.options), r.why, printed[r.cite], tuple(r.bears_on)
            )
            for key, r in raw.items()
        }
    )


@cache
def _defaults(rule_set: str, on: str) -> Mapping[str, str]:
    return MappingProxyType({key: it.default for key, it in readings(rule_set, on).items()})


def chosen(rule_set: str, given: Given, on: str = "") -> dict[str, str]:
    """Return the chosen option of every reading of this rule set that bears on the question.

    ``given`` overrides the defaults and is checked.
    """
    known = readings(rule_set, on)
    if given is not None and not isinstance(given, Mapping):
        raise ValueError(
            brief(
                "Readings are given as a dict from a reading to the option taken, not as"
                f" {given!r}."
            )
        )
    options = dict(_defaults(rule_set, on))
    for key, option in (given or {}).items():
        if key not in known:
            raise ValueError(unknown("reading", key, list(known)))
        options[key] = known[key].option(option).id
    return options
