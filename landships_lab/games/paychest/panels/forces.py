"""The forces panel: the figures of a company, a brigade, a warband or an army, a row for each
formation and a figure for each rank.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

from landships_lab.core.answer import Answer
from landships_lab.core.speech import capitalized, listed, plural
from landships_lab.drawing.charts import Table, exhibit
from landships_lab.drawing.dicing import wrapped
from landships_lab.drawing.figures import Figure
from landships_lab.drawing.labels import text_width
from landships_lab.drawing.roles import SMALL
from landships_lab.drawing.shapes import Label, Polygons, Scene, bare_paper, box
from landships_lab.drawing.view import View
from landships_lab.games.paychest.data.tables import Part as Printed
from landships_lab.games.paychest.rules import forces
from landships_lab.games.paychest.rules.forces import FORMATIONS, MOST_PARTS, Body, muster_roll
from landships_lab.panel.controls import Control, Number
from landships_lab.panel.parts import Whole, part
from landships_lab.panel.parts.base import with_fields
from . import common
from .common import WIDTH, Drawn

#: The fields of the state with the numbers of parts.
PARTS = {
    "battalions": "battalion",
    "squadrons": "squadron",
    "warbands": "warband",
    "regiments": "native-regiment",
}


def _inside(formation: str) -> dict[str, Printed]:
    """Return every part inside a formation, by its unit."""
    return {each.unit: each for body in muster_roll(formation) for each in body.formation.parts}


@dataclass(frozen=True)
class PartCount(Whole):
    """The number of a part in the formation above it; None is the least number printed."""

    least: int = 1
    most: int = MOST_PARTS

    def _open(self, state: Forces) -> Printed | None:
        """Return the part if the formation has it and its number can vary."""
        each = _inside(state.formation).get(PARTS[self.id])
        return None if each is None or each.least == each.most else each

    def control(self, state: Forces) -> Control | None:
        if (each := self._open(state)) is None:
            return None
        chosen = getattr(state, self.id) or each.least
        most = each.most or MOST_PARTS
        return Number(self.id, self.id.capitalize(), chosen, each.least, most)

    def sample(self, dice: random.Random, state: Forces) -> int | None:
        each = self._open(state)
        return None if each is None else dice.randint(each.least, each.most or MOST_PARTS)


def _count(name: str) -> Any:
    return part(PartCount, default=None, empty=True, error_name=f"the number of {name}")


@dataclass(frozen=True)
class Forces(common.PaychestPanel):
    """Choose a formation, and see who belongs to it.

    A formation, and the number of each part that may vary (None: the least number printed).
    """

    id = "paychest:forces"
    title = "Forces"
    prompt = "Which figures belong to it?"
    usage_hint = "Choose a formation, and how many parts it has. Each row is one formation."
    order = ("formation", "battalions", "squadrons", "regiments", "warbands")
    strip_rows = 1
    stage = (("Figures", "picture"), ("Roster", "tables"))

    formation: str = common.word(
        "Formation",
        "battalion",
        {key: f"{each.name} ({each.force})" for key, each in FORMATIONS.items()},
        "",
        buttons=False,
    )
    battalions: int | None = _count("battalions")
    squadrons: int | None = _count("squadrons")
    warbands: int | None = _count("warbands")
    regiments: int | None = _count("regiments")

    @property
    def parts(self) -> dict[str, int]:
        """The numbers that were chosen, of the parts that the formation has."""
        inside, chosen = _inside(self.formation), {PARTS[key]: getattr(self, key) for key in PARTS}
        return {unit: count for unit, count in chosen.items() if count and unit in inside}

    def ask(self) -> Answer[int]:
        return forces.muster(self.formation, self.parts)

    def after(self, control: str, before: Self) -> Self:
        """Forget a number equal to the least, and numbers of parts that the formation does not
        have.
        """
        inside = _inside(self.formation)
        none = (
            k for k, u in PARTS.items() if u not in inside or getattr(self, k) == inside[u].least
        )
        return with_fields(self, **dict.fromkeys(none))

    def check(self) -> Self:
        """Drop the parts that the formation does not have, which older links may hold, so that no
        part is ignored silently.
        """
        return super(Forces, self.after("formation", self)).check()

    def tables(self, answer: Answer[object]) -> tuple[Table, ...]:
        ranks = {**forces.roster(self.formation, self.parts), "in all": answer.value}
        rows = tuple((rank, (str(count),)) for rank, count in ranks.items())
        return (Table("Roster", ("figures",), rows, lit_row=len(rows) - 1),)

    def picture(self, answer: Answer[object], view: View | None = None) -> Scene:
        """Draw a row for each formation: one figure for each rank, with its number."""
        bodies: Sequence[Body] = answer.detail
        high = min(HIGHEST, HEIGHT / len(bodies))
        top = (HEIGHT - high * len(bodies)) / 2
        drawn = (one for n, body in enumerate(bodies) for one in _row(body, top + high * n, high))
        shapes, _ = common.composed(drawn)
        ground = (*bare_paper(WIDTH, HEIGHT), Polygons((box(0, 0, WIDTH, HEIGHT),), "felt"))
        title = f"The figures of the {bodies[0].formation.name}"
        description = "; ".join(f"{_counted(body)}: {listed(_posts(body))}" for body in bodies)
        return Scene(WIDTH, HEIGHT, ground, shapes, title, f"{description}. {answer.headline}")

    def question_picture(self) -> Scene:
        """Draw the printed organisation down to its companies, without sums: the men in each
        formation, and its parts.
        """
        rows = []
        for body in muster_roll(self.formation, self.parts):
            own = [plural(count, rank) for rank, count in body.formation.posts.items()]
            below = [
                plural(self.parts.get(one.unit, one.least), FORMATIONS[one.unit].name)
                for one in body.formation.parts
            ]
            rows.append((body.formation.name, (listed(own), listed(below) or "no parts")))
        table = Table("Organisation (line 12)", ("its own figures", "below it"), tuple(rows))
        return exhibit(self.title, self.prompt, (table,), ())


# -- rows of figures -------------------------------------------------------------------------------

#: The kind of figure for a rank; any other regular rank is an officer.
REGULARS = {
    **{rank: rank for rank in ("private", "NCO", "aide")},
    "Sergeant-Major": "NCO",
    "colourbearer": "colours",
    **dict.fromkeys(("colonel", "general"), "commander"),
}
NATIVES = {
    **dict.fromkeys(("warrior", "private"), "warrior"),
    **dict.fromkeys(("NCO", "sub-leader", "sub-chief"), "sub-leader"),
    **dict.fromkeys(("leader", "chief", "general"), "leader"),
    "bodyguard": "bodyguard",
}
TINTS = {"regular": "blue", "native": "vermillion"}
#: The greatest height of the picture and of a row, and the space for the name of a formation
#: (pixels).
HEIGHT, HIGHEST, NAMES = 474.0, 200.0, 124.0
#: The height of the letters under a figure, and the part of a row that they use (pixels).
RANK, FOOT = SMALL, 36.0


def kind_of(rank: str, force: str) -> str:
    """Return the kind of figure for a rank.

    >>> kind_of("captain", "regular"), kind_of("NCO", "native"), kind_of("chief", "native")
    ('officer', 'sub-leader', 'leader')
    """
    return NATIVES[rank] if force == "native" else REGULARS.get(rank, "officer")


def _counted(body: Body) -> str:
    """Return a formation by its name, with how many there are."""
    name = capitalized(body.formation.name)
    return f"{name}, {body.count} of them" if body.count > 1 else name


def _posts(body: Body) -> list[str]:
    formation = body.formation
    guns = [plural(formation.guns, "gun")] if formation.guns else []
    return [*(plural(count, rank) for rank, count in formation.posts.items()), *guns]


def _row(body: Body, top: float, high: float) -> Drawn:
    """Draw a formation: its name, and for each rank one figure with its number below."""
    formation, foot = body.formation, top + high - FOOT
    mounted = "cavalry" in formation.cite
    name, times = capitalized(formation.name), f"{body.count} of them" * (body.count > 1)
    for n, line in enumerate(filter(None, (*wrapped(name, NAMES - 20, RANK), times))):
        role = "figure-note" if line == times else "figure-name"
        yield Label(line, (14, foot - 46 + 19 * n), role, body.id, anchor="start")
    kinds = [kind_of(rank, formation.force) for rank in formation.posts]
    kinds += ["gun"] * bool(formation.guns)
    words = _posts(body)
    rooms = [text_width(word, RANK) for word in words]
    apart = (WIDTH - NAMES - 10 - sum(rooms)) / len(rooms)
    narrow = min(
        (apart + room) / (1.9 if kind == "gun" else 1.0)
        for kind, room in zip(kinds, rooms, strict=True)
    )
    size = min(96.0, 1.05 * narrow, (high - FOOT - 8) / (1.9 if mounted else 1.3))
    x = NAMES
    for kind, word, room in zip(kinds, words, rooms, strict=True):
        middle, rides = x + (apart + room) / 2, mounted and kind != "gun"
        yield Figure((middle, foot), size, kind, TINTS[formation.force], word, rides)
        yield Label(word, (middle, foot + 22), "figure-rank", word)
        x += apart + room
