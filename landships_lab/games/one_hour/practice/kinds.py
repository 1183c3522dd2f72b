"""Generated questions about shots, moves and duels of One-Hour Wargames: the same seed gives the
same question.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction

from landships_lab.core.speech import capitalized, listed
from landships_lab.data.load import readings
from landships_lab.games.one_hour.data.table_tops import tables
from landships_lab.games.one_hour.practice.table import TABLE
from landships_lab.games.one_hour.rules import Duel, Move, Shot, duel, favours, fire_odds, reach
from landships_lab.games.one_hour.rules.book import a_unit, hits_of, taken
from landships_lab.games.one_hour.rules.fire import short_form_parts
from landships_lab.games.one_hour.rules.fire_modifiers import refused
from landships_lab.practice.kinds import (
    Kind,
    as_read,
    can_be_asked,
    nearest,
    one_of,
    whole_number,
    yes_or_no,
)
from landships_lab.practice.marking import Question

_TYPES, _DEFAULTS = tables().types, taken(None)
_FACES = (2, 3, 4, 5)
_NEAR, _FAR = (3, 4, 5, 8, 10, 12), (4, 5, 12, 13, 16, 20, 24)
_WORDS = {
    "dug-in": "dug in",
    "town": "in a town",
    "woods": "in woods",
    "into-rear": "shot at from behind its front",
}


def _shot(dice: random.Random, level: int) -> Shot:
    """Return a shot with as many things that change it as the level says, at a range near the end
    of a band.
    """
    while True:
        firer, target = dice.choice(list(_TYPES)), dice.choice(list(_TYPES))
        inches = dice.choice(_NEAR if level == 1 else _FAR)
        things = dice.sample(
            ["cover", "rear", "hits", "none"] if level < 3 else ["cover", "cover", "rear", "hits"],
            level,
        )
        cover = {dice.choice(("town", "woods"))}
        if target != "tank" and dice.random() < 1 / 2:
            cover = cover | {"dug-in"} if level > 1 else {"dug-in"}
        shot = Shot(
            firer,
            target,
            inches,
            firer_hits=dice.choice((4, 5, 9, 10)) if "hits" in things else 0,
            into_rear="rear" in things,
            cover=frozenset(cover if "cover" in things else ()),
        )
        if _parts(shot)[1]:  # a shot that cannot be fired asks for no arithmetic
            return shot


def _parts(shot: Shot) -> tuple[int, Fraction]:
    return short_form_parts(shot, _DEFAULTS)


def _inflicts(shot: Shot, die: int, given: Mapping[str, str] = _DEFAULTS) -> int:
    more, factor = _read_as(shot, given)
    return max(0, die + more) * factor.numerator // factor.denominator


def _named(answer: Callable[[Mapping[str, str]], object], bears_on: str = "fire") -> str:
    """Return a sentence for each reading of unclear print that would change the answer;

    ``answer`` gives it for the readings taken.
    """
    right = answer(_DEFAULTS)
    doubtful = [
        reading.id
        for reading in readings("one_hour", bears_on).values()
        if any(
            answer({**_DEFAULTS, reading.id: option.id}) != right for option in reading.options[1:]
        )
    ]
    return "".join(f" {as_read('one_hour', reading)}" for reading in doubtful)


def _read_as(shot: Shot, given: Mapping[str, str]) -> tuple[int, Fraction]:
    """Return what is added to the die and by what it is multiplied under these readings."""
    return short_form_parts(shot, dict(given))


def _state(shot: Shot, die: int = 0) -> str:
    words = [word for word in ("dug-in", "town", "woods") if word in shot.cover] + (
        ["into-rear"] if shot.into_rear else []
    )
    state = f"one_hour:fire {shot.firer} at {shot.target} range {shot.range_inches}"
    state += f" hits {shot.firer_hits}" if shot.firer_hits else ""
    return state + (f" with {' '.join(words)}" if words else "") + (f" die {die}" if die else "")


def _sentence(shot: Shot) -> str:
    words = [word for word in ("dug-in", "town", "woods") if word in shot.cover] + (
        ["into-rear"] if shot.into_rear else []
    )
    target = a_unit(shot.target) + (f", {listed(_WORDS[w] for w in words)}" if words else "")
    firer = capitalized(a_unit(shot.firer)) + (
        f" with {hits_of(shot.firer_hits)} of its own" if shot.firer_hits else ""
    )
    return f"{firer} fires over {shot.range_inches} inches at {target}"


def _misfired(shot: Shot) -> Iterator[tuple[int, Fraction, str]]:
    """Yield, for each mistake, what it adds to the die, by what it multiplies, and what it is."""
    more, factor = _parts(shot)
    row = _TYPES[shot.firer]
    if shot.firer_hits >= 5:
        yield *_parts(replace(shot, firer_hits=0)), "you forgot the firer's own Hits"
    elif shot.firer_hits:
        yield more - 1, factor, "you counted fewer than five Hits of its own"
    if shot.into_rear:
        yield (
            *_parts(replace(shot, into_rear=False)),
            "you forgot that the shot comes from behind the target's front",
        )
    yield from _miscovered(shot)
    if row.close and shot.range_inches <= 4:
        yield *_parts(replace(shot, range_inches=5)), "you forgot that close range doubles"
    elif row.close and shot.range_inches == 5:
        yield *_parts(replace(shot, range_inches=4)), "you took the shot for close range"
    if row.long_inches and shot.range_inches > row.reach_inches:
        yield (
            *_parts(replace(shot, range_inches=row.reach_inches)),
            "you forgot that long range halves",
        )
    if versus := row.versus[shot.target]:
        yield (
            more - versus,
            factor,
            f"you forgot what {a_unit(shot.firer)} adds or loses against {a_unit(shot.target)}",
        )


def _miscovered(shot: Shot) -> Iterator[tuple[int, Fraction, str]]:
    more, factor = _parts(shot)
    if shot.cover:
        yield *_parts(replace(shot, cover=frozenset())), "you forgot the cover"
    for word in sorted(shot.cover) if len(shot.cover) > 1 else ():
        yield (
            *_parts(replace(shot, cover=frozenset({word}))),
            "you counted one protection and forgot the other",
        )
    if "woods" in shot.cover and shot.firer == "mortar":
        yield more, factor * Fraction(1, 2), "you let woods protect against Mortars"


def _hits(dice: random.Random, level: int) -> Question:
    """Ask for the Hits of one shot, the die rolled."""
    shot, die = _shot(dice, level), dice.choice(_FACES)
    more, factor = _parts(shot)
    wrong = [
        (max(0, die + m) * f.numerator // f.denominator, name) for m, f, name in _misfired(shot)
    ]
    exact = max(0, die + more) * factor
    wrong += [
        (
            -(-exact.numerator // exact.denominator),
            "you rounded a fraction up; fractions are dropped",
        )
    ]
    text = f"{_sentence(shot)}; the die shows {die}. How many Hits does the shot inflict?"
    text += _named(lambda given: _inflicts(shot, die, given))
    return Question(text, _state(shot, die), whole_number(_inflicts(shot, die), wrong))


def _least(more: int, factor: Fraction, wanted: int) -> str:
    """Return the lowest roll of a die with which a shot inflicts so many Hits."""
    faces = (die for die in range(1, 7) if max(0, die + more) * factor >= wanted)
    return str(next(faces, "no roll"))


def _needed(dice: random.Random, level: int) -> Question:
    """Ask for the lowest roll."""
    shot = _shot(dice, level)
    most = _inflicts(shot, 6)
    wanted = dice.randint(1, max(1, min(most, 2 * level)))
    wrong = [(_least(m, f, wanted), name) for m, f, name in _misfired(shot)]
    text = (
        f"{_sentence(shot)}. What is the lowest roll of a six-sided die that inflicts"
        f" {hits_of(wanted)} or more?"
    )
    text += _named(lambda given: _least(*_read_as(shot, given), wanted))
    key = one_of(_least(*_parts(shot), wanted), [*map(str, range(1, 7)), "no roll"], wrong)
    return Question(text, _state(shot), key)


def _chances(dice: random.Random, level: int) -> Question:
    """Ask for the chance that a shot inflicts so many Hits."""
    while True:
        shot = _shot(dice, level)
        odds = fire_odds(shot)
        wanted = dice.randint(1, max(1, *odds.outcomes))
        if can_be_asked(odds.at_least(wanted)):
            break
    plain = _faces_odds(*_parts(shot), wanted, (1, 2, 3, 4, 5, 6))
    wrong = [
        (plain, "you rolled an ordinary die; the average die has 2, 3, 3, 4, 4, 5"),
        (
            _faces_odds(*_parts(shot), wanted, (2, 3, 4, 5)),
            "you forgot that the average die has two threes and two fours",
        ),
        *((_faces_odds(m, f, wanted, (2, 3, 3, 4, 4, 5)), name) for m, f, name in _misfired(shot)),
        (odds.at_least(wanted + 1), f"you took {wanted} or more for more than {wanted}"),
    ]
    text = (
        f"{_sentence(shot)}, with an average die (2, 3, 3, 4, 4, 5). "
        f"How likely is it to inflict {hits_of(wanted)} or more? Choose the nearest."
    )
    text += _named(lambda given: _faces_odds(*_read_as(shot, given), wanted, (2, 3, 3, 4, 4, 5)))
    return Question(text, _state(shot), nearest(dice, odds.at_least(wanted), wrong))


def _faces_odds(more: int, factor: Fraction, wanted: int, faces: tuple[int, ...]) -> Fraction:
    return Fraction(sum(max(0, die + more) * factor >= wanted for die in faces), len(faces))


def _may_fire(dice: random.Random, level: int) -> Question:
    """Ask whether a shot near the ends of what its type can reach is allowed."""
    firer, target = dice.choice(list(_TYPES)), dice.choice(list(_TYPES))
    row = _TYPES[firer]
    far, farther = row.farthest_inches, row.farthest_inches + 1
    inches = dice.choice(
        (far, farther, 3, 4, 5)
        if firer == "mortar"
        else (far, farther, farther, farther + 1, row.reach_inches + 1)
    )
    shot = Shot(firer, target, inches, firer_hits=dice.choice((0, 5, 10, 14)) if level > 1 else 0)
    wrong = [
        (inches <= row.farthest_inches, "you forgot that Mortars have no close range"),
        (True, "you forgot how far it reaches"),
    ]
    if inches > row.reach_inches:
        wrong.append((False, "you forgot its long range"))
    if inches in (row.farthest_inches, row.reach_inches):
        wrong.append((False, "you took its longest range for out of range"))
    if shot.firer_hits >= 10:
        wrong.append((False, "you took permanent Hits for the destruction of the Unit"))
    own = f" with {hits_of(shot.firer_hits)} of its own" if shot.firer_hits else ""
    text = f"May {a_unit(firer)}{own} fire over {inches} inches at {a_unit(target)} that it sees?"
    text += _named(lambda given: refused(shot, given) is None)
    return Question(text, _state(shot), yes_or_no(refused(shot) is None, wrong))


# -- what would you change
# -------------------------------------------------------------------------------------------------


def _changes(shot: Shot) -> dict[str, Shot]:
    """Return the changes of a shot that can be offered."""
    row = _TYPES[shot.firer]
    tried = {
        "rally off the firer's own Hits": replace(shot, firer_hits=0),
        "fire from behind the target's front": replace(shot, into_rear=True),
        "catch the target without cover": replace(shot, cover=frozenset()),
        "go to 4 inches": replace(shot, range_inches=4),
        f"go to {row.reach_inches} inches": replace(shot, range_inches=row.reach_inches),
        "go to 2 inches": replace(shot, range_inches=2),
    }
    return {words: then for words, then in tried.items() if then != shot}


def _change(dice: random.Random, level: int) -> Question:
    """Ask which single change makes a shot inflict enough."""
    while True:
        shot, die = _shot(dice, level), dice.choice(_FACES)
        wanted = _inflicts(shot, die) + dice.randint(1, 3)
        tried = _changes(shot)
        good = [words for words, then in tried.items() if _inflicts(then, die) >= wanted]
        bad = [words for words in tried if words not in good]
        if good and len(bad) > 1:
            break
    right = dice.choice(good)
    others = dice.sample(bad, min(3, len(bad)))
    shown = [words for words in tried if words == right or words in others]
    text = (
        f"{_sentence(shot)}; the die shows {die}: {hits_of(_inflicts(shot, die))}. Which single"
        f" change would make it {wanted} or more?"
    )
    text += _named(
        lambda given: (
            _inflicts(shot, die, given),
            [_inflicts(tried[words], die, given) >= wanted for words in shown],
        )
    )
    wrong = [(words, _why_not(tried[words], die)) for words in shown]
    return Question(text, _state(shot, die), one_of(right, shown, wrong))


def _why_not(then: Shot, die: int) -> str:
    """Return the mistake that makes this change look like enough."""
    if not _parts(then)[1]:
        return "you chose a range at which it cannot fire at all"
    return f"you thought this enough, but it makes {hits_of(_inflicts(then, die))}"


# -- moves and duels
# -------------------------------------------------------------------------------------------------


def _move(dice: random.Random, level: int) -> Question:
    """Ask for the chance that a move covers a distance this turn, or within two."""
    while True:
        unit = dice.choice(list(_TYPES))
        by_road, dug_in = (
            dice.random() < 1 / 2,
            unit != "tank" and level > 1 and dice.random() < 1 / 2,
        )
        turns = dice.choice((1, 2)) if level > 2 else 1
        move, away = Move(unit, dug_in=dug_in, by_road=by_road), dice.randint(3, 14 * turns)
        later = [move, *[replace(move, dug_in=False)] * (turns - 1)]
        chance = reach(later, away)[-1]
        if can_be_asked(chance):
            break
    words = ["dug-in"] * dug_in + ["by-road"] * by_road
    how = (
        " and ".join(["was dug in"] * dug_in + ["keeps to the road"] * by_road)
        or "crosses open ground"
    )
    state = (
        f"one_hour:move {unit} away {away}"
        + (f" with {' '.join(words)}" if words else "")
        + f" turns {turns}"
    )
    until = "this turn" if turns == 1 else "within two turns"
    text = (
        f"{capitalized(a_unit(unit))} {how}. How likely is it to get {away} inches or more {until}?"
        " Choose the nearest."
    )
    wrong = [
        (reach(later, away + 1)[-1], "you asked for more than this distance"),
        (
            reach(later, away, dice="D6")[-1],
            "you rolled ordinary dice; the average die has 2, 3, 3, 4, 4, 5",
        ),
        (_without_bonus(later, away), "you forgot what is always added"),
    ]
    text += _named(lambda given: reach(later, away, readings=given)[-1], "move")
    if by_road:
        wrong.append(
            (
                reach([replace(m, by_road=False) for m in later], away)[-1],
                "you forgot what the road adds",
            )
        )
    if dug_in:
        wrong.append(
            (
                reach([replace(m, dug_in=False) for m in later], away)[-1],
                "you forgot that it was Dug-in",
            )
        )
    return Question(text, state, nearest(dice, chance, wrong))


def _without_bonus(moves: list[Move], away: int) -> Fraction:
    return reach(moves, away + tables().moves.bonus * len(moves))[-1]


#: After so many rounds nearly every fight is over.
_ROUNDS = 10


def _duel(dice: random.Random, level: int) -> Question:
    """Ask who is favoured of two clearly unequal Units that fire at each other to the end."""
    while True:
        first, second = dice.choice(list(_TYPES)), dice.choice(list(_TYPES))
        own, other = (dice.choice((0, 0, 5, 9)), dice.choice((0, 0, 5, 9))) if level > 1 else (0, 0)
        inches = dice.choice((5, 8, 10, 12))
        fought = Duel(Shot(first, second, inches), Shot(second, first, inches), own, other)
        end = duel(fought, _ROUNDS)[-1]
        if abs(end.first - end.second) > end.both + Fraction(
            1, 10
        ):  # whatever follows, the one ahead stays ahead
            break
    back = duel(Duel(fought.second, fought.first, other, own), _ROUNDS)[-1]
    state = f"one_hour:duel {first} against {second} range {inches}" + (
        f" hits {own} {other}" if own or other else ""
    )
    names = [
        a_unit(key) + (f" ({hits_of(n)})" if n else "")
        for key, n in ((first, own), (second, other))
    ]
    text = (
        f"{capitalized(names[0])} and {names[1]} fire at each other over {inches} inches until one"
        " is destroyed. "
    )
    text += "The first named begins. Which is favoured?"
    text += _named(lambda given: favours(fought, given), "duel")
    right = "first" if end.first > end.second else "second"
    wrong = [
        (
            "first" if back.second > back.first else "second",
            "you forgot that the first named begins",
        )
    ]
    if own != other:
        wrong.append(
            (
                "first" if own < other else "second",
                "you looked only at their Hits, not at what each does to the other",
            )
        )
    return Question(text, state, one_of(right, ("first", "second"), wrong))


KINDS = (
    Kind("one_hour:fire", "hit", _hits),
    Kind("one_hour:needed", "hit", _needed, about="one_hour:fire"),
    Kind("one_hour:odds", "odds", _chances, about="one_hour:fire"),
    Kind("one_hour:range", "legal", _may_fire, about="one_hour:fire"),
    *TABLE,
    Kind("one_hour:move", "odds", _move),
    Kind("one_hour:change", "change", _change, level=2, about="one_hour:fire"),
    Kind("one_hour:duel", "odds", _duel, level=2),
)
