"""Kinds of question about spotting in Landser. The same seed makes the same question."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from landships_lab.core.answer import Gap
from landships_lab.core.speech import capitalized, inches, percent
from landships_lab.data.book import Taken
from landships_lab.games.landser.data.tables import firing, spotting
from landships_lab.games.landser.panels.spotting import LANES
from landships_lab.games.landser.rules.book import DEFAULTS, band_index
from landships_lab.games.landser.rules.shots import Shot, hit_chance, hits_on, may_fire
from landships_lab.games.landser.rules.sight import Sighting, shot_at, spot_chance, spots_on
from landships_lab.practice.kind import can_be_asked, kind, nearest, on_board
from landships_lab.practice.marking import NOT_PRINTED, Pick
from landships_lab.practice.task import Task
from .common import DISTANCES, ENDS, Reading, drawn, medium, picked

LESSON = "43_seen_and_unseen"
asked = partial(kind, lesson=LESSON, about="landser:spotting")

_WEAPONS, _ROWS = firing().weapons, spotting().rows
_EASY = ("in-cover", "sneak-open", "sneak-cover", "still-open", "moving-open")
_MORE = (*_EASY, "hide-open", "hide-cover", "moving-cover", "fast-open")
#: The reply for each number to roll, and the question about the lane where it is needed.
_ROLLS = {
    1: ("no roll is needed", "is he seen without a roll"),
    3: ("3 or more", "does it take 3 or more to see him"),
    4: ("4 or more", "does it take 4 or more to see him"),
    5: ("5 or more", "does it take 5 or more to see him"),
    6: ("only a 6", "does it take a 6 to see him"),
    7: ("he cannot be seen", "can he not be seen"),
}
_REPLIES = {needed: reply for needed, (reply, _) in _ROLLS.items()}


def _sighting(lane: str, far: int) -> Sighting:
    doing, cover, _ = LANES[lane]
    return Sighting(far, doing, cover)


def _reading(dice: random.Random, lane: str, far: int) -> Reading:
    """Draw the readings that matter here: where medium range ends, and the row for a man
    who hides.
    """
    hides = lane == "hide-open" and far > ENDS[0]
    return drawn(dice, *medium(far), *(("hide-open",) if hides else ()))


def _reply(needed: int | Gap) -> str:
    return NOT_PRINTED if isinstance(needed, Gap) else _REPLIES[needed]


def _why(sighting: Sighting, readings: Taken) -> str:
    """Return the steps of a sighting, and the reply they lead to."""
    answer = spots_on(sighting, readings)
    steps = " ".join(step.text for step in answer.steps)
    return f"{steps} So: {_reply(answer.value)}."


# -- the roll --------------------------------------------------------------------------------------


@kind("landser:spotting", "sight", LESSON, "Otherwise one die is rolled against the table")
def roll_to_spot(dice: random.Random, level: int) -> Task:
    """Ask for the roll that spots a man who sneaks, hides, moves or stays in place."""
    lane = dice.choice(_EASY if level == 1 else _MORE)
    far = dice.randint(3, 60) if level > 1 else dice.choice((*DISTANCES, *range(3, 61, 3)))
    if dice.random() < 1 / 8:
        far = dice.choice((1, 2))
    sighting, read = _sighting(lane, far), _reading(dice, lane, far)
    moves_fast = level == 3 and dice.random() < 1 / 8
    sighting = replace(sighting, observer_moves_fast=moves_fast)
    right = _reply(spots_on(sighting, read.given).value)
    watcher = "The observer is moving fast. " if moves_fast else ""
    text = (
        f"{watcher}A man is {LANES[lane][2]}, {inches(far)} away. Which roll of one die makes an"
        f" observer aware of him?{read.says}"
    )
    wrong = [(_REPLIES[n], name) for n, name in misspotted(sighting, read.given) if n in _REPLIES]
    return Task(
        text,
        f"landser:spotting {lane}@{far}{' with observer-moves-fast' * moves_fast}{read.words}",
        picked(right, (*_REPLIES.values(), NOT_PRINTED), wrong),
        _why(sighting, read.given),
    )


def misspotted(sighting: Sighting, readings: Taken = DEFAULTS) -> Iterator[tuple[int, str]]:
    """Yield the number that each mistake leads to, if the table decides or would decide."""
    band = band_index(sighting.range_inches, readings)
    if band is None:
        return
    if band == 0:
        yield 7, "you forgot that anyone within point blank range is noticed"
        return
    rows = {
        row: [1 if cell == "a" else int(cell) for cell in row_of_table.needs]
        for row, row_of_table in _ROWS.items()
    }
    if sighting.observer_moves_fast:
        yield _known(sighting, readings), "you forgot that a man moving fast notices nobody"
    elif sighting.doing == "hiding" and sighting.in_cover:
        yield rows["in-cover"][band], "you forgot that a man who hides in terrain is out of sight"
    elif sighting.doing == "moving" and not sighting.in_cover:
        sneaks = "you took moving for sneaking; in the open a moving man is seen at once"
        yield rows["sneak-open"][band], sneaks
    elif not isinstance(spots_on(sighting, readings).value, Gap):
        yield from _misread(sighting, band, rows)


def _known(sighting: Sighting, readings: Taken) -> int:
    """Return the number for an observer who does not move fast; 0 if the source is silent."""
    needed = spots_on(replace(sighting, observer_moves_fast=False), readings).value
    return 0 if isinstance(needed, Gap) else needed


def _misread(
    sighting: Sighting, band: int, rows: dict[str, list[int]]
) -> Iterator[tuple[int, str]]:
    sneaks = "sneak-cover" if sighting.in_cover else "sneak-open"
    mine = sneaks if sighting.doing == "sneaking" else "in-cover"
    for row, cells in rows.items():
        if row != mine:
            yield cells[band], f"you read another row of the table, {_ROWS[row].name}"
    for other, name in ((band - 1, "nearer"), (band + 1, "farther")):
        if 0 <= other < len(rows[mine]):
            yield rows[mine][other], f"you read the next {name} range of the table"


# -- the lane --------------------------------------------------------------------------------------

#: The most lanes that may be right, by level.
_ALIKE = {1: 2, 2: 2, 3: 1}
_TRIES = 60


@asked("landser:lane", "sight", taught="Every lane is something he may do")
def which_lane(dice: random.Random, level: int) -> Task:
    """Ask for a lane of the picture in which a man at this distance is seen on this roll."""
    tries, lane, right = 0, "", list(LANES)
    while len(right) > _ALIKE[level]:
        # some lanes look too much like others at any distance; then draw another
        lane = lane if tries % _TRIES else dice.choice(list(LANES))
        tries += 1
        far = dice.randint(3, 60)
        if level == 1 and medium(far):  # one reading is enough at first
            continue
        read = drawn(dice, *medium(far), "hide-open")
        numbers = {one: spots_on(_sighting(one, far), read.given).value for one in LANES}
        wanted = numbers[lane]
        right = [lane, *(one for one in LANES if numbers[one] == wanted and one != lane)]
    asks = (
        "do the rules not say whether he is seen" if isinstance(wanted, Gap) else _ROLLS[wanted][1]
    )
    start = dice.choice([lane for lane in LANES if lane not in right])
    some = f" ({len(right)} are right; one will do.)" if len(right) > 1 else ""
    text = (
        f"Each lane is something that a man may do, {inches(far)} away. In which of them"
        f" {asks}?{some}{read.says}"
    )
    lanes = " and ".join(LANES[lane][2] for lane in right)
    because = f"{capitalized(lanes)}. {_why(_sighting(right[0], far), read.given)}"
    return Task(
        text,
        f"landser:spotting {start}@{far}{read.words}",
        on_board(right, list(LANES), _misplaced(far, right, wanted, read.given)),
        because,
        explained=f"landser:spotting {right[0]}@{far}{read.words}",
        pick=Pick("lane", "Click his lane."),
    )


def _misplaced(
    far: int, right: list[str], wanted: int | Gap, readings: Taken
) -> Iterator[tuple[str, str]]:
    """Yield the lanes that a mistake makes right."""
    for lane in LANES:
        if lane not in right:
            for number, name in misspotted(_sighting(lane, far), readings):
                if number == wanted:
                    yield lane, name


# -- seen and hit ----------------------------------------------------------------------------------


@asked(
    "landser:seen-and-hit",
    "odds",
    taught="Both must happen, so the chances are multiplied",
    level=2,
)
def seen_and_hit(dice: random.Random, level: int) -> Task:
    """Ask for the chance that a man is both seen and hit."""
    while True:
        lane = dice.choice(("in-cover", "sneak-open", "sneak-cover"))
        far = dice.choice((*range(3, 11), *range(16, 61, 2)))
        sighting = _sighting(lane, far)
        weapon = dice.choice(("rifle", "smg", "lmg", "gpmg"))
        shot = Shot(weapon, far)
        seen = spot_chance(sighting)
        # as the question says, his action does not change the hit die
        if isinstance(seen, Gap) or shot_at(sighting, shot) != shot or not may_fire(shot).value:
            continue
        hit = hit_chance(shot)
        if seen < 1 and can_be_asked(seen * hit) and (level < 3 or hit < 1):
            break
    needs = hits_on(shot).value
    hits = "hits on any roll" if needs <= 1 else f"hits on {needs} or more"
    wrong = [
        (hit, "you forgot that he must be seen first"),
        (seen, "you gave the chance to see him, not to hit him as well"),
        ((seen + hit) / 2, "you took the mean of the two chances; they are multiplied"),
    ]
    name, table = _WEAPONS[weapon].name, ", ".join(_WEAPONS[weapon].needs)
    given = {2: f", which {hits} at this range,", 3: f" (its row of the hit table is {table})"}
    alone = f", {percent(hit)}: {percent(seen)} × {percent(hit)} = " if hit < 1 else ": "
    return Task(
        f"A man is {LANES[lane][2]}, {inches(far)} away. A {name}{given[level]} is fired at him"
        " once he is seen, with nothing that changes the hit die. How likely is it that he is seen"
        " and hit? Choose the nearest.",
        f"landser:spotting {lane}@{far} weapon {weapon}",
        nearest(seen * hit, wrong),
        f"He is seen {percent(seen)} of the time, and the {name} {hits}{alone}"
        f"{percent(seen * hit)}.",
    )


LOOKING = (roll_to_spot, which_lane, seen_and_hit)
