"""The position of a fight: its units with their lasting states."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

from landships_lab.core.answer import Step
from landships_lab.core.speech import plural
from landships_lab.data.load import chosen
from landships_lab.games.paychest.rules.book import note
from landships_lab.games.paychest.rules.turn import Unit, owed_by
from landships_lab.play.turns import Situation

#: Why a unit is no longer in the fight.
DOWN, LEFT = "nobody stands", "left the field"


@dataclass(frozen=True, slots=True)
class Company:
    """A unit in a fight.

    ``men`` are those who still fight, its leader among them while ``led``; ``fire`` and ``melee``
    are their skills. ``hits`` are those of this turn. ``result`` is that of its latest morale roll
    while it still owes it a move (a word of `phase.RESULTS`), ``rallied`` whether it rallied in
    this turn. ``back`` is how far it has gone from its line. ``met`` names the enemy whose stands
    it touches, with ``touching`` men of its own. ``gone`` is "" while it fights.
    """

    name: str
    side: str
    troops: str
    kind: str
    men: int
    fire: int
    melee: int
    led: bool = True
    hits: int = 0
    result: str = ""
    rallied: bool = False
    back: int = 0
    met: str = ""
    touching: int = 0
    gone: str = ""

    def in_turn(self, done: str) -> Unit:
        """Return it as the rules of a unit's turn see it, its card drawn and so much done."""
        return Unit(
            done=done,
            troops=self.troops,
            met=bool(self.met),
            kind=self.kind,
            result=self.result,
            rallied=self.rallied,
        )

    def text(self) -> str:
        """Return it in one line."""
        return f"{self.name} · {self.state}"

    @property
    def state(self) -> str:
        """Its side, its men, and all that this turn has done to it."""
        words = [self.side, plural(self.men, "man", "men") if self.men else "no men"]
        words += [] if self.led else ["no leader"]
        words += [f"{plural(self.hits, 'hit')} this turn"] if self.hits else []
        words += [f"owes result {self.result}"] if self.result else []
        words += ["has rallied"] if self.rallied else []
        words += [f"{self.back} back"] if self.back else []
        words += [f"{self.touching} touch {self.met}"] if self.met else []
        words += [self.gone] if self.gone else []
        return " · ".join(words)


@dataclass(frozen=True)
class Fight(Situation):
    """A fight: its units, the turn, and how far behind its line a unit leaves the field."""

    game: ClassVar[str] = "paychest"

    units: tuple[Company, ...] = ()
    turn: int = 1
    edge: int = 24

    @property
    def label(self) -> str:
        """The turn, and whose card is drawn."""
        if self.over or not self.stack:
            return f"Turn {self.turn}, the end"
        return f"Turn {self.turn}, {self.now.side(self)}"

    def text(self) -> str:
        """Return the position, one line a unit."""
        return "\n".join([f"turn {self.turn}", *(unit.text() for unit in self.units), self.over])

    def with_readings(self, readings: Mapping[str, str]) -> Self:
        """Return the fight under these readings; `ValueError` for one that is unknown."""
        chosen(self.game, readings)
        return replace(self, readings=tuple(sorted(readings.items())))

    @property
    def options(self) -> dict[str, str]:
        """The option taken of every reading."""
        return chosen(self.game, self.read_as)

    def unit(self, name: str) -> Company:
        """Return the unit of this name. Raises `KeyError` if there is none."""
        return next(unit for unit in self.units if unit.name == name)

    def state_of(self, unit: str) -> str:
        """Return the side, the men and the states of a unit."""
        return next((one.state for one in self.units if one.name == unit), "")

    def standing(self, side: str = "") -> tuple[str, ...]:
        """Return the names of the units that are still in the fight, of one side or of both."""
        return tuple(unit.name for unit in self.units if not unit.gone and side in ("", unit.side))

    def enemies(self, name: str) -> tuple[Company, ...]:
        """Return the enemies of a unit that are still in the fight."""
        mine = self.unit(name).side
        return tuple(unit for unit in self.units if not unit.gone and unit.side != mine)

    def put(self, name: str, **changed: Any) -> Self:
        """Return the fight with some of a unit's state replaced, and with what follows: who has no
        men left, or is beyond the edge, is gone and touches nobody.
        """
        unit = replace(self.unit(name), **changed)
        if unit.men == 0 or unit.back >= self.edge:
            gone = DOWN if unit.men == 0 else LEFT
            unit = replace(unit, gone=gone, met="", touching=0, led=unit.led and bool(unit.men))
        units = tuple(unit if one.name == name else one for one in self.units)
        return replace(self, units=_still_touching(units))

    def apart(self, name: str) -> Self:
        """Return the fight after a unit has gone away from the enemies that it touched."""
        return self.put(name, met="", touching=0)

    def decided(self) -> tuple[str, Step] | None:
        """Return who has won and the step that says so, or None. Source: Paychest, Ending the
        Battle (line 10).
        """
        sides = {unit.side for unit in self.units if not unit.gone}
        if len(sides) > 1:
            return None
        text = "A battle ends when one side is wiped out or has left the board."
        winner = f"{sides.pop()} holds the field." if sides else "Nobody is left on the field."
        return winner, note("ending", text)

    def owes(self, name: str) -> bool:
        """Return whether its morale still makes this unit do something."""
        return owed_by(self.unit(name).in_turn("start")) is not None


def _still_touching(units: tuple[Company, ...]) -> tuple[Company, ...]:
    """Return the units with contact ended where the other side of it no longer touches."""
    by_name = {unit.name: unit for unit in units}
    return tuple(
        replace(unit, met="", touching=0)
        if unit.met and by_name[unit.met].met != unit.name
        else replace(unit, touching=min(unit.touching, unit.men))
        for unit in units
    )
