"""Kinds of question about Landser's table: arcs, bursts and grenades among several men.

The same seed makes the same question.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import combinations

from landships_lab.core.answer import Answer
from landships_lab.core.inches import Spot
from landships_lab.games.landser.rules.grenades import Obstacle, Soldier, effectiveness
from landships_lab.games.landser.rules.templates import Laid, in_arc, under_template
from landships_lab.practice.kind import kind, on_board, whole_number
from landships_lab.practice.marking import Pick
from landships_lab.practice.task import Task
from .common import Reading, drawn

asked = partial(kind, lesson="44_templates_and_grenades", about="landser:template")

_NAMES = "ABCDEFGH"
_CLICK = Pick("chosen", "Click the man.")
Place = tuple[int, int]


def _spot(point: Place) -> Spot:
    return Spot(Fraction(point[0]), Fraction(point[1]))


def _at(point: Place) -> str:
    return f"{point[0]},{point[1]}"


def _men(places: Sequence[Place], marks: Sequence[str] = ()) -> str:
    texts = marks or [""] * len(places)
    return " ".join(
        f"{name}@{_at(place)}{mark}"
        for name, place, mark in zip(_NAMES, places, texts, strict=False)
    )


def _other(dice: random.Random, names: str, right: str) -> str:
    """Return a man other than the one asked for; the panel begins with him."""
    return dice.choice([name for name in names if name != right])


def _apart(places: Sequence[Place]) -> bool:
    return all(math.dist(one, other) >= 1.4 for one, other in combinations(places, 2))


# -- the arc ---------------------------------------------------------------------------------------

_LOOKS = {1: ((0, -7),), 2: ((0, -7), (7, 0), (-7, 0)), 3: ((0, -7), (6, -6), (-6, -6), (7, 0))}


@asked("landser:arc", "arc", taught="half of the arc to either side of the line he looks along")
def who_lies_in_the_arc(dice: random.Random, level: int) -> Task:
    """Ask for the one man of several who lies in an arc, or the one who does not."""
    among = len(_NAMES) - 2 * (level == 1)
    while True:
        origin = (dice.randint(5, 13), 12 if level == 1 else dice.randint(6, 12))
        look = dice.choice(_LOOKS[level])
        ahead = (origin[0] + look[0], origin[1] + look[1])
        read = drawn(dice, "arc-45") if level > 1 else Reading({"arc-45": "in-all"})
        want_in = level == 1 or dice.random() < 1 / 2
        if 0 <= ahead[0] <= 18 and 0 <= ahead[1] <= 14:
            places = _round_arc(dice, (origin, ahead, want_in, level), among, read)
            if len(places) == among:
                break
    dice.shuffle(places)
    inside = [_in_arc(origin, ahead, place, read) for place in places]
    right = _NAMES[inside.index(want_in)]
    off = _degrees_off(origin, look, places[inside.index(want_in)])
    half = "22½°" if read.options["arc-45"] == "in-all" else "45°"
    wanted = "in his arc" if want_in else "outside his arc"
    text = (
        f"A man with covering fire stands at {_at(origin)} (inches across and down) and looks"
        f" towards the cross. Which is the only one of the {among} men {wanted} of 45°?{read.says}"
    )
    turned = f"about {off}° off" if off else "on"
    because = (
        f"{right} lies {turned} the line he looks along,"
        f" {'within' if want_in else 'beyond'} the {half} to either side."
    )
    names = _NAMES[:among]
    state = f"landser:template arc from {_at(origin)} to {_at(ahead)} men {_men(places)} walls at"
    return Task(
        text,
        f"{state} {_other(dice, names, right)}{read.words}",
        on_board([right], list(names), _misjudged(want_in, half, origin, look, places)),
        because,
        explained=f"{state} {right}{read.words}",
        pick=_CLICK,
    )


def _misjudged(
    want_in: bool, half: str, origin: Place, look: Place, places: Sequence[Place]
) -> Iterator[tuple[str, str]]:
    """Yield the men who would be right with the other width of the arc."""
    off = [_degrees_off(origin, look, place) for place in places]
    between = [name for name, each in zip(_NAMES, off, strict=False) if 22.5 < each < 45]
    if (half == "45°") is not want_in:
        narrow = "you took 45° in all; here it is 45° to each side"
        wide = "you took 45° to either side; the arc has 45° in all"
        yield from ((name, wide if want_in else narrow) for name in between)


def _in_arc(origin: Place, ahead: Place, place: Place, read: Reading) -> bool:
    return in_arc(_spot(origin), _spot(ahead), _spot(place), read.given).value


def _round_arc(
    dice: random.Random, question: tuple[Place, Place, bool, int], among: int, read: Reading
) -> list[Place]:
    """Return places of which only the first is as asked, in the arc or outside it; fewer than
    ``among`` if these dice find no room.
    """
    origin, ahead, want_in, level = question
    look = (ahead[0] - origin[0], ahead[1] - origin[1])
    places: list[Place] = []
    for _ in range(300):
        place = (dice.randint(1, 17), dice.randint(1, 13))
        wanted = want_in if not places else not want_in
        if (
            _apart([*places, place, origin])
            and _near_arc(origin, look, place, level)
            and _in_arc(origin, ahead, place, read) is wanted
        ):
            places.append(place)
        if len(places) == among:
            break
    return places


def _degrees_off(origin: Place, look: Place, place: Place) -> int:
    """Return how many degrees a man is off the line of sight, as a protractor shows them."""
    way = (place[0] - origin[0], place[1] - origin[1])
    side, ahead = look[0] * way[1] - look[1] * way[0], look[0] * way[0] + look[1] * way[1]
    return round(abs(math.degrees(math.atan2(side, ahead))))


def _near_arc(origin: Place, look: Place, place: Place, level: int) -> bool:
    """Return whether a man is near enough to an edge to be worth a question, but not too near to
    judge by eye.
    """
    off = _degrees_off(origin, look, place)
    unclear = any(abs(off - edge) < (6 if level == 1 else 4) for edge in (22.5, 45))
    return not unclear and off < (100 if level == 1 else 80)


# -- the burst -------------------------------------------------------------------------------------


@asked(
    "landser:burst", "hit", taught="a man who hides behind something hard between him and the gun"
)
def who_is_hit(dice: random.Random, level: int) -> Task:
    """Ask for the one man near a burst who must roll for effect, or the one who need not."""
    while True:
        want = dice.random() < 2 / 3
        among = 6 + (level > 1) if want else 5
        gun, aim = (dice.randint(3, 15), 13), (dice.randint(6, 12), dice.randint(3, 7))
        wide = 3 if want else 1
        places = [
            (aim[0] + dice.randint(-wide, wide), aim[1] + dice.randint(-wide, wide))
            for _ in range(among)
        ]
        wall = (dice.randint(aim[0] - 2, aim[0] + 2), aim[1] + dice.choice((1, 2)))
        hard = level == 1 or dice.random() < 2 / 3
        hides = [dice.random() < 1 / 2 for _ in places]
        far = [math.dist(place, aim) for place in places]
        clear = all(not 1.9 < each < 2.1 for each in far)
        if not clear or not _apart(places) or any(y == wall[1] or y < 1 for _, y in places):
            continue
        men = [
            Soldier(name, _spot(place), hiding=hidden)
            for name, place, hidden in zip(_NAMES, places, hides, strict=False)
        ]
        ends = [(Fraction(wall[0] + side), Fraction(wall[1])) for side in (-2, 2)]
        answer = under_template(
            Laid(_spot(gun), _spot(aim)), men, [Obstacle(ends[0], ends[1], hard)]
        )
        fits = [name for name in _NAMES[:among] if (name in answer.value) is want]
        if len(fits) == 1 and (not want or level == 1 or any(far[n] < 2 for n in _idle(answer))):
            break
    right = fits[0]
    kind = "hard" if hard else "soft"
    wanted = "must roll for effect" if want else "need not roll for effect"
    text = (
        f"A burst from {_at(gun)} has hit, and its template lies on the cross, at {_at(aim)}; who"
        f" hides is marked. Which is the only one of the {among} men who {wanted}?"
    )
    there = (_spot(places[_NAMES.index(right)]),)
    why = next(
        (step.text for step in answer.steps if step.op != "note" and step.marks == there),
        f"{right} is more than 2 inches from the middle of the template: it does not reach him.",
    )
    state = (
        f"landser:template machine-gun from {_at(gun)} to {_at(aim)} men"
        f" {_men(places, ['h' * hidden for hidden in hides])} walls {kind}-@{_at(wall)}"
    )
    names = _NAMES[:among]
    return Task(
        text,
        f"{state} at {_other(dice, names, right)} base 1 event laid",
        on_board([right], list(names), _mishit(men, right, want, answer)),
        why,
        explained=f"{state} at {right} base 1 event laid",
        pick=_CLICK,
    )


def _mishit(
    men: Sequence[Soldier], right: str, want: bool, answer: Answer[tuple[str, ...]]
) -> Iterator[tuple[str, str]]:
    """Yield the men who would be right under half of the rule."""
    for man in men:
        if man.name == right:
            continue
        if want and man.name in answer.detail.names:
            yield man.name, "you forgot that he hides behind something hard"
        if not want and man.hiding:
            yield man.name, "you let him hide behind nothing that is hard"


def _idle(answer: Answer[tuple[str, ...]]) -> list[int]:
    """Return the numbers of the men whom hard cover protects from the burst."""
    return [_NAMES.index(name) for name in answer.detail.names]


# -- the grenade -----------------------------------------------------------------------------------

_COVER = {"none": "nothing", "soft": "a hedge", "hard": "a wall"}


@asked(
    "landser:grenade",
    "hit",
    taught="Whoever is under the template is safe unless the thrower then rolls 3 or more",
)
def roll_for_effect(dice: random.Random, level: int) -> Task:
    """Ask for the roll with which a placed grenade takes effect on a man."""
    cover = dice.choice(("none", "soft", "hard"))
    prone = level > 1 and dice.random() < 1 / 2
    ground = level > 1 and dice.random() < 1 / 2
    read = drawn(dice, "grenade-cover") if level == 3 else Reading({})
    answer = effectiveness(cover, prone, ground, read.given)
    aim = (dice.randint(4, 14), dice.randint(5, 8))
    side = dice.choice((-1, 1))
    man = (aim[0] + dice.choice((-1, 0, 1)), aim[1] + side)
    wall = f"{cover}-@{aim[0]},{2 * aim[1] + side}/2" if cover != "none" else ""
    thrower = (aim[0] + dice.randint(-2, 2), min(13, aim[1] + 6))
    lying = " and lies prone" if prone else ""
    soft = " It has come down on soft ground." if ground else ""
    text = (
        f"A grenade is placed on the cross, at {_at(aim)}, and A is under its template with"
        f" {_COVER[cover]} between him and the blast{lying}.{soft} Which is the lowest roll of the"
        " thrower's die that makes A roll for effect? (1 where any roll does, 7 where none does.)"
        f"{read.says}"
    )
    sum_of = " ".join(step.text for step in answer.steps if not step.reading or step.op == "add")
    other = {"grenade-cover": _turned(read)}
    mistakes = {
        "forgot what shelters him": effectiveness("none", False, ground, read.given),
        "forgot the soft ground": effectiveness(cover, prone, False, read.given),
        "took the minus from the wrong one of the two, the die and the number": effectiveness(
            cover, prone, ground, other
        ),
    }
    wrong = [(_on_a_die(needed.value), f"you {what}") for what, needed in mistakes.items()]
    state = (
        f"landser:template grenade from {_at(thrower)} to {_at(aim)} men"
        f" A@{_at(man)}{'p' * prone} walls {wall} at A base 1"
        f"{' with soft-ground' if ground else ''}{read.words}"
    )
    value = _on_a_die(answer.value)
    return Task(text, " ".join(state.split()), whole_number(value, wrong), f"{sum_of} So {value}.")


def _on_a_die(needed: int) -> int:
    """Return the lowest roll that is enough: 1 if any is, 7 if no roll is."""
    return min(7, max(1, needed))


def _turned(read: Reading) -> str:
    return "number" if read.options.get("grenade-cover", "die") == "die" else "die"


ON_TABLE = (who_lies_in_the_arc, who_is_hit, roll_for_effect)
