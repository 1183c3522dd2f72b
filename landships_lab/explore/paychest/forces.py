"""Forces: who belongs to a company, a brigade, a warband or an army?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from landships_lab.core.answer import Answer, Step
from landships_lab.explore.explorer import Choice, Control, Field, changed
from landships_lab.explore.paychest import forces_picture
from landships_lab.explore.paychest.common import OwnState, PaychestExplorer, Read, number, word
from landships_lab.rules.paychest.book import CITES
from landships_lab.rules.paychest.forces import FORMATIONS, MOST_PARTS, muster, muster_roll, posts_words, roster
from landships_lab.scene.charts import Table
from landships_lab.scene.shapes import Scene
from landships_lab.scene.view import View


@dataclass(frozen=True)
class ForcesState(OwnState):
    """A formation, and how many parts stand in each that may have more or fewer (None: the least that is printed)."""

    explorer_id: ClassVar[str] = "paychest:forces"
    formation: str = "battalion"
    battalions: int | None = None
    squadrons: int | None = None
    warbands: int | None = None
    regiments: int | None = None

    @property
    def parts(self) -> dict[str, int]:
        """How many of each part has the reader chosen, of those the formation has?"""
        inside = {body.id for body in muster_roll(self.formation)[1:]}
        return {part: count for key, part in PARTS.items() if part in inside and (count := getattr(self, key))}


#: The values of the state that say how many of a part there are.
PARTS = {"battalions": "battalion", "squadrons": "squadron", "warbands": "warband", "regiments": "native-regiment"}


class Forces(PaychestExplorer[ForcesState]):
    """Choose a formation, and see every figure of it."""

    id = "paychest:forces"
    title = "Forces"
    question = "Who belongs to it, figure by figure?"
    hands = "Every dot is a figure; officers, NCOs and leaders are larger and ringed. The sizes are guidelines, as the source says."
    reads: ClassVar[Mapping[str, Read]] = {
        "formation": word("formation", FORMATIONS),
        **{key: number(f"The number of {key}", 1, MOST_PARTS, empty=True) for key in PARTS},
    }

    def start(self) -> ForcesState:
        """An infantry battalion of four companies."""
        return ForcesState()

    def ask(self, state: ForcesState) -> Answer[int]:
        """How many figures has it, and which?"""
        answer = muster(state.formation, state.parts)
        halves = FORMATIONS[state.formation].halves
        if halves is None:
            return answer
        text = f"It divides into two {halves.name}s, each of {posts_words(halves.posts)}."
        return replace(answer, steps=(*answer.steps, Step(text, CITES[FORMATIONS[state.formation].cite])))

    def picture(self, state: ForcesState, answer: Answer[Any], view: View | None = None) -> Scene:
        """Every figure, formation by formation."""
        return forces_picture.picture(muster_roll(state.formation, state.parts), answer)

    def tables(self, state: ForcesState, answer: Answer[Any]) -> tuple[Table, ...]:
        """The roster: how many figures of each rank."""
        ranks = tuple((rank, (str(count),)) for rank, count in roster(state.formation, state.parts).items())
        return (Table("Roster", ("figures",), (*ranks, ("in all", (str(answer.value),))), lit_row=len(ranks)),)

    def controls(self, state: ForcesState) -> tuple[Control, ...]:
        """The formation, and the number of each part that may vary."""
        options = tuple((key, f"{formation.name} ({formation.force})") for key, formation in FORMATIONS.items())
        found: list[Control] = [Choice("formation", "Formation", options, state.formation)]
        for body in muster_roll(state.formation, state.parts):
            for part in body.formation.parts:
                key = next((key for key, value in PARTS.items() if value == part.unit), "")
                if key and part.least != part.most:
                    bound = f"{part.least} to {part.most}" if part.most else f"{part.least} or more"
                    label = f"{key.capitalize()} in the {body.formation.name}"
                    found.append(Field(key, label, str(getattr(state, key) or part.least), bound))
        return tuple(found)

    def set(self, state: ForcesState, control: str, value: Any) -> ForcesState:
        """The state after one control has been given a value."""
        return self.settle(super().set(state, control, value))

    def settle(self, state: ForcesState) -> ForcesState:
        """A part at its least number is as if nothing had been said of it."""
        least = {part.unit: part.least for body in muster_roll(state.formation, state.parts) for part in body.formation.parts}
        return changed(state, **{key: None for key, part in PARTS.items() if getattr(state, key) == least.get(part, 0)})
