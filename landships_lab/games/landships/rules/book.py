"""What the rules take from the data of the article, and how sentences name places and bearings."""

from __future__ import annotations

from functools import lru_cache

from landships_lab.core.arcs import Arc
from landships_lab.core.grid import Grid
from landships_lab.core.hexes import Heading, Hex, Place, Side
from landships_lab.core.speech import plural
from landships_lab.data.book import Book
from landships_lab.data.load import readings

BOOK = Book("landships")
CITES, READINGS = BOOK.cites, BOOK.readings
note, start, add, allow = BOOK.note, BOOK.start, BOOK.add, BOOK.allow
forbid, lost, reads = BOOK.forbid, BOOK.lost, BOOK.reads
#: The readings that decide whether a weapon may fire.
FIRE_READINGS = readings("landships", "fire")
RANGE_READING = "range-between-hexsides"
#: The grid for codes in sentences: numbered like the scenario's, and as large as two digits allow.
GRID = Grid()


def place_of(given: Place) -> Place:
    """Return the place given.

    Raises `ValueError` for anything else, such as a code as text, and says how to make a place.
    """
    if not isinstance(given, (Hex, Side)):
        raise ValueError(
            f"{given!r} is not a hex or hexside; read one from a code with Grid().place('0503')."
        )
    return given


def heading_of(given: Heading) -> Heading:
    """Return the heading given.

    Raises `ValueError` for anything else, such as the name of a heading, and says how to make one.
    """
    if not isinstance(given, Heading):
        raise ValueError(f"{given!r} is not a heading; make one from its name with Heading('NNE').")
    return given


@lru_cache(maxsize=4096)  # an answer names the same few places many times
def name(place: Place) -> str:
    """Return the words for this place in a sentence.

    >>> name(GRID.place("0503")), name(GRID.place("0503/0504"))
    ('0503', 'hexside 0503/0504')
    """
    kind = "hex" if isinstance(place, Hex) else "hexside"
    if place not in GRID:
        return f"a {kind} off the numbered board"
    return GRID.code(place) if kind == "hex" else f"hexside {GRID.code(place)}"


def at(place: Place) -> str:
    """Return a place as the end of a sentence about what stands there.

    >>> at(GRID.place("0503")), at(GRID.place("0503/0504"))
    ('in 0503', 'on hexside 0503/0504')
    """
    return f"{'on' if isinstance(place, Side) else 'in'} {name(place)}"


def bearing_words(degrees: int) -> str:
    """Return a bearing off the bow, in degrees clockwise, in words.

    >>> [bearing_words(d) for d in (0, 30, -90, 180, 210)]
    ['dead ahead', '30° to starboard', '90° to port', 'dead astern', '150° to port']
    """
    turned = (degrees + 180) % 360 - 180
    if turned == 0:
        return "dead ahead"
    if turned == -180:
        return "dead astern"
    return f"{abs(turned)}° to {'starboard' if turned > 0 else 'port'}"


def arc_words(arc: Arc) -> str:
    """Return the sector that an arc covers in words.

    >>> arc_words(Arc(-30, 90)), arc_words(Arc(0, 360))
    ('from 30° to port to 90° to starboard', 'all round')
    """
    ends = f"from {bearing_words(arc.lo)} to {bearing_words(arc.hi)}"
    return "all round" if arc.all_round else ends


def hexes(count: int) -> str:
    """Return a number of hexes in words.

    >>> hexes(1), hexes(3), hexes(0)
    ('1 hex', '3 hexes', '0 hexes')
    """
    return plural(count, "hex", "hexes") if count else "0 hexes"
