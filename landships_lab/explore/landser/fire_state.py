"""What the Landser fire panel remembers, and its text form."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from landships_lab.data.landser.tables import firing
from landships_lab.explore import textform
from landships_lab.explore.explorer import State
from landships_lab.explore.landser.common import READINGS, Inches, Taken, chosen_of, read_count, read_flags, read_inches, write_flags
from landships_lab.rules import landser

ID = "landser:fire"
WEAPONS = firing().weapons
FLAGS = {
    "moving_vehicle": "fired from a moving vehicle",
    "firer_moved": "the firer has moved",
    "target_moving_fast": "the target moves fast",
    "repeat": "same target as last turn",
    "automatic": "fully automatic",
    "unready": "GPMG not set up",
    "disorientated": "the firer is disorientated",
    "light_this_turn": "target: light wound this turn",
}
GUN_FLAGS = {"soviet": "a Soviet submachine gun", "lone": "a GPMG with one man"}
COVERS = {"none": "none", "half": "half cover", "full": "full cover"}


@dataclass(frozen=True)
class FireState(State):
    """The shot, the man it is fired at, how the print is read; which branch is chosen and which are folded up."""

    explorer_id: ClassVar[str] = ID
    weapon: str = "rifle"
    range_inches: Inches = 20
    cover: str = "none"
    moving_vehicle: bool = False
    firer_moved: bool = False
    target_moving_fast: bool = False
    repeat: bool = False
    automatic: bool = False
    unready: bool = False
    disorientated: bool = False
    arm_wounds: int = 0
    light_this_turn: bool = False
    serious_wounds: int = 0
    soviet: bool = False
    lone: bool = False
    readings: Taken = ()
    chosen: str = ""
    folded: frozenset[str] = frozenset()

    @property
    def shot(self) -> landser.Shot:
        """Which shot is asked about?"""
        return landser.Shot(
            self.weapon,
            self.range_inches,
            moving_vehicle=self.moving_vehicle,
            firer_moved=self.firer_moved,
            target_moving_fast=self.target_moving_fast,
            cover=self.cover,
            repeat=self.repeat,
            automatic=self.automatic,
            set_up=not self.unready,
            arm_wounds=self.arm_wounds,
            disorientated=self.disorientated,
        )

    @property
    def target(self) -> landser.Target:
        """At whom is it fired?"""
        return landser.Target(self.light_this_turn, self.serious_wounds)


def write(state: FireState) -> str:
    """What is the state in one line?"""
    words = [ID, f"{state.weapon}@{state.range_inches}"]
    words += ["cover", state.cover] if state.cover != "none" else []
    words += write_flags(state, (*FLAGS, *GUN_FLAGS))
    words += ["arm", str(state.arm_wounds)] if state.arm_wounds else []
    words += ["serious", str(state.serious_wounds)] if state.serious_wounds else []
    words += ["at", _word(state.chosen)] if state.chosen else []
    words += ["folded", *sorted(map(_word, state.folded))] if state.folded else []
    return " ".join(words + textform.write_readings(state.readings))


def _word(path: str) -> str:
    return path.replace(" ", "_")


def parse(text: str) -> FireState:
    """Which state does this line describe? `ValueError` in one sentence if none. Branches are not looked up here."""
    found = textform.groups(text, ID, ("cover", "with", "arm", "serious", "at", "folded", "reading"))
    weapon, at, far = textform.one(found, "", "").partition("@")
    if not at:
        raise ValueError(f"After {ID} stands weapon@inches, such as rifle@20.")
    return FireState(
        chosen_of("weapon", weapon, list(WEAPONS)),
        read_inches(far),
        chosen_of("cover", textform.one(found, "cover", "none"), list(COVERS)),
        arm_wounds=read_count(textform.one(found, "arm", "0"), 9, "(b) wounds"),
        serious_wounds=read_count(textform.one(found, "serious", "0"), 9, "serious wounds"),
        readings=textform.read_readings(found.get("reading", []), READINGS),
        chosen=textform.one(found, "at", "").replace("_", " "),
        folded=frozenset(path.replace("_", " ") for path in found.get("folded", [])),
        **read_flags(found.get("with", []), (*FLAGS, *GUN_FLAGS)),
    )
