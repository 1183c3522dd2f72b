"""Forces: the figures of a company, a brigade, a warband or an army."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from landships_lab.core.answer import Answer, Step, tally
from landships_lab.core.checks import brief, one_of, whole
from landships_lab.core.speech import capitalized, listed, plural
from landships_lab.games.paychest.data.tables import Formation, Part, formations
from landships_lab.games.paychest.rules.book import CITES

FORMATIONS = formations()
#: The most parts of one kind that are counted where no limit is printed.
MOST_PARTS = 12


@dataclass(frozen=True, slots=True)
class Body:
    """One kind of formation in a force, and how many of it there are in the whole force."""

    id: str
    formation: Formation
    count: int

    @property
    def figures(self) -> int:
        """The number of its own figures in all formations of this kind,
        without those of its parts.
        """
        return self.count * self.formation.own_figures


def muster(formation: str, parts: Mapping[str, int] | None = None) -> Answer[int]:
    """Return the number of figures of this formation, with a step for each kind of formation in it.

    ``parts`` says how many of a formation are in the one above it (``{"battalion": 3}``); without
    it the least printed. The detail of the answer is the `muster_roll`. Raises `ValueError` for an
    unknown formation or a number that is not allowed. Source: Paychest, Larger Units and Larger
    Native and Irregular Forces (line 12).

    >>> (
    ...     muster("battalion").value,
    ...     muster("brigade", {"battalion": 3}).value,
    ...     muster("native-army").value,
    ... )
    (86, 261, 90)
    """
    bodies = muster_roll(formation, parts)
    whole_force = bodies[0].formation
    steps = [
        Step(_own_figures(body), CITES[body.formation.cite], "add", Fraction(body.figures))
        for body in bodies
    ]
    steps.append(
        Step(
            "Guidelines for size: real strengths varied, and units were merged and split.",
            CITES["guidelines"],
        )
    )
    if whole_force.halves is not None:
        halves = (
            f"It divides into two {whole_force.halves.name}s, each of"
            f" {list_posts(whole_force.halves.posts)}."
        )
        steps.append(Step(halves, CITES[whole_force.cite]))
    whose = (
        "Colonial and regular troops use the skills of legionnaires"
        if whole_force.force == "regular"
        else "Natives use the skills of Arabs"
    )
    steps.append(
        Step(f"{whose}, as a rule; take whatever fits best. That table is lost.", CITES["troops"])
    )
    value = tally(steps)
    assert isinstance(value, int)  # whole figures
    guns = sum(body.count * body.formation.guns for body in bodies)
    served = f" and {plural(guns, 'gun')}" if guns else ""
    return Answer(
        value,
        tuple(steps),
        f"The {whole_force.name} has {plural(value, 'figure')}{served}.",
        detail=bodies,
    )


def muster_roll(formation: str, parts: Mapping[str, int] | None = None) -> tuple[Body, ...]:
    """Return the formations that make up this one, the largest first, and how many of each there
    are in the whole.

    >>> [(body.id, body.count) for body in muster_roll("brigade")]
    [('brigade', 1), ('battalion', 2), ('company', 8)]
    """
    one_of("formation", formation, FORMATIONS)
    if parts is not None and not isinstance(parts, Mapping):
        raise ValueError(
            f"The parts are a dict of numbers by name, such as {{'battalion': 3}}, not {parts!r}."
        )
    given = dict(parts or {})
    found = tuple(_bodies(formation, 1, given))
    for stray in sorted(given.keys() - {body.id for body in found[1:]}):
        below = [body.id for body in found[1:]]
        has = f"its parts are {listed(below)}" if below else "it has no parts"
        raise ValueError(
            brief(f"{stray!r} is not part of the {FORMATIONS[formation].name}; {has}.")
        )
    return found


def _bodies(formation: str, count: int, parts: Mapping[str, int]) -> Iterator[Body]:
    body = Body(formation, FORMATIONS[formation], count)
    yield body
    for part in body.formation.parts:
        yield from _bodies(part.unit, count * part_count(part, parts.get(part.unit)), parts)


def part_count(part: Part, given: int | None) -> int:
    """Return how many of this part there are: the given number, or the least printed.

    Raises `ValueError` for too few or too many.
    """
    if given is None:
        return part.least
    name = FORMATIONS[part.unit].name
    if part.least == part.most and given != part.least:
        raise ValueError(
            brief(f"The number of {name} formations is always {part.least}, not {given!r}.")
        )
    return whole(f"The number of {name} formations", given, part.least, part.most or MOST_PARTS)


def roster(formation: str, parts: Mapping[str, int] | None = None) -> Mapping[str, int]:
    """Return the number of figures of each rank in the whole formation.

    >>> roster("battery")
    {'officer': 1, 'NCO': 4, 'private': 9}
    """
    ranks: dict[str, int] = {}
    for body in muster_roll(formation, parts):
        for rank, number in body.formation.posts.items():
            ranks[rank] = ranks.get(rank, 0) + number * body.count
    return ranks


def list_posts(posts: Mapping[str, int]) -> str:
    """Return figures by rank as part of a sentence.

    >>> list_posts({"leader": 1, "warrior": 11})
    '1 leader and 11 warriors'
    """
    return listed(plural(number, rank) for rank, number in posts.items())


def _own_figures(body: Body) -> str:
    formation = body.formation
    own = f"{capitalized(formation.name)}: {list_posts(formation.posts)}"
    own += f", with {plural(formation.guns, 'gun')}" if formation.guns else ""
    times = f", {body.count} times" if body.count > 1 else ""
    return f"{own}: {plural(formation.own_figures, 'figure')}{times}."
