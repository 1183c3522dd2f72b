"""An independent referee of ranges and fire arcs: other coordinates, another method, nothing of the
package imported.

It reads codes as they are printed and works in right-angled coordinates. A hex of circumradius 1 in
column c, row r has its
centre 3c/2 to the east and sqrt(3) (r, or r + 1/2 in an even column) to the south. Kept in
quarters, and the second one divided
by sqrt(3), both are whole numbers: X = 6c and Y = 4r or 4r + 2; a true length squared is (X^2 +
3Y^2) / 16.

- Range is walked: breadth first over hex centres and hexside midpoints, half a hex a step, or over
  hexes alone.
- A bearing is found by its quadrant and its squared tangent, X^2 / 3Y^2, against those of 30 and 60
  degrees, 1/3 and 3.
"""

from collections.abc import Iterator
from functools import cache

Spot = tuple[int, int]
Code = str

#: Clockwise from north, 30 degrees apart, as the article's figure has them.
HEADINGS = ("N", "NNE", "ENE", "E", "ESE", "SSE", "S", "SSW", "WSW", "W", "WNW", "NNW")
#: Half a hex is sqrt(3) / 2 long: X^2 + 3Y^2 = 12. A whole one is X^2 + 3Y^2 = 48.
HALF_STEPS = tuple((x, y) for x in range(-3, 4) for y in range(-2, 3) if x * x + 3 * y * y == 12)
WHOLE_STEPS = tuple((x, y) for x in range(-6, 7) for y in range(-4, 5) if x * x + 3 * y * y == 48)


@cache
def spot(code: Code) -> Spot:
    """Return where this place is; a hexside lies midway between its two hexes."""
    if "/" in code:
        (ax, ay), (bx, by) = map(spot, code.split("/"))
        return (ax + bx) // 2, (ay + by) // 2
    column, row = int(code[:2]), int(code[2:])
    return 6 * column, 4 * row + (2 if column % 2 == 0 else 0)


def on_hexside(code: Code) -> bool:
    return "/" in code


def between(a: Code, b: Code) -> Spot:
    (ax, ay), (bx, by) = spot(a), spot(b)
    return bx - ax, by - ay


def codes(columns: range, rows: range) -> Iterator[Code]:
    """Every hex of this part of a board, and every hexside between two of them."""
    hexes = [f"{c:02}{r:02}" for c in columns for r in rows]
    where = {spot(code): code for code in hexes}
    for code in hexes:
        yield code
        x, y = spot(code)
        for dx, dy in WHOLE_STEPS:
            other = where.get((x + dx, y + dy), "")
            if other > code:
                yield f"{code}/{other}"


def walk(steps: tuple[Spot, ...], farthest: int) -> dict[Spot, int]:
    """Return how many of these steps each spot is away from the first."""
    reached = {(0, 0): 0}
    front = [(0, 0)]
    for count in range(1, farthest + 1):
        front = [(x + dx, y + dy) for x, y in front for dx, dy in steps]
        front = [at for at in dict.fromkeys(front) if at not in reached]
        reached.update(dict.fromkeys(front, count))
    return reached


HALVES = walk(HALF_STEPS, 40)
WHOLES = walk(WHOLE_STEPS, 20)


def range_hexes(a: Code, b: Code, reading: str) -> int:
    """Half hexes walked, and what is left over dropped, or counted between two hexsides where the
    reading says so.
    """
    halves = HALVES[between(a, b)]
    if reading == "touched-hexes" and on_hexside(a) and on_hexside(b):
        return (halves + 1) // 2
    return halves // 2


def printed_range(a: Code, b: Code) -> int | None:
    """The range as the article words it (lines 19-21, 37): hexes are walked; a hexside is taken for
    the closer of its hexes; two parallel hexsides are shifted alike.

    None where it says nothing more.
    """
    if on_hexside(a) and on_hexside(b):
        if clock(*between(*a.split("/"))) % 12 != clock(*between(*b.split("/"))) % 12:
            return None
        return WHOLES[between(a, b)]
    return min(WHOLES[between(p, q)] for p in a.split("/") for q in b.split("/"))


@cache
def clock(x: int, y: int) -> int:
    """Return the part of the circle, of 24, clockwise from north: even exactly at a multiple of 15
    degrees, odd between two of them.
    """
    if x == 0:
        return 0 if y < 0 else 12
    if y == 0:
        return 6 if x > 0 else 18
    if x * x < y * y:
        acute = 1
    elif x * x == y * y:
        acute = 2
    elif x * x < 9 * y * y:
        acute = 3
    else:
        acute = 4 if x * x == 9 * y * y else 5
    if x > 0:
        return acute if y < 0 else 12 - acute
    return 24 - acute if y < 0 else 12 + acute


def parallel(code: Code) -> set[str]:
    """Return the two headings along this hexside, square to the way from one of its hexes to the
    other.
    """
    across = clock(*between(*code.split("/")))
    return {HEADINGS[(across + 6) % 24 // 2], HEADINGS[(across + 18) % 24 // 2]}


def off_bow(a: Code, heading: str, b: Code) -> int | None:
    """Return the part of the circle, of 24, clockwise from the heading, or None for the firer's own
    place.
    """
    if a == b:
        return None
    return (clock(*between(a, b)) - 2 * HEADINGS.index(heading)) % 24


def locate(lo: int, hi: int, a: Code, heading: str, b: Code) -> str:
    """Return whether the target is inside, on an edge of, or outside the sector from lo to hi
    degrees off the bow.
    """
    bearing = off_bow(a, heading, b)
    if bearing is None or hi - lo == 360:
        return "inside"
    past, width = (bearing - lo // 15) % 24, (hi - lo) // 15
    if past in (0, width):
        return "edge"
    return "inside" if past < width else "outside"
