"""Forces: who belongs to a company, a brigade, a warband or an army, figure by figure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from landships_lab.core.answer import Answer, Step, tally
from landships_lab.data.paychest.tables import Formation, Part, formations
from landships_lab.rules.paychest.book import CITES, one_of, plural, whole

FORMATIONS = formations()
#: The most parts of one kind that are mustered; no limit is printed for some.
MOST_PARTS = 12


@dataclass(frozen=True, slots=True)
class Body:
    """One formation of a force, with how many there are of it in the whole: its own posts are those of one."""

    id: str
    formation: Formation
    count: int

    @property
    def figures(self) -> int:
        """How many figures are those of its own posts, in all formations of this kind?"""
        return self.count * self.formation.own_figures


def muster(formation: str, parts: Mapping[str, int] | None = None) -> Answer[int]:
    """How many figures has this formation, and which? A step for each kind of formation in it.

    ``parts`` says how many of a formation stand in the one above it (``{"battalion": 3}``); the least printed where it does
    not. Raises `ValueError` for an unknown formation, or a number the print does not allow.
    Source: Paychest, Larger Units and Larger Native and Irregular Forces (line 12).

    >>> muster("battalion").value, muster("brigade", {"battalion": 3}).value, muster("native-army").value
    (86, 261, 90)
    """
    bodies = muster_roll(formation, parts)
    steps = [Step(_posts(body), CITES[body.formation.cite], "add", Fraction(body.figures)) for body in bodies]
    steps.append(Step("Guidelines for size: real strengths varied, and units were merged and split.", CITES["guidelines"]))
    value = tally(steps)
    assert isinstance(value, int)  # whole figures
    guns = sum(body.count * body.formation.guns for body in bodies)
    served = f" and {plural(guns, 'gun')}" if guns else ""
    return Answer(value, tuple(steps), f"The {FORMATIONS[formation].name} has {plural(value, 'figure')}{served}.")


def muster_roll(formation: str, parts: Mapping[str, int] | None = None) -> tuple[Body, ...]:
    """Which formations make up this one, the largest first, and how many are there of each in the whole?

    >>> [(body.id, body.count) for body in muster_roll("brigade")]
    [('brigade', 1), ('battalion', 2), ('company', 8)]
    """
    one_of("formation", formation, FORMATIONS)
    if parts is not None and not isinstance(parts, Mapping):
        raise ValueError(f"The parts are numbers by name, such as {{'battalion': 3}}, not {parts!r}.")
    given = dict(parts or {})
    found = tuple(_bodies(formation, 1, given))
    for stray in sorted(given.keys() - {body.id for body in found[1:]}):
        below = [body.id for body in found[1:]]
        has = f"its parts are {', '.join(below)}" if below else "it has none"
        raise ValueError(f"{stray!r} is no part of the {FORMATIONS[formation].name}; {has}.")
    return found


def _bodies(formation: str, count: int, parts: Mapping[str, int]) -> Iterator[Body]:
    body = Body(formation, FORMATIONS[formation], count)
    yield body
    for part in body.formation.parts:
        yield from _bodies(part.unit, count * part_count(part, parts.get(part.unit)), parts)


def part_count(part: Part, given: int | None) -> int:
    """How many of this part are there? The least printed where nothing is given; `ValueError` for too few or too many."""
    if given is None:
        return part.least
    return whole(f"The number of parts ({FORMATIONS[part.unit].name})", given, part.least, part.most or MOST_PARTS)


def roster(formation: str, parts: Mapping[str, int] | None = None) -> Mapping[str, int]:
    """How many figures of each rank has this formation in all?

    >>> roster("battery")
    {'officer': 1, 'NCO': 4, 'private': 9}
    """
    ranks: dict[str, int] = {}
    for body in muster_roll(formation, parts):
        for rank, number in body.formation.posts.items():
            ranks[rank] = ranks.get(rank, 0) + number * body.count
    return ranks


def posts_words(posts: Mapping[str, int]) -> str:
    """How are posts told in a sentence?

    >>> posts_words({"leader": 1, "warrior": 11})
    '1 leader, 11 warriors'
    """
    return ", ".join(plural(number, rank) for rank, number in posts.items())


def _posts(body: Body) -> str:
    formation = body.formation
    who = f"{formation.name[:1].upper()}{formation.name[1:]}: {posts_words(formation.posts)}"
    who += f", {plural(formation.guns, 'gun')}" if formation.guns else ""
    each = f"{formation.own_figures}"
    return f"{who}: {each}." if body.count == 1 else f"{who}: {each}, {body.count} times."
