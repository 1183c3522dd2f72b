"""The puzzles of Landser: grenades, sectors, the spare man in an assault, and the walk to a better
shot.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations, product
from typing import Any

from landships_lab.core.inches import Spot
from landships_lab.core.speech import capitalized, inches, listed, often, percent, with_article
from landships_lab.games.landser.analysis.casualties import one_after_another
from landships_lab.games.landser.panels.assault import LandserAssault
from landships_lab.games.landser.panels.fire import LandserFire
from landships_lab.games.landser.panels.template import LandserTemplate
from landships_lab.games.landser.panels.template_table import DEEP, WIDE, write_spot
from landships_lab.games.landser.rules import grenades
from landships_lab.games.landser.rules.assault import ARMS, Fighter, assault_odds
from landships_lab.games.landser.rules.book import WEAPONS, Inches
from landships_lab.games.landser.rules.movement import Way, allowance
from landships_lab.games.landser.rules.shots import hit_chance, may_fire
from landships_lab.games.landser.rules.sqrt3_geometry import at
from landships_lab.games.landser.rules.templates import in_arc
from landships_lab.practice.conditions import Free, free_by, must, unless
from landships_lab.practice.puzzles import family
from landships_lab.practice.task import Task, hands_on

HALF = Fraction(1, 2)

# -- a cross on the table --------------------------------------------------------------------------

#: The most points of the table that may solve a puzzle; with more, luck would do.
MOST_SOLUTIONS = 14
#: The least inches between two men, so that each can be told from the next.
_APART = 1.2


def _points(start: Any) -> Iterator[Any]:
    """Yield the state with its cross on every half inch of the table, except the place of the man
    who looks or throws.
    """
    for x, y in product(range(2 * WIDE + 1), range(2 * DEEP + 1)):
        if (aim := Spot(x * HALF, y * HALF)) != start.thrower:
            yield replace(start, aim=aim)


def _free(says: str) -> Free:
    return free_by(says, "aim chosen", _points, "aim")


def _men(state: Any, names: str) -> list[grenades.Soldier]:
    return [man for man in state.men if man.name in names]


def _tempted(task: Task, states: Iterable[Any], most: int, names: str) -> Task | None:
    """Return a draft with its tempting solution: among the states that fail only the last
    condition, the one whose cross is nearest to these men in total.

    None if no state solves it, or more than ``most`` do.
    """
    *others, last = task.conditions
    nearly = [state for state in states if all(one.judge(state).true for one in others)]
    near = [state for state in nearly if not last.judge(state).true]
    if not 0 < len(nearly) - len(near) <= most:
        return None
    if not near:
        return task
    state = min(near, key=lambda s: sum(math.dist(s.aim, man.at) for man in _men(s, names)))
    return replace(task, tempting=state.text(), trap=last.judge(state).missing)


def _scatter(
    dice: random.Random, count: int, ring: tuple[float, float], middle: tuple[float, float]
) -> list[Spot]:
    """Return ``count`` points of the table, on half inches, in a ring; [] if they do not fit."""
    spots: list[Spot] = []
    for _ in range(60):
        far, way = dice.uniform(*ring), dice.uniform(0, 2 * math.pi)
        x, y = middle[0] + far * math.cos(way), middle[1] + far * math.sin(way)
        spot = Spot(round(2 * x) * HALF, round(2 * y) * HALF)
        on_table = 1 <= spot.x <= WIDE - 1 and 1 <= spot.y <= DEEP - 1
        if on_table and all(math.dist(spot, other) > _APART for other in spots):
            spots.append(spot)
        if len(spots) == count:
            return spots
    return []


def _written(names: str, places: Iterable[Spot]) -> str:
    return " ".join(f"{name}@{write_spot(at)}" for name, at in zip(names, places, strict=True))


# -- the grenade -----------------------------------------------------------------------------------

#: Farther than this from the cross, in inches, nobody is under a template.
_WIDEST = 2.1


@family(
    "landser:grenade",
    "Three of theirs and none of yours",
    "44_templates_and_grenades",
    (2, 8, 9, 11, 13, 14),
    own=(2,),
)
def grenade(dice: random.Random) -> Task | None:
    """Draft one grenade that catches three enemies and cannot come down on a friend."""
    thrower = Spot(Fraction(dice.randint(5, 13)), Fraction(dice.randint(11, 13)))
    way, far = dice.uniform(-0.9, 0.9), dice.uniform(4.5, 7.5)
    middle = (float(thrower.x) + far * math.sin(way), float(thrower.y) - far * math.cos(way))
    theirs, own = _scatter(dice, 3, (0.8, 2.2), middle), _scatter(dice, 2, (3.0, 5.6), middle)
    men = (*theirs, *own)
    if not (theirs and own) or any(math.dist(spot, thrower) < 2 for spot in men):
        return None
    start = LandserTemplate.parse(
        f"landser:template grenade from {write_spot(thrower)} to {write_spot(own[0])} men"
        f" {_written('ABCXY', men)} walls at A base 1 event laid"
    )
    task = hands_on(
        "A, B and C are theirs, X and Y are yours. Throw one grenade that catches all three of"
        " theirs if it is placed, and that can never come down on yours, however it strays.",
        start.text(),
        _free("Click or drag the cross · arrow keys move it half an inch"),
        (
            unless("Placed on the cross, it catches A, B and C.", _misses),
            unless("The throw is short enough.", _too_far),
            unless("Wherever it strays, X and Y are safe.", _endangers),
        ),
        "A throw that fails goes up to 3 inches astray, in one of six directions from the cross"
        " (line 219); the template reaches 2 inches from where it comes down (line 209).",
    )
    reached = (s for s in _points(start) if all(math.dist(s.aim, at) < _WIDEST for at in theirs))
    return _tempted(task, reached, MOST_SOLUTIONS, "ABC")


def _too_far(state: Any) -> str:
    answer = grenades.may_throw(state.throw, dict(state.readings))
    return "" if answer.value else answer.headline


def _misses(state: Any) -> str:
    read, placed = dict(state.readings), grenades.Landing(0, 0, at(state.aim), Fraction(1))
    far = {
        man.name: math.dist(state.aim, man.at)
        for man in _men(state, "ABC")
        if not grenades.caught(state.throw, placed, man, read)
    }
    if not far:
        return ""
    worst, reach = max(far, key=far.__getitem__), grenades.GRENADE.template_diameter // 2
    return f"{worst} lies {far[worst]:.1f} inches from the cross, and the template reaches {reach}."


def _endangers(state: Any) -> str:
    read = dict(state.readings)
    if _too_far(state):
        return "Nobody can throw it that far."
    for landing, man in product(grenades.landings(state.throw, read), _men(state, "XY")):
        if grenades.caught(state.throw, landing, man, read):
            if not landing.score:
                return f"Placed on the cross, it catches {man.name} too."
            astray = f"Astray by {inches(Fraction(landing.score, 2))} in direction"
            return f"{astray} {landing.direction}, it catches {man.name}."
    return ""


# -- the sector ------------------------------------------------------------------------------------

_HALF_SECTOR = 22.5
#: The least and most degrees of freedom for his line of sight in a good puzzle.
_ROOM = (0.5, 7.0)


@family(
    "landser:sector",
    "The sector that holds these and not those",
    "44_templates_and_grenades",
    (1, 2, 5, 8, 9, 11),
    own=(2,),
)
def sector(dice: random.Random) -> Task | None:
    """Draft the direction of a man with covering fire, so that his sector holds the enemies and no
    friends.
    """
    stands = Spot(Fraction(dice.randint(4, 14)), Fraction(dice.randint(8, 13)))
    ahead = dice.uniform(-0.8, 0.8)
    names = "ABCD"[: dice.choice((3, 4))]
    theirs = [_seen(dice, stands, ahead + math.radians(dice.uniform(-21, 21))) for _ in names]
    own = [
        _seen(dice, stands, ahead + side * math.radians(dice.uniform(23, 34))) for side in (-1, 1)
    ]
    spots = [spot for spot in (*theirs, *own) if spot is not None]
    apart = all(math.dist(one, other) >= _APART for one, other in combinations(spots, 2))
    if len(spots) < len(names) + len(own) or not apart or not _has_room(stands, spots):
        return None
    looks = Spot(stands.x, Fraction(0))
    start = LandserTemplate.parse(
        f"landser:template arc from {write_spot(stands)} to {write_spot(looks)}"
        f" men {_written(f'{names}XY', spots)} walls at A"
    )

    def leaves_out(state: Any) -> str:
        out = [man for man in _men(state, names) if not _inside(state, man)]
        (past, edge), name = max(((_past(state, man), man.name) for man in out), default=_NOBODY)
        return f"{name} lies {_degrees(past)} past its {edge} edge." if out else ""

    letters = listed(tuple(names))
    task = hands_on(
        f"{letters} are theirs, X and Y are yours. Turn the man with covering fire so that all of"
        " theirs lie in his sector of 45°, and none of yours.",
        start.text(),
        _free("Click or drag the cross he looks at · arrow keys move it half an inch"),
        (
            unless(f"{letters} lie in his sector.", leaves_out),
            unless("X and Y lie outside it.", _holds_yours),
        ),
        "The sector has 45° in all: half of it to either side of the line he looks along, and its"
        " edges belong to it (line 181).",
    )
    return _tempted(task, _points(start), 2 * MOST_SOLUTIONS, names)


def _has_room(stands: Spot, spots: Sequence[Spot]) -> bool:
    """Return whether decimals leave a line of sight, but little freedom for it.

    The last two men are to be left out.
    """
    ways = [math.degrees(math.atan2(spot.x - stands.x, stands.y - spot.y)) for spot in spots]
    theirs, own = ways[:-2], ways[-2:]
    first = max(*(way - _HALF_SECTOR for way in theirs), own[0] + _HALF_SECTOR)
    last = min(*(way + _HALF_SECTOR for way in theirs), own[1] - _HALF_SECTOR)
    return _ROOM[0] <= last - first <= _ROOM[1]


def _seen(dice: random.Random, stands: Spot, way: float) -> Spot | None:
    """Return a point on halves of an inch near this way, on the table, or None."""
    far = dice.uniform(4, 9.5)
    x = round(2 * (float(stands.x) + far * math.sin(way)))
    y = round(2 * (float(stands.y) - far * math.cos(way)))
    on_table = 1 <= x <= 2 * WIDE - 1 and 1 <= y <= 2 * DEEP - 1
    return Spot(x * HALF, y * HALF) if on_table else None


def _inside(state: Any, man: grenades.Soldier) -> bool:
    return in_arc(state.thrower, state.aim, man.at, dict(state.readings)).value


def _past(state: Any, man: grenades.Soldier) -> tuple[float, str]:
    """Return by how many degrees a man is outside the sector (inside it: below 0), and which edge
    is nearer.
    """
    front, way = (
        math.atan2(float(at[0] - state.thrower[0]), -float(at[1] - state.thrower[1]))
        for at in (state.aim, man.at)
    )
    turned = (math.degrees(way - front) + 180) % 360 - 180
    return abs(turned) - _HALF_SECTOR, "left" if turned < 0 else "right"


_NOBODY = ((0.0, ""), "")


def _degrees(angle: float) -> str:
    return f"about {round(angle)}°" if round(angle) else "less than 1°"


def _holds_yours(state: Any) -> str:
    within = [man for man in _men(state, "XY") if _inside(state, man)]
    (past, edge), name = min(((_past(state, man), man.name) for man in within), default=_NOBODY)
    return f"{name} lies in it, {_degrees(-past)} from its {edge} edge." if within else ""


# -- the spare man ---------------------------------------------------------------------------------

_BEARING = {"none": "a knife", "pistol": "a pistol", "bayonet": "a bayonet"}
_PLACES = ("Left", "Middle", "Right")


@dataclass(frozen=True, slots=True)
class Melee:
    """One of three fights: the men who attack before the spare man, and the defender."""

    first: tuple[Fighter, ...]
    defender: Fighter

    @property
    def met(self) -> tuple[Fighter, int]:
        """The defender, and the number of the spare man among his attackers."""
        return self.defender, len(self.first) + 1

    def gain(self, spare: Fighter) -> Fraction:
        """Return what one more man adds to the chance that the defender is put out of action."""
        before = one_after_another(self.first, self.defender)[-1].p("out")
        return one_after_another((*self.first, spare), self.defender)[-1].p("out") - before

    def says(self) -> str:
        """Return the fight in words."""
        men = " and then ".join(_BEARING[man.arms] for man in self.first)
        who = "a seriously wounded man" if self.defender.serious_wounds else "a man"
        comma = "," if len(self.first) > 1 else ""
        return f"{men}{comma} against {who} with {_BEARING[self.defender.arms]}"


def _melee(dice: random.Random) -> Melee:
    first = tuple(Fighter(dice.choice(ARMS)) for _ in range(dice.choice((1, 2))))
    return Melee(first, Fighter(dice.choice(ARMS), serious_wounds=dice.choice((0, 0, 1))))


def _fights(start: Any) -> Iterator[Any]:
    for arms, wounds, shaken, number in product(ARMS, (0, 1), (False, True), range(1, 7)):
        yield replace(start, defender=Fighter(arms, wounds, shaken), opponent=number)


@family(
    "landser:spare-man",
    "Which fight gets the spare man",
    "45_assault_and_breaking_off",
    (0, 3, 4, 7, 8, 13),
    own=(4,),
)
def spare_man(dice: random.Random) -> Task | None:
    """Draft three fights, one of which gains most from a spare man.

    The tempting one is the fight that he would win most often, if that is another.
    """
    spare = Fighter(dice.choice(ARMS))
    fights = [_melee(dice) for _ in _PLACES]
    gains = {fight.met: fight.gain(spare) for fight in fights}
    most, second, *_ = sorted((fight.gain(spare) for fight in fights), reverse=True)
    if len(gains) < len(fights) or most - second < Fraction(1, 50):
        return None
    bare = LandserAssault.parse(f"landser:assault fight attacker {spare.arms}")
    start = replace(bare, defender=fights[0].defender)  # as his first attacker meets him

    def another(state: Any) -> str:
        if (state.defender, state.opponent) in gains:
            return ""
        if any(fight.defender == state.defender for fight in fights):
            return f"Against this defender he is not attacker no. {state.opponent}."
        return "None of the three has such a defender."

    def less(state: Any) -> str:
        gain = gains.get((state.defender, state.opponent))
        if gain is None:
            return "Set up one of the three fights first."
        more = f"Here he adds {percent(gain)}, in another of them {percent(most - gain)} more."
        return "" if gain == most else more

    each = " ".join(f"{at}: {fight.says()}." for at, fight in zip(_PLACES, fights, strict=True))
    task = hands_on(
        f"Your men go in. {each} Your spare man, with {_BEARING[spare.arms]}, attacks last, where"
        " the defender still stands: set up the fight in which he adds most to the chance that its"
        " defender is put out of action.",
        start.text(),
        free_by(
            "Choose the defender's weapon and wound, and the number of this attacker",
            "defender opponent dice",
            _fights,
            "defender defender_suffers opponent",
        ),
        (
            unless("It is one of the three fights, as your spare man finds it.", another),
            unless("In no other of them does he add more.", less),
        ),
        "Each attacker after the first takes one more from the defender's die (line 175); but where"
        " the men before him are likely to win, a spare man has nothing left to do.",
    )
    defender, number = max(gains, key=lambda met: assault_odds(spare, *met).p("defender out"))
    if gains[defender, number] == most:
        return task
    trap = (
        "Once he is in, this is the fight he wins most often; but the men before him win it often"
        f" enough, and he adds only {percent(gains[defender, number])}."
    )
    state = replace(start, defender=defender, opponent=number)
    return replace(task, tempting=state.text(), trap=trap)


# -- the even chance -------------------------------------------------------------------------------

_PACE = int(allowance(Way("move and fire")).value)
#: The ranges drawn, in half inches: near ones, and those within a walk of the end of long range.
_NEAR, _FAR = (5, 18), (61, 68)
#: How rarely the solution is to stand still and take another weapon.
_SELDOM = 0.8


@family(
    "landser:even-chance",
    "Stay or move: an even chance",
    "41_to_hit",
    (0, 1, 4, 5, 9, 11),
    own=(4, 11, 9),
)
def even_chance(dice: random.Random) -> Task | None:
    """Draft a shot: find the weapon and the shortest walk for an even chance to hit."""
    carried = dice.sample(("rifle", "smg", "pistol"), dice.choice((2, 3)))
    far = Fraction(dice.randint(*_NEAR), 2)
    if dice.random() < 1 / 4:
        carried, far = dice.sample(("rifle", "lmg"), 2), Fraction(dice.randint(*_FAR), 2)
    cover = dice.choice(("none", "half", "half", "full"))
    fast, repeat = dice.random() < 1 / 3, dice.random() < 1 / 4
    if cover == "full" and fast:  # a fast move never ends in full cover
        return None
    flags = " ".join(["target-moving-fast"] * fast + ["repeat"] * repeat)
    start = LandserFire.parse(
        f"landser:fire {carried[0]}@{far} cover {cover}{f' with {flags}' if flags else ''}"
    )
    walks = [
        Fraction(far - state.range_inches)
        for state in _shots(start)
        if state.weapon in carried and not _no_walk(state, far) and not _not_even(state)
    ]
    if not walks or not _not_even(start) or (min(walks) == 0 and dice.random() < _SELDOM):
        return None
    return _shot_task(start, carried, min(walks))


def _shot_task(start: Any, carried: Sequence[str], shortest: Fraction) -> Task:
    """Return the task with its tempting solution: as near as he can get with his present weapon, if
    that is less than an even chance; otherwise the longest walk that is enough.
    """
    begins = start.range_inches
    arms = listed([with_article(WEAPONS[weapon].name) for weapon in carried], joint="or")
    target = "A man" + (" who moves fast" if start.target_moving_fast else "")
    target += f" in {start.cover} cover" if start.cover != "none" else " in the open"
    again = ", at whom they all fired last turn," if start.repeat else ""

    def longer(state: Any) -> str:
        walk = begins - state.range_inches
        less = "He walks too little." if walk < shortest else ""
        return f"He walks {inches(walk)}, and less would do." if walk > shortest else less

    task = hands_on(
        f"{capitalized(target)}{again} is {inches(begins)} away. One of your men fires,"
        f" with {arms}. Choose who, and how far he walks towards the man first: at least an even"
        " chance to hit, with the shortest walk that gives it.",
        start.text(),
        free_by(
            "Choose the weapon and the range, and say whether the firer moved",
            "weapon range_inches firer_moved chosen folded",
            _shots,
            "weapon range flags",
        ),
        (
            must(
                f"It is fired with {arms}.",
                lambda state: state.weapon in carried,
                lambda s: f"None of your men has {with_article(WEAPONS[s.weapon].name)}.",
            ),
            unless(
                f"He comes at most {_PACE} inches nearer, and he has moved if he comes nearer.",
                lambda state: _no_walk(state, begins),
            ),
            unless("It hits at least one time in two.", _not_even),
            unless("No shorter walk would do.", longer),
        ),
        "Who moves and fires takes 1 from the hit die (line 91); a walk pays only where it reaches"
        " a better range of the table (lines 68 and 78-82).",
    )
    nearest = _plain(max(Fraction(0), begins - _PACE))
    for weapon in carried:
        state = replace(start, weapon=weapon, range_inches=nearest, firer_moved=True)
        if trap := _not_even(state) or longer(state):
            return replace(task, tempting=state.text(), trap=trap)
    return task


def _plain(distance: Fraction) -> Inches:
    """Return a distance as links write it, as a whole number if it is one."""
    return int(distance) if distance.denominator == 1 else distance


def _shots(start: Any) -> Iterator[Any]:
    bare = replace(start, chosen="", folded=frozenset())
    for weapon, halves, moved in product(WEAPONS, range(2 * _PACE + 1), (False, True)):
        far = Fraction(start.range_inches - halves * HALF)
        if far >= 0:
            yield replace(bare, weapon=weapon, range_inches=_plain(far), firer_moved=moved)


def _no_walk(state: Any, begins: Inches) -> str:
    walk = begins - state.range_inches
    if walk < 0:
        return f"He goes {inches(-walk)} away from the man."
    if walk > _PACE:
        return f"That is {inches(walk)}, and he moves {_PACE} at most."
    if bool(walk) is state.firer_moved:
        return ""
    if walk:
        return f"He comes {inches(walk)} nearer and is set as one who has not."
    return "He stays, and is set as one who has moved."


def _not_even(state: Any) -> str:
    shot, read = state.shot, dict(state.readings)
    allowed = may_fire(shot, read)
    if not allowed.value:
        return allowed.headline
    chance = hit_chance(shot, read)
    return "" if chance >= HALF else f"It hits {often(chance)}."


FAMILIES = (grenade, sector, spare_man, even_chance)
