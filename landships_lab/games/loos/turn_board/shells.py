"""The panels for a bombardment: of one unit, and of a stack."""

from __future__ import annotations

from dataclasses import replace

from landships_lab.core.hexes import Hex
from landships_lab.games.loos.panels.bombardment import Bombardment
from landships_lab.games.loos.panels.staff_men import ShelledStack
from landships_lab.games.loos.rules.bombardment import Friend, gas_acts
from landships_lab.games.loos.rules.book import Army
from landships_lab.games.loos.turn.battle import STRIP, Battle
from landships_lab.games.loos.turn.shelling import target_of
from landships_lab.panel.panel import Panel
from landships_lab.panel.readings import Taken


def shells(
    battle: Battle, target: Hex, army: Army, gas: bool, alone: Taken, stacked: Taken
) -> Panel | None:
    """Return the panel for a bombardment of a hex: of one unit the panel of bombardments, else that
    of stacks; None for gas on a stack. ``alone`` and ``stacked`` are the readings of each.
    """
    found = target_of(battle, target, gas)
    terrain, sheltered = found.terrain, found.sheltered
    units, dice = battle.at(target), battle.dice(army)
    if len(units) == 2:
        if gas:
            return None
        question = replace(
            ShelledStack.default(),
            terrain=terrain,
            dice=dice,
            front=units[0].steps,
            under=units[1].steps,
            sheltered=("trench",) if sheltered else (),
            army=units[0].army,
            deadpile=battle.deadpile if found.stack.room else 0,
            readings=stacked,
        )
        return question.fitted()
    front = units[0]
    short = front.kind == "regiment" and front.steps == 2 and not battle.deadpile
    acts = gas and gas_acts(dice, battle.turn).value
    return replace(
        Bombardment.default(),
        terrain=terrain,
        dice=dice,
        steps=front.steps,
        trench=sheltered,
        gas=gas,
        turn=battle.turn if gas else 0,
        no_battalion=short,
        friend=_friend(battle, target) if acts else "alone",
        readings=alone,
    ).check()


def _friend(battle: Battle, target: Hex) -> Friend:
    """Return who is next to the target of gas."""
    british = battle.hexes_of("british")
    near = [h for h in STRIP.neighbours(target) if h in british]
    if len(near) > 1:
        return "several"
    return "stacked" if near and len(battle.at(near[0])) > 1 else "alone"
