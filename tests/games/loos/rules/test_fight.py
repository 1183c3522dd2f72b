"""Losses, trenches, bombardment, gas, assaults and campaigns of Loos: the printed sentences, and a
slow twin of all odds.
"""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product

import icepool
import pytest

from landships_lab.core.dice import D6, Odds, over
from landships_lab.core.hexes import DIRECTIONS, Hex
from landships_lab.games.loos.analysis.campaign import (
    Front,
    Plan,
    attack_odds,
    breakthrough,
    campaign,
)
from landships_lab.games.loos.analysis.forecasts import received_odds, release_odds
from landships_lab.games.loos.rules.assault import (
    Assault,
    outcome_odds,
    resolve,
    result_odds,
    shelled_odds,
)
from landships_lab.games.loos.rules.attrition import released
from landships_lab.games.loos.rules.bombardment import bombardment_result, gas_odds
from landships_lab.games.loos.rules.book import CITES, TABLE
from landships_lab.games.loos.rules.deployment import zone, zone_of_control
from landships_lab.games.loos.rules.losses import (
    STEPS,
    Force,
    UnitSteps,
    after_combat,
    lose_step,
    outcome,
)
from landships_lab.games.loos.rules.shells import (
    Placing,
    Stack,
    bombardment_odds,
    german_shells,
    may_place,
    shell,
    shell_odds,
    shelled_stack_odds,
)
from landships_lab.games.loos.rules.sight import observes
from landships_lab.games.loos.rules.table import (
    CHOICES,
    RESULT_CITES,
    Choice,
    combat_odds,
    combat_result,
    terrains,
)
from landships_lab.games.loos.rules.terrain import (
    WAYS,
    Ground,
    Way,
    bombardment_line,
    combat_line,
    may_enter,
    must_also_attack,
)

HERE = Hex(5, 5)
NORTH, SOUTH = DIRECTIONS[0], DIRECTIONS[3]
BRITISH, GERMAN = Force((2, 2), (2, 4)), Force((1,), (3,))

# ----------------------------------------------------------------------------------------- trenches


def trench(**changes: object) -> Ground:
    values = {
        "terrain": "woods",
        "trenches": frozenset({HERE.side(NORTH), HERE.side(DIRECTIONS[1])}),
        **changes,
    }
    return Ground(HERE, **values)  # type: ignore[arg-type]


def test_which_line_an_attack_uses() -> None:
    """14.3, lines 178 and 190; 17.5, line 273."""
    north, northeast, south = map(HERE.neighbour, (NORTH, DIRECTIONS[1], SOUTH))
    assert combat_line(trench(), [north, northeast]).value == "trench"
    assert combat_line(trench(), [north, south], frozenset({south})).value == "secondary trench"
    assert combat_line(trench(), [south], frozenset({south})).value == "secondary trench"
    assert combat_line(trench(), [north, south]).value == "woods"
    assert combat_line(trench(breached=True), [north]).value == "woods"
    assert combat_line(trench(defender="british"), [north]).value == "woods"
    assert combat_line(Ground(HERE, "town"), [north]).value == "town"
    with pytest.raises(ValueError, match="share no hexside"):
        combat_line(trench(), [Hex(9, 9)])
    with pytest.raises(ValueError, match="terrain beside trenches"):
        Ground(HERE, "trench")


def test_which_line_a_bombardment_uses() -> None:
    """14.2, line 172, against the table's own label."""
    front = Ground(HERE, defender="british", front_line=True)
    assert bombardment_line(front).value == "trench"
    assert bombardment_line(front, {"front-line-terrain": "clear"}).value == "clear"
    assert bombardment_line(trench()).value == "trench"
    assert bombardment_line(trench(defender="british")).value == "woods"


def test_germans_stay_out_of_the_british_front_line() -> None:
    assert [
        may_enter(army, front).value for army in ("british", "german") for front in (True, False)
    ] == [True, True, False, True]
    assert not any(
        may_enter("german", True, attacking, how).value
        for attacking in (True, False)
        for how in WAYS
    )
    assert not may_enter("german", False, from_front_line=True).value


@pytest.mark.parametrize(
    ("how", "into", "along", "out"),
    [
        ("move", True, False, True),
        ("retreat", True, False, False),
        ("advance", False, False, True),
        ("set-up", True, True, True),
        ("reinforcement", True, True, True),
    ],
)
def test_how_the_british_come_into_their_front_line(
    how: Way, into: bool, along: bool, out: bool
) -> None:
    """14.2, line 170: into it from elsewhere, along it from hex to hex, and out of it."""
    allowed = [
        may_enter("british", front, how=how, from_front_line=leaves).value
        for front, leaves in ((True, False), (True, True), (False, True))
    ]
    assert allowed == [into, along, out]
    assert may_enter("british", False, how=how).value
    assert all(
        step.cite.lines.startswith("170") for step in may_enter("british", True, how=how).steps
    )


def test_a_retreat_ends_in_the_first_front_line_hex() -> None:
    assert "retreat ends here" in may_enter("british", True, how="retreat").steps[-1].text
    assert not any("ends" in step.text for step in may_enter("british", False, how="retreat").steps)
    with pytest.raises(
        ValueError, match=r"'retreet' is not a way to enter a hex.*The nearest is retreat"
    ):
        may_enter("british", True, how="retreet")  # type: ignore[arg-type]


def test_zones_stop_at_trench_hexsides_and_at_the_front_line() -> None:
    """14.3, 1, line 183, for the British alone; 14.2, line 172, for the Germans alone, and not in
    the set-up.
    """
    north, south = HERE.neighbour(NORTH), HERE.neighbour(SOUTH)
    trenches, front = (
        {north: frozenset({HERE.side(NORTH)}), south: frozenset({south.side(SOUTH)})},
        {south},
    )
    six = zone_of_control(HERE)
    assert len(six) == 6
    assert zone(HERE, "british", trenches, front).value == six - {north}
    assert zone(HERE, "german", trenches, front).value == six - {south}
    assert zone(HERE, "german", trenches, front, set_up=True).value == six
    said = "For purposes of the set-up the zone extends into the front line."
    for army, line, set_up in product(("british", "german"), (front, ()), (False, True)):
        steps = zone(HERE, army, trenches, line, set_up).steps  # type: ignore[arg-type]
        told = said in [step.text for step in steps]
        assert told is (army == "german" and bool(line) and set_up)


def test_the_neighbour_behind_a_trench_must_be_attacked_too() -> None:
    attacker = HERE.neighbour(NORTH)
    beside = attacker.neighbour(DIRECTIONS[2])
    germans = {HERE: frozenset({HERE.side(NORTH)}), beside: frozenset({beside.side(DIRECTIONS[5])})}
    assert must_also_attack(HERE, attacker, germans).value == {beside}
    assert must_also_attack(HERE, HERE.neighbour(SOUTH), germans).value == frozenset()


# ------------------------------------------------------------------------------------------- losses


def test_results_cost_steps_and_never_drive_attackers_back() -> None:
    """7.6 as modified, line 212, and the results, lines 365-385."""
    lost = {}
    for result in ("De", "D3", "D2", "Ex", "•", "A1", "A2", "A3", "(A)", "Ae"):
        end = after_combat(result, Force((2, 2), (2, 4)), Force((3,), (1, 2, 3))).value
        lost[result] = (4 - end.attackers.total_steps, 3 - end.defenders.total_steps)
    by_defender = {"De": (0, 3), "D3": (0, 1), "D2": (0, 1)}
    by_attacker = {"A1": (1, 0), "A2": (1, 0), "A3": (1, 0), "(A)": (1, 0), "Ae": (4, 0)}
    assert lost == by_defender | {"Ex": (1, 1), "•": (0, 0)} | by_attacker


@pytest.mark.parametrize("result", ["no attack", *RESULT_CITES])
@pytest.mark.parametrize("choice", CHOICES)
def test_an_outcome_without_reasons_is_that_with_reasons(result: str, choice: Choice) -> None:
    for displaces, reading in product((False, True), ("one-step", "step-a-hex")):
        force, read = Force((3,), (1, 2, 3)), {"attacker-results": reading}
        given = (result, BRITISH, force, choice, displaces, read)
        answer = after_combat(*given)
        assert answer.value == outcome(*given)
        adds = [step.amount for step in answer.steps if step.op == "add"]
        told = [4 - answer.value.attackers.total_steps] if result in ("A1", "A2", "A3") else []
        assert adds == told, "the reading says how many, but for a result in brackets"


@pytest.mark.parametrize(
    ("used", "left"),
    [(0, "3 markers are left."), (1, "2 markers are left."), (2, "1 marker is left.")],
)
def test_the_markers_that_are_left_are_counted(used: int, left: str) -> None:
    assert may_place(Placing("attacker", track=3, used=used)).headline.endswith(left)


def test_a_step_a_hex_is_the_other_reading() -> None:
    taken = {"attacker-results": "step-a-hex"}
    lost = [
        4 - after_combat(r, BRITISH, GERMAN, readings=taken).value.attackers.total_steps
        for r in ("(A)", "A1", "A2", "A3")
    ]
    assert lost == [1, 1, 2, 3]


def test_a_defender_may_retreat_unless_it_displaces() -> None:
    """7.7.2 as modified, line 224; 7.9, line 230."""
    back = after_combat("D3", BRITISH, GERMAN, "retreat").value
    assert (back.retreat_hexes, back.defenders.steps, back.may_advance) == (3, (1,), True)
    stuck = after_combat("D3", BRITISH, GERMAN, "retreat", displaces=True).value
    assert (stuck.retreat_hexes, stuck.defenders.steps, stuck.may_advance) == (0, (0,), True)


def test_one_two_and_three_step_units() -> None:
    """13.1 to 13.3, lines 141-159."""
    assert {kind: full for kind, (full, _) in STEPS.items()} == {
        "regiment": 3,
        "battalion": 1,
        "half-brigade": 2,
    }
    assert lose_step(UnitSteps("battalion", 1)).value == 0
    assert [lose_step(UnitSteps("half-brigade", steps)).value for steps in (2, 1)] == [1, 0]
    assert [lose_step(UnitSteps("regiment", steps, battalions=1)).value for steps in (3, 2, 1)] == [
        2,
        1,
        0,
    ]
    assert lose_step(UnitSteps("regiment", 2, battalions=0)).value == 0
    with pytest.raises(ValueError, match="'brigade' is not a unit"):
        lose_step(UnitSteps("brigade", 2))


# -------------------------------------------------------------------------------------- bombardment


@pytest.mark.parametrize("terrain", [*terrains()])
@pytest.mark.parametrize("dice", [1, 2, 3])
def test_bombardment_odds_are_those_of_every_roll(terrain: str, dice: int) -> None:
    def rule(die: int, *thrown: int) -> str:
        return bombardment_result(terrain, sum(thrown), die).value

    referee = icepool.map(lambda total, die: rule(die, total), dice @ icepool.d6, icepool.d6)
    assert dict(bombardment_odds(terrain, dice)) == {
        outcome: referee.probability(outcome) for outcome in referee.outcomes()
    }


def test_a_bombardment_ignores_all_but_what_costs_the_defender_a_step() -> None:
    """17.4, line 263."""
    for total, die in product(range(1, 25), range(1, 7)):
        printed = combat_result("town", total, die).value
        assert bombardment_result("town", total, die).value == (
            printed if printed in ("De", "D3", "D2") else "•"
        )


def test_more_dice_and_worse_terrain_never_help_the_target() -> None:
    lines = ["mountain", "trench", "town", "woods", "clear"]
    safe = [[bombardment_odds(line, dice).p("•") for dice in (1, 2, 3, 4)] for line in lines]
    assert all(row == sorted(row, reverse=True) for row in safe)
    assert all(list(column) == sorted(column, reverse=True) for column in zip(*safe, strict=True))


def test_the_last_step_in_a_trench_is_safe_but_the_trench_is_breached() -> None:
    """17.5, line 275; 14.3, 4, line 189."""
    shelled = {
        dug: [
            (s.steps, s.breached)
            for s in (shell("De", UnitSteps(steps=n), dug).value for n in (1, 2, 3))
        ]
        for dug in (True, False)
    }
    assert shelled[True] == [(1, True), (1, True), (2, True)]
    assert shelled[False] == [(0, False), (1, False), (2, False)]
    assert shell("Ex", UnitSteps(steps=1)).value.steps == 1
    odds = shell_odds("trench", 4, UnitSteps(steps=1), german_in_trench=True)
    assert odds.chance(lambda left: left.steps == 0) == 0


def test_stacked_units_are_shelled_one_by_one() -> None:
    """17.4, line 267, under both readings of the shared factor: a regiment of three steps loses one
    as often as it would alone.
    """

    def stacked(reading: str) -> Odds[tuple[int, ...]]:
        odds = shelled_stack_odds("clear", 2, Stack((3, 3)), {"stack-factor": reading})
        return odds.map(lambda units: tuple(unit.steps for unit in units))

    alone = shell_odds("clear", 2, UnitSteps(steps=3)).chance(lambda left: left.steps == 2)
    for odds in map(stacked, ("shared", "separate")):
        first = odds.chance(lambda left: left[0] == 2)
        assert first == odds.chance(lambda left: left[1] == 2) == alone
    both = [stacked(r).p((2, 2)) for r in ("separate", "shared")]
    assert both[0] == alone * alone
    assert both[1] > both[0]  # what hits one with a high factor is likely to hit the other


def test_gas_adds_a_die_and_what_fails_falls_on_friends() -> None:
    """17.6, line 279."""
    assert gas_odds("trench") == bombardment_odds("trench", 4).map(
        lambda r: "friendly fire" if r == "•" else r
    )
    with pytest.raises(ValueError, match="3 of Zero Hour; 4 before gas are those of another turn"):
        gas_odds("trench", 4)


# --------------------------------------------------------------------------- assaults and campaigns


def test_without_shells_an_assault_is_one_combat() -> None:
    assert result_odds(Assault(BRITISH, GERMAN, line="town")) == combat_odds("town", 8 - 3)


@pytest.mark.long
def test_an_assault_is_every_roll_of_every_die_in_order() -> None:
    """The slow twin: shells of two dice, the counter-battery of one, the combat; each roll by its
    rule.
    """
    attack = Assault(
        BRITISH, Force((2,), (1, 3)), "trench", "clear", True, battery=1, counter_battery=1
    )

    def by_hand(
        total: int, die: int, counter: int, counter_die: int, roll: int
    ) -> tuple[tuple[int, ...], tuple[int, ...]]:
        left = shell(
            bombardment_result("trench", total, die).value, UnitSteps(), german_in_trench=True
        ).value
        # the attackers stand in the front line: 14.2
        hurt = bombardment_result("trench", counter, counter_die).value != "•"
        british = BRITISH.less() if hurt else BRITISH
        germans = Force((left.steps,), (1, 3))
        result = combat_result(
            "clear" if left.breached else "trench", british.strength - germans.strength, roll
        ).value
        end = after_combat(result, british, germans).value
        return end.attackers.steps, end.defenders.steps

    assert outcome_odds(attack).map(lambda end: (end.attackers.steps, end.defenders.steps)) == over(
        by_hand, D6, D6, D6, D6, D6
    )


@pytest.mark.parametrize(
    ("stand_in", "taken", "line"),
    [
        ("british front line", {}, "trench"),
        ("british front line", {"front-line-terrain": "clear"}, "clear"),
        ("woods", {}, ""),
        ("woods", {"german-shells": "anywhere"}, "woods"),
    ],
)
def test_german_shells_fall_on_the_line_of_the_ground_the_attackers_stand_in(
    stand_in: str, taken: dict[str, str], line: str
) -> None:
    """14.2, line 172: on front line hexes only, on the trench line; both by a reading.

    The sums are made by hand, roll by roll.
    """
    plan = Plan(BRITISH, Force((2,), (1, 3)), counter_battery=2, open_line=stand_in, readings=taken)
    hits = [
        bombardment_result(line, a + b, die).value != "•"
        for a, b, die in product(range(1, 7), repeat=3)
        if line
    ]
    given = {"counter_battery": 2, "open_line": stand_in, "readings": taken}
    attack = Assault(BRITISH, Force((2,), (1, 3)), "trench", **given)  # type: ignore[arg-type]  # fields by name
    hit = shelled_odds(attack).chance(lambda state: state.attackers != BRITISH)
    assert hit == Fraction(sum(hits), 6**3)
    assert attack_odds(plan, plan.start()).chance(lambda front: front.broken) == outcome_odds(
        attack
    ).chance(lambda end: end.may_advance)
    for answer in (resolve(attack), breakthrough(plan, 2)):
        assert "front-line-shelled" in {
            key for step in answer.steps for key, cite in CITES.items() if step.cite == cite
        }


def test_where_there_are_no_german_shells_no_step_speaks_of_them() -> None:
    for answer in (resolve(Assault(BRITISH, GERMAN)), breakthrough(Plan(BRITISH, GERMAN), 1)):
        assert not any("German" in step.text for step in answer.steps)
    with pytest.raises(ValueError, match="The nearest is woods"):
        german_shells("wods")


def test_the_order_of_an_assault_has_shells_first() -> None:
    stages = resolve(Assault(BRITISH, GERMAN, battery=3, gas=True, counter_battery=2)).value
    assert [stage.split(",")[0] for stage in stages[-3:]] == [
        "the attacker's bombardment",
        "the defender's bombardment",
        "the combat",
    ]


def test_a_campaign_is_one_assault_after_another() -> None:
    plan = Plan(Force((2, 2), (2, 4)), Force((1,), (3,)), line="woods", in_trench=False)
    fronts = campaign(plan, 4)
    first = outcome_odds(Assault(plan.attackers, plan.defenders, "woods"))
    assert fronts[1].chance(lambda front: front.broken) == first.chance(lambda end: end.may_advance)
    broken = [odds.chance(lambda front: front.broken) for odds in fronts]
    spent = [odds.chance(lambda front: front.spent) for odds in fronts]
    assert broken == sorted(broken)
    assert spent == sorted(spent)
    assert breakthrough(plan, 4).value == broken[4]
    assert breakthrough(plan, 4).detail == fronts
    assert fronts[0] == Odds({Front((2, 2), (1,)): 1})


def test_a_campaign_by_simulation_in_exact_weights() -> None:
    """Two attacks of one British unit on a one-step German, by walking the six rolls of each."""
    plan = Plan(Force((2,), (2, 4)), Force((1,), (3,)), line="clear", in_trench=False)
    weights: Counter[Front] = Counter({plan.start(): 1})
    for _ in range(2):
        after: Counter[Front] = Counter()
        for front, weight in weights.items():
            for die in range(1, 7):
                if front.broken or front.spent:
                    after[front] += weight
                    continue
                british, germans = Force(front.attackers, (2, 4)), Force(front.defenders, (3,))
                end = after_combat(
                    combat_result("clear", british.strength - 3, die).value, british, germans
                ).value
                after[Front(end.attackers.steps, end.defenders.steps, end.may_advance)] += weight
        weights = after
    assert campaign(plan, 2)[2] == Odds(weights)


def test_an_attack_too_weak_is_not_made() -> None:
    plan = Plan(
        Force((2,), (2, 4)), Force((3,), (3, 6, 9)), line="clear", in_trench=False, lowest=0
    )
    assert campaign(plan, 3)[3] == Odds({plan.start(): 1})
    assert breakthrough(plan, 3).value == 0


# ------------------------------------------------------------------------------- words and refusals


@pytest.mark.parametrize("terrain", ["trench", "town", "clear"])
@pytest.mark.parametrize("alignment", ["left", "right"])
def test_a_bombardment_names_the_column_that_its_result_stands_in(
    terrain: str, alignment: str
) -> None:
    for total, die in product(range(1, 25), range(1, 7)):
        text = next(
            s.text
            for s in bombardment_result(terrain, total, die, {"crt-alignment": alignment}).steps
            if s.text.startswith("A roll of")
        )
        at, result = int(text.split(" in column ")[1].split()[0]), text.rstrip(".").split(" is ")[1]
        assert TABLE.results[str(die)][at - 1] == result


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (
            lambda: observes({Hex(1, 0): "wods"}, Hex(0, 0), Hex(3, 0)),
            "'wods' is not a terrain;.* The nearest is woods.",
        ),
        (
            lambda: observes({}, Hex(0, 0), Hex(3, 0), aircraft="0512"),  # type: ignore[arg-type]
            "'0512' is not a hex; terrain, high ground and the aircraft",
        ),
        (lambda: observes({}, Hex(0, 0), Hex(3, 0), frozenset({"0512"})), "'0512' is not a hex"),  # type: ignore[arg-type]
        (
            lambda: received_odds([0], deadpile=-3),
            "The number of counters is .*, not -3. The nearest is 0.",
        ),
        (lambda: release_odds({0: (1, 6)}), "The turn of release is .*, not 0. The nearest is 1."),
        (
            lambda: release_odds({1: (4, 1)}),
            r"\(4, 1\) is not a span of rolls; the lowest comes first, as in \(1, 4\).",
        ),
        (lambda: released(3, (4, 1)), r"\(4, 1\) is not a span of rolls"),
        (lambda: released(3, (0, 9)), "The lowest roll of a span is .*, not 0. The nearest is 1."),
        (lambda: released(3, (1, 9)), "The highest roll of a span is .*, not 9. The nearest is 6."),
        (lambda: released(3, 4), "4 is not a span of rolls"),  # type: ignore[arg-type]
        (lambda: shell("XX", UnitSteps()), "'XX' is not a result"),
        (lambda: combat_result("clear", 1, 1, "left"), "not as 'left'"),  # type: ignore[arg-type]
    ],
)
def test_bad_input_is_refused_in_one_sentence(call: Callable[[], object], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        call()
