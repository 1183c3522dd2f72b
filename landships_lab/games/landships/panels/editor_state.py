"""The state of the vehicle editor: a vehicle in the making, and what is printed of it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from landships_lab.core.hexes import Heading
from landships_lab.drawing.paper import PAPERS
from landships_lab.games.landships.data.drafts import (
    Draft,
    DraftField,
    DraftWeapon,
    draft_of,
    read_draft,
    sourced,
    unit_of_draft,
    write_draft,
)
from landships_lab.games.landships.data.units import Unit
from landships_lab.games.landships.rules import UNITS
from landships_lab.panel import packed_text
from landships_lab.panel.panel import Panel
from landships_lab.panel.parts import LEAD, Facing, Moment, OneOf, Part, Whole, part

ID = "landships:vehicle"


@dataclass(frozen=True)
class DraftPart(Part):
    """A vehicle in the making, packed into one word of a link; the id of a shipped unit stands for
    that unit.
    """

    def take(self, state: Any, given: Any) -> Draft:
        """Return the draft that a word describes."""
        return draft_of(UNITS[given]) if given in UNITS else read_draft(packed_text.unpack(given))

    def write(self, state: Any, value: Draft) -> list[str]:
        """Return the draft as one word."""
        return [packed_text.pack(write_draft(value))]

    def sample(self, dice: random.Random, state: Any) -> Draft:
        """Return one of the shipped units, with one more field of fire where it can have one."""
        draft = draft_of(dice.choice(list(UNITS.values())))
        return (
            draft.with_new_field()[0] if len(draft.fields) < 3 and dice.random() < 1 / 2 else draft
        )


def _origins(state: EditorState) -> Sequence[tuple[str, str]]:
    units = [(key, unit.name) for key, unit in UNITS.items()]
    return units if state.began else [*units, ("", "your own file")]


def _weapons(state: EditorState) -> Sequence[tuple[str, str]]:
    return [(w.id, f"{state.draft.holder(w.id) + 1} · {w.name}") for w in state.draft.weapons]


@dataclass(frozen=True)
class EditorState(Panel):
    """A vehicle in the making, which way it faces, the weapon being changed, and what is printed of
    it.

    ``began`` is the unit that it was begun from; empty for a file of the reader's.
    """

    draft: Draft = part(DraftPart("Vehicle", draft_of(UNITS["mk-iv-female"]), word=LEAD))
    weapon: str = part(OneOf("Weapon", lambda s: s.draft.weapons[0].id, _weapons, always=True))
    heading: Heading = part(Facing("Heading", Heading.N, word="facing", always=True))
    copies: int = part(
        Whole(
            "Counters to print",
            6,
            1,
            99,
            word="print",
            always=True,
            error_name="the number of counters",
        )
    )
    paper: str = part(
        OneOf("Paper", "A4", tuple((paper, paper) for paper in PAPERS), buttons=True, always=True)
    )
    began: str = part(
        OneOf("From", "", _origins, control_id="begin", word="from", error_name="unit")
    )
    held: str = part(Moment(default=""))

    @property
    def field(self) -> DraftField:
        """The field of fire of the weapon being changed."""
        return self.draft.fields[self.draft.holder(self.weapon)]

    @property
    def chosen(self) -> DraftWeapon:
        """The weapon being changed."""
        return self.draft.weapon(self.weapon)

    @property
    def unit(self) -> Unit:
        """The unit so far; what is unchanged keeps the source of the unit it was begun from."""
        own = unit_of_draft(self.draft)
        return sourced(own, UNITS[self.began]) if self.began else own
