"""What a hit leaves a man of the squad to do: wounds, the way back from them, and help."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from landships_lab.core.answer import Step
from landships_lab.core.speech import capitalized
from .book import CITES, GAPS, READINGS
from .trooper import FIRING_ACTIONS, Trooper
from .wounds import next_turn, outcome_of

#: The light wound of line 135, and what it takes from which actions.
DISORIENTATED = ("light 3", "light 4")
HINDERED = (
    ("half speed", ("move", "move fast", "move and fire", "sneak")),
    ("minus one to firing", FIRING_ACTIONS),
    ("minus one in the assault", ("assault",)),
)
#: The wound that makes a man return fire.
ANGRY = "light 1"
REFUGE, RETURN_FIRE = "in-refuge", "cannot-return-fire"
#: What a man in full cover may do besides where the reading in-refuge lets him fire.
_FIRES = {"hidden": ("move and fire",), "there": ("fire", "covering fire")}
#: What the way of lines 136-137 has come to, in words.
_WAYS = {
    ("light 5", "hidden"): "His turn in hide is over, and he moves to the nearest full cover.",
    ("light 5", "there"): (
        "In full cover he stays until a commander or medic is in contact with him."
    ),
    ("light 6", "fired on"): "Fired on, he hides.",
    ("light 6", "there"): "Back at his base line he may fire from there.",
}


def ways(outcome: str) -> tuple[str, ...]:
    """Return what can have come to pass since this outcome of a shot, "" for nothing yet."""
    return ("", *outcome_of(outcome).later)


def after_a_hit(
    trooper: Trooper, action: str, can_fire_back: Callable[[], bool], read: Mapping[str, str]
) -> Iterator[Step]:
    """Yield what the last hit on this man says of the action; ``can_fire_back`` tells whether he
    could return fire at all.

    Source: Landser, Light Wounds (lines 133-138), Serious Wounds (142-147), Wounds (238).
    """
    found = outcome_of(trooper.outcome)
    if trooper.outcome in DISORIENTATED:
        yield from _disorientated(action)
    if found.free:
        return
    if trooper.helper in found.freed_by:
        yield Step(
            f"A {trooper.helper} is in base contact with him: he goes on as normal.",
            CITES[found.cite],
            "allows",
        )
        if trooper.helper == "medic":
            yield Step("The ten men of a squad include no medic.", GAPS["medic"].cite)
        return
    if trooper.helper in found.treated_by:
        yield Step(
            f"A {trooper.helper} is in base contact with him: next turn a die decides.",
            CITES[found.cite],
        )
        yield Step("The ten men of a squad include no medic.", GAPS["medic"].cite)
    yield from _lasts(trooper.outcome)
    if trooper.outcome == ANGRY and not can_fire_back():
        yield from _cannot_return_fire(trooper, action, read)
    elif (trooper.outcome, trooper.since) in _WAYS:
        yield from _on_the_way(trooper, action, read)
    else:
        yield Step(
            f"{capitalized(trooper.outcome)}: {found.says}",
            CITES[found.cite],
            "allows" if action in next_turn(trooper.outcome).value else "forbids",
        )


def _on_the_way(trooper: Trooper, action: str, read: Mapping[str, str]) -> Iterator[Step]:
    """Say what the wounds of lines 136 and 137 leave him once some time has passed."""
    found = outcome_of(trooper.outcome)
    allowed = found.later[trooper.since]
    if trooper.outcome == "light 5":
        reading = READINGS[REFUGE]
        yield Step(reading.option(read[REFUGE]).says, reading.cite, reading=REFUGE)
        if read[REFUGE] == "may-fire":
            allowed += _FIRES[trooper.since]
    yield Step(
        f"{capitalized(trooper.outcome)}: {_WAYS[trooper.outcome, trooper.since]}",
        CITES[found.cite],
        "allows" if action in allowed else "forbids",
        reading=REFUGE if trooper.outcome == "light 5" and action in FIRING_ACTIONS else "",
    )


def _cannot_return_fire(trooper: Trooper, action: str, read: Mapping[str, str]) -> Iterator[Step]:
    """Say what an angry man does who cannot return fire."""
    reading = READINGS[RETURN_FIRE]
    yield Step(
        "Light 1: he must return fire in his next turn, but nothing he has can be fired now.",
        CITES["light-1"],
    )
    prepares = action == ("move" if trooper.hidden else "weapon work")
    allowed = prepares or read[RETURN_FIRE] == "as-normal"
    yield Step(
        reading.option(read[RETURN_FIRE]).says,
        reading.cite,
        "allows" if allowed else "forbids",
        reading=RETURN_FIRE,
    )


def _lasts(outcome: str) -> Iterator[Step]:
    """Say how long a wound lasts."""
    if outcome.startswith("light"):
        yield Step("A light wound lasts as long as he has to hide.", CITES["wounds-last"])
    if outcome.startswith("serious"):
        yield Step("A serious wound stays with him throughout the battle.", CITES["wounds-last"])


def _disorientated(action: str) -> Iterator[Step]:
    """Say what the light wound that disorientates takes from this action, if anything."""
    hinders = [text for text, actions in HINDERED if action in actions]
    if hinders:
        yield Step(
            f"The light wound means {' and '.join(hinders)} for this turn only.", CITES["light-3"]
        )
