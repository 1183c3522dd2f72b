"""The combat results table: the result of a roll, and the odds of each result."""

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
from .book import CITES, TABLE, as_printed, reading_step, taken

#: What stands in place of a result where a reading forbids the attack.
NO_ATTACK = "no attack"
SECONDARY = "secondary trench"
TRENCHES = ("trench", SECONDARY)
FRONT_LINE = "british front line"
#: What each result means under the rules as modified; `RESULT_CITES` says where it is printed.
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
    "De": "result-de",
    "D3": "result-d3",
    "D2": "result-d2",
    "Ex": "result-ex",
    "•": "result-none",
    "A1": "result-a1",
    "A2": "result-a2",
    "A3": "result-a3",
    "(A)": "result-a",
    "Ae": "result-ae",
}
#: What a headline says of results whose meaning is too long for it.
_SHORT_MEANINGS = {
    **dict.fromkeys(("D3", "D2"), "the defender retreats or loses a step"),
    "Ex": "each side loses a step",
}
#: Whether a longer retreat costs attackers more.
ATTACKER_RESULTS = "attacker-results"
_SECONDARY_LINES = {"trench-line": "trench", "town-line": "town"}


@dataclass(frozen=True, slots=True)
class Column:
    """A place on the table: the line of the terrain, and the column from 0;

    None where no attack is allowed.
    """

    line: Line
    number: int | None

    @property
    def odds(self) -> Odds[str]:
        """The odds of each result in this column, in the order of the six rolls."""
        number = self.number
        return (
            certain(NO_ATTACK)
            if number is None
            else D6.map(lambda die: TABLE.results[str(die)][number])
        )


def ground_name(terrain: str) -> str:
    """Return what sentences call terrain of the table.

    >>> ground_name(FRONT_LINE), ground_name("woods")
    ('British front line', 'woods')
    """
    return capitalized(terrain) if terrain == FRONT_LINE else terrain


def terrains() -> tuple[str, ...]:
    """Return the terrain that can be looked up: every printed label, and the secondary trench of
    14.3.
    """
    return (*TABLE.terrains, SECONDARY)


def line_of(terrain: str, options: Mapping[str, str]) -> tuple[Line, tuple[Step, ...]]:
    """Return the line on which this terrain is looked up, and the steps that say why.

    `ValueError` for terrain on none.
    """
    if terrain == SECONDARY:
        step = reading_step("secondary-trench", options["secondary-trench"])
        return TABLE.line(_SECONDARY_LINES[options["secondary-trench"]]), (step,)
    if terrain not in TABLE.terrains:
        raise ValueError(unknown("terrain", terrain, list(terrains())))
    line = TABLE.line(terrain)
    names = ", ".join(map(ground_name, line.terrain))
    return line, (
        Step(f"{capitalized(terrain)} is on the line of {names}.", CITES["table-terrain"]),
    )


def no_attack_steps(terrain: str) -> tuple[Step, ...]:
    """Return the step that forbids an attack on this terrain: nobody can attack the British front
    line.

    Source: 14.2 (line 172).

    >>> [len(no_attack_steps(terrain)) for terrain in ("british front line", "clear")]
    [1, 0]
    """
    if terrain != FRONT_LINE:
        return ()
    text = "Germans may not attack into the British front line; shells alone may fall there."
    return (Step(text, CITES["front-line"], "forbids"),)


def column(terrain: str, differential: int, readings: Given = None) -> Answer[Column]:
    """Return the column of this differential on the terrain's line.

    The British front line has one, but none may attack there.

    Source: Combat Results Table (lines 340-350), 14.2 (line 172).

    >>> column("trench", 3).value.number
    4
    """
    options = taken(readings)
    differential = whole("The differential", differential, -99, 99)
    line, first = line_of(terrain, options)
    number: int | None = line.column(differential, cast(Alignment, options["crt-alignment"]))
    if forbidden := no_attack_steps(terrain):
        return Answer(Column(line, None), (*first, *forbidden))
    steps = [*first, reading_step("crt-alignment", options["crt-alignment"])]
    if differential < line.lowest:
        steps.append(reading_step("off-table", options["off-table"]))
        number = number if options["off-table"] == "clamp" else None
    elif differential > line.highest:
        text = (
            f"{as_printed(differential)} is beyond the end of the line; the last column,"
            f" {as_printed(line.highest)}, is used."
        )
        steps.append(Step(text, CITES["table-differential"]))
    if number is not None:
        text = f"A differential of {as_printed(differential)} is column {number + 1} of {COLUMNS}."
        steps.append(Step(text, CITES["table-differential"]))
    return Answer(Column(line, number), tuple(steps))


def combat_result(terrain: str, differential: int, die: int, readings: Given = None) -> Answer[str]:
    """Return the result of this roll at this differential against this terrain.

    ``differential`` is attacking minus defending strength, ``die`` 1 to 6. The value is the result
    as printed: "De", "D3", "D2", "Ex", "•", "A1", "A2", "A3", "(A)" or "Ae"; "no attack" where the
    reading off-table forbids it. `ValueError` for terrain that is not on the table or an impossible
    roll. Source: Combat Results Table (lines 338-385).

    >>> combat_result("clear", 0, 1).value, combat_result("trench", 0, 1).value
    ('Ex', 'A2')
    """
    die = whole("The roll", die, 1, 6)
    where = column(terrain, differential, readings)
    if where.value.number is None:
        headline = (
            f"At {as_printed(differential)} against {ground_name(terrain)} no attack is allowed."
        )
        if terrain == FRONT_LINE:
            headline = "Nobody may attack the British front line; only shells fall there."
        return Answer(NO_ATTACK, where.steps, headline, detail=where.value)
    result = TABLE.results[str(die)][where.value.number]
    steps = (
        *where.steps,
        Step(f"In that column a roll of {die} is {result}.", CITES["table"]),
        meaning(result, readings),
    )
    headline = (
        f"A roll of {die} at {as_printed(differential)} against {ground_name(terrain)}:"
        f" {result}, {said_shortly(result, readings)}."
    )
    return Answer(result, steps, headline, detail=where.value)


def steps_instead(result: str, readings: Given = None) -> int:
    """Return how many steps an A result costs the attackers, who never retreat: the reading
    attacker-results.

    Source: 7.6 as modified (line 212), the results (lines 373-379).

    >>> [steps_instead("A3", {"attacker-results": r}) for r in ("one-step", "step-a-hex")]
    [1, 3]
    """
    hexes = int(result[1]) if result in ("A1", "A2", "A3") else 1
    return hexes if taken(readings)[ATTACKER_RESULTS] == "step-a-hex" else 1


def meaning(result: str, readings: Given = None) -> Step:
    """Return the step that says what a result means; for A1, A2 and A3 it takes a reading.

    >>> meaning("A2", {"attacker-results": "step-a-hex"}).text
    'A2: the attackers lose 2 steps, since they never retreat.'
    """
    if result not in ("A1", "A2", "A3"):
        return Step(f"{result}: {MEANINGS[result]}.", CITES[RESULT_CITES[result]])
    who = "they" if steps_instead(result, readings) > 1 else "attackers"
    text = f"{result}: {said_shortly(result, readings)}, since {who} never retreat."
    decides = ATTACKER_RESULTS if result != "A1" else ""
    return Step(text, CITES["attackers-stand"], reading=decides)


def said_shortly(result: str, readings: Given = None) -> str:
    """Return what a result does to whom, without the reason.

    >>> said_shortly("D2"), said_shortly("A2")
    ('the defender retreats or loses a step', 'an attacking unit loses a step')
    """
    if result not in ("A1", "A2", "A3"):
        return _SHORT_MEANINGS.get(result, MEANINGS[result])
    many = steps_instead(result, readings)
    return (
        f"the attackers lose {plural(many, 'step')}"
        if many > 1
        else "an attacking unit loses a step"
    )


def combat_odds(terrain: str, differential: int, readings: Given = None) -> Odds[str]:
    """Return the odds of each result at this differential against this terrain, in the order of the
    six rolls.

    >>> combat_odds("clear", 2).p("Ex")
    Fraction(1, 2)
    """
    options = taken(readings)
    return _combat_odds(terrain, differential, *(options[key] for key in _TABLE_READINGS))


_TABLE_READINGS = ("crt-alignment", "off-table", "secondary-trench")


@lru_cache(maxsize=4096, typed=True)
def _combat_odds(terrain: str, differential: int, *options: str) -> Odds[str]:
    return column(
        terrain, differential, dict(zip(_TABLE_READINGS, options, strict=True))
    ).value.odds


Victim = Literal["defender", "both", "nobody", "attacker"]


def falls_on(result: str) -> Victim:
    """Return whom a result hurts.

    >>> [falls_on(result) for result in ("De", "D2", "Ex", "•", "A3", "(A)")]
    ['defender', 'defender', 'both', 'nobody', 'attacker', 'attacker']
    """
    if one_of("result", result, RESULTS).startswith("D"):
        return "defender"
    return {"Ex": "both", "•": "nobody"}.get(result, "attacker")  # type: ignore[return-value]
