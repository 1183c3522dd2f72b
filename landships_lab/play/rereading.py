"""A game under another reading: which moves still stand, and which choices differ."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from landships_lab.core.sources import Reading
from landships_lab.core.speech import plural
from landships_lab.data.load import readings
from landships_lab.panel.controls import Switch
from landships_lab.panel.readings import switch, with_reading
from landships_lab.play.lines import lines
from landships_lab.play.moment import Moment
from landships_lab.play.records import Move, Record
from landships_lab.play.starts import start
from landships_lab.play.turns import Choice, Situation

#: How many choices with another answer are named.
MOST_NAMED = 2
SAME = "Under this reading every choice here is answered as before; it may matter later."
LEFT_OUT = " Some later moves are not possible then, so all are left out; Undo brings them back."
#: Prefix of the id of a reading's control: its own id may be that of a part.
AS = "read as "


def known_readings(record: Record) -> dict[str, Reading]:
    """Return the readings that can change something in this game, by id, with the options that can.
    A reading already chosen in the record is always among them.
    """
    situation = start(record.game)
    every, known = readings(situation.game), offered_readings(situation)
    for key, option in record.readings:
        if key in every and (key not in known or option not in _ids(known[key])):
            known[key] = every[key]
    return known


def _ids(reading: Reading) -> list[str]:
    return [option.id for option in reading.options]


def offered_readings(situation: Situation) -> dict[str, Reading]:
    """Return the readings offered in a game, by id, without the options that do nothing there."""
    idle = situation.idle_readings
    return {
        key: replace(one, options=tuple(o for o in one.options if f"{key}={o.id}" not in idle))
        for key, one in readings(situation.game).items()
        if key not in idle
    }


def reading_switches(record: Record) -> tuple[Switch, ...]:
    """Return a switch for every reading, those not at their defaults first. The effect of an option
    is shown once it is chosen.
    """
    chosen = dict(record.readings)
    known = sorted(known_readings(record).values(), key=lambda one: one.id not in chosen)
    made = (switch(one, record.readings, ()) for one in known)
    return tuple(replace(one, id=f"{AS}{one.id}") for one in made)


def reread(record: Record, line: int, at: int, reading: str, option: str) -> Record:
    """Return the record under this option of a reading: all of it if every move is still legal, and
    otherwise only the first ``at`` moves of the line.

    Raises `ValueError`, naming the move, if those are not legal, and for an unknown reading or
    option.
    """
    known = readings(record.game.partition(":")[0])  # also readings not offered in this game
    given = with_reading(known, record.readings, reading, option)
    new = replace(record, readings=given)
    if _stands(new):
        return new
    new = replace(new, moves=tuple(replace(m, others=()) for m in lines(record)[line].moves[:at]))
    situation, happened = new.begin(), new.happenings()
    for number, move in enumerate(new.moves, 1):
        try:
            situation = next(happened).situation
        except ValueError as error:
            raise ValueError(_why_not(situation, move, number)) from error
    return new


def _stands(record: Record) -> bool:
    try:
        record.check()
    except ValueError:
        return False
    return True


def _why_not(situation: Situation, move: Move, number: int) -> str:
    """Return a sentence on a move that is no longer legal in this situation."""
    choice = situation.now.read(situation, tuple(move.words.split())) if situation.stack else None
    if choice is None:
        why = f"nobody could “{move.words}” then"
    elif choice.legal:
        why = f"“{choice.says}” throws other dice"
    else:
        why = f"“{choice.says}” was not allowed: {_reason(choice) or 'not now.'}"
    return (
        f"Under this reading the game could not have come here. At move {number} {why.rstrip('.')}."
        " Step back before it first."
    )


def reading_change(before: Moment, after: Moment) -> str:
    """Return a sentence on what a reading changes, given the same moment under the old and the new
    reading.
    """
    earlier = {one.words: one for one in before.listed}
    pairs = [(earlier[one.words], one) for one in after.listed if one.words in earlier]
    changed = list(_changes(pairs))
    new = [one for one in after.listed if one.words not in earlier]
    changed += [f"{one.says}: new here" for one in new]
    now = {one.words for one in after.listed}
    changed += [f"{one.says}: no longer here" for one in before.listed if one.words not in now]
    left_out = LEFT_OUT if len(after.moves) < len(before.moves) else ""
    if not changed:
        return SAME + left_out
    more = len(changed) - MOST_NAMED
    named = "; ".join(changed[:MOST_NAMED]) + (f"; and {more} more" if more > 0 else "")
    count = plural(len(changed), "choice changes", "choices change")
    return f"Under this reading {count}: {named}.{left_out}"


def _changes(pairs: list[tuple[Choice, Choice]]) -> Iterator[str]:
    for old, new in pairs:
        if old.legal and not new.legal:
            yield f"{new.says}: not allowed now"
        elif new.legal and not old.legal:
            yield f"{new.says}: allowed now"
        elif new.legal and old.odds != new.odds:
            yield f"{new.says}: other odds"
        elif not new.legal and _reason(old) != _reason(new):
            yield f"{new.says}: refused for another reason"


def _reason(one: Choice) -> str:
    return one.why.headline if one.why else ""
