"""Questions about Landships!, answered with the referee of ranges and arcs."""

import re
from contextlib import suppress

from landships_lab.practice import Task
from tests import referee
from tests.practice.referees import after, judges, words, yes

#: By unit and weapon: the arc in degrees of the bow, the range, whether hexsides on its edges can
#: be hit (lines 47-85).
ARMS = {
    ("mk-iv-male", "57mm-starboard"): (-30, 90, 7, False),
    ("mk-iv-male", "57mm-port"): (-90, 30, 7, False),
    ("a7v", "57mm-bow"): (-30, 30, 8, True),
    ("a7v", "mg-starboard"): (30, 150, 5, True),
    ("a7v", "mg-port"): (-150, -30, 5, True),
    ("a7v", "mg-stern"): (150, 210, 5, True),
}
_MG_ARCS = {"mg-starboard": (30, 150), "mg-port": (-150, -30)}
_MG_ARCS |= {"mg-bow": (-30, 30), "mg-stern": (150, 210)}
ARMS |= {
    (unit, gun): (*arc, 4, False)
    for unit in ("mk-iv-male", "mk-iv-female", "whippet")
    for gun, arc in _MG_ARCS.items()
}
HEADING = "|".join(sorted(referee.HEADINGS, key=len, reverse=True))


def aim(question: Task) -> tuple[str, str, str, str, tuple[int, int, int, bool]]:
    """Unit, place, heading, target, and what is known of the weapon."""
    unit, place = words(question)[1].split("@")
    arm = ARMS[unit, after(question, "weapon")]
    return unit, place, words(question)[2], after(question, "target"), arm


def may_hit(place: str, heading: str, target: str, arm: tuple[int, int, int, bool]) -> bool:
    lo, hi, limit, on_edges = arm
    if referee.on_hexside(place) and heading not in referee.parallel(place):
        return False
    lies = referee.locate(lo, hi, place, heading, target)
    reached = lies == "inside" or (lies == "edge" and (on_edges or not referee.on_hexside(target)))
    return reached and referee.range_hexes(place, target, "full-hexes") <= limit


@judges("landships:positions")
def positions(question: Task) -> str:
    _, code, heading, unit_class = words(question)[-1].split("@")
    if referee.on_hexside(code):
        return yes(unit_class == "3" and heading in referee.parallel(code))
    return yes(unit_class != "1" or referee.HEADINGS.index(heading) % 2 == 0)


@judges("landships:range")
def ranges(question: Task) -> str:
    return str(referee.range_hexes(after(question, "from"), after(question, "to"), "full-hexes"))


#: Guns of which the article leaves something open: their arcs, and the range if it has one.
SILENT = {
    "75mm-art": (-30, 30, 68),
    "field-gun": (-30, 30, None),
    "full-circle-mount": (0, 360, None),
    "renault-ft": (0, 360, None),
}


@judges("landships:fire")
def fire(question: Task) -> str:
    unit, place = words(question)[1].split("@")
    if unit not in SILENT:
        _, place, heading, target, arm = aim(question)
        return yes(may_hit(place, heading, target, arm))
    lo, hi, printed = SILENT[unit]
    yours = after(question, "range")
    limit = printed or (int(yours) if yours else None)
    target = after(question, "target")
    if limit is not None and referee.range_hexes(place, target, "full-hexes") > limit:
        return "no"
    if referee.locate(lo, hi, place, words(question)[2], target) == "outside":
        return "the rules do not say"  # a Weapons Unit pays a penalty that is not printed here
    return "the rules do not say" if limit is None else "yes"


def on_board(question: Task, right: set[str]) -> str:
    """Return the reply that is named as right if all of these are right, and no others."""
    key = question.key
    assert right == {key.right, *key.also}, (question.start, sorted(right), key)
    assert right < set(key.among)
    return key.right


@judges("landships:ahead")
def dead_ahead(question: Task) -> str:
    place, target = words(question)[1].split("@")[1], after(question, "target")
    faces = {h for h in referee.HEADINGS if referee.off_bow(place, h, target) == 0}
    return on_board(question, faces)


@judges("landships:edge")
def edge(question: Task) -> str:
    asked = r"Click a (hex|hexside) within (\d) hexes that lies exactly on its edge (.+)\."
    told = re.search(asked, question.text)
    assert told is not None
    place, heading = words(question)[1].split("@")[1], words(question)[2]
    degrees = int(re.findall(r"\d+", told[3])[0]) * (-1 if told[3].endswith("port") else 1)
    codes = referee.codes(range(1, 21), range(1, 15))
    right = {
        code
        for code in codes
        if referee.on_hexside(code) is (told[1] == "hexside")
        and referee.range_hexes(place, code, "full-hexes") <= int(told[2])
        and referee.off_bow(place, heading, code) == degrees // 15 % 24
    }
    return on_board(question, right)


@judges("landships:closer")
def closer(question: Task) -> str:
    start, side = after(question, "from"), after(question, "to")
    far, near = sorted((-referee.WHOLES[referee.between(start, h)], h) for h in side.split("/"))
    assert far[0] < near[0]
    return on_board(question, {near[1]})


@judges("landships:arc")
def arc(question: Task) -> str:
    _, place, heading, target, (lo, hi, _, _) = aim(question)
    lies = referee.locate(lo, hi, place, heading, target)
    if lies != "edge":
        return f"{lies} the arc"
    off = 15 * (referee.off_bow(place, heading, target) or 0)
    side = "starboard" if off < 180 else "port"
    return f"on its edge, {min(off, 360 - off)}° to {side}"


@judges("landships:remedy")
def remedy(question: Task) -> str:
    """Every choice is tried; just one may do."""
    _, place, heading, target, arm = aim(question)
    assert not may_hit(place, heading, target, arm)
    tried = {choice: changed(place, heading, choice) for choice in question.choices}
    good = [choice for choice, there in tried.items() if may_hit(*there, target, arm)]
    assert len(good) == 1, question
    return good[0]


def changed(place: str, heading: str, choice: str) -> tuple[str, str]:
    if steps := {"one step forward": 1, "two steps forward": 2}.get(choice):
        return ahead(place, heading, steps), heading
    degrees = 180 if choice == "a turn about" else int(re.findall(r"\d+", choice)[0])
    turned = degrees // 30 * (-1 if choice.endswith("left") else 1)
    return place, referee.HEADINGS[(referee.HEADINGS.index(heading) + turned) % 12]


def ahead(place: str, heading: str, steps: int) -> str:
    """The place this many steps ahead: a hex or half a hex towards a hexside, one and a half hexes'
    height towards a juncture.
    """
    for _ in range(steps):
        half = referee.on_hexside(place) or referee.HEADINGS.index(heading) % 2 == 1
        place = beside(place, heading, 1 if half else 2)
    return place


def beside(place: str, heading: str, halves: int = 1) -> str:
    """The place this many half steps away; a KeyError off the board."""
    (x, y), (dx, dy) = referee.spot(place), STEP[heading]
    return CODES[x + dx * halves, y + dy * halves]


def abeam(place: str, heading: str) -> list[str]:
    """Where a vehicle that faces a hexjuncture may drift to, half a hex square to its heading."""
    found, points = [], referee.HEADINGS.index(heading)
    for turn in (3, -3) if points % 2 else ():
        with suppress(KeyError):  # off the board
            found.append(beside(place, referee.HEADINGS[(points + turn) % 12]))
    return found


#: Half a step each way, in the referee's coordinates: half a hex towards a hexside, from a hex to a
#: hexside at a juncture.
STEP = {
    "N": (0, -2), "NNE": (3, -3), "ENE": (3, -1), "E": (6, 0), "ESE": (3, 1), "SSE": (3, 3),
    "S": (0, 2), "SSW": (-3, 3), "WSW": (-3, 1), "W": (-6, 0), "WNW": (-3, -1), "NNW": (-3, -3),
}  # fmt: skip
CODES = {referee.spot(code): code for code in referee.codes(range(1, 21), range(1, 15))}


@judges("landships:move")
def move(question: Task) -> str:
    """Dijkstra's way, step by step over (place, heading): 2 MPs a step on clear ground, 1 a turn in
    a hex, none on a hexside.
    """
    _, start, heading, *_ = words(question)
    end, mp = after(question, "to"), int(after(question, "mp"))
    left = {(start, heading): mp}
    waiting = [(mp, start, heading)]
    while waiting:
        waiting.sort()
        rest, place, faces = waiting.pop()
        if place == end:
            return str(rest)
        for (code, way), cost in onward(place, faces):
            if rest - cost >= 0 and left.get((code, way), -1) < rest - cost:
                left[code, way] = rest - cost
                waiting.append((rest - cost, code, way))
    raise AssertionError(f"{end} is not reached: {question}")


def onward(place: str, heading: str) -> list[tuple[tuple[str, str], int]]:
    found = []
    with suppress(KeyError):  # off the board
        found.append(((ahead(place, heading, 1), heading), 2))
    if not referee.on_hexside(place):
        points = referee.HEADINGS.index(heading)
        found += [((place, referee.HEADINGS[(points + turn) % 12]), 1) for turn in (1, -1)]
    return found


#: MPs, spotting range and benefit of each kind of terrain: the lab's sample values.
GROUND = {
    "clear": (2, 12, 0),
    "road": (1, 12, 0),
    "shell holes": (3, 8, 1),
    "woods": (5, 3, 2),
    "town": (3, 4, 3),
}
GROUND |= {"trench": (4, 4, 3), "marsh": (6, 10, 0)}


@judges("landships:hexsides")
def hexsides(question: Task) -> str:
    named = re.search(r"lies between ([a-z ]+) and ([a-z ]+)\.", question.text)
    assert named is not None
    one, other = (GROUND[name] for name in named.groups())
    return str(min(one[0], other[0]) if after(question, "ask") == "move" else min(one[2], other[2]))


#: Where counters of the Brickyard are set up or come in (lines 129-135).
BRICKYARD = {"5809", "5908", "5909", "5910"}
SET_UP = {
    "brit-infantry-4": BRICKYARD,
    "brit-infantry-3": BRICKYARD,
    "ger-88mm": {"5011"},
    "ger-a7v": {"5817", "5202", "5902"},
}


@judges("landships:brickyard")
def brickyard(question: Task) -> str:
    standing = [word.split("@") for word in words(question) if "@" in word]
    (force, _, _), code = standing[0][0].rpartition("-"), standing[0][1]
    twice = force == "ger-a7v" and any(other[1] == code for other in standing[1:])
    return yes(code in SET_UP[force] and not twice)


def weapons_on(question: Task, target: str) -> int:
    """How many weapons of the units in the state can hit a place."""
    units = [word.split("@") for word in words(question) if "@" in word]
    return sum(
        may_hit(place, heading, target, arm)
        for unit, place, heading in units
        for (of, name), arm in ARMS.items()
        if of == unit and (of, name) != ("mk-iv-female", "mg-stern")  # the female has none
    )


@judges("landships:bearing")
def bearing(question: Task) -> str:
    return str(weapons_on(question, after(question, "asked")))


@judges("landships:blind")
def blind(question: Task) -> str:
    within = int(after(question, "within"))
    units = [word.split("@")[1] for word in words(question) if "@" in word]
    sides = "Click a hexside" in question.text
    return on_board(
        question,
        {
            code
            for code in referee.codes(range(1, 18), range(1, 12))
            if referee.on_hexside(code) is sides
            and code not in units
            and any(referee.range_hexes(u, code, "full-hexes") <= within for u in units)
            and not weapons_on(question, code)
        },
    )


@judges("landships:drift")
def drift(question: Task) -> str:
    """Half a hex square to the heading, onto ground no dearer, once it has moved."""
    place, heading, into = words(question)[1], words(question)[2], after(question, "drift")
    if "neither moved nor turned" in question.text:
        return "no"
    costs = dict(re.findall(r"(\d{4}) is [a-z -]+ \((\d)", question.text))
    own, other = (
        min(int(costs.get(part, "2")) for part in code.split("/")) for code in (place, into)
    )
    return yes(into in abeam(place, heading) and other <= own)


@judges("landships:stack")
def stack(question: Task) -> str:
    limit = after(question, "limit")
    if not limit:
        return "the rules do not say"
    here = words(question)[1]
    units = {w.split("=")[0]: int(w.split("=")[1]) for w in words(question) if "=" in w}
    sides = [number for code, number in units.items() if "/" in code]
    return yes(units[here] + max(sides) <= int(limit))


@judges("landships:victory")
def winner(question: Task) -> str:
    held = dict(re.findall(r"(\d{4}) (holds [A-Za-z ]+|is empty)", question.text))
    assert set(held) == BRICKYARD
    each = "Each of the four town hexes must hold a German platoon" in question.text
    platoons = ["German platoon" in told for told in held.values()]
    manned = ["German" in told for told in held.values()]
    taken = all(platoons) if each else all(manned) and any(platoons)
    return "German" if taken and "British" not in str(held) else "British"


#: What a squad may do (lines 139): the words of the question, by the reply.
SQUAD = {
    "get out of its tank": "yes",
    "climb back into its tank": "no",
    "join a close assault": "no",
    "use a flamethrower": "yes",
    "move four hexes along a road": "yes",
    "move four hexes along a trench": "yes",
    "move four hexes over open ground": "no",
    "move two hexes over open ground": "yes",
    "move two hexes in the turn in which it dismounted": "yes",
}


@judges("landships:squad")
def squad(question: Task) -> str:
    return SQUAD[question.text.split("May it ")[1].rstrip("?")]


@judges("landships:fog")
def fog(question: Task) -> str:
    tank, friend = (w.split("@") for w in words(question) if "@" in w)
    target = after(question, "target")
    away = referee.range_hexes(tank[1], target, "full-hexes")
    assert referee.locate(-30, 30, tank[1], tank[2], target) == "inside" or (
        referee.off_bow(tank[1], tank[2], target) in (22, 2)
    )
    helped = "A friend within six hexes of the target may spot it" in question.text
    near = referee.range_hexes(friend[1], target, "full-hexes") <= 6
    return yes(away <= 8 and (away <= 6 or (helped and near)))


def arcs_told(text: str) -> list[tuple[int, int]]:
    """Return the arcs of a text in degrees clockwise of the bow, each from its first edge to its
    second.
    """
    found = []
    for told in re.findall(r"from (.+?) to (dead \w+|\d+° to \w+)", text):
        lo, hi = (degrees(end) for end in told)
        found.append((lo, lo + (hi - lo) % 360))
    return found


def degrees(told: str) -> int:
    if told.startswith("dead"):
        return 0 if told == "dead ahead" else 180
    return int(told.split("°", maxsplit=1)[0]) * (-1 if told.endswith("port") else 1)


def points_under(arcs: list[tuple[int, int]]) -> set[int]:
    return {d % 360 for lo, hi in arcs for d in range(lo, hi + 1, 30)}


@judges("landships:points")
def points(question: Task) -> str:
    return str(len(points_under(arcs_told(question.text.split("On how many")[0]))))


@judges("landships:close")
def close(question: Task) -> str:
    arcs = arcs_told(question.text.split("It may have")[0])
    good = [c for c in question.choices if len(points_under([*arcs, *arcs_told(c)])) == 12]
    assert len(good) == 1, question
    return good[0]
