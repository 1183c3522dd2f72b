"""Questions made up on the spot about shots, spotting, assaults and the squad of Landser: the same seed, the same question."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from types import MappingProxyType

from landships_lab.data.landser_tables import firing, squad
from landships_lab.drills.question import Question
from landships_lab.rules.landser import ROSTER

_WEAPONS = firing().weapons
_DISTANCES = (1, 4, 8, 12, 20, 45)


def _shot(dice: random.Random) -> Question:
    """A shot with one or two things that change the roll; a dash of the table now and then."""
    weapon, inches, cover = dice.choice(list(_WEAPONS)), dice.choice(_DISTANCES), dice.choice(("none", "half", "full"))
    flag, said = dice.choice((("", ""), ("firer-moved", " after moving"), ("target-moving-fast", " that moves fast")))
    state = f"landser:fire {weapon}@{inches}" + (f" cover {cover}" if cover != "none" else "") + (f" with {flag}" if flag else "")
    who = f"a man{said if flag.startswith('target') else ''}" + (f" in {cover} cover" if cover != "none" else "")
    how = said if flag.startswith("firer") else ""
    return Question(f"A {_WEAPONS[weapon].name} is fired{how} over {inches} inches at {who}. Which number must be rolled, if any?", state)


def _spotting(dice: random.Random) -> Question:
    """A man who sneaks, hides or stays in cover somewhere."""
    said = {
        "sneak-open": "sneaks in the open",
        "sneak-cover": "sneaks in cover",
        "in-cover": "is in cover",
        "hide-open": "hides in the open",
    }
    lane, inches = dice.choice(list(said)), dice.choice(_DISTANCES)
    text = f"A man {said[lane]}, {inches} inches away. Which number makes one aware of him (1 if no roll is needed)?"
    return Question(text, f"landser:spotting {lane}@{inches}")


def _assault(dice: random.Random) -> Question:
    """Two fighters and their dice."""
    said = {"none": "a rifle butt", "pistol": "a pistol", "bayonet": "a bayonet on his rifle"}
    one, other = dice.choice(list(said)), dice.choice(list(said))
    shown, against, opponent = dice.randint(1, 6), dice.randint(1, 6), dice.choice((1, 1, 2))
    second = ", the second to attack this man this turn" if opponent == 2 else ""
    text = f"The attacker with {said[one]}{second} rolls {shown}, the defender with {said[other]} {against}. How does it end?"
    return Question(text, f"landser:assault fight attacker {one} defender {other} opponent {opponent} dice {shown} {against}")


def _order(dice: random.Random) -> Question:
    """A man of the squad who wants to do something with one of his weapons."""
    name, action = dice.choice(list(ROSTER)), dice.choice(list(squad().actions))
    man = squad().men[ROSTER[name]]
    weapon = dice.choice(man.weapons)
    state = f"landser:squad order man {name.replace(' ', '_')} action {action.replace(' ', '_')} weapon {weapon}"
    return Question(f"May the {man.name}, {_WEAPONS[weapon].name} in hand, choose {squad().actions[action]}?", state)


LANDSER: Mapping[str, Callable[[random.Random], Question]] = MappingProxyType(
    {"landser:fire": _shot, "landser:spotting": _spotting, "landser:assault": _assault, "landser:squad": _order}
)
