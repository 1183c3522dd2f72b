"""The combat results table: which result does a roll bring, and how likely is each?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, cast

from landships_lab.core.answer import Answer, Step
from landships_lab.core.checks import unknown
from landships_lab.core.dice import D6, Odds, certain
from landships_lab.data.load import chosen
from landships_lab.data.loos.combat_table import COLUMNS, RESULTS, Alignment, Line
from landships_lab.rules.loos.book import CITES, TABLE, read_as, whole

#: What stands in place of a result where a reading forbids the attack.
NO_ATTACK = "no attack"
SECONDARY = "secondary trench"
#: What each result means under the rules as modified: in words, and where it is printed.
MEANINGS: Mapping[str, str] = {
    "De": "the defending unit is eliminated",
    "D3": "the defending unit retreats three hexes or loses a step",
    "D2": "the defending unit retreats two hexes or loses a step",
    "Ex": "one attacking and one defending unit each lose a step",
    "•": "nothing happens",
    "A1": "an attacking unit loses a step, since attackers never retreat",
    "A2": "an attacking unit loses a step, since attackers never retreat",
    "A3": "an attacking unit loses a step, since attackers never retreat",
    "(A)": "one attacking unit loses a step",
    "Ae": "all attacking units are eliminated",
}
RESULT_CITES = {"De": "de", "D3": "d3", "D2": "d2", "Ex": "ex", "•": "none", "A1": "a1", "A2": "a2", "A3": "a3", "(A)": "a", "Ae": "ae"}
_CLASS = {"trench-line": "trench", "town-line": "town"}


@dataclass(frozen=True, slots=True)
class Column:
    """Where one looks on the table: the line of the terrain, and the column from 0; None where no attack is allowed."""

    line: Line
    number: int | None


def terrains() -> tuple[str, ...]:
    """Which terrain can be looked up: every printed label, and the secondary trench that the rules name beside them?"""
    return (*TABLE.terrains, SECONDARY)


def line_of(terrain: str, taken: Mapping[str, str]) -> tuple[Line, tuple[Step, ...]]:
    """On which line is this terrain looked up, and why? `ValueError` with every label for terrain that is on none."""
    if terrain == SECONDARY:
        step = read_as("secondary-trench", taken["secondary-trench"])
        return TABLE.line(_CLASS[taken["secondary-trench"]]), (step,)
    if terrain not in TABLE.terrains:
        raise ValueError(unknown("terrain", terrain, list(terrains())))
    line = TABLE.line(terrain)
    return line, (Step(f"{terrain.capitalize()} stands on the line of {', '.join(line.terrain)}.", CITES["table-terrain"]),)


def column(terrain: str, differential: int, readings: Mapping[str, str] | None = None) -> Answer[Column]:
    """In which column is this differential found on the terrain's line?

    Source: Combat Results Table (lines 340-350).

    >>> column("trench", 3).value.number
    4
    """
    taken = chosen("loos", readings)
    whole("a differential", differential, -99, 99)
    line, steps = line_of(terrain, taken)
    number: int | None = line.column(differential, cast(Alignment, taken["crt-alignment"]))
    told = [*steps, read_as("crt-alignment", taken["crt-alignment"])]
    if differential < line.lowest:
        told.append(read_as("off-table", taken["off-table"]))
        number = number if taken["off-table"] == "clamp" else None
    elif differential > line.highest:
        text = f"{differential:+} is beyond the end of the line, whose last column is {line.highest:+}."
        told.append(Step(text, CITES["table-differential"]))
    if number is not None:
        text = f"A differential of {differential:+} is column {number + 1} of the {COLUMNS}."
        told.append(Step(text, CITES["table-differential"]))
    return Answer(Column(line, number), tuple(told))


def combat_result(terrain: str, differential: int, die: int, readings: Mapping[str, str] | None = None) -> Answer[str]:
    """Which result does this roll bring at this differential against this terrain?

    ``differential`` is attacking minus defending strength, ``die`` 1 to 6. The value is the result as printed: "De", "D3", "D2",
    "Ex", "•", "A1", "A2", "A3", "(A)" or "Ae"; "no attack" where the reading off-table forbids it. `ValueError` for terrain
    that is not printed on the table or a die that is none. Source: Combat Results Table (lines 338-385).

    >>> combat_result("clear", 0, 1).value, combat_result("trench", 0, 1).value
    ('Ex', 'A2')
    """
    whole("a roll", die, 1, 6)
    where = column(terrain, differential, readings)
    if where.value.number is None:
        return Answer(NO_ATTACK, where.steps, f"At {differential:+} against {terrain} no attack is allowed.")
    result = TABLE.results[str(die)][where.value.number]
    cite = CITES["attackers-stand"] if result in ("A1", "A2", "A3") else CITES[f"result-{RESULT_CITES[result]}"]
    steps = (
        *where.steps,
        Step(f"In that column a roll of {die} is {result}.", CITES["table"]),
        Step(f"{result}: {MEANINGS[result]}.", cite),
    )
    return Answer(result, steps, f"A roll of {die} at {differential:+} against {terrain}: {result}, {MEANINGS[result]}.")


def combat_odds(terrain: str, differential: int, readings: Mapping[str, str] | None = None) -> Odds[str]:
    """How likely is each result at this differential against this terrain, in the order of the six rolls?

    >>> combat_odds("clear", 2).p("Ex")
    Fraction(1, 2)
    """
    number = column(terrain, differential, readings).value.number
    return certain(NO_ATTACK) if number is None else D6.map(lambda die: TABLE.results[str(die)][number])


Sort = Literal["defender", "both", "nobody", "attacker"]


def falls_on(result: str) -> Sort:
    """Whom does a result hurt?

    >>> [falls_on(result) for result in ("De", "D2", "Ex", "•", "A3", "(A)")]
    ['defender', 'defender', 'both', 'nobody', 'attacker', 'attacker']
    """
    if result not in RESULTS:
        raise ValueError(unknown("result", result, list(RESULTS)))
    if result.startswith("D"):
        return "defender"
    return {"Ex": "both", "•": "nobody"}.get(result, "attacker")  # type: ignore[return-value]
