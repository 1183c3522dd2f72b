"""Questions about who may fire at whom in Paychest."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from landships_lab.core.answer import Answer
from landships_lab.core.speech import inches, plural
from landships_lab.games.paychest.practice.words import as_read, because_of, draw_option
from landships_lab.games.paychest.rules.fire import LEADERS_FIRE, may_fire_at
from landships_lab.practice.kind import Kind, yes_or_no
from landships_lab.practice.task import Task

ABOUT = "paychest:fire"


@dataclass(frozen=True)
class _Aimed:
    """Who fires at what: the words and numbers of `may_fire_at`, and the reading for leaders."""

    firer: str
    men: int
    target: str
    figures: int
    width: int
    frontage: int
    option: str

    def may(self, firer: str = "", option: str = "", target: str = "") -> Answer[bool]:
        """Return whether they may, or would if they were others or aimed at something else."""
        return may_fire_at(
            firer or self.firer,
            target or self.target,
            self.figures,
            self.width,
            self.frontage,
            option or self.option,
        )

    @property
    def text(self) -> str:
        """The question in words."""
        who = (
            f"{self.men} men without rank fire together"
            if self.firer == "group"
            else "an officer fire"
        )
        at = {
            "figure": "a single figure",
            "group": f"a group of {plural(self.figures, 'figure')}",
            "location": f"a stretch of wall {inches(self.width)} wide, with {inches(self.frontage)}"
            " of frontage of their own",
        }[self.target]
        reading = f" {as_read(LEADERS_FIRE, self.option)}" if self.firer == "leader" else ""
        return f"May {who} at {at.replace('their', 'his') if reading else at}?{reading}"

    @property
    def state(self) -> str:
        """The state of the panel."""
        men = self.men if self.firer == "group" else 1
        figures = f" figures {self.figures}" if self.target != "location" else ""
        ground = (
            f" width {self.width} frontage {self.frontage}" if self.target == "location" else ""
        )
        reading = f" reading {LEADERS_FIRE}={self.option}" if self.firer == "leader" else ""
        return (
            f"{ABOUT} weapon rifle skill 4 firer {self.firer} men {men} target"
            f" {self.target}{figures}{ground}{reading}"
        )


def _who_at_whom(dice: random.Random, level: int) -> Task:
    """Draw who fires at what: a group or a leader, at one figure or several; from level 2 also at a
    stretch of wall and at a group of one.
    """
    target = dice.choice(("figure", "group", "location") if level > 1 else ("figure", "group"))
    frontage = dice.randint(2, 8)
    least = 1 if level > 1 else 2
    aimed = _Aimed(
        dice.choice(("group", "leader")),
        dice.randint(2, 16),
        target,
        1 if target == "figure" else dice.choice((least, 2, 3, 5, 6, 9)),
        max(1, frontage + dice.choice((-2, -1, 0, 1, 2, 3))) if target == "location" else 0,
        frontage if target == "location" else 0,
        draw_option(dice, LEADERS_FIRE),
    )
    answer = aimed.may()
    wrong = list(_wrong_targets(aimed))
    return Task(
        aimed.text,
        aimed.state,
        yes_or_no(answer.value, wrong),
        because=because_of(answer.value, answer.steps[0].text),
    )


def _wrong_targets(aimed: _Aimed) -> Iterator[tuple[object, str]]:
    if aimed.firer == "group" and aimed.target == "group" and aimed.figures == 1:
        yield True, "you took one man for a group; a group is two or more"
    other = "leader" if aimed.firer == "group" else "group"
    yield aimed.may(other).value, "you confused leaders with men without rank"
    if aimed.firer == "leader":
        turned = "may" if aimed.option == "only" else "only"
        yield aimed.may(option=turned).value, "you took the other reading"
    if aimed.target == "location" and aimed.width > aimed.frontage:
        yield True, "you forgot that a stretch is no wider than the firer's own frontage"


AIM = Kind(
    "paychest:aim",
    "legal",
    _who_at_whom,
    about=ABOUT,
    lesson="50_skill_and_fire",
    taught="no wider than their own frontage",
)
