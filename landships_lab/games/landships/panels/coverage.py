"""The coverage panel: the places a force bears on, its blind places, who hits whom, and the way
through.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from math import ceil
from types import MappingProxyType
from typing import Self

from landships_lab.core.answer import Answer, Gap
from landships_lab.core.checks import one_of
from landships_lab.core.hexes import Heading, Place
from landships_lab.core.inches import Spot
from landships_lab.core.speech import listed
from landships_lab.drawing.charts import Table
from landships_lab.drawing.shapes import Scene
from landships_lab.drawing.view import View
from landships_lab.games.landships.analysis.best_headings import FORMATIONS
from landships_lab.games.landships.analysis.coverage import MOST_UNITS, SIDES, Deployed, of_side
from landships_lab.games.landships.analysis.who_hits import Aim, aims
from landships_lab.games.landships.rules import positions
from landships_lab.games.landships.rules.positions import nearest_heading
from landships_lab.panel.board import Action, Gesture, anywhere, step_place
from landships_lab.panel.controls import Buttons, Control, Field
from landships_lab.panel.packed_text import pack
from landships_lab.panel.parts.base import names, with_fields
from landships_lab.panel.parts.places import placement
from . import common, coverage_answer, coverage_map
from .coverage_answer import Shown, acting_units
from .coverage_board import A_COMPANY, GRID, MOST_WAY, CoverageBoard, Placed, near_by, room
from .fire import FireArcs

#: The most columns of targets in a table; more are divided evenly over several tables.
MOST_TARGETS = 5
_DRAWN_UP = tuple((f, f, f"Draw up the vehicles in {f}") for f in FORMATIONS)
_BEST = ("best", "best headings", "Turn all units to the best headings")
_FORM = Buttons("form", "Form up", (*_DRAWN_UP, _BEST))
_ADDED = tuple((side, f"+ {side}", f"Add a {side} unit") for side in ("British", "German"))
_UNITS = Buttons("units", "Units", (*_ADDED, ("remove", "Remove", "Remove the chosen unit")))
#: Where an added unit is placed: in the west for the British, in the east for the Germans.
_HOME = {"British": GRID.place("0406"), "German": GRID.place("1406")}


@dataclass(frozen=True)
class Coverage(CoverageBoard):
    """Place a force, see what it covers, who can hit whom, and the safest way through."""

    id = "landships:coverage"
    title = "Coverage"
    rule_set = "Landships!"
    prompt = "What does this force bear on, and where is it blind?"
    usage_hint = "Drag a unit · wheel or Q and E turn it · a click asks"
    hands_for = MappingProxyType(
        {
            "place": "Click to place the chosen unit there · drag a unit · wheel or Q and E turn it"
            " · arrow keys move it",
            "way": "Click or drag to draw the way · click its end to take it away · arrow keys move"
            " the end",
        }
    )
    example = A_COMPANY
    grid = GRID
    order = names("side shade within form click kind units route brush move chosen place")
    secondary = names(
        "chosen place move asked way paint max_range blocks target_hexes depth board own"
    )
    strip_rows = 3
    stage = (("Field", "picture"), ("Who hits whom, and the way", "tables"))
    filename = "field.toml"

    def ask(self) -> Answer[int | Gap | None]:
        return coverage_answer.answer_to(self)

    def picture(self, answer: Answer[object], view: View | None = None) -> Scene:
        return coverage_map.picture(self, answer, view or self.view())

    def question_picture(self) -> Scene:
        return coverage_map.question_picture(self, self.view())

    def tables(self, answer: Answer[object]) -> tuple[Table, ...]:
        sides, shown = SIDES if self.side == "both" else (self.side,), answer.detail
        assert isinstance(shown, Shown)
        hits = [table for side in sides for table in _who_hits(self, side)]
        return (*hits, *([_way(shown)] if shown.way is not None else []))

    def legend(self) -> tuple[tuple[str, str], ...]:
        return coverage_map.legend(self, self.answer())

    def check(self) -> Self:
        if room(self) < 0:
            units = MOST_UNITS - room(self)
            raise ValueError(f"{units} units are more than the {MOST_UNITS} that a board takes.")
        return self

    def as_read(self) -> str:
        """Return the answer in a few words without its reasons, which are slower."""
        return coverage_answer.effect(self)

    # -- what the reader sets

    def actions(self) -> tuple[Control, ...]:
        unit, more = self.unit, (*super().actions(), self.board_box())
        if unit is not None:
            where = f"{GRID.code(unit.place)} {unit.heading}"
            more = (Field("place", "Its place and heading", where, "such as 0503 E"), *more)
        return (_FORM, common.MOVE_BUTTONS, _UNITS, *more)

    def act(self, control: str, value: object) -> Self:
        match control:
            case "form":
                return self._formed(one_of("formation", value, [item[0] for item in _FORM.items]))
            case "headings":
                return self._faced(str(value))
            case "units":
                change = one_of("change of units", value, [*SIDES, "remove"])
                return self._without_chosen() if change == "remove" else self._with_one_more(change)
            case "place":
                return self._put(value)
            case "move":
                return self._moved(value)
        return super().act(control, value)

    def _formed(self, formation: str) -> Self:
        """Return the state formed up, or for "best" turned to the best headings."""
        if formation != "best":
            force = coverage_answer.formed(self, formation)
            return self.with_force(dict(zip(self.force_by_key, force, strict=True)))
        if not acting_units(self):
            raise ValueError(f"No {self.acting} unit stands on the board yet.")
        best = coverage_answer.find_best_headings(self)
        new = self._faced(coverage_answer.heading_words(self, best.headings))
        if new == self:
            if best.proven:
                raise ValueError("These headings are the best already: no others do better.")
            no_better = "No better headings were found"
            raise ValueError(f"{no_better}; that there are none is not proven.")
        return new if best.proven else replace(new, unproven=new.turned_now)

    def _faced(self, words: str) -> Self:
        """Return the state with units turned by words such as ``british-1=N british-2=E``."""
        force, new = self.force_by_key, {}
        for word in words.split():
            key, _, heading = word.partition("=")
            one = force[one_of("unit of this board", key, force)]
            positions.require_position(one.unit.unit_class, one.place, Heading(heading))
            new[key] = replace(one, heading=Heading(heading))
        return self.with_force(new)

    def _with_one_more(self, side: str) -> Self:
        """Return the state with one unit more of a side, near the chosen one or in its
        home area.
        """
        if not room(self):
            full = f"The board takes {MOST_UNITS} units, both sides together"
            raise ValueError(f"{full}; remove one first.")
        occupied = {one.place for one in self.force}
        near = self.unit is not None and self.unit.side == side
        home = self.unit.place if self.unit is not None and near else _HOME[side]
        place = next(h for h in near_by(home) if h not in occupied)
        ahead = Heading.E if side == "British" else Heading.W
        heading = nearest_heading(self.units[self.kind].unit_class, place, ahead)
        name = side.lower()
        units = (*getattr(self, name), Placed(self.kind, place, heading))
        return with_fields(self, chosen=f"{name}-{len(units)}", **{name: units})

    def _without_chosen(self) -> Self:
        side, _, number = self.chosen_key.partition("-")
        if not number:
            raise ValueError("There is no unit to remove.")
        units = getattr(self, side)
        others = (*units[: int(number) - 1], *units[int(number) :])
        return with_fields(self, **{side: others})._choosing(self.chosen_key)

    def _choosing(self, key: str) -> Self:
        """Return the state with this unit chosen, or the first if it is gone."""
        keys = list(self.force_by_key)
        return replace(self, chosen=key if key in keys else next(iter(keys), ""))

    def _chosen_unit(self) -> Deployed:
        if self.unit is None:
            raise ValueError("No unit stands on the board yet; add one first.")
        return self.unit

    def _put(self, value: object) -> Self:
        """Return the state with the chosen unit in the typed place, with a legal heading."""
        unit = self._chosen_unit()
        place, heading = placement(GRID, value, unit.heading)
        if isinstance(value, str) and len(value.split()) < 2:
            heading = nearest_heading(unit.unit.unit_class, place, heading)
        positions.require_position(unit.unit.unit_class, place, heading)
        return self._stood(place, heading)

    def _moved(self, move: object) -> Self:
        """Return the state with the chosen unit turned, or one step ahead."""
        unit = self._chosen_unit()
        if one_of("move", move, common.MOVES) != "forward":
            return self.turned(1 if move == "right" else -1)
        if unit.unit.unit_class != 3:
            raise ValueError(
                "Only a vehicle goes ahead by itself; drag this unit, or type its place."
            )
        return self._stood(*common.after_move(GRID, unit.place, unit.heading, move))

    def _stood(self, place: Place, heading: Heading) -> Self:
        """Return the state with the chosen unit put down there."""
        unit = replace(self._chosen_unit(), place=place, heading=heading)
        return self.with_force({self.chosen_key: unit})

    def after(self, control: str, before: Self) -> Self:
        if control == "own":
            british, german = (
                tuple(one for one in force if one.unit_id in self.units)
                for force in (self.british, self.german)
            )
            kind = self.kind if self.kind in self.units else "mk-iv-male"
            new = replace(self, british=british, german=german, kind=kind)
            return new._choosing(self.chosen)
        if control == "way":
            return replace(self, click="way")
        return super().after(control, before)

    # -- what the hand does

    def drag_targets(self, view: View) -> tuple[tuple[float, float, float], ...]:
        if self.click in ("paint", "way"):
            return anywhere(view)
        return common.discs(view, (one.place for one in self.force))

    def closer_to(self) -> Action | Spot:
        return Action((self.unit.place,)) if self.unit is not None else super().closer_to()

    def at_stake(self) -> tuple[Place, ...]:
        unit = () if self.unit is None else (self.unit.place,)
        return (*unit, *self.way[-1:], *((self.asked,) if self.asked is not None else ()))

    def pointed(self, gesture: Gesture, view: View) -> Self:
        if self.click == "paint":
            return self.painted(gesture, view)
        if self.click == "way":
            return self._drawn(gesture, view)
        if gesture.kind == "press":
            key = self._under(view, gesture)
            if key:
                heading = self.force_by_key[key].heading
                return replace(self, chosen=key, held=key, held_heading=heading)
            return self._pressed(gesture, view)
        if gesture.kind == "drag" and self.held in self.force_by_key:
            return self._dragged(self.held, gesture, view)
        return self

    def _under(self, view: View, gesture: Gesture) -> str:
        """Return the key of the unit whose counter lies under the pointer; empty for none."""
        places = {key: one.place for key, one in self.force_by_key.items()}
        return common.counter_under(view, gesture.at, places) or ""

    def _pressed(self, gesture: Gesture, view: View) -> Self:
        if self.click == "place" and self.unit is not None:
            return self._dragged(self.chosen_key, gesture, view)
        place = view.place_at(gesture.at)
        if place is None:
            return self
        return replace(self, asked=None if place == self.asked else place)

    def _dragged(self, key: str, gesture: Gesture, view: View) -> Self:
        one = self.force_by_key[key]
        there = common.place_under(view, gesture.at, one.unit.unit_class)
        if there is None:
            return self
        heading = common.carried(self.held_heading, one.unit.unit_class, there, one.heading)
        return self.with_force({key: replace(one, place=there, heading=heading)})

    def _drawn(self, gesture: Gesture, view: View) -> Self:
        """Remove the way after a press on its end, or draw it from hex to hex in a drag."""
        if gesture.kind == "press":
            place = view.place_at(gesture.at)
            if place is not None and self.way[-1:] == (place,):
                return replace(self, way=self.way[:-1])
        elif gesture.kind == "drag" and self.held == "way":
            place = view.hex_at(gesture.at)
        else:
            return self
        if place is None or self.way[-1:] == (place,) or len(self.way) >= MOST_WAY:
            return replace(self, held="way")
        return replace(self, way=(*self.way, place), held="way")

    def wheeled(self, gesture: Gesture, view: View) -> Self:
        key = self._under(view, gesture)
        if not key or self.click == "paint":
            return self
        return replace(self, chosen=key).turned(gesture.steps)

    def turned(self, points: int) -> Self:
        unit = self.unit
        if unit is None or not points:
            return self
        legal = positions.legal_headings(unit.unit.unit_class, unit.place)
        heading = legal[(legal.index(unit.heading) + points) % len(legal)]
        return common.turned_in_hand(self._stood(unit.place, heading), heading)

    def stepped(self, arrow: str) -> Self:
        if self.click == "ask" and self.asked is not None:
            return replace(self, asked=step_place(GRID, self.asked, arrow))
        if self.click == "way" and self.way:
            return replace(self, way=(*self.way[:-1], step_place(GRID, self.way[-1], arrow)))
        unit = self.unit
        if unit is None:
            return self
        there = common.step_unit(GRID, unit.place, arrow, unit.unit.unit_class)
        return self._stood(there, nearest_heading(unit.unit.unit_class, there, unit.heading))


# -- the tables


def _who_hits(state: CoverageBoard, side: str) -> Iterator[Table]:
    aimed = aims(state.force, state.conditions, side)
    targets = [one for one in state.force if one.side != side] if aimed else []
    abreast = ceil(len(targets) / ceil(len(targets) / MOST_TARGETS)) if targets else 1
    for first in range(0, len(targets), abreast):
        yield _hits(state, side, aimed, targets[first : first + abreast])


def _hits(
    state: CoverageBoard,
    side: str,
    aim_of: Mapping[tuple[Deployed, Deployed], Aim],
    enemies: Sequence[Deployed],
) -> Table:
    firers, chosen = of_side(state.force, side), state.unit
    rows, links = [], []
    for firer in firers:
        aimed = [aim_of[firer, enemy] for enemy in enemies]
        rows.append((firer.name, tuple(aim.words for aim in aimed)))
        ends = zip(enemies, aimed, strict=True)
        links.append(tuple(_fire_link(state, firer, enemy, aim) for enemy, aim in ends))
    lit = (
        firers.index(chosen) if chosen in firers else None,
        enemies.index(chosen) if chosen in enemies else None,
    )
    note = "The best weapon, the range and its limit; or why none may fire. Each target must be"
    head, targets = f"Who can hit whom: {side} fire", tuple(enemy.name for enemy in enemies)
    return Table(head, targets, tuple(rows), *lit, f"{note} spotted.", tuple(links))


def _fire_link(state: CoverageBoard, firer: Deployed, enemy: Deployed, aim: Aim) -> str:
    """Return the link to the fire arcs of the best weapon of this firer at this enemy."""
    at, weapon = f"{firer.unit.id}@{GRID.code(firer.place)} {firer.heading}", aim.weapon
    link = f"{FireArcs.id} v1 {at} weapon {weapon.id} target {GRID.code(enemy.place)}"
    if state.max_range is not None and not isinstance(weapon.range_hexes, int):
        link += f" range {state.max_range}"
    if readings := state.conditions.readings:
        link += f" reading {' '.join(f'{key}={option}' for key, option in readings)}"
    return f"{link} own {pack(state.own)}" if state.own else link


def _way(shown: Shown) -> Table:
    """Return the way in words, joining consecutive places on which the same units bear."""
    assert shown.way is not None
    rows, exposed = [], zip(shown.way.way, shown.way.guns, strict=True)
    for (count, who), run in groupby(exposed, key=lambda step: (step[1], shown.units_on[step[0]])):
        codes = [GRID.code(place) for place, _ in run]
        where = codes[0] if len(codes) == 1 else f"{codes[0]} to {codes[-1]}"
        rows.append((where, (str(len(codes)), str(count), _together(who))))
    steps = shown.way.gun_steps
    total = f"The way through: {steps} gun-step{'' if steps == 1 else 's'}"
    return Table(total, ("places", "guns on each", "who bears on it"), tuple(rows))


def _together(names: Sequence[str]) -> str:
    """Return the names of units, grouped by kind.

    >>> _together(["Mk IV male 1", "Mk IV male 3", "A7V 2"])
    'Mk IV male 1 and 3; A7V 2'
    """
    kinds = groupby((name.rpartition(" ") for name in names), key=lambda parts: parts[0])
    named = (f"{kind} {listed([number for *_, number in parts])}" for kind, parts in kinds)
    return "; ".join(named) or "nobody"
