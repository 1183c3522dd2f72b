"""Draw what a question of Paychest is about: who fires at whom, the opposed men, the cards, the
printed modifiers and organisation. Nothing that follows from them is drawn.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from landships_lab.core.answer import Gap
from landships_lab.core.dice import D6
from landships_lab.core.speech import capitalized, listed, mixed, plural
from landships_lab.drawing.charts import Table
from landships_lab.drawing.dicing import arrow, box
from landships_lab.drawing.exhibit import exhibit
from landships_lab.drawing.figures import Figure, figures
from landships_lab.drawing.shapes import Label, Polygons, Scene, Shape, bare_paper
from landships_lab.games.paychest.data.tables import Effect
from landships_lab.games.paychest.panels.command_picture import crowd
from landships_lab.games.paychest.panels.common import WIDTH
from landships_lab.games.paychest.rules.forces import FORMATIONS, muster_roll
from landships_lab.games.paychest.rules.melee import Side
from landships_lab.games.paychest.rules.morale import KINDS, effect, leader_effect

#: The figures of either side: the kind, and its colour.
OURS, THEIRS = ("private", "blue"), ("warrior", "vermillion")
FIRE_HIGH, MELEE_HIGH, CARDS_HIGH = 372.0, 270.0, 250.0
#: No crowd is drawn with more figures; its words give the number.
MOST_DRAWN = 40
#: The size of a card, and the room from one to the next (pixels).
CARD, NEXT = (26.0, 40.0), 34.0


def scene(height: float, drawn: Iterable[Figure | Shape], title: str, asked: str) -> Scene:
    """Return a picture of figures and shapes, spoken with the words in it."""
    parts = list(drawn)
    words = [shape for shape in parts if isinstance(shape, Label)]
    under = (shape for shape in parts if not isinstance(shape, Figure | Label))
    men = figures(part for part in parts if isinstance(part, Figure))
    told = ". ".join(capitalized(label.text.rstrip(".")) for label in words if len(label.text) > 2)
    shapes = (*under, *men, *words)
    return Scene(WIDTH, height, bare_paper(WIDTH, height), shapes, title, f"{asked} {told}.")


def melee(sides: Sequence[Side], stands: int, asked: str) -> Scene:
    """Draw the men of both sides as they meet, each side with its skill."""
    drawn: list[Figure | Shape] = []
    for name, side, x, look in zip("AB", sides, (160.0, 480.0), (OURS, THEIRS), strict=True):
        drawn += crowd(side.men, (x, 190), (250, 150), *look, f"side {name}", 128)
        skill = f"skill {mixed(side.skill)}"
        if side.mixed and side.others is not None:
            skill += f" and {mixed(side.others)}"
        told = f"side {name}: {plural(side.men, 'man', 'men')}, {skill}"
        drawn.append(Label(told, (x, 218), "dice-words-strong", f"side {name}"))
    drawn += arrow((290, 120), (314, 120), "change", "meet", "blue")
    drawn += arrow((350, 120), (326, 120), "change", "meet", "vermillion")
    rule = "A die equal to the skill is one hit, and each point below it one more."
    drawn.append(Label(rule, (WIDTH / 2, 250), "dice-words", "rule"))
    if stands > 1:
        drawn.append(Label(f"{stands} such fights", (WIDTH / 2, 20), "dice-words", "fights"))
    return scene(MELEE_HIGH, drawn, "Melee", asked)


def forces(formation: str, parts: dict[str, int], title: str, asked: str) -> Scene:
    """Return the printed organisation of a formation, down to its companies: those who stand in
    each, and its parts.
    """
    rows = []
    for body in muster_roll(formation, parts):
        own = [plural(count, rank) for rank, count in body.formation.posts.items()]
        below = [
            _many(parts.get(part.unit, part.least), part.unit) for part in body.formation.parts
        ]
        rows.append((body.formation.name, (listed(own), listed(below) or "no parts")))
    table = Table("Organisation (line 12)", ("its own figures", "below it"), tuple(rows))
    return exhibit(title, asked, (table,), ())


def _many(count: int, unit: str) -> str:
    return plural(count, FORMATIONS[unit].name)


def cards(mine: int, theirs: int, asked: str) -> Scene:
    """Draw the cards that are still in the pack, yours above the enemy's."""
    drawn: list[Shape] = []
    for count, tint, name, top in (
        (mine, "blue", "your cards", 46.0),
        (theirs, "vermillion", "the enemy's cards", 156.0),
    ):
        drawn.append(
            Label(f"{name}: {count}", (24, top - 20), "dice-words-strong", name, anchor="start")
        )
        step = min(NEXT, (WIDTH - 48) / max(count, 1))
        backs = tuple(box(24 + n * step, top, *CARD) for n in range(count))
        drawn.append(Polygons(backs, "die-lit", name, tint))
    return scene(CARDS_HIGH, drawn, "The pack", asked)


def settings(title: str, asked: str, rows: Iterable[tuple[str, str]], *printed: Table) -> Scene:
    """Return what is set, and printed tables of which no row is lit."""
    told = Table("The unit", ("",), tuple((label, (value,)) for label, value in rows))
    return exhibit(title, asked, (told, *printed), ())


def second_table(kind: str) -> Table:
    """Return the second morale table of such troops, and what they do without their leader."""
    rows = [(str(die), (_told(effect(kind, die)),)) for die in D6.outcomes]
    rows.append(("leader lost, roll failed", (_told(leader_effect(kind)),)))
    return Table(f"Second morale roll, {KINDS[kind]}", ("what the unit does",), tuple(rows))


def _told(found: Effect | Gap) -> str:
    return "lost in print" if isinstance(found, Gap) else found.text
