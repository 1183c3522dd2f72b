"""What a wrong reply is said to come from is a mistake that leads to it, worked out anew."""

import random
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

import pytest

from landships_lab.core.answer import Gap
from landships_lab.games.landships.practice.kinds import KINDS
from landships_lab.games.landships.rules.positions import UNITS
from landships_lab.panel.links import read_link
from landships_lab.practice.task import Task
from tests import referee
from tests.effort import tries
from tests.practice.referees import after, words, yes
from tests.practice.referees.landships import ARMS, SILENT, aim, may_hit

QUESTIONS = tries(120, 300)
MAKE = {kind.id.removeprefix("landships:"): kind for kind in KINDS}
FLAT = "full-hexes"


def asked(kind: str) -> Iterator[Task]:
    for number in range(QUESTIONS):
        yield MAKE[kind].make(random.Random(f"mistakes {kind} {number}"), 1 + number % 3)


def named(question: Task) -> dict[str, list[str]]:
    """The mistakes that the key names, by the reply that they lead to."""
    return {slip.reply: slip.name.split(", or ") for slip in question.key.slips}


def expected(question: Task, made: Sequence[tuple[object, str]]) -> dict[str, list[str]]:
    """What each mistake leads to, two of a reply at most, none that leads to the right one."""
    found: dict[str, list[str]] = defaultdict(list)
    for reply, name in made:
        told = found[str(reply)]
        if str(reply) != question.key.right and name not in told and len(told) < 2:
            told.append(name)
    return {reply: names for reply, names in found.items() if names}


def in_arc(question: Task, lo: int, hi: int, heading: str) -> bool:
    """Return whether an arc with these edges would cover the target of a question."""
    _, place, _, target, (*_, on_edges) = aim(question)
    lies = referee.locate(lo, hi, place, heading, target)
    return lies == "inside" or (lies == "edge" and (on_edges or not referee.on_hexside(target)))


def test_mistakes_about_a_shot() -> None:
    for question in asked("fire"):
        if words(question)[1].split("@")[0] in SILENT:
            assert named(question) == {}
            continue
        _, place, heading, target, arm = aim(question)
        lo, hi, limit, on_edges = arm
        near = referee.range_hexes(place, target, FLAT)
        lies = referee.locate(lo, hi, place, heading, target)
        arc, open_range = may_hit(place, heading, target, (lo, hi, 99, on_edges)), near <= limit
        mirrored = in_arc(question, -hi, -lo, heading)
        from_north = in_arc(question, lo, hi, "N")
        made: list[tuple[object, str]] = []
        if lies == "edge" and referee.on_hexside(target):
            made.append(
                ("no", "you kept it from a hexside on its edge, which it can hit")
                if on_edges
                else (yes(open_range), "you let it hit a hexside on its edge, which it cannot")
            )
        if lies == "edge":
            made.append(("no", "you took the edge for outside the arc"))
        made += [
            (yes(arc), "you forgot its range"),
            (yes(arc and near < limit), "you counted the hex it stands in"),
            (yes(open_range), "you forgot its arc"),
            (yes(open_range and mirrored), "you took port for starboard"),
            (yes(open_range and from_north), "you measured the arc from north, not from the bow"),
        ]
        assert named(question) == expected(question, made), question


def test_mistakes_about_a_range() -> None:
    for question in asked("range"):
        ends = [after(question, "from"), after(question, "to")]
        right = int(question.key.right)
        hexes = [code.split("/") for code in ends]
        far = max(referee.range_hexes(a, b, FLAT) for a in hexes[0] for b in hexes[1])
        sides = [referee.on_hexside(code) for code in ends]
        made: list[tuple[int, str]] = []
        if any(sides):
            made.append((far, "you measured to the far hex of the hexside"))
        if all(sides):
            touched = referee.range_hexes(ends[0], ends[1], "touched-hexes")
            made.append((touched, "you rounded a half hex up"))
        made += [
            (right + 1, "you counted the hex you stand in"),
            (right - 1, "you left out the last hex"),
        ]
        (one, top), (other, foot) = ((int(h[0][:2]), int(h[0][2:])) for h in hexes)
        across, down = abs(one - other), abs(top - foot)
        made += [
            (max(across, down), "you counted columns or rows, and not hexes"),
            (across + down, "you counted columns and rows one after the other"),
        ]
        told = [(reply, name) for reply, name in made if reply >= 0]
        assert named(question) == expected(question, told), question


def test_mistakes_about_a_position() -> None:
    for question in asked("positions"):
        _, code, heading, unit_class = words(question)[-1].split("@")
        to_side = referee.HEADINGS.index(heading) % 2 == 0
        if not referee.on_hexside(code) and unit_class == "1":
            kinds = ("hexside", "hexjuncture") if to_side else ("hexjuncture", "hexside")
            made = [(yes(not to_side), f"you took a {kinds[0]} for a {kinds[1]}")]
        elif not referee.on_hexside(code):
            kept = "you held it to the rule for Platoons, which face hexsides only"
            made = [(yes(to_side), kept)]
        elif unit_class == "3":
            along = [referee.HEADINGS.index(h) for h in referee.parallel(code)]
            across = [referee.HEADINGS[(n + 3) % 12] for n in along]
            turned = "you turned it across the hexside, where it must lie along it"
            made = [
                (yes(heading in across), turned),
                ("yes", "you let it face on a hexside as it may in a hex"),
                ("no", "you kept a Vehicle off the hexside, where it may stand"),
            ]
        else:
            made = [("yes", "you let it stand on a hexside, where only Vehicles may")]
        assert named(question) == expected(question, made), question


def test_mistakes_about_a_move() -> None:
    for question in asked("move"):
        right, mp = int(question.key.right), int(after(question, "mp"))
        far = referee.range_hexes(words(question)[1], after(question, "to"), FLAT)
        made = {
            "you gave what the way costs, not what is left": mp - right,
            "you paid for the hexes of the range, but not for turns and half steps": mp - 2 * far,
            "you paid for the place it stands in": right - 2,
        }
        for reply, names in named(question).items():
            for name in names:
                if name == "you forgot what turning costs":
                    assert int(reply) > right
                else:
                    assert int(reply) == made[name], question


def test_mistakes_about_a_hexside() -> None:
    for question in asked("hexsides"):
        moves = "ask move" in question.start
        pattern = (
            r"costs (\d+|no) MPs?, .*? (\d+)\. How" if moves else r"is (\d+) in .*? and (\d+) in"
        )
        one, other = (int(n) if n.isdigit() else 0 for n in re.findall(pattern, question.text)[0])
        assert int(question.key.right) == min(one, other)
        made: list[tuple[object, str]] = [
            (max(one, other), f"you took the {'dearer' if moves else 'better'} of its two hexes"),
            (
                one + other,
                "you paid for both hexes" if moves else "you added the benefits of both hexes",
            ),
        ]
        if moves:
            made.append(((one + other) // 2, "you took the mean of both hexes"))
        assert named(question) == expected(question, made)


def lies_in_words(lo: int, hi: int, place: str, heading: str, target: str) -> str:
    """Return where a target lies: inside, outside, or on which edge, in degrees of the bow."""
    lies = referee.locate(lo, hi, place, heading, target)
    if lies != "edge":
        return f"{lies} the arc"
    past = referee.locate(lo + 30, hi, place, heading, target) if hi - lo > 30 else "edge"
    degrees = lo if past == "outside" else hi
    return f"edge {(degrees + 180) % 360 - 180}"


def replied(reply: str) -> str:
    """Return a reply in the same words."""
    if not reply.startswith("on its edge"):
        return reply
    found = re.search(r"(\d+)° to (port|starboard)", reply)
    if found is None:
        return f"edge {-180 if 'astern' in reply else 0}"
    return f"edge {int(found[1]) * (-1 if found[2] == 'port' else 1)}"


def test_mistakes_about_where_a_target_lies() -> None:
    for question in asked("arc"):
        _, place, heading, target, (lo, hi, *_) = aim(question)
        beside = [turned(heading, n) for n in (1, -1)]
        assert replied(question.key.right) == lies_in_words(lo, hi, place, heading, target)
        made = {
            "you measured the arc from north, not from the bow": {
                lies_in_words(lo, hi, place, "N", target)
            },
            "you took port for starboard": {lies_in_words(-hi, -lo, place, heading, target)},
            "you took its heading for the one beside it": {
                lies_in_words(lo, hi, place, other, target) for other in beside
            },
        }
        for reply, names in named(question).items():
            for name in names:
                assert replied(reply) in made[name], (question, reply, name)


def test_mistakes_about_how_many_weapons_bear() -> None:
    """Worked out weapon by weapon with the referee of ranges and arcs."""
    for question in asked("bearing"):
        found, target = words(question), after(question, "asked")
        units = [w.split("@") for w in found[found.index("british") + 1 : found.index("asked")]]
        arms = [
            (n, place, heading, arm)
            for n, (unit, place, heading) in enumerate(units)
            for (owner, weapon), arm in ARMS.items()
            if owner == unit and weapon in UNITS[unit].weapons
        ]
        near = [
            (place, heading, arm)
            for _, place, heading, arm in arms
            if referee.range_hexes(place, target, FLAT) <= arm[2]
        ]
        lies = [referee.locate(arm[0], arm[1], p, heading, target) for p, heading, arm in near]
        made: list[tuple[object, str]] = []
        if "edge" in lies:
            let = "you let hexsides be hit on edges where they cannot"
            made += [
                (lies.count("inside"), "you took the edges of the arcs for outside"),
                (lies.count("inside") + lies.count("edge"), let),
            ]
        if len(units) > 1:
            bear = {n for n, place, heading, arm in arms if may_hit(place, heading, target, arm)}
            made.append((len(bear), "you counted the vehicles, not their weapons"))
        covering = sum(may_hit(p, h, target, (*arm[:2], 99, arm[3])) for _, p, h, arm in arms)
        astern = sum(may_hit(p, turned(h, 6), target, arm) for _, p, h, arm in arms)
        made += [
            (covering, "you forgot their ranges"),
            (len(near), "you forgot their arcs"),
            (astern, "you took the bow for the stern"),
        ]
        assert named(question) == expected(question, made), question


def turned(heading: str, points: int) -> str:
    return referee.HEADINGS[(referee.HEADINGS.index(heading) + points) % 12]


def test_mistakes_about_setting_up_a_counter() -> None:
    for question in asked("brickyard"):
        names = named(question)
        if "already" in question.text:
            assert names == {"yes": ["you forgot that no more than one comes in at a hex"]}
        elif question.key.right == "yes":
            assert names == {"no": ["you took its own hex for another counter's"]}
        else:
            told = set(names["yes"])
            assert told <= {
                "you took the hex of another counter for its own",
                "you let it stand in a hex beside its own",
            }
            assert told


def test_a_change_that_would_not_do_is_told_why() -> None:
    kinds = set()
    for question in asked("remedy"):
        _, place, heading, target, arm = aim(question)
        for choice in question.key.choices:
            turn = re.search(r"of (\d+)° (left|right)", choice)
            by = int(turn[1]) // 30 * (1 if turn[2] == "right" else -1) if turn else 0
            by = 6 if choice == "a turn about" else by
            faces = turned(heading, by)
            if by:
                assert may_hit(place, faces, target, arm) is (choice == question.key.right)
                names = named(question).get(choice, [])
                legal = not referee.on_hexside(place) or faces in referee.parallel(place)
                for name in names:
                    kinds.add(name)
                    assert ("not allowed on the hexside" in name) is not legal
                    in_arc = may_hit(place, faces, target, (*arm[:2], 99, arm[3]))
                    assert ("forgot its range" in name) is (legal and in_arc)
    assert len(kinds) > 3


@pytest.mark.parametrize("kind", ["squad", "fog", "brickyard"])
def test_the_key_of_a_question_is_what_its_board_says(kind: str) -> None:
    """The other counters of the board may bar a way, or stand in the target: one answer to one
    question (audit, kind 3).
    """
    for number in range(tries(120, 900)):
        question = MAKE[kind].make(random.Random(f"{kind} {number}"), 1 + number % 3)
        answer = read_link(question.start).answer()
        assert not isinstance(answer.value, Gap), question.start
        assert question.right == yes(bool(answer.value)), question.start
