"""The combat results table: the result of a roll, and the odds of an attack before its roll."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, cast

from landships_lab.core.answer import Answer, Step
from landships_lab.core.checks import one_of, unknown, whole
from landships_lab.core.dice import D6, Odds, certain
from landships_lab.core.sources import Given
from landships_lab.core.speech import capitalized, plural
from landships_lab.games.loos.data.combat_table import COLUMNS, RESULTS, Alignment, Line
from .book import BOOK, TABLE, as_printed, forbid, note, take, takes

#: The "result" of an attack that a reading forbids.
NO_ATTACK = "no attack"
SECONDARY = "secondary trench"
TRENCHES = ("trench", SECONDARY)
FRONT_LINE = "british front line"
#: The meaning of each result under the modified rules; `RESULT_CITES` says where it is printed.
MEANINGS: Mapping[str, str] = {
    "De": "the defending unit is eliminated",
    "D3": "the defending unit retreats three hexes or loses a step",
    "D2": "the defending unit retreats two hexes or loses a step",
    "Ex": "one attacking and one defending unit each lose a step",
    "•": "nothing happens",
    "A1": "the attackers take a loss in place of a retreat of one hex",
    "A2": "the attackers take a loss in place of a retreat of two hexes",
    "A3": "the attackers take a loss in place of a retreat of three hexes",
    "(A)": "one attacking unit loses a step",
    "Ae": "all attacking units are eliminated",
}
RESULT_CITES = {
    result: f"result-{result.strip('()').lower() if result != '•' else 'none'}"
    for result in MEANINGS
}
#: Shorter words for results whose meaning is too long for a headline.
_SHORT_MEANINGS = {
    **dict.fromkeys(("D3", "D2"), "the defender retreats or loses a step"),
    "Ex": "each side loses a step",
}
#: The results that drive attackers back, and whether a longer retreat costs them more.
_BACK = ("A1", "A2", "A3")
ATTACKER_RESULTS = "attacker-results"
_SECONDARY_LINES = {"trench-line": "trench", "town-line": "town"}
#: The two choices of a defender who may retreat or lose a step.
Choice = Literal["stand", "retreat"]
CHOICES: tuple[Choice, ...] = ("stand", "retreat")


# --------------------------------------------------------------------------------------- the column


@dataclass(frozen=True, slots=True)
class Column:
    """A place on the table: the line of the terrain, and the column from 0; None where no attack is
    allowed.
    """

    line: Line
    number: int | None

    @property
    def odds(self) -> Odds[str]:
        """The odds of each result in this column, in the order of the six rolls."""
        number = self.number
        if number is None:
            return certain(NO_ATTACK)
        return D6.map(lambda die: TABLE.results[str(die)][number])


def ground_name(terrain: str) -> str:
    """Return the name of a terrain of the table in a sentence.

    >>> ground_name(FRONT_LINE), ground_name("woods")
    ('British front line', 'woods')
    """
    return capitalized(terrain) if terrain == FRONT_LINE else terrain


def terrains() -> tuple[str, ...]:
    """Return the terrain that can be looked up: all printed labels, and the secondary trench."""
    return (*TABLE.terrains, SECONDARY)


def line_of(terrain: str, options: Mapping[str, str]) -> tuple[Line, Step]:
    """Return the line on which this terrain is looked up, and the step that says why.

    Raises `ValueError` for terrain on no line.
    """
    if terrain == SECONDARY:
        option = options["secondary-trench"]
        return TABLE.line(_SECONDARY_LINES[option]), takes("secondary-trench", option)
    if terrain not in TABLE.terrains:
        raise ValueError(unknown("terrain", terrain, list(terrains())))
    line = TABLE.line(terrain)
    names = ", ".join(map(ground_name, line.terrain))
    return line, note("table-terrain", f"{capitalized(terrain)} is on the line of {names}.")


def no_attack_steps(terrain: str) -> tuple[Step, ...]:
    """Return the step that forbids an attack on this terrain: nobody attacks the British front
    line.
    """
    if terrain != FRONT_LINE:
        return ()
    text = "Germans may not attack into the British front line; shells alone may fall there."
    return (forbid("front-line", True, text),)


def column(terrain: str, differential: int, readings: Given = None) -> Answer[Column]:
    """Return the column of this differential on the terrain's line.

    >>> column("trench", 3).value.number
    4
    """
    options, at = BOOK.options(readings), "table-differential"
    differential = whole("The differential", differential, -99, 99)
    line, on = line_of(terrain, options)
    if forbidden := no_attack_steps(terrain):
        return Answer(Column(line, None), (on, *forbidden))
    number: int | None = line.column(differential, cast(Alignment, options["crt-alignment"]))
    steps = [on, take("crt-alignment", options)]
    if differential < line.lowest:
        steps.append(take("off-table", options))
        number = number if options["off-table"] == "clamp" else None
    elif differential > line.highest:
        beyond = f"{as_printed(differential)} is beyond the end of the line"
        last = f"the last column, {as_printed(line.highest)}, is used."
        steps.append(note(at, f"{beyond}; {last}"))
    if number is not None:
        text = f"A differential of {as_printed(differential)} is column {number + 1} of {COLUMNS}."
        steps.append(note(at, text))
    return Answer(Column(line, number), tuple(steps))


def refused(terrain: str, differential: int) -> str:
    """Return the headline if no column applies."""
    if terrain == FRONT_LINE:
        return "Nobody may attack the British front line; only shells fall there."
    return f"At {as_printed(differential)} against {ground_name(terrain)} no attack is allowed."


# --------------------------------------------------------------------------------------- the result


def combat_result(terrain: str, differential: int, die: int, readings: Given = None) -> Answer[str]:
    """Return the result of this roll at this differential against this terrain, as printed: "De",
    "D3" ... "(A)", "Ae" or "•"; "no attack" if the reading off-table forbids it.

    >>> combat_result("clear", 0, 1).value, combat_result("trench", 0, 1).value
    ('Ex', 'A2')
    """
    die = whole("The roll", die, 1, 6)
    where = column(terrain, differential, readings)
    if where.value.number is None:
        return Answer(NO_ATTACK, where.steps, refused(terrain, differential), detail=where.value)
    result = TABLE.results[str(die)][where.value.number]
    lookup = note("table", f"In that column a roll of {die} is {result}.")
    rolled = f"A roll of {die} at {as_printed(differential)} against {ground_name(terrain)}"
    headline = f"{rolled}: {result}, {said_shortly(result, readings)}."
    steps = (*where.steps, lookup, meaning(result, readings))
    return Answer(result, steps, headline, detail=where.value)


def steps_instead(result: str, readings: Given = None) -> int:
    """Return how many steps an A result costs the attackers, who never retreat.

    >>> [steps_instead("A3", {"attacker-results": r}) for r in ("one-step", "step-a-hex")]
    [1, 3]
    """
    hexes = int(result[1]) if result in _BACK else 1
    return hexes if BOOK.options(readings)[ATTACKER_RESULTS] == "step-a-hex" else 1


def meaning(result: str, readings: Given = None) -> Step:
    """Return the step that says what a result means; for A1, A2 and A3 it takes a reading.

    >>> meaning("A2", {"attacker-results": "step-a-hex"}).text
    'A2: the attackers lose 2 steps, since they never retreat.'
    """
    if result not in _BACK:
        return note(RESULT_CITES[result], f"{result}: {MEANINGS[result]}.")
    who = "they" if steps_instead(result, readings) > 1 else "attackers"
    text = f"{result}: {said_shortly(result, readings)}, since {who} never retreat."
    return note("attackers-stand", text, ATTACKER_RESULTS if result != "A1" else "")


def said_shortly(result: str, readings: Given = None) -> str:
    """Return whom a result affects and how, without the reason.

    >>> said_shortly("D2"), said_shortly("A2")
    ('the defender retreats or loses a step', 'an attacking unit loses a step')
    """
    if result not in _BACK:
        return _SHORT_MEANINGS.get(result, MEANINGS[result])
    many = steps_instead(result, readings)
    lose = f"the attackers lose {plural(many, 'step')}"
    return lose if many > 1 else "an attacking unit loses a step"


def falls_on(result: str) -> Literal["defender", "both", "nobody", "attacker"]:
    """Return the side that a result hurts.

    >>> [falls_on(result) for result in ("De", "D2", "Ex", "•", "A3", "(A)")]
    ['defender', 'defender', 'both', 'nobody', 'attacker', 'attacker']
    """
    if one_of("result", result, RESULTS).startswith("D"):
        return "defender"
    return "both" if result == "Ex" else "nobody" if result == "•" else "attacker"


def loses_a_step(
    result: str, who: Literal["attacker", "defender"], choice: Choice = "stand"
) -> bool:
    """Return whether this result costs this side a step or more, given the defender's choice."""
    if who == "attacker":
        return result.startswith(("A", "(")) or result == "Ex"
    return result in ("De", "Ex") or (result in ("D2", "D3") and choice == "stand")


# ----------------------------------------------------------------------------------------- the odds

_TABLE_READINGS = ("crt-alignment", "off-table", "secondary-trench")


def combat_odds(terrain: str, differential: int, readings: Given = None) -> Odds[str]:
    """Return the odds of each result at this differential against this terrain, in the order of the
    six rolls.

    >>> combat_odds("clear", 2).p("Ex")
    Fraction(1, 2)
    """
    options = BOOK.options(readings)
    return _combat_odds(terrain, differential, *(options[key] for key in _TABLE_READINGS))


@lru_cache(maxsize=4096, typed=True)
def _combat_odds(terrain: str, differential: int, *options: str) -> Odds[str]:
    read = dict(zip(_TABLE_READINGS, options, strict=True))
    return column(terrain, differential, read).value.odds
