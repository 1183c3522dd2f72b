"""Questions about a shot of Paychest whose lost tables a club has filled in, or has not."""

from __future__ import annotations

import random
from collections.abc import Iterator

from landships_lab.core.answer import Gap
from landships_lab.core.speech import inches, mixed, signed
from landships_lab.games.paychest.panels.fire import PaychestFire
from landships_lab.games.paychest.practice.aim import ABOUT
from landships_lab.games.paychest.practice.fire import ROLLS, VERBS, Shot, named
from landships_lab.games.paychest.practice.words import SILENT
from landships_lab.games.paychest.rules.shot import modified_skill
from landships_lab.practice.kind import Kind, one_of
from landships_lab.practice.task import Task

LESSON = "53_when_the_book_is_torn"
#: What a club may have written down for what is lost.
_WALLS = (-3, -2, -1)
#: The ways of moving that are asked about, one more at each level, and the best skill.
_MOVED, _BEST = ("stand", "advance", "charge"), 8


def _torn(dice: random.Random, level: int) -> Task:
    """Draw a shot at men behind a wall, with a club's table for the wall, and one for the range of
    rifles, or of shell, or none.
    """
    moved = dice.choice(_MOVED[:level])
    shot = Shot(dice.randint(1, _BEST), "rifle", moved, dice.randint(2, 11))
    wall, near = dice.choice(_WALLS), dice.choice((0, 1, 2))
    first, last = sorted(dice.sample(range(8, 31, 2), 2))
    of = dice.choice(("ranges", "ranges", "shell", ""))
    bands = f"{of} = [{{ to = {first}, modifier = {near} }}, {{ to = {last}, modifier = -1 }}]\n"
    own = f'by = "your club"\ncover = {{ wall = {wall} }}\n{bands if of else ""}'
    far = dice.randint(3, last)
    panel = PaychestFire.parse(shot.state).set("own", own)
    panel = panel.set("cover", "wall").set("inches", str(far))
    left = modified_skill(panel.shot)
    right = SILENT if isinstance(left.value, Gap) else named(left.value)
    ranges = f"{_plain(near)} up to {inches(first)} and −1 up to {inches(last)}"
    told = {"ranges": f"for a rifle {ranges}", "shell": f"for shell {ranges}"}
    text = (
        f"A man of skill {mixed(shot.skill)} {VERBS[shot.moved]} a rifle at men {inches(far)} away"
        f" and behind a wall. Your club's own tables: {signed(wall)} for a wall;"
        f" {told.get(of, 'nothing for the range')}. Which rolls hit?"
    )
    why = " ".join(step.text for step in left.steps if step.op == "add")
    why += (
        f" A modifier that nobody knows is not 0: {SILENT}."
        if isinstance(left.value, Gap)
        else f" That leaves {mixed(left.value)}: {right}."
    )
    return Task(text, panel.text(), one_of(right, ROLLS, list(_left_out(panel))), because=why)


def _plain(modifier: int) -> str:
    return signed(modifier) if modifier else "0"


def _left_out(panel: PaychestFire) -> Iterator[tuple[str, str]]:
    """Yield the roll that hits without the range, or without the wall."""
    for part, name in (
        ("inches", "you left the range out"),
        ("cover", "you left the wall out"),
    ):
        value = modified_skill(panel.set(part, "").shot).value
        if not isinstance(value, Gap) and named(value):
            yield named(value), name


TORN_KIND = Kind(
    "paychest:torn",
    "hit",
    _torn,
    about=ABOUT,
    replies=ROLLS,
    lesson=LESSON,
    taught="is not 0",
)
